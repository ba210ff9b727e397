/* Ground cut into hexes: cover, waters without gaps, unbroken roads, crossings, slopes, obstacles,
   corrections. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "ground/lattice.h"

#define N(list) (int)(sizeof(list) / sizeof *(list))
#define LINE(kind_, ...) \
	{.kind = kind_, \
		.points = (const struct point[]){__VA_ARGS__}, \
		.n = N(((const struct point[]){__VA_ARGS__}))}

/* A winding river from north to south, a tributary from the west, a canal from the east. */
static const struct line waters[] = {
	LINE(LINE_RIVER, {3900, 0}, {3700, 900}, {4600, 1700}, {4200, 2900}, {5100, 3300}, {4800, 4400},
		{3900, 5200}, {4300, 6000}),
	LINE(LINE_STREAM, {0, 2700}, {900, 2300}, {1700, 3100}, {2900, 2600}, {4270, 2700}),
	LINE(LINE_CANAL, {8000, 4100}, {6900, 4350}, {4860, 4150}),
};
static const struct crossing bridge[] = {{CROSSING_BRIDGE, {4500, 1830}, "Ponte", false}};

static const struct ground river = {
	.width = 8000,
	.height = 6000,
	.base_height = 50,
	.lines = 3,
	.line = waters,
	.crossings = 1,
	.crossing = bridge,
};

static const struct hexmap *cut(struct arena *a, const struct ground *g, struct hexmap_recipe r)
{
	struct faults f = {0};
	assert_true(hexmap_recipe_read((struct node){0}, g, &r, &f));
	const struct hexmap *m = hexmap_make(a, g, &r, (struct node){0}, &f);
	assert_non_null(m);
	return m;
}

static void both_hexes_of_a_side_agree(const struct hexmap *m)
{
	for (int hex = 0; hex < m->count; hex++)
		for (int dir = 0; dir < 6; dir++) {
			int to = hex_next(m, hex, dir), i = hex * 6 + dir, j = to * 6 + (dir + 3) % 6;
			if (to == HEX_NONE) continue;
			unsigned slopes = EDGE_SLOPE_UP | EDGE_SLOPE_DOWN;
			assert_int_equal(m->edge[i] & ~slopes, m->edge[j] & ~slopes);
			assert_int_equal((m->edge[i] & EDGE_SLOPE_UP) != 0, (m->edge[j] & EDGE_SLOPE_DOWN) != 0);
			assert_int_equal(m->way[i], m->way[j]);
			assert_int_equal(m->rail[i], m->rail[j]);
		}
}

static int dry(const void *who, int from, int dir, int to, bool *stop)
{
	const struct hexmap *m = who;
	(void)to, (void)stop;
	unsigned edge = m->edge[from * 6 + dir];
	return edge & (EDGE_STREAM | EDGE_RIVER | EDGE_CANAL) ? -1 : 1;
}

/* Dry-shod from hex a to hex b. */
static bool connected(const struct hexmap *m, struct point a, struct point b)
{
	int16_t cost[HEX_MOST], from[HEX_MOST];
	hex_reach(m, hexmap_at(m, a), 1000, dry, m, cost, from);
	return cost[hexmap_at(m, b)] >= 0;
}

static void water_on_sides_parts_the_land_without_gaps(void **state)
{
	(void)state;
	for (int v = 0; v < 4; v++)
		for (int size = 150; size <= 900; size += 125) {
			struct arena *a = arena_new();
			const struct hexmap *m = cut(a, &river,
				(struct hexmap_recipe){.grid = {.flat = v / 2, .shift_even = v % 2, .size = size}});
			struct point nw = {800, 700}, sw = {900, 5200}, ne = {7300, 900}, se = {7200, 5700};
			both_hexes_of_a_side_agree(m);
			assert_false(connected(m, nw, ne));
			assert_false(connected(m, nw, sw));
			assert_false(connected(m, ne, se));
			assert_false(connected(m, sw, se));
			arena_free(a);
		}
}

