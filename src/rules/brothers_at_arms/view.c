/* What a client draws: counters with their printed numbers and badges, objectives and breaches, tracks; and
   the overlays. Nothing is hidden in these rules, so both sides see the same. */
#include <stdio.h>

#include "rules/brothers_at_arms/brothers_at_arms.h"

enum { SLOT_RANGE, SLOT_ATTACK, SLOT_STRENGTH, SLOT_LEADERSHIP, SLOT_IDENTITY };
enum { /* in the order of `badges` */
	BADGE_PINNED,
	BADGE_NIC,
	BADGE_FATIGUED,
	BADGE_ABOARD,
	BADGE_STACKED,
	BADGE_UNFORMED,
	BADGE_LOCKED,
	BADGE_MELEE,
	BADGE_INDOMITABLE,
	BADGE_SHARPSHOOTERS,
	BADGE_EXCEPTIONAL,
	BADGE_FAR,
	BADGE_MOVED,
	BADGE_ATTACKED,
};
enum { MARK_OBJECTIVE, MARK_BREACH };
enum { OVERLAY_REACH, OVERLAY_SIGHT, OVERLAY_FIRE, OVERLAY_ZONES, OVERLAY_COMMAND, OVERLAY_THREAT };

static const struct sign slots[] = {
	{"range", "Range in hexes", "counter.3", "R"},
	{"attack", "Score that hits", "counter.4", "A"},
	{"strength", "Dice, and hits that disperse it", "counter.6", "S"},
	{"leadership", "Leadership and command range", "command.3", "L"},
	{"identity", "Division, or a star", "counter.9", "#"},
	{NULL, NULL, NULL, NULL},
};
static const struct sign badges[] = {
	{"pinned", "Pinned: neither moves nor fires, no zone of control", "pin.1", "P"},
	{"nic", "Not in command: neither moves nor fires", "orders.9", "NIC"},
	{"fatigued", "Fatigued: attacks at +1", "fatigue.1", "F"},
	{"aboard", "Aboard a train: strength 1 less, no attack", "rail.4", "T"},
	{"stacked", "Two units in a hex: neither fires nor fights", "stack.2", "2"},
	{"unformed", "Attacks from here with a die less", "unformed.2", "U"},
	{"locked", "In an enemy zone of control", "zoc.3", "Z"},
	{"melee", "In melee", "melee.1", "X"},
	{"indomitable", "Never flinches", "flinch.13", "I"},
	{"sharpshooters", "Picks off commanders at its attack number", "cmdr.5", "+"},
	{"exceptional", "Always in command", "exceptional.1", "x"},
	{"out_of_range", "Outside its commander's range", "orders.13", "~"},
	{"moved", "Has moved", "move.1", "m"},
	{"attacked", "Has made its attack", "fire.6", "a"},
	{NULL, NULL, NULL, NULL},
};
static const struct sign marks[] = {
	{"objective", "Objective, with the marker of the side that claimed it", "win.1", "*"},
	{"breach", "Breached side of a work", "fort.3", "#"},
	{NULL, NULL, NULL, NULL},
};
const struct signs baa_signs = {slots, badges, marks};

/* --- counters ------------------------------------------------------------------------------------------- */

static uint32_t state_badges(const struct counter *k, const struct profile *f)
{
	uint32_t b = 0;
	b |= (uint32_t)!!(k->state & IS_PINNED) << BADGE_PINNED | (uint32_t)!!(k->state & IS_NIC) << BADGE_NIC;
	b |= (uint32_t)!!(k->state & IS_FATIGUED) << BADGE_FATIGUED | (uint32_t)!!(k->state & IS_ABOARD)
	                                                                  << BADGE_ABOARD;
	b |= (uint32_t)!!(k->state & IS_FAR) << BADGE_FAR;
	b |= (uint32_t)!!(k->deeds & HAS_MOVED) << BADGE_MOVED |
	     (uint32_t)!!(k->deeds & (HAS_FIRED | HAS_CLASHED)) << BADGE_ATTACKED;
	b |= (uint32_t)!!(f->able & ABLE_INDOMITABLE) << BADGE_INDOMITABLE |
	     (uint32_t)!!(f->able & ABLE_SHARPSHOOTERS) << BADGE_SHARPSHOOTERS;
	return b | (uint32_t)!!(f->able & ABLE_EXCEPTIONAL) << BADGE_EXCEPTIONAL;
}

