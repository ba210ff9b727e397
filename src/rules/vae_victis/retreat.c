/* Retreats after combat (11.3m … 11.3v) and before it (11.4). A hex is offered only if the retreat can be
   completed beyond it. */
#include "rules/vae_victis/vae_victis.h"

/* --- moving a beaten unit ------------------------------------------------------------------------------- */

/* 9.3h, 11.3v, 8.4b: leaders go along, unless another unit stays in the hex. */
void vv_move_with_leaders(const struct play *p, struct state *d, int unit, int hex)
{
	const struct vv_book *b = vv_book(p);
	int from = d->at[unit], side = b->unit[unit].side;
	vv_tell_capture(p, d, hex, side);
	vv_put(b, d, unit, hex);
	if (leaders_on(d, from, side) && !holds(b, d, from, side))
		for (int l = b->units; l < b->pieces; l++)
			if (leads_at(b, d, l, from, side)) vv_put(b, d, l, hex);
	vv_enter_woods(p, d, unit, from, hex);
	vv_displace_near(p, d, hex, !side); /* A32 */
}

/* --- after combat: load.retreat --------------------------------------------------------- */

#define RETREAT_MOST 3 /* A50 */

static bool passable(const struct vv_book *b, const struct state *d, int unit, int hex, int dir)
{
	int to = hex_next(b->map, hex, dir);
	return b->cost[b->unit[unit].kind][hex * 6 + dir] && !holds(b, d, to, !b->unit[unit].side);
}

/* 11.3n, A49: is the next hex that way nearer to its own edge? */
static bool leads_home(const struct vv_book *b, int side, int hex, int dir)
{
	int to = hex_next(b->map, hex, dir);
	return to != HEX_NONE && b->edge[side][to] < b->edge[side][hex];
}

/* Can the retreat end lawfully if it goes that way? A hex with a friendly unit is passed through. */
static bool leads_out(const struct vv_book *b, const struct state *d, int unit, int hex, int dir, int gone)
{
	int to = hex_next(b->map, hex, dir);
	if (!leads_home(b, b->unit[unit].side, hex, dir) || !passable(b, d, unit, hex, dir)) return false;
	if (!d->spot[to].on) return true;
	for (int on = 0; on < 6 && gone + 1 < RETREAT_MOST; on++)
		if (leads_out(b, d, unit, to, on, gone + 1)) return true;
	return false;
}

/* 11.3o, 11.3p, A49: out of enemy zones, away from friends, by the cheapest ground; less is better. */
static int retreat_rank(const struct vv_book *b, const struct state *d, const struct step *s, int hex,
	int dir)
{
	int to = hex_next(b->map, hex, dir);
	return in_ezoc(d, to, s->side) << 15 | (d->spot[to].on != 0) << 14 |
	       b->cost[b->unit[s->unit].kind][hex * 6 + dir];
}

static unsigned retreat_dirs(const struct vv_book *b, const struct state *d, const struct step *s)
{
	int hex = d->at[s->unit], best = INT32_MAX;
	unsigned dirs = 0;
	for (int dir = 0; dir < 6; dir++) {
		if (!leads_out(b, d, s->unit, hex, dir, load_see(s)->retreat.gone)) continue;
		int rank = retreat_rank(b, d, s, hex, dir);
		if (rank < best) best = rank, dirs = 0;
		if (rank == best) dirs |= 1u << dir;
	}
	return dirs;
}

/* 11.3u: artillery beside infantry or cavalry that must retreat is lost. */
static void abandon_guns(const struct play *p, struct state *d, int unit)
{
	const struct vv_book *b = vv_book(p);
	int hex = d->at[unit];
	if (b->unit[unit].kind == GUNS) return;
	for (int u = first_on(d, hex), on; u >= 0; u = on) {
		on = next_on(d, u);
		if (u != unit)
			vv_eliminate(p, d, u, "11.3u"); /* beside a unit that is none there is only artillery
		                                                  (3a) */
	}
}

void vv_retreat(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	int unit = s->unit;
	if (!is_hex(d->at[unit])) {
		agenda_done(&d->g);
		return;
	}
	if (s->stage != RETREAT_BEGUN) abandon_guns(p, d, unit);
	s->stage = RETREAT_BEGUN;
	if (retreat_dirs(vv_book(p), d, s)) {
		ask(&d->g, s->side, Q_RETREAT);
		return;
	}
	emit(p, .kind = E_CORNERED, .side = (int8_t)s->side, .who = (int16_t)unit, .where = d->at[unit],
		.rule = "11.3s");
	agenda_done(&d->g);
	vv_lose_step(p, d, unit, "11.3s");
}

