/* The map as a picture: the order of the layers, and the sheet they lie on. */
#include "ground/picture.h"
#include "ground/trace.h"

#include <math.h>

/* The ground, and all of the map's hexes, which reach beyond it; or the part of the ground that lies on a
   table. */
static void frame_ground(struct picture *p)
{
	p->right = p->ground->width;
	p->bottom = p->ground->height;
	if (p->options->part.w) {
		p->left = p->options->part.left, p->right = p->left + p->options->part.w;
		p->top = p->options->part.top, p->bottom = p->top + p->options->part.h;
	}
	for (int hex = 0; p->map && hex < p->map->count; hex++) {
		struct knot k = grid_knot(&p->map->grid, hex % p->map->grid.cols, hex / p->map->grid.cols);
		for (int i = 0; i < 6; i++) {
			struct fine at = grid_fine(&p->map->grid, knot_sum(k, lattice_corner(p->map->grid.flat, i)));
			p->left = fmin(p->left, at.x / 1000.0);
			p->top = fmin(p->top, at.y / 1000.0);
			p->right = fmax(p->right, at.x / 1000.0);
			p->bottom = fmax(p->bottom, at.y / 1000.0);
		}
	}
	p->grain = fmax(p->right - p->left, p->bottom - p->top) / p->unit / 1500;
}

#define PIECES 12 /* into which a stretch from point to point is cut */

/* The place t of the way from b to c on a curve that comes from a and goes on to d (Catmull and Rom, a little
   tightened). */
static struct point on_curve(struct point a, struct point b, struct point c, struct point d, double t)
{
	double k = 3 / 7.0, t2 = t * t, t3 = t2 * t;
	double from = 2 * t3 - 3 * t2 + 1, out = t3 - 2 * t2 + t, to = 3 * t2 - 2 * t3, in = t3 - t2;
	return (
		struct point){(int32_t)lround(from * b.x + out * k * (c.x - a.x) + to * c.x + in * k * (d.x - b.x)),
		(int32_t)lround(from * b.y + out * k * (c.y - a.y) + to * c.y + in * k * (d.y - b.y))};
}

/* Waters and ways were never straight from one surveyed point to the next. */
static struct line curved(struct arena *a, const struct line *l)
{
	struct point *points = ARENA_ARRAY(a, struct point, l->n * PIECES);
	const struct point *p = l->points;
	struct line out = *l;
	out.n = 0;
	out.points = points;
	for (int i = 0; i + 1 < l->n; i++)
		for (int k = 0; k < PIECES; k++)
			points[out.n++] = on_curve(p[i > 0 ? i - 1 : 0], p[i], p[i + 1], p[i + 2 < l->n ? i + 2 : i + 1],
				(double)k / PIECES);
	points[out.n++] = p[l->n - 1];
	return out;
}

/* The lines as they are drawn: what ends at the rim of the ground runs on to the edge of the sheet, and
   bends. Names, houses and trees then keep off the line that is seen. */
static void bend_lines(struct picture *p)
{
	struct ground *g = ARENA_NEW(p->bench, struct ground);
	struct line *lines = ARENA_ARRAY(p->bench, struct line, p->ground->lines);
	int32_t far = p->map ? p->map->grid.size * 2 : 100;
	for (int i = 0; i < p->ground->lines; i++) {
		lines[i] = p->ground->line[i];
		if (lines[i].kind > LINE_GRADE) continue;
		struct line longer = line_beyond(p->bench, p->ground, &lines[i], 50, far);
		lines[i] = curved(p->bench, &longer);
	}
	*g = *p->ground;
	g->line = lines;
	p->ground = g;
}

/* Does any of it come near the sheet? */
static bool near_sheet(const struct picture *p, const struct point *points, int n)
{
	double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9, rim = 40 * p->unit;
	for (int i = 0; i < n; i++) {
		left = fmin(left, points[i].x), right = fmax(right, points[i].x);
		top = fmin(top, points[i].y), bottom = fmax(bottom, points[i].y);
	}
	return left < p->right + rim && right > p->left - rim && top < p->bottom + rim && bottom > p->top - rim;
}

/* Of a part only what lies in it is drawn. Heights have been measured by then, and need the whole ground. */
static void leave_out(struct picture *p)
{
	struct ground *g = ARENA_NEW(p->bench, struct ground);
	struct area *areas = ARENA_ARRAY(p->bench, struct area, p->ground->areas + 1);
	struct line *lines = ARENA_ARRAY(p->bench, struct line, p->ground->lines + 1);
	if (!p->options->part.w) return;
	*g = *p->ground;
	g->area = areas, g->line = lines, g->areas = g->lines = 0;
	for (int i = 0; i < p->ground->areas; i++)
		if (near_sheet(p, p->ground->area[i].points, p->ground->area[i].n))
			areas[g->areas++] = p->ground->area[i];
	for (int i = 0; i < p->ground->lines; i++)
		if (near_sheet(p, p->ground->line[i].points, p->ground->line[i].n))
			lines[g->lines++] = p->ground->line[i];
	p->ground = g;
}

static void open_sheet(struct picture *p)
{
	double x = p->left / p->unit, y = p->top / p->unit, w = (p->right - p->left) / p->unit,
		   h = (p->bottom - p->top) / p->unit;
	double border = p->options->title ? BORDER * frame_grain(p) : 0,
		   strip = p->options->title ? STRIP * frame_grain(p) : 0;
	text_addf(p->out,
		"<svg xmlns='http://www.w3.org/2000/svg' viewBox='%.1f %.1f %.1f %.1f' "
		"font-family=\"'IM Fell English','Libre Caslon Text',Baskerville,'Times New Roman','Liberation Serif',serif\">\n",
		x - border, y - border, w + 2 * border, h + 2 * border + strip);
	text_addf(p->out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#f3ead3'/>\n", x - border,
		y - border, w + 2 * border, h + 2 * border + strip);
	text_addf(p->out,
		"<clipPath id='sheet'><rect x='%.1f' y='%.1f' width='%.1f' height='%.1f'/></clipPath>\n", x, y, w, h);
	text_addf(p->out,
		"<g clip-path='url(#sheet)'>\n<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#f7f0dd'/>\n",
		x, y, w, h);
}

void svg_part(struct svg_options *o, int32_t left, int32_t top, int32_t w, int32_t h, int32_t metres)
{
	int32_t longer = (w > h ? w : h) * metres;
	o->part.left = left, o->part.top = top, o->part.w = w * metres, o->part.h = h * metres;
	o->metres_per_unit = longer > 1500 ? longer / 1500 : 1;
}

void svg_draw(struct text *out, const struct ground *g, const struct hexmap *map, const struct svg_options *o)
{
	struct arena *bench = arena_new();
	struct picture *p = ARENA_NEW(bench, struct picture);
	*p = (struct picture){.out = out,
		.ground = g,
		.map = map,
		.options = o,
		.bench = bench,
		.unit = o->metres_per_unit ? o->metres_per_unit : 10};
	frame_ground(p);
	bend_lines(p);
	open_sheet(p);
	measure_heights(p);
	leave_out(p);
	draw_wash(p);
	draw_fields(p);
	draw_hachures(p);
	draw_wet(p);
	draw_woods(p);
	draw_waters(p);
	draw_obstacles(p);
	draw_ways(p);
	draw_crossings(p);
	draw_settlements(p);
	draw_grid(p);
	draw_lettering(p);
	text_add(out, "</g>\n");
	if (o->title) draw_frame(p);
	text_add(out, "</svg>\n");
	arena_free(bench);
}
