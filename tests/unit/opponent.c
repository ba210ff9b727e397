/* The opponent, in every system: it gives only orders that are offered, keeps its budget, stops when told,
   comes to the same choice on one core or two, and knows nothing its side may not know. MANY=1000000 makes as
   many decisions (docs/opponent.md). */
#include "engine/optional.h"
#include "engine_help.h"
#include "opponent/mind.h"

#define USUAL_DECISIONS 1200

static const char *const scenes[][2] = {{"tests/battles/crossroads", NULL},
	{"data/battles/raab", "afternoon"}, {"data/battles/solferino", "san_martino"}};
#define SCENES 3

static void on(const struct rules *r, int scene, void (*look)(const struct muster *m))
{
	struct arena *a = arena_new();
	struct faults f = {0};
	const struct battle *b = battle_load(a, scenes[scene][0], &f);
	const struct muster *m = b ? muster_make(a, r, "data", b, scenes[scene][1], NULL, &f) : NULL;
	faults_print(&f, stderr);
	assert_non_null(m);
	look(m);
	faults_free(&f), arena_free(a);
}

static void everywhere(void (*look)(const struct muster *m))
{
	for (int i = 0; all_rules[i]; i++) on(all_rules[i], 0, look);
}

static int decisions_each(void)
{
	const char *many = getenv("MANY");
	return many ? atoi(many) / 5 / 4 : USUAL_DECISIONS / 4;
}

static void choose_often(const struct muster *m)
{
	static const struct {
		enum mind_level level;
		uint64_t nodes;
	} who[] = {{MIND_RECRUIT, 100}, {MIND_CAPTAIN, 300}, {MIND_MARSHAL, 600}, {MIND_TREE, 300},
		{MIND_CAPTAIN0, 300}, {MIND_DOCTRINE, 600}};
	for (size_t k = 0; k < sizeof who / sizeof *who; k++) {
		uint64_t game = 0;
		for (int left = decisions_each(); left > 0;) {
			struct match *t = match_of(m, ++game);
			struct mind *mind[SIDES] = {mind_new(m, who[k].level, game), mind_new(m, who[k].level, game + 1)};
			for (; t->turn != NOBODY && left > 0; left--) {
				struct mind *x = mind[t->turn];
				uint64_t before = mind_nodes(x);
				struct refusal why = {0};
				struct order o =
					mind_choose(x, t->g, t->turn, &t->legal, (struct mind_budget){.nodes = who[k].nodes});
				if (mind_nodes(x) - before > who[k].nodes + who[k].nodes / 10)
					fail_msg("%s: %s used %d nodes of %d", m->rules->id, mind_names[who[k].level],
						(int)(mind_nodes(x) - before), (int)who[k].nodes);
				if (!match_order(t, t->turn, &o, &why))
					fail_msg("%s: %s: %s", m->rules->id, mind_names[who[k].level], why.text);
			}
			mind_free(mind[0]), mind_free(mind[1]), match_free(t);
		}
	}
}

static void every_order_is_one_that_was_offered_and_the_budget_holds(void **state)
{
	(void)state;
	everywhere(choose_often);
}

static void cancelled(const struct muster *m)
{
	for (int level = 0; level < MIND_LEVELS; level++) {
		struct match *t = match_of(m, 4);
		struct mind *x = mind_new(m, (enum mind_level)level, 1);
		atomic_bool stop = true;
		for (int i = 0; i < 30 && t->turn != NOBODY; i++) {
			uint64_t before = mind_nodes(x);
			struct order o = mind_choose(x, t->g, t->turn, &t->legal,
				(struct mind_budget){.nodes = 100000000, .cancel = &stop});
			assert_true(mind_nodes(x) - before < 20);
			assert_true(match_order(t, t->turn, &o, NULL));
		}
		mind_free(x), match_free(t);
	}
}

static void who_is_cancelled_answers_at_once(void **state)
{
	(void)state;
	everywhere(cancelled);
}

/* A mind that has been there all the time, and one that is new to the game at every choice. */
static int plans_followed;

