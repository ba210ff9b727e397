/* The play service inside a harness, without sockets: this file stands in for libmicrohttpd. table_serve runs
   in a thread of its own, with its writer, workers and store as always; requests are handed to it through the
   same callbacks. For tests/fuzz only; whatever of the library is not defined here comes from the real
   one. */
#ifndef TESTS_FUZZ_SERVICE_H
#define TESTS_FUZZ_SERVICE_H

#include "fuzz.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "table/table.h"

#define ARGS_MOST 8
#define HEADERS_MOST 12

struct MHD_Response {
	int refs;
	bool owned;
	char *bytes;
	size_t n;
	char cookie[200];
	MHD_UpgradeHandler upgrade;
	void *upgrade_cls;
};
struct MHD_UpgradeResponseHandle {
	struct MHD_Connection *c;
	int fd;
};
struct MHD_Connection {
	const char *cookie, *csrf, *upgrade; /* what it says of itself; NULL: nothing */
	bool zipped, forwarded;
	int args;
	char *name[ARGS_MOST], *value[ARGS_MOST]; /* of the URL */
	struct text head; /* the request as it came, with zeros for the ends of its lines, as the library leaves
	                     it */
	int headers;
	struct {
		size_t at, n, value, value_n;
	} header[HEADERS_MOST];
	void *socket; /* our record of the connection */
	union MHD_ConnectionInfo told;
	void **own;
	bool suspended, answered, closed;
	int status;
	struct text body; /* of the answer */
	char set_cookie[200];
	struct MHD_UpgradeResponseHandle urh;
	int peer; /* our end of an upgraded connection; -1 */
};

static pthread_mutex_t service_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t service_moved = PTHREAD_COND_INITIALIZER;
static void *service_cls;     /* what the daemon was started with: the table, and … */
static void *service_callers; /* … its record of connections */

/* --- the library's side --------------------------------------------------------------------------------- */

struct MHD_Daemon *MHD_start_daemon(unsigned flags, uint16_t port, MHD_AcceptPolicyCallback apc,
	void *apc_cls, MHD_AccessHandlerCallback dh, void *dh_cls, ...)
{
	static int daemon;
	(void)flags, (void)port, (void)apc, (void)dh;
	pthread_mutex_lock(&service_lock);
	service_cls = dh_cls, service_callers = apc_cls;
	pthread_cond_broadcast(&service_moved);
	pthread_mutex_unlock(&service_lock);
	return (struct MHD_Daemon *)&daemon;
}

const union MHD_DaemonInfo *MHD_get_daemon_info(struct MHD_Daemon *d, enum MHD_DaemonInfoType type, ...)
{
	(void)d, (void)type;
	return NULL;
}

const union MHD_ConnectionInfo *MHD_get_connection_info(struct MHD_Connection *c,
	enum MHD_ConnectionInfoType type, ...)
{
	switch (type) { /* only the thread that brings the request asks for these two */
	case MHD_CONNECTION_INFO_SOCKET_CONTEXT: c->told.socket_context = c->socket; return &c->told;
	case MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE: c->told.header_size = c->head.n; return &c->told;
	default: return NULL;
	}
}

const char *MHD_lookup_connection_value(struct MHD_Connection *c, enum MHD_ValueKind kind, const char *key)
{
	static const char *const fixed[][2] = {{"Host", "localhost"}, {"Origin", "http://localhost"},
		{"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="}, {"Sec-WebSocket-Version", "13"}};
	if (kind == MHD_COOKIE_KIND) return strcmp(key, "fratelli") == 0 ? c->cookie : NULL;
	if (kind == MHD_HEADER_KIND) {
		if (strcmp(key, "X-Fratelli") == 0) return c->csrf;
		if (strcmp(key, "Upgrade") == 0) return c->upgrade;
		if (strcmp(key, "Accept-Encoding") == 0) return c->zipped ? "gzip" : NULL;
		if (strcmp(key, "X-Forwarded-For") == 0) return c->forwarded ? "192.0.2.7" : NULL;
		for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
			if (strcmp(key, fixed[i][0]) == 0) return fixed[i][1];
		return NULL;
	}
	for (int i = 0; i < c->args; i++)
		if (strcmp(key, c->name[i]) == 0) return c->value[i];
	return NULL;
}

int MHD_get_connection_values(struct MHD_Connection *c, enum MHD_ValueKind kind, MHD_KeyValueIterator each,
	void *cls)
{
	static const char *const headers[] = {"Host", "X-Forwarded-For", "Origin"};
	int n = 0;
	for (size_t i = 0; kind == MHD_HEADER_KIND && i < sizeof headers / sizeof *headers; i++) {
		const char *value = MHD_lookup_connection_value(c, kind, headers[i]);
		if (value) n++, each(cls, kind, headers[i], value);
	}
	return n;
}

