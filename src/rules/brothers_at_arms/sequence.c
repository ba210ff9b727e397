/* The sequence of play: a bound is two rounds, a round twelve phases in four action sequences. Here is what
   comes after what; what happens in a phase is the business of its own file. */
#include <stdlib.h>

#include "rules/brothers_at_arms/brothers_at_arms.h"

/* --- the first state ------------------------------------------------------------------------------------ */

/* win.9: the side that lost the battle before starts with tired brigades. */
static void continue_war(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	int result = p->m->option[O_CONTINUED];
	if (!result) return;
	int beaten = result > 0 ? !c->first : c->first, left = c->n.continued[abs(result)];
	for EACH (u, b->units[beaten])
		if (left-- > 0) b->counter[u].state |= IS_FATIGUED;
}

void baa_begin(const struct play *p, struct game *g)
{
	const struct charts *c = CHARTS(p);
	struct state *b = STATE(g);
	memset(b->owner, NOBODY, sizeof b->owner);
	memset(b->watch, NOBODY, sizeof b->watch);
	for (int i = 0; i < BAA_PIECES; i++)
		b->counter[i] = (struct counter){.at = PLACE_NONE, .fate = FATE_ABSENT, .boss = NO_UNIT};
	for (int i = 0; i < p->m->pieces; i++) {
		struct counter *k = &b->counter[i];
		const struct profile *f = &c->piece[i];
		k->boss = f->boss, k->state = f->state;
		if (comes_later(f)) k->at = PLACE_BOX(BOX_RESERVE), k->fate = FATE_RESERVE;
		else k->at = f->start, k->fate = FATE_HERE;
	}
	baa_board_rebuild(c, b);
	continue_war(p, b);
	for (int i = 0; i < c->objectives; i++) b->owner[c->objective[i]] = c->objective_held[i];
	b->bound = (int16_t)c->first_bound;
	g->turn = 1, g->active = (uint8_t)c->first;
	agenda_push(g, (struct step){.kind = STEP_BOUND,
					   .stage = STAGE_OPEN,
					   .side = (uint8_t)c->first,
					   .unit = NO_UNIT,
					   .other = NO_UNIT});
}

/* --- a round -------------------------------------------------------------------------------------------- */

/* Pieces that may act in a phase, by what is marked on them. round.8, withdraw.2, melee.5: units with orders;
   round.9, orders.10: then command counters with orders; round.10: then control counters. */
void phase_todo(const struct play *p, struct state *b, int side, int phase, uint64_t todo[MASK])
{
	const struct charts *c = CHARTS(p);
	memset(todo, 0, sizeof(uint64_t) * MASK);
	if (phase == PHASE_UNITS) { /* move.15 */
		for EACH (u, b->units[side])
			if (!(b->counter[u].state & (IS_NIC | IS_PINNED | IS_ABOARD)) &&
				!(b->counter[u].deeds & HAS_MOVED))
				mask_add(todo, u);
	} else if (phase == PHASE_COMMANDS || phase == PHASE_CONTROLS) {
		int kind = phase == PHASE_COMMANDS ? KIND_COMMAND : KIND_CONTROL;
		for EACH (u, b->chiefs[side])
			if (c->piece[u].kind == kind && !(b->counter[u].state & IS_NIC) &&
				!(b->counter[u].deeds & HAS_MOVED))
				mask_add(todo, u);
	} else if (phase == PHASE_FIRE || phase == PHASE_MELEE) { /* fire_ready and melee_ready say who of them
	                                                             may */
		memcpy(todo, b->units[side], sizeof(uint64_t) * MASK);
	}
}

/* A new round: what was marked for the last one comes off. AMB-05, rail.2: a control counter has orders, so
   it leaves its train now. */
static void round_begin(const struct play *p, struct state *b, int side)
{
	const struct charts *c = CHARTS(p);
	b->g.active = (uint8_t)side;
	objectives_watch(c, b);
	emit(p, .kind = E_ROUND, .side = (int8_t)side, .n = b->bound, .rule = "bound.1");
	for (int i = 0; i < p->m->pieces; i++) {
		struct counter *k = &b->counter[i];
		k->state &= (uint8_t)~IS_FLINCHED;
		if (c->piece[i].side != side) continue;
		if (is_hex(k->at) && c->piece[i].kind == KIND_CONTROL) get_off(p, b, i);
		k->state &= (uint8_t)~(IS_FAR | IS_LEFT);
		k->deeds &= (uint16_t)~(HAS_MOVED | HAS_FIRED | HAS_CLASHED | HAS_SNIPED);
	}
}

