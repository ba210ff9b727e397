/* The store on a bad disk. A kill cannot show a missing sync, so here every write that was not synced is lost
   when the power goes (or half of it, sector by sector): what was acknowledged is there nevertheless. And a
   full disk refuses orders with a clear message, loses nothing, and all goes on when there is room again.
     service_disk [TIMES]     100 power cuts without a number */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "client.h"
#include "shim.h"
#include "table/store.h"

/* --- power cuts ----------------------------------------------------------------------------------------- */

static bool put_entry(struct store *s, int64_t game, int64_t n)
{
	char line[60];
	snprintf(line, sizeof line, "order west step arnaud %04d\n", (int)(n % 10000));
	return store_enter(s,
		&(struct new_entry){.game = game, .n = n, .line = line, .hash = n * 31, .after = 1});
}

struct counting {
	int64_t n;
	bool wrong;
};

static void count_row(void *to, const struct row *r)
{
	struct counting *c = to;
	if (row_int(r, 0) != c->n || row_int(r, 2) != c->n * 31) c->wrong = true;
	c->n++;
}

#define GAMES 8

/* Writes batches of entries until the power goes at a random operation. acked: what each game has been told
   is on the disk. */
static void write_until_cut(struct store *s, int64_t *acked, uint64_t *rng)
{
	int64_t next[GAMES];
	memcpy(next, acked, sizeof next);
	while (!shim_dead()) {
		bool fine = store_begin(s);
		for (int i = 0; fine && i < 1 + (int)(rnd(rng) % 12); i++) {
			int g = (int)(rnd(rng) % GAMES);
			fine = put_entry(s, g + 1, next[g]);
			if (fine) next[g]++;
		}
		if (fine && store_commit(s) == KEPT) memcpy(acked, next, sizeof next);
		else store_rollback(s), memcpy(next, acked, sizeof next);
		if (rnd(rng) % 40 == 0) store_rest(s, true);
	}
}

static void try_power(int times)
{
	char path[256];
	uint64_t rng = 1859;
	int64_t acked[GAMES] = {0};
	int lost = 0, damaged = 0, total = 0;
	store_path(path, sizeof path, "power");
	for (int time = 0; time < times; time++) {
		struct text why = {0};
		struct store *s = store_open(path, &why);
		if (!s) {
			printf("# %s\n", text_str(&why));
			damaged++;
			break;
		}
		shim_install();
		store_close(s);
		s = store_open(path, &why); /* on the bad disk */
		shim_after(5 + (long)(rnd(&rng) % 400));
		if (s) write_until_cut(s, acked, &rng);
		shim_power_cut(time % 2 ? &rng : NULL);
		if (s) store_close(s);
		sqlite3_vfs_register(sqlite3_vfs_find("unix"), 1);
		s = store_open(path, &why);
		for (int g = 0; s && g < GAMES; g++) {
			struct counting c = {0};
			store_get(s, Q_ENTRIES, count_row, &c, "ii", (int64_t)g + 1, (int64_t)INT32_MAX);
			lost += c.n < acked[g], damaged += c.wrong;
			acked[g] = c.n; /* one that was not acknowledged may be there too */
			total += (int)c.n;
		}
		if (!s) damaged++;
		else store_close(s);
		text_free(&why);
	}
	verdict(lost == 0,
		"%d power cuts that drop unsynced writes: nothing acknowledged is lost (%d games fell short)", times,
		lost);
	verdict(damaged == 0 && total > times, "and the store is never damaged (%d)", damaged);
	store_remove(path);
}

/* --- a store that is not ours --------------------------------------------------------------------------- */

static void try_foreign(void)
{
	char path[256];
	struct text why = {0};
	sqlite3 *db;
	store_path(path, sizeof path, "foreign");
	sqlite3_open(path, &db);
	sqlite3_exec(db, "PRAGMA user_version = 99", NULL, NULL, NULL);
	sqlite3_close(db);
	struct store *s = store_open(path, &why);
	verdict(!s && strstr(text_str(&why), "newer"), "a store of a newer program is refused: %s",
		text_str(&why));
	text_clear(&why);
	FILE *f = fopen(path, "w");
	if (!f) abort();
	for (int i = 0; i < 1000; i++) fputs("this is no database ", f);
	fclose(f);
	s = store_open(path, &why);
	verdict(!s && why.n, "a file that is no store is refused: %s", text_str(&why));
	text_clear(&why);
	s = store_open("/nosuch/folder/store", &why);
	verdict(!s && why.n, "a folder that is not there is refused: %s", text_str(&why));
	text_free(&why);
	store_remove(path);
}

/* --- a disk that is nearly full ------------------------------------------------------------------------- */

static uint64_t *room; /* what the disk says that it has left; shared with the service */

