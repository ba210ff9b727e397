/* What people.c and account.c share. For them alone. */
#ifndef TABLE_PEOPLE_H
#define TABLE_PEOPLE_H

#include "table/table.h"

#define AGENT_MOST 120

enum handled tell_me(struct request *q);
bool session_put(struct request *q); /* in a deed: a new session for q->who; its cookie goes with the answer.
                                        False: the store failed */

/* From where somebody has signed in to a name, they may try again though others guess at it. Asked after
   limit_request, which finds the address. */
void people_at_home(struct request *q, const char *name);
bool people_is_home(struct request *q, const char *name);

#endif
