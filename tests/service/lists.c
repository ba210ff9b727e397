/* Orders given together, dice rolled on a real table, and invitations told again. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

static struct service service;

static int number_of(struct client *c, const char *id)
{
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	return int_at(c, "n");
}

static int order(struct client *c, const char *id, const char *key, const char *rest)
{
	char body[900];
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%s\",%s}", number_of(c, id), key, rest);
	return client_callf(c, "POST", body, "/api/games/%s/orders", id);
}

/* --- lists ---------------------------------------------------------------------------------------------- */

/* To the question in which pieces march. */
static void to_the_march(struct client *c, const char *id)
{
	order(c, id, "g1", "\"side\":\"west\",\"orders\":[\"guard arnaud\"]");
	order(c, id, "g2", "\"side\":\"east\",\"orders\":[\"guard adler\"]");
}

static const char *offered(struct client *c, const char *role)
{
	size_t i;
	json_t *o;
	json_array_foreach(json_object_get(c->json, "orders"), i,
		o) if (strcmp(json_string_value(json_object_get(o, "role")), role) ==
			   0) return json_string_value(json_object_get(o, "words"));
	return "";
}

static void try_lists(struct client *c)
{
	char id[32], first[100], body[300];
	game_make(c, "me", "me", id);
	to_the_march(c, id);
	int n = number_of(c, id);
	snprintf(first, sizeof first, "%s", offered(c, "pick"));
	snprintf(body, sizeof body, "\"whole\":true,\"orders\":[\"%s\",\"fire west_battery adler\"]", first);
	verdict(*first && order(c, id, "w1", body) == 422 && int_at(c, "done") == 0 &&
				json_object_get(c->json, "refused"),
		"a list that must be whole is refused whole, with the reason");
	verdict(number_of(c, id) == n, "and nothing of it is done");
	snprintf(body, sizeof body,
		"\"maybe\":true,\"whole\":true,\"orders\":[\"%s\",\"fire west_battery adler\"]", first);
	verdict(order(c, id, "w0", body) == 200 && int_at(c, "done") == 0 && json_object_get(c->json, "refused"),
		"who asks for it mildly is refused with 200");
	snprintf(body, sizeof body, "\"orders\":[\"%s\",\"fire west_battery adler\"]", first);
	verdict(order(c, id, "w2", body) == 200 && int_at(c, "done") == 1 && json_object_get(c->json, "refused"),
		"any other list is done as far as it goes");
	char step[100];
	number_of(c, id);
	snprintf(step, sizeof step, "%s", offered(c, "move"));
	snprintf(body, sizeof body, "\"whole\":true,\"orders\":[\"%s\"]", step);
	n = number_of(c, id);
	verdict(*step && order(c, id, "w3", body) == 200 && number_of(c, id) == n + 1,
		"a list that fits is carried out");
}

static void try_step(struct client *c)
{
	char id[32], body[300], first[100], second[100];
	game_make(c, "me", "me", id);
	to_the_march(c, id);
	int n = number_of(c, id);
	snprintf(first, sizeof first, "%s", offered(c, "pick"));
	snprintf(body, sizeof body, "\"orders\":[\"%s\"]", first);
	order(c, id, "s1", body);
	number_of(c, id);
	snprintf(second, sizeof second, "%s", offered(c, "move"));
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"u\",\"to\":%d}", number_of(c, id), n);
	client_callf(c, "POST", body, "/api/games/%s/undo", id);
	n = number_of(c, id);
	snprintf(body, sizeof body, "\"whole\":true,\"orders\":[\"%s\",\"%s\"]", first, second);
	verdict(order(c, id, "s2", body) == 200 && int_at(c, "done") == 2, "two orders are given together");
	number_of(c, id);
	verdict(int_at(c, "n") == n + 2 && int_at(c, "undo_step") == n, "one step of undo takes both back");
	client_callf(c, "GET", NULL, "/api/games/%s/log", id);
	const json_t *last = json_array_get(c->json, json_array_size(c->json) - 1);
	verdict(json_integer_value(json_object_get(last, "first")) == n,
		"and the log says that they belong together");
}

