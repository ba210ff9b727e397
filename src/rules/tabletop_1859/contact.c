/* Riding home (charge.9). A charger turns towards its target and goes straight on until the two touch. Nobody
   goes through an enemy on the way, and contact is contact: who touches another enemy first has not reached
   its target. Where the straight way does not lead to contact, because a friend has taken the place or an
   enemy's corner is in the way, the charger steps aside at the start, and pays for that. A charger that does
   not reach its target stops where its move ends.

   The way of a block that goes straight on is a rectangle, the lane. A longer lane holds a shorter one, so
   that the longest lane without an enemy in it is found by halving. Friends are passed through, but not stood
   upon. */
#include "rules/tabletop_1859/tabletop_1859.h"

#define CONTACT 2 /* tenths: places are whole tenths, so that blocks which touch may lie so far apart */
#define CROWDED \
	10          /* tenths: as near is near enough for who stands up against a friend that fights the same
	               target */
#define ASIDE 6 /* tenths: half a stand, by which a charger tries to step aside */
#define ASIDE_MOST 60
#define BEYOND \
	60 /* tenths: so much farther on a slanting target may be met by a charger that stepped aside */

struct ride {
	const struct tt_book *b;
	const struct state *d;
	int unit, target, from, facing;
};

static int rounded(int fine) { return (fine + (fine < 0 ? -SINE_ONE / 2 : SINE_ONE / 2)) / SINE_ONE; }

/* So many tenths ahead of where it starts, and to the right of that, to the nearest tenth; PLACE_NONE off the
   table. */
static int place_at(const struct ride *k, int ahead, int right)
{
	int dx = ahead * sine(k->facing) + right * cosine(k->facing),
		dy = right * sine(k->facing) - ahead * cosine(k->facing);
	int x = PLACE_X(k->from) + rounded(dx), y = PLACE_Y(k->from) + rounded(dy);
	return tabletop_has(k->b->table, x, y) ? PLACE_XY(x, y) : PLACE_NONE;
}

static struct block stands_at(const struct ride *k, int place)
{
	const struct tt_unit *u = &k->d->unit[k->unit];
	return tt_block_as(k->b, k->unit, place, k->facing, u->formation, u->stands);
}

/* The lane from a place, so many tenths long, and the charger's own depth. */
static struct block lane_from(const struct ride *k, int place, int tenths)
{
	struct block lane = stands_at(k, place);
	int half = tenths * BLOCK_FINE / 2;
	lane.x += half * sine(k->facing) / SINE_ONE, lane.y -= half * cosine(k->facing) / SINE_ONE;
	lane.half_h += half;
	lane.reach += tenths;
	return lane;
}

/* The first enemy in it, but for one; NO_UNIT. */
static int enemy_in(const struct ride *k, const struct block *lane, int but)
{
	int foe = !tt_side(k->b, k->unit);
	for (int e = k->b->from[foe]; e < k->b->from[foe + 1]; e++) {
		if (e == but || !tt_on(k->d, e)) continue;
		if (tt_far_from(k->b, k->d, e, lane)) continue;
		struct block other = tt_block(k->b, k->d, e);
		if (block_overlaps(lane, &other)) return e;
	}
	return NO_UNIT;
}

static bool lane_free(const struct ride *k, int place, int tenths)
{
	struct block lane = lane_from(k, place, tenths);
	return enemy_in(k, &lane, NO_UNIT) == NO_UNIT;
}

#define NO_ROOM (-1)

/* How far it can go from there before it touches an enemy, at most so far; NO_ROOM if it cannot even stand
   there. */
static int free_length(const struct ride *k, int place, int most)
{
	int low = NO_ROOM, high = most;
	while (low < high) {
		int middle = tt_halfway(low, high);
		if (lane_free(k, place, middle)) low = middle;
		else high = middle - 1;
	}
	return low;
}

#define NEVER 100000 /* tenths: a way that is not gone */

