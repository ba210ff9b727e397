/* What the service has and a page has not: said so where somebody asks, and nothing where nobody does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "cli/cli.h"
#include "offline/offline.h"
#include "table/assets.h"
#include "table/gate.h"
#include "table/handlers.h"
#include "table/marks.h"

static enum handled not_here(struct request *q)
{
	return answer_error(q, 404, "That is for a table on a server; this one is in your browser.");
}
enum handled handle_webhook(struct request *q) { return not_here(q); }
enum handled handle_webhook_shown(struct request *q) { return not_here(q); }
enum handled handle_page(struct request *q) { return not_here(q); }
enum handled handle_asset(struct request *q) { return not_here(q); }
enum handled handle_offline(struct request *q) { return not_here(q); }
bool assets_have(struct assets *a, const char *name) { return (void)a, (void)name, false; }
void hooks_moved(struct table *t, struct sitting *s) { (void)t, (void)s; }
bool hooks_put(struct table *t, struct sitting *s) { return (void)t, (void)s, true; }
void nodes_want(struct nodes *n, int64_t game) { (void)n, (void)game; }
void nodes_tell(struct nodes *n, const char *line) { (void)n, (void)line; }

/* A game that ends the program ends a worker: the page begins another and says so. */
const char *const marked_words[MARKS] = {"nothing", "a request about it was answered",
	"an order was carried out", "a computer thought about it"};
struct busy mark_turn(int64_t game, enum marked what) { return (void)game, (void)what, (struct busy){0}; }
void mark_back(struct busy before) { (void)before; }

/* --- save files that are brought: replayed here, since who brings one harms only himself ---------------- */

static void admit(struct admitted *a, const struct match *t)
{
	const struct muster *m = t->m;
	struct match *first = match_new(m, t->seed);
	snprintf(a->system, sizeof a->system, "%s", m->rules->id),
		snprintf(a->battle, sizeof a->battle, "%s", m->battle->id);
	snprintf(a->scenario, sizeof a->scenario, "%s", m->scenario->id);
	a->version = m->rules->version, a->after_first = after_of(first), a->after = after_of(t);
	memcpy(a->seed, t->seed, sizeof a->seed);
	match_free(first);
	for (int i = 0; i < m->rules->options; i++)
		text_addf(&a->options, "%s %d\n", m->rules->option[i].name, m->option[i]);
	a->n = a->room = t->n;
	a->row = calloc((size_t)t->n + 1, sizeof *a->row);
	if (!a->row) abort();
	for (int i = 0; i < t->n; i++) {
		struct text line = {0};
		match_entry_write(t, i, &line);
		a->row[i] = (struct admitted_row){a->words.n, (int64_t)t->entry[i].hash};
		text_addn(&a->words, text_str(&line), line.n), text_addn(&a->words, "", 1);
		text_free(&line);
	}
}

bool gate_admit(struct gate *g, const char *bytes, size_t n, int entries, struct admitted *out,
	struct text *why)
{
	struct faults faults = {0};
	struct loaded loaded;
	(void)g;
	*out = (struct admitted){0};
	bool fine = match_load_text("/data", "the file", bytes, n, entries + 1, &loaded, &faults);
	if (!fine && faults.n) text_addf(why, "Line %d: %.300s", faults.list[0].at.line, faults.list[0].what);
	else if (!fine) text_add(why, "It cannot be read.");
	else if (loaded.match->n > entries)
		text_addf(why, "It has more than %d entries, which is as many as a game may have here.", entries),
			fine = false;
	else admit(out, loaded.match);
	if (fine) loaded_free(&loaded);
	faults_free(&faults);
	return fine;
}

void admitted_free(struct admitted *a)
{
	text_free(&a->options), text_free(&a->words), free(a->row);
	*a = (struct admitted){0};
}

/* --- the command, for tests and studies ----------------------------------------------------------------- */

/* The parts of the path one after the other; `..` takes the last away. There are no links in our folders, and
   we are at their root. */
char *realpath(const char *path, char *out)
{
	char whole[1024] = "";
	size_t n = 0;
	for (const char *at = path; *at;) {
		size_t part = strcspn(at, "/");
		if (part == 2 && at[0] == '.' && at[1] == '.') {
			while (n && whole[--n] != '/') continue;
		} else if (part && !(part == 1 && at[0] == '.') && n + part + 2 < sizeof whole) {
			whole[n++] = '/';
			memcpy(whole + n, at, part);
			n += part;
		}
		whole[n] = 0;
		at += part;
		at += *at == '/';
	}
	if (!n) strcpy(whole, "/");
	if (access(whole, F_OK)) return NULL;
	return out ? strcpy(out, whole) : strdup(whole);
}

/* Debian's run-time library for WebAssembly was compiled with stack protection, and calls these. */
uintptr_t __stack_chk_guard = 0x1859;
_Noreturn void __stack_chk_fail(void);
void __stack_chk_fail(void) { abort(); }

int flock(int fd, int how) { return (void)fd, (void)how, 0; }

static int verb_absent(char **argv)
{
	return fprintf(stderr, "fratelli: `%s` is not for a page\n", argv[0]), 2;
}
int verb_play(int argc, char **argv) { return (void)argc, verb_absent(argv); }
int verb_serve(int argc, char **argv) { return (void)argc, verb_absent(argv); }
int verb_replay(int argc, char **argv) { return (void)argc, verb_absent(argv); }
int verb_admin(int argc, char **argv) { return (void)argc, verb_absent(argv); }
int verb_store(int argc, char **argv) { return (void)argc, verb_absent(argv); }

/* Words, each with its NUL, one after the other. */
int EXPORT(command)(int argc, char *words)
{
	char *argv[64];
	for (int i = 0; i < argc && i < 63; i++, words += strlen(words) + 1) argv[i] = words;
	argv[argc] = NULL;
	return cli_main(argc, argv);
}
