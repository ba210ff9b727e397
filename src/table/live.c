/* Live connections: WebSockets that tell when a game has moved on. One thread serves them all with epoll.
   Other threads only put notices into its box; each connection is told what its holder may know (the number
   of entries it may see), never what happened: that is asked for in the ordinary way. Whoever does not read,
   does not answer pings, or vanishes is dropped. */
#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "table/frames.h"
#include "table/handlers.h"

#define BUCKETS 1024
#define PING_US (20 * 1000000ull)
#define SILENT_US (50 * 1000000ull)
#define VANISHED_MS 30000
#define GOODBYE_US 1000000ull
#define LIVE_MOST 8000
#define HOUSEHOLD_MOST \
	256                 /* of these from one address: a proxy on this machine lets through what callers.c
	                       would not */
#define HOUSEHOLDS 4096 /* two that share a number share the limit */

struct link {          /* one live connection */
	struct link *next; /* of the same bucket */
	struct link *next_new;
	int fd;
	struct MHD_UpgradeResponseHandle *urh;
	struct frames *frames;
	struct sitting *s;     /* watched, so it stays */
	int64_t who;           /* the person, and … */
	uint8_t token[32];     /* … the hash of the session's */
	atomic_int *household; /* how many others come from the same address */
	unsigned held, heard;
	int told; /* the number of entries it knows of */
	uint64_t heard_at, pinged_at;
	bool writing; /* epoll waits for room to write */
};

struct notice {
	struct notice *next;
	int64_t game;
	int n[4]; /* by what is held; -1: a text instead */
	bool seats_only;
	bool ends;     /* instead: the connections of a session, or of a person but for that session, end */
	bool any;      /* … the person's without exception */
	bool presence; /* instead: who is there has changed at another node */
	int64_t who;
	uint8_t token[32];
	char text[];
};

struct live {
	struct table *t;
	pthread_t thread;
	int epoll, wake;
	pthread_mutex_t lock; /* of the box */
	struct notice *first, **last;
	struct notice *held; /* the writer's own: what its transaction has to say, last first */
	struct link *fresh;
	bool stop;
	atomic_int links, household[HOUSEHOLDS];
	/* the thread's own */
	struct link *bucket[BUCKETS];
	int flagged, flag_room;
	int64_t *flag; /* games whose presence has changed; one may be there twice */
};

static struct link **bucket_of(struct live *l, int64_t game) { return &l->bucket[(uint64_t)game % BUCKETS]; }

/* --- one connection ------------------------------------------------------------------------------------- */

static ssize_t link_read(void *own, uint8_t *to, size_t n)
{
	return recv(((struct link *)own)->fd, to, n, 0);
}
static ssize_t link_write(void *own, const uint8_t *from, size_t n)
{
	return send(((struct link *)own)->fd, from, n, MSG_NOSIGNAL);
}
static const struct frames_io link_io = {link_read, link_write};

static void flag_presence(struct live *l, int64_t game)
{
	if (l->flagged && l->flag[l->flagged - 1] == game) return;
	if (l->flagged == l->flag_room) {
		l->flag_room = l->flag_room ? 2 * l->flag_room : 256;
		l->flag = realloc(l->flag, sizeof *l->flag * (size_t)l->flag_room);
		if (!l->flag) abort();
	}
	l->flag[l->flagged++] = game;
}

static void present(const struct link *k, int by)
{
	for (int side = 0; side < SIDES; side++)
		if (k->held >> side & 1) atomic_fetch_add(&k->s->present[side], by);
}

static void link_end(struct live *l, struct link *k)
{
	struct link **at = bucket_of(l, k->s->number);
	while (*at && *at != k) at = &(*at)->next;
	if (*at) *at = k->next;
	epoll_ctl(l->epoll, EPOLL_CTL_DEL, k->fd, NULL);
	flag_presence(l, k->s->number);
	present(k, -1);
	sitting_watch(l->t, k->s, -1);
	frames_free(k->frames);
	MHD_upgrade_action(k->urh, MHD_UPGRADE_ACTION_CLOSE);
	atomic_fetch_sub(k->household, 1);
	free(k);
	atomic_fetch_sub(&l->links, 1);
}

