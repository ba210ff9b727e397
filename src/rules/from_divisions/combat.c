/* A combat in its seven steps (7.1) and what follows: checks of a charge (7.13), the result (7.2), effects on
   each stack (7.3), then losses, retreat, pursuit and advance in their own files. */
#include "rules/from_divisions/from_divisions.h"

/* 10.3: whose printed qualities a unit has. A detachment is as good as its division, and as light. */
const struct fd_unit *fd_card(const struct fd_book *b, const struct state *d, int unit)
{
	const struct fd_unit *c = &b->unit[unit];
	int parent = c->type == DETACHMENT ? d->parent[c->formation] : NO_UNIT;
	return parent == NO_UNIT ? c : &b->unit[parent];
}

/* 2.2.1e; an army near breaking fights worse (TABLES 9.5). */
int fd_morale(const struct play *p, const struct state *d, int unit)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_unit *c = fd_card(b, d, unit);
	int morale = c->morale;
	if (on(p, O_ARMY_MORALE) && d->army[c->side] <= b->chart.army_shaken) morale--;
	return fd_higher(morale, 1);
}

static const struct {
	const char *why;
	struct roll_words words;
} checks_of[] = {
	[CHECK_RECOVERY] = {"a check to gather stragglers",
		{.good = "a step comes back", .bad = "nobody comes back"}},
	[CHECK_RALLY] = {"a check to recover from being Smashed",
		{.good = "it recovers", .bad = "it stays Smashed"}},
	[CHECK_DOUBLE] = {"a check for double time",
		{.good = "nobody falls behind", .bad = "a step falls behind"}},
	[CHECK_ATTACK] = {"a check before the attack", {.good = "it attacks", .bad = "it does not attack"}},
	[CHECK_FIRM] = {"a check against the charge",
		{.good = "the infantry stands firm", .bad = "the infantry wavers"}},
	[CHECK_COUNTERCHARGE] = {"a check to countercharge",
		{.good = "the cavalry countercharges", .bad = "the cavalry receives the charge"}},
	[CHECK_ORGANIC] = {"a check of its own cavalry to countercharge",
		{.good = "it countercharges", .bad = "it receives the charge"}},
};

/* 5.0a, 5.0c. The roll tells what came of it; the event is for those who count. */
bool fd_check(const struct play *p, struct state *d, int unit, int bonus, const char *rule,
	enum check_id check)
{
	int side = fd_book(p)->unit[unit].side, mark = fd_morale(p, d, unit) + bonus;
	bool passed = roll(p, &d->g,
		&(struct throw){.kind = THROW_AT_MOST,
			.n = 1,
			.sides = 6,
			.mark = mark,
			.why = checks_of[check].why,
			.words = &checks_of[check].words,
			.rule = rule,
			.side = side,
			.who = unit,
			.whom = NO_UNIT});
	emit(p, .kind = E_CHECKED, .audience = 0, .side = (int8_t)side, .who = (int16_t)unit,
		.where = d->at[unit], .n = passed, .m = mark, .rule = rule, .note = checks_of[check].why);
	return passed;
}

/* --- before the dice ------------------------------------------------------------------------------------ */

/* 7.6c, A30: cavalry that has stood before is asked again if infantry attacks it that has not said so on the
   march. */
static bool is_undeclared(const struct fd_book *b, const struct state *d)
{
	const struct fd_combat *c = &d->combat;
	for (int i = 0; i < c->n; i++)
		if (b->unit[c->attacker[i]].kind == FOOT && !(d->did[c->attacker[i]] & HAS_THREATENED)) return true;
	return false;
}

static void evasions(const struct fd_book *b, struct state *d)
{
	struct fd_combat *c = &d->combat;
	struct step *s = agenda_top(&d->g);
	if (c->flags & FIGHT_CHARGE || load_see(s)->loop.next == c->targets) {
		s->stage = COMBAT_CHECKS;
		return;
	}
	int hex = c->hex[load_of(s)->loop.next++];
	s = push_load(&d->g, STEP_EVADE, !c->side, evade, .unit = NO_UNIT, .hex = hex, .attacker_at = c->from[0]);
	s->stage = is_undeclared(b, d) ? EVADE_ALL : EVADE_NEW;
}

