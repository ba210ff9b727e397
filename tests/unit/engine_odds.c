/* Odds: exact by the rules' own code, the same as a million games would give, and labelled where they are not
   exact. */
#include "engine_help.h"

#include <math.h>

#include "engine/optional.h"

static const struct stand duel[] = {{"adler", "0707", 0}, {"arnaud", "0807", 2}, {"blanc", "0101", 0}};
enum { EAST = 1, FIRE = 2 };

static struct order shot(const struct muster *m)
{
	struct order o;
	char error[200];
	assert_true(order_read(m, "fire adler arnaud", &o, error, sizeof error));
	return o;
}

static const struct event *effect(const struct outcome *o, const struct muster *m, const char *name)
{
	for (int i = 0; i < o->effects; i++)
		if (!strcmp(m->rules->event[o->effect[i].kind - EVENT_SYSTEM].name, name)) return &o->effect[i];
	return NULL;
}

static double chance_of(const struct odds *odds, const struct muster *m, const char *name)
{
	double sum = 0;
	for (int i = 0; i < odds->outcomes; i++)
		if (name ? effect(&odds->outcome[i], m, name) != NULL : odds->outcome[i].effects == 0)
			sum += odds->outcome[i].chance;
	return sum;
}

/* Four dice, 5 or 6 hits, a target of strength 2: 16/81 nothing, 32/81 one hit, 33/81 two or more. */
static void odds_of_a_shot_are_exact_fractions(void **state)
{
	const struct muster *m = muster_of(state);
	struct game *g = position(m, duel, 3, EAST, FIRE);
	struct odds *odds = malloc(sizeof *odds);
	struct order o = shot(m);
	char words[88];
	assert_true(odds_of(m, g, EAST, &o, 1, 0, odds, NULL));
	assert_true(odds->exact);
	assert_true(fabs(chance_of(odds, m, NULL) - 16.0 / 81) < 1e-12);
	assert_true(fabs(chance_of(odds, m, "fell_back") - 32.0 / 81) < 1e-12);
	assert_true(fabs(chance_of(odds, m, "destroyed") - 33.0 / 81) < 1e-12);
	wide sum = 0;
	for (int i = 0; i < odds->outcomes; i++) sum += odds->outcome[i].num;
	assert_true(sum == odds->den);
	odds_fraction(odds->outcome[0].num, odds->den, words);
	assert_string_equal(words, "32/81");
	odds_free(odds);
	free(odds), free(g);
}

static void odds_of_a_game_that_is_over_are_refused(void **state)
{
	const struct muster *m = muster_of(state);
	struct game *g = position(m, duel, 3, EAST, FIRE);
	struct odds *odds = malloc(sizeof *odds);
	struct refusal why = {0};
	struct order o = shot(m);
	g->over = true, g->waiting = 0, g->depth = 0;
	assert_false(odds_of(m, g, EAST, &o, 1, 0, odds, &why));
	assert_string_equal(why.text, "the game is over");
	odds_free(odds);
	free(odds), free(g);
}

static void odds_agree_with_a_million_shots(void **state)
{
	const struct muster *m = muster_of(state);
	struct game *g = position(m, duel, 3, EAST, FIRE), *clone = game_new(m);
	struct play p = {m, NULL, NULL};
	struct order o = shot(m);
	const struct field *strength = field_find(m->rules, "strength");
	int target = piece_find(m, "arnaud"), left[3] = {0}, n = 1000000;
	struct rng rng = {5};
	for (int i = 0; i < n; i++) {
		game_copy(m, clone, g);
		play_imagine(&p, clone, EAST, &rng);
		play_trusted(&p, clone, EAST, &o);
		while (!clone->waiting && !clone->over) play_step(&p, clone);
		left[field_get(m, clone, strength, target)]++;
	}
	assert_true(fabs(left[2] / 1e6 - 16.0 / 81) < 0.0025);
	assert_true(fabs(left[1] / 1e6 - 32.0 / 81) < 0.0025);
	assert_true(fabs(left[0] / 1e6 - 33.0 / 81) < 0.0025);
	free(clone), free(g);
}

