/* What people do in a round of games: whole games against the computer and alone, undo, overrides, forks,
   saves, proofs, imports; with more games than are kept in memory. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "engine/match.h"

static struct service service;

static int number_of(struct client *c, const char *id)
{
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	return int_at(c, "n");
}

static bool is_over(struct client *c, const char *id)
{
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	return json_is_true(json_object_get(c->json, "over"));
}

static void try_computer(struct client *c, const char *level)
{
	char id[32];
	uint64_t rng = 11;
	game_make(c, "me", level, id);
	for (int i = 0; i < 4000 && !is_over(c, id); i++)
		if (!game_play(c, id, 50, &rng)) usleep(2000);
	verdict(is_over(c, id), "a game against %s comes to its end", level);
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/proof", id) == 200 &&
				strlen(text_at(c, "seed")) == 64,
		"then its seed is published");
	uint8_t seed[32], hash[32];
	char commitment[65];
	verdict(seed_read(text_at(c, "seed"), seed), "which is a seed");
	seed_commitment(seed, hash);
	seed_write(hash, commitment);
	verdict(strcmp(commitment, text_at(c, "commitment")) == 0, "and fits the commitment");
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/save", id) == 200, "the save file can be had");
	struct text save = {0};
	text_add(&save, text_str(&c->body));
	verdict(client_call(c, "POST", "/api/import", text_str(&save)) == 200, "and imported again");
	char again[32];
	snprintf(again, sizeof again, "%s", text_at(c, "id"));
	client_callf(c, "GET", NULL, "/api/games/%s/save", again);
	verdict(strcmp(text_str(&save), text_str(&c->body)) == 0, "to the same game, to the byte");
	text_free(&save);
}

/* A game against the computer goes to another table as a file, and the computer with it. */
static void try_along(struct client *c, struct client *stranger)
{
	char id[32], along[32];
	uint64_t rng = 7;
	struct text save = {0};
	game_make(c, "me", "computer:recruit", id);
	for (int i = 0; i < 2000 && number_of(c, id) < 30; i++)
		if (!game_play(c, id, 5, &rng)) usleep(2000);
	verdict(client_callf(stranger, "GET", NULL, "/api/games/%s/save", id) == 403,
		"a game against the computer is not taken along by anybody else");
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/save", id) == 200, "but by who plays it");
	text_add(&save, text_str(&c->body));
	verdict(strstr(text_str(&save), "seat west me\nseat east computer:recruit\n") != NULL,
		"its file says who sits where");
	verdict(client_call(stranger, "POST", "/api/import", text_str(&save)) == 200,
		"and is brought to a table");
	snprintf(along, sizeof along, "%s", text_at(stranger, "id"));
	client_callf(stranger, "GET", NULL, "/api/games/%s", along);
	verdict(strstr(text_str(&stranger->body), "\"who\":\"Computer: recruit\"") != NULL,
		"where the computer has its seat");
	for (int i = 0; i < 4000 && !is_over(stranger, along); i++)
		if (!game_play(stranger, along, 50, &rng)) usleep(2000);
	verdict(is_over(stranger, along), "and plays on to the end");
	char *seat = strstr(save.s, "seat west me");
	memcpy(seat, "seat west no", 12);
	verdict(client_call(stranger, "POST", "/api/import", text_str(&save)) == 200,
		"a file with seats that cannot be");
	snprintf(along, sizeof along, "%s", text_at(stranger, "id"));
	client_callf(stranger, "GET", NULL, "/api/games/%s", along);
	verdict(strstr(text_str(&stranger->body), "\"you\":[\"west\",\"east\"]") != NULL,
		"is a game that one plays alone");
	text_free(&save);
}

static void try_alone(struct client *c)
{
	char id[32], body[200];
	uint64_t rng = 5;
	game_make(c, "me", "me", id);
	game_play(c, id, 60, &rng);
	int n = number_of(c, id);
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"u\",\"to\":10}", n);
	verdict(n == 60 && client_callf(c, "POST", body, "/api/games/%s/undo", id) == 200,
		"alone, fifty orders are taken back at once");
	verdict(number_of(c, id) == 61, "which is an entry too");
	client_callf(c, "GET", NULL, "/api/games/%s/log", id);
	int undone = 0;
	size_t i;
	json_t *e;
	json_array_foreach(c->json, i, e) undone += json_is_true(json_object_get(e, "undone"));
	verdict(undone == 50, "and the log marks what was undone");
	verdict(client_callf(c, "POST",
				"{\"field\":\"strength\",\"element\":\"arnaud\",\"value\":1,\"reason\":\"it rained\"}",
				"/api/games/%s/override", id) == 200,
		"alone, an override is done at once");
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	verdict(strstr(text_str(&c->body), "\"slot\":[\"1\"]") != NULL, "and changes the piece");
	verdict(client_callf(c, "POST",
				"{\"field\":\"strength\",\"element\":\"arnaud\",\"value\":999,\"reason\":\"it rained\"}",
				"/api/games/%s/override", id) == 422,
		"a value out of range is refused");
	verdict(client_callf(c, "POST",
				"{\"field\":\"nosuch\",\"element\":\"arnaud\",\"value\":1,\"reason\":\"it rained\"}",
				"/api/games/%s/override", id) == 400,
		"as is a field that is not there");
	verdict(client_callf(c, "POST", "{\"at\":8}", "/api/games/%s/fork", id) == 200,
		"alone, a game is forked with its log");
	char fork[32];
	snprintf(fork, sizeof fork, "%s", text_at(c, "id"));
	verdict(number_of(c, fork) == 9, "up to there, and new dice");
	game_play(c, fork, 10, &rng);
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/save", fork) == 200 &&
				client_call(c, "POST", "/api/import", text_str(&c->body)) == 200,
		"a fork's save can be imported");
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/view?at=5", id) == 200 && int_at(c, "n") == 5,
		"one can look back");
}

