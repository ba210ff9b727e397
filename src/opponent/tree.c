/* Plain tree search (open-loop UCT), the yardstick: a tree over the orders themselves, dice thrown anew on
   every descent, random play for a short way below, then the judge. It is not meant to be clever. */
#include <math.h>
#include <stdlib.h>

#include "opponent/mind.h"

#define TREE_NODES 65536
#define TREE_DEPTH 64
#define PLAYOUT 24

struct twig {
	struct order order;
	int32_t child, next;
	uint32_t visits;
	int64_t sum;
	int8_t side;
};

struct tree {
	struct twig *twig;
	int n;
};

static int twig_new(struct tree *t, const struct order *o, int side)
{
	if (t->n == TREE_NODES) return -1;
	t->twig[t->n] = (struct twig){.order = *o, .child = -1, .next = -1, .side = (int8_t)side};
	return t->n++;
}

static int twig_find(const struct tree *t, int parent, const struct order *o)
{
	for (int i = t->twig[parent].child; i >= 0; i = t->twig[i].next)
		if (order_same(&t->twig[i].order, o)) return i;
	return -1;
}

/* An order not tried yet, or the one with the best upper bound. */
static int select_twig(struct mind *x, struct tree *t, int parent, const struct orders *o, int side,
	bool *fresh)
{
	int best = -1;
	double most = -1e18, all = log((double)t->twig[parent].visits + 1);
	int start = (int)rng_below(&x->rng, (uint32_t)o->n);
	*fresh = false;
	for (int k = 0; k < o->n; k++) {
		int i = twig_find(t, parent, &o->list[(start + k) % o->n]);
		if (i < 0) {
			i = twig_new(t, &o->list[(start + k) % o->n], side);
			if (i < 0) return best;
			t->twig[i].next = t->twig[parent].child, t->twig[parent].child = i;
			return *fresh = true, i;
		}
		double mean = (double)t->twig[i].sum / t->twig[i].visits / WHOLE_SHARE;
		double bound = mean + 0.7 * sqrt(all / t->twig[i].visits);
		if (bound > most) most = bound, best = i;
	}
	return best;
}

static void playout(struct mind *x, struct game *g, struct orders *o)
{
	for (int i = 0; i < PLAYOUT && !mind_tired(x); i++) {
		int side = mind_settle(x, g, o);
		if (side == NOBODY) return;
		mind_try(x, g, side, &o->list[rng_below(&x->rng, (uint32_t)o->n)]);
	}
}

static void descend(struct mind *x, struct tree *t, const struct game *g, int side)
{
	struct game *clone = mind_state(x);
	struct orders *o = mind_list(x);
	int path[TREE_DEPTH], depth = 0, at = 0;
	bool fresh = false;
	mind_imagine(x, clone, g, side, (struct rng){rng_next(&x->rng)});
	while (depth < TREE_DEPTH && !fresh && !mind_tired(x)) {
		int asked = mind_settle(x, clone, o);
		if (asked == NOBODY) break;
		int next = select_twig(x, t, at, o, asked, &fresh);
		if (next < 0) break;
		mind_try(x, clone, asked, &t->twig[next].order);
		path[depth++] = at = next;
	}
	playout(x, clone, o);
	int value = mind_judge(x, clone, side, NULL);
	t->twig[0].visits++;
	for (int i = 0; i < depth; i++) {
		struct twig *w = &t->twig[path[i]];
		w->visits++, w->sum += w->side == side ? value : -value;
	}
	mind_give_back(x);
}

struct order tree_choose(struct mind *x, const struct game *g, int side, const struct orders *legal)
{
	struct tree t = {.twig = malloc(sizeof *t.twig * TREE_NODES)};
	struct order none = {.unit = NO_UNIT}, chosen = legal->list[legal->n - 1];
	uint32_t most = 0;
	if (!t.twig) abort();
	twig_new(&t, &none, side);
	while (!mind_tired(x)) descend(x, &t, g, side);
	for (int i = t.twig[0].child; i >= 0; i = t.twig[i].next)
		if (t.twig[i].visits > most && order_listed(legal, &t.twig[i].order) >= 0)
			most = t.twig[i].visits, chosen = t.twig[i].order;
	free(t.twig);
	return chosen;
}
