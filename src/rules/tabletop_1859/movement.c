/* The movement phase (comp.5): who begins, command by command in turn, brigade by brigade; commanders
   ride. */
#include "rules/tabletop_1859/tabletop_1859.h"

const char *const tt_formation_names[] = {"line", "column", "march", "skirmish", NULL};

/* --- who is next ---------------------------------------------------------------------------------------- */

static bool held_fast(const struct tt_book *b, const struct state *d, int unit)
{
	if (d->unit[unit].flags & UNIT_TIED) return true;
	int by = tt_charger_of(b, d, unit);
	return by != NO_UNIT && d->unit[by].flags & UNIT_TIED; /* charge.34: in a melee that waits */
}

bool tt_may_act(const struct tt_book *b, const struct state *d, int unit)
{
	return tt_on(d, unit) && d->unit[unit].order != ORDER_ROUTED && !(d->unit[unit].flags & UNIT_CHARGING) &&
	       !held_fast(b, d, unit);
}

int tt_next_mover(const struct tt_book *b, const struct state *d, int chief)
{
	int side = tt_side(b, chief);
	for (int u = b->from[side]; u < b->from[side + 1]; u++)
		if (b->piece[u].chief == chief && !(d->unit[u].flags & UNIT_ACTED) && tt_may_act(b, d, u)) return u;
	return tt_on(d, chief) && !(d->unit[chief].flags & CHIEF_RODE) ? chief : NO_UNIT;
}

static bool has_moves(const struct tt_book *b, const struct state *d, int chief)
{
	return !(d->unit[chief].flags & CHIEF_DONE) && tt_next_mover(b, d, chief) != NO_UNIT;
}

static bool side_has_moves(const struct tt_book *b, const struct state *d, int side)
{
	for (int c = b->chief_from[side]; c < b->chief_from[side + 1]; c++)
		if (has_moves(b, d, c)) return true;
	return false;
}

/* comp.5a: the lower die begins; equals roll again, which is what an unchanged step does. */
static void roll_initiative(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	int die[SIDES];
	for (int side = 0; side < SIDES; side++)
		die[side] = roll_die(p, &d->g, side, D10, "comp.5a", "the initiative, the lower die moves first");
	if (die[0] == die[1]) {
		emit(p, .kind = EVENT_AGAIN, .rule = "comp.5a");
		return;
	}
	s->stage = MOVEMENT_GOES, s->side = die[1] < die[0];
	d->g.active = s->side;
	/* no mutants: the other die is said in words alone */
	emit(p, .kind = EVENT_INITIATIVE, .side = (int8_t)s->side, .n = die[s->side], .m = die[!s->side],
		.rule = "comp.5a");
}

void tt_movement_step(const struct play *p, struct state *d)
{
	const struct tt_book *b = tt_book(p);
	struct step *s = agenda_top(&d->g);
	if (s->stage == MOVEMENT_ROLLS) {
		roll_initiative(p, d);
		return;
	}
	if (!side_has_moves(b, d, s->side)) s->side = !s->side; /* comp.5b */
	if (side_has_moves(b, d, s->side)) ask(&d->g, s->side, ASK_COMMAND);
	else agenda_done(&d->g);
}

bool tt_may_activate(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct tt_book *b = tt_book(p);
	if (!tt_is_chief(b, o->unit) || tt_side(b, o->unit) != side)
		return refuse(r, "comp.5b", "%s is no commander of that side", p->m->piece[o->unit].name);
	if (!has_moves(b, d, o->unit))
		return refuse(r, "comp.5b", "the command of %s has moved or has nobody to move",
			p->m->piece[o->unit].name);
	return true;
}

void tt_list_commands(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct tt_book *b = tt_book(p);
	for (int c = b->chief_from[side]; c < b->chief_from[side + 1]; c++)
		if (has_moves(b, d, c)) orders_add(o, VERB_ACTIVATE, c, 0, 0, 0);
}

