/* What who runs a table does to its store, beside the service or while it is stopped: `fratelli admin`. Each
   says what it did, or why it could not, in `said`. */
#ifndef TABLE_ADMIN_H
#define TABLE_ADMIN_H

#include <stdbool.h>

#include "base/text.h"

/* While the service runs or not. */
bool admin_backup(const char *store, const char *to, struct text *said);
/* a code for a new password, for a day */
bool admin_reset(const char *store, const char *name, struct text *said);
bool admin_ban(const char *store, const char *name, int days, struct text *said); /* 0: lifts it */
/* nobody may take it, or one that looks like it */
bool admin_bar(const char *store, const char *name, struct text *said);

/* Only while it is stopped: they take the store for themselves. */
/* what was there is kept as STORE.before */
bool admin_restore(const char *store, const char *from, struct text *said);
/* games in which nothing has happened for so long */
bool admin_archive(const char *store, const char *to, int days, struct text *said);
bool admin_undo(const char *store, const char *data, const char *game, int entry, struct text *said);
/* Replays a game, or with NULL all of them, with the present rules, and says which play differently since
   which entry. REPAIR_CUT ends such a game before that entry (the log as it was goes to STORE.GAME.save);
   REPAIR_ACCEPT keeps it whole if every order is still allowed, and lets it stand where the present rules
   lead it. */
enum repair { REPAIR_LOOK, REPAIR_CUT, REPAIR_ACCEPT };
bool admin_repair(const char *store, const char *data, const char *game, enum repair how, struct text *said);

#endif
