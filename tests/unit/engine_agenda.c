/* The agenda: what is pushed last is done first, what is deferred waits, what is unwound is cleaned up, top
   first. */
#include "engine_help.h"

static int cleaned[8], cleanings;

static void remember(const struct play *p, struct state *d, const struct step *s)
{
	(void)p, (void)d;
	cleaned[cleanings++] = s->kind;
}

static const struct step_kind steps[] =
	{[2] = {NULL, remember}, [3] = {NULL, remember}, [4] = {NULL, remember}, [5] = {NULL, NULL}};
static const struct rules rules = {.id = "none", .steps = 6, .step = steps};
static const struct muster muster = {.rules = &rules};
static const struct play play = {.m = &muster};

static void push(struct game *g, int kind) { agenda_push(g, (struct step){.kind = (uint8_t)kind}); }
static void defer(struct game *g, int depth, int kind)
{
	agenda_defer(g, (uint8_t)depth, (struct step){.kind = (uint8_t)kind});
}
static void assert_top(const struct game *g, int kind) { assert_int_equal(agenda_see(g)->kind, kind); }

static void what_is_pushed_last_is_done_first(void **state)
{
	struct game g = {0};
	(void)state;
	push(&g, 1), push(&g, 2), push(&g, 3);
	assert_top(&g, 3);
	agenda_done(&g);
	assert_top(&g, 2);
	agenda_done(&g);
	assert_top(&g, 1);
}

static void a_deferred_step_waits_until_the_outer_step_is_complete(void **state)
{
	struct game g = {0};
	(void)state;
	push(&g, 1), push(&g, 2), push(&g, 3), push(&g, 4);
	defer(&g, 1, 9); /* not before only step 1 is left */
	agenda_done(&g);
	assert_top(&g, 3);
	agenda_done(&g);
	assert_top(&g, 2);
	agenda_done(&g);
	assert_top(&g, 9);
	agenda_done(&g);
	assert_top(&g, 1);
	assert_int_equal(g.deferred, 0);
}

static void first_deferred_is_first_done(void **state)
{
	struct game g = {0};
	(void)state;
	push(&g, 1), push(&g, 2);
	defer(&g, 1, 7), defer(&g, 1, 8), defer(&g, 0, 9);
	agenda_done(&g);
	assert_top(&g, 7);
	agenda_done(&g);
	assert_top(&g, 8);
	agenda_done(&g);
	assert_top(&g, 1);
	agenda_done(&g);
	assert_top(&g, 9);
}

static void a_deferred_step_does_not_come_up_while_deeper_ones_run(void **state)
{
	struct game g = {0};
	(void)state;
	push(&g, 1), push(&g, 2);
	defer(&g, 1, 9);
	push(&g, 3), agenda_done(&g);
	assert_top(&g, 2);
}

static void unwinding_cleans_up_top_first_and_brings_up_what_was_deferred(void **state)
{
	struct game g = {0};
	(void)state;
	cleanings = 0;
	push(&g, 1), push(&g, 2), push(&g, 3), push(&g, 5), push(&g, 4); /* 5 has nothing to clean up */
	defer(&g, 2, 9);
	agenda_unwind(&play, &g, 1);
	assert_int_equal(cleanings, 3);
	assert_int_equal(cleaned[0], 4);
	assert_int_equal(cleaned[1], 3);
	assert_int_equal(cleaned[2], 2);
	assert_top(&g, 9);
	agenda_done(&g);
	assert_top(&g, 1);
}

static void what_is_done_leaves_no_trace(void **state)
{
	struct game g = {0}, never = {0};
	(void)state;
	push(&g, 1), push(&g, 2);
	defer(&g, 1, 9);
	agenda_done(&g), agenda_done(&g), agenda_done(&g);
	assert_memory_equal(&g, &never, sizeof g);
}

static void the_nearest_step_of_a_kind_is_found_from_the_top(void **state)
{
	struct game g = {0};
	(void)state;
	push(&g, 1), push(&g, 2), push(&g, 1), push(&g, 3);
	assert_ptr_equal(agenda_find(&g, 1), &g.agenda[2]);
	assert_null(agenda_find(&g, 5));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_pushed_last_is_done_first),
		cmocka_unit_test(a_deferred_step_waits_until_the_outer_step_is_complete),
		cmocka_unit_test(first_deferred_is_first_done),
		cmocka_unit_test(a_deferred_step_does_not_come_up_while_deeper_ones_run),
		cmocka_unit_test(unwinding_cleans_up_top_first_and_brings_up_what_was_deferred),
		cmocka_unit_test(what_is_done_leaves_no_trace),
		cmocka_unit_test(the_nearest_step_of_a_kind_is_found_from_the_top),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
