/* The marshal plans a whole activation: the orders it will give until the other side has to decide. A plan is a list of orders,
   followed as far as the rules allow and filled up with what looks best; plans are tried on several dice, against a short
   reply of the enemy, and bettered by evolution (change one order, cut one out, grow the rest anew). The captain's own plan
   is where it starts. The plan is kept from one decision to the next and thought over again when dice have fallen. */
#include <string.h>

#include "opponent/mind.h"

#define ACTIVATION_MOST 200  /* decisions tried before an activation is taken as over */
#define REPLY_DECISIONS 24   /* of the enemy, after the plan */
#define DICE_A_PLAN 3
#define DICE_CONFIRM 8

struct trying { /* one run of a plan */
	const struct plan *follow;
	struct plan *record;     /* what was really done, or NULL */
	int keep;                /* orders of `follow` to keep; from then on as looks best */
};

/* The plan's next order that is allowed now, from `at` on; -1 if there is none within a few. */
static int next_of_plan(const struct plan *p, int keep, int at, const struct orders *o)
{
	for (int i = at; i < p->n && i < keep && i < at + 6; i++)
		if (order_listed(o, &p->order[i]) >= 0) return i;
	return -1;
}

static void note(struct plan *p, const struct order *o)
{
	if (p && p->n < PLAN_MOST) p->order[p->n++] = *o;
}

/* Plays `side`'s activation by the plan on `g`. */
static void follow(struct mind *x, struct game *g, int side, const struct trying *t)
{
	struct orders *o = x->list[x->depth++];
	int at = 0;
	for (int i = 0; i < ACTIVATION_MOST && mind_settle(x, g, o) == side; i++) {
		int k = t->follow ? next_of_plan(t->follow, t->keep, at, o) : -1;
		struct order next = k >= 0 ? t->follow->order[k] : chain_best(x, g, side, o, 6);
		if (k >= 0) at = k + 1;
		note(t->record, &next);
		mind_try(x, g, side, &next);
	}
	mind_give_back(x);
}

/* The enemy answers for a while with what looks best to him. */
static void reply(struct mind *x, struct game *g, int side)
{
	struct orders *o = x->list[x->depth++];
	for (int i = 0; i < REPLY_DECISIONS; i++) {
		int asked = mind_settle(x, g, o);
		if (asked != !side) break;
		struct order next = chain_best(x, g, asked, o, 4);
		mind_try(x, g, asked, &next);
	}
	mind_give_back(x);
}

static int run(struct mind *x, const struct game *g, int side, const struct trying *t, struct rng dice)
{
	struct play p = {x->m, NULL, NULL};
	struct game *clone = mind_state(x);
	mind_list(x);
	game_copy(x->m, clone, g);
	play_imagine(&p, clone, side, &dice);
	follow(x, clone, side, t);
	int before = mind_judge(x, clone, side);
	reply(x, clone, side);
	int value = (before + 2 * mind_judge(x, clone, side)) / 3;
	mind_give_back(x);
	return value;
}

/* The mean over n throws of the dice; the first run's orders are recorded into `into` if it is given. */
static int try_plan(struct mind *x, const struct game *g, int side, const struct plan *plan, int keep, struct plan *into, int n, const struct rng *dice)
{
	int64_t sum = 0;
	int done = 0;
	if (into) into->n = 0;
	for (; done < n && (done == 0 || !mind_tired(x)); done++) {
		struct trying t = {.follow = plan, .record = done == 0 ? into : NULL, .keep = keep};
		if (into && done > 0) t.follow = into, t.keep = into->n;
		sum += run(x, g, side, &t, dice[done]);
	}
	return (int)(sum / done);
}

