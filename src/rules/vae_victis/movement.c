/* Movement (6.1, 7, 9.2, 9.4): a move is a chain of small questions: who, which hex, which hex, and which way
   it faces at the end. A step is offered only if the move can still end lawfully after it. */
#include "rules/vae_victis/vae_victis.h"

/* --- how far -------------------------------------------------------------------------------------------- */

/* 13.1b, A27 */
int vv_allowance(const struct vv_book *b, const struct state *d, int unit)
{
	return no_less_than_0(
			   b->unit[unit].allowance - (d->weather == HEAT ? b->chart.heat[b->unit[unit].kind] : 0)) *
	       2;
}

/* 13.1b, 9a, A27: an HQ moves as cavalry does, in the heat too; a CiC has rules of his own. */
static int leader_allowance(const struct vv_book *b, const struct state *d, int leader)
{
	const struct vv_leader *l = leader_of(b, leader);
	return no_less_than_0(l->allowance - (d->weather == HEAT && !l->chief ? b->chart.heat[HORSE] : 0)) * 2;
}

int vv_march_allowance(const struct vv_book *b, const struct state *d, int piece)
{
	if (is_leader(b, piece)) return leader_allowance(b, d, piece);
	int halves = vv_allowance(b, d, piece);
	return is_out(d, piece) ? halves / 4 * 2 : halves; /* 9.2b: half, rounded down to whole points */
}

/* --- one step ------------------------------------------------------------------------------------------- */

struct pace {
	const struct vv_book *b;
	const struct state *d;
	const struct step *s;
	const uint64_t *range;
	int side, kind;
	bool disorganised;
};

static bool in_range(const uint64_t *range, int hex) { return range[hex / 64] >> hex % 64 & 1; }

/* 9.2d, 9.4f, 3d: may the unit end its move there? */
static bool may_end(const struct pace *m, int hex, struct refusal *r)
{
	const struct vv_book *b = m->b;
	const struct step *s = m->s;
	if (!vv_may_stack(b, m->d, s->unit, hex))
		return refuse(r, "3d", "it may not end in %s, which is full", number_of(b, hex));
	if (s->flags & MARCH_ROUT && is_hex(load_see(s)->march.from) &&
		b->edge[m->side][hex] >= b->edge[m->side][load_see(s)->march.from])
		return refuse(r, "9.4f", "%s is no nearer to its own edge", number_of(b, hex));
	if (!(s->flags & MARCH_OUT) || !is_hex(load_see(s)->march.from)) return true;
	int guide = s->flags & MARCH_LOST ? vv_guide(b, m->d, s->unit, load_see(s)->march.from) : NO_UNIT;
	if (guide == NO_UNIT) return true;
	if (hex_range(b->map, hex, m->d->at[guide]) >=
		hex_range(b->map, load_see(s)->march.from, m->d->at[guide]))
		return refuse(r, "9.2d", "%s is no nearer to its HQ", number_of(b, hex));
	return true;
}

/* 6.1a … 6.1g, 7.1e, 9.2a, 9.2c, 9.2f, 9.4d: may it go from hex that way with so many half points? *cost is
   what it pays. */
static bool may_enter(const struct pace *m, int hex, int dir, int points, int *cost, struct refusal *r)
{
	const struct vv_book *b = m->b;
	const struct state *d = m->d;
	int to = hex_next(b->map, hex, dir), side = m->side;
	*cost = b->cost[m->kind][hex * 6 + dir];
	if (!*cost)
		return refuse(r, "TEC07", "%s cannot be entered from %s", number_of(b, to), number_of(b, hex));
	if (holds(b, d, to, !side)) return refuse(r, "7.1a", "the enemy is in %s", number_of(b, to));
	bool leaving = in_ezoc(d, hex, side), entering = in_ezoc(d, to, side);
	if (leaving && entering)
		return refuse(r, "6.1c", "%s and %s are both in enemy zones of control", number_of(b, hex),
			number_of(b, to));
	if (entering && m->s->flags & MARCH_OUT)
		return refuse(r, "9.2a", "it is out of command, and %s is in an enemy zone of control",
			number_of(b, to));
	if ((m->s->flags & (MARCH_OUT | MARCH_LOST)) == MARCH_OUT && is_hex(load_see(m->s)->march.from) &&
		!in_range(m->range, to))
		return refuse(r, "9.2c", "%s is beyond its HQ's command range", number_of(b, to));
	if (entering && m->disorganised && m->kind == HORSE)
		return refuse(r, "6.1g", "disorganised cavalry may not enter an enemy zone of control");
	if (m->s->flags & MARCH_ROUT && vv_beside_enemy(b, d, to, side))
		return refuse(r, "9.4d", "it is demoralised, and %s is next to the enemy", number_of(b, to));
	if (leaving && (m->s->flags & MARCH_OUT || m->disorganised)) { /* 6.1f, A20: one hex, whatever it costs */
		*cost = points;
		return true;
	}
	if (leaving) *cost += vv_allowance(b, d, m->s->unit) / 2; /* 6.1e, A19 */
	if (*cost > points)
		return refuse(r, "7.1e", "%s costs %s MP, and %s are left", number_of(b, to), vv_halves(*cost),
			vv_halves(points));
	return true;
}

