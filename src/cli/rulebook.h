/* The rules of a system in our own words, as written in data/rules/<system>/rules.md: lines `- **fire.3** [tags] text`
   under `## ` headings, more of the text indented below. `[information]` marks what no case can prove, `[ruling X]`
   refers to the entry X under the heading Rulings. For src/cli only. */
#ifndef CLI_RULEBOOK_H
#define CLI_RULEBOOK_H

#include "cli/cli.h"

struct statement {
	char *id;
	struct text text;    /* tags and all */
	int heading;         /* index in rulebook.heading, -1 before the first */
	int line;
	bool information, ruling;
	bool covered;        /* for coverage */
};

struct rulebook {
	char path[PATH_MAX + 300];
	int n, room;
	struct statement *list;
	struct names heading;
};

bool rulebook_read(const struct home *h, const char *system, struct rulebook *b); /* false: said why */
void rulebook_free(struct rulebook *b);
struct statement *rulebook_find(const struct rulebook *b, const char *id); /* NULL */
/* The statement with its heading, and the rulings it names. */
void statement_words(const struct rulebook *b, const struct statement *s, struct text *out);

#endif
