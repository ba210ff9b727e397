/* Lines of the ground followed on the hex grid; for the files of src/ground only. */
#ifndef GROUND_TRACE_H
#define GROUND_TRACE_H

#include "ground/lattice.h"

struct chain {
	int n;
	struct knot *at;
};

/* The hexes a line runs through, on the map or off it, each a neighbour of the one before. A hex that the
   line clips by less than an eighth of its size is left out where that does not break the chain, unless a
   point of `keep` lies in it. */
struct chain trace_hexes(struct arena *a, const struct hexgrid *g, const struct line *l,
	const struct point *keep, int keeps);

/* The corners a line runs along when it is moved onto the hexsides: each is joined to the one before by one
   side, and none comes twice. A single corner if the line is too short to fill a side. */
struct chain trace_sides(struct arena *a, const struct hexgrid *g, const struct line *l);

/* The chain of corners, its end led to the nearest corner of `to` side by side, or cut where it already meets
   it. */
struct chain chain_join(struct arena *a, const struct hexgrid *g, const struct chain *c,
	const struct chain *to);
struct chain chain_reversed(struct arena *a, const struct chain *c);

/* A line that ends within `rim` metres of the rim of the ground, or outside, led `far` metres straight out:
   the hexes at the rim reach beyond it. */
struct line line_beyond(struct arena *a, const struct ground *g, const struct line *l, int32_t rim,
	int32_t far);
bool point_near_line(struct point p, const struct line *l, int32_t metres);

#endif
