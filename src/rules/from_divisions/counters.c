/* A counter's values, place and time (2.2, 7.9, 11.0a): what the battle file of the system says, or else what
   traits.yaml derives from men, guns, quality and ability. */
#include "rules/from_divisions/mustering.h"

static void override(const struct fd_making *k, const char *id, const char *key, int min, int max,
	int32_t *out)
{
	node_optional(muster_counter(k->m, id, key), key, min, max, out, k->with->faults);
}

static bool overrule(const struct fd_making *k, const char *id, const char *key, bool otherwise)
{
	struct node n = fd_value(k, id, key);
	bool yes = otherwise;
	if (n.doc) node_bool(n, &yes, k->with->faults);
	return yes;
}

static int add_piece(struct fd_making *k, struct piece p)
{
	if (k->m->pieces == FD_PIECES) {
		fault_add(k->with->faults, k->m->scenario->mark, "more than %d counters", FD_PIECES);
		return FD_PIECES - 1;
	}
	k->piece[k->m->pieces] = p;
	return k->m->pieces++;
}

/* 3.0b: where and when; the posting, unless the battle file says otherwise. `late`: how far into its turn, in
   twelfths. */
static void place_and_time(const struct fd_making *k, const struct posting *p, const char *id, int16_t *hex,
	int8_t *arrives, int8_t *late)
{
	struct node at = fd_value(k, id, "at"), when = fd_value(k, id, "arrives"),
				entry = node_find(muster_said(k->m, "entry"), id);
	int minutes = p->arrives;
	if (entry.doc) at = entry;
	*hex = (int16_t)muster_hex_at(k->m, k->b->map, p->at);
	if (at.doc) {
		int found = node_scalar(at) ? hexmap_find(k->b->map, node_scalar(at)) : HEX_NONE;
		if (found == HEX_NONE) fault_add(k->with->faults, node_mark(at), "there is no such hex");
		else *hex = (int16_t)found;
	}
	if (when.doc && node_scalar(when) && strcmp(node_scalar(when), "start") == 0) minutes = -1;
	else if (when.doc) node_time(when, &minutes, k->with->faults);
	*arrives = (int8_t)(minutes <= k->b->starts ? 0 : fd_turn_at(k->b, minutes));
	*late = (int8_t)(*arrives
						 ? (minutes - k->b->starts) % k->b->chart.turn_minutes * 12 / k->b->chart.turn_minutes
						 : 0);
}

static int facing_of(const struct fd_making *k, const struct posting *p, const char *id, int side)
{
	static const char *const pointy[] = {"NE", "E", "SE", "SW", "W", "NW", NULL}, *const flat[] = {"N", "NE",
																					  "SE", "S", "SW", "NW",
																					  NULL};
	struct node said = fd_value(k, id, "facing");
	bool is_flat = k->b->map->grid.flat;
	int dir;
	if (said.doc && node_name(said, is_flat ? flat : pointy, &dir, k->with->faults)) return dir;
	int degrees = p->facing >= 0 ? p->facing : (k->edge[side] + 2) % 4 * 90; /* away from its own edge */
	return is_flat ? (degrees + 30) / 60 % 6 : degrees / 60 % 6;
}

static int divided(int many, int each) { return each < 1 ? 0 : (many + each / 2) / each; }

/* The nation's own number, or the traits' for all. */
static int32_t nation_number(const struct fd_making *k, const struct unit *u, const char *key,
	int32_t otherwise)
{
	struct node nations = node_find(k->with->traits, "nations");
	struct node own = u->nation >= 0 ? node_find(nations, k->m->battle->nation[u->nation]) : (struct node){0};
	node_optional(node_find(nations, "others"), key, -9, 1000, &otherwise, k->with->faults);
	node_optional(own, key, -9, 1000, &otherwise, k->with->faults);
	return otherwise;
}

static int32_t trait_morale(const struct fd_making *k, const struct unit *u)
{
	int32_t sum = nation_number(k, u, "morale", 0);
	for (int i = 0; i < u->traits; i++) {
		int32_t more = 0;
		node_optional(node_find(node_find(k->with->traits, "unit_traits"), u->trait[i]), "morale", -5, 5,
			&more, k->with->faults);
		sum += more;
	}
	return sum;
}

