/* Waters, ways, crossings, and what stands in an army's path. */
#include "ground/picture.h"
#include "ground/cut.h"

#include <math.h>

/* All lines of a kind in one path; `stroke` holds colours and dashes, `width` units times grain. */
static void stroke_lines(struct picture *p, enum line_kind kind, const char *stroke, double width)
{
	struct pen n;
	struct text style = {0};
	text_addf(&style, "%s stroke-width='%.2f'", stroke, width * p->grain);
	pen_begin(&n, p, text_str(&style));
	for (int i = 0; i < p->ground->lines; i++)
		if (p->ground->line[i].kind == kind)
			pen_along(&n, p->ground->line[i].points, p->ground->line[i].n, false);
	pen_end(&n);
	text_free(&style);
}

/* --- waters -------------------------------------------------------------------------------------------- */

static void draw_water(struct picture *p, const struct line *l, const char *colour, double width)
{
	struct pen n;
	struct text style = {0};
	text_addf(&style, "stroke='%s' stroke-width='%.2f'", colour, width);
	pen_begin(&n, p, text_str(&style));
	pen_along(&n, l->points, l->n, false);
	pen_end(&n);
	text_free(&style);
}

/* As wide as on the ground, but never too thin to be seen. */
static double water_width(const struct picture *p, const struct line *l)
{
	static const double least[] =
		{[LINE_RIVER] = 4.2, [LINE_STREAM] = .8, [LINE_CANAL] = 2.2, [LINE_DITCH] = .5};
	double more = l->kind == LINE_STREAM ? fmin(1.5, l->width / 10.0) : 0;
	return fmax(l->width / p->unit, (least[l->kind] + more) * p->grain);
}

void draw_waters(struct picture *p)
{
	text_add(p->out, "<g fill='none' stroke-linecap='round' stroke-linejoin='round'>\n");
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < p->ground->lines; i++) {
			const struct line *l = &p->ground->line[i];
			if (l->kind > LINE_DITCH) continue;
			double width = water_width(p, l);
			if (pass == 0) draw_water(p, l, "#3f5f68", width);
			else if (width > 1.8 * p->grain)
				draw_water(p, l, l->kind == LINE_CANAL ? "#c6d6d6" : "#b9cdcf", width - 1.1 * p->grain);
		}
	text_add(p->out, "</g>\n");
}

/* --- ways ---------------------------------------------------------------------------------------------- */

void draw_ways(struct picture *p)
{
	text_add(p->out, "<g fill='none' stroke-linejoin='round'>\n");
	stroke_lines(p, LINE_TRACK, "stroke='#4a3829' stroke-dasharray='4 2.2'", .8);
	stroke_lines(p, LINE_ROAD, "stroke='#4a3829'", 2.5);
	stroke_lines(p, LINE_TURNPIKE, "stroke='#3b2a1e'", 4.1);
	stroke_lines(p, LINE_ROAD, "stroke='#f7efdc' stroke-linecap='round'", 1.4);
	stroke_lines(p, LINE_TURNPIKE, "stroke='#f3dfb4' stroke-linecap='round'", 2.7);
	stroke_lines(p, LINE_GRADE, "stroke='#5b4a3c' stroke-dasharray='5 3'", .8);
	stroke_lines(p, LINE_GRADE, "stroke='#5b4a3c' stroke-dasharray='.7 7.3'", 4);
	stroke_lines(p, LINE_RAILWAY, "stroke='#241a14'", 1.3);
	stroke_lines(p, LINE_RAILWAY, "stroke='#241a14' stroke-dasharray='.9 5.1'", 5.4);
	text_add(p->out, "</g>\n");
}

/* --- crossings ----------------------------------------------------------------------------------------- */

/* The direction of the nearest line for which `is` holds, in degrees. */
static bool bearing(const struct picture *p, struct point at, bool (*is)(const struct line *l),
	double *degrees)
{
	int64_t least = 250 * 250;
	bool found = false;
	for (int i = 0; i < p->ground->lines; i++) {
		const struct line *l = &p->ground->line[i];
		for (int k = 0; is(l) && k + 1 < l->n; k++) {
			int64_t d = point_segment_distance2(at, l->points[k], l->points[k + 1]);
			if (d >= least) continue;
			least = d;
			found = true;
			*degrees =
				57.29578 * atan2(l->points[k + 1].y - l->points[k].y, l->points[k + 1].x - l->points[k].x);
		}
	}
	return found;
}

static bool carries(const struct line *l) { return line_is_way(l) || l->kind == LINE_RAILWAY; }

void draw_crossings(struct picture *p)
{
	text_addf(p->out,
		"<defs><g id='bridge' transform='scale(%.2f)'>"
		"<path d='M-4 -3.4l1.3 1.2h5.4l1.3 -1.2M-4 3.4l1.3 -1.2h5.4l1.3 1.2' fill='none' stroke='#241a14' stroke-width='1.1'/></g>"
		"<g id='ford' transform='scale(%.2f)'>"
		"<path d='M-5 -1.6h10M-5 1.6h10' fill='none' stroke='#241a14' stroke-width='.9' stroke-dasharray='1.6 1'/></g></defs>\n",
		p->grain, p->grain);
	for (int i = 0; i < p->ground->crossings; i++) {
		const struct crossing *c = &p->ground->crossing[i];
		double turn = 0;
		if (!bearing(p, c->at, carries, &turn) && bearing(p, c->at, line_is_water, &turn)) turn += 90;
		text_addf(p->out, "<use href='#%s' transform='translate(%.1f %.1f) rotate(%.0f)'/>\n",
			crossing_names[c->kind], unit_x(p, c->at.x), unit_y(p, c->at.y), turn);
	}
}

