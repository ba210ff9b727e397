/* Optional: invariants, and positions for cases. Without it random games test less, and a case can only play
   from the beginning. */
#ifndef ENGINE_RULES_PROOF_H
#define ENGINE_RULES_PROOF_H

#include "engine/rules.h"

struct rules_proof {
	/* Empty if every invariant holds; otherwise which does not. Everything derived is derived again from
	   scratch. */
	void (*sound)(const struct play *p, const struct game *g, struct text *wrong);

	/* For cases: puts the agenda at the beginning of a phase of `side`; afterwards settle() is called.
	   settle() derives again what follows from fields that a case or an override has set. */
	bool (*stage)(const struct play *p, struct game *g, int side, int phase);
	void (*settle)(const struct play *p, struct game *g);
};

#endif
