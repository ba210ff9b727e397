/* Games are made here, found again, and their seats taken. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/gate.h"
#include "table/handlers.h"
#include "table/told.h"

#define LISTED_MOST 200
#define IMPORT_SLICE 2000 /* entries of one transaction */

/* --- founding ------------------------------------------------------------------------------------------- */

static void options_lines(const struct muster *m, struct text *t)
{
	for (int i = 0; i < m->rules->options; i++)
		text_addf(t, "%s %d\n", m->rules->option[i].name, m->option[i]);
}

/* An invitation follows from the game's seed, which nobody knows while it lasts; so it can be told again to
   who may give it away, and the store has only its hash. */
void invitation(const uint8_t seed[32], const char *id, int side, int nth, char secret[SECRET_LETTERS + 1])
{
	static const char set[] = "abcdefghijkmnpqrstuvwxyz23456789";
	char what[80];
	uint8_t hash[SECRET_LETTERS];
	int n = snprintf(what, sizeof what, "invitation %s %d %d", id, side, nth);
	crypto_generichash(hash, sizeof hash, (const unsigned char *)what, (unsigned long long)n, seed, 32);
	for (int i = 0; i < SECRET_LETTERS; i++) secret[i] = set[hash[i] & 31];
	secret[SECRET_LETTERS] = 0;
}

static bool put_seats(struct table *t, int64_t game, const struct seat *seat)
{
	for (int side = 0; side < SIDES; side++) {
		const struct seat *s = &seat[side];
		bool person = s->kind == SEAT_PERSON;
		enum put put = s->kind == SEAT_OPEN ? store_put(t->store, Q_ADD_SEAT, "iiinb", game, (int64_t)side,
												  (int64_t)s->kind, s->secret, sizeof s->secret)
		             : person ? store_put(t->store, Q_ADD_SEAT, "iiii", game, (int64_t)side, (int64_t)s->kind,
									s->person)
		                      : store_put(t->store, Q_ADD_SEAT, "iiinnt", game, (int64_t)side,
									(int64_t)s->kind, s->kind == SEAT_COMPUTER ? mind_names[s->level] : NULL);
		if (put != PUT_DONE) return false;
	}
	return true;
}

bool game_found(struct table *t, struct founding *f)
{
	const struct muster *m = f->mustered->m;
	struct text options = {0};
	struct match *first = match_new(m, f->seed);
	int64_t after = after_of(first);
	match_free(first);
	options_lines(m, &options);
	int64_t game;
	enum put put = store_add(t->store, Q_ADD_GAME, &game, f->parent ? "ititttitbiiiiii" : "ititttitbiii",
		(int64_t)t->with.games, f->id, f->owner, m->battle->id, m->rules->id, m->scenario->id,
		(int64_t)m->rules->version, text_str(&options), f->seed, sizeof f->seed, after, now_s(),
		(int64_t)f->own_dice, f->parent, (int64_t)f->parent_n, (int64_t)f->parent_side);
	text_free(&options);
	if (put == PUT_FAILED) return false;
	f->founded = put == PUT_DONE && game;
	if (!f->founded)
		return true; /* in this very transaction the last game that this person may have was made, or the
		                parent was deleted */
	return put_seats(t, game, f->seat);
}

static void founding_free(struct table *t, void *own)
{
	struct founding *f = own;
	if (f->mustered) muster_drop(t, f->mustered);
	text_free(&f->told), free(f);
}

struct founding *founding_new(struct request *q)
{
	struct founding *f = calloc(1, sizeof *f);
	if (!f) abort();
	q->own = f, q->own_free = founding_free;
	f->owner = q->who.id;
	random_name(f->id, 16);
	seed_random(f->seed);
	return f;
}

static void count_row(void *to, const struct row *r) { *(int64_t *)to = row_int(r, 0); }

