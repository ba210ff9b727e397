/* Movement (1.4, 4). A march is a chain of small questions: which unit, which hex, which hex, halt. The
   agenda holds it as MOVE (the phase) and MARCH (one unit, with the points it has left); fire at it is pushed
   on top. */
#include "drill.h"

/* Moves a unit between places; keeps `spot` in step with `at`. */
void drill_put(struct state *d, int unit, int place)
{
	if (d->at[unit] >= 0) d->spot[d->at[unit]].on = 0;
	d->at[unit] = (int16_t)place;
	if (place >= 0) d->spot[place].on = (uint8_t)(unit + 1);
}

bool drill_beside_enemy(const struct drill_book *b, const struct state *d, int hex, int side)
{
	for (int dir = 0; dir < 6; dir++) {
		int next = hex_next(b->map, hex, dir);
		if (next != HEX_NONE && d->spot[next].on && drill_side(b, drill_on(d, next)) != side) return true;
	}
	return false;
}

/* --- the phase ------------------------------------------------------------------------------------------ */

/* 1.4 */
static void arrive(const struct play *p, struct state *d, int unit, int side)
{
	const struct drill_unit *u = &drill_book(p)->unit[unit];
	if (d->at[unit] != BOX_MARCH || u->arrives > d->g.turn) return;
	int hex = drill_nearest_free(p, d, u->entry, side);
	if (hex == HEX_NONE) return;
	drill_put(d, unit, hex);
	emit(p, .kind = EVENT_ARRIVED, .side = (int8_t)side, .who = (int16_t)unit, .where = hex, .rule = "1.4");
}

void drill_move(const struct play *p, struct state *d)
{
	const struct drill_book *b = drill_book(p);
	struct step *s = agenda_top(&d->g);
	for (int u = b->from[s->side]; s->stage == 0 && u < b->from[s->side + 1]; u++) {
		d->flags[u] &= (uint8_t)~UNIT_MOVED;
		arrive(p, d, u, s->side);
	}
	s->stage = 1;
	ask(&d->g, s->side, ASK_MARCH);
}

/* 4.1 … 4.3: may a unit on `hex` with so many points left step that way? The one place that says so: legal
   lists, check explains, and overlays show by it. */
static bool can_step(const struct drill_book *b, const struct state *d, int hex, int dir, int points,
	struct refusal *r)
{
	int to = hex_next(b->map, hex, dir), cost = b->cost[hex * 6 + dir];
	if (!cost)
		return refuse(r, "4.3", "nobody can enter %s from %s", b->map->number[to], b->map->number[hex]);
	if (d->spot[to].on) return refuse(r, "4.3", "%s is occupied", b->map->number[to]);
	if (cost > points)
		return refuse(r, "4.2", "%s costs %d, and %d are left", b->map->number[to], cost, points);
	return true;
}

static bool can_march(const struct drill_book *b, const struct state *d, int unit, struct refusal *r)
{
	if (d->at[unit] < 0) return refuse(r, "4.1", "it is not on the map");
	if (d->flags[unit] & UNIT_MOVED) return refuse(r, "3.2", "it has marched already");
	for (int dir = 0; dir < 6; dir++)
		if (can_step(b, d, d->at[unit], dir, b->unit[unit].allowance, NULL)) return true;
	return refuse(r, "4.3", "there is no hex that it could enter");
}

bool drill_may_march(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (p->m->piece[o->unit].side != side)
		return refuse(r, "3.1", "%s is not of your side", p->m->piece[o->unit].name);
	return can_march(drill_book(p), d, o->unit, r);
}

void drill_list_marches(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct drill_book *b = drill_book(p);
	for (int u = b->from[side]; u < b->from[side + 1]; u++)
		if (can_march(b, d, u, NULL)) orders_add(o, VERB_MARCH, u, 0, 0, 0);
	orders_add(o, VERB_DONE, NO_UNIT, 0, 0, 0);
}

void drill_do_march(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s =
		agenda_push(&d->g, (struct step){.kind = STEP_MARCH, .side = (uint8_t)side, .unit = o->unit});
	load_of(s)->march.points = drill_book(p)->unit[o->unit].allowance;
}

/* --- one march: load.march ------------------------------------------------------------------------------ */

void drill_march(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	bool on = load_see(s)->march.points > 0 && d->at[s->unit] >= 0; /* it may have been shot while this step
	                                                                   waited */
	if (on) {
		ask(&d->g, s->side, ASK_STEP);
		return;
	}
	drill_end_march(p, d, s);
	agenda_done(&d->g);
}

