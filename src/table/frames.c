/* A thin coat over wslay. Bounded both ways: a message from the peer may be 4 KB, and no more than 64 KB and
   256 messages wait to be sent. The answers to pings are queued by wslay itself, and an empty one has no
   bytes of its own: so messages are counted too, and after every read. */
#include "table/frames.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#define MESSAGE_MOST 4096
#define OUTBOX_MOST (64u << 10)
#define WAITING_MOST 256

struct frames {
	wslay_event_context_ptr ctx;
	const struct frames_io *io;
	void *own;
	unsigned heard;
	bool ended;
	bool had; /* this turn's bytes: see frames_read */
};

static ssize_t take(wslay_event_context_ptr ctx, uint8_t *to, size_t n, int flags, void *own)
{
	struct frames *f = own;
	(void)flags;
	ssize_t got;
	if (f->had) return wslay_event_set_error(ctx, WSLAY_ERR_WOULDBLOCK), -1;
	f->had = true;
	do got = f->io->read(f->own, to, n);
	while (got < 0 && errno == EINTR);
	if (got > 0) return got;
	if (got == 0) f->ended = true;
	wslay_event_set_error(ctx,
		got < 0 && errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
	return -1;
}

static ssize_t give(wslay_event_context_ptr ctx, const uint8_t *from, size_t n, int flags, void *own)
{
	struct frames *f = own;
	(void)flags;
	ssize_t put;
	do put = f->io->write(f->own, from, n);
	while (put < 0 && errno == EINTR);
	if (put > 0) return put;
	wslay_event_set_error(ctx,
		put < 0 && errno == EAGAIN ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
	return -1;
}

static void came(wslay_event_context_ptr ctx, const struct wslay_event_on_frame_recv_start_arg *arg,
	void *own)
{
	(void)ctx, (void)arg;
	((struct frames *)own)->heard++;
}

struct frames *frames_new(const struct frames_io *io, void *own)
{
	static const struct wslay_event_callbacks calls = {.recv_callback = take,
		.send_callback = give,
		.on_frame_recv_start_callback = came};
	struct frames *f = calloc(1, sizeof *f);
	if (!f) abort();
	f->io = io, f->own = own;
	if (wslay_event_context_server_init(&f->ctx, &calls, f)) abort();
	wslay_event_config_set_max_recv_msg_length(f->ctx, MESSAGE_MOST);
	return f;
}

void frames_free(struct frames *f)
{
	wslay_event_context_free(f->ctx);
	free(f);
}

/* One call of read: wslay itself would go on as long as something comes, and answer every ping in memory
   meanwhile. */
bool frames_read(struct frames *f)
{
	f->had = false;
	return wslay_event_want_read(f->ctx) == 0 || wslay_event_recv(f->ctx) == 0;
}

static bool keeps_up(const struct frames *f)
{
	return wslay_event_get_queued_msg_count(f->ctx) <= WAITING_MOST &&
	       wslay_event_get_queued_msg_length(f->ctx) <= OUTBOX_MOST;
}

bool frames_write(struct frames *f)
{
	return wslay_event_want_write(f->ctx) == 0 || (wslay_event_send(f->ctx) == 0 && keeps_up(f));
}
bool frames_wait(const struct frames *f) { return wslay_event_want_write(f->ctx); }
bool frames_over(const struct frames *f)
{
	return f->ended || (!wslay_event_want_read(f->ctx) && !wslay_event_want_write(f->ctx));
}
unsigned frames_heard(const struct frames *f) { return f->heard; }

bool frames_say(struct frames *f, const char *text, size_t n)
{
	struct wslay_event_msg msg = {WSLAY_TEXT_FRAME, (const uint8_t *)text, n};
	return keeps_up(f) && wslay_event_queue_msg(f->ctx, &msg) == 0;
}

void frames_ping(struct frames *f)
{
	struct wslay_event_msg msg = {WSLAY_PING, NULL, 0};
	wslay_event_queue_msg(f->ctx, &msg);
}

void frames_bye(struct frames *f, unsigned code, const char *why)
{
	wslay_event_queue_close(f->ctx, (uint16_t)code, (const uint8_t *)why, strlen(why));
}
