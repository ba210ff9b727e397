/* Movement (11.1, 11.2): a unit or stack marches hex by hex; each hex may cost a Disengagement Test before
   and draw fire after. Who marches is marked on the counters (IS_MOVING, with the place in the marching stack
   in `target`). */
#include "rules/all_are_brothers/all_are_brothers.h"

enum { MARCH_ASK, MARCH_LEAVE };

/* --- who may move (11.1a) ------------------------------------------------------------------------------- */

/* Active, and not through with its movement: it may change its place in a stack, even if it has fired. */
bool aab_shift_ready(const struct play *p, const struct state *d, int piece, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	const struct counter *k = &d->counter[piece];
	bool ours = is_unit(b, piece) ? mask_has(d->act.units, piece) : piece == d->act.hq;
	if (!ours || !placed(k)) return refuse(r, "11.1a", "%s is not active", p->m->piece[piece].name);
	if (k->deeds & HAS_MOVED) return refuse(r, "11.1a", "%s has moved", p->m->piece[piece].name);
	/* */
	if (d->act.flags & ACT_FAILED && !(k->state & IS_OUT))
		return refuse(r, "7.6.2a", "the activation has failed");
	return true;
}

bool aab_move_ready(const struct play *p, const struct state *d, int piece, struct refusal *r)
{
	if (!aab_shift_ready(p, d, piece, r)) return false;
	return !(d->counter[piece].deeds & HAS_SHELLED) ||
	       refuse(r, "8.1.6a", "%s has fired and may not move", p->m->piece[piece].name);
}

/* 11.7.1b, 7.5b, 16a, R-27: may it come into a front line next to the enemy? 11.7.1h: in Defensive posture
   only who disengages now. */
bool aab_may_engage(const struct aab_book *b, const struct state *d, int unit, struct refusal *r)
{
	if (d->g.turn == d->storm) return refuse(r, "16a", "nobody engages in the thunderstorm");
	if (d->counter[unit].state & IS_OUT) return refuse(r, "7.5b", "Out of Command units do not engage");
	if (d->march.flags & MARCH_QUICK) return refuse(r, "6.3g", "marching to the guns it may not engage");
	if (d->act.posture == POSTURE_AGGRESSIVE) return true;
	return (on_map(d, unit) && aab_engaged(b, d, unit)) ||
	       refuse(r, "11.7.1b", "in Defensive posture it may not engage");
}

/* The marching pieces in the order of their stack, the HQ last. */
struct troop {
	int n, units, sp;
	int16_t unit[32];
};

static void movers(const struct state *d, struct troop *t)
{
	int hex = d->march.lead != NO_UNIT ? d->counter[d->march.lead].at : HEX_NONE, hq = d->act.hq;
	t->n = t->sp = 0;
	if (is_hex(hex))
		for STACK (u, d, hex)
			if (d->counter[u].deeds & IS_MOVING) t->unit[t->n++] = (int16_t)u, t->sp += d->counter[u].sp;
	t->units = t->n;
	for (int i = 1; i < t->n; i++)
		for (int k = i; k > 0 && d->counter[t->unit[k]].target < d->counter[t->unit[k - 1]].target; k--) {
			int16_t swap = t->unit[k];
			t->unit[k] = t->unit[k - 1], t->unit[k - 1] = swap;
		}
	if (is_hex(hex) && d->counter[hq].at == hex && d->counter[hq].deeds & IS_MOVING)
		t->unit[t->n++] = (int16_t)hq;
}

/* --- may they step there? ------------------------------------------------------------------------------- */

/* 11.2d, 11.2.3a, 11.4c: can it pay? */
static bool can_pay(const struct aab_book *b, const struct state *d, int piece, int cost, bool road)
{
	const struct counter *k = &d->counter[piece];
	if (cost == PROHIBITED) return false;
	if (k->spent + cost <= aab_allowance(b, d, piece, road)) return true;
	return d->march.steps == 0;
}

