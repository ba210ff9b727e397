/* `fratelli study`: many games of one battle and what comes of them; `study compare`: several such studies in
   one report; `study balance`: every recommended pairing, captain against captain, and what happens to a side
   that only passes. */
#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study/study.h"

#define JOBS_MOST 64
#define STUDIES_MOST 12
#define PARTS_MOST 4096

static void note(const char *words) { crash_note("%s", words); }

int level_read(const char *name, int *level)
{
	const char *names[PLAYER_LEVELS];

	for (int i = 0; i < PLAYER_LEVELS; i++) names[i] = player_name(i);
	*level = player_level(name);
	return *level >= 0 ? EXIT_WELL : unknown("level", name, names, PLAYER_LEVELS);
}

/* "marshal=20000": a budget for everybody of that level. */
int nodes_read(const struct words *words, uint64_t *nodes)
{
	for (int i = 0; i < words->n; i++) {
		const char *value = strchr(words->word[i], '=');
		char name[32];
		int level, code;
		int64_t n;

		snprintf(name, sizeof name, "%.*s", value ? (int)(value - words->word[i]) : 0, words->word[i]);
		if (!value || !number_read(value + 1, 1, INT64_MAX, &n))
			return misuse("--nodes %s: expected a level and a number, as in --nodes marshal=20000",
				words->word[i]);
		if ((code = level_read(name, &level))) return code;
		nodes[level] = (uint64_t)n;
	}
	return EXIT_WELL;
}

/* --- one study ------------------------------------------------------------------------------------------ */

struct study_args {
	const char *scenario, *out;
	int64_t games, seed, jobs; /* jobs 0: all that this process may use */
	const char *part;          /* "2/3", or NULL for the whole */
	int64_t which, parts;      /* what it says; 0 parts: the whole */
	struct ranks *ranks;
	bool json, save;
	struct words options, sides, nodes; /* sides: "union", "captain", … */
};

static int players_read(const struct battle *b, const struct study_args *args, struct player player[SIDES])
{
	uint64_t nodes[PLAYER_LEVELS] = {0};
	int code = nodes_read(&args->nodes, nodes);

	for (int side = 0; side < SIDES; side++) player[side].level = MIND_CAPTAIN;
	for (int i = 0; i + 1 < args->sides.n && code == EXIT_WELL; i += 2) {
		int side = side_find(b, args->sides.word[i]);

		if (side == NOBODY)
			return misuse("`study` knows no flag --%s; the sides here are --%s and --%s", args->sides.word[i],
				b->side[0].id, b->side[1].id);
		code = level_read(args->sides.word[i + 1], &player[side].level);
	}
	for (int side = 0; side < SIDES && code == EXIT_WELL; side++)
		player[side].nodes = nodes[player[side].level];
	return code;
}

static void study_tell(const struct study *s, const struct study_args *args)
{
	const struct battle *b = s->m->battle;
	struct balance x = study_balance(s);
	struct text json = {0};

	if (args->json) {
		study_summary(s, &json);
		fputs(text_str(&json), stdout);
		text_free(&json);
		return;
	}
	printf("%d games: %s %d, %s %d, drawn %d\n", s->n, b->side[0].title, x.wins[0], b->side[1].title,
		x.wins[1], x.draws);
	printf("%s: %.0f %% of the points (%.0f to %.0f)\n", b->side[0].title, 100 * x.share[0], 100 * x.low[0],
		100 * x.high[0]);
	printf(
		"%.1f turns, decided after %.0f %% of them, %.1f lead changes, %.0f questions, %.1f orders to choose from\n",
		x.turns, 100 * x.decided, x.leads, x.questions, x.list);
	printf("%d differences in the replays\n", study_differences(s));
	if (args->out) printf("%s/%s\n", args->out, args->parts ? "journal.jsonl" : "report.html");
}

static int study_end(const struct study *s)
{
	int wrong = study_differences(s);

	for (int i = 0; i < s->n; i++)
		if (s->record[i].wrong[0]) failed("game %" PRId64 ": %s", s->record[i].game, s->record[i].wrong);
	return wrong ? failed("%d of %d games went wrong", wrong, s->n) : EXIT_WELL;
}

static int jobs_of(const struct study_args *args)
{
	return args->jobs ? (int)args->jobs : ranks_cores(args->ranks);
}

static int study_do(struct study *s, const struct study_args *args, const char *title)
{
	const struct study_how how = {.dir = args->out,
		.jobs = jobs_of(args),
		.ranks = args->ranks,
		.flags = CONTEST_LUCK | (args->save ? CONTEST_SAVE : 0),
		.title = title,
		.note = note,
		.part = args->parts ? (int)args->which - 1 : 0,
		.parts = (int)args->parts};
	struct text wrong = {0};
	int code = EXIT_WELL;

	if (!study_run(s, &how, &wrong))
		code = ranks_chief(args->ranks) ? failed("%s", text_str(&wrong)) : EXIT_FAILED;
	else if (args->out && !args->parts && ranks_chief(args->ranks) && !study_write(s, args->out))
		code = failed("cannot write into %s: %s", args->out, strerror(errno));
	text_free(&wrong);
	return code;
}