bool vv_may_retreat(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit)
		return refuse(r, "11.3m", "%s retreats, not %s", name_of_piece(p, s->unit),
			name_of_piece(p, o->unit));
	int hex = d->at[s->unit], dir = dir_to(b, hex, o->a);
	if (dir == NO_DIR) return refuse(r, "11.3g", "a retreat leads to a neighbouring hex");
	if (!leads_home(b, s->side, hex, dir))
		return refuse(r, "11.3n", "%s is no nearer to its own edge", number_of(b, o->a));
	if (!leads_out(b, d, s->unit, hex, dir, load_see(s)->retreat.gone))
		return refuse(r, "11.3s", "there is no way out by %s", number_of(b, o->a));
	if (retreat_dirs(b, d, s) >> dir & 1) return true;
	int best = __builtin_ctz(retreat_dirs(b, d, s)), mine = retreat_rank(b, d, s, hex, dir),
		theirs = retreat_rank(b, d, s, hex, best);
	const char *rule = mine >> 14 != theirs >> 14 ? "11.3o" : "11.3p";
	return refuse(r, rule, "%s comes before %s", number_of(b, hex_next(b->map, hex, best)),
		number_of(b, o->a));
}

void vv_list_retreats(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct vv_book *b = vv_book(p);
	const struct step *s = agenda_see(&d->g);
	for (unsigned dirs = retreat_dirs(b, d, s); dirs; dirs &= dirs - 1)
		offer_at(o, V_RETREAT, s->unit, hex_next(b->map, d->at[s->unit], __builtin_ctz(dirs)));
}

static void note_repelled(struct state *d, int unit)
{
	for (int i = 0; i < d->combat.n; i++)
		if (d->combat.attacker[i] == unit) d->combat.repelled |= (uint8_t)(1u << i);
}

/* 11.3r, 11.3t, 3g, A78 */
void vv_do_retreat(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	int unit = s->unit, from = d->at[unit], hex = o->a;
	bool zone = in_ezoc(d, hex, side), through = d->spot[hex].on;
	note_repelled(d, unit);
	for (int u = first_on(d, hex); u >= 0; u = next_on(d, u)) vv_disorganise(p, d, u, "11.3r");
	emit(p, .kind = E_RETREATED, .side = (int8_t)side, .who = (int16_t)unit, .where = from, .to = hex,
		.n = hex, .rule = "11.3g");
	vv_move_with_leaders(p, d, unit, hex);
	load_of(s)->retreat.gone++;
	if (!through) agenda_done(&d->g);
	if (zone && !vv_lose_step(p, d, unit, "11.3t")) return;
	if (!through)
		agenda_push(&d->g, (struct step){.kind = STEP_FACE, .side = (uint8_t)side, .unit = (int16_t)unit});
}

/* --- before combat (11.4) ------------------------------------------------------------------------------- */

/* 11.4b, 11.4d, A52, A53: printed allowances against all attackers; infantry may before anybody, unless the
   option says no. */
static bool fast_enough(const struct play *p, const struct state *d, int unit)
{
	const struct vv_book *b = vv_book(p);
	bool anyway = !p->m->option[O_INFANTRY_STANDS] && b->unit[unit].kind == FOOT;
	for (int i = 0; i < d->combat.n && !anyway; i++)
		if (b->unit[unit].allowance < b->unit[d->combat.attacker[i]].allowance) return false;
	return true;
}

bool vv_retires_free(const struct vv_book *b, const struct state *d, int unit)
{
	for (int i = 0; i < d->combat.n; i++)
		if (b->unit[unit].allowance > b->unit[d->combat.attacker[i]].allowance) return true;
	return false;
}

/* 11.4e: cavalry before infantry alone may go two hexes. */
static bool goes_twice(const struct vv_book *b, const struct state *d, int unit)
{
	for (int i = 0; i < d->combat.n; i++)
		if (b->unit[d->combat.attacker[i]].kind != FOOT) return false;
	return b->unit[unit].kind == HORSE;
}

/* 11.4h, 9.4d */
static bool may_pass(const struct vv_book *b, const struct state *d, int unit, int hex, int dir,
	struct refusal *r)
{
	int to = hex_next(b->map, hex, dir), side = b->unit[unit].side;
	if (!passable(b, d, unit, hex, dir)) return refuse(r, "11.4c", "%s cannot be entered", number_of(b, to));
	if (in_ezoc(d, to, side))
		return refuse(r, "11.4h", "%s is in an enemy zone of control", number_of(b, to));
	if (is_demoralised(b, d, unit) && vv_beside_enemy(b, d, to, side))
		return refuse(r, "9.4d", "it is demoralised, and %s is next to the enemy", number_of(b, to));
	return true;
}

