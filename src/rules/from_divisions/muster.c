/* From a battle to counters: what the battle file says, the order of the roll, sides, edges, places of
   victory. gather.c makes divisions out of brigades, counters.c gives them their values. */
#include <stdlib.h>

#include "rules/from_divisions/mustering.h"

struct node fd_value(const struct fd_making *k, const char *id, const char *key)
{
	return node_find(muster_counter(k->m, id, key), key);
}

int fd_turn_at(const struct fd_book *b, int minutes)
{
	int turn = minutes < b->starts ? 1 : (minutes - b->starts) / b->chart.turn_minutes + 1;
	return turn > 120 ? 120 : turn;
}

static bool is_left_out(const struct fd_making *k, const char *id)
{
	struct node list = muster_said(k->m, "leave_out");
	const char *when = node_scalar(fd_value(k, id, "arrives"));
	for (int i = 0; i < node_count(list); i++)
		if (node_scalar(node_at(list, i)) && strcmp(node_scalar(node_at(list, i)), id) == 0) return true;
	return when && strcmp(when, "never") == 0;
}

bool fd_takes_part(const struct fd_making *k, const struct posting *p)
{
	const struct battle *t = k->m->battle;
	if (p->kind == POSTING_LEADER) return !is_left_out(k, t->leader[p->who].id);
	return t->unit[p->who].arm != ARM_BOAT && !is_left_out(k, t->unit[p->who].id);
}

int fd_leader_posting(const struct fd_making *k, int leader)
{
	for (int i = 0; leader != NOBODY && i < k->m->scenario->postings; i++) {
		const struct posting *p = &k->m->scenario->posting[i];
		if (p->kind == POSTING_LEADER && p->who == leader && fd_takes_part(k, p)) return i;
	}
	return -1;
}

/* --- edges ---------------------------------------------------------------------------------------------- */

static void study_rear(struct fd_making *k)
{
	struct fd_book *b = k->b;
	for (int side = 0; side < SIDES; side++) {
		int32_t *rear = ARENA_ARRAY(k->with->arena, int32_t, b->map->count);
		for (int h = 0; h < b->map->count; h++) {
			struct point at = hexmap_centre(b->map, h), from = k->m->scenario->from, to = k->m->scenario->to;
			rear[h] = k->edge[side] == 0 ? at.y - from.y
			        : k->edge[side] == 1 ? to.x - at.x
			        : k->edge[side] == 2 ? to.y - at.y
			                             : at.x - from.x;
		}
		b->rear[side] = rear;
	}
}

/* --- the roll ------------------------------------------------------------------------------------------- */

/* 10.3a */
static bool may_detach(const struct fd_making *k, int corps)
{
	const char *all = node_scalar(muster_said(k->m, "detach"));
	struct node own = node_find(k->corps[corps].said, "detach");
	bool yes = !all || strcmp(all, "none") != 0;
	if (own.doc) node_bool(own, &yes, k->with->faults);
	return yes;
}

static bool has_division(const struct fd_book *b, const struct fd_formation *f, int kind)
{
	for (int u = f->first; u < f->last; u++)
		if (b->unit[u].kind == kind && b->unit[u].steps >= 2) return true;
	return false;
}

/* 10.3a: a counter that begins as the detachment of a division of its corps; it takes the place of the empty
   slot. */
static void detach_at_start(struct fd_making *k, int formation)
{
	struct fd_book *b = k->b;
	struct fd_formation *f = &b->formation[formation];
	for (int u = f->first; u < f->last; u++) {
		struct node said = fd_value(k, k->piece[u].id, "detachment");
		if (!said.doc) continue;
		for (int of = f->first; of < f->last; of++)
			if (node_scalar(said) && strcmp(k->piece[of].id, node_scalar(said)) == 0) f->parent = (int16_t)of;
		struct fd_unit *one = &b->unit[u], *whole = f->parent == NO_UNIT ? NULL : &b->unit[f->parent];
		if (!whole || whole == one || f->detachment[FOOT] != NO_UNIT || f->detachment[HORSE] != NO_UNIT ||
			whole->kind != one->kind || one->steps > 2 || one->steps * 2 > whole->steps) {
			fault_add(k->with->faults, node_mark(said),
				"one or two steps of a division of the same corps and arm were expected, at most half of it");
			continue;
		}
		one->type = DETACHMENT, one->detached = whole->detached = one->steps, one->steps = 0,
		whole->men += one->men;
		f->detachment[one->kind] = (int16_t)u;
		k->piece[u].derived = arena_printf(k->with->arena, "%s; begins as a detachment of %s (10.3a)",
			k->piece[u].derived, k->piece[f->parent].name);
	}
}

/* 10.3a, 10.3b: a slot for what its infantry may detach, and one for its cavalry; only one of them is ever
   used at a time. */