/* Hexes that were left, and attackers who have nobody before them any more, drop out. */
static void drop_out(const struct fd_book *b, struct state *d)
{
	struct fd_combat *c = &d->combat;
	int n = 0;
	for (int i = 0; i < c->targets; i++)
		if (holds(b, d, c->hex[i], !c->side)) c->hex[n++] = c->hex[i];
	c->targets = (uint8_t)n;
	if (c->flags & FIGHT_BOMBARDMENT) return;
	n = 0;
	for (int i = 0; i < c->n; i++) {
		bool engaged = false;
		for (int k = 0; k < c->targets; k++)
			for (int half = 0; half < 2; half++) {
				int from = half ? also_at(d, c->attacker[i]) : d->at[c->attacker[i]];
				engaged |= from >= 0 && hexmap_direction(b->map, from, c->hex[k]) >= 0;
			}
		if (engaged) c->attacker[n] = c->attacker[i], c->from[n++] = c->from[i];
	}
	c->n = (uint8_t)n;
}

static int largest(const struct fd_book *b, const struct state *d, int hex, int kind, bool sound)
{
	int best = NO_UNIT;
	for each_node(n, d, hex) {
		int u = unit_at(n);
		if (b->unit[u].kind != kind || (sound && is_shaken(d, u)) || b->unit[u].type == BATTERY) continue;
		if (best == NO_UNIT || d->steps[u] > d->steps[best]) best = u;
	}
	return best;
}

/* 7.13h, 7.14g: cavalry in a charged hex, and organic cavalry, may ride against it. */
static void countercharges(const struct play *p, struct state *d, int target)
{
	const struct fd_book *b = fd_book(p);
	struct fd_combat *c = &d->combat;
	int horse = largest(b, d, c->hex[target], HORSE, true), with = NO_UNIT;
	if (horse != NO_UNIT && fd_check(p, d, horse, 0, "7.13h", CHECK_COUNTERCHARGE))
		c->countercharge |= (uint8_t)(1u << target);
	for each_node(n, d, c->hex[target])
		if (d->organic[unit_at(n)] && fd_level(p, d, unit_at(n)) < TIRED && with == NO_UNIT)
			with = unit_at(n);
	if (with != NO_UNIT && fd_check(p, d, with, 0, "7.14g", CHECK_ORGANIC))
		c->organic |= (uint8_t)(1u << target);
}

/* 7.13b, 7.13c, A35 */
static void charge_checks(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct fd_combat *c = &d->combat;
	bool all_foot = true;
	int firm = NO_UNIT;
	for (int i = 0; i < c->targets; i++)
		for each_node(n, d, c->hex[i]) {
			int u = unit_at(n);
			if (is_shaken(d, u)) c->shaken |= (uint8_t)(1u << i);
			all_foot &= b->unit[u].kind == FOOT && b->unit[u].type != BATTERY;
			if (firm == NO_UNIT || d->steps[u] > d->steps[firm]) firm = u;
		}
	if (!(c->flags & FIGHT_CHARGE)) return;
	if (all_foot && !c->shaken && firm != NO_UNIT && fd_check(p, d, firm, 0, "7.13b", CHECK_FIRM))
		c->flags |= FIGHT_SQUARE;
	for (int i = 0; i < c->targets; i++) countercharges(p, d, i);
}

/* 7.0f, 7.0k: who was attacked, by whom, from where. Bombardment is no attack of a stack (16.5f). */
static void strike(const struct play *p, struct state *d, int node)
{
	const struct fd_combat *c = &d->combat;
	if (c->flags & FIGHT_BOMBARDMENT) return;
	struct fd_struck *s = &d->struck[unit_at(node)];
	for (int i = 0; i < c->n; i++) {
		int from = c->from[i] + 1;
		s->from = (!s->from || s->from == from ? from : STRUCK_TWICE) & 4095;
	}
	if (node < FD_UNITS) s->first = 1;
	else s->second = 1;
	fd_mark_hit(p, d, node, c->attacker[0], c->flags & FIGHT_CHARGE);
}

