/* Private to the opponent. */
#ifndef OPPONENT_MIND_H
#define OPPONENT_MIND_H

#include "opponent/opponent.h"

#define PLAN_MOST 96      /* orders of one activation that a plan remembers */
#define LEVELS_DEEP 8     /* states and lists that may be in use at once, one inside the other */

struct plan {
	int n;
	struct order order[PLAN_MOST];
	int value;            /* millionths of a won game, as judged */
};

struct mind {
	const struct muster *m;
	enum mind_level level;
	const struct weights *weights; /* NULL: the system's own */
	struct rng rng;
	uint64_t nodes;       /* tried in all */
	uint64_t stop_at;     /* this decision's limit */
	int64_t deadline;     /* nanoseconds, 0 = none */
	const atomic_bool *cancel;
	bool stopped;
	int depth;
	struct game *state[LEVELS_DEEP];
	struct orders *list[LEVELS_DEEP];
	struct plan plan;     /* the marshal's latest */
};

/* A state and a list to work with, given back in reverse order. */
struct game *mind_state(struct mind *x);
struct orders *mind_list(struct mind *x);
void mind_give_back(struct mind *x);

bool mind_tired(struct mind *x);  /* the budget is used up, or somebody cancelled */
void mind_try(struct mind *x, struct game *g, int side, const struct order *o);
int mind_judge(const struct mind *x, const struct game *g, int side);

/* Runs on until `side` has a major question to answer again, the other side has one, or the game is over. Minor questions take
   their stated default. Returns the side asked, with its orders in o. */
int mind_settle(struct mind *x, struct game *g, struct orders *o);

/* From a state just after an order of `side`: goes on choosing what looks best at once until the question `home` comes
   back, the other side is asked, or the game ends. One chain: a unit's march, a volley and who joins it. */
void chain_finish(struct mind *x, struct game *g, int side, int home);
struct order chain_best(struct mind *x, const struct game *g, int side, const struct orders *o, int sample_most);

struct candidate { int index; int64_t sum; int tries; }; /* an order of the list, and what it was worth when tried */
void candidates_sort(struct candidate *c, int n);        /* the best mean first */

/* The captain's ranking: at most `most` of the orders, the best first. */
int captain_rank(struct mind *x, const struct game *g, int side, const struct orders *legal, struct candidate *out, int most);
/* A captain in a hurry: a few of the orders, each tried once to the end of its chain. */
struct order captain_quick(struct mind *x, const struct game *g, int side, const struct orders *o, int choices);

struct order recruit_choose(struct mind *x, const struct game *g, int side, const struct orders *legal);
struct order captain_choose(struct mind *x, const struct game *g, int side, const struct orders *legal);
struct order marshal_choose(struct mind *x, const struct game *g, int side, const struct orders *legal, struct text *why);
struct order tree_choose(struct mind *x, const struct game *g, int side, const struct orders *legal);

bool order_same(const struct order *a, const struct order *b);
int order_listed(const struct orders *o, const struct order *one); /* its place in the list, -1 */

#endif
