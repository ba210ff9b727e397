/* Weights for engine/judge.h from games the computer plays against itself. For src/cli and the tests. */
#ifndef STUDY_TUNE_H
#define STUDY_TUNE_H

#include "study/study.h"

#define TUNING_GROUNDS 6

/* From positions and results (tune.c); from weights against weights, all changed a little or one feature
   doubled and halved (tune_matches.c). */
enum tuning_way { TUNING_RESULTS, TUNING_MATCHES, TUNING_FACTORS, TUNING_WAYS };

struct tuning {
	int grounds; /* scenarios of one system; games take turns on them */
	const struct muster *ground[TUNING_GROUNDS];
	struct player player; /* of both sides */
	struct weights from;  /* to begin with */
	int games;
	uint64_t seed;
	enum tuning_way way;
};
struct tuned {
	struct weights w;
	int games, positions;
	double blind, before, after; /* log loss on the games held out: without weights, with those we began with,
	                                with these */
	double score;                /* not from results: what they had against those we began with, in the last
	                                fifth of the games */
	double hold;                 /* samples' worth of trust in the beginning that did best there */
};

/* The same games and seed give the same weights, with any number of jobs. */
typedef void tuning_work(const struct tuning *t, const struct study_how *how, struct tuned *out);
tuning_work tuning_results, tuning_matches, tuning_factors;

#endif
