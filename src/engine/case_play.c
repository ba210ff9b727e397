/* The items of a case's `play`: orders, dice, and what must hold. Each item is a map with one key; a table
   finds its function. */
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/case_run.h"
#include "engine/optional.h"
#include "engine/words.h"

bool case_fail(struct case_run *c, const char *fmt, ...)
{
	char line[512];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	if (!c->why->n) text_add(c->why, line);
	return false;
}

static bool malformed(struct case_run *c, struct node n, const char *expected)
{
	return fault_add(c->f, node_mark(n), "%s was expected", expected), false;
}

/* --- dice ----------------------------------------------------------------------------------------------- */

static struct play listen(struct case_run *c)
{
	return (struct play){c->m, c->any_dice ? NULL : &c->feed, &c->sink};
}

static bool dice_sufficed(struct case_run *c)
{
	if (c->feed.wrong[0]) return case_fail(c, "%s", c->feed.wrong);
	if (c->feed.short_of)
		return case_fail(c, "dice are missing: %d for %s (%s)", c->feed.wanted.n, c->feed.wanted.why,
			c->feed.wanted.rule);
	return true;
}

bool case_ready(struct case_run *c)
{
	struct play p = listen(c);
	if (c->ready) return true;
	c->ready = true;
	c->turn = play_next(&p, c->g, &c->legal);
	return dice_sufficed(c);
}

static bool item_dice(struct case_run *c, struct node n)
{
	const char *any = node_scalar(n);
	if (any && strcmp(any, "any") == 0) return c->any_dice = true;
	if (!node_is_list(n)) return malformed(c, n, "a list of faces, or any,");
	for (int i = 0; i < node_count(n); i++) {
		int64_t face;
		if (c->feed.faces == CASE_DICE || !node_int(node_at(n, i), 1, 65535, &face, c->f)) return false;
		c->face[c->feed.faces++] = (int)face;
	}
	return true;
}

/* --- orders --------------------------------------------------------------------------------------------- */

static bool side_read(struct case_run *c, struct node n, int *side)
{
	const char *id = node_scalar(n);
	for (*side = 0; *side < SIDES; ++*side)
		if (id && strcmp(id, c->m->battle->side[*side].id) == 0) return true;
	return malformed(c, n, "a side");
}

/* `fire sherman jackson`, or {side: union, give: fire …}; the side is the one asked unless it is said. */
bool case_order_read(struct case_run *c, struct node n, struct order *o, int *side)
{
	struct node words = n, said = node_find(n, "side");
	char error[200];
	*side = c->turn == NOBODY ? 0 : c->turn;
	if (node_is_map(n)) {
		words = node_find(n, "give").doc ? node_find(n, "give") : node_find(n, "order");
		if (said.doc && !side_read(c, said, side)) return false;
	}
	if (!node_scalar(words)) return malformed(c, n, "an order");
	if (order_read(c->m, node_scalar(words), o, error, sizeof error)) return true;
	return fault_add(c->f, node_mark(words), "%s", error), false;
}

static void remember(struct case_run *c)
{
	if (c->pasts == CASE_PAST) return;
	c->past[c->pasts] = malloc(c->m->state_bytes);
	if (!c->past[c->pasts]) abort();
	game_copy(c->m, c->past[c->pasts++], c->g);
}

/* Leaves out what is not sound only because a position was staged so: complaints end with "; ". */
static void forgive_staged(const struct case_run *c, struct text *wrong)
{
	struct text left = {0};
	for (const char *s = text_str(wrong), *end; (end = strstr(s, "; ")); s = end + 2) {
		struct text one = {0};
		text_addf(&one, "%.*s", (int)(end + 2 - s), s);
		if (!strstr(text_str(&c->staged), text_str(&one))) text_add(&left, text_str(&one));
		text_free(&one);
	}
	text_free(wrong);
	*wrong = left;
}

