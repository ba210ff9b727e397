/* Movement: rates, roads, difficult ground, zones of control, withdrawing, passing through and stacking. A
   move is a chain of single hexes. Its cost is counted twice side by side, on the road with the bonus and off
   it without: a step is open as long as one of the two still pays for it, so nobody has to say beforehand
   which move it is to be. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

struct toll {
	int plain, road, bonus;
	uint8_t flags;
};

/* --- where a counter may stand -------------------------------------------------------------------------- */

/* From where its march began: on the way nobody is let go or held back. */
static bool enemy_within(const struct baa_book *b, const struct state *d, int piece, int distance)
{
	const struct step *s = agenda_see(&d->g);
	int from = s->kind == STEP_MARCH && s->unit == piece ? d->march.start : d->counter[piece].at;
	for EACH (e, d->units[!b->piece[piece].side])
		if (hex_distance(b, from, d->counter[e].at) <= distance) return true;
	return false;
}

/* A special rule of the battle that keeps this piece out of this hex, or NULL. `lasting` asks only for those
   without end. */
static const struct special *banned(const struct baa_book *b, const struct state *d, int piece, int hex,
	bool lasting)
{
	for (unsigned bits = b->piece[piece].bans; bits; bits &= bits - 1) {
		const struct special *s = &b->special[__builtin_ctz(bits)];
		bool listed = s->hex[hex >> 6] >> (hex & 63) & 1;
		if (listed == (s->kind == SPECIAL_HOLD)) continue;
		if (lasting && (s->until_bound || s->kind == SPECIAL_HOLD)) continue;
		if (s->until_bound && d->bound >= s->until_bound) continue;
		if (s->or_enemy_within && on_board(d, piece) && enemy_within(b, d, piece, s->or_enemy_within))
			continue;
		return s;
	}
	return NULL;
}

/* move.8, AMB-15: rivers only at a bridge or ford; boat.2: boats only on the river. */
static bool ground_open(const struct baa_book *b, int piece, int hex)
{
	unsigned h = b->hex[hex];
	if (is_boat(b, piece)) return h & HEX_IS_RIVER && !(h & HEX_IS_OFF);
	return !(h & (HEX_IS_CLOSED | HEX_IS_OFF));
}

bool baa_may_stand(const struct baa_book *b, const struct state *d, int piece, int hex)
{
	return ground_open(b, piece, hex) && (!b->piece[piece].bans || !banned(b, d, piece, hex, true));
}

bool baa_may_go_in(const struct play *p, const struct state *d, int piece, int hex, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	const struct profile *k = &b->piece[piece];
	if (!ground_open(b, piece, hex)) {
		if (is_boat(b, piece))
			return refuse(r, "boat.2", "%s is a river boat and %s is no river hex", p->m->piece[piece].name,
				p->m->map->number[hex]);
		return refuse(r, "move.8", "%s is impassable", p->m->map->number[hex]);
	}
	/* stack.1, AMB-19: friends are passed through, enemy units are not */
	if (baa_board_enemy_in(b, d, k->side, hex))
		return refuse(r, "stack.1", "enemy units stand in %s", p->m->map->number[hex]);
	const struct special *s = k->bans ? banned(b, d, piece, hex, false) : NULL;
	if (s) return refuse(r, s->rule, "%s", s->text);
	return true;
}

/* --- what a step costs ---------------------------------------------------------------------------------- */

static bool on_foot(const struct baa_book *b, int piece)
{
	return !is_unit(b, piece) || b->piece[piece].arm == ARM_INFANTRY;
}

/* move.5, move.6, move.7, AMB-11, AMB-12: difficult ground costs 1 more, once; move.9: a bridge or ford costs
   nothing more; move.13: along the road the stream is no matter. */
static int plain_cost(const struct baa_book *b, int piece, int hex, bool by_way, bool climbs)
{
	unsigned h = b->hex[hex];
	if (is_boat(b, piece)) return 1;
	if (h & HEX_IS_CROSSING && (!(h & HEX_IS_FOOT) || on_foot(b, piece))) return 1;
	bool wet = h & HEX_IS_STREAM && !by_way;
	return h & HEX_IS_DIFFICULT || wet || climbs ? 1 + b->n.difficult : 1;
}