void tt_do_activate(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct tt_unit *c = &d->unit[o->unit];
	c->flags |= CHIEF_SHOWN;
	reveal(&d->g); /* comp.4a: his chit is turned up; no mutants: where undo stops, which no case sees */
	emit(p, .kind = EVENT_ACTIVATED, .side = (int8_t)side, .who = o->unit, .n = c->chit,
		.m = c->flags & CHIEF_KILLED, .rule = "comp.5b");
	agenda_top(&d->g)->side = (uint8_t)!side;
	agenda_push(&d->g, (struct step){.kind = STEP_COMMAND, .side = (uint8_t)side, .unit = o->unit});
}

/* --- one command ---------------------------------------------------------------------------------------- */

void tt_command_step(const struct play *p, struct state *d)
{
	const struct step *s = agenda_see(&d->g);
	if (tt_next_mover(tt_book(p), d, s->unit) != NO_UNIT) {
		ask(&d->g, s->side, ASK_MOVE);
		return;
	}
	d->unit[s->unit].flags |= CHIEF_DONE;
	agenda_done(&d->g);
}

/* Is it a unit of the command that moves now, and free to move? */
static bool in_hand(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	const struct tt_book *b = tt_book(p);
	const char *name = p->m->piece[unit].name;
	if (tt_is_chief(b, unit) || b->piece[unit].chief != agenda_see(&d->g)->unit)
		return refuse(r, "comp.5b", "%s does not belong to the command that moves", name);
	if (!tt_on(d, unit)) return refuse(r, "comp.5c", "%s is not on the table", name);
	if (d->unit[unit].order == ORDER_ROUTED)
		return refuse(r, "rally.1", "%s is routed and must be rallied first", name);
	if (d->unit[unit].flags & UNIT_CHARGING) return refuse(r, "charge.1", "%s is charging", name);
	if (held_fast(b, d, unit)) return refuse(r, "charge.34", "%s is held in a melee", name);
	return true;
}

bool tt_may_move(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	struct tt_cost c;
	if (!in_hand(p, d, o->unit, r)) return false;
	if (o->a < 0) return refuse(r, "comp.5c", "a place on the table was expected");
	return tt_weigh_move(tt_book(p), d, o, &c, r) == MOVE_FINE;
}

bool tt_may_stand(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (!in_hand(p, d, o->unit, r)) return false;
	return d->unit[o->unit].flags & UNIT_ACTED
	         ? refuse(r, "comp.5c", "%s has had its order", p->m->piece[o->unit].name)
	         : true;
}

/* comp.8b, comp.8c */
static void mind_order(const struct play *p, struct state *d, int unit, bool changed)
{
	struct tt_unit *u = &d->unit[unit];
	bool tangled = u->formation == FORM_LINE && tt_lies(tt_book(p), d, unit) & TABLETOP_WOODS &&
	               tt_book(p)->piece[unit].arm == CARD_INFANTRY;
	if (changed && u->order == ORDER_DISARRAYED && !tangled) {
		u->order = ORDER_GOOD;
		emit(p, .kind = EVENT_REFORMED, .who = (int16_t)unit, .n = ORDER_DISARRAYED, .rule = "comp.8c");
	}
	if (!tangled || u->order != ORDER_GOOD) return;
	u->order = ORDER_DISARRAYED;
	emit(p, .kind = EVENT_DISARRAYED, .who = (int16_t)unit, .rule = "comp.8b");
}

#define COUNTER_FAR \
	400 /* tenths between centres: farther off no cavalry can charge, with its bonus and both blocks' size */

/* charge.4: enemy cavalry remembers who has moved into its sight; `was` is where and how it stood before. */
static void be_sighted(const struct tt_book *b, struct state *d, int unit, const struct tt_unit *was)
{
	int foe = !tt_side(b, unit);
	struct tt_unit now = d->unit[unit];
	for (int e = b->from[foe]; e < b->from[foe + 1]; e++) {
		if (b->piece[e].arm != CARD_CAVALRY || !tt_on(d, e)) continue;
		if (tt_off(d->unit[e].at, now.at, COUNTER_FAR)) continue;
		bool sees = tt_sees(b, d, e, unit, NULL);
		d->unit[unit] = *was;
		if (sees && !tt_sees(b, d, e, unit, NULL)) d->unit[e].sighted = (uint8_t)(unit + 1);
		d->unit[unit] = now;
	}
}

