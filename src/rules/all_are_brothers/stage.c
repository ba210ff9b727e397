/* Putting the game where a case or an override wants it, and answering minor questions by their stated
   default. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* --- cases ---------------------------------------------------------------------------------------------- */

static int first_hq(const struct charts *c, const struct state *b, int side)
{
	for (int i = 0; i < c->corps; i++)
		if (c->formation[i].side == side && on_map(b, c->formation[i].hq)) return c->formation[i].hq;
	for (int i = 0; i < c->corps; i++)
		if (c->formation[i].side == side) return c->formation[i].hq;
	return NO_UNIT;
}

/* The units of an activation that a case has begun in the middle. */
static void activate(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	memset(b->act.units, 0, sizeof b->act.units);
	if (b->act.hq == NO_UNIT || is_unit(c, b->act.hq)) return;
	if (is_flag(c, b->act.hq, KIND_CHIEF)) {
		b->act.flags |= ACT_CHIEF;
		for EACH (u, b->units[c->piece[b->act.hq].side])
			if (c->piece[u].nation == c->piece[b->act.hq].nation &&
				aab_in_range(c, b, b->act.hq, c->piece[b->act.hq].rating[0], b->counter[u].at)) {
				if (b->act.corps == NOBODY) b->act.corps = c->piece[u].corps;
				if (c->piece[u].corps == b->act.corps) mask_add(b->act.units, u);
			}
		return;
	}
	b->act.corps = c->piece[b->act.hq].corps;
	for EACH (u, c->formation[b->act.corps].piece)
		if (on_map(b, u) || aab_due(c, b, u)) mask_add(b->act.units, u);
}

bool aab_stage(const struct play *p, struct game *g, int side, int phase)
{
	static const uint8_t stages[PHASES] = {[PHASE_COMMAND] = ACT_OPEN,
		[PHASE_FIRE] = ACT_FIRE,
		[PHASE_MOVEMENT] = ACT_MOVE,
		[PHASE_ASSAULT] = ACT_ASSAULT,
		[PHASE_RALLY] = ACT_RALLY};
	struct state *b = STATE(g);
	int16_t hq = b->act.hq;
	uint8_t posture = b->act.posture, flags = b->act.flags, penalty = b->act.penalty;
	memset(g->agenda, 0, sizeof g->agenda);
	memset(g->later, 0, sizeof g->later);
	memset(g->later_at, 0, sizeof g->later_at);
	g->depth = g->deferred = g->waiting = g->over = 0;
	g->winner = RESULT_NONE, g->margin = 0, g->active = (uint8_t)side;
	aab_act_clear(b);
	struct step *turn = step_push(b, .kind = STEP_TURN);
	turn->stage = phase == PHASE_PLANNING ? TURN_OPEN : phase == PHASE_END ? TURN_CLOSE : TURN_DRAW;
	if (phase == PHASE_PLANNING || phase == PHASE_END || phase == PHASE_DRAW) return true;
	b->act.hq = hq != NO_UNIT && hq >= CHARTS(p)->units && CHARTS(p)->piece[hq].side == side
	              ? hq
	              : (int16_t)first_hq(CHARTS(p), b, side);
	b->act.posture = posture, b->act.flags = flags, b->act.penalty = penalty;
	if (b->act.hq == NO_UNIT) return false;
	step_push(b, .kind = STEP_ACTIVATION, .side = side, .unit = b->act.hq)->stage = stages[phase];
	activate(p, b);
	return true;
}

void aab_settle(const struct play *p, struct game *g)
{
	const struct charts *c = CHARTS(p);
	struct state *b = STATE(g);
	aab_board_rebuild(c, b);
	for (int i = 0; i < c->pieces; i++)
		if (b->counter[i].at == PLACE_BOX(BOX_WAITING) && b->counter[i].target < 0)
			b->counter[i].target = c->piece[i].start;
	aab_vp_derive(c, b, b->vp);
	memset(b->held, 0, sizeof b->held);
	for (int k = 0; k < CARDS; k++)
		if (c->n.card_pool[k] >= 0)
			b->held[c->n.card_pool[k]] = (uint8_t)(b->held[c->n.card_pool[k]] + b->hand[k]);
	struct step *s = g->depth ? agenda_top(g) : NULL;
	if (!s || s->kind != STEP_ACTIVATION || s->stage == ACT_OPEN || g->waiting) return;
	if (b->act.hq >= c->units && b->act.hq < c->pieces) s->unit = b->act.hq;
	b->act.corps = NOBODY;
	activate(p, b);
}

/* --- minor questions ------------------------------------------------------------------------------------ */

