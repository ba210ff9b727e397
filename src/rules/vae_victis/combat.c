/* Combat (11.2, 11.3): the defender strikes first, dividing his value among the attackers; who is left
   assaults. state.combat holds what is in hand, the step's stage where it stands, load.combat.attacker the
   attacker it is the turn of. */
#include "rules/vae_victis/vae_victis.h"

/* --- the table ------------------------------------------------------------------------------------------ */

void vv_shift(const struct play *p, int *sum, int n, int who, int whom, const char *rule, const char *note)
{
	*sum += n;
	if (n)
		emit(p, .kind = EVENT_MODIFIER, .who = (int16_t)who, .whom = (int16_t)whom, .n = n, .rule = rule,
			.note = note);
}

/* 11.3a: the ground of the target divides the value. */
void vv_protect(const struct play *p, struct vv_sum *s, int protection, int who, int whom)
{
	vv_shift(p, &s->value, s->value / protection - s->value, who, whom, "11.3a",
		"to the points: the ground protects");
}

static const char *const column_said[] = {"column 0 of the combat table", "column 1 of the combat table",
	"column 2 of the combat table", "column 3 of the combat table", "column 4 of the combat table",
	"column 5 of the combat table", "column 6 of the combat table", "column 7 of the combat table",
	"column 8 of the combat table"};

/* 11.2f, 11.3a, A46, CTa, CTb, DMa: value, shifted; what exceeds the last column helps the die. A die beyond
   the table reads its last row. */
enum result vv_resolve(const struct play *p, struct state *d, struct vv_sum s, int side, int who, int whom,
	const char *rule, const char *why)
{
	const struct vv_charts *chart = &vv_book(p)->chart;
	int column = s.value + s.shift;
	if (column > 8)
		vv_shift(p, &s.die, (column - 8) * chart->excess, who, whom, "DMa",
			"to the die: beyond the last column"),
			column = 8;
	if (column < 0) column = 0;
	struct throw t = {.kind = THROW_SUM,
		.n = 1,
		.sides = D6,
		.why = why,
		.column = column_said[column],
		.rule = rule,
		.side = side,
		.who = who,
		.whom = whom};
	int die = roll(p, &d->g, &t) + s.die;
	if (die > D6) die = D6;
	enum result result = chart->table[column][die - 1];
	emit(p, .kind = E_RESULT, .side = (int8_t)side, .who = (int16_t)whom, .whom = (int16_t)who,
		.n = (int)result, .m = column, .dice = (uint8_t)die, .rule = "11.3a");
	return result;
}

/* CSc, CSd, seen from one hex */
void vv_height(const struct play *p, const struct state *d, struct vv_sum *s, int from, int to, int who,
	int whom)
{
	const struct vv_book *b = vv_book(p);
	if (b->level[to] > b->level[from])
		vv_shift(p, &s->shift, b->chart.uphill, who, whom, "CSc", "to the column: the enemy is higher");
	if (b->level[to] < b->level[from])
		vv_shift(p, &s->shift, b->chart.downhill, who, whom, "CSd", "to the column: the enemy is lower");
}

/* --- who is who ----------------------------------------------------------------------------------------- */

static int live_attackers(const struct state *d)
{
	int n = 0;
	for (int i = 0; i < d->combat.n; i++) n += is_live(d, i);
	return n;
}

/* The unit whose value and facing count: infantry or cavalry before artillery. */
static int find_defender(const struct vv_book *b, const struct state *d)
{
	int best = NO_UNIT;
	for (int u = first_on(d, d->combat.hex); u >= 0; u = next_on(d, u))
		if (best == NO_UNIT || b->unit[u].kind != GUNS) best = u;
	return best;
}

/* 9.3d, 8.4d: the HQ that could take part: its own formation's, in the attacker's or the defender's hex. DMb:
   against artillery alone, and with it, there is no bonus to give. */
static int could_lead(const struct vv_book *b, const struct state *d, int side)
{
	const struct step *s = agenda_see(&d->g);
	int defender = find_defender(b, d), unit = side == s->side ? d->combat.attacker[0] : defender;
	if (b->unit[defender].kind == GUNS) return NO_UNIT;
	int hq = form_of(b, unit)->hq;
	return hq != NO_UNIT && d->at[hq] == d->at[unit] ? hq : NO_UNIT;
}

