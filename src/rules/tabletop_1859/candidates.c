/* What a player would think of (the list of an open question): as it stands; on towards the enemy, the places
   to be taken, straight ahead or along the road, round about where friends stand in all these ways; back;
   another formation; every charge; and for a commander, to whom he is needed.
   Each candidate is shortened until the measure of a move (measure.c) accepts it, so the list never offers
   what check refuses. */
#include <stdlib.h>

#include "rules/tabletop_1859/tabletop_1859.h"

#define TRIES_MOST 40 /* two dozen ways along a road among them */
#define WITHIN 250    /* tenths: places to be taken that near are all thought of */
#define CLOSE 80 /* tenths: to an enemy that near also as near as may be, since a crest may lie between */

struct thinking {
	const struct play *p;
	const struct tt_book *b;
	const struct state *d;
	int unit, chit, left; /* what it acts by; tenths of the move not yet spent */
	int tries;
	struct
	try {
		int way, tenths, facing, formation;
	}
	tried[TRIES_MOST];
	struct orders *o;
};

static bool listed(const struct orders *o, const struct order *x)
{
	for (int i = 0; i < o->n; i++)
		if (memcmp(&o->list[i], x, sizeof *x) == 0) return true;
	return false;
}

static void offer(struct thinking *t, const struct order *x)
{
	if (!listed(t->o, x)) t->o->list[t->o->n++] = *x;
}

static int on_table(int v, int most) { return v < 3 ? 3 : v > most - 3 ? most - 3 : v; }

static int place_along(const struct thinking *t, int from, int way, int tenths)
{
	const struct tabletop *table = t->b->table;
	return PLACE_XY(on_table(PLACE_X(from) + tenths * sine(way) / SINE_ONE, table->w),
		on_table(PLACE_Y(from) - tenths * cosine(way) / SINE_ONE, table->h));
}

/* Different thoughts often come to the same way, which need not be measured twice. */
static bool tried(struct thinking *t, struct try one)
{
	for (int i = 0; i < t->tries; i++)
		if (memcmp(&t->tried[i], &one, sizeof one) == 0) return true;
	if (t->tries < TRIES_MOST) t->tried[t->tries++] = one;
	return false;
}

/* A move of up to `tenths` that way, shortened by what it costs too much, or by a third where somebody or
   something is in the way. */
static void try_way(struct thinking *t, int way, int tenths, int facing, int formation)
{
	if (tried(t, (struct try){way, tenths, facing, formation})) return;
	const struct tt_unit *u = &t->d->unit[t->unit];
	struct order x = {VERB_MOVE, (int16_t)t->unit, 0, facing, formation};
	struct tt_cost c;
	for (int tries = 0; tries < 6 && tenths >= 3; tries++) {
		x.a = place_along(t, u->at, way, tenths);
		switch (tt_weigh_under(t->b, t->d, &x, t->chit, &c, NULL)) {
		case MOVE_FINE: offer(t, &x); return;
		case MOVE_FAR: tenths -= u->used + c.tenths - c.allowance + 1; break;
		case MOVE_HINDERED: tenths = tenths * 2 / 3; break;
		case MOVE_NOT: return;
		}
	}
}

static void try_turn(struct thinking *t, int facing, int formation)
{
	struct order x = {VERB_MOVE, (int16_t)t->unit, t->d->unit[t->unit].at, facing, formation};
	struct tt_cost c;
	if (tt_weigh_under(t->b, t->d, &x, t->chit, &c, NULL) == MOVE_FINE) offer(t, &x);
}

static int way_to(const struct thinking *t, int place)
{
	int at = t->d->unit[t->unit].at;
	return heading(PLACE_X(place) - PLACE_X(at), PLACE_Y(place) - PLACE_Y(at));
}

static int far_from(int a, int b)
{
	int64_t dx = PLACE_X(a) - PLACE_X(b), dy = PLACE_Y(a) - PLACE_Y(b);
	return isqrt64(dx * dx + dy * dy);
}

/* The nearest objective that the side does not hold, or else the nearest of all; another than `but`. */
static int goal(const struct thinking *t, int but)
{
	int side = tt_side(t->b, t->unit), best = PLACE_NONE, far = 1 << 30;
	for (int i = 0; i < t->b->objectives; i++) {
		int at = t->b->objective[i].at,
			way = far_from(at, t->d->unit[t->unit].at) + (t->d->held[i] == side ? 4000 : 0);
		if (way < far && at != but) far = way, best = at;
	}
	return best;
}

/* Towards a point: to it if it is near enough, otherwise as far as the move goes. */
static void towards(struct thinking *t, int place, int stay_off, int formation)
{
	int far = far_from(place, t->d->unit[t->unit].at) - stay_off, way = way_to(t, place);
	if (far > 3) try_way(t, way, far < t->left ? far : t->left, way, formation);
}