static void taken_over(const struct muster *m)
{
	struct match *t = match_of(m, 9);
	struct mind *kept = mind_new(m, MIND_CAPTAIN, 1);
	struct text memory[SIDES] = {0};
	for (int i = 0; i < 60 && t->turn != NOBODY; i++) {
		int side = t->turn;
		struct text said = {0};
		struct mind *fresh = mind_new(m, MIND_CAPTAIN, 2);
		struct mind_budget budget = {.nodes = 300, .luck = (uint64_t)t->n + 1};
		mind_recall(kept, t->g, text_str(&memory[side])), mind_recall(fresh, t->g, text_str(&memory[side]));
		struct order a = mind_choose(kept, t->g, side, &t->legal, budget);
		struct order b = mind_choose(fresh, t->g, side, &t->legal, budget);
		assert_memory_equal(&a, &b, sizeof a);
		plans_followed += t->legal.n > 1 && mind_nodes(fresh) == 0;
		if (mind_explain(fresh, t->g, side, TELL_CHANCES, &said))
			text_clear(&memory[side]), mind_remember(fresh, &memory[side]);
		assert_true(match_order(t, side, &a, NULL));
		mind_free(fresh), text_free(&said);
	}
	for (int side = 0; side < SIDES; side++) text_free(&memory[side]);
	mind_free(kept), match_free(t);
}

static void who_takes_over_makes_the_same_choice(void **state)
{
	(void)state;
	plans_followed = 0;
	everywhere(taken_over);
	assert_true(plans_followed > 50);
}

static void nonsense(const struct muster *m)
{
	static const char *const plans[] = {"", "x", "7", "7;", "7;8", "7;8 ", "7;8 nonsense here;9 done", ";;;;",
		"99999999999999999999999;1 done", "-1;-1 done;", "1;1 done;1 done"};
	struct match *t = match_of(m, 9);
	struct mind *x = mind_new(m, MIND_CAPTAIN, 1);
	for (size_t i = 0; i < sizeof plans / sizeof *plans && t->turn != NOBODY; i++) {
		mind_recall(x, t->g, plans[i]);
		struct order o = mind_choose(x, t->g, t->turn, &t->legal, (struct mind_budget){.nodes = 30});
		assert_true(match_order(t, t->turn, &o, NULL));
	}
	mind_free(x), match_free(t);
}

static void a_memory_that_cannot_be_read_is_none(void **state)
{
	(void)state;
	everywhere(nonsense);
}

static void on_many_cores(const struct muster *m, int threads)
{
	struct match *t = match_of(m, 9);
	struct mind *one = mind_new(m, MIND_MARSHAL, 7), *two = mind_new(m, MIND_MARSHAL, 7);
	for (int i = 0; i < 40 && t->turn != NOBODY; i++) {
		struct order a =
			mind_choose(one, t->g, t->turn, &t->legal, (struct mind_budget){.nodes = 1500, .threads = 1});
		struct order b = mind_choose(two, t->g, t->turn, &t->legal,
			(struct mind_budget){.nodes = 1500, .threads = threads});
		assert_memory_equal(&a, &b, sizeof a);
		assert_int_equal(mind_nodes(one), mind_nodes(two));
		assert_true(match_order(t, t->turn, &a, NULL));
	}
	mind_free(one), mind_free(two), match_free(t);
}

static void on_two_and_four_cores(const struct muster *m)
{
	on_many_cores(m, 2);
	on_many_cores(m, 4);
}

static void many_cores_come_to_the_same_choice_as_one(void **state)
{
	(void)state;
	everywhere(on_two_and_four_cores);
}

/* A state its side cannot tell from this one: other dice to come, other secrets of the enemy. */
static void exchange(const struct muster *m, const struct game *g, int side, uint64_t how, struct game *out)
{
	struct play p = {m, NULL, NULL};
	struct rng rng = {how};
	game_copy(m, out, g);
	play_imagine(&p, out, side, &rng);
}

static int hidden; /* states of the system in hand that differed */

