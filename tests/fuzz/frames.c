/* What a live connection's peer may send: WebSocket frames, whole and broken, in pieces of any size, while we
   speak to it too. The first byte sets the size of the pieces; what we write is taken as unwillingly. */
#include "fuzz.h"

#include <errno.h>

#include "table/frames.h"

struct peer {
	const uint8_t *at, *end;
	size_t piece;
	unsigned turn;
};

static ssize_t peer_gives(void *own, uint8_t *to, size_t n)
{
	struct peer *p = own;
	size_t left = (size_t)(p->end - p->at), give = p->piece < n ? p->piece : n;
	if (p->turn++ % 3 == 2) return errno = EAGAIN, -1;
	if (give > left) give = left;
	memcpy(to, p->at, give);
	p->at += give;
	return (ssize_t)give;
}

static ssize_t peer_takes(void *own, const uint8_t *from, size_t n)
{
	struct peer *p = own;
	(void)from;
	if (p->turn++ % 2) return errno = EAGAIN, -1;
	return (ssize_t)(p->piece < n ? p->piece : n);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static const struct frames_io io = {peer_gives, peer_takes};
	if (n < 1) return 0;
	struct peer p = {bytes + 1, bytes + n, 1 + bytes[0] % 64u, 0};
	struct frames *f = frames_new(&io, &p);
	for (size_t i = 0; i < 4 * n + 64; i++) {
		if (!frames_read(f) || !frames_write(f) || frames_over(f)) break;
		if (i % 16 == 5) frames_say(f, "{\"type\":\"entries\",\"n\":1}", 24);
		if (i % 16 == 9) frames_ping(f);
		if (i == 200) frames_bye(f, 1001, "enough");
	}
	frames_free(f);
	return 0;
}
