/* Threads for whatever may take long. Two crews: workers answer people (odds, threats, musters, replays, passwords); thinkers are
   the computer players' heads, and give way to everybody else. */
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "table/table.h"

#define WAITING_MOST 2000

struct workers {
	struct table *t;
	int nice;
	pthread_mutex_t lock;
	pthread_cond_t some;
	struct job *first, **last;
	int waiting, n;
	bool stop;
	pthread_t thread[16];
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

static void *worker_main(void *arg)
{
	struct workers *w = arg;
	if (w->nice) setpriority(PRIO_PROCESS, (id_t)gettid(), w->nice);
	for (;;) {
		pthread_mutex_lock(&w->lock);
		while (!w->first && !w->stop) pthread_cond_wait(&w->some, &w->lock);
		struct job *j = w->first;
		if (j) {
			w->first = j->next;
			w->waiting--;
			if (!w->first) w->last = &w->first;
		}
		pthread_mutex_unlock(&w->lock);
		if (!j) return NULL;
		j->run(w->t, j);
	}
}

struct workers *workers_new(struct table *t, int n, int nice)
{
	struct workers *w = calloc(1, sizeof *w);
	if (!w) abort();
	w->t = t, w->nice = nice, w->last = &w->first, w->n = n;
	pthread_mutex_init(&w->lock, NULL);
	pthread_cond_init(&w->some, NULL);
	for (int i = 0; i < n; i++)
		if (pthread_create(&w->thread[i], NULL, worker_main, w)) abort();
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
