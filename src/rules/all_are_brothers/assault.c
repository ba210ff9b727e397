/* Assaults (11.10, 12.0-12.3): declared in the Movement Step, fought in any order in their own; who leaves
   before, the differential and its shifts, the roll. What the result costs, and who follows into the hex, is
   in losses.c. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* --- declaring (11.10) ---------------------------------------------------------------------------------- */

/* 11.10a, R-49: at the end of its move or where it stands, at any time of the step. */
bool aab_declare_may(const struct play *p, const struct state *b, int unit, int hex, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	const struct counter *k = &b->counter[unit];
	int d;
	bool from_top = false;
	if (!is_unit(c, unit) || c->piece[unit].arm == ARM_ARTILLERY)
		return refuse(r, is_unit(c, unit) ? "11.10e" : "11.10f", "%s never assaults", p->m->piece[unit].name);
	if (!mask_has(b->act.units, unit) || !placed(k) || b->act.flags & ACT_FAILED)
		return refuse(r, "7.6.2a", "%s is not active", p->m->piece[unit].name);
	if (b->g.turn == b->storm) return refuse(r, "16b", "no combat in the thunderstorm");
	if (k->state & IS_OUT) return refuse(r, "7.5b", "Out of Command it may not assault");
	if (b->act.posture != POSTURE_AGGRESSIVE && !(k->marks & MAY_DECLARE))
		return refuse(r, "11.10b", "only in Aggressive posture");
	if (k->deeds & IS_HALTED) return refuse(r, "11.10i", "%s was halted by fire", p->m->piece[unit].name);
	if (k->marks & IS_DECLARED) return refuse(r, "12.0c", "%s has declared", p->m->piece[unit].name);
	if (k->deeds & HAS_CHARGED)
		return refuse(r, "12.0c", "%s has charged, and assaults nobody else", p->m->piece[unit].name);
	if (!is_hex(hex) || (d = aab_board_direction(c, k->at, hex)) == NO_SIDE ||
		!held_by(c, b, !c->piece[unit].side, hex))
		return refuse(r, "11.10a", "no enemy unit is adjacent there");
	const struct hexside *s = &c->side[k->at * 6 + d];
	if (s->cost[c->piece[unit].arm] == PROHIBITED && !(s->flags & SIDE_ROAD))
		return refuse(r, "11.10a", "it cannot cross there (R-55)");
	for STACK (u, b, k->at) {
		if (b->counter[u].marks & IS_DECLARED && b->counter[u].target != hex)
			return refuse(r, "11.10c", "its stack assaults another hex");
		from_top |= (u == unit || b->counter[u].marks & IS_DECLARED ||
						(b->counter[u].deeds & IS_MOVING && c->piece[u].arm != ARM_ARTILLERY)) &&
		            aab_front_sp(c, b, u);
	}
	return from_top || refuse(r, "11.10d", "some unit of the front line must assault with it");
}

void aab_declare(const struct play *p, struct state *b, int unit, int hex)
{
	struct counter *k = &b->counter[unit];
	k->marks |= IS_DECLARED, k->target = (int16_t)hex, k->deeds |= HAS_MOVED;
	emit(p, .kind = E_DECLARED, .side = (int8_t)CHARTS(p)->piece[unit].side, .who = (int16_t)unit,
		.where = k->at, .to = hex, .rule = "11.10a");
}

/* --- which assault (12.1) ------------------------------------------------------------------------------- */

static bool assaults(const struct charts *c, const struct state *b, int unit, int target)
{
	const struct counter *k = &b->counter[unit];
	return placed(k) && k->marks & IS_DECLARED && k->target == target && hex_distance(c, k->at, target) == 1;
}

static bool charge_from(const struct charts *c, const struct state *b, int hex, int target)
{
	for STACK (u, b, hex)
		if (b->counter[u].deeds & HAS_CHARGED && assaults(c, b, u, target)) return true;
	return false;
}

