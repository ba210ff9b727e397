/* The writer: the only thread that changes the store. It takes everything that waits, first come first
   served, carries it out in one transaction, and answers nobody before that is on the disk. So a hundred
   orders in a hundred games cost one sync.

   If the transaction fails, every deed in it is refused, and the games it touched are forgotten in memory:
   they come back from the log, which has none of it.

   Where other nodes share the store, one of them may have added to the log of a game first. That costs only
   this game: it is brought back from its log and what was asked of it is carried out again, on the state that
   it has now. */
#include <stdio.h>
#include <stdlib.h>

#include "table/hooks.h"
#include "table/marks.h"
#include "table/sitting.h"

#define BATCH_MOST 256
#define AGAIN_MOST 5 /* times that a batch is carried out again, for reasons that pass */

struct writer {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t some;
	struct deed *first, **last;
	bool stop, ended;
	int waiting;             /* how many there are from `first` on */
	struct sitting *touched; /* the writer thread's own, as is … */
	struct deed *now;        /* … what is being carried out */
	struct deed *later;      /* … too: what failed and is tried again */
};

void deed_submit(struct table *t, struct deed *d)
{
	struct writer *w = t->writer;
	d->next = NULL;
	pthread_mutex_lock(&w->lock);
	bool idle = !w->first, ended = w->ended;
	if (!ended) *w->last = d, w->last = &d->next, w->waiting++;
	if (idle) pthread_cond_signal(&w->some);
	pthread_mutex_unlock(&w->lock);
	if (ended) d->done(t, d, false);
}

/* Only the writer thread has it in hand, or nobody any more: when the service has stopped, the next start
   does it. */
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

int writer_waiting(struct table *t)
{
	pthread_mutex_lock(&t->writer->lock);
	int n = t->writer->waiting;
	pthread_mutex_unlock(&t->writer->lock);
	return n;
}

void deed_entered(struct table *t) { t->writer->now->entered = true; }

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
	for (int n = 0; n < BATCH_MOST && *end; n++) end = &(*end)->next, w->waiting--;
	w->first = *end, *end = NULL;
	if (batch == w->first) batch = NULL;
	if (!w->first) w->last = &w->first;
	if (!batch) w->ended = true;
	pthread_mutex_unlock(&w->lock);
	return batch;
}

/* What a deed writes beside its entries must not be kept without them. */
static bool apply(struct table *t, struct deed *d)
{
	struct busy before = mark_turn(d->game, MARK_CHANGED);
	long puts = store_puts(t->store);
	t->writer->now = d, d->entered = false;
	bool fine = d->apply(t, d);
	d->put = store_puts(t->store) != puts;
	if (d->entered && d->put) store_stakes(t->store, d->game);
	mark_back(before);
	return fine;
}

static enum keeping try_out(struct table *t, struct deed *batch)
{
	char line[40];
	bool fine = store_begin(t->store);
	for (struct deed *d = batch; d && fine; d = d->next) fine = apply(t, d);
	for (struct sitting *s = t->writer->touched; s && fine; s = s->touched)
		if (s->entered && s->match) fine = hooks_put(t, s);
	for (struct sitting *s = t->writer->touched; s && fine && store_many(t->store); s = s->touched) {
		snprintf(line, sizeof line, "moved %lld", (long long)s->number);
		store_tell(t->store, line);
		if (s->entered) store_duty(t->store, s->number, computer_asked(s));
	}
	uint64_t since = now_us();
	enum keeping kept = fine ? store_commit(t->store) : KEPT_NOT;
	if (fine) return commit_note(now_us() - since), kept;
	return store_retry(t->store) ? KEPT_AGAIN : KEPT_NOT;
}

/* Nothing of it was kept: what it changed in memory is brought back from the store. */
static void take_back(struct table *t, struct deed *batch)
{
	store_rollback(t->store);
	live_settle(t, false);
	for (struct sitting *s = t->writer->touched; s; s = s->touched) {
		pthread_mutex_lock(&s->lock);
		s->entered = false;
		sitting_unload(t, s);
		sitting_reload_seats(t, s);
		pthread_mutex_unlock(&s->lock);
	}
	for (struct deed *d = batch; d; d = d->next) d->again = true;
}

static bool carry_out(struct table *t, struct deed *batch)
{
	for (int i = 0; i < AGAIN_MOST; i++) {
		enum keeping kept = try_out(t, batch);
		if (kept != KEPT_AGAIN) return kept == KEPT;
		take_back(t, batch);
	}
	return false;
}

/* What was touched is on the disk now, or is to be forgotten. Returns the requests that waited for that. */
static struct request *settle(struct table *t, bool kept, struct sitting **touched)
{
	struct request *waiting = NULL;
	for (struct sitting *s = *touched = t->writer->touched; s; s = s->touched) {
		pthread_mutex_lock(&s->lock);
		s->dirty = false;
		s->version_shown++;
		bool entered = s->entered;
		s->entered = false;
		if (!kept || store_lost(t->store, s->number)) {
			sitting_unload(t, s);
			sitting_reload_seats(t, s);
		} else if (s->match) {
			s->n = s->match->n;
			live_moved(t, s);
			hooks_moved(t, s);
			if (entered) atomic_store(&s->duty, computer_asked(s));
			computer_wake(t, s);
		}
		if (s->behind) sitting_follow(t, s);
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
	store_rest(t->store, false);
}

/* Another node was first in the game that this deed is about, and nothing of the deed was kept. (What it has
   written besides was kept: then it is done, since with entries of its own it would have taken everything
   back.) */
static bool was_late(struct table *t, const struct deed *d)
{
	return d->game && store_lost(t->store, d->game) && (d->entered || !d->put);
}

/* On a worker: the game is brought back, which may take long, and then the deed is carried out again. */
struct late {
	struct job job;
	struct sitting *s;
	struct deed *d;
};

static void be_late(struct table *t, struct job *j)
{
	struct late *l = (struct late *)j;
	if (sitting_wait(t, l->s)) pthread_mutex_unlock(&l->s->lock);
	sitting_drop(t, l->s);
	deed_submit(t, l->d);
	free(l);
}

static void deed_again(struct table *t, struct deed *d, struct sitting *touched)
{
	struct late *l = calloc(1, sizeof *l);
	if (!l) abort();
	count(COUNT_LATE);
	while (touched && touched->number != d->game) touched = touched->touched;
	*l = (struct late){.job = {.run = be_late}, .s = touched, .d = d};
	d->again = true;
	if (touched) sitting_keep(t, touched);
	if (touched && job_submit(t->workers, &l->job)) return;
	if (touched) sitting_drop(t, touched);
	free(l);
	deed_submit(t, d);
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
		if (kept && was_late(t, d)) deed_again(t, d, touched);
		else d->done(t, d, kept);
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
	store_rest(t->store, true);
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