/* 7.5d, R-13. */
static bool nearer(const struct aab_book *b, const struct state *d, int piece, int from, int to)
{
	/* a chief belongs to no corps */
	int corps = b->piece[piece].corps, hq = corps != NOBODY ? b->formation[corps].hq : NO_UNIT;
	if (!(d->counter[piece].state & IS_OUT)) return true;
	return hq != NO_UNIT && on_map(d, hq) &&
	       hex_distance(b, to, d->counter[hq].at) < hex_distance(b, from, d->counter[hq].at);
}

/* March to the Guns: does this step take Road March, or the MP of the Road Bonus? Then the unit may not
   engage. */
static bool hurries(const struct aab_book *b, const struct state *d, int piece, int cost, bool road)
{
	if (!(d->act.flags & ACT_MARCH) || d->act.posture != POSTURE_AGGRESSIVE) return false;
	return cost == 1 || (road && d->counter[piece].spent + cost > aab_allowance(b, d, piece, false));
}

static bool piece_may_step(const struct play *p, const struct state *d, int piece, int from, int dir,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	bool road;
	int cost = aab_step_cost(b, d, piece, from, dir, &road);
	if (cost == PROHIBITED) return refuse(r, "11.2.1b", "%s may not cross there", p->m->piece[piece].name);
	if (!can_pay(b, d, piece, cost, road))
		return refuse(r, "11.2d", "%s has not the movement points", p->m->piece[piece].name);
	if (is_unit(b, piece) && !nearer(b, d, piece, from, b->side[from * 6 + dir].next))
		return refuse(r, "7.5d", "Out of Command it must come nearer to its HQ");
	if (hurries(b, d, piece, cost, road) && is_unit(b, piece) &&
		enemy_near(d, b->piece[piece].side, b->side[from * 6 + dir].next))
		return refuse(r, "6.3g", "marching to the guns it may not engage");
	return true;
}

/* 4.1b: can a piece that has spent so much when it comes into a crowd go on across this hexside? */
static bool goes_on(const struct aab_book *b, const struct state *d, int piece, int hex, int dir, int spent)
{
	bool road;
	int cost = aab_step_cost(b, d, piece, hex, dir, &road);
	/* 11.4b: the Road Bonus is lost */
	if (cost == PROHIBITED || spent + cost > aab_allowance(b, d, piece, false)) return false;
	return nearer(b, d, piece, hex, b->side[hex * 6 + dir].next);
}

/* 4.1b: would so many SP led by `first` find room beyond this hexside of a hex that they overstack? */
static bool room_beyond(const struct aab_book *b, const struct state *d, int first, int sp, int hex, int dir)
{
	int next = b->side[hex * 6 + dir].next, side = b->piece[first].side;
	if (next == HEX_NONE || next == d->counter[first].at || held_by(b, d, !side, next)) return false;
	if (aab_board_sp(d, next) + sp > b->n.limit) return false;
	return !enemy_near(d, side, next) || aab_may_engage(b, d, first, NULL);
}

/* 4.1b: is there a way on out of a hex that they would overstack? */
static bool way_on(const struct aab_book *b, const struct state *d, const struct troop *t, int from, int dir)
{
	int hex = b->side[from * 6 + dir].next;
	for (int on = 0; on < 6; on++) {
		bool all = room_beyond(b, d, t->unit[0], t->sp, hex, on), road;
		for (int i = 0; i < t->n && all; i++)
			all = goes_on(b, d, t->unit[i], hex, on,
				d->counter[t->unit[i]].spent + aab_step_cost(b, d, t->unit[i], from, dir, &road));
		if (all) return true;
	}
	return false;
}

/* 4.1b: the same for a newcomer who pays `cost` to enter. */
bool aab_way_in(const struct aab_book *b, const struct state *d, int unit, int hex, int cost)
{
	for (int dir = 0; dir < 6; dir++)
		if (room_beyond(b, d, unit, d->counter[unit].sp, hex, dir) && goes_on(b, d, unit, hex, dir, cost))
			return true;
	return false;
}

