/* Sequence of play (5.0): turns, the cup, activations with their five steps, housekeeping. */
#include "rules/all_are_brothers/all_are_brothers.h"

void aab_act_clear(struct state *d)
{
	d->act = (struct activation){.hq = NO_UNIT, .corps = NOBODY};
	d->march = (struct march){.lead = NO_UNIT, .to = HEX_NONE, .target = HEX_NONE, .legal = HEX_NONE};
	d->fight = (struct assault){.target = HEX_NONE, .lead = HEX_NONE, .largest = NO_UNIT};
}

void aab_begin(const struct play *p, struct game *g)
{
	const struct aab_book *b = aab_book(p);
	struct state *d = aab_of(g);
	g->turn = (int16_t)b->first_turn;
	memset(d->owner, NOBODY, sizeof d->owner);
	for (int i = 0; i < b->vps; i++) d->owner[b->vp_hex[i]] = b->vp_held[i];
	for (int i = 0; i < b->pieces; i++) {
		struct counter *k = &d->counter[i];
		k->target = HEX_NONE, k->order = 0;
		if (b->piece[i].turn) k->at = PLACE_BOX(BOX_WAITING), k->target = b->piece[i].start;
		else k->at = b->piece[i].start;
		if (is_flag(b, i, KIND_HQ)) k->sp = b->formation[b->piece[i].corps].morale;
	}
	aab_board_rebuild(b, d);
	for (int i = 0; i < b->units; i++)
		if (on_map(d, i) && b->vp_at[d->counter[i].at] >= 0)
			d->owner[d->counter[i].at] = (int8_t)b->piece[i].side;
	aab_vp_derive(b, d, d->vp);
	aab_act_clear(d);
	aab_storm_begin(p, d);
	step_push(d, .kind = STEP_TURN);
}

/* --- a turn --------------------------------------------------------------------------------------------- */

/* 15.1a: chits go back when the next turn collects them; overruns are over; whoever was due and did not come
   is delayed. */
static void housekeeping(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	memset(d->cup, 0, sizeof d->cup);
	for (int i = 0; i < b->pieces; i++) {
		struct counter *k = &d->counter[i];
		if (k->at == PLACE_BOX(BOX_WAITING) && b->piece[i].turn <= d->g.turn) k->spent++; /* 11.5.2a */
		k->state &= (uint8_t)~(IS_OVERRUN | IS_BARRED);
		if (!is_unit(b, i)) k->shots = 0;
	}
}

void aab_turn_step(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	struct step *s = agenda_top(&d->g);
	settled(&d->g); /* no mutants: for odds alone */
	switch (s->stage) {
	case TURN_OPEN:
		s->stage = TURN_PLOT;
		emit(p, .kind = E_TURN, .n = d->g.turn, .m = b->hour_one + 60 * (d->g.turn - 1), .rule = "5.0a");
		aab_storm_roll(p, d);
		aab_chits_collect(b, d);
		return;
	case TURN_PLOT:
		s->stage = TURN_CUP;
		if (p->m->option[O_PLOT]) step_push(d, .kind = STEP_PLOT); /* 5.1.2b */
		return;
	case TURN_CUP:
		s->stage = TURN_DRAW;
		aab_cup_fill(b, d);
		return;
	case TURN_DRAW:
		if (!aab_cup_empty(b, d)) {
			aab_cup_draw(p, d);
			return;
		}
		s->stage = TURN_CLOSE;
		aab_window_open(p, d, W_TURN, !b->first, NO_UNIT, NO_UNIT); /* 15.0a */
		return;
	default:
		housekeeping(p, d);
		if (d->g.turn >= b->last_turn) {
			aab_decide(p, d);
			return;
		}
		d->g.turn++;
		s->stage = TURN_OPEN;
	}
}

/* --- an activation -------------------------------------------------------------------------------------- */

static void step_begins(struct state *d)
{
	for EACH (u, d->who.shot) d->counter[u].shots = 0; /* */
	memset(d->who.shot, 0, sizeof d->who.shot);
}

/* 5.2b, 3.4.1a, 6.1a: who is activated. */
static void act_open(const struct play *p, struct state *d, struct step *s)
{
	const struct aab_book *b = aab_book(p);
	aab_act_clear(d);
	d->act.hq = s->unit;
	d->g.active = s->side;
	if (is_flag(b, s->unit, KIND_CHIEF)) {
		bool overrun_now = d->counter[s->unit].state & IS_OVERRUN; /* 7.6.2g */
		d->act.flags = (uint8_t)(ACT_CHIEF | (overrun_now ? ACT_FAILED : 0)),
		d->act.posture = POSTURE_DEFENSIVE;
		s->stage = ACT_MOVE;
		if (overrun_now) return;
		if (b->power[s->unit - b->hqs] == POWER_ACTIVATES && on_map(d, s->unit))
			ask(&d->g, s->side, Q_ROUSE), s->stage = ACT_OPEN;
		return;
	}
	d->act.corps = b->piece[s->unit].corps;
	aab_spans_roll(p, d, d->act.corps);
	for EACH (u, b->formation[d->act.corps].piece)
		if (on_map(d, u) || aab_due(b, d, u)) mask_add(d->act.units, u);
	s->stage = ACT_POSTURE;
}

