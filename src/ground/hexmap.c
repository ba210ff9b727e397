/* Cutting the ground into hexes: the frame. Neighbours, distances and numbers are made here; what lies in the
   hexes is asked of cover.c, ways.c, waters.c and obstacles.c in that order, and corrections.c has the last
   word. */
#include "ground/cut.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct knot cut_knot(const struct cut *c, int hex)
{
	return grid_knot(c->grid, hex % c->grid->cols, hex / c->grid->cols);
}

int cut_hex_at(const struct cut *c, struct point p)
{
	return grid_index(c->grid, grid_hex_at(c->grid, fine_of(p)));
}

static void cut_neighbours(struct cut *c)
{
	for (int hex = 0; hex < c->count; hex++)
		for (int dir = 0; dir < 6; dir++)
			c->next[hex * 6 + dir] =
				(int16_t)grid_index(c->grid, knot_sum(cut_knot(c, hex), lattice_step(c->grid->flat, dir)));
}

static void cut_ranges(struct cut *c)
{
	for (int a = 0; a < c->count; a++)
		for (int b = 0; b < c->count; b++) {
			int d = lattice_distance(c->grid->flat, cut_knot(c, a), cut_knot(c, b));
			c->range[a * c->count + b] = (uint8_t)(d < 255 ? d : 255);
		}
}

static int printed(int i, int n, int start, bool reversed) { return start + (reversed ? n - 1 - i : i); }

static void cut_numbers(struct cut *c)
{
	const struct hexgrid *g = c->grid;
	for (int hex = 0; hex < c->count; hex++) {
		int col = printed(hex % g->cols, g->cols, g->col_start, g->col_reversed);
		int row = printed(hex / g->cols, g->rows, g->row_start, g->row_reversed);
		assert(col >= 0 && col <= 99 && row >= 0 && row <= 99);
		snprintf(c->number[hex], sizeof c->number[hex], "%02d%02d", g->row_first ? row % 100 : col % 100,
			g->row_first ? col % 100 : row % 100);
	}
}

void cut_side(struct cut *c, int hex, int dir, unsigned bits)
{
	int other = c->next[hex * 6 + dir];
	c->edge[hex * 6 + dir] |= (uint16_t)bits;
	if (other != HEX_NONE) c->edge[other * 6 + (dir + 3) % 6] |= (uint16_t)bits;
}

void cut_unside(struct cut *c, int hex, int dir, unsigned bits)
{
	int other = c->next[hex * 6 + dir];
	c->edge[hex * 6 + dir] &= (uint16_t)~bits;
	if (other != HEX_NONE) c->edge[other * 6 + (dir + 3) % 6] &= (uint16_t)~bits;
}

bool cut_find_side(const struct cut *c, struct knot p, struct knot q, int *hex, int *dir)
{
	struct knot right;
	if (!lattice_side(c->grid->flat, p, q, &right, dir)) return false;
	*hex = grid_index(c->grid, right);
	if (*hex != HEX_NONE) return true;
	*hex = grid_index(c->grid, knot_sum(right, lattice_step(c->grid->flat, *dir)));
	*dir = (*dir + 3) % 6;
	return *hex != HEX_NONE;
}

void cut_chain(struct cut *c, const struct chain *sides, unsigned bits)
{
	int hex, dir;
	for (int i = 0; i + 1 < sides->n; i++)
		if (cut_find_side(c, sides->at[i], sides->at[i + 1], &hex, &dir)) cut_side(c, hex, dir, bits);
}

struct point cut_side_middle(const struct cut *c, int hex, int dir)
{
	struct knot k = cut_knot(c, hex);
	struct point a = grid_point(c->grid, knot_sum(k, lattice_corner(c->grid->flat, dir)));
	struct point b = grid_point(c->grid, knot_sum(k, lattice_corner(c->grid->flat, dir + 1)));
	return (struct point){(a.x + b.x) / 2, (a.y + b.y) / 2};
}

struct line cut_beyond(const struct cut *c, const struct line *l)
{
	return line_beyond(c->bench, c->ground, l, c->grid->size / 16, c->grid->size * 2);
}

bool line_is_way(const struct line *l)
{
	return l->kind == LINE_TURNPIKE || l->kind == LINE_ROAD || l->kind == LINE_TRACK;
}

bool line_is_water(const struct line *l)
{
	return l->kind == LINE_RIVER || l->kind == LINE_STREAM || l->kind == LINE_CANAL;
}

