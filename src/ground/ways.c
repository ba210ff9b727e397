/* Roads and railways as connections from hex to hex, in an unbroken chain along the line. */
#include "ground/cut.h"

const char *const way_names[] = {"none", "track", "road", "turnpike", NULL};

static enum way way_of(enum line_kind kind)
{
	return kind == LINE_TURNPIKE ? WAY_TURNPIKE
	     : kind == LINE_ROAD     ? WAY_ROAD
	     : kind == LINE_TRACK    ? WAY_TRACK
	                             : WAY_NONE;
}

static bool is_traced(const struct line *l) { return line_is_way(l) || l->kind == LINE_RAILWAY; }

/* Where ways begin and end, and cross water: a way that passes there must not leave the hex out, or a
   junction or a bridge would hang in the air. */
static int landmarks(const struct cut *c, struct point *out)
{
	const struct ground *g = c->ground;
	int n = 0;
	for (int i = 0; i < g->lines; i++)
		if (is_traced(&g->line[i])) {
			out[n++] = g->line[i].points[0];
			out[n++] = g->line[i].points[g->line[i].n - 1];
		}
	for (int i = 0; i < g->crossings; i++) out[n++] = g->crossing[i].at;
	return n;
}

static int step_direction(const struct cut *c, struct knot a, struct knot b)
{
	for (int dir = 0; dir < 6; dir++)
		if (knot_same(knot_sum(a, lattice_step(c->grid->flat, dir)), b)) return dir;
	return -1;
}

static void connect(struct cut *c, int hex, int dir, enum way way, bool rail)
{
	if (hex == HEX_NONE) return;
	if (c->way[hex * 6 + dir] < way) c->way[hex * 6 + dir] = (uint8_t)way;
	if (rail) c->rail[hex * 6 + dir] = true;
}

static void lay(struct cut *c, const struct chain *hexes, enum way way, bool rail)
{
	for (int i = 0; i + 1 < hexes->n; i++) {
		int dir = step_direction(c, hexes->at[i], hexes->at[i + 1]);
		if (dir < 0) continue;
		connect(c, grid_index(c->grid, hexes->at[i]), dir, way, rail);
		connect(c, grid_index(c->grid, hexes->at[i + 1]), (dir + 3) % 6, way, rail);
	}
}

/* The hex of a chain nearest to `hex`. */
static struct knot nearest_in(const struct cut *c, const struct chain *chain, struct knot hex)
{
	struct knot best = chain->at[0];
	for (int i = 1; i < chain->n; i++)
		if (lattice_distance(c->grid->flat, chain->at[i], hex) < lattice_distance(c->grid->flat, best, hex))
			best = chain->at[i];
	return best;
}

/* A road that begins on another may begin a step to the side of it, in a hex the other only grazed: it is led
   there. */
static void lay_junction(struct cut *c, const struct line *l, struct point end, const struct line *other,
	const struct chain *chain)
{
	if (!point_near_line(end, other, c->grid->size / 16)) return;
	struct knot step[2] = {grid_hex_at(c->grid, fine_of(end))};
	step[1] = nearest_in(c, chain, step[0]);
	lay(c, &(struct chain){2, step}, way_of(l->kind), l->kind == LINE_RAILWAY);
}

static void lay_junctions(struct cut *c, const struct chain *chains)
{
	const struct ground *g = c->ground;
	for (int i = 0; i < g->lines; i++)
		for (int k = 0; k < g->lines; k++) {
			const struct line *l = &g->line[i], *other = &g->line[k];
			if (i == k || chains[i].n == 0 || chains[k].n == 0 || line_is_way(l) != line_is_way(other))
				continue;
			lay_junction(c, l, l->points[0], other, &chains[k]);
			lay_junction(c, l, l->points[l->n - 1], other, &chains[k]);
		}
}

void cut_ways(struct cut *c)
{
	const struct ground *g = c->ground;
	struct point *keep = ARENA_ARRAY(c->bench, struct point, g->lines * 2 + g->crossings);
	struct chain *chains = ARENA_ARRAY(c->bench, struct chain, g->lines);
	int keeps = landmarks(c, keep);
	for (int i = 0; i < g->lines; i++) {
		const struct line *l = &g->line[i];
		if (!is_traced(l)) continue;
		struct line whole = cut_beyond(c, l);
		chains[i] = trace_hexes(c->bench, c->grid, &whole, keep, keeps);
		lay(c, &chains[i], way_of(l->kind), l->kind == LINE_RAILWAY);
	}
	lay_junctions(c, chains);
}
