/* `fratelli rules` and `fratelli coverage`: what the rules say, and which of their statements a passing case proves. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

/* Runs every case of a system and hands each to `each`. False if a file is broken (said). */
struct case_walk { void (*each)(void *of, const struct case_result *c); void *of; };

static bool cases_walk(const struct home *h, const char *system, const struct case_walk *w)
{
	struct names files = {0};
	struct faults faults = {0};
	char dir[PATH_MAX + 300];
	bool fine;

	snprintf(dir, sizeof dir, "%s/cases/%s", h->tests, system);
	names_of_folder(&files, dir, ".yaml");
	for (int i = 0; i < files.n; i++) {
		char path[PATH_MAX + 600];
		struct case_results results = {0};

		snprintf(path, sizeof path, "%s/%s", dir, files.name[i]);
		crash_note("It happens in: fratelli case %s", path);
		cases_run(h->data, h->test_battles, path, &results, &faults);
		for (int k = 0; k < results.n; k++)
			w->each(w->of, &results.list[k]);
		case_results_free(&results);
	}
	fine = faults.n == 0;
	faults_print(&faults, stderr);
	faults_free(&faults);
	names_free(&files);
	return fine;
}

/* --- rules --------------------------------------------------------------------------------------------------- */

static int rule_unknown(const struct rulebook *b, const char *id)
{
	const char *names[4096];
	int n = b->n < 4096 ? b->n : 4096;
	const char *near;

	for (int i = 0; i < n; i++)
		names[i] = b->list[i].id;
	near = text_nearest(id, names, n);
	return misuse("there is no rule `%s`%s%s%s", id, near ? "; did you mean `" : "", near ? near : "", near ? "`?" : "");
}

static void print_book(const struct rulebook *b)
{
	const char *heading = NULL;

	for (int i = 0; i < b->n; i++) {
		const struct statement *s = &b->list[i];

		if (s->heading != heading)
			printf("%s%s\n", i ? "\n" : "", heading = s->heading);
		printf("  %-12s %s\n", s->id, s->text);
	}
}

static void statement_json(const struct statement *s, struct json *j)
{
	json_open(j, NULL, '{');
	json_str(j, "id", s->id);
	json_str(j, "heading", s->heading);
	json_str(j, "text", s->text);
	json_bool(j, "information", s->information);
	json_bool(j, "ruling", s->ruling);
	json_close(j, '}');
}

static void book_json(const struct rulebook *b, const struct statement *only)
{
	struct text out = {0};
	struct json j = {.out = &out};

	json_open(&j, NULL, '[');
	for (int i = 0; i < b->n; i++)
		if (!only || only == &b->list[i])
			statement_json(&b->list[i], &j);
	json_close(&j, ']');
	print_json(&out);
}

struct proof { const char *id; int n; };

static void print_proof(void *of, const struct case_result *c)
{
	struct proof *p = of;

	for (int i = 0; i < c->rules; i++) {
		if (strcmp(c->rule[i], p->id) != 0)
			continue;
		printf("  %s %s (%s:%d)\n", c->passed ? "proved by:" : "NOT proved:", c->title, c->file, c->line);
		p->n++;
	}
}

static void print_statement(const struct home *h, const char *system, const struct rulebook *b, const struct statement *s)
{
	struct proof proof = {.id = s->id};
	struct text out = {0};

	statement_words(b, s, &out);
	fputs(text_str(&out), stdout);
	text_free(&out);
	cases_walk(h, system, &(struct case_walk){print_proof, &proof});
	if (proof.n == 0)
		puts(s->information ? "  (information: nothing to prove)" : "  (no case yet)");
}

/* tables.yaml as it is. */
static int print_charts(const struct home *h, const char *system)
{
	char path[PATH_MAX + 300];
	struct faults faults = {0};
	struct arena *a = arena_new();
	const struct yaml *y;
	struct text out = {0};
	struct json j = {.out = &out};

	snprintf(path, sizeof path, "%s/rules/%s/tables.yaml", h->data, system);
	if ((y = yaml_load(a, path, &faults))) {
		node_json(yaml_root(y), NULL, &j);
		print_json(&out);
	}
	faults_print(&faults, stderr);
	faults_free(&faults);
	arena_free(a);
	return y ? EXIT_WELL : EXIT_MISUSE;
}

int verb_rules(int argc, char **argv)
{
	bool as_json = false, charts = false;
	const struct flag flags[] = {
		{"json", NULL, FLAG_YES, &as_json, "as JSON", 0, 0},
		{"charts", NULL, FLAG_YES, &charts, "its charts instead, as JSON", 0, 0},
		{0},
	};
	const struct usage usage = {"rules", "SYSTEM [NUMBER]", 1, 2,
		"The rules of a system in our own words; with a number that statement, its ruling and the cases that prove it.", flags, NULL};
	const struct statement *only = NULL;
	const struct rules *rules;
	struct rulebook book;
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON)
		return code;
	if (!home_find(&home) || system_open(words.word[0], &rules))
		return EXIT_MISUSE;
	if (charts)
		return print_charts(&home, rules->id);
	if (!rulebook_read(&home, rules->id, &book))
		return EXIT_MISUSE;
	code = EXIT_WELL;
	if (words.n > 1 && !(only = rulebook_find(&book, words.word[1])))
		code = rule_unknown(&book, words.word[1]);
	else if (as_json)
		book_json(&book, only);
	else if (only)
		print_statement(&home, rules->id, &book, only);
	else
		print_book(&book);
	rulebook_free(&book);
	return code;
}

