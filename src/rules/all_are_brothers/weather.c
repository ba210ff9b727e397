/* The thunderstorm (16.0, 17.2). */
#include "rules/all_are_brothers/all_are_brothers.h"

/* At the beginning of a game: the fixed storm, or none yet. */
void aab_storm_begin(const struct play *p, struct state *d)
{
	if (p->m->option[O_STORM]) return; /* 17.2c, 16e */
	d->storm = (uint8_t)aab_book(p)->storm_turn, d->storm_until = (uint8_t)aab_book(p)->storm_until;
}

static bool storm_breaks(const struct play *p, struct state *d, int most)
{
	static const struct roll_words words = {.good = "it breaks", .bad = "not yet"};
	return roll(p, &d->g,
		&(struct throw){.kind = THROW_AT_MOST,
			.n = 1,
			.sides = D10,
			.mark = most,
			.why = "the thunderstorm",
			.words = &words,
			.rule = "17.2a",
			.side = aab_book(p)->first,
			.who = NO_UNIT,
			.whom = NO_UNIT});
}

/* 17.2a, 17.2b: in the Planning Phase. */
void aab_storm_roll(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	int turn = d->g.turn;
	if (p->m->option[O_STORM] && !d->storm && turn >= b->n.storm_from && b->storm_turn &&
		storm_breaks(p, d, b->n.thunder[turn]))
		d->storm = (uint8_t)turn, d->storm_until = 255;
	if (d->storm == turn)
		emit(p, .kind = E_STORM, .n = turn, .rule = p->m->option[O_STORM] ? "17.2a" : "16a");
}
