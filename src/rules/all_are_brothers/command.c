/* HQ Command Step (7.0): postures, Command Range, who is In Command, activation checks; and the chiefs
   (6.2). */
#include "rules/all_are_brothers/all_are_brothers.h"

/* 7.1b, 7.3d, 8.7.1c, 14.2b, R-57: never below 0. */
int aab_command_rating(const struct charts *c, const struct state *b, int hq, int posture)
{
	const struct counter *k = &b->counter[hq];
	if (k->state & IS_OVERRUN) return 0;
	int rating = c->piece[hq].rating[posture] - (k->state & IS_HIT ? 1 : 0);
	if (is_flag(c, hq, KIND_HQ) && k->hits & CORPS_DEMORALIZED) rating--;
	if (hq == b->act.hq) rating -= b->act.penalty;
	return at_least(0, rating);
}

#define RANGE_MOST 8 /* no Command Range is longer */

/* 7.3a, 7.3b, R-11: hexes within so many, woods counting two, not through enemy units. */
void aab_command_area(const struct charts *c, const struct state *b, int side, int hex, int range,
	uint64_t *area)
{
	int16_t ring[RANGE_MOST + 1][256];
	int n[RANGE_MOST + 1];
	memset(n, 0, sizeof n);
	memset(area, 0, sizeof(uint64_t) * HEX_WORDS);
	if (!is_hex(hex)) return; /* 7.3e */
	range = at_most(RANGE_MOST, range);
	ring[0][n[0]++] = (int16_t)hex;
	for (int d = 0; d <= range; d++)
		for (int i = 0; i < n[d]; i++) {
			int at = ring[d][i];
			if (area[at >> 6] >> (at & 63) & 1) continue;
			area[at >> 6] |= 1ull << (at & 63);
			if (held_by(c, b, !side, at)) continue;
			for (int k = 0; k < 6; k++) {
				int next = c->side[at * 6 + k].next;
				if (next == HEX_NONE) continue;
				int cost = d + (c->terrain[next] == T_WOODS ? 2 : 1);
				if (cost > range) continue;
				assert(n[cost] < 256);
				ring[cost][n[cost]++] = (int16_t)next;
			}
		}
}

bool aab_in_range(const struct charts *c, const struct state *b, int hq, int range, int hex)
{
	uint64_t area[HEX_WORDS];
	if (!is_hex(hex) || !on_map(b, hq) || hex_distance(c, b->counter[hq].at, hex) > range) return false;
	aab_command_area(c, b, c->piece[hq].side, b->counter[hq].at, range, area);
	return area[hex >> 6] >> (hex & 63) & 1;
}

/* A chief has one range whatever the posture; overrun, his own hex (7.3d). */
int aab_chief_range(const struct charts *c, const struct state *b, int chief)
{
	return aab_command_rating(c, b, chief, POSTURE_AGGRESSIVE);
}

/* 6.2.2b, R-42: within reach of a chief who keeps everybody of his side there in command. */
static bool kept_by_chief(const struct charts *c, const struct state *b, int unit)
{
	for (int i = c->hqs; i < c->pieces; i++)
		if (c->power[i - c->hqs] == POWER_REROLLS && c->piece[i].side == c->piece[unit].side &&
			aab_in_range(c, b, i, aab_chief_range(c, b, i), b->counter[unit].at))
			return true;
	return false;
}

/* 7.4c: along a road, from unit to unit, in Defensive posture. 7.4e, 7.4f: the HQ is the first of them,
   whatever its rating. */
static bool linked(const struct charts *c, const struct state *b, int unit)
{
	int hex = b->counter[unit].at, hq = c->formation[c->piece[unit].corps].hq;
	for (int d = 0; d < 6; d++) {
		const struct hexside *s = &c->side[hex * 6 + d];
		if (s->next == HEX_NONE || !(s->flags & SIDE_ROAD)) continue;
		if (b->counter[hq].at == s->next) return true;
		for STACK (u, b, s->next)
			if (c->piece[u].corps == c->piece[unit].corps && !(b->counter[u].state & IS_OUT)) return true;
	}
	return false;
}

