/* The melee (charge.9 to charge.35): chargers roll and ride home, both sides score, and the loser goes. */
#include "rules/tabletop_1859/tabletop_1859.h"

/* --- the two sides, as the card wants them -------------------------------------------------------------------------------------------- */

static bool engaged(const struct tt *d, int unit, int target) { return d->unit[unit].target == target && d->unit[unit].flags & (UNIT_CHARGING | UNIT_TIED); }

/* AMB-18: a friend of the same arm in good order, close behind the line, who is not in it. */
static bool supported(const struct tt_book *b, const struct tt *d, int unit)
{
	int side = tt_side(b, unit);
	struct block k = tt_block(b, d, unit);
	for (int u = b->from[side]; u < b->from[side + 1]; u++) {
		if (u == unit || !tt_on(d, u) || b->piece[u].arm != b->piece[unit].arm || d->unit[u].order != ORDER_GOOD) continue;
		if (d->unit[u].target != NO_UNIT && d->unit[u].target == d->unit[unit].target) continue;
		struct block other = tt_block(b, d, u);
		int behind = 2 * k.half_h / BLOCK_FINE;
		if (block_within(&k, &other, b->n.support) && block_ahead(&k, PLACE_X(d->unit[u].at), PLACE_Y(d->unit[u].at)) <= -behind) return true;
	}
	return false;
}

static void add_unit(const struct tt_book *b, const struct tt *d, int unit, struct card_side *s)
{
	const struct tt_piece *v = &b->piece[unit];
	const struct tt_unit *u = &d->unit[unit];
	int stands = u->formation == FORM_MARCH ? 1 : u->stands, chief; /* of a march column only the head fights */
	if (u->order >= ORDER_DISORGANISED) s->disorganised += stands;
	else s->ordered += stands;
	if (v->morale > s->morale) s->morale = v->morale; /* AMB-19 */
	if (u->order == ORDER_ROUTED) s->is |= IS_ROUTED;
	if (tt_near_chief(b, d, unit, b->card.near, &chief)) s->is |= IS_LED;
	if (supported(b, d, unit)) s->is |= IS_SUPPORTED;
	if (v->french) s->is |= IS_FRENCH_FOOT;
	if (v->italian) s->is |= IS_ITALIAN_FOOT;
}

/* charge.9: at most two against one; those beyond that are out of it, the disorganised first. */
static void two_on_one(const struct tt_book *b, struct card_side *s, int against)
{
	int most = against * b->n.against_one, over = s->ordered + s->disorganised - most;
	if (over <= 0) return;
	int out = over < s->disorganised ? over : s->disorganised;
	s->disorganised -= out, s->ordered -= over - out;
}

/* charge.19: formed and stationary, against foot that comes over open ground. */
static bool awaits(const struct tt_book *b, const struct tt *d, int target, int lead)
{
	const struct tt_unit *t = &d->unit[target];
	return t->order == ORDER_GOOD && !t->used && !(t->flags & UNIT_CHARGING) && b->piece[lead].arm == CARD_INFANTRY && !(tt_lies(b, d, lead) & (TT_COVER | TT_SLOW));
}

