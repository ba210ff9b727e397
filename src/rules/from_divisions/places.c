/* Who stands where, facing whither, and what that does to the hexes around: stacking (6.1), zones of control
   (6.2), facing (6.7), fields of fire (8.2). Everything kept in the spots is derived; fd_settle derives it
   from scratch. */
#include "rules/from_divisions/from_divisions.h"

static int16_t *place_of(struct state *d, int node)
{
	return &d->at[node < FD_UNITS ? node : FD_PIECES + node - FD_UNITS];
}

/* --- fronts --------------------------------------------------------------------------------------------- */

static uint8_t bits(int a, int b2, int c)
{
	return (uint8_t)(1u << (a + 6) % 6 | 1u << (b2 + 6) % 6 | 1u << (c + 6) % 6);
}

/* 6.7a, A11; 7.7.2a, 7.7.2b: all six in a village; 16.6b, A49: an extended line has two directions from each
   of its hexes. */
uint8_t fd_front(const struct fd_book *b, const struct state *d, int unit, int hex)
{
	int f = d->facing[unit];
	if (b->ground[hex] & GROUND_ROUND ||
		(b->ground[hex] & GROUND_CHATEAU && b->unit[unit].type == DETACHMENT))
		return 63;
	if (!is_extended(d, unit)) return bits(f - 1, f, f + 1);
	int along = hexmap_direction(b->map, d->at[unit], also_at(d, unit));
	return (f + 1) % 6 == along ? bits(f, f - 1, f) : bits(f, f + 1, f);
}

/* --- stacking ------------------------------------------------------------------------------------------- */

/* 6.1a, 16.6f: guns massed in a battery count for nothing here (16.5d). */
int fd_points(const struct state *d, int node)
{
	int u = unit_at(node);
	return is_extended(d, u) ? d->steps[u] : d->steps[u] * 2;
}

static int points_on(const struct fd_book *b, const struct state *d, int hex, int but)
{
	int sum = 0;
	for each_node(n, d, hex)
		if (unit_at(n) != but && b->unit[unit_at(n)].type != BATTERY) sum += fd_points(d, n);
	return sum;
}

/* 6.1a, 6.1c */
bool fd_has_room(const struct fd_book *b, const struct state *d, int unit, int hex)
{
	int own = b->unit[unit].type == BATTERY ? 0 : d->steps[unit] * 2;
	return !d->spot[hex].on || points_on(b, d, hex, unit) + own <= b->chart.stacking;
}

bool fd_friend_there(const struct state *d, int unit, int hex)
{
	for each_node(n, d, hex)
		if (unit_at(n) != unit) return true;
	return false;
}

/* --- zones ---------------------------------------------------------------------------------------------- */

/* 6.2c, 6.2i; of a hex that the enemy does not hold. */
bool fd_zone(const struct fd_book *b, const struct state *d, int unit, int hex)
{
	const uint8_t *z = d->spot[hex].zone[!b->unit[unit].side];
	if (!(b->unit[unit].kind == HORSE ? z[HORSE] : z[FOOT] | z[HORSE])) return false;
	return !fd_friend_there(d, unit, hex);
}

bool fd_beside_enemy(const struct fd_book *b, const struct state *d, int unit, int hex)
{
	for (int dir = 0; dir < 6; dir++) {
		int to = hex_next(b->map, hex, dir);
		if (to != HEX_NONE && holds(b, d, to, !b->unit[unit].side)) return true;
	}
	return false;
}

/* 6.2a, 6.2b, A07 with the switch for front hexes only: what a hex projects, by kind. */
static void projection(const struct play *p, const struct state *d, int hex, int *side, uint8_t out[2])
{
	const struct fd_book *b = fd_book(p);
	out[FOOT] = out[HORSE] = 0;
	for each_node(n, d, hex) {
		int u = unit_at(n);
		const struct fd_unit *c = &b->unit[u];
		*side = c->side;
		if (c->type == BATTERY) continue;
		if (c->kind == HORSE) out[HORSE] |= b->zone[HORSE][hex];
		else if (d->guns[u])
			out[FOOT] |= b->zone[FOOT][hex] & (on(p, O_FRONT_ZONES) ? fd_front(b, d, u, hex) : 63);
	}
}

void fd_refresh(const struct play *p, struct state *d, int hex)
{
	const struct fd_book *b = fd_book(p);
	int side = NOBODY;
	uint8_t out[2];
	if (hex < 0) return;
	projection(p, d, hex, &side, out);
	for (int dir = 0; dir < 6; dir++) {
		int to = hex_next(b->map, hex, dir);
		uint8_t bit = (uint8_t)(1u << (dir + 3) % 6);
		if (to == HEX_NONE) continue;
		for (int s = 0; s < SIDES; s++)
			for (int kind = FOOT; kind <= HORSE; kind++) {
				uint8_t *z = &d->spot[to].zone[s][kind];
				*z = (uint8_t)(s == side && out[kind] >> dir & 1 ? *z | bit : *z & ~bit);
			}
	}
}

/* --- fields of fire ------------------------------------------------------------------------------------- */

/* 8.2h */
static bool is_contested(const struct fd_book *b, const struct state *d, int hex, int side)
{
	for (int dir = 0; dir < 6; dir++) {
		int to = hex_next(b->map, hex, dir);
		if (to != HEX_NONE && b->level[to] == b->level[hex] && holds(b, d, to, !side)) return true;
	}
	return false;
}

