/* Musters counters: which units and leaders of the battle become which counters, and every printed number
   with where it came from. Light battalions and brigade batteries become Detachments of their own where
   traits.yaml says so (3.3, 18.3a). */
#include "rules/all_are_brothers/all_are_brothers.h"
#include "rules/all_are_brothers/muster.h"

/* --- reading -------------------------------------------------------------------------------------------- */

int aab_number_at(struct recruiting *x, struct node map, const char *key, int usual)
{
	struct node n = map.doc ? node_find(map, key) : map;
	int64_t value = usual;
	if (n.doc) node_int(n, -1000, 100000, &value, x->with->faults);
	return (int)value;
}

bool aab_yes_at(struct recruiting *x, struct node map, const char *key, bool usual)
{
	struct node n = map.doc ? node_find(map, key) : map;
	bool value = usual;
	if (n.doc) node_bool(n, &value, x->with->faults);
	return value;
}

bool aab_node_lists(struct node list, const char *word)
{
	for (int i = 0; i < node_count(list); i++) {
		const char *s = node_scalar(node_at(list, i));
		if (s && word && strcmp(s, word) == 0) return true;
	}
	return false;
}

static struct node special(const struct recruiting *x, const char *key, const char *id)
{
	return aab_find2(x->m->special, key, id);
}

/* --- printed numbers ------------------------------------------------------------------------------------ */

/* 2.1b: SP of so many men or guns, rounded. */
static int points(struct recruiting *x, enum arm arm, int men, int guns)
{
	struct node per = aab_find2(x->with->traits, "points", NULL);
	bool battery = arm == ARM_ARTILLERY || arm == ARM_BOAT;
	int of = battery ? aab_number_at(x, per, "guns", 35)
	                 : aab_number_at(x, per, arm == ARM_CAVALRY ? "cavalry" : "infantry", 600);
	int sp = ((battery ? guns * 10 : men) * 2 + of) / (2 * of);
	text_addf(&x->why, "SP %d for %d %s (2.1b). ", sp < 1 ? 1 : sp, battery ? guns : men,
		battery ? "guns" : "men");
	return sp < 1 ? 1 : sp;
}

static int weight_of(struct recruiting *x, const struct unit *u)
{
	int weight = u->weight == WEIGHT_LIGHT ? 1 : u->weight == WEIGHT_HEAVY ? 3 : 2;
	static const char *const names[] = {"none", "light", "medium", "heavy", NULL};
	for (int i = 0; i < u->traits; i++) {
		struct node w = aab_find2(aab_find2(x->with->traits, "unit_traits", u->trait[i]), "weight", NULL);
		if (w.doc) node_name(w, names, &weight, x->with->faults);
	}
	return weight;
}

static int movement_of(struct recruiting *x, const struct unit *u, int arm, int weight)
{
	static const char *const horse[] = {"", "light", "medium", "heavy"};
	struct node map = aab_find2(x->with->traits, "movement", NULL);
	int mp = aab_number_at(x, map,
		arm == ARM_CAVALRY     ? horse[weight]
		: arm == ARM_ARTILLERY ? "artillery"
							   : "infantry",
		4);
	for (int i = 0; i < u->traits && arm == (int)u->arm; i++)
		mp += aab_number_at(x, aab_find2(x->with->traits, "unit_traits", u->trait[i]), "mp", 0);
	return mp;
}

static int rating_of(struct recruiting *x, const struct unit *u, int arm)
{
	struct node map = aab_find2(x->with->traits, "morale", NULL), own = aab_find2(map, arm_names[arm], NULL);
	int mr = aab_number_at(x, node_is_map(own) ? own : map, quality_names[u->quality], 6);
	text_addf(&x->why, "MR %d for %s troops (traits: morale). ", mr, quality_names[u->quality]);
	for (int i = 0; i < u->traits; i++)
		mr += aab_number_at(x, aab_find2(x->with->traits, "unit_traits", u->trait[i]), "mr", 0);
	struct node f = special(x, "formations", x->b->formation[x->corps].id);
	return mr + aab_number_at(x, f, "mr", 0);
}

