/* Overlays: where a unit could march, what it sees and could hit, Command Range, hexes next to the enemy. */
#include "rules/all_are_brothers/all_are_brothers.h"

enum { OVERLAY_REACH, OVERLAY_SIGHT, OVERLAY_FIRE, OVERLAY_COMMAND, OVERLAY_ENGAGED };

/* The march's own costs, for the unit alone, as if it began to move now. */
static void show_reach(const struct play *p, const struct state *b, int unit, int16_t *value)
{
	const struct charts *c = CHARTS(p);
	struct state now = *b;
	int16_t queue[AAB_HEXES * 2];
	int n = 0, side = c->piece[unit].side;
	bool marching = b->march.lead == unit;
	if (!marching)
		now.march = (struct march){.lead = (int16_t)unit, .flags = MARCH_ROAD | MARCH_SINGLE},
		now.counter[unit].spent = 0;
	value[b->counter[unit].at] = (int16_t)now.counter[unit].spent;
	queue[n++] = b->counter[unit].at;
	for (int i = 0; i < n; i++)
		for (int d = 0; d < 6; d++) {
			int from = queue[i], to = c->side[from * 6 + d].next;
			bool road;
			if (to < 0 || held_by(c, b, !side, to) ||
				(i && is_unit(c, unit) && enemy_near(b, side, from) && b->act.posture == POSTURE_DEFENSIVE))
				continue;
			int cost = aab_step_cost(c, &now, unit, from, d, &road);
			if (cost < 0 || (value[from] + cost > aab_allowance(c, &now, unit, false) && value[from]))
				continue;
			if (value[to] >= 0 && value[to] <= value[from] + cost) continue;
			value[to] = (int16_t)(value[from] + cost);
			if (n < AAB_HEXES * 2) queue[n++] = (int16_t)to;
		}
}

static void show_sight(const struct play *p, const struct state *b, int unit, bool fire, int16_t *value)
{
	const struct charts *c = CHARTS(p);
	int from = b->counter[unit].at, arm = c->piece[unit].arm, most = LINE_MOST;
	if (fire) most = is_unit(c, unit) && arm != ARM_CAVALRY ? aab_range_of_fire(c, unit) : 0;
	value[from] = 0;
	for (int i = c->disc[from]; i < c->disc[from + 1]; i++) {
		int h = c->disc_hex[i], d = hex_distance(c, from, h);
		if (d <= most && (d == 1 || aab_line_verdict(b, &c->line[i], NULL) != BLOCKED)) value[h] = (int16_t)d;
	}
}

static void show_command(const struct play *p, const struct state *b, int side, int unit, int16_t *value)
{
	const struct charts *c = CHARTS(p);
	int corps = unit == NO_UNIT ? -1 : c->piece[unit].corps;
	for (int i = c->units; i < c->pieces; i++) {
		uint64_t area[HEX_WORDS];
		if (c->piece[i].side != side || !on_map(b, i) ||
			(unit != NO_UNIT && i != unit && (corps == NOBODY || c->piece[i].corps != corps)))
			continue;
		aab_command_area(c, b, side, b->counter[i].at, aab_command_rating(c, b, i, b->act.posture), area);
		for (int h = 0; h < c->hexes; h++)
			if (area[h >> 6] >> (h & 63) & 1) value[h] = (int16_t)hex_distance(c, b->counter[i].at, h);
	}
}

void aab_show(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value)
{
	const struct charts *c = CHARTS(p);
	const struct state *b = SEE(g);
	int of = side == NOBODY ? g->active : side;
	for (int h = 0; h < c->hexes; h++) value[h] = -1;
	if (overlay <= OVERLAY_FIRE && (unit == NO_UNIT || !on_map(b, unit))) return;
	switch (overlay) {
	case OVERLAY_REACH: show_reach(p, b, unit, value); break;
	case OVERLAY_SIGHT: show_sight(p, b, unit, false, value); break;
	case OVERLAY_FIRE: show_sight(p, b, unit, true, value); break;
	case OVERLAY_COMMAND: show_command(p, b, of, unit, value); break;
	default:
		for (int h = 0; h < c->hexes; h++)
			if (enemy_near(b, of, h)) value[h] = 1;
	}
}

/* Can it see? */
bool aab_sight(const struct play *p, const struct game *g, int unit, int from, int to, struct refusal *r)
{
	int16_t where;
	if (from == to) return true;
	if (CHARTS(p)->terrain[from] == T_CLOSED || CHARTS(p)->terrain[to] == T_CLOSED)
		return refuse(r, "12.5b", "that is not on the field");
	int v = aab_sight_verdict(p, SEE(g), from, to, &where);
	return v != BLOCKED || refuse(r, "8.1.5c", "%s blocks the line of sight", p->m->map->number[where]);
}
