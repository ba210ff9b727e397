/* What an assault costs (12.4) and who follows into the vacated hex (12.6). */
#include "rules/all_are_brothers/all_are_brothers.h"

/* --- reading the result (12.4, 12.4.2) ------------------------------------------------------------------ */

static const struct {
	uint8_t defender, points, yellow, winner_owes;
} costs[] = {
	[A_A3] = {0, 3, 0, 0},
	[A_A2Y] = {0, 2, 1, 0},
	[A_A2] = {0, 2, 0, 0},
	[A_A1] = {0, 1, 0, 0},
	[A_A1D1] = {0, 1, 0, 1},
	[A_TF] = {0, 0, 0, 0},
	[A_D1A1] = {1, 1, 0, 1},
	[A_D1] = {1, 1, 0, 0},
	[A_D2] = {1, 2, 0, 0},
	[A_D2Y] = {1, 2, 1, 0},
	[A_D3] = {1, 3, 0, 0},
};

static int main_hex(const struct state *d, int side)
{
	return side == d->g.active ? d->fight.lead : d->fight.target;
}

/* participating units of the Lead Hex; every unit of the Defending Hex. */
static bool affected(const struct aab_book *b, const struct state *d, int side, int unit)
{
	return b->piece[unit].side == side && d->counter[unit].at == main_hex(d, side) &&
	       (side != d->g.active || d->counter[unit].deeds & IS_FIGHTING);
}

static int affected_count(const struct aab_book *b, const struct state *d, int side)
{
	int n = 0;
	for STACK (u, d, main_hex(d, side)) n += affected(b, d, side, u);
	return n;
}

static void read_result(const struct play *p, struct state *d)
{
	struct assault *f = &d->fight;
	int side = costs[f->result].defender ? !d->g.active : d->g.active;
	if (f->charged && f->largest != NO_UNIT) d->counter[f->largest].marks |= IS_CHARGED; /* 11.11.3b, R-52 */
	f->loser = (uint8_t)side, f->points = costs[f->result].points, f->yellow = costs[f->result].yellow,
	f->winner_owes = costs[f->result].winner_owes;
	f->stage = f->result == A_TF ? FIGHT_TOUGH : FIGHT_LOSS;
}

/* --- Tough Fight (12.4.2c-f) ---------------------------------------------------------------------------- */

void aab_tough_roll(const struct play *p, struct state *d, int side)
{
	int16_t who = NO_UNIT;
	int mr = aab_champion(aab_book(p), d, main_hex(d, side), side, &who);
	uint8_t same[11];
	for (int die = 1; die <= 10; die++) same[die] = die < mr;
	d->fight.die[side] = (uint8_t)roll(p, &d->g,
		&(struct throw){.kind = THROW_SUM,
			.n = 1,
			.sides = 10,
			.mark = mr,
			.same = same,
			.why = "Tough Fight",
			.rule = "12.4.2c",
			.side = side,
			.who = who,
			.whom = NO_UNIT});
	emit(p, .kind = E_TOUGH_FIGHT, .side = (int8_t)side, .who = who, .n = d->fight.die[side], .m = mr,
		.rule = "12.4.2c");
}

static void tough_first(const struct play *p, struct state *d, int side, int next)
{
	int16_t who = NO_UNIT;
	aab_champion(aab_book(p), d, main_hex(d, side), side, &who);
	d->fight.stage = (uint8_t)next;
	aab_tough_roll(p, d, side);
	aab_window_open(p, d, W_TOUGH, side, who, NO_UNIT);
}

/* both dice are down before anybody is hit. */
static void tough_hits(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	bool pass[SIDES];
	d->fight.stage = FIGHT_ADVANCE;
	for (int side = 0; side < SIDES; side++)
		pass[side] = d->fight.die[side] < aab_champion(b, d, main_hex(d, side), side, NULL);
	for (int side = 0; side < SIDES; side++)
		for STACK (u, d, main_hex(d, side))
			if (affected(b, d, side, u)) aab_owe(d, u, 0, pass[!side] + !pass[side]);
	aab_suffer(d, HEX_NONE);
}

/* --- Loss Points (12.4.1) ------------------------------------------------------------------------------- */

bool aab_may_hold_walls(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return aab_walls_may(p, d, side, o->a, r);
}

