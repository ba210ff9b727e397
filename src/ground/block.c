/* Oriented rectangles in integers (block.h). A question about two blocks is asked in the frame of one of
   them, where it is about a box along the axes; the other's corners are turned into that frame and rounded to
   a 64th of a tenth. */
#include "ground/block.h"

#include <stdlib.h>

#include "ground/ground.h"

const int16_t sine_of[360] = {
	/* 16384 times the sine, rounded */
	0,
	286,
	572,
	857,
	1143,
	1428,
	1713,
	1997,
	2280,
	2563,
	2845,
	3126,
	3406,
	3686,
	3964,
	4240,
	4516,
	4790,
	5063,
	5334,
	5604,
	5872,
	6138,
	6402,
	6664,
	6924,
	7182,
	7438,
	7692,
	7943,
	8192,
	8438,
	8682,
	8923,
	9162,
	9397,
	9630,
	9860,
	10087,
	10311,
	10531,
	10749,
	10963,
	11174,
	11381,
	11585,
	11786,
	11982,
	12176,
	12365,
	12551,
	12733,
	12911,
	13085,
	13255,
	13421,
	13583,
	13741,
	13894,
	14044,
	14189,
	14330,
	14466,
	14598,
	14726,
	14849,
	14968,
	15082,
	15191,
	15296,
	15396,
	15491,
	15582,
	15668,
	15749,
	15826,
	15897,
	15964,
	16026,
	16083,
	16135,
	16182,
	16225,
	16262,
	16294,
	16322,
	16344,
	16362,
	16374,
	16382,
	16384,
	16382,
	16374,
	16362,
	16344,
	16322,
	16294,
	16262,
	16225,
	16182,
	16135,
	16083,
	16026,
	15964,
	15897,
	15826,
	15749,
	15668,
	15582,
	15491,
	15396,
	15296,
	15191,
	15082,
	14968,
	14849,
	14726,
	14598,
	14466,
	14330,
	14189,
	14044,
	13894,
	13741,
	13583,
	13421,
	13255,
	13085,
	12911,
	12733,
	12551,
	12365,
	12176,
	11982,
	11786,
	11585,
	11381,
	11174,
	10963,
	10749,
	10531,
	10311,
	10087,
	9860,
	9630,
	9397,
	9162,
	8923,
	8682,
	8438,
	8192,
	7943,
	7692,
	7438,
	7182,
	6924,
	6664,
	6402,
	6138,
	5872,
	5604,
	5334,
	5063,
	4790,
	4516,
	4240,
	3964,
	3686,
	3406,
	3126,
	2845,
	2563,
	2280,
	1997,
	1713,
	1428,
	1143,
	857,
	572,
	286,
	0,
	-286,
	-572,
	-857,
	-1143,
	-1428,
	-1713,
	-1997,
	-2280,
	-2563,
	-2845,
	-3126,
	-3406,
	-3686,
	-3964,
	-4240,
	-4516,
	-4790,
	-5063,
	-5334,
	-5604,
	-5872,
	-6138,
	-6402,
	-6664,
	-6924,
	-7182,
	-7438,
	-7692,
	-7943,
	-8192,
	-8438,
	-8682,
	-8923,
	-9162,
	-9397,
	-9630,
	-9860,
	-10087,
	-10311,
	-10531,
	-10749,
	-10963,
	-11174,
	-11381,
	-11585,
	-11786,
	-11982,
	-12176,
	-12365,
	-12551,
	-12733,
	-12911,
	-13085,
	-13255,
	-13421,
	-13583,
	-13741,
	-13894,
	-14044,
	-14189,
	-14330,
	-14466,
	-14598,
	-14726,
	-14849,
	-14968,
	-15082,
	-15191,
	-15296,
	-15396,
	-15491,
	-15582,
	-15668,
	-15749,
	-15826,
	-15897,
	-15964,
	-16026,
	-16083,
	-16135,
	-16182,
	-16225,
	-16262,
	-16294,
	-16322,
	-16344,
	-16362,
	-16374,
	-16382,
	-16384,
	-16382,
	-16374,
	-16362,
	-16344,
	-16322,
	-16294,
	-16262,
	-16225,
	-16182,
	-16135,
	-16083,
	-16026,
	-15964,
	-15897,
	-15826,
	-15749,
	-15668,
	-15582,
	-15491,
	-15396,
	-15296,
	-15191,
	-15082,
	-14968,
	-14849,
	-14726,
	-14598,
	-14466,
	-14330,
	-14189,
	-14044,
	-13894,
	-13741,
	-13583,
	-13421,
	-13255,
	-13085,
	-12911,
	-12733,
	-12551,
	-12365,
	-12176,
	-11982,
	-11786,
	-11585,
	-11381,
	-11174,
	-10963,
	-10749,
	-10531,
	-10311,
	-10087,
	-9860,
	-9630,
	-9397,
	-9162,
	-8923,
	-8682,
	-8438,
	-8192,
	-7943,
	-7692,
	-7438,
	-7182,
	-6924,
	-6664,
	-6402,
	-6138,
	-5872,
	-5604,
	-5334,
	-5063,
	-4790,
	-4516,
	-4240,
	-3964,
	-3686,
	-3406,
	-3126,
	-2845,
	-2563,
	-2280,
	-1997,
	-1713,
	-1428,
	-1143,
	-857,
	-572,
	-286,
};

