/* The rules of a system for whoever asks in the terminal. */
#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool rulebook_read(const struct home *h, const char *system, struct rulebook *b)
{
	char path[PATH_MAX + 300];

	snprintf(path, sizeof path, "%s/rules/%s/rules.md", h->data, system);
	if (rulebook_load(path, b)) return true;
	misuse("cannot read %s: %s", path, strerror(errno));
	return false;
}

/* Every id behind `[ruling ` up to the bracket, commas or blanks between them. */
static void rulings_words(const struct rulebook *b, const char *text, struct text *out)
{
	while ((text = strstr(text, "[ruling "))) {
		text += strlen("[ruling ");
		while (*text && *text != ']') {
			char id[64];
			size_t n = strcspn(text, " ,]");
			const struct statement *r;

			snprintf(id, sizeof id, "%.*s", (int)n, text);
			r = n ? rulebook_find(b, id) : NULL;
			if (r) text_addf(out, "  Ruling %s: %s\n", r->id, r->text);
			text += n + (text[n] == ' ' || text[n] == ',');
		}
	}
}

void statement_words(const struct rulebook *b, const struct statement *s, struct text *out)
{
	if (s->heading) text_addf(out, "%s\n", s->heading);
	text_addf(out, "  %s  %s\n", s->id, s->text);
	rulings_words(b, s->text, out);
}
