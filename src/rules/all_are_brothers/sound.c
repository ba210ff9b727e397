/* Invariants: everything derived is derived again from scratch, and what the rules promise is looked at. */
#include "rules/all_are_brothers/all_are_brothers.h"

static void sound_board(const struct charts *c, const struct state *b, struct text *wrong)
{
	struct state again = *b;
	aab_board_rebuild(c, &again);
	if (memcmp(again.top, b->top, sizeof b->top)) text_add(wrong, "top of a stack; ");
	if (memcmp(again.near, b->near, sizeof b->near)) text_add(wrong, "neighbours; ");
	if (memcmp(again.units, b->units, sizeof b->units)) text_add(wrong, "units on the map; ");
	if (memcmp(again.staff, b->staff, sizeof b->staff)) text_add(wrong, "hexes with an HQ; ");
	for (int i = 0; i < c->units; i++) {
		if (again.counter[i].sp != b->counter[i].sp) text_addf(wrong, "strength of unit %d; ", i);
		if (again.counter[i].order != b->counter[i].order || again.counter[i].under != b->counter[i].under)
			text_addf(wrong, "stack of unit %d; ", i);
	}
}

/* Its Break Test is still to come. */
static bool tested(const struct state *b, int unit)
{
	for (int i = 0; i < b->g.depth; i++)
		if (b->g.agenda[i].kind == STEP_BREAK && b->g.agenda[i].unit == unit) return true;
	return false;
}

static void sound_units(const struct play *p, const struct state *b, struct text *wrong)
{
	const struct charts *c = CHARTS(p);
	for (int i = 0; i < c->pieces; i++) {
		const struct counter *k = &b->counter[i];
		const char *name = p->m->piece[i].id;
		if (k->at >= c->hexes || k->at < PLACE_BOX(BOXES - 1)) text_addf(wrong, "%s is nowhere; ", name);
		if (placed(k) && c->terrain[k->at] == T_CLOSED)
			text_addf(wrong, "%s stands where nobody can; ", name);
		if (!is_unit(c, i)) continue;
		if ((k->state & IS_SHAKEN) && (k->state & IS_DISRUPTED))
			text_addf(wrong, "%s is both Shaken and Disrupted (3.1.3c); ", name);
		if (is_flag(c, i, KIND_DETACHMENT) && k->state & IS_WORN)
			text_addf(wrong, "%s is a Battleworn Detachment (3.3a); ", name);
		if (placed(k) && !k->sp && !mask_any(b->struck) && !tested(b, i))
			text_addf(wrong, "%s has no strength; ", name);
		if ((k->casualties || k->hits) != mask_has(b->struck, i))
			text_addf(wrong, "%s owes hits unrecorded; ", name);
		if (placed(k) && !held_by(c, b, c->piece[i].side, k->at))
			text_addf(wrong, "%s shares a hex with the enemy (4.1g); ", name);
	}
}

/* 4.1a, R-08: has a step just ended, so that no crowd is left that could have been cured? */
static bool step_just_ended(const struct charts *c, const struct state *b)
{
	const struct step *s = agenda_see(&b->g);
	bool fired = false, moved = false;
	if (s->kind != STEP_ACTIVATION) return false;
	for EACH (u, b->act.units) {
		fired |= (b->counter[u].deeds & (HAS_FIRED | HAS_SHELLED)) != 0;
		moved |= b->counter[u].deeds & HAS_MOVED || b->counter[u].marks & IS_DECLARED;
	}
	switch (s->stage) {
	case ACT_MOVE: return fired && !moved;
	case ACT_ASSAULT: return !s->flags;
	case ACT_RALLY: return b->act.rallies == aab_rally_actions(c, b);
	default: return false;
	}
}

static void sound_crowds(const struct play *p, const struct state *b, struct text *wrong)
{
	const struct charts *c = CHARTS(p);
	if (!step_just_ended(c, b)) return;
	for (int hex = 0; hex < c->hexes; hex++) {
		bool cure = false;
		if (!b->top[hex] || aab_board_sp(b, hex) <= c->n.limit) continue;
		for STACK (u, b, hex) {
			int printed = c->piece[u].sp[b->counter[u].state & IS_WORN];
			cure |= !(b->counter[u].state & IS_DISRUPTED) &&
			        printed - (b->counter[u].state & IS_SHAKEN ? 2 : 1) >= 1;
		}
		if (cure) text_addf(wrong, "%s is overstacked (4.1a); ", p->m->map->number[hex]);
	}
}

/* 5.1.1, 6.3: every chit is in the cup, in hand, played or left out; as many were drawn as the cup has
   lost. */
