/* For cases and tests: are all invariants true, how does a phase begin out of nothing, and what follows from
   fields that a case or an override has set. Everything derived is derived again here, from scratch. */
#include <stdlib.h>

#include "drill.h"

void drill_sound(const struct play *p, const struct game *g, struct text *wrong)
{
	const struct drill_book *b = drill_book(p);
	const struct state *d = drill_see(g);
	int on_map = 0, spots = 0, gone[SIDES] = {0};
	for (int u = 0; u < p->m->pieces; u++) {
		const char *name = p->m->piece[u].name;
		int at = d->at[u];
		if (d->strength[u] > b->unit[u].strength)
			text_addf(wrong, "%s has more strength than its counter; ", name);
		if (!d->strength[u]) gone[drill_side(b, u)]++;
		if (!d->strength[u] && at != PLACE_NONE) text_addf(wrong, "%s is destroyed and still there; ", name);
		if (at < BOX_MARCH || at >= b->map->count) text_addf(wrong, "%s is nowhere: %d; ", name, at);
		if (at < 0) continue;
		on_map++;
		if (drill_on(d, at) != u)
			text_addf(wrong, "%s is at %s, where somebody else is; ", name, b->map->number[at]);
		if (!b->open[at]) text_addf(wrong, "%s is where nobody can be; ", name);
	}
	for (int hex = 0; hex < b->map->count; hex++) spots += d->spot[hex].on != 0;
	if (spots != on_map) text_addf(wrong, "%d hexes are occupied by %d units; ", spots, on_map);
	for (int side = 0; side < SIDES; side++) {
		if (gone[side] != d->gone[side])
			text_addf(wrong, "side %d lost %d units, counted %d; ", side, gone[side], d->gone[side]);
		if (d->guard[side] != NO_UNIT && drill_side(b, d->guard[side]) != side)
			text_addf(wrong, "side %d has the other's guard; ", side);
	}
}

bool drill_stage(const struct play *p, struct game *g, int side, int phase)
{
	int second = side != drill_book(p)->first;
	g->depth = 0, g->deferred = 0, g->waiting = 0;
	memset(g->agenda, 0, sizeof g->agenda);
	memset(g->later, 0, sizeof g->later);
	memset(g->later_at, 0, sizeof g->later_at);
	uint8_t stage = (uint8_t)(phase == PHASE_DEPLOY ? 0 : second * 2 + (phase == PHASE_FIRE));
	agenda_push(g, (struct step){.kind = STEP_TURN, .stage = stage});
	if (phase == PHASE_DEPLOY) agenda_push(g, (struct step){.kind = STEP_DEPLOY});
	return true;
}

void drill_settle(const struct play *p, struct game *g)
{
	const struct drill_book *b = drill_book(p);
	struct state *d = drill_of(g);
	for (int hex = 0; hex < b->map->count; hex++) d->spot[hex].on = 0;
	memset(d->gone, 0, sizeof d->gone);
	for (int u = 0; u < p->m->pieces; u++) {
		if (d->strength[u] > b->unit[u].strength) d->strength[u] = b->unit[u].strength;
		if (!d->strength[u]) d->gone[drill_side(b, u)]++, d->at[u] = PLACE_NONE;
		int at = d->at[u];
		if (at >= 0 && (d->spot[at].on || !b->open[at])) at = drill_nearest_free(p, d, at, NOBODY); /* 1.3 */
		d->at[u] = PLACE_NONE;
		drill_put(d, u, at);
	}
}
