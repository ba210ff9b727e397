/* Plans. An activation is dozens of small orders, so what is searched is whole activations: each is carried
   through on a clone until it is over or the other side is asked (or farther, where the rules say so:
   rules.scope), all to the same point and on the same dice, and judged there.

   On the way a simple hand (hand.c) goes on by itself, and its stances are the scripted plans that the search
   begins with. It then keeps part of a good plan and goes on otherwise from there. A new plan races the best
   one throw by throw, on dice that all the others had too, and takes its place among them only if it keeps
   up: whoever wins on a single throw is lucky, not good. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "opponent/mind.h"

#define ACTIVATION_MOST 90 /* decisions of one side tried before its activation is taken as over */
#define PLANS 8            /* plans kept */
#define PARENTS 3          /* of these, those that new ones are made from */
#define THROWS 24          /* of the dice that all of them are tried on */
#define THROWS_FIRST 4
#define STRAY 8
#define DRIVES \
	3                   /* in four of the changed plans go on as drives; one in four where the hand looks at
	                       single orders and is cheap */
#define OPENINGS_MOST 8 /* orders to begin with that are all tried */
#define THROWS_EVERY 20 /* one part in so many of the budget brings one more throw */

/* --- ventures ------------------------------------------------------------------------------------------- */

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

/* Does what is asked now belong to the plan that `side` made at `root`? */
static enum scope scope_of(const struct muster *m, const struct game *root, const struct game *g, int side,
	int asked)
{
	const struct rules_mind *rules = mind_hooks(m);
	if (rules->scope) return rules->scope(m, root, g, side, asked);
	int acting = rules->acting ? rules->acting(root) : NO_UNIT;
	return asked == side && (acting == NO_UNIT || rules->acting(g) == acting) ? SCOPE_PLAN : SCOPE_OVER;
}

/* Where the rules look farther than a plan: what does not belong to it is answered offhand, as far as that
   goes. */
static void act_offhand(struct mind *x, const struct game *root, struct game *g, int side)
{
	const struct rules_mind *rules = mind_hooks(x->m);
	struct play p = {x->m, NULL, NULL};
	struct order next;
	int asked;
	while (rules->offhand && !mind_tired(x) && (asked = play_asked(&p, g)) != NOBODY &&
		   scope_of(x->m, root, g, side, asked) == SCOPE_REST && rules->offhand(&p, g, asked, &next))
		mind_try(x, g, asked, &next);
}

/* `side` acts until its plan is to be judged. Left to itself for too long it only ends things. */
static void act(struct mind *x, const struct game *root, struct game *g, int side, const struct venture *v,
	struct hand *h, struct plan *out)
{
	struct orders *o = x->list[x->depth++]; /* only a list: the state is the caller's */
	int asked, at = 0, own = 0;
	while (act_offhand(x, root, g, side),
		(asked = mind_settle(x, g, o)) != NOBODY && own < 2 * ACTIVATION_MOST && !mind_tired(x)) {
		struct order next = o->list[o->n - 1];
		enum scope scope = scope_of(x->m, root, g, side, asked);
		if (scope == SCOPE_OVER) break;
		if (scope == SCOPE_PLAN) {
			if (!own && v->first) next = *v->first, own++;
			else if (own++ < ACTIVATION_MOST && !(v->follow && next_of(v->follow, &at, v->keep, o, &next)))
				next = hand_order(x, h, g, side, o);
			note(out, &next, g->orders);
		}
		mind_try(x, g, asked, &next);
	}
	mind_give_back(x);
}

/* What is added for going at its tasks at once. */
static int zeal_of(const struct mind *x, uint64_t mix, bool bold)
{
	return x->campaign.counts && mix == MIX_TASKS && bold ? x->campaign.zeal : 0;
}

