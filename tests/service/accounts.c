/* A person's own: a name, a password and how to get another, sessions and their ends, all that is kept and
   how it is forgotten. */
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "client.h"

static struct service s;
static char path[256];

static int post(struct client *c, const char *where, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
static int post(struct client *c, const char *where, const char *fmt, ...)
{
	char body[500];
	va_list args;
	va_start(args, fmt);
	vsnprintf(body, sizeof body, fmt, args);
	va_end(args);
	int code = client_call(c, "POST", where, body);
	if (code == 200 && *text_at(c, "csrf")) snprintf(c->csrf, sizeof c->csrf, "%s", text_at(c, "csrf"));
	return code;
}

/* A client on the same session, on a connection of its own. */
static struct client again(const struct client *c)
{
	struct client k = *c;
	k.fd = -1, k.json = NULL, k.body = k.raw = (struct text){0};
	return k;
}

static bool ended(int fd) /* by the service, with 1008 */
{
	char m[2000];
	int opcode, n;
	while ((n = live_read(fd, m, sizeof m, 30000, &opcode)) >= 0)
		if (opcode == 8) return n >= 2 && ((unsigned char)m[0] << 8 | (unsigned char)m[1]) == 1008;
	return n == -1;
}

static void sql(const char *text) { store_sql(path, text); }
static int count_in_store(const char *text) { return store_count(path, text); }

static void try_tokens(void)
{
	struct client a, old;
	char id[32];
	int status;
	client_meet(&a, s.port);
	game_make(&a, "me", "me", id);
	old = again(&a);
	int live = live_open(&a, id, 0, NULL, &status);
	verdict(post(&a, "/api/account", "{\"name\":\"Mazzini\",\"password\":\"a young italy\"}") == 200 &&
				strcmp(a.cookie, old.cookie),
		"a guest who becomes an account gets a new token");
	verdict(client_call(&old, "GET", "/api/games", NULL) == 401 &&
				client_call(&a, "GET", "/api/games", NULL) == 200 && json_array_size(a.json) == 1,
		"the old one is worth nothing, the games stay");
	verdict(ended(live), "a live connection of the old one ends");
	close(live);
	live = live_open(&a, id, 0, NULL, &status);
	verdict(live >= 0 && client_call(&a, "DELETE", "/api/session", NULL) == 200 && ended(live),
		"signing out ends live connections");
	close(live);
	client_leave(&a), client_leave(&old);
}

static void try_guesses(void)
{
	struct client owner, guesser;
	int refused = 0, wrong = 0;
	client_meet(&owner, s.port), client_meet(&guesser, s.port);
	owner.from = "2001:db8:1:1::5", guesser.from = "2001:db8:2:2::1";
	verdict(post(&owner, "/api/session", "{\"name\":\"Mazzini\",\"password\":\"a young italy\"}") == 200,
		"the owner signs in at home");
	for (int i = 0; i < 40; i++) {
		char from[60];
		snprintf(from, sizeof from, "2001:db8:2:2::%x:%x", i + 1, i); /* the guesser has a whole /64 */
		guesser.from = from;
		int code =
			post(&guesser, "/api/session", "{\"name\":\"Mazzini\",\"password\":\"guess number %d\"}", i);
		refused += code == 429, wrong += code == 403;
	}
	verdict(refused >= 20 && wrong <= 15,
		"who guesses is slowed down, though he has a /64 of addresses (%d of 40 refused)", refused);
	for (int k = 0; k < 14; k++)
		for (int i = 0; i < 9; i++) {
			char from[60];
			snprintf(from, sizeof from, "198.51.100.%d", k + 1);
			guesser.from = from;
			post(&guesser, "/api/session", "{\"name\":\"Mazzini\",\"password\":\"guess number %d\"}", i);
		}
	guesser.from = "198.51.100.77";
	verdict(post(&guesser, "/api/session", "{\"name\":\"Mazzini\",\"password\":\"another guess\"}") == 429,
		"so is the name, for who comes from many places");
	wrong = 0;
	for (int i = 0; i < 40; i++) {
		char from[100];
		/* his own line, and after it that of the proxy */
		snprintf(from, sizeof from, "192.0.2.%d\r\nX-Forwarded-For: 192.0.2.200", i + 1);
		guesser.from = from;
		wrong += post(&guesser, "/api/session", "{\"name\":\"Nobody %d\",\"password\":\"guess number %d\"}",
					 i, i) == 403;
	}
	verdict(wrong <= 15,
		"and though he says himself where he comes from, in a line before the proxy's (%d of 40 passed)",
		wrong);
	struct client owner_again = again(&owner); /* the first connection may have been idle for too long */
	int home = post(&owner_again, "/api/session", "{\"name\":\"Mazzini\",\"password\":\"a young italy\"}");
	verdict(home == 200, "but not its owner, at home (%d %s)", home, text_at(&owner_again, "error"));
	client_leave(&owner), client_leave(&owner_again), client_leave(&guesser);
}

static void try_password(void)
{
	struct client a, b;
	char id[32], game[32];
	int status;
	client_meet(&a, s.port), client_meet(&b, s.port);
	a.from = "203.0.113.1", b.from = "203.0.113.2";
	post(&a, "/api/account", "{\"name\":\"Ricasoli\",\"password\":\"the iron baron\"}");
	post(&b, "/api/session", "{\"name\":\"Ricasoli\",\"password\":\"the iron baron\"}");
	client_call(&a, "GET", "/api/sessions", NULL);
	verdict(json_array_size(a.json) == 2, "one sees one's sessions");
	for (size_t i = 0; i < 2; i++)
		if (!json_is_true(json_object_get(json_array_get(a.json, i), "here")))
			snprintf(id, sizeof id, "%s",
				json_string_value(json_object_get(json_array_get(a.json, i), "id")));
	game_make(&b, "me", "me", game);
	int live = live_open(&b, game, 0, NULL, &status);
	verdict(client_callf(&a, "DELETE", NULL, "/api/sessions/%s", id) == 200 &&
				client_call(&b, "GET", "/api/games", NULL) == 401 && ended(live),
		"and ends one of them, with its live connections");
	close(live);
	verdict(client_callf(&a, "DELETE", NULL, "/api/sessions/%s", id) == 404, "once");
	client_leave(&b), client_meet(&b, s.port), b.from = "203.0.113.2";
	post(&b, "/api/session", "{\"name\":\"Ricasoli\",\"password\":\"the iron baron\"}");
	verdict(client_call(&a, "DELETE", "/api/sessions", NULL) == 200 &&
				client_call(&b, "GET", "/api/games", NULL) == 401 &&
				client_call(&a, "GET", "/api/games", NULL) == 200,
		"or all others");
	client_leave(&b), client_meet(&b, s.port), b.from = "203.0.113.2";
	post(&b, "/api/session", "{\"name\":\"Ricasoli\",\"password\":\"the iron baron\"}");
	verdict(post(&a, "/api/password", "{\"old\":\"the lead baron\",\"password\":\"the steel baron\"}") == 403,
		"the password is not changed by who does not know it");
	verdict(post(&a, "/api/password", "{\"old\":\"the iron baron\",\"password\":\"short\"}") == 400,
		"nor to a short one");
	verdict(post(&a, "/api/password", "{\"old\":\"the iron baron\",\"password\":\"the steel baron\"}") ==
					200 &&
				client_call(&a, "GET", "/api/games", NULL) == 200,
		"who knows it changes it");
	verdict(client_call(&b, "GET", "/api/games", NULL) == 401, "and every other session ends");
	client_leave(&b), client_meet(&b, s.port), b.from = "203.0.113.2";
	verdict(post(&b, "/api/session", "{\"name\":\"Ricasoli\",\"password\":\"the iron baron\"}") == 403 &&
				post(&b, "/api/session", "{\"name\":\"Ricasoli\",\"password\":\"the steel baron\"}") == 200,
		"the new one signs in, the old one does not");

	/* A code, as `fratelli admin reset` writes it. */
	char hex[65], text[300];
	uint8_t hash[32];
	crypto_generichash(hash, sizeof hash, (const unsigned char *)"codecodecode", 12, NULL, 0);
	sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
	snprintf(text, sizeof text,
		"UPDATE persons SET reset = %s%s', reset_until = %lld WHERE name = 'Ricasoli'",
		getenv("STORE") ? "'\\x" : "x'", hex, (long long)time(NULL) + 100);
	sql(text);
	client_leave(&b), client_meet(&b, s.port), b.from = "203.0.113.3";
	verdict(post(&b, "/api/reset",
				"{\"name\":\"Ricasoli\",\"code\":\"codecodecodf\",\"password\":\"the gold baron\"}") == 403,
		"a wrong code resets nothing");
	verdict(post(&b, "/api/reset",
				"{\"name\":\"Ricasoli\",\"code\":\"codecodecode\",\"password\":\"the gold baron\"}") == 200 &&
				client_call(&b, "GET", "/api/games", NULL) == 200,
		"the right one does");
	verdict(client_call(&a, "GET", "/api/games", NULL) == 401, "and ends every session");
	verdict(post(&b, "/api/reset",
				"{\"name\":\"Ricasoli\",\"code\":\"codecodecode\",\"password\":\"the silver baron\"}") == 403,
		"once");
	snprintf(text, sizeof text, "UPDATE persons SET banned = %lld WHERE name = 'Ricasoli'",
		(long long)time(NULL) + 86400);
	sql(text);
	client_leave(&a), client_meet(&a, s.port), a.from = "203.0.113.4";
	verdict(post(&a, "/api/session", "{\"name\":\"Ricasoli\",\"password\":\"the gold baron\"}") == 403 &&
				strstr(text_at(&a, "error"), "banned"),
		"who is banned is told so: %s", text_at(&a, "error"));
	int tries = 0;
	while (client_call(&b, "GET", "/api/games", NULL) == 200 && tries++ < 100) usleep(200000);
	verdict(b.status == 401, "and a session of theirs is worth nothing soon after");
	sql("INSERT INTO barred VALUES('welllngton')"); /* as it looks: names.h */
	verdict(post(&a, "/api/account", "{\"name\":\"Wellington\",\"password\":\"an iron duke too\"}") == 409,
		"names may be barred");
	client_leave(&a), client_leave(&b);
}

static void try_forgetting(void)
{
	struct client a, b;
	char alone[32], shared[32], fork[32], body[200];
	uint64_t rng = 4;
	int status;
	client_meet(&a, s.port), client_meet(&b, s.port);
	a.from = "203.0.113.9";
	post(&a, "/api/account", "{\"name\":\"Pisacane\",\"password\":\"to sapri by sea\"}");
	game_make(&a, "me", "me", alone);
	game_play(&a, alone, 10, &rng);
	client_callf(&a, "POST", "{\"at\":5}", "/api/games/%s/fork", alone);
	snprintf(fork, sizeof fork, "%s", text_at(&a, "id"));
	game_make(&a, "me", "friend", shared);
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}",
		json_string_value(json_object_get(json_object_get(a.json, "invites"), "east")));
	client_callf(&b, "POST", body, "/api/games/%s/claim", shared);
	client_callf(&a, "POST", "{\"text\":\"Eran trecento\"}", "/api/games/%s/chat", shared);
	client_callf(&b, "POST", "{\"text\":\"e sono morti\"}", "/api/games/%s/chat", shared);
	client_callf(&a, "POST", "{\"n\":0,\"key\":\"1\",\"orders\":[\"guard blanc\"]}", "/api/games/%s/orders",
		shared);
	client_callf(&b, "POST", "{\"n\":0,\"key\":\"1\",\"orders\":[\"guard adler\"]}", "/api/games/%s/orders",
		shared);

	verdict(client_call(&a, "GET", "/api/kept", NULL) == 200 &&
				strcmp(text_at(&a, "name"), "Pisacane") == 0 &&
				json_array_size(json_object_get(a.json, "sessions")) == 1 &&
				json_array_size(json_object_get(a.json, "games")) == 3 &&
				json_array_size(json_object_get(a.json, "said")) == 1 &&
				json_array_size(json_object_get(a.json, "orders")) >= 16,
		"one gets all that is kept of one");
	verdict(strstr(text_str(&a.body), "guard blanc") && !strstr(text_str(&a.body), "guard adler") &&
				!strstr(text_str(&a.body), "morti") && !strstr(text_str(&a.body), "argon2"),
		"and nothing of anybody else, nor the password");

	int live = live_open(&a, shared, 0, NULL, &status);
	verdict(client_call(&a, "DELETE", "/api/kept", "{\"password\":\"to ponza by sea\"}") == 403,
		"nobody is forgotten by who does not know the password");
	verdict(client_call(&a, "DELETE", "/api/kept", "{\"password\":\"to sapri by sea\"}") == 200 &&
				int_at(&a, "games") == 2,
		"who does is");
	verdict(ended(live) && client_call(&a, "GET", "/api/games", NULL) == 401, "every session is over");
	close(live);
	verdict(count_in_store("SELECT count(*) FROM persons WHERE name = 'Pisacane'") == 0 &&
				count_in_store("SELECT count(*) FROM chat WHERE text LIKE '%trecento%'") == 0 &&
				count_in_store("SELECT count(*) FROM chat WHERE text LIKE '%morti%'") == 1,
		"name and words are gone from the store");
	snprintf(body, sizeof body, "SELECT count(*) FROM games WHERE id IN ('%s', '%s')", alone, fork);
	verdict(count_in_store(body) == 0 &&
				count_in_store("SELECT count(*) FROM entries WHERE game NOT IN (SELECT number FROM games)") ==
					0,
		"so are the games that nobody else played");
	verdict(client_callf(&b, "GET", NULL, "/api/games/%s", shared) == 200 &&
				!strstr(text_str(&b.body), "Pisacane"),
		"the other side keeps its game, with a guest in it");
	verdict(client_callf(&b, "GET", NULL, "/api/games/%s/view", alone) == 404, "what is gone is not found");
	client_leave(&a), client_meet(&a, s.port);
	a.from = "203.0.113.10";
	verdict(post(&a, "/api/account", "{\"name\":\"Pisacane\",\"password\":\"another of that name\"}") == 200,
		"the name is free again");
	verdict(client_call(&a, "DELETE", "/api/kept", "{}") == 400, "an account says its password");
	client_leave(&b), client_meet(&b, s.port);
	verdict(client_call(&b, "DELETE", "/api/kept", "{}") == 400 &&
				client_call(&b, "DELETE", "/api/kept", "{\"sure\":true}") == 200,
		"a guest says that he is sure");
	client_leave(&a), client_leave(&b);
}

