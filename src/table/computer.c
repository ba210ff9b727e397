/* Computer players. One thinks on a thinker's thread, on a copy of the state, and then gives its order like anybody else. What its mind
   remembers between two orders (a plan) stays with the game as long as that is in memory. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "table/sitting.h"

#define PATIENCE_MS 4000

const char *computer_title(enum mind_level level)
{
	static const char *const titles[MIND_LEVELS] = {"Computer: random", "Computer: recruit", "Computer: captain", "Computer: marshal", "Computer: tree search"};
	return titles[level];
}

int level_find(const char *name)
{
	for (int i = 0; mind_names[i]; i++)
		if (strcmp(mind_names[i], name) == 0) return i;
	return -1;
}

struct thought {
	struct deed deed; /* first */
	struct job job;
	struct sitting *s;
	int side, n;
	struct order order;
	struct orders legal;
};

static bool put_thought(struct table *t, struct deed *d)
{
	struct thought *h = (struct thought *)d;
	struct sitting *s = h->s;
	bool fine = true;
	pthread_mutex_lock(&s->lock);
	s->thinking = false;
	if (s->match && s->match->n == h->n) {
		uint8_t waiting = s->match->g->waiting;
		int events = s->match->events.n;
		if (match_order(s->match, h->side, &h->order, NULL)) {
			sitting_noted(s, waiting, events);
			deed_touch(t, s);
			fine = entries_put(t, s, h->n, 0, NULL);
			count(COUNT_ORDERS);
		}
	} else if (s->match) {
		computer_wake(t, s); /* the game has moved on while we thought */
	}
	pthread_mutex_unlock(&s->lock);
	return fine;
}

static void thought_done(struct table *t, struct deed *d, bool kept)
{
	struct thought *h = (struct thought *)d;
	(void)kept;
	sitting_drop(t, h->s);
	free(h);
}

static void head_empty(struct table *t, struct head *head)
{
	if (!head->mind) return;
	mind_free(head->mind);
	muster_drop(t, head->mustered);
	*head = (struct head){0};
}

void heads_free(struct table *t, struct sitting *s)
{
	for (int side = 0; side < SIDES; side++) head_empty(t, &s->head[side]);
}

/* With the game's lock held: a copy to think on, and a mind that belongs to this muster. NULL if this side is not asked. */
static struct game *prepare(struct table *t, struct thought *h)
{
	struct sitting *s = h->s;
	struct head *head = &s->head[h->side];
	const struct muster *m = s->match->m;
	struct play p = {m, NULL, NULL};
	uint64_t seed;
	if (!(s->match->g->waiting >> h->side & 1)) return NULL;
	if (head->mustered != s->mustered) {
		head_empty(t, head);
		if (!guide_seed(t, s, &seed)) randombytes_buf(&seed, sizeof seed);
		head->mustered = muster_keep(t, s->mustered);
		head->mind = mind_new(m, s->seat[h->side].level, seed);
	}
	struct game *g = aligned_alloc(64, (m->state_bytes + 63u) & ~63u);
	if (!g) abort();
	game_copy(m, g, s->match->g);
	h->n = s->match->n, h->legal.n = 0;
	m->rules->legal(&p, g, h->side, &h->legal);
	return g;
}

static void think(struct table *t, struct job *j)
{
	struct thought *h = (struct thought *)((char *)j - offsetof(struct thought, job));
	struct game *g = NULL;
	h->n = -1; /* fits no game: nothing is ordered */
	h->deed.apply = put_thought, h->deed.done = thought_done;
	if (sitting_wait(t, h->s)) {
		g = prepare(t, h);
		pthread_mutex_unlock(&h->s->lock);
	}
	if (g) h->order = mind_choose(h->s->head[h->side].mind, g, h->side, &h->legal, (struct mind_budget){.milliseconds = PATIENCE_MS, .cancel = &t->stopping});
	free(g);
	deed_submit(t, &h->deed);
}

void computer_wake(struct table *t, struct sitting *s)
{
	if (s->thinking || !s->match || atomic_load(&t->stopping)) return;
	for (int side = 0; side < SIDES; side++) {
		if (s->seat[side].kind != SEAT_COMPUTER || !(s->match->g->waiting >> side & 1)) continue;
		struct thought *h = malloc(sizeof *h);
		if (!h) abort();
		h->s = s, h->side = side, h->job.run = think;
		sitting_keep(t, s);
		s->thinking = job_submit(t->thinkers, &h->job);
		if (s->thinking) return;
		sitting_drop(t, s);
		free(h);
	}
}
