/* Two nodes on one PostgreSQL: any of them serves any game, the log decides who was first, and what happens
   on one is seen on the other.
     STORE=FOLDER service_nodes [RACES [SECONDS]]     FOLDER is one of tools/postgres; 300 races without a
   number, 100000 before a release, but no more than there is time for */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "client.h"

static struct service node[2];

/* The same person at the other node. */
static struct client at_node(const struct client *c, int n)
{
	struct client k = *c;
	k.port = node[n].port, k.fd = -1, k.json = NULL, k.status = 0;
	k.body = k.raw = (struct text){0};
	return k;
}

static void start_node(const char *path, int i)
{
	char own[100];
	snprintf(own, sizeof own, "/tmp/fratelli_nodes_%d_%d", (int)getpid(), i);
	service_start(&node[i], path, &(struct serving){.own = own, .lan_hooks = true}, NULL);
}

static void remove_marks(void)
{
	char own[100];
	for (int i = 0; i < 2; i++)
		snprintf(own, sizeof own, "/tmp/fratelli_nodes_%d_%d.marks", (int)getpid(), i), unlink(own);
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* A game of two people, each of whom is at a node of their own. */
static void friends(struct client *a, struct client *b, char id[32])
{
	char body[200];
	game_make(a, "me", "friend", id);
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}",
		json_string_value(json_object_get(json_object_get(a->json, "invites"), "east")));
	if (client_callf(b, "POST", body, "/api/games/%s/claim", id) != 200)
		fprintf(stderr, "no seat: %s\n", text_str(&b->body)), exit(2);
}

/* One order of theirs; the number of entries then, -1 if there was none to give. */
static int move(struct client *c, const char *id, uint64_t *rng)
{
	char body[400];
	if (client_callf(c, "GET", NULL, "/api/games/%s/view", id) != 200) return -1;
	const json_t *orders = json_object_get(c->json, "orders");
	if (!json_array_size(orders)) return -1;
	const char *words = json_string_value(
		json_object_get(json_array_get(orders, rnd(rng) % json_array_size(orders)), "words"));
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%llx\",\"orders\":[\"%s\"]}", int_at(c, "n"),
		(unsigned long long)rnd(rng), words);
	return client_callf(c, "POST", body, "/api/games/%s/orders", id) == 200 ? int_at(c, "n") : -1;
}

/* --- two people, two nodes ------------------------------------------------------------------------------ */

/* One who holds both sides, and is told of everything, plays at one node and then at the other. */
static void play_across(void)
{
	struct client c[2];
	char id[32];
	uint64_t rng = 7;
	int status, moves = 0, heard = 0, n;
	double worst = 0;
	client_meet(&c[0], node[0].port);
	c[1] = at_node(&c[0], 1);
	game_make(&c[0], "me", "me", id);
	int live[2] = {live_open(&c[0], id, 0, NULL, &status), live_open(&c[1], id, 0, NULL, &status)};
	for (; moves < 40 && (n = move(&c[moves % 2], id, &rng)) >= 0; moves++) {
		double sent = now();
		if (!live_until(live[!(moves % 2)], "\"n\":%d}", n)) break;
		double took = (now() - sent) * 1000;
		worst = took > worst ? took : worst;
		heard++;
	}
	verdict(moves >= 10 && heard == moves, "of %d orders each is heard of at the other node", moves);
	printf("# the slowest came to the other node %.1f ms after it was acknowledged\n", worst);
	client_callf(&c[0], "GET", NULL, "/api/games/%s/log", id);
	size_t first = json_array_size(c[0].json);
	client_callf(&c[1], "GET", NULL, "/api/games/%s/log", id);
	verdict(first == json_array_size(c[1].json) && first >= (size_t)moves,
		"both nodes have the same log (%zu)", first);
	close(live[0]), close(live[1]);
	client_leave(&c[0]), client_leave(&c[1]);
}