/* May they take place `pos` of the stack there? */
static bool may_take(const struct play *p, const struct state *d, const struct troop *t, int dir, int pos,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	int from = d->counter[d->march.lead].at, to = b->side[from * 6 + dir].next,
		side = b->piece[d->march.lead].side;
	if (!t->units) return true;
	if (d->top[to] && aab_board_sp(d, to) + t->sp > b->n.limit) {
		if (pos) return refuse(r, "11.8.2a", "where it overstacks a hex it is on top");
		if (d->march.flags & MARCH_CHARGE || !way_on(b, d, t, from, dir))
			return refuse(r, "4.1a", "more than %d strength points, and no way on", b->n.limit);
	}
	for (int i = 0, above = enemy_near(d, side, to) ? aab_board_above(d, to, pos) : b->n.front;
		i < t->units && above < b->n.front; i++) {
		if (!aab_may_engage(b, d, t->unit[i], r))
			return false; /* 11.7.1a: those who come into the front line */
		above += d->counter[t->unit[i]].sp;
	}
	return !(d->march.flags & MARCH_CHARGE) || aab_charge_may_step(p, d, dir, r);
}

/* Can a hex be entered by anybody of this march? */
static bool may_open(const struct aab_book *b, const struct state *d, const struct troop *t, int to,
	struct refusal *r)
{
	int side = b->piece[d->march.lead].side;
	if (to == HEX_NONE) return refuse(r, "11.2b", "that hex cannot be entered");
	if (held_by(b, d, !side, to)) return refuse(r, "11.1c", "enemy units stand there");
	if (!t->units && aab_board_hq(b, d, !side, to, NO_UNIT) != NO_UNIT)
		return refuse(r, "11.1c", "an enemy HQ stands there");
	return true;
}

/* Can all of them pay for the step? */
static bool may_cross(const struct play *p, const struct state *d, const struct troop *t, int dir,
	struct refusal *r)
{
	int from = d->counter[d->march.lead].at;
	for (int i = 0; i < t->n; i++)
		if (!piece_may_step(p, d, t->unit[i], from, dir, r)) return false;
	return true;
}

/* pos: the place the first of them takes in the stack. */
static bool may_step(const struct play *p, const struct state *d, const struct troop *t, int dir, int pos,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	int to = b->side[d->counter[d->march.lead].at * 6 + dir].next;
	if (!may_open(b, d, t, to, r)) return false;
	if (pos < 0 || pos > (t->units ? aab_board_count(d, to) : 0))
		return refuse(r, "4.3e", "there is no such place in that stack");
	return may_cross(p, d, t, dir, r) && may_take(p, d, t, dir, pos, r);
}

bool aab_march_may_step(const struct play *p, const struct state *d, int dir, int pos, struct refusal *r)
{
	struct troop t;
	movers(d, &t);
	return may_step(p, d, &t, dir, pos, r);
}

static bool overcrowded(const struct aab_book *b, const struct state *d, int hex)
{
	return aab_board_sp(d, hex) > b->n.limit;
}

static bool march_stuck(const struct play *p, const struct state *d)
{
	struct troop t;
	movers(d, &t);
	for (int dir = 0; dir < 6; dir++)
		if (may_step(p, d, &t, dir, 0, NULL)) return false;
	return true;
}

/* May it end here? */
static bool march_may_stop(const struct play *p, const struct state *d, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (d->march.flags & MARCH_CHARGE) return aab_charge_may_stop(p, d, r) || march_stuck(p, d);
	if (is_unit(b, d->march.lead) && d->march.steps && overcrowded(b, d, d->counter[d->march.lead].at) &&
		!march_stuck(p, d))
		return refuse(r, "4.1a", "it may pass through this hex, not stay");
	return true;
}

/* --- the march ------------------------------------------------------------------------------------------ */

