/* The sequence of play: a bound is two rounds, a round twelve phases in four action sequences. Here is what
   comes after what; what happens in a phase is the business of its own file. */
#include <stdlib.h>

#include "rules/brothers_at_arms/brothers_at_arms.h"

/* --- the first state ------------------------------------------------------------------------------------ */

/* win.9: the side that lost the battle before starts with tired brigades. */
static void continue_war(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	int result = p->m->option[O_CONTINUED];
	if (!result) return;
	int beaten = result > 0 ? !b->first : b->first, left = b->n.continued[abs(result)];
	for EACH (u, d->units[beaten])
		if (left-- > 0) d->counter[u].state |= IS_FATIGUED;
}

void baa_begin(const struct play *p, struct game *g)
{
	const struct baa_book *b = baa_book(p);
	struct state *d = baa_of(g);
	memset(d->owner, NOBODY, sizeof d->owner);
	memset(d->watch, NOBODY, sizeof d->watch);
	for (int i = 0; i < BAA_PIECES; i++)
		d->counter[i] = (struct counter){.at = PLACE_NONE, .fate = FATE_ABSENT, .boss = NO_UNIT};
	for (int i = 0; i < p->m->pieces; i++) {
		struct counter *k = &d->counter[i];
		const struct profile *f = &b->piece[i];
		k->boss = f->boss, k->state = f->state;
		if (comes_later(f)) k->at = PLACE_BOX(BOX_RESERVE), k->fate = FATE_RESERVE;
		else k->at = f->start, k->fate = FATE_HERE;
	}
	baa_board_rebuild(b, d);
	continue_war(p, d);
	for (int i = 0; i < b->objectives; i++) d->owner[b->objective[i]] = b->objective_held[i];
	d->bound = (int16_t)b->first_bound;
	g->turn = 1, g->active = (uint8_t)b->first;
	agenda_push(g, (struct step){.kind = STEP_BOUND,
					   .stage = STAGE_OPEN,
					   .side = (uint8_t)b->first,
					   .unit = NO_UNIT,
					   .other = NO_UNIT});
}

/* --- a round -------------------------------------------------------------------------------------------- */

/* Pieces that may act in a phase, by what is marked on them. round.8, withdraw.2, melee.5: units with orders;
   round.9, orders.10: then command counters with orders; round.10: then control counters. */
void baa_phase_todo(const struct play *p, struct state *d, int side, int phase, uint64_t todo[MASK])
{
	const struct baa_book *b = baa_book(p);
	memset(todo, 0, sizeof(uint64_t) * MASK);
	if (phase == PHASE_UNITS) { /* move.15 */
		for EACH (u, d->units[side])
			if (!(d->counter[u].state & (IS_NIC | IS_PINNED | IS_ABOARD)) &&
				!(d->counter[u].deeds & HAS_MOVED))
				mask_add(todo, u);
	} else if (phase == PHASE_COMMANDS || phase == PHASE_CONTROLS) {
		int kind = phase == PHASE_COMMANDS ? KIND_COMMAND : KIND_CONTROL;
		for EACH (u, d->chiefs[side])
			if (b->piece[u].kind == kind && !(d->counter[u].state & IS_NIC) &&
				!(d->counter[u].deeds & HAS_MOVED))
				mask_add(todo, u);
	} else if (phase == PHASE_FIRE || phase == PHASE_MELEE) { /* baa_fire_ready and baa_melee_ready say who of
	                                                             them may */
		memcpy(todo, d->units[side], sizeof(uint64_t) * MASK);
	}
}

/* A new round: what was marked for the last one comes off. AMB-05, rail.2: a control counter has orders, so
   it leaves its train now. */
static void round_begin(const struct play *p, struct state *d, int side)
{
	const struct baa_book *b = baa_book(p);
	d->g.active = (uint8_t)side; /* no mutants: whose turn the views say it is */
	baa_objectives_watch(b, d);
	emit(p, .kind = E_ROUND, .side = (int8_t)side, .n = d->bound, .rule = "bound.1");
	for (int i = 0; i < p->m->pieces; i++) {
		struct counter *k = &d->counter[i];
		k->state &= (uint8_t)~IS_FLINCHED;
		if (b->piece[i].side != side) continue;
		if (is_hex(k->at) && b->piece[i].kind == KIND_CONTROL) baa_get_off(p, d, i);
		k->state &= (uint8_t)~(IS_FAR | IS_LEFT);
		k->deeds &= (uint16_t)~(HAS_MOVED | HAS_FIRED | HAS_CLASHED | HAS_SNIPED);
	}
}

