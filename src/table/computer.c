/* Computer players. One thinks on a worker, on a copy of the state in which everything its side may not know has been replaced, and
   then gives its order like anybody else. A stronger opponent is one more row of `skills`. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "table/sitting.h"

static int choose_random(const struct muster *m, struct game *g, int side, const struct orders *legal, struct rng *rng)
{
	(void)m, (void)g, (void)side;
	return (int)rng_below(rng, (uint32_t)legal->n);
}

const struct skill skills[] = {{"random", "Computer (random)", choose_random}, {NULL, NULL, NULL}};

const struct skill *skill_find(const char *name)
{
	for (const struct skill *l = skills; l->name; l++)
		if (strcmp(l->name, name) == 0) return l;
	return NULL;
}

struct thought {
	struct deed deed; /* first */
	struct job job;
	struct sitting *s;
	int side, n;
	struct order order;
	struct rng rng;
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

static void think(struct table *t, struct job *j)
{
	struct thought *h = (struct thought *)((char *)j - offsetof(struct thought, job));
	struct sitting *s = h->s;
	h->n = -1; /* fits no game: nothing is ordered */
	h->deed.apply = put_thought, h->deed.done = thought_done;
	if (sitting_wait(t, s)) {
		struct mustered *mustered = muster_keep(t, s->mustered);
		const struct muster *m = mustered->m;
		struct play p = {m, NULL, NULL};
		if (s->match->g->waiting >> h->side & 1) {
			struct game *g = aligned_alloc(64, (m->state_bytes + 63u) & ~63u);
			if (!g) abort();
			h->n = s->match->n;
			game_copy(m, g, s->match->g);
			h->legal.n = 0;
			m->rules->legal(&p, g, h->side, &h->legal);
			const struct skill *skill = s->seat[h->side].skill;
			pthread_mutex_unlock(&s->lock);
			play_imagine(&p, g, h->side, &h->rng);
			h->order = h->legal.list[(skill ? skill : skills)->choose(m, g, h->side, &h->legal, &h->rng)];
			free(g);
		} else {
			pthread_mutex_unlock(&s->lock);
		}
		muster_drop(t, mustered);
	}
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
		randombytes_buf(&h->rng, sizeof h->rng);
		sitting_keep(t, s);
		s->thinking = job_submit(t, &h->job);
		if (s->thinking) return;
		sitting_drop(t, s);
		free(h);
	}
}
