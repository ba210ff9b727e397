/* A match: the log is the truth. Undo goes back as far as it may, saves load to the same state, forks share a
   past. */
#include "engine_help.h"

/* Both guards are named; east, who moves first, is asked which unit marches. */
static struct match *begun(const struct muster *m)
{
	struct match *t = match_of(m, 1859);
	give(t, 0, "guard arnaud");
	give(t, 1, "guard berger");
	assert_int_equal(t->turn, 1);
	return t;
}

static void a_march_can_be_taken_back_step_by_step(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = begun(m);
	struct game *before = game_new(m);
	game_copy(m, before, t->g);
	int start = t->n;
	give(t, 1, "march adler");
	give(t, 1, "step adler 0604");
	assert_int_equal(match_undo_limit(t, 1), start);
	assert_true(match_undo(t, 1, start, false, NULL));
	assert_memory_equal(t->g, before, m->state_bytes);
	give(t, 1, "march berger");
	match_free(t), free(before);
}

static void nobody_takes_back_the_other_sides_orders(void **state)
{
	struct match *t = begun(muster_of(state));
	struct refusal r = {0};
	give(t, 1, "march adler");
	assert_int_equal(match_undo_limit(t, 0), t->n);
	assert_false(match_undo(t, 0, t->n - 1, false, &r));
	assert_true(r.text[0]);
	match_free(t);
}

static void undo_does_not_go_back_beyond_the_other_sides_turn(void **state)
{
	struct match *t = begun(muster_of(state));
	give(t, 1, "done"); /* nobody can fire, so west is asked */
	assert_int_equal(t->turn, 0);
	assert_int_equal(match_undo_limit(t, 1), t->n);
	assert_false(match_undo(t, 1, t->n - 1, false, NULL));
	match_free(t);
}

static void undo_does_not_go_back_beyond_a_roll(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = match_of(m, 3);
	int rolled = -1;
	play_on(t, 77, 60);
	for (int i = 0; i < t->n && rolled < 0; i++) {
		struct game *g = game_new(m), *next = game_new(m);
		match_state_at(t, i, g), match_state_at(t, i + 1, next);
		if (g->dice.rolls != next->dice.rolls) rolled = i;
		free(g), free(next);
	}
	assert_true(rolled >= 0);
	assert_true(t->entry[rolled].barrier);
	struct match *cut = match_of(m, 3);
	for (int i = 0; i <= rolled; i++)
		assert_true(match_order(cut, t->entry[i].side, &t->entry[i].order, NULL));
	assert_true(match_undo_limit(cut, cut->entry[rolled].side) > rolled);
	match_free(cut), match_free(t);
}

static void alone_at_the_table_everything_can_be_taken_back(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = match_of(m, 11);
	struct game *first = game_new(m), *middle = game_new(m);
	game_copy(m, first, t->g);
	play_on(t, 5, 100000);
	assert_int_equal(t->turn, NOBODY);
	int half = t->n / 2;
	match_state_at(t, half, middle);
	assert_true(match_undo(t, 0, half, true, NULL));
	assert_memory_equal(t->g, middle, m->state_bytes);
	assert_true(match_undo(t, 0, 0, true, NULL));
	assert_memory_equal(t->g, first, m->state_bytes);
	assert_int_equal(t->events.n, 0);
	match_free(t), free(first), free(middle);
}

static void what_was_ordered_since_a_bookmark_leaves_no_trace(void **state)
{
	const struct muster *m = muster_of(state);
	for (int length = 0; length < 150; length = length * 2 + 1) {
		struct match *t = match_of(m, 4711), *same = match_of(m, 4711);
		play_on(t, 5, length), play_on(same, 5, length);
		struct bookmark *b = match_bookmark(t);
		play_on(t, 77, 40); /* past a snapshot or two */
		match_reopen(t, b);
		assert_memory_equal(t->g, same->g, m->state_bytes);
		assert_int_equal(t->n, same->n), assert_int_equal(t->turn, same->turn),
			assert_int_equal(t->events.n, same->events.n);
		assert_int_equal(t->legal.n, same->legal.n);
		assert_memory_equal(t->legal.list, same->legal.list, sizeof *t->legal.list * (size_t)t->legal.n);
		play_on(t, 6, 50), play_on(same, 6, 50);
		assert_memory_equal(t->g, same->g, m->state_bytes);
		assert_true(match_undo(t, 0, length / 2, true, NULL) == match_undo(same, 0, length / 2, true, NULL));
		assert_memory_equal(t->g, same->g, m->state_bytes);
		bookmark_free(b), match_free(t), match_free(same);
	}
}