/* 2.5c, 11.2h: from now on the unit has fought, and its strength is stated. */
static void engage(const struct play *p, struct state *d, int u)
{
	d->more[u] = (uint8_t)((d->more[u] | MORE_FOUGHT | MORE_ENGAGED) & ~MORE_SPARED);
	if (!(d->flags[u] & IS_HELD_BACK)) d->combat.fresh |= 1ull << fd_book(p)->unit[u].formation;
	fd_fights(p, d, u), fd_stated(p, d, u);
}

static void commit(const struct play *p, struct state *d)
{
	struct fd_combat *c = &d->combat;
	d->fought = 1;
	reveal(&d->g);
	for (int i = 0; i < c->n; i++) {
		int u = c->attacker[i];
		if (c->flags & FIGHT_BOMBARDMENT) d->flags[u] |= HAS_FIRED;
		d->did[u] |= DID_ATTACK, d->more[u] |= MORE_STIRRED;
		engage(p, d, u);
	}
	for (int i = 0; i < c->targets; i++)
		for each_node(n, d, c->hex[i]) strike(p, d, n), engage(p, d, unit_at(n));
}

static void checks(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	drop_out(fd_book(p), d);
	if (!d->combat.targets || !d->combat.n) {
		s->stage = COMBAT_OVER;
		return;
	}
	commit(p, d);
	charge_checks(p, d);
	s->stage = COMBAT_ROLL;
}

/* --- the result ----------------------------------------------------------------------------------------- */

/* 16.1a */
static void move_marker(const struct play *p, struct state *d, int towards_attacker)
{
	const struct fd_book *b = fd_book(p);
	int side = towards_attacker > 0 ? d->combat.side : !d->combat.side, most = b->chart.track;
	if (!towards_attacker || !(on(p, O_INITIATIVE) || on(p, O_MAIL))) return;
	d->marker = (int8_t)(d->marker + (side ? -1 : 1));
	d->marker = (int8_t)fd_higher(fd_lower(d->marker, most), -most);
	emit(p, .kind = E_INITIATIVE, .side = (int8_t)side, .n = d->marker, .rule = "16.1a");
}

static void add_stack(struct fd_combat *c, int hex)
{
	for (int k = c->targets; k < c->stacks; k++)
		if (c->stack[k] == hex) return;
	if (c->stacks < FD_TARGETS + FD_ATTACKERS) c->stack[c->stacks++] = (int16_t)hex;
}

/* 7.1p: one roll for each stack, the defenders' first. 16.6f: each hex of a line that attacks is one. */
static void list_stacks(const struct fd_book *b, struct state *d)
{
	struct fd_combat *c = &d->combat;
	c->stacks = 0;
	for (int i = 0; i < c->targets; i++) c->stack[c->stacks++] = c->hex[i];
	for (int i = 0; i < c->n * 2 && !(c->flags & FIGHT_BOMBARDMENT); i++)
		if (fd_hex_engages(b, d, c->attacker[i / 2], i % 2))
			add_stack(c, i % 2 ? also_at(d, c->attacker[i / 2]) : d->at[c->attacker[i / 2]]);
}

/* --- dice and their rows; faces that come to the same are `same`, and odds try one of them -------------- */