/* 11.11.1k: the hex that must lead: a charger's, of several the first to get there. */
static int charging_hex(const struct charts *c, const struct state *b, int target)
{
	for (int i = 0; i < b->act.charges; i++)
		if (b->act.charge[i].target == target && charge_from(c, b, b->act.charge[i].from, target))
			return b->act.charge[i].from;
	for EACH (u, b->act.units) /* a case may have begun in this step */
		if (b->counter[u].deeds & HAS_CHARGED && assaults(c, b, u, target)) return b->counter[u].at;
	return HEX_NONE;
}

static bool lead_may(const struct play *p, const struct state *b, int target, int lead, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	if (!is_hex(target) || !is_hex(lead) || !held_by(c, b, !b->g.active, target))
		return refuse(r, "12.0c", "there is nobody to assault");
	int charge = charging_hex(c, b, target);
	if (charge != HEX_NONE && charge != lead && charge_from(c, b, lead, target))
		return refuse(r, "11.11.1k", "the charge that came first leads");
	if (charge != HEX_NONE && charge != lead) return refuse(r, "12.1b", "the charging cavalry leads");
	for STACK (u, b, lead)
		if (assaults(c, b, u, target)) return true;
	return refuse(r, "12.1b", "nobody in %s has declared that assault", p->m->map->number[lead]);
}

/* A declared assault that can still be fought. */
static bool still_on(const struct charts *c, const struct state *b, int unit)
{
	const struct counter *k = &b->counter[unit];
	return k->marks & IS_DECLARED && is_hex(k->target) && assaults(c, b, unit, k->target) &&
	       held_by(c, b, !b->g.active, k->target);
}

bool aab_assault_any(const struct play *p, const struct state *b)
{
	for EACH (u, b->act.units)
		if (still_on(CHARTS(p), b, u)) return true;
	return false;
}

static bool charge_owed(const struct charts *c, const struct state *b)
{
	for EACH (u, b->act.units)
		if (b->counter[u].deeds & HAS_CHARGED && still_on(c, b, u)) return true;
	return false;
}

bool aab_may_resolve(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	return lead_may(p, b, o->a, o->b, r);
}

bool aab_may_end_assaults(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	return !charge_owed(CHARTS(p), b) || refuse(r, "12.0b", "a charge must be fought");
}

bool aab_may_call_off(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	if (!is_unit(c, o->unit) || !mask_has(b->act.units, o->unit) || !still_on(c, b, o->unit))
		return refuse(r, "12.0b", "%s has declared nothing", p->m->piece[o->unit].name);
	return !(b->counter[o->unit].deeds & HAS_CHARGED) || refuse(r, "12.0b", "a charge must be fought");
}

void aab_list_assaults(const struct play *p, const struct state *b, int side, struct orders *o)
{
	const struct charts *c = CHARTS(p);
	for EACH (u, b->act.units) {
		if (!still_on(c, b, u)) continue;
		const struct counter *k = &b->counter[u];
		bool first = true;
		for STACK (v, b, k->at) {
			if (v == u) break;
			first &= !still_on(c, b, v);
		}
		if (first && lead_may(p, b, k->target, k->at, NULL))
			order_list(o, .verb = V_RESOLVE, .a = k->target, .b = k->at);
		if (!(k->deeds & HAS_CHARGED)) order_list(o, .verb = V_CALL_OFF, .unit = u);
	}
	if (!charge_owed(c, b)) order_list(o, .verb = V_DONE);
}

static void undeclare(struct state *b, int unit)
{
	b->counter[unit].marks &= (uint8_t)~IS_DECLARED, b->counter[unit].target = HEX_NONE;
}

void aab_do_call_off(const struct play *p, struct state *b, int side, const struct order *o)
{
	undeclare(b, o->unit);
	emit(p, .kind = E_CALLED_OFF, .side = (int8_t)side, .who = o->unit, .rule = "12.0b");
}

/* What is not called off one by one is called off when the step ends. */
void aab_do_end_assaults(const struct play *p, struct state *b, int side, const struct order *o)
{
	for EACH (u, b->act.units)
		if (still_on(CHARTS(p), b, u))
			emit(p, .kind = E_CALLED_OFF, .side = (int8_t)side, .who = (int16_t)u, .rule = "12.0b");
	agenda_top(&b->g)->stage = ACT_ASSAULT_END;
}

