/* For cases and tests: are all invariants true, how does a phase begin out of nothing. Everything derived is
   derived again here. */
#include <stdlib.h>

#include "rules/from_divisions/from_divisions.h"

/* A unit's steps are on the map, astray, dead or with its detachment (10). */
static int detached(const struct fd_book *b, const struct state *d, int u)
{
	int f = b->unit[u].formation, slot = b->formation[f].detachment[b->unit[u].kind];
	if (slot == NO_UNIT || d->parent[f] != u) return 0;
	return d->steps[slot] + d->stragglers[slot] + d->dead[slot] - is_smashed(d, slot);
}

static void check_steps(const struct play *p, const struct state *d, int u, struct text *wrong)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_unit *c = &b->unit[u];
	const char *name = name_of_piece(p, u);
	int sum = d->steps[u] + d->stragglers[u] + d->dead[u] - is_smashed(d, u) + detached(b, d, u);
	if (c->type == DIVISION && sum != c->steps)
		text_addf(wrong, "%s has %d steps of %d; ", name, sum, c->steps);
	if (c->type == DETACHMENT && d->at[u] == PLACE_NONE && (d->steps[u] || d->stragglers[u] || d->dead[u]))
		text_addf(wrong, "%s is not made, and has men or losses; ", name);
	if (d->stragglers[u] > b->chart.stragglers)
		text_addf(wrong, "%s misses %d stragglers; ", name, d->stragglers[u]);
	if (is_smashed(d, u) && (!d->stragglers[u] || d->steps[u] != 1 || is_disorganised(d, u)))
		text_addf(wrong, "%s is Smashed without reason; ", name);
	if (!on(p, O_LITE_FATIGUE) && (d->fatigue[u] < d->low[u] || d->fatigue[u] > d->high[u]))
		text_addf(wrong, "%s: fatigue %d is not between %d and %d; ", name, d->fatigue[u], d->low[u],
			d->high[u]);
	if (d->fatigue[u] > c->boxes || d->guns[u] > d->most[u] || d->guns[u] < d->least[u])
		text_addf(wrong, "%s: its chart is wrong; ", name);
	if (d->note[u].fresh > d->stragglers[u] || d->note[u].fresh > d->note[u].lost)
		text_addf(wrong, "%s: %d stragglers of this turn; ", name, d->note[u].fresh);
	if (d->at[u] >= 0 && !d->steps[u]) text_addf(wrong, "%s stands there without men; ", name);
	if (c->type == BATTERY && d->steps[u] != d->guns[u])
		text_addf(wrong, "%s: %d guns, %d steps; ", name, d->guns[u], d->steps[u]);
}

static void check_places(const struct play *p, const struct state *d, int u, struct text *wrong)
{
	const struct fd_book *b = fd_book(p);
	const char *name = name_of_piece(p, u);
	if (d->at[u] < BOX_OUT || d->at[u] >= b->map->count)
		text_addf(wrong, "%s is nowhere: %d; ", name, d->at[u]);
	if (d->facing[u] > 5) text_addf(wrong, "%s faces nowhere; ", name);
	if (d->at[u] >= 0 && b->ground[d->at[u]] & GROUND_CLOSED)
		text_addf(wrong, "%s stands where nobody can; ", name);
	if (!is_extended(d, u)) return;
	int along = d->at[u] < 0 ? -1 : hexmap_direction(b->map, d->at[u], also_at(d, u));
	if (along < 0 || b->unit[u].type != DIVISION)
		text_addf(wrong, "%s is stretched beyond two hexes; ", name);
	else if ((d->facing[u] + 1) % 6 != along && (d->facing[u] + 5) % 6 != along)
		text_addf(wrong, "%s in line faces along itself; ", name);
}

/* Only somebody on the march or in flight may stand where there is no room. */
static bool is_passing(const struct state *d)
{
	for (int i = 0; i < d->g.depth; i++)
		if (d->g.agenda[i].kind != STEP_TURN && d->g.agenda[i].kind != STEP_ACT) return true;
	return false;
}

static void check_hexes(const struct play *p, const struct state *d, struct text *wrong)
{
	const struct fd_book *b = fd_book(p);
	for (int h = 0; h < b->map->count; h++) {
		int n = 0, first = d->spot[h].on ? unit_at(first_on(d, h)) : 0, sum = 0;
		bool ordered = true;
		for (int k = first_on(d, h); k >= 0 && n < 40; k = next_on(d, k), n++) {
			int u = unit_at(k);
			if (!stands_in(d, u, h))
				text_addf(wrong, "%s is chained in %s; ", name_of_piece(p, u), b->map->number[h]);
			if (b->unit[u].side != b->unit[first].side)
				text_addf(wrong, "both sides stand in %s; ", b->map->number[h]);
			sum += b->unit[u].type == BATTERY ? 0 : fd_points(d, k);
			ordered &= is_shaken(d, u) || b->unit[u].type == BATTERY;
			if (!is_passing(d) && d->facing[u] != d->facing[first] && !is_extended(d, u) &&
				!is_extended(d, first))
				text_addf(wrong, "%s faces otherwise than its stack; ", name_of_piece(p, u));
		}
		if (n && sum > b->chart.stacking && !ordered && !is_passing(d) && !d->acting)
			text_addf(wrong, "%d points stand in good order in %s; ", sum, b->map->number[h]);
	}
}

