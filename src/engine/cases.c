/* Case files: each is a list of cases; see docs/cases.md. Musters are kept on a shelf, since most cases share
   them and to make one takes longer than to run a hundred cases. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/case_run.h"
#include "engine/match.h"

#define KEPT 96

struct case_shelf {
	struct arena *arena;
	int kept;
	struct {
		const char *key;
		struct muster *m;
	} keep[KEPT];
};

struct file_run {
	const char *data_dir, *test_dir;
	struct arena *arena;
	struct faults *f;
	const char *system; /* the folder the file stands in */
	struct node list;
	struct case_shelf *shelf;
};

struct case_shelf *case_shelf_new(void)
{
	struct case_shelf *s = calloc(1, sizeof *s);
	if (!s) abort();
	s->arena = arena_new();
	return s;
}

void case_shelf_free(struct case_shelf *s)
{
	arena_free(s->arena);
	free(s);
}

/* The name of the folder a file stands in. */
static const char *folder_of(struct arena *a, const char *path)
{
	const char *end = strrchr(path, '/');
	if (!end) return "";
	while (end > path && end[-1] == '/') end--; /* cases//fire.yaml */
	const char *start = end;
	while (start > path && start[-1] != '/') start--;
	return arena_copy(a, start, (size_t)(end - start));
}

static const struct battle *find_battle(struct file_run *x, struct arena *a, const char *id, struct mark at)
{
	const char *dir = battle_folder(a, x->data_dir, x->test_dir, id);
	return dir ? battle_load(a, dir, x->f) : (fault_add(x->f, at, "there is no battle '%s'", id), NULL);
}

static bool read_options(struct file_run *x, const struct rules *r, struct node map, int8_t *options)
{
	for (int i = 0; i < r->options; i++) options[i] = (int8_t)r->option[i].standard;
	for (int i = 0; i < node_count(map); i++) {
		const char *name = node_scalar(node_key(map, i)), *text = node_scalar(node_at(map, i));
		int k = 0;
		while (k < r->options && (!name || strcmp(r->option[k].name, name))) k++;
		if (k == r->options)
			return fault_add(x->f, node_mark(node_key(map, i)), "%s has no option '%s'", r->id,
					   name ? name : "?"),
			       false;
		bool yes = text && (strcmp(text, "yes") == 0 || strcmp(text, "true") == 0),
			 no = text && (strcmp(text, "no") == 0 || strcmp(text, "false") == 0);
		int64_t value = yes;
		if (!yes && !no && !node_int(node_at(map, i), r->option[k].min, r->option[k].max, &value, x->f))
			return false;
		options[k] = (int8_t)value;
	}
	return true;
}

static struct muster *find_muster(struct file_run *x, struct node c)
{
	static const char *const none = "";
	struct node battle = node_find(c, "battle"), scenario = node_find(c, "scenario"),
				system = node_find(c, "system");
	const char *sys = node_scalar(system) ? node_scalar(system) : x->system;
	const struct rules *r = rules_find(sys);
	int8_t options[OPTIONS_MOST] = {0};
	if (!r) return fault_add(x->f, node_mark(c), "there is no rule system '%s'", sys), NULL;
	if (!node_scalar(battle)) return fault_add(x->f, node_mark(c), "a case needs a battle"), NULL;
	if (!read_options(x, r, node_find(c, "options"), options)) return NULL;
	struct text key = {0};
	text_addf(&key, "%s %s %s", sys, node_scalar(battle),
		node_scalar(scenario) ? node_scalar(scenario) : none);
	for (int i = 0; i < r->options; i++) text_addf(&key, " %d", options[i]);
	struct case_shelf *shelf = x->shelf;
	struct muster *m = NULL;
	for (int i = 0; i < shelf->kept && !m; i++)
		if (strcmp(shelf->keep[i].key, text_str(&key)) == 0) m = shelf->keep[i].m;
	if (!m) {
		struct arena *a = shelf->kept < KEPT ? shelf->arena : x->arena;
		const struct battle *b = find_battle(x, a, node_scalar(battle), node_mark(battle));
		if (b) m = muster_make(a, r, x->data_dir, b, node_scalar(scenario), options, x->f);
		if (m && shelf->kept < KEPT) {
			shelf->keep[shelf->kept].key = arena_copy(shelf->arena, text_str(&key), key.n);
			shelf->keep[shelf->kept++].m = m;
		}
	}
	text_free(&key);
	return m;
}