/* --- save files ----------------------------------------------------------------------------------------- */

static struct text saved(const struct match *t)
{
	struct text out = {0};
	match_save(t, &out);
	return out;
}

static bool loads(const struct text *save, struct loaded *l, struct faults *f)
{
	return match_load_text("data", "game.save", save->s, save->n, -1, l, f);
}

static void a_saved_game_loads_to_the_same_state_and_log(void **state)
{
	const struct muster *m = muster_of(state);
	for (int length = 0; length < 400; length = length * 2 + 1) {
		struct match *t = match_of(m, (uint64_t)length);
		struct faults f = {0};
		struct loaded l;
		play_on(t, 9, length);
		if (t->n > 4) assert_true(match_undo(t, 0, t->n - 3, true, NULL));
		match_standing(t, 0, 0, 2, NULL);
		play_on(t, 10, length / 2);
		struct text save = saved(t);
		assert_true(loads(&save, &l, &f));
		assert_memory_equal(l.match->g, t->g, m->state_bytes);
		assert_int_equal(l.match->n, t->n);
		assert_int_equal(l.match->events.n, t->events.n);
		struct text again = saved(l.match);
		assert_string_equal(again.s, save.s);
		text_free(&again), text_free(&save), loaded_free(&l), match_free(t);
	}
}

/* Replaces one word of one line; the fault must name that line. */
static void spoil(const char *s, const char *from, const char *to, struct text *out, int *line)
{
	const char *at = strstr(s, from);
	assert_non_null(at);
	*line = 1;
	for (const char *c = s; c < at; c++) *line += *c == '\n';
	text_addn(out, s, (size_t)(at - s));
	text_add(out, to);
	text_add(out, at + strlen(from));
}

static void tampering_is_found_and_its_line_named(void **state)
{
	static const struct {
		const char *from, *to;
	} spoilt[] = {
		{"fratelli 1", "fratelli 9"},
		{"system drill", "system drilll"},
		{"battle crossroads", "battle crossroad"},
		{"battle crossroads meeting", "battle ../crossroads meeting"},
		{"option secret_guard 1", "option secret_guard 7"},
		{"seed ", "seed x"},
		{"order west guard", "order north guard"},
		{"guard arnaud", "guard berger"},
		{"march ", "marsch "},
		{"hash 8 ", "hash 9 "},
	};
	struct match *t = begun(muster_of(state));
	play_on(t, 2, 40);
	struct text save = saved(t);
	for (size_t i = 0; i < sizeof spoilt / sizeof *spoilt; i++) {
		struct text bad = {0};
		struct faults f = {0};
		struct loaded l;
		int line;
		spoil(save.s, spoilt[i].from, spoilt[i].to, &bad, &line);
		if (loads(&bad, &l, &f)) fail_msg("\"%s\" for \"%s\" was not noticed", spoilt[i].to, spoilt[i].from);
		assert_true(f.n > 0);
		assert_null(l.match);
		if (!strstr(spoilt[i].to, "battle crossroad")) /* there the battle's own folder is named */
			if (f.list[0].at.line != line)
				fail_msg("\"%s\": line %d named, not %d", spoilt[i].to, f.list[0].at.line, line);
		faults_free(&f), text_free(&bad);
	}
	text_free(&save), match_free(t);
}

static void another_order_or_another_seed_is_found_by_the_hashes(void **state)
{
	struct match *t = begun(muster_of(state));
	play_on(t, 2, 60);
	struct text save = saved(t), bad = {0};
	struct faults f = {0};
	struct loaded l;
	char *seed = strstr(save.s, "seed ") + 5;
	char digit = *seed;
	*seed = digit == '0' ? '1' : '0';
	assert_false(loads(&save, &l, &f));
	assert_true(f.n > 0);
	*seed = digit;
	faults_free(&f);
	int line;
	spoil(save.s, "order west guard arnaud", "order west guard blanc", &bad, &line);
	f = (struct faults){0};
	assert_false(loads(&bad, &l, &f));
	assert_non_null(strstr(f.list[0].what, "another state"));
	faults_free(&f), text_free(&bad), text_free(&save), match_free(t);
}

