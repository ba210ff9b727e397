/* How far each hex is from the places that count, and how strongly a unit there bears on them: made at
   muster, one row a hex, so that a judge runs through all places of a unit at once. For rule systems on
   hexes. */
#ifndef ENGINE_REACH_H
#define ENGINE_REACH_H

#include <stdint.h>

#include "base/arena.h"
#include "ground/hexmap.h"

#define REACH_PLACES 32 /* places */

struct reach {
	int width;            /* of a row: the places, and then some on which nothing bears */
	const uint8_t *far;   /* hexes, at most `farthest` */
	const uint16_t *pull; /* as 1 to near + the square of the distance; from `farthest` on 0 */
};

void reach_make(struct reach *r, struct arena *a, const struct hexmap *map, const int16_t *place, int n,
	int near, int farthest);

/* Sixteen places at a time, so that the machine does them at once. */
#define REACH_EACH(r, i) \
	(int i##_16 = 0; i##_16 < (r)->width; i##_16 += 16) for (int i = i##_16; i < i##_16 + 16; i++)

static inline void reach_bear(const struct reach *r, int hex, int strength, int32_t *restrict force)
{
	const uint16_t *restrict row = &r->pull[hex * r->width];
	for REACH_EACH (r, i) force[i] += strength * row[i];
}

/* The nearest of several units to each place: begin with what is far. */
static inline void reach_near(const struct reach *r, int hex, uint8_t *restrict near)
{
	const uint8_t *restrict row = &r->far[hex * r->width];
	for REACH_EACH (r, i) near[i] = row[i] < near[i] ? row[i] : near[i];
}

/* How far the nearest place is, but for those that are closed (255, others 0). */
static inline int reach_next(const struct reach *r, int hex, const uint8_t *restrict closed)
{
	const uint8_t *restrict row = &r->far[hex * r->width];
	uint8_t least = 255;
	for (int i = 0, width = r->width & ~15; i < width; i++) {
		uint8_t one = row[i] | closed[i];
		least = one < least ? one : least;
	}
	return least;
}

/* What one side has of all that bears on a place, in millionths. */
static inline int32_t reach_share(int32_t own, int32_t other)
{
	return (int32_t)((int64_t)own * 1000000 / ((int64_t)own + other + 1));
}

/* How surely one side has more of it than the other: nothing up to a half, all from five sixths on. */
static inline int32_t reach_promise(int32_t own, int32_t other)
{
	int32_t more = 3 * (reach_share(own, other) - 500000);
	return more < 0 ? 0 : more > 1000000 ? 1000000 : more;
}

#endif
