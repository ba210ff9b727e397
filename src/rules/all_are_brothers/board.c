/* Who stands where. Combat units of a hex are a chain from the top of the stack down; how many hexes around a
   hex hold units of each side is counted, so that engagement is a lookup. HQs stand beside the chain. Nothing
   else knows how the board is kept. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* A hex gets its first, or loses its last, combat unit of a side: its neighbours notice. */
static void stir(const struct charts *c, struct state *b, int side, int hex, int by)
{
	for (int d = 0; d < 6; d++) {
		int next = c->side[hex * 6 + d].next;
		if (next != HEX_NONE) b->near[next] = (uint8_t)(b->near[next] + (side ? by * 16 : by));
	}
}

static void renumber(struct state *b, int hex)
{
	uint8_t n = 0;
	for STACK (u, b, hex) b->counter[u].order = n++;
}

/* 3.1.5a: modified SP. */
void aab_board_strength(const struct charts *c, struct state *b, int unit)
{
	struct counter *k = &b->counter[unit];
	int sp = c->piece[unit].sp[k->state & IS_WORN] - (k->state & IS_SHAKEN ? 1 : 0) -
	         (k->state & IS_DISRUPTED ? 2 : 0);
	k->sp = (uint8_t)at_least(0, sp);
}

/* 4.3: a unit takes place `pos` of a hex, 0 on top; an HQ just stands there. */
void aab_board_put(const struct charts *c, struct state *b, int piece, int hex, int pos)
{
	struct counter *k = &b->counter[piece];
	int side = c->piece[piece].side, above = NO_UNIT, below = b->top[hex] - 1;
	k->at = (int16_t)hex;
	if (!is_unit(c, piece)) {
		b->staff[hex >> 6] |= 1ull << (hex & 63);
		return;
	}
	if (below == NO_UNIT) stir(c, b, side, hex, 1);
	for (; pos > 0 && below != NO_UNIT; pos--) above = below, below = b->counter[below].under - 1;
	k->under = (uint8_t)(below + 1);
	if (above == NO_UNIT) b->top[hex] = (uint8_t)(piece + 1);
	else b->counter[above].under = (uint8_t)(piece + 1);
	mask_add(b->units[side], piece);
	renumber(b, hex);
}

/* Does any HQ or chief stand there still? */
static void staff_look(const struct charts *c, struct state *b, int hex)
{
	b->staff[hex >> 6] &= ~(1ull << (hex & 63));
	for (int i = c->units; i < c->pieces; i++)
		if (b->counter[i].at == hex) b->staff[hex >> 6] |= 1ull << (hex & 63);
}

/* Takes a piece off its hex; `to` is PLACE_NONE or a box, or whatever while it is on its way. */
void aab_board_lift(const struct charts *c, struct state *b, int piece, int to)
{
	struct counter *k = &b->counter[piece];
	int side = c->piece[piece].side, hex = k->at;
	assert(hex >= 0);
	k->at = (int16_t)to;
	if (!is_unit(c, piece)) {
		staff_look(c, b, hex);
		return;
	}
	if (b->top[hex] - 1 == piece) b->top[hex] = k->under;
	else {
		int above = b->top[hex] - 1;
		while (b->counter[above].under - 1 != piece) above = b->counter[above].under - 1;
		b->counter[above].under = k->under;
	}
	k->under = 0, k->order = 0;
	mask_drop(b->units[side], piece);
	if (!b->top[hex]) stir(c, b, side, hex, -1);
	else renumber(b, hex);
}

