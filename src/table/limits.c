/* How often anybody may do a thing: token buckets in a table of fixed size, found by a keyed hash. Each has
   two places where their bucket may stand, and takes one that nobody needs. Only where both are in use two
   share a bucket and its limit, which does no harm worth more memory.

   Nodes of one table count together. A node tells the others what was spent from a bucket as soon as that is
   a tenth of what the bucket holds ("spent LIMIT HASH TOKENS"), and they take it from theirs. So with three
   nodes somebody can spend at most two tenths more than at one. */
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/sitting.h"

#define BUCKETS 4096

struct bucket {
	uint64_t who, at;
	float tokens, untold;
};
struct limits {
	pthread_mutex_t lock;
	uint8_t key[LIMITS_KEY]; /* crypto_shorthash_KEYBYTES */
	struct {
		float rate, most;
	} rule[LIMITS]; /* rate 0: none */
	struct bucket bucket[LIMITS][BUCKETS];
	void (*tell)(void *to, const char *line); /* other nodes; NULL: there are none */
	void *tell_to;
};

struct limits *limits_new(int rate)
{
	struct limits *l = calloc(1, sizeof *l);
	if (!l) abort();
	pthread_mutex_init(&l->lock, NULL);
	randombytes_buf(l->key, sizeof l->key);
	l->rule[LIMIT_REQUEST].rate = (float)rate, l->rule[LIMIT_REQUEST].most = 4 * (float)rate;
	/* always: passwords must not be guessed */
	l->rule[LIMIT_SIGN_IN].rate = 0.2f, l->rule[LIMIT_SIGN_IN].most = 10;
	l->rule[LIMIT_NAME].rate = 0.2f, l->rule[LIMIT_NAME].most = 100;
	l->rule[LIMIT_SAY].rate = 1, l->rule[LIMIT_SAY].most = 30;      /* always: what is written down stays */
	l->rule[LIMIT_HOOK].rate = 0.5f, l->rule[LIMIT_HOOK].most = 30; /* always: we are nobody's weapon */
	if (rate) {
		l->rule[LIMIT_GUEST].rate = 0.2f, l->rule[LIMIT_GUEST].most = 20;
		l->rule[LIMIT_MAKE].rate = 0.5f, l->rule[LIMIT_MAKE].most = 20;
		l->rule[LIMIT_WORK].rate = 10, l->rule[LIMIT_WORK].most = 200;
		l->rule[LIMIT_HINT].rate = 0.5f, l->rule[LIMIT_HINT].most = 10;
		l->rule[LIMIT_DRAW].rate = 0.5f, l->rule[LIMIT_DRAW].most = 20;
	}
	return l;
}

void limits_free(struct limits *l)
{
	pthread_mutex_destroy(&l->lock);
	free(l);
}

/* What has flowed into it by now. */
static void fill(struct bucket *b, float rate, float most, uint64_t now)
{
	b->tokens = b->at ? b->tokens + rate * (float)(now - b->at) / 1e6f : most;
	if (b->tokens > most) b->tokens = most;
	b->at = now;
}

/* With the lock held: their bucket. One that is full is nobody's: who comes next finds it as it would be
   new. */
static struct bucket *bucket_of(struct limits *l, enum limit what, uint64_t hash)
{
	struct bucket *place[2] = {&l->bucket[what][hash % BUCKETS], &l->bucket[what][(hash >> 32) % BUCKETS]};
	struct bucket *theirs = NULL, *full = NULL;
	for (int i = 1; i >= 0; i--) {
		fill(place[i], l->rule[what].rate, l->rule[what].most, now_us());
		if (place[i]->who == hash) theirs = place[i];
		if (place[i]->tokens >= l->rule[what].most) full = place[i];
	}
	if (!theirs && full) theirs = full, theirs->who = hash, theirs->untold = 0;
	return theirs ? theirs : place[0];
}