static void try_lists(void)
{
	struct client c, other;
	char id[32], first[32] = "", body[100];
	int seen = 0, pages = 0, refused = 0;
	client_meet(&c, s.port), client_meet(&other, s.port);
	for (int i = 0; i < 23; i++) game_make(&c, "me", "me", id);
	for (char last[32] = ""; pages < 10; pages++) {
		client_callf(&c, "GET", NULL, "/api/games?most=10%s%s", *last ? "&before=" : "", last);
		size_t n = json_array_size(c.json);
		seen += (int)n;
		if (!n) break;
		snprintf(last, sizeof last, "%s",
			json_string_value(json_object_get(json_array_get(c.json, n - 1), "id")));
		if (!*first)
			snprintf(first, sizeof first, "%s",
				json_string_value(json_object_get(json_array_get(c.json, 0), "id")));
	}
	verdict(seen == 23 && pages == 3 && strcmp(first, id) == 0,
		"the list of games comes in pages, the newest first (%d in %d)", seen, pages);
	verdict(client_call(&c, "GET", "/api/games?most=0", NULL) == 400 &&
				client_call(&c, "GET", "/api/games?most=x", NULL) == 400,
		"a page of none is none");

	/* Forks of what one side knows. The ninth would be too deep to be replayed; it is not made. */
	game_make(&c, "me", "friend", id);
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}",
		json_string_value(json_object_get(json_object_get(c.json, "invites"), "east")));
	client_callf(&other, "POST", body, "/api/games/%s/claim", id);
	int depth = 0;
	for (; depth < 12 && client_callf(&c, "POST", "{\"at\":0}", "/api/games/%s/fork", id) == 200; depth++) {
		snprintf(id, sizeof id, "%s", text_at(&c, "id"));
		if (client_callf(&c, "GET", NULL, "/api/games/%s/view", id) != 200) break;
	}
	verdict(depth == 8 && c.status == 422 && strstr(text_at(&c, "error"), "deep"),
		"a fork of a fork, eight deep, is the last (%d, then %d %s)", depth, c.status, text_at(&c, "error"));
	verdict(client_callf(&c, "GET", NULL, "/api/games/%s/view", id) == 200, "and can be played");

	for (int i = 0; i < 60; i++)
		refused +=
			client_callf(&c, "POST", "{\"text\":\"and another thing\"}", "/api/games/%s/chat", id) == 429;
	verdict(refused > 10, "nobody talks without end (%d of 60 refused)", refused);
	client_leave(&c), client_leave(&other);
}