/* `sound: always`: all invariants hold after every order, and whatever is offered may be given. */
static bool is_sound(struct case_run *c)
{
	struct play p = {.m = c->m};
	struct text wrong = {0};
	struct refusal r = {0};
	if (!c->sound) return true;
	play_sound(&p, c->g, &wrong);
	forgive_staged(c, &wrong);
	for (int i = 0; c->turn != NOBODY && i < c->legal.n && !wrong.n; i++)
		if (!play_check(&p, c->g, c->turn, &c->legal.list[i], &r)) {
			order_write(c->m, &c->legal.list[i], &wrong);
			text_addf(&wrong, " is offered and refused by %s", r.rule);
		}
	bool well = !wrong.n || case_fail(c, "not sound: %s", text_str(&wrong));
	text_free(&wrong);
	return well;
}

static bool give(struct case_run *c, int side, const struct order *o)
{
	struct play p = listen(c);
	struct refusal r = {0};
	struct text words = {0};
	remember(c);
	sink_clear(&c->sink);
	if (!play_order(&p, c->g, side, o, &r)) {
		order_write(c->m, o, &words);
		case_fail(c, "%s was refused: %s: %s", text_str(&words), r.rule, r.text);
		text_free(&words);
		return false;
	}
	c->turn = play_next(&p, c->g, &c->legal);
	return dice_sufficed(c) && is_sound(c);
}

static bool sound_always(struct case_run *c)
{
	struct play p = {.m = c->m};
	c->sound = true;
	text_clear(&c->staged);
	play_sound(&p, c->g, &c->staged);
	return is_sound(c);
}

static bool item_order(struct case_run *c, struct node n)
{
	struct order o;
	int side;
	return case_order_read(c, n, &o, &side) && give(c, side, &o);
}

static bool item_usual(struct case_run *c, struct node n)
{
	struct play p = listen(c);
	struct order o;
	(void)n;
	if (c->turn == NOBODY || !play_usual(&p, c->g, c->turn, &o))
		return case_fail(c, "the question has no stated default");
	return give(c, c->turn, &o);
}

static bool item_refused(struct case_run *c, struct node n)
{
	struct play p = listen(c);
	struct order o;
	struct refusal r = {0};
	struct node rule = node_find(n, "rule"), says = node_find(n, "says");
	int side;
	if (!case_order_read(c, n, &o, &side)) return false;
	if (play_check(&p, c->g, side, &o, &r))
		return case_fail(c, "%s should be refused",
			node_scalar(node_find(n, "order")) ? node_scalar(node_find(n, "order")) : "the order");
	if (node_scalar(rule) && strcmp(node_scalar(rule), r.rule ? r.rule : ""))
		return case_fail(c, "refused by %s (%s), not by %s", r.rule, r.text, node_scalar(rule));
	if (node_scalar(says) && !strstr(r.text, node_scalar(says)))
		return case_fail(c, "refused with '%s', which does not say '%s'", r.text, node_scalar(says));
	return true;
}

static bool item_standing(struct case_run *c, struct node n)
{
	const struct rules *rules = c->m->rules;
	struct play p = listen(c);
	const char *name = node_scalar(node_find(n, "name")), *choice = node_scalar(node_find(n, "choice"));
	int side;
	if (!name || !choice || !side_read(c, node_find(n, "side"), &side))
		return malformed(c, n, "{side, name, choice}");
	for (int i = 0; i < rules->standings; i++)
		for (int k = 0; strcmp(rules->standing[i].name, name) == 0 && rules->standing[i].choice[k]; k++)
			if (strcmp(rules->standing[i].choice[k], choice) == 0) {
				c->g->standing[side][i] = (uint8_t)k;
				c->turn = play_next(&p, c->g, &c->legal);
				return dice_sufficed(c);
			}
	return malformed(c, n, "a standing order and one of its choices");
}

static bool item_undo(struct case_run *c, struct node n)
{
	struct play p = listen(c);
	int64_t back;
	if (!node_int(n, 1, CASE_PAST, &back, c->f)) return false;
	if (back > c->pasts) return case_fail(c, "only %d orders were given", c->pasts);
	while (back--) {
		game_copy(c->m, c->g, c->past[--c->pasts]);
		free(c->past[c->pasts]);
	}
	c->turn = play_next(&p, c->g, &c->legal);
	return true;
}

