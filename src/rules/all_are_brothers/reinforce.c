/* Reinforcements (11.5) and HQs driven from their place (11.6). Waiting pieces keep their arrival hex in
   `target` and the turns of their delay in `spent`. */
#include "rules/all_are_brothers/all_are_brothers.h"

bool aab_due(const struct charts *c, const struct state *b, int piece)
{
	const struct counter *k = &b->counter[piece];
	return k->at == PLACE_BOX(BOX_WAITING) && c->piece[piece].turn <= b->g.turn && !(k->state & IS_BARRED);
}

/* 11.5.1a: on the arrival hex or next to it, by a hex of the map edge. */
static bool within_one(const struct charts *c, int arrival, int hex)
{
	if (!is_hex(arrival) || hex_distance(c, arrival, hex) > 1) return false;
	return hex == arrival || c->edge[hex] || !c->edge[arrival];
}

/* 11.5.2b, R-37: after a delay the arrival hex may have been shifted along the map edge, three hexes a
   turn. */
static bool shifted_near(const struct charts *c, int arrival, int turns, int hex)
{
	if (!turns || !is_hex(arrival) || hex_distance(c, arrival, hex) > 3 * turns + 1) return false;
	for (int d = 0; d < 7; d++) {
		int to = around(c, hex, d);
		if (is_hex(to) && c->edge[to] && hex_distance(c, arrival, to) <= 3 * turns && within_one(c, to, hex))
			return true;
	}
	return false;
}

/* 11.5a: one or two arrival hexes, of which its owner chooses. */
static bool near_arrival(const struct charts *c, const struct state *b, int piece, int hex)
{
	int from = b->counter[piece].target, other = c->piece[piece].other_start, turns = b->counter[piece].spent;
	return within_one(c, from, hex) || within_one(c, other, hex) || shifted_near(c, from, turns, hex) ||
	       shifted_near(c, other, turns, hex);
}

/* 11.5.1c, R-36: which place in the queue at that hex; how full the stack there is. */
#define NO_SLOT (-1)

static int queue_slot(const struct state *b, int hex)
{
	for (int i = 0; i < b->act.entries; i++)
		if (b->act.entry_hex[i] == hex) return i;
	return NO_SLOT;
}

static int queue_rank(const struct charts *c, const struct state *b, int piece, int hex)
{
	int slot = queue_slot(b, hex);
	if (!is_unit(c, piece) || slot == NO_SLOT) return 1; /* 11.5.1d */
	return b->act.entry_rank[slot] + (b->act.entry_sp[slot] + b->counter[piece].sp > c->n.limit);
}

static void queue_note(const struct charts *c, struct state *b, int piece, int hex)
{
	int slot = queue_slot(b, hex), rank = queue_rank(c, b, piece, hex);
	if (!is_unit(c, piece)) return;
	if (slot == NO_SLOT) {
		slot = b->act.entries++;
		b->act.entry_hex[slot] = (int16_t)hex, b->act.entry_rank[slot] = 1, b->act.entry_sp[slot] = 0;
	}
	if (rank > b->act.entry_rank[slot]) b->act.entry_rank[slot] = (uint8_t)rank, b->act.entry_sp[slot] = 0;
	b->act.entry_sp[slot] = (uint8_t)(b->act.entry_sp[slot] + b->counter[piece].sp);
}

static int roads_lead_in(const struct charts *c, int hex)
{
	int ways = 0;
	for (int d = 0; d < 6; d++) ways |= c->side[hex * 6 + d].flags & (SIDE_ROAD | SIDE_MAJOR);
	return ways;
}

/* 11.5.1b: half MP for the first hex; along the road it is lined up on, if one leads in. */
static int entry_cost(const struct charts *c, const struct state *b, int piece, int hex, bool *road)
{
	int arm = is_unit(c, piece) ? c->piece[piece].arm : ARM_INFANTRY, ways = roads_lead_in(c, hex);
	/* 11.2.2d */
	*road = ways && !b->top[hex] && aab_board_hq(c, b, !c->piece[piece].side, hex, NO_UNIT) == NO_UNIT;
	int one = *road ? (ways & SIDE_MAJOR && aab_may_road_march(b, piece) ? 1 : 2)
	                : 2 * c->n.terrain[c->terrain[hex]][arm];
	if (one < 0) return PROHIBITED; /* no mutants: a chart may close ground to an arm; ours does not */
	return one * queue_rank(c, b, piece, hex);
}

