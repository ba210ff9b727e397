/* The rules of a system in our own words, as written in data/rules/<system>/rules.md: lines `- **fire.3**
   [tags] text` under `## ` headings, more of the text indented below. `[information]` marks what no case can
   prove, `[ruling X]` refers to the entry X under the heading Rulings. */
#ifndef BASE_RULEBOOK_H
#define BASE_RULEBOOK_H

#include <stdbool.h>

struct statement {
	const char *id, *text; /* tags and all */
	const char *heading;   /* the same pointer for all below it; NULL before the first */
	bool information, ruling;
	bool covered, proven; /* for whoever counts: a passing case claims it; that case also fails if code marked
	                         with it is broken */
};

struct rulebook {
	int n, room;
	struct statement *list;
	struct arena *arena;
};

bool rulebook_load(const char *path, struct rulebook *b); /* false and errno if it cannot be read */
void rulebook_free(struct rulebook *b);
struct statement *rulebook_find(const struct rulebook *b, const char *id); /* NULL */

#endif
