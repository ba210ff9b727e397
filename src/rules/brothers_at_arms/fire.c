/* Firing: who may fire at what, the dice, grouping, cover. A fire is declared (target, members) before any
   die falls; melee and the bombardment of works use the same dice. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* --- the numbers ---------------------------------------------------------------------------------------- */

/* counter.3, height.1, height.5: one hex more from higher ground; night.1, AMB-39: at night never more than
   2. */
int baa_fire_range(const struct charts *c, const struct state *b, int unit, int to)
{
	int range = c->piece[unit].range;
	if (c->level[b->counter[unit].at] > c->level[to]) range += c->n.height;
	return is_night(c, b) && range > c->n.night_sight ? c->n.night_sight : range;
}

static void modifier(const struct play *p, int unit, int n, const char *rule, const char *note)
{
	emit(p, .kind = EVENT_MODIFIER, .side = (int8_t)CHARTS(p)->piece[unit].side, .who = (int16_t)unit, .n = n,
		.rule = rule, .note = note);
}

/* counter.4, fatigue.1, orders.13; counter.5, AMB-10: never above 6. */
int attack_number(const struct play *p, const struct state *b, int unit, bool tell)
{
	const struct charts *c = CHARTS(p);
	int n = c->piece[unit].attack;
	if (b->counter[unit].state & IS_FATIGUED) {
		n += c->n.fatigue_attack;
		if (tell) modifier(p, unit, c->n.fatigue_attack, "fatigue.1", "on the number that hits: fatigued");
	}
	if (b->counter[unit].state & IS_FAR && p->m->option[O_RANGE_PENALTY]) {
		n += c->n.range_penalty;
		if (tell)
			modifier(p, unit, c->n.range_penalty, "orders.13",
				"on the number that hits: outside command range");
	}
	return n < c->n.attack_most ? n : c->n.attack_most;
}

/* fire.2, fire.4, counter.6; unformed.1, unformed.2, unformed.3, AMB-12, AMB-16: a die less from difficult
   ground, steep hills, streams, fords and bridges. */
int attack_dice(const struct play *p, const struct state *b, int unit, bool tell)
{
	const struct charts *c = CHARTS(p);
	int n = c->piece[unit].strength;
	unsigned h = c->hex[b->counter[unit].at];
	if (c->piece[unit].arm == ARM_BOAT || !(h & HEX_UNFORMS)) return n;
	if (n <= c->n.unformed_least) return n;
	if (tell)
		modifier(p, unit, c->n.unformed_dice, h & HEX_IS_CROSSING ? "unformed.3" : "unformed.2",
			"die: unformed");
	return n + c->n.unformed_dice;
}

/* cover.2, cover.3, cover.4: of the hex; AMB-29: of a hexside only if the line crosses it (at a corner, both
   sides must give it); AMB-44: not if that side is breached. */
static int side_cover(const struct charts *c, const struct state *b, int hex, int dir)
{
	return b->breach[hex] >> dir & 1 ? 0 : side_at(c, hex, dir)->cover;
}

int cover_against(const struct charts *c, const struct state *b, int from, int to)
{
	const struct sightline *l = baa_sight_between(c, from, to);
	int first = side_cover(c, b, to, l->in[0]), second = side_cover(c, b, to, l->in[1]);
	int side = first < second ? first : second;
	return side > c->hex_cover[to] ? side : c->hex_cover[to];
}

/* --- who may fire --------------------------------------------------------------------------------------- */

/* fire.5, fire.6, pin.2, rail.5, stack.2, stack.3, unformed.4; AMB-24: whoever touches an enemy attacks him
   in the Melee phase, and does not fire unless the option says so. */
