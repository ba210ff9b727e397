/* Reinforcements (11.5) and HQs driven from their place (11.6). Waiting pieces keep their arrival hex in
   `target` and the turns of their delay in `spent`. */
#include "rules/all_are_brothers/all_are_brothers.h"

bool aab_due(const struct aab_book *b, const struct state *d, int piece)
{
	const struct counter *k = &d->counter[piece];
	return k->at == PLACE_BOX(BOX_WAITING) && b->piece[piece].turn <= d->g.turn && !(k->state & IS_BARRED);
}

/* 11.5.1a: on the arrival hex or next to it, by a hex of the map edge. */
static bool within_one(const struct aab_book *b, int arrival, int hex)
{
	if (!is_hex(arrival) || hex_distance(b, arrival, hex) > 1) return false;
	return hex == arrival || b->edge[hex] || !b->edge[arrival];
}

/* 11.5.2b, R-37: after a delay the arrival hex may have been shifted along the map edge, three hexes a
   turn. */
static bool shifted_near(const struct aab_book *b, int arrival, int turns, int hex)
{
	if (!turns || !is_hex(arrival) || hex_distance(b, arrival, hex) > 3 * turns + 1) return false;
	for (int dir = 0; dir < 7; dir++) {
		int to = around(b, hex, dir);
		if (is_hex(to) && b->edge[to] && hex_distance(b, arrival, to) <= 3 * turns && within_one(b, to, hex))
			return true;
	}
	return false;
}

/* 11.5a: one or two arrival hexes, of which its owner chooses. */
static bool near_arrival(const struct aab_book *b, const struct state *d, int piece, int hex)
{
	int from = d->counter[piece].target, other = b->piece[piece].other_start, turns = d->counter[piece].spent;
	return within_one(b, from, hex) || within_one(b, other, hex) || shifted_near(b, from, turns, hex) ||
	       shifted_near(b, other, turns, hex);
}

/* 11.5.1c, R-36: which place in the queue at that hex; how full the stack there is. */
#define NO_SLOT (-1)

static int queue_slot(const struct state *d, int hex)
{
	for (int i = 0; i < d->act.entries; i++)
		if (d->act.entry_hex[i] == hex) return i;
	return NO_SLOT;
}

static int queue_rank(const struct aab_book *b, const struct state *d, int piece, int hex)
{
	int slot = queue_slot(d, hex);
	if (!is_unit(b, piece) || slot == NO_SLOT) return 1; /* 11.5.1d */
	return d->act.entry_rank[slot] + (d->act.entry_sp[slot] + d->counter[piece].sp > b->n.limit);
}

static void queue_note(const struct aab_book *b, struct state *d, int piece, int hex)
{
	int slot = queue_slot(d, hex), rank = queue_rank(b, d, piece, hex);
	if (!is_unit(b, piece)) return;
	if (slot == NO_SLOT) {
		slot = d->act.entries++;
		d->act.entry_hex[slot] = (int16_t)hex, d->act.entry_rank[slot] = 1, d->act.entry_sp[slot] = 0;
	}
	if (rank > d->act.entry_rank[slot]) d->act.entry_rank[slot] = (uint8_t)rank, d->act.entry_sp[slot] = 0;
	d->act.entry_sp[slot] = (uint8_t)(d->act.entry_sp[slot] + d->counter[piece].sp);
}

static int roads_lead_in(const struct aab_book *b, int hex)
{
	int ways = 0;
	for (int dir = 0; dir < 6; dir++) ways |= b->side[hex * 6 + dir].flags & (SIDE_ROAD | SIDE_MAJOR);
	return ways;
}

/* 11.5.1b: half MP for the first hex; along the road it is lined up on, if one leads in. */
static int entry_cost(const struct aab_book *b, const struct state *d, int piece, int hex, bool *road)
{
	int arm = is_unit(b, piece) ? b->piece[piece].arm : ARM_INFANTRY, ways = roads_lead_in(b, hex);
	/* 11.2.2d */
	*road = ways && !d->top[hex] && aab_board_hq(b, d, !b->piece[piece].side, hex, NO_UNIT) == NO_UNIT;
	int one = *road ? (ways & SIDE_MAJOR && aab_may_road_march(d, piece) ? 1 : 2)
	                : 2 * b->n.terrain[b->terrain[hex]][arm];
	if (one < 0) return PROHIBITED; /* no mutants: a chart may close ground to an arm; ours does not */
	return one * queue_rank(b, d, piece, hex);
}