static void muster_detachments(struct fd_making *k, int f, int corps)
{
	struct fd_formation *own = &k->b->formation[f];
	for (int kind = FOOT; kind <= HORSE && may_detach(k, corps); kind++) {
		if (own->detachment[kind] != NO_UNIT || !has_division(k->b, own, kind) ||
			k->bodies + k->slots + 2 * FD_BATTERIES >= FD_UNITS)
			continue;
		own->detachment[kind] = (int16_t)k->m->pieces;
		fd_muster_slot(k, f, DETACHMENT, corps, kind);
		k->slots++;
	}
	own->last = (uint8_t)k->m->pieces;
}

static void muster_corps(struct fd_making *k, int corps)
{
	struct fd_book *b = k->b;
	int f = b->formations++;
	b->formation[f] = (struct fd_formation){.name = k->corps[corps].name,
		.leader = NO_UNIT,
		.detachment = {NO_UNIT, NO_UNIT},
		.parent = NO_UNIT,
		.side = (uint8_t)k->corps[corps].side,
		.first = (uint8_t)k->m->pieces};
	for (int i = 0; i < k->bodies; i++)
		if (k->corps_of[i] == corps) fd_muster_body(k, &k->body[i], f);
	b->formation[f].last = (uint8_t)k->m->pieces;
	detach_at_start(k, f);
	muster_detachments(k, f, corps);
	k->corps[corps].formation = f; /* from here on: ours */
}

/* 16.5a */
static bool has_grand_battery(const struct fd_making *k, int side)
{
	struct node list = muster_said(k->m, "grand_battery");
	if (!k->m->option[O_BATTERY] || !list.doc) return k->m->option[O_BATTERY];
	for (int i = 0; i < node_count(list); i++)
		if (node_scalar(node_at(list, i)) &&
			strcmp(node_scalar(node_at(list, i)), k->m->battle->side[side].id) == 0)
			return true;
	return false;
}

static void muster_battery(struct fd_making *k, int side)
{
	struct fd_book *b = k->b;
	int f = b->formations++;
	b->battery[side] = k->m->pieces;
	b->formation[f] = (struct fd_formation){.name = "Grand Battery",
		.leader = NO_UNIT,
		.detachment = {NO_UNIT, NO_UNIT},
		.parent = NO_UNIT,
		.side = (uint8_t)side,
		.first = (uint8_t)k->m->pieces,
		.battery = 1};
	for (int i = 0; i < FD_BATTERIES; i++) fd_muster_slot(k, f, BATTERY, i, FOOT);
	b->formation[f].last = (uint8_t)k->m->pieces;
}

static void muster_units(struct fd_making *k)
{
	struct fd_book *b = k->b;
	for (int side = 0; side < SIDES; side++) {
		b->unit_from[side] = k->m->pieces, b->formation_from[side] = b->formations,
		b->battery[side] = NO_UNIT;
		for (int i = 0; i < k->corps_n; i++)
			if (k->corps[i].side == side) muster_corps(k, i);
		if (has_grand_battery(k, side)) muster_battery(k, side);
		b->unit_from[side + 1] = k->m->pieces, b->formation_from[side + 1] = b->formations;
	}
	b->units = k->m->pieces;
}

static void muster_leaders(struct fd_making *k)
{
	struct fd_book *b = k->b;
	for (int i = 0; i < k->corps_n; i++)
		if (k->corps[i].leader != NOBODY)
			b->formation[k->corps[i].formation].leader =
				(int16_t)fd_muster_leader(k, k->corps[i].leader, k->corps[i].formation, false);
	for (int side = 0; side < SIDES; side++)
		if (b->chief[side] != NOBODY)
			b->chief[side] = (int16_t)(fd_leader_posting(k, b->chief[side]) < 0
										   ? NO_UNIT
										   : fd_muster_leader(k, b->chief[side], FD_FORMATIONS, true));
	for (int f = 0; f < b->formations; f++)
		b->formation[f].rep =
			b->formation[f].leader != NO_UNIT ? b->formation[f].leader : b->formation[f].first;
	b->pieces = k->m->pieces;
}

/* A leader and a division of one name: the leader becomes a general. */
static void tell_apart(struct fd_making *k)
{
	for (int l = k->b->units; l < k->b->pieces; l++)
		for (int u = 0; u < k->b->units; u++)
			if (strcmp(k->piece[l].name, k->piece[u].name) == 0)
				k->piece[l].name = arena_printf(k->with->arena, "General %s", k->piece[u].name);
}

/* --- victory, initiative, clock ------------------------------------------------------------------------- */

