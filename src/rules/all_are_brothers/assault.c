/* Assaults (11.10, 12.0-12.3): declared in the Movement Step, fought in any order in their own; who leaves
   before, the differential and its shifts, the roll. What the result costs, and who follows into the hex, is
   in losses.c. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* --- declaring (11.10) ---------------------------------------------------------------------------------- */

/* 11.10a, R-49: at the end of its move or where it stands, at any time of the step. */
bool aab_declare_may(const struct play *p, const struct state *d, int unit, int hex, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	const struct counter *k = &d->counter[unit];
	int dir;
	bool from_top = false;
	if (!is_unit(b, unit) || b->piece[unit].arm == ARM_ARTILLERY)
		return refuse(r, is_unit(b, unit) ? "11.10e" : "11.10f", "%s never assaults", p->m->piece[unit].name);
	if (!mask_has(d->act.units, unit) || !placed(k) || d->act.flags & ACT_FAILED)
		return refuse(r, "7.6.2a", "%s is not active", p->m->piece[unit].name);
	if (d->g.turn == d->storm) return refuse(r, "16b", "no combat in the thunderstorm");
	if (k->state & IS_OUT) return refuse(r, "7.5b", "Out of Command it may not assault");
	if (d->act.posture != POSTURE_AGGRESSIVE && !(k->marks & MAY_DECLARE))
		return refuse(r, "11.10b", "only in Aggressive posture");
	if (k->deeds & IS_HALTED) return refuse(r, "11.10i", "%s was halted by fire", p->m->piece[unit].name);
	if (k->marks & IS_DECLARED) return refuse(r, "12.0c", "%s has declared", p->m->piece[unit].name);
	if (k->deeds & HAS_CHARGED)
		return refuse(r, "12.0c", "%s has charged, and assaults nobody else", p->m->piece[unit].name);
	if (!is_hex(hex) || (dir = aab_board_direction(b, k->at, hex)) == NO_SIDE ||
		!held_by(b, d, !b->piece[unit].side, hex))
		return refuse(r, "11.10a", "no enemy unit is adjacent there");
	const struct hexside *s = &b->side[k->at * 6 + dir];
	if (s->cost[b->piece[unit].arm] == PROHIBITED && !(s->flags & SIDE_ROAD))
		return refuse(r, "11.10a", "it cannot cross there (R-55)");
	for STACK (u, d, k->at) {
		if (d->counter[u].marks & IS_DECLARED && d->counter[u].target != hex)
			return refuse(r, "11.10c", "its stack assaults another hex");
		from_top |= (u == unit || d->counter[u].marks & IS_DECLARED ||
						(d->counter[u].deeds & IS_MOVING && b->piece[u].arm != ARM_ARTILLERY)) &&
		            aab_front_sp(b, d, u);
	}
	return from_top || refuse(r, "11.10d", "some unit of the front line must assault with it");
}

void aab_declare(const struct play *p, struct state *d, int unit, int hex)
{
	struct counter *k = &d->counter[unit];
	k->marks |= IS_DECLARED, k->target = (int16_t)hex, k->deeds |= HAS_MOVED;
	emit(p, .kind = E_DECLARED, .side = (int8_t)aab_book(p)->piece[unit].side, .who = (int16_t)unit,
		.where = k->at, .to = hex, .rule = "11.10a");
}

/* --- which assault (12.1) ------------------------------------------------------------------------------- */

static bool assaults(const struct aab_book *b, const struct state *d, int unit, int target)
{
	const struct counter *k = &d->counter[unit];
	return placed(k) && k->marks & IS_DECLARED && k->target == target && hex_distance(b, k->at, target) == 1;
}

static bool charge_from(const struct aab_book *b, const struct state *d, int hex, int target)
{
	for STACK (u, d, hex)
		if (d->counter[u].deeds & HAS_CHARGED && assaults(b, d, u, target)) return true;
	return false;
}

/* 11.11.1k: the hex that must lead: a charger's, of several the first to get there. */
static int charging_hex(const struct aab_book *b, const struct state *d, int target)
{
	for (int i = 0; i < d->act.charges; i++)
		if (d->act.charge[i].target == target && charge_from(b, d, d->act.charge[i].from, target))
			return d->act.charge[i].from;
	for EACH (u, d->act.units) /* a case may have begun in this step */
		if (d->counter[u].deeds & HAS_CHARGED && assaults(b, d, u, target)) return d->counter[u].at;
	return HEX_NONE;
}