static bool may_stand_near(const struct aab_book *b, const struct state *d, int piece, int hex, int pos,
	struct refusal *r)
{
	if (!is_unit(b, piece) || !enemy_near(d, b->piece[piece].side, hex) ||
		aab_board_above(d, hex, pos) >= b->n.front)
		return true;
	if (d->g.turn == d->storm) return refuse(r, "16a", "nobody engages in the thunderstorm");
	return d->act.posture == POSTURE_AGGRESSIVE ||
	       refuse(r, "11.7.1b", "in Defensive posture it may not engage");
}

bool aab_enter_may(const struct play *p, const struct state *d, int piece, int hex, int pos,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	bool ours = is_unit(b, piece) ? mask_has(d->act.units, piece) : piece == d->act.hq, road;
	int side = b->piece[piece].side;
	if (!ours || !aab_due(b, d, piece))
		return refuse(r, "11.5c", "%s is not due to enter", p->m->piece[piece].name);
	if (d->act.flags & ACT_FAILED)
		return refuse(r, "7.6.2b", "the activation has failed: reinforcements wait");
	if (!near_arrival(b, d, piece, hex))
		return refuse(r, "11.5.1a", "it enters at %s or next to it",
			p->m->map->number[d->counter[piece].target]);
	if (b->terrain[hex] == T_CLOSED || held_by(b, d, !side, hex))
		return refuse(r, "11.1c", "that hex is closed to it");
	if (!is_unit(b, piece) && aab_board_hq(b, d, !side, hex, NO_UNIT) != NO_UNIT)
		return refuse(r, "11.6a", "an HQ overruns nobody");
	if (pos < 0 || pos > (is_unit(b, piece) ? aab_board_count(d, hex) : 0))
		return refuse(r, "4.3e", "there is no such place in that stack");
	int cost = entry_cost(b, d, piece, hex, &road);
	if (cost == PROHIBITED) return refuse(r, "11.2b", "%s cannot enter there", p->m->piece[piece].name);
	/* 4.1b: it may pass through */
	if (is_unit(b, piece) && aab_board_sp(d, hex) + d->counter[piece].sp > b->n.limit) {
		if (pos) return refuse(r, "11.8.2a", "where it overstacks a hex it is on top");
		if (!aab_way_in(b, d, piece, hex, cost))
			return refuse(r, "4.1a", "the hex is full, and there is no way on");
	}
	if (d->act.entries == QUEUES_MOST && queue_slot(d, hex) == NO_SLOT)
		return refuse(r, "11.5.1c", "reinforcements enter by %d hexes already", QUEUES_MOST);
	return may_stand_near(b, d, piece, hex, pos, r);
}

static void enter_at(const struct play *p, const struct state *d, int piece, int hex, struct orders *o)
{
	for (int pos = 0; is_hex(hex) && pos <= (is_unit(aab_book(p), piece) ? aab_board_count(d, hex) : 0);
		pos++)
		if (aab_enter_may(p, d, piece, hex, pos, NULL))
			order_list(o, .verb = V_ENTER, .unit = piece, .a = hex, .b = pos);
}

void aab_enter_list(const struct play *p, const struct state *d, int piece, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	int from = d->counter[piece].target;
	if (!aab_due(b, d, piece) || d->act.flags & ACT_FAILED || !is_hex(from)) return;
	if (d->counter[piece].spent || b->piece[piece].other_start != HEX_NONE) {
		int other = b->piece[piece].other_start, far = 3 * d->counter[piece].spent + 1;
		for (int h = 0; h < b->hexes; h++)
			if ((hex_distance(b, from, h) <= far || (is_hex(other) && hex_distance(b, other, h) <= far)) &&
				near_arrival(b, d, piece, h))
				enter_at(p, d, piece, h, o);
		return;
	}
	for (int dir = 0; dir < 7; dir++) enter_at(p, d, piece, around(b, from, dir), o);
}

