/* The journal of a study: DIR/journal.jsonl. The first line is the card, which says what is studied; then
   comes a line a game. A line is written at once, and half a line, which a killed study leaves behind, is cut
   off when it goes on. A study goes on only under the same card; the file is locked while one runs. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "study/own.h"

#define JOURNAL "journal.jsonl"
/* half of what there is, where numbers are short */
#define JOURNAL_MOST (SIZE_MAX / 2 < 4ull << 30 ? SIZE_MAX / 2 : 4ull << 30)

/* --- the card ------------------------------------------------------------------------------------------- */

static void card_write(const struct study *s, struct text *line)
{
	const struct muster *m = s->m;
	struct json j = {.out = line};
	char hash[17];
	json_open(&j, NULL, '{');
	json_str(&j, "battle", m->battle->id);
	json_str(&j, "scenario", m->scenario->id);
	json_str(&j, "system", m->rules->id);
	json_int(&j, "version", m->rules->version);
	snprintf(hash, sizeof hash, "%016" PRIx64, m->hash);
	json_str(&j, "data", hash);
	json_open(&j, "options", '{');
	for (int i = 0; i < m->rules->options; i++) json_int(&j, m->rules->option[i].name, m->option[i]);
	json_close(&j, '}');
	for (int side = 0; side < SIDES; side++) {
		json_open(&j, side ? "player_1" : "player_0", '{');
		json_str(&j, "side", m->battle->side[side].id);
		json_str(&j, "level", player_name(s->player[side].level));
		json_int(&j, "nodes", (int64_t)s->player[side].nodes);
		json_close(&j, '}');
	}
	json_int(&j, "seed", (int64_t)s->seed);
	json_close(&j, '}');
	text_char(line, '\n');
}

/* The first thing in which two cards differ, in words; false if they agree. */
static bool cards_differ(const char *there, size_t n, const char *here, struct text *wrong)
{
	json_t *a = json_loadb(there, n, 0, NULL), *b = json_loads(here, 0, NULL), *value;
	const char *key;
	bool differ = !json_is_object(a);
	if (differ) text_add(wrong, "its journal is none");
	json_object_foreach(b, key, value)
	{
		if (differ || json_equal(json_object_get(a, key), value)) continue;
		json_t *was = json_object_get(a, key);
		char *x = was ? json_dumps(was, JSON_ENCODE_ANY | JSON_COMPACT) : NULL,
			 *y = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT);
		text_addf(wrong, "another study lies there: its %s is %s, not %s", key, x ? x : "missing",
			y ? y : "?");
		free(x), free(y);
		differ = true;
	}
	json_decref(a), json_decref(b);
	return differ;
}

static bool word_read(const json_t *card, const char *key, char *out, size_t room)
{
	const char *word = json_string_value(json_object_get(card, key));
	return word && (size_t)snprintf(out, room, "%s", word) < room;
}

static bool journal_read(const char *dir, struct text *all, struct text *wrong)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/" JOURNAL, dir);
	if (text_read_file(all, path, JOURNAL_MOST) && memchr(text_str(all), '\n', all->n)) return true;
	text_addf(wrong, "there is no study in %s: %s", dir,
		all->n ? "its journal has no whole line" : strerror(errno));
	return false;
}

static json_t *card_parse(const struct text *all)
{
	return json_loadb(all->s, (size_t)((char *)memchr(all->s, '\n', all->n) - all->s), 0, NULL);
}

bool card_read(const char *dir, struct card *out, struct text *wrong)
{
	struct text all = {0};
	const char *key;
	json_t *card = NULL, *value;
	*out = (struct card){0};
	bool fine = journal_read(dir, &all, wrong);
	if (fine) {
		card = card_parse(&all);
		fine = word_read(card, "battle", out->battle, sizeof out->battle) &&
		       word_read(card, "scenario", out->scenario, sizeof out->scenario) &&
		       word_read(card, "system", out->system, sizeof out->system);
		if (!fine) text_addf(wrong, "the journal in %s does not say what was studied", dir);
	}
	json_object_foreach(json_object_get(card, "options"), key, value) if (out->options < OPTIONS_MOST)
		snprintf(out->option[out->options++], sizeof out->option[0], "%s=%" JSON_INTEGER_FORMAT, key,
			json_integer_value(value));
	json_decref(card);
	text_free(&all);
	return fine;
}

/* --- its games ------------------------------------------------------------------------------------------ */

void study_add(struct study *s, const struct record *r)
{
	if (s->n == s->room) {
		s->room = s->room ? 2 * s->room : 64;
		s->record = study_need(realloc(s->record, sizeof *s->record * (size_t)s->room));
	}
	s->record[s->n++] = *r;
}

static int by_number(const void *a, const void *b)
{
	const struct record *x = a, *y = b;
	return (x->game > y->game) - (x->game < y->game);
}

void study_sort(struct study *s)
{
	if (s->n) qsort(s->record, (size_t)s->n, sizeof *s->record, by_number);
}

void study_free(struct study *s)
{
	for (int i = 0; i < s->n; i++) record_free(&s->record[i]);
	free(s->record);
	s->record = NULL, s->n = s->room = 0;
}

