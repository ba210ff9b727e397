/* Judging: every system measures fairly, and weights from a file make of it what they say. */
#include "engine/judge.h"
#include "engine/optional.h"
#include "engine_help.h"

#define SOME 12

/* Calls `look` at some states of a random game of the crossroads under each system. */
static void in_every_system(void (*look)(const struct muster *m, const struct game *g))
{
	struct arena *a = arena_new();
	struct faults f = {0};
	const struct battle *b = battle_load(a, "tests/battles/crossroads", &f);
	for (int i = 0; all_rules[i]; i++) {
		const struct muster *m = muster_make(a, all_rules[i], "data", b, NULL, NULL, &f);
		faults_print(&f, stderr);
		assert_non_null(m);
		struct match *t = match_of(m, 5);
		for (; t->turn != NOBODY; play_on(t, (uint64_t)t->n, SOME)) look(m, t->g);
		match_free(t);
	}
	faults_free(&f), arena_free(a);
}

static void opposite(const struct muster *m, const struct game *g)
{
	struct play p = {m, NULL, NULL};
	int ours = judge(&p, g, 0, NULL), theirs = judge(&p, g, 1, NULL);
	if (ours != -theirs) fail_msg("%s: %d and %d", m->rules->id, ours, theirs);
	assert_in_range(ours + 1000, 1, 1999);
}

static void what_is_good_for_one_is_bad_for_the_other(void **state)
{
	(void)state;
	in_every_system(opposite);
}

static void within_bounds(const struct muster *m, const struct game *g)
{
	struct play p = {m, NULL, NULL};
	struct features f = {0}, again = {0};
	play_features(&p, g, &f), play_features(&p, g, &again);
	assert_memory_equal(&f, &again, sizeof f);
	assert_in_range(f.left, 0, 1000);
	for (int side = 0; side < SIDES; side++)
		for (int i = 0; i < FEATURES; i++)
			if (f.of[side][i] < -3 * WHOLE_SHARE || f.of[side][i] > 3 * WHOLE_SHARE)
				fail_msg("%s: %s of side %d is %d", m->rules->id, feature_names[i], side, f.of[side][i]);
	int both = f.of[0][FEATURE_STRENGTH] + f.of[1][FEATURE_STRENGTH];
	if (both < 0 || both > WHOLE_SHARE) fail_msg("%s: the strength of both sides is %d", m->rules->id, both);
}

static void features_are_shares_of_fixed_wholes(void **state)
{
	(void)state;
	in_every_system(within_bounds);
}

static void more_is_better_and_the_time_decides_between_the_weights(void **state)
{
	(void)state;
	struct weights w = {.early[FEATURE_COVER] = 4000, .late[FEATURE_LEAD] = 4000};
	struct features f = {.left = 1000};
	assert_int_equal(judge_features(&f, 0, &w), 0);
	int last = 0;
	for (int cover = WHOLE_SHARE / 20; cover <= WHOLE_SHARE; cover += WHOLE_SHARE / 20) {
		f.of[1][FEATURE_COVER] = cover;
		int now = judge_features(&f, 1, &w);
		assert_true(now > last);
		assert_int_equal(judge_features(&f, 0, &w), -now);
		last = now;
	}
	assert_in_range(last, 960000, 968000); /* log odds of 4: tanh 2 = 0.964 */
	f.left = 0;
	assert_int_equal(judge_features(&f, 1, &w), 0);
	f.left = 500;
	assert_in_range(judge_features(&f, 1, &w), 760000, 763000);
	f.of[1][FEATURE_COVER] = 20, f.left = 1000;
	assert_true(judge_features(&f, 1, &w) > 0); /* a small march shows */
	f.of[1][FEATURE_COVER] = WHOLE_SHARE;
	w.early[FEATURE_COVER] = 100000, f.left = 1000;
	assert_in_range(judge_features(&f, 1, &w), 990000, 999999); /* a game that is not over is never quite
	                                                               won */
}

static void a_game_that_is_over_is_judged_by_its_end(void **state)
{
	const struct muster *m = muster_of(state);
	struct play p = {m, NULL, NULL};
	struct match *t = match_of(m, 3);
	play_on(t, 4, 100000);
	assert_true(t->g->over);
	for (int winner = 0; winner <= RESULT_DRAW; winner++) {
		t->g->winner = (int8_t)winner;
		assert_int_equal(judge(&p, t->g, 0, NULL), winner == 0 ? 1000 : winner == 1 ? -1000 : 0);
	}
	match_free(t);
}

static bool read(const char *words, struct weights *w, struct faults *f)
{
	struct arena *a = arena_new();
	const struct yaml *doc = yaml_parse(a, "weights.yaml", words, strlen(words), f);
	bool fine = doc && weights_read(yaml_root(doc), w, f);
	arena_free(a);
	return fine;
}

static void weights_are_written_as_they_are_read(void **state)
{
	(void)state;
	struct weights w = {0}, again;
	struct faults f = {0};
	struct text t = {0};
	for (int i = 0; i < FEATURES; i++) w.early[i] = 17 * i - 40, w.late[i] = 1000 - i;
	weights_write(&w, &t);
	assert_true(read(text_str(&t), &again, &f));
	assert_memory_equal(&w, &again, sizeof w);
	text_free(&t);
}

static void a_slip_in_the_weights_is_reported_with_its_place(void **state)
{
	(void)state;
	struct weights w;
	struct faults f = {0};
	assert_false(read("strength: {early: 1, late: 2}\nglory: {early: 1, late: 1}\n", &w, &f));
	assert_int_equal(f.list[0].at.line, 2);
	assert_false(read("strength: {early: 1}\n", &w, &f));
	assert_false(read("strength: {early: 1, late: 2.5}\n", &w, &f));
	faults_free(&f);
	assert_true(read("cover: {early: 1, late: 2}\n", &w, &f)); /* what is not named counts nothing */
	assert_int_equal(w.early[FEATURE_STRENGTH], 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_good_for_one_is_bad_for_the_other),
		cmocka_unit_test(features_are_shares_of_fixed_wholes),
		cmocka_unit_test(more_is_better_and_the_time_decides_between_the_weights),
		cmocka_unit_test_setup_teardown(a_game_that_is_over_is_judged_by_its_end, table_up, table_down),
		cmocka_unit_test(weights_are_written_as_they_are_read),
		cmocka_unit_test(a_slip_in_the_weights_is_reported_with_its_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
