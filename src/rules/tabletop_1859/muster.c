/* From a battle to a table: the scenario's part of the ground laid out (comp.1a), its units as stands, their
   commanders, who obeys whom, what is to be held. Brigade batteries become units of their own (comp.1e), and
   a formation whose leader the scenario does not name gets a commander all the same. */
#include <stdio.h>
#include <string.h>

#include "engine/mustering.h"
#include "rules/tabletop_1859/card_read.h"
#include "rules/tabletop_1859/mustering.h"

/* --- the table ------------------------------------------------------------------------------------------ */

static int32_t clamp(int64_t v, int32_t least, int32_t most)
{
	return v < least ? least : v > most ? most : (int32_t)v;
}

static int32_t place_of(const struct tt_making *k, struct point at)
{
	const struct tabletop *t = k->b->table;
	return PLACE_XY(clamp((at.x - t->from.x) / t->metres, 0, t->w),
		clamp((at.y - t->from.y) / t->metres, 0, t->h));
}

static void lay_table(struct tt_making *k)
{
	const struct scenario *s = k->m->scenario;
	const struct ground *g = k->m->battle->ground;
	int32_t metres = k->b->n.metres / 10;
	bool whole = s->to.x <= s->from.x || s->to.y <= s->from.y;
	struct point from = whole ? (struct point){0, 0} : s->from,
				 to = whole ? (struct point){g->width, g->height} : s->to;
	int32_t w = clamp((to.x - from.x) / metres, 10, 8191), h = clamp((to.y - from.y) / metres, 10, 8191);
	k->b->table = tabletop_lay(k->with->arena, g, from, w, h, metres);
	k->m->tabletop_w = w, k->m->tabletop_h = h;
	k->m->tabletop_left = from.x, k->m->tabletop_top = from.y, k->m->tabletop_metres = metres;
}

/* comp.5d: does it fit, lengthwise or across? */
static void grade(struct tt_making *k)
{
	const struct tt_numbers *n = &k->b->n;
	int32_t w = k->m->tabletop_w, h = k->m->tabletop_h;
	bool fits = (w <= n->tabletop_w && h <= n->tabletop_h) || (w <= n->tabletop_h && h <= n->tabletop_w);
	k->m->grade = fits ? GRADE_POSSIBLE : GRADE_TEST;
	k->m->grade_why =
		fits ? "fits the table; nobody has balanced it" : "larger than a table of 72 by 48 inches";
}

/* --- pieces --------------------------------------------------------------------------------------------- */

static int add_piece(struct tt_making *k, struct piece p, const struct tt_piece *v)
{
	if (k->m->pieces == TT_PIECES) {
		fault_add(k->with->faults, k->m->scenario->mark, "more than %d units and commanders", TT_PIECES);
		return TT_PIECES - 1;
	}
	int i = k->m->pieces++;
	k->piece[i] = p, k->b->piece[i] = *v;
	return i;
}

static void place_and_time(const struct tt_making *k, const struct posting *p, struct tt_piece *v)
{
	int since = p->arrives - k->b->starts;
	v->entry = place_of(k, p->at);
	v->arrives = (int16_t)(p->arrives < 0 ? 0 : since <= 0 ? 1 : since / k->b->n.minutes + 1);
	v->facing = (int16_t)p->facing;
	v->chief = v->corps = v->superior = NO_UNIT;
	v->formation = v->arrives ? FORM_MARCH : v->arm == CARD_INFANTRY ? FORM_COLUMN : FORM_LINE;
}

static void muster_battery(struct tt_making *k, const struct posting *p, const struct unit *u)
{
	struct tt_piece v = {0};
	const char *derived;
	tt_battery_values(k, u, &v, &derived);
	place_and_time(k, p, &v);
	add_piece(k,
		(struct piece){.id = arena_printf(k->with->arena, "%s_battery", u->id),
			.name = arena_printf(k->with->arena, "%s%s battery", u->name,
				u->name[strlen(u->name) - 1] == 's' ? "'" : "'s"),
			.side = (int8_t)u->side,
			.symbol = ARM_ARTILLERY,
			.formation = (int16_t)u->formation,
			.unit = (int16_t)p->who,
			.leader = NOBODY,
			.derived = derived},
		&v);
}

static void muster_unit(struct tt_making *k, const struct posting *p)
{
	const struct unit *u = &k->m->battle->unit[p->who];
	struct tt_piece v = {0};
	const char *derived;
	tt_unit_values(k, u, &v, &derived);
	place_and_time(k, p, &v);
	add_piece(k,
		(struct piece){.id = u->id,
			.name = u->name,
			.side = (int8_t)u->side,
			.symbol = (uint8_t)u->arm,
			.formation = (int16_t)u->formation,
			.unit = (int16_t)p->who,
			.leader = NOBODY,
			.derived = derived},
		&v);
	if (tt_has_battery(u)) muster_battery(k, p, u);
}

