/* From a battle to counters (0.3, 1, 8, 9, 14): which leader is a chief, which an HQ, which unit belongs to
   whom, what is printed on each counter and why. Values of data/rules/vae_victis/<battle>.yaml win; the rest
   is derived by traits.yaml. */
#include "rules/vae_victis/mustering.h"

struct node vv_said(const struct vv_making *k, const char *id, const char *key)
{
	return node_find(muster_counter(k->m, id, key), key);
}

static bool is_left_out(const struct vv_making *k, const char *id)
{
	struct node list = muster_said(k->m, "leave_out");
	for (int i = 0; i < node_count(list); i++)
		if (node_scalar(node_at(list, i)) && strcmp(node_scalar(node_at(list, i)), id) == 0) return true;
	const char *when = node_scalar(vv_said(k, id, "arrives"));
	return when && strcmp(when, "never") == 0;
}

int vv_turn_at(const struct vv_book *b, int minutes)
{
	int turn = minutes < b->starts ? 1 : (minutes - b->starts) / b->turn_minutes + 1;
	return turn > 120 ? 120 : turn;
}

/* --- nations -------------------------------------------------------------------------------------------- */

bool vv_yes(struct node map, const char *key, struct faults *f)
{
	bool yes = false;
	struct node n = node_find(map, key);
	return n.doc && node_bool(n, &yes, f) && yes;
}

int vv_hour(struct node map, const char *key, const struct vv_book *b, struct faults *f)
{
	int minutes;
	struct node n = node_find(map, key);
	return n.doc && node_time(n, &minutes, f) ? vv_turn_at(b, minutes) : 0;
}

const char *const vv_deaths[] =
	{[KILLED_NOTHING] = "nothing", [KILLED_LEVEL] = "level", [KILLED_ENDS] = "ends", NULL};

static void read_nation(struct vv_making *k, struct node n, struct vv_nation *nation)
{
	struct faults *f = k->with->faults;
	node_optional(n, "infantry", 1, 100000, &nation->infantry, f);
	node_optional(n, "cavalry", 1, 100000, &nation->cavalry, f);
	node_optional(n, "guns", 1, 1000, &nation->guns, f);
	node_optional(n, "most", 1, 20, &nation->most, f);
	node_optional(n, "absent", -9, 9, &nation->absent, f);
	node_optional(n, "chief_entry", 0, 30, &nation->chief_entry, f);
	nation->ties = vv_yes(n, "ties", f), nation->weather = vv_yes(n, "weather", f);
	nation->absent_until = vv_hour(n, "absent_until", k->b, f);
	nation->chief_holds = vv_hour(n, "chief_holds_until", k->b, f);
	if (node_find(n, "chief_killed").doc)
		node_name(node_find(n, "chief_killed"), vv_deaths, &nation->killed, f);
}

static bool read_nations(struct vv_making *k)
{
	struct node nations = node_find(k->with->traits, "nations");
	struct vv_nation others = {.infantry = 650, .cavalry = 500, .guns = 6, .most = 8, .killed = KILLED_ENDS};
	if (!nations.doc)
		return fault_add(k->with->faults, (struct mark){"data/rules/vae_victis/traits.yaml", 0, 0},
				   "'nations' is missing"),
		       false;
	read_nation(k, node_find(nations, "others"), &others);
	for (int i = 0; i < k->m->battle->nations && i < VV_NATIONS; i++) {
		k->nation[i] = others;
		struct node n = node_find(nations, k->m->battle->nation[i]);
		if (n.doc) read_nation(k, n, &k->nation[i]);
	}
	return true;
}

/* --- who is here ---------------------------------------------------------------------------------------- */

static bool takes_part(const struct vv_making *k, const struct posting *p)
{
	const struct battle *t = k->m->battle;
	if (p->kind == POSTING_LEADER) return !is_left_out(k, t->leader[p->who].id);
	return t->unit[p->who].arm != ARM_BOAT && !is_left_out(k, t->unit[p->who].id);
}

static bool is_posted(const struct vv_making *k, int unit)
{
	for (int i = 0; i < k->postings; i++)
		if (k->posting[i].kind == POSTING_UNIT && k->posting[i].who == unit) return true;
	return false;
}

