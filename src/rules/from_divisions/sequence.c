/* The sequence of play (3): reinforcements, the cup, activations and their stages; the initiative track and
   play by mail (16.1, 16.3). */
#include "rules/from_divisions/from_divisions.h"

/* --- setting up ----------------------------------------------------------------------------------------- */

static bool is_open(const struct fd_book *b, const struct state *d, int unit, int hex)
{
	if (b->ground[hex] & GROUND_CLOSED || b->only[hex] >> b->unit[unit].side & 1 ||
		holds(b, d, hex, !b->unit[unit].side))
		return false;
	return fd_has_room(b, d, unit, hex) &&
	       (!d->spot[hex].on || d->facing[unit_at(first_on(d, hex))] == d->facing[unit]);
}

/* 6.1a: the hex itself, or the nearest where there is room; a hex that faces the same way is as good as an
   empty one. */
static int free_hex(const struct fd_book *b, const struct state *d, int unit, int from)
{
	int16_t ring[FD_NEAR];
	for (int radius = 0; radius <= 8; radius++) {
		int n = radius ? hex_ring(b->map, from, radius, ring) : (ring[0] = (int16_t)from, 1);
		for (int i = 0; i < n; i++)
			if (is_open(b, d, unit, ring[i])) return ring[i];
	}
	return HEX_NONE;
}

static void set_unit(const struct play *p, struct state *d, int u)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_unit *c = &b->unit[u];
	d->at[u] = PLACE_NONE, d->facing[u] = (uint8_t)c->facing, d->stragglers[u] = c->stragglers;
	d->steps[u] = (uint8_t)(c->type == DETACHMENT ? c->detached : c->steps - c->detached - c->stragglers);
	d->fatigue[u] = d->low[u] = d->high[u] = c->fatigue, d->guns[u] = d->least[u] = d->most[u] = c->guns,
	d->organic[u] = c->organic;
	if (!d->steps[u]) return; /* a slot for what is made in play */
	int hex = c->arrives ? HEX_NONE : free_hex(b, d, u, c->at);
	if (hex == HEX_NONE) d->at[u] = BOX_OFF;
	else fd_put(p, d, u, hex);
}

/* 3.0a */
void fd_begin(const struct play *p, struct game *g)
{
	const struct fd_book *b = fd_book(p);
	struct state *d = fd_of(g);
	struct play quiet = {p->m, p->feed, NULL};
	for (int h = 0; h < b->map->count; h++) d->spot[h].held = NOBODY;
	for (int i = 0; i < FD_PIECES + FD_UNITS; i++) d->at[i] = PLACE_NONE;
	for (int f = 0; f < FD_FORMATIONS; f++)
		d->parent[f] = (int8_t)(f < b->formations ? b->formation[f].parent : NO_UNIT);
	for (int u = 0; u < b->units; u++) set_unit(&quiet, d, u);
	for (int l = b->units; l < b->pieces; l++)
		fd_put(&quiet, d, l, leader_of(b, l)->arrives ? BOX_OFF : leader_of(b, l)->at);
	for (int i = 0; i < b->places; i++)
		for (int k = 0; k < b->place[i].n; k++)
			if (!d->spot[b->place[i].hex[k]].on) d->spot[b->place[i].hex[k]].held = b->place[i].held;
	fd_displace_leaders(&quiet, d);
	for (int side = 0; side < SIDES; side++) d->army[side] = (int16_t)b->army[side];
	d->marker = b->marker, d->initiative = b->first;
	g->turn = 1;
	agenda_push(g, (struct step){.kind = STEP_TURN});
}

/* --- reinforcements ------------------------------------------------------------------------------------- */

bool fd_on_time(const struct fd_book *b, const struct state *d, int piece)
{
	int arrives = is_leader(b, piece) ? leader_of(b, piece)->arrives : b->unit[piece].arrives;
	return d->at[piece] == BOX_OFF && arrives <= d->g.turn;
}

