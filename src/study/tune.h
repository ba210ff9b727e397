/* Weights for engine/judge.h from games the computer plays against itself. For src/cli and the tests. */
#ifndef STUDY_TUNE_H
#define STUDY_TUNE_H

#include "study/study.h"

#define TUNING_GROUNDS 6

struct tuning {
	int grounds;                                /* scenarios of one system; games take turns on them */
	const struct muster *ground[TUNING_GROUNDS];
	struct player player;                       /* of both sides */
	struct weights from;                        /* to begin with */
	int games;
	uint64_t seed;
	bool matches;                               /* from matches, not from positions and results */
};
struct tuned {
	struct weights w;
	int games, positions;
	double blind, before, after;                /* log loss on the games held out: without weights, with those we began with, with these */
	double score;                               /* from matches: what they had against those we began with, in the last fifth of the games */
	double hold;                                /* samples' worth of trust in the beginning that did best there */
};

/* The same games and seed give the same weights, with any number of jobs. */
void tuning_run(const struct tuning *t, const struct study_how *how, struct tuned *out);
void tuning_matches(const struct tuning *t, const struct study_how *how, struct tuned *out); /* weights against weights (tune_matches.c) */

#endif
