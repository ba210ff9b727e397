/* Objectives, tasks and victory. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

enum { MARGIN_DRAW, MARGIN_TACTICAL, MARGIN_DECISIVE, MARGIN_COMPLETE };

/* win.2, win.3, win.4, AMB-43: held from the end of one own Attack sequence to the end of the next. */
void objectives_claim(const struct play *p, struct baa *b, int side)
{
	const struct charts *c = CHARTS(p);
	for (int i = 0; i < c->objectives; i++) {
		int hex = c->objective[i], u = board_first(b, hex);
		if (u == NO_UNIT || c->piece[u].side != side) continue;
		if (b->watch[hex] == side && b->owner[hex] != side) {
			b->owner[hex] = (int8_t)side;
			emit(p, .kind = E_CLAIMED, .side = (int8_t)side, .who = (int16_t)u, .where = hex, .rule = "win.2",
				.note = c->objective_name[i]);
		}
		b->watch[hex] = (int8_t)side;
	}
}

/* win.5: the marker counts; with the switch, only if one of its units stands there. */
int objectives_held(const struct charts *c, const struct muster *m, const struct baa *b, int side)
{
	int n = 0;
	for (int i = 0; i < c->objectives; i++) {
		int hex = c->objective[i], u = board_first(b, hex);
		if (b->owner[hex] == side && (!m->option[O_OCCUPIED] || (u != NO_UNIT && c->piece[u].side == side))) n++;
	}
	return n;
}

/* Dispersed and surrendered (AMB-37). */
int units_gone(const struct charts *c, const struct baa *b, int side)
{
	int n = 0;
	for EACH (u, c->kind_mask[KIND_UNIT][side]) n += b->counter[u].fate == FATE_DISPERSED || b->counter[u].fate == FATE_SURRENDERED;
	return n;
}

static bool any_left(const struct charts *c, const struct baa *b, int side)
{
	for EACH (u, c->kind_mask[KIND_UNIT][side])
		if (alive(&b->counter[u])) return true;
	return false;
}

/* win.8: a task that is done. */
static bool task_done(const struct play *p, const struct baa *b, const struct task *t)
{
	if (strcmp(t->kind, "disperse") == 0) return units_gone(CHARTS(p), b, !t->side) >= t->count;
	return strcmp(t->kind, "withdraw") == 0 && b->withdrawn[t->side] >= t->count;
}

/* win.7, win.8: what ends the battle at once. */
void decide_now(const struct play *p, struct baa *b)
{
	const struct charts *c = CHARTS(p);
	const struct scenario *s = p->m->scenario;
	if (b->decided) return;
	for (int side = 0; side < SIDES; side++) {
		if (any_left(c, b, side) || !(units_gone(c, b, side) || b->withdrawn[side])) continue;
		if (b->withdrawn[side]) b->decided = -1; /* nobody left to fight, but not all dispersed */
		else b->decided = (int8_t)(!side + 1), b->decided_margin = MARGIN_COMPLETE;
		break;
	}
	for (int i = 0; i < s->tasks && b->decided <= 0; i++) {
		if (!task_done(p, b, &s->task[i])) continue;
		b->decided = (int8_t)(s->task[i].side + 1), b->decided_margin = (int8_t)c->n.task_margin;
		emit(p, .kind = E_TASK, .side = (int8_t)s->task[i].side, .n = s->task[i].count, .rule = "win.8", .note = s->task[i].text);
	}
}

/* win.8: tasks stand in place of objectives. If only one side had one and did not do it the other has won; if both had, nobody.
   -1: there are none. */
static int spoiler(const struct scenario *s)
{
	bool of[SIDES] = {false, false};
	for (int i = 0; i < s->tasks; i++) of[s->task[i].side] = true;
	if (of[0] && of[1]) return RESULT_DRAW;
	return of[0] ? 1 : of[1] ? 0 : -1;
}

/* win.6: by objectives. */
static int margin_of(const struct charts *c, int more)
{
	if (more >= c->n.complete) return MARGIN_COMPLETE;
	if (more >= c->n.decisive) return MARGIN_DECISIVE;
	return more >= c->n.tactical ? MARGIN_TACTICAL : MARGIN_DRAW;
}

void baa_decide(const struct play *p, struct baa *b)
{
	const struct charts *c = CHARTS(p);
	int winner = b->decided > 0 ? b->decided - 1 : -1, margin = b->decided_margin;
	const char *rule = margin == MARGIN_COMPLETE ? "win.7" : "win.8";
	if (winner < 0 && (winner = spoiler(p->m->scenario)) >= 0) margin = winner == RESULT_DRAW ? MARGIN_DRAW : MARGIN_TACTICAL;
	if (winner < 0) {
		int more = objectives_held(c, p->m, b, 0) - objectives_held(c, p->m, b, 1);
		rule = "win.6", margin = margin_of(c, more < 0 ? -more : more);
		winner = margin == MARGIN_DRAW ? RESULT_DRAW : more > 0 ? 0 : 1;
	}
	emit(p, .kind = E_VICTORY, .side = (int8_t)(winner == RESULT_DRAW ? NOBODY : winner), .n = margin, .rule = rule);
	game_end(&b->g, winner, margin);
}