/* round.13, pin.3, orders.12: markers come off the active side's counters only. */
static void remove_markers(const struct play *p, struct state *d, int side)
{
	const struct baa_book *b = baa_book(p);
	for (int i = 0; i < p->m->pieces; i++) {
		if (b->piece[i].side != side) continue;
		if (d->counter[i].state & IS_PINNED)
			emit(p, .kind = E_UNPINNED, .side = (int8_t)side, .who = (int16_t)i, .rule = "pin.3");
		d->counter[i].state &= (uint8_t)~(IS_PINNED | IS_NIC);
	}
}

static void next_phase(struct step *s) { s->stage++, s->flags = 0; }

/* Phases 1-3; before them units may be left to a control counter, if that option is on. flags: 1 begun, 2
   that is settled. */
static void orders_phase(const struct play *p, struct state *d, struct step *s)
{
	if (!s->flags) round_begin(p, d, s->side), s->flags = p->m->option[O_DIRECT_CONTROL] ? BEGUN : SETTLED;
	if (s->flags == BEGUN) {
		ask(&d->g, s->side, Q_LEAVE);
		return;
	}
	baa_command_controls(p, d, s->side);
	settled(&d->g);
	next_phase(s);
}

/* Asked also where nobody is unassigned: that question answers itself. */
static void assign_phase(const struct play *p, struct state *d, struct step *s)
{
	if (!s->flags) baa_command_propose(baa_book(p), d, s->side), s->flags = BEGUN;
	ask(&d->g, s->side, Q_ASSIGN);
}

/* The log has a heading for every phase in which there is something to do. */
static void heading(const struct play *p, const struct step *s)
{
	emit(p, .kind = E_PHASE, .side = (int8_t)s->side, .n = s->stage, .rule = baa_phase_rule(s->stage));
}

static void move_phase(const struct play *p, struct state *d, struct step *s)
{
	if (!s->flags) {
		baa_phase_todo(p, d, s->side, s->stage, d->todo), s->flags = BEGUN;
		if (mask_any(d->todo)) heading(p, s);
	}
	if (mask_any(d->todo))
		ask(&d->g, s->side,
			s->stage == PHASE_UNITS      ? Q_UNITS
			: s->stage == PHASE_COMMANDS ? Q_COMMANDS
										 : Q_CONTROLS);
	else next_phase(s);
}

/* Asked until the player is done, also when nothing is left to do: that question answers itself. */
static void attack_phase(const struct play *p, struct state *d, struct step *s)
{
	if (!s->flags) {
		baa_phase_todo(p, d, s->side, s->stage, d->todo), s->flags = BEGUN;
		if (p->sink && baa_any_attack(p, d, s)) heading(p, s);
	}
	if (s->flags == BEGUN) ask(&d->g, s->side, s->stage == PHASE_FIRE ? Q_FIRE : Q_MELEE);
	else memset(d->todo, 0, sizeof d->todo), next_phase(s);
}

void baa_round_step(const struct play *p, struct state *d)
{
	if (baa_ended(p, d)) return;
	struct step *s = agenda_top(&d->g);
	switch (s->stage) { /* round.1 */
	case PHASE_ORDERS: orders_phase(p, d, s); break;
	case PHASE_ASSIGN: assign_phase(p, d, s); break;
	case PHASE_RANGE: baa_command_units(p, d, s->side), settled(&d->g), next_phase(s); break;
	case PHASE_UNITS:
	case PHASE_COMMANDS:
	case PHASE_CONTROLS: move_phase(p, d, s); break;
	case PHASE_FIRE:
	case PHASE_MELEE: attack_phase(p, d, s); break;
	default:
		baa_objectives_claim(p, d);
		remove_markers(p, d, s->side);
		settled(&d->g); /* no mutants: where undo and odds stop, which no case sees */
		agenda_done(&d->g);
	}
}

/* --- a bound -------------------------------------------------------------------------------------------- */

static void bound_open(const struct play *p, struct state *d, struct step *s)
{
	const struct baa_book *b = baa_book(p);
	emit(p, .kind = E_BOUND, .n = d->bound, .m = is_night(b, d), .rule = "time.1");
	baa_tactical_return(p, d);
	baa_reserves_roll(p, d);
	settled(&d->g);
	s->stage = STAGE_ENTER_FIRST;
}

/* reserve.3, AMB-41: first side first, before either round. */
static void bound_enter(const struct play *p, struct state *d, struct step *s)
{
	int side = s->stage == STAGE_ENTER_FIRST ? baa_book(p)->first : !baa_book(p)->first;
	d->g.active = (uint8_t)side; /* no mutants: as above */
	ask(&d->g, side, Q_ENTER);   /* where nobody is due it answers itself */
}

