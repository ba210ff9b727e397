/* What may be said at the prompt besides an order: a table, like the verbs of the command itself. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"
#include "engine/optional.h"

/* --- before an order ------------------------------------------------------------------------------------ */

/* A number of the list, or an order in words. */
static bool order_named(const struct terminal *t, const char *words, struct order *o)
{
	char error[200];
	int64_t n;

	if (number_read(words, 1, t->match->legal.n, &n)) {
		*o = t->match->legal.list[n - 1];
		return true;
	}
	if (order_read(t->match->m, words, o, error, sizeof error)) return true;
	printf("%s.\n", error);
	return false;
}

static void word_orders(struct terminal *t, char *rest)
{
	int piece = *rest ? piece_named(t, rest, true) : NO_UNIT;

	if (!*rest || piece != NO_UNIT) terminal_orders_all(t, piece);
}

static void word_odds(struct terminal *t, char *rest)
{
	const struct match *m = t->match;
	struct odds *odds;
	struct refusal why = {0};
	struct text out = {0};
	struct saying said;
	struct order o;

	if (!order_named(t, rest, &o)) return;
	odds = calloc(1, sizeof *odds);
	if (!odds) abort();
	if (odds_of(m->m, m->g, m->turn, &o, 1, 0, odds, &why)) {
		order_say(m->m, m->g, m->turn, &o, &said);
		odds_words(m->m, odds, &out);
		puts(said.text);
		print_wrapped(&t->window, text_str(&out));
	} else {
		print_refusal(t, &why);
	}
	odds_free(odds);
	free(odds);
	text_free(&out);
}

static void word_hint(struct terminal *t, char *rest)
{
	const struct match *m = t->match;
	struct text out = {0};
	struct order o;

	(void)rest;
	mind_advise(m->m, m->g, m->turn, &m->legal, (struct mind_budget){.threads = ranks_cores(NULL)}, &o, &out);
	print_wrapped(&t->window, text_str(&out));
	text_free(&out);
}

static void word_reasons(struct terminal *t, char *rest)
{
	(void)rest;
	for (int side = 0; side < SIDES; side++)
		if (t->reason[side].n) print_wrapped(&t->window, text_str(&t->reason[side]));
	if (!t->reason[0].n && !t->reason[1].n) puts("The computer has made no plan yet.");
}

static void word_why(struct terminal *t, char *rest)
{
	struct play p = {.m = t->match->m};
	struct refusal why = {0};
	struct order o;

	if (!*rest) puts("`why ORDER IN WORDS`: why it is not allowed.");
	else if (!order_named(t, rest, &o)) return;
	else if (play_check(&p, t->match->g, t->match->turn, &o, &why)) puts("It is allowed.");
	else print_refusal(t, &why);
}

/* What the enemy could do to whatever stands in a hex, with its odds. */
static void word_threats(struct terminal *t, char *rest)
{
	const struct match *m = t->match;
	int enemy = 1 - m->turn;
	struct play p = {.m = m->m};
	struct game *clone;
	struct orders *list;
	struct odds *odds;
	int32_t place;

	if (!words_hooks(m->m)->threats || !place_find(m->m, rest, &place) || place < 0) {
		puts(words_hooks(m->m)->threats ? "`threats HEX`: what the enemy could do to whoever stands there."
										: "These rules cannot tell threats.");
		return;
	}
	clone = game_new(m->m);
	list = calloc(1, sizeof *list);
	odds = calloc(1, sizeof *odds);
	if (!list || !odds) abort();
	game_copy(m->m, clone, m->g);
	play_imagine(&p, clone, m->turn, &(struct rng){1}); /* what the enemy hides is not told by its odds */
	words_hooks(m->m)->threats(&p, clone, enemy, place, list);
	for (int i = 0; i < list->n && i < 12; i++) {
		struct text out = {0};
		struct saying said;

		order_say(m->m, clone, enemy, &list->list[i], &said);
		*odds = (struct odds){0};
		if (odds_of(m->m, clone, enemy, &list->list[i], 1, 20000, odds, NULL)) odds_words(m->m, odds, &out);
		puts(said.text);
		print_wrapped(&t->window, text_str(&out));
		odds_free(odds);
		text_free(&out);
	}
	if (list->n == 0) puts("Nobody threatens it now.");
	free(odds);
	free(list);
	free(clone);
}

