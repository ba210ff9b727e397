/* A map of hexes cut from the ground for one rule system. Const after it is made; shared by every game.
   A hex is an index 0..count-1 (row by row); directions are 0..5 clockwise:
   pointy-top 0 NE 1 E 2 SE 3 SW 4 W 5 NW; flat-top 0 N 1 NE 2 SE 3 S 4 SW 5 NW. Opposite = (d + 3) % 6. */
#ifndef GROUND_HEXMAP_H
#define GROUND_HEXMAP_H

#include "ground/ground.h"
#include "base/yaml.h"

#define HEX_NONE (-1)
#define HEX_MOST 4096

enum { /* what lies in a hex (hexmap.cover), bits */
	HEX_WOODS = 1,
	HEX_SETTLEMENT = 2,
	HEX_MARSH = 4,
	HEX_FIELDS = 8,
	HEX_ORCHARD = 16,
	HEX_WATER = 32,  /* lake or wide river: impassable */
	HEX_STREAM = 64, /* a stream, canal or river runs through it */
	HEX_BRIDGE = 128,
	HEX_FORD = 256,        /* a crossing lies in it */
	HEX_TOWN = 512,        /* the settlement is a town (a city in some books) */
	HEX_BUILDING = 1024,   /* an isolated farm or building */
	HEX_HILLTOP = 2048,    /* a named crest */
	HEX_OFF = 4096,        /* outside the scenario's area */
	HEX_RIVER = 8192,      /* the water in it is a river */
	HEX_FOOT_FORD = 16384, /* its ford serves infantry only */
};
enum { /* what lies on a hexside (hexmap.edge), bits; both hexes of a side always agree, except SLOPE_UP */
	EDGE_STREAM = 1,
	EDGE_RIVER = 2,
	EDGE_CANAL = 4,
	EDGE_BRIDGE = 8,
	EDGE_FORD = 16,       /* the water here can be crossed */
	EDGE_SLOPE_UP = 32,   /* a steep slope rises in this direction */
	EDGE_SLOPE_DOWN = 64, /* … falls in this direction */
	EDGE_HEDGE = 128,
	EDGE_WALL = 256,
	EDGE_ABATIS = 512,
	EDGE_WORK = 1024,
	EDGE_FORT = 2048,
	EDGE_TREES = 4096,
};
enum way { WAY_NONE, WAY_TRACK, WAY_ROAD, WAY_TURNPIKE }; /* hexmap.way: the best road across a hexside */

struct hexgrid {
	bool flat;           /* flat-top; otherwise pointy-top */
	int32_t size;        /* metres between opposite sides */
	struct point origin; /* centre of hex column 0, row 0 */
	int cols, rows;
	bool shift_even; /* pointy: even rows (flat: even columns) are the shifted ones; otherwise odd */
	/* numbering: the printed number is two two-digit numbers */
	bool row_first; /* rrcc instead of ccrr */
	int col_start, row_start;
	bool col_reversed, row_reversed; /* the printed number falls as the index grows */
};

struct hexmap {
	struct hexgrid grid;
	int count;
	const uint16_t *cover;   /* [count] */
	const int8_t *level;     /* [count] elevation in the system's steps */
	const int16_t *metres;   /* [count] */
	const uint16_t *edge;    /* [count*6] */
	const uint8_t *way;      /* [count*6] enum way */
	const uint8_t *rail;     /* [count*6] bool: a railway crosses this side */
	const int16_t *next;     /* [count*6] neighbour or HEX_NONE */
	const uint8_t *range;    /* [count*count] distance in hexes, 255 = 255 or more */
	const char *const *name; /* [count] the best place name in the hex, or NULL */
	const char (*number)[6]; /* [count] "0509" */
};

