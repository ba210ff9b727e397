/* How a system cuts the ground: the `grid:` of its battle file, key by key as docs/grids.md has them. */
#include "ground/lattice.h"

#include <assert.h>

#define SIZE_DEFAULT 800
#define STEP_DEFAULT 20

static const char *const tops[] = {"pointy", "flat", NULL};
static const char *const shifts[] = {"odd", "even", NULL};
static const char *const numberings[] = {"ccrr", "rrcc", NULL};
static const char *const streams[] = {"sides", "hexes", NULL};

struct keys { /* as written; -1 = not written */
	int32_t hex, cols, rows, level_step, level_base, max_level, steep, woods;
	int top, shift, numbers, streams;
	int32_t origin[2], first[2];
	struct node reversed;
};

#define NUMBER(key, least, most) \
	{.name = #key, .kind = YAML_INT, .offset = offsetof(struct keys, key), .min = least, .max = most}
#define NAME(key, list) {.name = #key, .kind = YAML_NAME, .offset = offsetof(struct keys, key), .names = list}
#define POINT(key) {.name = #key, .kind = YAML_POINT, .offset = offsetof(struct keys, key)}

static const struct yaml_field fields[] = {
	NUMBER(hex, 20, 20000),
	NUMBER(cols, 1, 100),
	NUMBER(rows, 1, 100),
	NUMBER(level_step, 1, 1000),
	NUMBER(level_base, -500, 5000),
	NUMBER(max_level, 0, 100),
	NUMBER(steep, 0, 1000),
	NUMBER(woods, 1, 100),
	NAME(top, tops),
	NAME(shift, shifts),
	NAME(numbers, numberings),
	NAME(streams, streams),
	POINT(origin),
	POINT(first),
	{.name = "reversed", .kind = YAML_NODE, .offset = offsetof(struct keys, reversed)},
};

static struct keys keys_of(const struct hexmap_recipe *r)
{
	const struct hexgrid *g = &r->grid;
	return (struct keys){
		.hex = g->size ? g->size : SIZE_DEFAULT,
		.cols = g->cols,
		.rows = g->rows,
		.level_step = r->level_step ? r->level_step : STEP_DEFAULT,
		.level_base = r->level_base,
		.max_level = r->max_level ? r->max_level : -1,
		.steep = r->steep,
		.woods = r->woods_percent ? r->woods_percent : 50,
		.top = g->flat,
		.shift = g->shift_even,
		.numbers = g->row_first,
		.streams = r->streams_in_hexes,
		.origin = {g->origin.x, g->origin.y},
		.first = {g->col_start, g->row_start},
	};
}

/* [columns, rows], yes or no each. */
static bool read_reversed(struct node n, struct hexgrid *g, struct faults *f)
{
	if (!n.doc) return true;
	if (!node_is_list(n) || node_count(n) != 2) {
		fault_add(f, node_mark(n), "reversed is [columns, rows], yes or no each");
		return false;
	}
	bool cols = node_bool(node_at(n, 0), &g->col_reversed, f),
		 rows = node_bool(node_at(n, 1), &g->row_reversed, f);
	return cols && rows;
}

/* How many hexes from `start` on, `apart` from each other and reaching `half` beyond their centres, to pass
   `end`. */
static int enough(int64_t start, int64_t end, int64_t apart, int64_t half)
{
	int64_t rest = end - start - half;
	return rest < 0 ? 1 : (int)(2 + rest / apart);
}

/* Every point of the ground lies in a hex: shifted rows must begin at the edge, so the others begin half a
   hex outside. */
static void cover_ground(struct hexgrid *h, const struct ground *g, bool origin_given)
{
	int32_t half = h->size / 2;
	if (!origin_given)
		h->origin = (struct point){!h->flat && h->shift_even ? half : 0, h->flat && h->shift_even ? half : 0};
	int64_t close = (int64_t)h->size * 866025 / 1000000, reach = (int64_t)h->size * 288675 / 1000000;
	int32_t back_x = !h->flat && h->shift_even ? half : 0, back_y = h->flat && h->shift_even ? half : 0;
	if (!h->cols)
		h->cols = enough(h->origin.x - back_x, g->width, h->flat ? close : h->size, h->flat ? reach : half);
	if (!h->rows)
		h->rows = enough(h->origin.y - back_y, g->height, h->flat ? h->size : close, h->flat ? half : reach);
}

static bool check_numbers(const struct hexgrid *g, struct mark at, struct faults *f)
{
	bool good = true;
	if ((int64_t)g->cols * g->rows > HEX_MOST) {
		fault_add(f, at, "%d columns of %d rows are more than %d hexes", g->cols, g->rows, HEX_MOST);
		good = false;
	}
	if (g->col_start < 0 || g->row_start < 0 || g->col_start + g->cols > 100 ||
		g->row_start + g->rows > 100) {
		fault_add(f, at,
			"hex numbers have two digits for columns and two for rows: %d columns from %d, %d rows from %d do not fit",
			g->cols, g->col_start, g->rows, g->row_start);
		good = false;
	}
	return good;
}

/* As many levels as the highest known point needs. */
static int levels_of(const struct ground *g, const struct hexmap_recipe *r)
{
	int32_t top = g->base_height;
	for (int i = 0; i < g->spots; i++) top = g->spot[i].height > top ? g->spot[i].height : top;
	for (int i = 0; i < g->areas; i++)
		top = g->area[i].kind == AREA_HILL && g->area[i].height > top ? g->area[i].height : top;
	int levels = (top - r->level_base) / r->level_step;
	return levels < 0 ? 0 : levels > 100 ? 100 : levels;
}

bool hexmap_recipe_read(struct node grid, const struct ground *g, struct hexmap_recipe *r, struct faults *f)
{
	struct keys k = keys_of(r);
	if (grid.doc && !yaml_fields(grid, fields, sizeof fields / sizeof *fields, &k, f)) return false;
	struct hexgrid *h = &r->grid;
	bool origin_given = h->origin.x || h->origin.y || (grid.doc && node_find(grid, "origin").doc);
	*h = (struct hexgrid){
		.flat = k.top,
		.size = k.hex,
		.origin = {k.origin[0], k.origin[1]},
		.cols = k.cols,
		.rows = k.rows,
		.shift_even = k.shift,
		.row_first = k.numbers,
		.col_start = k.first[0],
		.row_start = k.first[1],
		.col_reversed = h->col_reversed,
		.row_reversed = h->row_reversed,
	};
	r->level_step = k.level_step;
	r->level_base = k.level_base;
	r->steep = k.steep;
	r->streams_in_hexes = k.streams;
	r->woods_percent = k.woods;
	r->max_level = k.max_level >= 0 ? k.max_level : levels_of(g, r);
	if (!read_reversed(k.reversed, h, f)) return false;
	cover_ground(h, g, origin_given);
	struct mark nowhere = {0};
	return check_numbers(h, grid.doc ? node_mark(grid) : nowhere, f);
}
