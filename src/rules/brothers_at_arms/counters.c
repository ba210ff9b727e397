/* Musters counters: which units and leaders of the battle become which counters, and every printed number
   with where it came from. Divisions' leaders become command counters, those of corps and armies control
   counters (traits.yaml: levels). */
#include "rules/brothers_at_arms/brothers_at_arms.h"

struct recruiting { /* one muster at work */
	struct muster *m;
	const struct mustering *with;
	struct baa_book *b;
	struct piece *piece;
	int n;
	struct node override;              /* counters of the battle's own file */
	struct text why;                   /* of the counter in hand */
	int16_t leader_piece[PIECES_MOST]; /* leader in the battle → piece */
};

static struct node find2(struct node n, const char *a, const char *b)
{
	struct node at = n.doc ? node_find(n, a) : n;
	return at.doc && b ? node_find(at, b) : at;
}

static bool lists(struct node list, const char *word)
{
	for (int i = 0; i < node_count(list); i++) {
		const char *s = node_scalar(node_at(list, i));
		if (s && strcmp(s, word) == 0) return true;
	}
	return false;
}

static const char *word_at(struct node map, const char *key)
{
	struct node n = map.doc ? node_find(map, key) : map;
	return n.doc ? node_scalar(n) : NULL;
}

static int number_at(struct recruiting *x, struct node map, const char *key, int usual)
{
	struct node n = map.doc ? node_find(map, key) : map;
	int64_t value = usual;
	if (n.doc) node_int(n, -6, 99, &value, x->with->faults);
	return (int)value;
}

/* --- printed numbers ------------------------------------------------------------------------------------ */

/* Strength by men, for guns by their number: the first band that is not exceeded. */
static int strength_by(struct recruiting *x, const struct unit *u)
{
	struct node bands = find2(x->with->traits, "strength", arm_names[u->arm]);
	bool guns = u->arm == ARM_ARTILLERY || u->arm == ARM_BOAT;
	int count = guns ? u->guns : u->men, strength = 1;
	for (int i = 0; i < node_count(bands); i++) {
		int64_t to = 1000000;
		struct node limit = node_find(node_at(bands, i), "to");
		if (limit.doc) node_int(limit, 0, 1000000, &to, x->with->faults);
		strength = number_at(x, node_at(bands, i), "strength", 1);
		if (count <= to) break;
	}
	text_addf(&x->why, "Strength %d for %d %s (traits: strength). ", strength, count, guns ? "guns" : "men");
	return strength;
}

static int attack_by(struct recruiting *x, const struct unit *u)
{
	int n = number_at(x, find2(x->with->traits, "attack", NULL), quality_names[u->quality], 4);
	text_addf(&x->why, "Attack %d+ for %s troops (traits: attack). ", n, quality_names[u->quality]);
	return n;
}

static int range_by(struct recruiting *x, const struct unit *u)
{
	struct node range = find2(x->with->traits, "range", NULL), armament = find2(range, "armament", NULL);
	int n = number_at(x, range, arm_names[u->arm], 1);
	if (u->armament && armament.doc && node_find(armament, u->armament).doc) {
		n = number_at(x, armament, u->armament, n);
		text_addf(&x->why, "Range %d for %s (traits: range). ", n, u->armament);
	} else text_addf(&x->why, "Range %d for %s (traits: range). ", n, arm_names[u->arm]);
	return n;
}

/* --- words: traits of units, postings and leaders, abilities and states of the battle's file ------------ */

static void ability_word(struct recruiting *x, struct profile *k, const char *word, struct mark at)
{
	if (!word) return;
	if (strcmp(word, "sharpshooters") == 0) k->able |= ABLE_SHARPSHOOTERS;  /* cmdr.5 */
	else if (strcmp(word, "indomitable") == 0) k->able |= ABLE_INDOMITABLE; /* flinch.13 */
	else if (strcmp(word, "exceptional") == 0) k->able |= ABLE_EXCEPTIONAL; /* exceptional.1 */
	else fault_add(x->with->faults, at, "'%s' is no ability: sharpshooters, indomitable, exceptional", word);
}

static void state_word(struct recruiting *x, struct profile *k, const char *word, struct mark at)
{
	if (!word) return;
	if (strcmp(word, "fatigued") == 0) k->state |= IS_FATIGUED; /* fatigue.2 */
	else if (strcmp(word, "aboard") == 0) k->state |= IS_ABOARD;
	else fault_add(x->with->faults, at, "'%s' is no state: fatigued, aboard", word);
}

