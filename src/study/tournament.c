/* Levels against each other. Each pair of games has the same dice and the sides swapped, so that neither the scenario nor the dice
   decide who is the stronger; Elo's numbers come from all results together. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "study/own.h"

#define PRIOR 1.0 /* drawn games given to each pairing, so that who wins all is not infinitely strong */

struct tournament_run {
	struct tournament *t;
	const struct study_how *how;
	pthread_mutex_t lock;
	struct progress progress;
};

/* Games are numbered pairing by pairing; of two neighbours the second has the sides swapped. */
static void play_one(void *all, int64_t number)
{
	struct tournament_run *r = all;
	struct tournament *t = r->t;
	struct meeting *m = &t->meeting[number / t->games];
	int64_t game = number % t->games, swapped = game % 2;
	const int who[SIDES] = {swapped ? m->b : m->a, swapped ? m->a : m->b};
	const struct player player[SIDES] = {t->entrant[who[0]], t->entrant[who[1]]};
	struct pace pace[SIDES] = {{0}};
	struct record record;
	char words[300];
	snprintf(words, sizeof words, "It happens in a tournament of %s under %s, scenario %s: %s against %s on the dice of seed %" PRIu64, t->m->battle->id, t->m->rules->id,
	         t->m->scenario->id, player_name(player[0].level), player_name(player[1].level), t->seed + (uint64_t)game / 2);
	if (r->how->note) r->how->note(words);
	contest_play(t->m, player, t->seed, game / 2, 0, &record, pace, NULL);
	pthread_mutex_lock(&r->lock);
	m->games++;
	if (record.winner == RESULT_DRAW) m->draws++;
	else if (who[record.winner] == m->a) m->wins++;
	else m->losses++;
	for (int side = 0; side < SIDES; side++) pace_add(&t->pace[who[side]], &pace[side]);
	t->differences += record.wrong[0] != 0;
	progress_step(&r->progress);
	pthread_mutex_unlock(&r->lock);
	record_free(&record);
}

static void rate(struct tournament *t)
{
	int n = t->entrants;
	double score[ENTRANTS_MOST * ENTRANTS_MOST] = {0}, games[ENTRANTS_MOST * ENTRANTS_MOST] = {0};
	for (int i = 0; i < t->meetings; i++) {
		struct meeting *m = &t->meeting[i];
		double points = m->wins + m->draws / 2.0;
		struct interval w = wilson(points, m->games);
		m->score = points / m->games, m->low = w.low, m->high = w.high;
		score[m->a * n + m->b] = points, score[m->b * n + m->a] = m->games - points;
		games[m->a * n + m->b] = games[m->b * n + m->a] = m->games;
	}
	elo_fit(n, score, games, PRIOR, t->elo, t->error);
}

void tournament_run(struct tournament *t, const struct study_how *how)
{
	struct tournament_run r = {.t = t, .how = how, .lock = PTHREAD_MUTEX_INITIALIZER};
	t->games += t->games % 2, t->meetings = t->differences = 0;
	for (int a = 0; a < t->entrants; a++)
		for (int b = a + 1; b < t->entrants; b++) t->meeting[t->meetings++] = (struct meeting){.a = a, .b = b};
	progress_open(&r.progress, how->title, 0, (int64_t)t->meetings * t->games);
	parallel(how->jobs, (int64_t)t->meetings * t->games, play_one, &r);
	progress_close(&r.progress);
	rate(t);
}
