/* The charts of who won, how, when it was decided, and how much of it was luck. */
#include "study/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int percent(double share) { return (int)lround(100 * share); }

/* --- who won -------------------------------------------------------------------------------------------- */

/* The bar of all games, the band in which a scenario counts as even, and side 0's share of the points with
   its interval. */
void chart_result(const struct study *s, struct text *out, double w)
{
	const struct battle *b = s->m->battle;
	struct balance x = study_balance(s);
	const int n[3] = {x.wins[0], x.draws, x.wins[1]};
	const char *const ink[3] = {ink_of(b, 0), "#d9cca9", ink_of(b, 1)};
	struct plot p;
	double at = 0;
	plot_open(&p, out, w, 128, "who won");
	p.left = p.right = 14, p.x1 = s->n ? s->n : 1;
	for (int i = 0; i < 3; at += n[i++]) {
		char style[80];
		snprintf(style, sizeof style, "fill:%s;stroke:#f6efdc;stroke-width:1.5", ink[i]);
		if (n[i]) plot_rect(&p, plot_x(&p, at), 20, plot_x(&p, n[i]) - plot_x(&p, 0), 40, style);
	}
	plot_text(&p, p.left, 13, "label", "start", "%s %d", b->side[0].title, n[0]);
	if (n[1])
		plot_text(&p,
			fmax(7.0 * (double)strlen(b->side[0].title) + 66,
				w < 500 ? w / 2 : fmin(w * 0.7, plot_x(&p, n[0] + n[1] / 2.0))),
			13, "label", "middle", "drawn %d", n[1]);
	plot_text(&p, w - p.right, 13, "label", "end", "%s %d", b->side[1].title, n[2]);
	p.x1 = 100;
	plot_rect(&p, plot_x(&p, 40), 67, plot_x(&p, 60) - plot_x(&p, 40), 22, "fill:#e4d6b0");
	plot_line(&p, plot_x(&p, 50), 65, plot_x(&p, 50), 91, "axis");
	plot_line(&p, plot_x(&p, 100 * x.low[0]), 78, plot_x(&p, 100 * x.high[0]), 78, "whisker");
	text_addf(out, "<circle cx='%.1f' cy='78' r='5.5' style='fill:%s;stroke:#f6efdc;stroke-width:1.5'/>\n",
		plot_x(&p, 100 * x.share[0]), ink_of(b, 0));
	for (int i = 0; i <= 10; i += 2)
		plot_text(&p, plot_x(&p, 10 * i), 107, "tick",
			i == 0    ? "start"
			: i == 10 ? "end"
					  : "middle",
			"%d %%", 10 * i);
	plot_text(&p, plot_x(&p, 50), 124, "tick", "middle", "%s: %d %% of the points (95 %%: %d to %d)",
		b->side[0].title, percent(x.share[0]), percent(x.low[0]), percent(x.high[0]));
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
	p.x0 = -widest - 0.5, p.x1 = widest + 0.5, p.y1 = 100.0 * most / (s->n ? s->n : 1), p.left = 48,
	p.top = 24;
	plot_scale_y(&p, 4, " %", true);
	for (int k = -widest; k <= widest; k++) {
		char style[64];
		double share = 100.0 * count[MARGINS + k] / (s->n ? s->n : 1);
		snprintf(style, sizeof style, "fill:%s", k == 0 ? "#c9b98f" : ink_of(s->m->battle, k > 0));
		plot_rect(&p, plot_x(&p, k - 0.38), plot_y(&p, share), plot_x(&p, k + 0.38) - plot_x(&p, k - 0.38),
			plot_y(&p, 0) - plot_y(&p, share), style);
		plot_text(&p, plot_x(&p, k), p.h - p.bottom + 16, "tick", "middle", k == 0 ? "drawn" : "%d", abs(k));
	}
	plot_line(&p, p.left, p.h - p.bottom, p.w - p.right, p.h - p.bottom, "axis");
	plot_text(&p, plot_x(&p, -widest / 2.0 - 0.25), 11, "label", "middle", "%s", s->m->battle->side[0].title);
	plot_text(&p, plot_x(&p, widest / 2.0 + 0.25), 11, "label", "middle", "%s", s->m->battle->side[1].title);
	plot_close(&p);
}