/* 14.1: a counter that the battle file puts on the map from the start is there, though the battle has no
   place for the unit. */
static void find_postings(struct vv_making *k)
{
	const struct scenario *s = k->m->scenario;
	struct node counters = muster_said(k->m, "counters");
	k->posting = ARENA_ARRAY(k->with->arena, struct posting, s->postings + node_count(counters) + 1);
	for (int i = 0; i < s->postings; i++) k->posting[k->postings++] = s->posting[i];
	for (int i = 0; i < node_count(counters); i++) {
		struct node n = node_at(counters, i);
		int unit = battle_find_unit(k->m->battle, node_scalar(node_key(counters, i)));
		const char *at = node_scalar(node_find(n, "at")), *when = node_scalar(node_find(n, "arrives"));
		if (unit < 0 || !at || !when || strcmp(when, "start") || is_posted(k, unit)) continue;
		int hex = hexmap_find(k->b->map, at);
		if (hex == HEX_NONE) fault_add(k->with->faults, node_mark(n), "there is no such hex");
		else
			k->posting[k->postings++] = (struct posting){.kind = POSTING_UNIT,
				.who = unit,
				.at = hexmap_centre(k->b->map, hex),
				.facing = -1,
				.arrives = -1,
				.mark = node_mark(n)};
	}
}

static int leader_posting(const struct vv_making *k, int leader)
{
	for (int i = 0; leader != NOBODY && i < k->postings; i++) {
		const struct posting *p = &k->posting[i];
		if (p->kind == POSTING_LEADER && p->who == leader && takes_part(k, p)) return i;
	}
	return -1;
}

static bool stands_below(const struct battle *t, int formation, int top)
{
	for (int f = t->formation[formation].parent; f != NOBODY; f = t->formation[f].parent)
		if (f == top) return true;
	return false;
}

static bool leads_leaders(const struct vv_making *k, int top)
{
	const struct battle *t = k->m->battle;
	for (int f = 0; f < t->formations; f++)
		if (stands_below(t, f, top) && leader_posting(k, t->formation[f].leader) >= 0) return true;
	return false;
}

/* 8: the leader of a top formation is its chief if he has an army or leaders below him; the battle file may
   say otherwise. */
static void find_chiefs(struct vv_making *k)
{
	const struct battle *t = k->m->battle;
	struct node said = muster_said(k->m, "chiefs");
	for (int f = 0; f < t->formations; f++) {
		int leader = t->formation[f].leader;
		bool top = t->formation[f].parent == NOBODY && leader_posting(k, leader) >= 0;
		k->chief_of[f] =
			top && (t->formation[f].level == LEVEL_ARMY || leads_leaders(k, f)) ? leader : NOBODY;
	}
	for (int i = 0; i < node_count(said); i++) {
		int leader = battle_find_leader(t, node_scalar(node_key(said, i)));
		if (leader < 0) fault_add(k->with->faults, node_mark(node_key(said, i)), "there is no such leader");
		for (int n = 0; leader >= 0 && n < node_count(node_at(said, i)); n++) {
			int f = battle_find_formation(t, node_scalar(node_at(node_at(said, i), n)));
			if (f < 0)
				fault_add(k->with->faults, node_mark(node_at(node_at(said, i), n)),
					"there is no such formation");
			else k->chief_of[f] = leader_posting(k, leader) >= 0 ? leader : NOBODY;
		}
	}
}

static bool is_chief(const struct vv_making *k, int leader)
{
	for (int f = 0; f < k->m->battle->formations; f++)
		if (k->chief_of[f] == leader) return true;
	return false;
}

static int chief_over(const struct vv_making *k, int formation)
{
	for (int f = formation; f != NOBODY; f = k->m->battle->formation[f].parent)
		if (k->chief_of[f] != NOBODY) return k->chief_of[f];
	return NOBODY;
}

static int top_of(const struct battle *t, int f)
{
	while (t->formation[f].parent != NOBODY) f = t->formation[f].parent;
	return f;
}

/* --- formations ----------------------------------------------------------------------------------------- */

