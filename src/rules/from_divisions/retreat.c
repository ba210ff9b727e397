/* Going back: retreats after combat (7.2), Smashed units (10.2), cavalry before combat (7.6), troops driven
   out of fields of fire (8.2). Units marked MORE_FLEES move together, hex by hex. */
#include "rules/from_divisions/from_divisions.h"

/* --- where to ------------------------------------------------------------------------------------------- */

enum {
	AVOID_FRIEND = 1,
	AVOID_CREEK = 2,
	AVOID_ZONE = 4,
	AVOID_SWAMP = 8,
	AVOID_RIVER = 16,
	AVOID_NEAR = 32,
	AVOID_FIRE = 64,
	BARRED = 128
};

/* 7.2b: farther from every attacking hex; on the way to an open space, not nearer (7.2e). Those who flee
   without a combat go towards their own side (7.2c). */
static bool is_away(const struct fd_book *b, const struct state *d, const struct step *s, int from, int to)
{
	const struct fd_combat *c = &d->combat;
	if (s->flags & FLEE_COMBAT) {
		for (int i = 0; i < c->n * 2; i++) {
			int enemy = i % 2 ? also_at(d, c->attacker[i / 2]) : c->from[i / 2];
			if (enemy >= 0 &&
				hex_range(b->map, to, enemy) < hex_range(b->map, from, enemy) + !(s->flags & FLEE_BEYOND))
				return false;
		}
		return true;
	}
	if (s->flags & FLEE_EVADES) {
		int enemy = load_see(&d->g.agenda[d->g.depth - 2])->evade.attacker_at;
		return hex_range(b->map, to, enemy) > hex_range(b->map, from, enemy);
	}
	return b->rear[s->side][to] < b->rear[s->side][from];
}

/* 6.2i, 7.2f: does the zone there concern any of those who flee? Cavalry minds that of cavalry alone. */
static bool is_zoned(const struct fd_book *b, const struct state *d, const struct step *s, int to)
{
	const uint8_t *zone = d->spot[to].zone[!s->side];
	bool foot = false;
	if (!zone[FOOT] && !zone[HORSE]) return false;
	for each_node(n, d, load_see(s)->flee.hex)
		foot |= d->more[unit_at(n)] & MORE_FLEES && b->unit[unit_at(n)].kind == FOOT;
	for each_node(n, d, to)
		if (!(d->more[unit_at(n)] & MORE_FLEES)) return false; /* 6.2c */
	return zone[HORSE] || (zone[FOOT] && foot);
}

/* A22 … A24: what speaks against a hex, worst first. */
static int against(const struct fd_book *b, const struct state *d, const struct step *s, int dir, int to)
{
	int from = load_see(s)->flee.hex, bad = 0;
	uint8_t edge = b->edge[from * 6 + dir];
	bool bridge = edge & SIDE_BRIDGE;
	if (b->ground[to] & GROUND_CLOSED || holds(b, d, to, !s->side) || b->only[to] >> s->side & 1)
		return BARRED;
	if (edge & SIDE_RIVER && !bridge && !(s->flags & FLEE_COMBAT)) return BARRED;
	if (s->flags & FLEE_DRIVEN && fd_under_fire(b, d, to, s->side) != NO_UNIT) bad |= AVOID_FIRE;
	if (!is_away(b, d, s, from, to)) bad |= AVOID_NEAR;
	if (edge & SIDE_RIVER && !bridge) bad |= AVOID_RIVER;
	if (b->ground[to] & GROUND_SWAMP) bad |= AVOID_SWAMP;
	if (is_zoned(b, d, s, to)) bad |= AVOID_ZONE;
	if (edge & (SIDE_CREEK | SIDE_STREAM) && !bridge) bad |= AVOID_CREEK;
	if (d->spot[to].on) bad |= AVOID_FRIEND;
	return bad;
}

/* 7.2b, A22: after combat, and before it, the owner picks the path: every hex that leads away is as good as
   another, and where none does he goes towards his own side (7.2c). Others take the hex that has least
   against it. */
static int class_of(const struct fd_book *b, const struct step *s, int to, int bad)
{
	if (bad >= BARRED) return BARRED;
	if (!(s->flags & (FLEE_COMBAT | FLEE_EVADES))) return bad;
	return !(bad & AVOID_NEAR) ? 0 : b->rear[s->side][to] < b->rear[s->side][load_see(s)->flee.hex] ? 1 : 2;
}

