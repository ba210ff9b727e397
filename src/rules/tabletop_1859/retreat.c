/* Going back and routing (AMB-20), and surrender (charge.35): straight away from the enemy that caused it;
   where enemies or water close that way, by the nearest direction that has a gap; and if none has, the unit
   lays down its arms. */
#include <stdlib.h>

#include "rules/tabletop_1859/tabletop_1859.h"

struct flight {
	const struct tt_book *b;
	struct state *d;
	int unit, tenths;
	bool rout;
};

static int place_off(int at, int way, int tenths, int *y)
{
	*y = PLACE_Y(at) - tenths * cosine(way) / SINE_ONE;
	return PLACE_X(at) + tenths * sine(way) / SINE_ONE;
}

/* How far the unit itself reaches that way from its centre. */
static int own_edge(const struct flight *f, int way)
{
	struct block k = tt_block(f->b, f->d, f->unit);
	int off = degrees_of(way - f->d->unit[f->unit].facing);
	return (k.half_w * abs(sine(off)) + k.half_h * abs(cosine(off))) / SINE_ONE / BLOCK_FINE;
}

/* Is a lane as wide as the gap free of enemies that way, from the unit's own edge on, two inches at the
   least? */
static bool open_way(const struct flight *f, int way)
{
	const struct tt_book *b = f->b;
	int side = tt_side(b, f->unit), at = f->d->unit[f->unit].at, y, gap = b->card.gap,
		long_ = f->tenths > gap ? f->tenths : gap;
	int x = place_off(at, way, own_edge(f, way) + long_ / 2 + 1, &y), ex, ey;
	struct block lane = block_make(x, y, way, gap, long_);
	for (int e = b->from[!side]; e < b->from[!side + 1]; e++) {
		if (!tt_on(f->d, e) || tt_far_from(b, f->d, e, &lane)) continue;
		struct block foe = tt_block(b, f->d, e);
		if (block_overlaps(&lane, &foe)) return false;
	}
	ex = place_off(at, way, gap, &ey);
	if (!tabletop_has(b->table, ex, ey)) return true; /* the table's edge is a way out */
	return !(
		tabletop_walk(b->table, PLACE_X(at), PLACE_Y(at), ex, ey, TT_SLOW, TT_LINES).met & TABLETOP_WATER);
}

#define SURROUNDED (-1)

/* The direction nearest to `away` that is open; SURROUNDED. */
static int way_out(const struct flight *f, int away)
{
	for (int off = 0; off <= 180; off += 15) {
		if (open_way(f, degrees_of(away + off))) return degrees_of(away + off);
		if (open_way(f, degrees_of(away - off))) return degrees_of(away - off);
	}
	return SURROUNDED;
}

static bool fits(const struct flight *f, int x, int y, int facing)
{
	const struct tt_unit *u = &f->d->unit[f->unit];
	struct block k = tt_block_as(f->b, f->unit, PLACE_XY(x, y), facing, u->formation, u->stands);
	return tt_overlapping(f->b, f->d, f->unit, &k) == NO_UNIT;
}

static bool wet(const struct flight *f, int x, int y)
{
	int at = f->d->unit[f->unit].at;
	return tabletop_walk(f->b->table, PLACE_X(at), PLACE_Y(at), x, y, TT_SLOW, TT_LINES).met & TABLETOP_WATER;
}

#define FARTHER 80 /* tenths: behind friends who stand where it would end */

/* Where it ends: at the full distance, or beyond friends who stand there, or short of them; at the water's
   edge; at the table's edge unless it routs. PLACE_NONE: off the table. */
static int landing(const struct flight *f, int way, int facing)
{
	int at = f->d->unit[f->unit].at, x, y;
	for (int tenths = f->tenths; tenths <= f->tenths + FARTHER; tenths += 4) {
		x = place_off(at, way, tenths, &y);
		if (!tabletop_has(f->b->table, x, y)) {
			if (f->rout && tenths == f->tenths) return PLACE_NONE;
			break;
		}
		if (fits(f, x, y, facing) && !wet(f, x, y)) return PLACE_XY(x, y);
	}
	for (int tenths = f->tenths - 4; tenths > 0; tenths -= 4) {
		x = place_off(at, way, tenths, &y);
		if (tabletop_has(f->b->table, x, y) && fits(f, x, y, facing) && !wet(f, x, y)) return PLACE_XY(x, y);
	}
	return at;
}

