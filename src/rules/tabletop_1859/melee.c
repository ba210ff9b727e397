/* The melee (charge.9 to charge.35): chargers roll and ride home, both sides score, and the loser goes. */
#include "rules/tabletop_1859/tabletop_1859.h"

/* --- the two sides, as the card wants them -------------------------------------------------------------- */

/* charge.2: to support a charge a unit must be able to charge: its division has the order that the charger's
   has (comp.4e), and it is not stopped or held in a fight. */
static bool may_support(const struct tt_book *b, const struct state *d, int unit, int friend)
{
	const struct tt_unit *u = &d->unit[unit], *f = &d->unit[friend];
	if (!(u->flags & UNIT_CHARGING)) return true;
	return d->unit[b->piece[friend].chief].chit == d->unit[b->piece[unit].chief].chit &&
	       !(f->flags & (UNIT_STOPPED | UNIT_TIED));
}

/* charge.17, AMB-18: a friend of the same arm, formed, close behind the line, who is not in it. */
bool tt_supported(const struct tt_book *b, const struct state *d, int unit)
{
	int side = tt_side(b, unit);
	struct block k = tt_block(b, d, unit);
	for (int u = b->from[side]; u < b->from[side + 1]; u++) {
		if (u == unit || !tt_on(d, u) || b->piece[u].arm != b->piece[unit].arm || !tt_formed(d, u) ||
			!may_support(b, d, unit, u))
			continue;
		if (d->unit[u].target != NO_UNIT && d->unit[u].target == d->unit[unit].target) continue;
		struct block other = tt_block(b, d, u);
		int behind = 2 * k.half_h / BLOCK_FINE;
		if (block_within(&k, &other, b->n.support) &&
			block_ahead(&k, PLACE_X(d->unit[u].at), PLACE_Y(d->unit[u].at)) <= -behind)
			return true;
	}
	return false;
}

/* AMB-24: all stands are placed in contact, whatever the formation; with `first_rank` only those in front.
   comp.8d: of a march column the head. */
static int stands_engaged(const struct tt_book *b, const struct state *d, int unit)
{
	const struct tt_unit *u = &d->unit[unit];
	return b->first_rank || u->formation == FORM_MARCH ? tt_front(b, unit, u->formation, u->stands)
	                                                   : u->stands;
}

/* charge.12: does it come at foot and guns as cavalry that they are ready for? */
static bool is_horse(const struct tt_book *b, const struct state *d, int unit, int spur)
{
	return b->piece[unit].arm == CARD_CAVALRY && !((d->unit[unit].charge | spur) & SPUR_SURPRISE);
}

static void add_unit(const struct tt_book *b, const struct state *d, int unit, int spur, struct card_side *s)
{
	const struct tt_piece *v = &b->piece[unit];
	const struct tt_unit *u = &d->unit[unit];
	int stands = stands_engaged(b, d, unit), chief;
	bool foot = v->arm == CARD_INFANTRY;
	spur |= u->charge;
	if (u->order >= ORDER_DISORGANISED) s->disorganised += stands;
	else s->ordered += stands;
	s->morale = tt_more(s->morale, v->morale); /* AMB-19 */
	if (u->order == ORDER_ROUTED) s->is |= IS_ROUTED;
	if (foot && tt_near_chief(b, d, unit, b->card.near, &chief)) s->is |= IS_LED;
	if (spur & SPUR_SUPPORTED || tt_supported(b, d, unit)) s->is |= IS_SUPPORTED;
	if (foot && v->french) s->is |= IS_FRENCH_FOOT;
	if (foot && v->italian) s->is |= IS_ITALIAN_FOOT;
	if (spur & SPUR_SURPRISE) s->is |= IS_SURPRISING;
	if (spur & SPUR_FURIA) s->is |= IS_FURIOUS;
}

/* charge.9: at most two against one; those beyond that are out of it, the disorganised first. */
static void two_on_one(const struct tt_book *b, struct card_side *s, int against)
{
	int most = against * b->n.against_one, over = tt_more(s->ordered + s->disorganised - most, 0),
		out = tt_less(over, s->disorganised);
	s->disorganised -= out, s->ordered -= over - out;
}