static int body_find(struct vv_making *k, int formation, int group, int loose, int side)
{
	for (int i = 0; i < k->bodies; i++)
		if (k->body[i].formation == formation && k->body[i].group == group && k->body[i].loose == loose &&
			k->body[i].side == side)
			return i;
	if (k->bodies == VV_FORMATIONS) {
		fault_add(k->with->faults, k->m->scenario->mark, "more than %d formations", VV_FORMATIONS);
		return 0;
	}
	k->body[k->bodies] =
		(struct vv_body){.formation = formation, .group = group, .loose = loose, .side = side};
	return k->bodies++;
}

static int group_of(const struct vv_making *k, const char *unit)
{
	struct node groups = muster_said(k->m, "groups");
	for (int g = 0; g < node_count(groups); g++) {
		struct node units = node_find(node_at(groups, g), "units");
		for (int i = 0; i < node_count(units); i++)
			if (node_scalar(node_at(units, i)) && strcmp(node_scalar(node_at(units, i)), unit) == 0) return g;
	}
	return -1;
}

static int group_named(const struct vv_making *k, const char *id)
{
	struct node groups = muster_said(k->m, "groups");
	for (int g = 0; g < node_count(groups); g++)
		if (node_scalar(node_key(groups, g)) && strcmp(node_scalar(node_key(groups, g)), id) == 0) return g;
	return -1;
}

static bool has_trait(const struct vv_making *k, const struct unit *u, const char *what)
{
	struct node traits = node_find(k->with->traits, "unit_traits");
	for (int i = 0; i < u->traits; i++)
		if (vv_yes(node_find(traits, u->trait[i]), what, k->with->faults)) return true;
	return false;
}

/* 1a, 5a: the topmost formation above the unit that has an HQ of its own; without one, the army units of its
   chief. */
static int body_of(struct vv_making *k, const struct unit *u)
{
	const struct battle *t = k->m->battle;
	struct node said = vv_said(k, u->id, "formation");
	int group = group_of(k, u->id), best = NOBODY, from = u->formation;
	if (group < 0 && node_scalar(said)) {
		int named = battle_find_formation(t, node_scalar(said));
		if ((group = group_named(k, node_scalar(said))) < 0 && named < 0)
			fault_add(k->with->faults, node_mark(said), "there is no such formation or group");
		if (named >= 0) from = named;
	}
	if (group >= 0) return body_find(k, NOBODY, group, NOBODY, u->side);
	for (int f = from; f != NOBODY; f = t->formation[f].parent) {
		int leader = t->formation[f].leader;
		if (t->formation[f].level != LEVEL_ARMY && leader_posting(k, leader) >= 0 && !is_chief(k, leader))
			best = f;
	}
	if (best != NOBODY && !has_trait(k, u, "detached")) return body_find(k, best, -1, NOBODY, u->side);
	int chief = chief_over(k, from);
	return body_find(k, NOBODY, -1, chief != NOBODY ? -2 - chief : top_of(t, from), u->side);
}

/* --- the roll of pieces --------------------------------------------------------------------------------- */

static int add_piece(struct vv_making *k, struct piece p)
{
	if (k->m->pieces == VV_PIECES) {
		fault_add(k->with->faults, k->m->scenario->mark, "more than %d counters", VV_PIECES);
		return VV_PIECES - 1;
	}
	k->piece[k->m->pieces] = p;
	return k->m->pieces++;
}

static const char *name_of(const struct vv_making *k, const char *id, const char *name)
{
	const char *said = node_scalar(vv_said(k, id, "name"));
	return said ? said : name;
}

static void muster_unit(struct vv_making *k, const struct posting *p, int formation)
{
	struct vv_book *b = k->b;
	const struct unit *u = &k->m->battle->unit[p->who];
	struct vv_unit v = {.side = (uint8_t)u->side, .formation = (uint8_t)formation};
	const char *derived;
	vv_unit_values(k, u, &v, &derived);
	vv_place_and_time(k, p, u->id, &v.at, &v.arrives);
	v.facing = (int8_t)vv_facing_of(k, p, u->id, u->side);
	if (v.arrives) v.entry = vv_entry_of(k, v.at);
	int i = add_piece(k, (struct piece){.id = u->id,
							 .name = name_of(k, u->id, u->name),
							 .side = (int8_t)u->side,
							 .symbol = (uint8_t)u->arm,
							 .formation = (int16_t)u->formation,
							 .unit = (int16_t)p->who,
							 .leader = NOBODY,
							 .derived = derived});
	b->unit[i] = v;
	b->formation[formation].steps = (uint8_t)(b->formation[formation].steps + v.steps);
	if (v.range > k->longest) k->longest = v.range;
}

