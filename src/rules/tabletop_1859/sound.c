/* For cases and tests: are all invariants true, how does a phase begin out of nothing, what follows from
   fields that a case or an override has set. */
#include "rules/tabletop_1859/tabletop_1859.h"

static void sound_unit(const struct play *p, const struct state *d, int unit, struct text *wrong)
{
	const struct tt_book *b = tt_book(p);
	const struct tt_unit *u = &d->unit[unit];
	const char *name = p->m->piece[unit].name;
	int x = PLACE_X(u->at), y = PLACE_Y(u->at);
	if (u->stands > b->piece[unit].stands) text_addf(wrong, "%s has more stands than it began with; ", name);
	if (u->taken > b->piece[unit].stands - u->stands)
		text_addf(wrong, "%s lost more guns to the enemy than it lost; ", name);
	if (u->facing < 0 || u->facing >= 360 || u->formation >= TT_FORMATIONS || u->order >= TT_ORDERS)
		text_addf(wrong, "%s has no facing, formation or order; ", name);
	if ((u->target != NO_UNIT) != ((u->flags & (UNIT_CHARGING | UNIT_TIED)) != 0))
		text_addf(wrong, "%s charges nobody, or somebody without a charge; ", name);
	if (u->target != NO_UNIT && (!tt_on(d, u->target) || tt_side(b, u->target) == tt_side(b, unit)))
		text_addf(wrong, "%s charges whom it cannot; ", name);
	if (u->sighted && (u->sighted > b->units || tt_side(b, u->sighted - 1) == tt_side(b, unit)))
		text_addf(wrong, "%s sees whom it cannot; ", name);
	if (u->at < BOX_MARCH) text_addf(wrong, "%s is nowhere; ", name);
	if (!u->stands && u->at != PLACE_NONE) text_addf(wrong, "%s is destroyed and still there; ", name);
	if (u->at < 0) return;
	if (!tabletop_has(b->table, x, y)) text_addf(wrong, "%s is off the table; ", name);
	else if (tabletop_at(b->table, x, y) & TABLETOP_WATER) text_addf(wrong, "%s stands in the water; ", name);
	if (b->piece[unit].arm == CARD_ARTILLERY && u->formation != FORM_LINE && u->formation != FORM_MARCH)
		text_addf(wrong, "%s is neither limbered nor unlimbered; ", name);
	if (u->used < 0 || u->order == ORDER_ROUTED ? u->flags & UNIT_CHARGING : 0)
		text_addf(wrong, "%s charges in rout; ", name);
}

static bool results_may_be_owed(const struct state *d)
{
	for (int i = 0; i < d->g.depth; i++)
		if (d->g.agenda[i].kind == STEP_FIRE || d->g.agenda[i].kind == STEP_EFFECTS ||
			d->g.agenda[i].kind == STEP_TOWN)
			return true;
	return false;
}

static void sound_places(const struct play *p, const struct state *d, struct text *wrong)
{
	const struct tt_book *b = tt_book(p);
	struct block k[TT_PIECES];
	for (int u = 0; u < b->units; u++) {
		if (!tt_on(d, u)) continue;
		k[u] = tt_block(b, d, u);
		for (int v = 0; v < u; v++)
			if (tt_on(d, v) && block_overlaps(&k[u], &k[v]))
				text_addf(wrong, "%s and %s overlap; ", p->m->piece[u].name, p->m->piece[v].name);
	}
}

void tt_sound(const struct play *p, const struct game *g, struct text *wrong)
{
	const struct tt_book *b = tt_book(p);
	const struct state *d = tt_see(g);
	bool owed = results_may_be_owed(tt_see(g));
	for (int i = 0; i < p->m->pieces; i++) {
		const struct tt_unit *u = &d->unit[i];
		if (!owed &&
			(u->result != RESULT_NO_EFFECT || u->back || u->losses || u->shaken || u->from != NO_UNIT))
			text_addf(wrong, "%s still owes a result; ", p->m->piece[i].name);
		if (!tt_is_chief(b, i)) {
			sound_unit(p, d, i, wrong);
			continue;
		}
		if (u->chit >= TT_CHITS || u->wanted >= TT_CHITS)
			text_addf(wrong, "%s has no chit; ", p->m->piece[i].name);
		if (u->flags & CHIEF_KILLED && u->at != PLACE_NONE)
			text_addf(wrong, "%s is dead and still there; ", p->m->piece[i].name);
		if (u->at >= 0 && !tabletop_has(b->table, PLACE_X(u->at), PLACE_Y(u->at)))
			text_addf(wrong, "%s is off the table; ", p->m->piece[i].name);
	}
	sound_places(p, d, wrong);
	for (int i = 0; i < b->objectives; i++)
		if (d->held[i] < NOBODY || d->held[i] >= SIDES)
			text_addf(wrong, "%s is held by nobody we know; ", b->objective[i].name);
}

bool tt_stage(const struct play *p, struct game *g, int side, int phase)
{
	static const struct {
		uint8_t kind, next;
	} begin[TT_PHASES] = {[PHASE_ORDERS] = {STEP_ORDERS, 1},
		[PHASE_MOVEMENT] = {STEP_MOVEMENT, 2},
		[PHASE_FIRE] = {STEP_FIRE, 3},
		[PHASE_CHARGES] = {STEP_COUNTER, 5},
		[PHASE_RALLY] = {STEP_RALLY, 7}};
	bool counter = phase == PHASE_CHARGES;
	g->active = (uint8_t)side;
	agenda_push(g, (struct step){.kind = STEP_TURN, .stage = begin[phase].next});
	/* its side begins: no initiative */
	agenda_push(g, (struct step){.kind = begin[phase].kind,
					   .side = (uint8_t)(counter ? !side : side),
					   .stage = phase == PHASE_MOVEMENT ? MOVEMENT_GOES : MOVEMENT_ROLLS});
	return true;
}

void tt_settle(const struct play *p, struct game *g)
{
	const struct tt_book *b = tt_book(p);
	struct state *d = tt_of(g);
	for (int i = 0; i < p->m->pieces; i++) {
		struct tt_unit *u = &d->unit[i];
		u->facing = (int16_t)degrees_of(u->facing);
		if (u->used < 0) u->used = 0;
		if (u->at >= 0 && !tabletop_has(b->table, PLACE_X(u->at), PLACE_Y(u->at))) u->at = PLACE_NONE;
		if (tt_is_chief(b, i)) {
			if (u->at == PLACE_NONE) u->losses = 0;
			if (u->flags & CHIEF_KILLED) u->at = PLACE_NONE;
			continue;
		}
		if (u->stands > b->piece[i].stands) u->stands = b->piece[i].stands;
		if (!u->stands) u->at = PLACE_NONE;
		if (b->piece[i].arm == CARD_ARTILLERY && u->formation != FORM_LINE) u->formation = FORM_MARCH;
		if (b->piece[i].arm == CARD_CAVALRY && u->formation == FORM_SKIRMISH) u->formation = FORM_LINE;
		if (u->from != NO_UNIT && !tt_on(d, u->from)) u->from = NO_UNIT;
	}
	for (int i = 0; i < b->units; i++) {
		struct tt_unit *u = &d->unit[i];
		bool fine = u->target != NO_UNIT && u->target < b->units && tt_on(d, u->target) && tt_on(d, i) &&
		            u->flags & (UNIT_CHARGING | UNIT_TIED);
		if (!fine) tt_break_off(d, i);
	}
}