/* 3.0b: whoever finds no room waits for the next turn. */
static void reinforce(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	for (int i = 0; i < b->pieces; i++) {
		if (!fd_on_time(b, d, i)) continue;
		int hex = is_leader(b, i) ? leader_of(b, i)->at : free_hex(b, d, i, b->unit[i].at);
		if (hex == HEX_NONE) continue;
		emit(p, .kind = E_ENTERED, .side = p->m->piece[i].side, .who = (int16_t)i, .where = hex,
			.rule = "3.0b");
		fd_put(p, d, i, hex);
		if (!is_leader(b, i)) fd_arrives(p, d, i);
	}
}

/* A45: on the first turn after noon every formation that has marched or fought this day rises a level. */
static void afternoon(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	for (int f = 0; on(p, O_LITE_FATIGUE) && d->g.turn == b->noon && d->g.turn > 1 && f < b->formations;
		f++) {
		bool stirred = false;
		for (int u = b->formation[f].first; u < b->formation[f].last; u++)
			stirred |= (d->more[u] & MORE_STIRRED) != 0;
		uint8_t *level = &d->wear[b->formation[f].rep];
		if (!stirred || *level >= SPENT) continue;
		++*level;
		emit(p, .kind = E_LEVEL, .side = (int8_t)b->formation[f].side, .who = b->formation[f].rep,
			.n = *level, .rule = "11.2c", .note = b->formation[f].name);
	}
}

static void new_turn(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	d->rode = 0, d->fought = 0, d->pending = 0;
	memset(d->hit, 0, sizeof d->hit);
	for (int u = 0; u < b->units; u++) {
		d->flags[u] &= (uint8_t)~(HAS_RECOVERED | HAS_FIRED), d->more[u] &= (uint8_t)~MORE_FOUGHT;
		d->note[u].lost = d->note[u].fresh = 0;
	}
	emit(p, .kind = E_TURN, .n = d->g.turn, .rule = "3.0b");
	reinforce(p, d);
	afternoon(p, d);
	fd_displace_leaders(p, d);
}

/* --- the cup -------------------------------------------------------------------------------------------- */

static bool is_present(const struct fd_book *b, const struct state *d, int formation)
{
	for (int u = b->formation[formation].first; u < b->formation[formation].last; u++)
		if (d->at[u] >= 0) return true;
	return false;
}

/* 2.3a, 2.3b, 16.5e */
static void fill_cup(const struct fd_book *b, struct state *d)
{
	d->cup = 0;
	for (int f = 0; f < b->formations; f++)
		if (is_present(b, d, f)) d->cup |= 1ull << f;
}

static uint64_t of_side(const struct fd_book *b, const struct state *d, int side)
{
	uint64_t some = 0;
	for (int f = b->formation_from[side]; f < b->formation_from[side + 1]; f++) some |= d->cup & 1ull << f;
	return some;
}

/* 16.1b, 16.1c, 16.3c */
static void initiative(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	int side = d->marker > 0 ? 0 : d->marker < 0 ? 1 : d->initiative;
	fill_cup(b, d);
	next_stage(s, TURN_CUP);
	if (on(p, O_MAIL)) {
		d->initiative = (int8_t)side;
		ask(&d->g, side, Q_FIRST);
	} else if (on(p, O_INITIATIVE) && (d->marker >= b->chart.track || d->marker <= -b->chart.track) &&
			   of_side(b, d, side)) {
		d->pending = 2;
		emit(p, .kind = E_INITIATIVE, .side = (int8_t)side, .n = d->marker, .rule = "16.1b");
		ask(&d->g, side, Q_CHITS);
	}
}

bool fd_may_first(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return true;
}

void fd_list_first(const struct play *p, const struct state *d, int side, struct orders *o)
{
	offer(o, V_FIRST, NO_UNIT);
	offer(o, V_SECOND, NO_UNIT);
}

void fd_do_first(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->side = (uint8_t)(o->verb == V_FIRST ? side : !side);
}

static int formation_named(const struct fd_book *b, int piece)
{
	for (int f = 0; f < b->formations; f++)
		if (b->formation[f].rep == piece) return f;
	return -1;
}

