/* How it ends (3.3, 6, 7), and how well it goes (for the opponent and for studies). */
#include "drill.h"

static int units_of(const struct drill_book *b, int side) { return b->from[side + 1] - b->from[side]; }

/* 6.1: a unit is gone. The side breaks at half, but not before the shot that did it is over: the step is deferred until
   the agenda has come down to where that shot lay. */
void drill_destroyed(const struct play *p, struct drill *d, int side)
{
	struct game *g = &d->game;
	d->gone[side]++;
	if (d->broken[side] || d->gone[side] * 2 < units_of(drill_book(p), side)) return;
	uint8_t shot = (uint8_t)(agenda_find(g, STEP_SHOT) - g->agenda);
	agenda_defer(g, shot, (struct step){.kind = STEP_BREAK, .side = (uint8_t)side});
}

/* 6.2: whatever is under way ends at once. The turn's own step lies at the bottom and goes on with the next phase. */
void drill_break(const struct play *p, struct game *g)
{
	int side = agenda_see(g)->side;
	drill_of(g)->broken[side] = 1;
	emit(p, .kind = EVENT_BROKE, .side = (int8_t)side, .n = drill_of(g)->gone[side], .rule = "6.1");
	agenda_unwind(p, g, 1);
}

/* 7.1 */
static void take_objectives(const struct play *p, struct drill *d)
{
	const struct drill_book *b = drill_book(p);
	for (int i = 0; i < b->objectives; i++) {
		struct drill_spot *spot = &d->spot[b->objective[i].hex];
		int8_t side = (int8_t)(spot->on ? drill_side(b, spot->on - 1) : spot->held);
		if (side == spot->held) continue;
		spot->held = side;
		emit(p, .kind = EVENT_TAKEN, .side = side, .where = b->objective[i].hex, .n = b->objective[i].value, .rule = "7.1", .note = b->objective[i].name);
	}
}

static void end(const struct play *p, struct game *g, int winner, int margin, const char *rule)
{
	emit(p, .kind = EVENT_ENDED, .side = (int8_t)(winner == RESULT_DRAW ? NOBODY : winner), .n = margin, .rule = rule);
	game_end(g, winner, margin);
}

/* 3.3, 6.4, 7.2. A broken side does not fire, so both cannot break in the same turn. */
void drill_end_turn(const struct play *p, struct game *g)
{
	struct drill *d = drill_of(g);
	take_objectives(p, d);
	if (d->broken[0] || d->broken[1]) {
		end(p, g, d->broken[0] ? 1 : 0, 2, "6.4");
		return;
	}
	if (g->turn >= drill_book(p)->turns) {
		int west = drill_score(p, g, 0), east = drill_score(p, g, 1), winner = west == east ? RESULT_DRAW : west < east;
		end(p, g, winner, winner == RESULT_DRAW ? 0 : 1, "7.2");
		return;
	}
	g->turn++;
	agenda_top(g)->stage = 0;
	emit(p, .kind = EVENT_TURN, .n = g->turn, .rule = "3.3");
}

/* The value of the objectives a side holds. */
int drill_score(const struct play *p, const struct game *g, int side)
{
	const struct drill_book *b = drill_book(p);
	int score = 0;
	for (int i = 0; i < b->objectives; i++)
		if (drill_see(g)->spot[b->objective[i].hex].held == side) score += b->objective[i].value;
	return score;
}

static int strength_of(const struct play *p, const struct drill *d, int side)
{
	int sum = 0;
	for (int u = drill_book(p)->from[side]; u < drill_book(p)->from[side + 1]; u++) sum += d->strength[u];
	return sum;
}

/* Half for objectives, half for the strength that is left; a won game is worth all. */
int drill_judge(const struct play *p, const struct game *g, int side)
{
	const struct drill_book *b = drill_book(p);
	const struct drill *d = drill_see(g);
	if (g->over) return g->winner == RESULT_DRAW ? 0 : g->winner == side ? 1000 : -1000;
	if (d->broken[0] || d->broken[1]) return d->broken[side] ? -990 : 990;
	int ours = strength_of(p, d, side), theirs = strength_of(p, d, !side);
	int ground = b->objective_value ? 500 * (drill_score(p, g, side) - drill_score(p, g, !side)) / b->objective_value : 0;
	return ground + 480 * (ours - theirs) / (ours + theirs + 1);
}

int drill_lost(const struct play *p, const struct game *g, int piece)
{
	const struct unit *u = &p->m->battle->unit[p->m->piece[piece].unit];
	int whole = drill_book(p)->unit[piece].strength;
	return u->men * (whole - drill_see(g)->strength[piece]) / whole;
}

int drill_worth(const struct muster *m, int piece) { return ((const struct drill_book *)m->own)->unit[piece].strength; }