/* --- coverage ------------------------------------------------------------------------------------------------- */

struct coverage {
	struct rulebook book;
	struct text proofs;           /* tests/mutants/SYSTEM.proofs: "statement | case" lines, or empty */
	int cases, failed, strangers; /* strangers: cases that prove what no statement says */
};

/* Does that case kill a mutant in code marked with that statement? tools/mutate --proofs has found out. */
static bool proven_by(const struct coverage *v, const char *statement, const char *title)
{
	struct text line = {0};
	const char *at;

	text_addf(&line, "\n%s | %s\n", statement, title);
	at = v->proofs.n ? strstr(text_str(&v->proofs), text_str(&line)) : NULL;
	text_free(&line);
	return at != NULL;
}

static void proofs_read(struct coverage *v, const struct home *h, const char *system)
{
	char path[PATH_MAX + 64];

	snprintf(path, sizeof path, "%s/mutants/%s.proofs", h->tests, system);
	if (!text_read_file(&v->proofs, path, 1 << 22))
		text_clear(&v->proofs);
}

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

		if (s) {
			s->covered = true;
			s->proven |= proven_by(v, s->id, c->title);
		} else {
			v->strangers++;
			failed("%s:%d: proves `%s`, which is no statement of the rules", c->file, c->line, c->rule[i]);
		}
	}
}

static bool counts(const struct statement *s) { return !s->information && !s->ruling; }

/* How well a statement is tested: 0 no case, 1 a case that claims it, 2 a case that was seen to fail when its code was broken. */
static int tested(const struct statement *s) { return s->covered + s->proven; }

static int count_tested(const struct coverage *v, int least)
{
	int n = 0;

	for (int i = 0; i < v->book.n; i++)
		n += counts(&v->book.list[i]) && tested(&v->book.list[i]) >= least;
	return n;
}

static void coverage_print(const struct coverage *v, int information)
{
	static const char *const heading[] = {"without a case", "unproven: a case claims it, but no break of code marked with it was seen to fail that case", "proven"};

	printf("%d of %d statements have a passing case, %d are proven; %d are information; %d cases, %d fail\n", count_tested(v, 1), count_tested(v, 0),
	       count_tested(v, 2), information, v->cases, v->failed);
	for (int pass = 0; pass < 3; pass++) {
		printf("\n%s:\n", heading[pass]);
		for (int i = 0; i < v->book.n; i++)
			if (counts(&v->book.list[i]) && tested(&v->book.list[i]) == pass)
				printf("  %-12s %.90s\n", v->book.list[i].id, v->book.list[i].text);
	}
}

static void json_tested(const struct coverage *v, const char *name, int pass, struct json *j)
{
	json_open(j, name, '[');
	for (int i = 0; i < v->book.n; i++)
		if (counts(&v->book.list[i]) && tested(&v->book.list[i]) == pass)
			json_str(j, NULL, v->book.list[i].id);
	json_close(j, ']');
}

static void coverage_json(const struct coverage *v, const char *system, int information)
{
	struct text out = {0};
	struct json j = {.out = &out};

	json_open(&j, NULL, '{');
	json_str(&j, "system", system);
	json_int(&j, "statements", count_tested(v, 0));
	json_int(&j, "covered", count_tested(v, 1));
	json_int(&j, "proven", count_tested(v, 2));
	json_int(&j, "information", information);
	json_int(&j, "cases", v->cases);
	json_int(&j, "failed", v->failed);
	json_tested(v, "uncovered", 0, &j);
	json_tested(v, "unproven", 1, &j);
	json_close(&j, '}');
	print_json(&out);
}

static void coverage_tell(const struct coverage *v, const char *system, bool as_json)
{
	int information = 0;

	for (int i = 0; i < v->book.n; i++)
		information += v->book.list[i].information && !v->book.list[i].ruling;
	if (as_json)
		coverage_json(v, system, information);
	else
		coverage_print(v, information);
}

int verb_coverage(int argc, char **argv)
{
	bool as_json = false, fine;
	const struct flag flags[] = {
		{"json", NULL, FLAG_YES, &as_json, "as JSON", 0, 0},
		{0},
	};
	const struct usage usage = {"coverage", "SYSTEM", 1, 1,
		"Runs the cases of tests/cases/SYSTEM and tells which statements have a passing one, and which are proven (docs/testing.md). Exit 1 if a case fails.", flags, NULL};
	struct coverage v = {0};
	const struct rules *rules;
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON)
		return code;
	if (!home_find(&home) || system_open(words.word[0], &rules) || !rulebook_read(&home, rules->id, &v.book))
		return EXIT_MISUSE;
	proofs_read(&v, &home, rules->id);
	fine = cases_walk(&home, rules->id, &(struct case_walk){cover, &v});
	coverage_tell(&v, rules->id, as_json);
	rulebook_free(&v.book);
	text_free(&v.proofs);
	return !fine ? EXIT_MISUSE : v.failed || v.strangers ? EXIT_FAILED : EXIT_WELL;
}
