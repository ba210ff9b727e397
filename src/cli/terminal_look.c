/* Looking at things from the prompt: the map, a hex and its stack, a unit with every sign explained, what it
   sees and reaches, the tracks, the log. Everything comes from the view of the side that looks, so nothing
   secret is told. */
#include <stdlib.h>
#include <string.h>

#include "cli/sheet.h"
#include "engine/optional.h"

/* --- finding -------------------------------------------------------------------------------------------- */

int piece_named(const struct terminal *t, const char *name, bool say)
{
	const struct muster *m = t->match->m;
	int found = piece_find(m, name), n = 0;
	const char *names[PIECES_MOST];
	const char *near;

	if (found != NO_UNIT || !*name) return found;
	for (int i = 0; i < m->pieces && strlen(name) >= 2; i++)
		if (strncasecmp(m->piece[i].name, name, strlen(name)) == 0 ||
			strncasecmp(m->piece[i].id, name, strlen(name)) == 0)
			found = i, n++;
	if (n == 1) return found;
	for (int i = 0; i < m->pieces && i < PIECES_MOST; i++) names[i] = m->piece[i].id;
	near = text_nearest(name, names, m->pieces < PIECES_MOST ? m->pieces : PIECES_MOST);
	if (say)
		printf("`%s` is %s.%s%s%s\n", name, n > 1 ? "the beginning of several units" : "no unit",
			near ? " Did you mean `" : "", near ? near : "", near ? "`?" : "");
	return NO_UNIT;
}

bool hex_named(const struct terminal *t, const char *words, int32_t *hex)
{
	if (t->match->m->map && place_find(t->match->m, words, hex) && *hex >= 0) return true;
	printf("There is no hex or place `%s` on this map.\n", words);
	return false;
}

static struct view *view_of(const struct terminal *t)
{
	struct play p = {.m = t->match->m};
	struct view *v = calloc(1, sizeof *v);

	if (!v) abort();
	play_view(&p, t->match->g, terminal_viewer(t), v);
	return v;
}

/* --- the map -------------------------------------------------------------------------------------------- */

void look_map(struct terminal *t, char *rest)
{
	struct canvas whole = {.focus = FOCUS_AUTO, .whole = true, .numbers = t->numbers};

	if (strcmp(rest, "all") == 0) {
		terminal_map(t->match->m, t->match->g, terminal_viewer(t), &whole, &t->window, t->window.lines,
			stdout);
		return;
	}
	if (strcmp(rest, "on") == 0 || strcmp(rest, "off") == 0) t->map_always = strcmp(rest, "on") == 0;
	else if (strcmp(rest, "numbers") == 0) t->numbers = !t->numbers;
	else if (*rest)
		puts(
			"`map`, `map all`, `map numbers` (hex numbers on and off), `map on` or `map off` (before each question).");
	if (t->map_always || strcmp(rest, "off") != 0) terminal_draw(t, NULL);
}

void look_focus(struct terminal *t, char *rest)
{
	int32_t hex;

	if (!*rest) {
		t->focus = FOCUS_AUTO;
		puts("The map follows what there is to decide.");
	} else if (hex_named(t, rest, &hex)) {
		t->focus = hex;
		terminal_draw(t, NULL);
	}
}

/* --- a hex ---------------------------------------------------------------------------------------------- */

static const struct {
	int bit;
	const char *name;
} cover_names[] = {
	{HEX_WOODS, "woods"},
	{HEX_SETTLEMENT, "settlement"},
	{HEX_TOWN, "town"},
	{HEX_BUILDING, "building"},
	{HEX_MARSH, "marsh"},
	{HEX_FIELDS, "fields"},
	{HEX_ORCHARD, "orchard"},
	{HEX_WATER, "deep water"},
	{HEX_STREAM, "stream"},
	{HEX_RIVER, "river"},
	{HEX_BRIDGE, "bridge"},
	{HEX_FORD, "ford"},
	{HEX_HILLTOP, "hilltop"},
	{HEX_OFF, "not in play"},
};
static const struct {
	int bit;
	const char *name;
} edge_names[] = {
	{EDGE_STREAM, "stream"},
	{EDGE_RIVER, "river"},
	{EDGE_CANAL, "canal"},
	{EDGE_BRIDGE, "bridge"},
	{EDGE_FORD, "ford"},
	{EDGE_SLOPE_UP, "slope up"},
	{EDGE_SLOPE_DOWN, "slope down"},
	{EDGE_HEDGE, "hedge"},
	{EDGE_WALL, "wall"},
	{EDGE_ABATIS, "abatis"},
	{EDGE_WORK, "works"},
	{EDGE_FORT, "fort"},
	{EDGE_TREES, "trees"},
};
static const char *const way_names[] = {"", "track", "road", "turnpike"};
static const char *const pointy_names[] = {"NE", "E", "SE", "SW", "W", "NW"}, *const flat_names[] = {"N",
																				  "NE", "SE", "S", "SW",
																				  "NW"};

