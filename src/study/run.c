/* The games of a study. Which thread or process plays a game, and when, changes nothing in it (ranks.h); the
   journal takes them as they end, and everything that is made of them afterwards goes by their numbers. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/own.h"

/* --- a study -------------------------------------------------------------------------------------------- */

struct study_run {
	struct study *s;
	const struct study_how *how;
	struct journal journal;
	int64_t *number; /* of the games to play */
	int64_t n;
	struct progress progress;
	struct text *wrong;
};

static void announce(const struct study *s, const struct study_how *how, int64_t game)
{
	char words[600];
	if (!how->note) return;
	snprintf(words, sizeof words,
		"It happens in game %" PRId64
		" of a study: fratelli study %s %s --scenario %s --%s %s --%s %s --seed %" PRIu64 " --games %" PRId64,
		game, s->m->battle->id, s->m->rules->id, s->m->scenario->id, s->m->battle->side[0].id,
		player_name(s->player[0].level), s->m->battle->side[1].id, player_name(s->player[1].level), s->seed,
		game + 1);
	how->note(words);
}

/* What came of a game, as it goes from rank to rank: its line of the journal, then its save file if it is
   kept. */
static void play_one(void *all, int64_t number, struct text *result)
{
	const struct study_run *r = all;
	struct record record;
	struct text save = {0};
	announce(r->s, r->how, number);
	contest_play(r->s->m, r->s->player, r->s->seed, number, r->how->flags, &record, NULL, &save);
	record_write(r->s->m, &record, result);
	text_addn(result, text_str(&save), save.n);
	record_free(&record), text_free(&save);
}

static bool keep(struct study_run *r, const struct record *record, const char *line, size_t n,
	const struct text *save)
{
	char name[64];
	if (!r->how->dir) return true;
	snprintf(name, sizeof name, "%s-%" PRId64 ".save", record->wrong[0] ? "wrong" : "game", record->game);
	if ((!save->n || file_put(r->how->dir, name, save)) && journal_add(&r->journal, line, n)) return true;
	text_addf(r->wrong, "the games in %s cannot be written: %s", r->how->dir, strerror(errno));
	return false;
}

static bool take_one(void *all, int64_t number, const char *result, size_t n)
{
	struct study_run *r = all;
	struct record record;
	struct text save = {0};
	size_t line = (size_t)((const char *)memchr(result, '\n', n) - result) + 1;
	(void)number;
	if (!record_read(r->s->m, result, line - 1, &record)) abort();
	if (n > line) text_addn(&save, result + line, n - line);
	bool fine = keep(r, &record, result, line, &save);
	study_add(r->s, &record);
	progress_step(&r->progress);
	text_free(&save);
	return fine;
}

/* The numbers that the journal lacks, of the part that is ours to play. */
static void missing(struct study_run *r)
{
	struct study *s = r->s;
	int at = 0;
	r->number = study_need(malloc(sizeof *r->number * (size_t)(s->games + 1)));
	for (int64_t i = 0; i < s->games; i++) {
		while (at < s->n && s->record[at].game < i) at++;
		bool there = at < s->n && s->record[at].game == i,
			 ours = !r->how->parts || i % r->how->parts == r->how->part;
		if (!there && ours) r->number[r->n++] = i;
	}
}

/* A study does not go on with players who have learnt something since: its last game must come out as it
   did. */
static bool plays_as_before(struct study_run *r)
{
	struct record again;
	const struct record *was = &r->s->record[r->s->n - 1];
	announce(r->s, r->how, was->game);
	contest_play(r->s->m, r->s->player, r->s->seed, was->game, r->how->flags, &again, NULL, NULL);
	bool same = again.hash == was->hash;
	record_free(&again);
	if (!same)
		text_addf(r->wrong,
			"the program plays otherwise than when the study in %s began (game %" PRId64
			"); choose another folder",
			r->how->dir, was->game);
	return same;
}

/* What the chief alone does before the first game. */
static bool prepare(struct study_run *r)
{
	if (r->how->dir && !journal_open(&r->journal, r->how->dir, r->s, r->wrong)) return false;
	missing(r);
	return r->n == 0 || r->s->n == 0 || plays_as_before(r);
}

bool study_run(struct study *s, const struct study_how *how, struct text *wrong)
{
	struct study_run r = {.s = s, .how = how, .journal = {.fd = -1}, .wrong = wrong};
	bool fine = ranks_agree(how->ranks, !ranks_chief(how->ranks) || prepare(&r));
	if (fine) {
		progress_open(&r.progress, how->title, s->n, s->games, how->ranks);
		work_run(how->ranks, how->jobs,
			&(struct work){.n = r.n, .number = r.number, .play = play_one, .take = take_one, .all = &r});
		progress_close(&r.progress);
		study_sort(s);
	}
	journal_close(&r.journal);
	free(r.number);
	return ranks_agree(how->ranks, fine && !wrong->n);
}

int study_differences(const struct study *s)
{
	int n = 0;
	for (int i = 0; i < s->n; i++) n += s->record[i].wrong[0] != 0;
	return n;
}
