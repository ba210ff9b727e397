/* `fratelli list`: what there is to play. Every battle is loaded and mustered under every system, so this is
   also the quickest check that all data files are sound; whatever fails is said and skipped. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

struct listing {
	struct home home;
	bool failed;
	struct json *json; /* NULL: text */
};

static void list_systems(struct listing *l)
{
	if (!l->json) puts("Rule systems");
	else json_open(l->json, "systems", '[');
	for (const struct rules *const *at = all_rules; *at; at++) {
		const struct rules *r = *at;

		if (!l->json) {
			printf("  %-18s %s%s%s (difficulty %d of 5)\n", r->id, r->title, r->subtitle ? ": " : "",
				r->subtitle ? r->subtitle : "", r->difficulty);
			continue;
		}
		json_open(l->json, NULL, '{');
		json_str(l->json, "id", r->id);
		json_str(l->json, "title", r->title);
		json_str(l->json, "subtitle", r->subtitle);
		json_str(l->json, "text", r->text);
		json_int(l->json, "version", r->version);
		json_int(l->json, "difficulty", r->difficulty);
		json_close(l->json, '}');
	}
	if (l->json) json_close(l->json, ']');
}

static void list_muster(struct listing *l, const struct muster *m)
{
	if (!l->json) {
		printf("      %-18s %-12s %3d pieces  %s\n", m->rules->id, wire_grade(m->grade), m->pieces,
			m->grade_why ? m->grade_why : "");
		return;
	}
	json_open(l->json, NULL, '{');
	json_str(l->json, "system", m->rules->id);
	json_str(l->json, "grade", wire_grade(m->grade));
	json_str(l->json, "why", m->grade_why);
	json_int(l->json, "pieces", m->pieces);
	json_close(l->json, '}');
}

/* One scenario under every system. The musters are made in an arena of their own: a map is large. */
static void list_gradings(struct listing *l, const struct battle *b, const struct scenario *s)
{
	for (const struct rules *const *r = all_rules; *r; r++) {
		struct arena *a = arena_new();
		struct faults faults = {0};
		const struct muster *m = muster_make(a, *r, l->home.data, b, s->id, NULL, &faults);

		if (m) {
			list_muster(l, m);
		} else {
			l->failed = true;
			fflush(stdout);
			faults_print(&faults, stderr);
			failed("%s, %s: skipped under %s", b->id, s->id, (*r)->id);
		}
		faults_free(&faults);
		arena_free(a);
	}
}

static void list_scenario(struct listing *l, const struct battle *b, const struct scenario *s)
{
	struct text from = {0}, to = {0};

	clock_write(s->starts, &from);
	clock_write(s->ends, &to);
	if (!l->json) {
		printf("    %-14s %s, %s to %s\n", s->id, s->title, text_str(&from), text_str(&to));
		list_gradings(l, b, s);
	} else {
		json_open(l->json, NULL, '{');
		json_str(l->json, "id", s->id);
		json_str(l->json, "title", s->title);
		json_str(l->json, "starts", text_str(&from));
		json_str(l->json, "ends", text_str(&to));
		json_open(l->json, "gradings", '[');
		list_gradings(l, b, s);
		json_close(l->json, ']');
		json_close(l->json, '}');
	}
	text_free(&from);
	text_free(&to);
}

static void list_battle(struct listing *l, const struct battle *b)
{
	if (l->json) {
		json_open(l->json, NULL, '{');
		json_str(l->json, "id", b->id);
		json_str(l->json, "title", b->title);
		json_str(l->json, "date", b->date);
		json_open(l->json, "sides", '[');
		for (int s = 0; s < SIDES; s++) json_str(l->json, NULL, b->side[s].id);
		json_close(l->json, ']');
		json_open(l->json, "scenarios", '[');
	} else {
		printf("  %-16s %s, %s: %s against %s\n", b->id, b->title, b->date, b->side[0].id, b->side[1].id);
	}
	for (int i = 0; i < b->scenarios; i++) list_scenario(l, b, &b->scenario[i]);
	if (l->json) {
		json_close(l->json, ']');
		json_close(l->json, '}');
	}
}

static void list_battles(struct listing *l, bool tests)
{
	struct names known = {0};

	battles_known(&l->home, tests, &known);
	if (l->json) json_open(l->json, "battles", '[');
	else puts("\nBattles, their scenarios, and how well each system fits");
	for (int i = 0; i < known.n; i++) {
		struct arena *a = arena_new();
		const struct battle *b;

		if (battle_open(&l->home, a, known.name[i], &b) == EXIT_WELL) list_battle(l, b);
		else l->failed = true;
		arena_free(a);
	}
	if (l->json) json_close(l->json, ']');
	else if (known.n == 0) puts("  none yet; --tests shows the small ones for tests");
	names_free(&known);
}

int verb_list(int argc, char **argv)
{
	bool as_json = false, tests = false;
	const struct flag flags[] = {
		{"tests", NULL, FLAG_YES, &tests, "the small battles for tests too", 0, 0},
		{"json", NULL, FLAG_YES, &as_json, "as JSON", 0, 0},
		{0},
	};
	const struct usage usage = {"list", "", 0, 0,
		"Battles, scenarios, rule systems, and how well they fit each other.", flags, NULL};
	struct text out = {0};
	struct json json = {.out = &out};
	struct listing l = {0};
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!home_find(&l.home)) return EXIT_MISUSE;
	if (as_json) {
		l.json = &json;
		json_open(l.json, NULL, '{');
	}
	list_systems(&l);
	list_battles(&l, tests);
	if (as_json) {
		json_close(l.json, '}');
		print_json(&out);
	}
	return l.failed ? EXIT_FAILED : EXIT_WELL;
}
