/* `fratelli coverage`: which statements of the rules are proven by a case, which are only claimed by one, and
   which have none. A case claims the statements of its `proves`. A claim is a proof if tools/mutate --proofs
   saw that case fail when code marked with the statement was broken; it keeps what it saw in
   tests/mutants/SYSTEM.proofs. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

bool cases_walk(const struct home *h, const char *system, const struct case_walk *w)
{
	struct names files = {0};
	struct faults faults = {0};
	struct case_shelf *shelf = case_shelf_new();
	char dir[PATH_MAX + 300];
	bool fine;

	snprintf(dir, sizeof dir, "%s/cases/%s", h->tests, system);
	names_of_folder(&files, dir, ".yaml");
	for (int i = 0; i < files.n; i++) {
		char path[PATH_MAX + 600];
		struct case_results results = {0};

		snprintf(path, sizeof path, "%s/%s", dir, files.name[i]);
		crash_note("It happens in: fratelli case %s", path);
		cases_run(h->data, h->test_battles, path, shelf, &results, &faults);
		for (int k = 0; k < results.n; k++) w->each(w->of, &results.list[k]);
		case_results_free(&results);
	}
	case_shelf_free(shelf);
	fine = faults.n == 0;
	faults_print(&faults, stderr);
	faults_free(&faults);
	names_free(&files);
	return fine;
}

/* --- proofs --------------------------------------------------------------------------------------------- */

void proofs_read(const struct home *h, const char *system, struct proofs *p)
{
	char path[PATH_MAX + 64];

	snprintf(path, sizeof path, "%s/mutants/%s.proofs", h->tests, system);
	if (!text_read_file(&p->lines, path, 1 << 22)) text_clear(&p->lines);
}

/* Where the line `before`STATEMENT | `after` stands; NULL if there is none. */
static const char *proofs_line(const struct proofs *p, const char *before, const char *statement,
	const char *after)
{
	struct text line = {0};
	const char *at;

	text_addf(&line, "\n%s%s | %s", before, statement, after);
	at = p->lines.n ? strstr(text_str(&p->lines), text_str(&line)) : NULL;
	at = at ? at + line.n : NULL;
	text_free(&line);
	return at;
}

bool proofs_have(const struct proofs *p, const char *statement, const char *title)
{
	struct text whole = {0};
	bool have;

	text_addf(&whole, "%s\n", title);
	have = proofs_line(p, "", statement, text_str(&whole)) != NULL;
	text_free(&whole);
	return have;
}

static int count_lines(const struct proofs *p)
{
	int n = 0;

	for (const char *at = p->lines.n ? strchr(text_str(&p->lines), '\n') : NULL; at && at[1];
		at = strchr(at + 1, '\n'))
		n += at[1] != '#' && at[1] != '-';
	return n;
}

/* --- the count ------------------------------------------------------------------------------------------ */

struct coverage {
	struct rulebook book;
	struct proofs proofs;
	int cases, failed;
	int strangers; /* cases that claim what no statement says */
	int used;      /* lines of the proofs whose case passes and still claims the statement */
};

static void cover(void *of, const struct case_result *c)
{
	struct coverage *v = of;

	v->cases++;
	if (!c->passed) {
		v->failed++;
		failed("%s:%d: the case fails: %s", c->file, c->line, c->title);
		return;
	}
	for (int i = 0; i < c->rules; i++) {
		struct statement *s = rulebook_find(&v->book, c->rule[i]);
		bool proves = s && proofs_have(&v->proofs, s->id, c->title);

		if (!s) {
			v->strangers++;
			failed("%s:%d: proves `%s`, which is no statement of the rules", c->file, c->line, c->rule[i]);
			continue;
		}
		s->covered = true;
		s->proven |= proves;
		v->used += proves;
	}
}

static bool counts(const struct statement *s) { return !s->information && !s->ruling; }

enum tested { NO_CASE, CLAIMED, PROVEN };
static enum tested tested(const struct statement *s)
{
	return s->proven ? PROVEN : s->covered ? CLAIMED : NO_CASE;
}

static int count_tested(const struct coverage *v, enum tested least)
{
	int n = 0;

	for (int i = 0; i < v->book.n; i++) n += counts(&v->book.list[i]) && tested(&v->book.list[i]) >= least;
	return n;
}

static int count_information(const struct coverage *v)
{
	int n = 0;

	for (int i = 0; i < v->book.n; i++) n += v->book.list[i].information && !v->book.list[i].ruling;
	return n;
}

/* --- one system in words -------------------------------------------------------------------------------- */

enum { TEXT_MOST = 96 };

/* As much of a text as fits, in whole words. */
static void print_short(const char *text)
{
	int n = (int)strlen(text);

	if (n > TEXT_MOST)
		for (n = TEXT_MOST; n > 0 && text[n] != ' '; n--);
	printf("%.*s%s\n", n, text, text[n] ? " …" : "");
}

/* Why a claimed statement is not proven, as tools/mutate --proofs wrote it. */
static void print_why(const struct coverage *v, const struct statement *s)
{
	const char *why = proofs_line(&v->proofs, "- ", s->id, "");

	if (why) printf("  %-14s (%.*s)\n", "", (int)strcspn(why, "\n"), why);
}

static void print_tested(const struct coverage *v, enum tested which, const char *heading)
{
	if (count_tested(v, which) == count_tested(v, which + 1)) return;
	printf("\n%s:\n", heading);
	for (int i = 0; i < v->book.n; i++) {
		const struct statement *s = &v->book.list[i];

		if (!counts(s) || tested(s) != which) continue;
		printf("  %-14s ", s->id);
		print_short(s->text);
		if (which == CLAIMED) print_why(v, s);
	}
}