static void unit_trait(struct recruiting *x, struct profile *k, const char *word)
{
	struct node t = find2(x->with->traits, "unit_traits", word);
	if (!t.doc) return;
	struct mark at = node_mark(t);
	int attack = number_at(x, t, "attack", 0), strength = number_at(x, t, "strength", 0),
		least = number_at(x, t, "least", 2);
	const char *rule = word_at(t, "rule"), *identity = word_at(t, "identity"), *entry = word_at(t, "entry");
	if (attack && k->attack + attack >= least) k->attack = (uint8_t)(k->attack + attack);
	if (k->strength + strength >= 1) k->strength = (uint8_t)(k->strength + strength);
	ability_word(x, k, word_at(t, "ability"), at);
	state_word(x, k, word_at(t, "state"), at);
	if (identity && strcmp(identity, "star") == 0) k->identity = IDENTITY_STAR, k->boss = NO_UNIT;
	if (entry) k->entry_roll = rule ? rule : "reserve.2";
	text_addf(&x->why, "%s (traits%s%s). ", word, rule ? ": " : "", rule ? rule : "");
}

static void leader_trait(struct recruiting *x, struct profile *k, const char *word)
{
	struct node t = find2(x->with->traits, "leader_traits", word);
	if (!t.doc) return;
	const char *rule = word_at(t, "rule");
	ability_word(x, k, word_at(t, "ability"), node_mark(t));
	k->leadership = (uint8_t)(k->leadership + number_at(x, t, "leadership", 0));
	text_addf(&x->why, "%s (traits%s%s). ", word, rule ? ": " : "", rule ? rule : "");
}

static void override_number(struct recruiting *x, struct node o, const char *key, uint8_t *value)
{
	if (!o.doc || !node_find(o, key).doc) return;
	int was = *value;
	*value = (uint8_t)number_at(x, o, key, was);
	if (*value != was) text_addf(&x->why, "%c%s %d by the battle's own file. ", key[0] - 32, key + 1, *value);
}

static void override_all(struct recruiting *x, struct profile *k, const char *id)
{
	struct node o = x->override.doc ? node_find(x->override, id) : x->override;
	if (!o.doc) return;
	override_number(x, o, "range", &k->range);
	override_number(x, o, "attack", &k->attack);
	override_number(x, o, "strength", &k->strength);
	override_number(x, o, "leadership", &k->leadership);
	struct node ability = node_find(o, "ability"), state = node_find(o, "state");
	for (int i = 0; i < node_count(ability); i++) {
		ability_word(x, k, node_scalar(node_at(ability, i)), node_mark(ability));
		text_addf(&x->why, "%s by the battle's own file. ", node_scalar(node_at(ability, i)));
	}
	for (int i = 0; i < node_count(state); i++) {
		state_word(x, k, node_scalar(node_at(state, i)), node_mark(state));
		text_addf(&x->why, "Starts %s by the battle's own file. ", node_scalar(node_at(state, i)));
	}
}

/* --- where and when ------------------------------------------------------------------------------------- */

static int hex_at(const struct muster *m, const struct baa_book *b, struct point at)
{
	int best = hexmap_at(m->map, at);
	int64_t nearest = INT64_MAX;
	if (best != HEX_NONE && !(b->hex[best] & HEX_IS_OFF)) return best;
	for (int h = 0; h < b->hexes; h++) {
		int64_t d = point_distance2(hexmap_centre(m->map, h), at);
		if (d < nearest && !(b->hex[h] & HEX_IS_OFF)) nearest = d, best = h;
	}
	return best;
}

/* reserve.1: at the edge of the board; a point given just inside it means the edge hex beside it, by road one
   with a road. */
static int edge_hex(const struct recruiting *x, int hex, bool road)
{
	const struct baa_book *b = x->b;
	int best = hex, nearest = 100;
	if (b->hex[hex] & HEX_IS_EDGE) return hex;
	for (int h = 0; h < b->hexes; h++) {
		if ((b->hex[h] & (HEX_IS_EDGE | HEX_IS_OFF | HEX_IS_CLOSED)) != HEX_IS_EDGE ||
			hex_distance(b, hex, h) > 2)
			continue;
		int far = 2 * hex_distance(b, hex, h) - (road && b->hex[h] & HEX_IS_ROAD ? 3 : 0);
		if (far < nearest) nearest = far, best = h;
	}
	return best;
}

