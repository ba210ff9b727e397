/* Who is who: guests and sessions. A session is a random token in a cookie; the store has only its hash. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/assets.h"
#include "table/handlers.h"
#include "table/people.h"
#include "table/told.h"

#define CACHE 4096 /* sessions remembered; a slot is taken by whoever came last */
#define REMEMBERED_US \
	5000000 /* then the store is asked again: another process may have ended it (fratelli admin) */
struct people {
	pthread_mutex_t lock;
	unsigned forgotten; /* how often; what was read before is not remembered after */
	struct {
		uint8_t token[32];
		struct person who;
		uint64_t until;
	} slot[CACHE];
	uint8_t secret[16];
	uint64_t home[CACHE]; /* of a name and an address from which somebody has signed in to it */
};

struct people *people_new(void)
{
	struct people *p = calloc(1, sizeof *p);
	if (!p) abort();
	pthread_mutex_init(&p->lock, NULL);
	randombytes_buf(p->secret, sizeof p->secret);
	return p;
}

void people_free(struct people *p)
{
	pthread_mutex_destroy(&p->lock);
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
	bool found = p->slot[slot_of(token)].until > now_us() &&
	             sodium_memcmp(p->slot[slot_of(token)].token, token, 32) == 0;
	if (found) *who = p->slot[slot_of(token)].who;
	unsigned forgotten = p->forgotten;
	pthread_mutex_unlock(&p->lock);
	if (found) return true;
	*who = (struct person){0};
	store_get(t->store, Q_SESSION, person_row, who, "bii", token, (size_t)32, now_s() - SESSION_DAYS * 86400,
		now_s());
	if (!who->id) return false;
	pthread_mutex_lock(&p->lock);
	if (forgotten == p->forgotten) {
		memcpy(p->slot[slot_of(token)].token, token, 32);
		p->slot[slot_of(token)].who = *who, p->slot[slot_of(token)].until = now_us() + REMEMBERED_US;
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

void secret_hash(const char *secret, uint8_t out[32])
{
	crypto_generichash(out, 32, (const unsigned char *)secret, strlen(secret), NULL, 0);
}

/* --- /api/me -------------------------------------------------------------------------------------------- */

static void features(const struct table *t, struct json *j)
{
	static const char *const served[] = {"accounts", "friends", "webhooks", NULL}, *const alone[] = {
																					   "keeping", "mail",
																					   NULL};
	for (const char *const *f = t->with.alone ? alone : served; *f; f++) json_str(j, NULL, *f);
	/* it has the page without a server to give away */
	if (!t->with.alone && assets_have(t->assets, "/offline/index.html")) json_str(j, NULL, "offline");
}

#define ME(F, IF) \
	F(name, TEXT(q->who.name[0] ? q->who.name : "Guest")) \
	F(guest, TRUTH(!q->who.name[0])) \
	F(csrf, TEXT(csrf)) \
	F(local, TRUTH(q->local)) \
	F(features, LIST("string", features(q->t, j)))

enum handled tell_me(struct request *q)
{
	char csrf[65];
	struct json answer = answer_begin(q), *j = &answer;
	csrf_of(q->token, csrf);
	WRITE_FIELDS(ME)
	return answer_end(q, j);
}

const struct wire_type table_me_types[] = {
	TYPE("Me",
		"features: what this table has besides games; the page shows nothing else: accounts, friends, "
		"webhooks; keeping, where the player keeps the store himself; mail, where games by mail can be played; "
		"offline, where the page without a server can be had.",
		ME),
	{0},
};

bool session_put(struct request *q)
{
	uint8_t random[32];
	char token[65];
	const char *proto = MHD_lookup_connection_value(q->connection, MHD_HEADER_KIND, "X-Forwarded-Proto");
	randombytes_buf(random, sizeof random);
	sodium_bin2hex(token, sizeof token, random, sizeof random);
	secret_hash(token, q->token);
	snprintf(q->cookie, sizeof q->cookie, "fratelli=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s",
		token, SESSION_DAYS * 86400, proto && strcmp(proto, "https") == 0 ? "; Secure" : "");
	const char *agent = MHD_lookup_connection_value(q->connection, MHD_HEADER_KIND, "User-Agent");
	char shortened[AGENT_MOST + 1];
	snprintf(shortened, sizeof shortened, "%s", agent ? agent : "");
	return store_put(q->t->store, Q_ADD_SESSION, "biit", q->token, (size_t)32, q->who.id, now_s(),
			   shortened) == PUT_DONE;
}

static bool put_guest(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	q->who = (struct person){0};
	if (store_add(t->store, Q_ADD_PERSON, &q->who.id, "i", now_s()) != PUT_DONE) return false;
	if (!session_put(q)) return false;
	tell_me(q);
	return true;
}

enum handled handle_me(struct request *q)
{
	if (q->known) return tell_me(q);
	if (!limit_request(q, LIMIT_GUEST))
		return answer_error(q, 429, "Too many new guests from here; wait a moment.");
	return request_to_writer(q, put_guest);
}

/* --- where somebody has signed in before ---------------------------------------------------------------- */

static uint64_t home_of(const struct request *q, const char *name)
{
	uint8_t hash[32];
	uint64_t home;
	crypto_generichash(hash, sizeof hash, (const unsigned char *)name, strlen(name),
		(const unsigned char *)&q->t->people->secret, sizeof q->t->people->secret);
	memcpy(&home, hash, sizeof home);
	return home ^ q->from;
}

static void remember_home(struct people *p, uint64_t home)
{
	pthread_mutex_lock(&p->lock);
	p->home[home % CACHE] = home;
	pthread_mutex_unlock(&p->lock);
}

void people_heard_home(struct table *t, const char *words)
{
	remember_home(t->people, strtoull(words, NULL, 16));
}

void people_share(struct people *p, const uint8_t key[16]) { memcpy(p->secret, key, sizeof p->secret); }

void people_at_home(struct request *q, const char *name)
{
	uint64_t home = home_of(q, name);
	char line[40];
	remember_home(q->t->people, home);
	snprintf(line, sizeof line, "home %llx", (unsigned long long)home);
	nodes_tell(q->t->nodes, line);
}

bool people_is_home(struct request *q, const char *name)
{
	uint64_t home = home_of(q, name);
	pthread_mutex_lock(&q->t->people->lock);
	bool known = q->t->people->home[home % CACHE] == home;
	pthread_mutex_unlock(&q->t->people->lock);
	return known;
}
