/* Steep slopes, hedges, walls, rows of trees, works and forts: lines moved onto the hexsides. */
#include "ground/cut.h"

static unsigned obstacle_bit(enum line_kind kind)
{
	switch (kind) {
	case LINE_HEDGE: return EDGE_HEDGE;
	case LINE_WALL: return EDGE_WALL;
	case LINE_ABATIS: return EDGE_ABATIS;
	case LINE_WORK: return EDGE_WORK;
	case LINE_FORT: return EDGE_FORT;
	case LINE_TREES: return EDGE_TREES;
	default: return 0;
	}
}

/* Lines too short to fill a side take the side nearest to their middle. */
static void short_obstacle(struct cut *c, const struct line *l, unsigned bits)
{
	struct point middle = l->points[l->n / 2];
	int hex = cut_hex_at(c, middle), best = 0;
	if (hex == HEX_NONE) return;
	for (int dir = 1; dir < 6; dir++)
		if (point_distance2(middle, cut_side_middle(c, hex, dir)) <
			point_distance2(middle, cut_side_middle(c, hex, best)))
			best = dir;
	cut_side(c, hex, best, bits);
}

/* The slope rises from `low` towards dir. */
static void rise(struct cut *c, int low, int dir, int high)
{
	if (low != HEX_NONE) c->edge[low * 6 + dir] |= EDGE_SLOPE_UP;
	if (high != HEX_NONE) c->edge[high * 6 + (dir + 3) % 6] |= EDGE_SLOPE_DOWN;
}

/* Walking along the line, the low ground lies to the right: lattice_side names that hex. */
static void slope(struct cut *c, const struct chain *sides)
{
	for (int i = 0; i + 1 < sides->n; i++) {
		struct knot low;
		int dir;
		if (lattice_side(c->grid->flat, sides->at[i], sides->at[i + 1], &low, &dir))
			rise(c, grid_index(c->grid, low), dir,
				grid_index(c->grid, knot_sum(low, lattice_step(c->grid->flat, dir))));
	}
}

static void steep_sides(struct cut *c)
{
	for (int hex = 0; hex < c->count; hex++)
		for (int dir = 0; dir < 6; dir++) {
			int to = c->next[hex * 6 + dir];
			if (to != HEX_NONE && c->metres[to] - c->metres[hex] >= c->recipe->steep) rise(c, hex, dir, to);
		}
}

/* A closed ring is walked in two halves: walked whole it would come back to where it began and be nothing.
   One too small to leave its hex surrounds it. */
static void ring(struct cut *c, const struct line *l, unsigned bits)
{
	struct line first = *l, second = *l;
	first.n = l->n / 2 + 1;
	second.n = l->n - l->n / 2, second.points = l->points + l->n / 2;
	struct chain one = trace_sides(c->bench, c->grid, &first), two = trace_sides(c->bench, c->grid, &second);
	int hex = cut_hex_at(c, (struct point){(l->points[0].x + l->points[l->n / 2].x) / 2,
								(l->points[0].y + l->points[l->n / 2].y) / 2});
	if (one.n > 1 && two.n > 1 && one.n + two.n > 5) {
		cut_chain(c, &one, bits);
		cut_chain(c, &two, bits);
	} else if (hex != HEX_NONE) {
		for (int dir = 0; dir < 6; dir++) cut_side(c, hex, dir, bits);
	}
}

static bool is_ring(const struct line *l)
{
	return l->n > 3 && point_distance2(l->points[0], l->points[l->n - 1]) == 0;
}

void cut_obstacles(struct cut *c)
{
	if (c->recipe->steep > 0) steep_sides(c);
	for (int i = 0; i < c->ground->lines; i++) {
		const struct line *l = &c->ground->line[i];
		unsigned bits = obstacle_bit(l->kind);
		if (!bits && l->kind != LINE_SLOPE) continue;
		if (bits && is_ring(l)) {
			ring(c, l, bits);
			continue;
		}
		struct chain sides = trace_sides(c->bench, c->grid, l);
		if (l->kind == LINE_SLOPE) slope(c, &sides);
		else if (sides.n == 1) short_obstacle(c, l, bits);
		else cut_chain(c, &sides, bits);
	}
}
