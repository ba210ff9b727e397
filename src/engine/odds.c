/* Exact odds: an order is run on clones, once along every path of dice classes. There is no second copy of any rule here. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/odds.h"

#define LEAVES_USUAL 200000
#define SAMPLES 20000
#define SAMPLES_LEAST 400 /* however late it is */
#define QUESTIONS_CROSSED 64
#define GUESSES 24 /* states that the asking side must hold possible, where something is hidden */

static wide gcd_wide(wide a, wide b)
{
	while (b) { wide c = a % b; a = b; b = c; }
	return a;
}

/* --- outcomes -------------------------------------------------------------------------------------------------- */

static bool is_effect(const struct muster *m, const struct event *e)
{
	return e->kind >= EVENT_SYSTEM && m->rules->event[e->kind - EVENT_SYSTEM].effect;
}

static bool same_effect(const struct event *a, const struct event *b) { return a->kind == b->kind && a->who == b->who && a->n == b->n; }

static int effects_of(const struct muster *m, const struct sink *s, int side, const struct event **out)
{
	int n = 0;
	for (int i = 0; i < s->n && n < ODDS_EFFECTS; i++)
		if (is_effect(m, &s->list[i]) && (s->list[i].audience >> side & 1)) out[n++] = &s->list[i];
	return n;
}

static struct outcome *outcome_for(struct odds *o, const struct event **effect, int n)
{
	for (int i = 0; i < o->outcomes; i++) {
		struct outcome *c = &o->outcome[i];
		int k = 0;
		while (k < n && c->effects == n && same_effect(&c->effect[k], effect[k])) k++;
		if (c->effects == n && k == n) return c;
	}
	if (o->outcomes == ODDS_OUTCOMES) return NULL;
	struct outcome *c = &o->outcome[o->outcomes++];
	*c = (struct outcome){.effects = n};
	for (int k = 0; k < n; k++) c->effect[k] = *effect[k];
	return c;
}

/* Brings the sum to a denominator that also fits a new path. False if it would not fit 128 bits. */
static bool widen(struct odds *o, wide total)
{
	wide factor = total / gcd_wide(o->den, total);
	if (factor == 1) return true;
	if (o->den > ((wide)-1) / factor) return false;
	o->den *= factor;
	for (int i = 0; i < o->outcomes; i++) o->outcome[i].num *= factor;
	return true;
}

/* --- one path ---------------------------------------------------------------------------------------------------- */

struct run {
	const struct muster *m;
	const struct game *start;
	struct game *g;
	int side, n;
	const struct order *order;
	struct orders list;
	struct sink sink;
	uint64_t half, until;  /* when to give up enumerating, and sampling; 0 = never */
};

static uint64_t clock_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

static bool late(uint64_t when) { return when && clock_us() >= when; }

static bool is_minor(const struct muster *m, const struct game *g, int side) { return m->rules->question[g->question[side]].flags & QUESTION_MINOR; }

/* A question with one answer is none: the game will not ask it, so odds go on past it. */
static bool forced(struct run *r, const struct play *p, int side, struct order *only)
{
	if (r->m->rules->question[r->g->question[side]].flags & (QUESTION_ALWAYS | QUESTION_OPEN)) return false;
	r->list.n = 0;
	r->m->rules->legal(p, r->g, side, &r->list);
	*only = r->list.list[0];
	return r->list.n == 1;
}

/* Carries the orders out and crosses minor questions by their stated default, to the next major question, or to the end of
   the affair in hand if the system says where that is: a combat's odds are not those of whatever comes after it. */