static bool lead_may(const struct play *p, const struct state *d, int target, int lead, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (!is_hex(target) || !is_hex(lead) || !held_by(b, d, !d->g.active, target))
		return refuse(r, "12.0c", "there is nobody to assault");
	int charge = charging_hex(b, d, target);
	if (charge != HEX_NONE && charge != lead && charge_from(b, d, lead, target))
		return refuse(r, "11.11.1k", "the charge that came first leads");
	if (charge != HEX_NONE && charge != lead) return refuse(r, "12.1b", "the charging cavalry leads");
	for STACK (u, d, lead)
		if (assaults(b, d, u, target)) return true;
	return refuse(r, "12.1b", "nobody in %s has declared that assault", p->m->map->number[lead]);
}

/* A declared assault that can still be fought. */
static bool still_on(const struct aab_book *b, const struct state *d, int unit)
{
	const struct counter *k = &d->counter[unit];
	return k->marks & IS_DECLARED && is_hex(k->target) && assaults(b, d, unit, k->target) &&
	       held_by(b, d, !d->g.active, k->target);
}

bool aab_assault_any(const struct play *p, const struct state *d)
{
	for EACH (u, d->act.units)
		if (still_on(aab_book(p), d, u)) return true;
	return false;
}

static bool charge_owed(const struct aab_book *b, const struct state *d)
{
	for EACH (u, d->act.units)
		if (d->counter[u].deeds & HAS_CHARGED && still_on(b, d, u)) return true;
	return false;
}

bool aab_may_resolve(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return lead_may(p, d, o->a, o->b, r);
}

bool aab_may_end_assaults(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return !charge_owed(aab_book(p), d) || refuse(r, "12.0b", "a charge must be fought");
}

bool aab_may_call_off(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (!is_unit(b, o->unit) || !mask_has(d->act.units, o->unit) || !still_on(b, d, o->unit))
		return refuse(r, "12.0b", "%s has declared nothing", p->m->piece[o->unit].name);
	return !(d->counter[o->unit].deeds & HAS_CHARGED) || refuse(r, "12.0b", "a charge must be fought");
}

void aab_list_assaults(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	for EACH (u, d->act.units) {
		if (!still_on(b, d, u)) continue;
		const struct counter *k = &d->counter[u];
		bool first = true;
		for STACK (v, d, k->at) {
			if (v == u) break;
			first &= !still_on(b, d, v);
		}
		if (first && lead_may(p, d, k->target, k->at, NULL))
			order_list(o, .verb = V_RESOLVE, .a = k->target, .b = k->at);
		if (!(k->deeds & HAS_CHARGED)) order_list(o, .verb = V_CALL_OFF, .unit = u);
	}
	if (!charge_owed(b, d)) order_list(o, .verb = V_DONE);
}

static void undeclare(struct state *d, int unit)
{
	d->counter[unit].marks &= (uint8_t)~IS_DECLARED, d->counter[unit].target = HEX_NONE;
}

void aab_do_call_off(const struct play *p, struct state *d, int side, const struct order *o)
{
	undeclare(d, o->unit);
	emit(p, .kind = E_CALLED_OFF, .side = (int8_t)side, .who = o->unit, .rule = "12.0b");
}

/* What is not called off one by one is called off when the step ends. */
void aab_do_end_assaults(const struct play *p, struct state *d, int side, const struct order *o)
{
	for EACH (u, d->act.units)
		if (still_on(aab_book(p), d, u))
			emit(p, .kind = E_CALLED_OFF, .side = (int8_t)side, .who = (int16_t)u, .rule = "12.0b");
	agenda_top(&d->g)->stage = ACT_ASSAULT_END;
}