static void talk_across(void)
{
	struct client c[2];
	char id[32], body[60];
	uint64_t rng = 5;
	int status;
	client_meet(&c[0], node[0].port), client_meet(&c[1], node[1].port);
	friends(&c[0], &c[1], id);
	int live[2] = {live_open(&c[0], id, 0, NULL, &status), live_open(&c[1], id, 0, NULL, &status)};
	client_callf(&c[0], "POST", "{\"text\":\"from the other\\nnode\"}", "/api/games/%s/chat", id);
	verdict(live_until(live[1], "from the other\\nnode"), "what is said at one node is heard at the other");
	client_callf(&c[0], "POST",
		"{\"field\":\"strength\",\"element\":\"arnaud\",\"value\":3,\"reason\":\"it rained\"}",
		"/api/games/%s/override", id);
	int proposal = int_at(&c[0], "proposal");
	bool told = live_until(live[1], "\"proposal\":%d", proposal);
	snprintf(body, sizeof body, "{\"proposal\":%d}", proposal);
	move(&c[0], id, &rng), move(&c[1], id, &rng); /* while both are asked at once nothing is accepted */
	int accepted = client_callf(&c[1], "POST", body, "/api/games/%s/override/accept", id);
	verdict(told && accepted == 200 &&
				live_until(live[0], "\"type\":\"entries\",\"n\":%d}", int_at(&c[1], "n")),
		"a proposal of one node is accepted at the other (%d)", accepted);
	close(live[0]), close(live[1]);
	client_leave(&c[0]), client_leave(&c[1]);
}

#define BOTH_THERE "\"sides\":{\"west\":true,\"east\":true}"
#define EAST_AWAY "\"sides\":{\"west\":true,\"east\":false}"

/* Who is there is told across nodes. Of a node that has died nobody is there any more, some seconds later;
   and a node that has just begun knows who is at the others. */
static void presence(const char *path)
{
	struct client c[2];
	char id[32];
	int status;
	client_meet(&c[0], node[0].port), client_meet(&c[1], node[1].port);
	friends(&c[0], &c[1], id);
	int west = live_open(&c[0], id, 0, NULL, &status);
	bool alone = live_until(west, EAST_AWAY);
	int east = live_open(&c[1], id, 0, NULL, &status);
	bool came = live_until(west, BOTH_THERE), saw = live_until(east, BOTH_THERE);
	close(east);
	bool went = live_until(west, EAST_AWAY);
	verdict(alone && came && saw && went, "who comes to a game and goes is told at the other node (%d%d%d%d)",
		alone, came, saw, went);
	east = live_open(&c[1], id, 0, NULL, &status);
	came = live_until(west, BOTH_THERE);
	double killed = now();
	service_stop(&node[1], SIGKILL);
	went = live_until(west, EAST_AWAY);
	double took = now() - killed;
	verdict(came && went && took < 15, "who was at a node that has died is not there any more after %.1f s",
		took);
	close(east), client_leave(&c[1]);
	start_node(path, 1);
	c[1].port = node[1].port, c[1].fd = -1;
	east = live_open(&c[1], id, 0, NULL, &status);
	saw = live_until(east, BOTH_THERE);
	verdict(saw, "a node that has begun knows who is at the other");
	close(east), close(west);
	client_leave(&c[0]), client_leave(&c[1]);
}

/* A person may say 30 things at once and one more each second, wherever they say it. */
static void limits(void)
{
	struct client c[2];
	char id[32];
	int said[2] = {0};
	client_meet(&c[0], node[0].port);
	c[1] = at_node(&c[0], 1);
	game_make(&c[0], "me", "friend", id);
	double began = now();
	for (int n = 0; n < 2; n++, usleep(600000))
		for (int i = 0; i < 25; i++)
			said[n] += client_callf(&c[n], "POST", "{\"text\":\"again\"}", "/api/games/%s/chat", id) == 200;
	int most = 30 + 3 + 1 + (int)(now() - began);
	verdict(said[0] == 25 && said[0] + said[1] <= most,
		"two nodes count together what somebody says: %d and %d, at most %d", said[0], said[1], most);
	client_leave(&c[0]), client_leave(&c[1]);
}

/* A request that names what this node has not heard of yet makes it look; an order that is sent again to the
   other node is not carried out twice. */
static void same_request(void)
{
	struct client a, b;
	char id[32];
	client_meet(&a, node[0].port);
	b = at_node(&a, 1);
	game_make(&a, "me", "me", id);
	client_callf(&b, "GET", NULL, "/api/games/%s/view", id);
	const char *order = "{\"n\":0,\"key\":\"one\",\"orders\":[\"guard arnaud\"]}";
	int first = client_callf(&a, "POST", order, "/api/games/%s/orders", id);
	int n = int_at(&a, "n");
	int again = client_callf(&b, "POST", order, "/api/games/%s/orders", id);
	verdict(first == 200 && again == 200 && int_at(&b, "n") == n,
		"the same request at the other node is answered and not carried out again (%d, %d)", first, again);
	for (int i = 0; i < 20; i++) { /* without waiting for the news */
		struct client *c = i % 2 ? &a : &b;
		uint64_t rng = (uint64_t)i;
		char body[300];
		client_callf(c, "GET", NULL, "/api/games/%s/view", id);
		const json_t *orders = json_object_get(c->json, "orders");
		const char *words = json_string_value(json_object_get(
			json_array_get(orders, rnd(&rng) % (json_array_size(orders) ? json_array_size(orders) : 1)),
			"words"));
		if (!words) break;
		snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"n%d\",\"orders\":[\"%s\"]}", int_at(c, "n"), i,
			words);
		if (client_callf(c, "POST", body, "/api/games/%s/orders", id) == 200) n = int_at(c, "n");
	}
	char body[200];
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"late\",\"orders\":[\"nonsense\"]}", n);
	int newer = client_callf(&b, "POST", body, "/api/games/%s/orders", id);
	verdict(newer == 400, "a request that knows more than its node makes the node look (%d)", newer);
	client_leave(&a), client_leave(&b);
}

