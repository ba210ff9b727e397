/* The game at one keyboard: ask whoever is to decide, carry the answer out, tell what happened, save. Two
   people, one person for both sides, or a random player on one or both. */
#include "cli/terminal.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
	MACHINE_SAVES = 32
}; /* a machine's orders are many and quick: not every one of them waits for the disk */

int terminal_viewer(const struct terminal *t)
{
	int turn = t->match->turn;

	if (turn != NOBODY && t->player[turn] == PLAYER_HUMAN) return turn;
	for (int s = 0; s < SIDES; s++)
		if (t->player[s] == PLAYER_HUMAN && t->player[1 - s] != PLAYER_HUMAN) return s;
	return NOBODY;
}

char *terminal_line(const struct window *w, const char *prompt)
{
	char *line = NULL, *start;
	size_t room = 0;
	ssize_t n;

	printf("%s%s%s", paint(w, BOLD), prompt, paint(w, PLAIN));
	fflush(stdout);
	n = getline(&line, &room, stdin);
	if (n < 0) {
		free(line);
		putchar('\n');
		return NULL;
	}
	while (n > 0 && isspace((unsigned char)line[n - 1])) line[--n] = '\0';
	for (start = line; isspace((unsigned char)*start);) start++;
	memmove(line, start, strlen(start) + 1);
	if (!isatty(0)) puts(line); /* what a script says stands in its transcript */
	return line;
}

void print_refusal(const struct terminal *t, const struct refusal *why)
{
	struct text out = {0};

	text_addf(&out, "Not allowed: %s", why->text);
	if (why->rule && *why->rule) text_addf(&out, " [%s]", why->rule);
	print_wrapped(&t->window, text_str(&out));
	text_free(&out);
}

bool terminal_give(struct terminal *t, const struct order *o)
{
	struct refusal why = {0};
	struct text words = {0};
	bool fine;

	order_write(t->match->m, o, &words);
	crash_note("The game up to the last order is in %s; the order was: %s", t->autosave, text_str(&words));
	fine = match_order(t->match, t->match->turn, o, &why);
	if (!fine) print_refusal(t, &why);
	text_free(&words);
	return fine;
}

static void machine_order(struct terminal *t)
{
	int side = t->match->turn;
	struct refusal why = {0};
	struct text plan = {0};
	struct order o;

	if (t->player[side] != MIND_RANDOM) { /* it thinks; a pipe hears what happened too */
		if (t->window.tty) printf("%s… \r", side_title(t->match->m->battle, side));
		fflush(stdout);
	}
	o = mind_choose(t->mind[side], t->match->g, side, &t->match->legal,
		(struct mind_budget){.threads = ranks_cores(NULL)});
	if (mind_explain(t->mind[side], t->match->g, side, TELL_CHANCES, &plan)) {
		text_free(&t->reason[side]);
		t->reason[side] = plan;
	}
	if (!match_order(t->match, side, &o, &why)) {
		crash_note("The machine's order was refused: %s [%s]; the game is in %s", why.text,
			why.rule ? why.rule : "", t->autosave);
		abort();
	}
}

/* --- the human's answer --------------------------------------------------------------------------------- */

static bool give_number(struct terminal *t, int64_t n)
{
	struct order o;

	if (n < 1 || n > t->match->legal.n) {
		printf("There are orders 1 to %d.\n", t->match->legal.n);
		return false;
	}
	o = t->match->legal.list[n - 1]; /* a copy: the list is made anew while the order is carried out */
	return terminal_give(t, &o);
}

static bool give_usual(struct terminal *t)
{
	struct play p = {.m = t->match->m};
	struct order o;

	if (play_usual(&p, t->match->g, t->match->turn, &o)) return terminal_give(t, &o);
	puts("There is no default here: type an order's number, or `help`.");
	return false;
}

static bool is_verb(const struct rules *r, const char *line)
{
	size_t n = strcspn(line, " ");

	for (int i = 0; i < r->verbs; i++)
		if (strlen(r->verb[i].name) == n && strncasecmp(r->verb[i].name, line, n) == 0) return true;
	return false;
}

static bool give_words(struct terminal *t, const char *line)
{
	char error[200];
	struct order o;

	if (order_read(t->match->m, line, &o, error, sizeof error)) return terminal_give(t, &o);
	printf("%s. `help` tells what may be said here.\n", error);
	return false;
}

/* True if something was decided, and the next question is due. */
static bool answer(struct terminal *t, char *line)
{
	int64_t number;
	int piece, entries = t->match->n;
	const struct match *before = t->match;

	if (!*line) return give_usual(t);
	if (number_read(line, INT32_MIN, INT32_MAX, &number)) return give_number(t, number);
	if (line[0] != '/' && is_verb(t->match->m->rules, line)) return give_words(t, line);
	if (terminal_word(t, line + (line[0] == '/')))
		return t->quit || t->match != before || t->match->n != entries;
	if ((piece = piece_named(t, line, false)) != NO_UNIT) terminal_orders_all(t, piece);
	else return give_words(t, line);
	return false;
}

