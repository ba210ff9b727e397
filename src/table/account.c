/* Accounts: a name and a password, changed or set anew; one's sessions; all that is kept of one, to take away
   or to have forgotten. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/handlers.h"
#include "table/people.h"

/* argon2id, as OWASP advises for servers: 19 MiB, two passes. One at a time, so that a crowd cannot eat the
   memory. */
#define ARGON_MEMORY (19u << 20)
#define ARGON_PASSES 2
#define PASSWORD_LEAST 10
#define PASSWORD_MOST 256
#define KEPT_SLICE 1000       /* entries read, or deleted, before somebody else's turn */
#define KEPT_BYTES (1u << 20) /* of one answer, about */

static pthread_mutex_t hashing = PTHREAD_MUTEX_INITIALIZER;

struct account {
	char name[NAME_MOST * 4 + 1], password[crypto_pwhash_STRBYTES], fresh[crypto_pwhash_STRBYTES];
	int64_t id, banned;
	uint8_t reset[32];
	int64_t reset_until;
	bool has_reset;
	int games, games_before, idle; /* deleted; … before this slice; slices in which none was */
};

/* --- passwords ------------------------------------------------------------------------------------------ */

static bool hash_password(const char *password, char out[crypto_pwhash_STRBYTES])
{
	pthread_mutex_lock(&hashing);
	int failed = crypto_pwhash_str_alg(out, password, strlen(password), ARGON_PASSES, ARGON_MEMORY,
		crypto_pwhash_ALG_ARGON2ID13);
	pthread_mutex_unlock(&hashing);
	return !failed;
}

/* An unknown name (hash "") takes as long as a wrong password. */
static bool password_fits(const char *hash, const char *password)
{
	char none[crypto_pwhash_STRBYTES];
	if (!hash[0]) return hash_password(password, none), false;
	pthread_mutex_lock(&hashing);
	bool fits = crypto_pwhash_str_verify(hash, password, strlen(password)) == 0;
	pthread_mutex_unlock(&hashing);
	return fits;
}

static const char *new_password(struct request *q)
{
	const char *password = body_text(q, "password", PASSWORD_MOST);
	if (password && strlen(password) >= PASSWORD_LEAST) return password;
	answer_error(q, 400, "A password of at least %d characters was expected.", PASSWORD_LEAST);
	return NULL;
}

static struct account *account_new(struct request *q, const char *name)
{
	struct account *a = q->own = calloc(1, sizeof *a);
	if (!a) abort();
	snprintf(a->name, sizeof a->name, "%s", name);
	return a;
}

static void account_row(void *to, const struct row *r)
{
	struct account *a = to;
	size_t n;
	a->id = row_int(r, 0), a->banned = row_int(r, 2), a->reset_until = row_int(r, 4);
	snprintf(a->password, sizeof a->password, "%s", row_text(r, 1) ? row_text(r, 1) : "");
	const void *reset = row_bytes(r, 3, &n);
	a->has_reset = n == sizeof a->reset;
	if (a->has_reset) memcpy(a->reset, reset, n);
	if (row_text(r, 5)) snprintf(a->name, sizeof a->name, "%s", row_text(r, 5));
}

/* Who guesses is slowed down by where they come from. A name is slowed down too, for those who never signed
   in to it from there: so its owner, at home, is not locked out by who guesses elsewhere. */
static bool may_try(struct request *q, const char *name)
{
	bool here = limit_request(q, LIMIT_SIGN_IN);
	if (here && (people_is_home(q, name) || limit_pass(q->t->limits, LIMIT_NAME, name, strlen(name))))
		return true;
	answer_error(q, 429,
		here ? "Too many have tried that name; wait a minute." : "Too many tries; wait a minute.");
	return false;
}

/* --- a name --------------------------------------------------------------------------------------------- */

