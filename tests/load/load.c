/* A bounded load on a service of its own, on this machine: fratelli_load [SECONDS [PART…]]. Measures, one
   after the other: memory at rest; a thousand live connections that all hear of an order (live); durable
   orders a second over 64 games, one order a request, with their latencies, answered with the new view and
   log (orders) or without them (short); requests for a view and for the page (pages); a person who plays
   beside eight that ask for much (abuse). Parts that are named are measured, all of them if none is. A part
   with a / in it is the store.

   With STORE, a folder of tools/postgres, there is one part more (nodes), alone: durable orders on a file, on
   PostgreSQL with one node and with two, side by side, and live connections to two nodes. docs/load.md says
   what came of it. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "words.h"
#include "engine/match.h"
#include "table/store.h"

#define GAMES 64
#define LIVE 1000
#define LIVE_TWO 2000 /* at two nodes together */
#define SAMPLES (4 << 20)

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static long resident_kb(pid_t pid)
{
	char path[60], line[200];
	long kb = 0;
	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	FILE *f = fopen(path, "r");
	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "VmRSS: %ld", &kb) == 1) break;
	if (f) fclose(f);
	return kb;
}

static double cpu_seconds(pid_t pid)
{
	char path[60], line[600];
	unsigned long user = 0, sys = 0;
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	FILE *f = fopen(path, "r");
	if (f && fgets(line, sizeof line, f)) {
		const char *at = strrchr(line, ')');
		if (at) sscanf(at, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &sys);
	}
	if (f) fclose(f);
	return (double)(user + sys) / (double)sysconf(_SC_CLK_TCK);
}

/* --- one connection of the load: sends a request, waits for its answer, sends the next ------------------ */

struct played;
struct pipe_end {
	int fd, want; /* want: bytes of the answer still to come; -1: its head is not complete */
	char in[65536];
	int n;
	double sent;
	struct text out;
	struct played *game;
};

static struct service *second; /* another node of the same store; NULL */

static int port_of(const struct service *s, int i) { return second && i % 2 ? second->port : s->port; }
static double cpu_of(const struct service *s)
{
	return cpu_seconds(s->pid) + (second ? cpu_seconds(second->pid) : 0);
}

static float *sample;
static int samples;

static void push(struct pipe_end *p)
{
	p->sent = now(), p->n = 0, p->want = -1;
	if (send(p->fd, text_str(&p->out), p->out.n, MSG_NOSIGNAL) != (ssize_t)p->out.n)
		fprintf(stderr, "send: %s\n", strerror(errno)), exit(1);
}

/* Reads what is there. True when an answer is complete; its status into *status. */
static bool pull(struct pipe_end *p, int *status)
{
	ssize_t got = recv(p->fd, p->in + (p->want < 0 ? p->n : 0),
		sizeof p->in - 1 - (size_t)(p->want < 0 ? p->n : 0), MSG_DONTWAIT);
	if (got == 0 || (got < 0 && errno != EAGAIN))
		fprintf(stderr, "the service closed a connection\n"), exit(1);
	if (got < 0) return false;
	if (p->want >= 0) {
		p->want -= (int)got;
	} else {
		p->n += (int)got, p->in[p->n] = 0;
		char *end = strstr(p->in, "\r\n\r\n");
		if (!end) return false;
		const char *length = strcasestr(p->in, "Content-Length: ");
		p->want = (length ? atoi(length + 16) : 0) - (int)(p->n - (end + 4 - p->in));
		*status = atoi(p->in + 9);
	}
	return p->want <= 0;
}

static void note_latency(struct pipe_end *p)
{
	if (samples < SAMPLES) sample[samples++] = (float)((now() - p->sent) * 1000);
}

static int by_size(const void *a, const void *b)
{
	return (*(const float *)a > *(const float *)b) - (*(const float *)a < *(const float *)b);
}

static void report(const char *what, double seconds, double cpu)
{
	qsort(sample, (size_t)samples, sizeof *sample, by_size);
	printf("%-28s %8.0f/s   p50 %.2f ms   p99 %.2f ms   worst %.1f ms   (service %.2f cores)\n", what,
		samples / seconds, (double)sample[samples / 2], (double)sample[samples * 99L / 100],
		(double)sample[samples - 1], cpu / seconds);
	fflush(stdout);
}

