/* What every table does before anybody is let in, whoever lets them in: a network (serve.c) or a page
   (src/offline). */
#include <dirent.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "table/sitting.h"

void random_name(char *out, size_t letters)
{
	static const char set[] = "abcdefghijkmnpqrstuvwxyz23456789"; /* 32: five bits a letter */
	uint8_t bytes[64];
	randombytes_buf(bytes, sizeof bytes);
	for (size_t i = 0; i < letters; i++) out[i] = set[bytes[i] & 31];
	out[letters] = 0;
}

/* --- battles -------------------------------------------------------------------------------------------- */

static void load_battle(struct table *t, const char *dir)
{
	struct faults faults = {0};
	struct stat st;
	if (stat(dir, &st) || !S_ISDIR(st.st_mode)) return;
	const struct battle *b = battle_load(t->arena, arena_copy(t->arena, dir, strlen(dir)), &faults);
	if (b && !table_battle(t, b->id)) {
		t->battle = realloc(t->battle, sizeof *t->battle * (size_t)(t->battles + 1));
		if (!t->battle) abort();
		t->battle[t->battles++] = b;
	} else if (!b) {
		note("the battle in %s is left out: it has %d faults; `fratelli list` shows them", dir, faults.n);
	}
	faults_free(&faults);
}

static void load_battles(struct table *t, const char *room)
{
	struct dirent **list;
	struct text dir = {0};
	text_addf(&dir, "%s/battles", room);
	int n = scandir(text_str(&dir), &list, NULL, alphasort);
	for (int i = 0; i < n; i++) {
		struct text one = {0};
		text_addf(&one, "%s/%s", text_str(&dir), list[i]->d_name);
		if (list[i]->d_name[0] != '.') load_battle(t, text_str(&one));
		text_free(&one), free(list[i]);
	}
	if (n >= 0) free(list);
	text_free(&dir);
}

void open_battles(struct table *t)
{
	load_battles(t, t->with.data);
	if (t->with.tests) load_battles(t, t->with.tests);
}

/* --- the store ------------------------------------------------------------------------------------------ */

/* Sessions end some time; guests whom nothing remembers are forgotten, and imports that were not finished.
   The first node of a table makes the key that all share. */
bool forget_old(struct table *t)
{
	uint8_t key[LIMITS_KEY];
	randombytes_buf(key, sizeof key);
	/* another node may be at it */
	int64_t before = now_s() - SESSION_DAYS * 86400, unfinished = now_s() - (store_many(t->store) ? 3600 : 0);
	if (store_begin(t->store) && store_put(t->store, Q_DROP_OLD_SESSIONS, "i", before) == PUT_DONE &&
		store_put(t->store, Q_DROP_OLD_GUESTS, "i", before) == PUT_DONE &&
		store_put(t->store, Q_OFFER_KEY, "b", key, sizeof key) == PUT_DONE &&
		store_put(t->store, Q_DROP_HALF_ENTRIES, "i", unfinished) == PUT_DONE &&
		store_put(t->store, Q_DROP_HALF_GAMES, "i", unfinished) == PUT_DONE && store_commit(t->store) == KEPT)
		return true;
	store_rollback(t->store);
	return false;
}
