/* SQLite in WAL mode with full synchronisation: what was committed is on the disk. One connection writes (the
   writer thread's), one reads (anybody's, one at a time), one tidies up. See store.h. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "table/names.h"
#include "table/store_back.h"

#define PAGE 1024
#define WAL_MOST (64 << 20) /* beyond this the writer itself stops to clear the log away */
#define TIDY_PAGES 8000
#define ROOM_LEAST \
	(8u << 20) /* for some thousand orders; less is a full disk, though the last order found room */
#define ROOM_FOR_GAMES (256u << 20) /* what is left then belongs to the games that go on */

struct lite {
	struct store store; /* first */
	sqlite3 *writes, *reads, *tidies;
	pthread_mutex_t reading;
	atomic_bool tidying;
	sqlite3_stmt *statement[2][QUERY_COUNT]; /* prepared when first needed; 0 writes, 1 reads */
	int failed;                              /* the SQLite code */
	atomic_int wal_pages;
	char path[4200], wal[4200]; /* the file's name, and the log's */
	atomic_bool wal_gone;
};

/* A number that no game has had, though it was deleted. */
#define LAST_GAME "SELECT max(last, (SELECT coalesce(max(number), 0) FROM games))"
static const char *const words[] = {
	"probe_room",
	"",
	"settle",
	"UPDATE probe SET at = at",
	"next_game",
	"(" LAST_GAME " + 1 FROM dropped)",
	"last_game",
	"(" LAST_GAME " FROM dropped)",
	"set_last_game",
	"UPDATE dropped SET last = ? RETURNING last",
	"set_others",
	"SELECT 1",
	NULL,
};

static struct lite *own(struct store *s) { return (struct lite *)s; }

/* --- opening -------------------------------------------------------------------------------------------- */

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
	if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &st, NULL) == SQLITE_OK &&
		sqlite3_step(st) == SQLITE_ROW)
		version = sqlite3_column_int(st, 0);
	sqlite3_finalize(st);
	return version;
}

static bool apply(void *db, int version, const char *section, struct text *why)
{
	struct text sql = {0};
	text_addf(&sql, "BEGIN IMMEDIATE;\n%s\nPRAGMA user_version = %d; COMMIT;", section, version);
	bool fine = run(db, text_str(&sql), why);
	text_free(&sql);
	return fine;
}

static int note_wal(void *to, sqlite3 *db, const char *name, int pages)
{
	(void)db, (void)name;
	atomic_store(&((struct lite *)to)->wal_pages, pages);
	return SQLITE_OK;
}

static bool open_all(struct lite *s, const char *path, struct text *why)
{
	const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
	if (sqlite3_open_v2(path, &s->writes, flags | SQLITE_OPEN_CREATE, NULL) != SQLITE_OK) {
		text_addf(why, "cannot open the store %s: %s", path,
			s->writes ? sqlite3_errmsg(s->writes) : "no memory");
		return false;
	}
	sqlite3_busy_timeout(s->writes, 5000);
	for (int args = 1; args <= 2; args++)
		sqlite3_create_function(s->writes, "looks", args, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, sql_looks,
			NULL, NULL);
	/* Small pages: an order touches one leaf of its game, and every touched page is written whole. */
	if (!run(s->writes,
			"PRAGMA page_size = 1024; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
			"PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 16777216; PRAGMA cache_size = -4096; PRAGMA temp_store = MEMORY",
			why))
		return false;
	if (!schema_migrate(user_version(s->writes), "sqlite", apply, s->writes, why)) return false;
	sqlite3_wal_hook(s->writes, note_wal, s);
	if (sqlite3_open_v2(path, &s->reads, flags, NULL) != SQLITE_OK ||
		!run(s->reads, "PRAGMA query_only = ON; PRAGMA cache_size = -1024", why)) {
		text_addf(why, "cannot read the store %s", path);
		return false;
	}
	sqlite3_busy_timeout(s->reads, 5000);
	if (sqlite3_open_v2(path, &s->tidies, flags, NULL) != SQLITE_OK ||
		!run(s->tidies, "PRAGMA synchronous = FULL; PRAGMA cache_size = -256", why))
		return false;
	return true;
}

static void lite_close(struct store *of)
{
	struct lite *s = own(of);
	for (int side = 0; side < 2; side++)
		for (int q = 0; q < QUERY_COUNT; q++) sqlite3_finalize(s->statement[side][q]);
	sqlite3_close(s->tidies);
	sqlite3_close(s->reads);
	sqlite3_close(s->writes);
	pthread_mutex_destroy(&s->reading);
	free(s);
}

