/* A game that ends the process: the service comes back, that game is set aside with its log and says so, and
   nothing else is touched. The process is made to fail from outside: it is halted, and the thread that is
   marked as busy with the game is sent a signal. */
#include <arpa/inet.h>
#include <dirent.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "engine/match.h"
#include "table/marks.h"

static struct service guarded; /* pid: of who watches over it */

static int free_port(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t n = sizeof at;
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	if (bind(fd, (struct sockaddr *)&at, sizeof at) || getsockname(fd, (struct sockaddr *)&at, &n)) exit(2);
	close(fd);
	return ntohs(at.sin_port);
}

static void guarded_start(const char *data, const char *release)
{
	guarded.port = free_port();
	fflush(stdout);
	if ((guarded.pid = fork()) != 0) return;
	if (!getenv("SERVICE_LOG") &&
		(!freopen("/dev/null", "w", stdout) || !freopen("/tmp/fratelli_service.log", "a", stderr)))
		_exit(2);
	_exit(table_supervise(&(struct serving){.data = data,
		.web = "web/dist",
		.store = guarded.store,
		.bind = "127.0.0.1",
		.games = 1000,
		.cache = 64,
		.port = guarded.port,
		.release = release}));
}

static int parent_of(int pid)
{
	char path[60], line[400] = "";
	int parent = 0;
	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	FILE *f = fopen(path, "r");
	if (f && fgets(line, sizeof line, f) && strrchr(line, ')'))
		sscanf(strrchr(line, ')'), ") %*c %d", &parent);
	if (f) fclose(f);
	return parent;
}

/* The service itself: the watcher's child. */
static int service_pid(void)
{
	DIR *d = opendir("/proc");
	int found = 0;
	for (struct dirent *e; d && !found && (e = readdir(d));)
		if (atoi(e->d_name) > 0 && parent_of(atoi(e->d_name)) == guarded.pid) found = atoi(e->d_name);
	if (d) closedir(d);
	return found;
}

static bool answers(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)guarded.port)};
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	bool fine = connect(fd, (struct sockaddr *)&at, sizeof at) == 0;
	close(fd);
	return fine;
}