const struct fd_result *fd_roll_result(const struct play *p, struct state *d, int shift, const char *rule,
	const char *why, int who, int whom, int *sum)
{
	const struct fd_result *rows = fd_book(p)->chart.result;
	uint8_t row[7], same[7];
	for (int die = 1; die <= 6; die++) {
		row[die] = (uint8_t)fd_lower(fd_higher(die + shift + 1, 0), 10);
		for (same[die] = 0; memcmp(&rows[same[die]], &rows[row[die]], sizeof *rows);) same[die]++;
	}
	int die = roll(p, &d->g,
		&(struct throw){.kind = THROW_SUM,
			.n = 1,
			.sides = 6,
			.same = same,
			.why = why,
			.column = fd_book(p)->results_at[shift + FD_SHIFT],
			.rule = rule,
			.side = fd_book(p)->unit[who].side,
			.who = who,
			.whom = whom});
	*sum = die + shift;
	return &rows[row[die]];
}

static const struct fd_effect *effect_row(const struct fd_book *b, int column, int n)
{
	return &b->chart.effect[column][fd_lower(fd_higher(n + 1, 0), 8)];
}

/* 7.12a … 7.12c: whether guns are abandoned hangs on the same die: below the length of the retreat they all
   are, two above it none. */
static int guns_by(const struct state *d, int hex, int die)
{
	int low = d->combat.hexes - 1, high = d->combat.hexes + 2;
	for each_node(n, d, hex)
		if (d->guns[unit_at(n)] && d->combat.hexes) return die < low ? low : die > high ? high : die;
	return 0;
}

static int roll_effects(const struct play *p, struct state *d, int i, int column)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_combat *c = &d->combat;
	int defends = i < c->targets, side = defends ? !c->side : c->side;
	uint8_t same[7];
	for (int die = 1; die <= 6; die++) {
		const struct fd_effect *e = effect_row(b, column, die + c->shift[!defends]);
		int guns = guns_by(d, c->stack[i], die);
		for (same[die] = 1; memcmp(effect_row(b, column, same[die] + c->shift[!defends]), e, sizeof *e) ||
							(defends && guns_by(d, c->stack[i], same[die]) != guns);)
			same[die]++;
	}
	return roll(p, &d->g,
		&(struct throw){.kind = THROW_SUM,
			.n = 1,
			.sides = 6,
			.same = same,
			.why = "the effects on its stack",
			.column = b->effects_at[column][c->shift[!defends] + FD_SHIFT],
			.rule = "7.1p",
			.side = side,
			.who = unit_at(first_on(d, c->stack[i])),
			.whom = NO_UNIT,
			.audience = (uint8_t)(1u << side)});
}

/* 7.14d: only casualties count. */
int fd_roll_casualties(const struct play *p, struct state *d, int column, int shift, int unit)
{
	const struct fd_book *b = fd_book(p);
	uint8_t same[7];
	for (int die = 1; die <= 6; die++) same[die] = effect_row(b, column, die + shift)->casualties;
	return same[roll(p, &d->g,
		&(struct throw){.kind = THROW_SUM,
			.n = 1,
			.sides = 6,
			.same = same,
			.why = "casualties of the pursuit",
			.column = b->effects_at[column][shift + FD_SHIFT],
			.rule = "7.14d",
			.side = b->unit[unit].side,
			.who = unit,
			.whom = NO_UNIT})];
}

/* 7.1o, 7.2 */
static void roll_result(const struct play *p, struct state *d)
{
	struct fd_combat *c = &d->combat;
	struct step *s = agenda_top(&d->g);
	int shift = c->flags & FIGHT_BOMBARDMENT ? c->shift[1] : fd_modifier(p, d), sum;
	const struct fd_result *r = fd_roll_result(p, d, shift, "7.1o",
		c->flags & FIGHT_BOMBARDMENT ? "the bombardment"
		: c->flags & FIGHT_CHARGE    ? "the charge"
									 : "the attack",
		c->attacker[0], unit_at(first_on(d, c->hex[0])), &sum);
	c->hexes = r->hexes;
	c->column[0] = r->retreats ? RETREAT : ENGAGED, c->column[1] = r->retreats ? ADVANCE : ENGAGED;
	c->shift[0] = r->defender, c->shift[1] = r->attacker;
	emit(p, .kind = E_RESULT, .side = (int8_t)c->side, .who = c->attacker[0], .to = c->hex[0], .n = c->hexes,
		.m = sum, .rule = r->retreats ? "7.2b" : "7.2a");
	move_marker(p, d, r->initiative);
	list_stacks(fd_book(p), d);
	next_stage(s, COMBAT_EFFECTS);
}