void aab_do_resolve(const struct play *p, struct state *b, int side, const struct order *o)
{
	const struct charts *c = CHARTS(p);
	agenda_top(&b->g)->flags = true; /* what follows may crowd a hex until the step ends */
	b->fight = (struct assault){.target = (int16_t)o->a, .lead = (int16_t)o->b, .largest = NO_UNIT};
	for EACH (u, b->act.units)
		if (assaults(c, b, u, o->a)) b->counter[u].deeds |= IS_FIGHTING;
	for STACK (u, b, o->a) b->counter[u].deeds |= IS_FIGHTING;
	step_push(b, .kind = STEP_ASSAULT, .side = side);
	emit(p, .kind = E_ASSAULT, .side = (int8_t)side, .who = (int16_t)(b->top[o->b] - 1), .where = o->b,
		.to = o->a, .rule = "12.1b");
}

void aab_assault_over(const struct play *p, struct state *b, const struct step *s)
{
	for EACH (u, b->act.units)
		if (b->counter[u].deeds & IS_FIGHTING && b->counter[u].marks & IS_DECLARED) undeclare(b, u);
	for (int i = 0; i < CHARTS(p)->units; i++) b->counter[i].deeds &= (uint8_t)~IS_FIGHTING;
	b->fight = (struct assault){.target = HEX_NONE, .lead = HEX_NONE, .largest = NO_UNIT};
}

/* --- abandoning the position (12.2) --------------------------------------------------------------------- */

static bool attacker(const struct state *b, const struct charts *c, int unit)
{
	return b->counter[unit].deeds & IS_FIGHTING && c->piece[unit].side == b->g.active && on_map(b, unit);
}

static bool cavalry_attacks(const struct charts *c, const struct state *b)
{
	for EACH (u, b->act.units)
		if (attacker(b, c, u) && c->piece[u].arm == ARM_CAVALRY) return true;
	return false;
}

/* 12.2.1a-c, R-54: every assaulting cavalry unit must be heavier. */
bool aab_withdraw_may(const struct play *p, const struct state *b, int unit, int hexes, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	if (b->counter[unit].at != b->fight.target || c->piece[unit].arm != ARM_CAVALRY || !is_unit(c, unit))
		return refuse(r, "12.2.1a", "only cavalry in the Defending Hex");
	if (hexes < 1 || hexes > 2) return refuse(r, "12.2.1a", "one or two hexes");
	for EACH (u, b->act.units)
		if (attacker(b, c, u) && c->piece[u].arm == ARM_CAVALRY &&
			c->piece[u].weight <= c->piece[unit].weight)
			return refuse(r, "12.2.1a", "not all the cavalry that assaults is heavier");
	return true;
}

bool aab_may_withdraw(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	return aab_withdraw_may(p, b, o->unit, o->a, r);
}

void aab_list_withdrawals(const struct play *p, const struct state *b, int side, struct orders *o)
{
	for STACK (u, b, b->fight.target)
		for (int n = 1; n <= 2; n++)
			if (aab_withdraw_may(p, b, u, n, NULL)) order_list(o, .verb = V_WITHDRAW, .unit = u, .a = n);
	order_list(o, .verb = V_STAND);
}

/* Stand, and keep what was rolled: the assault goes on. */
void aab_do_go_on(const struct play *p, struct state *b, int side, const struct order *o)
{
	b->fight.stage++;
}

void aab_do_withdraw(const struct play *p, struct state *b, int side, const struct order *o)
{
	int hex = b->fight.target;
	b->counter[o->unit].flee = (uint8_t)o->a;
	emit(p, .kind = E_ABANDONED, .side = (int8_t)side, .who = o->unit, .where = hex, .rule = "12.2.1a");
	along_push(b, side, o->unit, hex, HEX_NONE)->flags = FLEE_ASSAULT;
	retreat_push(b, side, o->unit, HEX_NONE, FLEE_FREE); /* nobody has won yet: 12.5c, the nearest enemy */
}