/* --- the course of the battle --------------------------------------------------------------------------- */

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
		double x = plot_x(p, t - 1);
		plot_line(p, x, p->h - p->bottom, x, p->h - p->bottom + 4, "axis");
		if (clock >= 0)
			plot_text(p, x, p->h - p->bottom + 16, "tick", "middle", "%02d:%02d", (int)(clock / 60 % 24),
				(int)(clock % 60));
		else plot_text(p, x, p->h - p->bottom + 16, "tick", "middle", "%d", t);
	}
	plot_line(p, p->left, p->h - p->bottom, p->w - p->right, p->h - p->bottom, "axis");
}

struct course course_of(const struct study *s, int turns,
	double (*value)(const struct turn_row *row, int side), int side)
{
	struct course c = {.n = turns + 1};
	double *all = study_need(malloc(sizeof *all * (size_t)(s->n + 1)));
	for (int t = 0; t <= turns; t++) {
		for (int i = 0; i < s->n; i++) all[i] = value(row_at(&s->record[i], t), side);
		numbers_sort(all, s->n);
		c.x[t] = t;
		for (int k = 0; k < 5; k++)
			c.q[k][t] = quantile(all, s->n, (const double[]){0.1, 0.25, 0.5, 0.75, 0.9}[k]);
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
	p.x1 = turns, p.y0 = -100, p.y1 = 100, p.left = 50, p.right = 24;
	plot_scale_y(&p, 4, "", true);
	plot_band(&p, c.x, c.q[0], c.q[4], c.n, "fill:#d8c79c;fill-opacity:.55");
	plot_band(&p, c.x, c.q[1], c.q[3], c.n, "fill:#c2a96a;fill-opacity:.6");
	for (int i = 0; i < s->n; i += s->n / 24 + 1) { /* some games as they went, for the eye */
		double y[COURSE_MOST];
		char style[80];
		for (int t = 0; t <= turns; t++) y[t] = judge_value(row_at(&s->record[i], t), 0);
		snprintf(style, sizeof style, "stroke:%s;stroke-width:.7;opacity:.5",
			s->record[i].winner < SIDES ? ink_of(s->m->battle, (int)s->record[i].winner) : "#2b2620");
		plot_curve(&p, c.x, y, c.n, style);
	}
	plot_curve(&p, c.x, c.q[2], c.n, "stroke:#2b2620;stroke-width:2.2");
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
	p.x1 = turns, p.y1 = 100, p.left = 52, p.right = 24;
	plot_scale_y(&p, 4, " %", true);
	for (int t = 0; t <= turns; t++) {
		double n[SIDES] = {0};
		for (int i = 0; i < s->n; i++)
			if (s->record[i].winner < SIDES && record_decided(&s->record[i]) <= t) n[s->record[i].winner]++;
		x[t] = t, none[t] = 0, share[0][t] = 100 * n[0] / s->n, share[1][t] = 100 * (n[0] + n[1]) / s->n;
	}
	snprintf(style, sizeof style, "fill:%s;fill-opacity:.85", ink_of(s->m->battle, 0));
	plot_band(&p, x, none, share[0], turns + 1, style);
	snprintf(style, sizeof style, "fill:%s;fill-opacity:.85", ink_of(s->m->battle, 1));
	plot_band(&p, x, share[0], share[1], turns + 1, style);
	course_scale(&p, s, turns);
	plot_close(&p);
}

/* --- how it felt ---------------------------------------------------------------------------------------- */

#define BINS 24

struct bins {
	double low, step;
	int n, most, count[BINS + 2];
};

/* Whole numbers get whole bins, each around its number; others as fine as fits. */
static struct bins bins_of(const struct study *s, double (*value)(const struct record *r))
{
	struct bins b = {.most = 1};
	double low = INFINITY, high = -INFINITY;
	bool whole = true;
	for (int i = 0; i < s->n; i++) {
		double v = value(&s->record[i]);
		low = fmin(low, v), high = fmax(high, v), whole &= v == floor(v);
	}
	if (s->n == 0) return b;
	b.step = nice_step(fmax(high - low, whole ? 1 : 0.1), BINS - 4);
	if (whole && b.step < 1) b.step = 1;
	b.low = floor(low / b.step) * b.step;
	for (int i = 0; i < s->n; i++) {
		int bin = (int)((value(&s->record[i]) - b.low) / b.step + 1e-9);
		if (bin > BINS) bin = BINS;
		if (bin >= b.n) b.n = bin + 1;
		if (++b.count[bin] > b.most) b.most = b.count[bin];
	}
	return b;
}

#define BAR_WIDEST 70
void chart_histogram(const struct study *s, struct text *out, double w, const char *title,
	double (*value)(const struct record *r))
{
	struct spread all = study_spread(s, value);
	struct bins b = bins_of(s, value);
	struct plot p;
	char mean[32];
	plot_open(&p, out, w, w > 400 ? 190 : 150, title);
	p.left = p.right = 12, p.top = 26, p.y1 = b.most;
	double middle = b.step == 1 ? 0 : b.step / 2, half = fmax(b.n, (w - 24) / BAR_WIDEST) / 2 * b.step,
		   centre = b.low + (b.n - 1) * b.step / 2 + middle;
	p.x0 = centre - half, p.x1 = centre + half;
	for (int i = 0; i < b.n; i++) {
		double x = b.low + i * b.step + middle;
		plot_rect(&p, plot_x(&p, x - 0.44 * b.step), plot_y(&p, b.count[i]),
			plot_x(&p, x + 0.44 * b.step) - plot_x(&p, x - 0.44 * b.step),
			plot_y(&p, 0) - plot_y(&p, b.count[i]), "fill:#a98f5e");
	}
	plot_scale_x(&p, (int)fmin(6, b.step == 1 ? ceil(2 * half) : 6));
	decimal_write(all.mean, fabs(all.mean) < 20, mean);
	plot_line(&p, plot_x(&p, all.mean), p.top - 6, plot_x(&p, all.mean), p.h - p.bottom, "mean");
	plot_text(&p, plot_x(&p, all.mean), 14, "tick", "middle", "mean %s", mean);
	plot_close(&p);
}

/* Does the judge know? What it said before the end against how the game ended, in steps of a tenth of a won
   game. */
#define STEPS 20
void chart_judge(const struct study *s, struct text *out, double w)
{
	double sum[STEPS + 1] = {0}, n[STEPS + 1] = {0}, most = 1;
	struct plot p;
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k + 1 < s->record[i].rows; k++) {
			int64_t judge = s->record[i].row[k].judge;
			int at = (int)((judge < -1000 ? -1000 : judge > 1000 ? 1000 : judge) + 1050) / 100;
			n[at]++, sum[at] += s->record[i].winner == 0 ? 100 : s->record[i].winner == 1 ? -100 : 0;
			most = fmax(most, n[at]);
		}
	plot_open(&p, out, w, 190, "what the judge said and what came");
	p.x0 = p.y0 = -100, p.x1 = p.y1 = 100;
	plot_scale_y(&p, 4, "", true);
	plot_scale_x(&p, 8);
	plot_line(&p, plot_x(&p, -100), plot_y(&p, -100), plot_x(&p, 100), plot_y(&p, 100), "axis dashed");
	for (int k = 0; k <= STEPS; k++)
		if (n[k])
			text_addf(out, "<circle cx='%.1f' cy='%.1f' r='%.1f' style='fill:#8c2f1b;fill-opacity:.75'/>\n",
				plot_x(&p, 10 * k - 100), plot_y(&p, sum[k] / n[k]), 2 + 7 * sqrt(n[k] / most));
	plot_close(&p);
}

