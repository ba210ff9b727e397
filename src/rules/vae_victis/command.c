/* Command (8, 9.1, 9.2): lines of command traced in movement points of cavalry, chiefs and their inertia, HQs
   and their activation checks, units that a chief commands himself. */
#include "rules/vae_victis/vae_victis.h"

/* --- lines of command
   ---------------------------------------------------------------------------------------------------------
   What a line costs where no enemy bars it is worked out at muster (book.line). In play the cheapest such
   line is followed first; only if an enemy stands in its way, and a dearer one might do, is the search done
   again with the enemy in it. */

#define TRACE_MOST 64 /* half points */
#define LINE_MOST 32  /* half points: no leader's range is longer */

struct trace { /* Dijkstra with a bucket for each half point */
	const struct vv_book *b;
	const struct state *d; /* NULL: no enemy anywhere */
	int side, limit, target;
	uint8_t cost[VV_HEXES * 2 + 8]; /* eight are read at a time */
	int16_t head[TRACE_MOST], hex[VV_HEXES * 4], next[VV_HEXES * 4];
	int used;
};

static void push(struct trace *t, int hex, int cost)
{
	t->cost[hex] = (uint8_t)cost;
	assert(t->used < VV_HEXES * 4);
	t->hex[t->used] = (int16_t)hex, t->next[t->used] = t->head[cost];
	t->head[cost] = (int16_t)t->used++;
}

/* 8.2b, 6.1h, A72: not through the enemy, and into his zone of control only where a friendly unit stands. */
static bool line_may_enter(const struct vv_book *b, const struct state *d, int hex, int side)
{
	return !holds(b, d, hex, !side) && (!in_ezoc(d, hex, side) || holds(b, d, hex, side));
}

static void spread(struct trace *t, int hex, int cost)
{
	const uint8_t *step = &t->b->cost[HORSE][hex * 6];
	const int16_t *next = &t->b->map->next[hex * 6];
	for (int dir = 0; dir < 6; dir++) {
		int now = cost + step[dir], to = next[dir];
		if (!step[dir] || now > t->limit || now >= t->cost[to]) continue;
		if (t->target != HEX_NONE && now + t->b->line[to * t->b->map->count + t->target] > t->limit) continue;
		if (!t->d || line_may_enter(t->b, t->d, to, t->side)) push(t, to, now);
	}
}

static bool search(struct trace *t, int from)
{
	memset(t->cost, 255, (size_t)t->b->map->count + 8);
	memset(t->head, 255, sizeof t->head);
	t->used = 0;
	push(t, from, 0);
	for (int cost = 0; cost <= t->limit; cost++)
		for (int i = t->head[cost]; i >= 0; i = t->head[cost]) {
			t->head[cost] = t->next[i];
			if (t->cost[t->hex[i]] < cost) continue;
			if (t->hex[i] == t->target) return true;
			spread(t, t->hex[i], cost);
		}
	return false;
}

const uint8_t *vv_study_lines(const struct vv_book *b, struct arena *a)
{
	uint8_t *line = ARENA_ARRAY(a, uint8_t, b->map->count * b->map->count + 8);
	struct trace *t = ARENA_NEW(a, struct trace);
	t->b = b, t->limit = LINE_MOST, t->target = HEX_NONE;
	for (int h = 0; h < b->map->count; h++) {
		search(t, h);
		memcpy(&line[h * b->map->count], t->cost, (size_t)b->map->count);
	}
	return line;
}

/* 8.1a, 8.2c, 8.5c, 9.1b: in half points */
static int command_range(const struct vv_book *b, const struct state *d, int leader)
{
	return (leader_of(b, leader)->range + (b->ground[d->at[leader]] & GROUND_CITY ? b->chart.city : 0)) * 2;
}

/* Walks the cheapest line back from the target: true if no enemy bars it. The target itself may be
   entered. */
