/* Dice. Only roll() draws for the game, and says why it draws and what of it matters, so that odds can
   enumerate classes of what matters instead of faces. One stream, three ways to feed it: rolled (from the
   game's own stream), dictated (a list, for cases and real dice), enumerated (odds.c). */
#ifndef ENGINE_DICE_H
#define ENGINE_DICE_H

#include <stdbool.h>
#include <stdint.h>

struct play;
struct game;
struct roll_words;

__extension__ typedef unsigned __int128 wide; /* weights of dice: products of many small integers */

enum throw_kind {
	THROW_SUM,      /* the sum of the dice */
	THROW_FACES,    /* each face matters: the result is 1..sides^n as a number read in base `sides`, plus 0; n
	                   small */
	THROW_AT_LEAST, /* how many dice show `mark` or more */
	THROW_AT_MOST,  /* how many dice show `mark` or less */
	THROW_PICK,     /* one of `n` equally likely things: 0..n-1 (a chit from a cup); sides unused */
	THROW_WEIGHED,  /* one of `n` things by integer weight: 0..n-1 */
};

struct throw
{
	enum throw_kind kind;
	int n, sides, mark;
	const char *
		why; /* static: what it is for ("the charge"); of a pick, the whole sentence ("a chit is drawn from the cup") */
	const char *column;             /* const after muster: the table and column it is read on, or NULL */
	const struct roll_words *words; /* how the outcome reads, or NULL (event.h) */
	const char *rule;
	int side;               /* who rolls */
	int who, whom;          /* pieces concerned, for the log; NO_UNIT */
	uint8_t audience;       /* 0 = everybody */
	const uint16_t *weight; /* THROW_WEIGHED */
	const uint8_t *same;    /* THROW_SUM, by result: those with the same number lead to the same, and odds try
	                           one of them; may be NULL */
};

int roll(const struct play *p, struct game *g, const struct throw *t);

/* Shorthands. */
int roll_die(const struct play *p, struct game *g, int side, int sides, const char *rule, const char *why);
bool roll_at_most(const struct play *p, struct game *g, int side, int sides, int mark, const char *rule,
	const char *why);
int roll_hits(const struct play *p, struct game *g, int side, int dice, int at_least, int who, int whom,
	const char *rule, const char *why);

/* Where dice come from when not from the game's stream. */
enum feed_kind { FEED_DICTATED, FEED_ENUMERATED };
#define FEED_DEPTH 64
struct feed {
	enum feed_kind kind;
	/* dictated */
	const int *face;
	int faces, next;
	bool short_of; /* a throw found too few faces; `wanted` is the first such throw, and 1s were used */
	struct throw wanted;
	char wrong[160]; /* set if a face was impossible for its die */
	/* enumerated: the path of classes taken, and for each the number of classes */
	int depth, known; /* at what roll we are; how many entries of the path are fixed from before */
	uint16_t pick[FEED_DEPTH], classes[FEED_DEPTH];
	wide weight; /* product of the classes' weights along the path */
	wide total;  /* product of the totals: the path's chance is weight / total */
	bool overflow;
};

void dice_seed(struct game *g, const uint8_t seed[32]);

/* For players who compare what several orders lead to, on clones: from here on a throw depends on the seed,
   on who throws at whom by which rule, and on how often he has, not on what was thrown before it. So the same
   shot falls the same in every clone, whatever else is different there. */
void dice_imagine(struct game *g);

/* A quick generator for players and search, never for the game's dice (wyrand). */
struct rng {
	uint64_t s;
};
static inline uint64_t rng_next(struct rng *r)
{
	r->s += 0xa0761d6478bd642full;
	wide t = (wide)r->s * (r->s ^ 0xe7037ed1a0b428dbull);
	return (uint64_t)(t >> 64) ^ (uint64_t)t;
}
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
	return (uint32_t)(((rng_next(r) >> 32) * n) >> 32);
}

#endif
