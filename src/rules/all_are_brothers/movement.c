/* Movement (11.1, 11.2): a unit or stack marches hex by hex; each hex may cost a Disengagement Test before
   and draw fire after. Who marches is marked on the counters (IS_MOVING, with the place in the marching stack
   in `target`). */
#include "rules/all_are_brothers/all_are_brothers.h"

enum { MARCH_ASK, MARCH_LEAVE };

/* --- who may move (11.1a) ------------------------------------------------------------------------------- */

/* Active, and not through with its movement: it may change its place in a stack, even if it has fired. */
bool aab_shift_ready(const struct play *p, const struct state *b, int piece, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	const struct counter *k = &b->counter[piece];
	bool ours = is_unit(c, piece) ? mask_has(b->act.units, piece) : piece == b->act.hq;
	if (!ours || !placed(k)) return refuse(r, "11.1a", "%s is not active", p->m->piece[piece].name);
	if (k->deeds & HAS_MOVED) return refuse(r, "11.1a", "%s has moved", p->m->piece[piece].name);
	/* */
	if (b->act.flags & ACT_FAILED && !(k->state & IS_OUT))
		return refuse(r, "7.6.2a", "the activation has failed");
	return true;
}

bool aab_move_ready(const struct play *p, const struct state *b, int piece, struct refusal *r)
{
	if (!aab_shift_ready(p, b, piece, r)) return false;
	return !(b->counter[piece].deeds & HAS_SHELLED) ||
	       refuse(r, "8.1.6a", "%s has fired and may not move", p->m->piece[piece].name);
}

/* 11.7.1b, 7.5b, 16a, R-27: may it come into a front line next to the enemy? 11.7.1h: in Defensive posture
   only who disengages now. */
bool aab_may_engage(const struct charts *c, const struct state *b, int unit, struct refusal *r)
{
	if (b->g.turn == b->storm) return refuse(r, "16a", "nobody engages in the thunderstorm");
	if (b->counter[unit].state & IS_OUT) return refuse(r, "7.5b", "Out of Command units do not engage");
	if (b->march.flags & MARCH_QUICK) return refuse(r, "6.3g", "marching to the guns it may not engage");
	if (b->act.posture == POSTURE_AGGRESSIVE) return true;
	return (on_map(b, unit) && aab_engaged(c, b, unit)) ||
	       refuse(r, "11.7.1b", "in Defensive posture it may not engage");
}

/* The marching pieces in the order of their stack, the HQ last. */
struct troop {
	int n, units, sp;
	int16_t unit[32];
};

static void movers(const struct state *b, struct troop *t)
{
	int hex = b->march.lead != NO_UNIT ? b->counter[b->march.lead].at : HEX_NONE, hq = b->act.hq;
	t->n = t->sp = 0;
	if (is_hex(hex))
		for STACK (u, b, hex)
			if (b->counter[u].deeds & IS_MOVING) t->unit[t->n++] = (int16_t)u, t->sp += b->counter[u].sp;
	t->units = t->n;
	for (int i = 1; i < t->n; i++)
		for (int k = i; k > 0 && b->counter[t->unit[k]].target < b->counter[t->unit[k - 1]].target; k--) {
			int16_t swap = t->unit[k];
			t->unit[k] = t->unit[k - 1], t->unit[k - 1] = swap;
		}
	if (is_hex(hex) && b->counter[hq].at == hex && b->counter[hq].deeds & IS_MOVING)
		t->unit[t->n++] = (int16_t)hq;
}

/* --- may they step there? ------------------------------------------------------------------------------- */

/* 11.2d, 11.2.3a, 11.4c: can it pay? */
static bool can_pay(const struct charts *c, const struct state *b, int piece, int cost, bool road)
{
	const struct counter *k = &b->counter[piece];
	if (cost == PROHIBITED) return false;
	if (k->spent + cost <= aab_allowance(c, b, piece, road)) return true;
	return b->march.steps == 0;
}

/* 7.5d, R-13. */
static bool nearer(const struct charts *c, const struct state *b, int piece, int from, int to)
{
	/* a chief belongs to no corps */
	int corps = c->piece[piece].corps, hq = corps != NOBODY ? c->formation[corps].hq : NO_UNIT;
	if (!(b->counter[piece].state & IS_OUT)) return true;
	return hq != NO_UNIT && on_map(b, hq) &&
	       hex_distance(c, to, b->counter[hq].at) < hex_distance(c, from, b->counter[hq].at);
}

