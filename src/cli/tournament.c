/* `fratelli tournament`: the opponent's levels against each other, sides swapped, with Elo's numbers and the
   time they take. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study/study.h"

static void note(const char *words) { crash_note("%s", words); }

struct field_of {
	char word[ENTRANTS_MOST][256];
	struct weights weights[ENTRANTS_MOST];
};

/* "captain"; "captain@1000", who has so many nodes a decision; "captain:old.yaml", who judges by the weights
   in that file. */
static int entrant_read(struct field_of *f, const uint64_t nodes[PLAYER_LEVELS], struct tournament *t)
{
	char name[32], *word = f->word[t->entrants];
	struct player *p = &t->entrant[t->entrants];
	const char *file = strchr(word, ':'), *nodes_at = word + strcspn(word, ":@");
	char *end;
	int code;

	snprintf(name, sizeof name, "%.*s", (int)(nodes_at - word), word);
	if ((code = level_read(name, &p->level))) return code;
	p->nodes = nodes[p->level], p->name = word;
	if (*nodes_at == '@') {
		p->nodes = strtoull(nodes_at + 1, &end, 10);
		if (nodes_at[1] < '1' || nodes_at[1] > '9' || (*end && *end != ':'))
			return misuse("--levels: `%s`: after @ comes a number of nodes, as in captain@1000", word);
	}
	for (int i = 0; i < t->entrants; i++)
		if (strcmp(f->word[i], word) == 0) return misuse("--levels: `%s` is named twice", word);
	if (file && (code = weights_open(file + 1, &f->weights[t->entrants]))) return code;
	p->weights = file ? &f->weights[t->entrants] : NULL;
	t->entrants++;
	return EXIT_WELL;
}

/* "recruit,captain,marshal" */
static int entrants_read(const char *list, struct field_of *f, const uint64_t nodes[PLAYER_LEVELS],
	struct tournament *t)
{
	for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
		int code;

		if (t->entrants == ENTRANTS_MOST) return misuse("at most %d levels can meet", ENTRANTS_MOST);
		snprintf(f->word[t->entrants], sizeof f->word[0], "%.*s", (int)strcspn(at, ","), at);
		if ((code = entrant_read(f, nodes, t))) return code;
	}
	return t->entrants > 1 ? EXIT_WELL : misuse("--levels needs two or more, as in --levels recruit,captain");
}

static double per(int64_t nanoseconds, uint64_t n) { return n ? (double)nanoseconds / (double)n / 1e6 : 0; }

static void tell(const struct tournament *t, bool times)
{
	printf("%-10s %-10s  games   won drawn  lost  score (95 %%)\n", "", "");
	for (int i = 0; i < t->meetings; i++) {
		const struct meeting *m = &t->meeting[i];

		printf("%-10s %-10s  %5d %5d %5d %5d  %5.1f %% (%.1f to %.1f)\n", t->entrant[m->a].name,
			t->entrant[m->b].name, m->games, m->wins, m->draws, m->losses, 100 * m->score, 100 * m->low,
			100 * m->high);
	}
	printf("\n%-10s  Elo%s\n", "level",
		times ? "          ms a decision  ms an activation  slowest activation, ms" : "");
	for (int i = 0; i < t->entrants; i++) {
		const struct pace *p = &t->pace[i];

		printf("%-10s %+5.0f ± %.0f", t->entrant[i].name, t->elo[i], t->error[i]);
		if (times)
			printf("  %13.2f  %16.2f  %22.0f", per(p->nanoseconds, p->decisions),
				per(p->nanoseconds, p->activations), (double)p->slowest / 1e6);
		putchar('\n');
	}
}