void aab_do_resolve(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct aab_book *b = aab_book(p);
	agenda_top(&d->g)->flags = true; /* what follows may crowd a hex until the step ends */
	d->fight = (struct assault){.target = (int16_t)o->a, .lead = (int16_t)o->b, .largest = NO_UNIT};
	for EACH (u, d->act.units)
		if (assaults(b, d, u, o->a)) d->counter[u].deeds |= IS_FIGHTING;
	for STACK (u, d, o->a) d->counter[u].deeds |= IS_FIGHTING;
	step_push(d, .kind = STEP_ASSAULT, .side = side);
	emit(p, .kind = E_ASSAULT, .side = (int8_t)side, .who = (int16_t)(d->top[o->b] - 1), .where = o->b,
		.to = o->a, .rule = "12.1b");
}

void aab_assault_over(const struct play *p, struct state *d, const struct step *s)
{
	for EACH (u, d->act.units)
		if (d->counter[u].deeds & IS_FIGHTING && d->counter[u].marks & IS_DECLARED) undeclare(d, u);
	for (int i = 0; i < aab_book(p)->units; i++) d->counter[i].deeds &= (uint8_t)~IS_FIGHTING;
	d->fight = (struct assault){.target = HEX_NONE, .lead = HEX_NONE, .largest = NO_UNIT};
}

/* --- abandoning the position (12.2) --------------------------------------------------------------------- */

static bool attacker(const struct state *d, const struct aab_book *b, int unit)
{
	return d->counter[unit].deeds & IS_FIGHTING && b->piece[unit].side == d->g.active && on_map(d, unit);
}

static bool cavalry_attacks(const struct aab_book *b, const struct state *d)
{
	for EACH (u, d->act.units)
		if (attacker(d, b, u) && b->piece[u].arm == ARM_CAVALRY) return true;
	return false;
}

/* 12.2.1a-c, R-54: every assaulting cavalry unit must be heavier. */
bool aab_withdraw_may(const struct play *p, const struct state *d, int unit, int hexes, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (d->counter[unit].at != d->fight.target || b->piece[unit].arm != ARM_CAVALRY || !is_unit(b, unit))
		return refuse(r, "12.2.1a", "only cavalry in the Defending Hex");
	if (hexes < 1 || hexes > 2) return refuse(r, "12.2.1a", "one or two hexes");
	for EACH (u, d->act.units)
		if (attacker(d, b, u) && b->piece[u].arm == ARM_CAVALRY &&
			b->piece[u].weight <= b->piece[unit].weight)
			return refuse(r, "12.2.1a", "not all the cavalry that assaults is heavier");
	return true;
}

bool aab_may_withdraw(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return aab_withdraw_may(p, d, o->unit, o->a, r);
}

void aab_list_withdrawals(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for STACK (u, d, d->fight.target)
		for (int n = 1; n <= 2; n++)
			if (aab_withdraw_may(p, d, u, n, NULL)) order_list(o, .verb = V_WITHDRAW, .unit = u, .a = n);
	order_list(o, .verb = V_STAND);
}

/* Stand, and keep what was rolled: the assault goes on. */
void aab_do_go_on(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->fight.stage++;
}

void aab_do_withdraw(const struct play *p, struct state *d, int side, const struct order *o)
{
	int hex = d->fight.target;
	d->counter[o->unit].flee = (uint8_t)o->a;
	emit(p, .kind = E_ABANDONED, .side = (int8_t)side, .who = o->unit, .where = hex, .rule = "12.2.1a");
	along_push(d, side, o->unit, hex, HEX_NONE)->flags = FLEE_ASSAULT;
	retreat_push(d, side, o->unit, HEX_NONE, FLEE_FREE); /* nobody has won yet: 12.5c, the nearest enemy */
}

/* 12.2.2a, 12.2.2c, R-53: infantry and artillery, the whole hex together. */
static bool abandon_may(const struct play *p, const struct state *d)
{
	const struct aab_book *b = aab_book(p);
	bool any = false;
	for STACK (u, d, d->fight.target) any |= b->piece[u].arm != ARM_CAVALRY;
	return any && !cavalry_attacks(b, d);
}

bool aab_may_abandon(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return abandon_may(p, d) || refuse(r, "12.2.2c", "the assaulting cavalry holds them");
}

void aab_list_abandon(const struct play *p, const struct state *d, int side, struct orders *o)
{
	if (abandon_may(p, d)) order_list(o, .verb = V_ABANDON);
	order_list(o, .verb = V_STAND);
}

