/* Connections before they are requests: how many one household may have, how long each may take, and whether
   what came is framed as the standard says.

   libmicrohttpd ends a connection on which nothing happens. One on which a byte comes now and then goes on
   for ever, so here each part of a request has an end of its own: its head, its body (which also has to come
   at some speed), and the time in which its answer is fetched. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "table/sitting.h"

#define BUCKETS 4096
#define EACH_MOST 256 /* connections of one household */
#define HEAD_S 90     /* from the last answer, or the beginning, until the head of a request is whole */
#define BODY_S 300    /* for its body; and … */
#define STRETCH_S 30  /* … in every so many seconds of it … */
#define STRETCH_BYTES \
	65536           /* … so many bytes have to come: who sends nearly all of it and then stops holds our
	                   memory */
#define FETCH_S 300 /* for its answer */

struct caller { /* one connection */
	struct caller *next, **at;
	uint64_t household;
	int fd;
	_Atomic(enum stage) stage;
	atomic_ullong since, bytes;  /* bytes: of the body, in this stretch of it */
	uint64_t stretch;            /* when it began; 0: with the body. Only who reaps uses it */
	const char *line, *line_end; /* the address in the request line, as it came */
	bool odd;                    /* … which holds what no address may */
};

struct callers {
	struct table *t;
	pthread_mutex_t lock;
	uint8_t key[crypto_shorthash_KEYBYTES];
	struct caller *bucket[BUCKETS];
	uint64_t reaped;
};

struct callers *callers_new(struct table *t)
{
	struct callers *g = calloc(1, sizeof *g);
	if (!g) abort();
	g->t = t;
	pthread_mutex_init(&g->lock, NULL);
	randombytes_buf(g->key, sizeof g->key);
	return g;
}

void callers_free(struct callers *g)
{
	pthread_mutex_destroy(&g->lock);
	free(g);
}

/* --- households ----------------------------------------------------------------------------------------- */

size_t household(const struct sockaddr *a, uint8_t out[16])
{
	if (a && a->sa_family == AF_INET) return memcpy(out, &((const struct sockaddr_in *)a)->sin_addr, 4), 4;
	if (!a || a->sa_family != AF_INET6) return 0;
	const struct in6_addr *six = &((const struct sockaddr_in6 *)a)->sin6_addr;
	if (IN6_IS_ADDR_V4MAPPED(six)) return memcpy(out, six->s6_addr + 12, 4), 4;
	return memcpy(out, six, 8), 8;
}

size_t household_written(const char *text, uint8_t out[16])
{
	struct sockaddr_in four = {.sin_family = AF_INET};
	struct sockaddr_in6 six = {.sin6_family = AF_INET6};
	char bare[64];
	text += strspn(text, " \t[");
	size_t n = strcspn(text, " \t,];");
	if (n >= sizeof bare) return 0;
	memcpy(bare, text, n), bare[n] = 0;
	if (inet_pton(AF_INET6, bare, &six.sin6_addr) == 1) return household((struct sockaddr *)&six, out);
	if (strchr(bare, ':')) *strchr(bare, ':') = 0; /* a port */
	return inet_pton(AF_INET, bare, &four.sin_addr) == 1 ? household((struct sockaddr *)&four, out) : 0;
}

static uint64_t household_key(const struct callers *g, const struct sockaddr *a)
{
	uint8_t who[16];
	uint64_t key;
	size_t n = household(a, who);
	crypto_shorthash((unsigned char *)&key, who, n, g->key);
	return key;
}

enum MHD_Result callers_admit(void *cls, const struct sockaddr *a, socklen_t length)
{
	struct callers *g = cls;
	uint64_t key = household_key(g, a);
	int same = 0;
	(void)length;
	if (from_proxy(g->t, a)) return MHD_YES;
	pthread_mutex_lock(&g->lock);
	for (const struct caller *c = g->bucket[key % BUCKETS]; c; c = c->next) same += c->household == key;
	pthread_mutex_unlock(&g->lock);
	return same < EACH_MOST ? MHD_YES : MHD_NO;
}