/* The hexes it may go to, the best of them first; how many. */
static int ways_out(const struct fd_book *b, const struct state *d, const struct step *s, int16_t out[6])
{
	int best = BARRED, n = 0, badness[6];
	for (int dir = 0; dir < 6; dir++) {
		int to = hex_next(b->map, load_see(s)->flee.hex, dir),
			bad = to == HEX_NONE ? BARRED : against(b, d, s, dir, to), class = class_of(b, s, to, bad);
		if (class >= BARRED || class > best) continue;
		if (class < best) best = class, n = 0;
		int k = n++;
		for (; k > 0 && (badness[k - 1] > bad ||
							(badness[k - 1] == bad && b->rear[s->side][out[k - 1]] > b->rear[s->side][to]));
			k--)
			out[k] = out[k - 1], badness[k] = badness[k - 1];
		out[k] = (int16_t)to, badness[k] = bad;
	}
	return n;
}

/* --- starting and ending -------------------------------------------------------------------------------- */

/* 16.6g: a line collapses into the hex that retreats: the one attacked, threatened, or under fire. */
void fd_start_flee(const struct play *p, struct state *d, int unit, int hexes, int flags)
{
	const struct fd_book *b = fd_book(p);
	int hex = flags & FLEE_EVADES ? load_now(&d->g)->evade.hex : d->at[unit];
	if (flags & FLEE_DRIVEN && is_extended(d, unit) &&
		fd_under_fire(b, d, hex, b->unit[unit].side) == NO_UNIT)
		hex = also_at(d, unit);
	for (int i = 0; flags & FLEE_COMBAT && i < d->combat.targets; i++)
		if (stands_in(d, unit, d->combat.hex[i]) && d->combat.vacated >> i & 1) hex = d->combat.hex[i];
	for (int u = b->unit_from[b->unit[unit].side]; u < b->unit_from[b->unit[unit].side + 1]; u++) {
		bool flees = flags & FLEE_COMBAT ? stands_in(d, u, hex) && b->unit[u].type != BATTERY : u == unit;
		d->more[u] = (uint8_t)(flees ? d->more[u] | MORE_FLEES : d->more[u] & ~MORE_FLEES);
		/* 16.6h */
		if (flees && is_extended(d, u) && flags & FLEE_COMBAT)
			d->combat.emptied = (int16_t)((d->at[u] == hex ? also_at(d, u) : d->at[u]) + 1);
		if (flees) fd_collapse(p, d, u, hex); /* 16.6g */
	}
	struct step *s = push_load(&d->g, STEP_FLEE, b->unit[unit].side, flee, .unit = (int16_t)unit, .hex = hex,
		.left = hexes);
	s->flags = (uint8_t)flags;
}

static int next_fleeing(const struct state *d, int hex, int after)
{
	for each_node(n, d, hex)
		if (unit_at(n) > after && d->more[unit_at(n)] & MORE_FLEES) return unit_at(n);
	return NO_UNIT;
}

static void end_flee(const struct play *p, struct state *d)
{
	struct step s = *agenda_see(&d->g);
	int leads = next_fleeing(d, load_see(&s)->flee.hex, -1);
	bool alone = leads != NO_UNIT;
	if (s.flags & FLEE_COMBAT)
		for (int i = 0; i < d->combat.targets; i++)
			if (d->combat.hex[i] == load_see(&s)->flee.began)
				d->combat.stack[i] = (int16_t)load_see(&s)->flee.hex;
	for each_node(n, d, load_see(&s)->flee.hex) {
		alone &= (d->more[unit_at(n)] & MORE_FLEES) != 0;
		d->more[unit_at(n)] &= (uint8_t)~MORE_FLEES;
	}
	agenda_done(&d->g);
	/* 7.2d */
	if (alone && s.flags & (FLEE_COMBAT | FLEE_DRIVEN | FLEE_EVADES))
		agenda_push(&d->g, (struct step){.kind = STEP_FACE, .side = s.side, .unit = (int16_t)leads});
	fd_bolt(p, d, s.side);
}

/* 10.2c: whoever was Smashed while his stack had to go may now go on. */
void fd_bolt(const struct play *p, struct state *d, int side)
{
	const struct fd_book *b = fd_book(p);
	for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++) {
		if (!d->note[u].bolts) continue;
		d->note[u].bolts = 0;
		fd_start_flee(p, d, u, b->chart.smashed_retreat, FLEE_OPTIONAL);
		return;
	}
}