/* The longest straight piece of road from here. */
static void along_road(struct thinking *t)
{
	const struct tabletop *table = t->b->table;
	int at = t->d->unit[t->unit].at;
	if (!(tabletop_at(table, PLACE_X(at), PLACE_Y(at)) & TABLETOP_ROAD)) return;
	for (int way = 0; way < 360; way += 15) {
		int tenths = 0;
		for (int next = 5; next <= t->left; next += 5) {
			int x = PLACE_X(at) + next * sine(way) / SINE_ONE,
				y = PLACE_Y(at) - next * cosine(way) / SINE_ONE;
			if (!tabletop_has(table, x, y) || !(tabletop_at(table, x, y) & (TABLETOP_ROAD | TABLETOP_BRIDGE)))
				break;
			tenths = next;
		}
		if (tenths >= 20) try_way(t, way, tenths, way, FORM_MARCH);
	}
}

/* Nothing is open: to either side of where it wants to go, in column where a line finds no room. */
static void round_about(struct thinking *t, int place, int formation)
{
	int way = way_to(t, place), before = t->o->n;
	for (int aside = -70; aside <= 70; aside += 35)
		if (aside) try_way(t, (way + aside + 360) % 360, t->left, (way + aside + 360) % 360, formation);
	if (t->o->n == before && formation != FORM_COLUMN) round_about(t, place, FORM_COLUMN);
}

static void foot_moves(struct thinking *t, int enemy, int distance)
{
	const struct tt_unit *u = &t->d->unit[t->unit];
	int near = distance < 160 ? FORM_LINE : FORM_COLUMN, side = tt_side(t->b, t->unit), before = t->o->n;
	int place = goal(t, PLACE_NONE), other = goal(t, place),
		foe = enemy == NO_UNIT ? u->facing : way_to(t, t->d->unit[enemy].at);
	if (enemy != NO_UNIT)
		towards(t, t->d->unit[enemy].at, 30, u->formation), towards(t, t->d->unit[enemy].at, 45, near);
	if (enemy != NO_UNIT && distance < CLOSE)
		towards(t, t->d->unit[enemy].at, 0, u->formation), towards(t, t->d->unit[enemy].at, 0, FORM_COLUMN);
	if (place != PLACE_NONE) towards(t, place, 0, u->formation), towards(t, place, 0, FORM_COLUMN);
	if (other != PLACE_NONE) towards(t, other, 0, u->formation), towards(t, other, 0, FORM_COLUMN);
	for (int i = 0; i < t->b->objectives; i++)
		if (t->d->held[i] != side && tt_apart_within(t->b->objective[i].at, u->at, WITHIN - 1))
			towards(t, t->b->objective[i].at, 0, u->formation);
	if (place != PLACE_NONE && t->o->n == before) round_about(t, place, u->formation);
	try_way(t, u->facing, t->left, u->facing, u->formation);
	if (enemy != NO_UNIT) try_way(t, (foe + 180) % 360, t->left, foe, u->formation);
	if (u->formation == FORM_MARCH) along_road(t);
}

static void gun_moves(struct thinking *t, int enemy)
{
	const struct tt_unit *u = &t->d->unit[t->unit];
	int place = goal(t, PLACE_NONE), foe = enemy == NO_UNIT ? u->facing : way_to(t, t->d->unit[enemy].at);
	if (enemy != NO_UNIT)
		towards(t, t->d->unit[enemy].at, 90, FORM_MARCH), towards(t, t->d->unit[enemy].at, 90, FORM_LINE),
			towards(t, t->d->unit[enemy].at, 150, FORM_LINE);
	if (place != PLACE_NONE) towards(t, place, 20, FORM_MARCH);
	if (enemy != NO_UNIT) try_way(t, (foe + 180) % 360, t->left, foe, FORM_MARCH);
	if (u->formation == FORM_MARCH) along_road(t);
}

static void charges(struct thinking *t)
{
	int side = tt_side(t->b, t->unit), at = t->d->unit[t->unit].at;
	if (t->b->piece[t->unit].arm == CARD_ARTILLERY || t->d->unit[t->unit].used || t->chit != CHIT_ASSAULT)
		return;
	for (int e = t->b->from[!side]; e < t->b->from[!side + 1]; e++)
		if (tt_on(t->d, e) && tt_apart_within(at, t->d->unit[e].at, 399) &&
			tt_can_charge(t->b, t->d, t->unit, e, true, NULL))
			orders_add(t->o, VERB_CHARGE, t->unit, e, 0, 0);
}

