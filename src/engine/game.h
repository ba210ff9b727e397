/* The flat state of a game, and the agenda inside it. Everything that changes in play is here or in the rule
   system's own struct, which begins with a `struct game`; no pointers, so clone is a copy, equality is
   memcmp, and one hash covers it. The test for where a field lives: would undo restore it? Then it is in the
   state. */
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "battle/battle.h"

#define AGENDA_MOST 40
#define DEFER_MOST 24
#define STANDING_MOST 8
#define STATE_MOST 16384 /* no system's state is larger */
#define PIECES_MOST 256
#define NO_UNIT (-1)

/* One order: what a side answers to a question. 16 bytes. The verb's declaration (rules.h) says what a, b, c
   are. */
struct order {
	uint16_t verb;
	int16_t unit; /* the piece that acts; NO_UNIT if none */
	int32_t a, b, c;
};

/* A step of what is pending. `kind` is the system's; it says what the payload means. A step that names a
   piece or two, or counts something, has unit, other, a and b. For every other kind the system has a struct
   with names of its own, all of them members of one union that is laid over the payload: see STEP_PAYLOAD. */
#define STEP_ROOM 12
struct step {
	uint8_t kind, side, stage, flags;
	union {
		struct {
			int16_t unit, other;
			int32_t a, b;
		};
		uint8_t payload[STEP_ROOM];
	};
};

/* `union load { struct { … } shot; struct { … } retreat; }; STEP_PAYLOAD(union load)` checks the size and
   lets load_of(step)->shot.target be read and written, load_see read it in a const step. load_top and
   load_now do the same for the top step of the agenda. The union is declared with STEP_OVERLAY, since the
   compiler must know that it and the plain payload are the same bytes. */
#define STEP_OVERLAY __attribute__((may_alias))
#define STEP_PAYLOAD(type) \
	static_assert(sizeof(type) == STEP_ROOM, "a payload fills its step"); \
	static inline type *load_of(struct step *s) { return (type *)s->payload; } \
	static inline const type *load_see(const struct step *s) { return (const type *)s->payload; } \
	static inline type *load_top(struct game *g) { return load_of(agenda_top(g)); } \
	static inline const type *load_now(const struct game *g) { return load_see(agenda_see(g)); } \
	static inline struct step *load_push(struct game *g, uint8_t kind, uint8_t side, type load) \
	{ \
		struct step *s = agenda_push(g, (struct step){.kind = kind, .side = side}); \
		*load_of(s) = load; \
		return s; \
	}
/* `push_load(g, STEP_SHOT, side, shot, .unit = 3, .target = 7)`: what is not named is 0. The struct must fill
   the payload, or bytes of the state would be left to chance. */
#define push_load(g, kind, side, member, ...) \
	((void)sizeof(char[sizeof(((union load *)0)->member) == STEP_ROOM ? 1 : -1]), \
		load_push((g), (kind), (uint8_t)(side), (union load){.member = {__VA_ARGS__}}))

/* The stream of dice that belongs to a game: ChaCha20 keyed by the game's secret seed. */
struct dice {
	uint8_t seed[32];
	uint64_t block;   /* next block of the stream */
	uint32_t rolls;   /* throws so far: the place in a dictated list, and what undo looks at */
	uint8_t used;     /* bytes of `pool` already drawn; 64 = empty */
	uint8_t imagined; /* dice_imagine: `pool` counts the throws of each kind */
	uint8_t pad[2];
	uint8_t pool[64];
};

enum { RESULT_NONE = -1, RESULT_DRAW = 2 }; /* otherwise the side that won: 0 or 1 */

struct game {
	struct dice dice;
	uint32_t orders; /* answered so far, those that answered themselves included */
	int16_t turn;    /* the system's turn, bound, hour … from 1 */
	uint8_t waiting; /* bit a side: it has a question to answer */
	uint8_t over;
	int8_t winner;           /* RESULT_… or a side, once over */
	int8_t margin;           /* the system's levels of victory: 0 draw, 1 … */
	uint8_t active;          /* the side whose phase it is */
	uint8_t revealed;        /* counts revelations: undo does not go back beyond one */
	uint8_t question[SIDES]; /* which of the system's questions, where waiting */
	uint8_t depth, deferred;
	uint8_t settled; /* counts affairs that are over (a combat, an activation): odds look no further than the
	                    next */
	uint8_t pad[3];
	uint8_t standing[SIDES][STANDING_MOST]; /* standing orders: 0 = ask, otherwise the system's choice */
	struct step agenda[AGENDA_MOST];
	struct step later[DEFER_MOST];
	uint8_t later_at[DEFER_MOST]; /* released when the agenda is no deeper than this */
};

/* --- the agenda --------------------------------------------------------------------------------------------
   A stack. The system's `step` works on the top; it may push further steps, finish its own, defer one until
   an outer step is complete, or unwind to an outer step. Nothing is kept on the C stack between two
   orders. */
static inline struct step *agenda_top(struct game *g)
{
	assert(g->depth > 0);
	return &g->agenda[g->depth - 1];
}
static inline const struct step *agenda_see(const struct game *g)
{
	assert(g->depth > 0);
	return &g->agenda[g->depth - 1];
}

static inline struct step *agenda_push(struct game *g, struct step s)
{
	assert(g->depth < AGENDA_MOST);
	g->agenda[g->depth] = s;
	return &g->agenda[g->depth++];
}

/* Ends the top step. Steps deferred to this depth or deeper come up now, first deferred first done. */
void agenda_done(struct game *g);

/* Puts a step off until the agenda has come down to `depth` steps (a collapse waits for the shot that caused
   it). */
void agenda_defer(struct game *g, uint8_t depth, struct step s);

/* Cancels every step above `depth`, top first, calling the system's cleanup for each. Deferred steps of those
   depths are released. */
struct play;
void agenda_unwind(const struct play *p, struct game *g, uint8_t depth);

/* The nearest step of a kind from the top down; NULL if there is none. */
struct step *agenda_find(struct game *g, uint8_t kind);

static inline void ask(struct game *g, int side, uint8_t question)
{
	g->waiting |= (uint8_t)(1u << side);
	g->question[side] = question;
}

static inline void reveal(struct game *g) { g->revealed++; }
static inline void settled(struct game *g) { g->settled++; }

static inline void game_end(struct game *g, int winner, int margin)
{
	g->over = 1, g->winner = (int8_t)winner, g->margin = (int8_t)margin;
	g->waiting = 0, g->depth = 0, g->deferred = 0;
}

#endif