static void muster_units(struct tt_making *k, int side)
{
	const struct scenario *s = k->m->scenario;
	k->b->from[side] = k->m->pieces;
	for (int i = 0; i < s->postings; i++) {
		const struct posting *p = &s->posting[i];
		if (p->kind != POSTING_UNIT) continue;
		const struct unit *u = &k->m->battle->unit[p->who];
		if (u->side == side && u->arm != ARM_BOAT) muster_unit(k, p);
	}
	k->b->from[side + 1] = k->m->pieces;
}

/* --- commanders ----------------------------------------------------------------------------------------- */

static void muster_leader(struct tt_making *k, const struct posting *p)
{
	const struct leader *l = &k->m->battle->leader[p->who];
	struct tt_piece v = {0};
	const char *derived;
	tt_leader_values(k, l, &v, &derived);
	v.side = (uint8_t)l->side;
	place_and_time(k, p, &v);
	k->chief_of[l->formation] = add_piece(k,
		(struct piece){.id = l->id,
			.name = l->name,
			.side = (int8_t)l->side,
			.symbol = (uint8_t)(k->m->battle->formation[l->formation].level <= LEVEL_CORPS ? SYMBOL_CHIEF
																						   : SYMBOL_LEADER),
			.formation = (int16_t)l->formation,
			.unit = NOBODY,
			.leader = (int16_t)p->who,
			.derived = derived},
		&v);
}

/* A commander for a formation without a named one: he stands where its first unit does. */
static void muster_unnamed(struct tt_making *k, int unit)
{
	int f = k->piece[unit].formation;
	const struct formation *formation = &k->m->battle->formation[f];
	struct tt_piece v = {0};
	const char *derived;
	tt_leader_values(k, NULL, &v, &derived);
	const struct tt_piece *like = &k->b->piece[unit];
	v.side = like->side, v.entry = like->entry, v.arrives = like->arrives, v.facing = like->facing;
	v.chief = v.corps = v.superior = NO_UNIT;
	k->chief_of[f] = add_piece(k,
		(struct piece){.id = arena_printf(k->with->arena, "%s_commander", formation->id),
			.name = arena_printf(k->with->arena, "Commander, %s", formation->name),
			.side = (int8_t)like->side,
			.symbol = SYMBOL_LEADER,
			.formation = (int16_t)f,
			.unit = NOBODY,
			.leader = NOBODY,
			.derived = derived},
		&v);
}

static void muster_chiefs(struct tt_making *k, int side)
{
	const struct scenario *s = k->m->scenario;
	k->b->chief_from[side] = k->m->pieces;
	for (int i = 0; i < s->postings; i++)
		if (s->posting[i].kind == POSTING_LEADER && k->m->battle->leader[s->posting[i].who].side == side)
			muster_leader(k, &s->posting[i]);
	for (int u = k->b->from[side]; u < k->b->from[side + 1]; u++)
		if (k->chief_of[k->piece[u].formation] == NO_UNIT) muster_unnamed(k, u);
	k->b->chief_from[side + 1] = k->m->pieces;
}

/* Who commands whom: the next named leader above him; his corps commander, if he is below one; the corps
   whose losses count. */
static void bind_chief(struct tt_making *k, int chief)
{
	const struct battle *t = k->m->battle;
	struct tt_piece *v = &k->b->piece[chief];
	int own = k->piece[chief].formation;
	v->group = (int16_t)own;
	for (int f = own; f != NOBODY; f = t->formation[f].parent)
		if (t->formation[f].level == LEVEL_CORPS) v->group = (int16_t)f;
	for (int f = t->formation[own].parent; f != NOBODY; f = t->formation[f].parent) {
		int above = k->chief_of[f];
		if (above == NO_UNIT) continue;
		if (v->superior == NO_UNIT) v->superior = (int16_t)above;
		if (v->corps == NO_UNIT && t->formation[f].level == LEVEL_CORPS) v->corps = (int16_t)above;
	}
}

static void bind_units(struct tt_making *k)
{
	for (int u = 0; u < k->b->units; u++) {
		int chief = k->chief_of[k->piece[u].formation];
		k->b->piece[u].chief = (int16_t)chief;
		k->b->piece[chief].units++;
	}
	for (int c = k->b->units; c < k->m->pieces; c++) bind_chief(k, c);
	for (int u = 0; u < k->b->units; u++) k->b->piece[u].group = k->b->piece[k->b->piece[u].chief].group;
}