/* --- angles --------------------------------------------------------------------------------------------- */

/* In the first quadrant: does a direction lie beyond the ray that halves a degree and the next? By the sign
   of the cross product. */
static bool past(int degree, int64_t right, int64_t up)
{
	return right * (cosine(degree) + cosine(degree + 1)) > up * (sine(degree) + sine(degree + 1));
}

/* The degree whose ray lies nearest. A cubic in t, the 256ths of the way that go right, comes within two of
   it; the rest is exact. */
int heading(int32_t dx, int32_t dy)
{
	int quarter = dx >= 0 ? (dy < 0 || (dy == 0 && dx == 0) ? 0 : 1) : (dy >= 0 ? 2 : 3);
	static const int turn[4][4] = {{1, 0, 0, -1}, {0, 1, 1, 0}, {-1, 0, 0, 1}, {0, -1, -1, 0}};
	/* in the first quadrant: east and north */
	int64_t right = (int64_t)turn[quarter][0] * dx + (int64_t)turn[quarter][1] * dy;
	int64_t up = (int64_t)turn[quarter][2] * dx + (int64_t)turn[quarter][3] * dy;
	if (right + up == 0) return 0;
	int t = (int)(right * 256 / (right + up)),
		degree = (t * 90 * 65536 + t * (256 - t) * (2 * t - 256) * 43 + (1 << 23)) >> 24;
	while (degree < 90 && past(degree, right, up)) degree++;
	while (degree > 0 && !past(degree - 1, right, up)) degree--;
	return degree == 90 && quarter == 3 ? 0 : quarter * 90 + degree;
}

int wheel_length(int w, int degrees)
{
	return (int)(((int64_t)w * degrees * 31416 + 1800000) / 3600000); /* w/2 times the angle */
}

/* --- blocks --------------------------------------------------------------------------------------------- */

struct block block_part(const struct block *b, int i, int n, int deep)
{
	struct block part = *b;
	part.half_w = b->half_w / n, part.half_h = deep * BLOCK_FINE / 2;
	int64_t right = (int64_t)(2 * i + 1 - n) * part.half_w, ahead = b->half_h - part.half_h;
	part.x += (int32_t)((right * b->cos + ahead * b->sin) >> 14),
		part.y += (int32_t)((right * b->sin - ahead * b->cos) >> 14);
	return part;
}

struct fine {
	int32_t right, ahead;
};