/* When and how it comes; where it stands is settled once the special rules are known. */
static void post(struct recruiting *x, struct profile *k, const struct posting *o)
{
	k->arrives = (int16_t)(o->arrives < 0 ? -1 : o->arrives / 60);
	k->by_rail = o->by && strstr(o->by, "rail");
	k->start = (int16_t)hex_at(x->m, x->b, o->at);
	if (k->arrives >= 0 && !k->by_rail) k->start = (int16_t)edge_hex(x, k->start, o->by != NULL);
}

/* --- counters ------------------------------------------------------------------------------------------- */

static bool left_out(const struct recruiting *x, const char *id)
{
	return x->m->special.doc && lists(node_find(x->m->special, "leave_out"), id);
}

static struct piece *enlist(struct recruiting *x, const char *id, const char *name, int side, int symbol,
	int formation)
{
	struct piece *p = &x->piece[x->n];
	*p = (struct piece){.id = id,
		.name = name,
		.side = (int8_t)side,
		.symbol = (uint8_t)symbol,
		.formation = (int16_t)formation,
		.unit = NOBODY,
		.leader = NOBODY};
	text_clear(&x->why);
	return p;
}

static void sign_on(struct recruiting *x, struct piece *p, const struct profile *k)
{
	p->derived = arena_copy(x->with->arena, text_str(&x->why), x->why.n);
	mask_add(x->b->kind_mask[k->kind][k->side], x->n);
	x->n++;
}

static void enlist_unit(struct recruiting *x, const struct posting *o)
{
	const struct unit *u = &x->m->battle->unit[o->who];
	struct profile *k = &x->b->piece[x->n];
	if (left_out(x, u->id)) return;
	struct piece *p = enlist(x, u->id, u->name, u->side, u->arm, u->formation);
	p->unit = (int16_t)o->who;
	*k = (struct profile){.side = (uint8_t)u->side,
		.kind = KIND_UNIT,
		.arm = (uint8_t)u->arm,
		.rate = (uint8_t)x->b->n.rate[u->arm],
		.boss = NO_UNIT,
		.men = u->men};
	k->range = (uint8_t)range_by(x, u), k->attack = (uint8_t)attack_by(x, u),
	k->strength = (uint8_t)strength_by(x, u);
	for (int i = 0; i < u->traits; i++) unit_trait(x, k, u->trait[i]);
	for (int i = 0; i < o->traits; i++) unit_trait(x, k, o->trait[i]);
	override_all(x, k, u->id);
	post(x, k, o);
	if (k->attack < x->b->n.attack_least || k->attack > x->b->n.attack_most || k->strength < 1 ||
		k->strength > 12 || k->range < 1)
		fault_add(x->with->faults, o->mark,
			"%s: attack %d is not %d to %d, or strength %d or range %d is impossible", u->id, k->attack,
			x->b->n.attack_least, x->b->n.attack_most, k->strength, k->range);
	sign_on(x, p, k);
}

static int kind_of_leader(struct recruiting *x, const struct leader *l)
{
	enum level level = x->m->battle->formation[l->formation].level;
	const char *word = word_at(find2(x->with->traits, "levels", NULL), level_names[level]);
	if (!word) return level <= LEVEL_CORPS ? KIND_CONTROL : level == LEVEL_DIVISION ? KIND_COMMAND : -1;
	return strcmp(word, "control") == 0 ? KIND_CONTROL : strcmp(word, "command") == 0 ? KIND_COMMAND : -1;
}

/* control.1, command.1. */
static void enlist_leader(struct recruiting *x, const struct posting *o)
{
	const struct leader *l = &x->m->battle->leader[o->who];
	int kind = kind_of_leader(x, l);
	struct profile *k = &x->b->piece[x->n];
	if (kind < 0 || left_out(x, l->id)) return;
	struct piece *p =
		enlist(x, l->id, l->name, l->side, kind == KIND_CONTROL ? SYMBOL_CHIEF : SYMBOL_LEADER, l->formation);
	p->leader = (int16_t)o->who;
	*k = (struct profile){.side = (uint8_t)l->side,
		.kind = (uint8_t)kind,
		.rate = (uint8_t)x->b->n.rate_commander,
		.boss = NO_UNIT};
	k->leadership =
		(uint8_t)number_at(x, find2(x->with->traits, "leadership", NULL), ability_names[l->ability], 2);
	text_addf(&x->why, "Leadership %d for %s ability (traits: leadership). ", k->leadership,
		ability_names[l->ability]);
	for (int i = 0; i < l->traits; i++) leader_trait(x, k, l->trait[i]);
	for (int i = 0; i < o->traits; i++) leader_trait(x, k, o->trait[i]);
	override_all(x, k, l->id);
	post(x, k, o);
	x->leader_piece[o->who] = (int16_t)x->n;
	sign_on(x, p, k);
}

