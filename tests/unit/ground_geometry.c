/* Plane geometry, heights, and the reading of ground.yaml with its faults. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ground/ground.h"

#define P(x, y) ((struct point){x, y})

static void a_polygon_contains_its_inside_and_its_boundary(void **state)
{
	/* An L: the notch in the north-east is outside. */
	struct point l[] = {{0, 0}, {100, 0}, {100, 100}, {200, 100}, {200, 200}, {0, 200}};
	struct area a = {.n = 6, .points = l};
	(void)state;
	assert_true(area_contains(&a, P(50, 50)));
	assert_true(area_contains(&a, P(150, 150)));
	assert_false(area_contains(&a, P(150, 50)));
	assert_false(area_contains(&a, P(-1, 100)));
	assert_true(area_contains(&a, P(100, 50)));
	assert_true(area_contains(&a, P(150, 100)));
	assert_true(area_contains(&a, P(0, 0)));
	assert_false(area_contains(&a, P(300, 100)));
}

static void distances_are_exact_at_a_million_metres(void **state)
{
	(void)state;
	assert_int_equal(point_segment_distance2(P(0, 5), P(-10, 0), P(10, 0)), 25);
	assert_int_equal(point_segment_distance2(P(13, 4), P(-10, 0), P(10, 0)), 25);
	assert_int_equal(point_segment_distance2(P(3, 4), P(0, 0), P(0, 0)), 25);
	assert_int_equal(point_segment_distance2(P(0, 1000000), P(-1000000, -1000000), P(1000000, -1000000)),
		4000000000000);
	assert_int_equal(point_segment_distance2(P(1, 0), P(0, 0), P(1, 1)), 0); /* a half, rounded down */
}

static void segments_cross_when_they_touch(void **state)
{
	(void)state;
	assert_true(segments_cross(P(0, 0), P(10, 10), P(0, 10), P(10, 0)));
	assert_true(segments_cross(P(0, 0), P(10, 0), P(5, 0), P(5, 9)));
	assert_true(segments_cross(P(0, 0), P(10, 0), P(10, 0), P(20, 5)));
	assert_true(segments_cross(P(0, 0), P(10, 0), P(5, 0), P(15, 0)));
	assert_false(segments_cross(P(0, 0), P(10, 0), P(11, 0), P(15, 0)));
	assert_false(segments_cross(P(0, 0), P(10, 0), P(5, 1), P(5, 9)));
}

static void square_roots_are_rounded_down(void **state)
{
	(void)state;
	assert_int_equal(isqrt64(0), 0);
	assert_int_equal(isqrt64(24), 4);
	assert_int_equal(isqrt64(25), 5);
	for (int64_t root = 200; root <= 66000; root += 7) { /* beside every square, where roots change */
		assert_int_equal(isqrt64(root * root - 1), root - 1);
		assert_int_equal(isqrt64(root * root), root);
		assert_int_equal(isqrt64(root * root + 2 * root), root);
	}
	assert_int_equal(isqrt64(2000000000000000000), 1414213562);
}

/* --- heights ------------------------------------------------------------------------------------------- */

static void heights_meet_what_is_known_and_fade_to_the_base(void **state)
{
	struct point ridge[] = {{0, 4000}, {4000, 4000}},
				 hill[] = {{7000, 7000}, {8000, 7000}, {8000, 8000}, {7000, 8000}};
	int32_t heights[] = {60, 100};
	struct spot spots[] = {{{4000, 0}, 90, NULL}};
	struct line lines[] = {{.kind = LINE_RIDGE, .n = 2, .points = ridge, .heights = heights}};
	struct area areas[] = {{.kind = AREA_HILL, .n = 4, .points = hill, .height = 120}};
	struct ground g = {.width = 10000,
		.height = 10000,
		.base_height = 50,
		.spots = 1,
		.spot = spots,
		.lines = 1,
		.line = lines,
		.areas = 1,
		.area = areas};
	(void)state;
	assert_int_equal(ground_height(&g, P(4000, 0)), 90);
	assert_int_equal(ground_height(&g, P(2000, 4000)), 80);
	assert_int_equal(ground_height(&g, P(7500, 7500)), 120);
	assert_int_equal(ground_height(&g, P(7000, 7000)), 120);
	assert_in_range(ground_height(&g, P(6850, 7500)), 80, 115);
	assert_in_range(ground_height(&g, P(10000, 2000)), 50, 60);
}

