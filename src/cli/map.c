/* `fratelli map` and `fratelli muster`: a battle as one system sees it, drawn and counted. */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "ground/svg.h"

static int map_write(const struct engagement *e, const char *path, bool grid)
{
	struct svg_options how = {.title = e->battle->title,
		.subtitle = e->battle->date,
		.grid = grid,
		.numbers = grid};
	const struct muster *m = e->muster;
	struct text out = {0};
	int code = EXIT_WELL;

	if (!m->map)
		svg_part(&how, m->tabletop_left, m->tabletop_top, m->tabletop_w, m->tabletop_h, m->tabletop_metres);
	svg_draw(&out, e->battle->ground, m->map, &how);
	if (strcmp(path, "-") == 0) fwrite(text_str(&out), 1, out.n, stdout);
	else if (!file_write(path, text_str(&out), out.n))
		code = failed("cannot write %s: %s", path, strerror(errno));
	text_free(&out);
	return code;
}

int verb_map(int argc, char **argv)
{
	const char *path = NULL, *scenario = NULL;
	bool no_grid = false;
	const struct flag flags[] = {
		{"o", "FILE", FLAG_TEXT, &path, "where to; - is the standard output", 0, 0},
		{"scenario", "NAME", FLAG_TEXT, &scenario, "default: the battle's first", 0, 0},
		{"no-grid", NULL, FLAG_YES, &no_grid, "without hexes and their numbers", 0, 0},
		{0},
	};
	const struct usage usage = {"map", "BATTLE SYSTEM -o FILE.svg", 2, 2,
		"Draws the ground with the system's hexes.", flags, NULL};
	struct engagement e;
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!path) return misuse("`map` needs -o FILE.svg (or -o - for the standard output)");
	if (!home_find(&home)) return EXIT_MISUSE;
	if ((code = engagement_open(&home, words.word[0], words.word[1], scenario, NULL, &e))) return code;
	code = map_write(&e, path, !no_grid);
	engagement_close(&e);
	return code;
}

/* --- muster --------------------------------------------------------------------------------------------- */

/* What stands on every counter when the game begins, as its own side sees it: the view of each side. */
static struct view *first_views(const struct muster *m)
{
	struct view *v = calloc(SIDES, sizeof *v);
	struct game *g = game_new(m);
	struct play p = {m, NULL, NULL};
	uint8_t seed[32];

	if (!v) abort();
	seed_from_number(1, seed);
	play_begin(&p, g, seed);
	for (int side = 0; side < SIDES; side++) play_view(&p, g, side, &v[side]);
	free(g);
	return v;
}

static void slots_json(const struct muster *m, int piece, const struct view *v, struct json *j)
{
	const struct sign *sign = m->rules->signs->slot;

	json_open(j, "slots", '{');
	for (int i = 0; i < v->pieces; i++)
		for (int k = 0; v->piece[i].id == piece && k < VIEW_SLOTS && sign[k].name; k++)
			json_str(j, sign[k].name, v->piece[i].slot[k]);
	json_close(j, '}');
}

static void muster_json(const struct muster *m)
{
	struct view *view = first_views(m);
	struct text out = {0};
	struct json j = {.out = &out};

	json_open(&j, NULL, '{');
	json_str(&j, "battle", m->battle->id);
	json_str(&j, "scenario", m->scenario->id);
	json_str(&j, "system", m->rules->id);
	json_str(&j, "grade", wire_grade(m->grade));
	json_str(&j, "why", m->grade_why);
	wire_sides(m->battle, &j);
	json_open(&j, "formations", '{');
	for (int i = 0; i < m->battle->formations; i++)
		json_str(&j, m->battle->formation[i].id, m->battle->formation[i].name);
	json_close(&j, '}');
	json_open(&j, "pieces", '[');
	for (int i = 0; i < m->pieces; i++) {
		const struct piece *p = &m->piece[i];

		json_open(&j, NULL, '{');
		json_str(&j, "id", p->id);
		json_str(&j, "name", p->name);
		json_str(&j, "side", wire_side(m, p->side));
		json_str(&j, "symbol", wire_symbol(p->symbol));
		json_str(&j, "formation", p->formation >= 0 ? m->battle->formation[p->formation].id : NULL);
		json_str(&j, "derived", p->derived);
		slots_json(m, i, &view[p->side >= 0 ? p->side : 0], &j);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_close(&j, '}');
	print_json(&out);
	free(view);
}

static void muster_piece(const struct muster *m, const struct piece *p)
{
	const char *line = p->derived ? p->derived : "";

	printf("  %-18s %s, %s%s%s\n", p->id, p->name, symbol_name(p->symbol), p->formation >= 0 ? ", " : "",
		p->formation >= 0 ? m->battle->formation[p->formation].name : "");
	while (*line) {
		int n = (int)strcspn(line, "\n");

		printf("      %.*s\n", n, line);
		line += n + (line[n] == '\n');
	}
}

static void muster_print(const struct muster *m)
{
	printf("%s, %s, under %s: %s%s%s\n", m->battle->title, m->scenario->title, m->rules->title,
		wire_grade(m->grade), m->grade_why ? ", " : "", m->grade_why ? m->grade_why : "");
	for (int side = NOBODY; side < SIDES; side++) {
		bool any = false;

		for (int i = 0; i < m->pieces; i++) {
			if (m->piece[i].side != side) continue;
			if (!any) printf("\n%s\n", side == NOBODY ? "Neither side" : m->battle->side[side].title);
			any = true;
			muster_piece(m, &m->piece[i]);
		}
	}
}

int verb_muster(int argc, char **argv)
{
	const char *scenario = NULL;
	bool as_json = false;
	struct words options = {.room = 32, .word = (const char *[32]){0}};
	const struct flag flags[] = {
		{"scenario", "NAME", FLAG_TEXT, &scenario, "default: the battle's first", 0, 0},
		{"option", "NAME=N", FLAG_LIST, &options, "an optional rule; may be repeated", 0, 0},
		{"json", NULL, FLAG_YES, &as_json, "as JSON", 0, 0},
		{0},
	};
	const struct usage usage = {"muster", "BATTLE SYSTEM", 2, 2,
		"Every counter, what it was derived from and by which rule.", flags, NULL};
	struct engagement e;
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!home_find(&home)) return EXIT_MISUSE;
	if ((code = engagement_open(&home, words.word[0], words.word[1], scenario, &options, &e))) return code;
	if (as_json) muster_json(e.muster);
	else muster_print(e.muster);
	engagement_close(&e);
	return EXIT_WELL;
}