static struct store *lite_open(const char *path, struct text *why)
{
	struct lite *s = calloc(1, sizeof *s);
	if (!s) abort();
	s->store.back = &store_sqlite;
	pthread_mutex_init(&s->reading, NULL);
	snprintf(s->path, sizeof s->path, "%s", path), snprintf(s->wal, sizeof s->wal, "%s-wal", path);
	if (open_all(s, path, why)) return &s->store;
	lite_close(&s->store);
	return NULL;
}

/* --- statements ----------------------------------------------------------------------------------------- */

static sqlite3_stmt *statement(struct lite *s, int side, enum query q)
{
	sqlite3_stmt **st = &s->statement[side][q];
	struct text sql = {0};
	if (*st) return *st;
	dialect_write(query_texts[q], words, &sql);
	sqlite3_prepare_v3(side ? s->reads : s->writes, text_str(&sql), -1, SQLITE_PREPARE_PERSISTENT, st, NULL);
	text_free(&sql);
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

/* --- writing -------------------------------------------------------------------------------------------- */

static bool plain(struct lite *s, const char *sql)
{
	int code = sqlite3_exec(s->writes, sql, NULL, NULL, NULL);
	if (code != SQLITE_OK) s->failed = sqlite3_extended_errcode(s->writes);
	return code == SQLITE_OK;
}

static bool lite_begin(struct store *s) { return plain(own(s), "BEGIN IMMEDIATE"); }

/* If somebody has deleted the log under us, we still write to it, but nobody else will ever read it. Then
   what is committed goes into the file itself before it is acknowledged. */
static enum keeping lite_commit(struct store *of)
{
	struct lite *s = own(of);
	if (!plain(s, "COMMIT")) return KEPT_NOT;
	if (access(s->wal, F_OK) == 0) return KEPT;
	atomic_store(&s->wal_gone, true);
	return sqlite3_wal_checkpoint_v2(s->writes, NULL, SQLITE_CHECKPOINT_FULL, NULL, NULL) == SQLITE_OK
	         ? KEPT
	         : KEPT_NOT;
}

static void lite_rollback(struct store *s)
{
	sqlite3 *db = own(s)->writes;
	if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
}

static enum put step(struct lite *s, sqlite3_stmt *st, int64_t *id)
{
	int code = sqlite3_step(st);
	if (code == SQLITE_ROW) {
		if (id) *id = sqlite3_column_int64(st, 0);
		code = sqlite3_step(st);
	}
	sqlite3_reset(st);
	sqlite3_clear_bindings(st);
	if (code == SQLITE_DONE) return PUT_DONE;
	s->failed = sqlite3_extended_errcode(s->writes);
	return (s->failed & 255) == SQLITE_CONSTRAINT ? PUT_TAKEN : PUT_FAILED;
}

static enum put lite_put(struct store *of, enum query q, int64_t *id, const char *kinds, va_list args)
{
	struct lite *s = own(of);
	sqlite3_stmt *st = statement(s, 0, q);
	if (!st) return s->failed = sqlite3_extended_errcode(s->writes), PUT_FAILED;
	bind(st, kinds, args);
	return step(s, st, id);
}

static enum put lite_paste(struct store *of, enum query q, const char *kinds, const struct row *r)
{
	struct lite *s = own(of);
	sqlite3_stmt *st = statement(s, 0, q);
	if (!st) return s->failed = sqlite3_extended_errcode(s->writes), PUT_FAILED;
	for (int i = 0; kinds[i]; i++) {
		size_t n;
		const void *bytes = kinds[i] == 'b' ? row_bytes(r, i, &n) : NULL;
		if (row_null(r, i)) sqlite3_bind_null(st, i + 1);
		else if (kinds[i] == 'i') sqlite3_bind_int64(st, i + 1, row_int(r, i));
		else if (kinds[i] == 't') sqlite3_bind_text(st, i + 1, row_text(r, i), -1, SQLITE_STATIC);
		else sqlite3_bind_blob64(st, i + 1, bytes, n, SQLITE_STATIC);
	}
	return step(s, st, NULL);
}

static bool lite_enter(struct store *of, const struct new_entry *e)
{
	struct lite *s = own(of);
	sqlite3_stmt *st = statement(s, 0, Q_ADD_ENTRY);
	if (!st) return s->failed = sqlite3_extended_errcode(s->writes), false;
	const int64_t before[] = {e->game, e->n}, after[] = {e->hash, e->after, e->key};
	for (int i = 0; i < 2; i++) sqlite3_bind_int64(st, 1 + i, before[i]);
	sqlite3_bind_text(st, 3, e->line, -1, SQLITE_STATIC);
	for (int i = 0; i < 3; i++) sqlite3_bind_int64(st, 4 + i, after[i]);
	sqlite3_bind_text(st, 7, e->answer, -1, SQLITE_STATIC), sqlite3_bind_int64(st, 8, e->made);
	return step(s, st, NULL) == PUT_DONE;
}

static int lite_changed(const struct store *s) { return sqlite3_changes(((const struct lite *)s)->writes); }

static void lite_why(const struct store *of, struct text *t)
{
	const struct lite *s = (const struct lite *)of;
	if ((s->failed & 255) == SQLITE_FULL)
		text_add(t,
			"The server's disk is full. Your order was not carried out; nothing is lost. Try again when there is room.");
	else
		text_addf(t,
			"The server cannot write to its store (%s). Your order was not carried out; try again later.",
			sqlite3_errstr(s->failed & 255));
}

/* What is in the write-ahead log must get into the file some time. Mostly a worker does that, beside the
   writer, as far as it goes without waiting (passive). Under a steady load the log never comes to its end
   that way; so when it has grown large the writer stops and clears it away. */
static bool lite_untidy(struct store *s)
{
	return atomic_load(&own(s)->wal_pages) > TIDY_PAGES && !atomic_exchange(&own(s)->tidying, true);
}

static void lite_tidy(struct store *s)
{
	sqlite3_wal_checkpoint_v2(own(s)->tidies, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	atomic_store(&own(s)->tidying, false);
}

static void lite_rest(struct store *of, bool end)
{
	struct lite *s = own(of);
	if (!end && atomic_load(&s->wal_pages) < WAL_MOST / PAGE) return;
	sqlite3_wal_checkpoint_v2(s->writes, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	atomic_store(&s->wal_pages, 0);
}

static uint64_t disk_room(const struct lite *s)
{
	struct statvfs disk;
	return statvfs(s->path, &disk) == 0 ? (uint64_t)disk.f_bavail * disk.f_frsize : UINT64_MAX;
}

static bool lite_nearly_full(struct store *s) { return disk_room(own(s)) < ROOM_FOR_GAMES; }

static bool lite_unwell(struct store *of, struct text *t)
{
	struct lite *s = own(of);
	if (disk_room(s) < ROOM_LEAST) text_add(t, "The disk is full.");
	else if (atomic_load(&s->wal_gone))
		text_add(t, "The store's log was deleted. Nothing is lost; start the service again.");
	return t->n;
}

/* --- reading -------------------------------------------------------------------------------------------- */

struct lite_row {
	struct row row;
	sqlite3_stmt *st;
};

static bool lite_get(struct store *of, enum query q, void (*each)(void *to, const struct row *r), void *to,
	const char *kinds, va_list args)
{
	struct lite *s = own(of);
	int code = SQLITE_ERROR;
	pthread_mutex_lock(&s->reading);
	struct lite_row r = {{&store_sqlite}, statement(s, 1, q)};
	if (r.st) {
		bind(r.st, kinds, args);
		while ((code = sqlite3_step(r.st)) == SQLITE_ROW) each(to, &r.row);
		sqlite3_reset(r.st);
		sqlite3_clear_bindings(r.st);
	}
	pthread_mutex_unlock(&s->reading);
	return code == SQLITE_DONE;
}

static sqlite3_stmt *of_row(const struct row *r) { return ((const struct lite_row *)r)->st; }
static int64_t lite_int(const struct row *r, int column) { return sqlite3_column_int64(of_row(r), column); }
static bool lite_null(const struct row *r, int column)
{
	return sqlite3_column_type(of_row(r), column) == SQLITE_NULL;
}
static const char *lite_text(const struct row *r, int column)
{
	return (const char *)sqlite3_column_text(of_row(r), column);
}

static const void *lite_bytes(const struct row *r, int column, size_t *n)
{
	*n = (size_t)sqlite3_column_bytes(of_row(r), column);
	return sqlite3_column_blob(of_row(r), column);
}

const struct store_back store_sqlite = {
	.open = lite_open,
	.close = lite_close,
	.begin = lite_begin,
	.put = lite_put,
	.paste = lite_paste,
	.changed = lite_changed,
	.enter = lite_enter,
	.commit = lite_commit,
	.rollback = lite_rollback,
	.why = lite_why,
	.rest = lite_rest,
	.untidy = lite_untidy,
	.tidy = lite_tidy,
	.unwell = lite_unwell,
	.nearly_full = lite_nearly_full,
	.get = lite_get,
	.row_int = lite_int,
	.row_null = lite_null,
	.row_text = lite_text,
	.row_bytes = lite_bytes,
};
