/* Firing: who may fire at what, the dice, grouping, cover. A fire is declared (target, members) before any
   die falls; melee and the bombardment of works use the same dice. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* --- the numbers ---------------------------------------------------------------------------------------- */

/* counter.3, height.1, height.5: one hex more from higher ground; night.1, AMB-39: at night never more than
   2. */
int baa_fire_range(const struct baa_book *b, const struct state *d, int unit, int to)
{
	int range = b->piece[unit].range;
	if (b->level[d->counter[unit].at] > b->level[to]) range += b->n.height;
	return is_night(b, d) && range > b->n.night_sight ? b->n.night_sight : range;
}

static void modifier(const struct play *p, int unit, int n, const char *rule, const char *note)
{
	emit(p, .kind = EVENT_MODIFIER, .side = (int8_t)baa_book(p)->piece[unit].side, .who = (int16_t)unit,
		.n = n, .rule = rule, .note = note);
}

/* counter.4, fatigue.1, orders.13; counter.5, AMB-10: never above 6. */
int baa_attack_number(const struct play *p, const struct state *d, int unit, bool tell)
{
	const struct baa_book *b = baa_book(p);
	int n = b->piece[unit].attack;
	if (d->counter[unit].state & IS_FATIGUED) {
		n += b->n.fatigue_attack;
		if (tell) modifier(p, unit, b->n.fatigue_attack, "fatigue.1", "on the number that hits: fatigued");
	}
	if (d->counter[unit].state & IS_FAR && p->m->option[O_RANGE_PENALTY]) {
		n += b->n.range_penalty;
		if (tell)
			modifier(p, unit, b->n.range_penalty, "orders.13",
				"on the number that hits: outside command range");
	}
	return n < b->n.attack_most ? n : b->n.attack_most;
}

/* fire.2, fire.4, counter.6; unformed.1, unformed.2, unformed.3, AMB-12, AMB-16: a die less from difficult
   ground, steep hills, streams, fords and bridges. */
int baa_attack_dice(const struct play *p, const struct state *d, int unit, bool tell)
{
	const struct baa_book *b = baa_book(p);
	int n = b->piece[unit].strength;
	unsigned h = b->hex[d->counter[unit].at];
	if (b->piece[unit].arm == ARM_BOAT || !(h & HEX_UNFORMS)) return n;
	if (n <= b->n.unformed_least) return n;
	if (tell)
		modifier(p, unit, b->n.unformed_dice, h & HEX_IS_CROSSING ? "unformed.3" : "unformed.2",
			"die: unformed");
	return n + b->n.unformed_dice;
}

/* cover.2, cover.3, cover.4: of the hex; AMB-29: of a hexside only if the line crosses it (at a corner, both
   sides must give it); AMB-44: not if that side is breached. */
static int side_cover(const struct baa_book *b, const struct state *d, int hex, int dir)
{
	return d->breach[hex] >> dir & 1 ? 0 : side_at(b, hex, dir)->cover;
}

int baa_cover_against(const struct baa_book *b, const struct state *d, int from, int to)
{
	const struct sightline *l = baa_sight_between(b, from, to);
	int first = side_cover(b, d, to, l->in[0]), second = side_cover(b, d, to, l->in[1]);
	int side = first < second ? first : second;
	return side > b->hex_cover[to] ? side : b->hex_cover[to];
}

/* --- who may fire --------------------------------------------------------------------------------------- */

/* fire.5, fire.6, pin.2, rail.5, stack.2, stack.3, unformed.4; AMB-24: whoever touches an enemy attacks him
   in the Melee phase, and does not fire unless the option says so. */
