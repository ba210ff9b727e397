/* 1859 with real dice: a throw that is rolled again as long as it is equal asks for the next dice when the
   typed ones have run out. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "engine/match.h"
#include "engine/play.h"

struct table {
	struct arena *a;
	struct faults f;
	const struct muster *m;
};

static int open_table(void **state)
{
	static struct table t;
	t.a = arena_new();
	const struct battle *b = battle_load(t.a, "tests/battles/sand_table", &t.f);
	t.m = b ? muster_make(t.a, rules_find("tabletop_1859"), "data", b, NULL, NULL, &t.f) : NULL;
	faults_print(&t.f, stderr);
	*state = &t;
	return t.m ? 0 : -1;
}

static int close_table(void **state)
{
	struct table *t = *state;
	faults_free(&t->f);
	arena_free(t->a);
	return 0;
}

/* Everybody keeps his order, so the first dice are those of the initiative (comp.5a). */
static void equal_dice_are_asked_for_again(void **state)
{
	const struct muster *m = ((struct table *)*state)->m;
	const int faces[] = {5, 5, 7, 7, 3, 8};
	const uint8_t seed[32] = {1};
	struct match *t = match_new(m, seed);
	struct throw wanted = {0};
	struct refusal r = {0};
	for (;;) {
		struct order o = t->legal.list[0];
		for (int i = 0; i < t->legal.n; i++) /* the order he has costs no roll */
			if (field_get(m, t->g, field_find(m->rules, "chit"), t->legal.list[i].unit) == t->legal.list[i].a)
				o = t->legal.list[i];
		if (match_order_dictated(t, t->turn, &o, faces, 0, &wanted, &r)) continue;
		for (int n = 0; n <= 4; n += 2) { /* none, a tie, two ties */
			assert_false(match_order_dictated(t, t->turn, &o, faces, n, &wanted, &r));
			assert_string_equal(wanted.rule, "comp.5a");
		}
		assert_true(match_order_dictated(t, t->turn, &o, faces, 6, &wanted, &r));
		break;
	}
	match_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(equal_dice_are_asked_for_again, open_table, close_table)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
