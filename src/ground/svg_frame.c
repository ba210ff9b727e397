/* The sheet round the map: neat-line, a border divided in kilometres, and under the map the title in its
   cartouche between scale and key. */
#include "ground/picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct sheet {                                     /* units */
	double left, top, right, bottom, grain, strip; /* of the map; strip = bottom of the title's strip */
};

/* On a tall sheet the strip under the map has less room: it is drawn smaller than the map's own signs. */
double frame_grain(const struct picture *p) { return fmin(p->grain, (p->right - p->left) / p->unit / 1400); }

static struct sheet sheet_of(const struct picture *p)
{
	double g = frame_grain(p);
	return (struct sheet){p->left / p->unit, p->top / p->unit, p->right / p->unit, p->bottom / p->unit, g,
		p->bottom / p->unit + STRIP * g};
}

static void rect(struct picture *p, double left, double top, double right, double bottom, double width)
{
	text_addf(p->out,
		"<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='none' stroke='#2b2018' stroke-width='%.1f'/>\n",
		left, top, right - left, bottom - top, width);
}

/* Bars of a kilometre, dark and light in turn, along one edge. */
static void bars(struct picture *p, double from, double to, double at, bool down)
{
	double km = 1000 / p->unit, thick = 4 * frame_grain(p);
	text_add(p->out, "<path fill='#2b2018' d='");
	for (double s = 0; s < to - from; s += 2 * km) {
		double length = fmin(km, to - from - s);
		if (down) text_addf(p->out, "M%.1f %.1fh%.1fv%.1fh%.1fz", at, from + s, thick, length, -thick);
		else text_addf(p->out, "M%.1f %.1fh%.1fv%.1fh%.1fz", from + s, at, length, thick, -length);
	}
	text_add(p->out, "'/>\n");
}

static void draw_border(struct picture *p, const struct sheet *s)
{
	double g = s->grain, in = 3 * g, thick = 4 * g, out = in + thick + 9 * g;
	rect(p, s->left, s->top, s->right, s->bottom, 1.2 * g);
	bars(p, s->left, s->right, s->top - in - thick, false);
	bars(p, s->left, s->right, s->bottom + in, false);
	bars(p, s->top, s->bottom, s->left - in - thick, true);
	bars(p, s->top, s->bottom, s->right + in, true);
	rect(p, s->left - in - thick, s->top - in - thick, s->right + in + thick, s->bottom + in + thick, .7 * g);
	rect(p, s->left - in, s->top - in, s->right + in, s->bottom + in, .5 * g);
	rect(p, s->left - out, s->top - out, s->right + out, s->strip + 6 * g, 3 * g);
	rect(p, s->left - out - 5 * g, s->top - out - 5 * g, s->right + out + 5 * g, s->strip + 11 * g, .8 * g);
}

static void words(struct picture *p, double x, double y, double size, const char *style, const char *what)
{
	text_addf(p->out, "<text x='%.1f' y='%.1f' font-size='%.1f' %s>", x, y, size, style);
	put_words(p, what);
	text_add(p->out, "</text>\n");
}

/* A flourish: a line that swells in the middle, with a lozenge. */
static void flourish(struct picture *p, double x, double y, double half, double g)
{
	text_addf(p->out,
		"<path fill='#2b2018' d='M%.1f %.1fq%.1f %.1f %.1f 0q%.1f %.1f %.1f 0zM%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz'/>\n",
		x - half, y, half, -1.6 * g, 2 * half, -half, 1.6 * g, -2 * half, x - 5 * g, y, 5 * g, -3 * g, 5 * g,
		3 * g, -5 * g, 3 * g);
}

static void draw_title(struct picture *p, const struct sheet *s)
{
	double g = s->grain, x = (s->left + s->right) / 2, y = s->bottom + 30 * g,
		   half = fmin(250 * g, (s->right - s->left) * 0.18);
	double bottom = s->strip - 12 * g,
		   size = fmin(40 * g, half * 3.1 / fmax(8, (double)strlen(p->options->title)));
	rect(p, x - half, y, x + half, bottom, 2 * g);
	rect(p, x - half + 4 * g, y + 4 * g, x + half - 4 * g, bottom - 4 * g, .6 * g);
	text_addf(p->out,
		"<path fill='#2b2018' d='M%.1f %.1fm-7 0l7 -7l7 7l-7 7zM%.1f %.1fm-7 0l7 -7l7 7l-7 7z"
		"M%.1f %.1fm-7 0l7 -7l7 7l-7 7zM%.1f %.1fm-7 0l7 -7l7 7l-7 7z'/>\n",
		x - half, y, x + half, y, x - half, bottom, x + half, bottom);
	words(p, x, y + 54 * g, size, "text-anchor='middle' font-weight='bold' letter-spacing='2' fill='#241a14'",
		p->options->title);
	flourish(p, x, y + 74 * g, half * 0.55, g);
	if (p->options->subtitle)
		words(p, x, y + 102 * g, fmin(18 * g, half * 3.6 / fmax(8, (double)strlen(p->options->subtitle))),
			"text-anchor='middle' font-style='italic' fill='#3b2a1e'", p->options->subtitle);
}

/* One bar of `count` units of `metres`, each dark or light. */
static void scale_bar(struct picture *p, double x, double y, double metres, int count, const char *what)
{
	double g = frame_grain(p), one = metres / p->unit, high = 5 * g;
	rect(p, x, y, x + one * count, y + high, .8 * g);
	for (int i = 0; i <= count; i++) {
		char number[16];
		snprintf(number, sizeof number, "%d", i);
		if (i < count && i % 2 == 0)
			text_addf(p->out, "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='#2b2018'/>",
				x + one * i, y, one, high);
		words(p, x + one * i, y - 4 * g, 10 * g, "text-anchor='middle'", number);
	}
	words(p, x + one * count / 2, y + high + 12 * g, 11.5 * g, "text-anchor='middle' font-style='italic'",
		what);
}

