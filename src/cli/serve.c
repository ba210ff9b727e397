/* `fratelli serve`: the play service and its page. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "table/powers.h"
#include "table/serve.h"

int verb_serve(int argc, char **argv)
{
	const char *store = NULL, *bind = "127.0.0.1", *host = NULL, *release = NULL, *user = NULL, *own = NULL,
			   *proxy = NULL;
	int64_t port = 1859, rate = -1, games = 2000, cache = 256;
	bool open = false, tests = false, lan_hooks = false, cold = false, supervised = false, log_json = false;
	const struct flag flags[] = {
		{"port", "N", FLAG_NUMBER, &port, "default 1859; 0 takes any free one", 0, 65535},
		{"store", "STORE", FLAG_TEXT, &store,
			"where games and accounts are kept: an SQLite file, or postgresql://… for many nodes", 0, 0},
		{"own", "NAME", FLAG_TEXT, &own,
			"how the names of this node's own files begin; default: like the store's, or fratelli-node", 0,
			0},
		{"bind", "ADDRESS", FLAG_TEXT, &bind, "default 127.0.0.1: this machine alone", 0, 0},
		{"host", "NAME", FLAG_TEXT, &host, "the name people reach it by, if not bound to this machine alone",
			0, 0},
		{"proxy", "ADDRESS", FLAG_TEXT, &proxy,
			"of a proxy on another machine; its X-Forwarded-For says where somebody comes from", 0, 0},
		{"open", NULL, FLAG_YES, &open, "show it in a browser", 0, 0},
		{"tests", NULL, FLAG_YES, &tests, "offer the small battles for tests too", 0, 0},
		{"rate", "N", FLAG_NUMBER, &rate,
			"requests a second from one address; default 200, and no limit for this machine alone", 0,
			1000000},
		{"games", "N", FLAG_NUMBER, &games, "games a person may have; default 2000", 1, 1000000},
		{"cache", "N", FLAG_NUMBER, &cache, "games kept in memory; default 256", 1, 100000},
		{"cold", NULL, FLAG_YES, &cold, "draw no map before somebody asks for it", 0, 0},
		{"lan-webhooks", NULL, FLAG_YES, &lan_hooks,
			"webhooks may go to this machine and to private networks too", 0, 0},
		{"log-json", NULL, FLAG_YES, &log_json, "the log as JSON, with a line for each request", 0, 0},
		{"supervised", NULL, FLAG_YES, &supervised,
			"start it again if it dies; a game that killed it is set aside", 0, 0},
		{"user", "NAME", FLAG_TEXT, &user,
			"as whom to go on if it is started as root; default: whoever owns the store's folder", 0, 0},
		{"release", "GAME", FLAG_TEXT, &release, "load a game again that was set aside", 0, 0},
		{0},
	};
	const struct usage usage = {"serve", "--store STORE", 0, 0,
		"The table: play in the browser, against anyone. docs/service.md describes its interface.", flags,
		NULL};
	char web[PATH_MAX + 20];
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!store) return misuse("`serve` needs --store STORE");
	if (!home_find(&home)) return EXIT_MISUSE;
	if (rate < 0) rate = strncmp(bind, "127.", 4) == 0 || strcmp(bind, "::1") == 0 ? 0 : 200;
	snprintf(web, sizeof web, "%s/../web/dist", home.data);
	struct text said = {0};
	struct serving with = {.data = home.data,
		.tests = tests && home.tests[0] ? home.tests : NULL,
		.web = web,
		.store = store,
		.own = own,
		.proxy = proxy,
		.bind = bind,
		.host = host,
		.port = (int)port,
		.open = open,
		.rate = (int)rate,
		.games = (int)games,
		.cache = (int)cache,
		.warm = !cold,
		.lan_hooks = lan_hooks,
		.log_json = log_json,
		.release = release};
	with.own = serving_own(&with);
	bool dropped = powers_drop(with.own, user, (int)port, &said);
	if (said.n) fprintf(stderr, "fratelli: %s\n", text_str(&said));
	text_free(&said);
	if (!dropped) return EXIT_FAILED;
	return (supervised ? table_supervise(&with) : table_serve(&with)) == 0 ? EXIT_WELL : EXIT_FAILED;
}