/* The old session goes: a token from before must not be worth more after. */
static bool fresh_session(struct request *q)
{
	if (q->known && store_put(q->t->store, Q_DROP_SESSION, "b", q->token, (size_t)32) == PUT_FAILED)
		return false;
	if (q->known) q->ends = ENDS_SESSION, memcpy(q->ended, q->token, sizeof q->ended);
	if (!session_put(q)) return false;
	q->forget = true;
	tell_me(q);
	return true;
}

static bool put_account(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	const struct account *a = q->own;
	char looks[LOOKS][LOOKS_MOST];
	for (int way = 0; way < LOOKS; way++) name_looks_in(a->name, way, looks[way]);
	switch (
		store_put(t->store, Q_NAME_PERSON, "tttit", a->name, a->password, looks[0], q->who.id, looks[1])) {
	case PUT_FAILED: return false;
	case PUT_TAKEN: answer_error(q, 409, "That name is taken, or looks like one that is."); return true;
	case PUT_DONE: break;
	}
	if (!store_changed(t->store))
		return answer_error(q, 409,
				   "That name cannot be had here: it looks like another, or is barred; or you have one already."),
		       true;
	snprintf(q->who.name, sizeof q->who.name, "%s", a->name);
	return fresh_session(q);
}

enum handled handle_account(struct request *q)
{
	const char *name = body_text(q, "name", NAME_MOST * 4), *password;
	if (!name || !name_good(name))
		return answer_error(q, 400,
			"A name of 2 to %d letters of one script, digits, blanks or -_.' was expected.", NAME_MOST);
	if (!(password = new_password(q))) return ANSWERED;
	if (q->who.name[0]) return answer_error(q, 409, "You have a name already.");
	if (!limit_request(q, LIMIT_SIGN_IN)) return answer_error(q, 429, "Too many tries; wait a minute.");
	struct account *a = account_new(q, name);
	if (!hash_password(password, a->password))
		return answer_error(q, 503, "The server is short of memory; try again.");
	return request_to_writer(q, put_account);
}

static bool put_session(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	const struct account *a = q->own;
	(void)t;
	q->who.id = a->id;
	snprintf(q->who.name, sizeof q->who.name, "%s", a->name);
	return fresh_session(q);
}

static enum handled banned(struct request *q, int64_t until)
{
	int64_t days = (until - now_s()) / 86400 + 1;
	return days > 3650 ? answer_error(q, 403, "This account is banned from this table.")
	                   : answer_error(q, 403, "This account is banned from this table for %d more day%s.",
							 (int)days, days == 1 ? "" : "s");
}

enum handled handle_sign_in(struct request *q)
{
	const char *name = body_text(q, "name", NAME_MOST * 4),
			   *password = body_text(q, "password", PASSWORD_MOST);
	if (!name || !password) return answer_error(q, 400, "name and password were expected.");
	if (!may_try(q, name)) return ANSWERED;
	struct account *a = account_new(q, name);
	store_get(q->t->store, Q_PERSON_NAMED, account_row, a, "t", name);
	if (!password_fits(a->password, password))
		return answer_error(q, 403, "The name or the password is wrong.");
	if (a->banned > now_s()) return banned(q, a->banned);
	people_at_home(q, name);
	return request_to_writer(q, put_session);
}

