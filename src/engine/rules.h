/* THE interface. A rule system is one `const struct rules`; everything else (odds, opponent, replays, the
   service, the page, studies) speaks to it through this header and knows none by name. docs/interface.md
   walks five very different situations through it. Rule systems may include this header and what stands below
   it, nothing else.

   How a game goes: muster() makes the const part. begin() makes the first state and pushes the first step.
   The engine lets the top step of the agenda work until some side is waiting or the game is over. The side's
   question lists its answers; the row of the table of answers that has this question and the order's verb
   says yes, or no with the rule and the reason, and carries the order out. The engine finds the row, and
   refuses what has none. One calculation serves list, may, explanation, odds and carry. */
#ifndef ENGINE_RULES_H
#define ENGINE_RULES_H

#include "base/arena.h"
#include "base/fault.h"
#include "base/text.h"
#include "base/yaml.h"
#include "engine/dice.h"
#include "engine/event.h"
#include "engine/feature.h"
#include "engine/game.h"
#include "engine/grammar.h"
#include "engine/view.h"
#include "ground/hexmap.h"

#define ORDERS_MOST 2048
#define OPTIONS_MOST 32

/* The whole state of a game, as its rule system sees it. Each system completes this type in its own header,
   and nobody else does: `struct state { struct game g; … };`. The engine has the same thing in hand as a
   `struct game`, which comes first. */
struct state;
struct play;
struct refusal;

struct orders {
	int n;
	struct order list[ORDERS_MOST];
};

static inline void orders_add(struct orders *o, int verb, int unit, int a, int b, int c)
{
	assert(o->n < ORDERS_MOST);
	o->list[o->n++] = (struct order){(uint16_t)verb, (int16_t)unit, a, b, c};
}

/* --- what a system declares ----------------------------------------------------------------------------- */

enum arg { ARG_NONE, ARG_UNIT, ARG_PLACE, ARG_NUMBER, ARG_CHOICE, ARG_SIDE, ARG_DIRECTION };

struct verb {         /* an order's verb: how it is written, read and checked in general */
	const char *name; /* "step", "fire" */
	bool takes_unit;  /* the order names the piece that acts */
	enum arg a, b, c;
	const char *const *choice; /* NULL-ended names for ARG_CHOICE */
};

/* The shapes of the functions by which a system plays. d is the state, o an order of `side`, r what is filled
   in with the reason. */
typedef void step_work(const struct play *p, struct state *d);
typedef void step_cleanup(const struct play *p, struct state *d, const struct step *s);
typedef void answer_list(const struct play *p, const struct state *d, int side, struct orders *o);
typedef bool answer_usual(const struct play *p, const struct state *d, int side, int choice, struct order *o);
typedef bool answer_may(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r);
typedef void answer_carry(const struct play *p, struct state *d, int side, const struct order *o);

struct step_kind {         /* of the agenda; its number is step.kind */
	step_work *work;       /* works on the top step. Each call makes progress: it asks, pushes, finishes or
	                          ends the game */
	step_cleanup *cleanup; /* for a step that agenda_unwind cancels; NULL: there is nothing to clean up */
};

struct answer { /* an order with this verb answers this question */
	uint8_t question, verb;
	answer_may *may;     /* is it allowed now? The engine has made sure that the side is waiting and every
	                        argument is in its range. NULL: always */
	answer_carry *carry; /* carries out what may() allowed. The side's waiting bit is already cleared */
};

enum { QUESTION_MINOR = 1, QUESTION_ALWAYS = 2, QUESTION_OPEN = 4, QUESTION_CHOSEN = 8 };
struct question { /* MINOR: standing orders or the stated default may answer it. ALWAYS: asked even if there
                     is one answer, since silence would betray a hidden thing. OPEN: parametric: list has
                     sensible candidates, may accepts any valid order. CHOSEN: part of a move or shot that its
                     owner chose to make (`fratelli bench` counts the others). */
	const char *name, *text, *rule;
	int flags;
	int standing;        /* which standing order answers it, from 1; 0 = none */
	answer_list *list;   /* the answers, in a fixed order; never empty */
	answer_usual *usual; /* minor: what a standing order (choice > 0) or the stated default (choice 0)
	                        answers. False or NULL: ask */
};
answer_usual usual_first;         /* engine: the first of the list, whatever the choice */
answer_usual usual_first_or_last; /* engine: choice 2 is the last of the list, every other one the first */

struct standing { /* choice 0 is always "ask" */
	const char *name, *title;
	const char *const *choice; /* NULL-ended */
	int usual;                 /* what a new game starts with */
};

