/* What a rule system may leave out, and what stands in for it: everybody outside the systems asks here, and
   need not know what a system has. */
#ifndef ENGINE_OPTIONAL_H
#define ENGINE_OPTIONAL_H

#include "engine/rules_mind.h"
#include "engine/rules_odds.h"
#include "engine/rules_proof.h"
#include "engine/rules_words.h"

/* The hooks themselves: a struct without any where the system has none. Each hook may be NULL. */
static inline const struct rules_odds *odds_hooks(const struct muster *m)
{
	static const struct rules_odds none;
	return m->rules->odds ? m->rules->odds : &none;
}
static inline const struct rules_mind *mind_hooks(const struct muster *m)
{
	static const struct rules_mind none;
	return m->rules->mind ? m->rules->mind : &none;
}
static inline const struct rules_words *words_hooks(const struct muster *m)
{
	static const struct rules_words none;
	return m->rules->words ? m->rules->words : &none;
}
static inline const struct rules_proof *proof_hooks(const struct muster *m)
{
	static const struct rules_proof none;
	return m->rules->proof ? m->rules->proof : &none;
}

/* the same where the caller has set v->asked */
void play_view_asked(const struct play *p, const struct game *g, int side, struct view *v);
/* or: every piece where its field `at` says */
void play_view(const struct play *p, const struct game *g, int side, struct view *v);
/* or: the words of the order */
void play_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s);
/* or: the event's name, and who */
void play_tell(const struct muster *m, const struct event *e, struct text *t);
/* or: nothing is measured */
void play_features(const struct play *p, const struct game *g, struct features *f);
int play_lost(const struct play *p, const struct game *g, int piece); /* or: 0 */
int play_score(const struct play *p, const struct game *g, int side); /* or: 0 */
/* or: nothing is wrong */
void play_sound(const struct play *p, const struct game *g, struct text *wrong);
/* or: nothing is derived */
void play_settle(const struct play *p, struct game *g);
bool play_stage(const struct play *p, struct game *g, int side, int phase); /* or: false */

#endif
