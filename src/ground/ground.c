/* Reading data/battles/X/ground.yaml. Every list is read to its end whatever is found wrong on the way, so
   that one run shows all the mistakes; nothing is used if there is one. */
#include "ground/ground.h"
#include "base/yaml.h"

#include <stddef.h>
#include <string.h>

#define GROUND_MOST 100000 /* metres: the relief's sums fit 64 bits */
#define MARGIN 3000        /* metres that areas and lines may reach beyond the ground */
#define HEIGHT_LEAST (-450)
#define HEIGHT_MOST 5000
#define NOT_GIVEN INT32_MIN

const char *const area_names[] = {"woods", "fields", "orchard", "marsh", "lake", "settlement", "hill", NULL};
const char *const line_names[] = {
	"river",
	"stream",
	"canal",
	"ditch",
	"turnpike",
	"road",
	"track",
	"railway",
	"grade",
	"contour",
	"ridge",
	"slope",
	"hedge",
	"wall",
	"abatis",
	"work",
	"fort",
	"trees",
	NULL,
};
const char *const crossing_names[] = {"bridge", "ford", NULL};
const char *const settlement_names[] = {"farm", "hamlet", "village", "town", NULL};

struct reading {
	struct arena *arena;
	struct ground *g;
	struct faults *f;
	int wrong; /* faults we counted; yaml_fields counts for itself */
};

#define WRONG(r, node, ...) ((r)->wrong++, fault_add((r)->f, node_mark(node), __VA_ARGS__))

#define FIELD(of, key, sort, must) \
	.name = #key, .kind = sort, .offset = offsetof(struct of, key), .required = must

static bool on_ground(const struct ground *g, struct point p)
{
	return p.x >= -MARGIN && p.y >= -MARGIN && p.x <= g->width + MARGIN && p.y <= g->height + MARGIN;
}

static bool read_point(struct reading *r, struct node n, struct point *out)
{
	int32_t xy[2];
	if (!node_point(n, xy, r->f)) {
		r->wrong++;
		return false;
	}
	*out = (struct point){xy[0], xy[1]};
	if (!on_ground(r->g, *out))
		WRONG(r, n, "[%d, %d] lies more than %d m outside the ground of %d by %d m", xy[0], xy[1], MARGIN,
			r->g->width, r->g->height);
	return true;
}

/* At least `least` points, none the same as the one before. */
static int read_points(struct reading *r, struct node n, int least, const struct point **out)
{
	int count = node_count(n);
	struct point *points = ARENA_ARRAY(r->arena, struct point, count);
	*out = points;
	if (!node_is_list(n) || count < least) {
		WRONG(r, n, "expected a list of at least %d points", least);
		return 0;
	}
	for (int i = 0; i < count; i++) {
		bool good = read_point(r, node_at(n, i), &points[i]);
		if (good && i > 0 && points[i].x == points[i - 1].x && points[i].y == points[i - 1].y)
			WRONG(r, node_at(n, i), "the same point twice running");
	}
	return count;
}

/* Asks `one` for every element of a list of the ground; absent is empty. */
static int read_list(struct reading *r, struct node list, size_t size, void **out,
	void (*one)(struct reading *r, struct node n, void *into))
{
	int n = node_count(list);
	char *at = arena_get(r->arena, size * (size_t)n);
	*out = at;
	if (list.doc && !node_is_list(list)) {
		WRONG(r, list, "expected a list");
		return 0;
	}
	for (int i = 0; i < n; i++) one(r, node_at(list, i), at + size * (size_t)i);
	return n;
}

static bool read_fields(struct reading *r, struct node n, const struct yaml_field *fields, size_t count,
	void *into)
{
	bool good = yaml_fields(n, fields, (int)count, into, r->f);
	r->wrong += !good;
	return good;
}

#define FIELDS(fields) (fields), sizeof(fields) / sizeof *(fields)

/* --- spots, areas -------------------------------------------------------------------------------------- */

struct spot_keys {
	struct node at;
	int32_t height;
	const char *name;
	bool uncertain;
};

static const struct yaml_field spot_fields[] = {
	{FIELD(spot_keys, at, YAML_NODE, true)},
	{FIELD(spot_keys, height, YAML_INT, true), .min = HEIGHT_LEAST, .max = HEIGHT_MOST},
	{FIELD(spot_keys, name, YAML_TEXT, false)},
	{FIELD(spot_keys, uncertain, YAML_BOOL, false)},
};

static void read_spot(struct reading *r, struct node n, void *into)
{
	struct spot *s = into;
	struct spot_keys k = {0};
	if (!read_fields(r, n, FIELDS(spot_fields), &k)) return;
	s->height = k.height;
	s->name = k.name;
	read_point(r, k.at, &s->at);
}

struct area_keys {
	int kind, settlement;
	const char *name;
	int32_t height;
	struct node points;
	bool uncertain;
};

