/* A game that is being played: the state, and the log that is the truth (orders, undos, standing orders,
   overrides, with a state hash every few orders). That log is the save file, the database rows, the replay,
   the bug report and the golden test. Snapshots are only a cache. */
#ifndef ENGINE_MATCH_H
#define ENGINE_MATCH_H

#include "engine/play.h"

enum entry_kind { ENTRY_ORDER, ENTRY_UNDO, ENTRY_STANDING, ENTRY_OVERRIDE, ENTRY_RESEED };

struct entry {
	uint8_t kind, side;
	uint8_t barrier; /* dice fell, something was revealed, or the turn to decide passed to the other side */
	uint8_t undone;
	struct order order; /* ENTRY_ORDER; STANDING: a = which, b = choice; UNDO: a = entry the game went back
	                       before; OVERRIDE: unit = element, a = field, b = value */
	char *reason;       /* OVERRIDE: why; RESEED: the new seed in hex; owned */
	int faces;
	int *face;     /* dice rolled on a real table and typed in, or none; owned */
	int events_at; /* its first event in match.events */
	uint64_t hash; /* of the state after it */
};

struct match {
	const struct muster *m;
	uint8_t seed[32];
	struct game *g;      /* the present state, run to its question */
	int turn;            /* the side that decides now (of several, the lowest), NOBODY when over */
	struct orders legal; /* its orders */
	int n, room;
	struct entry *entry;
	struct sink events; /* of the whole game so far, undone ones removed */
	int valid, valid_room;
	int *valids; /* the entries that are not undone, undos among them, in their order */
	int snapshots, snapshot_room;
	/* the state after so many of `valids` */
	struct snapshot {
		int valid;
		bool stays;
		struct game *g;
	} *snapshot;
};
#define MATCH_SNAPSHOT 32
#define MATCH_HASH_EVERY 8

struct match *match_new(const struct muster *m, const uint8_t seed[32]);
void match_free(struct match *t);

bool match_order(struct match *t, int side, const struct order *o, struct refusal *r);

/* The same with dice that were rolled on a real table. If the faces do not suffice nothing happens and
   *wanted says what must be rolled next (faces so far are those before it); call again with more. */
bool match_order_dictated(struct match *t, int side, const struct order *o, const int *face, int faces,
	struct throw *wanted, struct refusal *r);

/* For a list of orders that is carried out whole or not at all: remember how the match stands, give the
   orders, and go back there if one of them is refused. What was ordered meanwhile leaves no trace, so nobody
   may have been told of it. */
struct bookmark *match_bookmark(const struct match *t);
void match_reopen(struct match *t, const struct bookmark *b);
void bookmark_free(struct bookmark *b); /* may be NULL */

bool match_standing(struct match *t, int side, int which, int choice, struct refusal *r);
bool match_override(struct match *t, int side, const struct field *f, int index, int32_t value,
	const char *reason, struct refusal *r);

/* Back to before entry `to`. Alone (solitary) any entry; otherwise not beyond a roll, a revelation or the
   other side's turn. */
bool match_undo(struct match *t, int side, int to, bool solitary, struct refusal *r);
int match_undo_limit(const struct match *t, int side); /* the earliest entry that may be taken back in a game
                                                          between people */
int match_undo_limit_of(const struct match *t, int side, int n); /* the same, as if the log ended before entry
                                                                    n */

/* The state before entry n (all of them: the present one), in memory for m->state_bytes. */
void match_state_at(const struct match *t, int n, struct game *out);
/* A new match with the same log up to entry n, reseeded from then on: for "what if". */
struct match *match_fork(const struct match *t, int n, const uint8_t seed[32]);
/* in parts: a new match of the same seed takes these entries over; reseed it at the end */
void match_fork_on(struct match *f, const struct match *t, int from, int to);
bool match_reseed(struct match *t, const uint8_t seed[32]); /* new dice from here on; in the log like
                                                               everything else */

/* --- save files
   ------------------------------------------------------------------------------------------------ Lines of
   words; see docs/save-files.md. Loading replays everything and compares every hash; the first difference is
   a fault that names its order. Dice seeds are in the file: it is the owner's, never a player's while the
   game runs. */
void match_save(const struct match *t, struct text *out);
struct loaded {
	struct arena *arena;
	const struct battle *battle;
	struct muster *muster;
	struct match *match;
};
/* Every hash is compared. to: stop before that entry, -1 = all. Nothing is half-loaded: on false `out` is
   empty. Battles are looked for in data_dir/battles and data_dir/../tests/battles. The faults may name files
   in `out`'s arena: names are copied. */
bool match_load(const char *data_dir, const char *path, int to, struct loaded *out, struct faults *f);
/* One entry as its lines of a save file, and such lines carried out on a match: what a store keeps as
   rows. */
void match_entry_write(const struct match *t, int i, struct text *out);
bool match_entries_read(struct match *t, const char *name, const char *bytes, size_t n, struct faults *f);
bool match_load_text(const char *data_dir, const char *name, const char *bytes, size_t n, int to,
	struct loaded *out, struct faults *f);
void loaded_free(struct loaded *l);
/* The same on a muster that the caller has: find() returns it for what the file's head says, or NULL with a
   fault. NULL if anything is wrong. */
struct save_head {
	const struct rules *rules;
	char battle[64], scenario[64];
	uint64_t data;
	int8_t option[OPTIONS_MOST];
	uint8_t seed[32];
};
typedef const struct muster *muster_finder(void *own, const struct save_head *head, struct faults *f);
struct match *match_load_on(muster_finder *find, void *own, const char *name, const char *bytes, size_t n,
	int to, struct faults *f);

/* Seeds: the commitment (BLAKE2b-256) is published when a game starts, the seed when it ends. */
void seed_random(uint8_t seed[32]);
void seed_from_number(uint64_t n, uint8_t seed[32]); /* for studies and tests: the same on every machine */
void seed_commitment(const uint8_t seed[32], uint8_t out[32]);
void seed_write(const uint8_t seed[32], char out[65]);
bool seed_read(const char *hex, uint8_t seed[32]);

#endif