/* --- the chain of command ------------------------------------------------------------------------------- */

static bool within(const struct battle *b, int formation, int of)
{
	for (; formation != NOBODY; formation = b->formation[formation].parent)
		if (formation == of) return true;
	return false;
}

/* command.2: the number on top: which division of its side this is. */
static int division_number(const struct battle *b, int formation)
{
	int n = 1;
	for (int i = 0; i < formation; i++)
		n += b->formation[i].level == LEVEL_DIVISION && b->formation[i].side == b->formation[formation].side;
	return n;
}

/* counter.9: the command counter of the division it belongs to. */
static int boss_of(const struct recruiting *x, int piece)
{
	for EACH (k, x->b->kind_mask[KIND_COMMAND][x->b->piece[piece].side])
		if (within(x->m->battle, x->piece[piece].formation, x->piece[k].formation)) return k;
	return NO_UNIT;
}

/* counter.10: a star for what hangs on the army itself, and for guns of a corps, where the side has divisions
   at all; control.9: brigades of a corps or of an army without divisions take their orders from control
   counters. */
static void identify(struct recruiting *x, int i)
{
	struct profile *k = &x->b->piece[i];
	struct node o = x->override.doc ? node_find(x->override, x->piece[i].id) : x->override;
	const char *word = word_at(o, "identity");
	int boss = boss_of(x, i), wanted = word ? battle_find_leader(x->m->battle, word) : -1;
	bool army = x->m->battle->formation[x->piece[i].formation].level == LEVEL_ARMY;
	if (k->identity == IDENTITY_STAR && !word) return;
	if (boss != NO_UNIT) k->identity = IDENTITY_NUMBER;
	else if (mask_any(x->b->kind_mask[KIND_COMMAND][k->side]) && (army || k->arm == ARM_ARTILLERY))
		k->identity = IDENTITY_STAR;
	else k->identity = IDENTITY_DIRECT;
	if (word && strcmp(word, "star") == 0) k->identity = IDENTITY_STAR, boss = NO_UNIT;
	else if (word && strcmp(word, "direct") == 0) k->identity = IDENTITY_DIRECT, boss = NO_UNIT;
	else if (wanted >= 0 && x->leader_piece[wanted] >= 0)
		k->identity = IDENTITY_NUMBER, boss = x->leader_piece[wanted];
	else if (word && wanted < 0)
		fault_add(x->with->faults, node_mark(o), "identity is star, direct or a leader, not '%s'", word);
	k->boss = (int16_t)boss;
}

/* control.3: any of its army, or only the formations that the battle names. */
static bool may_control(const struct recruiting *x, int control, int i)
{
	struct node o = x->override.doc ? node_find(x->override, x->piece[control].id) : x->override;
	struct node only = o.doc ? node_find(o, "controls") : o;
	if (!only.doc) return true;
	for (int f = x->piece[i].formation; f != NOBODY; f = x->m->battle->formation[f].parent)
		if (lists(only, x->m->battle->formation[f].id)) return true;
	return false;
}

/* A leader of the same name as a brigade of his army is called General. */
static void tell_apart(struct recruiting *x, int leader)
{
	for (int i = 0; i < x->b->units; i++)
		if (x->piece[i].side == x->piece[leader].side &&
			strcmp(x->piece[i].name, x->piece[leader].name) == 0) {
			x->piece[leader].name = arena_printf(x->with->arena, "General %s", x->piece[leader].name);
			return;
		}
}

static void chain_up(struct recruiting *x)
{
	for (int i = 0; i < x->n; i++) {
		struct profile *k = &x->b->piece[i];
		if (k->kind == KIND_UNIT) identify(x, i);
		else if (k->kind == KIND_COMMAND)
			k->identity = IDENTITY_NUMBER,
			k->number = (uint8_t)division_number(x->m->battle, x->piece[i].formation);
		else k->identity = IDENTITY_STAR;
		if (k->kind == KIND_CONTROL) continue;
		for EACH (c, x->b->kind_mask[KIND_CONTROL][k->side])
			if (may_control(x, c, i)) mask_add(k->controls, c);
	}
	for (int i = x->b->units; i < x->n; i++) tell_apart(x, i);
	for (int i = 0; i < x->n; i++)
		if (x->b->piece[i].boss != NO_UNIT) x->b->piece[i].number = x->b->piece[x->b->piece[i].boss].number;
}

