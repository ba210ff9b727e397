/* The learned chances: the net and its file. */
#include "engine/chances.h"

#include <string.h>

#include "engine/judge.h"

void chances_inputs(const struct features *f, int32_t x[CHANCE_INPUTS])
{
	for (int i = 0; i < FEATURES; i++) {
		x[i] = f->of[0][i], x[FEATURES + i] = f->of[1][i];
		x[2 * FEATURES + i] =
			(int32_t)((int64_t)(f->of[0][i] - f->of[1][i]) * (1000 - f->left) / 1000);
	}
	x[3 * FEATURES] = f->left * (WHOLE_SHARE / 1000);
}

/* Millionths, of weights in thousandths and inputs in millionths. */
static int64_t weighed(int32_t bias, const int32_t *weight, const int32_t *input, int n)
{
	int64_t sum = 0;
	for (int i = 0; i < n; i++) sum += (int64_t)weight[i] * input[i];
	return bias * (int64_t)1000 + sum / 1000;
}

static int32_t chance(int64_t odds) { return (WHOLE_SHARE + judge_squash(odds)) / 2; }

struct outlook chances_of(const struct chances *c, const struct features *f, int side)
{
	int32_t input[CHANCE_INPUTS], hidden[CHANCE_HIDDEN];
	chances_inputs(f, input);
	for (int i = 0; i < CHANCE_HIDDEN; i++)
		hidden[i] = judge_squash(weighed(c->bias[i], c->weight[i], input, CHANCE_INPUTS));
	int32_t win = chance(weighed(c->last_bias[0], c->last[0], hidden, CHANCE_HIDDEN)), rest = WHOLE_SHARE - win;
	int32_t loss =
		(int32_t)((int64_t)rest * chance(weighed(c->last_bias[1], c->last[1], hidden, CHANCE_HIDDEN)) /
				  WHOLE_SHARE);
	return (struct outlook){side ? loss : win, rest - loss, side ? win : loss};
}

/* --- chances.yaml --------------------------------------------------------------------------------------- */

#define WEIGHT_MOST 1000000000

static bool row_read(struct node list, int n, int32_t *out, struct faults *f)
{
	if (node_count(list) != n || !node_is_list(list))
		return fault_add(f, node_mark(list), "here stand %d whole numbers", n), false;
	for (int i = 0; i < n; i++) {
		int64_t value;
		if (!node_int(node_at(list, i), -WEIGHT_MOST, WEIGHT_MOST, &value, f)) return false;
		out[i] = (int32_t)value;
	}
	return true;
}

/* A bias, then the weights. */
static bool neuron_read(struct node list, int n, int32_t *bias, int32_t *weight, struct faults *f)
{
	int32_t row[1 + CHANCE_INPUTS];
	if (!row_read(list, 1 + n, row, f)) return false;
	*bias = row[0];
	memcpy(weight, row + 1, sizeof *weight * (size_t)n);
	return true;
}

static bool same_features(struct node list, struct faults *f)
{
	bool same = node_count(list) == FEATURES;
	for (int i = 0; same && i < FEATURES; i++)
		same = node_scalar(node_at(list, i)) &&
		       strcmp(node_scalar(node_at(list, i)), feature_names[i]) == 0;
	if (!same)
		fault_add(f, node_mark(list), "these are not the features of this program: learn anew (fratelli learn)");
	return same;
}

struct chances_nodes {
	struct node features, hidden, win, loss, scenarios;
};

static bool ground_read(struct node one, const char *battle, const char *scenario, struct chances *c,
	bool *known, struct faults *f)
{
	struct {
		const char *battle, *scenario;
		struct node hidden;
	} at = {0};
	int32_t bias[CHANCE_HIDDEN];
	static const struct yaml_field fields[] = {{"battle", YAML_TEXT, 0, true, 0, 0, NULL},
		{"scenario", YAML_TEXT, sizeof(char *), true, 0, 0, NULL},
		{"hidden", YAML_NODE, 2 * sizeof(char *), true, 0, 0, NULL}};
	if (!yaml_fields(one, fields, 3, &at, f) || !row_read(at.hidden, CHANCE_HIDDEN, bias, f)) return false;
	if (strcmp(at.battle, battle) != 0 || strcmp(at.scenario, scenario) != 0) return true;
	for (int i = 0; i < CHANCE_HIDDEN; i++) c->bias[i] += bias[i];
	return *known = true;
}

bool chances_read(struct node root, const char *battle, const char *scenario, struct chances *c, bool *known,
	struct faults *f)
{
	struct chances_nodes at = {0};
	static const struct yaml_field fields[] = {
		{"features", YAML_NODE, offsetof(struct chances_nodes, features), true, 0, 0, NULL},
		{"hidden", YAML_NODE, offsetof(struct chances_nodes, hidden), true, 0, 0, NULL},
		{"win", YAML_NODE, offsetof(struct chances_nodes, win), true, 0, 0, NULL},
		{"loss", YAML_NODE, offsetof(struct chances_nodes, loss), true, 0, 0, NULL},
		{"scenarios", YAML_NODE, offsetof(struct chances_nodes, scenarios), true, 0, 0, NULL}};
	*known = false;
	if (!yaml_fields(root, fields, 5, &at, f) || !same_features(at.features, f)) return false;
	if (node_count(at.hidden) != CHANCE_HIDDEN)
		return fault_add(f, node_mark(at.hidden), "here stand %d rows", CHANCE_HIDDEN), false;
	for (int i = 0; i < CHANCE_HIDDEN; i++)
		if (!neuron_read(node_at(at.hidden, i), CHANCE_INPUTS, &c->bias[i], c->weight[i], f)) return false;
	if (!neuron_read(at.win, CHANCE_HIDDEN, &c->last_bias[0], c->last[0], f) ||
		!neuron_read(at.loss, CHANCE_HIDDEN, &c->last_bias[1], c->last[1], f))
		return false;
	for (int i = 0; i < node_count(at.scenarios); i++)
		if (!ground_read(node_at(at.scenarios, i), battle, scenario, c, known, f)) return false;
	return true;
}

static void row_write(const int32_t *row, int n, struct text *out)
{
	for (int i = 0; i < n; i++) text_addf(out, "%s%d", i ? ", " : "", row[i]);
	text_add(out, "]");
}

static void neuron_write(const char *name, int32_t bias, const int32_t *weight, int n, struct text *out)
{
	text_addf(out, "%s [%d, ", name, bias);
	row_write(weight, n, out);
	text_add(out, "\n");
}

void chances_write(const struct chances *c, const struct chances_ground *ground, int grounds,
	struct text *out)
{
	text_add(out, "features: [");
	for (int i = 0; i < FEATURES; i++) text_addf(out, "%s%s", i ? ", " : "", feature_names[i]);
	text_add(out, "]\nhidden:\n");
	for (int i = 0; i < CHANCE_HIDDEN; i++) neuron_write("-", c->bias[i], c->weight[i], CHANCE_INPUTS, out);
	neuron_write("win:", c->last_bias[0], c->last[0], CHANCE_HIDDEN, out);
	neuron_write("loss:", c->last_bias[1], c->last[1], CHANCE_HIDDEN, out);
	text_add(out, "scenarios:\n");
	for (int i = 0; i < grounds; i++) {
		text_addf(out, "- {battle: %s, scenario: %s, hidden: [", ground[i].battle, ground[i].scenario);
		row_write(ground[i].bias, CHANCE_HIDDEN, out);
		text_add(out, "}\n");
	}
}
