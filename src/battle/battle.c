/* Loading a battle: the ground first, then the armies, then the scenarios that put the armies on the ground.
   All three files are read as far as they can be, so that an author sees every fault at once. */
#include "battle/battle.h"

#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/text.h"
#include "battle/load.h"

enum { FILE_MOST = 8 * 1024 * 1024 };

/* The last part of the folder's path: data/battles/solferino/ is solferino. */
static const char *id_of_dir(struct arena *a, const char *dir)
{
	size_t n = strlen(dir), start;

	while (n > 0 && dir[n - 1] == '/') n--;
	for (start = n; start > 0 && dir[start - 1] != '/'; start--);
	return arena_copy(a, dir + start, n - start);
}

static void learn_places(struct loading *l)
{
	const struct ground *g = l->b->ground;

	if (!g) return;
	l->places = new_names(l, g->places);
	for (int i = 0; i < g->places; i++) l->places.list[l->places.n++] = g->place[i].name;
}

static uint64_t hash_files(const char *const path[3])
{
	struct text bytes = {0};
	uint64_t hash;

	for (int i = 0; i < 3; i++) text_read_file(&bytes, path[i], FILE_MOST);
	hash = XXH3_64bits(text_str(&bytes), bytes.n);
	text_free(&bytes);
	return hash;
}

const char *battle_folder(struct arena *a, const char *data, const char *test_battles, const char *id)
{
	if (!id[0] || id[0] == '.' || strchr(id, '/')) return NULL;
	const char *dir = arena_printf(a, "%s/battles/%s", data, id);
	if (access(dir, F_OK) == 0) return dir;
	if (!test_battles || !test_battles[0]) return NULL;
	dir = arena_printf(a, "%s/%s", test_battles, id);
	return access(dir, F_OK) == 0 ? dir : NULL;
}

const struct battle *battle_load(struct arena *a, const char *dir, struct faults *f)
{
	const char *path[3] = {arena_printf(a, "%s/ground.yaml", dir), arena_printf(a, "%s/armies.yaml", dir),
		arena_printf(a, "%s/battle.yaml", dir)};
	struct battle *b = ARENA_NEW(a, struct battle);
	struct loading l = {.a = a, .f = f, .b = b};
	const struct yaml *armies, *battle;
	int before = f->n;

	b->id = id_of_dir(a, dir);
	b->dir = arena_copy(a, dir, strlen(dir));
	b->ground = ground_load(a, path[0], f);
	learn_places(&l);
	armies = yaml_load(a, path[1], f);
	battle = yaml_load(a, path[2], f);
	if (armies) read_armies(&l, yaml_root(armies));
	if (armies && battle) read_scenarios(&l, yaml_root(battle));
	b->hash = hash_files(path);
	return f->n == before && b->ground ? b : NULL;
}

int battle_find_scenario(const struct battle *b, const char *id)
{
	for (int i = 0; i < b->scenarios; i++)
		if (strcmp(b->scenario[i].id, id) == 0) return i;
	return -1;
}

int battle_find_unit(const struct battle *b, const char *id)
{
	for (int i = 0; i < b->units; i++)
		if (strcmp(b->unit[i].id, id) == 0) return i;
	return -1;
}

int battle_find_leader(const struct battle *b, const char *id)
{
	for (int i = 0; i < b->leaders; i++)
		if (strcmp(b->leader[i].id, id) == 0) return i;
	return -1;
}

int battle_find_formation(const struct battle *b, const char *id)
{
	for (int i = 0; i < b->formations; i++)
		if (strcmp(b->formation[i].id, id) == 0) return i;
	return -1;
}
