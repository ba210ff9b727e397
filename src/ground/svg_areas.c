/* What covers the ground: fields in furrows, orchards in rows, woods tree by tree, marsh and lake, houses. */
#include "ground/picture.h"
#include "ground/cut.h"

#include <math.h>
#include <stdlib.h>

struct extent {
	double left, top, right, bottom;
};

static struct extent extent_of(const struct picture *p, const struct area *a)
{
	struct extent e = {1e9, 1e9, -1e9, -1e9};
	for (int i = 0; i < a->n; i++) {
		e.left = fmin(e.left, a->points[i].x);
		e.right = fmax(e.right, a->points[i].x);
		e.top = fmin(e.top, a->points[i].y);
		e.bottom = fmax(e.bottom, a->points[i].y);
	}
	return (struct extent){fmax(e.left, p->left), fmax(e.top, p->top), fmin(e.right, p->right),
		fmin(e.bottom, p->bottom)};
}

static bool inside(const struct area *a, double x, double y)
{
	return area_contains(a, (struct point){(int32_t)x, (int32_t)y});
}

static void outline(struct picture *p, enum area_kind kind, const char *style, bool smooth)
{
	struct pen n;
	pen_begin(&n, p, style);
	for (int i = 0; i < p->ground->areas; i++) {
		const struct area *a = &p->ground->area[i];
		if (a->kind == kind && smooth) pen_round(&n, a->points, a->n);
		else if (a->kind == kind) pen_along(&n, a->points, a->n, true);
	}
	pen_end(&n);
}

/* --- fields and orchards ------------------------------------------------------------------------------- */

#define FURROWS 4

void draw_fields(struct picture *p)
{
	static const char *const tints[FURROWS] = {"#efe0b0", "#e9dfb4", "#f1e3bd", "#e6dcae"};
	static const int turns[FURROWS] = {18, 77, -32, 128};
	for (int i = 0; i < FURROWS; i++)
		text_addf(p->out,
			"<pattern id='f%d' width='4' height='%.1f' patternUnits='userSpaceOnUse' patternTransform='rotate(%d)'>"
			"<path d='M0 1h4' stroke='#a8925a' stroke-width='.35' stroke-dasharray='3.1 .9'/></pattern>\n",
			i, 2.6 + i * 0.35, turns[i]);
	for (int i = 0; i < p->ground->areas; i++) {
		const struct area *a = &p->ground->area[i];
		struct pen n;
		if (a->kind != AREA_FIELDS) continue;
		unsigned k = scatter((unsigned)i, 1, 7) % FURROWS;
		struct text style = {0};
		for (int layer = 0; layer < 2; layer++) {
			text_clear(&style);
			if (layer == 0)
				text_addf(&style,
					"fill='%s' fill-opacity='.75' stroke='#9c8a5c' stroke-width='.5' stroke-dasharray='2.5 1'",
					tints[k]);
			else text_addf(&style, "fill='url(#f%u)' fill-opacity='.8'", k);
			pen_begin(&n, p, text_str(&style));
			pen_along(&n, a->points, a->n, true);
			pen_end(&n);
		}
		text_free(&style);
	}
}

static void draw_orchards(struct picture *p)
{
	struct pen n;
	/* a table is looked at more closely */
	double near = p->options->part.w ? 2 : 1, gap = 3.2 * near * p->grain * p->unit;
	outline(p, AREA_ORCHARD, "fill='#dfe3b8' fill-opacity='.8' stroke='#7d8455' stroke-width='.4'", false);
	pen_begin(&n, p, "fill='#66763f'");
	for (int i = 0; i < p->ground->areas; i++) {
		const struct area *a = &p->ground->area[i];
		if (a->kind != AREA_ORCHARD) continue;
		struct extent e = extent_of(p, a);
		for (double y = e.top + gap / 2; y < e.bottom; y += gap)
			for (double x = e.left + gap / 2; x < e.right; x += gap)
				if (inside(a, x, y)) pen_circle(&n, x, y, (near > 1 ? 1.5 : 0.9) * p->grain);
	}
	pen_end(&n);
}

/* --- woods --------------------------------------------------------------------------------------------- */

struct trees {
	struct spotxy *list;
	int n, room;
};

