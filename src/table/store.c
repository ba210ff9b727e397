/* SQLite in WAL mode with full synchronisation: what was committed is on the disk. See store.h. */
#include "table/store.h"
#include "table/names.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const char schema_sql[]; /* schema.sql, embedded by the build */

#define PAGE 1024
#define WAL_MOST (64 << 20) /* beyond this the writer itself stops to clear the log away */
#define TIDY_PAGES 8000

struct store {
	sqlite3 *writes, *reads, *tidies;
	pthread_mutex_t reading;
	atomic_bool tidying;
	sqlite3_stmt *statement[2][QUERY_COUNT]; /* prepared when first needed; 0 writes, 1 reads */
	int failed;                              /* the SQLite code */
	atomic_int wal_pages;
	char wal[4200];                          /* the log's name */
	atomic_bool wal_gone;
};

#define QUERY_TEXT(name, sql) sql,
static const char *const queries[] = {QUERIES(QUERY_TEXT)};

/* --- opening ----------------------------------------------------------------------------------------------------- */

static bool run(sqlite3 *db, const char *sql, struct text *why)
{
	char *error = NULL;
	if (sqlite3_exec(db, sql, NULL, NULL, &error) == SQLITE_OK) return true;
	text_addf(why, "the store: %s", error ? error : sqlite3_errmsg(db));
	sqlite3_free(error);
	return false;
}

/* In SQL: looks(name) and looks(name, way), see names.h. */
static void sql_looks(sqlite3_context *c, int n, sqlite3_value **args)
{
	const char *name = (const char *)sqlite3_value_text(args[0]);
	char looks[LOOKS_MOST];
	if (!name) return;
	name_looks_in(name, n > 1 ? sqlite3_value_int(args[1]) : 0, looks);
	sqlite3_result_text(c, looks, -1, SQLITE_TRANSIENT);
}

static int user_version(sqlite3 *db)
{
	sqlite3_stmt *st;
	int version = -1;
	if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW) version = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return version;
}

/* Applies the sections of the schema that this store does not have yet. */
static bool migrate(sqlite3 *db, struct text *why)
{
	static const char head[] = "-- version ";
	int have = user_version(db), known = 0;
	for (const char *at = strstr(schema_sql, head); at;) {
		const char *next = strstr(at + 1, head);
		int version = atoi(at + strlen(head));
		struct text sql = {0};
		known = version;
		text_add(&sql, "BEGIN IMMEDIATE;\n");
		text_addn(&sql, at, next ? (size_t)(next - at) : strlen(at));
		text_addf(&sql, "PRAGMA user_version = %d; COMMIT;", version);
		bool fine = version <= have || run(db, text_str(&sql), why);
		text_free(&sql);
		if (!fine) return false;
		at = next;
	}
	if (have <= known) return true;
	text_addf(why, "the store was written by a newer Fratelli (version %d; this one knows up to %d)", have, known);
	return false;
}

static int note_wal(void *to, sqlite3 *db, const char *name, int pages)
{
	(void)db, (void)name;
	atomic_store(&((struct store *)to)->wal_pages, pages);
	return SQLITE_OK;
}

