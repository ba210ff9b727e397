/* Grand batteries (16.5): guns of several divisions massed beside the army commander, which bombard once a
   turn and never move. */
#include "rules/from_divisions/from_divisions.h"

/* Where the army commander is; PLACE_NONE if he is not on the map. */
static int chief_at(const struct fd_book *b, const struct state *d, int side)
{
	return b->chief[side] == NO_UNIT ? PLACE_NONE : fd_higher(d->at[b->chief[side]], PLACE_NONE);
}

static int battery_at(const struct fd_book *b, const struct state *d, int side, int hex)
{
	for (int i = 0; i < FD_BATTERIES; i++)
		if (d->at[b->battery[side] + i] == hex) return b->battery[side] + i;
	return NO_UNIT;
}

static int free_slot(const struct fd_book *b, const struct state *d, int side)
{
	for (int i = 0; i < FD_BATTERIES; i++)
		if (d->at[b->battery[side] + i] == PLACE_NONE) return b->battery[side] + i;
	return NO_UNIT;
}

/* 16.5b: the grand batteries of a side, a bit each, that contiguous hexes with massed guns connect with the
   commander's hex. */
static unsigned connected_guns(const struct fd_book *b, const struct state *d, int side)
{
	int chief = chief_at(b, d, side);
	unsigned with = 0, was = 1;
	while (with != was) {
		was = with;
		for (int i = 0; i < FD_BATTERIES; i++) {
			int at = d->at[b->battery[side] + i];
			bool near = at >= 0 && (at == chief || hexmap_direction(b->map, at, chief) >= 0);
			for (int k = 0; at >= 0 && k < FD_BATTERIES; k++)
				near |= with >> k & 1 && hexmap_direction(b->map, at, d->at[b->battery[side] + k]) >= 0;
			if (near) with |= 1u << i;
		}
	}
	return with;
}

/* 16.5b: the commander's hex, or one connected with it by massed guns. */
static bool is_connected(const struct fd_book *b, const struct state *d, int side, int hex)
{
	unsigned with = connected_guns(b, d, side);
	if (chief_at(b, d, side) == hex) return true;
	for (int i = 0; i < FD_BATTERIES; i++) {
		int at = d->at[b->battery[side] + i];
		if (with >> i & 1 && (at == hex || hexmap_direction(b->map, at, hex) >= 0)) return true;
	}
	return false;
}

/* 16.5a … 16.5d, 16.5o */
bool fd_may_mass(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	int u = o->unit, chief = chief_at(b, d, side);
	if (!on(p, O_BATTERY) || b->battery[side] == NO_UNIT)
		return refuse(r, "16.5a", "this side forms no grand battery");
	if (!on(p, O_INITIATIVE)) return refuse(r, "16.5o", "only with the initiative track");
	if (chief == PLACE_NONE) return refuse(r, "16.5b", "the army commander is not on the map");
	if (is_leader(b, u) || b->unit[u].side != side || b->unit[u].type == BATTERY || d->at[u] < 0 ||
		!d->guns[u])
		return refuse(r, "16.5b", "%s has no batteries", name_of_piece(p, u));
	if (hex_range(b->map, chief, d->at[u]) > b->chart.range_chief)
		return refuse(r, "16.5b", "%s is out of command range", name_of_piece(p, u));
	if (is_smashed(d, u) || fd_level(p, d, u) >= TIRED)
		return refuse(r, "16.5c", "%s is in no state to give up its guns", name_of_piece(p, u));
	if (o->a < 0 || b->ground[o->a] & GROUND_CLOSED || holds(b, d, o->a, !side) ||
		!is_connected(b, d, side, o->a))
		return refuse(r, "16.5b", "not in that hex");
	int there = battery_at(b, d, side, o->a);
	if (there == NO_UNIT && free_slot(b, d, side) == NO_UNIT)
		return refuse(r, "16.5b", "there are grand batteries enough");
	if (there != NO_UNIT && d->facing[there] != o->b)
		return refuse(r, "16.5l", "the guns there face otherwise");
	if (there == NO_UNIT && d->spot[o->a].on && d->facing[unit_at(first_on(d, o->a))] != o->b)
		return refuse(r, "6.1d", "the troops there face otherwise");
	return (there == NO_UNIT ? 0 : d->guns[there]) + d->guns[u] <= b->chart.b_most ||
	       refuse(r, "16.5d", "too many guns for one hex");
}

