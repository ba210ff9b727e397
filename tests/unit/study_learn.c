/* Chances: the same games give the same positions on one core or two; what they say is learned; what is
   written is what is read, and is known for its own scenario only; three chances are always a whole. */
#include "engine/judge.h"
#include "engine_help.h"
#include "study/learn.h"

static struct positions played(const struct muster *m, int games, int jobs)
{
	struct learning l = {.grounds = 1, .ground = {m}, .games = games, .seed = 3, .nodes = 40};
	struct positions p;
	learn_play(&l, &(struct study_how){.jobs = jobs}, &p);
	return p;
}

static void one_core_or_two_keep_the_same_positions(void **state)
{
	struct positions one = played(muster_of(state), 24, 1), two = played(muster_of(state), 24, 2);
	assert_true(one.n > 50);
	assert_int_equal(one.n, two.n);
	assert_memory_equal(one.list, two.list, sizeof *one.list * (size_t)one.n);
	free(one.list), free(two.list);
}

/* A made-up game: whoever has the more ground wins nine times in ten, and nobody wins without any. */
static struct positions made_up(int games)
{
	struct positions p = {.list = calloc((size_t)games, sizeof *p.list)};
	struct rng rng = {5};
	for (; p.n < games; p.n++) {
		struct position *one = &p.list[p.n];
		int who = (int)rng_below(&rng, 3), luck = (int)rng_below(&rng, 10);
		*one = (struct position){.game = p.n, .f.left = (int32_t)rng_below(&rng, 1001)};
		if (who < 2) one->f.of[who][FEATURE_GROUND] = WHOLE_SHARE;
		one->result = who == 2 || luck == 0 ? RESULT_DRAWN : who == 0 ? RESULT_WON : RESULT_LOST;
	}
	return p;
}

static void what_the_games_say_is_learned(void **state)
{
	struct positions p = made_up(4000);
	struct learning l = {.grounds = 1, .ground = {muster_of(state)}};
	struct learned made;
	struct features f = {.left = 400};
	learn_fit(&l, &p, 9, &made);
	assert_true(made.loss < made.blind / 2);
	struct outlook o = chances_of(&made.made, &f, 0);
	assert_in_range(o.draw, 600000, 1000000);
	f.of[0][FEATURE_GROUND] = WHOLE_SHARE;
	o = chances_of(&made.made, &f, 0);
	assert_in_range(o.win, 830000, 970000);
	struct outlook theirs = chances_of(&made.made, &f, 1);
	assert_true(theirs.win == o.loss && theirs.loss == o.win && theirs.draw == o.draw);
	assert_int_equal(o.win + o.draw + o.loss, WHOLE_SHARE);
	free(p.list);
}

static void a_check_counts_what_came_true(void **state)
{
	(void)state;
	struct chances even = {.draw = {1000, 1000}}; /* 27 %, 46 %, 27 % */
	const struct chances *const of[CHANCE_GROUNDS] = {&even};
	struct positions p = made_up(100);
	struct reliability r = {0};
	learn_check(&p, of, -1, &r);
	assert_int_equal(r.positions, 100);
	assert_int_equal(r.said[0][2], 200); /* victories of either side */
	assert_int_equal(r.said[1][4], 100);
	int drawn = 0;
	for (int i = 0; i < p.n; i++) drawn += p.list[i].result == RESULT_DRAWN;
	assert_in_range((int)r.came[CHANCE_DRAW][4], drawn, drawn);
	free(p.list);
}

static bool read_back(const struct text *t, const char *scenario, struct chances *c, bool *known)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	const struct yaml *doc = yaml_parse(a, "chances.yaml", text_str(t), t->n, &f);
	bool fine = doc && chances_read(yaml_root(doc), "here", scenario, c, known, &f);
	faults_free(&f), arena_free(a);
	return fine;
}

static void chances_are_read_as_they_are_written(void **state)
{
	(void)state;
	struct chances c = {.draw = {7, -8}, .sharp = 40}, again = {0};
	const struct chances_ground ground[2] = {{"here", "noon", {5, 1}, {0, 2}},
		{"there", "night", {6, 6}, {6, 6}}};
	struct text t = {0};
	bool known;
	for (int i = 0; i < FEATURES; i++) c.w.early[i] = 17 * i, c.w.late[i] = 1000 - i;
	chances_write(&c, ground, 2, &t);
	assert_true(read_back(&t, "noon", &again, &known));
	assert_true(known);
	c.first = (struct trend){5, 1}, c.draw.late += 2;
	assert_memory_equal(&c, &again, sizeof c);
	assert_true(read_back(&t, "night", &again, &known)); /* that night was there, not here */
	assert_false(known);
	t.n -= 30, t.s[t.n] = 0;
	assert_false(read_back(&t, "noon", &again, &known));
	text_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(one_core_or_two_keep_the_same_positions, table_up, table_down),
		cmocka_unit_test_setup_teardown(what_the_games_say_is_learned, table_up, table_down),
		cmocka_unit_test(a_check_counts_what_came_true),
		cmocka_unit_test(chances_are_read_as_they_are_written),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