struct attack {
	int lead, spur, front, foot, horse, open;
}; /* those who are in it: stands side by side; foot among them, foot in the open, and horse that does not
      surprise */

static bool is_in(const struct state *d, int unit, int target, int lead)
{
	return tt_on(d, unit) && (unit == lead || tt_rides_at(d, unit, target));
}

static void add_attacker(const struct tt_book *b, const struct state *d, int unit, struct attack *a,
	struct card_melee *m, int *others)
{
	int spur = unit == a->lead ? a->spur : 0; /* no mutants: only the label of a charge supposes something */
	int foot = b->piece[unit].arm == CARD_INFANTRY;
	add_unit(b, d, unit, spur, &m->side[0]);
	a->front += tt_front(b, unit, d->unit[unit].formation, d->unit[unit].stands);
	a->foot += foot, a->open += foot && !(tt_lies(b, d, unit) & (TT_COVER | TT_SLOW));
	if (is_horse(b, d, unit, spur)) a->horse++;
	else ++*others;
	if ((d->unit[unit].charge | spur) & SPUR_FLANK) m->side[1].is |= IS_FLANKED;
}

/* charge.12: the stands of the target whose nearest enemy is such cavalry. A garrison's stands behind the
   first rank have it only if all are. */
static int stands_against_horse(const struct tt_book *b, const struct state *d, int target,
	const struct attack *a)
{
	const struct tt_unit *t = &d->unit[target];
	struct block whole = tt_block(b, d, target);
	int side = !tt_side(b, target), n = tt_front(b, target, t->formation, t->stands), found = 0;
	for (int i = 0; i < n; i++) {
		struct block stand = block_part(&whole, i, n, b->n.depth);
		int64_t nearest[2] = {INT64_MAX, INT64_MAX}; /* others, horse */
		for (int u = b->from[side]; u < b->from[side + 1]; u++) {
			if (!is_in(d, u, target, a->lead)) continue;
			struct block foe = tt_block(b, d, u);
			int horse = is_horse(b, d, u, u == a->lead ? a->spur : 0); /* no mutants: as above */
			int64_t far = block_distance2(&stand, &foe);
			if (far < nearest[horse]) nearest[horse] = far;
		}
		found += nearest[1] <= nearest[0];
	}
	return found;
}

/* Foot and horse together, or horse of which only some surprise: each stand has what stands against it. */
static void mix(const struct tt_book *b, const struct state *d, int target, const struct attack *a,
	struct card_melee *m)
{
	struct card_side *attacker = &m->side[0], *defender = &m->side[1];
	attacker->is |= IS_MIXED;
	if (defender->arm != CARD_CAVALRY) defender->against_horse = stands_against_horse(b, d, target, a);
	else if (!(defender->is & IS_SURPRISING))
		for (int u = b->from[!tt_side(b, target)]; u < b->from[!tt_side(b, target) + 1]; u++)
			if (is_in(d, u, target, a->lead) && b->piece[u].arm != CARD_CAVALRY && tt_formed(d, u))
				attacker->against_horse += stands_engaged(b, d, u);
	for (int i = 0; i < 2; i++)
		m->side[i].against_horse = tt_less(m->side[i].against_horse, m->side[i].ordered);
}

/* charge.19: formed and stationary, against foot that comes over open ground. */
static bool awaits(const struct state *d, int target, const struct attack *a)
{
	const struct tt_unit *t = &d->unit[target];
	return t->order == ORDER_GOOD && !t->used && !(t->flags & UNIT_CHARGING) && a->open;
}

/* It charges one of those who charge it. */
static bool charges_back(const struct state *d, int target)
{
	const struct tt_unit *t = &d->unit[target];
	return t->flags & UNIT_CHARGING && tt_rides_at(d, t->target, target);
}