static int study(const struct words *words, const struct study_args *args)
{
	struct study s = {.games = args->games, .seed = (uint64_t)args->seed};
	struct engagement e;
	struct home home;
	int code;

	if (!home_find(&home)) return EXIT_MISUSE;
	if ((code = engagement_open(&home, words->word[0], words->word[1], args->scenario, &args->options, &e)))
		return code;
	s.m = e.muster;
	if (!(code = players_read(e.battle, args, s.player)) && !(code = study_do(&s, args, e.battle->title))) {
		study_tell(&s, args);
		code = study_end(&s);
	}
	study_free(&s);
	engagement_close(&e);
	return code;
}

/* --- several compared ----------------------------------------------------------------------------------- */

static int compare_open(const struct home *h, const char *dir, struct engagement *e, struct study *s)
{
	struct card card;
	struct text wrong = {0};
	const char *option[OPTIONS_MOST];
	struct words options = {.word = option};
	bool changed = false;
	int code;

	if (!card_read(dir, &card, &wrong)) {
		misuse("%s", text_str(&wrong));
		text_free(&wrong);
		return EXIT_MISUSE;
	}
	for (; options.n < card.options; options.n++) option[options.n] = card.option[options.n];
	if ((code = engagement_open(h, card.battle, card.system, card.scenario, &options, e))) return code;
	s->m = e->muster;
	if (!study_load(dir, s, &changed, &wrong)) code = misuse("%s", text_str(&wrong));
	else if (changed)
		fprintf(stderr, "fratelli: %s was played before the battle's data or the rules changed\n", dir);
	text_free(&wrong);
	return code;
}

static int compare(int argc, char **argv)
{
	const char *out = NULL;
	const struct flag flags[] = {
		{"out", "DIR", FLAG_TEXT, &out, "where report.html and comparison.json are written", 0, 0}, {0}};
	const struct usage usage = {"study compare", "DIR… --out DIR", 1, STUDIES_MOST,
		"Several studies in one report: scenarios, levels, options or rule books on the same battle.", flags,
		NULL};
	struct engagement e[STUDIES_MOST] = {{0}};
	struct study s[STUDIES_MOST] = {{0}};
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words), n = 0;

	if (code != ARGS_GO_ON) return code;
	if (!out) return misuse("`study compare` needs --out DIR");
	if (!home_find(&home)) return EXIT_MISUSE;
	for (code = EXIT_WELL; n < words.n && code == EXIT_WELL; n++)
		code = compare_open(&home, words.word[n], &e[n], &s[n]);
	if (code == EXIT_WELL && !compare_write(s, n, out))
		code = failed("cannot write into %s: %s", out, strerror(errno));
	if (code == EXIT_WELL) printf("%s/report.html\n", out);
	for (int i = 0; i < n; i++) {
		study_free(&s[i]);
		engagement_close(&e[i]);
	}
	return code;
}

/* --- balance -------------------------------------------------------------------------------------------- */

struct balance_run {
	struct study_args args;
	struct home home;
	const char *folder; /* where the studies are kept, or NULL */
	bool json, bad;     /* bad: a passing side won, or a replay differed */
};

/* How many of a few games a side wins that never does anything. */
static int passer_wins(struct balance_run *r, const struct muster *m, int side, int games)
{
	struct study s = {.m = m,
		.games = games,
		.seed = (uint64_t)r->args.seed,
		.player = {{.level = MIND_CAPTAIN}, {.level = MIND_CAPTAIN}}};
	const struct study_how how = {.jobs = jobs_of(&r->args),
		.ranks = r->args.ranks,
		.title = "a side that passes",
		.note = note};
	struct text wrong = {0};
	int wins;

	s.player[side].level = PLAYER_PASS;
	study_run(&s, &how, &wrong);
	wins = study_balance(&s).wins[side];
	r->bad |= wins > 0 || study_differences(&s) > 0;
	study_free(&s);
	text_free(&wrong);
	return wins;
}

static const char *balance_mark(const struct balance *b)
{
	if (b->high[0] < 0.4 || b->low[0] > 0.6) return "**";
	return b->share[0] < 0.4 || b->share[0] > 0.6 ? "*" : "";
}