/* 3.1.5b, 3.1.6a: what the guns are. */
static void arm_by(struct recruiting *x, struct profile *k, const struct unit *u)
{
	struct node own = u->armament ? aab_find2(x->with->traits, "armaments", u->armament) : (struct node){0};
	struct node nations = own.doc ? node_find(own, "nations") : own;
	if (own.doc && (!nations.doc || aab_node_lists(nations, x->m->battle->nation[u->nation])) &&
		k->arm == u->arm) {
		if (aab_yes_at(x, own, "medium", false)) k->flags |= KIND_MEDIUM;
		if (aab_yes_at(x, own, "high_quality", false)) k->flags |= KIND_FINE;
		k->mr[0] = (int8_t)aab_number_at(x, own, "mr", k->mr[0]);
		text_addf(&x->why, "%s (traits: armaments). ", u->armament);
	}
	for (int i = 0; i < u->traits; i++) {
		struct node t = aab_find2(x->with->traits, "unit_traits", u->trait[i]);
		if (!aab_yes_at(x, t, "medium", true)) k->flags &= (uint8_t)~KIND_MEDIUM;
		if (!aab_yes_at(x, t, "high_quality", true)) k->flags &= (uint8_t)~KIND_FINE;
		if (aab_yes_at(x, t, "guard", false)) k->flags |= KIND_GUARD;
	}
}

static void flag_override(struct recruiting *x, struct node o, const char *key, struct profile *k, int flag)
{
	if (node_find(o, key).doc)
		k->flags = (uint8_t)(aab_yes_at(x, o, key, false) ? k->flags | flag : k->flags & ~flag);
}

static void override(struct recruiting *x, struct profile *k, const char *id)
{
	static const char *const weights[] = {"none", "light", "medium", "heavy", NULL};
	struct node o = special(x, "counters", id);
	if (!o.doc) return;
	k->sp[0] = (uint8_t)aab_number_at(x, o, "sp", k->sp[0]);
	k->mr[0] = (int8_t)aab_number_at(x, o, "mr", k->mr[0]);
	k->mp = (uint8_t)aab_number_at(x, o, "mp", k->mp);
	int weight = k->weight;
	if (node_find(o, "weight").doc && node_name(node_find(o, "weight"), weights, &weight, x->with->faults))
		k->weight = (uint8_t)weight;
	flag_override(x, o, "high_quality", k, KIND_FINE), flag_override(x, o, "medium", k, KIND_MEDIUM),
		flag_override(x, o, "guard", k, KIND_GUARD);
	text_add(&x->why, "Numbers of the battle's own file. ");
}

/* 3.2a, 3.3a: the Battleworn side, or none. */
static void back_side(struct recruiting *x, struct profile *k, const char *id)
{
	int percent = aab_number_at(x, aab_find2(x->with->traits, "worn", NULL), "percent", 60),
		less = aab_number_at(x, aab_find2(x->with->traits, "worn", NULL), "mr", 1);
	k->sp[1] = (uint8_t)((k->sp[0] * percent + 99) / 100), k->mr[1] = (int8_t)(k->mr[0] - less);
	if (k->sp[0] <= 2) k->flags |= KIND_DETACHMENT, k->sp[1] = k->sp[0], k->mr[1] = k->mr[0];
	k->sp[1] = (uint8_t)aab_number_at(x, special(x, "counters", id), "worn", k->sp[1]);
	if (k->flags & KIND_DETACHMENT) text_add(&x->why, "A Detachment (3.3a). ");
	else text_addf(&x->why, "Battleworn %d SP, MR %d. ", k->sp[1], k->mr[1]);
}

/* --- formations ----------------------------------------------------------------------------------------- */

/* 3.1.2b: the highest formation below an army, or the army itself for who hangs on it directly and cannot be
   attached. */
static int top_formation(const struct recruiting *x, int f)
{
	const struct battle *b = x->m->battle;
	while (b->formation[f].parent != NOBODY && b->formation[b->formation[f].parent].level != LEVEL_ARMY)
		f = b->formation[f].parent;
	return f;
}

