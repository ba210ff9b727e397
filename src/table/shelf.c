/* Pages that were made once and may be asked for again: maps and rule books, by name. What was put there
   before anybody asked stays; of the rest the one made longest ago goes when there are many. */
#include <stdlib.h>
#include <string.h>

#include "table/table.h"

#define LOOSE_MOST 32

struct kept {
	struct kept *next;
	char *name;
	struct page *page;
	bool stays;
};

struct page *shelf_find(struct table *t, const char *name)
{
	struct page *page = NULL;
	pthread_mutex_lock(&t->lock);
	for (struct kept *k = t->shelf; k && !page; k = k->next)
		if (strcmp(k->name, name) == 0) page = page_keep(k->page);
	pthread_mutex_unlock(&t->lock);
	return page;
}

static void drop(struct kept *k) { page_drop(k->page), free(k->name), free(k); }

void shelf_put(struct table *t, const char *name, struct page *page, bool stays)
{
	struct kept *k = malloc(sizeof *k), *old = NULL;
	int loose = 0;
	if (!k) abort();
	pthread_mutex_lock(&t->lock);
	*k = (struct kept){.next = t->shelf, .name = strdup(name), .page = page_keep(page), .stays = stays};
	t->shelf = k;
	for (struct kept **at = &t->shelf; *at && !old;) {
		if (!(*at)->stays && ++loose > LOOSE_MOST) old = *at, *at = old->next;
		else at = &(*at)->next;
	}
	pthread_mutex_unlock(&t->lock);
	if (old) drop(old);
}

int shelf_count(struct table *t)
{
	int n = 0;
	pthread_mutex_lock(&t->lock);
	for (const struct kept *k = t->shelf; k; k = k->next) n++;
	pthread_mutex_unlock(&t->lock);
	return n;
}

void shelf_clear(struct table *t)
{
	while (t->shelf) {
		struct kept *k = t->shelf;
		t->shelf = k->next;
		drop(k);
	}
}