/* 12.2.2a, 12.2.2c, R-53: infantry and artillery, the whole hex together. */
static bool abandon_may(const struct play *p, const struct state *b)
{
	const struct charts *c = CHARTS(p);
	bool any = false;
	for STACK (u, b, b->fight.target) any |= c->piece[u].arm != ARM_CAVALRY;
	return any && !cavalry_attacks(c, b);
}

bool aab_may_abandon(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	return abandon_may(p, b) || refuse(r, "12.2.2c", "the assaulting cavalry holds them");
}

void aab_list_abandon(const struct play *p, const struct state *b, int side, struct orders *o)
{
	if (abandon_may(p, b)) order_list(o, .verb = V_ABANDON);
	order_list(o, .verb = V_STAND);
}

/* 12.2.2b, R-53: each tests, whatever the ground, and goes whatever comes of it. */
void aab_do_abandon(const struct play *p, struct state *b, int side, const struct order *o)
{
	const struct charts *c = CHARTS(p);
	int hex = b->fight.target;
	bool hit = false;
	b->fight.stage++;
	emit(p, .kind = E_ABANDONED, .side = (int8_t)side, .where = hex, .rule = "12.2.2a");
	int16_t unit[AAB_PIECES];
	int n = 0;
	for STACK (u, b, hex)
		if (c->piece[u].arm != ARM_CAVALRY) unit[n++] = (int16_t)u;
	flight_push(b, side, FLEE_FREE);
	for (int i = 0; i < n; i++) {
		b->counter[unit[i]].flee = 1;
		hit |= aab_disengage(p, b, unit[i]);
	}
	if (hit) aab_suffer(b, HEX_NONE);
}

/* 12.2.2bis: HQs may go, unless assaulting cavalry forces a unit there to remain. */
static bool leave_may(const struct play *p, const struct state *b)
{
	const struct charts *c = CHARTS(p);
	if (aab_board_hq(c, b, !b->g.active, b->fight.target, NO_UNIT) == NO_UNIT) return false;
	for STACK (u, b, b->fight.target)
		if (c->piece[u].side != b->g.active && cavalry_attacks(c, b) && !aab_withdraw_may(p, b, u, 1, NULL))
			return false;
	return true;
}

bool aab_may_leave(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	if (is_unit(c, o->unit) || c->piece[o->unit].side != side || b->counter[o->unit].at != b->fight.target)
		return refuse(r, "12.2.2bis-a", "an HQ of the Defending Hex, or stand");
	return leave_may(p, b) || refuse(r, "12.2.2bis-b", "the assaulting cavalry holds them");
}

void aab_list_leaving(const struct play *p, const struct state *b, int side, struct orders *o)
{
	const struct charts *c = CHARTS(p);
	for (int i = aab_board_hq(c, b, side, b->fight.target, NO_UNIT); i != NO_UNIT && leave_may(p, b);
		i = aab_board_hq(c, b, side, b->fight.target, i))
		order_list(o, .verb = V_ALONG, .unit = i);
	order_list(o, .verb = V_STAND);
}

void aab_do_leave(const struct play *p, struct state *b, int side, const struct order *o)
{
	b->counter[o->unit].flee = 1;
	retreat_push(b, side, o->unit, HEX_NONE, FLEE_FREE);
}

/* --- differential and shifts (12.1, 12.3) --------------------------------------------------------------- */

static int halved(int n) { return n < 2 ? 1 : n / 2; } /* 3.6b */

/* 12.1e, R-04. */
static int defending_sp(const struct charts *c, const struct state *b)
{
	int sp = 0;
	for STACK (u, b, b->fight.target)
		sp += c->piece[u].arm == ARM_ARTILLERY ? halved(b->counter[u].sp) : b->counter[u].sp;
	return sp;
}

static int attacking_sp(const struct charts *c, const struct state *b, bool lead_only)
{
	int sp = 0;
	for EACH (u, b->act.units)
		if (attacker(b, c, u) && (!lead_only || b->counter[u].at == b->fight.lead))
			sp += b->counter[u].sp + aab_charge_bonus(c, b, u);
	return sp;
}

