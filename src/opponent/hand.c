/* The simple hand: it goes through an activation by itself, so that a plan can be begun, finished or
   answered. Every unit in turn does what looks best, or stays; what looks best depends on the stance: march
   on what is to be taken, assault, hold, or plainly by the weights.

   It looks where chains of orders end (a march, a volley and who joins it): in climbs that are the best step
   by step, and in strolls, which find what lies behind a worse step. Where the rules ask for it it looks at
   single orders, as far as they lead at once. */
#include <limits.h>

#include "opponent/mind.h"

#define LOOKED_AT 10 /* orders of a list that are looked at */
#define STROLLS 6    /* for a unit */

/* By how many quarters a stance weighs each feature. */
static const uint8_t stance_of[STANCES][FEATURES] = {
#define ALL 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4
	[STANCE_PLAIN] = {ALL},
	[STANCE_ADVANCE] = {[FEATURE_STRENGTH] = 4,
		[FEATURE_ORDER] = 3,
		[FEATURE_MORALE] = 4,
		[FEATURE_GROUND] = 8,
		[FEATURE_GRIP] = 8,
		[FEATURE_APPROACH] = 24,
		[FEATURE_EXPOSURE] = 1,
		[FEATURE_COVER] = 1,
		[FEATURE_COMMAND] = 8,
		[FEATURE_LEAD] = 8},
	[STANCE_ASSAULT] = {[FEATURE_STRENGTH] = 8,
		[FEATURE_ORDER] = 4,
		[FEATURE_MORALE] = 8,
		[FEATURE_GROUND] = 8,
		[FEATURE_GRIP] = 12,
		[FEATURE_APPROACH] = 8,
		[FEATURE_EXPOSURE] = 0,
		[FEATURE_COVER] = 0,
		[FEATURE_COMMAND] = 4,
		[FEATURE_LEAD] = 8},
	[STANCE_HOLD] = {[FEATURE_STRENGTH] = 4,
		[FEATURE_ORDER] = 8,
		[FEATURE_MORALE] = 8,
		[FEATURE_GROUND] = 8,
		[FEATURE_GRIP] = 6,
		[FEATURE_APPROACH] = 1,
		[FEATURE_EXPOSURE] = 12,
		[FEATURE_COVER] = 12,
		[FEATURE_COMMAND] = 8,
		[FEATURE_LEAD] = 8},
};

void hand_open(const struct mind *x, int stance, int stray, struct hand *h)
{
	*h = (struct hand){.stance = stance, .stray = stray, .w = x->weights ? *x->weights : x->m->weights};
	h->aims = &x->aims, h->w.learned = 0; /* the hand goes by the slope; plans are judged by what they lead
	                                         to */
	if (stance == STANCE_DRIVE) return;
	for (int i = 0; i < FEATURES; i++)
		h->w.early[i] = h->w.early[i] * stance_of[stance][i] / 4,
		h->w.late[i] = h->w.late[i] * stance_of[stance][i] / 4;
}

static bool among(const uint64_t *units, int unit) { return unit >= 0 && units[unit / 64] >> unit % 64 & 1; }
static void put(uint64_t *units, int unit)
{
	if (unit >= 0) units[unit / 64] |= 1ull << unit % 64;
}

/* Does the list offer several units? Then each is taken up once. */
static bool offers_units(const struct orders *o)
{
	for (int i = 1; i < o->n; i++)
		if (o->list[i].unit >= 0 && o->list[0].unit >= 0 && o->list[i].unit != o->list[0].unit) return true;
	return false;
}

/* Is the last order one that ends things (done, stop, hold), not one of many of its kind? */
static bool ends(const struct orders *o)
{
	for (int i = 0; i < o->n - 1; i++)
		if (o->list[i].verb == o->list[o->n - 1].verb) return false;
	return true;
}

/* What a chain of orders looks like, on other dice than those of the venture. */
static int look_once(struct mind *x, const struct hand *h, const struct game *g, int side,
	const struct chain *c, bool *rolled)
{
	struct game *clone = mind_state(x);
	struct orders *o = mind_list(x);
	mind_imagine(x, clone, g, side, (struct rng){rng_next(&x->rng)});
	for (int i = 0; i < c->n; i++) {
		if (i && (mind_tired(x) || mind_settle(x, clone, o) != side || order_listed(o, &c->order[i]) < 0))
			break;
		mind_try(x, clone, side, &c->order[i]);
	}
	mind_settle(x, clone, o);
	mind_give_back(x);
	*rolled = clone->dice.rolls != g->dice.rolls;
	return mind_judge(x, clone, side, &h->w);
}

