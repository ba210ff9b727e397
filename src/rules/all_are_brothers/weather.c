/* The thunderstorm (16.0, 17.2). */
#include "rules/all_are_brothers/all_are_brothers.h"

/* At the beginning of a game: the fixed storm, or none yet. */
void aab_storm_begin(const struct play *p, struct aab *b)
{
	if (p->m->option[O_STORM]) return; /* 17.2c, 16e */
	b->storm = (uint8_t)CHARTS(p)->storm_turn, b->storm_until = (uint8_t)CHARTS(p)->storm_until;
}

/* 17.2a, 17.2b: in the Planning Phase. */
void aab_storm_roll(const struct play *p, struct aab *b)
{
	const struct charts *c = CHARTS(p);
	int turn = b->g.turn;
	if (p->m->option[O_STORM] && !b->storm && turn >= c->n.storm_from && c->storm_turn &&
	    roll_at_most(p, &b->g, c->first, D10, c->n.thunder[turn], "17.2a", "the thunderstorm")) b->storm = (uint8_t)turn, b->storm_until = 255;
	if (b->storm == turn) emit(p, .kind = E_STORM, .n = turn, .rule = p->m->option[O_STORM] ? "17.2a" : "16a");
}
