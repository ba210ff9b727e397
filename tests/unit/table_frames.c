/* A peer on a live connection who sends and does not read: what waits for it is bounded, whatever it is made
   of. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "table/frames.h"

#define PINGS 200000

struct peer {
	size_t ping, sent;
	bool reads;
	size_t read;
};

/* Endless pings with a payload of so many bytes. */
static ssize_t gives(void *own, uint8_t *to, size_t n)
{
	struct peer *p = own;
	size_t one = 6 + p->ping, done = 0;
	if (p->sent >= PINGS) return errno = EAGAIN, -1;
	for (; done + one <= n && p->sent < PINGS; done += one, p->sent++) {
		memset(to + done, 0, one);
		to[done] = 0x89, to[done + 1] = (uint8_t)(0x80 | p->ping);
	}
	return (ssize_t)done;
}

static ssize_t takes(void *own, const uint8_t *from, size_t n)
{
	struct peer *p = own;
	(void)from;
	if (!p->reads) return errno = EAGAIN, -1;
	p->read += n;
	return (ssize_t)n;
}

/* How many pings it got in before it was dropped, or all of them. */
static size_t flood(struct peer p)
{
	static const struct frames_io io = {gives, takes};
	struct frames *f = frames_new(&io, &p);
	while (p.sent < PINGS && frames_read(f) && frames_write(f) && !frames_over(f)) continue;
	frames_free(f);
	return p.sent;
}

static void who_does_not_read_is_dropped(void **state)
{
	(void)state;
	assert_true(flood((struct peer){.ping = 0}) < 5000);
	assert_true(flood((struct peer){.ping = 125}) < 5000);
}

static void who_reads_is_answered(void **state)
{
	(void)state;
	assert_int_equal(flood((struct peer){.ping = 0, .reads = true}), PINGS);
	assert_int_equal(flood((struct peer){.ping = 125, .reads = true}), PINGS);
}

/* One who sends without pause does not keep the thread that serves all. */
static void one_turn_is_short(void **state)
{
	static const struct frames_io io = {gives, takes};
	struct peer p = {.reads = true};
	struct frames *f = frames_new(&io, &p);
	(void)state;
	assert_true(frames_read(f));
	assert_true(p.sent < 5000);
	frames_free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(who_does_not_read_is_dropped),
		cmocka_unit_test(who_reads_is_answered), cmocka_unit_test(one_turn_is_short)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
