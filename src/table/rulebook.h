/* A rule book as JSON. For this room only. */
#ifndef TABLE_RULEBOOK_H
#define TABLE_RULEBOOK_H

#include <stdio.h>

#include "base/json.h"

/* [{section, id, tags, text}] from the text of a rules.md, which is cut up in place. */
void rulebook_write(char *file, struct json *j);

#endif
