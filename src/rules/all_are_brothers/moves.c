/* The Movement Step's question (11.1): who moves, alone or at the head of a column, who enters, charges,
   changes his place in a stack or declares an assault where he stands. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* --- places in a stack (4.3) ---------------------------------------------------------------------------- */

/* 11.7.1g: who comes into the front line if `unit` takes place `pos` of its stack: itself, or whom it leaves
   in front. NO_UNIT if nobody does. Whoever goes to the bottom does not come forward himself. */
static int comes_forward(const struct aab_book *b, const struct state *d, int unit, int pos)
{
	int16_t stack[AAB_PIECES];
	int n = 0, left = b->n.front;
	for STACK (u, d, d->counter[unit].at) {
		if (n == pos) stack[n++] = (int16_t)unit;
		if (u != unit) stack[n++] = (int16_t)u;
	}
	for (int i = 0; i < n && left > 0; left -= d->counter[stack[i++]].sp)
		if (!aab_front_sp(b, d, stack[i])) return stack[i];
	return NO_UNIT;
}

/* 4.3b, 4.3d, 11.7.1g. Away from the enemy it is no movement: guns that have fired may do it too. */
static bool reorder_may(const struct play *p, const struct state *d, int unit, int pos, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	const struct counter *k = &d->counter[unit];
	if (!is_unit(b, unit)) return refuse(r, "4.3a", "an HQ has no place in a stack");
	bool near = placed(k) && enemy_near(d, b->piece[unit].side, k->at);
	if (!(near ? aab_move_ready : aab_shift_ready)(p, d, unit, r)) return false;
	if (pos < 0 || pos >= aab_board_count(d, k->at) || pos == k->order)
		return refuse(r, "4.3b", "there is no such other place in the stack");
	int forward = near ? comes_forward(b, d, unit, pos) : NO_UNIT;
	return forward == NO_UNIT || aab_may_engage(b, d, forward, r);
}

/* Does another place change who is in the front line? R-30. */
static unsigned front_bits(const struct aab_book *b, const struct state *d, int hex)
{
	unsigned bits = 0;
	for STACK (u, d, hex)
		if (aab_front_sp(b, d, u)) bits = bits * 251u + (unsigned)u + 1;
	return bits;
}

static void reorder(const struct play *p, struct state *d, int unit, int pos)
{
	const struct aab_book *b = aab_book(p);
	int hex = d->counter[unit].at;
	unsigned before = front_bits(b, d, hex);
	bool near = enemy_near(d, b->piece[unit].side, hex);
	int forward = near ? comes_forward(b, d, unit, pos) : NO_UNIT;
	aab_board_lift(b, d, unit, PLACE_NONE);
	aab_board_put(b, d, unit, hex, pos);
	emit(p, .kind = E_REORDERED, .side = (int8_t)b->piece[unit].side, .who = (int16_t)unit, .where = hex,
		.n = pos, .rule = "4.3b");
	d->counter[unit].deeds |= HAS_MOVED;
	if (!near) return;
	if (forward == NO_UNIT && (!aab_engaged(b, d, unit) || front_bits(b, d, hex) == before)) return;
	aab_march_begin(p, d, unit, 0);
	d->march.flags |= MARCH_OVER;
	aab_defence_open(d, hex, forward == unit ? NO_UNIT : forward);
}

/* --- columns: one chain of orders for a formation on a road --------------------------------------------- */

static bool follows(const struct play *p, const struct state *d, int unit)
{
	return is_unit(aab_book(p), unit) && aab_move_ready(p, d, unit, NULL) &&
	       !(d->counter[unit].deeds & IS_MOVING);
}

/* Comes in by the same hex as the head of the column? */
static bool follows_in(const struct play *p, const struct state *d, int piece, int hex)
{
	return !on_map(d, piece) && d->counter[piece].target == hex && aab_enter_may(p, d, piece, hex, 0, NULL);
}

/* 11.5.1c: newcomers are lined up on the road that leads in. */
static bool column_enters(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	int hex = d->counter[unit].target;
	if (!aab_enter_may(p, d, unit, hex, 0, r)) return false;
	for EACH (u, d->act.units)
		if (u != unit && follows_in(p, d, u, hex)) return true;
	return refuse(r, "11.2.2a", "nobody follows it");
}

/* Is there somebody of the formation behind it on the road? */
static bool column_may(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (aab_due(b, d, unit)) return column_enters(p, d, unit, r);
	if (!aab_move_ready(p, d, unit, r)) return false;
	int hex = d->counter[unit].at;
	for
		EACH_ROAD(dir, b, hex)
	for STACK (u, d, b->side[hex * 6 + dir].next)
		if (follows(p, d, u)) return true;
	return refuse(r, "11.2.2a", "nobody follows it on the road");
}

/* The leader has stopped: whoever stands on the road behind where it began falls in, and so on down the road
   and off the map; the HQ too, if it is among them. */
