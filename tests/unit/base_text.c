/* The growing string, the arena, the JSON writer and the reader of rules.md. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/rulebook.h"
#include "base/text.h"

static void an_empty_text_reads_as_empty(void **state)
{
	struct text t = {0};

	(void)state;
	assert_string_equal(text_str(&t), "");
	text_free(&t);
}

static void a_text_grows_by_every_way(void **state)
{
	struct text t = {0};

	(void)state;
	text_add(&t, "men ");
	text_addf(&t, "%d", 3200);
	text_char(&t, ',');
	text_addn(&t, " guns", 3);
	assert_string_equal(t.s, "men 3200, gu");
	assert_int_equal(t.n, 12);
	text_clear(&t);
	assert_string_equal(text_str(&t), "");
	for (int i = 0; i < 10000; i++) text_add(&t, "abc");
	assert_int_equal(strlen(t.s), 30000);
	text_free(&t);
}

static void a_file_is_read_up_to_its_limit_and_no_further(void **state)
{
	char path[] = "/tmp/base_text.XXXXXX";
	int fd = mkstemp(path);
	struct text t = {0};

	(void)state;
	assert_int_equal(write(fd, "12345", 5), 5);
	close(fd);
	assert_true(text_read_file(&t, path, 5));
	assert_string_equal(t.s, "12345");
	text_clear(&t);
	assert_false(text_read_file(&t, path, 4));
	assert_int_equal(errno, EFBIG);
	unlink(path);
	assert_false(text_read_file(&t, path, 4));
	assert_int_equal(errno, ENOENT);
	text_free(&t);
}

static void the_nearest_name_is_found_only_if_it_is_near(void **state)
{
	static const char *const names[] = {"sherman", "", "jackson", "bee"};

	(void)state;
	assert_string_equal(text_nearest("shermn", names, 4), "sherman");
	assert_string_equal(text_nearest("Jackson", names, 4), "jackson");
	assert_null(text_nearest("napoleon", names, 4));
	assert_null(text_nearest("x", names, 4));
	assert_null(text_nearest("a word so long that nobody can have meant any name by it", names, 4));
}

static void an_arena_gives_zeroed_aligned_memory_of_any_size(void **state)
{
	struct arena *a = arena_new();
	static const size_t sizes[] = {0, 1, 15, 16, 17, 65535, 65536, 65537, 1000000};

	(void)state;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char *p = arena_get(a, sizes[i]);

		assert_int_equal((uintptr_t)p % 16, 0);
		for (size_t j = 0; j < sizes[i]; j++) assert_int_equal(p[j], 0);
		memset(p, 0xaa, sizes[i]);
	}
	assert_string_equal(arena_copy(a, "chasseurs", 4), "chas");
	assert_string_equal(arena_printf(a, "%d men", 12), "12 men");
	arena_free(a);
}

static void json_places_its_commas(void **state)
{
	struct text t = {0};
	struct json j = {.out = &t};

	(void)state;
	json_open(&j, NULL, '{');
	json_int(&j, "men", -3);
	json_open(&j, "list", '[');
	json_bool(&j, NULL, true);
	json_none(&j, NULL);
	json_open(&j, NULL, '{');
	json_close(&j, '}');
	json_close(&j, ']');
	json_double(&j, "chance", 0.1);
	json_str(&j, "name", NULL);
	json_close(&j, '}');
	assert_string_equal(t.s, "{\"men\":-3,\"list\":[true,null,{}],\"chance\":0.1,\"name\":null}");
	text_free(&t);
}

static void json_text_is_always_valid(void **state)
{
	static const struct {
		const char *in, *out;
	} rows[] = {
		{"plain", "\"plain\""}, {"a\"b\\c\n\t\x01\x7f", "\"a\\\"b\\\\c\\n\\t\\u0001\\u007f\""},
		{"Zouaves à pied €", "\"Zouaves à pied €\""}, {"\xff", "\"\xef\xbf\xbd\""},
		{"\xc3", "\"\xef\xbf\xbd\""},                                                 /* cut off */
		{"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},                                 /* overlong */
		{"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},                 /* surrogate */
		{"\xf0\x9f\x90\x8e", "\"\xf0\x9f\x90\x8e\""},                                 /* a horse */
		{"\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""}, /* past the end */
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct text t = {0};
		struct json j = {.out = &t};

		json_str(&j, NULL, rows[i].in);
		assert_string_equal(text_str(&t), rows[i].out);
		text_clear(&t), j.comma = false;
		size_t from = json_text(&j, NULL); /* the same, written by somebody else */
		text_add(&t, rows[i].in);
		json_text_end(&j, from);
		assert_string_equal(t.s, rows[i].out);
		text_free(&t);
	}
}

static void json_reals_come_back_as_they_were(void **state)
{
	static const double values[] = {0, 1, -1, 1.0 / 3, 7.0 / 54, 1e300, 5e-324, 123456789.125};

	(void)state;
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		struct text t = {0};
		struct json j = {.out = &t};

		json_double(&j, NULL, values[i]);
		assert_true(strtod(t.s, NULL) == values[i]);
		text_free(&t);
	}
}

/* More of a text stands indented below it, also where its first line has none; a heading ends it. */
static void a_statement_is_read_with_all_its_lines(void **state)
{
	static const char rules[] =
		"## Fire\n- **fire.1** One\n  and two.\n- **fire.2**\n  Three.\n  [information]\n## Rulings\n- **A1** Four.\n";
	char path[] = "/tmp/fratelli-rules-XXXXXX";
	struct rulebook b;
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0 && write(fd, rules, sizeof rules - 1) == (ssize_t)sizeof rules - 1);
	close(fd);
	assert_true(rulebook_load(path, &b));
	assert_int_equal(b.n, 3);
	assert_string_equal(b.list[0].text, "One and two.");
	assert_string_equal(b.list[1].text, "Three. [information]");
	assert_true(b.list[1].information && !b.list[1].ruling && b.list[2].ruling);
	assert_ptr_equal(rulebook_find(&b, "A1"), &b.list[2]);
	rulebook_free(&b);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_text_reads_as_empty),
		cmocka_unit_test(a_text_grows_by_every_way),
		cmocka_unit_test(a_file_is_read_up_to_its_limit_and_no_further),
		cmocka_unit_test(the_nearest_name_is_found_only_if_it_is_near),
		cmocka_unit_test(an_arena_gives_zeroed_aligned_memory_of_any_size),
		cmocka_unit_test(a_statement_is_read_with_all_its_lines),
		cmocka_unit_test(json_places_its_commas),
		cmocka_unit_test(json_text_is_always_valid),
		cmocka_unit_test(json_reals_come_back_as_they_were),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
