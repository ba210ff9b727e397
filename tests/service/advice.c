/* The adviser, and what the computer said of its plans: the one only for who plays alone or against the
   computer, the other only after the battle. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"

static bool offered(const json_t *orders, const char *words)
{
	size_t i;
	json_t *o;
	json_array_foreach(orders, i,
		o) if (strcmp(json_string_value(json_object_get(o, "words")), words) == 0) return true;
	return false;
}

/* A view in which it is our move, or NULL. */
static json_t *my_view(struct client *c, const char *id)
{
	for (int i = 0; i < 20000; i++) {
		if (client_callf(c, "GET", NULL, "/api/games/%s/view", id) != 200 ||
			json_is_true(json_object_get(c->json, "over")))
			return NULL;
		if (json_is_true(json_object_get(c->json, "mine"))) return json_incref(c->json);
		usleep(2000);
	}
	return NULL;
}

static void try_hint(struct client *c, struct client *stranger)
{
	char id[32];
	int good = 0, reasons = 0;
	game_make(c, "me", "computer:recruit", id);
	for (int i = 0; i < 4; i++) {
		uint64_t rng = (uint64_t)i;
		json_t *view = my_view(c, id);
		if (client_callf(c, "POST", NULL, "/api/games/%s/hint", id) != 200)
			printf("# %d %s\n", c->status, text_str(&c->body));
		good += offered(json_object_get(view, "orders"), text_at(c, "words")) &&
		        int_at(c, "n") == (int)json_integer_value(json_object_get(view, "n"));
		reasons += strlen(text_at(c, "why")) > 10;
		game_play(c, id, 1, &rng);
		json_decref(view);
	}
	verdict(good == 4, "advice is one of the orders that are offered");
	verdict(reasons > 0, "and gives its reason");
	verdict(client_callf(stranger, "POST", NULL, "/api/games/%s/hint", id) == 403, "a spectator gets none");
	game_make(c, "me", "me", id);
	verdict(client_callf(c, "POST", NULL, "/api/games/%s/hint", id) == 200, "who plays alone gets some");
	game_make(c, "me", "friend", id);
	verdict(client_callf(c, "POST", NULL, "/api/games/%s/hint", id) == 403,
		"between people each thinks for himself");
}

static void try_plans(struct client *c, struct client *stranger)
{
	char id[32];
	uint64_t rng = 9;
	json_t *view;
	int early = 0, said = 0;
	game_make(c, "me", "computer:captain", id);
	while ((view = my_view(c, id))) {
		json_decref(view);
		early += client_callf(c, "GET", NULL, "/api/games/%s/plans", id) != 403;
		client_callf(c, "GET", NULL, "/api/games/%s/log", id);
		game_play(c, id, 1, &rng);
	}
	verdict(early == 0, "while the battle lasts nobody is told a plan");
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/plans", id) == 200 && json_array_size(c->json) > 0,
		"afterwards they are");
	size_t i;
	json_t *p;
	json_array_foreach(c->json, i, p) said +=
		strcmp(json_string_value(json_object_get(p, "side")), "east") == 0 &&
		strlen(json_string_value(json_object_get(p, "text"))) > 10;
	verdict(said > 0 && said == (int)i, "in words, each with its side (%d of them)", said);
	verdict(client_callf(stranger, "GET", NULL, "/api/games/%s/plans", id) == 200, "to spectators too");
}

int main(void)
{
	struct service s;
	struct client a, b;
	char path[256], data[100];
	small_data(data, sizeof data);
	store_path(path, sizeof path, "advice");
	service_start(&s, path, &(struct serving){.data = data}, NULL);
	client_meet(&a, s.port), client_meet(&b, s.port);
	try_hint(&a, &b);
	try_plans(&a, &b);
	client_call(&a, "GET", "/api/catalogue", NULL);
	size_t i;
	json_t *skill;
	int told = 0;
	json_array_foreach(json_object_get(a.json, "skills"), i, skill) told +=
		json_string_length(json_object_get(skill, "text")) > 10;
	verdict(i > 0 && told == (int)i, "each level says what to expect of it");
	verdict(service_stop(&s, SIGTERM) == 0, "the service ends well");
	client_leave(&a), client_leave(&b);
	store_remove(path);
	small_data_remove(data);
	return verdicts_end();
}
