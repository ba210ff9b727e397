/* The name of a hex: that of the most important place in it, or failing that of a crest, a crossing or a
   settlement. */
#include "ground/cut.h"

#define RANK_WORST 100

struct naming {
	struct cut *c;
	int *rank; /* of the name a hex has */
};

static void offer(struct naming *n, struct point at, const char *name, int rank)
{
	int hex = name ? cut_hex_at(n->c, at) : HEX_NONE;
	if (hex == HEX_NONE || rank >= n->rank[hex]) return;
	n->c->name[hex] = name;
	n->rank[hex] = rank;
}

struct point area_middle(const struct area *a)
{
	int64_t x = 0, y = 0;
	for (int i = 0; i < a->n; i++) {
		x += a->points[i].x;
		y += a->points[i].y;
	}
	return (struct point){(int32_t)(x / a->n), (int32_t)(y / a->n)};
}

void cut_names(struct cut *c)
{
	const struct ground *g = c->ground;
	struct naming n = {c, ARENA_ARRAY(c->bench, int, c->count)};
	for (int hex = 0; hex < c->count; hex++) n.rank[hex] = RANK_WORST;
	for (int i = 0; i < g->places; i++) /* hidden ones last: they are better than nothing */
		offer(&n, g->place[i].at, g->place[i].name,
			g->place[i].on_map ? g->place[i].rank : 50 + g->place[i].rank);
	for (int i = 0; i < g->areas; i++)
		if (g->area[i].kind == AREA_SETTLEMENT) offer(&n, area_middle(&g->area[i]), g->area[i].name, 10);
		else if (g->area[i].kind == AREA_HILL) offer(&n, area_middle(&g->area[i]), g->area[i].name, 12);
	for (int i = 0; i < g->spots; i++) offer(&n, g->spot[i].at, g->spot[i].name, 11);
	for (int i = 0; i < g->crossings; i++) offer(&n, g->crossing[i].at, g->crossing[i].name, 13);
}