/* Sends what waits. False: it is over, and k is gone. */
static bool link_flush(struct live *l, struct link *k)
{
	if (!frames_write(k->frames) || frames_over(k->frames)) return link_end(l, k), false;
	bool more = frames_wait(k->frames);
	if (more != k->writing) {
		struct epoll_event e = {.events = EPOLLIN | EPOLLRDHUP | (more ? EPOLLOUT : 0), .data.ptr = k};
		epoll_ctl(l->epoll, EPOLL_CTL_MOD, k->fd, &e);
		k->writing = more;
	}
	return true;
}

static bool link_say(struct live *l, struct link *k, const char *text)
{
	if (!frames_say(k->frames, text, strlen(text))) return link_end(l, k), false;
	return link_flush(l, k);
}

static bool link_tell(struct live *l, struct link *k, int n)
{
	char text[64];
	if (n == k->told) return true;
	k->told = n;
	snprintf(text, sizeof text, "{\"type\":\"entries\",\"n\":%d}", n);
	return link_say(l, k, text);
}

static void link_hear(struct live *l, struct link *k)
{
	bool fine = frames_read(k->frames);
	if (frames_heard(k->frames) != k->heard) k->heard = frames_heard(k->frames), k->heard_at = now_us();
	if (!fine) link_end(l, k);
	else link_flush(l, k);
}

static void link_begin(struct live *l, struct link *k)
{
	struct epoll_event e = {.events = EPOLLIN | EPOLLRDHUP, .data.ptr = k};
	int on = 1, vanished = VANISHED_MS, room = 32 << 10;
	setsockopt(k->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	setsockopt(k->fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &vanished, sizeof vanished);
	setsockopt(k->fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room); /* who does not read is noticed soon */
	struct link **head = bucket_of(l, k->s->number);
	k->next = *head, *head = k;
	k->heard_at = k->pinged_at = now_us();
	count(COUNT_LIVE);
	present(k, 1);
	flag_presence(l, k->s->number);
	if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, k->fd, &e)) {
		link_end(l, k);
		return;
	}
	/* something may have come with the request */
	if (link_tell(l, k, atomic_load(&k->s->shown[k->held]))) link_hear(l, k);
}

/* --- all of them ---------------------------------------------------------------------------------------- */

static void deliver(struct live *l, const struct notice *m)
{
	for (struct link *k = *bucket_of(l, m->game), *next; k; k = next) {
		next = k->next;
		if (k->s->number != m->game) continue;
		if (m->n[0] >= 0) link_tell(l, k, m->n[k->held]);
		else if (!m->seats_only || k->held) link_say(l, k, m->text);
	}
}

/* See live_end. */
static void dismiss(struct live *l, const struct notice *m)
{
	for (int b = 0; b < BUCKETS; b++)
		for (struct link *k = l->bucket[b], *next; k; k = next) {
			next = k->next;
			bool same = memcmp(k->token, m->token, sizeof k->token) == 0;
			if (m->who ? k->who != m->who || (same && !m->any) : !same) continue;
			frames_bye(k->frames, 1008, "signed out");
			if (link_flush(l, k)) link_end(l, k);
		}
}

static void tell_presence(struct live *l, int64_t game)
{
	struct text t = {0};
	struct json j = {.out = &t};
	const struct battle *b = NULL;
	struct there there = {0};
	for (struct link *k = *bucket_of(l, game); k; k = k->next) {
		if (k->s->number != game) continue;
		b = table_battle(l->t, k->s->battle);
		for (int side = 0; side < SIDES; side++) there.side[side] += k->held >> side & 1;
		there.others += !k->held;
	}
	presence_ours(l->t, game, &there);
	if (!b) return;
	json_open(&j, NULL, '{');
	json_str(&j, "type", "presence");
	json_open(&j, "sides", '{');
	for (int side = 0; side < SIDES; side++) json_bool(&j, b->side[side].id, there.side[side] > 0);
	json_close(&j, '}');
	json_int(&j, "spectators", there.others);
	json_close(&j, '}');
	struct link *next;
	for (struct link *k = *bucket_of(l, game); k; k = next) {
		next = k->next;
		if (k->s->number == game) link_say(l, k, text_str(&t));
	}
	text_free(&t);
}