static struct toll toll_of(const struct baa_book *b, const struct march *m, int piece,
	const struct hexside *s)
{
	bool by_way = s->flags & SIDE_IS_WAY;
	struct toll t = {.plain = plain_cost(b, piece, s->next, by_way, s->flags & SIDE_IS_CLIMB),
		.flags = m->flags & (uint8_t)~MARCH_ROAD};
	/* move.14: leaving a road across the stream beside it, once in the phase */
	if (s->flags & SIDE_IS_ACROSS && !by_way && !(m->flags & MARCH_STREAM))
		t.plain += b->n.off_road, t.flags |= MARCH_STREAM;
	if (!(m->flags & MARCH_ROAD) || !s->bonus) return t;
	/* move.4, AMB-13: every hex of the move on connected road; mixed roads give the lower bonus */
	t.flags |= MARCH_ROAD;
	t.bonus = s->bonus < m->bonus ? s->bonus : m->bonus;
	t.road = 1 + (s->flags & SIDE_IS_CLIMB ? b->n.road_climb : 0); /* move.10 */
	/* move.11 */
	if (b->hex[s->next] & HEX_IS_WOODS && !(m->flags & MARCH_WOODS))
		t.road += b->n.road_woods, t.flags |= MARCH_WOODS;
	return t;
}

static bool pays(const struct march *m, const struct toll *t)
{
	if (m->steps == 0) return true; /* move.12: always at least one hex */
	if (m->spent + t->plain <= m->rate) return true;
	return t->flags & MARCH_ROAD && m->road_spent + t->road <= m->rate + t->bonus; /* move.2, move.3 */
}

static void spend(struct march *m, const struct toll *t)
{
	m->spent = (uint8_t)(m->spent + t->plain);
	if (t->flags & MARCH_ROAD)
		m->road_spent = (uint8_t)(m->road_spent + t->road), m->bonus = (uint8_t)t->bonus;
	m->flags = t->flags;
	m->steps++;
}

/* --- the march ------------------------------------------------------------------------------------------ */

/* zoc.2, zoc.3: an enemy zone may be entered and locks whoever enters it; zoc.4, zoc.9, AMB-17: so nobody
   goes on from there, and whoever begins in one may only withdraw; zoc.5: outside it everybody moves freely;
   zoc.7: commanders are not locked. */
static bool locked_at(const struct baa_book *b, const struct state *d, int piece, int hex)
{
	return is_unit(b, piece) && baa_board_zone(b, d, !b->piece[piece].side, hex);
}

/* enters: it comes on to the board, and so leaves no melee. */
static struct march fresh_march(const struct play *p, const struct state *d, int piece, bool enters)
{
	const struct baa_book *b = baa_book(p);
	/* night.2 */
	int at = d->counter[piece].at, rate = !is_night(b, d) ? b->piece[piece].rate : b->n.night_move;
	struct march m = {.bonus = 255, .start = (int16_t)at};
	if (!is_night(b, d) && !is_boat(b, piece)) m.flags |= MARCH_ROAD; /* AMB-39 */
	if (!enters && locked_at(b, d, piece, at)) {
		m.flags |= MARCH_LOCKED;
		if (p->m->option[O_WITHDRAW]) rate -= b->n.withdrawing; /* withdraw.5 */
	}
	m.rate = (uint8_t)rate;
	return m;
}

/* withdraw.1, withdraw.2, melee.5: whoever has orders may leave a melee. withdraw.3: away from every enemy it
   touches; withdraw.4: into no other zone on the way. */
static bool may_withdraw(const struct play *p, const struct state *d, const struct march *m, int piece,
	int to, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	int enemy = !b->piece[piece].side;
	for (int dir = 0; dir < 6; dir++) {
		int n = side_at(b, m->start, dir)->next;
		if (is_hex(n) && baa_board_enemy_in(b, d, !enemy, n) && hex_distance(b, n, to) <= 1)
			return refuse(r, "withdraw.3", "%s must move away from the enemy in %s", p->m->piece[piece].name,
				p->m->map->number[n]);
	}
	if (p->m->option[O_WITHDRAW] && baa_board_zone(b, d, enemy, to))
		return refuse(r, "withdraw.4", "%s lies in an enemy zone of control", p->m->map->number[to]);
	return true;
}