bool aab_may_lose(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct assault *f = &d->fight;
	if (o->a < 0 || o->a > f->points) return refuse(r, "12.4.1b", "%d Loss Points must be taken", f->points);
	if (o->a > 2) return refuse(r, "12.4.1c", "at most two as retreats");
	if (f->yellow && o->a == f->points) return refuse(r, "12.4.2a", "at least one must be a Morale Hit");
	return !o->b || (o->a && o->a < f->points) || refuse(r, "12.4.1a", "there is no order to choose");
}

void aab_list_losses(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int retreats = 0; retreats <= d->fight.points; retreats++)
		for (int first = 0; first < 2; first++) {
			struct order x = {.verb = V_LOSE, .unit = NO_UNIT, .a = retreats, .b = first};
			if (aab_may_lose(p, d, side, &x, NULL)) order_list(o, .verb = V_LOSE, .a = retreats, .b = first);
		}
	if (aab_walls_may(p, d, side, CARD_HOLD_THE_WALLS, NULL))
		order_list(o, .verb = V_PLAY, .a = CARD_HOLD_THE_WALLS);
}

void aab_do_hold_walls(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct assault *f = &d->fight;
	aab_card_spend(p, d, side, o->a);
	f->points--, f->yellow = f->yellow && f->points;
}

void aab_do_lose(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct assault *f = &d->fight;
	f->retreats = (uint8_t)o->a, f->hits = (uint8_t)(f->points - o->a), f->flee_first = (uint8_t)o->b;
	memset(f->losers, 0, sizeof f->losers);
	for STACK (u, d, main_hex(d, side))
		if (affected(aab_book(p), d, side, u)) mask_add(f->losers, u);
	f->stage = o->b ? FIGHT_FLIGHT : FIGHT_HITS;
	emit(p, .kind = E_LOSS, .side = (int8_t)side, .where = main_hex(d, side), .n = f->points,
		.m = f->retreats, .rule = "12.4.1a");
}

static void take_hits(struct state *d)
{
	struct assault *f = &d->fight;
	f->stage = f->flee_first ? FIGHT_WINNER : FIGHT_FLIGHT;
	if (!f->hits) return;
	for EACH (u, f->losers)
		if (on_map(d, u)) aab_owe(d, u, 0, f->hits);
	f->hits = 0;
	aab_suffer(d, HEX_NONE);
}

/* 12.4.1b: whoever has been driven out by a Break Test owes these hexes all the same. */
static void take_flight(struct state *d)
{
	struct assault *f = &d->fight;
	f->stage = f->flee_first ? FIGHT_HITS : FIGHT_WINNER;
	if (!f->retreats) return;
	for EACH (u, f->losers)
		if (on_map(d, u)) d->counter[u].flee = (uint8_t)(d->counter[u].flee + f->retreats);
	flight_push(d, f->loser, FLEE_ASSAULT);
}

/* 12.4.2b, R-59: the winner pays only if the loser did not give way. */
static void winner_pays(struct state *d)
{
	struct assault *f = &d->fight;
	f->stage = FIGHT_ADVANCE;
	if (!f->winner_owes || f->retreats) return;
	f->loser = !f->loser, f->points = 1, f->winner_owes = 0, f->stage = FIGHT_LOSS;
}

/* STEP_FLIGHT: whoever of a side owes a retreat goes, one after the other, for the reason that the step has;
   12.5h: HQs may go with each of them. */
void aab_flight_step(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	struct step s = *agenda_top(&d->g);
	for EACH (u, d->units[s.side]) {
		if (!d->counter[u].flee) continue;
		along_push(d, s.side, u, d->counter[u].at, HEX_NONE)->flags = FLEE_ASSAULT;
		retreat_push(d, s.side, u, HEX_NONE, load_see(&s)->flight.why);
		return;
	}
	for (int i = b->units; i < b->pieces; i++) {
		if (!d->counter[i].flee || b->piece[i].side != s.side) continue;
		retreat_push(d, s.side, i, HEX_NONE, FLEE_COLLAPSE);
		return;
	}
	agenda_done(&d->g);
}

/* --- Breakthrough (12.6) -------------------------------------------------------------------------------- */