/* March to the Guns: does this step take Road March, or the MP of the Road Bonus? Then the unit may not
   engage. */
static bool hurries(const struct charts *c, const struct state *b, int piece, int cost, bool road)
{
	if (!(b->act.flags & ACT_MARCH) || b->act.posture != POSTURE_AGGRESSIVE) return false;
	return cost == 1 || (road && b->counter[piece].spent + cost > aab_allowance(c, b, piece, false));
}

static bool piece_may_step(const struct play *p, const struct state *b, int piece, int from, int dir,
	struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	bool road;
	int cost = aab_step_cost(c, b, piece, from, dir, &road);
	if (cost == PROHIBITED) return refuse(r, "11.2.1b", "%s may not cross there", p->m->piece[piece].name);
	if (!can_pay(c, b, piece, cost, road))
		return refuse(r, "11.2d", "%s has not the movement points", p->m->piece[piece].name);
	if (is_unit(c, piece) && !nearer(c, b, piece, from, c->side[from * 6 + dir].next))
		return refuse(r, "7.5d", "Out of Command it must come nearer to its HQ");
	if (hurries(c, b, piece, cost, road) && is_unit(c, piece) &&
		enemy_near(b, c->piece[piece].side, c->side[from * 6 + dir].next))
		return refuse(r, "6.3g", "marching to the guns it may not engage");
	return true;
}

/* 4.1b: can a piece that has spent so much when it comes into a crowd go on across this hexside? */
static bool goes_on(const struct charts *c, const struct state *b, int piece, int hex, int dir, int spent)
{
	bool road;
	int cost = aab_step_cost(c, b, piece, hex, dir, &road);
	/* 11.4b: the Road Bonus is lost */
	if (cost == PROHIBITED || spent + cost > aab_allowance(c, b, piece, false)) return false;
	return nearer(c, b, piece, hex, c->side[hex * 6 + dir].next);
}

/* 4.1b: would so many SP led by `first` find room beyond this hexside of a hex that they overstack? */
static bool room_beyond(const struct charts *c, const struct state *b, int first, int sp, int hex, int dir)
{
	int next = c->side[hex * 6 + dir].next, side = c->piece[first].side;
	if (next == HEX_NONE || next == b->counter[first].at || held_by(c, b, !side, next)) return false;
	if (aab_board_sp(b, next) + sp > c->n.limit) return false;
	return !enemy_near(b, side, next) || aab_may_engage(c, b, first, NULL);
}

/* 4.1b: is there a way on out of a hex that they would overstack? */
static bool way_on(const struct charts *c, const struct state *b, const struct troop *t, int from, int dir)
{
	int hex = c->side[from * 6 + dir].next;
	for (int d = 0; d < 6; d++) {
		bool all = room_beyond(c, b, t->unit[0], t->sp, hex, d), road;
		for (int i = 0; i < t->n && all; i++)
			all = goes_on(c, b, t->unit[i], hex, d,
				b->counter[t->unit[i]].spent + aab_step_cost(c, b, t->unit[i], from, dir, &road));
		if (all) return true;
	}
	return false;
}

/* 4.1b: the same for a newcomer who pays `cost` to enter. */
bool aab_way_in(const struct charts *c, const struct state *b, int unit, int hex, int cost)
{
	for (int d = 0; d < 6; d++)
		if (room_beyond(c, b, unit, b->counter[unit].sp, hex, d) && goes_on(c, b, unit, hex, d, cost))
			return true;
	return false;
}

/* Everything but the charge's own limits. pos: the place the first of them takes in the stack. */
static bool may_step(const struct play *p, const struct state *b, const struct troop *t, int dir, int pos,
	struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	int from = b->counter[b->march.lead].at, to = c->side[from * 6 + dir].next,
		side = c->piece[b->march.lead].side;
	if (to == HEX_NONE) return refuse(r, "11.2b", "that hex cannot be entered");
	if (held_by(c, b, !side, to)) return refuse(r, "11.1c", "enemy units stand there");
	if (!t->units && aab_board_hq(c, b, !side, to, NO_UNIT) != NO_UNIT)
		return refuse(r, "11.1c", "an enemy HQ stands there");
	if (pos < 0 || pos > (t->units ? aab_board_count(b, to) : 0))
		return refuse(r, "4.3e", "there is no such place in that stack");
	for (int i = 0; i < t->n; i++)
		if (!piece_may_step(p, b, t->unit[i], from, dir, r)) return false;
	if (!t->units) return true;
	if (b->top[to] && aab_board_sp(b, to) + t->sp > c->n.limit) {
		if (pos) return refuse(r, "11.8.2a", "where it overstacks a hex it is on top");
		if (b->march.flags & MARCH_CHARGE || !way_on(c, b, t, from, dir))
			return refuse(r, "4.1a", "more than %d strength points, and no way on", c->n.limit);
	}
	for (int i = 0, above = enemy_near(b, side, to) ? aab_board_above(b, to, pos) : c->n.front;
		i < t->units && above < c->n.front; i++) {
		if (!aab_may_engage(c, b, t->unit[i], r))
			return false; /* 11.7.1a: those who come into the front line */
		above += b->counter[t->unit[i]].sp;
	}
	return !(b->march.flags & MARCH_CHARGE) || aab_charge_may_step(p, b, dir, r);
}

