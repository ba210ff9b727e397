/* Victory Points (3.5.2) in halves, control of VP hexes, and who has won (15.2). */
#include <stdlib.h>

#include "rules/all_are_brothers/all_are_brothers.h"

/* 3.5.2b, 3.5.3a, R-62: a combat unit enters a VP hex. */
void aab_take_control(const struct play *p, struct state *b, int unit, int hex)
{
	const struct charts *c = CHARTS(p);
	int side = c->piece[unit].side, i = c->vp_at[hex];
	if (i < 0 || b->owner[hex] == side) return;
	b->vp[side] = (int16_t)(b->vp[side] + c->vp_value[i]);
	if (b->owner[hex] != NOBODY) b->vp[!side] = (int16_t)(b->vp[!side] - c->vp_value[i]);
	b->owner[hex] = (int8_t)side;
	emit(p, .kind = E_CONTROL, .side = (int8_t)side, .who = (int16_t)unit, .where = hex, .n = c->vp_value[i],
		.rule = "3.5.2b", .note = c->vp_name[i]);
}

/* From scratch: hexes, broken units, demoralized formations. */
void aab_vp_derive(const struct charts *c, const struct state *b, int16_t vp[SIDES])
{
	vp[0] = vp[1] = 0;
	for (int i = 0; i < c->vps; i++)
		if (b->owner[c->vp_hex[i]] != NOBODY)
			vp[b->owner[c->vp_hex[i]]] = (int16_t)(vp[b->owner[c->vp_hex[i]]] + c->vp_value[i]);
	for (int i = 0; i < c->units; i++)
		if (b->counter[i].at == PLACE_BOX(BOX_BROKEN) && !is_flag(c, i, KIND_DETACHMENT))
			vp[!c->piece[i].side] = (int16_t)(vp[!c->piece[i].side] + c->n.vp_broken);
	for (int i = 0; i < c->corps; i++)
		if (b->counter[c->formation[i].hq].hits & CORPS_DEMORALIZED)
			vp[!c->formation[i].side] = (int16_t)(vp[!c->formation[i].side] + c->formation[i].vp);
}

/* Half points by which side 0 is ahead of what the scenario expects. */
int aab_lead_now(const struct charts *c, const struct state *b) { return b->vp[0] - b->vp[1] - c->n.centre; }

/* 15.2a: 0 for a draw, 1 for a victory, 2 for a decisive one. */
int aab_margin(const struct charts *c, int lead)
{
	int size = abs(lead);
	return size >= 2 * c->n.level[1] ? 2 : size >= 2 * c->n.level[0] ? 1 : 0;
}

void aab_decide(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	int lead = aab_lead_now(c, b), margin = aab_margin(c, lead), winner = margin ? lead < 0 : RESULT_DRAW;
	emit(p, .kind = E_VICTORY, .side = (int8_t)(margin ? winner : NOBODY), .n = margin, .m = lead,
		.rule = "15.2a");
	game_end(&b->g, winner, margin);
}