bool baa_fire_ready(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	const struct counter *k = &d->counter[unit];
	const char *name = p->m->piece[unit].name;
	if (!is_hex(k->at)) return refuse(r, "fire.1", "%s is not on the board", name);
	if (k->state & IS_NIC) return refuse(r, "orders.9", "%s has no orders", name);
	if (k->state & IS_PINNED) return refuse(r, "pin.2", "%s is pinned", name);
	if (k->state & IS_ABOARD) return refuse(r, "rail.5", "%s is aboard a train", name);
	if (k->deeds & HAS_FIRED) return refuse(r, "fire.6", "%s has fired", name);
	if (stacked(d, unit)) return refuse(r, "stack.2", "%s shares its hex with another unit", name);
	if (!p->m->option[O_MELEE_FIRE] && baa_melee_any(baa_book(p), d, unit))
		return refuse(r, "fire.6", "%s is in melee and fights in the melee phase", name);
	return true;
}

/* fire.1, fire.los.1, melee.6, melee.7, boat.3, boat.4; stackfire.1: each unit of a stack is a target. The
   firer itself is ready. */
bool baa_fire_may(const struct play *p, const struct state *d, int unit, int target, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	const char *name = p->m->piece[target].name;
	int from = d->counter[unit].at, to = d->counter[target].at;
	if (!is_unit(b, target) || b->piece[target].side == b->piece[unit].side || !is_hex(to))
		return refuse(r, "fire.1", "%s is no enemy unit on the board", name);
	int distance = hex_distance(b, from, to), range = baa_fire_range(b, d, unit, to);
	if (distance > range)
		return refuse(r, is_night(b, d) && distance <= b->piece[unit].range ? "night.1" : "fire.1",
			"%s is %d hexes away, out of range %d", name, distance, range);
	if (b->piece[target].arm == ARM_BOAT && b->piece[unit].arm < ARM_ARTILLERY)
		return refuse(r, "boat.4", "only artillery and boats hurt a river boat");
	if (baa_board_contact(b, d, target) && !baa_board_touch(b, d, unit, target)) /* AMB-28 */
		return refuse(r, "melee.6", "%s is in melee, and %s does not touch it", name, p->m->piece[unit].name);
	return baa_sight_clear(p, d, from, to, r);
}

/* --- the fire question ---------------------------------------------------------------------------------- */

/* all enemies, gathered once for a list */
struct targets {
	int n;
	int16_t at[BAA_PIECES];
	uint8_t piece[BAA_PIECES];
};

static void fire_list_unit(const struct play *p, const struct state *d, int u, const struct targets *t,
	struct orders *o)
{
	const struct baa_book *b = baa_book(p);
	int reach = b->piece[u].range + b->n.height;
	const uint8_t *range = &b->range[d->counter[u].at * b->hexes];
	bool ready = false;
	for (int i = 0; i < t->n; i++) {
		if (range[t->at[i]] > reach) continue;
		if (!ready && !(ready = baa_fire_ready(p, d, u, NULL))) return;
		int target = t->piece[i];
		if (!is_unit(b, target) ? baa_snipe_may(p, d, u, target, NULL) : baa_fire_may(p, d, u, target, NULL))
			list_order(o, is_unit(b, target) ? V_FIRE : V_SNIPE, u, target);
	}
	if (b->works && b->piece[u].arm >= ARM_ARTILLERY) baa_breach_list(p, d, u, o);
}

void baa_list_fire(const struct play *p, const struct state *d, int side, struct orders *o)
{
	struct targets t;
	t.n = 0;
	for EACH (i, d->units[!side]) t.at[t.n] = d->counter[i].at, t.piece[t.n++] = (uint8_t)i;
	for EACH (i, d->chiefs[!side]) t.at[t.n] = d->counter[i].at, t.piece[t.n++] = (uint8_t)i;
	for EACH (u, d->todo) fire_list_unit(p, d, u, &t, o);
	list_word(o, V_DONE);
}

static bool own_unit(const struct play *p, int side, int unit, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	if (is_unit(b, unit) && b->piece[unit].side == side) return true;
	return refuse(r, "fire.1", "%s is no unit of yours", p->m->piece[unit].name);
}

static bool may_fire(const struct play *p, const struct state *d, int side, int unit, struct refusal *r)
{
	return own_unit(p, side, unit, r) && baa_fire_ready(p, d, unit, r);
}

bool baa_may_fire(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return may_fire(p, d, side, o->unit, r) && baa_fire_may(p, d, o->unit, o->a, r);
}

