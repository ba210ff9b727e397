/* Blocks on a table: angles, overlap, distance, arcs; and the ground laid out under them. Checked against
   plain reasoning, and against each other in thousands of random positions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "battle/battle.h"
#include "ground/tabletop.h"

static uint32_t random_below(uint32_t n)
{
	static uint64_t s = 1859;
	s = s * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)((s >> 33) % n);
}

static void a_heading_is_the_nearest_degree(void **state)
{
	(void)state;
	assert_int_equal(heading(0, -10), 0), assert_int_equal(heading(10, 0), 90);
	assert_int_equal(heading(0, 10), 180), assert_int_equal(heading(-10, 0), 270);
	assert_int_equal(heading(7, -7), 45), assert_int_equal(heading(-7, 7), 225);
	for (int i = 0; i < 20000; i++) {
		int dx = (int)random_below(2001) - 1000, dy = (int)random_below(2001) - 1000;
		if (!dx && !dy) continue;
		double exact = atan2(dx, -dy) * 180 / 3.14159265358979323846,
			   off = fabs(remainder(heading(dx, dy) - exact, 360));
		assert_true(off < 0.51);
	}
}

static void a_turn_is_the_smaller_way_round(void **state)
{
	(void)state;
	assert_int_equal(turn_between(350, 10), 20), assert_int_equal(turn_between(10, 350), 20);
	assert_int_equal(turn_between(0, 180), 180), assert_int_equal(turn_between(90, 91), 1);
	assert_int_equal(wheel_length(48, 90), 38), assert_int_equal(wheel_length(48, 0), 0);
}

static void touching_is_no_overlap(void **state)
{
	struct block a = block_make(100, 100, 0, 48, 6), beside = block_make(148, 100, 0, 48, 6),
				 nearer = block_make(147, 100, 0, 48, 6);
	struct block behind = block_make(100, 106, 0, 48, 6), across = block_make(100, 100, 90, 48, 6),
				 turned = block_make(100, 127, 90, 48, 6);
	(void)state;
	assert_false(block_overlaps(&a, &beside)), assert_true(block_overlaps(&a, &nearer));
	assert_false(block_overlaps(&a, &behind)), assert_true(block_overlaps(&a, &across)),
		assert_false(block_overlaps(&a, &turned));
	assert_int_equal(block_gap(&a, &beside), 0), assert_int_equal(block_distance2(&a, &across), 0);
}

static void gaps_are_measured_between_the_nearest_points(void **state)
{
	struct block a = block_make(100, 100, 0, 48, 6), north = block_make(100, 50, 0, 48, 6),
				 far = block_make(154, 60, 0, 48, 6);
	(void)state;
	assert_int_equal(block_gap(&a, &north), 44);
	assert_int_equal(block_gap(&a, &far), 35); /* 6 across and 34 up */
	assert_true(block_within(&a, &north, 44)), assert_false(block_within(&a, &north, 43));
	struct block north_45 = block_make(100, 50, 45, 10, 10);
	assert_int_equal(block_gap(&a, &north_45), 40); /* its corner hangs down 7.07 */
}

static void ahead_is_beyond_the_front_edge(void **state)
{
	struct block east = block_make(100, 100, 90, 48, 6);
	(void)state;
	assert_int_equal(block_ahead(&east, 110, 100), 7), assert_int_equal(block_ahead(&east, 103, 140), 0);
	assert_true(block_ahead(&east, 102, 100) < 0), assert_true(block_ahead(&east, 50, 100) < 0);
}

static void a_segment_meets_what_it_crosses(void **state)
{
	struct block a = block_make(100, 100, 0, 48, 6);
	(void)state;
	assert_true(block_meets(&a, 100, 50, 100, 150)), assert_false(block_meets(&a, 130, 50, 130, 150));
	assert_false(block_meets(&a, 100, 50, 100, 90)), assert_true(block_meets(&a, 60, 100, 140, 100));
	assert_true(block_holds(&a, 120, 102)), assert_false(block_holds(&a, 130, 102));
}

/* Two blocks overlap if and only if their distance is nothing, whoever asks; and no point common to both is
   overlooked. */
static void everybody_agrees_in_random_positions(void **state)
{
	(void)state;
	for (int i = 0; i < 30000; i++) {
		struct block a = block_make(200, 200, (int)random_below(360), 6 + (int)random_below(80),
			6 + (int)random_below(30));
		struct block b = block_make(150 + (int)random_below(100), 150 + (int)random_below(100),
			(int)random_below(360), 6 + (int)random_below(80), 6 + (int)random_below(30));
		bool over = block_overlaps(&a, &b);
		assert_int_equal(over, block_overlaps(&b, &a));
		if (over) assert_true(block_distance2(&a, &b) == 0);
		assert_true(llabs(block_distance2(&a, &b) - block_distance2(&b, &a)) <= 600);
		int at[2], end[2];
		block_nearest(&a, &b, at, end);
		double far = hypot(at[0] - end[0], at[1] - end[1]);
		assert_true(far + 2 > sqrt((double)block_distance2(&a, &b)) / BLOCK_FINE);
	}
}

/* What is sorted out quickly is what the distance says too; the second block is sometimes only a point. */
static void within_is_what_the_gap_says(void **state)
{
	(void)state;
	for (int i = 0; i < 60000; i++) {
		int w = (int)random_below(4) ? 6 + (int)random_below(80) : 0;
		struct block a = block_make(200, 200, (int)random_below(360), 6 + (int)random_below(80),
			6 + (int)random_below(90));
		struct block b = block_make((int)random_below(400), (int)random_below(400),
			w ? (int)random_below(360) : 0, w, w ? 6 + (int)random_below(30) : 0);
		int gap = block_gap(&a, &b);
		assert_true(block_within(&a, &b, gap)), assert_true(block_within(&b, &a, gap + 1));
		if (gap) assert_false(block_within(&a, &b, gap - 1));
	}
}

