/* The other nodes of this table: one thread hears what they have done and brings what is remembered here up
   to date. Nothing depends on it for being right: a game that is behind loses the race for its next entry,
   and is read again then. It is for those who look: who plays on one node sees at once what was ordered on
   another.

   The lines of news: "moved GAME" (its log or seats have changed, or it is gone), "say GAME SEATS_ONLY JSON"
   (to its live connections), "people" (names and sessions have changed), "ends PERSON TOKEN" (live
   connections end: see live_end), "spent …" (limits.c), "home …" (people.c), and those of presence.c. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/sitting.h"

#define WAIT_MS 100 /* until it looks whether it should stop, and whether a computer waits */

#define TICK_US 1000000
#define WANTED_MOST 256
#define DUTIES_MOST 4096
#define NEWS_ROOM (1 << 20) /* bytes of news that may wait: some 30,000 lines */

struct nodes {
	struct table *t;
	pthread_t thread;
	atomic_bool stop;
	pthread_mutex_t lock; /* of what follows */
	int wanted;
	int64_t want[WANTED_MOST];
	struct text news; /* what is to be told, a line each */
};

/* --- what they tell ------------------------------------------------------------------------------------- */

static void end_links(struct table *t, const char *words)
{
	long long who;
	char hex[65];
	uint8_t token[32];
	if (sscanf(words, "%lld %64s", &who, hex) != 2) return;
	bool one = sodium_hex2bin(token, sizeof token, hex, strlen(hex), NULL, NULL, NULL) == 0 && hex[0] != '-';
	if (one || who) live_end(t, who, one ? token : NULL);
}

static void say(struct table *t, const char *words)
{
	long long game;
	int seats_only, at = 0;
	if (sscanf(words, "%lld %d %n", &game, &seats_only, &at) == 2 && at)
		live_heard(t, game, words + at, seats_only);
}

static void heard(void *to, const char *node, const char *line)
{
	struct table *t = to;
	count(COUNT_NEWS);
	if (strncmp(line, "moved ", 6) == 0) games_follow(t, atoll(line + 6));
	else if (strncmp(line, "say ", 4) == 0) say(t, line + 4);
	else if (strcmp(line, "people") == 0) people_forget(t);
	else if (strncmp(line, "ends ", 5) == 0) people_forget(t), end_links(t, line + 5);
	else if (strncmp(line, "spent ", 6) == 0) limits_heard(t->limits, line + 6);
	else if (strncmp(line, "home ", 5) == 0) people_heard_home(t, line + 5);
	presence_heard(t, node, line);
}

void nodes_tell(struct nodes *n, const char *line)
{
	if (!n) return;
	pthread_mutex_lock(&n->lock);
	if (n->news.n < NEWS_ROOM) text_addf(&n->news, "%s\n", line);
	pthread_mutex_unlock(&n->lock);
}

static void spread(struct nodes *n)
{
	struct text news;
	pthread_mutex_lock(&n->lock);
	news = n->news, n->news = (struct text){0};
	pthread_mutex_unlock(&n->lock);
	if (news.n) store_spread(n->t->store, text_str(&news));
	text_free(&news);
}

/* --- who thinks for which computer ---------------------------------------------------------------------- */

void nodes_want(struct nodes *n, int64_t game)
{
	int i = 0;
	pthread_mutex_lock(&n->lock);
	while (i < n->wanted && n->want[i] != game) i++;
	if (i == n->wanted && n->wanted < WANTED_MOST) n->want[n->wanted++] = game;
	pthread_mutex_unlock(&n->lock);
}

static void taken(void *to, int64_t game) { games_take_duty(to, game); }

/* What is wanted at once, the rest once a second. */
static void look_for_duties(struct nodes *n, bool tick)
{
	int64_t want[WANTED_MOST], *keep = malloc(sizeof *keep * DUTIES_MOST);
	if (!keep) abort();
	pthread_mutex_lock(&n->lock);
	int wanted = n->wanted;
	memcpy(want, n->want, sizeof *want * (size_t)wanted);
	n->wanted = 0;
	pthread_mutex_unlock(&n->lock);
	if (wanted || tick)
		store_duties(n->t->store, keep, games_on_duty(n->t, keep, DUTIES_MOST), want, wanted, taken, n->t);
	free(keep);
}

/* After a time without news everything may have changed. */
static void *nodes_main(void *arg)
{
	struct nodes *n = arg;
	bool was = false;
	uint64_t ticked = now_us();
	while (!atomic_load(&n->stop)) {
		bool fine = store_hear(n->t->store, WAIT_MS, heard, n->t);
		if (fine && !was)
			note("news of other nodes; games are looked at anew"), people_forget(n->t), games_follow(n->t, 0),
				presence_anew(n->t);
		if (!fine && was) note("no news of other nodes: the connection to the store is lost");
		was = fine;
		bool tick = now_us() - ticked > TICK_US;
		if (tick) ticked = now_us();
		if (fine) look_for_duties(n, tick);
		if (fine && tick) hooks_look(n->t, false);
		if (fine && tick) presence_tick(n->t);
		spread(n);
	}
	nodes_tell(n, "leaves");
	spread(n);
	return NULL;
}

struct nodes *nodes_new(struct table *t)
{
	if (!store_many(t->store)) return NULL;
	struct nodes *n = calloc(1, sizeof *n);
	if (!n) abort();
	n->t = t, t->nodes = n, t->presence = presence_new(t);
	pthread_mutex_init(&n->lock, NULL);
	if (pthread_create(&n->thread, NULL, nodes_main, n)) abort();
	return n;
}

void nodes_stop(struct nodes *n)
{
	if (!n) return;
	atomic_store(&n->stop, true);
	pthread_join(n->thread, NULL);
}

void nodes_free(struct nodes *n)
{
	if (!n) return;
	pthread_mutex_destroy(&n->lock);
	text_free(&n->news), free(n);
}
