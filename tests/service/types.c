/* The page's types are held against what the service says in every test (words.h). Here: that this can fail,
   that the versions agree, and a look at what the other tests do not ask for. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "client.h"
#include "table/table.h"
#include "wire/wire.h"
#include "words.h"

static bool fits(const char *said, const char *type, char why[300])
{
	json_t *v = json_loads(said, JSON_DECODE_ANY, NULL);
	bool fine = words_fit(v, type, why, 300);
	json_decref(v);
	return fine;
}

static void try_comparison(void)
{
	char why[300];
	verdict(fits("{\"cost\":2,\"way\":[]}", "End", why),
		"what is declared fits, optional members may be missing");
	verdict(!fits("{\"cost\":2}", "End", why) && strstr(why, "way"), "what is missing is told: %s", why);
	verdict(!fits("{\"cost\":2,\"way\":[],\"colour\":\"red\"}", "End", why) && strstr(why, "colour"),
		"what is not declared is told: %s", why);
	verdict(!fits("{\"cost\":\"two\",\"way\":[]}", "End", why) && strstr(why, "cost"),
		"what is of another kind is told: %s", why);
	verdict(
		!fits("[{\"n\":1,\"side\":null,\"order\":null,\"undone\":false,\"events\":[{}]}]", "Entry[]", why) &&
			strstr(why, "0.events.0"),
		"however deep it is: %s", why);
	verdict(!fits("{\"who\":null,\"kind\":\"ghost\"}", "Seat", why),
		"a word that is none of those declared is told: %s", why);
}

static void try_answers(struct client *c)
{
	static const char *const asked[] = {"", "/view", "/view?at=3", "/log", "/chat", "/override",
		"/about?piece=adler&overlays=reach,zones&threats=1&odds=1", "/about?piece=adler&place=0505",
		"/about?place=0505&threats=1", "/about?order=done", "/sight?from=0505&to=0605", "/proof", "/report"};
	char id[32];
	uint64_t rng = 4;
	game_make(c, "me", "me", id);
	game_play(c, id, 30, &rng);
	client_callf(c, "POST", "{\"text\":\"Avanti\"}", "/api/games/%s/chat", id);
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
		client_callf(c, "GET", NULL, "/api/games/%s%s", id, asked[i]);
	client_callf(c, "POST", "{\"orders\":[\"done\"]}", "/api/games/%s/odds", id);
	client_callf(c, "POST", "{}", "/api/games/%s/hint", id);
	client_call(c, "GET", "/api/games", NULL), client_call(c, "GET", "/api/guides", NULL),
		client_call(c, "GET", "/api/rules/drill", NULL);
	client_call(c, "GET", "/api/games/nosuchgame", NULL);
	verdict(words_wrong() == 0, "a game's answers are what the page's types say");
}

/* Nothing is answered that nobody declares, and nothing is declared that nobody answers. */
static void try_coverage(void)
{
	static const char *const methods[] = {"GET", "POST", "DELETE", "?"};
	int unknown = 0;
	for (int i = 0; i < route_count; i++)
		if (!words_cover(methods[routes[i].method], routes[i].path))
			unknown++, printf("# %s %s: what it answers is not declared\n", methods[routes[i].method],
						   routes[i].path);
	verdict(unknown == 0, "every route has a type, or is known to have none (%d routes)", route_count);
	const char *idle = words_idle();
	verdict(!idle, "every type of the page is some answer's, or part of one%s%s", idle ? ": not " : "",
		idle ? idle : "");
}

int main(void)
{
	struct service service;
	struct client c;
	char path[256];
	try_comparison();
	try_coverage();
	verdict(words_version() == WIRE_VERSION, "the page and the service have one version (%d, %d)",
		words_version(), WIRE_VERSION);
	store_path(path, sizeof path, "types");
	service_start(&service, path, NULL, NULL);
	client_meet(&c, service.port);
	try_answers(&c);
	client_leave(&c);
	service_stop(&service, SIGTERM);
	store_remove(path);
	return verdicts_end();
}
