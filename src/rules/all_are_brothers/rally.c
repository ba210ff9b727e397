/* Rally (13.0), and crowds at the end of a step (4.1d). */
#include "rules/all_are_brothers/all_are_brothers.h"

/* 13.1.2, R-57: how many actions. */
int aab_rally_actions(const struct aab_book *b, const struct state *d)
{
	int hq = b->formation[d->act.corps].hq, rating = aab_command_rating(b, d, hq, d->act.posture);
	if (d->act.flags & ACT_CHIEF || !on_map(d, hq)) return 0; /* 6.2.1c */
	if (d->act.posture == POSTURE_AGGRESSIVE || d->act.flags & ACT_FAILED ||
		d->counter[hq].state & IS_OVERRUN)
		return 1;
	return rating; /* none if the rating is 0 */
}

enum { TO_MORALE, TO_AMMUNITION, WAYS_TO_RALLY }; /* the choices of the order */

static bool rally_may(const struct play *p, const struct state *d, int unit, int what, const uint64_t *area,
	struct refusal *r)
{
	const struct counter *k = &d->counter[unit];
	if (!is_unit(aab_book(p), unit) || aab_book(p)->piece[unit].corps != d->act.corps || !placed(k))
		return refuse(r, "13.1.1a", "%s is not of that formation on the map", p->m->piece[unit].name);
	if (k->state & IS_OUT) return refuse(r, "7.5b", "%s is Out of Command", p->m->piece[unit].name);
	if (!(area[k->at >> 6] >> (k->at & 63) & 1))
		return refuse(r, "13.1.1a", "%s is not in Command Range", p->m->piece[unit].name);
	if (what == TO_AMMUNITION)
		return k->state & IS_LOW || refuse(r, "13.1.3a", "%s has ammunition", p->m->piece[unit].name);
	return k->state & (IS_SHAKEN | IS_DISRUPTED) ||
	       refuse(r, "13.1.3a", "%s is in good order", p->m->piece[unit].name);
}

static void rally_area(const struct aab_book *b, const struct state *d, uint64_t *area)
{
	int hq = b->formation[d->act.corps].hq;
	aab_command_area(b, d, b->piece[hq].side, d->counter[hq].at, aab_command_rating(b, d, hq, d->act.posture),
		area);
}

bool aab_may_rally(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	uint64_t area[HEX_WORDS];
	rally_area(aab_book(p), d, area);
	return rally_may(p, d, o->unit, o->a, area, r);
}

void aab_list_rallies(const struct play *p, const struct state *d, int side, struct orders *o)
{
	uint64_t area[HEX_WORDS];
	rally_area(aab_book(p), d, area);
	for EACH (u, aab_book(p)->formation[d->act.corps].piece)
		for (int what = 0; what < WAYS_TO_RALLY; what++)
			if (on_map(d, u) && rally_may(p, d, u, what, area, NULL))
				order_list(o, .verb = V_RALLY, .unit = u, .a = what);
	order_list(o, .verb = V_DONE);
}

bool aab_rally_any(const struct play *p, const struct state *d)
{
	for EACH (u, aab_book(p)->formation[d->act.corps].piece)
		if (on_map(d, u) && d->counter[u].state & (IS_SHAKEN | IS_DISRUPTED | IS_LOW)) return true;
	return false;
}

/* One step better: Disrupted to Shaken, Shaken to none. */
void aab_hearten(const struct play *p, struct state *d, int unit, const char *rule)
{
	struct counter *k = &d->counter[unit];
	bool disrupted = k->state & IS_DISRUPTED;
	k->state = (uint8_t)(disrupted ? (k->state & ~IS_DISRUPTED) | IS_SHAKEN : k->state & ~IS_SHAKEN);
	aab_board_strength(aab_book(p), d, unit);
	emit(p, .kind = E_RALLIED, .side = (int8_t)aab_book(p)->piece[unit].side, .who = (int16_t)unit,
		.where = k->at, .n = disrupted, .rule = rule);
}

void aab_resupply(const struct play *p, struct state *d, int unit, const char *rule)
{
	d->counter[unit].state &= (uint8_t)~IS_LOW, mask_drop(d->who.low, unit);
	emit(p, .kind = E_RESUPPLIED, .side = (int8_t)aab_book(p)->piece[unit].side, .who = (int16_t)unit,
		.where = d->counter[unit].at, .rule = rule);
}

void aab_do_rally(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->act.rallies--;
	if (o->a == 1) {
		aab_resupply(p, d, o->unit, "13.1.3a");
		return;
	}
	aab_hearten(p, d, o->unit, "13.1.3a");
	aab_corps_lose(p, d, d->act.corps, "14.0e"); /* 13.1.3b */
}

/* --- crowds (4.1d, R-08) -------------------------------------------------------------------------------- */

static bool crowd_may(const struct aab_book *b, const struct state *d, int hex, int unit)
{
	const struct counter *k = &d->counter[unit];
	int printed = b->piece[unit].sp[k->state & IS_WORN], after = printed - (k->state & IS_SHAKEN ? 2 : 1);
	return k->at == hex && !(k->state & IS_DISRUPTED) && after >= 1;
}

static int crowded(const struct aab_book *b, const struct state *d, int side)
{
	uint64_t crowds[MASK];
	for (int w = 0; w < MASK; w++) crowds[w] = d->units[side][w] & d->who.crowd[w];
	for EACH (u, crowds) {
		int hex = d->counter[u].at;
		if (aab_board_sp(d, hex) <= b->n.limit) continue;
		for STACK (v, d, hex)
			if (crowd_may(b, d, hex, v)) return hex;
	}
	return HEX_NONE;
}

/* STEP_OVERSTACK: until no hex is over the limit, or nothing more can be done about it. */
void aab_overstack_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	for (; s->stage < SIDES; s->stage++) {
		load_of(s)->crowd.hex = (int16_t)crowded(aab_book(p), d, s->stage);
		if (load_of(s)->crowd.hex == HEX_NONE) continue;
		ask(&d->g, s->stage, Q_OVERSTACK);
		return;
	}
	agenda_done(&d->g);
}

bool aab_may_overstack(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return crowd_may(aab_book(p), d, load_see(agenda_see(&d->g))->crowd.hex, o->unit) ||
	       refuse(r, "4.1d", "not that one");
}

void aab_list_overstack(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int hex = load_see(agenda_see(&d->g))->crowd.hex;
	for STACK (u, d, hex)
		if (crowd_may(aab_book(p), d, hex, u)) order_list(o, .verb = V_TAKE, .unit = u);
}

void aab_do_overstack(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct counter *k = &d->counter[o->unit];
	k->state =
		(uint8_t)(k->state & IS_SHAKEN ? (k->state & ~IS_SHAKEN) | IS_DISRUPTED : k->state | IS_SHAKEN);
	aab_board_strength(aab_book(p), d, o->unit);
	emit(p, .kind = E_OVERSTACKED, .side = (int8_t)side, .who = o->unit, .where = k->at, .rule = "4.1d");
}