static void a_save_cut_off_anywhere_is_refused(void **state)
{
	struct match *t = begun(muster_of(state));
	play_on(t, 2, 12);
	struct text save = saved(t);
	for (size_t n = 0; n + 1 < save.n; n += 7) {
		struct faults f = {0};
		struct loaded l;
		if (match_load_text("data", "cut.save", save.s, n, -1, &l, &f))
			fail_msg("cut off at %zu of %zu it loads", n, save.n);
		assert_true(f.n > 0);
		faults_free(&f);
	}
	text_free(&save), match_free(t);
}

static void a_fork_shares_the_past_and_has_its_own_future(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = match_of(m, 21);
	uint8_t seed[32];
	play_on(t, 3, 50);
	struct text before = saved(t);
	seed_from_number(99, seed);
	struct match *fork = match_fork(t, 30, seed);
	for (int i = 0; i < 30; i++) assert_true(fork->entry[i].hash == t->entry[i].hash);
	play_on(fork, 8, 60);
	struct text after = saved(t), other = saved(fork);
	assert_string_equal(before.s, after.s);
	struct faults f = {0};
	struct loaded l;
	assert_true(loads(&other, &l, &f));
	assert_memory_equal(l.match->g, fork->g, m->state_bytes);
	loaded_free(&l), text_free(&before), text_free(&after), text_free(&other);
	match_free(fork), match_free(t);
}

/* --- real dice, standing orders, overrides -------------------------------------------------------------- */

static void typed_dice_are_asked_for_until_they_suffice(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = begun(m);
	struct order o;
	struct throw wanted;
	struct refusal r;
	char error[200];
	const int face[] = {1, 1, 1, 1};
	assert_true(match_override(t, 1, field_find(m->rules, "at"), piece_find(m, "arnaud"),
		hexmap_find(m->map, "0504"), "a test", NULL));
	give(t, 1, "march adler");
	give(t, 1, "step adler 0604");
	assert_int_equal(t->g->dice.rolls, 1); /* arnaud fired with the game's own dice */
	match_undo(t, 1, t->n - 1, true, NULL);
	assert_true(order_read(m, "step adler 0604", &o, error, sizeof error));
	int n = t->n;
	assert_false(match_order_dictated(t, 1, &o, face, 0, &wanted, &r));
	assert_int_equal(wanted.n, 4);
	assert_int_equal(wanted.sides, 6);
	assert_string_equal(wanted.rule, "5.3");
	assert_int_equal(t->n, n);
	assert_true(match_order_dictated(t, 1, &o, face, 4, &wanted, &r));
	struct text save = saved(t);
	struct faults f = {0};
	struct loaded l;
	assert_true(loads(&save, &l, &f));
	assert_memory_equal(l.match->g, t->g, m->state_bytes);
	loaded_free(&l), text_free(&save), match_free(t);
}

static void an_override_from_which_the_game_could_not_go_on_is_refused(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = begun(m);
	struct game *before = game_new(m);
	struct refusal r = {0};
	int n = t->n;
	game_copy(m, before, t->g);
	assert_false(match_override(t, 1, field_find(m->rules, "guard"), 0, piece_find(m, "adler"),
		"the other side's", &r));
	assert_non_null(strstr(r.text, "could not go on"));
	assert_int_equal(t->n, n);
	assert_memory_equal(t->g, before, m->state_bytes);
	free(before), match_free(t);
}

/* --- going back and forth ------------------------------------------------------------------------------- */

static long listings;        /* how often the rules were asked for a list of orders: what replaying costs */
static answer_list *counted; /* of the question that both sides are asked first */
static void count_listing(const struct play *p, const struct state *d, int side, struct orders *o)
{
	listings++;
	counted(p, d, side, o);
}

