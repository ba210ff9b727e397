/* Who stands where: a unit's block from its place, facing, formation and stands; distances; room to stand in; and the ways in
   which a unit suffers. */
#include "rules/tabletop_1859/tabletop_1859.h"

/* --- shapes -------------------------------------------------------------------------------------------------------- */

int tt_front(const struct tt_book *b, int unit, int formation, int stands)
{
	int most = formation == FORM_COLUMN ? 2 : formation == FORM_MARCH ? 1 : b->piece[unit].arm == CARD_ARTILLERY ? TT_FIRING : TT_FRONT_MOST;
	return stands < most ? stands : most;
}

void tt_size(const struct tt_book *b, int unit, int formation, int stands, int *w, int *h)
{
	int front = tt_front(b, unit, formation, stands ? stands : 1), ranks = ((stands ? stands : 1) + front - 1) / front;
	*w = front * b->n.frontage * (formation == FORM_SKIRMISH ? 3 : 2) / 2;
	*h = ranks * b->n.depth;
}

struct block tt_block_as(const struct tt_book *b, int unit, int at, int facing, int formation, int stands)
{
	int w, h;
	tt_size(b, unit, formation, stands, &w, &h);
	return block_make(PLACE_X(at), PLACE_Y(at), facing, w, h);
}

struct block tt_block(const struct tt_book *b, const struct tt *d, int unit)
{
	const struct tt_unit *u = &d->unit[unit];
	return tt_block_as(b, unit, u->at, u->facing, u->formation, u->stands);
}

int tt_gap(const struct tt_book *b, const struct tt *d, int one, int other)
{
	struct block a = tt_block(b, d, one), c = tt_block(b, d, other);
	return block_gap(&a, &c);
}

unsigned tt_lies(const struct tt_book *b, const struct tt *d, int unit) { return table_at(b->table, PLACE_X(d->unit[unit].at), PLACE_Y(d->unit[unit].at)); }
bool tt_in_works(const struct tt_book *b, const struct tt *d, int unit) { return tt_lies(b, d, unit) & TT_BUILT; }
bool tt_formed(const struct tt *d, int unit) { return d->unit[unit].order < ORDER_DISORGANISED; }

/* --- neighbours ---------------------------------------------------------------------------------------------------- */

/* comp.9a: a living commander of the unit's side, his own first. */
bool tt_near_chief(const struct tt_book *b, const struct tt *d, int unit, int tenths, int *who)
{
	struct block k = tt_block(b, d, unit);
	int side = tt_side(b, unit), own = b->piece[unit].chief;
	for (int i = b->chief_from[side] - 1; i < b->chief_from[side + 1]; i++) {
		int chief = i < b->chief_from[side] ? own : i;
		if (!tt_on(d, chief)) continue;
		int x = PLACE_X(d->unit[chief].at), y = PLACE_Y(d->unit[chief].at), far = k.reach + tenths;
		int dx = x * BLOCK_FINE - k.x, dy = y * BLOCK_FINE - k.y;
		if (dx > far * BLOCK_FINE || dx < -far * BLOCK_FINE || dy > far * BLOCK_FINE || dy < -far * BLOCK_FINE) continue;
		struct block spot = block_make(x, y, 0, 0, 0);
		if (block_within(&k, &spot, tenths)) return *who = chief, true;
	}
	return false;
}

static bool far_off(const struct tt_unit *u, const struct block *k, int tenths)
{
	int dx = PLACE_X(u->at) * BLOCK_FINE - k->x, dy = PLACE_Y(u->at) * BLOCK_FINE - k->y, most = (k->reach + tenths) * BLOCK_FINE;
	return dx > most || dx < -most || dy > most || dy < -most;
}

#define REACH_PLACES 90 /* no unit's corner is farther from its centre */

int tt_overlapping(const struct tt_book *b, const struct tt *d, int but, const struct block *k)
{
	for (int u = 0; u < b->units; u++) {
		if (u == but || !tt_on(d, u) || far_off(&d->unit[u], k, REACH_PLACES)) continue;
		struct block other = tt_block(b, d, u);
		if (block_overlaps(k, &other)) return u;
	}
	return NO_UNIT;
}

int tt_nearest_enemy(const struct tt_book *b, const struct tt *d, int side, int at, int *tenths)
{
	int64_t best = INT64_MAX;
	int who = NO_UNIT;
	for (int u = b->from[!side]; u < b->from[!side + 1]; u++) {
		if (!tt_on(d, u)) continue;
		int64_t dx = PLACE_X(d->unit[u].at) - PLACE_X(at), dy = PLACE_Y(d->unit[u].at) - PLACE_Y(at), far = dx * dx + dy * dy;
		if (far < best) best = far, who = u;
	}
	if (tenths) *tenths = who == NO_UNIT ? 100000 : isqrt64(best);
	return who;
}

/* --- room ---------------------------------------------------------------------------------------------------------- */

static bool is_free(const struct tt_book *b, const struct tt *d, int unit, int x, int y, int facing, int formation)
{
	if (!table_has(b->table, x, y) || table_at(b->table, x, y) & TABLE_WATER) return false;
	struct block k = tt_block_as(b, unit, PLACE_XY(x, y), facing, formation, d->unit[unit].stands);
	return tt_overlapping(b, d, unit, &k) == NO_UNIT;
}

/* The nearest place around `at` where the unit overlaps nobody: rings of half an inch, each from the north clockwise. */
int tt_free_place(const struct tt_book *b, const struct tt *d, int unit, int at, int facing, int formation)
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

/* --- losses -------------------------------------------------------------------------------------------------------- */

void tt_remove(const struct play *p, struct tt *d, int unit)
{
	const struct tt_book *b = tt_book(p);
	struct tt_unit *u = &d->unit[unit];
	tt_break_off(d, unit);
	for (int other = 0; other < b->units; other++) {
		if (d->unit[other].target == unit) tt_break_off(d, other);
		if (d->unit[other].from == unit) d->unit[other].from = NO_UNIT;
	}
	u->at = PLACE_NONE, u->flags = 0, u->from = NO_UNIT, u->used = 0;
	u->result = RESULT_NO_EFFECT, u->back = u->losses = u->shaken = 0;
}

void tt_lose(const struct play *p, struct tt *d, int unit, int stands, const char *rule)
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

void tt_disorganise(const struct play *p, struct tt *d, int unit, const char *rule)
{
	struct tt_unit *u = &d->unit[unit];
	if (u->order >= ORDER_DISORGANISED) return;
	u->order = ORDER_DISORGANISED;
	emit(p, .kind = EVENT_DISORGANISED, .who = (int16_t)unit, .rule = rule);
}