/* --- going back, saving --------------------------------------------------------------------------------- */

/* The entry before which the n-th last order of a human was given; -1 if there were fewer. */
static int entry_back(const struct terminal *t, int64_t n)
{
	for (int i = t->match->n - 1; i >= 0; i--) {
		const struct entry *e = &t->match->entry[i];

		if (!e->undone && e->kind == ENTRY_ORDER && t->player[e->side] == PLAYER_HUMAN && --n == 0) return i;
	}
	return -1;
}

static void word_undo(struct terminal *t, char *rest)
{
	struct refusal why = {0};
	int64_t n = 1;
	int to;

	if (*rest && !number_read(rest, 1, INT32_MAX, &n)) {
		puts("`undo N` takes back your last N orders.");
		return;
	}
	to = entry_back(t, n);
	if (to < 0) {
		puts("There are not that many orders to take back.");
	} else if (match_undo(t->match, t->match->turn, to, true, &why)) {
		t->told = t->match->events.n;
		printf("Back to before your last %s.\n", n == 1 ? "order" : "orders");
	} else {
		print_refusal(t, &why);
	}
}

static void word_save(struct terminal *t, char *rest)
{
	struct text out = {0};

	if (!*rest) {
		printf("`save FILE`. %s%s\n", t->autosave[0] ? "It is saved after each order in " : "", t->autosave);
		return;
	}
	match_save(t->match, &out);
	if (file_write(rest, text_str(&out), out.n)) printf("Saved in %s.\n", rest);
	else printf("Cannot save in %s: %s\n", rest, strerror(errno));
	text_free(&out);
}

static void word_load(struct terminal *t, char *rest)
{
	struct faults faults = {0};
	struct loaded l;

	fflush(stdout);
	if (!*rest) {
		puts("`load FILE`");
	} else if (match_load(t->home->data, rest, -1, &l, &faults)) {
		if (!t->loaded.match) match_free(t->match);
		loaded_free(&t->loaded);
		t->loaded = l;
		t->match = l.match;
		terminal_restart(t);
		printf("%s under %s, %s %d.\n", l.battle->title, l.muster->rules->title, l.muster->rules->turn_name,
			l.match->g->turn);
	} else {
		faults_print(&faults, stdout);
		puts("It was not loaded; the game goes on as it was.");
	}
	faults_free(&faults);
}

/* --- standing orders, rules ----------------------------------------------------------------------------- */

static void list_standing(const struct terminal *t)
{
	const struct rules *r = t->match->m->rules;

	for (int i = 0; i < r->standings; i++) {
		const struct standing *s = &r->standing[i];
		int now = t->match->g->standing[t->match->turn][i];

		printf("  standing %s  %s: ", s->name, s->title);
		for (int k = 0; s->choice[k]; k++) printf(k == now ? "%s[%s]" : "%s%s", k ? " " : "", s->choice[k]);
		putchar('\n');
	}
	if (r->standings == 0) puts("These rules have no standing orders.");
}

static bool standing_set(struct terminal *t, int which, const char *choice)
{
	const struct standing *s = &t->match->m->rules->standing[which];
	struct refusal why = {0};

	for (int k = 0; s->choice[k]; k++) {
		if (strcasecmp(s->choice[k], choice) != 0) continue;
		if (match_standing(t->match, t->match->turn, which, k, &why))
			printf("%s: %s.\n", s->title, s->choice[k]);
		else print_refusal(t, &why);
		return true;
	}
	return false;
}

static void word_standing(struct terminal *t, char *rest)
{
	const struct rules *r = t->match->m->rules;
	char *name = strsep(&rest, " ");

	for (int i = 0; i < r->standings && *name; i++)
		if (strcasecmp(r->standing[i].name, name) == 0 && rest && standing_set(t, i, rest)) return;
	list_standing(t);
}

