/* What the files of this room share while a battle is being read. For this room only. */
#ifndef BATTLE_LOAD_H
#define BATTLE_LOAD_H

#include "base/yaml.h"
#include "battle/battle.h"

#define LIST_MOST 1000 /* of anything; more is a mistake, not a battle */

struct names {
	const char **list; /* "" where the file failed to give one */
	int n;
};

struct loading {
	struct arena *a;
	struct faults *f;
	struct battle *b;
	struct names sides, nations, formations, leaders, units, scenarios, places; /* by index in the battle */
};

#define FIELDS(list) (list), (int)(sizeof(list) / sizeof *(list))

void read_armies(struct loading *l, struct node root);    /* armies.yaml */
void read_scenarios(struct loading *l, struct node root); /* battle.yaml, after the armies and the ground */

/* The postings of one scenario, and what can only be judged when all of the scenario is known. */
void read_postings(struct loading *l, struct node list, struct scenario *s);
void check_postings(struct loading *l, const struct scenario *s);

/* Elements of a list, 0 with a fault if it is none or has less than `least`; 0 if it is absent. */
int count_list(struct loading *l, struct node list, int least);
struct names new_names(struct loading *l, int most);

/* Adds an id of lower-case letters, digits and _ that none of `known` has; `what` is "unit", "leader" … */
const char *read_id(struct loading *l, struct node n, const char *what, struct names *known);
const char *const *read_words(struct loading *l, struct node list, int *count);
/* NOBODY with a fault; NOBODY if absent */
int read_known(struct loading *l, struct node n, const char *what, const struct names *known);

/* A place's name or [x, y], on the ground. *place is NULL where a point was given. What cannot be known,
   because of a fault here or in the ground, is nowhere, and no further check complains of it. */
void read_spot(struct loading *l, struct node n, struct point *at, const char **place);
bool is_nowhere(struct point at);
bool is_inside(const struct scenario *s, struct point at);

#endif
