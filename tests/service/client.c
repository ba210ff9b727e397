/* See client.h. */
#include "client.h"
#include "words.h"

#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "table/store.h"

/* --- verdicts ------------------------------------------------------------------------------------------- */

int verdicts_failed;

void verdict(bool fine, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	printf(fine ? "ok - " : "not ok - "), vprintf(fmt, args), putchar('\n');
	va_end(args);
	fflush(stdout);
	verdicts_failed += !fine;
}

int verdicts_end(void)
{
	if (words_wrong())
		verdict(false, "%d answers are not what the page's types say (web/src/service/words.ts)",
			words_wrong());
	if (getenv("WORDS_UNSEEN")) words_unseen();
	return verdicts_failed != 0;
}

/* --- the service ---------------------------------------------------------------------------------------- */

static void die(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	exit(2);
}

/* With STORE, which names a folder of tools/postgres, each store is a database of its own there. */
static void database(const char *what, const char *name)
{
	char command[600];
	snprintf(command, sizeof command, "echo '%s DATABASE \"%s\"%s' | tools/postgres sql %s", what, name,
		*what == 'D' ? " WITH (FORCE)" : "", getenv("STORE"));
	if (system(command)) die(command);
}

void store_path(char *out, size_t room, const char *name)
{
	static int nth;
	char dir[] = "/tmp/fratelli_service_XXXXXX", called[100];
	if (getenv("STORE")) {
		snprintf(called, sizeof called, "%s_%d_%d", name, (int)getpid(), nth++);
		database("CREATE", called);
		snprintf(out, room, "postgresql://fratelli@/%s?host=%s", called, getenv("STORE"));
		return;
	}
	if (!mkdtemp(dir)) die("mkdtemp");
	snprintf(out, room, "%s/%s.store", dir, name);
}

static void database_name(const char *path, char *out, size_t room)
{
	const char *name = path + strlen("postgresql://fratelli@/");
	snprintf(out, room, "%.*s", (int)strcspn(name, "?"), name);
}

void store_remove(const char *path)
{
	static const char *const endings[] = {"", "-wal", "-shm", "-lock", ".marks", ".aside"};
	char name[300], called[100];
	if (store_is_shared(path)) {
		database_name(path, called, sizeof called);
		database("DROP", called);
		snprintf(name, sizeof name, "/tmp/fratelli_node_%s.marks", called), unlink(name);
		return;
	}
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		snprintf(name, sizeof name, "%s%s", path, endings[i]), unlink(name);
	snprintf(name, sizeof name, "%s", path);
	if (strrchr(name, '/')) *strrchr(name, '/') = 0, rmdir(name);
}

void store_sql(const char *path, const char *sql)
{
	char called[100], command[3000];
	sqlite3 *db;
	if (store_is_shared(path)) {
		database_name(path, called, sizeof called);
		snprintf(command, sizeof command, "tools/postgres sql %s %s <<'END'\n%s;\nEND\n", getenv("STORE"),
			called, sql);
		if (system(command)) die(command);
		return;
	}
	sqlite3_open(path, &db), sqlite3_busy_timeout(db, 5000);
	if (sqlite3_exec(db, sql, NULL, NULL, NULL))
		fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(db)), exit(2);
	sqlite3_close(db);
}

int store_count(const char *path, const char *sql)
{
	char called[100], command[3000];
	sqlite3 *db;
	sqlite3_stmt *st = NULL;
	int n = -1;
	if (store_is_shared(path)) {
		database_name(path, called, sizeof called);
		snprintf(command, sizeof command, "tools/postgres sql %s %s <<'END'\n%s;\nEND\n", getenv("STORE"),
			called, sql);
		FILE *f = popen(command, "r");
		if (!f || fscanf(f, "%d", &n) != 1) die(command);
		pclose(f);
		return n;
	}
	sqlite3_open(path, &db), sqlite3_busy_timeout(db, 5000);
	if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK && sqlite3_step(st) == SQLITE_ROW)
		n = sqlite3_column_int(st, 0);
	sqlite3_finalize(st), sqlite3_close(db);
	return n;
}

static void link_into(const char *folder, const char *name, const char *what)
{
	char here[300], to[500], from[300];
	if (!getcwd(here, sizeof here)) die("getcwd");
	snprintf(to, sizeof to, "%s/%s", here, what), snprintf(from, sizeof from, "%s/%s", folder, name);
	if (symlink(to, from)) die(from);
}