static void word_rules(struct terminal *t, char *rest)
{
	struct rulebook book;
	struct text out = {0};
	const struct statement *s;

	fflush(stdout);
	if (!rulebook_read(t->home, t->match->m->rules->id, &book)) return;
	s = rulebook_find(&book, rest);
	if (s) {
		statement_words(&book, s, &out);
	} else {
		for (int i = 0; i < book.n && *rest; i++) /* a chapter: fire, 4 */
			if (strncasecmp(book.list[i].id, rest, strlen(rest)) == 0 && book.list[i].id[strlen(rest)] == '.')
				text_addf(&out, "  %-10s %s\n", book.list[i].id, book.list[i].text);
		if (!out.n)
			text_add(&out,
				"`rules NUMBER`, as in [NUMBER] behind a sentence; or the part before the dot for a chapter.\n");
	}
	print_paged(&t->window, text_str(&out));
	text_free(&out);
	rulebook_free(&book);
}

static void word_quit(struct terminal *t, char *rest)
{
	(void)rest;
	t->quit = true;
}

/* --- the table ------------------------------------------------------------------------------------------ */

static void word_help(struct terminal *t, char *rest);

static const struct word words[] = {
	{"go", "UNIT HEX", "marches there by the shortest way", go_to},
	{"orders", "[UNIT]", "every order, as it may be typed", word_orders},
	{"odds", "ORDER", "its exact odds, each modifier with its rule", word_odds},
	{"why", "ORDER", "why it is not allowed: the rule and the reason", word_why},
	{"hint", "", "what a marshal would do in your place, and why", word_hint},
	{"reasons", "", "the plan the computer made last, and the odds it counted on", word_reasons},
	{"threats", "HEX", "what the enemy could do to whoever stands there", word_threats},
	{"map", "[all|numbers]", "the map; all of it; hex numbers on and off", look_map},
	{"map", "on|off", "a map before each question, or not", look_map},
	{"focus", "[HEX]", "the middle of the map; alone: follow the game", look_focus},
	{"see", "UNIT [HEX]", "what a unit sees; if it sees a hex, and why not", look_see},
	{"show", "NAME [UNIT]", "other things on the map; alone: which", look_show},
	{"stack", "HEX", "the ground of a hex and who stands there", look_stack},
	{"unit", "NAME", "all about a unit, every sign explained", look_unit},
	{"tracks", "", "turn, points, morale, who is off the map", look_tracks},
	{"log", "[N]", "the last N things that happened", look_log},
	{"standing", "[NAME CHOICE]", "standing orders: answers given without asking", word_standing},
	{"rules", "NUMBER", "a rule in our own words", word_rules},
	{"undo", "[N]", "take back your last N orders", word_undo},
	{"save", "FILE", "save the game in a file of your choice", word_save},
	{"load", "FILE", "go on with a saved game", word_load},
	{"help", "", "this list", word_help},
	{"quit", "", "leave; the game is saved", word_quit},
};
#define WORDS ((int)(sizeof words / sizeof *words))

static void word_help(struct terminal *t, char *rest)
{
	const struct rules *r = t->match->m->rules;

	(void)rest;
	puts("An order's number, or the order in words, answers the question; Enter takes\n"
		 "the default if one is stated. A unit's name lists its orders. Besides:");
	for (int i = 0; i < WORDS; i++) {
		char left[48];

		snprintf(left, sizeof left, "%s %s", words[i].name, words[i].args);
		printf("  %-24s %s\n", left, words[i].title);
	}
	for (int i = 0; i < r->overlays; i++) {
		char left[64];

		snprintf(left, sizeof left, "%s %s", r->overlay[i].name, r->overlay[i].needs_unit ? "UNIT" : "");
		printf("  %-24s on the map: %s\n", left, r->overlay[i].title);
	}
	puts("A word that is also an order of these rules means the order; `/map` the command.");
}

bool terminal_word(struct terminal *t, char *line)
{
	size_t n = strcspn(line, " ");
	char *rest = line + n + strspn(line + n, " ");
	char name[32];

	snprintf(name, sizeof name, "%.*s", (int)n, line);
	for (int i = 0; i < WORDS; i++)
		if (strcasecmp(words[i].name, name) == 0) {
			words[i].run(t, rest);
			return true;
		}
	if (overlay_find(t->match->m->rules, name) >= 0) {
		look_show(t, line);
		return true;
	}
	if (strcmp(name, "?") == 0 || strcmp(name, "h") == 0 || strcmp(name, "q") == 0) {
		(name[0] == 'q' ? word_quit : word_help)(t, rest);
		return true;
	}
	return false;
}