/* Distance of a place from the nearest road, no farther than `most` metres: trees keep off roads. */
static bool on_road(const struct picture *p, double x, double y, int32_t most)
{
	struct point at = {(int32_t)x, (int32_t)y};
	for (int i = 0; i < p->ground->lines; i++) {
		const struct line *l = &p->ground->line[i];
		if ((line_is_way(l) || line_is_water(l) || l->kind == LINE_RAILWAY) && point_near_line(at, l, most))
			return true;
	}
	return false;
}

static bool in_woods(const struct picture *p, double x, double y)
{
	for (int i = 0; i < p->ground->areas; i++)
		if (p->ground->area[i].kind == AREA_WOODS && inside(&p->ground->area[i], x, y)) return true;
	return false;
}

/* Row by row from the north, each a little out of its place, so that nearer crowns overlap those behind. */
static struct trees plant(const struct picture *p)
{
	double gap = fmax(p->right - p->left, p->bottom - p->top) / 215;
	struct trees t = {.room = 14000};
	t.list = ARENA_ARRAY(p->bench, struct spotxy, t.room);
	int rows = (int)((p->bottom - p->top) / (gap * 0.8)), cols = (int)((p->right - p->left) / gap);
	for (int r = 0; r < rows; r++)
		for (int c = 0; c < cols && t.n < t.room; c++) {
			double x = p->left + (c + 0.5 * (r % 2) + 0.75 * scattered((unsigned)c, (unsigned)r, 1)) * gap;
			double y = p->top + (r + 0.7 * scattered((unsigned)c, (unsigned)r, 2)) * gap * 0.8;
			if (scatter((unsigned)c, (unsigned)r, 3) % 8 && in_woods(p, x, y) &&
				!on_road(p, x, y, (int32_t)(3 * p->unit)))
				t.list[t.n++] = (struct spotxy){x, y};
		}
	return t;
}

/* A row's trees of a kind, as the corners of one line that itself is not drawn: browsers are slow with
   thousands of things of their own. */
static void draw_row(struct picture *p, const struct trees *t, int from, int to, unsigned kind)
{
	int n = 0;
	for (int i = from; i < to; i++)
		if ((scatter((unsigned)i, 9, 9) % 3 == 0) == kind)
			text_addf(p->out, "%s%.1f %.1f", n++ ? " " : "<polyline fill='none' points='",
				unit_x(p, t->list[i].x), unit_y(p, t->list[i].y));
	if (n)
		text_addf(p->out, "' marker-start='url(#m%u)' marker-mid='url(#m%u)' marker-end='%s'/>\n", kind, kind,
			n == 1 ? "none"
			: kind ? "url(#m1)"
				   : "url(#m0)");
}

static void draw_trees(struct picture *p, const struct trees *t)
{
	double g = p->grain;
	text_addf(p->out,
		"<defs><g id='t0'><ellipse cx='%.1f' cy='%.1f' rx='%.1f' ry='%.1f' fill='#6d6a48' fill-opacity='.4'/>"
		"<circle r='%.1f' fill='#b9c491' stroke='#4f5b35' stroke-width='.4'/>"
		"<path d='M%.1f %.1fa%.1f %.1f 0 0 1 -%.1f %.1f' fill='none' stroke='#4f5b35' stroke-width='.55'/></g>\n",
		1.1 * g, 1.5 * g, 2.2 * g, 1.2 * g, 2.1 * g, 1.2 * g, -0.2 * g, 1.4 * g, 1.4 * g, 1.3 * g, 1.2 * g);
	text_addf(p->out,
		"<g id='t1'><ellipse cx='%.1f' cy='%.1f' rx='%.1f' ry='%.1f' fill='#6d6a48' fill-opacity='.4'/>"
		"<path d='M%.1f 1q-.6 -2.2 1.2 -2.6q1.4 -1.6 2.8 0q1.8 .6 1 2.6q-2.4 1.2 -5 0' "
		"fill='#a9b782' stroke='#4f5b35' stroke-width='.4'/></g></defs>\n",
		1 * g, 1.4 * g, 2.4 * g, 1.1 * g, -2.5);
	for (unsigned kind = 0; kind < 2; kind++)
		text_addf(p->out,
			"<marker id='m%u' markerUnits='userSpaceOnUse' overflow='visible'><use href='#t%u'/></marker>\n",
			kind, kind);
	for (int i = 0, end; i < t->n; i = end) {
		for (end = i + 1; end < t->n && t->list[end].x > t->list[end - 1].x; end++) {
		}
		draw_row(p, t, i, end, 0), draw_row(p, t, i, end, 1);
	}
}

