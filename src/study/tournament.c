/* Levels against each other. Each pair of games has the same dice and the sides swapped, so that neither the
   scenario nor the dice decide who is the stronger; Elo's numbers come from all results together. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/own.h"

#define PRIOR 1.0 /* drawn games given to each pairing, so that who wins all is not infinitely strong */

struct tournament_run {
	struct tournament *t;
	const struct study_how *how;
	struct progress progress;
};

/* What came of a game, as it goes from rank to rank. */
struct outcome_of_game {
	int64_t winner, wrong;
	struct pace pace[SIDES];
};

/* Games are numbered pairing by pairing; of two neighbours the second has the sides swapped. */
static void players_of(const struct tournament *t, int64_t number, int who[SIDES])
{
	const struct meeting *m = &t->meeting[number / t->games];
	bool swapped = number % t->games % 2;
	who[0] = swapped ? m->b : m->a, who[1] = swapped ? m->a : m->b;
}

static void play_one(void *all, int64_t number, struct text *result)
{
	const struct tournament_run *r = all;
	const struct tournament *t = r->t;
	int64_t dice = number % t->games / 2;
	int who[SIDES];
	players_of(t, number, who);
	const struct player player[SIDES] = {t->entrant[who[0]], t->entrant[who[1]]};
	struct outcome_of_game o = {0};
	struct record record;
	char words[300];
	snprintf(words, sizeof words,
		"It happens in a tournament of %s under %s, scenario %s: %s against %s on the dice of seed %" PRIu64,
		t->m->battle->id, t->m->rules->id, t->m->scenario->id, player_name(player[0].level),
		player_name(player[1].level), t->seed + (uint64_t)dice);
	if (r->how->note) r->how->note(words);
	contest_play(t->m, player, t->seed, dice, 0, &record, o.pace, NULL);
	o.winner = record.winner, o.wrong = record.wrong[0] != 0;
	text_addn(result, (const char *)&o, sizeof o);
	record_free(&record);
}

static bool take_one(void *all, int64_t number, const char *result, size_t n)
{
	struct tournament_run *r = all;
	struct tournament *t = r->t;
	struct meeting *m = &t->meeting[number / t->games];
	struct outcome_of_game o;
	int who[SIDES];
	if (n != sizeof o) abort();
	memcpy(&o, result, sizeof o);
	players_of(t, number, who);
	m->games++;
	if (o.winner == RESULT_DRAW) m->draws++;
	else if (who[o.winner] == m->a) m->wins++;
	else m->losses++;
	for (int side = 0; side < SIDES; side++) pace_add(&t->pace[who[side]], &o.pace[side]);
	t->differences += (int)o.wrong;
	progress_step(&r->progress);
	return true;
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
	struct tournament_run r = {.t = t, .how = how};
	t->games += t->games % 2, t->meetings = t->differences = 0;
	for (int a = 0; a < t->entrants; a++)
		for (int b = a + 1; b < t->entrants; b++)
			t->meeting[t->meetings++] = (struct meeting){.a = a, .b = b};
	progress_open(&r.progress, how->title, 0, (int64_t)t->meetings * t->games, how->ranks);
	work_run(how->ranks, how->jobs,
		&(struct work){.n = (int64_t)t->meetings * t->games,
			.everywhere = true,
			.play = play_one,
			.take = take_one,
			.all = &r});
	progress_close(&r.progress);
	rate(t);
}
