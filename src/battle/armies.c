/* armies.yaml: the two sides, their nations, the tree of formations, and who leads and who fights in it.
   Formations come before leaders and units, parents before children, so that every name is known when it is
   used. */
#include "battle/load.h"

#include <stddef.h>
#include <string.h>

enum { MEN_MOST = 60000, GUNS_MOST = 400, LOSSES_MOST = 200000 };

const char *const arm_names[] = {"infantry", "cavalry", "artillery", "boat", NULL};
const char *const quality_names[] = {"raw", "green", "trained", "veteran", "elite", NULL};
const char *const ability_names[] = {"poor", "hesitant", "ordinary", "able", "gifted", NULL};
const char *const weight_names[] = {"none", "light", "heavy", NULL};
const char *const level_names[] = {"army", "corps", "division", "brigade", NULL};

struct side_draft {
	struct side s;
	struct node id;
};

static const struct yaml_field side_fields[] = {
	{.name = "id", .kind = YAML_NODE, .required = true, .offset = offsetof(struct side_draft, id)},
	{.name = "title", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct side_draft, s.title)},
	{.name = "adjective", .kind = YAML_TEXT, .offset = offsetof(struct side_draft, s.adjective)},
	{.name = "plural", .kind = YAML_TEXT, .offset = offsetof(struct side_draft, s.plural)},
	{.name = "possessive", .kind = YAML_TEXT, .offset = offsetof(struct side_draft, s.possessive)},
	{.name = "colour", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct side_draft, s.colour)},
};

/* What a battle file leaves out. "Austrians": Austrian, the Austrians, the Austrians'. "Union": Union, the
   Union troops, the Union troops'. */
static void complete_side(struct arena *a, struct side *s)
{
	size_t n = s->title ? strlen(s->title) : 0;
	bool people = n > 1 && s->title[n - 1] == 's';

	if (!n) return;
	if (!s->adjective) s->adjective = people ? arena_copy(a, s->title, n - 1) : s->title;
	if (!s->plural) s->plural = arena_printf(a, people ? "the %s" : "the %s troops", s->title);
	if (!s->possessive)
		s->possessive = arena_printf(a, s->plural[strlen(s->plural) - 1] == 's' ? "%s'" : "%s's", s->plural);
}

static void read_side(struct loading *l, struct node n, struct side *side)
{
	struct side_draft d = {0};

	yaml_fields(n, FIELDS(side_fields), &d, l->f);
	complete_side(l->a, &d.s);
	*side = d.s;
	side->id = read_id(l, d.id, "side", &l->sides);
}

static void read_sides(struct loading *l, struct node list)
{
	l->sides = new_names(l, SIDES);
	if (!list.doc) return;
	if (!node_is_list(list) || node_count(list) != SIDES) {
		fault_add(l->f, node_mark(list), "expected a list of two sides");
		return;
	}
	for (int i = 0; i < SIDES; i++) read_side(l, node_at(list, i), &l->b->side[i]);
}

static void read_nations(struct loading *l, struct node list)
{
	int n = count_list(l, list, 1);

	l->nations = new_names(l, n);
	for (int i = 0; i < n; i++) read_id(l, node_at(list, i), "nation", &l->nations);
	l->b->nations = n;
	l->b->nation = l->nations.list;
}

struct formation_draft {
	struct formation f;
	struct node id, side, nation, parent;
};

static const struct yaml_field formation_fields[] = {
	{.name = "id", .kind = YAML_NODE, .required = true, .offset = offsetof(struct formation_draft, id)},
	{.name = "name", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct formation_draft, f.name)},
	{.name = "side", .kind = YAML_NODE, .offset = offsetof(struct formation_draft, side)},
	{.name = "nation", .kind = YAML_NODE, .offset = offsetof(struct formation_draft, nation)},
	{.name = "parent", .kind = YAML_NODE, .offset = offsetof(struct formation_draft, parent)},
	{.name = "level",
		.kind = YAML_NAME,
		.required = true,
		.offset = offsetof(struct formation_draft, f.level),
		.names = level_names},
	{.name = "losses",
		.kind = YAML_INT,
		.offset = offsetof(struct formation_draft, f.losses),
		.max = LOSSES_MOST},
};

/* A child takes side and nation from its parent; it may be of another nation, never of another side. */
static void join_parent(struct loading *l, struct formation_draft *d, const struct formation *parent)
{
	if (d->side.doc && d->f.side != NOBODY && d->f.side != parent->side)
		fault_add(l->f, node_mark(d->side), "expected the parent's side, found the other one");
	if (d->f.level <= parent->level)
		fault_add(l->f, d->f.at, "expected a level below the parent's, which is %s, found %s",
			level_names[parent->level], level_names[d->f.level]);
	d->f.side = parent->side;
	if (d->f.nation == NOBODY) d->f.nation = parent->nation;
}

