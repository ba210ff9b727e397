/* `fratelli play`: a new game or a saved one, in this terminal. Without a battle and a system it asks for
   them. */
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"

struct play_args {
	const char *battle, *system, *scenario, *seed, *load;
	struct words options, sides; /* sides: "union", "human", … */
};

/* --- the menu ------------------------------------------------------------------------------------------- */

/* Asks for one of n things by number or name; Enter is the first. -1 at the end of input. */
static int choose(const struct window *w, const char *prompt, const char *const *names, int n)
{
	for (;;) {
		char *line = terminal_line(w, prompt);
		int64_t number = 0;
		int found = -1;

		if (!line) return -1;
		if (!*line) found = 0;
		else if (number_read(line, 1, n, &number)) found = (int)number - 1;
		for (int i = 0; i < n && found < 0; i++)
			if (strcasecmp(names[i], line) == 0) found = i;
		free(line);
		if (found >= 0) return found;
		printf("A number from 1 to %d was expected.\n", n);
	}
}

static int choose_battle(const struct home *h, const struct window *w, struct arena *a,
	const struct battle **out)
{
	struct names known = {0};
	const struct battle *battle[64];
	const char *names[64];
	int n = 0, pick;

	battles_known(h, false, &known);
	if (known.n == 0) battles_known(h, true, &known);
	puts("Which battle?");
	for (int i = 0; i < known.n && n < 64; i++)
		if (battle_open(h, a, known.name[i], &battle[n]) == EXIT_WELL) {
			printf("%3d  %s, %s\n", n + 1, battle[n]->title, battle[n]->date);
			names[n] = battle[n]->id;
			n++;
		}
	names_free(&known);
	if (n == 0) return misuse("there is no battle to play in %s/battles", h->data);
	if ((pick = choose(w, "Battle [1]: ", names, n)) < 0) return EXIT_MISUSE;
	*out = battle[pick];
	return EXIT_WELL;
}

static int choose_scenario(const struct window *w, const struct battle *b, const char **out)
{
	const char *names[64];
	int n = b->scenarios < 64 ? b->scenarios : 64, pick = 0;

	if (n > 1) puts("Which scenario?");
	for (int i = 0; i < n; i++) {
		names[i] = b->scenario[i].id;
		if (n > 1) printf("%3d  %s\n", i + 1, b->scenario[i].title);
	}
	if (n > 1 && (pick = choose(w, "Scenario [1]: ", names, n)) < 0) return EXIT_MISUSE;
	*out = b->scenario[pick].id;
	return EXIT_WELL;
}

/* The systems that can muster it, the best fit first. */
static int choose_system(const struct home *h, const struct window *w, const struct battle *b,
	const char *scenario, const char **out)
{
	const char *names[64];
	int n = 0, pick;

	puts("Under which rules?");
	for (int grade = GRADE_RECOMMENDED; grade >= GRADE_TEST; grade--)
		for (const struct rules *const *r = all_rules; *r && n < 64; r++) {
			struct arena *a = arena_new();
			struct faults faults = {0};
			const struct muster *m = muster_make(a, *r, h->data, b, scenario, NULL, &faults);

			if (m && (int)m->grade == grade) {
				printf("%3d  %s%s%s (%s)\n", n + 1, (*r)->title, (*r)->subtitle ? ": " : "",
					(*r)->subtitle ? (*r)->subtitle : "", wire_grade(grade));
				names[n++] = (*r)->id;
			}
			faults_free(&faults);
			arena_free(a);
		}
	if (n == 0) return misuse("no rule system can muster %s", b->id);
	if ((pick = choose(w, "Rules [1]: ", names, n)) < 0) return EXIT_MISUSE;
	*out = names[pick];
	return EXIT_WELL;
}

static int choose_players(const struct window *w, const struct battle *b, int player[SIDES])
{
	const char *sides[] = {b->side[0].id, b->side[1].id, "both"};
	int pick, level;

	printf(
		"Whom do you play?\n  1  the %s side\n  2  the %s side\n  3  both, or two of you at one keyboard\n",
		b->side[0].title, b->side[1].title);
	if ((pick = choose(w, "Side [1]: ", sides, 3)) < 0) return EXIT_MISUSE;
	if (pick == 2) return EXIT_WELL;
	puts("Against whom?");
	for (int i = 0; i < MIND_PLAYERS; i++) printf("  %d  %s\n", i + 1, mind_names[i]);
	if ((level = choose(w, "Opponent [1]: ", mind_names, MIND_PLAYERS)) < 0) return EXIT_MISUSE;
	player[1 - pick] = level;
	return EXIT_WELL;
}

static int menu(struct terminal *t, struct play_args *args)
{
	struct arena *a = arena_new();
	const struct battle *b = NULL;
	const char *scenario = NULL;
	int code;

	puts("Fratelli: one battle, five rule books.\n");
	autosave_tell_unfinished("");
	if (!(code = choose_battle(t->home, &t->window, a, &b)) &&
		!(code = choose_scenario(&t->window, b, &scenario)) &&
		!(code = choose_system(t->home, &t->window, b, scenario, &args->system)) &&
		!(code = choose_players(&t->window, b, t->player)))
		code = engagement_open(t->home, b->id, args->system, scenario, &args->options, &t->engagement);
	arena_free(a);
	return code;
}

