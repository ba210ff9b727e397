/* Dice: one function draws, from one of three sources. What of a throw matters is part of the throw, so the
   odds can walk through classes of results with integer weights instead of through faces. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "engine/rules.h"

/* --- the game's own stream: ChaCha20 keyed by the seed -------------------------------------------------- */

void dice_seed(struct game *g, const uint8_t seed[32])
{
	memset(&g->dice, 0, sizeof g->dice);
	memcpy(g->dice.seed, seed, 32);
	g->dice.used = sizeof g->dice.pool;
}

static uint8_t draw_byte(struct dice *d)
{
	if (d->used == sizeof d->pool) {
		static const uint8_t nothing[64], nonce[crypto_stream_chacha20_NONCEBYTES];
		crypto_stream_chacha20_xor_ic(d->pool, nothing, sizeof d->pool, nonce, d->block++, d->seed);
		d->used = 0;
	}
	return d->pool[d->used++];
}

/* 0..n-1, every one equally likely: draws that would favour the low ones are thrown away. */
static uint32_t draw_below(struct dice *d, uint32_t n)
{
	assert(n > 0);
	if (n <= 256) {
		uint32_t fair = 256 - 256 % n, b;
		do b = draw_byte(d);
		while (b >= fair);
		return b % n;
	}
	uint64_t fair = (1ull << 32) - (1ull << 32) % n, b;
	do
		b = (uint64_t)draw_byte(d) << 24 | (uint64_t)draw_byte(d) << 16 | (uint64_t)draw_byte(d) << 8 |
		    draw_byte(d);
	while (b >= fair);
	return (uint32_t)(b % n);
}

/* --- imagined: every kind of throw has a stream of its own ---------------------------------------------- */

void dice_imagine(struct game *g)
{
	g->dice.imagined = 1;
	memset(g->dice.pool, 0, sizeof g->dice.pool);
}

static struct rng imagined_stream(struct dice *d, const struct throw *t)
{
	uint64_t seed;
	struct rng r = {(uint64_t)(uint16_t)t->who << 32 | (uint64_t)(uint16_t)t->whom << 16 |
					(uint64_t)(uint8_t)t->side << 8};
	for (const char *c = t->rule; c && *c; c++) r.s = r.s * 0x100000001b3ull + (uint8_t)*c;
	r.s = rng_next(&r);
	uint8_t *nth = &d->pool[r.s % sizeof d->pool];
	if (!++*nth) d->block++;
	memcpy(&seed, d->seed, sizeof seed);
	r.s = (r.s ^ seed) + (d->block << 8 | *nth) * 0x9e3779b97f4a7c15ull;
	r.s = rng_next(&r);
	return r;
}

/* --- what a throw means --------------------------------------------------------------------------------- */

static uint32_t weight_sum(const struct throw *t)
{
	uint32_t sum = 0;
	for (int i = 0; i < t->n; i++) sum += t->weight[i];
	return sum;
}

static bool is_pick(const struct throw *t) { return t->kind == THROW_PICK || t->kind == THROW_WEIGHED; }

/* A pick is thrown like one die with as many faces as there are chances. */
static int pick_faces(const struct throw *t) { return t->kind == THROW_PICK ? t->n : (int)weight_sum(t); }

static int pick_result(const struct throw *t, int face)
{
	if (t->kind == THROW_PICK) return face - 1;
	int i = 0;
	for (face -= 1; face >= t->weight[i]; i++) face -= t->weight[i];
	return i;
}

static int dice_result(const struct throw *t, const uint8_t *face)
{
	int result = 0;
	for (int i = 0; i < t->n; i++) switch (t->kind) {
		case THROW_SUM: result += face[i]; break;
		case THROW_FACES: result = result * t->sides + face[i] - 1; break;
		case THROW_AT_LEAST: result += face[i] >= t->mark; break;
		case THROW_AT_MOST: result += face[i] <= t->mark; break;
		default: break;
		}
	return result;
}

static void tell_roll(const struct play *p, const struct throw *t, const uint8_t *face, int result)
{
	struct event e = {.kind = EVENT_ROLL,
		.audience = t->audience ? t->audience : AUDIENCE_ALL,
		.side = (int8_t)t->side,
		.who = (int16_t)t->who,
		.whom = (int16_t)t->whom,
		.where = -1,
		.to = -1,
		.n = result,
		.m = t->mark,
		.rule = t->rule,
		.note = t->why,
		.column = t->column,
		.words = t->words,
		.thrown = (uint8_t)t->kind};
	if (!is_pick(t)) {
		e.dice = (uint8_t)t->n, e.sides = (uint8_t)t->sides;
		memcpy(e.face, face, (size_t)t->n);
	}
	sink_add(p->sink, &e);
}

/* --- dictated ------------------------------------------------------------------------------------------- */

static int dictated_face(struct feed *f, const struct throw *t, int sides)
{
	if (f->next >= f->faces) {
		if (!f->short_of) f->short_of = true, f->wanted = *t;
		return 1;
	}
	int face = f->face[f->next++];
	if (face >= 1 && face <= sides) return face;
	if (!f->wrong[0])
		snprintf(f->wrong, sizeof f->wrong, "a die for %s shows 1 to %d, not %d", t->why, sides, face);
	return 1;
}

/* --- enumerated: classes of what matters ---------------------------------------------------------------- */

#define CLASSES_MOST 1296
struct classes {
	int n;
	int value[CLASSES_MOST];
	wide weight[CLASSES_MOST];
	wide total;
};

static uint32_t gcd32(uint32_t a, uint32_t b)
{
	while (b) {
		uint32_t c = a % b;
		a = b;
		b = c;
	}
	return a;
}