static bool watcher_ended(void)
{
	siginfo_t info = {0};
	return waitid(P_PID, (id_t)guarded.pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
	       info.si_pid == guarded.pid;
}

static double wait_until_up(int not_this)
{
	struct timespec a, b;
	clock_gettime(CLOCK_MONOTONIC, &a);
	for (int pid = 0; !watcher_ended(); usleep(2000))
		if ((pid = service_pid()) && pid != not_this && answers()) break;
	clock_gettime(CLOCK_MONOTONIC, &b);
	return (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
}

/* Halts the service until a thread is busy with a game in that way, and makes that thread fail. */
static void strike(enum marked what, int sig)
{
	for (int pid = service_pid(); pid; usleep(500)) {
		struct marks m;
		kill(pid, SIGSTOP);
		marks_read(guarded.store, &m);
		for (int i = 0; i < MARK_SLOTS; i++)
			if (m.slot[i].game && m.slot[i].what == (int)what) {
				syscall(SYS_tgkill, pid, m.slot[i].thread, sig);
				kill(pid, SIGCONT);
				return;
			}
		kill(pid, SIGCONT);
	}
}

/* The connection died with the service. */
static void reconnect(struct client *c)
{
	if (c->fd >= 0) close(c->fd);
	c->fd = -1, c->port = guarded.port;
}

static int stopped(void)
{
	int status;
	waitpid(guarded.pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int entries_of(struct client *c, const char *id)
{
	return client_callf(c, "GET", NULL, "/api/games/%s/log", id) == 200 ? (int)json_array_size(c->json) : -1;
}

/* The file beside the store is a save file: whoever mends the rules can replay it. */
static int saved_entries(const char *id)
{
	char path[400];
	struct loaded l;
	struct faults f = {0};
	snprintf(path, sizeof path, "%s.aside.%s.save", guarded.store, id);
	bool fine = match_load("data", path, -1, &l, &f);
	int n = fine ? l.match->n : -1;
	faults_print(&f, stdout), faults_free(&f);
	if (fine) loaded_free(&l);
	unlink(path);
	return n;
}

struct player {
	struct client *c;
	const char *id;
};

/* Plays against the computer, so that it has something to think about, until the service is gone. */
static void *keep_playing(void *arg)
{
	struct player *p = arg;
	uint64_t rng = 3;
	while (p->c->status && client_callf(p->c, "GET", NULL, "/api/games/%s/view", p->id) == 200)
		if (!game_play(p->c, p->id, 1, &rng)) usleep(200);
	return NULL;
}

static void a_game_that_ends_the_process(struct client *bad, struct client *good, const char *id,
	const char *other)
{
	uint64_t rng = 11;
	int before = service_pid(), acknowledged = game_play(good, other, 40, &rng),
		entries = entries_of(good, other);
	pthread_t playing;
	pthread_create(&playing, NULL, keep_playing, &(struct player){bad, id});
	strike(MARK_THOUGHT, SIGSEGV);
	pthread_join(playing, NULL);
	double took = wait_until_up(before);
	verdict(service_pid() != before, "the service comes back");
	reconnect(bad), reconnect(good);
	printf("# after %.2f s\n", took);
	verdict(acknowledged == 40 && entries_of(good, other) == entries,
		"another game has every order that was acknowledged");
	verdict(game_play(good, other, 5, &rng) == 5, "and goes on");
	verdict(client_callf(bad, "GET", NULL, "/api/games/%s", id) == 500 &&
				strstr(text_at(bad, "error"), "set aside"),
		"the game says what happened");
	printf("# %s\n", text_at(bad, "error"));
	verdict(client_callf(bad, "GET", NULL, "/api/games/%s/view", id) == 500,
		"and is not loaded by whoever looks at it");
	verdict(client_callf(bad, "POST", "{\"n\":0,\"key\":\"k\",\"orders\":[\"done\"]}", "/api/games/%s/orders",
				id) == 500,
		"nor by an order");
	verdict(saved_entries(id) >= 4, "its log is saved beside the store, and can be replayed");
}

static void a_plain_death_sets_nothing_aside(struct client *good, const char *other)
{
	int before = service_pid(), entries = entries_of(good, other);
	kill(before, SIGKILL);
	wait_until_up(before);
	reconnect(good);
	verdict(entries_of(good, other) == entries, "killed, it comes back and no game is set aside");
}

static void it_gives_up(void)
{
	for (int i = 0; i < 20; i++) {
		int pid = service_pid();
		if (!pid || watcher_ended()) break;
		kill(pid, SIGSEGV);
		wait_until_up(pid);
	}
	verdict(stopped() == 1, "what dies again and again without a culprit is given up");
}

int main(void)
{
	struct client bad = {0}, good = {0};
	char id[32], other[32], data[256];
	store_path(guarded.store, sizeof guarded.store, "aside");
	small_data(data, sizeof data);
	guarded_start(data, NULL);
	wait_until_up(0);
	client_meet(&bad, guarded.port), client_meet(&good, guarded.port);
	game_make(&bad, "me", "computer:marshal", id), game_make(&good, "me", "me", other);
	uint64_t rng = 9;
	while (entries_of(&bad, id) < 4) game_play(&bad, id, 1, &rng); /* something to lose */
	a_game_that_ends_the_process(&bad, &good, id, other);
	a_plain_death_sets_nothing_aside(&good, other);
	reconnect(&bad);
	verdict(client_callf(&bad, "GET", NULL, "/api/games/%s/view", id) == 500, "what is set aside stays so");
	kill(guarded.pid, SIGTERM);
	verdict(stopped() == 0, "a clean stop is passed on, and is the end");
	guarded_start(data, id);
	wait_until_up(0);
	reconnect(&bad);
	verdict(client_callf(&bad, "GET", NULL, "/api/games/%s/view", id) == 200, "released, it is played again");
	it_gives_up();
	client_leave(&bad), client_leave(&good);
	store_remove(guarded.store), small_data_remove(data);
	return verdicts_end();
}
