/* Oriented rectangles on a table: stands, brigades, whatever has a front. All in integers: places are tenths
   of an inch, angles whole compass degrees (0 north, 90 east; y grows southwards), sines a table of 360.
   Inside, lengths are 64ths of a tenth, so that every machine and compiler finds the same answer. */
#ifndef GROUND_BLOCK_H
#define GROUND_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define BLOCK_FINE 64 /* fine units to a tenth */
#define SINE_ONE 16384

extern const int16_t sine_of[360];
static inline int32_t sine(int degrees) { return sine_of[degrees]; }
static inline int32_t cosine(int degrees) { return sine_of[degrees >= 270 ? degrees - 270 : degrees + 90]; }
static inline int degrees_of(int angle) { return (angle % 360 + 360) % 360; }
/* 0..180 */
static inline int turn_between(int a, int b)
{
	int d = degrees_of(a - b);
	return d > 180 ? 360 - d : d;
}

int heading(int32_t dx, int32_t dy); /* the compass degree nearest to a direction; 0 for none */

struct block {
	int32_t x, y;           /* centre, fine */
	int32_t sin, cos;       /* of its facing */
	int32_t half_w, half_h; /* along the front, and deep; fine */
	int32_t reach;          /* of the corners from the centre, tenths, rounded up */
};

/* a little generous: it only sorts out what is far */
static inline int block_reach(int w, int h) { return (w > h ? 2 * w + h : 2 * h + w) / 4 + 1; }
static inline struct block block_make(int x, int y, int facing, int w, int h) /* tenths, degrees */
{
	return (struct block){x * BLOCK_FINE, y * BLOCK_FINE, sine(facing), cosine(facing), w * BLOCK_FINE / 2,
		h * BLOCK_FINE / 2, block_reach(w, h)};
}
/* of its first rank, so many tenths deep, the ith of n from the left */
struct block block_part(const struct block *b, int i, int n, int deep);
bool block_overlaps(const struct block *a, const struct block *b); /* touching does not count */
/* fine squared; 0 if they overlap or touch */
int64_t block_distance2(const struct block *a, const struct block *b);
int block_gap(const struct block *a, const struct block *b); /* tenths, rounded to the nearest */
bool block_within(const struct block *a, const struct block *b, int tenths); /* not farther apart than that */
bool block_holds(const struct block *b, int x, int y);
bool block_meets(const struct block *b, int x0, int y0, int x1, int y1); /* a segment enters it */
int block_ahead(const struct block *b, int x, int y); /* how far a point lies in front of the front edge,
                                                         tenths; negative: flank or rear */
/* a pair of near points, one on each */
void block_nearest(const struct block *a, const struct block *b, int at[2], int to[2]);

/* On a circle's tangent: how far the end of a front of w tenths travels in a turn about the middle. */
int wheel_length(int w, int degrees);

#endif
