/* What a step costs (11.2-11.4), in half MP: off the road by arm, along a road, on the march. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* 11.3a, 11.4a, 16d, 7.5f, March to the Guns: may it use Road March and Road Bonus? */
bool aab_may_road_march(const struct state *b, int unit)
{
	if (b->counter[unit].state & IS_OUT || b->march.flags & MARCH_CHARGE) return false;
	if (b->storm && b->g.turn > b->storm && b->g.turn <= b->storm_until) return false;
	return b->act.posture == POSTURE_DEFENSIVE || b->act.flags & ACT_MARCH;
}

/* 11.2.2: does a step across this hexside go along a road? Only singly, and not into a hex with another unit,
   be it only an enemy's HQ (11.2.2c, 11.2.2d, R-34). */
bool aab_by_road(const struct charts *c, const struct state *b, int side, const struct hexside *s)
{
	bool stack = b->march.lead != NO_UNIT && !(b->march.flags & MARCH_SINGLE);
	if (!(s->flags & SIDE_ROAD) || stack || b->top[s->next]) return false;
	return aab_board_hq(c, b, !side, s->next, NO_UNIT) == NO_UNIT;
}

/* Half MP for a piece to cross a hexside; -1 if it may not. *road: whether along a road. */
int aab_step_cost(const struct charts *c, const struct state *b, int piece, int from, int dir, bool *road)
{
	const struct hexside *s = &c->side[from * 6 + dir];
	int arm = is_unit(c, piece) ? c->piece[piece].arm : ARM_INFANTRY; /* 3.4.4a */
	*road = aab_by_road(c, b, c->piece[piece].side, s);
	/* March to the Guns ends there */
	bool contact = b->act.posture == POSTURE_AGGRESSIVE && enemy_near(b, c->piece[piece].side, s->next);
	if (*road) return s->flags & SIDE_MAJOR && !contact && aab_may_road_march(b, piece) ? 1 : 2;
	if (s->cost[arm] == PROHIBITED) { /* along a road guns cross anything */
		if (!(s->flags & SIDE_ROAD)) return PROHIBITED;
		int cost = c->n.terrain[c->terrain[s->next]][arm];
		if (cost == PROHIBITED)
			return PROHIBITED; /* no mutants: a chart may close ground to an arm; ours does not */
		return cost * 2 * (b->counter[piece].state & IS_OUT ? 2 : 1);
	}
	return s->cost[arm] * (b->counter[piece].state & IS_OUT ? 2 : 1); /* 7.5c */
}

/* What it may spend in all; `road`: this step, like every one before it, is along a road. */
int aab_allowance(const struct charts *c, const struct state *b, int piece, bool road)
{
	int mp = 2 * c->piece[piece].mp - 2 * b->march.dust;
	if (road && b->march.flags & MARCH_ROAD && aab_may_road_march(b, piece)) mp += 2; /* 11.4a */
	return at_least(0, mp);
}