bool aab_march_may_step(const struct play *p, const struct state *b, int dir, int pos, struct refusal *r)
{
	struct troop t;
	movers(b, &t);
	return may_step(p, b, &t, dir, pos, r);
}

static bool overcrowded(const struct charts *c, const struct state *b, int hex)
{
	return aab_board_sp(b, hex) > c->n.limit;
}

static bool march_stuck(const struct play *p, const struct state *b)
{
	struct troop t;
	movers(b, &t);
	for (int d = 0; d < 6; d++)
		if (may_step(p, b, &t, d, 0, NULL)) return false;
	return true;
}

/* May it end here? */
static bool march_may_stop(const struct play *p, const struct state *b, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	if (b->march.flags & MARCH_CHARGE) return aab_charge_may_stop(p, b, r) || march_stuck(p, b);
	if (is_unit(c, b->march.lead) && b->march.steps && overcrowded(c, b, b->counter[b->march.lead].at) &&
		!march_stuck(p, b))
		return refuse(r, "4.1a", "it may pass through this hex, not stay");
	return true;
}

/* --- the march ------------------------------------------------------------------------------------------ */

void aab_march_begin(const struct play *p, struct state *b, int piece, int flags)
{
	const struct charts *c = CHARTS(p);
	struct counter *k = &b->counter[piece];
	b->march = (struct march){.lead = (int16_t)piece,
		.to = HEX_NONE,
		.target = HEX_NONE,
		.legal = k->at,
		.flags = (uint16_t)(flags | MARCH_ROAD | MARCH_SINGLE)};
	k->deeds |= IS_MOVING, k->spent = 0, k->target = 0;
	step_push(b, .kind = STEP_MARCH, .side = c->piece[piece].side, .unit = piece);
	aab_window_open(p, b, W_START, c->piece[piece].side, piece, k->at);
}

static void halt(struct state *b, int piece)
{
	struct counter *k = &b->counter[piece];
	k->deeds = (uint8_t)((k->deeds & ~IS_MOVING) | HAS_MOVED);
	if (!(k->marks & IS_DECLARED)) k->target = HEX_NONE;
}

/* 4.1e, R-09: whoever must stop in a crowd goes back to the last legal hex, at the bottom if the enemy is
   near. */
static void backtrack(const struct play *p, struct state *b, int piece)
{
	const struct charts *c = CHARTS(p);
	int hex = b->counter[piece].at, to = b->march.legal;
	if (!is_unit(c, piece) || !is_hex(hex) || !is_hex(to) || to == hex || !overcrowded(c, b, hex) ||
		held_by(c, b, !c->piece[piece].side, to))
		return;
	aab_board_lift(c, b, piece, PLACE_NONE);
	aab_board_put(c, b, piece, to, enemy_near(b, c->piece[piece].side, to) ? BOTTOM : 0);
	emit(p, .kind = E_BACKTRACKED, .side = (int8_t)c->piece[piece].side, .who = (int16_t)piece, .where = hex,
		.to = to, .rule = "4.1e");
}

void aab_march_end(const struct play *p, struct state *b, const struct step *s)
{
	struct troop t;
	movers(b, &t);
	for (int i = 0; i < t.n; i++) halt(b, t.unit[i]);
	for (int i = 0; i < t.n; i++) backtrack(p, b, t.unit[i]);
	for EACH (u, b->act.units)
		if (b->counter[u].deeds & IS_MOVING) halt(b, u);
	if (b->counter[b->act.hq].deeds & IS_MOVING) halt(b, b->act.hq);
	b->march = (struct march){.lead = NO_UNIT, .to = HEX_NONE, .target = HEX_NONE, .legal = HEX_NONE};
}

