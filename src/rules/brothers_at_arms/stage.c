/* Putting the game where a case or an override wants it, and answering minor questions by their stated
   default. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* --- cases ---------------------------------------------------------------------------------------------- */

static uint8_t stage_of_bound(const struct play *p, int side, int phase)
{
	switch (phase) {
	case PHASE_BOUND: return STAGE_OPEN;
	case PHASE_END: return STAGE_CLOSE;
	case PHASE_DUSK: return p->m->option[O_FIGHT_ON] ? STAGE_DUSK_FIRST : STAGE_DUSK;
	case PHASE_READDRESS: return STAGE_READDRESS;
	case PHASE_NIGHT: return STAGE_NIGHT;
	default: return side == baa_book(p)->first ? STAGE_SECOND : STAGE_CLOSE; /* what follows the round */
	}
}

bool baa_stage(const struct play *p, struct game *g, int side, int phase)
{
	struct state *d = baa_of(g);
	memset(g->agenda, 0, sizeof g->agenda);
	memset(g->later, 0, sizeof g->later);
	memset(g->later_at, 0, sizeof g->later_at);
	memset(&d->march, 0, sizeof d->march);
	memset(&d->volley, 0, sizeof d->volley);
	memset(d->todo, 0, sizeof d->todo);
	g->depth = g->deferred = g->waiting = g->over = 0;
	g->winner = RESULT_NONE, g->margin = 0, g->active = (uint8_t)side;
	d->decided = 0;
	bool round = phase >= PHASE_ORDERS && phase <= PHASE_REMOVAL;
	agenda_push(g, (struct step){.kind = STEP_BOUND,
					   .stage = stage_of_bound(p, side, phase),
					   .side = (uint8_t)(round ? baa_book(p)->first : side),
					   .unit = NO_UNIT,
					   .other = NO_UNIT});
	if (round)
		agenda_push(g, (struct step){.kind = STEP_ROUND,
						   .side = (uint8_t)side,
						   .stage = (uint8_t)phase,
						   .unit = NO_UNIT,
						   .other = NO_UNIT});
	return true;
}

static void settle_fate(struct counter *k)
{
	if (k->at >= 0) k->fate = FATE_HERE;
	else if (k->at == PLACE_BOX(BOX_RESERVE)) k->fate = FATE_RESERVE;
	else if (k->at == PLACE_BOX(BOX_MARCH)) k->fate = k->fate == FATE_RESERVE ? FATE_RESERVE : FATE_MARCHING;
	else if (k->fate == FATE_HERE || k->fate == FATE_RESERVE || k->fate == FATE_MARCHING)
		k->fate = FATE_ABSENT;
}

void baa_settle(const struct play *p, struct game *g)
{
	const struct baa_book *b = baa_book(p);
	struct state *d = baa_of(g);
	for (int i = 0; i < p->m->pieces; i++) settle_fate(&d->counter[i]);
	baa_board_rebuild(b, d);
	g->turn = (int16_t)(d->bound - b->first_bound + 1);
	for (int h = 0; h < b->hexes; h++) {
		int u = board_first(d, h);
		if (d->watch[h] != NOBODY && (u == NO_UNIT || b->piece[u].side != d->watch[h])) d->watch[h] = NOBODY;
		if (u == NO_UNIT) d->stood[h >> 6] &= ~(1ull << (h & 63));
	}
	const struct step *s = g->depth ? agenda_see(g) : NULL;
	if (s && s->kind == STEP_ROUND && s->flags) baa_phase_todo(p, d, s->side, s->stage, d->todo);
}

/* --- minor questions ------------------------------------------------------------------------------------ */

static int nearest_enemy(const struct baa_book *b, const struct state *d, int side, int hex)
{
	int best = 255;
	for EACH (e, d->units[!side])
		if (hex_distance(b, hex, d->counter[e].at) < best) best = hex_distance(b, hex, d->counter[e].at);
	return best;
}

/* Good for the unit: cover, distance, no crowd. */
static int refuge(const struct baa_book *b, const struct state *d, int side, int hex, int choice)
{
	int far = nearest_enemy(b, d, side, hex);
	return (choice == FLINCH_FAR ? 100 : 4) * far + 10 * b->hex_cover[hex] - 15 * baa_board_units(d, hex);
}

/* A unit's owner seeks refuge for it; an attacker who places it (flinch.7) the opposite. */
bool baa_usual_flinch(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	const struct baa_book *b = baa_book(p);
	struct orders list = {.n = 0};
	baa_list_flinches(p, d, side, &list);
	int owner = b->piece[agenda_see(&d->g)->unit].side, best = -100000;
	for (int i = 0; i < list.n; i++) {
		int score = refuge(b, d, owner, list.list[i].a, choice) * (owner == side ? 1 : -1);
		if (score > best) best = score, *o = list.list[i];
	}
	return true;
}

/* Whoever may stay does. */
bool baa_usual_withdraw(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	struct orders list = {.n = 0};
	baa_list_withdrawals(p, d, side, &list);
	int best = -1;
	*o = list.list[list.n - 1];
	for (int i = 0; i < list.n && list.list[list.n - 1].verb != V_DONE; i++) {
		if (baa_withdraw_duty_of(baa_book(p), d, list.list[i].unit) != DUTY_MUST) continue;
		int score = nearest_enemy(baa_book(p), d, side, list.list[i].a);
		if (score > best) best = score, *o = list.list[i];
	}
	return true;
}

bool baa_usual_assign(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	*o = (struct order){V_DONE, NO_UNIT, 0, 0, 0};
	return true;
}

/* --- what could hit this place -------------------------------------------------------------------------- */

/* The attacker's fire phase, everybody with orders, where he stands now; then his melee, if he touches
   anything there. */
void baa_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o)
{
	struct state *d = baa_of(clone);
	struct orders all = {.n = 0};
	int at = o->n;
	for (int phase = PHASE_FIRE; phase <= PHASE_MELEE && o->n == at; phase++) {
		baa_stage(p, clone, attacker, phase);
		for EACH (u, d->units[attacker])
			d->counter[u].state &= (uint8_t)~IS_NIC,
				d->counter[u].deeds &= (uint16_t)~(HAS_FIRED | HAS_CLASHED | HAS_SNIPED);
		baa_settle(p, clone);
		play_step(p, clone);
		if (!(clone->waiting >> attacker & 1)) continue;
		all.n = 0;
		(phase == PHASE_FIRE ? baa_list_fire : baa_list_melees)(p, d, attacker, &all);
		for (int i = 0; i < all.n; i++) {
			const struct order *x = &all.list[i];
			bool aimed = x->verb == V_FIRE || x->verb == V_MELEE || x->verb == V_SNIPE;
			if (aimed && d->counter[x->a].at == place) o->list[o->n++] = *x;
		}
	}
}
