/* HQ Command Step (7.0): postures, Command Range, who is In Command, activation checks; and the chiefs
   (6.2). */
#include "rules/all_are_brothers/all_are_brothers.h"

/* 7.1b, 7.3d, 8.7.1c, 14.2b, R-57: never below 0. */
int aab_command_rating(const struct aab_book *b, const struct state *d, int hq, int posture)
{
	const struct counter *k = &d->counter[hq];
	if (k->state & IS_OVERRUN) return 0;
	int rating = b->piece[hq].rating[posture] - (k->state & IS_HIT ? 1 : 0);
	if (is_flag(b, hq, KIND_HQ) && k->hits & CORPS_DEMORALIZED) rating--;
	if (hq == d->act.hq) rating -= d->act.penalty;
	return at_least(0, rating);
}

#define RANGE_MOST 8 /* no Command Range is longer */

/* 7.3a, 7.3b, R-11: hexes within so many, woods counting two, not through enemy units. When `wanted` of the
   hexes in `want` are found the rest is left out. */
static void area_until(const struct aab_book *b, const struct state *d, int side, int hex, int range,
	const uint64_t *want, int wanted, uint64_t *area)
{
	int16_t ring[RANGE_MOST + 1][256];
	int n[RANGE_MOST + 1];
	memset(n, 0, sizeof n);
	memset(area, 0, sizeof(uint64_t) * HEX_WORDS);
	if (!is_hex(hex) || !wanted) return; /* 7.3e */
	range = at_most(RANGE_MOST, range);
	ring[0][n[0]++] = (int16_t)hex;
	for (int far = 0; far <= range; far++)
		for (int i = 0; i < n[far]; i++) {
			int at = ring[far][i];
			if (area[at >> 6] >> (at & 63) & 1) continue;
			area[at >> 6] |= 1ull << (at & 63);
			if (hex_in(want, at) && !--wanted) return;
			if (held_by(b, d, !side, at)) continue;
			for (int k = 0; k < 6; k++) {
				int next = b->side[at * 6 + k].next;
				if (next == HEX_NONE) continue;
				int cost = far + (b->terrain[next] == T_WOODS ? 2 : 1);
				if (cost > range) continue;
				assert(n[cost] < 256);
				ring[cost][n[cost]++] = (int16_t)next;
			}
		}
}

void aab_command_area(const struct aab_book *b, const struct state *d, int side, int hex, int range,
	uint64_t *area)
{
	static const uint64_t nothing[HEX_WORDS];
	area_until(b, d, side, hex, range, nothing, 1, area);
}

bool aab_in_range(const struct aab_book *b, const struct state *d, int hq, int range, int hex)
{
	uint64_t area[HEX_WORDS], want[HEX_WORDS] = NO_HEXES;
	if (!is_hex(hex) || !on_map(d, hq) || hex_distance(b, d->counter[hq].at, hex) > range) return false;
	want[hex >> 6] |= 1ull << (hex & 63);
	area_until(b, d, b->piece[hq].side, d->counter[hq].at, range, want, 1, area);
	return area[hex >> 6] >> (hex & 63) & 1;
}

/* A chief has one range whatever the posture; overrun, his own hex (7.3d). */
int aab_chief_range(const struct aab_book *b, const struct state *d, int chief)
{
	return aab_command_rating(b, d, chief, POSTURE_AGGRESSIVE);
}

/* 6.2.2b, R-42: within reach of a chief who keeps everybody of his side there in command. */
static bool kept_by_chief(const struct aab_book *b, const struct state *d, int unit)
{
	for (int i = b->hqs; i < b->pieces; i++)
		if (b->power[i - b->hqs] == POWER_REROLLS && b->piece[i].side == b->piece[unit].side &&
			aab_in_range(b, d, i, aab_chief_range(b, d, i), d->counter[unit].at))
			return true;
	return false;
}

/* 7.4c: along a road, from unit to unit, in Defensive posture. 7.4e, 7.4f: the HQ is the first of them,
   whatever its rating. */