/* A child: one order changed for another that was possible, cut out, or everything after it grown anew. */
static void mutate(struct mind *x, const struct plan *parent, struct plan *child, int *keep)
{
	int at = parent->n ? (int)rng_below(&x->rng, (uint32_t)parent->n) : 0;
	*child = *parent;
	*keep = child->n;
	if (!parent->n) return;
	switch (rng_below(&x->rng, 3)) {
	case 0: /* grow the rest anew */
		child->n = at, *keep = at;
		break;
	case 1: { /* leave out a stretch */
		int cut = 1 + (int)rng_below(&x->rng, 4);
		if (at + cut > child->n) cut = child->n - at;
		memmove(&child->order[at], &child->order[at + cut], sizeof child->order[0] * (size_t)(child->n - at - cut));
		child->n -= cut, *keep = child->n;
		break;
	}
	default: { /* do something sooner */
		int from = at + (int)rng_below(&x->rng, (uint32_t)(parent->n - at));
		struct order o = child->order[from];
		memmove(&child->order[at + 1], &child->order[at], sizeof child->order[0] * (size_t)(from - at));
		child->order[at] = o;
	}
	}
}

static void evolve(struct mind *x, const struct game *g, int side, const struct orders *legal, uint64_t end, struct plan *best)
{
	struct rng dice[DICE_CONFIRM];
	struct plan child, grown;
	int keep, value;
	for (int i = 0; i < DICE_CONFIRM; i++) dice[i].s = rng_next(&x->rng);
	x->stop_at = x->nodes + (end - x->nodes) / 8; /* the captain's share; the rest of the budget is the plan's */
	struct order first = captain_choose(x, g, side, legal, &value);
	x->stop_at = end, x->stopped = false;
	struct plan seed = {.n = 1, .order = {first}};
	seed.value = try_plan(x, g, side, &seed, 1, &grown, DICE_CONFIRM, dice);
	grown.value = seed.value;
	if (best->n) best->value = try_plan(x, g, side, best, best->n, NULL, DICE_CONFIRM, dice);
	if (!best->n || grown.value > best->value) *best = grown;
	while (!mind_tired(x)) {
		mutate(x, best, &child, &keep);
		int quick = try_plan(x, g, side, &child, keep, &grown, DICE_A_PLAN, dice);
		if (quick <= best->value || !grown.n) continue;
		grown.value = try_plan(x, g, side, &grown, grown.n, NULL, DICE_CONFIRM, dice);
		if (grown.value > best->value) *best = grown;
	}
}

static void explain(const struct mind *x, const struct game *g, int side, const struct plan *plan, struct text *why)
{
	struct play p = {x->m, NULL, NULL};
	struct saying s;
	if (!why) return;
	text_addf(why, "%s expects %+d.%d of 100. Plan:", x->m->battle->side[side].title, plan->value / 10, (plan->value < 0 ? -plan->value : plan->value) % 10);
	for (int i = 0; i < plan->n && i < 12; i++) {
		memset(&s, 0, sizeof s);
		x->m->rules->say(&p, g, side, &plan->order[i], &s);
		text_addf(why, "%s %s", i ? ";" : "", s.text);
	}
	text_add(why, ".");
}

struct order marshal_choose(struct mind *x, const struct game *g, int side, const struct orders *legal, struct text *why)
{
	bool surprised = x->plan.n == 0 || order_listed(legal, &x->plan.order[0]) < 0 || g->dice.rolls != x->plan_rolls;
	if (surprised) {
		struct plan best = x->plan;
		if (best.n && order_listed(legal, &best.order[0]) < 0) best.n = 0;
		evolve(x, g, side, legal, x->stop_at, &best);
		x->plan = best;
	}
	int at = order_listed(legal, &x->plan.order[0]);
	struct order chosen = at >= 0 ? legal->list[at] : legal->list[legal->n - 1];
	explain(x, g, side, &x->plan, why);
	if (x->plan.n) memmove(&x->plan.order[0], &x->plan.order[1], sizeof x->plan.order[0] * (size_t)(--x->plan.n));
	x->plan_rolls = g->dice.rolls;
	return chosen;
}
