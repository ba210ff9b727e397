/* A system's charts as JSON: data/rules/<system>/tables.yaml as it is, so that players can look at every
   number, see whether it is a fact or a reconstruction, and go to its rule. */
#include "table/handlers.h"

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
	if (y) node_json(yaml_root(y), NULL, &j), q->status = 200;
	else answer_error(q, 404, "These rules have no charts.");
	arena_free(a), faults_free(&faults), text_free(&path);
	return ANSWERED;
}