void aab_column_form(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	uint64_t seen[HEX_WORDS] = NO_HEXES;
	int16_t queue[AAB_HEXES];
	int n = 0, start = load_now(&d->g)->column.start, hq = d->act.hq;
	for EACH (u, d->act.units)
		if (follows_in(p, d, u, start)) d->counter[u].marks |= IN_COLUMN;
	if (follows_in(p, d, hq, start)) d->counter[hq].marks |= IN_COLUMN;
	queue[n++] = (int16_t)start;
	seen[start >> 6] |= 1ull << (start & 63);
	for (int i = 0; i < n; i++) {
		for STACK (u, d, queue[i])
			if (follows(p, d, u)) d->counter[u].marks |= IN_COLUMN;
		if (d->counter[hq].at == queue[i] && aab_move_ready(p, d, hq, NULL) &&
			!(d->counter[hq].deeds & IS_MOVING))
			d->counter[hq].marks |= IN_COLUMN;
		for
			EACH_ROAD(dir, b, queue[i])
			{
				int next = b->side[queue[i] * 6 + dir].next;
				bool any = false;
				if (hex_in(seen, next)) continue;
				for STACK (u, d, next) any |= follows(p, d, u);
				if (any) seen[next >> 6] |= 1ull << (next & 63), queue[n++] = (int16_t)next;
			}
	}
}

#define ROADS_MOST 160 /* hexes of road looked at */
#define ROADS_WIND 6   /* how far a road may lead away from where it goes */

/* The next hex on the shortest road to the leader; HEX_NONE if there is none. */
static int road_ahead(const struct aab_book *b, int from, int goal)
{
	uint64_t seen[HEX_WORDS] = NO_HEXES;
	int16_t queue[ROADS_MOST], first[ROADS_MOST];
	int n = 0, far = hex_distance(b, from, goal) + ROADS_WIND;
	seen[from >> 6] |= 1ull << (from & 63);
	queue[n] = (int16_t)from, first[n++] = HEX_NONE;
	for (int i = 0; i < n; i++)
		for
			EACH_ROAD(dir, b, queue[i])
			{
				int next = b->side[queue[i] * 6 + dir].next;
				if (hex_in(seen, next) || n == ROADS_MOST || hex_distance(b, next, goal) > far) continue;
				seen[next >> 6] |= 1ull << (next & 63);
				queue[n] = (int16_t)next, first[n++] = (int16_t)(i ? first[i] : next);
				if (next == goal) return first[n - 1];
			}
	return HEX_NONE;
}

/* Who of the column goes next: the nearest to the leader, then those off the map, the HQ last. */
static int column_next(const struct play *p, struct state *d, int goal, int start)
{
	const struct aab_book *b = aab_book(p);
	int best = NO_UNIT, nearest = 1000, hq = d->act.hq;
	for EACH (u, d->act.units) {
		if (!(d->counter[u].marks & IN_COLUMN)) continue;
		if (!is_hex(goal) || !(on_map(d, u) ? follows(p, d, u) : follows_in(p, d, u, start))) {
			d->counter[u].marks &= (uint8_t)~IN_COLUMN;
			continue;
		}
		int far = on_map(d, u) ? hex_distance(b, d->counter[u].at, goal) : 500;
		if (far < nearest) nearest = far, best = u;
	}
	if (best != NO_UNIT || !(d->counter[hq].marks & IN_COLUMN)) return best;
	return is_hex(goal) && (on_map(d, hq) ? aab_move_ready(p, d, hq, NULL) : follows_in(p, d, hq, start))
	         ? hq
	         : NO_UNIT;
}

/* STEP_COLUMN: unit is the leader; a: where he began. */
void aab_column_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	int start = load_see(s)->column.start, next = column_next(p, d, d->counter[s->unit].at, start);
	if (next == NO_UNIT) {
		d->counter[d->act.hq].marks &= (uint8_t)~IN_COLUMN;
		agenda_done(&d->g);
		return;
	}
	d->counter[next].marks &= (uint8_t)~IN_COLUMN;
	if (on_map(d, next)) aab_march_begin(p, d, next, MARCH_FOLLOWS);
	else aab_enter(p, d, next, start, 0, MARCH_FOLLOWS);
}

/* A follower goes on by road until the next hex is taken (an HQ joins who is there), next to the enemy, or
   too far. */
void aab_column_steer(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	const struct step *column = agenda_find(&d->g, STEP_COLUMN);
	int lead = d->march.lead, side = b->piece[lead].side, from = d->counter[lead].at,
		goal = column ? d->counter[column->unit].at : HEX_NONE;
	int next = !is_hex(goal) || goal == from ? HEX_NONE : road_ahead(b, from, goal),
		dir = next == HEX_NONE ? NO_SIDE : aab_board_direction(b, from, next);
	bool taken =
		is_unit(b, lead) ? next != HEX_NONE && d->top[next] : held_by(b, d, side, from) && d->march.steps;
	if (dir == NO_SIDE || taken || enemy_near(d, side, next) || enemy_near(d, side, from) ||
		!aab_march_may_step(p, d, dir, 0, NULL))
		d->march.flags |= MARCH_OVER;
	else aab_march_leave(p, d, next, 0);
}

