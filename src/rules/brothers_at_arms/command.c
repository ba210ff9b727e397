/* Orders: the chain from control counter to command counter to unit, its ranges and rolls, and who commands
   the units that belong to nobody. Rolls are made in the order of the counters' numbers: first the command
   counters, then the units of each command counter, then the units that hang on no command counter. The
   commander who rolls is the best entitled one. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* orders.2, orders.3, AMB-06: plain distance, equal is in range. control.4, command.3: range is the
   leadership number. */
bool baa_in_range_of(const struct baa_book *b, const struct state *d, int chief, int piece)
{
	return on_board(d, chief) && on_board(d, piece) &&
	       hex_distance(b, d->counter[chief].at, d->counter[piece].at) <= b->piece[chief].leadership;
}

/* control.3: any control counter of the army (or those the battle names). The one with the highest leadership
   on the board, or only among those in range; a general who has not arrived gives no orders. NO_UNIT if there
   is none. */
int baa_best_control(const struct baa_book *b, const struct state *d, int piece, bool in_range)
{
	int best = NO_UNIT;
	for EACH (i, b->piece[piece].controls) {
		if (in_range ? !baa_in_range_of(b, d, i, piece) : !on_board(d, i)) continue;
		if (best == NO_UNIT || b->piece[i].leadership > b->piece[best].leadership) best = i;
	}
	return best;
}

/* orders.5, AMB-01: D6 at or below the leadership of whoever gives the order. chief NO_UNIT: the men's own
   initiative, a 1 (cmdr.7, cmdr.9). night.3: every command roll is 1 worse, so that there is no initiative at
   night, unless the option says so (AMB-36). */
bool baa_command_roll(const struct play *p, struct state *d, int side, int chief, int who, bool night,
	int worse, const char *rule, const char *why)
{
	const struct baa_book *b = baa_book(p);
	int mark = chief == NO_UNIT ? b->n.initiative_on : b->piece[chief].leadership;
	bool spared = chief == NO_UNIT && p->m->option[O_NIGHT_INITIATIVE];
	if (night && is_night(b, d) && !spared) {
		mark -= b->n.night_command;
		emit(p, .kind = EVENT_MODIFIER, .side = (int8_t)side, .who = (int16_t)who, .n = b->n.night_command,
			.rule = "night.3", .note = "on the die: night");
	}
	if (worse) {
		mark -= worse;
		emit(p, .kind = EVENT_MODIFIER, .side = (int8_t)side, .who = (int16_t)who, .n = worse, .rule = rule,
			.note = "on the die: tactical march");
	}
	struct throw t = {.kind = THROW_AT_MOST,
		.n = 1,
		.sides = 6,
		.mark = mark,
		.why = why,
		.rule = rule,
		.side = side,
		.who = chief == NO_UNIT ? who : chief,
		.whom = who};
	t.words = chief == NO_UNIT ? &baa_initiative_words : &baa_order_words; /* no mutants: words */
	return roll(p, &d->g, &t) == 1;
}

/* rail.2, rail.3: whoever came by train gets off when it is activated, that is when orders reach it. */
void baa_get_off(const struct play *p, struct state *d, int piece)
{
	struct counter *k = &d->counter[piece];
	if (!(k->state & IS_ABOARD)) return;
	k->state &= (uint8_t)~IS_ABOARD;
	emit(p, .kind = E_DETRAINED, .side = (int8_t)baa_book(p)->piece[piece].side, .who = (int16_t)piece,
		.where = k->at, .rule = "rail.3");
}

/* Orders by a roll are told, with its rule; those that simply reach (orders.2, rule NULL) are not. */
static void give_orders(const struct play *p, struct state *d, int piece, const char *rule)
{
	d->counter[piece].state &= (uint8_t)~IS_NIC;
	d->counter[piece].state |= IS_CALLED;
	baa_get_off(p, d, piece);
	if (!rule) return;
	emit(p, .kind = E_ORDERED, .side = (int8_t)baa_book(p)->piece[piece].side, .who = (int16_t)piece,
		.rule = rule);
}

/* orders.7, orders.11 */
static void put_nic(const struct play *p, struct state *d, int piece, const char *rule)
{
	d->counter[piece].state |= IS_NIC;
	emit(p, .kind = E_NIC, .side = (int8_t)baa_book(p)->piece[piece].side, .who = (int16_t)piece,
		.rule = rule);
}