static uint32_t place_badges(const struct play *p, const struct state *d, int i)
{
	const struct baa_book *b = baa_book(p);
	uint32_t badges_on = 0;
	if (!is_unit(b, i) || !on_board(d, i)) return 0;
	if (stacked(d, i)) badges_on |= 1u << BADGE_STACKED;
	if (b->piece[i].arm != ARM_BOAT && b->hex[d->counter[i].at] & HEX_UNFORMS)
		badges_on |= 1u << BADGE_UNFORMED;
	if (b->piece[i].arm != ARM_BOAT && baa_board_zone(b, d, !b->piece[i].side, d->counter[i].at))
		badges_on |= 1u << BADGE_LOCKED;
	if (baa_board_contact(b, d, i)) badges_on |= 1u << BADGE_MELEE;
	return badges_on;
}

static void identity_write(const struct profile *k, char out[8])
{
	if (k->identity == IDENTITY_NUMBER) snprintf(out, 8, "%d", k->number);
	else snprintf(out, 8, "%s", k->identity == IDENTITY_STAR ? "*" : "-");
}

/* The three numbers of a unit as they stand now; the leadership of a commander. */
static void slots_write(const struct play *p, const struct state *d, int i, struct view_piece *v)
{
	const struct baa_book *b = baa_book(p);
	const struct profile *k = &b->piece[i];
	const struct play quiet = {p->m, NULL, NULL};
	if (is_unit(b, i)) {
		snprintf(v->slot[SLOT_RANGE], 8, "%d", k->range);
		snprintf(v->slot[SLOT_ATTACK], 8, "%d", baa_attack_number(&quiet, d, i, false));
		snprintf(v->slot[SLOT_STRENGTH], 8, "%d", baa_strength_of(b, d, i));
	} else snprintf(v->slot[SLOT_LEADERSHIP], 8, "%d", k->leadership);
	identity_write(k, v->slot[SLOT_IDENTITY]);
}

static int order_in_stack(const struct baa_book *b, const struct state *d, int i)
{
	int n = 0, at = d->counter[i].at;
	if (at < 0) return 0;
	for (int u = board_first(d, at); u != NO_UNIT && u != i; u = d->counter[u].under - 1) n++;
	int side = b->piece[i].side;
	for (int k = is_unit(b, i) ? NO_UNIT : first_chief(b, d, side, at); k != NO_UNIT && k != i;
		k = baa_board_chief(b, d, side, at, k))
		n++;
	return n;
}

static void piece_view(const struct play *p, const struct state *d, int i, struct view_piece *v)
{
	const struct counter *k = &d->counter[i];
	*v = (struct view_piece){.id = (int16_t)i,
		.side = p->m->piece[i].side,
		.symbol = p->m->piece[i].symbol,
		.facing = -1};
	v->place[0] = k->at, v->place[1] = PLACE_NONE;
	v->places = k->at != PLACE_NONE;
	v->order = (uint8_t)order_in_stack(baa_book(p), d, i);
	v->badges = state_badges(k, &baa_book(p)->piece[i]) | place_badges(p, d, i);
	slots_write(p, d, i, v);
}

/* Who has something to do: whoever an order on the list names. */
static void acts_view(const struct play *p, const struct game *g, struct view *v)
{
	struct orders room;
	for (int side = 0; side < SIDES && !g->over; side++) {
		if (!(g->waiting >> side & 1)) continue;
		const struct orders *o = view_orders(p, g, v, side, &room);
		for (int i = 0; i < o->n; i++)
			if (o->list[i].unit >= 0) v->piece[o->list[i].unit].acts = true;
	}
}

/* --- marks and tracks ----------------------------------------------------------------------------------- */

static void marks_view(const struct play *p, const struct state *d, struct view *v)
{
	const struct baa_book *b = baa_book(p);
	for (int i = 0; i < b->objectives; i++) {
		struct view_mark *m = &v->mark[v->marks++];
		*m = (struct view_mark){.place = b->objective[i],
			.mark = MARK_OBJECTIVE,
			.side = d->owner[b->objective[i]],
			.dir = -1};
	}
	for (int i = 0; i < b->works && v->marks < VIEW_MARKS; i++)
		if (d->breach[b->work_hex[i]] >> b->work_dir[i] & 1)
			v->mark[v->marks++] = (struct view_mark){.place = b->work_hex[i],
				.mark = MARK_BREACH,
				.side = NOBODY,
				.dir = (int8_t)b->work_dir[i]};
}