static void find_places(struct fd_making *k)
{
	struct fd_book *b = k->b;
	struct node victory = muster_said(k->m, "victory"), places = node_find(victory, "places");
	int16_t hex[FD_PLACES];
	node_optional(victory, "decisive", 1, 99, &b->chart.v_decisive, k->with->faults);
	node_optional(victory, "plain", 1, 99, &b->chart.v_plain, k->with->faults);
	node_optional(victory, "slight", 1, 99, &b->chart.v_slight, k->with->faults);
	node_optional(victory, "handicap", -50, 50, &b->chart.handicap, k->with->faults);
	for (int i = 0; i < node_count(places) && b->places < FD_PLACES; i++)
		muster_place_read(k->m, k->with, b->map, node_at(places, i), &b->place[b->places++]);
	for (int i = 0; !places.doc && i < k->m->scenario->objectives && b->places < FD_PLACES; i++) {
		const struct objective *o = &k->m->scenario->objective[i];
		int value = o->value < 1 ? 1 : o->value > 3 ? 3 : o->value;
		b->place[b->places++] = (struct muster_place){.name = o->name,
			.n = 1,
			.value = (uint8_t)value,
			.held = (int8_t)o->held,
			.hex = {(int16_t)muster_hex_at(k->m, k->b->map, o->at)}};
	}
	for (int i = 0; i < b->places; i++) b->place_value += b->place[i].value, hex[i] = b->place[i].hex[0];
	reach_make(&b->reach, k->with->arena, b->map, hex, b->places, 2, FD_FAR);
}

static void read_sides(struct fd_making *k)
{
	struct fd_book *b = k->b;
	const char *const sides[] = {k->m->battle->side[0].id, k->m->battle->side[1].id, NULL};
	struct node initiative = muster_said(k->m, "initiative"), whose = node_find(initiative, "side");
	int side = 0;
	int32_t marker = 0;
	node_optional(initiative, "marker", 0, b->chart.track, &marker, k->with->faults);
	if (whose.doc) node_name(whose, sides, &side, k->with->faults);
	b->marker = (int8_t)(side ? -marker : marker);
	b->first = (int8_t)(k->m->scenario->first == NOBODY ? side : k->m->scenario->first);
	for (side = 0; side < SIDES; side++) {
		b->army[side] = b->chart.army_start;
		node_optional(muster_said(k->m, "army"), sides[side], 1, 99, &b->army[side], k->with->faults);
	}
}

static void read_clock(struct fd_making *k)
{
	struct fd_book *b = k->b;
	const struct scenario *s = k->m->scenario;
	struct node first = muster_said(k->m, "first_turn");
	b->starts = s->starts;
	if (first.doc) node_time(first, &b->starts, k->with->faults);
	b->turns = muster_turns(k->m, (s->ends - b->starts + b->chart.turn_minutes / 2) / b->chart.turn_minutes,
		k->with->faults);
	for (b->noon = 1; b->noon <= b->turns && (b->starts + (b->noon - 1) * b->chart.turn_minutes) % 1440 < 720;
		b->noon++)
		continue;
}

/* Optional rules of ours that a scenario is made for: on, whatever the players choose. */
static void read_asked(struct muster *m, const struct mustering *with)
{
	struct node list = muster_said(m, "asks");
	for (int i = 0; i < node_count(list); i++) {
		const char *name = node_scalar(node_at(list, i));
		int which = -1;
		for (int k = 0; name && k < m->rules->options; k++)
			if (strcmp(m->rules->option[k].name, name) == 0) which = k;
		if (which < 0) fault_add(with->faults, node_mark(node_at(list, i)), "there is no such optional rule");
		else m->option[which] = 1;
	}
}

bool fd_muster(struct muster *m, const struct mustering *with)
{
	static const char *const boxes[] = {"off", "out"};
	struct fd_book *b = ARENA_NEW(with->arena, struct fd_book);
	struct fd_making *k = ARENA_NEW(with->arena, struct fd_making);
	int before = with->faults->n;
	read_asked(m, with);
	k->m = m, k->with = with, k->b = b, k->piece = ARENA_ARRAY(with->arena, struct piece, FD_PIECES);
	if (!fd_read_tables(with, &b->chart)) return false;
	fd_word_charts(b, with->arena);
	read_clock(k);
	if (!fd_study_board(b, m, with)) return false;
	muster_edges(k->m, k->edge, k->with->faults);
	study_rear(k);
	fd_gather(k);
	if (with->faults->n > before) return false;
	muster_units(k);
	for (int side = 0; side < SIDES; side++)
		if (b->unit_from[side] == b->unit_from[side + 1])
			fault_add(with->faults, m->scenario->mark, "no unit takes part for %s",
				m->battle->side[side].title);
	if (with->faults->n > before) return false;
	muster_leaders(k);
	tell_apart(k);
	find_places(k);
	read_sides(k);
	m->own = b, m->map = b->map, m->piece = k->piece, m->boxes = COUNT(boxes), m->box = boxes;
	m->state_bytes =
		(uint32_t)(sizeof(struct state) + sizeof(struct fd_spot) * (size_t)b->map->count + 7) & ~7u;
	return with->faults->n == before;
}
