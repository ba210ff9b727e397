/* What the two halves of `fratelli bench` share. */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

#include "cli/cli.h"

#define TIMINGS 4096

struct timing { /* milliseconds of `n` odds, the shortest first; how many of them were exact */
	int n, exact;
	double ms[TIMINGS];
};

struct experience {
	int activations;
	int owner, owner_all, other; /* questions in an activation, medians: beyond moves and shots; all; of the
	                                other side */
	struct timing fire, assault;
};

double bench_now(void);
/* So many seconds of play between two captains. */
void bench_play(const struct muster *m, double seconds, struct experience *out);

#endif