static bool vacated(const struct aab_book *b, const struct state *d)
{
	return !held_by(b, d, !d->g.active, d->fight.target);
}

static bool crosses(const struct aab_book *b, int piece, int from, int to)
{
	int dir = aab_board_direction(b, from, to), arm = is_unit(b, piece) ? b->piece[piece].arm : ARM_INFANTRY;
	return dir != NO_SIDE &&
	       (b->side[from * 6 + dir].cost[arm] != PROHIBITED || b->side[from * 6 + dir].flags & SIDE_ROAD);
}

/* 12.6c, R-61, Follow Up: a second hex. */
static bool further_may(const struct play *p, const struct state *d, int unit, int hex, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	const struct counter *k = &d->counter[unit];
	if (k->at != d->fight.target || !(k->marks & HAS_ADVANCED))
		return refuse(r, "12.6a", "%s has not advanced", p->m->piece[unit].name);
	if (!(k->deeds & HAS_CHARGED) && !d->fight.follow)
		return refuse(r, "12.6b", "only charging cavalry goes further");
	if (hex == d->fight.lead || anybody_at(d, hex)) return refuse(r, "12.6c", "that hex is not vacant");
	return crosses(b, unit, k->at, hex) || refuse(r, "12.6c", "%s cannot go there", p->m->piece[unit].name);
}

/* 12.6d: an HQ goes with units of its hex, as far as they went. */
static bool staff_may(const struct play *p, const struct state *d, int hq, int hex, struct refusal *r)
{
	int at = d->counter[hq].at;
	if (at != d->fight.lead && at != d->fight.target)
		return refuse(r, "12.6d", "%s was not with them", p->m->piece[hq].name);
	for (int u = !is_hex(hex) || hex == at ? NO_UNIT : d->top[hex] - 1; u >= 0; u = d->counter[u].under - 1)
		if (aab_book(p)->piece[u].side == d->g.active && d->counter[u].marks & HAS_ADVANCED) return true;
	return refuse(r, hex == d->fight.target ? "12.6d" : "12.6b", "an HQ goes with units only");
}

static bool advance_may(const struct play *p, const struct state *d, int piece, int hex, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	const struct counter *k = &d->counter[piece];
	if (b->piece[piece].side != d->g.active || !placed(k))
		return refuse(r, "12.6a", "only units of the Lead Assault Hex advance");
	if (!is_unit(b, piece)) return staff_may(p, d, piece, hex, r);
	if (hex != d->fight.target)
		return is_hex(hex) ? further_may(p, d, piece, hex, r)
		                   : refuse(r, "12.6b", "only into the vacated hex");
	if (k->at != d->fight.lead || !vacated(b, d))
		return refuse(r, "12.6a", "only from the Lead Assault Hex into the vacated one");
	if (!(k->deeds & IS_FIGHTING)) return refuse(r, "12.6a", "%s took no part", p->m->piece[piece].name);
	if (aab_board_sp(d, hex) + k->sp > b->n.limit) return refuse(r, "4.1a", "the hex is full");
	return crosses(b, piece, k->at, hex) ||
	       refuse(r, "12.6a", "%s cannot cross there", p->m->piece[piece].name);
}

/* 12.6c: chargers must go in. */
static bool charger_owes(const struct play *p, const struct state *d)
{
	for STACK (u, d, d->fight.lead)
		if (d->counter[u].deeds & HAS_CHARGED && advance_may(p, d, u, d->fight.target, NULL)) return true;
	return false;
}

bool aab_may_end_advance(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return !charger_owes(p, d) || refuse(r, "12.6c", "charging cavalry must enter the vacated hex");
}

bool aab_may_follow_up(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return aab_follow_may(p, d, side, o->a, r);
}

bool aab_may_advance(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return advance_may(p, d, o->unit, o->a, r);
}

/* Where an HQ may go with those who have advanced. */
static bool staff_list(const struct play *p, const struct state *d, int hq, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	int target = d->fight.target;
	bool any = false;
	for (int dir = 0; dir < 7; dir++) {
		int hex = around(b, target, dir);
		if (!advance_may(p, d, hq, hex, NULL)) continue;
		any = true;
		if (o) order_list(o, .verb = V_ADVANCE, .unit = hq, .a = hex);
	}
	return any;
}

