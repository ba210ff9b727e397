/* The guard (2): a secret choice that both sides make at the same time, and that one of them may keep to
   itself for the whole game. Three things keep it secret: no event is told before both have answered, the
   view shows a guard only to those who may know it, and mask() replaces it by any unit that it could still
   be. */
#include "drill.h"

/* 2.1: both sides are asked at once; when nobody is waiting any more, both have answered. */
void drill_deploy(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	if (s->stage == 0) {
		s->stage = 1;
		for (int side = 0; side < SIDES; side++) ask(&d->g, side, ASK_GUARD);
		return;
	}
	reveal(&d->g);        /* what both have chosen stands: nobody takes it back after seeing that the other is
	                         ready */
	if (!p->m->option[0]) /* 2.3 */
		for (int side = 0; side < SIDES; side++) drill_show_guard(p, d, side);
	agenda_done(&d->g);
}

bool drill_may_guard(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (p->m->piece[o->unit].side != side)
		return refuse(r, "2.1", "%s is not of your side", p->m->piece[o->unit].name);
	return true;
}

void drill_list_guards(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int u = drill_book(p)->from[side]; u < drill_book(p)->from[side + 1]; u++)
		orders_add(o, VERB_GUARD, u, 0, 0, 0);
}

/* Emits nothing: even that an answer has come would be news to the other side. */
void drill_do_guard(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->guard[side] = o->unit;
}

/* From now on everybody knows. Undo does not go back beyond a revelation. */
void drill_show_guard(const struct play *p, struct state *d, int side)
{
	if (d->guard_shown[side]) return;
	d->guard_shown[side] = 1;
	reveal(&d->g);
	emit(p, .kind = EVENT_GUARD, .side = (int8_t)side, .who = d->guard[side], .rule = "2.3");
}

/* What `side` cannot know is the other side's guard: it is any unit that lives and has not been seen to fall
   back. While the side itself is being asked, it cannot know either whether the other has answered. */
void drill_mask(const struct play *p, struct game *g, int side, struct rng *rng)
{
	const struct drill_book *b = drill_book(p);
	struct state *d = drill_of(g);
	int other = !side, n = 0;
	int16_t could[UNITS_MOST];
	bool deploying = agenda_see(g)->kind == STEP_DEPLOY;
	if (d->guard_shown[other] || (d->guard[other] == NO_UNIT && !deploying)) return;
	if (deploying && !(g->waiting >> side & 1)) return; /* the other is still thinking, and we know it */
	for (int u = b->from[other]; u < b->from[other + 1]; u++)
		if (d->strength[u] && !(d->flags[u] & UNIT_PLAIN)) could[n++] = (int16_t)u;
	d->guard[other] = could[rng_below(rng, (uint32_t)n)];
	if (deploying) g->waiting = (uint8_t)(1u << side);
}
