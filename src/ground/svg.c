/* The map as a picture: the order of the layers, and the sheet they lie on. */
#include "ground/picture.h"
#include "ground/trace.h"

#include <math.h>

/* The ground, and all of the map's hexes, which reach beyond it. */
static void frame_ground(struct picture *p)
{
	p->right = p->ground->width;
	p->bottom = p->ground->height;
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

/* Waters and ways that end at the rim of the ground run on to the edge of the sheet. */
static void extend_lines(struct picture *p)
{
	struct ground *g = ARENA_NEW(p->bench, struct ground);
	struct line *lines = ARENA_ARRAY(p->bench, struct line, p->ground->lines);
	int32_t far = p->map ? p->map->grid.size * 2 : 0;
	for (int i = 0; i < p->ground->lines; i++) {
		lines[i] = p->ground->line[i];
		if (far > 0 && lines[i].kind <= LINE_GRADE)
			lines[i] = line_beyond(p->bench, p->ground, &p->ground->line[i], 50, far);
	}
	*g = *p->ground;
	g->line = lines;
	p->ground = g;
}

static void open_sheet(struct picture *p)
{
	double x = p->left / p->unit, y = p->top / p->unit, w = (p->right - p->left) / p->unit, h = (p->bottom - p->top) / p->unit;
	double border = p->options->title ? BORDER * p->grain : 0, strip = p->options->title ? STRIP * p->grain : 0;
	text_addf(p->out, "<svg xmlns='http://www.w3.org/2000/svg' viewBox='%.1f %.1f %.1f %.1f' font-family=\"'IM Fell English','Libre Caslon Text',Baskerville,'Times New Roman','Liberation Serif',serif\">\n",
	          x - border, y - border, w + 2 * border, h + 2 * border + strip);
	text_addf(p->out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#f3ead3'/>\n", x - border, y - border, w + 2 * border, h + 2 * border + strip);
	text_addf(p->out, "<clipPath id='sheet'><rect x='%.1f' y='%.1f' width='%.1f' height='%.1f'/></clipPath>\n", x, y, w, h);
	text_addf(p->out, "<g clip-path='url(#sheet)'>\n<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#f7f0dd'/>\n", x, y, w, h);
}

void svg_draw(struct text *out, const struct ground *g, const struct hexmap *map, const struct svg_options *o)
{
	struct arena *bench = arena_new();
	struct picture *p = ARENA_NEW(bench, struct picture);
	*p = (struct picture){.out = out, .ground = g, .map = map, .options = o, .bench = bench, .unit = o->metres_per_unit ? o->metres_per_unit : 10};
	frame_ground(p);
	extend_lines(p);
	open_sheet(p);
	measure_heights(p);
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
	if (o->title)
		draw_frame(p);
	text_add(out, "</svg>\n");
	arena_free(bench);
}
