/* Every invariant of a state, derived again from scratch. Empty if all is well. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

static void board_sound(const struct baa_book *b, const struct state *d, struct text *wrong)
{
	struct state again = *d;
	baa_board_rebuild(b, &again);
	if (memcmp(again.top, d->top, sizeof d->top))
		text_add(wrong, "the hexes' tops do not follow from the places; ");
	if (memcmp(again.units, d->units, sizeof d->units))
		text_add(wrong, "the mask of units does not follow from the places; ");
	if (memcmp(again.chiefs, d->chiefs, sizeof d->chiefs))
		text_add(wrong, "the mask of commanders does not follow from the places; ");
	for (int i = 0; i < BAA_PIECES; i++)
		if (again.counter[i].under != d->counter[i].under)
			text_addf(wrong, "the chain at piece %d is wrong; ", i);
}

static bool fate_fits(const struct counter *k)
{
	if (k->at >= 0) return k->fate == FATE_HERE;
	if (k->at == PLACE_BOX(BOX_RESERVE)) return k->fate == FATE_RESERVE;
	if (k->at == PLACE_BOX(BOX_MARCH)) return k->fate == FATE_MARCHING || k->fate == FATE_RESERVE;
	return k->at == PLACE_NONE && k->fate != FATE_HERE && k->fate != FATE_RESERVE && k->fate != FATE_MARCHING;
}

static void piece_sound(const struct play *p, const struct state *d, int i, struct text *wrong)
{
	const struct baa_book *b = baa_book(p);
	const struct counter *k = &d->counter[i];
	const struct profile *f = &b->piece[i];
	const char *name = p->m->piece[i].id;
	if (!fate_fits(k)) text_addf(wrong, "%s: fate %d at place %d; ", name, k->fate, k->at);
	if (k->at >= b->hexes) text_addf(wrong, "%s stands beyond the map; ", name);
	else if (k->at >= 0 && !baa_may_stand(b, d, i, k->at))
		text_addf(wrong, "%s stands in impassable %s; ", name, p->m->map->number[k->at]);
	if (!is_unit(b, i) && k->state & (IS_PINNED | IS_FLINCHED))
		text_addf(wrong, "commander %s is pinned; ", name);
	if (f->kind == KIND_CONTROL && k->state & IS_NIC)
		text_addf(wrong, "orders.11: control counter %s is NIC; ", name);
	if (k->state & IS_ABOARD && k->at >= 0 && f->by_rail && !(b->hex[k->at] & HEX_IS_TRACK))
		text_addf(wrong, "%s is aboard a train off the track; ", name);
	if (f->identity == IDENTITY_NUMBER && f->kind == KIND_UNIT && k->boss != f->boss)
		text_addf(wrong, "%s has another commander than its number says; ", name);
	if (k->boss != NO_UNIT && (k->boss >= p->m->pieces || b->piece[k->boss].kind != KIND_COMMAND ||
								  b->piece[k->boss].side != f->side))
		text_addf(wrong, "%s is commanded by nobody that can; ", name);
}

static void hex_sound(const struct play *p, const struct state *d, int h, struct text *wrong)
{
	const struct baa_book *b = baa_book(p);
	const char *number = p->m->map->number[h];
	int first = board_first(d, h), side = first == NO_UNIT ? NOBODY : b->piece[first].side;
	for (int u = first; u != NO_UNIT; u = d->counter[u].under - 1)
		if (b->piece[u].side != side) text_addf(wrong, "both sides stand in %s; ", number);
	if (first != NO_UNIT && baa_board_units(d, h) > 6)
		text_addf(wrong, "%d units in %s; ", baa_board_units(d, h), number);
	if (d->watch[h] < NOBODY || d->watch[h] > 1 || d->owner[h] < NOBODY || d->owner[h] > 1)
		text_addf(wrong, "%s is watched or owned by no side; ", number);
	if (d->watch[h] != NOBODY && d->watch[h] != side)
		text_addf(wrong, "win.2: %s is watched by a side that is not there; ", number);
	if (d->stood[h >> 6] >> (h & 63) & 1 && first == NO_UNIT)
		text_addf(wrong, "win.2: nobody stands in %s; ", number);
	for (int dir = 0; dir < 6; dir++) {
		if (d->breach[h] >> dir & 1 && !(b->side[h * 6 + dir].flags & SIDE_IS_WORK))
			text_addf(wrong, "fort.3: a breach in %s where there is no work; ", number);
	}
}

static void agenda_sound(const struct play *p, const struct state *d, struct text *wrong)
{
	const struct game *g = &d->g;
	if (g->over) return;
	if (!g->depth || g->agenda[0].kind != STEP_BOUND) text_add(wrong, "there is no bound on the agenda; ");
	if (d->bound < baa_book(p)->first_bound || d->bound > baa_book(p)->last_bound)
		text_addf(wrong, "bound %d is not of this battle; ", d->bound);
	for (int i = 0; i < g->depth; i++) {
		const struct step *s = &g->agenda[i];
		if ((s->kind == STEP_MARCH || s->kind == STEP_FLINCH || s->kind == STEP_EVADE) &&
			!on_board(d, s->unit))
			text_addf(wrong, "step %d is about a piece that is gone; ", i);
	}
	for EACH (i, d->todo)
		if (i >= p->m->pieces || !on_board(d, i))
			text_addf(wrong, "piece %d is to act and is not there; ", i);
	if (agenda_see(g)->kind != STEP_MARCH && d->march.steps && g->depth < 2)
		text_add(wrong, "a march is left over; ");
}

void baa_sound(const struct play *p, const struct game *g, struct text *wrong)
{
	const struct baa_book *b = baa_book(p);
	const struct state *d = baa_see(g);
	board_sound(b, d, wrong);
	for (int i = 0; i < p->m->pieces; i++) piece_sound(p, d, i, wrong);
	for (int h = 0; h < b->hexes; h++) hex_sound(p, d, h, wrong);
	agenda_sound(p, d, wrong);
	if (g->turn != d->bound - b->first_bound + 1)
		text_addf(wrong, "turn %d is not bound %d; ", g->turn, d->bound);
}
