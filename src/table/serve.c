/* Opens the table and closes it: everything that runs is started here, and stopped in the order that loses
   nothing. */
#include "table/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "table/aside.h"
#include "table/assets.h"
#include "table/gate.h"
#include "table/sitting.h"

#define CONNECTIONS 10000
#define HTTP_THREADS 2
#define WORKERS 2
#define ANALYSTS 2
#define THINKERS 2
#define PORTERS 2 /* they wait for imports */
#define CONNECTION_MEMORY (24u << 10)
#define IDLE_SECONDS 75
#define ENTRIES_USUAL 50000 /* the longest battle takes some 5,000 */

/* --- starting ------------------------------------------------------------------------------------------- */

static bool failed(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static bool failed(const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	fputs("fratelli: ", stderr), vfprintf(stderr, fmt, args), fputc('\n', stderr);
	va_end(args);
	return false;
}

static void raise_limits(void)
{
	struct rlimit files;
	if (getrlimit(RLIMIT_NOFILE, &files)) return;
	files.rlim_cur = files.rlim_max < CONNECTIONS + 100 ? files.rlim_max : CONNECTIONS + 100;
	setrlimit(RLIMIT_NOFILE, &files);
}

union address {
	struct sockaddr any;
	struct sockaddr_in four;
	struct sockaddr_in6 six;
};

static bool read_address(struct table *t, union address *a)
{
	*a = (union address){0};
	if (inet_pton(AF_INET, t->with.bind, &a->four.sin_addr) == 1) {
		a->four.sin_family = AF_INET, a->four.sin_port = htons((uint16_t)t->with.port);
		t->loopback = ntohl(a->four.sin_addr.s_addr) >> 24 == 127;
		return true;
	}
	if (inet_pton(AF_INET6, t->with.bind, &a->six.sin6_addr) != 1)
		return failed("--bind %s: an address was expected", t->with.bind);
	a->six.sin6_family = AF_INET6, a->six.sin6_port = htons((uint16_t)t->with.port);
	t->loopback = IN6_IS_ADDR_LOOPBACK(&a->six.sin6_addr);
	return true;
}

static bool listen_at(struct table *t)
{
	union address at;
	if (!read_address(t, &at)) return false;
	unsigned how = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_ALLOW_UPGRADE |
	               MHD_USE_ITC | (at.any.sa_family == AF_INET6 ? MHD_USE_IPv6 : 0);
	/* MHD_OPTION_LISTENING_ADDRESS_REUSE stays away: it would let a second service share our port
	   (SO_REUSEPORT). That a port can be taken again at once after a restart (SO_REUSEADDR) is the usual. */
	struct MHD_OptionItem options[] = {
		{MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS, NULL},
		{MHD_OPTION_THREAD_POOL_SIZE, HTTP_THREADS, NULL},
		{MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY, NULL},
		{MHD_OPTION_CONNECTION_TIMEOUT, IDLE_SECONDS, NULL},
		{MHD_OPTION_LISTEN_BACKLOG_SIZE, 1024, NULL},
		{MHD_OPTION_END, 0, NULL},
	};
	t->daemon = MHD_start_daemon(how, (uint16_t)t->with.port, callers_admit, t->callers, http_access, t,
		MHD_OPTION_SOCK_ADDR, &at.any, MHD_OPTION_NOTIFY_COMPLETED, http_completed, NULL,
		MHD_OPTION_NOTIFY_CONNECTION, callers_notified, t->callers, MHD_OPTION_URI_LOG_CALLBACK, callers_line,
		NULL, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
	if (!t->daemon)
		return failed("cannot listen on %s port %d: %s", t->with.bind, t->with.port, strerror(errno));
	const union MHD_DaemonInfo *info = MHD_get_daemon_info(t->daemon, MHD_DAEMON_INFO_BIND_PORT);
	if (info) t->with.port = info->port;
	return true;
}

static void key_row(void *to, const struct row *r)
{
	size_t n;
	const void *key = row_bytes(r, 0, &n);
	if (n == LIMITS_KEY) memcpy(to, key, n);
}

static void tell_others(void *to, const char *line) { nodes_tell(((struct table *)to)->nodes, line); }

/* All nodes of a table have the same key for what they count. */
static void limits_together(struct table *t)
{
	uint8_t key[LIMITS_KEY] = {0};
	if (!store_many(t->store)) return;
	store_get(t->store, Q_SHARED_KEY, key_row, key, "");
	limits_share(t->limits, key, tell_others, t);
	people_share(t->people, key);
}

static bool table_open(struct table *t)
{
	struct text why = {0};
	t->started = now_us();
	bool shared = store_is_shared(t->with.store);
	t->store_lock = shared ? -1 : store_lock(t->with.store, &why);
	t->store = shared || t->store_lock >= 0 ? store_open(t->with.store, &why) : NULL;
	if (!t->store) failed("%s", text_str(&why));
	text_free(&why);
	if (!t->store) return false;
	if (!forget_old(t)) return store_close(t->store), failed("the store %s cannot be written", t->with.store);
	struct marks before;
	const char *files = t->with.own = serving_own(&t->with);
	if (!marks_open(files, &before))
		note("%s.marks cannot be written: a game that ends the process will not be set aside", files);
	t->aside = aside_open(t, &before, t->with.release);
	t->arena = arena_new();
	open_battles(t);
	pthread_mutex_init(&t->lock, NULL);
	t->people = people_new(), t->limits = limits_new(t->with.rate), t->games = games_new(),
	t->assets = assets_new(t->with.web);
	t->callers = callers_new(t), t->uploads = uploads_new(), t->live = live_new(t), t->hooks = hooks_new(t);
	writer_start(t);
	t->workers = workers_new(t, WORKERS, 0), t->analysts = workers_new(t, ANALYSTS, 5),
	t->thinkers = workers_new(t, THINKERS, 5), t->porters = workers_new(t, PORTERS, 0);
	catalogue_open(t);
	limits_together(t);
	t->nodes = nodes_new(t);
	if (!t->nodes) hooks_look(t, true);
	if (t->with.warm) catalogue_warm(t);
	return true;
}

/* --- stopping ------------------------------------------------------------------------------------------- */

/* First nobody new; then what is under way is finished and answered; then every live connection is ended,
   which libmicrohttpd must see before it can stop. */
static void table_close(struct table *t)
{
	MHD_socket listening = MHD_INVALID_SOCKET;
	atomic_store(&t->stopping, true);
	if (t->daemon) listening = MHD_quiesce_daemon(t->daemon);
	games_distract(t);
	nodes_stop(t->nodes);
	hooks_stop(t->hooks);
	workers_stop(t->thinkers), workers_stop(t->porters), workers_stop(t->analysts), workers_stop(t->workers);
	writer_stop(t);
	live_stop(t->live);
	if (t->daemon) MHD_stop_daemon(t->daemon);
	live_free(t->live), callers_free(t->callers), uploads_free(t->uploads);
	if (listening != MHD_INVALID_SOCKET) close(listening);
	games_free(t), hooks_free(t->hooks);
	shelf_clear(t);
	for (struct mustered *m = t->mustered, *next; m; m = next) {
		next = m->next;
		arena_free(m->arena), free(m);
	}
	nodes_free(t->nodes), presence_free(t->presence);
	catalogue_close(t), guides_free(t->guides);
	assets_free(t->assets), people_free(t->people), limits_free(t->limits);
	store_close(t->store);
	if (t->store_lock >= 0) close(t->store_lock);
	arena_free(t->arena);
	free(t->battle), free(t->writer), free(t->workers), free(t->analysts), free(t->thinkers),
		free(t->porters);
	gate_free(t->gate), aside_free(t->aside), marks_close();
}

static void show_in_browser(const char *url)
{
	if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return;
	pid_t child = fork();
	if (child == 0) {
		execlp("xdg-open", "xdg-open", url, (char *)NULL);
		_exit(127);
	}
}

const char *serving_own(const struct serving *with)
{
	return with->own ? with->own : store_is_shared(with->store) ? "./fratelli-node" : with->store;
}

int table_serve(const struct serving *with)
{
	struct table *t = calloc(1, sizeof *t);
	sigset_t wanted;
	int sig;
	char url[200];
	if (!t || sodium_init() < 0) abort();
	t->with = *with;
	if (!t->with.entries) t->with.entries = ENTRIES_USUAL;
	http_prepare();
	if (with->log_json) log_as_json();
	umask(077); /* the store holds seeds and passwords' hashes */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGCHLD, SIG_IGN);
	sigemptyset(&wanted), sigaddset(&wanted, SIGTERM), sigaddset(&wanted, SIGINT);
	pthread_sigmask(SIG_BLOCK, &wanted, NULL); /* every thread inherits it; we take them with sigwait */
	raise_limits();
	t->gate = gate_new(t->with.data);
	if (!table_open(t)) return gate_free(t->gate), free(t), 1;
	bool fine = listen_at(t);
	if (fine) {
		bool any = strcmp(with->bind, "0.0.0.0") == 0 || strcmp(with->bind, "::") == 0 ||
		           strcmp(with->bind, "127.0.0.1") == 0;
		snprintf(url, sizeof url, "http://%s:%d/", any ? "localhost" : with->bind, t->with.port);
		printf("Fratelli is open at %s (stop it with Ctrl-C)\n", url);
		fflush(stdout);
		if (with->open) show_in_browser(url);
		sigwait(&wanted, &sig);
		note("stopping");
	}
	table_close(t);
	free(t);
	return fine ? 0 : 1;
}