/* AMB-20: friends through whom a rout passes are disorganised. */
static void burst_through(const struct play *p, const struct flight *f, int from, int to)
{
	const struct tt_book *b = f->b;
	int side = tt_side(b, f->unit);
	for (int u = b->from[side]; u < b->from[side + 1]; u++) {
		if (u == f->unit || !tt_on(f->d, u)) continue;
		struct block k = tt_block(b, f->d, u);
		if (!block_meets(&k, PLACE_X(from), PLACE_Y(from), PLACE_X(to), PLACE_Y(to))) continue;
		emit(p, .kind = EVENT_BURST, .side = (int8_t)side, .who = (int16_t)f->unit, .whom = (int16_t)u,
			.rule = "AMB-20");
		tt_break_off(f->d, u);
		tt_disorganise(p, f->d, u, "AMB-20");
	}
}

/* comp.9e */
void tt_take_along(const struct tt_book *b, struct state *d, int chief, int from, int to)
{
	struct tt_unit *c = &d->unit[chief];
	int x = PLACE_X(c->at) + PLACE_X(to) - PLACE_X(from), y = PLACE_Y(c->at) + PLACE_Y(to) - PLACE_Y(from);
	c->at = tabletop_has(b->table, x, y) ? PLACE_XY(x, y) : to;
}

static void surrender(const struct play *p, struct state *d, int unit)
{
	struct tt_unit *u = &d->unit[unit];
	emit(p, .kind = EVENT_SURRENDERED, .who = (int16_t)unit, .where = u->at, .n = u->stands,
		.rule = "charge.35");
	if (tt_book(p)->piece[unit].arm == CARD_ARTILLERY) u->taken = (uint8_t)(u->taken + u->stands);
	u->stands = 0;
	tt_remove(p, d, unit);
}

static void leave_table(const struct play *p, struct state *d, int unit)
{
	emit(p, .kind = EVENT_LEFT, .who = (int16_t)unit, .where = d->unit[unit].at, .rule = "AMB-20");
	d->unit[unit].stands = 0;
	tt_remove(p, d, unit);
}

void tt_fall_back(const struct play *p, struct state *d, int unit, int from, int tenths, bool rout,
	const char *rule)
{
	const struct tt_book *b = tt_book(p);
	struct flight f = {b, d, unit, tenths, rout};
	struct tt_unit *u = &d->unit[unit];
	int at = u->at, chief = NO_UNIT;
	int away = from == NO_UNIT
	             ? degrees_of(u->facing + 180)
	             : heading(PLACE_X(at) - PLACE_X(d->unit[from].at), PLACE_Y(at) - PLACE_Y(d->unit[from].at));
	int way = way_out(&f, away);
	tt_break_off(d, unit);
	for (int other = 0; other < b->units; other++)
		if (d->unit[other].target == unit && d->unit[other].flags & UNIT_TIED) tt_break_off(d, other);
	if (rout) u->order = ORDER_ROUTED;
	if (way == SURROUNDED) {
		surrender(p, d, unit);
		return;
	}
	int facing = rout ? way : u->facing, to = landing(&f, way, facing);
	emit(p, .kind = rout ? EVENT_ROUTED : EVENT_BACK, .who = (int16_t)unit, .where = at, .to = to,
		.n = tenths, .rule = rule);
	if (to == PLACE_NONE) {
		leave_table(p, d, unit);
		return;
	}
	bool led = tt_near_chief(b, d, unit, b->card.near, &chief);
	if (to != at || fits(&f, PLACE_X(at), PLACE_Y(at), facing)) u->facing = (int16_t)facing;
	u->at = to;
	if (rout) burst_through(p, &f, at, to);
	if (led) tt_take_along(b, d, chief, at, to);
}