void aab_march_begin(const struct play *p, struct state *d, int piece, int flags)
{
	const struct aab_book *b = aab_book(p);
	struct counter *k = &d->counter[piece];
	d->march = (struct march){.lead = (int16_t)piece,
		.to = HEX_NONE,
		.target = HEX_NONE,
		.legal = k->at,
		.flags = (uint16_t)(flags | MARCH_ROAD | MARCH_SINGLE)};
	k->deeds |= IS_MOVING, k->spent = 0, k->target = 0;
	mask_add(d->who.moving, piece);
	step_push(d, .kind = STEP_MARCH, .side = b->piece[piece].side, .unit = piece);
	aab_window_open(p, d, W_START, b->piece[piece].side, piece, k->at);
}

static void halt(struct state *d, int piece)
{
	struct counter *k = &d->counter[piece];
	k->deeds = (uint8_t)((k->deeds & ~IS_MOVING) | HAS_MOVED), mask_drop(d->who.moving, piece);
	if (!(k->marks & IS_DECLARED)) k->target = HEX_NONE;
}

/* 4.1e, R-09: whoever must stop in a crowd goes back to the last legal hex, at the bottom if the enemy is
   near. */
static void backtrack(const struct play *p, struct state *d, int piece)
{
	const struct aab_book *b = aab_book(p);
	int hex = d->counter[piece].at, to = d->march.legal;
	if (!is_unit(b, piece) || !is_hex(hex) || !is_hex(to) || to == hex || !overcrowded(b, d, hex) ||
		held_by(b, d, !b->piece[piece].side, to))
		return;
	aab_board_lift(b, d, piece, PLACE_NONE);
	aab_board_put(b, d, piece, to, enemy_near(d, b->piece[piece].side, to) ? BOTTOM : 0);
	emit(p, .kind = E_BACKTRACKED, .side = (int8_t)b->piece[piece].side, .who = (int16_t)piece, .where = hex,
		.to = to, .rule = "4.1e");
}

void aab_march_end(const struct play *p, struct state *d, const struct step *s)
{
	struct troop t;
	movers(d, &t);
	for (int i = 0; i < t.n; i++) halt(d, t.unit[i]);
	for (int i = 0; i < t.n; i++) backtrack(p, d, t.unit[i]);
	for EACH (u, d->who.moving)
		if (mask_has(d->act.units, u) || u == d->act.hq) halt(d, u);
	d->march = (struct march){.lead = NO_UNIT, .to = HEX_NONE, .target = HEX_NONE, .legal = HEX_NONE};
}

/* 11.2.4: woods disorder whoever does not come by road; never worse than Disrupted, never to nothing
 */
void aab_woods_hit(const struct play *p, struct state *d, int unit)
{
	const struct aab_book *b = aab_book(p);
	struct counter *k = &d->counter[unit];
	uint8_t was = k->state;
	if (!is_unit(b, unit) || k->state & IS_DISRUPTED) return;
	k->state =
		(uint8_t)(k->state & IS_SHAKEN ? (k->state & ~IS_SHAKEN) | IS_DISRUPTED : k->state | IS_SHAKEN);
	aab_board_strength(b, d, unit);
	if (!k->sp) {
		k->state = was;
		aab_board_strength(b, d, unit);
		return;
	}
	emit(p, .kind = E_WOODS, .side = (int8_t)b->piece[unit].side, .who = (int16_t)unit, .where = k->at,
		.rule = "11.2.4a");
	emit(p, .kind = was & IS_SHAKEN ? E_DISRUPTED : E_SHAKEN, .side = (int8_t)b->piece[unit].side,
		.who = (int16_t)unit, .where = k->at, .rule = "11.2.4a");
}

