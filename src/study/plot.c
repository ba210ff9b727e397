/* Paper for plots: a frame, scales with hair lines, curves and bands, as inline SVG. The page's style sheet
   gives classes their ink, so that screen and print agree. */
#include "study/report.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void html_text(struct text *out, const char *s)
{
	for (; *s; s++) switch (*s) {
		case '&': text_add(out, "&amp;"); break;
		case '<': text_add(out, "&lt;"); break;
		case '>': text_add(out, "&gt;"); break;
		case '"': text_add(out, "&quot;"); break;
		case '\'': text_add(out, "&#39;"); break;
		default: text_char(out, *s);
		}
}

void number_write(double n, char out[32])
{
	char digits[32];
	int length = snprintf(digits, sizeof digits, "%.0f", fabs(n)), at = 0;
	if (n <= -0.5) at += snprintf(out, 8, "−");
	for (int i = 0; i < length && at < 30; i++) {
		if (i && (length - i) % 3 == 0) out[at++] = ',';
		out[at++] = digits[i];
	}
	out[at] = '\0';
}

void decimal_write(double n, int digits, char out[32])
{
	if (fabs(n) * pow(10, digits) < 0.5) n = 0;
	if (digits) snprintf(out, 32, "%s%.*f", n < 0 ? "−" : "", digits, fabs(n));
	else number_write(n, out);
}

/* Armies' colours as an engraver would print them; two armies of one colour are told apart by its depth. */
const char *ink_of(const struct battle *b, int side)
{
	static const struct {
		const char *colour, *ink, *other;
	} inks[] = {
		{"blue", "#34547f", "#7d94b5"},
		{"grey", "#8b8172", "#b3a995"},
		{"white", "#b08d45", "#cfb67d"},
		{"red", "#9b3b2c", "#c98578"},
		{"green", "#4f6b45", "#93a988"},
		{"brown", "#7b5a3a", "#b0967a"},
		{"yellow", "#b8952e", "#d8c077"},
		{"black", "#3b3732", "#77716a"},
	};
	bool same = strcmp(b->side[0].colour, b->side[1].colour) == 0;
	for (size_t i = 0; i < sizeof inks / sizeof *inks; i++)
		if (strcmp(inks[i].colour, b->side[side].colour) == 0)
			return side && same ? inks[i].other : inks[i].ink;
	return side ? "#8b8172" : "#34547f";
}

void plot_open(struct plot *p, struct text *out, double w, double h, const char *title)
{
	*p = (struct plot){.out = out,
		.w = w,
		.h = h,
		.left = 44,
		.right = 12,
		.top = 14,
		.bottom = 26,
		.x1 = 1,
		.y1 = 1};
	text_addf(out, "<svg class='plot' viewBox='0 0 %.0f %.0f' role='img' aria-label='", w, h);
	html_text(out, title);
	text_add(out, "'>\n");
}

void plot_close(struct plot *p) { text_add(p->out, "</svg>\n"); }

double plot_x(const struct plot *p, double x)
{
	return p->left + (x - p->x0) / (p->x1 - p->x0) * (p->w - p->left - p->right);
}
double plot_y(const struct plot *p, double y)
{
	return p->h - p->bottom - (y - p->y0) / (p->y1 - p->y0) * (p->h - p->top - p->bottom);
}

void plot_text(struct plot *p, double x, double y, const char *class, const char *anchor, const char *fmt,
	...)
{
	char words[300];
	va_list args;
	va_start(args, fmt);
	vsnprintf(words, sizeof words, fmt, args);
	va_end(args);
	text_addf(p->out, "<text x='%.1f' y='%.1f' class='%s' text-anchor='%s'>", x, y, class, anchor);
	html_text(p->out, words);
	text_add(p->out, "</text>\n");
}

void plot_line(struct plot *p, double x1, double y1, double x2, double y2, const char *class)
{
	text_addf(p->out, "<path d='M%.1f %.1fL%.1f %.1f' class='%s'/>\n", x1, y1, x2, y2, class);
}

void plot_rect(struct plot *p, double x, double y, double w, double h, const char *style)
{
	text_addf(p->out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' style='%s'/>\n", x, y, fmax(w, 0),
		fmax(h, 0), style);
}

void plot_scale_y(struct plot *p, int most, const char *unit, bool lines)
{
	double step = nice_step(p->y1 - p->y0, most);
	for (double y = ceil(p->y0 / step - 1e-9) * step; y <= p->y1 + step * 1e-6; y += step) {
		char number[32];
		decimal_write(y, step < 1, number);
		if (lines) plot_line(p, p->left, plot_y(p, y), p->w - p->right, plot_y(p, y), "hair");
		plot_text(p, p->left - 6, plot_y(p, y) + 3.5, "tick", "end", "%s%s", number, unit);
	}
}

void plot_scale_x(struct plot *p, int most)
{
	double step = nice_step(p->x1 - p->x0, most);
	for (double x = ceil(p->x0 / step - 1e-9) * step; x <= p->x1 + step * 1e-6; x += step) {
		char number[32];
		decimal_write(x, step < 1, number);
		plot_line(p, plot_x(p, x), p->h - p->bottom, plot_x(p, x), p->h - p->bottom + 4, "axis");
		plot_text(p, plot_x(p, x), p->h - p->bottom + 16, "tick", "middle", "%s", number);
	}
	plot_line(p, p->left, p->h - p->bottom, p->w - p->right, p->h - p->bottom, "axis");
}

void plot_curve(struct plot *p, const double *x, const double *y, int n, const char *style)
{
	text_add(p->out, "<path d='");
	for (int i = 0; i < n; i++)
		text_addf(p->out, "%c%.1f %.1f", i ? 'L' : 'M', plot_x(p, x[i]), plot_y(p, y[i]));
	text_addf(p->out, "' style='fill:none;%s'/>\n", style);
}

void plot_band(struct plot *p, const double *x, const double *low, const double *high, int n,
	const char *style)
{
	text_add(p->out, "<path d='");
	for (int i = 0; i < n; i++)
		text_addf(p->out, "%c%.1f %.1f", i ? 'L' : 'M', plot_x(p, x[i]), plot_y(p, high[i]));
	for (int i = n - 1; i >= 0; i--) text_addf(p->out, "L%.1f %.1f", plot_x(p, x[i]), plot_y(p, low[i]));
	text_addf(p->out, "Z' style='stroke:none;%s'/>\n", style);
}
