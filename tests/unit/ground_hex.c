/* Hex grids: numbering, neighbours, distances, lines of sight and paths on maps without any ground on
   them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "ground/hexmap.h"

static const struct ground empty = {.width = 15200, .height = 15400, .base_height = 50};

static const struct hexgrid bull_run = {.size = 800, .cols = 19, .rows = 22};
static const struct hexgrid solferino = {
	.size = 600,
	.cols = 23,
	.rows = 36,
	.row_first = true,
	.col_start = 1,
	.row_start = 1,
	.col_reversed = true,
	.flat = true,
};

static const struct hexmap *make(struct arena *a, struct hexgrid grid)
{
	struct faults f = {0};
	struct hexmap_recipe r = {.grid = grid, .level_step = 20, .max_level = 3};
	const struct hexmap *m = hexmap_make(a, &empty, &r, (struct node){0}, &f);
	assert_non_null(m);
	assert_int_equal(f.n, 0);
	return m;
}

/* Pointy and flat, odd and even shifted. */
static int variants(struct arena *a, const struct hexmap **maps)
{
	int n = 0;
	for (int flat = 0; flat < 2; flat++)
		for (int even = 0; even < 2; even++)
			maps[n++] = make(a, (struct hexgrid){.size = 700,
									.cols = 9,
									.rows = 8,
									.flat = flat,
									.shift_even = even,
									.origin = {300, -200}});
	return n;
}

static void bull_run_numbers_are_column_then_row_from_0000(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *m = make(a, bull_run);
	(void)state;
	assert_string_equal(m->number[0], "0000");
	assert_string_equal(m->number[1], "0100");
	assert_string_equal(m->number[19], "0001");
	assert_string_equal(m->number[m->count - 1], "1821");
	assert_int_equal(hexmap_find(m, "0509"), 9 * 19 + 5);
	assert_int_equal(hexmap_find(m, "1900"), HEX_NONE);
	/* Henry House, 38.81487 N 77.52258 W, is 0509; odd rows stand half a hex to the right. */
	assert_int_equal(hexmap_at(m, (struct point){4290, 6350}), hexmap_find(m, "0509"));
	assert_int_equal(hexmap_centre(m, hexmap_find(m, "0001")).x, 400);
	assert_int_equal(hexmap_centre(m, hexmap_find(m, "0001")).y, 693);
	arena_free(a);
}

static void solferino_numbers_grow_southwards_then_westwards(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *m = make(a, solferino);
	(void)state;
	assert_string_equal(m->number[0], "0123");
	assert_string_equal(m->number[22], "0101");
	assert_string_equal(m->number[23], "0223");
	assert_int_equal(hexmap_find(m, "3101"), 30 * 23 + 22);
	arena_free(a);
}

static void neighbours_are_mutual_and_one_hex_away(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *maps[4];
	(void)state;
	for (int v = variants(a, maps) - 1; v >= 0; v--)
		for (int hex = 0; hex < maps[v]->count; hex++)
			for (int dir = 0; dir < 6; dir++) {
				int to = hex_next(maps[v], hex, dir);
				if (to == HEX_NONE) continue;
				assert_int_equal(hex_next(maps[v], to, (dir + 3) % 6), hex);
				assert_int_equal(hex_range(maps[v], hex, to), 1);
				assert_int_equal(hexmap_direction(maps[v], hex, to), dir);
				int64_t d = point_distance2(hexmap_centre(maps[v], hex), hexmap_centre(maps[v], to));
				assert_in_range(isqrt64(d), 698, 702);
			}
	arena_free(a);
}

static void directions_go_clockwise_from_the_north(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *maps[4];
	(void)state;
	for (int v = variants(a, maps) - 1; v >= 0; v--) {
		struct point o = hexmap_centre(maps[v], 40), north = hexmap_centre(maps[v], hex_next(maps[v], 40, 0));
		struct point south = hexmap_centre(maps[v], hex_next(maps[v], 40, 3)),
					 east = hexmap_centre(maps[v], hex_next(maps[v], 40, 1));
		assert_true(north.y < o.y && south.y > o.y && east.x > o.x);
		assert_true(maps[v]->grid.flat ? north.x == o.x : north.x > o.x);
	}
	arena_free(a);
}