static void join(int epoll, struct pipe_end *p, int port)
{
	struct sockaddr_in a = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct epoll_event e = {.events = EPOLLIN, .data.ptr = p};
	int on = 1;
	p->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(p->fd, (struct sockaddr *)&a, sizeof a))
		fprintf(stderr, "connect: %s\n", strerror(errno)), exit(1);
	setsockopt(p->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	epoll_ctl(epoll, EPOLL_CTL_ADD, p->fd, &e);
}

/* --- orders: 64 games at once, each played here too, with the dice of its save file, so that what is sent is
   always allowed  */

#define ORDERS_A_GAME 150 /* drill at the crossroads lasts longer than that nearly always */

struct played {
	char id[32];
	struct loaded loaded;
};
static struct played *made;
static int games_made, games_used;
static struct client owner;
static uint64_t chance = 1859;
static bool in_short; /* the answers to orders are to be short */

static void make_games(int n)
{
	struct faults faults = {0};
	made = calloc((size_t)n, sizeof *made);
	if (!made) abort();
	for (games_made = 0; games_made < n; games_made++) {
		struct played *g = &made[games_made];
		game_make(&owner, "me", "me", g->id);
		client_callf(&owner, "GET", NULL, "/api/games/%s/save", g->id);
		if (!match_load_text("data", "save", text_str(&owner.body), owner.body.n, -1, &g->loaded, &faults))
			fprintf(stderr, "no save\n"), exit(1);
	}
	faults_free(&faults);
}

static void take_game(struct pipe_end *p)
{
	if (games_used == games_made)
		fprintf(stderr, "more orders were carried out than games were made for: ask for fewer seconds\n"),
			exit(1);
	p->game = &made[games_used++];
}

/* Carries out a random order here and writes the request that does the same there. */
static void next_order(struct pipe_end *p)
{
	struct match *m;
	char body[300];
	while (m = p->game->loaded.match, m->turn < 0 || m->n >= ORDERS_A_GAME) take_game(p);
	struct order o = m->legal.list[rnd(&chance) % (uint64_t)m->legal.n];
	struct text words = {0};
	struct refusal why;
	int n = m->n, side = m->turn;
	order_write(m->m, &o, &words);
	if (!match_order(m, side, &o, &why)) abort();
	int length = snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%llx\",\"orders\":[\"%s\"]%s}", n,
		(unsigned long long)rnd(&chance), text_str(&words), in_short ? ",\"short\":true" : "");
	text_free(&words);
	text_clear(&p->out);
	text_addf(&p->out,
		"POST /api/games/%s/orders HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\nX-Fratelli: %s\r\nContent-Length: %d\r\n\r\n%s",
		p->game->id, owner.port, owner.cookie, owner.csrf, length, body);
}

/* What every connection does until the time is over: sends, waits, and lets `next` write the following
   request. */
static void run(const char *what, struct service *s, struct pipe_end *p, int n, double seconds,
	void (*next)(struct pipe_end *p))
{
	int epoll = epoll_create1(EPOLL_CLOEXEC), status = 0, under_way = 0, refused = 0;
	struct epoll_event e[64];
	for (int i = 0; i < n; i++) join(epoll, &p[i], port_of(s, i)), next(&p[i]), push(&p[i]), under_way++;
	double begun = now(), cpu = cpu_of(s);
	samples = 0;
	while (under_way) {
		int k = epoll_wait(epoll, e, 64, 10000);
		if (k <= 0) fprintf(stderr, "nothing comes any more\n"), exit(1);
		for (int i = 0; i < k; i++) {
			struct pipe_end *q = e[i].data.ptr;
			if (!pull(q, &status)) continue;
			note_latency(q);
			if (status != 200 && refused++ < 3) fprintf(stderr, "%d: %s\n", status, q->in);
			under_way--;
			if (now() - begun < seconds) next(q), push(q), under_way++;
		}
	}
	report(what, now() - begun, cpu_of(s) - cpu);
	if (refused) printf("  %d of them were not answered with 200\n", refused);
	for (int i = 0; i < n; i++) close(p[i].fd);
	close(epoll);
}

