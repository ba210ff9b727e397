/* Lettering. Every kind of thing has its hand: capitals for towns, slanted letters for water, spaced ones for
   hills. Names are set one after the other, the important first; each looks for the place near its point
   where it covers least of what is already there, and a small name that finds none is left out. Names of
   waters and roads follow their line, letter by letter: not every program that shows SVG can set text on a
   path. */
#include "ground/picture.h"
#include "ground/cut.h"

#include <math.h>
#include <string.h>
#include <strings.h>

enum hand_kind {
	HAND_TOWN,
	HAND_VILLAGE,
	HAND_HAMLET,
	HAND_HOUSE,
	HAND_HILL,
	HAND_CROSSING,
	HAND_WATER,
	HAND_ROAD,
	HAND_WOODS
};

struct hand {
	double size, spacing; /* units times grain; spacing between letters */
	const char *style;
	bool must; /* set even where it covers something */
};

static const struct hand hands[] = {
	[HAND_TOWN] = {21, 1.6, "font-weight='bold' fill='#241a14'", true},
	[HAND_VILLAGE] = {15, .7, "fill='#241a14'", true},
	[HAND_HAMLET] = {12.5, .3, "fill='#241a14'", true},
	[HAND_HOUSE] = {10.5, 0, "font-style='italic' fill='#2e221a'", false},
	[HAND_HILL] = {12, 1.5, "font-style='italic' letter-spacing='1.5' fill='#5b3d20'", true},
	[HAND_CROSSING] = {10.8, 0, "font-style='italic' fill='#2c4850'", false},
	[HAND_WATER] = {13.5, 3, "font-style='italic' fill='#2f5360'", false},
	[HAND_ROAD] = {9.6, 2.2, "font-style='italic' fill='#3b2a1e'", false},
	[HAND_WOODS] = {11, 1.2, "font-style='italic' fill='#26320f'", false},
};

/* Widths of Times, in thousandths of the size, near enough for any book face. */
static int letter_width(unsigned char c)
{
	if (strchr("iljt.,'|:;!", c)) return 290;
	if (strchr("frsI()-/ ", c)) return 350;
	if (strchr("mwMW", c)) return 830;
	if (c >= 'A' && c <= 'Z') return 690;
	return (c & 0xC0) == 0x80 ? 0 : 480; /* the later bytes of a letter have no width */
}

static double words_width(const struct picture *p, const struct hand *h, const char *words)
{
	double width = 0;
	for (; *words; words++)
		if (letter_width((unsigned char)*words))
			width += letter_width((unsigned char)*words) * h->size / 1000 + h->spacing;
	return (width - h->spacing) * p->grain;
}

/* --- what is taken ------------------------------------------------------------------------------------- */

static void take_box(struct picture *p, struct box b)
{
	if (p->boxes < BOXES_MOST) p->box[p->boxes++] = b;
}

static double overlap(const struct picture *p, struct box b)
{
	double sum = 0;
	for (int i = 0; i < p->boxes; i++) {
		double w = fmin(b.right, p->box[i].right) - fmax(b.left, p->box[i].left);
		double h = fmin(b.bottom, p->box[i].bottom) - fmax(b.top, p->box[i].top);
		if (w > 0 && h > 0) sum += w * h;
	}
	return sum;
}

static bool on_sheet(const struct picture *p, struct box b)
{
	double rim = 5 * p->grain;
	return b.left > p->left / p->unit + rim && b.right < p->right / p->unit - rim &&
	       b.top > p->top / p->unit + rim && b.bottom < p->bottom / p->unit - rim;
}

static bool beside(int32_t a, int32_t b, int32_t low, int32_t high)
{
	return (a < low && b < low) || (a > high && b > high);
}

/* How many paces of roads and waters a name would lie across. Most lines lie elsewhere, and are passed over
   in whole metres. */
static int lines_under(const struct picture *p, struct box b)
{
	int n = 0;
	int32_t west = (int32_t)floor(b.left * p->unit) - 1, east = (int32_t)ceil(b.right * p->unit) + 1;
	int32_t north = (int32_t)floor(b.top * p->unit) - 1, south = (int32_t)ceil(b.bottom * p->unit) + 1;
	for (int i = 0; i < p->ground->lines; i++) {
		const struct line *l = &p->ground->line[i];
		if (!line_is_way(l) && !line_is_water(l) && l->kind != LINE_RAILWAY) continue;
		for (int k = 0; k + 1 < l->n; k++) {
			struct point from = l->points[k], to = l->points[k + 1];
			if (beside(from.x, to.x, west, east) || beside(from.y, to.y, north, south)) continue;
			double ax = from.x / p->unit, ay = from.y / p->unit, bx = to.x / p->unit, by = to.y / p->unit;
			int paces = (int)(hypot(bx - ax, by - ay) / 3) + 1;
			for (int j = 0; j < paces; j++) {
				double x = ax + (bx - ax) * j / paces, y = ay + (by - ay) * j / paces;
				n += x > b.left && x < b.right && y > b.top && y < b.bottom;
			}
		}
	}
	return n;
}

