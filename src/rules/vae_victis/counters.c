/* A counter's place, time and values (0.3, 10, 14.1, 14.2): what the battle file of the system says, or else
   what traits.yaml derives from men, guns, quality, armament and ability. */
#include "rules/vae_victis/mustering.h"

/* --- counters ------------------------------------------------------------------------------------------- */

/* Where and when: the posting, unless the battle file says otherwise. */
void vv_place_and_time(struct vv_making *k, const struct posting *p, const char *id, int16_t *hex,
	int8_t *arrives)
{
	struct node at = vv_said(k, id, "at"), when = vv_said(k, id, "arrives");
	struct faults *f = k->with->faults;
	int minutes = p->arrives;
	*hex = (int16_t)muster_hex_at(k->m, k->b->map, p->at);
	if (at.doc) {
		int found = node_scalar(at) ? hexmap_find(k->b->map, node_scalar(at)) : HEX_NONE;
		if (found == HEX_NONE) fault_add(f, node_mark(at), "there is no such hex");
		else *hex = (int16_t)found;
	}
	if (when.doc) {
		if (node_scalar(when) && strcmp(node_scalar(when), "start") == 0) minutes = -1;
		else node_time(when, &minutes, f);
	}
	*arrives = (int8_t)(minutes < k->b->starts ? 0 : vv_turn_at(k->b, minutes)); /* 4C-d */
}

uint8_t vv_entry_of(struct vv_making *k, int hex)
{
	struct vv_book *b = k->b;
	for (int i = 0; i < b->entries; i++)
		if (b->entry[i] == hex) return (uint8_t)i;
	if (b->entries == VV_ENTRIES) return VV_ENTRIES - 1;
	b->entry[b->entries] = (int16_t)hex;
	return (uint8_t)b->entries++;
}

int vv_facing_of(const struct vv_making *k, const struct posting *p, const char *id, int side)
{
	static const char *const pointy[] = {"NE", "E", "SE", "SW", "W", "NW", NULL}, *const flat[] = {"N", "NE",
																					  "SE", "S", "SW", "NW",
																					  NULL};
	struct node said = vv_said(k, id, "facing");
	bool is_flat = k->b->map->grid.flat;
	int dir;
	if (said.doc && node_name(said, is_flat ? flat : pointy, &dir, k->with->faults)) return dir;
	int degrees = p->facing >= 0 ? p->facing : (k->edge[side] + 2) % 4 * 90; /* away from its own edge */
	return is_flat ? (degrees + 30) / 60 % 6 : degrees / 60 % 6;
}

static int divided(int many, int each, int most)
{
	int value = (many + each / 2) / each;
	return value < 1 ? 1 : value > most ? most : value;
}

static void override(const struct vv_making *k, const char *id, const char *key, int min, int max,
	int32_t *out)
{
	node_optional(muster_counter(k->m, id, key), key, min, max, out, k->with->faults);
}

static void trait_values(const struct vv_making *k, const struct unit *u, int32_t *steps, int32_t *combat,
	bool *heavy)
{
	struct node traits = node_find(k->with->traits, "unit_traits");
	for (int i = 0; i < u->traits; i++) {
		struct node n = node_find(traits, u->trait[i]);
		int32_t more = 0;
		if (!n.doc) continue;
		node_optional(n, "steps", 1, 3, steps, k->with->faults);
		if (node_optional(n, "combat", -9, 9, &more, k->with->faults)) *combat += more;
		*heavy |= vv_yes(n, "heavy", k->with->faults);
	}
}

static int32_t trait_number(const struct vv_making *k, const char *section, const char *key,
	const char *otherwise, int most)
{
	int32_t value = 1;
	struct node map = node_find(k->with->traits, section);
	if (key && node_find(map, key).doc) node_number(map, key, 0, most, &value, k->with->faults);
	else node_number(map, otherwise, 0, most, &value, k->with->faults);
	return value;
}