static bool may_stand_near(const struct charts *c, const struct state *b, int piece, int hex, int pos,
	struct refusal *r)
{
	if (!is_unit(c, piece) || !enemy_near(b, c->piece[piece].side, hex) ||
		aab_board_above(b, hex, pos) >= c->n.front)
		return true;
	if (b->g.turn == b->storm) return refuse(r, "16a", "nobody engages in the thunderstorm");
	return b->act.posture == POSTURE_AGGRESSIVE ||
	       refuse(r, "11.7.1b", "in Defensive posture it may not engage");
}

bool aab_enter_may(const struct play *p, const struct state *b, int piece, int hex, int pos,
	struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	bool ours = is_unit(c, piece) ? mask_has(b->act.units, piece) : piece == b->act.hq, road;
	int side = c->piece[piece].side;
	if (!ours || !aab_due(c, b, piece))
		return refuse(r, "11.5c", "%s is not due to enter", p->m->piece[piece].name);
	if (b->act.flags & ACT_FAILED)
		return refuse(r, "7.6.2b", "the activation has failed: reinforcements wait");
	if (!near_arrival(c, b, piece, hex))
		return refuse(r, "11.5.1a", "it enters at %s or next to it",
			p->m->map->number[b->counter[piece].target]);
	if (c->terrain[hex] == T_CLOSED || held_by(c, b, !side, hex))
		return refuse(r, "11.1c", "that hex is closed to it");
	if (!is_unit(c, piece) && aab_board_hq(c, b, !side, hex, NO_UNIT) != NO_UNIT)
		return refuse(r, "11.6a", "an HQ overruns nobody");
	if (pos < 0 || pos > (is_unit(c, piece) ? aab_board_count(b, hex) : 0))
		return refuse(r, "4.3e", "there is no such place in that stack");
	int cost = entry_cost(c, b, piece, hex, &road);
	if (cost == PROHIBITED) return refuse(r, "11.2b", "%s cannot enter there", p->m->piece[piece].name);
	/* 4.1b: it may pass through */
	if (is_unit(c, piece) && aab_board_sp(b, hex) + b->counter[piece].sp > c->n.limit) {
		if (pos) return refuse(r, "11.8.2a", "where it overstacks a hex it is on top");
		if (!aab_way_in(c, b, piece, hex, cost))
			return refuse(r, "4.1a", "the hex is full, and there is no way on");
	}
	if (b->act.entries == QUEUES_MOST && queue_slot(b, hex) == NO_SLOT)
		return refuse(r, "11.5.1c", "reinforcements enter by %d hexes already", QUEUES_MOST);
	return may_stand_near(c, b, piece, hex, pos, r);
}

static void enter_at(const struct play *p, const struct state *b, int piece, int hex, struct orders *o)
{
	for (int pos = 0; is_hex(hex) && pos <= (is_unit(CHARTS(p), piece) ? aab_board_count(b, hex) : 0); pos++)
		if (aab_enter_may(p, b, piece, hex, pos, NULL))
			order_list(o, .verb = V_ENTER, .unit = piece, .a = hex, .b = pos);
}

void aab_enter_list(const struct play *p, const struct state *b, int piece, struct orders *o)
{
	const struct charts *c = CHARTS(p);
	int from = b->counter[piece].target;
	if (!aab_due(c, b, piece) || b->act.flags & ACT_FAILED || !is_hex(from)) return;
	if (b->counter[piece].spent || c->piece[piece].other_start != HEX_NONE) {
		for (int h = 0; h < c->hexes; h++)
			if (near_arrival(c, b, piece, h)) enter_at(p, b, piece, h, o);
		return;
	}
	for (int d = 0; d < 7; d++) enter_at(p, b, piece, around(c, from, d), o);
}

