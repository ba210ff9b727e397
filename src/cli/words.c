/* What is said in the same words by several verbs: events with their rules, questions, odds (engine/words.h
   has the sentences). */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

static const struct {
	int symbol;
	const char *name;
	char letter;
} symbols[] = {
	{ARM_INFANTRY, "infantry", 'i'},
	{ARM_CAVALRY, "cavalry", 'c'},
	{ARM_ARTILLERY, "artillery", 'a'},
	{ARM_BOAT, "boat", 'b'},
	{SYMBOL_LEADER, "leader", 'L'},
	{SYMBOL_CHIEF, "commander in chief", 'C'},
	{SYMBOL_MARKER, "marker", 'm'},
	{SYMBOL_HIDDEN, "hidden", '?'},
};

const char *symbol_name(int symbol)
{
	for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
		if (symbols[i].symbol == symbol) return symbols[i].name;
	return "piece";
}

char symbol_letter(int symbol)
{
	for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
		if (symbols[i].symbol == symbol) return symbols[i].letter;
	return '.';
}

const char *side_title(const struct battle *b, int side)
{
	return side >= 0 && side < SIDES ? b->side[side].title : "nobody";
}

const char *result_word(const struct battle *b, int winner)
{
	return winner >= 0 && winner < SIDES ? b->side[winner].id : "draw";
}

void clock_write(int minutes, struct text *t) { text_addf(t, "%02d:%02d", minutes / 60 % 24, minutes % 60); }

void event_words(const struct muster *m, const struct event *e, struct text *t)
{
	event_tell(m, e, t);
	if (e->rule) text_addf(t, " [%s]", e->rule);
}

void question_words(const struct muster *m, const struct game *g, int side, struct text *t)
{
	const struct question *q = &m->rules->question[g->question[side]];

	text_addf(t, "%s: %s", side_title(m->battle, side), q->text);
	if (q->rule) text_addf(t, " [%s]", q->rule);
}

static void outcome_words(const struct muster *m, const struct odds *o, const struct outcome *c,
	struct text *t)
{
	char fraction[88];

	odds_fraction(c->num, o->den, fraction);
	text_addf(t, "  %6.2f%%  %-12s ", 100 * c->chance, o->exact ? fraction : "about");
	outcome_tell(m, c, t);
	text_char(t, '\n');
}

void odds_words(const struct muster *m, const struct odds *o, struct text *t)
{
	for (int i = 0; i < o->modifiers.n; i++) {
		text_add(t, "  ");
		event_words(m, &o->modifiers.list[i], t);
		text_char(t, '\n');
	}
	for (int i = 0; i < o->outcomes; i++) outcome_words(m, o, &o->outcome[i], t);
	if (o->besides) text_add(t, "Besides, each for itself:\n");
	for (int i = 0; i < o->besides; i++) outcome_words(m, o, &o->beside[i], t);
	if (o->exact && o->leaves == 1) text_add(t, "Certain: no dice are rolled.\n");
	else if (o->exact) text_addf(t, "Exact: every one of %d ways the dice can fall was played.\n", o->leaves);
	else if (o->guesses > 1) text_addf(t, "The mean of %d guesses at what is hidden from you.\n", o->guesses);
	else text_addf(t, "An estimate from %d samples: there are too many ways the dice can fall.\n", o->leaves);
}

void print_json(struct text *t)
{
	puts(text_str(t));
	text_free(t);
}
