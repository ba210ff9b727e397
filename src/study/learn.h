/* The chances of victory, draw and defeat (engine/chances.h), learned from games that were played to the end.
   For src/cli and the tests. */
#ifndef STUDY_LEARN_H
#define STUDY_LEARN_H

#include "engine/chances.h"
#include "study/study.h"

#define LEARN_PLAYERS 9 /* two captains; or a weaker one of four kinds on one of the two sides */

struct position { /* of a game, and how that game ended */
	int32_t game, ground, players;
	int32_t result; /* of side 0 */
	struct features f;
};
enum { RESULT_WON, RESULT_DRAWN, RESULT_LOST };

struct positions {
	int n;
	struct position *list;
};

struct learning {
	int grounds; /* scenarios of one system; games take turns on them */
	const struct muster *ground[CHANCE_GROUNDS];
	int games;
	uint64_t seed, nodes;
	bool captains; /* two captains in every game, and no order at random */
};

/* Plays the games. The same games and seed give the same positions, with any number of jobs. */
void learn_play(const struct learning *l, const struct study_how *how, struct positions *out);

struct learned {
	struct chances made;
	struct chances_ground ground[CHANCE_GROUNDS];
	int games, positions;
	double blind, loss; /* log loss of the games held out: by how often a scenario ends so; by the chances */
};
/* Games are counted off by ten, and one tenth of them is held out; tenth -1: none. */
#define TENTHS 10
void learn_fit(const struct learning *l, const struct positions *p, int tenth, struct learned *out);
struct chances learned_chances(const struct learned *l, int ground); /* with what the scenario adds */

/* How often what had such a chance came true, in positions of two captains: victories of either side by the
   tenth that their chance falls in, and draws. */
#define RELIABILITY 10
enum { CHANCE_VICTORY, CHANCE_DRAW, CHANCE_KINDS };
struct reliability {
	int positions;
	int said[CHANCE_KINDS][RELIABILITY], games[CHANCE_KINDS][RELIABILITY]; /* how often; in how many games */
	/* sums of what was said; how often it came true */
	double chance[CHANCE_KINDS][RELIABILITY], came[CHANCE_KINDS][RELIABILITY];
};
/* Adds to `r` the games that were held out; tenth -1: all of them. chances[ground] may be NULL: such are left
   out. */
void learn_check(const struct positions *p, const struct chances *const chances[CHANCE_GROUNDS], int tenth,
	struct reliability *r);

#endif
