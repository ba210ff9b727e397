/* `fratelli bench`: how fast the rules run, on the biggest battle each system has. One thread, random play: what the
   opponent and studies of thousands of games live on. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct figures {
	double seconds;
	uint64_t decisions, games, listed;
	int orders_max;
	double clone_ns;
};

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct choice { char battle[128], scenario[128]; int pieces; enum grade grade; };

/* Recommended and possible pairings count before those for tests; then the most pieces win. */
static bool is_bigger(const struct muster *m, const struct choice *best)
{
	bool fits = m->grade != GRADE_TEST, had = best->grade != GRADE_TEST;

	return best->pieces == 0 || (fits != had ? fits : m->pieces > best->pieces);
}

static void consider(const struct home *h, const struct rules *r, const struct battle *b, struct choice *best)
{
	for (int i = 0; i < b->scenarios; i++) {
		struct arena *a = arena_new();
		struct faults faults = {0};
		const struct muster *m = muster_make(a, r, h->data, b, b->scenario[i].id, NULL, &faults);

		faults_print(&faults, stderr);
		faults_free(&faults);
		if (m && is_bigger(m, best)) {
			snprintf(best->battle, sizeof best->battle, "%s", b->id);
			snprintf(best->scenario, sizeof best->scenario, "%s", b->scenario[i].id);
			best->pieces = m->pieces, best->grade = m->grade;
		}
		arena_free(a);
	}
}

static void choose(const struct home *h, const struct rules *r, struct choice *best)
{
	struct names known = {0};

	battles_known(h, true, &known);
	for (int i = 0; i < known.n; i++) {
		struct arena *a = arena_new();
		const struct battle *b;

		if (battle_open(h, a, known.name[i], &b) == EXIT_WELL)
			consider(h, r, b, best);
		arena_free(a);
	}
	names_free(&known);
}

static void time_games(const struct muster *m, double seconds, struct figures *f)
{
	double start = now();

	do {
		struct trial t;

		trial_run(m, f->games + 1, 0, &t);
		f->games++;
		f->decisions += t.decisions;
		f->listed += t.orders_listed;
		if (t.orders_max > f->orders_max)
			f->orders_max = t.orders_max;
	} while ((f->seconds = now() - start) < seconds);
}

static void time_clones(const struct muster *m, struct figures *f)
{
	enum { TIMES = 200000 };
	struct play p = {.m = m};
	struct game *g = calloc(1, m->state_bytes), *copy = calloc(1, m->state_bytes);
	uint8_t seed[32];
	double start;

	if (!g || !copy)
		abort();
	seed_from_number(1, seed);
	play_begin(&p, g, seed);
	start = now();
	for (int i = 0; i < TIMES; i++) {
		game_copy(m, copy, g);
		__asm__ volatile("" : : "r"(copy) : "memory"); /* or the copies would be left out */
	}
	f->clone_ns = (now() - start) * 1e9 / TIMES;
	free(g);
	free(copy);
}

static void print_figures(const struct muster *m, const struct figures *f, bool as_json)
{
	double decisions = (double)f->decisions / f->seconds, games = (double)f->games / f->seconds;
	double mean = f->decisions ? (double)f->listed / (double)f->decisions : 0;
	struct text out = {0};
	struct json j = {.out = &out};

	if (!as_json) {
		printf("%s on %s, %s (%d pieces)\n  %.0f decisions/s, %.1f games/s\n  orders: %.1f on average, %d at most\n"
		       "  state: %u bytes, %.0f ns to clone\n", m->rules->id, m->battle->id, m->scenario->id, m->pieces, decisions, games, mean,
		       f->orders_max, m->state_bytes, f->clone_ns);
		return;
	}
	json_open(&j, NULL, '{');
	json_str(&j, "system", m->rules->id);
	json_str(&j, "battle", m->battle->id);
	json_double(&j, "decisions_per_second", decisions);
	json_double(&j, "games_per_second", games);
	json_double(&j, "mean_orders", mean);
	json_int(&j, "max_orders", f->orders_max);
	json_int(&j, "state_bytes", m->state_bytes);
	json_double(&j, "clone_ns", f->clone_ns);
	json_close(&j, '}');
	print_json(&out);
}

static int bench_system(const struct home *h, const struct rules *r, double seconds, bool as_json)
{
	struct choice best = {0};
	struct figures f = {0};
	struct engagement e;
	int code;

	choose(h, r, &best);
	if (best.pieces == 0)
		return failed("%s has no battle to run on: skipped", r->id);
	if ((code = engagement_open(h, best.battle, r->id, best.scenario, NULL, &e)))
		return code;
	time_games(e.muster, seconds, &f);
	time_clones(e.muster, &f);
	print_figures(e.muster, &f, as_json);
	fflush(stdout);
	engagement_close(&e);
	return EXIT_WELL;
}

int verb_bench(int argc, char **argv)
{
	int64_t seconds = 3;
	bool as_json = false;
	const struct flag flags[] = {
		{"seconds", "N", FLAG_NUMBER, &seconds, "of random play for each system (3)", 1, 3600},
		{"json", NULL, FLAG_YES, &as_json, "one object a system", 0, 0},
		{0},
	};
	const struct usage usage = {"bench", "[SYSTEM…]", 0, -1,
		"Random play on one thread, on the biggest battle each system (default: all) is fit for.", flags, NULL};
	struct names known = {0};
	struct home home;
	struct words words;
	int worst = EXIT_WELL, code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON)
		return code;
	if (!home_find(&home))
		return EXIT_MISUSE;
	systems_known(&known);
	if (words.n == 0)
		words = (struct words){known.n, known.n, (const char **)known.name};
	for (int i = 0; i < words.n; i++) {
		const struct rules *r;

		if ((code = system_open(words.word[i], &r)) == EXIT_WELL)
			code = bench_system(&home, r, (double)seconds, as_json);
		if (code > worst)
			worst = code;
	}
	names_free(&known);
	return worst;
}
