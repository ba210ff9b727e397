/* Orders from the wrong seat, and orders that were never offered: none is accepted, and the game stays as it
   is.
     service_garbage [ORDERS]     100,000 without a number; a million takes some minutes
   Many are sent at once over a few connections, since each costs a way through the service. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

#define PIPES 4
#define AT_ONCE 32

static const char *const verbs[] = {"guard", "march", "step", "halt", "fire", "hold", "fall_back", "done",
	"nosuch"};
static const char *const pieces[] = {"arnaud", "blanc", "west_hussars", "carre", "dumas", "west_battery",
	"adler", "berger", "east_battery", "czerny", "dorn", "east_dragoons", "nobody"};

/* A verb with none, one or two arguments, pieces or places. */
static void invent(uint64_t *rng, char *out, size_t room)
{
	int n = snprintf(out, room, "%s", verbs[rnd(rng) % 9]);
	for (int arguments = (int)(rnd(rng) % 3); arguments > 0; arguments--) {
		if (rnd(rng) % 2) n += snprintf(out + n, room - (size_t)n, " %s", pieces[rnd(rng) % 13]);
		else
			n += snprintf(out + n, room - (size_t)n, " %02d%02d", (int)(rnd(rng) % 10), (int)(rnd(rng) % 10));
	}
}

static bool offered(const json_t *orders, const char *words)
{
	size_t i;
	json_t *o;
	json_array_foreach(orders, i,
		o) if (strcmp(json_string_value(json_object_get(o, "words")), words) == 0) return true;
	return false;
}

/* Sends `many` orders that must be refused; returns how many were not. `seat` holds its own view's orders in
   seat->json. */
static int pester(struct client *pipe, const char *id, const json_t *orders, int n, int many, uint64_t *rng)
{
	int accepted = 0;
	char path[100], body[300], words[100];
	snprintf(path, sizeof path, "/api/games/%s/orders", id);
	for (int sent = 0; sent < many; sent += PIPES * AT_ONCE) {
		for (int i = 0; i < PIPES * AT_ONCE; i++) {
			do invent(rng, words, sizeof words);
			while (offered(orders, words));
			snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%llx\",\"orders\":[\"%s\"]}", n,
				(unsigned long long)rnd(rng), words);
			client_send(&pipe[i % PIPES], "POST", path, body, strlen(body));
		}
		for (int i = 0; i < PIPES * AT_ONCE; i++) {
			int code = client_read(&pipe[i % PIPES]);
			if (code == 422 || code == 400) continue;
			printf("# %d %s\n", code, text_str(&pipe[i % PIPES].body));
			accepted++;
		}
	}
	return accepted;
}

int main(int argc, char **argv)
{
	int many = argc > 1 ? atoi(argv[1]) : 100000, wrong_seat = 0, not_offered = 0, changed = 0, rounds = 16;
	struct service s;
	struct client west, east, pipe[2][PIPES];
	char path[256], id[32], body[200];
	uint64_t rng = 1859;
	store_path(path, sizeof path, "garbage");
	service_start(&s, path, NULL, NULL);
	client_meet(&west, s.port), client_meet(&east, s.port);
	game_make(&west, "me", "friend", id);
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}",
		json_string_value(json_object_get(json_object_get(west.json, "invites"), "east")));
	client_callf(&east, "POST", body, "/api/games/%s/claim", id);
	for (int k = 0; k < PIPES; k++) {
		pipe[0][k] = west, pipe[1][k] = east;
		for (int side = 0; side < 2; side++)
			pipe[side][k].fd = -1, pipe[side][k].json = NULL,
			pipe[side][k].body = pipe[side][k].raw = (struct text){0};
	}
	for (int round = 0; round < rounds; round++) {
		struct client *player[2] = {&west, &east};
		for (int side = 0; side < 2; side++) {
			struct text before = {0};
			client_callf(player[side], "GET", NULL, "/api/games/%s/view", id);
			text_add(&before, text_str(&player[side]->body));
			json_t *orders = json_incref(json_object_get(player[side]->json, "orders"));
			int mine = json_array_size(orders) > 0,
				bad = pester(pipe[side], id, orders, int_at(player[side], "n"), many / rounds / 2, &rng);
			*(mine ? &not_offered : &wrong_seat) += bad;
			client_callf(player[side], "GET", NULL, "/api/games/%s/view", id);
			changed += strcmp(text_str(&before), text_str(&player[side]->body)) != 0;
			json_decref(orders), text_free(&before);
		}
		game_play(&west, id, 3 + round, &rng), game_play(&east, id, 3 + round, &rng);
	}
	verdict(wrong_seat == 0, "no order from the wrong seat is accepted");
	verdict(not_offered == 0, "no order that was never offered is accepted");
	verdict(changed == 0, "%d refused orders leave the game as it was", many);
	for (int k = 0; k < PIPES; k++) client_leave(&pipe[0][k]), client_leave(&pipe[1][k]);
	client_leave(&west), client_leave(&east);
	verdict(service_stop(&s, SIGTERM) == 0, "the service is well");
	store_remove(path);
	return verdicts_end();
}