bool baa_counters_make(struct muster *m, const struct mustering *with, struct baa_book *b)
{
	int before = with->faults->n;
	struct recruiting x = {.m = m,
		.with = with,
		.b = b,
		.piece = ARENA_ARRAY(with->arena, struct piece, BAA_PIECES)};
	if (m->special.doc) x.override = node_find(m->special, "counters");
	memset(x.leader_piece, -1, sizeof x.leader_piece);
	assert(m->battle->leaders <= PIECES_MOST);
	for (int i = 0; i < m->scenario->postings; i++)
		if (m->scenario->posting[i].kind == POSTING_UNIT && x.n <= BAA_UNITS)
			enlist_unit(&x, &m->scenario->posting[i]);
	b->units = x.n;
	for (int i = 0; i < m->scenario->postings; i++)
		if (m->scenario->posting[i].kind == POSTING_LEADER && x.n < BAA_PIECES)
			enlist_leader(&x, &m->scenario->posting[i]);
	if (b->units > BAA_UNITS || x.n == BAA_PIECES)
		fault_add(with->faults, m->scenario->mark,
			"more counters than the %d units and %d pieces of this system", BAA_UNITS, BAA_PIECES - 1);
	chain_up(&x);
	text_free(&x.why);
	m->pieces = x.n, m->piece = x.piece;
	return with->faults->n == before;
}

/* --- where they stand ----------------------------------------------------------------------------------- */

static bool taken(const struct baa_book *b, int piece, int hex)
{
	for (int i = 0; i < b->units; i++)
		if (i != piece && b->piece[i].start == hex && b->piece[i].arrives < 0 &&
			(i < piece || b->piece[i].side != b->piece[piece].side))
			return true;
	return false;
}

/* The nearest hex that is open to it and, for a unit, still free: nobody begins stacked unless the file says
   so. */
static int free_hex(const struct baa_book *b, int piece)
{
	static const struct state nowhere; /* standing bans only ask for the ground */
	int from = b->piece[piece].start, best = from, nearest = 1000;
	for (int h = 0; h < b->hexes; h++) {
		int far = hex_distance(b, from, h);
		if (far >= nearest || !baa_may_stand(b, &nowhere, piece, h) ||
			(is_unit(b, piece) && taken(b, piece, h)))
			continue;
		nearest = far, best = h;
	}
	return best;
}

bool baa_counters_post(struct muster *m, const struct mustering *with, struct baa_book *b)
{
	struct node counters = m->special.doc ? node_find(m->special, "counters") : m->special;
	struct piece *piece = (struct piece *)(uintptr_t)m->piece; /* ours until muster is over */
	int before = with->faults->n;
	for (int i = 0; i < m->pieces; i++) {
		struct profile *k = &b->piece[i];
		struct node own = counters.doc ? node_find(counters, m->piece[i].id) : counters;
		const char *at = word_at(own, "at");
		if (at) {
			int hex = hexmap_find(m->map, at);
			if (hex == HEX_NONE) fault_add(with->faults, node_mark(own), "there is no hex '%s'", at);
			else k->start = (int16_t)hex;
		} else if (k->arrives < 0) k->start = (int16_t)free_hex(b, i);
		const char *hex = m->map->number[k->start], *text = m->piece[i].derived;
		if (k->kind == KIND_UNIT && k->boss != NO_UNIT)
			text = arena_printf(with->arena, "%sDivision %d, under %s (counter.9). ", text, k->number,
				m->piece[k->boss].name);
		else if (k->kind == KIND_UNIT)
			text = arena_printf(with->arena, "%s%s", text,
				k->identity == IDENTITY_STAR ? "Unassigned (counter.10). "
											 : "Ordered by control counters (control.9). ");
		if (k->arrives < 0) piece[i].derived = arena_printf(with->arena, "%sStands in %s.", text, hex);
		else
			piece[i].derived = arena_printf(with->arena, "%sArrives at bound %d in %s%s.", text, k->arrives,
				hex, k->by_rail ? " by rail" : "");
	}
	return with->faults->n == before;
}