static void caller_comes(struct callers *g, struct MHD_Connection *connection, void **own)
{
	const union MHD_ConnectionInfo *from =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const union MHD_ConnectionInfo *fd =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	struct caller *c = calloc(1, sizeof *c);
	if (!c) abort();
	c->household = household_key(g, from ? from->client_addr : NULL), c->fd = fd ? fd->connect_fd : -1;
	atomic_store(&c->since, now_us());
	pthread_mutex_lock(&g->lock);
	struct caller **head = &g->bucket[c->household % BUCKETS];
	c->next = *head, c->at = head;
	if (*head) (*head)->at = &c->next;
	*head = c;
	pthread_mutex_unlock(&g->lock);
	*own = c;
}

void callers_notified(void *cls, struct MHD_Connection *connection, void **own,
	enum MHD_ConnectionNotificationCode code)
{
	struct callers *g = cls;
	struct caller *c = *own;
	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		caller_comes(g, connection, own);
	} else if (c) {
		pthread_mutex_lock(&g->lock);
		*c->at = c->next;
		if (c->next) c->next->at = c->at;
		pthread_mutex_unlock(&g->lock);
		free(c);
		*own = NULL;
	}
}

/* --- how long ------------------------------------------------------------------------------------------- */

static struct caller *caller_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *own =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
	return own ? own->socket_context : NULL;
}

void callers_stage(struct MHD_Connection *connection, enum stage stage)
{
	struct caller *c = caller_of(connection);
	if (!c) return;
	atomic_store(&c->since, now_us());
	atomic_store(&c->bytes, 0);
	atomic_store(&c->stage, stage);
}

void callers_came(struct MHD_Connection *connection, size_t bytes)
{
	struct caller *c = caller_of(connection);
	if (c) atomic_fetch_add(&c->bytes, bytes);
}

/* A stretch that brought enough is followed by the next. */
bool body_drags(uint64_t since, uint64_t now, uint64_t *stretch, atomic_ullong *bytes)
{
	uint64_t began = *stretch > since ? *stretch : since;
	if (now - since >= BODY_S * 1000000ull) return true;
	if (now - began < STRETCH_S * 1000000ull) return false;
	if (atomic_load(bytes) < STRETCH_BYTES) return true;
	*stretch = now, atomic_store(bytes, 0);
	return false;
}

static bool too_long(const struct callers *g, struct caller *c, uint64_t now)
{
	static const uint64_t most[] = {[STAGE_HEAD] = HEAD_S, [STAGE_BODY] = BODY_S, [STAGE_FETCH] = FETCH_S};
	enum stage stage = atomic_load(&c->stage);
	uint64_t since = atomic_load(&c->since);
	if (stage == STAGE_OURS || now <= since) return false;
	if (stage == STAGE_BODY && !g->t->with.patience) return body_drags(since, now, &c->stretch, &c->bytes);
	return now - since > (g->t->with.patience ? (uint64_t)g->t->with.patience : most[stage]) * 1000000;
}

/* libmicrohttpd closes what is shut. A connection that is gone is no longer in our list: its socket cannot be
   another's. */
void callers_reap(struct callers *g)
{
	uint64_t now = now_us();
	if (now - g->reaped < 500000) return;
	g->reaped = now;
	pthread_mutex_lock(&g->lock);
	for (int b = 0; b < BUCKETS; b++)
		for (struct caller *c = g->bucket[b]; c; c = c->next)
			if (too_long(g, c, now)) shutdown(c->fd, SHUT_RDWR);
	pthread_mutex_unlock(&g->lock);
}

/* --- framing -------------------------------------------------------------------------------------------- */