/* Also the cleanup of a march that is cancelled (6.2). */
void drill_end_march(const struct play *p, struct state *d, const struct step *s)
{
	d->flags[s->unit] |= UNIT_MOVED;
	emit(p, .kind = EVENT_HALTED, .side = (int8_t)s->side, .who = s->unit, .where = d->at[s->unit],
		.rule = "3.2");
}

bool drill_may_step(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct drill_book *b = drill_book(p);
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit)
		return refuse(r, "4.1", "%s is on the march, not %s", p->m->piece[s->unit].name,
			p->m->piece[o->unit].name);
	int from = d->at[s->unit], dir = o->a < 0 ? -1 : hexmap_direction(b->map, from, o->a);
	if (dir < 0) return refuse(r, "4.1", "a step leads to a neighbouring hex");
	return can_step(b, d, from, dir, load_see(s)->march.points, r);
}

void drill_list_steps(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct drill_book *b = drill_book(p);
	const struct step *s = agenda_see(&d->g);
	int from = d->at[s->unit];
	for (int dir = 0; dir < 6; dir++)
		if (can_step(b, d, from, dir, load_see(s)->march.points, NULL))
			orders_add(o, VERB_STEP, s->unit, hex_next(b->map, from, dir), 0, 0);
	orders_add(o, VERB_HALT, NO_UNIT, 0, 0, 0);
}

/* 4.4: whoever comes next to an enemy stops; 4.5: and may be fired at. */
void drill_do_step(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct drill_book *b = drill_book(p);
	struct step *s = agenda_top(&d->g);
	int from = d->at[s->unit], dir = hexmap_direction(b->map, from, o->a);
	load_of(s)->march.points -= b->cost[from * 6 + dir];
	drill_put(d, s->unit, o->a);
	emit(p, .kind = EVENT_STEPPED, .side = (int8_t)side, .who = s->unit, .where = from, .to = o->a,
		.rule = "4.1");
	if (!drill_beside_enemy(b, d, o->a, side)) return;
	load_of(s)->march.points = 0;
	/* 6.3 */
	if (!d->broken[!side])
		agenda_push(&d->g, (struct step){.kind = STEP_OPPOSE, .side = (uint8_t)!side, .other = s->unit});
}

void drill_do_halt(const struct play *p, struct state *d, int side, const struct order *o)
{
	load_of(agenda_top(&d->g))->march.points = 0;
}

/* --- fire at whoever came near: load.oppose ------------------------------------------------------------- */

void drill_oppose(const struct play *p, struct state *d) { ask(&d->g, agenda_see(&d->g)->side, ASK_OPPOSE); }

void drill_list_opposers(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct drill_book *b = drill_book(p);
	int target = load_see(agenda_see(&d->g))->oppose.target;
	for (int dir = 0; dir < 6; dir++) {
		int next = hex_next(b->map, d->at[target], dir);
		if (next != HEX_NONE && d->spot[next].on && drill_side(b, drill_on(d, next)) == side)
			orders_add(o, VERB_FIRE, drill_on(d, next), target, 0, 0);
	}
	orders_add(o, VERB_HOLD, NO_UNIT, 0, 0, 0);
}

/* 4.5: the strongest unit fires, unless the standing order is to hold. Odds cross the question by the same
   answer. */
bool drill_usual_opposer(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	struct orders can = {0};
	drill_list_opposers(p, d, side, &can);
	int best = can.n - 1; /* the last is to hold */
	for (int i = 0; i < can.n - 1 && choice != DEFENCE_HOLD; i++)
		if (best == can.n - 1 || d->strength[can.list[i].unit] > d->strength[can.list[best].unit]) best = i;
	*o = can.list[best];
	return true;
}

/* --- where could it go? --------------------------------------------------------------------------------- */

struct marcher {
	const struct drill_book *b;
	const struct state *d;
	int side, points;
};

static int march_cost(const void *who, int from, int dir, int to, bool *stop)
{
	const struct marcher *m = who;
	if (!can_step(m->b, m->d, from, dir, m->points, NULL)) return -1;
	*stop = drill_beside_enemy(m->b, m->d, to, m->side);
	return m->b->cost[from * 6 + dir];
}

void drill_reach(const struct play *p, const struct state *d, int unit, int16_t *value)
{
	const struct drill_book *b = drill_book(p);
	struct marcher who = {b, d, p->m->piece[unit].side, b->unit[unit].allowance};
	int16_t from[HEX_MOST];
	if (d->at[unit] >= 0) hex_reach(b->map, d->at[unit], who.points, march_cost, &who, value, from);
}