static void balance_json(const struct study *s, const struct balance *b, const int passed[SIDES], int games)
{
	struct text out = {0};
	struct json j = {.out = &out};

	json_open(&j, NULL, '{');
	json_str(&j, "battle", s->m->battle->id);
	json_str(&j, "scenario", s->m->scenario->id);
	json_str(&j, "system", s->m->rules->id);
	json_int(&j, "games", b->games);
	json_int(&j, "draws", b->draws);
	json_open(&j, "sides", '{');
	for (int side = 0; side < SIDES; side++) {
		json_open(&j, s->m->battle->side[side].id, '{');
		json_int(&j, "wins", b->wins[side]);
		json_double(&j, "points", b->share[side]);
		json_double(&j, "low", b->low[side]);
		json_double(&j, "high", b->high[side]);
		json_int(&j, "wins_passing", passed[side]);
		json_close(&j, '}');
	}
	json_close(&j, '}');
	json_int(&j, "games_passing", games);
	json_bool(&j, "even", !*balance_mark(b));
	json_double(&j, "decided", b->decided);
	json_double(&j, "lead_changes", b->leads);
	json_double(&j, "questions", b->questions);
	json_int(&j, "differences", study_differences(s));
	json_close(&j, '}');
	print_json(&out);
}

static void balance_line(const struct study *s, const struct balance *b, const int passed[SIDES], int games)
{
	char name[160];

	snprintf(name, sizeof name, "%s %s", s->m->battle->id, s->m->scenario->id);
	printf(
		"%-26s %-18s %-12s %4d %4d %4d  %3.0f %% (%2.0f-%3.0f) %-2s  %3.0f %%  %5.1f  %7.0f   %d and %d of %d\n",
		name, s->m->rules->id, s->m->battle->side[0].id, b->wins[0], b->draws, b->wins[1], 100 * b->share[0],
		100 * b->low[0], 100 * b->high[0], balance_mark(b), 100 * b->decided, b->leads, b->questions,
		passed[0], passed[1], games);
	fflush(stdout);
}

static int balance_pairing(struct balance_run *r, const struct muster *m)
{
	struct study s = {.m = m,
		.games = r->args.games,
		.seed = (uint64_t)r->args.seed,
		.player = {{.level = MIND_CAPTAIN}, {.level = MIND_CAPTAIN}}};
	struct study_args args = r->args;
	char folder[PATH_MAX];
	int passed[SIDES], few = r->args.games < 10 ? (int)r->args.games : 10, code;

	if (r->folder)
		snprintf(folder, sizeof folder, "%s/%s-%s-%s", r->folder, m->battle->id, m->scenario->id,
			m->rules->id);
	args.out = r->folder ? folder : NULL;
	code = study_do(&s, &args, m->scenario->title);
	if (code == EXIT_WELL) {
		struct balance b = study_balance(&s);

		for (int side = 0; side < SIDES; side++) passed[side] = passer_wins(r, m, side, few);
		r->bad |= study_end(&s) != EXIT_WELL;
		if (r->json) balance_json(&s, &b, passed, few);
		else balance_line(&s, &b, passed, few);
	}
	study_free(&s);
	return code;
}

static int balance_battle(struct balance_run *r, const struct rules *rules, const char *name)
{
	struct arena *a = arena_new();
	const struct battle *b;
	int code = battle_open(&r->home, a, name, &b);

	for (int i = 0; code == EXIT_WELL && i < b->scenarios; i++) {
		struct arena *own = arena_new();
		struct faults faults = {0};
		const struct muster *m = muster_make(own, rules, r->home.data, b, b->scenario[i].id, NULL, &faults);

		if (m && m->grade == GRADE_RECOMMENDED) code = balance_pairing(r, m);
		faults_free(&faults);
		arena_free(own);
	}
	arena_free(a);
	return code;
}

static int balance_all(struct balance_run *r, const struct words *systems)
{
	struct names known = {0};
	int code = EXIT_WELL;

	battles_known(&r->home, false, &known);
	if (!r->json)
		printf(
			"%-26s %-18s %-12s  won drew lost  points (95 %%)    decided  leads  questions   won by passing\n",
			"battle", "system", "first side");
	for (const struct rules *const *at = all_rules; *at && code == EXIT_WELL; at++) {
		bool wanted = systems->n == 0;

		for (int i = 0; i < systems->n; i++) wanted |= strcmp(systems->word[i], (*at)->id) == 0;
		for (int i = 0; wanted && i < known.n && code == EXIT_WELL; i++)
			code = balance_battle(r, *at, known.name[i]);
	}
	names_free(&known);
	if (!r->json) puts("* outside 40 to 60 %; ** surely so");
	return code ? code : r->bad ? failed("a side that only passes won, or a replay differed") : EXIT_WELL;
}