static void try_two(struct client *a, struct client *b)
{
	char id[32], body[200];
	game_make(a, "me", "friend", id);
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}",
		json_string_value(json_object_get(json_object_get(a->json, "invites"), "east")));
	client_callf(b, "POST", body, "/api/games/%s/claim", id);
	/* both are asked at once, for their guards: nothing is accepted until they have answered */
	game_play(a, id, 1, &(uint64_t){7}), game_play(b, id, 1, &(uint64_t){7});
	verdict(client_callf(a, "POST", "{\"field\":\"gone\",\"element\":0,\"value\":1,\"reason\":\"agreed\"}",
				"/api/games/%s/override", id) == 422,
		"what cannot be changed by hand cannot be proposed");
	verdict(client_callf(a, "POST",
				"{\"field\":\"strength\",\"element\":\"arnaud\",\"value\":1,\"reason\":\"agreed\"}",
				"/api/games/%s/override", id) == 200,
		"between two, an override is proposed");
	int proposal = int_at(a, "proposal");
	verdict(proposal > 0 && number_of(a, id) == 2, "and not yet done");
	snprintf(body, sizeof body, "{\"proposal\":%d}", proposal);
	verdict(client_callf(a, "POST", body, "/api/games/%s/override/accept", id) == 403,
		"who proposed it cannot accept it");
	verdict(client_callf(b, "GET", NULL, "/api/games/%s/override", id) == 200 &&
				json_array_size(b->json) == 1,
		"the other sees it");
	verdict(client_callf(b, "POST", body, "/api/games/%s/override/accept", id) == 200 &&
				number_of(a, id) == 3,
		"and accepts it");
	verdict(client_callf(b, "POST", body, "/api/games/%s/override/accept", id) == 404, "but only once");
	verdict(client_callf(a, "POST", "{\"text\":\"Buona fortuna\"}", "/api/games/%s/chat", id) == 200,
		"they talk");
	verdict(client_callf(b, "GET", NULL, "/api/games/%s/chat", id) == 200 &&
				strstr(text_str(&b->body), "Buona fortuna"),
		"and hear each other");
	client_call(b, "GET", "/api/games", NULL);
	verdict(json_array_size(b->json) == 1 &&
				json_is_true(json_object_get(json_array_get(b->json, 0), "yours")),
		"the game is in the other's list, and it is their move");
}

static int propose(struct client *c, const char *id, int value)
{
	char body[200];
	snprintf(body, sizeof body,
		"{\"field\":\"strength\",\"element\":\"arnaud\",\"value\":%d,\"reason\":\"agreed\"}", 1 + value % 3);
	return client_callf(c, "POST", body, "/api/games/%s/override", id);
}

/* Proposals are written down, and the other side has to read them: twenty of a side wait at most, and one
   person is slowed down wherever they come from. */
static void try_proposals(int port)
{
	struct client a, b;
	char id[32], body[200], from[32];
	int made = 0, full, codes[60] = {0}, slow = 0;
	client_meet(&a, port), client_meet(&b, port);
	game_make(&a, "me", "friend", id);
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}",
		json_string_value(json_object_get(json_object_get(a.json, "invites"), "east")));
	client_callf(&b, "POST", body, "/api/games/%s/claim", id);
	a.from = b.from = from;
	for (int i = 0; i < 60; i++)
		snprintf(from, sizeof from, "198.51.100.%d", i), codes[i] = propose(&a, id, i),
														 made += codes[i] == 200, slow += codes[i] == 429;
	full = codes[20];
	verdict(made == 20 && full == 409, "twenty proposals of a side wait, and no more (%d, then %d)", made,
		full);
	verdict(slow > 0,
		"and who goes on proposing is slowed down, though each comes from another address (%d of 60)", slow);
	verdict(propose(&b, id, 1) == 200, "the other side has twenty of its own");
	client_callf(&b, "GET", NULL, "/api/games/%s/override", id);
	verdict(json_array_size(b.json) == 21, "all are listed (%zu)", json_array_size(b.json));
	client_leave(&a), client_leave(&b);
}

/* Twelve games in turn where three fit: each comes back from its log. */
static void try_memory(struct client *c)
{
	char id[12][32];
	int played[12] = {0}, wrong = 0;
	uint64_t rng = 3;
	for (int i = 0; i < 12; i++) game_make(c, "me", "me", id[i]);
	for (int round = 0; round < 5; round++)
		for (int i = 0; i < 12; i++) played[i] += game_play(c, id[i], 7, &rng);
	for (int i = 0; i < 12; i++) wrong += number_of(c, id[i]) != played[i];
	verdict(wrong == 0 && played[11] == 35, "twelve games go on where three are kept in memory");
	client_call(c, "GET", "/metrics", NULL);
	const char *dropped = strstr(text_str(&c->body), "\nfratelli_games_dropped ");
	verdict(dropped && atoi(dropped + 24) > 20, "and they were dropped and brought back (%d times)",
		dropped ? atoi(dropped + 24) : 0);
}

int main(void)
{
	char path[256];
	struct client a, b;
	store_path(path, sizeof path, "round");
	service_start(&service, path, &(struct serving){.cache = 3}, NULL);
	client_meet(&a, service.port), client_meet(&b, service.port);
	try_computer(&a, "computer");
	try_computer(&a, "computer:recruit");
	try_alone(&a);
	try_two(&a, &b);
	try_along(&a, &b);
	try_proposals(service.port);
	try_memory(&a);
	verdict(service_stop(&service, SIGTERM) == 0, "the service ends well");
	client_leave(&a), client_leave(&b);
	store_remove(path);
	return verdicts_end();
}