/* 7.2i, 7.2l: nowhere to go. Whoever has his hexes behind him, and seeks an open space, just stays. */
static void cornered(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	int flags = s->flags, hex = load_see(s)->flee.hex, side = s->side, gone[FD_STACK], n = 0;
	load_of(s)->flee.left = 0, s->flags |= FLEE_OPTIONAL;
	if (flags & (FLEE_OPTIONAL | FLEE_BEYOND) || !(flags & (FLEE_COMBAT | FLEE_DRIVEN))) return;
	if (flags & FLEE_COMBAT && b->ground[hex] & GROUND_EDGE) {
		for (int u = next_fleeing(d, hex, -1); u != NO_UNIT && n < FD_STACK; u = next_fleeing(d, hex, u))
			gone[n++] = u;
		while (n) fd_eliminate(p, d, gone[--n], "7.2l");
		return;
	}
	emit(p, .kind = E_CORNERED, .side = (int8_t)side, .who = s->unit, .where = hex,
		.rule = flags & FLEE_COMBAT ? "7.2i" : "8.2g");
	if (flags & FLEE_COMBAT) fd_owe(d, BY_CORNER, hex, side, 2, 0, LOSS_RETREAT);
}

/* A06, A23: a retreat does not end in a full hex while another is to be had. */
static bool is_crowded(const struct fd_book *b, const struct state *d, int hex)
{
	int sum = 0;
	for each_node(n, d, hex) sum += b->unit[unit_at(n)].type == BATTERY ? 0 : fd_points(d, n);
	return sum > b->chart.stacking;
}

/* 7.2e, 7.2f: an open space is one without friends and without a zone. 8.2g, 8.2i: and, for those driven off,
   out of the fire. */
static bool is_open(const struct fd_book *b, const struct state *d, const struct step *s)
{
	if (is_crowded(b, d, load_see(s)->flee.hex)) return false;
	if (s->flags & FLEE_DRIVEN) return fd_under_fire(b, d, load_see(s)->flee.hex, s->side) == NO_UNIT;
	if (!(s->flags & FLEE_COMBAT)) return true;
	for each_node(n, d, load_see(s)->flee.hex)
		if (!(d->more[unit_at(n)] & MORE_FLEES)) return false;
	return !is_zoned(b, d, s, load_see(s)->flee.hex);
}

void fd_flee(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	int16_t out[6];
	int leads = load_see(s)->flee.hex >= 0 ? next_fleeing(d, load_see(s)->flee.hex, -1) : NO_UNIT;
	bool starts = !s->stage;
	if (starts) s->stage = 1, load_of(s)->flee.began = (int16_t)load_see(s)->flee.hex; /* where it began */
	if (leads == NO_UNIT) {
		end_flee(p, d);
		return;
	}
	s->unit = (int16_t)leads;
	bool began = s->stage > 1, open = !began || is_open(b, d, s);
	if (s->flags & FLEE_DRIVEN && began && open) load_of(s)->flee.left = 0;
	if (load_see(s)->flee.left <= 0 && !open && s->stage <= FLEE_MOST)
		load_of(s)->flee.left = 1, s->flags |= FLEE_BEYOND;
	if (load_see(s)->flee.left <= 0) {
		end_flee(p, d);
		return;
	}
	if (!ways_out(b, d, s, out)) {
		cornered(p, d);
		return;
	}
	if (starts && s->flags & FLEE_COMBAT) fd_abandon_guns(p, d, load_see(s)->flee.hex);
	ask(&d->g, s->side, Q_RETREAT);
}

/* --- one hex -------------------------------------------------------------------------------------------- */

bool fd_may_retreat(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	int16_t out[6];
	int n = ways_out(b, d, s, out);
	if (o->unit != s->unit) return refuse(r, "7.2b", "%s retreats now", name_of_piece(p, s->unit));
	for (int i = 0; i < n; i++)
		if (out[i] == o->a) return true;
	return refuse(r, "7.2b", "it does not retreat to %s", number_of(b, o->a));
}

void fd_list_retreats(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct step *s = agenda_see(&d->g);
	int16_t out[6];
	int n = ways_out(fd_book(p), d, s, out);
	for (int i = 0; i < n; i++) offer_at(o, V_RETREAT, s->unit, out[i]);
	struct order stop = {.verb = V_STOP, .unit = s->unit};
	if (fd_may_stop_fleeing(p, d, side, &stop, NULL)) offer(o, V_STOP, s->unit);
}