bool baa_may_snipe(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return may_fire(p, d, side, o->unit, r) && baa_snipe_may(p, d, o->unit, o->a, r);
}

bool baa_may_breach(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return may_fire(p, d, side, o->unit, r) && baa_breach_may(p, d, o->unit, o->a, o->b, r);
}

/* fire.group.2: target and first member are declared; others may join before the dice. cmdr.6, cmdr.3: one
   unit alone. */
static void volley_begin(struct state *d, int side, struct volley v, int unit)
{
	v.n = 1, v.member[0] = (uint8_t)unit;
	d->volley = v;
	agenda_push(&d->g, (struct step){.kind = STEP_VOLLEY,
						   .side = (uint8_t)side,
						   .flags = v.kind == VOLLEY_SNIPE ? BEGUN : 0,
						   .unit = (int16_t)unit,
						   .other = v.target});
}

void baa_do_fire(const struct play *p, struct state *d, int side, const struct order *o)
{
	volley_begin(d, side,
		(struct volley){.kind = VOLLEY_FIRE, .target = (int16_t)o->a, .hex = d->counter[o->a].at}, o->unit);
}

void baa_do_snipe(const struct play *p, struct state *d, int side, const struct order *o)
{
	volley_begin(d, side,
		(struct volley){.kind = VOLLEY_SNIPE, .target = (int16_t)o->a, .hex = d->counter[o->a].at}, o->unit);
}

void baa_do_breach(const struct play *p, struct state *d, int side, const struct order *o)
{
	volley_begin(d, side,
		(struct volley){.kind = VOLLEY_BREACH, .target = NO_UNIT, .hex = (int16_t)o->a, .dir = (uint8_t)o->b},
		o->unit);
}

/* --- grouping ------------------------------------------------------------------------------------------- */

/* fire.group.1, fire.group.3, fire.group.4: any unit with orders, in range and sight of the same target. */
bool baa_may_join(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct volley *v = &d->volley;
	if (!own_unit(p, side, o->unit, r)) return false;
	for (int i = 0; i < v->n; i++)
		if (v->member[i] == o->unit)
			return refuse(r, "fire.group.2", "%s is in the group", p->m->piece[o->unit].name);
	/* no mutants: no battle of the tests has so many */
	if (v->n == BAA_GROUP) return refuse(r, "fire.group.2", "the group is full");
	if (!baa_fire_ready(p, d, o->unit, r)) return false;
	return v->kind == VOLLEY_FIRE ? baa_fire_may(p, d, o->unit, v->target, r)
	                              : baa_breach_may(p, d, o->unit, v->hex, v->dir, r);
}

void baa_list_group(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct baa_book *b = baa_book(p);
	list_word(o, V_VOLLEY);
	for EACH (u, d->todo) {
		if (hex_distance(b, d->counter[u].at, d->volley.hex) > b->piece[u].range + b->n.height) continue;
		struct order one = {.verb = V_JOIN, .unit = (int16_t)u};
		if (baa_may_join(p, d, side, &one, NULL)) list_all(o, &one);
	}
}

void baa_do_join(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->volley.member[d->volley.n++] = (uint8_t)o->unit;
}

void baa_do_volley(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->flags = BEGUN;
}

/* --- the dice ------------------------------------------------------------------------------------------- */

/* deed: HAS_FIRED, HAS_CLASHED, HAS_SNIPED, or NO_DEED for an attack that costs none of them. */
void baa_note_attack(const struct play *p, struct state *d, int unit, int deed)
{
	struct counter *k = &d->counter[unit];
	k->deeds |= (uint16_t)(deed | HAS_STIRRED);
	if (is_night(baa_book(p), d)) k->deeds |= HAS_FOUGHT; /* night.4 */
}

int baa_roll_dice(const struct play *p, struct state *d, const struct throw *t)
{
	struct throw all = *t;
	all.kind = THROW_AT_LEAST, all.sides = 6, all.side = baa_book(p)->piece[t->who].side;
	return roll(p, &d->g, &all);
}

