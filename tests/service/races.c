/* Many ask for the same at the same moment, and come into one transaction. What only one may have, one has:
   the store decides that, and not what was read from it before. A sync is made slow here, so that all that
   comes meanwhile is one batch. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "shim.h"

#define MANY 8

static struct service s;

static void slow_disk(void)
{
	shim_slow = 300000;
	shim_install();
}

/* Keeps the writer busy, sends all, and then reads all. How many were answered with 200. */
static int at_once(struct client *c, struct client *busy, const char *game, const char *path,
	char body[MANY][300])
{
	char say[100];
	int done = 0;
	for (int i = 0; i < MANY; i++) client_call(&c[i], "GET", "/health", NULL); /* all are connected */
	snprintf(say, sizeof say, "/api/games/%s/chat", game);
	client_send(busy, "POST", say, "{\"text\":\"a moment\"}", 19);
	usleep(50000);
	for (int i = 0; i < MANY; i++) client_send(&c[i], "POST", path, body[i], strlen(body[i]));
	for (int i = 0; i < MANY; i++) done += client_read(&c[i]) == 200;
	client_read(busy);
	return done;
}

/* Who is forgotten while a file of theirs is taken in slices leaves nothing behind, least of all in the next
   game that somebody makes. False: the file was taken before they were forgotten (a quick store), which shows
   nothing; try again. */
static bool forgotten_amidst(void)
{
	struct client a, again, b;
	struct text file = {0};
	char id[32], mine[32];
	client_meet(&a, s.port), client_meet(&b, s.port);
	game_make(&a, "me", "me", id);
	client_callf(&a, "GET", NULL, "/api/games/%s/save", id);
	text_addn(&file, text_str(&a.body), (size_t)(strstr(text_str(&a.body), "end 0") - text_str(&a.body)));
	for (int i = 0; i < 9000; i++) text_addf(&file, "standing west defence %d\n", i % 2);
	text_add(&file, "end 9000\n");
	again = a, again.fd = -1, again.json = NULL, again.body = again.raw = (struct text){0};
	client_send(&a, "POST", "/api/import", text_str(&file), file.n);
	/* The second game that is kept of them is the one on its way. */
	const char *make =
		"{\"battle\":\"crossroads\",\"system\":\"drill\",\"scenario\":\"meeting\",\"seats\":{\"west\":\"me\",\"east\":\"me\"}}";
	for (int i = 0; i < 2000 && client_call(&again, "GET", "/api/kept", NULL) == 200 &&
					json_array_size(json_object_get(again.json, "games")) < 2;
		i++)
		usleep(2000);
	int forgotten = client_call(&again, "DELETE", "/api/kept", "{\"sure\":true}"),
		games = int_at(&again, "games");
	client_call(&b, "POST", "/api/games", make);
	snprintf(mine, sizeof mine, "%s", text_at(&b, "id"));
	int brought = client_read(&a);
	if (brought == 200) {
		client_leave(&a), client_leave(&again), client_leave(&b), text_free(&file);
		return false;
	}
	verdict(forgotten == 200 && games == 2 && brought == 404,
		"who is forgotten while a file is taken is told that it is not (%d, %d games, %d)", forgotten, games,
		brought);
	client_callf(&b, "POST", "{\"n\":0,\"key\":\"one\",\"orders\":[\"guard arnaud\"]}",
		"/api/games/%s/orders", mine);
	client_call(&b, "GET", "/api/games", NULL);
	int n = (int)json_integer_value(json_object_get(json_array_get(b.json, 0), "n"));
	verdict(n == 1, "and the next game has entries of its own only (%d)", n);
	client_leave(&a), client_leave(&again), client_leave(&b), text_free(&file);
	return true;
}

int main(void)
{
	struct client c[MANY], other, busy;
	char path[256], data[100], id[32], busy_id[32], url[100], body[MANY][300];
	static const char *const names[MANY] = {"Garibaldi", "garibaldi", "GARIBALDI", "gARIBALDI", "GariBaldi",
		"garibaldI", "gaRibaldi", "Garibald\xc3\xad"};
	small_data(data, sizeof data);
	store_path(path, sizeof path, "races");
	service_start(&s, path, &(struct serving){.data = data, .games = 3}, slow_disk);
	client_meet(&busy, s.port), client_meet(&other, s.port);
	game_make(&busy, "me", "me", busy_id);
	for (int i = 0; i < MANY; i++) client_meet(&c[i], s.port);

	/* A proposal, accepted eight times. */
	game_make(&c[0], "me", "friend", id);
	snprintf(body[0], sizeof body[0], "{\"secret\":\"%s\"}",
		json_string_value(json_object_get(json_object_get(c[0].json, "invites"), "east")));
	client_callf(&other, "POST", body[0], "/api/games/%s/claim", id);
	/* both name their guards; before that nothing is accepted */
	game_play(&c[0], id, 1, &(uint64_t){7}), game_play(&other, id, 1, &(uint64_t){7});
	client_callf(&c[0], "POST",
		"{\"field\":\"strength\",\"element\":\"arnaud\",\"value\":3,\"reason\":\"it rained\"}",
		"/api/games/%s/override", id);
	int proposal = int_at(&c[0], "proposal");
	struct client same[MANY];
	for (int i = 0; i < MANY; i++) {
		same[i] = other, same[i].fd = -1, same[i].json = NULL, same[i].body = same[i].raw = (struct text){0};
		snprintf(body[i], sizeof body[i], "{\"proposal\":%d}", proposal);
	}
	snprintf(url, sizeof url, "/api/games/%s/override/accept", id);
	int done = at_once(same, &busy, busy_id, url, body);
	client_callf(&other, "GET", NULL, "/api/games/%s/log", id);
	int overrides = 0;
	json_t *word = json_string("override");
	for (size_t i = 0; i < json_array_size(other.json); i++)
		overrides += json_equal(json_object_get(json_array_get(other.json, i), "entry"), word);
	json_decref(word);
	verdict(done == 1 && overrides == 1,
		"a proposal that is accepted eight times at once is carried out once (%d, %d entries)", done,
		overrides);
	for (int i = 0; i < MANY; i++) client_leave(&same[i]);

	/* A name, in other capitals. */
	for (int i = 0; i < MANY; i++)
		snprintf(body[i], sizeof body[i], "{\"name\":\"%s\",\"password\":\"one of a thousand\"}", names[i]);
	done = at_once(c, &busy, busy_id, "/api/account", body);
	verdict(done == 1,
		"of eight names that differ in capitals or an accent, chosen at once, one is given (%d)", done);

	/* As many games as one may have, and no more. */
	for (int i = 0; i < MANY; i++) {
		same[i] = other, same[i].fd = -1, same[i].json = NULL, same[i].body = same[i].raw = (struct text){0};
		snprintf(body[i], sizeof body[i],
			"{\"battle\":\"crossroads\",\"system\":\"drill\",\"scenario\":\"meeting\",\"seats\":{\"west\":\"me\",\"east\":\"me\"}}");
	}
	done = at_once(same, &busy, busy_id, "/api/games", body);
	verdict(done == 3, "of eight games made at once by who may have three, three are made (%d)", done);
	for (int i = 0; i < MANY; i++) client_leave(&same[i]), client_leave(&c[i]);
	int tries = 1;
	while (!forgotten_amidst() && tries < 20) tries++;
	verdict(tries < 20, "that was seen (%d tries)", tries);
	client_leave(&other), client_leave(&busy);
	verdict(service_stop(&s, SIGTERM) == 0, "the service is well");
	store_remove(path);
	small_data_remove(data);
	return verdicts_end();
}
