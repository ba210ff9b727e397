/* The rules of a system as JSON: data/rules/<system>/rules.md, lines `- **fire.3** [tags] text` under `## ` headings, more of
   the text indented below. */
#include "table/rulebook.h"

#include <string.h>

struct reading { struct json *j; char section[200]; struct text text; bool open; };

/* [information] [ruling X] … in front of the text. */
static const char *tags_write(struct json *j, const char *s)
{
	json_open(j, "tags", '[');
	while (*s == '[') {
		const char *end = strchr(s, ']');
		struct text tag = {0};
		if (!end) break;
		text_addn(&tag, s + 1, (size_t)(end - s - 1));
		json_str(j, NULL, text_str(&tag));
		text_free(&tag);
		s = end + 1 + strspn(end + 1, " ");
	}
	json_close(j, ']');
	return s;
}

static void close_statement(struct reading *r)
{
	if (!r->open) return;
	json_str(r->j, "text", tags_write(r->j, text_str(&r->text)));
	json_close(r->j, '}');
	text_clear(&r->text);
	r->open = false;
}

static void read_line(struct reading *r, const char *line)
{
	const char *end = strncmp(line, "- **", 4) == 0 ? strstr(line + 4, "**") : NULL;
	if (end) {
		struct text id = {0};
		close_statement(r);
		r->open = true;
		text_addn(&id, line + 4, (size_t)(end - line - 4));
		json_open(r->j, NULL, '{');
		json_str(r->j, "section", r->section);
		json_str(r->j, "id", text_str(&id));
		text_free(&id);
		text_add(&r->text, end + 2 + strspn(end + 2, " "));
	} else if (r->open && (*line == ' ' || *line == '\t')) {
		text_addf(&r->text, " %s", line + strspn(line, " \t"));
	} else {
		close_statement(r);
		if (strncmp(line, "## ", 3) == 0) snprintf(r->section, sizeof r->section, "%s", line + 3);
	}
}

void rulebook_write(char *file, struct json *j)
{
	struct reading r = {.j = j};
	char *rest = file;
	json_open(j, NULL, '[');
	for (char *line; (line = strsep(&rest, "\n"));) read_line(&r, line);
	close_statement(&r);
	json_close(j, ']');
	text_free(&r.text);
}