void tt_melee_of(const struct tt_book *b, const struct state *d, int target, int lead, int spur,
	bool continued, struct card_melee *m)
{
	struct card_side *attacker = &m->side[0], *defender = &m->side[1];
	struct attack a = {.lead = lead, .spur = spur};
	int side = tt_side(b, lead), others = 0;
	*m = (struct card_melee){0};
	for (int u = b->from[side]; u < b->from[side + 1]; u++)
		if (is_in(d, u, target, lead)) add_attacker(b, d, u, &a, m, &others);
	add_unit(b, d, target, 0, defender);
	attacker->arm = a.foot ? CARD_INFANTRY : CARD_CAVALRY, defender->arm = b->piece[target].arm;
	int ours = attacker->ordered + attacker->disorganised,
		theirs = defender->ordered + defender->disorganised;
	two_on_one(b, attacker, theirs), two_on_one(b, defender, ours);
	/* charge.10 */
	if (a.front > tt_front(b, target, d->unit[target].formation, d->unit[target].stands))
		defender->is |= IS_FLANKED;
	if (charges_back(d, target)) defender->is |= IS_CHARGING;
	if (a.horse && others) mix(b, d, target, &a, m);
	if (awaits(d, target, &a)) defender->is |= IS_FORMED;
	if (tt_lies(b, d, target) & TABLETOP_TOWN) m->is |= IS_IN_TOWN;
	if (continued) m->is |= IS_CONTINUED;
}

/* --- riding home ---------------------------------------------------------------------------------------- */

bool tt_at_flank(const struct tt_book *b, const struct state *d, int unit, int target)
{
	struct block front = tt_block(b, d, target);
	return block_ahead(&front, PLACE_X(d->unit[unit].at), PLACE_Y(d->unit[unit].at)) < 0;
}

/* charge.6 to charge.8: a D10 for horse, bonus and surprise at once; for foot only whether it is furia. Who
   goes on keeps the bonus it has. */
static int throw_spur(const struct play *p, struct state *d, int unit)
{
	const struct tt_book *b = tt_book(p);
	struct tt_unit *u = &d->unit[unit];
	int side = tt_side(b, unit);
	if (b->piece[unit].arm == CARD_CAVALRY) {
		int die = tt_roll_for(p, d, unit, D10, "charge.6",
			"its charge bonus in half inches, and surprise on 9 or 0");
		if (!(u->flags & UNIT_GOING_ON)) u->bonus = (uint8_t)tt_card_charge_bonus(&b->card, die);
		if (!tt_card_surprises(&b->card, die)) return 0;
		emit(p, .kind = EVENT_SURPRISE, .side = (int8_t)side, .who = (int16_t)unit, .n = die,
			.rule = "charge.7");
		return SPUR_SURPRISE;
	}
	static const struct roll_words words = {.good = "it has it", .bad = "it has none"};
	int least = D10; /* charge.8 */
	while (least > 1 && tt_card_furious(&b->card, b->piece[unit].french, least - 1)) least--;
	const struct throw t = {.kind = THROW_AT_LEAST,
		.n = 1,
		.sides = 10,
		.mark = least,
		.why = "furia",
		.words = &words,
		.rule = "charge.8",
		.side = side,
		.who = unit,
		.whom = NO_UNIT};
	if (!roll(p, &d->g, &t)) return 0;
	emit(p, .kind = EVENT_FURIA, .side = (int8_t)side, .who = (int16_t)unit, .n = least, .rule = "charge.8");
	return SPUR_FURIA;
}

/* What a charger has when it sets out it has when it arrives: its luck, the flank it comes upon, and its
   support (charge.17, charge.22). */
static void set_out(const struct play *p, struct state *d, int unit)
{
	const struct tt_book *b = tt_book(p);
	struct tt_unit *u = &d->unit[unit];
	if (u->charge & SPUR_ROLLED) return;
	u->charge = (uint8_t)(SPUR_ROLLED | throw_spur(p, d, unit));
	if (tt_at_flank(b, d, unit, u->target)) u->charge |= SPUR_FLANK;
	if (tt_supported(b, d, unit)) u->charge |= SPUR_SUPPORTED;
}

