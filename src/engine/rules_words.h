/* Optional: what players see and read. Without it a piece is drawn where its field `at` says, and orders and
   events are told by their names. */
#ifndef ENGINE_RULES_WORDS_H
#define ENGINE_RULES_WORDS_H

#include "engine/rules.h"

struct rules_words {
	/* side NOBODY: a spectator */
	void (*view)(const struct play *p, const struct game *g, int side, struct view *v);
	void (
		*say)(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s);
	/* one sentence, without the rule */
	void (*tell)(const struct muster *m, const struct event *e, struct text *t);

	/* A number for each place (map->count of them), -1 = not marked. unit may be NO_UNIT. May be NULL. */
	void (*show)(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value);
	/* The same on a table, as shapes. Returns how many; may be NULL. */
	int (*outline)(const struct play *p, const struct game *g, int side, int overlay, int unit,
		struct shape *out, int most);
	/* Can one place see the other? The refusal says where and why not. NULL if the system has no sight. */
	bool (*sight)(const struct play *p, const struct game *g, int unit, int from, int to, struct refusal *r);
	/* Turns a clone into one where `attacker` may attack what stands at `place` now, and lists those orders.
	   May be NULL. */
	void (*threats)(const struct play *p, struct game *clone, int attacker, int place, struct orders *o);
};

#endif
