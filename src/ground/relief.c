/* Heights. What the surveyor knew are single spots, contours and ridge lines; between them the height is the
   mean of what is known, each weighted by the inverse fourth power of its distance, with the base height as a
   faint voice from far away. Hills are plateaux: at least so high inside, with a soft edge. All in 64-bit
   integers and millimetres. */
#include "ground/relief.h"

#include <assert.h>

#define WEIGHT_AT_ONE 200000000000000000 /* 2e17: known heights farther off than 21 km weigh nothing */
#define BLUR2 \
	2500                   /* square metres added to every squared distance: no needle at a spot, and no sum
	                          over 64 bits */
#define BASE_DISTANCE 2500 /* metres at which the base height speaks */
#define HILL_EDGE 350      /* metres over which a hill falls to its surroundings */

static int64_t weight(int64_t distance2)
{
	int64_t d2 = distance2 + BLUR2;
	return d2 > 3000000000 ? 0 : WEIGHT_AT_ONE / (d2 * d2);
}

struct known {
	int64_t distance2;
	int32_t mm;
};

/* The point of a segment nearest to `at`: how far, and how high. */
static struct known segment_height(struct point at, struct point a, struct point b, int64_t high_a,
	int64_t high_b)
{
	int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y, length2 = dx * dx + dy * dy;
	int64_t along = dx * ((int64_t)at.x - a.x) + dy * ((int64_t)at.y - a.y);
	along = along < 0 ? 0 : along > length2 ? length2 : along;
	if (length2 == 0) return (struct known){point_distance2(at, a), (int32_t)high_a * 1000};
	struct point foot = {(int32_t)(a.x + dx * along / length2), (int32_t)(a.y + dy * along / length2)};
	return (struct known){point_distance2(at, foot),
		(int32_t)(high_a * 1000 + (high_b - high_a) * 1000 * along / length2)};
}

/* To the box with the corners a and b: never more than to anything in it, and much cheaper than to a
   segment. */
static int64_t box_distance2(struct point at, struct point a, struct point b)
{
	int64_t west = a.x < b.x ? a.x : b.x, east = a.x < b.x ? b.x : a.x, north = a.y < b.y ? a.y : b.y,
			south = a.y < b.y ? b.y : a.y;
	int64_t dx = at.x < west ? west - at.x
	           : at.x > east ? at.x - east
	                         : 0,
			dy = at.y < north ? north - at.y
	           : at.y > south ? at.y - south
	                          : 0;
	return dx * dx + dy * dy;
}

static struct known line_height(const struct line *l, struct point at)
{
	struct known best = {INT64_MAX, 0};
	for (int i = 0; i + 1 < l->n; i++) {
		if (box_distance2(at, l->points[i], l->points[i + 1]) >= best.distance2) continue;
		int32_t from = l->heights ? l->heights[i] : l->height,
				to = l->heights ? l->heights[i + 1] : l->height;
		struct known k = segment_height(at, l->points[i], l->points[i + 1], from, to);
		if (k.distance2 < best.distance2) best = k;
	}
	return best;
}

/* At most `least`. */
static int64_t edge_distance2(const struct area *a, struct point at, int64_t least)
{
	for (int i = 0, j = a->n - 1; i < a->n; j = i++) {
		if (box_distance2(at, a->points[j], a->points[i]) >= least) continue;
		int64_t d = point_segment_distance2(at, a->points[j], a->points[i]);
		if (d < least) least = d;
	}
	return least;
}

/* How much of a hill is felt at a point, 0..HILL_EDGE²: all inside, falling in an S outside. */
static int64_t hill_share(const struct area *a, struct point at)
{
	if (area_contains(a, at)) return (int64_t)HILL_EDGE * HILL_EDGE;
	int64_t d2 = edge_distance2(a, at, (int64_t)HILL_EDGE * HILL_EDGE);
	if (d2 >= (int64_t)HILL_EDGE * HILL_EDGE) return 0;
	int64_t d = isqrt64(d2), left = HILL_EDGE - d;
	return d < HILL_EDGE / 2 ? (int64_t)HILL_EDGE * HILL_EDGE - 2 * d * d : 2 * left * left;
}

static int64_t with_hills(const struct ground *g, struct point at, int64_t mm)
{
	for (int i = 0; i < g->areas; i++) {
		const struct area *a = &g->area[i];
		int64_t rise = a->kind == AREA_HILL ? (int64_t)a->height * 1000 - mm : 0;
		if (rise > 0) mm += rise * hill_share(a, at) / ((int64_t)HILL_EDGE * HILL_EDGE);
	}
	return mm;
}

int32_t ground_height_mm(const struct ground *g, struct point at)
{
	int64_t total = weight((int64_t)BASE_DISTANCE * BASE_DISTANCE), sum = total * g->base_height * 1000;
	for (int i = 0; i < g->spots; i++) {
		int64_t w = weight(point_distance2(at, g->spot[i].at));
		total += w;
		sum += w * g->spot[i].height * 1000;
	}
	for (int i = 0; i < g->lines; i++) {
		const struct line *l = &g->line[i];
		if (l->kind != LINE_CONTOUR && l->kind != LINE_RIDGE) continue;
		struct known k = line_height(l, at);
		int64_t w = weight(k.distance2);
		total += w;
		sum += w * k.mm;
	}
	return (int32_t)with_hills(g, at, sum / total);
}

int32_t ground_height(const struct ground *g, struct point at)
{
	int32_t mm = ground_height_mm(g, at);
	return mm >= 0 ? (mm + 500) / 1000 : -((-mm + 500) / 1000);
}
