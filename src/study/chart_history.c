/* Losses against history: by the hour, and by formation; and when the fighting was. */
#include "study/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double lost_value(const struct turn_row *row, int side) { return (double)row->lost[side]; }

/* What history says, always red; its rim, where two sides stand on one scale, is the side's. */
static void diamond(struct plot *p, double x, double y, double r, const char *rim)
{
	text_addf(p->out,
		"<path d='M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz' class='history' style='stroke:%s'/>\n", x, y - r,
		r, r, -r, r, -r, -r, rim);
}

static void draw_losses(struct plot *p, const struct study *s, const struct course *c, int side,
	double history, double label)
{
	char style[96];
	snprintf(style, sizeof style, "fill:%s;fill-opacity:.22", ink_of(s->m->battle, side));
	plot_band(p, c->x, c->q[0], c->q[4], c->n, style);
	snprintf(style, sizeof style, "stroke:%s;stroke-width:2.4", ink_of(s->m->battle, side));
	plot_curve(p, c->x, c->q[2], c->n, style);
	plot_text(p, plot_x(p, p->x1) + 10, label, "label", "start", "%s", s->m->battle->side[side].title);
	if (history > 0) diamond(p, plot_x(p, p->x1), plot_y(p, history), 7, ink_of(s->m->battle, side));
}

#define LABEL 16   /* the height of a name */
#define LETTER 6.6 /* and the breadth of a letter, about */
void chart_losses(const struct study *s, struct text *out, double w)
{
	struct group group[GROUPS_MOST];
	int n = groups_of(s->m, group, GROUPS_MOST), turns = course_turns(s);
	double history[SIDES] = {0}, most = 10;
	struct course c[SIDES];
	struct plot p;
	for (int i = 0; i < n; i++) history[group[i].side] += (double)group[i].losses;
	for (int side = 0; side < SIDES; side++) {
		c[side] = course_of(s, turns, lost_value, side);
		most = fmax(most, fmax(history[side], c[side].q[4][turns]));
	}
	plot_open(&p, out, w, 240, "men lost by the hour");
	p.x1 = turns, p.y1 = most * 1.05, p.left = 54;
	for (int side = 0; side < SIDES; side++)
		p.right = fmax(p.right, 18 + LETTER * (double)strlen(s->m->battle->side[side].title));
	plot_scale_y(&p, 5, "", true);
	double label[SIDES] = {plot_y(&p, c[0].q[2][turns]) + 4, plot_y(&p, c[1].q[2][turns]) + 4};
	int upper = label[0] > label[1]; /* two names at one height would be unreadable */
	if (label[!upper] - label[upper] < LABEL) label[upper] = label[!upper] - LABEL;
	for (int side = 0; side < SIDES; side++) draw_losses(&p, s, &c[side], side, history[side], label[side]);
	course_scale(&p, s, turns);
	plot_close(&p);
}

/* --- by formation --------------------------------------------------------------------------------------- */

#define ROW 27
static void draw_formation(struct plot *p, const struct study *s, const struct group *g, double y,
	const double *lost)
{
	const char *ink = ink_of(s->m->battle, g->side);
	double q[5], mean = 0;
	char style[96], men[32];
	for (int k = 0; k < 5; k++) q[k] = quantile(lost, s->n, (const double[]){0.1, 0.25, 0.5, 0.75, 0.9}[k]);
	for (int i = 0; i < s->n; i++) mean += lost[i] / s->n;
	snprintf(style, sizeof style, "fill:%s;fill-opacity:.35", ink);
	plot_rect(p, plot_x(p, q[0]), y - 3, plot_x(p, q[4]) - plot_x(p, q[0]), 6, style);
	snprintf(style, sizeof style, "fill:%s", ink);
	plot_rect(p, plot_x(p, q[1]), y - 6, plot_x(p, q[3]) - plot_x(p, q[1]), 12, style);
	plot_rect(p, plot_x(p, mean) - 1.2, y - 9, 2.4, 18, "fill:#2b2620");
	if (g->losses) diamond(p, plot_x(p, (double)g->losses), y, 6, "#f6efdc");
	number_write((double)g->men, men);
	plot_text(p, p->left - 10, y + 1, "label", "end", "%s", s->m->battle->formation[g->formation].name);
	plot_text(p, p->left - 10, y + 12, "tiny", "end", "%s men", men);
	if (!g->men) return;
	if (g->losses)
		plot_text(p, p->w - 4, y + 4, "tick", "end", "%.0f %% · %.1f %%", 100 * mean / (double)g->men,
			100.0 * (double)g->losses / (double)g->men);
	else plot_text(p, p->w - 4, y + 4, "tick", "end", "%.0f %% · ?", 100 * mean / (double)g->men);
}

void chart_formations(const struct study *s, struct text *out, double w)
{
	struct group group[GROUPS_MOST];
	int n = groups_of(s->m, group, GROUPS_MOST);
	double most = 10, *lost = study_need(calloc((size_t)n * (size_t)s->n + 1, sizeof *lost));
	struct plot p;
	for (int k = 0; k < n; k++) {
		for (int i = 0; i < s->n; i++) lost[k * s->n + i] = group_lost(s->m, &s->record[i], &group[k]);
		numbers_sort(lost + k * s->n, s->n);
		most = fmax(most, fmax((double)group[k].losses, quantile(lost + k * s->n, s->n, 0.9)));
	}
	plot_open(&p, out, w, n * ROW + 52, "men lost by formation");
	p.left = w * 0.27, p.right = 92, p.x1 = most * 1.04, p.top = 22;
	plot_scale_x(&p, 6);
	plot_text(&p, p.w - 4, 12, "tiny", "end", "here · history");
	for (int k = 0; k < n; k++) {
		double y = p.top + ROW * (k + 0.5);
		plot_line(&p, p.left, y, p.w - p.right, y, "hair");
		draw_formation(&p, s, &group[k], y, lost + k * s->n);
	}
	plot_close(&p);
	free(lost);
}

/* --- when they fought ----------------------------------------------------------------------------------- */

void chart_hours(const struct study *s, struct text *out, double w)
{
	double count[COURSE_MOST] = {0}, most = 0.1;
	int turns = course_turns(s);
	struct plot p;
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < s->record[i].fights; k++)
			if (s->record[i].fight[k].turn >= 0 && s->record[i].fight[k].turn <= turns)
				count[s->record[i].fight[k].turn] += (double)s->record[i].fight[k].n / s->n;
	for (int t = 1; t <= turns; t++) most = fmax(most, count[t]);
	plot_open(&p, out, w, 190, "when they fought");
	p.x1 = turns, p.y1 = most * 1.05, p.right = 24;
	plot_scale_y(&p, 4, "", true);
	for (int t = 1; t <= turns; t++)
		plot_rect(&p, plot_x(&p, t - 0.9), plot_y(&p, count[t]), plot_x(&p, 0.8) - plot_x(&p, 0),
			plot_y(&p, 0) - plot_y(&p, count[t]), "fill:#8c2f1b;fill-opacity:.78");
	course_scale(&p, s, turns);
	plot_close(&p);
}
