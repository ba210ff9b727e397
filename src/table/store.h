/* The store: what the service keeps. It is an SQLite file, which one process has to itself, or a PostgreSQL
   database, which any number of nodes share. One thread of the process writes, in transactions; anybody
   reads. Everything the service asks is a row of QUERIES (queries.h), and what a back end must do is struct
   store_back (store_back.h).

   A game is its log. An entry is unique by its game and its number, and that alone decides between two nodes
   that answer the same question: the entries that one transaction adds to a game are kept all together, and
   only if the log of that game has not grown meanwhile. */
#ifndef TABLE_STORE_H
#define TABLE_STORE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "table/queries.h"

struct store;
struct row; /* of an answer; only within the call that hands it over */

#define QUERY_ENUM(name, sql) Q_##name,
enum query { QUERIES(QUERY_ENUM) QUERY_COUNT };

/* True if this names a database that many nodes may serve: postgresql://… */
bool store_is_shared(const char *where);
/* Takes a store that is not shared for this process, until it ends or closes what this returns. -1 with the
   reason if another process has it. (Another one may read it all the same, as a backup does.) */
int store_lock(const char *where, struct text *why);
/* Opens or makes it and brings its schema up to date. NULL with the reason. */
struct store *store_open(const char *where, struct text *why);
void store_close(struct store *s);

/* --- the writer thread only. The kinds of the arguments are letters: i int64_t, t text (may be NULL), b
   bytes and size_t length,
       n nothing (NULL). Arguments that are left out at the end are nothing. --- */
enum put {
	PUT_DONE,
	PUT_TAKEN /* something unique is there already; or the game is not there any more */,
	PUT_FAILED /* nothing of this transaction can be kept */
};
bool store_begin(struct store *s);
enum put store_put(struct store *s, enum query q, const char *kinds, ...);
/* of the row just added; 0: none was */
enum put store_add(struct store *s, enum query q, int64_t *id, const char *kinds, ...);
/* its arguments are a row, of any store */
enum put store_paste(struct store *s, enum query q, const char *kinds, const struct row *r);
int store_changed(const struct store *s); /* rows the last of these changed */
struct new_entry {
	int64_t game, n;
	const char *line;
	int64_t hash, after, key;
	const char *answer;
	int64_t made;
};
bool store_enter(struct store *s, const struct new_entry *e); /* those of a game in their order */
/* Unless the entries of this game are kept, nothing of this transaction is. */
void store_stakes(struct store *s, int64_t game);
/* Once this transaction is kept, this node has the duty to think for the computer of this game, or nobody has
   it. */
void store_duty(struct store *s, int64_t game, bool ours);
/* A line of news for the other nodes: they hear it once this transaction is kept. */
void store_tell(struct store *s, const char *line);

enum keeping {
	KEPT, /* but for the entries of games that store_lost names: another node was first */
	KEPT_NOT,
	KEPT_AGAIN,   /* nothing was kept, for a reason that is gone: carry it all out again */
	KEPT_UNKNOWN, /* the store was lost in this very moment, and cannot be asked */
};
enum keeping store_commit(struct store *s);
bool store_lost(const struct store *s, int64_t game);
void store_rollback(struct store *s);
bool store_retry(const struct store *s); /* what failed may well be kept if it is carried out again */
void store_why(const struct store *s, struct text *t); /* why the last of these failed, for a player */
void store_rest(struct store *s, bool end);            /* between two transactions, or at the end of all */
long store_puts(const struct store *s);                /* calls of store_put and store_add so far */

/* --- any thread --- */
bool store_untidy(struct store *s); /* true: call store_tidy, once */
void store_tidy(struct store *s);
bool store_unwell(struct store *s, struct text *t); /* true: nothing can be kept now, and why, for a player */
bool store_nearly_full(struct store *s);            /* true: there is room for games that go on, but for no
                                                       new ones */
bool store_many(const struct store *s);             /* other nodes may change it */
/* Calls `each` for every row. False if the store could not be read. */
bool store_get(struct store *s, enum query q, void (*each)(void *to, const struct row *r), void *to,
	const char *kinds, ...);
bool store_reads(const struct store *s); /* false: the last store_get failed */
int64_t row_int(const struct row *r, int column);
bool row_null(const struct row *r, int column);
const char *row_text(const struct row *r, int column); /* NULL */
const void *row_bytes(const struct row *r, int column, size_t *n);

/* --- one thread of its own --- */
/* Waits up to so many milliseconds for news of other nodes and calls `heard` for each line, with the name of
   the node that says it. False: the connection was lost, and news may have been missed; true again once there
   is a new one. Where nobody else can change the store it returns false at once. */
typedef void store_heard(void *to, const char *node, const char *line);
bool store_hear(struct store *s, int milliseconds, store_heard *heard, void *to);
/* Tells the other nodes these lines now, whatever becomes of any transaction; each ends with a newline. */
bool store_spread(struct store *s, const char *lines);

/* Duties of this node, now and then: it keeps those of `keep`, takes those of `want` that nobody has, and
   some whose node is gone. Calls `taken` for each that it did not have. A node that does not come again
   within DUTY_MS loses them. */
void store_duties(struct store *s, const int64_t *keep, int kept, const int64_t *want, int wanted,
	void (*taken)(void *to, int64_t game), void *to);
#define DUTY_MS 3000

#endif
