/* Laying the ground on a table (table.h): areas filled row by row, lines drawn step by step, heights
   sampled. */
#include "ground/tabletop.h"

#include "ground/relief.h"

struct laying {
	struct tabletop *t;
	uint16_t *lies;
};

/* --- areas ---------------------------------------------------------------------------------------------- */

static const uint16_t area_lies[AREA_KINDS] = {[AREA_WOODS] = TABLETOP_WOODS,
	[AREA_ORCHARD] = TABLETOP_ORCHARD,
	[AREA_MARSH] = TABLETOP_MARSH,
	[AREA_LAKE] = TABLETOP_WATER,
	[AREA_SETTLEMENT] = TABLETOP_TOWN};

static int32_t floor_div(int64_t a, int64_t b) { return (int32_t)(a >= 0 ? a / b : -((-a + b - 1) / b)); }

#define CROSSES_MOST 256

/* Where a row of the table, `south` metres down, crosses the area's outline: columns in tenths, rounded up,
   sorted. */
static int row_crossings(const struct tabletop *t, const struct area *a, int64_t south,
	int32_t out[CROSSES_MOST])
{
	int n = 0;
	for (int i = 0, j = a->n - 1; i < a->n && n < CROSSES_MOST; j = i++) {
		struct point p = a->points[j], q = a->points[i];
		if ((p.y > south) == (q.y > south)) continue;
		int64_t x = (int64_t)p.x * (q.y - p.y) + (south - p.y) * ((int64_t)q.x - p.x) -
		            (int64_t)t->from.x * (q.y - p.y);
		int64_t by = (int64_t)t->metres * (q.y - p.y);
		int32_t column = by > 0 ? -floor_div(-x, by) : -floor_div(x, -by);
		int k = n++;
		while (k > 0 && out[k - 1] > column) out[k] = out[k - 1], k--;
		out[k] = column;
	}
	return n;
}

static void fill(struct laying *l, const struct area *a, uint16_t what)
{
	struct tabletop *t = l->t;
	int32_t column[CROSSES_MOST];
	for (int row = 0; row <= t->h; row++) {
		int n = row_crossings(t, a, (int64_t)t->from.y + (int64_t)row * t->metres, column);
		for (int k = 0; k + 1 < n; k += 2)
			for (int x = column[k] < 0 ? 0 : column[k]; x < column[k + 1] && x <= t->w; x++)
				l->lies[row * (t->w + 1) + x] |= what;
	}
}

static void lay_areas(struct laying *l, const struct ground *g)
{
	for (int i = 0; i < g->areas; i++) {
		const struct area *a = &g->area[i];
		bool farm = a->kind == AREA_SETTLEMENT && a->settlement == SETTLEMENT_FARM;
		if (area_lies[a->kind]) fill(l, a, farm ? TABLETOP_FARM : area_lies[a->kind]);
	}
}

/* --- lines ---------------------------------------------------------------------------------------------- */

static uint16_t line_lies(const struct line *l)
{
	switch (l->kind) {
	case LINE_RIVER: return l->fordable ? TABLETOP_DITCH : TABLETOP_WATER;
	case LINE_STREAM:
	case LINE_CANAL:
	case LINE_DITCH: return TABLETOP_DITCH;
	case LINE_TURNPIKE:
	case LINE_ROAD:
	case LINE_TRACK: return TABLETOP_ROAD;
	case LINE_SLOPE: return TABLETOP_SLOPE;
	case LINE_HEDGE:
	case LINE_WALL:
	case LINE_ABATIS: return TABLETOP_WALL;
	case LINE_WORK:
	case LINE_FORT: return TABLETOP_WORK;
	default: return 0;
	}
}

static void spread(struct laying *l, int x, int y, int wide, uint16_t what)
{
	for (int dy = -wide; dy <= wide; dy++)
		for (int dx = -wide; dx <= wide; dx++)
			if (tabletop_has(l->t, x + dx, y + dy)) l->lies[(y + dy) * (l->t->w + 1) + x + dx] |= what;
}