/* Having gone that way, with so many points left, can it end its move lawfully, there or beyond? */
static bool ends_well(const struct pace *m, int hex, int dir, int left)
{
	int cost, to = hex_next(m->b->map, hex, dir);
	if (may_end(m, to, NULL)) return true;
	struct pace on = *m;
	on.disorganised |= m->kind == HORSE && m->b->rough[hex] >> dir & 1;
	for (int next = 0; next < 6 && !in_ezoc(m->d, to, m->side); next++)
		if (may_enter(&on, to, next, left, &cost, NULL) && ends_well(&on, to, next, left - cost)) return true;
	return false;
}

static bool may_step(const struct pace *m, int hex, int dir, int points, struct refusal *r)
{
	int cost;
	if (!may_enter(m, hex, dir, points, &cost, r)) return false;
	return ends_well(m, hex, dir, points - cost) || may_end(m, hex_next(m->b->map, hex, dir), r);
}

/* 7.2b, 9a, A33: a leader goes where a friendly unit makes it safe. */
static bool leader_may_step(const struct pace *m, int hex, int dir, int points, struct refusal *r)
{
	const struct vv_book *b = m->b;
	int to = hex_next(b->map, hex, dir), cost = b->cost[HORSE][hex * 6 + dir];
	if (!cost) return refuse(r, "TEC07", "%s cannot be entered from %s", number_of(b, to), number_of(b, hex));
	if (holds(b, m->d, to, !m->side)) return refuse(r, "7.1a", "the enemy is in %s", number_of(b, to));
	bool friend = holds(b, m->d, to, m->side);
	if (m->s->flags & MARCH_CHIEF && !friend && vv_beside_enemy(b, m->d, to, m->side))
		return refuse(r, "7.2b", "%s is next to the enemy and nobody holds it", number_of(b, to));
	if (in_ezoc(m->d, to, m->side) && (!friend || m->s->flags & MARCH_ONE))
		return refuse(r, m->s->flags & MARCH_ONE ? "8.3g" : "6.1h", "%s is in an enemy zone of control",
			number_of(b, to));
	if (m->s->flags & MARCH_EDGE && b->edge[m->side][to] >= b->edge[m->side][hex])
		return refuse(r, "9.4h", "%s is no nearer to its own edge", number_of(b, to));
	if (m->s->flags & MARCH_ONE) return true;
	return cost <= points || refuse(r, "7.1e", "%s costs %s MP, and %s are left", number_of(b, to),
								 vv_halves(cost), vv_halves(points));
}

static struct pace pace_of(const struct vv_book *b, const struct state *d, const struct step *s)
{
	bool leader = is_leader(b, s->unit);
	return (struct pace){b, d, s, d->range, s->side, leader ? HORSE : b->unit[s->unit].kind,
		!leader && is_disorganised(d, s->unit)};
}

static bool step_allowed(const struct pace *m, int dir, struct refusal *r)
{
	int hex = m->d->at[m->s->unit];
	return is_leader(m->b, m->s->unit) ? leader_may_step(m, hex, dir, load_see(m->s)->march.points, r)
	                                   : may_step(m, hex, dir, load_see(m->s)->march.points, r);
}

static bool any_step(const struct pace *m)
{
	for (int dir = 0; dir < 6; dir++)
		if (step_allowed(m, dir, NULL)) return true;
	return false;
}

/* --- beginning a move ----------------------------------------------------------------------------------- */

/* 7.1c: the step that a move of the piece would be; flags say what binds it. */
static struct step march_of(const struct play *p, const struct state *d, int piece)
{
	const struct vv_book *b = vv_book(p);
	int formation = load_now(&d->g)->act.formation, allowance = vv_march_allowance(b, d, piece);
	struct step s = {.kind = STEP_MARCH, .side = b->formation[formation].side, .unit = (int16_t)piece};
	load_of(&s)->march.allowance = (int16_t)allowance;
	load_of(&s)->march.points = allowance;
	load_of(&s)->march.from = d->at[piece];
	uint8_t mark = mark_of(b, d, formation);
	if (is_leader(b, piece)) {
		if (mark & MARK_FAILED) s.flags |= MARCH_ONE;
		if (mark & MARK_FAILED && mark & MARK_DEMORALISED) s.flags |= MARCH_EDGE; /* 9.4h */
		return s;
	}
	if (mark & MARK_DEMORALISED) s.flags |= MARCH_ROUT;
	if (is_out(d, piece)) s.flags |= MARCH_OUT;
	return s;
}

