/* What fails, fails once in turn: every write and sync of the store, every piece of memory whose size a
   stranger chooses. Each time the answer says what happened (503 or 507), nothing that was acknowledged is
   lost, and the same request goes through afterwards. Then a clock that goes back, a log that is deleted
   under the service, and no more file descriptors. */
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "client.h"
#include "shim.h"
#include "table/table.h"

static char data[100];
static long *memory; /* the so-manieth allocation fails; shared with the service */

static void *shared(size_t n)
{
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED) abort();
	return p;
}

static bool memory_fails(void)
{
	return __atomic_load_n(memory, __ATOMIC_SEQ_CST) > 0 &&
	       __atomic_sub_fetch(memory, 1, __ATOMIC_SEQ_CST) == 0;
}
static void *failing_realloc(void *p, size_t n) { return memory_fails() ? NULL : realloc(p, n); }

static void bad_disk(void) { shim_install(); }

static void bad_memory(void) { body_realloc = failing_realloc; }

/* Sends the request with the 1st, 2nd, … operation failing, until it passes without one. How many failed; -1
   if one was not answered as it should be. */
static int in_turn(struct client *c, long *counter, const char *method, const char *path, char *body,
	size_t key)
{
	int failed = 0;
	for (long k = 1; k < 400; k++) {
		/* another request each time */
		if (key) body[key] = (char)('a' + k % 26), body[key + 1] = (char)('a' + k / 26);
		__atomic_store_n(counter, k, __ATOMIC_SEQ_CST);
		int code = client_call(c, method, path, body);
		bool hit = __atomic_exchange_n(counter, 0, __ATOMIC_SEQ_CST) == 0;
		if (!hit) return code == 200 ? failed : -1;
		if (code == 507 || code == 503) failed++;
		else if (code != 200 || !*text_str(&c->body))
			return printf("# the %ldth: %d %s\n", k, code, text_str(&c->body)), -1;
		else return failed; /* it failed in what came after the answer was safe: the log is put away later */
	}
	return -1;
}

static void try_disk(void)
{
	struct service s;
	struct client c;
	char path[256], id[32], url[100], order[300],
		say[] = "{\"text\":\"..  in turn\"}",
		make[] =
			"{\"battle\":\"crossroads\",\"system\":\"drill\",\"seats\":{\"west\":\"me\",\"east\":\"me\"}}";
	int failed = 0, wrong = 0, acknowledged = 0;
	shim_fails = shared(sizeof *shim_fails);
	store_path(path, sizeof path, "faults");
	service_start(&s, path, &(struct serving){.data = data}, bad_disk);
	client_meet(&c, s.port);
	game_make(&c, "me", "me", id);
	snprintf(url, sizeof url, "/api/games/%s/orders", id);
	for (int i = 0; i < 8; i++) {
		client_callf(&c, "GET", NULL, "/api/games/%s/view", id);
		snprintf(order, sizeof order, "{\"key\":\"xxx%d\",\"n\":%d,\"orders\":[\"%s\"]}", i, int_at(&c, "n"),
			json_string_value(
				json_object_get(json_array_get(json_object_get(c.json, "orders"), 0), "words")));
		int n = in_turn(&c, shim_fails, "POST", url, order, 0);
		acknowledged++, wrong += n < 0, failed += n > 0 ? n : 0;
	}
	verdict(wrong == 0 && failed >= 8,
		"each write and sync of an order fails once: the answer says so, and then the order passes (%d failures, %d wrong)",
		failed, wrong);
	snprintf(url, sizeof url, "/api/games/%s/chat", id);
	verdict(in_turn(&c, shim_fails, "POST", url, say, 9) > 0, "the same for what is said");
	verdict(in_turn(&c, shim_fails, "POST", "/api/games", make, 0) > 0, "and for a new game");
	client_callf(&c, "GET", NULL, "/api/games/%s/view", id);
	verdict(int_at(&c, "n") == acknowledged, "the game stands where it should (%d)", int_at(&c, "n"));
	service_stop(&s, SIGKILL);
	client_leave(&c);
	shim_fails = NULL;
	service_start(&s, path, &(struct serving){.data = data}, NULL);
	c.port = s.port;
	client_callf(&c, "GET", NULL, "/api/games/%s/view", id);
	verdict(int_at(&c, "n") == acknowledged, "also after a kill (%d)", int_at(&c, "n"));
	client_leave(&c);
	service_stop(&s, SIGTERM);
	store_remove(path);
}

