/* What one side may know of a state, as data that any client can draw: pieces with places, facing, face slots
   and badges; marks on places; tracks; boxes. A client knows no rule system: every sign is declared and
   explained here. */
#ifndef ENGINE_VIEW_H
#define ENGINE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

enum { SYMBOL_LEADER = 16, SYMBOL_CHIEF, SYMBOL_MARKER, SYMBOL_HIDDEN }; /* besides enum arm */
enum role {
	ROLE_OTHER,
	ROLE_PICK,
	ROLE_MOVE,
	ROLE_FIRE,
	ROLE_ASSAULT,
	ROLE_RALLY,
	ROLE_CHOICE,
	ROLE_STOP,
	ROLE_DONE
};

#define VIEW_SLOTS 6
#define VIEW_PIECES 256
#define VIEW_TRACKS 48
#define VIEW_MARKS 192

struct sign {
	const char *name, *title, *rule;
	const char *glyph;
}; /* glyph: one to three characters */
struct signs {                /* each list ends with a NULL name */
	const struct sign *slot;  /* what the numbers on a counter mean, in order */
	const struct sign *badge; /* states: pinned, disorganised … bit i of view_piece.badges */
	const struct sign *mark;  /* markers on places: objective, breach … */
};

struct view_piece {
	int16_t id; /* index in muster.piece */
	int8_t side;
	uint8_t symbol;   /* enum arm or SYMBOL_… */
	int32_t place[2]; /* PLACE_NONE; a box; on a table the piece's x and y are used instead */
	uint8_t places;   /* 0 = not in the game now, 1, or 2 for a line across two hexes */
	int16_t facing;   /* hex direction 0..5, or degrees on a table; -1 none */
	int32_t x, y;     /* table only: centre, in the table's units */
	int16_t w, h;     /* table only: the stand's size */
	uint8_t order;    /* place in its stack, 0 on top */
	uint32_t badges;
	bool acts; /* has something to do in the question now asked */
	char slot[VIEW_SLOTS][12];
};

struct view_mark {
	int32_t place;
	uint8_t mark;
	int8_t side;
	int8_t dir; /* hexside or -1 */
	char label[12];
	const char *name; /* of the place, where the map has none */
};
struct view_track {
	const char *name;
	const char *rule;
	int32_t value, min, max;
	char text[64];
	int8_t side;
};

#define SHAPE_POINTS 32
/* table only: a closed outline */
struct shape {
	uint8_t kind;
	uint8_t n;
	int32_t x[SHAPE_POINTS], y[SHAPE_POINTS];
};

struct orders;
struct view {
	int side;                      /* whose view */
	const struct orders *asked[2]; /* the orders of each side that is asked, where they are listed already;
	                                  NULL: they are not */
	int pieces, marks, tracks;
	int clock;          /* minutes of the day, -1 */
	char headline[120]; /* "Bound 7 (07:00): Confederate movement" */
	struct view_piece piece[VIEW_PIECES];
	struct view_mark mark[VIEW_MARKS];
	struct view_track track[VIEW_TRACKS];
};

/* What systems show and tell alike (view.c). */
struct play;
struct game;
struct muster;
struct event;
struct text;
/* The orders of a side that is asked: the list that is known, or one that is made in `room`. */
const struct orders *view_orders(const struct play *p, const struct game *g, const struct view *v, int side,
	struct orders *room);
/* who has something to do now: whoever the orders name */
void view_actors(const struct play *p, const struct game *g, struct view *v);
struct view_track *view_track(struct view *v, const char *name, const char *rule, int side, int value,
	int most); /* "2 of 5" */
void tell_hex(const struct muster *m, int place, const char *off,
	struct text *t); /* "Medole (3117)"; `off`: what is no hex */
const char *tell_direction(const struct muster *m, int dir);
/* One letter of a sentence about an event, as tell_sentence (grammar.h) reads it. */
void tell_letter(const struct muster *m, const struct event *e, char letter, const char *off, struct text *t);

#endif
