/* Charges declared, countered and settled target by target (charge.1 to charge.8, charge.31). */
#include "rules/tabletop_1859/tabletop_1859.h"

void tt_break_off(struct state *d, int unit)
{
	d->unit[unit].flags &= (uint8_t)~(UNIT_CHARGING | UNIT_TIED);
	d->unit[unit].target = NO_UNIT, d->unit[unit].charge = 0;
}

bool tt_rides_at(const struct state *d, int unit, int target)
{
	return d->unit[unit].target == target && d->unit[unit].flags & (UNIT_CHARGING | UNIT_TIED);
}

int tt_charger_of(const struct tt_book *b, const struct state *d, int target)
{
	int foe = !tt_side(b, target);
	for (int u = b->from[foe]; u < b->from[foe + 1]; u++)
		if (tt_rides_at(d, u, target)) return u;
	return NO_UNIT;
}

/* --- may it --------------------------------------------------------------------------------------------- */

int tt_charge_way(const struct tt_book *b, const struct state *d, int unit, int target, bool *wet)
{
	struct block from = tt_block(b, d, unit), to = tt_block(b, d, target);
	int at[2], end[2];
	block_nearest(&from, &to, at, end);
	for (int i = 0; i < 2; i++) {
		int most = i ? b->table->h : b->table->w;
		/* no mutants: what hangs over the table's edge by a tenth or two */
		at[i] = tt_more(0, tt_less(at[i], most)), end[i] = tt_more(0, tt_less(end[i], most));
	}
	struct tabletop_way way = tabletop_walk(b->table, at[0], at[1], end[0], end[1], TT_SLOW, TT_LINES);
	*wet = way.met & TABLETOP_WATER;
	return way.length + way.slow * (b->n.slow - 1) + way.crossed * b->n.extra;
}

int tt_charge_reach(const struct tt_book *b, const struct state *d, int unit)
{
	return tt_allowance(b, d, unit) - d->unit[unit].used + d->unit[unit].bonus;
}

/* charge.6: before the D10 is thrown, cavalry may hope for all of it. */
static int hoped_reach(const struct tt_book *b, const struct state *d, int unit, bool hopes)
{
	return tt_charge_reach(b, d, unit) +
	       (hopes && b->piece[unit].arm == CARD_CAVALRY ? tt_card_charge_bonus(&b->card, 10) : 0);
}

/* Everything but sight, and what stands between. */
static bool could_charge(const struct tt_book *b, const struct state *d, int unit, int target, bool hopes,
	struct refusal *r)
{
	char far[16], most[16];
	bool wet;
	if (b->piece[unit].arm == CARD_ARTILLERY) return refuse(r, "comp.6h", "guns do not charge");
	if (!tt_formed(d, unit)) return refuse(r, "charge.2", "a disorganised unit cannot charge");
	int reach = hoped_reach(b, d, unit, hopes);
	/* if nobody asks why, the cheap test comes first */
	if (!r && tt_off(d->unit[unit].at, d->unit[target].at, reach + TT_CENTRES)) return false;
	int way = tt_charge_way(b, d, unit, target, &wet);
	const char *at_most = reach > tt_charge_reach(b, d, unit) ? "at the most" : "left";
	if (way > reach)
		return refuse(r, "charge.6", "the way is %s inches, and it has %s %s", tt_inches(way, far),
			tt_inches(reach, most), at_most);
	if (wet) return refuse(r, "comp.7d", "water lies across the way");
	return tt_in_arc(b, d, unit, target)
	         ? true
	         : refuse(r, "comp.10f", "the target is not within %d degrees of straight ahead", b->n.arc);
}

bool tt_can_charge(const struct tt_book *b, const struct state *d, int unit, int target, bool hopes,
	struct refusal *r)
{
	/* charge.3 */
	if (!could_charge(b, d, unit, target, hopes, r) || !tt_sees(b, d, unit, target, r)) return false;
	return tt_way_open(b, d, unit, target, hoped_reach(b, d, unit, hopes), r);
}