/* What the way of its middle costs (comp.7a, comp.7b); NEVER if water lies across it (comp.7d). */
static int way_cost(const struct ride *k, int to)
{
	struct tabletop_way way = tabletop_walk(k->b->table, PLACE_X(k->from), PLACE_Y(k->from), PLACE_X(to),
		PLACE_Y(to), TT_SLOW, TT_LINES);
	return way.met & TABLETOP_WATER
	         ? NEVER
	         : way.length + way.slow * (k->b->n.slow - 1) + way.crossed * k->b->n.extra;
}

/* Does nobody stand there already? `friends`: they count as well. */
static bool room(const struct ride *k, int place, bool friends)
{
	if (place == PLACE_NONE) return false;
	struct block own = stands_at(k, place);
	return friends ? tt_overlapping(k->b, k->d, k->unit, &own) == NO_UNIT
	               : enemy_in(k, &own, NO_UNIT) == NO_UNIT;
}

/* How far it can go from there before it touches its target; `most` if it does not touch it within that. */
static int length_to_target(const struct ride *k, int place, int most)
{
	struct block to = tt_block(k->b, k->d, k->target);
	int low = NO_ROOM, high = most;
	while (low < high) {
		int middle = tt_halfway(low, high);
		struct block lane = lane_from(k, place, middle);
		if (block_overlaps(&lane, &to)) high = middle - 1;
		else low = middle;
	}
	return low;
}

/* Where it touches its target, going straight on from so far aside, and nobody else before it; PLACE_NONE if
   it does not. */
static int contact_from(const struct ride *k, int aside, int most, bool friends)
{
	int start = place_at(k, 0, aside), ahead = start == PLACE_NONE ? most : length_to_target(k, start, most);
	if (ahead == most || ahead == NO_ROOM) return PLACE_NONE;
	struct block lane = lane_from(k, start, ahead);
	if (enemy_in(k, &lane, k->target) != NO_UNIT) return PLACE_NONE;
	/* what rounding to a tenth put upon the enemy */
	while (ahead >= 0 && !room(k, place_at(k, ahead, aside), false)) ahead--;
	return ahead >= 0 && room(k, place_at(k, ahead, aside), friends) ? place_at(k, ahead, aside) : PLACE_NONE;
}

static int distance(int ax, int ay, int bx, int by)
{
	return isqrt64((int64_t)(ax - bx) * (ax - bx) + (int64_t)(ay - by) * (ay - by));
}

struct home {
	int place, facing;
};

/* Where the charge ends in contact, with so much of its move; place PLACE_NONE if it cannot. */
static struct home find_home(const struct ride *k, int reach, bool friends)
{
	struct block from = tt_block(k->b, k->d, k->unit), to = tt_block(k->b, k->d, k->target);
	struct ride way = *k;
	int at[2], end[2], place;
	bool wet;
	block_nearest(&from, &to, at, end);
	int full = distance(at[0], at[1], end[0], end[1]);
	if (full) way.facing = heading(end[0] - at[0], end[1] - at[1]);
	if (tt_charge_way(k->b, k->d, k->unit, k->target, &wet) > reach)
		return (struct home){PLACE_NONE, way.facing};
	/* it stands there already */
	if (block_within(&from, &to, CONTACT)) return (struct home){k->from, k->d->unit[k->unit].facing};
	if ((place = contact_from(&way, 0, full + CONTACT, friends)) != PLACE_NONE &&
		way_cost(&way, place) != NEVER)
		return (struct home){place, way.facing};
	for (int aside = ASIDE; aside <= ASIDE_MOST; aside += ASIDE)
		for (int hand = -1; hand <= 1; hand += 2) {
			place = contact_from(&way, hand * aside, tt_less(full + BEYOND, reach), friends);
			if (place != PLACE_NONE && way_cost(&way, place) <= reach)
				return (struct home){place, way.facing};
		}
	return (struct home){PLACE_NONE, way.facing};
}