static void side_words(const struct hexmap *map, int hex, int dir, struct text *out)
{
	int edge = map->edge[hex * 6 + dir], way = map->way[hex * 6 + dir];
	size_t before;

	text_addf(out, "; %s", (map->grid.flat ? flat_names : pointy_names)[dir]);
	before = out->n;
	for (size_t i = 0; i < sizeof edge_names / sizeof *edge_names; i++)
		if (edge & edge_names[i].bit) text_addf(out, " %s", edge_names[i].name);
	if (way != WAY_NONE) text_addf(out, " %s", way_names[way]);
	if (map->rail && map->rail[hex * 6 + dir]) text_add(out, " railway");
	if (out->n == before) { /* nothing there: the direction is not named */
		out->n -= strlen((map->grid.flat ? flat_names : pointy_names)[dir]) + 2;
		out->s[out->n] = '\0';
	}
}

static void hex_words(const struct hexmap *map, int hex, struct text *out)
{
	bool any = false;

	text_addf(out, "%s%s%s: ", map->number[hex], map->name[hex] ? " " : "",
		map->name[hex] ? map->name[hex] : "");
	for (size_t i = 0; i < sizeof cover_names / sizeof *cover_names; i++)
		if (map->cover[hex] & cover_names[i].bit) {
			text_addf(out, "%s%s", any ? ", " : "", cover_names[i].name);
			any = true;
		}
	text_addf(out, "%s, level %d (%d m)", any ? "" : "open", map->level[hex], map->metres[hex]);
	for (int dir = 0; dir < 6; dir++) side_words(map, hex, dir, out);
}

static void piece_line(const struct terminal *t, const struct view_piece *p)
{
	const struct signs *signs = t->match->m->rules->signs;
	const struct piece *piece = &t->match->m->piece[p->id];

	printf("  %-16s %s %s", p->symbol == SYMBOL_HIDDEN ? "?" : piece->name,
		side_title(t->match->m->battle, p->side), symbol_name(p->symbol));
	for (int i = 0; signs && signs->slot[i].name && i < VIEW_SLOTS; i++)
		if (p->slot[i][0]) printf(", %s %s", signs->slot[i].name, p->slot[i]);
	for (int i = 0; signs && i < 32 && signs->badge[i].name; i++)
		if (p->badges >> i & 1) printf(", %s", signs->badge[i].name);
	putchar('\n');
}

static void marks_lines(const struct terminal *t, const struct view *v, int hex)
{
	const struct signs *signs = t->match->m->rules->signs;

	for (int i = 0; i < v->marks; i++)
		if (v->mark[i].place == hex && signs)
			printf("  %s %s%s%s\n", signs->mark[v->mark[i].mark].title, v->mark[i].label,
				v->mark[i].side >= 0 ? ", " : "",
				v->mark[i].side >= 0 ? side_title(t->match->m->battle, v->mark[i].side) : "");
}

void look_stack(struct terminal *t, char *rest)
{
	struct text out = {0};
	struct view *v;
	int32_t hex;

	if (!hex_named(t, rest, &hex)) return;
	v = view_of(t);
	hex_words(t->match->m->map, hex, &out);
	print_wrapped(&t->window, text_str(&out));
	marks_lines(t, v, hex);
	for (int order = 0; order < 256; order++)
		for (int i = 0; i < v->pieces; i++)
			for (int k = 0; k < v->piece[i].places && k < 2; k++)
				if (v->piece[i].place[k] == hex && v->piece[i].order == order) piece_line(t, &v->piece[i]);
	text_free(&out);
	free(v);
}

/* --- a unit --------------------------------------------------------------------------------------------- */

static void sign_line(const struct sign *s, const char *value, struct text *out)
{
	text_addf(out, "  %-12s %-6s %s", s->name, value, s->title ? s->title : "");
	if (s->rule) text_addf(out, " [%s]", s->rule);
	text_char(out, '\n');
}

static void signs_lines(const struct signs *signs, const struct view_piece *p, struct text *out)
{
	for (int i = 0; signs && signs->slot[i].name && i < VIEW_SLOTS; i++)
		if (p->slot[i][0]) sign_line(&signs->slot[i], p->slot[i], out);
	for (int i = 0; signs && i < 32 && signs->badge[i].name; i++)
		if (p->badges >> i & 1)
			sign_line(&signs->badge[i], signs->badge[i].glyph ? signs->badge[i].glyph : "", out);
}