static bool is_enemy(const struct play *p, const struct state *d, int side, int target, struct refusal *r)
{
	const struct tt_book *b = tt_book(p);
	if (tt_is_chief(b, target) || tt_side(b, target) == side)
		return refuse(r, "charge.3", "%s is no enemy unit", p->m->piece[target].name);
	return tt_on(d, target) ? true
	                        : refuse(r, "charge.3", "%s is not on the table", p->m->piece[target].name);
}

/* comp.4e; a charger goes on without a further order (charge.31). */
static bool may_declare(const struct play *p, const struct state *d, const struct order *o, struct refusal *r)
{
	const struct tt_book *b = tt_book(p);
	const char *name = p->m->piece[o->unit].name;
	if (tt_is_chief(b, o->unit) || b->piece[o->unit].chief != agenda_see(&d->g)->unit)
		return refuse(r, "comp.5b", "%s does not belong to the command that moves", name);
	if (!tt_may_act(b, d, o->unit)) return refuse(r, "charge.2", "%s cannot act", name);
	if (d->unit[o->unit].flags & UNIT_ACTED) return refuse(r, "charge.1", "%s has had its order", name);
	if (tt_obeys(b, d, o->unit) != CHIT_ASSAULT)
		return refuse(r, "comp.4e", "only under Assault may units charge");
	return true;
}

/* charge.31: beyond the beaten unit, farther on the way of the charge than where that stood; within what is
   left of the move. */
static bool may_go_on(const struct play *p, const struct state *d, int target, struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	const char *beaten = p->m->piece[load_see(s)->go_on.beaten].name;
	int at = d->unit[target].at, stood = load_see(s)->go_on.place, way = load_see(s)->go_on.facing;
	int dx = PLACE_X(at) - PLACE_X(stood), dy = PLACE_Y(at) - PLACE_Y(stood);
	if (target == load_see(s)->go_on.beaten)
		return refuse(r, "charge.31", "it may go on beyond %s, not against it again", beaten);
	if ((dx * sine(way) - dy * cosine(way)) / SINE_ONE < 1)
		return refuse(r, "charge.31", "%s does not stand beyond the place of %s", p->m->piece[target].name,
			beaten);
	return tt_can_charge(tt_book(p), d, s->unit, target, false, r);
}

bool tt_may_charge(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct tt_book *b = tt_book(p);
	if (!is_enemy(p, d, side, o->a, r)) return false;
	if (d->g.question[side] == ASK_GO_ON) {
		if (o->unit != agenda_see(&d->g)->unit)
			return refuse(r, "charge.31", "%s does not go on", p->m->piece[o->unit].name);
		return may_go_on(p, d, o->a, r);
	}
	return may_declare(p, d, o, r) && tt_can_charge(b, d, o->unit, o->a, true, r);
}

static void declare(struct state *d, int unit, int target)
{
	d->unit[unit].flags |= UNIT_CHARGING | UNIT_ACTED;
	d->unit[unit].target = (int16_t)target, d->unit[unit].charge = 0;
}

void tt_do_charge(const struct play *p, struct state *d, int side, const struct order *o)
{
	bool on = agenda_see(&d->g)->kind == STEP_GO_ON;
	declare(d, o->unit, o->a);
	emit(p, .kind = on ? EVENT_GOES_ON : EVENT_CHARGES, .side = (int8_t)side, .who = o->unit,
		.whom = (int16_t)o->a, .n = tt_gap(tt_book(p), d, o->unit, o->a),
		.rule = on ? "charge.31" : "comp.4e");
	if (!on) return;
	d->unit[o->unit].flags |= UNIT_GOING_ON;
	agenda_done(&d->g);
	agenda_push(&d->g,
		(struct step){.kind = STEP_MELEE, .side = (uint8_t)side, .unit = (int16_t)o->a, .other = o->unit});
}

/* --- charge.4: counter-charges -------------------------------------------------------------------------- */

#define LOOKS 10 /* tenths of the charger's way between two looks at it */

/* A charging enemy is met where it first comes into sight, into the arc and within reach, on its way to its
   own target. */