void fd_do_mass(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	int u = o->unit, to = battery_at(b, d, side, o->a);
	if (to == NO_UNIT) {
		to = free_slot(b, d, side);
		d->guns[to] = d->steps[to] = 0, d->flags[to] = 0, d->did[to] = 0, d->more[to] = MORE_DONE;
		d->facing[to] = (uint8_t)o->b;
		fd_put(p, d, to, o->a);
	}
	d->guns[to] = (uint8_t)(d->guns[to] + d->guns[u]),
	d->steps[to] = d->least[to] = d->most[to] = d->guns[to];
	d->lent[u] = (uint8_t)(d->lent[u] + d->guns[u]), d->guns[u] = d->least[u] = d->most[u] = 0;
	fd_refresh(p, d, d->at[u]), fd_refresh(p, d, also_at(d, u)), fd_refresh(p, d, o->a);
	emit(p, .kind = E_MASSED, .side = (int8_t)side, .who = (int16_t)u, .whom = (int16_t)to, .where = o->a,
		.n = d->guns[to], .rule = "16.5b");
}

static bool is_owed(const struct fd_book *b, const struct state *d, int side)
{
	for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++)
		if (d->at[u] >= 0 && d->lent[u]) return true;
	return false;
}

/* 16.5m: the next day, guns go back to those that lent them, and may be massed elsewhere. What nobody is left
   to take stays. */
bool fd_may_dissolve(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	int today = (b->starts + (d->g.turn - 1) * b->chart.turn_minutes) / 1440;
	if (is_leader(b, o->unit) || b->unit[o->unit].type != BATTERY || b->unit[o->unit].side != side ||
		d->at[o->unit] < 0)
		return refuse(r, "16.5m", "that is no grand battery of yours");
	if (today == b->starts / 1440) return refuse(r, "16.5l", "not before the next day");
	return is_owed(b, d, side) || refuse(r, "16.5m", "nobody who gave guns is left to take them back");
}

void fd_do_dissolve(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++) {
		int back = fd_lower(d->lent[u], d->guns[o->unit]);
		if (d->at[u] < 0 || !back) continue;
		d->guns[u] = (uint8_t)(d->guns[u] + back), d->least[u] = d->most[u] = d->guns[u],
		d->lent[u] = (uint8_t)(d->lent[u] - back), d->guns[o->unit] = (uint8_t)(d->guns[o->unit] - back);
		fd_refresh(p, d, d->at[u]), fd_refresh(p, d, also_at(d, u));
	}
	int left = d->guns[o->unit];
	emit(p, .kind = E_DISSOLVED, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .n = left,
		.rule = "16.5m");
	d->steps[o->unit] = d->least[o->unit] = d->most[o->unit] = (uint8_t)left;
	if (!left) fd_put(p, d, o->unit, PLACE_NONE);
}

static void add_hex(int *hex, int *n, int to)
{
	for (int i = 0; i < *n; i++)
		if (hex[i] == to) return;
	if (to != HEX_NONE) hex[(*n)++] = to;
}

void fd_list_mass(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	int chief = chief_at(b, d, side);
	if (b->battery[side] == NO_UNIT || chief == PLACE_NONE) return;
	int hex[FD_MASS], n = 0;
	add_hex(hex, &n, chief);
	for (int i = 0; i < FD_BATTERIES; i++) {
		int at = d->at[b->battery[side] + i];
		if (at >= 0) add_hex(hex, &n, at);
		for (int dir = 0; at >= 0 && dir < 6; dir++) add_hex(hex, &n, hex_next(b->map, at, dir));
	}
	for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++)
		for (int i = 0; d->guns[u] && i < n * 6; i++) {
			struct order try = {.unit = (int16_t)u, .a = hex[i / 6], .b = i % 6};
			if (fd_may_mass(p, d, side, &try, NULL)) offer_both(o, V_MASS, u, try.a, try.b);
		}
	for (int i = 0; i < FD_BATTERIES; i++) {
		struct order try = {.unit = (int16_t)(b->battery[side] + i)};
		if (fd_may_dissolve(p, d, side, &try, NULL)) offer(o, V_DISSOLVE, try.unit);
	}
}

/* --- bombardment ---------------------------------------------------------------------------------------- */

static bool hides(const struct fd_book *b, int hex, int level)
{
	return b->ground[hex] & (GROUND_TOWN | GROUND_FOREST) || b->level[hex] > level;
}

/* 16.5f: nothing but open ground between; of two hexes between which the line runs, one suffices. */
static bool is_screened(const struct fd_book *b, int from, int to)
{
	struct sight_cross cross[SIGHT_MOST];
	int n = sight_line(b->map, from, to, cross), level = fd_higher(b->level[from], b->level[to]);
	for (int i = 0; i < n; i++)
		if (hides(b, cross[i].a, level) && (cross[i].b == HEX_NONE || hides(b, cross[i].b, level)))
			return true;
	return false;
}