int MHD_get_connection_values_n(struct MHD_Connection *c, enum MHD_ValueKind kind, MHD_KeyValueIteratorN each,
	void *cls)
{
	for (int i = 0; i < c->headers; i++)
		each(cls, kind, c->head.s + c->header[i].at, c->header[i].n, c->head.s + c->header[i].value,
			c->header[i].value_n);
	return c->headers;
}

struct MHD_Response *MHD_create_response_from_buffer(size_t n, void *bytes, enum MHD_ResponseMemoryMode mode)
{
	struct MHD_Response *r = calloc(1, sizeof *r);
	if (mode == MHD_RESPMEM_MUST_COPY && n) bytes = memcpy(malloc(n), bytes, n);
	r->refs = 1, r->n = n, r->bytes = bytes, r->owned = mode != MHD_RESPMEM_PERSISTENT;
	return r;
}

struct MHD_Response *MHD_create_response_for_upgrade(MHD_UpgradeHandler handler, void *cls)
{
	struct MHD_Response *r = MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
	r->upgrade = handler, r->upgrade_cls = cls;
	return r;
}

enum MHD_Result MHD_add_response_header(struct MHD_Response *r, const char *name, const char *value)
{
	if (strcmp(name, "Set-Cookie") == 0) snprintf(r->cookie, sizeof r->cookie, "%s", value);
	return MHD_YES;
}
const char *MHD_get_response_header(struct MHD_Response *r, const char *name)
{
	return (void)r, (void)name, NULL;
}
enum MHD_Result MHD_del_response_header(struct MHD_Response *r, const char *name, const char *value)
{
	return (void)r, (void)name, (void)value, MHD_YES;
}

void MHD_destroy_response(struct MHD_Response *r)
{
	if (__atomic_sub_fetch(&r->refs, 1, __ATOMIC_SEQ_CST)) return;
	if (r->owned) free(r->bytes);
	free(r);
}

enum MHD_Result MHD_queue_response(struct MHD_Connection *c, unsigned status, struct MHD_Response *r)
{
	int pair[2];
	c->status = (int)status, c->answered = true;
	text_addn(&c->body, r->bytes, r->n);
	snprintf(c->set_cookie, sizeof c->set_cookie, "%s", r->cookie);
	if (status == 101 && r->upgrade &&
		socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) == 0) {
		c->peer = pair[0];
		c->urh = (struct MHD_UpgradeResponseHandle){c, pair[1]};
		r->upgrade(r->upgrade_cls, c, *c->own, NULL, 0, pair[1], &c->urh);
	}
	return MHD_YES;
}

enum MHD_Result MHD_upgrade_action(struct MHD_UpgradeResponseHandle *urh, enum MHD_UpgradeAction action, ...)
{
	if (action != MHD_UPGRADE_ACTION_CLOSE) return MHD_YES;
	close(urh->fd);
	pthread_mutex_lock(&service_lock);
	urh->c->closed = true;
	pthread_cond_broadcast(&service_moved);
	pthread_mutex_unlock(&service_lock);
	return MHD_YES;
}

static void suspended_is(struct MHD_Connection *c, bool suspended)
{
	pthread_mutex_lock(&service_lock);
	c->suspended = suspended;
	pthread_cond_broadcast(&service_moved);
	pthread_mutex_unlock(&service_lock);
}
void MHD_suspend_connection(struct MHD_Connection *c) { suspended_is(c, true); }
void MHD_resume_connection(struct MHD_Connection *c) { suspended_is(c, false); }

/* --- our side ------------------------------------------------------------------------------------------- */

static inline void *service_main(void *arg)
{
	char store[160];
	snprintf(store, sizeof store, "%s/fuzz.store", fuzz_folder());
	table_serve(&(struct serving){.data = arg,
		.web = "web/dist",
		.store = store,
		.bind = "127.0.0.1",
		.games = 1 << 30,
		.cache = 16,
		.entries = 300});
	abort(); /* it serves until we are gone */
}

/* A data folder with every rule system and one small battle. */
static inline void service_start(void)
{
	static char data[100];
	char name[200], here[400], from[500];
	pthread_t thread;
	if (!getcwd(here, sizeof here)) abort();
	snprintf(data, sizeof data, "%s/data", fuzz_folder()), mkdir(data, 0700);
	snprintf(name, sizeof name, "%s/battles", data), mkdir(name, 0700);
	snprintf(name, sizeof name, "%s/battles/crossroads", data),
		snprintf(from, sizeof from, "%s/tests/battles/crossroads", here);
	if (symlink(from, name)) abort();
	snprintf(name, sizeof name, "%s/rules", data), snprintf(from, sizeof from, "%s/data/rules", here);
	if (symlink(from, name)) abort();
	if (pthread_create(&thread, NULL, service_main, data)) abort();
	pthread_mutex_lock(&service_lock);
	while (!service_cls) pthread_cond_wait(&service_moved, &service_lock);
	pthread_mutex_unlock(&service_lock);
}