/* bound.1: one round of each side. */
static void bound_round(const struct play *p, struct state *d, struct step *s)
{
	int side = s->stage == STAGE_FIRST ? baa_book(p)->first : !baa_book(p)->first; /* bound.2 */
	s->stage++;
	agenda_push(&d->g, (struct step){.kind = STEP_ROUND,
						   .side = (uint8_t)side,
						   .stage = PHASE_ORDERS,
						   .unit = NO_UNIT,
						   .other = NO_UNIT});
}

/* bound.3, bound.4: the marker goes on an hour; dusk, dawn and the end of the battle. */
static void bound_close(const struct play *p, struct state *d, struct step *s)
{
	const struct baa_book *b = baa_book(p);
	bool was_night = is_night(b, d);
	baa_rest_all(p, d);
	d->bound++, d->g.turn++;
	s->stage = STAGE_OPEN;
	if (d->bound > b->last_bound) baa_decide(p, d);
	else if (!was_night && is_night(b, d)) {
		emit(p, .kind = E_NIGHT, .n = d->bound, .rule = "time.2");
		s->stage = p->m->option[O_FIGHT_ON] ? STAGE_DUSK_FIRST : STAGE_DUSK;
	} else if (was_night && !is_night(b, d)) {
		baa_dawn_breaks(p, d);
	}
}

/* AMB-42: a battle of one day ends at dusk; one of several days readdresses its lines, unless both sides
   fight on. */
static void bound_dusk(const struct play *p, struct state *d, struct step *s)
{
	s->stage = STAGE_OPEN, s->side = (uint8_t)baa_book(p)->first;
	if (d->fighting_on) emit(p, .kind = E_FIGHTS_ON, .n = d->bound, .rule = "readdress.1");
	else if (baa_book(p)->several_days) {
		s->stage = STAGE_READDRESS, load_of(s)->bound.stay = 0, load_of(s)->bound.drawn_back = 0;
		emit(p, .kind = E_READDRESS, .n = d->bound, .rule = "readdress.1");
	} else baa_decide(p, d);
}

/* readdress.4: one hex each in turn, until nobody must go any farther; then those who need not go may
   (readdress.3), until their side is done (load.bound.stay). */
static void bound_readdress(const struct play *p, struct state *d, struct step *s)
{
	enum duty duty[SIDES] = {baa_withdraw_duty(p, d, 0), baa_withdraw_duty(p, d, 1)};
	bool must = duty[0] == DUTY_MUST || duty[1] == DUTY_MUST;
	for (int turn = 0; turn < SIDES; turn++) {
		int side = turn ? !s->side : s->side;
		if (must ? duty[side] != DUTY_MUST : duty[side] == DUTY_NONE || load_see(s)->bound.stay >> side & 1)
			continue;
		ask(&d->g, side, Q_WITHDRAW);
		return;
	}
	s->stage = STAGE_NIGHT, load_of(s)->bound.stay = 0, s->side = (uint8_t)baa_book(p)->first;
}

void baa_bound_step(const struct play *p, struct state *d)
{
	if (baa_ended(p, d)) return;
	struct step *s = agenda_top(&d->g);
	switch (s->stage) {
	case STAGE_OPEN: bound_open(p, d, s); break;
	case STAGE_ENTER_FIRST:
	case STAGE_ENTER_SECOND: bound_enter(p, d, s); break;
	case STAGE_FIRST:
	case STAGE_SECOND: bound_round(p, d, s); break;
	case STAGE_CLOSE: bound_close(p, d, s); break;
	case STAGE_DUSK_FIRST: ask(&d->g, baa_book(p)->first, Q_FIGHT_ON); break;
	case STAGE_DUSK_SECOND: ask(&d->g, !baa_book(p)->first, Q_FIGHT_ON); break;
	case STAGE_DUSK: bound_dusk(p, d, s); break;
	case STAGE_READDRESS: bound_readdress(p, d, s); break;
	case STAGE_NIGHT:
		if (!baa_night_attempt(p, d, s)) s->stage = STAGE_DAWN;
		break;
	default: baa_night_over(p, d), s->stage = STAGE_OPEN; break;
	}
}

/* --- who answers, where no other file does -------------------------------------------------------------- */

/* readdress.1: fight on only if both sides want it. */
void baa_list_fight_on(const struct play *p, const struct state *d, int side, struct orders *o)
{
	list_word(o, V_HALT);
	list_word(o, V_FIGHT_ON);
}

void baa_do_halt(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->stage = STAGE_DUSK; /* fighting_on is false since dawn */
}

void baa_do_fight_on(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	d->fighting_on = s->stage == STAGE_DUSK_SECOND; /* the second is asked only if the first wants to */
	s->stage++;
}

/* A phase is over: nobody else leaves, fires or fights. */
void baa_do_settled(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->flags = SETTLED;
}