static void a_centre_lies_in_its_own_hex(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *maps[4];
	(void)state;
	for (int v = variants(a, maps) - 1; v >= 0; v--)
		for (int hex = 0; hex < maps[v]->count; hex++) {
			struct point p = hexmap_centre(maps[v], hex);
			assert_int_equal(hexmap_at(maps[v], p), hex);
			assert_int_equal(hexmap_at(maps[v], (struct point){p.x + 340, p.y}), hex);
		}
	assert_int_equal(hexmap_at(maps[0], (struct point){-5000, 0}), HEX_NONE);
	arena_free(a);
}

static int walked(const struct hexmap *m, int a, int b)
{
	int16_t ring[512];
	for (int d = 0; d < 80; d++)
		for (int i = hex_ring(m, a, d, ring) - 1; i >= 0; i--)
			if (ring[i] == b) return d;
	return -1;
}

static void ranges_agree_with_rings_and_are_symmetric(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *maps[4];
	(void)state;
	for (int v = variants(a, maps) - 1; v >= 0; v--)
		for (int p = 0; p < maps[v]->count; p += 5)
			for (int q = 0; q < maps[v]->count; q++) {
				assert_int_equal(hex_range(maps[v], p, q), walked(maps[v], p, q));
				assert_int_equal(hex_range(maps[v], p, q), hex_range(maps[v], q, p));
			}
	arena_free(a);
}

static void a_ring_inside_the_map_has_six_hexes_a_radius(void **state)
{
	struct arena *a = arena_new();
	int16_t ring[64];
	const struct hexmap *m = make(a, bull_run);
	(void)state;
	int centre = hexmap_find(m, "0910");
	assert_int_equal(hex_ring(m, centre, 0, ring), 1);
	assert_int_equal(hex_ring(m, centre, 1, ring), 6);
	assert_int_equal(ring[0], hex_next(m, centre, 0));
	assert_int_equal(ring[1], hex_next(m, centre, 1));
	assert_int_equal(hex_ring(m, centre, 5, ring), 30);
	arena_free(a);
}

/* --- lines of sight ------------------------------------------------------------------------------------ */

static void sight_lines_are_the_same_backwards(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *maps[4];
	struct sight_cross there[SIGHT_MOST], back[SIGHT_MOST];
	(void)state;
	for (int v = variants(a, maps) - 1; v >= 0; v--)
		for (int p = 0; p < maps[v]->count; p++)
			for (int q = 0; q < maps[v]->count; q++) {
				int n = sight_line(maps[v], p, q, there);
				assert_int_equal(n, sight_line(maps[v], q, p, back));
				for (int i = 0; i < n; i++) {
					assert_int_equal(there[i].a, back[n - 1 - i].a);
					assert_int_equal(there[i].b, back[n - 1 - i].b);
				}
			}
	arena_free(a);
}

static void sight_crossings_are_adjacent_and_never_the_ends(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *maps[4];
	struct sight_cross c[SIGHT_MOST];
	(void)state;
	for (int v = variants(a, maps) - 1; v >= 0; v--)
		for (int p = 0; p < maps[v]->count; p++)
			for (int q = 0; q < maps[v]->count; q++) {
				int n = sight_line(maps[v], p, q, c), last = p;
				for (int i = 0; i < n; i++) {
					assert_true(c[i].a != p && c[i].a != q && c[i].b != p && c[i].b != q);
					assert_int_equal(hex_range(maps[v], last, c[i].a), 1);
					if (c[i].b != HEX_NONE) assert_int_equal(hex_range(maps[v], c[i].a, c[i].b), 1);
					last = c[i].a;
				}
				assert_in_range(hex_range(maps[v], last, q), 0, 1);
			}
	arena_free(a);
}

static void a_line_along_a_row_enters_every_hex_between(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *m = make(a, bull_run);
	struct sight_cross c[SIGHT_MOST];
	(void)state;
	assert_int_equal(sight_line(m, hexmap_find(m, "0305"), hexmap_find(m, "0705"), c), 3);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(c[i].a, hexmap_find(m, "0405") + i);
		assert_int_equal(c[i].b, HEX_NONE);
	}
	assert_int_equal(sight_line(m, 0, 1, c), 0);
	assert_int_equal(sight_line(m, 7, 7, c), 0);
	arena_free(a);
}