static bool drop_session(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	if (store_put(t->store, Q_DROP_SESSION, "b", q->token, (size_t)32) == PUT_FAILED) return false;
	q->forget = true, q->ends = ENDS_SESSION;
	memcpy(q->ended, q->token, sizeof q->ended);
	snprintf(q->cookie, sizeof q->cookie, "fratelli=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
	struct json j = answer_begin(q);
	answer_end(q, &j);
	return true;
}

enum handled handle_sign_out(struct request *q) { return request_to_writer(q, drop_session); }

/* --- another password ----------------------------------------------------------------------------------- */

/* Every session of the person ends, and a new one begins here. */
static bool put_password(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	const struct account *a = q->own;
	if (store_put(t->store, Q_PASSWORD, "tit", a->fresh, a->id, a->password) != PUT_DONE) return false;
	if (!store_changed(t->store))
		return answer_error(q, 409, "The password was changed by somebody else meanwhile."), true;
	if (store_put(t->store, Q_DROP_SESSIONS, "i", a->id) != PUT_DONE) return false;
	q->who.id = a->id;
	snprintf(q->who.name, sizeof q->who.name, "%s", a->name);
	if (!session_put(q)) return false;
	q->forget = true, q->ends = ENDS_OTHERS;
	tell_me(q);
	return true;
}

/* {"old", "password"} */
enum handled handle_password(struct request *q)
{
	const char *old = body_text(q, "old", PASSWORD_MOST), *password;
	if (!q->who.name[0]) return answer_error(q, 409, "A guest has no password.");
	if (!old) return answer_error(q, 400, "old: the present password was expected.");
	if (!(password = new_password(q)) || !may_try(q, q->who.name)) return ANSWERED;
	struct account *a = account_new(q, q->who.name);
	store_get(q->t->store, Q_PERSON_NAMED, account_row, a, "t", q->who.name);
	if (!a->id || !password_fits(a->password, old))
		return answer_error(q, 403, "The present password is another.");
	if (!hash_password(password, a->fresh))
		return answer_error(q, 503, "The server is short of memory; try again.");
	return request_to_writer(q, put_password);
}

/* {"name", "code", "password"}: the code comes from who runs the table (fratelli admin reset). */
enum handled handle_reset(struct request *q)
{
	const char *name = body_text(q, "name", NAME_MOST * 4), *code = body_text(q, "code", 80), *password;
	uint8_t hash[32];
	if (!name || !code) return answer_error(q, 400, "name, code and password were expected.");
	if (!(password = new_password(q)) || !may_try(q, name)) return ANSWERED;
	struct account *a = account_new(q, name);
	store_get(q->t->store, Q_PERSON_NAMED, account_row, a, "t", name);
	secret_hash(code, hash);
	bool fits = a->has_reset && a->reset_until > now_s() && sodium_memcmp(hash, a->reset, sizeof hash) == 0;
	if (!hash_password(password, a->fresh))
		return answer_error(q, 503, "The server is short of memory; try again.");
	if (!fits) return answer_error(q, 403, "The name or the code is wrong, or the code is too old.");
	if (a->banned > now_s()) return banned(q, a->banned);
	return request_to_writer(q, put_password);
}

/* --- one's sessions ------------------------------------------------------------------------------------- */

struct listing {
	struct json j;
	struct request *q;
};

static void session_id(const uint8_t *token, char out[17]) { sodium_bin2hex(out, 17, token, 8); }

static void session_row(void *to, const struct row *r)
{
	struct listing *l = to;
	size_t n;
	const uint8_t *token = row_bytes(r, 0, &n);
	char id[17];
	if (n != 32) return;
	session_id(token, id);
	json_open(&l->j, NULL, '{');
	json_str(&l->j, "id", id), json_int(&l->j, "made", row_int(r, 1)),
		json_str(&l->j, "browser", row_text(r, 2));
	json_bool(&l->j, "here", memcmp(token, l->q->token, 32) == 0);
	json_close(&l->j, '}');
}

enum handled handle_sessions(struct request *q)
{
	struct listing l = {{.out = &q->out}, q};
	json_open(&l.j, NULL, '[');
	store_get(q->t->store, Q_SESSIONS, session_row, &l, "i", q->who.id);
	json_close(&l.j, ']');
	q->status = 200;
	return ANSWERED;
}

struct wanted {
	char id[17];
	uint8_t token[32];
	bool found;
};

static void wanted_row(void *to, const struct row *r)
{
	struct wanted *w = to;
	size_t n;
	const uint8_t *token = row_bytes(r, 0, &n);
	char id[17];
	if (n != 32) return;
	session_id(token, id);
	if (strcmp(id, w->id) == 0) w->found = true, memcpy(w->token, token, 32);
}

static bool drop_one(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	const struct wanted *w = q->own;
	if (store_put(t->store, Q_DROP_SESSION, "b", w->token, (size_t)32) == PUT_FAILED) return false;
	q->forget = true, q->ends = ENDS_SESSION;
	memcpy(q->ended, w->token, sizeof q->ended);
	struct json j = answer_begin(q);
	answer_end(q, &j);
	return true;
}

enum handled handle_session_end(struct request *q)
{
	struct wanted *w = q->own = calloc(1, sizeof *w);
	if (!w) abort();
	snprintf(w->id, sizeof w->id, "%.16s", q->segment[0]);
	store_get(q->t->store, Q_SESSIONS, wanted_row, w, "i", q->who.id);
	return w->found ? request_to_writer(q, drop_one) : answer_error(q, 404, "You have no such session.");
}

static bool drop_others(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	if (store_put(t->store, Q_DROP_OTHER_SESSIONS, "ib", q->who.id, q->token, (size_t)32) == PUT_FAILED)
		return false;
	q->forget = true, q->ends = ENDS_OTHERS;
	struct json j = answer_begin(q);
	json_int(&j, "ended", store_changed(t->store));
	answer_end(q, &j);
	return true;
}

enum handled handle_sessions_end(struct request *q) { return request_to_writer(q, drop_others); }

/* --- all that is kept of one ---------------------------------------------------------------------------- */

static void person_kept(void *to, const struct row *r)
{
	struct json *j = to;
	json_str(j, "name", row_text(r, 0)), json_int(j, "made", row_int(r, 1)),
		json_bool(j, "password", row_int(r, 2));
}

static void game_kept(void *to, const struct row *r)
{
	struct json *j = to;
	json_open(j, NULL, '{');
	json_str(j, "id", row_text(r, 0)), json_str(j, "battle", row_text(r, 1)),
		json_str(j, "system", row_text(r, 2)), json_str(j, "scenario", row_text(r, 3));
	json_int(j, "made", row_int(r, 4)), json_bool(j, "owner", row_int(r, 5));
	json_close(j, '}');
}

static void seat_kept(void *to, const struct row *r)
{
	struct json *j = to;
	json_open(j, NULL, '{');
	json_str(j, "game", row_text(r, 0)), json_int(j, "side", row_int(r, 1)),
		json_str(j, "webhook", row_text(r, 2));
	json_close(j, '}');
}

static void said_kept(void *to, const struct row *r)
{
	struct json *j = to;
	json_open(j, NULL, '{');
	json_str(j, "game", row_text(r, 0)), json_str(j, "text", row_text(r, 1)),
		json_int(j, "at", row_int(r, 2));
	json_close(j, '}');
}

struct seat_held {
	int64_t game, side;
	char id[ID_MOST], battle[64];
};
struct orders_kept {
	struct json *j;
	struct table *t;
	struct seat_held *list, *seat;
	int n, room, rows;
	int64_t next, until;
};

static void seat_held_row(void *to, const struct row *r)
{
	struct orders_kept *k = to;
	if (k->n == k->room) {
		k->room = k->room ? 2 * k->room : 64;
		k->list = realloc(k->list, sizeof *k->list * (size_t)k->room);
		if (!k->list) abort();
	}
	struct seat_held *s = &k->list[k->n++];
	*s = (struct seat_held){.game = row_int(r, 3), .side = row_int(r, 1)};
	snprintf(s->id, sizeof s->id, "%s", row_text(r, 0)),
		snprintf(s->battle, sizeof s->battle, "%s", row_text(r, 4));
}

/* An entry's line is "order SIDE WORDS": only what this side gave. */
static void order_kept(void *to, const struct row *r)
{
	struct orders_kept *k = to;
	const struct battle *b = table_battle(k->t, k->seat->battle);
	const char *line = row_text(r, 1), *side = strchr(line, ' ');
	const char *own = b && k->seat->side >= 0 && k->seat->side < SIDES ? b->side[k->seat->side].id : "";
	size_t n = strlen(own);
	if (row_int(r, 0) >= k->until) return;
	k->rows++, k->next = row_int(r, 0) + 1;
	if (!side || !n || strncmp(side + 1, own, n) || (side[1 + n] != ' ' && side[1 + n] != '\n')) return;
	json_open(k->j, NULL, '{');
	json_str(k->j, "game", k->seat->id), json_int(k->j, "n", row_int(r, 0));
	struct text words = {0};
	text_addn(&words, line, strcspn(line, "\n"));
	json_str(k->j, "line", text_str(&words)), json_int(k->j, "at", row_int(r, 2));
	text_free(&words);
	json_close(k->j, '}');
}

static void last_kept(void *to, const struct row *r)
{
	*(int64_t *)to = row_int(r, 0) - after_hidden(row_int(r, 1), 0);
}

/* Up to which entry of the log spectators may know. The number of a later one would tell whether the other
   side has answered: see secret.c. */
static int64_t kept_until(struct table *t, int64_t game)
{
	int64_t until = 0;
	store_get(t->store, Q_LAST_ENTRY, last_kept, &until, "i", game);
	return until;
}

/* The store is read by one at a time, so in slices; and memory has an end: `more` says with which
   ?game=&side=&n= it goes on. */
static void orders_kept(struct request *q, struct json *j)
{
	struct orders_kept k = {.j = j, .t = q->t};
	const char *game = request_query(q, "game");
	int side = 0, from = 0, at = 0;
	request_number(q, "side", 0, SIDES - 1, &side), request_number(q, "n", 0, INT32_MAX, &from);
	k.next = from;
	store_get(q->t->store, Q_KEPT_SEATS, seat_held_row, &k, "i", q->who.id);
	while (game && at < k.n && (strcmp(k.list[at].id, game) || k.list[at].side != side)) at++;
	json_open(j, "orders", '[');
	for (; at < k.n && q->out.n < KEPT_BYTES; at += k.rows < KEPT_SLICE) {
		k.seat = &k.list[at], k.rows = 0, k.until = kept_until(q->t, k.seat->game);
		store_get(q->t->store, Q_KEPT_ORDERS, order_kept, &k, "iii", k.seat->game, k.next,
			(int64_t)KEPT_SLICE);
		if (k.rows < KEPT_SLICE) k.next = 0;
	}
	json_close(j, ']');
	if (at < k.n) {
		json_open(j, "more", '{');
		json_str(j, "game", k.list[at].id), json_int(j, "side", k.list[at].side), json_int(j, "n", k.next);
		json_close(j, '}');
	}
	free(k.list);
}

static void list_kept(struct request *q, struct json *j, const char *name, enum query what,
	void (*each)(void *, const struct row *), void *to)
{
	json_open(j, name, '[');
	store_get(q->t->store, what, each, to, "i", q->who.id);
	json_close(j, ']');
}

/* With ?game= it goes on with orders alone. */
enum handled handle_kept(struct request *q)
{
	struct json j = answer_begin(q);
	struct listing l = {{0}, q};
	if (request_query(q, "game")) return orders_kept(q, &j), answer_end(q, &j);
	store_get(q->t->store, Q_KEPT_PERSON, person_kept, &j, "i", q->who.id);
	json_open(&j, "sessions", '[');
	l.j = j;
	store_get(q->t->store, Q_SESSIONS, session_row, &l, "i", q->who.id);
	j = l.j;
	json_close(&j, ']');
	list_kept(q, &j, "games", Q_KEPT_GAMES, game_kept, &j);
	list_kept(q, &j, "seats", Q_KEPT_SEATS, seat_kept, &j);
	list_kept(q, &j, "said", Q_KEPT_CHAT, said_kept, &j);
	list_kept(q, &j, "proposals", Q_KEPT_PROPOSALS, said_kept, &j);
	orders_kept(q, &j);
	return answer_end(q, &j);
}

/* --- forgotten ------------------------------------------------------------------------------------------ */

struct numbers {
	int64_t *list;
	int n, room;
};

static void number_row(void *to, const struct row *r)
{
	struct numbers *l = to;
	if (l->n == l->room) {
		l->room = l->room ? 2 * l->room : 64;
		l->list = realloc(l->list, sizeof *l->list * (size_t)l->room);
		if (!l->list) abort();
	}
	l->list[l->n++] = row_int(r, 0);
}

/* What was read a moment ago may have changed in this very transaction: a seat was taken, a fork made. Then
   it is left for the next slice. */
static bool drop_game(struct table *t, int64_t number, int64_t person, struct account *a, int *entries)
{
	static const enum query parts[] = {Q_DROP_ENTRIES, Q_DROP_PLANS, Q_DROP_CALLS, Q_DROP_CHAT,
		Q_DROP_PROPOSALS, Q_DROP_SEATS, Q_DROP_GAME};
	char line[40];
	if (store_put(t->store, Q_STILL_ALONE, "ii", person, number) != PUT_DONE) return false;
	if (!store_changed(t->store)) return true;
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		if (store_put(t->store, parts[i], "i", number) != PUT_DONE) return false;
		*entries += store_changed(t->store);
	}
	snprintf(line, sizeof line, "moved %lld", (long long)number);
	store_tell(t->store, line);
	games_gone(t, number);
	a->games++;
	return true;
}

