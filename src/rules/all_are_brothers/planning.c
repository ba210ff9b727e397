/* Planning and Chit Draw Phases (5.1, 5.2): chits go in the cup by number, not by face; which one comes is
   decided when it is drawn. So nobody's hand exists before it is drawn, and what the other side holds can be
   imagined from the counts. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* 5.1.1a-c, R-46, R-69: all Event chits back, so many of each pool in the cup. */
void aab_chits_collect(const struct aab_book *b, struct state *d)
{
	memset(d->hand, 0, sizeof d->hand);
	memset(d->held, 0, sizeof d->held);
	for (int pool = 0; pool < POOLS; pool++) {
		int total = 0;
		for (int k = 0; k < CARDS; k++)
			if (b->n.card_pool[k] == pool) d->left[k] = (uint8_t)b->n.card[k], total += b->n.card[k];
		d->cup[pool] = (uint8_t)(b->pool_nation[pool] == NOBODY ? 0
								 : total < b->pool_draw[pool]   ? total
																: b->pool_draw[pool]);
	}
}

/* 5.1.2a: HQs with anybody on the map or due; chiefs on the map or due. */
static bool chit_available(const struct aab_book *b, const struct state *d, int hq)
{
	const struct counter *k = &d->counter[hq];
	if (k->at == PLACE_NONE) return false;
	if (on_map(d, hq) || aab_due(b, d, hq)) return true;
	if (!is_flag(b, hq, KIND_HQ)) return false;
	for EACH (u, b->formation[b->piece[hq].corps].piece)
		if (on_map(d, u) || aab_due(b, d, u)) return true;
	return false;
}

void aab_cup_fill(const struct aab_book *b, struct state *d)
{
	for (int i = b->units; i < b->pieces; i++)
		d->counter[i].state =
			(uint8_t)(chit_available(b, d, i) ? d->counter[i].state | IN_CUP : d->counter[i].state & ~IN_CUP);
}

bool aab_cup_empty(const struct aab_book *b, const struct state *d)
{
	for (int i = b->units; i < b->pieces; i++)
		if (d->counter[i].state & IN_CUP) return false;
	return !d->cup[0] && !d->cup[1] && !d->cup[2];
}

/* 5.2d: which Event chit it is, only its owner learns. */
static void draw_event(const struct play *p, struct state *d, int pool)
{
	const struct aab_book *b = aab_book(p);
	uint16_t weight[CARDS];
	int side = b->pool_side[pool], n = 0;
	for (int k = 0; k < CARDS; k++) weight[k] = b->n.card_pool[k] == pool ? d->left[k] : 0, n += weight[k];
	d->cup[pool]--;
	if (!n) return;
	int card = roll(p, &d->g,
		&(struct throw){.kind = THROW_WEIGHED,
			.n = CARDS,
			.weight = weight,
			.why = "its owner looks at the chit",
			.rule = "5.2d",
			.side = side,
			.who = NO_UNIT,
			.whom = NO_UNIT,
			.audience = (uint8_t)(1u << side)});
	d->left[card]--, d->hand[card]++, d->held[pool]++;
	reveal(&d->g); /* no mutants: for undo alone */
	emit(p, .kind = E_CHIT, .side = (int8_t)side, .n = pool, .rule = "5.2d");
	emit(p, .kind = E_EVENT_CHIT, .audience = (uint8_t)(1u << side), .side = (int8_t)side, .n = card,
		.rule = "5.2d");
	aab_window_open(p, d, W_STEP, side, NO_UNIT, NO_UNIT);
}

/* 5.2a: one chit out of the common cup. */
void aab_cup_draw(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	uint16_t weight[AAB_CORPS + AAB_CHIEFS + POOLS];
	int n = b->pieces - b->units;
	for (int i = 0; i < n; i++) weight[i] = d->counter[b->units + i].state & IN_CUP ? 1 : 0;
	for (int pool = 0; pool < POOLS; pool++) weight[n + pool] = d->cup[pool];
	int drawn = roll(p, &d->g,
		&(struct throw){.kind = THROW_WEIGHED,
			.n = n + POOLS,
			.weight = weight,
			.why = "a chit is drawn from the cup",
			.rule = "5.2a",
			.side = b->first,
			.who = NO_UNIT,
			.whom = NO_UNIT});
	if (drawn >= n) {
		draw_event(p, d, drawn - n);
		return;
	}
	int hq = b->units + drawn;
	d->counter[hq].state &= (uint8_t)~IN_CUP;
	d->g.active = b->piece[hq].side;
	reveal(&d->g); /* no mutants: for undo alone */
	emit(p, .kind = E_CHIT, .side = (int8_t)b->piece[hq].side, .who = (int16_t)hq, .rule = "5.2b");
	step_push(d, .kind = STEP_ACTIVATION, .side = b->piece[hq].side, .unit = hq);
}