void tt_melee_of(const struct tt_book *b, const struct tt *d, int target, int lead, int flags, struct card_melee *m)
{
	struct card_side *attacker = &m->side[0], *defender = &m->side[1];
	int side = tt_side(b, lead), front = 0;
	*m = (struct card_melee){0};
	attacker->arm = b->piece[lead].arm, defender->arm = b->piece[target].arm;
	for (int u = b->from[side]; u < b->from[side + 1]; u++) {
		if (!tt_on(d, u) || (u != lead && !engaged(d, u, target))) continue;
		add_unit(b, d, u, attacker);
		front += tt_front(b, u, d->unit[u].formation, d->unit[u].stands);
	}
	add_unit(b, d, target, defender);
	int ours = attacker->ordered + attacker->disorganised, theirs = defender->ordered + defender->disorganised;
	two_on_one(b, attacker, theirs), two_on_one(b, defender, ours);
	if (flags & MELEE_SURPRISE) attacker->is |= IS_SURPRISING;
	if (flags & MELEE_FURIA) attacker->is |= IS_FURIOUS;
	if (flags & MELEE_FLANK || front > tt_front(b, target, d->unit[target].formation, d->unit[target].stands)) defender->is |= IS_FLANKED; /* charge.10 */
	if (awaits(b, d, target, lead)) defender->is |= IS_FORMED;
	if (tt_lies(b, d, target) & TABLE_TOWN) m->is |= IS_IN_TOWN;
	if (flags & MELEE_CONTINUED) m->is |= IS_CONTINUED;
}

/* --- riding home -------------------------------------------------------------------------------------------------------------------------- */

/* charge.6 to charge.8: a D10 for horse, bonus and surprise at once; for foot only whether it is furia. Its flags. */
static int spur(const struct play *p, struct game *g, int unit, int *bonus)
{
	const struct tt_book *b = tt_book(p);
	int side = tt_side(b, unit);
	*bonus = 0;
	if (b->piece[unit].arm == CARD_CAVALRY) {
		int die = roll_die(p, g, side, 10, "charge.6", "charge bonus and surprise");
		*bonus = card_charge_bonus(&b->card, die);
		if (!card_surprises(&b->card, die)) return 0;
		emit(p, .kind = EVENT_SURPRISE, .side = (int8_t)side, .who = (int16_t)unit, .n = die, .rule = "charge.7");
		return MELEE_SURPRISE;
	}
	int least = 10; /* charge.8 */
	while (least > 1 && card_furious(&b->card, b->piece[unit].french, least - 1)) least--;
	const struct throw t = {.kind = THROW_AT_LEAST, .n = 1, .sides = 10, .mark = least, .why = "furia", .rule = "charge.8", .side = side, .who = unit, .whom = NO_UNIT};
	if (!roll(p, g, &t)) return 0;
	emit(p, .kind = EVENT_FURIA, .side = (int8_t)side, .who = (int16_t)unit, .n = least, .rule = "charge.8");
	return MELEE_FURIA;
}

static void ride_home(const struct play *p, struct game *g, int target)
{
	const struct tt_book *b = tt_book(p);
	struct tt *d = tt_of(g);
	int foe = !tt_side(b, target);
	struct step *s = agenda_top(g);
	s->other = NO_UNIT;
	for (int u = b->from[foe]; u < b->from[foe + 1]; u++) {
		int bonus;
		if (!engaged(d, u, target)) continue;
		if (d->unit[u].flags & UNIT_TIED) { /* in contact since the last turn */
			s->flags |= MELEE_CONTINUED;
			if (s->other == NO_UNIT) s->other = (int16_t)u;
			continue;
		}
		struct block front = tt_block(b, d, target);
		bool flank = block_ahead(&front, PLACE_X(d->unit[u].at), PLACE_Y(d->unit[u].at)) < 0;
		int luck = spur(p, g, u, &bonus);
		if (!tt_ride_home(p, d, u, target, tt_allowance(b, d, u) - d->unit[u].used + bonus)) {
			tt_break_off(d, u);
			continue;
		}
		s->flags |= (uint8_t)(luck | (flank ? MELEE_FLANK : 0));
		if (s->other == NO_UNIT) s->other = (int16_t)u;
	}
}

/* --- what comes of it ----------------------------------------------------------------------------------------------------------------------- */

static void tell_score(const struct play *p, const struct card_melee *m, int side, int unit, int die)
{
	const struct tt_book *b = tt_book(p);
	struct card_score s;
	card_score(&b->card, m, side, &s);
	tt_tell_list(p, &s.because, tt_side(b, unit), unit);
	emit(p, .kind = EVENT_SCORE, .side = (int8_t)tt_side(b, unit), .who = (int16_t)unit, .n = s.total + die, .m = die, .rule = "charge.15");
}