/* --- the question and its orders ------------------------------------------------------------------------ */

static bool item_asks(struct case_run *c, struct node n)
{
	struct node side = node_find(n, "side"), name = node_find(n, "question"), rule = node_find(n, "rule");
	int who;
	if (c->turn == NOBODY) return case_fail(c, "nobody is asked: the game is over");
	if (side.doc && !side_read(c, side, &who)) return false;
	if (side.doc && who != c->turn)
		return case_fail(c, "%s is asked, not %s", c->m->battle->side[c->turn].id, node_scalar(side));
	const struct question *q = &c->m->rules->question[c->g->question[c->turn]];
	if (node_scalar(name) && strcmp(node_scalar(name), q->name))
		return case_fail(c, "the question is '%s', not '%s'", q->name, node_scalar(name));
	if (node_scalar(rule) && strcmp(node_scalar(rule), q->rule))
		return case_fail(c, "the question is by rule %s, not %s", q->rule, node_scalar(rule));
	return true;
}

static bool is_listed(const struct case_run *c, const struct order *o)
{
	for (int i = 0; i < c->legal.n; i++) {
		const struct order *x = &c->legal.list[i];
		if (x->verb == o->verb && x->unit == o->unit && x->a == o->a && x->b == o->b && x->c == o->c)
			return true;
	}
	return false;
}

static bool list_all(struct case_run *c, struct node n, bool wanted)
{
	struct order o;
	int side;
	if (!node_is_list(n)) return malformed(c, n, "a list of orders");
	if (c->turn == NOBODY) return case_fail(c, "nobody is asked: the game is over");
	for (int i = 0; i < node_count(n); i++) {
		if (!case_order_read(c, node_at(n, i), &o, &side)) return false;
		if (is_listed(c, &o) != wanted)
			return case_fail(c, "'%s' is %s", node_scalar(node_at(n, i)), wanted ? "not offered" : "offered");
	}
	return true;
}

static bool item_offers(struct case_run *c, struct node n) { return list_all(c, n, true); }
static bool item_withholds(struct case_run *c, struct node n) { return list_all(c, n, false); }

static bool item_only(struct case_run *c, struct node n)
{
	struct text have = {0};
	if (!list_all(c, n, true)) return false;
	if (c->legal.n == node_count(n)) return true;
	for (int i = 0; i < c->legal.n && i < 12; i++) {
		if (i) text_add(&have, ", ");
		order_write(c->m, &c->legal.list[i], &have);
	}
	case_fail(c, "%d orders are offered, not %d: %s", c->legal.n, node_count(n), text_str(&have));
	text_free(&have);
	return false;
}

/* --- what happened -------------------------------------------------------------------------------------- */

/* A number that is misspelt is no number: it must not be read as 0. */
static bool whole_number(const char *text, int *out)
{
	char *end;
	long n = strtol(text, &end, 10);
	*out = (int)n;
	return end != text && !*end && n >= INT_MIN && n <= INT_MAX;
}

/* Does an event fit `kind [piece [number]] [by rule]`? */
static bool fits(const struct case_run *c, const struct event *e, const char *phrase)
{
	char kind[64] = "", who[64] = "", number[32] = "", more[2] = "", plain[192];
	const char *by = strstr(phrase, " by ");
	snprintf(plain, sizeof plain, "%.*s", by ? (int)(by - phrase) : (int)strlen(phrase), phrase);
	int words = sscanf(plain, "%63s %63s %31s %1s", kind, who, number, more);
	if (by && (!e->rule || strcmp(e->rule, by + 4))) return false;
	if (words < 1 || words > 3 || strcmp(kind, event_name(c->m, e->kind))) return false;
	if (words > 1 && strcmp(who, "-") && (e->who < 0 || piece_find(c->m, who) != e->who)) return false;
	int n;
	return words < 3 || strcmp(number, "-") == 0 || (whole_number(number, &n) && n == e->n);
}

