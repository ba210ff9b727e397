/* Games that are set aside: each has once ended the process (marks.h), and is not loaded again until who runs
   the table releases it. The list is the file STORE.aside, a line a game; the log of each is saved beside it
   as STORE.aside.ID.save, which `fratelli replay` reads. For this room only. */
#ifndef TABLE_ASIDE_H
#define TABLE_ASIDE_H

#include "table/marks.h"
#include "table/table.h"

struct aside;
/* Reads the list; the culprit that the last run left joins it. released: the id of a game that leaves it, or
   NULL. */
struct aside *aside_open(struct table *t, const struct marks *before, const char *released);
void aside_free(struct aside *a);
/* Is this game set aside? Then why, for a player. */
bool aside_why(const struct aside *a, int64_t game, char *out, size_t room);

#endif