static int by_number(const void *a, const void *b)
{
	return (*(const int64_t *)a > *(const int64_t *)b) - (*(const int64_t *)a < *(const int64_t *)b);
}

/* Telling may end connections, and so flag more. */
static void tell_flagged(struct live *l)
{
	int64_t *flag = l->flag;
	int flagged = l->flagged;
	l->flag = NULL, l->flagged = l->flag_room = 0;
	if (flagged) qsort(flag, (size_t)flagged, sizeof *flag, by_number);
	for (int i = 0; i < flagged; i++)
		if (!i || flag[i] != flag[i - 1]) tell_presence(l, flag[i]);
	free(flag);
}

static void tick(struct live *l)
{
	uint64_t now = now_us();
	tell_flagged(l);
	for (int b = 0; b < BUCKETS; b++)
		for (struct link *k = l->bucket[b], *next; k; k = next) {
			next = k->next;
			if (now - k->heard_at > SILENT_US) {
				link_end(l, k);
			} else if (now - k->pinged_at > PING_US) {
				struct person who;
				k->pinged_at = now;
				if (people_find(l->t, k->token, &who)) frames_ping(k->frames);
				else frames_bye(k->frames, 1008, "signed out"); /* banned, or ended by the operator */
				link_flush(l, k);
			}
		}
}

/* Takes what is in the box. False: it is time to stop. */
static bool empty_box(struct live *l)
{
	uint64_t times;
	if (read(l->wake, &times, sizeof times) < 0) times = 0;
	pthread_mutex_lock(&l->lock);
	struct notice *notices = l->first;
	struct link *fresh = l->fresh;
	bool stop = l->stop;
	l->first = NULL, l->last = &l->first, l->fresh = NULL;
	pthread_mutex_unlock(&l->lock);
	while (fresh) {
		struct link *k = fresh;
		fresh = k->next_new;
		link_begin(l, k);
	}
	while (notices) {
		struct notice *m = notices;
		notices = m->next;
		if (m->ends) dismiss(l, m);
		else if (m->presence) flag_presence(l, m->game);
		else deliver(l, m);
		free(m);
	}
	return !stop;
}

/* Everybody is told, and given a second to hear it. */
static void say_goodbye(struct live *l)
{
	uint64_t until = now_us() + GOODBYE_US;
	struct epoll_event e[64];
	for (int b = 0; b < BUCKETS; b++)
		for (struct link *k = l->bucket[b], *next; k; k = next) {
			next = k->next;
			frames_bye(k->frames, 1001, "the server is stopping");
			link_flush(l, k);
		}
	while (atomic_load(&l->links) > 0 && now_us() < until) {
		int n = epoll_wait(l->epoll, e, 64, 50);
		for (int i = 0; i < n; i++)
			if (e[i].data.ptr) link_hear(l, e[i].data.ptr);
	}
	for (int b = 0; b < BUCKETS; b++)
		while (l->bucket[b]) link_end(l, l->bucket[b]);
}

static void *live_main(void *arg)
{
	struct live *l = arg;
	struct epoll_event e[64];
	uint64_t ticked = now_us();
	for (bool going = true; going;) {
		bool box = false;
		int n = epoll_wait(l->epoll, e, 64, 250);
		for (int i = 0; i < n; i++) {
			struct link *k = e[i].data.ptr;
			if (!k) box = true;
			else if (e[i].events & (EPOLLERR | EPOLLHUP)) link_end(l, k);
			else if (e[i].events & (EPOLLIN | EPOLLRDHUP)) link_hear(l, k);
			else link_flush(l, k);
		}
		if (box) going = empty_box(l);
		if (now_us() - ticked > 250000) tick(l), ticked = now_us();
		callers_reap(l->t->callers);
	}
	say_goodbye(l);
	return NULL;
}

