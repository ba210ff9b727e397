/* What a side may not know: two states that differ only in the other's guard look the same to it in every
   way. */
#include "engine/optional.h"
#include "engine_help.h"

enum { WEST, EAST };

/* The same game twice, but for the unit that west named its guard. */
static void two_games(const struct muster *m, int orders, struct match *t[2])
{
	for (int k = 0; k < 2; k++) {
		t[k] = match_of(m, 6);
		give(t[k], WEST, k ? "guard blanc" : "guard dumas");
		give(t[k], EAST, "guard berger");
		play_on(t[k], 12, orders);
	}
}

static void assert_same_view(const struct muster *m, const struct game *a, const struct game *b, int side)
{
	struct play p = {m, NULL, NULL};
	struct view *v = calloc(2, sizeof *v);
	play_view(&p, a, side, &v[0]);
	play_view(&p, b, side, &v[1]);
	assert_memory_equal(&v[0], &v[1], sizeof *v);
	free(v);
}

static void the_other_side_sees_no_difference(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t[2];
	two_games(m, 6, t);
	assert_int_equal(t[0]->n, t[1]->n);
	assert_same_view(m, t[0]->g, t[1]->g, EAST);
	assert_same_view(m, t[0]->g, t[1]->g, NOBODY);
	struct play p = {m, NULL, NULL};
	struct view *v = calloc(2, sizeof *v);
	play_view(&p, t[0]->g, WEST, &v[0]), play_view(&p, t[1]->g, WEST, &v[1]);
	assert_memory_not_equal(&v[0], &v[1], sizeof *v); /* its own side does */
	free(v);
	match_free(t[0]), match_free(t[1]);
}

static void it_has_the_same_orders_and_the_same_events(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t[2];
	two_games(m, 6, t);
	assert_int_equal(t[0]->turn, t[1]->turn);
	assert_int_equal(t[0]->legal.n, t[1]->legal.n);
	assert_memory_equal(t[0]->legal.list, t[1]->legal.list, sizeof(struct order) * (size_t)t[0]->legal.n);
	assert_int_equal(t[0]->events.n, t[1]->events.n);
	for (int i = 0; i < t[0]->events.n; i++)
		if (t[0]->events.list[i].audience >> EAST & 1)
			assert_int_equal(t[0]->events.list[i].kind, t[1]->events.list[i].kind);
	match_free(t[0]), match_free(t[1]);
}

static void what_it_imagines_is_the_same(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t[2];
	struct play p = {m, NULL, NULL};
	struct game *a = game_new(m), *b = game_new(m);
	int guards[64] = {0}, kinds = 0;
	two_games(m, 6, t);
	for (uint64_t seed = 0; seed < 200; seed++) {
		struct rng x = {seed}, y = {seed};
		game_copy(m, a, t[0]->g), game_copy(m, b, t[1]->g);
		play_imagine(&p, a, EAST, &x), play_imagine(&p, b, EAST, &y);
		assert_memory_equal(a, b, m->state_bytes);
		guards[field_get(m, a, field_find(m->rules, "guard"), WEST)]++;
		/* its own it knows */
		assert_int_equal(field_get(m, a, field_find(m->rules, "guard"), EAST), piece_find(m, "berger"));
	}
	for (int i = 0; i < 64; i++) kinds += guards[i] > 0;
	assert_int_equal(kinds, 6); /* any of west's six units */
	free(a), free(b), match_free(t[0]), match_free(t[1]);
}

static void while_both_choose_neither_knows_whether_the_other_has(void **state)
{
	const struct muster *m = muster_of(state);
	struct play p = {m, NULL, NULL};
	struct match *early = match_of(m, 6), *late = match_of(m, 6);
	struct game *a = game_new(m), *b = game_new(m);
	struct rng x = {3}, y = {3};
	give(early, EAST, "guard berger");
	assert_int_equal(early->turn, WEST);
	assert_int_equal(early->legal.n, late->legal.n);
	assert_same_view(m, early->g, late->g, WEST);
	assert_int_equal(early->events.n, late->events.n);
	game_copy(m, a, early->g), game_copy(m, b, late->g);
	a->orders = b->orders = 0; /* how many orders were given is the engine's business, and shown to nobody */
	play_imagine(&p, a, WEST, &x), play_imagine(&p, b, WEST, &y);
	assert_memory_equal(a, b, m->state_bytes);
	free(a), free(b), match_free(early), match_free(late);
}

