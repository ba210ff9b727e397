/* The learned chances: how they are counted, and their file. */
#include "engine/chances.h"

#include <string.h>

#include "engine/judge.h"

static int64_t now(const struct trend *t, int64_t left)
{
	return t->early * left + t->late * (1000 - left); /* millionths */
}

struct outlook chances_of(const struct chances *c, const struct features *f, int side)
{
	int64_t late = 1000 - f->left, draw = now(&c->draw, f->left);
	int64_t ahead = judge_sum(f, 0, &c->w) + now(&c->first, f->left);
	int64_t sharp = 1000 + c->sharp * late * late / 1000 * late / 1000 * late / 1000000;
	if (draw < DRAW_LEAST * 1000) draw = DRAW_LEAST * 1000;
	int32_t win = (WHOLE_SHARE + judge_squash((ahead - draw) * sharp / 1000)) / 2,
			loss = (WHOLE_SHARE + judge_squash((-ahead - draw) * sharp / 1000)) / 2;
	if (win + loss > WHOLE_SHARE) loss = WHOLE_SHARE - win; /* where the curve is rounded */
	return (struct outlook){side ? loss : win, WHOLE_SHARE - win - loss, side ? win : loss};
}

/* --- chances.yaml --------------------------------------------------------------------------------------- */

#define TREND_MOST 1000000

struct file {
	struct node weights, draw, scenarios;
	int32_t sharp;
};

static bool trend_read(struct node map, struct trend *t, struct faults *f)
{
	static const struct yaml_field fields[] = {
		{"early", YAML_INT, offsetof(struct trend, early), true, -TREND_MOST, TREND_MOST, NULL},
		{"late", YAML_INT, offsetof(struct trend, late), true, -TREND_MOST, TREND_MOST, NULL}};
	struct trend more = {0};
	if (!yaml_fields(map, fields, 2, &more, f)) return false;
	t->early += more.early, t->late += more.late;
	return true;
}

struct file_ground {
	const char *battle, *scenario;
	struct node first, draw;
};

/* Adds what the scenario adds, if it is this one. */
static bool ground_read(struct node map, const char *battle, const char *scenario, struct chances *c,
	bool *known, struct faults *f)
{
	static const struct yaml_field fields[] = {
		{"battle", YAML_TEXT, offsetof(struct file_ground, battle), true, 0, 0, NULL},
		{"scenario", YAML_TEXT, offsetof(struct file_ground, scenario), true, 0, 0, NULL},
		{"first", YAML_NODE, offsetof(struct file_ground, first), true, 0, 0, NULL},
		{"draw", YAML_NODE, offsetof(struct file_ground, draw), true, 0, 0, NULL}};
	struct file_ground at = {0};
	struct trend first = {0}, draw = {0};
	if (!yaml_fields(map, fields, 4, &at, f) || !trend_read(at.first, &first, f) ||
		!trend_read(at.draw, &draw, f))
		return false;
	if (strcmp(at.battle, battle) != 0 || strcmp(at.scenario, scenario) != 0) return true;
	c->first.early += first.early, c->first.late += first.late;
	c->draw.early += draw.early, c->draw.late += draw.late;
	return *known = true;
}

bool chances_read(struct node root, const char *battle, const char *scenario, struct chances *c, bool *known,
	struct faults *f)
{
	static const struct yaml_field fields[] = {
		{"weights", YAML_NODE, offsetof(struct file, weights), true, 0, 0, NULL},
		{"draw", YAML_NODE, offsetof(struct file, draw), true, 0, 0, NULL},
		{"sharp", YAML_INT, offsetof(struct file, sharp), true, 0, TREND_MOST, NULL},
		{"scenarios", YAML_NODE, offsetof(struct file, scenarios), true, 0, 0, NULL}};
	struct file at = {0};
	*c = (struct chances){0}, *known = false;
	if (!yaml_fields(root, fields, 4, &at, f) || !weights_read(at.weights, &c->w, f) ||
		!trend_read(at.draw, &c->draw, f))
		return false;
	c->sharp = at.sharp;
	for (int i = 0; i < node_count(at.scenarios); i++)
		if (!ground_read(node_at(at.scenarios, i), battle, scenario, c, known, f)) return false;
	return true;
}

static void trend_write(const char *name, const struct trend *t, struct text *out)
{
	text_addf(out, "%s: {early: %d, late: %d}", name, t->early, t->late);
}

void chances_write(const struct chances *c, const struct chances_ground *ground, int grounds,
	struct text *out)
{
	text_add(out, "weights:\n");
	for (int i = 0; i < FEATURES; i++) {
		text_add(out, "  ");
		trend_write(feature_names[i], &(struct trend){c->w.early[i], c->w.late[i]}, out);
		text_add(out, "\n");
	}
	trend_write("draw", &c->draw, out);
	text_addf(out, "\nsharp: %d\nscenarios:\n", c->sharp);
	for (int i = 0; i < grounds; i++) {
		text_addf(out, "- {battle: %s, scenario: %s, ", ground[i].battle, ground[i].scenario);
		trend_write("first", &ground[i].first, out), text_add(out, ", ");
		trend_write("draw", &ground[i].draw, out), text_add(out, "}\n");
	}
}