bool tt_way_open(const struct tt_book *b, const struct state *d, int unit, int target, int reach,
	struct refusal *r)
{
	struct ride k = {b, d, unit, target, d->unit[unit].at, d->unit[unit].facing}, way = k;
	struct block from = tt_block(b, d, unit), to = tt_block(b, d, target);
	int at[2], end[2];
	block_nearest(&from, &to, at, end);
	way.facing = heading(end[0] - at[0], end[1] - at[1]);
	struct block lane = lane_from(&way, k.from, distance(at[0], at[1], end[0], end[1]));
	/* nobody else straight ahead, or a way round */
	if (enemy_in(&way, &lane, target) == NO_UNIT || find_home(&k, reach, false).place != PLACE_NONE)
		return true;
	return refuse(r, "charge.9", "another enemy is in the way, and it would touch that first");
}

/* comp.9e: a commander at its side goes with it. */
static void settle_at(const struct play *p, struct state *d, int unit, int place, int facing, int spent,
	int reach)
{
	const struct tt_book *b = tt_book(p);
	struct tt_unit *u = &d->unit[unit];
	int was = u->at, chief;
	bool led = tt_near_chief(b, d, unit, b->card.near, &chief);
	u->at = place, u->facing = (int16_t)facing, u->used = (int16_t)(u->used + spent);
	if (place == was) return;
	if (led) tt_take_along(b, d, chief, was, place);
	emit(p, .kind = EVENT_MOVED, .who = (int16_t)unit, .where = was, .to = place, .n = spent, .m = reach,
		.rule = "charge.9");
}

void tt_ride_towards(const struct play *p, struct state *d, int unit, int target, int far, int reach)
{
	const struct tt_book *b = tt_book(p);
	struct block from = tt_block(b, d, unit), to = tt_block(b, d, target);
	struct ride k = {b, d, unit, target, d->unit[unit].at, d->unit[unit].facing};
	int at[2], end[2];
	block_nearest(&from, &to, at, end);
	int full = distance(at[0], at[1], end[0], end[1]);
	if (!full) return;
	k.facing = heading(end[0] - at[0], end[1] - at[1]);
	for (int ahead = free_length(&k, k.from, tt_less(far, full)); ahead > 0; ahead--) {
		int place = place_at(&k, ahead, 0), cost;
		if (!room(&k, place, true) || (cost = way_cost(&k, place)) > reach) continue;
		settle_at(p, d, unit, place, k.facing, cost, reach);
		return;
	}
}

/* AMB-24: friends who reached the same target first leave no more room. */
static bool crowded_out(const struct tt_book *b, const struct state *d, int unit, int target)
{
	struct block own = tt_block(b, d, unit), to = tt_block(b, d, target);
	if (!block_within(&own, &to, CROWDED)) return false;
	for (int u = b->from[tt_side(b, unit)]; u < unit; u++) { /* who rode before it, and still rides at it, has
	                                                            come home */
		struct block friend = tt_block(b, d, u);
		if (tt_on(d, u) && tt_rides_at(d, u, target) && block_within(&own, &friend, CONTACT)) return true;
	}
	return false;
}

bool tt_ride_home(const struct play *p, struct state *d, int unit, int target, int reach)
{
	const struct tt_book *b = tt_book(p);
	struct ride k = {b, d, unit, target, d->unit[unit].at, d->unit[unit].facing};
	struct home home = find_home(&k, reach, true);
	bool wet;
	if (home.place != PLACE_NONE) {
		settle_at(p, d, unit, home.place, home.facing, tt_charge_way(b, d, unit, target, &wet), reach);
		return true;
	}
	/* no mutants: `enough` is for the words */
	bool open = tt_way_open(b, d, unit, target, reach, NULL),
		 enough = tt_charge_way(b, d, unit, target, &wet) <= reach;
	tt_ride_towards(p, d, unit, target, reach, reach);
	if (open && crowded_out(b, d, unit, target)) return true;
	emit(p, .kind = EVENT_SHORT, .who = (int16_t)unit, .whom = (int16_t)target,
		.n = tt_gap(b, d, unit, target), .m = enough, .rule = "charge.9");
	return false;
}
