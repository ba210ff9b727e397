/* What a side must not know never leaves the service: here the guard, which both sides name in secret and at
   the same time. What one side and a spectator get before the other has answered is the same, to the byte, as
   what they get after. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"

static char id[32];

static const char *const looks[] = {
	"/api/games/%s",
	"/api/games/%s/view",
	"/api/games/%s/log",
	"/api/games/%s/view?at=0",
	"/api/games/%s/proof",
	"/api/games/%s/about?piece=adler&overlays=reach,zones&threats=1&odds=1",
	"/api/games/%s/about?piece=arnaud&place=0605",
	"/api/games/%s/about?place=0605&threats=1",
	"/api/games/%s/about?order=guard+adler",
	"/api/games/%s/about?order=done",
	"/api/games/%s/sight?from=0304&to=0505",
	"/api/games/%s/chat",
	"/api/games",
};
#define LOOKS (sizeof looks / sizeof *looks)

static void look(struct client *c, struct text *out)
{
	static const char *const posts[][2] = {{"odds", "{\"orders\":[\"guard adler\"]}"},
		{"orders", "{\"n\":1,\"key\":\"probe\",\"orders\":[\"guard adler\"]}"},
		{"standing", "{\"n\":0,\"key\":\"probe\",\"name\":\"defence\",\"choice\":\"hold\"}"},
		{"undo", "{\"n\":0,\"key\":\"probe\",\"to\":0}"}, {"fork", "{\"at\":1}"}};
	for (size_t i = 0; i < LOOKS; i++) {
		char path[200];
		snprintf(path, sizeof path, looks[i], id);
		int code = client_call(c, "GET", path, NULL);
		text_addf(out, "%s %d %s\n", looks[i], code, text_str(&c->body));
	}
	for (size_t i = 0; i < sizeof posts / sizeof *posts; i++) {
		int code = client_callf(c, "POST", posts[i][1], "/api/games/%s/%s", id, posts[i][0]);
		text_addf(out, "%s %d %s\n", posts[i][0], code, text_str(&c->body));
	}
}

/* The first line that differs, for the message. */
static void difference(const char *a, const char *b)
{
	while (*a && *a == *b) a++, b++;
	printf("# …%.120s\n# …%.120s\n", a, b);
}

static void same(const char *who, struct text *before, struct text *after)
{
	bool fine = strcmp(text_str(before), text_str(after)) == 0;
	if (!fine) difference(text_str(before), text_str(after));
	verdict(fine, "%s cannot tell whether the other side has answered (%zu bytes compared)", who, before->n);
	text_free(before), text_free(after);
}

/* No text of ours holds what a save file holds, whoever asks. */
static int betrays(const struct text *t)
{
	return strstr(text_str(t), "\"seed\"") || strstr(text_str(t), "\"hash\"") ||
	       strstr(text_str(t), "\"secret\"");
}

static bool badge_of(struct client *c, const char *piece, const char *badge)
{
	size_t i, k;
	json_t *p, *b;
	json_array_foreach(json_object_get(c->json, "pieces"), i, p)
	{
		if (strcmp(json_string_value(json_object_get(p, "id")), piece)) continue;
		json_array_foreach(json_object_get(p, "badges"), k,
			b) if (strcmp(json_string_value(b), badge) == 0) return true;
	}
	return false;
}

int main(void)
{
	struct service s;
	struct client west, east, watcher;
	char path[256], body[200];
	uint64_t rng = 7;
	int status, leaks = 0, unmasked = 0;
	struct text before[2] = {{0}, {0}}, after[2] = {{0}, {0}};
	store_path(path, sizeof path, "secrets");
	service_start(&s, path, NULL, NULL);
	client_meet(&west, s.port), client_meet(&east, s.port), client_meet(&watcher, s.port);
	game_make(&west, "me", "friend", id);
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}",
		json_string_value(json_object_get(json_object_get(west.json, "invites"), "east")));
	client_callf(&east, "POST", body, "/api/games/%s/claim", id);
	int live = live_open(&east, id, 0, NULL, &status);

	look(&east, &before[0]), look(&watcher, &before[1]);
	verdict(client_callf(&west, "POST", "{\"n\":0,\"key\":\"1\",\"orders\":[\"guard blanc\"]}",
				"/api/games/%s/orders", id) == 200,
		"west names its guard in secret");
	look(&east, &after[0]), look(&watcher, &after[1]);
	leaks += betrays(&after[0]) + betrays(&after[1]);
	same("east", &before[0], &after[0]);
	same("a spectator", &before[1], &after[1]);
	verdict(!live_meanwhile(live, "entries"), "nor is east told so over its live connection");
	client_callf(&east, "POST",
		"{\"field\":\"strength\",\"element\":\"arnaud\",\"value\":3,\"reason\":\"it rained\"}",
		"/api/games/%s/override", id);
	snprintf(body, sizeof body, "{\"proposal\":%d}", int_at(&east, "proposal"));
	verdict(client_callf(&west, "POST", body, "/api/games/%s/override/accept", id) == 409,
		"what east proposes cannot be accepted meanwhile: the entry would show who has answered");
	client_callf(&east, "GET", NULL, "/api/games/%s/view", id);
	verdict(int_at(&east, "n") == 0, "and no entry is added");

	verdict(client_callf(&east, "POST", "{\"n\":0,\"key\":\"1\",\"orders\":[\"guard adler\"]}",
				"/api/games/%s/orders", id) == 200,
		"east answers the number it knows of");
	verdict(live_until(live, "entries"), "then it is told that the game has moved on");
	verdict(client_callf(&west, "POST", body, "/api/games/%s/override/accept", id) == 200,
		"and what it proposed can be accepted");
	for (int i = 0; i < 12; i++) {
		game_play(&west, id, 4, &rng), game_play(&east, id, 4, &rng);
		client_callf(&east, "GET", NULL, "/api/games/%s/log", id);
		leaks += strstr(text_str(&east.body), "guard blanc") != NULL || betrays(&east.body);
		bool shown = strstr(text_str(&east.body), "Blanc is the guard") != NULL;
		client_callf(&east, "GET", NULL, "/api/games/%s/view", id);
		unmasked += badge_of(&east, "blanc", "guard") && !shown;
		client_callf(&watcher, "GET", NULL, "/api/games/%s/view", id);
		unmasked += badge_of(&watcher, "blanc", "guard") && !shown;
	}
	verdict(leaks == 0, "no secret order, seed, hash or invitation is in anything that was sent");
	verdict(unmasked == 0, "the other side's guard is shown only once it has been revealed");

	verdict(client_callf(&east, "POST", "{\"at\":2}", "/api/games/%s/fork", id) == 200,
		"east may fork the game");
	char fork[32];
	snprintf(fork, sizeof fork, "%s", text_at(&east, "id"));
	verdict(client_callf(&east, "GET", NULL, "/api/games/%s/view", fork) == 200 && int_at(&east, "n") == 0,
		"the fork begins where it was taken");
	verdict(game_play(&east, fork, 20, &rng) == 20, "and can be played by one");
	verdict(client_callf(&east, "GET", NULL, "/api/games/%s/save", fork) == 403,
		"but its save file, which would hold the game's dice, cannot be had");
	verdict(client_callf(&west, "GET", NULL, "/api/games/%s/view", fork) == 200 &&
				json_array_size(json_object_get(west.json, "orders")) == 0,
		"others only watch it");

	close(live);
	client_leave(&west), client_leave(&east), client_leave(&watcher);
	verdict(service_stop(&s, SIGTERM) == 0, "the service is well");
	store_remove(path);
	return verdicts_end();
}
