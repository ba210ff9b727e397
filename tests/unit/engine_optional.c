/* A system may leave out everything that rules.h calls optional: it plays all the same, is shown, told and
   judged, and has odds. */
#include "engine_help.h"
#include "engine/words.h"
#include "opponent/opponent.h"
#include "wire/wire.h"

static int bare_up(void **state)
{
	static struct rules bare;
	struct table *t = calloc(1, sizeof *t);
	struct faults f = {0};
	bare = *rules_find("drill");
	bare.odds = NULL, bare.mind = NULL, bare.words = NULL, bare.proof = NULL, bare.umpire = NULL;
	t->arena = arena_new();
	const struct battle *b = battle_load(t->arena, "tests/battles/crossroads", &f);
	if (b) t->m = muster_make(t->arena, &bare, "data", b, NULL, NULL, &f);
	faults_print(&f, stderr);
	faults_free(&f);
	*state = t;
	return t->m ? 0 : -1;
}

static void it_plays_to_the_end(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = match_of(m, 1859);
	struct text wrong = {0};
	struct play p = {m, NULL, NULL};
	play_on(t, 7, 100000);
	assert_true(t->g->over);
	play_sound(&p, t->g, &wrong);
	assert_int_equal(wrong.n, 0);
	assert_int_equal(play_lost(&p, t->g, 0) + play_score(&p, t->g, 0), 0);
	match_free(t);
}

static void every_piece_stands_where_its_field_says(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = match_of(m, 1859);
	struct play p = {m, NULL, NULL};
	struct view *v = calloc(1, sizeof *v);
	play_on(t, 7, 20);
	play_view(&p, t->g, 0, v);
	assert_true(v->pieces > 4 && v->headline[0]);
	for (int i = 0; i < v->pieces; i++)
		assert_int_equal(v->piece[i].place[0],
			field_get(m, t->g, field_find(m->rules, "at"), v->piece[i].id));
	free(v), match_free(t);
}

static void orders_and_events_are_told_by_their_names(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = match_of(m, 1859);
	struct saying s;
	struct text told = {0};
	struct event e = {.kind = EVENT_SYSTEM, .who = 0, .whom = NO_UNIT};
	order_say(m, t->g, t->turn, &t->legal.list[0], &s);
	assert_string_equal(s.text, "guard arnaud");
	event_tell(m, &e, &told);
	assert_non_null(strstr(text_str(&told), m->piece[0].name));
	assert_non_null(strstr(text_str(&told), event_name(m, EVENT_SYSTEM)));
	text_free(&told), match_free(t);
}

static void a_captain_plays_it_and_odds_are_found(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = match_of(m, 1859);
	struct mind *x = mind_new(m, MIND_CAPTAIN, 1);
	static struct odds odds;
	for (int i = 0; i < 60 && t->turn != NOBODY; i++) {
		struct order o = mind_choose(x, t->g, t->turn, &t->legal, (struct mind_budget){.nodes = 300});
		assert_true(odds_of(m, t->g, t->turn, &o, 1, 0, &odds, NULL));
		odds_free(&odds);
		assert_true(match_order(t, t->turn, &o, NULL));
	}
	mind_free(x), match_free(t);
}

static void it_is_written_for_the_page(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = match_of(m, 1859);
	struct text out = {0};
	struct json j = {.out = &out};
	json_open(&j, NULL, '{'), wire_board(m, &j), json_close(&j, '}');
	wire_view(m, t->g, &(struct seeing){.as = t->turn, .waiting = 1u << t->turn, .mine = true, .n = t->n},
		NULL, &j);
	assert_non_null(strstr(text_str(&out), "guard arnaud"));
	text_free(&out), match_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(it_plays_to_the_end),
		cmocka_unit_test(every_piece_stands_where_its_field_says),
		cmocka_unit_test(orders_and_events_are_told_by_their_names),
		cmocka_unit_test(a_captain_plays_it_and_odds_are_found),
		cmocka_unit_test(it_is_written_for_the_page)};
	return cmocka_run_group_tests(tests, bare_up, table_down);
}
