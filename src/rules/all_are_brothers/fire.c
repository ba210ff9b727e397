/* Fire Combat (8.0): who may fire at what, the column with its shifts, three dice, and what they do. The shot
   in hand is one step of the agenda (load.shot), so a shot may lead to another one. */
#include "rules/all_are_brothers/all_are_brothers.h"

enum { SHOT_GROUP, SHOT_WINDOW, SHOT_ROLL, SHOT_CASUALTY, SHOT_MORALE, SHOT_AMMO, SHOT_LEADER, SHOT_AFTER };

static int members(const struct step *s, int16_t unit[6])
{
	int n = 0;
	unit[n++] = s->unit;
	for (int i = 0; i < 5; i++)
		if (load_see(s)->shot.more[i]) unit[n++] = (int16_t)(load_see(s)->shot.more[i] - 1);
	return n;
}

bool aab_shot_has(const struct step *s, int unit)
{
	int16_t in[6];
	for (int i = members(s, in) - 1; i >= 0; i--)
		if (in[i] == unit) return true;
	return false;
}

static void member_add(struct step *s, int unit)
{
	uint8_t *more = load_of(s)->shot.more;
	while (*more) more++;
	*more = (uint8_t)(unit + 1);
}

/* --- eligibility (8.1) ---------------------------------------------------------------------------------- */

int aab_range_of_fire(const struct aab_book *b, int unit)
{
	if (b->piece[unit].arm != ARM_ARTILLERY) return b->n.infantry_range;
	return is_flag(b, unit, KIND_MEDIUM) ? b->n.medium_extended : b->n.gun_extended; /* 8.1.4c */
}

/* Could this infantry or artillery fire at that hex from where it stands? Range, sight, a target: not whose
   turn it is. */
bool aab_fire_reaches(const struct play *p, const struct state *d, int unit, int hex, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	const struct profile *k = &b->piece[unit];
	int from = d->counter[unit].at, dir;
	int16_t where = HEX_NONE;
	if (!is_hex(from) || aab_front_sp(b, d, unit) == 0)
		return refuse(r, "8.1.2c", "%s has no strength in the front line", p->m->piece[unit].name);
	if (!held_by(b, d, !k->side, hex))
		return refuse(r, aab_lone_hq(b, d, !k->side, hex) ? "8.7a" : "8.2a",
			"there is no enemy unit to fire at in %s", p->m->map->number[hex]);
	if ((dir = hex_distance(b, from, hex)) > aab_range_of_fire(b, unit))
		return refuse(r, k->arm == ARM_ARTILLERY ? "8.1.4c" : "8.1.4a",
			"out of range: %d hexes, and the range is %d", dir, aab_range_of_fire(b, unit));
	if (dir < 2) return true;
	const struct sightline *l = aab_sight_between(b, from, hex);
	if (aab_line_verdict(d, l, &where) == BLOCKED)
		return refuse(r, "8.1.5c", "%s blocks the line of sight",
			is_hex(where) ? p->m->map->number[where] : "the ground");
	return true;
}

/* 8.1b(i), 7.5b, 16b: in the Fire Combat Step. */
static bool fire_ready(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	const struct counter *k = &d->counter[unit];
	if (!is_unit(aab_book(p), unit) || aab_book(p)->piece[unit].arm == ARM_CAVALRY)
		return refuse(r, "8.1c", "HQs and cavalry do not fire");
	if (!mask_has(d->act.units, unit) || !placed(k))
		return refuse(r, "8.1b", "%s is not active", p->m->piece[unit].name);
	if (k->state & IS_OUT) return refuse(r, "7.5b", "%s is Out of Command", p->m->piece[unit].name);
	return !(k->deeds & HAS_FIRED) || refuse(r, "8.1e", "%s has fired in this step", p->m->piece[unit].name);
}

static bool fire_may(const struct play *p, const struct state *d, int unit, int hex, struct refusal *r)
{
	return fire_ready(p, d, unit, r) && aab_fire_reaches(p, d, unit, hex, r);
}

bool aab_fire_any(const struct play *p, const struct state *d)
{
	for EACH (u, d->act.units)
		if (on_map(d, u) && aab_fire_targets(p, d, u, NULL)) return true;
	return false;
}