static struct view_track *track(struct view *v, const char *name, const char *rule, int value, int min,
	int max, int side)
{
	struct view_track *t = &v->track[v->tracks++];
	*t = (struct view_track){.name = name,
		.rule = rule,
		.value = value,
		.min = min,
		.max = max,
		.side = (int8_t)side};
	snprintf(t->text, sizeof t->text, "%d", value);
	return t;
}

static void tracks_view(const struct play *p, const struct state *d, struct view *v)
{
	const struct baa_book *b = baa_book(p);
	struct view_track *t = track(v, "Bound", "bound.3", d->bound, b->first_bound, b->last_bound, NOBODY);
	snprintf(t->text, sizeof t->text, "%02d:00%s", d->bound % 24, is_night(b, d) ? ", night" : "");
	for (int side = 0; side < SIDES; side++) {
		track(v, "Objectives", "win.6", baa_objectives_held(b, p->m, d, side), 0, b->objectives, side);
		track(v, "Dispersed", "hits.1", baa_units_gone(b, d, side), 0,
			mask_count(b->kind_mask[KIND_UNIT][side]), side);
		if (b->exits[side])
			track(v, "Withdrawn", "win.8", d->withdrawn[side], 0, mask_count(b->kind_mask[KIND_UNIT][side]),
				side);
	}
}

static const char *phase_word(const struct state *d)
{
	static const char *const words[PHASES] = {
		[PHASE_ORDERS] = "orders",
		[PHASE_ASSIGN] = "orders",
		[PHASE_RANGE] = "orders",
		[PHASE_UNITS] = "unit movement",
		[PHASE_COMMANDS] = "command counters move",
		[PHASE_CONTROLS] = "control counters move",
		[PHASE_FIRE] = "fire",
		[PHASE_MELEE] = "melee",
		[PHASE_REMOVAL] = "removal",
	};
	for (int i = d->g.depth - 1; i >= 0; i--)
		if (d->g.agenda[i].kind == STEP_ROUND) return words[d->g.agenda[i].stage];
	return d->g.depth && d->g.agenda[0].stage >= STAGE_DUSK_FIRST ? "nightfall" : "reserves";
}

void baa_view(const struct play *p, const struct game *g, int side, struct view *v)
{
	const struct state *d = baa_see(g);
	v->side = side;
	v->pieces = p->m->pieces, v->marks = v->tracks = 0;
	v->clock = d->bound * 60 % 1440;
	for (int i = 0; i < p->m->pieces; i++) piece_view(p, d, i, &v->piece[i]);
	acts_view(p, g, v);
	marks_view(p, d, v);
	tracks_view(p, d, v);
	const char *night = is_night(baa_book(p), d) ? ", night" : "",
			   *side_title = p->m->battle->side[g->active].title;
	if (g->over)
		snprintf(v->headline, sizeof v->headline, "Bound %d (%02d:00%s): the battle is over", d->bound,
			d->bound % 24, night);
	else
		snprintf(v->headline, sizeof v->headline, "Bound %d (%02d:00%s): %s, %s", d->bound, d->bound % 24,
			night, side_title, phase_word(d));
	const struct step *s = g->depth ? agenda_see(g) : NULL;
	if (g->over || !s || s->kind != STEP_MARCH) return;
	struct text left = {0}; /* move.1: how far the counter in hand still goes */
	say_count(&left, baa_hexes_left(&d->march), "hex", "hexes");
	size_t n = strlen(v->headline);
	snprintf(v->headline + n, sizeof v->headline - n, "; %s: %s left", p->m->piece[s->unit].name,
		text_str(&left));
	text_free(&left);
}

/* --- overlays ------------------------------------------------------------------------------------------- */

#define REACH_MOST 600
struct reached {
	struct march m;
	int16_t at;
};

/* Is there already a way to that hex that is as good, off the road and on it? */
static bool known_way(const struct reached *queue, int n, int to, const struct march *m)
{
	for (int k = 0; k < n; k++) {
		const struct march *old = &queue[k].m;
		if (queue[k].at != to || old->spent > m->spent) continue;
		if (!(m->flags & MARCH_ROAD) ||
			(old->flags & MARCH_ROAD && old->road_spent <= m->road_spent && old->bonus >= m->bonus))
			return true;
	}
	return false;
}

