/* Many games and little room: the service keeps few in memory and few more in mind, and hands out each that
   is asked for all the same, while many ask for many things at once. Run with the address sanitizer this
   shows a game that is freed in somebody's hands; with the thread sanitizer, two threads that use the same
   thing without a lock (./check runs both).
     service_crowd [GAMES REQUESTS]     1,000 games, and 100 requests of each of eight people without
   numbers */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"

#define MANY 12
#define PEOPLE 8
#define CACHE 8

/* --- one after the other, where every game is taken while there is no room for it ----------------------- */

static void try_room(const char *data)
{
	struct service s;
	struct client c;
	char path[256], id[MANY][32];
	int wrong = 0;
	uint64_t rng = 5;
	store_path(path, sizeof path, "crowd");
	service_start(&s, path, &(struct serving){.data = data, .cache = 1}, NULL);
	client_meet(&c, s.port);
	for (int i = 0; i < MANY; i++) game_make(&c, "me", i % 2 ? "computer" : "me", id[i]);
	verdict(client_call(&c, "GET", "/api/games", NULL) == 200 && json_array_size(c.json) == MANY,
		"a list of more games than the service keeps in mind");
	for (int round = 0; round < 3; round++)
		for (int i = 0; i < MANY; i++)
			wrong += client_callf(&c, "GET", NULL, "/api/games/%s/view", id[i]) != 200;
	verdict(wrong == 0, "every one of them can be looked at, again and again (%d could not)", wrong);
	for (int i = 0; i < MANY; i += 2) wrong += game_play(&c, id[i], 3, &rng) != 3;
	verdict(wrong == 0, "and played");
	verdict(client_call(&c, "GET", "/health", NULL) == 200 && service_stop(&s, SIGTERM) == 0,
		"the service is well after that");
	client_leave(&c);
	store_remove(path);
}

/* --- all at once ---------------------------------------------------------------------------------------- */

struct person {
	pthread_t thread;
	int port, games, requests, answered, broken, number;
	char (*id)[32];
	char cookie[100], csrf[80];
};

static void *make_games(void *arg)
{
	struct person *p = arg;
	struct client c;
	client_meet(&c, p->port);
	for (int i = 0; i < p->games; i++) {
		if (!game_try(&c, "me", i % 4 == 3 ? "computer" : i % 4 == 2 ? "friend" : "me", p->id[i]))
			p->broken++;
	}
	snprintf(p->cookie, sizeof p->cookie, "%s", c.cookie), snprintf(p->csrf, sizeof p->csrf, "%s", c.csrf);
	client_leave(&c);
	return NULL;
}

/* Anything that can be asked of a game, of any of everybody's games. */
static void *ask_anything(void *arg)
{
	static const char *const looks[] = {"", "/view", "/log", "/proof", "/chat", "/view?at=0",
		"/about?piece=adler&overlays=reach,zones", "/about?place=0605&threats=1&odds=1", "/about?order=done",
		"/report", "/save"};
	static const char *const posts[][2] = {{"chat", "{\"text\":\"Avanti\"}"},
		{"odds", "{\"orders\":[\"done\"]}"}, {"fork", "{\"at\":0}"}, {"hint", "{}"},
		{"undo", "{\"n\":1,\"key\":\"u\",\"to\":0}"},
		{"standing", "{\"n\":0,\"key\":\"s\",\"name\":\"defence\",\"choice\":\"hold\"}"}};
	struct person *p = arg;
	struct client c = {.port = p->port, .fd = -1};
	uint64_t rng = (uint64_t)p->number + 1;
	int live = -1, status;
	snprintf(c.cookie, sizeof c.cookie, "%s", p->cookie), snprintf(c.csrf, sizeof c.csrf, "%s", p->csrf);
	for (int i = 0; i < p->requests; i++) {
		const char *id = p->id[rnd(&rng) % (uint64_t)p->games];
		int code = 0;
		switch (rnd(&rng) % 8) {
		case 0:
		case 1: game_play(&c, id, 2, &rng), code = c.status; break;
		case 2:
		case 3:
		case 4: code = client_callf(&c, "GET", NULL, "/api/games/%s%s", id, looks[rnd(&rng) % 11]); break;
		case 5: {
			const char *const *post = posts[rnd(&rng) % 6];
			code = client_callf(&c, "POST", post[1], "/api/games/%s/%s", id, post[0]);
			break;
		}
		case 6: code = client_call(&c, "GET", rnd(&rng) % 2 ? "/api/games?most=20" : "/metrics", NULL); break;
		default:
			if (live >= 0) close(live);
			live = live_open(&c, id, 0, NULL, &status);
			code = live >= 0 ? 200 : status;
		}
		p->answered += code > 0, p->broken += code == 0 || code == 500;
	}
	if (live >= 0) close(live);
	client_leave(&c);
	return NULL;
}

static void all(struct person *p, void *(*what)(void *))
{
	for (int i = 0; i < PEOPLE; i++)
		if (pthread_create(&p[i].thread, NULL, what, &p[i])) abort();
	for (int i = 0; i < PEOPLE; i++) pthread_join(p[i].thread, NULL);
}

static void try_crowd(const char *data, int games, int requests)
{
	struct service s;
	struct person p[PEOPLE] = {0};
	char path[256];
	int answered = 0, broken = 0;
	store_path(path, sizeof path, "crowd");
	service_start(&s, path, &(struct serving){.data = data, .cache = CACHE}, NULL);
	for (int i = 0; i < PEOPLE; i++) {
		p[i] = (struct person){.port = s.port,
			.games = games / PEOPLE,
			.requests = requests,
			.number = i,
			.id = calloc((size_t)games, 32)};
		if (!p[i].id) abort();
	}
	all(p, make_games);
	for (int i = 0; i < PEOPLE; i++) broken += p[i].broken;
	verdict(broken == 0, "%d games are made (%d were not)", games, broken);
	all(p, ask_anything);
	for (int i = 0; i < PEOPLE; i++) answered += p[i].answered, broken += p[i].broken, free(p[i].id);
	verdict(answered >= PEOPLE * requests * 99 / 100 && broken == 0,
		"%d requests of everything, with room for %d games: all are answered (%d, %d not well)",
		PEOPLE * requests, CACHE, answered, broken);
	int status = service_stop(&s, SIGTERM);
	verdict(status == 0, "the service ends well, and no sanitizer has complained (%x)", status);
	store_remove(path);
}

int main(int argc, char **argv)
{
	char data[100];
	small_data(data, sizeof data);
	try_room(data);
	try_crowd(data, argc > 1 ? atoi(argv[1]) : 1000, argc > 2 ? atoi(argv[2]) : 100);
	small_data_remove(data);
	return verdicts_end();
}
