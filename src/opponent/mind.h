/* Private to the opponent. */
#ifndef OPPONENT_MIND_H
#define OPPONENT_MIND_H

#include "engine/rules_mind.h"
#include "opponent/opponent.h"

#define PLAN_MOST 96 /* orders of one activation that a plan remembers */
#define VERBS_KNOWN 64
#define WAYS 24 /* to places, that a mind remembers, besides those to goals */
#define AIMS 10
#define BATCH 4 /* ventures of one round: the same with any number of threads */
#define AIDES_MOST (BATCH - 1)
#define LEVELS_DEEP 8 /* states and lists that may be in use at once, one inside the other */

struct plan { /* what a side does until the other is asked */
	int n;
	struct order order[PLAN_MOST];
	uint32_t orders[PLAN_MOST]; /* the game's count of orders when each came up: tells whether things go as
	                               planned */
	int stance;
	int aim; /* of a drive */
	uint64_t mix;
	bool bold;
	uint64_t dice; /* it was made on */
	int64_t sum;   /* what it was worth in all tries, in millionths of a won game */
	int tries;
};

enum {
	STANCE_PLAIN,
	STANCE_ADVANCE,
	STANCE_ASSAULT,
	STANCE_HOLD,
	STANCE_PASS,
	STANCES,
	STANCE_DRIVE = STANCES
};

#define HAND_CHAIN 12 /* orders of one chain */
#define QUESTIONS_MOST 64

struct chain {
	int n;
	struct order order[HAND_CHAIN];
	int value;
}; /* one unit's march, or a volley and who joins it */

struct hand {
	struct weights w;
	int stance, stray; /* one order in `stray` is any that is possible; 0 = none */
	const struct aims *aims;
	int aim;            /* of a drive: a place */
	uint64_t mix;       /* not 0: every unit has an aim of its own, by lot */
	bool stays;         /* whoever stands on a place that counts stays there */
	bool bold;          /* whoever can attacks, not only at the aim */
	struct chain chain; /* what it is about, and how far that has been carried out */
	int at;
	uint64_t taken[QUESTIONS_MOST][PIECES_MOST / 64]; /* units that had their turn at a question that offers
	                                                     several */
};

struct way_to {
	int place;
	uint16_t *far;
};
struct aims {
	int n;
	int place[AIMS];
};

/* What every formation of both sides is to do (commander.c). */
#define GROUPS_MOST 64
#define NO_GROUP (-1)
#define MIX_TASKS UINT64_MAX /* as a drive's `mix`: everybody goes at the task of his group */
struct campaign {
	bool known;                /* who belongs together */
	int groups[SIDES], step;   /* what a usual step costs */
	int8_t group[PIECES_MOST]; /* NO_GROUP: an army's leaders */
	int32_t task[SIDES][GROUPS_MOST], main[SIDES];
	/* of the side that plans: what going at its tasks at once is worth to it, in millionths of a won game */
	bool counts;
	int side, zeal;
};

struct mind {
	const struct muster *m;
	enum mind_level level;         /* of a frozen one, the level that it was */
	bool frozen;                   /* nothing that came later is used */
	const struct weights *weights; /* NULL: the system's own */
	struct rng rng;
	uint64_t nodes;   /* tried in all */
	uint64_t stop_at; /* this decision's limit */
	int64_t deadline; /* nanoseconds, 0 = none */
	const atomic_bool *cancel;
	bool stopped;
	int depth;
	int32_t left; /* of the battle's time when the thinking began: what is compared is weighed alike */
	struct game *state[LEVELS_DEEP];
	struct orders *list[LEVELS_DEEP];
	struct plan plan; /* the latest, and how far it has been followed */
	int at;
	bool told;                     /* in words, already */
	uint32_t rolls;                /* dice that had fallen when it was made */
	struct mind *aide[AIDES_MOST]; /* scratch memory for further threads */
	int aides;                     /* so many of them help this time */
	const struct field *at_field;  /* where a piece stands; NULL: the system does not say */
	uint8_t role[VERBS_KNOWN];     /* of each verb, plus one; 0: not known yet */
	struct way_to way[WAYS], kept[GOALS_MOST];
	int next_way, ways_kept;
	struct aims aims; /* of the activation that is being planned */
	struct campaign campaign;
	struct hand habit; /* of the doctrine: this activation's */
	int habit_turn, habit_acting;
	bool single; /* the hand looks at single orders only, and no answer is tried */
};

/* A state and a list to work with, given back in reverse order. */
struct game *mind_state(struct mind *x);
struct orders *mind_list(struct mind *x);
void mind_give_back(struct mind *x);

