/* Relief in the manner of the time: a wash that deepens with height, fine form lines, and hachures, the short
   strokes an engraver drew down the slope, thicker where it is steeper and on the side away from the light,
   which falls from the north-west. All three come from the form lines, found on a square grid of heights. */
#include "ground/picture.h"
#include "ground/relief.h"

#include <math.h>
#include <stdlib.h>

#define CELLS 190 /* on the longer side */
#define LEVELS 14 /* form lines between the lowest and highest ground, about */

void measure_heights(struct picture *p)
{
	struct heights *h = &p->heights;
	double width = p->right - p->left, height = p->bottom - p->top;
	h->step = fmax(width, height) / CELLS;
	h->left = p->left - 2 * h->step;
	h->top = p->top - 2 * h->step;
	h->cols = (int)ceil(width / h->step) + 5;
	h->rows = (int)ceil(height / h->step) + 5;
	h->at = ARENA_ARRAY(p->bench, float, h->cols * h->rows);
	h->low = 1e9;
	h->high = -1e9;
	for (int r = 0; r < h->rows; r++)
		for (int c = 0; c < h->cols; c++) {
			struct point at = {(int32_t)(h->left + c * h->step), (int32_t)(h->top + r * h->step)};
			double metres = ground_height_mm(p->ground, at) / 1000.0;
			h->at[r * h->cols + c] = (float)metres;
			h->low = fmin(h->low, metres);
			h->high = fmax(h->high, metres);
		}
}

static double grid_height(const struct heights *h, int c, int r)
{
	c = c < 0 ? 0 : c >= h->cols ? h->cols - 1 : c;
	r = r < 0 ? 0 : r >= h->rows ? h->rows - 1 : r;
	return h->at[r * h->cols + c];
}

double height_at(const struct picture *p, double x, double y)
{
	const struct heights *h = &p->heights;
	double fx = (x - h->left) / h->step, fy = (y - h->top) / h->step;
	int c = (int)floor(fx), r = (int)floor(fy);
	fx -= c;
	fy -= r;
	return (grid_height(h, c, r) * (1 - fx) + grid_height(h, c + 1, r) * fx) * (1 - fy) +
	       (grid_height(h, c, r + 1) * (1 - fx) + grid_height(h, c + 1, r + 1) * fx) * fy;
}

struct spotxy slope_at(const struct picture *p, double x, double y)
{
	double d = p->heights.step * 0.75;
	return (struct spotxy){
		(height_at(p, x + d, y) - height_at(p, x - d, y)) / (2 * d),
		(height_at(p, x, y + d) - height_at(p, x, y - d)) / (2 * d),
	};
}

/* --- form lines ---------------------------------------------------------------------------------------- */

/* The sides of the grid's cells, numbered: first the horizontal ones, then the vertical ones. A form line
   crosses a side at one point and leads from there to two others; ring[] of a level holds these two links.
   The rim of the grid counts as lower than everything, so every line is closed. */
struct form {
	struct picture *p;
	double level;
	int (*link)[2]; /* [sides] to the next sides, -1 = none */
	int sides;
	struct spotxy *loop;
	int n;
};

static bool is_high(const struct form *f, int c, int r)
{
	const struct heights *h = &f->p->heights;
	return c > 0 && r > 0 && c < h->cols - 1 && r < h->rows - 1 && h->at[r * h->cols + c] >= f->level;
}

/* from c,r to c+1,r */
static int across_side(const struct heights *h, int c, int r) { return r * h->cols + c; }
static int down_side(const struct heights *h, int c, int r) { return h->cols * h->rows + r * h->cols + c; }

static void link_sides(struct form *f, int a, int b)
{
	f->link[a][f->link[a][0] >= 0] = b;
	f->link[b][f->link[b][0] >= 0] = a;
}

/* The links through one cell. sides: north, east, south, west. */
static void link_cell(struct form *f, int c, int r)
{
	const struct heights *h = &f->p->heights;
	int side[4] = {across_side(h, c, r), down_side(h, c + 1, r), across_side(h, c, r + 1),
		down_side(h, c, r)};
	bool corner[4] = {is_high(f, c, r), is_high(f, c + 1, r), is_high(f, c + 1, r + 1), is_high(f, c, r + 1)};
	int cut[4], n = 0;
	for (int i = 0; i < 4; i++)
		if (corner[i] != corner[(i + 1) % 4]) cut[n++] = i;
	if (n == 2) link_sides(f, side[cut[0]], side[cut[1]]);
	if (n != 4) return;
	int first = corner[0] ? 0 : 1; /* a saddle: the high corners stay apart */
	link_sides(f, side[(first + 3) % 4], side[first]);
	link_sides(f, side[(first + 1) % 4], side[(first + 2) % 4]);
}

