/* See admin.h. Everything is one transaction on a connection of its own. */
#include "table/admin.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/sitting.h"

/* --- a connection --------------------------------------------------------------------------------------- */

/* Opens the store (which must be there) and brings its schema up to date. */
static sqlite3 *open_store(const char *path, struct text *said)
{
	sqlite3 *db = NULL;
	if (access(path, F_OK)) return text_addf(said, "there is no store %s", path), NULL;
	struct store *s = store_open(path, said);
	if (!s) return NULL;
	store_close(s);
	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK) {
		sqlite3_busy_timeout(db, 10000);
		sqlite3_exec(db, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON", NULL, NULL, NULL);
		return db;
	}
	text_addf(said, "cannot open the store %s: %s", path, sqlite3_errmsg(db));
	sqlite3_close(db);
	return NULL;
}

/* Kinds as in store.h: i, t, b. One statement; `st` (may be NULL) gets it for reading, with its first row. */
static bool run(sqlite3 *db, struct text *said, sqlite3_stmt **out, const char *sql, const char *kinds, ...)
{
	sqlite3_stmt *st = NULL;
	va_list args;
	int code = sqlite3_prepare_v2(db, sql, -1, &st, NULL);
	va_start(args, kinds);
	for (int i = 1; code == SQLITE_OK && *kinds; kinds++, i++) {
		if (*kinds == 'i') sqlite3_bind_int64(st, i, va_arg(args, int64_t));
		else if (*kinds == 't') sqlite3_bind_text(st, i, va_arg(args, const char *), -1, SQLITE_TRANSIENT);
		else sqlite3_bind_blob(st, i, va_arg(args, const void *), 32, SQLITE_TRANSIENT);
	}
	va_end(args);
	if (code == SQLITE_OK) code = sqlite3_step(st);
	bool fine = code == SQLITE_DONE || code == SQLITE_ROW;
	if (!fine) text_addf(said, "the store: %s", sqlite3_errmsg(db));
	if (out && fine) *out = st;
	else sqlite3_finalize(st);
	return fine;
}

static bool finish(sqlite3 *db, bool fine, struct text *said)
{
	if (fine && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK)
		fine = false, text_clear(said), text_addf(said, "the store: %s", sqlite3_errmsg(db));
	if (!sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	sqlite3_close(db);
	return fine;
}

static sqlite3 *begin(const char *store, struct text *said)
{
	sqlite3 *db = open_store(store, said);
	if (!db || run(db, said, NULL, "BEGIN IMMEDIATE", "")) return db;
	sqlite3_close(db);
	return NULL;
}

/* --- copies --------------------------------------------------------------------------------------------- */

/* What is in a store is nobody else's: a copy of it is made so that only its owner can read it, from the
   first byte on. */
static bool make_private(const char *path, struct text *said)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0) return text_addf(said, "cannot make %s: %s", path, strerror(errno)), false;
	return close(fd) == 0;
}