/* A41: an HQ that went back with a beaten unit gives nothing any more. */
static int bonus_of(const struct vv_book *b, const struct state *d, int side, bool attack)
{
	int hq = d->combat.leads[side];
	if (hq == NO_UNIT) return 0;
	bool here = !attack && d->at[hq] == d->combat.hex;
	for (int i = 0; i < d->combat.n && attack; i++)
		here |= is_live(d, i) && d->at[d->combat.attacker[i]] == d->at[hq];
	return here ? vv_bonus(b, d, hq) : 0;
}

/* --- beginning ------------------------------------------------------------------------------------------ */

/* 11.1e … 11.1g, 11.2h, 11.2i */
static void coordinate(const struct play *p, struct state *d, struct step *s)
{
	const struct vv_book *b = vv_book(p);
	int hq = b->formation[load_of(agenda_find(&d->g, STEP_ACT))->act.formation].hq;
	emit(p, .kind = E_CHECKS, .side = (int8_t)s->side, .who = (int16_t)hq, .n = b->chart.check,
		.rule = "11.1e", .note = "Coordination check");
	bool passed = vv_check_roll(p, d, s->side, hq, vv_command_rating(b, d, hq), "command rating",
		"coordination check", "11.1e");
	emit(p, .kind = E_COORDINATED, .side = (int8_t)s->side, .who = (int16_t)hq, .to = d->combat.hex,
		.n = passed, .rule = passed ? "11.1f" : "11.1g");
	if (passed) {
		d->combat.leads[s->side] = (int16_t)hq;
		return;
	}
	for (int i = 0; i < d->attacks; i++)
		if (d->attack[i].hex == d->combat.hex) d->attack[i].flags &= (uint8_t)~ATTACK_TOGETHER;
	agenda_done(&d->g);
}

static void begin(const struct play *p, struct state *d, struct step *s)
{
	s->stage = COMBAT_LEAD;
	if (d->combat.flags & FIGHT_TOGETHER) coordinate(p, d, s);
}

static void ask_lead(const struct play *p, struct state *d, struct step *s, int side, uint8_t next)
{
	s->stage = next;
	if (d->combat.leads[side] == NO_UNIT && could_lead(vv_book(p), d, side) != NO_UNIT)
		ask(&d->g, side, Q_LEAD);
}

bool vv_may_lead(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	int hq = could_lead(vv_book(p), d, side);
	return o->unit == hq || refuse(r, "9.3d", "the question is whether %s takes part", name_of_piece(p, hq));
}

void vv_list_lead(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int hq = could_lead(vv_book(p), d, side);
	offer(o, V_LEAD, hq);
	offer(o, V_SPARE, hq);
}

void vv_do_lead(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->combat.leads[side] = o->unit;
	emit(p, .kind = E_LEADS, .side = (int8_t)side, .who = o->unit, .n = vv_bonus(vv_book(p), d, o->unit),
		.rule = "9.3d");
}

void vv_do_spare(const struct play *p, struct state *d, int side, const struct order *o) {}

/* --- stand or retire (11.4a, 11.2c, A51) ---------------------------------------------------------------- */

/* Whoever is left fights for the hex: it was not given up after all. */
static void stand(struct state *d, struct step *s)
{
	d->combat.flags &= (uint8_t)~FIGHT_RETIRED;
	s->stage = COMBAT_LEAD_DEFENCE;
}

static void defend(const struct play *p, struct state *d, struct step *s)
{
	const struct vv_book *b = vv_book(p);
	struct vv_combat *c = &d->combat;
	c->defender = (int16_t)find_defender(b, d);
	if (c->defender == NO_UNIT) {
		s->stage = COMBAT_ADVANCE;
		return;
	}
	if (b->unit[c->defender].kind == GUNS) c->flags |= FIGHT_GUNS_ALONE;
	if (vv_can_retire(p, d, c->defender)) ask(&d->g, !s->side, Q_DEFEND);
	else stand(d, s);
}

bool vv_may_stand(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return o->unit == d->combat.defender ||
	       refuse(r, "11.4a", "the question is whether %s stands", name_of_piece(p, d->combat.defender));
}

void vv_list_defend(const struct play *p, const struct state *d, int side, struct orders *o)
{
	offer(o, V_STAND, d->combat.defender);
	vv_add_retirements(p, d, d->combat.defender, o);
}

void vv_do_stand(const struct play *p, struct state *d, int side, const struct order *o)
{
	stand(d, agenda_top(&d->g));
}

/* --- defensive support (10.1l … 10.1o, A39, A70) -------------------------------------------------------- */

/* 10.1m, 10.2b, A39: wherever it stands, it needs an attacker in its fire zone, and does not turn for it
   (7.3b). */