static void act_posture(const struct play *p, struct state *d, struct step *s)
{
	const struct counter *hq = d->act.flags & ACT_CHIEF ? NULL : &d->counter[d->act.hq];
	if (hq && p->m->option[O_PLOT] && hq->shots && placed(hq)) { /* 17.3a, R-66 */
		aab_posture_take(p, d, hq->hits & CORPS_DEMORALIZED ? POSTURE_DEFENSIVE : hq->shots - 1);
		s->stage = ACT_ORDERS;
		return;
	}
	ask(&d->g, s->side, Q_POSTURE);
}

/* 7.6: after posture and command status. */
static void act_check(const struct play *p, struct state *d, struct step *s)
{
	const struct aab_book *b = aab_book(p);
	int hq = d->act.hq;
	if (d->counter[hq].state & IS_OVERRUN) { /* 7.6.2g, R-43 */
		d->act.flags |= ACT_FAILED;
		emit(p, .kind = E_FAILED, .side = (int8_t)s->side, .who = (int16_t)hq, .rule = "7.6.2g");
		s->stage = ACT_FIRE;
	} else if (!aab_check_due(b, d)) {
		s->stage = ACT_CHANGE;
	} else if (!(d->act.flags & ACT_ROLLED) && !s->flags) {
		s->flags = true;
		aab_window_open(p, d, W_CHECK, s->side, hq, NO_UNIT);
	} else {
		bool well = aab_check_roll(p, d);
		s->flags = false, s->stage = well ? ACT_CHANGE : ACT_JUDGED;
		d->act.flags = (uint8_t)((d->act.flags | ACT_ROLLED) & ~(ACT_FAILED | ACT_HESITATES));
		if (!well) d->act.flags |= ACT_FAILED;
		emit(p, .kind = well ? E_ACTIVATED : E_FAILED, .side = (int8_t)s->side, .who = (int16_t)hq,
			.rule = "7.6.1c");
		if (!well) aab_window_open(p, d, W_FAILED, s->side, hq, NO_UNIT);
	}
}

static void act_change(const struct play *p, struct state *d, struct step *s)
{
	s->stage = ACT_FIRE;
	if (p->m->option[O_PLOT] && d->counter[d->act.hq].shots && on_map(d, d->act.hq))
		s->stage = ACT_CHANGE, ask(&d->g, s->side, Q_CHANGE);
}

/* 5.0b, 4.1a: the end of a step: crowds, and chits that may be played at any time. */
static void step_ends(const struct play *p, struct state *d, struct step *s, int next)
{
	s->stage = (uint8_t)next, s->flags = false;
	int side = s->side;
	step_push(d, .kind = STEP_OVERSTACK);
	aab_window_open(p, d, W_STEP, side, NO_UNIT, NO_UNIT);
}

/* 5.3a: a heading in the log. */
static void heading(const struct play *p, const struct state *d, struct step *s, int which)
{
	static const char *const rules[] = {"8.1a", "11.1a", "12.1a", "13.1a"};
	if (load_see(s)->activation.told >> which & 1) return;
	load_of(s)->activation.told |= 1u << which; /* no mutants: it is told once */
	emit(p, .kind = E_STEP, .side = (int8_t)s->side, .who = d->act.hq, .n = which, .rule = rules[which]);
}

static void act_fire(const struct play *p, struct state *d, struct step *s)
{
	bool none = d->g.turn == d->storm || !aab_fire_any(p, d); /* 16b */
	if (!s->flags) step_begins(d);
	if (none) {
		/* where nothing was done nothing need be tidied up */
		s->stage = s->flags ? ACT_FIRE_END : ACT_MOVE, s->flags = false;
		return;
	}
	heading(p, d, s, IN_FIRE);
	s->flags = true;
	ask(&d->g, s->side, Q_FIRE);
}

/* 11.9b: he may also fire by a chit. Whether he is asked though nobody can move depends on his standing order
   and on what both sides know, not on his hand. */
static void act_move(const struct play *p, struct state *d, struct step *s)
{
	const struct aab_book *b = aab_book(p);
	if (!s->flags) {
		step_begins(d);
		heading(p, d, s, IN_MOVEMENT);
		s->flags = true;
		for EACH (u, d->act.units)
			if (on_map(d, u) && aab_engaged(b, d, u)) d->counter[u].marks |= BEGAN_ENGAGED;
	}
	bool chit = aab_sortie_might(p, d, s->side) ||
	            (aab_asks_always(d, s->side) && aab_opportunity_might(p, d, s->side));
	ask(&d->g, s->side, chit ? Q_MOVE_CHIT : Q_MOVE);
}

/* 8.1.6a, 12.0a. */
static void act_move_end(const struct play *p, struct state *d, struct step *s)
{
	for EACH (u, d->act.units) d->counter[u].deeds &= (uint8_t)~(HAS_SHELLED | HAS_FIRED);
	step_ends(p, d, s, ACT_ASSAULT);
	step_begins(d);
}