void small_data(char *out, size_t room)
{
	char dir[] = "/tmp/fratelli_data_XXXXXX", battles[100];
	if (!mkdtemp(dir)) die("mkdtemp");
	snprintf(out, room, "%s", dir), snprintf(battles, sizeof battles, "%s/battles", dir);
	if (mkdir(battles, 0700)) die(battles);
	link_into(dir, "rules", "data/rules");
	link_into(battles, "crossroads", "tests/battles/crossroads");
}

void small_data_remove(const char *path)
{
	char name[300];
	snprintf(name, sizeof name, "%s/battles/crossroads", path), unlink(name);
	snprintf(name, sizeof name, "%s/battles", path), rmdir(name);
	snprintf(name, sizeof name, "%s/rules", path), unlink(name);
	rmdir(path);
}

static int read_port(int fd)
{
	char line[300];
	size_t n = 0;
	while (n + 1 < sizeof line && read(fd, line + n, 1) == 1 && line[n] != '\n') n++;
	line[n] = 0;
	const char *port = strstr(line, "://");
	port = port ? strchr(port + 3, ':') : NULL;
	return port ? atoi(port + 1) : 0;
}

void service_try(struct service *s, const char *store, const struct serving *with, void (*first)(void))
{
	struct serving usual = {.data = "data",
		.tests = "tests",
		.web = "web/dist",
		.store = store,
		.bind = "127.0.0.1",
		.games = 100000,
		.cache = 256};
	int out[2];
	if (with && with->port) usual.port = with->port;
	char called[100], files[160];
	if (store_is_shared(store)) {
		database_name(store, called, sizeof called);
		snprintf(files, sizeof files, "/tmp/fratelli_node_%s", called);
		usual.own = with && with->own ? with->own : files;
	}
	if (with) {
		if (with->bind) usual.bind = with->bind;
		if (with->host) usual.host = with->host;
		if (with->cache) usual.cache = with->cache;
		if (with->games) usual.games = with->games;
		if (with->web) usual.web = with->web;
		if (with->data) usual.data = with->data, usual.tests = NULL;
		usual.rate = with->rate, usual.warm = with->warm, usual.lan_hooks = with->lan_hooks,
		usual.entries = with->entries, usual.patience = with->patience, usual.thinking = with->thinking;
	}
	if (pipe(out)) die("pipe");
	fflush(stdout); /* the child must not say it again */
	s->pid = fork();
	if (s->pid < 0) die("fork");
	if (s->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(out[0]);
		dup2(out[1], 1), close(out[1]);
		if (!getenv("SERVICE_LOG")) {
			int log = open("/tmp/fratelli_service.log", O_WRONLY | O_CREAT | O_APPEND, 0600);
			if (log >= 0) dup2(log, 2);
		}
		if (first) first();
		_exit(table_serve(&usual));
	}
	close(out[1]);
	s->port = read_port(out[0]);
	snprintf(s->store, sizeof s->store, "%s", store);
	close(out[0]);
}

void service_start(struct service *s, const char *store, const struct serving *with, void (*first)(void))
{
	service_try(s, store, with, first);
	if (!s->port) fprintf(stderr, "the service did not start; see /tmp/fratelli_service.log\n"), exit(2);
}

int service_stop(struct service *s, int signal)
{
	int status = -1;
	kill(s->pid, signal);
	waitpid(s->pid, &status, 0);
	return status;
}

/* --- a client ------------------------------------------------------------------------------------------- */

#define PATIENCE_S 60 /* only ever waited for when something is wrong */

int dial(int port)
{
	struct sockaddr_in a = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct timeval wait = {.tv_sec = PATIENCE_S};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
	if (fd < 0) return -1;
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait),
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	if (connect(fd, (struct sockaddr *)&a, sizeof a) == 0) return fd;
	close(fd);
	return -1;
}

static bool send_all(int fd, const char *s, size_t n)
{
	while (n) {
		ssize_t put = send(fd, s, n, MSG_NOSIGNAL);
		if (put <= 0) return false;
		s += put, n -= (size_t)put;
	}
	return true;
}

static void request_head(const struct client *c, struct text *t, const char *method, const char *path)
{
	char host[40];
	snprintf(host, sizeof host, "127.0.0.1:%d", c->port);
	text_addf(t, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, c->host ? c->host : host);
	if (c->cookie[0]) text_addf(t, "Cookie: %s\r\n", c->cookie);
	if (c->csrf[0] && !c->no_csrf) text_addf(t, "X-Fratelli: %s\r\n", c->csrf);
	if (c->encoding) text_addf(t, "Accept-Encoding: %s\r\n", c->encoding);
	if (c->origin && *c->origin) text_addf(t, "Origin: %s\r\n", c->origin);
	if (c->from) text_addf(t, "X-Forwarded-For: %s\r\n", c->from);
}

