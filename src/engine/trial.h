/* Trials: random play with every invariant checked, perft, the signature over fixed seeds, garbage orders. */
#ifndef ENGINE_TRIAL_H
#define ENGINE_TRIAL_H

#include "engine/match.h"

#define TRIAL_EVENTS 128

struct trial {
	uint64_t seed;
	uint64_t decisions, rolls;
	uint64_t orders_listed;
	int orders_max;
	int turns, winner, margin;
	uint64_t hash;                /* of the last state */
	uint32_t event[TRIAL_EVENTS]; /* how often each kind of the system's events happened; with flags only */
	char wrong[400];              /* empty if all is well */
};

enum {
	TRIAL_SOUND = 1,   /* every invariant after every order */
	TRIAL_REPLAY = 2,  /* the log replays to the same hashes, undo to the start restores the first state */
	TRIAL_GARBAGE = 4, /* random garbage and the other side's orders are refused and change nothing; legal
	                      agrees with check */
	TRIAL_BOLD = 8,    /* chance seeks the enemy: it fires and assaults oftener than not, and likes to go
	                      nearer */
};
#define TRIAL_DECISIONS_MOST 200000 /* a game longer than this is endless: wrong */

/* One random game; flags TRIAL_… (0: the plain loop, as fast as the rules allow). The same seed gives the
   same game either way, but a bold one is another. */
void trial_run(const struct muster *m, uint64_t seed, int flags, struct trial *out);
/* leaves; dice from the game's stream */
uint64_t perft(const struct muster *m, const struct game *g, int depth);
uint64_t signature(const struct muster *m, uint64_t first_seed, int games);

#endif