static int balance(int argc, char **argv, struct ranks *ranks)
{
	struct balance_run r = {.args = {.games = 100, .seed = 1, .ranks = ranks}};
	const struct flag flags[] = {
		{"games", "N", FLAG_NUMBER, &r.args.games, "of each pairing (100)", 1, 1000000},
		{"seed", "S", FLAG_NUMBER, &r.args.seed, "of the first game (1)", 0, INT64_MAX / 2},
		{"jobs", "J", FLAG_NUMBER, &r.args.jobs, "threads (all cores)", 1, JOBS_MOST},
		{"out", "DIR", FLAG_TEXT, &r.folder, "keep each pairing's study there; goes on where it stopped", 0,
			0},
		{"json", NULL, FLAG_YES, &r.json, "an object a pairing", 0, 0},
		{0},
	};
	const struct usage usage = {"study balance", "[SYSTEM…]", 0, -1,
		"Every recommended pairing of a scenario and a rule system, captain against captain: who wins, when it is decided, how often\n"
		"the lead changes; and ten games of each side doing nothing, which it must never win (exit 1).",
		flags, NULL};
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	for (int i = 0; i < words.n; i++) {
		const struct rules *rules;

		if ((code = system_open(words.word[i], &rules))) return code;
	}
	if (!home_find(&r.home)) return EXIT_MISUSE;
	return balance_all(&r, &words);
}

/* "2/3": the second of three parts. */
static int part_read(struct study_args *args)
{
	const char *slash = args->part ? strchr(args->part, '/') : NULL;
	char which[32];

	if (!args->part) return ARGS_GO_ON;
	snprintf(which, sizeof which, "%.*s", slash ? (int)(slash - args->part) : 0, args->part);
	if (!slash || !number_read(slash + 1, 1, PARTS_MOST, &args->parts) ||
		!number_read(which, 1, args->parts, &args->which))
		return misuse("--part %s: expected a part and how many there are, as in --part 2/3", args->part);
	return args->out ? ARGS_GO_ON : misuse("--part keeps its games in the folder of --out: name one");
}

static int study_verb(int argc, char **argv, struct ranks *ranks)
{
	struct study_args args = {
		.games = 100,
		.seed = 1,
		.ranks = ranks,
		.options = {.room = 32, .word = (const char *[32]){0}},
		.sides = {.room = 8, .word = (const char *[8]){0}},
		.nodes = {.room = PLAYER_LEVELS, .word = (const char *[PLAYER_LEVELS]){0}},
	};
	const struct flag flags[] = {
		{"games", "N", FLAG_NUMBER, &args.games, "how many (100)", 1, 10000000},
		{"scenario", "NAME", FLAG_TEXT, &args.scenario, "default: the battle's first", 0, 0},
		{"option", "NAME=N", FLAG_LIST, &args.options, "an optional rule; may be repeated", 0, 0},
		{"nodes", "LEVEL=N", FLAG_LIST, &args.nodes, "what a level may try for a decision; may be repeated",
			0, 0},
		{"seed", "S", FLAG_NUMBER, &args.seed, "of the first game; the next have S+1, S+2 … (1)", 0,
			INT64_MAX / 2},
		{"jobs", "J", FLAG_NUMBER, &args.jobs, "threads (all cores); changes no result", 1, JOBS_MOST},
		{"out", "DIR", FLAG_TEXT, &args.out,
			"where it is kept and the report is written; goes on where it stopped", 0, 0},
		{"part", "K/N", FLAG_TEXT, &args.part,
			"only every Nth game, from the Kth on, and no report: put the lines of all parts' journals together, and go on without this",
			0, 0},
		{"save", NULL, FLAG_YES, &args.save, "keep every game in DIR, for `replay` and `play --load`", 0, 0},
		{"json", NULL, FLAG_YES, &args.json, "print the summary as JSON", 0, 0},
		{0},
	};
	const struct usage usage = {"study", "BATTLE SYSTEM", 2, 2,
		"Many games between computer players, with tables and a report. `--SIDE LEVEL` says who plays a side (--union marshal): random,\n"
		"recruit, captain, marshal, tree, captain0, marshal0, doctrine, pass; captain unless told otherwise. Exit 1 if a game's log does not replay to the same states.\n"
		"Also: `fratelli study compare DIR… --out DIR`, `fratelli study balance [SYSTEM…]`.",
		flags, &args.sides};
	struct words words;
	int code;

	if (argc > 1 && strcmp(argv[1], "compare") == 0) return compare(argc - 1, argv + 1);
	if (argc > 1 && strcmp(argv[1], "balance") == 0) return balance(argc - 1, argv + 1, ranks);
	code = args_read(&usage, argc, argv, &words);
	if (code == ARGS_GO_ON && args.save && !args.out)
		return misuse("--save keeps the games in the folder of --out: name one");
	if (code == ARGS_GO_ON) code = part_read(&args);
	return code == ARGS_GO_ON ? study(&words, &args) : code;
}

int verb_study(int argc, char **argv) { return ranks_run(argc, argv, study_verb); }
