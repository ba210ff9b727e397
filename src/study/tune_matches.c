/* Weights from matches. What goes with winning is not always what wins, so here weights play against weights.

   Matches: in every round all of them are changed a little, each up or down by lot; whoever judges by the
   changed ones plays some games against whoever judges by the opposite, sides swapped, and the weights go
   towards the winner (simultaneous perturbation). What they were on average over the second half of the
   rounds is the result. That goes far only in many games.

   Factors: one feature after the other, twice through all of them, is doubled and plays against itself
   halved. Whoever clearly wins is kept. */
#include <math.h>
#include <stdlib.h>

#include "study/own.h"
#include "study/tune.h"

#define ROUND 16 /* games */
#define UNKNOWNS (2 * FEATURES)
#define PART 0.3  /* of itself by which a weight is changed */
#define LEAST 600 /* as if it were at least so much */
#define PASSES 2  /* through all features */
#define STEP \
	0.5 /* of a change that a round won by all its games is worth, at first; a third of that in the end */

static struct weights weights_of(const struct tuning *t, const double w[UNKNOWNS])
{
	struct weights out = {.learned = t->from.learned};
	for (int i = 0; i < FEATURES; i++)
		out.early[i] = (int32_t)lround(w[i]), out.late[i] = (int32_t)lround(w[FEATURES + i]);
	return out;
}

/* What the first has of so many games against the second, 0 … 1. */
static double match(const struct tuning *t, int round, int games, const struct weights w[2],
	const struct study_how *how)
{
	struct tournament m = {.m = t->ground[round % t->grounds],
		.entrants = 2,
		.entrant = {t->player, t->player},
		.games = games,
		.seed = t->seed + (uint64_t)round * ROUND};
	m.entrant[0].weights = &w[0], m.entrant[1].weights = &w[1];
	tournament_run(&m, &(struct study_how){.jobs = how->jobs, .ranks = how->ranks});
	return m.meeting[0].score;
}

/* The new weights against those it began with, in the last fifth of the games. */
static void compare(const struct tuning *t, int round, const struct study_how *how, struct tuned *out)
{
	int last = (t->games / t->grounds / 5 + 1) / 2 * 2;
	const struct weights pair[2] = {out->w, t->from};
	for (int k = 0; k < t->grounds; k++)
		out->games += last, out->score += match(t, round + k, last, pair, how) / t->grounds;
}

void tuning_matches(const struct tuning *t, const struct study_how *how, struct tuned *out)
{
	int rounds = t->games * 4 / 5 / ROUND;
	double w[UNKNOWNS], mean[UNKNOWNS] = {0}, n = 0;
	struct rng rng = {t->seed};
	struct progress progress;
	for (int i = 0; i < FEATURES; i++) w[i] = t->from.early[i], w[FEATURES + i] = t->from.late[i];
	progress_open(&progress, how->title, 0, rounds, how->ranks);
	for (int round = 0; round < rounds; round++, progress_step(&progress)) {
		double by[UNKNOWNS], both[2][UNKNOWNS];
		for (int i = 0; i < UNKNOWNS; i++) {
			by[i] = PART * (w[i] > LEAST ? w[i] : LEAST) * (rng_below(&rng, 2) ? 1 : -1);
			for (int k = 0; k < 2; k++) both[k][i] = fmax(0, w[i] + (k ? -by[i] : by[i]));
		}
		const struct weights pair[2] = {weights_of(t, both[0]), weights_of(t, both[1])};
		double gain = 2 * match(t, round, ROUND, pair, how) - 1, step = STEP * (1 - 2.0 / 3 * round / rounds);
		for (int i = 0; i < UNKNOWNS; i++) w[i] = fmax(0, w[i] + step * gain * by[i]);
		for (int i = 0; i < UNKNOWNS && round >= rounds / 2; i++) mean[i] += w[i];
		n += round >= rounds / 2;
	}
	progress_close(&progress);
	for (int i = 0; i < UNKNOWNS; i++) mean[i] = n ? mean[i] / n : w[i];
	*out = (struct tuned){.w = weights_of(t, mean), .games = rounds * ROUND};
	compare(t, rounds, how, out);
}

static int32_t at_least(int32_t weight) { return weight > LEAST ? weight : LEAST; }

void tuning_factors(const struct tuning *t, const struct study_how *how, struct tuned *out)
{
	int trials = PASSES * FEATURES,
		rounds = t->games * 4 / 5 / ROUND / trials > 1 ? t->games * 4 / 5 / ROUND / trials : 1;
	struct progress progress;
	*out = (struct tuned){.w = t->from, .games = trials * rounds * ROUND};
	progress_open(&progress, how->title, 0, trials * rounds, how->ranks);
	for (int trial = 0; trial < trials; trial++) {
		int f = trial % FEATURES;
		struct weights pair[2] = {out->w, out->w};
		double score = 0, clearly = 0.5 / sqrt(rounds * ROUND); /* one standard error */
		pair[0].early[f] += at_least(out->w.early[f]), pair[0].late[f] += at_least(out->w.late[f]);
		pair[1].early[f] /= 2, pair[1].late[f] /= 2;
		for (int k = 0; k < rounds; k++, progress_step(&progress))
			score += match(t, trial * rounds + k, ROUND, pair, how) / rounds;
		if (score > 0.5 + clearly) out->w = pair[0];
		else if (score < 0.5 - clearly) out->w = pair[1];
	}
	progress_close(&progress);
	compare(t, trials * rounds, how, out);
}
