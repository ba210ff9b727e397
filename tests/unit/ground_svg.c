/* The drawing: that it is whole, of a reasonable size, and shows what it should. What it looks like is for
   eyes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "ground/svg.h"

static void draw(struct text *out, const char *path, const char *title, bool with_map)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	struct hexmap_recipe r = {.grid = {.size = 500}};
	const struct ground *g = ground_load(a, path, &f);
	assert_non_null(g);
	assert_true(hexmap_recipe_read((struct node){0}, g, &r, &f));
	const struct hexmap *m = hexmap_make(a, g, &r, (struct node){0}, &f);
	assert_non_null(m);
	svg_draw(out, g, with_map ? m : NULL,
		&(struct svg_options){.title = title, .subtitle = title, .grid = true, .numbers = true});
	arena_free(a);
}

static int count(const char *s, const char *what)
{
	int n = 0;
	for (; (s = strstr(s, what)); s++) n++;
	return n;
}

/* Every tag is closed, and no number is none. */
static void check_whole(const struct text *t)
{
	const char *s = text_str(t);
	assert_true(strncmp(s, "<svg ", 5) == 0);
	assert_string_equal(s + t->n - 7, "</svg>\n");
	assert_int_equal(count(s, "<g ") + count(s, "<g>"), count(s, "</g>"));
	assert_int_equal(count(s, "<text "), count(s, "</text>"));
	assert_null(strstr(s, "nan"));
	assert_null(strstr(s, "inf "));
	assert_true(t->n < 2000000);
}

static void a_sheet_has_title_scale_and_names(void **state)
{
	struct text t = {0};
	(void)state;
	draw(&t, "tests/battles/crossroads/ground.yaml", "Crossroads & <friends>", true);
	check_whole(&t);
	assert_non_null(strstr(text_str(&t), "Crossroads &amp; &lt;friends&gt;"));
	assert_non_null(strstr(text_str(&t), "Statute Miles"));
	assert_non_null(strstr(text_str(&t), ">Quadrivio<"));
	assert_non_null(strstr(text_str(&t), ">0509<"));
	text_free(&t);
}

static void a_board_has_no_frame_and_needs_no_hexes(void **state)
{
	struct text t = {0};
	(void)state;
	draw(&t, "tests/battles/crossroads/ground.yaml", NULL, false);
	check_whole(&t);
	assert_null(strstr(text_str(&t), "Statute Miles"));
	assert_null(strstr(text_str(&t), "class='grid'"));
	assert_non_null(strstr(text_str(&t), "viewBox='0.0 0.0 800.0 600.0'"));
	text_free(&t);
}

/* 30 by 20 inches of Solferino from 13,000 m, 9,000 m on: only that, in units of 2 m. */
static void a_table_shows_its_part_of_the_ground(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	struct text t = {0};
	struct svg_options how = {0};
	const struct ground *g = ground_load(a, "data/battles/solferino/ground.yaml", &f);
	(void)state;
	assert_non_null(g);
	svg_part(&how, 13000, 9000, 300, 200, 10);
	assert_int_equal(how.metres_per_unit, 2);
	svg_draw(&t, g, NULL, &how);
	check_whole(&t);
	assert_non_null(strstr(text_str(&t), "viewBox='6500.0 4500.0 1500.0 1000.0'"));
	assert_non_null(strstr(text_str(&t), "<text "));
	text_free(&t);
	arena_free(a);
}

/* Browsers are slow with many: a wood is a few lines of trees, not thousands of trees. */
static void a_wooded_country_is_made_of_few_things(void **state)
{
	struct text t = {0};
	(void)state;
	draw(&t, "data/battles/bull_run/ground.yaml", NULL, false);
	check_whole(&t);
	assert_in_range(count(text_str(&t), "<polyline "), 100, 800);
	assert_in_range(count(text_str(&t), "<use "), 1, 50);
	text_free(&t);
}

static void the_same_ground_gives_the_same_picture(void **state)
{
	struct text a = {0}, b = {0};
	(void)state;
	draw(&a, "tests/battles/crossroads/ground.yaml", "Once", true);
	draw(&b, "tests/battles/crossroads/ground.yaml", "Once", true);
	assert_string_equal(text_str(&a), text_str(&b));
	text_free(&a);
	text_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sheet_has_title_scale_and_names),
		cmocka_unit_test(a_board_has_no_frame_and_needs_no_hexes),
		cmocka_unit_test(a_table_shows_its_part_of_the_ground),
		cmocka_unit_test(a_wooded_country_is_made_of_few_things),
		cmocka_unit_test(the_same_ground_gives_the_same_picture),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
