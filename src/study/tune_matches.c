/* Weights from matches. What goes with winning is not always what wins, so here weights play against weights: in every round all of them are changed
   a little, each up or down by lot; whoever judges by the changed ones plays some games against whoever judges by the opposite, sides swapped, and
   the weights go towards the winner (simultaneous perturbation). What they were on average over the second half of the rounds is the result. */
#include <math.h>
#include <stdlib.h>

#include "study/own.h"
#include "study/tune.h"

#define ROUND 16         /* games */
#define UNKNOWNS (2 * FEATURES)
#define PART 0.3         /* of itself by which a weight is changed */
#define LEAST 600        /* as if it were at least so much */
#define STEP 0.5         /* of a change that a round won by all its games is worth, at first; a third of that in the end */

static struct weights weights_of(const double w[UNKNOWNS])
{
	struct weights out;
	for (int i = 0; i < FEATURES; i++) out.early[i] = (int32_t)lround(w[i]), out.late[i] = (int32_t)lround(w[FEATURES + i]);
	return out;
}

/* What the first has of so many games against the second, 0 … 1. */
static double match(const struct tuning *t, int round, int games, const struct weights w[2], int jobs)
{
	struct tournament m = {.m = t->ground[round % t->grounds], .entrants = 2, .entrant = {t->player, t->player}, .games = games, .seed = t->seed + (uint64_t)round * ROUND};
	m.entrant[0].weights = &w[0], m.entrant[1].weights = &w[1];
	tournament_run(&m, &(struct study_how){.jobs = jobs});
	return m.meeting[0].score;
}

void tuning_matches(const struct tuning *t, const struct study_how *how, struct tuned *out)
{
	int rounds = t->games * 4 / 5 / ROUND, last = (t->games / 5 + 1) / 2 * 2;
	double w[UNKNOWNS], mean[UNKNOWNS] = {0}, n = 0;
	struct rng rng = {t->seed};
	struct progress progress;
	for (int i = 0; i < FEATURES; i++) w[i] = t->from.early[i], w[FEATURES + i] = t->from.late[i];
	progress_open(&progress, how->title, 0, rounds);
	for (int round = 0; round < rounds; round++, progress_step(&progress)) {
		double by[UNKNOWNS], both[2][UNKNOWNS];
		for (int i = 0; i < UNKNOWNS; i++) {
			by[i] = PART * (w[i] > LEAST ? w[i] : LEAST) * (rng_below(&rng, 2) ? 1 : -1);
			for (int k = 0; k < 2; k++) both[k][i] = fmax(0, w[i] + (k ? -by[i] : by[i]));
		}
		const struct weights pair[2] = {weights_of(both[0]), weights_of(both[1])};
		double gain = 2 * match(t, round, ROUND, pair, how->jobs) - 1, step = STEP * (1 - 2.0 / 3 * round / rounds);
		for (int i = 0; i < UNKNOWNS; i++) w[i] = fmax(0, w[i] + step * gain * by[i]);
		for (int i = 0; i < UNKNOWNS && round >= rounds / 2; i++) mean[i] += w[i];
		n += round >= rounds / 2;
	}
	progress_close(&progress);
	for (int i = 0; i < UNKNOWNS; i++) mean[i] = n ? mean[i] / n : w[i];
	*out = (struct tuned){.w = weights_of(mean), .games = rounds * ROUND + last};
	const struct weights pair[2] = {out->w, t->from};
	out->score = match(t, rounds, last, pair, how->jobs);
}