/* 9.2c, A73: the command range of its HQ as it stands now; it holds for the whole move. Nobody binds where
   there is no HQ. */
static void note_range(const struct vv_book *b, const struct state *d, struct step *s, uint64_t *range)
{
	if (!(s->flags & MARCH_OUT) || !is_hex(load_see(s)->march.from)) return;
	int guide = vv_guide(b, d, s->unit, load_see(s)->march.from);
	if (guide != NO_UNIT) vv_range(b, d, guide, range);
	if (guide == NO_UNIT || !in_range(range, load_see(s)->march.from)) s->flags |= MARCH_LOST;
}

/* 7.3a: may it turn where it stands? A unit out of command may (A81); the demoralised must go if they can
   (9.4f, A64). */
static bool may_stay(const struct pace *m, struct refusal *r)
{
	if (m->s->flags & MARCH_ROUT && any_step(m))
		return refuse(r, "9.4f", "it is demoralised and must go towards its own edge");
	return true;
}

static bool entry_allowed(const struct play *p, const struct state *d, const struct pace *m,
	struct refusal *r)
{
	const struct vv_book *b = m->b;
	int piece = m->s->unit, hex;
	if (!vv_is_due(b, d, piece)) return refuse(r, "4C-d", "%s is not due yet", name_of_piece(p, piece));
	if (mark_of(b, d, formation_of(b, piece)) & (MARK_FAILED | MARK_LATE))
		return refuse(r, "7.4a", "its HQ failed to bring it in this turn");
	if ((hex = vv_entry_hex(b, d, piece)) == HEX_NONE)
		return refuse(r, "7.4a", "no hex of the edge is free there");
	int cost = vv_entry_cost(b, d, piece, hex);
	if (cost > load_see(m->s)->march.points)
		return refuse(r, "7.4d", "the column costs it %s MP, and it has %s", vv_halves(cost),
			vv_halves(load_see(m->s)->march.points));
	if (is_leader(b, piece) || may_end(m, hex, NULL)) return true;
	for (int dir = 0; dir < 6; dir++)
		if (may_step(m, hex, dir, load_see(m->s)->march.points - cost, NULL)) return true;
	return refuse(r, "3d", "the way in is full");
}

static bool leader_can_move(const struct play *p, const struct pace *m, struct refusal *r)
{
	const struct step *s = m->s;
	if (s->flags & MARCH_ONE && !(s->flags & MARCH_EDGE) && !in_ezoc(m->d, load_see(s)->march.from, m->side))
		return refuse(r, "8.3c", "%s failed its activation check and may not move",
			name_of_piece(p, s->unit));
	return any_step(m) || refuse(r, "7.1e", "there is no hex that it could enter");
}

static bool can_move(const struct play *p, const struct state *d, int piece, struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	if (d->flags[piece] & HAS_MOVED) return refuse(r, "5c", "%s has moved already", name_of_piece(p, piece));
	if (d->at[piece] == PLACE_NONE) return refuse(r, "7.1a", "%s is not on the map", name_of_piece(p, piece));
	struct step s = march_of(p, d, piece);
	struct pace m = pace_of(b, d, &s);
	if (d->at[piece] == BOX_OFF) return entry_allowed(p, d, &m, r);
	return !is_leader(b, piece) || leader_can_move(p, &m, r); /* 7.3a: a unit may at least turn */
}

/* --- the movement step of an activation ----------------------------------------------------------------- */

bool vv_may_move(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	int formation = load_now(&d->g)->act.formation;
	bool own = is_leader(b, o->unit) ? o->unit == b->formation[formation].hq
	                                 : b->unit[o->unit].formation == formation;
	if (!own) return refuse(r, "5d", "%s is not of the active formation", name_of_piece(p, o->unit));
	return can_move(p, d, o->unit, r);
}