/* --- races ---------------------------------------------------------------------------------------------- */

/* The same order, from two tabs, at two nodes at once. */
static void race(int times, double seconds)
{
	struct client a, b;
	char id[32] = "", log[80];
	int one = 0, both = 0, none = 0, other = 0, lost_entries = 0;
	uint64_t rng = 11;
	client_meet(&a, node[0].port);
	b = at_node(&a, 1);
	double until = now() + seconds;
	int raced = 0;
	for (int i = 0, n = 0, played = 0; i < times && now() < until; i++, raced = i) {
		char body[2][300], path[80];
		if (!id[0] || played >= 12) {
			if (id[0]) {
				snprintf(log, sizeof log, "/api/games/%s/log", id);
				client_call(&a, "GET", log, NULL);
				lost_entries += json_array_size(a.json) < (size_t)n;
			}
			game_make(&a, "me", "me", id);
			n = played = 0;
		}
		if (client_callf(&a, "GET", NULL, "/api/games/%s/view", id) != 200) break;
		const json_t *orders = json_object_get(a.json, "orders");
		size_t offered = json_array_size(orders);
		if (!offered) {
			id[0] = 0, i--;
			continue;
		}
		n = int_at(&a, "n");
		for (int k = 0; k < 2; k++) {
			const char *words =
				json_string_value(json_object_get(json_array_get(orders, rnd(&rng) % offered), "words"));
			snprintf(body[k], sizeof body[k], "{\"n\":%d,\"key\":\"%d-%d\",\"orders\":[\"%s\"]}", n, i, k,
				words);
		}
		snprintf(path, sizeof path, "/api/games/%s/orders", id);
		client_send(&a, "POST", path, body[0], strlen(body[0])),
			client_send(&b, "POST", path, body[1], strlen(body[1]));
		int first = client_read(&a), second = client_read(&b), well = (first == 200) + (second == 200);
		one += well == 1, both += well == 2, none += well == 0;
		other += (first != 200 && first != 409) || (second != 200 && second != 409);
		played++;
	}
	verdict(one == raced && raced && !both && !none,
		"of two orders at once to two nodes exactly one is accepted, %d times (both %d, none %d)", one, both,
		none);
	verdict(!other && !lost_entries, "the other is told that the game has moved on (%d others)", other);
	client_leave(&a), client_leave(&b);
}

/* --- computers ------------------------------------------------------------------------------------------ */

/* The orders that they are offered; false if the computer has not answered for long. */
static bool asked_again(struct client *c, const char *id)
{
	for (int tries = 0; tries < 600; tries++, usleep(100000)) {
		if (client_callf(c, "GET", NULL, "/api/games/%s/view", id) != 200) continue;
		if (json_array_size(json_object_get(c->json, "orders")) ||
			json_is_true(json_object_get(c->json, "over")))
			return true;
	}
	return false;
}

/* A node dies just when its computer is asked: the other takes it over. */
static void computers(const char *path)
{
	struct client a, b;
	char id[32];
	uint64_t rng = 3;
	int orders = 0, answered = 0;
	for (int time = 0; time < 3; time++) {
		client_meet(&a, node[0].port);
		b = at_node(&a, 1);
		game_make(&a, "me", "computer:captain", id);
		for (int i = 0; i < 6 && asked_again(&a, id); i++) orders += move(&a, id, &rng) >= 0;
		service_stop(&node[0], SIGKILL);
		answered += asked_again(&b, id);
		for (int i = 0; i < 3 && asked_again(&b, id); i++) orders += move(&b, id, &rng) >= 0;
		answered += asked_again(&b, id);
		start_node(path, 0);
		client_leave(&a), client_leave(&b);
	}
	verdict(orders > 9 && answered == 6,
		"a computer whose node has died answers at the other (%d orders, %d of 6)", orders, answered);
	int left = store_count(path,
		"SELECT count(*) FROM duties d WHERE NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = d.game AND s.kind = 2)");
	verdict(left == 0, "only computers have duties (%d others)", left);
}

