/* Straight lines over a table: what a way meets, and what a line of sight is blocked by. Both go tenth by
   tenth. */
#include <limits.h>
#include <stdlib.h>

#include "ground/tabletop.h"

static inline int32_t height_by(const struct tabletop *t, int x, int y, int step)
{
	const int16_t *at = &t->height[y / step * t->across + x / step];
	int fx = x % step, fy = y % step, gx = step - fx, gy = step - fy;
	return (at[0] * gx * gy + at[1] * fx * gy + at[t->across] * gx * fy + at[t->across + 1] * fx * fy) /
	       (step * step);
}

/* Dividing by a number that the compiler knows is several times as fast. */
int32_t tabletop_height(const struct tabletop *t, int x, int y)
{
	return t->step == TABLETOP_FINE ? height_by(t, x, y, TABLETOP_FINE) : height_by(t, x, y, TABLETOP_COARSE);
}

/* A walk from one place to another in equal steps, one for each tenth of its longer side, in 2^16ths. */
struct pace {
	int n;
	int32_t x, y, dx, dy;
};

static struct pace pace_from(int x0, int y0, int x1, int y1)
{
	int wide = abs(x1 - x0), high = abs(y1 - y0), n = wide > high ? wide : high;
	if (n == 0) return (struct pace){0, x0 * 65536 + 32768, y0 * 65536 + 32768, 0, 0};
	return (
		struct pace){n, x0 * 65536 + 32768, y0 * 65536 + 32768, (x1 - x0) * 65536 / n, (y1 - y0) * 65536 / n};
}

static int bits_of(unsigned v)
{
	int n = 0;
	for (; v; v &= v - 1) n++;
	return n;
}

struct tabletop_way tabletop_walk(const struct tabletop *t, int x0, int y0, int x1, int y1, unsigned slow_on,
	unsigned lines)
{
	struct pace p = pace_from(x0, y0, x1, y1);
	struct tabletop_way way = {
		.length = isqrt64((int64_t)(x1 - x0) * (x1 - x0) + (int64_t)(y1 - y0) * (y1 - y0))};
	unsigned before = tabletop_at(t, x0, y0), last = UINT_MAX;
	int slow = 0;
	for (int i = 1; i <= p.n; i++) {
		p.x += p.dx, p.y += p.dy;
		unsigned lies = tabletop_at(t, p.x >> 16, p.y >> 16);
		slow += (lies & slow_on) != 0;
		if (lies == last) continue; /* as most are: nothing new */
		way.crossed += bits_of(lies & lines & ~before);
		way.met |= lies;
		way.off_road |= !(lies & (TABLETOP_ROAD | TABLETOP_BRIDGE));
		before = last = lies;
	}
	if (p.n) way.slow = slow * way.length / p.n;
	return way;
}

static const char *block_word(unsigned lies) { return lies & TABLETOP_TOWN ? "houses" : "woods"; }

/* The ground in between against the straight line from eye to eye; over a short way (`fold`) against the
   higher of the two. */
static bool over_ground(const struct tabletop *t, int x0, int y0, int x1, int y1, int eye, bool fold,
	int where[2])
{
	int32_t from = tabletop_height(t, x0, y0) + eye, to = tabletop_height(t, x1, y1) + eye;
	if (fold) from = to = from > to ? from : to;
	int wide = abs(x1 - x0), high = abs(y1 - y0), n = (wide > high ? wide : high) / t->step;
	for (int i = 1; i < n; i++) {
		int x = x0 + (x1 - x0) * i / n, y = y0 + (y1 - y0) * i / n;
		if (tabletop_height(t, x, y) * n > from * (n - i) + to * i) return where[0] = x, where[1] = y, false;
	}
	return true;
}

const char *tabletop_blocked(const struct tabletop *t, int x0, int y0, int x1, int y1,
	const struct tabletop_eye *e, int where[2])
{
	struct pace p = pace_from(x0, y0, x1, y1);
	int deep = 0, length = isqrt64((int64_t)(x1 - x0) * (x1 - x0) + (int64_t)(y1 - y0) * (y1 - y0)), last = 0;
	unsigned own = tabletop_at(t, x0, y0) & e->edge, far = tabletop_at(t, x1, y1) & e->edge;
	if (far) { /* the last stretch within the far town does not hide: where does it begin? */
		struct pace back = pace_from(x1, y1, x0, y0);
		while (last < back.n && tabletop_at(t, back.x >> 16, back.y >> 16) & far)
			back.x += back.dx, back.y += back.dy, last++;
	}
	int i = 0;
	/* nor does its own */
	while (i <= p.n - last && tabletop_at(t, p.x >> 16, p.y >> 16) & own) p.x += p.dx, p.y += p.dy, i++;
	for (; i <= p.n - last; i++, p.x += p.dx, p.y += p.dy) {
		unsigned lies = tabletop_at(t, p.x >> 16, p.y >> 16);
		if (!(lies & e->cover)) continue;
		if (++deep * length >= (e->into + 1) * p.n && p.n)
			return where[0] = p.x >> 16, where[1] = p.y >> 16, block_word(lies);
	}
	return over_ground(t, x0, y0, x1, y1, e->eye, length <= e->fold, where) ? NULL : "higher ground";
}