void aab_enter(const struct play *p, struct state *b, int piece, int hex, int pos, int flags)
{
	const struct charts *c = CHARTS(p);
	struct counter *k = &b->counter[piece];
	bool road;
	int cost = entry_cost(c, b, piece, hex, &road);
	int16_t one[1] = {(int16_t)piece};
	queue_note(c, b, piece, hex);
	aab_march_begin(p, b, piece, flags);
	aab_board_put(c, b, piece, hex, pos);
	k->spent = (uint8_t)(at_most(200, cost)), k->marks |= HAS_ENTERED;
	b->march.steps = 1, b->march.legal = (int16_t)hex;
	if (!road) b->march.flags &= (uint16_t)~MARCH_ROAD;
	emit(p, .kind = E_ENTERED, .side = (int8_t)c->piece[piece].side, .who = (int16_t)piece, .where = hex,
		.rule = "11.5.1a");
	aab_march_arrive(p, b, one, 1, road);
}

/* 11.5.1c: whoever fits comes in with the first, as a stack; nobody of it by road then (11.2.2c). */
bool aab_enter_with_may(const struct play *p, const struct state *b, int piece, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	int lead = b->march.lead, hex = b->counter[lead].at, slot = queue_slot(b, hex);
	if (b->march.steps != 1 || !(b->counter[lead].marks & HAS_ENTERED) ||
		b->march.flags & (MARCH_COLUMN | MARCH_FOLLOWS))
		return refuse(r, "11.5.1c", "a stack forms where it enters");
	if (!is_unit(c, lead)) return refuse(r, "11.1b", "an HQ goes with a unit, not a unit with an HQ");
	if (enemy_near(b, c->piece[piece].side, hex))
		return refuse(r, "11.5.2c", "next to the enemy they come one by one");
	if (slot == NO_SLOT || (is_unit(c, piece) && queue_rank(c, b, piece, hex) > b->act.entry_rank[slot]))
		return refuse(r, "11.5.1c", "%s does not fit in that stack", p->m->piece[piece].name);
	return aab_enter_may(p, b, piece, hex, is_unit(c, piece) ? aab_board_count(b, hex) : 0, r);
}

/* `place`: the how manieth of the marching stack it is. */
void aab_enter_with(const struct play *p, struct state *b, int piece, int place)
{
	const struct charts *c = CHARTS(p);
	struct counter *lead = &b->counter[b->march.lead], *k = &b->counter[piece];
	int16_t one[1] = {(int16_t)piece};
	int hex = lead->at, ground = c->terrain[hex], slot = queue_slot(b, hex),
		opportunity = b->march.flags & MARCH_OPPORTUNITY;
	queue_note(c, b, piece, hex);
	aab_board_put(c, b, piece, hex, BOTTOM);
	k->marks |= HAS_ENTERED, k->deeds |= IS_MOVING, k->target = (int16_t)place;
	if (is_unit(c, piece)) {
		b->march.flags &= (uint16_t)~(MARCH_SINGLE | MARCH_ROAD);
		lead->spent =
			(uint8_t)(2 * c->n.terrain[ground][c->piece[b->march.lead].arm] * b->act.entry_rank[slot]);
		k->spent = (uint8_t)(2 * c->n.terrain[ground][c->piece[piece].arm] * b->act.entry_rank[slot]);
		/* 11.5.1d */
	} else k->spent = (uint8_t)(b->march.flags & MARCH_ROAD ? 2 : 2 * c->n.terrain[ground][ARM_INFANTRY]);
	emit(p, .kind = E_ENTERED, .side = (int8_t)c->piece[piece].side, .who = (int16_t)piece, .where = hex,
		.rule = "11.5.1a");
	aab_march_arrive(p, b, one, 1, roads_lead_in(c, hex) != 0);
	b->march.flags |= (uint16_t)opportunity;
}