static bool within(const struct battle *b, int formation, int of)
{
	for (; formation != NOBODY; formation = b->formation[formation].parent)
		if (formation == of) return true;
	return false;
}

/* Guns that hang on an army go with its first corps on the field; brigades there are a formation of their
   own. */
static int army_troops(const struct recruiting *x, const struct unit *u)
{
	const struct scenario *s = x->m->scenario;
	const struct battle *b = x->m->battle;
	if (u->arm != ARM_ARTILLERY) return u->formation;
	for (int i = 0; i < s->postings; i++) {
		if (s->posting[i].kind != POSTING_UNIT) continue;
		const struct unit *o = &b->unit[s->posting[i].who];
		if (o->formation != u->formation && within(b, o->formation, u->formation))
			return top_formation(x, o->formation);
	}
	return u->formation;
}

static int formation_of(struct recruiting *x, const struct unit *u)
{
	struct node word = special(x, "attach", u->id);
	const char *id = word.doc ? node_scalar(word) : NULL;
	int f = id ? battle_find_formation(x->m->battle, id) : -1;
	if (id && f < 0) fault_add(x->with->faults, node_mark(word), "there is no formation '%s'", id);
	if (f >= 0) return f;
	return x->m->battle->formation[u->formation].level == LEVEL_ARMY ? army_troops(x, u)
	                                                                 : top_formation(x, u->formation);
}

static int corps_index(struct recruiting *x, int formation)
{
	struct aab_book *b = x->b;
	for (int i = 0; i < b->corps; i++)
		if (x->corps_formation[i] == formation) return i;
	if (b->corps == AAB_CORPS) {
		fault_add(x->with->faults, x->m->scenario->mark, "more than %d formations", AAB_CORPS);
		return 0;
	}
	const char *id = x->m->battle->formation[formation].id;
	b->formation[b->corps] = (struct corps){.id = id,
		.name = x->m->battle->formation[formation].name,
		.hq = NO_UNIT,
		.side = (int8_t)x->m->battle->formation[formation].side,
		.nation = (int8_t)x->m->battle->formation[formation].nation};
	x->corps_formation[b->corps] = formation;
	return b->corps++;
}

/* 3.1.2c: divisions inside a formation, from 1. */
static int division_of(struct recruiting *x, const struct unit *u, int formation)
{
	const struct battle *b = x->m->battle;
	for (int f = u->formation; f != NOBODY && f != formation; f = b->formation[f].parent)
		if (b->formation[f].level == LEVEL_DIVISION) return f + 1;
	return 0;
}

/* --- enlisting ------------------------------------------------------------------------------------------ */

static int turn_of(const struct recruiting *x, int arrives)
{
	if (arrives < 0) return 0;
	int turn = (arrives - x->b->hour_one) / 60 + 1;
	return turn < x->b->first_turn ? x->b->first_turn : turn;
}

static struct profile *enlist(struct recruiting *x, const char *id, const char *name, int side, int symbol,
	int formation)
{
	if (x->n >= AAB_PIECES) {
		fault_add(x->with->faults, x->m->scenario->mark, "more than %d counters", AAB_PIECES);
		x->n = AAB_PIECES - 1;
	}
	x->piece[x->n] = (struct piece){.id = id,
		.name = name,
		.side = (int8_t)side,
		.symbol = (uint8_t)symbol,
		.formation = (int16_t)formation,
		.unit = NOBODY,
		.leader = NOBODY};
	text_clear(&x->why);
	return &x->b->piece[x->n];
}

/* 11.5a: the second of two arrival hexes; HEX_NONE. */
static int second_arrival(struct recruiting *x, const char *id)
{
	struct node or = special(x, "or_at", id);
	int hex = or.doc ? hexmap_find(x->m->map, node_scalar(or)) : HEX_NONE;
	if (or.doc && hex == HEX_NONE) fault_add(x->with->faults, node_mark(or), "there is no such hex");
	return hex;
}

