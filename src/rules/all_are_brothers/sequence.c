/* Sequence of play (5.0): turns, the cup, activations with their five steps, housekeeping. */
#include "rules/all_are_brothers/all_are_brothers.h"

void aab_act_clear(struct state *b)
{
	b->act = (struct activation){.hq = NO_UNIT, .corps = NOBODY};
	b->march = (struct march){.lead = NO_UNIT, .to = HEX_NONE, .target = HEX_NONE, .legal = HEX_NONE};
	b->fight = (struct assault){.target = HEX_NONE, .lead = HEX_NONE, .largest = NO_UNIT};
}

void aab_begin(const struct play *p, struct game *g)
{
	const struct charts *c = CHARTS(p);
	struct state *b = STATE(g);
	g->turn = (int16_t)c->first_turn;
	memset(b->owner, NOBODY, sizeof b->owner);
	for (int i = 0; i < c->vps; i++) b->owner[c->vp_hex[i]] = c->vp_held[i];
	for (int i = 0; i < c->pieces; i++) {
		struct counter *k = &b->counter[i];
		k->target = HEX_NONE, k->order = 0;
		if (c->piece[i].turn) k->at = PLACE_BOX(BOX_WAITING), k->target = c->piece[i].start;
		else k->at = c->piece[i].start;
		if (is_flag(c, i, KIND_HQ)) k->sp = c->formation[c->piece[i].corps].morale;
	}
	aab_board_rebuild(c, b);
	for (int i = 0; i < c->units; i++)
		if (on_map(b, i) && c->vp_at[b->counter[i].at] >= 0)
			b->owner[b->counter[i].at] = (int8_t)c->piece[i].side;
	aab_vp_derive(c, b, b->vp);
	aab_act_clear(b);
	aab_storm_begin(p, b);
	step_push(b, .kind = STEP_TURN);
}

/* --- a turn --------------------------------------------------------------------------------------------- */

/* 15.1a: chits go back when the next turn collects them; overruns are over; whoever was due and did not come
   is delayed. */
static void housekeeping(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	memset(b->cup, 0, sizeof b->cup);
	for (int i = 0; i < c->pieces; i++) {
		struct counter *k = &b->counter[i];
		if (k->at == PLACE_BOX(BOX_WAITING) && c->piece[i].turn <= b->g.turn) k->spent++; /* 11.5.2a */
		k->state &= (uint8_t)~(IS_OVERRUN | IS_BARRED);
		if (!is_unit(c, i)) k->shots = 0;
	}
}

void aab_turn_step(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	struct step *s = agenda_top(&b->g);
	settled(&b->g); /* no mutants: for odds alone */
	switch (s->stage) {
	case TURN_OPEN:
		s->stage = TURN_PLOT;
		emit(p, .kind = E_TURN, .n = b->g.turn, .m = c->hour_one + 60 * (b->g.turn - 1), .rule = "5.0a");
		aab_storm_roll(p, b);
		aab_chits_collect(c, b);
		return;
	case TURN_PLOT:
		s->stage = TURN_CUP;
		if (p->m->option[O_PLOT]) step_push(b, .kind = STEP_PLOT); /* 5.1.2b */
		return;
	case TURN_CUP:
		s->stage = TURN_DRAW;
		aab_cup_fill(c, b);
		return;
	case TURN_DRAW:
		if (!aab_cup_empty(c, b)) {
			aab_cup_draw(p, b);
			return;
		}
		s->stage = TURN_CLOSE;
		aab_window_open(p, b, W_TURN, !c->first, NO_UNIT, NO_UNIT); /* 15.0a */
		return;
	default:
		housekeeping(p, b);
		if (b->g.turn >= c->last_turn) {
			aab_decide(p, b);
			return;
		}
		b->g.turn++;
		s->stage = TURN_OPEN;
	}
}

/* --- an activation -------------------------------------------------------------------------------------- */

static void step_begins(struct state *b, const struct charts *c)
{
	for (int i = 0; i < c->units; i++) b->counter[i].shots = 0; /* */
}