/* --- a game that is gone -------------------------------------------------------------------------------- */

/* A node that has not heard yet that a game was deleted refuses what is asked of it, and keeps what came in
   the same transaction. */
static void gone_elsewhere(const char *path)
{
	struct client a, b, other;
	char id[32], kept[32], sql[200];
	uint64_t rng = 9;
	client_meet(&a, node[0].port), client_meet(&b, node[1].port), client_meet(&other, node[0].port);
	friends(&a, &b, id);
	game_make(&other, "me", "me", kept);
	move(&a, id, &rng), move(&b, id, &rng);
	client_callf(&a, "GET", NULL, "/api/games/%s/view", id);
	snprintf(sql, sizeof sql, "DELETE FROM entries WHERE game = (SELECT number FROM games WHERE id = '%s')",
		id);
	store_sql(path, sql);
	snprintf(sql, sizeof sql, "DELETE FROM seats WHERE game = (SELECT number FROM games WHERE id = '%s')",
		id);
	store_sql(path, sql);
	snprintf(sql, sizeof sql, "DELETE FROM games WHERE id = '%s'", id);
	store_sql(path, sql);
	char chat[80], override[80];
	snprintf(chat, sizeof chat, "/api/games/%s/chat", id);
	snprintf(override, sizeof override, "/api/games/%s/override", id);
	const char *said = "{\"text\":\"anybody there?\"}",
			   *proposed =
				   "{\"field\":\"strength\",\"element\":\"arnaud\",\"value\":3,\"reason\":\"it rained\"}";
	client_send(&a, "POST", chat, said, strlen(said));
	int order = move(&other, kept, &rng), chatted = client_read(&a);
	int overridden = client_call(&a, "POST", override, proposed);
	verdict(chatted == 404 && overridden == 404,
		"chat and proposals in a game that was deleted elsewhere are refused (%d, %d)", chatted, overridden);
	verdict(order > 0, "… and an order in another game is kept (%d)", order);
	int ordered = client_callf(&b, "POST", "{\"n\":2,\"key\":\"late\",\"orders\":[\"hold\"]}",
		"/api/games/%s/orders", id);
	verdict(ordered >= 400 && ordered < 500, "an order in it is refused (%d)", ordered);
	client_leave(&a), client_leave(&b), client_leave(&other);
}

/* --- who they are --------------------------------------------------------------------------------------- */

static void one_person(void)
{
	struct client a, b;
	char id[32];
	int status;
	client_meet(&a, node[0].port);
	int named =
		client_call(&a, "POST", "/api/account", "{\"name\":\"Cosenz\",\"password\":\"one of a thousand\"}");
	snprintf(a.csrf, sizeof a.csrf, "%s", text_at(&a, "csrf"));
	b = at_node(&a, 1);
	client_call(&b, "GET", "/api/me", NULL);
	verdict(named == 200 && strcmp(text_at(&b, "name"), "Cosenz") == 0,
		"who has a name at one node has it at the other");
	game_make(&a, "me", "me", id);
	int live = live_open(&b, id, 0, NULL, &status);
	verdict(live >= 0 && client_call(&a, "DELETE", "/api/session", NULL) == 200,
		"who signs out at one node …");
	char m[2000];
	int opcode, got;
	while ((got = live_read(live, m, sizeof m, 20000, &opcode)) >= 0 && opcode != 8) continue;
	verdict(got >= 0 && opcode == 8, "… is told so on a live connection of the other");
	int nobody = client_call(&b, "GET", "/api/games", NULL);
	verdict(nobody == 401, "… and is nobody there (%d)", nobody);
	close(live), client_leave(&a), client_leave(&b);
}

int main(int argc, char **argv)
{
	char path[256];
	if (!getenv("STORE")) return printf("ok - nodes are left out: STORE names no PostgreSQL\n"), 0;
	store_path(path, sizeof path, "nodes");
	for (int i = 0; i < 2; i++) start_node(path, i);
	play_across();
	talk_across();
	presence(path);
	limits();
	same_request();
	gone_elsewhere(path);
	one_person();
	computers(path);
	race(argc > 1 ? atoi(argv[1]) : 300, argc > 2 ? atof(argv[2]) : 1e9);
	verdict(service_stop(&node[0], SIGTERM) == 0 && service_stop(&node[1], SIGTERM) == 0,
		"both nodes end well");
	store_remove(path), remove_marks();
	return verdicts_end();
}