int plan_try(struct mind *x, const struct game *g, int side, const struct venture *v, struct plan *out)
{
	struct hand h;
	struct game *clone = mind_state(x);
	mind_list(x);
	mind_imagine(x, clone, g, side, (struct rng){v->dice});
	if (mind_hooks(x->m)->spare) mind_hooks(x->m)->spare(x->m, clone, side);
	hand_open(x, v->stance, v->stray, &h);
	h.aim = v->aim, h.mix = v->mix, h.bold = v->bold;
	if (out)
		out->n = 0, out->stance = v->stance, out->aim = v->aim, out->mix = v->mix, out->bold = v->bold,
		out->dice = v->dice;
	act(x, g, clone, side, v, &h, out);
	int value = mind_judge(x, clone, side, NULL);
	if (v->answer && !clone->over && !x->single) {
		struct hand enemy;
		struct game *root = mind_state(x);
		mind_list(x);
		hand_open(x, STANCE_PLAIN, 0, &enemy);
		mind_reseed(x, clone, v->dice + 1); /* however many dice the activation took, the answer falls on the
		                                       same */
		game_copy(x->m, root, clone);
		act(x, root, clone, !side, &(struct venture){0}, &enemy, NULL);
		value = (int)(((int64_t)value + 2 * (int64_t)mind_judge(x, clone, side, NULL)) / 3);
		mind_give_back(x);
	}
	mind_give_back(x);
	return value + zeal_of(x, v->mix, v->bold);
}

/* --- the race ------------------------------------------------------------------------------------------- */

struct runner {
	struct plan plan;
	int32_t value[THROWS];
};
/* the best first; all were tried on all throws */
struct race {
	int n, throws;
	uint64_t dice[THROWS];
	struct runner runner[PLANS];
};

struct job {
	struct venture v; /* a new plan, or one that is tried again */
	int on;           /* the throw that it is made on */
	bool only, must;  /* on this throw only; on all of them, however it does */
	uint64_t luck, nodes;
	struct runner made;
	bool whole, fit; /* it was carried through; it kept up */
};
struct round {
	struct job job[BATCH];
	int n;
	const struct game *g;
	int side;
	uint64_t share;
	const struct race *race;
};

/* One throw of a job: how far it is ahead of the best there. */
static int64_t run_on(struct mind *x, const struct round *r, struct job *j, int throw,
	const struct venture *v, struct plan *out)
{
	j->made.value[throw] = plan_try(x, r->g, r->side, v, out);
	j->made.plan.sum += j->made.value[throw], j->made.plan.tries++;
	return r->race->n ? (int64_t)j->made.value[throw] - r->race->runner[0].value[throw] : 0;
}

/* Every job has its own luck and its own share of nodes: who does it makes no difference. */
static void do_job(struct mind *x, const struct round *r, struct job *j)
{
	uint64_t before = x->nodes;
	int throws = r->race->throws;
	x->rng.s = j->luck, x->stop_at = x->nodes + r->share, x->stopped = false;
	j->v.dice = r->race->dice[j->on];
	int64_t ahead = run_on(x, r, j, j->on, &j->v, &j->made.plan);
	j->fit = j->made.plan.n && (j->must || ahead > 0);
	for (int k = 1; k < throws && j->fit && !j->only && !x->stopped; k++) {
		int throw = (j->on + k) % throws;
		struct venture v = {.follow = &j->made.plan,
			.keep = PLAN_MOST,
			.stance = j->v.stance,
			.aim = j->v.aim,
			.mix = j->v.mix,
			.bold = j->v.bold,
			.answer = j->v.answer,
			.dice = r->race->dice[throw]};
		ahead += run_on(x, r, j, throw, &v, NULL);
		j->fit = j->must || k < 2 || ahead > 0;
	}
	j->whole = !x->stopped, j->nodes = x->nodes - before;
}

struct aide_work {
	struct mind *x;
	struct round *r;
	atomic_int *next; /* the job that nobody has begun yet */
};

static void *help(void *of)
{
	struct aide_work *w = of;
	int i;
	while ((i = atomic_fetch_add(w->next, 1)) < w->r->n) do_job(w->x, w->r, &w->r->job[i]);
	return NULL;
}

static void brief(const struct mind *x, struct mind *aide)
{
	aide->weights = x->weights, aide->frozen = x->frozen, aide->aims = x->aims, aide->campaign = x->campaign,
	aide->single = x->single, aide->left = x->left, aide->cancel = x->cancel, aide->deadline = x->deadline;
}

/* Carries a round out, on a thread of its own for every aide that there is work for. The mind's own luck and
   limit are untouched. */