/* Two that charge each other meet half way, or nearer to the one that cannot go so far. A charger that is
   ridden against on its way to somebody else has come as far as it can be met (charge.4). */
static void come_to_meet(const struct play *p, struct state *d, int target, int lead)
{
	const struct tt_book *b = tt_book(p);
	bool wet;
	if (!(d->unit[target].flags & UNIT_CHARGING)) return;
	int own = tt_charge_reach(b, d, target), other = d->unit[target].target,
		far = tt_way_to_meet(b, d, lead, target);
	if (charges_back(d, target)) {
		int way = tt_charge_way(b, d, target, other, &wet);
		far = tt_more(way / 2, way - tt_charge_reach(b, d, other));
	}
	tt_ride_towards(p, d, target, other, far, own);
}

static void ride_home(const struct play *p, struct state *d, int target)
{
	const struct tt_book *b = tt_book(p);
	int foe = !tt_side(b, target);
	struct step *s = agenda_top(&d->g);
	for (int u = b->from[foe]; u < b->from[foe + 1]; u++) {
		if (!tt_rides_at(d, u, target)) continue;
		if (d->unit[u].flags & UNIT_TIED) s->flags |= MELEE_CONTINUED; /* in contact since the last turn */
		else set_out(p, d, u);
	}
	if (charges_back(d, target)) set_out(p, d, target);
	if (s->other != NO_UNIT) come_to_meet(p, d, target, s->other);
	s->other = NO_UNIT;
	for (int u = b->from[foe]; u < b->from[foe + 1]; u++) {
		if (!tt_rides_at(d, u, target)) continue;
		if (!(d->unit[u].flags & UNIT_TIED) && !tt_ride_home(p, d, u, target, tt_charge_reach(b, d, u)))
			tt_break_off(d, u);
		else if (s->other == NO_UNIT) s->other = (int16_t)u;
	}
}

/* --- what comes of it ----------------------------------------------------------------------------------- */

/* charge.22 has several reasons: the log says which. */
static const char *flank_words(const struct card_melee *m, int side)
{
	if (m->side[side].is & IS_SURPRISING) return "surprise";  /* no mutants: words */
	if (m->side[side].is & IS_FURIOUS) return "furia";        /* no mutants: words */
	return "from flank or rear, or with stands that overlap"; /* no mutants: words */
}

static void tell_score(const struct play *p, const struct card_melee *m, int side, int unit, int die)
{
	const struct tt_book *b = tt_book(p);
	struct card_score s;
	tt_card_score(&b->card, m, side, &s);
	emit(p, .kind = EVENT_POINTS, .side = (int8_t)tt_side(b, unit), .who = (int16_t)unit, .n = s.points,
		.rule = "charge.11");
	for (int i = 0; i < s.because.n; i++) {
		const struct card_words *w = &tt_card_words[s.because.which[i]];
		bool flank = s.because.which[i] == MOD_MELEE_FLANK; /* no mutants: words */
		emit(p, .kind = EVENT_MODIFIER, .side = (int8_t)tt_side(b, unit), .who = (int16_t)unit,
			.n = s.because.value[i], .rule = w->rule, .note = flank ? flank_words(m, side) : w->text);
	}
	emit(p, .kind = EVENT_SCORE, .side = (int8_t)tt_side(b, unit), .who = (int16_t)unit, .n = s.total + die,
		.m = die, .rule = "charge.15");
}

struct fight {
	int target, lead, n, charger[16];
};

static struct fight fighters(const struct tt_book *b, const struct state *d, const struct step *s)
{
	struct fight f = {.target = s->unit, .lead = s->other};
	int side = tt_side(b, s->other);
	for (int u = b->from[side]; u < b->from[side + 1] && f.n < 16; u++)
		if (tt_rides_at(d, u, s->unit)) f.charger[f.n++] = u;
	return f;
}

/* charge.27: a 6 against him, then an even number. Of several units on a side each may have a commander at
   its side. */