/* The three front hexes and what lies two hexes off behind them. */
static bool is_before(const struct fd_book *b, const struct state *d, int u, int hex)
{
	uint8_t front = fd_front(b, d, u, d->at[u]);
	for (int dir = 0; dir < 6; dir++) {
		int near = hex_next(b->map, d->at[u], dir);
		if (near == HEX_NONE || !(front >> dir & 1)) continue;
		if (near == hex ||
			(hexmap_direction(b->map, near, hex) >= 0 && hex_range(b->map, d->at[u], hex) == 2))
			return true;
	}
	return false;
}

bool fd_may_bombard(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	int u = o->unit;
	if (is_leader(b, u) || b->unit[u].type != BATTERY || b->unit[u].side != side || d->at[u] < 0)
		return refuse(r, "16.5f", "only a grand battery bombards");
	if (d->flags[u] & HAS_FIRED) return refuse(r, "16.5f", "it has bombarded this turn");
	if (o->a < 0 || !holds(b, d, o->a, !side)) return refuse(r, "16.5f", "there is no enemy in that hex");
	if (hex_range(b->map, d->at[u], o->a) > b->chart.b_range || !is_before(b, d, u, o->a))
		return refuse(r, "16.5f", "%s does not lie before it within range", number_of(b, o->a));
	return !is_screened(b, d->at[u], o->a) || refuse(r, "16.5f", "town, woods or high ground lie between");
}

static void list_targets(const struct play *p, const struct state *d, int side, int u, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	int16_t ring[12];
	for (int radius = 1; radius <= b->chart.b_range; radius++) {
		int n = hex_ring(b->map, d->at[u], radius, ring);
		for (int i = 0; i < n; i++) {
			struct order try = {.unit = (int16_t)u, .a = ring[i]};
			if (fd_may_bombard(p, d, side, &try, NULL)) offer_at(o, V_BOMBARD, u, ring[i]);
		}
	}
}

void fd_list_bombard(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	for (int i = 0; b->battery[side] != NO_UNIT && i < FD_BATTERIES; i++)
		if (d->at[b->battery[side] + i] >= 0) list_targets(p, d, side, b->battery[side] + i, o);
	offer(o, V_DONE, NO_UNIT);
}

bool fd_any_bombard(const struct play *p, const struct state *d, int side)
{
	return on(p, O_BATTERY) && fd_count(fd_list_bombard, p, d, side) > 1;
}

/* What the line of fire crosses into the target: one hexside, or two between which it runs. */
static int edges_into(const struct fd_book *b, int from, int to, int edge[2])
{
	int n = 0, dir = hexmap_direction(b->map, from, to);
	if (dir >= 0) edge[n++] = b->edge[from * 6 + dir];
	for (int i = 0; dir < 0 && i < 6 && n < 2; i++) {
		int near = hex_next(b->map, from, i), on = near == HEX_NONE ? -1 : hexmap_direction(b->map, near, to);
		if (on >= 0) edge[n++] = b->edge[near * 6 + on];
	}
	return n;
}

/* 16.5g, 16.5h, 16.5k: points against a fixed strength, modified by the ground alone. If all evade, it may
   choose again. */
void fd_do_bombard(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	struct fd_combat *c = &d->combat;
	int edge[2], edges = edges_into(b, d->at[o->unit], o->a, edge);
	c->side = (uint8_t)side, c->targets = 1, c->hex[0] = (int16_t)o->a, c->n = 1,
	c->attacker[0] = (uint8_t)o->unit, c->from[0] = d->at[o->unit];
	c->flags = FIGHT_BOMBARDMENT;
	emit(p, .kind = E_BOMBARDED, .side = (int8_t)side, .who = o->unit, .to = o->a, .n = d->guns[o->unit],
		.rule = "16.5f");
	int quarters = fd_terrain(p, d, o->unit, o->a, edge, edges);
	c->shift[1] = (int8_t)fd_odds(&b->chart, d->guns[o->unit] * quarters, b->chart.b_target * 16);
	emit(p, .kind = EVENT_MODIFIER, .n = c->shift[1], .rule = "16.5g", .note = "odds against ten points");
	agenda_push(&d->g, (struct step){.kind = STEP_COMBAT, .side = (uint8_t)side, .stage = COMBAT_EVADE});
}
