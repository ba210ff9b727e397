/* The charts of who won, how, when it was decided, and how much of it was luck. */
#include "study/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int percent(double share) { return (int)lround(100 * share); }

/* --- who won -------------------------------------------------------------------------------------------------------------- */

/* The bar of all games, the band in which a scenario counts as even, and side 0's share of the points with its interval. */
void chart_result(const struct study *s, struct text *out, double w)
{
	const struct battle *b = s->m->battle;
	struct balance x = study_balance(s);
	const int n[3] = {x.wins[0], x.draws, x.wins[1]};
	const char *const ink[3] = {ink_of(b, 0), "#d9cca9", ink_of(b, 1)}, *const name[3] = {b->side[0].title, "drawn", b->side[1].title};
	struct plot p;
	double at = 0;
	plot_open(&p, out, w, 122, "who won");
	p.left = p.right = 14, p.x1 = s->n ? s->n : 1;
	for (int i = 0; i < 3; at += n[i++]) {
		double from = plot_x(&p, at), breadth = plot_x(&p, at + n[i]) - from;
		char style[80];
		snprintf(style, sizeof style, "fill:%s;stroke:#f6efdc;stroke-width:1.5", ink[i]);
		if (n[i]) plot_rect(&p, from, 8, breadth, 46, style);
		if (breadth > 58) {
			plot_text(&p, from + breadth / 2, 31, i == 1 ? "label" : "label light", "middle", "%s", name[i]);
			plot_text(&p, from + breadth / 2, 47, i == 1 ? "tick" : "tick light", "middle", "%d of %d", n[i], s->n);
		}
	}
	p.x1 = 100;
	plot_rect(&p, plot_x(&p, 40), 62, plot_x(&p, 60) - plot_x(&p, 40), 22, "fill:#e4d6b0");
	plot_line(&p, plot_x(&p, 50), 60, plot_x(&p, 50), 86, "axis");
	plot_line(&p, plot_x(&p, 100 * x.low[0]), 73, plot_x(&p, 100 * x.high[0]), 73, "whisker");
	text_addf(out, "<circle cx='%.1f' cy='73' r='5.5' style='fill:%s;stroke:#f6efdc;stroke-width:1.5'/>\n", plot_x(&p, 100 * x.share[0]), ink_of(b, 0));
	for (int i = 0; i <= 10; i += 2) plot_text(&p, plot_x(&p, 10 * i), 102, "tick", i == 0 ? "start" : i == 10 ? "end" : "middle", "%d %%", 10 * i);
	plot_text(&p, plot_x(&p, 50), 118, "tick", "middle", "%s’s share of the points: %d %%, and with 95 %% certainty %d to %d %%", b->side[0].title,
	          percent(x.share[0]), percent(x.low[0]), percent(x.high[0]));
	plot_close(&p);
}

#define MARGINS 8
void chart_margins(const struct study *s, struct text *out, double w)
{
	int count[2 * MARGINS + 1] = {0}, most = 1, widest = 1;
	struct plot p;
	for (int i = 0; i < s->n; i++) {
		const struct record *r = &s->record[i];
		int margin = r->margin < 1 ? 1 : r->margin > MARGINS ? MARGINS : (int)r->margin;
		int at = r->winner == 0 ? -margin : r->winner == 1 ? margin : 0;
		if (abs(at) > widest) widest = abs(at);
		if (++count[MARGINS + at] > most) most = count[MARGINS + at];
	}
	plot_open(&p, out, w, 190, "levels of victory");
	p.x0 = -widest - 0.5, p.x1 = widest + 0.5, p.y1 = 100.0 * most / (s->n ? s->n : 1), p.left = 48;
	plot_scale_y(&p, 4, " %", true);
	for (int k = -widest; k <= widest; k++) {
		char style[64];
		double share = 100.0 * count[MARGINS + k] / (s->n ? s->n : 1);
		snprintf(style, sizeof style, "fill:%s", k == 0 ? "#c9b98f" : ink_of(s->m->battle, k > 0));
		plot_rect(&p, plot_x(&p, k - 0.38), plot_y(&p, share), plot_x(&p, k + 0.38) - plot_x(&p, k - 0.38), plot_y(&p, 0) - plot_y(&p, share), style);
		plot_text(&p, plot_x(&p, k), p.h - p.bottom + 16, "tick", "middle", k == 0 ? "drawn" : "%d", abs(k));
	}
	plot_line(&p, p.left, p.h - p.bottom, p.w - p.right, p.h - p.bottom, "axis");
	plot_text(&p, plot_x(&p, -widest / 2.0 - 0.25), 11, "label", "middle", "%s", s->m->battle->side[0].title);
	plot_text(&p, plot_x(&p, widest / 2.0 + 0.25), 11, "label", "middle", "%s", s->m->battle->side[1].title);
	plot_close(&p);
}

/* --- the course of the battle ------------------------------------------------------------------------------------------ */

