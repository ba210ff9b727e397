/* What a step costs (11.2-11.4), in half MP: off the road by arm, along a road, on the march. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* 11.3a, 11.4a, 16d, 7.5f, March to the Guns: may it use Road March and Road Bonus? */
bool aab_may_road_march(const struct state *d, int unit)
{
	if (d->counter[unit].state & IS_OUT || d->march.flags & MARCH_CHARGE) return false;
	if (d->storm && d->g.turn > d->storm && d->g.turn <= d->storm_until) return false;
	return d->act.posture == POSTURE_DEFENSIVE || d->act.flags & ACT_MARCH;
}

/* 11.2.2: does a step across this hexside go along a road? Only singly, and not into a hex with another unit,
   be it only an enemy's HQ (11.2.2c, 11.2.2d, R-34). */
bool aab_by_road(const struct aab_book *b, const struct state *d, int side, const struct hexside *s)
{
	bool stack = d->march.lead != NO_UNIT && !(d->march.flags & MARCH_SINGLE);
	if (!(s->flags & SIDE_ROAD) || stack || d->top[s->next]) return false;
	return aab_board_hq(b, d, !side, s->next, NO_UNIT) == NO_UNIT;
}

/* Half MP for a piece to cross a hexside; -1 if it may not. *road: whether along a road. */
int aab_step_cost(const struct aab_book *b, const struct state *d, int piece, int from, int dir, bool *road)
{
	const struct hexside *s = &b->side[from * 6 + dir];
	int arm = is_unit(b, piece) ? b->piece[piece].arm : ARM_INFANTRY; /* 3.4.4a */
	*road = aab_by_road(b, d, b->piece[piece].side, s);
	/* March to the Guns ends there */
	bool contact = d->act.posture == POSTURE_AGGRESSIVE && enemy_near(d, b->piece[piece].side, s->next);
	if (*road) return s->flags & SIDE_MAJOR && !contact && aab_may_road_march(d, piece) ? 1 : 2;
	if (s->cost[arm] == PROHIBITED) { /* along a road guns cross anything */
		if (!(s->flags & SIDE_ROAD)) return PROHIBITED;
		int cost = b->n.terrain[b->terrain[s->next]][arm];
		if (cost == PROHIBITED)
			return PROHIBITED; /* no mutants: a chart may close ground to an arm; ours does not */
		return cost * 2 * (d->counter[piece].state & IS_OUT ? 2 : 1);
	}
	return s->cost[arm] * (d->counter[piece].state & IS_OUT ? 2 : 1); /* 7.5c */
}

/* What it may spend in all; `road`: this step, like every one before it, is along a road. */
int aab_allowance(const struct aab_book *b, const struct state *d, int piece, bool road)
{
	int mp = 2 * b->piece[piece].mp - 2 * d->march.dust;
	if (road && d->march.flags & MARCH_ROAD && aab_may_road_march(d, piece)) mp += 2; /* 11.4a */
	return at_least(0, mp);
}