/* Every corner on which water ends, inside the map, is an end that was drawn. */
static void snapped_sides_share_their_corners(void **state)
{
	struct arena *a = arena_new();
	const struct line spring[] = {LINE(LINE_STREAM, {2000, 2000}, {3000, 4100}, {5200, 3600}, {6000, 1500})};
	struct ground g = {.width = 8000, .height = 6000, .lines = 1, .line = spring};
	const struct hexmap *m = cut(a, &g, (struct hexmap_recipe){.grid = {.size = 500}});
	int ends = 0;
	(void)state;
	for (int hex = 0; hex < m->count; hex++)
		for (int corner = 0; corner < 2; corner++) { /* each inner corner once: north and south of a hex */
			int i = corner * 3, sides = 0;
			int left = hex_next(m, hex, (i + 5) % 6);
			sides += (m->edge[hex * 6 + i] & EDGE_STREAM) != 0;
			sides += (m->edge[hex * 6 + (i + 5) % 6] & EDGE_STREAM) != 0;
			if (left != HEX_NONE) sides += (m->edge[left * 6 + (i + 1) % 6] & EDGE_STREAM) != 0;
			assert_in_range(sides, 0, 2);
			ends += sides == 1;
		}
	assert_int_equal(ends, 2);
	arena_free(a);
}

static void a_bridge_lies_on_water_near_where_it_was_drawn(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *m = cut(a, &river, (struct hexmap_recipe){.grid = {.size = 600}});
	int bridges = 0;
	(void)state;
	for (int i = 0; i < m->count * 6; i++) {
		if (!(m->edge[i] & EDGE_BRIDGE)) continue;
		bridges++;
		assert_true(m->edge[i] & EDGE_RIVER);
		assert_true(point_distance2(hexmap_centre(m, i / 6), bridge[0].at) < 700 * 700);
	}
	assert_int_equal(bridges, 2); /* one side, seen from both hexes */
	arena_free(a);
}

static void water_in_hexes_is_an_unbroken_chain(void **state)
{
	struct arena *a = arena_new();
	const struct hexmap *m =
		cut(a, &river, (struct hexmap_recipe){.grid = {.size = 600}, .streams_in_hexes = true});
	int bridges = 0;
	(void)state;
	for (int hex = 0; hex < m->count; hex++) {
		bridges += (m->cover[hex] & HEX_BRIDGE) != 0;
		for (int dir = 0; dir < 6; dir++)
			assert_int_equal(m->edge[hex * 6 + dir] & (EDGE_STREAM | EDGE_RIVER | EDGE_CANAL), 0);
	}
	assert_int_equal(bridges, 1);
	assert_true(m->cover[hexmap_at(m, bridge[0].at)] & HEX_BRIDGE);
	for (int y = 0; y < 6000; y += 300) {
		int rivers = 0;
		for (int x = 2500; x < 6000; x += 50)
			rivers += (m->cover[hexmap_at(m, (struct point){x, y})] & HEX_RIVER) != 0;
		assert_true(rivers > 0);
	}
	arena_free(a);
}

static void a_river_half_a_hex_wide_fills_hexes(void **state)
{
	struct arena *a = arena_new();
	struct line wide = waters[0];
	wide.width = 300;
	struct ground g = {.width = 8000, .height = 6000, .lines = 1, .line = &wide};
	const struct hexmap *m = cut(a, &g, (struct hexmap_recipe){.grid = {.size = 600}});
	(void)state;
	assert_true(m->cover[hexmap_at(m, (struct point){4600, 1700})] & HEX_WATER);
	assert_false(m->cover[hexmap_at(m, (struct point){1000, 1700})] & HEX_WATER);
	arena_free(a);
}

/* --- ways ---------------------------------------------------------------------------------------------- */

