/* The marshal plans a whole activation. The captain names the orders worth a thought; each is then carried through to the end
   of the activation as the captain would go on, and through the enemy's answer, on the same dice for all; the worst half is
   dropped again and again, and the best one's plan is what he follows and explains. Dice that fall make him think anew. */
#include <string.h>

#include "opponent/mind.h"

#define WORTH_A_THOUGHT 6
#define ACTIVATION_MOST 60   /* decisions of one side tried before its activation is taken as over */
#define QUICK_CHOICES 5      /* orders looked at for each decision on the way */
#define CAPTAIN_SHARE 10     /* one part in so many of the budget */

/* Plays `side`'s decisions as a captain in a hurry would, until the other side is asked. What is done is noted in `plan`. */
static void activation(struct mind *x, struct game *g, int side, struct plan *plan)
{
	struct orders *o = x->list[x->depth++];
	for (int i = 0; i < ACTIVATION_MOST && mind_settle(x, g, o) == side; i++) {
		struct order next = captain_quick(x, g, side, o, QUICK_CHOICES);
		if (plan && plan->n < PLAN_MOST) plan->order[plan->n++] = next;
		mind_try(x, g, side, &next);
	}
	mind_give_back(x);
}

/* What an order is worth on these dice: halfway when our activation is over, and wholly after the enemy's answer. */
static int carried_through(struct mind *x, const struct game *g, int side, const struct order *o, struct rng dice, struct plan *plan)
{
	struct play p = {x->m, NULL, NULL};
	struct game *clone = mind_state(x);
	mind_list(x);
	game_copy(x->m, clone, g);
	play_imagine(&p, clone, side, &dice);
	if (plan) plan->n = 1, plan->order[0] = *o;
	mind_try(x, clone, side, o);
	activation(x, clone, side, plan);
	int ours = mind_judge(x, clone, side);
	activation(x, clone, !side, NULL);
	int value = (ours + 2 * mind_judge(x, clone, side)) / 3;
	mind_give_back(x);
	return value;
}

static void think(struct mind *x, const struct game *g, int side, const struct orders *legal)
{
	struct candidate c[WORTH_A_THOUGHT];
	uint64_t end = x->stop_at;
	x->stop_at = x->nodes + (end - x->nodes) / CAPTAIN_SHARE;
	int n = captain_rank(x, g, side, legal, c, WORTH_A_THOUGHT);
	x->stop_at = end, x->stopped = false;
	for (int i = 0; i < n; i++) c[i].sum = 0, c[i].tries = 0;
	while (n > 1 && !mind_tired(x)) {
		uint64_t round = x->nodes + (end - x->nodes) / 2; /* half of what is left, then half of the orders go */
		if (n == 2) round = end;
		do {
			struct rng dice = {rng_next(&x->rng)};
			for (int i = 0; i < n; i++) c[i].sum += carried_through(x, g, side, &legal->list[c[i].index], dice, NULL), c[i].tries++;
		} while (x->nodes < round && !mind_tired(x));
		candidates_sort(c, n);
		n = (n + 1) / 2;
	}
	struct rng dice = {rng_next(&x->rng)};
	carried_through(x, g, side, &legal->list[c[0].index], dice, &x->plan);
	x->plan.value = c[0].tries ? (int)(c[0].sum / c[0].tries) : 0;
}

static void explain(const struct mind *x, const struct game *g, int side, struct text *why)
{
	struct play p = {x->m, NULL, NULL};
	const struct plan *plan = &x->plan;
	struct saying s;
	text_addf(why, "%s counts on %+d of 100. Plan:", x->m->battle->side[side].title, plan->value / 10000);
	for (int i = 0; i < plan->n && i < 12; i++) {
		memset(&s, 0, sizeof s);
		x->m->rules->say(&p, g, side, &plan->order[i], &s);
		text_addf(why, "%s %s", i ? ";" : "", s.text);
	}
	text_add(why, ".");
}

struct order marshal_choose(struct mind *x, const struct game *g, int side, const struct orders *legal, struct text *why)
{
	think(x, g, side, legal);
	if (why) explain(x, g, side, why);
	return x->plan.order[0];
}
