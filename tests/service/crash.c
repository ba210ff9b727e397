/* kill -9 at random instants under load, while computers think and answer in half of the games: no
   acknowledged order is lost, no game is damaged.
     service_crash [TIMES]     20 without a number; 1000 before a release */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"

#define PLAYERS 6

/* Plays one game and remembers every order that was acknowledged, by its number. */
struct player {
	pthread_t thread;
	struct client c;
	char id[32];
	uint64_t rng;
	const char *against;
	int acked, room; /* orders */
	struct ack {
		int n;
		char words[100];
	} *ack;
	int lost, damaged;
};

static atomic_bool stopping;

/* Every other one plays against a captain, who thinks on threads of his own and writes down his plans. */
static const char *opponent(const struct player *p) { return p->rng % 2 ? "computer:captain" : "me"; }

static void remember(struct player *p, int n, const char *words)
{
	if (p->acked == p->room) {
		p->room = p->room ? 2 * p->room : 256;
		p->ack = realloc(p->ack, sizeof *p->ack * (size_t)p->room);
		if (!p->ack) abort();
	}
	p->ack[p->acked].n = n;
	snprintf(p->ack[p->acked++].words, sizeof p->ack->words, "%s", words);
}

static void *play(void *arg)
{
	struct player *p = arg;
	char body[400], words[100];
	while (!atomic_load(&stopping)) {
		if (client_callf(&p->c, "GET", NULL, "/api/games/%s/view", p->id) != 200) break;
		const json_t *orders = json_object_get(p->c.json, "orders");
		/* the computer is thinking */
		if (!json_array_size(orders) && !json_is_true(json_object_get(p->c.json, "over"))) {
			usleep(2000);
			continue;
		}
		if (!json_array_size(orders)) { /* the game is over: begin another */
			p->acked = 0;
			if (!game_try(&p->c, "me", p->against, p->id)) break;
			continue;
		}
		snprintf(words, sizeof words, "%s",
			json_string_value(
				json_object_get(json_array_get(orders, rnd(&p->rng) % json_array_size(orders)), "words")));
		int n = int_at(&p->c, "n");
		snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%llx\",\"orders\":[\"%s\"]}", n,
			(unsigned long long)rnd(&p->rng), words);
		if (client_callf(&p->c, "POST", body, "/api/games/%s/orders", p->id) == 200) remember(p, n, words);
		else if (p->c.status == 0) break;
	}
	return NULL;
}

/* What the log has under the number n: the order's words, or NULL if there is none or if it is hidden. */
static const char *entry_order(const json_t *log, int n)
{
	size_t k;
	json_t *e;
	json_array_foreach(log, k, e) if (json_integer_value(json_object_get(e, "n")) ==
									  n) return json_string_value(json_object_get(e, "order"));
	return NULL;
}

/* Does the acknowledged order stand in the log? It has the number of the view it answered. Where both sides
   answer at once the view does not tell that the captain has answered already: his answer has that number
   then and is hidden, and the player's answer has the next. */
static bool stands(const json_t *log, const struct ack *a)
{
	const char *words = entry_order(log, a->n);
	if (!words) words = entry_order(log, a->n + 1);
	return words && strcmp(words, a->words) == 0;
}

/* Every acknowledged order stands in the log. */
static void compare(struct player *p)
{
	int code = client_callf(&p->c, "GET", NULL, "/api/games/%s/log", p->id);
	if (code != 200) p->damaged++, printf("# %s: %d %s\n", p->id, code, text_str(&p->c.body));
	for (int i = 0; i < p->acked && code == 200; i++)
		if (!stands(p->c.json, &p->ack[i]))
			p->lost++, printf("# %s against %s: '%s' is not at %d\n", p->id, p->against, p->ack[i].words,
						   p->ack[i].n);
	fflush(stdout); /* or the next service, a child, would print it again */
}

int main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 20, lost = 0, damaged = 0, acked = 0;
	struct service s;
	struct player *p = calloc(PLAYERS, sizeof *p);
	char path[256];
	uint64_t rng = (uint64_t)getpid();
	if (!p) abort();
	store_path(path, sizeof path, "crash");
	service_start(&s, path, NULL, NULL);
	for (int i = 0; i < PLAYERS; i++) {
		client_meet(&p[i].c, s.port);
		p[i].rng = (uint64_t)i;
		p[i].against = opponent(&p[i]);
		game_make(&p[i].c, "me", p[i].against, p[i].id);
	}
	for (int time = 0; time < times; time++) {
		atomic_store(&stopping, false);
		for (int i = 0; i < PLAYERS; i++)
			if (pthread_create(&p[i].thread, NULL, play, &p[i])) abort();
		usleep(30000 + (useconds_t)(rnd(&rng) % 300000));
		service_stop(&s, SIGKILL);
		atomic_store(&stopping, true);
		for (int i = 0; i < PLAYERS; i++) pthread_join(p[i].thread, NULL);
		service_start(&s, path, NULL, NULL);
		for (int i = 0; i < PLAYERS; i++) {
			client_leave(&p[i].c);
			p[i].c.port = s.port;
			compare(&p[i]);
			acked += p[i].acked, lost += p[i].lost, damaged += p[i].damaged;
			p[i].acked = p[i].lost = p[i].damaged = 0;
		}
		if ((time + 1) % 100 == 0)
			printf("# %d kills: %d orders acknowledged, %d lost, %d games damaged\n", time + 1, acked, lost,
				damaged),
				fflush(stdout);
	}
	verdict(acked > times, "%d times killed under load, %d orders acknowledged", times, acked);
	verdict(lost == 0, "no acknowledged order was lost (%d)", lost);
	verdict(damaged == 0, "no game was damaged (%d)", damaged);
	verdict(service_stop(&s, SIGTERM) == 0, "the service ends well");
	for (int i = 0; i < PLAYERS; i++) client_leave(&p[i].c), free(p[i].ack);
	free(p);
	store_remove(path);
	return verdicts_end();
}
