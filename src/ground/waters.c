/* Rivers, streams and canals, and where they can be crossed. In one kind of game water lies in hexes, in the
   other on hexsides; there it must have no gap, or an army would wade through it: a tributary is led to the
   very corner of the river it joins. Ditches stop nobody at this scale and are only drawn. */
#include "ground/cut.h"

#include <assert.h>

static bool is_wide(const struct cut *c, const struct line *l) { return l->width * 2 >= c->grid->size; }

static int64_t line_distance2(const struct line *l, struct point p)
{
	int64_t least = INT64_MAX;
	for (int i = 0; i + 1 < l->n; i++) {
		int64_t d = point_segment_distance2(p, l->points[i], l->points[i + 1]);
		if (d < least) least = d;
	}
	return least;
}

/* --- in hexes ------------------------------------------------------------------------------------------ */

static void flood(struct cut *c, const struct line *l, unsigned bits)
{
	struct point *keep = ARENA_ARRAY(c->bench, struct point, c->ground->crossings);
	for (int i = 0; i < c->ground->crossings; i++) keep[i] = c->ground->crossing[i].at;
	struct line whole = cut_beyond(c, l);
	struct chain hexes = trace_hexes(c->bench, c->grid, &whole, keep, c->ground->crossings);
	for (int i = 0; i < hexes.n; i++) {
		int hex = grid_index(c->grid, hexes.at[i]);
		if (hex != HEX_NONE) c->cover[hex] |= (uint16_t)bits;
	}
}

/* A river half a hex wide fills the hexes it runs through and those whose centre it covers. */
static void flood_wide(struct cut *c, const struct line *l)
{
	flood(c, l, HEX_WATER | HEX_RIVER);
	for (int hex = 0; hex < c->count; hex++)
		if (line_distance2(l, grid_point(c->grid, cut_knot(c, hex))) * 4 <= (int64_t)l->width * l->width)
			c->cover[hex] |= HEX_WATER | HEX_RIVER;
}

/* --- on hexsides --------------------------------------------------------------------------------------- */

static unsigned water_edge(const struct line *l)
{
	return l->kind == LINE_RIVER ? EDGE_RIVER : l->kind == LINE_CANAL ? EDGE_CANAL : EDGE_STREAM;
}

#define WATER_EDGES (EDGE_STREAM | EDGE_RIVER | EDGE_CANAL)

/* The water line, other than i, on which point p lies, or -1. */
static int water_near(const struct cut *c, int i, struct point p)
{
	int best = -1;
	int64_t least = (int64_t)c->grid->size * c->grid->size / 16;
	for (int k = 0; k < c->ground->lines; k++) {
		if (k == i || !line_is_water(&c->ground->line[k]) || is_wide(c, &c->ground->line[k])) continue;
		int64_t d = line_distance2(&c->ground->line[k], p);
		if (d <= least) {
			least = d;
			best = k;
		}
	}
	return best;
}

/* Leads both ends of line i to the waters they meet. */
static struct chain joined(struct cut *c, const struct chain *chains, int i)
{
	const struct line *l = &c->ground->line[i];
	struct chain chain = chains[i];
	for (int end = 0; end < 2; end++) {
		chain = chain_reversed(c->bench, &chain);
		int other = water_near(c, i, end == 0 ? l->points[0] : l->points[l->n - 1]);
		if (other >= 0) chain = chain_join(c->bench, c->grid, &chain, &chains[other]);
	}
	return chain;
}

static void snap_waters(struct cut *c)
{
	int n = c->ground->lines;
	struct chain *chains = ARENA_ARRAY(c->bench, struct chain, n);
	for (int i = 0; i < n; i++) {
		if (!line_is_water(&c->ground->line[i]) || is_wide(c, &c->ground->line[i])) continue;
		struct line whole = cut_beyond(c, &c->ground->line[i]);
		chains[i] = trace_sides(c->bench, c->grid, &whole);
	}
	for (int i = 0; i < n; i++) {
		if (chains[i].n == 0) continue;
		struct chain whole = joined(c, chains, i);
		cut_chain(c, &whole, water_edge(&c->ground->line[i]));
	}
}

/* --- crossings ----------------------------------------------------------------------------------------- */

static bool wet(const struct cut *c, int hex)
{
	return hex != HEX_NONE && (c->cover[hex] & (HEX_STREAM | HEX_WATER)) != 0;
}

static bool has_way(const struct cut *c, int hex)
{
	for (int dir = 0; dir < 6; dir++)
		if (c->way[hex * 6 + dir] != WAY_NONE) return true;
	return false;
}