static bool item_events(struct case_run *c, struct node n)
{
	int at = 0;
	if (!node_is_list(n)) return malformed(c, n, "a list of events");
	for (int i = 0; i < node_count(n); i++) {
		const char *phrase = node_scalar(node_at(n, i));
		if (!phrase) return malformed(c, node_at(n, i), "kind [piece [number]] [by rule]");
		while (at < c->sink.n && !fits(c, &c->sink.list[at], phrase)) at++;
		if (at++ == c->sink.n)
			return case_fail(c, "no event '%s'%s", phrase, i ? " after the one before" : "");
	}
	return true;
}

static bool item_no_events(struct case_run *c, struct node n)
{
	if (!node_is_list(n)) return malformed(c, n, "a list of events");
	for (int i = 0; i < node_count(n); i++)
		for (int k = 0; k < c->sink.n; k++)
			if (node_scalar(node_at(n, i)) && fits(c, &c->sink.list[k], node_scalar(node_at(n, i))))
				return case_fail(c, "there is an event '%s'", node_scalar(node_at(n, i)));
	return true;
}

static bool item_modifiers(struct case_run *c, struct node n)
{
	for (int i = 0; i < node_count(n); i++) {
		const char *rule = node_scalar(node_key(n, i));
		int64_t value;
		int k = 0;
		if (!rule || !node_int(node_at(n, i), -1000, 1000, &value, c->f)) return false;
		while (k < c->sink.n && !(c->sink.list[k].kind == EVENT_MODIFIER && c->sink.list[k].rule &&
									strcmp(c->sink.list[k].rule, rule) == 0 && c->sink.list[k].n == value))
			k++;
		if (k == c->sink.n) return case_fail(c, "no modifier %s of %d", rule, (int)value);
	}
	return true;
}

static bool item_expect(struct case_run *c, struct node n)
{
	struct node over = node_find(n, "over"), winner = node_find(n, "winner"), margin = node_find(n, "margin");
	bool is_over;
	int64_t value;
	int side = RESULT_DRAW;
	if (!case_state(c, n, true)) return false;
	if (over.doc && (!node_bool(over, &is_over, c->f) || is_over != c->g->over))
		return case_fail(c, "the game is%s over", c->g->over ? "" : " not");
	if (winner.doc && strcmp(node_scalar(winner) ? node_scalar(winner) : "", "draw") &&
		!side_read(c, winner, &side))
		return false;
	if (winner.doc && (!c->g->over || c->g->winner != side))
		return case_fail(c, "the winner is %d", c->g->winner);
	if (margin.doc && (!node_int(margin, 0, 100, &value, c->f) || c->g->margin != value))
		return case_fail(c, "the margin is %d", c->g->margin);
	return true;
}

/* --- the view ------------------------------------------------------------------------------------------- */

static int sign_find(const struct sign *list, const char *name)
{
	for (int i = 0; list && list[i].name; i++)
		if (strcmp(list[i].name, name) == 0) return i;
	return -1;
}

static bool shows_badges(struct case_run *c, const struct view_piece *v, struct node list)
{
	uint32_t badges = 0;
	for (int i = 0; i < node_count(list); i++) {
		int b = node_scalar(node_at(list, i))
		          ? sign_find(c->m->rules->signs->badge, node_scalar(node_at(list, i)))
		          : -1;
		if (b < 0) return malformed(c, node_at(list, i), "a badge of the system");
		badges |= 1u << b;
	}
	return badges == v->badges ||
	       case_fail(c, "%s shows badges %x, not %x", c->m->piece[v->id].id, v->badges, badges);
}

static bool shows_piece(struct case_run *c, const struct view_piece *v, struct node map)
{
	for (int i = 0; i < node_count(map); i++) {
		const char *name = node_scalar(node_key(map, i)), *value = node_scalar(node_at(map, i));
		if (name && strcmp(name, "badges") == 0) {
			if (!shows_badges(c, v, node_at(map, i))) return false;
			continue;
		}
		int slot = name ? sign_find(c->m->rules->signs->slot, name) : -1;
		if (slot < 0 || !value) return malformed(c, node_key(map, i), "badges or a slot of the counter");
		if (strcmp(v->slot[slot], value))
			return case_fail(c, "%s shows %s '%s', not '%s'", c->m->piece[v->id].id, name, v->slot[slot],
				value);
	}
	return true;
}

