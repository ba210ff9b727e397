/* Strength, odds and modifiers of the combat in hand (7.1). Strength is kept in 65,536ths of a strength
   point: every factor is a number of quarters, so eight of them multiply exactly (7.1b, A18). */
#include "rules/from_divisions/from_divisions.h"

/* 7.1b: one factor, told by its rule. */
static void times(const struct play *p, int64_t *strength, int quarters, int unit, const char *rule,
	const char *note)
{
	if (quarters == 4) return;
	*strength = *strength * quarters / 4;
	emit(p, .kind = EVENT_MODIFIER, .who = (int16_t)unit, .n = quarters, .m = 4, .rule = rule, .note = note);
}

/* 7.1c */
/* no mutants: at the bound both are the same */
static int64_t at_least_one(int64_t strength) { return strength < WHOLE ? WHOLE : strength; }

/* 6.7e, 7.7.2a: does that neighbour look at the rear of those who stand in the hex? */
bool fd_through_rear(const struct fd_book *b, const struct state *d, int from, int hex)
{
	int dir = hexmap_direction(b->map, hex, from);
	if (dir < 0 || !d->spot[hex].on) return false;
	for each_node(n, d, hex)
		if (fd_front(b, d, unit_at(n), hex) >> dir & 1) return false;
	return true;
}

/* 7.13a, 7.7.1a: no charges into cover, over marshy streams or open rivers; over a bridge there are. */
static bool can_charge_into(const struct fd_book *b, const struct state *d, int from, int dir, int hex)
{
	uint8_t edge = b->edge[from * 6 + dir], ground = b->ground[hex];
	bool shelter = false;
	for each_node(n, d, hex) shelter |= b->unit[unit_at(n)].type == DETACHMENT;
	if (ground & GROUND_CHATEAU && shelter) return false;
	return !(ground & (GROUND_FOREST | GROUND_VILLAGE | GROUND_TOWN | GROUND_SWAMP)) &&
	       (!(edge & (SIDE_STREAM | SIDE_RIVER)) || edge & SIDE_BRIDGE);
}

/* Can the unit's cavalry charge into that hex out of one of its own? */
bool fd_rides_into(const struct fd_book *b, const struct state *d, int unit, int hex)
{
	int own[2] = {d->at[unit], also_at(d, unit)};
	for (int i = 0; i < 2; i++) {
		int dir = own[i] < 0 ? -1 : hexmap_direction(b->map, own[i], hex);
		if (dir >= 0 && can_charge_into(b, d, own[i], dir, hex)) return true;
	}
	return false;
}

/* --- ground --------------------------------------------------------------------------------------------- */

struct factor {
	int quarters;
	const char *rule, *note;
};
static void stronger(struct factor *f, int quarters, const char *rule, const char *note)
{
	if (quarters < f->quarters) *f = (struct factor){quarters, rule, note};
}

/* 7.7.2: a detachment makes a fortress of a château, less so with a division around it. */
static int chateau(const struct fd_book *b, const struct state *d, int hex)
{
	bool detachment = false, division = false;
	for each_node(n, d, hex) *(b->unit[unit_at(n)].type == DETACHMENT ? &detachment : &division) = true;
	return !detachment ? 4 : division ? b->chart.s_chateau : b->chart.s_chateau_detachment;
}

static void ground_factor(const struct fd_book *b, const struct state *d, int hex, struct factor *f)
{
	const struct fd_charts *c = &b->chart;
	uint8_t g = b->ground[hex];
	if (g & GROUND_FOREST) stronger(f, c->s_forest, "7.1a", "into forest");
	if (g & GROUND_VILLAGE) stronger(f, c->s_village, "7.1a", "into a village");
	if (g & GROUND_TOWN) stronger(f, c->s_town, "7.1a", "into a town");
	if (g & GROUND_SWAMP) stronger(f, c->s_swamp, "7.1a", "into a swamp");
	if (g & GROUND_CHATEAU) stronger(f, chateau(b, d, hex), "7.7.2b", "into a château");
}

static void side_factor(const struct fd_book *b, int edge, struct factor *f)
{
	const struct fd_charts *c = &b->chart;
	if (edge & SIDE_RIVER) stronger(f, c->s_bridge, "7.7.1a", "over a river bridge");
	if (edge & SIDE_CREEK && !(edge & SIDE_BRIDGE)) stronger(f, c->s_creek, "7.1a", "across a creek");
	if (edge & SIDE_STREAM && !(edge & SIDE_BRIDGE)) stronger(f, c->s_stream, "7.1a", "across a stream");
	if (edge & SIDE_SLOPE) stronger(f, c->s_slope, "8.3a", "up a slope");
	if (edge & SIDE_STEEP) stronger(f, c->s_steep, "8.3b", "up a steep slope");
	if (edge & SIDE_WORK) stronger(f, c->s_work, "14.0a", "into a trench");
}

