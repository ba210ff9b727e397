/* Night and fatigue: resting, and what a night of fighting does. What night does to movement, fire and
   command rolls stands where these are. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

static void recover(const struct play *p, struct state *d, int unit)
{
	if (!(d->counter[unit].state & IS_FATIGUED)) return;
	d->counter[unit].state &= (uint8_t)~IS_FATIGUED;
	emit(p, .kind = E_RESTED, .side = (int8_t)baa_book(p)->piece[unit].side, .who = (int16_t)unit,
		.rule = "fatigue.3");
}

/* Bounds of this night so far, the present one included. */
static int night_bounds(const struct baa_book *b, const struct state *d)
{
	int n = 0;
	while (n < 24 && b->night[(d->bound - n + 48) % 24]) n++;
	return n;
}

/* fatigue.3, fatigue.4, AMB-40: a bound without moving, attacking or being attacked counts; four in a row end
   fatigue. */
void baa_rest_all(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	int night = night_bounds(b, d);
	for (int side = 0; side < SIDES; side++)
		for EACH (u, d->units[side]) {
			struct counter *k = &d->counter[u];
			if (k->deeds & HAS_STIRRED) k->rest = 0;
			else if (k->rest < 100) k->rest++;
			k->deeds &= (uint16_t)~HAS_STIRRED;
			if (k->rest < b->n.fatigue_rest) continue;
			recover(p, d, u);
			if (night >= b->n.fatigue_rest) k->deeds |= HAS_SLEPT;
		}
	for (int i = b->units; i < p->m->pieces; i++) d->counter[i].deeds &= (uint16_t)~HAS_STIRRED;
}

/* night.4: whoever fought in the night and never rested four bounds of it is fatigued in the morning. */
void baa_dawn_breaks(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	emit(p, .kind = E_DAWN, .n = d->bound, .rule = "time.2");
	d->fighting_on = 0;
	for (int u = 0; u < b->units; u++) {
		struct counter *k = &d->counter[u];
		bool worn =
			is_hex(k->at) && k->deeds & HAS_FOUGHT && !(k->deeds & HAS_SLEPT) && !(k->state & IS_FATIGUED);
		k->deeds &= (uint16_t)~(HAS_FOUGHT | HAS_SLEPT);
		if (!worn) continue;
		k->state |= IS_FATIGUED;
		emit(p, .kind = E_FATIGUED, .side = (int8_t)b->piece[u].side, .who = (int16_t)u, .rule = "night.4");
	}
}

/* The night goes by in quiet: everybody rests, and the markers of the evening are gone. */
void baa_night_over(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	while (is_night(b, d)) d->bound++;
	d->g.turn = (int16_t)(d->bound - b->first_bound + 1);
	for (int i = 0; i < p->m->pieces; i++) {
		struct counter *k = &d->counter[i];
		k->deeds &= BY_REAR;
		k->state &= (uint8_t)~(IS_PINNED | IS_NIC | IS_FLINCHED);
		if (!is_hex(k->at) || !is_unit(b, i)) continue;
		k->rest = (uint8_t)b->n.fatigue_rest;
		recover(p, d, i);
	}
	baa_dawn_breaks(p, d);
	if (d->bound > b->last_bound) baa_decide(p, d);
}