/* --- effects -------------------------------------------------------------------------------------------- */

/* 7.3c, 7.3d: who is disorganised. */
static void disorder(const struct play *p, struct state *d, int hex, const struct fd_effect *e)
{
	for each_node(n, d, hex)
		if (e->disorder == 7 || (e->disorder && fd_morale(p, d, unit_at(n)) <= e->disorder))
			fd_disorganise(p, d, unit_at(n), e->disorder == 7 ? "7.3c" : "7.3d");
}

/* 7.3: one stack. `own` is the morale of its side, `other` the enemy's. */
static void suffer(const struct play *p, struct state *d, int i, int column, int die)
{
	const struct fd_book *b = fd_book(p);
	struct fd_combat *c = &d->combat;
	int defends = i < c->targets, hex = c->stack[i], side = defends ? !c->side : c->side,
		shift = c->shift[!defends];
	const struct fd_effect *e = effect_row(b, column, die + shift);
	bool inferior = c->morale[defends ? 1 : 0] > c->morale[defends ? 0 : 1],
		 guns = c->flags & FIGHT_BOMBARDMENT;
	int casualties = e->casualties + (e->inferior_casualties && inferior),
		stragglers = e->stragglers + (e->inferior_stragglers && inferior), fatigue = e->fatigue;
	emit(p, .kind = E_EFFECT, .audience = (uint8_t)(1u << side), .side = (int8_t)side,
		.who = (int16_t)unit_at(first_on(d, hex)), .where = hex, .n = die + shift, .m = column,
		.rule = "7.1p", .note = b->effect[column][e - b->chart.effect[column]]);
	if (guns && fatigue) fatigue--, casualties++; /* 16.5i */
	disorder(p, d, hex, e);
	for each_node(n, d, hex) fd_tire_unseen(p, d, unit_at(n), fatigue, 2);
	int flags = (c->flags & FIGHT_CHARGE && defends ? LOSS_CHARGE : LOSS_PLAIN) |
	            (defends && c->hexes ? LOSS_LEAVES : LOSS_PLAIN) | (guns ? LOSS_GUNS : LOSS_PLAIN);
	if (casualties + stragglers) fd_owe(d, BY_EFFECTS, hex, side, casualties, stragglers, flags);
	if (e->check) fd_owe_firm(d, hex, side, e->disorder, flags); /* 7.3e: worked off first */
}

/* 7.1p, 7.13d: the owner's die, which he keeps to himself (2.5b). */
static void effects(const struct play *p, struct state *d)
{
	struct fd_combat *c = &d->combat;
	struct step *s = agenda_top(&d->g);
	if (load_see(s)->loop.next == c->stacks) {
		next_stage(s, COMBAT_CUT);
		return;
	}
	int i = load_of(s)->loop.next++, defends = i < c->targets, side = defends ? !c->side : c->side;
	if (!holds(fd_book(p), d, c->stack[i], side)) return;
	int column = c->column[!defends];
	if (defends && c->flags & FIGHT_CHARGE && c->shaken >> i & 1) column = ENGAGED;
	c->die[i] = (uint8_t)roll_effects(p, d, i, column);
	suffer(p, d, i, column, c->die[i]);
}

/* --- the price of a town -------------------------------------------------------------------------------- */

static int cut_of(const struct fd_combat *c, int target) { return c->cut >> target * 2 & 3; }

/* 7.7.2d, A31: both sides pay for each hex. */
static void cut(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct fd_combat *c = &d->combat;
	struct step *s = agenda_top(&d->g);
	if (!c->hexes || load_see(s)->loop.next == c->targets) {
		next_stage(s, COMBAT_PAY);
		return;
	}
	if (holds(b, d, c->hex[load_see(s)->loop.next], !c->side) &&
		fd_cut_most(p, d, c->hex[load_see(s)->loop.next]))
		ask(&d->g, !c->side, Q_CUT);
	else load_of(s)->loop.next++;
}

