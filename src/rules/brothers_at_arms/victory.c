/* Objectives, tasks and victory. */
#include <stdlib.h>

#include "rules/brothers_at_arms/brothers_at_arms.h"

enum { MARGIN_DRAW, MARGIN_TACTICAL, MARGIN_DECISIVE, MARGIN_COMPLETE };

static bool stood_through(const struct state *d, int hex) { return d->stood[hex >> 6] >> (hex & 63) & 1; }

/* A round begins: who stands on an objective now will have stood there through the whole of it, unless it
   leaves (baa_board_lift). */
void baa_objectives_watch(const struct baa_book *b, struct state *d)
{
	for (int i = 0; i < b->objectives; i++) {
		int hex = b->objective[i];
		if (board_first(d, hex) != NO_UNIT) d->stood[hex >> 6] |= 1ull << (hex & 63);
	}
}

/* win.2, win.3, win.4, AMB-43: a full turn is two whole rounds, one of each side. After the first the hex is
   watched, after the second it is claimed. */
void baa_objectives_claim(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	for (int i = 0; i < b->objectives; i++) {
		int hex = b->objective[i], u = board_first(d, hex);
		if (u == NO_UNIT) continue;
		int side = b->piece[u].side;
		if (d->watch[hex] == side && d->owner[hex] != side) {
			d->owner[hex] = (int8_t)side;
			emit(p, .kind = E_CLAIMED, .side = (int8_t)side, .who = (int16_t)u, .where = hex, .rule = "win.2",
				.note = b->objective_name[i]);
		}
		if (stood_through(d, hex)) d->watch[hex] = (int8_t)side;
	}
}

/* win.5: the marker counts; with the switch, only if one of its units stands there. */
int baa_objectives_held(const struct baa_book *b, const struct muster *m, const struct state *d, int side)
{
	int n = 0;
	for (int i = 0; i < b->objectives; i++) {
		int hex = b->objective[i], u = board_first(d, hex);
		if (d->owner[hex] == side && (!m->option[O_OCCUPIED] || (u != NO_UNIT && b->piece[u].side == side)))
			n++;
	}
	return n;
}

/* Dispersed and surrendered (AMB-37). */
int baa_units_gone(const struct baa_book *b, const struct state *d, int side)
{
	int gone = 0;
	for EACH (u, b->kind_mask[KIND_UNIT][side])
		gone += d->counter[u].fate == FATE_DISPERSED || d->counter[u].fate == FATE_SURRENDERED;
	return gone;
}

static bool any_left(const struct baa_book *b, const struct state *d, int side)
{
	for EACH (u, b->kind_mask[KIND_UNIT][side])
		if (alive(&d->counter[u])) return true;
	return false;
}

/* win.8: the level that a task has reached, as the battle's file grades it. */
static int task_level(const struct play *p, const struct state *d, int i)
{
	const struct task *t = &p->m->scenario->task[i];
	const struct task_grade *g = &baa_book(p)->task[i];
	int done = strcmp(t->kind, "disperse") == 0 ? baa_units_gone(baa_book(p), d, !t->side)
	         : strcmp(t->kind, "withdraw") == 0 ? d->withdrawn[t->side]
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
void baa_decide_now(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	const struct scenario *s = p->m->scenario;
	if (d->decided) return;
	for (int side = 0; side < SIDES; side++) {
		if (any_left(b, d, side) || !(baa_units_gone(b, d, side) || d->withdrawn[side])) continue;
		if (d->withdrawn[side]) d->decided = COUNT_NOW; /* nobody left to fight, but not all dispersed */
		else d->decided = (int8_t)(!side + 1);
		break;
	}
	for (int i = 0; i < s->tasks && d->decided <= 0; i++) {
		if (task_level(p, d, i) < task_best(&b->task[i])) continue;
		d->decided = COUNT_NOW;
		emit(p, .kind = E_TASK, .side = (int8_t)s->task[i].side, .n = s->task[i].count, .rule = "win.8",
			.note = s->task[i].text);
	}
}

/* win.8: tasks stand in place of objectives. A side has the best level that its tasks have reached; a task
   that has reached none gives the other side the level that the battle's file sets for it. The higher level
   wins. */
static int decide_by_tasks(const struct play *p, const struct state *d, int *margin)
{
	int level[SIDES] = {MARGIN_DRAW, MARGIN_DRAW};
	for (int i = 0; i < p->m->scenario->tasks; i++) {
		int side = p->m->scenario->task[i].side, own = task_level(p, d, i),
			undone = own ? 0 : baa_book(p)->task[i].undone;
		if (own > level[side]) level[side] = own;
		if (undone > level[!side]) level[!side] = undone;
	}
	int winner = level[0] > level[1] ? 0 : level[1] > level[0] ? 1 : RESULT_DRAW;
	*margin = winner == RESULT_DRAW ? MARGIN_DRAW : level[winner];
	return winner;
}

/* win.6: by objectives. */
static int margin_of(const struct baa_book *b, int more)
{
	if (more >= b->n.complete) return MARGIN_COMPLETE;
	if (more >= b->n.decisive) return MARGIN_DECISIVE;
	return more >= b->n.tactical ? MARGIN_TACTICAL : MARGIN_DRAW;
}

void baa_decide(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	int winner = d->decided - 1, margin = MARGIN_COMPLETE, more = 0;
	const char *rule = "win.7";
	if (d->decided <= 0 && p->m->scenario->tasks) {
		rule = "win.8", winner = decide_by_tasks(p, d, &margin);
	} else if (d->decided <= 0) {
		more = baa_objectives_held(b, p->m, d, 0) - baa_objectives_held(b, p->m, d, 1);
		rule = "win.6", margin = margin_of(b, abs(more));
		winner = margin == MARGIN_DRAW ? RESULT_DRAW : more > 0 ? 0 : 1;
	}
	emit(p, .kind = E_VICTORY, .side = (int8_t)(winner == RESULT_DRAW ? NOBODY : winner), .n = margin,
		.m = abs(more), .rule = rule);
	game_end(&d->g, winner, margin);
}

/* Once all of a side is gone, or a task is done, whatever is under way is over: every step looks here
   first. */
bool baa_ended(const struct play *p, struct state *d)
{
	if (!d->decided) return false;
	baa_decide(p, d);
	return true;
}