static void taking_back_one_by_one_replays_each_entry_once(void **state)
{
	enum { MANY = 1000 };
	struct muster m = *muster_of(state);
	struct rules rules = *m.rules;
	struct question first = m.rules->question[0];
	counted = first.list, first.list = count_listing, rules.question = &first, m.rules = &rules;
	struct match *t = match_of(&m, 5);
	listings = 0;
	for (int i = 0; i < MANY; i++) assert_true(match_standing(t, 0, 0, i % 3, NULL));
	for (int i = MANY - 1; i >= 0; i--) assert_true(match_undo(t, 0, i, true, NULL));
	for (int i = 0; i < MANY; i++)
		assert_true(match_standing(t, 1, 0, i % 3, NULL) && match_undo(t, 1, t->n - 1, true, NULL));
	assert_true(listings < 16 * MANY); /* each listing is two: both are asked */
	match_free(t);
}

static void any_mixture_of_orders_and_undos_replays_to_the_same_state(void **state)
{
	const struct muster *m = muster_of(state);
	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct match *t = match_of(m, seed), *again = match_of(m, seed);
		struct rng rng = {seed};
		for (int i = 0; i < 300 && t->turn != NOBODY; i++) {
			uint32_t what = rng_below(&rng, 4);
			if (what == 0 && t->n)
				match_undo(t, 0, t->n - 1 - (int)rng_below(&rng, t->n < 90 ? (uint32_t)t->n : 90), true,
					NULL);
			else if (what == 1) match_standing(t, (int)rng_below(&rng, 2), 0, (int)rng_below(&rng, 3), NULL);
			else match_order(t, t->turn, &t->legal.list[rng_below(&rng, (uint32_t)t->legal.n)], NULL);
		}
		for (int i = 0; i < t->n; i++) { /* from the beginning, without snapshots or undos */
			const struct entry *e = &t->entry[i];
			if (e->undone || e->kind == ENTRY_UNDO) continue;
			assert_true(e->kind == ENTRY_ORDER
							? match_order(again, e->side, &e->order, NULL)
							: match_standing(again, e->side, e->order.a, e->order.b, NULL));
		}
		assert_memory_equal(t->g, again->g, m->state_bytes);
		assert_int_equal(t->events.n, again->events.n);
		match_free(t), match_free(again);
	}
}

/* --- changes by hand ------------------------------------------------------------------------------------ */

static void what_a_system_does_not_list_cannot_be_changed_by_hand(void **state)
{
	struct muster m = *muster_of(state);
	struct rules rules = *m.rules;
	struct refusal r = {0};
	struct match *t = begun(&m);
	const struct field *strength = field_find(m.rules, "strength");
	assert_false(match_override(t, 1, field_find(m.rules, "gone"), 0, 1, "counted again", &r)); /* derived */
	assert_non_null(strstr(r.text, "cannot be changed by hand"));
	assert_true(match_override(t, 1, strength, 0, 1, "it rained", &r));
	match_free(t);
	rules.umpire = NULL, m.rules = &rules; /* a new system that says nothing */
	t = begun(&m);
	assert_false(match_override(t, 1, &rules.field[strength - rules.field], 0, 1, "it rained", &r));
	match_free(t);
}

static void every_umpire_names_fields_that_are_there(void **state)
{
	(void)state;
	for (int i = 0; all_rules[i]; i++) {
		const struct umpire *u = all_rules[i]->umpire;
		assert_non_null(u);
		assert_true(u->calm);
		for (const struct by_hand *h = u->field; h->field; h++) {
			const struct field *f = field_find(all_rules[i], h->field);
			if (!f) fail_msg("%s has no field %s", all_rules[i]->id, h->field);
			else if (f->value == VALUE_NUMBER && h->min >= h->max)
				fail_msg("%s: %s has no bounds", all_rules[i]->id, h->field);
		}
	}
}

static void nothing_is_changed_by_hand_while_somebody_marches(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = begun(m);
	struct refusal r = {0};
	give(t, 1, "march adler");
	assert_false(match_override(t, 1, field_find(m->rules, "at"), piece_find(m, "adler"), PLACE_NONE,
		"he went home", &r));
	assert_non_null(strstr(r.text, "under way"));
	give(t, 1, "step adler 0604");
	match_free(t);
}