static struct spotxy side_point(const struct form *f, int side)
{
	const struct heights *h = &f->p->heights;
	bool down = side >= h->cols * h->rows;
	int i = down ? side - h->cols * h->rows : side, c = i % h->cols, r = i / h->cols;
	double a = grid_height(h, c, r), b = grid_height(h, c + !down, r + down);
	bool inside = (a >= f->level) != (b >= f->level);
	double t = inside ? (f->level - a) / (b - a) : 0.5;
	return (struct spotxy){h->left + (c + (down ? 0 : t)) * h->step, h->top + (r + (down ? t : 0)) * h->step};
}

/* Walks one closed line from a side, unlinking what it passes. */
static void walk_loop(struct form *f, int start)
{
	f->n = 0;
	for (int at = start, from = -1; at >= 0;) {
		f->loop[f->n++] = side_point(f, at);
		int next = f->link[at][0] != from && f->link[at][0] >= 0 ? f->link[at][0] : f->link[at][1];
		if (from < 0) next = f->link[at][0];
		f->link[at][0] = f->link[at][1] = -1;
		from = at;
		at = next >= 0 && (f->link[next][0] >= 0 || f->link[next][1] >= 0) ? next : -1;
	}
}

static void form_begin(struct form *f, struct picture *p, double level)
{
	const struct heights *h = &p->heights;
	f->level = level;
	if (!f->p) {
		f->p = p;
		f->sides = 2 * h->cols * h->rows;
		f->link = arena_get(p->bench, sizeof(int[2]) * (size_t)f->sides);
		f->loop = ARENA_ARRAY(p->bench, struct spotxy, f->sides);
	}
	for (int i = 0; i < f->sides; i++) f->link[i][0] = f->link[i][1] = -1;
	for (int r = 0; r + 1 < h->rows; r++)
		for (int c = 0; c + 1 < h->cols; c++) link_cell(f, c, r);
}

/* The next closed line of the level, from side *at on. */
static bool form_next(struct form *f, int *at)
{
	for (; *at < f->sides; ++*at)
		if (f->link[*at][0] >= 0) {
			walk_loop(f, *at);
			return true;
		}
	return false;
}

/* Rounded by running from the middle of one piece to the middle of the next. */
static void pen_loop(struct pen *n, const struct spotxy *l, int count)
{
	pen_move(n, (l[count - 1].x + l[0].x) / 2, (l[count - 1].y + l[0].y) / 2);
	for (int i = 0; i < count; i++) {
		struct spotxy next = l[(i + 1) % count];
		pen_quad(n, l[i].x, l[i].y, (l[i].x + next.x) / 2, (l[i].y + next.y) / 2);
	}
	pen_close(n);
}

/* --- hachures ------------------------------------------------------------------------------------------ */

#define WEIGHTS 4
static const char *const weights[WEIGHTS] = {".4", ".6", ".85", "1.15"};

struct stroke {
	float x, y, to_x, to_y;
	unsigned char weight;
};

struct hachures {
	struct stroke *list;
	int n, room;
	double interval, gap; /* metres: of height, and between strokes */
};

/* Steepness that is drawn at all, and that gets the full weight. */
#define SLOPE_LEAST 0.011
#define SLOPE_MOST 0.075

/* 0..WEIGHTS-1, or -1 for ground too flat to draw. */
static int weigh(struct spotxy s)
{
	double steep = hypot(s.x, s.y);
	if (steep < SLOPE_LEAST) return -1;
	double away = -(s.x + s.y) / (steep * 1.41421356); /* 1 where the ground falls to the south-east */
	double weight =
		fmin(1, (steep - SLOPE_LEAST) / (SLOPE_MOST - SLOPE_LEAST)) * (0.72 + 0.5 * away) * WEIGHTS;
	return weight < 0.3 ? steep > 2 * SLOPE_LEAST ? 0 : -1 : weight >= WEIGHTS ? WEIGHTS - 1 : (int)weight;
}