static void measure_orders(struct service *s, bool shortly, double seconds)
{
	static struct pipe_end p[GAMES];
	in_short = shortly;
	for (int i = 0; i < GAMES; i++) take_game(&p[i]);
	run(shortly ? "the same, answered shortly" : "durable orders, 64 games", s, p, GAMES, seconds,
		next_order);
	for (int i = 0, wrong = 0; i < GAMES; i++) {
		client_callf(&owner, "GET", NULL, "/api/games/%s/view", p[i].game->id);
		/* another node's news may be on its way */
		for (int tries = 0; second && tries < 40 && int_at(&owner, "n") != p[i].game->loaded.match->n;
			tries++)
			usleep(50000), client_callf(&owner, "GET", NULL, "/api/games/%s/view", p[i].game->id);
		wrong += int_at(&owner, "n") != p[i].game->loaded.match->n;
		if (i == GAMES - 1 && wrong) printf("  %d games stand elsewhere than they should\n", wrong);
		text_free(&p[i].out);
	}
}

/* --- pages ---------------------------------------------------------------------------------------------- */

static char wanted[100];

static void next_page(struct pipe_end *p)
{
	if (p->out.n) return;
	text_addf(&p->out, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n\r\n", wanted, owner.port,
		owner.cookie);
}

static void measure_pages(struct service *s, const char *what, const char *path, double seconds)
{
	static struct pipe_end p[32];
	char title[80];
	snprintf(wanted, sizeof wanted, "%s", path);
	client_call(&owner, "GET", path, NULL);
	snprintf(title, sizeof title, "%s, %.1f KB", what, (double)owner.body.n / 1024);
	run(title, s, p, 32, seconds, next_page);
	for (int i = 0; i < 32; i++) text_free(&p[i].out);
}

/* --- live connections ----------------------------------------------------------------------------------- */

static void measure_live(struct service *s, int live)
{
	static int fd[LIVE_TWO];
	struct client c = owner;
	char id[32], m[2000];
	int status, opcode, heard = 0, open = 0;
	uint64_t rng = 1;
	game_make(&owner, "me", "me", id);
	game_play(&owner, id, 2, &rng);
	double begun = now();
	for (int i = 0; i < live; i++)
		c.port = port_of(s, i), open += (fd[i] = live_open(&c, id, 2, NULL, &status)) >= 0;
	double opened = now() - begun;
	usleep(1000000);
	for (int i = 0; i < live; i++)
		while (live_read(fd[i], m, sizeof m, 0, &opcode) >= 0) continue;
	begun = now();
	game_play(&owner, id, 1, &rng);
	double acknowledged = now() - begun;
	for (int i = 0; i < live; i++)
		heard += live_read(fd[i], m, sizeof m, 3000, &opcode) > 0 && strstr(m, "entries");
	printf(
		"%-28s %8d open in %.2f s; %d hear of an order within %.1f ms of its acknowledgement; %ld MB resident\n",
		"live connections", open, opened, heard, (now() - begun - acknowledged) * 1000,
		resident_kb(s->pid) / 1024);
	if (second) printf("%-28s %8ld MB resident\n", "the other node", resident_kb(second->pid) / 1024);
	for (int i = 0; i < live; i++) close(fd[i]);
}

/* --- an abuser ------------------------------------------------------------------------------------------ */

#define ABUSERS 8

struct abuser {
	pthread_t thread;
	struct client c;
	const char *method, *path, *body;
	char id[32];
	int done, refused;
};
static volatile bool enough;

static void *abuse(void *arg)
{
	struct abuser *a = arg;
	char path[200];
	while (!enough) {
		snprintf(path, sizeof path, a->path, a->id);
		int code = client_call(&a->c, a->method, path, a->body);
		a->done += code == 200, a->refused += code != 200;
		if (code == 0) break;
	}
	return NULL;
}

