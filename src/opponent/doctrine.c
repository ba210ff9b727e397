/* The doctrine: a commander by habit, for measuring. He plans nothing and compares no plans. His formation
   goes at the nearest enemy place, whoever stands on a place that counts stays there, guns fire whenever they
   can, and an attack is made by all who can reach it, if the odds of the whole are good. The odds are counted
   on a few throws of the dice, all attackers together, and weighed by losses and ground alone. */
#include <limits.h>

#include "engine/optional.h"
#include "opponent/mind.h"

#define THROWS 12
#define GOOD 2000 /* millionths of a won game that an attack must promise more than to leave it */

static const struct weights losses_and_ground = {
	.early =
		{[FEATURE_STRENGTH] = 4000, [FEATURE_ORDER] = 500, [FEATURE_GROUND] = 1500, [FEATURE_LEAD] = 1000},
	.late =
		{[FEATURE_STRENGTH] = 3000, [FEATURE_ORDER] = 300, [FEATURE_GROUND] = 3000, [FEATURE_LEAD] = 3000},
};

/* A new activation: everybody may be taken up again, and the nearest enemy place is looked for. */
static void begin(struct mind *x, const struct game *g, int side, const struct orders *legal)
{
	const struct rules_mind *rules = mind_hooks(x->m);
	int acting = rules->acting ? rules->acting(g) : NO_UNIT;
	if (x->habit_turn == g->turn && x->habit_acting == acting && x->habit.aims) return;
	x->habit_turn = g->turn, x->habit_acting = acting;
	x->weights = &losses_and_ground;
	hand_open(x, STANCE_DRIVE, 0, &x->habit);
	drive_aims(x, g, side, legal, &x->aims);
	x->habit.aim = x->aims.n ? x->aims.place[0] : PLACE_NONE;
	x->habit.stays = true;
}

/* What it promises that all who can attack that place, over leaving it. */
static int64_t promise(struct mind *x, const struct game *g, int side, int place)
{
	int64_t sum = 0;
	for (uint64_t dice = 1; dice <= THROWS && !mind_tired(x); dice++) {
		struct venture attack = {.stance = STANCE_DRIVE, .aim = place, .dice = dice},
					   leave = {.stance = STANCE_PASS, .dice = dice};
		sum += plan_try(x, g, side, &attack, NULL) - plan_try(x, g, side, &leave, NULL);
	}
	return sum / THROWS;
}

/* The attack that promises most; -1 if none is good. */
static int best_attack(struct mind *x, const struct game *g, int side, const struct orders *o)
{
	int seen[AIMS], n = 0, best = -1;
	int64_t most = GOOD;
	for (int i = 0; i < o->n && n < AIMS; i++) {
		int place = drive_role(x, g, side, &o->list[i]) == ROLE_ASSAULT ? drive_place(x, g, &o->list[i])
		                                                                : PLACE_NONE,
			k = 0;
		if (place < 0) continue;
		while (k < n && seen[k] != place) k++;
		if (k < n) continue;
		seen[n++] = place;
		int64_t value = promise(x, g, side, place);
		if (value > most) best = i, most = value;
	}
	return best;
}

/* The list without attacks that are not good: they are not thought of again. */
static void leave_attacks_out(struct mind *x, const struct game *g, int side, const struct orders *legal,
	struct orders *open)
{
	open->n = 0;
	for (int i = 0; i < legal->n; i++)
		if (drive_role(x, g, side, &legal->list[i]) != ROLE_ASSAULT || drive_place(x, g, &legal->list[i]) < 0)
			open->list[open->n++] = legal->list[i];
}

static struct order by_habit(struct mind *x, const struct game *g, int side, const struct orders *legal)
{
	enum role last = drive_role(x, g, side, &legal->list[legal->n - 1]);
	begin(x, g, side, legal);
	if (last != ROLE_DONE && last != ROLE_STOP) return drive_order(x, &x->habit, g, side, legal);
	int attack = best_attack(x, g, side, legal);
	if (attack >= 0) return legal->list[attack];
	struct orders *open = mind_list(x);
	leave_attacks_out(x, g, side, legal, open);
	struct order o = drive_order(x, &x->habit, g, side, open);
	mind_give_back(x);
	return o;
}

struct order doctrine_choose(struct mind *x, const struct game *g, int side, const struct orders *legal)
{
	struct play p = {x->m, NULL, NULL};
	struct order usual;
	if (!drive_possible(x)) return legal->list[rng_below(&x->rng, (uint32_t)legal->n)];
	if (x->m->rules->question[g->question[side]].flags & QUESTION_MINOR && play_usual(&p, g, side, &usual) &&
		order_listed(legal, &usual) >= 0)
		return usual;
	struct game *known = mind_state(x);
	mind_list(x);
	mind_imagine(x, known, g, side, (struct rng){1});
	struct order o = by_habit(x, known, side, legal);
	mind_give_back(x);
	return o;
}