/* --- a game to play ------------------------------------------------------------------------------------- */

static int player_read(const char *name, int *player)
{
	const char *names[MIND_LEVELS + 1] = {"human"};

	*player = PLAYER_HUMAN;
	for (int i = 0; i < MIND_LEVELS; i++) {
		names[i + 1] = mind_names[i];
		if (strcmp(mind_names[i], name) == 0) *player = i;
	}
	return *player != PLAYER_HUMAN || strcmp(name, "human") == 0
	         ? EXIT_WELL
	         : unknown("player", name, names, MIND_LEVELS + 1);
}

static int players_read(const struct battle *b, const struct words *sides, int player[SIDES])
{
	for (int i = 0; i + 1 < sides->n; i += 2) {
		int side = side_find(b, sides->word[i]), code;

		if (side == NOBODY)
			return misuse("`play` knows no flag --%s; the sides here are --%s and --%s", sides->word[i],
				b->side[0].id, b->side[1].id);
		if ((code = player_read(sides->word[i + 1], &player[side]))) return code;
	}
	return EXIT_WELL;
}

static int game_load(struct terminal *t, const struct play_args *args)
{
	struct faults faults = {0};
	bool fine = match_load(t->home->data, args->load, -1, &t->loaded, &faults);

	faults_print(&faults, stderr);
	faults_free(&faults);
	if (!fine) return misuse("%s cannot be loaded", args->load);
	t->match = t->loaded.match;
	return EXIT_WELL;
}

static int game_begin(struct terminal *t, struct play_args *args)
{
	uint8_t seed[32];
	int code;

	if (!seed_word(args->seed, seed))
		return misuse("--seed %s: expected a number, 64 hexadecimal digits, or `random`", args->seed);
	if (args->battle && args->system)
		code = engagement_open(t->home, args->battle, args->system, args->scenario, &args->options,
			&t->engagement);
	else if (args->battle)
		code = misuse("`play` needs BATTLE SYSTEM, or neither of them; `fratelli list` tells what there is");
	else code = menu(t, args);
	if (code == EXIT_WELL) t->match = match_new(t->engagement.muster, seed);
	return code;
}

static void game_close(struct terminal *t)
{
	if (t->loaded.match) loaded_free(&t->loaded);
	else if (t->match) match_free(t->match);
	engagement_close(&t->engagement);
}

/* The machine's own luck: the game's seed is a secret that it must not know, so it has another. */
static void mind_seed(struct terminal *t, const char *word)
{
	uint8_t bytes[32];
	int64_t n;

	if (number_read(word, 0, INT64_MAX, &n)) seed_from_number((uint64_t)n ^ 0x6d696e64, bytes);
	else seed_random(bytes);
	memcpy(&t->mind_seed, bytes, sizeof t->mind_seed);
}

static int play(struct terminal *t, struct play_args *args)
{
	int code = args->load ? game_load(t, args) : game_begin(t, args);

	mind_seed(t, args->seed);
	if (code == EXIT_WELL) code = players_read(t->match->m->battle, &args->sides, t->player);
	if (code == EXIT_WELL) {
		if (args->battle && autosave_name(t)) autosave_tell_unfinished(t->autosave);
		code = terminal_play(t);
	}
	terminal_end(t);
	game_close(t);
	return code;
}

int verb_play(int argc, char **argv)
{
	struct play_args args = {
		.seed = "random",
		.options = {.room = 32, .word = (const char *[32]){0}},
		.sides = {.room = 8, .word = (const char *[8]){0}},
	};
	const struct flag flags[] = {
		{"scenario", "NAME", FLAG_TEXT, &args.scenario, "default: the battle's first", 0, 0},
		{"option", "NAME=N", FLAG_LIST, &args.options, "an optional rule; may be repeated", 0, 0},
		{"seed", "N|random", FLAG_TEXT, &args.seed, "of the dice (random)", 0, 0},
		{"load", "FILE", FLAG_TEXT, &args.load, "go on with a saved game", 0, 0},
		{0},
	};
	const struct usage usage = {"play", "[BATTLE SYSTEM]", 0, 2,
		"A game in this terminal; without a battle and a system it asks for them. `--SIDE WHO` says who plays a\n"
		"side (--union captain): human, random, recruit, captain, marshal; both are human unless told otherwise.",
		flags, &args.sides};
	struct terminal t = {.focus = FOCUS_AUTO, .player = {PLAYER_HUMAN, PLAYER_HUMAN}};
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!home_find(&home)) return EXIT_MISUSE;
	args.battle = words.n > 0 ? words.word[0] : NULL;
	args.system = words.n > 1 ? words.word[1] : NULL;
	t.home = &home;
	window_look(&t.window, 1);
	return play(&t, &args);
}
