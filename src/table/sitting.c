/* What is asked of a game at the table: who holds what, what each may know of its log, and coming in to read it. */
#include "table/sitting.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/words.h"

unsigned sitting_held(const struct sitting *s, int64_t person)
{
	unsigned held = 0;
	for (int side = 0; side < SIDES; side++)
		if (s->seat[side].kind == SEAT_PERSON && s->seat[side].person == person) held |= 1u << side;
	return held;
}

bool sitting_alone(const struct sitting *s, int64_t person) { return sitting_held(s, person) == 3; }

static bool told_anything(const struct match *m, int from, int side)
{
	for (int i = from; i < m->events.n; i++)
		if (event_seen(&m->events.list[i], side)) return true;
	return false;
}

/* While a side has a question open, what the other does and nobody is told of must not be noticed: that an answer has come at
   all would be news (the secret simultaneous choice), and standing orders are private. It is counted once the side has acted. */
void sitting_noted(struct sitting *s, uint8_t waiting_before, int events_before)
{
	const struct match *m = s->match;
	const struct entry *e = &m->entry[m->n - 1];
	for (int side = 0; side < SIDES; side++) {
		bool asked = waiting_before >> side & 1 && m->g->waiting >> side & 1;
		bool quiet = e->kind != ENTRY_OVERRIDE && e->kind != ENTRY_RESEED && !told_anything(m, events_before, side);
		s->hidden[side] = e->side != side && asked && quiet ? s->hidden[side] + 1 : 0;
	}
}

int sitting_seen(const struct sitting *s, unsigned held)
{
	int n = s->match ? s->match->n : s->n;
	switch (held) {
	case 3: return n;
	case 0: return n - s->hidden[0] - s->hidden[1];
	default: return n - s->hidden[held - 1];
	}
}

int after_of(const struct match *t) { return t->g->waiting | (t->g->over ? 4 | t->g->winner << 3 : 0); }

/* --- coming in ---------------------------------------------------------------------------------------------------------------- */

static enum handled load_here(struct request *q)
{
	pthread_mutex_lock(&q->game->lock);
	enum load how = sitting_load_some(q->t, q->game, LOAD_SLICE_US);
	pthread_mutex_unlock(&q->game->lock);
	if (how == LOAD_MORE) return request_to_worker(q, load_here);
	return how == LOAD_DONE ? q->route->handle(q) : answer_error(q, 500, "This game cannot be replayed: %s", q->game->damaged);
}

/* libmicrohttpd's threads serve many and wait for nobody: a lock that is not free within a millisecond (the game is being brought
   back, or somebody writes a report of it) is left to a worker. */
bool sitting_lock(struct request *q)
{
	if (q->suspended) return pthread_mutex_lock(&q->game->lock) == 0;
	for (int tries = 0; tries < 20; tries++) {
		if (pthread_mutex_trylock(&q->game->lock) == 0) return true;
		usleep(50);
	}
	return false;
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
	if (!sitting_lock(q)) return *h = request_to_worker(q, load_here), false;
	if (s->match && !s->dirty) return true;
	if (s->dirty) {
		if (!q->suspended) q->suspended = true, MHD_suspend_connection(q->connection);
		q->next_waiting = s->waiting, s->waiting = q;
		pthread_mutex_unlock(&s->lock);
		return *h = LATER, false;
	}
	pthread_mutex_unlock(&s->lock);
	return *h = request_to_worker(q, load_here), false;
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
