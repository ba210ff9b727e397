/* Movement (6): a march is a chain of steps with the points that are left; zones of control end it, roads
   ease it, and facing is settled in the last hex. */
#include "rules/from_divisions/from_divisions.h"

static int mover_of(const struct fd_book *b, int piece)
{
	return is_leader(b, piece) ? LEADER : b->unit[piece].kind;
}
static int half(int n) { return (n + 1) / 2; }

/* 6.0a, 9.0b, 11.1a, 11.1b, 15.0a; on its turn of entry in proportion to what is left of the turn (3.0b). */
int fd_allowance(const struct play *p, const struct state *d, int unit)
{
	const struct fd_unit *c = &fd_book(p)->unit[unit];
	int points = c->allowance, level = fd_level(p, d, unit);
	if (level == SPENT) return 1;
	if (level == TIRED) points = half(points);
	if (is_disorganised(d, unit)) points = half(points);
	if (d->flags[unit] & IS_OUT) points = half(points);
	if (c->arrives && c->arrives == d->g.turn) points = (points * (12 - c->late) + 11) / 12;
	return fd_higher(points, 1);
}

/* 10.3e: a detachment that split off on the march has what its division had left. */
int fd_points_left(const struct play *p, const struct state *d, int unit)
{
	return d->did[unit] & MARCHES_ON ? d->left[fd_book(p)->unit[unit].formation] : fd_allowance(p, d, unit);
}

/* 6.2h, 6.3a, 6.3c, 6.3d, 6.5a, A10: the road rate needs a road across this side, no zone beyond and no
   friends on it. */
static int cost_of_step(const struct play *p, const struct state *d, int piece, int from, int dir, int to)
{
	const struct fd_book *b = fd_book(p);
	int mover = mover_of(b, piece), plain = b->cost[mover][from * 6 + dir];
	if (!plain || !(b->edge[from * 6 + dir] & SIDE_ROAD)) return plain;
	if (mover == LEADER) return b->chart.road;
	return d->spot[to].on || fd_zone(b, d, piece, to) ? plain : b->chart.road;
}

/* 6.2j, A09, 7.6g */
static int extra_cost(const struct play *p, const struct state *d, const struct step *s, int piece, int from)
{
	const struct fd_book *b = fd_book(p);
	int extra = 0;
	if (is_leader(b, piece)) return 0;
	if ((!(s->flags & MARCH_STEPPED) || s->flags & MARCH_HELD) && fd_zone(b, d, piece, from))
		extra += b->chart.leave_zone;
	if (s->flags & MARCH_RESUMES) extra += b->chart.resume;
	return extra;
}

/* 6.1a, 6.1d, 6.1e: may the unit end there, having come in that direction with so many points left? */
static bool may_end(const struct fd_book *b, const struct state *d, int unit, int hex, int dir, int left)
{
	if (!d->spot[hex].on || !fd_friend_there(d, unit, hex)) return true;
	if (!fd_has_room(b, d, unit, hex)) return false;
	for each_node(n, d, hex)
		if (unit_at(n) != unit) return d->facing[unit_at(n)] == dir || left >= b->chart.face;
	return true;
}

/* Can it enter at all, whatever it costs? */
static bool is_barred(const struct play *p, const struct state *d, int piece, int to, bool shut,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	int side = side_of(b, piece);
	if (holds(b, d, to, !side)) return !refuse(r, "7.0a", "the enemy holds %s", number_of(b, to));
	if (b->only[to] >> side & 1) return !refuse(r, "2.1d", "%s is closed to you", number_of(b, to));
	if (shut && !is_leader(b, piece) && fd_zone(b, d, piece, to))
		return !refuse(r, "9.0d", "disorganised troops do not enter a zone of control");
	return false;
}

