/* Riding home: a charger goes straight on until the points touch that were nearest (charge.9), so that several find room against one
   target; if somebody is in the way there, its middle goes for the nearest point; or it goes as far as its move carries it. The place
   is found by going back from the target until nothing overlaps any more. */
#include "rules/tabletop_1859/tabletop_1859.h"

#define TOUCH 10 /* tenths: as near counts as contact where others leave no more room */

struct ride { const struct tt_book *b; struct tt *d; int unit, target, facing, full; }; /* full: tenths to contact */

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

/* From a point of the charger, or of its front, to one of the target. */
static struct ride ride_from(const struct ride *k, int x, int y, const int end[2])
{
	struct ride r = *k;
	if (end[0] != x || end[1] != y) r.facing = heading(end[0] - x, end[1] - y);
	r.full = distance(x, y, end[0], end[1]);
	return r;
}

/* Goes as much of the way as `share` of `whole`; how far off the target it ends. */
static int go(const struct ride *k, int share, int whole)
{
	struct tt_unit *u = &k->d->unit[k->unit];
	int tenths = farthest(k, k->full * share / whole);
	if (tenths >= 0) u->at = along(k, tenths), u->facing = (int16_t)k->facing;
	return tt_gap(k->b, k->d, k->unit, k->target);
}

bool tt_ride_home(const struct play *p, struct tt *d, int unit, int target, int reach)
{
	const struct tt_book *b = tt_book(p);
	struct tt_unit *u = &d->unit[unit], was = *u;
	struct block from = tt_block(b, d, unit), to = tt_block(b, d, target);
	struct ride k = {b, d, unit, target, u->facing, 0};
	int at[2], end[2];
	bool wet;
	block_nearest(&from, &to, at, end);
	struct ride straight = ride_from(&k, at[0], at[1], end), middle = ride_from(&k, PLACE_X(u->at), PLACE_Y(u->at), end);
	int cost = tt_charge_way(b, d, unit, target, &wet), whole = cost > 0 ? cost : 1, share = cost <= reach ? whole : reach;
	int gap = go(&straight, share, whole);
	if (gap > TOUCH) *u = was, gap = go(&middle, share, whole);
	u->used = (int16_t)(u->used + (cost < reach ? cost : reach));
	if (u->at != was.at) emit(p, .kind = EVENT_MOVED, .who = (int16_t)unit, .where = was.at, .to = u->at, .n = u->used, .m = reach, .rule = "charge.9");
	if (gap <= TOUCH && cost <= reach) return true;
	emit(p, .kind = EVENT_SHORT, .who = (int16_t)unit, .whom = (int16_t)target, .n = gap, .rule = "charge.9");
	return false;
}
