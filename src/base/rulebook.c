/* Reads rules.md. The format is so plain that lines will do. */
#include "base/rulebook.h"

#include <string.h>

#include "base/arena.h"
#include "base/text.h"

#define RULEBOOK_MOST (4u << 20)

/* a statement is open; its text so far */
struct reading {
	struct rulebook *b;
	const char *heading;
	bool open;
	struct text text;
};

static void close_statement(struct reading *r)
{
	if (!r->open) return;
	struct statement *s = &r->b->list[r->b->n - 1];
	s->text = arena_copy(r->b->arena, text_str(&r->text), r->text.n);
	s->information = strstr(s->text, "[information]") != NULL;
	text_clear(&r->text), r->open = false;
}

static struct statement *add_statement(struct rulebook *b)
{
	if (b->n == b->room) {
		struct statement *more =
			ARENA_ARRAY(b->arena, struct statement, b->room = b->room ? 2 * b->room : 128);
		if (b->n) memcpy(more, b->list, sizeof *more * (size_t)b->n);
		b->list = more;
	}
	return &b->list[b->n++];
}

static void read_line(struct reading *r, const char *line)
{
	struct arena *a = r->b->arena;
	const char *end = strncmp(line, "- **", 4) == 0 ? strstr(line + 4, "**") : NULL;
	if (!end && r->open && (*line == ' ' || *line == '\t')) {
		text_addf(&r->text, "%s%s", r->text.n ? " " : "", line + strspn(line, " \t"));
		return;
	}
	close_statement(r);
	if (end) {
		*add_statement(r->b) = (struct statement){.id = arena_copy(a, line + 4, (size_t)(end - line - 4)),
			.text = "",
			.heading = r->heading,
			.ruling = r->heading && strncasecmp(r->heading, "ruling", 6) == 0};
		text_add(&r->text, end + 2 + strspn(end + 2, " ")), r->open = true;
	} else if (strncmp(line, "## ", 3) == 0) {
		r->heading = arena_copy(a, line + 3, strlen(line + 3));
	}
}

bool rulebook_load(const char *path, struct rulebook *b)
{
	struct text file = {0};
	struct reading r = {.b = b};
	bool fine = text_read_file(&file, path, RULEBOOK_MOST);
	char *rest = file.s;
	*b = (struct rulebook){.arena = arena_new()};
	for (char *line; fine && rest && (line = strsep(&rest, "\n"));) read_line(&r, line);
	close_statement(&r);
	text_free(&r.text), text_free(&file);
	if (!fine) rulebook_free(b);
	return fine;
}

void rulebook_free(struct rulebook *b)
{
	if (b->arena) arena_free(b->arena);
	*b = (struct rulebook){0};
}

struct statement *rulebook_find(const struct rulebook *b, const char *id)
{
	for (int i = 0; i < b->n; i++)
		if (strcmp(b->list[i].id, id) == 0) return &b->list[i];
	return NULL;
}
