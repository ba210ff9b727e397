/* Webhooks, against a listener on this machine: who is away is called when it is their move, once, with
   nothing secret; a listener that fails is tried again; without the flag for a LAN nothing here is called at
   all. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"

static int ear, port;

static void listen_here(void)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t n = sizeof a;
	ear = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (ear < 0 || bind(ear, (struct sockaddr *)&a, sizeof a) || listen(ear, 8) ||
		getsockname(ear, (struct sockaddr *)&a, &n))
		exit(2);
	port = ntohs(a.sin_port);
}

/* One call, answered so; what it said into `out`. False if none comes. */
static bool hear(const char *answer, char *out, size_t room, int timeout_ms)
{
	struct pollfd p = {.fd = ear, .events = POLLIN};
	size_t n = 0;
	out[0] = 0;
	if (poll(&p, 1, timeout_ms) != 1) return false;
	int fd = accept(ear, NULL, NULL);
	for (;;) {
		const char *end = strstr(out, "\r\n\r\n"), *length = strcasestr(out, "Content-Length: ");
		if (end && length && n >= (size_t)(end + 4 - out) + strtoul(length + 16, NULL, 10)) break;
		ssize_t got = recv(fd, out + n, room - 1 - n, 0);
		if (got <= 0) break;
		n += (size_t)got, out[n] = 0;
	}
	send(fd, answer, strlen(answer), MSG_NOSIGNAL);
	close(fd);
	return true;
}

#define FINE "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
#define LONG 60000

/* A game of two in which it is west's move, then east's when west is done with it. */
static void two_at_a_game(struct client *west, struct client *east, char id[32])
{
	char body[200];
	game_make(west, "me", "friend", id);
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}",
		json_string_value(json_object_get(json_object_get(west->json, "invites"), "east")));
	client_callf(east, "POST", body, "/api/games/%s/claim", id);
}

static int hook_to(struct client *c, const char *id, const char *fmt, int to)
{
	char url[200], body[300];
	snprintf(url, sizeof url, fmt, to);
	snprintf(body, sizeof body, "{\"url\":\"%s\"}", url);
	return client_callf(c, "POST", body, "/api/games/%s/webhook", id);
}

/* Plays until it is the other's move. */
static void until_asked(struct client *mover, struct client *asked, const char *id)
{
	uint64_t rng = 3;
	for (int i = 0; i < 200; i++) {
		client_callf(asked, "GET", NULL, "/api/games/%s/view", id);
		if (json_is_true(json_object_get(asked->json, "mine"))) return;
		game_play(mover, id, 1, &rng);
	}
}

static void until_idle(struct client *mover, struct client *other, const char *id)
{
	uint64_t rng = 4;
	for (int i = 0; i < 200; i++) {
		client_callf(mover, "GET", NULL, "/api/games/%s/view", id);
		if (!json_is_true(json_object_get(mover->json, "mine"))) return;
		if (!game_play(mover, id, 1, &rng)) game_play(other, id, 1, &rng);
	}
}

static void try_lan(struct client *west, struct client *east)
{
	char id[32], said[4000];
	two_at_a_game(west, east, id);
	until_idle(east, west, id);
	verdict(hook_to(east, id, "http://127.0.0.1:%d/move?seat=east", port) == 200,
		"on a LAN a player sets a webhook to this machine");
	verdict(client_callf(east, "GET", NULL, "/api/games/%s/webhook", id) == 200 &&
				strstr(text_at(east, "url"), "/move?seat=east"),
		"and can look at it");
	client_callf(west, "GET", NULL, "/api/games/%s/webhook", id);
	verdict(!*text_at(west, "url"), "the other player cannot");
	until_asked(west, east, id);
	verdict(hear(FINE, said, sizeof said, LONG) && strncmp(said, "POST /move?seat=east HTTP/1.1", 29) == 0,
		"when it is their move it is called");
	verdict(strstr(said, "It is your move") && strstr(said, id) && !strstr(said, "Cookie") &&
				!strstr(said, "secret") && strlen(said) < 1000,
		"with a sentence and nothing secret");
	until_idle(east, west, id), until_asked(west, east, id);
	verdict(!hear(FINE, said, sizeof said, 300), "and not twice in a minute");
	verdict(hook_to(east, id, "%.0d", 0) == 200, "it can be taken away");
}

