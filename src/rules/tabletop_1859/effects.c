/* What the fire phase has left owed is carried out, unit by unit (fcrt, AMB-02): stands lost, order lost,
   ground lost. Foot in towns and works may choose what to lose (fcrt.30). */
#include "rules/tabletop_1859/tabletop_1859.h"

const char *const tt_choice_names[] = {"fall_back", "disorganise", "lose", NULL};

static bool chooses(const struct tt_book *b, const struct state *d, int unit)
{
	const struct tt_unit *u = &d->unit[unit];
	return tt_card_chooses(b->piece[unit].arm, tt_in_works(b, d, unit), u->back, u->result == RESULT_ROUT);
}

static void clear(struct tt_unit *u)
{
	u->result = RESULT_NO_EFFECT, u->back = u->losses = u->shaken = 0;
	u->from = NO_UNIT;
}

/* A charge is off once the charger is stopped, thrown back or out of order (charge.2). */
static void stop(const struct play *p, struct state *d, int unit)
{
	const struct tt_book *b = tt_book(p);
	tt_break_off(d, unit);
	emit(p, .kind = EVENT_STOPPED, .who = (int16_t)unit, .n = b->piece[unit].arm == CARD_ARTILLERY,
		.rule = tt_card_row(&b->card, b->piece[unit].morale, RESULT_STOP));
}

/* The statement by which it goes back: the cell of the table, or what that is for cavalry (fcrt.31,
   fcrt.32). */
static const char *why_back(const struct tt_book *b, int unit, int result)
{
	if (b->piece[unit].arm == CARD_CAVALRY && result != RESULT_ROUT)
		return result == RESULT_STOP ? "fcrt.32" : "fcrt.31";
	return tt_card_row(&b->card, b->piece[unit].morale, result);
}

static void carry_out(const struct play *p, struct state *d, int unit)
{
	const struct tt_book *b = tt_book(p);
	struct tt_unit *u = &d->unit[unit], owed = *u;
	const char *cell = tt_card_row(&b->card, b->piece[unit].morale, owed.result);
	clear(u);
	if (owed.losses) tt_lose(p, d, unit, owed.losses, cell);
	if (!tt_on(d, unit)) return;
	if (owed.flags & UNIT_STOPPED) stop(p, d, unit);
	/* who routs is out of order anyway, and the card's line of the rout says nothing of it */
	if (owed.shaken && owed.result != RESULT_ROUT) tt_break_off(d, unit), tt_disorganise(p, d, unit, cell);
	if (owed.back)
		tt_fall_back(p, d, unit, owed.from, owed.back, owed.result == RESULT_ROUT,
			why_back(b, unit, owed.result));
}

void tt_tell_killed(const struct play *p, const struct state *d, int chief, const char *rule)
{
	emit(p, .kind = EVENT_KILLED, .side = (int8_t)tt_side(tt_book(p), chief), .who = (int16_t)chief,
		.where = d->unit[chief].at, .rule = rule);
}

void tt_remove_chief(struct state *d, int chief)
{
	struct tt_unit *c = &d->unit[chief];
	c->at = PLACE_NONE, c->losses = 0;
	c->flags |= CHIEF_KILLED | CHIEF_MISSED;
}

void tt_effects_step(const struct play *p, struct state *d)
{
	const struct tt_book *b = tt_book(p);
	struct step *s = agenda_top(&d->g);
	for (; load_see(s)->effects.piece < p->m->pieces; load_of(s)->effects.piece++) {
		int piece = load_see(s)->effects.piece;
		struct tt_unit *u = &d->unit[piece];
		if (tt_is_chief(b, piece)) {
			if (u->losses) tt_remove_chief(d, piece);
			continue;
		}
		if (u->result == RESULT_NO_EFFECT) {
			u->from = NO_UNIT; /* AMB-20: who fired without effect is no reason to flee in the next turn */
			continue;
		}
		if (chooses(b, d, piece)) {
			agenda_push(&d->g,
				(struct step){.kind = STEP_TOWN, .side = (uint8_t)tt_side(b, piece), .unit = (int16_t)piece});
			return;
		}
		carry_out(p, d, piece);
	}
	agenda_done(&d->g);
}

/* --- fcrt.30 -------------------------------------------------------------------------------------------- */

void tt_town_step(const struct play *p, struct state *d) { ask(&d->g, agenda_see(&d->g)->side, ASK_TOWN); }

bool tt_may_choose(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (o->unit != agenda_see(&d->g)->unit)
		return refuse(r, "fcrt.30", "%s has nothing to choose", p->m->piece[o->unit].name);
	if (!tt_card_may_choose((enum card_choice)o->a, !tt_formed(d, o->unit)))
		return refuse(r, "fcrt.30", "%s is disorganised already", p->m->piece[o->unit].name);
	return true;
}

void tt_list_town(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int choice = CHOICE_FALL_BACK; choice <= CHOICE_LOSE; choice++) {
		struct order x = {VERB_CHOOSE, agenda_see(&d->g)->unit, choice, 0, 0};
		if (tt_may_choose(p, d, side, &x, NULL)) o->list[o->n++] = x;
	}
}

/* AMB-10: what is chosen stands for going back; with `garrison_spared`, for the whole result. */
void tt_do_choose(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct tt_unit *u = &d->unit[o->unit];
	struct card_effect e = {.result = u->result,
		.back = u->back,
		.losses = u->losses,
		.disorganised = u->shaken};
	if (tt_book(p)->garrison_spared && o->a != CHOICE_FALL_BACK) e.losses = e.disorganised = 0;
	tt_card_choose(&e, (enum card_choice)o->a);
	emit(p, .kind = EVENT_CHOSE, .who = o->unit, .n = o->a, .rule = "fcrt.30");
	u->back = (uint8_t)e.back, u->losses = (uint8_t)e.losses, u->shaken = (uint8_t)e.disorganised;
	agenda_done(&d->g);
	carry_out(p, d, o->unit);
}

/* The stated default, and what a standing order comes to that cannot be carried out: stay and lose order,
   unless there is none left to lose. */
static int usual_choice(const struct state *d, int unit, int wanted)
{
	bool disorganised = !tt_formed(d, unit);
	if (tt_card_may_choose((enum card_choice)wanted, disorganised)) return wanted;
	return CHOICE_FALL_BACK;
}

bool tt_usual_town(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	int unit = agenda_see(&d->g)->unit;
	*o = (struct order){.verb = VERB_CHOOSE,
		.unit = (int16_t)unit,
		.a = usual_choice(d, unit, choice ? choice - 1 : CHOICE_DISORGANISE)};
	return true;
}

/* Nobody counter-charges. */
bool tt_usual_counter(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	*o = (struct order){.verb = VERB_DONE, .unit = NO_UNIT};
	return true;
}
