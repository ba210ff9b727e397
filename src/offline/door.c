/* The door: requests of the page come in here and go through src/table/http.c as if libmicrohttpd had read
   them from a socket. One thread does everything: what a handler hands to the writer or to a worker waits in
   their queues until door_turn. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "offline/offline.h"
#include "table/aside.h"

#define ENTRIES_USUAL 50000
#define GAMES_MOST 100000
#define CACHE 24 /* games in memory */

struct header {
	struct header *next;
	const char *name, *value;
};

struct MHD_Connection {
	struct MHD_Connection *next; /* of those that are to go on */
	int id;
	char *method, *url, *query; /* query: after the ?, with zeros in it; NULL */
	struct header *header, *cookie, *argument;
	void *own;
	bool answered;
};

struct MHD_Response {
	int refs;
	char *bytes;
	size_t n;
	struct header *header;
};

static struct table *table;
static struct MHD_Connection *resumed, **resumed_last = &resumed;

int connection_id(const struct MHD_Connection *c) { return c->id; }

/* --- what libmicrohttpd would do ------------------------------------------------------------------------ */

static struct header *header_new(struct header *next, const char *name, const char *value)
{
	struct header *h = malloc(sizeof *h);
	if (!h) abort();
	*h = (struct header){next, strdup(name), strdup(value)};
	return h;
}

static void headers_free(struct header *h)
{
	for (struct header *next; h; h = next) {
		next = h->next;
		free((void *)(uintptr_t)h->name), free((void *)(uintptr_t)h->value), free(h);
	}
}

static const char *header_find(const struct header *h, const char *name)
{
	for (; h; h = h->next)
		if (strcasecmp(h->name, name) == 0) return h->value;
	return NULL;
}

const char *MHD_lookup_connection_value(struct MHD_Connection *c, enum MHD_ValueKind kind, const char *name)
{
	return header_find(kind == MHD_HEADER_KIND   ? c->header
					   : kind == MHD_COOKIE_KIND ? c->cookie
												 : c->argument,
		name);
}

int MHD_get_connection_values(struct MHD_Connection *c, enum MHD_ValueKind kind, MHD_KeyValueIterator each,
	void *cls)
{
	int n = 0;
	for (const struct header *h = c->header; h && kind == MHD_HEADER_KIND; h = h->next, n++)
		each(cls, kind, h->name, h->value);
	return n;
}

/* Whoever asks is on this machine. */
const union MHD_ConnectionInfo *MHD_get_connection_info(struct MHD_Connection *c,
	enum MHD_ConnectionInfoType what, ...)
{
	static struct sockaddr_in here = {.sin_family = AF_INET};
	static union MHD_ConnectionInfo info = {.client_addr = (struct sockaddr *)&here};
	(void)c, (void)what;
	here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return &info;
}

void MHD_suspend_connection(struct MHD_Connection *c) { (void)c; }

void MHD_resume_connection(struct MHD_Connection *c)
{
	c->next = NULL;
	*resumed_last = c, resumed_last = &c->next;
}

struct MHD_Response *MHD_create_response_from_buffer(size_t n, void *bytes, enum MHD_ResponseMemoryMode mode)
{
	struct MHD_Response *r = calloc(1, sizeof *r);
	if (!r) abort();
	r->refs = 1, r->n = n, r->bytes = bytes;
	if (mode == MHD_RESPMEM_MUST_FREE) return r;
	r->bytes = malloc(n + 1);
	if (!r->bytes) abort();
	memcpy(r->bytes, bytes, n);
	return r;
}

void MHD_destroy_response(struct MHD_Response *r)
{
	if (--r->refs) return;
	headers_free(r->header), free(r->bytes), free(r);
}

enum MHD_Result MHD_add_response_header(struct MHD_Response *r, const char *name, const char *value)
{
	return r->header = header_new(r->header, name, value), MHD_YES;
}
const char *MHD_get_response_header(struct MHD_Response *r, const char *name)
{
	return header_find(r->header, name);
}

enum MHD_Result MHD_del_response_header(struct MHD_Response *r, const char *name, const char *value)
{
	for (struct header **at = &r->header; *at; at = &(*at)->next) {
		struct header *h = *at;
		if (strcasecmp(h->name, name) || strcmp(h->value, value)) continue;
		*at = h->next, h->next = NULL;
		headers_free(h);
		return MHD_YES;
	}
	return MHD_NO;
}

