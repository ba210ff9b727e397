/* Night and fatigue: resting, and what a night of fighting does. What night does to movement, fire and
   command rolls stands where these are. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

static void recover(const struct play *p, struct state *b, int unit)
{
	if (!(b->counter[unit].state & IS_FATIGUED)) return;
	b->counter[unit].state &= (uint8_t)~IS_FATIGUED;
	emit(p, .kind = E_RESTED, .side = (int8_t)CHARTS(p)->piece[unit].side, .who = (int16_t)unit,
		.rule = "fatigue.3");
}

/* Bounds of this night so far, the present one included. */
static int night_bounds(const struct charts *c, const struct state *b)
{
	int n = 0;
	while (n < 24 && c->night[(b->bound - n + 48) % 24]) n++;
	return n;
}

/* fatigue.3, fatigue.4, AMB-40: a bound without moving, attacking or being attacked counts; four in a row end
   fatigue. */
void rest_all(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	int night = night_bounds(c, b);
	for (int side = 0; side < SIDES; side++)
		for EACH (u, b->units[side]) {
			struct counter *k = &b->counter[u];
			if (k->deeds & HAS_STIRRED) k->rest = 0;
			else if (k->rest < 100) k->rest++;
			k->deeds &= (uint16_t)~HAS_STIRRED;
			if (k->rest < c->n.fatigue_rest) continue;
			recover(p, b, u);
			if (night >= c->n.fatigue_rest) k->deeds |= HAS_SLEPT;
		}
	for (int i = c->units; i < p->m->pieces; i++) b->counter[i].deeds &= (uint16_t)~HAS_STIRRED;
}

/* night.4: whoever fought in the night and never rested four bounds of it is fatigued in the morning. */
void dawn_breaks(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	emit(p, .kind = E_DAWN, .n = b->bound, .rule = "time.2");
	b->fighting_on = 0;
	for (int u = 0; u < c->units; u++) {
		struct counter *k = &b->counter[u];
		bool worn =
			is_hex(k->at) && k->deeds & HAS_FOUGHT && !(k->deeds & HAS_SLEPT) && !(k->state & IS_FATIGUED);
		k->deeds &= (uint16_t)~(HAS_FOUGHT | HAS_SLEPT);
		if (!worn) continue;
		k->state |= IS_FATIGUED;
		emit(p, .kind = E_FATIGUED, .side = (int8_t)c->piece[u].side, .who = (int16_t)u, .rule = "night.4");
	}
}

/* The night goes by in quiet: everybody rests, and the markers of the evening are gone. */
void night_over(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	while (is_night(c, b)) b->bound++;
	b->g.turn = (int16_t)(b->bound - c->first_bound + 1);
	for (int i = 0; i < p->m->pieces; i++) {
		struct counter *k = &b->counter[i];
		k->deeds &= BY_REAR;
		k->state &= (uint8_t)~(IS_PINNED | IS_NIC | IS_FLINCHED);
		if (!is_hex(k->at) || !is_unit(c, i)) continue;
		k->rest = (uint8_t)c->n.fatigue_rest;
		recover(p, b, i);
	}
	dawn_breaks(p, b);
	if (b->bound > c->last_bound) baa_decide(p, b);
}
