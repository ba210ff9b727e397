/* The ground laid on a table: no hexes, an inch to so many metres, places to the tenth of an inch. Every
   tenth knows what lies on it, drawn from the surveyor's areas and lines; since no place is finer than that,
   it answers for every place exactly. Lines are drawn without a gap that a step could slip through. Heights
   lie on a coarser grid and are interpolated. Const after it is made. What the terrain does is the rule
   system's affair. */
#ifndef GROUND_TABLE_H
#define GROUND_TABLE_H

#include "ground/block.h"
#include "ground/ground.h"

enum { /* what lies on a tenth, bits */
	/* every settlement but a lone farm */
	TABLE_WOODS = 1,
	TABLE_ORCHARD = 2,
	TABLE_MARSH = 4,
	TABLE_TOWN = 8,
	TABLE_FARM = 16, /* a lone farm */
	/* water: lake or river that cannot be waded */
	TABLE_ROAD = 32,
	TABLE_BRIDGE = 64,
	TABLE_WATER = 128,
	/* ditch, stream, canal; wall, hedge, abatis; steep slope */
	TABLE_DITCH = 256,
	TABLE_WALL = 512,
	TABLE_SLOPE = 1024,
	/* field works and forts, and just behind them */
	TABLE_WORK = 2048,
};

enum { TABLE_FINE = 5, TABLE_COARSE = 10 };

struct table {
	int32_t w, h;          /* tenths */
	int32_t metres;        /* to a tenth */
	struct point from;     /* metres, where 0,0 lies */
	const uint16_t *lies;  /* [(h + 1) * (w + 1)] */
	int32_t step, across;  /* of the heights: tenths between two (TABLE_FINE, TABLE_COARSE), and how many to a
	                          row */
	const int16_t *height; /* decimetres */
};

const struct table *table_lay(struct arena *a, const struct ground *g, struct point from, int32_t w,
	int32_t h, int32_t metres);

static inline bool table_has(const struct table *t, int x, int y)
{
	return x >= 0 && y >= 0 && x <= t->w && y <= t->h;
}
static inline unsigned table_at(const struct table *t, int x, int y) { return t->lies[y * (t->w + 1) + x]; }
int32_t table_height(const struct table *t, int x, int y); /* decimetres, between the grid's heights */

/* What a straight way meets. `slow`: how many tenths of it lie on something of `slow_on`; `crossed`: how many
   lines of `lines` are crossed, each kind by itself; `met`: everything that lay on it; `off_road`: some of
   it, start left out, had no road. */
struct table_way {
	int length, slow, crossed;
	unsigned met;
	bool off_road;
};
struct table_way table_walk(const struct table *t, int x0, int y0, int x1, int y1, unsigned slow_on,
	unsigned lines);

/* A line of sight between two places, both `eye` decimetres above the ground. `cover` hides what lies more
   than `into` tenths deep in it, except the piece of `edge` (a town, whose edge is manned) in which either
   end itself lies. NULL if it is clear, otherwise what blocks it, and where. Over no more than `fold` tenths
   a mere fold of the ground hides nobody, only what is higher than both ends. */
struct table_eye {
	int eye, into, fold;
	unsigned cover, edge;
};
const char *table_blocked(const struct table *t, int x0, int y0, int x1, int y1, const struct table_eye *e,
	int where[2]);

#endif
