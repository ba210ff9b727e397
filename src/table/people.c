/* Who is who: guests, accounts, sessions. A session is a random token in a cookie; the store has only its hash. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/handlers.h"

#define CACHE 4096 /* sessions remembered; a slot is taken by whoever came last */
/* argon2id, as OWASP advises for servers: 19 MiB, two passes. One at a time, so that a crowd cannot eat the memory. */
#define ARGON_MEMORY (19u << 20)
#define ARGON_PASSES 2

struct people {
	pthread_mutex_t lock, hashing;
	unsigned forgotten; /* how often; what was read before is not remembered after */
	struct { uint8_t token[32]; struct person who; bool used; } slot[CACHE];
};

struct people *people_new(void)
{
	struct people *p = calloc(1, sizeof *p);
	if (!p) abort();
	pthread_mutex_init(&p->lock, NULL);
	pthread_mutex_init(&p->hashing, NULL);
	return p;
}

void people_free(struct people *p)
{
	pthread_mutex_destroy(&p->lock), pthread_mutex_destroy(&p->hashing);
	free(p);
}

static unsigned slot_of(const uint8_t token[32]) { return (token[0] | (unsigned)token[1] << 8) % CACHE; }

static void person_row(void *to, const struct row *r)
{
	struct person *p = to;
	p->id = row_int(r, 0);
	snprintf(p->name, sizeof p->name, "%s", row_text(r, 1) ? row_text(r, 1) : "");
}

bool people_find(struct table *t, const uint8_t token[32], struct person *who)
{
	struct people *p = t->people;
	pthread_mutex_lock(&p->lock);
	bool found = p->slot[slot_of(token)].used && sodium_memcmp(p->slot[slot_of(token)].token, token, 32) == 0;
	if (found) *who = p->slot[slot_of(token)].who;
	unsigned forgotten = p->forgotten;
	pthread_mutex_unlock(&p->lock);
	if (found) return true;
	*who = (struct person){0};
	store_get(t->store, Q_SESSION, person_row, who, "bi", token, (size_t)32, now_s() - SESSION_DAYS * 86400);
	if (!who->id) return false;
	pthread_mutex_lock(&p->lock);
	if (forgotten == p->forgotten) {
		memcpy(p->slot[slot_of(token)].token, token, 32);
		p->slot[slot_of(token)].who = *who, p->slot[slot_of(token)].used = true;
	}
	pthread_mutex_unlock(&p->lock);
	return true;
}

void people_forget(struct table *t)
{
	pthread_mutex_lock(&t->people->lock);
	memset(t->people->slot, 0, sizeof t->people->slot);
	t->people->forgotten++;
	pthread_mutex_unlock(&t->people->lock);
}

void secret_hash(const char *secret, uint8_t out[32]) { crypto_generichash(out, 32, (const unsigned char *)secret, strlen(secret), NULL, 0); }

/* --- /api/me ------------------------------------------------------------------------------------------------------------------ */

static enum handled tell_me(struct request *q)
{
	char csrf[65];
	struct json j = answer_begin(q);
	csrf_of(q->token, csrf);
	json_str(&j, "name", q->who.name[0] ? q->who.name : "Guest");
	json_bool(&j, "guest", !q->who.name[0]);
	json_str(&j, "csrf", csrf);
	json_bool(&j, "local", q->local);
	return answer_end(q, &j);
}

/* A new session for q->who. Its cookie goes with the answer. */
static bool session_put(struct request *q)
{
	uint8_t random[32];
	char token[65];
	const char *proto = MHD_lookup_connection_value(q->connection, MHD_HEADER_KIND, "X-Forwarded-Proto");
	randombytes_buf(random, sizeof random);
	sodium_bin2hex(token, sizeof token, random, sizeof random);
	secret_hash(token, q->token);
	snprintf(q->cookie, sizeof q->cookie, "fratelli=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s", token, SESSION_DAYS * 86400,
		proto && strcmp(proto, "https") == 0 ? "; Secure" : "");
	return store_put(q->t->store, Q_ADD_SESSION, "bii", q->token, (size_t)32, q->who.id, now_s()) == PUT_DONE;
}

static bool put_guest(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	if (store_put(t->store, Q_ADD_PERSON, "i", now_s()) != PUT_DONE) return false;
	q->who = (struct person){.id = store_last(t->store)};
	if (!session_put(q)) return false;
	tell_me(q);
	return true;
}

enum handled handle_me(struct request *q)
{
	if (q->known) return tell_me(q);
	if (!limit_request(q, LIMIT_GUEST)) return answer_error(q, 429, "Too many new guests from here; wait a moment.");
	return request_to_writer(q, put_guest);
}

