/* A hexmap while it is being cut: the same arrays, still writable. For the files of src/ground only. hexmap.c
   makes it and then asks each of the others in turn; later ones may read what earlier ones wrote. */
#ifndef GROUND_CUT_H
#define GROUND_CUT_H

#include "ground/trace.h"

struct cut {
	struct arena *arena; /* the map's */
	struct arena *bench; /* scratch, freed when the map is done */
	const struct ground *ground;
	const struct hexmap_recipe *recipe;
	const struct hexgrid *grid;
	int count;
	uint16_t *cover, *edge;
	int8_t *level;
	int16_t *metres, *next;
	uint8_t *way, *rail, *range;
	const char **name;
	char (*number)[6];
};

extern const char *const way_names[]; /* none, track, road, turnpike */

void cut_heights(struct cut *c);   /* relief: metres, level */
void cut_cover(struct cut *c);     /* areas: woods, settlements, marshes … */
void cut_ways(struct cut *c);      /* roads and railways */
void cut_waters(struct cut *c);    /* streams, in hexes or on sides, and their crossings; after the ways */
void cut_obstacles(struct cut *c); /* slopes, hedges, walls, works */
void cut_names(struct cut *c);
bool cut_corrections(struct cut *c, struct node list, struct faults *f);

struct knot cut_knot(const struct cut *c, int hex);
int cut_hex_at(const struct cut *c, struct point p);
void cut_side(struct cut *c, int hex, int dir, unsigned bits);   /* sets bits on a side, for both its hexes */
void cut_unside(struct cut *c, int hex, int dir, unsigned bits); /* clears them */
/* Sets bits on every side of a chain of corners that borders the map. */
void cut_chain(struct cut *c, const struct chain *sides, unsigned bits);
/* The side from corner p to q as a hex of the map and a direction; false if neither of its hexes is on the
   map. */
bool cut_find_side(const struct cut *c, struct knot p, struct knot q, int *hex, int *dir);
struct point cut_side_middle(const struct cut *c, int hex, int dir);
struct point area_middle(const struct area *a); /* the mean of its corners */
/* A line that ends at the rim of the ground, led two hexes further: the hexes at the rim reach beyond it. */
struct line cut_beyond(const struct cut *c, const struct line *l);
bool line_is_way(const struct line *l);   /* turnpike, road, track */
bool line_is_water(const struct line *l); /* river, stream, canal: a ditch stops nobody */

#endif
