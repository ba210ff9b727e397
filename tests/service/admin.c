/* What who runs a table does to its store: see table/admin.h. */
#include <signal.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client.h"
#include "table/admin.h"

static char path[256], data[100], copy[300], archive[300], before[300];
static struct service s;
static struct client c;
static struct text said;

static bool did(bool fine) /* and what it said is new */
{
	printf("# %s\n", text_str(&said));
	fflush(stdout);
	return fine;
}

#define DID(call) (text_clear(&said), did(call))

static void sql(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static void sql(const char *fmt, ...)
{
	char text[500];
	sqlite3 *db;
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	sqlite3_open(path, &db), sqlite3_busy_timeout(db, 5000);
	if (sqlite3_exec(db, text, NULL, NULL, NULL))
		fprintf(stderr, "%s: %s\n", text, sqlite3_errmsg(db)), exit(2);
	sqlite3_close(db);
}

static void start(void)
{
	service_start(&s, path, &(struct serving){.data = data}, NULL);
	client_leave(&c);
	c.port = s.port;
}

static int entries(const char *id)
{
	return client_callf(&c, "GET", NULL, "/api/games/%s/view", id) == 200 ? int_at(&c, "n") : -1;
}

static unsigned mode_of(const char *file)
{
	struct stat st;
	return stat(file, &st) ? 0 : st.st_mode & 0777u;
}

int main(void)
{
	char id[32], old[32], fork[32], code[60], body[200];
	uint64_t rng = 6;
	if (sodium_init() < 0) return 2;
	small_data(data, sizeof data);
	store_path(path, sizeof path, "admin");
	snprintf(copy, sizeof copy, "%s.copy", path), snprintf(archive, sizeof archive, "%s.old", path),
		snprintf(before, sizeof before, "%s.before", path);
	start();
	client_meet(&c, s.port);
	client_call(&c, "POST", "/api/account", "{\"name\":\"Nievo\",\"password\":\"of an italian\"}");
	snprintf(c.csrf, sizeof c.csrf, "%s", text_at(&c, "csrf"));
	game_make(&c, "me", "me", old);
	game_play(&c, old, 6, &rng);
	game_make(&c, "me", "me", id);
	verdict(game_play(&c, id, 20, &rng) == 20, "a game of twenty orders");

	verdict(DID(admin_backup(path, copy, &said)), "a backup is made while the table is open");
	verdict(mode_of(copy) == 0600, "which only its owner can read (%o)", mode_of(copy));
	verdict(!DID(admin_bar(path, "", &said)) && !DID(admin_bar(path, " -", &said)),
		"a name without a letter is not barred: that would bar nothing, or all such");
	verdict(!DID(admin_backup(path, copy, &said)), "not over another");
	verdict(!DID(admin_restore(path, copy, &said)) && strstr(text_str(&said), "in use") &&
				!DID(admin_undo(path, "data", id, 3, &said)) &&
				!DID(admin_repair(path, "data", NULL, REPAIR_LOOK, &said)) &&
				!DID(admin_archive(path, archive, 1, &said)),
		"what changes games waits until it is closed");
	game_play(&c, id, 5, &rng);

	verdict(DID(admin_reset(path, "Nievo", &said)) && strrchr(text_str(&said), ' '),
		"a code for a new password");
	snprintf(code, sizeof code, "%s", strrchr(text_str(&said), ' ') + 1);
	snprintf(body, sizeof body, "{\"name\":\"Nievo\",\"code\":\"%s\",\"password\":\"of an octogenarian\"}",
		code);
	verdict(client_call(&c, "POST", "/api/reset", body) == 200, "which the service takes");
	snprintf(c.csrf, sizeof c.csrf, "%s", text_at(&c, "csrf"));
	verdict(!DID(admin_reset(path, "Nobody at all", &said)) &&
				!DID(admin_ban(path, "Nobody at all", 3, &said)),
		"not for who is not there");
	struct client other;
	client_meet(&other, s.port);
	verdict(DID(admin_bar(path, "Cialdini", &said)) &&
				client_call(&other, "POST", "/api/account",
					"{\"name\":\"C1ALDINI\",\"password\":\"long enough too\"}") == 409,
		"a name is barred, however it is written");
	client_call(&other, "POST", "/api/account", "{\"name\":\"Bixio\",\"password\":\"second of thousand\"}");
	verdict(DID(admin_ban(path, "Bixio", 7, &said)) &&
				client_call(&other, "POST", "/api/session",
					"{\"name\":\"Bixio\",\"password\":\"second of thousand\"}") != 200,
		"who is banned stays out");
	client_leave(&other), client_meet(&other, s.port);
	verdict(DID(admin_ban(path, "Bixio", 0, &said)) &&
				client_call(&other, "POST", "/api/session",
					"{\"name\":\"Bixio\",\"password\":\"second of thousand\"}") == 200,
		"until the ban is lifted");
	client_leave(&other);
	verdict(entries(id) == 25, "twenty-five orders by now");
	service_stop(&s, SIGTERM);

	verdict(DID(admin_undo(path, data, id, 10, &said)), "an undo to an entry");
	verdict(!DID(admin_undo(path, data, id, 10, &said)) && !DID(admin_undo(path, data, id, 99, &said)) &&
				!DID(admin_undo(path, data, "nosuchgame", 1, &said)),
		"once, and where there is one");
	start();
	verdict(entries(id) == 26 && game_play(&c, id, 2, &rng) == 2, "the game goes on from there");
	client_callf(&c, "POST", "{\"at\":8}", "/api/games/%s/fork", id);
	snprintf(fork, sizeof fork, "%s", text_at(&c, "id"));
	service_stop(&s, SIGTERM);

	verdict(DID(admin_repair(path, data, NULL, REPAIR_LOOK, &said)) && strstr(text_str(&said), " 0 of them"),
		"nothing is to be repaired");
	sql("UPDATE entries SET hash = hash + 1 WHERE n >= 4 AND game = (SELECT number FROM games WHERE id = '%s')",
		id);
	verdict(DID(admin_repair(path, data, NULL, REPAIR_LOOK, &said)) &&
				strstr(text_str(&said), "since entry 4") && strstr(text_str(&said), " 1 of them"),
		"a game that is played differently is found");
	verdict(DID(admin_repair(path, data, id, REPAIR_ACCEPT, &said)),
		"and stands where the present rules lead it");
	start();
	verdict(entries(id) == 28 && game_play(&c, id, 1, &rng) == 1, "so that it goes on, whole");
	service_stop(&s, SIGTERM);
	sql("UPDATE entries SET line = 'order west nosuch' || char(10) WHERE n = 7 AND game = (SELECT number FROM games WHERE id = '%s')",
		id);
	char kept[300];
	snprintf(kept, sizeof kept, "%s.%s.save", path, id), unlink(kept);
	verdict(DID(admin_repair(path, data, id, REPAIR_CUT, &said)) && access(kept, F_OK) == 0,
		"one with an order that is refused is cut before it, and its log is kept");
	start();
	verdict(entries(id) == 7 && game_play(&c, id, 3, &rng) == 3, "and goes on from there");
	service_stop(&s, SIGTERM);

	sql("UPDATE entries SET made = 1000 WHERE game = (SELECT number FROM games WHERE id = '%s')", old);
	verdict(DID(admin_archive(path, archive, 30, &said)) && strstr(text_str(&said), "1 game "),
		"old games go to an archive");
	verdict(mode_of(archive) == 0600, "which only its owner can read (%o)", mode_of(archive));
	start();
	verdict(entries(old) == -1 && entries(id) == 10, "they are not here any more, the others are");
	service_stop(&s, SIGTERM);
	char store[256];
	memcpy(store, path, sizeof store);
	if ((size_t)snprintf(path, sizeof path, "%s", archive) >= sizeof path) abort();
	verdict(DID(admin_repair(path, data, old, REPAIR_LOOK, &said)) &&
				strstr(text_str(&said), "1 game looked at, 0"),
		"an archive is a store, with all of them in it");
	memcpy(path, store, sizeof path);

	verdict(!DID(admin_restore(path, archive + strlen(archive), &said)), "what is no store is not restored");
	verdict(DID(admin_restore(path, copy, &said)), "the backup is restored");
	start();
	client_meet(&c, s.port);
	client_call(&c, "POST", "/api/session", "{\"name\":\"Nievo\",\"password\":\"of an italian\"}");
	snprintf(c.csrf, sizeof c.csrf, "%s", text_at(&c, "csrf"));
	verdict(entries(id) == 20 && entries(old) == 6, "everything is as it was then");
	client_leave(&c);
	service_stop(&s, SIGTERM);
	static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
	for (int i = 0; i < 4; i++)
		snprintf(kept, sizeof kept, "%s%s", archive, endings[i]), unlink(kept),
			snprintf(kept, sizeof kept, "%s%s", before, endings[i]), unlink(kept);
	snprintf(kept, sizeof kept, "%s.%s.save", path, id), unlink(kept), unlink(copy);
	store_remove(path), small_data_remove(data), text_free(&said);
	return verdicts_end();
}
