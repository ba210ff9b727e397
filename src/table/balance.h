/* Who won how often, by study: data/rules/<system>/balance.yaml. The lobby shows it beside a battle, so that
   players know whom it favours. It holds for one version of the rules and is silent under another. For this
   room and its tests. */
#ifndef TABLE_BALANCE_H
#define TABLE_BALANCE_H

#include "base/json.h"
#include "battle/battle.h"
#include "engine/rules.h"

struct balance_line {
	const char *battle, *scenario;
	int32_t won[SIDES], drawn;
};
struct balance {
	const struct rules *rules;
	const char *date, *level; /* when it was measured, and how well both sides played: "captain" */
	int lines;
	struct balance_line *line;
};

/* NULL without a fault: there is none, or it is of another version of the rules. */
struct balance *balance_load(struct arena *a, const struct rules *r, const char *data_dir, struct faults *f);

/* The member `balance` of a pairing, if it was measured. */
void balance_write(const struct balance *b, const struct battle *battle, const char *scenario,
	struct json *j);

#endif