bool may_found(struct request *q)
{
	int64_t n = 0;
	if (!limit_request(q, LIMIT_MAKE))
		return answer_error(q, 429, "Too many new games at once; wait a moment."), false;
	if (store_nearly_full(q->t->store))
		return answer_error(q, 507,
				   "The server's disk is nearly full: no game is begun or brought now. Those that were begun go on."),
		       false;
	store_get(q->t->store, Q_COUNT_GAMES_OF, count_row, &n, "i", q->who.id);
	if (n >= q->t->with.games)
		return answer_error(q, 403, "You have %d games, which is as many as one person may have here.",
				   (int)n),
		       false;
	return true;
}

/* --- a new game ----------------------------------------------------------------------------------------- */

static bool read_options(struct request *q, const struct rules *r, int8_t *options)
{
	const json_t *given = json_object_get(q->json, "options");
	const char *name;
	json_t *value;
	for (int i = 0; i < r->options; i++) options[i] = (int8_t)r->option[i].standard;
	json_object_foreach((json_t *)(uintptr_t)given, name, value)
	{
		int i = 0;
		while (i < r->options && strcmp(r->option[i].name, name)) i++;
		if (i == r->options) return answer_error(q, 400, "options: there is no option '%.60s'.", name), false;
		json_int_t v = json_is_boolean(value) ? json_is_true(value)
		             : json_is_integer(value) ? json_integer_value(value)
		                                      : INT32_MIN;
		if (v < r->option[i].min || v > r->option[i].max)
			return answer_error(q, 400, "options: %s goes from %d to %d.", name, r->option[i].min,
					   r->option[i].max),
			       false;
		options[i] = (int8_t)v;
	}
	return true;
}

/* "me", "friend", "computer" or "computer:captain". False: none of these. */
static bool read_seat(const char *who, int64_t me, const uint8_t seed[32], const char *id, int side,
	struct seat *s)
{
	char secret[SECRET_LETTERS + 1];
	*s = (struct seat){0};
	if (strcmp(who, "me") == 0) {
		s->kind = SEAT_PERSON, s->person = me;
	} else if (strcmp(who, "friend") == 0) {
		s->kind = SEAT_OPEN;
		invitation(seed, id, side, 0, secret);
		secret_hash(secret, s->secret);
	} else if (strcmp(who, "computer") == 0) {
		s->kind = SEAT_COMPUTER, s->level = MIND_RANDOM;
	} else if (strncmp(who, "computer:", 9) == 0 && level_find(who + 9) >= 0) {
		s->kind = SEAT_COMPUTER, s->level = (enum mind_level)level_find(who + 9);
	} else {
		return false;
	}
	return true;
}

static bool read_seats(struct request *q, const struct battle *b, struct founding *f)
{
	const json_t *seats = json_object_get(q->json, "seats");
	for (int side = 0; side < SIDES; side++) {
		const char *who = json_string_value(json_object_get(seats, b->side[side].id));
		if (!read_seat(who ? who : "", q->who.id, f->seed, f->id, side, &f->seat[side]))
			return answer_error(q, 400,
					   "seats: for %s one of me, friend, computer, computer:LEVEL was expected.",
					   b->side[side].id),
			       false;
	}
	if (f->seat[0].kind == SEAT_COMPUTER && f->seat[1].kind == SEAT_COMPUTER)
		return answer_error(q, 400, "seats: somebody must play."), false;
	return true;
}

/* {"dice": "ours"}: the players roll their own. */
static bool read_dice(struct request *q, struct founding *f)
{
	const char *dice = body_text(q, "dice", 20);
	f->own_dice = dice && strcmp(dice, "ours") == 0;
	if (f->own_dice || !json_object_get(q->json, "dice") || (dice && strcmp(dice, "sealed") == 0))
		return true;
	return answer_error(q, 400, "dice: sealed or ours was expected."), false;
}