/* 7.6c, 10.2c: up to so many hexes; cavalry that evades goes at least one. */
bool fd_may_stop_fleeing(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit || !(s->flags & FLEE_OPTIONAL))
		return refuse(r, "7.2b", "%s must go on", name_of_piece(p, s->unit));
	if (s->flags & FLEE_EVADES && s->stage < 2) return refuse(r, "7.6c", "it goes at least one hex");
	return !(s->stage > 1 && is_crowded(fd_book(p), d, load_see(s)->flee.hex)) ||
	       refuse(r, "6.1a", "there is no room here");
}

void fd_do_stop_fleeing(const struct play *p, struct state *d, int side, const struct order *o)
{
	load_top(&d->g)->flee.left = 0;
}

/* 7.2e, 7.2j, 7.2k: what all of them suffer by friends, water and swamp. */
static void price_of_ground(const struct play *p, struct state *d, int bad, int to, int side)
{
	if (bad & (AVOID_FRIEND | AVOID_CREEK | AVOID_SWAMP | AVOID_RIVER))
		for (int u = next_fleeing(d, to, -1); u != NO_UNIT; u = next_fleeing(d, to, u))
			fd_disorganise(p, d, u, bad & AVOID_FRIEND ? "7.2e" : bad & AVOID_CREEK ? "7.2j" : "7.2k");
	if (bad & AVOID_CREEK) fd_owe(d, BY_CREEK, to, side, 0, 1, LOSS_RETREAT);
	if (bad & (AVOID_SWAMP | AVOID_RIVER)) fd_owe(d, BY_RIVER, to, side, 2, 0, LOSS_RETREAT);
}

/* 7.2f … 7.2h, 6.2i: what those suffer whom the zone concerns, and the horse that exerts it. */
static void price_of_zone(const struct play *p, struct state *d, int to, int side)
{
	const struct fd_book *b = fd_book(p);
	uint8_t horse = d->spot[to].zone[!side][HORSE];
	for (int u = next_fleeing(d, to, -1); u != NO_UNIT; u = next_fleeing(d, to, u))
		if (horse || b->unit[u].kind == FOOT) fd_disorganise(p, d, u, "7.2f");
	for (int dir = 0; dir < 6; dir++) {
		int from = hex_next(b->map, to, dir);
		if (from == HEX_NONE || !(horse >> dir & 1)) continue;
		for each_node(n, d, from)
			if (b->unit[unit_at(n)].kind == HORSE) fd_tire(p, d, unit_at(n), b->chart.w_cavalry, "7.2h");
	}
	fd_owe(d, BY_ZONE, to, side, horse != 0, !horse, LOSS_RETREAT | (horse ? LOSS_PLAIN : LOSS_FOOT));
}

static const char *rule_of_flight(const struct step *s)
{
	if (s->flags & FLEE_COMBAT) return s->flags & FLEE_BEYOND ? "7.2e" : "7.2b";
	return s->flags & FLEE_EVADES   ? "7.6c"
	     : s->flags & FLEE_DRIVEN   ? "8.2g"
	     : s->flags & FLEE_OPTIONAL ? "10.2c"
	                                : "10.2f";
}

static bool is_marching(const struct state *d, int unit)
{
	for (int i = 0; i < d->g.depth; i++)
		if (d->g.agenda[i].kind == STEP_MARCH && d->g.agenda[i].unit == unit) return true;
	return false;
}

/* 6.1d: the unit that falls back into the hex faces like those who stand there. Who only passes on his march,
   and who is extended, counts if nobody else is there; in an empty hex the unit keeps its own facing. */
static int faces_like(const struct state *d, int unit, int hex)
{
	for each_node(n, d, hex)
		if (!is_extended(d, unit_at(n)) && !is_marching(d, unit_at(n))) return unit_at(n);
	return d->spot[hex].on ? unit_at(first_on(d, hex)) : unit;
}

