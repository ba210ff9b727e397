/* The ground as the Terrain Chart sees it: one terrain a hex, costs of every hexside for every arm, lines of
   sight worked out once up to the longest range. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* 2.2c, 11.2c: one dominant terrain. */
static int terrain_of(unsigned cover)
{
	if (cover & (HEX_WATER | HEX_OFF)) return T_CLOSED;
	if (cover & HEX_TOWN) return T_TOWN;
	if (cover & HEX_SETTLEMENT) return T_VILLAGE;
	if (cover & HEX_WOODS) return T_WOODS;
	return cover & (HEX_FIELDS | HEX_ORCHARD | HEX_MARSH) ? T_CULTIVATED : T_CLEAR;
}

static unsigned side_flags(const struct hexmap *map, int i)
{
	unsigned edge = map->edge[i], f = 0;
	if (map->way[i] || map->rail[i]) f |= SIDE_ROAD; /* 11.2.2b */
	if (map->way[i] == WAY_TURNPIKE) f |= SIDE_MAJOR;
	if (edge & EDGE_SLOPE_UP) f |= SIDE_UP;
	if (edge & EDGE_SLOPE_DOWN) f |= SIDE_DOWN;
	if (edge & EDGE_CANAL) f |= SIDE_CANAL;
	else if (edge & EDGE_RIVER) f |= edge & (EDGE_FORD | EDGE_BRIDGE) ? SIDE_STREAM : SIDE_RIVER;
	else if (edge & EDGE_STREAM) f |= SIDE_STREAM;
	return f;
}

/* 11.5.1: a road that leaves the map here. */
static bool map_leaves(const struct muster *m, int i) { return m->map->way[i] || m->map->rail[i]; }

/* 11.2b, 11.2.1: half MP to enter off the road; -1 = prohibited. */
static int side_cost(const struct chart *n, unsigned flags, int terrain, int arm)
{
	static const unsigned edge[5] = {SIDE_UP, SIDE_DOWN, SIDE_STREAM, SIDE_CANAL, SIDE_RIVER};
	int cost = n->terrain[terrain][arm];
	if (cost == PROHIBITED)
		return PROHIBITED; /* no mutants: a chart may close ground to an arm; ours does not */
	for (int e = 0; e < 5; e++) {
		if (!(flags & edge[e])) continue;
		if (n->edge[e][arm] == PROHIBITED) return PROHIBITED;
		cost += n->edge[e][arm];
	}
	return cost * 2;
}

static void make_side(const struct muster *m, struct aab_book *b, int hex, int dir)
{
	int i = hex * 6 + dir, next = m->map->next[i];
	struct hexside *s = &b->side[i];
	bool open = next != HEX_NONE && b->terrain[next] != T_CLOSED && b->terrain[hex] != T_CLOSED;
	*s = (struct hexside){.next = (int16_t)(open ? next : HEX_NONE), .cost = {-1, -1, -1}};
	if (!open) {
		if (next == HEX_NONE && map_leaves(m, i)) s->flags = SIDE_ROAD;
		return;
	}
	s->flags = (uint8_t)side_flags(m->map, i);
	for (int arm = 0; arm < 3; arm++)
		s->cost[arm] = (int8_t)side_cost(&b->n, s->flags, b->terrain[next], arm);
}

/* --- lines of sight (8.1.5) ----------------------------------------------------------------------------- */

/* What one intervening hex does to a line between levels lo <= hi. `second`: the hex before it on the line
   was Cultivated at a level that counts too. */
int aab_cross_verdict(const struct aab_book *b, int hex, int lo, int hi, bool unit, bool second)
{
	int level = b->level[hex], t = b->terrain[hex];
	if (level > hi) return BLOCKED; /* 8.1.5e */
	if (level < lo) return SEEN;    /* 8.1.5m */
	bool screen = t == T_WOODS || t == T_TOWN || unit || (t == T_CULTIVATED && second);
	if (level == hi) return screen ? BLOCKED : t == T_VILLAGE ? OBSCURED : SEEN; /* 8.1.5f-j */
	return screen || t == T_VILLAGE ? OBSCURED : SEEN;                           /* 8.1.5k, R-22 */
}

/* 8.1.5l, R-21: along a hexside. */
int aab_cross_join(int a, int b)
{
	if (a == BLOCKED && b == BLOCKED) return BLOCKED;
	if (a == SEEN && b == SEEN) return SEEN;
	return (a == BLOCKED && b == OBSCURED) || (b == BLOCKED && a == OBSCURED) ? BLOCKED : OBSCURED;
}