static bool can_support(const struct play *p, const struct state *d, int gun, struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_combat *c = &d->combat;
	if (is_leader(b, gun) || b->unit[gun].kind != GUNS || b->unit[gun].side != b->unit[c->defender].side)
		return refuse(r, "10.1l", "%s is no artillery of the defender's", name_of_piece(p, gun));
	if (!is_hex(d->at[gun])) return refuse(r, "10.1l", "%s is not on the map", name_of_piece(p, gun));
	if (d->flags[gun] & HAS_FIRED)
		return refuse(r, "10.1o", "%s has fired already in this activation", name_of_piece(p, gun));
	/* no mutants: no formation of the tests has so much */
	if (c->guns == VV_GUNS) return refuse(r, "10.1o", "enough artillery fires");
	bool here = d->at[gun] == c->hex; /* 10.1b: its own hex is attacked */
	if (!here && b->unit[gun].formation != b->unit[c->defender].formation)
		return refuse(r, "10.1l", "%s supports only its own formation", name_of_piece(p, gun));
	for (int i = 0; i < c->n; i++)
		if (vv_fires_at(p, d, gun, d->at[c->attacker[i]], d->facing[gun], NULL)) return true;
	return refuse(r, "10.1m", "%s has no attacker in range, fire zone and sight", name_of_piece(p, gun));
}

static void add_gun(const struct play *p, struct state *d, int gun, const char *rule)
{
	struct vv_combat *c = &d->combat;
	c->gun[c->guns++] = (uint8_t)gun;
	d->flags[gun] |= HAS_FIRED;
	emit(p, .kind = E_SUPPORTS, .side = (int8_t)vv_book(p)->unit[gun].side, .who = (int16_t)gun,
		.where = d->at[gun], .to = c->hex, .n = vv_book(p)->unit[gun].combat, .rule = rule);
}

/* Which artillery could come into question: that in the hex and that of the defender's formation. */
static void list_guns(const struct play *p, const struct state *d, struct orders *o)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_formation *f = form_of(b, d->combat.defender);
	for (int u = first_on(d, d->combat.hex); u >= 0; u = next_on(d, u))
		if (b->unit[u].kind == GUNS && b->unit[u].formation != b->unit[d->combat.defender].formation &&
			can_support(p, d, u, NULL))
			offer(o, V_SUPPORT, u);
	for (int u = f->first; u < f->last; u++)
		if (b->unit[u].kind == GUNS && can_support(p, d, u, NULL)) offer(o, V_SUPPORT, u);
}

/* 10.1o, A40: artillery alone that cannot fire, since it has fired or faces away, has no defensive combat. */
static void begin_defence(const struct vv_book *b, struct state *d, struct step *s)
{
	struct vv_combat *c = &d->combat;
	bool alone = c->flags & FIGHT_GUNS_ALONE;
	s->stage = alone && !c->guns ? COMBAT_ASSAULT : COMBAT_ASSIGN, load_of(s)->combat.attacker = 0;
	if (alone && c->guns && d->at[c->gun[0]] == c->hex) c->defender = c->gun[0]; /* of two, one that fires */
	c->left = (uint8_t)vv_defence_value(b, d);
}

/* 10.1p, A40: artillery alone defends itself, each piece once in an activation. */
static void support(const struct play *p, struct state *d, struct step *s)
{
	if (d->combat.flags & FIGHT_GUNS_ALONE)
		for (int u = first_on(d, d->combat.hex); u >= 0; u = next_on(d, u))
			if (can_support(p, d, u, NULL)) add_gun(p, d, u, "10.1p");
	ask(&d->g, !s->side, Q_SUPPORT); /* where none could fire, `done` is the only answer and gives itself */
}

bool vv_may_support(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return can_support(p, d, o->unit, r);
}

void vv_list_support(const struct play *p, const struct state *d, int side, struct orders *o)
{
	list_guns(p, d, o);
	offer(o, V_DONE, NO_UNIT);
}

void vv_do_support(const struct play *p, struct state *d, int side, const struct order *o)
{
	add_gun(p, d, o->unit, "10.1n");
}

void vv_do_supported(const struct play *p, struct state *d, int side, const struct order *o)
{
	begin_defence(vv_book(p), d, agenda_top(&d->g));
}

/* --- dividing the defence (11.2a, 11.2e) ---------------------------------------------------------------- */

