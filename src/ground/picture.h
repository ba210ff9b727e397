/* The drawing while it is made; for the svg files of src/ground only. Here alone are there floating-point
   numbers: nothing that is drawn comes back into a game. Places are in metres until a pen writes them in
   units of the drawing. */
#ifndef GROUND_PICTURE_H
#define GROUND_PICTURE_H

#include "ground/lattice.h"
#include "ground/svg.h"

struct spotxy { /* metres */
	double x, y;
};

struct box { /* units, taken by lettering or a sign */
	double left, top, right, bottom;
};

#define BOXES_MOST 1024

struct heights { /* metres at the crossings of a square grid that reaches a little beyond the picture */
	int cols, rows;
	double left, top, step; /* metres */
	double low, high;
	float *at;
};

struct picture {
	struct text *out;
	const struct ground *ground;
	const struct hexmap *map; /* or NULL */
	const struct svg_options *options;
	struct arena *bench;
	double unit;                     /* metres to a unit */
	double left, top, right, bottom; /* metres */
	double grain;                    /* size of signs and letters; 1 on a sheet 1,500 units wide */
	struct heights heights;
	struct box box[BOXES_MOST];
	int boxes;
};

/* A path being written, in tenths of a unit, relative: short, and rounding never adds up. */
struct pen {
	struct picture *p;
	int x, y;
};

void pen_begin(struct pen *n, struct picture *p, const char *style); /* style: attributes, without d */
void pen_move(struct pen *n, double x, double y);                    /* metres */
void pen_line(struct pen *n, double x, double y);
void pen_quad(struct pen *n, double cx, double cy, double x, double y);
void pen_curve(struct pen *n, double ax, double ay, double bx, double by, double x, double y);
void pen_circle(struct pen *n, double x, double y, double radius); /* radius in units */
void pen_close(struct pen *n);
void pen_end(struct pen *n);
/* a closed outline with soft corners */
void pen_round(struct pen *n, const struct point *points, int count);
/* straight from point to point */
void pen_along(struct pen *n, const struct point *points, int count, bool closed);

double unit_x(const struct picture *p, double metres);
double unit_y(const struct picture *p, double metres);
void put_words(struct picture *p, const char *words); /* escaped */
unsigned scatter(unsigned a, unsigned b, unsigned c); /* a number that looks random, the same every time */
double scattered(unsigned a, unsigned b, unsigned c); /* 0..1 */

double height_at(const struct picture *p, double x, double y);
struct spotxy slope_at(const struct picture *p, double x, double y); /* metres of rise a metre, towards east
                                                                        and south */
void draw_wash(struct picture *p);
void draw_hachures(struct picture *p);
void measure_heights(struct picture *p);

void draw_fields(struct picture *p);
void draw_woods(struct picture *p);
void draw_wet(struct picture *p); /* marshes and lakes */
void draw_settlements(struct picture *p);
void draw_waters(struct picture *p);
void draw_ways(struct picture *p);
void draw_crossings(struct picture *p);
void draw_obstacles(struct picture *p);
void draw_grid(struct picture *p);
void draw_lettering(struct picture *p);
void draw_frame(struct picture *p);
double frame_grain(const struct picture *p);

#define STRIP 190 /* units times frame_grain: the strip under the map with title, scale and key */
#define BORDER 46 /* and the border round it */

#endif