static bool step_open(const struct play *p, const struct state *d, const struct march *m, int piece, int at,
	int dir, struct refusal *r);

/* AMB-20: two units at most may end in a hex; a third passes through only if it can go on from there. */
static bool goes_on(const struct play *p, const struct state *d, const struct march *m, int piece, int at)
{
	const struct baa_book *b = baa_book(p);
	if (locked_at(b, d, piece, at)) return false;
	for (int dir = 0; dir < 6; dir++) {
		int n = side_at(b, at, dir)->next;
		if (is_hex(n) && step_open(p, d, m, piece, at, dir, NULL)) return true;
	}
	return false;
}

static bool is_full(const struct baa_book *b, const struct state *d, int piece, int hex, int start)
{
	return is_unit(b, piece) &&
	       baa_board_units(d, hex) - (hex == start && d->counter[piece].at == start) >= 2;
}

static bool step_open(const struct play *p, const struct state *d, const struct march *m, int piece, int at,
	int dir, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	const struct hexside *s = side_at(b, at, dir);
	if (!is_hex(s->next)) return refuse(r, "move.8", "the board ends there");
	if (s->flags & SIDE_IS_CLOSED)
		return refuse(r, "move.8", "the side between %s and %s is impassable", p->m->map->number[at],
			p->m->map->number[s->next]);
	if (!baa_may_go_in(p, d, piece, s->next, r)) return false;
	if (m->flags & MARCH_LOCKED && !may_withdraw(p, d, m, piece, s->next, r)) return false;
	struct toll t = toll_of(b, m, piece, s);
	if (!pays(m, &t))
		return refuse(r, t.plain > 1 ? "move.5" : "move.1", "%s has used %d of its %d hexes and %s costs %d",
			p->m->piece[piece].name, m->spent, m->rate, p->m->map->number[s->next], t.plain);
	if (!is_full(b, d, piece, s->next, m->start)) return true;
	struct march after = *m;
	spend(&after, &t);
	return goes_on(p, d, &after, piece, s->next) ||
	       refuse(r, "stack.1", "two units stand in %s already", p->m->map->number[s->next]);
}

bool baa_march_may_step(const struct play *p, const struct state *d, int piece, int dir, struct refusal *r)
{
	return step_open(p, d, &d->march, piece, d->counter[piece].at, dir, r);
}

/* What the march would be after that step; it ends where an enemy zone is met. */
struct march baa_march_after(const struct play *p, const struct state *d, int piece, int dir)
{
	const struct baa_book *b = baa_book(p);
	const struct hexside *s = side_at(b, d->counter[piece].at, dir);
	struct march m = d->march;
	struct toll t = toll_of(b, &m, piece, s);
	spend(&m, &t);
	if (locked_at(b, d, piece, s->next)) m.flags |= MARCH_DONE;
	return m;
}

bool baa_march_can_start(const struct play *p, const struct state *d, int piece, struct refusal *r)
{
	struct march m = fresh_march(p, d, piece, false);
	for (int dir = 0; dir < 6; dir++)
		if (step_open(p, d, &m, piece, m.start, dir, NULL)) return true;
	if (m.flags & MARCH_LOCKED)
		return refuse(r, "zoc.3", "%s is locked in an enemy zone and has no way to withdraw",
			p->m->piece[piece].name);
	return refuse(r, "move.8", "there is nowhere for %s to go", p->m->piece[piece].name);
}

void baa_march_begin(const struct play *p, struct state *d, int piece, bool enters)
{
	d->march = fresh_march(p, d, piece, enters);
	agenda_push(&d->g, (struct step){.kind = STEP_MARCH,
						   .side = baa_book(p)->piece[piece].side,
						   .unit = (int16_t)piece,
						   .other = NO_UNIT});
}

/* reserve.3: the hex of entry is the first of a march on to the board; on a road it is the first of a road
   march. */