static bool linked(const struct aab_book *b, const struct state *d, int unit)
{
	int hex = d->counter[unit].at, hq = b->formation[b->piece[unit].corps].hq;
	for (int dir = 0; dir < 6; dir++) {
		const struct hexside *s = &b->side[hex * 6 + dir];
		if (s->next == HEX_NONE || !(s->flags & SIDE_ROAD)) continue;
		if (d->counter[hq].at == s->next) return true;
		for STACK (u, d, s->next)
			if (b->piece[u].corps == b->piece[unit].corps && !(d->counter[u].state & IS_OUT)) return true;
	}
	return false;
}

/* The Command Range of its HQ, as far as units of the corps stand in it. */
static void corps_area(const struct aab_book *b, const struct state *d, const struct corps *f, uint64_t *area)
{
	int hq = d->counter[f->hq].at, range = aab_command_rating(b, d, f->hq, d->act.posture), wanted = 0;
	uint64_t want[HEX_WORDS] = NO_HEXES;
	for EACH (u, f->piece) {
		int at = d->counter[u].at;
		if (!is_hex(at) || !is_hex(hq) || hex_distance(b, hq, at) > range || hex_in(want, at)) continue;
		want[at >> 6] |= 1ull << (at & 63), wanted++;
	}
	area_until(b, d, f->side, hq, range, want, wanted, area);
}

/* 7.4, 7.5a, 11.5.3a, R-12: status for the whole activation. */
void aab_command_judge(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	const struct corps *f = &b->formation[d->act.corps];
	uint64_t area[HEX_WORDS];
	corps_area(b, d, f, area);
	for EACH (u, f->piece) {
		struct counter *k = &d->counter[u];
		k->state &= (uint8_t)~IS_OUT;
		if (placed(k) && !(area[k->at >> 6] >> (k->at & 63) & 1) && !kept_by_chief(b, d, u))
			k->state |= IS_OUT;
	}
	for (bool more = d->act.posture == POSTURE_DEFENSIVE && on_map(d, f->hq); more;) {
		more = false;
		for EACH (u, f->piece)
			if (d->counter[u].state & IS_OUT && linked(b, d, u))
				d->counter[u].state &= (uint8_t)~IS_OUT, more = true;
	}
	for EACH (u, f->piece)
		if (d->counter[u].state & IS_OUT)
			emit(p, .kind = E_OUT_OF_COMMAND, .side = f->side, .who = (int16_t)u, .where = d->counter[u].at,
				.rule = on_map(d, f->hq) ? "7.5a" : "11.5.3a");
}

/* --- posture (7.1, 14.2a, R-64) ------------------------------------------------------------------------- */

bool aab_may_posture(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	int hq = d->act.corps != NOBODY ? aab_book(p)->formation[d->act.corps].hq : NO_UNIT;
	return o->a == POSTURE_DEFENSIVE || hq == NO_UNIT || !(d->counter[hq].hits & CORPS_DEMORALIZED) ||
	       refuse(r, "14.2a", "a Demoralized formation may not be aggressive");
}

void aab_list_postures(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int i = 0; i < 2; i++) {
		struct order x = {.verb = V_POSTURE, .unit = NO_UNIT, .a = i};
		if (aab_may_posture(p, d, side, &x, NULL)) order_list(o, .verb = V_POSTURE, .a = i);
	}
}

void aab_posture_take(const struct play *p, struct state *d, int posture)
{
	d->act.posture = (uint8_t)posture;
	emit(p, .kind = E_POSTURE, .side = (int8_t)d->g.active, .who = d->act.hq, .n = posture, .rule = "7.1a");
}

void aab_do_posture(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_posture_take(p, d, o->a);
	agenda_top(&d->g)->stage = d->act.flags & ACT_CHIEF ? ACT_FIRE : ACT_ORDERS;
}

/* --- activation checks (7.6) ---------------------------------------------------------------------------- */

/* 6.2.3a: stacked with a chief who assures it. */
static bool assured(const struct aab_book *b, const struct state *d, int hq)
{
	for (int i = b->hqs; i < b->pieces; i++)
		if (b->power[i - b->hqs] == POWER_ASSURES && on_map(d, i) && d->counter[i].at == d->counter[hq].at &&
			b->piece[i].nation == b->piece[hq].nation)
			return true;
	return false;
}