/* 0.2b, 0.3c … 0.3e, 10: a counter's values. */
void vv_unit_values(struct vv_making *k, const struct unit *u, struct vv_unit *v, const char **derived)
{
	const struct vv_nation *n = &k->nation[u->nation < 0 || u->nation >= VV_NATIONS ? 0 : u->nation];
	struct faults *f = k->with->faults;
	int kind = u->arm == ARM_INFANTRY ? FOOT : u->arm == ARM_CAVALRY ? HORSE : GUNS;
	bool guns = kind == GUNS && u->guns, heavy = u->weight == WEIGHT_HEAVY;
	int many = guns ? u->guns : u->men, each = guns ? n->guns : kind == HORSE ? n->cavalry : n->infantry;
	int32_t combat = divided(many, each, n->most), allowance = k->t.allowance[kind], range = 0, steps = 2;
	node_number(node_find(node_find(k->with->traits, "steps"), arm_names[u->arm]), quality_names[u->quality],
		1, 3, &steps, f);
	if (kind == GUNS) range = trait_number(k, "range", u->armament, "others", VV_RANGE);
	trait_values(k, u, &steps, &combat, &heavy);
	if (combat < 1) combat = 1;
	bool overridden = vv_said(k, u->id, "combat").doc || vv_said(k, u->id, "steps").doc;
	override(k, u->id, "combat", 0, 20, &combat), override(k, u->id, "steps", 1, 3, &steps);
	override(k, u->id, "allowance", 1, 20, &allowance), override(k, u->id, "range", 1, VV_RANGE, &range);
	if (vv_said(k, u->id, "heavy").doc) heavy = vv_yes(muster_counter(k->m, u->id, "heavy"), "heavy", f);
	v->kind = (uint8_t)kind, v->combat = (uint8_t)combat, v->steps = (uint8_t)steps,
	v->allowance = (uint8_t)allowance;
	v->range = (uint8_t)range, v->heavy = heavy && kind == HORSE;
	*derived =
		overridden
			? arena_printf(k->with->arena, "%d-%d-%d: the battle's counter file (0.3c)", combat, steps,
				  allowance)
			: arena_printf(k->with->arena,
				  "combat %d: %d %s, one for %d, at most %d (0.2b); steps %d: %s (0.5a); allowance %d (7.1a)%s",
				  combat, many, guns ? "guns" : "men", each, n->most, steps, quality_names[u->quality],
				  allowance, v->heavy ? "; heavy (0.3d)" : "");
}

void vv_leader_values(struct vv_making *k, const struct leader *l, bool chief, struct vv_leader *v,
	const char **derived)
{
	struct node by = node_find(node_find(k->with->traits, "leaders"), ability_names[l->ability]);
	struct faults *f = k->with->faults;
	int nation = k->m->battle->formation[l->formation].nation;
	const struct vv_nation *n = &k->nation[nation < 0 || nation >= VV_NATIONS ? 0 : nation];
	int32_t value[4] = {0}, allowance = chief ? k->t.chief : k->t.hq, entry = n->chief_entry;
	static const char *const key[4] = {"bonus", "command", "initiative", "inertia"};
	for (int i = 0; i < 4; i++) {
		node_number(by, key[i], 0, 9, &value[i], f);
		override(k, l->id, key[i], 0, 9, &value[i]);
	}
	override(k, l->id, "allowance", 1, 12, &allowance), override(k, l->id, "entry", 1, 30, &entry);
	struct node holding = muster_counter(k->m, l->id, "holds_until"), dying = vv_said(k, l->id, "killed");
	int holds_until = holding.doc ? vv_hour(holding, "holds_until", k->b, f) : n->chief_holds,
		killed = n->killed;
	bool said = vv_said(k, l->id, chief ? "inertia" : "command").doc;
	if (dying.doc) node_name(dying, vv_deaths, &killed, f);
	*v = (struct vv_leader){.side = (uint8_t)l->side,
		.chief = chief,
		.bonus = (int8_t)value[0],
		.command = (int8_t)value[1],
		.initiative = (int8_t)value[2],
		.inertia = (int8_t)value[3],
		.allowance = (uint8_t)allowance,
		.range = (uint8_t)allowance,
		.holds_until = (int8_t)holds_until,
		.entry_points = (uint8_t)(entry ? entry : allowance),
		.killed = (uint8_t)killed};
	const char *source = said ? "the battle's counter file" : ability_names[l->ability];
	*derived = chief ? arena_printf(k->with->arena,
						   "initiative %d, inertia %d, allowance and command range %d: %s (0.3b)", value[2],
						   value[3], allowance, source)
	                 : arena_printf(k->with->arena,
						   "bonus %d, command %d, allowance and command range %d: %s (0.3a)", value[0],
						   value[1], allowance, source);
}
