/* The map as the rules read it (TEC, PV, 10.2): what each hexside costs each kind of unit, what protects,
   what lies in sight from where. Worked out once by muster, from the cut ground and the charts. */
#include <stdlib.h>

#include "rules/vae_victis/vae_victis.h"

/* --- ground of a hex ------------------------------------------------------------------------------------ */

static bool has_way(const struct hexmap *map, int hex, int dir)
{
	return map->way[hex * 6 + dir] != WAY_NONE || map->rail[hex * 6 + dir];
}

/* A79: no road crosses a step of two levels; the higher hex of such a side is lowered until none does. The
   map shows it so too. */
static void lower_roads(struct vv_book *b, struct arena *a, int highest)
{
	struct hexmap *map = ARENA_NEW(a, struct hexmap);
	int8_t *level = ARENA_ARRAY(a, int8_t, b->map->count);
	*map = *b->map;
	for (int h = 0; h < map->count; h++) level[h] = (int8_t)within(map->level[h], 0, highest);
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = 0; i < map->count * 6; i++) {
			int h = i / 6, to = map->next[i];
			if (to == HEX_NONE || !has_way(map, h, i % 6) || level[h] <= level[to] + 1) continue;
			level[h] = (int8_t)(level[to] + 1);
			changed = true;
		}
	}
	map->level = level; /* no mutants: what the map shows */
	b->map = map, b->level = level;
}

/* TEC08 … TEC13, A7, A12 */
static uint8_t ground_of(const struct hexmap *map, int hex)
{
	unsigned cover = map->cover[hex];
	uint8_t ground = 0;
	if (cover & HEX_TOWN) ground |= GROUND_CITY;
	else if (cover & HEX_SETTLEMENT) ground |= GROUND_VILLAGE;
	else if (cover & HEX_WOODS) ground |= GROUND_WOODS;
	if (cover & HEX_HILLTOP) ground |= GROUND_CREST; /* A7 */
	if (cover & (HEX_OFF | HEX_WATER)) ground |= GROUND_CLOSED;
	if (hex_is_rim(map, hex)) ground |= GROUND_EDGE;
	return ground;
}

#define LAST_LEVEL 4 /* of the chart; higher ground protects alike */

/* PVa … PVd */
static uint8_t protection_of(const struct vv_tables *t, uint8_t ground, int level)
{
	if (ground & GROUND_CITY) return (uint8_t)t->city_protection;
	int best = t->clear_protection[level > LAST_LEVEL ? LAST_LEVEL : level];
	if (ground & GROUND_VILLAGE && t->village_protection > best) best = t->village_protection;
	if (ground & GROUND_WOODS && t->woods_protection > best) best = t->woods_protection;
	return (uint8_t)best;
}

/* --- hexsides ------------------------------------------------------------------------------------------- */

/* TEC07, A56: steep slopes, deep water and the rim. A road goes over whatever is drawn across it. */
static bool is_closed(const struct vv_book *b, int hex, int dir)
{
	const struct hexmap *map = b->map;
	int to = hex_next(map, hex, dir);
	unsigned edge = map->edge[hex * 6 + dir];
	if (to == HEX_NONE || map->cover[to] & HEX_OFF || map->cover[hex] & HEX_OFF) return true;
	if (has_way(map, hex, dir)) return false;
	if (map->cover[to] & HEX_WATER || map->cover[hex] & HEX_WATER) return true;
	if (edge & (EDGE_SLOPE_UP | EDGE_SLOPE_DOWN)) return true;
	if (edge & EDGE_RIVER && !(edge & (EDGE_BRIDGE | EDGE_FORD))) return true;
	return abs(b->level[to] - b->level[hex]) > 1;
}

/* TEC01 … TEC05, TEC08, TEC12, TEC13: what lies in the hex, whichever way it is entered. */
static int cost_of_hex(const struct vv_book *b, const struct vv_tables *t, int kind, int hex)
{
	int cost = t->clear;
	if (b->ground[hex] & GROUND_WOODS) cost += t->woods[kind];
	if (b->ground[hex] & GROUND_CREST) cost += t->crest_cost;
	if (b->map->cover[hex] & HEX_MARSH) cost += t->marsh;
	return cost;
}

