/* Plans. An activation is dozens of small orders, so what is searched is whole activations: each is carried through on a clone to the point
   where the other side is asked, all to the same point and on the same dice, and judged there.

   On the way a simple hand (hand.c) goes on by itself, and its stances are the scripted plans that the search begins with. It then keeps part of a good plan and goes on otherwise from there, tries the better ones on more dice, and drops the rest. */
#include <pthread.h>
#include <string.h>

#include "opponent/mind.h"

#define ACTIVATION_MOST 90   /* decisions of one side tried before its activation is taken as over */
#define POOL 8               /* plans kept */
#define BATCH 4              /* ventures of one round: the same with any number of threads */
#define STRAY 8

/* --- ventures ------------------------------------------------------------------------------------------------------------------------- */

static void note(struct plan *p, const struct order *o, uint32_t orders)
{
	if (p && p->n < PLAN_MOST) p->order[p->n] = *o, p->orders[p->n++] = orders;
}

/* The next order of a plan that is possible now; those before it are lost. */
static bool next_of(const struct plan *p, int *at, int keep, const struct orders *o, struct order *out)
{
	for (int i = *at; i < p->n && i < keep; i++)
		if (order_listed(o, &p->order[i]) >= 0) {
			*out = p->order[i], *at = i + 1;
			return true;
		}
	return false;
}

/* `side` acts until the other is asked. Left to itself for too long it only ends things. */
static void act(struct mind *x, struct game *g, int side, const struct venture *v, struct hand *h, struct plan *out)
{
	struct orders *o = x->list[x->depth++]; /* only a list: the state is the caller's */
	int at = 0;
	for (int i = 0; i < 2 * ACTIVATION_MOST && mind_settle(x, g, o) == side && !mind_tired(x); i++) {
		struct order next = o->list[o->n - 1];
		if (i < ACTIVATION_MOST && !(v->follow && next_of(v->follow, &at, v->keep, o, &next))) next = hand_order(x, h, g, side, o);
		note(out, &next, g->orders);
		mind_try(x, g, side, &next);
	}
	mind_give_back(x);
}

int plan_try(struct mind *x, const struct game *g, int side, const struct venture *v, struct plan *out)
{
	struct hand h;
	struct game *clone = mind_state(x);
	mind_list(x);
	mind_imagine(x, clone, g, side, (struct rng){v->dice});
	hand_open(x, v->stance, v->stray, &h);
	if (out) out->n = 0, out->stance = v->stance, out->dice = v->dice, out->sum = 0, out->tries = 0;
	act(x, clone, side, v, &h, out);
	int value = mind_judge(x, clone, side, NULL);
	if (v->answer && !clone->over) {
		struct hand enemy;
		hand_open(x, STANCE_PLAIN, 0, &enemy);
		mind_reseed(x, clone, v->dice + 1); /* however many dice the activation took, the answer falls on the same */
		act(x, clone, !side, &(struct venture){0}, &enemy, NULL);
		value = (int)(((int64_t)value + 2 * (int64_t)mind_judge(x, clone, side, NULL)) / 3);
	}
	mind_give_back(x);
	return value;
}

/* --- the search ------------------------------------------------------------------------------------------------------------------------ */

struct job { struct venture v; uint64_t luck, nodes; struct plan made; int value; bool whole; };
struct round { struct job job[BATCH]; int n; const struct game *g; int side; uint64_t share; };

/* Every job has its own luck and its own share of nodes: who does it makes no difference. */
static void do_job(struct mind *x, const struct round *r, struct job *j)
{
	uint64_t before = x->nodes;
	x->rng.s = j->luck, x->stop_at = x->nodes + r->share, x->stopped = false;
	j->value = plan_try(x, r->g, r->side, &j->v, &j->made);
	j->whole = !x->stopped, j->nodes = x->nodes - before;
}

struct aide_work { struct mind *x; struct round *r; int from; };

static void *help(void *of)
{
	struct aide_work *w = of;
	for (int i = w->from; i < w->r->n; i += 2) do_job(w->x, w->r, &w->r->job[i]);
	return NULL;
}

/* Carries a round out, on two threads if there is an aide. The mind's own luck and limit are untouched. */
static void do_round(struct mind *x, struct round *r)
{
	struct rng rng = x->rng;
	uint64_t stop_at = x->stop_at, before = x->nodes;
	pthread_t thread;
	r->share = stop_at > before && r->n ? (stop_at - before) / (uint64_t)r->n : 0;
	struct aide_work work = {x->aide, r, 1};
	bool helped = x->helped && r->n > 1;
	if (helped) {
		struct mind *aide = x->aide;
		aide->weights = x->weights, aide->left = x->left, aide->cancel = x->cancel, aide->deadline = x->deadline;
		helped = pthread_create(&thread, NULL, help, &work) == 0;
	}
	for (int i = 0; i < r->n; i += helped ? 2 : 1) do_job(x, r, &r->job[i]);
	if (helped) pthread_join(thread, NULL);
	int whole = 0;
	x->nodes = before;
	for (int i = 0; i < r->n; i++) x->nodes += r->job[i].nodes, whole += r->job[i].whole;
	x->rng = rng, x->stop_at = stop_at, x->stopped = !whole; /* nothing can be carried through any more */
}

struct pool { int n; struct plan plan[POOL]; };