static void pay(const struct play *p, struct state *d)
{
	struct fd_combat *c = &d->combat;
	struct step *s = agenda_top(&d->g);
	while (load_see(s)->loop.next < c->targets && !cut_of(c, load_see(s)->loop.next)) load_of(s)->loop.next++;
	if (load_see(s)->loop.next == c->targets || c->flags & FIGHT_BOMBARDMENT) {
		next_stage(s, COMBAT_RETREAT);
		return;
	}
	struct orders o;
	o.n = 0;
	fd_list_pay(p, d, c->side, &o);
	if (o.n > 1) ask(&d->g, c->side, Q_PAY);
	else if (o.n) fd_do_pay(p, d, c->side, &o.list[0]);
	else load_of(s)->loop.next++;
}

bool fd_may_pay(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return fd_names(fd_list_pay, p, d, side, o->unit) ||
	       refuse(r, "7.7.2d", "%s stands for no attacking stack", name_of_piece(p, o->unit));
}

void fd_list_pay(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct fd_combat *c = &d->combat;
	for (int i = 0; i < c->n; i++) {
		bool known = d->at[c->attacker[i]] < 0;
		for (int k = 0; k < i; k++) known |= d->at[c->attacker[k]] == d->at[c->attacker[i]];
		if (!known) offer(o, V_PAY, c->attacker[i]);
	}
}

void fd_do_pay(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	int hex = d->combat.hex[load_see(s)->loop.next], n = cut_of(&d->combat, load_of(s)->loop.next++);
	bool town = b->ground[hex] & GROUND_TOWN;
	fd_owe(d, BY_TOWN, d->at[o->unit], side, town ? n : 0, town ? 0 : n, LOSS_PLAIN);
	if (holds(b, d, hex, !side)) fd_owe(d, BY_TOWN, hex, !side, town ? n : 0, town ? 0 : n, LOSS_PLAIN);
}

/* --- afterwards ----------------------------------------------------------------------------------------- */

/* 7.12a … 7.12c */
bool fd_abandons(const struct fd_book *b, const struct state *d, int unit, int die, int length)
{
	return die <= length + is_smashed(d, unit) - b->unit[unit].horse_guns;
}

/* 7.12a: those who leave that defending hex; a stack that cannot retreat keeps its guns. */
void fd_abandon_guns(const struct play *p, struct state *d, int hex)
{
	const struct fd_combat *c = &d->combat;
	for (int i = 0; i < c->targets; i++) {
		if (c->hex[i] != hex) continue;
		for each_node(n, d, hex) {
			int u = unit_at(n);
			if (!(d->more[u] & MORE_FLEES)) continue;
			if (d->least[u] > 1) d->least[u]--; /* the enemy knows only that it may be (2.5b) */
			if (d->guns[u] && fd_abandons(fd_book(p), d, u, c->die[i], c->hexes - cut_of(c, i)))
				fd_lose_battery(p, d, u, "7.12a");
		}
	}
}

/* 16.5l, A48: massed guns do not retreat; if nobody else holds the hex they are lost. */
static void lose_battery_pieces(const struct play *p, struct state *d, int hex)
{
	int first = fd_book(p)->battery[!d->combat.side];
	for (int u = first; first != NO_UNIT && u < first + FD_BATTERIES; u++)
		if (d->at[u] == hex) fd_eliminate(p, d, u, "16.5l");
}