static struct cut cut_new(struct arena *a, const struct ground *g, const struct hexmap_recipe *r)
{
	int n = r->grid.cols * r->grid.rows;
	assert(n > 0 && n <= HEX_MOST && r->grid.size > 0);
	return (struct cut){
		.arena = a,
		.bench = arena_new(),
		.ground = g,
		.recipe = r,
		.grid = &r->grid,
		.count = n,
		.cover = ARENA_ARRAY(a, uint16_t, n),
		.edge = ARENA_ARRAY(a, uint16_t, n * 6),
		.level = ARENA_ARRAY(a, int8_t, n),
		.metres = ARENA_ARRAY(a, int16_t, n),
		.next = ARENA_ARRAY(a, int16_t, n * 6),
		.way = ARENA_ARRAY(a, uint8_t, n * 6),
		.rail = ARENA_ARRAY(a, uint8_t, n * 6),
		.range = ARENA_ARRAY(a, uint8_t, (size_t)n *(size_t)n),
		.name = ARENA_ARRAY(a, const char *, n),
		.number = arena_get(a, (size_t)n * sizeof(char[6])),
	};
}

static const struct hexmap *cut_done(const struct cut *c)
{
	struct hexmap *m = ARENA_NEW(c->arena, struct hexmap);
	*m = (struct hexmap){
		.grid = *c->grid,
		.count = c->count,
		.cover = c->cover,
		.level = c->level,
		.metres = c->metres,
		.edge = c->edge,
		.way = c->way,
		.rail = c->rail,
		.next = c->next,
		.range = c->range,
		.name = c->name,
		.number = (const char(*)[6])c->number,
	};
	return m;
}

const struct hexmap *hexmap_make(struct arena *a, const struct ground *g, const struct hexmap_recipe *r,
	struct node corrections, struct faults *f)
{
	struct cut c = cut_new(a, g, r);
	cut_neighbours(&c);
	cut_ranges(&c);
	cut_numbers(&c);
	cut_heights(&c);
	cut_cover(&c);
	cut_ways(&c);
	cut_waters(&c);
	cut_obstacles(&c);
	cut_names(&c);
	bool good = cut_corrections(&c, corrections, f);
	arena_free(c.bench);
	return good ? cut_done(&c) : NULL;
}

int hexmap_at(const struct hexmap *m, struct point p)
{
	return grid_index(&m->grid, grid_hex_at(&m->grid, fine_of(p)));
}

struct point hexmap_centre(const struct hexmap *m, int hex)
{
	assert(hex >= 0 && hex < m->count);
	return grid_point(&m->grid, grid_knot(&m->grid, hex % m->grid.cols, hex / m->grid.cols));
}

int hexmap_find(const struct hexmap *m, const char *number)
{
	for (int hex = 0; hex < m->count; hex++)
		if (strcmp(m->number[hex], number) == 0) return hex;
	return HEX_NONE;
}

int hexmap_direction(const struct hexmap *m, int from, int to)
{
	for (int dir = 0; dir < 6; dir++)
		if (to != HEX_NONE && hex_next(m, from, dir) == to) return dir;
	return -1;
}

int hex_ring(const struct hexmap *m, int centre, int radius, int16_t *out)
{
	bool flat = m->grid.flat;
	struct knot k = grid_knot(&m->grid, centre % m->grid.cols, centre / m->grid.cols);
	int n = 0;
	assert(radius >= 0);
	if (radius == 0) {
		out[n++] = (int16_t)centre;
		return n;
	}
	for (int i = 0; i < radius; i++) k = knot_sum(k, lattice_step(flat, 0));
	for (int side = 0; side < 6; side++)
		for (int i = 0; i < radius; i++) {
			int hex = grid_index(&m->grid, k);
			if (hex != HEX_NONE) out[n++] = (int16_t)hex;
			k = knot_sum(k, lattice_step(flat, (side + 2) % 6));
		}
	return n;
}

int hexmap_check_ways(const struct hexmap *m, hex_closed closed, const void *who, struct mark at,
	struct faults *f)
{
	int wrong = 0;
	for (int hex = 0; hex < m->count; hex++)
		for (int dir = 0; dir < 6; dir++) {
			int to = hex_next(m, hex, dir);
			if (to == HEX_NONE || m->way[hex * 6 + dir] == WAY_NONE || !closed(who, hex, dir, to)) continue;
			fault_add(f, at, "a road runs from hex %s to hex %s across a side that is closed", m->number[hex],
				m->number[to]);
			wrong++;
		}
	return wrong;
}
