/* What is asked of the board most often (board.c keeps it), inline. Part of all_are_brothers.h. */
#ifndef ALL_ARE_BROTHERS_STACKS_H
#define ALL_ARE_BROTHERS_STACKS_H

static inline int aab_board_sp(const struct state *d, int hex)
{
	int sp = 0;
	for STACK (u, d, hex) sp += d->counter[u].sp;
	return sp;
}

/* SP above place `pos` of the stack. */
static inline int aab_board_above(const struct state *d, int hex, int pos)
{
	int sp = 0;
	for STACK (u, d, hex) {
		if (pos-- == 0) break;
		sp += d->counter[u].sp;
	}
	return sp;
}

static inline int aab_board_count(const struct state *d, int hex)
{
	int n = 0;
	for STACK (u, d, hex) n++;
	return n;
}

/* 4.2a: SP of the unit inside the top-most 6 of its hex. */
static inline int aab_front_sp(const struct aab_book *b, const struct state *d, int unit)
{
	int left = b->n.front;
	for STACK (u, d, d->counter[unit].at) {
		int sp = d->counter[u].sp < left ? d->counter[u].sp : left;
		if (u == unit) return sp;
		left -= sp;
		if (left <= 0) return 0;
	}
	return 0;
}

/* 11.7c, 11.7.1a. */
static inline bool aab_engaged(const struct aab_book *b, const struct state *d, int unit)
{
	return enemy_near(d, b->piece[unit].side, d->counter[unit].at) && aab_front_sp(b, d, unit) > 0;
}

/* The next HQ or chief of a side in a hex, after `after` (-1 to begin); NO_UNIT. */
static inline int aab_board_hq(const struct aab_book *b, const struct state *d, int side, int hex, int after)
{
	if (!hex_in(d->staff, hex)) return NO_UNIT;
	for (int i = after < b->units ? b->units : after + 1; i < b->pieces; i++)
		if (d->counter[i].at == hex && b->piece[i].side == side) return i;
	return NO_UNIT;
}

static inline bool aab_lone_hq(const struct aab_book *b, const struct state *d, int side, int hex)
{
	return !d->top[hex] && aab_board_hq(b, d, side, hex, NO_UNIT) != NO_UNIT;
}

static inline int aab_board_direction(const struct aab_book *b, int from, int to)
{
	for (int dir = 0; dir < 6; dir++)
		if (b->side[from * 6 + dir].next == to) return dir;
	return NO_SIDE;
}

#endif