/* command.1, counter.9: does the unit take its orders from this command counter in this round? */
static bool follows(const struct state *d, int unit, int command)
{
	return d->counter[unit].boss == command && !(d->counter[unit].state & IS_LEFT);
}

/* --- phases 1-3 ----------------------------------------------------------------------------------------- */

/* round.2, round.3, orders.14: range, else a roll (then *rule is set); exceptional.2 and AMB-45: always;
   AMB-36: without any control counter a 1. */
static bool command_reached(const struct play *p, struct state *d, int side, int command, const char **rule)
{
	const struct baa_book *b = baa_book(p);
	*rule = NULL;
	if (b->piece[command].able & ABLE_EXCEPTIONAL) return true;
	if (!mask_any(b->piece[command].controls) || baa_best_control(b, d, command, true) != NO_UNIT)
		return true;
	int control = baa_best_control(b, d, command, false);
	*rule = control == NO_UNIT ? "cmdr.9" : "orders.5";
	const char *why = control == NO_UNIT ? "initiative" : "control roll"; /* no mutants: words */
	return baa_command_roll(p, d, side, control, command, true, 0, *rule, why);
}

/* orders.1: the chain begins with the command counters; without orders of their own they have none to
   give. */
void baa_command_controls(const struct play *p, struct state *d, int side)
{
	const struct baa_book *b = baa_book(p);
	for EACH (k, b->kind_mask[KIND_COMMAND][side]) {
		const char *rule;
		if (!on_board(d, k)) continue;
		if (command_reached(p, d, side, k, &rule)) {
			give_orders(p, d, k, rule);
			continue;
		}
		put_nic(p, d, k, "orders.7"); /* round.4 */
		for EACH (u, d->units[side]) /* orders.8, AMB-03 */
			if (b->piece[u].identity != IDENTITY_STAR && follows(d, u, k)) put_nic(p, d, u, "orders.8");
	}
}

/* --- phase 4: unassigned units -------------------------------------------------------------------------- */

enum claim {
	CLAIM_VOID,
	CLAIM_FAR,
	CLAIM_NEAR,
	CLAIM_OLD
}; /* of a command counter to an unassigned unit, the better the higher */

/* A commander without orders is no use (AMB-03); who has the unit and reaches it keeps it; who reaches it is
   better than who has to roll. */
static enum claim claim_of(const struct baa_book *b, const struct state *d, int command, int unit)
{
	if (d->counter[command].state & IS_NIC) return CLAIM_VOID;
	if (!baa_in_range_of(b, d, command, unit)) return CLAIM_FAR;
	return d->counter[unit].boss == command ? CLAIM_OLD : CLAIM_NEAR;
}

/* Of two with the same claim: out of reach the better leader, in reach the nearer. */
static bool suits_better(const struct baa_book *b, const struct state *d, int command, int best, int unit)
{
	int at = d->counter[unit].at;
	enum claim new = claim_of(b, d, command, unit), old = claim_of(b, d, best, unit);
	if (new != old) return new > old;
	if (new < CLAIM_NEAR) return b->piece[command].leadership > b->piece[best].leadership;
	return hex_distance(b, d->counter[command].at, at) < hex_distance(b, d->counter[best].at, at);
}

/* Who should take this unit if nobody says otherwise. */
static int proposed(const struct baa_book *b, const struct state *d, int unit, int side)
{
	int best = NO_UNIT;
	for EACH (k, b->kind_mask[KIND_COMMAND][side])
		if (on_board(d, k) && (best == NO_UNIT || suits_better(b, d, k, best, unit))) best = k;
	return best;
}

/* unassigned.2, unassigned.3: each bound anew. */
void baa_command_propose(const struct baa_book *b, struct state *d, int side)
{
	for EACH (u, d->units[side]) {
		if (b->piece[u].identity != IDENTITY_STAR) continue;
		d->counter[u].deeds &= (uint16_t)~HAS_CHOSEN;
		d->counter[u].boss = (int16_t)proposed(b, d, u, side);
	}
}

