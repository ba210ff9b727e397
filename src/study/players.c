/* Who plays: the opponent's levels, and one that only passes, which no sound scenario lets win. Each is timed
   by its own thread's clock, so that other work on the machine does not count. */
#include <string.h>
#include <time.h>

#include "study/study.h"

const char *player_name(int level) { return level == PLAYER_PASS ? "pass" : mind_names[level]; }

int player_level(const char *name)
{
	for (int level = 0; level < PLAYER_LEVELS; level++)
		if (strcmp(player_name(level), name) == 0) return level;
	return -1;
}

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void pace_add(struct pace *to, const struct pace *more)
{
	to->decisions += more->decisions, to->activations += more->activations,
		to->nanoseconds += more->nanoseconds;
	if (more->slowest > to->slowest) to->slowest = more->slowest;
}

void seat_open(struct seat *s, const struct player *p, const struct muster *m, uint64_t seed)
{
	*s = (struct seat){.player = p};
	if (p->level == PLAYER_PASS) return;
	s->mind = mind_new(m, (enum mind_level)p->level, seed);
	if (p->weights) mind_weigh(s->mind, p->weights);
}

struct order seat_choose(struct seat *s, const struct game *g, int side, const struct orders *legal)
{
	s->pace.decisions++;
	if (!s->mind) return legal->list[legal->n - 1];
	int64_t start = now();
	struct order o = mind_choose(s->mind, g, side, legal, (struct mind_budget){.nodes = s->player->nodes});
	int64_t took = now() - start;
	s->running += took, s->pace.nanoseconds += took;
	return o;
}

void seat_rest(struct seat *s)
{
	s->pace.activations++;
	if (s->running > s->pace.slowest) s->pace.slowest = s->running;
	s->running = 0;
}

void seat_close(struct seat *s) { mind_free(s->mind); }