int statvfs(const char *path, struct statvfs *disk)
{
	(void)path;
	*disk = (struct statvfs){.f_frsize = 1, .f_bavail = room ? *room : UINT64_MAX};
	return 0;
}

/* Who begins or brings game after game must not take the room of those who play. */
static void try_nearly_full(void)
{
	struct service s;
	struct client c;
	char path[256], id[32], other[32];
	uint64_t rng = 5;
	room = mmap(NULL, sizeof *room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (room == MAP_FAILED) abort();
	*room = 300u << 20;
	store_path(path, sizeof path, "nearly");
	service_start(&s, path, NULL, NULL);
	client_meet(&c, s.port);
	game_make(&c, "me", "me", id);
	*room = 255u << 20;
	verdict(!game_try(&c, "me", "me", other) && c.status == 507 &&
				strstr(text_at(&c, "error"), "nearly full"),
		"on a disk that is nearly full no game is begun");
	verdict(client_call(&c, "POST", "/api/import", "fratelli 1\n") == 507, "and none is brought");
	verdict(client_callf(&c, "POST", "{\"at\":0}", "/api/games/%s/fork", id) == 507, "or forked");
	verdict(game_play(&c, id, 20, &rng) == 20 && client_call(&c, "GET", "/health", NULL) == 200,
		"those that were begun go on");
	*room = 7u << 20;
	verdict(client_call(&c, "GET", "/health", NULL) == 503, "with less /health calls it full");
	*room = 300u << 20;
	verdict(game_try(&c, "me", "me", other), "when there is room again, games are begun");
	client_leave(&c);
	verdict(service_stop(&s, SIGTERM) == 0, "the service ends well");
	store_remove(path);
}

/* --- a full disk ---------------------------------------------------------------------------------------- */

static void try_full(void)
{
	struct service s;
	struct client c;
	char path[256], id[32], body[200];
	uint64_t rng = 3;
	shim_full = mmap(NULL, sizeof *shim_full, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shim_full == MAP_FAILED) abort();
	*shim_full = false;
	store_path(path, sizeof path, "full");
	service_start(&s, path, NULL, shim_install);
	client_meet(&c, s.port);
	game_make(&c, "me", "me", id);
	verdict(game_play(&c, id, 20, &rng) == 20, "twenty orders while there is room");
	client_callf(&c, "GET", NULL, "/api/games/%s/view", id);
	int n = int_at(&c, "n"), status, live = live_open(&c, id, n, NULL, &status);
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"full\",\"orders\":[\"%s\"]}", n,
		json_string_value(json_object_get(json_array_get(json_object_get(c.json, "orders"), 0), "words")));
	*shim_full = true;
	int code = client_callf(&c, "POST", body, "/api/games/%s/orders", id);
	verdict(code == 507 && strstr(text_at(&c, "error"), "disk is full"),
		"on a full disk an order is refused, and says why (%d %s)", code, text_at(&c, "error"));
	verdict(client_callf(&c, "GET", NULL, "/api/games/%s/view", id) == 200 && int_at(&c, "n") == n,
		"the game stands where it stood");
	verdict(client_callf(&c, "POST", "{\"text\":\"Perduto\"}", "/api/games/%s/chat", id) == 507 &&
				!live_meanwhile(live, "Perduto"),
		"nobody hears what could not be kept");
	verdict(client_call(&c, "GET", "/health", NULL) >= 500 && client_call(&c, "GET", "/health", NULL) >= 500,
		"/health knows that the disk is full (%d)", c.status);
	*shim_full = false;
	verdict(client_call(&c, "GET", "/health", NULL) == 200,
		"and that there is room again, though nobody has written");
	verdict(client_callf(&c, "POST", body, "/api/games/%s/orders", id) == 200,
		"the same order goes through when there is room again");
	verdict(client_callf(&c, "POST", "{\"text\":\"Serbato\"}", "/api/games/%s/chat", id) == 200 &&
				live_until(live, "Serbato"),
		"and what is kept is heard");
	close(live);
	verdict(game_play(&c, id, 20, &rng) == 20, "and the game goes on");
	verdict(service_stop(&s, SIGTERM) == 0, "the service ends well");
	client_leave(&c);
	service_start(&s, path, NULL, NULL);
	c.port = s.port;
	verdict(client_callf(&c, "GET", NULL, "/api/games/%s/view", id) == 200 && int_at(&c, "n") == n + 21,
		"everything is there after a restart");
	client_leave(&c);
	service_stop(&s, SIGTERM);
	store_remove(path);
}

int main(int argc, char **argv)
{
	try_power(argc > 1 ? atoi(argv[1]) : 100);
	try_full();
	try_nearly_full();
	try_foreign();
	return verdicts_end();
}