/* They stand in a new hex: woods, control, overrun HQs, and then whoever may fire at them. */
void aab_march_arrive(const struct play *p, struct state *d, const int16_t *unit, int n, bool along_road)
{
	const struct aab_book *b = aab_book(p);
	int hex = d->counter[unit[0]].at, side = b->piece[unit[0]].side;
	bool exposed = false;
	for (int i = 0; i < n; i++) {
		if (!is_unit(b, unit[i])) continue;
		if (b->terrain[hex] == T_WOODS && !along_road) aab_woods_hit(p, d, unit[i]);
		aab_take_control(p, d, unit[i], hex);
		exposed |= aab_front_sp(b, d, unit[i]) > 0;
	}
	if (!overcrowded(b, d, hex)) d->march.legal = (int16_t)hex;
	d->march.flags &= (uint16_t)~MARCH_OPPORTUNITY;
	aab_window_open(p, d, W_HEX, side, unit[0], hex);
	if (enemy_near(d, side, hex) && exposed) aab_defence_open(d, hex, NO_UNIT); /* 11.8a, 4.2e */
	if (is_unit(b, unit[0]))                                                    /* 11.6a */
		for (int i = aab_board_hq(b, d, !side, hex, NO_UNIT); i != NO_UNIT;
			i = aab_board_hq(b, d, !side, hex, i))
			aab_overrun(p, d, i);
}

static void pay(const struct aab_book *b, struct state *d, int piece, int from, int dir)
{
	bool road;
	int cost = aab_step_cost(b, d, piece, from, dir, &road);
	if (hurries(b, d, piece, cost, road)) d->march.flags |= MARCH_QUICK;
	d->counter[piece].spent = (uint8_t)(d->counter[piece].spent + cost);
}

static void march_go(const struct play *p, struct state *d, int dir)
{
	const struct aab_book *b = aab_book(p);
	struct troop t;
	int from = d->counter[d->march.lead].at, pos = d->march.pos;
	movers(d, &t);
	const struct hexside *s = &b->side[from * 6 + dir];
	bool road = aab_by_road(b, d, b->piece[d->march.lead].side, s);
	for (int i = 0; i < t.n; i++) pay(b, d, t.unit[i], from, dir);
	if (!road) d->march.flags &= (uint16_t)~MARCH_ROAD;
	for (int i = 0; i < t.n; i++) aab_board_lift(b, d, t.unit[i], PLACE_NONE);
	for (int i = 0; i < t.n; i++) {
		aab_board_put(b, d, t.unit[i], s->next, pos + i);
		emit(p, .kind = E_MOVED, .side = (int8_t)b->piece[t.unit[i]].side, .who = t.unit[i], .where = from,
			.to = s->next, .rule = "11.2e");
	}
	d->march.steps++, d->march.to = HEX_NONE;
	aab_march_arrive(p, d, t.unit, t.n, s->flags & SIDE_ROAD);
}

/* One of the march: halted, broken or driven out, it is no longer. */
static bool marches_on(const struct play *p, struct state *d, int piece)
{
	struct counter *k = &d->counter[piece];
	if (!(k->deeds & IS_MOVING)) return false;
	if (!placed(k)) k->deeds &= (uint8_t)~IS_MOVING, mask_drop(d->who.moving, piece);
	else if (k->deeds & IS_HALTED) halt(d, piece), backtrack(p, d, piece);
	else return true;
	return false;
}

/* Who is left of the march, and who leads it now. False if nobody is. */
static bool march_muster(const struct play *p, struct state *d)
{
	int lead = NO_UNIT, best = 1000, units = 0;
	for EACH (u, d->who.moving) {
		if (!mask_has(d->act.units, u) || !marches_on(p, d, u)) continue;
		units++;
		if (d->counter[u].target < best) best = d->counter[u].target, lead = u;
	}
	if (marches_on(p, d, d->act.hq) && lead == NO_UNIT) lead = d->act.hq;
	if (lead == NO_UNIT) return false;
	d->march.lead = agenda_top(&d->g)->unit = (int16_t)lead;
	d->march.flags = (uint16_t)(units > 1 ? d->march.flags & ~MARCH_SINGLE : d->march.flags | MARCH_SINGLE);
	return true;
}

