/* From a battle to a board (1): cuts the ground into hexes, turns brigades into units, and works out once
   whatever the rules would otherwise work out at every step: what each hexside costs, and what can be fired
   at from each hex. Numbers come from data/rules/drill/tables.yaml; a mistake there is a fault with its
   line. */
#include "drill.h"

struct arm_table {
	int32_t allowance, range;
};
struct tables {
	int32_t turn_minutes, hex_metres, men, guns, strength_most, open, rough, stream, hit_on, cover;
	struct node infantry, cavalry, artillery;
	struct arm_table arm[ARMS];
};

#define INT(name, type, member, low, high) {name, YAML_INT, offsetof(type, member), true, low, high, NULL}
static const struct yaml_field table_fields[] = {
	INT("turn_minutes", struct tables, turn_minutes, 1, 600),
	INT("hex_metres", struct tables, hex_metres, 100, 5000),
	INT("men_per_strength", struct tables, men, 1, 100000),
	INT("guns_per_strength", struct tables, guns, 1, 1000),
	INT("strength_most", struct tables, strength_most, 1, 9),
	INT("open", struct tables, open, 1, 9),
	INT("rough", struct tables, rough, 1, 9),
	INT("stream", struct tables, stream, 0, 9),
	INT("hit_on", struct tables, hit_on, 2, 6),
	INT("cover", struct tables, cover, 0, 4),
	{"infantry", YAML_NODE, offsetof(struct tables, infantry), true, 0, 0, NULL},
	{"cavalry", YAML_NODE, offsetof(struct tables, cavalry), true, 0, 0, NULL},
	{"artillery", YAML_NODE, offsetof(struct tables, artillery), true, 0, 0, NULL},
};
static const struct yaml_field arm_fields[] = {INT("allowance", struct arm_table, allowance, 1, 20),
	INT("range", struct arm_table, range, 1, RANGE_MOST)};

static bool read_tables(const struct mustering *with, struct tables *t)
{
	if (!yaml_fields(with->tables, table_fields, COUNT(table_fields), t, with->faults)) return false;
	return yaml_fields(t->infantry, arm_fields, COUNT(arm_fields), &t->arm[ARM_INFANTRY], with->faults) &&
	       yaml_fields(t->cavalry, arm_fields, COUNT(arm_fields), &t->arm[ARM_CAVALRY], with->faults) &&
	       yaml_fields(t->artillery, arm_fields, COUNT(arm_fields), &t->arm[ARM_ARTILLERY], with->faults);
}

/* --- the map -------------------------------------------------------------------------------------------- */

/* 1.1: hexes of about a kilometre over the whole ground, so that a hex has one number in every scenario;
   larger ones where there would be too many. A battle file of this system (muster.special) may ask for
   another grid. */
static const struct hexmap *cut_map(const struct muster *m, const struct mustering *with,
	const struct tables *t)
{
	const struct ground *g = m->battle->ground;
	struct hexmap_recipe r = {.grid = {.size = t->hex_metres, .col_start = 1, .row_start = 1},
		.level_step = 30};
	while (g->width / r.grid.size > 90 || g->height / r.grid.size > 75 ||
		   (int64_t)g->width * g->height / r.grid.size / r.grid.size > HEX_MOST / 2)
		r.grid.size += 250;
	if (!hexmap_recipe_read(node_find(m->special, "grid"), g, &r, with->faults)) return NULL;
	return hexmap_make(with->arena, g, &r, node_find(m->special, "corrections"), with->faults);
}

/* 4.3: land, and in the scenario's area: a hex of which the area touches more than the rim. */
static bool is_open(const struct muster *m, const struct hexmap *map, int hex)
{
	struct point at = hexmap_centre(map, hex), from = m->scenario->from, to = m->scenario->to;
	int rim = map->grid.size * 3 / 5;
	if (map->cover[hex] & (HEX_WATER | HEX_OFF)) return false;
	return at.x >= from.x - rim && at.x <= to.x + rim && at.y >= from.y - rim && at.y <= to.y + rim;
}

