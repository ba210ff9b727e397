/* Nodes and their database are killed under load, at any moment. Who plays sends a request again, with its
   key and to any node, until somebody answers: then no acknowledged order is lost, none is carried out twice,
   and every game replays to its hashes.
     STORE=… service_kills [NODES [DATABASES]]     4 kills of nodes and 2 of the database without numbers; 200
   and 20 before a release. It starts a PostgreSQL of its own. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"

#define PLAYERS 6
#define NODES 2

static int keeper;             /* to the process that starts nodes */
static atomic_int port[NODES]; /* 0: it is being started again */
static atomic_bool stopping;
static char path[256], folder[60];

struct order {
	int n;
	char words[100];
};
struct player {
	pthread_t thread;
	struct client c;
	char id[32];
	uint64_t rng;
	int acked, room, all, resent, lost, twice, damaged, games;
	struct order *order;
};

static void command(const char *what)
{
	char line[200];
	snprintf(line, sizeof line, "tools/postgres %s %s >/dev/null", what, folder);
	if (system(line)) fprintf(stderr, "%s\n", line), exit(2);
}

/* To some node that is there. */
static int call(struct player *p, const char *method, const char *body, const char *what)
{
	int n = (int)(rnd(&p->rng) % NODES), at = atomic_load(&port[n]);
	if (!at) at = atomic_load(&port[!n]);
	if (p->c.port != at && p->c.fd >= 0) close(p->c.fd), p->c.fd = -1;
	p->c.port = at;
	return at ? client_callf(&p->c, method, body, "/api/games/%s%s", p->id, what) : 0;
}

/* Until somebody answers. 0: it is time to stop, and this request was never sent. */
static int insist(struct player *p, const char *method, const char *body, const char *what)
{
	for (int tries = 0;; tries++) {
		int code = call(p, method, body, what);
		if (code && code < 500) return code;
		p->resent += tries == 0;
		usleep(20000);
	}
}

static void remember(struct player *p, int n, const char *words)
{
	if (p->acked == p->room) {
		p->room = p->room ? 2 * p->room : 256;
		p->order = realloc(p->order, sizeof *p->order * (size_t)p->room);
		if (!p->order) abort();
	}
	p->order[p->acked].n = n;
	snprintf(p->order[p->acked++].words, sizeof p->order->words, "%s", words);
	p->all++;
}

static void begin(struct player *p)
{
	static const char game[] =
		"{\"battle\":\"crossroads\",\"system\":\"drill\",\"scenario\":\"meeting\",\"seats\":{\"west\":\"me\",\"east\":\"me\"}}";
	p->acked = 0, p->id[0] = 0;
	while (!p->id[0]) {
		int at = atomic_load(&port[rnd(&p->rng) % NODES]);
		if (p->c.fd >= 0) close(p->c.fd), p->c.fd = -1;
		p->c.port = at;
		if (at && client_call(&p->c, "POST", "/api/games", game) == 200)
			snprintf(p->id, sizeof p->id, "%s", text_at(&p->c, "id"));
		else usleep(20000);
	}
	p->games++;
}

/* The log has what was acknowledged, each once, and nothing else: every request was sent until it was
   answered. */
static void compare(struct player *p)
{
	size_t entries = 0;
	/* a node may not have heard of the last order yet */
	for (int tries = 0; tries < 200 && entries < (size_t)p->acked; tries++) {
		if (tries) usleep(50000);
		if (insist(p, "GET", NULL, "/log") != 200) p->damaged++;
		entries = json_array_size(p->c.json);
	}
	if (entries > (size_t)p->acked)
		p->twice++, printf("# %s: %zu entries, %d acknowledged\n", p->id, entries, p->acked);
	for (int i = 0; i < p->acked; i++) {
		const char *words =
			json_string_value(json_object_get(json_array_get(p->c.json, (size_t)p->order[i].n), "order"));
		if (!words || strcmp(words, p->order[i].words))
			p->lost++, printf("# %s: '%s' is not at %d\n", p->id, p->order[i].words, p->order[i].n);
	}
	fflush(stdout);
}

static void *play(void *arg)
{
	struct player *p = arg;
	char body[400], words[100];
	begin(p);
	while (!atomic_load(&stopping)) {
		if (insist(p, "GET", NULL, "/view") != 200) {
			p->damaged++;
			break;
		}
		const json_t *orders = json_object_get(p->c.json, "orders");
		if (!json_array_size(orders)) {
			compare(p), begin(p);
			continue;
		}
		snprintf(words, sizeof words, "%s",
			json_string_value(
				json_object_get(json_array_get(orders, rnd(&p->rng) % json_array_size(orders)), "words")));
		int n = int_at(&p->c, "n");
		snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%llx\",\"orders\":[\"%s\"]}", n,
			(unsigned long long)rnd(&p->rng), words);
		if (insist(p, "POST", body, "/orders") == 200) remember(p, n, words);
	}
	compare(p);
	return NULL;
}

