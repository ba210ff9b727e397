/* Every invariant of a state, derived again from scratch. Empty if all is well. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

static void board_sound(const struct charts *c, const struct state *b, struct text *wrong)
{
	struct state again = *b;
	baa_board_rebuild(c, &again);
	if (memcmp(again.top, b->top, sizeof b->top))
		text_add(wrong, "the hexes' tops do not follow from the places; ");
	if (memcmp(again.units, b->units, sizeof b->units))
		text_add(wrong, "the mask of units does not follow from the places; ");
	if (memcmp(again.chiefs, b->chiefs, sizeof b->chiefs))
		text_add(wrong, "the mask of commanders does not follow from the places; ");
	for (int i = 0; i < BAA_PIECES; i++)
		if (again.counter[i].under != b->counter[i].under)
			text_addf(wrong, "the chain at piece %d is wrong; ", i);
}

static bool fate_fits(const struct counter *k)
{
	if (k->at >= 0) return k->fate == FATE_HERE;
	if (k->at == PLACE_BOX(BOX_RESERVE)) return k->fate == FATE_RESERVE;
	if (k->at == PLACE_BOX(BOX_MARCH)) return k->fate == FATE_MARCHING || k->fate == FATE_RESERVE;
	return k->at == PLACE_NONE && k->fate != FATE_HERE && k->fate != FATE_RESERVE && k->fate != FATE_MARCHING;
}

static void piece_sound(const struct play *p, const struct state *b, int i, struct text *wrong)
{
	const struct charts *c = CHARTS(p);
	const struct counter *k = &b->counter[i];
	const struct profile *f = &c->piece[i];
	const char *name = p->m->piece[i].id;
	if (!fate_fits(k)) text_addf(wrong, "%s: fate %d at place %d; ", name, k->fate, k->at);
	if (k->at >= c->hexes) text_addf(wrong, "%s stands beyond the map; ", name);
	else if (k->at >= 0 && !may_stand(c, b, i, k->at))
		text_addf(wrong, "%s stands in impassable %s; ", name, p->m->map->number[k->at]);
	if (!is_unit(c, i) && k->state & (IS_PINNED | IS_FLINCHED))
		text_addf(wrong, "commander %s is pinned; ", name);
	if (f->kind == KIND_CONTROL && k->state & IS_NIC)
		text_addf(wrong, "orders.11: control counter %s is NIC; ", name);
	if (k->state & IS_ABOARD && k->at >= 0 && f->by_rail && !(c->hex[k->at] & HEX_IS_TRACK))
		text_addf(wrong, "%s is aboard a train off the track; ", name);
	if (f->identity == IDENTITY_NUMBER && f->kind == KIND_UNIT && k->boss != f->boss)
		text_addf(wrong, "%s has another commander than its number says; ", name);
	if (k->boss != NO_UNIT && (k->boss >= p->m->pieces || c->piece[k->boss].kind != KIND_COMMAND ||
								  c->piece[k->boss].side != f->side))
		text_addf(wrong, "%s is commanded by nobody that can; ", name);
}

static void hex_sound(const struct play *p, const struct state *b, int h, struct text *wrong)
{
	const struct charts *c = CHARTS(p);
	const char *number = p->m->map->number[h];
	int first = board_first(b, h), side = first == NO_UNIT ? NOBODY : c->piece[first].side;
	for (int u = first; u != NO_UNIT; u = b->counter[u].under - 1)
		if (c->piece[u].side != side) text_addf(wrong, "both sides stand in %s; ", number);
	if (first != NO_UNIT && board_units(b, h) > 6)
		text_addf(wrong, "%d units in %s; ", board_units(b, h), number);
	if (b->watch[h] < NOBODY || b->watch[h] > 1 || b->owner[h] < NOBODY || b->owner[h] > 1)
		text_addf(wrong, "%s is watched or owned by no side; ", number);
	if (b->watch[h] != NOBODY && b->watch[h] != side)
		text_addf(wrong, "win.2: %s is watched by a side that is not there; ", number);
	if (b->stood[h >> 6] >> (h & 63) & 1 && first == NO_UNIT)
		text_addf(wrong, "win.2: nobody stands in %s; ", number);
	for (int d = 0; d < 6; d++) {
		if (b->breach[h] >> d & 1 && !(c->side[h * 6 + d].flags & SIDE_IS_WORK))
			text_addf(wrong, "fort.3: a breach in %s where there is no work; ", number);
	}
}

static void agenda_sound(const struct play *p, const struct state *b, struct text *wrong)
{
	const struct game *g = &b->g;
	if (g->over) return;
	if (!g->depth || g->agenda[0].kind != STEP_BOUND) text_add(wrong, "there is no bound on the agenda; ");
	if (b->bound < CHARTS(p)->first_bound || b->bound > CHARTS(p)->last_bound)
		text_addf(wrong, "bound %d is not of this battle; ", b->bound);
	for (int i = 0; i < g->depth; i++) {
		const struct step *s = &g->agenda[i];
		if ((s->kind == STEP_MARCH || s->kind == STEP_FLINCH || s->kind == STEP_EVADE) &&
			!on_board(b, s->unit))
			text_addf(wrong, "step %d is about a piece that is gone; ", i);
	}
	for EACH (i, b->todo)
		if (i >= p->m->pieces || !on_board(b, i))
			text_addf(wrong, "piece %d is to act and is not there; ", i);
	if (agenda_see(g)->kind != STEP_MARCH && b->march.steps && g->depth < 2)
		text_add(wrong, "a march is left over; ");
}

void baa_sound(const struct play *p, const struct game *g, struct text *wrong)
{
	const struct charts *c = CHARTS(p);
	const struct state *b = SEE(g);
	board_sound(c, b, wrong);
	for (int i = 0; i < p->m->pieces; i++) piece_sound(p, b, i, wrong);
	for (int h = 0; h < c->hexes; h++) hex_sound(p, b, h, wrong);
	agenda_sound(p, b, wrong);
	if (g->turn != b->bound - c->first_bound + 1)
		text_addf(wrong, "turn %d is not bound %d; ", g->turn, b->bound);
}
