/* 1859 on the table: what whole games must show and no single case can. Every field musters; any order that
   the measure accepts, not only those that are listed, leaves a sound table; what is refused says by which
   rule; chits that were not shown are not known; and no two who are told the same imagine different
   things. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

#include "engine/optional.h"
#include "engine/play.h"
#include "rules/tabletop_1859/tabletop_1859.h"

struct laid {
	struct arena *a;
	struct faults f;
	const struct muster *m;
	struct game *g;
	struct orders o;
};

static struct laid *lay(const char *folder, const char *scenario, const int8_t *options)
{
	struct laid *t = calloc(1, sizeof *t);
	assert_non_null(t);
	t->a = arena_new();
	const struct battle *b = battle_load(t->a, folder, &t->f);
	t->m = b ? muster_make(t->a, rules_find("tabletop_1859"), "data", b, scenario, options, &t->f) : NULL;
	faults_print(&t->f, stderr);
	assert_non_null(t->m);
	t->g = calloc(1, t->m->state_bytes);
	assert_non_null(t->g);
	return t;
}

static void clear(struct laid *t) { faults_free(&t->f), arena_free(t->a), free(t->g), free(t); }

static void begin(struct laid *t, uint8_t seed)
{
	struct play p = {t->m, NULL, NULL};
	uint8_t bytes[32] = {seed};
	play_begin(&p, t->g, bytes);
}

static void assert_sound(const struct laid *t)
{
	struct play p = {t->m, NULL, NULL};
	struct text wrong = {0};
	play_sound(&p, t->g, &wrong);
	assert_string_equal(text_str(&wrong), "");
	text_free(&wrong);
}

/* --- every field ---------------------------------------------------------------------------------------- */

static void every_scenario_musters_with_everybody_in_place(void **state)
{
	static const char *const folders[] = {"data/battles/solferino", "data/battles/raab",
		"data/battles/bull_run", "tests/battles/marchfeld", "tests/battles/sand_table"};
	(void)state;
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		struct laid *first = lay(folders[i], NULL, NULL);
		int scenarios = first->m->battle->scenarios;
		for (int s = 0; s < scenarios; s++)
			for (int8_t half = 0; half < 2; half++) {
				int8_t options[OPTIONS_MOST] = {half};
				struct laid *t = lay(folders[i], first->m->battle->scenario[s].id, options);
				begin(t, 1);
				assert_sound(t);
				for (int u = 0; u < t->m->pieces; u++)
					assert_true(t->m->piece[u].derived && t->m->piece[u].derived[0]);
				clear(t);
			}
		clear(first);
	}
}

/* --- any order ------------------------------------------------------------------------------------------ */

static struct order any_move(const struct laid *t, struct rng *rng)
{
	const struct state *d = tt_see(t->g);
	int unit = (int)rng_below(rng, (uint32_t)t->m->pieces), at = d->unit[unit].at;
	int x = at < 0 ? 100 : PLACE_X(at) + (int)rng_below(rng, 241) - 120,
		y = at < 0 ? 100 : PLACE_Y(at) + (int)rng_below(rng, 241) - 120;
	x = x < 0                ? 0
	  : x > t->m->tabletop_w ? t->m->tabletop_w
	                         : x,
	y = y < 0                ? 0
	  : y > t->m->tabletop_h ? t->m->tabletop_h
	                         : y;
	if (rng_below(rng, 5) == 0) return (struct order){VERB_RIDE, (int16_t)unit, PLACE_XY(x, y), 0, 0};
	if (rng_below(rng, 4) == 0)
		return (
			struct order){VERB_CHARGE, (int16_t)unit, (int32_t)rng_below(rng, (uint32_t)t->m->pieces), 0, 0};
	return (struct order){VERB_MOVE, (int16_t)unit,
		rng_below(rng, 4) && at >= 0 ? PLACE_XY(x, y)
		: at < 0                     ? 0
									 : at,
		(int32_t)rng_below(rng, 360), (int32_t)rng_below(rng, 4)};
}

static struct order any_shot(const struct laid *t, struct rng *rng)
{
	return (struct order){VERB_FIRE, (int16_t)rng_below(rng, (uint32_t)t->m->pieces),
		(int32_t)rng_below(rng, (uint32_t)t->m->pieces), 0, 0};
}

/* Whatever the measure accepts is carried out; whatever it refuses has a rule and a reason. */
static bool try_any(struct laid *t, int side, struct rng *rng)
{
	struct play p = {t->m, NULL, NULL};
	int question = t->g->question[side];
	for (int tries = 0; tries < 40 && (question == ASK_MOVE || question == ASK_FIRE); tries++) {
		struct order x = question == ASK_MOVE ? any_move(t, rng) : any_shot(t, rng);
		struct refusal r = {0};
		if (play_order(&p, t->g, side, &x, &r)) return true;
		assert_true(r.rule && r.rule[0] && r.text[0]);
	}
	return false;
}

static int play_freely(struct laid *t, uint8_t seed)
{
	struct play p = {t->m, NULL, NULL};
	struct rng rng = {seed};
	int side, free = 0, decisions = 0;
	begin(t, seed);
	while ((side = play_next(&p, t->g, &t->o)) != NOBODY) {
		assert_true(++decisions < 20000);
		bool done = rng_below(&rng, 3) && try_any(t, side, &rng);
		if (!done) play_trusted(&p, t->g, side, &t->o.list[rng_below(&rng, (uint32_t)t->o.n)]);
		free += done;
		assert_sound(t);
	}
	return free;
}