static void past_the_leaf_limit_odds_are_sampled_and_say_so(void **state)
{
	const struct muster *m = muster_of(state);
	struct game *g = position(m, duel, 3, EAST, FIRE);
	struct odds *odds = malloc(sizeof *odds);
	struct order o = shot(m);
	assert_true(odds_of(m, g, EAST, &o, 1, 2, odds, NULL));
	assert_false(odds->exact);
	assert_true(fabs(chance_of(odds, m, "destroyed") - 33.0 / 81) < 0.05);
	odds_free(odds);
	free(odds), free(g);
}

static void odds_that_come_too_late_are_sampled_a_little(void **state)
{
	const struct muster *m = muster_of(state);
	struct game *g = position(m, duel, 3, EAST, FIRE);
	struct odds *odds = malloc(sizeof *odds);
	struct order o = shot(m);
	assert_true(odds_until(m, g, EAST, &o, 1, 0, 1, odds, NULL)); /* long ago */
	assert_false(odds->exact);
	assert_in_range(odds->leaves, 1, 1000);
	assert_true(odds->den == (wide)odds->leaves);
	assert_true(fabs(chance_of(odds, m, "destroyed") - 33.0 / 81) < 0.15);
	odds_free(odds);
	free(odds), free(g);
}

static void odds_of_what_is_not_allowed_are_refused_with_the_rule(void **state)
{
	const struct muster *m = muster_of(state);
	struct game *g = position(m, duel, 3, EAST, FIRE), *before = game_new(m);
	struct odds *odds = malloc(sizeof *odds);
	struct refusal r = {0};
	struct order o = shot(m);
	o.a = piece_find(m, "blanc");
	game_copy(m, before, g);
	assert_false(odds_of(m, g, EAST, &o, 1, 0, odds, &r));
	assert_string_equal(r.rule, "5.1");
	assert_memory_equal(g, before, m->state_bytes);
	odds_free(odds);
	free(odds), free(before), free(g);
}

/* What the enemy could do to us is the same step, started on a clone. */
static void threats_are_shots_that_odds_can_be_asked_of(void **state)
{
	const struct muster *m = muster_of(state);
	struct game *g = position(m, duel, 3, 0, FIRE - 1);
	struct orders *o = calloc(1, sizeof *o);
	struct odds *odds = malloc(sizeof *odds);
	struct play p = {m, NULL, NULL};
	words_hooks(m)->threats(&p, g, EAST, hexmap_find(m->map, "0807"), o);
	assert_int_equal(o->n, 1);
	assert_int_equal(o->list[0].unit, piece_find(m, "adler"));
	assert_true(odds_of(m, g, EAST, &o->list[0], 1, 0, odds, NULL));
	assert_true(fabs(chance_of(odds, m, "destroyed") - 33.0 / 81) < 1e-12);
	odds_free(odds);
	free(odds), free(o), free(g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(odds_of_a_shot_are_exact_fractions, table_up, table_down),
		cmocka_unit_test_setup_teardown(odds_of_a_game_that_is_over_are_refused, table_up, table_down),
		cmocka_unit_test_setup_teardown(odds_agree_with_a_million_shots, table_up, table_down),
		cmocka_unit_test_setup_teardown(past_the_leaf_limit_odds_are_sampled_and_say_so, table_up,
			table_down),
		cmocka_unit_test_setup_teardown(odds_that_come_too_late_are_sampled_a_little, table_up, table_down),
		cmocka_unit_test_setup_teardown(odds_of_what_is_not_allowed_are_refused_with_the_rule, table_up,
			table_down),
		cmocka_unit_test_setup_teardown(threats_are_shots_that_odds_can_be_asked_of, table_up, table_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