static void blindly(const struct muster *m)
{
	struct match *t = match_of(m, 2);
	struct game *other = game_new(m);
	struct mind *quick = mind_new(m, MIND_RECRUIT, 1);
	for (int i = 0; i < 40 && t->turn != NOBODY; i++) {
		struct order o[2];
		struct text words[2] = {{0}, {0}};
		size_t dice = offsetof(struct game, orders);
		exchange(m, t->g, t->turn, (uint64_t)i, other);
		hidden += memcmp((char *)t->g + dice, (char *)other + dice, m->state_bytes - dice) != 0;
		for (int k = 0; k < 2; k++) {
			struct mind *x = mind_new(m,
				i % 2   ? MIND_MARSHAL
				: i % 4 ? MIND_CAPTAIN
				: i % 8 ? MIND_TREE
						: MIND_DOCTRINE,
				3);
			o[k] = mind_choose(x, k ? other : t->g, t->turn, &t->legal, (struct mind_budget){.nodes = 400});
			mind_explain(x, k ? other : t->g, t->turn, TELL_CHANCES, &words[k]);
			mind_free(x);
		}
		if (memcmp(&o[0], &o[1], sizeof o[0]))
			fail_msg("%s: decision %d differs by what it may not know", m->rules->id, i);
		assert_string_equal(text_str(&words[0]), text_str(&words[1]));
		text_free(&words[0]), text_free(&words[1]);
		for (int n = 1 + i % 7 * 2; n > 0 && t->turn != NOBODY; n--) { /* on to where there is fighting */
			struct order next =
				mind_choose(quick, t->g, t->turn, &t->legal, (struct mind_budget){.nodes = 60});
			assert_true(match_order(t, t->turn, &next, NULL));
		}
	}
	free(other), mind_free(quick), match_free(t);
}

static void what_it_may_not_know_changes_neither_choice_nor_words(void **state)
{
	(void)state;
	for (int i = 0; all_rules[i]; i++) {
		hidden = 0;
		for (int scene = 0; scene < SCENES; scene++) on(all_rules[i], scene, blindly);
		if (all_rules[i]->mask && !hidden)
			fail_msg("%s: nothing was hidden in these games", all_rules[i]->id);
	}
}

/* By each stance in turn: no unit comes twice to the same place in one march. */
static void to_and_fro(const struct muster *m)
{
	struct match *t = match_of(m, 3);
	struct mind *x = mind_new(m, MIND_MARSHAL, 1);
	struct plan plan;
	x->stop_at = UINT64_MAX;
	for (int stance = 0; stance < STANCE_PASS; stance++) {
		plan_try(x, t->g, t->turn, &(struct venture){.stance = stance, .dice = 5}, &plan);
		assert_true(plan.n > 0);
		for (int i = 0; i < plan.n; i++)
			for (int k = i - 1; k >= 0 && plan.order[k].unit == plan.order[i].unit && plan.order[i].unit >= 0;
				k--)
				if (order_same(&plan.order[i], &plan.order[k]))
					fail_msg("%s: stance %d: order %d is order %d again", m->rules->id, stance, i, k);
	}
	mind_free(x), match_free(t);
}

static void the_marshal_does_not_march_to_and_fro(void **state)
{
	(void)state;
	for (int i = 0; all_rules[i]; i++) on(all_rules[i], 1, to_and_fro);
}

/* Carried out on the same dice, no order of a plan comes up in another activation than the first. */
static void one_activation(const struct muster *m)
{
	struct match *t = match_of(m, 3);
	struct mind *x = mind_new(m, MIND_CAPTAIN, 1);
	struct game *clone = x->state[LEVELS_DEEP - 1];
	struct orders *o = x->list[LEVELS_DEEP - 1];
	struct plan plan;
	for (int i = 0; i < 400 && t->turn != NOBODY; i++) {
		int side = t->turn, acting = mind_hooks(m)->acting ? mind_hooks(m)->acting(t->g) : NO_UNIT;
		x->stop_at = UINT64_MAX, x->stopped = false;
		if (acting != NO_UNIT && i % 4 == 0) {
			plan_try(x, t->g, side, &(struct venture){.stance = STANCE_PASS, .dice = 5}, &plan);
			/* judged there, when the turn is over */
			if (mind_hooks(m)->scope) assert_true(x->state[0]->over || x->state[0]->turn > t->g->turn);
			mind_imagine(x, clone, t->g, side, (struct rng){5});
			for (int k = 0; k < plan.n && mind_settle(x, clone, o) == side; k++) {
				if (mind_hooks(m)->acting(clone) != acting)
					fail_msg("%s: order %d of a plan is of another activation", m->rules->id, k);
				mind_try(x, clone, side, &plan.order[k]);
			}
		}
		struct order next = mind_choose(x, t->g, side, &t->legal, (struct mind_budget){.nodes = 30});
		assert_true(match_order(t, side, &next, NULL));
	}
	mind_free(x), match_free(t);
}