/* 16.5g: the ground of a hex under bombardment, and what the line of fire crosses into it; where it runs
   between two hexsides, what both have. */
int fd_terrain(const struct play *p, const struct state *d, int unit, int hex, const int *edge, int edges)
{
	const struct fd_book *b = fd_book(p);
	struct factor ground = {4, "", ""}, side = {0, "", ""};
	int64_t quarters = 4 * 4;
	ground_factor(b, d, hex, &ground);
	for (int i = 0; i < edges; i++) {
		struct factor one = {4, "", ""};
		side_factor(b, edge[i], &one);
		if (one.quarters > side.quarters) side = one;
	}
	times(p, &quarters, ground.quarters, unit, ground.rule, ground.note);
	if (edges) times(p, &quarters, side.quarters, unit, side.rule, side.note);
	return (int)quarters;
}

/* 7.0j, A12: the strongest effect of any defender adjacent to that hex; the rear doubles only if all of them
   show it. */
static int64_t on_the_ground(const struct play *p, const struct state *d, int u, int from, int64_t strength)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_combat *c = &d->combat;
	struct factor ground = {4, "", ""}, side = {4, "", ""};
	bool rear = true;
	for (int i = 0; i < c->targets; i++) {
		int dir = hexmap_direction(b->map, from, c->hex[i]);
		if (dir < 0) continue;
		ground_factor(b, d, c->hex[i], &ground);
		side_factor(b, b->edge[from * 6 + dir], &side);
		rear &= fd_through_rear(b, d, from, c->hex[i]);
	}
	times(p, &strength, ground.quarters, u, ground.rule, ground.note);
	times(p, &strength, side.quarters, u, side.rule, side.note);
	if (rear) times(p, &strength, b->chart.s_rear, u, "6.7e", "at the rear");
	return strength;
}

/* --- units ---------------------------------------------------------------------------------------------- */

/* 16.6f: each hex of an extended line is a unit of half its strength. Does that hex front a target? */
bool fd_hex_engages(const struct fd_book *b, const struct state *d, int u, int half)
{
	const struct fd_combat *c = &d->combat;
	int from = half ? also_at(d, u) : d->at[u];
	for (int i = 0; from >= 0 && i < c->targets; i++) {
		int dir = hexmap_direction(b->map, from, c->hex[i]);
		if (dir >= 0 && fd_front(b, d, u, from) >> dir & 1) return true;
	}
	return false;
}

/* The hex out of which an attacker fights: i / 2 which, i % 2 its first or second hex; HEX_NONE if that one
   fronts nobody. */
static int engaged_from(const struct fd_book *b, const struct state *d, int i)
{
	int u = d->combat.attacker[i / 2];
	return !fd_hex_engages(b, d, u, i % 2) ? HEX_NONE : i % 2 ? also_at(d, u) : d->at[u];
}

int fd_hexes_engaged(const struct fd_book *b, const struct state *d, int u)
{
	return fd_hex_engages(b, d, u, 0) + fd_hex_engages(b, d, u, 1);
}

/* 7.6a, 7.13b, 7.13c, 7.13f, 11.1a, 16.6f: of a unit in one of its hexes. */
static int64_t attack_of(const struct play *p, const struct state *d, int u, int half)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_charts *c = &b->chart;
	const struct fd_combat *f = &d->combat;
	int points = is_extended(d, u) ? d->steps[u] : d->steps[u] * 2;
	emit(p, .kind = E_POINTS, .side = (int8_t)b->unit[u].side, .who = (int16_t)u,
		.where = half ? also_at(d, u) : d->at[u], .n = points, .rule = "2.5c");
	int64_t strength = on_the_ground(p, d, u, half ? also_at(d, u) : d->at[u], (int64_t)points * WHOLE);
	if (fd_level(p, d, u) == TIRED) times(p, &strength, c->s_tired, u, "11.1a", "tired");
	if (b->unit[u].kind == HORSE && f->flags & FIGHT_FOOT)
		times(p, &strength, c->s_cavalry, u, "7.13f", "cavalry beside infantry");
	if (f->flags & FIGHT_SQUARE) times(p, &strength, c->s_square, u, "7.13b", "the infantry stands firm");
	if (f->flags & FIGHT_CHARGE && f->shaken)
		times(p, &strength, c->s_charge, u, "7.13c", "a charge into disorder");
	return at_least_one(strength);
}