void baa_march_enter(const struct play *p, struct state *d, int piece)
{
	const struct baa_book *b = baa_book(p);
	int hex = d->counter[piece].at;
	bool road = b->hex[hex] & HEX_IS_ROAD, woods = b->hex[hex] & HEX_IS_WOODS;
	baa_march_begin(p, d, piece, true);
	struct march *m = &d->march;
	struct toll t = {.plain = plain_cost(b, piece, hex, road, false),
		.road = 1 + (woods ? b->n.road_woods : 0),
		.bonus = m->bonus};
	t.flags = (uint8_t)((road ? m->flags : 0) | (woods ? MARCH_WOODS : 0));
	spend(m, &t);
	baa_march_arrive(p, d, piece, PLACE_NONE, hex);
}

static void march_end(const struct play *p, struct state *d, int piece)
{
	const struct baa_book *b = baa_book(p);
	struct counter *k = &d->counter[piece];
	if (on_board(d, piece) && is_unit(b, piece) && d->march.steps && stacked(d, piece)) /* stack.2 */
		emit(p, .kind = E_STACKED, .side = (int8_t)b->piece[piece].side, .who = (int16_t)piece,
			.where = k->at, .rule = "stack.2");
	memset(&d->march, 0, sizeof d->march);
	agenda_done(&d->g);
	settled(&d->g); /* no mutants: where undo and odds stop, which no case sees */
}

void baa_march_step(const struct play *p, struct state *d)
{
	if (baa_ended(p, d)) return;
	const struct step *s = agenda_see(&d->g);
	if (d->march.flags & MARCH_DONE || !on_board(d, s->unit)) march_end(p, d, s->unit);
	else ask(&d->g, s->side, Q_STEP);
}

/* What a piece meets where it comes: a commander to capture, a zone that locks it. */
void baa_march_arrive(const struct play *p, struct state *d, int piece, int from, int to)
{
	const struct baa_book *b = baa_book(p);
	int side = b->piece[piece].side;
	struct counter *k = &d->counter[piece];
	k->deeds |= HAS_MOVED | HAS_STIRRED; /* AMB-40 */
	if (is_hex(from))
		emit(p, .kind = E_MOVED, .side = (int8_t)side, .who = (int16_t)piece, .where = from, .to = to,
			.rule = "move.1");
	if (!is_unit(b, piece)) return;
	if (locked_at(b, d, piece, to)) { /* zoc.3 */
		d->march.flags |= MARCH_DONE;
		emit(p, .kind = E_LOCKED, .side = (int8_t)side, .who = (int16_t)piece, .where = to, .rule = "zoc.3");
	}
	baa_capture_try(p, d, piece, to);
}

/* --- questions ------------------------------------------------------------------------------------------ */

void baa_list_movers(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for EACH (i, d->todo)
		if (baa_march_can_start(p, d, i, NULL)) list_unit(o, V_MOVE, i);
	list_word(o, V_DONE);
}

static bool movers_refuse(const struct play *p, const struct state *d, int side, int i, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	const struct counter *k = &d->counter[i];
	const char *name = p->m->piece[i].name;
	int phase = agenda_see(&d->g)->stage;
	if (b->piece[i].side != side) return refuse(r, "move.15", "%s is not yours", name);
	if (!is_hex(k->at)) return refuse(r, "move.15", "%s is not on the board", name);
	if (k->state & IS_NIC) return refuse(r, "orders.9", "%s has no orders", name);
	if (k->state & IS_PINNED) return refuse(r, "pin.1", "%s is pinned", name);
	if (k->state & IS_ABOARD) return refuse(r, "rail.2", "%s is aboard a train", name);
	if (k->deeds & HAS_MOVED) return refuse(r, "move.1", "%s has moved", name);
	if (phase == PHASE_UNITS && !is_unit(b, i))
		return refuse(r, "move.16", "commanders move after the units");
	if (phase != PHASE_UNITS && is_unit(b, i))
		return refuse(r, "move.16", "the units have moved; commanders move now");
	if (phase == PHASE_COMMANDS) return refuse(r, "control.6", "control counters move last");
	if (phase == PHASE_CONTROLS) return refuse(r, "command.4", "command counters have moved");
	return refuse(r, "move.1", "%s has had its move", name);
}

bool baa_may_move(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (!mask_has(d->todo, o->unit)) return movers_refuse(p, d, side, o->unit, r);
	return baa_march_can_start(p, d, o->unit, r);
}

