/* Giving a battle up, and putting a game away. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"

static struct service service;

/* The game's line in my list; NULL if it is not there. */
static json_t *listed(struct client *c, const char *id)
{
	size_t i;
	json_t *g;
	client_call(c, "GET", "/api/games", NULL);
	json_array_foreach(c->json, i,
		g) if (strcmp(json_string_value(json_object_get(g, "id")), id) == 0) return g;
	return NULL;
}

static int try_order(struct client *c, const char *id, const char *key)
{
	char body[200];
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	json_t *first = json_array_get(json_object_get(c->json, "orders"), 0);
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%s\",\"orders\":[\"%s\"]}", int_at(c, "n"), key,
		first ? json_string_value(json_object_get(first, "words")) : "pass");
	return client_callf(c, "POST", body, "/api/games/%s/orders", id);
}

static char path[256];

static void try_resigning(struct client *c, struct client *stranger)
{
	char id[32];
	game_make(c, "me", "computer", id);
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/proof", id) == 200 &&
				!json_object_get(c->json, "seed"),
		"while it lasts the seed is secret");
	verdict(client_callf(stranger, "POST", "{}", "/api/games/%s/resign", id) == 403,
		"only who sits there gives a battle up");
	verdict(client_callf(c, "POST", "{}", "/api/games/%s/resign", id) == 200, "who sits there does");
	json_t *g = listed(c, id);
	verdict(g && json_is_true(json_object_get(g, "over")) &&
				strcmp(json_string_value(json_object_get(g, "result")), "east") == 0,
		"it is over, and the other side has won");
	verdict(g && json_object_get(json_object_get(g, "levels"), "east"),
		"and the list says how well the computer played");
	client_callf(c, "GET", NULL, "/api/games/%s", id);
	verdict(
		json_is_true(json_object_get(json_object_get(json_object_get(c->json, "seats"), "west"), "resigned")),
		"the board says who gave it up");
	verdict(try_order(c, id, "after") == 409, "no order is taken any more");
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/proof", id) == 200 &&
				strlen(text_at(c, "seed")) == 64,
		"the seed of its dice is published, as that of any finished game");
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/save", id) == 200, "and it can be saved");
	verdict(client_callf(c, "POST", "{}", "/api/games/%s/resign", id) == 409, "and nobody gives it up twice");
	service_stop(&service, SIGKILL);
	service_start(&service, path, NULL, NULL);
	c->port = stranger->port = service.port;
	if (c->fd >= 0) close(c->fd), c->fd = -1;
	if (stranger->fd >= 0) close(stranger->fd), stranger->fd = -1;
	g = listed(c, id);
	verdict(g && json_is_true(json_object_get(g, "over")), "it is still over after a crash");
}

static void try_putting_away(struct client *c, struct client *stranger)
{
	char id[32];
	game_make(c, "me", "me", id);
	verdict(listed(c, id) != NULL, "a game is in my list");
	verdict(client_callf(stranger, "DELETE", NULL, "/api/games/%s", id) == 403, "nobody else puts it away");
	verdict(client_callf(c, "DELETE", NULL, "/api/games/%s", id) == 200 && !listed(c, id),
		"I do, and it is in my list no more");
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/view", id) == 200, "but it is still there");
}

int main(void)
{
	struct client c, stranger;
	store_path(path, sizeof path, "leaving");
	service_start(&service, path, NULL, NULL);
	client_meet(&c, service.port), client_meet(&stranger, service.port);
	try_resigning(&c, &stranger);
	try_putting_away(&c, &stranger);
	verdict(service_stop(&service, SIGTERM) == 0, "the service ends well");
	client_leave(&c), client_leave(&stranger);
	store_remove(path);
	return verdicts_end();
}