static bool attacked_in_front(const struct fd_book *b, const struct state *d, int u, int hex)
{
	const struct fd_combat *c = &d->combat;
	for (int i = 0; i < c->n * 2; i++) {
		int from = engaged_from(b, d, i), dir = from < 0 ? -1 : hexmap_direction(b->map, hex, from);
		if (dir >= 0 && fd_front(b, d, u, hex) >> dir & 1) return true;
	}
	return false;
}

/* 7.14f, 7.14g, 7.14i */
static int64_t organic_of(const struct play *p, const struct state *d, int u, int target)
{
	const struct fd_book *b = fd_book(p);
	if (!(d->combat.flags & FIGHT_CHARGE) || !d->organic[u] || fd_level(p, d, u) >= TIRED) return 0;
	int64_t strength = (int64_t)d->organic[u] * WHOLE;
	emit(p, .kind = EVENT_MODIFIER, .who = (int16_t)u, .n = d->organic[u], .rule = "7.14f",
		.note = "organic cavalry");
	if (d->combat.organic >> target & 1)
		times(p, &strength, b->chart.s_countercharge, u, "7.14g", "its countercharge");
	return strength;
}

/* 7.6b, 7.13h, 9.0a, 10.2g, 11.1, 16.5n, A29, A48 */
static int64_t defence_of(const struct play *p, const struct state *d, int node, int target)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_charts *c = &b->chart;
	int u = unit_at(node), level = fd_level(p, d, u), hex = d->combat.hex[target];
	int64_t strength = (int64_t)(b->unit[u].type == BATTERY ? d->guns[u] : fd_points(d, node)) * WHOLE;
	emit(p, .kind = E_POINTS, .side = (int8_t)b->unit[u].side, .who = (int16_t)u, .where = hex,
		.n = (int32_t)(strength / WHOLE), .rule = "2.5c");
	if (b->unit[u].type == BATTERY) {
		if (attacked_in_front(b, d, u, hex)) times(p, &strength, 8, u, "16.5n", "attacked from the front");
		return strength;
	}
	if (is_smashed(d, u) || level == SPENT) {
		int points = (int)(strength / WHOLE);
		if (points > 1)
			emit(p, .kind = EVENT_MODIFIER, .who = (int16_t)u, .n = 1 - points,
				.rule = is_smashed(d, u) ? "10.2g" : "11.1b",
				.note = is_smashed(d, u) ? "Smashed: it counts 1" : "Spent: it counts 1");
		return WHOLE;
	}
	if (is_disorganised(d, u)) times(p, &strength, c->s_disorganised, u, "9.0a", "disorganised");
	if (level == TIRED) times(p, &strength, c->s_tired, u, "11.1a", "tired");
	if (b->unit[u].kind == HORSE && fd_card(b, d, u)->light)
		times(p, &strength, c->s_light, u, "7.6b", "light cavalry");
	if (b->unit[u].kind == HORSE && d->combat.countercharge >> target & 1 && !is_disorganised(d, u))
		times(p, &strength, c->s_countercharge, u, "7.13h", "countercharge");
	return at_least_one(strength) + organic_of(p, d, u, target);
}

int64_t fd_strength(const struct play *p, const struct state *d, int side)
{
	const struct fd_combat *c = &d->combat;
	int64_t sum = 0;
	if (side == c->side) {
		for (int i = 0; i < c->n * 2; i++)
			if (fd_hex_engages(fd_book(p), d, c->attacker[i / 2], i % 2))
				sum += attack_of(p, d, c->attacker[i / 2], i % 2);
		return sum;
	}
	for (int i = 0; i < c->targets; i++)
		for each_node(n, d, c->hex[i]) sum += defence_of(p, d, n, i);
	return sum;
}

/* 7.1d … 7.1g, A19: the nearest whole ratio, half up; between 1:1 and 1.5:1 a column of its own. */
int fd_odds(const struct fd_charts *c, int64_t attack, int64_t defence)
{
	int64_t more = attack > defence ? attack : defence, less = attack > defence ? defence : attack;
	if (attack == defence) return 0;
	int64_t n = more * 2 < less * 3 ? 1 : (more * 2 + less) / (less * 2);
	if (n > c->odds_cap) n = c->odds_cap;
	return (int)(attack > defence ? n : -n);
}

/* --- the other modifiers -------------------------------------------------------------------------------- */

static void shift(const struct play *p, int *sum, int n, const char *rule, const char *note)
{
	if (!n) return;
	*sum += n;
	emit(p, .kind = EVENT_MODIFIER, .n = n, .rule = rule, .note = note);
}

