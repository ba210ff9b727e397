/* Captain and marshal plan whole activations (plan.c) and follow their plan until dice or the enemy upset it;
   then they think anew. The captain judges when his activation is over; the marshal lets the enemy answer
   first, tries far more, and thinks on both cores. A minor question (where a beaten unit falls back to) is
   weighed by itself. */
#include "opponent/mind.h"

#define MENDING 2 /* a plan that is upset half way is mended with one part in so many of the budget */

static struct order best_of(struct mind *x, const struct game *g, int side, const struct orders *legal)
{
	struct candidate best;
	captain_rank(x, g, side, legal, &best, 1);
	return legal->list[best.index];
}

static struct order planner_choose(struct mind *x, const struct game *g, int side, const struct orders *legal,
	bool answer)
{
	struct order o;
	if (plan_follow(x, g, legal, &o)) return o;
	if (x->m->rules->question[g->question[side]].flags & QUESTION_MINOR) {
		x->stop_at = x->nodes + (x->stop_at - x->nodes) / 4;
		return best_of(x, g, side, legal);
	}
	if (x->at && x->at < x->plan.n) x->stop_at = x->nodes + (x->stop_at - x->nodes) / MENDING;
	plan_make(x, g, side, legal, answer);
	if (plan_follow(x, g, legal, &o)) return o;
	return x->plan.n && order_listed(legal, &x->plan.order[0]) >= 0 ? x->plan.order[x->at++]
	                                                                : best_of(x, g, side, legal);
}

struct order captain_choose(struct mind *x, const struct game *g, int side, const struct orders *legal)
{
	return planner_choose(x, g, side, legal, false);
}
struct order marshal_choose(struct mind *x, const struct game *g, int side, const struct orders *legal)
{
	return planner_choose(x, g, side, legal, true);
}
