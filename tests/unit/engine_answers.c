/* The tables by which the engine dispatches: complete in every system, and what has no row is refused by the
   engine itself. */
#include "engine_help.h"

static bool has_row(const struct rules *r, int question, int verb)
{
	for (int i = 0; i < r->answers; i++)
		if ((question < 0 || r->answer[i].question == question) && (verb < 0 || r->answer[i].verb == verb))
			return true;
	return false;
}

static void every_question_can_be_listed_and_answered(void **state)
{
	(void)state;
	for (const struct rules *const *r = all_rules; *r; r++) {
		for (int q = 0; q < (*r)->questions; q++) {
			assert_non_null((*r)->question[q].list);
			assert_true(has_row(*r, q, -1));
			if ((*r)->question[q].standing) assert_non_null((*r)->question[q].usual);
			if ((*r)->question[q].usual) assert_true((*r)->question[q].flags & QUESTION_MINOR);
		}
		for (int v = 0; v < (*r)->verbs; v++) assert_true(has_row(*r, -1, v));
		/* 0 may be no step at all */
		for (int k = 1; k < (*r)->steps; k++) assert_non_null((*r)->step[k].work);
	}
}

static void a_verb_that_does_not_answer_is_refused_with_the_question(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = match_of(m, 1859);
	struct refusal r = {0};
	struct order halt;
	char error[80];
	assert_true(order_read(m, "halt", &halt, error, sizeof error));
	assert_false(match_order(t, 0, &halt, &r));
	assert_string_equal(r.rule, "2.1");
	assert_string_equal(r.text, "\"halt\" does not answer: Which unit is your guard?");
	match_free(t);
}

/* Odds and standing orders cross minor questions by the usual answer: it must be one that is offered. */
static void the_usual_answer_is_always_one_that_is_allowed(void **state)
{
	const struct muster *m = muster_of(state);
	struct play p = {m, NULL, NULL};
	int seen = 0;
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct match *t = match_of(m, seed);
		struct order o;
		for (int side = 0; side < SIDES; side++)
			for (int k = 0; k < m->rules->standings; k++) match_standing(t, side, k, 0, NULL);
		for (; t->turn != NOBODY; play_on(t, seed, 1)) {
			if (!play_usual(&p, t->g, t->turn, &o)) continue;
			assert_true(play_check(&p, t->g, t->turn, &o, NULL));
			seen++;
		}
		match_free(t);
	}
	assert_true(seen > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_question_can_be_listed_and_answered),
		cmocka_unit_test(a_verb_that_does_not_answer_is_refused_with_the_question),
		cmocka_unit_test(the_usual_answer_is_always_one_that_is_allowed),
	};
	return cmocka_run_group_tests_name("Answers", tests, table_up, table_down);
}
