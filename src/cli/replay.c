/* `fratelli replay`: a saved game told again, order by order, as everybody or one side saw it. Loading
   replays every order and compares every hash, so a game that is told is a game that is verified. */
#include "cli/cli.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/terminal.h"

struct telling {
	const struct match *match;
	int viewer;
	bool all; /* the owner: everything is told */
};

static void tell_event(const struct telling *t, const struct event *e)
{
	struct text said = {0};

	if (!t->all && !event_seen(e, t->viewer)) return;
	event_words(t->match->m, e, &said);
	printf("      %s\n", text_str(&said));
	text_free(&said);
}

static void tell_events(const struct telling *t, int from, int to)
{
	for (int i = from; i < to; i++) tell_event(t, &t->match->events.list[i]);
}

/* Events of undone entries are gone from the match; such an entry is told without them. */
static void tell_entry(const struct telling *t, int i)
{
	const struct entry *e = &t->match->entry[i];
	struct text words = {0};
	bool hidden = !t->all && t->viewer != NOBODY && e->side != t->viewer && t->match->m->rules->mask;

	entry_words(t->match, e, &words);
	printf("%4d  %s: %s%s\n", i + 1, side_title(t->match->m->battle, e->side),
		hidden ? "an order" : text_str(&words), e->undone ? " (taken back)" : "");
	if (!e->undone) tell_events(t, e->events_at, entry_events_end(t->match, i));
	text_free(&words);
}

static int first_events(const struct match *match)
{
	return match->n ? match->entry[0].events_at : match->events.n;
}

static void tell_text(const struct telling *t, const struct loaded *l, bool show)
{
	struct text result = {0};

	printf("%s, %s: %s\n", l->battle->title, l->muster->scenario->title, l->muster->rules->title);
	tell_events(t, 0, first_events(t->match));
	for (int i = 0; i < t->match->n; i++) tell_entry(t, i);
	if (show) terminal_position(t->match, t->viewer, stdout);
	result_words(t->match, &result);
	fputs(text_str(&result), stdout);
	text_free(&result);
}

static void tell_json(struct telling *t, const struct loaded *l)
{
	struct text out = {0};
	struct json j = {.out = &out};

	json_open(&j, NULL, '{');
	json_str(&j, "battle", l->battle->id);
	json_str(&j, "scenario", l->muster->scenario->id);
	json_str(&j, "system", l->muster->rules->id);
	json_open(&j, "entries", '[');
	wire_before(t->match, &(struct entry_look){.as = t->viewer, .secrets = t->all}, &j);
	for (int i = 0; i < t->match->n; i++)
		wire_entry(t->match, i,
			&(struct entry_look){.as = t->viewer,
				.all = t->all || !t->match->m->rules->mask || t->viewer == NOBODY,
				.secrets = t->all,
				.n = i,
				.first = -1},
			&j);
	json_close(&j, ']');
	json_bool(&j, "over", t->match->g->over);
	json_str(&j, "result", t->match->g->over ? result_word(l->battle, t->match->g->winner) : NULL);
	json_close(&j, '}');
	print_json(&out);
}

static int told(const struct loaded *l, const char *view, bool verify, bool as_json)
{
	struct telling t = {.match = l->match, .viewer = NOBODY, .all = !view};

	if (view && strcmp(view, "all") != 0 && (t.viewer = side_find(l->battle, view)) == NOBODY)
		return unknown("side", view, (const char *[]){l->battle->side[0].id, l->battle->side[1].id, "all"},
			3);
	if (verify)
		printf("verified: %d entries replay to the same states, last hash %016" PRIx64 "\n", l->match->n,
			play_hash(l->muster, l->match->g));
	else if (as_json) tell_json(&t, l);
	else tell_text(&t, l, view != NULL);
	return EXIT_WELL;
}

int verb_replay(int argc, char **argv)
{
	bool verify = false, as_json = false;
	int64_t to = -1;
	const char *view = NULL;
	const struct flag flags[] = {
		{"to", "N", FLAG_NUMBER, &to, "only the first N entries", 0, INT32_MAX},
		{"verify", NULL, FLAG_YES, &verify, "only say whether it replays to the same states", 0, 0},
		{"view", "SIDE", FLAG_TEXT, &view, "as that side saw it, with the position; `all`: a spectator", 0,
			0},
		{"json", NULL, FLAG_YES, &as_json, "as JSON", 0, 0},
		{0},
	};
	const struct usage usage = {"replay", "SAVE", 1, 1,
		"Replays a saved game. Exit 1 if it does not replay to the states it had.", flags, NULL};
	struct faults faults = {0};
	struct loaded l;
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!home_find(&home)) return EXIT_MISUSE;
	if (!match_load(home.data, words.word[0], (int)to, &l, &faults)) {
		faults_print(&faults, stderr);
		faults_free(&faults);
		return failed("%s does not replay", words.word[0]);
	}
	faults_free(&faults);
	code = told(&l, view, verify, as_json);
	loaded_free(&l);
	return code;
}