/* 5.2b, 3.4.1a, 6.1a: who is activated. */
static void act_open(const struct play *p, struct state *b, struct step *s)
{
	const struct charts *c = CHARTS(p);
	aab_act_clear(b);
	b->act.hq = s->unit;
	b->g.active = s->side;
	if (is_flag(c, s->unit, KIND_CHIEF)) {
		bool overrun_now = b->counter[s->unit].state & IS_OVERRUN; /* 7.6.2g */
		b->act.flags = (uint8_t)(ACT_CHIEF | (overrun_now ? ACT_FAILED : 0)),
		b->act.posture = POSTURE_DEFENSIVE;
		s->stage = ACT_MOVE;
		if (overrun_now) return;
		if (c->power[s->unit - c->hqs] == POWER_ACTIVATES && on_map(b, s->unit))
			ask(&b->g, s->side, Q_ROUSE), s->stage = ACT_OPEN;
		return;
	}
	b->act.corps = c->piece[s->unit].corps;
	aab_spans_roll(p, b, b->act.corps);
	for EACH (u, c->formation[b->act.corps].piece)
		if (on_map(b, u) || aab_due(c, b, u)) mask_add(b->act.units, u);
	s->stage = ACT_POSTURE;
}

static void act_posture(const struct play *p, struct state *b, struct step *s)
{
	const struct counter *hq = b->act.flags & ACT_CHIEF ? NULL : &b->counter[b->act.hq];
	if (hq && p->m->option[O_PLOT] && hq->shots && placed(hq)) { /* 17.3a, R-66 */
		aab_posture_take(p, b, hq->hits & CORPS_DEMORALIZED ? POSTURE_DEFENSIVE : hq->shots - 1);
		s->stage = ACT_ORDERS;
		return;
	}
	ask(&b->g, s->side, Q_POSTURE);
}

/* 7.6: after posture and command status. */
static void act_check(const struct play *p, struct state *b, struct step *s)
{
	const struct charts *c = CHARTS(p);
	int hq = b->act.hq;
	if (b->counter[hq].state & IS_OVERRUN) { /* 7.6.2g, R-43 */
		b->act.flags |= ACT_FAILED;
		emit(p, .kind = E_FAILED, .side = (int8_t)s->side, .who = (int16_t)hq, .rule = "7.6.2g");
		s->stage = ACT_FIRE;
	} else if (!aab_check_due(c, b)) {
		s->stage = ACT_CHANGE;
	} else if (!(b->act.flags & ACT_ROLLED) && !s->flags) {
		s->flags = true;
		aab_window_open(p, b, W_CHECK, s->side, hq, NO_UNIT);
	} else {
		bool well = aab_check_roll(p, b);
		s->flags = false, s->stage = well ? ACT_CHANGE : ACT_JUDGED;
		b->act.flags = (uint8_t)((b->act.flags | ACT_ROLLED) & ~(ACT_FAILED | ACT_HESITATES));
		if (!well) b->act.flags |= ACT_FAILED;
		emit(p, .kind = well ? E_ACTIVATED : E_FAILED, .side = (int8_t)s->side, .who = (int16_t)hq,
			.rule = "7.6.1c");
		if (!well) aab_window_open(p, b, W_FAILED, s->side, hq, NO_UNIT);
	}
}

static void act_change(const struct play *p, struct state *b, struct step *s)
{
	s->stage = ACT_FIRE;
	if (p->m->option[O_PLOT] && b->counter[b->act.hq].shots && on_map(b, b->act.hq))
		s->stage = ACT_CHANGE, ask(&b->g, s->side, Q_CHANGE);
}

/* 5.0b, 4.1a: the end of a step: crowds, and chits that may be played at any time. */
static void step_ends(const struct play *p, struct state *b, struct step *s, int next)
{
	s->stage = (uint8_t)next, s->flags = false;
	int side = s->side;
	step_push(b, .kind = STEP_OVERSTACK);
	aab_window_open(p, b, W_STEP, side, NO_UNIT, NO_UNIT);
}

