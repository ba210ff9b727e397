/* Actions (4): what an active unit may do, in exactly one of the categories Mobile, Stationary and Rest. A
   unit that is told nothing rests (4.1g). */
#include "rules/from_divisions/from_divisions.h"

/* 4.1a, 4.1e, 4.1f */
bool fd_may_act(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	if (is_leader(b, unit)) return refuse(r, "4.1a", "a leader only moves");
	if (!acts_now(b, d, unit))
		return refuse(r, "2.3c", "the chit of %s has not been drawn", name_of_piece(p, unit));
	if (d->at[unit] < 0) return refuse(r, "4.1a", "%s is not on the map", name_of_piece(p, unit));
	if (b->unit[unit].type == BATTERY) return refuse(r, "16.5l", "a grand battery neither moves nor turns");
	if (is_smashed(d, unit))
		return refuse(r, "10.2d", "%s is Smashed and can only recover", name_of_piece(p, unit));
	if (d->more[unit] & MORE_DONE || d->did[unit] & (DID_MOVE | DID_REST))
		return refuse(r, "4.1e", "%s has acted already", name_of_piece(p, unit));
	return true;
}

/* 2.2.4a: leaders ride with their formation, the army commander with any, once a turn. */
static bool may_ride(const struct play *p, const struct state *d, int side, int leader, struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_leader *l = leader_of(b, leader);
	if (l->side != side || d->at[leader] < 0)
		return refuse(r, "2.2.4a", "%s is not on the map", name_of_piece(p, leader));
	if (!l->chief && !(d->acting >> l->formation & 1))
		return refuse(r, "2.3c", "%s moves with his formation", name_of_piece(p, leader));
	return !(d->rode >> (leader - b->units) & 1) ||
	       refuse(r, "6.0a", "%s has moved this turn", name_of_piece(p, leader));
}

/* 10.3e: a detachment that split off on the march. */
static bool goes_on(const struct state *d, int unit)
{
	return d->did[unit] & MARCHES_ON && d->at[unit] >= 0 && !is_smashed(d, unit);
}

/* 4.1b */
bool fd_may_move(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	if (is_leader(b, o->unit)) return may_ride(p, d, side, o->unit, r);
	if (goes_on(d, o->unit) && acts_now(b, d, o->unit)) return true;
	if (!fd_may_act(p, d, o->unit, r)) return false;
	if (d->did[o->unit] & DID_STATIONARY)
		return refuse(r, "4.1e", "%s has taken a Stationary action", name_of_piece(p, o->unit));
	if (b->unit[o->unit].holds)
		return refuse(r, "2.1d", "%s may not leave its post", name_of_piece(p, o->unit));
	return true;
}

void fd_do_move(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	bool leader = is_leader(b, o->unit);
	int points = leader ? leader_of(b, o->unit)->allowance : fd_allowance(p, d, o->unit),
		left = leader ? points : fd_points_left(p, d, o->unit);
	bool stepped = !leader && goes_on(d, o->unit);
	uint8_t flags = leader ? MARCH_LEADER : d->did[o->unit] & BEGAN_DISORGANISED ? MARCH_SHUT : 0;
	if (leader) d->rode |= 1ull << (o->unit - b->units);
	if (stepped) d->did[o->unit] &= (uint16_t)~(MARCHES_ON | MAY_ATTACK), flags |= MARCH_STEPPED;
	struct step *s = push_load(&d->g, STEP_MARCH, side, march, .unit = o->unit, .points = left,
		.came = stepped ? d->facing[o->unit] : -1);
	s->stage = (uint8_t)(points > left ? points : left), s->flags = flags;
}

/* 6.7d, 6.1d: a stack turns as one; all of it acts. */
static bool may_turn_somewhere(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	if (!fd_may_act(p, d, unit, r)) return false;
	if (is_extended(d, unit)) return refuse(r, "16.6d", "an extended line wheels");
	for each_node(n, d, d->at[unit]) {
		int u = unit_at(n);
		if (!fd_may_act(p, d, u, NULL) || is_extended(d, u))
			return refuse(r, "6.1d", "%s in the same hex cannot turn with it", name_of_piece(p, u));
		if (d->did[u] & DID_STATIONARY && !(d->flags[u] & HAS_RECOVERED))
			return refuse(r, "6.7d", "%s has turned already", name_of_piece(p, u));
	}
	return true;
}

bool fd_may_turn(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (!may_turn_somewhere(p, d, o->unit, r)) return false;
	return d->facing[o->unit] != o->a ||
	       refuse(r, "6.7d", "%s faces that way already", name_of_piece(p, o->unit));
}