/* 10.1n, A37: the defender's own value, whole each time, and that of the artillery. */
int vv_defence_value(const struct vv_book *b, const struct state *d)
{
	const struct vv_combat *c = &d->combat;
	int value = c->flags & FIGHT_GUNS_ALONE ? 0 : b->unit[c->defender].combat;
	for (int i = 0; i < c->guns; i++) value += b->unit[c->gun[i]].combat;
	return value;
}

static void assign(struct state *d, struct step *s)
{
	struct vv_combat *c = &d->combat;
	if (load_see(s)->combat.attacker < c->n - 1 && c->left) {
		ask(&d->g, !s->side, Q_ASSIGN);
		return;
	}
	c->given[c->n - 1] = c->left;
	c->left = 0, load_of(s)->combat.attacker = 0;
	s->stage = COMBAT_DEFENCE;
}

bool vv_may_assign(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	int attacker = d->combat.attacker[load_now(&d->g)->combat.attacker];
	if (o->unit != attacker)
		return refuse(r, "11.2e", "the question is what goes against %s", name_of_piece(p, attacker));
	return (o->a >= 0 && o->a <= d->combat.left) || refuse(r, "11.2e", "%d points are left", d->combat.left);
}

void vv_list_assign(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int n = 0; n <= d->combat.left; n++)
		offer_at(o, V_ASSIGN, d->combat.attacker[load_now(&d->g)->combat.attacker], n);
}

void vv_do_assign(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct vv_combat *c = &d->combat;
	c->given[load_top(&d->g)->combat.attacker++] = (uint8_t)o->a;
	c->left = (uint8_t)(c->left - o->a);
}

/* --- defensive combat ----------------------------------------------------------------------------------- */

/* Is the attacker ahead of that artillery? Support from elsewhere fires past artillery of the hex that faces
   him. */
static bool gun_faces(const struct vv_book *b, const struct state *d, int gun, int attacker)
{
	if (d->at[gun] == d->combat.hex) return !vv_on_flank(b, d, gun, d->at[attacker]);
	for (int u = first_on(d, d->combat.hex); u >= 0; u = next_on(d, u))
		if (!vv_on_flank(b, d, u, d->at[attacker])) return true;
	return false;
}

static int spend(int *left, int need)
{
	int used = need < *left ? need : *left;
	*left -= used;
	return used;
}

/* A40: batteries alone in a hex have a facing each. The points against an attacker come first from those that
   face him; what the others must add is halved. Says how many points are lost by that. */
static int points_halved(const struct vv_book *b, const struct state *d, int attacker)
{
	const struct vv_combat *c = &d->combat;
	int left[VV_GUNS], rest = 0;
	for (int k = 0; k < c->guns; k++) left[k] = b->unit[c->gun[k]].combat;
	for (int i = 0; i <= attacker; i++) {
		rest = c->given[i];
		for (int k = 0; k < c->guns; k++)
			if (gun_faces(b, d, c->gun[k], c->attacker[i])) rest -= spend(&left[k], rest);
		for (int k = 0, need = rest; k < c->guns; k++) need -= spend(&left[k], need);
	}
	return rest - rest / 2;
}

/* 11.2b, 11.2d, 11.2g, A38, A43, DMb … DMe, PVe */
static struct vv_sum defence_sum(const struct play *p, const struct state *d, int i)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_combat *c = &d->combat;
	int unit = c->attacker[i], who = c->defender, side = b->unit[who].side,
		lost = c->flags & FIGHT_GUNS_ALONE ? 0 : d->lost[who];
	bool close = false;
	int halved = c->flags & FIGHT_GUNS_ALONE         ? points_halved(b, d, i)
	           : vv_on_flank(b, d, who, d->at[unit]) ? c->given[i] - c->given[i] / 2
	                                                 : 0;
	struct vv_sum s = {.value = c->given[i]};
	emit(p, .kind = E_DEFENCE, .side = (int8_t)side, .who = (int16_t)who, .whom = (int16_t)unit,
		.where = c->hex, .to = d->at[unit], .n = c->given[i] - halved, .m = c->given[i], .rule = "11.2a");
	vv_shift(p, &s.value, -halved, who, unit, "11.2d", "to the points: the attacker is on its flank");
	for (int k = 0; k < c->guns; k++) {
		lost += d->lost[c->gun[k]];
		close |= c->given[i] && hex_range(b->map, d->at[c->gun[k]], d->at[unit]) == 1;
	}
	vv_shift(p, &s.shift, b->chart.step_lost * lost, who, unit, "CSa", "to the column: steps lost");
	vv_height(p, d, &s, c->hex, d->at[unit], who, unit);
	if (close)
		vv_shift(p, &s.die, b->chart.adjacent_artillery, who, unit, "DMc",
			"to the die: artillery at close range");
	if (b->unit[who].heavy)
		vv_shift(p, &s.die, b->chart.heavy, who, unit, "DMd", "to the die: heavy cavalry");
	vv_shift(p, &s.die, bonus_of(b, d, side, false), who, unit, "DMb", "to the die: the leader");
	return s;
}