bool fire_ready(const struct play *p, const struct state *b, int unit, struct refusal *r)
{
	const struct counter *k = &b->counter[unit];
	const char *name = p->m->piece[unit].name;
	if (!is_hex(k->at)) return refuse(r, "fire.1", "%s is not on the board", name);
	if (k->state & IS_NIC) return refuse(r, "orders.9", "%s has no orders", name);
	if (k->state & IS_PINNED) return refuse(r, "pin.2", "%s is pinned", name);
	if (k->state & IS_ABOARD) return refuse(r, "rail.5", "%s is aboard a train", name);
	if (k->deeds & HAS_FIRED) return refuse(r, "fire.6", "%s has fired", name);
	if (stacked(b, unit)) return refuse(r, "stack.2", "%s shares its hex with another unit", name);
	if (!p->m->option[O_MELEE_FIRE] && melee_any(CHARTS(p), b, unit))
		return refuse(r, "fire.6", "%s is in melee and fights in the melee phase", name);
	return true;
}

/* fire.1, fire.los.1, melee.6, melee.7, boat.3, boat.4; stackfire.1: each unit of a stack is a target. The
   firer itself is ready. */
bool fire_may(const struct play *p, const struct state *b, int unit, int target, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	const char *name = p->m->piece[target].name;
	int from = b->counter[unit].at, to = b->counter[target].at;
	if (!is_unit(c, target) || c->piece[target].side == c->piece[unit].side || !is_hex(to))
		return refuse(r, "fire.1", "%s is no enemy unit on the board", name);
	int distance = hex_distance(c, from, to), range = baa_fire_range(c, b, unit, to);
	if (distance > range)
		return refuse(r, is_night(c, b) && distance <= c->piece[unit].range ? "night.1" : "fire.1",
			"%s is %d hexes away, out of range %d", name, distance, range);
	if (c->piece[target].arm == ARM_BOAT && c->piece[unit].arm < ARM_ARTILLERY)
		return refuse(r, "boat.4", "only artillery and boats hurt a river boat");
	if (board_contact(c, b, target) && !board_touch(c, b, unit, target)) /* AMB-28 */
		return refuse(r, "melee.6", "%s is in melee, and %s does not touch it", name, p->m->piece[unit].name);
	return sight_clear(p, b, from, to, r);
}

/* --- the fire question ---------------------------------------------------------------------------------- */

/* all enemies, gathered once for a list */
struct targets {
	int n;
	int16_t at[BAA_PIECES];
	uint8_t piece[BAA_PIECES];
};

static void fire_list_unit(const struct play *p, const struct state *b, int u, const struct targets *t,
	struct orders *o)
{
	const struct charts *c = CHARTS(p);
	int reach = c->piece[u].range + c->n.height;
	const uint8_t *range = &c->range[b->counter[u].at * c->hexes];
	bool ready = false;
	for (int i = 0; i < t->n; i++) {
		if (range[t->at[i]] > reach) continue;
		if (!ready && !(ready = fire_ready(p, b, u, NULL))) return;
		int target = t->piece[i];
		if (!is_unit(c, target) ? snipe_may(p, b, u, target, NULL) : fire_may(p, b, u, target, NULL))
			list_order(o, is_unit(c, target) ? V_FIRE : V_SNIPE, u, target);
	}
	if (c->works && c->piece[u].arm >= ARM_ARTILLERY) breach_list(p, b, u, o);
}

void baa_list_fire(const struct play *p, const struct state *b, int side, struct orders *o)
{
	struct targets t;
	t.n = 0;
	for EACH (i, b->units[!side]) t.at[t.n] = b->counter[i].at, t.piece[t.n++] = (uint8_t)i;
	for EACH (i, b->chiefs[!side]) t.at[t.n] = b->counter[i].at, t.piece[t.n++] = (uint8_t)i;
	for EACH (u, b->todo) fire_list_unit(p, b, u, &t, o);
	list_word(o, V_DONE);
}

static bool own_unit(const struct play *p, int side, int unit, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	if (is_unit(c, unit) && c->piece[unit].side == side) return true;
	return refuse(r, "fire.1", "%s is no unit of yours", p->m->piece[unit].name);
}

static bool may_fire(const struct play *p, const struct state *b, int side, int unit, struct refusal *r)
{
	return own_unit(p, side, unit, r) && fire_ready(p, b, unit, r);
}