/* --- names at a point ---------------------------------------------------------------------------------- */

static const struct {
	int x, y;
} around[] = {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {1, -1}, {1, 1}, {-1, -1}, {-1, 1}};
#define AROUND 8

static struct box box_at(double x, double y, int where, double width, double height, double off)
{
	double cx = x + around[where].x * (off + width / 2), cy = y + around[where].y * (off + height / 2);
	if (around[where].x && around[where].y) {
		cx -= around[where].x * off * 0.4;
		cy -= around[where].y * off * 0.4;
	}
	return (struct box){cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2};
}

static void set_words(struct picture *p, const struct hand *h, struct box b, const char *words)
{
	text_addf(p->out, "<text x='%.1f' y='%.1f' font-size='%.1f' text-anchor='middle' %s",
		(b.left + b.right) / 2, b.bottom - (b.bottom - b.top) * 0.22, h->size * p->grain, h->style);
	if (h->spacing > 0 && !strstr(h->style, "letter-spacing"))
		text_addf(p->out, " letter-spacing='%.1f'", h->spacing * p->grain);
	text_char(p->out, '>');
	put_words(p, words);
	text_add(p->out, "</text>\n");
	take_box(p, b);
}

static void letter_point(struct picture *p, enum hand_kind kind, struct point at, const char *words)
{
	const struct hand *h = &hands[kind];
	double x = unit_x(p, at.x), y = unit_y(p, at.y), width = words_width(p, h, words),
		   height = h->size * p->grain;
	double least = 1e9;
	struct box best = {0};
	for (int i = 0; i < AROUND; i++) {
		struct box b = box_at(x, y, i, width, height, (kind == HAND_HOUSE ? 5 : 7) * p->grain);
		double cost = overlap(p, b) * 4 / p->grain + lines_under(p, b) * 9 * p->grain + i * 3 +
		              (on_sheet(p, b) ? 0 : 5000);
		if (cost < least) {
			least = cost;
			best = b;
		}
	}
	if (least < (h->must ? 4000 : 0.9 * width * height + 60)) set_words(p, h, best, words);
}

/* Right on its middle, if it fits between left and right. */
static void letter_area(struct picture *p, enum hand_kind kind, const struct area *a)
{
	const struct hand *h = &hands[kind];
	struct point middle = area_middle(a);
	double width = words_width(p, h, a->name), height = h->size * p->grain, left = 1e9, right = -1e9;
	for (int i = 0; i < a->n; i++) {
		left = fmin(left, unit_x(p, a->points[i].x));
		right = fmax(right, unit_x(p, a->points[i].x));
	}
	struct box b = {unit_x(p, middle.x) - width / 2, unit_y(p, middle.y) - height / 2,
		unit_x(p, middle.x) + width / 2, unit_y(p, middle.y) + height / 2};
	if (width < 0.85 * (right - left) && on_sheet(p, b) && overlap(p, b) < 1) set_words(p, h, b, a->name);
}

/* --- names along a line -------------------------------------------------------------------------------- */

static double line_length(const struct picture *p, const struct line *l)
{
	double sum = 0;
	for (int i = 0; i + 1 < l->n; i++)
		sum += hypot(l->points[i + 1].x - l->points[i].x, l->points[i + 1].y - l->points[i].y) / p->unit;
	return sum;
}

/* The place `far` units along the line, in units. */
static struct spotxy along_line(const struct picture *p, const struct line *l, double far)
{
	for (int i = 0; i + 1 < l->n; i++) {
		double ax = l->points[i].x / p->unit, ay = l->points[i].y / p->unit,
			   bx = l->points[i + 1].x / p->unit, by = l->points[i + 1].y / p->unit;
		double length = hypot(bx - ax, by - ay);
		if (far <= length || i + 2 == l->n) {
			double t = length > 0 ? fmax(0, far / length) : 0;
			return (struct spotxy){ax + (bx - ax) * t, ay + (by - ay) * t};
		}
		far -= length;
	}
	return (struct spotxy){0, 0};
}

