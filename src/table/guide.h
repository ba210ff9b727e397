/* A guided first battle: data/rules/<system>/guide.yaml. An ordinary game with fixed dice, and steps that
   tell a newcomer what to try next; the page follows them, and nothing in the game waits for them. For this
   room and its tests. */
#ifndef TABLE_GUIDE_H
#define TABLE_GUIDE_H

#include "base/json.h"
#include "engine/match.h"
#include "opponent/opponent.h"

#define GUIDE_STEPS 24
#define GUIDE_POINTS 8

/* What ends a step: an order that begins with these words; a question that is asked; any order; a click on
   "Next"; a refusal that was explained; odds that were looked at; a piece taken up. */
enum guide_wait { GUIDE_ORDER, GUIDE_ASKED, GUIDE_ANY, GUIDE_NEXT, GUIDE_REFUSED, GUIDE_ODDS, GUIDE_PICKED };
struct guide_step {
	const char *say, *rule, *hint; /* rule and hint may be NULL */
	enum guide_wait wait;
	const char
		*words; /* ORDER: the beginning of an order; ASKED: the question's name; PICKED: a piece or "" */
	int points;
	const char *point[GUIDE_POINTS]; /* pieces and hexes to ring */
};
struct guide {
	const struct rules *rules;
	const char *title, *intro, *closing, *battle, *scenario;
	int side, steps;
	enum mind_level level; /* of the other side */
	int32_t number;        /* that the dice come from */
	uint8_t seed[32];
	struct guide_step *step;
};

/* NULL without a fault: there is none. Battles are found by `find`; where it finds none, that is a fault too.
   Every piece, hex, verb, question and rule is looked up. */
typedef const struct battle *guide_finder(void *with, const char *battle);
struct guide *guide_load(struct arena *a, const struct rules *r, const char *data_dir, guide_finder *find,
	void *with, struct faults *f);
void guide_write(const struct guide *g, struct json *j); /* title, intro, closing and steps, as members */

#endif
