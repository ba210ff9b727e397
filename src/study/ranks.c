/* Work on threads and ranks: see ranks.h. One thread of each process speaks to the others and never plays; it
   sleeps while nothing happens. */
#include "study/ranks.h"

#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define JOBS_MOST 64
#define AHEAD 2     /* games that wait for each thread, so that none is idle while the chief is asked */
#define NAP 1000000 /* nanoseconds between two looks at the other ranks, and twice as long each time that … */
#define NAP_MOST (16 * NAP) /* … there was nothing: each look costs some 10 microseconds of a processor */

struct ranks {
	const struct carrier *carrier;
	void *module;
	int rank, size, beside;
	int64_t *played; /* by rank: games of the last work */
};

/* What ranks tell each other: a kind, a number, and bytes. */
enum message {
	WANT,
	PLAY,
	NO_MORE,
	RESULT,
	IDLE,
	END,
	VERDICT
}; /* IDLE: a rank has sent all it had, and asks for nothing more */
struct head {
	int64_t kind, number;
};

static void *need(void *memory)
{
	if (!memory) abort();
	return memory;
}

/* --- opening -------------------------------------------------------------------------------------------- */

static bool launched(void)
{
	static const char *const signs[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (getenv(signs[i])) return true;
	return false;
}

/* The module lies beside the program, or where it is installed. */
static void *module_load(const char *program)
{
	char path[4096];
	const char *slash = strrchr(program, '/');
	snprintf(path, sizeof path, "%.*s/ranks_mpi.so", slash ? (int)(slash - program) : 1,
		slash ? program : ".");
	void *module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
	snprintf(path, sizeof path, "%.*s/../lib/fratelli/ranks_mpi.so", slash ? (int)(slash - program) : 1,
		slash ? program : ".");
	return module ? module : dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}

struct ranks *ranks_open(const char *program, struct text *wrong)
{
	if (!launched()) return NULL;
	struct ranks *r = need(calloc(1, sizeof *r));
	r->module = module_load(program);
	r->carrier = r->module ? dlsym(r->module, "mpi_carrier") : NULL;
	if (!r->carrier)
		text_addf(wrong, "it was started in several processes, but built without Open MPI (%s)",
			r->module ? "the module is not ours" : dlerror());
	else if (!r->carrier->open(&r->rank, &r->size, &r->beside)) text_add(wrong, "MPI does not start");
	if (!wrong->n && r->size > 1) {
		r->played = need(calloc((size_t)r->size, sizeof *r->played));
		return r;
	}
	if (!wrong->n) r->carrier->close();
	free(r);
	return NULL;
}

void ranks_close(struct ranks *r)
{
	if (!r) return;
	r->carrier->close(); /* the module stays: libraries under it have threads of their own */
	free(r->played), free(r);
}

bool ranks_chief(const struct ranks *r) { return !r || r->rank == 0; }

int ranks_jobs(const struct ranks *r, int cores)
{
	int share = r && r->beside > 0 ? cores / r->beside : cores;
	return share > 0 ? share : 1;
}

void ranks_share(const struct ranks *r, struct text *out)
{
	if (!r) return;
	text_add(out, "games by rank:");
	int64_t all = 0, most = 1;
	for (int i = 0; i < r->size; i++) {
		text_addf(out, " %lld", (long long)r->played[i]);
		all += r->played[i], most = r->played[i] > most ? r->played[i] : most;
	}
	text_addf(out, " (evenness %lld %%)", (long long)(100 * all / (most * r->size)));
}

/* --- messages ------------------------------------------------------------------------------------------- */

static void tell(struct ranks *r, int to, enum message kind, int64_t number, const char *bytes, size_t n)
{
	struct text t = {0};
	const struct head head = {.kind = kind, .number = number};
	text_addn(&t, (const char *)&head, sizeof head);
	if (n) text_addn(&t, bytes, n);
	r->carrier->send(to, t.s, t.n);
	text_free(&t);
}

static void tell_others(struct ranks *r, enum message kind, int64_t number, const char *bytes, size_t n)
{
	for (int i = 1; i < r->size; i++) tell(r, i, kind, number, bytes, n);
}

/* What has arrived, if anything: its head, and where its bytes begin. */
static bool hear(struct ranks *r, int *from, struct head *head, struct text *message)
{
	char *bytes;
	size_t n;
	text_clear(message);
	if (!r->carrier->receive(from, &bytes, &n)) return false;
	if (n < sizeof *head) abort();
	text_addn(message, bytes, n);
	free(bytes);
	memcpy(head, message->s, sizeof *head);
	return true;
}

static long longer(long nap, bool heard) { return heard ? NAP : nap < NAP_MOST ? 2 * nap : nap; }
static void nap(long nanoseconds) { nanosleep(&(struct timespec){.tv_nsec = nanoseconds}, NULL); }

bool ranks_agree(struct ranks *r, bool fine)
{
	if (!r) return fine;
	if (r->rank == 0) {
		tell_others(r, VERDICT, fine, NULL, 0);
		return fine;
	}
	struct text message = {0};
	struct head head;
	int from;
	while (!hear(r, &from, &head, &message)) nap(NAP);
	text_free(&message);
	if (head.kind != VERDICT) abort();
	return head.number != 0;
}

/* --- the threads that play ------------------------------------------------------------------------------ */

struct played {
	int64_t number;
	struct text result;
	struct played *next;
};

struct crew {
	const struct work *w;
	pthread_mutex_t lock;
	pthread_cond_t filled, done; /* there is a game to play; one was played */
	int64_t waiting[AHEAD * JOBS_MOST + JOBS_MOST];
	int first, n, busy;          /* of waiting, a ring; games being played */
	struct played *head, **tail; /* played, not yet looked at */
	bool over;
};
#define RING (AHEAD * JOBS_MOST + JOBS_MOST)

static void *crew_work(void *of)
{
	struct crew *c = of;
	pthread_mutex_lock(&c->lock);
	for (;;) {
		while (!c->n && !c->over) pthread_cond_wait(&c->filled, &c->lock);
		if (!c->n) break;
		struct played *p = need(calloc(1, sizeof *p));
		p->number = c->waiting[c->first];
		c->first = (c->first + 1) % RING, c->n--, c->busy++;
		pthread_mutex_unlock(&c->lock);
		c->w->play(c->w->all, p->number, &p->result);
		pthread_mutex_lock(&c->lock);
		c->busy--;
		*c->tail = p, c->tail = &p->next;
		pthread_cond_signal(&c->done);
	}
	pthread_mutex_unlock(&c->lock);
	return NULL;
}

static void crew_give(struct crew *c, int64_t number)
{
	pthread_mutex_lock(&c->lock);
	c->waiting[(c->first + c->n++) % RING] = number;
	pthread_cond_signal(&c->filled);
	pthread_mutex_unlock(&c->lock);
}

/* Games given and not yet taken back. */
static int crew_has(struct crew *c)
{
	pthread_mutex_lock(&c->lock);
	int n = c->n + c->busy;
	pthread_mutex_unlock(&c->lock);
	return n;
}

/* What was played since the last time, waiting up to `nanoseconds` for it (0: not at all, -1: until there is
   something). */
static struct played *crew_played(struct crew *c, long nanoseconds)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += nanoseconds > 0 ? nanoseconds : 0;
	if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
	pthread_mutex_lock(&c->lock);
	while (nanoseconds < 0 && !c->head) pthread_cond_wait(&c->done, &c->lock);
	if (nanoseconds > 0 && !c->head) pthread_cond_timedwait(&c->done, &c->lock, &until);
	struct played *list = c->head;
	c->head = NULL, c->tail = &c->head;
	pthread_mutex_unlock(&c->lock);
	return list;
}

