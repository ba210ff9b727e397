/* Overlays: where a unit could march, what it sees and could hit, Command Range, hexes next to the enemy. */
#include "rules/all_are_brothers/all_are_brothers.h"

enum { OVERLAY_REACH, OVERLAY_SIGHT, OVERLAY_FIRE, OVERLAY_COMMAND, OVERLAY_ENGAGED };

/* The march's own costs, for the unit alone, as if it began to move now. */
static void show_reach(const struct play *p, const struct state *d, int unit, int16_t *value)
{
	const struct aab_book *b = aab_book(p);
	struct state now = *d;
	int16_t queue[AAB_HEXES * 2];
	int n = 0, side = b->piece[unit].side;
	bool marching = d->march.lead == unit;
	if (!marching)
		now.march = (struct march){.lead = (int16_t)unit, .flags = MARCH_ROAD | MARCH_SINGLE},
		now.counter[unit].spent = 0;
	value[d->counter[unit].at] = (int16_t)now.counter[unit].spent;
	queue[n++] = d->counter[unit].at;
	for (int i = 0; i < n; i++)
		for (int dir = 0; dir < 6; dir++) {
			int from = queue[i], to = b->side[from * 6 + dir].next;
			bool road;
			if (to < 0 || held_by(b, d, !side, to) ||
				(i && is_unit(b, unit) && enemy_near(d, side, from) && d->act.posture == POSTURE_DEFENSIVE))
				continue;
			int cost = aab_step_cost(b, &now, unit, from, dir, &road);
			if (cost < 0 || (value[from] + cost > aab_allowance(b, &now, unit, false) && value[from]))
				continue;
			if (value[to] >= 0 && value[to] <= value[from] + cost) continue;
			value[to] = (int16_t)(value[from] + cost);
			if (n < AAB_HEXES * 2) queue[n++] = (int16_t)to;
		}
}

static void show_sight(const struct play *p, const struct state *d, int unit, bool fire, int16_t *value)
{
	const struct aab_book *b = aab_book(p);
	int from = d->counter[unit].at, arm = b->piece[unit].arm, most = LINE_MOST;
	if (fire) most = is_unit(b, unit) && arm != ARM_CAVALRY ? aab_range_of_fire(b, unit) : 0;
	value[from] = 0;
	for (int i = b->disc[from]; i < b->disc[from + 1]; i++) {
		int h = b->disc_hex[i], far = hex_distance(b, from, h);
		if (far <= most && (far == 1 || aab_line_verdict(d, &b->line[i], NULL) != BLOCKED))
			value[h] = (int16_t)far;
	}
}

static void show_command(const struct play *p, const struct state *d, int side, int unit, int16_t *value)
{
	const struct aab_book *b = aab_book(p);
	int corps = unit == NO_UNIT ? -1 : b->piece[unit].corps;
	for (int i = b->units; i < b->pieces; i++) {
		uint64_t area[HEX_WORDS];
		if (b->piece[i].side != side || !on_map(d, i) ||
			(unit != NO_UNIT && i != unit && (corps == NOBODY || b->piece[i].corps != corps)))
			continue;
		aab_command_area(b, d, side, d->counter[i].at, aab_command_rating(b, d, i, d->act.posture), area);
		for (int h = 0; h < b->hexes; h++)
			if (area[h >> 6] >> (h & 63) & 1) value[h] = (int16_t)hex_distance(b, d->counter[i].at, h);
	}
}

void aab_show(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value)
{
	const struct aab_book *b = aab_book(p);
	const struct state *d = aab_see(g);
	int of = side == NOBODY ? g->active : side;
	for (int h = 0; h < b->hexes; h++) value[h] = -1;
	if (overlay <= OVERLAY_FIRE && (unit == NO_UNIT || !on_map(d, unit))) return;
	switch (overlay) {
	case OVERLAY_REACH: show_reach(p, d, unit, value); break;
	case OVERLAY_SIGHT: show_sight(p, d, unit, false, value); break;
	case OVERLAY_FIRE: show_sight(p, d, unit, true, value); break;
	case OVERLAY_COMMAND: show_command(p, d, of, unit, value); break;
	default:
		for (int h = 0; h < b->hexes; h++)
			if (enemy_near(d, of, h)) value[h] = 1;
	}
}

/* Can it see? */
bool aab_sight(const struct play *p, const struct game *g, int unit, int from, int to, struct refusal *r)
{
	int16_t where;
	if (from == to) return true;
	if (aab_book(p)->terrain[from] == T_CLOSED || aab_book(p)->terrain[to] == T_CLOSED)
		return refuse(r, "12.5b", "that is not on the field");
	int v = aab_sight_verdict(p, aab_see(g), from, to, &where);
	return v != BLOCKED || refuse(r, "8.1.5c", "%s blocks the line of sight", p->m->map->number[where]);
}
