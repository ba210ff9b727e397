/* Exact odds: an order is run on clones, along every path of dice classes (odds_paths.c). There is no second
   copy of any rule here. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/odds_run.h"
#include "engine/optional.h"

#define PATHS_USUAL 200000
#define SAMPLES 20000
#define SAMPLES_LEAST 400 /* however late it is */
#define QUESTIONS_CROSSED 64
#define GUESS_PATHS 6000 /* no further guess is tried after so many */

/* --- outcomes ------------------------------------------------------------------------------------------- */

int effect_of(const struct run *r, const struct event *e)
{
	if (e->kind < EVENT_SYSTEM || !(e->audience >> r->side & 1)) return EFFECT_NONE;
	return r->m->rules->event[e->kind - EVENT_SYSTEM].effect;
}

static bool same_effect(const struct event *a, const struct event *b)
{
	return a->kind == b->kind && a->who == b->who && a->n == b->n;
}

/* Two that hit and miss are one outcome with two that miss and hit. */
bool same_effects(const struct event *a, const struct event *b, int n)
{
	for (int k = 0; k < n; k++) {
		int more = 0;
		for (int i = 0; i < n; i++) more += same_effect(&a[i], &b[k]) - same_effect(&b[i], &b[k]);
		if (more) return false;
	}
	return true;
}

static uint64_t mark_of(const struct event *effect, int n)
{
	uint64_t mark = 0;
	for (int k = 0; k < n; k++) {
		struct rng mix = {
			(uint64_t)effect[k].kind << 48 ^ (uint64_t)(uint16_t)effect[k].who << 32 ^ (uint32_t)effect[k].n};
		mark += rng_next(&mix);
	}
	return mark;
}

struct outcome *outcome_for(struct odds *o, const struct event *effect, int n)
{
	uint64_t mark = mark_of(effect, n);
	for (int i = 0; i < o->outcomes; i++) {
		struct outcome *c = &o->outcome[i];
		if (c->effects == n && c->mark == mark && same_effects(c->effect, effect, n)) return c;
	}
	if (o->outcomes == ODDS_OUTCOMES) return NULL;
	struct outcome *c = &o->outcome[o->outcomes++];
	*c = (struct outcome){.effects = n, .mark = mark};
	memcpy(c->effect, effect, sizeof *effect * (size_t)n);
	return c;
}

struct outcome *beside_for(struct odds *o, const struct event *e)
{
	for (int i = 0; i < o->besides; i++)
		if (same_effect(&o->beside[i].effect[0], e)) return &o->beside[i];
	if (o->besides == ODDS_BESIDES) return NULL;
	o->beside[o->besides] = (struct outcome){.effects = 1, .effect = {*e}};
	return &o->beside[o->besides++];
}

/* --- one path ------------------------------------------------------------------------------------------- */

static uint64_t clock_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

bool run_late(uint64_t when) { return when && clock_us() >= when; }

static bool is_minor(const struct muster *m, const struct game *g, int side)
{
	return m->rules->question[g->question[side]].flags & QUESTION_MINOR;
}

/* A question with one answer is none: the game will not ask it, so odds go on past it. */
static bool forced(struct run *r, const struct play *p, int side, struct order *only)
{
	if (r->m->rules->question[r->g->question[side]].flags & (QUESTION_ALWAYS | QUESTION_OPEN)) return false;
	r->list.n = 0;
	play_legal(p, r->g, side, &r->list);
	*only = r->list.list[0];
	return r->list.n == 1;
}

bool run_orders(struct run *r, struct feed *feed, uint8_t *settled, struct refusal *why)
{
	struct play p = {r->m, feed, &r->sink};
	game_copy(r->m, r->g, r->start);
	sink_clear(&r->sink);
	*settled = r->g->settled;
	for (int i = 0; i < r->n; i++) {
		*settled = r->g->settled;
		if (!play_order(&p, r->g, r->side, &r->order[i], why)) return false;
		if (i + 1 < r->n && play_next(&p, r->g, &r->list) != r->side) break; /* a surprise ends the chain */
	}
	return true;
}

/* Minor questions are crossed by their stated default, to the next major question, or to the end of the
   affair in hand if the system says where that is: a combat's odds are not those of whatever comes after
   it. */
bool run_on(struct run *r, struct feed *feed, int *crossed, uint8_t settled)
{
	struct play p = {r->m, feed, &r->sink};
	struct order usual;
	if (r->g->over || r->g->settled != settled) return false;
	if (!r->g->waiting) {
		play_step(&p, r->g);
		return true;
	}
	int side = r->g->waiting & 1 ? 0 : 1;
	if (*crossed == QUESTIONS_CROSSED) return false;
	if (!forced(r, &p, side, &usual) && (!is_minor(r->m, r->g, side) || !play_usual(&p, r->g, side, &usual)))
		return false;
	play_trusted(&p, r->g, side, &usual);
	++*crossed;
	return true;
}