/* unassigned.1: any command counter, by saying so; unassigned.4, AMB-09: one commander a bound. */
bool baa_may_assign(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	const char *name = p->m->piece[o->unit].name;
	if (b->piece[o->unit].side != side || !is_unit(b, o->unit) || !on_board(d, o->unit))
		return refuse(r, "unassigned.1", "%s is no unit of yours on the board", name);
	if (b->piece[o->unit].identity != IDENTITY_STAR)
		return refuse(r, "counter.9", "%s is not unassigned", name);
	if (d->counter[o->unit].deeds & HAS_CHOSEN)
		return refuse(r, "unassigned.4", "%s has its commander for this bound", name);
	if (b->piece[o->a].kind != KIND_COMMAND || b->piece[o->a].side != side || !on_board(d, o->a))
		return refuse(r, "unassigned.1", "%s is no command counter of yours on the board",
			p->m->piece[o->a].name);
	/* AMB-03 */
	return !(d->counter[o->a].state & IS_NIC) ||
	       refuse(r, "orders.1", "%s has no orders to give", p->m->piece[o->a].name);
}

void baa_list_assign(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct baa_book *b = baa_book(p);
	list_word(o, V_DONE);
	for EACH (u, d->units[side]) {
		if (b->piece[u].identity != IDENTITY_STAR) continue;
		for EACH (k, b->kind_mask[KIND_COMMAND][side]) {
			struct order one = {.verb = V_ASSIGN, .unit = (int16_t)u, .a = k};
			if (baa_may_assign(p, d, side, &one, NULL)) list_all(o, &one);
		}
	}
}

void baa_do_assigned(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->stage = PHASE_RANGE;
}

void baa_do_assign(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->counter[o->unit].boss = (int16_t)o->a;
	d->counter[o->unit].deeds |= HAS_CHOSEN;
	emit(p, .kind = E_ASSIGNED, .side = (int8_t)side, .who = o->unit, .whom = (int16_t)o->a,
		.rule = "unassigned.1");
}

/* --- control.8: units left to a control counter --------------------------------------------------------- */

bool baa_may_leave(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	const char *name = p->m->piece[o->unit].name;
	if (b->piece[o->unit].side != side || !is_unit(b, o->unit) || !on_board(d, o->unit))
		return refuse(r, "control.8", "%s is no unit of yours on the board", name);
	if (d->counter[o->unit].state & IS_LEFT)
		return refuse(r, "control.8", "%s is left to a control counter already", name);
	int boss = d->counter[o->unit].boss;
	if (b->piece[o->unit].identity != IDENTITY_NUMBER || boss == NO_UNIT || !on_board(d, boss))
		return refuse(r, "control.8", "%s has no command counter to leave it", name);
	return baa_best_control(b, d, o->unit, false) != NO_UNIT ||
	       refuse(r, "control.8", "there is no control counter to command %s", name);
}

void baa_list_leave(const struct play *p, const struct state *d, int side, struct orders *o)
{
	list_word(o, V_DONE);
	for EACH (u, d->units[side]) {
		struct order one = {.verb = V_LEAVE, .unit = (int16_t)u};
		if (baa_may_leave(p, d, side, &one, NULL)) list_all(o, &one);
	}
}

void baa_do_leave(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->counter[o->unit].state |= IS_LEFT;
	emit(p, .kind = E_LEFT, .side = (int8_t)side, .who = o->unit, .rule = "control.8");
}

/* --- phases 4-6 ----------------------------------------------------------------------------------------- */

/* The lost order: the first one of the game needs a roll wherever the unit stands. */
static bool lost_order(const struct baa_book *b, const struct state *d, int unit)
{
	return b->piece[unit].first_order && !(d->counter[unit].state & IS_CALLED);
}

static void settle_roll(const struct play *p, struct state *d, int unit, bool success, const char *rule)
{
	if (success) give_orders(p, d, unit, rule);
	else put_nic(p, d, unit, "orders.7");
}

/* round.5, round.6, round.7, orders.4, orders.6, orders.15, exceptional.3, AMB-02: in range is in command;
   one roll for all the others (or one for each). */