int tt_way_to_meet(const struct tt_book *b, const struct state *d, int unit, int charger)
{
	const struct tt_unit *c = &d->unit[charger];
	bool hopes = !(d->unit[unit].charge & SPUR_ROLLED);
	if (tt_can_charge(b, d, unit, charger, hopes, NULL)) return 0;
	if (!(c->flags & UNIT_CHARGING)) return -1;
	struct state later = *d;
	struct block from = tt_block(b, d, charger), to = tt_block(b, d, c->target);
	int at[2], end[2], gap = block_gap(&from, &to), left = tt_charge_reach(b, d, charger);
	block_nearest(&from, &to, at, end);
	for (int far = LOOKS; far < gap && far <= left; far += LOOKS) {
		later.unit[charger].at = PLACE_XY(PLACE_X(c->at) + (end[0] - at[0]) * far / gap,
			PLACE_Y(c->at) + (end[1] - at[1]) * far / gap);
		if (tt_can_charge(b, &later, unit, charger, hopes, NULL)) return far;
	}
	return -1;
}

static bool may_counter(const struct tt_book *b, const struct state *d, int unit, int target,
	struct refusal *r)
{
	const struct tt_unit *u = &d->unit[unit];
	int chit = tt_obeys(b, d, unit);
	if (b->piece[unit].arm != CARD_CAVALRY) return refuse(r, "charge.4", "only cavalry counter-charges");
	if (!tt_on(d, unit) || u->flags & (UNIT_CHARGING | UNIT_TIED))
		return refuse(r, "charge.4", "it is charging, or not there");
	if (!(d->unit[target].flags & UNIT_CHARGING) && u->sighted != target + 1)
		return refuse(r, "charge.4",
			"the target does not charge, nor has it moved into its sight in this turn");
	if (chit == CHIT_MARCH || chit == CHIT_REFORM || chit == CHIT_WITHDRAW)
		return refuse(r, "charge.4", "its orders are to %s", tt_chit_names[chit]);
	if (tt_way_to_meet(b, d, unit, target) >= 0) return true;
	return r ? tt_can_charge(b, d, unit, target, true, r) : false; /* why it cannot be met where it stands */
}

static int list_counters(const struct tt_book *b, const struct state *d, int side, int most, struct orders *o)
{
	int found = 0;
	for (int t = b->from[!side]; t < b->from[!side + 1]; t++) {
		if (!tt_on(d, t)) continue;
		for (int u = b->from[side]; u < b->from[side + 1] && found < most; u++) {
			if (b->piece[u].arm != CARD_CAVALRY || !may_counter(b, d, u, t, NULL)) continue;
			found++;
			if (o) orders_add(o, VERB_COUNTER, u, t, 0, 0);
		}
	}
	return found;
}

void tt_counter_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	for (; s->stage < 2; s->stage++, s->side = !s->side)
		if (list_counters(tt_book(p), d, s->side, TT_ANY, NULL)) {
			ask(&d->g, s->side, ASK_COUNTER);
			return;
		}
	agenda_done(&d->g);
}

void tt_list_counter(const struct play *p, const struct state *d, int side, struct orders *o)
{
	list_counters(tt_book(p), d, side, 200, o);
	orders_add(o, VERB_DONE, NO_UNIT, 0, 0, 0);
}

bool tt_may_counter(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct tt_book *b = tt_book(p);
	if (!is_enemy(p, d, side, o->a, r)) return false;
	if (tt_is_chief(b, o->unit) || tt_side(b, o->unit) != side)
		return refuse(r, "charge.4", "%s is no unit of that side", p->m->piece[o->unit].name);
	return may_counter(b, d, o->unit, o->a, r);
}

void tt_do_counter(const struct play *p, struct state *d, int side, const struct order *o)
{
	declare(d, o->unit, o->a);
	emit(p, .kind = EVENT_COUNTER, .side = (int8_t)side, .who = o->unit, .whom = (int16_t)o->a,
		.rule = "charge.4");
}

/* A charge is only declared, and fought in its phase: for the odds it is fought at once, with those who
   charge the same unit. */
bool tt_foretell(const struct play *p, struct game *clone, int side, const struct order *o,
	struct order *then)
{
	struct state *d = tt_of(clone);
	if ((o->verb != VERB_CHARGE && o->verb != VERB_COUNTER) || agenda_see(clone)->kind == STEP_GO_ON)
		return false;
	declare(d, o->unit, o->a);
	for (int u = 0; u < tt_book(p)->units; u++)
		if (d->unit[u].flags & UNIT_CHARGING && d->unit[u].target != o->a && u != o->a) tt_break_off(d, u);
	clone->depth = clone->deferred = clone->waiting = 0;
	clone->active = (uint8_t)side;
	agenda_push(clone, (struct step){.kind = STEP_CHARGES, .side = (uint8_t)side});
	ask(clone, side, ASK_SETTLE);
	*then = (struct order){VERB_SETTLE, NO_UNIT, o->a, 0, 0};
	return true;
}