/* 4.2, 4.3: what it costs to enter a neighbour; 0 = closed. */
static uint8_t cost_of(const struct drill_book *b, const struct tables *t, int hex, int dir)
{
	const struct hexmap *map = b->map;
	int to = hex_next(map, hex, dir);
	unsigned edge = map->edge[hex * 6 + dir];
	bool crossing = edge & (EDGE_BRIDGE | EDGE_FORD);
	if (to == HEX_NONE || !b->open[to]) return 0;
	if (map->way[hex * 6 + dir] != WAY_NONE) return (uint8_t)t->open;
	if (edge & (EDGE_RIVER | EDGE_CANAL) && !crossing) return 0;
	int cost = map->cover[to] & (HEX_WOODS | HEX_MARSH) ? t->rough : t->open;
	return (uint8_t)(cost + (edge & EDGE_STREAM && !crossing ? t->stream : 0));
}

/* 5.1, 5.2: what can be fired at from a hex, nearest first. */
static struct drill_field field_of(const struct drill_book *b, int hex)
{
	struct drill_field f = {0};
	for (int range = 1; range <= RANGE_MOST; range++) {
		int16_t ring[6 * RANGE_MOST];
		int n = hex_ring(b->map, hex, range, ring);
		f.n[range] = f.n[range - 1];
		for (int i = 0; i < n; i++)
			if (drill_sees(b->map, b->shelter, hex, ring[i], NULL)) f.hex[f.n[range]++] = ring[i];
	}
	return f;
}

static void study_map(const struct muster *m, struct drill_book *b, const struct mustering *with,
	const struct tables *t)
{
	int count = b->map->count;
	uint8_t *cost = ARENA_ARRAY(with->arena, uint8_t, count * 6);
	bool *shelter = ARENA_ARRAY(with->arena, bool, count), *open = ARENA_ARRAY(with->arena, bool, count);
	struct drill_field *field = ARENA_ARRAY(with->arena, struct drill_field, count);
	b->open = open, b->cost = cost, b->shelter = shelter, b->field = field;
	for (int hex = 0; hex < count; hex++) open[hex] = is_open(m, b->map, hex);
	for (int hex = 0; hex < count; hex++) {
		shelter[hex] = b->map->cover[hex] & (HEX_WOODS | HEX_SETTLEMENT);
		for (int dir = 0; dir < 6; dir++) cost[hex * 6 + dir] = cost_of(b, t, hex, dir);
	}
	for (int hex = 0; hex < count; hex++) field[hex] = field_of(b, hex);
}

/* Where a point of the battle lies on our map: what is outside the scenario's area comes in at its edge. */
static int hex_at(const struct muster *m, const struct drill_book *b, struct point at)
{
	struct point from = m->scenario->from, to = m->scenario->to;
	at.x = at.x < from.x ? from.x : at.x > to.x ? to.x : at.x;
	at.y = at.y < from.y ? from.y : at.y > to.y ? to.y : at.y;
	return hexmap_at(b->map, at);
}

/* 1.3, 1.4: the free hex nearest to `hex`; not next to an enemy of `side`, unless side is NOBODY. */
int drill_nearest_free(const struct play *p, const struct state *d, int hex, int side)
{
	const struct drill_book *b = drill_book(p);
	int best = HEX_NONE;
	for (int h = 0; h < b->map->count; h++) {
		if (!b->open[h] || d->spot[h].on) continue;
		if (best != HEX_NONE && hex_range(b->map, hex, h) >= hex_range(b->map, hex, best)) continue;
		if (side == NOBODY || !drill_beside_enemy(b, d, h, side)) best = h;
	}
	return best;
}

/* --- units ---------------------------------------------------------------------------------------------- */

static int at_most(int n, int most) { return n > most ? most : n; }

