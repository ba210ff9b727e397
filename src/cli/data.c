/* Where the data is, what there is of it, and bringing a battle and a rule system together. Names that are
   not known are answered with the nearest one; files that are wrong with file:line:column. */
#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* The data as seen from the program: build/x/fratelli lies two folders below it; an installed one has it in
   share/fratelli. */
static bool beside_program(char out[PATH_MAX])
{
	static const char *const ways[] = {"../../data", "../share/fratelli/data"};
	char exe[PATH_MAX], path[PATH_MAX + 32];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
	const char *folder;

	if (n <= 0) return false;
	exe[n] = '\0';
	folder = dirname(exe);
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, ways[i]);
		if (realpath(path, out) && is_folder(out)) return true;
	}
	return false;
}

bool home_find(struct home *h)
{
	const char *env = getenv("FRATELLI_DATA");
	char path[PATH_MAX + 16];

	if (env && *env) {
		if (!realpath(env, h->data) || !is_folder(h->data)) {
			misuse("FRATELLI_DATA names `%s`, which is no folder; it should hold battles/ and rules/", env);
			return false;
		}
	} else if (!beside_program(h->data) && !(realpath("data", h->data) && is_folder(h->data))) {
		misuse("no data folder was found beside the program or here; set FRATELLI_DATA to it");
		return false;
	}
	snprintf(path, sizeof path, "%s/../tests", h->data);
	if (!realpath(path, h->tests)) h->tests[0] = '\0';
	snprintf(h->test_battles, sizeof h->test_battles, "%s%s", h->tests, h->tests[0] ? "/battles" : "");
	return true;
}

/* --- lists of names ------------------------------------------------------------------------------------- */

void names_add(struct names *l, const char *name)
{
	if (l->n == l->room) {
		l->room = l->room ? 2 * l->room : 16;
		l->name = realloc(l->name, (size_t)l->room * sizeof *l->name);
	}
	if (!l->name || !(l->name[l->n] = strdup(name))) abort();
	l->n++;
}