static const struct line ways[] = {
	LINE(LINE_TURNPIKE, {100, 1000}, {2500, 1150}, {5200, 2900}, {7900, 3000}),
	LINE(LINE_ROAD, {2500, 1150}, {2450, 3000}, {3300, 5900}),
	LINE(LINE_TRACK, {5200, 2900}, {5300, 100}),
	LINE(LINE_RAILWAY, {100, 5500}, {7900, 300}),
};

static int along_roads(const void *who, int from, int dir, int to, bool *stop)
{
	const struct hexmap *m = who;
	(void)to, (void)stop;
	return m->way[from * 6 + dir] ? 1 : -1;
}

static void roads_lead_from_end_to_end_and_meet_at_junctions(void **state)
{
	struct ground g = {.width = 8000, .height = 6000, .lines = N(ways), .line = ways};
	(void)state;
	for (int v = 0; v < 4; v++)
		for (int size = 150; size <= 900; size += 50) {
			struct arena *a = arena_new();
			int16_t cost[HEX_MOST], from[HEX_MOST];
			const struct hexmap *m = cut(a, &g,
				(struct hexmap_recipe){.grid = {.flat = v / 2, .shift_even = v % 2, .size = size}});
			both_hexes_of_a_side_agree(m);
			hex_reach(m, hexmap_at(m, (struct point){100, 1000}), 1000, along_roads, m, cost, from);
			assert_true(cost[hexmap_at(m, (struct point){7900, 3000})] > 0);
			assert_true(cost[hexmap_at(m, (struct point){3300, 5900})] > 0);
			assert_true(cost[hexmap_at(m, (struct point){5300, 100})] > 0);
			arena_free(a);
		}
}

static void a_clipped_corner_makes_no_zigzag(void **state)
{
	struct arena *a = arena_new();
	/* Due south, a little west of the line between two columns of corners: it clips every second hex of the
	   next column. */
	const struct line south[] = {LINE(LINE_ROAD, {2370, 0}, {2370, 5900})};
	struct ground g = {.width = 8000, .height = 6000, .lines = 1, .line = south};
	const struct hexmap *m = cut(a, &g, (struct hexmap_recipe){.grid = {.size = 800}});
	(void)state;
	for (int hex = 0; hex < m->count; hex++) {
		int n = 0;
		for (int dir = 0; dir < 6; dir++) n += m->way[hex * 6 + dir] == WAY_ROAD;
		assert_in_range(n, 0, 2);
	}
	arena_free(a);
}

static bool closed_to_the_east(const void *who, int from, int dir, int to)
{
	(void)who, (void)from, (void)to;
	return dir == 1;
}

static void roads_across_closed_sides_are_faults(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	const struct line east[] = {LINE(LINE_ROAD, {0, 0}, {1600, 0})};
	struct ground g = {.width = 8000, .height = 6000, .lines = 1, .line = east};
	const struct hexmap *m = cut(a, &g, (struct hexmap_recipe){.grid = {.size = 800}});
	(void)state;
	assert_int_equal(hexmap_check_ways(m, closed_to_the_east, NULL, (struct mark){"battle.yaml", 7, 1}, &f),
		2);
	assert_int_equal(f.list[0].at.line, 7);
	faults_free(&f);
	arena_free(a);
}

/* --- cover and obstacles ------------------------------------------------------------------------------- */

static void the_crossroads_has_its_woods_village_and_hill(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	(void)state;
	const struct ground *g = ground_load(a, "tests/battles/crossroads/ground.yaml", &f);
	assert_non_null(g);
	const struct hexmap *m =
		cut(a, g, (struct hexmap_recipe){.grid = {.size = 500}, .level_base = 100, .level_step = 20});
	assert_true(m->cover[hexmap_at(m, (struct point){5600, 1500})] & HEX_WOODS);
	assert_true(m->cover[hexmap_at(m, (struct point){4000, 3000})] & HEX_SETTLEMENT);
	assert_true(m->cover[hexmap_at(m, (struct point){1200, 4300})] & HEX_FIELDS);
	assert_true(m->cover[hexmap_at(m, (struct point){5400, 4300})] & HEX_HILLTOP);
	assert_int_equal(m->level[hexmap_at(m, (struct point){5400, 4300})], 2);
	assert_int_equal(m->level[hexmap_at(m, (struct point){700, 700})], 0);
	assert_string_equal(m->name[hexmap_at(m, (struct point){4000, 3000})], "Quadrivio");
	both_hexes_of_a_side_agree(m);
	arena_free(a);
}