static void try_memory(void)
{
	struct service s;
	struct client c;
	char path[256],
		make[400] =
			"{\"battle\":\"crossroads\",\"system\":\"drill\",\"seats\":{\"west\":\"me\",\"east\":\"me\"},\"options\":{}}",
		id[32];
	struct text big = {0};
	store_path(path, sizeof path, "memory");
	service_start(&s, path, &(struct serving){.data = data}, bad_memory);
	client_meet(&c, s.port);
	int failed = in_turn(&c, memory, "POST", "/api/games", make, 0);
	verdict(failed > 5, "each piece of memory for a body fails once: 503, and then it passes (%d failures)",
		failed);
	game_make(&c, "me", "me", id);
	client_callf(&c, "GET", NULL, "/api/games/%s/save", id);
	text_add(&big, text_str(&c.body));
	failed = in_turn(&c, memory, "POST", "/api/import", big.s, 0);
	verdict(failed > 0, "the same for a save file (%d)", failed);
	verdict(client_call(&c, "GET", "/health", NULL) == 200 && service_stop(&s, SIGTERM) == 0,
		"the service is well");
	text_free(&big), client_leave(&c);
	store_remove(path);
}

static int64_t *shift;
static void other_clock(void) { now_shift = shift; }

static void try_clock(void)
{
	struct service s;
	struct client c;
	char path[256], id[32];
	uint64_t rng = 3;
	store_path(path, sizeof path, "clock");
	service_start(&s, path, &(struct serving){.data = data}, other_clock);
	client_meet(&c, s.port);
	game_make(&c, "me", "me", id);
	game_play(&c, id, 5, &rng);
	*shift = -400 * 86400;
	verdict(game_play(&c, id, 5, &rng) == 5 && client_call(&c, "GET", "/api/games", NULL) == 200,
		"a clock that goes back a year ends no session and no game");
	sleep(6); /* what is remembered of sessions is asked for again */
	verdict(game_play(&c, id, 5, &rng) == 5 &&
				client_callf(&c, "POST", "{\"text\":\"ieri\"}", "/api/games/%s/chat", id) == 200,
		"nor later");
	*shift = 0;
	client_leave(&c);
	service_stop(&s, SIGTERM);
	store_remove(path);
}

static void try_deleted_log(void)
{
	struct service s;
	struct client c;
	char path[256], wal[300], id[32];
	uint64_t rng = 4;
	store_path(path, sizeof path, "deleted");
	snprintf(wal, sizeof wal, "%s-wal", path);
	service_start(&s, path, &(struct serving){.data = data}, NULL);
	client_meet(&c, s.port);
	game_make(&c, "me", "me", id);
	int acked = game_play(&c, id, 10, &rng);
	verdict(unlink(wal) == 0, "the log is deleted while the service runs");
	acked += game_play(&c, id, 10, &rng);
	verdict(acked == 20, "orders are taken all the same");
	verdict(client_call(&c, "GET", "/health", NULL) == 503 && strstr(text_at(&c, "error"), "deleted"),
		"/health knows it: %s", text_at(&c, "error"));
	service_stop(&s, SIGKILL);
	client_leave(&c);
	service_start(&s, path, &(struct serving){.data = data}, NULL);
	c.port = s.port;
	verdict(client_callf(&c, "GET", NULL, "/api/games/%s/view", id) == 200 && int_at(&c, "n") == acked,
		"and all of them are there after a kill (%d)", int_at(&c, "n"));
	client_leave(&c);
	service_stop(&s, SIGTERM);
	store_remove(path);
}

static void few_descriptors(void)
{
	struct rlimit few = {64, 64};
	setrlimit(RLIMIT_NOFILE, &few);
}

static void try_descriptors(void)
{
	struct service s;
	struct client c, late;
	char path[256], id[32];
	int fd[100];
	uint64_t rng = 5;
	store_path(path, sizeof path, "descriptors");
	service_start(&s, path, &(struct serving){.data = data}, few_descriptors);
	client_meet(&c, s.port);
	game_make(&c, "me", "me", id);
	for (int i = 0; i < 100; i++) fd[i] = dial(s.port);
	verdict(game_play(&c, id, 10, &rng) == 10, "with no descriptor left, who is connected goes on playing");
	for (int i = 0; i < 100; i++) close(fd[i]);
	client_meet(&late, s.port);
	verdict(late.status == 200, "and who comes when there are some again is let in");
	client_leave(&c), client_leave(&late);
	verdict(service_stop(&s, SIGTERM) == 0, "the service is well");
	store_remove(path);
}

int main(void)
{
	small_data(data, sizeof data);
	memory = shared(sizeof *memory), shift = shared(sizeof *shift);
	try_disk();
	try_memory();
	try_clock();
	try_deleted_log();
	try_descriptors();
	small_data_remove(data);
	return verdicts_end();
}