static bool any_halted(const struct state *d)
{
	for EACH (u, d->who.moving)
		if (d->counter[u].deeds & IS_HALTED && mask_has(d->act.units, u) && on_map(d, u)) return true;
	return false;
}

void aab_march_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	const struct aab_book *b = aab_book(p);
	if (d->march.flags & MARCH_HALTED && s->stage != MARCH_LEAVE && !s->flags && any_halted(d)) {
		s->flags = true;
		aab_window_open(p, d, W_HALT, s->side, d->march.lead, NO_UNIT); /* Second Attempt */
		return;
	}
	s->flags = false;
	if (d->march.flags & MARCH_OVER || (d->counter[s->unit].deeds & HAS_MOVED) || !march_muster(p, d)) {
		int side = s->side;
		aab_march_end(p, d, s);
		agenda_done(&d->g);
		aab_window_open(p, d, W_ANY, side, NO_UNIT, NO_UNIT);
		return;
	}
	if (s->stage == MARCH_LEAVE) {
		int dir = aab_board_direction(b, d->counter[d->march.lead].at, d->march.to);
		s->stage = MARCH_ASK;
		if (dir != NO_SIDE && aab_march_may_step(p, d, dir, d->march.pos, NULL)) march_go(p, d, dir);
		return;
	}
	if (d->march.flags & MARCH_FOLLOWS) aab_column_steer(p, d);
	else ask(&d->g, s->side, Q_STEP);
}

/* 11.7.2: tests before they leave; the step itself comes when those are through. */
void aab_march_leave(const struct play *p, struct state *d, int to, int pos)
{
	const struct aab_book *b = aab_book(p);
	struct troop t;
	bool hit = false;
	d->march.to = (int16_t)to, d->march.pos = (uint8_t)pos;
	agenda_top(&d->g)->stage = MARCH_LEAVE;
	movers(d, &t);
	for (int i = 0; i < t.n; i++)
		if (aab_must_disengage(b, d, t.unit[i])) hit |= aab_disengage(p, d, t.unit[i]);
	if (hit) aab_suffer(d, HEX_NONE);
}

/* --- Q_STEP --------------------------------------------------------------------------------------------- */

static bool with_may(const struct play *p, const struct state *d, int piece, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	const struct counter *k = &d->counter[piece];
	if (aab_due(b, d, piece)) return aab_enter_with_may(p, d, piece, r);
	if (d->march.steps || d->march.flags & MARCH_FOLLOWS ||
		(d->march.flags & MARCH_COLUMN && is_unit(b, piece)))
		return refuse(r, "4.3c", "a stack forms before it moves");
	if (k->at != d->counter[d->march.lead].at || k->deeds & IS_MOVING)
		return refuse(r, "11.1b", "%s is not beside it", p->m->piece[piece].name);
	if (!is_unit(b, d->march.lead) && is_unit(b, piece))
		return refuse(r, "11.1b", "an HQ goes with a unit, not a unit with an HQ");
	if (k->marks & HAS_ENTERED) return refuse(r, "11.1a", "%s has just entered", p->m->piece[piece].name);
	return aab_move_ready(p, d, piece, r) &&
	       (!(d->march.flags & MARCH_CHARGE) || aab_charge_ready(p, d, piece, r));
}

bool aab_may_stop(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return march_may_stop(p, d, r);
}

bool aab_may_with(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return with_may(p, d, o->unit, r);
}

bool aab_may_step(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (o->unit != d->march.lead)
		return refuse(r, "11.1b", "%s leads this march", p->m->piece[d->march.lead].name);
	int dir = is_hex(o->a) ? aab_board_direction(aab_book(p), d->counter[d->march.lead].at, o->a) : NO_SIDE;
	return dir == NO_SIDE ? refuse(r, "11.2e", "that is not an adjacent hex")
	                      : aab_march_may_step(p, d, dir, o->b, r);
}