void aab_list_advances(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	int lead = d->fight.lead, target = d->fight.target;
	for STACK (u, d, lead)
		if (advance_may(p, d, u, target, NULL)) order_list(o, .verb = V_ADVANCE, .unit = u, .a = target);
	for (int i = b->units; i < b->pieces; i++) staff_list(p, d, i, o);
	if (held_by(b, d, side, target))
		for STACK (u, d, target)
			for (int dir = 0; dir < 6; dir++) {
				int next = b->side[target * 6 + dir].next;
				if (next != HEX_NONE && further_may(p, d, u, next, NULL))
					order_list(o, .verb = V_ADVANCE, .unit = u, .a = next);
			}
	if (aab_follow_may(p, d, side, CARD_FOLLOW_UP, NULL)) order_list(o, .verb = V_PLAY, .a = CARD_FOLLOW_UP);
	if (!charger_owes(p, d)) order_list(o, .verb = V_DONE);
}

void aab_do_end_advance(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->fight.stage = FIGHT_OVER;
}

void aab_do_follow_up(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_card_spend(p, d, side, o->a);
	d->fight.follow = 1;
}

void aab_do_advance(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct aab_book *b = aab_book(p);
	int from = d->counter[o->unit].at;
	bool into = o->a == d->fight.target;
	aab_board_lift(b, d, o->unit, PLACE_NONE);
	aab_board_put(b, d, o->unit, o->a, BOTTOM);
	emit(p, .kind = E_ADVANCED, .side = (int8_t)side, .who = o->unit, .where = from, .to = o->a,
		.rule = into ? "12.6a" : "12.6c");
	if (!is_unit(b, o->unit)) return;
	d->counter[o->unit].marks |= HAS_ADVANCED;
	/* */
	if (b->terrain[o->a] == T_WOODS &&
		!(b->side[from * 6 + aab_board_direction(b, from, o->a)].flags & SIDE_ROAD))
		aab_woods_hit(p, d, o->unit);
	aab_take_control(p, d, o->unit, o->a);
	/* */
	for (int i = aab_board_hq(b, d, !side, o->a, NO_UNIT); i != NO_UNIT;
		i = aab_board_hq(b, d, !side, o->a, i))
		aab_overrun(p, d, i);
}

static bool advance_any(const struct play *p, const struct state *d)
{
	struct orders list;
	list.n = 0;
	aab_list_advances(p, d, d->g.active, &list);
	for (int i = 0; i < list.n; i++)
		if (list.list[i].verb == V_ADVANCE) return true;
	return false;
}

/* --- the rest of STEP_ASSAULT --------------------------------------------------------------------------- */

void aab_losses_step(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	int attacker = d->g.active;
	switch (d->fight.stage) {
	case FIGHT_RESULT: read_result(p, d); return;
	case FIGHT_TOUGH: tough_first(p, d, attacker, FIGHT_TOUGH_SECOND); return;
	case FIGHT_TOUGH_SECOND: tough_first(p, d, !attacker, FIGHT_TOUGH_HITS); return;
	case FIGHT_TOUGH_HITS: tough_hits(p, d); return;
	case FIGHT_LOSS:
		if (!d->fight.points || !affected_count(b, d, d->fight.loser))
			d->fight.retreats = 0, d->fight.stage = FIGHT_WINNER;
		else ask(&d->g, d->fight.loser, Q_LOSS);
		return;
	case FIGHT_HITS: take_hits(d); return;
	case FIGHT_FLIGHT: take_flight(d); return;
	case FIGHT_WINNER: winner_pays(d); return;
	case FIGHT_ADVANCE:
		if (aab_card_might(b, d, attacker, CARD_FOLLOW_UP) && aab_follow_fits(b, d, attacker))
			ask(&d->g, attacker, Q_ADVANCE_CHIT);
		else if (advance_any(p, d)) ask(&d->g, attacker, Q_ADVANCE);
		else d->fight.stage = FIGHT_OVER;
		return;
	default:
		for (int i = 0; i < b->units; i++) d->counter[i].marks &= (uint8_t)~HAS_ADVANCED;
		aab_assault_over(p, d, agenda_see(&d->g));
		agenda_done(&d->g);
		aab_window_open(p, d, W_ANY, attacker, NO_UNIT, NO_UNIT);
	}
}