static bool run_path(struct run *r, struct feed *feed, struct refusal *why)
{
	struct play p = {r->m, feed, &r->sink};
	game_copy(r->m, r->g, r->start);
	sink_clear(&r->sink);
	uint8_t settled = r->g->settled;
	for (int i = 0; i < r->n; i++) {
		settled = r->g->settled;
		if (!play_order(&p, r->g, r->side, &r->order[i], why)) return false;
		if (i + 1 < r->n && play_next(&p, r->g, &r->list) != r->side) break; /* a surprise ends the chain */
	}
	for (int crossed = 0; crossed < QUESTIONS_CROSSED; crossed++) {
		struct order usual;
		while (!r->g->over && !r->g->waiting && r->g->settled == settled) r->m->rules->step(&p, r->g);
		if (r->g->over || r->g->settled != settled) break;
		int side = r->g->waiting & 1 ? 0 : 1;
		if (!forced(r, &p, side, &usual) && (!is_minor(r->m, r->g, side) || !play_usual(&p, r->g, side, &usual))) break;
		play_trusted(&p, r->g, side, &usual);
	}
	return true;
}

static void keep_modifiers(struct odds *o, const struct sink *s)
{
	for (int i = 0; i < s->n; i++)
		if (s->list[i].kind == EVENT_MODIFIER) sink_add(&o->modifiers, &s->list[i]);
}

/* The next path in order: the last roll that has another class left takes it; rolls after it are open again. */
static bool advance(struct feed *f)
{
	f->known = f->depth;
	while (f->known > 0 && f->pick[f->known - 1] + 1 >= f->classes[f->known - 1]) f->known--;
	if (f->known == 0) return false;
	f->pick[f->known - 1]++;
	return true;
}

static bool enumerate(struct run *r, int limit, struct odds *out, bool *too_many, struct refusal *why)
{
	struct feed feed = {.kind = FEED_ENUMERATED};
	const struct event *effect[ODDS_EFFECTS];
	do {
		feed.depth = 0, feed.weight = 1, feed.total = 1;
		if (!run_path(r, &feed, why)) return false;
		int n = effects_of(r->m, &r->sink, r->side, effect);
		struct outcome *c = outcome_for(out, effect, n);
		if (out->leaves++ == 0) keep_modifiers(out, &r->sink); /* of the first path of all */
		*too_many = feed.overflow || out->leaves > limit || !c || !widen(out, feed.total) || late(r->half);
		if (*too_many) return true;
		c->num += feed.weight * (out->den / feed.total);
	} while (advance(&feed));
	return true;
}

static void sample(struct run *r, struct odds *out)
{
	struct rng rng = {0x0dd5};
	const struct event *effect[ODDS_EFFECTS];
	struct game *base = malloc(r->m->state_bytes);
	const struct game *start = r->start;
	if (!base) abort();
	out->exact = false, out->outcomes = 0, out->leaves = 0;
	while (out->leaves < SAMPLES && (out->leaves < SAMPLES_LEAST || !late(r->until))) {
		struct play p = {r->m, NULL, NULL};
		game_copy(r->m, base, start);
		play_imagine(&p, base, r->side, &rng);
		r->start = base;
		run_path(r, NULL, NULL);
		struct outcome *c = outcome_for(out, effect, effects_of(r->m, &r->sink, r->side, effect));
		if (c) c->num++;
		out->leaves++;
	}
	out->den = (wide)out->leaves;
	r->start = start;
	free(base);
}

static int likelier(const void *a, const void *b)
{
	const struct outcome *x = a, *y = b;
	return (x->num < y->num) - (x->num > y->num);
}

/* --- what is hidden ----------------------------------------------------------------------------------------------- */

/* One, unless the side has something to guess: then two of its guesses differ in more than the dice. */
static int guesses_needed(const struct muster *m, const struct game *g, int side)
{
	struct play quiet = {m, NULL, NULL};
	struct rng rng = {1859};
	size_t dice = offsetof(struct game, orders);
	bool differ = false;
	if (!m->rules->mask || (m->rules->guesses && !m->rules->guesses(m))) return 1;
	struct game *one = malloc(m->state_bytes), *other = malloc(m->state_bytes);
	if (!one || !other) abort();
	for (int i = 0; i < GUESSES && !differ; i++) {
		struct game *guess = i ? other : one;
		game_copy(m, guess, g);
		play_imagine(&quiet, guess, side, &rng);
		differ = i && memcmp((char *)one + dice, (char *)other + dice, m->state_bytes - dice);
	}
	free(one), free(other);
	return differ ? GUESSES : 1;
}

