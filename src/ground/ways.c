/* Roads and railways as connections from hex to hex, in an unbroken chain along the line. */
#include "ground/cut.h"

const char *const way_names[] = {"none", "track", "road", "turnpike", NULL};

static enum way way_of(enum line_kind kind)
{
	return kind == LINE_TURNPIKE ? WAY_TURNPIKE : kind == LINE_ROAD ? WAY_ROAD : kind == LINE_TRACK ? WAY_TRACK : WAY_NONE;
}

/* Where ways begin and end, and cross water: a way that passes there must not leave the hex out, or a junction or
   a bridge would hang in the air. */
static int landmarks(const struct cut *c, struct point *out)
{
	const struct ground *g = c->ground;
	int n = 0;
	for (int i = 0; i < g->lines; i++)
		if (line_is_way(&g->line[i]) || g->line[i].kind == LINE_RAILWAY) {
			out[n++] = g->line[i].points[0];
			out[n++] = g->line[i].points[g->line[i].n - 1];
		}
	for (int i = 0; i < g->crossings; i++)
		out[n++] = g->crossing[i].at;
	return n;
}

static int step_direction(const struct cut *c, struct knot a, struct knot b)
{
	for (int dir = 0; dir < 6; dir++)
		if (knot_same(knot_sum(a, lattice_step(c->grid->flat, dir)), b))
			return dir;
	return -1;
}

static void connect(struct cut *c, int hex, int dir, enum way way, bool rail)
{
	if (hex == HEX_NONE)
		return;
	if (c->way[hex * 6 + dir] < way)
		c->way[hex * 6 + dir] = (uint8_t)way;
	if (rail)
		c->rail[hex * 6 + dir] = true;
}

static void lay(struct cut *c, const struct chain *hexes, enum way way, bool rail)
{
	for (int i = 0; i + 1 < hexes->n; i++) {
		int dir = step_direction(c, hexes->at[i], hexes->at[i + 1]);
		if (dir < 0)
			continue;
		connect(c, grid_index(c->grid, hexes->at[i]), dir, way, rail);
		connect(c, grid_index(c->grid, hexes->at[i + 1]), (dir + 3) % 6, way, rail);
	}
}

void cut_ways(struct cut *c)
{
	const struct ground *g = c->ground;
	struct point *keep = ARENA_ARRAY(c->bench, struct point, g->lines * 2 + g->crossings);
	int keeps = landmarks(c, keep);
	for (int i = 0; i < g->lines; i++) {
		const struct line *l = &g->line[i];
		bool rail = l->kind == LINE_RAILWAY;
		if (!rail && !line_is_way(l))
			continue;
		struct line whole = cut_beyond(c, l);
		struct chain hexes = trace_hexes(c->bench, c->grid, &whole, keep, keeps);
		lay(c, &hexes, way_of(l->kind), rail);
	}
}
