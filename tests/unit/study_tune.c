/* Tuning: the same games give the same weights on one core or two, never a worse judgement of the games held
   out, and never a feature of which more is worse. The frozen captain plays: he stands still where his
   weights draw him nowhere, which the present one does not, so with him the weights decide. */
#include "engine_help.h"
#include "study/tune.h"

static struct tuned tuned_by(tuning_work *run, const struct muster *m, const struct weights *from, int nodes,
	int games, int jobs)
{
	struct tuning t = {.grounds = 1,
		.ground = {m},
		.player = {.level = MIND_CAPTAIN0, .nodes = (uint64_t)nodes},
		.from = *from,
		.games = games,
		.seed = 7};
	struct tuned out;
	t.player.weights = &t.from;
	run(&t, &(struct study_how){.jobs = jobs}, &out);
	return out;
}

static struct tuned tuned(const struct muster *m, const struct weights *from, int jobs)
{
	return tuned_by(tuning_results, m, from, 60, 25, jobs);
}

static void one_core_or_two_find_the_same_weights(void **state)
{
	const struct muster *m = muster_of(state);
	struct tuned one = tuned(m, &m->weights, 1), two = tuned(m, &m->weights, 2);
	assert_memory_equal(&one.w, &two.w, sizeof one.w);
	assert_true(one.positions > 50);
}

static void bad_weights_are_mended(void **state)
{
	const struct muster *m = muster_of(state);
	struct weights bad = {.early[FEATURE_APPROACH] = 30000, .late[FEATURE_APPROACH] = 30000};
	struct tuned t = tuned(m, &bad, 2);
	assert_true(t.after < t.before);
	assert_true(t.w.late[FEATURE_STRENGTH] + t.w.late[FEATURE_MORALE] + t.w.late[FEATURE_LEAD] +
					t.w.late[FEATURE_GROUND] >
				0);
	for (int i = 0; i < FEATURES; i++) assert_true(t.w.early[i] >= 0 && t.w.late[i] >= 0);
}

static void the_games_held_out_are_never_judged_worse(void **state)
{
	const struct muster *m = muster_of(state);
	struct tuned t = tuned(m, &m->weights, 2);
	assert_true(t.after <= t.before + 1e-9);
}

/* Who knows only that more men are better stands still; in matches against the opposite change somebody goes
   and takes something. */
static const struct weights men_only = {.early[FEATURE_STRENGTH] = 2000, .late[FEATURE_STRENGTH] = 2000};

static void matches_find_the_same_on_one_core_or_two(void **state)
{
	const struct muster *m = muster_of(state);
	struct tuned one = tuned_by(tuning_matches, m, &men_only, 300, 100, 1),
				 two = tuned_by(tuning_matches, m, &men_only, 300, 100, 2);
	assert_memory_equal(&one.w, &two.w, sizeof one.w);
	assert_memory_not_equal(&one.w, &men_only, sizeof one.w);
	assert_true(one.score == two.score && one.games == 100);
}

static void matches_mend_bad_weights(void **state)
{
	const struct muster *m = muster_of(state);
	struct tuned t = tuned_by(tuning_matches, m, &men_only, 300, 400, 2);
	assert_true(t.score > 0.55);
	for (int i = 0; i < FEATURES; i++) assert_true(t.w.early[i] >= 0 && t.w.late[i] >= 0);
}

/* Whom nothing draws anywhere. */
static void factors_mend_bad_weights(void **state)
{
	const struct muster *m = muster_of(state);
	struct weights bad = m->weights;
	bad.early[FEATURE_APPROACH] = bad.late[FEATURE_APPROACH] = bad.early[FEATURE_GRIP] =
		bad.late[FEATURE_GRIP] = 0;
	bad.early[FEATURE_STRENGTH] *= 8, bad.late[FEATURE_STRENGTH] *= 8;
	struct tuned t = tuned_by(tuning_factors, m, &bad, 300, 440, 2);
	assert_true(t.score > 0.55 && t.games == 504); /* 2 passes, 13 features, 16 games; and 88 */
	for (int i = 0; i < FEATURES; i++) assert_true(t.w.early[i] >= 0 && t.w.late[i] >= 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, table_up, table_down)
	const struct CMUnitTest tests[] = {TEST(one_core_or_two_find_the_same_weights),
		TEST(bad_weights_are_mended), TEST(the_games_held_out_are_never_judged_worse),
		TEST(matches_find_the_same_on_one_core_or_two), TEST(matches_mend_bad_weights),
		TEST(factors_mend_bad_weights)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