/* One row down in a hundred columns: for a third of the way the line weaves between the rows. */
static void the_longest_line_of_sight_has_room(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *m = make(a, (struct hexgrid){.size = 100, .cols = 100, .rows = 2});
	struct sight_cross c[SIGHT_MOST];
	(void)state;
	assert_in_range(sight_line(m, 0, 199, c), 120, 150);
	arena_free(a);
}

static void due_south_on_a_pointy_map_runs_along_sides(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *m = make(a, bull_run);
	struct sight_cross c[SIGHT_MOST];
	(void)state;
	assert_int_equal(sight_line(m, hexmap_find(m, "0504"), hexmap_find(m, "0508"), c), 3);
	assert_int_equal(c[0].a, hexmap_find(m, "0405"));
	assert_int_equal(c[0].b, hexmap_find(m, "0505"));
	assert_int_equal(c[1].a, hexmap_find(m, "0506"));
	assert_int_equal(c[1].b, HEX_NONE);
	assert_int_equal(c[2].a, hexmap_find(m, "0407"));
	assert_int_equal(c[2].b, hexmap_find(m, "0507"));
	/* On the western edge the other hex of the side is off the map. */
	assert_int_equal(sight_line(m, hexmap_find(m, "0000"), hexmap_find(m, "0002"), c), 1);
	assert_int_equal(c[0].a, hexmap_find(m, "0001"));
	assert_int_equal(c[0].b, HEX_NONE);
	arena_free(a);
}

static void due_east_on_a_flat_map_runs_along_sides(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *m = make(a, (struct hexgrid){.size = 600, .cols = 9, .rows = 8, .flat = true});
	struct sight_cross c[SIGHT_MOST];
	(void)state;
	assert_int_equal(sight_line(m, hexmap_find(m, "0203"), hexmap_find(m, "0403"), c), 1);
	assert_int_equal(c[0].a, hexmap_find(m, "0302"));
	assert_int_equal(c[0].b, hexmap_find(m, "0303"));
	arena_free(a);
}

/* --- paths --------------------------------------------------------------------------------------------- */

static int one(const void *who, int from, int dir, int to, bool *stop)
{
	(void)who, (void)from, (void)dir, (void)to, (void)stop;
	return 1;
}

static void reach_at_one_a_hex_is_the_distance(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *m = make(a, bull_run);
	int16_t cost[HEX_MOST], from[HEX_MOST];
	(void)state;
	int start = hexmap_find(m, "0509");
	hex_reach(m, start, 6, one, NULL, cost, from);
	for (int hex = 0; hex < m->count; hex++) {
		int range = hex_range(m, start, hex);
		assert_int_equal(cost[hex], range <= 6 ? range : -1);
		if (hex != start && range <= 6) assert_int_equal(cost[from[hex]] + 1, cost[hex]);
	}
	assert_int_equal(from[start], HEX_NONE);
	arena_free(a);
}

/* Column 7 is a wall with a dear gap in row 3; column 4 ends the move. */
static int walled(const void *who, int from, int dir, int to, bool *stop)
{
	const struct hexmap *m = who;
	(void)from, (void)dir;
	int col = to % m->grid.cols, row = to / m->grid.cols;
	*stop = col == 4;
	return col == 7 ? row == 3 ? 4 : -1 : 1;
}

static void reach_goes_round_walls_and_ends_where_told(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *m = make(a, bull_run);
	int16_t cost[HEX_MOST], from[HEX_MOST];
	(void)state;
	hex_reach(m, hexmap_find(m, "0603"), 6, walled, m, cost, from);
	assert_int_equal(cost[hexmap_find(m, "0703")], 4);
	assert_int_equal(cost[hexmap_find(m, "0803")], 5);
	assert_int_equal(cost[hexmap_find(m, "0705")], -1);
	assert_int_equal(cost[hexmap_find(m, "0403")], 2);
	assert_int_equal(cost[hexmap_find(m, "0303")], -1);
	arena_free(a);
}