void aab_enter(const struct play *p, struct state *d, int piece, int hex, int pos, int flags)
{
	const struct aab_book *b = aab_book(p);
	struct counter *k = &d->counter[piece];
	bool road;
	int cost = entry_cost(b, d, piece, hex, &road);
	int16_t one[1] = {(int16_t)piece};
	queue_note(b, d, piece, hex);
	aab_march_begin(p, d, piece, flags);
	aab_board_put(b, d, piece, hex, pos);
	k->spent = (uint8_t)(at_most(200, cost)), k->marks |= HAS_ENTERED;
	d->march.steps = 1, d->march.legal = (int16_t)hex;
	if (!road) d->march.flags &= (uint16_t)~MARCH_ROAD;
	emit(p, .kind = E_ENTERED, .side = (int8_t)b->piece[piece].side, .who = (int16_t)piece, .where = hex,
		.rule = "11.5.1a");
	aab_march_arrive(p, d, one, 1, road);
}

/* 11.5.1c: whoever fits comes in with the first, as a stack; nobody of it by road then (11.2.2c). */
bool aab_enter_with_may(const struct play *p, const struct state *d, int piece, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	int lead = d->march.lead, hex = d->counter[lead].at, slot = queue_slot(d, hex);
	if (d->march.steps != 1 || !(d->counter[lead].marks & HAS_ENTERED) ||
		d->march.flags & (MARCH_COLUMN | MARCH_FOLLOWS))
		return refuse(r, "11.5.1c", "a stack forms where it enters");
	if (!is_unit(b, lead)) return refuse(r, "11.1b", "an HQ goes with a unit, not a unit with an HQ");
	if (enemy_near(d, b->piece[piece].side, hex))
		return refuse(r, "11.5.2c", "next to the enemy they come one by one");
	if (slot == NO_SLOT || (is_unit(b, piece) && queue_rank(b, d, piece, hex) > d->act.entry_rank[slot]))
		return refuse(r, "11.5.1c", "%s does not fit in that stack", p->m->piece[piece].name);
	return aab_enter_may(p, d, piece, hex, is_unit(b, piece) ? aab_board_count(d, hex) : 0, r);
}

/* `place`: the how manieth of the marching stack it is. */
void aab_enter_with(const struct play *p, struct state *d, int piece, int place)
{
	const struct aab_book *b = aab_book(p);
	struct counter *lead = &d->counter[d->march.lead], *k = &d->counter[piece];
	int16_t one[1] = {(int16_t)piece};
	int hex = lead->at, ground = b->terrain[hex], slot = queue_slot(d, hex),
		opportunity = d->march.flags & MARCH_OPPORTUNITY;
	queue_note(b, d, piece, hex);
	aab_board_put(b, d, piece, hex, BOTTOM);
	k->marks |= HAS_ENTERED, k->deeds |= IS_MOVING, k->target = (int16_t)place;
	mask_add(d->who.moving, piece);
	if (is_unit(b, piece)) {
		d->march.flags &= (uint16_t)~(MARCH_SINGLE | MARCH_ROAD);
		lead->spent =
			(uint8_t)(2 * b->n.terrain[ground][b->piece[d->march.lead].arm] * d->act.entry_rank[slot]);
		k->spent = (uint8_t)(2 * b->n.terrain[ground][b->piece[piece].arm] * d->act.entry_rank[slot]);
		/* 11.5.1d */
	} else k->spent = (uint8_t)(d->march.flags & MARCH_ROAD ? 2 : 2 * b->n.terrain[ground][ARM_INFANTRY]);
	emit(p, .kind = E_ENTERED, .side = (int8_t)b->piece[piece].side, .who = (int16_t)piece, .where = hex,
		.rule = "11.5.1a");
	aab_march_arrive(p, d, one, 1, roads_lead_in(b, hex) != 0);
	d->march.flags |= (uint16_t)opportunity;
}

