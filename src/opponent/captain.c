/* The recruit, and single orders: what one leads to. An order often only begins something (this unit; this
   step; this target), so it is judged at the end of its chain, when the same question comes back or the other
   side is asked. All orders are tried on the same dice, so that luck does not choose. */
#include <limits.h>
#include <string.h>

#include "opponent/mind.h"

#define CHAIN_MOST 16 /* decisions of one chain */
#define CANDIDATES 256
#define RECRUIT_NOISE 40000 /* millionths of a won game */

/* The order that looks best at once: each tried on one clone. With long lists only a sample is looked at,
   always with the last order, which is the one that ends things. */
static struct order chain_best(struct mind *x, const struct game *g, int side, const struct orders *o,
	int sample_most)
{
	struct game *clone = mind_state(x);
	struct orders *list = mind_list(x);
	struct rng dice = {rng_next(&x->rng)};
	int best = o->n - 1, best_value = INT_MIN;
	for (int k = 0; k < o->n && k < sample_most && !mind_tired(x); k++) {
		int i = k == 0 ? o->n - 1 : o->n <= sample_most ? k - 1 : (int)rng_below(&x->rng, (uint32_t)o->n);
		mind_imagine(x, clone, g, side, dice);
		mind_try(x, clone, side, &o->list[i]);
		mind_settle(x, clone, list);
		int value = mind_judge(x, clone, side, NULL) + (int)rng_below(&x->rng, 16);
		if (value > best_value) best = i, best_value = value;
	}
	mind_give_back(x);
	return o->list[best];
}

/* From a state just after an order of `side`: goes on choosing what looks best at once until the question
   `home` comes back, the other side is asked, or the game ends. One chain: a unit's march, a volley and who
   joins it. */
static void chain_finish(struct mind *x, struct game *g, int side, int home)
{
	struct orders *o = x->list[x->depth++]; /* only a list: the state is the caller's */
	for (int i = 0; i < CHAIN_MOST && !mind_tired(x); i++) {
		int asked = mind_settle(x, g, o);
		if (asked != side || g->question[side] == home) break;
		struct order next = chain_best(x, g, side, o, 8);
		mind_try(x, g, side, &next);
	}
	mind_give_back(x);
}

/* What an order is worth on these dice, at the end of its chain. */
static int chain_value(struct mind *x, const struct game *g, int side, const struct order *o, struct rng dice)
{
	struct game *clone = mind_state(x);
	mind_list(x);
	mind_imagine(x, clone, g, side, dice);
	mind_try(x, clone, side, o);
	chain_finish(x, clone, side, g->question[side]);
	int value = mind_judge(x, clone, side, NULL);
	mind_give_back(x);
	return value;
}

struct order recruit_choose(struct mind *x, const struct game *g, int side, const struct orders *legal)
{
	struct rng dice = {rng_next(&x->rng)};
	int best = legal->n - 1, best_value = INT_MIN, first = (int)rng_below(&x->rng, (uint32_t)legal->n);
	for (int k = 0; k < legal->n && !mind_tired(x); k++) {
		int i = (first + k) % legal->n;
		int value = chain_value(x, g, side, &legal->list[i], dice) +
		            (int)rng_below(&x->rng, 2 * RECRUIT_NOISE) - RECRUIT_NOISE;
		if (value > best_value) best = i, best_value = value;
	}
	return legal->list[best];
}

/* --- sequential halving over the orders, everyone on the same dice -------------------------------------- */

static int64_t mean(const struct candidate *c) { return c->tries ? c->sum * 1024 / c->tries : INT64_MIN; }

void candidates_sort(struct candidate *c, int n)
{
	for (int i = 1; i < n; i++) {
		struct candidate one = c[i];
		int k = i;
		while (k > 0 && mean(&c[k - 1]) < mean(&one)) c[k] = c[k - 1], k--;
		c[k] = one;
	}
}

static int pick_candidates(struct mind *x, const struct orders *legal, struct candidate *c)
{
	int n = legal->n < CANDIDATES ? legal->n : CANDIDATES;
	for (int i = 0; i < n; i++)
		c[i] = (struct candidate){.index = legal->n <= CANDIDATES || i == 0
		                                     ? (i == 0 ? legal->n - 1 : i - 1)
		                                     : (int)rng_below(&x->rng, (uint32_t)legal->n)};
	return n;
}

int captain_rank(struct mind *x, const struct game *g, int side, const struct orders *legal,
	struct candidate *out, int most)
{
	struct candidate c[CANDIDATES];
	int all = pick_candidates(x, legal, c), n = all;
	for (int samples = 1; !mind_tired(x); samples = samples < 16 ? samples * 2 : 16) {
		for (int s = 0; s < samples && !mind_tired(x); s++) {
			struct rng dice = {rng_next(&x->rng)};
			for (int i = 0; i < n && !mind_tired(x); i++)
				c[i].sum += chain_value(x, g, side, &legal->list[c[i].index], dice), c[i].tries++;
		}
		candidates_sort(c, n);
		if (n <= 2 && c[0].tries >= 32) break;
		if (n > 2) n = (n + 1) / 2;
	}
	candidates_sort(c, n);
	if (most > all) most = all;
	memcpy(out, c, sizeof *c * (size_t)most); /* those dropped in earlier rounds stand behind, in the order
	                                             they fell */
	return most;
}