static const struct yaml_field area_fields[] = {
	{FIELD(area_keys, kind, YAML_NAME, true), .names = area_names},
	{FIELD(area_keys, settlement, YAML_NAME, false), .names = settlement_names},
	{FIELD(area_keys, name, YAML_TEXT, false)},
	{FIELD(area_keys, height, YAML_INT, false), .min = HEIGHT_LEAST, .max = HEIGHT_MOST},
	{FIELD(area_keys, points, YAML_NODE, true)},
	{FIELD(area_keys, uncertain, YAML_BOOL, false)},
};

static void check_area(struct reading *r, struct node n, const struct area_keys *k)
{
	if (k->kind == AREA_SETTLEMENT && k->settlement < 0)
		WRONG(r, n, "a settlement needs `settlement: farm`, hamlet, village or town");
	if (k->kind != AREA_SETTLEMENT && k->settlement >= 0)
		WRONG(r, n, "`settlement` belongs to areas of kind settlement only");
	if (k->kind == AREA_HILL && k->height == NOT_GIVEN) WRONG(r, n, "a hill needs its height");
	if (k->kind != AREA_HILL && k->height != NOT_GIVEN)
		WRONG(r, n, "`height` belongs to areas of kind hill only");
}

static void read_area(struct reading *r, struct node n, void *into)
{
	struct area *a = into;
	struct area_keys k = {.settlement = -1, .height = NOT_GIVEN};
	if (!read_fields(r, n, FIELDS(area_fields), &k)) return;
	check_area(r, n, &k);
	a->kind = (enum area_kind)k.kind;
	a->settlement = k.settlement < 0 ? SETTLEMENT_FARM : (enum settlement_kind)k.settlement;
	a->name = k.name;
	a->height = k.height == NOT_GIVEN ? 0 : k.height;
	a->n = read_points(r, k.points, 3, &a->points);
}

/* --- lines --------------------------------------------------------------------------------------------- */

struct line_keys {
	int kind;
	const char *name;
	int32_t width, height;
	struct node heights, points;
	bool fordable, uncertain;
};

static const struct yaml_field line_fields[] = {
	{FIELD(line_keys, kind, YAML_NAME, true), .names = line_names},
	{FIELD(line_keys, name, YAML_TEXT, false)},
	{FIELD(line_keys, width, YAML_INT, false), .min = 0, .max = 5000},
	{FIELD(line_keys, height, YAML_INT, false), .min = HEIGHT_LEAST, .max = HEIGHT_MOST},
	{FIELD(line_keys, heights, YAML_NODE, false)},
	{FIELD(line_keys, fordable, YAML_BOOL, false)},
	{FIELD(line_keys, points, YAML_NODE, true)},
	{FIELD(line_keys, uncertain, YAML_BOOL, false)},
};

static void check_line(struct reading *r, struct node n, const struct line_keys *k)
{
	bool high = k->kind == LINE_CONTOUR || k->kind == LINE_RIDGE;
	if (high && k->height == NOT_GIVEN && !k->heights.doc)
		WRONG(r, n, "a %s needs its height", line_names[k->kind]);
	if (!high && k->height != NOT_GIVEN) WRONG(r, n, "`height` belongs to contours and ridges only");
	if (k->heights.doc && k->kind != LINE_RIDGE) WRONG(r, k->heights, "`heights` belongs to ridges only");
	if (k->heights.doc && k->height != NOT_GIVEN) WRONG(r, k->heights, "either `height` or `heights`");
	if (k->fordable && k->kind > LINE_DITCH) WRONG(r, n, "only water is fordable");
}

static const int32_t *read_heights(struct reading *r, struct node n, int points)
{
	if (!n.doc) return NULL;
	int32_t *heights = ARENA_ARRAY(r->arena, int32_t, points);
	if (!node_is_list(n) || node_count(n) != points) {
		WRONG(r, n, "expected one height for each of the %d points", points);
		return NULL;
	}
	for (int i = 0; i < points; i++) {
		int64_t h = 0;
		r->wrong += !node_int(node_at(n, i), HEIGHT_LEAST, HEIGHT_MOST, &h, r->f);
		heights[i] = (int32_t)h;
	}
	return heights;
}

static void read_line(struct reading *r, struct node n, void *into)
{
	struct line *l = into;
	struct line_keys k = {.height = NOT_GIVEN};
	if (!read_fields(r, n, FIELDS(line_fields), &k)) return;
	check_line(r, n, &k);
	l->kind = (enum line_kind)k.kind;
	l->name = k.name;
	l->width = k.width;
	l->height = k.height == NOT_GIVEN ? 0 : k.height;
	l->fordable = k.fordable;
	l->n = read_points(r, k.points, 2, &l->points);
	l->heights = read_heights(r, k.heights, l->n);
}

/* --- crossings, places --------------------------------------------------------------------------------- */

struct crossing_keys {
	int kind;
	const char *name;
	struct node at;
	bool foot_only, uncertain;
};

static const struct yaml_field crossing_fields[] = {
	{FIELD(crossing_keys, kind, YAML_NAME, true), .names = crossing_names},
	{FIELD(crossing_keys, name, YAML_TEXT, false)},
	{FIELD(crossing_keys, at, YAML_NODE, true)},
	{FIELD(crossing_keys, foot_only, YAML_BOOL, false)},
	{FIELD(crossing_keys, uncertain, YAML_BOOL, false)},
};