/* A point, given relative to a block's centre, in the block's own frame: to the right of it, and ahead. */
static struct fine turned(const struct block *b, int64_t dx, int64_t dy)
{
	return (struct fine){(int32_t)((dx * b->cos + dy * b->sin) >> 14),
		(int32_t)((dx * b->sin - dy * b->cos) >> 14)};
}

static int32_t beyond(int32_t v, int32_t half) { return v > half ? v - half : v < -half ? v + half : 0; }

static int64_t away2(const struct block *b, struct fine p)
{
	int64_t x = beyond(p.right, b->half_w), y = beyond(p.ahead, b->half_h);
	return x * x + y * y;
}

struct turned {
	struct fine middle, along, deep;
}; /* a block in another's frame: its corners lie off its middle by plus or minus both */

static struct turned seen_from(const struct block *b, const struct block *of)
{
	struct fine middle = turned(b, of->x - b->x, of->y - b->y);
	int64_t cos = (int64_t)b->cos * of->cos + (int64_t)b->sin * of->sin,
			sin = (int64_t)of->sin * b->cos - (int64_t)of->cos * b->sin;
	return (struct turned){middle,
		{(int32_t)((of->half_w * (cos >> 14)) >> 14), (int32_t)((-of->half_w * (sin >> 14)) >> 14)},
		{(int32_t)((of->half_h * (sin >> 14)) >> 14), (int32_t)((of->half_h * (cos >> 14)) >> 14)}};
}

/* How far the corners stay off b's box to its right or left, and ahead or behind; negative: not at all. */
static struct fine clear_of(const struct block *b, const struct turned *t)
{
	return (struct fine){abs(t->middle.right) - abs(t->along.right) - abs(t->deep.right) - b->half_w,
		abs(t->middle.ahead) - abs(t->along.ahead) - abs(t->deep.ahead) - b->half_h};
}

/* Is some side of b's box a line with all corners on its outer side? */
static bool parted(const struct block *b, const struct turned *t)
{
	struct fine clear = clear_of(b, t);
	return clear.right >= 0 || clear.ahead >= 0;
}

/* From b to the nearest corner. */
static int64_t corner2(const struct block *b, const struct turned *t)
{
	int64_t least = INT64_MAX;
	for (int i = -1; i <= 1; i += 2)
		for (int k = -1; k <= 1; k += 2) {
			int64_t far = away2(b, (struct fine){t->middle.right + i * t->along.right + k * t->deep.right,
									   t->middle.ahead + i * t->along.ahead + k * t->deep.ahead});
			if (far < least) least = far;
		}
	return least;
}

/* From b to the upright box around the corners: never farther than to the block in it. */
static int64_t box2(const struct block *b, const struct turned *t)
{
	struct fine clear = clear_of(b, t);
	int64_t x = clear.right > 0 ? clear.right : 0, y = clear.ahead > 0 ? clear.ahead : 0;
	return x * x + y * y;
}

static bool far_apart(const struct block *a, const struct block *b, int tenths)
{
	int64_t dx = a->x - b->x, dy = a->y - b->y, most = (int64_t)(a->reach + b->reach + tenths) * BLOCK_FINE;
	return dx > most || dx < -most || dy > most || dy < -most || dx * dx + dy * dy > most * most;
}

bool block_overlaps(const struct block *a, const struct block *b)
{
	if (far_apart(a, b, 0)) return false;
	struct turned of_b = seen_from(a, b);
	if (parted(a, &of_b)) return false;
	struct turned of_a = seen_from(b, a);
	return !parted(b, &of_a);
}

int64_t block_distance2(const struct block *a, const struct block *b)
{
	struct turned of_b = seen_from(a, b), of_a = seen_from(b, a);
	if (!parted(a, &of_b) && !parted(b, &of_a)) return 0;
	int64_t one = corner2(a, &of_b), other = corner2(b, &of_a); /* two convex figures apart are nearest at a
	                                                               corner of one of them */
	return one < other ? one : other;
}

