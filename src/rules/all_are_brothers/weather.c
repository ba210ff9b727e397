/* The thunderstorm (16.0, 17.2). */
#include "rules/all_are_brothers/all_are_brothers.h"

/* At the beginning of a game: the fixed storm, or none yet. */
void aab_storm_begin(const struct play *p, struct state *b)
{
	if (p->m->option[O_STORM]) return; /* 17.2c, 16e */
	b->storm = (uint8_t)CHARTS(p)->storm_turn, b->storm_until = (uint8_t)CHARTS(p)->storm_until;
}

static bool storm_breaks(const struct play *p, struct state *b, int most)
{
	static const struct roll_words words = {.good = "it breaks", .bad = "not yet"};
	return roll(p, &b->g,
		&(struct throw){.kind = THROW_AT_MOST,
			.n = 1,
			.sides = D10,
			.mark = most,
			.why = "the thunderstorm",
			.words = &words,
			.rule = "17.2a",
			.side = CHARTS(p)->first,
			.who = NO_UNIT,
			.whom = NO_UNIT});
}

/* 17.2a, 17.2b: in the Planning Phase. */
void aab_storm_roll(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	int turn = b->g.turn;
	if (p->m->option[O_STORM] && !b->storm && turn >= c->n.storm_from && c->storm_turn &&
		storm_breaks(p, b, c->n.thunder[turn]))
		b->storm = (uint8_t)turn, b->storm_until = 255;
	if (b->storm == turn)
		emit(p, .kind = E_STORM, .n = turn, .rule = p->m->option[O_STORM] ? "17.2a" : "16a");
}