static void ask_human(struct terminal *t)
{
	char prompt[80];
	bool decided = false;

	window_look(&t->window, 1);
	if (t->map_always) terminal_draw(t, NULL);
	terminal_question(t);
	terminal_orders(t);
	snprintf(prompt, sizeof prompt, "%s> ", side_title(t->match->m->battle, t->match->turn));
	while (!decided) {
		char *line = terminal_line(&t->window, prompt);

		if (!line) {
			t->quit = true;
			return;
		}
		decided = answer(t, line);
		free(line);
	}
}

/* Two people at one screen, and the rules keep secrets: the other looks away. */
static void hand_over(struct terminal *t, int from)
{
	char prompt[160];
	const struct battle *b = t->match->m->battle;

	if (!t->window.tty || !t->match->m->rules->mask || from == NOBODY || from == t->match->turn ||
		t->player[0] != t->player[1])
		return;
	snprintf(prompt, sizeof prompt, "%s: yours to decide. %s: look away; then press Enter. ",
		side_title(b, t->match->turn), side_title(b, from));
	free(terminal_line(&t->window, prompt));
}

/* --- the game ------------------------------------------------------------------------------------------- */

static void tell_beginning(const struct terminal *t)
{
	const struct muster *m = t->match->m;
	char hex[65];
	uint8_t commitment[32];

	seed_commitment(t->match->seed, commitment);
	seed_write(commitment, hex);
	printf("%s%s%s, %s: %s\n%s against %s, under %s%s\n", paint(&t->window, BOLD), m->battle->title,
		paint(&t->window, PLAIN), m->battle->date, m->scenario->title, side_title(m->battle, 0),
		side_title(m->battle, 1), m->rules->title,
		m->grade == GRADE_TEST ? " (a pairing for tests only)" : "");
	printf("Commitment of the dice: %s\n", hex);
	if (t->autosave[0]) printf("Saved after each order in %s\n", t->autosave);
	puts("`help` tells what may be said at the prompt.\n");
}

void result_words(const struct match *match, struct text *out)
{
	const struct muster *m = match->m;
	const struct game *g = match->g;
	char seed[65], commitment[65];
	uint8_t hash[32];

	if (!g->over) return;
	if (g->winner >= 0 && g->winner < SIDES) text_addf(out, "Victory: %s", side_title(m->battle, g->winner));
	else text_add(out, "The battle is drawn");
	text_add(out, ".\n");
	seed_write(match->seed, seed);
	seed_commitment(match->seed, hash);
	seed_write(hash, commitment);
	text_addf(out, "Seed       %s\nCommitment %s\nCheck them: fratelli verify SEED COMMITMENT\n", seed,
		commitment);
}

static void tell_end(struct terminal *t)
{
	struct text out = {0};

	terminal_tell(t);
	if (t->map_always) terminal_draw(t, NULL);
	result_words(t->match, &out);
	fputs(text_str(&out), stdout);
	text_free(&out);
	autosave_finish(t);
}

static void minds_make(struct terminal *t)
{
	for (int s = 0; s < SIDES; s++) {
		mind_free(t->mind[s]);
		t->mind[s] = t->player[s] == PLAYER_HUMAN
		               ? NULL
		               : mind_new(t->match->m, (enum mind_level)t->player[s], t->mind_seed + (uint64_t)s);
	}
}

void terminal_end(struct terminal *t)
{
	for (int s = 0; s < SIDES; s++) mind_free(t->mind[s]), text_free(&t->reason[s]);
}

void terminal_restart(struct terminal *t)
{
	minds_make(t);
	t->told = t->match->events.n;
	t->focus = FOCUS_AUTO;
	if (!autosave_name(t)) t->autosave[0] = '\0';
}

int terminal_play(struct terminal *t)
{
	int last = NOBODY;

	window_look(&t->window, 1);
	t->map_always = t->window.tty;
	terminal_restart(t);
	t->told = t->loaded.match ? t->told : 0;
	tell_beginning(t);
	while (!t->match->g->over && !t->quit) {
		if (t->player[t->match->turn] != PLAYER_HUMAN) {
			terminal_tell(t); /* as it happens: the next may think for a while */
			machine_order(t);
			if (t->match->n % MACHINE_SAVES == 0) autosave_write(t);
			continue;
		}
		terminal_tell(t);
		hand_over(t, last);
		last = t->match->turn;
		ask_human(t);
		autosave_write(t);
	}
	if (t->match->g->over) {
		tell_end(t);
		return EXIT_WELL;
	}
	if (t->autosave[0]) printf("The game is saved; go on with: fratelli play --load %s\n", t->autosave);
	return EXIT_WELL;
}
