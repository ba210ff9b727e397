/* What the tests of All Are Brothers share: a day of Solferino, with and without fog, and a player who
   attacks. AAB_SCENARIO and AAB_GAMES=n play other days, and longer. For tests/unit only. */
#ifndef TESTS_AAB_HELP_H
#define TESTS_AAB_HELP_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

#include "battle/load.h"
#include "engine/match.h"
#include "engine/play.h"
#include "rules/all_are_brothers/all_are_brothers.h"

struct table {
	struct arena *a;
	struct faults f;
	const struct muster *m, *fog;
	struct orders list[2], spare[2];
	struct view view[2];
};

static inline int open_table(void **state)
{
	struct table *t = calloc(1, sizeof *t);
	if (!t) return -1;
	t->a = arena_new();
	const char *scenario = getenv("AAB_SCENARIO");
	const struct battle *b = battle_load(t->a, "data/battles/solferino", &t->f);
	const struct rules *r = rules_find("all_are_brothers");
	static const int8_t foggy[OPTIONS] = {[O_FOG] = 1, [O_PLOT] = 1};
	t->m = b ? muster_make(t->a, r, "data", b, scenario ? scenario : "san_martino", NULL, &t->f) : NULL;
	t->fog = b ? muster_make(t->a, r, "data", b, scenario ? scenario : "san_martino", foggy, &t->f) : NULL;
	faults_print(&t->f, stderr);
	*state = t;
	return t->m && t->fog ? 0 : -1;
}

static inline int close_table(void **state)
{
	struct table *t = *state;
	faults_free(&t->f);
	arena_free(t->a);
	free(t);
	return 0;
}

static inline int games(int usual) { return getenv("AAB_GAMES") ? atoi(getenv("AAB_GAMES")) : usual; }

static inline struct game *new_game(const struct muster *m, int seed)
{
	struct play p = {m, NULL, NULL};
	struct game *g = calloc(1, m->state_bytes);
	uint8_t key[32] = {(uint8_t)seed, (uint8_t)(seed >> 8), 59};
	assert_non_null(g);
	play_begin(&p, g, key);
	return g;
}

/* --- a player who attacks ------------------------------------------------------------------------------- */

static inline int eagerness(const struct aab_book *b, const struct state *d, int side, const struct order *o)
{
	switch (o->verb) {
	case V_FIRE:
	case V_CHARGE:
	case V_RESOLVE: return 60;
	case V_ADVANCE: return 50;
	case V_ASSAULT:
	case V_PLAY:
	case V_PLAY_ON: return 40;
	case V_POSTURE: return o->a == POSTURE_AGGRESSIVE ? 25 : 0;
	case V_DONE:
	case V_PASS: return -15;
	case V_STOP:
	case V_REORDER: return -25;
	case V_STEP:
		return 12 * (aab_nearest_enemy(b, d, side, d->counter[o->unit].at, 1) -
						aab_nearest_enemy(b, d, side, o->a, 1));
	default: return 0;
	}
}

static inline const struct order *choose(const struct muster *m, const struct game *g, int side,
	const struct orders *o, struct rng *rng)
{
	const struct order *best = &o->list[rng_below(rng, (uint32_t)o->n)];
	int most = -1000;
	for (int i = 0; i < o->n && rng_below(rng, 8); i++) {
		int value = eagerness(m->own, aab_see(g), side, &o->list[i]) + (int)rng_below(rng, 30);
		if (value > most) most = value, best = &o->list[i];
	}
	return best;
}

#endif
