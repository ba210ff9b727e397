/* `fratelli perft` and `fratelli signature`: numbers that stay the same as long as the rules do. A change
   that was meant to be for speed or beauty must leave both alone. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define SIGNATURE_SEED 1859
#define SIGNATURE_GAMES 16

static void perft_depth(const struct muster *m, const struct game *g, int depth, bool as_json)
{
	uint64_t leaves = perft(m, g, depth);
	struct text out = {0};
	struct json j = {.out = &out};

	if (!as_json) {
		printf("depth %d  leaves %" PRIu64 "\n", depth, leaves);
		return;
	}
	json_open(&j, NULL, '{');
	json_int(&j, "depth", depth);
	json_int(&j, "leaves", (int64_t)leaves);
	json_close(&j, '}');
	print_json(&out);
}

static struct game *game_begun(const struct muster *m, uint64_t seed)
{
	struct play p = {.m = m};
	struct game *g = calloc(1, m->state_bytes);
	uint8_t bytes[32];

	if (!g) abort();
	seed_from_number(seed, bytes);
	play_begin(&p, g, bytes);
	return g;
}

int verb_perft(int argc, char **argv)
{
	int64_t depth = 3, seed = 1;
	const char *scenario = NULL;
	bool as_json = false;
	const struct flag flags[] = {
		{"depth", "N", FLAG_NUMBER, &depth, "how many orders deep (3)", 1, 30},
		{"seed", "S", FLAG_NUMBER, &seed, "of the game's dice (1)", 0, INT64_MAX},
		{"scenario", "NAME", FLAG_TEXT, &scenario, "default: the battle's first", 0, 0},
		{"json", NULL, FLAG_YES, &as_json, "one object a line", 0, 0},
		{0},
	};
	const struct usage usage = {"perft", "BATTLE SYSTEM", 2, 2,
		"Counts the positions that lie so many orders from the start, dice from the game's own stream.",
		flags, NULL};
	struct engagement e;
	struct home home;
	struct words words;
	struct game *g;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!home_find(&home)) return EXIT_MISUSE;
	if ((code = engagement_open(&home, words.word[0], words.word[1], scenario, NULL, &e))) return code;
	g = game_begun(e.muster, (uint64_t)seed);
	for (int d = 1; d <= depth; d++) perft_depth(e.muster, g, d, as_json);
	free(g);
	engagement_close(&e);
	return EXIT_WELL;
}

/* Every scenario of every battle of tests/battles: they are kept for this, and small. */
static int signature_battle(const struct home *h, const struct rules *r, const char *name, XXH3_state_t *sum)
{
	struct arena *a = arena_new();
	const struct battle *b;
	int code = battle_open(h, a, name, &b);

	for (int i = 0; code == EXIT_WELL && i < b->scenarios; i++) {
		struct faults faults = {0};
		const struct muster *m = muster_make(a, r, h->data, b, b->scenario[i].id, NULL, &faults);
		uint64_t one = m ? signature(m, SIGNATURE_SEED, SIGNATURE_GAMES) : 0;

		faults_print(&faults, stderr);
		faults_free(&faults);
		if (!m) code = failed("%s, %s cannot be mustered under %s", name, b->scenario[i].id, r->id);
		XXH3_64bits_update(sum, &one, sizeof one);
	}
	arena_free(a);
	return code;
}

static int signature_system(const struct home *h, const struct rules *r, const struct names *battles,
	uint64_t *out)
{
	XXH3_state_t *sum = XXH3_createState();
	int code = EXIT_WELL;

	if (!sum) abort();
	XXH3_64bits_reset(sum);
	for (int i = 0; code == EXIT_WELL && i < battles->n; i++)
		code = signature_battle(h, r, battles->name[i], sum);
	*out = XXH3_64bits_digest(sum);
	XXH3_freeState(sum);
	return code;
}

static int signatures(const struct home *h, const struct words *systems, struct json *json)
{
	struct names battles = {0};
	char hex[17];
	uint64_t all = 0, one;
	int code = EXIT_WELL;

	names_of_folder(&battles, h->test_battles, "/");
	if (battles.n == 0)
		code = misuse("there are no battles in %s: signatures are taken on them", h->test_battles);
	for (int i = 0; code == EXIT_WELL && i < systems->n; i++) {
		const struct rules *r;

		if ((code = system_open(systems->word[i], &r)) || (code = signature_system(h, r, &battles, &one)))
			break;
		all = XXH3_64bits_withSeed(&one, sizeof one, all);
		snprintf(hex, sizeof hex, "%016" PRIx64, one);
		if (json) json_str(json, r->id, hex);
		else printf("%-20s %s\n", r->id, hex);
	}
	snprintf(hex, sizeof hex, "%016" PRIx64, all);
	if (json) json_str(json, "all", hex);
	else if (code == EXIT_WELL) printf("%-20s %s\n", "all", hex);
	names_free(&battles);
	return code;
}

int verb_signature(int argc, char **argv)
{
	bool as_json = false;
	const struct flag flags[] = {
		{"json", NULL, FLAG_YES, &as_json, "one object: a number for each system, and `all`", 0, 0},
		{0},
	};
	const struct usage usage = {"signature", "[SYSTEM…]", 0, -1,
		"A number for each system (default: all of them) over fixed games on the battles for tests, and one over all.\n"
		"If it changes, the rules play differently: say so, and why, in the commit.",
		flags, NULL};
	struct text out = {0};
	struct json json = {.out = &out};
	struct names known = {0};
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!home_find(&home)) return EXIT_MISUSE;
	systems_known(&known);
	if (words.n == 0) words = (struct words){known.n, known.n, (const char **)known.name};
	json_open(&json, NULL, '{');
	code = signatures(&home, &words, as_json ? &json : NULL);
	json_close(&json, '}');
	if (as_json && code == EXIT_WELL) print_json(&out);
	text_free(&out);
	names_free(&known);
	return code;
}
