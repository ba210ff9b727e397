/* The commander: what each formation of a side is to do, before anybody looks at single orders. Whoever acts
   together is a group: a corps, or a division where there are few corps. Every group gets one of the places
   that count as its task, to take it or to hold it, so that what the side may expect of all places together
   is the most.

   What a side may expect of a place depends on who can be there. Those that have it as their task
   count by their strength, the less the farther away they are. The enemy counts by what he has near. Twice
   the strength is worth far more than half of it, so groups mass; a place that is free wants only somebody,
   and one that no enemy is near wants nobody.

   It is made anew from the state each time, and remembers nothing. It is steady, since a group on its way
   counts the more for its task the nearer it comes. */
#include "engine/optional.h"
#include "opponent/mind.h"

#define ARRIVE 8 /* hexes: a group that is so far away counts half */
#define GUARD 9  /* hexes, squared: and so does an enemy */
#define SWEEPS 4 /* times that every group may choose again */
#define FEW_GROUPS 3
#define ZEAL \
	60000        /* millionths of a won game that going at its tasks at once is worth to the stronger side */
#define EVEN 500 /* thousandths of all strength that is left: from here on a side is the stronger */
#define SURE 150 /* and with so many more there is no doubt */

struct front {
	int goals, groups;
	struct goal goal[GOALS_MOST];
	const uint16_t *way[GOALS_MOST];
	int64_t there[GOALS_MOST], against[GOALS_MOST];
	int64_t bears[GROUPS_MOST][GOALS_MOST]; /* what a group counts for where, if that is its task */
	int task[GROUPS_MOST];
};

/* --- groups --------------------------------------------------------------------------------------------- */

/* The highest formation that is no army; NOBODY: it belongs to an army directly. */
static int corps_of(const struct muster *m, int piece)
{
	int found = NOBODY;
	for (int f = m->piece[piece].formation; f != NOBODY; f = m->battle->formation[f].parent)
		if (m->battle->formation[f].level != LEVEL_ARMY) found = f;
	return found;
}

static int key_of(const struct muster *m, int piece, bool divisions)
{
	int corps = corps_of(m, piece);
	if (corps != NOBODY) return divisions ? m->piece[piece].formation : corps;
	return m->piece[piece].symbol < SYMBOL_LEADER ? m->battle->formations + piece : NOBODY;
}

static int put_groups(const struct muster *m, int side, bool divisions, struct campaign *c)
{
	int key[GROUPS_MOST], n = 0;
	for (int u = 0; u < m->pieces; u++) {
		int of = m->piece[u].side == side ? key_of(m, u, divisions) : NOBODY, k = 0;
		if (m->piece[u].side != side) continue;
		while (k < n && key[k] != of) k++;
		if (of != NOBODY && k == n && n < GROUPS_MOST) key[n++] = of;
		c->group[u] = (int8_t)(of == NOBODY || k == n ? NO_GROUP : k);
	}
	return n;
}

static void find_groups(const struct muster *m, struct campaign *c)
{
	for (int side = 0; side < SIDES; side++) {
		c->groups[side] = put_groups(m, side, false, c);
		if (c->groups[side] < FEW_GROUPS) c->groups[side] = put_groups(m, side, true, c);
	}
	c->known = true;
}

/* --- what counts where ---------------------------------------------------------------------------------- */

static int64_t worth_of(const struct mind *x, int piece)
{
	int (*worth)(const struct muster *m, int piece) = mind_hooks(x->m)->worth;
	return worth ? worth(x->m, piece) : 1;
}

/* What most steps from one hex to the next cost. */
static int usual_cost(const struct mind *x)
{
	int count[64] = {0}, best = 1;
	for (int hex = 0; hex < x->m->map->count; hex++)
		for (int dir = 0; dir < 6; dir++) {
			int cost = drive_cost(x->m, hex, dir);
			if (cost > 0 && cost < 64 && ++count[cost] > count[best]) best = cost;
		}
	return best;
}

static void measure(struct mind *x, const struct game *g, int side, struct front *f)
{
	const struct campaign *c = &x->campaign;
	int64_t whole = 0;
	int units = 1;
	for (int u = 0; u < x->m->pieces; u++) {
		int at = drive_at(x, g, u), group = c->group[u];
		int64_t worth = 1000 * worth_of(x, u);
		if (at < 0 || !worth || group == NO_GROUP) continue;
		whole += worth, units++;
		for (int i = 0; i < f->goals; i++) {
			int64_t far = f->way[i][at] == UINT16_MAX ? 1000 : f->way[i][at] / c->step;
			if (x->m->piece[u].side == side) f->bears[group][i] += worth * ARRIVE / (ARRIVE + far);
			else f->against[i] += worth * GUARD / (GUARD + far * far);
		}
	}
	for (int i = 0; i < f->goals; i++) { /* who has it has something, be it nobody */
		if (f->goal[i].holder == side) f->there[i] += whole / units;
		else f->against[i] += f->goal[i].holder == NOBODY ? whole / units / 4 : whole / units / 2;
	}
}

