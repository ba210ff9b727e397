/* Connections that are not what they should be: requests that trickle, or that are framed so that two readers
   could read two requests. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "client.h"
#include "table/table.h"

static struct service s;

/* The status that these bytes are answered with; 0 if the connection just ends. Whether it was ended
   afterwards into *ended. */
static int raw(const char *bytes, size_t n, bool *ended)
{
	char answer[2000] = "";
	int fd = dial(s.port), status = 0;
	size_t got = 0;
	if (fd < 0 || send(fd, bytes, n, MSG_NOSIGNAL) != (ssize_t)n) return -1;
	/* what is taken may stay open for long */
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &(struct timeval){.tv_sec = 3}, sizeof(struct timeval));
	shutdown(fd, SHUT_WR); /* nothing more comes: whoever waits for more gives up */
	for (ssize_t k; got + 1 < sizeof answer && (k = recv(fd, answer + got, sizeof answer - 1 - got, 0)) > 0;)
		got += (size_t)k;
	sscanf(answer, "HTTP/1.1 %d", &status);
	*ended = status == 200 || !strstr(answer, "HTTP/1.1 200"); /* no second request was read out of the
	                                                              first */
	close(fd);
	return status;
}

#define HEAD "Host: localhost\r\n"
#define LAST \
	HEAD "Connection: close\r\n" /* libmicrohttpd may not see that we have shut our side until it is
                                             idle for long */
#define TRY(text) {text, sizeof text - 1}

static void try_framing(void)
{
	static const struct {
		const char *bytes;
		size_t n;
	} wrong[] = {
		TRY("GET /health HTTP/1.1\nHost: localhost\n\n"),
		TRY("GET /health HTTP/1.1\r\nHost: localhost\nX: y\r\n\r\n"),
		TRY("GET /health HTTP/1.1\r\n" HEAD "X: y\n\n"),
		TRY("GET /health HTTP/1.1\nHost: localhost\r\n\r\n"),
		TRY("POST /api/games HTTP/1.1\r\n" HEAD
			"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /health HTTP/1.1\r\n" HEAD
			"\r\n"),
		TRY("POST /api/games HTTP/1.1\r\n" HEAD
			"Content-Length: 0\r\nContent-Length: 39\r\n\r\nGET /health HTTP/1.1\r\n" HEAD "\r\n"),
		TRY("GET /health HTTP/1.1\r\n" HEAD "Host: evil.example\r\n\r\n"),
		TRY("GET /health HTTP/1.1\r\n" HEAD "X: a\0b\r\n\r\n"),
		TRY("GET /health\0x HTTP/1.1\r\n" HEAD "\r\n"),
		TRY("GET /health%00x HTTP/1.1\r\n" HEAD "\r\n"),
		TRY("GET /health HTTP/1.1\r\n" HEAD "X : y\r\n\r\n"),
		TRY("POST /api/games HTTP/1.1\r\n" HEAD "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
		TRY("GET /health HTTP/1.1\r\n" HEAD "X: a\x01"
			"b\r\n\r\n"),
		TRY("GET /health HTTP/1.1\r\n" HEAD "Content-Length: +3\r\n\r\nabc"),
		TRY("GET /health HTTP/1.1\r\n\r\n"),
		TRY("GET /health HTTP/1.1\r\n" HEAD "\n"),
		TRY("GET /health HTTP/1.1\r\n" HEAD "X: y\r\n\n"),
		TRY("GET /health HTTP/1.1\r\nHost: localhost\n\r\n"),
		TRY("GE\0T /health HTTP/1.1\r\n" HEAD "\r\n"),
		TRY("GET /health HTTP/1.1\r\nHost: localhost\n:H\n\rX: 1\r\n\r\n"),
		TRY("GET /health?\x01 HTTP/1.1\r\n" HEAD "\r\n"),
		TRY("G(T /health HTTP/1.1\r\n" HEAD "\r\n"),
		TRY("GET\0 /health HTTP/1.1\r\n" HEAD "\r\n"),
		TRY("GET /health HTTP/1.1\0\r\n" HEAD "\r\n"),
		TRY("GET /health HTTP/1.1\r\n" HEAD "X: y\r\n z\r\n\r\n"),
		TRY("GET /health HTTP/1.1\r\n" HEAD
			"Origin: http://localhost\r\nOrigin: http://evil.example\r\n\r\n"),
		TRY("POST /api/session HTTP/1.1\r\n" HEAD "Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n"),
		TRY("POST /api/session HTTP/1.1\r\n" HEAD "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\n0\n\n"),
		TRY("POST /api/session HTTP/1.1\r\n" HEAD
			"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nGET /health HTTP/1.1\r\n" HEAD "\r\n"),
	};
	static const struct {
		const char *bytes;
		size_t n;
	} right[] = {
		TRY("GET /health HTTP/1.1\r\n" LAST "\r\n"),
		TRY("GET /health?x=%00 HTTP/1.1\r\n" LAST "X:y\r\nAccept: */*\r\n\r\n"),
		TRY("GET /health HTTP/1.1\r\n" LAST "X: y \r\nY:\tz\r\n\r\n"),
		TRY("GET /health HTTP/1.1\r\n" LAST "X:\r\n\r\n"),
		TRY("GET /health HTTP/1.1\r\n" LAST
			"Cookie: a=b; c=d\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nSec-Ch-Ua: \"A\";v=\"1\"\r\n\r\n"),
	};
	int taken = 0, refused = 0;
	bool ended;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		int code = raw(wrong[i].bytes, wrong[i].n, &ended);
		if ((code == 400 || code == 411 || code == 0) && ended) continue;
		printf("# %d%s: %s\n", code, ended ? "" : " and another answer", wrong[i].bytes);
		taken++;
	}
	verdict(taken == 0,
		"%zu requests that two readers could read differently are refused, and the connection ends (%d were not)",
		sizeof wrong / sizeof *wrong, taken);
	for (size_t i = 0; i < sizeof right / sizeof *right; i++)
		if (raw(right[i].bytes, right[i].n, &ended) != 200) printf("# %s\n", right[i].bytes), refused++;
	verdict(refused == 0, "%zu that are as they should be are not (%d were)", sizeof right / sizeof *right,
		refused);
	struct client c;
	client_meet(&c, s.port);
	client_send(&c, "GET", "/api/games", NULL, 0);
	verdict(client_read(&c) == 200, "a usual request passes");
	client_leave(&c);
}

