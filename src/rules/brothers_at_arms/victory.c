/* Objectives, tasks and victory. */
#include <stdlib.h>

#include "rules/brothers_at_arms/brothers_at_arms.h"

enum { MARGIN_DRAW, MARGIN_TACTICAL, MARGIN_DECISIVE, MARGIN_COMPLETE };

static bool stood_through(const struct state *b, int hex) { return b->stood[hex >> 6] >> (hex & 63) & 1; }

/* A round begins: who stands on an objective now will have stood there through the whole of it, unless it
   leaves (baa_board_lift). */
void objectives_watch(const struct charts *c, struct state *b)
{
	for (int i = 0; i < c->objectives; i++) {
		int hex = c->objective[i];
		if (board_first(b, hex) != NO_UNIT) b->stood[hex >> 6] |= 1ull << (hex & 63);
	}
}

/* win.2, win.3, win.4, AMB-43: a full turn is two whole rounds, one of each side. After the first the hex is
   watched, after the second it is claimed. */
void objectives_claim(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	for (int i = 0; i < c->objectives; i++) {
		int hex = c->objective[i], u = board_first(b, hex);
		if (u == NO_UNIT) continue;
		int side = c->piece[u].side;
		if (b->watch[hex] == side && b->owner[hex] != side) {
			b->owner[hex] = (int8_t)side;
			emit(p, .kind = E_CLAIMED, .side = (int8_t)side, .who = (int16_t)u, .where = hex, .rule = "win.2",
				.note = c->objective_name[i]);
		}
		if (stood_through(b, hex)) b->watch[hex] = (int8_t)side;
	}
}

/* win.5: the marker counts; with the switch, only if one of its units stands there. */
int objectives_held(const struct charts *c, const struct muster *m, const struct state *b, int side)
{
	int n = 0;
	for (int i = 0; i < c->objectives; i++) {
		int hex = c->objective[i], u = board_first(b, hex);
		if (b->owner[hex] == side && (!m->option[O_OCCUPIED] || (u != NO_UNIT && c->piece[u].side == side)))
			n++;
	}
	return n;
}

/* Dispersed and surrendered (AMB-37). */
int units_gone(const struct charts *c, const struct state *b, int side)
{
	int n = 0;
	for EACH (u, c->kind_mask[KIND_UNIT][side])
		n += b->counter[u].fate == FATE_DISPERSED || b->counter[u].fate == FATE_SURRENDERED;
	return n;
}

static bool any_left(const struct charts *c, const struct state *b, int side)
{
	for EACH (u, c->kind_mask[KIND_UNIT][side])
		if (alive(&b->counter[u])) return true;
	return false;
}

/* win.8: the level that a task has reached, as the battle's file grades it. */
static int task_level(const struct play *p, const struct state *b, int i)
{
	const struct task *t = &p->m->scenario->task[i];
	const struct task_grade *g = &CHARTS(p)->task[i];
	int done = strcmp(t->kind, "disperse") == 0 ? units_gone(CHARTS(p), b, !t->side)
	         : strcmp(t->kind, "withdraw") == 0 ? b->withdrawn[t->side]
	                                            : 0;
	int level = MARGIN_DRAW;
	for (int k = MARGIN_TACTICAL; k <= MARGIN_COMPLETE; k++)
		if (g->from[k] && done >= g->from[k]) level = k;
	return level;
}

/* The highest level that a task can reach: then there is nothing left to fight for. */
static int task_best(const struct task_grade *g)
{
	return g->from[MARGIN_COMPLETE] ? MARGIN_COMPLETE
	     : g->from[MARGIN_DECISIVE] ? MARGIN_DECISIVE
	                                : MARGIN_TACTICAL;
}

/* win.7, win.8: what ends the battle at once. */
void decide_now(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	const struct scenario *s = p->m->scenario;
	if (b->decided) return;
	for (int side = 0; side < SIDES; side++) {
		if (any_left(c, b, side) || !(units_gone(c, b, side) || b->withdrawn[side])) continue;
		if (b->withdrawn[side]) b->decided = COUNT_NOW; /* nobody left to fight, but not all dispersed */
		else b->decided = (int8_t)(!side + 1);
		break;
	}
	for (int i = 0; i < s->tasks && b->decided <= 0; i++) {
		if (task_level(p, b, i) < task_best(&c->task[i])) continue;
		b->decided = COUNT_NOW;
		emit(p, .kind = E_TASK, .side = (int8_t)s->task[i].side, .n = s->task[i].count, .rule = "win.8",
			.note = s->task[i].text);
	}
}

/* win.8: tasks stand in place of objectives. A side has the best level that its tasks have reached; a task
   that has reached none gives the other side the level that the battle's file sets for it. The higher level
   wins. */
static int decide_by_tasks(const struct play *p, const struct state *b, int *margin)
{
	int level[SIDES] = {MARGIN_DRAW, MARGIN_DRAW};
	for (int i = 0; i < p->m->scenario->tasks; i++) {
		int side = p->m->scenario->task[i].side, own = task_level(p, b, i),
			undone = own ? 0 : CHARTS(p)->task[i].undone;
		if (own > level[side]) level[side] = own;
		if (undone > level[!side]) level[!side] = undone;
	}
	int winner = level[0] > level[1] ? 0 : level[1] > level[0] ? 1 : RESULT_DRAW;
	*margin = winner == RESULT_DRAW ? MARGIN_DRAW : level[winner];
	return winner;
}

/* win.6: by objectives. */
static int margin_of(const struct charts *c, int more)
{
	if (more >= c->n.complete) return MARGIN_COMPLETE;
	if (more >= c->n.decisive) return MARGIN_DECISIVE;
	return more >= c->n.tactical ? MARGIN_TACTICAL : MARGIN_DRAW;
}

void baa_decide(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	int winner = b->decided - 1, margin = MARGIN_COMPLETE, more = 0;
	const char *rule = "win.7";
	if (b->decided <= 0 && p->m->scenario->tasks) {
		rule = "win.8", winner = decide_by_tasks(p, b, &margin);
	} else if (b->decided <= 0) {
		more = objectives_held(c, p->m, b, 0) - objectives_held(c, p->m, b, 1);
		rule = "win.6", margin = margin_of(c, abs(more));
		winner = margin == MARGIN_DRAW ? RESULT_DRAW : more > 0 ? 0 : 1;
	}
	emit(p, .kind = E_VICTORY, .side = (int8_t)(winner == RESULT_DRAW ? NOBODY : winner), .n = margin,
		.m = abs(more), .rule = rule);
	game_end(&b->g, winner, margin);
}

/* Once all of a side is gone, or a task is done, whatever is under way is over: every step looks here
   first. */
bool baa_ended(const struct play *p, struct state *b)
{
	if (!b->decided) return false;
	baa_decide(p, b);
	return true;
}
