/* Names of accounts: which may be taken, and which look alike. For this room, its tests and the command. */
#ifndef TABLE_NAMES_H
#define TABLE_NAMES_H

#include <stdbool.h>

#define NAME_MOST 40 /* letters of an account's name */
#define LOOKS_MOST (NAME_MOST * 4 + 1)

bool name_good(const char *name);
/* What the name looks like: two that could be taken for one another have the same. */
void name_looks(const char *name, char out[LOOKS_MOST]);

#endif