static int clamp(int n, int most) { return fd_higher(fd_lower(n, most), -most); }

/* 7.11a, 7.11b, 7.13e, A32, A36 */
static int guns_of(const struct fd_book *b, const struct state *d, int u, int hex)
{
	const struct fd_combat *c = &d->combat;
	if (!(c->flags & FIGHT_CHARGE)) return d->guns[u];
	if (is_shaken(d, u)) return 0;
	for (int i = 0; i < c->n * 2; i++) {
		int from = engaged_from(b, d, i);
		if (from >= 0 && fd_through_rear(b, d, from, hex)) return 0;
	}
	return d->guns[u] / 2;
}

/* 7.11c: is anybody of the attacking side beside that hex but the one attacker? */
static bool near_others(const struct fd_book *b, const struct state *d, int hex, int attacker)
{
	for (int dir = 0; dir < 6; dir++) {
		int to = hex_next(b->map, hex, dir);
		if (to == HEX_NONE || !holds(b, d, to, d->combat.side)) continue;
		for each_node(n, d, to)
			if (unit_at(n) != attacker) return true;
	}
	return false;
}

/* 7.11c, A33: the guns of one neighbour of an attacker in that hex, plus one, if they look into it. 6.2i:
   cavalry minds the zone of cavalry alone. */
static int enfilade_from(const struct fd_book *b, const struct state *d, int attacker, int hex, int dir)
{
	const struct fd_combat *c = &d->combat;
	int from = hex_next(b->map, hex, dir), best = 0;
	if (from == HEX_NONE || !holds(b, d, from, !c->side)) return 0;
	for (int k = 0; k < c->targets; k++)
		if (c->hex[k] == from) return 0;
	if (near_others(b, d, from, attacker)) return 0;
	for each_node(n, d, from) {
		int u = unit_at(n), kind = b->unit[u].kind;
		if (!(d->spot[hex].zone[!c->side][kind] >> dir & 1) ||
			(kind == FOOT && b->unit[attacker].kind == HORSE))
			continue;
		if (d->guns[u] && !is_shaken(d, u) && fd_front(b, d, u, from) >> (dir + 3) % 6 & 1)
			best = fd_higher(best, d->guns[u] + b->chart.enfilade);
	}
	return best;
}

static int enfilade(const struct fd_book *b, const struct state *d)
{
	const struct fd_combat *c = &d->combat;
	int best = 0;
	for (int i = 0; i < c->n * 12; i++) {
		int u = c->attacker[i / 12], half = i / 6 % 2;
		if (fd_hex_engages(b, d, u, half))
			best = fd_higher(best, enfilade_from(b, d, u, half ? also_at(d, u) : d->at[u], i % 6));
	}
	return best;
}

/* 7.11d, A34 */
static bool ridden_at(const struct state *d, int side)
{
	const struct fd_combat *c = &d->combat;
	if (side == c->side) {
		for (int i = 0; i < c->n; i++)
			if (d->spot[c->from[i]].zone[!side][HORSE] ||
				(is_extended(d, c->attacker[i]) && d->spot[also_at(d, c->attacker[i])].zone[!side][HORSE]))
				return true;
		return false;
	}
	for (int i = 0; i < c->targets; i++)
		if (d->spot[c->hex[i]].zone[!side][HORSE]) return true;
	return false;
}

static int artillery(const struct play *p, const struct state *d)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_combat *c = &d->combat;
	int attack = 0, defence = 0, sum = 0;
	for (int i = 0; i < c->n; i++) attack = fd_higher(attack, d->guns[c->attacker[i]]);
	for (int i = 0; i < c->targets; i++)
		for each_node(n, d, c->hex[i]) defence = fd_higher(defence, guns_of(b, d, unit_at(n), c->hex[i]));
	int flank = enfilade(b, d), most = on(p, O_FEWER_GUNS) ? b->chart.artillery_cap : FD_GUNS;
	if (attack || defence)
		emit(p, .kind = E_GUNS, .side = (int8_t)c->side, .n = attack, .m = defence, .rule = "7.11a");
	shift(p, &sum, clamp(attack - defence, most), "7.11a", "artillery");
	int own = defence;
	defence = fd_higher(defence, flank);
	shift(p, &sum, clamp(attack - defence, most) - clamp(attack - own, most), "7.11c", "enfilading fire");
	if (attack < defence && ridden_at(d, c->side))
		shift(p, &sum, -b->chart.square_die, "7.11d", "squares under fire");
	if (defence < attack && ridden_at(d, !c->side))
		shift(p, &sum, b->chart.square_die, "7.11d", "squares under fire");
	return sum;
}