static int64_t mean(const struct plan *p) { return p->sum / (p->tries ? p->tries : 1); }

static void pool_sort(struct pool *p)
{
	for (int i = 1; i < p->n; i++) {
		struct plan one = p->plan[i];
		int k = i;
		while (k > 0 && mean(&p->plan[k - 1]) < mean(&one)) p->plan[k] = p->plan[k - 1], k--;
		p->plan[k] = one;
	}
}

static bool same_plan(const struct plan *a, const struct plan *b)
{
	if (a->n != b->n) return false;
	for (int i = 0; i < a->n; i++)
		if (!order_same(&a->order[i], &b->order[i])) return false;
	return true;
}

/* A new plan takes the place of the worst, if it is better and not there yet. */
static void pool_add(struct pool *p, const struct plan *one)
{
	for (int i = 0; i < p->n; i++)
		if (same_plan(&p->plan[i], one)) return;
	if (p->n == POOL && mean(&p->plan[POOL - 1]) >= mean(one)) return;
	if (p->n < POOL) p->n++;
	p->plan[p->n - 1] = *one;
	pool_sort(p);
}

/* Tries what is in the pool on one more throw of the dice, and halves it if asked. */
static void pool_try(struct mind *x, const struct game *g, int side, bool answer, struct pool *p, int first)
{
	uint64_t dice = rng_next(&x->rng);
	for (int from = 0; from < first; from += BATCH) {
		struct round r = {.g = g, .side = side};
		for (int i = from; i < first && i < from + BATCH; i++)
			r.job[r.n++] = (struct job){.v = {.follow = &p->plan[i], .keep = PLAN_MOST, .stance = p->plan[i].stance, .answer = answer, .dice = dice}, .luck = rng_next(&x->rng)};
		do_round(x, &r);
		for (int i = 0; i < r.n; i++)
			if (r.job[i].whole) p->plan[from + i].sum += r.job[i].value, p->plan[from + i].tries++;
	}
	pool_sort(p);
}

/* New plans: the stances at first; then part of a good plan, and from there on otherwise. */
static void pool_grow(struct mind *x, const struct game *g, int side, bool answer, struct pool *p, uint64_t dice, int *begun)
{
	struct round r = {.g = g, .side = side};
	while (r.n < BATCH) {
		struct venture v = {.answer = answer, .dice = dice, .stance = *begun};
		if (*begun < STANCES) ++*begun;
		else {
			const struct plan *parent = &p->plan[rng_below(&x->rng, (uint32_t)(p->n < 3 ? p->n : 3))];
			v.follow = parent, v.keep = (int)rng_below(&x->rng, (uint32_t)parent->n + 1);
			v.stance = rng_below(&x->rng, 2) ? parent->stance : (int)rng_below(&x->rng, STANCE_PASS), v.stray = STRAY;
		}
		r.job[r.n++] = (struct job){.v = v, .luck = rng_next(&x->rng)};
	}
	do_round(x, &r);
	for (int i = 0; i < r.n; i++) {
		if (!r.job[i].whole || !r.job[i].made.n) continue;
		r.job[i].made.sum = r.job[i].value, r.job[i].made.tries = 1;
		pool_add(p, &r.job[i].made);
	}
}

void plan_make(struct mind *x, const struct game *g, int side, bool answer)
{
	struct pool *p = &(struct pool){0};
	uint64_t start = x->nodes, all = x->stop_at - start, dice = rng_next(&x->rng);
	int begun = 0;
	while (begun < STANCES && !mind_tired(x)) pool_grow(x, g, side, answer, p, dice, &begun); /* the same dice for all */
	if (x->plan.n > x->at && !mind_tired(x)) { /* what is left of the old plan may still be good */
		struct plan rest = x->plan;
		struct venture v = {.follow = &rest, .keep = PLAN_MOST, .stance = rest.stance, .answer = answer, .dice = dice};
		struct round r = {.g = g, .side = side, .n = 1, .job = {{.v = v, .luck = rng_next(&x->rng)}}};
		memmove(rest.order, rest.order + x->at, sizeof *rest.order * (size_t)(rest.n - x->at)), rest.n -= x->at;
		do_round(x, &r);
		if (r.job[0].whole && r.job[0].made.n) r.job[0].made.sum = r.job[0].value, r.job[0].made.tries = 1, pool_add(p, &r.job[0].made);
	}
	while (p->n && !mind_tired(x) && x->nodes - start < all / 2) pool_grow(x, g, side, answer, p, dice, &begun);
	for (int first = p->n; first > 1 && !mind_tired(x);) {
		uint64_t until = x->nodes + (x->stop_at - x->nodes) / (first > 2 ? 2 : 1);
		do pool_try(x, g, side, answer, p, first);
		while (x->nodes < until && !mind_tired(x));
		first = (first + 1) / 2;
	}
	x->plan = p->n ? p->plan[0] : (struct plan){0};
	x->at = 0, x->told = false, x->rolls = g->dice.rolls;
}

bool plan_follow(struct mind *x, const struct game *g, const struct orders *legal, struct order *o)
{
	const struct plan *p = &x->plan;
	if (x->at >= p->n || x->rolls != g->dice.rolls || p->orders[x->at] != g->orders || order_listed(legal, &p->order[x->at]) < 0) return false;
	*o = p->order[x->at++];
	return true;
}