/* 6.1b: a full hex may be passed if the march can end beyond it. */
bool fd_goes_beyond(const struct play *p, const struct state *d, const struct step *s, int hex, int left)
{
	const struct fd_book *b = fd_book(p);
	if (fd_zone(b, d, s->unit, hex)) return false;
	for (int dir = 0; dir < 6; dir++) {
		int to = hex_next(b->map, hex, dir);
		if (to == HEX_NONE || to == d->at[s->unit] ||
			is_barred(p, d, s->unit, to, s->flags & MARCH_SHUT, NULL))
			continue;
		int cost = cost_of_step(p, d, s->unit, hex, dir, to);
		if (cost && cost <= left && may_end(b, d, s->unit, to, dir, left - cost)) return true;
	}
	return false;
}

/* 6.0b */
int fd_price(const struct play *p, const struct state *d, const struct step *s, int dir, int to)
{
	int from = d->at[s->unit], cost = cost_of_step(p, d, s->unit, from, dir, to);
	return cost ? cost + extra_cost(p, d, s, s->unit, from) : 0;
}

/* 6.0a, 6.2g, 6.4c */
bool fd_may_step(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit) return refuse(r, "6.0a", "%s is on the march", name_of_piece(p, s->unit));
	if (o->a < 0) return refuse(r, "6.0a", "that is off the map");
	int dir = hexmap_direction(b->map, d->at[s->unit], o->a);
	if (dir < 0) return refuse(r, "6.0a", "%s is not beside it", number_of(b, o->a));
	if (!(s->flags & MARCH_LEADER) && is_extended(d, s->unit))
		return refuse(r, "16.6d", "an extended line moves as a line");
	if (s->flags & MARCH_STOPPED)
		return refuse(r, "6.2g", "%s has come into a zone of control", name_of_piece(p, s->unit));
	int cost = fd_price(p, d, s, dir, o->a);
	if (!cost) return refuse(r, "6.4c", "nobody crosses there");
	if (is_barred(p, d, s->unit, o->a, s->flags & MARCH_SHUT, r)) return false;
	if (cost > load_see(s)->march.points)
		return refuse(r, "6.0a", "that costs %d, and %d are left", cost, load_see(s)->march.points);
	if (s->flags & MARCH_LEADER || may_end(b, d, s->unit, o->a, dir, load_see(s)->march.points - cost))
		return true;
	return fd_goes_beyond(p, d, s, o->a, load_see(s)->march.points - cost) ||
	       refuse(r, "6.1a", "there is no room in %s", number_of(b, o->a));
}

void fd_do_step(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	int from = d->at[s->unit], dir = hexmap_direction(b->map, from, o->a),
		cost = fd_price(p, d, s, dir, o->a);
	load_of(s)->march.points -= cost, load_of(s)->march.threatened = 0;
	load_of(s)->march.came = (int16_t)dir;
	s->flags = (uint8_t)((s->flags | MARCH_STEPPED) & ~(MARCH_RESUMES | MARCH_HELD));
	emit(p, .kind = E_STEPPED, .side = (int8_t)side, .who = s->unit, .where = from, .to = o->a, .n = cost,
		.m = load_see(s)->march.points, .rule = "6.0b");
	fd_put(p, d, s->unit, o->a);
	if (s->flags & MARCH_LEADER) return;
	d->did[s->unit] |= DID_MOVE;
	if (fd_zone(b, d, s->unit, o->a)) fd_come_into_zone(d, s);
}

/* 6.2g; 6.2k: whoever has been in a zone before on this march is now in another. */
void fd_come_into_zone(struct state *d, struct step *s)
{
	s->flags |= MARCH_STOPPED;
	if (d->did[s->unit] & WAS_IN_ZONE) d->did[s->unit] |= NEW_ZONE;
	d->did[s->unit] |= WAS_IN_ZONE;
}

/* --- double time ---------------------------------------------------------------------------------------- */

/* 6.12a, 9.0e, A14 */
bool fd_may_double(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit || s->flags & MARCH_LEADER)
		return refuse(r, "6.12a", "only the unit on the march");
	if (s->flags & (MARCH_STEPPED | MARCH_DOUBLE) || load_see(s)->march.points < s->stage)
		return refuse(r, "6.12a", "it begins with the march");
	return !(s->flags & MARCH_SHUT) || refuse(r, "9.0e", "%s began disorganised", name_of_piece(p, s->unit));
}