/* 11.2.4: woods disorder whoever does not come by road; never worse than Disrupted, never to nothing
 */
void aab_woods_hit(const struct play *p, struct state *b, int unit)
{
	const struct charts *c = CHARTS(p);
	struct counter *k = &b->counter[unit];
	uint8_t was = k->state;
	if (!is_unit(c, unit) || k->state & IS_DISRUPTED) return;
	k->state =
		(uint8_t)(k->state & IS_SHAKEN ? (k->state & ~IS_SHAKEN) | IS_DISRUPTED : k->state | IS_SHAKEN);
	aab_board_strength(c, b, unit);
	if (!k->sp) {
		k->state = was;
		aab_board_strength(c, b, unit);
		return;
	}
	emit(p, .kind = E_WOODS, .side = (int8_t)c->piece[unit].side, .who = (int16_t)unit, .where = k->at,
		.rule = "11.2.4a");
	emit(p, .kind = was & IS_SHAKEN ? E_DISRUPTED : E_SHAKEN, .side = (int8_t)c->piece[unit].side,
		.who = (int16_t)unit, .where = k->at, .rule = "11.2.4a");
}

/* They stand in a new hex: woods, control, overrun HQs, and then whoever may fire at them. */
void aab_march_arrive(const struct play *p, struct state *b, const int16_t *unit, int n, bool along_road)
{
	const struct charts *c = CHARTS(p);
	int hex = b->counter[unit[0]].at, side = c->piece[unit[0]].side;
	bool exposed = false;
	for (int i = 0; i < n; i++) {
		if (!is_unit(c, unit[i])) continue;
		if (c->terrain[hex] == T_WOODS && !along_road) aab_woods_hit(p, b, unit[i]);
		aab_take_control(p, b, unit[i], hex);
		exposed |= aab_front_sp(c, b, unit[i]) > 0;
	}
	if (!overcrowded(c, b, hex)) b->march.legal = (int16_t)hex;
	b->march.flags &= (uint16_t)~MARCH_OPPORTUNITY;
	aab_window_open(p, b, W_HEX, side, unit[0], hex);
	if (enemy_near(b, side, hex) && exposed) aab_defence_open(b, hex, NO_UNIT); /* 11.8a, 4.2e */
	if (is_unit(c, unit[0]))                                                    /* 11.6a */
		for (int i = aab_board_hq(c, b, !side, hex, NO_UNIT); i != NO_UNIT;
			i = aab_board_hq(c, b, !side, hex, i))
			aab_overrun(p, b, i);
}

static void pay(const struct charts *c, struct state *b, int piece, int from, int dir)
{
	bool road;
	int cost = aab_step_cost(c, b, piece, from, dir, &road);
	if (hurries(c, b, piece, cost, road)) b->march.flags |= MARCH_QUICK;
	b->counter[piece].spent = (uint8_t)(b->counter[piece].spent + cost);
}

static void march_go(const struct play *p, struct state *b, int dir)
{
	const struct charts *c = CHARTS(p);
	struct troop t;
	int from = b->counter[b->march.lead].at, pos = b->march.pos;
	movers(b, &t);
	const struct hexside *s = &c->side[from * 6 + dir];
	bool road = aab_by_road(c, b, c->piece[b->march.lead].side, s);
	for (int i = 0; i < t.n; i++) pay(c, b, t.unit[i], from, dir);
	if (!road) b->march.flags &= (uint16_t)~MARCH_ROAD;
	for (int i = 0; i < t.n; i++) aab_board_lift(c, b, t.unit[i], PLACE_NONE);
	for (int i = 0; i < t.n; i++) {
		aab_board_put(c, b, t.unit[i], s->next, pos + i);
		emit(p, .kind = E_MOVED, .side = (int8_t)c->piece[t.unit[i]].side, .who = t.unit[i], .where = from,
			.to = s->next, .rule = "11.2e");
	}
	b->march.steps++, b->march.to = HEX_NONE;
	aab_march_arrive(p, b, t.unit, t.n, s->flags & SIDE_ROAD);
}

/* One of the march: halted, broken or driven out, it is no longer. */
static bool marches_on(const struct play *p, struct state *b, int piece)
{
	struct counter *k = &b->counter[piece];
	if (!(k->deeds & IS_MOVING)) return false;
	if (!placed(k)) k->deeds &= (uint8_t)~IS_MOVING;
	else if (k->deeds & IS_HALTED) halt(b, piece), backtrack(p, b, piece);
	else return true;
	return false;
}