/* --- for other threads ---------------------------------------------------------------------------------- */

static void wake(struct live *l)
{
	uint64_t one = 1;
	if (write(l->wake, &one, sizeof one) < 0) return; /* it is full: the thread will wake anyway */
}

static void post(struct live *l, struct notice *m)
{
	m->next = NULL;
	pthread_mutex_lock(&l->lock);
	bool idle = !l->first;
	*l->last = m, l->last = &m->next;
	pthread_mutex_unlock(&l->lock);
	if (idle) wake(l);
}

static struct notice *notice_new(int64_t game, const char *text)
{
	struct notice *m = malloc(sizeof *m + strlen(text) + 1);
	if (!m) abort();
	*m = (struct notice){.game = game, .n = {-1, -1, -1, -1}};
	strcpy(m->text, text);
	return m;
}

void live_moved(struct table *t, struct sitting *s)
{
	for (unsigned held = 0; held < 4; held++) atomic_store(&s->shown[held], sitting_seen(s, held));
	if (!atomic_load(&s->watchers)) return;
	struct notice *m = notice_new(s->number, "");
	for (unsigned held = 0; held < 4; held++) m->n[held] = atomic_load(&s->shown[held]);
	post(t->live, m);
}

void live_say(struct table *t, int64_t game, const char *json, bool seats_only)
{
	struct notice *m = notice_new(game, json);
	m->seats_only = seats_only;
	m->next = t->live->held, t->live->held = m;
	if (!store_many(t->store)) return;
	struct text line = {0};
	text_addf(&line, "say %lld %d %s", (long long)game, seats_only, json);
	store_tell(t->store, text_str(&line));
	text_free(&line);
}

void live_heard(struct table *t, int64_t game, const char *json, bool seats_only)
{
	struct notice *m = notice_new(game, json);
	m->seats_only = seats_only;
	post(t->live, m);
}

void live_presence(struct table *t, int64_t game)
{
	struct notice *m = notice_new(game, "");
	m->presence = true;
	post(t->live, m);
}

void live_end(struct table *t, int64_t who, const uint8_t token[32])
{
	struct notice *m = notice_new(0, "");
	m->ends = true, m->who = who, m->any = !token;
	if (token) memcpy(m->token, token, sizeof m->token);
	post(t->live, m);
}

void live_settle(struct table *t, bool kept)
{
	struct notice *m, *said = NULL;
	while ((m = t->live->held)) t->live->held = m->next, m->next = said, said = m;
	while ((m = said)) {
		said = m->next;
		if (kept) post(t->live, m);
		else free(m);
	}
}

int live_count(struct table *t) { return atomic_load(&t->live->links); }

struct live *live_new(struct table *t)
{
	struct live *l = calloc(1, sizeof *l);
	if (!l) abort();
	l->t = t, l->last = &l->first;
	l->epoll = epoll_create1(EPOLL_CLOEXEC), l->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	pthread_mutex_init(&l->lock, NULL);
	struct epoll_event e = {.events = EPOLLIN, .data.ptr = NULL};
	if (l->epoll < 0 || l->wake < 0 || epoll_ctl(l->epoll, EPOLL_CTL_ADD, l->wake, &e) ||
		pthread_create(&l->thread, NULL, live_main, l))
		abort();
	return l;
}

void live_stop(struct live *l)
{
	pthread_mutex_lock(&l->lock);
	l->stop = true;
	pthread_mutex_unlock(&l->lock);
	wake(l);
	pthread_join(l->thread, NULL);
}

void live_free(struct live *l)
{
	while (l->first) {
		struct notice *m = l->first;
		l->first = m->next;
		free(m);
	}
	close(l->epoll), close(l->wake);
	free(l->flag);
	pthread_mutex_destroy(&l->lock);
	free(l);
}

/* --- the way in ----------------------------------------------------------------------------------------- */

/* A request that becomes a live connection is counted before it is answered, so that who has seen it opened
   finds it counted. */
struct ticket {
	int told;              /* the number of entries the caller knows of */
	atomic_int *household; /* where it is counted; NULL: the connection has taken that over */
};