/* 9.4f, 9.4h, A64: whoever is demoralised and can go must go before the step ends. */
bool vv_may_end_moves(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	int formation = load_now(&d->g)->act.formation;
	const struct vv_formation *f = &b->formation[formation];
	if (!(d->mark[f->rep] & MARK_DEMORALISED)) return true;
	for (int u = f->first; u <= f->last; u++) {
		int piece = u < f->last ? u : f->hq;
		if (!is_there(d, piece) || d->flags[piece] & HAS_MOVED) continue;
		if (piece == f->hq && !(d->mark[f->rep] & MARK_FAILED)) continue;
		struct step s = march_of(p, d, piece);
		uint64_t range[VV_HEXES * 2 / 64];
		struct pace m = pace_of(b, d, &s);
		m.range = range;
		note_range(b, d, &s, range);
		if (any_step(&m))
			return refuse(r, piece == f->hq ? "9.4h" : "9.4f",
				"%s is demoralised and must go towards its own edge", name_of_piece(p, piece));
	}
	return true;
}

void vv_list_moves(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct vv_formation *f = &vv_book(p)->formation[load_now(&d->g)->act.formation];
	for (int u = f->first; u < f->last; u++)
		if (can_move(p, d, u, NULL)) offer(o, V_MOVE, u);
	if (f->hq != NO_UNIT && can_move(p, d, f->hq, NULL)) offer(o, V_MOVE, f->hq);
	if (vv_may_end_moves(p, d, side, NULL, NULL)) offer(o, V_DONE, NO_UNIT);
}

/* 11.5c: a charge needs half the printed allowance unspent (A55). */
static void note_spent(const struct vv_book *b, struct state *d, const struct step *s)
{
	if (load_see(s)->march.allowance - load_see(s)->march.points > b->unit[s->unit].allowance)
		d->flags[s->unit] |= HAS_SPENT;
}

/* What a unit's step brings with it: it has left its place, and leaders alone near it flee (8.4c). */
static void after_step(const struct play *p, struct state *d, const struct step *s)
{
	if (is_leader(vv_book(p), s->unit)) return;
	d->flags[s->unit] |= HAS_STEPPED;
	note_spent(vv_book(p), d, s);
	vv_displace_near(p, d, d->at[s->unit], !s->side);
}

/* 7.4: the first hex of a reinforcement is no choice. */
static void enter_map(const struct play *p, struct state *d, struct step *s)
{
	const struct vv_book *b = vv_book(p);
	int hex = vv_entry_hex(b, d, s->unit), cost = vv_entry_cost(b, d, s->unit, hex);
	load_of(s)->march.points -= cost;
	s->flags |= MARCH_STEPPED;
	emit(p, .kind = E_ENTERED, .side = (int8_t)s->side, .who = s->unit, .where = hex, .n = cost,
		.rule = "7.4d");
	if (!is_leader(b, s->unit)) d->entered[b->unit[s->unit].entry]++, vv_tell_capture(p, d, hex, s->side);
	vv_put(b, d, s->unit, hex);
	if (!is_leader(b, s->unit)) vv_enter_woods(p, d, s->unit, BOX_OFF, hex);
	after_step(p, d, s);
}

void vv_do_move(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct vv_book *b = vv_book(p);
	struct step s = march_of(p, d, o->unit);
	note_range(b, d, &s, d->range);
	if (d->at[o->unit] == BOX_OFF) enter_map(p, d, &s);
	agenda_push(&d->g, s);
}

void vv_push_chief(const struct play *p, struct state *d, int chief, int points)
{
	struct step *s = push_load(&d->g, STEP_MARCH, leader_of(vv_book(p), chief)->side, march,
		.piece = (int16_t)chief, .points = points * 2, .from = d->at[chief]);
	s->flags = MARCH_CHIEF;
}

/* --- on the march: load.march -------------------------------------------------------------------------- */

void vv_march(const struct play *p, struct state *d) { ask(&d->g, agenda_see(&d->g)->side, Q_STEP); }

static bool on_the_march(const struct play *p, const struct step *s, int piece, struct refusal *r)
{
	return piece == s->unit ||
	       refuse(r, "7.1d", "%s is moving, not %s", name_of_piece(p, s->unit), name_of_piece(p, piece));
}

/* The rule that ended the move: it has disengaged, or its points are spent. */
static const char *stopped_by(const struct state *d, const struct step *s)
{
	bool slow = s->flags & MARCH_OUT || is_disorganised(d, s->unit);
	return slow && is_hex(load_see(s)->march.from) && in_ezoc(d, load_see(s)->march.from, s->side) ? "6.1f"
	                                                                                               : "7.1e";
}

