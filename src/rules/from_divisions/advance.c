/* After a retreat: the attackers advance (7.2n … 7.2q), and organic cavalry pursues (7.14b … 7.14e). */
#include "rules/from_divisions/from_divisions.h"

/* --- advance -------------------------------------------------------------------------------------------- */

bool fd_is_vacated(const struct state *d, int hex)
{
	const struct fd_combat *c = &d->combat;
	for (int i = 0; i < c->targets; i++)
		if (c->hex[i] == hex && c->vacated >> i & 1) return true;
	return false;
}

static bool may_enter(const struct play *p, const struct state *d, int u, int to, struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	int dir = to < 0 ? -1 : hexmap_direction(b->map, d->at[u], to);
	if (dir < 0) return refuse(r, "7.2n", "that hex is not beside it");
	/* A25 */
	if (!b->cost[b->unit[u].kind][d->at[u] * 6 + dir] || b->only[to] >> b->unit[u].side & 1)
		return refuse(r, "7.2n", "it cannot go there");
	if (holds(b, d, to, !b->unit[u].side)) return refuse(r, "7.2n", "the enemy holds %s", number_of(b, to));
	return fd_has_room(b, d, u, to) || refuse(r, "6.1a", "there is no room in %s", number_of(b, to));
}

/* 16.6h: who would have attacked the other hex of a line that collapsed goes into it instead. */
static bool follows_line(const struct play *p, const struct state *d, int unit, int hex)
{
	return d->combat.emptied && hex == d->combat.emptied - 1 && !is_leader(fd_book(p), unit) &&
	       !is_extended(d, unit) && fd_would_attack(p, d, unit, hex);
}

/* 7.2n: an attacker that has not advanced, or the one that is under way. */
bool fd_may_go_up(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_combat *c = &d->combat;
	const struct step *s = agenda_see(&d->g);
	bool fought = false;
	if (s->kind == STEP_ADVANCE)
		return unit == s->unit || refuse(r, "7.2n", "%s advances now", name_of_piece(p, s->unit));
	for (int i = 0; i < c->n; i++) fought |= c->attacker[i] == unit;
	if (!fought || d->at[unit] < 0) return refuse(r, "7.2n", "%s did not attack", name_of_piece(p, unit));
	return !(d->more[unit] & MORE_UP || is_smashed(d, unit) || b->unit[unit].holds) ||
	       refuse(r, "7.2n", "%s does not advance", name_of_piece(p, unit));
}

/* The first hex, or the next. 7.2o, 7.2p */
bool fd_may_advance(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_combat *c = &d->combat;
	bool first = agenda_see(&d->g)->kind != STEP_ADVANCE, fought = false;
	for (int i = 0; i < c->n; i++) fought |= c->attacker[i] == o->unit;
	if (first && !fought && follows_line(p, d, o->unit, o->a)) return may_enter(p, d, o->unit, o->a, r);
	if (!fd_may_go_up(p, d, o->unit, r)) return false;
	if (is_extended(d, o->unit)) return refuse(r, "16.6d", "an extended line moves as a line");
	if (first && !(c->flags & FIGHT_ENTERED) && !fd_is_vacated(d, o->a))
		return refuse(r, "7.2o", "the first to advance enters a hex that was left");
	return may_enter(p, d, o->unit, o->a, r);
}

static void list_of(const struct play *p, const struct state *d, int side, int u, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	for (int dir = 0; d->at[u] >= 0 && dir < 6; dir++) {
		struct order try = {.unit = (int16_t)u, .a = hex_next(b->map, d->at[u], dir)};
		if (try.a != HEX_NONE && fd_may_advance(p, d, side, &try, NULL)) offer_at(o, V_ADVANCE, u, try.a);
	}
	struct order up = {.unit = (int16_t)u};
	for (; d->at[u] >= 0 && is_extended(d, u) && up.a < 6; up.a++)
		if (fd_may_shift_up(p, d, side, &up, NULL)) offer_at(o, V_SHIFT, u, up.a);
}

void fd_list_advances(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct step *s = agenda_see(&d->g);
	if (s->kind == STEP_ADVANCE) {
		list_of(p, d, side, s->unit, o);
		offer(o, V_STOP, s->unit);
		return;
	}
	for (int i = 0; i < d->combat.n; i++) list_of(p, d, side, d->combat.attacker[i], o);
	for each_active(u, fd_book(p), d)
		if (follows_line(p, d, u, d->combat.emptied - 1) && may_enter(p, d, u, d->combat.emptied - 1, NULL))
			offer_at(o, V_ADVANCE, u, d->combat.emptied - 1);
	offer(o, V_DONE, NO_UNIT);
}

