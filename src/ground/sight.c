/* Lines of sight. The line from centre to centre is walked hex by hex on the lattice, where every corner has
   integer coordinates: on which side of the line a corner lies is one cross product, and running exactly
   through a corner or along a side is not a matter of rounding. Walked backwards, the same products change
   sign together, so B sees A through the very hexes through which A sees B. */
#include "ground/lattice.h"

#include <assert.h>

struct ray {
	struct knot from, by;
};

/* Positive to the right of the ray, negative to the left, 0 on it. */
static int side_of(const struct ray *r, struct knot k)
{
	return r->by.u * (k.v - r->from.v) - r->by.v * (k.u - r->from.u);
}

/* Where the ray leaves a hex whose interior it crosses: through side *dir, or (true) through corner *dir. */
static bool leaves_by_corner(const struct ray *r, bool flat, struct knot hex, int *dir)
{
	int side[6];
	for (int i = 0; i < 6; i++) side[i] = side_of(r, knot_sum(hex, lattice_corner(flat, i)));
	for (int i = 0; i < 6; i++) {
		*dir = i;
		if (side[i] < 0 && side[(i + 1) % 6] > 0) return false;
		if (side[i] == 0 && side[(i + 5) % 6] < 0 && side[(i + 1) % 6] > 0) return true;
	}
	assert(!"a ray leaves every hex it enters");
	return false;
}

static struct knot stretched(struct knot hex, struct knot by, int n)
{
	return (struct knot){hex.u + n * by.u, hex.v + n * by.v};
}

/* Along the side between two hexes, of which at least one is on the map. */
static struct sight_cross along(int a, int b)
{
	assert(a != HEX_NONE || b != HEX_NONE);
	if (a == HEX_NONE) return (struct sight_cross){(int16_t)b, HEX_NONE};
	if (b == HEX_NONE || a < b) return (struct sight_cross){(int16_t)a, (int16_t)b};
	return (struct sight_cross){(int16_t)b, (int16_t)a};
}

/* The next hex whose interior the ray enters; if it runs along a side before, *run says so. */
static struct knot next_hex(const struct hexgrid *g, const struct ray *r, struct knot hex,
	struct sight_cross *run)
{
	int dir;
	run->a = HEX_NONE;
	if (!leaves_by_corner(r, g->flat, hex, &dir)) return knot_sum(hex, lattice_step(g->flat, dir));
	struct knot corner = lattice_corner(g->flat, dir);
	struct knot left = knot_sum(hex, lattice_step(g->flat, (dir + 5) % 6)),
				right = knot_sum(hex, lattice_step(g->flat, dir));
	int far = side_of(r, stretched(hex, corner, 2));
	if (far != 0) return far > 0 ? left : right;
	*run = along(grid_index(g, left), grid_index(g, right));
	return stretched(hex, corner, 3);
}

int sight_line(const struct hexmap *m, int from, int to, struct sight_cross *out)
{
	const struct hexgrid *g = &m->grid;
	assert(from >= 0 && from < m->count && to >= 0 && to < m->count);
	struct knot here = grid_knot(g, from % g->cols, from / g->cols),
				end = grid_knot(g, to % g->cols, to / g->cols);
	struct ray r = {here, {end.u - here.u, end.v - here.v}};
	int n = 0;
	while (!knot_same(here, end)) {
		struct sight_cross run;
		here = next_hex(g, &r, here, &run);
		assert(n + 2 <= SIGHT_MOST);
		if (run.a != HEX_NONE) out[n++] = run;
		int hex = grid_index(g, here);
		if (!knot_same(here, end) && hex != HEX_NONE) out[n++] = (struct sight_cross){(int16_t)hex, HEX_NONE};
	}
	return n;
}