void fd_do_retreat(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	int from = load_see(s)->flee.hex, dir = hexmap_direction(b->map, from, o->a),
		bad = against(b, d, s, dir, o->a), who[FD_STACK] = {s->unit}, n = 0;
	for (int u = next_fleeing(d, from, -1); u != NO_UNIT && n < FD_STACK; u = next_fleeing(d, from, u))
		who[n++] = u;
	bool combat = s->flags & FLEE_COMBAT;
	load_of(s)->flee.hex = o->a, load_of(s)->flee.left--, s->stage++;
	uint8_t facing = d->facing[faces_like(d, who[0], o->a)];
	emit(p, .kind = E_RETREATED, .side = (int8_t)side, .who = (int16_t)who[0], .where = from, .to = o->a,
		.n = s->stage - 1, .rule = rule_of_flight(s));
	for (int i = 0; i < n; i++) {
		d->facing[who[i]] = facing;
		fd_put(p, d, who[i], o->a);
	}
	for (int l = b->units; l < b->pieces; l++) /* leaders go along */
		if (d->at[l] == from && side_of(b, l) == side && !d->spot[from].on) fd_put(p, d, l, o->a);
	if (combat) price_of_ground(p, d, bad, o->a, side);
	if (combat && bad & AVOID_ZONE) price_of_zone(p, d, o->a, side);
}

/* --- before combat -------------------------------------------------------------------------------------- */

/* 11.1b */
bool fd_may_still_evade(const struct play *p, const struct state *d, int unit)
{
	return fd_level(p, d, unit) != SPENT && fd_book(p)->unit[unit].kind == HORSE;
}

/* 7.6c, A30: cavalry of the hex, one after the other. */
void fd_evade(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	for each_node(n, d, load_see(s)->evade.hex) {
		int u = unit_at(n);
		if (u <= s->unit || b->unit[u].side != s->side || b->unit[u].kind != HORSE ||
			(d->did[u] & WAS_THREATENED && s->stage == EVADE_NEW))
			continue;
		d->did[u] |= WAS_THREATENED;
		s->unit = (int16_t)u;
		ask(&d->g, s->side, Q_EVADE);
		return;
	}
	agenda_done(&d->g);
}

bool fd_may_evade(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (o->unit != agenda_see(&d->g)->unit)
		return refuse(r, "7.6c", "%s is not threatened", name_of_piece(p, o->unit));
	return fd_may_still_evade(p, d, o->unit) || refuse(r, "11.1b", "%s is Spent", name_of_piece(p, o->unit));
}

bool fd_may_stand(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return o->unit == agenda_see(&d->g)->unit ||
	       refuse(r, "7.6c", "%s is not threatened", name_of_piece(p, o->unit));
}

void fd_list_evade(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int u = agenda_see(&d->g)->unit;
	offer(o, V_STAND, u);
	if (fd_may_still_evade(p, d, u)) offer(o, V_EVADE, u);
}

/* 7.6e, 7.6f, 7.6h */
void fd_do_evade(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	int u = o->unit;
	struct step *march = agenda_find(&d->g, STEP_MARCH);
	if (march)
		march->flags |= MARCH_RESUMES; /* 7.6g: going on after it costs more; where nobody went it does not */
	emit(p, .kind = E_EVADED, .side = (int8_t)side, .who = (int16_t)u, .where = d->at[u], .rule = "7.6c");
	fd_tire(p, d, u, b->chart.w_cavalry, "7.6h");
	bool was = is_disorganised(d, u);
	fd_disorganise(p, d, u, "7.6e");
	fd_start_flee(p, d, u, b->chart.evade, FLEE_OPTIONAL | FLEE_EVADES);
	if (was) fd_lose_step(p, d, u, true, LOSS_LEAVES, "7.6f");
}

void fd_do_stand(const struct play *p, struct state *d, int side, const struct order *o) {}

/* --- turning afterwards --------------------------------------------------------------------------------- */

void fd_face_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	if (s->stage++ || d->at[s->unit] < 0 || is_extended(d, s->unit)) agenda_done(&d->g);
	else ask(&d->g, s->side, Q_FACE);
}

bool fd_may_face_free(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return o->unit == agenda_see(&d->g)->unit ||
	       refuse(r, "7.2d", "%s does not turn now", name_of_piece(p, o->unit));
}

void fd_list_faces(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int u = agenda_see(&d->g)->unit;
	for (int i = 0; i < 6; i++) offer_at(o, V_FACE, u, (d->facing[u] + i) % 6);
}

void fd_do_face_free(const struct play *p, struct state *d, int side, const struct order *o)
{
	if (d->facing[o->unit] == o->a) return;
	fd_face(p, d, o->unit, o->a);
	emit(p, .kind = E_TURNED, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .n = o->a,
		.rule = "7.2d");
}
