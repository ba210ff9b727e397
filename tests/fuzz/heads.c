/* The bytes of requests, through the real libmicrohttpd and our look at their framing (callers.c). A strict
   reader of our own, who knows nothing of the library, reads the same bytes. What we accept the strict reader
   must have read as the same request: the same address and the same length of the body, one after the other.
   Otherwise a proxy in front of us could see another request than we do. */
#include "fuzz.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include "table/table.h"

#define REQUESTS_MOST 16
#define RUNS_MOST 400
#define MEMORY (24u << 10) /* of a connection, as the service has it */

struct read {
	char address[2000];
	size_t body;
};
struct reading {
	int n;
	struct read list[REQUESTS_MOST];
};

/* --- the strict reader ---------------------------------------------------------------------------------- */

struct strict {
	const char *at, *end;
	bool wrong;
};

static bool is_token(unsigned char c) { return c > ' ' && c < 127 && !strchr("\"(),/:;<=>?@[\\]{}", c); }
static bool is_visible(unsigned char c) { return c > ' ' && c != 127; }
static bool is_value(unsigned char c) { return c >= ' ' || c == '\t'; }

/* Characters of one kind, up to the first other one; at least `least` of them. */
static size_t span(struct strict *s, bool (*kind)(unsigned char), size_t least)
{
	const char *from = s->at;
	while (s->at < s->end && kind((unsigned char)*s->at)) s->at++;
	s->wrong |= (size_t)(s->at - from) < least;
	return (size_t)(s->at - from);
}

static void expect(struct strict *s, const char *text)
{
	size_t n = strlen(text);
	bool there = (size_t)(s->end - s->at) >= n && memcmp(s->at, text, n) == 0;
	s->wrong |= !there;
	if (there) s->at += n;
}

/* Where the strict reader is lenient, because we cannot see it. The library leaves zeros where a line or a
   name ended: so NUL LF looks to us as CR LF does, and any four of CR, LF, NUL and `:` as the end of the
   head. And it passes over lines before a request that are empty, or begin with NUL. */
static void line_end(struct strict *s)
{
	if (s->end - s->at >= 2 && !s->at[0] && s->at[1] == '\n') s->at += 2;
	else expect(s, "\r\n");
}

static bool head_ends(struct strict *s)
{
	if (s->end - s->at < 4) return false;
	for (int i = 0; i < 4; i++)
		if (s->at[i] && !strchr("\r\n:", s->at[i])) return false;
	return s->at += 4, true;
}

static void skip_empty_lines(struct strict *s)
{
	while (s->at < s->end &&
		   (!*s->at || *s->at == '\n' || (*s->at == '\r' && s->end - s->at >= 2 && s->at[1] == '\n'))) {
		const char *stop = memchr(s->at, '\n', (size_t)(s->end - s->at));
		s->at = stop ? stop + 1 : s->end;
	}
}

static bool is(const char *name, size_t n, const char *one)
{
	return n == strlen(one) && strncasecmp(name, one, n) == 0;
}

/* A number of digits alone; what is too large for us is wrong too. */
static size_t length_of(struct strict *s, const char *at, const char *end)
{
	size_t n = 0;
	while (at < end && (*at == ' ' || *at == '\t')) at++;
	while (end > at && (end[-1] == ' ' || end[-1] == '\t')) end--;
	s->wrong |= at == end;
	for (; at < end && !s->wrong; at++)
		s->wrong |= *at < '0' || *at > '9' || n > 1u << 24, n = 10 * n + (size_t)(*at - '0');
	return n;
}

/* To the end of the head. */
static void strict_headers(struct strict *s, struct read *r)
{
	int hosts = 0, lengths = 0, origins = 0;
	while (!s->wrong && !head_ends(s)) {
		line_end(s); /* of the line before */
		const char *name = s->at;
		size_t n = span(s, is_token, 1);
		expect(s, ":");
		const char *value = s->at, *end = value + span(s, is_value, 0);
		hosts += is(name, n, "Host"), origins += is(name, n, "Origin");
		if (is(name, n, "Content-Length")) lengths++, r->body = length_of(s, value, end);
		s->wrong |= is(name, n, "Transfer-Encoding"); /* we refuse them all */
	}
	s->wrong |= hosts > 1 || lengths > 1 || origins > 1;
}

static bool strict_one(struct strict *s, struct read *r)
{
	*r = (struct read){0};
	skip_empty_lines(s);
	span(s, is_token, 1), expect(s, " ");
	const char *address = s->at;
	size_t n = span(s, is_visible, 1);
	expect(s, " HTTP/1."), s->wrong |= s->at == s->end || *s->at < '0' || *s->at > '9', s->at += !s->wrong;
	snprintf(r->address, sizeof r->address, "%.*s", (int)n, address);
	strict_headers(s, r);
	s->wrong |= (size_t)(s->end - s->at) < r->body;
	if (!s->wrong) s->at += r->body;
	return !s->wrong;
}

