/* `fratelli store copy`: everything of one store into another, of whatever kind. */
#ifndef TABLE_COPY_H
#define TABLE_COPY_H

#include <stdbool.h>

#include "base/text.h"

/* Nobody may serve either of them meanwhile; `to` must be empty. Afterwards every game is compared and
   replayed. said: what came of it, or why not. */
bool store_copy(const char *from, const char *to, const char *data, struct text *said);

#endif