void fd_do_turn(const struct play *p, struct state *d, int side, const struct order *o)
{
	fd_face(p, d, o->unit, o->a);
	for each_node(n, d, d->at[o->unit]) {
		int u = unit_at(n);
		d->did[u] |= DID_STATIONARY;
		if (d->flags[u] & HAS_RECOVERED) d->more[u] |= MORE_DONE;
	}
	emit(p, .kind = E_TURNED, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .n = o->a,
		.rule = "6.7d");
}

/* 10.1a, 10.1c, A04: the player names the category. */
bool fd_may_recover(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (!fd_may_act(p, d, o->unit, r)) return false;
	if (!d->stragglers[o->unit])
		return refuse(r, "10.1a", "%s misses no stragglers", name_of_piece(p, o->unit));
	if (d->note[o->unit].fresh >= d->stragglers[o->unit])
		return refuse(r, "10.1a", "%s has lost its stragglers this turn; they come back on later turns",
			name_of_piece(p, o->unit));
	if (d->flags[o->unit] & HAS_RECOVERED)
		return refuse(r, "10.1c", "%s has tried this turn", name_of_piece(p, o->unit));
	return !(o->a == 1 && d->did[o->unit] & DID_STATIONARY) ||
	       refuse(r, "4.1e", "%s has taken a Stationary action", name_of_piece(p, o->unit));
}

/* 4.1h, 10.1c, 10.1d, 2.2.1d */
void fd_do_recover(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	int u = o->unit;
	d->flags[u] |= HAS_RECOVERED;
	if (o->a == 0) d->did[u] |= DID_STATIONARY;
	else d->did[u] |= DID_REST, d->more[u] |= MORE_DONE;
	bool passed = fd_check(p, d, u, b->unit[u].kind == HORSE, "10.1c", CHECK_RECOVERY);
	if (passed) d->stragglers[u]--, d->steps[u]++;
	emit(p, .kind = E_RECOVERED, .side = (int8_t)side, .who = (int16_t)u, .where = d->at[u], .n = passed,
		.rule = "10.1c");
}

/* 4.1d */
bool fd_may_rest(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (!fd_may_act(p, d, o->unit, r)) return false;
	return !(d->did[o->unit] & DID_STATIONARY) ||
	       refuse(r, "4.1e", "%s has taken a Stationary action", name_of_piece(p, o->unit));
}

void fd_do_rest(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->did[o->unit] |= DID_REST, d->more[o->unit] |= MORE_DONE;
}

/* 11.2g, 11.2l, A46: before the unit does anything in its activation. */
bool fd_may_hold_back(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (!on(p, O_LITE_FATIGUE)) return refuse(r, "11.2g", "only with the Lite fatigue rules");
	if (!fd_may_act(p, d, o->unit, r)) return false;
	if (d->flags[o->unit] & WAS_HELD_BACK)
		return refuse(r, "11.2l", "%s has been held back before", name_of_piece(p, o->unit));
	return !(d->more[o->unit] & MORE_FOUGHT) ||
	       refuse(r, "11.2g", "%s has fought this turn", name_of_piece(p, o->unit));
}

void fd_do_hold_back(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->flags[o->unit] |= IS_HELD_BACK | WAS_HELD_BACK;
	emit(p, .kind = E_HELD_BACK, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .n = 1,
		.rule = "11.2g");
}

static void list_unit(const struct play *p, const struct state *d, int side, int u, struct orders *o)
{
	struct order try = {.unit = (int16_t)u};
	if (goes_on(d, u)) offer(o, V_MOVE, u);
	if (!fd_may_act(p, d, u, NULL)) return;
	if (fd_may_move(p, d, side, &try, NULL)) offer(o, V_MOVE, u);
	for (int dir = may_turn_somewhere(p, d, u, NULL) ? 0 : 6; dir < 6; dir++)
		if (dir != d->facing[u]) offer_at(o, V_TURN, u, dir);
	for (try.a = 0; d->stragglers[u] && try.a < 2; try.a++)
		if (fd_may_recover(p, d, side, &try, NULL)) offer_at(o, V_RECOVER, u, try.a);
	if (fd_may_rest(p, d, side, &try, NULL)) offer(o, V_REST, u);
	if (on(p, O_LITE_FATIGUE) && fd_may_hold_back(p, d, side, &try, NULL)) offer(o, V_HOLD_BACK, u);
}

void fd_list_acts(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	for each_active(u, b, d) list_unit(p, d, side, u, o);
	for (int l = b->units; l < b->pieces; l++)
		if (may_ride(p, d, side, l, NULL)) offer(o, V_MOVE, l);
	if (on(p, O_BATTERY)) fd_list_mass(p, d, side, o);
	offer(o, V_DONE, NO_UNIT);
}