static void endanger(const struct play *p, struct state *d, const int *unit, int units, int die)
{
	const struct tt_book *b = tt_book(p);
	int chief[16], chiefs = 0;
	if (!tt_card_endangers(&b->card, true, die)) return;
	for (int i = 0; i < units; i++) {
		int k = 0;
		if (!tt_near_chief(b, d, unit[i], b->card.near, &chief[chiefs])) continue;
		while (chief[k] != chief[chiefs]) k++;
		chiefs += k == chiefs;
	}
	for (int i = 0; i < chiefs; i++) {
		if (!tt_card_kills(tt_roll_for(p, d, chief[i], D6, "charge.27",
				"his life, after a 6 against him: an even number kills"))) {
			emit(p, .kind = EVENT_SPARED, .who = (int16_t)chief[i], .rule = "charge.27");
			continue;
		}
		tt_tell_killed(p, d, chief[i], "charge.27");
		tt_remove_chief(d, chief[i]);
	}
}

/* charge.24, charge.30, charge.31: how it goes. charge.26: guns that must go are lost. */
static void beaten(const struct play *p, struct state *d, int unit, int by, const struct card_outcome *o)
{
	static const char *const rule[] = {[MARGIN_1] = "charge.24",
		[MARGIN_2] = "charge.24",
		[MARGIN_5] = "charge.30",
		[MARGIN_7] = "charge.31"};
	if (!tt_on(d, unit)) return;
	if (o->guns_lost) {
		struct tt_unit *u = &d->unit[unit];
		emit(p, .kind = EVENT_GUNS, .who = (int16_t)unit, .whom = (int16_t)by, .n = u->stands,
			.rule = "charge.26");
		u->taken = (uint8_t)(u->taken + u->stands), u->stands = 0;
		tt_remove(p, d, unit);
		return;
	}
	tt_fall_back(p, d, unit, by, o->back, o->routs, rule[o->margin]);
}

static void shake(const struct play *p, struct state *d, int unit)
{
	if (!tt_on(d, unit)) return;
	tt_break_off(d, unit);
	tt_disorganise(p, d, unit, "charge.25");
}

/* Who of a joint attack is nearest to the target: by its middle. */
static int nearest_of(const struct state *d, const struct fight *f)
{
	int best = f->charger[0];
	for (int i = 1; i < f->n; i++)
		if (tt_apart2(d->unit[f->charger[i]].at, d->unit[f->target].at) <
			tt_apart2(d->unit[best].at, d->unit[f->target].at))
			best = f->charger[i];
	return best;
}

/* AMB-25: a joint attack loses the stand where it has most in the fight; of equals, where it is nearest. */
static int who_bleeds(const struct tt_book *b, const struct state *d, const struct fight *f)
{
	int best = nearest_of(d, f);
	for (int i = 0; i < f->n; i++)
		if (stands_engaged(b, d, f->charger[i]) > stands_engaged(b, d, best)) best = f->charger[i];
	return best;
}

static void carry_out(const struct play *p, struct state *d, const struct fight *f,
	const struct card_outcome *o)
{
	static const char *const rule[] = {[MARGIN_1] = "charge.28",
		[MARGIN_2] = "charge.29",
		[MARGIN_5] = "charge.30",
		[MARGIN_7] = "charge.32"};
	int bleeds = who_bleeds(tt_book(p), d, f), nearest = nearest_of(d, f);
	if (charges_back(d, f->target)) tt_break_off(d, f->target);
	for (int i = 0; i < f->n; i++) tt_break_off(d, f->charger[i]);
	if (o->eliminated) { /* charge.14 */
		tt_lose(p, d, f->target, d->unit[f->target].stands, "charge.14");
		return;
	}
	tt_lose(p, d, bleeds, o->losses[0], rule[o->margin]);
	tt_lose(p, d, f->target, o->losses[1], rule[o->margin]);
	for (int i = 0; i < f->n && o->disorganised[0]; i++) shake(p, d, f->charger[i]);
	if (o->disorganised[1]) shake(p, d, f->target);
	if (o->winner == 0) beaten(p, d, f->target, nearest, o);
	for (int i = 0; i < f->n && o->winner == 1; i++) beaten(p, d, f->charger[i], f->target, o);
}

