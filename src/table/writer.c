/* The writer: the only thread that changes the store. It takes everything that waits, first come first served, carries it out in one
   transaction, and answers nobody before that is on the disk. So a hundred orders in a hundred games cost one sync.

   If the transaction fails, every deed in it is refused, and the games it touched are forgotten in memory: they come back from
   the log, which has none of it. */
#include <stdlib.h>

#include "table/marks.h"
#include "table/sitting.h"

#define BATCH_MOST 256

struct writer {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t some;
	struct deed *first, **last;
	bool stop, ended;
	struct sitting *touched; /* the writer thread's own */
	struct deed *later;      /* … too: what failed and is tried again */
};

void deed_submit(struct table *t, struct deed *d)
{
	struct writer *w = t->writer;
	d->next = NULL;
	pthread_mutex_lock(&w->lock);
	bool idle = !w->first, ended = w->ended;
	if (!ended) *w->last = d, w->last = &d->next;
	if (idle) pthread_cond_signal(&w->some);
	pthread_mutex_unlock(&w->lock);
	if (ended) d->done(t, d, false);
}

/* Only the writer thread has it in hand, or nobody any more: when the service has stopped, the next start does it. */
void deed_later(struct table *t, struct deed *d)
{
	pthread_mutex_lock(&t->writer->lock);
	bool ended = t->writer->ended;
	if (!ended) d->next = t->writer->later, t->writer->later = d;
	pthread_mutex_unlock(&t->writer->lock);
	if (ended) free(d);
}

static void try_again(struct table *t)
{
	struct deed *d = t->writer->later;
	t->writer->later = NULL;
	for (struct deed *next; d; d = next) next = d->next, deed_submit(t, d);
}

void deed_touch(struct table *t, struct sitting *s)
{
	if (s->dirty) return;
	s->dirty = true;
	s->touched = t->writer->touched, t->writer->touched = s;
	sitting_keep(t, s);
}

/* Everything that waits, up to a measure; NULL when it is time to stop. */
static struct deed *take_batch(struct writer *w)
{
	pthread_mutex_lock(&w->lock);
	while (!w->first && !w->stop) pthread_cond_wait(&w->some, &w->lock);
	struct deed *batch = w->first, **end = &w->first;
	for (int n = 0; n < BATCH_MOST && *end; n++) end = &(*end)->next;
	w->first = *end, *end = NULL;
	if (batch == w->first) batch = NULL;
	if (!w->first) w->last = &w->first;
	if (!batch) w->ended = true;
	pthread_mutex_unlock(&w->lock);
	return batch;
}

static bool carry_out(struct table *t, struct deed *batch)
{
	if (!store_begin(t->store)) return false;
	bool fine = true;
	for (struct deed *d = batch; d && fine; d = d->next) {
		struct busy before = mark_turn(d->game, MARK_CHANGED);
		fine = d->apply(t, d);
		mark_back(before);
	}
	return fine && store_commit(t->store);
}

/* What was touched is on the disk now, or is to be forgotten. Returns the requests that waited for that. */
static struct request *settle(struct table *t, bool kept, struct sitting **touched)
{
	struct request *waiting = NULL;
	for (struct sitting *s = *touched = t->writer->touched; s; s = s->touched) {
		pthread_mutex_lock(&s->lock);
		s->dirty = false;
		s->version_shown++;
		if (!kept) {
			sitting_unload(t, s);
			sitting_reload_seats(t, s);
		} else if (s->match) {
			s->n = s->match->n;
			live_moved(t, s);
			hooks_moved(t, s);
			computer_wake(t, s);
		}
		while (s->waiting) {
			struct request *q = s->waiting;
			s->waiting = q->next_waiting;
			q->next_waiting = waiting, waiting = q;
		}
		pthread_cond_broadcast(&s->clean);
		pthread_mutex_unlock(&s->lock);
	}
	t->writer->touched = NULL;
	return waiting;
}

static void tidy(struct table *t, struct job *j)
{
	store_tidy(t->store);
	free(j);
}

static void tidy_up(struct table *t)
{
	if (store_untidy(t->store)) {
		struct job *j = calloc(1, sizeof *j);
		if (!j) abort();
		j->run = tidy;
		if (!job_submit(t->workers, j)) tidy(t, j);
	}
	store_checkpoint(t->store, false);
}

static void work(struct table *t, struct deed *batch)
{
	struct sitting *touched;
	bool kept = carry_out(t, batch);
	if (!kept) store_rollback(t->store);
	count(kept ? COUNT_COMMITS : COUNT_FAILED_COMMITS);
	atomic_store(&t->unwritten, !kept);
	struct request *waiting = settle(t, kept, &touched);
	live_settle(t, kept);
	for (struct deed *d = batch, *next; d; d = next) {
		next = d->next;
		d->done(t, d, kept);
	}
	while (waiting) {
		struct request *q = waiting;
		waiting = q->next_waiting;
		request_finish(q);
	}
	for (struct sitting *s = touched, *next; s; s = next) {
		next = s->touched;
		s->touched = NULL;
		sitting_drop(t, s);
	}
	if (kept) tidy_up(t), try_again(t);
}

bool writer_turn(struct table *t)
{
	struct deed *batch = t->writer->first ? take_batch(t->writer) : NULL;
	if (batch) work(t, batch);
	return batch;
}

static void *writer_main(void *arg)
{
	struct table *t = arg;
	for (struct deed *batch; (batch = take_batch(t->writer));) work(t, batch);
	store_checkpoint(t->store, true);
	return NULL;
}

void writer_prepare(struct table *t)
{
	struct writer *w = t->writer = calloc(1, sizeof *w);
	if (!w) abort();
	w->last = &w->first;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->some, NULL);
}

void writer_start(struct table *t)
{
	writer_prepare(t);
	if (pthread_create(&t->writer->thread, NULL, writer_main, t)) abort();
}

void writer_stop(struct table *t)
{
	struct writer *w = t->writer;
	pthread_mutex_lock(&w->lock);
	w->stop = true;
	pthread_cond_signal(&w->some);
	pthread_mutex_unlock(&w->lock);
	pthread_join(w->thread, NULL);
	for (struct deed *d = w->later, *next; d; d = next) next = d->next, free(d);
	w->later = NULL;
}