/* Bytes that are no text, where a stranger may put them. A store that minds must not mind: what it refuses,
   it refuses together with all that others have asked for in the same transaction. */
static void try_odd_bytes(void)
{
	struct client c = {.fd = -1, .port = s.port, .from = "192.0.2.8\r\nUser-Agent: Lynx \xff\xc3"};
	int met = client_call(&c, "GET", "/api/me", NULL);
	verdict(met == 200 && c.cookie[0], "a browser whose name is no UTF-8 is let in (%d)", met);
	c.from = NULL;
	verdict(client_call(&c, "GET", "/api/sessions", NULL) == 200 && json_array_size(c.json) == 1,
		"and its session is shown");
	int game = client_call(&c, "GET", "/api/games/%ff%fe/view", NULL),
		page = client_call(&c, "GET", "/api/games?before=%ff", NULL);
	verdict(game == 404 && page == 200, "a game of such a name is not there (%d, %d)", game, page);
	client_leave(&c);
}

int main(void)
{
	char data[100];
	if (sodium_init() < 0) return 2;
	small_data(data, sizeof data);
	store_path(path, sizeof path, "accounts");
	service_start(&s, path, &(struct serving){.data = data}, NULL);
	try_tokens();
	try_guesses();
	try_password();
	try_forgetting();
	try_lists();
	try_odd_bytes();
	verdict(service_stop(&s, SIGTERM) == 0, "the service is well");
	store_remove(path);
	small_data_remove(data);
	return verdicts_end();
}
