/* What is listed once need not be listed again: an order is given, the question after it is found, and the
   new view is written for everybody, and nobody's orders are listed twice for the same state. Every rule
   system; the functions that list its answers are counted by others that stand in for them. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "engine/match.h"
#include "wire/wire.h"

#define LISTS_MOST 4096

static struct {
	uint64_t state;
	int side;
} list[LISTS_MOST];
static int lists, twice;
static const struct rules *real;

static void count_list(const struct muster *m, const struct game *g, int side)
{
	uint64_t state = play_hash(m, g);
	for (int i = 0; i < lists; i++) twice += list[i].state == state && list[i].side == side;
	if (lists < LISTS_MOST) list[lists].state = state, list[lists++].side = side;
}

static void counted_list(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct game *g = (const struct game *)d;
	count_list(p->m, g, side);
	real->question[g->question[side]].list(p, d, side, o);
}

/* The system with its lists counted. */
static const struct rules *counted(struct arena *a, const struct rules *r)
{
	struct rules *copy = ARENA_NEW(a, struct rules);
	struct question *question = ARENA_ARRAY(a, struct question, r->questions);
	memcpy(question, r->question, sizeof *question * (size_t)r->questions);
	for (int i = 0; i < r->questions; i++)
		if (question[i].list) question[i].list = counted_list;
	*copy = *(real = r);
	copy->question = question;
	return copy;
}

/* As the service writes it: the sides that the match has listed are known. */
static void write_view(const struct match *t, int as, struct text *out)
{
	struct json j = {.out = out};
	struct seeing l = {.as = as, .waiting = t->g->waiting, .n = t->n};
	l.mine = as >= 0 && seeing_turn(&l) == as;
	if (t->turn >= 0) l.asked[t->turn] = &t->legal;
	text_clear(out);
	wire_view(t->m, t->g, &l, NULL, &j);
}

/* One side's eyes alone see what a request sees; where both are asked the match lists for the lower one, and
   a view for the other lists for it. */
static int play_game(struct muster *m, int orders)
{
	struct rng rng = {1859};
	struct text out = {0};
	uint8_t seed[32];
	int asked = 0;
	seed_from_number(1859, seed);
	struct match *t = match_new(m, seed);
	for (int i = 0; i < orders && t->turn != NOBODY; i++) {
		struct order o = t->legal.list[rng_below(&rng, (uint32_t)t->legal.n)];
		lists = 0;
		assert_true(match_order(t, t->turn, &o, NULL));
		int before = lists;
		write_view(t, t->turn, &out);
		assert_true(t->g->waiting == 3 || lists == before);
		assert_int_equal(twice, 0);
		asked += before;
	}
	text_free(&out), match_free(t);
	return asked;
}

static void no_list_is_made_twice(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	const struct battle *b = battle_load(a, "data/battles/raab", &f);
	(void)state;
	for (const struct rules *const *r = all_rules; b && *r; r++) {
		struct muster *m = muster_make(a, *r, "data", b, NULL, NULL, &f);
		assert_non_null(m);
		m->rules = counted(a, *r);
		print_message("%s: %d lists for 150 orders and their views\n", real->id, play_game(m, 150));
	}
	assert_int_equal(f.n, 0);
	faults_free(&f), arena_free(a);
}

/* Without the match's list a view makes its own, one for all that it needs, and says the same. */
static void a_view_lists_once_by_itself(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	struct text known = {0}, alone = {0};
	uint8_t seed[32] = {7};
	const struct battle *b = battle_load(a, "tests/battles/crossroads", &f);
	(void)state;
	for (const struct rules *const *r = all_rules; b && *r; r++) {
		struct muster *m = muster_make(a, *r, "data", b, NULL, NULL, &f);
		assert_non_null(m);
		m->rules = counted(a, *r);
		struct match *t = match_new(m, seed);
		write_view(t, t->turn, &known);
		struct seeing l = {.as = t->turn, .waiting = t->g->waiting, .n = t->n, .mine = true};
		struct json j = {.out = &alone};
		text_clear(&alone);
		lists = 0;
		wire_view(m, t->g, &l, NULL, &j);
		assert_int_equal(twice, 0);
		assert_int_equal(lists, t->g->waiting == 3 && lists == 2 ? 2 : 1);
		assert_string_equal(text_str(&known), text_str(&alone));
		match_free(t);
	}
	text_free(&known), text_free(&alone);
	faults_free(&f), arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(no_list_is_made_twice),
		cmocka_unit_test(a_view_lists_once_by_itself)};
	return cmocka_run_group_tests_name("Lists", tests, NULL, NULL);
}