void *callers_line(void *cls, const char *uri, struct MHD_Connection *connection)
{
	struct caller *c = caller_of(connection);
	const char *zero = strstr(uri, "%00");
	(void)cls;
	if (!c) return NULL;
	c->line = uri, c->line_end = uri + strlen(uri);
	c->odd = zero && zero < uri + strcspn(uri, "?");
	for (; *uri; uri++) c->odd |= (unsigned char)*uri <= ' ' || *uri == 127;
	return NULL;
}

struct framing {
	const char *from, *end, *wrong;
	size_t head;
	int hosts, lengths, origins;
	bool coded;
};

/* libmicrohttpd leaves what came where it came, with zeros for what ended it: for CR LF there are two. One is
   a bare line feed; anything else lies between if there was a zero in the line itself, or a line without a
   name, which the library passes over. A line that goes on in the next (folded) is moved elsewhere. */
static void between(struct framing *f, const char *next, int zeros)
{
	bool moved = next < f->end || next > f->from + f->head;
	if (!f->wrong && moved) f->wrong = "A header is one line.";
	if (!f->wrong && (next - f->end != zeros || memcmp(f->end, "\0\0\0\0", (size_t)zeros)))
		f->wrong = "Lines end with CR LF, and hold no NUL.";
}

static bool is_token(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] <= ' ' || s[i] >= 127 || strchr("\"(),/:;<=>?@[\\]{}", s[i])) return false;
	return n > 0;
}

static bool header_is(const char *name, size_t n, const char *one)
{
	return n == strlen(one) && strncasecmp(name, one, n) == 0;
}

static enum MHD_Result each_header(void *cls, enum MHD_ValueKind kind, const char *name, size_t n,
	const char *value, size_t value_n)
{
	struct framing *f = cls;
	(void)kind;
	between(f, name, 2);
	if (!is_token(name, n)) f->wrong = "The name of a header is not one.";
	f->hosts += header_is(name, n, "Host"), f->lengths += header_is(name, n, "Content-Length"),
		f->origins += header_is(name, n, "Origin");
	f->coded |= header_is(name, n, "Transfer-Encoding");
	for (size_t i = 0; value && i < value_n; i++)
		if ((unsigned char)value[i] < ' ' && value[i] != '\t')
			f->wrong = "A header holds a control character.";
	f->end = value ? value + value_n : name + n;
	return MHD_YES;
}

/* The request line, and what lies between its parts. */
static const char *line_wrong(const struct caller *c, struct framing *f, const char *method,
	const char *version)
{
	if (!c->line) return "A request begins with a line.";
	if (!is_token(method, strlen(method))) return "The method is not a word.";
	if (c->odd) return "An address holds no NUL, blank or control character.";
	f->end = method + strlen(method);
	between(f, c->line, 1);
	f->end = c->line_end;
	between(f, version, 1);
	f->end = version + strlen(version);
	return f->wrong;
}

/* What cannot be looked at is refused; libmicrohttpd always has our record and the bytes. */
struct misframed callers_wrong(struct MHD_Connection *connection, const char *method, const char *version)
{
	const struct caller *c = caller_of(connection);
	const union MHD_ConnectionInfo *size =
		MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
	if (!c || !size) return (struct misframed){400, "Nobody knows how this request came."};
	struct framing f = {.from = method, .head = size->header_size};
	const char *wrong = line_wrong(c, &f, method, version);
	if (wrong) return (struct misframed){400, wrong};
	MHD_get_connection_values_n(connection, MHD_HEADER_KIND, each_header, &f);
	if (f.hosts > 1) return (struct misframed){400, "A request has one Host."};
	if (f.origins > 1) return (struct misframed){400, "A request has one Origin."};
	if (f.lengths > 1 || (f.lengths && f.coded)) return (struct misframed){400, "A request has one length."};
	between(&f, f.from + f.head, 4); /* the last one, and the empty one */
	if (f.wrong) return (struct misframed){400, f.wrong};
	if (f.coded)
		return (struct misframed){411,
			"Say how long the body is: Content-Length. Bodies in chunks are not read here."};
	return (struct misframed){0};
}