void fd_do_double(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	int more = fd_morale(p, d, o->unit);
	load_of(s)->march.points += more, s->stage = (uint8_t)(s->stage + more), s->flags |= MARCH_DOUBLE;
	d->did[o->unit] |= DID_DOUBLE;
	emit(p, .kind = E_DOUBLE, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .n = more,
		.rule = "6.12a");
}

/* --- the end of a march --------------------------------------------------------------------------------- */

int fd_stack_facing(const struct state *d, int unit)
{
	for each_node(n, d, d->at[unit])
		if (unit_at(n) != unit) return d->facing[unit_at(n)];
	return -1;
}

/* 6.12b, 6.12c, 6.9a, TABLES 8; whoever has points left for it may attack. */
static void end_march(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct step s = *agenda_see(&d->g);
	int u = s.unit;
	agenda_done(&d->g);
	if (s.flags & MARCH_LEADER) return;
	d->more[u] |= MORE_DONE;
	if (d->did[u] & DID_MOVE) {
		d->more[u] |= MORE_STIRRED;
		if (load_see(&s)->march.points >= b->chart.attack) d->did[u] |= MAY_ATTACK;
		if ((s.stage - load_see(&s)->march.points) * 2 > b->unit[u].allowance) d->did[u] |= DID_MARCH;
		emit(p, .kind = E_HALTED, .side = (int8_t)s.side, .who = (int16_t)u, .where = d->at[u],
			.n = load_see(&s)->march.points, .m = d->facing[u], .rule = "6.8b",
			.note = is_extended(d, u) ? number_of(b, also_at(d, u)) : NULL);
	}
	if (s.flags & MARCH_DOUBLE) fd_pay_for_double(p, d, u);
}

/* 6.12b, 6.12c */
void fd_pay_for_double(const struct play *p, struct state *d, int unit)
{
	fd_tire(p, d, unit, fd_book(p)->chart.w_double, "6.12b");
	if (!fd_check(p, d, unit, 0, "6.12c", CHECK_DOUBLE)) fd_lose_step(p, d, unit, true, LOSS_PLAIN, "6.12c");
}

/* 6.1d: friends who fell back onto it on its march face as it did; without a point to turn it faces so
   too. */
static bool fell_in(const struct fd_book *b, const struct state *d, const struct step *s)
{
	return load_see(s)->march.points < b->chart.face && fd_has_room(b, d, s->unit, d->at[s->unit]) &&
	       fd_stack_facing(d, s->unit) == d->facing[s->unit];
}

/* 6.8b: the rear faces the hexside it came through. 6.1d, 6.1e: in a stack it takes that one's facing, for a
   point if it must. */
bool fd_may_stop(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit) return refuse(r, "6.0a", "%s is on the march", name_of_piece(p, s->unit));
	if (s->flags & MARCH_LEADER || !(s->flags & MARCH_STEPPED)) return true;
	return is_extended(d, o->unit) ||
	       may_end(fd_book(p), d, s->unit, d->at[s->unit], load_see(s)->march.came,
			   load_see(s)->march.points) ||
	       fell_in(fd_book(p), d, s) ||
	       refuse(r, "6.1a", "%s cannot stay in this hex", name_of_piece(p, s->unit));
}

void fd_do_stop(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	if (!(s->flags & MARCH_LEADER) && s->flags & MARCH_STEPPED && !is_extended(d, s->unit) &&
		load_see(s)->march.came >= 0) {
		int with = fd_stack_facing(d, s->unit);
		if (with >= 0 && with != load_see(s)->march.came &&
			load_see(s)->march.points >= fd_book(p)->chart.face)
			load_of(s)->march.points -= fd_book(p)->chart.face;
		fd_face(p, d, s->unit, with >= 0 ? with : load_see(s)->march.came);
	}
	end_march(p, d);
}