/* 5.3a: a heading in the log. */
static void heading(const struct play *p, const struct state *b, struct step *s, int which)
{
	static const char *const rules[] = {"8.1a", "11.1a", "12.1a", "13.1a"};
	if (load_see(s)->activation.told >> which & 1) return;
	load_of(s)->activation.told |= 1u << which; /* no mutants: it is told once */
	emit(p, .kind = E_STEP, .side = (int8_t)s->side, .who = b->act.hq, .n = which, .rule = rules[which]);
}

static void act_fire(const struct play *p, struct state *b, struct step *s)
{
	bool none = b->g.turn == b->storm || !aab_fire_any(p, b); /* 16b */
	if (!s->flags) step_begins(b, CHARTS(p));
	if (none) {
		/* where nothing was done nothing need be tidied up */
		s->stage = s->flags ? ACT_FIRE_END : ACT_MOVE, s->flags = false;
		return;
	}
	heading(p, b, s, IN_FIRE);
	s->flags = true;
	ask(&b->g, s->side, Q_FIRE);
}

/* 11.9b: he may also fire by a chit. Whether he is asked though nobody can move depends on his standing order
   and on what both sides know, not on his hand. */
static void act_move(const struct play *p, struct state *b, struct step *s)
{
	const struct charts *c = CHARTS(p);
	if (!s->flags) {
		step_begins(b, c);
		heading(p, b, s, IN_MOVEMENT);
		s->flags = true;
		for EACH (u, b->act.units)
			if (on_map(b, u) && aab_engaged(c, b, u)) b->counter[u].marks |= BEGAN_ENGAGED;
	}
	bool chit = aab_sortie_might(p, b, s->side) ||
	            (aab_asks_always(b, s->side) && aab_opportunity_might(p, b, s->side));
	ask(&b->g, s->side, chit ? Q_MOVE_CHIT : Q_MOVE);
}

/* 8.1.6a, 12.0a. */
static void act_move_end(const struct play *p, struct state *b, struct step *s)
{
	for EACH (u, b->act.units) b->counter[u].deeds &= (uint8_t)~(HAS_SHELLED | HAS_FIRED);
	step_ends(p, b, s, ACT_ASSAULT);
	step_begins(b, CHARTS(p));
}

static bool anybody_charged(const struct state *b)
{
	for EACH (u, b->act.units)
		if (b->counter[u].deeds & HAS_CHARGED) return true;
	return false;
}

static void act_assault(const struct play *p, struct state *b, struct step *s)
{
	if (aab_assault_any(p, b)) { /* 16b: in the storm nobody has declared one */
		heading(p, b, s, IN_ASSAULT);
		ask(&b->g, s->side, Q_ASSAULT);
	} else s->stage = s->flags || anybody_charged(b) ? ACT_ASSAULT_END : ACT_RALLY;
}

/* 11.11.3: chargers, and the largest unit of each hex they charged. */
static void act_disorder(const struct play *p, struct state *b, struct step *s)
{
	bool any = false;
	step_ends(p, b, s, ACT_RALLY);
	for (int i = 0; i < CHARTS(p)->units; i++) {
		struct counter *k = &b->counter[i];
		if (placed(k) && (k->marks & IS_CHARGED || (k->deeds & HAS_CHARGED && mask_has(b->act.units, i))))
			aab_owe(b, i, 0, 1), any = true;
		k->marks &= (uint8_t)~IS_CHARGED;
	}
	if (any) aab_suffer(b, HEX_NONE);
	for EACH (u, b->act.units) b->counter[u].deeds &= (uint8_t)~HAS_CHARGED;
}

static void act_rally(const struct play *p, struct state *b, struct step *s)
{
	if (!s->flags) {
		s->flags = true;
		b->act.rallies = (uint8_t)(b->act.corps == NOBODY ? 0 : aab_rally_actions(CHARTS(p), b));
	}
	if (b->act.corps == NOBODY || !b->act.rallies || !aab_rally_any(p, b)) s->stage = ACT_RALLY_END;
	else {
		heading(p, b, s, IN_RALLY);
		ask(&b->g, s->side, Q_RALLY);
	}
}

