/* Private to odds: one path of an order through the rules (odds.c), all of them (odds_paths.c), and what they
   add up to. */
#ifndef ENGINE_ODDS_RUN_H
#define ENGINE_ODDS_RUN_H

#include "engine/odds.h"

#define ODDS_GUESSES 24 /* states that the asking side must hold possible, where something is hidden */

struct run {
	const struct muster *m;
	const struct game *start;
	struct game *g;
	int side, n;
	const struct order *order;
	struct order then; /* what an announcement comes to, and where */
	struct game *foretold;
	struct orders list;
	struct sink sink;
	int paths;            /* pieces of paths run so far */
	uint64_t half, until; /* when to give up enumerating, and sampling; 0 = never */
};

/* Carries the orders out from the start. False with the reason if one is refused. */
bool run_orders(struct run *r, struct feed *feed, uint8_t *settled, struct refusal *why);

/* One step on, or across one question. False: here the path ends. */
bool run_on(struct run *r, struct feed *feed, int *crossed, uint8_t settled);

bool run_late(uint64_t when);

static inline wide gcd_wide(wide a, wide b)
{
	while (b) {
		wide c = a % b;
		a = b;
		b = c;
	}
	return a;
}

/* The place of an outcome of these effects, of something that happens besides; NULL: there is no room. */
struct outcome *outcome_for(struct odds *o, const struct event *effect, int n);
struct outcome *beside_for(struct odds *o, const struct event *e);
bool same_effects(const struct event *a, const struct event *b, int n); /* in whatever order */
int effect_of(const struct run *r, const struct event *e); /* EFFECT_NONE too if the side does not see it */

/* Every path from r->start, each counted `times`. too_many: it was given up. */
bool enumerate(struct run *r, int limit, unsigned times, struct odds *out, bool *too_many,
	struct refusal *why);

#endif