/* 12.3.1, R-05: MR of the unit with most SP; the owner picks the best of equals. */
int aab_champion(const struct charts *c, const struct state *b, int hex, int side, int16_t *who)
{
	int best = INT_MIN, mr = INT_MIN;
	for STACK (u, b, hex) {
		if (side == b->g.active && !attacker(b, c, u)) continue;
		int own = aab_morale_rating(c, b, u);
		if (c->piece[u].arm == ARM_ARTILLERY) own = halved(own);
		if (b->counter[u].sp < best || (b->counter[u].sp == best && own <= mr)) continue;
		best = b->counter[u].sp, mr = own;
		if (who) *who = (int16_t)u;
	}
	return mr;
}

/* 12.3.2, R-56: index in the chart of odds. */
static int odds_index(int att, int def)
{
	int to_one = at_most(4, at_least(1, att / def)), one_to = at_most(4, (def + att - 1) / att);
	return 3 + to_one - one_to;
}

/* 12.3.3. */
static bool flank_attack(const struct charts *c, const struct state *b)
{
	int16_t hex[6];
	int n = 0;
	if (c->terrain[b->fight.target] == T_TOWN) return false;
	for (int d = 0; d < 6; d++) {
		int next = c->side[b->fight.target * 6 + d].next;
		bool any = false;
		for (int u = next == HEX_NONE ? NO_UNIT : b->top[next] - 1; u >= 0; u = b->counter[u].under - 1)
			any |= attacker(b, c, u);
		if (any) hex[n++] = (int16_t)next;
	}
	if (n >= 3) return true;
	return n == 2 && hex_distance(c, hex[0], hex[1]) > 1;
}

static void note(const struct play *p, const struct state *b, int *sum, int by, const char *rule,
	const char *what)
{
	*sum += by;
	if (by) emit(p, .kind = EVENT_MODIFIER, .n = by, .rule = rule, .note = what);
}

static void ground_shifts(const struct play *p, const struct state *b, int *sum)
{
	const struct charts *c = CHARTS(p);
	int t = c->terrain[b->fight.target], d = aab_board_direction(c, b->fight.lead, b->fight.target);
	unsigned side = c->side[b->fight.lead * 6 + d].flags; /* 12.3b, R-55 */
	if (t == T_WOODS) note(p, b, sum, c->n.a_woods, "12.3a", "woods");
	if (t == T_VILLAGE) note(p, b, sum, c->n.a_village, "12.3a", "village");
	if (t == T_TOWN) note(p, b, sum, c->n.a_town, "12.3a", "town");
	if (side & SIDE_UP) note(p, b, sum, c->n.a_up_slope, "12.3a", "up a slope");
	if (side & SIDE_CANAL) note(p, b, sum, c->n.a_canal, "12.3a", "across the canal");
	else if (side & SIDE_STREAM) note(p, b, sum, c->n.a_stream, "12.3a", "across a stream");
}

int aab_assault_column(const struct play *p, const struct state *b)
{
	const struct charts *c = CHARTS(p);
	int def = defending_sp(c, b), lead = attacking_sp(c, b, true), differential = lead - def, column = 0,
		sum = 0;
	while (column < 9 && differential > c->n.upper[column]) column++;
	emit(p, .kind = E_STRENGTH, .side = (int8_t)b->g.active, .where = b->fight.lead, .to = b->fight.target,
		.n = lead, .m = def, .rule = "12.1d");
	emit(p, .kind = EVENT_MODIFIER, .n = differential, .rule = "12.1d", .note = "differential");
	int gap = aab_champion(c, b, b->fight.lead, b->g.active, NULL) -
	          aab_champion(c, b, b->fight.target, !b->g.active, NULL);
	if (gap)
		note(p, b, &sum, (gap > 0 ? 1 : -1) * (gap >= 3 || gap <= -3 ? c->n.mr_by_3 : c->n.mr), "12.3.1a",
			"Morale Ratings");
	note(p, b, &sum, c->n.odds[odds_index(attacking_sp(c, b, false), def)], "12.3.2a", "odds");
	if (flank_attack(c, b)) note(p, b, &sum, c->n.flank, "12.3.3a", "Flank Attack");
	ground_shifts(p, b, &sum);
	if (b->fight.bonus) note(p, b, &sum, b->fight.bonus * c->n.cold_steel, "6.3g", "cold steel");
	column += sum;
	return at_least(0, at_most(9, column));
}

