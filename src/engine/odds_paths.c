/* Every way the dice can fall. A path is one way; a halt is a point where paths wait for the next die. Paths
   fork at each die. Two paths that reach the same state with the same outcome so far become one halt, which
   has the sum of their chances.

   Some effects have a chance of their own (EFFECT_BESIDE). For each of them a halt keeps which part of its
   own chance has seen it.

   The halt with the fewest dice is worked off first: then all paths that can still reach the same state are
   there when it is looked for. If there are too many halts, the one with the most dice comes first: its paths
   end soon and give back their room. */
#include <stddef.h>
#include <stdlib.h>
#include <xxhash.h>

#include "engine/odds_run.h"
#include "engine/optional.h"

#define ROWS (2 * FEED_DEPTH)
#define CROWD 512
#define WIDEST ((wide) - 1 / ODDS_GUESSES)

struct halt {
	struct halt *next;
	uint64_t hash;
	wide weight, den;   /* its chance */
	int ways;           /* paths that have come here */
	int rolls, crossed; /* dice and questions so far; where paths met, the most */
	uint8_t settled;
	bool ordered;  /* the orders have been given */
	bool compared; /* at a point where the system forgot what it could */
	bool first;    /* the first path of all leads here: its modifiers are told */
	int effects, besides;
	struct event effect[ODDS_EFFECTS];
	wide beside[ODDS_BESIDES]; /* how much of the weight has seen it; from `besides` on none */
	_Alignas(64) unsigned char state[];
};

struct walk {
	struct run *r;
	struct odds *out;
	unsigned times;
	bool too_many;
	int halts;
	struct halt *row[ROWS], *spare;
};

static struct game *state_of(struct halt *k) { return (struct game *)k->state; }

/* --- halts ---------------------------------------------------------------------------------------------- */

static struct halt *halt_new(struct walk *w)
{
	struct halt *k = w->spare;
	if (k) w->spare = k->next;
	else k = memory_at_line(sizeof *k + w->r->m->state_bytes);
	w->halts++;
	return k;
}

static void halt_drop(struct walk *w, struct halt *k)
{
	k->next = w->spare, w->spare = k;
	w->halts--;
}

static struct halt *halt_next(struct walk *w)
{
	bool crowd = w->halts > CROWD;
	for (int i = 0; i < ROWS; i++) {
		struct halt **row = &w->row[crowd ? ROWS - 1 - i : i], *k = *row;
		if (!k) continue;
		*row = k->next;
		return k;
	}
	return NULL;
}

static bool scale(struct halt *k, wide den)
{
	wide factor = den / gcd_wide(k->den, den);
	if (k->den > WIDEST / factor) return false;
	k->den *= factor, k->weight *= factor;
	for (int i = 0; i < k->besides; i++) k->beside[i] *= factor;
	return true;
}

static int sum_of(int a, int b) { return a > INT32_MAX - b ? INT32_MAX : a + b; }

/* Two have come to the same. False if their chances have no common denominator that fits. */
static bool meet(struct halt *k, struct halt *also)
{
	if (!scale(k, also->den) || !scale(also, k->den)) return false;
	k->weight += also->weight;
	for (int i = 0; i < also->besides; i++)
		k->beside[i] = (i < k->besides ? k->beside[i] : 0) + also->beside[i];
	k->besides = k->besides > also->besides ? k->besides : also->besides;
	k->ways = sum_of(k->ways, also->ways), k->first |= also->first;
	k->crossed = k->crossed > also->crossed ? k->crossed : also->crossed;
	return true;
}

static bool is_same(const struct walk *w, const struct halt *a, const struct halt *b)
{
	if (a->hash != b->hash || a->settled != b->settled || a->effects != b->effects ||
		memcmp(a->state, b->state, w->r->m->state_bytes))
		return false;
	return same_effects(a->effect, b->effect, a->effects);
}

/* Counts of what has been, and questions that are answered, are no part of where one is. */
static void forget_past(struct game *g)
{
	g->dice.rolls = 0, g->orders = 0, g->revealed = 0;
	for (int side = 0; side < SIDES; side++)
		if (!(g->waiting >> side & 1)) g->question[side] = 0;
}

static void keep(struct walk *w, struct halt *k)
{
	int row = 2 * k->rolls + k->compared;
	if (row >= ROWS) {
		w->too_many = true, halt_drop(w, k);
		return;
	}
	game_copy(w->r->m, state_of(k), w->r->g);
	forget_past(state_of(k));
	k->hash = XXH3_64bits(k->state, w->r->m->state_bytes);
	for (struct halt *had = w->row[row]; had; had = had->next)
		if (is_same(w, had, k)) {
			w->too_many |= !meet(had, k), halt_drop(w, k);
			return;
		}
	k->next = w->row[row], w->row[row] = k;
}

/* --- adding up ------------------------------------------------------------------------------------------ */

/* Brings the sum to a denominator that also fits a new path. False if it would not fit 128 bits. */
static bool widen(struct odds *o, wide den)
{
	wide factor = den / gcd_wide(o->den, den);
	if (o->den > WIDEST / factor) return false;
	if (factor == 1) return true;
	o->den *= factor;
	for (int i = 0; i < o->outcomes; i++) o->outcome[i].num *= factor;
	for (int i = 0; i < o->besides; i++) o->beside[i].num *= factor;
	return true;
}

