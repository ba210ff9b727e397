#include "table/balance.h"
#include "table/told.h"

#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "base/yaml.h"

#define LINES_MOST 64
#define GAMES_MOST 10000000

struct file {
	const char *date, *level;
	int32_t version;
	struct node scenarios;
};
struct balance_entry {
	const char *battle, *scenario;
	int32_t drawn;
	struct node won;
};

static void read_line(struct node n, struct balance_line *line, struct faults *f)
{
	static const struct yaml_field fields[] = {
		{"battle", YAML_TEXT, offsetof(struct balance_entry, battle), true, 0, 0, NULL},
		{"scenario", YAML_TEXT, offsetof(struct balance_entry, scenario), true, 0, 0, NULL},
		{"won", YAML_NODE, offsetof(struct balance_entry, won), true, 0, 0, NULL},
		{"drawn", YAML_INT, offsetof(struct balance_entry, drawn), true, 0, GAMES_MOST, NULL},
	};
	struct balance_entry e = {0};
	if (!yaml_fields(n, fields, sizeof fields / sizeof *fields, &e, f)) return;
	*line = (struct balance_line){e.battle, e.scenario, {0}, e.drawn};
	if (!node_is_list(e.won) || node_count(e.won) != SIDES) {
		fault_add(f, node_mark(e.won),
			"the games that each side has won were expected, the battle's first side first");
		return;
	}
	for (int side = 0; side < SIDES; side++) {
		int64_t games = 0;
		if (node_int(node_at(e.won, side), 0, GAMES_MOST, &games, f)) line->won[side] = (int32_t)games;
	}
}

static struct balance *read_file(struct arena *a, const struct rules *r, struct node root, struct faults *f)
{
	static const struct yaml_field fields[] = {
		{"version", YAML_INT, offsetof(struct file, version), true, 1, INT32_MAX, NULL},
		{"date", YAML_TEXT, offsetof(struct file, date), true, 0, 0, NULL},
		{"level", YAML_TEXT, offsetof(struct file, level), true, 0, 0, NULL},
		{"scenarios", YAML_NODE, offsetof(struct file, scenarios), true, 0, 0, NULL},
	};
	struct file t = {0};
	if (!yaml_fields(root, fields, sizeof fields / sizeof *fields, &t, f)) return NULL;
	int n = node_count(t.scenarios);
	if (!node_is_list(t.scenarios) || n < 1 || n > LINES_MOST) {
		fault_add(f, node_mark(t.scenarios), "a list of 1 to %d scenarios was expected", LINES_MOST);
		return NULL;
	}
	struct balance *b = ARENA_NEW(a, struct balance);
	*b = (struct balance){.rules = r,
		.date = t.date,
		.level = t.level,
		.lines = n,
		.line = ARENA_ARRAY(a, struct balance_line, n)};
	memset(b->line, 0, sizeof *b->line * (size_t)n);
	for (int i = 0; i < n; i++) read_line(node_at(t.scenarios, i), &b->line[i], f);
	return t.version == r->version ? b : NULL;
}

struct balance *balance_load(struct arena *a, const struct rules *r, const char *data_dir, struct faults *f)
{
	struct text path = {0};
	struct balance *b = NULL;
	int faults = f->n;
	text_addf(&path, "%s/rules/%s/balance.yaml", data_dir, r->id);
	if (access(text_str(&path), R_OK) == 0) {
		const struct yaml *y = yaml_load(a, text_str(&path), f);
		if (y) b = read_file(a, r, yaml_root(y), f);
	}
	text_free(&path);
	return f->n > faults ? NULL : b;
}

#define BALANCE(F, IF) \
	F(won, OBJECT("Record<Side, number>", EACH(SIDES, json_int(j, battle->side[i].id, line->won[i])))) \
	F(drawn, NUMBER(line->drawn)) \
	F(games, NUMBER(line->won[0] + line->won[1] + line->drawn)) \
	F(level, TEXT(b->level)) \
	F(date, TEXT(b->date))

static void balance_json(const struct balance *b, const struct balance_line *line,
	const struct battle *battle, struct json *j)
{
	write_object(j, "balance", WRITE_FIELDS(BALANCE));
}

void balance_write(const struct balance *b, const struct battle *battle, const char *scenario, struct json *j)
{
	for (int i = 0; b && i < b->lines; i++) {
		if (strcmp(b->line[i].battle, battle->id) || strcmp(b->line[i].scenario, scenario)) continue;
		balance_json(b, &b->line[i], battle, j);
		return;
	}
}

const struct wire_type table_balance_types[] = {
	TYPE("Balance", "What a study found, both sides played by the computer: `level` says how well.", BALANCE),
	{0},
};