static void a_plan_ends_with_its_activation(void **state)
{
	(void)state;
	for (int i = 0; all_rules[i]; i++) on(all_rules[i], 1, one_activation);
}

static void answered(const struct muster *m)
{
	struct match *t = match_of(m, 3);
	struct mind *x = mind_new(m, MIND_MARSHAL, 1);
	struct plan pass = {.n = 0};
	x->stop_at = UINT64_MAX;
	for (uint64_t dice = 1; dice < 6; dice++) {
		int value[2];
		for (uint64_t luck = 0; luck < 2; luck++) {
			x->rng.s = luck;
			value[luck] = plan_try(x, t->g, t->turn,
				&(struct venture){.follow = &pass, .stance = STANCE_PASS, .answer = true, .dice = dice},
				NULL);
		}
		assert_int_equal(value[0], value[1]);
	}
	mind_free(x), match_free(t);
}

/* Every group that has somebody on the field has a task, and the task is a place that counts. */
static void tasked(const struct muster *m)
{
	struct match *t = match_of(m, 3);
	struct mind *x = mind_new(m, MIND_CAPTAIN, 1);
	struct goal goal[GOALS_MOST];
	int goals = drive_possible(x) ? drive_goals(x, t->g, goal) : 0;
	if (goals) commander_plan(x, t->g);
	for (int u = 0; u < m->pieces && goals; u++) {
		int task = commander_task(x, u), k = 0;
		if (drive_at(x, t->g, u) < 0) continue;
		while (k < goals && goal[k].place != task) k++;
		if (k == goals) fail_msg("%s: the task of %s is no place that counts", m->rules->id, m->piece[u].id);
	}
	mind_free(x), match_free(t);
}

static void every_formation_has_a_task(void **state)
{
	(void)state;
	for (int i = 0; all_rules[i]; i++) on(all_rules[i], 1, tasked), on(all_rules[i], 2, tasked);
}

/* Going at its tasks is worth something to a side only while it has more strength left than the enemy. */
static void zealous(const struct muster *m)
{
	struct match *t = match_of(m, 3);
	struct mind *x = mind_new(m, MIND_CAPTAIN, 1);
	for (int i = 0; i < 60 && t->turn != NOBODY && drive_possible(x); i++) {
		struct features f = {0};
		play_features(&(struct play){m, NULL, NULL}, t->g, &f);
		commander_plan(x, t->g);
		for (int side = 0; side < SIDES; side++) {
			commander_begin(x, t->g, side);
			if (f.of[side][FEATURE_STRENGTH] < f.of[!side][FEATURE_STRENGTH])
				assert_int_equal(x->campaign.zeal, 0);
			assert_in_range(x->campaign.zeal, 0, WHOLE_SHARE / 10);
		}
		play_on(t, 5, i + 1);
	}
	mind_free(x), match_free(t);
}

static void only_the_stronger_side_is_zealous(void **state)
{
	(void)state;
	for (int i = 0; all_rules[i]; i++) on(all_rules[i], 1, zealous);
}

static int64_t from_tasks(struct mind *x, const struct game *g, int side)
{
	int64_t sum = 0;
	for (int u = 0; u < x->m->pieces; u++)
		if (x->m->piece[u].side == side && drive_at(x, g, u) >= 0 && commander_task(x, u) >= 0)
			sum += drive_way(x, commander_task(x, u))[drive_at(x, g, u)];
	return sum;
}

