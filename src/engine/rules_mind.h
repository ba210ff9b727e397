/* Optional: what the opponent and studies judge by. Without it every position looks alike, and an opponent
   plays any order. */
#ifndef ENGINE_RULES_MIND_H
#define ENGINE_RULES_MIND_H

#include "engine/rules.h"

/* Where a question stands when the opponent tries a plan. A plan is what one side does in one activation. */
enum scope {
	SCOPE_PLAN, /* the plan goes on: the opponent chooses the answer */
	SCOPE_REST, /* the plan is made, but its fruit is not ripe: the question is answered offhand, and play
	               goes on */
	SCOPE_OVER  /* now the position is judged */
};

struct goal {
	int32_t place;
	int8_t holder; /* a side or NOBODY */
	int16_t value; /* against the others'; 0 means 1 */
};
#define GOALS_MOST 64

struct rules_mind {
	/* Measures a state that is not over (feature.h). f is zeroed before. It must be quick and allocate
	   nothing: it is called for every order that is tried. judge.h turns the measures into one number by the
	   weights. */
	void (*features)(const struct play *p, const struct game *g, struct features *f);

	/* For reports and studies: men a piece has lost so far, and the side's points or whatever decides the
	   battle. */
	int (*lost)(const struct play *p, const struct game *g, int piece);
	int (*score)(const struct play *p, const struct game *g, int side);
	/* A piece's fighting strength as printed, in the system's own measure; 0 for leaders. May be NULL
	   (`fratelli pairings`). */
	int (*worth)(const struct muster *m, int piece);

	/* `side` tries a plan that began in the state `root`. Now the side `asked` is asked something in the
	   state `now`: see enum scope. Example: a march is planned (PLAN); the enemy's fire at it is rolled
	   (REST); the next corps is drawn (OVER). NULL: the plan is judged when its activation is over or the
	   other side is asked. */
	enum scope (
		*scope)(const struct muster *m, const struct game *root, const struct game *now, int side, int asked);
	/* The answer to a question of SCOPE_REST, without search: what a sensible commander would do at no cost.
	   False: there is no such answer, and the opponent takes the last order of the list. */
	bool (*offhand)(const struct play *p, const struct game *g, int side, struct order *o);
	/* Called once on the clone on which plans of `side` are tried: takes out of it what no plan of that side
	   can change, so that trying is quicker. May be NULL. */
	void (*spare)(const struct muster *m, struct game *clone, int side);
	/* The opponent compares single orders, not whole marches and volleys, and looks at no answer of the
	   enemy. Set where that was measured to be better (docs/opponent.md). */
	bool single_orders;
	/* Trying one order takes so many times as long as on hexes; the opponent tries so many times fewer. 0
	   means 1. */
	int node_cost;

	/* For plans without looking ahead: the hexes that count for victory, and who has each. Returns how many.
	   NULL: the scenario's objectives, of whoever stands there. */
	int (*goals)(const struct play *p, const struct game *g, struct goal *out, int most);
	/* What a march of foot from one hex to its neighbour costs, in any measure; 0: there is no way. NULL: a
	   hex is a hex. */
	int (*march)(const struct muster *m, int hex, int dir);

	/* What is being activated: a number that changes from one activation to the next, NO_UNIT between them.
	   NULL: a side's turn is one. Plans end where it changes. */
	int (*acting)(const struct game *g);
};

#endif
