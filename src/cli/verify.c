/* `fratelli verify`: the commitment was published when the game started, the seed when it ended; this says
   whether they belong together, so that nobody can have chosen dice in between. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

int verb_verify(int argc, char **argv)
{
	const struct flag flags[] = {{0}};
	const struct usage usage = {"verify", "SEED COMMITMENT", 2, 2,
		"Does the seed (64 hexadecimal digits, or a number for games seeded by one) belong to the commitment?",
		flags, NULL};
	uint8_t seed[32], given[32], due[32];
	char hex[65];
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (strcmp(words.word[0], "random") == 0 || !seed_word(words.word[0], seed))
		return misuse("`%s` is no seed: 64 hexadecimal digits or a number were expected", words.word[0]);
	if (strlen(words.word[1]) != 64 || !seed_read(words.word[1], given))
		return misuse("`%s` is no commitment: 64 hexadecimal digits were expected", words.word[1]);
	seed_commitment(seed, due);
	if (memcmp(given, due, sizeof due) == 0) {
		puts("They belong together: the dice were fixed when the game started.");
		return EXIT_WELL;
	}
	seed_write(due, hex);
	return failed("they do not belong together: the commitment of that seed is %s", hex);
}
