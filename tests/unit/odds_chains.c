/* Odds of several orders at once, as anybody may ask for them: any orders that are offered now or were
   offered before, in any order, at any point of a game of every rule system. They are given or refused. None
   of them ends the program: along a path of dice classes a tie may be rolled again and again, and then nobody
   is ever asked anything. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

#include "engine/match.h"
#include "engine/odds.h"

#define CHAIN 3
#define KEPT 64 /* orders that were offered before */
#define DECISIONS 300

struct chains {
	const struct muster *m;
	struct game *g;
	struct orders legal;
	struct odds odds;
	struct rng rng;
	struct order kept[KEPT];
	int had, given, refused;
};

static struct order any_order(struct chains *x)
{
	if (x->had && rng_below(&x->rng, 4) == 0)
		return x->kept[rng_below(&x->rng, (uint32_t)(x->had < KEPT ? x->had : KEPT))];
	return x->legal.list[rng_below(&x->rng, (uint32_t)x->legal.n)];
}

/* It is late at once: one path of classes, and then the fewest samples. */
static void ask_for_odds(struct chains *x, int side)
{
	struct order chain[CHAIN];
	struct refusal why = {0};
	int n = 1 + (int)rng_below(&x->rng, CHAIN);
	for (int i = 0; i < n; i++) chain[i] = any_order(x);
	if (odds_until(x->m, x->g, side, chain, n, 2, 1, &x->odds, &why)) x->given++;
	else x->refused++, assert_true(why.text[0] != 0);
	odds_free(&x->odds);
}

static void play_and_ask(struct chains *x, int game)
{
	struct play p = {x->m, NULL, NULL};
	uint8_t seed[32];
	x->had = 0;
	seed_from_number((uint64_t)game, seed);
	play_begin(&p, x->g, seed);
	for (int i = 0, side; i < DECISIONS && (side = play_next(&p, x->g, &x->legal)) != NOBODY; i++) {
		struct order o = x->legal.list[rng_below(&x->rng, (uint32_t)x->legal.n)];
		if (i < 12 || i % 16 == 0) ask_for_odds(x, side);
		x->kept[x->had++ % KEPT] = o;
		play_trusted(&p, x->g, side, &o);
	}
}

static void no_chain_ends_the_program(void **state)
{
	(void)state;
	for (const struct rules *const *r = all_rules; *r; r++) {
		struct arena *a = arena_new();
		struct faults f = {0};
		struct chains *x = calloc(1, sizeof *x);
		assert_non_null(x);
		x->m =
			muster_make(a, *r, "data", battle_load(a, "tests/battles/crossroads", &f), "meeting", NULL, &f);
		assert_non_null(x->m);
		faults_free(&f);
		x->g = game_new(x->m);
		x->rng = (struct rng){7};
		for (int k = 1; k <= 20; k++) play_and_ask(x, k);
		print_message("%s: %d odds of chains given, %d refused\n", (*r)->id, x->given, x->refused);
		assert_true(x->given > 0);
		free(x->g), free(x), arena_free(a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(no_chain_ends_the_program)};
	return cmocka_run_group_tests_name("Odds of several orders", tests, NULL, NULL);
}
