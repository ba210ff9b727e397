/* Weights from games. The computer plays itself; in two games of three a recruit has one side, so that either
   may win where a scenario leans to one; and now and then it does anything at all, so that positions differ.
   Some positions of each game are kept with how that game ended; logistic regression then finds the weights
   under which the judgement would have been right most often. Every fifth game is held out: it decides how
   much the games may move the weights away from those we began with. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "study/own.h"
#include "study/tune.h"

#define WANDER 16    /* one order in so many is chosen blindly */
#define HAND_OVERS 2 /* of so many changes of side one is kept */
#define HELD_OUT 5
#define DECISIONS_MOST 100000
#define ROUNDS 25 /* of Newton's method */
#define FREE 0.1  /* what a scenario gives its first side is free to be found */
#define FIRM 1e9  /* the weights stay where they are */
#define UNKNOWNS \
	(2 * FEATURES + 2 * TUNING_GROUNDS) /* early and late weights; what each scenario gives its first side,
	                                       early and late */

struct sample {
	int game, ground;
	double x[2 * FEATURES], left, result;
};
struct samples {
	int n, room;
	struct sample *list;
};

struct tuning_run {
	const struct tuning *t;
	struct samples *of; /* by game */
	struct progress progress;
};

/* --- games ---------------------------------------------------------------------------------------------- */

static void sample_add(struct samples *s, const struct features *f, int game, int ground)
{
	if (s->n == s->room)
		s->list =
			study_need(realloc(s->list, sizeof *s->list * (size_t)(s->room = s->room ? 2 * s->room : 32)));
	struct sample *one = &s->list[s->n++];
	*one = (struct sample){.game = game, .ground = ground, .left = f->left / 1000.0};
	for (int i = 0; i < FEATURES; i++) {
		double more = (f->of[0][i] - f->of[1][i]) / (double)WHOLE_SHARE;
		one->x[i] = more * one->left, one->x[FEATURES + i] = more * (1 - one->left);
	}
}

/* What the game was worth to side 0: a high margin is a surer sign than a narrow one, and a draw that was
   nearly won is more than one that was nearly lost. */
static double result_of(const struct game *g, const struct features *last)
{
	double margin = g->margin > 3 ? 3 : g->margin,
		   lead = (last->of[0][FEATURE_LEAD] - last->of[1][FEATURE_LEAD]) / (double)WHOLE_SHARE;
	if (g->winner == RESULT_DRAW) return 0.5 + 0.3 * lead;
	return g->winner == 0 ? 0.88 + 0.04 * margin : 0.12 - 0.04 * margin;
}

static void play_game(const struct tuning *t, int number, struct samples *out)
{
	int ground = number % t->grounds, asked = NOBODY, turns = 0;
	const struct muster *m = t->ground[ground];
	struct play p = {m, NULL, NULL};
	struct game *g = game_new(m);
	struct orders *o = study_need(malloc(sizeof *o));
	struct rng rng = {(t->seed + (uint64_t)number) * 0x9e3779b97f4a7c15ull};
	struct features f = {0};
	struct seat seat[SIDES];
	uint8_t dice[32];
	const struct player weaker = {.level = MIND_RECRUIT, .weights = t->player.weights};
	for (int side = 0; side < SIDES; side++)
		seat_open(&seat[side], number / t->grounds % 3 == side + 1 ? &weaker : &t->player, m, rng_next(&rng));
	seed_from_number(t->seed + (uint64_t)number, dice);
	play_begin(&p, g, dice);
	for (int i = 0, side; i < DECISIONS_MOST && (side = play_next(&p, g, o)) != NOBODY; i++) {
		if (side != asked) {
			asked = side, f = (struct features){0};
			play_features(&p, g, &f);
			if (turns++ % HAND_OVERS == 0) sample_add(out, &f, number, ground);
		}
		struct order order = rng_below(&rng, WANDER) ? seat_choose(&seat[side], g, side, o)
		                                             : o->list[rng_below(&rng, (uint32_t)o->n)];
		play_trusted(&p, g, side, &order);
	}
	for (int i = 0; i < out->n; i++) out->list[i].result = result_of(g, &f);
	for (int side = 0; side < SIDES; side++) seat_close(&seat[side]);
	free(g), free(o);
}