/* A page of another's house must not listen: which of two Origins is believed is not left to whoever reads
   them. */
static void try_origins(void)
{
	struct client c;
	char id[32], own[60], two[200];
	int status, wrong = 0;
	client_meet(&c, s.port);
	game_make(&c, "me", "me", id);
	snprintf(own, sizeof own, "http://127.0.0.1:%d", s.port);
	for (int i = 0; i < 3; i++) {
		/* the last: the same twice */
		snprintf(two, sizeof two, "%s\r\nOrigin: %s", i == 1 ? "http://evil.example" : own,
			i ? own : "http://evil.example");
		int fd = live_open(&c, id, 0, two, &status);
		wrong += fd >= 0 || status != 400;
		if (fd >= 0) close(fd);
	}
	verdict(wrong == 0, "a live connection with two Origins is refused, whichever comes first (%d were not)",
		wrong);
	int fd = live_open(&c, id, 0, own, &status);
	verdict(fd >= 0, "one with its own is not (%d)", status);
	if (fd >= 0) close(fd);
	client_leave(&c);
}

/* Sends one byte after the other for as long as the service bears it. True if it was ended before all was
   sent. */
static bool trickle(const char *head, const char *endless)
{
	int fd = dial(s.port);
	bool ended = send(fd, head, strlen(head), MSG_NOSIGNAL) < 0;
	for (int i = 0; i < 1000 && !ended; i++) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		ended = send(fd, endless + (size_t)i % strlen(endless), 1, MSG_NOSIGNAL) < 0 ||
		        (poll(&p, 1, 50) == 1 && recv(fd, (char[100]){0}, 100, 0) <= 0);
	}
	close(fd);
	return ended;
}

static void try_trickle(void)
{
	char path[256], data[100], id[32];
	struct client c;
	struct service usual = s;
	small_data(data, sizeof data);
	store_path(path, sizeof path, "trickle");
	service_start(&s, path, &(struct serving){.data = data, .patience = 1}, NULL);
	verdict(trickle("GET /health HTTP/1.1\r\nX: ", "y"), "a head that does not end is ended");
	verdict(trickle("POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n", "x") &&
				trickle("POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n", " "),
		"and a body that does not end");
	client_meet(&c, s.port);
	game_make(&c, "me", "me", id);
	int status, live = live_open(&c, id, 0, NULL, &status);
	usleep(2500000); /* longer than any part of a request may take here */
	verdict(!live_meanwhile(live, "goodbye"), "a live connection is none: it stays");
	live_send(live, 9, "still", 5);
	char m[200];
	int opcode;
	verdict(live_read(live, m, sizeof m, 10000, &opcode) == 5 && opcode == 10, "and is answered");
	close(live);
	client_leave(&c);
	service_stop(&s, SIGTERM);
	store_remove(path), small_data_remove(data);
	s = usual;
}

/* Behind a proxy all come from one address of this machine, and callers.c cannot tell them apart. */
static void try_crowd(void)
{
	struct client c;
	char id[32];
	int fd[300], open = 0, status = 0, mine = 0;
	client_meet(&c, s.port);
	game_make(&c, "me", "me", id);
	c.from = "192.0.2.1";
	while (open < 300 && (fd[open] = live_open(&c, id, 0, NULL, &status)) >= 0) open++;
	verdict(open == 256 && status == 429,
		"a household has 256 live connections, though it comes through a proxy (%d, then %d)", open, status);
	c.from = "192.0.2.2";
	int other = live_open(&c, id, 0, NULL, &status);
	verdict(other >= 0, "another has its own (%d)", status);
	close(other);
	while (open) close(fd[--open]);
	c.from = "192.0.2.1";
	for (int i = 0; i < 100 && mine <= 0; i++) usleep(50000), mine = live_open(&c, id, 0, NULL, &status);
	verdict(mine > 0, "and when they have ended there is room again (%d)", status);
	close(mine);
	client_leave(&c);
}