static void do_round(struct mind *x, struct round *r)
{
	struct rng rng = x->rng;
	uint64_t stop_at = x->stop_at, before = x->nodes;
	atomic_int next = 0;
	pthread_t thread[AIDES_MOST];
	struct aide_work work[AIDES_MOST + 1] = {{x, r, &next}};
	int helped = 0;
	r->share = stop_at > before && r->n ? (stop_at - before) / (uint64_t)r->n : 0;
	for (; helped < x->aides && helped < r->n - 1; helped++) {
		brief(x, x->aide[helped]);
		work[helped + 1] = (struct aide_work){x->aide[helped], r, &next};
		if (pthread_create(&thread[helped], NULL, help, &work[helped + 1]) != 0) break;
	}
	help(work);
	while (helped > 0) pthread_join(thread[--helped], NULL);
	int whole = 0;
	x->nodes = before;
	for (int i = 0; i < r->n; i++) x->nodes += r->job[i].nodes, whole += r->job[i].whole;
	x->rng = rng, x->stop_at = stop_at, x->stopped = !whole; /* nothing can be carried through any more */
}

static int64_t mean(const struct runner *r) { return r->plan.sum / r->plan.tries; }

static void race_sort(struct race *race)
{
	for (int i = 1; i < race->n; i++) {
		struct runner one = race->runner[i];
		int k = i;
		while (k > 0 && mean(&race->runner[k - 1]) < mean(&one)) race->runner[k] = race->runner[k - 1], k--;
		race->runner[k] = one;
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
static void race_join(struct race *race, const struct runner *one)
{
	for (int i = 0; i < race->n; i++)
		if (same_plan(&race->runner[i].plan, &one->plan)) return;
	if (race->n == PLANS && mean(&race->runner[PLANS - 1]) >= mean(one)) return;
	if (race->n < PLANS) race->n++;
	race->runner[race->n - 1] = *one;
	race_sort(race);
}

/* The first so many are tried on one more throw; those of the last one kept are thrown again when there is no
   room. False: the budget ended. */
static bool race_throw(struct mind *x, const struct game *g, int side, bool answer, struct race *race,
	int first)
{
	int on = race->throws < THROWS ? race->throws : THROWS - 1;
	race->dice[on] = rng_next(&x->rng);
	for (int from = 0; from < first; from += BATCH) {
		struct round r = {.g = g, .side = side, .race = race};
		for (int i = from; i < first && i < from + BATCH; i++) {
			const struct plan *plan = &race->runner[i].plan;
			r.job[r.n++] = (struct job){.v = {.follow = plan,
											.keep = PLAN_MOST,
											.stance = plan->stance,
											.aim = plan->aim,
											.mix = plan->mix,
											.bold = plan->bold,
											.answer = answer},
				.on = on,
				.only = true,
				.luck = rng_next(&x->rng)};
		}
		do_round(x, &r);
		for (int i = 0; i < r.n; i++) {
			if (!r.job[i].whole) return false;
			struct runner *one = &race->runner[from + i];
			one->value[on] = r.job[i].made.value[on], one->plan.sum += one->value[on], one->plan.tries++;
		}
	}
	if (race->throws < THROWS) race->throws++;
	race_sort(race);
	return true;
}

/* All at the tasks of their formations. */
static void drive_at_tasks(const struct mind *x, struct venture *v)
{
	v->stance = STANCE_DRIVE, v->aim = x->campaign.main[x->campaign.side], v->mix = MIX_TASKS;
}

/* Plans without looking ahead begin with two at the tasks, and one for each aim, the attack on it alone and
   then on whoever is in the way. */
static void drive_at_aim(const struct mind *x, int number, struct venture *v)
{
	int n = x->aims.n;
	v->stance = STANCE_DRIVE, v->bold = number == 0 || number >= n + 2;
	if (number < 2 && x->campaign.counts) drive_at_tasks(x, v);
	else v->aim = x->aims.place[(number + n - 2) % n];
}

/* And any of them may go on where part of another plan ends: all at one aim, or each at his own. */
static void drive_anywhere(struct mind *x, struct venture *v)
{
	v->stance = STANCE_DRIVE, v->stray = 0;
	v->aim = x->aims.place[rng_below(&x->rng, (uint32_t)x->aims.n)];
	v->mix = rng_below(&x->rng, 2) ? rng_next(&x->rng) | 1 : 0;
	if (x->campaign.counts && !rng_below(&x->rng, 3)) drive_at_tasks(x, v);
	v->bold = rng_below(&x->rng, 2);
}

/* Where there are few orders to begin with, each begins a plan. It goes on as a drive where that is possible:
   the hand would take most of a captain's nodes for it. */
static void open_with(struct mind *x, const struct order *first, struct venture *v)
{
	v->first = first, v->stance = STANCE_PLAIN;
	if (x->aims.n) drive_anywhere(x, v);
}

/* New plans: the stances at first, what is left of the old plan, and whatever else there is to begin with;
   then part of a good plan, and from there on otherwise. */
static void race_grow(struct mind *x, const struct game *g, int side, bool answer, struct race *race,
	int *begun, const struct plan *rest, const struct orders *legal)
{
	struct round r = {.g = g, .side = side, .race = race};
	int openings = legal->n <= OPENINGS_MOST ? legal->n : 0;
	for (; r.n < BATCH; ++*begun) {
		struct job j = {.v = {.answer = answer, .stance = *begun},
			.must = *begun <= STANCES,
			.luck = rng_next(&x->rng)};
		if (*begun == STANCES && !rest->n) continue;
		if (*begun == STANCES)
			j.v.follow = rest, j.v.keep = PLAN_MOST, j.v.stance = rest->stance, j.v.aim = rest->aim,
			j.v.mix = rest->mix, j.v.bold = rest->bold;
		if (*begun > STANCES && !race->n) break;
		if (*begun > STANCES && *begun <= STANCES + openings)
			open_with(x, &legal->list[*begun - STANCES - 1], &j.v);
		if (x->aims.n && *begun > STANCES + openings && *begun <= STANCES + openings + 2 * (x->aims.n + 1))
			drive_at_aim(x, *begun - STANCES - openings - 1, &j.v);
		else if (*begun > STANCES + openings) {
			const struct plan *parent =
				&race->runner[rng_below(&x->rng, (uint32_t)(race->n < PARENTS ? race->n : PARENTS))].plan;
			j.v.follow = parent, j.v.keep = (int)rng_below(&x->rng, (uint32_t)parent->n + 1);
			j.v.stance = rng_below(&x->rng, 2) ? parent->stance : (int)rng_below(&x->rng, STANCE_PASS),
			j.v.stray = STRAY;
			if (j.v.stance == STANCE_DRIVE)
				j.v.aim = parent->aim, j.v.mix = parent->mix, j.v.bold = parent->bold;
			if (x->aims.n && (int)rng_below(&x->rng, 4) < (x->single ? 1 : DRIVES)) drive_anywhere(x, &j.v);
			j.on = (int)rng_below(&x->rng, (uint32_t)race->throws);
		}
		r.job[r.n++] = j;
	}
	do_round(x, &r);
	for (int i = 0; i < r.n; i++)
		if (r.job[i].whole && r.job[i].fit) race_join(race, &r.job[i].made);
}

/* What a plan may aim at, as the side knows it. */
static void find_aims(struct mind *x, const struct game *g, int side, const struct orders *legal)
{
	x->aims.n = 0;
	if (!drive_possible(x)) return;
	struct game *known = mind_state(x);
	mind_list(x);
	mind_imagine(x, known, g, side, (struct rng){1});
	drive_aims(x, known, side, legal, &x->aims);
	commander_plan(x, known), commander_begin(x, known, side);
	mind_give_back(x);
}

void plan_make(struct mind *x, const struct game *g, int side, const struct orders *legal, bool answer)
{
	x->single = mind_hooks(x->m)->single_orders;
	struct race *race = &(struct race){.throws = 1, .dice = {rng_next(&x->rng)}};
	struct plan rest = x->plan;
	uint64_t start = x->nodes, all = x->stop_at - start;
	int begun = 0;
	find_aims(x, g, side, legal);
	rest.n = x->at < rest.n ? rest.n - x->at : 0,
	memmove(rest.order, rest.order + x->at, sizeof *rest.order * (size_t)rest.n);
	while (begun <= STANCES && !mind_tired(x)) race_grow(x, g, side, answer, race, &begun, &rest, legal);
	while (race->throws < THROWS_FIRST && !mind_tired(x) && x->nodes - start < all / 2 &&
		   race_throw(x, g, side, answer, race, race->n));
	while (race->n && !mind_tired(x) && x->nodes - start < all * 3 / 4) {
		race_grow(x, g, side, answer, race, &begun, &rest, legal);
		if (race->throws < THROWS && x->nodes - start > all * (uint64_t)race->throws / THROWS_EVERY)
			race_throw(x, g, side, answer, race, race->n);
	}
	for (int first = race->n; first > 1 && !mind_tired(x);) { /* the better half on more dice, again and
	                                                             again */
		uint64_t until = x->nodes + (x->stop_at - x->nodes) / (first > 2 ? 2 : 1);
		while (race_throw(x, g, side, answer, race, first) && x->nodes < until && !mind_tired(x));
		first = (first + 1) / 2;
	}
	x->plan = race->n ? race->runner[0].plan : (struct plan){0};
	x->plan.sum -= (int64_t)zeal_of(x, x->plan.mix, x->plan.bold) * x->plan.tries;
	x->campaign.counts = false;
	x->at = 0, x->told = false, x->rolls = g->dice.rolls;
}

bool plan_follow(struct mind *x, const struct game *g, const struct orders *legal, struct order *o)
{
	const struct plan *p = &x->plan;
	if (x->at >= p->n || x->rolls != g->dice.rolls || p->orders[x->at] != g->orders ||
		order_listed(legal, &p->order[x->at]) < 0)
		return false;
	*o = p->order[x->at++];
	return true;
}

/* --- a plan written down -------------------------------------------------------------------------------- */

/* "ROLLS STANCE AIM MIX BOLD;COUNT ORDER;COUNT ORDER…": how many dice had fallen, how the plan goes on, and
   each order with the game's count of orders when it came up. */
void mind_remember(const struct mind *x, struct text *out)
{
	if (!x->plan.n) return;
	text_addf(out, "%u %d %d %llu %d", x->rolls, x->plan.stance, x->plan.aim, (unsigned long long)x->plan.mix,
		x->plan.bold);
	for (int i = 0; i < x->plan.n; i++) {
		text_addf(out, ";%u ", x->plan.orders[i]);
		order_write(x->m, &x->plan.order[i], out);
	}
}

/* One order of it. Returns where the next begins; NULL: it cannot be read. */
static const char *recall_order(const struct muster *m, const char *at, struct order *o, uint32_t *orders)
{
	char words[200], error[200], *rest;
	size_t n = strcspn(at, ";");
	*orders = (uint32_t)strtoul(at, &rest, 10);
	if (*rest != ' ' || rest + 1 > at + n || n >= sizeof words) return NULL;
	snprintf(words, sizeof words, "%.*s", (int)(at + n - rest - 1), rest + 1);
	return order_read(m, words, o, error, sizeof error) ? at + n : NULL;
}

/* How it goes on. What is no stance and no place is none. */
static void recall_way(const struct mind *x, struct plan *p, char **at)
{
	long stance = strtol(*at, at, 10), aim = strtol(*at, at, 10);
	bool fine = stance >= 0 && (stance < STANCE_DRIVE || (stance == STANCE_DRIVE && drive_possible(x) &&
															 aim >= 0 && aim < x->m->map->count));
	p->mix = strtoull(*at, at, 10), p->bold = strtol(*at, at, 10) != 0;
	if (fine) p->stance = (int)stance, p->aim = (int)aim;
	else p->mix = 0;
}

void mind_recall(struct mind *x, const struct game *g, const char *plan)
{
	char *at;
	struct plan *p = &x->plan;
	*p = (struct plan){0};
	x->at = 0, x->told = true, x->rolls = (uint32_t)strtoul(plan, &at, 10);
	recall_way(x, p, &at);
	for (const char *next = at; *next == ';' && p->n < PLAN_MOST; p->n++) {
		next = recall_order(x->m, next + 1, &p->order[p->n], &p->orders[p->n]);
		if (!next) {
			p->n = 0;
			return;
		}
	}
	while (x->at < p->n && p->orders[x->at] < g->orders) x->at++;
}
