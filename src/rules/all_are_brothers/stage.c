/* Putting the game where a case or an override wants it, and answering minor questions by their stated
   default. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* --- cases ---------------------------------------------------------------------------------------------- */

static int first_hq(const struct aab_book *b, const struct state *d, int side)
{
	for (int i = 0; i < b->corps; i++)
		if (b->formation[i].side == side && on_map(d, b->formation[i].hq)) return b->formation[i].hq;
	for (int i = 0; i < b->corps; i++)
		if (b->formation[i].side == side) return b->formation[i].hq;
	return NO_UNIT;
}

/* The units of an activation that a case has begun in the middle. */
static void activate(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	memset(d->act.units, 0, sizeof d->act.units);
	if (d->act.hq == NO_UNIT || is_unit(b, d->act.hq)) return;
	if (is_flag(b, d->act.hq, KIND_CHIEF)) {
		d->act.flags |= ACT_CHIEF;
		for EACH (u, d->units[b->piece[d->act.hq].side])
			if (b->piece[u].nation == b->piece[d->act.hq].nation &&
				aab_in_range(b, d, d->act.hq, b->piece[d->act.hq].rating[0], d->counter[u].at)) {
				if (d->act.corps == NOBODY) d->act.corps = b->piece[u].corps;
				if (b->piece[u].corps == d->act.corps) mask_add(d->act.units, u);
			}
		return;
	}
	d->act.corps = b->piece[d->act.hq].corps;
	for EACH (u, b->formation[d->act.corps].piece)
		if (on_map(d, u) || aab_due(b, d, u)) mask_add(d->act.units, u);
}

bool aab_stage(const struct play *p, struct game *g, int side, int phase)
{
	static const uint8_t stages[PHASES] = {[PHASE_COMMAND] = ACT_OPEN,
		[PHASE_FIRE] = ACT_FIRE,
		[PHASE_MOVEMENT] = ACT_MOVE,
		[PHASE_ASSAULT] = ACT_ASSAULT,
		[PHASE_RALLY] = ACT_RALLY};
	struct state *d = aab_of(g);
	int16_t hq = d->act.hq;
	uint8_t posture = d->act.posture, flags = d->act.flags, penalty = d->act.penalty;
	memset(g->agenda, 0, sizeof g->agenda);
	memset(g->later, 0, sizeof g->later);
	memset(g->later_at, 0, sizeof g->later_at);
	g->depth = g->deferred = g->waiting = g->over = 0;
	g->winner = RESULT_NONE, g->margin = 0, g->active = (uint8_t)side;
	aab_act_clear(d);
	struct step *turn = step_push(d, .kind = STEP_TURN);
	turn->stage = phase == PHASE_PLANNING ? TURN_OPEN : phase == PHASE_END ? TURN_CLOSE : TURN_DRAW;
	if (phase == PHASE_PLANNING || phase == PHASE_END || phase == PHASE_DRAW) return true;
	d->act.hq = hq != NO_UNIT && hq >= aab_book(p)->units && aab_book(p)->piece[hq].side == side
	              ? hq
	              : (int16_t)first_hq(aab_book(p), d, side);
	d->act.posture = posture, d->act.flags = flags, d->act.penalty = penalty;
	if (d->act.hq == NO_UNIT) return false;
	step_push(d, .kind = STEP_ACTIVATION, .side = side, .unit = d->act.hq)->stage = stages[phase];
	activate(p, d);
	return true;
}

void aab_settle(const struct play *p, struct game *g)
{
	const struct aab_book *b = aab_book(p);
	struct state *d = aab_of(g);
	aab_board_rebuild(b, d);
	for (int i = 0; i < b->pieces; i++)
		if (d->counter[i].at == PLACE_BOX(BOX_WAITING) && d->counter[i].target < 0)
			d->counter[i].target = b->piece[i].start;
	aab_vp_derive(b, d, d->vp);
	memset(d->held, 0, sizeof d->held);
	for (int k = 0; k < CARDS; k++)
		if (b->n.card_pool[k] >= 0)
			d->held[b->n.card_pool[k]] = (uint8_t)(d->held[b->n.card_pool[k]] + d->hand[k]);
	struct step *s = g->depth ? agenda_top(g) : NULL;
	if (!s || s->kind != STEP_ACTIVATION || s->stage == ACT_OPEN || g->waiting) return;
	if (d->act.hq >= b->units && d->act.hq < b->pieces) s->unit = d->act.hq;
	d->act.corps = NOBODY;
	activate(p, d);
}

