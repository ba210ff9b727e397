/* Reading guides and checking every word of them. */
#include "table/guide.h"
#include "table/told.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct file {
	const char *title, *intro, *closing, *battle, *scenario, *side;
	int32_t seed;
	int opponent;
	struct node steps;
};
struct file_step {
	const char *say, *rule, *hint, *expect;
	struct node point;
};
struct reading {
	struct arena *a;
	const struct muster *m;
	struct text rules;
	struct faults *f;
};

static const char *const waits[] = {
	[GUIDE_ORDER] = "order",
	[GUIDE_ASKED] = "asked",
	[GUIDE_ANY] = "any",
	[GUIDE_NEXT] = "next",
	[GUIDE_REFUSED] = "refused",
	[GUIDE_ODDS] = "odds",
	[GUIDE_PICKED] = "picked",
	NULL,
};

static int question_find(const struct rules *r, const char *name)
{
	for (int i = 0; i < r->questions; i++)
		if (strcmp(r->question[i].name, name) == 0) return i;
	return -1;
}

static const struct verb *verb_find(const struct rules *r, const char *words, size_t n)
{
	for (int i = 0; i < r->verbs; i++)
		if (strlen(r->verb[i].name) == n && strncmp(r->verb[i].name, words, n) == 0) return &r->verb[i];
	return NULL;
}

/* How an order begins: its verb, then who acts, then at whom or where; or the whole of it. */
static void check_order(const struct reading *r, struct node at, const char *words)
{
	char word[3][64] = {{0}}, error[200];
	int n = sscanf(words, "%63s %63s %63s", word[0], word[1], word[2]);
	const struct verb *v = verb_find(r->m->rules, word[0], strlen(word[0]));
	/* what the last word is, if it is not a whole order */
	enum arg last = !v ? ARG_NONE : n == 2 && v->takes_unit ? ARG_UNIT : v->a;
	const char *name = word[n - 1];
	struct order o;
	int32_t place;
	if (!v) fault_add(r->f, node_mark(at), "'%s' is no verb of these rules", word[0]);
	else if (n == 1 || order_read(r->m, words, &o, error, sizeof error)) return;
	else if (n == 3 && v->takes_unit && piece_find(r->m, word[1]) == NO_UNIT)
		fault_add(r->f, node_mark(at), "there is no piece '%s' in this scenario", word[1]);
	else if (last == ARG_UNIT ? piece_find(r->m, name) == NO_UNIT
							  : last != ARG_PLACE || !place_find(r->m, name, &place))
		fault_add(r->f, node_mark(at), "%s", error);
}

static void read_expect(const struct reading *r, struct node at, const char *expect, struct guide_step *s)
{
	size_t first = strcspn(expect, " ");
	s->words = "";
	for (int w = GUIDE_ASKED; w <= GUIDE_PICKED; w++) {
		if (strlen(waits[w]) != first || strncmp(waits[w], expect, first)) continue;
		s->wait = (enum guide_wait)w;
		if (expect[first]) s->words = expect + first + 1;
		bool right = w == GUIDE_ASKED  ? question_find(r->m->rules, s->words) >= 0
		           : w == GUIDE_PICKED ? !*s->words || piece_find(r->m, s->words) != NO_UNIT
		                               : !*s->words;
		if (!right) fault_add(r->f, node_mark(at), "'%s' is not known here", expect);
		return;
	}
	s->wait = GUIDE_ORDER, s->words = expect;
	check_order(r, at, expect);
}

static void read_points(const struct reading *r, struct node list, struct guide_step *s)
{
	if (list.doc && !node_is_list(list))
		fault_add(r->f, node_mark(list), "a list of pieces and hexes was expected");
	for (int i = 0; i < node_count(list); i++) {
		struct node n = node_at(list, i);
		const char *name;
		int32_t place;
		if (!node_text(n, &name, r->f)) continue;
		if (s->points == GUIDE_POINTS) {
			fault_add(r->f, node_mark(n), "more than %d are pointed at", GUIDE_POINTS);
			return;
		}
		if (piece_find(r->m, name) == NO_UNIT && !place_find(r->m, name, &place))
			fault_add(r->f, node_mark(n), "there is no piece or hex '%s' in this scenario", name);
		s->point[s->points++] = name;
	}
}

static void read_step(const struct reading *r, struct node n, struct guide_step *s)
{
	static const struct yaml_field fields[] = {
		{"say", YAML_TEXT, offsetof(struct file_step, say), true, 0, 0, NULL},
		{"expect", YAML_TEXT, offsetof(struct file_step, expect), true, 0, 0, NULL},
		{"rule", YAML_TEXT, offsetof(struct file_step, rule), false, 0, 0, NULL},
		{"hint", YAML_TEXT, offsetof(struct file_step, hint), false, 0, 0, NULL},
		{"point", YAML_NODE, offsetof(struct file_step, point), false, 0, 0, NULL},
	};
	struct file_step t = {0};
	struct text statement = {0};
	if (!yaml_fields(n, fields, sizeof fields / sizeof *fields, &t, r->f)) return;
	*s = (struct guide_step){.say = t.say, .rule = t.rule, .hint = t.hint};
	read_expect(r, node_find(n, "expect"), t.expect, s);
	read_points(r, t.point, s);
	text_addf(&statement, "- **%s**", t.rule ? t.rule : "");
	if (t.rule && !strstr(text_str(&r->rules), text_str(&statement)))
		fault_add(r->f, node_mark(node_find(n, "rule")), "there is no rule %s in rules.md", t.rule);
	text_free(&statement);
}

