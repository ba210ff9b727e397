/* Crews without threads: each is a queue, and one of their jobs is done in a turn. Quick work comes first.
   See table/workers.c. */
#include <stdlib.h>

#include "offline/offline.h"

#define CREWS_MOST 4
#define WAITING_MOST 2000

struct workers {
	struct table *t;
	struct job *first, **last;
	int waiting;
};
static struct workers *crews[CREWS_MOST]; /* in the order in which they were made: workers, analysts,
                                             thinkers, porters */

struct workers *workers_new(struct table *t, int n, int nice)
{
	struct workers *w = calloc(1, sizeof *w);
	int i = 0;
	(void)n, (void)nice;
	while (i < CREWS_MOST && crews[i]) i++;
	if (!w || i == CREWS_MOST) abort();
	w->t = t, w->last = &w->first;
	return crews[i] = w;
}

bool job_submit(struct workers *w, struct job *j)
{
	if (w->waiting == WAITING_MOST) return false;
	j->next = NULL;
	*w->last = j, w->last = &j->next;
	w->waiting++;
	return true;
}

int workers_cores(struct workers *w)
{
	(void)w;
	return 1;
}

bool crews_turn(void)
{
	for (int i = 0; i < CREWS_MOST && crews[i]; i++) {
		struct workers *w = crews[i];
		struct job *j = w->first;
		if (!j) continue;
		w->first = j->next, w->waiting--;
		if (!w->first) w->last = &w->first;
		j->run(w->t, j);
		return true;
	}
	return false;
}