/* 7.6a, 7.6.3a, R-25: no check while the HQ itself is off the map. */
bool aab_check_due(const struct aab_book *b, const struct state *d)
{
	const struct corps *f = &b->formation[d->act.corps];
	return f->checks && on_map(d, f->hq) && !(d->counter[f->hq].state & IS_OVERRUN) && !assured(b, d, f->hq);
}

static bool corps_engaged(const struct aab_book *b, const struct state *d)
{
	for EACH (u, b->formation[d->act.corps].piece)
		if (on_map(d, u) && aab_engaged(b, d, u)) return true;
	return false;
}

/* 7.6.1: true if it succeeds. */
bool aab_check_roll(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	int hq = b->formation[d->act.corps].hq, rating = aab_command_rating(b, d, hq, d->act.posture), shift = 0;
	emit(p, .kind = E_CHECK, .side = (int8_t)d->g.active, .who = (int16_t)hq, .n = rating, .m = d->g.turn,
		.rule = "7.6.1c");
	if (corps_engaged(b, d)) {
		shift += b->n.engaged;
		emit(p, .kind = EVENT_MODIFIER, .who = (int16_t)hq, .n = b->n.engaged, .rule = "7.6.1b",
			.note = "engaged");
	}
	if (d->act.flags & ACT_HESITATES) {
		shift += b->n.hesitation;
		emit(p, .kind = EVENT_MODIFIER, .who = (int16_t)hq, .n = b->n.hesitation, .rule = "6.3g",
			.note = "hesitation");
	}
	static const struct roll_words words = {.good = "the formation activates", .bad = "the activation fails"};
	int most = rating + d->g.turn - 1 - shift; /* 7.6.1c */
	most = at_most(9, most);                   /* 7.6.1d */
	return roll(p, &d->g,
			   &(struct throw){.kind = THROW_AT_MOST,
				   .n = 1,
				   .sides = 10,
				   .mark = at_least(0, most),
				   .why = "Activation Check",
				   .words = &words,
				   .rule = "7.6.1c",
				   .side = d->g.active,
				   .who = hq,
				   .whom = NO_UNIT}) > 0;
}

/* --- plotted orders (17.3) ------------------------------------------------------------------------------ */

static int to_plot(const struct aab_book *b, const struct state *d, int side)
{
	for (int i = 0; i < b->corps; i++) {
		int hq = b->formation[i].hq;
		if (b->formation[i].side == side && on_map(d, hq) && !d->counter[hq].shots) return hq;
	}
	return NO_UNIT;
}

/* Both at once; neither learns from the other's silence. */
void aab_plot_step(const struct play *p, struct state *d)
{
	for (int side = 0; side < SIDES; side++)
		if (to_plot(aab_book(p), d, side) != NO_UNIT) ask(&d->g, side, Q_PLOT);
	agenda_done(&d->g);
}

bool aab_may_plot(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	int hq = to_plot(aab_book(p), d, side);
	if (hq == NO_UNIT || o->unit != hq)
		return refuse(r, "17.3a", "the posture of %s, please",
			hq == NO_UNIT ? "nobody" : p->m->piece[hq].name);
	return o->a == POSTURE_DEFENSIVE || !(d->counter[hq].hits & CORPS_DEMORALIZED) ||
	       refuse(r, "14.2a", "a Demoralized formation may not be aggressive");
}

void aab_list_plots(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int hq = to_plot(aab_book(p), d, side);
	for (int i = 0; i < 2; i++) {
		struct order x = {.verb = V_PLOT, .unit = (int16_t)hq, .a = i};
		if (aab_may_plot(p, d, side, &x, NULL)) order_list(o, .verb = V_PLOT, .unit = hq, .a = i);
	}
}

void aab_do_plot(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->counter[o->unit].shots = (uint8_t)(o->a + 1);
	emit(p, .kind = E_PLOTTED, .audience = (uint8_t)(1u << side), .side = (int8_t)side, .who = o->unit,
		.n = o->a, .rule = "17.3a");
	if (to_plot(aab_book(p), d, side) != NO_UNIT) ask(&d->g, side, Q_PLOT);
}