/* A slope drawn from west to east has its high ground in the north, on the left. */
static void slopes_rise_to_the_left_and_walls_stand_on_sides(void **state)
{
	struct arena *a = arena_new();
	const struct line lines[] = {
		LINE(LINE_SLOPE, {1000, 2800}, {7000, 2800}),
		LINE(LINE_WALL, {1000, 5000}, {3000, 5000}),
		LINE(LINE_HEDGE, {5000, 5000}, {5020, 5000}),
	};
	struct ground g = {.width = 8000, .height = 6000, .lines = 3, .line = lines};
	const struct hexmap *m = cut(a, &g, (struct hexmap_recipe){.grid = {.size = 600}});
	int up = 0, hedges = 0, walls = 0;
	(void)state;
	both_hexes_of_a_side_agree(m);
	for (int i = 0; i < m->count * 6; i++) {
		hedges += (m->edge[i] & EDGE_HEDGE) != 0;
		walls += (m->edge[i] & EDGE_WALL) != 0;
		if (!(m->edge[i] & EDGE_SLOPE_UP)) continue;
		up++;
		assert_true(hexmap_centre(m, m->next[i]).y < hexmap_centre(m, i / 6).y);
	}
	assert_true(up >= 14);
	assert_true(walls >= 8);
	assert_int_equal(hedges, 2);
	arena_free(a);
}

/* Hexes of the map from which no neighbour can be reached without crossing a fort's side. */
static int ringed(const struct hexmap *m)
{
	int n = 0;
	for (int hex = 0; hex < m->count; hex++) {
		int sides = 0;
		for (int dir = 0; dir < 6; dir++) sides += (m->edge[hex * 6 + dir] & EDGE_FORT) != 0;
		n += sides == 6;
	}
	return n;
}

static void a_closed_fort_rings_the_hexes_inside_it(void **state)
{
	struct arena *a = arena_new();
	const struct line small[] = {
		LINE(LINE_FORT, {3960, 3000}, {4000, 2960}, {4040, 3000}, {4000, 3040}, {3960, 3000})};
	const struct line large[] = {
		LINE(LINE_FORT, {3000, 2000}, {5000, 2000}, {5000, 4000}, {3000, 4000}, {3000, 2000})};
	struct ground g = {.width = 8000, .height = 6000, .lines = 1, .line = small};
	const struct hexmap *m = cut(a, &g, (struct hexmap_recipe){.grid = {.size = 600}});
	int sides = 0;
	(void)state;
	assert_int_equal(ringed(m), 1);
	g.line = large;
	m = cut(a, &g, (struct hexmap_recipe){.grid = {.size = 600}});
	both_hexes_of_a_side_agree(m);
	for (int i = 0; i < m->count * 6; i++) sides += (m->edge[i] & EDGE_FORT) != 0;
	assert_true(sides >= 24); /* each side seen from both its hexes */
	arena_free(a);
}

static void steep_ground_makes_slopes_by_itself(void **state)
{
	struct arena *a = arena_new();
	static const struct point top[] = {{3000, 2000}, {5000, 2000}, {5000, 4000}, {3000, 4000}};
	static const struct area hill[] = {{.kind = AREA_HILL, .height = 100, .n = 4, .points = top}};
	struct ground g = {.width = 8000, .height = 6000, .areas = 1, .area = hill};
	const struct hexmap *m = cut(a, &g, (struct hexmap_recipe){.grid = {.size = 600}, .steep = 40});
	int up = 0;
	(void)state;
	both_hexes_of_a_side_agree(m);
	for (int i = 0; i < m->count * 6; i++) up += (m->edge[i] & EDGE_SLOPE_UP) != 0;
	assert_true(up > 5);
	arena_free(a);
}