/* 12.2.2b, R-53: each tests, whatever the ground, and goes whatever comes of it. */
void aab_do_abandon(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct aab_book *b = aab_book(p);
	int hex = d->fight.target;
	bool hit = false;
	/* no mutants: the foot is gone, so the question has one answer if it is asked again */
	d->fight.stage++;
	emit(p, .kind = E_ABANDONED, .side = (int8_t)side, .where = hex, .rule = "12.2.2a");
	int16_t unit[AAB_PIECES];
	int n = 0;
	for STACK (u, d, hex)
		if (b->piece[u].arm != ARM_CAVALRY) unit[n++] = (int16_t)u;
	flight_push(d, side, FLEE_FREE);
	for (int i = 0; i < n; i++) {
		d->counter[unit[i]].flee = 1;
		hit |= aab_disengage(p, d, unit[i]);
	}
	if (hit) aab_suffer(d, HEX_NONE);
}

/* 12.2.2bis: HQs may go, unless assaulting cavalry forces a unit there to remain. */
static bool leave_may(const struct play *p, const struct state *d)
{
	const struct aab_book *b = aab_book(p);
	if (aab_board_hq(b, d, !d->g.active, d->fight.target, NO_UNIT) == NO_UNIT) return false;
	for STACK (u, d, d->fight.target)
		if (b->piece[u].side != d->g.active && cavalry_attacks(b, d) && !aab_withdraw_may(p, d, u, 1, NULL))
			return false;
	return true;
}

bool aab_may_leave(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (is_unit(b, o->unit) || b->piece[o->unit].side != side || d->counter[o->unit].at != d->fight.target)
		return refuse(r, "12.2.2bis-a", "an HQ of the Defending Hex, or stand");
	return leave_may(p, d) || refuse(r, "12.2.2bis-b", "the assaulting cavalry holds them");
}

void aab_list_leaving(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	for (int i = aab_board_hq(b, d, side, d->fight.target, NO_UNIT); i != NO_UNIT && leave_may(p, d);
		i = aab_board_hq(b, d, side, d->fight.target, i))
		order_list(o, .verb = V_ALONG, .unit = i);
	order_list(o, .verb = V_STAND);
}

void aab_do_leave(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->counter[o->unit].flee = 1;
	retreat_push(d, side, o->unit, HEX_NONE, FLEE_FREE);
}

/* --- differential and shifts (12.1, 12.3) --------------------------------------------------------------- */

static int halved(int n) { return n < 2 ? 1 : n / 2; } /* 3.6b */

/* 12.1e, R-04. */
static int defending_sp(const struct aab_book *b, const struct state *d)
{
	int sp = 0;
	for STACK (u, d, d->fight.target)
		sp += b->piece[u].arm == ARM_ARTILLERY ? halved(d->counter[u].sp) : d->counter[u].sp;
	return sp;
}

static int attacking_sp(const struct aab_book *b, const struct state *d, bool lead_only)
{
	int sp = 0;
	for EACH (u, d->act.units)
		if (attacker(d, b, u) && (!lead_only || d->counter[u].at == d->fight.lead))
			sp += d->counter[u].sp + aab_charge_bonus(b, d, u);
	return sp;
}

/* 12.3.1, R-05: MR of the unit with most SP; the owner picks the best of equals. R-51: a charger's bonus is
   SP of its own in this assault. */
