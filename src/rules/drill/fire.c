/* Fire (5). A shot is a step of its own, so that everything it causes (hits, falling back, a side that
   breaks) happens on top of it or is deferred until it is over, whether it was fired in its own phase or at a
   unit on the march. */
#include <stdlib.h>

#include "drill.h"

/* 5.2: shelter between the two blocks; a line along the side of two hexes is blocked only if both do. */
bool drill_sees(const struct hexmap *map, const bool *shelter, int from, int to, struct refusal *r)
{
	struct sight_cross cross[SIGHT_MOST];
	int n = sight_line(map, from, to, cross);
	for (int i = 0; i < n; i++)
		if (shelter[cross[i].a] && (cross[i].b == HEX_NONE || shelter[cross[i].b]))
			return refuse(r, "5.2", "%s blocks the line from %s to %s", map->number[cross[i].a],
				map->number[from], map->number[to]);
	return true;
}

/* --- the phase ------------------------------------------------------------------------------------------ */

void drill_fire(const struct play *p, struct state *d)
{
	const struct drill_book *b = drill_book(p);
	struct step *s = agenda_top(&d->g);
	if (d->broken[s->side]) { /* 6.3 */
		agenda_done(&d->g);
		return;
	}
	for (int u = b->from[s->side]; s->stage == 0 && u < b->from[s->side + 1]; u++)
		d->flags[u] &= (uint8_t)~UNIT_FIRED;
	s->stage = 1;
	ask(&d->g, s->side, ASK_FIRE);
}

/* Serves the fire phase and fire at a unit on the march (4.5): there only one may be the target, and only
   from beside it. */
bool drill_may_fire(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct drill_book *b = drill_book(p);
	const struct piece *piece = p->m->piece;
	int unit = o->unit, target = o->a;
	bool opposing = d->g.question[side] == ASK_OPPOSE;
	if (piece[unit].side != side) return refuse(r, "5.1", "%s is not of your side", piece[unit].name);
	if (piece[target].side == side) return refuse(r, "5.1", "%s is not an enemy", piece[target].name);
	if (d->at[unit] < 0 || d->at[target] < 0)
		return refuse(r, "5.1", "%s is not on the map", piece[d->at[unit] < 0 ? unit : target].name);
	if (opposing && target != load_see(agenda_see(&d->g))->oppose.target)
		return refuse(r, "4.5", "%s did not come near", piece[target].name);
	if (!opposing && d->flags[unit] & UNIT_FIRED)
		return refuse(r, "3.2", "%s has fired already", piece[unit].name);
	int range = hex_range(b->map, d->at[unit], d->at[target]), most = opposing ? 1 : b->unit[unit].range;
	if (range > most)
		return refuse(r, opposing ? "4.5" : "5.1", "%s is %d hexes away, and %s fires %d far",
			piece[target].name, range, piece[unit].name, most);
	return drill_sees(b->map, b->shelter, d->at[unit], d->at[target], r);
}

void drill_list_fire(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct drill_book *b = drill_book(p);
	for (int u = b->from[side]; u < b->from[side + 1]; u++) {
		if (d->at[u] < 0 || d->flags[u] & UNIT_FIRED) continue;
		const struct drill_field *f = &b->field[d->at[u]];
		for (int i = 0; i < f->n[b->unit[u].range]; i++) {
			int target = drill_on(d, f->hex[i]);
			if (target != NO_UNIT && drill_side(b, target) != side) orders_add(o, VERB_FIRE, u, target, 0, 0);
		}
	}
	orders_add(o, VERB_DONE, NO_UNIT, 0, 0, 0);
}

/* Opposing fire replaces the step that asked for it; a shot of the fire phase goes on top of the phase. */
void drill_do_fire(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step shot = {.kind = STEP_SHOT, .side = (uint8_t)side, .unit = o->unit, .other = (int16_t)o->a};
	if (agenda_see(&d->g)->kind == STEP_OPPOSE) {
		*agenda_top(&d->g) = shot;
		return;
	}
	d->flags[o->unit] |= UNIT_FIRED;
	agenda_push(&d->g, shot);
}

/* --- a shot: load.shot ---------------------------------------------------------------------------------- */

/* 5.5: the unit loses strength, and is destroyed when it has none left. */
static bool survives(const struct play *p, struct state *d, int unit, int losses, const char *rule)
{
	int side = p->m->piece[unit].side;
	d->strength[unit] = (uint8_t)(losses < d->strength[unit] ? d->strength[unit] - losses : 0);
	if (d->strength[unit]) return true;
	emit(p, .kind = EVENT_DESTROYED, .side = (int8_t)side, .who = (int16_t)unit, .where = d->at[unit],
		.rule = rule);
	drill_put(d, unit, PLACE_NONE);
	if (unit == d->guard[side]) drill_show_guard(p, d, side);
	drill_destroyed(p, d, side);
	return false;
}

static void hit(const struct play *p, struct state *d, int unit, int hits, int by)
{
	int side = p->m->piece[unit].side;
	emit(p, .kind = EVENT_HITS, .side = (int8_t)!side, .who = (int16_t)unit, .whom = (int16_t)by, .n = hits,
		.rule = "5.3");
	if (!survives(p, d, unit, hits, "5.5")) return;
	if (unit == d->guard[side]) { /* 2.2, 2.3 */
		drill_show_guard(p, d, side);
		emit(p, .kind = EVENT_STOOD, .side = (int8_t)side, .who = (int16_t)unit, .where = d->at[unit],
			.rule = "2.2");
		return;
	}
	d->flags[unit] |= UNIT_PLAIN;
	agenda_push(&d->g, (struct step){.kind = STEP_FALL_BACK,
						   .side = (uint8_t)side,
						   .unit = (int16_t)unit,
						   .other = (int16_t)by});
}