void names_free(struct names *l)
{
	for (int i = 0; i < l->n; i++) free(l->name[i]);
	free(l->name);
	*l = (struct names){0};
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool ends_with(const char *s, const char *ending)
{
	size_t n = strlen(s), e = strlen(ending);

	return n > e && strcmp(s + n - e, ending) == 0;
}

void names_of_folder(struct names *l, const char *dir, const char *ending)
{
	bool folders = strcmp(ending, "/") == 0;
	DIR *d = opendir(dir);
	int first = l->n;

	if (!d) return;
	for (struct dirent *e; (e = readdir(d));) {
		char path[PATH_MAX];

		snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
		if (e->d_name[0] != '.' && is_folder(path) == folders && (folders || ends_with(e->d_name, ending)))
			names_add(l, e->d_name);
	}
	closedir(d);
	if (l->n > first) qsort(l->name + first, (size_t)(l->n - first), sizeof *l->name, by_name);
}

void battles_known(const struct home *h, bool tests, struct names *l)
{
	char dir[PATH_MAX + 16];

	snprintf(dir, sizeof dir, "%s/battles", h->data);
	names_of_folder(l, dir, "/");
	if (tests) names_of_folder(l, h->test_battles, "/");
}

void systems_known(struct names *l)
{
	for (const struct rules *const *r = all_rules; *r; r++) names_add(l, (*r)->id);
}

/* --- battle and system ---------------------------------------------------------------------------------- */

int battle_open(const struct home *h, struct arena *a, const char *name, const struct battle **out)
{
	const char *dir = battle_folder(a, h->data, h->test_battles, name);
	struct faults faults = {0};

	if (!dir) {
		struct names known = {0};

		battles_known(h, true, &known);
		unknown("battle", name, (const char *const *)known.name, known.n);
		names_free(&known);
		return EXIT_MISUSE;
	}
	*out = battle_load(a, dir, &faults);
	faults_print(&faults, stderr);
	faults_free(&faults);
	return *out ? EXIT_WELL : misuse("the battle `%s` cannot be used as it is", name);
}

int system_open(const char *name, const struct rules **out)
{
	struct names known = {0};

	*out = rules_find(name);
	if (*out) return EXIT_WELL;
	systems_known(&known);
	unknown("rule system", name, (const char *const *)known.name, known.n);
	names_free(&known);
	return EXIT_MISUSE;
}

int scenario_open(const struct battle *b, const char *name, int *out)
{
	const char *names[64];
	int n = b->scenarios < 64 ? b->scenarios : 64;

	*out = name ? battle_find_scenario(b, name) : 0;
	if (*out >= 0) return EXIT_WELL;
	for (int i = 0; i < n; i++) names[i] = b->scenario[i].id;
	return unknown("scenario", name, names, n);
}

int side_find(const struct battle *b, const char *name)
{
	for (int s = 0; s < SIDES; s++)
		if (strcasecmp(b->side[s].id, name) == 0 || strcasecmp(b->side[s].title, name) == 0) return s;
	return NOBODY;
}

static int option_find(const struct rules *r, const char *name)
{
	for (int i = 0; i < r->options; i++)
		if (strcmp(r->option[i].name, name) == 0) return i;
	return -1;
}

static int option_unknown(const struct rules *r, const char *name)
{
	const char *names[OPTIONS_MOST];

	for (int i = 0; i < r->options; i++) names[i] = r->option[i].name;
	return unknown("option", name, names, r->options);
}

/* "overwhelming=yes" */
static int option_read(const struct rules *r, const char *word, int8_t *values)
{
	char name[64];
	const char *value = strchr(word, '=');
	int64_t n;
	int i;

	snprintf(name, sizeof name, "%.*s", value ? (int)(value - word) : (int)strlen(word), word);
	i = option_find(r, name);
	if (i < 0) return option_unknown(r, name);
	if (!value)
		return misuse("`--option %s` needs a value: `--option %s=%d`", name, name, r->option[i].standard);
	value++;
	if (strcmp(value, "yes") == 0 || strcmp(value, "no") == 0) value = value[0] == 'y' ? "1" : "0";
	if (!number_read(value, r->option[i].min, r->option[i].max, &n))
		return misuse("option %s: expected %d to %d, not `%s`", name, r->option[i].min, r->option[i].max,
			value);
	values[i] = (int8_t)n;
	return EXIT_WELL;
}

static int options_read(const struct rules *r, const struct words *options, int8_t *values)
{
	int code = EXIT_WELL;

	for (int i = 0; i < r->options; i++) values[i] = (int8_t)r->option[i].standard;
	for (int i = 0; options && i < options->n && code == EXIT_WELL; i++)
		code = option_read(r, options->word[i], values);
	return code;
}

static int engagement_fill(const struct home *h, const char *battle, const char *system, const char *scenario,
	const struct words *options, struct engagement *e)
{
	const struct rules *rules = NULL;
	int8_t values[OPTIONS_MOST] = {0};
	struct faults faults = {0};
	int which, code;

	if ((code = system_open(system, &rules)) || (code = battle_open(h, e->arena, battle, &e->battle)) ||
		(code = scenario_open(e->battle, scenario, &which)) || (code = options_read(rules, options, values)))
		return code;
	e->muster =
		muster_make(e->arena, rules, h->data, e->battle, e->battle->scenario[which].id, values, &faults);
	faults_print(&faults, stderr);
	faults_free(&faults);
	return e->muster ? EXIT_WELL : misuse("`%s` cannot be mustered under `%s`", battle, system);
}

int engagement_open(const struct home *h, const char *battle, const char *system, const char *scenario,
	const struct words *options, struct engagement *e)
{
	int code;

	*e = (struct engagement){.arena = arena_new()};
	code = engagement_fill(h, battle, system, scenario, options, e);
	if (code != EXIT_WELL) engagement_close(e);
	return code;
}

void engagement_close(struct engagement *e)
{
	if (e->arena) arena_free(e->arena);
	*e = (struct engagement){0};
}

bool seed_word(const char *word, uint8_t seed[32])
{
	int64_t n;

	if (strcmp(word, "random") == 0) {
		seed_random(seed);
		return true;
	}
	if (strlen(word) == 64) return seed_read(word, seed);
	if (!number_read(word, 0, INT64_MAX, &n)) return false;
	seed_from_number((uint64_t)n, seed);
	return true;
}

/* --- files ---------------------------------------------------------------------------------------------- */

/* A device or a pipe (/dev/full) is written to, not replaced. */
static bool is_special(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

static bool write_and_sync(int fd, const char *bytes, size_t n)
{
	while (n > 0) {
		ssize_t wrote = write(fd, bytes, n);

		if (wrote < 0 && errno != EINTR) return false;
		if (wrote > 0) bytes += wrote, n -= (size_t)wrote;
	}
	return fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP; /* not everything has a disk behind it */
}

bool file_write(const char *path, const char *bytes, size_t n)
{
	char temp[PATH_MAX];
	int fd, why;
	bool ok;

	bool special = is_special(path);

	if (snprintf(temp, sizeof temp, special ? "%s" : "%s.%ld.new", path, (long)getpid()) >=
		(int)sizeof temp) {
		errno = ENAMETOOLONG;
		return false;
	}
	fd = open(temp, special ? O_WRONLY | O_CLOEXEC : O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) return false;
	ok = write_and_sync(fd, bytes, n);
	why = ok ? 0 : errno;
	ok = close(fd) == 0 && ok && (special || rename(temp, path) == 0);
	if (!ok) {
		why = why ? why : errno;
		if (!special) unlink(temp);
		errno = why;
	}
	return ok;
}