/* --- corrections --------------------------------------------------------------------------------------- */

static const struct hexmap *corrected(struct arena *a, const char *text, struct faults *f)
{
	struct ground g = {.width = 8000, .height = 6000};
	struct hexmap_recipe r = {.max_level = 3, .level_step = 20};
	struct yaml *y = yaml_parse(a, "corrections.yaml", text, strlen(text), f);
	assert_non_null(y);
	assert_true(hexmap_recipe_read((struct node){0}, &g, &r, f));
	return hexmap_make(a, &g, &r, yaml_root(y), f);
}

static void corrections_have_the_last_word(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	(void)state;
	const struct hexmap *m = corrected(a,
		"- {hex: 0203, set: [woods, marsh], level: 2, name: Bog}\n"
		"- {hex: [0203, 0204], clear: [marsh]}\n"
		"- {hex: 0404, side: E, edge: [wall, slope_up], way: road, rail: yes}\n"
		"- {hex: 0504, side: W, clear_edge: wall}\n",
		&f);
	assert_non_null(m);
	int hex = hexmap_find(m, "0203"), side = hexmap_find(m, "0404") * 6 + 1,
		back = hexmap_find(m, "0504") * 6 + 4;
	assert_int_equal(m->cover[hex], HEX_WOODS);
	assert_int_equal(m->level[hex], 2);
	assert_string_equal(m->name[hex], "Bog");
	assert_int_equal(m->edge[side], EDGE_SLOPE_UP);
	assert_int_equal(m->edge[back], EDGE_SLOPE_DOWN);
	assert_int_equal(m->way[back], WAY_ROAD);
	assert_true(m->rail[side]);
	both_hexes_of_a_side_agree(m);
	arena_free(a);
}

static void wrong_corrections_are_faults_in_their_place(void **state)
{
	static const struct {
		const char *text;
		int column;
	} wrong[] = {
		{"- {hex: 9999, set: [woods]}", 9},
		{"- {hex: 0203, set: [forest]}", 21},
		{"- {hex: 0203, level: 9}", 22},
		{"- {hex: 0203, side: N, way: road}", 21},
		{"- {hex: 0203, way: road}", 3},
		{"- {hex: 0203, side: E}", 21},
		{"- {set: [woods]}", 3},
	};
	(void)state;
	for (int i = 0; i < N(wrong); i++) {
		struct arena *a = arena_new();
		struct faults f = {0};
		assert_null(corrected(a, wrong[i].text, &f));
		assert_int_equal(f.n, 1);
		assert_int_equal(f.list[0].at.line, 1);
		assert_int_equal(f.list[0].at.column, wrong[i].column);
		faults_free(&f);
		arena_free(a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(water_on_sides_parts_the_land_without_gaps),
		cmocka_unit_test(snapped_sides_share_their_corners),
		cmocka_unit_test(a_bridge_lies_on_water_near_where_it_was_drawn),
		cmocka_unit_test(water_in_hexes_is_an_unbroken_chain),
		cmocka_unit_test(a_river_half_a_hex_wide_fills_hexes),
		cmocka_unit_test(roads_lead_from_end_to_end_and_meet_at_junctions),
		cmocka_unit_test(a_clipped_corner_makes_no_zigzag),
		cmocka_unit_test(roads_across_closed_sides_are_faults),
		cmocka_unit_test(the_crossroads_has_its_woods_village_and_hill),
		cmocka_unit_test(slopes_rise_to_the_left_and_walls_stand_on_sides),
		cmocka_unit_test(a_closed_fort_rings_the_hexes_inside_it),
		cmocka_unit_test(steep_ground_makes_slopes_by_itself),
		cmocka_unit_test(corrections_have_the_last_word),
		cmocka_unit_test(wrong_corrections_are_faults_in_their_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