static const struct tabletop *sand_table(struct arena *a)
{
	struct faults f = {0};
	const struct ground *g = ground_load(a, "tests/battles/sand_table/ground.yaml", &f);
	assert_non_null(g);
	return tabletop_lay(a, g, (struct point){0, 0}, 720, 480, 10);
}

static void the_ground_lies_where_it_was_surveyed(void **state)
{
	struct arena *a = arena_new();
	const struct tabletop *t = sand_table(a);
	(void)state;
	assert_true(tabletop_at(t, 70, 70) & TABLETOP_WOODS),
		assert_false(tabletop_at(t, 39, 70) & TABLETOP_WOODS),
		assert_false(tabletop_at(t, 101, 70) & TABLETOP_WOODS);
	assert_true(tabletop_at(t, 170, 70) & TABLETOP_TOWN),
		assert_true(tabletop_at(t, 260, 70) & TABLETOP_ORCHARD),
		assert_true(tabletop_at(t, 340, 70) & TABLETOP_MARSH);
	assert_true(tabletop_at(t, 500, 70) & TABLETOP_WALL),
		assert_true(tabletop_at(t, 540, 70) & TABLETOP_DITCH),
		assert_true(tabletop_at(t, 580, 70) & TABLETOP_SLOPE);
	assert_true(tabletop_at(t, 655, 65) & TABLETOP_WORK); /* within a closed work */
	assert_true(tabletop_at(t, 100, 430) & TABLETOP_WATER),
		assert_false(tabletop_at(t, 360, 430) & TABLETOP_WATER),
		assert_true(tabletop_at(t, 360, 430) & TABLETOP_BRIDGE);
	assert_true(tabletop_at(t, 200, 360) & TABLETOP_ROAD);
	assert_true(tabletop_height(t, 435, 70) > tabletop_height(t, 300, 250) + 200);
	arena_free(a);
}

static void a_way_counts_what_it_meets(void **state)
{
	struct arena *a = arena_new();
	const struct tabletop *t = sand_table(a);
	(void)state;
	struct tabletop_way way = tabletop_walk(t, 20, 70, 120, 70, TABLETOP_WOODS, TABLETOP_WALL);
	assert_int_equal(way.length, 100), assert_in_range(way.slow, 59, 61), assert_int_equal(way.crossed, 0);
	assert_int_equal(tabletop_walk(t, 490, 70, 510, 70, 0, TABLETOP_WALL).crossed, 1);
	assert_int_equal(
		tabletop_walk(t, 490, 40, 590, 90, 0, TABLETOP_WALL | TABLETOP_DITCH | TABLETOP_SLOPE).crossed, 3);
	assert_false(tabletop_walk(t, 100, 360, 300, 360, 0, 0).off_road),
		assert_true(tabletop_walk(t, 100, 350, 300, 360, 0, 0).off_road);
	assert_true(tabletop_walk(t, 100, 400, 110, 460, 0, 0).met & TABLETOP_WATER);
	for (int i = 0; i < 5000; i++) { /* no way slips through the river's line, nor through the wall */
		int x0 = 380 + (int)random_below(150), x1 = 380 + (int)random_below(150);
		assert_true(tabletop_walk(t, x0, 400, x1, 470, 0, 0).met & TABLETOP_WATER);
		assert_int_equal(tabletop_walk(t, 460 + (int)random_below(39), 40 + (int)random_below(60),
							 501 + (int)random_below(30), 40 + (int)random_below(60), 0, TABLETOP_WALL)
							 .crossed,
			1);
	}
	arena_free(a);
}

static void sight_ends_in_woods_and_behind_hills(void **state)
{
	struct arena *a = arena_new();
	const struct tabletop *t = sand_table(a);
	const struct tabletop_eye eye = {20, 10, 0, TABLETOP_WOODS | TABLETOP_TOWN, TABLETOP_TOWN};
	int at[2];
	(void)state;
	assert_null(tabletop_blocked(t, 100, 200, 300, 200, &eye, at));
	assert_null(tabletop_blocked(t, 20, 70, 49, 70, &eye, at));
	assert_string_equal(tabletop_blocked(t, 20, 70, 60, 70, &eye, at), "woods");
	assert_string_equal(tabletop_blocked(t, 120, 70, 220, 70, &eye, at), "houses");
	assert_null(tabletop_blocked(t, 120, 70, 170, 70, &eye, at)); /* a garrison stands at the edge */
	assert_string_equal(tabletop_blocked(t, 380, 70, 490, 70, &eye, at), "higher ground");
	arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_heading_is_the_nearest_degree),
		cmocka_unit_test(a_turn_is_the_smaller_way_round),
		cmocka_unit_test(touching_is_no_overlap),
		cmocka_unit_test(gaps_are_measured_between_the_nearest_points),
		cmocka_unit_test(ahead_is_beyond_the_front_edge),
		cmocka_unit_test(a_segment_meets_what_it_crosses),
		cmocka_unit_test(everybody_agrees_in_random_positions),
		cmocka_unit_test(within_is_what_the_gap_says),
		cmocka_unit_test(the_ground_lies_where_it_was_surveyed),
		cmocka_unit_test(a_way_counts_what_it_meets),
		cmocka_unit_test(sight_ends_in_woods_and_behind_hills),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