bool fd_may_activate(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	int f = formation_named(b, o->unit);
	if (f < 0 || b->formation[f].side != side)
		return refuse(r, "16.1c", "%s stands for none of your formations", name_of_piece(p, o->unit));
	return d->cup >> f & 1 || refuse(r, "16.1c", "the chit of %s is not in the cup", b->formation[f].name);
}

void fd_list_chits(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	for (int f = b->formation_from[side]; f < b->formation_from[side + 1]; f++)
		if (d->cup >> f & 1) offer(o, V_ACTIVATE, b->formation[f].rep);
	if (d->pending == 2) offer(o, V_DONE, NO_UNIT);
}

/* 16.1c: he may; whoever has chosen one formation chooses another, if there is one. */
bool fd_may_decline(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return d->pending == 2 || refuse(r, "16.1c", "two formations are chosen, or none");
}

void fd_do_decline(const struct play *p, struct state *d, int side, const struct order *o) { d->pending = 0; }

/* 16.1c: two chits are chosen and act together. */
void fd_do_activate(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	uint64_t bit = 1ull << formation_named(b, o->unit);
	d->cup &= ~bit, d->acting |= bit;
	if (--d->pending && of_side(b, d, side)) {
		ask(&d->g, side, Q_CHITS);
		return;
	}
	d->pending = 0;
	fd_start_act(p, d, d->acting, side);
}

/* 3.0d, 3.0h: uniformly over the chits that remain; the last needs no die. 16.3a: by mail a whole side acts
   at once. */
static void draw(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	int in[FD_FORMATIONS], n = 0;
	if (on(p, O_MAIL)) {
		int side = load_see(s)->loop.next ? !s->side : s->side;
		uint64_t all = of_side(b, d, side);
		if (load_of(s)->loop.next++ == 2) s->stage = TURN_END;
		else if (all) d->cup &= ~all, fd_start_act(p, d, all, side);
		return;
	}
	for (int f = 0; f < b->formations; f++)
		if (d->cup >> f & 1) in[n++] = f;
	if (n == 0) {
		s->stage = TURN_END;
		return;
	}
	int k = n == 1 ? 0
	               : roll(p, &d->g,
						 &(struct throw){.kind = THROW_PICK,
							 .n = n,
							 .why = "a chit is drawn from the cup",
							 .rule = "3.0d",
							 .side = NOBODY,
							 .who = NO_UNIT,
							 .whom = NO_UNIT});
	d->cup &= ~(1ull << in[k]);
	if (is_present(b, d, in[k])) fd_start_act(p, d, 1ull << in[k], b->formation[in[k]].side);
}

/* 3.0h, 11.2i, 16.1d */
static void end_turn(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	if (!d->fought && d->marker && (on(p, O_INITIATIVE) || on(p, O_MAIL))) {
		d->marker = 0;
		emit(p, .kind = E_INITIATIVE, .n = 0, .rule = "16.1d");
	}
	for (int u = 0; u < b->units; u++) d->flags[u] &= (uint8_t)~IS_CATCHING_UP;
	settled(&d->g); /* no mutants: for the opponent, whose plans end here */
	if (d->g.turn >= b->turns) {
		fd_finish(p, d, "3.0h");
		return;
	}
	d->g.turn++;
	agenda_top(&d->g)->stage = TURN_REINFORCE;
}

void fd_turn(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	switch (s->stage) {
	case TURN_REINFORCE:
		s->stage = TURN_INITIATIVE;
		new_turn(p, d);
		break;
	case TURN_INITIATIVE: initiative(p, d); break;
	case TURN_CUP: draw(p, d); break;
	default: end_turn(p, d);
	}
}

/* --- an activation -------------------------------------------------------------------------------------- */

void fd_start_act(const struct play *p, struct state *d, uint64_t formations, int side)
{
	const struct fd_book *b = fd_book(p);
	d->acting = formations;
	for (int f = 0; p->sink && f < b->formations; f++)
		if (formations >> f & 1)
			emit(p, .kind = E_ACTIVATED, .side = (int8_t)side, .who = b->formation[f].rep, .rule = "2.3c",
				.note = b->formation[f].name);
	agenda_push(&d->g, (struct step){.kind = STEP_ACT, .side = (uint8_t)side});
}

