/* A service that makes itself ready: the catalogue and the maps are there before anybody asks, compressed for
   those who can read that and plain for the others. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"

static int kept(struct client *c)
{
	client_call(c, "GET", "/metrics", NULL);
	const char *at = strstr(text_str(&c->body), "\nfratelli_kept ");
	return at ? atoi(at + 15) : -1;
}

static void try_catalogue(struct client *c)
{
	size_t i;
	json_t *p;
	int without = 0;
	client_call(c, "GET", "/api/catalogue", NULL);
	json_array_foreach(json_object_get(c->json, "pairings"), i, p) without +=
		json_integer_value(json_object_get(p, "decisions")) < 10 ||
		json_integer_value(json_object_get(p, "guess_minutes")) < 1;
	verdict(i > 0 && without == 0,
		"every pairing says how many decisions a game has, and guesses its length");
}

static void try_maps(struct client *c)
{
	client_call(c, "GET", "/api/catalogue", NULL);
	int systems = (int)json_array_size(json_object_get(c->json, "systems"));
	for (int i = 0; i < 3000 && kept(c) < systems; i++) usleep(20000);
	verdict(kept(c) >= systems, "a map of every system is drawn before anybody asks");
	struct text plain = {0};
	verdict(client_call(c, "GET", "/api/map/crossroads/drill.svg?scenario=meeting", NULL) == 200 &&
				strstr(text_str(&c->body), "</svg>"),
		"who cannot read compressed pages gets a plain one");
	text_add(&plain, text_str(&c->body));
	c->encoding = "gzip, br";
	client_call(c, "GET", "/api/map/crossroads/drill.svg?scenario=meeting", NULL);
	verdict(c->status == 200 && strstr(text_str(&c->raw), "Content-Encoding: gzip") &&
				c->body.n < plain.n / 2,
		"who can gets it small (%zu bytes of %zu)", c->body.n, plain.n);
	c->encoding = NULL;
	text_free(&plain);
}

int main(void)
{
	struct service s;
	struct client c;
	char path[256], data[100];
	small_data(data, sizeof data);
	store_path(path, sizeof path, "warm");
	service_start(&s, path, &(struct serving){.data = data, .warm = true}, NULL);
	client_meet(&c, s.port);
	try_catalogue(&c);
	try_maps(&c);
	verdict(service_stop(&s, SIGTERM) == 0, "the service ends well");
	client_leave(&c);
	store_remove(path);
	small_data_remove(data);
	return verdicts_end();
}
