/* Chooses the back end of a store and hands everything on to it. What both share of the schema is here too.
   See store.h. */
#include "table/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/store_back.h"

#define QUERY_TEXT(name, sql) sql,
const char *const query_texts[] = {QUERIES(QUERY_TEXT)};

/* --- opening -------------------------------------------------------------------------------------------- */

bool store_is_shared(const char *where)
{
	return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

/* A file of its own beside the store: closing any descriptor of the store itself would give up SQLite's locks
   on it. The lock is the process's: it is gone with it, however it ends, and a child does not inherit it. */
int store_lock(const char *where, struct text *why)
{
	struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	struct text name = {0};
	text_addf(&name, "%s-lock", where);
	int fd = open(text_str(&name), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0) text_addf(why, "cannot make %s: %s", text_str(&name), strerror(errno));
	else if (fcntl(fd, F_SETLK, &all)) {
		fcntl(fd, F_GETLK, &all);
		text_addf(why,
			"the store %s is in use by another fratelli (process %d); stop that one first, or give this one a store of its own",
			where, (int)all.l_pid);
		close(fd), fd = -1;
	}
	text_free(&name);
	return fd;
}

struct store *store_open(const char *where, struct text *why)
{
	if (!store_is_shared(where)) return store_sqlite.open(where, why);
#ifdef HAVE_POSTGRESQL
	return store_pg.open(where, why);
#else
	text_add(why, "this fratelli was built without PostgreSQL (Debian: libpq-dev)");
	return NULL;
#endif
}

void store_close(struct store *s) { s->back->close(s); }

/* --- the schema ----------------------------------------------------------------------------------------- */

void dialect_write(const char *sql, const char *const *words, struct text *out)
{
	while (*sql) {
		const char *const *w = words;
		size_t n = strcspn(sql, "{");
		text_addn(out, sql, n);
		sql += n;
		if (!*sql) return;
		n = strcspn(sql, "}") + 1;
		while (*w && (strlen(*w) != n - 2 || strncmp(*w, sql + 1, n - 2))) w += 2;
		if (!*w) abort(); /* a word that nobody knows is a mistake of ours */
		text_add(out, w[1]);
		sql += n;
	}
}

/* One migration without the lines that are another back end's. */
static void section_write(const char *at, const char *end, const char *own, struct text *out)
{
	static const char only[] = "-- only ";
	while (at < end) {
		size_t n = strcspn(at, "\n") + 1;
		const char *mark = memmem(at, n, only, sizeof only - 1);
		if (!mark || strncmp(mark + sizeof only - 1, own, strlen(own)) == 0)
			text_addn(out, at, at + n > end ? (size_t)(end - at) : n);
		at += n;
	}
}

bool schema_migrate(int have, const char *own,
	bool (*apply)(void *to, int version, const char *sql, struct text *why), void *to, struct text *why)
{
	static const char head[] = "-- version ";
	int known = 0;
	for (const char *at = strstr(schema_sql, head), *next; at; at = next) {
		struct text sql = {0};
		next = strstr(at + 1, head);
		known = atoi(at + strlen(head));
		section_write(at, next ? next : at + strlen(at), own, &sql);
		bool fine = known <= have || apply(to, known, text_str(&sql), why);
		text_free(&sql);
		if (!fine) return false;
	}
	if (have <= known) return true;
	text_addf(why, "the store was written by a newer Fratelli (version %d; this one knows up to %d)", have,
		known);
	return false;
}

/* --- handing on ----------------------------------------------------------------------------------------- */

bool store_begin(struct store *s) { return s->back->begin(s); }
enum keeping store_commit(struct store *s) { return s->back->commit(s); }
void store_rollback(struct store *s) { s->back->rollback(s); }
int store_changed(const struct store *s) { return s->back->changed(s); }
long store_puts(const struct store *s) { return s->puts; }
void store_why(const struct store *s, struct text *t) { s->back->why(s, t); }
void store_rest(struct store *s, bool end) { s->back->rest(s, end); }
bool store_enter(struct store *s, const struct new_entry *e) { return s->back->enter(s, e); }

enum put store_put(struct store *s, enum query q, const char *kinds, ...)
{
	va_list args;
	va_start(args, kinds);
	s->puts++;
	enum put put = s->back->put(s, q, NULL, kinds, args);
	va_end(args);
	return put;
}

enum put store_add(struct store *s, enum query q, int64_t *id, const char *kinds, ...)
{
	va_list args;
	va_start(args, kinds);
	s->puts++, *id = 0;
	enum put put = s->back->put(s, q, id, kinds, args);
	va_end(args);
	return put;
}

enum put store_paste(struct store *s, enum query q, const char *kinds, const struct row *r)
{
	return s->puts++, s->back->paste(s, q, kinds, r);
}

bool store_get(struct store *s, enum query q, void (*each)(void *to, const struct row *r), void *to,
	const char *kinds, ...)
{
	va_list args;
	va_start(args, kinds);
	bool fine = s->back->get(s, q, each, to, kinds, args);
	va_end(args);
	if (atomic_load_explicit(&s->unread, memory_order_relaxed) == fine) atomic_store(&s->unread, !fine);
	return fine;
}

bool store_reads(const struct store *s) { return !atomic_load(&s->unread); }
bool store_many(const struct store *s) { return s->back->hear; }
bool store_lost(const struct store *s, int64_t game) { return s->back->lost && s->back->lost(s, game); }
bool store_retry(const struct store *s) { return s->back->retry && s->back->retry(s); }
bool store_untidy(struct store *s) { return s->back->untidy && s->back->untidy(s); }
void store_tidy(struct store *s) { s->back->tidy(s); }
bool store_unwell(struct store *s, struct text *t) { return s->back->unwell(s, t); }
bool store_nearly_full(struct store *s) { return s->back->nearly_full && s->back->nearly_full(s); }

void store_stakes(struct store *s, int64_t game)
{
	if (s->back->stakes) s->back->stakes(s, game);
}

void store_duty(struct store *s, int64_t game, bool ours)
{
	if (s->back->duty) s->back->duty(s, game, ours);
}

void store_duties(struct store *s, const int64_t *keep, int kept, const int64_t *want, int wanted,
	void (*taken)(void *to, int64_t game), void *to)
{
	if (s->back->duties) s->back->duties(s, keep, kept, want, wanted, taken, to);
}

void store_tell(struct store *s, const char *line)
{
	if (s->back->tell) s->back->tell(s, line);
}

bool store_hear(struct store *s, int milliseconds, store_heard *heard, void *to)
{
	return s->back->hear && s->back->hear(s, milliseconds, heard, to);
}

bool store_spread(struct store *s, const char *lines) { return s->back->spread && s->back->spread(s, lines); }

bool row_null(const struct row *r, int column) { return r->back->row_null(r, column); }
int64_t row_int(const struct row *r, int column) { return r->back->row_int(r, column); }
const char *row_text(const struct row *r, int column) { return r->back->row_text(r, column); }
const void *row_bytes(const struct row *r, int column, size_t *n) { return r->back->row_bytes(r, column, n); }