/* Every tenth a segment comes by; where it goes over a corner, one beside it too. */
static void draw(struct laying *l, struct point a, struct point b, int wide, uint16_t what)
{
	struct tabletop *t = l->t;
	int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y, far = dx < 0 ? -dx : dx,
			fary = dy < 0 ? -dy : dy;
	int64_t n = (far > fary ? far : fary) * 2 / t->metres + 1;
	int last_x = 0, last_y = 0;
	for (int64_t i = 0; i <= n; i++) {
		int64_t mx = a.x + dx * i / n - t->from.x, my = a.y + dy * i / n - t->from.y;
		int x = floor_div(mx * 2 + t->metres, t->metres * 2),
			y = floor_div(my * 2 + t->metres, t->metres * 2);
		if (i && x != last_x && y != last_y) spread(l, x, last_y, wide, what);
		if (!i || x != last_x || y != last_y) spread(l, x, y, wide, what);
		last_x = x, last_y = y;
	}
}

/* A work that comes back to its beginning encloses what it defends. */
static void enclose(struct laying *l, const struct line *line)
{
	struct point a = line->points[0], b = line->points[line->n - 1];
	struct area inside = {.n = line->n - 1, .points = line->points};
	if (line->n > 3 && a.x == b.x && a.y == b.y) fill(l, &inside, TABLETOP_WORK);
}

static void lay_lines(struct laying *l, const struct ground *g)
{
	for (int i = 0; i < g->lines; i++) {
		const struct line *line = &g->line[i];
		uint16_t what = line_lies(line);
		int wide = what == TABLETOP_ROAD  ? 2
		         : what == TABLETOP_WORK  ? 3
		         : what == TABLETOP_WATER ? line->width / 2 / l->t->metres
		                                  : 0;
		for (int k = 0; what && k + 1 < line->n; k++)
			draw(l, line->points[k], line->points[k + 1], wide, what);
		if (what == TABLETOP_WORK) enclose(l, line);
	}
}

/* Bridges and fords open the water around them; a road that meets water anywhere else is bridged there. */
static void lay_crossings(struct laying *l, const struct ground *g)
{
	struct tabletop *t = l->t;
	enum { WIDE = 8 };
	for (int i = 0; i < (t->w + 1) * (t->h + 1); i++)
		if (l->lies[i] & TABLETOP_ROAD && l->lies[i] & (TABLETOP_WATER | TABLETOP_DITCH))
			l->lies[i] = (uint16_t)((l->lies[i] & ~(TABLETOP_WATER | TABLETOP_DITCH)) | TABLETOP_BRIDGE);
	for (int i = 0; i < g->crossings; i++) {
		int x = (g->crossing[i].at.x - t->from.x) / t->metres,
			y = (g->crossing[i].at.y - t->from.y) / t->metres;
		for (int dy = -WIDE; dy <= WIDE; dy++)
			for (int dx = -WIDE; dx <= WIDE; dx++) {
				if (dx * dx + dy * dy > WIDE * WIDE || !tabletop_has(t, x + dx, y + dy)) continue;
				uint16_t *at = &l->lies[(y + dy) * (t->w + 1) + x + dx];
				*at = (uint16_t)((*at & ~(TABLETOP_WATER | TABLETOP_DITCH)) | TABLETOP_BRIDGE);
			}
	}
}

/* --- heights -------------------------------------------------------------------------------------------- */

#define FINE_MOST (720 * 480) /* a larger table has a coarser grid of heights */

static void lay_heights(struct arena *a, struct tabletop *t, const struct ground *g)
{
	t->step = t->w * t->h > FINE_MOST ? TABLETOP_COARSE : TABLETOP_FINE;
	t->across = t->w / t->step + 2;
	int down = t->h / t->step + 2;
	int16_t *height = ARENA_ARRAY(a, int16_t, down * t->across);
	for (int y = 0; y < down; y++)
		for (int x = 0; x < t->across; x++) {
			struct point at = {t->from.x + x * t->step * t->metres, t->from.y + y * t->step * t->metres};
			height[y * t->across + x] = (int16_t)(ground_height_mm(g, at) / 100);
		}
	t->height = height;
}

const struct tabletop *tabletop_lay(struct arena *a, const struct ground *g, struct point from, int32_t w,
	int32_t h, int32_t metres)
{
	struct tabletop *t = ARENA_NEW(a, struct tabletop);
	*t = (struct tabletop){.w = w, .h = h, .metres = metres, .from = from};
	struct laying l = {t, ARENA_ARRAY(a, uint16_t, (w + 1) * (h + 1))};
	t->lies = l.lies;
	lay_areas(&l, g);
	lay_lines(&l, g);
	lay_crossings(&l, g);
	lay_heights(a, t, g);
	return t;
}
