/* Riding home: a charger goes straight for the nearest point of its target until they touch (charge.9), or as far as its move
   carries it. The place is found by going back from the target until nothing overlaps any more. */
#include "rules/tabletop_1859/tabletop_1859.h"

#define TOUCH 10 /* tenths: as near counts as contact where others leave no more room */

struct ride { const struct tt_book *b; struct tt *d; int unit, target, facing, full; };

static int along(const struct ride *k, int tenths)
{
	const struct table *t = k->b->table;
	int at = k->d->unit[k->unit].at, x = PLACE_X(at) + tenths * sine(k->facing) / SINE_ONE, y = PLACE_Y(at) - tenths * cosine(k->facing) / SINE_ONE;
	return PLACE_XY(x < 0 ? 0 : x > t->w ? t->w : x, y < 0 ? 0 : y > t->h ? t->h : y);
}

static bool room(const struct ride *k, int tenths)
{
	const struct tt_unit *u = &k->d->unit[k->unit];
	int at = along(k, tenths);
	if (table_at(k->b->table, PLACE_X(at), PLACE_Y(at)) & TABLE_WATER) return false;
	struct block own = tt_block_as(k->b, k->unit, at, k->facing, u->formation, u->stands);
	return tt_overlapping(k->b, k->d, k->unit, &own) == NO_UNIT;
}

/* The farthest tenths along the way, at most `most`, where it can stand; -1 if nowhere. */
static int farthest(const struct ride *k, int most)
{
	int tenths = most;
	while (tenths >= 0 && !room(k, tenths)) tenths -= 3;
	if (tenths < 0) return room(k, 0) ? 0 : -1;
	while (tenths < most && room(k, tenths + 1)) tenths++;
	return tenths;
}

static int distance(int ax, int ay, int bx, int by) { return isqrt64((int64_t)(ax - bx) * (ax - bx) + (int64_t)(ay - by) * (ay - by)); }

bool tt_ride_home(const struct play *p, struct tt *d, int unit, int target, int reach)
{
	const struct tt_book *b = tt_book(p);
	struct tt_unit *u = &d->unit[unit];
	struct block from = tt_block(b, d, unit), to = tt_block(b, d, target);
	int at[2], end[2], x = PLACE_X(u->at), y = PLACE_Y(u->at), was = u->at;
	bool wet;
	block_nearest(&from, &to, at, end);
	struct ride k = {b, d, unit, target, end[0] == x && end[1] == y ? u->facing : heading(end[0] - x, end[1] - y), distance(x, y, end[0], end[1])};
	int cost = tt_charge_way(b, d, unit, target, &wet), most = cost <= reach ? k.full : k.full * reach / (cost ? cost : 1);
	int tenths = farthest(&k, most);
	if (tenths >= 0) u->at = along(&k, tenths), u->facing = (int16_t)k.facing;
	u->used = (int16_t)(u->used + (cost < reach ? cost : reach));
	int gap = tt_gap(b, d, unit, target);
	if (u->at != was) emit(p, .kind = EVENT_MOVED, .who = (int16_t)unit, .where = was, .to = u->at, .n = u->used, .m = reach, .rule = "charge.9");
	if (gap <= TOUCH && cost <= reach) return true;
	emit(p, .kind = EVENT_SHORT, .who = (int16_t)unit, .whom = (int16_t)target, .n = gap, .rule = "charge.9");
	return false;
}