/* Lists the targets of a unit, or says whether there is one. */
bool aab_fire_targets(const struct play *p, const struct state *d, int unit, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	int from = d->counter[unit].at, side = b->piece[unit].side, range = aab_range_of_fire(b, unit);
	bool any = false;
	if (!fire_ready(p, d, unit, NULL) || aab_front_sp(b, d, unit) == 0) return false;
	if (range < 2 && !enemy_near(d, side, from)) return false;
	for (int i = b->disc[from]; i < b->disc_radius[from][range + 1]; i++) {
		int h = b->disc_hex[i];
		if (!d->top[h] || b->piece[d->top[h] - 1].side == side || !aab_fire_reaches(p, d, unit, h, NULL))
			continue;
		any = true;
		if (!o) return true;
		order_list(o, .verb = V_FIRE, .unit = unit, .a = h);
	}
	return any;
}

/* --- column and shifts (8.3) ---------------------------------------------------------------------------- */

struct tally {
	const struct play *p;
	const struct state *d;
	bool tell;
	int shift;
	int unit;
};
static void shift(struct tally *t, int by, const char *rule, const char *what)
{
	const struct state *d = t->d;
	t->shift += by;
	if (t->tell && by)
		emit(t->p, .kind = EVENT_MODIFIER, .who = (int16_t)t->unit, .n = by, .rule = rule, .note = what);
}

/* 8.3c-f, R-23. */
static bool flanked(const struct aab_book *b, const struct state *d, int side, int hex, int entry)
{
	if (b->terrain[hex] == T_TOWN) return false; /* 8.3d */
	for (int dir = 0; dir < 6; dir++) {
		int next = b->side[hex * 6 + dir].next, away = (2 * dir - entry + 12) % 12;
		if (next != HEX_NONE && held_by(b, d, side, next) && away >= 3 && away <= 9) return true;
	}
	return false;
}

static void shift_ground(struct tally *t, const struct aab_book *b, int from, int hex, int distance)
{
	if (b->terrain[hex] == T_WOODS) shift(t, b->n.woods, "8.3a", "target in woods");
	if (b->terrain[hex] == T_VILLAGE) shift(t, b->n.village, "8.3a", "target in a village");
	if (b->terrain[hex] == T_TOWN) shift(t, b->n.town, "8.3a", "target in a town");
	if (distance == 1 && b->side[from * 6 + aab_board_direction(b, from, hex)].flags & SIDE_UP)
		shift(t, b->n.up_slope, "8.3a", "up a slope");
}

/* guns that combine suffer by Extended Range if any of them does; Canister is for guns of which none is
   French Medium Artillery. */
static void shift_guns(struct tally *t, const struct aab_book *b, const int16_t *unit, int n, int distance,
	int verdict)
{
	bool far = false, canister = distance == 1;
	if (b->piece[unit[0]].arm != ARM_ARTILLERY) return;
	for (int i = 0; i < n; i++) {
		bool medium = is_flag(b, unit[i], KIND_MEDIUM);
		far |= distance > (medium ? b->n.medium_range : b->n.gun_range);
		canister &= !medium;
	}
	if (far) shift(t, b->n.extended, "8.1.4d", "extended range");
	if (canister) shift(t, b->n.canister, "8.1.4e", "canister");
	if (verdict == OBSCURED) shift(t, b->n.obscured, "8.1.5d", "obscured");
}

/* The final column, 0 = Cadre (8.1.1a). */
int aab_shot_column(const struct play *p, const struct state *d, const struct step *s, bool tell)
{
	const struct aab_book *b = aab_book(p);
	struct tally t = {p, d, tell, 0, s->unit};
	int16_t unit[6];
	int n = members(s, unit), sp = 0, fine = 0, low = 0, from = d->counter[s->unit].at,
		distance = hex_distance(b, from, load_see(s)->shot.hex);
	bool repeated = false;
	for (int i = 0; i < n; i++) {
		int own = aab_front_sp(b, d, unit[i]);
		sp += own;
		if (is_flag(b, unit[i], KIND_FINE)) fine += n == 1 ? 4 : own; /* */
		low += (d->counter[unit[i]].state & IS_LOW) != 0;
		repeated |= d->counter[unit[i]].shots > 0;
	}
	sp = at_most(b->n.front, sp);
	if (load_see(s)->shot.weak) sp = at_most(2, sp), fine = 0; /* Jaeger Sharpshooters without Jaeger */
	const struct sightline *l = aab_sight_between(b, from, load_see(s)->shot.hex);
	if (fine >= 4) shift(&t, b->n.high_quality, "8.1.3d", "High Quality");
	shift_guns(&t, b, unit, n, distance, aab_line_verdict(d, l, NULL));
	if (flanked(b, d, b->piece[s->unit].side, load_see(s)->shot.hex, l->entry))
		shift(&t, b->n.flanking, "8.3c", "Flanking Fire");
	shift_ground(&t, b, from, load_see(s)->shot.hex, distance);
	if (low) shift(&t, low * b->n.low_ammo, "8.6d", "Low Ammo");
	if (load_see(s)->shot.kind == SHOT_DEFENCE && repeated)
		shift(&t, b->n.repeated, "11.8.1e", "not the first Defensive Fire");
	if (load_see(s)->shot.bersaglieri) shift(&t, b->n.bersaglieri, "6.3g", "Bersaglieri");
	int column = sp + t.shift;
	return at_least(0, at_most(9, column));
}