/* --- large bodies that are not finished ----------------------------------------------------------------- */

#define LARGE ((8 << 20) - 100)

/* Begins to bring a file from that household, and stops a byte before its end. The connection. */
static int hold(const struct client *c, const char *from)
{
	static char rubbish[LARGE];
	char head[600];
	int fd = dial(s.port),
		n = snprintf(head, sizeof head,
			"POST /api/import HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\nX-Fratelli: %s\r\nX-Forwarded-For: %s\r\nContent-Length: %d\r\n\r\n",
			c->cookie, c->csrf, from, LARGE);
	memset(rubbish, '#', sizeof rubbish);
	if (send(fd, head, (size_t)n, MSG_NOSIGNAL) != n) return -1;
	for (ssize_t sent = 0, k; sent < LARGE - 1; sent += k)
		if ((k = send(fd, rubbish, (size_t)(LARGE - 1 - sent), MSG_NOSIGNAL)) <= 0) break;
	return fd;
}

/* Another one brings a file: what it is told. */
static int bring(struct client *c, const char *from)
{
	c->from = from;
	client_send(c, "POST", "/api/import", "fratelli 1\n", 11);
	return client_read(c);
}

static void try_holding(void)
{
	struct client held[8], other;
	int fd[40], n = 0;
	char from[40];
	for (int i = 0; i < 8; i++) client_meet(&held[i], s.port);
	client_meet(&other, s.port);
	for (int i = 0; i < 9; i++) fd[n++] = hold(&held[i % 8], "192.0.2.1");
	int elsewhere = bring(&other, "192.0.2.2"), own = bring(&other, "192.0.2.1");
	verdict(elsewhere == 422,
		"nine files that one household does not finish keep nobody else from bringing one (%d)", elsewhere);
	verdict(own == 429 && strstr(text_at(&other, "error"), "other files"),
		"it has to wait for them itself (%d %s)", own, text_at(&other, "error"));
	fd[n++] = hold(&other, "192.0.2.3"), fd[n++] = hold(&other, "192.0.2.4");
	own = bring(&other, "192.0.2.5");
	verdict(own == 429, "so has a person who comes from many addresses (%d)", own);
	for (int i = 1; i < 8; i++)
		snprintf(from, sizeof from, "192.0.2.%d", 10 + i), fd[n++] = hold(&held[i], from);
	struct client late;
	client_meet(&late, s.port);
	int full = bring(&late, "192.0.2.99");
	verdict(full == 503 && strstr(text_at(&late, "error"), "Others are bringing"),
		"when there is no more room, that is what is said (%d %s)", full, text_at(&late, "error"));
	for (int i = 0; i < n; i++) close(fd[i]);
	int again = full;
	for (int i = 0; i < 100 && again == 503; i++) usleep(50000), again = bring(&late, "192.0.2.99");
	verdict(again == 422, "and afterwards there is (%d)", again);
	for (int i = 0; i < 8; i++) client_leave(&held[i]);
	client_leave(&other), client_leave(&late);
}

/* A body that began at second 1000 and brings so many bytes each second, up to some second. When it is found
   to drag, looked at twice a second. */
static int drags_after(unsigned each, int until, uint64_t *stretch)
{
	atomic_ullong bytes = 0;
	for (int half = 1; half < 800; half++) {
		if (half % 2 == 0 && half / 2 <= until) atomic_fetch_add(&bytes, each);
		if (body_drags(1000000000, 1000000000 + (uint64_t)half * 500000, stretch, &bytes)) return half / 2;
	}
	return -1;
}

static void try_speed(void)
{
	uint64_t fresh[5] = {0, 0, 0, 0, 900000000 /* of the request before on this connection */};
	int quick = drags_after(4096, 1000, &fresh[0]), slow = drags_after(2000, 1000, &fresh[1]),
		stops = drags_after(1 << 20, 7, &fresh[2]), later = drags_after(4096, 100, &fresh[3]);
	verdict(quick == 300, "a body has 300 seconds (%d)", quick);
	verdict(slow == 30 && stops == 60 && later == 120, "and 64 KB of it come in each thirty (%d, %d, %d)",
		slow, stops, later);
	verdict(drags_after(0, 0, &fresh[4]) == 30, "a stretch of the request before does not count");
}

int main(void)
{
	char path[256], data[100];
	small_data(data, sizeof data);
	store_path(path, sizeof path, "gate");
	service_start(&s, path, &(struct serving){.data = data}, NULL);
	try_framing();
	try_origins();
	try_crowd();
	try_holding();
	try_speed();
	try_trickle();
	verdict(service_stop(&s, SIGTERM) == 0, "the service is well");
	store_remove(path);
	small_data_remove(data);
	return verdicts_end();
}
