/* How good a state is, for the opponent and for studies: Victory Points first, then what can still win or lose them. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* A unit's worth in tenths of a half point. */
static int worth(const struct charts *c, const struct aab *b, int unit)
{
	const struct counter *k = &b->counter[unit];
	if (k->at == PLACE_BOX(BOX_BROKEN) || k->at == PLACE_NONE) return 0;
	return 3 * k->sp + (k->state & IS_WORN ? 0 : 4) + c->piece[unit].mr[k->state & IS_WORN] / 2 - (k->state & IS_LOW ? 2 : 0);
}

/* How near the side's units are to the hexes that it does not hold. */
static int reach_of(const struct charts *c, const struct aab *b, int side)
{
	int sum = 0;
	for (int i = 0; i < c->vps; i++) {
		int best = 40;
		if (b->owner[c->vp_hex[i]] == side) continue;
		for EACH (u, b->units[side]) {
			int d = hex_distance(c, c->vp_hex[i], b->counter[u].at);
			if (d < best) best = d;
		}
		sum += c->vp_value[i] * (40 - best) / 8;
	}
	return sum;
}

int aab_judge(const struct play *p, const struct game *g, int side)
{
	const struct charts *c = CHARTS(p);
	const struct aab *b = SEE(g);
	if (g->over) return g->winner == RESULT_DRAW ? 0 : g->winner == side ? 1000 : -1000;
	int sum = 12 * lead_now(c, b) * (side ? -1 : 1);
	for (int i = 0; i < c->units; i++) sum += worth(c, b, i) * (c->piece[i].side == side ? 1 : -1);
	for (int i = 0; i < c->corps; i++) {
		int morale = b->counter[c->formation[i].hq].sp;
		sum += (morale > 4 ? 16 + morale : 5 * morale) * (c->formation[i].side == side ? 1 : -1);
	}
	sum += reach_of(c, b, side) - reach_of(c, b, !side);
	int scaled = sum * 2 / 3;
	return scaled > 990 ? 990 : scaled < -990 ? -990 : scaled;
}

/* Men a counter stands for that are no longer in the line. */
int aab_lost(const struct play *p, const struct game *g, int piece)
{
	const struct charts *c = CHARTS(p);
	const struct aab *b = SEE(g);
	if (!is_unit(c, piece)) return 0;
	int men = c->piece[piece].men, at = b->counter[piece].at;
	if (at == PLACE_BOX(BOX_BROKEN)) return men * 2 / 5;
	return b->counter[piece].state & IS_WORN ? men / 6 : 0;
}

int aab_score(const struct play *p, const struct game *g, int side)
{
	(void)p;
	return SEE(g)->vp[side];
}
