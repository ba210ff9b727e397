/* Cavalry Charges (11.11): announced with their target, over clear ground only, and fought out unless fire
   stops them. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* 11.11.1a, 11.11.1b, 7.2.2b: the unit. */
bool aab_charge_ready(const struct play *p, const struct state *b, int unit, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	const struct counter *k = &b->counter[unit];
	if (!is_unit(c, unit) || c->piece[unit].arm != ARM_CAVALRY)
		return refuse(r, "11.11a", "only cavalry charges");
	if (!aab_move_ready(p, b, unit, r)) return false;
	if (b->act.posture != POSTURE_AGGRESSIVE) return refuse(r, "7.2.2b", "no charge in Defensive posture");
	if (k->state & IS_OUT) return refuse(r, "7.5b", "Out of Command it may not charge");
	if (b->g.turn == b->storm) return refuse(r, "16b", "no combat in the thunderstorm");
	if (enemy_near(b, c->piece[unit].side, k->at))
		return refuse(r, "11.11.1a", "%s begins next to the enemy", p->m->piece[unit].name);
	return !(k->state & (IS_SHAKEN | IS_DISRUPTED)) ||
	       refuse(r, "11.11.1b", "%s is in disorder", p->m->piece[unit].name);
}

/* 11.11.1d-f: a hex on its way. */
static bool lane(const struct charts *c, const struct state *b, int from, int dir)
{
	const struct hexside *s = &c->side[from * 6 + dir];
	return s->next != HEX_NONE && !(s->flags & SIDE_NO_CHARGE) && c->terrain[s->next] == T_CLEAR &&
	       !anybody_at(b, s->next);
}

/* 11.11.1f: next to the target, across a side that a charge may cross. */
static bool at_target(const struct charts *c, int hex, int target)
{
	int d = aab_board_direction(c, hex, target);
	return d != NO_SIDE && !(c->side[hex * 6 + d].flags & SIDE_NO_CHARGE);
}

/* Hexes to ride from here until next to the target; `most` + 1 if it cannot be done in `most`. */
static int ride(const struct charts *c, const struct state *b, int from, int target, int most)
{
	uint64_t seen[HEX_WORDS] = NO_HEXES;
	int16_t queue[256];
	uint8_t steps[256];
	int n = 0;
	queue[n] = (int16_t)from, steps[n++] = 0;
	seen[from >> 6] |= 1ull << (from & 63);
	for (int i = 0; i < n; i++) {
		if (at_target(c, queue[i], target)) return steps[i];
		if (steps[i] == most) continue;
		for (int d = 0; d < 6; d++) {
			int next = c->side[queue[i] * 6 + d].next;
			if (!lane(c, b, queue[i], d) || seen[next >> 6] >> (next & 63) & 1 || n == 256) continue;
			if (hex_distance(c, next, target) > most - steps[i]) continue;
			seen[next >> 6] |= 1ull << (next & 63);
			queue[n] = (int16_t)next, steps[n++] = (uint8_t)(steps[i] + 1);
		}
	}
	return most + 1;
}

/* Hexes of clear ground it can still ride. */
static int breath(const struct charts *c, const struct state *b, int unit)
{
	return (aab_allowance(c, b, unit, false) - b->counter[unit].spent) /
	       (2 * c->n.terrain[T_CLEAR][ARM_CAVALRY]);
}

bool aab_charge_may(const struct play *p, const struct state *b, int unit, int target, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	int16_t where;
	if (!aab_charge_ready(p, b, unit, r)) return false;
	int from = b->counter[unit].at, most = c->piece[unit].mp;
	if (!held_by(c, b, !c->piece[unit].side, target))
		return refuse(r, "11.11.1g", "there is nobody to charge");
	if (c->terrain[target] != T_CLEAR && c->terrain[target] != T_CULTIVATED)
		return refuse(r, "11.11.1g", "its ground is no ground to charge");
	if (hex_distance(c, from, target) > most + 1) return refuse(r, "11.2d", "too far to charge");
	if (aab_sight_verdict(p, b, from, target, &where) != SEEN)
		return refuse(r, "11.11.1c", "%s is in the way of its sight", p->m->map->number[where]);
	int rides = ride(c, b, from, target, most);
	return rides <= most || refuse(r, "11.11.1e", "no open way leads there");
}

void aab_charge_list(const struct play *p, const struct state *b, int unit, struct orders *o)
{
	const struct charts *c = CHARTS(p);
	if (!aab_charge_ready(p, b, unit, NULL)) return;
	for EACH (e, b->units[!c->piece[unit].side]) {
		int hex = b->counter[e].at;
		if (!b->counter[e].order && aab_charge_may(p, b, unit, hex, NULL))
			order_list(o, .verb = V_CHARGE, .unit = unit, .a = hex);
	}
}

void aab_charge_begin(const struct play *p, struct state *b, int unit, int target)
{
	aab_march_begin(p, b, unit, MARCH_CHARGE);
	b->march.target = (int16_t)target;
	b->counter[unit].deeds |= HAS_CHARGED;
	emit(p, .kind = E_CHARGE, .side = (int8_t)CHARTS(p)->piece[unit].side, .who = (int16_t)unit, .to = target,
		.rule = "11.11a");
}

/* No way leads to the target any more. */
bool aab_charge_spoilt(const struct play *p, const struct state *b)
{
	const struct charts *c = CHARTS(p);
	int lead = b->march.lead, from = b->counter[lead].at, most = at_least(0, breath(c, b, lead));
	return ride(c, b, from, b->march.target, most) > most;
}

/* Every step leaves a way to the target. */
bool aab_charge_may_step(const struct play *p, const struct state *b, int dir, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	int lead = b->march.lead, from = b->counter[lead].at, next = c->side[from * 6 + dir].next,
		left = breath(c, b, lead) - 1;
	if (!lane(c, b, from, dir)) return refuse(r, "11.11.1e", "a charge keeps to clear and empty ground");
	if (left < 0 || ride(c, b, next, b->march.target, left) > left)
		return refuse(r, "11.11.1i", "from there it would not reach its target");
	return true;
}

bool aab_charge_may_stop(const struct play *p, const struct state *b, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	if (aab_charge_spoilt(p, b)) return true;
	return at_target(c, b->counter[b->march.lead].at, b->march.target) ||
	       refuse(r, "11.11.1i", "a charge is ridden home");
}

/* 11.11.1i: it stands before its target. */
void aab_charge_home(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	int lead = b->march.lead, hex = b->counter[lead].at;
	if (!at_target(c, hex, b->march.target)) return;
	int target = b->march.target;
	for STACK (u, b, hex)
		if (b->counter[u].deeds & IS_MOVING) aab_declare(p, b, u, target);
	if (b->act.charges == CHARGES_MOST) return;
	b->act.charge[b->act.charges].target = (int16_t)target,
	b->act.charge[b->act.charges++].from = (int16_t)hex;
}

/* 11.11.2a, R-51. */
int aab_charge_bonus(const struct charts *c, const struct state *b, int unit)
{
	return b->counter[unit].deeds & HAS_CHARGED ? c->n.charge[c->piece[unit].weight & 3] : 0;
}
