/* Who stands where: units in a hex are a chain in the order of their numbers, commanders are found through a
   mark on the hex. Zones of control and contact are looked up from there; nothing else in the system knows
   how the board is kept. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

#define CHIEF_MARK 128

static void chain(struct state *b, int unit, int hex)
{
	uint8_t mark = b->top[hex] & CHIEF_MARK;
	int above = NO_UNIT, below = board_first(b, hex);
	while (below != NO_UNIT && below < unit) above = below, below = b->counter[below].under - 1;
	b->counter[unit].under = (uint8_t)(below + 1);
	if (above == NO_UNIT) b->top[hex] = (uint8_t)((unit + 1) | mark);
	else b->counter[above].under = (uint8_t)(unit + 1);
}

static void unchain(struct state *b, int unit, int hex)
{
	int at = board_first(b, hex);
	if (at == unit) b->top[hex] = (uint8_t)((b->top[hex] & CHIEF_MARK) | b->counter[unit].under);
	else {
		while (b->counter[at].under - 1 != unit) at = b->counter[at].under - 1;
		b->counter[at].under = b->counter[unit].under;
	}
	b->counter[unit].under = 0;
}

void baa_board_put(const struct charts *c, struct state *b, int piece, int hex)
{
	int side = c->piece[piece].side;
	b->counter[piece].at = (int16_t)hex;
	b->counter[piece].fate = FATE_HERE;
	if (is_unit(c, piece)) chain(b, piece, hex), mask_add(b->units[side], piece);
	else b->top[hex] |= CHIEF_MARK, mask_add(b->chiefs[side], piece);
}

static bool any_chief(const struct charts *c, const struct state *b, int hex)
{
	return first_chief(c, b, 0, hex) != NO_UNIT || first_chief(c, b, 1, hex) != NO_UNIT;
}

/* Takes a piece off the board; where it goes follows from its fate. */
void baa_board_lift(const struct charts *c, struct state *b, int piece, enum fate fate)
{
	struct counter *k = &b->counter[piece];
	int side = c->piece[piece].side, hex = k->at;
	assert(hex >= 0);
	if (is_unit(c, piece)) unchain(b, piece, hex), mask_drop(b->units[side], piece);
	else mask_drop(b->chiefs[side], piece);
	k->at = fate == FATE_RESERVE  ? PLACE_BOX(BOX_RESERVE)
	      : fate == FATE_MARCHING ? PLACE_BOX(BOX_MARCH)
	                              : PLACE_NONE;
	k->fate = (uint8_t)fate;
	if (!is_unit(c, piece)) {
		if (!any_chief(c, b, hex)) b->top[hex] &= (uint8_t)~CHIEF_MARK;
	} else if (b->watch[hex] == side && board_first(b, hex) == NO_UNIT) {
		b->watch[hex] = NOBODY; /* win.2: not there throughout */
	}
	if (board_first(b, hex) == NO_UNIT) b->stood[hex >> 6] &= ~(1ull << (hex & 63));
}

/* Everything derived, from the places alone. */
void baa_board_rebuild(const struct charts *c, struct state *b)
{
	memset(b->top, 0, sizeof b->top);
	memset(b->units, 0, sizeof b->units);
	memset(b->chiefs, 0, sizeof b->chiefs);
	for (int i = 0; i < BAA_PIECES; i++) b->counter[i].under = 0;
	int pieces = c->units + mask_count(c->kind_mask[KIND_COMMAND][0]) +
	             mask_count(c->kind_mask[KIND_COMMAND][1]) + mask_count(c->kind_mask[KIND_CONTROL][0]) +
	             mask_count(c->kind_mask[KIND_CONTROL][1]);
	for (int i = 0; i < pieces; i++)
		if (is_hex(b->counter[i].at)) baa_board_put(c, b, i, b->counter[i].at);
}

int board_units(const struct state *b, int hex)
{
	int n = 0;
	for (int u = board_first(b, hex); u != NO_UNIT; u = b->counter[u].under - 1) n++;
	return n;
}

int board_chief(const struct charts *c, const struct state *b, int side, int hex, int after)
{
	if (!(b->top[hex] & CHIEF_MARK)) return NO_UNIT;
	for (int i = mask_next(b->chiefs[side], after); i >= 0; i = mask_next(b->chiefs[side], i))
		if (b->counter[i].at == hex) return i;
	return NO_UNIT;
}

bool board_enemy_in(const struct charts *c, const struct state *b, int side, int hex)
{
	int u = board_first(b, hex);
	return u != NO_UNIT && c->piece[u].side != side;
}

int baa_board_direction(const struct charts *c, int from, int to)
{
	for (int d = 0; d < 6; d++)
		if (side_at(c, from, d)->next == to) return d;
	return -1;
}

/* zoc.8: pinned units have no zone. */
static bool has_zone(const struct state *b, int unit)
{
	for (; unit != NO_UNIT; unit = b->counter[unit].under - 1)
		if (!(b->counter[unit].state & IS_PINNED)) return true;
	return false;
}

/* zoc.1: all six hexes around a unit; AMB-15: not across an impassable side. zoc.6: commanders have none. */
bool board_zone(const struct charts *c, const struct state *b, int side, int hex)
{
	const struct hexside *s = sides_of(c, hex);
	for (int d = 0; d < 6; d++) {
		if (!is_hex(s[d].next)) continue;
		int u = board_first(b, s[d].next);
		if (u != NO_UNIT && c->piece[u].side == side && !(s[d].flags & SIDE_IS_CLOSED) && has_zone(b, u))
			return true;
	}
	return false;
}

/* melee.1: opposing units in adjacent hexes; boat.1, AMB-23: boats too. */
bool board_contact(const struct charts *c, const struct state *b, int unit)
{
	const struct hexside *s = sides_of(c, b->counter[unit].at);
	for (int d = 0; d < 6; d++) {
		if (!is_hex(s[d].next)) continue;
		int u = board_first(b, s[d].next);
		if (u != NO_UNIT && c->piece[u].side != c->piece[unit].side && !(s[d].flags & SIDE_IS_CLOSED))
			return true;
	}
	return false;
}

bool board_touch(const struct charts *c, const struct state *b, int a, int other)
{
	int d = baa_board_direction(c, b->counter[a].at, b->counter[other].at);
	return d >= 0 && !(side_at(c, b->counter[a].at, d)->flags & SIDE_IS_CLOSED);
}