/* Down the slope until the next form line, or until the ground is flat. */
static void hatch(struct picture *p, struct hachures *h, struct spotxy at, unsigned salt)
{
	struct spotxy s = slope_at(p, at.x, at.y);
	int weight = weigh(s);
	if (weight < 0 || h->n >= h->room || at.x < p->left || at.y < p->top || at.x > p->right ||
		at.y > p->bottom)
		return;
	double steep = hypot(s.x, s.y),
		   length = fmin(h->interval / steep, 6 * h->gap) * (0.78 + 0.3 * scattered(salt, 3, 0));
	double x = at.x - s.x / steep * h->gap * 0.4 * scattered(salt, 5, 0),
		   y = at.y - s.y / steep * h->gap * 0.4 * scattered(salt, 5, 0);
	h->list[h->n++] = (struct stroke){(float)x, (float)y, (float)(x - s.x / steep * length),
		(float)(y - s.y / steep * length), (unsigned char)weight};
}

static void hatch_loop(struct picture *p, struct hachures *h, const struct spotxy *l, int count)
{
	double left = h->gap / 2;
	for (int i = 0; i < count; i++) {
		struct spotxy a = l[i], b = l[(i + 1) % count];
		double length = hypot(b.x - a.x, b.y - a.y);
		for (; left < length; left += h->gap) {
			double t = left / length;
			hatch(p, h, (struct spotxy){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}, (unsigned)h->n);
		}
		left -= length;
	}
}

static void put_strokes(struct picture *p, const struct hachures *h)
{
	text_add(p->out, "<g fill='none' stroke='#5b452f' stroke-opacity='.7'>\n");
	for (int w = 0; w < WEIGHTS; w++) {
		struct pen n;
		struct text t = {0};
		text_addf(&t, "stroke-width='%s'", weights[w]);
		pen_begin(&n, p, text_str(&t));
		for (int i = 0; i < h->n; i++)
			if (h->list[i].weight == w) {
				pen_move(&n, h->list[i].x, h->list[i].y);
				pen_line(&n, h->list[i].to_x, h->list[i].to_y);
			}
		pen_end(&n);
		text_free(&t);
	}
	text_add(p->out, "</g>\n");
}

/* 1, 2, 5, 10, 20 … metres. */
static double good_interval(double range)
{
	double best = 1;
	static const double by[] = {2, 2.5, 2};
	for (int i = 0; range / best > LEVELS * 1.5; i++) best *= by[i % 3];
	return best;
}

static double first_level(const struct heights *g, double interval)
{
	return floor(g->low / interval + 1) * interval;
}

static double mean_height(const struct heights *g)
{
	double sum = 0;
	for (int i = 0; i < g->cols * g->rows; i++) sum += g->at[i];
	return sum / (g->cols * g->rows);
}

void draw_wash(struct picture *p)
{
	const struct heights *g = &p->heights;
	struct form f = {0};
	double interval = good_interval(g->high - g->low), mean = mean_height(g);
	text_add(p->out,
		"<g fill='#a06a2c' fill-rule='evenodd' stroke='#8a6a45' stroke-opacity='.45' stroke-width='.35'>\n");
	for (double level = first_level(g, interval); level < g->high; level += interval) {
		struct pen n;
		int at = 0;
		form_begin(&f, p, level);
		pen_begin(&n, p, level > mean ? "fill-opacity='.075'" : "fill-opacity='.012'");
		while (form_next(&f, &at))
			if (f.n > 4) pen_loop(&n, f.loop, f.n);
		pen_end(&n);
	}
	text_add(p->out, "</g>\n");
}

void draw_hachures(struct picture *p)
{
	const struct heights *g = &p->heights;
	struct form f = {0};
	struct hachures h = {.interval = good_interval(g->high - g->low) / 2,
		.gap = fmax(p->right - p->left, p->bottom - p->top) / 600,
		.room = 60000};
	h.list = ARENA_ARRAY(p->bench, struct stroke, h.room);
	for (double level = first_level(g, h.interval); level < g->high; level += h.interval) {
		int at = 0;
		form_begin(&f, p, level);
		while (form_next(&f, &at))
			if (f.n > 4) hatch_loop(p, &h, f.loop, f.n);
	}
	put_strokes(p, &h);
}