struct course { /* a name along a line: from `start`, forwards or backwards, so far beside it */
	const struct line *line;
	const struct hand *hand;
	const char *words;
	double start, size, beside;
	int way;
};

/* The middle of the letter `far` units into the name, and its turn in degrees. */
static struct spotxy letter_place(const struct picture *p, const struct course *c, double far, double *turn)
{
	double at = c->start + c->way * far, reach = c->size * 1.3;
	struct spotxy a = along_line(p, c->line, at - c->way * reach),
				  b = along_line(p, c->line, at + c->way * reach), m = along_line(p, c->line, at);
	double dx = b.x - a.x, dy = b.y - a.y, length = fmax(0.01, hypot(dx, dy));
	m = (struct spotxy){(a.x + b.x + 2 * m.x) / 4, (a.y + b.y + 2 * m.y) / 4};
	*turn = atan2(dy, dx) * 57.29578;
	return (struct spotxy){m.x + dy / length * c->beside, m.y - dx / length * c->beside};
}

static struct box letter_box(struct spotxy at, double size)
{
	return (struct box){at.x - size * 0.32, at.y - size * 0.75, at.x + size * 0.32, at.y + size * 0.2};
}

/* What it costs to set a name there: bends, letters over other things. */
static double course_cost(const struct picture *p, const struct course *c, double width)
{
	double cost = 0, last = 0;
	for (double far = 0; far <= width; far += c->size * 0.6) {
		double turn;
		struct spotxy at = letter_place(p, c, far, &turn);
		struct box b = letter_box(at, c->size);
		double bend = far > 0 ? fabs(remainder(turn - last, 360)) : 0;
		cost += bend * bend * 0.05 + overlap(p, b) * 3 + (on_sheet(p, b) ? 0 : 500) + lines_under(p, b) * 2.5;
		last = turn;
	}
	return cost;
}

static void set_course(struct picture *p, const struct course *c)
{
	double far = 0;
	text_addf(p->out, "<g font-size='%.1f' text-anchor='middle' %s>", c->size, c->hand->style);
	for (const char *w = c->words; *w;) {
		char letter[5] = {0};
		int n = 0;
		do letter[n++] = *w++;
		while (((unsigned char)*w & 0xC0) == 0x80 && n < 4);
		double turn, wide = letter_width((unsigned char)letter[0]) * c->size / 1000;
		struct spotxy at = letter_place(p, c, far + wide / 2, &turn);
		far += wide + c->hand->spacing * p->grain;
		if (letter[0] == ' ') continue;
		text_addf(p->out, "<text transform='translate(%.1f %.1f) rotate(%.0f)'>", at.x, at.y, turn);
		put_words(p, letter);
		text_add(p->out, "</text>");
		take_box(p, letter_box(at, c->size));
	}
	text_add(p->out, "</g>\n");
}

/* The best stretch of line between two lengths. */
static void letter_stretch(struct picture *p, const struct line *l, const struct hand *h, double from,
	double to)
{
	double width = words_width(p, h, l->name), size = h->size * p->grain, least = 1e9;
	struct course best = {0};
	for (double s = from + size; s + width < to - size; s += size) {
		struct spotxy a = along_line(p, l, s), b = along_line(p, l, s + width);
		bool forward = b.x >= a.x;
		for (int below = 0; below < 2; below++) {
			double off = size * (below ? -1.02 : 0.38) + (below ? -1 : 1) * l->width / p->unit / 2;
			struct course c = {l, h, l->name, forward ? s : s + width, size, off, forward ? 1 : -1};
			double cost = course_cost(p, &c, width) + below * 4;
			if (cost < least) {
				least = cost;
				best = c;
			}
		}
	}
	if (least < 30 + width * 0.9) set_course(p, &best);
}

static void letter_line(struct picture *p, const struct line *l, enum hand_kind kind)
{
	double length = line_length(p, l);
	int times = 1 + (int)(length / (1000 * p->grain));
	for (int i = 0; i < times; i++)
		letter_stretch(p, l, &hands[kind], length * i / times, length * (i + 1) / times);
}

/* Of several lines with one name the longest carries it. */
static bool carries_name(const struct picture *p, int i)
{
	const struct line *l = &p->ground->line[i];
	for (int k = 0; l->name && k < p->ground->lines; k++) {
		const struct line *o = &p->ground->line[k];
		if (k == i || !o->name || strcmp(o->name, l->name) != 0) continue;
		double other = line_length(p, o), own = line_length(p, l);
		if (other > own || (other >= own && k < i)) return false;
	}
	return l->name != NULL;
}