static void unit_candidates(struct thinking *t)
{
	const struct tt_unit *u = &t->d->unit[t->unit];
	int distance, arm = t->b->piece[t->unit].arm;
	int enemy = tt_nearest_enemy(t->b, t->d, tt_side(t->b, t->unit), u->at, &distance);
	t->chit = tt_obeys(t->b, t->d, t->unit), t->left = tt_allowance(t->b, t->d, t->unit) - u->used;
	orders_add(t->o, VERB_STAND, t->unit, 0, 0, 0);
	charges(t);
	if (t->chit != CHIT_HOLD && t->chit != CHIT_REFORM) {
		if (arm == CARD_ARTILLERY) gun_moves(t, enemy);
		else foot_moves(t, enemy, distance);
	}
	if (enemy != NO_UNIT && distance < 400) try_turn(t, way_to(t, t->d->unit[enemy].at), u->formation);
	try_turn(t, u->facing,
		u->formation == FORM_LINE ? arm == CARD_ARTILLERY ? FORM_MARCH : FORM_COLUMN : FORM_LINE);
	if (arm == CARD_INFANTRY && u->formation != FORM_SKIRMISH) try_turn(t, u->facing, FORM_SKIRMISH);
	if (u->order == ORDER_DISARRAYED) try_turn(t, u->facing, u->formation);
}

/* --- commanders ----------------------------------------------------------------------------------------- */

static void try_ride(struct thinking *t, int place)
{
	int at = t->d->unit[t->unit].at, far = far_from(at, place);
	struct order x = {VERB_RIDE, (int16_t)t->unit, place, 0, 0};
	if (far > t->b->n.commander) x.a = place_along(t, at, way_to(t, place), t->b->n.commander - 2);
	if (tt_may_ride(t->p, t->d, tt_side(t->b, t->unit), &x, NULL)) offer(t, &x);
}

/* Beside a unit: half an inch behind its last rank. */
static int behind(const struct thinking *t, int unit)
{
	const struct tt_unit *u = &t->d->unit[unit];
	return place_along(t, u->at, (u->facing + 180) % 360,
		tt_shape(t->b, unit, u->formation, u->stands)->h / 2 + 4);
}

/* Up to where another is in reach again. */
static void into_reach(struct thinking *t, int other, int reach)
{
	int at = t->d->unit[other].at;
	if (!tt_on(t->d, other) || far_from(at, t->d->unit[t->unit].at) <= reach) return;
	try_ride(t, place_along(t, at,
					heading(PLACE_X(t->d->unit[t->unit].at) - PLACE_X(at),
						PLACE_Y(t->d->unit[t->unit].at) - PLACE_Y(at)),
					reach - 5));
}

struct lost {
	int who, beyond;
};

static void look_for(const struct thinking *t, int other, int reach, struct lost *l)
{
	int beyond = tt_on(t->d, other) ? far_from(t->d->unit[t->unit].at, t->d->unit[other].at) - reach : 0;
	if (beyond > l->beyond) *l = (struct lost){other, beyond};
}

/* Of those whom he commands, the one who is farthest beyond his reach: a unit of his or a commander under
   him. */
static int farthest_of(const struct thinking *t)
{
	const struct tt_book *b = t->b;
	int side = tt_side(b, t->unit);
	struct lost l = {NO_UNIT, 0};
	for (int u = b->from[side]; u < b->from[side + 1]; u++)
		if (b->piece[u].chief == t->unit) look_for(t, u, b->n.brigade, &l);
	for (int c = b->chief_from[side]; c < b->chief_from[side + 1]; c++)
		if (b->piece[c].corps == t->unit) look_for(t, c, b->n.division, &l);
	return l.who;
}

static void chief_candidates(struct thinking *t)
{
	const struct tt_book *b = t->b;
	int side = tt_side(b, t->unit), shaken = NO_UNIT, foremost = NO_UNIT, least = 1 << 30, n = 0,
		farthest = farthest_of(t);
	int64_t x = 0, y = 0;
	orders_add(t->o, VERB_RIDE, t->unit, t->d->unit[t->unit].at, 0, 0);
	for (int u = b->from[side]; u < b->from[side + 1]; u++) {
		int far;
		if (!tt_on(t->d, u) || (b->piece[u].chief != t->unit && b->piece[b->piece[u].chief].corps != t->unit))
			continue;
		x += PLACE_X(t->d->unit[u].at), y += PLACE_Y(t->d->unit[u].at), n++;
		if (t->d->unit[u].order >= ORDER_DISORGANISED &&
			(shaken == NO_UNIT || t->d->unit[u].order == ORDER_ROUTED))
			shaken = u;
		tt_nearest_enemy(b, t->d, side, t->d->unit[u].at, &far);
		if (far < least) least = far, foremost = u;
	}
	if (shaken != NO_UNIT) try_ride(t, behind(t, shaken));
	if (foremost != NO_UNIT) try_ride(t, behind(t, foremost));
	if (n) try_ride(t, PLACE_XY((int)(x / n), (int)(y / n)));
	if (b->piece[t->unit].corps != NO_UNIT) into_reach(t, b->piece[t->unit].corps, b->n.division);
	if (farthest != NO_UNIT) into_reach(t, farthest, tt_is_chief(b, farthest) ? b->n.division : b->n.brigade);
}

void tt_candidates(const struct play *p, const struct state *d, int unit, struct orders *o)
{
	if (unit == NO_UNIT) return;
	struct thinking t = {.p = p, .b = tt_book(p), .d = d, .unit = unit, .o = o};
	if (tt_is_chief(t.b, unit)) chief_candidates(&t);
	else unit_candidates(&t);
}
