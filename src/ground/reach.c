/* Cheapest ways over the hexes. Costs are small integers, so Dijkstra's queue is a row of buckets, one a
   cost, each a list threaded through two arrays; nothing is allocated, and equal costs are settled in a fixed
   order. */
#include "ground/hexmap.h"

#include <assert.h>
#include <string.h>

#define REACH_PLACES 4095 /* the largest allowance */

struct buckets {
	int16_t first[REACH_PLACES + 1]; /* a hex of this cost, or HEX_NONE */
	int16_t after[HEX_MOST], before[HEX_MOST];
	bool stopped[HEX_MOST]; /* the cheapest way here ends here */
};

static void put(struct buckets *b, int hex, int cost)
{
	int16_t first = b->first[cost];
	b->after[hex] = first;
	b->before[hex] = HEX_NONE;
	if (first != HEX_NONE) b->before[first] = (int16_t)hex;
	b->first[cost] = (int16_t)hex;
}

static void take(struct buckets *b, int hex, int cost)
{
	int16_t after = b->after[hex], before = b->before[hex];
	if (before == HEX_NONE) b->first[cost] = after;
	else b->after[before] = after;
	if (after != HEX_NONE) b->before[after] = before;
}

struct reach {
	const struct hexmap *map;
	int allowance;
	hex_cost step;
	const void *who;
	int16_t *cost, *from;
	struct buckets b;
};

static void try_step(struct reach *r, int hex, int dir)
{
	int to = hex_next(r->map, hex, dir);
	if (to == HEX_NONE) return;
	bool stop = false;
	int step = r->step(r->who, hex, dir, to, &stop);
	if (step < 0 || step > r->allowance - r->cost[hex]) return;
	int total = r->cost[hex] + step;
	if (r->cost[to] >= 0) {
		bool freer = total == r->cost[to] && r->b.stopped[to] && !stop;
		if (total > r->cost[to] || (total == r->cost[to] && !freer)) return;
		if (!r->b.stopped[to]) take(&r->b, to, r->cost[to]);
	}
	r->cost[to] = (int16_t)total;
	r->from[to] = (int16_t)hex;
	r->b.stopped[to] = stop;
	if (!stop) put(&r->b, to, total);
}

void hex_reach(const struct hexmap *m, int start, int allowance, hex_cost f, const void *who, int16_t *cost,
	int16_t *from)
{
	assert(start >= 0 && start < m->count && allowance >= 0 && allowance <= REACH_PLACES);
	struct reach r = {.map = m, .allowance = allowance, .step = f, .who = who, .cost = cost, .from = from};
	for (int i = 0; i <= allowance; i++) r.b.first[i] = HEX_NONE;
	for (int i = 0; i < m->count; i++) cost[i] = from[i] = HEX_NONE;
	cost[start] = 0;
	put(&r.b, start, 0);
	for (int now = 0; now <= allowance; now++)
		while (r.b.first[now] != HEX_NONE) {
			int hex = r.b.first[now];
			take(&r.b, hex, now);
			for (int dir = 0; dir < 6; dir++) try_step(&r, hex, dir);
		}
}