/* --- recipes ------------------------------------------------------------------------------------------- */

static struct yaml *parsed(struct arena *a, const char *text, struct faults *f)
{
	struct yaml *y = yaml_parse(a, "grid.yaml", text, strlen(text), f);
	assert_non_null(y);
	return y;
}

static void an_empty_recipe_covers_the_ground(void **state)
{
	(void)state;
	for (int v = 0; v < 4; v++) {
		struct arena *a = arena_new();
		struct faults f = {0};
		struct hexmap_recipe r = {.grid = {.flat = v / 2, .shift_even = v % 2}};
		assert_true(hexmap_recipe_read((struct node){0}, &empty, &r, &f));
		const struct hexmap *m = hexmap_make(a, &empty, &r, (struct node){0}, &f);
		for (int x = 0; x <= empty.width; x += 100)
			for (int y = 0; y <= empty.height; y += 100)
				assert_int_not_equal(hexmap_at(m, (struct point){x, y}), HEX_NONE);
		arena_free(a);
	}
}

static void a_recipe_is_read_key_by_key(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	struct hexmap_recipe r = {0};
	(void)state;
	struct yaml *y = parsed(a,
		"{hex: 600, top: flat, shift: even, origin: [10, -20], cols: 23, rows: 36, numbers: rrcc, first: [1, 2], "
		"reversed: [yes, no], level_step: 30, level_base: 60, max_level: 4, steep: 25, streams: hexes, woods: 40}",
		&f);
	assert_true(hexmap_recipe_read(yaml_root(y), &empty, &r, &f));
	assert_true(r.grid.flat && r.grid.shift_even && r.grid.row_first && r.grid.col_reversed &&
				!r.grid.row_reversed && r.streams_in_hexes);
	assert_int_equal(r.grid.size, 600);
	assert_int_equal(r.grid.origin.y, -20);
	assert_int_equal(r.grid.row_start, 2);
	assert_int_equal(r.level_step, 30);
	assert_int_equal(r.level_base, 60);
	assert_int_equal(r.max_level, 4);
	assert_int_equal(r.steep, 25);
	assert_int_equal(r.woods_percent, 40);
	arena_free(a);
}

static void a_recipe_that_cannot_be_numbered_is_a_fault_in_its_place(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	struct hexmap_recipe r = {0};
	(void)state;
	assert_false(hexmap_recipe_read(yaml_root(parsed(a, "\n{cols: 90, rows: 20, first: [50, 0]}", &f)),
		&empty, &r, &f));
	assert_int_equal(f.n, 1);
	assert_int_equal(f.list[0].at.line, 2);
	faults_free(&f);
	arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bull_run_numbers_are_column_then_row_from_0000),
		cmocka_unit_test(solferino_numbers_grow_southwards_then_westwards),
		cmocka_unit_test(neighbours_are_mutual_and_one_hex_away),
		cmocka_unit_test(directions_go_clockwise_from_the_north),
		cmocka_unit_test(a_centre_lies_in_its_own_hex),
		cmocka_unit_test(ranges_agree_with_rings_and_are_symmetric),
		cmocka_unit_test(a_ring_inside_the_map_has_six_hexes_a_radius),
		cmocka_unit_test(sight_lines_are_the_same_backwards),
		cmocka_unit_test(sight_crossings_are_adjacent_and_never_the_ends),
		cmocka_unit_test(a_line_along_a_row_enters_every_hex_between),
		cmocka_unit_test(the_longest_line_of_sight_has_room),
		cmocka_unit_test(due_south_on_a_pointy_map_runs_along_sides),
		cmocka_unit_test(due_east_on_a_flat_map_runs_along_sides),
		cmocka_unit_test(reach_at_one_a_hex_is_the_distance),
		cmocka_unit_test(reach_goes_round_walls_and_ends_where_told),
		cmocka_unit_test(an_empty_recipe_covers_the_ground),
		cmocka_unit_test(a_recipe_is_read_key_by_key),
		cmocka_unit_test(a_recipe_that_cannot_be_numbered_is_a_fault_in_its_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
