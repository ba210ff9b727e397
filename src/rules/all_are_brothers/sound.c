/* Invariants: everything derived is derived again from scratch, and what the rules promise is looked at. */
#include "rules/all_are_brothers/all_are_brothers.h"

static void sound_board(const struct charts *c, const struct aab *b, struct text *wrong)
{
	struct aab again = *b;
	board_rebuild(c, &again);
	if (memcmp(again.top, b->top, sizeof b->top)) text_add(wrong, "top of a stack; ");
	if (memcmp(again.near, b->near, sizeof b->near)) text_add(wrong, "neighbours; ");
	if (memcmp(again.units, b->units, sizeof b->units)) text_add(wrong, "units on the map; ");
	for (int i = 0; i < c->units; i++) {
		if (again.counter[i].sp != b->counter[i].sp) text_addf(wrong, "strength of unit %d; ", i);
		if (again.counter[i].order != b->counter[i].order || again.counter[i].under != b->counter[i].under) text_addf(wrong, "stack of unit %d; ", i);
	}
}

/* Its Break Test is still to come. */
static bool tested(const struct aab *b, int unit)
{
	for (int i = 0; i < b->g.depth; i++)
		if (b->g.agenda[i].kind == STEP_BREAK && b->g.agenda[i].unit == unit) return true;
	return false;
}

static void sound_units(const struct play *p, const struct aab *b, struct text *wrong)
{
	const struct charts *c = CHARTS(p);
	for (int i = 0; i < c->pieces; i++) {
		const struct counter *k = &b->counter[i];
		const char *name = p->m->piece[i].id;
		if (k->at >= c->hexes || k->at < PLACE_BOX(BOXES - 1)) text_addf(wrong, "%s is nowhere; ", name);
		if (k->at >= 0 && c->terrain[k->at] == T_CLOSED) text_addf(wrong, "%s stands where nobody can; ", name);
		if (!is_unit(c, i)) continue;
		if ((k->state & IS_SHAKEN) && (k->state & IS_DISRUPTED)) text_addf(wrong, "%s is both Shaken and Disrupted (3.1.3c); ", name);
		if (is_flag(c, i, KIND_DETACHMENT) && k->state & IS_WORN) text_addf(wrong, "%s is a Battleworn Detachment (3.3a); ", name);
		if (k->at >= 0 && !k->sp && !mask_any(b->struck) && !tested(b, i)) text_addf(wrong, "%s has no strength; ", name);
		if ((k->casualties || k->hits) != mask_has(b->struck, i)) text_addf(wrong, "%s owes hits unrecorded; ", name);
		if (k->at >= 0 && !held_by(c, b, c->piece[i].side, k->at)) text_addf(wrong, "%s shares a hex with the enemy (4.1g); ", name);
	}
}

/* 4.1a: when a step has just ended: the assaults begin with no crowd that could have been cured. */
static void sound_crowds(const struct play *p, const struct aab *b, struct text *wrong)
{
	const struct charts *c = CHARTS(p);
	const struct step *s = b->g.depth ? agenda_see(&b->g) : NULL;
	if (!s || s->kind != STEP_ACTIVATION || s->stage != ACT_ASSAULT || s->flags) return;
	for EACH (u, b->units[s->side]) {
		if (b->counter[u].order || board_sp(b, b->counter[u].at) <= c->n.limit) continue;
		bool cure = false;
		for STACK (v, b, b->counter[u].at) {
			int printed = c->piece[v].sp[b->counter[v].state & IS_WORN];
			cure |= !(b->counter[v].state & IS_DISRUPTED) && printed - (b->counter[v].state & IS_SHAKEN ? 2 : 1) >= 1;
		}
		if (cure) text_addf(wrong, "%s is overstacked (4.1a); ", p->m->map->number[b->counter[u].at]);
	}
}

static void sound_chits(const struct charts *c, const struct aab *b, struct text *wrong)
{
	int held[POOLS] = {0}, pool_left[POOLS] = {0};
	for (int k = 0; k < CARDS; k++) {
		int pool = c->n.card_pool[k];
		if (b->hand[k] + b->left[k] > c->n.card[k]) text_addf(wrong, "more chits of kind %d than there are; ", k);
		if (pool < 0 || c->pool_nation[pool] < 0) continue;
		held[pool] += b->hand[k], pool_left[pool] += b->left[k];
	}
	for (int pool = 0; pool < POOLS; pool++)
		if (held[pool] != b->held[pool]) text_addf(wrong, "%d chits of pool %d are held, not %d; ", held[pool], pool, b->held[pool]);
	for (int pool = 0; pool < POOLS; pool++)
		if (b->cup[pool] > pool_left[pool]) text_addf(wrong, "the cup has more chits of pool %d than are left; ", pool);
}

static void sound_corps(const struct play *p, const struct aab *b, struct text *wrong)
{
	const struct charts *c = CHARTS(p);
	for (int i = 0; i < c->corps; i++) {
		const struct counter *hq = &b->counter[c->formation[i].hq];
		if (hq->sp > c->formation[i].morale) text_addf(wrong, "Corps Morale of %s has risen (14.0f); ", c->formation[i].id);
		if (!hq->sp != !!(hq->hits & (CORPS_DEMORALIZED | CORPS_FALLING)))
			text_addf(wrong, "%s is at 0 and not demoralized, or the reverse (14.1a); ", c->formation[i].id);
		bool any = false;
		for EACH (u, c->formation[i].piece) any |= on_map(b, u) || b->counter[u].at == PLACE_BOX(BOX_WAITING);
		if (!any && hq->at >= 0) text_addf(wrong, "%s has an HQ and no units (10.2b); ", c->formation[i].id);
	}
}

void aab_sound(const struct play *p, const struct game *g, struct text *wrong)
{
	const struct charts *c = CHARTS(p);
	const struct aab *b = SEE(g);
	int16_t vp[SIDES];
	if (g->over) return;
	sound_board(c, b, wrong);
	sound_units(p, b, wrong);
	sound_crowds(p, b, wrong);
	sound_chits(c, b, wrong);
	sound_corps(p, b, wrong);
	vp_derive(c, b, vp);
	if (vp[0] != b->vp[0] || vp[1] != b->vp[1]) text_addf(wrong, "Victory Points %d and %d, not %d and %d; ", b->vp[0], b->vp[1], vp[0], vp[1]);
	if (g->depth < 1 || g->agenda[0].kind != STEP_TURN) text_add(wrong, "no turn on the agenda; ");
	for (int i = 1; i < g->depth; i++)
		if (g->agenda[i].kind == STEP_TURN || (g->agenda[i].kind == STEP_ACTIVATION && i != 1)) text_add(wrong, "two turns or activations on the agenda; ");
	for (int h = 0; h < c->hexes; h++)
		if (c->vp_at[h] < 0 && b->owner[h] != NOBODY) text_add(wrong, "control of a hex that is worth nothing; ");
}
