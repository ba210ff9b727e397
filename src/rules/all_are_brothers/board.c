/* Who stands where. Combat units of a hex are a chain from the top of the stack down; how many hexes around a
   hex hold units of each side is counted, so that engagement is a lookup. HQs stand beside the chain. Nothing
   else knows how the board is kept. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* A hex gets its first, or loses its last, combat unit of a side: its neighbours notice. */
static void stir(const struct aab_book *b, struct state *d, int side, int hex, int by)
{
	for (int dir = 0; dir < 6; dir++) {
		int next = b->side[hex * 6 + dir].next;
		if (next != HEX_NONE) d->near[next] = (uint8_t)(d->near[next] + (side ? by * 16 : by));
	}
}

static void renumber(struct state *d, int hex)
{
	uint8_t n = 0;
	for STACK (u, d, hex) {
		d->counter[u].order = n++;
		mask_drop(d->who.crowd, u);
	}
	if (n > 1) mask_add(d->who.crowd, d->top[hex] - 1);
}

/* 3.1.5a: modified SP. */
void aab_board_strength(const struct aab_book *b, struct state *d, int unit)
{
	struct counter *k = &d->counter[unit];
	int sp = b->piece[unit].sp[k->state & IS_WORN] - (k->state & IS_SHAKEN ? 1 : 0) -
	         (k->state & IS_DISRUPTED ? 2 : 0);
	k->sp = (uint8_t)at_least(0, sp);
	mask_set(d->who.shaken, unit, k->state & (IS_SHAKEN | IS_DISRUPTED));
	mask_set(d->who.low, unit, k->state & IS_LOW);
}

/* 4.3: a unit takes place `pos` of a hex, 0 on top; an HQ just stands there. */
void aab_board_put(const struct aab_book *b, struct state *d, int piece, int hex, int pos)
{
	struct counter *k = &d->counter[piece];
	int side = b->piece[piece].side, above = NO_UNIT, below = d->top[hex] - 1;
	k->at = (int16_t)hex;
	if (!is_unit(b, piece)) {
		d->staff[hex >> 6] |= 1ull << (hex & 63);
		return;
	}
	if (below == NO_UNIT) stir(b, d, side, hex, 1);
	for (; pos > 0 && below != NO_UNIT; pos--) above = below, below = d->counter[below].under - 1;
	k->under = (uint8_t)(below + 1);
	if (above == NO_UNIT) d->top[hex] = (uint8_t)(piece + 1);
	else d->counter[above].under = (uint8_t)(piece + 1);
	mask_add(d->units[side], piece);
	renumber(d, hex);
}

/* Does any HQ or chief stand there still? */
static void staff_look(const struct aab_book *b, struct state *d, int hex)
{
	d->staff[hex >> 6] &= ~(1ull << (hex & 63));
	for (int i = b->units; i < b->pieces; i++)
		if (d->counter[i].at == hex) d->staff[hex >> 6] |= 1ull << (hex & 63);
}

/* Takes a piece off its hex; `to` is PLACE_NONE or a box, or whatever while it is on its way. */
void aab_board_lift(const struct aab_book *b, struct state *d, int piece, int to)
{
	struct counter *k = &d->counter[piece];
	int side = b->piece[piece].side, hex = k->at;
	assert(hex >= 0);
	k->at = (int16_t)to;
	if (!is_unit(b, piece)) {
		staff_look(b, d, hex);
		return;
	}
	if (d->top[hex] - 1 == piece) d->top[hex] = k->under;
	else {
		int above = d->top[hex] - 1;
		while (d->counter[above].under - 1 != piece) above = d->counter[above].under - 1;
		d->counter[above].under = k->under;
	}
	k->under = 0, k->order = 0;
	mask_drop(d->units[side], piece), mask_drop(d->who.crowd, piece);
	if (!d->top[hex]) stir(b, d, side, hex, -1);
	else renumber(d, hex);
}

/* Everything derived, from places and orders alone. */
void aab_board_rebuild(const struct aab_book *b, struct state *d)
{
	memset(d->top, 0, sizeof d->top);
	memset(d->near, 0, sizeof d->near);
	memset(d->units, 0, sizeof d->units);
	memset(d->staff, 0, sizeof d->staff);
	memset(&d->who, 0, sizeof d->who);
	for (int i = 0; i < b->pieces; i++) {
		mask_set(d->who.moving, i, d->counter[i].deeds & IS_MOVING);
		mask_set(d->who.shot, i, is_unit(b, i) && d->counter[i].shots);
	}
	for (int i = b->units; i < b->pieces; i++)
		if (on_map(d, i)) d->staff[d->counter[i].at >> 6] |= 1ull << (d->counter[i].at & 63);
	uint8_t wanted[AAB_PIECES + 1];
	for (int i = 0; i < b->units; i++) wanted[i] = d->counter[i].order, d->counter[i].under = 0;
	for (int i = 0; i < b->units; i++) {
		aab_board_strength(b, d, i);
		if (!on_map(d, i)) continue;
		int pos = 0;
		for STACK (u, d, d->counter[i].at) pos += wanted[u] <= wanted[i];
		aab_board_put(b, d, i, d->counter[i].at, pos);
	}
	for (int i = 0; i < b->units; i++)
		if (!on_map(d, i)) d->counter[i].order = 0;
}

/* Distance to the nearest enemy combat unit; 255 if there is none. None is nearer than `least`, so whoever is
   as near ends the search. */
int aab_nearest_enemy(const struct aab_book *b, const struct state *d, int side, int hex, int least)
{
	int best = 255;
	if (enemy_near(d, side, hex)) return 1;
	for EACH (e, d->units[!side]) {
		int far = hex_distance(b, hex, d->counter[e].at);
		if (far < best) best = far;
		if (best <= least) break;
	}
	return best;
}

/* 3.1.3, 6.2b, R-05: printed, less status, plus the chief's presence. */
int aab_morale_rating(const struct aab_book *b, const struct state *d, int unit)
{
	const struct counter *k = &d->counter[unit];
	int mr = b->piece[unit].mr[k->state & IS_WORN] - (k->state & IS_SHAKEN ? 1 : 0) -
	         (k->state & IS_DISRUPTED ? 2 : 0);
	for (int i = b->hqs; i < b->pieces; i++)
		if (placed(k) && d->counter[i].at == k->at && b->piece[i].nation == b->piece[unit].nation)
			return mr + 1;
	return mr;
}