/* The same for one order; twice where dice fall. */
static int look(struct mind *x, const struct hand *h, const struct game *g, int side, const struct order *o)
{
	struct chain c = {.n = 1, .order = {*o}};
	bool rolled;
	int value = look_once(x, h, g, side, &c, &rolled);
	return rolled ? (int)(((int64_t)value + look_once(x, h, g, side, &c, &rolled)) / 2) : value;
}

/* --- single orders -------------------------------------------------------------------------------------- */

/* The best of some orders; who had his turn is passed over. Of equals not the one that ends things. */
static struct order choose_order(struct mind *x, struct hand *h, const struct game *g, int side,
	const struct orders *o)
{
	uint64_t *taken = h->taken[g->question[side] % QUESTIONS_MOST];
	int last = o->n - 1, best = last, best_value = INT_MIN, open[ORDERS_MOST], n = 0;
	bool several = offers_units(o), closing = ends(o);
	for (int i = 0; i < o->n - closing; i++)
		if (!several || !among(taken, o->list[i].unit)) open[n++] = i;
	bool stray = h->stray && n && !rng_below(&x->rng, (uint32_t)h->stray);
	if (stray) best = open[rng_below(&x->rng, (uint32_t)n)];
	else if (closing) best_value = mind_judge(x, g, side, &h->w);
	for (int k = 0; k < n && k < LOOKED_AT && !stray && !mind_tired(x); k++) {
		int pick = k + (int)rng_below(&x->rng, (uint32_t)(n - k)), i = open[pick];
		open[pick] = open[k];
		int value = look(x, h, g, side, &o->list[i]);
		if (value > best_value || (value == best_value && best == last)) best = i, best_value = value;
	}
	if (several) put(taken, o->list[best].unit);
	return o->list[best];
}

/* --- chains --------------------------------------------------------------------------------------------- */

/* What looks best at once. Of equals not the end of the chain, if it is about another unit: whoever joins
   looks like nothing yet. */
static struct order climb(struct mind *x, const struct hand *h, const struct game *g, int side,
	const struct orders *o, const struct chain *c)
{
	bool closing = ends(o);
	int n = o->n - closing, from = n ? (int)rng_below(&x->rng, (uint32_t)n) : 0,
		most = closing ? c->value : INT_MIN, best = o->n - 1;
	for (int k = 0; k < n && k < LOOKED_AT && !mind_tired(x); k++) {
		int i = (from + k) % n;
		int value = look(x, h, g, side, &o->list[i]);
		if (value > most || (value == most && best == o->n - 1 && o->list[i].unit != c->order[0].unit))
			most = value, best = i;
	}
	return o->list[best];
}

/* Any way it has not gone yet; now and then the end. */
static struct order stroll(struct mind *x, const struct orders *o, const struct chain *c)
{
	int open[ORDERS_MOST], n = 0;
	bool closing = ends(o);
	for (int i = 0; i < o->n - closing; i++) {
		int k = 0;
		while (k < c->n && !order_same(&c->order[k], &o->list[i])) k++;
		if (k == c->n) open[n++] = i;
	}
	return o
	    ->list[!n || (closing && !rng_below(&x->rng, 4)) ? o->n - 1 : open[rng_below(&x->rng, (uint32_t)n)]];
}

/* Goes through a chain that begins with this order, and judges it wherever it may end; where dice fell,
   twice. The hand keeps the best it has seen. */