/* What a unit began with. */
static void begin_unit(const struct fd_book *b, struct state *d, int u, const struct fd_set *range)
{
	if (d->at[u] < 0) return;
	if (is_disorganised(d, u)) d->did[u] |= BEGAN_DISORGANISED;
	if (fd_beside_enemy(b, d, u, d->at[u]) || (is_extended(d, u) && fd_beside_enemy(b, d, u, also_at(d, u))))
		d->did[u] |= BEGAN_ADJACENT;
	if (fd_zone(b, d, u, d->at[u]) || (is_extended(d, u) && fd_zone(b, d, u, also_at(d, u))))
		d->did[u] |= WAS_IN_ZONE;
	bool led = range->bit[d->at[u] / 64] >> d->at[u] % 64 & 1;
	d->flags[u] = (uint8_t)(led ? d->flags[u] & ~IS_OUT : d->flags[u] | IS_OUT);
}

/* Nobody has been attacked yet in this activation; with the switch, nobody at all (A17). */
void fd_begin_act(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct fd_set range;
	memset(d->did, 0, sizeof d->did);
	memset(d->struck, 0, sizeof d->struck);
	if (on(p, O_ATTACK_AGAIN)) memset(d->hit, 0, sizeof d->hit);
	for (int u = 0; u < b->units; u++) d->more[u] &= MORE_FOUGHT | MORE_STIRRED;
	for (int f = 0; f < b->formations; f++) {
		if (!(d->acting >> f & 1)) continue;
		fd_command_range(p, d, f, &range);
		for (int u = b->formation[f].first; u < b->formation[f].last; u++) begin_unit(b, d, u, &range);
	}
}

/* 10.2d … 10.2f: Smashed units do nothing but try to recover; those that fail go back. */
static void rally(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	while (load_see(s)->loop.next < b->units) {
		int u = load_of(s)->loop.next++;
		if (d->at[u] < 0 || !acts_now(b, d, u) || !is_smashed(d, u)) continue;
		d->more[u] |= MORE_DONE;
		d->flags[u] |= HAS_RECOVERED;
		if (fd_check(p, d, u, b->unit[u].kind == HORSE, "10.2d", CHECK_RALLY)) { /* 10.1d */
			/* it has not rested */
			d->flags[u] &= (uint8_t)~IS_SMASHED, d->stragglers[u]--, d->did[u] |= DID_STATIONARY;
			if (d->note[u].fresh > d->stragglers[u]) d->note[u].fresh = d->stragglers[u] & 7;
			emit(p, .kind = E_RALLIED, .side = (int8_t)b->unit[u].side, .who = (int16_t)u, .where = d->at[u],
				.rule = "10.2e");
			continue;
		}
		fd_tire(p, d, u, b->chart.w_smashed, "10.2f");
		fd_start_flee(p, d, u, b->chart.smashed_retreat, FLEE_MUST);
		return;
	}
	next_stage(s, ACT_ACT);
}

/* 16.6: a line stands in the fire if one of its hexes does. */
static bool stands_in_fire(const struct fd_book *b, const struct state *d, int u)
{
	int side = b->unit[u].side;
	return fd_under_fire(b, d, d->at[u], side) != NO_UNIT ||
	       (is_extended(d, u) && fd_under_fire(b, d, also_at(d, u), side) != NO_UNIT);
}

/* 8.2e, 8.2g, A39: whoever still stands in an enemy field of fire goes back until he is out of it. */
static void driven(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	while (load_see(s)->loop.next < b->units) {
		int u = load_of(s)->loop.next++;
		if (d->at[u] < 0 || !acts_now(b, d, u) || b->unit[u].type == BATTERY || !stands_in_fire(b, d, u))
			continue;
		emit(p, .kind = E_DRIVEN, .side = (int8_t)b->unit[u].side, .who = (int16_t)u, .where = d->at[u],
			.rule = "8.2g");
		fd_start_flee(p, d, u, FLEE_MOST, FLEE_DRIVEN);
		return;
	}
	next_stage(s, ACT_HEIGHTS);
}

