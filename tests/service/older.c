/* Games of older rules. The store says to which state each entry led when it was played. A game that the
   present rules lead elsewhere, or in which they refuse an order, is not damaged: it can be looked at as far
   as it goes, its log to the last entry, and it says why it cannot go on. */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

static char path[256];

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

static void try_game(struct client *c, const char *id, const char *how)
{
	uint64_t rng = 9;
	char fork[32];
	verdict(client_callf(c, "GET", NULL, "/api/games/%s", id) == 200, "%s: the game is there", how);
	const json_t *stuck = json_object_get(c->json, "stuck");
	const char *text = json_string_value(json_object_get(stuck, "text"));
	verdict(json_integer_value(json_object_get(stuck, "n")) == 12 && text && strstr(text, "entry 12") &&
				strstr(text, "version 0"),
		"%s: it says since which entry it cannot go on, and why: %s", how, text ? text : "");
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/view", id) == 200 && int_at(c, "n") == 12 &&
				!json_is_true(json_object_get(c->json, "mine")),
		"%s: it stands before that entry, and asks nobody", how);
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/view?at=5", id) == 200,
		"%s: every state before can be looked at", how);
	client_callf(c, "GET", NULL, "/api/games/%s/log", id);
	size_t n = json_array_size(c->json);
	const json_t *last = json_array_get(c->json, n - 1);
	verdict(json_integer_value(json_object_get(last, "n")) == 19 &&
				json_is_true(json_object_get(last, "beyond")) &&
				json_string_length(json_object_get(last, "order")) > 0,
		"%s: its log is told to the last entry", how);
	verdict(client_callf(c, "POST", "{\"n\":12,\"key\":\"x\",\"orders\":[\"done\"]}", "/api/games/%s/orders",
				id) == 409 &&
				strstr(text_at(c, "error"), "cannot go on"),
		"%s: an order is refused with the reason", how);
	verdict(client_callf(c, "POST", "{\"n\":12,\"key\":\"y\",\"to\":3}", "/api/games/%s/undo", id) == 409,
		"%s: so is an undo", how);
	verdict(client_callf(c, "POST", "{\"at\":12}", "/api/games/%s/fork", id) == 200,
		"%s: a fork of it is made", how);
	snprintf(fork, sizeof fork, "%s", text_at(c, "id"));
	verdict(game_play(c, fork, 5, &rng) == 5, "%s: and goes on", how);
}

int main(void)
{
	struct service s;
	struct client c;
	char data[100], other[32], refused[32];
	uint64_t rng = 8;
	small_data(data, sizeof data);
	store_path(path, sizeof path, "older");
	service_start(&s, path, &(struct serving){.data = data}, NULL);
	client_meet(&c, s.port);
	game_make(&c, "me", "me", other);
	verdict(game_play(&c, other, 20, &rng) == 20, "twenty orders");
	game_make(&c, "me", "me", refused);
	verdict(game_play(&c, refused, 20, &rng) == 20, "twenty more");
	verdict(service_stop(&s, SIGTERM) == 0, "the service ends");
	sql("UPDATE games SET version = 0");
	sql("UPDATE entries SET hash = hash + 1 WHERE n = 12 AND game = (SELECT number FROM games WHERE id = '%s')",
		other);
	sql("UPDATE entries SET line = replace(line, 'order ', 'order  nosuch') WHERE n = 12 AND game = (SELECT number FROM games WHERE id = '%s')",
		refused);
	client_leave(&c);
	service_start(&s, path, &(struct serving){.data = data}, NULL);
	c.port = s.port;
	try_game(&c, other, "another state");
	try_game(&c, refused, "a refused order");
	client_leave(&c);
	verdict(service_stop(&s, SIGTERM) == 0, "the service is well");
	store_remove(path);
	small_data_remove(data);
	return verdicts_end();
}
