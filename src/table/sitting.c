/* What is asked of a game at the table: who holds what, and coming in to read it. */
#include "table/sitting.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#ifdef __SANITIZE_THREAD__
#include <sanitizer/tsan_interface.h>
#endif

#include "engine/words.h"

unsigned sitting_held(const struct sitting *s, int64_t person)
{
	unsigned held = 0;
	for (int side = 0; side < SIDES; side++)
		if (s->seat[side].kind == SEAT_PERSON && s->seat[side].person == person) held |= 1u << side;
	return held;
}

bool sitting_alone(const struct sitting *s, int64_t person) { return sitting_held(s, person) == HELD_BOTH; }

bool sitting_own(const struct sitting *s, int64_t person)
{
	unsigned held = sitting_held(s, person);
	for (int side = 0; side < SIDES; side++)
		if (!(held >> side & 1) && s->seat[side].kind != SEAT_COMPUTER) return false;
	return held;
}

/* --- coming in ------------------------------------------------------------------------------------------ */

enum handled load_and_handle(struct request *q)
{
	pthread_mutex_lock(&q->game->lock);
	enum load how = sitting_load_some(q->t, q->game, LOAD_SLICE_US);
	pthread_mutex_unlock(&q->game->lock);
	if (how == LOAD_MORE) return request_to_worker(q, load_and_handle); /* behind whoever waits */
	return how == LOAD_DONE ? q->route->handle(q)
	                        : answer_error(q, 500, "This game cannot be replayed: %s", q->game->damaged);
}

#define LOCK_PATIENCE_NS 1000000

/* gcc 12's thread sanitizer does not know pthread_mutex_clocklock: it is told that the lock is taken. */
static void tell_sanitizer(pthread_mutex_t *lock)
{
#ifdef __SANITIZE_THREAD__
	__tsan_mutex_pre_lock(lock, __tsan_mutex_try_lock);
	__tsan_mutex_post_lock(lock, __tsan_mutex_try_lock, 0);
#else
	(void)lock;
#endif
}

/* libmicrohttpd's threads serve many and wait for nobody: a lock that is not free within a millisecond (the
   game is being brought back, or somebody writes a report of it) is left to a worker. */
bool sitting_lock(struct request *q)
{
	if (q->suspended) return pthread_mutex_lock(&q->game->lock), sitting_newest(q->t, q->game), true;
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += LOCK_PATIENCE_NS;
	if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
	if (pthread_mutex_clocklock(&q->game->lock, CLOCK_MONOTONIC, &until)) return false;
	tell_sanitizer(&q->game->lock);
	sitting_newest(q->t, q->game);
	return true;
}

enum handled sitting_queue(struct request *q, enum handled (*then)(struct request *q))
{
	struct sitting *s = q->game;
	q->last = then;
	request_wait(q);
	q->next_waiting = s->waiting, s->waiting = q;
	pthread_mutex_unlock(&s->lock);
	return LATER;
}

static bool enter_slowly(struct request *q, enum handled *h)
{
	if (sitting_wait(q->t, q->game)) return true;
	*h = answer_error(q, 500, "This game cannot be replayed: %s", q->game->damaged);
	return false;
}

bool sitting_enter(struct request *q, enum handled *h)
{
	struct sitting *s = q->game;
	if (q->route->flags & ROUTE_SLOW) return enter_slowly(q, h);
	if (!sitting_lock(q)) return *h = request_to_worker(q, load_and_handle), false;
	if (s->match && !s->dirty) return true;
	if (s->dirty) return *h = sitting_queue(q, q->route->handle), false;
	pthread_mutex_unlock(&s->lock);
	return *h = request_to_worker(q, load_and_handle), false;
}

void sitting_leave(struct request *q) { pthread_mutex_unlock(&q->game->lock); }

bool sitting_wait(struct table *t, struct sitting *s)
{
	pthread_mutex_lock(&s->lock);
	while (s->dirty) pthread_cond_wait(&s->clean, &s->lock);
	if (sitting_load(t, s)) return true;
	pthread_mutex_unlock(&s->lock);
	return false;
}

bool sitting_pause(struct table *t, struct sitting *s)
{
	pthread_mutex_unlock(&s->lock);
	usleep(50); /* a mutex that is taken again at once would be had by nobody else */
	return sitting_wait(t, s);
}