static bool line_is_free(const struct vv_book *b, const struct state *d, const uint8_t *line, int from,
	int target, int side)
{
	for (int hex = target, before = HEX_NONE; hex != from; hex = before, before = HEX_NONE) {
		const int16_t *next = &b->map->next[hex * 6];
		for (int dir = 0; dir < 6 && before == HEX_NONE; dir++) {
			int h = next[dir];
			if (h == HEX_NONE) continue;
			int cost = b->cost[HORSE][h * 6 + (dir + 3) % 6];
			if (cost && line[h] + cost == line[hex] && (h == from || line_may_enter(b, d, h, side)))
				before = h;
		}
		if (before == HEX_NONE) return false;
	}
	return true; /* no mutants: without it the search finds the same */
}

/* Does the enemy bar any hex of the range? Only where his units stand, and beside them, can he. */
static bool is_barred(const struct vv_book *b, const struct state *d, int from, const uint8_t *line,
	int limit, int side)
{
	for (int u = b->unit_from[!side]; u < b->unit_from[!side + 1]; u++) {
		/* no hex costs less than half a point */
		if (!is_hex(d->at[u]) || is_beyond(b, from, d->at[u], limit + 1)) continue;
		const int16_t *next = &b->map->next[d->at[u] * 6];
		if (line[d->at[u]] <= limit) return true;
		for (int dir = 0; dir < 6; dir++)
			if (next[dir] != HEX_NONE && line[next[dir]] <= limit && !line_may_enter(b, d, next[dir], side))
				return true;
	}
	return false; /* no mutants: a range taken for barred is searched hex by hex, with the same answer */
}

static void fill(const uint8_t *cost, int hexes, int limit, uint64_t *reached)
{
	for (int i = 0; i * 64 < hexes; i++) reached[i] = 0;
	for (int at = 0; at < hexes; at += 8) {
		if (!any_up_to(&cost[at], limit)) continue; /* most of the map is out of range */
		for (int h = at; h < at + 8 && h < hexes; h++)
			if (cost[h] <= limit) reached[h / 64] |= 1ull << h % 64;
	}
}

/* 8.2a, 9.1a: is the hex in the leader's range? */
bool vv_trace(const struct vv_book *b, const struct state *d, int leader, int target)
{
	int from = d->at[leader];
	if (!is_hex(from)) return false;
	if (from == target) return true;
	struct trace t;
	t.b = b, t.d = d, t.side = leader_of(b, leader)->side, t.limit = command_range(b, d, leader),
	t.target = target;
	const uint8_t *line = &b->line[from * b->map->count];
	if (line[target] > t.limit || !line_may_enter(b, d, target, t.side)) return false;
	return line_is_free(b, d, line, from, target, t.side) || search(&t, from);
}

/* Marks every hex of the leader's range. He is on the map. */
void vv_range(const struct vv_book *b, const struct state *d, int leader, uint64_t *reached)
{
	int from = d->at[leader];
	struct trace t;
	t.b = b, t.d = d, t.side = leader_of(b, leader)->side, t.limit = command_range(b, d, leader),
	t.target = HEX_NONE;
	const uint8_t *line = &b->line[from * b->map->count];
	bool barred = is_barred(b, d, from, line, t.limit, t.side);
	if (barred) search(&t, from);
	fill(barred ? t.cost : line, b->map->count, t.limit, reached);
}

/* --- chiefs --------------------------------------------------------------------------------------------- */

/* 0.1a, 0.4a, 0.4b: a die and what is added to it must come to 6. A rating with a name is told here. */
bool vv_check_roll(const struct play *p, struct state *d, int side, int who, int rating, const char *named,
	const char *why, const char *rule)
{
	if (named) emit(p, .kind = EVENT_MODIFIER, .who = (int16_t)who, .n = rating, .rule = rule, .note = named);
	struct throw t = {.kind = THROW_AT_LEAST,
		.n = 1,
		.sides = D6,
		.mark = vv_book(p)->chart.check - rating,
		.why = why,
		.rule = rule,
		.side = side,
		.who = who,
		.whom = NO_UNIT};
	return roll(p, &d->g, &t) == 1;
}

