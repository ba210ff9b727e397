/* Arguments by declared flags, so that each verb's help, its checks and its messages come from one table.
   getopt has no ranges, no suggestions, and cannot leave a flag to be judged later (`--union human`: sides
   are the battle's). */
#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void complain(const char *fmt, va_list args)
{
	fflush(stdout);
	fputs("fratelli: ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
}

int misuse(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	complain(fmt, args);
	va_end(args);
	return EXIT_MISUSE;
}

int failed(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	complain(fmt, args);
	va_end(args);
	return EXIT_FAILED;
}

int unknown(const char *what, const char *name, const char *const *names, int n)
{
	const char *near = text_nearest(name, names, n);
	struct text all = {0};

	if (near) return misuse("there is no %s `%s`; did you mean `%s`?", what, name, near);
	for (int i = 0; i < n; i++) text_addf(&all, "%s%s", i ? ", " : "", names[i]);
	misuse("there is no %s `%s`; there %s: %s", what, name, n == 1 ? "is" : "are",
		n ? text_str(&all) : "none");
	text_free(&all);
	return EXIT_MISUSE;
}

bool number_read(const char *s, int64_t min, int64_t max, int64_t *out)
{
	char *end;
	long long n;

	if (s[0] != '-' && (s[0] < '0' || s[0] > '9')) return false;
	errno = 0;
	n = strtoll(s, &end, 10);
	if (errno || end == s || *end || n < min || n > max) return false;
	*out = n;
	return true;
}

static void print_usage(const struct usage *u)
{
	printf("usage: fratelli %s%s%s%s\n\n%s\n", u->verb, u->words[0] ? " " : "", u->words,
		u->flags[0].name ? " [flags]" : "", u->text);
	for (const struct flag *f = u->flags; f->name; f++) {
		char left[40];

		snprintf(left, sizeof left, "%s%s %s", f->name[1] ? "--" : "-", f->name, f->value ? f->value : "");
		printf("%s  %-22s %s\n", f == u->flags ? "\n" : "", left, f->text);
	}
}

static const struct flag *flag_find(const struct usage *u, const char *name)
{
	for (const struct flag *f = u->flags; f->name; f++)
		if (strcmp(f->name, name) == 0) return f;
	return NULL;
}

static int flag_unknown(const struct usage *u, const char *name)
{
	const char *names[64];
	int n = 0;
	const char *near;

	for (const struct flag *f = u->flags; f->name && n < 64; f++) names[n++] = f->name;
	near = text_nearest(name, names, n);
	if (near) return misuse("`%s` knows no flag --%s; did you mean --%s?", u->verb, name, near);
	return misuse("`%s` knows no flag --%s; `fratelli %s --help` lists them", u->verb, name, u->verb);
}

static int flag_take(const struct usage *u, const struct flag *f, const char *value)
{
	struct words *list = f->into;

	switch (f->kind) {
	case FLAG_YES: *(bool *)f->into = true; break;
	case FLAG_TEXT: *(const char **)f->into = value; break;
	case FLAG_LIST:
		if (list->n == list->room) return misuse("too many --%s; at most %d", f->name, list->room);
		list->word[list->n++] = value;
		break;
	case FLAG_NUMBER:
		if (!number_read(value, f->min, f->max, f->into))
			return misuse("`%s --%s %s`: expected a number from %" PRId64 " to %" PRId64, u->verb, f->name,
				value, f->min, f->max);
		break;
	}
	return ARGS_GO_ON;
}

static int other_take(const struct usage *u, const char *name, const char *value)
{
	if (!u->others || u->others->n + 2 > u->others->room) return flag_unknown(u, name);
	if (!value) return misuse("`%s --%s` needs a value after it", u->verb, name);
	u->others->word[u->others->n++] = name;
	u->others->word[u->others->n++] = value;
	return ARGS_GO_ON;
}

/* One flag at argv[*i]; takes its value from behind `=` or from the next word. */
static int flag_read(const struct usage *u, int argc, char **argv, int *i)
{
	char *name = argv[*i] + (argv[*i][1] == '-' ? 2 : 1);
	char *value = strchr(name, '=');
	const struct flag *f;

	if (value) *value++ = '\0';
	f = flag_find(u, name);
	if (f && f->kind == FLAG_YES && value) return misuse("`%s --%s` takes no value", u->verb, name);
	if (f && f->kind == FLAG_YES) return flag_take(u, f, NULL);
	if (!f && !u->others) return flag_unknown(u, name);
	if (!value && *i + 1 < argc) value = argv[++*i];
	if (!f) return other_take(u, name, value);
	if (!value) return misuse("`%s --%s` needs %s after it", u->verb, name, f->value);
	return flag_take(u, f, value);
}

int args_read(const struct usage *u, int argc, char **argv, struct words *words)
{
	int n = 0, code = ARGS_GO_ON;
	bool only_words = false;

	for (int i = 1; i < argc && code == ARGS_GO_ON; i++) {
		if (!only_words && strcmp(argv[i], "--") == 0) {
			only_words = true;
		} else if (!only_words && (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)) {
			print_usage(u);
			return EXIT_WELL;
		} else if (!only_words && argv[i][0] == '-' && argv[i][1]) {
			code = flag_read(u, argc, argv, &i);
		} else {
			argv[n++] = argv[i]; /* never ahead of i: the words gather at the front */
		}
	}
	if (code != ARGS_GO_ON) return code;
	*words = (struct words){.n = n, .room = n, .word = (const char **)argv};
	if (n < u->least)
		return misuse("`%s` needs %s; `fratelli %s --help` explains", u->verb, u->words, u->verb);
	if (u->most >= 0 && n > u->most)
		return misuse("`%s` does not know what to do with `%s`; `fratelli %s --help` explains", u->verb,
			argv[u->most], u->verb);
	return ARGS_GO_ON;
}