/* The hex in which water is crossed at p: p's own, or, if the water was moved aside, the best neighbour. */
static int crossing_hex(const struct cut *c, struct point p)
{
	int hex = cut_hex_at(c, p), best = hex;
	if (hex == HEX_NONE || wet(c, hex)) return hex;
	int64_t least = INT64_MAX;
	for (int dir = 0; dir < 6; dir++) {
		int other = c->next[hex * 6 + dir];
		if (!wet(c, other)) continue;
		int64_t d = point_distance2(p, grid_point(c->grid, cut_knot(c, other))) * (has_way(c, other) ? 1 : 4);
		if (d < least) {
			least = d;
			best = other;
		}
	}
	return best;
}

/* The side on which water is crossed at p: the nearest wet one, and rather one that a road crosses. */
static bool crossing_side(const struct cut *c, struct point p, int *hex, int *dir)
{
	int64_t size2 = (int64_t)c->grid->size * c->grid->size, least = size2 * 9 / 4;
	bool found = false;
	for (int i = 0; i < c->count * 6; i++) {
		if (!(c->edge[i] & WATER_EDGES)) continue;
		int64_t d = point_distance2(p, cut_side_middle(c, i / 6, i % 6)) * (c->way[i] ? 1 : 4);
		if (d >= least) continue;
		least = d;
		*hex = i / 6;
		*dir = i % 6;
		found = true;
	}
	return found;
}

static void put_crossing(struct cut *c, enum crossing_kind kind, struct point at, bool foot_only)
{
	int hex, dir;
	bool bridge = kind == CROSSING_BRIDGE;
	if (c->recipe->streams_in_hexes) {
		hex = crossing_hex(c, at);
		if (hex != HEX_NONE)
			c->cover[hex] |= (uint16_t)(bridge      ? HEX_BRIDGE
										: foot_only ? HEX_FORD | HEX_FOOT_FORD
													: HEX_FORD);
	} else if (crossing_side(c, at, &hex, &dir)) {
		cut_side(c, hex, dir, bridge ? EDGE_BRIDGE : EDGE_FORD);
	}
}

/* Where two crossing segments meet, to the metre. */
static struct point meeting(struct point a, struct point b, struct point c, struct point d)
{
	int64_t rx = b.x - a.x, ry = b.y - a.y, sx = d.x - c.x, sy = d.y - c.y;
	int64_t under = rx * sy - ry * sx, over = (int64_t)(c.x - a.x) * sy - (int64_t)(c.y - a.y) * sx;
	if (under == 0) return c;
	return (struct point){(int32_t)(a.x + rx * over / under), (int32_t)(a.y + ry * over / under)};
}

static bool has_crossing_near(const struct cut *c, struct point p)
{
	int64_t near2 = (int64_t)c->grid->size * c->grid->size / 4;
	for (int i = 0; i < c->ground->crossings; i++)
		if (point_distance2(p, c->ground->crossing[i].at) <= near2) return true;
	return false;
}

/* A road that meets water where no crossing is drawn is bridged there. */
static void bridge_line(struct cut *c, const struct line *road, const struct line *water)
{
	for (int i = 0; i + 1 < road->n; i++)
		for (int k = 0; k + 1 < water->n; k++) {
			struct point a = road->points[i], b = road->points[i + 1], p = water->points[k],
						 q = water->points[k + 1];
			if (!segments_cross(a, b, p, q)) continue;
			struct point at = meeting(a, b, p, q);
			if (!has_crossing_near(c, at)) put_crossing(c, CROSSING_BRIDGE, at, false);
		}
}

static void bridge_roads(struct cut *c)
{
	const struct ground *g = c->ground;
	for (int i = 0; i < g->lines; i++)
		for (int k = 0; k < g->lines && line_is_way(&g->line[i]); k++)
			if (line_is_water(&g->line[k])) bridge_line(c, &g->line[i], &g->line[k]);
}

/* Water moved onto the sides may come between a road's hexes where none was drawn: the road goes on. */
static void bridge_sides(struct cut *c)
{
	for (int i = 0; i < c->count * 6; i++)
		if ((c->edge[i] & WATER_EDGES) && !(c->edge[i] & (EDGE_BRIDGE | EDGE_FORD)) && c->way[i])
			cut_side(c, i / 6, i % 6, EDGE_BRIDGE);
}

void cut_waters(struct cut *c)
{
	const struct ground *g = c->ground;
	bool in_hexes = c->recipe->streams_in_hexes;
	for (int i = 0; i < g->lines; i++) {
		const struct line *l = &g->line[i];
		if (!line_is_water(l)) continue;
		if (is_wide(c, l)) flood_wide(c, l);
		else if (in_hexes) flood(c, l, l->kind == LINE_RIVER ? HEX_STREAM | HEX_RIVER : HEX_STREAM);
	}
	if (!in_hexes) snap_waters(c);
	for (int i = 0; i < g->crossings; i++)
		put_crossing(c, g->crossing[i].kind, g->crossing[i].at, g->crossing[i].foot_only);
	if (in_hexes) bridge_roads(c);
	else bridge_sides(c);
}