static struct played *played_free(struct played *p)
{
	struct played *next = p->next;
	text_free(&p->result), free(p);
	return next;
}

/* --- the chief ------------------------------------------------------------------------------------------ */

/* out: handed out, not yet back; idle: ranks */
struct handing {
	struct ranks *r;
	struct crew *c;
	const struct work *w;
	int64_t next, out;
	bool stop;
	int idle;
};

static int64_t number_of(const struct work *w, int64_t i) { return w->number ? w->number[i] : i; }
static bool any_left(const struct handing *h) { return !h->stop && h->next < h->w->n; }

static void take(struct handing *h, int rank, int64_t number, const char *bytes, size_t n)
{
	h->out--;
	if (h->r) h->r->played[rank]++;
	if (h->r && h->w->everywhere) tell_others(h->r, RESULT, number, bytes, n);
	if (!h->w->take(h->w->all, number, bytes, n)) h->stop = true;
}

static void answer_rank(struct handing *h, int from, const struct head *head, const struct text *message)
{
	if (head->kind == RESULT)
		take(h, from, head->number, message->s + sizeof *head, message->n - sizeof *head);
	else if (head->kind == IDLE) h->idle++;
	else if (head->kind != WANT) abort();
	else if (any_left(h)) h->out++, tell(h->r, from, PLAY, number_of(h->w, h->next++), NULL, 0);
	else tell(h->r, from, NO_MORE, 0, NULL, 0);
}

