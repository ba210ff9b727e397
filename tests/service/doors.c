/* Every door of the service, tried by everybody who must not pass it, with every kind of wrong luggage. */
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

#include "client.h"

static struct service service;
static struct client west, east, stranger, nobody;
static char game[32];

/* --- who may -------------------------------------------------------------------------------------------- */

/* What each gets: somebody without a session, a guest without a seat (a spectator), who holds a seat. A body
   of "" is none. */
static const struct door {
	const char *method, *path, *body;
	int nobody, stranger, seat;
} doors[] = {
	{"GET", "/health", "", 200, 200, 200},
	{"GET", "/alive", "", 200, 200, 200},
	{"GET", "/api/catalogue", "", 200, 200, 200},
	{"GET", "/api/rules/drill", "", 200, 200, 200},
	{"GET", "/api/map/crossroads/drill.svg", "", 200, 200, 200},
	{"GET", "/api/games", "", 401, 200, 200},
	{"GET", "/api/games/%s", "", 401, 200, 200},
	{"GET", "/api/games/%s/view", "", 401, 200, 200},
	{"GET", "/api/games/%s/log", "", 401, 200, 200},
	{"GET", "/api/games/%s/proof", "", 401, 200, 200},
	{"GET", "/api/games/%s/live", "", 401, 426, 426},
	{"GET", "/api/games/%s/save", "", 401, 403, 403},
	{"GET", "/api/games/%s/chat", "", 401, 403, 200},
	{"GET", "/api/games/%s/override", "", 401, 403, 200},
	{"GET", "/api/games/%s/about?overlays=zones", "", 401, 403, 200},
	{"GET", "/api/games/%s/about?overlays=reach,zones&piece=arnaud", "", 401, 403, 200},
	{"GET", "/api/games/%s/sight?from=0304&to=0505", "", 401, 403, 200},
	{"GET", "/api/games/%s/about?place=0304&threats=1", "", 401, 403, 200},
	{"GET", "/api/games/%s/about?piece=arnaud", "", 401, 403, 200},
	{"GET", "/api/games/%s/about?piece=arnaud&place=0101", "", 401, 403, 200},
	{"GET", "/api/games/%s/about?piece=arnaud&odds=1", "", 401, 403, 200},
	{"GET", "/api/games/%s/about?order=guard+arnaud", "", 401, 403, 200},
	{"GET", "/api/games/%s/about?order=guard+adler", "", 401, 403, 200},
	{"GET", "/api/games/%s/about", "", 401, 403, 400},
	{"GET", "/api/games/%s/about?piece=nobody", "", 401, 403, 400},
	{"GET", "/api/games/%s/about?piece=arnaud&whom=nobody", "", 401, 403, 400},
	{"GET", "/api/games/%s/about?place=9999", "", 401, 403, 400},
	{"GET", "/api/games/%s/about?piece=arnaud&by=nonsense", "", 401, 403, 400},
	{"GET", "/api/games/%s/about?piece=arnaud&facing=360", "", 401, 403, 400},
	{"GET", "/api/games/%s/about?order=nonsense", "", 401, 403, 400},
	{"GET", "/api/games/%s/about?overlays=nonsense", "", 401, 403, 400},
	{"GET", "/api/games/%s/about?overlays=reach", "", 401, 403, 400}, /* of which piece? */
	{"GET", "/api/games/%s/about?overlays=zones,zones,zones,zones,zones", "", 401, 403, 400},
	{"GET", "/api/games/%s/about?piece=arnaud&as=east", "", 401, 403, 403},
	{"GET", "/api/games/%s/overlay?name=zones", "", 401, 403, 200},
	{"GET", "/api/games/%s/overlay?name=reach&piece=arnaud", "", 401, 403, 200},
	{"GET", "/api/games/%s/overlay?name=nonsense", "", 401, 403, 400},
	{"GET", "/api/games/%s/overlay?name=zones,zones", "", 401, 403, 400},
	{"GET", "/api/games/%s/overlay?piece=arnaud", "", 401, 403, 400},
	{"GET", "/api/games/%s/threats?place=0304", "", 401, 403, 200},
	{"GET", "/api/games/%s/threats", "", 401, 403, 400},
	{"POST", "/api/games/%s/why", "{\"order\":\"guard arnaud\"}", 401, 403, 200},
	{"POST", "/api/games/%s/why", "{\"order\":\"guard adler\"}", 401, 403, 200},
	{"POST", "/api/games/%s/why", "{\"order\":\"nonsense\"}", 401, 403, 200},
	{"POST", "/api/games/%s/why", "{}", 401, 403, 400},
	{"GET", "/api/games/%s/view?as=west", "", 401, 403, 200},
	{"GET", "/api/games/%s/view?as=east", "", 401, 403, 403},
	{"GET", "/api/games/%s/view?as=%%00", "", 401, 403, 403},
	{"GET", "/api/games/%s/view?at=0", "", 401, 200, 200},
	{"GET", "/api/games/%s/view?at=99", "", 401, 404, 404},
	{"GET", "/api/games/%s/view?at=-1", "", 401, 400, 400},
	{"GET", "/api/games/%s/view?at=x", "", 401, 400, 400},
	{"POST", "/api/games/%s/odds", "{\"orders\":[\"guard arnaud\"]}", 401, 403, 200},
	{"POST", "/api/games/%s/march", "{\"pieces\":[\"arnaud\"],\"path\":[\"0304\"]}", 401, 403, 200},
	{"POST", "/api/games/%s/march", "{\"pieces\":[\"nobody\"],\"path\":[\"0304\"]}", 401, 403, 400},
	{"POST", "/api/games/%s/march", "{\"pieces\":[\"arnaud\"],\"path\":[]}", 401, 403, 400},
	{"POST", "/api/games/%s/orders", "{\"n\":0,\"key\":\"k\",\"orders\":[\"guard adler\"]}", 401, 403, 422},
	{"POST", "/api/games/%s/orders", "{\"n\":0,\"key\":\"k\",\"side\":\"east\",\"orders\":[\"guard adler\"]}",
		401, 403, 403},
	{"POST", "/api/games/%s/orders", "{\"n\":1,\"key\":\"k\",\"orders\":[\"guard arnaud\"]}", 401, 403, 409},
	{"POST", "/api/games/%s/orders", "{\"n\":0,\"key\":\"k\",\"orders\":[\"guard arnaud\"],\"dice\":[6,6]}",
		401, 403, 403},
	{"POST", "/api/games/%s/undo", "{\"n\":0,\"key\":\"k\",\"to\":0}", 401, 403, 422},
	{"POST", "/api/games/%s/standing", "{\"n\":0,\"key\":\"k\",\"name\":\"defence\",\"choice\":\"hold\"}",
		401, 403, 422},
	{"POST", "/api/games/%s/override/accept", "{\"proposal\":1}", 401, 403, 404},
	{"POST", "/api/games/%s/chat", "{\"text\":\"\"}", 401, 403, 400},
	{"POST", "/api/games/%s/webhook", "{\"url\":\"http://127.0.0.1/\"}", 401, 403, 422},
	{"GET", "/api/games/%s/webhook", "", 401, 403, 200},
	{"POST", "/api/games/%s/invite", "{\"side\":\"east\"}", 401, 409, 409},
	{"POST", "/api/games/%s/hint", "", 401, 403, 403},
	{"GET", "/api/games/%s/plans", "", 401, 403, 403},
	{"POST", "/api/games/%s/claim", "{\"secret\":\"abcdefgh\"}", 401, 403, 403},
	{"POST", "/api/games/%s/fork", "{\"at\":7}", 401, 403, 404},
	{"DELETE", "/api/games/%s", "", 401, 403, 200}, /* put away: the game stays */
	{"PUT", "/api/games/%s/view", "{}", 405, 405, 405},
	{"GET", "/api/games/nosuchgame/view", "", 401, 404, 404},
	{"POST", "/api/games/nosuchgame/orders", "{\"n\":0,\"key\":\"k\",\"orders\":[\"done\"]}", 401, 404, 404},
	{"GET", "/api/games/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "", 401, 404, 404},
	{"GET", "/api/map/crossroads/nosuch.svg", "", 404, 404, 404},
	{"GET", "/api/map/../drill.svg", "", 404, 404, 404},
	{"GET", "/api/map/crossroads/drill.svg?scenario=nosuch", "", 404, 404, 404},
	{"GET", "/api/rules/nosuch", "", 404, 404, 404},
	{"GET", "/api/rules/..", "", 404, 404, 404},
	{"GET", "/assets/../../meson.build", "", 404, 404, 404},
	{"GET", "/assets/..%%2f..%%2fmeson.build", "", 404, 404, 404},
	{"GET", "/../../../../etc/passwd", "", 404, 404, 404},
	{"GET", "/nosuch", "", 404, 404, 404},
	{"GET", "/api/nosuch", "", 404, 404, 404},
};

static int knock(struct client *c, const struct door *d)
{
	char path[300];
	snprintf(path, sizeof path, d->path, game);
	return client_call(c, d->method, path, *d->body ? d->body : NULL);
}

static void try_doors(void)
{
	int wrong = 0;
	for (size_t i = 0; i < sizeof doors / sizeof *doors; i++) {
		const struct door *d = &doors[i];
		int a = knock(&nobody, d), b = knock(&stranger, d), c = knock(&west, d);
		if (a == d->nobody && b == d->stranger && c == d->seat) continue;
		printf("# %s %s %s: %d %d %d, not %d %d %d: %s\n", d->method, d->path, d->body, a, b, c, d->nobody,
			d->stranger, d->seat, text_str(&west.body));
		wrong++;
	}
	verdict(wrong == 0, "%zu doors open for whom they should, and for nobody else",
		sizeof doors / sizeof *doors);
}

/* --- what a browser of another site sends --------------------------------------------------------------- */

static const char order[] = "{\"n\":0,\"key\":\"x\",\"orders\":[\"guard arnaud\"]}";

static int order_as(struct client *c) { return client_callf(c, "POST", order, "/api/games/%s/orders", game); }

static void try_other_sites(void)
{
	struct client c = west;
	c.fd = -1, c.json = NULL, c.body = c.raw = (struct text){0};
	c.no_csrf = true;
	verdict(order_as(&c) == 403, "an order without the csrf header is refused");
	c.no_csrf = false, memset(c.csrf, '0', 64);
	verdict(order_as(&c) == 403, "an order with a wrong csrf header is refused");
	memcpy(c.csrf, east.csrf, sizeof c.csrf);
	verdict(order_as(&c) == 403, "an order with somebody else's csrf header is refused");
	memcpy(c.csrf, west.csrf, sizeof c.csrf);
	c.origin = "http://evil.example";
	verdict(order_as(&c) == 403, "an order from another origin is refused");
	c.origin = "null";
	verdict(order_as(&c) == 403, "an order from a null origin is refused");
	c.origin = NULL, c.host = "evil.example:1859";
	verdict(order_as(&c) == 421, "a host that is not ours is refused (DNS rebinding)");
	c.host = NULL, snprintf(c.cookie, sizeof c.cookie, "fratelli=%064d", 0);
	verdict(order_as(&c) == 401, "a made-up session is refused");
	client_leave(&c);
}

/* --- wrong luggage -------------------------------------------------------------------------------------- */

static void try_bodies(void)
{
	static const char *const bodies[] = {
		"",
		"{",
		"}",
		"[]",
		"null",
		"1",
		"\"x\"",
		"{\"n\":0}",
		"{\"n\":0,\"key\":\"k\"}",
		"{\"n\":0,\"key\":\"\",\"orders\":[\"done\"]}",
		"{\"n\":\"0\",\"key\":\"k\",\"orders\":[\"done\"]}",
		"{\"n\":0.5,\"key\":\"k\",\"orders\":[\"done\"]}",
		"{\"n\":-1,\"key\":\"k\",\"orders\":[\"done\"]}",
		"{\"n\":99999999999999999999,\"key\":\"k\",\"orders\":[\"done\"]}",
		"{\"n\":0,\"key\":7,\"orders\":[\"done\"]}",
		"{\"n\":0,\"key\":\"k\",\"orders\":\"done\"}",
		"{\"n\":0,\"key\":\"k\",\"orders\":[]}",
		"{\"n\":0,\"key\":\"k\",\"orders\":[1]}",
		"{\"n\":0,\"key\":\"k\",\"orders\":[null]}",
		"{\"n\":0,\"key\":\"k\",\"orders\":[\"\"]}",
		"{\"n\":0,\"key\":\"k\",\"orders\":[\"nosuch verb\"]}",
		"{\"n\":0,\"key\":\"k\",\"orders\":[\"guard nobody\"]}",
		"{\"n\":0,\"key\":\"k\",\"orders\":[\"guard arnaud arnaud arnaud arnaud arnaud arnaud arnaud\"]}",
		"{\"n\":0,\"n\":0,\"key\":\"k\",\"orders\":[\"guard arnaud\"]}",
		"{\"n\":0,\"key\":\"k\\u0000\",\"orders\":[\"guard arnaud\"]}",
		"{\"n\":0,\"key\":\"k\",\"orders\":[\"guard\\u0000 arnaud\"]}",
		"\xff\xfe",
		"{\"n\":0,\"key\":\"\xff\",\"orders\":[\"guard arnaud\"]}",
	};
	int accepted = 0;
	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		int code = client_callf(&west, "POST", bodies[i], "/api/games/%s/orders", game);
		if (code == 400 || code == 422) continue;
		printf("# %s: %d %s\n", bodies[i], code, text_str(&west.body));
		accepted++;
	}
	verdict(accepted == 0, "%zu malformed orders are refused with 400 or 422",
		sizeof bodies / sizeof *bodies);

	struct text deep = {0};
	for (int i = 0; i < 30000; i++) text_char(&deep, '[');
	verdict(client_callf(&west, "POST", text_str(&deep), "/api/games/%s/orders", game) == 400,
		"thirty thousand brackets are refused");
	text_free(&deep);
}