/* 7.10a, 8.2a … 8.2d */
bool fd_fires_into(const struct fd_book *b, const struct state *d, int from, int dir)
{
	if (!(b->fire[from] >> dir & 1)) return false;
	for each_node(n, d, from) {
		int u = unit_at(n);
		if (d->guns[u] && fd_front(b, d, u, from) >> dir & 1)
			return !is_contested(b, d, from, b->unit[u].side);
	}
	return false;
}

int fd_under_fire(const struct fd_book *b, const struct state *d, int hex, int side)
{
	for (int dir = 0; dir < 6; dir++) {
		int from = hex_next(b->map, hex, dir);
		if (from == HEX_NONE || !holds(b, d, from, !side)) continue;
		if (fd_fires_into(b, d, from, (dir + 3) % 6)) return unit_at(first_on(d, from));
	}
	return NO_UNIT;
}

/* --- putting pieces down -------------------------------------------------------------------------------- */

static void unlink_node(struct state *d, int node, int hex)
{
	uint8_t *link = &d->spot[hex].on;
	while (*link && *link - 1 != node) link = &d->under[*link - 1];
	if (*link) *link = d->under[node];
	d->under[node] = 0;
}

/* The chain of a hex is in the order of nodes, so that it does not depend on who came first. */
static void link_node(struct state *d, int node, int hex)
{
	uint8_t *link = &d->spot[hex].on;
	while (*link && *link - 1 < node) link = &d->under[*link - 1];
	d->under[node] = *link;
	*link = (uint8_t)(node + 1);
}

static void put_node(const struct play *p, struct state *d, int node, int place)
{
	int16_t *at = place_of(d, node);
	int from = *at;
	if (from >= 0) unlink_node(d, node, from);
	*at = (int16_t)place;
	if (place >= 0) {
		int side = fd_book(p)->unit[unit_at(node)].side;
		link_node(d, node, place);
		if (d->spot[place].held != side) fd_tell_capture(p, d, place, side);
		d->spot[place].held = (int8_t)side;
	}
	fd_refresh(p, d, from);
	fd_refresh(p, d, place);
}

void fd_put(const struct play *p, struct state *d, int piece, int place)
{
	const struct fd_book *b = fd_book(p);
	if (!is_leader(b, piece)) {
		put_node(p, d, piece, place);
		return;
	}
	int shift = leader_of(b, piece)->side * 4, from = d->at[piece];
	if (from >= 0) d->spot[from].led = (uint8_t)(d->spot[from].led - (1 << shift));
	d->at[piece] = (int16_t)place;
	if (place >= 0) d->spot[place].led = (uint8_t)(d->spot[place].led + (1 << shift));
}

void fd_put_also(const struct play *p, struct state *d, int unit, int place)
{
	put_node(p, d, FD_UNITS + unit, place);
}

/* 6.1d: all units in a hex share one facing. */
void fd_face(const struct play *p, struct state *d, int unit, int facing)
{
	d->facing[unit] = (uint8_t)facing;
	if (d->at[unit] < 0) return;
	for each_node(n, d, d->at[unit])
		if (!is_extended(d, unit_at(n))) d->facing[unit_at(n)] = (uint8_t)facing;
	if (on(p, O_FRONT_ZONES)) fd_refresh(p, d, d->at[unit]), fd_refresh(p, d, also_at(d, unit));
}

/* 6.1d: whoever joins a stack takes its facing. */
void fd_match_facing(struct state *d, int unit)
{
	int with = fd_stack_facing(d, unit);
	if (with >= 0) d->facing[unit] = (uint8_t)with;
}

/* --- from scratch --------------------------------------------------------------------------------------- */

void fd_settle(const struct play *p, struct game *g)
{
	const struct fd_book *b = fd_book(p);
	struct state *d = fd_of(g);
	memset(d->under, 0, sizeof d->under);
	for (int h = 0; h < b->map->count; h++) {
		struct fd_spot *s = &d->spot[h];
		s->on = s->led = 0;
		memset(s->zone, 0, sizeof s->zone);
	}
	for (int u = 0; u < b->units; u++) {
		if (d->at[u] < 0) d->at[FD_PIECES + u] = PLACE_NONE;
		if (d->at[u] >= 0) link_node(d, u, d->at[u]), d->spot[d->at[u]].held = (int8_t)b->unit[u].side;
		if (also_at(d, u) >= 0)
			link_node(d, FD_UNITS + u, also_at(d, u)), d->spot[also_at(d, u)].held = (int8_t)b->unit[u].side;
	}
	for (int l = b->units; l < b->pieces; l++)
		if (d->at[l] >= 0)
			d->spot[d->at[l]].led = (uint8_t)(d->spot[d->at[l]].led + (1 << leader_of(b, l)->side * 4));
	for (int h = 0; h < b->map->count; h++)
		if (d->spot[h].on) fd_refresh(p, d, h);
	for (int u = 0; u < b->units; u++) { /* what cases set must agree with what the enemy could know (2.5) */
		if (d->fatigue[u] < d->low[u] || d->fatigue[u] > d->high[u]) d->low[u] = d->high[u] = d->fatigue[u];
		if (d->guns[u] < d->least[u] || d->guns[u] > d->most[u]) d->least[u] = d->most[u] = d->guns[u];
	}
}
