/* The second half of `fratelli bench`: what a player meets. Two captains play; how often each side is asked
   in an activation is counted, and the odds of a shot or an assault out of every question are asked for, on
   the clock. */
#include "cli/bench.h"

#include <stdlib.h>
#include <string.h>

#include "engine/odds.h"
#include "engine/optional.h"
#include "opponent/opponent.h"

#define COUNTS 256

struct tally {
	int count[COUNTS];
};

struct meeting {
	const struct muster *m;
	struct game *g;
	struct orders legal;
	struct odds odds;
	struct mind *mind[SIDES];
	struct rng rng;
	double until;
	int acting, owner;            /* the activation in hand: its number, whose it is */
	int asked, chosen, disturbed; /* in it: its owner, of these for moves and shots he chose to make; the
	                                 other side */
	struct tally owners, owners_all, others;
	struct experience *out;
};

static void tally_add(struct tally *t, int n) { t->count[n < COUNTS ? n : COUNTS - 1]++; }

static int tally_median(const struct tally *t)
{
	int all = 0, n = 0, i = 0;

	for (int k = 0; k < COUNTS; k++) all += t->count[k];
	while (i < COUNTS - 1 && 2 * (n += t->count[i]) < all) i++;
	return i;
}

/* A number that changes with every activation. A system that does not say what is active gets a side's
   turn. */
static int acting_now(const struct meeting *x)
{
	const struct rules_mind *r = mind_hooks(x->m);

	return r->acting ? r->acting(x->g) : x->g->turn * SIDES + x->g->active;
}

/* The owner has the standing orders of a new game; the other side lets them answer wherever they can. */
static void stand(struct meeting *x, int side, bool all)
{
	for (int k = 0; k < x->m->rules->standings; k++) {
		int usual = x->m->rules->standing[k].usual;

		x->g->standing[side][k] = (uint8_t)(usual || !all ? usual : 1);
	}
}

static void activation_ends(struct meeting *x)
{
	if (x->acting != NO_UNIT && x->asked) {
		tally_add(&x->owners_all, x->asked);
		tally_add(&x->owners, x->asked - x->chosen);
		tally_add(&x->others, x->disturbed);
		x->out->activations++;
	}
	x->acting = acting_now(x), x->owner = x->g->active, x->asked = x->chosen = x->disturbed = 0;
	stand(x, x->owner, false);
	stand(x, !x->owner, true);
}

static void count_question(struct meeting *x, int side)
{
	bool own = x->m->rules->question[x->g->question[side]].flags & QUESTION_CHOSEN;

	if (acting_now(x) != x->acting) activation_ends(x);
	if (side == x->owner) x->asked++, x->chosen += own;
	else x->disturbed++;
}

static int role_of(const struct meeting *x, int side, const struct order *o)
{
	struct play p = {x->m, NULL, NULL};
	struct saying s;

	play_say(&p, x->g, side, o, &s);
	return s.role;
}

static void time_odds(struct meeting *x, int side, const struct order *o, struct timing *t)
{
	double start = bench_now();

	if (t->n == TIMINGS || !odds_of(x->m, x->g, side, o, 1, 0, &x->odds, NULL)) return;
	if (x->odds.leaves > x->odds.guesses) { /* a mere announcement has no odds */
		t->ms[t->n++] = (bench_now() - start) * 1000;
		t->exact += x->odds.exact;
	}
	odds_free(&x->odds);
}

/* One shot and one assault of those that the question offers. */
static void ask_odds(struct meeting *x, int side)
{
	const struct order *found[2] = {NULL, NULL};
	int seen[2] = {0, 0};

	for (int i = 0; i < x->legal.n; i++) {
		int role = role_of(x, side, &x->legal.list[i]), k = role == ROLE_ASSAULT;

		if ((role == ROLE_FIRE || k) && rng_below(&x->rng, (uint32_t)++seen[k]) == 0)
			found[k] = &x->legal.list[i];
	}
	if (found[0]) time_odds(x, side, found[0], &x->out->fire);
	if (found[1]) time_odds(x, side, found[1], &x->out->assault);
}

static void play_one(struct meeting *x, uint64_t number)
{
	struct play p = {x->m, NULL, NULL};
	struct mind_budget usual = {0};
	uint8_t seed[32];
	int side;

	seed_from_number(number, seed);
	play_begin(&p, x->g, seed);
	x->acting = NO_UNIT;
	activation_ends(x);
	while (bench_now() < x->until && (side = play_next(&p, x->g, &x->legal)) != NOBODY) {
		struct order o;

		count_question(x, side);
		ask_odds(x, side);
		o = mind_choose(x->mind[side], x->g, side, &x->legal, usual);
		play_trusted(&p, x->g, side, &o);
	}
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

void bench_play(const struct muster *m, double seconds, struct experience *out)
{
	struct meeting *x = calloc(1, sizeof *x);

	if (!x || !(x->g = calloc(1, m->state_bytes))) abort();
	*out = (struct experience){0};
	x->m = m, x->out = out, x->rng = (struct rng){1859}, x->until = bench_now() + seconds;
	for (int side = 0; side < SIDES; side++) x->mind[side] = mind_new(m, MIND_CAPTAIN, (uint64_t)side + 1);
	for (uint64_t number = 1; bench_now() < x->until; number++) play_one(x, number);
	out->owner = tally_median(&x->owners), out->owner_all = tally_median(&x->owners_all),
	out->other = tally_median(&x->others);
	qsort(out->fire.ms, (size_t)out->fire.n, sizeof *out->fire.ms, by_size);
	qsort(out->assault.ms, (size_t)out->assault.n, sizeof *out->assault.ms, by_size);
	for (int side = 0; side < SIDES; side++) mind_free(x->mind[side]);
	free(x->g);
	free(x);
}