/* Where it could be after this move: the march's own steps, tried on a copy. */
static void show_reach(const struct play *p, const struct state *d, int unit, int16_t *value)
{
	struct state now = *d;
	struct reached queue[REACH_MOST];
	const struct baa_book *b = baa_book(p);
	const struct play quiet = {p->m, NULL, NULL};
	int n = 1;
	bool moving = d->g.depth && agenda_see(&d->g)->kind == STEP_MARCH && agenda_see(&d->g)->unit == unit;
	if (!moving) baa_march_begin(&quiet, &now, unit, false);
	queue[0] = (struct reached){now.march, d->counter[unit].at};
	value[d->counter[unit].at] = 0;
	for (int i = 0; i < n; i++) {
		int at = queue[i].at;
		baa_board_lift(b, &now, unit, FATE_HERE);
		baa_board_put(b, &now, unit, at);
		now.march = queue[i].m;
		for (int dir = 0; dir < 6 && !(now.march.flags & MARCH_DONE); dir++) {
			if (!baa_march_may_step(&quiet, &now, unit, dir, NULL)) continue;
			struct march m = baa_march_after(&quiet, &now, unit, dir);
			int to = b->side[at * 6 + dir].next;
			if (known_way(queue, n, to, &m) || n == REACH_MOST) continue;
			queue[n++] = (struct reached){m, (int16_t)to};
			if (value[to] < 0) value[to] = m.steps;
		}
	}
}

static void show_sight(const struct play *p, const struct state *d, int unit, bool fire, int16_t *value)
{
	const struct baa_book *b = baa_book(p);
	int from = d->counter[unit].at;
	for (int h = 0; h < b->hexes; h++) {
		int far = hex_distance(b, from, h), most = fire ? baa_fire_range(b, d, unit, h) : b->radius;
		if (far <= most && far <= b->radius && (h == from || baa_sight_clear(p, d, from, h, NULL)))
			value[h] = (int16_t)far;
	}
}

static void show_command(const struct play *p, const struct state *d, int side, int unit, int16_t *value)
{
	const struct baa_book *b = baa_book(p);
	for EACH (k, d->chiefs[side]) {
		if (unit != NO_UNIT && !is_unit(b, unit) && unit != k) continue;
		if (unit != NO_UNIT && is_unit(b, unit) && d->counter[unit].boss != k &&
			!mask_has(b->piece[unit].controls, k))
			continue;
		for (int h = 0; h < b->hexes; h++) {
			int far = hex_distance(b, d->counter[k].at, h);
			if (far <= b->piece[k].leadership && (value[h] < 0 || far < value[h])) value[h] = (int16_t)far;
		}
	}
}

/* How many enemy dice could fall on each hex. */
static void show_threat(const struct play *p, const struct state *d, int side, int16_t *value)
{
	const struct baa_book *b = baa_book(p);
	for EACH (u, d->units[!side]) {
		int from = d->counter[u].at;
		for (int h = 0; h < b->hexes; h++) {
			int far = hex_distance(b, from, h);
			if (far == 0 || far > b->radius || far > baa_fire_range(b, d, u, h) ||
				!baa_sight_clear(p, d, from, h, NULL))
				continue;
			value[h] = (int16_t)((value[h] < 0 ? 0 : value[h]) + b->piece[u].strength);
		}
	}
}

void baa_show(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value)
{
	const struct baa_book *b = baa_book(p);
	const struct state *d = baa_see(g);
	int of = side == NOBODY ? g->active : side;
	for (int h = 0; h < b->hexes; h++) value[h] = -1;
	bool there = unit != NO_UNIT && on_board(d, unit);
	if (overlay <= OVERLAY_FIRE && !there) return;
	if (overlay == OVERLAY_FIRE && !is_unit(b, unit)) return;
	switch (overlay) {
	case OVERLAY_REACH: show_reach(p, d, unit, value); break;
	case OVERLAY_SIGHT: show_sight(p, d, unit, false, value); break;
	case OVERLAY_FIRE: show_sight(p, d, unit, true, value); break;
	case OVERLAY_ZONES:
		for (int h = 0; h < b->hexes; h++)
			if (baa_board_zone(b, d, !of, h)) value[h] = 1;
		break;
	case OVERLAY_COMMAND: show_command(p, d, of, unit, value); break;
	default: show_threat(p, d, of, value); break;
	}
}

/* Can one hex see the other? For whoever asks; fire asks baa_sight_clear. */
bool baa_sight(const struct play *p, const struct game *g, int unit, int from, int to, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	if (from == to) return true;
	if (hex_distance(b, from, to) > b->radius)
		return refuse(r, "fire.1", "%d hexes are beyond any range in this battle", hex_distance(b, from, to));
	return baa_sight_clear(p, baa_see(g), from, to, r);
}