static bool shows_pieces(struct case_run *c, const struct view *v, struct node map)
{
	for (int i = 0; i < node_count(map); i++) {
		int id = node_scalar(node_key(map, i)) ? piece_find(c->m, node_scalar(node_key(map, i))) : -1, k = 0;
		if (id < 0) return malformed(c, node_key(map, i), "a piece");
		while (k < v->pieces && v->piece[k].id != id) k++;
		if (k == v->pieces) return case_fail(c, "%s is not in the view", c->m->piece[id].id);
		if (!shows_piece(c, &v->piece[k], node_at(map, i))) return false;
	}
	return true;
}

static bool shows_tracks(struct case_run *c, const struct view *v, struct node map)
{
	for (int i = 0; i < node_count(map); i++) {
		const char *name = node_scalar(node_key(map, i));
		int64_t value;
		int k = 0;
		if (!name || !node_int(node_at(map, i), INT32_MIN, INT32_MAX, &value, c->f)) return false;
		while (k < v->tracks && strcmp(v->track[k].name, name)) k++;
		if (k == v->tracks) return case_fail(c, "there is no track '%s'", name);
		if (v->track[k].value != value)
			return case_fail(c, "track %s is %d, not %d", name, v->track[k].value, (int)value);
	}
	return true;
}

static bool item_shows(struct case_run *c, struct node n)
{
	struct play p = {c->m, NULL, NULL};
	struct view *v = calloc(1, sizeof *v);
	int side = NOBODY;
	if (!v) abort();
	bool fine = !node_find(n, "side").doc || side_read(c, node_find(n, "side"), &side);
	if (fine) {
		v->side = side;
		play_view(&p, c->g, side, v);
		fine = shows_pieces(c, v, node_find(n, "pieces")) && shows_tracks(c, v, node_find(n, "tracks"));
	}
	free(v);
	return fine;
}

/* --- odds ----------------------------------------------------------------------------------------------- */

static bool contains(const struct case_run *c, const struct outcome *o, const char *phrase)
{
	if (strcmp(phrase, "nothing") == 0) return o->effects == 0;
	for (int i = 0; i < o->effects; i++)
		if (fits(c, &o->effect[i], phrase)) return true;
	return false;
}

static bool fraction_read(const char *text, unsigned long long *num, unsigned long long *den)
{
	int used = 0;
	*den = 1;
	if (!text) return false;
	if (sscanf(text, "%llu/%llu%n", num, den, &used) == 2 && !text[used]) return *den > 0;
	return sscanf(text, "%llu%n", num, &used) == 1 && !text[used] && (*den = 1);
}

static bool chances(struct case_run *c, const struct odds *odds, struct node map)
{
	for (int i = 0; i < node_count(map); i++) {
		const char *phrase = node_scalar(node_key(map, i));
		unsigned long long num, den;
		char have[88];
		wide sum = 0;
		if (!phrase || !fraction_read(node_scalar(node_at(map, i)), &num, &den))
			return malformed(c, node_at(map, i), "a fraction like 7/54");
		for (int k = 0; k < odds->outcomes; k++)
			if (contains(c, &odds->outcome[k], phrase)) sum += odds->outcome[k].num;
		for (int k = 0; k < odds->besides; k++)
			if (contains(c, &odds->beside[k], phrase)) sum += odds->beside[k].num;
		odds_fraction(sum, odds->den, have);
		char want[88];
		odds_fraction(num, den, want);
		if (strcmp(have, want)) return case_fail(c, "the chance of '%s' is %s, not %s", phrase, have, want);
	}
	return true;
}