/* "It stands in 0407 (Ponte Vecchio) and faces west." */
static void stands_line(const struct muster *m, const struct view_piece *p, struct text *out)
{
	static const char *const compass[] = {"north", "north-east", "east", "south-east", "south", "south-west",
		"west", "north-west"};

	if (!p->places) {
		text_add(out, "  It is not in play now.\n");
		return;
	}
	text_add(out, "  It stands ");
	if (!m->map) text_addf(out, "at %d.%d, %d.%d inches", p->x / 10, p->x % 10, p->y / 10, p->y % 10);
	else if (p->place[0] <= PLACE_BOX(0)) text_addf(out, "off the map: %s", m->box[-2 - p->place[0]]);
	else text_add(out, "in "), tell_hex(m, p->place[0], "the rear", out);
	if (p->places > 1 && p->place[1] >= 0) text_add(out, " and "), tell_hex(m, p->place[1], "the rear", out);
	if (p->facing >= 0)
		text_addf(out, " and faces %s",
			m->map ? tell_direction(m, p->facing) : compass[(p->facing + 22) / 45 % 8]);
	text_addf(out, ".%s\n", p->acts ? " It can act now." : "");
}

static void derived_lines(const char *line, struct text *out)
{
	if (line && *line) text_add(out, "Where its numbers come from:\n");
	while (line && *line) {
		int n = (int)strcspn(line, "\n");

		text_addf(out, "  %.*s\n", n, line);
		line += n + (line[n] == '\n');
	}
}

void look_unit(struct terminal *t, char *rest)
{
	int piece = piece_named(t, rest, true);
	const struct muster *m = t->match->m;
	const struct view_piece *seen = NULL;
	struct text out = {0};
	struct view *v;

	if (piece == NO_UNIT) return;
	v = view_of(t);
	for (int i = 0; i < v->pieces; i++)
		if (v->piece[i].id == piece) seen = &v->piece[i];
	printf("%s (%s), %s %s%s%s\n", m->piece[piece].name, m->piece[piece].id,
		side_title(m->battle, m->piece[piece].side), symbol_name(m->piece[piece].symbol),
		m->piece[piece].formation >= 0 ? ", " : "",
		m->piece[piece].formation >= 0 ? m->battle->formation[m->piece[piece].formation].name : "");
	if (!seen || seen->symbol == SYMBOL_HIDDEN) {
		text_add(&out, "  not seen now\n");
	} else {
		stands_line(m, seen, &out);
		signs_lines(m->rules->signs, seen, &out);
	}
	derived_lines(m->piece[piece].derived, &out);
	print_wrapped(&t->window, text_str(&out));
	text_free(&out);
	free(v);
}

/* --- overlays ------------------------------------------------------------------------------------------- */

int overlay_find(const struct rules *r, const char *name)
{
	for (int i = 0; i < r->overlays; i++)
		if (strcasecmp(r->overlay[i].name, name) == 0) return i;
	return -1;
}

static void show_overlay(struct terminal *t, int which, int piece)
{
	const struct match *match = t->match;
	const struct overlay *o = &match->m->rules->overlay[which];
	struct play p = {.m = match->m};
	int16_t *value;

	if (!match->m->map || !words_hooks(match->m)->show) {
		puts("This board has no hexes to show that on.");
		return;
	}
	value = calloc((size_t)match->m->map->count, sizeof *value);
	if (!value) abort();
	for (int i = 0; i < match->m->map->count; i++) value[i] = -1;
	words_hooks(match->m)->show(&p, match->g, terminal_viewer(t), which, piece, value);
	printf("%s%s%s\n", o->title, piece != NO_UNIT ? ": " : "",
		piece != NO_UNIT ? match->m->piece[piece].name : "");
	terminal_draw(t, value);
	free(value);
}

static void list_overlays(const struct rules *r)
{
	for (int i = 0; i < r->overlays; i++)
		printf("  show %s%s  %s\n", r->overlay[i].name, r->overlay[i].needs_unit ? " UNIT" : "",
			r->overlay[i].title);
	if (r->overlays == 0) puts("These rules have nothing to show on the map.");
}

void look_show(struct terminal *t, char *rest)
{
	const struct rules *r = t->match->m->rules;
	char *name = strsep(&rest, " ");
	int which = overlay_find(r, name), piece = NO_UNIT;

	if (which < 0) {
		list_overlays(r);
		return;
	}
	rest = rest ? rest : name + strlen(name);
	if (r->overlay[which].needs_unit && !*rest) {
		printf("`%s` needs a unit's name.\n", name);
		return;
	}
	if (*rest && (piece = piece_named(t, rest, true)) == NO_UNIT) return;
	show_overlay(t, which, piece);
}