/* 7.4, 7.5a, 11.5.3a, R-12: status for the whole activation. */
void aab_command_judge(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	const struct corps *f = &c->formation[b->act.corps];
	uint64_t area[HEX_WORDS];
	aab_command_area(c, b, f->side, b->counter[f->hq].at, aab_command_rating(c, b, f->hq, b->act.posture),
		area);
	for EACH (u, f->piece) {
		struct counter *k = &b->counter[u];
		k->state &= (uint8_t)~IS_OUT;
		if (placed(k) && !(area[k->at >> 6] >> (k->at & 63) & 1) && !kept_by_chief(c, b, u))
			k->state |= IS_OUT;
	}
	for (bool more = b->act.posture == POSTURE_DEFENSIVE && on_map(b, f->hq); more;) {
		more = false;
		for EACH (u, f->piece)
			if (b->counter[u].state & IS_OUT && linked(c, b, u))
				b->counter[u].state &= (uint8_t)~IS_OUT, more = true;
	}
	for EACH (u, f->piece)
		if (b->counter[u].state & IS_OUT)
			emit(p, .kind = E_OUT_OF_COMMAND, .side = f->side, .who = (int16_t)u, .where = b->counter[u].at,
				.rule = "7.5a");
}

/* --- posture (7.1, 14.2a, R-64) ------------------------------------------------------------------------- */

bool aab_may_posture(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	int hq = b->act.corps != NOBODY ? CHARTS(p)->formation[b->act.corps].hq : NO_UNIT;
	return o->a == POSTURE_DEFENSIVE || hq == NO_UNIT || !(b->counter[hq].hits & CORPS_DEMORALIZED) ||
	       refuse(r, "14.2a", "a Demoralized formation may not be aggressive");
}

void aab_list_postures(const struct play *p, const struct state *b, int side, struct orders *o)
{
	for (int i = 0; i < 2; i++) {
		struct order x = {.verb = V_POSTURE, .unit = NO_UNIT, .a = i};
		if (aab_may_posture(p, b, side, &x, NULL)) order_list(o, .verb = V_POSTURE, .a = i);
	}
}

void aab_posture_take(const struct play *p, struct state *b, int posture)
{
	b->act.posture = (uint8_t)posture;
	emit(p, .kind = E_POSTURE, .side = (int8_t)b->g.active, .who = b->act.hq, .n = posture, .rule = "7.1a");
}

void aab_do_posture(const struct play *p, struct state *b, int side, const struct order *o)
{
	aab_posture_take(p, b, o->a);
	agenda_top(&b->g)->stage = b->act.flags & ACT_CHIEF ? ACT_FIRE : ACT_ORDERS;
}

/* --- activation checks (7.6) ---------------------------------------------------------------------------- */

/* 6.2.3a: stacked with a chief who assures it. */
static bool assured(const struct charts *c, const struct state *b, int hq)
{
	for (int i = c->hqs; i < c->pieces; i++)
		if (c->power[i - c->hqs] == POWER_ASSURES && on_map(b, i) && b->counter[i].at == b->counter[hq].at &&
			c->piece[i].nation == c->piece[hq].nation)
			return true;
	return false;
}

/* 7.6a, 7.6.3a, R-25: no check while the HQ itself is off the map. */
bool aab_check_due(const struct charts *c, const struct state *b)
{
	const struct corps *f = &c->formation[b->act.corps];
	return f->checks && on_map(b, f->hq) && !(b->counter[f->hq].state & IS_OVERRUN) && !assured(c, b, f->hq);
}

static bool corps_engaged(const struct charts *c, const struct state *b)
{
	for EACH (u, c->formation[b->act.corps].piece)
		if (on_map(b, u) && aab_engaged(c, b, u)) return true;
	return false;
}

