/* How it ends (3.3, 6, 7), and how well it goes (for the opponent and for studies). */
#include "drill.h"

static int units_of(const struct drill_book *b, int side) { return b->from[side + 1] - b->from[side]; }

/* 6.1: a unit is gone. The side breaks at half, but not before the shot that did it is over: the step is
   deferred until the agenda has come down to where that shot lay. */
void drill_destroyed(const struct play *p, struct state *d, int side)
{
	struct game *g = &d->g;
	d->gone[side]++;
	if (d->broken[side] || d->gone[side] * 2 < units_of(drill_book(p), side)) return;
	uint8_t shot = (uint8_t)(agenda_find(g, STEP_SHOT) - g->agenda);
	agenda_defer(g, shot, (struct step){.kind = STEP_BREAK, .side = (uint8_t)side});
}

/* 6.2: whatever is under way ends at once. The turn's own step lies at the bottom and goes on with the next
   phase. */
void drill_break(const struct play *p, struct state *d)
{
	int side = agenda_see(&d->g)->side;
	d->broken[side] = 1;
	emit(p, .kind = EVENT_BROKE, .side = (int8_t)side, .n = d->gone[side], .rule = "6.1");
	agenda_unwind(p, &d->g, 1);
}

/* 7.1 */
static void take_objectives(const struct play *p, struct state *d)
{
	const struct drill_book *b = drill_book(p);
	for (int i = 0; i < b->objectives; i++) {
		struct drill_spot *spot = &d->spot[b->objective[i].hex];
		int8_t side = (int8_t)(spot->on ? drill_side(b, spot->on - 1) : spot->held);
		if (side == spot->held) continue;
		spot->held = side;
		emit(p, .kind = EVENT_TAKEN, .side = side, .where = b->objective[i].hex, .n = b->objective[i].value,
			.rule = "7.1", .note = b->objective[i].name);
	}
}

static void end(const struct play *p, struct state *d, int winner, int margin, const char *rule)
{
	emit(p, .kind = EVENT_ENDED, .side = (int8_t)(winner == RESULT_DRAW ? NOBODY : winner), .n = margin,
		.rule = rule);
	game_end(&d->g, winner, margin);
}

/* 3.3, 6.4, 7.2. A broken side does not fire, so both cannot break in the same turn. */
void drill_end_turn(const struct play *p, struct state *d)
{
	take_objectives(p, d);
	if (d->broken[0] || d->broken[1]) {
		end(p, d, d->broken[0] ? 1 : 0, 2, "6.4");
		return;
	}
	if (d->g.turn >= drill_book(p)->turns) {
		int west = drill_score(p, &d->g, 0), east = drill_score(p, &d->g, 1),
			winner = west == east ? RESULT_DRAW : west < east;
		end(p, d, winner, winner == RESULT_DRAW ? 0 : 1, "7.2");
		return;
	}
	d->g.turn++;
	agenda_top(&d->g)->stage = 0;
	emit(p, .kind = EVENT_TURN, .n = d->g.turn, .rule = "3.3");
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

/* What the opponent and studies judge by. Shares are of what both sides began with. */
void drill_features(const struct play *p, const struct game *g, struct features *f)
{
	const struct drill_book *b = drill_book(p);
	const struct state *d = drill_see(g);
	int whole = 1;
	f->left = 1000 * (b->turns - g->turn) / b->turns;
	for (int u = 0; u < p->m->pieces; u++) whole += b->unit[u].strength;
	for (int side = 0; side < SIDES; side++) {
		int32_t *of = f->of[side], strength = 0, near = 0;
		int units = units_of(b, side);
		for (int u = b->from[side]; u < b->from[side + 1]; u++) {
			int best = 20;
			strength += d->strength[u];
			for (int i = 0; i < b->objectives && d->at[u] >= 0; i++) {
				int far = hex_range(b->map, d->at[u], b->objective[i].hex);
				if (d->spot[b->objective[i].hex].held != side && far < best) best = far;
			}
			near += d->strength[u] * (20 - best);
		}
		of[FEATURE_STRENGTH] = share(strength, whole);
		/* 6.1: broken at half */
		of[FEATURE_MORALE] = d->broken[side] ? -2 * WHOLE_SHARE : -2 * share(d->gone[side], units);
		of[FEATURE_APPROACH] = share(near, 20 * whole);
		of[FEATURE_GROUND] = b->objective_value ? share(drill_score(p, g, side), b->objective_value) : 0;
		of[FEATURE_LEAD] = drill_score(p, g, side) > drill_score(p, g, !side) ? WHOLE_SHARE / 2 : 0;
	}
}

int drill_lost(const struct play *p, const struct game *g, int piece)
{
	const struct unit *u = &p->m->battle->unit[p->m->piece[piece].unit];
	int whole = drill_book(p)->unit[piece].strength;
	return u->men * (whole - drill_see(g)->strength[piece]) / whole;
}

int drill_worth(const struct muster *m, int piece)
{
	return ((const struct drill_book *)m->own)->unit[piece].strength;
}
