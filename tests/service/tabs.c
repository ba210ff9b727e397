/* Double clicks, retries, two tabs, lost connections, restarts: nothing acts twice, nothing is missed. And
   live connections that misbehave. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"

static struct service service;
static char id[32];

static void try_twice(struct client *c)
{
	static const char one[] = "{\"n\":0,\"key\":\"click\",\"orders\":[\"guard arnaud\"]}";
	char path[100];
	snprintf(path, sizeof path, "/api/games/%s/orders", id);
	struct text first = {0};
	verdict(client_call(c, "POST", path, one) == 200, "an order is carried out");
	text_add(&first, text_str(&c->body));
	verdict(client_call(c, "POST", path, one) == 200 && strcmp(text_str(&first), text_str(&c->body)) == 0,
		"the same again gets the same answer");
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	verdict(int_at(c, "n") == 1, "and did nothing");
	verdict(client_call(c, "POST", path, "{\"n\":0,\"key\":\"other tab\",\"orders\":[\"guard blanc\"]}") ==
					409 &&
				int_at(c, "n") == 1,
		"another tab that is behind gets 409 and the present number");
	service_stop(&service, SIGKILL);
	int port = service.port;
	service_start(&service, service.store, NULL, NULL);
	(void)port;
	c->port = service.port, client_leave(c);
	verdict(client_call(c, "POST", path, one) == 200 && strcmp(text_str(&first), text_str(&c->body)) == 0,
		"the same again after a crash and a restart gets the same answer too");
	verdict(client_call(c, "POST", path, "{\"n\":1,\"key\":\"2\",\"orders\":[\"guard adler\"]}") == 200,
		"the game goes on");
	text_free(&first);
}

/* Ten at once with the same key, ten at once with keys of their own. */
static void try_race(struct client *c)
{
	struct client tab[10];
	char body[200], path[100];
	int fine = 0, first = 0;
	snprintf(path, sizeof path, "/api/games/%s/orders", id);
	for (int round = 0; round < 2; round++) {
		client_callf(c, "GET", NULL, "/api/games/%s/view", id);
		int n = int_at(c, "n");
		const char *words = json_string_value(
			json_object_get(json_array_get(json_object_get(c->json, "orders"), 0), "words"));
		for (int i = 0; i < 10; i++) {
			tab[i] = *c, tab[i].fd = -1, tab[i].json = NULL, tab[i].body = tab[i].raw = (struct text){0};
			snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"race %d\",\"orders\":[\"%s\"]}", n,
				round ? i : 100, words);
			client_send(&tab[i], "POST", path, body, strlen(body));
		}
		fine = 0;
		for (int i = 0; i < 10; i++) fine += client_read(&tab[i]) == 200, client_leave(&tab[i]);
		client_callf(c, "GET", NULL, "/api/games/%s/view", id);
		first = int_at(c, "n") - n;
		verdict(round ? fine == 1 && first == 1 : fine == 10 && first == 1,
			round ? "ten tabs at once with keys of their own: one acts"
				  : "ten clicks at once: all are answered, one acts");
	}
}

static void try_chain(struct client *c)
{
	char body[300];
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	int n = int_at(c, "n");
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"chain\",\"orders\":[\"done\",\"nosuch\"]}", n);
	verdict(client_callf(c, "POST", body, "/api/games/%s/orders", id) == 400,
		"a list with a word nobody knows is refused whole");
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	verdict(int_at(c, "n") == n, "and nothing of it is done");
}

static void try_live(struct client *c)
{
	uint64_t rng = 5;
	char m[2000];
	int status, opcode;
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	int n = int_at(c, "n"), a = live_open(c, id, n, NULL, &status), b = live_open(c, id, n, NULL, &status);
	verdict(a >= 0 && b >= 0, "two tabs open live connections");
	verdict(!live_meanwhile(a, "entries"), "who knows everything is told nothing");
	game_play(c, id, 5, &rng);
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	n = int_at(c, "n");
	verdict(live_until(a, "\"entries\",\"n\":%d}", n) && live_until(b, "\"entries\",\"n\":%d}", n),
		"both hear of five orders");
	close(a);
	game_play(c, id, 5, &rng);
	a = live_open(c, id, n, NULL, &status);
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	verdict(live_until(a, "\"entries\",\"n\":%d}", int_at(c, "n")),
		"who comes back after a lost connection is told at once what was missed");
	live_send(a, 9, "hello", 5);
	verdict(live_until(a, "hello"), "a ping is answered");
	client_callf(c, "POST", "{\"text\":\"Viva!\"}", "/api/games/%s/chat", id);
	verdict(live_until(a, "Viva!"), "chat comes over the live connection");
	verdict(live_open(c, id, 0, "http://evil.example", &status) < 0 && status == 403,
		"a live connection of another site is refused");
	verdict(live_open(c, id, 0, "", &status) < 0 && status == 403,
		"and one that does not say where it comes from");
	send(b, "\xff\xff\xff\xff\xff\xff\xff\xff nonsense", 17, MSG_NOSIGNAL);
	int end;
	do end = live_read(b, m, sizeof m, 10000, &opcode);
	while (end >= 0);
	verdict(end == -1, "nonsense on a live connection ends it");
	uint8_t big[20] = {0x82, 0xff, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 1, 2, 3, 4};
	int k = live_open(c, id, 0, NULL, &status);
	send(k, big, sizeof big, MSG_NOSIGNAL);
	do end = live_read(k, m, sizeof m, 10000, &opcode);
	while (end >= 0);
	verdict(end == -1, "a frame of 2 GB ends it");
	close(a), close(b), close(k);
}

static void try_slow(struct client *c)
{
	int status, dropped = 0, small = 1;
	char words[100]; /* a ping of so many bytes, whose answer is not read; what is said is limited
	                    elsewhere */
	int k = live_open(c, id, 0, NULL, &status);
	setsockopt(k, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
	memset(words, 'x', sizeof words);
	/* more than the buffers of any kernel hold */
	for (int i = 0; i < 200000; i++) live_send(k, 9, words, sizeof words);
	for (int i = 0; i < 300 && !dropped; i++) { /* it may be slow, but it comes to that */
		client_call(c, "GET", "/metrics", NULL);
		const char *at = strstr(text_str(&c->body), "\nfratelli_live ");
		dropped = at && atoi(at + 15) == 0;
		if (!dropped) usleep(100000);
	}
	verdict(dropped, "who does not read is dropped, and costs no memory");
	close(k);
}

static void try_goodbye(struct client *c)
{
	int status, opcode, n, code = 0;
	char m[2000];
	int k = live_open(c, id, 0, NULL, &status);
	live_until(k, "entries");
	kill(service.pid, SIGTERM);
	while ((n = live_read(k, m, sizeof m, 10000, &opcode)) >= 0)
		if (opcode == 8 && n >= 2) code = (uint8_t)m[0] << 8 | (uint8_t)m[1], live_send(k, 8, "\x03\xe9", 2);
	verdict(code == 1001, "when the service stops it says goodbye (1001)");
	verdict(service_stop(&service, SIGTERM) == 0, "and ends well");
	close(k);
}

int main(void)
{
	char path[256];
	struct client c;
	store_path(path, sizeof path, "tabs");
	service_start(&service, path, NULL, NULL);
	client_meet(&c, service.port);
	game_make(&c, "me", "me", id);
	try_twice(&c);
	try_race(&c);
	try_chain(&c);
	try_live(&c);
	try_slow(&c);
	try_goodbye(&c);
	client_leave(&c);
	store_remove(path);
	return verdicts_end();
}
