/* battle.yaml: the battle's title and its scenarios. A scenario that is `like:` another starts as a copy of
   what was read there; then its own keys replace parts of it; only then is the whole checked. */
#include "battle/load.h"

#include <stddef.h>
#include <string.h>

struct objective_draft {
	struct objective o;
	struct node at, held;
};

static const struct yaml_field objective_fields[] = {
	{.name = "name", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct objective_draft, o.name)},
	{.name = "at", .kind = YAML_NODE, .required = true, .offset = offsetof(struct objective_draft, at)},
	{.name = "value",
		.kind = YAML_INT,
		.required = true,
		.offset = offsetof(struct objective_draft, o.value),
		.max = 1000},
	{.name = "rank",
		.kind = YAML_INT,
		.offset = offsetof(struct objective_draft, o.rank),
		.min = 1,
		.max = 9},
	{.name = "held", .kind = YAML_NODE, .offset = offsetof(struct objective_draft, held)},
};

static void check_name(struct loading *l, const struct objective *o, const struct objective *before)
{
	for (; before < o; before++)
		if (o->name && before->name && strcmp(before->name, o->name) == 0)
			fault_add(l->f, o->mark, "expected each objective once, found \"%.40s\" again", o->name);
}

static void read_objectives(struct loading *l, struct node list, struct scenario *s)
{
	int n = count_list(l, list, 1);
	struct objective *all = ARENA_ARRAY(l->a, struct objective, n);

	for (int i = 0; i < n; i++) {
		struct objective_draft d = {.o = {.rank = 1, .mark = node_mark(node_at(list, i))}};
		const char *place;

		yaml_fields(node_at(list, i), FIELDS(objective_fields), &d, l->f);
		read_spot(l, d.at, &d.o.at, &place);
		d.o.held = read_known(l, d.held, "a side", &l->sides);
		all[i] = d.o;
		check_name(l, &all[i], all);
	}
	s->objectives = n;
	s->objective = all;
}

static const struct yaml_field weather_fields[] = {
	{.name = "from", .kind = YAML_TIME, .required = true, .offset = offsetof(struct weather, from)},
	{.name = "to", .kind = YAML_TIME, .required = true, .offset = offsetof(struct weather, to)},
	{.name = "kind", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct weather, kind)},
	{.name = "percent", .kind = YAML_INT, .offset = offsetof(struct weather, percent), .max = 100},
};

static void read_weathers(struct loading *l, struct node list, struct scenario *s)
{
	int n = count_list(l, list, 0);
	struct weather *all = ARENA_ARRAY(l->a, struct weather, n);

	for (int i = 0; i < n; i++) {
		all[i].percent = 100;
		if (yaml_fields(node_at(list, i), FIELDS(weather_fields), &all[i], l->f) && all[i].from >= all[i].to)
			fault_add(l->f, node_mark(node_at(list, i)),
				"expected \"from\" before \"to\", found it later or the same");
	}
	s->weathers = n;
	s->weather = all;
}

struct task_draft {
	struct task t;
	struct node side;
};

static const struct yaml_field task_fields[] = {
	{.name = "side", .kind = YAML_NODE, .required = true, .offset = offsetof(struct task_draft, side)},
	{.name = "kind", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct task_draft, t.kind)},
	{.name = "count", .kind = YAML_INT, .offset = offsetof(struct task_draft, t.count), .max = 1000},
	{.name = "text", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct task_draft, t.text)},
};

static void read_tasks(struct loading *l, struct node list, struct scenario *s)
{
	int n = count_list(l, list, 0);
	struct task *all = ARENA_ARRAY(l->a, struct task, n);

	for (int i = 0; i < n; i++) {
		struct task_draft d = {0};

		yaml_fields(node_at(list, i), FIELDS(task_fields), &d, l->f);
		d.t.side = read_known(l, d.side, "a side", &l->sides);
		all[i] = d.t;
	}
	s->tasks = n;
	s->task = all;
}

static void read_area(struct loading *l, struct node n, struct scenario *s)
{
	const struct ground *g = l->b->ground;
	int32_t from[2], to[2];

	if (!node_is_list(n) || node_count(n) != 2) {
		fault_add(l->f, node_mark(n), "expected two corners [[x, y], [x, y]], found something else");
		return;
	}
	if (!node_point(node_at(n, 0), from, l->f) || !node_point(node_at(n, 1), to, l->f) || !g) return;
	if (from[0] < 0 || from[1] < 0 || from[0] >= to[0] || from[1] >= to[1] || to[0] > g->width ||
		to[1] > g->height) {
		fault_add(l->f, node_mark(n),
			"expected the north-west and the south-east corner, within [0, 0] to [%d, %d]", g->width,
			g->height);
		return;
	}
	s->from = (struct point){from[0], from[1]};
	s->to = (struct point){to[0], to[1]};
}

struct scenario_draft {
	struct scenario s;
	struct node id, like, area, first, postings, objectives, weather, tasks;
};

#define AT(member) offsetof(struct scenario_draft, member)
#define SCENARIO_FIELDS 14