void draw_woods(struct picture *p)
{
	draw_orchards(p);
	outline(p, AREA_WOODS,
		"fill='#bcc798' fill-opacity='.62' stroke='#7b8558' stroke-opacity='.5' stroke-width='.6' stroke-dasharray='.8 1.6'",
		true);
	struct trees t = plant(p);
	draw_trees(p, &t);
}

/* --- marsh and lake ------------------------------------------------------------------------------------ */

static void draw_marshes(struct picture *p)
{
	struct pen n;
	double gap = 4.5 * p->grain * p->unit;
	outline(p, AREA_MARSH, "fill='#d3ddd0' fill-opacity='.5'", true);
	pen_begin(&n, p, "fill='none' stroke='#4e6a70' stroke-width='.5'");
	for (int i = 0; i < p->ground->areas; i++) {
		const struct area *a = &p->ground->area[i];
		if (a->kind != AREA_MARSH) continue;
		struct extent e = extent_of(p, a);
		int row = 0;
		for (double y = e.top + gap / 2; y < e.bottom; y += gap * 0.7, row++)
			for (double x = e.left + (row % 2) * gap; x < e.right; x += gap * 2) {
				double at = x + gap * scattered((unsigned)x, (unsigned)y, 1), u = p->unit * p->grain;
				if (!inside(a, at, y)) continue;
				pen_move(&n, at - 3 * u, y);
				pen_line(&n, at + 3 * u, y);
				for (int blade = -1; blade <= 1; blade++) {
					pen_move(&n, at + blade * 0.4 * u, y);
					pen_line(&n, at + blade * 1.3 * u, y - (2.4 - 0.6 * abs(blade)) * u);
				}
			}
	}
	pen_end(&n);
}

/* Lines along the shore, each fainter and farther out, as engravers drew still water. */
static void draw_lakes(struct picture *p)
{
	static const struct {
		double width;
		const char *colour;
	} shores[] = {
		{13, "#9db4b8"},
		{12, "#d5e0dd"},
		{8.6, "#8fa9ae"},
		{7.4, "#d5e0dd"},
		{4.4, "#7d9aa1"},
		{3, "#d5e0dd"},
	};
	for (int i = 0; i < p->ground->areas; i++) {
		const struct area *a = &p->ground->area[i];
		struct pen n;
		if (a->kind != AREA_LAKE) continue;
		text_addf(p->out, "<clipPath id='lake%d'>", i);
		pen_begin(&n, p, "");
		pen_round(&n, a->points, a->n);
		pen_end(&n);
		text_addf(p->out, "</clipPath><g clip-path='url(#lake%d)' stroke-linejoin='round'>\n", i);
		for (int s = -1; s < (int)(sizeof shores / sizeof *shores); s++) {
			struct text style = {0};
			if (s < 0) text_add(&style, "fill='#d5e0dd'");
			else
				text_addf(&style, "fill='none' stroke='%s' stroke-width='%.1f'", shores[s].colour,
					shores[s].width * p->grain);
			pen_begin(&n, p, text_str(&style));
			pen_round(&n, a->points, a->n);
			pen_end(&n);
			text_free(&style);
		}
		text_add(p->out, "</g>");
		pen_begin(&n, p, "fill='none' stroke='#3f5f68' stroke-width='.8'");
		pen_round(&n, a->points, a->n);
		pen_end(&n);
	}
}

void draw_wet(struct picture *p)
{
	draw_marshes(p);
	draw_lakes(p);
}

/* --- houses -------------------------------------------------------------------------------------------- */

/* The direction of the nearest road, so that houses stand square to it. */
static double street(const struct picture *p, struct point at)
{
	int64_t least = INT64_MAX;
	double turn = 0.2;
	for (int i = 0; i < p->ground->lines; i++) {
		const struct line *l = &p->ground->line[i];
		for (int k = 0; line_is_way(l) && k + 1 < l->n; k++) {
			int64_t d = point_segment_distance2(at, l->points[k], l->points[k + 1]);
			if (d < least) {
				least = d;
				turn = atan2(l->points[k + 1].y - l->points[k].y, l->points[k + 1].x - l->points[k].x);
			}
		}
	}
	return turn;
}