static void any_order_that_is_accepted_leaves_a_sound_table(void **state)
{
	static const struct {
		const char *folder, *scenario;
	} field[] = {{"tests/battles/sand_table", NULL}, {"tests/battles/crossroads", NULL},
		{"data/battles/solferino", "cemetery"}, {"data/battles/solferino", "rocca"}};
	(void)state;
	for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
		struct laid *t = lay(field[i].folder, field[i].scenario, NULL);
		int free = 0;
		for (uint8_t seed = 1; seed <= 4; seed++) free += play_freely(t, seed);
		assert_true(free > 50);
		clear(t);
	}
}

/* --- what is hidden ------------------------------------------------------------------------------------- */

static int play_until(struct laid *t, int question)
{
	struct play p = {t->m, NULL, NULL};
	struct rng rng = {7};
	int side;
	while ((side = play_next(&p, t->g, &t->o)) != NOBODY && t->g->question[side] != question)
		play_trusted(&p, t->g, side, &t->o.list[rng_below(&rng, (uint32_t)t->o.n)]);
	assert_true(side != NOBODY);
	return side;
}

static void chits_that_were_not_shown_are_not_known(void **state)
{
	struct laid *t = lay("data/battles/solferino", "rocca", NULL);
	struct game *other = calloc(1, t->m->state_bytes);
	const struct tt_book *b = t->m->own;
	struct play p = {t->m, NULL, NULL};
	struct view *one = calloc(1, sizeof *one), *two = calloc(1, sizeof *two);
	(void)state;
	assert_true(other && one && two);
	begin(t, 3);
	int side = play_until(t, ASK_COMMAND), foe = !side, chits = 0;
	game_copy(t->m, other, t->g);
	for (int c = b->chief_from[foe]; c < b->chief_from[foe + 1]; c++) {
		struct tt_unit *u = &tt_of(other)->unit[c];
		if (u->flags & CHIEF_SHOWN) continue;
		u->chit = u->wanted = (uint8_t)((u->chit + 1) % TT_CHITS), chits++;
	}
	assert_true(chits > 0);
	play_view(&p, t->g, side, one), play_view(&p, other, side, two);
	assert_memory_equal(one, two, sizeof *one);
	for (uint64_t seed = 0; seed < 50; seed++) {
		struct rng x = {seed}, y = {seed};
		struct game *a = calloc(1, t->m->state_bytes), *c = calloc(1, t->m->state_bytes);
		assert_true(a && c);
		game_copy(t->m, a, t->g), game_copy(t->m, c, other);
		play_imagine(&p, a, side, &x), play_imagine(&p, c, side, &y);
		assert_memory_equal(a, c, t->m->state_bytes);
		free(a), free(c);
	}
	free(one), free(two), free(other);
	clear(t);
}

static void while_both_give_orders_neither_knows_how_far_the_other_has_come(void **state)
{
	struct laid *t = lay("tests/battles/sand_table", NULL, NULL);
	struct play p = {t->m, NULL, NULL};
	struct game *late = calloc(1, t->m->state_bytes);
	struct rng x = {3}, y = {3};
	(void)state;
	assert_non_null(late);
	begin(t, 5);
	assert_int_equal(play_next(&p, t->g, &t->o), 0);
	assert_int_equal(t->g->waiting, 3);
	game_copy(t->m, late, t->g);
	for (int answers = 0; t->g->waiting >> 1 & 1 && answers < 2; answers++) {
		t->o.n = 0;
		play_legal(&p, t->g, 1, &t->o);
		play_trusted(&p, t->g, 1, &t->o.list[t->o.n - 1]);
	}
	t->g->orders = late->orders = 0;
	play_imagine(&p, t->g, 0, &x), play_imagine(&p, late, 0, &y);
	assert_memory_equal(t->g, late, t->m->state_bytes);
	free(late);
	clear(t);
}

/* --- the label of a charge ------------------------------------------------------------------------------ */

static int throws_won(const struct laid *t, int far)
{
	const struct tt_book *b = t->m->own;
	struct state *d = tt_of(t->g);
	int horse = piece_find(t->m, "hussards"), foot = piece_find(t->m, "linz"), wins, ties;
	for (int u = 0; u < b->units; u++) d->unit[u].at = PLACE_NONE;
	d->unit[horse].at = PLACE_XY(200, 200), d->unit[horse].facing = 90;
	d->unit[foot].at = PLACE_XY(206 + far, 200), d->unit[foot].facing = 270,
	d->unit[foot].formation = FORM_LINE, d->unit[foot].order = ORDER_ROUTED;
	tt_odds_of_charge(b, d, horse, foot, &wins, &ties);
	return wins;
}

/* Routed foot is lost if it is reached: of 360 throws so many as the charge bonus reaches it. */
static void the_label_of_a_charge_counts_the_reach(void **state)
{
	struct laid *t = lay("tests/battles/sand_table", NULL, NULL);
	(void)state;
	begin(t, 1);
	assert_int_equal(throws_won(t, 165), 360);
	assert_int_equal(throws_won(t, 166), 324);
	assert_int_equal(throws_won(t, 210), 36);
	assert_int_equal(throws_won(t, 211), 0);
	clear(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_scenario_musters_with_everybody_in_place),
		cmocka_unit_test(any_order_that_is_accepted_leaves_a_sound_table),
		cmocka_unit_test(chits_that_were_not_shown_are_not_known),
		cmocka_unit_test(the_label_of_a_charge_counts_the_reach),
		cmocka_unit_test(while_both_give_orders_neither_knows_how_far_the_other_has_come),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