struct option { /* an optional rule as a switch; min..max with 0..1 shown as a tick box */
	const char *name, *title, *rule;
	int min, max, standard;
};

struct overlay {
	const char *name, *title;
	bool needs_unit;
}; /* reach, sight, zones of control, command … */

enum field_scope { FIELD_GAME, FIELD_PIECE, FIELD_PLACE, FIELD_SIDE };
enum field_type { FIELD_U8, FIELD_I8, FIELD_U16, FIELD_I16, FIELD_U32, FIELD_I32, FIELD_BIT };
enum field_value { VALUE_NUMBER, VALUE_BOOL, VALUE_PLACE, VALUE_UNIT, VALUE_SIDE, VALUE_CHOICE };
struct field { /* a named piece of state: serves cases, views, overrides and differences between states */
	const char *name;
	enum field_scope scope;
	enum field_type type;
	uint32_t offset, stride; /* of element 0 in the system's state; bytes between elements */
	uint32_t bit;            /* FIELD_BIT: the mask within a byte */
	enum field_value value;
	const char *const *choice; /* NULL-ended, VALUE_CHOICE */
	bool secret;               /* only the piece's or side's owner may know it */
};

/* What players may change by hand, if they agree to (an override): only what a system lists here, and only to
   what it allows. A change that passes is tried on a copy: the invariants must hold, and the game must come
   to its next question (play_override). */
struct by_hand {
	const char *field; /* NULL ends the list */
	int32_t min, max;  /* VALUE_NUMBER: from, to. Otherwise unused: a choice, a piece, a side, a place of this
	                      battle */
};
struct rules_odds;
struct rules_mind;
struct rules_words;
struct rules_proof;
struct chances;
struct umpire {
	const struct by_hand *field;
	uint32_t calm; /* bit a kind of step: only while nothing else is on the agenda; a march or a combat is
	                  finished first */
	/* May this be set to that now? For what the lists above cannot say. May be NULL. */
	bool (*lets)(const struct play *p, const struct game *g, const struct field *f, int element,
		int32_t value, struct refusal *r);
};

/* --- what muster makes ---------------------------------------------------------------------------------- */

struct piece {             /* the unchanging part of a counter, whatever the system */
	const char *id, *name; /* id without blanks, unique: what case files and orders write */
	int8_t side;
	uint8_t symbol;       /* enum arm, or SYMBOL_… of view.h */
	int16_t formation;    /* index in the battle, NOBODY */
	int16_t unit, leader; /* what it was mustered from; NOBODY */
	const char *derived;  /* every printed value, what it was derived from and by which rule */
};

enum grade { GRADE_TEST, GRADE_POSSIBLE, GRADE_RECOMMENDED };

struct muster { /* const after muster, shared by every clone and thread */
	const struct rules *rules;
	const struct battle *battle;
	const struct scenario *scenario;
	struct node special; /* data/rules/<system>/<battle>.yaml, or absent */
	int8_t option[OPTIONS_MOST];
	const struct hexmap *map;       /* NULL if the board is a table */
	int32_t tabletop_w, tabletop_h; /* a table's size in its own units, if map is NULL */
	int32_t tabletop_left, tabletop_top, tabletop_metres; /* where on the ground its corner lies, metres;
	                                                         metres to a unit */
	int pieces;
	const struct piece *piece;
	int boxes; /* places off the board: place = -2 - box */
	const char *const *box;
	enum grade grade;
	const char *grade_why;
	uint32_t state_bytes;   /* of this game: the whole state, `struct game` included */
	uint32_t hashed_bytes;  /* the first so many make its hash; 0: all. What follows is derived from them */
	uint64_t hash;          /* of battle, system data and options; not of the weights, which change no game */
	struct weights weights; /* data/rules/<system>/weights.yaml: how the opponent and studies judge */
	struct weights frozen;  /* frozen.yaml beside it: how the opponents judge that are kept for measuring */
	const struct chances *chances; /* chances.yaml beside it, for this scenario (chances.h); NULL: not
	                                  known */
	const void *own;               /* the system's charts, counters and masks */
	const uint8_t *answer; /* [question * verbs + verb]: which of the system's answers that is, from 1; 0: it
	                          is none */
};
#define PLACE_NONE (-1)
/* on a table: tenths of an inch, 0..8191 */
#define PLACE_XY(x, y) ((int32_t)(((uint32_t)(x) << 13) | (uint32_t)(y)))
#define PLACE_X(p) ((p) >> 13)
#define PLACE_Y(p) ((p) & 8191)
#define PLACE_BOX(b) (-2 - (b))

