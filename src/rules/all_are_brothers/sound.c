/* Invariants: everything derived is derived again from scratch, and what the rules promise is looked at. */
#include "rules/all_are_brothers/all_are_brothers.h"

static void sound_board(const struct aab_book *b, const struct state *d, struct text *wrong)
{
	struct state again = *d;
	aab_board_rebuild(b, &again);
	if (memcmp(again.top, d->top, sizeof d->top)) text_add(wrong, "top of a stack; ");
	if (memcmp(again.near, d->near, sizeof d->near)) text_add(wrong, "neighbours; ");
	if (memcmp(again.units, d->units, sizeof d->units)) text_add(wrong, "units on the map; ");
	if (memcmp(again.staff, d->staff, sizeof d->staff)) text_add(wrong, "hexes with an HQ; ");
	if (memcmp(&again.who, &d->who, sizeof d->who))
		text_add(wrong, "who is in disorder, moves or stands in a crowd; ");
	for (int i = 0; i < b->units; i++) {
		if (again.counter[i].sp != d->counter[i].sp) text_addf(wrong, "strength of unit %d; ", i);
		if (again.counter[i].order != d->counter[i].order || again.counter[i].under != d->counter[i].under)
			text_addf(wrong, "stack of unit %d; ", i);
	}
}

/* Its Break Test is still to come. */
static bool tested(const struct state *d, int unit)
{
	for (int i = 0; i < d->g.depth; i++)
		if (d->g.agenda[i].kind == STEP_BREAK && d->g.agenda[i].unit == unit) return true;
	return false;
}

static void sound_units(const struct play *p, const struct state *d, struct text *wrong)
{
	const struct aab_book *b = aab_book(p);
	for (int i = 0; i < b->pieces; i++) {
		const struct counter *k = &d->counter[i];
		const char *name = p->m->piece[i].id;
		if (k->at >= b->hexes || k->at < PLACE_BOX(BOXES - 1)) text_addf(wrong, "%s is nowhere; ", name);
		if (placed(k) && b->terrain[k->at] == T_CLOSED)
			text_addf(wrong, "%s stands where nobody can; ", name);
		if (!is_unit(b, i)) continue;
		if ((k->state & IS_SHAKEN) && (k->state & IS_DISRUPTED))
			text_addf(wrong, "%s is both Shaken and Disrupted (3.1.3c); ", name);
		if (is_flag(b, i, KIND_DETACHMENT) && k->state & IS_WORN)
			text_addf(wrong, "%s is a Battleworn Detachment (3.3a); ", name);
		if (placed(k) && !k->sp && !mask_any(d->struck) && !tested(d, i))
			text_addf(wrong, "%s has no strength; ", name);
		if ((k->casualties || k->hits) != mask_has(d->struck, i))
			text_addf(wrong, "%s owes hits unrecorded; ", name);
		if (placed(k) && !held_by(b, d, b->piece[i].side, k->at))
			text_addf(wrong, "%s shares a hex with the enemy (4.1g); ", name);
	}
}

/* 4.1a, R-08: has a step just ended, so that no crowd is left that could have been cured? */
static bool step_just_ended(const struct aab_book *b, const struct state *d)
{
	const struct step *s = agenda_see(&d->g);
	bool fired = false, moved = false;
	if (s->kind != STEP_ACTIVATION) return false;
	for EACH (u, d->act.units) {
		fired |= (d->counter[u].deeds & (HAS_FIRED | HAS_SHELLED)) != 0;
		moved |= d->counter[u].deeds & HAS_MOVED || d->counter[u].marks & IS_DECLARED;
	}
	switch (s->stage) {
	case ACT_MOVE: return fired && !moved;
	case ACT_ASSAULT: return !s->flags;
	case ACT_RALLY: return d->act.rallies == aab_rally_actions(b, d);
	default: return false;
	}
}

static void sound_crowds(const struct play *p, const struct state *d, struct text *wrong)
{
	const struct aab_book *b = aab_book(p);
	if (!step_just_ended(b, d)) return;
	for (int hex = 0; hex < b->hexes; hex++) {
		bool cure = false;
		if (!d->top[hex] || aab_board_sp(d, hex) <= b->n.limit) continue;
		for STACK (u, d, hex) {
			int printed = b->piece[u].sp[d->counter[u].state & IS_WORN];
			cure |= !(d->counter[u].state & IS_DISRUPTED) &&
			        printed - (d->counter[u].state & IS_SHAKEN ? 2 : 1) >= 1;
		}
		if (cure) text_addf(wrong, "%s is overstacked (4.1a); ", p->m->map->number[hex]);
	}
}

/* 5.1.1, 6.3: every chit is in the cup, in hand, played or left out; as many were drawn as the cup has
   lost. */