static void read_steps(const struct reading *r, struct node list, struct guide *g)
{
	g->steps = node_count(list);
	if (!node_is_list(list) || g->steps < 1 || g->steps > GUIDE_STEPS) {
		fault_add(r->f, node_mark(list), "a list of 1 to %d steps was expected", GUIDE_STEPS);
		return;
	}
	g->step = ARENA_ARRAY(r->a, struct guide_step, g->steps);
	memset(g->step, 0, sizeof *g->step * (size_t)g->steps);
	for (int i = 0; i < g->steps; i++) read_step(r, node_at(list, i), &g->step[i]);
}

static void read_guide(struct arena *a, struct node root, const char *data_dir, guide_finder *find,
	void *with, struct guide *g, struct faults *f)
{
	static const struct yaml_field fields[] = {
		{"title", YAML_TEXT, offsetof(struct file, title), true, 0, 0, NULL},
		{"intro", YAML_TEXT, offsetof(struct file, intro), true, 0, 0, NULL},
		{"closing", YAML_TEXT, offsetof(struct file, closing), true, 0, 0, NULL},
		{"battle", YAML_TEXT, offsetof(struct file, battle), true, 0, 0, NULL},
		{"scenario", YAML_TEXT, offsetof(struct file, scenario), true, 0, 0, NULL},
		{"side", YAML_TEXT, offsetof(struct file, side), true, 0, 0, NULL},
		{"seed", YAML_INT, offsetof(struct file, seed), true, 0, INT32_MAX, NULL},
		{"opponent", YAML_NAME, offsetof(struct file, opponent), true, 0, 0, mind_names},
		{"steps", YAML_NODE, offsetof(struct file, steps), true, 0, 0, NULL},
	};
	struct file t = {0};
	struct text path = {0};
	if (!yaml_fields(root, fields, sizeof fields / sizeof *fields, &t, f)) return;
	const struct battle *b = find(with, t.battle);
	if (!b) {
		fault_add(f, node_mark(node_find(root, "battle")), "there is no battle '%s' here", t.battle);
		return;
	}
	if (battle_find_scenario(b, t.scenario) < 0) {
		fault_add(f, node_mark(node_find(root, "scenario")), "there is no scenario '%s'", t.scenario);
		return;
	}
	g->title = t.title, g->intro = t.intro, g->closing = t.closing, g->battle = t.battle,
	g->scenario = t.scenario, g->number = t.seed, g->level = (enum mind_level)t.opponent;
	seed_from_number((uint64_t)t.seed, g->seed);
	while (g->side < SIDES && strcmp(b->side[g->side].id, t.side)) g->side++;
	if (g->side == SIDES) {
		fault_add(f, node_mark(node_find(root, "side")), "there is no side '%s'", t.side);
		return;
	}
	struct arena *ours = arena_new();
	struct reading r = {a, muster_make(ours, g->rules, data_dir, b, t.scenario, NULL, f), {0}, f};
	text_addf(&path, "%s/rules/%s/rules.md", data_dir, g->rules->id);
	if (!text_read_file(&r.rules, text_str(&path), 4u << 20))
		fault_add(f, node_mark(root), "%s cannot be read", text_str(&path));
	if (r.m) read_steps(&r, t.steps, g);
	text_free(&r.rules), text_free(&path);
	arena_free(ours);
}

struct guide *guide_load(struct arena *a, const struct rules *r, const char *data_dir, guide_finder *find,
	void *with, struct faults *f)
{
	struct text path = {0};
	struct guide *g = NULL;
	int faults = f->n;
	text_addf(&path, "%s/rules/%s/guide.yaml", data_dir, r->id);
	if (access(text_str(&path), R_OK) == 0) {
		const struct yaml *y = yaml_load(a, text_str(&path), f);
		g = ARENA_NEW(a, struct guide);
		*g = (struct guide){.rules = r};
		if (y) read_guide(a, yaml_root(y), data_dir, find, with, g, f);
	}
	text_free(&path);
	return f->n > faults ? NULL : g;
}

#define STEP(F, IF) \
	F(say, TEXT(s->say)) \
	F(rule, TEXT_OR_NULL(s->rule)) \
	F(hint, TEXT_OR_NULL(s->hint)) \
	F(expect, WORD("Expected", waits[s->wait])) \
	F(words, TEXT(s->words)) \
	F(point, LIST("string", EACH(s->points, json_str(j, NULL, s->point[i]))))

static void step_json(const struct guide_step *s, struct json *j) { WRITE_OBJECT(STEP); }

#define GUIDE(F, IF) \
	F(title, TEXT(g->title)) \
	F(intro, TEXT(g->intro)) \
	F(closing, TEXT(g->closing)) \
	F(steps, LIST("GuideStep", EACH(g->steps, step_json(&g->step[i], j))))

void guide_write(const struct guide *g, struct json *j) { WRITE_FIELDS(GUIDE) }

const struct wire_type table_guide_types[] = {
	ONE_OF("Expected", "What a step of a guided battle waits for.", waits),
	TYPE("GuideStep", NULL, STEP),
	TYPE("Guide", NULL, GUIDE),
	{0},
};