static void defence(const struct play *p, struct state *d, struct step *s)
{
	struct vv_combat *c = &d->combat;
	int i = load_of(s)->combat.attacker++;
	if (i >= c->n) {
		s->stage = COMBAT_ASSAULT;
		return;
	}
	int unit = c->attacker[i];
	enum result result =
		vv_resolve(p, d, defence_sum(p, d, i), !s->side, c->defender, unit, "11.2a", "defensive combat");
	if (!vv_suffer(p, d, unit, result, true, true)) return;
	c->gone |= (uint8_t)(1u << i);
	if (!is_hex(d->at[unit])) c->repelled |= (uint8_t)(1u << i);
	vv_cancel_attacks(d, unit); /* A34 */
}

/* --- assault -------------------------------------------------------------------------------------------- */

/* 11.2l, 11.2m, CSa … CSf, DMb, DMd, A5, A6, A45 */
static struct vv_sum assault_sum(const struct play *p, const struct state *d)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_combat *c = &d->combat;
	int lost = 0, others = -1, who = NO_UNIT, whom = c->defender, side = !b->unit[whom].side;
	bool flank = false, up = false, down = false, wet = false;
	struct vv_sum s = {0};
	for (int i = 0; i < c->n; i++) {
		if (!is_live(d, i)) continue;
		int unit = c->attacker[i], hex = d->at[unit], dir = hexmap_direction(b->map, hex, c->hex);
		if (who == NO_UNIT) who = unit;
		others++, s.value += c->points[i], lost += d->lost[unit];
		flank |= vv_on_flank(b, d, whom, hex);
		up |= b->level[c->hex] > b->level[hex], down |= b->level[c->hex] < b->level[hex];
		wet |= b->wet[hex] >> dir & 1;
	}
	emit(p, .kind = E_ASSAULT, .side = (int8_t)side, .who = (int16_t)who, .whom = (int16_t)whom,
		.where = d->at[who], .to = c->hex, .n = s.value, .m = others, .rule = "11.2j");
	vv_protect(p, &s, b->protection[c->hex], who, whom);
	vv_shift(p, &s.shift, b->chart.step_lost * lost, who, whom, "CSa", "to the column: steps lost");
	if (flank) vv_shift(p, &s.shift, b->chart.flank, who, whom, "CSb", "to the column: into the flank");
	if (up) vv_shift(p, &s.shift, b->chart.uphill, who, whom, "CSc", "to the column: the enemy is higher");
	if (down) vv_shift(p, &s.shift, b->chart.downhill, who, whom, "CSd", "to the column: the enemy is lower");
	if (b->ground[c->hex] & GROUND_CREST)
		vv_shift(p, &s.shift, b->chart.crest, who, whom, "CSe", "to the column: the enemy is on a crest");
	if (wet)
		vv_shift(p, &s.shift, b->chart.water, who, whom, "CSf", "to the column: across a stream or trees");
	if (vv_heavy_attack(b, d))
		vv_shift(p, &s.die, b->chart.heavy, who, whom, "DMd", "to the die: heavy cavalry");
	vv_shift(p, &s.die, bonus_of(b, d, side, true), who, whom, "DMb", "to the die: the leader");
	return s;
}

/* 10.1q, A40: artillery alone is taken by whoever survives its fire. */
static void take_guns(const struct play *p, struct state *d)
{
	for (int u = first_on(d, d->combat.hex); u >= 0; u = first_on(d, d->combat.hex))
		vv_eliminate(p, d, u, "10.1q");
}

static void assault(const struct play *p, struct state *d, struct step *s)
{
	struct vv_combat *c = &d->combat;
	if (!live_attackers(d)) {
		s->stage = COMBAT_REPULSE;
		return;
	}
	s->stage = COMBAT_ADVANCE;
	if (c->flags & FIGHT_GUNS_ALONE) {
		take_guns(p, d);
		return;
	}
	struct vv_sum sum = assault_sum(p, d);
	int who = NO_UNIT;
	for (int i = c->n - 1; i >= 0; i--)
		if (is_live(d, i)) who = c->attacker[i];
	c->result = (uint8_t)vv_resolve(p, d, sum, s->side, who, c->defender, "11.2j", "assault");
	if (c->result == NOTHING) s->stage = COMBAT_CASUALTIES;
	else s->stage = COMBAT_SUFFER;
}