/* --- accounts ------------------------------------------------------------------------------------------------------------------- */

struct account { char name[NAME_MOST * 4 + 1]; char password[crypto_pwhash_STRBYTES]; int64_t id; };

static bool put_account(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	const struct account *a = q->own;
	char looks[LOOKS_MOST];
	name_looks(a->name, looks);
	switch (store_put(t->store, Q_NAME_PERSON, "ttti", a->name, a->password, looks, q->who.id)) {
	case PUT_FAILED: return false;
	case PUT_TAKEN: answer_error(q, 409, "That name is taken, or looks like one that is."); return true;
	case PUT_DONE: break;
	}
	if (!store_changed(t->store)) return answer_error(q, 409, "That name cannot be had here, or you have one already."), true;
	snprintf(q->who.name, sizeof q->who.name, "%s", a->name);
	q->forget = true;
	tell_me(q);
	return true;
}

enum handled handle_account(struct request *q)
{
	const char *name = body_text(q, "name", NAME_MOST * 2), *password = body_text(q, "password", 256);
	if (!name || !name_good(name)) return answer_error(q, 400, "A name of 2 to %d letters, digits, blanks or -_.' was expected.", NAME_MOST);
	if (!password || strlen(password) < 10) return answer_error(q, 400, "A password of at least 10 characters was expected.");
	if (q->who.name[0]) return answer_error(q, 409, "You have a name already.");
	if (!limit_request(q, LIMIT_SIGN_IN)) return answer_error(q, 429, "Too many tries; wait a minute.");
	struct account *a = q->own = calloc(1, sizeof *a);
	if (!a) abort();
	snprintf(a->name, sizeof a->name, "%s", name);
	pthread_mutex_lock(&q->t->people->hashing);
	int failed = crypto_pwhash_str_alg(a->password, password, strlen(password), ARGON_PASSES, ARGON_MEMORY, crypto_pwhash_ALG_ARGON2ID13);
	pthread_mutex_unlock(&q->t->people->hashing);
	if (failed) return answer_error(q, 503, "The server is short of memory; try again.");
	return request_to_writer(q, put_account);
}

static void account_row(void *to, const struct row *r)
{
	struct account *a = to;
	a->id = row_int(r, 0);
	snprintf(a->password, sizeof a->password, "%s", row_text(r, 1) ? row_text(r, 1) : "");
}

/* The old session goes: a token from before the sign-in must not be worth more after it. */
static bool put_session(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	const struct account *a = q->own;
	if (q->known && store_put(t->store, Q_DROP_SESSION, "b", q->token, (size_t)32) == PUT_FAILED) return false;
	q->who.id = a->id;
	snprintf(q->who.name, sizeof q->who.name, "%s", a->name);
	if (!session_put(q)) return false;
	q->forget = true;
	tell_me(q);
	return true;
}

enum handled handle_sign_in(struct request *q)
{
	const char *name = body_text(q, "name", NAME_MOST * 2), *password = body_text(q, "password", 256);
	if (!name || !password) return answer_error(q, 400, "name and password were expected.");
	if (!limit_request(q, LIMIT_SIGN_IN) || !limit_pass(q->t->limits, LIMIT_SIGN_IN, name, strlen(name))) return answer_error(q, 429, "Too many tries; wait a minute.");
	struct account *a = q->own = calloc(1, sizeof *a);
	if (!a) abort();
	snprintf(a->name, sizeof a->name, "%s", name);
	store_get(q->t->store, Q_PERSON_NAMED, account_row, a, "t", name);
	pthread_mutex_lock(&q->t->people->hashing);
	bool fits = false;
	if (a->id) fits = crypto_pwhash_str_verify(a->password, password, strlen(password)) == 0;
	else if (crypto_pwhash_str_alg(a->password, password, strlen(password), ARGON_PASSES, ARGON_MEMORY, crypto_pwhash_ALG_ARGON2ID13))
		a->password[0] = 0; /* an unknown name takes as long as a wrong password */
	pthread_mutex_unlock(&q->t->people->hashing);
	if (!fits) return answer_error(q, 403, "The name or the password is wrong.");
	return request_to_writer(q, put_session);
}

static bool drop_session(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	if (store_put(t->store, Q_DROP_SESSION, "b", q->token, (size_t)32) == PUT_FAILED) return false;
	q->forget = true;
	snprintf(q->cookie, sizeof q->cookie, "fratelli=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
	struct json j = answer_begin(q);
	answer_end(q, &j);
	return true;
}

enum handled handle_sign_out(struct request *q) { return request_to_writer(q, drop_session); }