static int road_cost(const struct vv_tables *t, int way, bool rail)
{
	if (way == WAY_TURNPIKE) return t->major_road; /* TEC17 */
	if (way == WAY_ROAD) return t->minor_road;     /* TEC16 */
	return rail ? t->railroad : 0;                 /* TEC18 */
}

/* TEC06, TEC15 … TEC22, A67 */
static uint8_t cost_of(const struct vv_book *b, const struct vv_tables *t, int kind, int hex, int dir)
{
	const struct hexmap *map = b->map;
	int side = hex * 6 + dir, to = map->next[side];
	if (is_closed(b, hex, dir)) return 0;
	int road = road_cost(t, map->way[side], map->rail[side]);
	if (road) return (uint8_t)road;
	unsigned edge = map->edge[side];
	int cost = cost_of_hex(b, t, kind, to);
	if (b->level[hex] != b->level[to] && map->way[side] != WAY_TRACK) cost += t->level_cost;
	if (edge & (EDGE_STREAM | EDGE_CANAL | EDGE_RIVER) && !(edge & EDGE_BRIDGE)) cost += t->water_cost;
	if (edge & EDGE_TREES) cost += t->trees;
	return (uint8_t)cost;
}

/* 7.4d: the normal cost of the first hex, by its best road if it has one. */
static uint8_t enter_cost(const struct vv_book *b, const struct vv_tables *t, int kind, int hex)
{
	int way = WAY_NONE;
	bool rail = false;
	for (int side = hex * 6; side < hex * 6 + 6; side++) {
		way = b->map->way[side] > way ? b->map->way[side] : way;
		rail |= b->map->rail[side];
	}
	int road = road_cost(t, way, rail);
	return (uint8_t)(road ? road : cost_of_hex(b, t, kind, hex));
}

static void study_sides(struct vv_book *b, const struct vv_tables *t, struct arena *a)
{
	const struct hexmap *map = b->map;
	uint8_t *open = ARENA_ARRAY(a, uint8_t, map->count), *wet = ARENA_ARRAY(a, uint8_t, map->count),
			*rough = ARENA_ARRAY(a, uint8_t, map->count);
	for (int kind = 0; kind < KINDS; kind++) {
		uint8_t *cost = ARENA_ARRAY(a, uint8_t, map->count * 6), *enter = ARENA_ARRAY(a, uint8_t, map->count);
		for (int i = 0; i < map->count * 6; i++) cost[i] = cost_of(b, t, kind, i / 6, i % 6);
		for (int h = 0; h < map->count; h++) enter[h] = enter_cost(b, t, kind, h);
		b->cost[kind] = cost, b->enter[kind] = enter;
	}
	for (int i = 0; i < map->count * 6; i++) {
		int h = i / 6, to = map->next[i];
		uint8_t bit = (uint8_t)(1u << i % 6);
		if (b->cost[FOOT][i]) open[h] |= bit;
		if (map->edge[i] & (EDGE_STREAM | EDGE_CANAL | EDGE_RIVER | EDGE_TREES)) wet[h] |= bit;
		bool road = map->way[i] >= WAY_ROAD || map->rail[i];
		if (to != HEX_NONE && b->ground[to] & GROUND_WOODS && !road) rough[h] |= bit; /* TEC14, A67 */
	}
	b->open = open, b->wet = wet, b->rough = rough;
}

/* 9.4g, 11.3n: metres to the own edge, give or take a constant. */
static const int32_t *edge_distance(const struct hexmap *map, struct arena *a, int edge)
{
	int32_t *d = ARENA_ARRAY(a, int32_t, map->count);
	for (int h = 0; h < map->count; h++) {
		struct point c = hexmap_centre(map, h);
		int32_t to[4] = {c.y, -c.x, -c.y, c.x}; /* north, east, south, west */
		d[h] = to[edge];
	}
	return d;
}