static void try_sizes(void)
{
	struct text big = {0};
	while (big.n < 70000) text_add(&big, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
	verdict(client_callf(&west, "POST", text_str(&big), "/api/games/%s/orders", game) == 413,
		"a body of 70 KB is too large");
	client_leave(&west);
	verdict(client_call(&west, "POST", "/api/import", text_str(&big)) == 422,
		"70 KB of nonsense are no save file");
	while (big.n < (9u << 20))
		text_add(&big,
			"order west done, order west done, order west done, order west done, order west done, order west done\n");
	verdict(client_call(&west, "POST", "/api/import", text_str(&big)) == 413,
		"a save file of 9 MB is too large");
	client_leave(&west);
	text_free(&big);
	struct text head = {0};
	text_add(&head, "/api/games?x=");
	while (head.n < 60000) text_add(&head, "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy");
	int code = client_call(&west, "GET", text_str(&head), NULL);
	verdict(code == 414 || code == 431 || code == 413 || code == 0, "an address of 60 KB is refused");
	client_leave(&west);
	text_free(&head);
	verdict(client_call(&west, "GET", "/health", NULL) == 200, "the service is well after all that");
}

/* --- accounts and invitations --------------------------------------------------------------------------- */

static void try_accounts(void)
{
	struct client a, b;
	client_meet(&a, service.port), client_meet(&b, service.port);
	char before[100], theirs[32];
	game_make(&a, "me", "me", theirs);
	verdict(client_call(&a, "POST", "/api/account", "{\"name\":\"Cavour\",\"password\":\"short\"}") == 400,
		"a short password is refused");
	verdict(client_call(&a, "POST", "/api/account", "{\"name\":\"<b>\",\"password\":\"long enough 1\"}") ==
				400,
		"a name with brackets is refused");
	verdict(client_call(&a, "POST", "/api/account", "{\"name\":\"Cavour\",\"password\":\"long enough 1\"}") ==
				200,
		"a guest becomes an account");
	snprintf(a.csrf, sizeof a.csrf, "%s", text_at(&a, "csrf"));
	verdict(client_call(&a, "POST", "/api/account",
				"{\"name\":\"Camillo\",\"password\":\"long enough 1\"}") == 409,
		"but only once");
	verdict(client_call(&b, "POST", "/api/account", "{\"name\":\"Cavour\",\"password\":\"long enough 2\"}") ==
				409,
		"a name that is taken is refused");
	verdict(client_call(&b, "POST", "/api/account", "{\"name\":\"cAVOUR\",\"password\":\"long enough 2\"}") ==
				409,
		"in other capitals too");
	verdict(client_call(&b, "POST", "/api/account",
				"{\"name\":\"Cav\u200bour\",\"password\":\"long enough 2\"}") == 400 &&
				client_call(&b, "POST", "/api/account",
					"{\"name\":\"\u202eruovaC\",\"password\":\"long enough 2\"}") == 400,
		"and with signs that are not seen");
	verdict(client_call(&b, "POST", "/api/session", "{\"name\":\"Cavour\",\"password\":\"long enough 2\"}") ==
				403,
		"a wrong password is refused");
	verdict(client_call(&b, "POST", "/api/session", "{\"name\":\"Nobody\",\"password\":\"long enough 2\"}") ==
				403,
		"an unknown name is refused in the same words");
	snprintf(before, sizeof before, "%s", b.cookie);
	verdict(client_call(&b, "POST", "/api/session", "{\"name\":\"Cavour\",\"password\":\"long enough 1\"}") ==
					200 &&
				strcmp(before, b.cookie),
		"the right one signs in, with a new session");
	snprintf(b.csrf, sizeof b.csrf, "%s", text_at(&b, "csrf"));
	verdict(client_callf(&b, "GET", NULL, "/api/games/%s/save", theirs) == 200,
		"and finds the games of the account");
	verdict(client_call(&b, "DELETE", "/api/session", NULL) == 200 &&
				client_call(&b, "GET", "/api/games", NULL) == 401,
		"after signing out the session is worth nothing");
	int refused = 0;
	client_leave(&b), client_meet(&b, service.port);
	for (int i = 0; i < 20; i++)
		refused += client_call(&b, "POST", "/api/session",
					   "{\"name\":\"Cavour\",\"password\":\"guess after guess\"}") == 429;
	verdict(refused > 0, "guessing passwords is slowed down");
	client_leave(&a), client_leave(&b);
}

/* Nobody fills the disk with one game, nor reads the store. */
static void try_entries(void)
{
	struct service s;
	struct client c;
	struct stat st;
	char path[256], id[32], body[100];
	uint64_t rng = 2;
	store_path(path, sizeof path, "entries");
	service_start(&s, path, &(struct serving){.entries = 12}, NULL);
	client_meet(&c, s.port);
	game_make(&c, "me", "me", id);
	verdict(game_play(&c, id, 50, &rng) == 12, "a game has so many entries and no more");
	snprintf(body, sizeof body, "{\"n\":12,\"key\":\"u\",\"to\":3}");
	verdict(client_callf(&c, "POST", body, "/api/games/%s/undo", id) == 422, "an undo is one too");
	verdict(client_callf(&c, "POST",
				"{\"field\":\"strength\",\"element\":\"arnaud\",\"value\":1,\"reason\":\"it rained\"}",
				"/api/games/%s/override", id) == 422,
		"and an override");
	if (!getenv("STORE"))
		verdict(stat(path, &st) == 0 && (st.st_mode & 077) == 0,
			"nobody else on the machine can read the store");
	client_leave(&c);
	service_stop(&s, SIGTERM);
	store_remove(path);
}

static void try_limits(void)
{
	struct service strict;
	struct client c;
	char path[256], id[32];
	int limited = 0;
	store_path(path, sizeof path, "limits");
	service_start(&strict, path, &(struct serving){.rate = 20, .games = 3}, NULL);
	client_meet(&c, strict.port);
	for (int i = 0; i < 3; i++) game_make(&c, "me", "me", id);
	verdict(
		client_call(&c, "POST", "/api/games",
			"{\"battle\":\"crossroads\",\"system\":\"drill\",\"seats\":{\"west\":\"me\",\"east\":\"me\"}}") ==
			403,
		"nobody has more games than allowed");
	for (int i = 0; i < 200; i++) limited += client_call(&c, "GET", "/health", NULL) == 429;
	verdict(limited > 50, "a flood of requests is slowed down (429)");
	client_leave(&c);
	service_stop(&strict, SIGTERM);
	store_remove(path);
}

int main(void)
{
	char path[256], data[100], body[200], secret[64];
	small_data(data, sizeof data);
	store_path(path, sizeof path, "doors");
	service_start(&service, path, &(struct serving){.data = data}, NULL);
	nobody = (struct client){.port = service.port, .fd = -1};
	client_meet(&west, service.port), client_meet(&east, service.port), client_meet(&stranger, service.port);
	game_make(&west, "me", "friend", game);
	snprintf(secret, sizeof secret, "%s",
		json_string_value(json_object_get(json_object_get(west.json, "invites"), "east")));
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}", secret);
	verdict(strlen(secret) == 32, "an invitation is a long secret");
	verdict(client_callf(&east, "POST", body, "/api/games/%s/claim", game) == 200,
		"who has the invitation takes the seat");
	verdict(client_callf(&stranger, "POST", body, "/api/games/%s/claim", game) == 403,
		"nobody else with the same invitation");
	try_doors();
	try_other_sites();
	try_bodies();
	try_sizes();
	try_accounts();
	try_limits();
	try_entries();
	verdict(client_callf(&west, "GET", NULL, "/api/games/%s/view", game) == 200 && int_at(&west, "n") == 0,
		"after all that the game stands where it stood");
	verdict(service_stop(&service, SIGTERM) == 0, "SIGTERM ends the service well");
	client_leave(&west), client_leave(&east), client_leave(&stranger), client_leave(&nobody);
	store_remove(path);
	small_data_remove(data);
	return verdicts_end();
}
