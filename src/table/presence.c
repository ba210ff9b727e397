/* Who is there at the other nodes of this table. Each node tells the others of a game how many of its live
   connections hold which seat, when that changes; and once a second that it is alive itself. That is a lease:
   what a node has told is forgotten when nothing has come from it for LEASE_US. Nothing of it is in the
   store.

   Its lines of news: "here GAME SIDE0 SIDE1 OTHERS", "alive", "who" (everybody tells everything again: a node
   has begun, or has lost its connection for a time) and "leaves". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/sitting.h"

#define BUCKETS 1024
#define NODES_MOST 64
#define LEASE_US 4000000

struct told { /* by one node of one game */
	struct told *next;
	uint64_t node; /* 0: by us */
	int64_t game;
	struct there there;
};

struct presence {
	struct table *t;
	pthread_mutex_t lock; /* of what follows */
	struct told *bucket[BUCKETS];
	int nodes;
	struct {
		uint64_t node, heard;
	} node[NODES_MOST];
};

struct presence *presence_new(struct table *t)
{
	struct presence *p = calloc(1, sizeof *p);
	if (!p) abort();
	p->t = t;
	pthread_mutex_init(&p->lock, NULL);
	return p;
}

static bool empty(const struct there *e)
{
	int all = e->others;
	for (int side = 0; side < SIDES; side++) all += e->side[side];
	return all == 0;
}

static struct told **place(struct presence *p, uint64_t node, int64_t game)
{
	struct told **at = &p->bucket[(uint64_t)game % BUCKETS];
	while (*at && ((*at)->node != node || (*at)->game != game)) at = &(*at)->next;
	return at;
}

/* With the lock held. False: it was told before. */
static bool put(struct presence *p, uint64_t node, int64_t game, const struct there *there)
{
	struct told **at = place(p, node, game), *k = *at;
	if (k ? memcmp(&k->there, there, sizeof *there) == 0 : empty(there)) return false;
	if (!k) {
		k = *at = calloc(1, sizeof *k);
		if (!k) abort();
		k->node = node, k->game = game;
	}
	k->there = *there;
	if (empty(there)) *at = k->next, free(k);
	return true;
}

static void tell(struct table *t, int64_t game, const struct there *e)
{
	char line[80];
	snprintf(line, sizeof line, "here %lld %d %d %d", (long long)game, e->side[0], e->side[1], e->others);
	nodes_tell(t->nodes, line);
}

void presence_ours(struct table *t, int64_t game, struct there *there)
{
	struct presence *p = t->presence;
	if (!p) return;
	pthread_mutex_lock(&p->lock);
	bool news = put(p, 0, game, there);
	if (news) tell(t, game, there);
	for (const struct told *k = p->bucket[(uint64_t)game % BUCKETS]; k; k = k->next) {
		if (k->game != game || !k->node) continue;
		for (int side = 0; side < SIDES; side++) there->side[side] += k->there.side[side];
		there->others += k->there.others;
	}
	pthread_mutex_unlock(&p->lock);
}

bool presence_of(struct table *t, const struct sitting *s, int side)
{
	struct presence *p = t->presence;
	bool found = atomic_load(&s->present[side]) > 0;
	if (found || !p) return found;
	pthread_mutex_lock(&p->lock);
	for (const struct told *k = p->bucket[(uint64_t)s->number % BUCKETS]; k; k = k->next)
		found |= k->game == s->number && k->node && k->there.side[side] > 0;
	pthread_mutex_unlock(&p->lock);
	return found;
}

static void retell(struct presence *p)
{
	pthread_mutex_lock(&p->lock);
	for (int b = 0; b < BUCKETS; b++)
		for (const struct told *k = p->bucket[b]; k; k = k->next)
			if (!k->node) tell(p->t, k->game, &k->there);
	pthread_mutex_unlock(&p->lock);
}

/* What this node has told is forgotten; node 0: what all others have. */
static void forget(struct presence *p, uint64_t node)
{
	pthread_mutex_lock(&p->lock);
	for (int b = 0; b < BUCKETS; b++)
		for (struct told **at = &p->bucket[b], *k; (k = *at);) {
			if (node ? k->node != node : !k->node) {
				at = &k->next;
				continue;
			}
			*at = k->next;
			live_presence(p->t, k->game);
			free(k);
		}
	for (int i = p->nodes; i-- > 0;)
		if (!node || p->node[i].node == node) p->node[i] = p->node[--p->nodes];
	pthread_mutex_unlock(&p->lock);
}

/* Whoever is heard of for the first time, or again after a time, may have told things that we did not
   hear. */
static void renew(struct presence *p, uint64_t node)
{
	int i = 0;
	pthread_mutex_lock(&p->lock);
	while (i < p->nodes && p->node[i].node != node) i++;
	bool fresh = i == p->nodes && p->nodes < NODES_MOST;
	if (fresh) p->node[p->nodes++].node = node;
	if (i < p->nodes) p->node[i].heard = now_us();
	pthread_mutex_unlock(&p->lock);
	if (fresh) nodes_tell(p->t->nodes, "who");
}

void presence_heard(struct table *t, const char *from, const char *line)
{
	struct presence *p = t->presence;
	struct there there = {0};
	long long game;
	uint64_t node = strtoull(from, NULL, 16);
	if (!node) return;
	if (strcmp(line, "leaves") == 0) {
		forget(p, node);
		return;
	}
	renew(p, node);
	if (strcmp(line, "who") == 0) retell(p);
	if (sscanf(line, "here %lld %d %d %d", &game, &there.side[0], &there.side[1], &there.others) != 4) return;
	pthread_mutex_lock(&p->lock);
	bool news = put(p, node, game, &there);
	pthread_mutex_unlock(&p->lock);
	if (news) live_presence(t, game);
}

void presence_tick(struct table *t)
{
	struct presence *p = t->presence;
	uint64_t gone[NODES_MOST];
	int n = 0;
	pthread_mutex_lock(&p->lock);
	for (int i = 0; i < p->nodes; i++)
		if (now_us() - p->node[i].heard > LEASE_US) gone[n++] = p->node[i].node;
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < n; i++)
		note("node %016llx is silent", (unsigned long long)gone[i]), forget(p, gone[i]);
	nodes_tell(t->nodes, "alive");
}

int presence_nodes(struct table *t)
{
	struct presence *p = t->presence;
	if (!p) return 0;
	pthread_mutex_lock(&p->lock);
	int n = p->nodes;
	pthread_mutex_unlock(&p->lock);
	return n;
}

void presence_anew(struct table *t)
{
	forget(t->presence, 0);
	nodes_tell(t->nodes, "who");
	retell(t->presence);
}

void presence_free(struct presence *p)
{
	if (!p) return;
	for (int b = 0; b < BUCKETS; b++)
		for (struct told *k = p->bucket[b], *next; k; k = next) next = k->next, free(k);
	pthread_mutex_destroy(&p->lock);
	free(p);
}
