/* A board without hexes in the terminal: the ground, to scale, with the stands, the objectives and a ruler
   below. A character is about twice as high as it is wide, so a cell covers twice as much ground from north
   to south as from west to east. */
#include <stdlib.h>
#include <string.h>

#include "cli/sheet.h"

struct field_drawing {
	const struct muster *m;
	const struct view *view;
	const struct window *window;
	struct sheet sheet;
	int unit; /* board units (tenths of an inch) across a cell */
	int cols, rows;
	int low, high; /* metres of the ground shown */
};

static struct point ground_at(const struct field_drawing *d, int col, int row)
{
	int32_t metres = d->m->tabletop_metres ? d->m->tabletop_metres : 1;

	return (struct point){d->m->tabletop_left + (2 * col + 1) * d->unit / 2 * metres,
		d->m->tabletop_top + (2 * row + 1) * d->unit * metres};
}

static const struct cover {
	enum area_kind kind;
	const char *glyph, *title;
	enum ink ink;
	enum ground_look ground;
} covers[] = {
	{AREA_LAKE, "~", "water", INK_BLUE, GROUND_WATER},
	{AREA_SETTLEMENT, "#", "houses", INK_RED, GROUND_TOWN},
	{AREA_WOODS, "^", "woods", INK_GREEN, GROUND_WOODS},
	{AREA_ORCHARD, "o", "orchard", INK_GREEN, GROUND_WOODS},
	{AREA_MARSH, "\"", "marsh", INK_BLUE, GROUND_MARSH},
	{AREA_FIELDS, ":", "fields", INK_BROWN, GROUND_FIELDS},
};
#define COVERS (sizeof covers / sizeof *covers)

static const struct cover *cover_at(const struct ground *g, struct point at)
{
	for (size_t i = 0; i < COVERS; i++)
		for (int k = 0; k < g->areas; k++)
			if (g->area[k].kind == covers[i].kind && area_contains(&g->area[k], at)) return &covers[i];
	return NULL;
}

static bool line_near(const struct line *l, struct point at, int64_t far)
{
	for (int i = 0; i + 1 < l->n; i++)
		if (point_segment_distance2(at, l->points[i], l->points[i + 1]) <= far * far) return true;
	return false;
}

static const char *line_glyph(enum line_kind kind, enum ink *ink)
{
	switch (kind) {
	case LINE_RIVER:
	case LINE_STREAM:
	case LINE_CANAL: *ink = INK_BLUE; return "~";
	case LINE_TURNPIKE:
	case LINE_ROAD: *ink = INK_BROWN; return "+";
	case LINE_RAILWAY: *ink = INK_DARK; return "=";
	case LINE_WALL:
	case LINE_WORK:
	case LINE_FORT: *ink = INK_RED; return "x";
	default: return NULL;
	}
}

static void draw_cell(const struct field_drawing *d, int col, int row)
{
	const struct ground *g = d->m->battle->ground;
	struct point at = ground_at(d, col, row);
	const struct cover *cover = cover_at(g, at);
	int shade = d->high > d->low ? (ground_height(g, at) - d->low) * 4 / (d->high - d->low + 1) : 0;
	enum ground_look ground = cover ? cover->ground : (enum ground_look)(GROUND_OPEN + shade);
	const char *rise[] = {" ", " ", "-", "="};
	const char *glyph = cover ? cover->glyph : d->window->colour ? " " : rise[shade & 3];
	enum ink ink = cover ? cover->ink : INK_FAINT;

	for (int i = 0; i < g->lines; i++) {
		enum ink own;
		const char *line = line_glyph(g->line[i].kind, &own);

		if (line && line_near(&g->line[i], at, (int64_t)d->unit * d->m->tabletop_metres * 3 / 4))
			glyph = line, ink = own;
	}
	sheet_write(&d->sheet, col, row, glyph, ink, ground, false);
}

static void find_heights(struct field_drawing *d)
{
	d->low = INT32_MAX, d->high = INT32_MIN;
	for (int row = 0; row < d->rows; row++)
		for (int col = 0; col < d->cols; col++) {
			int height = ground_height(d->m->battle->ground, ground_at(d, col, row));

			d->low = height < d->low ? height : d->low;
			d->high = height > d->high ? height : d->high;
		}
}

static void draw_marks(const struct field_drawing *d)
{
	for (int i = 0; i < d->view->marks; i++) {
		const struct view_mark *v = &d->view->mark[i];
		struct look look =
			v->side >= 0 ? side_look(d->m->battle, v->side) : (struct look){INK_BLACK, GROUND_YELLOW};

		if (v->place >= 0)
			sheet_write(&d->sheet, PLACE_X(v->place) / d->unit, PLACE_Y(v->place) / (2 * d->unit), "*",
				look.ink, look.ground, true);
	}
}

static void draw_pieces(const struct field_drawing *d)
{
	for (int i = 0; i < d->view->pieces; i++) {
		const struct view_piece *p = &d->view->piece[i];
		struct look look =
			p->side >= 0 ? side_look(d->m->battle, p->side) : (struct look){INK_BLACK, GROUND_YELLOW};
		char name[4];

		piece_short_name(d->m, d->window, p, name);
		if (p->places)
			sheet_write(&d->sheet, p->x / d->unit, p->y / (2 * d->unit), name, look.ink, look.ground,
				p->acts);
	}
}

/* "|------| 5 inches (500 m)", and what the letters of the ground mean */
static void print_ruler(const struct field_drawing *d, FILE *out)
{
	int inches = 1 + 12 * d->unit / 10, cells = inches * 10 / d->unit;

	fprintf(out, "%s|", paint(d->window, DIM));
	for (int i = 1; i < cells - 1; i++) fputc('-', out);
	fprintf(out, "| %d inches (%d m); board %d by %d inches\n", inches, inches * 10 * d->m->tabletop_metres,
		d->m->tabletop_w / 10, d->m->tabletop_h / 10);
	for (size_t i = 0; i < COVERS; i++) fprintf(out, "%s %s, ", covers[i].glyph, covers[i].title);
	fprintf(out, "+ road, x wall or works, * objective%s%s\n",
		d->window->colour ? "" : ", - and = high ground", paint(d->window, PLAIN));
}

void terminal_field(const struct muster *m, const struct view *v, const struct window *w, int lines,
	FILE *out)
{
	struct field_drawing d = {.m = m, .view = v, .window = w};
	int width = w->columns - 2, height = lines > 6 ? lines - 4 : 2;

	d.unit = (m->tabletop_w + width - 1) / width;
	if (d.unit < (m->tabletop_h + 2 * height - 1) / (2 * height))
		d.unit = (m->tabletop_h + 2 * height - 1) / (2 * height);
	d.unit = d.unit > 0 ? d.unit : 1;
	d.cols = m->tabletop_w / d.unit + 1, d.rows = m->tabletop_h / (2 * d.unit) + 1;
	d.sheet = sheet_new(d.cols + 2, d.rows);
	find_heights(&d);
	for (int row = 0; row < d.rows; row++)
		for (int col = 0; col < d.cols; col++) draw_cell(&d, col, row);
	draw_marks(&d);
	draw_pieces(&d);
	sheet_print(&d.sheet, 0, 0, d.cols + 2, d.rows, NULL, w, out);
	print_ruler(&d, out);
	sheet_free(&d.sheet);
}