/* False: too many are there. */
static bool take_place(atomic_int *count, int most)
{
	if (atomic_fetch_add(count, 1) < most) return true;
	atomic_fetch_sub(count, 1);
	return false;
}

static void ticket_free(struct table *t, void *own)
{
	struct ticket *ticket = own;
	if (ticket->household) atomic_fetch_sub(ticket->household, 1), atomic_fetch_sub(&t->live->links, 1);
	free(ticket);
}

static void upgraded(void *cls, struct MHD_Connection *c, void *own, const char *extra, size_t n,
	MHD_socket fd, struct MHD_UpgradeResponseHandle *urh)
{
	struct request *q = own;
	struct ticket *ticket = q->own;
	struct live *l = cls;
	struct link *k = calloc(1, sizeof *k);
	(void)c, (void)extra, (void)n; /* a client that speaks before we have answered is out of order: its words
	                                  are dropped */
	if (!k) abort();
	k->fd = fd, k->urh = urh, k->s = q->game, k->held = q->held, k->who = q->who.id;
	memcpy(k->token, q->token, sizeof k->token);
	k->told = ticket->told, k->household = ticket->household;
	k->frames = frames_new(&link_io, k);
	pthread_mutex_lock(&l->lock);
	bool stop = l->stop;
	if (!stop) {
		sitting_watch(l->t, k->s, 1);
		ticket->household = NULL;
		k->next_new = l->fresh, l->fresh = k;
	}
	pthread_mutex_unlock(&l->lock);
	wake(l);
	if (!stop) return;
	frames_free(k->frames), free(k);
	MHD_upgrade_action(urh, MHD_UPGRADE_ACTION_CLOSE);
}

static const char *header(struct request *q, const char *name)
{
	return MHD_lookup_connection_value(q->connection, MHD_HEADER_KIND, name);
}

static void accept_key(const char *key, char out[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1])
{
	static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
	struct sha1_ctx sha;
	uint8_t digest[SHA1_DIGEST_SIZE];
	sha1_init(&sha);
	sha1_update(&sha, strlen(key), (const uint8_t *)key);
	sha1_update(&sha, sizeof guid - 1, (const uint8_t *)guid);
	sha1_digest(&sha, sizeof digest, digest);
	base64_encode_raw(out, sizeof digest, digest);
	out[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE)] = 0;
}

enum handled handle_live(struct request *q)
{
	char accept[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1];
	const char *upgrade = header(q, "Upgrade"), *key = header(q, "Sec-WebSocket-Key"),
			   *version = header(q, "Sec-WebSocket-Version");
	int since = -1;
	if (!upgrade || strcasecmp(upgrade, "websocket") || !key || strlen(key) != 24 || !version ||
		strcmp(version, "13"))
		return answer_error(q, 426, "A WebSocket was expected here.");
	if (!header(q, "Origin")) return answer_error(q, 403, "A live connection says where it comes from.");
	if (!request_number(q, "since", 0, 1 << 30, &since))
		return answer_error(q, 400, "since: a number was expected.");
	struct live *l = q->t->live;
	atomic_int *household = &l->household[request_from(q) % HOUSEHOLDS];
	if (!take_place(&l->links, LIVE_MOST)) return answer_error(q, 503, "Too many live connections.");
	if (!take_place(household, q->local ? INT_MAX : HOUSEHOLD_MOST)) {
		atomic_fetch_sub(&l->links, 1);
		return answer_error(q, 429, "Too many live connections from here.");
	}
	struct ticket *ticket = malloc(sizeof *ticket);
	if (!ticket) abort();
	*ticket = (struct ticket){since, household};
	q->own = ticket, q->own_free = ticket_free;
	q->upgrade = MHD_create_response_for_upgrade(upgraded, l);
	accept_key(key, accept);
	MHD_add_response_header(q->upgrade, "Upgrade", "websocket");
	MHD_add_response_header(q->upgrade, "Sec-WebSocket-Accept", accept);
	q->status = 101;
	return ANSWERED;
}
