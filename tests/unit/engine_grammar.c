/* English: counts, lists, plurals, sides, sentences about events, rolls; and places in words. */
#include "engine_help.h"

#include "engine/grammar.h"
#include "engine/words.h"

static const struct piece pieces[] = {{.name = "Stahl"}, {.name = "Rogers and Latham"}, {.name = "Evans"},
	{.name = "Arnaud's chasseurs"}};
static const struct battle two_sides = {.side = {{.title = "Austrians",
													 .adjective = "Austrian",
													 .plural = "the Austrians",
													 .possessive = "the Austrians'"},
											{.title = "Union",
												.adjective = "Union",
												.plural = "the Union troops",
												.possessive = "the Union troops'"}}};
static const struct muster field = {.battle = &two_sides, .pieces = 4, .piece = pieces};

static void says(struct text *t, const char *expected)
{
	assert_string_equal(text_str(t), expected);
	text_free(t);
}

static void told(const struct event *e, const char *sentence, const char *expected)
{
	struct text t = {0};
	tell_sentence(&field, e, sentence, "the rear", &t);
	says(&t, expected);
}

static void counts_agree_with_their_nouns(void **state)
{
	struct text t = {0};
	(void)state;
	say_count(&t, 1, "hex", "hexes"), text_char(&t, ';'), say_count(&t, 2, "hex", "hexes"),
		text_char(&t, ';'), say_count(&t, 0, "hex", "hexes");
	says(&t, "1 hex;2 hexes;no hexes");
	for (int i = 0; i < 3; i++) say_between(&t, i, 3), text_add(&t, "x");
	says(&t, "x, x and x");
	say_possessive(&t, "Evans"), text_char(&t, ' '), say_possessive(&t, "Stahl");
	says(&t, "Evans' Stahl's");
}

static void a_name_is_plural_if_it_names_several(void **state)
{
	(void)state;
	assert_true(name_is_plural("Rogers and Latham"));
	assert_true(name_is_plural("Arnaud's chasseurs"));
	assert_true(name_is_plural("2nd Hussars"));
	assert_false(name_is_plural("Evans"));
	assert_false(name_is_plural("Baraguey d'Hilliers"));
	assert_false(name_is_plural("Forey's division"));
	assert_true(name_is_plural("Army units, Eastern"));
	assert_false(name_is_plural("Detached Cavalry, Dragoons"));
	assert_false(name_is_plural("Baraguey d'Hilliers"));
}

static void agrees(const char *name, const char *text, const char *expected)
{
	char line[80];
	snprintf(line, sizeof line, "%s", text);
	verb_agree(name, line);
	assert_string_equal(line, expected);
}

static void an_orders_verb_follows_who_acts(void **state)
{
	(void)state;
	agrees("Rogers and Latham", "Rogers and Latham fires at Evans", "Rogers and Latham fire at Evans");
	agrees("Mollard's batteries", "Mollard's batteries goes to 0707", "Mollard's batteries go to 0707");
	agrees("2nd Hussars", "2nd Hussars marches", "2nd Hussars march");
	agrees("2nd Hussars", "2nd Hussars tries", "2nd Hussars try");
	agrees("2nd Hussars", "2nd Hussars passes", "2nd Hussars pass");
	agrees("Evans", "Evans fires at Stahl", "Evans fires at Stahl");
	agrees("Rogers and Latham", "Rogers and Latham to 0707", "Rogers and Latham to 0707");
	agrees("Rogers and Latham", "Rogers and Latham across the Run", "Rogers and Latham across the Run");
	agrees("Rogers and Latham", "Move Rogers and Latham", "Move Rogers and Latham");
	agrees("Rogers and Latham", "Rogers and Latham", "Rogers and Latham");
}

static void verbs_and_nouns_follow_what_was_named(void **state)
{
	(void)state;
	told(&(struct event){.who = 0, .n = 1}, "@ retreat[s|] # {hex|hexes}.", "Stahl retreats 1 hex.");
	told(&(struct event){.who = 1, .n = 3}, "@ retreat[s|] # {hex|hexes}.",
		"Rogers and Latham retreat 3 hexes.");
	told(&(struct event){.who = 3, .whom = 0, .n = 1}, "@ and & meet: & fall[s|].",
		"Arnaud's chasseurs and Stahl meet: Stahl falls.");
	told(&(struct event){.side = 0, .n = 1}, "! take[s|] it.|Nobody takes it.", "The Austrians take it.");
	told(&(struct event){.side = 0, .n = 0}, "! take[s|] it.|the $ attack fails.",
		"The Austrian attack fails.");
}

