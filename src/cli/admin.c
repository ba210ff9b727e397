/* `fratelli admin`: what who runs a table does to its store. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "table/admin.h"

static int tell(bool fine, struct text *said)
{
	fprintf(fine ? stdout : stderr, "%s%s\n", fine ? "" : "fratelli: ", text_str(said));
	text_free(said);
	return fine ? EXIT_WELL : EXIT_FAILED;
}

static int repair(const char *store, const char *game, bool cut, bool accept, struct text *said)
{
	struct home home;

	if (cut && accept) return misuse("--cut or --accept, not both");
	if (!home_find(&home)) return EXIT_MISUSE;
	return tell(admin_repair(store, home.data, game,
					cut      ? REPAIR_CUT
					: accept ? REPAIR_ACCEPT
							 : REPAIR_LOOK,
					said),
		said);
}

static int undo(const char *store, const struct words *w, struct text *said)
{
	struct home home;
	int64_t entry;

	if (w->n != 3 || !number_read(w->word[2], 0, INT32_MAX, &entry))
		return misuse("`admin undo` needs a game and the entry to go back before");
	if (!home_find(&home)) return EXIT_MISUSE;
	return tell(admin_undo(store, home.data, w->word[1], (int)entry, said), said);
}

int verb_admin(int argc, char **argv)
{
	static const char *const deeds[] = {"backup", "restore", "archive", "undo", "repair", "reset", "ban",
		"unban", "bar"};
	const char *store = NULL;
	int64_t days = 365;
	bool cut = false, accept = false;
	const struct flag flags[] = {
		{"store", "FILE", FLAG_TEXT, &store, "the store of the table", 0, 0},
		{"days", "N", FLAG_NUMBER, &days,
			"archive: games in which nothing has happened for so long; ban: how long. Default 365", 1,
			100000},
		{"cut", NULL, FLAG_YES, &cut, "repair: ends a game before the entry that is played differently", 0,
			0},
		{"accept", NULL, FLAG_YES, &accept, "repair: lets a game stand where the present rules lead it", 0,
			0},
		{0},
	};
	const struct usage usage = {"admin", "DEED [WORDS] --store FILE", 1, 3,
		"While the table is open or not:\n"
		"  backup FILE       a whole copy\n"
		"  reset NAME        a code for a new password, good for a day\n"
		"  ban NAME, unban NAME, bar NAME (nobody may take it)\n"
		"While it is closed:\n"
		"  restore FILE      the store is as it was in that copy\n"
		"  archive FILE      moves old games there; an archive is a store too\n"
		"  undo GAME ENTRY   takes back everything from that entry on\n"
		"  repair [GAME]     which games the present rules play differently, and since which entry",
		flags, NULL};
	struct words w;
	struct text said = {0};
	int code = args_read(&usage, argc, argv, &w);

	if (code != ARGS_GO_ON) return code;
	if (!store) return misuse("`admin` needs --store FILE");
	const char *deed = w.word[0], *one = w.n > 1 ? w.word[1] : NULL;
	if (strcmp(deed, "repair") == 0) return repair(store, one, cut, accept, &said);
	if (strcmp(deed, "undo") == 0) return undo(store, &w, &said);
	for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
		if (strcmp(deed, deeds[i]) == 0 && w.n != 2)
			return misuse("`admin %s` needs one word after it", deed);
	if (strcmp(deed, "backup") == 0) return tell(admin_backup(store, one, &said), &said);
	if (strcmp(deed, "restore") == 0) return tell(admin_restore(store, one, &said), &said);
	if (strcmp(deed, "archive") == 0) return tell(admin_archive(store, one, (int)days, &said), &said);
	if (strcmp(deed, "reset") == 0) return tell(admin_reset(store, one, &said), &said);
	if (strcmp(deed, "ban") == 0) return tell(admin_ban(store, one, (int)days, &said), &said);
	if (strcmp(deed, "unban") == 0) return tell(admin_ban(store, one, 0, &said), &said);
	if (strcmp(deed, "bar") == 0) return tell(admin_bar(store, one, &said), &said);
	return unknown("deed", deed, deeds, sizeof deeds / sizeof *deeds);
}