/* 5.3; 5.4: woods and settlements shelter, so that only a 6 hits. */
static int needed_against(const struct drill_book *b, const struct state *d, int target)
{
	if (!b->shelter[d->at[target]]) return b->hit_on;
	return b->hit_on + b->cover;
}

/* 5.3: one throw, of which only the number of hits matters: that is what odds enumerate. */
void drill_shot(const struct play *p, struct state *d)
{
	const struct drill_book *b = drill_book(p);
	struct step *s = agenda_top(&d->g), shot = *s;
	int target = load_see(&shot)->shot.target;
	if (s->stage++) {
		agenda_done(&d->g);
		return;
	}
	int needed = needed_against(b, d, target);
	emit(p, .kind = EVENT_FIRED, .side = (int8_t)shot.side, .who = shot.unit, .whom = (int16_t)target,
		.where = d->at[shot.unit], .to = d->at[target], .rule = "5.1");
	if (needed > b->hit_on)
		emit(p, .kind = EVENT_MODIFIER, .side = (int8_t)shot.side, .who = shot.unit, .whom = (int16_t)target,
			.n = -b->cover, .rule = "5.4", .note = "cover");
	int hits =
		roll_hits(p, &d->g, shot.side, d->strength[shot.unit], needed, shot.unit, target, "5.3", "fire");
	if (hits) hit(p, d, target, hits, shot.unit);
}

/* --- falling back: load.fall_back ----------------------------------------------------------------------- */

/* 5.6 */
static bool can_fall_back(const struct drill_book *b, const struct state *d, const struct step *s, int dir,
	struct refusal *r)
{
	int from = d->at[s->unit], to = hex_next(b->map, from, dir);
	const char(*number)[6] = b->map->number;
	if (!b->cost[from * 6 + dir])
		return refuse(r, "4.3", "nobody can enter %s from %s", number[to], number[from]);
	if (d->spot[to].on) return refuse(r, "5.6", "%s is occupied", number[to]);
	if (hex_range(b->map, to, d->at[load_see(s)->fall_back.from]) <=
		hex_range(b->map, from, d->at[load_see(s)->fall_back.from]))
		return refuse(r, "5.6", "%s is not farther from the enemy that fired", number[to]);
	if (drill_beside_enemy(b, d, to, s->side)) return refuse(r, "5.6", "%s is next to an enemy", number[to]);
	return true;
}

/* The first hex with shelter, clockwise from direction 0, or else the first. HEX_NONE */
static int nearest_shelter(const struct play *p, const struct state *d, const struct step *s)
{
	const struct drill_book *b = drill_book(p);
	int best = HEX_NONE;
	for (int dir = 0; dir < 6; dir++) {
		if (!can_fall_back(b, d, s, dir, NULL)) continue;
		int to = hex_next(b->map, d->at[s->unit], dir);
		if (b->shelter[to]) return to;
		if (best == HEX_NONE) best = to;
	}
	return best;
}

/* 5.6: the default. Odds cross the question by the same answer. */
bool drill_usual_fall_back(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	const struct step *s = agenda_see(&d->g);
	*o = (struct order){VERB_FALL_BACK, s->unit, nearest_shelter(p, d, s), 0, 0};
	return true;
}

void drill_fall_back(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	if (nearest_shelter(p, d, s) != HEX_NONE) {
		ask(&d->g, s->side, ASK_FALL_BACK);
		return;
	}
	int unit = s->unit;
	emit(p, .kind = EVENT_HITS, .side = (int8_t)!s->side, .who = (int16_t)unit,
		.whom = load_see(s)->fall_back.from, .n = 1, .rule = "5.7");
	survives(p, d, unit, 1, "5.7");
	agenda_done(&d->g);
}

bool drill_may_fall_back(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct drill_book *b = drill_book(p);
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit)
		return refuse(r, "5.6", "%s falls back, not %s", p->m->piece[s->unit].name,
			p->m->piece[o->unit].name);
	int dir = o->a < 0 ? -1 : hexmap_direction(b->map, d->at[s->unit], o->a);
	if (dir < 0) return refuse(r, "5.6", "it falls back to a neighbouring hex");
	return can_fall_back(b, d, s, dir, r);
}

void drill_list_fall_backs(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct drill_book *b = drill_book(p);
	const struct step *s = agenda_see(&d->g);
	for (int dir = 0; dir < 6; dir++)
		if (can_fall_back(b, d, s, dir, NULL))
			orders_add(o, VERB_FALL_BACK, s->unit, hex_next(b->map, d->at[s->unit], dir), 0, 0);
}

void drill_do_fall_back(const struct play *p, struct state *d, int side, const struct order *o)
{
	emit(p, .kind = EVENT_FELL_BACK, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit],
		.to = o->a, .rule = "5.6");
	drill_put(d, o->unit, o->a);
	agenda_done(&d->g);
}

/* --- what could be fired at us -------------------------------------------------------------------------- */

/* Turns the clone into the attacker's fire phase and keeps the shots at that place. */
void drill_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o)
{
	struct state *d = drill_of(clone);
	int target = place < 0 ? NO_UNIT : drill_on(d, place), kept = 0;
	if (target == NO_UNIT || !drill_stage(p, clone, attacker, PHASE_FIRE)) return;
	while (!clone->waiting && !clone->over) play_step(p, clone);
	/* broken sides threaten nobody */
	if (!(clone->waiting >> attacker & 1) || clone->question[attacker] != ASK_FIRE) return;
	int before = o->n;
	drill_list_fire(p, d, attacker, o);
	for (int i = before; i < o->n; i++)
		if (o->list[i].verb == VERB_FIRE && o->list[i].a == target) o->list[before + kept++] = o->list[i];
	o->n = before + kept;
}