bool mind_tired(struct mind *x); /* the budget is used up, or somebody cancelled */
void mind_try(struct mind *x, struct game *g, int side, const struct order *o);
/* w NULL: the mind's own */
int mind_judge(const struct mind *x, const struct game *g, int side, const struct weights *w);
/* A clone to think on; the same rng state gives the same dice. */
void mind_imagine(struct mind *x, struct game *to, const struct game *from, int side, struct rng dice);

void mind_reseed(struct mind *x, struct game *g, uint64_t seed); /* from here on: the dice, and the mind's own
                                                                    luck */

/* Runs on until `side` has a major question to answer again, the other side has one, or the game is over.
   Minor questions take their stated default. Returns the side asked, with its orders in o; NOBODY too if the
   budget ended on the way. */
int mind_settle(struct mind *x, struct game *g, struct orders *o);

struct candidate {
	int index;
	int64_t sum;
	int tries;
}; /* an order of the list, and what it was worth when tried */
void candidates_sort(struct candidate *c, int n); /* the best mean first */

/* --- chains (captain.c) --------------------------------------------------------------------------------- */

/* At most `most` of the orders, the best first, each judged at the end of the chain it begins. */
int captain_rank(struct mind *x, const struct game *g, int side, const struct orders *legal,
	struct candidate *out, int most);

/* --- the simple hand (hand.c) --------------------------------------------------------------------------- */

void hand_open(const struct mind *x, int stance, int stray, struct hand *h);
struct order hand_order(struct mind *x, struct hand *h, const struct game *g, int side,
	const struct orders *o);

/* --- drives (drive.c) ----------------------------------------------------------------------------------- */

bool drive_possible(const struct mind *x);
void drive_aims(struct mind *x, const struct game *g, int side, const struct orders *legal, struct aims *a);
const uint16_t *drive_way(struct mind *x, int place);  /* how far every hex is from it, by what a march
                                                          costs */
const uint16_t *drive_keep(struct mind *x, int place); /* the same, and it stays where it is */
enum role drive_role(struct mind *x, const struct game *g, int side, const struct order *o);
int drive_place(const struct mind *x, const struct game *g, const struct order *o);
int drive_at(const struct mind *x, const struct game *g, int piece);
int drive_cost(const struct muster *m, int hex, int dir); /* of a step in that direction; 0: there is no
                                                             way */
int drive_goals(const struct mind *x, const struct game *g, struct goal out[GOALS_MOST]);
struct order drive_order(struct mind *x, struct hand *h, const struct game *g, int side,
	const struct orders *o);

/* --- the commander (commander.c) ------------------------------------------------------------------------ */

void commander_plan(struct mind *x, const struct game *g); /* gives every group of both sides its task */
int commander_task(const struct mind *x, int piece);       /* a place, or PLACE_NONE */
void commander_begin(struct mind *x, const struct game *g, int side);

/* --- plans (plan.c) ------------------------------------------------------------------------------------- */

struct venture {               /* how to carry a plan out on a clone */
	const struct order *first; /* what to begin with; NULL: anything */
	const struct plan *follow; /* as far as its orders are possible; NULL: none */
	int keep;                  /* so many of them, then the hand goes on */
	int stance, stray;         /* one order in `stray` is any that is possible; 0 = none */
	int aim;                   /* of a drive */
	uint64_t mix;
	bool bold;
	bool answer;   /* the enemy answers, and the judgement is after that */
	uint64_t dice; /* the same dice for all that are compared */
};
/* What it was worth to `side`; `out` (may be NULL) gets what was done. */
int plan_try(struct mind *x, const struct game *g, int side, const struct venture *v, struct plan *out);

/* Plans the side's activation: ventures by every stance and, if they are few, every order to begin with, then
   changes of the best, all on more and more dice. */
void plan_make(struct mind *x, const struct game *g, int side, const struct orders *legal, bool answer);
/* The plan's next order, if all went as planned so far; false: think anew. */
bool plan_follow(struct mind *x, const struct game *g, const struct orders *legal, struct order *o);

struct order recruit_choose(struct mind *x, const struct game *g, int side, const struct orders *legal);
struct order captain_choose(struct mind *x, const struct game *g, int side, const struct orders *legal);
struct order marshal_choose(struct mind *x, const struct game *g, int side, const struct orders *legal);
struct order doctrine_choose(struct mind *x, const struct game *g, int side, const struct orders *legal);
struct order tree_choose(struct mind *x, const struct game *g, int side, const struct orders *legal);

bool order_same(const struct order *a, const struct order *b);
int order_listed(const struct orders *o, const struct order *one); /* its place in the list, -1 */

#endif