static void house(struct picture *p, double x, double y, double turn, double wide, double deep, unsigned salt)
{
	const char *colour = salt % 5 < 2 ? "#8a2f22" : "#33251d";
	text_addf(p->out,
		"<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' transform='translate(%.1f %.1f) rotate(%.0f)' fill='%s'/>\n",
		-wide / 2, -deep / 2, wide, deep, unit_x(p, x), unit_y(p, y), turn * 57.29578, colour);
}

/* A house and its barn. */
static void farm(struct picture *p, struct point at, unsigned salt)
{
	double turn = street(p, at), g = p->grain, off = 4.2 * g * p->unit;
	house(p, at.x, at.y, turn, 4.4 * g, 3 * g, salt * 5);
	double a = turn + 0.9 + 3 * scattered(salt, 4, 1);
	house(p, at.x + off * cos(a), at.y + off * sin(a), turn + 1.5708, 3 * g, 2 * g, 4);
}

static const int crowded[] =
	{[SETTLEMENT_FARM] = 30, [SETTLEMENT_HAMLET] = 45, [SETTLEMENT_VILLAGE] = 58, [SETTLEMENT_TOWN] = 84};

/* Houses in rows square to the street, leaving the roads free. */
static void village(struct picture *p, const struct area *a, unsigned salt)
{
	struct point middle = area_middle(a);
	struct extent e = extent_of(p, a);
	double turn = street(p, middle), reach = hypot(e.right - e.left, e.bottom - e.top) / 2,
		   small = fmin(p->grain, 1), gap = 5.6 * small * p->unit;
	int n = (int)(reach / gap) + 1;
	for (int r = -n; r <= n; r++)
		for (int c = -n; c <= n; c++) {
			unsigned s = scatter((unsigned)(r + 500), (unsigned)(c + 500), salt);
			double along = (c + 0.3 * scattered(s, 1, 1)) * gap,
				   aside = (r + 0.2 * scattered(s, 2, 1)) * gap * 0.8;
			double x = middle.x + along * cos(turn) - aside * sin(turn),
				   y = middle.y + along * sin(turn) + aside * cos(turn);
			if (inside(a, x, y) && (int)(s % 100) < crowded[a->settlement] &&
				!on_road(p, x, y, (int32_t)(2.6 * small * p->unit)))
				house(p, x, y, turn, (2.8 + 1.8 * scattered(s, 3, 1)) * small,
					(2 + scattered(s, 4, 1)) * small, s >> 8);
		}
}

/* A place that is lettered, is no crossing, hill or settlement of the ground, must be a house. */
static bool is_lone_house(const struct picture *p, const struct place *at)
{
	const struct ground *g = p->ground;
	const int64_t near = 180 * 180;
	if (!at->on_map || at->rank < 4) return false;
	for (int i = 0; i < g->crossings; i++)
		if (point_distance2(g->crossing[i].at, at->at) < near) return false;
	for (int i = 0; i < g->spots; i++)
		if (g->spot[i].name && point_distance2(g->spot[i].at, at->at) < near) return false;
	for (int i = 0; i < g->areas; i++)
		if (g->area[i].kind == AREA_SETTLEMENT && point_distance2(area_middle(&g->area[i]), at->at) < near)
			return false;
	return true;
}

void draw_settlements(struct picture *p)
{
	const struct ground *g = p->ground;
	outline(p, AREA_SETTLEMENT, "fill='#e3cfae' fill-opacity='.55'", true);
	for (int i = 0; i < g->areas; i++) {
		if (g->area[i].kind != AREA_SETTLEMENT) continue;
		if (g->area[i].settlement == SETTLEMENT_FARM) farm(p, area_middle(&g->area[i]), (unsigned)i);
		else village(p, &g->area[i], (unsigned)i);
	}
	for (int i = 0; i < g->places; i++)
		if (is_lone_house(p, &g->place[i])) farm(p, g->place[i].at, (unsigned)i + 77);
}
