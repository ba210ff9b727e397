/* Connections before they are requests: how many one household may have, how long each may take, and whether what came is framed as the
   standard says.

   libmicrohttpd ends a connection on which nothing happens. One on which a byte comes now and then goes on for ever, so here each part of a
   request has an end of its own: its head, its body (longer for a long one), and the time in which its answer is fetched. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "table/sitting.h"

#define BUCKETS 4096
#define EACH_MOST 256       /* connections of one household */
#define HEAD_S 90           /* from the last answer, or the beginning, until the head of a request is whole */
#define BODY_S 30           /* for its body, and … */
#define BODY_RATE 8192      /* … a second more for so many bytes */
#define FETCH_S 300         /* for its answer */

struct caller { /* one connection */
	struct caller *next, **at;
	uint64_t household;
	int fd;
	_Atomic(enum stage) stage;
	atomic_ullong since, bytes;
	const char *line_end;   /* of the address in the request line, as it came */
	bool nul;               /* … which has a %00 in it */
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

/* --- households ------------------------------------------------------------------------------------------------------------------ */

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
	if (g->t->loopback) return MHD_YES;
	pthread_mutex_lock(&g->lock);
	for (const struct caller *c = g->bucket[key % BUCKETS]; c; c = c->next) same += c->household == key;
	pthread_mutex_unlock(&g->lock);
	return same < EACH_MOST ? MHD_YES : MHD_NO;
}

static void caller_comes(struct callers *g, struct MHD_Connection *connection, void **own)
{
	const union MHD_ConnectionInfo *from = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const union MHD_ConnectionInfo *fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
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

void callers_notified(void *cls, struct MHD_Connection *connection, void **own, enum MHD_ConnectionNotificationCode code)
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

/* --- how long -------------------------------------------------------------------------------------------------------------------------- */

static struct caller *caller_of(struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *own = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
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

static bool too_long(const struct callers *g, const struct caller *c, uint64_t now)
{
	uint64_t most[] = {[STAGE_HEAD] = HEAD_S, [STAGE_BODY] = BODY_S + atomic_load(&c->bytes) / BODY_RATE, [STAGE_FETCH] = FETCH_S};
	enum stage stage = atomic_load(&c->stage);
	if (stage == STAGE_OURS) return false;
	uint64_t seconds = g->t->with.patience ? (uint64_t)g->t->with.patience : most[stage];
	return now - atomic_load(&c->since) > seconds * 1000000 && now > atomic_load(&c->since);
}

/* libmicrohttpd closes what is shut. A connection that is gone is no longer in our list: its socket cannot be another's. */
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

/* --- framing ------------------------------------------------------------------------------------------------------------------------------ */

void *callers_line(void *cls, const char *uri, struct MHD_Connection *connection)
{
	struct caller *c = caller_of(connection);
	const char *zero = strstr(uri, "%00");
	(void)cls;
	if (!c) return NULL;
	c->line_end = uri + strlen(uri);
	c->nul = zero && zero < uri + strcspn(uri, "?");
	return NULL;
}

struct framing { const char *end, *wrong; int hosts, lengths, codings; };

/* libmicrohttpd leaves what came where it came, with zeros for what ended it: for CR LF there are two. One is a bare line feed; anything
   else lies between if there was a zero in the line itself. Where it has moved a line (it was folded) nothing can be said. */
static void between(struct framing *f, const char *next, int zeros)
{
	if (!f->end || next <= f->end || next - f->end > 64) return;
	if (next - f->end != zeros) f->wrong = "Lines end with CR LF, and hold no NUL.";
}

static bool is_token(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] <= ' ' || s[i] >= 127 || strchr("\"(),/:;<=>?@[\\]{}", s[i])) return false;
	return n > 0;
}

static enum MHD_Result each_header(void *cls, enum MHD_ValueKind kind, const char *name, size_t n, const char *value, size_t value_n)
{
	struct framing *f = cls;
	(void)kind;
	between(f, name, 2);
	if (!is_token(name, n)) f->wrong = "The name of a header is not one.";
	f->hosts += n == 4 && strcasecmp(name, "Host") == 0;
	f->lengths += n == 14 && strcasecmp(name, "Content-Length") == 0;
	if (n == 17 && strcasecmp(name, "Transfer-Encoding") == 0) {
		f->codings++;
		if (!value || strcasecmp(value, "chunked")) f->wrong = "Of codings only chunked is understood here.";
	}
	for (size_t i = 0; value && i < value_n; i++)
		if ((unsigned char)value[i] < ' ' && value[i] != '\t') f->wrong = "A header holds a control character.";
	f->end = value ? value + value_n : NULL;
	return MHD_YES;
}

const char *callers_wrong(struct MHD_Connection *connection, const char *version)
{
	const struct caller *c = caller_of(connection);
	struct framing f = {.end = c ? c->line_end : NULL};
	if (c && c->nul) return "An address holds no NUL.";
	between(&f, version, 1);
	f.end = version + strlen(version);
	MHD_get_connection_values_n(connection, MHD_HEADER_KIND, each_header, &f);
	if (f.hosts > 1) return "A request has one Host.";
	if (f.lengths > 1 || f.codings > 1 || (f.lengths && f.codings)) return "A request has one length.";
	if (c && !f.wrong && f.end && memcmp(f.end, "\0\0\0\0", 4)) return "Lines end with CR LF.";
	return f.wrong;
}
