/* Threads for whatever may take long, in crews. Workers answer what is quick as a rule (boards, logs,
   reasons, replays, passwords); analysts what takes up to a second (odds, threats, reports, maps); thinkers
   are the computer players' heads. The last two give way to everybody else. Within a crew the jobs of one
   person, or household, are one after the other taken in turn with those of others, and never have all of its
   threads. */
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "table/table.h"

#define WAITING_MOST 2000
#define CREW_MOST 16

struct workers {
	struct table *t;
	int nice;
	pthread_mutex_t lock;
	pthread_cond_t some;
	struct job *first, **last;
	int waiting, n;
	bool stop;
	pthread_t thread[CREW_MOST];
	uint64_t busy[CREW_MOST]; /* for whom each thread works; 0: nobody in particular */
	bool works[CREW_MOST];
	uint64_t turn, served[256]; /* when each was served last, by a part of who they are */
};

bool job_submit(struct workers *w, struct job *j)
{
	pthread_mutex_lock(&w->lock);
	bool fine = w->waiting < WAITING_MOST && !w->stop;
	if (fine) {
		j->next = NULL;
		*w->last = j, w->last = &j->next;
		w->waiting++;
		pthread_cond_signal(&w->some);
	}
	pthread_mutex_unlock(&w->lock);
	return fine;
}

/* With the lock held. One of a crew of one may have it all. */
static bool may_work(const struct workers *w, uint64_t who)
{
	int busy = 0;
	for (int i = 0; i < w->n; i++) busy += who && w->busy[i] == who;
	return busy < (w->n > 1 ? w->n - 1 : 1) || w->stop;
}

/* With the lock held: takes the job of who was served longest ago out of the queue; NULL if there is none
   that may be done now. */
static struct job *take(struct workers *w)
{
	struct job **best = NULL;
	for (struct job **at = &w->first; *at; at = &(*at)->next)
		if (may_work(w, (*at)->who) && (!best || w->served[(*at)->who % 256] < w->served[(*best)->who % 256]))
			best = at;
	if (!best) return NULL;
	struct job *j = *best;
	*best = j->next;
	if (!j->next) w->last = best;
	w->waiting--;
	w->served[j->who % 256] = ++w->turn;
	return j;
}

int workers_cores(struct workers *w)
{
	int working = 0, all = (int)sysconf(_SC_NPROCESSORS_ONLN);
	pthread_mutex_lock(&w->lock);
	for (int i = 0; i < w->n; i++) working += w->works[i];
	pthread_mutex_unlock(&w->lock);
	return working < all ? all / (working ? working : 1) : 1;
}

static int own_number(struct workers *w)
{
	int i = 0;
	while (i < w->n && !pthread_equal(w->thread[i], pthread_self())) i++;
	return i;
}

static void *worker_main(void *arg)
{
	struct workers *w = arg;
	if (w->nice) setpriority(PRIO_PROCESS, (id_t)gettid(), w->nice);
	pthread_mutex_lock(&w->lock); /* workers_new has it until all of us are known */
	int own = own_number(w);
	for (;;) {
		struct job *j;
		while (!(j = take(w)) && !(w->stop && !w->first)) pthread_cond_wait(&w->some, &w->lock);
		if (!j) break;
		w->busy[own] = j->who, w->works[own] = true;
		pthread_mutex_unlock(&w->lock);
		j->run(w->t, j);
		pthread_mutex_lock(&w->lock);
		w->busy[own] = 0, w->works[own] = false;
		if (w->first) pthread_cond_signal(&w->some); /* what this one was not allowed another may do now */
	}
	pthread_mutex_unlock(&w->lock);
	return NULL;
}

struct workers *workers_new(struct table *t, int n, int nice)
{
	struct workers *w = calloc(1, sizeof *w);
	if (!w) abort();
	w->t = t, w->nice = nice, w->last = &w->first, w->n = n;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->some, NULL);
	pthread_mutex_lock(&w->lock);
	for (int i = 0; i < n; i++)
		if (pthread_create(&w->thread[i], NULL, worker_main, w)) abort();
	pthread_mutex_unlock(&w->lock);
	return w;
}

void workers_stop(struct workers *w)
{
	pthread_mutex_lock(&w->lock);
	w->stop = true;
	pthread_cond_broadcast(&w->some);
	pthread_mutex_unlock(&w->lock);
	for (int i = 0; i < w->n; i++) pthread_join(w->thread[i], NULL);
}
