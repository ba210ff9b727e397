/* The map as the rules read it (6.0b, 6.2, 8): what each hexside costs each mover, how far zones of control
   and fields of fire can reach, what must not be entered. Worked out once by muster, from the cut ground and
   the charts. */
#include "rules/from_divisions/from_divisions.h"

/* 2.1c, 7.7.2, 8.4a */
static uint8_t ground_of(const struct hexmap *map, int hex)
{
	unsigned cover = map->cover[hex];
	uint8_t ground = 0;
	if (cover & HEX_TOWN) ground |= GROUND_TOWN;
	else if (cover & HEX_SETTLEMENT) ground |= GROUND_VILLAGE;
	else if (cover & HEX_WOODS) ground |= GROUND_FOREST;
	else if (cover & HEX_MARSH) ground |= GROUND_SWAMP;
	if (cover & HEX_BUILDING && !(ground & GROUND_ROUND)) ground |= GROUND_CHATEAU;
	if (cover & (HEX_OFF | HEX_WATER)) ground |= GROUND_CLOSED;
	if (hex_is_rim(map, hex)) ground |= GROUND_EDGE;
	return ground;
}

static int works_around(const struct hexmap *map, int hex)
{
	int n = 0;
	for (int dir = 0; dir < 6; dir++) n += (map->edge[hex * 6 + dir] & (EDGE_WORK | EDGE_FORT)) != 0;
	return n;
}

/* 6.4, 8.3: what lies on a hexside, seen from the hex that is left. A road bridges water (6.4a). */
static uint8_t edge_of(const struct fd_book *b, int hex, int dir)
{
	const struct hexmap *map = b->map;
	int side = hex * 6 + dir, to = map->next[side];
	unsigned edge = map->edge[side];
	uint8_t out = 0;
	if (to == HEX_NONE) return 0;
	bool marshy = edge & EDGE_CANAL || (map->cover[hex] | map->cover[to]) & HEX_MARSH;
	if (map->way[side] > WAY_TRACK || map->rail[side]) out |= SIDE_ROAD; /* 6.3b */
	if (edge & EDGE_RIVER) out |= SIDE_RIVER;
	else if (edge & (EDGE_STREAM | EDGE_CANAL)) out |= marshy ? SIDE_STREAM : SIDE_CREEK;
	if (edge & (EDGE_BRIDGE | EDGE_FORD) || map->way[side] != WAY_NONE || map->rail[side]) out |= SIDE_BRIDGE;
	if (edge & EDGE_SLOPE_UP)
		out |= map->metres[to] - map->metres[hex] >= b->chart.steep ? SIDE_STEEP : SIDE_SLOPE;
	/* 14.0a: they shelter the hex they ring */
	if (edge & (EDGE_WORK | EDGE_FORT) && works_around(map, to) >= works_around(map, hex)) out |= SIDE_WORK;
	return out;
}

/* 6.0b … 6.0c, 6.4b, 6.4c: off the road. */
static uint8_t cost_of(const struct fd_book *b, int mover, int hex, int dir)
{
	const struct fd_charts *c = &b->chart;
	int to = hex_next(b->map, hex, dir);
	if (to == HEX_NONE || (b->ground[to] | b->ground[hex]) & GROUND_CLOSED) return 0;
	uint8_t ground = b->ground[to], edge = b->edge[hex * 6 + dir];
	bool bridge = edge & SIDE_BRIDGE;
	if (edge & SIDE_RIVER && !bridge) return 0;
	int cost = ground & GROUND_FOREST                   ? c->forest[mover]
	         : ground & (GROUND_ROUND | GROUND_CHATEAU) ? c->village[mover]
	         : ground & GROUND_SWAMP                    ? c->swamp[mover]
	                                                    : c->clear[mover];
	if (edge & SIDE_CREEK && !bridge) cost += c->creek[mover];
	if (edge & SIDE_STREAM && !bridge) cost += c->stream[mover];
	if (edge & SIDE_SLOPE) cost += c->slope[mover];
	if (edge & SIDE_STEEP) cost += c->steep_up[mover];
	return (uint8_t)fd_higher(cost, 1);
}

/* 6.2d, 6.2e, 6.2f, A08 */
static bool zone_reaches(const struct fd_book *b, int kind, int hex, int dir)
{
	int to = hex_next(b->map, hex, dir);
	uint8_t edge = b->edge[hex * 6 + dir];
	if (to == HEX_NONE || b->ground[to] & (GROUND_COVERED | GROUND_CLOSED) || edge & SIDE_RIVER) return false;
	return kind == HORSE || !(edge & (SIDE_SLOPE | SIDE_STEEP));
}