static bool fields_at(const struct aab_book *b, const struct sight_cross *x, int level)
{
	bool a = b->terrain[x->a] == T_CULTIVATED && b->level[x->a] == level;
	return x->b == HEX_NONE ? a : a && b->terrain[x->b] == T_CULTIVATED && b->level[x->b] == level;
}

/* 8.1.5g, R-20: is this Cultivated hex beside another one on the line, at the same level? */
bool aab_in_fields(const struct aab_book *b, const struct sight_cross *x, int n, int i, int hex)
{
	int level = b->level[hex];
	return (i > 0 && fields_at(b, &x[i - 1], level)) || (i + 1 < n && fields_at(b, &x[i + 1], level));
}

/* where a line enters its target, in half sides: 2d through side d, 2d + 1 at the corner between sides
   d and d + 1. */
static int entry_of(const struct aab_book *b, const struct sight_cross *x, int n, int from, int to)
{
	int last = n ? x[n - 1].a : from, beside = n ? x[n - 1].b : HEX_NONE;
	int da = aab_board_direction(b, to, last),
		db = beside == HEX_NONE ? NO_SIDE : aab_board_direction(b, to, beside);
	if (db == NO_SIDE) return 2 * da;
	return (da + 1) % 6 == db ? 2 * da + 1 : 2 * db + 1;
}

void aab_line_make(const struct muster *m, const struct aab_book *b, int from, int to, struct sightline *out)
{
	struct sight_cross x[SIGHT_MOST];
	int n = sight_line(m->map, from, to, x), lo = b->level[from], hi = b->level[to];
	if (lo > hi) lo = b->level[to], hi = b->level[from];
	*out = (struct sightline){.n = (uint8_t)n, .entry = (uint8_t)entry_of(b, x, n, from, to)};
	assert(n <= LINE_MOST);
	for (int i = 0; i < n; i++) {
		int hex = x[i].a, beside = x[i].b;
		bool fa = aab_in_fields(b, x, n, i, hex);
		out->cross[i].a = (int16_t)hex, out->cross[i].b = (int16_t)beside;
		out->cross[i].bare_a = (uint8_t)aab_cross_verdict(b, hex, lo, hi, false, fa);
		out->cross[i].full_a = (uint8_t)aab_cross_verdict(b, hex, lo, hi, true, fa);
		if (beside == HEX_NONE) continue;
		bool fb = aab_in_fields(b, x, n, i, beside);
		out->cross[i].bare_b = (uint8_t)aab_cross_verdict(b, beside, lo, hi, false, fb);
		out->cross[i].full_b = (uint8_t)aab_cross_verdict(b, beside, lo, hi, true, fb);
	}
}

static void lines_make(const struct muster *m, struct arena *a, struct aab_book *b)
{
	int most = 1 + 3 * LINE_MOST * (LINE_MOST + 1), n = 0; /* no mutants: a size */
	int16_t *hex = ARENA_ARRAY(a, int16_t, most * b->hexes);
	struct sightline *line = ARENA_ARRAY(a, struct sightline, b->hexes * most);
	for (int h = 0; h < b->hexes; h++) {
		b->disc[h] = n;
		for (int far = 1; far <= LINE_MOST; far++) {
			int16_t ring[6 * LINE_MOST];
			int count = hex_ring(m->map, h, far, ring);
			b->disc_radius[h][far] = n;
			for (int i = 0; i < count; i++) {
				if (ring[i] == HEX_NONE) continue;
				aab_line_make(m, b, h, ring[i], &line[n]);
				hex[n++] = ring[i];
			}
		}
		b->disc_radius[h][LINE_MOST + 1] = n;
	}
	b->disc[b->hexes] = n;
	b->disc_hex = hex, b->line = line;
}

void aab_ground_make(const struct muster *m, struct arena *a, struct aab_book *b)
{
	b->hexes = m->map->count, b->range = m->map->range;
	for (int h = 0; h < b->hexes; h++)
		b->terrain[h] = (uint8_t)terrain_of(m->map->cover[h]), b->level[h] = m->map->level[h],
		b->vp_at[h] = -1;
	for (int i = 0; i < b->hexes * 6; i++) make_side(m, b, i / 6, i % 6);
	for (int i = 0; i < b->hexes * 6; i++)
		if (b->side[i].next != HEX_NONE && b->side[i].flags & SIDE_ROAD)
			b->road[i / 6][b->roads[i / 6]++] = (uint8_t)(i % 6);
	for (int h = 0; h < b->hexes; h++) b->edge[h] = hex_is_rim(m->map, h);
	lines_make(m, a, b);
}