/* 1.2 */
static void muster_unit(const struct muster *m, const struct mustering *with, const struct tables *t,
	struct drill_book *b, struct piece *piece, int i, const struct posting *at)
{
	const struct unit *u = &m->battle->unit[at->who];
	bool by_guns = u->arm == ARM_ARTILLERY && u->guns;
	int many = by_guns ? u->guns : u->men, each = by_guns ? t->guns : t->men;
	int strength = at_most(many > each ? (many + each - 1) / each : 1, t->strength_most);
	int late = at->arrives - b->starts;
	b->unit[i] = (struct drill_unit){.arm = (uint8_t)u->arm,
		.strength = (uint8_t)strength,
		.allowance = (uint8_t)t->arm[u->arm].allowance,
		.range = (uint8_t)t->arm[u->arm].range,
		.arrives =
			(int16_t)(at->arrives < 0 || late <= 0 ? 0 : 1 + (late + b->turn_minutes - 1) / b->turn_minutes),
		.entry = (int16_t)hex_at(m, b, at->at)};
	piece[i] = (struct piece){.id = u->id,
		.name = u->name,
		.side = (int8_t)u->side,
		.symbol = (uint8_t)u->arm,
		.formation = (int16_t)u->formation,
		.unit = (int16_t)at->who,
		.leader = NOBODY,
		.derived = arena_printf(with->arena,
			"strength %d: %d %s, one for %d, at most %d (1.2); allowance %d, range %d: %s (4.1, 5.1)",
			strength, many, by_guns ? "guns" : "men", each, t->strength_most, b->unit[i].allowance,
			b->unit[i].range, arm_names[u->arm])};
}

static bool muster_units(struct muster *m, const struct mustering *with, const struct tables *t,
	struct drill_book *b)
{
	const struct scenario *s = m->scenario;
	struct piece *piece = ARENA_ARRAY(with->arena, struct piece, UNITS_MOST);
	for (int side = 0; side < SIDES; side++) {
		b->from[side] = m->pieces;
		for (int i = 0; i < s->postings; i++) {
			const struct posting *at = &s->posting[i];
			if (at->kind != POSTING_UNIT || m->battle->unit[at->who].side != side ||
				m->battle->unit[at->who].arm == ARM_BOAT)
				continue;
			if (m->pieces == UNITS_MOST) {
				fault_add(with->faults, at->mark, "more than %d units, which is all that drill can muster",
					UNITS_MOST);
				return false;
			}
			muster_unit(m, with, t, b, piece, m->pieces++, at);
		}
		b->from[side + 1] = m->pieces;
		if (b->from[side] == m->pieces) {
			fault_add(with->faults, s->mark, "drill needs a unit of %s", m->battle->side[side].title);
			return false;
		}
	}
	m->piece = piece;
	return true;
}

static void muster_objectives(const struct muster *m, const struct mustering *with, struct drill_book *b)
{
	const struct scenario *s = m->scenario;
	struct drill_objective *list = ARENA_ARRAY(with->arena, struct drill_objective, s->objectives);
	b->objective = list;
	for (int i = 0; i < s->objectives; i++) {
		const struct objective *o = &s->objective[i];
		list[b->objectives++] = (struct drill_objective){o->name, (int16_t)hex_at(m, b, o->at),
			(int8_t)o->held, (uint8_t)at_most(o->value, 100)};
		b->objective_value += list[i].value;
	}
}

bool drill_muster(struct muster *m, const struct mustering *with)
{
	static const char *const boxes[] = {"on the march"};
	struct drill_book *b = ARENA_NEW(with->arena, struct drill_book);
	struct tables t = {0};
	if (!read_tables(with, &t) || !(b->map = cut_map(m, with, &t))) return false;
	b->first = m->scenario->first == NOBODY ? 0 : m->scenario->first;
	b->turn_minutes = t.turn_minutes, b->starts = m->scenario->starts;
	b->turns = (m->scenario->ends - b->starts + t.turn_minutes - 1) / t.turn_minutes;
	b->hit_on = t.hit_on, b->cover = t.cover;
	study_map(m, b, with, &t);
	if (!muster_units(m, with, &t, b)) return false;
	muster_objectives(m, with, b);
	m->own = b, m->map = b->map;
	m->boxes = COUNT(boxes), m->box = boxes;
	m->grade = GRADE_TEST, m->grade_why = "drill is a template; it is balanced for no battle";
	m->state_bytes =
		(uint32_t)(sizeof(struct state) + sizeof(struct drill_spot) * (size_t)b->map->count + 7) & ~7u;
	return true;
}