/* --- by dice -------------------------------------------------------------------------------------------- */

/* What happens twice on a path counts once. */
static void add_sample(struct run *r, struct odds *o)
{
	struct event effect[ODDS_EFFECTS];
	int n = 0;
	for (int i = 0; i < r->sink.n; i++) {
		const struct event *e = &r->sink.list[i];
		int kind = effect_of(r, e);
		bool again = false;
		if (e->kind == EVENT_MODIFIER && !o->leaves) sink_add(&o->modifiers, e);
		if (kind == EFFECT_OUTCOME && n < ODDS_EFFECTS) effect[n++] = *e;
		if (kind != EFFECT_BESIDE) continue;
		for (int k = 0; k < i && !again; k++) again = same_effect(&r->sink.list[k], e);
		struct outcome *c = again ? NULL : beside_for(o, e);
		if (c) c->num++;
	}
	struct outcome *c = outcome_for(o, effect, n);
	if (c) c->num++;
	o->leaves++;
}

static void sample(struct run *r, int samples, struct odds *out)
{
	struct rng rng = {0x0dd5};
	struct game *base = malloc(r->m->state_bytes);
	const struct game *start = r->start;
	if (!base) abort();
	out->exact = false, out->outcomes = out->besides = 0, out->leaves = 0;
	sink_clear(&out->modifiers);
	while (out->leaves < samples && (out->leaves < SAMPLES_LEAST || !run_late(r->until))) {
		struct play p = {r->m, NULL, NULL};
		int crossed = 0;
		uint8_t settled;
		game_copy(r->m, base, start);
		play_imagine(&p, base, r->side, &rng);
		r->start = base;
		run_orders(r, NULL, &settled, NULL);
		while (run_on(r, NULL, &crossed, settled)) continue;
		add_sample(r, out);
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

/* --- what is hidden ------------------------------------------------------------------------------------- */

struct guess {
	struct game *g;
	unsigned times;
};

static bool same_guess(const struct muster *m, const struct game *a, const struct game *b)
{
	size_t dice = offsetof(struct game, orders); /* they differ always, and are not used */
	return memcmp((const char *)a + dice, (const char *)b + dice, m->state_bytes - dice) == 0;
}

static int commoner(const void *a, const void *b)
{
	return (int)((const struct guess *)b)->times - (int)((const struct guess *)a)->times;
}

/* What the side must hold possible, the same guess once, with how often it came up; the commonest first. */
static int make_guesses(struct run *r, const struct game *g, struct guess *guess)
{
	struct play quiet = {r->m, NULL, NULL};
	struct rng rng = {1859};
	bool hides = r->m->rules->mask && (!odds_hooks(r->m)->guesses || odds_hooks(r->m)->guesses(r->m));
	int n = 0;
	for (int i = 0; i < (hides ? ODDS_GUESSES : 1); i++) {
		struct game *one = malloc(r->m->state_bytes);
		int k = 0;
		if (!one) abort();
		game_copy(r->m, one, g);
		play_imagine(&quiet, one, r->side, &rng); /* odds run on what the asking side may know */
		if (odds_hooks(r->m)->blur) odds_hooks(r->m)->blur(&quiet, one, r->side, r->order, r->n);
		while (k < n && !same_guess(r->m, guess[k].g, one)) k++;
		if (k < n) free(one);
		else guess[n++] = (struct guess){.g = one};
		guess[k].times++;
	}
	qsort(guess, (size_t)n, sizeof *guess, commoner);
	return n;
}

/* Every guess has been added up, each as often as it came up. If all said the same, what is hidden does not
   matter here and the odds are exact. */
static void average(struct odds *o, unsigned times, int guesses, bool agree)
{
	o->guesses = agree ? 1 : guesses;
	if (!agree) {
		o->exact = false, o->den *= times;
		return;
	}
	for (int i = 0; i < o->outcomes; i++) o->outcome[i].num /= times;
	for (int i = 0; i < o->besides; i++) o->beside[i].num /= times;
	o->leaves /= guesses;
}

/* The chances so far are `times` those of the first guess. */
static bool still_agree(const struct odds *o, const struct outcome *list, int n, double *first,
	unsigned times)
{
	bool agree = true;
	for (int i = 0; i < n; i++) {
		double chance = (double)list[i].num / (double)o->den / times;
		if (first[i] < 0) first[i] = chance;
		agree = agree && chance < first[i] + 1e-9 && chance > first[i] - 1e-9;
	}
	return agree;
}

static bool enumerate_guesses(struct run *r, const struct game *g, int limit, struct odds *out,
	bool *too_many, struct refusal *why)
{
	struct guess guess[ODDS_GUESSES] = {{0}};
	double first[ODDS_OUTCOMES + ODDS_BESIDES];
	int n = make_guesses(r, g, guess);
	unsigned times = 0;
	bool agree = true, fine = true;
	for (int i = 0; i < ODDS_OUTCOMES + ODDS_BESIDES; i++) first[i] = -1;
	int tried = 0;
	for (int k = 0; k < n && fine && !*too_many && (k < 2 || r->paths < GUESS_PATHS); k++, tried++) {
		r->start = guess[k].g;
		times += guess[k].times;
		fine = enumerate(r, limit, guess[k].times, out, too_many, why);
		agree = still_agree(out, out->outcome, out->outcomes, first, times) && agree;
		agree = still_agree(out, out->beside, out->besides, first + ODDS_OUTCOMES, times) && agree;
		/* what comes up later was nothing at first */
		for (int i = 0; k == 0 && i < ODDS_OUTCOMES + ODDS_BESIDES; i++)
			first[i] = first[i] < 0 ? 0 : first[i];
	}
	if (fine && !*too_many) average(out, times, tried, agree && tried == n);
	r->start = g;
	if (fine && *too_many) sample(r, SAMPLES, out);
	while (n) free(guess[--n].g);
	return fine;
}

static void finish(struct outcome *list, int n, wide den)
{
	for (int i = 0; i < n; i++) list[i].chance = (double)list[i].num / (double)den;
	qsort(list, (size_t)n, sizeof *list, likelier);
}

static struct run *run_new(const struct muster *m, int side, const struct order *o, int n, struct odds *out)
{
	struct run *r = malloc(sizeof *r);
	out->exact = true, out->leaves = 0, out->guesses = 1, out->den = 1, out->outcomes = out->besides = 0,
	out->modifiers = (struct sink){0};
	if (!r) abort();
	*r = (struct run){.m = m, .g = malloc(m->state_bytes), .side = side, .n = n, .order = o};
	if (!r->g) abort();
	return r;
}

/* The game that the orders are given to: their own, or the one that an announcement leads to. */
static const struct game *foretell(struct run *r, const struct game *g)
{
	struct play quiet = {r->m, NULL, NULL};
	if (r->n != 1 || !odds_hooks(r->m)->foretell || !play_check(&quiet, g, r->side, r->order, NULL)) return g;
	if (!(r->foretold = malloc(r->m->state_bytes))) abort();
	game_copy(r->m, r->foretold, g);
	if (!odds_hooks(r->m)->foretell(&quiet, r->foretold, r->side, r->order, &r->then)) return g;
	r->order = &r->then;
	return r->foretold;
}

static void run_free(struct run *r, struct odds *out)
{
	finish(out->outcome, out->outcomes, out->den), finish(out->beside, out->besides, out->den);
	sink_free(&r->sink);
	free(r->foretold), free(r->g), free(r);
}

bool odds_until(const struct muster *m, const struct game *g, int side, const struct order *o, int n,
	int limit, uint64_t until, struct odds *out, struct refusal *why)
{
	uint64_t now = clock_us();
	bool too_many = false;
	struct run *r = run_new(m, side, o, n, out);
	r->half = until > now ? now + (until - now) / 2 : until, r->until = until;
	bool fine =
		!g->over && enumerate_guesses(r, foretell(r, g), limit ? limit : PATHS_USUAL, out, &too_many, why);
	if (g->over && why)
		refusal_set(why, "", "the game is over"); /* nothing is imagined of it: it has no
	                                                                 agenda any more */
	run_free(r, out);
	return fine;
}

void odds_by_dice(const struct muster *m, const struct game *g, int side, const struct order *o, int n,
	int rolls, struct odds *out)
{
	struct run *r = run_new(m, side, o, n, out);
	r->start = foretell(r, g);
	sample(r, rolls, out);
	run_free(r, out);
}

bool odds_of(const struct muster *m, const struct game *g, int side, const struct order *o, int n, int limit,
	struct odds *out, struct refusal *why)
{
	return odds_until(m, g, side, o, n, limit, 0, out, why);
}

void odds_free(struct odds *o) { sink_free(&o->modifiers); }

static void wide_write(wide n, char *out)
{
	char digits[40];
	int k = 0;
	do digits[k++] = (char)('0' + (int)(n % 10));
	while (n /= 10);
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
