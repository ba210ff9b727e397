/* More games than fit: the service keeps few in memory and few more in mind, and hands out each that is asked for all the same. Every game
   here is taken while there is no room for it. Run with the address sanitizer, this shows a game that is freed in somebody's hands. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "client.h"

#define MANY 12

int main(void)
{
	struct service s;
	struct client c;
	char path[256], data[100], id[MANY][32];
	int wrong = 0;
	uint64_t rng = 5;
	small_data(data, sizeof data);
	store_path(path, sizeof path, "crowd");
	service_start(&s, path, &(struct serving){.data = data, .cache = 1}, NULL);
	client_meet(&c, s.port);
	for (int i = 0; i < MANY; i++) game_make(&c, "me", i % 2 ? "computer" : "me", id[i]);
	verdict(client_call(&c, "GET", "/api/games", NULL) == 200 && json_array_size(c.json) == MANY, "a list of more games than the service keeps in mind");
	for (int round = 0; round < 3; round++)
		for (int i = 0; i < MANY; i++) wrong += client_callf(&c, "GET", NULL, "/api/games/%s/view", id[i]) != 200;
	verdict(wrong == 0, "every one of them can be looked at, again and again (%d could not)", wrong);
	for (int i = 0; i < MANY; i += 2) wrong += game_play(&c, id[i], 3, &rng) != 3;
	verdict(wrong == 0, "and played");
	verdict(client_call(&c, "GET", "/health", NULL) == 200 && service_stop(&s, SIGTERM) == 0, "the service is well after that");
	client_leave(&c);
	store_remove(path);
	small_data_remove(data);
	return verdicts_end();
}