/* Games of whole lines, `most` of them by number; true if every line was one. */
static bool games_read(struct study *s, const char *at, const char *end, int64_t most)
{
	bool all = true;
	for (const char *next; at < end && (next = memchr(at, '\n', (size_t)(end - at))); at = next + 1) {
		struct record r;
		if (!record_read(s->m, at, (size_t)(next - at), &r)) all = false;
		else if (r.game < most) study_add(s, &r);
		else record_free(&r);
	}
	study_sort(s);
	return all;
}

bool study_load(const char *dir, struct study *s, bool *changed, struct text *wrong)
{
	struct text all = {0}, here = {0}, differ = {0};
	if (!journal_read(dir, &all, wrong)) return text_free(&all), false;
	json_t *card = card_parse(&all);
	s->seed = (uint64_t)json_integer_value(json_object_get(card, "seed"));
	for (int side = 0; side < SIDES; side++) {
		const json_t *p = json_object_get(card, side ? "player_1" : "player_0");
		const char *level = json_string_value(json_object_get(p, "level"));
		s->player[side] = (struct player){.level = level ? player_level(level) : -1,
			.nodes = (uint64_t)json_integer_value(json_object_get(p, "nodes"))};
		if (s->player[side].level < 0)
			text_addf(wrong, "%s: nobody plays at the level `%s`", dir, level ? level : "");
	}
	if (!wrong->n) {
		const char *first = strchr(all.s, '\n') + 1;
		card_write(s, &here);
		*changed = cards_differ(all.s, (size_t)(first - all.s), text_str(&here), &differ);
		games_read(s, first, all.s + all.n, INT64_MAX);
		s->games = s->n;
		if (!s->n) text_addf(wrong, "no game of the study in %s is finished", dir);
	}
	json_decref(card);
	text_free(&all), text_free(&here), text_free(&differ);
	return !wrong->n;
}

/* --- going on ------------------------------------------------------------------------------------------- */

static bool write_all(int fd, const char *bytes, size_t n)
{
	while (n > 0) {
		ssize_t wrote = write(fd, bytes, n);
		if (wrote < 0 && errno != EINTR) return false;
		if (wrote > 0) bytes += wrote, n -= (size_t)wrote;
	}
	return true;
}

/* Reads what is there, cuts half a line off, writes the card if there is none. */
static bool journal_take_up(struct journal *j, const char *path, struct study *s, struct text *wrong)
{
	struct text all = {0}, card = {0};
	card_write(s, &card);
	bool fine = text_read_file(&all, path, JOURNAL_MOST);
	const char *last = fine && all.n ? memrchr(all.s, '\n', all.n) : NULL;
	size_t whole = last ? (size_t)(last - all.s) + 1 : 0;
	if (!fine || ftruncate(j->fd, (off_t)whole) != 0) text_addf(wrong, "%s: %s", path, strerror(errno));
	else if (!whole && !write_all(j->fd, card.s, card.n)) text_addf(wrong, "%s: %s", path, strerror(errno));
	else if (whole) {
		const char *first = strchr(all.s, '\n') + 1;
		if (!cards_differ(all.s, (size_t)(first - all.s), card.s, wrong) &&
			!games_read(s, first, all.s + whole, s->games))
			text_addf(wrong, "%s holds a line that is no game", path);
	}
	text_free(&all), text_free(&card);
	return !wrong->n;
}

bool folder_make(const char *dir)
{
	char path[4096];
	snprintf(path, sizeof path, "%s", dir);
	for (char *slash = path; (slash = strchr(slash + 1, '/'));) {
		*slash = '\0';
		if (mkdir(path, 0777) != 0 && errno != EEXIST) return false;
		*slash = '/';
	}
	return mkdir(path, 0777) == 0 || errno == EEXIST;
}

bool journal_open(struct journal *j, const char *dir, struct study *s, struct text *wrong)
{
	char path[4096];
	snprintf(path, sizeof path, "%s/" JOURNAL, dir);
	j->fd = -1;
	if (!folder_make(dir)) text_addf(wrong, "%s: %s", dir, strerror(errno));
	else if ((j->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) < 0)
		text_addf(wrong, "%s: %s", path, strerror(errno));
	else if (flock(j->fd, LOCK_EX | LOCK_NB) != 0) text_addf(wrong, "a study is running in %s", dir);
	else if (journal_take_up(j, path, s, wrong)) return true;
	journal_close(j);
	return false;
}

bool journal_add(struct journal *j, const char *line, size_t n) { return write_all(j->fd, line, n); }

void journal_close(struct journal *j)
{
	if (j->fd >= 0) close(j->fd);
	j->fd = -1;
}

bool file_put(const char *dir, const char *name, const struct text *bytes)
{
	char path[4096], temp[4112];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	snprintf(temp, sizeof temp, "%s.new", path);
	int fd = open(temp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) return false;
	bool fine = write_all(fd, text_str(bytes), bytes->n) && fsync(fd) == 0;
	fine = close(fd) == 0 && fine && rename(temp, path) == 0;
	if (!fine) unlink(temp);
	return fine;
}
