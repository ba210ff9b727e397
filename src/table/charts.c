/* A system's charts as JSON: data/rules/<system>/tables.yaml as it is, so that players can look at every number, see whether it is a fact
   or a reconstruction, and go to its rule. */
#include "table/handlers.h"

static void node_json(struct json *j, const char *key, struct node n)
{
	if (node_is_scalar(n)) {
		json_str(j, key, node_scalar(n));
		return;
	}
	bool map = node_is_map(n);
	json_open(j, key, map ? '{' : '[');
	for (int i = 0; i < node_count(n); i++) node_json(j, map ? node_scalar(node_key(n, i)) : NULL, node_at(n, i));
	json_close(j, map ? '}' : ']');
}

enum handled handle_charts(struct request *q)
{
	const struct rules *r = rules_find(q->segment[0]);
	struct text path = {0};
	struct faults faults = {0};
	struct json j = {.out = &q->out};
	if (!r) return answer_error(q, 404, "There is no such rule system.");
	struct arena *a = arena_new();
	text_addf(&path, "%s/rules/%s/tables.yaml", q->t->with.data, r->id);
	const struct yaml *y = yaml_load(a, text_str(&path), &faults);
	if (y) node_json(&j, NULL, yaml_root(y)), q->status = 200;
	else answer_error(q, 404, "These rules have no charts.");
	arena_free(a), faults_free(&faults), text_free(&path);
	return ANSWERED;
}