static void leads(int halves, const char *expected)
{
	struct text t = {0};
	lead_tell(&field, halves, &t);
	says(&t, expected);
}

static void the_end_says_who_is_ahead(void **state)
{
	(void)state;
	leads(0, " Both sides have the same points.");
	leads(1, " The Austrians are ½ point ahead.");
	leads(2, " The Austrians are 1 point ahead.");
	leads(-5, " The Union troops are 2½ points ahead.");
}

static void rolled(struct event e, const char *expected)
{
	struct text t = {0};
	e.kind = EVENT_ROLL, e.note = "fire";
	event_tell(&field, &e, &t);
	says(&t, expected);
}

static void a_roll_says_who_what_for_what_is_needed_and_what_came_of_it(void **state)
{
	static const struct roll_words hits = {.one = "hit", .many = "hits"},
								   orders = {.good = "the order arrives", .bad = "the order is lost"};
	static const struct roll_words both = {.good = "it flinches", .bad = "it holds", .all = true};
	(void)state;
	rolled((struct event){.who = 0,
			   .thrown = THROW_AT_LEAST,
			   .dice = 1,
			   .sides = 6,
			   .face = {5},
			   .m = 4,
			   .n = 1},
		"Stahl, fire: 4 or more needed on a d6, rolls 5: it succeeds.");
	rolled((struct event){.who = 0,
			   .thrown = THROW_AT_MOST,
			   .dice = 1,
			   .sides = 10,
			   .face = {5},
			   .m = 4,
			   .n = 0,
			   .words = &orders},
		"Stahl, fire: 4 or less needed on a d10, rolls 5: the order is lost.");
	rolled((struct event){.who = 0,
			   .thrown = THROW_AT_LEAST,
			   .dice = 1,
			   .sides = 6,
			   .face = {6},
			   .m = 6,
			   .n = 1},
		"Stahl, fire: 6 needed on a d6, rolls 6: it succeeds.");
	rolled((struct event){.who = -1,
			   .side = 0,
			   .thrown = THROW_AT_LEAST,
			   .dice = 3,
			   .sides = 6,
			   .face = {6, 1, 2},
			   .m = 5,
			   .n = 1,
			   .words = &hits},
		"The Austrians, fire: each 5 or more is a hit on 3d6, rolls 6 1 2: 1 hit.");
	rolled((struct event){.who = 0,
			   .thrown = THROW_AT_MOST,
			   .dice = 2,
			   .sides = 6,
			   .face = {3, 1},
			   .m = 2,
			   .n = 1,
			   .words = &both},
		"Stahl, fire: 2 or less needed on each of 2d6, rolls 3 1: it holds.");
	rolled((struct event){.who = 0, .thrown = THROW_SUM, .dice = 2, .sides = 6, .face = {3, 5}, .n = 8},
		"Stahl, fire: rolls 3 + 5 = 8 on 2d6.");
	rolled((struct event){.who = 0,
			   .thrown = THROW_SUM,
			   .dice = 1,
			   .sides = 6,
			   .face = {3},
			   .n = 3,
			   .column = "the 3:2 column"},
		"Stahl, fire: on the 3:2 column rolls 3.");
	rolled((struct event){.who = -1, .side = -1, .thrown = THROW_PICK, .n = 8}, "Fire.");
}

static void a_place_on_a_table_has_one_spelling(void **state)
{
	static const struct muster table = {.battle = &two_sides, .tabletop_w = 600, .tabletop_h = 400};
	static const char *const wrong[] = {"601,0", "0,401", "-1,5", "12", "12,", ",7", "12,7x", "12,7 ",
		"+12,7", " 12,7", "4294967308,7", "12,4294967303", "18446744073709551628,7"};
	int32_t place = 0;
	(void)state;
	assert_true(place_find(&table, "12,7", &place));
	assert_int_equal(place, PLACE_XY(12, 7));
	assert_true(place_find(&table, "600,400", &place));
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		if (place_find(&table, wrong[i], &place)) fail_msg("%s is a place", wrong[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_agree_with_their_nouns),
		cmocka_unit_test(a_name_is_plural_if_it_names_several),
		cmocka_unit_test(an_orders_verb_follows_who_acts),
		cmocka_unit_test(verbs_and_nouns_follow_what_was_named),
		cmocka_unit_test(the_end_says_who_is_ahead),
		cmocka_unit_test(a_place_on_a_table_has_one_spelling),
		cmocka_unit_test(a_roll_says_who_what_for_what_is_needed_and_what_came_of_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