/* comp.4g: the order a command begins with. Whoever is still on the march marches. */
static void first_chits(struct tt_making *k)
{
	const struct scenario *s = k->m->scenario;
	for (int c = k->b->units; c < k->m->pieces; c++)
		k->b->piece[c].first_chit = k->b->piece[c].arrives ? CHIT_MARCH : CHIT_HOLD;
	for (int i = s->postings - 1; i >= 0; i--) {
		const struct posting *p = &s->posting[i];
		int chit = p->kind == POSTING_UNIT ? tt_posted_chit(k, p) : NO_CHIT;
		int chief = chit != NO_CHIT ? k->chief_of[k->m->battle->unit[p->who].formation] : NO_UNIT;
		if (chief != NO_UNIT) k->b->piece[chief].first_chit = (uint8_t)chit;
	}
}

/* --- facing, where the battle says nothing: towards the enemy ------------------------------------------- */

static void face_enemies(struct tt_making *k)
{
	int64_t x[SIDES] = {0}, y[SIDES] = {0}, n[SIDES] = {0};
	for (int u = 0; u < k->b->units; u++) {
		const struct tt_piece *v = &k->b->piece[u];
		x[v->side] += PLACE_X(v->entry), y[v->side] += PLACE_Y(v->entry), n[v->side]++;
	}
	for (int u = 0; u < k->m->pieces; u++) {
		struct tt_piece *v = &k->b->piece[u];
		int foe = !v->side;
		if (v->facing < 0 && n[foe])
			v->facing = (int16_t)heading((int32_t)(x[foe] / n[foe]) - PLACE_X(v->entry),
				(int32_t)(y[foe] / n[foe]) - PLACE_Y(v->entry));
		if (v->facing < 0) v->facing = 0;
	}
}

/* comp.14a. What an objective is worth may stand in this book's own file for the battle: `scenarios: {<id>:
   {objectives: {<name>: points}}}`. */
static void muster_objectives(struct tt_making *k)
{
	const struct scenario *s = k->m->scenario;
	struct node own = muster_said(k->m, "objectives");
	for (int i = 0; i < s->objectives && k->b->objectives < TT_OBJECTIVES; i++) {
		const struct objective *o = &s->objective[i];
		int32_t value = o->value;
		node_optional(own, o->name, 1, 50, &value, k->with->faults);
		k->b->objective[k->b->objectives++] =
			(struct tt_objective){o->name, place_of(k, o->at), (int8_t)o->held, (uint8_t)value};
		k->b->objective_value += value;
	}
}

/* Two pieces of one name, one on each side, are told apart by their side. */
static void tell_apart(struct tt_making *k)
{
	for (int i = 0; i < k->m->pieces; i++)
		for (int other = i + 1; other < k->m->pieces; other++) {
			struct piece *one = &k->piece[i], *two = &k->piece[other];
			if (one->side == two->side || strcmp(one->name, two->name) != 0) continue;
			one->name = arena_printf(k->with->arena, "%s %s",
				side_named(k->m->battle, one->side, SIDE_ADJECTIVE), one->name);
			two->name = arena_printf(k->with->arena, "%s %s",
				side_named(k->m->battle, two->side, SIDE_ADJECTIVE), two->name);
		}
}

bool tt_muster(struct muster *m, const struct mustering *with)
{
	static const char *const boxes[] = {"march"};
	struct arena *a = with->arena;
	struct tt_book *b = ARENA_NEW(a, struct tt_book);
	struct tt_making k = {m, with, b, ARENA_ARRAY(a, struct piece, TT_PIECES),
		ARENA_ARRAY(a, int, m->battle->formations)};
	if (!tt_card_fill(with->tables, &b->card, with->faults) ||
		!tt_read_numbers(with->tables, &b->n, with->faults))
		return false;
	tt_measure_shapes(b);
	b->half_scale = m->option[OPTION_HALF_SCALE];
	b->first_rank = m->option[OPTION_FIRST_RANK], b->garrison_spared = m->option[OPTION_GARRISON_SPARED];
	b->starts = m->scenario->starts;
	b->turns =
		muster_turns(m, (m->scenario->ends - b->starts + b->n.minutes - 1) / b->n.minutes, with->faults);
	b->first = m->scenario->first == NOBODY ? 0 : m->scenario->first;
	b->weathers = m->scenario->weathers, b->weather = m->scenario->weather;
	for (int f = 0; f < m->battle->formations; f++) k.chief_of[f] = NO_UNIT;
	lay_table(&k);
	for (int side = 0; side < SIDES; side++) muster_units(&k, side);
	b->units = m->pieces;
	for (int side = 0; side < SIDES; side++) muster_chiefs(&k, side);
	for (int side = 0; side < SIDES; side++)
		if (b->from[side] == b->from[side + 1])
			return fault_add(with->faults, m->scenario->mark, "a side without troops"), false;
	tell_apart(&k);
	bind_units(&k);
	first_chits(&k);
	face_enemies(&k);
	muster_objectives(&k);
	grade(&k);
	m->piece = k.piece, m->own = b;
	m->boxes = 1, m->box = boxes;
	m->state_bytes = (uint32_t)(sizeof(struct state) + 7) & ~7u;
	return true;
}