/* --- ground.yaml --------------------------------------------------------------------------------------- */

#define HEAD "origin: {latitude: 4540000, longitude: 1050000}\nsize: [8000, 6000]\nbase_height: 100\n"

static const struct ground *load(struct arena *a, const char *text, struct faults *f)
{
	char path[] = "/tmp/ground_XXXXXX";
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	const struct ground *g = ground_load(a, path, f);
	unlink(path);
	return g;
}

static void a_sound_ground_is_read_whole(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	(void)state;
	const struct ground *g = ground_load(a, "tests/battles/crossroads/ground.yaml", &f);
	faults_print(&f, stderr);
	assert_non_null(g);
	assert_int_equal(g->areas, 4);
	assert_int_equal(g->line[2].kind, LINE_STREAM);
	assert_int_equal(g->line[2].width, 12);
	assert_true(g->crossing[1].foot_only);
	assert_true(g->place[3].uncertain && g->place[3].on_map);
	assert_int_equal(ground_find_place(g, "Colle Rosso"), 2);
	assert_int_equal(ground_find_place(g, "Nowhere"), -1);
	arena_free(a);
}

/* One mistake a line: the fault must stand in the line of the mistake. */
static void every_mistake_is_reported_in_its_line(void **state)
{
	static const char *const wrong[] = {
		"areas: [{kind: woods, points: [[0, 0], [1, 1]]}]",
		"areas: [{kind: swamp, points: [[0, 0], [1, 1], [2, 0]]}]",
		"areas: [{kind: hill, points: [[0, 0], [1, 1], [2, 0]]}]",
		"areas: [{kind: woods, height: 3, points: [[0, 0], [1, 1], [2, 0]]}]",
		"areas: [{kind: settlement, points: [[0, 0], [1, 1], [2, 0]]}]",
		"areas: [{kind: woods, points: [[0, 0], [1, 1], [20000, 0]]}]",
		"lines: [{kind: road, points: [[0, 0]]}]",
		"lines: [{kind: road, points: [[0, 0], [0, 0]]}]",
		"lines: [{kind: road, points: [[-3001, 0], [0, 0]]}]",
		"lines: [{kind: contour, points: [[1, 0], [0, 0]]}]",
		"lines: [{kind: ridge, heights: [1], points: [[1, 0], [0, 0]]}]",
		"lines: [{kind: road, height: 4, points: [[1, 0], [0, 0]]}]",
		"lines: [{kind: road, fordable: yes, points: [[1, 0], [0, 0]]}]",
		"lines: {kind: road}",
		"crossings: [{kind: ferry, at: [0, 0]}]",
		"places: [{name: A, at: [0, 0], rank: 5}]",
		"places: [{name: A, at: [0, 0]}, {name: A, at: [9, 9]}]",
		"villages: []",
	};
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		struct arena *a = arena_new();
		struct faults f = {0};
		char text[512];
		snprintf(text, sizeof text, HEAD "%s\n", wrong[i]);
		assert_null(load(a, text, &f));
		assert_int_equal(f.n, 1);
		assert_int_equal(f.list[0].at.line, 4);
		faults_free(&f);
		arena_free(a);
	}
}

static void lines_may_leave_the_ground_a_little(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	(void)state;
	assert_non_null(load(a, HEAD "lines: [{kind: road, points: [[-3000, 0], [8000, 9000]]}]\n", &f));
	arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_polygon_contains_its_inside_and_its_boundary),
		cmocka_unit_test(distances_are_exact_at_a_million_metres),
		cmocka_unit_test(segments_cross_when_they_touch),
		cmocka_unit_test(square_roots_are_rounded_down),
		cmocka_unit_test(heights_meet_what_is_known_and_fade_to_the_base),
		cmocka_unit_test(a_sound_ground_is_read_whole),
		cmocka_unit_test(every_mistake_is_reported_in_its_line),
		cmocka_unit_test(lines_may_leave_the_ground_a_little),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