static bool put_game(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	struct founding *f = q->own;
	bool fine = game_found(t, f);
	if (fine && !f->founded) {
		if (f->parent)
			answer_error(q, 404,
				"That game is there no more, or you have as many as one person may have here.");
		else answer_error(q, 403, "You have as many games as one person may have here.");
		return true;
	}
	struct json j = answer_begin(q);
	json_str(&j, "id", f->id);
	text_add(&q->out, text_str(&f->told));
	answer_end(q, &j);
	return fine;
}

enum handled found_game(struct request *q) { return request_to_writer(q, put_game); }

enum handled handle_create(struct request *q)
{
	const char *battle = body_text(q, "battle", 60), *system = body_text(q, "system", 60),
			   *scenario = body_text(q, "scenario", 60);
	const struct battle *b = battle ? table_battle(q->t, battle) : NULL;
	const struct rules *r = system ? rules_find(system) : NULL;
	char secret[SECRET_LETTERS + 1];
	int8_t options[OPTIONS_MOST] = {0};
	struct text why = {0};
	int which = b ? (scenario ? battle_find_scenario(b, scenario) : 0) : -1;
	if (!b || !r || which < 0)
		return answer_error(q, 400, "battle, system, scenario: one of the catalogue was expected.");
	if (!may_found(q)) return ANSWERED;
	struct founding *f = founding_new(q);
	if (!read_options(q, r, options) || !read_seats(q, b, f) || !read_dice(q, f)) return ANSWERED;
	f->mustered = muster_take(q->t, b->id, r->id, b->scenario[which].id, options, &why);
	if (!f->mustered) answer_error(q, 422, "%.300s", text_str(&why));
	text_free(&why);
	if (!f->mustered) return ANSWERED;

	struct json j = {.out = &f->told, .comma = true};
	json_open(&j, "invites", '{');
	for (int side = 0; side < SIDES; side++)
		if (f->seat[side].kind == SEAT_OPEN)
			invitation(f->seed, f->id, side, 0, secret), json_str(&j, b->side[side].id, secret);
	json_close(&j, '}');
	return found_game(q);
}

/* --- a game with its log: a save file, or a fork -------------------------------------------------------- */

struct import {
	struct admitted game;
	struct seat seat[SIDES];
	char id[ID_MOST];
	int64_t number, number_before; /* before: as it was when this slice was begun */
	int written, written_before;
	bool gone;
};

/* What a transaction that failed, or a person who was forgotten, has left of a game that was never
   finished. */
struct half {
	struct deed deed;
	char hidden[ID_MOST + 1];
	int written;
};

static bool drop_half(struct table *t, struct deed *d)
{
	struct half *h = (struct half *)d;
	h->written = h->written > IMPORT_SLICE ? h->written - IMPORT_SLICE : 0;
	if (store_put(t->store, Q_DROP_HALF_SLICE, "ti", h->hidden, (int64_t)h->written) != PUT_DONE)
		return false;
	return h->written || store_put(t->store, Q_DROP_HALF, "t", h->hidden) == PUT_DONE;
}

/* If the store cannot be written even for that, it is tried again after the next transaction that is kept; at
   the latest a start takes it away. */
static void half_done(struct table *t, struct deed *d, bool kept)
{
	struct half *h = (struct half *)d;
	if (kept && !h->written) free(h);
	else if (kept) deed_submit(t, d);
	else h->written += IMPORT_SLICE, deed_later(t, d);
}

static void import_free(struct table *t, void *own)
{
	struct import *i = own;
	if (i->number && i->game.n > IMPORT_SLICE) { /* by the name that it has until it is whole: of a whole one
	                                                nothing is found */
		struct half *h = calloc(1, sizeof *h);
		if (!h) abort();
		*h = (struct half){.deed = {.apply = drop_half, .done = half_done}, .written = i->written};
		snprintf(h->hidden, sizeof h->hidden, "~%s", i->id);
		deed_submit(t, &h->deed);
	}
	admitted_free(&i->game), free(i);
}

