/* `fratelli pairings`: how well each rule system fits each battle, measured: counters a side, the ratio of
   the sides' printed strength against that of their men times quality, and how far infantry marches in an
   hour on the map. A pairing may call itself recommended only where these hold; `--check` makes that a test,
   and `--markdown` prints the README's table. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"

enum { UNITS_LEAST = 7, UNITS_MOST = 100, MARCH_LEAST = 2000, MARCH_MOST = 5000, RATIO_OFF = 10 };

struct measure {
	int units[SIDES];
	int off;   /* percent by which the ratio of printed strengths differs from that of men times quality; -1 =
	              unknown */
	int march; /* metres an hour, the best of the infantry as it stands; -1 = unknown */
	bool fits;
};

/* What a man counts for, in hundredths. */
static const int quality_weight[QUALITIES] = {70, 85, 100, 115, 130};

static void measure_strength(const struct muster *m, struct measure *x)
{
	int64_t printed[SIDES] = {0}, real[SIDES] = {0};
	for (int i = 0; i < m->scenario->postings; i++) { /* a counter may gather several brigades, or be one of
	                                                     several of a brigade */
		const struct posting *p = &m->scenario->posting[i];
		const struct unit *u = &m->battle->unit[p->who];
		if (p->kind == POSTING_UNIT && u->arm != ARM_BOAT && u->arm != ARM_ARTILLERY)
			real[u->side] += (int64_t)u->men * quality_weight[u->quality];
	}
	for (int i = 0; i < m->pieces; i++) {
		const struct piece *p = &m->piece[i];
		if (p->unit < 0 || m->battle->unit[p->unit].arm == ARM_BOAT) continue;
		x->units[p->side]++;
		if (p->symbol != ARM_ARTILLERY) /* guns are counted in other ways than men are */
			printed[p->side] += mind_hooks(m)->worth ? mind_hooks(m)->worth(m, i) : 0;
	}
	x->off = -1;
	if (!printed[0] || !printed[1] || !real[0] || !real[1]) return;
	int64_t ratio = 100 * printed[0] * real[1] / (printed[1] * real[0]);
	x->off = (int)(ratio > 100 ? ratio - 100 : 100 - ratio);
}

/* The clock of the view when the second turn begins, less that of the first: minutes a turn. */
static int turn_minutes(const struct muster *m, struct game *g, struct orders *o, struct view *v)
{
	struct play p = {.m = m};
	struct rng rng = {1859};
	int side, first;
	memset(v, 0, sizeof *v);
	play_view(&p, g, NOBODY, v);
	first = v->clock;
	int turn = g->turn;
	while ((side = play_next(&p, g, o)) != NOBODY && g->turn <= turn)
		play_trusted(&p, g, side, &o->list[rng_below(&rng, (uint32_t)o->n)]);
	memset(v, 0, sizeof *v);
	play_view(&p, g, NOBODY, v);
	return v->clock - first;
}

static int reach_overlay(const struct rules *r)
{
	for (int i = 0; i < r->overlays; i++)
		if (strcmp(r->overlay[i].name, "reach") == 0) return i;
	return -1;
}

/* The farthest hex any infantry on a road can reach in its move, from where it stands. */
static int best_march(const struct muster *m, const struct game *g, const struct view *v, int overlay,
	int16_t *value)
{
	struct play p = {.m = m};
	int best = -1;
	for (int i = 0; i < v->pieces; i++) {
		const struct view_piece *k = &v->piece[i];
		if (k->symbol != ARM_INFANTRY || k->places == 0 || k->place[0] < 0) continue;
		words_hooks(m)->show(&p, g, k->side, overlay, k->id, value);
		for (int hex = 0; hex < m->map->count; hex++)
			if (value[hex] >= 0 && hex_range(m->map, k->place[0], hex) > best)
				best = hex_range(m->map, k->place[0], hex);
	}
	return best;
}

static void measure_march(const struct muster *m, struct measure *x)
{
	int overlay = reach_overlay(m->rules);
	x->march = -1;
	if (!m->map || overlay < 0 || !words_hooks(m)->show) return;
	struct game *g = calloc(1, m->state_bytes);
	struct orders *o = malloc(sizeof *o);
	struct view *v = calloc(1, sizeof *v);
	int16_t *value = calloc((size_t)m->map->count, sizeof *value);
	uint8_t seed[32];
	if (!g || !o || !v || !value) abort();
	struct play p = {.m = m};
	seed_from_number(1859, seed);
	play_begin(&p, g, seed);
	play_next(&p, g, o);
	play_view(&p, g, NOBODY, v);
	int hexes = best_march(m, g, v, overlay, value), minutes = turn_minutes(m, g, o, v);
	if (hexes >= 0 && minutes > 0) x->march = hexes * m->map->grid.size * 60 / minutes;
	free(value), free(v), free(o), free(g);
}