static void muster_units(struct vv_making *k)
{
	struct vv_book *b = k->b;
	int *body = ARENA_ARRAY(k->with->arena, int, k->postings + 1);
	for (int i = 0; i < k->postings; i++)
		body[i] = k->posting[i].kind == POSTING_UNIT && takes_part(k, &k->posting[i])
		            ? body_of(k, &k->m->battle->unit[k->posting[i].who])
		            : -1;
	for (int side = 0; side < SIDES; side++) {
		b->unit_from[side] = k->m->pieces, b->formation_from[side] = b->formations;
		for (int n = 0; n < k->bodies; n++) {
			if (k->body[n].side != side) continue;
			int f = b->formations++;
			k->source[f] = n;
			b->formation[f] = (struct vv_formation){.side = (uint8_t)side,
				.first = (uint8_t)k->m->pieces,
				.hq = NO_UNIT,
				.chief = NO_UNIT};
			for (int i = 0; i < k->postings; i++)
				if (body[i] == n) muster_unit(k, &k->posting[i], f);
			b->formation[f].last = (uint8_t)k->m->pieces;
		}
		b->unit_from[side + 1] = k->m->pieces, b->formation_from[side + 1] = b->formations;
	}
	b->units = k->m->pieces;
}

static int muster_leader(struct vv_making *k, int leader, bool chief, int formation)
{
	const struct leader *l = &k->m->battle->leader[leader];
	const struct posting *p = &k->posting[leader_posting(k, leader)];
	struct vv_leader v;
	const char *derived;
	vv_leader_values(k, l, chief, &v, &derived);
	vv_place_and_time(k, p, l->id, &v.at, &v.arrives);
	v.formation = (uint8_t)formation;
	if (v.arrives) v.entry = vv_entry_of(k, v.at);
	int i = add_piece(k, (struct piece){.id = l->id,
							 .name = name_of(k, l->id, l->name),
							 .side = (int8_t)l->side,
							 .symbol = (uint8_t)(chief ? SYMBOL_CHIEF : SYMBOL_LEADER),
							 .formation = (int16_t)l->formation,
							 .unit = NOBODY,
							 .leader = (int16_t)leader,
							 .derived = derived});
	k->b->leader[i - k->b->units] = v;
	return i;
}

static int chief_of_body(const struct vv_making *k, const struct vv_body *body)
{
	const struct battle *t = k->m->battle;
	const char *id = body->formation >= 0 ? t->formation[body->formation].id : NULL;
	struct node said = id ? node_find(node_find(muster_said(k->m, "formations"), id), "chief")
	                 : body->group >= 0
	                     ? node_find(node_at(muster_said(k->m, "groups"), body->group), "chief")
	                     : (struct node){0};
	if (node_scalar(said)) {
		int leader = battle_find_leader(t, node_scalar(said));
		if (leader < 0) fault_add(k->with->faults, node_mark(said), "there is no such leader");
		else return leader_posting(k, leader) >= 0 ? leader : NOBODY;
	}
	if (body->loose <= -2) return -2 - body->loose;
	return body->formation >= 0 ? chief_over(k, body->formation) : NOBODY;
}

static const char *body_name(const struct vv_making *k, const struct vv_body *body)
{
	const struct battle *t = k->m->battle;
	struct node groups = muster_said(k->m, "groups");
	if (body->group >= 0) {
		const char *name = node_scalar(node_find(node_at(groups, body->group), "name"));
		return name ? name : node_scalar(node_key(groups, body->group));
	}
	if (body->formation < 0) return arena_printf(k->with->arena, "Army units, %s", t->side[body->side].title);
	const char *name = node_scalar(
		node_find(node_find(muster_said(k->m, "formations"), t->formation[body->formation].id), "name"));
	return name ? name : t->formation[body->formation].name;
}

