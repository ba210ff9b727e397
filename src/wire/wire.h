/* What is said of a game, as JSON: boards, views, logs, odds. The service, the command's --json and the
   program in the browser all use this room, and nobody else builds these. It works on a muster, a match and a
   viewer alone: who sits where, who is signed in and what is on the disk, it does not know. docs/service.md
   describes what comes out; the page's types are written from the same lists of fields (fields.h). */
#ifndef WIRE_WIRE_H
#define WIRE_WIRE_H

#include "base/json.h"
#include "engine/match.h"
#include "engine/odds.h"

#define WIRE_VERSION 4 /* goes up when a page that was loaded before would misread what is sent */

/* --- names ---------------------------------------------------------------------------------------------- */

const char *wire_symbol(int symbol);                       /* enum arm or SYMBOL_…: "infantry", "leader" */
const char *wire_side(const struct muster *m, int side);   /* its id; NULL for NOBODY */
const char *wire_piece(const struct muster *m, int piece); /* its id; NULL for NO_UNIT */
const char *wire_grade(int grade);
void wire_place(const struct muster *m, const char *key, int32_t place, struct json *j);
void wire_sides(const struct battle *b, struct json *j);       /* "sides": their ids, words and colours */
void wire_clock(struct json *j, const char *key, int minutes); /* "07:30" */
void wire_names(struct json *j, const char *key, const char *const *names); /* a list of texts */
const char *cover_name(int bit);                                            /* HEX_…: "woods", NULL */

/* --- the board (board.c): what never changes in a game. Members of an object that the caller has opened.  */

void wire_board(const struct muster *m, struct json *j);
void wire_battle(const struct battle *b, struct json *j); /* an object: what there is to play */
void wire_system(const struct rules *r, struct json *j);
void wire_commitment(const uint8_t seed[32], struct json *j);

/* --- the view (view.c) ---------------------------------------------------------------------------------- */

struct seeing {       /* how somebody looks at a state */
	int as;           /* whose eyes: a side, or NOBODY for a spectator */
	unsigned waiting; /* the sides that are asked, as far as the viewer may know: a bit each */
	bool mine;        /* the question is the viewer's to answer: it is told, with its orders */
	int n;            /* entries so far, as the viewer counts them */
	int settled;      /* of these, what can no longer be taken back */
	const struct orders *asked[SIDES]; /* the orders of a side that is asked, where somebody has listed them;
	                                      else NULL */
	int undo, undo_step; /* the earliest entry that may be taken back; where one press of "undo" leads */
};
/* key: as in json_open */
void wire_view(const struct muster *m, const struct game *g, const struct seeing *l, const char *key,
	struct json *j);
int seeing_turn(const struct seeing *l); /* the side whose turn it is for this viewer */
/* "question", "orders" and "usual" of a side that is asked. legal: its orders, all of them. */
void wire_question(const struct muster *m, const struct game *g, int side, const struct orders *legal,
	struct json *j);
void wire_order(const struct muster *m, const struct game *g, int side, const struct order *o,
	struct json *j);

/* --- the log (log.c) ------------------------------------------------------------------------------------ */

struct entry_look { /* how somebody looks at an entry */
	int as;         /* whose eyes; NOBODY for a spectator */
	bool all;       /* every order is told: the game is over, or they play alone */
	bool secrets;   /* every event too: the owner of a save file */
	int n;          /* its number, as the viewer counts */
	int first;      /* of the entries that were ordered together with it, or -1 */
};
void wire_entry(const struct match *t, int i, const struct entry_look *l, struct json *j);
/* an item for what happened before the first order, if anything did */
void wire_before(const struct match *t, const struct entry_look *l, struct json *j);
/* an entry that the rules do not carry out: nothing came of it */
void wire_beyond(int n, const char *side, const char *kind, const char *order, struct json *j);
/* what was ordered, as a player reads it */
void entry_words(const struct match *t, const struct entry *e, struct text *out);
int entry_events_end(const struct match *t, int i); /* its events begin at events_at and end before this */

/* --- odds, and answers to questions (odds.c) ------------------------------------------------------------ */

void wire_odds(const struct muster *m, const struct odds *o, struct json *j); /* members */
/* an attack that could be made, with its odds */
void wire_threat(const struct muster *m, const struct saying *say, const struct odds *o, struct json *j);
void wire_overlay(const struct muster *m, const struct game *g, int as, int which, int unit,
	struct json *j);                                                           /* "values" or "shapes" */
void wire_refusal(const struct refusal *why, const char *key, struct json *j); /* an object */
void wire_sight(bool clear, const struct refusal *why, struct json *j);        /* members */
void wire_lost(const struct play *p, const struct game *g, struct json *j); /* "lost" and "score", by side */

#endif