/* The samples of a game, as they go from rank to rank. */
static void play_one(void *all, int64_t number, struct text *result)
{
	const struct tuning_run *r = all;
	struct samples made = {0};
	play_game(r->t, (int)number, &made);
	if (made.n) text_addn(result, (const char *)made.list, sizeof *made.list * (size_t)made.n);
	free(made.list);
}

static bool take_one(void *all, int64_t number, const char *result, size_t n)
{
	struct tuning_run *r = all;
	struct samples *s = &r->of[number];
	s->n = (int)(n / sizeof *s->list);
	s->list = study_need(malloc(n + 1));
	memcpy(s->list, result, n);
	progress_step(&r->progress);
	return true;
}

/* --- logistic regression -------------------------------------------------------------------------------- */

struct fit {
	const struct samples *s;
	double from[UNKNOWNS], w[UNKNOWNS], scale[UNKNOWNS]; /* where we began; found so far; mean square of what
	                                                        it is multiplied by */
	bool zero[UNKNOWNS];                                 /* held at 0: more of a feature is never worse */
};

static void row_of(const struct sample *s, double x[UNKNOWNS])
{
	memset(x, 0, sizeof *x * UNKNOWNS);
	memcpy(x, s->x, sizeof s->x);
	x[2 * FEATURES + 2 * s->ground] = s->left, x[2 * FEATURES + 2 * s->ground + 1] = 1 - s->left;
}

static double chance(const double x[UNKNOWNS], const double w[UNKNOWNS])
{
	double z = 0;
	for (int i = 0; i < UNKNOWNS; i++) z += x[i] * w[i];
	return 1 / (1 + exp(-z));
}

static double loss(const struct samples *s, const double w[UNKNOWNS])
{
	double sum = 0, n = 0, x[UNKNOWNS];
	for (int i = 0; i < s->n; i++) {
		if (s->list[i].game % HELD_OUT != HELD_OUT - 1) continue;
		row_of(&s->list[i], x);
		double c = chance(x, w), y = s->list[i].result;
		sum -= y * log(c + 1e-9) + (1 - y) * log(1 - c + 1e-9), n++;
	}
	return n > 0 ? sum / n : 0;
}

/* Gauss, with the largest pivot. */
static void solve(int n, double a[UNKNOWNS][UNKNOWNS], double b[UNKNOWNS])
{
	for (int c = 0; c < n; c++) {
		int top = c;
		for (int r = c + 1; r < n; r++)
			if (fabs(a[r][c]) > fabs(a[top][c])) top = r;
		for (int k = 0; k < n; k++) {
			double keep = a[c][k];
			a[c][k] = a[top][k], a[top][k] = keep;
		}
		double keep = b[c];
		b[c] = b[top], b[top] = keep;
		for (int r = c + 1; r < n; r++) {
			double times = a[r][c] / a[c][c];
			for (int k = c; k < n; k++) a[r][k] -= times * a[c][k];
			b[r] -= times * b[c];
		}
	}
	for (int r = n - 1; r >= 0; r--) {
		for (int k = r + 1; k < n; k++) b[r] -= a[r][k] * b[k];
		b[r] /= a[r][r];
	}
}

/* One step of Newton's method on the games not held out; `hold` samples' worth of trust in where we began. */
static void newton(struct fit *f, double hold)
{
	static _Thread_local double a[UNKNOWNS][UNKNOWNS];
	double b[UNKNOWNS], x[UNKNOWNS];
	for (int i = 0; i < UNKNOWNS; i++) {
		double trust = i < 2 * FEATURES ? hold * f->scale[i] + 1e-6 : FREE;
		memset(a[i], 0, sizeof a[i]);
		a[i][i] = trust, b[i] = trust * (f->from[i] - f->w[i]);
	}
	for (int s = 0; s < f->s->n; s++) {
		if (f->s->list[s].game % HELD_OUT == HELD_OUT - 1) continue;
		row_of(&f->s->list[s], x);
		double c = chance(x, f->w), slope = c * (1 - c), miss = f->s->list[s].result - c;
		for (int i = 0; i < UNKNOWNS; i++) {
			if (x[i] == 0) continue;
			b[i] += miss * x[i];
			for (int k = 0; k < UNKNOWNS; k++) a[i][k] += slope * x[i] * x[k];
		}
	}
	for (int i = 0; i < UNKNOWNS; i++)
		if (f->zero[i]) {
			for (int k = 0; k < UNKNOWNS; k++) a[i][k] = a[k][i] = 0;
			a[i][i] = 1, b[i] = -f->w[i];
		}
	solve(UNKNOWNS, a, b);
	for (int i = 0; i < UNKNOWNS; i++) f->w[i] += b[i] > 3 ? 3 : b[i] < -3 ? -3 : b[i];
}