/* 11.5b, R-25: one roll a code: same formation, turn, hex and span. */
void aab_spans_roll(const struct play *p, struct state *d, int corps)
{
	const struct aab_book *b = aab_book(p);
	static const struct roll_words words = {.good = "may enter this turn",
		.bad = "must wait for the next turn"};
	uint64_t rolled[MASK] = {0};
	for EACH (u, b->formation[corps].piece) {
		const struct profile *k = &b->piece[u];
		if (!aab_due(b, d, u) || !k->span || mask_has(rolled, u)) continue;
		bool comes = roll(p, &d->g,
			&(struct throw){.kind = THROW_AT_MOST,
				.n = 1,
				.sides = D10,
				.mark = k->span,
				.why = "entry span",
				.words = &words,
				.rule = "11.5b",
				.side = k->side,
				.who = u,
				.whom = NO_UNIT});
		for EACH (o, b->formation[corps].piece) {
			const struct profile *same = &b->piece[o];
			if (!aab_due(b, d, o) || same->span != k->span || same->turn != k->turn ||
				d->counter[o].target != d->counter[u].target)
				continue;
			mask_add(rolled, o);
			if (comes) continue;
			d->counter[o].state |= IS_BARRED;
			emit(p, .kind = E_DELAYED, .side = (int8_t)k->side, .who = (int16_t)o, .rule = "11.5b");
		}
	}
}

/* --- HQs overrun (11.6) --------------------------------------------------------------------------------- */

void aab_overrun(const struct play *p, struct state *d, int hq)
{
	d->counter[hq].state |= IS_OVERRUN;
	emit(p, .kind = E_OVERRUN, .side = (int8_t)aab_book(p)->piece[hq].side, .who = (int16_t)hq,
		.where = d->counter[hq].at, .rule = "11.6a");
	overrun_push(d, aab_book(p)->piece[hq].side, hq, true);
}

/* 11.6b, R-38: the nearest units of its formation, of a chief's nation. */
static int refuges(const struct aab_book *b, const struct state *d, int hq, int16_t unit[16])
{
	int n = 0, best = 1000, from = d->counter[hq].at;
	for EACH (u, d->units[b->piece[hq].side]) {
		bool ours = is_flag(b, hq, KIND_CHIEF) ? b->piece[u].nation == b->piece[hq].nation
		                                       : b->piece[u].corps == b->piece[hq].corps;
		int far = hex_distance(b, from, d->counter[u].at);
		if (!ours || far > best) continue;
		if (far < best) best = far, n = 0;
		if (n < 16) unit[n++] = (int16_t)u;
	}
	return n;
}

void aab_overrun_step(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	struct step s = *agenda_top(&d->g);
	int16_t unit[16];
	if (s.stage || !on_map(d, s.unit)) {
		agenda_done(&d->g);
		if (load_see(&s)->overrun.window) aab_window_open(p, d, W_OVERRUN, s.side, s.unit, NO_UNIT);
	} else if (refuges(b, d, s.unit, unit)) {
		ask(&d->g, s.side, Q_OVERRUN);
	} else {
		struct counter *k = &d->counter[s.unit];
		aab_board_lift(b, d, s.unit, PLACE_BOX(BOX_WAITING));
		k->target = b->piece[s.unit].start, k->state |= IS_BARRED;
		agenda_top(&d->g)->stage = OVER;
	}
}

bool aab_may_overrun(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	int16_t unit[16];
	for (int i = 0, n = refuges(aab_book(p), d, agenda_see(&d->g)->unit, unit); i < n; i++)
		if (unit[i] == o->unit) return true;
	return refuse(r, "11.6b", "one of the nearest units of its own");
}

void aab_list_overrun(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int16_t unit[16];
	for (int i = 0, n = refuges(aab_book(p), d, agenda_see(&d->g)->unit, unit); i < n; i++)
		order_list(o, .verb = V_TAKE, .unit = unit[i]);
}

void aab_do_overrun(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	aab_board_lift(aab_book(p), d, s->unit, PLACE_NONE);
	aab_board_put(aab_book(p), d, s->unit, d->counter[o->unit].at, 0);
	s->stage = OVER;
}