/* --- sight ---------------------------------------------------------------------------------------------- */

static const int ray[2][6][2] = {/* [flat][direction] */
	{{500, -866}, {1000, 0}, {500, 866}, {-500, 866}, {-1000, 0}, {-500, -866}},
	{{0, -1000}, {866, -500}, {866, 500}, {0, 1000}, {-866, 500}, {-866, -500}}};

/* A11: in which facings' fire zones does the target lie? Cross products against the outer rays; rounding of
   centres to metres is far smaller than the tolerance. */
static uint8_t zone_of(const struct hexmap *map, int from, int to)
{
	struct point a = hexmap_centre(map, from), c = hexmap_centre(map, to);
	int64_t x = c.x - a.x, y = c.y - a.y, slack = (int64_t)map->grid.size * 250;
	uint8_t zone = 0;
	for (int f = 0; f < 6; f++) {
		const int *left = ray[map->grid.flat][(f + 5) % 6], *right = ray[map->grid.flat][(f + 1) % 6];
		/* no mutants: no centre lies near the tolerance */
		if (left[0] * y - left[1] * x >= -slack && right[0] * y - right[1] * x <= slack)
			zone |= (uint8_t)(1u << f);
	}
	return zone;
}

/* Views open as far as the ground goes, with the hexes in which a unit would block them. */
static void study_views(struct vv_book *b, struct arena *a, int range)
{
	int stride = 3 * range * (range + 1) + 1, room = b->map->count * stride * range, checks = 0;
	struct vv_view *view = ARENA_ARRAY(a, struct vv_view, b->map->count * stride);
	struct sight_cross *check = ARENA_ARRAY(a, struct sight_cross, room);
	for (int h = 0; h < b->map->count; h++) {
		struct vv_view *v = &view[h * stride];
		for (int r = 1; r <= range; r++) {
			int16_t ring[6 * VV_RANGE];
			int n = hex_ring(b->map, h, r, ring);
			for (int i = 0; i < n; i++) {
				struct sight_cross found[SIGHT_MOST];
				int k = vv_ground_view(b, h, ring[i], found, NULL);
				if (k == VV_BLOCKED) continue;
				assert(checks + k <= room);
				memcpy(&check[checks], found, sizeof found[0] * (size_t)k);
				*v++ = (struct vv_view){.to = ring[i],
					.range = (uint8_t)r,
					.zone = zone_of(b->map, h, ring[i]),
					.check = (uint32_t)checks,
					.checks = (uint8_t)k};
				checks += k;
			}
		}
		v->to = HEX_NONE;
	}
	b->view = view, b->check = check, b->views = stride;
}

bool vv_study_board(struct vv_book *b, const struct muster *m, const struct mustering *with,
	const struct vv_tables *t)
{
	/* 0.2b: 600 m, levels of 30 m */
	if (!(b->map = muster_cut(m, with, t->hex, t->level, t->levels, VV_HEXES))) return false;
	lower_roads(b, with->arena, t->levels);
	b->fire_over = m->option[O_FIRE_OVER];
	uint8_t *ground = ARENA_ARRAY(with->arena, uint8_t, b->map->count),
			*protection = ARENA_ARRAY(with->arena, uint8_t, b->map->count);
	for (int h = 0; h < b->map->count; h++) {
		ground[h] = ground_of(b->map, h);
		protection[h] = protection_of(t, ground[h], b->level[h]);
	}
	b->ground = ground, b->protection = protection;
	study_sides(b, t, with->arena);
	b->line = vv_study_lines(b, with->arena);
	return true;
}

void vv_study_sides_of_battle(struct vv_book *b, struct arena *a, const int edge[SIDES], int range)
{
	for (int side = 0; side < SIDES; side++) b->edge[side] = edge_distance(b->map, a, edge[side]);
	study_views(b, a, range);
}