bool fd_may_stop_advance(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (o->verb == V_DONE)
		return agenda_see(&d->g)->kind == STEP_COMBAT || refuse(r, "7.2n", "say where it stops");
	return (agenda_see(&d->g)->kind == STEP_ADVANCE && o->unit == agenda_see(&d->g)->unit) ||
	       refuse(r, "7.2n", "%s is not advancing", name_of_piece(p, o->unit));
}

void fd_do_stop_advance(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	if (o->verb == V_STOP) agenda_done(&d->g);
	else next_stage(s, COMBAT_FACE);
}

/* What follows an advance out of one hex, or of a line out of two: its leaders go along, a zone ends it
   (7.2p), otherwise it may go on. */
void fd_went_up(const struct play *p, struct state *d, int side, int unit, int from, int also)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	int to = d->at[unit], left = s->kind == STEP_ADVANCE ? --load_of(s)->advance.left : d->combat.hexes - 1;
	d->combat.flags |= FIGHT_ENTERED;
	d->more[unit] |= MORE_UP;
	fd_refresh(p, d, to), fd_refresh(p, d, also_at(d, unit));
	for (int l = b->units; l < b->pieces; l++)
		if (d->at[l] >= 0 && (d->at[l] == from || d->at[l] == also) && side_of(b, l) == side &&
			!d->spot[d->at[l]].on)
			fd_put(p, d, l, to);
	emit(p, .kind = E_ADVANCED, .side = (int8_t)side, .who = (int16_t)unit, .where = from, .to = to,
		.n = d->facing[unit], .rule = "7.2n");
	if (fd_zone(b, d, unit, to) || (is_extended(d, unit) && fd_zone(b, d, unit, also_at(d, unit)))) left = 0;
	if (s->kind == STEP_ADVANCE) load_of(s)->advance.left = left;
	else if (left > 0) push_load(&d->g, STEP_ADVANCE, side, advance, .unit = (int16_t)unit, .left = left);
}

/* 16.6h: whoever follows a line that collapsed goes one hex, and that was his attack. */
void fd_do_advance(const struct play *p, struct state *d, int side, const struct order *o)
{
	int from = d->at[o->unit], was = d->combat.hexes, entered = d->combat.flags & FIGHT_ENTERED;
	bool follows = agenda_see(&d->g)->kind == STEP_COMBAT && follows_line(p, d, o->unit, o->a);
	fd_put(p, d, o->unit, o->a);
	d->facing[o->unit] = (uint8_t)hexmap_direction(fd_book(p)->map, from, o->a);
	fd_match_facing(d, o->unit);
	if (follows) d->did[o->unit] |= DID_ATTACK, d->combat.hexes = 1;
	fd_went_up(p, d, side, o->unit, from, HEX_NONE);
	if (follows)
		d->combat.hexes = (uint8_t)was,
		d->combat.flags = (uint8_t)((d->combat.flags & ~FIGHT_ENTERED) | entered);
}

void fd_advance(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	if (load_see(s)->advance.left <= 0 || d->at[s->unit] < 0) agenda_done(&d->g);
	else ask(&d->g, s->side, Q_ADVANCE);
}

/* --- pursuit -------------------------------------------------------------------------------------------- */

/* 7.14b, 7.14i: organic cavalry of a unit that fought beside a hex into which cavalry can charge. */
bool fd_may_pursue(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_combat *c = &d->combat;
	const struct step *s = agenda_see(&d->g);
	int who = -1;
	for (int i = 0; i < c->n; i++)
		if (c->attacker[i] == o->unit) who = i;
	if (who < 0 || d->at[o->unit] < 0)
		return refuse(r, "7.14b", "%s did not fight", name_of_piece(p, o->unit));
	if (c->pursued >> who & 1)
		return refuse(r, "7.14b", "the cavalry of %s has pursued", name_of_piece(p, o->unit));
	int hex = c->hex[load_see(s)->loop.next];
	if (!(c->vacated >> load_see(s)->loop.next & 1) || c->stack[load_see(s)->loop.next] == hex ||
		!holds(b, d, c->stack[load_see(s)->loop.next], !side))
		return refuse(r, "7.14b", "nobody retreats");
	if (!fd_rides_into(b, d, o->unit, hex)) return refuse(r, "7.14b", "cavalry cannot charge there");
	return (d->organic[o->unit] && fd_level(p, d, o->unit) < TIRED) ||
	       refuse(r, "7.14i", "%s has no cavalry fit for it", name_of_piece(p, o->unit));
}

