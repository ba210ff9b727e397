/* What the service may do on this machine. As root it could do everything; it needs to write one folder and
   to answer on one port. */
#ifndef TABLE_POWERS_H
#define TABLE_POWERS_H

#include <stdbool.h>

#include "base/text.h"

/* Call it before anything is opened and any thread is started. Nothing is done unless we are root. Then we go
   on as `user`, or if that is NULL as whoever owns the store's folder, and without any capability, but for
   that to take the port if it is below 1024. If root owns the folder, the user stays root, without
   capabilities. What was done is said in `said`; false: it could not be done, and why. */
bool powers_drop(const char *store, const char *user, int port, struct text *said);

#endif