/* Every guess has been added up. If all said the same, what is hidden does not matter here and the odds are exact. */
static void average(struct odds *o, int guesses, bool agree)
{
	o->guesses = guesses;
	if (guesses == 1) return;
	if (!agree) {
		o->exact = false, o->den *= (unsigned)guesses;
		return;
	}
	for (int i = 0; i < o->outcomes; i++) o->outcome[i].num /= (unsigned)guesses;
	o->leaves /= guesses, o->guesses = 1;
}

/* Enumerates every guess in turn; `known` is memory for one. */
static bool enumerate_guesses(struct run *r, const struct game *g, struct game *known, int limit, struct odds *out, bool *too_many, struct refusal *why)
{
	struct play quiet = {r->m, NULL, NULL};
	struct rng rng = {1859};
	int guesses = guesses_needed(r->m, g, r->side);
	double first[ODDS_OUTCOMES] = {0};
	bool agree = true;
	for (int k = 0; k < guesses; k++) {
		game_copy(r->m, known, g);
		play_imagine(&quiet, known, r->side, &rng); /* odds run on what the asking side may know */
		if (!enumerate(r, limit, out, too_many, why)) return false;
		if (*too_many) return true;
		for (int i = 0; i < out->outcomes; i++) {
			double chance = (double)out->outcome[i].num / (double)out->den;
			if (k == 0) first[i] = chance;
			else agree = agree && chance < (k + 1) * first[i] + 1e-9 && chance > (k + 1) * first[i] - 1e-9;
		}
	}
	average(out, guesses, agree);
	return true;
}

bool odds_until(const struct muster *m, const struct game *g, int side, const struct order *o, int n, int limit, uint64_t until,
                struct odds *out, struct refusal *why)
{
	uint64_t now = clock_us();
	out->exact = true, out->leaves = 0, out->guesses = 1, out->den = 1, out->outcomes = 0, out->modifiers = (struct sink){0};
	struct game *known = malloc(m->state_bytes);
	struct run *r = malloc(sizeof *r);
	bool too_many = false;
	if (!known || !r) abort();
	*r = (struct run){.m = m, .start = known, .g = malloc(m->state_bytes), .side = side, .n = n, .order = o,
		.half = until > now ? now + (until - now) / 2 : until, .until = until};
	if (!r->g) abort();
	bool fine = enumerate_guesses(r, g, known, limit ? limit : LEAVES_USUAL, out, &too_many, why);
	if (fine && too_many) sample(r, out);
	for (int i = 0; i < out->outcomes; i++) out->outcome[i].chance = (double)out->outcome[i].num / (double)out->den;
	qsort(out->outcome, (size_t)out->outcomes, sizeof out->outcome[0], likelier);
	sink_free(&r->sink);
	free(r->g), free(r), free(known);
	return fine;
}

bool odds_of(const struct muster *m, const struct game *g, int side, const struct order *o, int n, int limit, struct odds *out, struct refusal *why)
{
	return odds_until(m, g, side, o, n, limit, 0, out, why);
}

void odds_free(struct odds *o) { sink_free(&o->modifiers); }

static void wide_write(wide n, char *out)
{
	char digits[40];
	int k = 0;
	do digits[k++] = (char)('0' + (int)(n % 10)); while (n /= 10);
	while (k) *out++ = digits[--k];
	*out = 0;
}

void odds_fraction(wide num, wide den, char out[88])
{
	wide shared = gcd_wide(num, den);
	char a[40], b[40];
	wide_write(shared ? num / shared : 0, a);
	wide_write(shared ? den / shared : 1, b);
	snprintf(out, 88, "%s/%s", a, b);
}