static struct import *import_new(struct request *q)
{
	struct import *i = calloc(1, sizeof *i);
	if (!i) abort();
	for (int side = 0; side < SIDES; side++)
		i->seat[side] = (struct seat){.kind = SEAT_PERSON, .person = q->who.id};
	random_name(i->id, 16);
	q->own = i, q->own_free = import_free;
	return i;
}

/* The game's row and a slice of its entries; nobody else waits long. Until all of them are in the store it
   has a name that no link can say, and a start of the service takes away what was left unfinished. Its owner
   may be forgotten between two slices, and the game with them: then nothing more is written, and i->gone is
   set. */
static bool put_slice(struct table *t, struct request *q, struct import *i)
{
	const struct admitted *a = &i->game;
	char hidden[ID_MOST + 1];
	if (q->deed.again) i->number = i->number_before, i->written = i->written_before;
	i->number_before = i->number, i->written_before = i->written;
	snprintf(hidden, sizeof hidden, "~%s", i->id);
	enum put put = PUT_DONE;
	if (i->number) {
		put = store_put(t->store, Q_NAME_GAME, "tit", hidden, i->number, hidden);
		i->gone = put == PUT_DONE && !store_changed(t->store);
		if (i->gone) return true;
	} else {
		put = store_add(t->store, Q_ADD_GAME, &i->number, "ititttitbiii", (int64_t)t->with.games, hidden,
			q->who.id, a->battle, a->system, a->scenario, (int64_t)a->version, text_str(&i->game.options),
			a->seed, sizeof a->seed, (int64_t)a->after_first, now_s(), (int64_t)0);
		if (put == PUT_DONE && !i->number) return true; /* this person has as many games as anybody may */
	}
	bool fine = put == PUT_DONE;
	struct new_entry e = {.game = i->number, .after = a->after, .made = now_s()};
	for (int end = i->written + IMPORT_SLICE; i->written < a->n && i->written < end && fine; i->written++) {
		e.n = i->written, e.line = a->words.s + a->row[i->written].line, e.hash = a->row[i->written].hash;
		fine = store_enter(t->store, &e);
	}
	return fine;
}

static bool put_import(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	struct import *i = q->own;
	char hidden[ID_MOST + 1];
	snprintf(hidden, sizeof hidden, "~%s", i->id);
	if (!put_slice(t, q, i)) return false;
	q->unfinished = false;
	if (i->gone)
		return answer_error(q, 404, "Whoever brought this game has been forgotten, and the game too."), true;
	if (!i->number) return answer_error(q, 403, "You have as many games as one person may have here."), true;
	q->unfinished = i->written < i->game.n;
	if (q->unfinished) return true;
	if (!put_seats(t, i->number, i->seat) ||
		store_put(t->store, Q_NAME_GAME, "tit", i->id, i->number, hidden) != PUT_DONE)
		return false;
	struct json j = answer_begin(q);
	json_str(&j, "id", i->id);
	answer_end(q, &j);
	return true;
}

/* The match as the store keeps it. */
static void rows_of(const struct match *m, struct admitted *a)
{
	struct match *first = match_new(m->m, m->seed);
	a->after_first = after_of(first), a->after = after_of(m), a->version = m->m->rules->version, a->n = m->n;
	match_free(first);
	snprintf(a->battle, sizeof a->battle, "%s", m->m->battle->id),
		snprintf(a->system, sizeof a->system, "%s", m->m->rules->id);
	snprintf(a->scenario, sizeof a->scenario, "%s", m->m->scenario->id),
		memcpy(a->seed, m->seed, sizeof a->seed);
	options_lines(m->m, &a->options);
	a->row = calloc((size_t)m->n + 1, sizeof *a->row);
	if (!a->row) abort();
	for (int i = 0; i < m->n; i++) {
		a->row[i] = (struct admitted_row){a->words.n, (int64_t)m->entry[i].hash};
		match_entry_write(m, i, &a->words);
		text_char(&a->words, 0);
	}
}

