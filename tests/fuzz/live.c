/* What the peer of a live connection sends after the handshake, through the service's own thread for them:
   whole and broken frames, in pieces whose size the first byte says. Afterwards the connection must be
   closed, by whichever side, and the service must go on. */
#include "service.h"

static struct guest guest;
static char id[ID_MOST];

static void swallow(int fd)
{
	char bin[4096];
	while (recv(fd, bin, sizeof bin, MSG_DONTWAIT) > 0) {
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	if (!service_cls) service_start(), guest_meet(&guest), game_new_by(&guest, "drill", "me", id);
	if (n < 1) return 0;
	struct MHD_Connection c = {.cookie = guest.cookie, .csrf = guest.csrf, .upgrade = "websocket"};
	size_t piece = 1 + bytes[0] % 97u;
	char path[80];
	void *own;
	snprintf(path, sizeof path, "/api/games/%s/live", id);
	service_ask(&c, "GET", path, NULL, 0, &own);
	if (c.status != 101 || c.peer < 0) fprintf(stderr, "status %d\n", c.status), abort();
	for (size_t at = 1; at < n; at += piece) {
		if (send(c.peer, bytes + at, n - at < piece ? n - at : piece, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 &&
			errno != EAGAIN)
			break;
		if (at % 5 == 0) swallow(c.peer);
	}
	shutdown(c.peer, SHUT_WR);
	swallow(c.peer);
	close(c.peer);
	pthread_mutex_lock(&service_lock);
	while (!c.closed) pthread_cond_wait(&service_moved, &service_lock);
	pthread_mutex_unlock(&service_lock);
	service_done(&c, &own);
	return 0;
}
