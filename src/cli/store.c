/* `fratelli store copy`: a table's store into another, from a file to a database or back. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "table/copy.h"

int verb_store(int argc, char **argv)
{
	const struct flag flags[] = {{0}};
	const struct usage usage = {"store", "copy FROM TO", 3, 3,
		"Copies everything of one store (an SQLite file, or postgresql://…) into another, which must be empty; compares all rows and replays every game there.\n"
		"Nobody may serve either of them meanwhile.",
		flags, NULL};
	struct words w;
	struct home home;
	struct text said = {0};
	int code = args_read(&usage, argc, argv, &w);

	if (code != ARGS_GO_ON) return code;
	if (strcmp(w.word[0], "copy")) return misuse("`store` knows one deed: copy");
	if (!home_find(&home)) return EXIT_MISUSE;
	bool fine = store_copy(w.word[1], w.word[2], home.data, &said);
	fprintf(fine ? stdout : stderr, "%s%s\n", fine ? "" : "fratelli: ", text_str(&said));
	text_free(&said);
	return fine ? EXIT_WELL : EXIT_FAILED;
}