/* --- obstacles ----------------------------------------------------------------------------------------- */

/* Strokes down the right side of a steep slope, and a firm edge. */
static void draw_slopes(struct picture *p)
{
	struct pen n;
	double gap = 2.2 * p->grain * p->unit, length = 6 * p->grain * p->unit;
	stroke_lines(p, LINE_SLOPE, "fill='none' stroke='#5b452f'", .7);
	pen_begin(&n, p, "fill='none' stroke='#5b452f' stroke-width='.7'");
	for (int i = 0; i < p->ground->lines; i++) {
		const struct line *l = &p->ground->line[i];
		for (int k = 0; l->kind == LINE_SLOPE && k + 1 < l->n; k++) {
			double dx = l->points[k + 1].x - l->points[k].x, dy = l->points[k + 1].y - l->points[k].y,
				   whole = hypot(dx, dy);
			for (double at = 0; at < whole; at += gap) {
				double x = l->points[k].x + dx * at / whole, y = l->points[k].y + dy * at / whole;
				double part = length * (0.6 + 0.4 * scattered((unsigned)at, (unsigned)i, 2));
				pen_move(&n, x, y);
				pen_line(&n, x - dy / whole * part, y + dx / whole * part);
			}
		}
	}
	pen_end(&n);
}

void draw_obstacles(struct picture *p)
{
	draw_slopes(p);
	text_add(p->out, "<g fill='none'>\n");
	stroke_lines(p, LINE_HEDGE, "stroke='#5d6e3a' stroke-linecap='round' stroke-dasharray='.1 2.4'", 1.8);
	stroke_lines(p, LINE_TREES, "stroke='#566838' stroke-linecap='round' stroke-dasharray='.1 5'", 3.2);
	stroke_lines(p, LINE_WALL, "stroke='#3a2c22'", .7);
	stroke_lines(p, LINE_WALL, "stroke='#3a2c22' stroke-dasharray='1.2 2.4'", 1.9);
	stroke_lines(p, LINE_ABATIS, "stroke='#3a2c22' stroke-dasharray='.7 1.7'", 5);
	stroke_lines(p, LINE_ABATIS, "stroke='#3a2c22'", .6);
	stroke_lines(p, LINE_WORK, "stroke='#6e2a1c' stroke-linejoin='miter'", 2.2);
	stroke_lines(p, LINE_WORK, "stroke='#6e2a1c' stroke-dasharray='.7 2'", 4.6);
	stroke_lines(p, LINE_FORT, "stroke='#6e2a1c' stroke-linejoin='miter'", 3.4);
	stroke_lines(p, LINE_FORT, "stroke='#f3dfb4'", 1.1);
	text_add(p->out, "</g>\n");
}

/* --- the grid ------------------------------------------------------------------------------------------ */

/* Every side once: from the hex that has the lower index, or has no neighbour there. */
static void draw_sides(struct picture *p)
{
	const struct hexmap *m = p->map;
	struct pen n;
	pen_begin(&n, p, "class='grid' fill='none' stroke='#3d2f22' stroke-opacity='.34' stroke-width='.6'");
	for (int hex = 0; hex < m->count; hex++) {
		struct knot k = grid_knot(&m->grid, hex % m->grid.cols, hex / m->grid.cols);
		for (int dir = 0; dir < 6; dir++) {
			int to = hex_next(m, hex, dir);
			if (to != HEX_NONE && to < hex) continue;
			struct fine a = grid_fine(&m->grid, knot_sum(k, lattice_corner(m->grid.flat, dir)));
			struct fine b = grid_fine(&m->grid, knot_sum(k, lattice_corner(m->grid.flat, dir + 1)));
			pen_move(&n, a.x / 1000.0, a.y / 1000.0);
			pen_line(&n, b.x / 1000.0, b.y / 1000.0);
		}
	}
	pen_end(&n);
}

static void draw_numbers(struct picture *p)
{
	const struct hexmap *m = p->map;
	double size = m->grid.size / p->unit;
	text_addf(p->out,
		"<g class='numbers' font-size='%.1f' fill='#3d2f22' fill-opacity='.72' text-anchor='middle'>\n",
		size * 0.115);
	for (int hex = 0; hex < m->count; hex++) {
		struct point c = hexmap_centre(m, hex);
		text_addf(p->out, "<text x='%.1f' y='%.1f'>%s</text>%s", unit_x(p, c.x),
			unit_y(p, c.y) - size * (m->grid.flat ? 0.38 : 0.4), m->number[hex], hex % 8 == 7 ? "\n" : "");
	}
	text_add(p->out, "</g>\n");
}

void draw_grid(struct picture *p)
{
	if (p->map && p->options->grid) draw_sides(p);
	if (p->map && p->options->numbers) draw_numbers(p);
}