bool baa_may_fire(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	return may_fire(p, b, side, o->unit, r) && fire_may(p, b, o->unit, o->a, r);
}

bool baa_may_snipe(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	return may_fire(p, b, side, o->unit, r) && snipe_may(p, b, o->unit, o->a, r);
}

bool baa_may_breach(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	return may_fire(p, b, side, o->unit, r) && breach_may(p, b, o->unit, o->a, o->b, r);
}

/* fire.group.2: target and first member are declared; others may join before the dice. cmdr.6, cmdr.3: one
   unit alone. */
static void volley_begin(struct state *b, int side, struct volley v, int unit)
{
	v.n = 1, v.member[0] = (uint8_t)unit;
	b->volley = v;
	agenda_push(&b->g, (struct step){.kind = STEP_VOLLEY,
						   .side = (uint8_t)side,
						   .flags = v.kind == VOLLEY_SNIPE ? BEGUN : 0,
						   .unit = (int16_t)unit,
						   .other = v.target});
}

void baa_do_fire(const struct play *p, struct state *b, int side, const struct order *o)
{
	volley_begin(b, side,
		(struct volley){.kind = VOLLEY_FIRE, .target = (int16_t)o->a, .hex = b->counter[o->a].at}, o->unit);
}

void baa_do_snipe(const struct play *p, struct state *b, int side, const struct order *o)
{
	volley_begin(b, side,
		(struct volley){.kind = VOLLEY_SNIPE, .target = (int16_t)o->a, .hex = b->counter[o->a].at}, o->unit);
}

void baa_do_breach(const struct play *p, struct state *b, int side, const struct order *o)
{
	volley_begin(b, side,
		(struct volley){.kind = VOLLEY_BREACH, .target = NO_UNIT, .hex = (int16_t)o->a, .dir = (uint8_t)o->b},
		o->unit);
}

/* --- grouping ------------------------------------------------------------------------------------------- */

/* fire.group.1, fire.group.3, fire.group.4: any unit with orders, in range and sight of the same target. */
bool baa_may_join(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	const struct volley *v = &b->volley;
	if (!own_unit(p, side, o->unit, r)) return false;
	for (int i = 0; i < v->n; i++)
		if (v->member[i] == o->unit)
			return refuse(r, "fire.group.2", "%s is in the group", p->m->piece[o->unit].name);
	if (v->n == BAA_GROUP) return refuse(r, "fire.group.2", "the group is full");
	if (!fire_ready(p, b, o->unit, r)) return false;
	return v->kind == VOLLEY_FIRE ? fire_may(p, b, o->unit, v->target, r)
	                              : breach_may(p, b, o->unit, v->hex, v->dir, r);
}

void baa_list_group(const struct play *p, const struct state *b, int side, struct orders *o)
{
	const struct charts *c = CHARTS(p);
	list_word(o, V_VOLLEY);
	for EACH (u, b->todo) {
		if (hex_distance(c, b->counter[u].at, b->volley.hex) > c->piece[u].range + c->n.height) continue;
		struct order one = {.verb = V_JOIN, .unit = (int16_t)u};
		if (baa_may_join(p, b, side, &one, NULL)) list_all(o, &one);
	}
}

void baa_do_join(const struct play *p, struct state *b, int side, const struct order *o)
{
	b->volley.member[b->volley.n++] = (uint8_t)o->unit;
}

void baa_do_volley(const struct play *p, struct state *b, int side, const struct order *o)
{
	agenda_top(&b->g)->flags = BEGUN;
}

/* --- the dice ------------------------------------------------------------------------------------------- */

/* deed: HAS_FIRED, HAS_CLASHED, HAS_SNIPED, or NO_DEED for an attack that costs none of them. */
void note_attack(const struct play *p, struct state *b, int unit, int deed)
{
	struct counter *k = &b->counter[unit];
	k->deeds |= (uint16_t)(deed | HAS_STIRRED);
	if (is_night(CHARTS(p), b)) k->deeds |= HAS_FOUGHT; /* night.4 */
}