/* 11.3c, 11.3g, 11.3h */
static void hit_defender(const struct play *p, struct state *d, int unit)
{
	agenda_top(&d->g)->stage = COMBAT_ADVANCE;
	vv_suffer(p, d, unit, d->combat.result, vv_book(p)->protection[d->combat.hex] < 2, false);
}

static void suffer(const struct play *p, struct state *d, struct step *s)
{
	int first = first_on(d, d->combat.hex);
	if (next_on(d, first) != NO_UNIT) ask(&d->g, !s->side, Q_SUFFER);
	else hit_defender(p, d, first);
}

bool vv_may_suffer(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return (!is_leader(vv_book(p), o->unit) && d->at[o->unit] == d->combat.hex) ||
	       refuse(r, "11.3c", "%s is not in the attacked hex", name_of_piece(p, o->unit));
}

void vv_list_suffer(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int u = first_on(d, d->combat.hex); u >= 0; u = next_on(d, u)) offer(o, V_SUFFER, u);
}

void vv_do_suffer(const struct play *p, struct state *d, int side, const struct order *o)
{
	hit_defender(p, d, o->unit);
}

/* --- afterwards ----------------------------------------------------------------------------------------- */

/* 11.2n, 11.4g: only into a hex that the enemy has left. */
static void advance(struct state *d, const struct vv_book *b, struct step *s)
{
	bool empty = !holds(b, d, d->combat.hex, !s->side);
	s->stage = COMBAT_CASUALTIES;
	if (empty) ask(&d->g, s->side, Q_ADVANCE);
}

/* 11.2p, 11.2q */
static void repulse(const struct play *p, struct state *d, struct step *s)
{
	struct vv_combat *c = &d->combat;
	s->stage = COMBAT_CASUALTIES;
	emit(p, .kind = E_REPULSED, .side = (int8_t)s->side, .where = c->hex, .rule = "11e");
	if (c->repelled)
		agenda_push(&d->g, (struct step){.kind = STEP_FACE, .side = (uint8_t)!s->side, .unit = c->defender});
}

/* 11.2s, 9.3b, A41: where the defender has retired there was no combat. */
static void casualties(const struct play *p, struct state *d, struct step *s)
{
	int attacker = d->combat.leads[s->side], defender = d->combat.leads[!s->side];
	s->stage = COMBAT_OVER;
	if (d->combat.flags & FIGHT_RETIRED) return;
	if (attacker != NO_UNIT) vv_casualty(p, d, attacker);
	if (defender != NO_UNIT) vv_casualty(p, d, defender);
}

static void finish(const struct play *p, struct state *d)
{
	const struct vv_combat *c = &d->combat;
	for (int i = 0; i < d->attacks; i++)
		for (int k = 0; k < c->n; k++)
			if (d->attack[i].hex == c->hex && d->attack[i].unit == c->attacker[k])
				d->attack[i].flags |= ATTACK_OVER;
	vv_note_charges(vv_book(p), d);
	agenda_done(&d->g);
	vv_next_assault(p, d); /* some of the attacks announced may have lapsed */
	vv_end_charges(p, d);
	settled(&d->g);
}

void vv_combat(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	struct step *s = agenda_top(&d->g);
	switch (s->stage) {
	case COMBAT_BEGIN: begin(p, d, s); break;
	case COMBAT_LEAD: ask_lead(p, d, s, s->side, COMBAT_DEFEND); break;
	case COMBAT_DEFEND: defend(p, d, s); break;
	case COMBAT_LEAD_DEFENCE: ask_lead(p, d, s, !s->side, COMBAT_SUPPORT); break;
	case COMBAT_SUPPORT: support(p, d, s); break;
	case COMBAT_ASSIGN: assign(d, s); break;
	case COMBAT_DEFENCE: defence(p, d, s); break;
	case COMBAT_ASSAULT: assault(p, d, s); break;
	case COMBAT_SUFFER: suffer(p, d, s); break;
	case COMBAT_ADVANCE: advance(d, b, s); break;
	case COMBAT_REPULSE: repulse(p, d, s); break;
	case COMBAT_CASUALTIES: casualties(p, d, s); break;
	default: finish(p, d);
	}
}
