/* See copy.h. Rows are read with the queries COPY_… of one store and written with PASTE_… into the other,
   persons first, then game by game. What was written is read again: the rows of each game must be the same in
   both, and its log must replay to its hashes. */
#include "table/copy.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/sitting.h"

#define GAMES_A_COMMIT 100

struct copying {
	struct store *from, *to;
	const char *data;
	struct text *said;
	enum query paste;
	const char *kinds;
	bool failed;
	int64_t rows, persons, entries;
	int64_t *game;
	int games, room;
	int stuck; /* games that do not replay by these rules, here or there */
};

/* --- copying -------------------------------------------------------------------------------------------- */

static void paste_row(void *to, const struct row *r)
{
	struct copying *c = to;
	if (!c->failed) c->failed = store_paste(c->to, c->paste, c->kinds, r) != PUT_DONE;
	c->rows++;
}

static bool paste_all(struct copying *c, enum query read, enum query paste, const char *kinds, int64_t game)
{
	c->paste = paste, c->kinds = kinds;
	bool fine =
		game ? store_get(c->from, read, paste_row, c, "i", game) : store_get(c->from, read, paste_row, c, "");
	return fine && !c->failed;
}

static void enter_row(void *to, const struct row *r)
{
	struct copying *c = to;
	const struct new_entry e = {.game = row_int(r, 0),
		.n = row_int(r, 1),
		.line = row_text(r, 2),
		.hash = row_int(r, 3),
		.after = row_int(r, 4),
		.key = row_int(r, 5),
		.answer = row_text(r, 6),
		.made = row_int(r, 7)};
	if (!c->failed) c->failed = !store_enter(c->to, &e);
	c->rows++, c->entries++;
}

static bool copy_game(struct copying *c, int64_t game)
{
	return paste_all(c, Q_COPY_GAME, Q_PASTE_GAME, "ititttitbiiiiii", game) &&
	       paste_all(c, Q_COPY_SEATS, Q_PASTE_SEAT, "iiiibttiii", game) &&
	       store_get(c->from, Q_COPY_ENTRIES, enter_row, c, "i", game) && !c->failed &&
	       paste_all(c, Q_COPY_CHAT, Q_PASTE_CHAT, "iiiti", game) &&
	       paste_all(c, Q_COPY_PROPOSALS, Q_PASTE_PROPOSAL, "iiitiiti", game) &&
	       paste_all(c, Q_COPY_PLANS, Q_PASTE_PLAN, "iiitt", game);
}

static void number_row(void *to, const struct row *r)
{
	struct copying *c = to;
	if (c->games == c->room) {
		c->room = c->room ? 2 * c->room : 1024;
		c->game = realloc(c->game, sizeof *c->game * (size_t)c->room);
		if (!c->game) abort();
	}
	c->game[c->games++] = row_int(r, 0);
}

static void int_row(void *to, const struct row *r) { *(int64_t *)to = row_int(r, 0); }

static bool copy_people(struct copying *c)
{
	bool fine = store_begin(c->to) && paste_all(c, Q_COPY_PERSONS, Q_PASTE_PERSON, "ittiibitt", 0);
	c->persons = c->rows;
	return fine && paste_all(c, Q_COPY_SESSIONS, Q_PASTE_SESSION, "biit", 0) &&
	       paste_all(c, Q_COPY_BARRED, Q_PASTE_BARRED, "t", 0) && store_commit(c->to) == KEPT;
}

static bool copy_games(struct copying *c)
{
	bool fine = store_get(c->from, Q_COPY_NUMBERS, number_row, c, "");
	for (int i = 0; fine && i < c->games; i += GAMES_A_COMMIT) {
		fine = store_begin(c->to);
		for (int k = i; fine && k < c->games && k < i + GAMES_A_COMMIT; k++) fine = copy_game(c, c->game[k]);
		fine = fine && store_commit(c->to) == KEPT;
		for (int k = i; fine && k < c->games && k < i + GAMES_A_COMMIT; k++)
			fine = !store_lost(c->to, c->game[k]);
	}
	return fine;
}

/* The next person, game and word have numbers that nobody has had. */
static bool copy_counters(struct copying *c)
{
	int64_t last = 0, nothing;
	bool fine = store_get(c->from, Q_LAST_NUMBER, int_row, &last, "") && store_begin(c->to);
	fine = fine && store_add(c->to, Q_SET_LAST_NUMBER, &nothing, "i", last) == PUT_DONE &&
	       store_add(c->to, Q_SET_OTHER_NUMBERS, &nothing, "") == PUT_DONE;
	return fine && store_commit(c->to) == KEPT;
}

/* --- comparing ------------------------------------------------------------------------------------------ */

struct digest {
	crypto_generichash_state *st;
	const char *kinds;
};

static void digest_row(void *to, const struct row *r)
{
	struct digest *d = to;
	for (int i = 0; d->kinds[i]; i++) {
		int64_t number = row_int(r, i);
		size_t n = sizeof number;
		const void *bytes = d->kinds[i] == 'i' ? &number
		                  : d->kinds[i] == 't' ? row_text(r, i)
		                                       : row_bytes(r, i, &n);
		if (d->kinds[i] == 't') n = bytes ? strlen(bytes) : 0;
		unsigned char head[9] = {(unsigned char)row_null(r, i)};
		memcpy(head + 1, &n, sizeof n);
		crypto_generichash_update(d->st, head, sizeof head);
		if (bytes && n && !head[0]) crypto_generichash_update(d->st, bytes, n);
	}
}