/* counter.4: one member's dice, each of which hits at its attack number; against cover, the second roll
   (cover.1, AMB-29). */
static int member_hits(const struct play *p, struct state *d, int unit, int target, int *cover)
{
	const struct baa_book *b = baa_book(p);
	bool melee = d->volley.kind == VOLLEY_MELEE;
	int side = b->piece[unit].side, from = d->counter[unit].at, to = d->volley.hex;
	emit(p, .kind = melee ? E_MELEE : E_FIRED, .side = (int8_t)side, .who = (int16_t)unit,
		.whom = (int16_t)target, .where = from, .to = to, .n = b->piece[unit].strength,
		.m = b->piece[unit].attack, .rule = melee ? "melee.4" : "fire.2");
	baa_note_attack(p, d, unit, melee ? HAS_CLASHED : HAS_FIRED);
	int dice = baa_attack_dice(p, d, unit, p->sink), number = baa_attack_number(p, d, unit, p->sink);
	if (hex_distance(b, from, to) > b->piece[unit].range && !melee)
		modifier(p, unit, b->n.height, "height.1", "hex of range: from higher ground");
	struct throw t = {.n = dice,
		.mark = number,
		.who = unit,
		.whom = target,
		.rule = melee ? "melee.4" : "fire.3",
		.why = melee ? "melee" : "fire",
		.words = &baa_hit_words};
	int hits = baa_roll_dice(p, d, &t);
	*cover = baa_cover_against(b, d, from, to);
	if (hits && *cover) {
		const char *rule = *cover >= b->n.fort ? "cover.4" : *cover >= b->n.hard ? "cover.3" : "cover.2";
		/* no mutants: words */
		modifier(p, unit, *cover, rule,
			*cover >= b->n.fort   ? "fortification, and its number is needed to keep a hit"
			: *cover >= b->n.hard ? "hard cover, and its number is needed to keep a hit"
								  : "soft cover, and its number is needed to keep a hit");
		t = (struct throw){.n = hits,
			.mark = *cover,
			.who = unit,
			.whom = target,
			.rule = "cover.1",
			.why = "the hits again, against cover",
			.words = &baa_cover_words};
		hits = baa_roll_dice(p, d, &t);
	}
	if (!melee) baa_friendly_fire(p, d, unit, to);
	return hits;
}

/* fire.group.5, fire.group.6: each by its own number, all hits together; fire.group.7: once it is dispersed
   the rest is lost. */
static void volley_roll(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	struct volley *v = &d->volley;
	int target = v->target, hits = 0, least = 255, strength = baa_strength_of(b, d, target);
	for (int i = 0; i < v->n; i++) {
		int cover;
		if (hits >= strength) {
			baa_note_attack(p, d, v->member[i], HAS_FIRED);
			continue;
		}
		hits += member_hits(p, d, v->member[i], target, &cover);
		if (cover < least) least = cover;
	}
	emit(p, .kind = E_HITS, .side = (int8_t)b->piece[target].side, .who = (int16_t)target,
		.whom = v->member[0], .where = v->hex, .n = hits, .m = strength,
		.rule = v->kind == VOLLEY_MELEE ? "melee.4" : "fire.3");
	baa_take_hits(p, d, hits, least);
}

/* Asks for more members, then rolls. The step is over before its results are worked out, since these may push
   others. */
void baa_volley_step(const struct play *p, struct state *d)
{
	if (baa_ended(p, d)) return;
	const struct step *s = agenda_see(&d->g);
	if (!s->flags) {
		ask(&d->g, s->side, Q_GROUP);
		return;
	}
	agenda_done(&d->g);
	if (d->volley.kind == VOLLEY_SNIPE) baa_snipe_roll(p, d);
	else if (d->volley.kind == VOLLEY_BREACH) baa_breach_roll(p, d);
	else volley_roll(p, d);
	/* no mutants: where undo and odds stop, which no case sees */
	if (agenda_see(&d->g)->kind != STEP_FLINCH) settled(&d->g);
}