/* A31 */
static bool enemy_near(const struct vv_book *b, const struct state *d, int hex, int side)
{
	for (int u = b->unit_from[!side]; u < b->unit_from[!side + 1]; u++)
		if (is_hex(d->at[u]) && hex_range(b->map, hex, d->at[u]) <= 3) return true;
	return false;
}

/* 4B-a, 7.2a, 7.2c, 8.5b, 8.6a, 8.6d, 8.7a: a chief enters or moves only here. */
void vv_chief_may_move(const struct play *p, struct state *d, int chief)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_leader *l = leader_of(b, chief);
	if (d->at[chief] == BOX_OFF) {
		int hex = vv_is_due(b, d, chief) ? vv_entry_hex(b, d, chief) : HEX_NONE;
		if (hex == HEX_NONE) return;
		vv_put(b, d, chief, hex);
		emit(p, .kind = E_ENTERED, .side = (int8_t)l->side, .who = (int16_t)chief, .where = hex,
			.rule = "4B-a");
		vv_push_chief(p, d, chief, l->entry_points);
		return;
	}
	if (!is_hex(d->at[chief]) || d->g.turn < l->holds_until) return;
	if (!enemy_near(b, d, d->at[chief], l->side)) {
		emit(p, .kind = E_CHECKS, .side = (int8_t)l->side, .who = (int16_t)chief, .n = b->chart.check,
			.rule = "7.2a", .note = "Inertia check");
		bool passed =
			vv_check_roll(p, d, l->side, chief, l->inertia, "inertia rating", "inertia check", "7.2a");
		emit(p, .kind = E_INERTIA, .side = (int8_t)l->side, .who = (int16_t)chief, .n = passed,
			.rule = "7.2a");
		if (!passed) return;
	}
	vv_push_chief(p, d, chief, l->allowance);
}

/* --- HQs ------------------------------------------------------------------------------------------------ */

/* 9.3f, A66 */
int vv_command_rating(const struct vv_book *b, const struct state *d, int hq)
{
	int rating = leader_of(b, hq)->command;
	if (!(d->flags[hq] & IS_REPLACEMENT)) return rating;
	rating += b->chart.new_command;
	return rating < b->chart.new_least ? b->chart.new_least : rating;
}

int vv_bonus(const struct vv_book *b, const struct state *d, int hq)
{
	return d->flags[hq] & IS_REPLACEMENT ? b->chart.new_bonus : leader_of(b, hq)->bonus;
}

static bool hq_in_command(const struct vv_book *b, const struct state *d, const struct vv_formation *f)
{
	return f->chief != NO_UNIT && is_there(d, f->hq) && vv_trace(b, d, f->chief, d->at[f->hq]);
}

/* 4B-b, 8.2a, 8.3, 8.5a, 8.6b: an HQ out of its chief's range, or off the map, gets a marker. */
void vv_command_check(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	for (int i = 0; i < b->formations; i++) {
		const struct vv_formation *f = &b->formation[i];
		d->mark[f->rep] &= (uint8_t)~(MARK_OUT | MARK_PASSED | MARK_FAILED | MARK_LATE);
		if (f->hq == NO_UNIT || (!is_hex(d->at[f->hq]) && !vv_is_due(b, d, f->hq))) continue;
		if (hq_in_command(b, d, f)) continue;
		d->mark[f->rep] |= MARK_OUT;
		if (is_hex(d->at[f->hq]))
			emit(p, .kind = E_COMMAND, .side = (int8_t)f->side, .who = f->hq, .where = d->at[f->hq],
				.rule = "4B-b");
	}
}

static bool has_due_units(const struct vv_book *b, const struct state *d, const struct vv_formation *f)
{
	for (int u = f->first; u < f->last; u++)
		if (vv_is_due(b, d, u)) return true;
	return false;
}