static void sound_chits(const struct charts *c, const struct state *b, struct text *wrong)
{
	int held[POOLS] = {0}, left[POOLS] = {0}, all[POOLS] = {0};
	for (int k = 0; k < CARDS; k++) {
		int pool = c->n.card_pool[k];
		if (b->hand[k] + b->left[k] > c->n.card[k])
			text_addf(wrong, "more chits of kind %d than there are; ", k);
		if (pool < 0 || c->pool_nation[pool] == NOBODY) continue;
		held[pool] += b->hand[k], left[pool] += b->left[k], all[pool] += c->n.card[k];
	}
	for (int pool = 0; pool < POOLS; pool++) {
		int cup = all[pool] < c->pool_draw[pool] ? all[pool] : c->pool_draw[pool];
		if (held[pool] != b->held[pool])
			text_addf(wrong, "%d chits of pool %d are held, not %d; ", held[pool], pool, b->held[pool]);
		if (c->pool_nation[pool] != NOBODY && all[pool] - left[pool] + b->cup[pool] != cup)
			text_addf(wrong, "chits of pool %d are lost or found; ", pool);
	}
}

/* 3.5.3a: whoever stands on a VP hex controls it, and nothing else is controlled. */
static void sound_control(const struct charts *c, const struct state *b, struct text *wrong)
{
	int16_t vp[SIDES];
	for (int h = 0; h < c->hexes; h++) {
		if (c->vp_at[h] < 0 && b->owner[h] != NOBODY)
			text_add(wrong, "control of a hex that is worth nothing; ");
		if (c->vp_at[h] >= 0 && b->top[h] && b->owner[h] != c->piece[b->top[h] - 1].side)
			text_addf(wrong, "%s is not theirs who stand there (3.5.3a); ", c->vp_name[c->vp_at[h]]);
	}
	aab_vp_derive(c, b, vp);
	if (vp[0] != b->vp[0] || vp[1] != b->vp[1])
		text_addf(wrong, "Victory Points %d and %d, not %d and %d; ", b->vp[0], b->vp[1], vp[0], vp[1]);
}

/* One agenda: a turn, in it an activation, in it at most one march and one assault; whatever is under way has
   its step. */
static void sound_agenda(const struct charts *c, const struct state *b, struct text *wrong)
{
	int n[STEP_KINDS] = {0};
	for (int i = 0; i < b->g.depth; i++) n[b->g.agenda[i].kind]++;
	for (int i = 0; i < b->g.deferred; i++) n[b->g.later[i].kind]++;
	if (n[STEP_TURN] != 1 || b->g.agenda[0].kind != STEP_TURN)
		text_add(wrong, "not one turn on the agenda; ");
	if (n[STEP_ACTIVATION] > 1 || (n[STEP_ACTIVATION] && b->g.agenda[1].kind != STEP_ACTIVATION))
		text_add(wrong, "two activations on the agenda; ");
	if (n[STEP_ACTIVATION] != (b->act.hq != NO_UNIT)) text_add(wrong, "an activation without its step; ");
	if (n[STEP_MARCH] != (b->march.lead != NO_UNIT)) text_add(wrong, "a march without its step; ");
	if (n[STEP_ASSAULT] != (b->fight.target != HEX_NONE)) text_add(wrong, "an assault without its step; ");
	if (n[STEP_COLLAPSE] > 1 || (b->falling && !n[STEP_COLLAPSE]))
		text_add(wrong, "a collapse without its step; ");
	for (int i = 0; i < c->pieces; i++) {
		const struct counter *k = &b->counter[i];
		if (k->deeds & IS_MOVING && !n[STEP_MARCH]) text_addf(wrong, "piece %d moves outside a march; ", i);
		if (k->deeds & IS_FIGHTING && !n[STEP_ASSAULT])
			text_addf(wrong, "piece %d fights outside an assault; ", i);
		if (k->flee && !n[STEP_RETREAT] && !n[STEP_FLIGHT])
			text_addf(wrong, "piece %d owes a retreat that nobody asks for; ", i);
		if (is_unit(c, i) && (k->hits || k->casualties) && !n[STEP_SUFFER])
			text_addf(wrong, "piece %d owes hits that nobody asks for; ", i);
	}
}

static void sound_corps(const struct play *p, const struct state *b, struct text *wrong)
{
	const struct charts *c = CHARTS(p);
	for (int i = 0; i < c->corps; i++) {
		const struct counter *hq = &b->counter[c->formation[i].hq];
		if (hq->sp > c->formation[i].morale)
			text_addf(wrong, "Corps Morale of %s has risen (14.0f); ", c->formation[i].id);
		if (!hq->sp != !!(hq->hits & (CORPS_DEMORALIZED | CORPS_FALLING)))
			text_addf(wrong, "%s is at 0 and not demoralized, or the reverse (14.1a); ", c->formation[i].id);
		bool any = false;
		for EACH (u, c->formation[i].piece)
			any |= on_map(b, u) || b->counter[u].at == PLACE_BOX(BOX_WAITING);
		if (!any && hq->at >= 0) text_addf(wrong, "%s has an HQ and no units (10.2b); ", c->formation[i].id);
	}
}

void aab_sound(const struct play *p, const struct game *g, struct text *wrong)
{
	const struct charts *c = CHARTS(p);
	const struct state *b = SEE(g);
	if (g->over) return;
	sound_agenda(c, b, wrong);
	sound_board(c, b, wrong);
	sound_units(p, b, wrong);
	sound_crowds(p, b, wrong);
	sound_chits(c, b, wrong);
	sound_corps(p, b, wrong);
	sound_control(c, b, wrong);
}