static const struct yaml_field scenario_fields[SCENARIO_FIELDS] = {
	{.name = "id", .kind = YAML_NODE, .required = true, .offset = AT(id)},
	{.name = "like", .kind = YAML_NODE, .offset = AT(like)},
	{.name = "title", .kind = YAML_TEXT, .required = true, .offset = AT(s.title)},
	{.name = "text", .kind = YAML_TEXT, .required = true, .offset = AT(s.text)},
	{.name = "starts", .kind = YAML_TIME, .required = true, .offset = AT(s.starts)},
	{.name = "ends", .kind = YAML_TIME, .required = true, .offset = AT(s.ends)},
	{.name = "dawn", .kind = YAML_TIME, .required = true, .offset = AT(s.dawn)},
	{.name = "dusk", .kind = YAML_TIME, .required = true, .offset = AT(s.dusk)},
	{.name = "area", .kind = YAML_NODE, .offset = AT(area)},
	{.name = "first", .kind = YAML_NODE, .offset = AT(first)},
	{.name = "postings", .kind = YAML_NODE, .required = true, .offset = AT(postings)},
	{.name = "objectives", .kind = YAML_NODE, .required = true, .offset = AT(objectives)},
	{.name = "weather", .kind = YAML_NODE, .offset = AT(weather)},
	{.name = "tasks", .kind = YAML_NODE, .offset = AT(tasks)},
};

/* Everything but the id may be left out by a scenario that is like another. */
static void read_scenario_fields(struct loading *l, struct node n, struct scenario_draft *d)
{
	struct yaml_field fields[SCENARIO_FIELDS];

	memcpy(fields, scenario_fields, sizeof fields);
	for (int i = 1; i < SCENARIO_FIELDS; i++) fields[i].required &= !node_find(n, "like").doc;
	yaml_fields(n, FIELDS(fields), d, l->f);
}

/* What a scenario is before its own keys are read. Unknown times are -1, so that no check trips over them. */
static struct scenario beginning(struct loading *l, struct node like, const struct scenario *before)
{
	int base = read_known(l, like, "a scenario written before this one", &l->scenarios);
	struct scenario s = {.starts = -1, .ends = -1, .dawn = -1, .dusk = -1, .first = NOBODY};

	if (base != NOBODY) return before[base];
	if (l->b->ground) s.to = (struct point){l->b->ground->width, l->b->ground->height};
	return s;
}

static void read_parts(struct loading *l, const struct scenario_draft *d, struct scenario *s)
{
	if (d->area.doc) read_area(l, d->area, s);
	if (d->first.doc) s->first = read_known(l, d->first, "a side", &l->sides);
	if (d->postings.doc) read_postings(l, d->postings, s);
	if (d->objectives.doc) read_objectives(l, d->objectives, s);
	if (d->weather.doc) read_weathers(l, d->weather, s);
	if (d->tasks.doc) read_tasks(l, d->tasks, s);
}

static void check_clock(struct loading *l, const struct scenario *s)
{
	if (s->starts >= 0 && s->ends >= 0 && s->starts >= s->ends)
		fault_add(l->f, s->mark,
			"scenario %s: expected it to start before it ends, found it starts later or the same", s->id);
	if (s->dawn >= 0 && s->dusk >= 0 && s->dawn >= s->dusk)
		fault_add(l->f, s->mark, "scenario %s: expected dawn before dusk, found it later or the same", s->id);
	if (s->dusk > 24 * 60)
		fault_add(l->f, s->mark, "scenario %s: expected dusk by 24:00, found it later", s->id);
}

static void check_objectives(struct loading *l, const struct scenario *s)
{
	for (int i = 0; i < s->objectives; i++) {
		const struct objective *o = &s->objective[i];

		if (!is_nowhere(o->at) && !is_inside(s, o->at))
			fault_add(l->f, o->mark, "scenario %s: expected the objective in the area, found it at [%d, %d]",
				s->id, o->at.x, o->at.y);
	}
}

static struct scenario read_scenario(struct loading *l, struct node n, const struct scenario *before)
{
	struct scenario_draft d = {.s = beginning(l, node_find(n, "like"), before)};

	read_scenario_fields(l, n, &d);
	d.s.mark = node_mark(n);
	d.s.id = read_id(l, d.id, "scenario", &l->scenarios);
	read_parts(l, &d, &d.s);
	check_clock(l, &d.s);
	check_objectives(l, &d.s);
	check_postings(l, &d.s);
	return d.s;
}

struct battle_draft {
	struct battle b;
	struct node scenarios;
};

static const struct yaml_field battle_fields[] = {
	{.name = "title", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct battle_draft, b.title)},
	{.name = "date", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct battle_draft, b.date)},
	{.name = "where", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct battle_draft, b.where)},
	{.name = "text", .kind = YAML_TEXT, .required = true, .offset = offsetof(struct battle_draft, b.text)},
	{.name = "scenarios",
		.kind = YAML_NODE,
		.required = true,
		.offset = offsetof(struct battle_draft, scenarios)},
};

void read_scenarios(struct loading *l, struct node root)
{
	struct battle_draft d = {.b = *l->b};
	struct scenario *all;
	int n;

	yaml_fields(root, FIELDS(battle_fields), &d, l->f);
	*l->b = d.b;
	n = count_list(l, d.scenarios, 1);
	all = ARENA_ARRAY(l->a, struct scenario, n);
	l->scenarios = new_names(l, n);
	for (int i = 0; i < n; i++) all[i] = read_scenario(l, node_at(d.scenarios, i), all);
	l->b->scenarios = n;
	l->b->scenario = all;
}