/* 6.8c */
bool fd_may_face(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit || s->flags & MARCH_LEADER) return refuse(r, "6.8c", "only the unit on the march");
	if (!(s->flags & MARCH_STEPPED) || is_extended(d, s->unit))
		return refuse(r, "6.8c", "it has not left its hex");
	if (load_see(s)->march.came == o->a) return refuse(r, "6.8b", "it faces that way when it stops");
	if (fd_stack_facing(d, s->unit) >= 0) return refuse(r, "6.1d", "it takes the facing of its stack");
	return load_see(s)->march.points >= b->chart.face ||
	       refuse(r, "6.8c", "turning costs %d, and %d are left", b->chart.face, load_see(s)->march.points);
}

void fd_do_face(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	load_of(s)->march.points -= fd_book(p)->chart.face;
	fd_face(p, d, s->unit, o->a);
	emit(p, .kind = E_TURNED, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .n = o->a,
		.rule = "6.8c");
	end_march(p, d);
}

/* --- threats, exits ------------------------------------------------------------------------------------- */

/* By which of its hexsides the unit touches that hex: 0 … 5, of the second hex of a line 6 … 11; -1 = by
   none. */
static int way_to(const struct fd_book *b, const struct state *d, int unit, int hex)
{
	int dir = hexmap_direction(b->map, d->at[unit], hex),
		also = also_at(d, unit) < 0 ? -1 : hexmap_direction(b->map, also_at(d, unit), hex);
	return dir >= 0 ? dir : also >= 0 ? 6 + also : -1;
}

/* 7.6c, 7.6d, A30: an infantry mover names cavalry beside it, once from each hex. */
bool fd_may_threaten(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit || s->flags & MARCH_LEADER || b->unit[s->unit].kind != FOOT)
		return refuse(r, "7.6c", "only infantry on the march");
	if (!(s->flags & MARCH_STEPPED) || load_see(s)->march.points < b->chart.attack || s->flags & MARCH_SHUT)
		return refuse(r, "7.6d", "%s cannot attack this time", name_of_piece(p, s->unit));
	if (!is_extended(d, s->unit) &&
		!may_end(b, d, s->unit, d->at[s->unit], load_see(s)->march.came, load_see(s)->march.points))
		return refuse(r, "6.1a", "it cannot stay here");
	int way = o->a < 0 ? -1 : way_to(b, d, s->unit, o->a);
	if (way < 0 || !holds(b, d, o->a, !side))
		return refuse(r, "7.6d", "there is no enemy beside it in that hex");
	if (load_see(s)->march.threatened >> way & 1)
		return refuse(r, "7.6d", "%s has said so already", name_of_piece(p, s->unit));
	for each_node(n, d, o->a)
		if (b->unit[unit_at(n)].kind == HORSE) return true;
	return refuse(r, "7.6c", "there is no cavalry in %s", number_of(b, o->a));
}

void fd_do_threaten(const struct play *p, struct state *d, int side, const struct order *o)
{
	int way = way_to(fd_book(p), d, o->unit, o->a);
	emit(p, .kind = E_THREATENED, .side = (int8_t)side, .who = o->unit, .to = o->a, .rule = "7.6d");
	load_top(&d->g)->march.threatened |= 1 << way;
	d->did[o->unit] |= HAS_THREATENED;
	struct step *s = push_load(&d->g, STEP_EVADE, !side, evade, .unit = NO_UNIT, .hex = o->a,
		.attacker_at = way < 6 ? d->at[o->unit] : also_at(d, o->unit));
	s->stage = EVADE_ALL;
}

/* By the battle's own rule. */
bool fd_may_exit(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	int from = b->leave[d->at[s->unit]] >> side * 4 & 15;
	if (o->unit != s->unit || s->flags & MARCH_LEADER) return refuse(r, "2.1d", "only the unit on the march");
	if (!from || d->g.turn < from || is_extended(d, s->unit))
		return refuse(r, "2.1d", "nobody leaves the map here now");
	return load_see(s)->march.points >= 1 || refuse(r, "6.0a", "no points are left");
}

void fd_do_exit(const struct play *p, struct state *d, int side, const struct order *o)
{
	emit(p, .kind = E_EXITED, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .rule = "2.1d");
	d->more[o->unit] |= MORE_DONE;
	agenda_done(&d->g);
	fd_put(p, d, o->unit, BOX_OUT);
}

