/* Odds out of whole games of every rule system: the fractions sum to one, and real dice agree with them. ODDS_ROLLS=1000000 rolls so often
   for each order that is compared, ODDS_SYSTEM=id takes one system, ODDS_MANY=n compares n times as many. (Not drill: any of a side's
   units may be its hidden guard, and two dozen guesses may miss it.) */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/match.h"
#include "engine/odds.h"
#include "engine/view.h"

struct comparison { const struct muster *m; struct game *g; struct orders legal; struct odds odds, dice; struct rng rng; int met, exact, compared; };

static int number(const char *name, int usual) { return getenv(name) ? atoi(getenv(name)) : usual; }

static const struct outcome *same_outcome(const struct outcome *list, int n, const struct outcome *o)
{
	for (int i = 0; i < n; i++) {
		int k = 0;
		while (k < o->effects && list[i].effects == o->effects && list[i].effect[k].kind == o->effect[k].kind && list[i].effect[k].who == o->effect[k].who && list[i].effect[k].n == o->effect[k].n) k++;
		if (k == o->effects && list[i].effects == k) return &list[i];
	}
	return NULL;
}

/* Within five and a half standard deviations; and nothing comes up that the odds do not know. */
static void assert_alike(const struct outcome *exact, int n, const struct outcome *rolled, int m, int rolls)
{
	for (int i = 0; i < m; i++) assert_non_null(same_outcome(exact, n, &rolled[i]));
	for (int i = 0; i < n; i++) {
		const struct outcome *o = same_outcome(rolled, m, &exact[i]);
		double chance = exact[i].chance, spread = sqrt(chance * (1 - chance) / rolls);
		assert_true(fabs((o ? o->chance : 0) - chance) < 5.5 * spread + 2.0 / rolls);
	}
}

static void look_at(struct comparison *x, int side, const struct order *o, int rolls)
{
	wide sum = 0;
	assert_true(odds_of(x->m, x->g, side, o, 1, 20000, &x->odds, NULL));
	if (x->odds.exact && x->odds.leaves > 1) {
		x->met++;
		for (int i = 0; i < x->odds.outcomes; i++) sum += x->odds.outcome[i].num;
		assert_true(sum == x->odds.den);
		for (int i = 0; i < x->odds.besides; i++) assert_true(x->odds.beside[i].num <= x->odds.den);
		if (x->met % 8 == 1) {
			x->compared++;
			odds_by_dice(x->m, x->g, side, o, 1, rolls, &x->dice);
			assert_alike(x->odds.outcome, x->odds.outcomes, x->dice.outcome, x->dice.outcomes, rolls);
			assert_alike(x->odds.beside, x->odds.besides, x->dice.beside, x->dice.besides, rolls);
			odds_free(&x->dice);
		}
	}
	odds_free(&x->odds);
}

/* Chance that seeks the enemy. */
static struct order choose(struct comparison *x, int side, int rolls)
{
	struct play p = {x->m, NULL, NULL};
	const struct order *attack = NULL;
	struct saying s;
	for (int i = 0, seen = 0; i < x->legal.n; i++) {
		x->m->rules->say(&p, x->g, side, &x->legal.list[i], &s);
		if ((s.role == ROLE_FIRE || s.role == ROLE_ASSAULT) && rng_below(&x->rng, (uint32_t)++seen) == 0) attack = &x->legal.list[i];
	}
	if (attack) look_at(x, side, attack, rolls);
	return attack && rng_below(&x->rng, 2) ? *attack : x->legal.list[rng_below(&x->rng, (uint32_t)x->legal.n)];
}

static void play_games(const struct rules *r, int games, int rolls)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	const struct battle *b = battle_load(a, "data/battles/raab", &f);
	struct comparison *x = calloc(1, sizeof *x);
	x->m = muster_make(a, r, "data", b, "afternoon", NULL, &f);
	assert_non_null(x->m);
	x->g = aligned_alloc(64, (x->m->state_bytes + 63u) & ~63u);
	for (int k = 1; k <= 40 * games && x->compared < 4 * games; k++) { /* some fight little */
		struct play p = {x->m, NULL, NULL};
		uint8_t seed[32];
		int side;
		seed_from_number((uint64_t)k, seed);
		x->rng = (struct rng){(uint64_t)k};
		play_begin(&p, x->g, seed);
		while ((side = play_next(&p, x->g, &x->legal)) != NOBODY) {
			struct order o = choose(x, side, rolls);
			play_trusted(&p, x->g, side, &o);
		}
	}
	print_message("%s: %d odds sum to one, %d of them compared with %d rolls each\n", r->id, x->met, x->compared, rolls);
	assert_true(x->compared > 0);
	free(x->g), free(x), faults_free(&f), arena_free(a);
}

static void dice_agree_with_the_odds(void **state)
{
	const char *only = getenv("ODDS_SYSTEM");
	(void)state;
	for (const struct rules *const *r = all_rules; *r; r++)
		if (only ? strcmp(only, (*r)->id) == 0 : strcmp("drill", (*r)->id) != 0) play_games(*r, number("ODDS_MANY", 1), number("ODDS_ROLLS", 1000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(dice_agree_with_the_odds)};
	return cmocka_run_group_tests_name("Odds and dice", tests, NULL, NULL);
}