/* 2.1d: the Insurrection wavers under better guns. */
static int combat_morale(const struct play *p, const struct state *d, int u, int guns)
{
	int morale = fd_morale(p, d, u);
	return fd_card(fd_book(p), d, u)->militia && guns > d->guns[u] && morale > 1 ? morale - 1 : morale;
}

static int most_guns(const struct state *d, int side)
{
	const struct fd_combat *c = &d->combat;
	int most = 0;
	for (int i = 0; side == c->side && i < c->n; i++) most = fd_higher(most, d->guns[c->attacker[i]]);
	for (int i = 0; side != c->side && i < c->targets; i++)
		for each_node(n, d, c->hex[i]) most = fd_higher(most, d->guns[unit_at(n)]);
	return most;
}

struct largest {
	int who, points, morale;
};

/* 7.1h, 7.1i, 7.1j, A20: the attacker chooses among equals what serves him best. */
static int morale(const struct play *p, struct state *d)
{
	struct fd_combat *c = &d->combat;
	struct largest ours = {.who = NO_UNIT}, theirs = {.who = NO_UNIT};
	for (int i = 0; i < c->n; i++) {
		int u = c->attacker[i], points = is_extended(d, u) ? d->steps[u] : d->steps[u] * 2,
			m = combat_morale(p, d, u, most_guns(d, !c->side));
		if (points > ours.points || (points == ours.points && m > ours.morale))
			ours = (struct largest){u, points, m};
	}
	for (int i = 0; i < c->targets; i++)
		for each_node(n, d, c->hex[i]) {
			int u = unit_at(n), points = fd_points(d, n), m = combat_morale(p, d, u, most_guns(d, c->side));
			if (points > theirs.points || (points == theirs.points && m < theirs.morale))
				theirs = (struct largest){u, points, m};
		}
	c->morale[0] = (uint8_t)theirs.morale, c->morale[1] = (uint8_t)ours.morale;
	emit(p, .kind = E_MORALES, .side = (int8_t)c->side, .who = (int16_t)ours.who, .whom = (int16_t)theirs.who,
		.n = ours.morale, .m = theirs.morale, .rule = "7.1h");
	return clamp(ours.morale - theirs.morale, fd_book(p)->chart.morale_cap);
}

/* 7.1k, 16.6f */
static bool from_three_hexes(const struct fd_book *b, const struct state *d)
{
	const struct fd_combat *c = &d->combat;
	int from[FD_FROM], n = 0;
	for (int i = 0; c->targets == 1 && i < c->n * 2; i++) {
		int u = c->attacker[i / 2], hex = i % 2 ? also_at(d, u) : d->at[u];
		bool known = !fd_hex_engages(b, d, u, i % 2);
		for (int k = 0; k < n; k++) known |= from[k] == hex;
		if (!known) from[n++] = hex;
	}
	return n >= 3;
}

/* 2.2.4b, 7.1l: every leader who is there gives his bonus; only of the guns the book takes the highest
   (7.11). */
static int leaders(const struct fd_book *b, const struct state *d, int side)
{
	const struct fd_combat *c = &d->combat;
	int sum = 0;
	for (int l = b->units; l < b->pieces; l++) {
		bool there = false;
		if (side_of(b, l) != side || d->at[l] < 0) continue;
		for (int i = 0; side == c->side && i < c->n; i++) there |= stands_in(d, c->attacker[i], d->at[l]);
		for (int i = 0; side != c->side && i < c->targets; i++) there |= c->hex[i] == d->at[l];
		if (there) sum += leader_of(b, l)->bonus;
	}
	return sum;
}

int fd_modifier(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	struct fd_combat *c = &d->combat;
	int64_t attack = fd_strength(p, d, c->side), defence = fd_strength(p, d, !c->side);
	int sum = 0;
	emit(p, .kind = E_STRENGTH, .side = (int8_t)c->side, .to = c->hex[0],
		.n = (int32_t)(attack * 100 / WHOLE), .m = (int32_t)(defence * 100 / WHOLE), .rule = "2.5c");
	shift(p, &sum, fd_odds(&b->chart, attack, defence), "7.1d", "odds");
	shift(p, &sum, morale(p, d), "7.1h", "morale");
	if (from_three_hexes(b, d)) shift(p, &sum, b->chart.three_hexes, "7.1k", "from three hexes");
	shift(p, &sum, leaders(b, d, c->side), "2.2.4b", "the attacker's leaders");
	shift(p, &sum, -leaders(b, d, !c->side), "2.2.4b", "the defender's leaders");
	return sum + artillery(p, d);
}
