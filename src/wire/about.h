/* Everything that may be asked about a piece or a place, in one answer: what may be done, why something may
   not, where a piece can go and by which orders, what the enemy could do, overlays, odds. The page, the
   command and the page without a server all ask here; docs/service.md describes the answer.
   It works on a muster and a state, and the state is one that the viewer may know: whoever calls has replaced
   in it what is hidden from them. What is answered comes from the rules' own functions (play_legal,
   play_check, odds), so it cannot differ from what an order meets. */
#ifndef WIRE_ABOUT_H
#define WIRE_ABOUT_H

#include "wire/wire.h"

#define ABOUT_OVERLAYS 4
#define ABOUT_TOGETHER 16 /* pieces of a stack that may march at once */

/* What is asked, in words as they come from outside. NULL: not asked. */
struct about_words {
	const char *piece, *place, *whom;
	const char *by;              /* how the piece sets out: "stack", or the order that takes it up */
	const char *facing, *choice; /* how it shall stand at the place, where it can be put anywhere */
	const char *order;           /* may it be given? */
	const char *overlays;        /* names, with commas between them */
	const char *threats, *odds;  /* "1": these too. They take long */
};

struct about {
	int as;          /* whose eyes: a side */
	int n;           /* entries so far, as the viewer counts them */
	int piece, whom; /* NO_UNIT: none */
	int32_t place;   /* PLACE_NONE: none */
	bool stack;      /* it sets out with its stack */
	bool taken;      /* … or by the order `by` */
	bool ordered;    /* `order` is asked about */
	bool threats, odds;
	int facing;         /* -1: as it stands */
	const char *choice; /* of the verb's; NULL: as most of its orders have it */
	struct order by, order;
	int overlays, overlay[ABOUT_OVERLAYS]; /* which of the system's */
	uint64_t now, patience;                /* microseconds (CLOCK_MONOTONIC): threats and odds have so long */
};

/* Everything is looked up and checked. False: `error` says what was expected. */
bool about_read(const struct muster *m, const struct about_words *w, struct about *a, char *error,
	size_t room);
/* Members of an object that the caller has opened. */
void wire_about(const struct muster *m, const struct game *known, const struct about *a, struct json *j);

/* Parts of it by themselves, for who wants no more. May the order be given, and what would it mean or why
   not: members of an object that the caller has opened. o NULL: its words could not be read, as `why`
   says. */
void wire_may(const struct muster *m, const struct game *known, int side, const struct order *o,
	struct refusal *why, struct json *j);
/* The attacks that the enemy of a->as could make there, each with its odds: a list. */
void wire_threats(const struct muster *m, const struct game *known, const struct about *a, const char *key,
	int32_t place, struct json *j);

/* --- of this room --------------------------------------------------------------------------------------- */

struct walk;
struct asking {
	const struct muster *m;
	const struct game *g;
	int side, piece, whom; /* whom: the enemy that was clicked, NO_UNIT */
	int32_t place;         /* PLACE_NONE: the piece itself was clicked */
	int32_t stands;        /* where the piece is */
	const struct orders *legal;
	const struct walk *walk; /* where the piece can go; NULL: there are no hexes, or it cannot go */
	struct refusal why;
};
/* Why the piece cannot act, or not at that place or against that enemy (reason.c): into a->why. */
void reason_find(struct asking *a);

/* Odds for somebody who waits (foretell.c). */
#define ODDS_LEAVES 60000
/* Of the chain of orders. `carried`: one that only announces something is followed by the order that carries
   it out; the chain has room for one more. */
bool odds_told(const struct muster *m, const struct game *g, int side, struct order *chain, int n,
	bool carried, uint64_t until, struct odds *o, struct refusal *why);
/* How a piece can be put anywhere: by this verb, whose orders differ in place, facing and choice only. NULL:
   it cannot. *choice: what the piece has now, if the book keeps it (in a field with the verb's own list of
   choices), otherwise that of the first order; -1 if the verb has no choices. */
const struct verb *verb_to_put(const struct muster *m, const struct game *g, const struct orders *legal,
	int piece, int *choice);

#endif