void client_send(struct client *c, const char *method, const char *path, const char *body, size_t n)
{
	struct text t = {0};
	if (c->fd < 0) c->fd = dial(c->port);
	request_head(c, &t, method, path);
	if (body) text_addf(&t, "Content-Type: application/json\r\nContent-Length: %zu\r\n", n);
	text_add(&t, "\r\n");
	if (body) text_addn(&t, body, n);
	/* an answer may still be there */
	if (c->fd >= 0 && !send_all(c->fd, text_str(&t), t.n)) shutdown(c->fd, SHUT_WR);
	text_free(&t);
}

static void take_cookie(struct client *c, const char *head)
{
	const char *set = strstr(head, "Set-Cookie: ");
	if (set) snprintf(c->cookie, sizeof c->cookie, "%.*s", (int)strcspn(set + 12, ";\r"), set + 12);
}

static bool read_head(struct client *c)
{
	char part[4096];
	text_clear(&c->raw);
	for (;;) {
		ssize_t got = recv(c->fd, part, sizeof part, MSG_PEEK);
		if (got <= 0) return false;
		size_t before = c->raw.n;
		text_addn(&c->raw, part, (size_t)got);
		char *end = strstr(c->raw.s, "\r\n\r\n");
		size_t take = end ? (size_t)(end + 4 - c->raw.s) - before : (size_t)got;
		if (recv(c->fd, part, take, MSG_WAITALL) != (ssize_t)take) return false;
		if (!end) continue;
		c->raw.n = (size_t)(end + 4 - c->raw.s), c->raw.s[c->raw.n] = 0;
		return true;
	}
}

static bool read_body(struct client *c, bool head_only)
{
	const char *length = strcasestr(c->raw.s, "Content-Length: ");
	size_t n = length && !head_only ? strtoul(length + 16, NULL, 10) : 0;
	char part[16384];
	text_clear(&c->body);
	while (c->body.n < n) {
		size_t want = n - c->body.n < sizeof part ? n - c->body.n : sizeof part;
		ssize_t got = recv(c->fd, part, want, 0);
		if (got <= 0) return false;
		text_addn(&c->body, part, (size_t)got);
	}
	return true;
}

int client_read(struct client *c)
{
	c->status = 0;
	json_decref(c->json), c->json = NULL;
	if (c->fd < 0) return 0;
	if (!read_head(c) || sscanf(c->raw.s, "HTTP/1.1 %d", &c->status) != 1 || !read_body(c, c->status == 304))
		c->status = 0;
	if (c->status == 0 || strcasestr(text_str(&c->raw), "Connection: close")) close(c->fd), c->fd = -1;
	if (c->status == 0) return 0;
	take_cookie(c, c->raw.s);
	if (strstr(c->raw.s, "application/json"))
		c->json = json_loadb(text_str(&c->body), c->body.n, JSON_DECODE_ANY, NULL);
	return c->status;
}

int client_call(struct client *c, const char *method, const char *path, const char *body)
{
	client_send(c, method, path, body, body ? strlen(body) : 0);
	client_read(c);
	words_check(method, path, c->status, c->json);
	return c->status;
}

int client_callf(struct client *c, const char *method, const char *body, const char *fmt, ...)
{
	char path[400];
	va_list args;
	va_start(args, fmt);
	vsnprintf(path, sizeof path, fmt, args);
	va_end(args);
	return client_call(c, method, path, body);
}

void client_meet(struct client *c, int port)
{
	*c = (struct client){.port = port, .fd = -1};
	if (client_call(c, "GET", "/api/me", NULL) != 200)
		fprintf(stderr, "no answer from /api/me: %d %s\n", c->status, text_str(&c->body)), exit(2);
	snprintf(c->csrf, sizeof c->csrf, "%s", text_at(c, "csrf"));
}

void client_leave(struct client *c)
{
	if (c->fd >= 0) close(c->fd);
	c->fd = -1;
	json_decref(c->json), c->json = NULL;
	text_free(&c->body), text_free(&c->raw);
}

const char *text_at(const struct client *c, const char *name)
{
	const char *s = json_string_value(json_object_get(c->json, name));
	return s ? s : "";
}

int int_at(const struct client *c, const char *name)
{
	const json_t *v = json_object_get(c->json, name);
	return json_is_integer(v) ? (int)json_integer_value(v) : -1;
}

