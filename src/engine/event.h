/* What happened, typed: who, where, how many, by which rule, who may see it. Applying an order emits events;
   search passes no sink and pays nothing. tell() of the system turns one into a sentence; the log, the
   report, the page's animations, the odds and the tests all read the same events. */
#ifndef ENGINE_EVENT_H
#define ENGINE_EVENT_H

#include <stdbool.h>
#include <stdint.h>

enum {
	EVENT_NONE,
	EVENT_ROLL,     /* dice */
	EVENT_MODIFIER, /* note = what, rule. If m is 0, n is added to the value; otherwise the value is
	                   multiplied by n/m: halving is n = 2, m = 4 */
	EVENT_OVERRIDE, /* players agreed to change something: note */
	EVENT_SYSTEM = 16
};

/* How the outcome of a roll reads. NULL members: "success", "successes", "it succeeds", "it fails".
   Static. */
struct roll_words {
	const char *one, *many; /* of several dice, what each good one is: "hit", "hits" */
	const char *good, *bad; /* what one good or bad die means: "the order arrives", "the order is lost" */
	bool all;               /* several dice succeed only together: good or bad tells what they mean */
};

#define FACES_MOST 32
#define AUDIENCE_ALL 255

/* EFFECT_OUTCOME makes two outcomes different (dispersed, not moved). Where many units suffer at once the
   outcomes would be innumerable: EFFECT_BESIDE has a chance of its own instead. */
enum { EFFECT_NONE, EFFECT_OUTCOME, EFFECT_BESIDE };
struct event_kind { /* sentence: in the notation of engine/grammar.h, or NULL if the system makes its own */
	const char *name;
	uint8_t effect;
	const char *sentence;
};
/* A system lists its events once, EVENT(id, name, effect, sentence) each, and makes of the list its enum and
   its table of kinds. */
#define EVENT_ID(id, name, effect, sentence) id,
#define EVENT_KIND(id, name, effect, sentence) [(id) - EVENT_SYSTEM] = {name, EFFECT_##effect, sentence},

struct event {
	uint16_t kind;
	uint8_t audience;  /* bit a side; AUDIENCE_ALL. Spectators see only AUDIENCE_ALL */
	int8_t side;       /* whose doing, NOBODY */
	int16_t who, whom; /* pieces, NO_UNIT */
	int32_t where, to; /* places, PLACE_NONE */
	int32_t n, m;
	const char *rule; /* static string: the statement's id */
	const char *note; /* static string or NULL */
	/* EVENT_ROLL: note = what for, n = the result, m = the number needed */
	const char *column;             /* of which table, or NULL: "the 3:2 column of the Combat Table" */
	const struct roll_words *words; /* NULL: the usual ones */
	uint8_t thrown;                 /* enum throw_kind */
	uint8_t dice, sides, face[FACES_MOST];
};

/* A growing list; zero-initialised is ready. Give its address as play.sink to listen. */
struct sink {
	int n, room;
	struct event *list;
};
void sink_add(struct sink *s, const struct event *e);
void sink_clear(struct sink *s);
void sink_free(struct sink *s);

#define emit(p, ...) \
	do { \
		if ((p)->sink) { \
			struct event event_ = {.audience = AUDIENCE_ALL, \
				.side = -1, \
				.who = -1, \
				.whom = -1, \
				.where = -1, \
				.to = -1, \
				__VA_ARGS__}; \
			sink_add((p)->sink, &event_); \
		} \
	} while (0)

#endif
