/* Writing SVG paths and words. */
#include "ground/picture.h"

#include <math.h>
#include <stdlib.h>

double unit_x(const struct picture *p, double metres) { return metres / p->unit; }

double unit_y(const struct picture *p, double metres) { return metres / p->unit; }

static int tenths(double units) { return (int)lround(units * 10); }

/* 12 → "1.2", 10 → "1", -3 → "-.3"; a blank before it unless its sign does. */
static void put_tenths(struct text *out, int n)
{
	int whole = abs(n) / 10, part = abs(n) % 10;
	text_char(out, n < 0 ? '-' : ' ');
	if (whole || !part) text_addf(out, "%d", whole);
	if (part) text_addf(out, ".%d", part);
}

/* The step from the pen to a place in metres; the pen moves there if told. */
static void put_step(struct pen *n, double x, double y, bool move)
{
	int nx = tenths(unit_x(n->p, x)), ny = tenths(unit_y(n->p, y));
	put_tenths(n->p->out, nx - n->x);
	put_tenths(n->p->out, ny - n->y);
	if (move) {
		n->x = nx;
		n->y = ny;
	}
}

void pen_begin(struct pen *n, struct picture *p, const char *style)
{
	*n = (struct pen){p, 0, 0};
	text_addf(p->out, "<path %s d='M0 0", style);
}

void pen_move(struct pen *n, double x, double y)
{
	text_char(n->p->out, 'm');
	put_step(n, x, y, true);
}

void pen_line(struct pen *n, double x, double y)
{
	text_char(n->p->out, 'l');
	put_step(n, x, y, true);
}

void pen_quad(struct pen *n, double cx, double cy, double x, double y)
{
	text_char(n->p->out, 'q');
	put_step(n, cx, cy, false);
	put_step(n, x, y, true);
}

void pen_curve(struct pen *n, double ax, double ay, double bx, double by, double x, double y)
{
	text_char(n->p->out, 'c');
	put_step(n, ax, ay, false);
	put_step(n, bx, by, false);
	put_step(n, x, y, true);
}

void pen_circle(struct pen *n, double x, double y, double radius)
{
	pen_move(n, x - radius * n->p->unit, y);
	text_addf(n->p->out, "a%.1f %.1f 0 1 1 .1 .1z", radius, radius);
}

/* A closed path ends where it began; absolute, so that the next step is counted from a known place. */
void pen_close(struct pen *n)
{
	text_add(n->p->out, "zM0 0");
	n->x = n->y = 0;
}

void pen_end(struct pen *n) { text_add(n->p->out, "'/>\n"); }

/* The handle of a curve on its way from a to c: a seventh of it, but no longer than a few units, so that an
   outline is rounded only at its corners. */
static struct spotxy handle(const struct pen *n, struct point a, struct point c)
{
	double x = (c.x - a.x) / 7.0, y = (c.y - a.y) / 7.0, length = hypot(x, y),
		   most = 7 * n->p->unit * n->p->grain;
	double part = length > most ? most / length : 1;
	return (struct spotxy){x * part, y * part};
}

void pen_round(struct pen *n, const struct point *points, int count)
{
	pen_move(n, points[0].x, points[0].y);
	for (int i = 0; i < count; i++) {
		struct point a = points[(i + count - 1) % count], b = points[i], c = points[(i + 1) % count],
					 d = points[(i + 2) % count];
		struct spotxy out = handle(n, a, c), in = handle(n, b, d);
		pen_curve(n, b.x + out.x, b.y + out.y, c.x - in.x, c.y - in.y, c.x, c.y);
	}
	pen_close(n);
}

void pen_along(struct pen *n, const struct point *points, int count, bool closed)
{
	pen_move(n, points[0].x, points[0].y);
	for (int i = 1; i < count; i++) pen_line(n, points[i].x, points[i].y);
	if (closed) pen_close(n);
}

void put_words(struct picture *p, const char *words)
{
	for (; *words; words++) switch (*words) {
		case '&': text_add(p->out, "&amp;"); break;
		case '<': text_add(p->out, "&lt;"); break;
		case '>': text_add(p->out, "&gt;"); break;
		case '\'': text_add(p->out, "’"); break;
		case '"': text_add(p->out, "&quot;"); break;
		default: text_char(p->out, *words);
		}
}

unsigned scatter(unsigned a, unsigned b, unsigned c)
{
	unsigned h = a * 0x9E3779B1u ^ b * 0x85EBCA77u ^ c * 0xC2B2AE3Du;
	h = (h ^ h >> 15) * 0x2C1B3C6Du;
	h = (h ^ h >> 12) * 0x297A2D39u;
	return h ^ h >> 15;
}

double scattered(unsigned a, unsigned b, unsigned c) { return scatter(a, b, c) / 4294967296.0; }