/* Everything derived, from places and orders alone. */
void aab_board_rebuild(const struct charts *c, struct state *b)
{
	memset(b->top, 0, sizeof b->top);
	memset(b->near, 0, sizeof b->near);
	memset(b->units, 0, sizeof b->units);
	memset(b->staff, 0, sizeof b->staff);
	for (int i = c->units; i < c->pieces; i++)
		if (on_map(b, i)) b->staff[b->counter[i].at >> 6] |= 1ull << (b->counter[i].at & 63);
	uint8_t wanted[AAB_PIECES + 1];
	for (int i = 0; i < c->units; i++) wanted[i] = b->counter[i].order, b->counter[i].under = 0;
	for (int i = 0; i < c->units; i++) {
		aab_board_strength(c, b, i);
		if (!on_map(b, i)) continue;
		int pos = 0;
		for STACK (u, b, b->counter[i].at) pos += wanted[u] <= wanted[i];
		aab_board_put(c, b, i, b->counter[i].at, pos);
	}
	for (int i = 0; i < c->units; i++)
		if (!on_map(b, i)) b->counter[i].order = 0;
}

int aab_board_sp(const struct state *b, int hex)
{
	int sp = 0;
	for STACK (u, b, hex) sp += b->counter[u].sp;
	return sp;
}

/* SP above place `pos` of the stack. */
int aab_board_above(const struct state *b, int hex, int pos)
{
	int sp = 0;
	for STACK (u, b, hex) {
		if (pos-- == 0) break;
		sp += b->counter[u].sp;
	}
	return sp;
}

int aab_board_count(const struct state *b, int hex)
{
	int n = 0;
	for STACK (u, b, hex) n++;
	return n;
}

/* 4.2a: SP of the unit inside the top-most 6 of its hex. */
int aab_front_sp(const struct charts *c, const struct state *b, int unit)
{
	int left = c->n.front;
	for STACK (u, b, b->counter[unit].at) {
		int sp = b->counter[u].sp < left ? b->counter[u].sp : left;
		if (u == unit) return sp;
		left -= sp;
		if (left <= 0) return 0;
	}
	return 0;
}

/* 11.7c, 11.7.1a. */
bool aab_engaged(const struct charts *c, const struct state *b, int unit)
{
	return enemy_near(b, c->piece[unit].side, b->counter[unit].at) && aab_front_sp(c, b, unit) > 0;
}

/* The next HQ or chief of a side in a hex, after `after` (-1 to begin); NO_UNIT. */
int aab_board_hq(const struct charts *c, const struct state *b, int side, int hex, int after)
{
	if (!hex_in(b->staff, hex)) return NO_UNIT;
	for (int i = after < c->units ? c->units : after + 1; i < c->pieces; i++)
		if (b->counter[i].at == hex && c->piece[i].side == side) return i;
	return NO_UNIT;
}

bool aab_lone_hq(const struct charts *c, const struct state *b, int side, int hex)
{
	return !b->top[hex] && aab_board_hq(c, b, side, hex, NO_UNIT) != NO_UNIT;
}

int aab_board_direction(const struct charts *c, int from, int to)
{
	for (int d = 0; d < 6; d++)
		if (c->side[from * 6 + d].next == to) return d;
	return NO_SIDE;
}

/* Distance to the nearest enemy combat unit; 255 if there is none. None is nearer than `least`, so whoever is
   as near ends the search. */
int aab_nearest_enemy(const struct charts *c, const struct state *b, int side, int hex, int least)
{
	int best = 255;
	if (enemy_near(b, side, hex)) return 1;
	for EACH (e, b->units[!side]) {
		int d = hex_distance(c, hex, b->counter[e].at);
		if (d < best) best = d;
		if (best <= least) break;
	}
	return best;
}

/* 3.1.3, 6.2b, R-05: printed, less status, plus the chief's presence. */
int aab_morale_rating(const struct charts *c, const struct state *b, int unit)
{
	const struct counter *k = &b->counter[unit];
	int mr = c->piece[unit].mr[k->state & IS_WORN] - (k->state & IS_SHAKEN ? 1 : 0) -
	         (k->state & IS_DISRUPTED ? 2 : 0);
	for (int i = c->hqs; i < c->pieces; i++)
		if (placed(k) && b->counter[i].at == k->at && c->piece[i].nation == c->piece[unit].nation)
			return mr + 1;
	return mr;
}
