/* The lattice under a hex grid; for the files of src/ground only. Centres and corners of all hexes, on the
   map or beyond it, are points with small integer coordinates (u, v): for a pointy-top grid one u is half the
   distance between sides and one v a quarter of the distance between corners; for flat-top the other way
   round. The lattice is the plane stretched, and stretching keeps straight lines straight: what is decided
   here is exact. */
#ifndef GROUND_LATTICE_H
#define GROUND_LATTICE_H

#include "ground/hexmap.h"

struct knot { /* a centre or a corner */
	int u, v;
};

struct fine { /* a place in millimetres, east and south of the ground's origin */
	int64_t x, y;
};

static inline struct knot knot_sum(struct knot a, struct knot b)
{
	return (struct knot){a.u + b.u, a.v + b.v};
}
static inline bool knot_same(struct knot a, struct knot b) { return a.u == b.u && a.v == b.v; }
static inline struct fine fine_of(struct point p)
{
	return (struct fine){(int64_t)p.x * 1000, (int64_t)p.y * 1000};
}
int64_t fine_distance2(struct fine a, struct fine b);

struct knot lattice_step(bool flat, int dir); /* from a centre to the neighbouring centre */
struct knot lattice_corner(bool flat, int i); /* from a centre to corner i; side d lies between corners d and
                                                 d+1 */
bool lattice_is_centre(bool flat, struct knot k);
int lattice_distance(bool flat, struct knot a, struct knot b); /* of two centres, in hexes */

/* The side from corner p to corner q as a hex and a direction: walking from p to q that hex lies to the
   right. False if they are not the ends of one side. */
bool lattice_side(bool flat, struct knot p, struct knot q, struct knot *hex, int *dir);

struct knot grid_knot(const struct hexgrid *g, int col, int row); /* the centre of a hex, on the map or not */
int grid_index(const struct hexgrid *g, struct knot centre);      /* row * cols + col, or HEX_NONE off the
                                                                     map */
struct fine grid_fine(const struct hexgrid *g, struct knot k);
struct point grid_point(const struct hexgrid *g, struct knot k);    /* rounded to metres */
struct knot grid_hex_at(const struct hexgrid *g, struct fine p);    /* the nearest centre; ties: the southern,
                                                                       then eastern */
struct knot grid_corner_at(const struct hexgrid *g, struct fine p); /* the nearest corner */

/* The 61 places of a hex at which the ground is sampled, evenly spread; 0 is the centre. */
#define HEX_SAMPLES 61
struct point grid_sample(const struct hexgrid *g, struct knot centre, int i);

#endif