static void tie(const struct play *p, struct state *d, const struct fight *f, const struct card_outcome *o)
{
	emit(p, .kind = o->waits ? EVENT_WAITS : EVENT_TIE, .who = (int16_t)f->lead, .whom = (int16_t)f->target,
		.rule = o->waits ? "charge.34" : "charge.33");
	settled(&d->g);
	if (o->again) return; /* the step comes again */
	if (charges_back(d, f->target)) tt_break_off(d, f->target);
	for (int i = 0; i < f->n; i++) {
		struct tt_unit *u = &d->unit[f->charger[i]];
		/* GOING_ON: not again in this phase */
		u->flags = (uint8_t)((u->flags & ~UNIT_CHARGING) | UNIT_TIED | UNIT_GOING_ON);
	}
	agenda_done(&d->g);
}

/* charge.31: whoever charged and won by 7 may go on, the first of them first, and once. */
static void let_go_on(struct state *d, const struct fight *f, int side, int winner, int at)
{
	const int *unit = winner ? &f->target : f->charger;
	for (int i = (winner ? 1 : f->n) - 1; i >= 0; i--) {
		if (d->unit[unit[i]].flags & UNIT_GOING_ON) continue;
		struct step *s = agenda_push(&d->g, (struct step){.kind = STEP_GO_ON,
												.side = (uint8_t)(winner ? !side : side),
												.unit = (int16_t)unit[i]});
		load_of(s)->go_on.beaten = (int16_t)(winner ? f->lead : f->target);
		load_of(s)->go_on.place = at, load_of(s)->go_on.facing = d->unit[unit[i]].facing;
	}
}

static void fight_out(const struct play *p, struct state *d)
{
	const struct tt_book *b = tt_book(p);
	struct step *s = agenda_top(&d->g);
	struct fight f = fighters(b, d, s);
	struct card_melee m;
	struct card_outcome o;
	int die[SIDES] = {0}, side = tt_side(b, f.lead);
	tt_melee_of(b, d, f.target, f.lead, 0, s->flags & MELEE_CONTINUED, &m);
	emit(p, .kind = EVENT_CONTACT, .side = (int8_t)side, .who = (int16_t)f.lead, .whom = (int16_t)f.target,
		.n = m.side[0].ordered + m.side[0].disorganised, .m = m.side[1].ordered + m.side[1].disorganised,
		.rule = "charge.9");
	if (!(m.side[1].is & IS_ROUTED)) {
		die[0] = tt_roll_for(p, d, f.lead, D6, "charge.15", "the attacker's die"),
		die[1] = tt_roll_for(p, d, f.target, D6, "charge.15", "the defender's die");
		tell_score(p, &m, 0, f.lead, die[0]), tell_score(p, &m, 1, f.target, die[1]);
	}
	tt_card_outcome(&b->card, &m, die[0], die[1], &o);
	endanger(p, d, &f.target, 1, die[0]), endanger(p, d, f.charger, f.n, die[1]);
	if (o.winner < 0) {
		tie(p, d, &f, &o);
		return;
	}
	int who = o.winner ? f.target : f.lead, whom = o.winner ? f.lead : f.target;
	emit(p, .kind = EVENT_WON, .side = (int8_t)tt_side(b, who), .who = (int16_t)who, .whom = (int16_t)whom,
		.n = o.margin, .m = o.by, .rule = o.eliminated ? "charge.14" : "charge.23");
	int at = d->unit[whom].at;
	carry_out(p, d, &f, &o);
	agenda_done(&d->g);
	if (o.goes_on) let_go_on(d, &f, side, o.winner, at);
	settled(&d->g);
}

void tt_melee_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	if (s->stage == MELEE_FIGHTS) {
		fight_out(p, d);
		return;
	}
	s->stage = MELEE_FIGHTS;
	ride_home(p, d, s->unit);
	if (s->other == NO_UNIT) agenda_done(&d->g), settled(&d->g);
}
