/* What the engine's tests share: the crossroads under drill, and a game played to some point. For tests/unit
   only. */
#ifndef TESTS_ENGINE_HELP_H
#define TESTS_ENGINE_HELP_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/odds.h"
#include "engine/optional.h"
#include "engine/trial.h"

struct table {
	struct arena *arena;
	struct muster *m;
};

static inline int table_up(void **state)
{
	struct table *t = calloc(1, sizeof *t);
	struct faults f = {0};
	t->arena = arena_new();
	const struct battle *b = battle_load(t->arena, "tests/battles/crossroads", &f);
	if (b) t->m = muster_make(t->arena, rules_find("drill"), "data", b, NULL, NULL, &f);
	faults_print(&f, stderr);
	faults_free(&f);
	*state = t;
	return t->m ? 0 : -1;
}

static inline int table_down(void **state)
{
	struct table *t = *state;
	arena_free(t->arena);
	free(t);
	return 0;
}

static inline const struct muster *muster_of(void **state) { return ((struct table *)*state)->m; }

static inline struct match *match_of(const struct muster *m, uint64_t number)
{
	uint8_t seed[32];
	seed_from_number(number, seed);
	return match_new(m, seed);
}

/* Plays so many random orders, or to the end. */
static inline void play_on(struct match *t, uint64_t choices, int orders)
{
	struct rng rng = {choices};
	while (orders-- > 0 && t->turn != NOBODY) {
		struct order o = t->legal.list[rng_below(&rng, (uint32_t)t->legal.n)];
		assert_true(match_order(t, t->turn, &o, NULL));
	}
}

static inline void give(struct match *t, int side, const char *words)
{
	struct order o;
	struct refusal r = {0};
	char error[200];
	if (!order_read(t->m, words, &o, error, sizeof error)) fail_msg("%s: %s", words, error);
	if (!match_order(t, side, &o, &r)) fail_msg("%s: %s: %s", words, r.rule, r.text);
}

static inline void set(const struct muster *m, struct game *g, const char *field, int index, int32_t value)
{
	assert_true(field_set(m, g, field_find(m->rules, field), index, value));
}

/* A cleared board with a few pieces on it, at the beginning of a phase, run to its question. */
struct stand {
	const char *piece, *hex;
	int strength;
};
static inline struct game *position(const struct muster *m, const struct stand *s, int n, int side, int phase)
{
	struct play p = {m, NULL, NULL};
	struct game *g = game_new(m);
	struct orders *o = malloc(sizeof *o);
	uint8_t seed[32];
	assert_non_null(o);
	seed_from_number(1, seed);
	play_begin(&p, g, seed);
	for (int u = 0; u < m->pieces; u++) set(m, g, "at", u, PLACE_NONE);
	for (int i = 0; i < n; i++) {
		set(m, g, "at", piece_find(m, s[i].piece), hexmap_find(m->map, s[i].hex));
		if (s[i].strength) set(m, g, "strength", piece_find(m, s[i].piece), s[i].strength);
	}
	play_settle(&p, g);
	assert_true(play_stage(&p, g, side, phase));
	play_settle(&p, g);
	play_next(&p, g, o);
	free(o);
	return g;
}

#endif