static void draw_scale(struct picture *p, const struct sheet *s)
{
	double g = s->grain, x = s->left + 30 * g, room = (s->right - s->left) * 0.23;
	int miles = (int)fmax(1, room / (1609.344 / p->unit)), km = (int)fmax(1, room / (1000 / p->unit));
	text_add(p->out, "<g fill='#2b2018'>\n");
	words(p, x, s->bottom + 42 * g, 14 * g, "letter-spacing='3'", "SCALE");
	scale_bar(p, x, s->bottom + 68 * g, 1609.344, miles < 5 ? miles : 5, "Statute Miles");
	scale_bar(p, x, s->bottom + 114 * g, 1000, km < 8 ? km : 8, "Kilometres");
	if (p->map) {
		struct text t = {0};
		text_addf(&t, "Each hexagon measures %d metres from side to side.", p->map->grid.size);
		words(p, x, s->bottom + 164 * g, 11.5 * g, "font-style='italic'", text_str(&t));
		text_free(&t);
	}
	text_add(p->out, "</g>\n");
	double nx = s->left + (s->right - s->left) * 0.285, ny = s->bottom + 108 * g;
	text_addf(p->out,
		"<g transform='translate(%.1f %.1f) scale(%.2f)' fill='#2b2018' stroke='#2b2018'>"
		"<circle r='30' fill='none' stroke-width='.8'/><circle r='26' fill='none' stroke-width='.5'/>"
		"<path d='M0 -46L7 0L0 46L-7 0z' fill='#f6eedb' stroke-width='.8'/><path d='M0 -46L7 0H0zM0 46L-7 0H0z' stroke='none'/>"
		"<path d='M-34 0L0 5L34 0L0 -5z' fill='#f6eedb' stroke-width='.7'/><path d='M-34 0L0 5V0zM34 0L0 -5V0z' stroke='none'/>"
		"<text y='-50' font-size='17' text-anchor='middle' stroke='none'>N</text></g>\n",
		nx, ny, g);
}

/* --- the key ------------------------------------------------------------------------------------------- */

static const struct sign {
	const char *picture, *what;
} signs[] = {
	{"<path d='M0 0h34' stroke='#3b2a1e' stroke-width='4.1'/><path d='M0 0h34' stroke='#f3dfb4' stroke-width='2.7'/>",
		"Turnpike"},
	{"<path d='M0 0h34' stroke='#4a3829' stroke-width='2.5'/><path d='M0 0h34' stroke='#f7efdc' stroke-width='1.4'/>",
		"Road"},
	{"<path d='M0 0h34' stroke='#4a3829' stroke-width='.8' stroke-dasharray='4 2.2'/>", "Track"},
	{"<path d='M0 0h34' stroke='#241a14' stroke-width='1.3'/>"
	 "<path d='M0 0h34' stroke='#241a14' stroke-width='5.4' stroke-dasharray='.9 5.1'/>",
		"Railway"},
	{"<path d='M0 2c8 -8 14 6 34 -3' fill='none' stroke='#3f5f68' stroke-width='1.8'/>", "Stream"},
	{"<path d='M13 -3.4l1.3 1.2h5.4l1.3 -1.2M13 3.4l1.3 -1.2h5.4l1.3 1.2' fill='none' stroke='#241a14' stroke-width='1.1'/>",
		"Bridge"},
	{"<path d='M12 -1.6h10M12 1.6h10' stroke='#241a14' stroke-width='.9' stroke-dasharray='1.6 1'/>", "Ford"},
	{"<rect y='-7' width='34' height='14' fill='#bcc798' fill-opacity='.7'/>"
	 "<use href='#t0' x='7'/><use href='#t0' x='14' y='2'/><use href='#t1' x='21' y='-1'/><use href='#t0' x='28' y='1'/>",
		"Woods"},
	{"<rect y='-7' width='34' height='14' fill='#efe0b0'/><rect y='-7' width='34' height='14' fill='url(#f0)'/>",
		"Fields"},
	{"<path d='M6 -3h6v4h-6zM16 0h5v3.5h-5zM24 -4h4v5h-4z' fill='#33251d'/><path d='M13 -6h4v3h-4z' fill='#8a2f22'/>",
		"Houses"},
	{"<path d='M2 5q15 -14 30 0' fill='none' stroke='#6e2a1c' stroke-width='2.2'/>", "Works"},
	{"<path d='M3 -5l-2 9M8 -6l-1.5 10M13 -6.4v10.5M18 -6.4v10.5M23 -6l1.5 10M28 -5l2 9' stroke='#5b452f' stroke-width='.9'/>",
		"Slopes"},
};
#define SIGNS (int)(sizeof signs / sizeof *signs)

static void draw_key(struct picture *p, const struct sheet *s)
{
	double g = s->grain, x = s->left + (s->right - s->left) * 0.735, step = (s->right - x - 10 * g) / 3;
	for (int i = 0; i < SIGNS; i++) {
		double at_x = x + (i / 4) * step, at_y = s->bottom + (50 + (i % 4) * 33) * g;
		text_addf(p->out, "<g transform='translate(%.1f %.1f) scale(%.2f)'>%s</g>\n", at_x, at_y, g,
			signs[i].picture);
		words(p, at_x + 42 * g, at_y + 4 * g, 12.5 * g, "font-style='italic' fill='#2b2018'", signs[i].what);
	}
}

void draw_frame(struct picture *p)
{
	struct sheet s = sheet_of(p);
	draw_border(p, &s);
	draw_title(p, &s);
	draw_scale(p, &s);
	draw_key(p, &s);
}