/* --- everything ---------------------------------------------------------------------------------------- */

static bool names_crossing(const struct ground *g, const char *name)
{
	for (int i = 0; i < g->crossings; i++)
		if (g->crossing[i].name && strcasecmp(g->crossing[i].name, name) == 0) return true;
	return false;
}

static bool names_hill(const struct ground *g, const char *name)
{
	for (int i = 0; i < g->spots; i++)
		if (g->spot[i].name && strcasecmp(g->spot[i].name, name) == 0) return true;
	return false;
}

static bool names_settlement(const struct ground *g, const char *name)
{
	for (int i = 0; i < g->areas; i++)
		if (g->area[i].kind == AREA_SETTLEMENT && g->area[i].name && strcasecmp(g->area[i].name, name) == 0)
			return true;
	return false;
}

static bool names_place(const struct ground *g, const char *name)
{
	for (int i = 0; i < g->places; i++)
		if (strcasecmp(g->place[i].name, name) == 0) return true;
	return false;
}

static enum hand_kind hand_of(const struct ground *g, const struct place *at)
{
	static const enum hand_kind by_rank[] = {HAND_TOWN, HAND_TOWN, HAND_VILLAGE, HAND_HAMLET, HAND_HOUSE};
	if (names_settlement(g, at->name)) return by_rank[at->rank];
	if (names_hill(g, at->name)) return HAND_HILL;
	return names_crossing(g, at->name) ? HAND_CROSSING : by_rank[at->rank];
}

/* Signs are not written over. */
static void take_signs(struct picture *p)
{
	const struct ground *g = p->ground;
	for (int i = 0; i < g->crossings; i++) {
		double x = unit_x(p, g->crossing[i].at.x), y = unit_y(p, g->crossing[i].at.y), r = 4 * p->grain;
		take_box(p, (struct box){x - r, y - r, x + r, y + r});
	}
	for (int i = 0; i < g->areas; i++) {
		if (g->area[i].kind != AREA_SETTLEMENT) continue;
		struct box b = {1e9, 1e9, -1e9, -1e9};
		for (int k = 0; k < g->area[i].n; k++) {
			b.left = fmin(b.left, unit_x(p, g->area[i].points[k].x));
			b.right = fmax(b.right, unit_x(p, g->area[i].points[k].x));
			b.top = fmin(b.top, unit_y(p, g->area[i].points[k].y));
			b.bottom = fmax(b.bottom, unit_y(p, g->area[i].points[k].y));
		}
		take_box(p, b);
	}
}

static void letter_places(struct picture *p)
{
	const struct ground *g = p->ground;
	for (int rank = 1; rank <= 4; rank++)
		for (int i = 0; i < g->places; i++)
			if (g->place[i].on_map && g->place[i].rank == rank)
				letter_point(p, hand_of(g, &g->place[i]), g->place[i].at, g->place[i].name);
}

void draw_lettering(struct picture *p)
{
	const struct ground *g = p->ground;
	text_add(p->out,
		"<g class='lettering' stroke='#f6eedb' stroke-width='2.8' stroke-opacity='.88' stroke-linejoin='round' paint-order='stroke'>\n");
	take_signs(p);
	letter_places(p);
	for (int i = 0; i < g->spots; i++)
		if (g->spot[i].name && !names_place(g, g->spot[i].name))
			letter_point(p, HAND_HILL, g->spot[i].at, g->spot[i].name);
	for (int i = 0; i < g->lines; i++)
		if (g->line[i].kind <= LINE_DITCH && carries_name(p, i)) letter_line(p, &g->line[i], HAND_WATER);
	for (int i = 0; i < g->lines; i++)
		if (g->line[i].kind >= LINE_TURNPIKE && g->line[i].kind <= LINE_GRADE && carries_name(p, i))
			letter_line(p, &g->line[i], HAND_ROAD);
	for (int i = 0; i < g->crossings; i++)
		if (g->crossing[i].name && !names_place(g, g->crossing[i].name))
			letter_point(p, HAND_CROSSING, g->crossing[i].at, g->crossing[i].name);
	for (int i = 0; i < g->areas; i++)
		if (g->area[i].kind == AREA_WOODS && g->area[i].name) letter_area(p, HAND_WOODS, &g->area[i]);
	text_add(p->out, "</g>\n");
}
