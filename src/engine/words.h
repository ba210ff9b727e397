/* What happened, and what may be done, in words: the rule system's own, and ours for dice, modifiers and
   overrides. The terminal, the log, the page and the report all say it this way. */
#ifndef ENGINE_WORDS_H
#define ENGINE_WORDS_H

#include "engine/odds.h"

bool event_seen(const struct event *e, int side); /* NOBODY: a spectator */
/* one sentence, without the rule */
void event_tell(const struct muster *m, const struct event *e, struct text *t);
void modifier_tell(const struct event *e, struct text *t); /* how much: "+1", "×1/2" */
void outcome_tell(const struct muster *m, const struct outcome *o, struct text *t);
void order_say(const struct muster *m, const struct game *g, int side, const struct order *o,
	struct saying *s);
/* as case files write it */
const char *event_name(const struct muster *m, int kind);

#endif