/* charge.27: a 6 against him, then an even number. */
static void endanger(const struct play *p, struct game *g, int unit, int by, int die)
{
	const struct tt_book *b = tt_book(p);
	int chief;
	if (!card_endangers(&b->card, true, die) || !tt_near_chief(b, tt_see(g), unit, b->card.near, &chief)) return;
	if (!card_kills(roll_die(p, g, by, 6, "charge.27", "a commander in danger: even kills"))) return;
	tt_tell_killed(p, tt_see(g), chief, "charge.27");
	tt_remove_chief(tt_of(g), chief);
}

static void beaten(const struct play *p, struct tt *d, int unit, int by, const struct card_outcome *o)
{
	const struct tt_book *b = tt_book(p);
	if (!tt_on(d, unit)) return;
	if (o->guns_lost && b->piece[unit].arm == CARD_ARTILLERY) { /* charge.26 */
		struct tt_unit *u = &d->unit[unit];
		emit(p, .kind = EVENT_GUNS, .who = (int16_t)unit, .whom = (int16_t)by, .n = u->stands, .rule = "charge.26");
		u->taken = (uint8_t)(u->taken + u->stands), u->stands = 0;
		tt_remove(p, d, unit);
		return;
	}
	tt_fall_back(p, d, unit, by, o->back, o->routs, o->routs ? "charge.30" : "charge.24");
}

static void shake(const struct play *p, struct tt *d, int unit)
{
	if (!tt_on(d, unit)) return;
	tt_break_off(d, unit);
	tt_disorganise(p, d, unit, "charge.25");
}

struct fight { int target, lead, n, charger[16]; };

static struct fight fighters(const struct tt_book *b, const struct tt *d, const struct step *s)
{
	struct fight f = {.target = s->unit, .lead = s->other};
	int side = tt_side(b, s->other);
	for (int u = b->from[side]; u < b->from[side + 1] && f.n < 16; u++)
		if (engaged(d, u, s->unit)) f.charger[f.n++] = u;
	return f;
}

static void carry_out(const struct play *p, struct tt *d, const struct fight *f, const struct card_outcome *o)
{
	for (int i = 0; i < f->n; i++) tt_break_off(d, f->charger[i]);
	if (o->eliminated) { /* charge.14 */
		tt_lose(p, d, f->target, d->unit[f->target].stands, "charge.14");
		return;
	}
	const char *rule = o->margin == MARGIN_1 ? "charge.28" : o->margin == MARGIN_2 ? "charge.29" : o->margin == MARGIN_5 ? "charge.30" : "charge.32";
	tt_lose(p, d, f->lead, o->losses[0], rule);
	tt_lose(p, d, f->target, o->losses[1], rule);
	for (int i = 0; i < f->n && o->disorganised[0]; i++) shake(p, d, f->charger[i]);
	if (o->disorganised[1]) shake(p, d, f->target);
	if (o->winner == 0) beaten(p, d, f->target, f->lead, o);
	for (int i = 0; i < f->n && o->winner == 1; i++) beaten(p, d, f->charger[i], f->target, o);
}

static void tie(const struct play *p, struct game *g, const struct fight *f, const struct card_outcome *o)
{
	struct tt *d = tt_of(g);
	emit(p, .kind = o->waits ? EVENT_WAITS : EVENT_TIE, .who = (int16_t)f->lead, .whom = (int16_t)f->target, .rule = o->waits ? "charge.34" : "charge.33");
	settled(g);
	if (!o->waits) return; /* the step comes again */
	for (int i = 0; i < f->n; i++) {
		struct tt_unit *u = &d->unit[f->charger[i]];
		u->flags = (uint8_t)((u->flags & ~UNIT_CHARGING) | UNIT_TIED | UNIT_GOING_ON); /* GOING_ON: not again in this phase */
	}
	agenda_done(g);
}