/* --- charge.5: target by target ------------------------------------------------------------------------- */

/* Somebody charges it, or goes on fighting it from the last turn (charge.34); GOING_ON marks those who have
   had their round. */
static bool to_settle(const struct tt_book *b, const struct state *d, int target)
{
	int foe = !tt_side(b, target);
	for (int u = b->from[foe]; u < b->from[foe + 1]; u++)
		if (d->unit[u].target == target && (d->unit[u].flags & UNIT_CHARGING ||
											   (d->unit[u].flags & (UNIT_TIED | UNIT_GOING_ON)) == UNIT_TIED))
			return true;
	return false;
}

/* Targets of this side's charges. One that is itself charging comes first: somebody rides against it. */
static int list_settles(const struct tt_book *b, const struct state *d, int side, bool *urgent,
	struct orders *o)
{
	int found = 0;
	*urgent = false;
	for (int pass = 0; pass < 2 && !found; pass++)
		for (int t = b->from[!side]; t < b->from[!side + 1]; t++) {
			bool rides = d->unit[t].flags & UNIT_CHARGING;
			if (!tt_on(d, t) || (pass == 0 && !rides) || !to_settle(b, d, t)) continue;
			found++, *urgent = pass == 0;
			if (o) orders_add(o, VERB_SETTLE, NO_UNIT, t, 0, 0);
		}
	return found;
}

void tt_charges_step(const struct play *p, struct state *d)
{
	const struct tt_book *b = tt_book(p);
	bool urgent[SIDES];
	int found[SIDES], side = d->g.active;
	for (int s = 0; s < SIDES; s++) found[s] = list_settles(b, d, s, &urgent[s], NULL);
	if (!found[0] && !found[1]) {
		agenda_done(&d->g);
		return;
	}
	if (!found[side] || (urgent[!side] && !urgent[side])) side = !side;
	ask(&d->g, side, ASK_SETTLE);
}

void tt_list_settle(const struct play *p, const struct state *d, int side, struct orders *o)
{
	bool urgent;
	list_settles(tt_book(p), d, side, &urgent, o);
}

bool tt_may_settle(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct tt_book *b = tt_book(p);
	bool urgent;
	if (!is_enemy(p, d, side, o->a, r)) return false;
	if (!to_settle(b, d, o->a)) return refuse(r, "charge.5", "nobody charges %s", p->m->piece[o->a].name);
	list_settles(b, d, side, &urgent, NULL);
	return urgent && !(d->unit[o->a].flags & UNIT_CHARGING)
	         ? refuse(r, "charge.4", "counter-charges come first")
	         : true;
}

void tt_do_settle(const struct play *p, struct state *d, int side, const struct order *o)
{
	int lead = tt_charger_of(tt_book(p), d, o->a);
	emit(p, .kind = EVENT_MELEE, .side = (int8_t)side, .who = (int16_t)lead, .whom = (int16_t)o->a,
		.rule = "charge.5");
	agenda_push(&d->g, (struct step){.kind = STEP_MELEE,
						   .side = (uint8_t)side,
						   .unit = (int16_t)o->a,
						   .other = (int16_t)lead});
}

/* --- charge.31: going on -------------------------------------------------------------------------------- */

void tt_go_on_step(const struct play *p, struct state *d) { ask(&d->g, agenda_see(&d->g)->side, ASK_GO_ON); }

void tt_list_go_on(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct tt_book *b = tt_book(p);
	const struct step *s = agenda_see(&d->g);
	for (int t = b->from[!side]; t < b->from[!side + 1]; t++)
		if (tt_on(d, t) && may_go_on(p, d, t, NULL)) orders_add(o, VERB_CHARGE, s->unit, t, 0, 0);
	orders_add(o, VERB_DONE, NO_UNIT, 0, 0, 0);
}