int course_turns(const struct study *s)
{
	int most = 1;
	for (int i = 0; i < s->n; i++)
		if (s->record[i].turns > most) most = (int)s->record[i].turns;
	return most < COURSE_MOST ? most : COURSE_MOST - 1;
}

/* The time of day at which a turn begins, in any game that came so far; -1. */
static int64_t clock_of(const struct study *s, int turn)
{
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < s->record[i].rows; k++)
			if (s->record[i].row[k].turn == turn) return s->record[i].row[k].clock;
	return -1;
}

void course_scale(struct plot *p, const struct study *s, int turns)
{
	int step = (int)fmax(1, nice_step(turns, (int)((p->w - p->left - p->right) / 48)));
	for (int t = 1; t <= turns; t += step) {
		int64_t clock = clock_of(s, t);
		plot_line(p, plot_x(p, t), p->h - p->bottom, plot_x(p, t), p->h - p->bottom + 4, "axis");
		if (clock >= 0) plot_text(p, plot_x(p, t), p->h - p->bottom + 16, "tick", "middle", "%02d:%02d", (int)(clock / 60 % 24), (int)(clock % 60));
		else plot_text(p, plot_x(p, t), p->h - p->bottom + 16, "tick", "middle", "%d", t);
	}
	plot_line(p, p->left, p->h - p->bottom, p->w - p->right, p->h - p->bottom, "axis");
}

struct course course_of(const struct study *s, int turns, double (*value)(const struct turn_row *row, int side), int side)
{
	struct course c = {.n = turns};
	double *all = study_need(malloc(sizeof *all * (size_t)(s->n + 1)));
	for (int t = 1; t <= turns; t++) {
		for (int i = 0; i < s->n; i++) all[i] = value(row_at(&s->record[i], t), side);
		numbers_sort(all, s->n);
		c.x[t - 1] = t;
		for (int k = 0; k < 5; k++) c.q[k][t - 1] = quantile(all, s->n, (const double[]){0.1, 0.25, 0.5, 0.75, 0.9}[k]);
	}
	free(all);
	return c;
}

static double judge_value(const struct turn_row *row, int side)
{
	(void)side;
	return (double)row->judge / 10;
}

void chart_course(const struct study *s, struct text *out, double w)
{
	struct plot p;
	int turns = course_turns(s);
	struct course c = course_of(s, turns, judge_value, 0);
	plot_open(&p, out, w, 260, "the course of the battle");
	p.x0 = 1, p.x1 = turns > 1 ? turns : 2, p.y0 = -100, p.y1 = 100, p.left = 50, p.right = 24;
	plot_scale_y(&p, 4, "", true);
	plot_band(&p, c.x, c.q[0], c.q[4], turns, "fill:#d8c79c;fill-opacity:.55");
	plot_band(&p, c.x, c.q[1], c.q[3], turns, "fill:#c2a96a;fill-opacity:.6");
	for (int i = 0; i < s->n; i += s->n / 24 + 1) { /* some games as they went, for the eye */
		double y[COURSE_MOST];
		char style[80];
		for (int t = 1; t <= turns; t++) y[t - 1] = judge_value(row_at(&s->record[i], t), 0);
		snprintf(style, sizeof style, "stroke:%s;stroke-width:.7;opacity:.5", s->record[i].winner < SIDES ? ink_of(s->m->battle, (int)s->record[i].winner) : "#2b2620");
		plot_curve(&p, c.x, y, turns, style);
	}
	plot_curve(&p, c.x, c.q[2], turns, "stroke:#2b2620;stroke-width:2.2");
	plot_line(&p, p.left, plot_y(&p, 0), p.w - p.right, plot_y(&p, 0), "axis");
	course_scale(&p, s, turns);
	plot_text(&p, p.left + 8, plot_y(&p, 88), "label", "start", "%s in front", s->m->battle->side[0].title);
	plot_text(&p, p.left + 8, plot_y(&p, -95), "label", "start", "%s in front", s->m->battle->side[1].title);
	plot_close(&p);
}

/* The share of all games that were decided by the end of each turn, for either winner, one upon the other. */
void chart_decided(const struct study *s, struct text *out, double w)
{
	double x[COURSE_MOST], none[COURSE_MOST], share[SIDES][COURSE_MOST];
	struct plot p;
	int turns = course_turns(s);
	char style[64];
	plot_open(&p, out, w, 190, "when it was decided");
	p.x0 = 1, p.x1 = turns > 1 ? turns : 2, p.y1 = 100, p.left = 52, p.right = 24;
	plot_scale_y(&p, 4, " %", true);
	for (int t = 1; t <= turns; t++) {
		double n[SIDES] = {0};
		for (int i = 0; i < s->n; i++)
			if (s->record[i].winner < SIDES && record_decided(&s->record[i]) <= t) n[s->record[i].winner]++;
		x[t - 1] = t, none[t - 1] = 0, share[0][t - 1] = 100 * n[0] / s->n, share[1][t - 1] = 100 * (n[0] + n[1]) / s->n;
	}
	snprintf(style, sizeof style, "fill:%s;fill-opacity:.85", ink_of(s->m->battle, 0));
	plot_band(&p, x, none, share[0], turns, style);
	snprintf(style, sizeof style, "fill:%s;fill-opacity:.85", ink_of(s->m->battle, 1));
	plot_band(&p, x, share[0], share[1], turns, style);
	course_scale(&p, s, turns);
	plot_close(&p);
}