static bool open_both(struct store *s, const char *path, struct text *why)
{
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
	if (sqlite3_open_v2(path, &s->writes, flags | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) {
		text_addf(why, "cannot open the store %s: %s", path, s->writes ? sqlite3_errmsg(s->writes) : "no memory");
		return false;
	}
	sqlite3_busy_timeout(s->writes, 5000);
	for (int args = 1; args <= 2; args++) sqlite3_create_function(s->writes, "looks", args, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, sql_looks, NULL, NULL);
	/* Small pages: an order touches one leaf of its game, and every touched page is written whole. */
	if (!run(s->writes, "PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
	                    "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY", why)) return false;
	if (!migrate(s->writes, why)) return false;
	sqlite3_wal_hook(s->writes, note_wal, s);
	if (sqlite3_open_v2(path, &s->reads, flags, NULL) != SQLITE_OK || !run(s->reads, "PRAGMA query_only = ON; PRAGMA cache_size = -1024", why)) {
		text_addf(why, "cannot read the store %s", path);
		return false;
	}
	sqlite3_busy_timeout(s->reads, 5000);
	if (sqlite3_open_v2(path, &s->tidies, flags, NULL) != SQLITE_OK || !run(s->tidies, "PRAGMA synchronous = FULL; PRAGMA cache_size = -256", why)) return false;
	return true;
}

/* A file of its own beside the store: closing any descriptor of the store itself would give up SQLite's locks on it. The lock is the
   process's: it is gone with it, however it ends, and a child does not inherit it. */
int store_lock(const char *path, struct text *why)
{
	struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	struct text name = {0};
	text_addf(&name, "%s-lock", path);
	int fd = open(text_str(&name), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0) text_addf(why, "cannot make %s: %s", text_str(&name), strerror(errno));
	else if (fcntl(fd, F_SETLK, &all)) {
		fcntl(fd, F_GETLK, &all);
		text_addf(why, "the store %s is in use by another fratelli (process %d); stop that one first, or give this one a store of its own", path, (int)all.l_pid);
		close(fd), fd = -1;
	}
	text_free(&name);
	return fd;
}

struct store *store_open(const char *path, struct text *why)
{
	struct store *s = calloc(1, sizeof *s);
	if (!s) abort();
	pthread_mutex_init(&s->reading, NULL);
	snprintf(s->wal, sizeof s->wal, "%s-wal", path);
	if (open_both(s, path, why)) return s;
	store_close(s);
	return NULL;
}

void store_close(struct store *s)
{
	for (int side = 0; side < 2; side++)
		for (int q = 0; q < QUERY_COUNT; q++) sqlite3_finalize(s->statement[side][q]);
	sqlite3_close(s->tidies);
	sqlite3_close(s->reads);
	sqlite3_close(s->writes);
	pthread_mutex_destroy(&s->reading);
	free(s);
}

/* --- statements ---------------------------------------------------------------------------------------------------- */

static sqlite3_stmt *statement(struct store *s, int side, enum query q)
{
	sqlite3_stmt **st = &s->statement[side][q];
	if (!*st && sqlite3_prepare_v3(side ? s->reads : s->writes, queries[q], -1, SQLITE_PREPARE_PERSISTENT, st, NULL) != SQLITE_OK) return NULL;
	return *st;
}

static void bind(sqlite3_stmt *st, const char *kinds, va_list args)
{
	for (int i = 1; *kinds; kinds++, i++) switch (*kinds) {
		case 'i': sqlite3_bind_int64(st, i, va_arg(args, int64_t)); break;
		case 't': sqlite3_bind_text(st, i, va_arg(args, const char *), -1, SQLITE_STATIC); break;
		case 'b': {
			const void *bytes = va_arg(args, const void *);
			sqlite3_bind_blob64(st, i, bytes, va_arg(args, size_t), SQLITE_STATIC);
			break;
		}
		default: sqlite3_bind_null(st, i);
	}
}

/* --- writing --------------------------------------------------------------------------------------------------------- */

static bool plain(struct store *s, const char *sql)
{
	int code = sqlite3_exec(s->writes, sql, NULL, NULL, NULL);
	if (code != SQLITE_OK) s->failed = sqlite3_extended_errcode(s->writes);
	return code == SQLITE_OK;
}

bool store_begin(struct store *s) { return plain(s, "BEGIN IMMEDIATE"); }
/* If somebody has deleted the log under us, we still write to it, but nobody else will ever read it. Then what is committed goes into the file
   itself before it is acknowledged. */
bool store_commit(struct store *s)
{
	if (!plain(s, "COMMIT")) return false;
	if (access(s->wal, F_OK) == 0) return true;
	atomic_store(&s->wal_gone, true);
	return sqlite3_wal_checkpoint_v2(s->writes, NULL, SQLITE_CHECKPOINT_FULL, NULL, NULL) == SQLITE_OK;
}

bool store_wal_gone(const struct store *s) { return atomic_load(&s->wal_gone); }

void store_rollback(struct store *s)
{
	if (!sqlite3_get_autocommit(s->writes)) sqlite3_exec(s->writes, "ROLLBACK", NULL, NULL, NULL);
}

enum put store_put(struct store *s, enum query q, const char *kinds, ...)
{
	va_list args;
	sqlite3_stmt *st = statement(s, 0, q);
	if (!st) return s->failed = sqlite3_extended_errcode(s->writes), PUT_FAILED;
	va_start(args, kinds);
	bind(st, kinds, args);
	va_end(args);
	int code = sqlite3_step(st);
	sqlite3_reset(st);
	sqlite3_clear_bindings(st);
	if (code == SQLITE_DONE) return PUT_DONE;
	s->failed = sqlite3_extended_errcode(s->writes);
	return (s->failed & 255) == SQLITE_CONSTRAINT ? PUT_TAKEN : PUT_FAILED;
}

int64_t store_last(const struct store *s) { return sqlite3_last_insert_rowid(s->writes); }
int store_changed(const struct store *s) { return sqlite3_changes(s->writes); }

void store_why(const struct store *s, struct text *t)
{
	if ((s->failed & 255) == SQLITE_FULL) text_add(t, "The server's disk is full. Your order was not carried out; nothing is lost. Try again when there is room.");
	else text_addf(t, "The server cannot write to its store (%s). Your order was not carried out; try again later.", sqlite3_errstr(s->failed & 255));
}

/* What is in the write-ahead log must get into the file some time. Mostly a worker does that, beside the writer, as far as it goes
   without waiting (passive). Under a steady load the log never comes to its end that way; so when it has grown large the writer stops and
   clears it away. */
bool store_untidy(struct store *s) { return atomic_load(&s->wal_pages) > TIDY_PAGES && !atomic_exchange(&s->tidying, true); }

void store_tidy(struct store *s)
{
	sqlite3_wal_checkpoint_v2(s->tidies, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	atomic_store(&s->tidying, false);
}

void store_checkpoint(struct store *s, bool all)
{
	if (!all && atomic_load(&s->wal_pages) < WAL_MOST / PAGE) return;
	sqlite3_wal_checkpoint_v2(s->writes, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	atomic_store(&s->wal_pages, 0);
}

/* --- reading --------------------------------------------------------------------------------------------------------- */

struct row { sqlite3_stmt *st; };

bool store_get(struct store *s, enum query q, void (*each)(void *to, const struct row *r), void *to, const char *kinds, ...)
{
	va_list args;
	int code = SQLITE_ERROR;
	pthread_mutex_lock(&s->reading);
	struct row r = {statement(s, 1, q)};
	if (r.st) {
		va_start(args, kinds);
		bind(r.st, kinds, args);
		va_end(args);
		while ((code = sqlite3_step(r.st)) == SQLITE_ROW) each(to, &r);
		sqlite3_reset(r.st);
		sqlite3_clear_bindings(r.st);
	}
	pthread_mutex_unlock(&s->reading);
	return code == SQLITE_DONE;
}

int64_t row_int(const struct row *r, int column) { return sqlite3_column_int64(r->st, column); }
const char *row_text(const struct row *r, int column) { return (const char *)sqlite3_column_text(r->st, column); }

const void *row_bytes(const struct row *r, int column, size_t *n)
{
	*n = (size_t)sqlite3_column_bytes(r->st, column);
	return sqlite3_column_blob(r->st, column);
}