static void try_failing(struct client *west, struct client *east)
{
	char id[32], said[4000];
	two_at_a_game(west, east, id);
	until_idle(east, west, id);
	hook_to(east, id, "http://localhost:%d/", port);
	until_asked(west, east, id);
	verdict(
		hear("HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", said, sizeof said, LONG),
		"a listener that cannot now is called");
	verdict(
		hear(
			"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/elsewhere\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
			said, sizeof said, LONG),
		"and once more");
	verdict(!hear(FINE, said, sizeof said, 300), "where it points to is not followed");
}

static void try_present(struct client *west, struct client *east)
{
	char id[32], said[4000];
	int status;
	two_at_a_game(west, east, id);
	until_idle(east, west, id);
	hook_to(east, id, "http://127.0.0.1:%d/", port);
	int live = live_open(east, id, 0, NULL, &status);
	live_until(live, "entries");
	until_asked(west, east, id);
	verdict(!hear(FINE, said, sizeof said, 300), "who sits at the table is not called");
	close(live);
}

static void try_public(struct client *west, struct client *east)
{
	char id[32], said[4000];
	two_at_a_game(west, east, id);
	until_idle(east, west, id);
	verdict(hook_to(east, id, "http://127.0.0.1:%d/", port) == 422,
		"otherwise an address of this machine is refused");
	verdict(hook_to(east, id, "http://[::1]:%d/", port) == 422 &&
				hook_to(east, id, "http://10.0.0.1:%d/", port) == 422 &&
				hook_to(east, id, "ftp://example.org/%d", port) == 422,
		"as are private ones, and other ways of calling");
	verdict(hook_to(east, id, "http://localhost:%d/", port) == 200, "a name is judged when it is called");
	until_asked(west, east, id);
	verdict(!hear(FINE, said, sizeof said, 500), "and this machine is not called by any name");
	client_call(east, "GET", "/metrics", NULL);
	const char *called = strstr(text_str(&east->body), "\nfratelli_hooks_called ");
	verdict(called && atoi(called + 23) > 0, "though it was tried");
}

/* The id that a call said. */
static void id_of(const char *said, char id[33])
{
	const char *at = strstr(said, "\"id\":\"");
	snprintf(id, 33, "%s", at ? at + 6 : "");
}

#define BUSY "HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

/* A call that could not be made is made by the next service; one that was made is not made again. */
static void try_kill(void)
{
	struct service s;
	struct client west, east;
	struct serving lan = {.lan_hooks = true};
	char path[256], id[32], said[4000], first[33], again[33];
	store_path(path, sizeof path, "hook");
	service_start(&s, path, &lan, NULL);
	client_meet(&west, s.port), client_meet(&east, s.port);
	two_at_a_game(&west, &east, id);
	until_idle(&east, &west, id);
	hook_to(&east, id, "http://127.0.0.1:%d/", port);
	until_asked(&west, &east, id);
	bool heard = hear(BUSY, said, sizeof said, LONG);
	service_stop(&s, SIGKILL);
	id_of(said, first);
	while (hear(BUSY, said, sizeof said, 0));      /* a second try, by the one that is dead */
	store_sql(path, "UPDATE calls SET until = 0"); /* the time in which it was the dead node's is over */
	service_start(&s, path, &lan, NULL);
	bool later = hear(FINE, said, sizeof said, LONG);
	id_of(said, again);
	verdict(heard && later, "a call that failed before the service was killed is made by the next one");
	verdict(strlen(first) == 32 && strcmp(first, again) == 0, "with the same id (%s, %s)", first, again);
	while (store_count(path, "SELECT count(*) FROM calls")) usleep(20000);
	verdict(service_stop(&s, SIGKILL) != 0, "once it was heard it is struck out");
	client_leave(&west), client_leave(&east);
	store_remove(path);
}

static void with(bool lan, void (*first)(struct client *, struct client *),
	void (*second)(struct client *, struct client *), void (*third)(struct client *, struct client *))
{
	struct service s;
	struct client west, east;
	char path[256];
	store_path(path, sizeof path, "hook");
	service_start(&s, path, &(struct serving){.lan_hooks = lan}, NULL);
	client_meet(&west, s.port), client_meet(&east, s.port);
	first(&west, &east);
	if (second) second(&west, &east);
	if (third) third(&west, &east);
	verdict(service_stop(&s, SIGTERM) == 0, "the service ends well");
	client_leave(&west), client_leave(&east);
	store_remove(path);
}

int main(void)
{
	listen_here();
	with(true, try_lan, try_failing, try_present);
	with(false, try_public, NULL, NULL);
	try_kill();
	return verdicts_end();
}