/* --- Q_MOVE --------------------------------------------------------------------------------------------- */

bool aab_may_move(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return aab_move_ready(p, d, o->unit, r);
}

bool aab_may_column(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return is_unit(aab_book(p), o->unit) ? column_may(p, d, o->unit, r)
	                                     : refuse(r, "11.2.2a", "an HQ leads no column");
}

bool aab_may_charge(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return is_hex(o->a) ? aab_charge_may(p, d, o->unit, o->a, r)
	                    : refuse(r, "11.11.1g", "there is nobody to charge");
}

bool aab_may_declare(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return is_hex(o->a) ? aab_declare_may(p, d, o->unit, o->a, r)
	                    : refuse(r, "11.10a", "there is nobody to assault");
}

bool aab_may_enter(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return is_hex(o->a) ? aab_enter_may(p, d, o->unit, o->a, o->b, r)
	                    : refuse(r, "11.5.1a", "that is not on the map");
}

bool aab_may_reorder(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return reorder_may(p, d, o->unit, o->a, r);
}

bool aab_may_move_by_chit(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return o->b ? refuse(r, "6.3g", "no number here") : aab_chit_may(p, d, side, o->a, o->unit, r);
}

static void unit_moves(const struct play *p, const struct state *d, int u, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	const struct counter *k = &d->counter[u];
	if (enemy_near(d, b->piece[u].side, k->at))
		for (int dir = 0; dir < 6; dir++) {
			int next = b->side[k->at * 6 + dir].next;
			if (next != HEX_NONE && aab_declare_may(p, d, u, next, NULL))
				order_list(o, .verb = V_ASSAULT, .unit = u, .a = next);
		}
	if (aab_move_ready(p, d, u, NULL)) {
		order_list(o, .verb = V_MOVE, .unit = u);
		if (column_may(p, d, u, NULL)) order_list(o, .verb = V_COLUMN, .unit = u);
		if (b->piece[u].arm == ARM_CAVALRY) aab_charge_list(p, d, u, o);
	} else if (!(k->deeds & HAS_SHELLED)) return;
	if (k->under || k->order)
		for (int pos = 0, n = aab_board_count(d, k->at); pos < n; pos++)
			if (reorder_may(p, d, u, pos, NULL)) order_list(o, .verb = V_REORDER, .unit = u, .a = pos);
}

/* Moves and declarations, without chits. */
static void marches_list(const struct play *p, const struct state *d, struct orders *o)
{
	for EACH (u, d->act.units) {
		if (on_map(d, u)) unit_moves(p, d, u, o);
		else {
			aab_enter_list(p, d, u, o);
			if (column_may(p, d, u, NULL)) order_list(o, .verb = V_COLUMN, .unit = u);
		}
	}
	if (on_map(d, d->act.hq)) {
		if (aab_move_ready(p, d, d->act.hq, NULL)) order_list(o, .verb = V_MOVE, .unit = d->act.hq);
	} else aab_enter_list(p, d, d->act.hq, o);
}

void aab_list_moves(const struct play *p, const struct state *d, int side, struct orders *o)
{
	marches_list(p, d, o);
	/* else the step ends by itself, whatever he holds */
	if (o->n || aab_asks_always(d, side)) aab_opportunity_list(p, d, side, o);
	if (d->act.posture == POSTURE_DEFENSIVE) aab_sortie_list(p, d, side, o);
	order_list(o, .verb = V_DONE);
}

void aab_do_move(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_march_begin(p, d, o->unit, 0);
}

void aab_do_column(const struct play *p, struct state *d, int side, const struct order *o)
{
	bool here = on_map(d, o->unit);
	int from = here ? d->counter[o->unit].at : d->counter[o->unit].target;
	load_of(step_push(d, .kind = STEP_COLUMN, .side = side, .unit = o->unit))->column.start = from;
	if (here) aab_march_begin(p, d, o->unit, MARCH_COLUMN);
	else aab_enter(p, d, o->unit, from, 0, MARCH_COLUMN);
	load_of(agenda_find(&d->g, STEP_MARCH))->column.start = from;
}

void aab_do_charge(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_charge_begin(p, d, o->unit, o->a);
}

/* 11.9b: the enemy may answer by Opportunity Fire. */
void aab_do_declare(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_declare(p, d, o->unit, o->a);
	aab_window_open(p, d, W_DECLARED, side, o->unit, o->a);
}

void aab_do_enter(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_enter(p, d, o->unit, o->a, o->b, 0);
}

void aab_do_reorder(const struct play *p, struct state *d, int side, const struct order *o)
{
	reorder(p, d, o->unit, o->a);
}

void aab_do_move_by_chit(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_chit_play(p, d, side, o->a, o->unit);
}
