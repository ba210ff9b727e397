/* The ground laid on a table: no hexes, an inch to so many metres, places to the tenth of an inch. Every
   tenth knows what lies on it, drawn from the surveyor's areas and lines; since no place is finer than that,
   it answers for every place exactly. Lines are drawn without a gap that a step could slip through. Heights
   lie on a coarser grid and are interpolated. Const after it is made. What the terrain does is the rule
   system's affair. */
#ifndef GROUND_TABLETOP_H
#define GROUND_TABLETOP_H

#include "ground/block.h"
#include "ground/ground.h"

enum { /* what lies on a tenth, bits */
	/* every settlement but a lone farm */
	TABLETOP_WOODS = 1,
	TABLETOP_ORCHARD = 2,
	TABLETOP_MARSH = 4,
	TABLETOP_TOWN = 8,
	TABLETOP_FARM = 16, /* a lone farm */
	/* water: lake or river that cannot be waded */
	TABLETOP_ROAD = 32,
	TABLETOP_BRIDGE = 64,
	TABLETOP_WATER = 128,
	/* ditch, stream, canal; wall, hedge, abatis; steep slope */
	TABLETOP_DITCH = 256,
	TABLETOP_WALL = 512,
	TABLETOP_SLOPE = 1024,
	/* field works and forts, and just behind them */
	TABLETOP_WORK = 2048,
};

enum { TABLETOP_FINE = 5, TABLETOP_COARSE = 10 };

struct tabletop {
	int32_t w, h;         /* tenths */
	int32_t metres;       /* to a tenth */
	struct point from;    /* metres, where 0,0 lies */
	const uint16_t *lies; /* [(h + 1) * (w + 1)] */
	int32_t step,
		across; /* of the heights: tenths between two (TABLETOP_FINE, TABLETOP_COARSE), and how many to a
		           row */
	const int16_t *height; /* decimetres */
};

const struct tabletop *tabletop_lay(struct arena *a, const struct ground *g, struct point from, int32_t w,
	int32_t h, int32_t metres);

static inline bool tabletop_has(const struct tabletop *t, int x, int y)
{
	return x >= 0 && y >= 0 && x <= t->w && y <= t->h;
}
static inline unsigned tabletop_at(const struct tabletop *t, int x, int y)
{
	return t->lies[y * (t->w + 1) + x];
}
int32_t tabletop_height(const struct tabletop *t, int x, int y); /* decimetres, between the grid's heights */

/* What a straight way meets. `slow`: how many tenths of it lie on something of `slow_on`; `crossed`: how many
   lines of `lines` are crossed, each kind by itself; `met`: everything that lay on it; `off_road`: some of
   it, start left out, had no road. */
struct tabletop_way {
	int length, slow, crossed;
	unsigned met;
	bool off_road;
};
struct tabletop_way tabletop_walk(const struct tabletop *t, int x0, int y0, int x1, int y1, unsigned slow_on,
	unsigned lines);

/* A line of sight between two places, both `eye` decimetres above the ground. `cover` hides what lies more
   than `into` tenths deep in it, except the piece of `edge` (a town, whose edge is manned) in which either
   end itself lies. NULL if it is clear, otherwise what blocks it, and where. Over no more than `fold` tenths
   a mere fold of the ground hides nobody, only what is higher than both ends. */
struct tabletop_eye {
	int eye, into, fold;
	unsigned cover, edge;
};
const char *tabletop_blocked(const struct tabletop *t, int x0, int y0, int x1, int y1,
	const struct tabletop_eye *e, int where[2]);

#endif