static void class_add(struct classes *c, int value, wide weight)
{
	if (!weight) return;
	assert(c->n < CLASSES_MOST);
	c->value[c->n] = value, c->weight[c->n++] = weight, c->total += weight;
}

/* How many of n dice succeed, each with `good` chances to `bad`: the binomial, in lowest terms. */
static void classes_count(struct classes *c, const struct throw *t)
{
	int good = t->kind == THROW_AT_LEAST ? t->sides - t->mark + 1 : t->mark;
	if (good < 0) good = 0;
	if (good > t->sides) good = t->sides;
	uint32_t shared = gcd32((uint32_t)good, (uint32_t)(t->sides - good));
	wide yes = (uint32_t)good / shared, no = (uint32_t)(t->sides - good) / shared;
	wide row[FACES_MOST + 1] = {1};
	for (int die = 0; die < t->n; die++)
		for (int k = die + 1; k >= 0; k--) row[k] = row[k] * no + (k ? row[k - 1] * yes : 0);
	for (int k = 0; k <= t->n; k++) class_add(c, k, row[k]);
}

static void classes_sum(struct classes *c, const struct throw *t)
{
	wide row[256] = {1};
	assert(t->n * t->sides < 256);
	for (int die = 1; die <= t->n; die++)
		for (int s = die * t->sides; s >= 0; s--) {
			wide ways = 0;
			for (int face = 1; face <= t->sides && face <= s; face++) ways += row[s - face];
			row[s] = ways;
		}
	for (int s = t->n; s <= t->n * t->sides; s++) {
		int k = c->n;
		for (int i = 0; t->same && i < c->n; i++)
			if (t->same[c->value[i]] == t->same[s]) k = i;
		if (k == c->n) class_add(c, s, row[s]);
		else c->weight[k] += row[s], c->total += row[s];
	}
}

static void classes_of(struct classes *c, const struct throw *t)
{
	c->n = 0, c->total = 0;
	int faces = 1;
	switch (t->kind) {
	case THROW_AT_LEAST:
	case THROW_AT_MOST: classes_count(c, t); break;
	case THROW_SUM: classes_sum(c, t); break;
	case THROW_FACES:
		for (int i = 0; i < t->n; i++) faces *= t->sides;
		for (int i = 0; i < faces; i++) class_add(c, i, 1);
		break;
	case THROW_PICK:
		for (int i = 0; i < t->n; i++) class_add(c, i, 1);
		break;
	case THROW_WEIGHED:
		for (int i = 0; i < t->n; i++) class_add(c, i, t->weight[i]);
		break;
	}
}

static int enumerated(struct feed *f, const struct throw *t)
{
	struct classes c;
	classes_of(&c, t);
	if (f->depth >= FEED_DEPTH || f->total > ((wide)-1) / c.total) {
		f->overflow = true;
		return c.value[0];
	}
	if (f->depth == f->known) f->pick[f->known++] = 0;
	f->classes[f->depth] = (uint16_t)c.n;
	int k = f->pick[f->depth++];
	f->weight *= c.weight[k];
	f->total *= c.total;
	return c.value[k];
}

/* --- the one that draws --------------------------------------------------------------------------------- */

static int draw_face(const struct play *p, struct game *g, const struct throw *t, int sides,
	struct rng *imagined)
{
	if (p->feed) return dictated_face(p->feed, t, sides);
	return 1 + (int)(g->dice.imagined ? rng_below(imagined, (uint32_t)sides)
									  : draw_below(&g->dice, (uint32_t)sides));
}

int roll(const struct play *p, struct game *g, const struct throw *t)
{
	assert(t->n > 0 && t->n <= (is_pick(t) ? 65535 : FACES_MOST));
	g->dice.rolls++;
	if (p->feed && p->feed->kind == FEED_ENUMERATED) return enumerated(p->feed, t);
	uint8_t face[FACES_MOST];
	struct rng own = g->dice.imagined ? imagined_stream(&g->dice, t) : (struct rng){0};
	int result;
	if (is_pick(t)) result = pick_result(t, draw_face(p, g, t, pick_faces(t), &own));
	else {
		for (int i = 0; i < t->n; i++) face[i] = (uint8_t)draw_face(p, g, t, t->sides, &own);
		result = dice_result(t, face);
	}
	if (p->sink) tell_roll(p, t, face, result);
	return result;
}

int roll_die(const struct play *p, struct game *g, int side, int sides, const char *rule, const char *why)
{
	return roll(p, g,
		&(struct throw){.kind = THROW_SUM,
			.n = 1,
			.sides = sides,
			.why = why,
			.rule = rule,
			.side = side,
			.who = NO_UNIT,
			.whom = NO_UNIT});
}

bool roll_at_most(const struct play *p, struct game *g, int side, int sides, int mark, const char *rule,
	const char *why)
{
	return roll(p, g,
			   &(struct throw){.kind = THROW_AT_MOST,
				   .n = 1,
				   .sides = sides,
				   .mark = mark,
				   .why = why,
				   .rule = rule,
				   .side = side,
				   .who = NO_UNIT,
				   .whom = NO_UNIT}) == 1;
}

int roll_hits(const struct play *p, struct game *g, int side, int dice, int at_least, int who, int whom,
	const char *rule, const char *why)
{
	static const struct roll_words hits = {.one = "hit", .many = "hits"};
	return roll(p, g,
		&(struct throw){.kind = THROW_AT_LEAST,
			.n = dice,
			.sides = 6,
			.mark = at_least,
			.why = why,
			.words = &hits,
			.rule = rule,
			.side = side,
			.who = who,
			.whom = whom});
}