static void count(struct walk *w, struct halt *k)
{
	struct odds *o = w->out;
	struct outcome *c = outcome_for(o, k->effect, k->effects);
	if (!c || !widen(o, k->den)) {
		w->too_many = true;
		return;
	}
	wide times = w->times * (o->den / k->den);
	c->num += k->weight * times;
	for (int i = 0; i < k->besides; i++) o->beside[i].num += k->beside[i] * times;
	o->leaves = sum_of(o->leaves, k->ways);
}

static void see(struct walk *w, struct halt *k, const struct event *e)
{
	int effect = effect_of(w->r, e);
	if (effect == EFFECT_OUTCOME && k->effects < ODDS_EFFECTS) k->effect[k->effects++] = *e;
	if (effect != EFFECT_BESIDE) return;
	struct outcome *c = beside_for(w->out, e);
	int i = c ? (int)(c - w->out->beside) : 0;
	if (!c) w->too_many = true;
	for (; k->besides <= i; k->besides++) k->beside[k->besides] = 0;
	k->beside[i] = k->weight;
}

/* Where these dice lead from `k`, by the events that were told on the way. */
static struct halt *fork_of(struct walk *w, const struct halt *k, const struct feed *f, int crossed)
{
	struct halt *c = halt_new(w);
	const struct sink *told = &w->r->sink;
	memcpy(c, k, offsetof(struct halt, effect));
	memcpy(c->effect, k->effect, sizeof *c->effect * (size_t)k->effects);
	w->too_many |= f->overflow || k->den > WIDEST / f->total;
	c->weight *= f->weight, c->den *= f->total;
	for (int i = 0; i < k->besides; i++) c->beside[i] = k->beside[i] * f->weight;
	c->rolls += f->depth, c->crossed = crossed, c->first = false;
	for (int i = 0; i < told->n; i++) see(w, c, &told->list[i]);
	return c;
}

static void tell_modifiers(struct walk *w)
{
	const struct sink *told = &w->r->sink;
	for (int i = 0; i < told->n; i++)
		if (told->list[i].kind == EVENT_MODIFIER) sink_add(&w->out->modifiers, &told->list[i]);
}

/* --- on the way ----------------------------------------------------------------------------------------- */

/* The next path in order: the last roll that has another class left takes it; rolls after it are open
   again. */
static bool advance(struct feed *f)
{
	f->known = f->depth;
	while (f->known > 0 && f->pick[f->known - 1] + 1 >= f->classes[f->known - 1]) f->known--;
	if (f->known == 0) return false;
	f->pick[f->known - 1]++;
	return true;
}

/* From `k` to the next halt: past the next dice, or to where the system forgets, or to the end (false). As
   long as no dice have fallen `k` itself goes along, so that other dice need not begin so far back; `told`
   counts the events up to it. */
static bool go_on(struct walk *w, struct halt *k, struct feed *f, int *crossed, int *told, bool *compared)
{
	struct run *r = w->r;
	struct play p = {r->m, f, &r->sink};
	while (run_on(r, f, crossed, k->settled)) {
		*compared = odds_hooks(r->m)->forget && odds_hooks(r->m)->forget(&p, r->g);
		if (f->depth || (*compared && !k->compared)) return true;
		game_copy(r->m, state_of(k), r->g);
		k->crossed = *crossed, *told = r->sink.n;
	}
	return false;
}

static bool give_orders(struct walk *w, struct halt *k, struct feed *f, int *told, struct refusal *why)
{
	if (!run_orders(w->r, f, &k->settled, why)) return false;
	if (f->depth) return true;
	k->ordered = true, *told = w->r->sink.n;
	game_copy(w->r->m, state_of(k), w->r->g);
	return true;
}

/* All the ways from one halt to the next ones. */
static bool explore(struct walk *w, struct halt *k, int limit, struct refusal *why)
{
	struct run *r = w->r;
	struct feed f = {.kind = FEED_ENUMERATED};
	int told = 0;
	do {
		int crossed = k->crossed;
		bool compared = false, ends;
		f.depth = 0, f.weight = 1, f.total = 1, r->sink.n = told;
		if (k->ordered) game_copy(r->m, r->g, state_of(k));
		else if (!give_orders(w, k, &f, &told, why)) return false;
		ends = !(f.depth && !k->ordered) && !go_on(w, k, &f, &crossed, &told, &compared);
		struct halt *c = fork_of(w, k, &f, crossed);
		c->ordered = true, c->compared = compared;
		if (k->first) tell_modifiers(w), c->first = true, k->first = false;
		if (ends) count(w, c), halt_drop(w, c);
		else keep(w, c);
		w->too_many |= ++r->paths > limit || run_late(r->half);
	} while (!w->too_many && advance(&f));
	return true;
}

bool enumerate(struct run *r, int limit, unsigned times, struct odds *out, bool *too_many,
	struct refusal *why)
{
	struct walk w = {.r = r, .out = out, .times = times};
	struct halt *k = halt_new(&w);
	bool fine = true;
	memset(k, 0, offsetof(struct halt, effect));
	k->weight = k->den = 1, k->ways = 1, k->first = r->paths == 0;
	for (; k && fine && !w.too_many; k = halt_next(&w)) {
		fine = explore(&w, k, limit, why);
		halt_drop(&w, k);
	}
	if (k) halt_drop(&w, k);
	while ((k = halt_next(&w))) halt_drop(&w, k);
	while ((k = w.spare)) w.spare = k->next, free(k);
	*too_many = w.too_many;
	return fine;
}
