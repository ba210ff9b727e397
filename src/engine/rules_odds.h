/* Optional: what makes exact odds quicker, or lets them look farther. A system without it has odds all the
   same, by the rules' own code. */
#ifndef ENGINE_RULES_ODDS_H
#define ENGINE_RULES_ODDS_H

#include "engine/rules.h"

struct rules_odds {
	/* Can what is hidden from a side change what an order leads to, minor questions taking their stated
	   default? If not, odds need not guess. NULL: it can, if there is a mask. */
	bool (*guesses)(const struct muster *m);
	/* For odds, after mask: gives whatever is hidden and cannot matter to these orders one agreed value, so
	   that guesses which come to the same are tried once. May be NULL. */
	void (*blur)(const struct play *p, struct game *g, int side, const struct order *o, int n);
	/* For odds, between two steps: blanks what can no longer change anything that odds count in the affair in
	   hand, so that paths which differ in nothing else go on as one. True: a good point to compare them. May
	   be NULL. */
	bool (*forget)(const struct play *p, struct game *g);
	/* For odds of a legal order that only announces something: makes of the clone what it leads to if nobody
	   does anything about it, and says which order of that side then carries it out. False: the order speaks
	   for itself. May be NULL. */
	bool (*foretell)(const struct play *p, struct game *clone, int side, const struct order *o,
		struct order *then);
};

#endif
