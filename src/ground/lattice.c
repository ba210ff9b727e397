/* Where hexes lie. The only place that knows pointy-top from flat-top, shifted rows from straight ones, and
   the square root of three. */
#include "ground/lattice.h"

#include <assert.h>

/* A quarter of the distance between corners when the distance between sides is one: 1 / (2 √3), in 1e-9. */
#define QUARTER_CORNER 288675135

static const struct knot steps[2][6] = {
	{{1, -3}, {2, 0}, {1, 3}, {-1, 3}, {-2, 0}, {-1, -3}},
	{{0, -2}, {3, -1}, {3, 1}, {0, 2}, {-3, 1}, {-3, -1}},
};
static const struct knot corners[2][6] = {
	{{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}},
	{{-1, -1}, {1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}},
};

int64_t fine_distance2(struct fine a, struct fine b)
{
	return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

struct knot lattice_step(bool flat, int dir)
{
	assert(dir >= 0 && dir < 6);
	return steps[flat][dir];
}

struct knot lattice_corner(bool flat, int i) { return corners[flat][(i + 6) % 6]; }

bool lattice_is_centre(bool flat, struct knot k)
{
	int across = flat ? k.v : k.u, down = flat ? k.u : k.v;
	return down % 3 == 0 && (across + down / 3) % 2 == 0;
}

int lattice_distance(bool flat, struct knot a, struct knot b)
{
	int du = a.u < b.u ? b.u - a.u : a.u - b.u, dv = a.v < b.v ? b.v - a.v : a.v - b.v;
	int across = flat ? dv : du, rows = (flat ? du : dv) / 3;
	return across > rows ? rows + (across - rows) / 2 : rows;
}

bool lattice_side(bool flat, struct knot p, struct knot q, struct knot *hex, int *dir)
{
	for (int i = 0; i < 6; i++) {
		struct knot c = lattice_corner(flat, i), centre = {p.u - c.u, p.v - c.v};
		if (lattice_is_centre(flat, centre) && knot_same(knot_sum(centre, lattice_corner(flat, i + 1)), q)) {
			*hex = centre;
			*dir = i;
			return true;
		}
	}
	return false;
}

/* How far the shifted rows (flat: columns) stand off hex 0,0's, in half hexes. */
static int shift(const struct hexgrid *g, int row) { return row % 2 == 0 ? 0 : g->shift_even ? -1 : 1; }

struct knot grid_knot(const struct hexgrid *g, int col, int row)
{
	if (g->flat) return (struct knot){3 * col, 2 * row + shift(g, col)};
	return (struct knot){2 * col + shift(g, row), 3 * row};
}

int grid_index(const struct hexgrid *g, struct knot k)
{
	assert(lattice_is_centre(g->flat, k));
	int col = g->flat ? k.u / 3 : (k.u - shift(g, k.v / 3)) / 2;
	int row = g->flat ? (k.v - shift(g, k.u / 3)) / 2 : k.v / 3;
	if (col < 0 || row < 0 || col >= g->cols || row >= g->rows) return HEX_NONE;
	return row * g->cols + col;
}

static int64_t rounded(int64_t a, int64_t b) { return a >= 0 ? (a + b / 2) / b : -((-a + b / 2) / b); }

/* n lattice units in millimetres: along the axis of the corners, and along the axis of the sides. */
static int64_t corner_axis(const struct hexgrid *g, int64_t n, int64_t over)
{
	return rounded(n * g->size * QUARTER_CORNER, over * 1000000);
}

static int64_t side_axis(const struct hexgrid *g, int64_t n, int64_t over)
{
	return rounded(n * g->size * 500, over);
}

/* The place (u, v) / over of the lattice. */
static struct fine scaled(const struct hexgrid *g, struct knot k, int over)
{
	struct fine o = fine_of(g->origin);
	if (g->flat) return (struct fine){o.x + corner_axis(g, k.u, over), o.y + side_axis(g, k.v, over)};
	return (struct fine){o.x + side_axis(g, k.u, over), o.y + corner_axis(g, k.v, over)};
}

struct fine grid_fine(const struct hexgrid *g, struct knot k) { return scaled(g, k, 1); }

static struct point metres(struct fine f)
{
	return (struct point){(int32_t)rounded(f.x, 1000), (int32_t)rounded(f.y, 1000)};
}

struct point grid_point(const struct hexgrid *g, struct knot k) { return metres(grid_fine(g, k)); }

/* The row and column of about the right hex. */
static void guess(const struct hexgrid *g, struct fine p, int *col, int *row)
{
	struct fine o = fine_of(g->origin);
	int64_t close = corner_axis(g, 3, 1), apart = side_axis(g, 2, 1);
	*col = (int)rounded(p.x - o.x, g->flat ? close : apart);
	*row = (int)rounded(p.y - o.y, g->flat ? apart : close);
}

struct knot grid_hex_at(const struct hexgrid *g, struct fine p)
{
	int col, row;
	guess(g, p, &col, &row);
	struct knot best = grid_knot(g, col, row);
	int64_t least = INT64_MAX;
	for (int r = row - 1; r <= row + 1; r++)
		for (int c = col - 1; c <= col + 1; c++) {
			struct knot k = grid_knot(g, c, r);
			int64_t d = fine_distance2(p, grid_fine(g, k));
			if (d <= least) {
				least = d;
				best = k;
			}
		}
	return best;
}

struct knot grid_corner_at(const struct hexgrid *g, struct fine p)
{
	struct knot hex = grid_hex_at(g, p), best = hex;
	int64_t least = INT64_MAX;
	for (int i = 0; i < 6; i++) {
		struct knot k = knot_sum(hex, lattice_corner(g->flat, i));
		int64_t d = fine_distance2(p, grid_fine(g, k));
		if (d < least) {
			least = d;
			best = k;
		}
	}
	return best;
}

/* Sample i as steps a and b of a hexagon of radius 4; ring by ring from the centre would be nicer, row by row
   is shorter, and only sample 0 has a promise to keep. */
static struct knot sample_step(int i)
{
	int n = 1;
	for (int a = -4; a <= 4; a++)
		for (int b = -4; b <= 4; b++) {
			if ((a == 0 && b == 0) || a + b > 4 || a + b < -4) continue;
			if (n++ == i) return (struct knot){a, b};
		}
	return (struct knot){0, 0};
}

struct point grid_sample(const struct hexgrid *g, struct knot centre, int i)
{
	assert(i >= 0 && i < HEX_SAMPLES);
	struct knot s = sample_step(i);
	struct knot off = {2 * s.u, 4 * s.v + 2 * s.u};
	if (g->flat) off = (struct knot){off.v, off.u};
	return metres(scaled(g, (struct knot){9 * centre.u + off.u, 9 * centre.v + off.v}, 9));
}
