/* See aside.h. */
#include "table/aside.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define LIST_MOST (1u << 20)

struct set_aside {
	int64_t game, when;
	int what, signal;
	char id[ID_MOST];
};
struct aside {
	int n;
	struct set_aside *list;
};

static void add(struct aside *a, const struct set_aside *one)
{
	a->list = realloc(a->list, sizeof *a->list * (size_t)(a->n + 1));
	if (!a->list) abort();
	a->list[a->n++] = *one;
}

/* --- the list on the disk ------------------------------------------------------------------------------- */

static void list_read(struct aside *a, const char *path, const char *released)
{
	struct text bytes = {0};
	struct set_aside one;
	if (!text_read_file(&bytes, path, LIST_MOST)) text_clear(&bytes);
	for (const char *at = text_str(&bytes); *at; at += strcspn(at, "\n"), at += *at == '\n') {
		long long game, when;
		if (sscanf(at, "%lld %23s %lld %d %d", &game, one.id, &when, &one.what, &one.signal) != 5) continue;
		one.game = game, one.when = when;
		if (!released || strcmp(released, one.id)) add(a, &one);
		else note("game %s is released", one.id);
	}
	text_free(&bytes);
}

/* Written beside and renamed, so that it is whole or as it was. */
static void list_write(const struct aside *a, const char *path)
{
	struct text out = {0};
	char beside[1200];
	snprintf(beside, sizeof beside, "%s.new", path);
	for (int i = 0; i < a->n; i++) {
		const struct set_aside *s = &a->list[i];
		text_addf(&out, "%lld %s %lld %d %d\n", (long long)s->game, s->id, (long long)s->when, s->what,
			s->signal);
	}
	FILE *f = fopen(beside, "w");
	bool fine = f && fwrite(text_str(&out), 1, out.n, f) == out.n && fflush(f) == 0 && fsync(fileno(f)) == 0;
	if (f) fine &= fclose(f) == 0;
	if (!fine || rename(beside, path)) note("%s cannot be written: %s", path, strerror(errno));
	text_free(&out);
}

/* --- the log of a game, out of its rows: it is not replayed --------------------------------------------- */

struct saving {
	struct text out;
	char id[ID_MOST];
	int n;
};

static void game_row(void *to, const struct row *r)
{
	struct saving *s = to;
	size_t n;
	char seed[65] = "";
	const void *bytes = row_bytes(r, 7, &n);
	if (n == 32) seed_write(bytes, seed);
	snprintf(s->id, sizeof s->id, "%s", row_text(r, 1));
	text_addf(&s->out, "fratelli 1\nsystem %s %lld\nbattle %s %s\ndata %016x\n", row_text(r, 3),
		(long long)row_int(r, 5), row_text(r, 2), row_text(r, 4), 0);
	for (const char *at = row_text(r, 6); at && *at; at += strcspn(at, "\n"), at += *at == '\n')
		text_addf(&s->out, "option %.*s\n", (int)strcspn(at, "\n"), at);
	text_addf(&s->out, "seed %s\n", seed);
}

static void entry_row(void *to, const struct row *r)
{
	struct saving *s = to;
	const char *line = row_text(r, 1);
	text_add(&s->out, line);
	if (line[0] && line[strlen(line) - 1] != '\n') text_char(&s->out, '\n');
	text_addf(&s->out, "hash %d %016llx\n", ++s->n, (unsigned long long)row_int(r, 2));
}

static bool save_log(struct table *t, int64_t game, char id[ID_MOST])
{
	struct saving s = {0};
	char path[1200];
	store_get(t->store, Q_GAME_NUMBERED, game_row, &s, "i", game);
	if (s.id[0]) {
		store_get(t->store, Q_ENTRIES, entry_row, &s, "ii", game, (int64_t)INT32_MAX);
		text_addf(&s.out, "end %d\n", s.n);
		snprintf(path, sizeof path, "%s.aside.%s.save", t->with.own, s.id);
		FILE *f = fopen(path, "w");
		bool fine = f && fwrite(text_str(&s.out), 1, s.out.n, f) == s.out.n;
		if (f) fine &= fclose(f) == 0;
		if (!fine) note("%s cannot be written: %s", path, strerror(errno));
	}
	snprintf(id, ID_MOST, "%s", s.id);
	text_free(&s.out);
	return id[0] != 0;
}

/* --- for others ----------------------------------------------------------------------------------------- */

struct aside *aside_open(struct table *t, const struct marks *before, const char *released)
{
	struct aside *a = calloc(1, sizeof *a);
	struct set_aside one = {.game = before->culprit.game,
		.when = now_s(),
		.what = before->culprit.what,
		.signal = before->signal};
	char path[1100], why[200];
	if (!a) abort();
	snprintf(path, sizeof path, "%s.aside", t->with.own);
	list_read(a, path, released);
	if (one.game && !aside_why(a, one.game, why, sizeof why) && save_log(t, one.game, one.id)) {
		add(a, &one);
		note("game %s ended the process by signal %d while %s: it is set aside, its log is in %s.%s.save",
			one.id, one.signal, marked_words[one.what < MARKS ? one.what : 0], path, one.id);
	}
	if (released || one.game) list_write(a, path);
	return a;
}

void aside_free(struct aside *a)
{
	free(a->list);
	free(a);
}

bool aside_why(const struct aside *a, int64_t game, char *out, size_t room)
{
	char at[40];
	struct tm tm;
	for (int i = 0; i < a->n; i++) {
		const struct set_aside *s = &a->list[i];
		if (s->game != game) continue;
		strftime(at, sizeof at, "%F %R UTC", gmtime_r(&s->when, &tm));
		snprintf(out, room,
			"it stopped the server (%s) while %s. Nothing of it is lost; it is set aside until who runs this table releases it.",
			at, marked_words[s->what >= 0 && s->what < MARKS ? s->what : 0]);
		return true;
	}
	return false;
}