static bool may_retire_to(const struct vv_book *b, const struct state *d, int unit, int hex, int dir,
	bool twice, struct refusal *r)
{
	int to = hex_next(b->map, hex, dir);
	if (!may_pass(b, d, unit, hex, dir, r)) return false;
	if (vv_may_stack(b, d, unit, to)) return true;
	for (int on = 0; on < 6 && twice; on++) {
		int next = hex_next(b->map, to, on);
		if (next != hex && may_pass(b, d, unit, to, on, NULL) && vv_may_stack(b, d, unit, next)) return true;
	}
	return refuse(r, "3d", "%s is full", number_of(b, to));
}

bool vv_can_retire(const struct play *p, const struct state *d, int unit)
{
	const struct vv_book *b = vv_book(p);
	bool twice = goes_twice(b, d, unit);
	for (int dir = 0; dir < 6; dir++)
		if (may_retire_to(b, d, unit, d->at[unit], dir, twice, NULL)) return fast_enough(p, d, unit);
	return false;
}

void vv_add_retirements(const struct play *p, const struct state *d, int unit, struct orders *o)
{
	const struct vv_book *b = vv_book(p);
	bool twice = goes_twice(b, d, unit);
	for (int dir = 0; dir < 6; dir++)
		if (may_retire_to(b, d, unit, d->at[unit], dir, twice, NULL))
			offer_at(o, V_RETIRE, unit, hex_next(b->map, d->at[unit], dir));
}

/* Serves the first hex (the defender of the combat) and the second (step.unit). */
bool vv_may_retire(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	const struct step *s = agenda_see(&d->g);
	bool second = s->kind == STEP_RETIRE;
	int unit = second ? s->unit : d->combat.defender;
	if (o->unit != unit)
		return refuse(r, "11.4a", "the question is whether %s retires", name_of_piece(p, unit));
	int dir = dir_to(b, d->at[unit], o->a);
	if (dir == NO_DIR) return refuse(r, "11.4c", "it retires to a neighbouring hex");
	if (second && o->a == s->b) return refuse(r, "11.4c", "it does not go back");
	return may_retire_to(b, d, unit, d->at[unit], dir, !second && goes_twice(b, d, unit), r);
}

/* 11.4c … 11.4f, 11.4i. The combat's own step finds out what is left in the hex. */
void vv_do_retire(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct vv_book *b = vv_book(p);
	struct vv_combat *c = &d->combat;
	int unit = o->unit, from = d->at[unit];
	bool second = agenda_see(&d->g)->kind == STEP_RETIRE, free = vv_retires_free(b, d, unit);
	emit(p, .kind = E_RETIRED, .side = (int8_t)side, .who = (int16_t)unit, .where = from, .to = o->a,
		.n = o->a, .rule = "11.4a");
	vv_move_with_leaders(p, d, unit, o->a);
	if (second) agenda_done(&d->g);
	else c->flags |= FIGHT_RETIRED, c->fled = c->fled ? c->fled : (uint8_t)(b->unit[unit].kind + 1);
	if (!second && !free && is_disorganised(d, unit) && !vv_lose_step(p, d, unit, "11.4d")) return;
	if (!second && !free) vv_disorganise(p, d, unit, "11.4d");
	agenda_push(&d->g, (struct step){.kind = STEP_FACE, .side = (uint8_t)side, .unit = (int16_t)unit});
	if (!second && goes_twice(b, d, unit))
		push_load(&d->g, STEP_RETIRE, side, retire, .unit = (int16_t)unit, .from = from);
}

void vv_retire(const struct play *p, struct state *d) { ask(&d->g, agenda_see(&d->g)->side, Q_RETIRE); }

bool vv_may_stop_retiring(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit)
		return refuse(r, "11.4e", "%s retires, not %s", name_of_piece(p, s->unit), name_of_piece(p, o->unit));
	return vv_may_stack(vv_book(p), d, s->unit, d->at[s->unit]) ||
	       refuse(r, "3d", "it may not end in a full hex");
}

void vv_list_second(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct vv_book *b = vv_book(p);
	const struct step *s = agenda_see(&d->g);
	int hex = d->at[s->unit];
	if (vv_may_stack(b, d, s->unit, hex)) offer(o, V_STOP, s->unit);
	for (int dir = 0; dir < 6; dir++)
		if (hex_next(b->map, hex, dir) != load_see(s)->retire.from &&
			may_retire_to(b, d, s->unit, hex, dir, false, NULL))
			offer_at(o, V_RETIRE, s->unit, hex_next(b->map, hex, dir));
}

void vv_do_stop_retiring(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_done(&d->g);
}