/* Whether a unit sees a hex, and if not, why. */
static void tell_sight(struct terminal *t, int piece, const char *where)
{
	struct play p = {.m = t->match->m};
	struct refusal why = {0};
	struct view *v;
	int32_t hex;
	int from = HEX_NONE;

	if (!hex_named(t, where, &hex)) return;
	v = view_of(t);
	for (int i = 0; i < v->pieces; i++)
		if (v->piece[i].id == piece && v->piece[i].places) from = v->piece[i].place[0];
	free(v);
	if (from < 0) puts("It is not on the map.");
	else if (words_hooks(t->match->m)->sight(&p, t->match->g, piece, from, hex, &why))
		printf("%s sees %s.\n", t->match->m->piece[piece].name, t->match->m->map->number[hex]);
	else
		printf("%s does not see %s: %s [%s]\n", t->match->m->piece[piece].name, t->match->m->map->number[hex],
			why.text, why.rule ? why.rule : "");
}

void look_see(struct terminal *t, char *rest)
{
	const struct rules *r = t->match->m->rules;
	char *where = strrchr(rest, ' ');
	int which = overlay_find(r, "see") >= 0 ? overlay_find(r, "see") : overlay_find(r, "sight"), piece;

	if (where && words_hooks(t->match->m)->sight) {
		*where++ = '\0';
		piece = piece_named(t, rest, true);
		if (piece != NO_UNIT) tell_sight(t, piece, where);
	} else if (which >= 0 && (piece = piece_named(t, rest, true)) != NO_UNIT) {
		show_overlay(t, which, piece);
	} else if (which < 0) {
		printf("%s What can be shown:\n", words_hooks(t->match->m)->sight
											  ? "`see UNIT HEX` says whether it sees the hex."
											  : "These rules have no lines of sight.");
		list_overlays(r);
	}
}

/* --- tracks and log ------------------------------------------------------------------------------------- */

static void print_tracks(const struct muster *m, const struct view *v, FILE *out)
{
	for (int i = 0; i < v->tracks; i++) {
		const struct view_track *k = &v->track[i];

		fprintf(out, "  %s%s%s: ", k->side >= 0 ? side_title(m->battle, k->side) : "",
			k->side >= 0 ? " " : "", k->name);
		if (k->text[0]) fprintf(out, "%s", k->text);
		else fprintf(out, "%d", k->value);
		if (!k->text[0] && k->max > k->min) fprintf(out, " of %d", k->max);
		fprintf(out, "%s%s%s\n", k->rule ? " [" : "", k->rule ? k->rule : "", k->rule ? "]" : "");
	}
}

static void print_boxes(const struct muster *m, const struct view *v, FILE *out)
{
	for (int b = 0; b < m->boxes; b++) {
		struct text who = {0};

		for (int i = 0; i < v->pieces; i++)
			if (v->piece[i].places && v->piece[i].place[0] == PLACE_BOX(b))
				text_addf(&who, "%s%s", who.n ? ", " : "", m->piece[v->piece[i].id].name);
		if (who.n) fprintf(out, "  %s: %s\n", m->box[b], text_str(&who));
		text_free(&who);
	}
}

void look_tracks(struct terminal *t, char *rest)
{
	struct view *v = view_of(t);

	(void)rest;
	printf("%s\n", v->headline);
	print_tracks(t->match->m, v, stdout);
	print_boxes(t->match->m, v, stdout);
	free(v);
}

void look_log(struct terminal *t, char *rest)
{
	const struct sink *events = &t->match->events;
	int viewer = terminal_viewer(t), from = events->n;
	int64_t n = 20;
	struct text said = {0};

	if (*rest && !number_read(rest, 1, INT32_MAX, &n)) puts("`log N`: the last N things that happened.");
	while (from > 0 && n > 0) n -= event_seen(&events->list[--from], viewer);
	for (int i = from; i < events->n; i++) {
		if (!event_seen(&events->list[i], viewer)) continue;
		text_add(&said, events->list[i].kind < EVENT_SYSTEM ? "    " : "  ");
		event_words(t->match->m, &events->list[i], &said);
		text_char(&said, '\n');
	}
	print_paged(&t->window, text_str(&said));
	text_free(&said);
}

void terminal_position(const struct match *match, int side, FILE *out)
{
	struct play p = {.m = match->m};
	struct view *v = calloc(1, sizeof *v);
	struct canvas c = {.focus = FOCUS_AUTO, .whole = true};
	struct window w;

	if (!v) abort();
	window_look(&w, fileno(out));
	play_view(&p, match->g, side, v);
	terminal_map(match->m, match->g, side, &c, &w, w.lines, out);
	print_tracks(match->m, v, out);
	print_boxes(match->m, v, out);
	free(v);
}