static uint64_t hash_of(const struct limits *l, const void *who, size_t n)
{
	uint64_t hash;
	crypto_shorthash((unsigned char *)&hash, who, n, l->key);
	return hash;
}

static void spend(struct limits *l, enum limit what, uint64_t hash, struct bucket *b, float tokens)
{
	char line[80];
	b->tokens -= tokens;
	if (!l->tell) return;
	b->untold += tokens;
	if (b->untold < l->rule[what].most / 10) return;
	snprintf(line, sizeof line, "spent %d %llx %g", (int)what, (unsigned long long)hash, (double)b->untold);
	b->untold = 0;
	l->tell(l->tell_to, line);
}

void limits_share(struct limits *l, const uint8_t key[LIMITS_KEY], void (*tell)(void *to, const char *line),
	void *to)
{
	memcpy(l->key, key, sizeof l->key);
	l->tell = tell, l->tell_to = to;
}

void limits_heard(struct limits *l, const char *words)
{
	int what;
	unsigned long long hash;
	float tokens;
	if (sscanf(words, "%d %llx %f", &what, &hash, &tokens) != 3 || what < 0 || what >= LIMITS) return;
	if (l->rule[what].rate <= 0) return;
	pthread_mutex_lock(&l->lock);
	bucket_of(l, (enum limit)what, hash)->tokens -= tokens;
	pthread_mutex_unlock(&l->lock);
}

bool limit_pass(struct limits *l, enum limit what, const void *who, size_t n)
{
	if (l->rule[what].rate <= 0) return true;
	pthread_mutex_lock(&l->lock);
	uint64_t hash = hash_of(l, who, n);
	struct bucket *b = bucket_of(l, what, hash);
	bool pass = b->tokens >= 1;
	if (pass) spend(l, what, hash, b, 1);
	pthread_mutex_unlock(&l->lock);
	if (!pass) count(COUNT_LIMITED);
	return pass;
}

void limit_spend(struct limits *l, enum limit what, const void *who, size_t n, float tokens)
{
	if (l->rule[what].rate <= 0) return;
	pthread_mutex_lock(&l->lock);
	uint64_t hash = hash_of(l, who, n);
	spend(l, what, hash, bucket_of(l, what, hash), tokens);
	pthread_mutex_unlock(&l->lock);
}

/* Some proxies add a line of their own and leave those that the caller sent before it. */
static enum MHD_Result last_forwarded(void *cls, enum MHD_ValueKind kind, const char *name, const char *value)
{
	(void)kind;
	if (strcasecmp(name, "X-Forwarded-For") == 0) *(const char **)cls = value;
	return MHD_YES;
}

bool from_proxy(const struct table *t, const struct sockaddr *a)
{
	uint8_t proxy[16], who[16];
	if (t->loopback || !t->with.proxy) return t->loopback;
	size_t n = household_written(t->with.proxy, proxy);
	return n && a && household(a, who) == n && memcmp(who, proxy, n) == 0;
}

/* Where it comes from, as one number. */
static uint64_t address_of(const struct request *q)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(q->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const struct sockaddr *a = info ? info->client_addr : NULL;
	const char *behind = NULL;
	uint8_t who[16];
	size_t n;
	uint64_t hash;
	MHD_get_connection_values(q->connection, MHD_HEADER_KIND, last_forwarded, &behind);
	if (behind && from_proxy(q->t, a)) { /* the last address is the one that the proxy saw */
		const char *last = strrchr(behind, ',');
		n = household_written(last ? last + 1 : behind, who);
	} else {
		n = household(a, who);
	}
	crypto_shorthash((unsigned char *)&hash, who, n, q->t->limits->key);
	return hash;
}

uint64_t request_from(struct request *q) { return q->from ? q->from : (q->from = address_of(q)); }

bool limit_request(struct request *q, enum limit what)
{
	request_from(q);
	return limit_pass(q->t->limits, what, &q->from, sizeof q->from);
}