void baa_do_moved(const struct play *p, struct state *d, int side, const struct order *o)
{
	memset(d->todo, 0, sizeof d->todo);
}

void baa_do_move(const struct play *p, struct state *d, int side, const struct order *o)
{
	mask_drop(d->todo, o->unit);
	d->counter[o->unit].deeds |= HAS_MOVED;
	baa_march_begin(p, d, o->unit, false);
}

static bool may_stop(const struct play *p, const struct state *d, int piece, struct refusal *r)
{
	if (d->march.steps == 0 || !is_unit(baa_book(p), piece) || baa_board_units(d, d->counter[piece].at) <= 2)
		return true;
	return refuse(r, "stack.1", "two units stand in %s already", p->m->map->number[d->counter[piece].at]);
}

/* win.8: where the task is to get away, units may leave over the edge behind their army. */
static bool may_exit(const struct play *p, const struct state *d, int piece, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	const struct profile *k = &b->piece[piece];
	if (!b->exits[k->side] || !is_unit(b, piece))
		return refuse(r, "win.8", "this battle sets no task to leave the board");
	if (!(b->edge_of[d->counter[piece].at] >> b->rear[k->side] & 1))
		return refuse(r, "win.8", "%s does not stand at the edge behind its army", p->m->piece[piece].name);
	if (d->march.flags & MARCH_LOCKED && d->march.steps == 0)
		return refuse(r, "zoc.3", "%s is locked in an enemy zone", p->m->piece[piece].name);
	return d->march.spent < d->march.rate ||
	       refuse(r, "move.1", "%s has no movement left", p->m->piece[piece].name);
}

void baa_list_steps(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct baa_book *b = baa_book(p);
	int u = agenda_see(&d->g)->unit;
	const struct hexside *s = sides_of(b, d->counter[u].at);
	for (int dir = 0; dir < 6; dir++)
		if (baa_march_may_step(p, d, u, dir, NULL)) list_order(o, V_STEP, u, s[dir].next);
	if (may_stop(p, d, u, NULL)) list_unit(o, V_STOP, u);
	if (b->exits[b->piece[u].side] && may_exit(p, d, u, NULL)) list_unit(o, V_EXIT, u);
}

static bool is_moving(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	int u = agenda_see(&d->g)->unit;
	return unit == u ||
	       refuse(r, "move.1", "%s is moving, not %s", p->m->piece[u].name, p->m->piece[unit].name);
}

bool baa_may_stop(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return is_moving(p, d, o->unit, r) && may_stop(p, d, o->unit, r);
}

bool baa_may_exit(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return is_moving(p, d, o->unit, r) && may_exit(p, d, o->unit, r);
}

bool baa_may_step(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (!is_moving(p, d, o->unit, r)) return false;
	int dir = is_hex(o->a) ? baa_board_direction(baa_book(p), d->counter[o->unit].at, o->a) : -1;
	if (dir < 0) return refuse(r, "move.1", "that is not a hex next to %s", p->m->piece[o->unit].name);
	return baa_march_may_step(p, d, o->unit, dir, r);
}

void baa_do_exit(const struct play *p, struct state *d, int side, const struct order *o)
{
	int hex = d->counter[o->unit].at;
	baa_board_lift(baa_book(p), d, o->unit, FATE_WITHDRAWN);
	d->withdrawn[side]++;
	emit(p, .kind = E_EXITED, .side = (int8_t)side, .who = o->unit, .where = hex, .rule = "win.8");
	d->march.flags |= MARCH_DONE;
	baa_decide_now(p, d);
}

void baa_do_stop(const struct play *p, struct state *d, int side, const struct order *o)
{
	march_end(p, d, o->unit);
}

void baa_do_step(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct baa_book *b = baa_book(p);
	int u = o->unit, from = d->counter[u].at;
	struct toll t = toll_of(b, &d->march, u, side_at(b, from, baa_board_direction(b, from, o->a)));
	spend(&d->march, &t);
	baa_board_lift(b, d, u, FATE_HERE);
	baa_board_put(b, d, u, o->a);
	baa_march_arrive(p, d, u, from, o->a);
}
