/* `fratelli rules`: what the rules say, and which cases test a statement. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

/* --- rules ---------------------------------------------------------------------------------------------- */

static int rule_unknown(const struct rulebook *b, const char *id)
{
	const char *names[4096];
	int n = b->n < 4096 ? b->n : 4096;
	const char *near;

	for (int i = 0; i < n; i++) names[i] = b->list[i].id;
	near = text_nearest(id, names, n);
	return misuse("there is no rule `%s`%s%s%s", id, near ? "; did you mean `" : "", near ? near : "",
		near ? "`?" : "");
}

static void print_book(const struct rulebook *b)
{
	const char *heading = NULL;

	for (int i = 0; i < b->n; i++) {
		const struct statement *s = &b->list[i];

		if (s->heading != heading) printf("%s%s\n", i ? "\n" : "", heading = s->heading);
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
		if (!only || only == &b->list[i]) statement_json(&b->list[i], &j);
	json_close(&j, ']');
	print_json(&out);
}

struct claims {
	const char *id;
	const struct proofs *proofs;
	int n;
};

static void print_claim(void *of, const struct case_result *c)
{
	struct claims *p = of;

	for (int i = 0; i < c->rules; i++) {
		if (strcmp(c->rule[i], p->id) != 0) continue;
		printf("  %s %s (%s:%d)\n",
			!c->passed                                ? "FAILS:"
			: proofs_have(p->proofs, p->id, c->title) ? "proven by:"
													  : "claimed by:",
			c->title, c->file, c->line);
		p->n++;
	}
}

/* The statement, and the cases that claim it. A case proves it if it was seen to fail when the statement's
   code was broken. */
static void print_statement(const struct home *h, const char *system, const struct rulebook *b,
	const struct statement *s)
{
	struct proofs proofs = {0};
	struct claims claims = {.id = s->id, .proofs = &proofs};
	struct text out = {0};

	statement_words(b, s, &out);
	fputs(text_str(&out), stdout);
	text_free(&out);
	proofs_read(h, system, &proofs);
	cases_walk(h, system, &(struct case_walk){print_claim, &claims});
	if (claims.n == 0) puts(s->information ? "  (information: nothing to prove)" : "  (no case yet)");
	text_free(&proofs.lines);
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
		"The rules of a system in our own words; with a number that statement, its ruling and the cases that prove it.",
		flags, NULL};
	const struct statement *only = NULL;
	const struct rules *rules;
	struct rulebook book;
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!home_find(&home) || system_open(words.word[0], &rules)) return EXIT_MISUSE;
	if (charts) return print_charts(&home, rules->id);
	if (!rulebook_read(&home, rules->id, &book)) return EXIT_MISUSE;
	code = EXIT_WELL;
	if (words.n > 1 && !(only = rulebook_find(&book, words.word[1])))
		code = rule_unknown(&book, words.word[1]);
	else if (as_json) book_json(&book, only);
	else if (only) print_statement(&home, rules->id, &book, only);
	else print_book(&book);
	rulebook_free(&book);
	return code;
}