/* 7.6.1: true if it succeeds. */
bool aab_check_roll(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	int hq = c->formation[b->act.corps].hq, rating = aab_command_rating(c, b, hq, b->act.posture), shift = 0;
	emit(p, .kind = E_CHECK, .side = (int8_t)b->g.active, .who = (int16_t)hq, .n = rating, .m = b->g.turn,
		.rule = "7.6.1c");
	if (corps_engaged(c, b)) {
		shift += c->n.engaged;
		emit(p, .kind = EVENT_MODIFIER, .who = (int16_t)hq, .n = c->n.engaged, .rule = "7.6.1b",
			.note = "engaged");
	}
	if (b->act.flags & ACT_HESITATES) {
		shift += c->n.hesitation;
		emit(p, .kind = EVENT_MODIFIER, .who = (int16_t)hq, .n = c->n.hesitation, .rule = "6.3g",
			.note = "hesitation");
	}
	static const struct roll_words words = {.good = "the formation activates", .bad = "the activation fails"};
	int most = rating + b->g.turn - 1 - shift; /* 7.6.1c */
	most = at_most(9, most);                   /* 7.6.1d */
	return roll(p, &b->g,
			   &(struct throw){.kind = THROW_AT_MOST,
				   .n = 1,
				   .sides = 10,
				   .mark = at_least(0, most),
				   .why = "Activation Check",
				   .words = &words,
				   .rule = "7.6.1c",
				   .side = b->g.active,
				   .who = hq,
				   .whom = NO_UNIT}) > 0;
}

/* --- plotted orders (17.3) ------------------------------------------------------------------------------ */

static int to_plot(const struct charts *c, const struct state *b, int side)
{
	for (int i = 0; i < c->corps; i++) {
		int hq = c->formation[i].hq;
		if (c->formation[i].side == side && on_map(b, hq) && !b->counter[hq].shots) return hq;
	}
	return NO_UNIT;
}

/* Both at once; neither learns from the other's silence. */
void aab_plot_step(const struct play *p, struct state *b)
{
	for (int side = 0; side < SIDES; side++)
		if (to_plot(CHARTS(p), b, side) != NO_UNIT) ask(&b->g, side, Q_PLOT);
	agenda_done(&b->g);
}

bool aab_may_plot(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	int hq = to_plot(CHARTS(p), b, side);
	if (hq == NO_UNIT || o->unit != hq)
		return refuse(r, "17.3a", "the posture of %s, please",
			hq == NO_UNIT ? "nobody" : p->m->piece[hq].name);
	return o->a == POSTURE_DEFENSIVE || !(b->counter[hq].hits & CORPS_DEMORALIZED) ||
	       refuse(r, "14.2a", "a Demoralized formation may not be aggressive");
}

void aab_list_plots(const struct play *p, const struct state *b, int side, struct orders *o)
{
	int hq = to_plot(CHARTS(p), b, side);
	for (int i = 0; i < 2; i++) {
		struct order x = {.verb = V_PLOT, .unit = (int16_t)hq, .a = i};
		if (aab_may_plot(p, b, side, &x, NULL)) order_list(o, .verb = V_PLOT, .unit = hq, .a = i);
	}
}

void aab_do_plot(const struct play *p, struct state *b, int side, const struct order *o)
{
	b->counter[o->unit].shots = (uint8_t)(o->a + 1);
	emit(p, .kind = E_PLOTTED, .audience = (uint8_t)(1u << side), .side = (int8_t)side, .who = o->unit,
		.n = o->a, .rule = "17.3a");
	if (to_plot(CHARTS(p), b, side) != NO_UNIT) ask(&b->g, side, Q_PLOT);
}

/* 17.3b: a change is a roll below the Command Rating. */
bool aab_may_change(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	int hq = CHARTS(p)->formation[b->act.corps].hq;
	return b->act.posture == POSTURE_AGGRESSIVE || !(b->counter[hq].hits & CORPS_DEMORALIZED) ||
	       refuse(r, "14.2a", "a Demoralized formation may not be aggressive");
}