/* How a system reads the ground: from data/rules/<system>/<battle>.yaml `grid:` and `corrections:`. */
struct hexmap_recipe {
	struct hexgrid grid;
	int32_t level_step; /* metres a level */
	int32_t level_base; /* metres at which level 1 begins is level_base + level_step */
	int max_level;
	int32_t steep;         /* metres between neighbouring hex centres that make a steep side; 0 = only
	                          LINE_SLOPE */
	bool streams_in_hexes; /* water lies in hexes, as some books have it; otherwise it is snapped to hexsides,
	                          without gaps */
	int woods_percent;     /* share of a hex that makes it woods (default 50: majority) */
};

/* Reads `grid` of a system's battle file (docs/grids.md). *r holds the system's own defaults on entry, zeroed
   for none; `grid` may be absent. Whatever neither gives is chosen so that the grid covers the ground. */
bool hexmap_recipe_read(struct node grid, const struct ground *g, struct hexmap_recipe *r, struct faults *f);

/* Cuts the ground. `corrections` (may be absent) is a list of {hex: 0509, set: [woods], clear: [stream],
   level: 1, side: E, edge: [wall], way: road, name: …}. NULL if anything is wrong. */
const struct hexmap *hexmap_make(struct arena *a, const struct ground *g, const struct hexmap_recipe *r,
	struct node corrections, struct faults *f);

int hexmap_at(const struct hexmap *m, struct point p); /* the hex a point lies in, HEX_NONE outside */
struct point hexmap_centre(const struct hexmap *m, int hex);
int hexmap_find(const struct hexmap *m, const char *number);    /* by printed number; HEX_NONE */
int hexmap_direction(const struct hexmap *m, int from, int to); /* of two neighbours; -1 otherwise */

/* The hexes of the map exactly `radius` away, clockwise from direction 0; out has room for 6 * radius (at
   least 1). */
int hex_ring(const struct hexmap *m, int centre, int radius, int16_t *out);

/* A road never runs across a hexside its system closes: every one that does is a fault at `at`. Their
   number. */
typedef bool (*hex_closed)(const void *who, int from, int dir, int to);
int hexmap_check_ways(const struct hexmap *m, hex_closed closed, const void *who, struct mark at,
	struct faults *f);

static inline int hex_next(const struct hexmap *m, int hex, int dir) { return m->next[hex * 6 + dir]; }
static inline int hex_range(const struct hexmap *m, int a, int b) { return m->range[a * m->count + b]; }

/* Does it lie on the rim of what is played on? */
static inline bool hex_is_rim(const struct hexmap *m, int hex)
{
	for (int dir = 0; dir < 6; dir++)
		if (hex_next(m, hex, dir) == HEX_NONE || m->cover[hex_next(m, hex, dir)] & HEX_OFF) return true;
	return false;
}

/* --- lines of sight ------------------------------------------------------------------------------------
   The straight line from centre to centre, exact in integers. Each crossing is either one hex whose interior
   the line enters, or a pair of hexes along whose shared side it runs (b = HEX_NONE if the other is off the
   map). The first and last hex are not listed. */
struct sight_cross {
	int16_t a, b;
}; /* b == HEX_NONE: the interior of a; otherwise along the side between a and b */
#define SIGHT_MOST 256 /* a map is at most 100 hexes wide or high */
int sight_line(const struct hexmap *m, int from, int to, struct sight_cross *out); /* in order; count */

/* --- paths --------------------------------------------------------------------------------------------- */
/* Cheapest ways from one hex by a system's own cost of a step: < 0 forbids it; *stop may be set to end the
   move there. cost[] and from[] have map->count entries; cost -1 = not reached. A hex whose cheapest way in
   ends the move is not passed through, even if a dearer way in would go on; of two equal ways the one that
   goes on is taken. allowance is at most 4095. */
typedef int (*hex_cost)(const void *who, int from, int dir, int to, bool *stop);
void hex_reach(const struct hexmap *m, int start, int allowance, hex_cost f, const void *who, int16_t *cost,
	int16_t *from);

#endif