/* --- how it felt ------------------------------------------------------------------------------------------------------------ */

#define BINS 24
void chart_histogram(const struct study *s, struct text *out, double w, const char *title, double (*value)(const struct record *r))
{
	double low = INFINITY, high = -INFINITY, step, most = 1;
	int count[BINS + 2] = {0};
	struct spread all = study_spread(s, value);
	struct plot p;
	for (int i = 0; i < s->n; i++) low = fmin(low, value(&s->record[i])), high = fmax(high, value(&s->record[i]));
	step = fmax(1, nice_step(high - low + 1, BINS - 4)), low = floor(low / step) * step;
	for (int i = 0; i < s->n; i++) {
		int bin = (int)((value(&s->record[i]) - low) / step);
		if (++count[bin > BINS ? BINS : bin] > most) most = count[bin > BINS ? BINS : bin];
	}
	int bins = (int)((high - low) / step) + 1;
	plot_open(&p, out, w, 150, title);
	p.left = p.right = 12, p.x0 = low - step / 2, p.x1 = low + (bins - 0.5) * step, p.y1 = most;
	for (int i = 0; i < bins; i++)
		plot_rect(&p, plot_x(&p, low + (i - 0.44) * step), plot_y(&p, count[i]), plot_x(&p, step * 0.88) - plot_x(&p, 0), plot_y(&p, 0) - plot_y(&p, count[i]),
		          "fill:#a98f5e");
	plot_scale_x(&p, 6);
	double mean = plot_x(&p, step == 1 ? all.mean : all.mean - step / 2);
	plot_line(&p, mean, p.top - 2, mean, p.h - p.bottom, "mean");
	plot_text(&p, mean < w / 2 ? mean + 5 : mean - 5, 14, "tick", mean < w / 2 ? "start" : "end", "mean %.*f", fabs(all.mean) < 20 ? 1 : 0, all.mean);
	plot_close(&p);
}

static double net_luck(const struct record *r) { return (record_luck(r, 0) - record_luck(r, 1)) / 10; }

static int by_luck(const void *a, const void *b)
{
	double x = net_luck(*(const struct record *const *)a), y = net_luck(*(const struct record *const *)b);
	return (x > y) - (x < y);
}

/* Side 0's share of the points in each fifth of the games, from its unluckiest to its luckiest. */
#define FIFTHS 5
void chart_luck(const struct study *s, struct text *out, double w)
{
	const struct record **all = study_need(malloc(sizeof *all * (size_t)(s->n + 1)));
	struct plot p;
	char style[64];
	for (int i = 0; i < s->n; i++) all[i] = &s->record[i];
	if (s->n) qsort(all, (size_t)s->n, sizeof *all, by_luck);
	plot_open(&p, out, w, 190, "luck");
	p.x0 = 0, p.x1 = FIFTHS, p.y1 = 100, p.left = 52;
	plot_scale_y(&p, 4, " %", true);
	snprintf(style, sizeof style, "fill:%s;fill-opacity:.8", ink_of(s->m->battle, 0));
	for (int k = 0; k < FIFTHS; k++) {
		int from = k * s->n / FIFTHS, to = (k + 1) * s->n / FIFTHS;
		double points = 0;
		for (int i = from; i < to; i++) points += all[i]->winner == 0 ? 1 : all[i]->winner == RESULT_DRAW ? 0.5 : 0;
		if (to == from) continue;
		struct interval i = wilson(points, to - from);
		double share = 100 * points / (to - from), x = plot_x(&p, k + 0.5);
		plot_rect(&p, plot_x(&p, k + 0.16), plot_y(&p, share), plot_x(&p, 0.68) - plot_x(&p, 0), plot_y(&p, 0) - plot_y(&p, share), style);
		plot_line(&p, x, plot_y(&p, 100 * i.low), x, plot_y(&p, 100 * i.high), "whisker");
		plot_text(&p, x, p.h - p.bottom + 16, "tick", "middle", "%+.0f … %+.0f", net_luck(all[from]), net_luck(all[to - 1]));
	}
	plot_line(&p, p.left, plot_y(&p, 50), p.w - p.right, plot_y(&p, 50), "axis dashed");
	plot_line(&p, p.left, p.h - p.bottom, p.w - p.right, p.h - p.bottom, "axis");
	plot_close(&p);
	free(all);
}