/* What may be expected of a place, in thousandths of its value. */
static int64_t expected(int64_t own, int64_t enemy)
{
	int64_t share = own + enemy ? 1000 * own / (own + enemy) : 0, other = 1000 - share;
	return 1000 * share * share / (share * share + other * other);
}

/* What a group adds to what is expected of a place. */
static int64_t gain(const struct front *f, int group, int goal)
{
	int64_t before = expected(f->there[goal], f->against[goal]),
			after = expected(f->there[goal] + f->bears[group][goal], f->against[goal]);
	return (after - before) * (f->goal[goal].value ? f->goal[goal].value : 1) * 1000 +
	       f->bears[group][goal] / 1000;
}

static int best_task(const struct front *f, int group)
{
	int best = 0;
	for (int i = 1; i < f->goals; i++)
		if (gain(f, group, i) > gain(f, group, best)) best = i;
	return best;
}

/* One after the other, whoever adds most first; then each may choose again. */
static void assign(struct front *f)
{
	for (int k = 0; k < f->groups; k++) f->task[k] = -1;
	for (int left = f->groups; left; left--) {
		int who = -1, task = 0;
		for (int k = 0; k < f->groups; k++) {
			if (f->task[k] >= 0) continue;
			int best = best_task(f, k);
			if (who < 0 || gain(f, k, best) > gain(f, who, task)) who = k, task = best;
		}
		f->task[who] = task, f->there[task] += f->bears[who][task];
	}
	for (int sweep = 0; sweep < SWEEPS; sweep++)
		for (int k = 0; k < f->groups; k++) {
			f->there[f->task[k]] -= f->bears[k][f->task[k]];
			f->task[k] = best_task(f, k);
			f->there[f->task[k]] += f->bears[k][f->task[k]];
		}
}

/* The place that most is sent to. */
static int main_goal(const struct front *f)
{
	int64_t sent[GOALS_MOST] = {0};
	int best = 0;
	for (int k = 0; k < f->groups; k++) sent[f->task[k]] += f->bears[k][f->task[k]];
	for (int i = 1; i < f->goals; i++)
		if (sent[i] > sent[best]) best = i;
	return best;
}

static void command(struct mind *x, const struct game *g, int side)
{
	struct campaign *c = &x->campaign;
	struct front f = {.groups = c->groups[side]};
	f.goals = drive_goals(x, g, f.goal);
	c->main[side] = PLACE_NONE;
	for (int k = 0; k < f.groups; k++) c->task[side][k] = PLACE_NONE;
	if (!f.goals || !f.groups) return;
	for (int i = 0; i < f.goals; i++) f.way[i] = drive_keep(x, f.goal[i].place);
	measure(x, g, side, &f);
	assign(&f);
	for (int k = 0; k < f.groups; k++) c->task[side][k] = f.goal[f.task[k]].place;
	c->main[side] = f.goal[main_goal(&f)].place;
}

void commander_plan(struct mind *x, const struct game *g)
{
	struct campaign *c = &x->campaign;
	if (!c->known) find_groups(x->m, c), c->step = usual_cost(x);
	for (int side = 0; side < SIDES; side++) command(x, g, side);
}

/* --- tasks ---------------------------------------------------------------------------------------------- */

int commander_task(const struct mind *x, int piece)
{
	const struct campaign *c = &x->campaign;
	int side = x->m->piece[piece].side;
	return c->group[piece] == NO_GROUP ? c->main[side] : c->task[side][c->group[piece]];
}

/* What going at its tasks at once is worth to a side that is the stronger and would not win if the battle
   were over now. */
static int zeal(const struct mind *x, const struct game *g, int side)
{
	struct play p = {x->m, NULL, NULL};
	struct features f = {0};
	play_features(&p, g, &f);
	int64_t own = f.of[side][FEATURE_STRENGTH], all = own + f.of[!side][FEATURE_STRENGTH];
	int64_t more = all ? 1000 * own / all - EVEN : 0;
	if (f.of[side][FEATURE_LEAD] - f.of[!side][FEATURE_LEAD] >= WHOLE_SHARE * 2 / 5 || more < 0) return 0;
	return (int)(ZEAL * (more > SURE ? SURE : more) / SURE);
}

void commander_begin(struct mind *x, const struct game *g, int side)
{
	x->campaign.side = side, x->campaign.zeal = zeal(x, g, side),
	x->campaign.counts = x->campaign.main[side] >= 0;
}
