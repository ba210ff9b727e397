/* Games on all cores. Which thread plays a game, and when, changes nothing in it; the journal takes them as they end, and
   everything that is made of them afterwards goes by their numbers. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/own.h"

#define JOBS_MOST 64

struct parallel_run { atomic_llong next; int64_t n; void (*play)(void *all, int64_t number); void *all; };

static void *work(void *of)
{
	struct parallel_run *r = of;
	for (long long i; (i = atomic_fetch_add(&r->next, 1)) < r->n;) r->play(r->all, i);
	return NULL;
}

void parallel(int jobs, int64_t n, void (*play)(void *all, int64_t number), void *all)
{
	struct parallel_run r = {.n = n, .play = play, .all = all};
	pthread_t thread[JOBS_MOST];
	int started = 0;
	while (started < jobs - 1 && started < JOBS_MOST && pthread_create(&thread[started], NULL, work, &r) == 0) started++;
	work(&r);
	for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
}

/* --- a study --------------------------------------------------------------------------------------------------------------- */

struct study_run {
	struct study *s;
	const struct study_how *how;
	struct journal journal;
	int64_t *number;       /* of the games to play */
	int64_t n;
	pthread_mutex_t lock;  /* of what follows, and the journal */
	struct progress progress;
	struct text *wrong;
	atomic_bool stop;
};

static void announce(const struct study *s, const struct study_how *how, int64_t game)
{
	char words[600];
	if (!how->note) return;
	snprintf(words, sizeof words, "It happens in game %" PRId64 " of a study: fratelli study %s %s --scenario %s --%s %s --%s %s --seed %" PRIu64 " --games %" PRId64,
	         game, s->m->battle->id, s->m->rules->id, s->m->scenario->id, s->m->battle->side[0].id, player_name(s->player[0].level),
	         s->m->battle->side[1].id, player_name(s->player[1].level), s->seed, game + 1);
	how->note(words);
}

static void keep(struct study_run *r, const struct record *record, const struct text *save)
{
	char name[64];
	pthread_mutex_lock(&r->lock);
	snprintf(name, sizeof name, "%s-%" PRId64 ".save", record->wrong[0] ? "wrong" : "game", record->game);
	if (r->how->dir && !atomic_load(&r->stop) && ((save->n && !file_put(r->how->dir, name, save)) || !journal_add(&r->journal, r->s, record))) {
		text_addf(r->wrong, "the games in %s cannot be written: %s", r->how->dir, strerror(errno));
		atomic_store(&r->stop, true);
	}
	study_add(r->s, record);
	progress_step(&r->progress);
	pthread_mutex_unlock(&r->lock);
}

static void play_one(void *all, int64_t number)
{
	struct study_run *r = all;
	struct record record;
	struct text save = {0};
	if (atomic_load(&r->stop)) return;
	announce(r->s, r->how, r->number[number]);
	contest_play(r->s->m, r->s->player, r->s->seed, r->number[number], r->how->flags, &record, NULL, &save);
	keep(r, &record, &save);
	text_free(&save);
}

/* The numbers that the journal lacks. */
static void missing(struct study_run *r)
{
	struct study *s = r->s;
	int at = 0;
	r->number = study_need(malloc(sizeof *r->number * (size_t)(s->games + 1)));
	for (int64_t i = 0; i < s->games; i++) {
		while (at < s->n && s->record[at].game < i) at++;
		if (at == s->n || s->record[at].game != i) r->number[r->n++] = i;
	}
}

/* A study does not go on with players who have learnt something since: its last game must come out as it did. */
static bool plays_as_before(struct study_run *r)
{
	struct record again;
	const struct record *was = &r->s->record[r->s->n - 1];
	announce(r->s, r->how, was->game);
	contest_play(r->s->m, r->s->player, r->s->seed, was->game, r->how->flags, &again, NULL, NULL);
	bool same = again.hash == was->hash;
	record_free(&again);
	if (!same) text_addf(r->wrong, "the program plays otherwise than when the study in %s began (game %" PRId64 "); choose another folder", r->how->dir, was->game);
	return same;
}

bool study_run(struct study *s, const struct study_how *how, struct text *wrong)
{
	struct study_run r = {.s = s, .how = how, .journal = {.fd = -1}, .wrong = wrong, .lock = PTHREAD_MUTEX_INITIALIZER};
	if (how->dir && !journal_open(&r.journal, how->dir, s, wrong)) return false;
	missing(&r);
	if (r.n == 0 || s->n == 0 || plays_as_before(&r)) {
		progress_open(&r.progress, how->title, s->n, s->games);
		parallel(how->jobs, r.n, play_one, &r);
		progress_close(&r.progress);
		study_sort(s);
	}
	journal_close(&r.journal);
	free(r.number);
	return !wrong->n;
}

int study_differences(const struct study *s)
{
	int n = 0;
	for (int i = 0; i < s->n; i++) n += s->record[i].wrong[0] != 0;
	return n;
}