static void chief(struct handing *h, int jobs)
{
	struct text message = {0};
	int others = h->r ? h->r->size - 1 : 0;
	long wait = NAP;
	while (any_left(h) || h->out > 0 || h->idle < others) {
		struct head head;
		int from;
		bool heard = false;
		for (int room = AHEAD * jobs - crew_has(h->c); room > 0 && any_left(h); room--)
			h->out++, crew_give(h->c, number_of(h->w, h->next++));
		while (h->r && hear(h->r, &from, &head, &message))
			heard = true, answer_rank(h, from, &head, &message);
		wait = longer(wait, heard);
		for (struct played *p = crew_played(h->c, heard    ? 0
												  : h->r   ? wait
												  : h->out ? -1
														   : 0);
			p; p = played_free(p))
			take(h, 0, p->number, text_str(&p->result), p->result.n);
	}
	if (h->r) tell_others(h->r, END, h->stop, NULL, 0);
	text_free(&message);
}

/* --- another rank --------------------------------------------------------------------------------------- */

/* Asks for a game for each thread that has none waiting, plays, and sends back what came of it, until the
   chief says that it is over. */
static void subordinate(struct ranks *r, struct crew *c, const struct work *w, int jobs)
{
	struct text message = {0};
	int asked = 0;
	int64_t mine = 0; /* given to me, and not yet sent back */
	bool more = true, idle = false, over = false;
	long wait = NAP;
	while (!over) {
		bool heard = false;
		struct head head;
		int from;
		while (more && asked + mine < AHEAD * jobs) tell(r, 0, WANT, 0, NULL, 0), asked++;
		while (!over && hear(r, &from, &head, &message)) {
			heard = true;
			if (head.kind == PLAY) asked--, mine++, crew_give(c, head.number);
			else if (head.kind == NO_MORE) asked--, more = false;
			else if (head.kind == RESULT)
				w->take(w->all, head.number, message.s + sizeof head, message.n - sizeof head);
			else if (head.kind == END) over = true;
			else abort();
		}
		wait = longer(wait, heard);
		for (struct played *p = over ? NULL : crew_played(c, wait); p; p = played_free(p))
			mine--, tell(r, 0, RESULT, p->number, text_str(&p->result), p->result.n);
		if (!idle && !more && !asked && !mine) idle = true, tell(r, 0, IDLE, 0, NULL, 0);
	}
	text_free(&message);
}

void work_run(struct ranks *r, int jobs, const struct work *w)
{
	struct crew c = {.w = w,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.filled = PTHREAD_COND_INITIALIZER,
		.done = PTHREAD_COND_INITIALIZER};
	struct handing h = {.r = r, .c = &c, .w = w};
	pthread_t thread[JOBS_MOST];
	int started = 0;
	jobs = jobs < 1 ? 1 : jobs > JOBS_MOST ? JOBS_MOST : jobs;
	c.tail = &c.head;
	if (r) memset(r->played, 0, sizeof *r->played * (size_t)r->size);
	while (started < jobs && pthread_create(&thread[started], NULL, crew_work, &c) == 0) started++;
	if (!started) { /* no threads here at all: one after the other */
		struct text result = {0};
		assert(!r);
		for (bool more = true; more && h.next < w->n; text_clear(&result)) {
			int64_t number = number_of(w, h.next++);
			w->play(w->all, number, &result);
			more = w->take(w->all, number, text_str(&result), result.n);
		}
		text_free(&result);
		return;
	}
	if (ranks_chief(r)) chief(&h, started);
	else subordinate(r, &c, w, started);
	pthread_mutex_lock(&c.lock);
	c.over = true;
	pthread_cond_broadcast(&c.filled);
	pthread_mutex_unlock(&c.lock);
	for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
	pthread_cond_destroy(&c.filled), pthread_cond_destroy(&c.done), pthread_mutex_destroy(&c.lock);
}
