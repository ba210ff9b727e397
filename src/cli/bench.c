/* `fratelli bench`: how fast the rules run, on the biggest battle each system has. One thread, random play:
   what the opponent and studies of thousands of games live on; then what a player meets (bench_play.c). */
#include "cli/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/optional.h"

struct figures {
	double seconds;
	uint64_t decisions, games, listed;
	int orders_max;
	double clone_ns;
};

double bench_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* what others do on the machine is not counted */
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

struct choice {
	char battle[128], scenario[128];
	int pieces;
	enum grade grade;
};

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

		if (battle_open(h, a, known.name[i], &b) == EXIT_WELL) consider(h, r, b, best);
		arena_free(a);
	}
	names_free(&known);
}

static void time_games(const struct muster *m, double seconds, struct figures *f)
{
	double start = bench_now();

	do {
		struct trial t;

		trial_run(m, f->games + 1, 0, &t);
		f->games++;
		f->decisions += t.decisions;
		f->listed += t.orders_listed;
		if (t.orders_max > f->orders_max) f->orders_max = t.orders_max;
	} while ((f->seconds = bench_now() - start) < seconds);
}

static void time_clones(const struct muster *m, struct figures *f)
{
	enum { TIMES = 200000 };
	struct play p = {.m = m};
	struct game *g = calloc(1, m->state_bytes), *copy = calloc(1, m->state_bytes);
	uint8_t seed[32];
	double start;

	if (!g || !copy) abort();
	seed_from_number(1, seed);
	play_begin(&p, g, seed);
	start = bench_now();
	for (int i = 0; i < TIMES; i++) {
		game_copy(m, copy, g);
		__asm__ volatile("" : : "r"(copy) : "memory"); /* or the copies would be left out */
	}
	f->clone_ns = (bench_now() - start) * 1e9 / TIMES;
	free(g);
	free(copy);
}

static double in_cases(const struct timing *t, int percent)
{
	return t->n ? t->ms[(t->n - 1) * percent / 100] : 0;
}

static void print_timing(const char *what, const struct timing *t)
{
	if (t->n)
		printf("  odds of %s: %.2f ms, %.2f in 99 of 100 cases, %.2f at worst; %d, of which %d exact\n", what,
			in_cases(t, 50), in_cases(t, 99), in_cases(t, 100), t->n, t->exact);
}

static void print_experience(const struct muster *m, const struct experience *e)
{
	printf(
		"  questions in %s: %d to its owner beyond his moves and shots (%d with them), %d to the other side; medians of %d\n",
		mind_hooks(m)->acting ? "an activation" : "a side's turn", e->owner, e->owner_all, e->other,
		e->activations);
	print_timing("a shot", &e->fire);
	print_timing("an assault", &e->assault);
}

static void timing_json(struct json *j, const char *name, const struct timing *t)
{
	json_open(j, name, '{');
	json_int(j, "asked", t->n);
	json_int(j, "exact", t->exact);
	json_double(j, "median_ms", in_cases(t, 50));
	json_double(j, "p99_ms", in_cases(t, 99));
	json_double(j, "worst_ms", in_cases(t, 100));
	json_close(j, '}');
}

static void experience_json(struct json *j, const struct experience *e)
{
	json_open(j, "questions", '{');
	json_int(j, "activations", e->activations);
	json_int(j, "owner", e->owner);
	json_int(j, "owner_all", e->owner_all);
	json_int(j, "other", e->other);
	json_close(j, '}');
	timing_json(j, "odds_fire", &e->fire);
	timing_json(j, "odds_assault", &e->assault);
}

static void print_figures(const struct muster *m, const struct figures *f, const struct experience *e,
	bool as_json)
{
	double decisions = (double)f->decisions / f->seconds, games = (double)f->games / f->seconds;
	double mean = f->decisions ? (double)f->listed / (double)f->decisions : 0;
	struct text out = {0};
	struct json j = {.out = &out};

	if (!as_json) {
		printf(
			"%s on %s, %s (%d pieces)\n  %.0f decisions/s, %.1f games/s\n  orders: %.1f on average, %d at most\n"
			"  state: %u bytes, %.0f ns to clone\n",
			m->rules->id, m->battle->id, m->scenario->id, m->pieces, decisions, games, mean, f->orders_max,
			m->state_bytes, f->clone_ns);
		print_experience(m, e);
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
	experience_json(&j, e);
	json_close(&j, '}');
	print_json(&out);
}

static int bench_system(const struct home *h, const struct rules *r, double seconds, bool as_json)
{
	struct choice best = {0};
	struct figures f = {0};
	struct experience *met = malloc(sizeof *met);
	struct engagement e;
	int code;

	if (!met) abort();
	choose(h, r, &best);
	if (best.pieces == 0) code = failed("%s has no battle to run on: skipped", r->id);
	else if ((code = engagement_open(h, best.battle, r->id, best.scenario, NULL, &e)) == EXIT_WELL) {
		time_games(e.muster, seconds, &f);
		time_clones(e.muster, &f);
		bench_play(e.muster, seconds, met);
		print_figures(e.muster, &f, met, as_json);
		fflush(stdout);
		engagement_close(&e);
	}
	free(met);
	return code;
}

int verb_bench(int argc, char **argv)
{
	int64_t seconds = 3;
	bool as_json = false;
	const struct flag flags[] = {
		{"seconds", "N", FLAG_NUMBER, &seconds,
			"of random play for each system, and as many of captains' (3)", 1, 3600},
		{"json", NULL, FLAG_YES, &as_json, "one object a system", 0, 0},
		{0},
	};
	const struct usage usage = {"bench", "[SYSTEM…]", 0, -1,
		"Random play on one thread, then captains, on the biggest battle each system (default: all) is fit for.",
		flags, NULL};
	struct names known = {0};
	struct home home;
	struct words words;
	int worst = EXIT_WELL, code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!home_find(&home)) return EXIT_MISUSE;
	systems_known(&known);
	if (words.n == 0) words = (struct words){known.n, known.n, (const char **)known.name};
	for (int i = 0; i < words.n; i++) {
		const struct rules *r;

		if ((code = system_open(words.word[i], &r)) == EXIT_WELL)
			code = bench_system(&home, r, (double)seconds, as_json);
		if (code > worst) worst = code;
	}
	names_free(&known);
	return worst;
}
