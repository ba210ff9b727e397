/* Following a line across the grid, in two manners: roads run from hex to hex, waters and walls from corner
   to corner. The line is paced off in steps of a sixty-fourth of a hex. Two hexes (or corners) met by two
   such paces one after the other are always close relatives, which is what makes the chains unbroken. */
#include "ground/trace.h"

#include <assert.h>

#define PACES 64 /* to a hex */
#define CLIP 8   /* paces: less than this in a hex only clips it */

struct visit {
	struct knot hex;
	int paces;
	bool keep;
};

static int64_t paces_of(const struct hexgrid *g, struct point a, struct point b)
{
	return 1 + (int64_t)isqrt64(point_distance2(a, b)) * PACES / g->size;
}

static int64_t paces_of_line(const struct hexgrid *g, const struct line *l)
{
	int64_t n = 1;
	for (int i = 0; i + 1 < l->n; i++) n += paces_of(g, l->points[i], l->points[i + 1]);
	return n;
}

static struct fine pace(struct point a, struct point b, int64_t i, int64_t n)
{
	return (struct fine){a.x * 1000LL + (b.x - a.x) * 1000LL * i / n,
		a.y * 1000LL + (b.y - a.y) * 1000LL * i / n};
}

/* Calls `see` for every pace of the line in order. */
static void walk(const struct hexgrid *g, const struct line *l, void (*see)(void *who, struct fine at),
	void *who)
{
	for (int i = 0; i + 1 < l->n; i++) {
		int64_t n = paces_of(g, l->points[i], l->points[i + 1]);
		for (int64_t k = 0; k < n; k++) see(who, pace(l->points[i], l->points[i + 1], k, n));
	}
	see(who, fine_of(l->points[l->n - 1]));
}

/* --- hex to hex ---------------------------------------------------------------------------------------- */

struct visits {
	const struct hexgrid *grid;
	struct visit *list;
	int n;
};

static void see_hex(void *who, struct fine at)
{
	struct visits *v = who;
	struct knot hex = grid_hex_at(v->grid, at);
	if (v->n == 0 || !knot_same(v->list[v->n - 1].hex, hex)) v->list[v->n++] = (struct visit){.hex = hex};
	v->list[v->n - 1].paces++;
}

/* The hex least worth its place: clipped, and its neighbours in the chain are the same or adjacent. */
static int shortest_clip(const struct visits *v)
{
	int best = -1;
	for (int i = 1; i + 1 < v->n; i++) {
		const struct visit *at = &v->list[i];
		if (at->keep || at->paces >= CLIP || (best >= 0 && at->paces >= v->list[best].paces)) continue;
		if (lattice_distance(v->grid->flat, at[-1].hex, at[1].hex) <= 1) best = i;
	}
	return best;
}

static void drop(struct visits *v, int i)
{
	bool merge = knot_same(v->list[i - 1].hex, v->list[i + 1].hex);
	if (merge) {
		v->list[i - 1].paces += v->list[i + 1].paces;
		v->list[i - 1].keep |= v->list[i + 1].keep;
	}
	int gone = merge ? 2 : 1;
	v->n -= gone;
	for (; i < v->n; i++) v->list[i] = v->list[i + gone];
}

/* The point `far` metres outside the rim at which p lies, if it does. */
static bool beyond_rim(const struct ground *g, struct point p, int32_t rim, int32_t far, struct point *out)
{
	*out = p;
	if (p.x <= rim) out->x = p.x - far;
	else if (p.x >= g->width - rim) out->x = p.x + far;
	else if (p.y <= rim) out->y = p.y - far;
	else if (p.y >= g->height - rim) out->y = p.y + far;
	else return false;
	return true;
}

struct line line_beyond(struct arena *a, const struct ground *g, const struct line *l, int32_t rim,
	int32_t far)
{
	struct point *points = ARENA_ARRAY(a, struct point, l->n + 2);
	int n = beyond_rim(g, l->points[0], rim, far, &points[0]);
	for (int i = 0; i < l->n; i++) points[n++] = l->points[i];
	n += beyond_rim(g, l->points[l->n - 1], rim, far, &points[n]);
	struct line longer = *l;
	longer.n = n;
	longer.points = points;
	return longer;
}

bool point_near_line(struct point p, const struct line *l, int32_t metres)
{
	for (int i = 0; i + 1 < l->n; i++)
		if (point_segment_distance2(p, l->points[i], l->points[i + 1]) <= (int64_t)metres * metres)
			return true;
	return false;
}