void tt_do_move(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct tt_unit *u = &d->unit[o->unit];
	struct tt_cost c;
	bool moved = u->at != o->a, reforms = !moved && u->facing == o->b && u->formation == o->c;
	tt_weigh_move(tt_book(p), d, o, &c, NULL);
	const struct tt_unit was = *u;
	emit(p, .kind = EVENT_MOVED, .who = o->unit, .where = u->at, .to = o->a, .n = u->used + c.tenths,
		.m = c.allowance, .rule = "comp.6j");
	bool changed = u->formation != o->c || reforms;
	if (u->formation != o->c) emit(p, .kind = EVENT_FORMED, .who = o->unit, .n = o->c, .rule = "comp.8a");
	u->at = o->a, u->facing = (int16_t)o->b, u->formation = (uint8_t)o->c;
	u->used = (int16_t)(u->used + c.tenths);
	u->flags |= UNIT_ACTED;
	emit(p, .kind = EVENT_FACED, .who = o->unit, .n = o->b, .m = o->c, .rule = "comp.5c");
	if (moved) be_sighted(tt_book(p), d, o->unit, &was);
	if (moved || changed) mind_order(p, d, o->unit, changed);
}

void tt_do_stand(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->unit[o->unit].flags |= UNIT_ACTED;
	emit(p, .kind = EVENT_STOOD, .who = o->unit, .rule = "comp.5c");
}

/* --- commanders ----------------------------------------------------------------------------------------- */

bool tt_may_ride(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct tt_book *b = tt_book(p);
	const struct tt_unit *c = &d->unit[o->unit];
	if (o->unit != agenda_see(&d->g)->unit || !tt_on(d, o->unit))
		return refuse(r, "comp.5b", "%s is not the commander who moves", p->m->piece[o->unit].name);
	if (c->flags & CHIEF_RODE) return refuse(r, "comp.6i", "%s has ridden", p->m->piece[o->unit].name);
	if (o->a < 0) return refuse(r, "comp.6i", "a place on the table was expected");
	if (o->a == c->at) return true;
	int dx = PLACE_X(o->a) - PLACE_X(c->at), dy = PLACE_Y(o->a) - PLACE_Y(c->at),
		far = isqrt64((int64_t)dx * dx + (int64_t)dy * dy);
	char spent[16];
	if (far > b->n.commander)
		return refuse(r, "comp.6i", "%s inches, and a commander has %d", tt_inches(far, spent),
			b->n.commander / 10);
	for (int e = b->from[!side]; e < b->from[!side + 1]; e++) {
		if (!tt_on(d, e)) continue;
		if (tt_off(d->unit[e].at, o->a, TT_CORNER)) continue;
		struct block foe = tt_block(b, d, e);
		if (block_holds(&foe, PLACE_X(o->a), PLACE_Y(o->a)))
			return refuse(r, "comp.11c", "the enemy stands there");
	}
	return true;
}

void tt_do_ride(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct tt_unit *c = &d->unit[o->unit];
	if (c->at != o->a)
		emit(p, .kind = EVENT_RODE, .who = o->unit, .where = c->at, .to = o->a, .rule = "comp.6i");
	c->at = o->a, c->flags |= CHIEF_RODE;
}

/* --- the list ------------------------------------------------------------------------------------------- */

void tt_list_moves(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int next = tt_next_mover(tt_book(p), d, agenda_see(&d->g)->unit);
	tt_candidates(p, d, next, o);
	orders_add(o, VERB_DONE, NO_UNIT, 0, 0, 0);
}
