/* Who stands where: units in a hex are a chain in the order of their numbers, commanders are found through a
   mark on the hex. Zones of control and contact are looked up from there; nothing else in the system knows
   how the board is kept. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

#define CHIEF_MARK 128

static void chain(struct state *d, int unit, int hex)
{
	uint8_t mark = d->top[hex] & CHIEF_MARK;
	int above = NO_UNIT, below = board_first(d, hex);
	while (below != NO_UNIT && below < unit) above = below, below = d->counter[below].under - 1;
	d->counter[unit].under = (uint8_t)(below + 1);
	if (above == NO_UNIT) d->top[hex] = (uint8_t)((unit + 1) | mark);
	else d->counter[above].under = (uint8_t)(unit + 1);
}

static void unchain(struct state *d, int unit, int hex)
{
	int at = board_first(d, hex);
	if (at == unit) d->top[hex] = (uint8_t)((d->top[hex] & CHIEF_MARK) | d->counter[unit].under);
	else {
		while (d->counter[at].under - 1 != unit) at = d->counter[at].under - 1;
		d->counter[at].under = d->counter[unit].under;
	}
	d->counter[unit].under = 0;
}

void baa_board_put(const struct baa_book *b, struct state *d, int piece, int hex)
{
	int side = b->piece[piece].side;
	d->counter[piece].at = (int16_t)hex;
	d->counter[piece].fate = FATE_HERE;
	if (is_unit(b, piece)) chain(d, piece, hex), mask_add(d->units[side], piece);
	else d->top[hex] |= CHIEF_MARK, mask_add(d->chiefs[side], piece);
}

static bool any_chief(const struct baa_book *b, const struct state *d, int hex)
{
	return first_chief(b, d, 0, hex) != NO_UNIT || first_chief(b, d, 1, hex) != NO_UNIT;
}

/* Takes a piece off the board; where it goes follows from its fate. */
void baa_board_lift(const struct baa_book *b, struct state *d, int piece, enum fate fate)
{
	struct counter *k = &d->counter[piece];
	int side = b->piece[piece].side, hex = k->at;
	assert(hex >= 0);
	if (is_unit(b, piece)) unchain(d, piece, hex), mask_drop(d->units[side], piece);
	else mask_drop(d->chiefs[side], piece);
	k->at = fate == FATE_RESERVE  ? PLACE_BOX(BOX_RESERVE)
	      : fate == FATE_MARCHING ? PLACE_BOX(BOX_MARCH)
	                              : PLACE_NONE;
	k->fate = (uint8_t)fate;
	if (!is_unit(b, piece)) {
		if (!any_chief(b, d, hex)) d->top[hex] &= (uint8_t)~CHIEF_MARK;
	} else if (d->watch[hex] == side && board_first(d, hex) == NO_UNIT) {
		d->watch[hex] = NOBODY; /* win.2: not there throughout */
	}
	if (board_first(d, hex) == NO_UNIT) d->stood[hex >> 6] &= ~(1ull << (hex & 63));
}

/* Everything derived, from the places alone. */
void baa_board_rebuild(const struct baa_book *b, struct state *d)
{
	memset(d->top, 0, sizeof d->top);
	memset(d->units, 0, sizeof d->units);
	memset(d->chiefs, 0, sizeof d->chiefs);
	for (int i = 0; i < BAA_PIECES; i++) d->counter[i].under = 0;
	int pieces = b->units + mask_count(b->kind_mask[KIND_COMMAND][0]) +
	             mask_count(b->kind_mask[KIND_COMMAND][1]) + mask_count(b->kind_mask[KIND_CONTROL][0]) +
	             mask_count(b->kind_mask[KIND_CONTROL][1]);
	for (int i = 0; i < pieces; i++)
		if (is_hex(d->counter[i].at)) baa_board_put(b, d, i, d->counter[i].at);
}

int baa_board_units(const struct state *d, int hex)
{
	int n = 0;
	for (int u = board_first(d, hex); u != NO_UNIT; u = d->counter[u].under - 1) n++;
	return n;
}

int baa_board_chief(const struct baa_book *b, const struct state *d, int side, int hex, int after)
{
	if (!(d->top[hex] & CHIEF_MARK)) return NO_UNIT;
	for (int i = mask_next(d->chiefs[side], after); i >= 0; i = mask_next(d->chiefs[side], i))
		if (d->counter[i].at == hex) return i;
	return NO_UNIT;
}

bool baa_board_enemy_in(const struct baa_book *b, const struct state *d, int side, int hex)
{
	int u = board_first(d, hex);
	return u != NO_UNIT && b->piece[u].side != side;
}

int baa_board_direction(const struct baa_book *b, int from, int to)
{
	for (int dir = 0; dir < 6; dir++)
		if (side_at(b, from, dir)->next == to) return dir;
	return -1;
}

/* zoc.8: pinned units have no zone. */
static bool has_zone(const struct state *d, int unit)
{
	for (; unit != NO_UNIT; unit = d->counter[unit].under - 1)
		if (!(d->counter[unit].state & IS_PINNED)) return true;
	return false;
}

/* zoc.1: all six hexes around a unit; AMB-15: not across an impassable side. zoc.6: commanders have none. */
bool baa_board_zone(const struct baa_book *b, const struct state *d, int side, int hex)
{
	const struct hexside *s = sides_of(b, hex);
	for (int dir = 0; dir < 6; dir++) {
		if (!is_hex(s[dir].next)) continue;
		int u = board_first(d, s[dir].next);
		if (u != NO_UNIT && b->piece[u].side == side && !(s[dir].flags & SIDE_IS_CLOSED) && has_zone(d, u))
			return true;
	}
	return false;
}

/* melee.1: opposing units in adjacent hexes; boat.1, AMB-23: boats too. */
bool baa_board_contact(const struct baa_book *b, const struct state *d, int unit)
{
	const struct hexside *s = sides_of(b, d->counter[unit].at);
	for (int dir = 0; dir < 6; dir++) {
		if (!is_hex(s[dir].next)) continue;
		int u = board_first(d, s[dir].next);
		if (u != NO_UNIT && b->piece[u].side != b->piece[unit].side && !(s[dir].flags & SIDE_IS_CLOSED))
			return true;
	}
	return false;
}

bool baa_board_touch(const struct baa_book *b, const struct state *d, int a, int other)
{
	int dir = baa_board_direction(b, d->counter[a].at, d->counter[other].at);
	return dir >= 0 && !(side_at(b, d->counter[a].at, dir)->flags & SIDE_IS_CLOSED);
}