static void sound_chits(const struct aab_book *b, const struct state *d, struct text *wrong)
{
	int held[POOLS] = {0}, left[POOLS] = {0}, all[POOLS] = {0};
	for (int k = 0; k < CARDS; k++) {
		int pool = b->n.card_pool[k];
		if (d->hand[k] + d->left[k] > b->n.card[k])
			text_addf(wrong, "more chits of kind %d than there are; ", k);
		if (pool < 0 || b->pool_nation[pool] == NOBODY) continue;
		held[pool] += d->hand[k], left[pool] += d->left[k], all[pool] += b->n.card[k];
	}
	for (int pool = 0; pool < POOLS; pool++) {
		int cup = all[pool] < b->pool_draw[pool] ? all[pool] : b->pool_draw[pool];
		if (held[pool] != d->held[pool])
			text_addf(wrong, "%d chits of pool %d are held, not %d; ", held[pool], pool, d->held[pool]);
		if (b->pool_nation[pool] != NOBODY && all[pool] - left[pool] + d->cup[pool] != cup)
			text_addf(wrong, "chits of pool %d are lost or found; ", pool);
	}
}

/* 3.5.3a: whoever stands on a VP hex controls it, and nothing else is controlled. */
static void sound_control(const struct aab_book *b, const struct state *d, struct text *wrong)
{
	int16_t vp[SIDES];
	for (int h = 0; h < b->hexes; h++) {
		if (b->vp_at[h] < 0 && d->owner[h] != NOBODY)
			text_add(wrong, "control of a hex that is worth nothing; ");
		if (b->vp_at[h] >= 0 && d->top[h] && d->owner[h] != b->piece[d->top[h] - 1].side)
			text_addf(wrong, "%s is not theirs who stand there (3.5.3a); ", b->vp_name[b->vp_at[h]]);
	}
	aab_vp_derive(b, d, vp);
	if (vp[0] != d->vp[0] || vp[1] != d->vp[1])
		text_addf(wrong, "Victory Points %d and %d, not %d and %d; ", d->vp[0], d->vp[1], vp[0], vp[1]);
}

/* One agenda: a turn, in it an activation, in it at most one march and one assault; whatever is under way has
   its step. */
static void sound_agenda(const struct aab_book *b, const struct state *d, struct text *wrong)
{
	int n[STEP_KINDS] = {0};
	for (int i = 0; i < d->g.depth; i++) n[d->g.agenda[i].kind]++;
	for (int i = 0; i < d->g.deferred; i++) n[d->g.later[i].kind]++;
	if (n[STEP_TURN] != 1 || d->g.agenda[0].kind != STEP_TURN)
		text_add(wrong, "not one turn on the agenda; ");
	if (n[STEP_ACTIVATION] > 1 || (n[STEP_ACTIVATION] && d->g.agenda[1].kind != STEP_ACTIVATION))
		text_add(wrong, "two activations on the agenda; ");
	if (n[STEP_ACTIVATION] != (d->act.hq != NO_UNIT)) text_add(wrong, "an activation without its step; ");
	if (n[STEP_MARCH] != (d->march.lead != NO_UNIT)) text_add(wrong, "a march without its step; ");
	if (n[STEP_ASSAULT] != (d->fight.target != HEX_NONE)) text_add(wrong, "an assault without its step; ");
	if (n[STEP_COLLAPSE] > 1 || (d->falling && !n[STEP_COLLAPSE]))
		text_add(wrong, "a collapse without its step; ");
	for (int i = 0; i < b->pieces; i++) {
		const struct counter *k = &d->counter[i];
		if (k->deeds & IS_MOVING && !n[STEP_MARCH]) text_addf(wrong, "piece %d moves outside a march; ", i);
		if (k->deeds & IS_FIGHTING && !n[STEP_ASSAULT])
			text_addf(wrong, "piece %d fights outside an assault; ", i);
		if (k->flee && !n[STEP_RETREAT] && !n[STEP_FLIGHT])
			text_addf(wrong, "piece %d owes a retreat that nobody asks for; ", i);
		if (is_unit(b, i) && (k->hits || k->casualties) && !n[STEP_SUFFER])
			text_addf(wrong, "piece %d owes hits that nobody asks for; ", i);
	}
}

static void sound_corps(const struct play *p, const struct state *d, struct text *wrong)
{
	const struct aab_book *b = aab_book(p);
	for (int i = 0; i < b->corps; i++) {
		const struct counter *hq = &d->counter[b->formation[i].hq];
		if (hq->sp > b->formation[i].morale)
			text_addf(wrong, "Corps Morale of %s has risen (14.0f); ", b->formation[i].id);
		if (!hq->sp != !!(hq->hits & (CORPS_DEMORALIZED | CORPS_FALLING)))
			text_addf(wrong, "%s is at 0 and not demoralized, or the reverse (14.1a); ", b->formation[i].id);
		bool any = false;
		for EACH (u, b->formation[i].piece)
			any |= on_map(d, u) || d->counter[u].at == PLACE_BOX(BOX_WAITING);
		if (!any && hq->at >= 0) text_addf(wrong, "%s has an HQ and no units (10.2b); ", b->formation[i].id);
	}
}

void aab_sound(const struct play *p, const struct game *g, struct text *wrong)
{
	const struct aab_book *b = aab_book(p);
	const struct state *d = aab_see(g);
	if (g->over) return;
	sound_agenda(b, d, wrong);
	sound_board(b, d, wrong);
	sound_units(p, d, wrong);
	sound_crowds(p, d, wrong);
	sound_chits(b, d, wrong);
	sound_corps(p, d, wrong);
	sound_control(b, d, wrong);
}
