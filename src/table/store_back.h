/* What a back end of the store does; store.c chooses one. For store*.c only. The contracts are in store.h. */
#ifndef TABLE_STORE_BACK_H
#define TABLE_STORE_BACK_H

#include <stdarg.h>
#include <stdatomic.h>

#include "table/store.h"

struct store_back {
	struct store *(*open)(const char *where, struct text *why);
	void (*close)(struct store *s);
	bool (*begin)(struct store *s);
	/* id NULL: store_put */
	enum put (*put)(struct store *s, enum query q, int64_t *id, const char *kinds, va_list args);
	enum put (*paste)(struct store *s, enum query q, const char *kinds, const struct row *r);
	int (*changed)(const struct store *s);
	bool (*enter)(struct store *s, const struct new_entry *e);
	void (*stakes)(struct store *s, int64_t game); /* NULL where there is nobody to lose to, as are … */
	void (*duty)(struct store *s, int64_t game, bool ours);
	void (*duties)(struct store *s, const int64_t *keep, int kept, const int64_t *want, int wanted,
		void (*taken)(void *to, int64_t game), void *to);
	void (*tell)(struct store *s, const char *line);
	bool (*lost)(const struct store *s, int64_t game);
	bool (*retry)(const struct store *s);
	/* … up to here */
	bool (*hear)(struct store *s, int milliseconds, store_heard *heard, void *to);
	bool (*spread)(struct store *s, const char *lines);
	enum keeping (*commit)(struct store *s);
	void (*rollback)(struct store *s);
	void (*why)(const struct store *s, struct text *t);
	void (*rest)(struct store *s, bool end);
	bool (*untidy)(struct store *s); /* NULL: never */
	void (*tidy)(struct store *s);
	bool (*unwell)(struct store *s, struct text *t);
	bool (*nearly_full)(struct store *s); /* NULL: it cannot tell */
	bool (*get)(struct store *s, enum query q, void (*each)(void *to, const struct row *r), void *to,
		const char *kinds, va_list args);
	int64_t (*row_int)(const struct row *r, int column);
	bool (*row_null)(const struct row *r, int column);
	const char *(*row_text)(const struct row *r, int column);
	const void *(*row_bytes)(const struct row *r, int column, size_t *n);
};

struct store { /* a back end's own begins with it */
	const struct store_back *back;
	long puts;
	atomic_bool unread; /* the last store_get failed */
};

struct row { /* a back end's own begins with it */
	const struct store_back *back;
};

extern const char *const query_texts[];
extern const struct store_back store_sqlite, store_pg;
extern const char schema_sql[]; /* schema.sql, embedded by the build */

/* The text with each word in braces, like {next_game}, replaced by what this back end says for it: pairs of
   word and meaning, ended by NULL. */
void dialect_write(const char *sql, const char *const *words, struct text *out);
/* Calls `apply` for each migration of the schema that a store of version `have` lacks. `own` is the back
   end's name: a line of the schema that ends with "-- only NAME" is for that back end alone. False with the
   reason: one failed, or the store is newer than this program. */
bool schema_migrate(int have, const char *own,
	bool (*apply)(void *to, int version, const char *sql, struct text *why), void *to, struct text *why);

#endif