static bool anybody_charged(const struct state *d)
{
	for EACH (u, d->act.units)
		if (d->counter[u].deeds & HAS_CHARGED) return true;
	return false;
}

static void act_assault(const struct play *p, struct state *d, struct step *s)
{
	if (aab_assault_any(p, d)) { /* 16b: in the storm nobody has declared one */
		heading(p, d, s, IN_ASSAULT);
		ask(&d->g, s->side, Q_ASSAULT);
	} else s->stage = s->flags || anybody_charged(d) ? ACT_ASSAULT_END : ACT_RALLY;
}

/* 11.11.3: chargers, and the largest unit of each hex they charged. */
static void act_disorder(const struct play *p, struct state *d, struct step *s)
{
	bool any = false;
	step_ends(p, d, s, ACT_RALLY);
	for (int i = 0; i < aab_book(p)->units; i++) {
		struct counter *k = &d->counter[i];
		if (placed(k) && (k->marks & IS_CHARGED || (k->deeds & HAS_CHARGED && mask_has(d->act.units, i))))
			aab_owe(d, i, 0, 1), any = true;
		k->marks &= (uint8_t)~IS_CHARGED;
	}
	if (any) aab_suffer(d, HEX_NONE);
	for EACH (u, d->act.units) d->counter[u].deeds &= (uint8_t)~HAS_CHARGED;
}

static void act_rally(const struct play *p, struct state *d, struct step *s)
{
	if (!s->flags) {
		s->flags = true;
		d->act.rallies = (uint8_t)(d->act.corps == NOBODY ? 0 : aab_rally_actions(aab_book(p), d));
	}
	if (d->act.corps == NOBODY || !d->act.rallies || !aab_rally_any(p, d)) s->stage = ACT_RALLY_END;
	else {
		heading(p, d, s, IN_RALLY);
		ask(&d->g, s->side, Q_RALLY);
	}
}

/* 7.5g: markers of the activation go. */
static void act_close(const struct play *p, struct state *d)
{
	memset(d->who.moving, 0, sizeof d->who.moving);
	for (int i = 0; i < aab_book(p)->pieces; i++) {
		struct counter *k = &d->counter[i];
		bool unit = is_unit(aab_book(p), i);
		k->deeds = k->marks = 0;
		if (unit) k->state &= (uint8_t)~IS_OUT;
		if (placed(k)) k->spent = 0, k->target = HEX_NONE;
	}
	aab_act_clear(d);
	agenda_done(&d->g);
}

void aab_activation_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	if (s->stage >= ACT_FIRE)
		settled(&d->g); /* no mutants: for odds: a shot, a march, an assault is over with all that it led
		                   to */
	switch (s->stage) {
	case ACT_OPEN: act_open(p, d, s); return;
	case ACT_POSTURE: act_posture(p, d, s); return;
	case ACT_ORDERS:
		s->stage = ACT_CHECK;
		aab_window_open(p, d, W_ORDERS, s->side, d->act.hq, NO_UNIT);
		return;
	case ACT_CHECK:
		if (!(d->act.flags & ACT_ROLLED) && !s->flags) aab_command_judge(p, d);
		act_check(p, d, s);
		return;
	case ACT_JUDGED: s->stage = ACT_FIRE, s->flags = false; return;
	case ACT_CHANGE: s->flags = false, act_change(p, d, s); return;
	case ACT_FIRE: act_fire(p, d, s); return;
	case ACT_FIRE_END: step_ends(p, d, s, ACT_MOVE); return;
	case ACT_MOVE: act_move(p, d, s); return;
	case ACT_MOVE_END: act_move_end(p, d, s); return;
	case ACT_ASSAULT: act_assault(p, d, s); return;
	case ACT_ASSAULT_END: s->stage = ACT_DISORDER; return;
	case ACT_DISORDER: act_disorder(p, d, s); return;
	case ACT_RALLY: act_rally(p, d, s); return;
	case ACT_RALLY_END: step_ends(p, d, s, ACT_CLOSE); return;
	default: act_close(p, d);
	}
}

/* --- what a cancelled step would have done at its end --------------------------------------------------- */

void aab_play_cancelled(const struct play *p, struct state *d, const struct step *s)
{
	aab_card_return(p, d, s->side, load_see(s)->chit.card);
}

void aab_column_cancelled(const struct play *p, struct state *d, const struct step *s)
{
	for EACH (u, d->act.units) d->counter[u].marks &= (uint8_t)~IN_COLUMN;
	d->counter[d->act.hq].marks &= (uint8_t)~IN_COLUMN;
}

/* --- the ends of steps and of questions ----------------------------------------------------------------- */

void aab_do_end_fire(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->stage = ACT_FIRE_END;
}

void aab_do_end_moves(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->stage = ACT_MOVE_END;
}

void aab_do_end_rallies(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->stage = ACT_RALLY_END;
}

void aab_do_rouse_nobody(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->stage = ACT_MOVE;
}

void aab_do_keep_posture(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->stage = ACT_FIRE;
}

/* A step that only asks has been answered. */
void aab_do_over(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->stage = OVER;
}