bool vv_may_step(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	const struct step *s = agenda_see(&d->g);
	if (!on_the_march(p, s, o->unit, r)) return false;
	if (s->flags & MARCH_STOPPED && in_ezoc(d, d->at[s->unit], s->side))
		return refuse(r, "6.1a", "it has entered an enemy zone of control and must stop");
	if (s->flags & MARCH_STOPPED) return refuse(r, stopped_by(d, s), "it has no movement points left");
	int dir = dir_to(b, d->at[s->unit], o->a);
	if (dir == NO_DIR) return refuse(r, "7.1b", "a step leads to a neighbouring hex");
	struct pace m = pace_of(b, d, s);
	return step_allowed(&m, dir, r);
}

bool vv_may_face(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	const struct step *s = agenda_see(&d->g);
	if (!on_the_march(p, s, o->unit, r)) return false;
	if (is_leader(b, s->unit)) return refuse(r, "2c", "leaders have no facing");
	struct pace m = pace_of(b, d, s);
	return s->flags & MARCH_STEPPED ? may_end(&m, d->at[s->unit], r) : may_stay(&m, r);
}

bool vv_may_stop(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	if (!on_the_march(p, s, o->unit, r)) return false;
	if (!is_leader(vv_book(p), s->unit))
		return refuse(r, "7.3a", "a unit ends its move by facing a direction");
	return !(s->flags & MARCH_EDGE) || s->flags & MARCH_STEPPED ||
	       refuse(r, "9.4h", "it must go towards its own edge");
}

void vv_list_steps(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct vv_book *b = vv_book(p);
	const struct step *s = agenda_see(&d->g);
	struct pace m = pace_of(b, d, s);
	int hex = d->at[s->unit];
	for (int dir = 0; dir < 6 && !(s->flags & MARCH_STOPPED); dir++)
		if (step_allowed(&m, dir, NULL)) offer_at(o, V_STEP, s->unit, hex_next(b->map, hex, dir));
	if (is_leader(b, s->unit)) {
		if (!(s->flags & MARCH_EDGE) || s->flags & MARCH_STEPPED) offer(o, V_STOP, s->unit);
	} else if (s->flags & MARCH_STEPPED ? may_end(&m, hex, NULL) : may_stay(&m, NULL))
		for (int dir = 0; dir < 6; dir++) offer_at(o, V_FACE, s->unit, dir);
}

static void walk(const struct play *p, struct state *d, struct step *s, int to)
{
	const struct vv_book *b = vv_book(p);
	int from = d->at[s->unit], dir = hexmap_direction(b->map, from, to),
		cost = b->cost[HORSE][from * 6 + dir];
	if (!is_leader(b, s->unit)) {
		struct pace m = pace_of(b, d, s);
		may_enter(&m, from, dir, load_see(s)->march.points, &cost, NULL);
		if (in_ezoc(d, to, s->side)) s->flags |= MARCH_STOPPED; /* 6.1a */
	}
	load_of(s)->march.points -= cost;
	s->flags |= MARCH_STEPPED;
	if (s->flags & MARCH_ONE || load_see(s)->march.points <= 0) s->flags |= MARCH_STOPPED;
	emit(p, .kind = E_STEPPED, .side = (int8_t)s->side, .who = s->unit, .where = from, .to = to, .n = cost,
		.rule = "7.1b");
	if (!is_leader(b, s->unit)) vv_tell_capture(p, d, to, s->side);
	vv_put(b, d, s->unit, to);
	if (!is_leader(b, s->unit)) vv_enter_woods(p, d, s->unit, from, to);
}

void vv_do_step(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	walk(p, d, s, o->a);
	after_step(p, d, s);
}

static void end_move(const struct play *p, struct state *d)
{
	const struct step *s = agenda_see(&d->g);
	d->flags[s->unit] |= HAS_MOVED;
	emit(p, .kind = E_HALTED, .side = (int8_t)s->side, .who = s->unit, .where = d->at[s->unit],
		.n = d->facing[s->unit], .rule = "7.1d");
	agenda_done(&d->g);
}

void vv_do_face(const struct play *p, struct state *d, int side, const struct order *o)
{
	vv_turn_to(vv_book(p), d, o->unit, o->a);
	end_move(p, d);
}

void vv_do_stop(const struct play *p, struct state *d, int side, const struct order *o) { end_move(p, d); }

/* --- for overlays and words ----------------------------------------------------------------------------- */

bool vv_step_costs(const struct vv_book *b, const struct state *d, const struct step *s, int from, int dir,
	int *cost)
{
	struct pace m = pace_of(b, d, s);
	*cost = b->cost[HORSE][from * 6 + dir];
	return is_leader(b, s->unit) ? leader_may_step(&m, from, dir, load_see(s)->march.points, NULL)
	                             : may_enter(&m, from, dir, load_see(s)->march.points, cost, NULL);
}