static void check_spots(const struct play *p, const struct state *d, struct text *wrong)
{
	const struct fd_book *b = fd_book(p);
	size_t room = p->m->state_bytes;
	struct state *again = malloc(room);
	if (!again) abort();
	memcpy(again, d, room);
	struct play quiet = {p->m, NULL, NULL};
	fd_settle(&quiet, &again->g);
	if (memcmp(again, d, room)) text_add(wrong, "what is derived differs; ");
	for (int h = 0; h < b->map->count; h++)
		if (memcmp(&again->spot[h], &d->spot[h], sizeof d->spot[h]))
			text_addf(wrong, "hex %s is kept wrongly; ", b->map->number[h]);
	free(again);
}

void fd_sound(const struct play *p, const struct game *g, struct text *wrong)
{
	const struct fd_book *b = fd_book(p);
	const struct state *d = fd_see(g);
	for (int u = 0; u < b->units; u++) check_steps(p, d, u, wrong), check_places(p, d, u, wrong);
	check_hexes(p, d, wrong);
	check_spots(p, d, wrong);
	for (int i = 0; i < b->pieces; i++) {
		bool marker = false;
		for (int f = 0; f < b->formations; f++) marker |= b->formation[f].rep == i;
		if (d->wear[i] > SPENT || (d->wear[i] && !marker))
			text_addf(wrong, "%s: level %d; ", name_of_piece(p, i), d->wear[i]);
	}
	for (int side = 0; side < SIDES; side++)
		if (d->army[side] < 0 || d->army[side] > b->army[side])
			text_addf(wrong, "army morale is %d; ", d->army[side]);
	if (d->marker > b->chart.track || d->marker < -b->chart.track)
		text_addf(wrong, "the initiative marker has left its track; ");
}

/* --- phases out of nothing ------------------------------------------------------------------------------ */

/* An activation begins with every formation of the side, unless some of them act already. */
bool fd_stage(const struct play *p, struct game *g, int side, int phase)
{
	static const uint8_t turn[PHASES] = {[PHASE_REINFORCE] = TURN_REINFORCE,
		[PHASE_CUP] = TURN_INITIATIVE,
		[PHASE_ACTION] = TURN_CUP,
		[PHASE_ATTACK] = TURN_CUP,
		[PHASE_END] = TURN_CUP};
	const struct fd_book *b = fd_book(p);
	struct state *d = fd_of(g);
	g->depth = g->deferred = 0, g->waiting = 0;
	agenda_push(g, (struct step){.kind = STEP_TURN, .side = (uint8_t)side, .stage = turn[phase]});
	if (phase < PHASE_ACTION) return true;
	fd_settle(p, g);
	uint64_t own = 0;
	for (int f = b->formation_from[side]; f < b->formation_from[side + 1]; f++) own |= 1ull << f;
	d->acting = d->acting & own ? d->acting & own : own;
	fd_begin_act(p, d);
	agenda_push(g, (struct step){.kind = STEP_ACT,
					   .side = (uint8_t)side,
					   .stage = phase == PHASE_ACTION ? ACT_RALLY
	                          : phase == PHASE_ATTACK ? ACT_ATTACK
	                                                  : ACT_DRIVEN});
	return true;
}

/* Every enemy that could reach the place beside it or stands there may attack: asks what they could do if
   they began there. */
void fd_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	struct state *d = fd_of(clone);
	if (is_leader(b, attacker) || place < 0 || d->at[attacker] < 0) return;
	int side = b->unit[attacker].side, from = d->at[attacker], best = HEX_NONE;
	int16_t value[FD_ALL];
	fd_reach(p, d, attacker, value);
	for (int dir = 0; dir < 6; dir++) {
		int to = hex_next(b->map, place, dir);
		if (to != HEX_NONE && (to == from || (value[to] >= 0 && fd_has_room(b, d, attacker, to))) &&
			!holds(b, d, to, !side) && (best == HEX_NONE || to == from))
			best = to;
	}
	if (best == HEX_NONE || is_extended(d, attacker)) return;
	if (best != from) fd_put(p, d, attacker, best);
	fd_face(p, d, attacker, hexmap_direction(b->map, best, place));
	d->acting = 1ull << b->unit[attacker].formation;
	fd_stage(p, clone, side, PHASE_ATTACK);
	clone->turn = clone->turn < 1 ? 1 : clone->turn;
	struct order try = {.verb = V_ATTACK, .unit = (int16_t)attacker, .a = place};
	ask(clone, side, Q_ATTACK);
	if (fd_may_attack(p, d, side, &try, NULL)) offer_at(o, V_ATTACK, attacker, place);
}