enum MHD_Result MHD_queue_response(struct MHD_Connection *c, unsigned status, struct MHD_Response *r)
{
	struct text headers = {0};
	for (const struct header *h = r->header; h; h = h->next)
		text_addf(&headers, "%s: %s\n", h->name, h->value);
	page_answer(c->id, (int)status, text_str(&headers), headers.n, r->bytes, r->n);
	text_free(&headers);
	c->answered = true;
	return MHD_YES;
}

/* --- connections: there are none, so nothing of them can be wrong --------------------------------------- */

void callers_stage(struct MHD_Connection *c, enum stage stage) { (void)c, (void)stage; }
void callers_came(struct MHD_Connection *c, size_t bytes) { (void)c, (void)bytes; }
struct misframed callers_wrong(struct MHD_Connection *c, const char *method, const char *version)
{
	return (void)c, (void)method, (void)version, (struct misframed){0};
}
size_t household(const struct sockaddr *a, uint8_t out[16]) { return (void)a, memset(out, 0, 16), 4; }
size_t household_written(const char *text, uint8_t out[16]) { return (void)text, memset(out, 0, 16), 0; }

/* --- requests ------------------------------------------------------------------------------------------- */

static int hex(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

static void unescape(char *s)
{
	char *to = s;
	for (; *s; s++) {
		if (*s == '%' && hex(s[1]) >= 0 && hex(s[2]) >= 0) *to++ = (char)(hex(s[1]) << 4 | hex(s[2])), s += 2;
		else *to++ = *s == '+' ? ' ' : *s;
	}
	*to = 0;
}

static struct header *read_arguments(char *query)
{
	struct header *list = NULL;
	for (char *at = query, *next; at && *at; at = next) {
		char *end = strchr(at, '&'), *value;
		next = end ? end + 1 : NULL;
		if (end) *end = 0;
		value = strchr(at, '=');
		if (value) *value++ = 0;
		unescape(at);
		if (value) unescape(value);
		list = header_new(list, at, value ? value : "");
	}
	return list;
}

/* "Name: value" lines; of cookies there is one at most. */
static void read_headers(struct MHD_Connection *c, char *lines)
{
	for (char *at = lines, *next; at && *at; at = next) {
		char *end = strchr(at, '\n'), *value;
		next = end ? end + 1 : NULL;
		if (end) *end = 0;
		value = strstr(at, ": ");
		if (!value) continue;
		*value = 0, value += 2;
		if (strcasecmp(at, "Cookie") == 0 && strncmp(value, "fratelli=", 9) == 0)
			c->cookie = header_new(c->cookie, "fratelli", value + 9);
		else c->header = header_new(c->header, at, value);
	}
}

static void connection_end(struct MHD_Connection *c)
{
	http_completed(table, c, &c->own, MHD_REQUEST_TERMINATED_COMPLETED_OK);
	headers_free(c->header), headers_free(c->cookie), headers_free(c->argument);
	free(c->method), free(c->url), free(c->query), free(c);
}

static void connection_go(struct MHD_Connection *c)
{
	size_t none = 0;
	http_access(table, c, c->url, c->method, "HTTP/1.1", NULL, &none, &c->own);
	if (c->answered) connection_end(c);
}

/* A request: its method, its address, its headers as lines and its body. It is answered by page_answer with
   the same id, now or in some turn. */
void EXPORT(
	door_ask)(int id, const char *method, const char *url, const char *headers, const char *body, size_t n)
{
	struct MHD_Connection *c = calloc(1, sizeof *c);
	char *lines = strdup(headers), *query;
	if (!c || !lines) abort();
	c->id = id, c->method = strdup(method), c->url = strdup(url);
	query = strchr(c->url, '?');
	if (query) *query++ = 0, c->query = strdup(query), c->argument = read_arguments(c->query);
	unescape(c->url);
	read_headers(c, lines);
	free(lines);
	size_t none = 0;
	http_access(table, c, c->url, c->method, "HTTP/1.1", NULL, &none, &c->own);
	if (n && !c->answered) http_access(table, c, c->url, c->method, "HTTP/1.1", body, &n, &c->own);
	if (c->answered) connection_end(c);
	else connection_go(c);
}

/* Is this request answered by long work alone, without a change to the store? Then another worker, with a
   copy of the store, may do it. */
int EXPORT(door_heavy)(const char *method, const char *url)
{
	static const char *const heavy[] = {"/odds", "/threats", "/report", "/hint", "/march"};
	const char *end = url + strcspn(url, "?");
	if (strstr(end, "threats=") || strstr(end, "odds=")) return 1;
	if (strncmp(url, "/api/map/", 9) == 0 && strcmp(method, "GET") == 0) return 1;
	for (size_t i = 0; i < sizeof heavy / sizeof *heavy; i++) {
		size_t n = strlen(heavy[i]);
		if ((size_t)(end - url) > n && strncmp(end - n, heavy[i], n) == 0) return 1;
	}
	return 0;
}

/* --- turns ---------------------------------------------------------------------------------------------- */

static bool resume_one(void)
{
	struct MHD_Connection *c = resumed;
	if (!c) return false;
	resumed = c->next;
	if (!resumed) resumed_last = &resumed;
	connection_go(c);
	return true;
}

/* Does one thing that waits. 0: nothing does. Between two turns no transaction is open. */
int EXPORT(door_turn)(void) { return resume_one() || writer_turn(table) || crews_turn(); }

void EXPORT(door_hang_up)(int link) { live_hang_up(table, link); }

/* --- thoughts ------------------------------------------------------------------------------------------- */

static void think_elsewhere(struct table *t, const struct sitting *s, int side)
{
	(void)t;
	page_think(s->id, strlen(s->id), side);
}

/* In a worker with a copy: the others see to it. */
static void think_nowhere(struct table *t, const struct sitting *s, int side)
{
	(void)t, (void)s, (void)side;
}

/* The choice of a computer's side, in a worker that has a copy of the store: "n\norder\nplan". */
void EXPORT(door_think)(int id, const char *game, int side)
{
	struct text order = {0}, plan = {0}, out = {0};
	struct sitting *s = sitting_take(table, game);
	int n = s ? computer_choice(table, s, side, &order, &plan) : -1;
	if (s) sitting_drop(table, s);
	text_addf(&out, "%d\n%s\n%s", n, text_str(&order), text_str(&plan));
	page_answer(id, 200, "", 0, text_str(&out), out.n);
	text_free(&order), text_free(&plan), text_free(&out);
}

/* What came of it; n -1: nothing. */
void EXPORT(door_thought)(const char *game, int side, int n, const char *order, const char *plan)
{
	struct sitting *s = sitting_take(table, game);
	if (!s) return;
	computer_thought(table, s, side, n, order, plan);
	sitting_drop(table, s);
}

/* In a worker with a copy: the store has other pages now. */
void EXPORT(door_caught_up)(void)
{
	people_forget(table);
	games_catch_up(table);
}

/* --- opening -------------------------------------------------------------------------------------------- */

/* The one player's session does not end, however long he stays away: nobody could sign in again. */
static bool renew(struct table *t)
{
	if (store_begin(t->store) && store_put(t->store, Q_RENEW_SESSIONS, "i", now_s()) == PUT_DONE &&
		store_commit(t->store) == KEPT)
		return true;
	return store_rollback(t->store), false;
}

/* copy: it has a copy of the store, and changes nothing. 0: it could not be opened. */
int EXPORT(door_open)(int copy, int tests)
{
	struct text why = {0};
	struct marks none = {0};
	struct table *t = table = calloc(1, sizeof *t);
	if (!t || sodium_init() < 0) abort();
	t->with = (struct serving){.data = "/data",
		.tests = tests ? "/tests" : NULL,
		.store = "/store",
		.own = "/store",
		.bind = "127.0.0.1",
		.games = GAMES_MOST,
		.cache = CACHE,
		.entries = ENTRIES_USUAL,
		.alone = true};
	t->loopback = true, t->started = now_us();
	t->think_elsewhere = copy ? think_nowhere : think_elsewhere;
	http_prepare();
	t->store = store_open(t->with.store, &why);
	if (!t->store || (!copy && (!renew(t) || !forget_old(t))))
		return note("%s", text_str(&why)), text_free(&why), 0;
	t->aside = aside_open(t, &none, NULL);
	t->arena = arena_new();
	open_battles(t);
	t->people = people_new(), t->limits = limits_new(0), t->games = games_new(), t->uploads = uploads_new(),
	t->live = live_new(t);
	writer_prepare(t);
	t->workers = workers_new(t, 1, 0), t->analysts = workers_new(t, 1, 0), t->thinkers = workers_new(t, 1, 0),
	t->porters = workers_new(t, 1, 0);
	catalogue_open(t);
	mail_open(t);
	return 1;
}
