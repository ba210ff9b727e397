/* Plane geometry in whole metres. Every answer is exact, so that two machines, two compilers and a replay
   agree about which hex a road touches. Products of coordinates fit 64 bits; their squares need 128. */
#include "ground/ground.h"

#include <assert.h>

__extension__ typedef __int128 wide;

/* Twice the area of the triangle a b c; positive when c lies to the right of a→b (y grows southwards). */
static int64_t turn(struct point a, struct point b, struct point c)
{
	return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) - ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

static bool within(int32_t v, int32_t a, int32_t b) { return a < b ? a <= v && v <= b : b <= v && v <= a; }

static bool on_segment(struct point p, struct point a, struct point b)
{
	return turn(a, b, p) == 0 && within(p.x, a.x, b.x) && within(p.y, a.y, b.y);
}

/* Even-odd: a ray to the east is crossed by every side that has p's northing between its ends. */
bool area_contains(const struct area *a, struct point p)
{
	assert(a->n >= 3);
	bool inside = false;
	for (int i = 0, j = a->n - 1; i < a->n; j = i++) {
		struct point from = a->points[j], to = a->points[i];
		if ((from.y > p.y && to.y > p.y) || (from.y < p.y && to.y < p.y)) continue;
		int64_t t = turn(from, to, p);
		if (t == 0 && within(p.x, from.x, to.x)) return true;
		if ((from.y > p.y) != (to.y > p.y) && (to.y > from.y ? t > 0 : t < 0)) inside = !inside;
	}
	return inside;
}

int64_t point_distance2(struct point a, struct point b)
{
	int64_t dx = (int64_t)a.x - b.x, dy = (int64_t)a.y - b.y;
	return dx * dx + dy * dy;
}

int64_t point_segment_distance2(struct point p, struct point a, struct point b)
{
	int64_t length2 = point_distance2(a, b);
	int64_t along = ((int64_t)b.x - a.x) * ((int64_t)p.x - a.x) + ((int64_t)b.y - a.y) * ((int64_t)p.y - a.y);
	if (along <= 0 || length2 == 0) return point_distance2(p, a);
	if (along >= length2) return point_distance2(p, b);
	wide t = turn(a, b, p);
	return (int64_t)(t * t / length2);
}

static int sign(int64_t v) { return (v > 0) - (v < 0); }

bool segments_cross(struct point a, struct point b, struct point c, struct point d)
{
	int c_side = sign(turn(a, b, c)), d_side = sign(turn(a, b, d));
	int a_side = sign(turn(c, d, a)), b_side = sign(turn(c, d, b));
	if (c_side * d_side < 0 && a_side * b_side < 0) return true;
	return on_segment(c, a, b) || on_segment(d, a, b) || on_segment(a, c, d) || on_segment(b, c, d);
}

/* Digit by digit in base 4, from the highest digit that n has. */
static int32_t isqrt_bits(uint64_t rest)
{
	uint64_t root = 0;
	for (uint64_t bit = (uint64_t)1 << ((63 - __builtin_clzll(rest)) & ~1); bit; bit >>= 2) {
		bool fits = rest >= root + bit;
		rest -= fits ? root + bit : 0;
		root = root / 2 + (fits ? bit : 0);
	}
	return (int32_t)root;
}

/* A first guess from the leading bits, at most a tenth too small, one step of Newton's, which is never too
   small, and a second; then what is still one too many is taken off. */
static int32_t isqrt_small(uint32_t n)
{
	static const uint8_t first[16] = {0, 0, 0, 0, 16, 18, 20, 21, 23, 24, 26, 27, 28, 29, 30, 31};
	int even = __builtin_clz(n) & ~1;
	uint32_t guess = (uint32_t)first[n << even >> 28] << 11 >> even / 2;
	for (int i = 0; i < 2; i++) guess = (guess + n / guess) / 2;
	while ((uint64_t)guess * guess > n) guess--;
	return (int32_t)guess;
}

int32_t isqrt64(int64_t n)
{
	assert(n >= 0);
	if (n == 0) return 0;
	return n < 1 << 16 || n > UINT32_MAX ? isqrt_bits((uint64_t)n) : isqrt_small((uint32_t)n);
}