/* Who is left of the march, and who leads it now. False if nobody is. */
static bool march_muster(const struct play *p, struct state *b)
{
	int lead = NO_UNIT, best = 1000, units = 0;
	for EACH (u, b->act.units) {
		if (!marches_on(p, b, u)) continue;
		units++;
		if (b->counter[u].target < best) best = b->counter[u].target, lead = u;
	}
	if (marches_on(p, b, b->act.hq) && lead == NO_UNIT) lead = b->act.hq;
	if (lead == NO_UNIT) return false;
	b->march.lead = agenda_top(&b->g)->unit = (int16_t)lead;
	b->march.flags = (uint16_t)(units > 1 ? b->march.flags & ~MARCH_SINGLE : b->march.flags | MARCH_SINGLE);
	return true;
}

static bool any_halted(const struct state *b)
{
	for EACH (u, b->act.units)
		if (b->counter[u].deeds & IS_HALTED && b->counter[u].deeds & IS_MOVING && on_map(b, u)) return true;
	return false;
}

void aab_march_step(const struct play *p, struct state *b)
{
	struct step *s = agenda_top(&b->g);
	const struct charts *c = CHARTS(p);
	if (b->march.flags & MARCH_HALTED && s->stage != MARCH_LEAVE && !s->flags && any_halted(b)) {
		s->flags = true;
		aab_window_open(p, b, W_HALT, s->side, b->march.lead, NO_UNIT); /* Second Attempt */
		return;
	}
	s->flags = false;
	if (b->march.flags & MARCH_OVER || (b->counter[s->unit].deeds & HAS_MOVED) || !march_muster(p, b)) {
		int side = s->side;
		aab_march_end(p, b, s);
		agenda_done(&b->g);
		aab_window_open(p, b, W_ANY, side, NO_UNIT, NO_UNIT);
		return;
	}
	if (s->stage == MARCH_LEAVE) {
		int dir = aab_board_direction(c, b->counter[b->march.lead].at, b->march.to);
		s->stage = MARCH_ASK;
		if (dir != NO_SIDE && aab_march_may_step(p, b, dir, b->march.pos, NULL)) march_go(p, b, dir);
		return;
	}
	if (b->march.flags & MARCH_FOLLOWS) aab_column_steer(p, b);
	else ask(&b->g, s->side, Q_STEP);
}

/* 11.7.2: tests before they leave; the step itself comes when those are through. */
void aab_march_leave(const struct play *p, struct state *b, int to, int pos)
{
	const struct charts *c = CHARTS(p);
	struct troop t;
	bool hit = false;
	b->march.to = (int16_t)to, b->march.pos = (uint8_t)pos;
	agenda_top(&b->g)->stage = MARCH_LEAVE;
	movers(b, &t);
	for (int i = 0; i < t.n; i++)
		if (aab_must_disengage(c, b, t.unit[i])) hit |= aab_disengage(p, b, t.unit[i]);
	if (hit) aab_suffer(b, HEX_NONE);
}

/* --- Q_STEP --------------------------------------------------------------------------------------------- */

static bool with_may(const struct play *p, const struct state *b, int piece, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	const struct counter *k = &b->counter[piece];
	if (aab_due(c, b, piece)) return aab_enter_with_may(p, b, piece, r);
	if (b->march.steps || b->march.flags & MARCH_FOLLOWS ||
		(b->march.flags & MARCH_COLUMN && is_unit(c, piece)))
		return refuse(r, "4.3c", "a stack forms before it moves");
	if (k->at != b->counter[b->march.lead].at || k->deeds & IS_MOVING)
		return refuse(r, "11.1b", "%s is not beside it", p->m->piece[piece].name);
	if (!is_unit(c, b->march.lead) && is_unit(c, piece))
		return refuse(r, "11.1b", "an HQ goes with a unit, not a unit with an HQ");
	if (k->marks & HAS_ENTERED) return refuse(r, "11.1a", "%s has just entered", p->m->piece[piece].name);
	return aab_move_ready(p, b, piece, r) &&
	       (!(b->march.flags & MARCH_CHARGE) || aab_charge_ready(p, b, piece, r));
}

bool aab_may_stop(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	return march_may_stop(p, b, r);
}

bool aab_may_with(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	return with_may(p, b, o->unit, r);
}

