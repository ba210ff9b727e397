/* `fratelli tune`: weights of a rule system from games the computer plays against itself. */
#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "study/tune.h"

static const struct {
	const char *name;
	tuning_work *work;
} ways[TUNING_WAYS] = {[TUNING_RESULTS] = {"results", tuning_results},
	[TUNING_MATCHES] = {"matches", tuning_matches},
	[TUNING_FACTORS] = {"factors", tuning_factors}};

static void note(const char *words) { crash_note("%s", words); }

int weights_open(const char *path, struct weights *w)
{
	struct faults faults = {0};
	bool fine = weights_load(path, w, &faults);

	faults_print(&faults, stderr);
	faults_free(&faults);
	return fine ? EXIT_WELL : EXIT_MISUSE;
}

static void file_of(const struct tuning *t, const struct tuned *made, const struct words *words,
	struct text *out)
{
	text_add(out,
		"# How the opponent and studies weigh what src/engine/feature.h measures: thousandths of log odds that one whole more than the\n"
		"# enemy is worth, at the beginning and at the end of a battle. Made by\n#   fratelli tune");
	for (int i = 0; i < words->n; i++) text_addf(out, " %s", words->word[i]);
	text_addf(out, " --games %d --level %s", t->games, player_name(t->player.level));
	if (t->player.nodes) text_addf(out, " --nodes %" PRIu64, t->player.nodes);
	text_addf(out, " --seed %" PRIu64 " --by %s\n", t->seed, ways[t->way].name);
	if (t->way != TUNING_RESULTS)
		text_addf(out, "# %.0f %% of the last fifth of the games, against the weights before.\n",
			100 * made->score);
	else
		text_addf(out,
			"# from %d positions. Log loss on games held out: %.4f, with the weights before %.4f, without any %.4f.\n",
			made->positions, made->after, made->before, made->blind);
	weights_write(&made->w, out);
}

static int tell(const struct tuning *t, const struct tuned *made, const struct words *words, const char *path)
{
	struct text out = {0};
	int code = EXIT_WELL;

	file_of(t, made, words, &out);
	if (!path) fputs(text_str(&out), stdout);
	else if (!file_write(path, text_str(&out), out.n))
		code = failed("cannot write %s: %s", path, strerror(errno));
	else if (t->way != TUNING_RESULTS)
		printf("%s: %d games; %.0f %% of the last fifth of them against the weights before\n", path,
			made->games, 100 * made->score);
	else
		printf("%s: %d positions of %d games; log loss held out %.4f, before %.4f, blind %.4f\n", path,
			made->positions, made->games, made->after, made->before, made->blind);
	text_free(&out);
	return code;
}

static int tune(const struct words *words, struct tuning *t, const char *weights, const char *out, int jobs,
	struct ranks *ranks)
{
	const struct study_how how = {.jobs = jobs, .ranks = ranks, .title = "tune", .note = note};
	struct engagement e[TUNING_GROUNDS] = {{0}};
	struct tuned made;
	struct home home;
	int code = EXIT_WELL, n = 0;

	if (!home_find(&home)) return EXIT_MISUSE;
	for (; 2 * n + 2 < words->n && code == EXIT_WELL; n++)
		if ((code = engagement_open(&home, words->word[2 * n + 1], words->word[0], words->word[2 * n + 2],
				 NULL, &e[n])) == EXIT_WELL)
			t->ground[t->grounds++] = e[n].muster;
	if (code == EXIT_WELL) {
		t->from = e[0].muster->weights;
		if (weights) code = weights_open(weights, &t->from);
	}
	if (code == EXIT_WELL) {
		t->player.weights = &t->from;
		ways[t->way].work(t, &how, &made);
		if (ranks_chief(ranks)) code = tell(t, &made, words, out);
	}
	while (n-- > 0) engagement_close(&e[n]);
	return code;
}

static int tune_verb(int argc, char **argv, struct ranks *ranks)
{
	const char *level = "captain", *by = "results", *weights = NULL, *out = NULL;
	int64_t games = 200, seed = 1, jobs = 0, nodes = 0;
	const struct flag flags[] = {
		{"games", "N", FLAG_NUMBER, &games, "in all; they take turns on the scenarios (200)", 10, 1000000},
		{"by", "WAY", FLAG_TEXT, &by,
			"results (regression of how games ended on their positions), matches (weights against weights, all changed a little) or factors (one feature doubled against halved, in turn)",
			0, 0},
		{"level", "LEVEL", FLAG_TEXT, &level, "who plays both sides (captain)", 0, 0},
		{"nodes", "N", FLAG_NUMBER, &nodes, "what it may try for a decision", 1, INT64_MAX / 2},
		{"weights", "FILE", FLAG_TEXT, &weights, "to begin with (the system's own)", 0, 0},
		{"out", "FILE", FLAG_TEXT, &out, "where the new ones are written (standard output)", 0, 0},
		{"seed", "S", FLAG_NUMBER, &seed, "of the first game (1)", 0, INT64_MAX / 2},
		{"jobs", "J", FLAG_NUMBER, &jobs, "threads (all cores); changes no result", 1, 64},
		{0},
	};
	const struct usage usage = {"tune", "SYSTEM BATTLE SCENARIO [BATTLE SCENARIO …]", 3,
		1 + 2 * TUNING_GROUNDS,
		"Weights for the judgement of positions (weights.yaml), from games the computer plays against itself.",
		flags, NULL};
	struct tuning t = {0};
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (words.n % 2 == 0) return misuse("`tune` needs a scenario for every battle");
	while (t.way < TUNING_WAYS && strcmp(by, ways[t.way].name) != 0) t.way++;
	if (t.way == TUNING_WAYS) return misuse("--by: `results`, `matches` or `factors`, not `%s`", by);
	if ((code = level_read(level, &t.player.level))) return code;
	t.games = (int)games, t.seed = (uint64_t)seed, t.player.nodes = (uint64_t)nodes;
	return tune(&words, &t, weights, out, jobs ? (int)jobs : ranks_cores(ranks), ranks);
}

int verb_tune(int argc, char **argv) { return ranks_run(argc, argv, tune_verb); }
