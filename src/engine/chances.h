/* The chances of victory, draw and defeat, learned from games that were played to the end (`fratelli learn`,
   docs/opponent.md).

   How far a side is ahead is a sum of weighed features, as in judge.h. It wins if that and its luck are above
   a threshold, and loses if they are below the threshold's opposite; between them lies the draw. So a side
   that is a little ahead and has to be far ahead sees a draw coming, and not a victory. Learned are the
   weights, the threshold, what a scenario gives its first side, and how much less luck there is in the end.

   Whole numbers, kept in data/rules/<system>/chances.yaml: every machine comes to the same chances. They are
   known only for the scenarios whose games they were learned from. */
#ifndef ENGINE_CHANCES_H
#define ENGINE_CHANCES_H

#include "base/text.h"
#include "base/yaml.h"
#include "engine/feature.h"

#define CHANCE_GROUNDS 8

struct trend { /* thousandths of log odds, at the beginning and at the end of a battle */
	int32_t early, late;
};

struct chances {
	struct weights w;
	struct trend first, draw; /* what side 0 has for nothing; the threshold */
	int32_t sharp;            /* thousandths: everything counts so much more in the very end */
};

struct chances_ground { /* what a scenario adds */
	const char *battle, *scenario;
	struct trend first, draw;
};

/* Of a side, in millionths; together WHOLE_SHARE. */
struct outlook {
	int32_t win, draw, loss;
};

#define DRAW_LEAST 50 /* thousandths: the threshold is never less */

struct outlook chances_of(const struct chances *c, const struct features *f, int side);

/* chances.yaml. `known`: this scenario is among those that it learned from, and what it adds is in c. False
   with faults. */
bool chances_read(struct node root, const char *battle, const char *scenario, struct chances *c, bool *known,
	struct faults *f);
void chances_write(const struct chances *c, const struct chances_ground *ground, int grounds,
	struct text *out);

#endif