bool aab_may_step(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	if (o->unit != b->march.lead)
		return refuse(r, "11.1b", "%s leads this march", p->m->piece[b->march.lead].name);
	int dir = is_hex(o->a) ? aab_board_direction(CHARTS(p), b->counter[b->march.lead].at, o->a) : NO_SIDE;
	return dir == NO_SIDE ? refuse(r, "11.2e", "that is not an adjacent hex")
	                      : aab_march_may_step(p, b, dir, o->b, r);
}

bool aab_may_end_in_assault(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	if (o->unit != b->march.lead || b->march.flags & MARCH_CHARGE)
		return refuse(r, "11.10a", "the march in hand must declare, or charge home");
	if (is_unit(c, o->unit) && b->march.steps && overcrowded(c, b, b->counter[o->unit].at))
		return refuse(r, "4.1a", "it may pass through this hex, not stay");
	return aab_declare_may(p, b, o->unit, o->a, r);
}

void aab_list_steps(const struct play *p, const struct state *b, int side, struct orders *o)
{
	const struct charts *c = CHARTS(p);
	int lead = b->march.lead, from = b->counter[lead].at;
	struct troop t;
	movers(b, &t);
	for (int d = 0; d < 6; d++) {
		int to = c->side[from * 6 + d].next;
		for (int pos = 0; to != HEX_NONE && pos <= (is_unit(c, lead) ? aab_board_count(b, to) : 0); pos++)
			if (may_step(p, b, &t, d, pos, NULL))
				order_list(o, .verb = V_STEP, .unit = lead, .a = to, .b = pos);
	}
	for STACK (u, b, from)
		if (!b->march.steps && u != lead && with_may(p, b, u, NULL)) order_list(o, .verb = V_WITH, .unit = u);
	if (b->march.steps == 1 && b->counter[lead].marks & HAS_ENTERED)
		for EACH (u, b->act.units)
			if (aab_due(c, b, u) && aab_enter_with_may(p, b, u, NULL))
				order_list(o, .verb = V_WITH, .unit = u);
	if (b->march.steps < 2 && with_may(p, b, b->act.hq, NULL))
		order_list(o, .verb = V_WITH, .unit = b->act.hq);
	if (is_unit(c, lead) && enemy_near(b, side, from))
		for (int d = 0; d < 6; d++) {
			struct order x = {.verb = V_ASSAULT, .unit = (int16_t)lead, .a = c->side[from * 6 + d].next};
			if (x.a != HEX_NONE && aab_may_end_in_assault(p, b, side, &x, NULL))
				order_list(o, .verb = V_ASSAULT, .unit = lead, .a = x.a);
		}
	if (march_may_stop(p, b, NULL)) order_list(o, .verb = V_STOP);
}

void aab_do_step(const struct play *p, struct state *b, int side, const struct order *o)
{
	aab_march_leave(p, b, o->a, o->b);
}

void aab_do_with(const struct play *p, struct state *b, int side, const struct order *o)
{
	const struct charts *c = CHARTS(p);
	struct troop t;
	movers(b, &t);
	if (aab_due(c, b, o->unit)) {
		aab_enter_with(p, b, o->unit, t.n);
		return;
	}
	b->counter[o->unit].target = (int16_t)t.n;
	b->counter[o->unit].deeds |= IS_MOVING, b->counter[o->unit].spent = 0;
	if (is_unit(c, o->unit)) b->march.flags &= (uint16_t)~MARCH_SINGLE;
	if (b->march.flags & MARCH_CHARGE) b->counter[o->unit].deeds |= HAS_CHARGED;
}

/* 11.10a: that ends the move; 11.9b: the enemy may answer by Opportunity Fire. */
void aab_do_end_in_assault(const struct play *p, struct state *b, int side, const struct order *o)
{
	struct troop t;
	movers(b, &t);
	for (int i = 0; i < t.n; i++)
		if (aab_declare_may(p, b, t.unit[i], o->a, NULL)) aab_declare(p, b, t.unit[i], o->a);
	b->march.flags |= MARCH_OVER | MARCH_DECLARED;
	aab_window_open(p, b, W_DECLARED, side, o->unit, o->a);
}

void aab_do_stop(const struct play *p, struct state *b, int side, const struct order *o)
{
	if (b->march.flags & MARCH_CHARGE) aab_charge_home(p, b);
	if (b->march.flags & MARCH_COLUMN) aab_column_form(p, b);
	b->march.flags |= MARCH_OVER;
}
