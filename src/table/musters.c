/* Battles are loaded once. A muster is shared by every game of the same battle, system, scenario and options;
   the few that nobody uses are kept for the next one. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/table.h"

#define IDLE_MOST 4

const struct battle *table_battle(struct table *t, const char *id)
{
	for (int i = 0; i < t->battles; i++)
		if (strcmp(t->battle[i]->id, id) == 0) return t->battle[i];
	return NULL;
}

static struct mustered *find(struct table *t, const struct battle *b, const struct rules *r,
	const char *scenario, const int8_t *options)
{
	for (struct mustered *m = t->mustered; m; m = m->next)
		if (m->m->battle == b && m->m->rules == r && strcmp(m->scenario, scenario) == 0 &&
			memcmp(m->m->option, options, OPTIONS_MOST) == 0)
			return m;
	return NULL;
}

static struct mustered *make(struct table *t, const struct battle *b, const struct rules *r,
	const char *scenario, const int8_t *options, struct text *why)
{
	struct faults faults = {0};
	struct mustered *m = calloc(1, sizeof *m);
	if (!m) abort();
	m->arena = arena_new();
	m->m = muster_make(m->arena, r, t->with.data, b, scenario, options, &faults);
	snprintf(m->scenario, sizeof m->scenario, "%s", scenario);
	if (!m->m) {
		text_add(why, faults.n ? faults.list[0].what : "the battle cannot be mustered under these rules");
		arena_free(m->arena), free(m);
		m = NULL;
	}
	faults_free(&faults);
	return m;
}

/* Of the musters nobody uses, the one used longest ago goes. */
static void make_room(struct table *t)
{
	for (;;) {
		struct mustered **oldest = NULL;
		int idle = 0;
		for (struct mustered **at = &t->mustered; *at; at = &(*at)->next)
			if ((*at)->users == 0) idle++, oldest = !oldest || (*at)->used < (*oldest)->used ? at : oldest;
		if (idle <= IDLE_MOST) return;
		struct mustered *m = *oldest;
		*oldest = m->next;
		arena_free(m->arena), free(m);
	}
}

struct mustered *muster_take(struct table *t, const char *battle, const char *system, const char *scenario,
	const int8_t *options, struct text *why)
{
	const struct battle *b = table_battle(t, battle);
	const struct rules *r = rules_find(system);
	if (!b) return text_addf(why, "there is no battle '%.60s' here", battle), NULL;
	if (!r) return text_addf(why, "there is no rule system '%.60s' here", system), NULL;
	pthread_mutex_lock(&t->lock);
	struct mustered *m = find(t, b, r, scenario, options), *made = NULL;
	if (!m) {
		pthread_mutex_unlock(&t->lock);
		made = make(t, b, r, scenario, options, why);
		pthread_mutex_lock(&t->lock);
		m = find(t, b, r, scenario, options); /* another thread may have been faster */
		if (!m && made) made->next = t->mustered, t->mustered = m = made, made = NULL;
	}
	if (m) m->users++, m->used = now_us();
	make_room(t);
	pthread_mutex_unlock(&t->lock);
	if (made) arena_free(made->arena), free(made);
	return m;
}

struct mustered *muster_keep(struct table *t, struct mustered *m)
{
	pthread_mutex_lock(&t->lock);
	m->users++;
	pthread_mutex_unlock(&t->lock);
	return m;
}

void muster_drop(struct table *t, struct mustered *m)
{
	pthread_mutex_lock(&t->lock);
	m->users--;
	make_room(t);
	pthread_mutex_unlock(&t->lock);
}