/* A person who plays and looks, one request after the other, from another household. */
static void person_plays(struct client *c, const char *id, double seconds, struct text *out)
{
	char game[32];
	snprintf(game, sizeof game, "%s", id);
	static float order[100000], board[20000];
	int orders = 0, boards = 0;
	uint64_t rng = 77;
	double begun = now();
	while (now() - begun < seconds && orders < 100000 && boards < 20000) {
		double at = now();
		if (client_callf(c, "GET", NULL, "/api/games/%s", game) == 200)
			board[boards++] = (float)((now() - at) * 1000);
		for (int i = 0; i < 5; i++) {
			char body[400];
			if (client_callf(c, "GET", NULL, "/api/games/%s/view", game) != 200) break;
			const json_t *list = json_object_get(c->json, "orders");
			if (!json_array_size(list)) {
				game_make(c, "me", "me", game);
				break;
			}
			snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%llx\",\"orders\":[\"%s\"]}", int_at(c, "n"),
				(unsigned long long)rnd(&rng),
				json_string_value(
					json_object_get(json_array_get(list, rnd(&rng) % json_array_size(list)), "words")));
			at = now();
			if (client_callf(c, "POST", body, "/api/games/%s/orders", game) == 200 && orders < 100000)
				order[orders++] = (float)((now() - at) * 1000);
		}
		usleep(2000);
	}
	qsort(order, (size_t)orders, sizeof *order, by_size),
		qsort(board, (size_t)boards, sizeof *board, by_size);
	if (orders && boards)
		text_addf(out, "orders p50 %.1f p99 %.1f ms (%d), board p50 %.1f p99 %.1f ms (%d)",
			(double)order[orders / 2], (double)order[orders * 99L / 100], orders, (double)board[boards / 2],
			(double)board[boards * 99L / 100], boards);
}

/* Eight connections of one household ask for what is dear, as fast as they are answered, while somebody else
   plays. */
static void measure_abuse(struct service *s, double seconds)
{
	static const struct {
		const char *what, *method, *path, *body;
	} kinds[] = {
		{"nobody beside", NULL, NULL, NULL},
		{"8 x hints", "POST", "/api/games/%s/hint", "{}"},
		{"8 x threats", "GET", "/api/games/%s/about?place=0605&threats=1", NULL},
		{"8 x odds", "POST", "/api/games/%s/odds", "{\"orders\":[\"done\"]}"},
		{"8 x maps", "GET", "/api/map/solferino/vae_victis.svg?scenario=whole_day&grid=1&numbers=1", NULL},
		{"8 x imports", "POST", "/api/import", NULL},
		{"8 x reports", "GET", "/api/games/%s/report", NULL},
	};
	struct client person;
	struct text save = {0};
	client_meet(&person, s->port);
	person.from = "192.0.2.1";
	client_callf(&owner, "GET", NULL, "/api/games/%s/save", made[0].id);
	text_add(&save, text_str(&owner.body));
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
		struct abuser a[ABUSERS];
		struct text out = {0};
		char id[32];
		int done = 0, refused = 0;
		enough = false;
		for (int i = 0; i < ABUSERS && kinds[k].method; i++) {
			a[i] = (struct abuser){.method = kinds[k].method,
				.path = kinds[k].path,
				.body = kinds[k].body                        ? kinds[k].body
			          : strcmp(kinds[k].path, "/api/import") ? NULL
			                                                 : text_str(&save)};
			client_meet(&a[i].c, s->port);
			a[i].c.from = "192.0.2.99";
			game_make(&a[i].c, "me", "me", a[i].id);
			uint64_t rng = (uint64_t)i;
			game_play(&a[i].c, a[i].id, 40, &rng);
		}
		game_make(&person, "me", "me", id);
		for (int i = 0; i < ABUSERS && kinds[k].method; i++)
			if (pthread_create(&a[i].thread, NULL, abuse, &a[i])) abort();
		if (kinds[k].method) usleep(300000);
		person_plays(&person, id, seconds, &out);
		enough = true;
		for (int i = 0; i < ABUSERS && kinds[k].method; i++) {
			pthread_join(a[i].thread, NULL);
			done += a[i].done, refused += a[i].refused;
			client_leave(&a[i].c);
		}
		printf("%-28s %s; the others: %d answered, %d refused\n", kinds[k].what, text_str(&out), done,
			refused);
		fflush(stdout);
		text_free(&out);
	}
	text_free(&save), client_leave(&person);
}