/* Nodes are started and stopped by a process that has one thread: in a child of one that has many, the
   sanitizer's locks may be held by a thread that is not there. */
struct wish {
	int node, signal; /* 0: start it */
};

static int start_here(struct service *s, int i)
{
	char own[100];
	snprintf(own, sizeof own, "%s.%d", folder, i);
	for (;;) { /* the database may be away at this moment */
		service_try(s, path, &(struct serving){.own = own}, NULL);
		if (s->port) return s->port;
		service_stop(s, SIGKILL), usleep(100000);
	}
}

static void keeper_start(void)
{
	struct service node[NODES] = {0};
	struct wish w;
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends)) abort();
	keeper = ends[0];
	if (fork()) {
		close(ends[1]);
		return;
	}
	close(ends[0]);
	while (read(ends[1], &w, sizeof w) == sizeof w) {
		int said = w.signal ? service_stop(&node[w.node], w.signal) : start_here(&node[w.node], w.node);
		if (write(ends[1], &said, sizeof said) != sizeof said) break;
	}
	_exit(0);
}

static int wish(int node, int signal)
{
	int said;
	if (write(keeper, &(struct wish){node, signal}, sizeof(struct wish)) < 0) abort();
	if (read(keeper, &said, sizeof said) != sizeof said) fprintf(stderr, "nobody starts nodes\n"), exit(2);
	return said;
}

static void start(int i) { atomic_store(&port[i], wish(i, 0)); }

static void kill_node(int i)
{
	atomic_store(&port[i], 0);
	wish(i, SIGKILL);
	start(i);
}

int main(int argc, char **argv)
{
	int nodes = argc > 1 ? atoi(argv[1]) : 4, databases = argc > 2 ? atoi(argv[2]) : argc > 1 ? 0 : 2;
	int all = 0, lost = 0, twice = 0, damaged = 0, resent = 0, games = 0;
	uint64_t rng = (uint64_t)getpid();
	if (!getenv("STORE")) return printf("ok - kills of nodes are left out: STORE names no PostgreSQL\n"), 0;
	struct player *p = calloc(PLAYERS, sizeof *p);
	snprintf(folder, sizeof folder, "/tmp/fratelli_kills_%d", (int)getpid());
	command("start");
	setenv("STORE", folder, 1);
	store_path(path, sizeof path, "kills");
	keeper_start();
	for (int i = 0; i < NODES; i++) start(i);
	for (int i = 0; i < PLAYERS; i++) {
		client_meet(&p[i].c, atomic_load(&port[i % NODES]));
		p[i].rng = (uint64_t)i;
		if (pthread_create(&p[i].thread, NULL, play, &p[i])) abort();
	}
	for (int left[2] = {nodes, databases}; left[0] + left[1] > 0;) {
		usleep(100000 + (useconds_t)(rnd(&rng) % 400000));
		bool database = (int)(rnd(&rng) % (uint64_t)(left[0] + left[1])) < left[1];
		if (database) command("crash"), command("start");
		else kill_node((int)(rnd(&rng) % NODES));
		left[database]--;
	}
	usleep(300000);
	atomic_store(&stopping, true);
	for (int i = 0; i < PLAYERS; i++) {
		pthread_join(p[i].thread, NULL);
		all += p[i].all, lost += p[i].lost, twice += p[i].twice, damaged += p[i].damaged,
			resent += p[i].resent, games += p[i].games;
		client_leave(&p[i].c), free(p[i].order);
	}
	verdict(all > nodes + databases,
		"%d kills of nodes and %d of the database: %d orders acknowledged in %d games, %d requests sent again",
		nodes, databases, all, games, resent);
	verdict(lost == 0, "no acknowledged order was lost (%d)", lost);
	verdict(twice == 0, "none was carried out twice (%d)", twice);
	verdict(damaged == 0, "every game replays (%d do not)", damaged);
	bool well = true;
	for (int i = 0; i < NODES; i++) well &= wish(i, SIGTERM) == 0;
	verdict(well, "the nodes end well");
	free(p);
	store_remove(path);
	command("stop");
	char line[200];
	snprintf(line, sizeof line, "rm -rf %s %s.*", folder, folder);
	return system(line) ? 2 : verdicts_end();
}
