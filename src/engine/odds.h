/* Exact odds by the rules' own code: the order is run on clones, for every class of dice that matters, to the
   next major question; minor ones are crossed by their stated default. Paths that come to the same state go
   on as one. Past a limit it samples, and says so. */
#ifndef ENGINE_ODDS_H
#define ENGINE_ODDS_H

#include "engine/play.h"

#define ODDS_OUTCOMES 256
#define ODDS_EFFECTS 12
#define ODDS_BESIDES 192

struct outcome {
	int effects;
	struct event effect[ODDS_EFFECTS]; /* in the order they happened the first time; what makes outcomes
	                                      differ: kind, who, n, not the order */
	uint64_t mark;                     /* of its effects, whatever their order */
	wide num;                          /* over odds.den; exact unless sampled */
	double chance;
};

struct odds {
	bool exact;  /* false: sampled, or what is hidden matters: chances are estimates */
	int leaves;  /* ways the dice can fall, or samples */
	int guesses; /* how many possible states they are the mean of; 1: nothing hidden matters */
	wide den;
	int outcomes;
	struct outcome outcome[ODDS_OUTCOMES]; /* most likely first; their sum is 1 */
	int besides;
	struct outcome beside[ODDS_BESIDES]; /* EFFECT_BESIDE events, one each: the chance that it happens at all,
	                                        whatever else does */
	struct sink modifiers;               /* EVENT_MODIFIER events of the first path: what went into it */
};

/* The side's orders are given in turn, the first to the question now open. Runs on what `side` may know.
   False with the refusal if one is not allowed. limit: pieces of paths, from dice to dice, before it samples
   (0 = 200,000). */
bool odds_of(const struct muster *m, const struct game *g, int side, const struct order *o, int n, int limit,
	struct odds *out, struct refusal *r);
/* The same for somebody who waits: whatever is not enumerated when half of the time from now to `until` has
   gone is sampled in the rest, and at least a few hundred times. until: microseconds of CLOCK_MONOTONIC; 0 =
   never. */
bool odds_until(const struct muster *m, const struct game *g, int side, const struct order *o, int n,
	int limit, uint64_t until, struct odds *out, struct refusal *r);
/* The same by rolling real dice so many times, for whoever does not believe the fractions. The orders must be
   legal. */
void odds_by_dice(const struct muster *m, const struct game *g, int side, const struct order *o, int n,
	int rolls, struct odds *out);
void odds_free(struct odds *o);
/* "1/8" and back to lowest terms. */
void odds_fraction(wide num, wide den, char out[88]);

#endif