static void read_crossing(struct reading *r, struct node n, void *into)
{
	struct crossing *c = into;
	struct crossing_keys k = {0};
	if (!read_fields(r, n, FIELDS(crossing_fields), &k)) return;
	c->kind = (enum crossing_kind)k.kind;
	c->name = k.name;
	c->foot_only = k.foot_only;
	read_point(r, k.at, &c->at);
}

struct place_keys {
	const char *name;
	struct node at;
	int32_t rank;
	bool hidden, uncertain;
};

static const struct yaml_field place_fields[] = {
	{FIELD(place_keys, name, YAML_TEXT, true)},
	{FIELD(place_keys, at, YAML_NODE, true)},
	{FIELD(place_keys, rank, YAML_INT, false), .min = 1, .max = 4},
	{FIELD(place_keys, hidden, YAML_BOOL, false)},
	{FIELD(place_keys, uncertain, YAML_BOOL, false)},
};

static void read_place(struct reading *r, struct node n, void *into)
{
	struct place *p = into;
	struct place_keys k = {.rank = 4};
	if (!read_fields(r, n, FIELDS(place_fields), &k)) return;
	p->name = k.name;
	p->rank = k.rank;
	p->on_map = !k.hidden;
	p->uncertain = k.uncertain;
	read_point(r, k.at, &p->at);
}

static void check_places(struct reading *r, struct node list)
{
	const struct ground *g = r->g;
	for (int i = 0; i < g->places; i++)
		for (int k = 0; k < i; k++)
			if (g->place[i].name && g->place[k].name && strcmp(g->place[i].name, g->place[k].name) == 0) {
				WRONG(r, node_at(list, i), "a second place called %s; the first is in line %d",
					g->place[i].name, node_mark(node_at(list, k)).line);
				break;
			}
}

/* --- the file ------------------------------------------------------------------------------------------ */

struct origin_keys {
	int32_t latitude, longitude;
};

static const struct yaml_field origin_fields[] = {
	{FIELD(origin_keys, latitude, YAML_INT, true), .min = -9000000, .max = 9000000},
	{FIELD(origin_keys, longitude, YAML_INT, true), .min = -18000000, .max = 18000000},
};

struct ground_keys {
	struct node origin, spots, areas, lines, crossings, places;
	int32_t size[2], base_height;
};

static const struct yaml_field ground_fields[] = {
	{FIELD(ground_keys, origin, YAML_NODE, true)},
	{FIELD(ground_keys, size, YAML_POINT, true)},
	{FIELD(ground_keys, base_height, YAML_INT, false), .min = HEIGHT_LEAST, .max = HEIGHT_MOST},
	{FIELD(ground_keys, spots, YAML_NODE, false)},
	{FIELD(ground_keys, areas, YAML_NODE, false)},
	{FIELD(ground_keys, lines, YAML_NODE, false)},
	{FIELD(ground_keys, crossings, YAML_NODE, false)},
	{FIELD(ground_keys, places, YAML_NODE, false)},
};

static bool read_frame(struct reading *r, struct node root, const struct ground_keys *k)
{
	struct origin_keys o = {0};
	read_fields(r, k->origin, FIELDS(origin_fields), &o);
	r->g->latitude = o.latitude;
	r->g->longitude = o.longitude;
	r->g->width = k->size[0];
	r->g->height = k->size[1];
	r->g->base_height = k->base_height;
	if (k->size[0] < 1 || k->size[1] < 1 || k->size[0] > GROUND_MOST || k->size[1] > GROUND_MOST)
		WRONG(r, node_find(root, "size"), "the ground is between 1 and %d m wide and high", GROUND_MOST);
	return r->wrong == 0;
}

static void read_features(struct reading *r, const struct ground_keys *k)
{
	struct ground *g = r->g;
	void *spot, *area, *line, *crossing, *place;
	g->spots = read_list(r, k->spots, sizeof(struct spot), &spot, read_spot);
	g->areas = read_list(r, k->areas, sizeof(struct area), &area, read_area);
	g->lines = read_list(r, k->lines, sizeof(struct line), &line, read_line);
	g->crossings = read_list(r, k->crossings, sizeof(struct crossing), &crossing, read_crossing);
	g->places = read_list(r, k->places, sizeof(struct place), &place, read_place);
	g->spot = spot;
	g->area = area;
	g->line = line;
	g->crossing = crossing;
	g->place = place;
	check_places(r, k->places);
}

const struct ground *ground_load(struct arena *a, const char *path, struct faults *f)
{
	struct yaml *y = yaml_load(a, path, f);
	if (!y) return NULL;
	struct reading r = {a, ARENA_NEW(a, struct ground), f, 0};
	struct ground_keys k = {0};
	if (!read_fields(&r, yaml_root(y), FIELDS(ground_fields), &k) || !read_frame(&r, yaml_root(y), &k))
		return NULL;
	read_features(&r, &k);
	return r.wrong == 0 ? r.g : NULL;
}

int ground_find_place(const struct ground *g, const char *name)
{
	for (int i = 0; i < g->places; i++)
		if (strcmp(g->place[i].name, name) == 0) return i;
	return -1;
}