/* --- the shot ------------------------------------------------------------------------------------------- */

void aab_shot_push(struct state *d, int kind, int side, int unit, int hex)
{
	struct step *s =
		push_load(&d->g, STEP_SHOT, side, shot, .unit = (int16_t)unit, .hex = (int16_t)hex, .kind = kind & 3);
	if (kind == SHOT_CHIT) s->stage = SHOT_ROLL;
}

/* Is this a shot, by chit or without, of an active unit in its own Fire Combat Step? */
static bool own_fire_step(struct state *d, const struct step *s, int unit)
{
	const struct step *act = agenda_find(&d->g, STEP_ACTIVATION);
	return load_see(s)->shot.kind != SHOT_DEFENCE && act && act->stage == ACT_FIRE &&
	       mask_has(d->act.units, unit);
}

/* What it costs those who fire. */
static void note_fire(const struct play *p, struct state *d, const struct step *s)
{
	int16_t unit[6];
	for (int i = 0, n = members(s, unit); i < n; i++) {
		struct counter *k = &d->counter[unit[i]];
		if (load_see(s)->shot.kind == SHOT_STEP) k->deeds |= HAS_FIRED; /* 8.1e */
		/* 8.1.6a, R-17 */
		if (own_fire_step(d, s, unit[i]) && aab_book(p)->piece[unit[i]].arm == ARM_ARTILLERY)
			k->deeds |= HAS_SHELLED;
		if (load_see(s)->shot.kind == SHOT_DEFENCE) k->shots++, mask_add(d->who.shot, unit[i]);
	}
}

static void tell_fire(const struct play *p, const struct state *d, const struct step *s)
{
	static const char *const rules[] =
		{[SHOT_STEP] = "8.2a", [SHOT_DEFENCE] = "11.8a", [SHOT_CHIT] = "11.9b"};
	int16_t unit[6];
	for (int i = 0, n = members(s, unit); i < n; i++)
		emit(p, .kind = E_FIRED, .side = (int8_t)s->side, .who = unit[i], .where = d->counter[unit[i]].at,
			.to = load_see(s)->shot.hex, .n = aab_front_sp(aab_book(p), d, unit[i]),
			.m = load_see(s)->shot.kind, .rule = rules[load_see(s)->shot.kind]);
}

/* The firers are still there, and so is the target. */
static bool still_on(const struct play *p, const struct state *d, struct step *s)
{
	int16_t unit[6];
	int n = members(s, unit), kept = 0, stay[6];
	for (int i = 0; i < n; i++)
		if (aab_fire_reaches(p, d, unit[i], load_see(s)->shot.hex, NULL) &&
			(kept == 0 || d->counter[unit[i]].at == d->counter[stay[0]].at))
			stay[kept++] = unit[i];
	if (!kept) return false;
	s->unit = (int16_t)stay[0];
	memset(load_of(s)->shot.more, 0, sizeof load_of(s)->shot.more);
	for (int i = 1; i < kept; i++) member_add(s, stay[i]);
	return true;
}

static bool tests_morale(int result) { return (result >= R_M && result <= R_M3) || result == R_CHM; }

/* 8.4c: the die with what the result adds to it. */
static int test_die(int result, int die)
{
	return die + (result >= R_M1 && result <= R_M3 ? result - R_M : 0);
}