/* What muster is given besides the muster to fill in (battle, scenario, options, special, rules are set). */
struct mustering {
	struct arena *arena;
	struct faults *faults;
	struct node tables, traits; /* data/rules/<system>/tables.yaml and traits.yaml; absent if there is none */
};

struct play { /* what a call works with: the const part, where dice come from, who listens */
	const struct muster *m;
	struct feed *feed; /* NULL: rolled from the game's own stream */
	struct sink *sink; /* NULL: nobody listens, events cost nothing */
};

struct refusal {
	const char *rule;
	char text[232];
};
bool refusal_set(struct refusal *r, const char *rule, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* `return refuse(r, "zoc.3", "…")`: false; the words are only made if somebody wants them. */
#define refuse(r, rule, ...) ((r) ? refusal_set((r), (rule), __VA_ARGS__) : false)

struct saying { /* an order in words, tied to what it touches, for lists, buttons and the board */
	char text[160];
	const char *rule;
	int16_t piece, target;
	int32_t place;
	uint8_t role; /* enum role of view.h */
};

struct rules {
	const char *id, *title, *subtitle; /* id = the folder's name */
	const char *text;                  /* a few sentences for the lobby, in our own words */
	int version;                       /* goes up whenever old logs would replay differently */
	int difficulty;                    /* 1 easy … 5 */
	const char *turn_name;             /* "bound", "turn" */
	int verbs, questions, answers, steps, options, standings, fields, overlays, phases;
	const struct verb *verb;
	const struct question *question;
	const struct answer *answer;
	const struct step_kind *step;
	const struct option *option;
	const struct standing *standing;
	const struct field *field;
	const struct umpire *umpire; /* what players may change by hand; NULL: nothing */
	const struct overlay *overlay;
	const char *const *phase;       /* names a case may stage */
	const struct signs *signs;      /* slots, badges, marks of the view, each explained (view.h) */
	const struct event_kind *event; /* the system's kinds, from EVENT_SYSTEM on; NULL name ends */

	/* Makes own, map, piece, boxes, grade, state_bytes. False with faults if the battle cannot be
	   mustered. */
	bool (*muster)(struct muster *m, const struct mustering *with);

	/* The first state: g is zeroed, seeded, with standing orders set. Pushes the first step. */
	void (*begin)(const struct play *p, struct game *g);

	/* Replaces what `side` may not know by something it must hold possible, drawn from `rng` (dice are
	   reseeded by the engine). Two states the side cannot tell apart become the same for the same rng. NULL:
	   nothing is hidden. */
	void (*mask)(const struct play *p, struct game *g, int side, struct rng *rng);

	/* What a system may leave out; each is a struct of its own. engine/optional.h has what stands in for
	   it. */
	const struct rules_odds *odds;   /* rules_odds.h: exact odds that are quicker, or that look farther */
	const struct rules_mind *mind;   /* rules_mind.h: what the opponent and studies judge by */
	const struct rules_words *words; /* rules_words.h: what players see and read */
	const struct rules_proof *proof; /* rules_proof.h: invariants, and positions for cases */
};

/* The tables of a system, counted. A system calls its tables by these names, and writes `SYSTEM_TABLES,` into
   its struct rules. */
#define COUNT(list) ((int)(sizeof(list) / sizeof((list)[0])))
#define SYSTEM_TABLES \
	.verbs = COUNT(verbs), .verb = verbs, .questions = COUNT(questions), .question = questions, \
	.answers = COUNT(answers), .answer = answers, .steps = COUNT(steps), .step = steps, \
	.options = COUNT(options), .option = options, .standings = COUNT(standings), .standing = standings, \
	.fields = COUNT(fields), .field = fields, .overlays = COUNT(overlays), .overlay = overlays, \
	.phases = COUNT(phases), .phase = phases, .event = events

/* One step of whatever is on top of the agenda. For those who follow a game between two questions; play_next
   does the rest. */
void play_step(const struct play *p, struct game *g);
/* Adds the answers to the question that a waiting side has been asked. */
void play_legal(const struct play *p, const struct game *g, int side, struct orders *o);

/* of an event of the system; NULL */
static inline const char *event_sentence(const struct muster *m, const struct event *e)
{
	return m->rules->event[e->kind - EVENT_SYSTEM].sentence;
}

extern const struct rules *const all_rules[]; /* NULL-ended; generated from the folders */

#endif