bool aab_may_end_in_assault(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (o->unit != d->march.lead || d->march.flags & MARCH_CHARGE)
		return refuse(r, "11.10a", "the march in hand must declare, or charge home");
	if (is_unit(b, o->unit) && d->march.steps && overcrowded(b, d, d->counter[o->unit].at))
		return refuse(r, "4.1a", "it may pass through this hex, not stay");
	return aab_declare_may(p, d, o->unit, o->a, r);
}

void aab_list_steps(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	int lead = d->march.lead, from = d->counter[lead].at;
	struct troop t;
	movers(d, &t);
	for (int dir = 0; dir < 6; dir++) {
		int to = b->side[from * 6 + dir].next;
		if (!may_open(b, d, &t, to, NULL) || !may_cross(p, d, &t, dir, NULL)) continue;
		for (int pos = 0, last = t.units ? aab_board_count(d, to) : 0; pos <= last; pos++)
			if (may_take(p, d, &t, dir, pos, NULL))
				order_list(o, .verb = V_STEP, .unit = lead, .a = to, .b = pos);
	}
	for STACK (u, d, from)
		if (!d->march.steps && u != lead && with_may(p, d, u, NULL)) order_list(o, .verb = V_WITH, .unit = u);
	if (d->march.steps == 1 && d->counter[lead].marks & HAS_ENTERED)
		for EACH (u, d->act.units)
			if (aab_due(b, d, u) && aab_enter_with_may(p, d, u, NULL))
				order_list(o, .verb = V_WITH, .unit = u);
	if (d->march.steps < 2 && with_may(p, d, d->act.hq, NULL))
		order_list(o, .verb = V_WITH, .unit = d->act.hq);
	if (is_unit(b, lead) && enemy_near(d, side, from))
		for (int dir = 0; dir < 6; dir++) {
			struct order x = {.verb = V_ASSAULT, .unit = (int16_t)lead, .a = b->side[from * 6 + dir].next};
			if (x.a != HEX_NONE && aab_may_end_in_assault(p, d, side, &x, NULL))
				order_list(o, .verb = V_ASSAULT, .unit = lead, .a = x.a);
		}
	if (march_may_stop(p, d, NULL)) order_list(o, .verb = V_STOP);
}

void aab_do_step(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_march_leave(p, d, o->a, o->b);
}

void aab_do_with(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct aab_book *b = aab_book(p);
	struct troop t;
	movers(d, &t);
	if (aab_due(b, d, o->unit)) {
		aab_enter_with(p, d, o->unit, t.n);
		return;
	}
	d->counter[o->unit].target = (int16_t)t.n;
	d->counter[o->unit].deeds |= IS_MOVING, d->counter[o->unit].spent = 0;
	mask_add(d->who.moving, o->unit);
	if (is_unit(b, o->unit)) d->march.flags &= (uint16_t)~MARCH_SINGLE;
	if (d->march.flags & MARCH_CHARGE) d->counter[o->unit].deeds |= HAS_CHARGED;
}

/* 11.10a: that ends the move; 11.9b: the enemy may answer by Opportunity Fire. */
void aab_do_end_in_assault(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct troop t;
	movers(d, &t);
	for (int i = 0; i < t.n; i++)
		if (aab_declare_may(p, d, t.unit[i], o->a, NULL)) aab_declare(p, d, t.unit[i], o->a);
	d->march.flags |= MARCH_OVER | MARCH_DECLARED;
	aab_window_open(p, d, W_DECLARED, side, o->unit, o->a);
}

void aab_do_stop(const struct play *p, struct state *d, int side, const struct order *o)
{
	if (d->march.flags & MARCH_CHARGE) aab_charge_home(p, d);
	if (d->march.flags & MARCH_COLUMN) aab_column_form(p, d);
	d->march.flags |= MARCH_OVER;
}
