/* Private to the study: what its files share. */
#ifndef STUDY_OWN_H
#define STUDY_OWN_H

#include "base/json.h"
#include "study/statistics.h"
#include "study/study.h"

void *study_need(void *memory); /* out of memory aborts */

/* The numbers of a record, for journal, tables and summary alike. */
struct column {
	const char *name;
	size_t offset;
	bool by_side;
};
extern const struct column columns[]; /* NULL name ends */
int64_t column_of(const struct record *r, const struct column *c, int side);
int kinds_of(const struct rules *r);                                 /* how many kinds of event it has */
const struct turn_row *row_at(const struct record *r, int64_t turn); /* as things stood when that turn was
                                                                        over */

/* The journal (journal.c): a first line that says what is studied, then a line a game in the order they
   ended. */
struct journal {
	int fd;
};
/* reads what is there; locks it */
bool journal_open(struct journal *j, const char *dir, struct study *s, struct text *wrong);
/* false and errno */
bool journal_add(struct journal *j, const char *line, size_t n);
void journal_close(struct journal *j);
void study_add(struct study *s, const struct record *r); /* takes what r owns */
void study_sort(struct study *s);
bool folder_make(const char *dir); /* the folder and those above it; errno */
/* the whole file or what was there; errno */
bool file_put(const char *dir, const char *name, const struct text *bytes);

/* A bar on the terminal (progress.c). */
struct progress {
	const char *title, *lined; /* of the bar, or of lines; NULL: there is none */
	int64_t done, all, started_with;
	int64_t start, told;
	const struct ranks *ranks;
};
void progress_open(struct progress *p, const char *title, int64_t done, int64_t all,
	const struct ranks *ranks);
void progress_step(struct progress *p); /* one more */
void progress_close(struct progress *p);

/* What history says, as far as a scenario's pieces go (history.c). Formations are grouped under the nearest
   one above them whose losses are known. */
struct group {
	int formation, side;
	int64_t men, losses; /* 0 = unknown */
};
int groups_of(const struct muster *m, struct group *out, int most); /* those that have men in this muster,
                                                                       side by side */
int group_of(const struct muster *m, int formation);                /* the formation it is counted under */
double group_lost(const struct muster *m, const struct record *r, const struct group *g);

#endif