static void mark_kept(struct visits *v, const struct line *l, const struct point *keep, int keeps)
{
	for (int k = 0; k < keeps; k++) {
		if (!point_near_line(keep[k], l, v->grid->size / 16)) continue;
		struct knot hex = grid_hex_at(v->grid, fine_of(keep[k]));
		for (int i = 0; i < v->n; i++) v->list[i].keep |= knot_same(v->list[i].hex, hex);
	}
}

struct chain trace_hexes(struct arena *a, const struct hexgrid *g, const struct line *l,
	const struct point *keep, int keeps)
{
	assert(l->n >= 2);
	struct visits v = {g, ARENA_ARRAY(a, struct visit, paces_of_line(g, l)), 0};
	walk(g, l, see_hex, &v);
	mark_kept(&v, l, keep, keeps);
	for (int i; (i = shortest_clip(&v)) >= 0;) drop(&v, i);
	struct chain c = {v.n, ARENA_ARRAY(a, struct knot, v.n)};
	for (int i = 0; i < v.n; i++) c.at[i] = v.list[i].hex;
	return c;
}

/* --- corner to corner ---------------------------------------------------------------------------------- */

struct corners {
	const struct hexgrid *grid;
	struct chain chain;
};

/* Adds a corner; if the chain has been there before, what lay between was a loop and goes. */
static void add_corner(struct chain *c, struct knot k)
{
	for (int i = 0; i < c->n; i++)
		if (knot_same(c->at[i], k)) {
			c->n = i + 1;
			return;
		}
	c->at[c->n++] = k;
}

static int64_t apart(const struct hexgrid *g, struct knot a, struct knot b)
{
	return fine_distance2(grid_fine(g, a), grid_fine(g, b));
}

/* The corner one side away from k that is nearest to `to`. */
static struct knot nearer(const struct hexgrid *g, struct knot k, struct knot to)
{
	struct knot best = k, hex;
	int dir;
	for (int i = 0; i < 6; i++) {
		struct knot a = lattice_corner(g->flat, i), b = lattice_corner(g->flat, i + 1);
		struct knot next = {k.u + b.u - a.u, k.v + b.v - a.v};
		if (lattice_side(g->flat, k, next, &hex, &dir) &&
			(knot_same(best, k) || apart(g, next, to) < apart(g, best, to)))
			best = next;
	}
	return best;
}

static void go_to(struct chain *c, const struct hexgrid *g, struct knot to)
{
	for (struct knot k = c->at[c->n - 1]; !knot_same(k, to);) {
		k = nearer(g, k, to);
		add_corner(c, k);
	}
}

static void see_corner(void *who, struct fine at)
{
	struct corners *c = who;
	struct knot k = grid_corner_at(c->grid, at);
	if (c->chain.n == 0) add_corner(&c->chain, k);
	else go_to(&c->chain, c->grid, k);
}

struct chain trace_sides(struct arena *a, const struct hexgrid *g, const struct line *l)
{
	assert(l->n >= 2);
	/* A pace through the centre of a hex may go round three of its sides. */
	struct corners c = {g, {0, ARENA_ARRAY(a, struct knot, 3 * paces_of_line(g, l))}};
	walk(g, l, see_corner, &c);
	return c.chain;
}

static bool chain_has(const struct chain *c, struct knot k)
{
	for (int i = 0; i < c->n; i++)
		if (knot_same(c->at[i], k)) return true;
	return false;
}

static struct knot nearest_of(const struct hexgrid *g, const struct chain *c, struct knot k)
{
	struct knot best = c->at[0];
	for (int i = 1; i < c->n; i++)
		if (apart(g, c->at[i], k) < apart(g, best, k)) best = c->at[i];
	return best;
}

#define NEAR_END 4 /* corners: meeting the other chain this close to its end, a chain ends there */

struct chain chain_join(struct arena *a, const struct hexgrid *g, const struct chain *c,
	const struct chain *to)
{
	assert(c->n > 0 && to->n > 0);
	for (int i = c->n > NEAR_END ? c->n - NEAR_END : 0; i < c->n; i++)
		if (chain_has(to, c->at[i])) return (struct chain){i + 1, c->at};
	struct knot end = c->at[c->n - 1], goal = nearest_of(g, to, end);
	int room = lattice_distance(g->flat, end, goal) * 4 + 4;
	struct chain longer = {0, ARENA_ARRAY(a, struct knot, c->n + room)};
	for (int i = 0; i < c->n; i++) longer.at[longer.n++] = c->at[i];
	go_to(&longer, g, goal);
	return longer;
}

struct chain chain_reversed(struct arena *a, const struct chain *c)
{
	struct chain r = {c->n, ARENA_ARRAY(a, struct knot, c->n)};
	for (int i = 0; i < c->n; i++) r.at[i] = c->at[c->n - 1 - i];
	return r;
}
