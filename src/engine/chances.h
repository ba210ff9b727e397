/* The chances of victory, draw and defeat, learned from games that were played to the end (`fratelli learn`,
   docs/opponent.md). A small net with one hidden layer, its weights kept in data/rules/<system>/chances.yaml.
   Whole numbers, so that every machine comes to the same chances. They are known only for the scenarios whose
   games it learned from. */
#ifndef ENGINE_CHANCES_H
#define ENGINE_CHANCES_H

#include "base/text.h"
#include "base/yaml.h"
#include "engine/feature.h"

#define CHANCE_HIDDEN 16
/* Both sides' features, by how much side 0 has more of each as the battle ends, and the time left. */
#define CHANCE_INPUTS (3 * FEATURES + 1)
#define CHANCE_OUTPUTS 2 /* log odds of a victory of side 0; and of its defeat, if it is no victory */
#define CHANCE_GROUNDS 8

/* Weights are thousandths, biases too: bias + weight * input, pressed through tanh(z / 2). */
struct chances {
	int32_t bias[CHANCE_HIDDEN], weight[CHANCE_HIDDEN][CHANCE_INPUTS];
	int32_t last_bias[CHANCE_OUTPUTS], last[CHANCE_OUTPUTS][CHANCE_HIDDEN];
};

struct chances_ground { /* what a scenario adds to the biases of the hidden layer */
	const char *battle, *scenario;
	int32_t bias[CHANCE_HIDDEN];
};

/* Of a side, in millionths; together WHOLE_SHARE. */
struct outlook {
	int32_t win, draw, loss;
};

void chances_inputs(const struct features *f, int32_t x[CHANCE_INPUTS]);
struct outlook chances_of(const struct chances *c, const struct features *f, int side);

/* chances.yaml. `known`: this scenario is among those that it learned from, and c has its biases in. False
   with faults. */
bool chances_read(struct node root, const char *battle, const char *scenario, struct chances *c, bool *known,
	struct faults *f);
void chances_write(const struct chances *c, const struct chances_ground *ground, int grounds,
	struct text *out);

#endif