/* --- the service ---------------------------------------------------------------------------------------- */

static struct table table = {.loopback = true};
static struct MHD_Daemon *service;
static struct reading accepted;
static char line[2000]; /* the address that was read last, as it came */

static void *on_line(void *cls, const char *uri, struct MHD_Connection *c)
{
	snprintf(line, sizeof line, "%s", uri);
	return callers_line(cls, uri, c);
}

static enum MHD_Result answer(struct MHD_Connection *c, int status, bool ends)
{
	struct MHD_Response *r =
		MHD_create_response_from_buffer(0, (void *)(uintptr_t)"", MHD_RESPMEM_PERSISTENT);
	if (ends) MHD_add_response_header(r, "Connection", "close");
	enum MHD_Result sent = MHD_queue_response(c, (unsigned)status, r);
	MHD_destroy_response(r);
	return sent;
}

/* As http_access has it. A request is accepted when its body is whole. */
static enum MHD_Result on_request(void *cls, struct MHD_Connection *c, const char *url, const char *method,
	const char *version, const char *data, size_t *size, void **own)
{
	struct read *r = *own;
	(void)cls, (void)url, (void)data;
	if (!r) {
		struct misframed wrong = callers_wrong(c, method, version);
		if (wrong.why) return answer(c, wrong.status, true);
		r = *own = calloc(1, sizeof *r);
		if (!r) abort();
		snprintf(r->address, sizeof r->address, "%s", line);
		return MHD_YES;
	}
	if (*size) return r->body += *size, *size = 0, MHD_YES;
	if (accepted.n < REQUESTS_MOST) accepted.list[accepted.n++] = *r;
	return answer(c, 200, false);
}

static void on_done(void *cls, struct MHD_Connection *c, void **own, enum MHD_RequestTerminationCode code)
{
	(void)cls, (void)c, (void)code;
	free(*own);
	*own = NULL;
}

static void start(void)
{
	table.callers = callers_new(&table);
	service = MHD_start_daemon(MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ERROR_LOG, 0, NULL, NULL, on_request, NULL,
		MHD_OPTION_NOTIFY_COMPLETED, on_done, NULL, MHD_OPTION_NOTIFY_CONNECTION, callers_notified,
		table.callers, MHD_OPTION_URI_LOG_CALLBACK, on_line, NULL, MHD_OPTION_STRICT_FOR_CLIENT, 1,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)MEMORY, MHD_OPTION_END);
	if (!service) abort();
}

static unsigned connections(void)
{
	return MHD_get_daemon_info(service, MHD_DAEMON_INFO_CURRENT_CONNECTIONS)->num_connections;
}

/* In pieces of this size, so that a line comes in parts too. */
static void send_all(const uint8_t *bytes, size_t n, size_t piece)
{
	const struct sockaddr_in from = {.sin_family = AF_INET};
	int pair[2];
	char heard[4096];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair)) abort();
	if (MHD_add_connection(service, pair[1], (const struct sockaddr *)&from, sizeof from) != MHD_YES) abort();
	for (size_t at = 0; at < n; at += piece) {
		if (send(pair[0], bytes + at, at + piece < n ? piece : n - at, MSG_NOSIGNAL) < 0) break;
		MHD_run(service);
	}
	for (int i = 0, quiet = 0; i < RUNS_MOST && quiet < 4 && connections(); i++) {
		MHD_run(service);
		ssize_t got = recv(pair[0], heard, sizeof heard, 0);
		quiet = got > 0 ? 0 : got == 0 ? 4 : quiet + 1;
	}
	close(pair[0]);
	for (int i = 0; i < RUNS_MOST && connections(); i++) MHD_run(service);
	if (connections()) abort(); /* it never ends */
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	if (!service) start();
	if (n < 2 || n > 20000) return 0;
	struct strict s = {(const char *)bytes + 1, (const char *)bytes + n, false};
	accepted.n = 0;
	send_all(bytes + 1, n - 1, bytes[0] < 128 ? n : 1 + bytes[0] % 64u * 8);
	for (int i = 0; i < accepted.n; i++) {
		const struct read *own = &accepted.list[i];
		struct read other;
		bool read = strict_one(&s, &other);
		if (read && strcmp(own->address, other.address) == 0 && own->body == other.body) continue;
		fprintf(stderr, "accepted %d: '%s' %zu; the strict reader: %s '%s' %zu\n", i, own->address, own->body,
			read ? "read" : "wrong", other.address, other.body);
		abort();
	}
	return 0;
}