static void sign_on(struct recruiting *x, struct profile *k, const struct posting *o, const char *id)
{
	struct node at = special(x, "counters", id), span = special(x, "spans", id);
	if (at.doc) at = node_find(at, "at");
	int hex = at.doc ? hexmap_find(x->m->map, node_scalar(at)) : o ? aab_hex_at(x->m, x->b, o->at) : k->start;
	if (hex == HEX_NONE) fault_add(x->with->faults, node_mark(at), "there is no such hex"), hex = 0;
	k->start = (int16_t)hex, k->other_start = (int16_t)second_arrival(x, id);
	if (o) k->turn = (int16_t)turn_of(x, o->arrives);
	k->span = (uint8_t)aab_number_at(x,
		special(x, "formations", x->b->formation[k->corps == NOBODY ? 0 : k->corps].id), "span", 0);
	int64_t own;
	if (span.doc && node_int(span, 0, 10, &own, x->with->faults)) k->span = (uint8_t)own;
	if (!k->turn || k->corps == NOBODY) k->span = 0;
	if (k->turn && k->other_start >= 0)
		text_addf(&x->why, "Arrives on turn %d at %s or %s (11.5a).", k->turn, x->m->map->number[hex],
			x->m->map->number[k->other_start]);
	else if (k->turn) text_addf(&x->why, "Arrives on turn %d at %s.", k->turn, x->m->map->number[hex]);
	else text_addf(&x->why, "Stands in %s.", x->m->map->number[hex]);
	x->piece[x->n].derived = arena_copy(x->with->arena, text_str(&x->why), x->why.n);
	x->n++;
}

struct part {
	const char *suffix;
	enum arm arm;
	int men, guns;
	struct node kind;
};

static void enlist_part(struct recruiting *x, const struct posting *o, const struct unit *u,
	const struct part *t, int share, int of)
{
	const char *id = t->suffix ? arena_printf(x->with->arena, "%s_%s", u->id, t->suffix) : u->id,
			   *name = u->name;
	if (t->suffix) name = arena_printf(x->with->arena, "%s's %s", u->name, t->suffix);
	if (share)
		id = arena_printf(x->with->arena, "%s_%d", id, share + 1),
		name = arena_printf(x->with->arena, "%s (%d)", name, share + 1);
	struct profile *k =
		enlist(x, id, name, u->side, t->arm == ARM_BOAT ? ARM_ARTILLERY : t->arm, u->formation);
	x->piece[x->n].unit = (int16_t)o->who;
	*k = (struct profile){.side = (uint8_t)u->side,
		.arm = (uint8_t)(t->arm == ARM_BOAT ? ARM_ARTILLERY : t->arm),
		.nation = (uint8_t)u->nation,
		.corps = (int8_t)x->corps,
		.men = t->men / of};
	k->sp[0] = (uint8_t)points(x, t->arm, t->men / of, t->guns / of);
	if (t->arm == ARM_CAVALRY) k->weight = (uint8_t)weight_of(x, u);
	k->mp = (uint8_t)movement_of(x, u, k->arm, k->weight);
	k->mr[0] = (int8_t)rating_of(x, u, k->arm);
	arm_by(x, k, u);
	k->division = (uint8_t)division_of(x, u, x->corps_formation[x->corps]);
	if (t->kind.doc) {
		k->mr[0] = (int8_t)aab_number_at(x, t->kind, "mr", k->mr[0]);
		if (aab_yes_at(x, t->kind, "high_quality", false)) k->flags |= KIND_FINE;
		if (aab_yes_at(x, t->kind, "jaeger", false)) k->flags |= KIND_JAEGER;
	}
	override(x, k, id);
	back_side(x, k, id);
	mask_add(x->b->formation[x->corps].piece, x->n);
	x->b->formation[x->corps].units++;
	sign_on(x, k, o, id);
}

/* Above so many SP a unit is split into equal parts. */
static void enlist_shares(struct recruiting *x, const struct posting *o, const struct unit *u,
	const struct part *t)
{
	int most = aab_number_at(x, aab_find2(x->with->traits, "points", NULL), "most", 8), of = 1;
	while (points(x, t->arm, t->men / of, t->guns / of) > most) of++;
	for (int i = 0; i < of; i++) enlist_part(x, o, u, t, i, of);
}