/* 2.2.1b, 2.2.1c, A02 */
static void derive(const struct fd_making *k, const struct fd_body *body, struct fd_unit *v)
{
	struct faults *f = k->with->faults;
	const struct unit *u = &k->m->battle->unit[body->unit[0]];
	int32_t each = 2000, gun = 6, morale = 3;
	node_number(node_find(k->with->traits, "men"), body->cavalry ? "cavalry" : "infantry", 1, 100000, &each,
		f);
	node_number(k->with->traits, "guns", 1, 100, &gun, f);
	gun = nation_number(k, u, "guns", gun);
	int quality = body->men ? (body->quality + body->men / 2) / body->men : (int)u->quality;
	node_number(node_find(k->with->traits, "morale"), quality_names[quality], 1, 6, &morale, f);
	morale += trait_morale(k, u);
	int32_t steps = divided(body->men, each), guns = divided(body->guns, gun),
			organic = body->horse_men ? divided(body->horse_men, each / 4) : 0;
	int arm = body->militia ? 2 : body->cavalry ? 1 : 0;
	steps = steps < 1 ? 1 : steps > 5 ? 5 : steps, morale = morale < 1 ? 1 : morale > 6 ? 6 : morale;
	if (body->guns && !guns) guns = 1;
	*v = (struct fd_unit){.side = (uint8_t)body->side,
		.kind = body->cavalry ? HORSE : FOOT,
		.steps = (uint8_t)steps,
		.morale = (uint8_t)morale,
		.allowance = (uint8_t)k->b->chart.allowance[body->cavalry ? HORSE : FOOT],
		.guns = (uint8_t)guns,
		.horse_guns = body->horse_guns,
		.organic = (uint8_t)organic,
		.white = (uint8_t)k->b->chart.white[arm],
		.boxes = (uint8_t)(k->b->chart.white[arm] + k->b->chart.grey[arm]),
		.light = body->light,
		.militia = body->militia,
		.men = body->men};
}

static void overrule_all(const struct fd_making *k, const char *id, struct fd_unit *v)
{
	int32_t steps = v->steps, morale = v->morale, allowance = v->allowance, guns = v->guns,
			organic = v->organic, white = v->white, grey = v->boxes - v->white;
	int32_t fatigue = 0, stragglers = 0;
	override(k, id, "steps", 1, 9, &steps), override(k, id, "morale", 1, 6, &morale),
		override(k, id, "allowance", 1, 40, &allowance);
	override(k, id, "guns", 0, 20, &guns), override(k, id, "organic", 0, 20, &organic),
		override(k, id, "white", 1, 20, &white), override(k, id, "grey", 0, 20, &grey);
	override(k, id, "fatigue", 0, 20, &fatigue),
		override(k, id, "stragglers", 0,
			steps - 1 < k->b->chart.stragglers ? steps - 1 : k->b->chart.stragglers, &stragglers);
	v->steps = (uint8_t)steps, v->morale = (uint8_t)morale, v->allowance = (uint8_t)allowance,
	v->guns = (uint8_t)guns, v->organic = (uint8_t)organic;
	v->white = (uint8_t)white, v->boxes = (uint8_t)(white + grey);
	v->fatigue = (uint8_t)(fatigue > v->boxes ? v->boxes : fatigue), v->stragglers = (uint8_t)stragglers;
	v->horse_guns = overrule(k, id, "horse", v->horse_guns), v->light = overrule(k, id, "light", v->light);
	v->militia = overrule(k, id, "militia", v->militia), v->holds = overrule(k, id, "holds", false);
}

/* "6-4-8: 6000 men in 2 units, a step for 2,000 (2.2.1c, A02); 1 battery of 6 guns (7.9a)" */
static const char *derivation(const struct fd_making *k, const struct fd_body *body, const struct fd_unit *v)
{
	struct text t = {0};
	text_addf(&t, "%d-%d-%d: %d %s in ", v->steps * 2, v->morale, v->allowance, body->men,
		body->cavalry ? "horse" : "men");
	say_count(&t, body->n, "unit", "units");
	text_addf(&t, ", a step for %s (2.2.1c, A02); ", body->cavalry ? "1,000" : "2,000");
	say_count(&t, v->guns, "battery", "batteries");
	if (body->guns) text_addf(&t, " of %d guns", body->guns);
	text_addf(&t, " (7.9a)%s%s", v->organic ? "; organic cavalry (7.14a)" : "",
		v->light ? "; light (7.6b)" : "");
	const char *words = arena_printf(k->with->arena, "%s", text_str(&t));
	text_free(&t);
	return words;
}

