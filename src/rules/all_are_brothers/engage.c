/* Engagement, disengagement and Defensive Fire (11.7, 11.8). Who was offered Defensive Fire for an entry is
   kept in the step: six hexes around, six places of a front line each. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* --- Defensive Fire ------------------------------------------------------------------------------------- */

static int offer_bit(const struct aab_book *b, const struct state *d, const struct step *s, int unit)
{
	int dir = aab_board_direction(b, load_see(s)->defence.hex, d->counter[unit].at),
		order = d->counter[unit].order;
	return dir == NO_SIDE ? NO_SIDE : dir * FRONT_MOST + order;
}

static bool offered(const struct step *s, int bit)
{
	return load_see(s)->defence.offered[bit / 30] >> bit % 30 & 1;
}

void aab_defend_offered(const struct play *p, struct state *d, struct step *s, int unit)
{
	int bit = offer_bit(aab_book(p), d, s, unit);
	if (bit == NO_SIDE) return;
	load_of(s)->defence.offered[bit / 30] |= 1u << bit % 30;
}

/* Is somebody who moved or fled still in the front line there? */
static bool still_exposed(const struct aab_book *b, const struct state *d, const struct step *s)
{
	if (load_see(s)->defence.fleeing != NO_UNIT)
		return d->counter[load_see(s)->defence.fleeing].at == load_see(s)->defence.hex &&
		       aab_front_sp(b, d, load_see(s)->defence.fleeing) > 0;
	for STACK (u, d, load_see(s)->defence.hex)
		if (d->counter[u].deeds & IS_MOVING && aab_front_sp(b, d, u)) return true;
	return false;
}

/* 11.8a-d, 12.5i, R-72: may this unit fire at the hex of the step? */
bool aab_defend_may(const struct play *p, const struct state *d, const struct step *s, int unit,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	int bit;
	if (!is_unit(b, unit) || b->piece[unit].side != s->side || !on_map(d, unit))
		return refuse(r, "11.8a", "not one of yours on the map");
	if (b->piece[unit].arm == ARM_CAVALRY) return refuse(r, "8.1c", "cavalry does not fire");
	if (hex_distance(b, d->counter[unit].at, load_see(s)->defence.hex) != 1)
		return refuse(r, "11.8a", "%s is not adjacent", p->m->piece[unit].name);
	if (d->counter[unit].deeds & IS_FIGHTING)
		return refuse(r, "12.5i", "%s took part in that assault", p->m->piece[unit].name);
	if (!aab_front_sp(b, d, unit) || (bit = offer_bit(b, d, s, unit)) == NO_SIDE)
		return refuse(r, "11.8d", "%s is not in the front line", p->m->piece[unit].name);
	return !offered(s, bit) || refuse(r, "11.8b", "%s has had its chance", p->m->piece[unit].name);
}

static bool defend_any(const struct play *p, const struct state *d, const struct step *s)
{
	const struct aab_book *b = aab_book(p);
	for (int dir = 0; dir < 6; dir++) {
		int next = b->side[load_see(s)->defence.hex * 6 + dir].next;
		if (next == HEX_NONE || !held_by(b, d, s->side, next)) continue;
		for STACK (u, d, next)
			if (aab_defend_may(p, d, s, u, NULL)) return true;
	}
	return false;
}

/* A unit moved (fleeing: NO_UNIT) or retreated into a hex next to the enemy, in the front line. */
void aab_defence_open(struct state *d, int hex, int fleeing)
{
	if (d->g.turn == d->storm) return; /* 16b */
	push_load(&d->g, STEP_DEFENCE, 0, defence, .hex = (int16_t)hex, .fleeing = (int16_t)fleeing);
}

void aab_defence_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	if (d->top[load_see(s)->defence.hex])
		s->side = !aab_book(p)->piece[d->top[load_see(s)->defence.hex] - 1].side;
	if (s->stage || !d->top[load_see(s)->defence.hex] || !still_exposed(aab_book(p), d, s) ||
		!defend_any(p, d, s))
		agenda_done(&d->g);
	else ask(&d->g, s->side, Q_DEFEND);
}

bool aab_may_defend(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	if (o->a != load_see(s)->defence.hex)
		return refuse(r, "11.8a", "Defensive Fire goes at the unit that moved, in %s",
			p->m->map->number[load_see(s)->defence.hex]);
	return aab_defend_may(p, d, s, o->unit, r);
}