/* Of all rows of a game; of everything else if it is 0. */
static bool digest(struct store *s, int64_t game, uint8_t out[32])
{
	static const struct {
		enum query q;
		const char *kinds;
		bool of_game;
	} parts[] = {
		{Q_COPY_PERSONS, "ittiibitt", false},
		{Q_COPY_SESSIONS, "biit", false},
		{Q_COPY_BARRED, "t", false},
		{Q_COPY_GAME, "ititttitbiiiiii", true},
		{Q_COPY_SEATS, "iiiibttiii", true},
		{Q_COPY_ENTRIES, "iitiiiti", true},
		{Q_COPY_CHAT, "iiiti", true},
		{Q_COPY_PROPOSALS, "iiitiiti", true},
		{Q_COPY_PLANS, "iiitt", true},
	};
	crypto_generichash_state st;
	struct digest d = {.st = &st};
	bool fine = true;
	crypto_generichash_init(&st, NULL, 0, 32);
	for (size_t i = 0; fine && i < sizeof parts / sizeof *parts; i++) {
		if (parts[i].of_game != (game != 0)) continue;
		d.kinds = parts[i].kinds;
		fine = game ? store_get(s, parts[i].q, digest_row, &d, "i", game)
		            : store_get(s, parts[i].q, digest_row, &d, "");
	}
	crypto_generichash_final(&st, out, 32);
	return fine;
}

static bool same(struct copying *c, int64_t game)
{
	uint8_t a[32], b[32];
	return digest(c->from, game, a) && digest(c->to, game, b) && memcmp(a, b, sizeof a) == 0;
}

/* --- replaying ------------------------------------------------------------------------------------------ */

struct replaying {
	struct text file;
	bool fork;
	int n;
};

static void head_row(void *to, const struct row *r)
{
	struct replaying *l = to;
	char seed[65] = "";
	size_t n;
	const void *bytes = row_bytes(r, 7, &n);
	const struct rules *rules = rules_find(row_text(r, 3));
	if (n == 32) seed_write(bytes, seed);
	l->fork = row_int(r, 8) != 0;
	text_addf(&l->file, "fratelli 1\nsystem %s %d\nbattle %s %s\ndata %016x\n", row_text(r, 3),
		rules ? rules->version : 0, row_text(r, 2), row_text(r, 4), 0);
	for (const char *at = row_text(r, 6); at && *at; at += strcspn(at, "\n"), at += *at == '\n')
		text_addf(&l->file, "option %.*s\n", (int)strcspn(at, "\n"), at);
	text_addf(&l->file, "seed %s\n", seed);
}

static void line_row(void *to, const struct row *r)
{
	struct replaying *l = to;
	const char *line = row_text(r, 1);
	text_add(&l->file, line);
	if (line[0] && line[strlen(line) - 1] != '\n') text_char(&l->file, '\n');
	text_addf(&l->file, "hash %d %016llx\n", ++l->n, (unsigned long long)row_int(r, 2));
}

/* A fork of what one side knew has no log of its own beginning: its rows were compared. */
static bool replays(struct copying *c, int64_t game)
{
	struct replaying l = {0};
	struct loaded loaded = {0};
	struct faults faults = {0};
	bool fine = store_get(c->to, Q_GAME_NUMBERED, head_row, &l, "i", game) &&
	            store_get(c->to, Q_ENTRIES, line_row, &l, "ii", game, (int64_t)INT32_MAX);
	text_addf(&l.file, "end %d\n", l.n);
	if (fine && !l.fork) {
		fine = match_load_text(c->data, "the copy", text_str(&l.file), l.file.n, -1, &loaded, &faults);
		if (fine) loaded_free(&loaded);
	}
	faults_free(&faults), text_free(&l.file);
	return fine;
}

static bool verify(struct copying *c)
{
	if (!same(c, 0))
		return text_add(c->said, "persons, sessions or barred names are not the same in both"), false;
	for (int i = 0; i < c->games; i++) {
		if (!same(c, c->game[i]))
			return text_addf(c->said, "game number %lld is not the same in both", (long long)c->game[i]),
			       false;
		c->stuck += !replays(c, c->game[i]);
	}
	return true;
}

/* --- all of it ------------------------------------------------------------------------------------------ */

static bool is_empty(struct store *s)
{
	int64_t n = -1;
	return store_get(s, Q_COUNT_ALL, int_row, &n, "") && n == 0;
}

static int lock_file(const char *where, struct text *said)
{
	return store_is_shared(where) ? -2 : store_lock(where, said);
}

bool store_copy(const char *from, const char *to, const char *data, struct text *said)
{
	struct copying c = {.data = data, .said = said};
	if (!store_is_shared(from) && access(from, R_OK))
		return text_addf(said, "there is no store %s", from), false;
	int locks[2] = {lock_file(from, said), -1};
	if (locks[0] != -1) locks[1] = lock_file(to, said);
	if (locks[0] != -1 && locks[1] != -1) c.from = store_open(from, said);
	if (c.from) c.to = store_open(to, said);
	bool fine = c.to;
	if (fine && !is_empty(c.to)) fine = false, text_addf(said, "the store that is copied to must be empty");
	if (fine && !(copy_people(&c) && copy_games(&c) && copy_counters(&c))) {
		fine = false;
		text_add(said, "the copy failed, and is not whole: ");
		store_why(c.to, said);
		store_rollback(c.to);
	}
	fine = fine && verify(&c);
	if (fine)
		text_addf(said,
			"%lld persons, %d games and %lld entries are the same in both; %d games replay to their hashes",
			(long long)c.persons, c.games, (long long)c.entries, c.games - c.stuck);
	if (fine && c.stuck) text_addf(said, ", %d are of other rules than these", c.stuck);
	if (c.to) store_rest(c.to, true), store_close(c.to);
	if (c.from) store_close(c.from);
	for (int i = 0; i < 2; i++)
		if (locks[i] >= 0) close(locks[i]);
	free(c.game);
	return fine;
}
