/* Reads rules.md. The format is so plain that lines will do. */
#include "cli/rulebook.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define RULEBOOK_MOST (4u << 20)

static struct statement *statement_add(struct rulebook *b, const char *id, int n, int line)
{
	struct statement *s;

	if (b->n == b->room) {
		b->room = b->room ? 2 * b->room : 128;
		b->list = realloc(b->list, (size_t)b->room * sizeof *b->list);
		if (!b->list)
			abort();
	}
	s = &b->list[b->n++];
	*s = (struct statement){.id = strndup(id, (size_t)n), .heading = b->heading.n - 1, .line = line};
	if (!s->id)
		abort();
	return s;
}

static bool is_rulings(const struct rulebook *b, int heading)
{
	return heading >= 0 && strncasecmp(b->heading.name[heading], "ruling", 6) == 0;
}

/* `- **id** text`: the statement begins. Otherwise NULL. */
static struct statement *statement_begin(struct rulebook *b, const char *line, int number)
{
	const char *id = line + 4, *end;
	struct statement *s;

	if (strncmp(line, "- **", 4) != 0 || !(end = strstr(id, "**")))
		return NULL;
	s = statement_add(b, id, (int)(end - id), number);
	end += 2;
	text_add(&s->text, end + strspn(end, " "));
	s->information = strstr(line, "[information]") != NULL;
	s->ruling = is_rulings(b, s->heading);
	return s;
}

static void read_line(struct rulebook *b, char *line, int number, struct statement **open)
{
	struct statement *s = statement_begin(b, line, number);

	if (s) {
		*open = s;
	} else if (strncmp(line, "## ", 3) == 0) {
		names_add(&b->heading, line + 3);
		*open = NULL;
	} else if (*open && (line[0] == ' ' || line[0] == '\t')) {
		text_addf(&(*open)->text, " %s", line + strspn(line, " \t"));
	} else {
		*open = NULL;
	}
}

bool rulebook_read(const struct home *h, const char *system, struct rulebook *b)
{
	struct text file = {0};
	struct statement *open = NULL;
	char *rest;
	int number = 0;

	*b = (struct rulebook){0};
	snprintf(b->path, sizeof b->path, "%s/rules/%s/rules.md", h->data, system);
	if (!text_read_file(&file, b->path, RULEBOOK_MOST)) {
		misuse("cannot read %s: %s", b->path, strerror(errno));
		text_free(&file);
		return false;
	}
	rest = file.s;
	for (char *line; rest && (line = strsep(&rest, "\n"));)
		read_line(b, line, ++number, &open);
	text_free(&file);
	return true;
}

void rulebook_free(struct rulebook *b)
{
	for (int i = 0; i < b->n; i++) {
		free(b->list[i].id);
		text_free(&b->list[i].text);
	}
	free(b->list);
	names_free(&b->heading);
	*b = (struct rulebook){0};
}

struct statement *rulebook_find(const struct rulebook *b, const char *id)
{
	for (int i = 0; i < b->n; i++)
		if (strcmp(b->list[i].id, id) == 0)
			return &b->list[i];
	return NULL;
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
			if (r)
				text_addf(out, "  Ruling %s: %s\n", r->id, text_str(&r->text));
			text += n + (text[n] == ' ' || text[n] == ',');
		}
	}
}

void statement_words(const struct rulebook *b, const struct statement *s, struct text *out)
{
	if (s->heading >= 0)
		text_addf(out, "%s\n", b->heading.name[s->heading]);
	text_addf(out, "  %s  %s\n", s->id, text_str(&s->text));
	rulings_words(b, text_str(&s->text), out);
}
