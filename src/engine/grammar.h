/* English in one place: counts, lists, plurals, the names of the sides, sentences about events. The books,
   the log, the terminal and the report all use it. web/src has its own for what the page alone says. */
#ifndef ENGINE_GRAMMAR_H
#define ENGINE_GRAMMAR_H

#include <stdbool.h>

#include "base/text.h"

struct battle;
struct muster;
struct event;

void say_count(struct text *t, int n, const char *one, const char *many); /* "1 hex", "3 hexes", "no hexes" */
void say_between(struct text *t, int i, int n);        /* before the i-th of n names: "", ", " or " and " */
void say_possessive(struct text *t, const char *name); /* "Stahl's", "Evans'" */
bool name_is_plural(const char *name); /* "Rogers and Latham", "Arnaud's chasseurs": the verb is plural */
/* The first verb after a plural name that `text` begins with becomes plural: "Rogers and Latham fires at
   Evans". */
void verb_agree(const char *name, char *text);

/* A side in a sentence. The battle file gives the words; what it leaves out is derived from the title. */
enum side_form {
	SIDE_TITLE,      /* "Austrians": headings and lists */
	SIDE_ADJECTIVE,  /* "Austrian": before a noun */
	SIDE_PLURAL,     /* "the Austrians": subject or object, with a plural verb */
	SIDE_POSSESSIVE, /* "the Austrians'" */
};
const char *side_named(const struct battle *b, int side,
	enum side_form form); /* NOBODY: "nobody", "neutral", "nobody", "nobody's" */

/* One sentence about an event. In `sentence` stand for
     @ who, & whom, < where, > to, # n, % m, ? note, ^ the direction n,
     ! the side as SIDE_PLURAL, $ the side as SIDE_ADJECTIVE;
     [ends|end]    singular or plural by what was named last before it (@, & or !);
     {hex|hexes}   singular or plural by the number written last before it (# or %);
     |             outside brackets: what follows is said instead if n is 0.
   Any other letter is written as it is; the first letter is made a capital. `off` is said of a place that is
   no hex. Example: "@ retreat[s|] # {hex|hexes} to >." */
void tell_sentence(const struct muster *m, const struct event *e, const char *sentence, const char *off,
	struct text *t);

/* Who is ahead when a battle ends; `halves` are half points of side 0 over side 1. Example: " The Allies are
   2½ points ahead." */
void lead_tell(const struct muster *m, int halves, struct text *t);

#endif