static struct case_run *run_new(struct muster *m, struct node c, struct faults *f, struct text *why)
{
	struct case_run *r = calloc(1, sizeof *r);
	int64_t number = 1;
	uint8_t seed[32];
	if (!r) abort();
	r->m = m, r->f = f, r->why = why, r->turn = NOBODY;
	r->feed = (struct feed){.kind = FEED_DICTATED, .face = r->face};
	r->g = game_new(m);
	if (node_find(c, "seed").doc) node_int(node_find(c, "seed"), 0, INT64_MAX, &number, f);
	seed_from_number((uint64_t)number, seed);
	play_begin(&(struct play){m, NULL, NULL}, r->g, seed);
	return r;
}

static void run_free(struct case_run *r)
{
	while (r->pasts) free(r->past[--r->pasts]);
	sink_free(&r->sink);
	text_free(&r->staged);
	free(r->g), free(r);
}

static bool known_keys(struct node c, struct faults *f)
{
	static const char *const known[] = {"case", "proves", "battle", "system", "scenario", "options", "seed",
		"position", "play"};
	if (!node_is_map(c))
		return fault_add(f, node_mark(c), "a map that begins with `case:` was expected"), false;
	for (int i = 0; i < node_count(c); i++) {
		const char *key = node_scalar(node_key(c, i));
		size_t k = 0;
		while (k < sizeof known / sizeof *known && (!key || strcmp(key, known[k]))) k++;
		if (k == sizeof known / sizeof *known)
			return fault_add(f, node_mark(node_key(c, i)),
					   "case, proves, battle, system, scenario, options, seed, position or play was expected, not '%s'",
					   key ? key : "?"),
			       false;
	}
	if (node_scalar(node_find(c, "case"))) return true;
	return fault_add(f, node_mark(c), "a case begins with `case:` and one line of what must hold"), false;
}

static void play_case(struct file_run *x, struct node c, struct case_result *out)
{
	struct muster *m = find_muster(x, c);
	struct node play = node_find(c, "play");
	if (!m) return;
	struct case_run *r = run_new(m, c, x->f, &out->why);
	int faults = x->f->n;
	bool fine = case_place(r, node_find(c, "position"));
	for (int i = 0; fine && i < node_count(play); i++) {
		fine = case_item(r, node_at(play, i));
		if (!fine && out->why.n) text_addf(&out->why, " (line %d)", node_mark(node_at(play, i)).line);
	}
	if (fine && node_count(play)) fine = case_ready(r);
	if (fine && r->feed.next < r->feed.faces)
		fine = case_fail(r, "%d dice were not used", r->feed.faces - r->feed.next);
	out->passed = fine && x->f->n == faults;
	run_free(r);
}

static struct case_result *result_add(struct case_results *out)
{
	if (out->n == out->room) {
		out->room = out->room ? out->room * 2 : 64;
		out->list = realloc(out->list, sizeof *out->list * (size_t)out->room);
		if (!out->list) abort();
	}
	out->list[out->n] = (struct case_result){0};
	return &out->list[out->n++];
}

static char *copy(const char *s)
{
	char *c = strdup(s);
	if (!c) abort();
	return c;
}

static void run_case(struct file_run *x, const char *path, struct node c, struct case_results *out)
{
	struct node proves = node_find(c, "proves");
	if (!known_keys(c, x->f)) return;
	struct case_result *r = result_add(out);
	r->title = copy(node_scalar(node_find(c, "case")));
	r->file = copy(path), r->line = node_mark(c).line;
	r->rule = calloc((size_t)node_count(proves) + 1, sizeof *r->rule);
	if (!r->rule) abort();
	for (int i = 0; i < node_count(proves); i++)
		if (node_scalar(node_at(proves, i))) r->rule[r->rules++] = copy(node_scalar(node_at(proves, i)));
	play_case(x, c, r);
}