static void large_view(struct service *s, double seconds)
{
	char path[100];
	if (client_call(&owner, "POST", "/api/games",
			"{\"battle\":\"bull_run\",\"system\":\"drill\",\"seats\":{\"union\":\"me\",\"confederate\":\"me\"}}") !=
		200)
		return;
	snprintf(path, sizeof path, "/api/games/%s/view", text_at(&owner, "id"));
	measure_pages(s, "view of Bull Run", path, seconds);
}

/* What the figures depend on: who else is at work, and how long a sync takes here. Sixty-four games wait for
   one sync a cycle, so with a sync of 3 ms there cannot be more than some 20,000 orders a second, however
   idle the cores are. */
static void tell_conditions(const char *store)
{
	char path[300], page[4096] = "";
	double load[3] = {0};
	snprintf(path, sizeof path, "%s.sync", store);
	FILE *f = fopen(path, "w");
	samples = 0;
	for (int i = 0; f && i < 200; i++) {
		double at = now();
		if (fwrite(page, 1, sizeof page, f) != sizeof page || fflush(f) || fsync(fileno(f))) break;
		sample[samples++] = (float)((now() - at) * 1000);
	}
	if (f) fclose(f);
	unlink(path);
	getloadavg(load, 3);
	qsort(sample, (size_t)samples, sizeof *sample, by_size);
	if (samples)
		printf("%-28s load average %.1f on %ld cores; a sync of 4 KB takes %.2f ms (median), %.2f ms (p90)\n",
			"conditions", load[0], sysconf(_SC_NPROCESSORS_ONLN), (double)sample[samples / 2],
			(double)sample[samples * 9 / 10]);
	fflush(stdout);
}

static bool wants(int argc, char **argv, const char *part)
{
	bool any = false;
	for (int i = 2; i < argc; i++) {
		if (strcmp(argv[i], part) == 0) return true;
		any |= !strchr(argv[i], '/');
	}
	return !any;
}

static void measure_all_pages(struct service *s, double seconds)
{
	char path[100];
	snprintf(path, sizeof path, "/api/games/%s/view", made[0].id);
	measure_pages(s, "view", path, seconds);
	large_view(s, seconds);
	measure_pages(s, "page", "/", seconds);
}

/* --- PostgreSQL and two nodes, beside a file ------------------------------------------------------------ */

/* Processor time of the database's processes. */
static double database_cpu(void)
{
	char line[300];
	double seconds = 0;
	int first = 0;
	snprintf(line, sizeof line, "%s/data/postmaster.pid", getenv("STORE"));
	FILE *f = fopen(line, "r");
	if (!f || fscanf(f, "%d", &first) != 1) first = 0;
	if (f) fclose(f);
	snprintf(line, sizeof line, "ps -o pid= --ppid %d", first);
	f = first ? popen(line, "r") : NULL;
	for (int pid; f && fscanf(f, "%d", &pid) == 1;) seconds += cpu_seconds(pid);
	if (f) pclose(f);
	return seconds;
}

struct counted { /* by the database */
	int commits, wal_kb, entries, entries_kb, games, games_kb;
	double cpu;
};

static struct counted count_store(const char *store)
{
	if (!store_is_shared(store)) return (struct counted){0};
	return (struct counted){
		.commits =
			store_count(store, "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"),
		.wal_kb = store_count(store, "SELECT (pg_current_wal_lsn() - '0/0') / 1024"),
		.entries = store_count(store, "SELECT count(*) FROM entries"),
		.entries_kb = store_count(store, "SELECT pg_total_relation_size('entries') / 1024"),
		.games = store_count(store, "SELECT count(*) FROM games"),
		.games_kb = store_count(store,
			"SELECT (pg_total_relation_size('games') + pg_total_relation_size('seats')) / 1024"),
		.cpu = database_cpu(),
	};
}