static bool take(struct order *o, int verb)
{
	*o = (struct order){.verb = (uint16_t)verb, .unit = NO_UNIT};
	return true;
}

/* Combined fire where six points are not yet reached; then the volley. */
bool aab_usual_defenders(const struct play *p, const struct state *b, int side, int choice, struct order *o)
{
	struct orders list;
	list.n = 0;
	aab_list_group(p, b, side, &list);
	*o = list.list[list.list[0].verb == V_JOIN ? 0 : list.n - 1]; /* the volley is the last */
	return true;
}

/* To cover, among friends with room, far from the enemy; at the bottom of the stack. */
bool aab_usual_retreat(const struct play *p, const struct state *b, int side, int choice, struct order *o)
{
	const struct charts *c = CHARTS(p);
	struct orders list;
	int best = -100000;
	list.n = 0;
	aab_list_retreats(p, b, side, &list);
	for (int i = 0; i < list.n; i++) {
		int hex = list.list[i].a, score = -20 * ((b->near[hex] >> (side ? 0 : 4)) & 15) +
		                                  (c->terrain[hex] >= T_WOODS ? 3 : 0) + list.list[i].b;
		if (score > best) best = score, *o = list.list[i];
	}
	return true;
}

/* Ground is given rather than men; the hits first. */
bool aab_usual_loss(const struct play *p, const struct state *b, int side, int choice, struct order *o)
{
	int most = b->fight.points - b->fight.yellow;
	*o = (struct order){.verb = V_LOSE, .unit = NO_UNIT, .a = most > 2 ? 2 : most};
	return true;
}

/* HQs go where the last unit went; nobody else goes without need. */
bool aab_usual_along(const struct play *p, const struct state *b, int side, int choice, struct order *o)
{
	const struct step *s = agenda_see(&b->g);
	*o = (struct order){.verb = V_DONE, .unit = NO_UNIT};
	if (b->top[load_see(s)->along.hex]) return true;
	int hq = aab_board_hq(CHARTS(p), b, side, load_see(s)->along.hex, NO_UNIT);
	if (hq != NO_UNIT) *o = (struct order){.verb = V_ALONG, .unit = (int16_t)hq};
	return true;
}

bool aab_usual_defend(const struct play *p, const struct state *b, int side, int choice, struct order *o)
{
	take(o, V_DONE); /* the odds of an attack leave out what is fired at those who flee from it */
	if (choice != DEFENCE_NEVER && (choice || load_see(agenda_see(&b->g))->defence.fleeing < 0))
		aab_defend_usual(p, b, choice < DEFENCE_FROM_2 ? 0 : choice, o);
	return true;
}

bool aab_usual_volley(const struct play *p, const struct state *b, int side, int choice, struct order *o)
{
	return take(o, V_VOLLEY);
}

bool aab_usual_keep(const struct play *p, const struct state *b, int side, int choice, struct order *o)
{
	return take(o, V_KEEP);
}

bool aab_usual_stand(const struct play *p, const struct state *b, int side, int choice, struct order *o)
{
	return take(o, V_STAND);
}

bool aab_usual_event(const struct play *p, const struct state *b, int side, int choice, struct order *o)
{
	take(o, V_PASS);
	return choice != EVENTS_AT_END || agenda_see(&b->g)->stage == W_ANY;
}

bool aab_usual_opportunity(const struct play *p, const struct state *b, int side, int choice, struct order *o)
{
	take(o, V_PASS);
	return choice != OPPORTUNITY_NEAR || !aab_next_to_us(b, side);
}

/* --- what could hit this place -------------------------------------------------------------------------- */

/* The fire steps of every formation of the attacker, aggressive, as they stand. */
void aab_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o)
{
	const struct charts *c = CHARTS(p);
	struct state *b = STATE(clone);
	struct orders all;
	for (int i = 0; i < c->corps && o->n == 0; i++) {
		if (c->formation[i].side != attacker || !on_map(b, c->formation[i].hq)) continue;
		b->act.hq = c->formation[i].hq, b->act.flags = 0;
		aab_stage(p, clone, attacker, PHASE_FIRE);
		for EACH (u, b->act.units)
			b->counter[u].deeds &= (uint8_t)~HAS_FIRED, b->counter[u].state &= (uint8_t)~IS_OUT;
		aab_settle(p, clone);
		ask(clone, attacker, Q_FIRE);
		all.n = 0;
		aab_list_fire(p, b, attacker, &all);
		for (int k = 0; k < all.n; k++)
			if (all.list[k].verb == V_FIRE && all.list[k].a == place) o->list[o->n++] = all.list[k];
	}
}