/* 7.5g: markers of the activation go. */
static void act_close(const struct play *p, struct state *b)
{
	for (int i = 0; i < CHARTS(p)->pieces; i++) {
		struct counter *k = &b->counter[i];
		bool unit = is_unit(CHARTS(p), i);
		k->deeds = k->marks = 0;
		if (unit) k->state &= (uint8_t)~IS_OUT;
		if (placed(k)) k->spent = 0, k->target = HEX_NONE;
	}
	aab_act_clear(b);
	agenda_done(&b->g);
}

void aab_activation_step(const struct play *p, struct state *b)
{
	struct step *s = agenda_top(&b->g);
	if (s->stage >= ACT_FIRE)
		settled(&b->g); /* no mutants: for odds: a shot, a march, an assault is over with all that it led
		                   to */
	switch (s->stage) {
	case ACT_OPEN: act_open(p, b, s); return;
	case ACT_POSTURE: act_posture(p, b, s); return;
	case ACT_ORDERS:
		s->stage = ACT_CHECK;
		aab_window_open(p, b, W_ORDERS, s->side, b->act.hq, NO_UNIT);
		return;
	case ACT_CHECK:
		if (!(b->act.flags & ACT_ROLLED) && !s->flags) aab_command_judge(p, b);
		act_check(p, b, s);
		return;
	case ACT_JUDGED: s->stage = ACT_FIRE, s->flags = false; return;
	case ACT_CHANGE: s->flags = false, act_change(p, b, s); return;
	case ACT_FIRE: act_fire(p, b, s); return;
	case ACT_FIRE_END: step_ends(p, b, s, ACT_MOVE); return;
	case ACT_MOVE: act_move(p, b, s); return;
	case ACT_MOVE_END: act_move_end(p, b, s); return;
	case ACT_ASSAULT: act_assault(p, b, s); return;
	case ACT_ASSAULT_END: s->stage = ACT_DISORDER; return;
	case ACT_DISORDER: act_disorder(p, b, s); return;
	case ACT_RALLY: act_rally(p, b, s); return;
	case ACT_RALLY_END: step_ends(p, b, s, ACT_CLOSE); return;
	default: act_close(p, b);
	}
}

/* --- what a cancelled step would have done at its end --------------------------------------------------- */

void aab_play_cancelled(const struct play *p, struct state *b, const struct step *s)
{
	aab_card_return(p, b, s->side, load_see(s)->chit.card);
}

void aab_column_cancelled(const struct play *p, struct state *b, const struct step *s)
{
	for EACH (u, b->act.units) b->counter[u].marks &= (uint8_t)~IN_COLUMN;
	b->counter[b->act.hq].marks &= (uint8_t)~IN_COLUMN;
}

/* --- the ends of steps and of questions ----------------------------------------------------------------- */

void aab_do_end_fire(const struct play *p, struct state *b, int side, const struct order *o)
{
	agenda_top(&b->g)->stage = ACT_FIRE_END;
}

void aab_do_end_moves(const struct play *p, struct state *b, int side, const struct order *o)
{
	agenda_top(&b->g)->stage = ACT_MOVE_END;
}

void aab_do_end_rallies(const struct play *p, struct state *b, int side, const struct order *o)
{
	agenda_top(&b->g)->stage = ACT_RALLY_END;
}

void aab_do_rouse_nobody(const struct play *p, struct state *b, int side, const struct order *o)
{
	agenda_top(&b->g)->stage = ACT_MOVE;
}

void aab_do_keep_posture(const struct play *p, struct state *b, int side, const struct order *o)
{
	agenda_top(&b->g)->stage = ACT_FIRE;
}

/* A step that only asks has been answered. */
void aab_do_over(const struct play *p, struct state *b, int side, const struct order *o)
{
	agenda_top(&b->g)->stage = OVER;
}