static void explore(struct mind *x, struct hand *h, const struct game *g, int side, struct order next,
	bool climbing)
{
	struct game *clone = mind_state(x);
	struct orders *o = mind_list(x);
	struct chain c = {.n = 0}, *best = &h->chain;
	mind_imagine(x, clone, g, side, (struct rng){rng_next(&x->rng)});
	for (bool over = false; !over; next = climbing ? climb(x, h, clone, side, o, &c) : stroll(x, o, &c)) {
		c.order[c.n++] = next;
		mind_try(x, clone, side, &next);
		over = mind_settle(x, clone, o) != side || clone->question[side] == g->question[side] ||
		       c.n == HAND_CHAIN || mind_tired(x);
		c.value = mind_judge(x, clone, side, &h->w);
		if (!over && !ends(o)) continue;
		/* and looks like nothing yet */
		bool rolled = clone->dice.rolls != g->dice.rolls,
			 announced = over && c.n == 1 && !best->n && c.value == best->value;
		if (c.value > best->value && rolled)
			c.value = (int)(((int64_t)c.value + look_once(x, h, g, side, &c, &rolled)) / 2);
		if (c.value > best->value || announced) *best = c;
		if (over) break;
	}
	mind_give_back(x);
}

/* Explores what these orders begin: one climb for each verb, and some strolls; or, straying, a single stroll,
   whatever it comes to. */
static void explore_all(struct mind *x, struct hand *h, const struct game *g, int side,
	const struct orders *o, const int *open, int n, bool stray)
{
	int from = (int)rng_below(&x->rng, (uint32_t)n);
	uint64_t verbs = 0;
	for (int i = 0; i < n && !stray && !mind_tired(x); i++) {
		const struct order *one = &o->list[open[(from + i) % n]];
		if (!(verbs >> one->verb % 64 & 1)) explore(x, h, g, side, *one, true);
		verbs |= 1ull << one->verb % 64;
	}
	for (int k = 0; k < (stray ? 1 : STROLLS) && k < 3 * n && !mind_tired(x); k++)
		explore(x, h, g, side, o->list[open[rng_below(&x->rng, (uint32_t)n)]], false);
}

/* One unit after the other, if several are offered, does the best that was found, or nothing if that is no
   better; then things end. */
static struct order choose_chain(struct mind *x, struct hand *h, const struct game *g, int side,
	const struct orders *o)
{
	struct order last = o->list[o->n - 1];
	uint64_t *taken = h->taken[g->question[side] % QUESTIONS_MOST], passed[PIECES_MOST / 64] = {0};
	bool closing = ends(o), several = closing && offers_units(o);
	int value = mind_judge(x, g, side, &h->w), open[ORDERS_MOST], unit = 0;
	while (unit >= 0 && !mind_tired(x)) {
		int n = 0, all = 0;
		for (int i = 0; i < o->n - closing; i++)
			if (!several || !(among(taken, o->list[i].unit) || among(passed, o->list[i].unit)))
				open[all++] = i;
		if (!all) break;
		unit = several ? o->list[open[rng_below(&x->rng, (uint32_t)all)]].unit : NO_UNIT;
		for (int i = 0; i < all; i++)
			if (!several || o->list[open[i]].unit == unit) open[n++] = open[i];
		bool stray = h->stray && !rng_below(&x->rng, (uint32_t)h->stray);
		h->at = 1, h->chain = (struct chain){.value = closing && !stray ? value : INT_MIN};
		explore_all(x, h, g, side, o, open, n, stray);
		put(h->chain.n ? taken : passed, unit);
		if (h->chain.n) return h->chain.order[0];
	}
	return h->chain.n = 0, last;
}

/* Goes on with what it is about; false if that is done or no longer possible. Where the chain may end it
   ends. */
static bool hand_goes_on(struct hand *h, const struct orders *o, struct order *next)
{
	if (!h->chain.n) return false;
	if (h->at < h->chain.n && order_listed(o, &h->chain.order[h->at]) >= 0)
		return *next = h->chain.order[h->at++], true;
	bool stop = h->at == h->chain.n && !offers_units(o) && ends(o);
	h->chain.n = 0;
	if (stop) *next = o->list[o->n - 1];
	return stop;
}

struct order hand_order(struct mind *x, struct hand *h, const struct game *g, int side,
	const struct orders *o)
{
	struct order next;
	if (h->stance == STANCE_PASS) return o->list[o->n - 1];
	if (h->stance == STANCE_DRIVE) return drive_order(x, h, g, side, o);
	if (hand_goes_on(h, o, &next)) return next;
	return x->single ? choose_order(x, h, g, side, o) : choose_chain(x, h, g, side, o);
}