static bool copy_store(const char *from, const char *to, struct text *said)
{
	sqlite3 *a = NULL, *b = NULL;
	if (!make_private(to, said)) return false;
	bool fine = sqlite3_open_v2(from, &a, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
	            sqlite3_open_v2(to, &b, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK;
	sqlite3_busy_timeout(a, 10000);
	sqlite3_backup *copy = fine ? sqlite3_backup_init(b, "main", a, "main") : NULL;
	if (copy) fine = sqlite3_backup_step(copy, -1) == SQLITE_DONE, sqlite3_backup_finish(copy);
	if (!fine || !copy) text_addf(said, "cannot copy %s to %s: %s", from, to, sqlite3_errmsg(b ? b : a));
	sqlite3_close(a), sqlite3_close(b);
	return fine && copy;
}

static bool is_whole(const char *path, struct text *said)
{
	sqlite3 *db = NULL;
	sqlite3_stmt *st = NULL;
	bool fine = access(path, R_OK) == 0 &&
	            sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
	            run(db, said, &st, "PRAGMA integrity_check", "");
	fine = fine && strcmp((const char *)sqlite3_column_text(st, 0), "ok") == 0;
	sqlite3_finalize(st), st = NULL;
	/* another program's database has none */
	fine = fine && run(db, said, &st, "PRAGMA user_version", "") && sqlite3_column_int(st, 0) > 0;
	sqlite3_finalize(st), sqlite3_close(db);
	if (!fine) text_addf(said, "%s%s is damaged, or no store", said->n ? "; " : "", path);
	return fine;
}

bool admin_backup(const char *store, const char *to, struct text *said)
{
	if (access(store, F_OK)) return text_addf(said, "there is no store %s", store), false;
	if (access(to, F_OK) == 0) return text_addf(said, "%s is there already", to), false;
	if (!copy_store(store, to, said) || !is_whole(to, said)) return unlink(to), false;
	text_addf(said, "%s is a whole copy of %s", to, store);
	return true;
}

static void name_beside(const char *store, const char *ending, char *out, size_t room)
{
	snprintf(out, room, "%s%s", store, ending);
}

bool admin_restore(const char *store, const char *from, struct text *said)
{
	char fresh[4200], before[4200], part[4200];
	name_beside(store, ".new", fresh, sizeof fresh), name_beside(store, ".before", before, sizeof before);
	if (!is_whole(from, said)) return false;
	int lock = store_lock(store, said);
	if (lock < 0) return false;
	unlink(fresh);
	/* of this or an older version */
	struct store *s = copy_store(from, fresh, said) ? store_open(fresh, said) : NULL;
	if (s) store_close(s);
	sqlite3 *db = NULL; /* what is in the log of the one that was there goes into its file */
	if (s && access(store, F_OK) == 0 && sqlite3_open(store, &db) == SQLITE_OK)
		sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	sqlite3_close(db);
	bool fine = s && (access(store, F_OK) || rename(store, before) == 0);
	for (int i = 0; fine && i < 2; i++)
		name_beside(store, i ? "-shm" : "-wal", part, sizeof part), unlink(part);
	fine = fine && rename(fresh, store) == 0;
	if (!fine && !said->n) text_addf(said, "%s cannot be replaced: %s", store, strerror(errno));
	if (fine) text_addf(said, "%s is as it was in %s; what was there before is in %s", store, from, before);
	close(lock);
	return fine;
}

bool admin_archive(const char *store, const char *to, int days, struct text *said)
{
	static const char *const parts[] = {
		"CREATE TEMP TABLE old AS SELECT number FROM games g WHERE coalesce((SELECT max(made) FROM entries e WHERE e.game = g.number), g.made) < ?1",
		/* what a fork that stays was forked from stays too */
		"DELETE FROM old WHERE number IN (WITH RECURSIVE up(n) AS (SELECT parent FROM games WHERE number NOT IN old UNION SELECT g.parent FROM up JOIN games g ON g.number = up.n) SELECT n FROM up WHERE n IS NOT NULL)",
		"INSERT OR IGNORE INTO there.persons(id, name, made) SELECT id, name, made FROM persons WHERE id IN (SELECT owner FROM games WHERE number IN old UNION SELECT person FROM seats WHERE game IN old)",
		"INSERT INTO there.games SELECT * FROM games WHERE number IN old ORDER BY number",
		"INSERT INTO there.seats SELECT * FROM seats WHERE game IN old",
		"INSERT INTO there.entries SELECT * FROM entries WHERE game IN old",
		"INSERT INTO there.chat SELECT * FROM chat WHERE game IN old",
		"INSERT INTO there.plans SELECT * FROM plans WHERE game IN old",
		"INSERT INTO there.proposals SELECT * FROM proposals WHERE game IN old",
		"DELETE FROM entries WHERE game IN old",
		"DELETE FROM chat WHERE game IN old",
		"DELETE FROM plans WHERE game IN old",
		"DELETE FROM calls WHERE game IN old",
		"DELETE FROM proposals WHERE game IN old",
		"DELETE FROM seats WHERE game IN old",
		"UPDATE games SET parent = NULL WHERE number IN old",
		"DELETE FROM games WHERE number IN old",
	};
	int lock = store_lock(store, said);
	/* an archive is a store too: it can be served */
	struct store *s =
		lock >= 0 && (access(to, F_OK) == 0 || make_private(to, said)) ? store_open(to, said) : NULL;
	if (s) store_close(s);
	sqlite3 *db = s ? open_store(store, said) : NULL;
	bool fine =
		db && run(db, said, NULL, "ATTACH ? AS there", "t", to) && run(db, said, NULL, "BEGIN IMMEDIATE", "");
	int64_t before = now_s() - (int64_t)days * 86400;
	for (size_t i = 0; fine && i < sizeof parts / sizeof *parts; i++)
		fine = run(db, said, NULL, parts[i], i == 0 ? "i" : "", before);
	int games = fine ? sqlite3_changes(db) : 0;
	if (db) fine = finish(db, fine, said);
	if (lock >= 0) close(lock);
	if (fine)
		text_addf(said, "%d game%s older than %d days went to %s", games, games == 1 ? "" : "s", days, to);
	return fine;
}

/* --- people --------------------------------------------------------------------------------------------- */

bool admin_reset(const char *store, const char *name, struct text *said)
{
	char code[25];
	uint8_t hash[32];
	sqlite3 *db = begin(store, said);
	if (!db) return false;
	random_name(code, 24);
	secret_hash(code, hash);
	bool fine = run(db, said, NULL, "UPDATE persons SET reset = ?, reset_until = ? WHERE name = ?", "bit",
		hash, now_s() + 86400, name);
	if (fine && !sqlite3_changes(db)) fine = false, text_addf(said, "there is no account '%s'", name);
	if (fine) text_addf(said, "the code for %s, good for a day and for one new password: %s", name, code);
	return finish(db, fine, said);
}

bool admin_ban(const char *store, const char *name, int days, struct text *said)
{
	sqlite3 *db = begin(store, said);
	if (!db) return false;
	bool fine = run(db, said, NULL, "UPDATE persons SET banned = ? WHERE name = ?", "it",
		days ? now_s() + (int64_t)days * 86400 : (int64_t)0, name);
	if (fine && !sqlite3_changes(db)) fine = false, text_addf(said, "there is no account '%s'", name);
	if (fine && days)
		fine = run(db, said, NULL,
			"DELETE FROM sessions WHERE person = (SELECT id FROM persons WHERE name = ?)", "t", name);
	if (fine && days) text_addf(said, "%s is banned for %d days", name, days);
	else if (fine) text_addf(said, "%s may come back", name);
	return finish(db, fine, said);
}

bool admin_bar(const char *store, const char *name, struct text *said)
{
	char looks[LOOKS][LOOKS_MOST];
	for (int way = 0; way < LOOKS; way++) name_looks_in(name, way, looks[way]);
	if (!looks[0][0]) return text_addf(said, "'%s' is no name: letters or digits were expected", name), false;
	sqlite3 *db = begin(store, said);
	if (!db) return false;
	bool fine = run(db, said, NULL, "INSERT OR IGNORE INTO barred VALUES(?), (?)", "tt", looks[0], looks[1]);
	if (fine) text_addf(said, "nobody can take the name %s, or one that looks like it", name);
	return finish(db, fine, said);
}

/* --- games ---------------------------------------------------------------------------------------------- */

struct log_line {
	char *line;
	int64_t hash;
};
struct game_log {
	char id[ID_MOST];
	int64_t number;
	bool fork;
	struct text head;
	struct log_line *list;
	int n, room;
};

static void log_free(struct game_log *l)
{
	for (int i = 0; i < l->n; i++) free(l->list[i].line);
	free(l->list), text_free(&l->head);
	*l = (struct game_log){0};
}

/* The head of a save file with the present version of the rules, and the entries. */
static bool read_log(sqlite3 *db, int64_t number, struct game_log *l, struct text *said)
{
	sqlite3_stmt *st = NULL;
	char seed[65] = "";
	if (!run(db, said, &st,
			"SELECT id, battle, system, scenario, options, seed, parent FROM games WHERE number = ?", "i",
			number))
		return false;
	const char *system = (const char *)sqlite3_column_text(st, 2),
			   *options = (const char *)sqlite3_column_text(st, 4);
	const struct rules *r = system ? rules_find(system) : NULL;
	l->number = number, l->fork = sqlite3_column_type(st, 6) != SQLITE_NULL;
	snprintf(l->id, sizeof l->id, "%s", (const char *)sqlite3_column_text(st, 0));
	if (sqlite3_column_bytes(st, 5) == 32) seed_write(sqlite3_column_blob(st, 5), seed);
	text_addf(&l->head, "fratelli 1\nsystem %s %d\nbattle %s %s\ndata %016x\n", system, r ? r->version : 0,
		(const char *)sqlite3_column_text(st, 1), (const char *)sqlite3_column_text(st, 3), 0);
	for (const char *at = options; at && *at; at += strcspn(at, "\n"), at += *at == '\n')
		text_addf(&l->head, "option %.*s\n", (int)strcspn(at, "\n"), at);
	text_addf(&l->head, "seed %s\n", seed);
	sqlite3_finalize(st);
	if (!r) return text_addf(said, "game %s is of a rule system that is not here", l->id), false;
	if (!run(db, said, &st, "SELECT line, hash FROM entries WHERE game = ? ORDER BY n", "i", number))
		return false;
	for (; sqlite3_column_count(st) && sqlite3_column_type(st, 0) != SQLITE_NULL;) {
		if (l->n == l->room) {
			l->room = l->room ? 2 * l->room : 256;
			l->list = realloc(l->list, sizeof *l->list * (size_t)l->room);
			if (!l->list) abort();
		}
		l->list[l->n++] =
			(struct log_line){strdup((const char *)sqlite3_column_text(st, 0)), sqlite3_column_int64(st, 1)};
		if (sqlite3_step(st) != SQLITE_ROW) break;
	}
	sqlite3_finalize(st);
	return true;
}

/* Replays it. `differs` is the first entry after which the state is another than it was; `refused` the first
   that is not carried out, with its reason. Both are the number of entries if there is none. */
struct verdict {
	int differs, refused;
	struct text why;
};

static bool replay_log(const struct game_log *l, const char *data, struct loaded *out, struct verdict *v,
	struct text *said)
{
	struct faults faults = {0};
	struct text file = {0};
	text_addf(&file, "%send 0\n", text_str(&l->head));
	bool fine = match_load_text(data, l->id, text_str(&file), file.n, -1, out, &faults);
	text_free(&file);
	if (!fine) text_addf(said, "game %s cannot be begun: %s", l->id, faults.n ? faults.list[0].what : "");
	v->differs = v->refused = l->n;
	for (int i = 0; fine && i < v->refused; i++) {
		struct match *m = out->match;
		if (!match_entries_read(m, l->id, l->list[i].line, strlen(l->list[i].line), &faults) ||
			m->n != i + 1) {
			v->refused = i;
			if (v->differs > i) v->differs = i;
			text_add(&v->why, faults.n ? faults.list[0].what : "it is refused");
		} else if ((int64_t)m->entry[i].hash != l->list[i].hash && v->differs > i) {
			v->differs = i;
		}
	}
	faults_free(&faults);
	return fine;
}

static bool find_game(sqlite3 *db, const char *id, int64_t *number, struct text *said)
{
	sqlite3_stmt *st = NULL;
	if (!run(db, said, &st, "SELECT number FROM games WHERE id = ?", "t", id)) return false;
	*number = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return *number || (text_addf(said, "there is no game %s", id), false);
}

bool admin_undo(const char *store, const char *data, const char *game, int entry, struct text *said)
{
	struct game_log l = {0};
	struct verdict v = {0};
	struct loaded loaded = {0};
	struct refusal why = {0};
	int lock = store_lock(store, said);
	sqlite3 *db = lock >= 0 ? begin(store, said) : NULL;
	bool fine = db && find_game(db, game, &l.number, said) && read_log(db, l.number, &l, said);
	if (fine && l.fork)
		fine = false,
		text_addf(said, "game %s is a fork of what one side knew: its log is not all of it", game);
	bool replayed = fine && replay_log(&l, data, &loaded, &v, said);
	if (replayed && v.differs < l.n)
		fine = false,
		text_addf(said, "game %s is played differently by these rules since entry %d: repair it first", game,
			v.differs);
	fine = fine && replayed;
	if (fine && !match_undo(loaded.match, 0, entry, true, &why))
		fine = false, text_addf(said, "%s", why.text);
	if (fine) {
		struct text line = {0};
		int last = loaded.match->n - 1;
		match_entry_write(loaded.match, last, &line);
		fine = run(db, said, NULL,
			"INSERT INTO entries(game, n, line, hash, after, key, made) VALUES(?, ?, ?, ?, ?, 0, ?)",
			"iitiii", l.number, (int64_t)last, text_str(&line), (int64_t)loaded.match->entry[last].hash,
			(int64_t)after_of(loaded.match), now_s());
		text_free(&line);
	}
	if (replayed) loaded_free(&loaded);
	if (db) fine = finish(db, fine, said);
	if (lock >= 0) close(lock);
	if (fine) text_addf(said, "game %s stands before entry %d again", game, entry);
	log_free(&l), text_free(&v.why);
	return fine;
}

/* The log as it was, for `fratelli replay`. */
static bool keep_log(const char *store, const struct game_log *l, struct text *said)
{
	char path[4300];
	snprintf(path, sizeof path, "%s.%s.save", store, l->id);
	FILE *f = fopen(path, "wx");
	bool fine = f && fputs(text_str(&l->head), f) >= 0;
	for (int i = 0; fine && i < l->n; i++)
		fine = fprintf(f, "%s%shash %d %016llx\n", l->list[i].line, strchr(l->list[i].line, '\n') ? "" : "\n",
				   i + 1, (unsigned long long)l->list[i].hash) > 0;
	fine = fine && fprintf(f, "end %d\n", l->n) > 0;
	if (f) fine = fflush(f) == 0 && fsync(fileno(f)) == 0 && fclose(f) == 0 && fine;
	if (!fine) text_addf(said, "%s cannot be written: %s", path, strerror(errno));
	return fine;
}

static bool mend(sqlite3 *db, const char *store, const struct game_log *l, const struct verdict *v,
	const struct match *m, enum repair how, struct text *said)
{
	if (how == REPAIR_LOOK) return true;
	if (!keep_log(store, l, said)) return false;
	if (how == REPAIR_ACCEPT && v->refused < l->n)
		return text_addf(said, "game %s: entry %d is refused, so it can only be cut\n", l->id, v->refused),
		       true;
	bool fine = run(db, said, NULL, "UPDATE games SET version = ? WHERE number = ?", "ii",
		(int64_t)m->m->rules->version, l->number);
	if (how == REPAIR_CUT)
		return fine &&
		       run(db, said, NULL, "DELETE FROM entries WHERE game = ? AND n >= ?", "ii", l->number,
				   (int64_t)v->differs) &&
		       run(db, said, NULL, "DELETE FROM plans WHERE game = ? AND n >= ?", "ii", l->number,
				   (int64_t)v->differs);
	for (int i = v->differs; fine && i < l->n; i++)
		fine = run(db, said, NULL, "UPDATE entries SET hash = ? WHERE game = ? AND n = ?", "iii",
			(int64_t)m->entry[i].hash, l->number, (int64_t)i);
	return fine && run(db, said, NULL, "UPDATE entries SET after = ? WHERE game = ? AND n = ?", "iii",
					   (int64_t)after_of(m), l->number, (int64_t)l->n - 1);
}

static bool repair_one(sqlite3 *db, const char *store, const char *data, int64_t number, enum repair how,
	int *wrong, struct text *said)
{
	struct game_log l = {0};
	struct verdict v = {0};
	struct loaded loaded = {0};
	struct text why = {0};
	bool fine = true;
	if (!read_log(db, number, &l, &why) || (!l.fork && !replay_log(&l, data, &loaded, &v, &why))) {
		text_addf(said, "%s\n", text_str(&why));
		++*wrong;
	} else if (!l.fork) {
		if (v.differs < l.n) {
			text_addf(said, "game %s: %d entries, played differently since entry %d%s%s\n", l.id, l.n,
				v.differs, v.why.n ? ": " : "", text_str(&v.why));
			++*wrong;
			fine = mend(db, store, &l, &v, loaded.match, how, said);
		}
		loaded_free(&loaded);
	}
	log_free(&l), text_free(&v.why), text_free(&why);
	return fine;
}

bool admin_repair(const char *store, const char *data, const char *game, enum repair how, struct text *said)
{
	int lock = store_lock(store, said), wrong = 0, games = 0;
	sqlite3 *db = lock >= 0 ? begin(store, said) : NULL;
	sqlite3_stmt *st = NULL;
	bool fine =
		db && run(db, said, &st,
				  game ? "SELECT number FROM games WHERE id = ?" : "SELECT number FROM games ORDER BY number",
				  game ? "t" : "", game);
	for (bool row = fine && sqlite3_column_int64(st, 0); fine && row; row = sqlite3_step(st) == SQLITE_ROW) {
		games++;
		fine = repair_one(db, store, data, sqlite3_column_int64(st, 0), how, &wrong, said);
	}
	sqlite3_finalize(st);
	if (fine && game && !games) fine = false, text_addf(said, "there is no game %s", game);
	if (db) fine = finish(db, fine, said);
	if (lock >= 0) close(lock);
	if (fine)
		text_addf(said, "%d game%s looked at, %d of them played differently by these rules%s", games,
			games == 1 ? "" : "s", wrong,
			!wrong || how == REPAIR_LOOK ? ""
			: how == REPAIR_CUT          ? "; they were cut there"
										 : "; those in which every order is still allowed go on");
	return fine;
}
