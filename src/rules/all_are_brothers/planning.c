/* Planning and Chit Draw Phases (5.1, 5.2): chits go in the cup by number, not by face; which one comes is
   decided when it is drawn. So nobody's hand exists before it is drawn, and what the other side holds can be
   imagined from the counts. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* 5.1.1a-c, R-46, R-69: all Event chits back, so many of each pool in the cup. */
void aab_chits_collect(const struct charts *c, struct state *b)
{
	memset(b->hand, 0, sizeof b->hand);
	memset(b->held, 0, sizeof b->held);
	for (int pool = 0; pool < POOLS; pool++) {
		int total = 0;
		for (int k = 0; k < CARDS; k++)
			if (c->n.card_pool[k] == pool) b->left[k] = (uint8_t)c->n.card[k], total += c->n.card[k];
		b->cup[pool] = (uint8_t)(c->pool_nation[pool] == NOBODY ? 0
								 : total < c->pool_draw[pool]   ? total
																: c->pool_draw[pool]);
	}
}

/* 5.1.2a: HQs with anybody on the map or due; chiefs on the map or due. */
static bool chit_available(const struct charts *c, const struct state *b, int hq)
{
	const struct counter *k = &b->counter[hq];
	if (k->at == PLACE_NONE) return false;
	if (on_map(b, hq) || aab_due(c, b, hq)) return true;
	if (!is_flag(c, hq, KIND_HQ)) return false;
	for EACH (u, c->formation[c->piece[hq].corps].piece)
		if (on_map(b, u) || aab_due(c, b, u)) return true;
	return false;
}

void aab_cup_fill(const struct charts *c, struct state *b)
{
	for (int i = c->units; i < c->pieces; i++)
		b->counter[i].state =
			(uint8_t)(chit_available(c, b, i) ? b->counter[i].state | IN_CUP : b->counter[i].state & ~IN_CUP);
}

bool aab_cup_empty(const struct charts *c, const struct state *b)
{
	for (int i = c->units; i < c->pieces; i++)
		if (b->counter[i].state & IN_CUP) return false;
	return !b->cup[0] && !b->cup[1] && !b->cup[2];
}

/* 5.2d: which Event chit it is, only its owner learns. */
static void draw_event(const struct play *p, struct state *b, int pool)
{
	const struct charts *c = CHARTS(p);
	uint16_t weight[CARDS];
	int side = c->pool_side[pool], n = 0;
	for (int k = 0; k < CARDS; k++) weight[k] = c->n.card_pool[k] == pool ? b->left[k] : 0, n += weight[k];
	b->cup[pool]--;
	if (!n) return;
	int card = roll(p, &b->g,
		&(struct throw){.kind = THROW_WEIGHED,
			.n = CARDS,
			.weight = weight,
			.why = "its owner looks at the chit",
			.rule = "5.2d",
			.side = side,
			.who = NO_UNIT,
			.whom = NO_UNIT,
			.audience = (uint8_t)(1u << side)});
	b->left[card]--, b->hand[card]++, b->held[pool]++;
	reveal(&b->g); /* no mutants: for undo alone */
	emit(p, .kind = E_CHIT, .side = (int8_t)side, .n = pool, .rule = "5.2d");
	emit(p, .kind = E_EVENT_CHIT, .audience = (uint8_t)(1u << side), .side = (int8_t)side, .n = card,
		.rule = "5.2d");
	aab_window_open(p, b, W_STEP, side, NO_UNIT, NO_UNIT);
}

/* 5.2a: one chit out of the common cup. */
void aab_cup_draw(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	uint16_t weight[AAB_CORPS + AAB_CHIEFS + POOLS];
	int n = c->pieces - c->units;
	for (int i = 0; i < n; i++) weight[i] = b->counter[c->units + i].state & IN_CUP ? 1 : 0;
	for (int pool = 0; pool < POOLS; pool++) weight[n + pool] = b->cup[pool];
	int drawn = roll(p, &b->g,
		&(struct throw){.kind = THROW_WEIGHED,
			.n = n + POOLS,
			.weight = weight,
			.why = "a chit is drawn from the cup",
			.rule = "5.2a",
			.side = c->first,
			.who = NO_UNIT,
			.whom = NO_UNIT});
	if (drawn >= n) {
		draw_event(p, b, drawn - n);
		return;
	}
	int hq = c->units + drawn;
	b->counter[hq].state &= (uint8_t)~IN_CUP;
	b->g.active = c->piece[hq].side;
	reveal(&b->g); /* no mutants: for undo alone */
	emit(p, .kind = E_CHIT, .side = (int8_t)c->piece[hq].side, .who = (int16_t)hq, .rule = "5.2b");
	step_push(b, .kind = STEP_ACTIVATION, .side = c->piece[hq].side, .unit = hq);
}
