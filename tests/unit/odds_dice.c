/* Odds out of whole games of every rule system: the fractions sum to one, and real dice agree with them.
   ODDS_ROLLS=1000000 rolls so often for each order that is compared, ODDS_SYSTEM=id takes one system,
   ODDS_MANY=n compares n times as many. (Not drill: any of a side's units may be its hidden guard, and two
   dozen guesses may miss it.) */
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
#include "engine/optional.h"
#include "engine/view.h"

struct comparison {
	const struct muster *m, *keeps;
	struct game *g;
	struct orders legal;
	struct odds odds, dice;
	struct rng rng;
	int rolls, met, exact, compared;
};
typedef void look(struct comparison *x, int side, const struct order *o);

static int number(const char *name, int usual) { return getenv(name) ? atoi(getenv(name)) : usual; }

static const struct outcome *same_outcome(const struct outcome *list, int n, const struct outcome *o)
{
	for (int i = 0; i < n; i++) {
		int k = 0;
		while (k < o->effects && list[i].effects == o->effects &&
			   list[i].effect[k].kind == o->effect[k].kind && list[i].effect[k].who == o->effect[k].who &&
			   list[i].effect[k].n == o->effect[k].n)
			k++;
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

static void look_at(struct comparison *x, int side, const struct order *o)
{
	int rolls = x->rolls;
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
static struct order choose(struct comparison *x, int side, look *at)
{
	struct play p = {x->m, NULL, NULL};
	const struct order *attack = NULL;
	struct saying s;
	for (int i = 0, seen = 0; i < x->legal.n; i++) {
		play_say(&p, x->g, side, &x->legal.list[i], &s);
		if ((s.role == ROLE_FIRE || s.role == ROLE_ASSAULT) && rng_below(&x->rng, (uint32_t)++seen) == 0)
			attack = &x->legal.list[i];
	}
	if (attack) at(x, side, attack);
	return attack && rng_below(&x->rng, 2) ? *attack
	                                       : x->legal.list[rng_below(&x->rng, (uint32_t)x->legal.n)];
}

static void play_game(struct comparison *x, int k, look *at)
{
	struct play p = {x->m, NULL, NULL};
	uint8_t seed[32];
	int side;
	seed_from_number((uint64_t)k, seed);
	x->rng = (struct rng){(uint64_t)k};
	play_begin(&p, x->g, seed);
	while ((side = play_next(&p, x->g, &x->legal)) != NOBODY) {
		struct order o = choose(x, side, at);
		play_trusted(&p, x->g, side, &o);
	}
}

static struct comparison *comparison_new(struct arena *a, const struct rules *r, int rolls)
{
	struct faults f = {0};
	struct comparison *x = calloc(1, sizeof *x);
	x->m = muster_make(a, r, "data", battle_load(a, "data/battles/raab", &f), "afternoon", NULL, &f);
	assert_non_null(x->m);
	faults_free(&f);
	x->g = game_new(x->m);
	x->rolls = rolls;
	return x;
}

static void play_games(const struct rules *r, int games, int rolls)
{
	struct arena *a = arena_new();
	struct comparison *x = comparison_new(a, r, rolls);
	/* some fight little */
	for (int k = 1; k <= 60 * games && x->compared < 4 * games; k++) play_game(x, k, look_at);
	print_message("%s: %d odds sum to one, %d of them compared with %d rolls each\n", r->id, x->met,
		x->compared, rolls);
	assert_true(x->compared > 0);
	free(x->g), free(x), arena_free(a);
}

static void dice_agree_with_the_odds(void **state)
{
	const char *only = getenv("ODDS_SYSTEM");
	(void)state;
	for (const struct rules *const *r = all_rules; *r; r++)
		if (only ? strcmp(only, (*r)->id) == 0 : strcmp("drill", (*r)->id) != 0)
			play_games(*r, number("ODDS_MANY", 1), number("ODDS_ROLLS", 1000));
}

/* --- what a system forgets ------------------------------------------------------------------------------ */

static void assert_same_chances(const struct odds *a, const struct outcome *x, int n, const struct odds *b,
	const struct outcome *y, int m)
{
	assert_int_equal(n, m);
	for (int i = 0; i < n; i++) {
		const struct outcome *o = same_outcome(y, m, &x[i]);
		char one[88], other[88];
		assert_non_null(o);
		odds_fraction(x[i].num, a->den, one), odds_fraction(o->num, b->den, other);
		assert_string_equal(one, other);
	}
}

static void forget_or_not(struct comparison *x, int side, const struct order *o)
{
	enum { PATHS = 800 };
	assert_true(odds_of(x->m, x->g, side, o, 1, PATHS, &x->odds, NULL));
	assert_true(odds_of(x->keeps, x->g, side, o, 1, PATHS, &x->dice, NULL));
	x->met += x->odds.exact, x->exact += x->dice.exact;
	if (x->odds.exact && x->dice.exact && x->odds.leaves > 1) {
		x->compared++;
		assert_same_chances(&x->odds, x->odds.outcome, x->odds.outcomes, &x->dice, x->dice.outcome,
			x->dice.outcomes);
		assert_same_chances(&x->odds, x->odds.beside, x->odds.besides, &x->dice, x->dice.beside,
			x->dice.besides);
	}
	odds_free(&x->odds), odds_free(&x->dice);
}

/* Where attacks are announced one by one, the last order is the one that fights. */
static void attack_and_last(struct comparison *x, int side, const struct order *o)
{
	const struct order *last = &x->legal.list[x->legal.n - 1];
	forget_or_not(x, side, o);
	if (last != o) forget_or_not(x, side, last);
}

static void play_and_forget(const struct rules *r, int games)
{
	struct arena *a = arena_new();
	struct comparison *x = comparison_new(a, r, 0);
	struct rules remembers = *r;
	struct rules_odds odds = *r->odds;
	struct muster keeps = *x->m;
	odds.forget = NULL, remembers.odds = &odds, keeps.rules = &remembers, x->keeps = &keeps;
	for (int k = 1; k <= 60 * games; k++) play_game(x, k, attack_and_last);
	print_message(
		"%s: %d odds are the same whether it forgets or not; in so few paths %d are exact if it does, %d if not\n",
		r->id, x->compared, x->met, x->exact);
	assert_true(x->compared > 0);
	assert_true(x->met > x->exact);
	free(x->g), free(x), arena_free(a);
}

static void forgetting_changes_no_odds(void **state)
{
	(void)state;
	for (const struct rules *const *r = all_rules; *r; r++)
		if ((*r)->odds && (*r)->odds->forget) play_and_forget(*r, number("ODDS_MANY", 1));
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(dice_agree_with_the_odds),
		cmocka_unit_test(forgetting_changes_no_odds)};
	return cmocka_run_group_tests_name("Odds and dice", tests, NULL, NULL);
}