/* Proofs whose case is gone. Two cases of one title use one line twice, so this may be too low, never too
   high. */
static int count_stale(const struct coverage *v)
{
	int lines = count_lines(&v->proofs);

	return lines > v->used ? lines - v->used : 0;
}

static void print_stale(const struct coverage *v, const char *system)
{
	int stale = count_stale(v);

	if (!v->proofs.lines.n)
		printf(
			"Nobody has looked for proofs yet: tests/mutants/%s.proofs is missing. `tools/mutate %s --proofs` writes it.\n",
			system, system);
	else if (stale)
		printf(
			"%d of the proofs name a case that is gone or claims something else now; `tools/mutate %s --proofs` writes them anew.\n",
			stale, system);
}

static void coverage_print(const struct coverage *v, const char *system)
{
	int all = count_tested(v, NO_CASE), claimed = count_tested(v, CLAIMED), proven = count_tested(v, PROVEN);

	printf("%s: of %d statements %d are proven, %d only claimed, %d without a case.\n", system, all, proven,
		claimed - proven, all - claimed);
	printf("%d cases, of which %d fail. %d more statements are information and need no proof.\n", v->cases,
		v->failed, count_information(v));
	print_stale(v, system);
	print_tested(v, NO_CASE, "Without a case");
	print_tested(v, CLAIMED,
		"Only claimed: a case names the statement and passes, but was not seen to fail when code or a chart marked with it was broken");
	print_tested(v, PROVEN, "Proven: a case fails when code or a chart marked with the statement is broken");
}

/* --- as JSON -------------------------------------------------------------------------------------------- */

static void json_tested(const struct coverage *v, const char *name, enum tested which, struct json *j)
{
	json_open(j, name, '[');
	for (int i = 0; i < v->book.n; i++)
		if (counts(&v->book.list[i]) && tested(&v->book.list[i]) == which)
			json_str(j, NULL, v->book.list[i].id);
	json_close(j, ']');
}

static void coverage_json(const struct coverage *v, const char *system)
{
	struct text out = {0};
	struct json j = {.out = &out};

	json_open(&j, NULL, '{');
	json_str(&j, "system", system);
	json_int(&j, "statements", count_tested(v, NO_CASE));
	json_int(&j, "covered", count_tested(v, CLAIMED));
	json_int(&j, "proven", count_tested(v, PROVEN));
	json_int(&j, "information", count_information(v));
	json_int(&j, "cases", v->cases);
	json_int(&j, "failed", v->failed);
	json_bool(&j, "looked", v->proofs.lines.n > 0);
	json_int(&j, "stale", count_stale(v));
	json_tested(v, "uncovered", NO_CASE, &j);
	json_tested(v, "unproven", CLAIMED, &j);
	json_close(&j, '}');
	print_json(&out);
}

/* --- all systems ---------------------------------------------------------------------------------------- */

static void row_print(const struct coverage *v, const char *system)
{
	int all = count_tested(v, NO_CASE), claimed = count_tested(v, CLAIMED), proven = count_tested(v, PROVEN);

	printf("%-18s %10d %7d %13d %13d %6d %5d%s\n", system, all, proven, claimed - proven, all - claimed,
		v->cases, v->failed, v->proofs.lines.n ? "" : "   nobody has looked for proofs");
}

enum how { AS_WORDS, AS_ROW, AS_JSON };

/* Runs the cases of one system and tells what they cover; returns the exit code. */
static int coverage_of(const struct home *home, const char *system, enum how how)
{
	struct coverage v = {0};
	bool fine;

	if (!rulebook_read(home, system, &v.book)) return EXIT_MISUSE;
	proofs_read(home, system, &v.proofs);
	fine = cases_walk(home, system, &(struct case_walk){cover, &v});
	if (how == AS_JSON) coverage_json(&v, system);
	else if (how == AS_ROW) row_print(&v, system);
	else coverage_print(&v, system);
	rulebook_free(&v.book);
	text_free(&v.proofs.lines);
	return !fine ? EXIT_MISUSE : v.failed || v.strangers ? EXIT_FAILED : EXIT_WELL;
}

static int coverage_all(const struct home *home, enum how how)
{
	int worst = EXIT_WELL;

	if (how == AS_ROW) puts("                   statements  proven  only claimed  without case  cases  fail");
	for (const struct rules *const *r = all_rules; *r; r++) {
		int code = coverage_of(home, (*r)->id, how);

		worst = code > worst ? code : worst;
	}
	return worst;
}

int verb_coverage(int argc, char **argv)
{
	bool as_json = false;
	const struct flag flags[] = {
		{"json", NULL, FLAG_YES, &as_json, "as JSON, a line for each system", 0, 0},
		{0},
	};
	const struct usage usage = {"coverage", "[SYSTEM]", 0, 1,
		"Runs the cases of tests/cases/SYSTEM and tells which statements of its rules are proven, which a case only claims, and which have no case "
		"(docs/testing.md). Without SYSTEM: a line for each system. Exit 1 if a case fails.",
		flags, NULL};
	const struct rules *rules;
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!home_find(&home)) return EXIT_MISUSE;
	if (words.n == 0) return coverage_all(&home, as_json ? AS_JSON : AS_ROW);
	if ((code = system_open(words.word[0], &rules))) return code;
	return coverage_of(&home, rules->id, as_json ? AS_JSON : AS_WORDS);
}