/* round.13, pin.3, orders.12: markers come off the active side's counters only. */
static void remove_markers(const struct play *p, struct state *b, int side)
{
	const struct charts *c = CHARTS(p);
	for (int i = 0; i < p->m->pieces; i++) {
		if (c->piece[i].side != side) continue;
		if (b->counter[i].state & IS_PINNED)
			emit(p, .kind = E_UNPINNED, .side = (int8_t)side, .who = (int16_t)i, .rule = "pin.3");
		b->counter[i].state &= (uint8_t)~(IS_PINNED | IS_NIC);
	}
}

static void next_phase(struct step *s) { s->stage++, s->flags = 0; }

/* Phases 1-3; before them units may be left to a control counter, if that option is on. flags: 1 begun, 2
   that is settled. */
static void orders_phase(const struct play *p, struct state *b, struct step *s)
{
	if (!s->flags) round_begin(p, b, s->side), s->flags = p->m->option[O_DIRECT_CONTROL] ? BEGUN : SETTLED;
	if (s->flags == BEGUN) {
		ask(&b->g, s->side, Q_LEAVE);
		return;
	}
	command_controls(p, b, s->side);
	settled(&b->g);
	next_phase(s);
}

/* Asked also where nobody is unassigned: that question answers itself. */
static void assign_phase(const struct play *p, struct state *b, struct step *s)
{
	if (!s->flags) command_propose(CHARTS(p), b, s->side), s->flags = BEGUN;
	ask(&b->g, s->side, Q_ASSIGN);
}

/* The log has a heading for every phase in which there is something to do. */
static void heading(const struct play *p, const struct step *s)
{
	emit(p, .kind = E_PHASE, .side = (int8_t)s->side, .n = s->stage, .rule = baa_phase_rule(s->stage));
}

static void move_phase(const struct play *p, struct state *b, struct step *s)
{
	if (!s->flags) {
		phase_todo(p, b, s->side, s->stage, b->todo), s->flags = BEGUN;
		if (mask_any(b->todo)) heading(p, s);
	}
	if (mask_any(b->todo))
		ask(&b->g, s->side,
			s->stage == PHASE_UNITS      ? Q_UNITS
			: s->stage == PHASE_COMMANDS ? Q_COMMANDS
										 : Q_CONTROLS);
	else next_phase(s);
}

/* Asked until the player is done, also when nothing is left to do: that question answers itself. */
static void attack_phase(const struct play *p, struct state *b, struct step *s)
{
	if (!s->flags) {
		phase_todo(p, b, s->side, s->stage, b->todo), s->flags = BEGUN;
		if (p->sink && baa_any_attack(p, b, s)) heading(p, s);
	}
	if (s->flags == BEGUN) ask(&b->g, s->side, s->stage == PHASE_FIRE ? Q_FIRE : Q_MELEE);
	else memset(b->todo, 0, sizeof b->todo), next_phase(s);
}

void baa_round_step(const struct play *p, struct state *b)
{
	if (baa_ended(p, b)) return;
	struct step *s = agenda_top(&b->g);
	switch (s->stage) { /* round.1 */
	case PHASE_ORDERS: orders_phase(p, b, s); break;
	case PHASE_ASSIGN: assign_phase(p, b, s); break;
	case PHASE_RANGE: command_units(p, b, s->side), settled(&b->g), next_phase(s); break;
	case PHASE_UNITS:
	case PHASE_COMMANDS:
	case PHASE_CONTROLS: move_phase(p, b, s); break;
	case PHASE_FIRE:
	case PHASE_MELEE: attack_phase(p, b, s); break;
	default:
		objectives_claim(p, b);
		remove_markers(p, b, s->side);
		settled(&b->g);
		agenda_done(&b->g);
	}
}

/* --- a bound -------------------------------------------------------------------------------------------- */

static void bound_open(const struct play *p, struct state *b, struct step *s)
{
	const struct charts *c = CHARTS(p);
	emit(p, .kind = E_BOUND, .n = b->bound, .m = is_night(c, b), .rule = "time.1");
	tactical_return(p, b);
	reserves_roll(p, b);
	settled(&b->g);
	s->stage = STAGE_ENTER_FIRST;
}

/* reserve.3, AMB-41: first side first, before either round. */
static void bound_enter(const struct play *p, struct state *b, struct step *s)
{
	int side = s->stage == STAGE_ENTER_FIRST ? CHARTS(p)->first : !CHARTS(p)->first;
	b->g.active = (uint8_t)side;
	ask(&b->g, side, Q_ENTER); /* where nobody is due it answers itself */
}

/* bound.1: one round of each side. */
static void bound_round(const struct play *p, struct state *b, struct step *s)
{
	int side = s->stage == STAGE_FIRST ? CHARTS(p)->first : !CHARTS(p)->first; /* bound.2 */
	s->stage++;
	agenda_push(&b->g, (struct step){.kind = STEP_ROUND,
						   .side = (uint8_t)side,
						   .stage = PHASE_ORDERS,
						   .unit = NO_UNIT,
						   .other = NO_UNIT});
}

