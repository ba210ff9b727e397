/* The ground of a battle as vectors: metres east (x) and south (y) of an origin whose latitude and longitude
   are stated. Everything here is as the surveyor drew it; no hex, no rule system. ground_load reads
   data/battles/X/ground.yaml. hexmap.h cuts it into hexes; svg.h draws it; the tabletop uses it as it is. */
#ifndef GROUND_GROUND_H
#define GROUND_GROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/fault.h"

struct point {
	int32_t x, y; /* metres */
};

enum area_kind {
	AREA_WOODS,
	AREA_FIELDS,
	AREA_ORCHARD,
	AREA_MARSH,
	AREA_LAKE,
	AREA_SETTLEMENT,
	AREA_HILL,
	AREA_KINDS
};
enum line_kind {
	LINE_RIVER,
	LINE_STREAM,
	LINE_CANAL,
	LINE_DITCH, /* waters */
	LINE_TURNPIKE,
	LINE_ROAD,
	LINE_TRACK,
	LINE_RAILWAY,
	LINE_GRADE, /* ways; a grade is an unfinished railway */
	LINE_CONTOUR,
	LINE_RIDGE, /* heights along a line */
	LINE_SLOPE, /* a steep slope: the high ground lies to the left of its direction */
	LINE_HEDGE,
	LINE_WALL,
	LINE_ABATIS,
	LINE_WORK,
	LINE_FORT,
	LINE_TREES, /* obstacles and works */
	LINE_KINDS
};
enum crossing_kind { CROSSING_BRIDGE, CROSSING_FORD, CROSSING_KINDS };
enum settlement_kind { SETTLEMENT_FARM, SETTLEMENT_HAMLET, SETTLEMENT_VILLAGE, SETTLEMENT_TOWN };

extern const char *const area_names[]; /* NULL-ended, as written in ground.yaml */
extern const char *const line_names[];
extern const char *const crossing_names[];
extern const char *const settlement_names[];

struct area {
	enum area_kind kind;
	const char *name; /* may be NULL */
	enum settlement_kind settlement;
	int32_t height; /* AREA_HILL: metres of its top, at least this inside */
	int n;
	const struct point *points; /* closed: the last joins the first */
};

struct line {
	enum line_kind kind;
	const char *name;
	int32_t width;          /* metres, 0 = thin */
	int32_t height;         /* contour, ridge: metres at all points unless heights is given */
	const int32_t *heights; /* ridge: one per point, or NULL */
	bool fordable;          /* a river that may be waded anywhere */
	int n;
	const struct point *points;
};

struct spot {
	struct point at;
	int32_t height;
	const char *name;
};
struct crossing {
	enum crossing_kind kind;
	struct point at;
	const char *name;
	bool foot_only;
};
struct place {
	const char *name;
	struct point at;
	bool on_map;
	int rank; /* 1 town … 4 house, for lettering */
	bool uncertain;
};

struct ground {
	int32_t width, height;       /* metres */
	int32_t latitude, longitude; /* of the origin, in 1/100,000 degree */
	int32_t base_height;         /* metres where nothing else is said */
	int areas, lines, spots, crossings, places;
	const struct area *area;
	const struct line *line;
	const struct spot *spot;
	const struct crossing *crossing;
	const struct place *place;
};

/* NULL if anything is wrong; the faults say what. */
const struct ground *ground_load(struct arena *a, const char *path, struct faults *f);
int ground_find_place(const struct ground *g, const char *name); /* -1 if unknown */

/* Height in metres at any point, from spots, contours, ridges and hills; integers only, the same on every
   machine. */
int32_t ground_height(const struct ground *g, struct point at);

/* Geometry, exact in 64-bit integers for coordinates within ±1,000,000 m. */
bool area_contains(const struct area *a, struct point p); /* boundary counts as inside */
int64_t point_distance2(struct point a, struct point b);
int64_t point_segment_distance2(struct point p, struct point a, struct point b);     /* rounded down */
bool segments_cross(struct point a, struct point b, struct point c, struct point d); /* touching counts */
int32_t isqrt64(int64_t n); /* floor of the square root */

#endif