static double net_luck(const struct record *r) { return (record_luck(r, 0) - record_luck(r, 1)) / 10; }

static int by_luck(const void *a, const void *b)
{
	const struct record *one = *(const struct record *const *)a, *other = *(const struct record *const *)b;
	double x = net_luck(one), y = net_luck(other);
	if (x != y) return (x > y) - (x < y);
	return (one->game > other->game) - (one->game < other->game);
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
		for (int i = from; i < to; i++)
			points += all[i]->winner == 0 ? 1 : all[i]->winner == RESULT_DRAW ? 0.5 : 0;
		if (to == from) continue;
		struct interval i = wilson(points, to - from);
		double share = 100 * points / (to - from), x = plot_x(&p, k + 0.5);
		plot_rect(&p, plot_x(&p, k + 0.16), plot_y(&p, share), plot_x(&p, 0.68) - plot_x(&p, 0),
			plot_y(&p, 0) - plot_y(&p, share), style);
		plot_line(&p, x, plot_y(&p, 100 * i.low), x, plot_y(&p, 100 * i.high), "whisker");
		char low[32], high[32];
		decimal_write(net_luck(all[from]), 0, low), decimal_write(net_luck(all[to - 1]), 0, high);
		plot_text(&p, x, p.h - p.bottom + 16, "tick", "middle", "%s to %s", low, high);
	}
	plot_line(&p, p.left, plot_y(&p, 50), p.w - p.right, plot_y(&p, 50), "axis dashed");
	plot_line(&p, p.left, p.h - p.bottom, p.w - p.right, p.h - p.bottom, "axis");
	plot_close(&p);
	free(all);
}
