/* The fire phase (comp.12): each side in turn says who fires at whom; every shot is rolled at once, and what
   it does is owed to the target until all have fired. */
#include "rules/tabletop_1859/tabletop_1859.h"

static bool could_fire(const struct tt_book *b, const struct state *d, int unit)
{
	const struct tt_unit *u = &d->unit[unit];
	return tt_on(d, unit) && b->piece[unit].weapon != TT_UNARMED &&
	       !(u->flags & (UNIT_FIRED | UNIT_CHARGING | UNIT_TIED)) && u->order != ORDER_ROUTED &&
	       (b->piece[unit].arm != CARD_ARTILLERY || u->formation == FORM_LINE);
}

static int list_targets(const struct tt_book *b, const struct state *d, int unit, int most, struct orders *o)
{
	int foe = !tt_side(b, unit), found = 0;
	struct tt_volley v;
	for (int e = b->from[foe]; e < b->from[foe + 1] && found < most; e++) {
		if (!tt_on(d, e)) continue;
		if (tt_off(d->unit[unit].at, d->unit[e].at, tt_range_of(b, unit) + TT_CENTRES)) continue;
		if (!tt_shot(b, d, unit, e, &v, NULL, NULL)) continue;
		found++;
		if (o) orders_add(o, VERB_FIRE, unit, e, 0, 0);
	}
	return found;
}

void tt_fire_step(const struct play *p, struct state *d)
{
	const struct tt_book *b = tt_book(p);
	struct step *s = agenda_top(&d->g);
	for (; s->stage < 2; s->stage++, s->side = !s->side, s->unit = 0) {
		for (int u = s->unit > b->from[s->side] ? s->unit : b->from[s->side]; u < b->from[s->side + 1]; u++) {
			if (!could_fire(b, d, u)) continue;
			if (!list_targets(b, d, u, TT_ANY, NULL)) continue;
			s->unit = (int16_t)u;
			ask(&d->g, s->side, ASK_FIRE);
			return;
		}
	}
	agenda_done(&d->g);
}

void tt_list_fire(const struct play *p, const struct state *d, int side, struct orders *o)
{
	list_targets(tt_book(p), d, agenda_see(&d->g)->unit, 64, o);
	orders_add(o, VERB_HOLD, agenda_see(&d->g)->unit, 0, 0, 0);
}

static bool ours(const struct play *p, const struct state *d, int side, int unit, struct refusal *r)
{
	const struct tt_book *b = tt_book(p);
	if (tt_is_chief(b, unit) || tt_side(b, unit) != side)
		return refuse(r, "comp.12", "%s is no unit of that side", p->m->piece[unit].name);
	return tt_on(d, unit) ? true : refuse(r, "comp.12", "%s is not on the table", p->m->piece[unit].name);
}

bool tt_may_fire(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct tt_book *b = tt_book(p);
	struct tt_volley v;
	if (!ours(p, d, side, o->unit, r)) return false;
	if (tt_is_chief(b, o->a) || tt_side(b, o->a) == side)
		return refuse(r, "comp.12", "%s is no enemy unit", p->m->piece[o->a].name);
	if (!tt_on(d, o->a)) return refuse(r, "comp.12", "%s is not on the table", p->m->piece[o->a].name);
	return tt_shot(b, d, o->unit, o->a, &v, NULL, r);
}

bool tt_may_hold(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (!ours(p, d, side, o->unit, r)) return false;
	return could_fire(tt_book(p), d, o->unit)
	         ? true
	         : refuse(r, "comp.12", "%s has no fire to hold", p->m->piece[o->unit].name);
}

void tt_do_hold(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->unit[o->unit].flags |= UNIT_FIRED;
}

/* --- rolling -------------------------------------------------------------------------------------------- */

int tt_roll_for(const struct play *p, struct state *d, int who, int sides, const char *rule, const char *why)
{
	return roll(p, &d->g,
		&(struct throw){.kind = THROW_SUM,
			.n = 1,
			.sides = sides,
			.why = why,
			.rule = rule,
			.side = tt_side(tt_book(p), who),
			.who = who,
			.whom = NO_UNIT});
}

void tt_tell_list(const struct play *p, const struct card_list *l, int side, int who)
{
	for (int i = 0; i < l->n; i++)
		emit(p, .kind = EVENT_MODIFIER, .side = (int8_t)side, .who = (int16_t)who, .n = l->value[i],
			.rule = tt_card_words[l->which[i]].rule, .note = tt_card_words[l->which[i]].text);
}

/* Adds what a hit does to what the target owes already (AMB-02); the nearest firer is remembered (AMB-20). */
static void owe(struct state *d, const struct tt_book *b, int target, int firer, const struct card_effect *e)
{
	struct tt_unit *t = &d->unit[target];
	struct card_effect all = {.result = t->result,
		.back = t->back,
		.losses = t->losses,
		.disorganised = t->shaken};
	tt_card_together(&all, e);
	t->result = (uint8_t)all.result, t->back = (uint8_t)all.back, t->losses = (uint8_t)all.losses,
	t->shaken = (uint8_t)all.disorganised;
	if (all.stopped) t->flags |= UNIT_STOPPED;
	if (t->from == NO_UNIT || tt_gap(b, d, target, firer) < tt_gap(b, d, target, t->from))
		t->from = (int16_t)firer;
}