uint64_t rnd(uint64_t *s)
{
	*s += 0x9e3779b97f4a7c15ull;
	uint64_t z = *s;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

bool game_try(struct client *c, const char *west, const char *east, char id[32])
{
	char body[300];
	snprintf(body, sizeof body,
		"{\"battle\":\"crossroads\",\"system\":\"drill\",\"scenario\":\"meeting\",\"seats\":{\"west\":\"%s\",\"east\":\"%s\"}}",
		west, east);
	if (client_call(c, "POST", "/api/games", body) != 200) return false;
	snprintf(id, 32, "%s", text_at(c, "id"));
	return true;
}

void game_make(struct client *c, const char *west, const char *east, char id[32])
{
	if (!game_try(c, west, east, id))
		fprintf(stderr, "no game: %d %s\n", c->status, text_str(&c->body)), exit(2);
}

int game_play(struct client *c, const char *id, int most, uint64_t *rng)
{
	int done = 0;
	while (done < most) {
		char body[400];
		if (client_callf(c, "GET", NULL, "/api/games/%s/view", id) != 200) return done;
		const json_t *orders = json_object_get(c->json, "orders");
		if (!json_array_size(orders)) return done;
		const char *words = json_string_value(
			json_object_get(json_array_get(orders, rnd(rng) % json_array_size(orders)), "words"));
		snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%llx\",\"side\":\"%s\",\"orders\":[\"%s\"]}",
			int_at(c, "n"), (unsigned long long)rnd(rng), text_at(c, "turn"), words);
		int code = client_callf(c, "POST", body, "/api/games/%s/orders", id);
		if (code != 200 && code != 409) return done;
		done += code == 200;
	}
	return done;
}

/* --- a live connection ---------------------------------------------------------------------------------- */

int live_open(const struct client *c, const char *id, int since, const char *origin, int *status)
{
	struct client k = *c;
	struct text t = {0};
	char path[100], own[60];
	snprintf(path, sizeof path, "/api/games/%s/live?since=%d", id, since);
	snprintf(own, sizeof own, "http://127.0.0.1:%d", c->port);
	k.fd = dial(c->port), k.origin = origin ? origin : own, k.raw = (struct text){0}, k.json = NULL;
	request_head(&k, &t, "GET", path);
	text_add(&t,
		"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
	*status = 0;
	bool fine = k.fd >= 0 && send_all(k.fd, text_str(&t), t.n) && read_head(&k) &&
	            sscanf(k.raw.s, "HTTP/1.1 %d", status) == 1 && *status == 101 &&
	            strstr(k.raw.s, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
	text_free(&t), text_free(&k.raw);
	if (fine) return k.fd;
	if (k.fd >= 0) close(k.fd);
	return -1;
}

void live_send(int fd, int opcode, const void *bytes, size_t n)
{
	uint8_t frame[300] = {(uint8_t)(0x80 | opcode), (uint8_t)(0x80 | n), 1, 2, 3, 4};
	assert(n < 126);
	for (size_t i = 0; i < n; i++) frame[6 + i] = ((const uint8_t *)bytes)[i] ^ frame[2 + i % 4];
	send_all(fd, (const char *)frame, 6 + n);
}

static bool recv_all(int fd, void *to, size_t n) { return recv(fd, to, n, MSG_WAITALL) == (ssize_t)n; }

int live_read(int fd, char *out, size_t room, int timeout_ms, int *opcode)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	uint8_t head[2], more[2];
	if (poll(&p, 1, timeout_ms) != 1) return -2;
	if (!recv_all(fd, head, 2)) return -1;
	size_t n = head[1] & 127;
	if (n == 126) {
		if (!recv_all(fd, more, 2)) return -1;
		n = (size_t)more[0] << 8 | more[1];
	}
	*opcode = head[0] & 15;
	if (n >= room || !recv_all(fd, out, n)) return -1;
	out[n] = 0;
	return (int)n;
}

bool live_until(int fd, const char *fmt, ...)
{
	char words[200], m[2000];
	int opcode;
	va_list args;
	va_start(args, fmt);
	vsnprintf(words, sizeof words, fmt, args);
	va_end(args);
	while (live_read(fd, m, sizeof m, PATIENCE_S * 1000, &opcode) >= 0)
		if (strstr(m, words)) return true;
	return false;
}

/* Two, since the first may be answered ahead of a notice that came in the same moment. */
bool live_meanwhile(int fd, const char *words)
{
	char m[2000];
	int opcode;
	bool found = false;
	for (int i = 0; i < 2; i++) {
		live_send(fd, 9, "fence", 5);
		do {
			if (live_read(fd, m, sizeof m, PATIENCE_S * 1000, &opcode) < 0) return found;
			if (opcode == 1 && strstr(m, words)) found = true;
		} while (opcode != 10);
	}
	return found;
}