static void measure_store(const char *what, bool shared, bool two, double seconds)
{
	char store[256], folder[200], own[2][60];
	struct service s[2];
	malloc_trim(0); /* a node begins with what we have */
	snprintf(folder, sizeof folder, "%s", getenv("STORE"));
	if (!shared) unsetenv("STORE");
	store_path(store, sizeof store, "load");
	for (int i = 0; i < 1 + two; i++) {
		snprintf(own[i], sizeof own[i], "/tmp/fratelli_load_%d_%d", (int)getpid(), i);
		service_start(&s[i], store, &(struct serving){.cache = 4000, .own = shared ? own[i] : NULL}, NULL);
	}
	second = two ? &s[1] : NULL;
	client_meet(&owner, s[0].port);
	printf("--- %s\n", what);
	games_used = 0;
	make_games((int)(seconds * 15000 / ORDERS_A_GAME) + 2 * GAMES);
	struct counted before = count_store(store);
	measure_orders(&s[0], true, seconds);
	if (shared) sleep(1); /* the database counts a moment later */
	struct counted after = count_store(store);
	int entries = after.entries - before.entries;
	if (shared && entries)
		printf(
			"  the database: %.1f orders a commit, %.0f bytes of its log and %.0f us of a processor an order\n",
			(double)entries / (after.commits - before.commits + 1),
			1024.0 * (after.wal_kb - before.wal_kb) / entries, 1e6 * (after.cpu - before.cpu) / entries);
	if (shared && entries)
		printf("  on its disk: %.0f bytes an order, %.0f bytes a game and its seats\n",
			1024.0 * after.entries_kb / after.entries, 1024.0 * after.games_kb / after.games);
	for (int i = 0; i < 1 + two; i++)
		printf("%-28s %8ld MB resident, %d games\n", i ? "the other node" : "a node",
			resident_kb(s[i].pid) / 1024, games_made);
	if (two) measure_live(&s[0], LIVE_TWO);
	for (int i = 0; i < 1 + two; i++) service_stop(&s[i], SIGTERM);
	setenv("STORE", folder, 1);
	if (!shared) unsetenv("STORE");
	store_remove(store);
	setenv("STORE", folder, 1);
	for (int i = 0; i < games_made; i++) loaded_free(&made[i].loaded);
	free(made), made = NULL, second = NULL;
}

static int measure_nodes(double seconds)
{
	if (!getenv("STORE")) return fprintf(stderr, "STORE names no folder of tools/postgres\n"), 2;
	for (int round = 0; round < 2; round++) {
		measure_store("a file, one process", false, false, seconds);
		measure_store("PostgreSQL, one node", true, false, seconds);
		measure_store("PostgreSQL, two nodes", true, true, seconds);
	}
	return 0;
}

int main(int argc, char **argv)
{
	double seconds = argc > 1 ? atof(argv[1]) : 5;
	bool orders = wants(argc, argv, "orders"), shortly = wants(argc, argv, "short");
	struct service s;
	struct rlimit files = {8192, 8192};
	char store[256];
	if (seconds <= 0 || seconds > 60)
		return fprintf(stderr,
				   "usage: fratelli_load [SECONDS, 1 to 60 [orders | short | pages | live | abuse]… [/STORE]]\n"),
		       2;
	setrlimit(RLIMIT_NOFILE, &files);
	words_unchecked = true;
	sample = malloc(sizeof *sample * SAMPLES);
	if (!sample) abort();
	if (argc > 2 && strcmp(argv[2], "nodes") == 0)
		return tell_conditions("/tmp/fratelli_load"), measure_nodes(seconds);
	store_path(store, sizeof store, "load");
	for (int i = 2; i < argc; i++)
		if (strchr(argv[i], '/')) snprintf(store, sizeof store, "%s", argv[i]);
	tell_conditions(store);
	service_start(&s, store, &(struct serving){.cache = 4000}, NULL);
	usleep(500000);
	client_meet(&owner, s.port);
	printf("%-28s %8ld MB resident, nobody there\n", "at rest", resident_kb(s.pid) / 1024);
	if (wants(argc, argv, "live")) measure_live(&s, LIVE);
	make_games((orders + shortly) * (int)(seconds * 60000 / ORDERS_A_GAME) + 2 * GAMES);
	if (orders) measure_orders(&s, false, seconds);
	if (shortly) measure_orders(&s, true, seconds);
	if (wants(argc, argv, "pages")) measure_all_pages(&s, seconds);
	if (wants(argc, argv, "abuse")) measure_abuse(&s, seconds < 3 ? seconds : 3);
	printf("%-28s %8ld MB resident, %d games in memory\n", "afterwards", resident_kb(s.pid) / 1024,
		games_made);
	service_stop(&s, SIGTERM);
	store_remove(store);
	return 0;
}