int aab_champion(const struct aab_book *b, const struct state *d, int hex, int side, int16_t *who)
{
	int best = INT_MIN, mr = INT_MIN;
	for STACK (u, d, hex) {
		if (side == d->g.active && !attacker(d, b, u)) continue;
		int own = aab_morale_rating(b, d, u),
			sp = d->counter[u].sp + (side == d->g.active ? aab_charge_bonus(b, d, u) : 0);
		if (b->piece[u].arm == ARM_ARTILLERY) own = halved(own);
		if (sp < best || (sp == best && own <= mr)) continue;
		best = sp, mr = own;
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
static bool flank_attack(const struct aab_book *b, const struct state *d)
{
	int16_t hex[6];
	int n = 0;
	if (b->terrain[d->fight.target] == T_TOWN) return false;
	for (int dir = 0; dir < 6; dir++) {
		int next = b->side[d->fight.target * 6 + dir].next;
		bool any = false;
		for (int u = next == HEX_NONE ? NO_UNIT : d->top[next] - 1; u >= 0; u = d->counter[u].under - 1)
			any |= attacker(d, b, u);
		if (any) hex[n++] = (int16_t)next;
	}
	if (n >= 3) return true;
	return n == 2 && hex_distance(b, hex[0], hex[1]) > 1;
}

static void note(const struct play *p, const struct state *d, int *sum, int by, const char *rule,
	const char *what)
{
	*sum += by;
	if (by) emit(p, .kind = EVENT_MODIFIER, .n = by, .rule = rule, .note = what);
}

static void ground_shifts(const struct play *p, const struct state *d, int *sum)
{
	const struct aab_book *b = aab_book(p);
	int t = b->terrain[d->fight.target], dir = aab_board_direction(b, d->fight.lead, d->fight.target);
	unsigned side = b->side[d->fight.lead * 6 + dir].flags; /* 12.3b, R-55 */
	if (t == T_WOODS) note(p, d, sum, b->n.a_woods, "12.3a", "woods");
	if (t == T_VILLAGE) note(p, d, sum, b->n.a_village, "12.3a", "village");
	if (t == T_TOWN) note(p, d, sum, b->n.a_town, "12.3a", "town");
	if (side & SIDE_UP) note(p, d, sum, b->n.a_up_slope, "12.3a", "up a slope");
	if (side & SIDE_CANAL) note(p, d, sum, b->n.a_canal, "12.3a", "across the canal");
	else if (side & SIDE_STREAM) note(p, d, sum, b->n.a_stream, "12.3a", "across a stream");
}

/* 12.3.1 */
static void ratings_shift(const struct play *p, const struct state *d, int *sum)
{
	const struct aab_book *b = aab_book(p);
	int ours = aab_champion(b, d, d->fight.lead, d->g.active, NULL),
		theirs = aab_champion(b, d, d->fight.target, !d->g.active, NULL), gap = ours - theirs;
	if (!gap) return;
	emit(p, .kind = E_RATINGS, .side = (int8_t)d->g.active, .where = d->fight.lead, .to = d->fight.target,
		.n = ours, .m = theirs, .rule = "12.3.1a");
	note(p, d, sum, (gap > 0 ? 1 : -1) * (gap >= 3 || gap <= -3 ? b->n.mr_by_3 : b->n.mr), "12.3.1a",
		"Morale Ratings");
}

/* 12.3.2 */
static void odds_shift(const struct play *p, const struct state *d, int *sum, int lead, int def)
{
	static const char *const names[] = {"odds of 1:4 or less", "odds of 1:3", "odds of 1:2", "odds of 1:1",
		"odds of 2:1", "odds of 3:1", "odds of 4:1 or more"};
	const struct aab_book *b = aab_book(p);
	int all = attacking_sp(b, d, false), index = odds_index(all, def);
	if (all != lead)
		emit(p, .kind = E_ODDS, .side = (int8_t)d->g.active, .where = d->fight.lead, .to = d->fight.target,
			.n = all, .m = def, .rule = "12.3.2a");
	note(p, d, sum, b->n.odds[index], "12.3.2a", names[index]);
}

int aab_assault_column(const struct play *p, const struct state *d)
{
	const struct aab_book *b = aab_book(p);
	int def = defending_sp(b, d), lead = attacking_sp(b, d, true), differential = lead - def, column = 0,
		sum = 0;
	while (column < 9 && differential > b->n.upper[column]) column++;
	emit(p, .kind = E_STRENGTH, .side = (int8_t)d->g.active, .where = d->fight.lead, .to = d->fight.target,
		.n = lead, .m = def, .rule = "12.1d");
	emit(p, .kind = EVENT_MODIFIER, .n = differential, .rule = "12.1d", .note = "differential");
	ratings_shift(p, d, &sum);
	odds_shift(p, d, &sum, lead, def);
	if (flank_attack(b, d)) note(p, d, &sum, b->n.flank, "12.3.3a", "Flank Attack");
	ground_shifts(p, d, &sum);
	if (d->fight.bonus) note(p, d, &sum, d->fight.bonus * b->n.cold_steel, "6.3g", "cold steel");
	column += sum;
	return at_least(0, at_most(9, column));
}

/* --- sequence (12.1) ------------------------------------------------------------------------------------ */

void aab_assault_roll(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	int column = aab_assault_column(p, d);
	uint8_t same[13];
	for (int sum = 2; sum <= 12; sum++) same[sum] = (uint8_t)b->n.assault[sum - 2][column];
	int sum = roll(p, &d->g,
		&(struct throw){.kind = THROW_SUM,
			.n = 2,
			.sides = 6,
			.same = same,
			.why = "Assault Combat",
			.column = b->assault_column[column],
			.rule = "12.1g",
			.side = d->g.active,
			.who = NO_UNIT,
			.whom = NO_UNIT});
	d->fight.result = b->n.assault[sum - 2][column];
	for STACK (u, d, d->fight.lead)
		if (attacker(d, b, u) && d->counter[u].deeds & HAS_CHARGED) d->fight.charged = 1;
	aab_champion(b, d, d->fight.target, !d->g.active, &d->fight.largest);
	emit(p, .kind = E_RESULT, .side = (int8_t)d->g.active, .where = d->fight.lead, .to = d->fight.target,
		.n = d->fight.result, .m = column, .rule = "12.1g", .note = "assault");
}

/* 6.2.2a, R-42: a unit of his nation that takes part, in the Lead or a Supporting Hex. */
static bool reroll_may(const struct play *p, const struct state *d)
{
	const struct aab_book *b = aab_book(p);
	if (d->act.flags & ACT_REROLLED) return false;
	for (int i = b->hqs; i < b->pieces; i++) {
		if (b->power[i - b->hqs] != POWER_REROLLS || b->piece[i].side != d->g.active) continue;
		for EACH (u, d->act.units)
			if (attacker(d, b, u) && b->piece[u].nation == b->piece[i].nation &&
				aab_in_range(b, d, i, aab_chief_range(b, d, i), d->counter[u].at))
				return true;
	}
	return false;
}

bool aab_may_reroll(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return reroll_may(p, d) || refuse(r, "6.2.2a", "reroll, or keep it?");
}

void aab_list_reroll(const struct play *p, const struct state *d, int side, struct orders *o)
{
	if (reroll_may(p, d)) order_list(o, .verb = V_REROLL);
	order_list(o, .verb = V_KEEP);
}

void aab_do_reroll(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->fight.stage++;
	d->act.flags |= ACT_REROLLED;
	aab_assault_roll(p, d);
}

/* Nobody left to fight on one side or the other. */
static bool broken_off(const struct aab_book *b, const struct state *d)
{
	bool any = false;
	for STACK (u, d, d->fight.lead) any |= attacker(d, b, u);
	return !any || !held_by(b, d, !d->g.active, d->fight.target);
}

void aab_assault_step(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	struct step *s = agenda_top(&d->g);
	int foe = !s->side;
	if (d->fight.stage < FIGHT_ROLL && broken_off(b, d)) /* 12.2.2bis: an HQ left alone */
		d->fight.stage = d->fight.stage <= FIGHT_LEAVE && leave_may(p, d) ? FIGHT_LEAVE : FIGHT_ADVANCE;
	switch (d->fight.stage) {
	case FIGHT_WITHDRAW: ask(&d->g, foe, Q_WITHDRAW); return;
	case FIGHT_ABANDON: ask(&d->g, foe, Q_ABANDON); return;
	case FIGHT_LEAVE: ask(&d->g, foe, Q_LEAVE); return;
	case FIGHT_WINDOW:
		d->fight.stage = FIGHT_ROLL;
		aab_window_open(p, d, W_ASSAULT, s->side, NO_UNIT, d->fight.target);
		return;
	case FIGHT_ROLL:
		d->fight.stage = FIGHT_REROLL;
		if (broken_off(b, d)) d->fight.stage = FIGHT_ADVANCE;
		else aab_assault_roll(p, d);
		return;
	case FIGHT_REROLL: ask(&d->g, s->side, Q_REROLL); return;
	default: aab_losses_step(p, d);
	}
}