static void fit(struct fit *f, double hold)
{
	memcpy(f->w, f->from, sizeof f->w);
	memset(f->zero, 0, sizeof f->zero);
	for (int round = 0; round < ROUNDS; round++) {
		newton(f, hold);
		for (int i = 0; i < 2 * FEATURES; i++)
			if (f->w[i] < 0) f->w[i] = 0, f->zero[i] = round > 1;
	}
}

/* The mean square of what each weight is multiplied by: trust is in samples, not in units of features. */
static void scales(struct fit *f)
{
	double x[UNKNOWNS];
	memset(f->scale, 0, sizeof f->scale);
	for (int s = 0; s < f->s->n; s++) {
		row_of(&f->s->list[s], x);
		for (int i = 0; i < UNKNOWNS; i++) f->scale[i] += x[i] * x[i] / f->s->n;
	}
}

static double held_out_loss(struct fit *f, double hold)
{
	scales(f);
	fit(f, hold);
	return loss(f->s, f->w);
}

/* --- the whole ------------------------------------------------------------------------------------------ */

static void regress(const struct tuning *t, const struct samples *s, struct tuned *out)
{
	static const double holds[] = {FIRM, 3000, 1000, 300, 100, 30, 10};
	enum { HOLDS = sizeof holds / sizeof *holds };
	struct fit f = {.s = s};
	double found[HOLDS][UNKNOWNS], lost[HOLDS], least = 1e9;
	for (int i = 0; i < FEATURES; i++)
		f.from[i] = t->from.early[i] / 1000.0, f.from[FEATURES + i] = t->from.late[i] / 1000.0;
	*out = (struct tuned){.games = t->games, .positions = s->n};
	out->blind = held_out_loss(&(struct fit){.s = s}, FIRM), out->before = held_out_loss(&f, FIRM);
	for (int i = 0; i < HOLDS; i++) {
		lost[i] = held_out_loss(&f, holds[i]);
		memcpy(found[i], f.w, sizeof found[i]);
		if (lost[i] < least) least = lost[i];
	}
	int at = 0; /* the most trust with which three quarters of the gain are kept: what goes with winning need
	               not be what wins */
	while (at < HOLDS - 1 && lost[at] > least + (out->before - least) / 4) at++;
	const double *best = found[at];
	out->after = lost[at], out->hold = holds[at], out->w.learned = t->from.learned;
	for (int i = 0; i < FEATURES; i++)
		out->w.early[i] = (int32_t)lround(1000 * best[i]),
		out->w.late[i] = (int32_t)lround(1000 * best[FEATURES + i]);
}

void tuning_results(const struct tuning *t, const struct study_how *how, struct tuned *out)
{
	struct tuning_run r = {.t = t};
	struct samples all = {0};
	r.of = study_need(calloc((size_t)t->games, sizeof *r.of));
	progress_open(&r.progress, how->title, 0, t->games, how->ranks);
	work_run(how->ranks, how->jobs,
		&(struct work){.n = t->games, .everywhere = true, .play = play_one, .take = take_one, .all = &r});
	progress_close(&r.progress);
	for (int i = 0; i < t->games; i++) all.room += r.of[i].n;
	all.list = study_need(malloc(sizeof *all.list * (size_t)(all.room + 1)));
	for (int i = 0; i < t->games; i++) {
		if (r.of[i].n) memcpy(&all.list[all.n], r.of[i].list, sizeof *all.list * (size_t)r.of[i].n);
		all.n += r.of[i].n;
		free(r.of[i].list);
	}
	regress(t, &all, out);
	free(r.of), free(all.list);
}