/* Writes the head of the request as libmicrohttpd has it when it has read it. */
static inline void head_write(struct MHD_Connection *c, const char *method, const char *path)
{
	static const char *const names[] = {"Host", "Origin", "X-Fratelli", "X-Forwarded-For", "Upgrade",
		"Accept-Encoding", "Sec-WebSocket-Key", "Sec-WebSocket-Version"};
	text_addf(&c->head, "%s%c%s", method, 0, path);
	for (int i = 0; i < c->args; i++)
		text_addf(&c->head, "%c%s%s%s", i ? '&' : '?', c->name[i], c->value[i] ? "=" : "",
			c->value[i] ? c->value[i] : "");
	text_addf(&c->head, "%cHTTP/1.1", 0);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = MHD_lookup_connection_value(c, MHD_HEADER_KIND, names[i]);
		if (!value) continue;
		size_t at = c->head.n + 2, n = strlen(names[i]);
		text_addf(&c->head, "%c%c%s: %s", 0, 0, names[i], value);
		c->header[c->headers].at = at, c->header[c->headers].n = n;
		c->header[c->headers].value = at + n + 2, c->header[c->headers++].value_n = strlen(value);
	}
	text_addf(&c->head, "%c%c%c%c", 0, 0, 0, 0);
}

/* One request to its answer. The connection says who; the answer is in it afterwards. *own stays with the
   request if it was upgraded. */
static inline void service_ask(struct MHD_Connection *c, const char *method, const char *path,
	const char *body, size_t n, void **own)
{
	size_t none = 0, size = n;
	*own = NULL, c->own = own, c->peer = -1;
	callers_notified(service_callers, c, &c->socket, MHD_CONNECTION_NOTIFY_STARTED);
	head_write(c, method, path);
	const char *how = c->head.s, *uri = how + strlen(how) + 1, *version = uri + strlen(uri) + 1;
	callers_line(NULL, uri, c);
	http_access(service_cls, c, path, how, version, NULL, &none, own);
	if (c->answered) return; /* it was misframed */
	if (n && http_access(service_cls, c, path, how, version, body, &size, own) != MHD_YES) return;
	while (!c->answered) {
		none = 0;
		if (http_access(service_cls, c, path, how, version, NULL, &none, own) != MHD_YES) return;
		pthread_mutex_lock(&service_lock);
		while (c->suspended) pthread_cond_wait(&service_moved, &service_lock);
		pthread_mutex_unlock(&service_lock);
	}
}

static inline void service_done(struct MHD_Connection *c, void **own)
{
	http_completed(NULL, c, own, MHD_REQUEST_TERMINATED_COMPLETED_OK);
	callers_notified(service_callers, c, &c->socket, MHD_CONNECTION_NOTIFY_CLOSED);
	text_free(&c->body), text_free(&c->head);
}

struct guest {
	char cookie[65], csrf[65];
};

/* A member of the answer that is a text; "" if there is none. */
static inline void answer_text(const struct MHD_Connection *c, const char *name, char *out, size_t room)
{
	char pattern[80];
	snprintf(pattern, sizeof pattern, "\"%s\":\"", name);
	const char *at = c->body.n ? strstr(text_str((struct text *)(uintptr_t)&c->body), pattern) : NULL;
	snprintf(out, room, "%.*s", at ? (int)strcspn(at + strlen(pattern), "\"") : 0,
		at ? at + strlen(pattern) : "");
}

static inline void guest_meet(struct guest *g)
{
	struct MHD_Connection c = {0};
	void *own;
	service_ask(&c, "GET", "/api/me", NULL, 0, &own);
	if (sscanf(c.set_cookie, "fratelli=%64[0-9a-f]", g->cookie) != 1) abort();
	answer_text(&c, "csrf", g->csrf, sizeof g->csrf);
	service_done(&c, &own);
}

static inline void game_new_by(const struct guest *g, const char *system, const char *east, char id[ID_MOST])
{
	struct MHD_Connection c = {.cookie = g->cookie, .csrf = g->csrf};
	char body[300];
	void *own;
	int n = snprintf(body, sizeof body,
		"{\"battle\":\"crossroads\",\"system\":\"%s\",\"scenario\":\"meeting\",\"seats\":{\"west\":\"me\",\"east\":\"%s\"}}",
		system, east);
	service_ask(&c, "POST", "/api/games", body, (size_t)n, &own);
	answer_text(&c, "id", id, ID_MOST);
	if (!id[0]) fprintf(stderr, "no game: %d %s\n", c.status, text_str(&c.body)), abort();
	service_done(&c, &own);
}

#endif
