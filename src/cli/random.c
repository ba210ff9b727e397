/* `fratelli random`: random games, each with whatever checks are asked for. Games run on several threads, a
   batch at a time, and are told in the order of their seeds, so that the output never depends on --jobs. */
#include "cli/cli.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define BATCH 256
#define JOBS_MOST 64

struct random_run {
	const struct muster *m;
	int flags;
	const char *battle, *system, *scenario; /* as they were given, for the way to reproduce */
	const struct words *options;
	bool json, events;
	uint64_t event[TRIAL_EVENTS]; /* counted over all games */
	uint64_t first;               /* seed of the batch's first game */
	int games;                    /* of the batch */
	atomic_int next;
	struct trial *trial;
};

static void reproduce(const struct random_run *r, uint64_t seed, struct text *out)
{
	text_addf(out, "fratelli random %s %s", r->battle, r->system);
	if (r->scenario) text_addf(out, " --scenario %s", r->scenario);
	for (int i = 0; i < r->options->n; i++) text_addf(out, " --option %s", r->options->word[i]);
	text_addf(out, " --games 1 --seed %" PRIu64 "%s%s%s%s", seed, r->flags & TRIAL_SOUND ? " --sound" : "",
		r->flags & TRIAL_REPLAY ? " --replay" : "", r->flags & TRIAL_GARBAGE ? " --garbage" : "",
		r->flags & TRIAL_BOLD ? " --bold" : "");
}

static void *work(void *of)
{
	struct random_run *r = of;
	struct text again = {0};

	for (int i; (i = atomic_fetch_add(&r->next, 1)) < r->games;) {
		text_clear(&again);
		reproduce(r, r->first + (uint64_t)i, &again);
		crash_note("It happens in: %s", text_str(&again));
		trial_run(r->m, r->first + (uint64_t)i, r->flags, &r->trial[i]);
	}
	text_free(&again);
	return NULL;
}

static void run_batch(struct random_run *r, int jobs)
{
	pthread_t thread[JOBS_MOST];
	int started = 0;

	atomic_store(&r->next, 0);
	while (started < jobs - 1 && pthread_create(&thread[started], NULL, work, r) == 0) started++;
	work(r);
	for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
}

static void print_trial(const struct random_run *r, const struct trial *t)
{
	const char *result = t->wrong[0] ? "wrong" : result_word(r->m->battle, t->winner);
	struct text out = {0};
	struct json j = {.out = &out};
	char hash[17];

	snprintf(hash, sizeof hash, "%016" PRIx64, t->hash);
	if (!r->json) {
		printf("seed %" PRIu64 "  decisions %" PRIu64 "  turns %d  result %s  hash %s\n", t->seed,
			t->decisions, t->turns, result, hash);
		return;
	}
	json_open(&j, NULL, '{');
	json_int(&j, "seed", (int64_t)t->seed);
	json_int(&j, "decisions", (int64_t)t->decisions);
	json_int(&j, "turns", t->turns);
	json_str(&j, "result", result);
	json_str(&j, "hash", hash);
	json_close(&j, '}');
	print_json(&out);
}

static int tell_batch(struct random_run *r)
{
	int wrong = 0;

	for (int i = 0; i < r->games; i++) {
		const struct trial *t = &r->trial[i];
		struct text again = {0};

		print_trial(r, t);
		for (int k = 0; k < TRIAL_EVENTS; k++) r->event[k] += t->event[k];
		if (!t->wrong[0]) continue;
		wrong++;
		reproduce(r, t->seed, &again);
		failed("seed %" PRIu64 ": %s\n  again: %s", t->seed, t->wrong, text_str(&again));
		text_free(&again);
	}
	return wrong;
}

/* What the games came to, the system's events by name. */
static void print_events(const struct random_run *r)
{
	for (int k = 0; k < TRIAL_EVENTS && r->m->rules->event[k].name; k++)
		printf("%s %" PRIu64 "\n", r->m->rules->event[k].name, r->event[k]);
}

static int run_all(struct random_run *r, uint64_t seed, int64_t games, int jobs)
{
	int64_t wrong = 0;

	r->trial = calloc(BATCH, sizeof *r->trial);
	if (!r->trial) abort();
	for (int64_t done = 0; done < games; done += r->games) {
		r->first = seed + (uint64_t)done;
		r->games = games - done < BATCH ? (int)(games - done) : BATCH;
		run_batch(r, jobs);
		wrong += tell_batch(r);
	}
	free(r->trial);
	if (r->events) print_events(r);
	return wrong ? failed("%" PRId64 " of %" PRId64 " games went wrong", wrong, games) : EXIT_WELL;
}

int verb_random(int argc, char **argv)
{
	bool sound = false, replay = false, garbage = false, bold = false;
	int64_t games = 1, seed = 1, jobs = 1;
	struct random_run r = {0};
	struct words options = {.room = 32, .word = (const char *[32]){0}};
	const struct flag flags[] = {
		{"games", "N", FLAG_NUMBER, &games, "how many (1)", 1, 1000000000},
		{"seed", "S", FLAG_NUMBER, &seed, "of the first game; the next have S+1, S+2 … (1)", 0,
			INT64_MAX / 2},
		{"scenario", "NAME", FLAG_TEXT, &r.scenario, "default: the battle's first", 0, 0},
		{"option", "NAME=N", FLAG_LIST, &options, "an optional rule; may be repeated", 0, 0},
		{"sound", NULL, FLAG_YES, &sound, "check every invariant after every order", 0, 0},
		{"replay", NULL, FLAG_YES, &replay, "replay each game's log, and undo it to the start", 0, 0},
		{"garbage", NULL, FLAG_YES, &garbage, "garbage and the other side's orders must be refused", 0, 0},
		{"bold", NULL, FLAG_YES, &bold, "chance seeks the enemy: without it large battles stay quiet", 0, 0},
		{"events", NULL, FLAG_YES, &r.events, "at the end, how often each event happened", 0, 0},
		{"jobs", "J", FLAG_NUMBER, &jobs, "threads (1)", 1, JOBS_MOST},
		{"json", NULL, FLAG_YES, &r.json, "one object a line", 0, 0},
		{0},
	};
	const struct usage usage = {"random", "BATTLE SYSTEM", 2, 2,
		"Random games, one line each. Exit 1 if any goes wrong, with the reason and how to see it again.",
		flags, NULL};
	struct engagement e;
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	r.battle = words.word[0], r.system = words.word[1], r.options = &options;
	if (!home_find(&home)) return EXIT_MISUSE;
	if ((code = engagement_open(&home, r.battle, r.system, r.scenario, &options, &e))) return code;
	r.m = e.muster;
	r.flags = (sound ? TRIAL_SOUND : 0) | (replay ? TRIAL_REPLAY : 0) | (garbage ? TRIAL_GARBAGE : 0) |
	          (bold ? TRIAL_BOLD : 0) | (r.events ? TRIAL_SOUND : 0);
	code = run_all(&r, (uint64_t)seed, games, (int)jobs);
	engagement_close(&e);
	return code;
}