/* 9.1: what the die of the throw costs a unit, were it to test now. */
static int morale_hits(const struct aab_book *b, const struct state *d, int unit, int result, int die)
{
	int mr = aab_morale_rating(b, d, unit), tested = test_die(result, die);
	return tested < mr ? 0 : tested < mr + 4 ? 1 : 2;
}

/* What of the three dice matters, for odds: the sum by its result, and where it might cost ammunition (8.6a)
   ... */
static void sums_alike(const struct aab_book *b, const struct state *d, const struct step *s, int column,
	uint8_t same[13])
{
	int16_t unit[6];
	bool short_of = false;
	for (int i = 0, n = members(s, unit); i < n; i++) short_of |= !(d->counter[unit[i]].state & IS_LOW);
	for (int sum = 2; sum <= 12; sum++)
		same[sum] =
			short_of && sum % 2 == 0 && sum <= 10 ? (uint8_t)(16 + sum) : (uint8_t)b->n.fire[sum - 2][column];
}

/* ... and the die by what it does to whom. After a Casualty Hit ratings are others: there every face is
   tried. */
static void dice_alike(const struct aab_book *b, const struct state *d, const struct step *s, int result,
	int sum, uint8_t same[11])
{
	bool hq = result != R_NONE && aab_board_hq(b, d, !s->side, load_see(s)->shot.hex, NO_UNIT) != NO_UNIT;
	int key[11];
	for (int die = 1; die <= 10; die++) {
		key[die] = result == R_CHM ? die : (die == sum) + 2 * (die == 10 && hq);
		for STACK (u, d, load_see(s)->shot.hex) {
			if (!aab_front_sp(b, d, u) || !tests_morale(result)) break;
			key[die] = key[die] * 3 + morale_hits(b, d, u, result, die);
		}
		for (same[die] = 1; key[same[die]] != key[die];) same[die]++;
	}
}

/* 8.7.1, R-26, R-44: which HQ of the stack that is fired at. It is hit wherever it may have gone when the
   result is applied. */
static void leader_pick(const struct play *p, struct state *d, struct step *s)
{
	const struct aab_book *b = aab_book(p);
	int16_t hq[AAB_CORPS + AAB_CHIEFS];
	int n = 0;
	for (int i = aab_board_hq(b, d, !s->side, load_see(s)->shot.hex, NO_UNIT); i != NO_UNIT;
		i = aab_board_hq(b, d, !s->side, load_see(s)->shot.hex, i))
		hq[n++] = (int16_t)i;
	if (!n) return;
	int which = n == 1 ? 0
	                   : roll(p, &d->g,
							 &(struct throw){.kind = THROW_PICK,
								 .n = n,
								 .why = "it is drawn by lot which HQ is hit",
								 .rule = "8.7.1e",
								 .side = s->side,
								 .who = NO_UNIT,
								 .whom = NO_UNIT});
	load_of(s)->shot.staff = (uint8_t)(hq[which] - b->units + 1);
}

static const char *const result_rules[] = {[R_NONE] = "8.4a",
	[R_M] = "8.4b",
	[R_M1] = "8.4c",
	[R_M2] = "8.4c",
	[R_M3] = "8.4c",
	[R_CH] = "8.4d",
	[R_CHM] = "8.4e",
	[R_2CH] = "8.4f"};
#define COLUMN(name) name " of the Fire Combat Table"
static const char *const fire_columns[] = {COLUMN("the Cadre column"), COLUMN("column 1"), COLUMN("column 2"),
	COLUMN("column 3"), COLUMN("column 4"), COLUMN("column 5"), COLUMN("column 6"), COLUMN("column 7"),
	COLUMN("column 8"), COLUMN("the last column")};