static void stand_alone(struct loading *l, const struct formation_draft *d)
{
	if (!d->side.doc) fault_add(l->f, d->f.at, "expected the key \"side\" or \"parent\", which are missing");
	if (!d->nation.doc)
		fault_add(l->f, d->f.at, "expected the key \"nation\" or \"parent\", which are missing");
}

static struct formation read_formation(struct loading *l, struct node n, const struct formation *before)
{
	struct formation_draft d = {.f = {.leader = NOBODY, .at = node_mark(n)}};
	bool good = yaml_fields(n, FIELDS(formation_fields), &d, l->f);

	d.f.side = read_known(l, d.side, "a side", &l->sides);
	d.f.nation = read_known(l, d.nation, "a nation", &l->nations);
	d.f.parent = read_known(l, d.parent, "a formation written before this one", &l->formations);
	if (good && d.f.parent != NOBODY) join_parent(l, &d, &before[d.f.parent]);
	else if (good && !d.parent.doc) stand_alone(l, &d);
	d.f.id = read_id(l, d.id, "formation", &l->formations);
	return d.f;
}

static struct formation *read_formations(struct loading *l, struct node list)
{
	int n = count_list(l, list, 1);
	struct formation *all = ARENA_ARRAY(l->a, struct formation, n);

	l->formations = new_names(l, n);
	for (int i = 0; i < n; i++) all[i] = read_formation(l, node_at(list, i), all);
	l->b->formations = n;
	l->b->formation = all;
	return all;
}

struct leader_draft {
	struct leader l;
	struct node id, leads, traits;
};

static const struct yaml_field leader_fields[] = {
	{.name = "id", .kind = YAML_NODE, .required = true, .offset = offsetof(struct leader_draft, id)},
	{.name = "name", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct leader_draft, l.name)},
	{.name = "leads", .kind = YAML_NODE, .required = true, .offset = offsetof(struct leader_draft, leads)},
	{.name = "ability",
		.kind = YAML_NAME,
		.required = true,
		.offset = offsetof(struct leader_draft, l.ability),
		.names = ability_names},
	{.name = "traits", .kind = YAML_NODE, .offset = offsetof(struct leader_draft, traits)},
};

/* Gives leader `who` his formation, unless somebody has it. */
static void take_command(struct loading *l, struct node leads, int who, struct leader *leader,
	struct formation *formations)
{
	struct formation *led;

	leader->formation = read_known(l, leads, "a formation", &l->formations);
	leader->side = NOBODY;
	if (leader->formation == NOBODY) return;
	led = &formations[leader->formation];
	leader->side = led->side;
	if (led->leader != NOBODY)
		fault_add(l->f, node_mark(leads), "expected a formation without a leader, found %s, which %s leads",
			led->id, l->leaders.list[led->leader]);
	led->leader = who;
}

static void read_leaders(struct loading *l, struct node list, struct formation *formations)
{
	int n = count_list(l, list, 0);
	struct leader *all = ARENA_ARRAY(l->a, struct leader, n);

	l->leaders = new_names(l, n);
	for (int i = 0; i < n; i++) {
		struct leader_draft d = {.l = {.at = node_mark(node_at(list, i))}};

		yaml_fields(node_at(list, i), FIELDS(leader_fields), &d, l->f);
		d.l.id = read_id(l, d.id, "leader", &l->leaders);
		d.l.trait = read_words(l, d.traits, &d.l.traits);
		take_command(l, d.leads, i, &d.l, formations);
		all[i] = d.l;
	}
	l->b->leaders = n;
	l->b->leader = all;
}

static const struct yaml_field battalion_fields[] = {
	{.name = "name", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct battalion, name)},
	{.name = "arm", .kind = YAML_NAME, .offset = offsetof(struct battalion, arm), .names = arm_names},
	{.name = "men", .kind = YAML_INT, .offset = offsetof(struct battalion, men), .max = MEN_MOST},
	{.name = "guns", .kind = YAML_INT, .offset = offsetof(struct battalion, guns), .max = GUNS_MOST},
	{.name = "kind", .kind = YAML_TEXT, .offset = offsetof(struct battalion, kind)},
};

static void read_battalions(struct loading *l, struct node list, struct unit *u)
{
	int n = count_list(l, list, 0);
	struct battalion *all = ARENA_ARRAY(l->a, struct battalion, n);

	for (int i = 0; i < n; i++) {
		all[i].arm = u->arm;
		if (yaml_fields(node_at(list, i), FIELDS(battalion_fields), &all[i], l->f) &&
			all[i].men + all[i].guns == 0)
			fault_add(l->f, node_mark(node_at(list, i)), "expected men or guns, found neither");
	}
	u->battalions = n;
	u->battalion = all;
}