void aab_list_change(const struct play *p, const struct state *b, int side, struct orders *o)
{
	struct order x = {.verb = V_CHANGE, .unit = NO_UNIT};
	if (aab_may_change(p, b, side, &x, NULL)) order_list(o, .verb = V_CHANGE);
	order_list(o, .verb = V_KEEP);
}

void aab_do_change(const struct play *p, struct state *b, int side, const struct order *o)
{
	agenda_top(&b->g)->stage = ACT_FIRE;
	int rating = aab_command_rating(CHARTS(p), b, b->act.hq, b->act.posture);
	static const struct roll_words words = {.good = "the posture is changed",
		.bad = "the posture stays as it was plotted"};
	if (!roll(p, &b->g,
			&(struct throw){.kind = THROW_AT_MOST,
				.n = 1,
				.sides = D10,
				.mark = at_least(0, rating - 1),
				.why = "change of posture",
				.words = &words,
				.rule = "17.3b",
				.side = side,
				.who = b->act.hq,
				.whom = NO_UNIT}))
		return;
	aab_posture_take(p, b, !b->act.posture);
	aab_command_judge(p, b);
}

/* --- Napoleon III (6.2.1) ------------------------------------------------------------------------------- */

static bool same_group(const struct charts *c, int a, int b)
{
	return c->piece[a].corps == c->piece[b].corps && c->piece[a].division == c->piece[b].division;
}

/* Is it the first, in range of the chief, of its corps and division? */
static bool rouse_may(const struct charts *c, const struct state *b, const uint64_t *area, int unit)
{
	for EACH (u, b->units[b->g.active]) {
		int at = b->counter[u].at;
		if (c->piece[u].nation != c->piece[b->act.hq].nation || !(area[at >> 6] >> (at & 63) & 1) ||
			!same_group(c, u, unit))
			continue;
		return u == unit;
	}
	return false;
}

static void rouse_area(const struct charts *c, const struct state *b, uint64_t *area)
{
	aab_command_area(c, b, b->g.active, b->counter[b->act.hq].at, aab_chief_range(c, b, b->act.hq), area);
}

bool aab_may_rouse(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	uint64_t area[HEX_WORDS];
	rouse_area(CHARTS(p), b, area);
	return (is_unit(CHARTS(p), o->unit) && on_map(b, o->unit) && rouse_may(CHARTS(p), b, area, o->unit)) ||
	       refuse(r, "6.2.1a", "the first unit of a division in his range");
}

void aab_list_rouse(const struct play *p, const struct state *b, int side, struct orders *o)
{
	const struct charts *c = CHARTS(p);
	uint64_t area[HEX_WORDS];
	rouse_area(c, b, area);
	for EACH (u, b->units[side]) {
		int at = b->counter[u].at, k = o->n;
		if (c->piece[u].nation != c->piece[b->act.hq].nation || !(area[at >> 6] >> (at & 63) & 1)) continue;
		while (k > 0 && !same_group(c, o->list[k - 1].unit, u)) k--;
		if (!k) order_list(o, .verb = V_ROUSE, .unit = u);
	}
	order_list(o, .verb = V_DONE);
}

void aab_do_rouse(const struct play *p, struct state *b, int side, const struct order *o)
{
	const struct charts *c = CHARTS(p);
	uint64_t area[HEX_WORDS];
	rouse_area(c, b, area);
	b->act.corps = c->piece[o->unit].corps;
	for EACH (u, b->units[side]) {
		int at = b->counter[u].at;
		if (!same_group(c, u, o->unit) || !(area[at >> 6] >> (at & 63) & 1)) continue;
		mask_add(b->act.units, u);
		b->counter[u].state &= (uint8_t)~IS_OUT; /* */
		emit(p, .kind = E_ROUSED, .side = (int8_t)side, .who = (int16_t)u, .rule = "6.2.1a");
	}
	agenda_top(&b->g)->stage = ACT_POSTURE;
}
