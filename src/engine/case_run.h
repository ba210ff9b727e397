/* Private to the case runner: one case while it runs. */
#ifndef ENGINE_CASE_RUN_H
#define ENGINE_CASE_RUN_H

#include "engine/cases.h"

#define CASE_DICE 1024
#define CASE_PAST 256

struct case_run {
	struct muster *m;
	struct faults *f; /* the file is wrong */
	struct text *why; /* the game is wrong: the case fails */
	struct game *g;
	struct orders legal;
	int turn;         /* the side that is asked, NOBODY */
	bool ready;       /* run to its first question */
	struct sink sink; /* events since the last order */
	struct feed feed;
	int face[CASE_DICE];
	bool any_dice;
	bool sound;         /* every invariant is checked after every order */
	struct text staged; /* what was not sound in the position as it was staged */
	int pasts;
	struct game *past[CASE_PAST];
};

/* Sets up `position` (may be absent) on a new game. False with faults if it cannot be. */
bool case_place(struct case_run *c, struct node position);

/* Plays one item of `play`. False if the case has failed or the item is malformed (then there is a fault). */
bool case_item(struct case_run *c, struct node item);
bool case_ready(struct case_run *c); /* runs to the first question; false if dice are missing */
bool case_order_read(struct case_run *c, struct node n, struct order *o, int *side);
bool case_fail(struct case_run *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Sets or compares one map of fields: {name: value …}. */
bool case_fields(struct case_run *c, struct node map, enum field_scope scope, int index, bool compare);

/* Walks {game: …, sides: …, pieces: …, places: …} with case_fields; unknown keys are left to the caller. */
bool case_state(struct case_run *c, struct node map, bool compare);

#endif