/* Every invariant of the system holds: what is derived too. */
static bool item_sound(struct case_run *c, struct node n)
{
	struct play p = {c->m, NULL, NULL};
	struct text wrong = {0};
	if (node_scalar(n) && strcmp(node_scalar(n), "always") == 0) return sound_always(c);
	play_sound(&p, c->g, &wrong);
	bool good = wrong.n == 0 || case_fail(c, "not sound: %s", text_str(&wrong));
	text_free(&wrong);
	return good;
}

static int overlay_named(const struct case_run *c, const char *name)
{
	for (int i = 0; name && i < c->m->rules->overlays; i++)
		if (strcmp(c->m->rules->overlay[i].name, name) == 0) return i;
	return -1;
}

/* {show: reach, piece: morand, places: {"0710": 2, "0910": none}}: what an overlay marks, for the side that
   is asked. */
static bool item_overlay(struct case_run *c, struct node n)
{
	struct node places = node_find(n, "places");
	const char *piece = node_scalar(node_find(n, "piece"));
	int which = overlay_named(c, node_scalar(node_find(n, "show"))),
		unit = piece ? piece_find(c->m, piece) : NO_UNIT, count = c->m->map ? c->m->map->count : 0;
	int16_t value[4096];
	if (which < 0 || count == 0 || count > 4096 || (piece && unit < 0))
		return malformed(c, n, "an overlay, and a piece of the battle");
	struct play p = {c->m, NULL, NULL};
	words_hooks(c->m)->show(&p, c->g, c->turn, which, unit, value);
	for (int i = 0; i < node_count(places); i++) {
		const char *number = node_scalar(node_key(places, i)), *want = node_scalar(node_at(places, i));
		int hex = number ? hexmap_find(c->m->map, number) : HEX_NONE;
		if (hex == HEX_NONE || !want) return malformed(c, places, "a hex");
		int wanted = -1;
		if (strcmp(want, "none") && !whole_number(want, &wanted)) return malformed(c, places, "a number");
		if (value[hex] != wanted)
			return case_fail(c, "the overlay marks %s with %d, not with %s", number, value[hex], want);
	}
	return true;
}

static bool item_odds(struct case_run *c, struct node n)
{
	struct odds *odds = malloc(sizeof *odds);
	struct refusal r = {0};
	struct order o;
	struct node exact = node_find(n, "exact");
	bool want = true;
	int side;
	if (!odds) abort();
	bool fine = case_order_read(c, n, &o, &side) && (!exact.doc || node_bool(exact, &want, c->f));
	if (fine) {
		fine =
			odds_of(c->m, c->g, side, &o, 1, 0, odds, &r) || case_fail(c, "no odds: %s: %s", r.rule, r.text);
		fine = fine && chances(c, odds, node_find(n, "chance"));
		if (fine && exact.doc && odds->exact != want)
			fine = case_fail(c, "the odds are%s exact", odds->exact ? "" : " not");
		odds_free(odds);
	}
	free(odds);
	return fine;
}

/* --- the table ------------------------------------------------------------------------------------------ */

static const struct {
	const char *name;
	bool (*run)(struct case_run *c, struct node n);
} items[] = {
	{"dice", item_dice},
	{"order", item_order},
	{"usual", item_usual},
	{"refused", item_refused},
	{"standing", item_standing},
	{"undo", item_undo},
	{"asks", item_asks},
	{"offers", item_offers},
	{"withholds", item_withholds},
	{"only", item_only},
	{"events", item_events},
	{"no_events", item_no_events},
	{"modifiers", item_modifiers},
	{"expect", item_expect},
	{"shows", item_shows},
	{"odds", item_odds},
	{"sound", item_sound},
	{"overlay", item_overlay},
};

bool case_item(struct case_run *c, struct node item)
{
	const char *name = node_scalar(node_key(item, 0));
	if (!node_is_map(item) || node_count(item) != 1 || !name)
		return malformed(c, item, "one of the items of docs/cases.md");
	for (size_t i = 0; i < sizeof items / sizeof *items; i++)
		if (strcmp(items[i].name, name) == 0)
			return (items[i].run == item_dice || case_ready(c)) && items[i].run(c, node_at(item, 0));
	return malformed(c, node_key(item, 0), "one of the items of docs/cases.md");
}