void fd_muster_body(struct fd_making *k, const struct fd_body *body, int corps)
{
	struct fd_unit v;
	const struct posting *p = &k->m->scenario->posting[body->posting];
	const char *name = node_scalar(fd_value(k, body->id, "name"));
	derive(k, body, &v);
	overrule_all(k, body->id, &v);
	place_and_time(k, p, body->id, &v.at, &v.arrives, &v.late);
	v.facing = (int8_t)facing_of(k, p, body->id, body->side);
	v.formation = (uint8_t)corps;
	const char *derived = derivation(k, body, &v);
	int i = add_piece(k, (struct piece){.id = body->id,
							 .name = name ? name : body->name,
							 .side = (int8_t)body->side,
							 .symbol = (uint8_t)(body->cavalry ? ARM_CAVALRY : ARM_INFANTRY),
							 .formation = (int16_t)body->formation,
							 .unit = (int16_t)body->unit[0],
							 .leader = NOBODY,
							 .derived = derived});
	if (i < FD_UNITS) k->b->unit[i] = v;
	else fault_add(k->with->faults, k->m->scenario->mark, "more than %d units", FD_UNITS);
}

/* 10.3a, 16.5e: slots for what is made in play. */
void fd_muster_slot(struct fd_making *k, int corps, int type, int n, int kind)
{
	const struct fd_formation *f = &k->b->formation[corps];
	const char *id = type == DETACHMENT ? k->corps[n].id : k->m->battle->side[f->side].id;
	struct piece p = {.side = (int8_t)f->side,
		.symbol = (uint8_t)(type == BATTERY ? ARM_ARTILLERY
							: kind == HORSE ? ARM_CAVALRY
											: ARM_INFANTRY),
		.formation = NOBODY,
		.unit = NOBODY,
		.leader = NOBODY};
	bool both = kind == HORSE && f->detachment[FOOT] != NO_UNIT;
	p.id = type == DETACHMENT
	         ? arena_printf(k->with->arena, both ? "%s_horse_detachment" : "%s_detachment", id)
	         : arena_printf(k->with->arena, "%s_battery_%d", id, n + 1);
	p.name = type == DETACHMENT
	           ? arena_printf(k->with->arena, both ? "Detached horse of %s" : "Detachment of %s", f->name)
	           : arena_printf(k->with->arena, "Grand battery %d", n + 1);
	p.derived = type == DETACHMENT ? "appears when a division of the corps detaches (10.3b)"
	                               : "appears when batteries are massed (16.5b)";
	int i = add_piece(k, p);
	if (i >= FD_UNITS) {
		fault_add(k->with->faults, k->m->scenario->mark, "more than %d units", FD_UNITS);
		return;
	}
	k->b->unit[i] = (struct fd_unit){.side = f->side,
		.formation = (uint8_t)corps,
		.kind = (uint8_t)kind,
		.type = (uint8_t)type,
		.steps = 0,
		.morale = 3,
		.allowance = (uint8_t)k->b->chart.allowance[kind],
		.white = (uint8_t)k->b->chart.white[kind],
		.boxes = (uint8_t)(k->b->chart.white[kind] + k->b->chart.grey[kind]),
		.at = PLACE_NONE,
		.arrives = 127};
}

/* 2.2.4a */
int fd_muster_leader(struct fd_making *k, int leader, int corps, bool chief)
{
	const struct leader *l = &k->m->battle->leader[leader];
	const struct posting *p = &k->m->scenario->posting[fd_leader_posting(k, leader)];
	struct node by = node_find(node_find(k->with->traits, "leaders"), ability_names[l->ability]);
	const char *name = node_scalar(fd_value(k, l->id, "name"));
	int32_t rating = 3, bonus = 0, allowance = k->b->chart.allowance[LEADER];
	int8_t late;
	node_number(by, "rating", 1, 9, &rating, k->with->faults),
		node_number(by, "bonus", 0, 9, &bonus, k->with->faults);
	override(k, l->id, "rating", 1, 9, &rating), override(k, l->id, "bonus", 0, 9, &bonus),
		override(k, l->id, "allowance", 1, 40, &allowance);
	struct fd_leader v = {.side = (uint8_t)l->side,
		.formation = (uint8_t)corps,
		.rating = (uint8_t)rating,
		.allowance = (uint8_t)allowance,
		.bonus = (int8_t)bonus,
		.chief = chief};
	place_and_time(k, p, l->id, &v.at, &v.arrives, &late);
	int i = add_piece(k, (struct piece){.id = l->id,
							 .name = name ? name : l->name,
							 .side = (int8_t)l->side,
							 .symbol = chief ? SYMBOL_CHIEF : SYMBOL_LEADER,
							 .formation = (int16_t)l->formation,
							 .unit = NOBODY,
							 .leader = (int16_t)leader,
							 .derived = arena_printf(k->with->arena, "rating %d, bonus %d: %s (2.2.4a)",
								 rating, bonus, ability_names[l->ability])});
	if (i - k->b->units < FD_PIECES - FD_UNITS) k->b->leader[i - k->b->units] = v;
	else fault_add(k->with->faults, k->m->scenario->mark, "more than %d leaders", FD_PIECES - FD_UNITS);
	return i;
}