/* --- sequence (12.1) ------------------------------------------------------------------------------------ */

void aab_assault_roll(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	int column = aab_assault_column(p, b);
	uint8_t same[13];
	for (int sum = 2; sum <= 12; sum++) same[sum] = (uint8_t)c->n.assault[sum - 2][column];
	int sum = roll(p, &b->g,
		&(struct throw){.kind = THROW_SUM,
			.n = 2,
			.sides = 6,
			.same = same,
			.why = "Assault Combat",
			.column = c->assault_column[column],
			.rule = "12.1g",
			.side = b->g.active,
			.who = NO_UNIT,
			.whom = NO_UNIT});
	b->fight.result = c->n.assault[sum - 2][column];
	for STACK (u, b, b->fight.lead)
		if (attacker(b, c, u) && b->counter[u].deeds & HAS_CHARGED) b->fight.charged = 1;
	aab_champion(c, b, b->fight.target, !b->g.active, &b->fight.largest);
	emit(p, .kind = E_RESULT, .side = (int8_t)b->g.active, .where = b->fight.lead, .to = b->fight.target,
		.n = b->fight.result, .m = column, .rule = "12.1g", .note = "assault");
}

/* 6.2.2a, R-42: a unit of his nation that takes part, in the Lead or a Supporting Hex. */
static bool reroll_may(const struct play *p, const struct state *b)
{
	const struct charts *c = CHARTS(p);
	if (b->act.flags & ACT_REROLLED) return false;
	for (int i = c->hqs; i < c->pieces; i++) {
		if (c->power[i - c->hqs] != POWER_REROLLS || c->piece[i].side != b->g.active) continue;
		for EACH (u, b->act.units)
			if (attacker(b, c, u) && c->piece[u].nation == c->piece[i].nation &&
				aab_in_range(c, b, i, aab_chief_range(c, b, i), b->counter[u].at))
				return true;
	}
	return false;
}

bool aab_may_reroll(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	return reroll_may(p, b) || refuse(r, "6.2.2a", "reroll, or keep it?");
}

void aab_list_reroll(const struct play *p, const struct state *b, int side, struct orders *o)
{
	if (reroll_may(p, b)) order_list(o, .verb = V_REROLL);
	order_list(o, .verb = V_KEEP);
}

void aab_do_reroll(const struct play *p, struct state *b, int side, const struct order *o)
{
	b->fight.stage++;
	b->act.flags |= ACT_REROLLED;
	aab_assault_roll(p, b);
}

/* Nobody left to fight on one side or the other. */
static bool broken_off(const struct charts *c, const struct state *b)
{
	bool any = false;
	for STACK (u, b, b->fight.lead) any |= attacker(b, c, u);
	return !any || !held_by(c, b, !b->g.active, b->fight.target);
}

void aab_assault_step(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	struct step *s = agenda_top(&b->g);
	int foe = !s->side;
	if (b->fight.stage < FIGHT_ROLL && broken_off(c, b)) /* 12.2.2bis: an HQ left alone */
		b->fight.stage = b->fight.stage <= FIGHT_LEAVE && leave_may(p, b) ? FIGHT_LEAVE : FIGHT_ADVANCE;
	switch (b->fight.stage) {
	case FIGHT_WITHDRAW: ask(&b->g, foe, Q_WITHDRAW); return;
	case FIGHT_ABANDON: ask(&b->g, foe, Q_ABANDON); return;
	case FIGHT_LEAVE: ask(&b->g, foe, Q_LEAVE); return;
	case FIGHT_WINDOW:
		b->fight.stage = FIGHT_ROLL;
		aab_window_open(p, b, W_ASSAULT, s->side, NO_UNIT, b->fight.target);
		return;
	case FIGHT_ROLL:
		b->fight.stage = FIGHT_REROLL;
		if (broken_off(c, b)) b->fight.stage = FIGHT_ADVANCE;
		else aab_assault_roll(p, b);
		return;
	case FIGHT_REROLL: ask(&b->g, s->side, Q_REROLL); return;
	default: aab_losses_step(p, b);
	}
}
