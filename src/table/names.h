/* Names of accounts: which may be taken, and which look alike. For this room, its tests and the command. */
#ifndef TABLE_NAMES_H
#define TABLE_NAMES_H

#include <stdbool.h>

#define NAME_MOST 40 /* letters of an account's name */
#define LOOKS_MOST (NAME_MOST * 4 + 1)
#define LOOKS 2 /* as it is read, in capitals; and as it is written small */

bool name_good(const char *name);
/* What the name looks like: two that could be taken for one another have the same. A letter may look like one
   in capitals and like another if it is small (Greek ΝΗ like NH, νη like vn), so a name looks like something
   in each of two ways (0 and 1), and is taken if another looks so in either. */
void name_looks_in(const char *name, int way, char out[LOOKS_MOST]);
void name_looks(const char *name, char out[LOOKS_MOST]); /* the first */
bool names_alike(const char *a, const char *b);

#endif