void aab_list_defenders(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	const struct step *s = agenda_see(&d->g);
	for (int dir = 0; dir < 6; dir++) {
		int next = b->side[load_see(s)->defence.hex * 6 + dir].next;
		if (next == HEX_NONE || !held_by(b, d, s->side, next)) continue;
		for STACK (u, d, next)
			if (aab_defend_may(p, d, s, u, NULL))
				order_list(o, .verb = V_FIRE, .unit = u, .a = load_see(s)->defence.hex);
	}
	order_list(o, .verb = V_DONE);
}

void aab_do_defend(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_defend_offered(p, d, agenda_top(&d->g), o->unit);
	aab_shot_push(d, SHOT_DEFENCE, side, o->unit, o->a);
}

/* The standing order: fire whenever the final column is at least `column`. */
void aab_defend_usual(const struct play *p, const struct state *d, int column, struct order *o)
{
	const struct aab_book *b = aab_book(p);
	const struct step *s = agenda_see(&d->g);
	*o = (struct order){.verb = V_DONE, .unit = NO_UNIT};
	for (int dir = 0; dir < 6; dir++) {
		int next = b->side[load_see(s)->defence.hex * 6 + dir].next;
		if (next == HEX_NONE || !held_by(b, d, s->side, next)) continue;
		for STACK (u, d, next) {
			struct step shot = {.kind = STEP_SHOT, .side = s->side, .unit = (int16_t)u};
			load_of(&shot)->shot.hex = load_see(s)->defence.hex, load_of(&shot)->shot.kind = SHOT_DEFENCE;
			if (!aab_defend_may(p, d, s, u, NULL) ||
				(column > 0 && aab_shot_column(p, d, &shot, false) < column))
				continue;
			*o = (struct order){.verb = V_FIRE, .unit = (int16_t)u, .a = load_see(s)->defence.hex};
			return;
		}
	}
}

/* --- disengagement (11.7.2, 11.7.3) --------------------------------------------------------------------- */

/* 11.7.3b: cavalry is held only by cavalry of its own weight or lighter. */
static bool held_by_horse(const struct aab_book *b, const struct state *d, int unit)
{
	int hex = d->counter[unit].at;
	for (int dir = 0; dir < 6; dir++) {
		int next = b->side[hex * 6 + dir].next;
		if (next == HEX_NONE || !held_by(b, d, !b->piece[unit].side, next)) continue;
		for STACK (e, d, next)
			if (aab_front_sp(b, d, e) && b->piece[e].arm == ARM_CAVALRY &&
				b->piece[e].weight <= b->piece[unit].weight)
				return true;
	}
	return false;
}

/* Must it test when it leaves its hex? 16c: not in the storm. */
bool aab_must_disengage(const struct aab_book *b, const struct state *d, int unit)
{
	int t = b->terrain[d->counter[unit].at];
	if (!is_unit(b, unit) || d->g.turn == d->storm || !aab_engaged(b, d, unit)) return false;
	if (t == T_WOODS || t == T_TOWN) return false; /* 11.7.3a */
	return b->piece[unit].arm != ARM_CAVALRY || held_by_horse(b, d, unit);
}

/* 11.7.2d: what it costs is written on the unit; the caller pushes the step that works it off. */
bool aab_disengage(const struct play *p, struct state *d, int unit)
{
	int mr = aab_morale_rating(aab_book(p), d, unit);
	static const struct roll_words words = {.good = "a Morale Hit", .bad = "it gets away in good order"};
	bool hit = roll(p, &d->g,
				   &(struct throw){.kind = THROW_AT_LEAST,
					   .n = 1,
					   .sides = 10,
					   .mark = mr < 1 ? 1 : mr,
					   .why = "Disengagement Test",
					   .words = &words,
					   .rule = "11.7.2d",
					   .side = aab_book(p)->piece[unit].side,
					   .who = unit,
					   .whom = NO_UNIT}) > 0;
	emit(p, .kind = E_DISENGAGED, .side = (int8_t)aab_book(p)->piece[unit].side, .who = (int16_t)unit,
		.where = d->counter[unit].at, .n = hit, .rule = "11.7.2a");
	if (hit) aab_owe(d, unit, 0, 1);
	return hit;
}