static struct measure measure(const struct muster *m)
{
	struct measure x = {0};
	measure_strength(m, &x);
	measure_march(m, &x);
	/* -1: the system does not say */
	x.fits = x.off <= RATIO_OFF && (x.march < 0 || (x.march >= MARCH_LEAST && x.march <= MARCH_MOST));
	for (int s = 0; s < SIDES; s++) x.fits = x.fits && x.units[s] >= UNITS_LEAST && x.units[s] <= UNITS_MOST;
	return x;
}

struct pairing_run {
	struct home home;
	bool markdown, check, json;
	int wrong;
	struct text out;
	struct json j;
};

static void say(struct pairing_run *r, const struct muster *m, const struct measure *x)
{
	const char *grade = wire_grade(m->grade);
	if (r->json) {
		json_open(&r->j, NULL, '{');
		json_str(&r->j, "battle", m->battle->id), json_str(&r->j, "scenario", m->scenario->id),
			json_str(&r->j, "system", m->rules->id);
		json_str(&r->j, "grade", grade), json_int(&r->j, "units_0", x->units[0]),
			json_int(&r->j, "units_1", x->units[1]);
		json_int(&r->j, "ratio_off_percent", x->off), json_int(&r->j, "march_metres_an_hour", x->march),
			json_bool(&r->j, "fits", x->fits);
		json_close(&r->j, '}');
	} else if (r->markdown) {
		printf("| %s, %s | %s | %s | %d / %d | ", m->battle->title, m->scenario->title, m->rules->title,
			grade, x->units[0], x->units[1]);
		if (x->march < 0) printf("%d %% | ? |\n", x->off);
		else printf("%d %% | %d.%d km/h |\n", x->off, x->march / 1000, x->march % 1000 / 100);
	} else if (r->check) {
		bool wrong = m->grade == GRADE_RECOMMENDED && !x->fits;
		r->wrong += wrong;
		printf("%sok - %s, %s under %s: %s; %d and %d units, ratio off by %d %%, %d m an hour\n",
			wrong ? "not " : "", m->battle->id, m->scenario->id, m->rules->id, grade, x->units[0],
			x->units[1], x->off, x->march);
	} else {
		printf("%-10s %-14s %-18s %-12s %3d %3d units  ratio off %3d %%  %5d m/h\n", m->battle->id,
			m->scenario->id, m->rules->id, grade, x->units[0], x->units[1], x->off, x->march);
	}
}

static void pair(struct pairing_run *r, const struct battle *b)
{
	for (int i = 0; i < b->scenarios; i++)
		for (const struct rules *const *s = all_rules; *s; s++) {
			struct arena *a = arena_new();
			struct faults f = {0};
			const struct muster *m = muster_make(a, *s, r->home.data, b, b->scenario[i].id, NULL, &f);
			if (m) {
				struct measure x = measure(m);
				say(r, m, &x);
			} else {
				r->wrong++;
				faults_print(&f, stderr);
				printf("not ok - %s, %s does not muster under %s\n", b->id, b->scenario[i].id, (*s)->id);
			}
			faults_free(&f);
			arena_free(a);
		}
}

int verb_pairings(int argc, char **argv)
{
	struct pairing_run r = {0};
	const struct flag flags[] = {
		{"check", NULL, FLAG_YES, &r.check, "as a test: what calls itself recommended must fit", 0, 0},
		{"markdown", NULL, FLAG_YES, &r.markdown, "as a table", 0, 0},
		{"json", NULL, FLAG_YES, &r.json, "as JSON", 0, 0},
		{0},
	};
	const struct usage usage = {"pairings", "", 0, 0,
		"Every battle under every rule system, and how well they fit, measured.", flags, NULL};
	struct words words;
	struct names known = {0};
	int code = args_read(&usage, argc, argv, &words);
	if (code != ARGS_GO_ON) return code;
	if (!home_find(&r.home)) return EXIT_MISUSE;
	r.j.out = &r.out;
	if (r.json) json_open(&r.j, NULL, '[');
	battles_known(&r.home, false, &known);
	for (int i = 0; i < known.n; i++) {
		struct arena *a = arena_new();
		const struct battle *b;
		if (battle_open(&r.home, a, known.name[i], &b) == EXIT_WELL) pair(&r, b);
		else r.wrong++;
		arena_free(a);
	}
	names_free(&known);
	if (r.json) {
		json_close(&r.j, ']');
		print_json(&r.out);
	}
	return r.wrong ? EXIT_FAILED : EXIT_WELL;
}