/* --- dice ----------------------------------------------------------------------------------------------- */

/* Plays random orders of a game with dice of one's own until one wants some; its words into `words`. */
static bool until_dice(struct client *c, const char *id, char *words, size_t room, uint64_t *rng)
{
	for (int i = 0; i < 400; i++) {
		char body[300];
		number_of(c, id);
		const json_t *orders = json_object_get(c->json, "orders");
		if (!json_array_size(orders)) return false;
		snprintf(words, room, "%s",
			json_string_value(
				json_object_get(json_array_get(orders, rnd(rng) % json_array_size(orders)), "words")));
		snprintf(body, sizeof body, "\"orders\":[\"%s\"]", words);
		char key[40];
		snprintf(key, sizeof key, "r%llx", (unsigned long long)rnd(rng));
		if (order(c, id, key, body) != 200) return false;
		if (json_object_get(c->json, "wanted")) return true;
	}
	return false;
}

static void faces_of(const struct client *c, int face, char *out, size_t room)
{
	const json_t *w = json_object_get(c->json, "wanted");
	int dice = (int)json_integer_value(json_object_get(w, "dice"));
	size_t n = 0;
	out[0] = 0;
	for (int i = 0; i < dice; i++) n += (size_t)snprintf(out + n, room - n, i ? ",%d" : "%d", face);
}

/* Types faces until the order has all it wants; the answer to the last is in c->json. */
static int type_dice(struct client *c, const char *id, const char *words, int face)
{
	char faces[400] = "", more[200], body[700];
	for (int i = 0; i < 20 && json_object_get(c->json, "wanted"); i++) {
		faces_of(c, face, more, sizeof more);
		snprintf(faces + strlen(faces), sizeof faces - strlen(faces), "%s%s", *faces ? "," : "", more);
		snprintf(body, sizeof body, "\"orders\":[\"%s\"],\"dice\":[%s]", words, faces);
		if (order(c, id, "typed", body) != 200) break;
	}
	return c->status;
}

static void try_dice(struct client *a, struct client *b)
{
	static const char new[] =
		"{\"battle\":\"crossroads\",\"system\":\"drill\",\"scenario\":\"meeting\",\"dice\":\"ours\",\"seats\":{\"west\":\"me\",\"east\":\"friend\"}}";
	char id[32], body[300], words[100] = "";
	uint64_t rng = 21;
	verdict(
		client_call(a, "POST", "/api/games",
			"{\"battle\":\"crossroads\",\"system\":\"drill\",\"dice\":\"loaded\",\"seats\":{\"west\":\"me\",\"east\":\"me\"}}") ==
			400,
		"dice are sealed or ours");
	verdict(client_call(a, "POST", "/api/games", new) == 200,
		"a game begins in which both roll dice of their own");
	snprintf(id, sizeof id, "%s", text_at(a, "id"));
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}",
		json_string_value(json_object_get(json_object_get(a->json, "invites"), "east")));
	client_callf(b, "POST", body, "/api/games/%s/claim", id);
	client_callf(a, "GET", NULL, "/api/games/%s", id);
	verdict(strcmp(text_at(a, "dice"), "ours") == 0, "and its board says so");
	struct client *who = a;
	bool wanted = false;
	for (int turn = 0; turn < 200 && !wanted; turn++) {
		who = turn % 2 ? b : a;
		number_of(who, id);
		if (json_is_true(json_object_get(who->json, "mine")))
			wanted = until_dice(who, id, words, sizeof words, &rng);
	}
	int n = number_of(who, id);
	char key[300];
	snprintf(key, sizeof key, "\"orders\":[\"%s\"]", words);
	verdict(wanted && order(who, id, "ask", key) == 200 && int_at(who, "done") == 0 &&
				number_of(who, id) == n,
		"an order that needs dice says which, and waits");
	snprintf(key, sizeof key, "\"orders\":[\"%s\"],\"dice\":[99]", words);
	verdict(order(who, id, "bad", key) == 422, "a face that no die has is refused");
	snprintf(key, sizeof key,
		"\"orders\":[\"%s\"],\"dice\":[6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6,6]", words);
	verdict(order(who, id, "many", key) == 422, "so are more dice than are wanted");
	snprintf(key, sizeof key, "\"orders\":[\"%s\"]", words);
	order(who, id, "ask again", key);
	verdict(type_dice(who, id, words, 6) == 200 && int_at(who, "done") == 1 && number_of(who, id) == n + 1,
		"with its dice it is carried out");
	client_callf(who, "GET", NULL, "/api/games/%s/log?from=%d", id, n);
	verdict(json_is_true(json_object_get(json_array_get(who->json, 0), "typed")) &&
				strstr(text_str(&who->body), "\"dice\":[6"),
		"the log has them, and that they were typed in");
	service_stop(&service, SIGKILL);
	service_start(&service, service.store, NULL, NULL);
	client_leave(a), client_leave(b);
	a->port = b->port = service.port;
	struct text before = {0};
	text_add(&before, text_str(&who->body));
	verdict(number_of(who, id) == n + 1, "after a crash they are still there");
	client_callf(who, "GET", NULL, "/api/games/%s/log?from=%d", id, n);
	verdict(strstr(text_str(&who->body), "\"dice\":[6") != NULL, "every face");
	text_free(&before);
	char other[32];
	game_make(a, "me", "friend", other);
	verdict(order(a, other, "d", "\"orders\":[\"guard arnaud\"],\"dice\":[6]") == 403,
		"in any other game between two nobody types dice");
}

