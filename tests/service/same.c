/* A computer whose service is killed makes the same choice when it is there again. Two games have the same
   secret, and the same person gives the same orders in both. One is played in peace; during the other the
   service is killed again and again while the captain thinks, or after his order. Then both logs are the
   same. Only nodes end the thinking here, never the clock. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "client.h"

#define ENTRIES 90
#define KILL_EVERY 2 /* orders */

#define SECRET "1859185918591859185918591859185918591859185918591859185918591859"

static const struct serving patient = {.thinking = 3600 * 1000};
static struct service service;
static char path[256], data[100];
static int kills;

static void start(struct client *c)
{
	struct serving with = patient;
	with.data = data;
	service_start(&service, path, &with, NULL);
	if (c) c->port = service.port;
}

/* Gives the order that belongs to this number of entries, if it is the person's turn. */
static bool play_one(struct client *c, const char *id)
{
	char body[400];
	if (client_callf(c, "GET", NULL, "/api/games/%s/view", id) != 200) return false;
	const json_t *orders = json_object_get(c->json, "orders");
	int n = int_at(c, "n");
	uint64_t chance = (uint64_t)n;
	if (!json_array_size(orders)) return usleep(2000), false;
	const json_t *one = json_array_get(orders, rnd(&chance) % json_array_size(orders));
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%d\",\"orders\":[\"%s\"]}", n, n,
		json_string_value(json_object_get(one, "words")));
	return client_callf(c, "POST", body, "/api/games/%s/orders", id) == 200;
}

/* Both sides are asked at once in the beginning. The captain answers first, so that in both games the same
   entry has the same number. */
static void wait_for_captain(int game)
{
	char sql[100];
	snprintf(sql, sizeof sql, "SELECT count(*) FROM entries WHERE game = %d", game);
	while (store_count(path, sql) < 1) usleep(20000);
}

static void play(struct client *c, const char *id, int game, bool kill)
{
	int given = 0;
	uint64_t chance = 1859;
	client_callf(c, "GET", NULL, "/api/games/%s/view", id); /* wakes him */
	wait_for_captain(game);
	do {
		if (!play_one(c, id)) continue;
		if (!kill || ++given % KILL_EVERY) continue;
		usleep((useconds_t)(rnd(&chance) % 20000));
		service_stop(&service, SIGKILL);
		client_leave(c);
		start(c), kills++;
	} while (int_at(c, "n") < ENTRIES && !json_is_true(json_object_get(c->json, "over")));
}

static void begin_guided(struct client *c, char id[32])
{
	client_call(c, "POST", "/api/guides/drill", "{}");
	snprintf(id, 32, "%s", text_at(c, "id"));
}

/* All games have one secret: a guided battle has it from its guide. */
static void same_secret(void)
{
	store_sql(path, "DELETE FROM entries");
	store_sql(path, "DELETE FROM plans");
	store_sql(path, getenv("STORE") ? "UPDATE games SET seed = decode('" SECRET "', 'hex')"
									: "UPDATE games SET seed = X'" SECRET "'");
}

static void compare(bool guided)
{
	struct client c;
	char id[2][32];
	kills = 0;
	store_path(path, sizeof path, guided ? "same_guided" : "same");
	start(NULL);
	client_meet(&c, service.port);
	for (int i = 0; i < 2; i++) {
		if (guided) begin_guided(&c, id[i]);
		else game_make(&c, "me", "computer:captain", id[i]);
	}
	service_stop(&service, SIGTERM);
	client_leave(&c);
	if (!guided) same_secret();
	start(&c);
	play(&c, id[0], 1, false), play(&c, id[1], 2, true);
	service_stop(&service, SIGTERM);
	int same = store_count(path,
		"SELECT count(*) FROM entries a JOIN entries b ON a.n = b.n AND a.line = b.line WHERE a.game = 1 AND b.game = 2");
	int plans = store_count(path, "SELECT count(*) FROM plans WHERE game = 2");
	int other = store_count(path,
		"SELECT count(*) FROM entries a JOIN entries b ON a.n = b.n AND a.line <> b.line WHERE a.game = 1 AND b.game = 2");
	verdict(same >= ENTRIES / 2 && other == 0 && kills > 2,
		"%s: after %d kills the computer has given the same orders (%d entries are the same, %d are not)",
		guided ? "a guided battle" : "a captain", kills, same, other);
	if (!guided) verdict(plans > 0, "and his plans are kept (%d)", plans);
	store_remove(path), client_leave(&c);
}

int main(void)
{
	small_data(data, sizeof data);
	compare(false);
	small_data_remove(data), snprintf(data, sizeof data, "data");
	compare(true);
	return verdicts_end();
}