static void enlist_unit(struct recruiting *x, const struct posting *o)
{
	const struct unit *u = &x->m->battle->unit[o->who];
	struct node kinds = aab_find2(x->with->traits, "kinds", NULL);
	struct part whole = {NULL, u->arm, u->men, u->guns, {0}}, battery = {"battery", ARM_ARTILLERY, 0, 0, {0}},
				light[4];
	int lights = 0;
	if (x->m->special.doc && aab_node_lists(node_find(x->m->special, "leave_out"), u->id)) return;
	x->corps = corps_index(x, formation_of(x, u));
	for (int i = 0; i < u->battalions; i++) {
		const struct battalion *t = &u->battalion[i];
		struct node kind = t->kind && kinds.doc ? node_find(kinds, t->kind) : (struct node){0};
		if (t->arm == ARM_ARTILLERY && u->arm != ARM_ARTILLERY &&
			aab_yes_at(x, x->with->traits, "batteries", false))
			battery.guns += t->guns, battery.men += t->men;
		if (!kind.doc || u->arm != ARM_INFANTRY || u->men - t->men < 600) continue;
		int k = 0;
		while (k < lights && strcmp(light[k].suffix, t->kind) != 0) k++;
		if (k == 4) continue;
		if (k == lights) light[lights++] = (struct part){t->kind, ARM_INFANTRY, 0, 0, kind};
		light[k].men += t->men, whole.men -= t->men;
	}
	if (u->arm != ARM_ARTILLERY) whole.guns = 0;
	enlist_shares(x, o, u, &whole);
	for (int i = 0; i < lights; i++) enlist_shares(x, o, u, &light[i]);
	if (battery.guns) enlist_shares(x, o, u, &battery);
}

bool aab_units_enlist(struct recruiting *x)
{
	for (int i = 0; i < x->m->scenario->postings; i++)
		if (x->m->scenario->posting[i].kind == POSTING_UNIT) enlist_unit(x, &x->m->scenario->posting[i]);
	x->b->units = x->n;
	return x->n > 0;
}

/* --- HQs and chiefs ------------------------------------------------------------------------------------- */

static bool is_chief(struct recruiting *x, const struct leader *l)
{
	for (int i = 0; i < l->traits; i++)
		if (aab_yes_at(x, aab_find2(x->with->traits, "leader_traits", l->trait[i]), "chief", false))
			return true;
	return false;
}

/* The highest general of the formation on the field, chiefs apart. */
static const struct posting *leader_for(struct recruiting *x, int formation)
{
	const struct posting *best = NULL;
	const struct battle *b = x->m->battle;
	for (int i = 0; i < x->m->scenario->postings; i++) {
		const struct posting *o = &x->m->scenario->posting[i];
		if (o->kind != POSTING_LEADER) continue;
		const struct leader *l = &b->leader[o->who];
		if (!within(b, l->formation, formation) || is_chief(x, l)) continue;
		if (!best || b->formation[l->formation].level < b->formation[b->leader[best->who].formation].level)
			best = o;
	}
	return best;
}

static void ratings(struct recruiting *x, struct profile *k, struct node list)
{
	int64_t n;
	for (int i = 0; i < 2 && node_count(list) == 2; i++)
		if (node_int(node_at(list, i), 0, 9, &n, x->with->faults)) k->rating[i] = (uint8_t)n;
}