/* --- invitations ---------------------------------------------------------------------------------------- */

static const char *invite_of(struct client *c, const char *id, const char *side)
{
	client_callf(c, "GET", NULL, "/api/games/%s", id);
	const char *s = json_string_value(json_object_get(json_object_get(c->json, "invites"), side));
	return s ? s : "";
}

static void try_invitations(struct client *a, struct client *b)
{
	char id[32], first[64], body[200];
	struct client c;
	client_call(a, "POST", "/api/account", "{\"name\":\"Garibaldi\",\"password\":\"long enough 1\"}");
	snprintf(a->csrf, sizeof a->csrf, "%s", text_at(a, "csrf"));
	game_make(a, "friend", "friend", id);
	snprintf(first, sizeof first, "%s",
		json_string_value(json_object_get(json_object_get(a->json, "invites"), "east")));
	client_meet(&c, service.port);
	client_call(&c, "POST", "/api/session", "{\"name\":\"Garibaldi\",\"password\":\"long enough 1\"}");
	snprintf(c.csrf, sizeof c.csrf, "%s", text_at(&c, "csrf"));
	verdict(strcmp(invite_of(&c, id, "east"), first) == 0,
		"who made a game finds its invitations from another browser");
	verdict(!*invite_of(b, id, "east"), "nobody else does");
	verdict(client_callf(&c, "POST", "{\"side\":\"east\"}", "/api/games/%s/invite", id) == 200 &&
				strcmp(text_at(&c, "secret"), first),
		"they can make a new one");
	verdict(client_callf(b, "POST", "{\"side\":\"east\"}", "/api/games/%s/invite", id) == 403,
		"nobody else can");
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}", first);
	verdict(client_callf(b, "POST", body, "/api/games/%s/claim", id) == 403,
		"then the old one is worth nothing");
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}", invite_of(a, id, "east"));
	verdict(client_callf(b, "POST", body, "/api/games/%s/claim", id) == 200,
		"the new one is told again, and opens the seat");
	verdict(!*invite_of(a, id, "east") && *invite_of(a, id, "west") && *invite_of(b, id, "west"),
		"a seat that is taken has none any more");
	client_leave(&c);
}

int main(void)
{
	char path[256];
	struct client a, b;
	store_path(path, sizeof path, "lists");
	service_start(&service, path, NULL, NULL);
	client_meet(&a, service.port), client_meet(&b, service.port);
	try_lists(&a);
	try_step(&a);
	try_dice(&a, &b);
	try_invitations(&a, &b);
	verdict(service_stop(&service, SIGTERM) == 0, "the service ends well");
	client_leave(&a), client_leave(&b);
	store_remove(path);
	return verdicts_end();
}