struct unit_draft {
	struct unit u;
	struct node id, formation, traits, battalions;
};

static const struct yaml_field unit_fields[] = {
	{.name = "id", .kind = YAML_NODE, .required = true, .offset = offsetof(struct unit_draft, id)},
	{.name = "name", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct unit_draft, u.name)},
	{.name = "formation",
		.kind = YAML_NODE,
		.required = true,
		.offset = offsetof(struct unit_draft, formation)},
	{.name = "arm",
		.kind = YAML_NAME,
		.required = true,
		.offset = offsetof(struct unit_draft, u.arm),
		.names = arm_names},
	{.name = "men", .kind = YAML_INT, .offset = offsetof(struct unit_draft, u.men), .max = MEN_MOST},
	{.name = "guns", .kind = YAML_INT, .offset = offsetof(struct unit_draft, u.guns), .max = GUNS_MOST},
	{.name = "armament", .kind = YAML_TEXT, .offset = offsetof(struct unit_draft, u.armament)},
	{.name = "quality",
		.kind = YAML_NAME,
		.required = true,
		.offset = offsetof(struct unit_draft, u.quality),
		.names = quality_names},
	{.name = "weight",
		.kind = YAML_NAME,
		.offset = offsetof(struct unit_draft, u.weight),
		.names = weight_names},
	{.name = "traits", .kind = YAML_NODE, .offset = offsetof(struct unit_draft, traits)},
	{.name = "losses", .kind = YAML_INT, .offset = offsetof(struct unit_draft, u.losses), .max = MEN_MOST},
	{.name = "uncertain", .kind = YAML_BOOL, .offset = offsetof(struct unit_draft, u.uncertain)},
	{.name = "battalions", .kind = YAML_NODE, .offset = offsetof(struct unit_draft, battalions)},
};

static void check_strength(struct loading *l, const struct unit *u)
{
	if (u->men + u->guns == 0) fault_add(l->f, u->at, "expected men or guns, found neither");
	else if (u->arm == ARM_ARTILLERY && u->guns == 0)
		fault_add(l->f, u->at, "expected an artillery unit to have guns, found none");
	if (u->men > 0 && u->losses > u->men)
		fault_add(l->f, u->at, "expected losses of at most all %d men, found %d", u->men, u->losses);
	if (u->weight != WEIGHT_NONE && u->arm != ARM_CAVALRY)
		fault_add(l->f, u->at, "expected a weight for cavalry only, found one for %s", arm_names[u->arm]);
}

static struct unit read_unit(struct loading *l, struct node n)
{
	struct unit_draft d = {.u = {.side = NOBODY, .nation = NOBODY, .at = node_mark(n)}};

	if (yaml_fields(n, FIELDS(unit_fields), &d, l->f)) check_strength(l, &d.u);
	d.u.id = read_id(l, d.id, "unit", &l->units);
	d.u.trait = read_words(l, d.traits, &d.u.traits);
	read_battalions(l, d.battalions, &d.u);
	d.u.formation = read_known(l, d.formation, "a formation", &l->formations);
	if (d.u.formation != NOBODY) {
		d.u.side = l->b->formation[d.u.formation].side;
		d.u.nation = l->b->formation[d.u.formation].nation;
	}
	return d.u;
}

static void read_units(struct loading *l, struct node list)
{
	int n = count_list(l, list, 1);
	struct unit *all = ARENA_ARRAY(l->a, struct unit, n);

	l->units = new_names(l, n);
	for (int i = 0; i < n; i++) all[i] = read_unit(l, node_at(list, i));
	l->b->units = n;
	l->b->unit = all;
}

struct armies_draft {
	struct node sides, nations, formations, leaders, units;
};

static const struct yaml_field armies_fields[] = {
	{.name = "sides", .kind = YAML_NODE, .required = true, .offset = offsetof(struct armies_draft, sides)},
	{.name = "nations",
		.kind = YAML_NODE,
		.required = true,
		.offset = offsetof(struct armies_draft, nations)},
	{.name = "formations",
		.kind = YAML_NODE,
		.required = true,
		.offset = offsetof(struct armies_draft, formations)},
	{.name = "leaders",
		.kind = YAML_NODE,
		.required = true,
		.offset = offsetof(struct armies_draft, leaders)},
	{.name = "units", .kind = YAML_NODE, .required = true, .offset = offsetof(struct armies_draft, units)},
};

void read_armies(struct loading *l, struct node root)
{
	struct armies_draft d = {0};
	struct formation *formations;

	yaml_fields(root, FIELDS(armies_fields), &d, l->f);
	read_sides(l, d.sides);
	read_nations(l, d.nations);
	formations = read_formations(l, d.formations);
	read_leaders(l, d.leaders, formations);
	read_units(l, d.units);
}