/* 9.4b, 9.4c, A63 */
static void name_formation(struct vv_making *k, int f)
{
	struct vv_formation *v = &k->b->formation[f];
	const struct vv_body *body = &k->body[k->source[f]];
	int32_t threshold = v->steps / 2 + 1;
	struct node said = body->group >= 0     ? node_at(muster_said(k->m, "groups"), body->group)
	                 : body->formation >= 0 ? node_find(muster_said(k->m, "formations"),
												  k->m->battle->formation[body->formation].id)
	                                        : (struct node){0};
	node_optional(said, "threshold", 1, 200, &threshold, k->with->faults);
	v->name = body_name(k, body), v->threshold = (uint8_t)threshold;
	int nation = k->m->battle->unit[k->piece[v->first].unit].nation;
	if (nation >= 0 && nation < VV_NATIONS)
		v->absent = (int8_t)k->nation[nation].absent,
		v->absent_until = (int8_t)k->nation[nation].absent_until;
}

static void muster_leaders(struct vv_making *k)
{
	struct vv_book *b = k->b;
	int chief_piece[256];
	for (int i = 0; i < COUNT(chief_piece); i++) chief_piece[i] = -1;
	for (int f = 0; f < b->formations; f++) {
		const struct vv_body *body = &k->body[k->source[f]];
		name_formation(k, f);
		if (body->formation >= 0)
			b->formation[f].hq =
				(int16_t)muster_leader(k, k->m->battle->formation[body->formation].leader, false, f);
		b->formation[f].rep = b->formation[f].hq != NO_UNIT ? b->formation[f].hq : b->formation[f].first;
	}
	for (int f = 0; f < b->formations; f++) {
		int leader = chief_of_body(k, &k->body[k->source[f]]);
		if (leader < 0 || leader >= COUNT(chief_piece)) continue;
		if (chief_piece[leader] < 0) {
			if (b->chiefs == VV_CHIEFS) continue;
			chief_piece[leader] = muster_leader(k, leader, true, b->chiefs);
			b->chief[b->chiefs++] = (int16_t)chief_piece[leader];
		}
		b->formation[f].chief = (int16_t)chief_piece[leader];
	}
	b->pieces = k->m->pieces;
}

/* --- sides, ties, cities -------------------------------------------------------------------------------- */

/* A15: the chiefs of the side that goes first, then the other's. */
static void sort_chiefs(struct vv_book *b)
{
	int16_t mustered[VV_CHIEFS];
	int n = 0;
	memcpy(mustered, b->chief, sizeof mustered);
	for (int i = 0; i < b->chiefs * 2; i++) {
		struct vv_leader *l = &b->leader[mustered[i % b->chiefs] - b->units];
		if (l->side != (i < b->chiefs ? b->first : !b->first)) continue;
		l->formation = (uint8_t)n;
		b->chief[n++] = mustered[i % b->chiefs];
	}
}

static void find_first(struct vv_making *k)
{
	struct vv_book *b = k->b;
	b->first = k->m->scenario->first == NOBODY ? 0 : k->m->scenario->first;
	b->roller = b->first;
	bool ties = false, rolls = false;
	for (int u = 0; u < b->units; u++) {
		int nation = k->m->battle->unit[k->piece[u].unit].nation;
		if (nation < 0 || nation >= VV_NATIONS) continue;
		if (k->nation[nation].ties && !ties) b->first = b->unit[u].side, ties = true;
		if (k->nation[nation].weather && !rolls) b->roller = b->unit[u].side, rolls = true;
	}
	sort_chiefs(b);
}

static bool built_up(const struct vv_book *b, int hex) { return b->ground[hex] & GROUND_ROUND; }

