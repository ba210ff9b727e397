/* Fog of war (4.4b, an option): of an enemy stack only the arms are seen. Whoever marches, fires, fights,
   tests or flees shows his colours until that is over; the others cannot be told apart from units of their
   arm that have done as much, and what the enemy sees, hears and imagines of them is the same whichever
   stands where. */
#include "rules/all_are_brothers/all_are_brothers.h"

static bool step_names(const struct step *s, int unit)
{
	switch (s->kind) {
	case STEP_DEFENCE: return load_see(s)->defence.fleeing == unit;
	case STEP_OVERSTACK:
	case STEP_COLLAPSE: return false;
	case STEP_SHOT: return aab_shot_has(s, unit);
	default: return s->unit == unit;
	}
}

static bool in_action(const struct state *d, int unit)
{
	const struct counter *k = &d->counter[unit];
	if (k->deeds & (IS_MOVING | IS_FIGHTING | IS_TESTING) ||
		k->marks & (IS_FLEEING | IS_DECLARED | IN_COLUMN | IS_CHARGED))
		return true;
	if (k->flee || mask_has(d->struck, unit)) return true;
	for (int i = 0; i < d->g.depth; i++)
		if (step_names(&d->g.agenda[i], unit)) return true;
	for (int i = 0; i < d->g.deferred; i++)
		if (step_names(&d->g.later[i], unit)) return true;
	return false;
}

bool aab_fogged(const struct play *p, const struct state *d, int side, int unit)
{
	const struct aab_book *b = aab_book(p);
	if (!p->m->option[O_FOG] || !is_unit(b, unit) || b->piece[unit].side == side || !on_map(d, unit))
		return false;
	return (d->counter[unit].under || d->counter[unit].order) && !in_action(d, unit);
}

/* The units hidden from a side of one kind, in the order of their numbers and, in `place`, of the hexes and
   stacks they hold. */
struct crowd {
	int n;
	int16_t unit[AAB_PIECES], place[AAB_PIECES];
};

static bool alike(const struct aab_book *b, const struct state *d, int u, int v)
{
	return b->piece[u].arm == b->piece[v].arm && mask_has(d->act.units, u) == mask_has(d->act.units, v) &&
	       d->counter[u].deeds == d->counter[v].deeds && d->counter[u].marks == d->counter[v].marks;
}

static void crowd_of(const struct aab_book *b, const struct state *d, const uint64_t *hidden, int first,
	struct crowd *k)
{
	k->n = 0;
	for EACH (u, hidden)
		if (alike(b, d, u, first)) k->unit[k->n++] = (int16_t)u;
	int n = 0;
	for (int h = 0; h < b->hexes; h++)
		for STACK (u, d, h)
			if (mask_has(hidden, u) && alike(b, d, u, first)) k->place[n++] = (int16_t)u;
}

/* For thinking: units the side cannot tell apart change places. */
void aab_fog_shuffle(const struct play *p, struct state *d, int side, struct rng *rng)
{
	const struct aab_book *b = aab_book(p);
	const struct state was = *d;
	uint64_t hidden[MASK] = {0};
	struct crowd k;
	for (int u = 0; u < b->units; u++)
		if (aab_fogged(p, d, side, u)) mask_add(hidden, u);
	while (mask_any(hidden)) {
		crowd_of(b, &was, hidden, mask_next(hidden, -1), &k);
		for (int i = k.n - 1; i >= 0; i--) {
			int pick = (int)rng_below(rng, (uint32_t)i + 1), u = k.unit[pick];
			k.unit[pick] = k.unit[i];
			d->counter[u].at = was.counter[k.place[i]].at,
			d->counter[u].order = was.counter[k.place[i]].order;
			mask_drop(hidden, u);
		}
	}
	aab_board_rebuild(b, d);
}

/* 4.4b: which of the hidden units stands where is not told: their places, in order, are given to them by
   their numbers. */
void aab_fog_view(const struct play *p, const struct state *d, int side, struct view *v)
{
	const struct aab_book *b = aab_book(p);
	for (int arm = 0; arm < 3 && p->m->option[O_FOG]; arm++) {
		int next = 0;
		for (int h = 0; h < b->hexes; h++)
			for STACK (u, d, h) {
				if (b->piece[u].arm != arm || !aab_fogged(p, d, side, u)) continue;
				while (b->piece[next].arm != arm || !aab_fogged(p, d, side, next)) next++;
				v->piece[next].place[0] = h, v->piece[next].order = d->counter[u].order, next++;
			}
	}
}

/* What happened: the enemy hears it of a hidden unit without its name. */
void aab_emit(const struct play *p, const struct state *d, const struct event *e)
{
	struct event heard = *e, known = *e;
	int side = e->who >= 0 ? aab_book(p)->piece[e->who].side : NOBODY;
	if (side == NOBODY || !aab_fogged(p, d, !side, e->who)) {
		sink_add(p->sink, e);
		return;
	}
	heard.audience &= (uint8_t)(1u << !side), heard.who = NO_UNIT, heard.n = heard.m = 0;
	known.audience &= (uint8_t)(1u << side);
	sink_add(p->sink, &known);
	if (heard.audience) sink_add(p->sink, &heard);
}

/* What `side` may not know: which chits the other holds, and what the other has plotted. */
void aab_mask(const struct play *p, struct game *g, int side, struct rng *rng)
{
	const struct aab_book *b = aab_book(p);
	struct state *d = aab_of(g);
	for (int pool = 0; pool < POOLS; pool++) {
		int held = 0, left = 0;
		if (b->pool_nation[pool] == NOBODY || b->pool_side[pool] == side) continue;
		for (int k = 0; k < CARDS; k++) {
			if (b->n.card_pool[k] != pool) continue;
			held += d->hand[k], left += d->hand[k] + d->left[k];
			d->left[k] = (uint8_t)(d->left[k] + d->hand[k]), d->hand[k] = 0;
		}
		for (; held > 0; held--, left--) {
			int pick = (int)rng_below(rng, (uint32_t)left), k = 0;
			while (b->n.card_pool[k] != pool || pick >= d->left[k])
				pick -= b->n.card_pool[k] == pool ? d->left[k] : 0, k++;
			d->left[k]--, d->hand[k]++;
		}
	}
	/* 17.3a: how far the enemy is with his postures. While we are asked too he may have plotted them all;
	   once only he is asked, he may not have begun. */
	bool plots = g->waiting >> !side & 1 && g->question[!side] == Q_PLOT,
		 alone = plots && !(g->waiting >> side & 1);
	if (plots && !alone) g->waiting &= (uint8_t)~(1u << !side);
	for (int i = 0; i < b->corps; i++) {
		struct counter *hq = &d->counter[b->formation[i].hq];
		bool hidden = b->formation[i].side != side && (hq->shots || plots) && p->m->option[O_PLOT] &&
		              b->formation[i].hq != d->act.hq && placed(hq);
		if (hidden)
			hq->shots = alone ? 0 : (uint8_t)(hq->hits & CORPS_DEMORALIZED ? 2 : 1 + rng_below(rng, 2));
	}
	if (p->m->option[O_FOG]) aab_fog_shuffle(p, d, side, rng);
}