static bool file_open(struct file_run *x, const char *data_dir, const char *test_dir, const char *path,
	struct case_shelf *shelf, struct faults *f)
{
	*x = (struct file_run){.data_dir = data_dir,
		.test_dir = test_dir,
		.arena = arena_new(),
		.f = f,
		.shelf = shelf};
	char *whole = realpath(path, NULL);
	x->system = folder_of(x->arena, whole ? whole : path);
	free(whole);
	const struct yaml *doc = yaml_load(x->arena, path, f);
	if (doc) x->list = yaml_root(doc);
	if (doc && !node_is_list(x->list)) fault_add(f, node_mark(x->list), "a list of cases was expected");
	return doc && node_is_list(x->list);
}

void cases_run(const char *data_dir, const char *test_dir, const char *path, struct case_shelf *shelf,
	struct case_results *out, struct faults *f)
{
	struct file_run x;
	if (file_open(&x, data_dir, test_dir, path, shelf, f))
		for (int i = 0; i < node_count(x.list); i++) run_case(&x, path, node_at(x.list, i), out);
	arena_free(x.arena);
}

void case_results_free(struct case_results *r)
{
	for (int i = 0; i < r->n; i++) {
		for (int k = 0; k < r->list[i].rules; k++) free(r->list[i].rule[k]);
		free(r->list[i].rule), free(r->list[i].title), free(r->list[i].file);
		text_free(&r->list[i].why);
	}
	free(r->list);
	*r = (struct case_results){0};
}

/* --- one position, for `legal` and `odds` --------------------------------------------------------------- */

static bool gives_order(struct node item, struct node *order)
{
	const char *key = node_scalar(node_key(item, 0));
	if (!key || (strcmp(key, "order") && strcmp(key, "odds"))) return false;
	*order = node_at(item, 0);
	return true;
}

static bool play_to_last(struct case_run *r, struct node play, struct case_position *out)
{
	struct node order = {0}, last = {0};
	int stop = node_count(play);
	for (int i = 0; i < node_count(play); i++)
		if (gives_order(node_at(play, i), &order)) stop = i, last = order;
	for (int i = 0; i < stop; i++)
		if (!case_item(r, node_at(play, i))) return false;
	if (!case_ready(r)) return false;
	out->has_last = last.doc && case_order_read(r, last, &out->last, &out->last_side);
	return !last.doc || out->has_last;
}

bool case_position(const char *data_dir, const char *test_dir, const char *path, int index,
	struct case_position *out, struct faults *f)
{
	struct file_run x;
	struct text why = {0};
	*out = (struct case_position){.shelf = case_shelf_new()};
	bool fine = file_open(&x, data_dir, test_dir, path, out->shelf, f);
	if (fine && (index < 0 || index >= node_count(x.list))) {
		fault_add(f, node_mark(x.list), "there are %d cases in it", node_count(x.list));
		fine = false;
	}
	if (fine)
		fine = known_keys(node_at(x.list, index), f) && (out->m = find_muster(&x, node_at(x.list, index)));
	if (fine) {
		struct node c = node_at(x.list, index);
		struct case_run *r = run_new(out->m, c, f, &why);
		fine = case_place(r, node_find(c, "position")) && play_to_last(r, node_find(c, "play"), out);
		if (!fine && why.n) fault_add(f, node_mark(c), "%s", why.s);
		out->side = r->turn, out->legal = r->legal;
		out->g = r->g, r->g = NULL;
		run_free(r);
	}
	text_free(&why);
	arena_free(x.arena);
	if (!fine) case_position_free(out);
	return fine;
}

void case_position_free(struct case_position *p)
{
	free(p->g);
	if (p->shelf) case_shelf_free(p->shelf);
	*p = (struct case_position){0};
}