/* Whoever goes at his tasks is nearer to them afterwards. */
static void nearer(const struct muster *m)
{
	struct match *t = match_of(m, 3);
	struct mind *x = mind_new(m, MIND_CAPTAIN, 1);
	struct game *clone = x->state[LEVELS_DEEP - 1];
	struct orders *o = x->list[LEVELS_DEEP - 1];
	struct plan plan;
	int64_t gone = 0;
	for (int i = 0; i < 60 && t->turn != NOBODY && drive_possible(x); i++) {
		int side = t->turn;
		x->stop_at = UINT64_MAX, x->stopped = false;
		commander_plan(x, t->g);
		int64_t before = from_tasks(x, t->g, side);
		struct venture v = {.stance = STANCE_DRIVE,
			.mix = MIX_TASKS,
			.aim = x->campaign.main[side],
			.dice = 5};
		plan_try(x, t->g, side, &v, &plan);
		mind_imagine(x, clone, t->g, side, (struct rng){5});
		for (int k = 0; k < plan.n && mind_settle(x, clone, o) == side; k++)
			mind_try(x, clone, side, &plan.order[k]);
		gone += before - from_tasks(x, clone, side);
		struct order next = mind_choose(x, t->g, side, &t->legal, (struct mind_budget){.nodes = 30});
		assert_true(match_order(t, side, &next, NULL));
	}
	if (drive_possible(x) && gone <= 0) fail_msg("%s: nobody comes nearer to his task", m->rules->id);
	mind_free(x), match_free(t);
}

static void drives_at_tasks_come_nearer_to_them(void **state)
{
	(void)state;
	for (int i = 0; all_rules[i]; i++) on(all_rules[i], 1, nearer);
}

static void plans_are_answered_with_the_same_luck(void **state)
{
	(void)state;
	for (int i = 0; all_rules[i]; i++) on(all_rules[i], 1, answered);
}

static int told, chances;

static void in_words(const struct muster *m)
{
	struct match *t = match_of(m, 5);
	struct mind *mind[SIDES] = {mind_new(m, MIND_CAPTAIN, 1), mind_new(m, MIND_CAPTAIN, 2)};
	for (int i = 0; i < (chances ? 150 : 1000) && t->turn != NOBODY; i++) { /* until somebody has fought */
		struct text words = {0}, again = {0};
		struct order o =
			mind_choose(mind[t->turn], t->g, t->turn, &t->legal, (struct mind_budget){.nodes = 800});
		if (mind_explain(mind[t->turn], t->g, t->turn, TELL_CHANCES, &words)) {
			told++, chances += strstr(text_str(&words), " % to tell") != NULL;
			assert_true(!strstr(text_str(&words), "victory") == !m->chances);
			assert_false(mind_explain(mind[t->turn], t->g, t->turn, TELL_CHANCES, &again)); /* said once */
		}
		assert_true(match_order(t, t->turn, &o, NULL));
		text_free(&words), text_free(&again);
	}
	mind_free(mind[0]), mind_free(mind[1]), match_free(t);
}

static void plans_are_told_with_their_odds(void **state)
{
	(void)state;
	for (int i = 0; all_rules[i]; i++) {
		told = chances = 0;
		for (int scene = 0; scene < 2; scene++) on(all_rules[i], scene, in_words);
		if (!told || !chances) fail_msg("%s: %d plans told, %d with odds", all_rules[i]->id, told, chances);
	}
}

static void a_hint_is_an_order_with_its_reason(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = match_of(m, 1);
	struct text words = {0};
	struct order o;
	play_on(t, 3, 4);
	mind_advise(m, t->g, t->turn, &t->legal, (struct mind_budget){.nodes = 2000}, &o, &words);
	assert_true(words.n > 5);
	assert_null(strchr(text_str(&words), '%')); /* chances that nobody has measured are not told */
	assert_true(match_order(t, t->turn, &o, NULL));
	text_free(&words), match_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_order_is_one_that_was_offered_and_the_budget_holds),
		cmocka_unit_test(who_is_cancelled_answers_at_once),
		cmocka_unit_test(who_takes_over_makes_the_same_choice),
		cmocka_unit_test(a_memory_that_cannot_be_read_is_none),
		cmocka_unit_test(many_cores_come_to_the_same_choice_as_one),
		cmocka_unit_test(what_it_may_not_know_changes_neither_choice_nor_words),
		cmocka_unit_test(the_marshal_does_not_march_to_and_fro),
		cmocka_unit_test(every_formation_has_a_task),
		cmocka_unit_test(only_the_stronger_side_is_zealous),
		cmocka_unit_test(drives_at_tasks_come_nearer_to_them),
		cmocka_unit_test(plans_are_answered_with_the_same_luck),
		cmocka_unit_test(a_plan_ends_with_its_activation),
		cmocka_unit_test(plans_are_told_with_their_odds),
		cmocka_unit_test_setup_teardown(a_hint_is_an_order_with_its_reason, table_up, table_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