enum handled found_with_log(struct request *q, struct match *log)
{
	struct founding *f = q->own;
	struct import *i = import_new(q);
	memcpy(i->seat, f->seat, sizeof i->seat);
	rows_of(log, &i->game);
	match_free(log);
	founding_free(q->t, f);
	return request_to_writer(q, put_import);
}

bool seat_in_file(const char **at, char side[SEAT_LETTERS + 1], char who[SEAT_LETTERS + 1])
{
	const char *line = *at ? strstr(*at, "\nseat ") : NULL;
	*at = line ? line + 1 : NULL;
	return line && sscanf(line, "\nseat %63s %63s", side, who) == 2;
}

/* Lines "seat SIDE WHO" after the log say who sat there; a file without them is a game that one plays alone.
   Somebody must play. */
static void seats_of_file(struct request *q, const struct battle *b, struct import *i)
{
	struct seat seat[SIDES];
	char name[SEAT_LETTERS + 1], who[SEAT_LETTERS + 1];
	int found = 0, persons = 0;
	for (const char *at = strstr(text_str(&q->body), "\nend "); seat_in_file(&at, name, who);) {
		int side = 0;
		while (side < SIDES && strcmp(b->side[side].id, name)) side++;
		if (side == SIDES || !read_seat(who, q->who.id, i->game.seed, i->id, side, &seat[side])) return;
		found |= 1 << side, persons += seat[side].kind == SEAT_PERSON;
	}
	if (found == (1 << SIDES) - 1 && persons) memcpy(i->seat, seat, sizeof seat);
}

static enum handled admit(struct request *q)
{
	struct text why = {0};
	struct import *i = import_new(q);
	if (!gate_admit(q->t->gate, text_str(&q->body), q->body.n, q->t->with.entries, &i->game, &why))
		answer_error(q, 422, "%.400s", text_str(&why));
	text_free(&why);
	if (!i->game.row) return ANSWERED;
	const struct battle *b = table_battle(q->t, i->game.battle);
	if (!b || battle_find_scenario(b, i->game.scenario) < 0)
		return answer_error(q, 422, "The battle of this game is not offered here.");
	seats_of_file(q, b, i);
	return request_to_writer(q, put_import);
}

enum handled handle_import(struct request *q) { return may_found(q) ? request_to_gate(q, admit) : ANSWERED; }

/* --- my games ------------------------------------------------------------------------------------------- */

struct listed {
	int64_t number, made, n, after;
	char id[ID_MOST], battle[64], system[64], scenario[64];
};
struct listing {
	int n;
	struct listed list[LISTED_MOST];
};

static void listed_row(void *to, const struct row *r)
{
	struct listing *l = to;
	if (l->n == LISTED_MOST) return;
	struct listed *g = &l->list[l->n++];
	*g = (struct listed){.number = row_int(r, 0), .after = row_int(r, 5), .made = row_int(r, 6)};
	snprintf(g->id, sizeof g->id, "%s", row_text(r, 1)),
		snprintf(g->battle, sizeof g->battle, "%s", row_text(r, 2));
	snprintf(g->system, sizeof g->system, "%s", row_text(r, 3)),
		snprintf(g->scenario, sizeof g->scenario, "%s", row_text(r, 4));
}

static void last_row(void *to, const struct row *r)
{
	struct listed *g = to;
	g->n = row_int(r, 0), g->after = row_int(r, 1), g->made = row_int(r, 2);
}

static const char *seat_name(const struct seat *seat)
{
	return seat->kind == SEAT_OPEN     ? "open"
	     : seat->kind == SEAT_COMPUTER ? "computer"
	     : seat->who[0]                ? seat->who
	                                   : "Guest";
}

static void made_row(void *to, const struct row *r) { *(int64_t *)to = row_int(r, 0); }