/* bound.3, bound.4: the marker goes on an hour; dusk, dawn and the end of the battle. */
static void bound_close(const struct play *p, struct state *b, struct step *s)
{
	const struct charts *c = CHARTS(p);
	bool was_night = is_night(c, b);
	rest_all(p, b);
	b->bound++, b->g.turn++;
	s->stage = STAGE_OPEN;
	if (b->bound > c->last_bound) baa_decide(p, b);
	else if (!was_night && is_night(c, b)) {
		emit(p, .kind = E_NIGHT, .n = b->bound, .rule = "time.2");
		s->stage = p->m->option[O_FIGHT_ON] ? STAGE_DUSK_FIRST : STAGE_DUSK;
	} else if (was_night && !is_night(c, b)) {
		dawn_breaks(p, b);
	}
}

/* AMB-42: a battle of one day ends at dusk; one of several days readdresses its lines, unless both sides
   fight on. */
static void bound_dusk(const struct play *p, struct state *b, struct step *s)
{
	s->stage = STAGE_OPEN, s->side = (uint8_t)CHARTS(p)->first;
	if (b->fighting_on) emit(p, .kind = E_FIGHTS_ON, .n = b->bound, .rule = "readdress.1");
	else if (CHARTS(p)->several_days) {
		s->stage = STAGE_READDRESS, load_of(s)->bound.stay = 0, load_of(s)->bound.drawn_back = 0;
		emit(p, .kind = E_READDRESS, .n = b->bound, .rule = "readdress.1");
	} else baa_decide(p, b);
}

/* readdress.4: one hex each in turn, until nobody must go any farther; then those who need not go may
   (readdress.3), until their side is done (load.bound.stay). */
static void bound_readdress(const struct play *p, struct state *b, struct step *s)
{
	enum duty duty[SIDES] = {withdraw_duty(p, b, 0), withdraw_duty(p, b, 1)};
	bool must = duty[0] == DUTY_MUST || duty[1] == DUTY_MUST;
	for (int turn = 0; turn < SIDES; turn++) {
		int side = turn ? !s->side : s->side;
		if (must ? duty[side] != DUTY_MUST : duty[side] == DUTY_NONE || load_see(s)->bound.stay >> side & 1)
			continue;
		ask(&b->g, side, Q_WITHDRAW);
		return;
	}
	s->stage = STAGE_NIGHT, load_of(s)->bound.stay = 0, s->side = (uint8_t)CHARTS(p)->first;
}

void baa_bound_step(const struct play *p, struct state *b)
{
	if (baa_ended(p, b)) return;
	struct step *s = agenda_top(&b->g);
	switch (s->stage) {
	case STAGE_OPEN: bound_open(p, b, s); break;
	case STAGE_ENTER_FIRST:
	case STAGE_ENTER_SECOND: bound_enter(p, b, s); break;
	case STAGE_FIRST:
	case STAGE_SECOND: bound_round(p, b, s); break;
	case STAGE_CLOSE: bound_close(p, b, s); break;
	case STAGE_DUSK_FIRST: ask(&b->g, CHARTS(p)->first, Q_FIGHT_ON); break;
	case STAGE_DUSK_SECOND: ask(&b->g, !CHARTS(p)->first, Q_FIGHT_ON); break;
	case STAGE_DUSK: bound_dusk(p, b, s); break;
	case STAGE_READDRESS: bound_readdress(p, b, s); break;
	case STAGE_NIGHT:
		if (!night_attempt(p, b, s)) s->stage = STAGE_DAWN;
		break;
	default: night_over(p, b), s->stage = STAGE_OPEN; break;
	}
}

/* --- who answers, where no other file does -------------------------------------------------------------- */

/* readdress.1: fight on only if both sides want it. */
void baa_list_fight_on(const struct play *p, const struct state *b, int side, struct orders *o)
{
	list_word(o, V_HALT);
	list_word(o, V_FIGHT_ON);
}

void baa_do_halt(const struct play *p, struct state *b, int side, const struct order *o)
{
	b->fighting_on = false;
	agenda_top(&b->g)->stage = STAGE_DUSK;
}

void baa_do_fight_on(const struct play *p, struct state *b, int side, const struct order *o)
{
	struct step *s = agenda_top(&b->g);
	b->fighting_on = s->stage == STAGE_DUSK_SECOND; /* the second is asked only if the first wants to */
	s->stage++;
}

/* A phase is over: nobody else leaves, fires or fights. */
void baa_do_settled(const struct play *p, struct state *b, int side, const struct order *o)
{
	agenda_top(&b->g)->flags = SETTLED;
}
