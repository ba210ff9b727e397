/* How good a state is, for the opponent and for studies: Victory Points first, then what can still win or lose them. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* A unit's worth in tenths of a half point. */
static int worth(const struct charts *c, const struct aab *b, int unit)
{
	const struct counter *k = &b->counter[unit];
	if (k->at == PLACE_BOX(BOX_BROKEN) || k->at == PLACE_NONE) return 0;
	return 3 * k->sp + (k->state & IS_WORN ? 0 : 4) + c->piece[unit].mr[k->state & IS_WORN] / 2 - (k->state & IS_LOW ? 2 : 0);
}

/* Whose strength bears on a VP hex, -1000 (the enemy's alone) to 1000; strength counts by the square of its distance. */
static int grip(const struct charts *c, const struct aab *b, int side, int hex)
{
	int force[SIDES] = {0, 0};
	for (int s = 0; s < SIDES; s++)
		for EACH (u, b->units[s]) {
			int d = hex_distance(c, hex, b->counter[u].at);
			force[s] += b->counter[u].sp * 4096 / (6 + d * d);
		}
	return 1000 * (force[side] - force[!side]) / (force[0] + force[1] + 1);
}

/* How far the side's strength is from what it has still to take: a march towards it must show at once. */
static int distance_to_go(const struct charts *c, const struct aab *b, int side)
{
	int sum = 0;
	for EACH (u, b->units[side]) {
		int best = 24;
		for (int i = 0; i < c->vps; i++) {
			int d = hex_distance(c, c->vp_hex[i], b->counter[u].at);
			if (b->owner[c->vp_hex[i]] != side && d < best) best = d;
		}
		int hq = c->formation[c->piece[u].corps].hq, far = on_map(b, hq) ? hex_distance(c, b->counter[hq].at, b->counter[u].at) - 3 : 0;
		sum += b->counter[u].sp * (best + (far > 0 ? far : 0)); /* out of reach of its HQ it is as good as further away */
	}
	return sum;
}

int aab_judge(const struct play *p, const struct game *g, int side)
{
	const struct charts *c = CHARTS(p);
	const struct aab *b = SEE(g);
	if (g->over) return g->winner == RESULT_DRAW ? 0 : g->winner == side ? 1000 : -1000;
	int sum = 14 * aab_lead_now(c, b) * (side ? -1 : 1);
	for (int i = 0; i < c->units; i++) sum += worth(c, b, i) * (c->piece[i].side == side ? 1 : -1);
	for (int i = 0; i < c->corps; i++) {
		int morale = b->counter[c->formation[i].hq].sp;
		sum += (morale > 4 ? 16 + morale : 5 * morale) * (c->formation[i].side == side ? 1 : -1);
	}
	for (int i = 0; i < c->vps; i++) sum += grip(c, b, side, c->vp_hex[i]) * c->vp_value[i] / 80;
	sum += (distance_to_go(c, b, !side) - distance_to_go(c, b, side)) / 2;
	sum /= 2;
	return sum > 990 ? 990 : sum < -990 ? -990 : sum;
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

int aab_worth(const struct muster *m, int piece)
{
	const struct charts *c = m->own;
	return is_unit(c, piece) ? c->piece[piece].sp[0] * (10 + 3 * (c->piece[piece].mr[0] - 6) / 2) : 0; /* a better rating, a better soldier */
}
