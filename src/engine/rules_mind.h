/* Optional: what the opponent and studies judge by. Without it every position looks alike, and an opponent plays any order. */
#ifndef ENGINE_RULES_MIND_H
#define ENGINE_RULES_MIND_H

#include "engine/rules.h"

/* Does a question belong to a plan, to what follows before the plan is judged, or neither? */
enum scope { SCOPE_PLAN, SCOPE_REST, SCOPE_OVER };

struct goal { int32_t place; int8_t holder; }; /* a side or NOBODY */
#define GOALS_MOST 64

struct rules_mind {
	/* Measures a state that is not over, for the opponent and studies (feature.h): f is zeroed. Whole numbers, no allocation, quick:
	   it is called for every order that is tried. What it adds up to, judge.h says by the weights. */
	void (*features)(const struct play *p, const struct game *g, struct features *f);

	/* For reports and studies: men a piece has lost so far, and the side's points or whatever decides the battle. */
	int (*lost)(const struct play *p, const struct game *g, int piece);
	int (*score)(const struct play *p, const struct game *g, int side);
	/* A piece's fighting strength as printed, in the system's own measure; 0 for leaders. May be NULL (`fratelli pairings`). */
	int (*worth)(const struct muster *m, int piece);
	/* For the opponent: does what `asked` is asked now belong to the plan that `side` made at `root`? What does not, on the way to the point where the
	   plan is judged, is answered offhand: as a sensible commander would at no cost, or (false) by the last order of the list. NULL: a plan is judged
	   when its activation is over or the other side is asked. */
	enum scope (*scope)(const struct muster *m, const struct game *root, const struct game *now, int side, int asked);
	bool (*offhand)(const struct play *p, const struct game *g, int side, struct order *o);
	/* And before a plan of `side` is tried on that clone: takes out of it what comes to the same whatever the side does. May be NULL. */
	void (*spare)(const struct muster *m, struct game *clone, int side);
	bool single_orders; /* the opponent does better by looking at single orders than at chains of them, and at no answer; measured (docs/opponent.md) */
	int node_cost; /* trying an order costs so many times what it does on hexes, and the opponent tries so many times fewer; 0 = 1 */

	/* For plans without looking ahead: the hexes that count for victory, and who has each. Returns how many. NULL: the scenario's
	   objectives, of whoever stands there. */
	int (*goals)(const struct play *p, const struct game *g, struct goal *out, int most);
	/* What a march of foot from one hex to its neighbour costs, in any measure; 0: there is no way. NULL: a hex is a hex. */
	int (*march)(const struct muster *m, int hex, int dir);

	/* What is being activated: a number that changes from one activation to the next, NO_UNIT between them. NULL: a side's turn
	   is one. Plans end where it changes. */
	int (*acting)(const struct game *g);
};

#endif
