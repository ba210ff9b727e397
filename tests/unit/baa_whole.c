/* Brothers at Arms, what no single case can show: sight is mutual everywhere, the reach that is drawn is the
   reach that can be marched, and what could hit a place really could. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "engine/trial.h"

struct ground_used {
	struct arena *arena;
	struct muster *m;
};

static int raise_battle(void **state, const char *dir, const char *scenario)
{
	struct ground_used *t = calloc(1, sizeof *t);
	struct faults f = {0};
	t->arena = arena_new();
	const struct battle *b = battle_load(t->arena, dir, &f);
	if (b) t->m = muster_make(t->arena, rules_find("brothers_at_arms"), "data", b, scenario, NULL, &f);
	faults_print(&f, stderr);
	faults_free(&f);
	*state = t;
	return t->m ? 0 : -1;
}

static int bull_run(void **state) { return raise_battle(state, "data/battles/bull_run", "whole_day"); }
static int parade(void **state) { return raise_battle(state, "tests/battles/parade", "field"); }

static int lower(void **state)
{
	struct ground_used *t = *state;
	arena_free(t->arena);
	free(t);
	return 0;
}

static struct match *begin(void **state, uint64_t number)
{
	uint8_t seed[32];
	seed_from_number(number, seed);
	return match_new(((struct ground_used *)*state)->m, seed);
}

static void play_some(struct match *t, struct rng *rng, int orders)
{
	while (orders-- > 0 && t->turn != NOBODY) {
		struct order o = t->legal.list[rng_below(rng, (uint32_t)t->legal.n)];
		assert_true(match_order(t, t->turn, &o, NULL));
	}
}

static int question_named(const struct match *t, const char *name)
{
	return t->turn != NOBODY && strcmp(t->m->rules->question[t->g->question[t->turn]].name, name) == 0;
}

/* fire.los.3 */
static void sight_is_mutual(void **state)
{
	struct match *t = begin(state, 3);
	struct rng rng = {3};
	const struct hexmap *map = t->m->map;
	play_some(t, &rng, 200);
	struct play p = {t->m, NULL, NULL};
	for (int a = 0; a < map->count; a++)
		for (int b = a + 1; b < map->count; b++) {
			if (hex_range(map, a, b) > 7) continue;
			struct refusal ab = {0}, ba = {0};
			bool there = words_hooks(t->m)->sight(&p, t->g, NO_UNIT, a, b, &ab),
				 back = words_hooks(t->m)->sight(&p, t->g, NO_UNIT, b, a, &ba);
			if (there != back)
				fail_msg("%s and %s: %s / %s", map->number[a], map->number[b], ab.text, ba.text);
			if (!there) assert_non_null(ab.rule);
		}
	match_free(t);
}

/* Every hex that chains of steps lead to. */
static void march_everywhere(const struct muster *m, const struct game *g, int side, int unit, bool *reached,
	int depth)
{
	struct play p = {m, NULL, NULL};
	struct orders *o = malloc(sizeof *o);
	struct game *next = malloc(m->state_bytes);
	o->n = 0;
	play_legal(&p, g, side, o);
	for (int i = 0; i < o->n && depth < 12; i++) {
		if (o->list[i].unit != unit || strcmp(m->rules->verb[o->list[i].verb].name, "step") != 0) continue;
		reached[o->list[i].a] = true;
		game_copy(m, next, g);
		play_trusted(&p, next, side, &o->list[i]);
		play_step(&p, next);
		if (next->waiting >> side & 1 && next->question[side] == g->question[side])
			march_everywhere(m, next, side, unit, reached, depth + 1);
	}
	free(next), free(o);
}

static void the_reach_drawn_is_the_reach_marched(void **state)
{
	struct match *t = begin(state, 11);
	struct rng rng = {11};
	int looked = 0;
	int16_t *value = malloc(sizeof *value * (size_t)t->m->map->count);
	bool *reached = malloc((size_t)t->m->map->count);
	for (int i = 0; i < 4000 && looked < 60 && t->turn != NOBODY; i++) {
		play_some(t, &rng, 1);
		if (!question_named(t, "step")) continue;
		struct play p = {t->m, NULL, NULL};
		int unit = t->legal.list[0].unit;
		memset(reached, 0, (size_t)t->m->map->count);
		march_everywhere(t->m, t->g, t->turn, unit, reached, 0);
		words_hooks(t->m)->show(&p, t->g, t->turn, 0, unit, value);
		for (int h = 0; h < t->m->map->count; h++)
			if (reached[h] != (value[h] > 0) && value[h] != 0)
				fail_msg("%s, %s: %d drawn", t->m->piece[unit].id, t->m->map->number[h], value[h]);
		looked++;
	}
	assert_true(looked > 10);
	free(value), free(reached);
	match_free(t);
}

/* Every threat listed is an order that the attacker could give on that clone, and hits that place. */
static void threats_are_orders(void **state)
{
	struct match *t = begin(state, 8);
	struct rng rng = {8};
	struct game *clone = malloc(t->m->state_bytes);
	struct orders *o = malloc(sizeof *o);
	int seen = 0;
	while (t->turn != NOBODY) {
		struct play p = {t->m, NULL, NULL};
		for (int place = 0; place < t->m->map->count; place += 3) {
			game_copy(t->m, clone, t->g);
			o->n = 0;
			words_hooks(t->m)->threats(&p, clone, 0, place, o);
			for (int i = 0; i < o->n; i++) assert_true(play_check(&p, clone, 0, &o->list[i], NULL));
			seen += o->n;
		}
		play_some(t, &rng, 40);
	}
	assert_true(seen > 0);
	free(clone), free(o);
	match_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(sight_is_mutual, bull_run, lower),
		cmocka_unit_test_setup_teardown(sight_is_mutual, parade, lower),
		cmocka_unit_test_setup_teardown(the_reach_drawn_is_the_reach_marched, bull_run, lower),
		cmocka_unit_test_setup_teardown(the_reach_drawn_is_the_reach_marched, parade, lower),
		cmocka_unit_test_setup_teardown(threats_are_orders, bull_run, lower),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