/* --- minor questions ------------------------------------------------------------------------------------ */

static bool take(struct order *o, int verb)
{
	*o = (struct order){.verb = (uint16_t)verb, .unit = NO_UNIT};
	return true;
}

/* Combined fire where six points are not yet reached; then the volley. */
bool aab_usual_defenders(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	struct orders list;
	list.n = 0;
	aab_list_group(p, d, side, &list);
	*o = list.list[list.list[0].verb == V_JOIN ? 0 : list.n - 1]; /* the volley is the last */
	return true;
}

/* To cover, among friends with room, far from the enemy; at the bottom of the stack. */
bool aab_usual_retreat(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	const struct aab_book *b = aab_book(p);
	struct orders list;
	int best = -100000;
	list.n = 0;
	aab_list_retreats(p, d, side, &list);
	for (int i = 0; i < list.n; i++) {
		int hex = list.list[i].a, score = -20 * ((d->near[hex] >> (side ? 0 : 4)) & 15) +
		                                  (b->terrain[hex] >= T_WOODS ? 3 : 0) + list.list[i].b;
		if (score > best) best = score, *o = list.list[i];
	}
	return true;
}

/* Ground is given rather than men; the hits first. */
bool aab_usual_loss(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	int most = d->fight.points - d->fight.yellow;
	*o = (struct order){.verb = V_LOSE, .unit = NO_UNIT, .a = most > 2 ? 2 : most};
	return true;
}

/* HQs go where the last unit went; nobody else goes without need. */
bool aab_usual_along(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	const struct step *s = agenda_see(&d->g);
	*o = (struct order){.verb = V_DONE, .unit = NO_UNIT};
	if (d->top[load_see(s)->along.hex]) return true;
	int hq = aab_board_hq(aab_book(p), d, side, load_see(s)->along.hex, NO_UNIT);
	if (hq != NO_UNIT) *o = (struct order){.verb = V_ALONG, .unit = (int16_t)hq};
	return true;
}

bool aab_usual_defend(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	take(o, V_DONE); /* the odds of an attack leave out what is fired at those who flee from it */
	if (choice != DEFENCE_NEVER && (choice || load_see(agenda_see(&d->g))->defence.fleeing < 0))
		aab_defend_usual(p, d, choice < DEFENCE_FROM_2 ? 0 : choice, o);
	return true;
}

bool aab_usual_volley(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	return take(o, V_VOLLEY);
}

bool aab_usual_keep(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	return take(o, V_KEEP);
}

bool aab_usual_stand(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	return take(o, V_STAND);
}

bool aab_usual_event(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	take(o, V_PASS);
	return choice != EVENTS_AT_END || agenda_see(&d->g)->stage == W_ANY;
}

bool aab_usual_opportunity(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	take(o, V_PASS);
	return choice != OPPORTUNITY_NEAR || !aab_next_to_us(d, side);
}

/* --- what could hit this place -------------------------------------------------------------------------- */

/* The fire steps of every formation of the attacker, aggressive, as they stand. */
void aab_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	struct state *d = aab_of(clone);
	struct orders all;
	for (int i = 0; i < b->corps && o->n == 0; i++) {
		if (b->formation[i].side != attacker || !on_map(d, b->formation[i].hq)) continue;
		d->act.hq = b->formation[i].hq, d->act.flags = 0;
		aab_stage(p, clone, attacker, PHASE_FIRE);
		for EACH (u, d->act.units)
			d->counter[u].deeds &= (uint8_t)~HAS_FIRED, d->counter[u].state &= (uint8_t)~IS_OUT;
		aab_settle(p, clone);
		ask(clone, attacker, Q_FIRE);
		all.n = 0;
		aab_list_fire(p, d, attacker, &all);
		for (int k = 0; k < all.n; k++)
			if (all.list[k].verb == V_FIRE && all.list[k].a == place) o->list[o->n++] = all.list[k];
	}
}