static void tell_json(const struct tournament *t, bool times)
{
	struct text out = {0};
	struct json j = {.out = &out};

	json_open(&j, NULL, '{');
	json_str(&j, "battle", t->m->battle->id);
	json_str(&j, "scenario", t->m->scenario->id);
	json_str(&j, "system", t->m->rules->id);
	json_open(&j, "meetings", '[');
	for (int i = 0; i < t->meetings; i++) {
		const struct meeting *m = &t->meeting[i];

		json_open(&j, NULL, '{');
		json_str(&j, "level", t->entrant[m->a].name);
		json_str(&j, "against", t->entrant[m->b].name);
		json_int(&j, "games", m->games);
		json_int(&j, "wins", m->wins);
		json_int(&j, "draws", m->draws);
		json_int(&j, "losses", m->losses);
		json_double(&j, "score", m->score);
		json_double(&j, "low", m->low);
		json_double(&j, "high", m->high);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_open(&j, "levels", '[');
	for (int i = 0; i < t->entrants; i++) {
		json_open(&j, NULL, '{');
		json_str(&j, "level", t->entrant[i].name);
		json_int(&j, "nodes", (int64_t)t->entrant[i].nodes);
		json_double(&j, "elo", t->elo[i]);
		json_double(&j, "error", t->error[i]);
		if (times) {
			json_double(&j, "ms_per_decision", per(t->pace[i].nanoseconds, t->pace[i].decisions));
			json_double(&j, "ms_per_activation", per(t->pace[i].nanoseconds, t->pace[i].activations));
			json_double(&j, "ms_slowest_activation", (double)t->pace[i].slowest / 1e6);
		}
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_int(&j, "differences", t->differences);
	json_close(&j, '}');
	print_json(&out);
}

struct telling {
	struct ranks *ranks;
	int jobs;
	bool json, times;
};

static int tournament(const struct words *words, const char *scenario, const struct words *options,
	struct tournament *t, const struct telling *how_told)
{
	const struct study_how how = {.jobs = how_told->jobs,
		.ranks = how_told->ranks,
		.title = "tournament",
		.note = note};
	struct engagement e;
	struct home home;
	int code;

	if (!home_find(&home)) return EXIT_MISUSE;
	if ((code = engagement_open(&home, words->word[0], words->word[1], scenario, options, &e))) return code;
	t->m = e.muster;
	tournament_run(t, &how);
	if (how_told->json) tell_json(t, how_told->times);
	else tell(t, how_told->times);
	engagement_close(&e);
	return t->differences ? failed("%d games went wrong", t->differences) : EXIT_WELL;
}

static int tournament_verb(int argc, char **argv, struct ranks *ranks)
{
	const char *levels = "random,recruit,captain", *scenario = NULL;
	struct telling how = {.ranks = ranks};
	int64_t games = 20, seed = 1, jobs = 0;
	uint64_t budget[PLAYER_LEVELS] = {0};
	struct words options = {.room = 32, .word = (const char *[32]){0}};
	struct words nodes = {.room = PLAYER_LEVELS, .word = (const char *[PLAYER_LEVELS]){0}};
	const struct flag flags[] = {
		{"levels", "A,B,…", FLAG_TEXT, &levels,
			"who meets: random, recruit, captain, marshal, tree, captain0, marshal0, doctrine, pass; captain@1000 has so many nodes, captain:FILE judges by the weights in that file (random,recruit,captain)",
			0, 0},
		{"games", "N", FLAG_NUMBER, &games, "of each pairing, an even number (20)", 1, 1000000},
		{"scenario", "NAME", FLAG_TEXT, &scenario, "default: the battle's first", 0, 0},
		{"option", "NAME=N", FLAG_LIST, &options, "an optional rule; may be repeated", 0, 0},
		{"nodes", "LEVEL=N", FLAG_LIST, &nodes, "what a level may try for a decision; may be repeated", 0, 0},
		{"seed", "S", FLAG_NUMBER, &seed, "of the first pair of games (1)", 0, INT64_MAX / 2},
		{"jobs", "J", FLAG_NUMBER, &jobs, "threads (all cores); changes no result", 1, 64},
		{"times", NULL, FLAG_YES, &how.times, "how long each level took for a decision and an activation", 0,
			0},
		{"json", NULL, FLAG_YES, &how.json, "as JSON", 0, 0},
		{0},
	};
	const struct usage usage = {"tournament", "BATTLE SYSTEM", 2, 2,
		"Levels against each other, everybody against everybody, each two games on the same dice with the sides swapped.",
		flags, NULL};
	struct tournament t = {0};
	struct field_of field;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if ((code = nodes_read(&nodes, budget)) || (code = entrants_read(levels, &field, budget, &t)))
		return code;
	t.games = (int)games, t.seed = (uint64_t)seed;
	how.jobs = jobs ? (int)jobs : ranks_cores(ranks);
	return tournament(&words, scenario, &options, &t, &how);
}

int verb_tournament(int argc, char **argv) { return ranks_run(argc, argv, tournament_verb); }
