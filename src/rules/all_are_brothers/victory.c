/* Victory Points (3.5.2) in halves, control of VP hexes, and who has won (15.2). */
#include <stdlib.h>

#include "rules/all_are_brothers/all_are_brothers.h"

/* 3.5.2b, 3.5.3a, R-62: a combat unit enters a VP hex. */
void aab_take_control(const struct play *p, struct state *d, int unit, int hex)
{
	const struct aab_book *b = aab_book(p);
	int side = b->piece[unit].side, i = b->vp_at[hex];
	if (i < 0 || d->owner[hex] == side) return;
	d->vp[side] = (int16_t)(d->vp[side] + b->vp_value[i]);
	if (d->owner[hex] != NOBODY) d->vp[!side] = (int16_t)(d->vp[!side] - b->vp_value[i]);
	d->owner[hex] = (int8_t)side;
	emit(p, .kind = E_CONTROL, .side = (int8_t)side, .who = (int16_t)unit, .where = hex, .n = b->vp_value[i],
		.rule = "3.5.2b", .note = b->vp_name[i]);
}

/* From scratch: hexes, broken units, demoralized formations. */
void aab_vp_derive(const struct aab_book *b, const struct state *d, int16_t vp[SIDES])
{
	vp[0] = vp[1] = 0;
	for (int i = 0; i < b->vps; i++)
		if (d->owner[b->vp_hex[i]] != NOBODY)
			vp[d->owner[b->vp_hex[i]]] = (int16_t)(vp[d->owner[b->vp_hex[i]]] + b->vp_value[i]);
	for (int i = 0; i < b->units; i++)
		if (d->counter[i].at == PLACE_BOX(BOX_BROKEN) && !is_flag(b, i, KIND_DETACHMENT))
			vp[!b->piece[i].side] = (int16_t)(vp[!b->piece[i].side] + b->n.vp_broken);
	for (int i = 0; i < b->corps; i++)
		if (d->counter[b->formation[i].hq].hits & CORPS_DEMORALIZED)
			vp[!b->formation[i].side] = (int16_t)(vp[!b->formation[i].side] + b->formation[i].vp);
}

/* Half points by which side 0 is ahead of what the scenario expects. */
int aab_lead_now(const struct aab_book *b, const struct state *d)
{
	return d->vp[0] - d->vp[1] - b->n.centre;
}

/* 15.2a: 0 for a draw, 1 for a victory, 2 for a decisive one. */
int aab_margin(const struct aab_book *b, int lead)
{
	int size = abs(lead);
	return size >= 2 * b->n.level[1] ? 2 : size >= 2 * b->n.level[0] ? 1 : 0;
}

void aab_decide(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	int lead = aab_lead_now(b, d), margin = aab_margin(b, lead), winner = margin ? lead < 0 : RESULT_DRAW;
	emit(p, .kind = E_VICTORY, .side = (int8_t)(margin ? winner : NOBODY), .n = margin, .m = lead,
		.rule = "15.2a");
	game_end(&d->g, winner, margin);
}
