/* What a position is judged by, the same for every rule system: a system measures, weights kept in data judge
   (judge.h). */
#ifndef ENGINE_FEATURE_H
#define ENGINE_FEATURE_H

#include <stdint.h>

#include "battle/battle.h"

/* Of each side, more is better; what a system does not know stays 0. Shares of fixed wholes (what both sides
   began with, all objectives), so that a step lost counts the same in the morning and in the evening; in
   millionths, so that one brigade of fifty nearer by one hex shows. */
#define WHOLE_SHARE 1000000
static inline int32_t share(int64_t part, int64_t whole) { return (int32_t)(part * WHOLE_SHARE / whole); }

#define FEATURE_LIST(X) \
	X(STRENGTH, strength) /* fighting strength left, of both sides' at the start */ \
	X(ORDER, order)   /* of that, what is in good order: not shaken, pinned, tired, short of ammunition */ \
	X(MORALE, morale) /* how far the army or its corps are from breaking */ \
	X(GROUND, ground) /* what it holds of the objectives, by value */ \
	X(GRIP, grip)     /* how its strength bears on all objectives, against the enemy's */ \
	X(APPROACH, approach) /* how near it is to those it must still take */ \
	X(EXPOSURE, exposure) /* below 0: strength in contact with more than its own, by the odds */ \
	X(COVER, cover)       /* strength in cover */ \
	X(COMMAND, command)   /* strength that its commanders reach; commanders */ \
	X(RESERVE, reserve)   /* strength to come, or not yet used */ \
	X(LEAD, \
		lead) /* the score against what wins the battle, minus half a WHOLE_SHARE … half a WHOLE_SHARE */ \
	X(PROMISE, \
		promise) /* what it has not of the objectives, but its strength bears on more than the enemy's */ \
	X(VICTORY, victory) /* a WHOLE_SHARE if it would win by the score as it stands */

enum feature {
#define X(id, name) FEATURE_##id,
	FEATURE_LIST(X)
#undef X
		FEATURES
};
extern const char *const feature_names[FEATURES];

/* The score as a lead: partly how far it is from the highest victory, partly whether it is one at all. */
static inline int32_t share_of_lead(int lead, int wins, int most)
{
	int size = lead < 0 ? -lead : lead, capped = size > most ? most : size;
	int32_t value =
		share(3 * capped, 10 * (int64_t)(most > 0 ? most : 1)) + (size && size >= wins ? WHOLE_SHARE / 5 : 0);
	return lead < 0 ? -value : value;
}

struct features {
	int32_t left; /* of the battle's time, 1000 … 0 */
	int32_t of[SIDES][FEATURES];
};

/* Side 0 leads by so much; so much wins, and so much is the highest victory. */
static inline void features_lead(struct features *f, int lead, int wins, int most)
{
	f->of[0][FEATURE_LEAD] = share_of_lead(lead, wins, most);
	f->of[1][FEATURE_LEAD] = -f->of[0][FEATURE_LEAD];
	f->of[0][FEATURE_VICTORY] = lead > 0 && lead >= wins ? WHOLE_SHARE : 0;
	f->of[1][FEATURE_VICTORY] = lead < 0 && -lead >= wins ? WHOLE_SHARE : 0;
}

/* Thousandths of a unit of log odds that one WHOLE_SHARE more than the enemy is worth, at the beginning and
   at the end of the battle. */
struct weights {
	int32_t early[FEATURES], late[FEATURES];
	int32_t learned; /* so many hundredths of a judgement are the learned chances (chances.h), where they are
	                    known */
};

#endif