static void shot_roll(const struct play *p, struct state *d, struct step *s)
{
	const struct aab_book *b = aab_book(p);
	tell_fire(p, d, s);
	int column = aab_shot_column(p, d, s, p->sink != NULL);
	note_fire(p, d, s);
	uint8_t sums[13], faces[11];
	struct throw six = {.kind = THROW_SUM,
		.n = 2,
		.sides = 6,
		.why = "Fire Combat",
		.column = fire_columns[column],
		.rule = "8.2a",
		.side = s->side,
		.who = s->unit,
		.whom = NO_UNIT};
	struct throw ten = {.kind = THROW_SUM,
		.n = 1,
		.sides = 10,
		.why = "the die of the same throw for Morale Tests",
		.rule = "8.4b",
		.side = s->side,
		.who = s->unit,
		.whom = NO_UNIT};
	if (p->feed) sums_alike(b, d, s, column, sums), six.same = sums;
	int sum = roll(p, &d->g, &six), result = b->n.fire[sum - 2][column];
	if (p->feed) dice_alike(b, d, s, result, sum, faces), ten.same = faces;
	int die = roll(p, &d->g, &ten);
	load_of(s)->shot.sum = sum & 15, load_of(s)->shot.ten = die & 15, load_of(s)->shot.result = result & 15;
	if (result != R_NONE && die == 10) leader_pick(p, d, s);
	emit(p, .kind = E_RESULT, .side = (int8_t)s->side, .who = s->unit, .to = load_see(s)->shot.hex,
		.n = result, .m = column, .rule = result_rules[result]);
	for STACK (u, d, load_see(s)->shot.hex) {
		if (!aab_front_sp(b, d, u)) break; /* no mutants: the same */
		d->counter[u].deeds |= IS_TESTING; /* no mutants: 4.2b, told to the fog of war */
	}
}

/* 8.4d, R-03: the front-line unit with most SP; how many share the first place. */
static int largest_front(const struct aab_book *b, const struct state *d, int hex, int16_t unit[6])
{
	int best = 0, n = 0;
	for STACK (u, d, hex) {
		if (!aab_front_sp(b, d, u)) break;
		if (d->counter[u].sp > best) best = d->counter[u].sp, n = 0;
		if (d->counter[u].sp == best) unit[n++] = (int16_t)u;
	}
	return n;
}

static int most_firing(const struct state *d, const struct step *s, int16_t unit[6])
{
	int16_t all[6];
	int count = members(s, all), best = 0, n = 0;
	for (int i = 0; i < count; i++) {
		if (!on_map(d, all[i])) continue;
		if (d->counter[all[i]].sp > best) best = d->counter[all[i]].sp, n = 0;
		if (d->counter[all[i]].sp == best) unit[n++] = all[i];
	}
	return n;
}

/* The candidates of the tie in hand: for a casualty, or for Low Ammo. */
static int tied(const struct aab_book *b, const struct state *d, const struct step *s, int16_t unit[6])
{
	return s->stage == SHOT_CASUALTY ? largest_front(b, d, load_see(s)->shot.hex, unit)
	                                 : most_firing(d, s, unit);
}

static void strike(const struct play *p, struct state *d, struct step *s, int unit, int casualties, int hits)
{
	struct counter *k = &d->counter[unit];
	aab_owe(d, unit, casualties, hits);
	/* its move is over */
	if (load_see(s)->shot.kind == SHOT_STEP || !(k->deeds & IS_MOVING) || k->deeds & IS_HALTED ||
		d->march.flags & MARCH_DECLARED)
		return;
	k->deeds |= IS_HALTED, d->march.flags |= MARCH_HALTED; /* 11.8.1a, 11.9g */
	emit(p, .kind = E_HALTED, .side = (int8_t)!s->side, .who = (int16_t)unit, .where = k->at,
		.rule = load_see(s)->shot.kind == SHOT_CHIT ? "11.9g" : "11.8.1a");
}

/* 8.4d-f. */
static void shot_casualty(const struct play *p, struct state *d, struct step *s, int unit)
{
	s->stage = SHOT_MORALE;
	strike(p, d, s, unit, load_see(s)->shot.result == R_2CH ? 2 : 1, 0);
	aab_suffer(d, d->counter[s->unit].at);
}

/* 9.1: each front-line unit compares by itself; R-24: those who are in the front line once the Casualty Hit
   is through. */
static void shot_morale(const struct play *p, struct state *d, struct step *s)
{
	const struct aab_book *b = aab_book(p);
	static const char *const rules[] = {"9.1a", "9.1b", "9.1c"};
	bool any = false;
	s->stage = SHOT_AMMO;
	for STACK (u, d, load_see(s)->shot.hex) {
		d->counter[u].deeds &= (uint8_t)~IS_TESTING;
		if (!tests_morale(load_see(s)->shot.result) || !aab_front_sp(b, d, u)) continue;
		int hits = morale_hits(b, d, u, load_see(s)->shot.result, load_see(s)->shot.ten);
		emit(p, .kind = E_MORALE, .side = (int8_t)!s->side, .who = (int16_t)u, .where = load_see(s)->shot.hex,
			.n = test_die(load_see(s)->shot.result, load_see(s)->shot.ten), .m = aab_morale_rating(b, d, u),
			.rule = rules[hits]);
		if (!hits) continue;
		strike(p, d, s, u, 0, hits);
		any = true;
	}
	if (any) aab_suffer(d, d->counter[s->unit].at);
}

