/* Private to the study: the plots, and the page they stand on. A plot is inline SVG, in ink on cream, made to
   be printed. */
#ifndef STUDY_REPORT_H
#define STUDY_REPORT_H

#include "study/own.h"

#define GROUPS_MOST 64

void study_command(const struct study *s, struct text *out); /* what gives it again */
void study_line(const struct study *s, struct text *out);
void report_write(const struct study *s, struct text *out);
double record_list(const struct record *r);           /* mean length of its lists of orders */
double record_luck(const struct record *r, int side); /* thousandths of a won game */
struct spread study_spread(const struct study *s, double (*value)(const struct record *r));
struct point place_point(const struct muster *m, int64_t place); /* metres on the battle's ground */

/* --- paper (plot.c): a frame with scales; units are points of the picture ------------------------------- */
struct plot {
	struct text *out;
	double w, h, left, right, top, bottom; /* the picture, and the margins of its frame */
	double x0, x1, y0, y1;                 /* what the frame's edges stand for */
};
/* set margins and scales afterwards */
void plot_open(struct plot *p, struct text *out, double w, double h, const char *title);
void plot_close(struct plot *p);
double plot_x(const struct plot *p, double x);
double plot_y(const struct plot *p, double y);
void plot_text(struct plot *p, double x, double y, const char *class, const char *anchor, const char *fmt,
	...) __attribute__((format(printf, 6, 7)));
void plot_line(struct plot *p, double x1, double y1, double x2, double y2, const char *class);
void plot_rect(struct plot *p, double x, double y, double w, double h, const char *style);
void plot_scale_y(struct plot *p, int most, const char *unit, bool lines); /* ticks and hair lines */
void plot_scale_x(struct plot *p, int most);
void plot_curve(struct plot *p, const double *x, const double *y, int n, const char *style);
void plot_band(struct plot *p, const double *x, const double *low, const double *high, int n,
	const char *style);
void html_text(struct text *out, const char *s);        /* escaped */
void number_write(double n, char out[32]);              /* 12,345 */
void decimal_write(double n, int digits, char out[32]); /* with a true minus, and never -0.0 */
const char *ink_of(const struct battle *b, int side);   /* the side's colour in print */

/* --- charts (charts.c, chart_history.c, chart_map.c): each a whole picture of width w ------------------- */
void chart_result(const struct study *s, struct text *out, double w);
void chart_margins(const struct study *s, struct text *out, double w);
void chart_course(const struct study *s, struct text *out, double w);
void chart_decided(const struct study *s, struct text *out, double w);
void chart_losses(const struct study *s, struct text *out, double w);
void chart_formations(const struct study *s, struct text *out, double w);
void chart_hours(const struct study *s, struct text *out, double w); /* when fights happened */
void chart_judge(const struct study *s, struct text *out, double w);
void chart_luck(const struct study *s, struct text *out, double w);
void chart_histogram(const struct study *s, struct text *out, double w, const char *title,
	double (*value)(const struct record *r));
/* the battle's picture, to be used by: */
void chart_ground(const struct battle *b, struct text *out);
void chart_map(const struct study *s, struct text *out, double w); /* where fights happened */

/* What stood when each turn was over (x = its number, 0 at the start), over all games: five quantiles. A game
   that ended earlier stays as it ended. */
#define COURSE_MOST 256
/* 10, 25, 50, 75, 90 % */
struct course {
	int n; /* turns and the start */
	double x[COURSE_MOST], q[5][COURSE_MOST];
};
int course_turns(const struct study *s);
struct course course_of(const struct study *s, int turns,
	double (*value)(const struct turn_row *row, int side), int side);
void course_scale(struct plot *p, const struct study *s, int turns); /* the time of day where the system has
                                                                        one, else turns */

double value_turns(const struct record *r);
double value_leads(const struct record *r);
double value_questions(const struct record *r);
double value_score(const struct record *r); /* side 0's less side 1's */

/* --- the page (page.c) ---------------------------------------------------------------------------------- */
void page_open(struct text *out, const char *title, const char *line, const char *note);
void page_close(struct text *out);
void figure_open(struct text *out, const char *class, const char *title);
void figure_close(struct text *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#endif
