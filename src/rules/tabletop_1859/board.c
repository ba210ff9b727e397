/* Who stands where: a unit's block from its place, facing, formation and stands; distances; room to stand in;
   and the ways in which a unit suffers. */
#include <limits.h>

#include "rules/tabletop_1859/tabletop_1859.h"

/* --- shapes --------------------------------------------------------------------------------------------- */

static int front_of(bool guns, int formation, int stands)
{
	int most = formation == FORM_COLUMN ? 2 : formation == FORM_MARCH ? 1 : guns ? TT_FIRING : TT_FRONT_MOST;
	return stands < most ? stands : most;
}

int tt_front(const struct tt_book *b, int unit, int formation, int stands)
{
	return front_of(b->piece[unit].arm == CARD_ARTILLERY, formation, stands);
}

static struct tt_shape shape_of(const struct tt_numbers *n, bool guns, int formation, int stands)
{
	int front = front_of(guns, formation, stands), ranks = (stands + front - 1) / front;
	int w = front * n->frontage * (formation == FORM_SKIRMISH ? 3 : 2) / 2, h = ranks * n->depth;
	return (struct tt_shape){w, h, block_reach(w, h)};
}

/* Blocks are asked for so often that their sizes are worked out once. One without stands is as large as one
   stand. */
void tt_measure_shapes(struct tt_book *b)
{
	for (int guns = 0; guns < 2; guns++)
		for (int formation = 0; formation < TT_FORMATIONS; formation++)
			for (int stands = 0; stands <= UINT8_MAX; stands++)
				b->shape[guns][formation][stands] = shape_of(&b->n, guns, formation, stands ? stands : 1);
}

int tt_gap(const struct tt_book *b, const struct state *d, int one, int other)
{
	struct block a = tt_block(b, d, one), c = tt_block(b, d, other);
	return block_gap(&a, &c);
}

bool tt_block_near(const struct tt_book *b, const struct state *d, int unit, int place, int tenths)
{
	struct block k = tt_block(b, d, unit), spot = block_make(PLACE_X(place), PLACE_Y(place), 0, 0, 0);
	return block_within(&k, &spot, tenths);
}

unsigned tt_lies(const struct tt_book *b, const struct state *d, int unit)
{
	return tabletop_at(b->table, PLACE_X(d->unit[unit].at), PLACE_Y(d->unit[unit].at));
}
bool tt_in_works(const struct tt_book *b, const struct state *d, int unit)
{
	return tt_lies(b, d, unit) & TT_BUILT;
}
bool tt_formed(const struct state *d, int unit) { return d->unit[unit].order < ORDER_DISORGANISED; }

/* --- neighbours ----------------------------------------------------------------------------------------- */

/* comp.9a: a living commander of the unit's side, his own first. */
bool tt_near_chief(const struct tt_book *b, const struct state *d, int unit, int tenths, int *who)
{
	int side = tt_side(b, unit), own = b->piece[unit].chief;
	for (int i = b->chief_from[side] - 1; i < b->chief_from[side + 1]; i++) {
		int chief = i < b->chief_from[side] ? own : i;
		if (tt_on(d, chief) && tt_near_place(b, d, unit, d->unit[chief].at, tenths))
			return *who = chief, true;
	}
	return false;
}

int tt_overlapping(const struct tt_book *b, const struct state *d, int but, const struct block *k)
{
	for (int u = 0; u < b->units; u++) {
		if (u == but || !tt_on(d, u) || tt_far_from(b, d, u, k)) continue;
		struct block other = tt_block(b, d, u);
		if (block_overlaps(k, &other)) return u;
	}
	return NO_UNIT;
}

int tt_nearest_enemy(const struct tt_book *b, const struct state *d, int side, int at, int *tenths)
{
	int best = INT_MAX, who = NO_UNIT;
	for (int u = b->from[!side]; u < b->from[!side + 1]; u++) {
		if (!tt_on(d, u)) continue;
		int far = tt_apart2(d->unit[u].at, at);
		if (far < best) best = far, who = u;
	}
	if (tenths) *tenths = who == NO_UNIT ? 100000 : isqrt64(best);
	return who;
}

/* --- room ----------------------------------------------------------------------------------------------- */

static bool is_free(const struct tt_book *b, const struct state *d, int unit, int x, int y, int facing,
	int formation)
{
	if (!tabletop_has(b->table, x, y) || tabletop_at(b->table, x, y) & TABLETOP_WATER) return false;
	struct block k = tt_block_as(b, unit, PLACE_XY(x, y), facing, formation, d->unit[unit].stands);
	return tt_overlapping(b, d, unit, &k) == NO_UNIT;
}

/* The nearest place around `at` where the unit overlaps nobody: rings of half an inch, each from the north
   clockwise. */
int tt_free_place(const struct tt_book *b, const struct state *d, int unit, int at, int facing, int formation)
{
	int x = PLACE_X(at), y = PLACE_Y(at);
	if (is_free(b, d, unit, x, y, facing, formation)) return at;
	for (int r = 5; r <= 400; r += 5)
		for (int angle = 0, by = r < 20 ? 45 : 15; angle < 360; angle += by) {
			int tx = x + r * sine(angle) / SINE_ONE, ty = y - r * cosine(angle) / SINE_ONE;
			if (is_free(b, d, unit, tx, ty, facing, formation)) return PLACE_XY(tx, ty);
		}
	return PLACE_NONE;
}

/* --- losses --------------------------------------------------------------------------------------------- */

void tt_remove(const struct play *p, struct state *d, int unit)
{
	const struct tt_book *b = tt_book(p);
	struct tt_unit *u = &d->unit[unit];
	tt_break_off(d, unit);
	for (int other = 0; other < b->units; other++) {
		if (d->unit[other].target == unit) tt_break_off(d, other);
		if (d->unit[other].from == unit) d->unit[other].from = NO_UNIT;
	}
	u->at = PLACE_NONE, u->from = NO_UNIT;
}

void tt_lose(const struct play *p, struct state *d, int unit, int stands, const char *rule)
{
	struct tt_unit *u = &d->unit[unit];
	int lost = stands < u->stands ? stands : u->stands;
	if (!lost) return;
	u->stands = (uint8_t)(u->stands - lost);
	emit(p, .kind = EVENT_LOST, .who = (int16_t)unit, .n = lost, .rule = rule);
	if (u->stands) return;
	emit(p, .kind = EVENT_DESTROYED, .who = (int16_t)unit, .where = u->at, .rule = rule);
	tt_remove(p, d, unit);
}

void tt_disorganise(const struct play *p, struct state *d, int unit, const char *rule)
{
	struct tt_unit *u = &d->unit[unit];
	if (u->order >= ORDER_DISORGANISED) return;
	u->order = ORDER_DISORGANISED;
	emit(p, .kind = EVENT_DISORGANISED, .who = (int16_t)unit, .rule = rule);
}