static int guns_on(const struct state *d, int hex)
{
	int most = 0;
	for each_node(n, d, hex) most = fd_higher(most, d->guns[unit_at(n)]);
	return most;
}

/* The next enemy that a new field of fire drives away; NO_UNIT. Comparing batteries states them (2.5). */
static int next_driven(const struct fd_book *b, const struct state *d, int unit, int from)
{
	for (int dir = 0; dir < 6; dir++) {
		int to = hex_next(b->map, from, dir);
		if (to == HEX_NONE || !holds(b, d, to, !b->unit[unit].side) || !fd_fires_into(b, d, from, dir))
			continue;
		for each_node(n, d, to) {
			int u = unit_at(n);
			if (b->unit[u].type != BATTERY && !(d->more[u] & MORE_DONE) && d->guns[u] <= guns_on(d, from))
				return u;
		}
	}
	return NO_UNIT;
}

/* 8.2i, A40 */
static void heights(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	for (; load_see(s)->loop.next < b->units; load_of(s)->loop.next++) {
		int u = load_see(s)->loop.next;
		if (d->at[u] < 0 || !acts_now(b, d, u) || !d->guns[u] ||
			!(d->did[u] & DID_MOVE || d->more[u] & MORE_UP))
			continue;
		int away = next_driven(b, d, u, d->at[u]);
		if (away == NO_UNIT && is_extended(d, u)) away = next_driven(b, d, u, also_at(d, u));
		if (away == NO_UNIT) continue;
		d->more[away] |= MORE_DONE;
		emit(p, .kind = E_DRIVEN, .side = (int8_t)b->unit[away].side, .who = (int16_t)away,
			.whom = (int16_t)u, .where = d->at[away], .rule = "8.2i");
		reveal(&d->g);
		fd_tire(p, d, away, b->chart.w_driven, "8.2i");
		fd_start_flee(p, d, away, FLEE_MOST, FLEE_DRIVEN);
		return;
	}
	next_stage(s, ACT_WEAR);
}

/* 16.5f: at the end of any impulse, once a turn. */
static void bombardments(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	for (; load_see(s)->loop.next < SIDES; load_of(s)->loop.next++) {
		int side = load_see(s)->loop.next ? !s->side : s->side;
		if (!fd_any_bombard(p, d, side)) continue;
		ask(&d->g, side, Q_BOMBARD);
		return;
	}
	next_stage(s, ACT_END);
}

static void end_act(const struct play *p, struct state *d)
{
	fd_displace_leaders(p, d);
	d->acting = 0;
	settled(&d->g); /* no mutants: for the opponent, whose plans end here */
	agenda_done(&d->g);
	for (int side = 0; side < SIDES; side++)
		if (on(p, O_ARMY_MORALE) && !d->army[side] && !d->g.over) fd_finish(p, d, "DN.a");
}

void fd_act(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	d->g.active = s->side; /* no mutants: whom the page shows as acting */
	switch (s->stage) {
	case ACT_BEGIN:
		next_stage(s, ACT_RALLY);
		fd_begin_act(p, d);
		break;
	case ACT_RALLY: rally(p, d); break;
	case ACT_ACT: ask(&d->g, s->side, Q_ACT); break;
	case ACT_ATTACK:
		if (fd_count(fd_list_attacks, p, d, s->side) > 1) ask(&d->g, s->side, Q_ATTACK);
		else next_stage(s, ACT_DRIVEN);
		break;
	case ACT_DRIVEN: driven(p, d); break;
	case ACT_HEIGHTS: heights(p, d); break;
	case ACT_WEAR:
		next_stage(s, ACT_BOMBARD);
		fd_wear_out(p, d);
		break;
	case ACT_BOMBARD: bombardments(p, d); break;
	default: end_act(p, d);
	}
}

/* `done` ends a stage of the activation. 7.0b: nobody moves once attacks have begun. */
void fd_do_done(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	if (s->stage == ACT_BOMBARD) load_of(s)->loop.next++;
	else if (s->stage == ACT_ACT) s->stage = ACT_ATTACK;
	else next_stage(s, ACT_DRIVEN);
}
