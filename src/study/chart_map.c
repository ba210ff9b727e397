/* Where they fought: the battle's own map, and over it every place where dice had a consequence, the redder
   the more often. The ground is drawn once a page; each map shows the part of it that its scenario is
   about. */
#include "study/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ground/svg.h"

#define UNIT 10     /* metres a unit of the drawing */
#define HIGHEST 860 /* a map fills no more than a page */
#define CELL 25     /* a table is looked at in squares of so many of its units */

struct point place_point(const struct muster *m, int64_t place)
{
	const struct scenario *s = m->scenario;
	if (m->map)
		return place >= 0 && place < m->map->count ? hexmap_centre(m->map, (int)place) : (struct point){0};
	int64_t w = m->tabletop_w ? m->tabletop_w : 1, h = m->tabletop_h ? m->tabletop_h : 1;
	return (struct point){(int32_t)(s->from.x + PLACE_X(place) * (s->to.x - s->from.x) / w),
		(int32_t)(s->from.y + PLACE_Y(place) * (s->to.y - s->from.y) / h)};
}

void chart_ground(const struct battle *b, struct text *out)
{
	struct text map = {0};
	double x, y, w, h;
	svg_draw(&map, b->ground, NULL, &(struct svg_options){.metres_per_unit = UNIT});
	const char *box = strstr(map.s, "viewBox='");
	assert(box && sscanf(box, "viewBox='%lf %lf %lf %lf'", &x, &y, &w, &h) == 4);
	text_add(out, "<svg width='0' height='0' style='position:absolute'><defs><g id='ground'>");
	text_addf(out, "<svg x='%.1f' y='%.1f' width='%.1f' height='%.1f' %s", x, y, w, h, map.s + 5);
	text_add(out, "</g></defs></svg>\n");
	text_free(&map);
}

struct spot_of_fight {
	int64_t place;
	double n;
};

/* Places where it was as bad stand in the order of their numbers: the same report from every C library. */
static int by_count(const void *a, const void *b)
{
	const struct spot_of_fight *x = a, *y = b;
	if (x->n != y->n) return (x->n < y->n) - (x->n > y->n);
	return (x->place > y->place) - (x->place < y->place);
}

static int64_t cell_of(const struct muster *m, int64_t place)
{
	if (m->map) return place;
	return PLACE_XY(PLACE_X(place) / CELL * CELL + CELL / 2, PLACE_Y(place) / CELL * CELL + CELL / 2);
}

/* Every place with how often somebody suffered there, the mean a game; the most dreadful first. */
static int fights_by_place(const struct study *s, struct spot_of_fight **out)
{
	int n = 0, room = 0;
	*out = NULL;
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < s->record[i].fights; k++) {
			int64_t place = cell_of(s->m, s->record[i].fight[k].place);
			int at = 0;
			while (at < n && (*out)[at].place != place) at++;
			if (at == room)
				*out = study_need(realloc(*out, sizeof **out * (size_t)(room = room ? 2 * room : 64)));
			if (at == n) (*out)[n++] = (struct spot_of_fight){place, 0};
			(*out)[at].n += (double)s->record[i].fight[k].n / s->n;
		}
	if (n) qsort(*out, (size_t)n, sizeof **out, by_count);
	return n;
}

static void draw_hex(const struct muster *m, struct point at, double opacity, double grow, struct text *out)
{
	double radius = m->map ? m->map->grid.size / sqrt(3) / UNIT * grow
	                       : (double)(m->scenario->to.x - m->scenario->from.x) /
	                             (m->tabletop_w ? m->tabletop_w : 1) * CELL / UNIT * 0.56;
	double turn = m->map && m->map->grid.flat ? 0 : 30;
	text_add(out, "<path d='");
	for (int i = 0; i < 6; i++) {
		double angle = (60 * i + turn) * 3.14159265358979 / 180;
		text_addf(out, "%c%.1f %.1f", i ? 'L' : 'M', at.x / (double)UNIT + radius * cos(angle),
			at.y / (double)UNIT + radius * sin(angle));
	}
	text_addf(out, "Z' fill='#a3200c' fill-opacity='%.3f'/>\n", opacity);
}

static void draw_objectives(const struct muster *m, double size, struct text *out)
{
	for (int i = 0; i < m->scenario->objectives; i++) {
		const struct objective *o = &m->scenario->objective[i];
		double x = o->at.x / (double)UNIT, y = o->at.y / (double)UNIT;
		text_addf(out,
			"<circle cx='%.1f' cy='%.1f' r='%.1f' fill='none' stroke='#2b2620' stroke-width='%.1f'/>\n", x, y,
			size, size / 4);
	}
}

void chart_map(const struct study *s, struct text *out, double w)
{
	const struct scenario *c = s->m->scenario;
	const struct ground *g = s->m->battle->ground;
	struct point from = c->from, to = c->to;
	struct spot_of_fight *spot;
	int n = fights_by_place(s, &spot);
	if (to.x <= from.x || to.y <= from.y)
		from = (struct point){0, 0}, to = (struct point){g->width, g->height};
	double breadth = (to.x - from.x) / (double)UNIT, high = (to.y - from.y) / (double)UNIT;
	w = fmin(w, HIGHEST * breadth / high);
	text_addf(out,
		"<svg class='map' viewBox='%.1f %.1f %.1f %.1f' style='aspect-ratio:%.1f/%.1f;max-width:%.0fpx' role='img' aria-label='where they fought'>\n<use href='#ground'/>\n",
		from.x / (double)UNIT, from.y / (double)UNIT, breadth, high, breadth, high, w);
	for (int i = 0; i < n; i++)
		draw_hex(s->m, place_point(s->m, spot[i].place), 0.08 + 0.52 * sqrt(spot[i].n / spot[0].n), 0.96,
			out);
	draw_objectives(s->m, breadth / 90, out);
	text_add(out, "</svg>\n");
	free(spot);
}