static void command_division(const struct play *p, struct state *d, int side, int command)
{
	const struct baa_book *b = baa_book(p);
	bool rolled = false, success = false;
	for EACH (u, d->units[side]) {
		if (!follows(d, u, command)) continue;
		bool near = baa_in_range_of(b, d, command, u);
		if (!near) d->counter[u].state |= IS_FAR;
		if (d->counter[command].state & IS_NIC) { /* AMB-03 */
			if (!(d->counter[u].state & IS_NIC)) put_nic(p, d, u, "orders.8");
		} else if (lost_order(b, d, u)) {
			settle_roll(p, d, u,
				baa_command_roll(p, d, side, command, u, true, 0, b->piece[u].first_order, "first order"),
				b->piece[u].first_order);
		} else if (near) {
			give_orders(p, d, u, NULL);
		} else {
			if (!rolled || p->m->option[O_ROLL_EACH])
				success = baa_command_roll(p, d, side, command, u, true, 0, "orders.5", "command roll"),
				rolled = true;
			settle_roll(p, d, u, success, "orders.6");
		}
	}
}

/* What a division without its command counter has rolled in this phase, by the number of that counter. */
struct division_rolls {
	enum { NOT_ROLLED, ROLL_FAILED, ROLL_SUCCEEDED } of[BAA_PIECES];
};

/* orders.6, cmdr.7, AMB-36: one roll for all units of a division; control.9, AMB-07: a brigade that belongs
   to no division rolls for itself. control NO_UNIT: on its own initiative. */
static void roll_for_division(const struct play *p, struct state *d, int side, int control, int unit,
	struct division_rolls *rolls)
{
	bool alone = control == NO_UNIT;
	int boss = baa_book(p)->piece[unit].boss;
	bool each = boss == NO_UNIT || (!alone && p->m->option[O_ROLL_EACH]); /* AMB-02 */
	const char *rule = alone ? "cmdr.7" : "orders.5";
	if (each || rolls->of[boss] == NOT_ROLLED) {
		bool success =
			baa_command_roll(p, d, side, control, unit, true, 0, rule, alone ? "initiative" : "control roll");
		settle_roll(p, d, unit, success, rule);
		if (!each) rolls->of[boss] = success ? ROLL_SUCCEEDED : ROLL_FAILED;
	} else {
		settle_roll(p, d, unit, rolls->of[boss] == ROLL_SUCCEEDED, alone ? "cmdr.7" : "orders.6");
	}
}

/* control.7, control.8, control.9, cmdr.8: a control counter commands the unit; in range without a roll. */
static void command_direct(const struct play *p, struct state *d, int side, int unit,
	struct division_rolls *rolls)
{
	const struct baa_book *b = baa_book(p);
	int near = baa_best_control(b, d, unit, true);
	const char *lost = b->piece[unit].first_order;
	if (near == NO_UNIT) {
		d->counter[unit].state |= IS_FAR;
		roll_for_division(p, d, side, baa_best_control(b, d, unit, false), unit, rolls);
	} else if (lost_order(b, d, unit)) {
		settle_roll(p, d, unit, baa_command_roll(p, d, side, near, unit, true, 0, lost, "first order"), lost);
	} else {
		give_orders(p, d, unit, NULL);
	}
}

/* A unit that takes its orders from no command counter: from a control counter, or on its own initiative
   (cmdr.7). */
static void command_alone(const struct play *p, struct state *d, int side, int unit,
	struct division_rolls *rolls)
{
	const struct baa_book *b = baa_book(p);
	if (baa_best_control(b, d, unit, false) != NO_UNIT) {
		command_direct(p, d, side, unit, rolls);
	} else if (!mask_any(b->piece[unit].controls) && b->piece[unit].boss == NO_UNIT &&
			   !mask_any(b->kind_mask[KIND_COMMAND][side])) {
		give_orders(p, d, unit, NULL); /* an army that never had a commander */
	} else {
		d->counter[unit].state |= IS_FAR;
		roll_for_division(p, d, side, NO_UNIT, unit, rolls);
	}
}

void baa_command_units(const struct play *p, struct state *d, int side)
{
	const struct baa_book *b = baa_book(p);
	struct division_rolls rolls = {0};
	for EACH (k, b->kind_mask[KIND_COMMAND][side])
		if (on_board(d, k)) command_division(p, d, side, k);
	for EACH (u, d->units[side]) {
		int boss = d->counter[u].boss;
		if (boss == NO_UNIT || !on_board(d, boss) || d->counter[u].state & IS_LEFT)
			command_alone(p, d, side, u, &rolls);
	}
}
