/* Where a system's own map knows better than the ground: a list of single hexes and sides, applied last. */
#include "ground/cut.h"

#include <string.h>

static const char *const cover_names[] = {
	"woods", "settlement", "marsh", "fields", "orchard", "water", "stream", "bridge", "ford", "town",
	"building", "hilltop", "off", "river", "foot_ford", NULL, /* in the order of HEX_WOODS … HEX_FOOT_FORD */
};
static const char *const edge_names[] = {
	"stream",
	"river",
	"canal",
	"bridge",
	"ford",
	"slope_up",
	"slope_down",
	"hedge",
	"wall",
	"abatis",
	"work",
	"fort",
	"trees",
	NULL,
};
static const char *const pointy_sides[] = {"NE", "E", "SE", "SW", "W", "NW", NULL};
static const char *const flat_sides[] = {"N", "NE", "SE", "S", "SW", "NW", NULL};

struct correction {
	struct node hex, set, clear, side, edge, clear_edge;
	int level, way, rail; /* -1 = as it is */
	const char *name;
};

#define NODE(key, is_required) \
	{.name = #key, .kind = YAML_NODE, .offset = offsetof(struct correction, key), .required = is_required}

static const struct yaml_field fields[] = {
	NODE(hex, true),
	NODE(set, false),
	NODE(clear, false),
	NODE(side, false),
	NODE(edge, false),
	NODE(clear_edge, false),
	{.name = "level", .kind = YAML_INT, .offset = offsetof(struct correction, level), .min = 0, .max = 100},
	{.name = "way", .kind = YAML_NAME, .offset = offsetof(struct correction, way), .names = way_names},
	{.name = "rail",
		.kind = YAML_NAME,
		.offset = offsetof(struct correction, rail),
		.names = (const char *const[]){"no", "yes", NULL}},
	{.name = "name", .kind = YAML_TEXT, .offset = offsetof(struct correction, name)},
};

/* A list, or one thing standing for a list of one. */
static int count_of(struct node n) { return node_is_list(n) ? node_count(n) : n.doc ? 1 : 0; }

static struct node item(struct node n, int i) { return node_is_list(n) ? node_at(n, i) : n; }

static bool read_bits(struct node n, const char *const *names, unsigned *bits, struct faults *f)
{
	bool good = true;
	for (int i = 0; i < count_of(n); i++) {
		int bit;
		if (node_name(item(n, i), names, &bit, f)) *bits |= 1u << bit;
		else good = false;
	}
	return good;
}

struct bits {
	unsigned set, clear, edge, clear_edge;
};

/* Slopes are the only thing the two hexes of a side see differently. */
static unsigned seen_from_beyond(unsigned edge)
{
	unsigned slopes = EDGE_SLOPE_UP | EDGE_SLOPE_DOWN, other = edge & ~slopes;
	if (edge & EDGE_SLOPE_UP) other |= EDGE_SLOPE_DOWN;
	if (edge & EDGE_SLOPE_DOWN) other |= EDGE_SLOPE_UP;
	return other;
}

static void correct_side_of(struct cut *c, const struct correction *k, int hex, int dir, unsigned set,
	unsigned clear)
{
	int i = hex * 6 + dir;
	c->edge[i] = (uint16_t)((c->edge[i] & ~clear) | set);
	if (k->way >= 0) c->way[i] = (uint8_t)k->way;
	if (k->rail >= 0) c->rail[i] = (uint8_t)k->rail;
}

static void correct_side(struct cut *c, const struct correction *k, int hex, int dir, const struct bits *b)
{
	int other = c->next[hex * 6 + dir];
	correct_side_of(c, k, hex, dir, b->edge, b->clear_edge);
	if (other != HEX_NONE)
		correct_side_of(c, k, other, (dir + 3) % 6, seen_from_beyond(b->edge),
			seen_from_beyond(b->clear_edge));
}

static bool correct_sides(struct cut *c, const struct correction *k, int hex, const struct bits *b,
	struct faults *f)
{
	bool good = true;
	for (int i = 0; i < count_of(k->side); i++) {
		int dir;
		if (node_name(item(k->side, i), c->grid->flat ? flat_sides : pointy_sides, &dir, f))
			correct_side(c, k, hex, dir, b);
		else good = false;
	}
	return good;
}

static int numbered(const struct cut *c, const char *number)
{
	for (int hex = 0; hex < c->count; hex++)
		if (strcmp(c->number[hex], number) == 0) return hex;
	return HEX_NONE;
}

static bool correct_hex(struct cut *c, const struct correction *k, struct node which, const struct bits *b,
	struct faults *f)
{
	const char *number;
	if (!node_text(which, &number, f)) return false;
	int hex = numbered(c, number);
	if (hex == HEX_NONE) {
		fault_add(f, node_mark(which), "no hex %s on this map: its numbers run from %s to %s", number,
			c->number[0], c->number[c->count - 1]);
		return false;
	}
	c->cover[hex] = (uint16_t)((c->cover[hex] & ~b->clear) | b->set);
	if (k->level >= 0) c->level[hex] = (int8_t)k->level;
	if (k->name) c->name[hex] = arena_copy(c->arena, k->name, strlen(k->name));
	return correct_sides(c, k, hex, b, f);
}

/* What belongs to a side needs one. */
static bool check_sides(const struct correction *k, struct node at, struct faults *f)
{
	bool about_side = k->edge.doc || k->clear_edge.doc || k->way >= 0 || k->rail >= 0;
	if (about_side && !k->side.doc) fault_add(f, node_mark(at), "edge, clear_edge, way and rail need a side");
	if (!about_side && k->side.doc)
		fault_add(f, node_mark(k->side), "a side needs edge, clear_edge, way or rail");
	return about_side == (k->side.doc != NULL);
}

static bool correct(struct cut *c, struct node at, struct faults *f)
{
	struct correction k = {.level = -1, .way = -1, .rail = -1};
	struct bits b = {0};
	if (!yaml_fields(at, fields, sizeof fields / sizeof *fields, &k, f) || !check_sides(&k, at, f))
		return false;
	bool good = read_bits(k.set, cover_names, &b.set, f);
	good &= read_bits(k.clear, cover_names, &b.clear, f);
	good &= read_bits(k.edge, edge_names, &b.edge, f);
	good &= read_bits(k.clear_edge, edge_names, &b.clear_edge, f);
	if (k.level > c->recipe->max_level) {
		fault_add(f, node_mark(node_find(at, "level")), "level %d is above this map's highest, %d", k.level,
			c->recipe->max_level);
		good = false;
	}
	for (int i = 0; good && i < count_of(k.hex); i++) good &= correct_hex(c, &k, item(k.hex, i), &b, f);
	return good;
}

bool cut_corrections(struct cut *c, struct node list, struct faults *f)
{
	bool good = true;
	if (!list.doc) return true;
	if (!node_is_list(list)) {
		fault_add(f, node_mark(list), "corrections are a list of hexes");
		return false;
	}
	for (int i = 0; i < node_count(list); i++) good &= correct(c, node_at(list, i), f);
	return good;
}
