/* The answer to an order brings the new view and the new entries of the log: the same that a client would get
   by asking for them, whoever plays, and nothing that it may not know. Orders, undos and standing orders; in
   short if the client wants that; again for the same key. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

static struct service service;

static json_t *ask(struct client *c, const char *id, const char *what)
{
	client_callf(c, "GET", NULL, "/api/games/%s/%s", id, what);
	return json_incref(c->json);
}

/* Is what the last answer brought what one gets by asking? */
static bool same_as_asked(struct client *c, const char *id)
{
	json_t *answer = json_incref(c->json), *view = ask(c, id, "view");
	char part[60];
	snprintf(part, sizeof part, "log?from=%d", (int)json_integer_value(json_object_get(answer, "from")));
	json_t *log = ask(c, id, part);
	bool same = json_object_get(answer, "view") && json_equal(json_object_get(answer, "view"), view) &&
	            json_equal(json_object_get(answer, "log"), log);
	if (!same) {
		char *text = json_dumps(answer, JSON_COMPACT), *seen = json_dumps(view, JSON_COMPACT),
			 *told = json_dumps(log, JSON_COMPACT);
		printf("# %s\n# asked: %s\n# %s\n", text, seen, told);
		free(text), free(seen), free(told);
	}
	json_decref(answer), json_decref(view), json_decref(log);
	return same;
}

/* A random order that the view offers. False: none is. */
static bool give(struct client *c, const char *id, uint64_t *rng, const char *more)
{
	char body[500];
	json_t *view = ask(c, id, "view"), *orders = json_object_get(view, "orders");
	size_t n = json_array_size(orders);
	if (n) {
		snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%llx\",\"side\":\"%s\",\"orders\":[\"%s\"]%s}",
			(int)json_integer_value(json_object_get(view, "n")), (unsigned long long)rnd(rng),
			json_string_value(json_object_get(view, "turn")),
			json_string_value(json_object_get(json_array_get(orders, rnd(rng) % n), "words")), more);
		client_callf(c, "POST", body, "/api/games/%s/orders", id);
	}
	json_decref(view);
	return n && c->status == 200;
}

static void try_alone(struct client *c)
{
	char id[32], body[300];
	uint64_t rng = 3;
	int same = 0, given = 0;
	game_make(c, "me", "me", id);
	while (given < 60 && give(c, id, &rng, "")) given++, same += same_as_asked(c, id);
	verdict(given == 60 && same == 60,
		"alone: sixty orders are answered with the view and the log that one gets by asking (%d of %d)", same,
		given);
	json_t *view = ask(c, id, "view");
	int n = (int)json_integer_value(json_object_get(view, "n"));
	json_decref(view);
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"u\",\"to\":%d}", n, n - 9);
	client_callf(c, "POST", body, "/api/games/%s/undo", id);
	verdict(int_at(c, "from") == n - 9 && json_array_size(json_object_get(c->json, "log")) == 10 &&
				same_as_asked(c, id),
		"an undo tells again what it has undone, and the board before it");
	client_callf(c, "POST", body, "/api/games/%s/undo", id);
	verdict(int_at(c, "done") == 1 && int_at(c, "n") == n + 1 && same_as_asked(c, id),
		"the same request again is answered as before, with the board");
	verdict(give(c, id, &rng, ",\"short\":true") && !json_object_get(c->json, "view") &&
				!json_object_get(c->json, "log") && int_at(c, "done") == 1,
		"who wants a short answer gets one");
	verdict(give(c, id, &rng, ",\"from\":5") && int_at(c, "from") == 5 && same_as_asked(c, id),
		"who has read less of the log gets more of it");
}

static void try_two(struct client *a, struct client *b)
{
	char id[32], body[300];
	uint64_t rng = 8;
	int same = 0, given = 0;
	game_make(a, "me", "friend", id);
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}",
		json_string_value(json_object_get(json_object_get(a->json, "invites"), "east")));
	client_callf(b, "POST", body, "/api/games/%s/claim", id);
	verdict(give(a, id, &rng, "") && same_as_asked(a, id),
		"between two, both asked in secret: the answer counts one's own entries alone");
	verdict(give(b, id, &rng, "") && same_as_asked(b, id),
		"and when something comes of it, the answer is what that side may know");
	for (int idle = 0; given < 60 && idle < 2;) {
		struct client *who = given % 3 ? a : b, *other = who == a ? b : a;
		if (give(who, id, &rng, "")) given++, idle = 0, same += same_as_asked(who, id);
		else if (give(other, id, &rng, "")) given++, idle = 0, same += same_as_asked(other, id);
		else idle++;
	}
	verdict(given == 60 && same == given,
		"sixty orders of two people are answered with what each may see (%d of %d)", same, given);
}

/* A list that is to be carried out whole and is not leaves no trace; the answer says why. */
static void try_whole(struct client *c)
{
	char id[32];
	uint64_t rng = 1;
	game_make(c, "me", "me", id);
	game_play(c, id, 2, &rng);
	json_t *before = ask(c, id, "view");
	client_callf(c, "GET", NULL, "/api/games/%s/save", id);
	char *text = strdup(text_str(&c->body));
	const json_t *orders = json_object_get(before, "orders"), *first = NULL;
	size_t i;
	json_t *o;
	json_array_foreach(orders, i,
		o) if (!first && strcmp(json_string_value(json_object_get(o, "role")), "pick") == 0) first = o;
	char body[300];
	snprintf(body, sizeof body,
		"{\"n\":%d,\"key\":\"w\",\"whole\":true,\"orders\":[\"%s\",\"done\",\"done\"]}",
		(int)json_integer_value(json_object_get(before, "n")),
		json_string_value(json_object_get(first, "words")));
	int code = client_callf(c, "POST", body, "/api/games/%s/orders", id);
	verdict(code == 422 && int_at(c, "done") == 0 && json_object_get(c->json, "refused"),
		"a whole list of which one is refused is refused (%d)", code);
	json_t *after = ask(c, id, "view");
	verdict(json_equal(before, after), "the board is as it was");
	client_callf(c, "GET", NULL, "/api/games/%s/save", id);
	verdict(strcmp(text, text_str(&c->body)) == 0, "and so is the log");
	int given = 0;
	while (given < 40 && give(c, id, &rng, "")) given++;
	client_callf(c, "GET", NULL, "/api/games/%s/save", id);
	verdict(given == 40 && client_call(c, "POST", "/api/import", text_str(&c->body)) == 200,
		"the game goes on, and its log replays");
	json_decref(before), json_decref(after), free(text);
}

int main(void)
{
	struct client a, b;
	char path[256];
	store_path(path, sizeof path, "news");
	service_start(&service, path, NULL, NULL);
	client_meet(&a, service.port), client_meet(&b, service.port);
	try_alone(&a);
	try_two(&a, &b);
	try_whole(&a);
	client_leave(&a), client_leave(&b);
	service_stop(&service, SIGTERM);
	store_remove(path);
	return verdicts_end();
}