static void the_order_in_which_they_choose_does_not_matter(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *a = match_of(m, 6), *b = match_of(m, 6);
	give(a, EAST, "guard berger"), give(a, WEST, "guard arnaud");
	give(b, WEST, "guard arnaud"), give(b, EAST, "guard berger");
	assert_memory_equal(a->g, b->g, m->state_bytes);
	match_free(a), match_free(b);
}

static void its_odds_are_the_same(void **state)
{
	const struct muster *m = muster_of(state);
	const struct stand duel[] = {{"adler", "0707", 0}, {"arnaud", "0807", 0}, {"blanc", "0101", 0},
		{"dumas", "0102", 0}};
	struct odds *odds = malloc(2 * sizeof *odds);
	struct order o;
	char error[200];
	assert_true(order_read(m, "fire adler arnaud", &o, error, sizeof error));
	for (int k = 0; k < 2; k++) {
		struct game *g = position(m, duel, 4, EAST, 2);
		set(m, g, "guard", WEST, piece_find(m, k ? "arnaud" : "dumas"));
		assert_true(odds_of(m, g, EAST, &o, 1, 0, &odds[k], NULL));
		free(g);
	}
	assert_int_equal(odds[0].outcomes, odds[1].outcomes);
	assert_true(odds[0].den == odds[1].den);
	for (int i = 0; i < odds[0].outcomes; i++) assert_true(odds[0].outcome[i].num == odds[1].outcome[i].num);
	odds_free(&odds[0]), odds_free(&odds[1]), free(odds);
}

static double chance_that(const struct muster *m, const struct odds *o, const char *name)
{
	double sum = 0;
	for (int i = 0; i < o->outcomes; i++)
		for (int k = 0; k < o->outcome[i].effects; k++)
			if (!strcmp(m->rules->event[o->outcome[i].effect[k].kind - EVENT_SYSTEM].name, name))
				sum += o->outcome[i].chance;
	return sum;
}

/* Of four dice against strength 4 some hit, but not all, in 64 of 81 cases: then a guard stands, and any
   other unit falls back. */
static void where_the_hidden_thing_matters_odds_are_weighed_and_say_so(void **state)
{
	const struct muster *m = muster_of(state);
	const struct stand duel[] = {{"adler", "0707", 0}, {"arnaud", "0807", 0}, {"blanc", "0101", 0},
		{"dumas", "0102", 0}};
	struct odds *odds = malloc(sizeof *odds);
	struct game *g = position(m, duel, 4, EAST, 2);
	struct order o;
	char error[200];
	assert_true(order_read(m, "fire adler arnaud", &o, error, sizeof error));
	set(m, g, "guard", WEST, piece_find(m, "dumas"));
	assert_true(odds_of(m, g, EAST, &o, 1, 0, odds, NULL));
	double stood = chance_that(m, odds, "stood"), fell_back = chance_that(m, odds, "fell_back");
	assert_false(odds->exact);
	assert_true(odds->guesses > 1);
	assert_true(stood > 0.02 && stood < 0.4 && fell_back > 0.4);
	assert_true(stood + fell_back > 64.0 / 81 - 1e-9 && stood + fell_back < 64.0 / 81 + 1e-9);
	odds_free(odds);
	set(m, g, "guard_shown", WEST, 1);
	assert_true(odds_of(m, g, EAST, &o, 1, 0, odds, NULL));
	assert_true(odds->exact);
	assert_true(chance_that(m, odds, "stood") == 0);
	odds_free(odds);
	free(odds), free(g);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, table_up, table_down)
	const struct CMUnitTest tests[] = {
		TEST(the_other_side_sees_no_difference),
		TEST(it_has_the_same_orders_and_the_same_events),
		TEST(what_it_imagines_is_the_same),
		TEST(while_both_choose_neither_knows_whether_the_other_has),
		TEST(the_order_in_which_they_choose_does_not_matter),
		TEST(its_odds_are_the_same),
		TEST(where_the_hidden_thing_matters_odds_are_weighed_and_say_so),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
