/* The opponent: plays any rule system through engine/rules.h, knows none by name, and never peeks: it thinks
   on clones whose dice are reseeded and from which what its side may not know is gone (play_imagine).

   Levels differ by budget and noise. `random` chooses blindly. `recruit` looks at what an order leads to at
   once. `captain` plans its whole activation and tries plans on many dice. `marshal` tries far more of them,
   each against the enemy's reply. `tree` is plain tree search, the yardstick the marshal must beat.
   `captain0` and `marshal0` are captain and marshal as they were on 2026-11-18, kept for measuring: they
   choose as they did then, by weights of their own (frozen.yaml). `doctrine` plays by habit, without any
   search, and is for measuring too. */
#ifndef OPPONENT_OPPONENT_H
#define OPPONENT_OPPONENT_H

#include <stdatomic.h>

#include "engine/judge.h"
#include "engine/play.h"

enum mind_level {
	MIND_RANDOM,
	MIND_RECRUIT,
	MIND_CAPTAIN,
	MIND_MARSHAL,
	MIND_TREE,
	MIND_CAPTAIN0,
	MIND_MARSHAL0,
	MIND_DOCTRINE,
	MIND_LEVELS
};
#define MIND_PLAYERS MIND_TREE         /* the levels below it are for players, the others for measuring */
extern const char *const mind_names[]; /* NULL-ended */

struct mind; /* one player's head; used by one thread at a time */

/* The same muster, level, seed and node budget give the same choices. */
struct mind *mind_new(const struct muster *m, enum mind_level level, uint64_t seed);
void mind_free(struct mind *x);
void mind_weigh(struct mind *x, const struct weights *w); /* judges by these, which must live on, and no
                                                             longer by the system's own */

/* Budgets for one decision; 0 = the level's usual one. A node is one order tried on a clone. The clock is
   only a limit: where it cuts thinking short, the choice is no longer reproducible. */
struct mind_budget {
	uint64_t nodes;
	int milliseconds;
	const atomic_bool *cancel; /* set from another thread: answer at once; may be NULL */
	int threads;               /* a marshal thinks on so many cores, four at most, and comes to the same
	                              choice */
	uint64_t luck;             /* not 0: the mind's own luck begins with it, whatever was chosen before */
};

/* Chooses one of `legal`, the orders of `side` in `g`, which is not changed. */
struct order mind_choose(struct mind *x, const struct game *g, int side, const struct orders *legal,
	struct mind_budget budget);

/* What a mind remembers from one choice to the next is its plan. Written down, it can be given to another
   mind of the same muster and level: with the same luck, both come to the same next choice. "" is no plan;
   what cannot be read is none. `g` is the state of that next choice. */
void mind_remember(const struct mind *x, struct text *out);
void mind_recall(struct mind *x, const struct game *g, const char *plan);

/* How much of a plan is told. FIGHTS leaves out the marches: the page shows them as arrows. CHANCES adds the
   odds that the mind counts on, and the chances of the battle where they are known (engine/judge.h). */
enum mind_telling { TELL_ORDERS, TELL_CHANCES, TELL_FIGHTS };

/* In a sentence or two what it is about to do, if its latest choice, made in `g`, began a new plan; false if
   there is nothing new to say. Only what its side knows goes into it, but it is for the side's own eyes as
   long as the battle lasts. */
bool mind_explain(struct mind *x, const struct game *g, int side, enum mind_telling how, struct text *out);

/* A hint for a player: the order a marshal would give, and why, without chances: how well it counts them has
   not been measured. */
void mind_advise(const struct muster *m, const struct game *g, int side, const struct orders *legal,
	struct mind_budget budget, struct order *o, struct text *out);

uint64_t mind_nodes(const struct mind *x); /* tried so far, over the mind's whole life */

#endif