static void low_ammo(const struct play *p, struct state *d, struct step *s, int unit)
{
	s->stage = SHOT_LEADER;
	if (d->counter[unit].state & IS_LOW) return; /* 8.6c */
	d->counter[unit].state |= IS_LOW, mask_add(d->who.low, unit);
	emit(p, .kind = E_LOW_AMMO, .side = (int8_t)s->side, .who = (int16_t)unit, .where = d->counter[unit].at,
		.rule = "8.6b");
}

/* 8.7.1b: after everything else. */
static void shot_leader(const struct play *p, struct state *d, struct step *s)
{
	int staff = load_see(s)->shot.staff, side = !s->side;
	s->stage = SHOT_AFTER;
	if (staff) step_push(d, .kind = STEP_LEADER, .side = side, .unit = aab_book(p)->units + staff - 1);
}

static void shot_resolve(const struct play *p, struct state *d, struct step *s)
{
	const struct aab_book *b = aab_book(p);
	int16_t unit[6];
	int n;
	switch (s->stage) {
	case SHOT_ROLL:
		s->stage = SHOT_CASUALTY;
		if (!still_on(p, d, s)) {
			agenda_done(&d->g);
			return;
		}
		shot_roll(p, d, s);
		return;
	case SHOT_CASUALTY:
		if (load_see(s)->shot.result < R_CH || !(n = largest_front(b, d, load_see(s)->shot.hex, unit)))
			s->stage = SHOT_MORALE;
		else if (n == 1) shot_casualty(p, d, s, unit[0]);
		else ask(&d->g, !s->side, Q_TIE);
		return;
	case SHOT_MORALE: shot_morale(p, d, s); return;
	case SHOT_AMMO: /* 8.6a */
		if (load_see(s)->shot.sum != load_see(s)->shot.ten || load_see(s)->shot.sum % 2 ||
			!(n = most_firing(d, s, unit)))
			s->stage = SHOT_LEADER;
		else if (n == 1) low_ammo(p, d, s, unit[0]);
		else ask(&d->g, s->side, Q_TIE);
		return;
	case SHOT_LEADER: shot_leader(p, d, s); return;
	default: {
		int kind = load_see(s)->shot.kind, hex = load_see(s)->shot.hex, side = s->side, unit0 = s->unit;
		agenda_done(&d->g);
		if (kind == SHOT_STEP)
			aab_window_open(p, d, W_SHOT_DONE, side, unit0, hex),
				aab_window_open(p, d, W_ANY, side, NO_UNIT, NO_UNIT);
	}
	}
}

void aab_shot_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	if (s->stage == SHOT_GROUP) {
		bool might = !(load_see(s)->shot.bersaglieri) &&
		             aab_card_might(aab_book(p), d, s->side, CARD_BERSAGLIERI) &&
		             aab_bersaglieri_fits(aab_book(p), s->unit);
		ask(&d->g, s->side,
			load_see(s)->shot.kind == SHOT_STEP ? (might ? Q_GROUP_CHIT : Q_GROUP)
			: might                             ? Q_DEFEND_CHIT
												: Q_DEFEND_GROUP);
	} else if (s->stage == SHOT_WINDOW) {
		s->stage = SHOT_ROLL;
		if (load_see(s)->shot.kind == SHOT_STEP)
			aab_window_open(p, d, W_SHOT, s->side, s->unit, load_see(s)->shot.hex);
	} else shot_resolve(p, d, s);
}

/* --- questions ------------------------------------------------------------------------------------------ */

/* 11.9b: Opportunity Fire in one's own step. */
bool aab_may_fire_by_chit(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	if (o->a != CARD_JAEGER_SHARPSHOOTERS && o->a != CARD_NAPOLEONS_GUNS)
		return refuse(r, "6.3g", "that is not played here");
	return o->b ? refuse(r, "6.3g", "no number here") : aab_opportunity_may(p, d, side, o->a, o->unit, r);
}