static void enlist_hq(struct recruiting *x, int corps)
{
	struct corps *f = &x->b->formation[corps];
	const struct posting *o = leader_for(x, x->corps_formation[corps]);
	const struct leader *l = o ? &x->m->battle->leader[o->who] : NULL;
	int first = mask_next(f->piece, -1);
	const char *id = l ? l->id : arena_printf(x->with->arena, "%s_staff", f->id);
	/* not to be taken for his men */
	const char *name = l ? arena_printf(x->with->arena, "HQ %s", l->name)
	                     : arena_printf(x->with->arena, "Staff of %s", f->name);
	struct profile *k = enlist(x, id, name, f->side, SYMBOL_LEADER, x->corps_formation[corps]);
	x->piece[x->n].leader = (int16_t)(o ? o->who : NOBODY);
	*k = (struct profile){.side = (uint8_t)f->side,
		.flags = KIND_HQ,
		.nation = (uint8_t)f->nation,
		.corps = (int8_t)corps,
		.rating = {2, 3}};
	k->mp = (uint8_t)aab_number_at(x, aab_find2(x->with->traits, "movement", NULL), "hq", 6);
	ratings(x, k, aab_find2(x->with->traits, "command", ability_names[l ? l->ability : ABILITY_ORDINARY]));
	ratings(x, k, aab_find2(special(x, "formations", f->id), "rating", NULL));
	ratings(x, k, aab_find2(special(x, "counters", id), "rating", NULL));
	text_addf(&x->why, "Command Rating %d aggressive, %d defensive, by ability (3.4.3a). ", k->rating[0],
		k->rating[1]);
	if (!o) k->start = x->b->piece[first].start, k->turn = x->b->piece[first].turn;
	f->hq = (int16_t)x->n;
	sign_on(x, k, o, id);
	k->span = 0;
}

/* 3.4.5a. */
static void enlist_chief(struct recruiting *x, const struct posting *o)
{
	static const char *const powers[] = {"none", "activates", "rerolls", "assures", NULL};
	const struct leader *l = &x->m->battle->leader[o->who];
	if (!is_chief(x, l) || x->b->chiefs == AAB_CHIEFS) return;
	int nation = x->m->battle->formation[l->formation].nation, power = POWER_NONE;
	struct node own =
		aab_find2(aab_find2(x->with->traits, "nations", x->m->battle->nation[nation]), "power", NULL);
	struct profile *k = enlist(x, l->id, l->name, l->side, SYMBOL_CHIEF, l->formation);
	x->piece[x->n].leader = (int16_t)o->who;
	*k = (struct profile){.side = (uint8_t)l->side,
		.flags = KIND_CHIEF,
		.nation = (uint8_t)nation,
		.corps = NOBODY};
	k->mp = (uint8_t)aab_number_at(x, aab_find2(x->with->traits, "movement", NULL), "hq", 6);
	k->rating[0] = k->rating[1] = (uint8_t)aab_number_at(x, aab_find2(x->with->traits, "chief_range", NULL),
		ability_names[l->ability], 3);
	ratings(x, k, aab_find2(special(x, "counters", l->id), "rating", NULL));
	if (own.doc) node_name(own, powers, &power, x->with->faults);
	x->b->power[x->b->chiefs++] = (uint8_t)power;
	text_addf(&x->why, "Commander in chief, range %d (3.4.5a). ", k->rating[0]);
	sign_on(x, k, o, l->id);
}

void aab_leaders_enlist(struct recruiting *x)
{
	for (int i = 0; i < x->b->corps; i++) enlist_hq(x, i);
	x->b->hqs = x->n;
	for (int i = 0; i < x->m->scenario->postings; i++)
		if (x->m->scenario->posting[i].kind == POSTING_LEADER) enlist_chief(x, &x->m->scenario->posting[i]);
}

/* 14.0a, 14.0b: infantry and cavalry that are no Detachments, and what the nation adds. */
void aab_corps_make(struct recruiting *x)
{
	struct node nations = aab_find2(x->with->traits, "nations", NULL),
				others = aab_find2(nations, "others", NULL);
	int most = aab_number_at(x, x->with->traits, "corps_most", 14);
	for (int i = 0; i < x->b->corps; i++) {
		struct corps *f = &x->b->formation[i];
		struct node nation = aab_find2(nations, x->m->battle->nation[f->nation], NULL),
					own = special(x, "formations", f->id);
		int n = aab_number_at(x, nation.doc ? nation : others, "corps_morale", 3);
		for EACH (u, f->piece)
			n += !is_flag(x->b, u, KIND_DETACHMENT) && x->b->piece[u].arm != ARM_ARTILLERY;
		f->morale = (uint8_t)aab_number_at(x, own, "morale", n > most ? most : n);
		f->vp = (uint8_t)aab_number_at(x, own, "vp", x->b->n.vp_demoralized);
		f->checks = aab_yes_at(x, own, "checks", aab_yes_at(x, nation, "checks", false));
	}
}