/* 8.3a, 8.6c, 8.6e, 7.4a … 7.4c */
static bool passes_check(const struct play *p, struct state *d, const struct vv_formation *f, bool entry)
{
	const struct vv_book *b = vv_book(p);
	int rating = 0;
	emit(p, .kind = E_CHECKS, .side = (int8_t)f->side, .who = f->hq, .n = b->chart.check,
		.rule = entry ? "7.4a" : "8.3a", .note = entry ? "Entry check" : "Activation check");
	if (!entry && d->g.turn < f->absent_until)
		vv_shift(p, &rating, f->absent, f->hq, NO_UNIT, "8.6c", "the emperor is absent");
	if (entry || has_due_units(b, d, f))
		vv_shift(p, &rating, d->failures[f->rep], f->hq, NO_UNIT, "7.4c", "failed before");
	rating += vv_command_rating(b, d, f->hq);
	emit(p, .kind = EVENT_MODIFIER, .who = f->hq, .n = vv_command_rating(b, d, f->hq), .rule = "8.3a",
		.note = "command rating");
	return vv_check_roll(p, d, f->side, f->hq, rating, NULL, entry ? "entry check" : "activation check",
		entry ? "7.4a" : "8.3a");
}

/* 8.3a, 8.3h; 7.4a, A25: newcomers are checked for even if their HQ is on the map and in command; then only
   they wait if it fails. */
void vv_activation_check(const struct play *p, struct state *d, int formation)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_formation *f = &b->formation[formation];
	if (f->hq == NO_UNIT) return; /* 5h */
	bool off = !is_hex(d->at[f->hq]);
	if (off && !vv_is_due(b, d, f->hq)) {
		d->mark[f->rep] |= MARK_FAILED; /* its units here have nobody to command them yet */
		return;
	}
	bool commanded = !off && !(d->mark[f->rep] & MARK_OUT), waiting = off || has_due_units(b, d, f);
	if (commanded && !waiting) return; /* 8.3h */
	bool entry = off || commanded, passed = passes_check(p, d, f, entry);
	d->mark[f->rep] |= passed ? MARK_PASSED : commanded ? MARK_LATE : MARK_FAILED;
	d->failures[f->rep] = (uint8_t)(passed || !waiting ? 0 : d->failures[f->rep] + 1);
	emit(p, .kind = E_CHECKED, .side = (int8_t)f->side, .who = f->hq, .n = passed,
		.rule = entry ? "7.4a" : "8.3a");
}

/* --- units ---------------------------------------------------------------------------------------------- */

/* 5g, 8.3i: a unit without an HQ looks to every HQ of its side, and to its own chief. */
static bool looks_to(const struct vv_book *b, const struct state *d, const struct vv_formation *own,
	int leader)
{
	const struct vv_leader *l = leader_of(b, leader);
	return is_hex(d->at[leader]) && l->side == own->side && (!l->chief || leader == own->chief);
}

/* 5g: how far is the closest of them, in hexes? 255 if there is none. */
static int closest_leader(const struct vv_book *b, const struct state *d, int unit, int from, int *leader)
{
	int best = 255;
	for (int l = b->units; l < b->pieces; l++) {
		int far = looks_to(b, d, form_of(b, unit), l) ? hex_range(b->map, from, d->at[l]) : 255;
		if (far < best) best = far, *leader = l;
	}
	return best;
}

/* A21: does this leader command units that have no HQ? */
static bool lends_command(const struct play *p, const struct state *d, int leader)
{
	const struct vv_book *b = vv_book(p);
	uint8_t mark = leader_of(b, leader)->chief ? 0 : d->mark[leader];
	return !(mark & MARK_OUT) || (mark & MARK_PASSED && p->m->option[O_CHECKED_COMMANDS]);
}

/* 5g, A21: the closest leader decides; of several as close, any. */
static bool loose_unit_commanded(const struct play *p, const struct state *d, int unit)
{
	const struct vv_book *b = vv_book(p);
	int at = d->at[unit], first = NO_UNIT, least = closest_leader(b, d, unit, at, &first);
	for (int l = first; l != NO_UNIT && l < b->pieces; l++)
		if (looks_to(b, d, form_of(b, unit), l) && hex_range(b->map, at, d->at[l]) == least &&
			lends_command(p, d, l) && vv_trace(b, d, l, at))
			return true;
	return false;
}

