/* A store that an older program wrote is brought up to date, and keeps what it had. */
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "table/store.h"

extern const char schema_sql[];

static char path[] = "/tmp/fratelli_store_XXXXXX";

/* The first version of the schema, with a game and its seats. */
static void write_first(void)
{
	struct text sql = {0};
	const char *second = strstr(schema_sql, "-- version 2");
	sqlite3 *db;
	assert_non_null(second);
	text_addn(&sql, schema_sql, (size_t)(second - schema_sql));
	text_add(&sql,
		"PRAGMA user_version = 1; INSERT INTO persons(id, made) VALUES(1, 0);"
		"INSERT INTO games(number, id, owner, battle, system, scenario, version, options, seed, after, made) VALUES(1, 'x', 1, 'b', 's', 'c', 1, '', x'00', 0, 0);"
		"INSERT INTO seats(game, side, kind, person) VALUES(1, 0, 1, 1);");
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, text_str(&sql), NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	text_free(&sql);
}

struct found {
	int rows;
	bool hook;
	int64_t number;
};

static void seat_row(void *to, const struct row *r)
{
	struct found *f = to;
	f->rows++, f->hook = row_text(r, 6), f->number = row_int(r, 7);
}

static void game_row(void *to, const struct row *r)
{
	struct found *f = to;
	f->rows++, f->number = row_int(r, 11);
}

static void an_older_store_is_brought_up_to_date(void **state)
{
	struct text why = {0};
	(void)state;
	write_first();
	struct store *s = store_open(path, &why);
	assert_string_equal(text_str(&why), "");
	assert_non_null(s);
	struct found f = {0};
	assert_true(store_get(s, Q_SEATS, seat_row, &f, "i", (int64_t)1));
	assert_int_equal(f.rows, 1);
	assert_false(f.hook);
	assert_int_equal(f.number, 0);
	f = (struct found){0};
	assert_true(store_get(s, Q_GAME, game_row, &f, "t", "x"));
	assert_int_equal(f.rows, 1);
	assert_int_equal(f.number, 0);
	store_close(s);
	s = store_open(path, &why); /* and is not touched again */
	assert_non_null(s);
	store_close(s);
	text_free(&why);
}

static void a_newer_store_is_refused(void **state)
{
	struct text why = {0};
	sqlite3 *db;
	(void)state;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "PRAGMA user_version = 9999", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	assert_null(store_open(path, &why));
	assert_non_null(strstr(text_str(&why), "newer"));
	text_free(&why);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(an_older_store_is_brought_up_to_date),
		cmocka_unit_test(a_newer_store_is_refused)};
	close(mkstemp(path));
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return failed;
}