static void a_number_out_of_its_bounds_is_refused_with_the_bounds(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = begun(m);
	struct refusal r = {0};
	assert_false(match_override(t, 1, field_find(m->rules, "turn"), 0, 0, "again", &r));
	assert_non_null(strstr(r.text, "goes from 1"));
	match_free(t);
}

static void orders_are_written_and_read_the_same(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = match_of(m, 4);
	struct rng rng = {1};
	while (t->turn != NOBODY) {
		for (int i = 0; i < t->legal.n; i++) {
			struct text words = {0};
			struct order o;
			char error[200];
			order_write(m, &t->legal.list[i], &words);
			if (!order_read(m, words.s, &o, error, sizeof error)) fail_msg("%s: %s", words.s, error);
			assert_memory_equal(&o, &t->legal.list[i], sizeof o);
			text_free(&words);
		}
		struct order o = t->legal.list[rng_below(&rng, (uint32_t)t->legal.n)];
		assert_true(match_order(t, t->turn, &o, NULL));
	}
	match_free(t);
}

static void nonsense_is_no_order_and_the_reason_is_said(void **state)
{
	static const char *const words[] = {"", "dance", "march", "march nobody", "step adler", "step adler 9999",
		"fire adler", "done now", "guard arnaud blanc",
		"march adler extra words beyond all that any order has ever had or could have in this game or in any other that people play"};
	struct order o;
	char error[200];
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		error[0] = 0;
		if (order_read(muster_of(state), words[i], &o, error, sizeof error))
			fail_msg("\"%s\" was read", words[i]);
		assert_true(error[0]);
	}
}

static void fields_hold_what_was_set_and_refuse_what_cannot_be(void **state)
{
	const struct muster *m = muster_of(state);
	struct match *t = begun(m);
	for (int i = 0; i < m->rules->fields; i++) {
		const struct field *f = &m->rules->field[i];
		struct text words = {0};
		int32_t value = field_get(m, t->g, f, 0), back;
		field_write(m, f, value, &words);
		if (!field_read(m, f, text_str(&words), &back))
			fail_msg("%s: \"%s\" is not read back", f->name, text_str(&words));
		assert_int_equal(value, back);
		assert_true(field_set(m, t->g, f, 0, value));
		assert_int_equal(field_get(m, t->g, f, 0), value);
		assert_false(field_set(m, t->g, f, 100000, value));
		assert_false(field_set(m, t->g, f, 0, 1 << 30));
		text_free(&words);
	}
	match_free(t);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, table_up, table_down)
	const struct CMUnitTest tests[] = {
		TEST(a_march_can_be_taken_back_step_by_step),
		TEST(nobody_takes_back_the_other_sides_orders),
		TEST(undo_does_not_go_back_beyond_the_other_sides_turn),
		TEST(undo_does_not_go_back_beyond_a_roll),
		TEST(alone_at_the_table_everything_can_be_taken_back),
		TEST(what_was_ordered_since_a_bookmark_leaves_no_trace),
		TEST(a_saved_game_loads_to_the_same_state_and_log),
		TEST(tampering_is_found_and_its_line_named),
		TEST(another_order_or_another_seed_is_found_by_the_hashes),
		TEST(a_save_cut_off_anywhere_is_refused),
		TEST(a_fork_shares_the_past_and_has_its_own_future),
		TEST(typed_dice_are_asked_for_until_they_suffice),
		TEST(an_override_from_which_the_game_could_not_go_on_is_refused),
		TEST(taking_back_one_by_one_replays_each_entry_once),
		TEST(any_mixture_of_orders_and_undos_replays_to_the_same_state),
		TEST(what_a_system_does_not_list_cannot_be_changed_by_hand),
		TEST(nothing_is_changed_by_hand_while_somebody_marches),
		TEST(every_umpire_names_fields_that_are_there),
		TEST(a_number_out_of_its_bounds_is_refused_with_the_bounds),
		TEST(orders_are_written_and_read_the_same),
		TEST(nonsense_is_no_order_and_the_reason_is_said),
		TEST(fields_hold_what_was_set_and_refuse_what_cannot_be),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
