/* Cavalry Charges (11.11): announced with their target, over clear ground only, and fought out unless fire
   stops them. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* 11.11.1a, 11.11.1b, 7.2.2b: the unit. */
bool aab_charge_ready(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	const struct counter *k = &d->counter[unit];
	if (!is_unit(b, unit) || b->piece[unit].arm != ARM_CAVALRY)
		return refuse(r, "11.11a", "only cavalry charges");
	if (!aab_move_ready(p, d, unit, r)) return false;
	if (d->act.posture != POSTURE_AGGRESSIVE) return refuse(r, "7.2.2b", "no charge in Defensive posture");
	if (k->state & IS_OUT) return refuse(r, "7.5b", "Out of Command it may not charge");
	if (d->g.turn == d->storm) return refuse(r, "16b", "no combat in the thunderstorm");
	if (enemy_near(d, b->piece[unit].side, k->at))
		return refuse(r, "11.11.1a", "%s begins next to the enemy", p->m->piece[unit].name);
	return !(k->state & (IS_SHAKEN | IS_DISRUPTED)) ||
	       refuse(r, "11.11.1b", "%s is in disorder", p->m->piece[unit].name);
}

/* 11.11.1d-f: a hex on its way. */
static bool lane(const struct aab_book *b, const struct state *d, int from, int dir)
{
	const struct hexside *s = &b->side[from * 6 + dir];
	return s->next != HEX_NONE && !(s->flags & SIDE_NO_CHARGE) && b->terrain[s->next] == T_CLEAR &&
	       !anybody_at(d, s->next);
}

/* 11.11.1f: next to the target, across a side that a charge may cross. */
static bool at_target(const struct aab_book *b, int hex, int target)
{
	int dir = aab_board_direction(b, hex, target);
	return dir != NO_SIDE && !(b->side[hex * 6 + dir].flags & SIDE_NO_CHARGE);
}

/* Hexes to ride from here until next to the target; `most` + 1 if it cannot be done in `most`. */
static int ride(const struct aab_book *b, const struct state *d, int from, int target, int most)
{
	uint64_t seen[HEX_WORDS] = NO_HEXES;
	int16_t queue[256];
	uint8_t steps[256];
	int n = 0;
	queue[n] = (int16_t)from, steps[n++] = 0;
	seen[from >> 6] |= 1ull << (from & 63);
	for (int i = 0; i < n; i++) {
		if (at_target(b, queue[i], target)) return steps[i];
		if (steps[i] == most) continue;
		for (int dir = 0; dir < 6; dir++) {
			int next = b->side[queue[i] * 6 + dir].next;
			if (!lane(b, d, queue[i], dir) || seen[next >> 6] >> (next & 63) & 1 || n == 256) continue;
			if (hex_distance(b, next, target) > most - steps[i]) continue;
			seen[next >> 6] |= 1ull << (next & 63);
			queue[n] = (int16_t)next, steps[n++] = (uint8_t)(steps[i] + 1);
		}
	}
	return most + 1;
}

/* Hexes of clear ground it can still ride. */
static int breath(const struct aab_book *b, const struct state *d, int unit)
{
	return (aab_allowance(b, d, unit, false) - d->counter[unit].spent) /
	       (2 * b->n.terrain[T_CLEAR][ARM_CAVALRY]);
}

/* The target of a unit that is ready to charge. */
static bool target_may(const struct play *p, const struct state *d, int unit, int target, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	int16_t where;
	int from = d->counter[unit].at, most = b->piece[unit].mp;
	if (!held_by(b, d, !b->piece[unit].side, target))
		return refuse(r, "11.11.1g", "there is nobody to charge");
	if (b->terrain[target] != T_CLEAR && b->terrain[target] != T_CULTIVATED)
		return refuse(r, "11.11.1g", "its ground is no ground to charge");
	if (hex_distance(b, from, target) > most + 1) return refuse(r, "11.2d", "too far to charge");
	if (aab_sight_verdict(p, d, from, target, &where) != SEEN)
		return refuse(r, "11.11.1c", "%s is in the way of its sight", p->m->map->number[where]);
	int rides = ride(b, d, from, target, most);
	return rides <= most || refuse(r, "11.11.1e", "no open way leads there");
}

bool aab_charge_may(const struct play *p, const struct state *d, int unit, int target, struct refusal *r)
{
	return aab_charge_ready(p, d, unit, r) && target_may(p, d, unit, target, r);
}

void aab_charge_list(const struct play *p, const struct state *d, int unit, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	if (!aab_charge_ready(p, d, unit, NULL)) return;
	for EACH (e, d->units[!b->piece[unit].side]) {
		int hex = d->counter[e].at;
		if (!d->counter[e].order && target_may(p, d, unit, hex, NULL))
			order_list(o, .verb = V_CHARGE, .unit = unit, .a = hex);
	}
}

void aab_charge_begin(const struct play *p, struct state *d, int unit, int target)
{
	aab_march_begin(p, d, unit, MARCH_CHARGE);
	d->march.target = (int16_t)target;
	d->counter[unit].deeds |= HAS_CHARGED;
	emit(p, .kind = E_CHARGE, .side = (int8_t)aab_book(p)->piece[unit].side, .who = (int16_t)unit,
		.to = target, .rule = "11.11a");
}

/* No way leads to the target any more. */
bool aab_charge_spoilt(const struct play *p, const struct state *d)
{
	const struct aab_book *b = aab_book(p);
	int lead = d->march.lead, from = d->counter[lead].at, most = at_least(0, breath(b, d, lead));
	return ride(b, d, from, d->march.target, most) > most;
}

/* Every step leaves a way to the target. */
bool aab_charge_may_step(const struct play *p, const struct state *d, int dir, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	int lead = d->march.lead, from = d->counter[lead].at, next = b->side[from * 6 + dir].next,
		left = breath(b, d, lead) - 1;
	if (!lane(b, d, from, dir)) return refuse(r, "11.11.1e", "a charge keeps to clear and empty ground");
	if (left < 0 || ride(b, d, next, d->march.target, left) > left)
		return refuse(r, "11.11.1i", "from there it would not reach its target");
	return true;
}

bool aab_charge_may_stop(const struct play *p, const struct state *d, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (aab_charge_spoilt(p, d)) return true;
	return at_target(b, d->counter[d->march.lead].at, d->march.target) ||
	       refuse(r, "11.11.1i", "a charge is ridden home");
}

/* 11.11.1i: it stands before its target. */
void aab_charge_home(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	int lead = d->march.lead, hex = d->counter[lead].at;
	if (!at_target(b, hex, d->march.target)) return;
	int target = d->march.target;
	for STACK (u, d, hex)
		if (d->counter[u].deeds & IS_MOVING) aab_declare(p, d, u, target);
	if (d->act.charges == CHARGES_MOST) return;
	d->act.charge[d->act.charges].target = (int16_t)target,
	d->act.charge[d->act.charges++].from = (int16_t)hex;
}

/* 11.11.2a, R-51. */
int aab_charge_bonus(const struct aab_book *b, const struct state *d, int unit)
{
	return d->counter[unit].deeds & HAS_CHARGED ? b->n.charge[b->piece[unit].weight & 3] : 0;
}