/* 11.5b, R-25: one roll a code: same formation, turn, hex and span. */
void aab_spans_roll(const struct play *p, struct state *b, int corps)
{
	const struct charts *c = CHARTS(p);
	static const struct roll_words words = {.good = "may enter this turn",
		.bad = "must wait for the next turn"};
	uint64_t rolled[MASK] = {0};
	for EACH (u, c->formation[corps].piece) {
		const struct profile *k = &c->piece[u];
		if (!aab_due(c, b, u) || !k->span || mask_has(rolled, u)) continue;
		bool comes = roll(p, &b->g,
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
		for EACH (o, c->formation[corps].piece) {
			const struct profile *same = &c->piece[o];
			if (!aab_due(c, b, o) || same->span != k->span || same->turn != k->turn ||
				b->counter[o].target != b->counter[u].target)
				continue;
			mask_add(rolled, o);
			if (comes) continue;
			b->counter[o].state |= IS_BARRED;
			emit(p, .kind = E_DELAYED, .side = (int8_t)k->side, .who = (int16_t)o, .rule = "11.5b");
		}
	}
}

/* --- HQs overrun (11.6) --------------------------------------------------------------------------------- */

void aab_overrun(const struct play *p, struct state *b, int hq)
{
	b->counter[hq].state |= IS_OVERRUN;
	emit(p, .kind = E_OVERRUN, .side = (int8_t)CHARTS(p)->piece[hq].side, .who = (int16_t)hq,
		.where = b->counter[hq].at, .rule = "11.6a");
	overrun_push(b, CHARTS(p)->piece[hq].side, hq, true);
}

/* 11.6b, R-38: the nearest units of its formation, of a chief's nation. */
static int refuges(const struct charts *c, const struct state *b, int hq, int16_t unit[16])
{
	int n = 0, best = 1000, from = b->counter[hq].at;
	for EACH (u, b->units[c->piece[hq].side]) {
		bool ours = is_flag(c, hq, KIND_CHIEF) ? c->piece[u].nation == c->piece[hq].nation
		                                       : c->piece[u].corps == c->piece[hq].corps;
		int d = hex_distance(c, from, b->counter[u].at);
		if (!ours || d > best) continue;
		if (d < best) best = d, n = 0;
		if (n < 16) unit[n++] = (int16_t)u;
	}
	return n;
}

void aab_overrun_step(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	struct step s = *agenda_top(&b->g);
	int16_t unit[16];
	if (s.stage || !on_map(b, s.unit)) {
		agenda_done(&b->g);
		if (load_see(&s)->overrun.window) aab_window_open(p, b, W_OVERRUN, s.side, s.unit, NO_UNIT);
	} else if (refuges(c, b, s.unit, unit)) {
		ask(&b->g, s.side, Q_OVERRUN);
	} else {
		struct counter *k = &b->counter[s.unit];
		aab_board_lift(c, b, s.unit, PLACE_BOX(BOX_WAITING));
		k->target = c->piece[s.unit].start, k->state |= IS_BARRED;
		agenda_top(&b->g)->stage = OVER;
	}
}

bool aab_may_overrun(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	int16_t unit[16];
	for (int i = 0, n = refuges(CHARTS(p), b, agenda_see(&b->g)->unit, unit); i < n; i++)
		if (unit[i] == o->unit) return true;
	return refuse(r, "11.6b", "one of the nearest units of its own");
}

void aab_list_overrun(const struct play *p, const struct state *b, int side, struct orders *o)
{
	int16_t unit[16];
	for (int i = 0, n = refuges(CHARTS(p), b, agenda_see(&b->g)->unit, unit); i < n; i++)
		order_list(o, .verb = V_TAKE, .unit = unit[i]);
}

void aab_do_overrun(const struct play *p, struct state *b, int side, const struct order *o)
{
	struct step *s = agenda_top(&b->g);
	aab_board_lift(CHARTS(p), b, s->unit, PLACE_NONE);
	aab_board_put(CHARTS(p), b, s->unit, b->counter[o->unit].at, 0);
	s->stage = OVER;
}
