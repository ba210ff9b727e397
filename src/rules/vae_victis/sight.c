/* Lines of sight of artillery (10.2). The ground's part is worked out at muster; in play only units in the
   way are looked for. */
#include "rules/vae_victis/vae_victis.h"

struct gaze {
	const struct vv_book *b;
	int from, to;
};

/* 10.2f, 10.2g, A9: does an obstacle in the hex block? At the artillery's level or above, and beside the
   target. */
static bool stands_in_way(const struct gaze *l, int hex)
{
	return l->b->level[hex] >= l->b->level[l->from] || hex_range(l->b->map, hex, l->to) == 1;
}

/* 10.2d: a unit always blocks; with the option only where an obstacle would. */
static bool unit_blocks(const struct gaze *l, int hex) { return !l->b->fire_over || stands_in_way(l, hex); }

/* 10.2e, 10.2h, A8, A9: does the hex itself block? Nobody sees through a hill that is higher than both
   ends. */
static bool ground_blocks(const struct gaze *l, int hex)
{
	const struct vv_book *b = l->b;
	int here = b->level[hex], mine = b->level[l->from], theirs = b->level[l->to];
	if (here > mine && here > theirs) return true;
	if (mine > theirs && here >= mine) return true;
	return b->ground[hex] & (GROUND_ROUND | GROUND_WOODS | GROUND_CREST) && stands_in_way(l, hex);
}

/* A8: a line of trees that is crossed, wherever between the two. Its level is that of the higher hex beside
   it. */
static bool trees_block(const struct gaze *l, int a, int c)
{
	int dir = hexmap_direction(l->b->map, a, c);
	return l->b->map->edge[a * 6 + dir] & EDGE_TREES && (stands_in_way(l, a) || stands_in_way(l, c));
}

static bool crosses_trees(const struct gaze *l, const struct sight_cross *cross, int n, struct refusal *r)
{
	const struct hexmap *map = l->b->map;
	struct sight_cross stop[SIGHT_MOST + 1], last = {(int16_t)l->from, HEX_NONE};
	memcpy(stop, cross, sizeof stop[0] * (size_t)n);
	stop[n] = (struct sight_cross){(int16_t)l->to, HEX_NONE};
	for (int i = 0; i <= n && n; last = stop[i++]) { /* 10.2i: with nothing between, nothing blocks */
		if (last.b != HEX_NONE || stop[i].b != HEX_NONE)
			continue; /* along a side: the line meets a corner there, and crosses no side */
		if (trees_block(l, last.a, stop[i].a))
			return !refuse(r, "10.2e", "the trees between %s and %s block the line", map->number[last.a],
				map->number[stop[i].a]);
	}
	return false;
}

/* 10.2i … 10.2k: lists the hexes (or pairs, along a side) in which units would block; VV_BLOCKED if the
   ground does. */
int vv_ground_view(const struct vv_book *b, int from, int to, struct sight_cross *check, struct refusal *r)
{
	struct sight_cross cross[SIGHT_MOST];
	struct gaze l = {b, from, to};
	int n = sight_line(b->map, from, to, cross), found = 0;
	if (crosses_trees(&l, cross, n, r)) return VV_BLOCKED;
	for (int i = 0; i < n; i++) {
		int a = cross[i].a, c = cross[i].b;
		bool block_a = ground_blocks(&l, a), block_c = c == HEX_NONE || ground_blocks(&l, c);
		if (block_a && block_c)
			return refuse(r, "10.2e", "%s blocks the line from %s to %s", b->map->number[a],
					   b->map->number[from], b->map->number[to]),
			       VV_BLOCKED;
		bool unit_a = block_a || unit_blocks(&l, a), unit_c = block_c || unit_blocks(&l, c);
		if (!unit_a || !unit_c) continue;
		if (block_c) check[found++] = (struct sight_cross){(int16_t)a, HEX_NONE};
		else if (block_a) check[found++] = (struct sight_cross){(int16_t)c, HEX_NONE};
		else check[found++] = (struct sight_cross){(int16_t)a, (int16_t)c};
	}
	return found;
}

/* 10.2d */
static bool units_block(const struct state *d, const struct sight_cross *c)
{
	return d->spot[c->a].on && (c->b == HEX_NONE || d->spot[c->b].on);
}

bool vv_view_clear(const struct vv_book *b, const struct state *d, const struct vv_view *v)
{
	for (unsigned i = 0; i < v->checks; i++)
		if (units_block(d, &b->check[v->check + i])) return false;
	return true;
}

const struct vv_view *vv_view_of(const struct vv_book *b, int from, int to)
{
	int range = hex_range(b->map, from, to);
	for (const struct vv_view *v = &b->view[from * b->views]; v->to != HEX_NONE && v->range <= range; v++)
		if (v->to == to) return v;
	return NULL;
}

bool vv_sees(const struct play *p, const struct state *d, int from, int to, struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	struct sight_cross check[SIGHT_MOST];
	int n = from == to ? 0 : vv_ground_view(b, from, to, check, r); /* no mutants: only the page asks of a hex
	                                                                   itself */
	for (int i = 0; i < n; i++)
		if (units_block(d, &check[i]))
			return refuse(r, "10.2d", "units in %s block the line from %s to %s", b->map->number[check[i].a],
				b->map->number[from], b->map->number[to]);
	return n != VV_BLOCKED;
}