/* 9.1c … 9.1f: once, at the start of the activation. 8.3b, 8.3f; 7.4a: whoever waits off the map comes in
   under his HQ's check. */
void vv_find_commanded(const struct play *p, struct state *d, int formation)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_formation *f = &b->formation[formation];
	bool leads = f->hq != NO_UNIT && !(d->mark[f->rep] & MARK_FAILED);
	for (int u = f->first; u < f->last; u++) {
		int at = d->at[u];
		bool in = is_hex(at)
		            ? (f->hq == NO_UNIT ? loose_unit_commanded(p, d, u) : leads && vv_trace(b, d, f->hq, at))
		            : leads;
		d->flags[u] = (uint8_t)(in ? d->flags[u] | IS_COMMANDED : d->flags[u] & ~IS_COMMANDED);
	}
}

/* A14: a unit that is not being activated is looked at when it matters. */
bool vv_unit_out(const struct play *p, const struct state *d, int unit)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_formation *f = form_of(b, unit);
	if (d->acting == f->rep) return is_out(d, unit);
	if (d->flags[unit] & IS_DIRECT && vv_trace(b, d, f->chief, d->at[unit])) return false;
	if (f->hq == NO_UNIT) return !loose_unit_commanded(p, d, unit);
	if (d->mark[f->rep] & MARK_OUT && !(d->mark[f->rep] & MARK_PASSED)) return true;
	return !vv_trace(b, d, f->hq, d->at[unit]);
}

/* 9.2c, 9.2d: its HQ; for units without one, the leader closest to where the move began (5g). */
int vv_guide(const struct vv_book *b, const struct state *d, int unit, int from)
{
	const struct vv_formation *f = form_of(b, unit);
	int best = NO_UNIT;
	if (f->hq != NO_UNIT) return is_hex(d->at[f->hq]) ? f->hq : NO_UNIT;
	closest_leader(b, d, unit, from, &best);
	return best;
}

/* --- direct command (8.2d … 8.2f, A22) ------------------------------------------------------------------ */

static bool can_direct(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_formation *f = form_of(b, unit);
	if (d->acting != f->rep)
		return refuse(r, "8.2f", "%s is not of the active formation", name_of_piece(p, unit));
	const struct vv_leader *l = leader_of(b, f->chief);
	if (d->directed[l->formation] >= l->inertia)
		return refuse(r, "8.2d", "%s commands %d units himself, and has named them",
			name_of_piece(p, f->chief), l->inertia);
	if (d->flags[unit] & IS_COMMANDED || !is_hex(d->at[unit]))
		return refuse(r, "8.2d", "%s needs no such command", name_of_piece(p, unit));
	if (!vv_trace(b, d, f->chief, d->at[unit]))
		return refuse(r, "8.2e", "%s is beyond the command range of %s", name_of_piece(p, unit),
			name_of_piece(p, f->chief));
	return true;
}

/* Only where a chief is on the map is anybody asked. */
bool vv_has_chief(const struct vv_book *b, const struct state *d, int formation)
{
	return is_there(d, b->formation[formation].chief);
}

bool vv_may_direct(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (is_leader(vv_book(p), o->unit)) return refuse(r, "8.2d", "units are commanded directly, not leaders");
	return can_direct(p, d, o->unit, r);
}

void vv_list_direct(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct vv_formation *f = &vv_book(p)->formation[load_now(&d->g)->act.formation];
	for (int u = f->first; u < f->last; u++)
		if (can_direct(p, d, u, NULL)) offer(o, V_DIRECT, u);
	offer(o, V_DONE, NO_UNIT);
}

void vv_do_direct(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct vv_book *b = vv_book(p);
	int chief = form_of(b, o->unit)->chief;
	d->directed[leader_of(b, chief)->formation]++;
	d->flags[o->unit] |= IS_DIRECT | IS_COMMANDED;
	emit(p, .kind = E_DIRECTED, .side = (int8_t)side, .who = o->unit, .whom = (int16_t)chief, .rule = "8.2d");
}
