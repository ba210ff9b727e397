/* The rally phase (rally.1 to rally.6, comp.4f): routed units and lost stands, disorganisation under a Reform
   chit, commanders to be replaced. Nobody has anything to decide: whoever may roll, rolls. */
#include "rules/tabletop_1859/tabletop_1859.h"

/* comp.13a, AMB-15 */
bool tt_is_core(const struct tt_book *b, const struct state *d, int unit)
{
	return tt_card_core(&b->card, b->piece[unit].arm, d->unit[unit].stands, b->piece[unit].stands);
}

static bool morale_roll(const struct play *p, struct state *d, int unit, bool stand, const char *rule)
{
	static const struct roll_words words[] = {{.good = "it rallies", .bad = "it does not rally"},
		{.good = "a stand comes back", .bad = "none comes back"}};
	const struct tt_book *b = tt_book(p);
	struct tt_unit *u = &d->unit[unit];
	int side = tt_side(b, unit), need = tt_card_rally(&b->card, b->piece[unit].morale,
									 b->piece[unit].stands - u->stands, b->half_scale);
	const struct throw t = {.kind = THROW_AT_MOST,
		.n = 1,
		.sides = D10,
		.mark = need,
		.why = stand ? "to get a stand back, by its MR less what it has lost"
	                 : "to rally, by its MR less what it has lost",
		.words = &words[stand],
		.rule = rule,
		.side = side,
		.who = unit,
		.whom = NO_UNIT};
	bool good = roll(p, &d->g, &t);
	if (!good)
		emit(p, .kind = EVENT_FAILED, .side = (int8_t)side, .who = (int16_t)unit, .n = need, .m = stand,
			.rule = rule);
	return good;
}

static void rally(const struct play *p, struct state *d, int unit)
{
	if (!morale_roll(p, d, unit, false, "rally.1")) return;
	d->unit[unit].flags |= UNIT_RALLIED;
	emit(p, .kind = EVENT_RALLIED, .who = (int16_t)unit, .rule = "rally.4");
}

/* A stand comes back if there is room for it. */
static void reconstitute(const struct play *p, struct state *d, int unit)
{
	const struct tt_book *b = tt_book(p);
	struct tt_unit *u = &d->unit[unit];
	struct block k = tt_block_as(b, unit, u->at, u->facing, u->formation, u->stands + 1);
	if (tt_overlapping(b, d, unit, &k) != NO_UNIT || !morale_roll(p, d, unit, true, "rally.3")) return;
	u->stands++;
	u->flags |= UNIT_RALLIED;
	emit(p, .kind = EVENT_RECONSTITUTED, .who = (int16_t)unit, .n = 1, .rule = "rally.3");
}

static void reform(const struct play *p, struct state *d, int unit)
{
	int was = d->unit[unit].order;
	if (was == ORDER_GOOD) return;
	d->unit[unit].order = ORDER_GOOD;
	emit(p, .kind = EVENT_REFORMED, .who = (int16_t)unit, .n = was, .rule = "comp.4f");
}

static void rally_unit(const struct play *p, struct state *d, int unit)
{
	const struct tt_book *b = tt_book(p);
	int chief;
	if (!tt_on(d, unit)) return;
	bool led = tt_near_chief(b, d, unit, b->card.near, &chief), core = tt_is_core(b, d, unit);
	if (d->unit[unit].order == ORDER_ROUTED) {
		if (led && core) rally(p, d, unit);
		return;
	}
	if (d->unit[unit].flags & UNIT_TIED) return;
	/* under whatever order */
	if (led && core && d->unit[unit].stands < b->piece[unit].stands) reconstitute(p, d, unit);
	if (tt_obeys(b, d, unit) == CHIT_REFORM) reform(p, d, unit);
}

/* rally.5, rally.6: from the turn after his death; where the first of his units stands. */
static void replace(const struct play *p, struct state *d, int chief)
{
	const struct tt_book *b = tt_book(p);
	struct tt_unit *c = &d->unit[chief];
	int side = tt_side(b, chief), where = PLACE_NONE;
	if ((c->flags & (CHIEF_KILLED | CHIEF_MISSED)) != CHIEF_KILLED) return;
	for (int u = b->from[side]; u < b->from[side + 1] && where == PLACE_NONE; u++)
		if (tt_on(d, u) && (b->piece[u].chief == chief || b->piece[b->piece[u].chief].corps == chief))
			where = d->unit[u].at;
	if (where == PLACE_NONE) return;
	static const struct roll_words words = {.good = "somebody takes his place",
		.bad = "nobody takes his place yet"};
	const struct throw t = {.kind = THROW_AT_MOST,
		.n = 1,
		.sides = D10,
		.mark = tt_card_replace(&b->card, b->piece[chief].rating),
		.why = "a new commander, by his rating less 1",
		.words = &words,
		.rule = "rally.5",
		.side = side,
		.who = chief,
		.whom = NO_UNIT};
	if (!roll(p, &d->g, &t)) return;
	c->flags &= (uint8_t)~CHIEF_KILLED, c->at = where;
	emit(p, .kind = EVENT_REPLACED, .side = (int8_t)side, .who = (int16_t)chief, .where = where,
		.rule = "rally.6");
}

void tt_rally_step(const struct play *p, struct state *d)
{
	const struct tt_book *b = tt_book(p);
	for (int c = b->units; c < p->m->pieces; c++) replace(p, d, c);
	for (int u = 0; u < b->units; u++) rally_unit(p, d, u);
	agenda_done(&d->g);
}