/* Games in which nobody else sits go, in slices, so that nobody waits for that; in the others an empty name
   stays in the seat, so that the other side keeps its game. */
static bool forget_person(struct table *t, struct deed *d)
{
	static const enum query parts[] = {Q_FORGET_CHAT, Q_FORGET_PROPOSALS, Q_FORGET_HOOKS, Q_DROP_SESSIONS,
		Q_FORGET_PERSON};
	struct request *q = (struct request *)d;
	struct account *a = q->own;
	struct numbers own = {0}, shared = {0};
	if (d->again) a->games = a->games_before;
	int entries = 0, before = a->games_before = a->games;
	bool fine = store_get(t->store, Q_GAMES_ALONE, number_row, &own, "i", q->who.id);
	/* forks before what they were forked from */
	for (int i = 0; fine && i < own.n && entries < KEPT_SLICE; i++)
		fine = drop_game(t, own.list[i], q->who.id, a, &entries);
	free(own.list);
	a->idle += a->games == before;
	q->unfinished = own.n > 0 && a->idle < 3;
	if (q->unfinished || !fine) return fine;
	fine = store_get(t->store, Q_GAMES_SHARED, number_row, &shared, "i", q->who.id);
	for (size_t i = 0; fine && i < sizeof parts / sizeof *parts; i++)
		fine = store_put(t->store, parts[i], "i", q->who.id) == PUT_DONE;
	for (int i = 0; fine && i < shared.n; i++) {
		char line[40];
		snprintf(line, sizeof line, "moved %lld", (long long)shared.list[i]);
		store_tell(t->store, line);
		games_forget(t, shared.list[i], q->who.id);
	}
	free(shared.list);
	q->forget = true, q->ends = ENDS_ALL;
	snprintf(q->cookie, sizeof q->cookie, "fratelli=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
	struct json j = answer_begin(q);
	json_int(&j, "games", a->games);
	answer_end(q, &j);
	return fine;
}

/* {"password"}, or {"sure": true} of a guest. */
enum handled handle_forget(struct request *q)
{
	const char *password = body_text(q, "password", PASSWORD_MOST);
	struct account *a = account_new(q, q->who.name);
	if (!q->who.name[0])
		return json_is_true(json_object_get(q->json, "sure"))
		         ? request_to_writer(q, forget_person)
		         : answer_error(q, 400, "sure: true was expected.");
	if (!password) return answer_error(q, 400, "password: yours was expected.");
	if (!may_try(q, q->who.name)) return ANSWERED;
	store_get(q->t->store, Q_PERSON_NAMED, account_row, a, "t", q->who.name);
	if (!password_fits(a->password, password)) return answer_error(q, 403, "The password is another.");
	return request_to_writer(q, forget_person);
}