void fd_list_pursue(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int i = 0; i < d->combat.n; i++) {
		struct order try = {.unit = d->combat.attacker[i]};
		if (fd_may_pursue(p, d, side, &try, NULL)) offer(o, V_PURSUE, try.unit);
	}
	offer(o, V_STAND, d->combat.attacker[0]);
}

bool fd_may_not_pursue(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return o->unit == d->combat.attacker[0] ||
	       refuse(r, "7.14b", "%s is not asked", name_of_piece(p, o->unit));
}

void fd_do_not_pursue(const struct play *p, struct state *d, int side, const struct order *o)
{
	load_top(&d->g)->loop.next++;
}

/* 7.14c, 7.14g, A38: what the charge of organic cavalry adds to the die: its odds alone. It is a charge like
   others (7.13b, 7.13c); who flees counts 1. */
struct chase {
	int prey, shift;
	bool shaken;
};

static struct chase study_chase(const struct play *p, struct state *d, int hunter, int hex)
{
	const struct fd_book *b = fd_book(p);
	struct chase k = {.prey = unit_at(first_on(d, hex))};
	bool foot = true;
	int organic = 0, quarters = 4;
	for each_node(n, d, hex) {
		int u = unit_at(n);
		k.shaken |= is_shaken(d, u), foot &= b->unit[u].kind == FOOT;
		if (d->steps[u] > d->steps[k.prey]) k.prey = u;
		if (fd_level(p, d, u) < TIRED) organic += d->organic[u];
	}
	if (k.shaken) quarters = b->chart.s_charge;
	else if (foot && fd_check(p, d, k.prey, 0, "7.13b", CHECK_FIRM)) quarters = b->chart.s_square;
	if (organic && fd_check(p, d, k.prey, 0, "7.14g", CHECK_ORGANIC))
		organic = organic * b->chart.s_countercharge / 4;
	k.shift = fd_odds(&b->chart, d->organic[hunter] * quarters, (1 + organic) * 4);
	if (quarters != 4)
		emit(p, .kind = EVENT_MODIFIER, .who = (int16_t)hunter, .n = quarters, .m = 4,
			.rule = k.shaken ? "7.13c" : "7.13b",
			.note = k.shaken ? "a charge into disorder" : "the infantry stands firm");
	emit(p, .kind = EVENT_MODIFIER, .n = k.shift, .rule = "7.14c", .note = "odds of the pursuit");
	return k;
}

static void lose_hunters(const struct play *p, struct state *d, int hunter, int n)
{
	if (!n) return;
	d->organic[hunter] = (uint8_t)fd_higher(d->organic[hunter] - n, 0);
	emit(p, .kind = E_ORGANIC_LOST, .side = p->m->piece[hunter].side, .who = (int16_t)hunter,
		.where = d->at[hunter], .n = d->organic[hunter], .rule = "7.14e");
}

/* 7.14d, 7.13d: only casualties count. */
void fd_do_pursue(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct fd_combat *c = &d->combat;
	int hex = c->stack[load_now(&d->g)->loop.next], sum;
	struct chase k = study_chase(p, d, o->unit, hex);
	for (int i = 0; i < c->n; i++)
		if (c->attacker[i] == o->unit) c->pursued |= (uint16_t)(1u << i);
	const struct fd_result *r =
		fd_roll_result(p, d, k.shift, "7.14d", "the pursuit by its cavalry", o->unit, k.prey, &sum);
	emit(p, .kind = E_PURSUED, .side = (int8_t)side, .who = o->unit, .whom = (int16_t)k.prey, .where = hex,
		.n = sum, .rule = "7.14b");
	int theirs = fd_roll_casualties(p, d, r->retreats && !k.shaken ? RETREAT : ENGAGED, r->defender, k.prey);
	int ours = fd_roll_casualties(p, d, r->retreats ? ADVANCE : ENGAGED, r->attacker, o->unit);
	lose_hunters(p, d, o->unit, ours);
	if (theirs) fd_owe(d, BY_PURSUIT, hex, !side, theirs, 0, LOSS_CHARGE);
}
