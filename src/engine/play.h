/* Running a game through a rule system: one order at a time, nothing remembered but the state. match.h keeps
   the log. */
#ifndef ENGINE_PLAY_H
#define ENGINE_PLAY_H

#include "engine/rules.h"

/* A muster of a battle under a system. options: m->rules->options values, or NULL for the standard ones.
   data_dir holds battles/ and rules/. NULL with faults if anything is wrong. */
struct muster *muster_make(struct arena *a, const struct rules *r, const char *data_dir,
	const struct battle *b, const char *scenario, const int8_t *options, struct faults *f);
const struct rules *rules_find(const char *id); /* NULL */

/* A new game: zeroed, seeded, begun, and run to the first question. g has room for m->state_bytes. */
void play_begin(const struct play *p, struct game *g, const uint8_t seed[32]);

/* Runs until a side has a real choice or the game is over: steps are taken, questions with one answer answer
   themselves, and standing orders answer theirs. Returns that side (the lowest waiting) with its orders in o,
   or NOBODY when the game is over. */
int play_next(const struct play *p, struct game *g, struct orders *o);
/* Runs on until somebody is asked something, be it to be answered by standing orders or without a choice. The
   lowest side asked, or NOBODY. */
int play_asked(const struct play *p, struct game *g);

/* of a step that is cancelled */
void play_cleanup(const struct play *p, struct game *g, const struct step *s);

/* May this side give this order now? Everything is checked: the side, the verb, the range of every argument,
   the rules. */
bool play_check(const struct play *p, const struct game *g, int side, const struct order *o,
	struct refusal *r);

/* check, then apply. False and the state untouched if refused. Afterwards call play_next. */
bool play_order(const struct play *p, struct game *g, int side, const struct order *o, struct refusal *r);

/* Players agree to change something. The field must be one that the system lets change, the value one that it
   allows; then the invariants must hold, and the game must come to its next question. Returns false with the
   reason, and g is then of no use: keep a copy.
   *turn and o as play_next. No value of any argument ends the program. */
bool play_override(const struct play *p, struct game *g, const struct field *f, int element, int32_t value,
	struct orders *o, int *turn, struct refusal *r);
/* NULL: it cannot be changed by hand */
const struct by_hand *field_by_hand(const struct rules *r, const struct field *f);

/* Applies an order just taken from legal's own list: for search and random play. */
void play_trusted(const struct play *p, struct game *g, int side, const struct order *o);

/* The stated default of a minor question; false if there is none. */
bool play_usual(const struct play *p, const struct game *g, int side, struct order *o);
/* The same where the answers are listed already. */
bool play_usual_of(const struct play *p, const struct game *g, int side, const struct orders *listed,
	struct order *o);

uint64_t play_hash(const struct muster *m, const struct game *g);
struct game *game_new(const struct muster *m); /* room for a state, not yet begun; free() gives it back */
static inline void game_copy(const struct muster *m, struct game *to, const struct game *from)
{
	memcpy(to, from, m->state_bytes);
}

/* A clone on which `side` may think: its dice are reseeded, what it may not know is replaced by something
   possible. */
void play_imagine(const struct play *p, struct game *g, int side, struct rng *rng);

/* --- names ---------------------------------------------------------------------------------------------- */
int piece_find(const struct muster *m, const char *id_or_name); /* NO_UNIT */
bool place_find(const struct muster *m, const char *text,
	int32_t *place); /* hex number, place name, "x,y" on a table, box name */
void place_write(const struct muster *m, int32_t place, struct text *t);
/* An order as words (`fire sherman jackson`), and back. Words are separated by blanks; error says what was
   expected. */
void order_write(const struct muster *m, const struct order *o, struct text *t);
bool order_read(const struct muster *m, const char *words, struct order *o, char *error, size_t room);

/* --- fields --------------------------------------------------------------------------------------------- */
int field_elements(const struct muster *m, const struct field *f); /* how many there are of it */
const struct field *field_find(const struct rules *r, const char *name);
int32_t field_get(const struct muster *m, const struct game *g, const struct field *f, int index);
/* false: out of range */
bool field_set(const struct muster *m, struct game *g, const struct field *f, int index, int32_t value);
void field_write(const struct muster *m, const struct field *f, int32_t value, struct text *t);
bool field_read(const struct muster *m, const struct field *f, const char *text, int32_t *value);

#endif