void fd_list_steps(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	struct order try = {.unit = s->unit};
	for (int dir = 0; dir < 6; dir++) {
		try.a = hex_next(b->map, d->at[s->unit], dir);
		if (try.a == HEX_NONE) continue;
		if (fd_may_step(p, d, side, &try, NULL)) offer_at(o, V_STEP, s->unit, try.a);
		if (d->spot[try.a].on && fd_may_threaten(p, d, side, &try, NULL))
			offer_at(o, V_THREATEN, s->unit, try.a);
	}
	for (int dir = 0; !(s->flags & MARCH_LEADER) && is_extended(d, s->unit) && dir < 6; dir++) {
		try.a = hex_next(b->map, also_at(d, s->unit), dir);
		if (try.a != HEX_NONE && way_to(b, d, s->unit, try.a) >= 6 && fd_may_threaten(p, d, side, &try, NULL))
			offer_at(o, V_THREATEN, s->unit, try.a);
	}
	for (try.a = 0; try.a < 6; try.a++)
		if (fd_may_face(p, d, side, &try, NULL)) offer_at(o, V_FACE, s->unit, try.a);
	if (fd_may_double(p, d, side, &try, NULL)) offer(o, V_DOUBLE, s->unit);
	if (!(s->flags & MARCH_LEADER)) {
		if (on(p, O_EXTENDED)) fd_list_lines(p, d, o);
		fd_list_detachments(p, d, o);
		if (fd_may_exit(p, d, side, &try, NULL)) offer(o, V_EXIT, s->unit);
	}
	if (fd_may_stop(p, d, side, &try, NULL)) offer(o, V_STOP, s->unit);
}

/* 7.6g: with the cavalry gone the march may go on; if it stood, or others stand there, nothing changes. */
void fd_march(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	if (d->at[s->unit] < 0) {
		agenda_done(&d->g);
		return;
	}
	if (s->flags & MARCH_RESUMES && s->flags & MARCH_STOPPED && !fd_zone(b, d, s->unit, d->at[s->unit]))
		s->flags &= (uint8_t)~MARCH_STOPPED;
	ask(&d->g, s->side, Q_STEP);
}

/* --- how far -------------------------------------------------------------------------------------------- */

struct marcher {
	const struct play *p;
	const struct state *d;
	const struct step *march;
	int piece;
	bool shut;
};

static int reach_cost(const void *who, int from, int dir, int to, bool *stop)
{
	const struct marcher *w = who;
	const struct fd_book *b = fd_book(w->p);
	if (is_barred(w->p, w->d, w->piece, to, w->shut, NULL)) return -1;
	int cost = cost_of_step(w->p, w->d, w->piece, from, dir, to);
	if (!cost) return -1;
	if (is_leader(b, w->piece)) return cost;
	if (from == w->d->at[w->piece]) cost += extra_cost(w->p, w->d, w->march, w->piece, from);
	*stop = fd_zone(b, w->d, w->piece, to);
	return cost;
}

/* On the march, what is left of it; whoever has come into a zone goes nowhere (6.2g). */
void fd_reach(const struct play *p, const struct state *d, int piece, int16_t *value)
{
	const struct fd_book *b = fd_book(p);
	int16_t from[FD_ALL];
	bool leader = is_leader(b, piece);
	struct step march = {.flags = !leader && is_disorganised(d, piece) ? MARCH_SHUT : 0};
	load_of(&march)->march.points = leader ? leader_of(b, piece)->allowance : fd_points_left(p, d, piece);
	for (int i = 0; i < d->g.depth; i++)
		if (d->g.agenda[i].kind == STEP_MARCH && d->g.agenda[i].unit == piece) march = d->g.agenda[i];
	struct marcher w = {p, d, &march, piece, march.flags & MARCH_SHUT};
	hex_reach(b->map, d->at[piece], march.flags & MARCH_STOPPED ? 0 : load_see(&march)->march.points,
		reach_cost, &w, value, from);
}