/* 7.2b: each defending stack. */
static void retreats(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct fd_combat *c = &d->combat;
	struct step *s = agenda_top(&d->g);
	if (!c->hexes || load_see(s)->loop.next == c->targets) {
		next_stage(s, COMBAT_PURSUE);
		return;
	}
	int i = load_of(s)->loop.next++, hex = c->hex[i], length = c->hexes - cut_of(c, i);
	if (length <= 0) {
		fd_bolt(p, d, !c->side);
		return;
	}
	if (holds(b, d, hex, !c->side)) lose_battery_pieces(p, d, hex);
	c->vacated |= (uint8_t)(1u << i);
	if (holds(b, d, hex, !c->side)) fd_start_flee(p, d, unit_at(first_on(d, hex)), length, FLEE_COMBAT);
}

/* 7.2n: is there anything to enter? */
static void advances(const struct play *p, struct state *d)
{
	struct fd_combat *c = &d->combat;
	struct step *s = agenda_top(&d->g);
	bool may = c->vacated && !(c->flags & FIGHT_BOMBARDMENT);
	if (may && fd_count(fd_list_advances, p, d, c->side) > 1) ask(&d->g, c->side, Q_ADVANCE);
	else next_stage(s, COMBAT_FACE);
}

/* 7.14b: every unit that may, one after the other. */
static void pursuits(const struct play *p, struct state *d)
{
	struct fd_combat *c = &d->combat;
	struct step *s = agenda_top(&d->g);
	for (; c->hexes && !(c->flags & FIGHT_BOMBARDMENT) && load_see(s)->loop.next < c->targets;
		load_of(s)->loop.next++) {
		if (fd_count(fd_list_pursue, p, d, c->side) < 2) continue;
		ask(&d->g, c->side, Q_PURSUE);
		return;
	}
	next_stage(s, COMBAT_ADVANCE);
}

/* 7.2q: attackers may turn, those too that did not advance (7.4). */
static void turns(const struct play *p, struct state *d)
{
	struct fd_combat *c = &d->combat;
	struct step *s = agenda_top(&d->g);
	while (c->hexes && !(c->flags & FIGHT_BOMBARDMENT) && load_see(s)->loop.next < c->n) {
		int u = c->attacker[load_of(s)->loop.next++];
		bool known = d->at[u] < 0;
		for (int k = 0; k + 1 < load_see(s)->loop.next; k++) known |= d->at[c->attacker[k]] == d->at[u];
		if (known) continue;
		agenda_push(&d->g, (struct step){.kind = STEP_FACE, .side = c->side, .unit = (int16_t)u});
		return;
	}
	s->stage = COMBAT_OVER;
}

/* 6.1f, 7.6h */
static void over(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct fd_combat *c = &d->combat;
	for (int u = 0; u < b->units; u++) {
		if (!(d->more[u] & MORE_ENGAGED)) continue;
		d->more[u] &= (uint8_t)~MORE_ENGAGED;
		if (b->unit[u].kind == HORSE && d->at[u] >= 0) fd_tire(p, d, u, b->chart.w_cavalry, "7.6h");
	}
	fd_overstacked(p, d);
	fd_displace_leaders(p, d);
	memset(c, 0, sizeof *c);
	settled(&d->g); /* no mutants: for the opponent, whose plans end here */
	agenda_done(&d->g);
}

void fd_combat(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	switch (s->stage) {
	case COMBAT_JOIN:
		if (fd_count(fd_list_joins, p, d, s->side) > 1) ask(&d->g, s->side, Q_JOIN);
		else s->stage = COMBAT_EVADE;
		break;
	case COMBAT_EVADE: evasions(fd_book(p), d); break;
	case COMBAT_CHECKS: checks(p, d); break;
	case COMBAT_ROLL: roll_result(p, d); break;
	case COMBAT_EFFECTS: effects(p, d); break;
	case COMBAT_CUT: cut(p, d); break;
	case COMBAT_PAY: pay(p, d); break;
	case COMBAT_RETREAT: retreats(p, d); break;
	case COMBAT_PURSUE: pursuits(p, d); break;
	case COMBAT_ADVANCE: advances(p, d); break;
	case COMBAT_FACE: turns(p, d); break;
	default: over(p, d);
	}
}