/* When the last thing happened that they know of. Who is asked, or holds one side while both are asked in
   secret, is not told. */
static void updated_json(struct request *q, const struct listed *g, unsigned held, struct json *j)
{
	int64_t made = g->made;
	if (held != 0 && held != HELD_BOTH &&
		((g->after & AFTER_SECRET) || after_asked(g->after, held) == held)) {
		json_none(j, "updated");
		return;
	}
	if (after_hidden(g->after, held))
		store_get(q->t->store, Q_ENTRY_MADE, made_row, &made, "ii", g->number,
			g->n - after_hidden(g->after, held) - 1);
	json_int(j, "updated", made);
}

/* How well the computers play, for a game like it. */
static void level_at(const struct sitting *s, const struct battle *b, int side, struct json *j)
{
	if (s->seat[side].kind == SEAT_COMPUTER) json_str(j, b->side[side].id, mind_names[s->seat[side].level]);
}

static const char *title_of(const struct battle *b, const char *scenario)
{
	int which = battle_find_scenario(b, scenario);
	return which >= 0 ? b->scenario[which].title : b->title;
}

#define GAME_SUMMARY(F, IF) \
	F(id, TEXT(g->id)) \
	F(battle, TEXT(g->battle)) \
	F(system, TEXT(g->system)) \
	F(scenario, TEXT(g->scenario)) \
	F(title, TEXT(title_of(b, g->scenario))) \
	F(seats, \
		OBJECT("Record<Side, string>", EACH(SIDES, json_str(j, b->side[i].id, seat_name(&s->seat[i]))))) \
	F(you, LIST("Side", EACH(SIDES, you_at(b, held, i, j)))) \
	F(turn, WORD("Side | null", turn >= 0 ? b->side[turn].id : NULL)) \
	F(yours, TRUTH(waiting &held &&gave_up == NOBODY)) \
	F(over, TRUTH(over)) \
	IF(gave_up != NOBODY, resigned, WORD("Side", b->side[gave_up].id)) \
	F(levels, OBJECT("Record<Side, string>", EACH(SIDES, level_at(s, b, i, j)))) \
	F(result, TEXT_OR_NULL(!over ? NULL : winner < SIDES ? b->side[winner].id : "draw")) \
	F(n, NUMBER(g->n - after_hidden(g->after, held))) \
	F(updated, PART("number | null", updated_json(q, g, held, j)))

/* When and whether the other side has done something may not be theirs to know: see secret.c. */
static void summary_json(struct request *q, const struct listed *g, const struct battle *b,
	const struct sitting *s, struct json *j)
{
	unsigned held = sitting_held(s, q->who.id), waiting = after_asked(g->after, held);
	int gave_up = sitting_resigned(s);
	bool over = g->after & AFTER_OVER || gave_up != NOBODY;
	int turn = waiting == 0 ? NOBODY : waiting & 1 ? 0 : 1;
	int winner = gave_up != NOBODY ? !gave_up : after_winner(g->after);
	WRITE_OBJECT(GAME_SUMMARY);
}

const struct wire_type table_lobby_types[] = {
	TYPE("GameSummary", "A game in a list. levels: of the computers.", GAME_SUMMARY),
	{0},
};

static void listed_json(struct request *q, const struct listed *g, struct json *j)
{
	const struct battle *b = table_battle(q->t, g->battle);
	struct sitting *s = sitting_take(q->t, g->id);
	if (s && b) {
		pthread_mutex_lock(&s->lock);
		summary_json(q, g, b, s, j);
		pthread_mutex_unlock(&s->lock);
	}
	if (s) sitting_drop(q->t, s);
}