bool aab_may_fire(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return is_hex(o->a) ? fire_may(p, d, o->unit, o->a, r) : refuse(r, "8.1b", "who fires, and at what?");
}

void aab_list_fire(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for EACH (u, d->act.units)
		if (on_map(d, u)) aab_fire_targets(p, d, u, o);
	aab_opportunity_list(p, d, side, o);
	order_list(o, .verb = V_DONE);
}

void aab_do_fire_by_chit(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_opportunity(p, d, side, o->a, o->unit);
}

void aab_do_fire(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_shot_push(d, SHOT_STEP, side, o->unit, o->a);
}

/* 8.1.3, R-19: same stack, type and formation, front line, and below six. */
static bool join_may(const struct play *p, const struct state *d, const struct step *s, int unit,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	int16_t in[6];
	int n = members(s, in);
	if (!is_unit(b, unit) || d->counter[unit].at != d->counter[s->unit].at)
		return refuse(r, "8.1.3a", "%s is not in that stack", p->m->piece[unit].name);
	for (int i = 0; i < n; i++)
		if (in[i] == unit) return refuse(r, "8.1.3a", "%s fires already", p->m->piece[unit].name);
	if (b->piece[unit].arm != b->piece[s->unit].arm)
		return refuse(r, "8.1.3b", "infantry and artillery do not combine");
	if (b->piece[unit].corps != b->piece[s->unit].corps)
		return refuse(r, "8.1.3a", "%s belongs to another formation", p->m->piece[unit].name);
	if (!aab_front_sp(b, d, unit)) return refuse(r, "8.1.3c", "six strength points fire already");
	if (load_see(s)->shot.kind == SHOT_STEP) return fire_may(p, d, unit, load_see(s)->shot.hex, r);
	return aab_defend_may(p, d, &d->g.agenda[d->g.depth - 2], unit, r);
}

bool aab_may_bersaglieri(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	return o->a == CARD_BERSAGLIERI
	         ? aab_bersaglieri_may(p, d, side, s->unit, load_see(s)->shot.bersaglieri, r)
	         : refuse(r, "6.3e", "not now");
}

bool aab_may_join(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return join_may(p, d, agenda_see(&d->g), o->unit, r);
}

void aab_list_group(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct step *s = agenda_see(&d->g);
	for STACK (u, d, d->counter[s->unit].at)
		if (u != s->unit && join_may(p, d, s, u, NULL)) order_list(o, .verb = V_JOIN, .unit = u);
	if (d->hand[CARD_BERSAGLIERI] &&
		aab_bersaglieri_may(p, d, side, s->unit, load_see(s)->shot.bersaglieri, NULL))
		order_list(o, .verb = V_PLAY, .a = CARD_BERSAGLIERI);
	order_list(o, .verb = V_VOLLEY);
}

void aab_do_volley(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->stage = SHOT_WINDOW;
}

void aab_do_join(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	member_add(s, o->unit);
	if (load_see(s)->shot.kind == SHOT_DEFENCE)
		aab_defend_offered(p, d, &d->g.agenda[d->g.depth - 2], o->unit);
}

void aab_do_bersaglieri(const struct play *p, struct state *d, int side, const struct order *o)
{
	aab_card_spend(p, d, side, o->a);
	load_of(agenda_top(&d->g))->shot.bersaglieri = true;
}

/* --- ties (8.4d, 8.6b, 12.3.1a) ------------------------------------------------------------------------- */

static int tie_units(const struct play *p, const struct state *d, int16_t unit[6])
{
	return tied(aab_book(p), d, agenda_see(&d->g), unit);
}

bool aab_may_tie(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	int16_t unit[6];
	for (int i = 0, n = tie_units(p, d, unit); i < n; i++)
		if (unit[i] == o->unit) return true;
	return refuse(r, "8.4d", "one of those with most strength points");
}

void aab_list_tie(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int16_t unit[6];
	for (int i = 0, n = tie_units(p, d, unit); i < n; i++) order_list(o, .verb = V_TAKE, .unit = unit[i]);
}

void aab_do_tie(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	if (s->stage == SHOT_CASUALTY) shot_casualty(p, d, s, o->unit);
	else low_ammo(p, d, s, o->unit);
}
