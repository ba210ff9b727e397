/* What covers a hex: woods, fields, marshes, lakes, settlements, and how high it lies. Each hex is sampled at
   61 evenly spread points; a bit a sample, so that two woods that overlap are not counted twice. A settlement
   has at least one hex however small it is: a village that falls between four hexes would otherwise
   vanish. */
#include "ground/cut.h"

#include <assert.h>

#define MAJORITY 50 /* per cent */

/* samples[hex]: which of its samples lie in the area. */
static void sample_area(const struct cut *c, const struct area *a, uint64_t *samples)
{
	for (int hex = 0; hex < c->count; hex++) {
		struct point p = grid_point(c->grid, cut_knot(c, hex));
		int32_t out = c->grid->size;
		bool west = true, east = true, north = true, south = true;
		for (int i = 0; i < a->n; i++) {
			west &= a->points[i].x < p.x - out;
			east &= a->points[i].x > p.x + out;
			north &= a->points[i].y < p.y - out;
			south &= a->points[i].y > p.y + out;
		}
		if (west || east || north || south) continue;
		for (int i = 0; i < HEX_SAMPLES; i++)
			if (area_contains(a, grid_sample(c->grid, cut_knot(c, hex), i))) samples[hex] |= (uint64_t)1 << i;
	}
}

static bool covers(uint64_t samples, int percent)
{
	return samples != 0 && __builtin_popcountll(samples) * 100 >= percent * HEX_SAMPLES;
}

static void cover_kind(struct cut *c, enum area_kind kind, unsigned bit, int percent)
{
	uint64_t *samples = ARENA_ARRAY(c->bench, uint64_t, c->count);
	for (int i = 0; i < c->ground->areas; i++)
		if (c->ground->area[i].kind == kind) sample_area(c, &c->ground->area[i], samples);
	for (int hex = 0; hex < c->count; hex++)
		if (covers(samples[hex], percent)) c->cover[hex] |= (uint16_t)bit;
}

/* The hex of an area's centre; if the centre lies outside it, as in a bent village, the hex that has most of
   it. */
static int main_hex(const struct cut *c, const struct area *a, const uint64_t *samples)
{
	struct point centre = area_middle(a);
	int best = cut_hex_at(c, centre);
	if (area_contains(a, centre)) return best;
	int most = 0;
	for (int hex = 0; hex < c->count; hex++)
		if (__builtin_popcountll(samples[hex]) > most) {
			best = hex;
			most = __builtin_popcountll(samples[hex]);
		}
	return best;
}

static const uint16_t settlement_bits[] = {
	[SETTLEMENT_FARM] = HEX_BUILDING,
	[SETTLEMENT_HAMLET] = HEX_BUILDING,
	[SETTLEMENT_VILLAGE] = HEX_SETTLEMENT,
	[SETTLEMENT_TOWN] = HEX_SETTLEMENT | HEX_TOWN,
};

/* Villages and towns hold their main hex and every hex they fill by half; a hamlet is a building unless it
   fills one. */
static void cover_settlement(struct cut *c, const struct area *a)
{
	uint64_t *samples = ARENA_ARRAY(c->bench, uint64_t, c->count);
	uint16_t bits = settlement_bits[a->settlement];
	sample_area(c, a, samples);
	int main = main_hex(c, a, samples);
	if (main != HEX_NONE && !(a->settlement == SETTLEMENT_HAMLET && covers(samples[main], MAJORITY)))
		c->cover[main] |= bits;
	if (a->settlement == SETTLEMENT_FARM) return;
	for (int hex = 0; hex < c->count; hex++)
		if (covers(samples[hex], MAJORITY)) c->cover[hex] |= (uint16_t)(HEX_SETTLEMENT | (bits & HEX_TOWN));
}

/* A named hill's crest is its highest hex; a named spot's is where it stands. */
static void cover_crests(struct cut *c)
{
	const struct ground *g = c->ground;
	for (int i = 0; i < g->spots; i++) {
		int hex = g->spot[i].name ? cut_hex_at(c, g->spot[i].at) : HEX_NONE;
		if (hex != HEX_NONE) c->cover[hex] |= HEX_HILLTOP;
	}
	for (int i = 0; i < g->areas; i++) {
		if (g->area[i].kind != AREA_HILL || !g->area[i].name) continue;
		int best = HEX_NONE;
		for (int hex = 0; hex < c->count; hex++)
			if (area_contains(&g->area[i], grid_point(c->grid, cut_knot(c, hex))) &&
				(best == HEX_NONE || c->metres[hex] > c->metres[best]))
				best = hex;
		if (best == HEX_NONE) best = cut_hex_at(c, g->area[i].points[0]);
		if (best != HEX_NONE) c->cover[best] |= HEX_HILLTOP;
	}
}

void cut_cover(struct cut *c)
{
	cover_kind(c, AREA_WOODS, HEX_WOODS, c->recipe->woods_percent ? c->recipe->woods_percent : MAJORITY);
	cover_kind(c, AREA_FIELDS, HEX_FIELDS, MAJORITY);
	cover_kind(c, AREA_ORCHARD, HEX_ORCHARD, MAJORITY);
	cover_kind(c, AREA_MARSH, HEX_MARSH, MAJORITY);
	cover_kind(c, AREA_LAKE, HEX_WATER, MAJORITY);
	for (int i = 0; i < c->ground->areas; i++)
		if (c->ground->area[i].kind == AREA_SETTLEMENT) cover_settlement(c, &c->ground->area[i]);
	cover_crests(c);
}

static int floor_div(int a, int b) { return a / b - (a % b != 0 && a < 0); }

static int level_of(const struct hexmap_recipe *r, int metres)
{
	if (r->level_step <= 0) return 0;
	int level = floor_div(metres - r->level_base, r->level_step);
	return level < 0 ? 0 : level > r->max_level ? r->max_level : level;
}

/* The mean of the centre and half the way to each corner: a summit or a gully does not make a hex. */
static int mean_height(const struct cut *c, struct knot k)
{
	struct point centre = grid_point(c->grid, k);
	int sum = ground_height(c->ground, centre);
	for (int i = 0; i < 6; i++) {
		struct point corner = grid_point(c->grid, knot_sum(k, lattice_corner(c->grid->flat, i)));
		sum += ground_height(c->ground, (struct point){(centre.x + corner.x) / 2, (centre.y + corner.y) / 2});
	}
	return floor_div(sum * 2 + 7, 14);
}

void cut_heights(struct cut *c)
{
	for (int hex = 0; hex < c->count; hex++) {
		c->metres[hex] = (int16_t)mean_height(c, cut_knot(c, hex));
		c->level[hex] = (int8_t)level_of(c->recipe, c->metres[hex]);
	}
}