enum handled handle_games(struct request *q)
{
	const char *before = request_query(q, "before"); /* the last one of the page before */
	int most = LISTED_MOST;
	if (!request_number(q, "most", 1, LISTED_MOST, &most))
		return answer_error(q, 400, "most: 1 to %d was expected.", LISTED_MOST);
	struct listing *l = calloc(1, sizeof *l);
	struct json j = {.out = &q->out};
	if (!l) abort();
	store_get(q->t->store, Q_GAMES_OF, listed_row, l, "iit", q->who.id, (int64_t)most, before);
	json_open(&j, NULL, '[');
	for (int i = 0; i < l->n; i++) {
		store_get(q->t->store, Q_LAST_ENTRY, last_row, &l->list[i], "i", l->list[i].number);
		listed_json(q, &l->list[i], &j);
	}
	json_close(&j, ']');
	free(l);
	q->status = 200;
	return ANSWERED;
}

/* --- taking a seat -------------------------------------------------------------------------------------- */

static bool put_claim(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	struct sitting *s = q->game;
	uint8_t hash[32];
	enum put put = PUT_DONE;
	int side = 0;
	secret_hash(body_text(q, "secret", 80), hash);
	pthread_mutex_lock(&s->lock);
	seats_newest(t, s);
	while (side < SIDES && (s->gone || s->seat[side].kind != SEAT_OPEN ||
							   sodium_memcmp(s->seat[side].secret, hash, sizeof hash) != 0))
		side++;
	if (side < SIDES) put = store_put(t->store, Q_CLAIM_SEAT, "iii", q->who.id, s->number, (int64_t)side);
	if (side == SIDES || (put == PUT_DONE && !store_changed(t->store))) {
		answer_error(q, 403, "That invitation is not valid, or somebody has taken the seat.");
	} else {
		deed_touch(t, s);
		s->seat[side] = (struct seat){.kind = SEAT_PERSON, .person = q->who.id};
		snprintf(s->seat[side].who, sizeof s->seat[side].who, "%s", q->who.name);
		struct json j = answer_begin(q);
		const struct battle *b = table_battle(t, s->battle);
		json_str(&j, "side", b ? b->side[side].id : NULL);
		answer_end(q, &j);
		live_say(t, s->number, "{\"type\":\"seats\"}", false);
	}
	pthread_mutex_unlock(&s->lock);
	return put == PUT_DONE;
}

enum handled handle_claim(struct request *q)
{
	return body_text(q, "secret", 80) ? request_to_writer(q, put_claim)
	                                  : answer_error(q, 400, "secret: that of an invitation was expected.");
}

/* A new invitation to an open seat, for who sits here or made the game; the old one is worth nothing then. */
static bool put_invite(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	struct sitting *s = q->game;
	const struct battle *b = table_battle(t, s->battle);
	const char *name = body_text(q, "side", 60);
	char secret[SECRET_LETTERS + 1];
	enum put put = PUT_DONE;
	int side = 0;
	pthread_mutex_lock(&s->lock);
	seats_newest(t, s);
	while (b && side < SIDES && (!name || strcmp(b->side[side].id, name) || s->seat[side].kind != SEAT_OPEN))
		side++;
	if (s->gone) {
		answer_error(q, 404, "There is no such game any more.");
	} else if (!b || side == SIDES) {
		answer_error(q, 409, "side: one whose seat is open was expected.");
	} else if (!q->held && s->owner != q->who.id) {
		answer_error(q, 403, "Only who sits at this game may do that.");
	} else {
		deed_touch(t, s);
		invitation(s->seed, s->id, side, ++s->seat[side].invited, secret);
		secret_hash(secret, s->seat[side].secret);
		put = store_put(t->store, Q_INVITE, "biii", s->seat[side].secret, sizeof s->seat[side].secret,
			(int64_t)s->seat[side].invited, s->number, (int64_t)side);
		struct json j = answer_begin(q);
		json_str(&j, "secret", secret);
		answer_end(q, &j);
	}
	pthread_mutex_unlock(&s->lock);
	return put == PUT_DONE;
}

enum handled handle_invite(struct request *q) { return request_to_writer(q, put_invite); }