/* fcrt.29, AMB-09: a natural 0, then an even number. That he is hit is told at once; he is missed when all
   have fired. */
static void endanger(const struct play *p, struct state *d, int target, int white)
{
	const struct tt_book *b = tt_book(p);
	int chief;
	if (!tt_card_endangers(&b->card, false, white) || !tt_near_chief(b, d, target, b->card.near, &chief))
		return;
	if (!tt_card_kills(
			tt_roll_for(p, d, chief, D10, "fcrt.29", "his life, after a 0: an even number kills"))) {
		emit(p, .kind = EVENT_SPARED, .who = (int16_t)chief, .rule = "fcrt.29");
		return;
	}
	if (d->unit[chief].losses) return; /* he is dead already */
	d->unit[chief].losses = true;
	tt_tell_killed(p, d, chief, "fcrt.29");
}

/* The faces that come to the same, for the odds; the 0 is a face of its own where it endangers somebody. */
static void faces_alike(const struct card *c, const struct card_hit *h, uint8_t same[11])
{
	for (int face = 1; face <= 10; face++) {
		struct card_effect e;
		tt_card_effect(c, h, face, &e);
		same[face] =
			(uint8_t)(h->is & IS_LED && tt_card_endangers(c, false, face) ? RESULT_NO_EFFECT + 1 : e.result);
	}
}

static void hit(const struct play *p, struct state *d, int firer, int target, const struct card_hit *h)
{
	const struct tt_book *b = tt_book(p);
	struct card_list because = {0};
	struct card_effect e;
	int side = tt_side(b, firer), shift = tt_card_hit_modifier(&b->card, h, &because);
	struct throw t = {.kind = THROW_SUM,
		.n = 1,
		.sides = D10,
		.why = "the white die, what the hit does",
		.column = tt_row_words(h->morale),
		.rule = "die.1",
		.side = side,
		.who = firer,
		.whom = target};
	uint8_t same[11] = {0}; /* no mutants: no die shows 0 */
	if (p->feed) faces_alike(&b->card, h, same), t.same = same;
	int white = roll(p, &d->g, &t);
	tt_card_effect(&b->card, h, white, &e);
	tt_tell_list(p, &because, side, target);
	emit(p, .kind = EVENT_HIT, .side = (int8_t)side, .who = (int16_t)target, .whom = (int16_t)firer,
		.n = e.result, .m = white + shift, .rule = tt_card_row(&b->card, h->morale, e.result));
	owe(d, b, target, firer, &e);
	endanger(p, d, target, white);
}

/* die.4: one roll a group. What is told names the cell of the table, which the charts mark. */
static void fire_part(const struct play *p, struct state *d, const struct order *o, const struct card_shot *s,
	int range, const struct card_hit *h)
{
	static const struct roll_words words = {.good = "it hits", .bad = "it misses"};
	const struct tt_book *b = tt_book(p);
	bool guns = b->piece[o->unit].arm == CARD_ARTILLERY;
	int side = tt_side(b, o->unit);
	for (int i = 0; i < s->groups; i++) {
		const char *cell = tt_card_cell(guns, s->band, s->points[i]);
		int number = (guns ? b->card.artillery[s->band] : b->card.rifle[s->band])[s->points[i] - 1];
		const struct throw t = {.kind = THROW_AT_MOST,
			.n = 1,
			.sides = D10,
			.mark = s->need[i],
			.why = "the coloured die",
			.words = &words,
			.rule = "die.2",
			.side = side,
			.who = o->unit,
			.whom = o->a};
		emit(p, .kind = EVENT_FIRED, .side = (int8_t)side, .who = o->unit, .whom = (int16_t)o->a, .n = range,
			.m = number, .rule = cell, .note = tt_cell_words(guns, s->band, s->points[i]));
		tt_tell_list(p, &s->because, side, o->unit);
		if (roll(p, &d->g, &t)) hit(p, d, o->unit, o->a, h);
		else
			emit(p, .kind = EVENT_MISSED, .side = (int8_t)side, .who = o->unit, .whom = (int16_t)o->a,
				.rule = cell);
	}
}

void tt_do_fire(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct tt_volley v;
	struct card_hit h;
	bool can = tt_shot(tt_book(p), d, o->unit, o->a, &v, &h, NULL);
	assert(can);
	d->unit[o->unit].flags |= UNIT_FIRED;
	for (int i = 0; i < v.parts; i++) fire_part(p, d, o, &v.shot[i], v.range[i], &h);
	settled(&d->g); /* no mutants: where odds stop, which no case sees */
}