/* 14.3d: a settlement of several hexes is one city. */
static void grow_city(const struct vv_book *b, struct muster_place *c)
{
	for (int i = 0; i < c->n && built_up(b, c->hex[0]); i++)
		for (int dir = 0; dir < 6 && c->n < PLACE_HEXES; dir++) {
			int to = hex_next(b->map, c->hex[i], dir);
			bool known = to == HEX_NONE || !built_up(b, to) ||
			             (b->ground[to] & GROUND_ROUND) != (b->ground[c->hex[0]] & GROUND_ROUND);
			for (int j = 0; j < c->n && !known; j++) known = c->hex[j] == to;
			if (!known) c->hex[c->n++] = (int16_t)to;
		}
}

static void find_cities(struct vv_making *k)
{
	struct vv_book *b = k->b;
	struct node victory = muster_said(k->m, "victory"), cities = node_find(victory, "cities");
	int16_t hex[VV_CITIES];
	node_optional(victory, "major", 1, 99, &b->chart.major, k->with->faults);
	node_optional(victory, "minor", 1, 99, &b->chart.minor, k->with->faults);
	for (int i = 0; i < node_count(cities) && b->cities < VV_CITIES; i++)
		muster_place_read(k->m, k->with, b->map, node_at(cities, i), &b->city[b->cities++]);
	for (int i = 0; !cities.doc && i < k->m->scenario->objectives && b->cities < VV_CITIES; i++) {
		const struct objective *o = &k->m->scenario->objective[i];
		struct muster_place *c = &b->city[b->cities++];
		*c = (struct muster_place){.name = o->name,
			.n = 1,
			.value = 1,
			.held = (int8_t)o->held,
			.hex = {(int16_t)muster_hex_at(k->m, k->b->map, o->at)}};
		grow_city(b, c);
	}
	for (int i = 0; i < b->cities; i++) b->city_value += b->city[i].value, hex[i] = b->city[i].hex[0];
	reach_make(&b->reach, k->with->arena, b->map, hex, b->cities, 3, VV_FAR);
}

static bool read_clock(struct vv_making *k)
{
	struct vv_book *b = k->b;
	const struct scenario *s = k->m->scenario;
	struct node weather = muster_said(k->m, "weather");
	bool changes = s->weathers > 0;
	if (weather.doc) node_bool(weather, &changes, k->with->faults);
	b->starts = s->starts, b->turn_minutes = k->t.turn_minutes;
	b->turns = muster_turns(k->m, (s->ends - s->starts + k->t.turn_minutes - 1) / k->t.turn_minutes,
		k->with->faults);
	b->weather = k->t.weather, b->weathers = changes ? k->t.weathers : 0;
	return true;
}

bool vv_muster(struct muster *m, const struct mustering *with)
{
	static const char *const boxes[] = {"off"};
	struct vv_book *b = ARENA_NEW(with->arena, struct vv_book);
	struct vv_making *k = ARENA_NEW(with->arena, struct vv_making);
	int before = with->faults->n;
	*k = (struct vv_making){.m = m,
		.with = with,
		.b = b,
		.longest = 1,
		.piece = ARENA_ARRAY(with->arena, struct piece, VV_PIECES)};
	k->chief_of = ARENA_ARRAY(with->arena, int, m->battle->formations + 1);
	if (!vv_read_tables(with, &k->t)) return false;
	b->chart = k->t.chart;
	if (!vv_study_board(b, m, with, &k->t) || !read_clock(k) || !read_nations(k)) return false;
	find_postings(k);
	muster_edges(k->m, k->edge, k->with->faults);
	find_chiefs(k);
	muster_units(k);
	for (int side = 0; side < SIDES; side++)
		if (b->unit_from[side] == b->unit_from[side + 1])
			fault_add(with->faults, m->scenario->mark, "no unit takes part for %s",
				m->battle->side[side].title);
	if (with->faults->n > before) return false;
	muster_leaders(k);
	find_first(k);
	find_cities(k);
	vv_study_sides_of_battle(b, with->arena, k->edge, k->longest);
	m->own = b, m->map = b->map, m->piece = k->piece, m->boxes = COUNT(boxes), m->box = boxes;
	m->state_bytes =
		(uint32_t)(sizeof(struct state) + sizeof(struct vv_spot) * (size_t)b->map->count + 7) & ~7u;
	return with->faults->n == before;
}