/* 17.3b: a change is a roll below the Command Rating. */
bool aab_may_change(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	int hq = aab_book(p)->formation[d->act.corps].hq;
	return d->act.posture == POSTURE_AGGRESSIVE || !(d->counter[hq].hits & CORPS_DEMORALIZED) ||
	       refuse(r, "14.2a", "a Demoralized formation may not be aggressive");
}

void aab_list_change(const struct play *p, const struct state *d, int side, struct orders *o)
{
	struct order x = {.verb = V_CHANGE, .unit = NO_UNIT};
	if (aab_may_change(p, d, side, &x, NULL)) order_list(o, .verb = V_CHANGE);
	order_list(o, .verb = V_KEEP);
}

void aab_do_change(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->stage = ACT_FIRE;
	int rating = aab_command_rating(aab_book(p), d, d->act.hq, d->act.posture);
	static const struct roll_words words = {.good = "the posture is changed",
		.bad = "the posture stays as it was plotted"};
	if (!roll(p, &d->g,
			&(struct throw){.kind = THROW_AT_MOST,
				.n = 1,
				.sides = D10,
				.mark = at_least(0, rating - 1),
				.why = "change of posture",
				.words = &words,
				.rule = "17.3b",
				.side = side,
				.who = d->act.hq,
				.whom = NO_UNIT}))
		return;
	aab_posture_take(p, d, !d->act.posture);
	aab_command_judge(p, d);
}

/* --- Napoleon III (6.2.1) ------------------------------------------------------------------------------- */

static bool same_group(const struct aab_book *b, int one, int other)
{
	return b->piece[one].corps == b->piece[other].corps && b->piece[one].division == b->piece[other].division;
}

/* Is it the first, in range of the chief, of its corps and division? */
static bool rouse_may(const struct aab_book *b, const struct state *d, const uint64_t *area, int unit)
{
	for EACH (u, d->units[d->g.active]) {
		int at = d->counter[u].at;
		if (b->piece[u].nation != b->piece[d->act.hq].nation || !(area[at >> 6] >> (at & 63) & 1) ||
			!same_group(b, u, unit))
			continue;
		return u == unit;
	}
	return false;
}

static void rouse_area(const struct aab_book *b, const struct state *d, uint64_t *area)
{
	aab_command_area(b, d, d->g.active, d->counter[d->act.hq].at, aab_chief_range(b, d, d->act.hq), area);
}

bool aab_may_rouse(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	uint64_t area[HEX_WORDS];
	rouse_area(aab_book(p), d, area);
	return (is_unit(aab_book(p), o->unit) && on_map(d, o->unit) &&
			   rouse_may(aab_book(p), d, area, o->unit)) ||
	       refuse(r, "6.2.1a", "the first unit of a division in his range");
}

void aab_list_rouse(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	uint64_t area[HEX_WORDS];
	rouse_area(b, d, area);
	for EACH (u, d->units[side]) {
		int at = d->counter[u].at, k = o->n;
		if (b->piece[u].nation != b->piece[d->act.hq].nation || !(area[at >> 6] >> (at & 63) & 1)) continue;
		while (k > 0 && !same_group(b, o->list[k - 1].unit, u)) k--;
		if (!k) order_list(o, .verb = V_ROUSE, .unit = u);
	}
	order_list(o, .verb = V_DONE);
}

void aab_do_rouse(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct aab_book *b = aab_book(p);
	uint64_t area[HEX_WORDS];
	rouse_area(b, d, area);
	d->act.corps = b->piece[o->unit].corps;
	for EACH (u, d->units[side]) {
		int at = d->counter[u].at;
		if (!same_group(b, u, o->unit) || !(area[at >> 6] >> (at & 63) & 1)) continue;
		mask_add(d->act.units, u);
		d->counter[u].state &= (uint8_t)~IS_OUT; /* */
		emit(p, .kind = E_ROUSED, .side = (int8_t)side, .who = (int16_t)u, .rule = "6.2.1a");
	}
	agenda_top(&d->g)->stage = ACT_POSTURE;
}