int block_gap(const struct block *a, const struct block *b)
{
	return (isqrt64(block_distance2(a, b)) + BLOCK_FINE / 2) / BLOCK_FINE;
}

bool block_within(const struct block *a, const struct block *b, int tenths)
{
	int64_t most = (int64_t)tenths * BLOCK_FINE + BLOCK_FINE / 2;    /* as block_gap rounds */
	int64_t sure = most - BLOCK_FINE / 2, never = most + BLOCK_FINE; /* half a tenth is more than all
	                                                                    rounding: most pairs need no more than
	                                                                    one of these */
	if (far_apart(a, b, tenths + 1)) return false;
	struct turned of_b = seen_from(a, b);
	if (away2(a, of_b.middle) <= sure * sure) return true;
	return box2(a, &of_b) < never * never && block_distance2(a, b) < most * most;
}

bool block_holds(const struct block *b, int x, int y)
{
	struct fine p = turned(b, (int64_t)x * BLOCK_FINE - b->x, (int64_t)y * BLOCK_FINE - b->y);
	return away2(b, p) == 0;
}

/* Cuts the segment to the strip |v| <= half by its share of 2^20; false if nothing is left. */
static bool cut(int32_t from, int32_t to, int32_t half, int64_t *low, int64_t *high)
{
	int64_t d = (int64_t)to - from, one = ((int64_t)-half - from) * (1 << 20),
			other = ((int64_t)half - from) * (1 << 20);
	if (d == 0) return from > -half && from < half;
	if (d < 0) {
		int64_t swap = one;
		one = other, other = swap;
	}
	one /= d, other /= d;
	if (one > *low) *low = one;
	if (other < *high) *high = other;
	return *low < *high;
}

bool block_meets(const struct block *b, int x0, int y0, int x1, int y1)
{
	struct fine p = turned(b, (int64_t)x0 * BLOCK_FINE - b->x, (int64_t)y0 * BLOCK_FINE - b->y);
	struct fine q = turned(b, (int64_t)x1 * BLOCK_FINE - b->x, (int64_t)y1 * BLOCK_FINE - b->y);
	int64_t low = 0, high = 1 << 20;
	return cut(p.right, q.right, b->half_w, &low, &high) && cut(p.ahead, q.ahead, b->half_h, &low, &high);
}

int block_ahead(const struct block *b, int x, int y)
{
	struct fine p = turned(b, (int64_t)x * BLOCK_FINE - b->x, (int64_t)y * BLOCK_FINE - b->y);
	int32_t v = p.ahead - b->half_h;
	return v >= 0 ? v / BLOCK_FINE : -((-v + BLOCK_FINE - 1) / BLOCK_FINE);
}

static int32_t clamped(int32_t v, int32_t half) { return v > half ? half : v < -half ? -half : v; }

/* The point of b nearest to a fine point, in tenths. */
static void nearest_point(const struct block *b, int64_t fx, int64_t fy, int out[2])
{
	struct fine p = turned(b, fx - b->x, fy - b->y);
	int64_t right = clamped(p.right, b->half_w), ahead = clamped(p.ahead, b->half_h);
	int64_t x = b->x + ((right * b->cos + ahead * b->sin) >> 14),
			y = b->y + ((right * b->sin - ahead * b->cos) >> 14);
	out[0] = (int)((x + BLOCK_FINE / 2) / BLOCK_FINE), out[1] = (int)((y + BLOCK_FINE / 2) / BLOCK_FINE);
}

void block_nearest(const struct block *a, const struct block *b, int at[2], int to[2])
{
	nearest_point(a, b->x, b->y, at);
	nearest_point(b, (int64_t)at[0] * BLOCK_FINE, (int64_t)at[1] * BLOCK_FINE, to);
	nearest_point(a, (int64_t)to[0] * BLOCK_FINE, (int64_t)to[1] * BLOCK_FINE, at);
}
