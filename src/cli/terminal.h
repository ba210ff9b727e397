/* The game in a terminal: a match, who plays which side, and the window it is drawn in. For src/cli only. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdio.h>

#include "cli/cli.h"
#include "opponent/opponent.h"

enum { PLAYER_HUMAN = -1 }; /* otherwise a level of the opponent */

struct window { /* what the terminal can do */
	int columns, lines;
	bool tty; /* somebody is looking */
	bool colour, many_colours, utf8;
};
void window_look(struct window *w, int fd);

enum { FOCUS_AUTO = -1 };
struct canvas {                  /* what the next map shows besides the pieces */
	int focus;                   /* hex in the middle, or FOCUS_AUTO */
	bool whole, numbers;         /* all of it whatever the window; hex numbers instead of terrain */
	const int16_t *overlay;      /* a number a place, -1 = none; NULL */
	const struct orders *orders; /* their numbers are written where they lead; NULL */
};
/* Draws the view of `side` on at most `lines` lines (whole: on as many as it takes). */
void terminal_map(const struct muster *m, const struct game *g, int side, const struct canvas *c,
	const struct window *w, int lines, FILE *out);
/* A board without hexes (terminal_field.c), and what both draw a piece as: three letters of its name. */
void terminal_field(const struct muster *m, const struct view *v, const struct window *w, int lines,
	FILE *out);
void piece_short_name(const struct muster *m, const struct window *w, const struct view_piece *p,
	char out[4]);
/* Headline, map, tracks and whoever is off the map: for `replay --view`. */
void terminal_position(const struct match *match, int side, FILE *out);
/* Who won, the seed and its commitment; nothing while the game goes on. */
void result_words(const struct match *match, struct text *out);

struct terminal {
	const struct home *home;
	struct engagement engagement; /* a new game's … */
	struct loaded loaded;         /* … or a loaded one's */
	struct match *match;
	int player[SIDES];         /* PLAYER_HUMAN or enum mind_level */
	struct mind *mind[SIDES];  /* NULL where a human plays */
	struct text reason[SIDES]; /* the latest plan of each machine, in words */
	uint64_t mind_seed;
	struct window window;
	int focus;
	bool map_always, numbers;
	int told; /* events that have been told */
	char autosave[PATH_MAX];
	bool quit;
};

int terminal_play(struct terminal *t);                           /* to the end, or until the players leave */
int terminal_viewer(const struct terminal *t);                   /* whose eyes the screen shows */
char *terminal_line(const struct window *w, const char *prompt); /* trimmed; NULL at the end of input; free
                                                                    it */
bool terminal_give(struct terminal *t, const struct order *o);   /* false: refused, and the reason said */
void print_refusal(const struct terminal *t, const struct refusal *why);
void terminal_restart(struct terminal *t); /* the match is another one now: new minds, another autosave */
void terminal_end(struct terminal *t);

/* terminal_orders.c */
void terminal_question(const struct terminal *t);
void terminal_orders(const struct terminal *t); /* as many as fit, grouped by piece if there are more */
void terminal_orders_all(const struct terminal *t, int piece);        /* every one, or every one of that piece
                                                                         (NO_UNIT: all) */
void terminal_tell(struct terminal *t);                               /* what happened since the last time */
void terminal_draw(const struct terminal *t, const int16_t *overlay); /* the map, with the orders' numbers or
                                                                         an overlay */

/* terminal_words.c: whatever may be said at the prompt that is no order. False: it is none of these. */
bool terminal_word(struct terminal *t, char *line);
struct word {
	const char *name, *args, *title;
	void (*run)(struct terminal *t, char *rest);
};

/* terminal_look.c: looking at things */
void look_map(struct terminal *t, char *rest);
void look_focus(struct terminal *t, char *rest);
void look_stack(struct terminal *t, char *rest);
void look_unit(struct terminal *t, char *rest);
void look_tracks(struct terminal *t, char *rest);
void look_log(struct terminal *t, char *rest);
void look_see(struct terminal *t, char *rest);
void look_show(struct terminal *t, char *rest);
int overlay_find(const struct rules *r, const char *name); /* -1 */
void go_to(struct terminal *t, char *rest);                /* terminal_go.c */
/* false, and said: there is none */
bool hex_named(const struct terminal *t, const char *words, int32_t *hex);
/* by id, name, or how it begins; NO_UNIT */
int piece_named(const struct terminal *t, const char *name, bool say);

/* terminal_save.c */
bool autosave_name(struct terminal *t);         /* false: nowhere to save, said */
void autosave_write(struct terminal *t);        /* after each order */
void autosave_finish(struct terminal *t);       /* the game is over: it becomes an ordinary save file */
void autosave_tell_unfinished(const char *but); /* games that were left before their end, except this one */

/* Lines broken at blanks to fit the window, the rest of each indented; as they are if nobody is looking. */
void print_wrapped(const struct window *w, const char *text);
void print_paged(const struct window *w, const char *text); /* the same, a screen at a time if somebody is
                                                               looking */

/* What is printed in colour; "" where there is none. */
const char *paint(const struct window *w, const char *code);
#define PLAIN "\033[0m"
#define BOLD "\033[1m"
#define DIM "\033[2m"

#endif