int roll_dice(const struct play *p, struct state *b, const struct throw *t)
{
	struct throw all = *t;
	all.kind = THROW_AT_LEAST, all.sides = 6, all.side = CHARTS(p)->piece[t->who].side;
	return roll(p, &b->g, &all);
}

/* counter.4: one member's dice, each of which hits at its attack number; against cover, the second roll
   (cover.1, AMB-29). */
static int member_hits(const struct play *p, struct state *b, int unit, int target, int *cover)
{
	const struct charts *c = CHARTS(p);
	bool melee = b->volley.kind == VOLLEY_MELEE;
	int side = c->piece[unit].side, from = b->counter[unit].at, to = b->volley.hex;
	emit(p, .kind = melee ? E_MELEE : E_FIRED, .side = (int8_t)side, .who = (int16_t)unit,
		.whom = (int16_t)target, .where = from, .to = to, .n = c->piece[unit].strength,
		.m = c->piece[unit].attack, .rule = melee ? "melee.4" : "fire.2");
	note_attack(p, b, unit, melee ? HAS_CLASHED : HAS_FIRED);
	int dice = attack_dice(p, b, unit, p->sink), number = attack_number(p, b, unit, p->sink);
	if (hex_distance(c, from, to) > c->piece[unit].range && !melee)
		modifier(p, unit, c->n.height, "height.1", "hex of range: from higher ground");
	struct throw t = {.n = dice,
		.mark = number,
		.who = unit,
		.whom = target,
		.rule = melee ? "melee.4" : "fire.3",
		.why = melee ? "melee" : "fire",
		.words = &baa_hit_words};
	int hits = roll_dice(p, b, &t);
	*cover = cover_against(c, b, from, to);
	if (hits && *cover) {
		const char *rule = *cover >= c->n.fort ? "cover.4" : *cover >= c->n.hard ? "cover.3" : "cover.2";
		/* no mutants: words */
		modifier(p, unit, *cover, rule,
			*cover >= c->n.fort   ? "fortification, and its number is needed to keep a hit"
			: *cover >= c->n.hard ? "hard cover, and its number is needed to keep a hit"
								  : "soft cover, and its number is needed to keep a hit");
		t = (struct throw){.n = hits,
			.mark = *cover,
			.who = unit,
			.whom = target,
			.rule = "cover.1",
			.why = "the hits again, against cover",
			.words = &baa_cover_words};
		hits = roll_dice(p, b, &t);
	}
	if (!melee) friendly_fire(p, b, unit, to);
	return hits;
}

/* fire.group.5, fire.group.6: each by its own number, all hits together; fire.group.7: once it is dispersed
   the rest is lost. */
static void volley_roll(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	struct volley *v = &b->volley;
	int target = v->target, hits = 0, least = 255, strength = strength_of(c, b, target);
	for (int i = 0; i < v->n; i++) {
		int cover;
		if (hits >= strength) {
			note_attack(p, b, v->member[i], HAS_FIRED);
			continue;
		}
		hits += member_hits(p, b, v->member[i], target, &cover);
		if (cover < least) least = cover;
	}
	emit(p, .kind = E_HITS, .side = (int8_t)c->piece[target].side, .who = (int16_t)target,
		.whom = v->member[0], .where = v->hex, .n = hits, .m = strength,
		.rule = v->kind == VOLLEY_MELEE ? "melee.4" : "fire.3");
	take_hits(p, b, hits, least);
}

/* Asks for more members, then rolls. The step is over before its results are worked out, since these may push
   others. */
void baa_volley_step(const struct play *p, struct state *b)
{
	if (baa_ended(p, b)) return;
	const struct step *s = agenda_see(&b->g);
	if (!s->flags) {
		ask(&b->g, s->side, Q_GROUP);
		return;
	}
	agenda_done(&b->g);
	if (b->volley.kind == VOLLEY_SNIPE) snipe_roll(p, b);
	else if (b->volley.kind == VOLLEY_BREACH) breach_roll(p, b);
	else volley_roll(p, b);
	if (agenda_see(&b->g)->kind != STEP_FLINCH) settled(&b->g);
}
