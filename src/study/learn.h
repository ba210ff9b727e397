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
	struct chances net;
	struct chances_ground ground[CHANCE_GROUNDS];
	int games, positions;
	double blind, loss; /* log loss of the games held out: by how often a scenario ends so; by the net */
};
/* Of ten games eight are learned from, the ninth says when to stop, the tenth is held out. */
void learn_fit(const struct learning *l, const struct positions *p, struct learned *out);
bool learn_held_out(const struct position *p);

/* How often what had such a chance came true, in positions of two captains: victories of either side by the
   tenth that their chance falls in, and draws. */
#define RELIABILITY 10
struct reliability {
	int positions;
	int said[2][RELIABILITY], games[2][RELIABILITY]; /* victories, draws: how often; in how many games */
	double mean[2][RELIABILITY], came[2][RELIABILITY]; /* mean chance; share that came true */
};
/* held_out: only positions of games that were held out. chances[ground] may be NULL: such are left out. */
void learn_check(const struct positions *p, const struct chances *const chances[CHANCE_GROUNDS], bool held_out,
	struct reliability *out);

#endif
