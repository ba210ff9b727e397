/* Threads, where there is one: locks are free, a thread is never begun, and waiting for another is a mistake
   of ours. WebAssembly in a page has no shared memory unless the server sends special headers, and we want
   any server to do. */
#ifndef OFFLINE_PTHREAD_H
#define OFFLINE_PTHREAD_H

#include <errno.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>

#define PTHREAD_MUTEX_INITIALIZER {0}
#define PTHREAD_COND_INITIALIZER {0}

static inline int pthread_mutex_init(pthread_mutex_t *m, const void *how) { return (void)m, (void)how, 0; }
static inline int pthread_mutex_lock(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_mutex_trylock(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *until)
{
	return (void)m, (void)clock, (void)until, 0;
}
static inline int pthread_mutex_unlock(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_mutex_destroy(pthread_mutex_t *m) { return (void)m, 0; }
static inline int pthread_cond_init(pthread_cond_t *c, const void *how) { return (void)c, (void)how, 0; }
static inline int pthread_cond_signal(pthread_cond_t *c) { return (void)c, 0; }
static inline int pthread_cond_broadcast(pthread_cond_t *c) { return (void)c, 0; }
static inline int pthread_cond_destroy(pthread_cond_t *c) { return (void)c, 0; }
static inline int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) { (void)c, (void)m, abort(); }
static inline int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *until)
{
	return (void)c, (void)m, (void)until, ETIMEDOUT;
}
static inline int pthread_create(pthread_t *t, const void *how, void *(*run)(void *), void *arg)
{
	return (void)how, (void)run, (void)arg, (void)t, EAGAIN;
}
static inline int pthread_join(pthread_t t, void **out) { return (void)t, (void)out, 0; }
static inline int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
static inline pthread_t pthread_self(void) { return 0; }

#endif