static void fight_out(const struct play *p, struct game *g)
{
	const struct tt_book *b = tt_book(p);
	struct tt *d = tt_of(g);
	struct step *s = agenda_top(g);
	struct fight f = fighters(b, d, s);
	struct card_melee m;
	struct card_outcome o;
	int die[SIDES] = {0}, side = tt_side(b, f.lead);
	tt_melee_of(b, d, f.target, f.lead, s->flags, &m);
	emit(p, .kind = EVENT_CONTACT, .side = (int8_t)side, .who = (int16_t)f.lead, .whom = (int16_t)f.target, .n = m.side[0].ordered + m.side[0].disorganised,
	     .m = m.side[1].ordered + m.side[1].disorganised, .rule = "charge.9");
	if (!(m.side[1].is & IS_ROUTED)) {
		die[0] = roll_die(p, g, side, 6, "charge.15", "the attacker's die"), die[1] = roll_die(p, g, !side, 6, "charge.15", "the defender's die");
		tell_score(p, &m, 0, f.lead, die[0]), tell_score(p, &m, 1, f.target, die[1]);
	}
	card_outcome(&b->card, &m, die[0], die[1], &o);
	endanger(p, g, f.target, side, die[0]), endanger(p, g, f.lead, !side, die[1]);
	if (o.winner < 0) {
		tie(p, g, &f, &o);
		return;
	}
	emit(p, .kind = EVENT_WON, .side = (int8_t)(o.winner ? !side : side), .who = (int16_t)(o.winner ? f.target : f.lead), .whom = (int16_t)(o.winner ? f.lead : f.target),
	     .n = o.margin, .rule = "charge.23");
	carry_out(p, d, &f, &o);
	agenda_done(g);
	for (int i = f.n - 1; i >= 0 && o.goes_on; i--) /* charge.31: whoever was in it, the first of them first, and once */
		if (!(d->unit[f.charger[i]].flags & UNIT_GOING_ON)) agenda_push(g, (struct step){.kind = STEP_GO_ON, .side = (uint8_t)side, .unit = (int16_t)f.charger[i], .other = (int16_t)f.target});
	settled(g);
}

void tt_melee_step(const struct play *p, struct game *g)
{
	struct step *s = agenda_top(g);
	const struct tt *d = tt_see(g);
	if (s->stage == 0) {
		s->stage = 1;
		ride_home(p, g, s->unit);
		if (s->other == NO_UNIT) agenda_done(g), settled(g);
		return;
	}
	if (!tt_on(d, s->unit) || !tt_on(d, s->other)) agenda_done(g);
	else fight_out(p, g);
}

/* --- beforehand ------------------------------------------------------------------------------------------------------------------------------ */

void tt_odds_of_charge(const struct tt_book *b, const struct tt *d, int unit, int target, int *wins, int *ties)
{
	struct block front = tt_block(b, d, target);
	int flank = block_ahead(&front, PLACE_X(d->unit[unit].at), PLACE_Y(d->unit[unit].at)) < 0 ? MELEE_FLANK : 0;
	bool horse = b->piece[unit].arm == CARD_CAVALRY;
	*wins = *ties = 0;
	for (int ten = 1; ten <= 10; ten++) {
		bool luck = horse ? card_surprises(&b->card, ten) : card_furious(&b->card, b->piece[unit].french, ten);
		struct card_melee m;
		tt_melee_of(b, d, target, unit, flank | (luck ? horse ? MELEE_SURPRISE : MELEE_FURIA : 0), &m);
		for (int dice = 0; dice < 36; dice++) {
			struct card_outcome o;
			card_outcome(&b->card, &m, dice / 6 + 1, dice % 6 + 1, &o);
			*wins += o.winner == 0, *ties += o.winner < 0;
		}
	}
}