static void study_sides(struct fd_book *b, struct arena *a)
{
	int n = b->map->count;
	uint8_t *edge = ARENA_ARRAY(a, uint8_t, n * 6),
			*zone[2] = {ARENA_ARRAY(a, uint8_t, n), ARENA_ARRAY(a, uint8_t, n)},
			*fire = ARENA_ARRAY(a, uint8_t, n);
	b->edge = edge, b->zone[FOOT] = zone[FOOT], b->zone[HORSE] = zone[HORSE], b->fire = fire;
	for (int i = 0; i < n * 6; i++) edge[i] = edge_of(b, i / 6, i % 6);
	for (int mover = 0; mover < MOVERS; mover++) {
		uint8_t *cost = ARENA_ARRAY(a, uint8_t, n * 6);
		for (int i = 0; i < n * 6; i++) cost[i] = cost_of(b, mover, i / 6, i % 6);
		b->cost[mover] = cost;
	}
	for (int i = 0; i < n * 6; i++) {
		int hex = i / 6, to = b->map->next[i];
		uint8_t bit = (uint8_t)(1u << i % 6);
		for (int kind = FOOT; kind <= HORSE; kind++)
			if (zone_reaches(b, kind, hex, i % 6)) zone[kind][hex] |= bit;
		/* 8.2b … 8.2d: downwards across a contour, not into forest or town */
		if (to != HEX_NONE && zone[FOOT][hex] & bit && b->level[to] < b->level[hex]) fire[hex] |= bit;
	}
}

/* A list of printed numbers; each hex found gets `value` in out. */
static void mark_hexes(const struct fd_book *b, struct node list, uint8_t value, uint8_t *out,
	struct faults *f)
{
	for (int i = 0; i < node_count(list); i++) {
		int hex =
			node_scalar(node_at(list, i)) ? hexmap_find(b->map, node_scalar(node_at(list, i))) : HEX_NONE;
		if (hex == HEX_NONE) fault_add(f, node_mark(node_at(list, i)), "there is no such hex");
		else out[hex] |= value;
	}
}

/* Refuges, exits: only by the battle's own rules. */
static void study_special(struct fd_book *b, const struct muster *m, const struct mustering *with)
{
	uint8_t *only = ARENA_ARRAY(with->arena, uint8_t, b->map->count),
			*leave = ARENA_ARRAY(with->arena, uint8_t, b->map->count);
	b->only = only, b->leave = leave;
	for (int side = 0; side < SIDES; side++) {
		struct node exits = node_find(muster_said(m, "exits"), m->battle->side[side].id);
		int minutes = b->starts;
		mark_hexes(b, node_find(muster_said(m, "refuge"), m->battle->side[side].id), (uint8_t)(1u << !side),
			only, with->faults);
		if (node_find(exits, "from").doc) node_time(node_find(exits, "from"), &minutes, with->faults);
		int turn = minutes < b->starts ? 1 : (minutes - b->starts) / b->chart.turn_minutes + 1;
		if (turn > 15) turn = 15; /* no mutants: a bound of the reader */
		mark_hexes(b, node_find(exits, "hexes"), (uint8_t)(turn << side * 4), leave, with->faults);
	}
}

bool fd_study_board(struct fd_book *b, const struct muster *m, const struct mustering *with)
{
	const struct fd_charts *c = &b->chart;
	/* 2.1a: 1 km, one contour */
	if ((b->map = muster_cut(m, with, c->hex, c->level, c->levels, FD_HEXES)) == NULL) return false;
	uint8_t *ground = ARENA_ARRAY(with->arena, uint8_t, b->map->count),
			*level = ARENA_ARRAY(with->arena, uint8_t, b->map->count);
	uint8_t *mountains = ARENA_ARRAY(with->arena, uint8_t, b->map->count);
	mark_hexes(b, muster_said(m, "mountains"), GROUND_CLOSED, mountains, with->faults); /* 8.4a */
	for (int h = 0; h < b->map->count; h++) {
		ground[h] = (uint8_t)(ground_of(b->map, h) | mountains[h]);
		level[h] = (uint8_t)(b->map->level[h] < 0 ? 0 : b->map->level[h]);
	}
	b->ground = ground, b->level = level;
	study_sides(b, with->arena);
	study_special(b, m, with);
	return true;
}
