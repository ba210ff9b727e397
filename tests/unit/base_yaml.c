/* Data files: every bad document is refused at its exact place with its exact reason; good values come
   through. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/yaml.h"

static const char *const colours[] = {"blue", "grey", "white", NULL};

struct sample {
	int32_t men;
	bool steady;
	const char *name;
	int colour, time;
	int32_t at[2];
	struct node rest;
};

static const struct yaml_field fields[] = {
	{.name = "men",
		.kind = YAML_INT,
		.required = true,
		.offset = offsetof(struct sample, men),
		.min = -10,
		.max = 60000},
	{.name = "steady", .kind = YAML_BOOL, .offset = offsetof(struct sample, steady)},
	{.name = "name", .kind = YAML_TEXT, .offset = offsetof(struct sample, name)},
	{.name = "colour", .kind = YAML_NAME, .offset = offsetof(struct sample, colour), .names = colours},
	{.name = "time", .kind = YAML_TIME, .offset = offsetof(struct sample, time)},
	{.name = "at", .kind = YAML_POINT, .offset = offsetof(struct sample, at)},
	{.name = "rest", .kind = YAML_NODE, .offset = offsetof(struct sample, rest)},
};

static bool read_sample(struct arena *a, const char *bytes, size_t n, struct sample *into, struct faults *f)
{
	struct yaml *y = yaml_parse(a, "t.yaml", bytes, n, f);

	return y && yaml_fields(yaml_root(y), fields, sizeof fields / sizeof *fields, into, f);
}

static char *told(const struct faults *f)
{
	char *s = NULL;
	size_t n;
	FILE *out = open_memstream(&s, &n);

	faults_print(f, out);
	fclose(out);
	return s;
}

/* The document gives faults, and the first told is exactly at and says. */
static void refuse(const char *document, size_t n, const char *expected)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	struct sample s = {0};
	char *all;

	assert_false(read_sample(a, document, n, &s, &f));
	all = told(&f);
	if (strncmp(all, expected, strlen(expected)) != 0)
		fail_msg("%.60s\n  expected %s\n  told     %s", document, expected, all);
	free(all);
	faults_free(&f);
	arena_free(a);
}

static void bad_documents_are_refused_at_their_place(void **state)
{
	static const struct {
		const char *document, *told;
	} rows[] = {
		{"men: 010", "t.yaml:1:6: expected a whole number from -10 to 60000, found \"010\"\n"},
		{"men: 3 men", "t.yaml:1:6: expected a whole number from -10 to 60000, found \"3 men\"\n"},
		{"men: 3.5", "t.yaml:1:6: expected a whole number from -10 to 60000, found \"3.5\"\n"},
		{"men: 0x3", "t.yaml:1:6: expected a whole number from -10 to 60000, found \"0x3\"\n"},
		{"men: 1_000", "t.yaml:1:6: expected a whole number from -10 to 60000, found \"1_000\"\n"},
		{"men: +3", "t.yaml:1:6: expected a whole number from -10 to 60000, found \"+3\"\n"},
		{"men: -",
			"t.yaml:1:6: expected YAML, found a mistake: block sequence entries are not allowed in this context"},
		{"men: -0", "t.yaml:1:6: expected a whole number from -10 to 60000, found \"-0\"\n"},
		{"men: 60001", "t.yaml:1:6: expected a whole number from -10 to 60000, found \"60001\"\n"},
		{"men: -11", "t.yaml:1:6: expected a whole number from -10 to 60000, found \"-11\"\n"},
		{"men: 99999999999999999999999",
			"t.yaml:1:6: expected a whole number from -10 to 60000, found \"9999"},
		{"men:", "t.yaml:1:5: expected a whole number from -10 to 60000, found nothing\n"},
		{"men: [3]", "t.yaml:1:6: expected a whole number from -10 to 60000, found a list\n"},
		{"men: {a: 3}", "t.yaml:1:6: expected a whole number from -10 to 60000, found a map\n"},
		{"men: 3\nsteady: perhaps", "t.yaml:2:9: expected yes or no, found \"perhaps\"\n"},
		{"men: 3\nsteady: Yes", "t.yaml:2:9: expected yes or no, found \"Yes\"\n"},
		{"men: 3\nname: ''", "t.yaml:2:7: expected text, found nothing\n"},
		{"men: 3\nname: [a]", "t.yaml:2:7: expected text, found a list\n"},
		{"men: 3\ncolour: gray",
			"t.yaml:2:9: expected one of blue, grey, white, found \"gray\"; did you mean grey?\n"},
		{"men: 3\ncolour: mauve", "t.yaml:2:9: expected one of blue, grey, white, found \"mauve\"\n"},
		{"men: 3\ntime: 5:30", "t.yaml:2:7: expected a time \"hh:mm\", found \"5:30\"\n"},
		{"men: 3\ntime: 05:60", "t.yaml:2:7: expected a time \"hh:mm\", found \"05:60\"\n"},
		{"men: 3\ntime: 05.30", "t.yaml:2:7: expected a time \"hh:mm\", found \"05.30\"\n"},
		{"men: 3\ntime: 100:00", "t.yaml:2:7: expected a time \"hh:mm\", found \"100:00\"\n"},
		{"men: 3\nat: [1, 2, 3]", "t.yaml:2:5: expected a point [x, y], found another list\n"},
		{"men: 3\nat: here", "t.yaml:2:5: expected a point [x, y], found \"here\"\n"},
		{"men: 3\nat: [1, 2.5]",
			"t.yaml:2:9: expected a whole number from -1000000 to 1000000, found \"2.5\"\n"},
		{"men: 3\n  \nmem: 4",
			"t.yaml:3:1: expected one of the keys men, steady, name, colour, time, at, rest, found \"mem\"; did you mean men?\n"},
		{"name: x", "t.yaml:1:1: expected the key \"men\", which is missing\n"},
		{"# first\n\n{name: x}", "t.yaml:3:1: expected the key \"men\", which is missing\n"},
		{"men: 3\nname: a\nmen: 4", "t.yaml:3:1: expected each key once, found \"men\" again\n"},
		{"men: 3\nrest: {a: {b: 1, b: 2}}", "t.yaml:2:18: expected each key once, found \"b\" again\n"},
		{"- men: 3", "t.yaml:1:1: expected a map, found a list\n"},
		{"three", "t.yaml:1:1: expected a map, found \"three\"\n"},
		{"", "t.yaml:1:1: expected a YAML document, found nothing\n"},
		{"# nothing but this", "t.yaml:1:1: expected a YAML document, found nothing\n"},
		{"men: &m 3\nname: *m", "t.yaml:2:7: expected the value itself, found an alias\n"},
		{"men: &m [*m]", "t.yaml:1:10: expected the value itself, found an alias\n"},
		{"men: !!int 3", "t.yaml:1:6: expected a value, found a tag\n"},
		{"men: 3\n---\nmen: 4", "t.yaml:2:1: expected one document, found a second\n"},
		{"name: \"a\\0b\"", "t.yaml:1:7: expected text, found a NUL byte in it\n"},
		{"? [men]\n: 3", "t.yaml:1:3: expected a key, found a list or map\n"},
		{"men: [1\nname: 2",
			"t.yaml:2:5: expected YAML, found a mistake: did not find expected ',' or ']' while parsing a flow sequence\n"},
		{"men: 3\n\tname: x",
			"t.yaml:2:1: expected YAML, found a mistake: found a tab character that violates indentation while scanning a plain scalar\n"},
		{"men: 3\nname: \xff",
			"t.yaml:2:7: expected UTF-8 text, found a bad byte: invalid leading UTF-8 octet\n"},
		{"nàme: \x01",
			"t.yaml:1:7: expected UTF-8 text, found a bad byte: control characters are not allowed\n"},
		{"{nàme: 3, mén: 3}",
			"t.yaml:1:1: expected the key \"men\", which is missing\nt.yaml:1:2: expected one of the keys men, steady, name, colour, time, at, rest, found \"nàme\"; did you mean name?\nt.yaml:1:11: "},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		refuse(rows[i].document, strlen(rows[i].document), rows[i].told);
}

static void a_nul_byte_does_not_end_a_document(void **state)
{
	static const char document[] = "men: 3\nna\0me: x";

	(void)state;
	refuse(document, sizeof document - 1,
		"t.yaml:2:3: expected UTF-8 text, found a bad byte: control characters are not allowed\n");
}

static void repeated(const char *opening, int times, const char *expected)
{
	struct text t = {0};

	for (int i = 0; i < times; i++) text_add(&t, opening);
	refuse(t.s, t.n, expected);
	text_free(&t);
}

static void deep_and_huge_documents_are_refused_quickly(void **state)
{
	(void)state;
	repeated("[", 1000000, "t.yaml:1:33: expected lists and maps at most 32 deep");
	repeated("{a: ", 1000000, "t.yaml:1:129: expected lists and maps at most 32 deep");
	repeated("- ", 1000000, "t.yaml:1:65: expected lists and maps at most 32 deep");
	repeated("a: 3\n", 20000, "t.yaml:2:1: expected each key once");
}

static void an_alias_bomb_is_refused_at_its_first_alias(void **state)
{
	struct text t = {0};

	(void)state;
	text_add(&t, "a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
	for (int i = 1; i < 30; i++)
		text_addf(&t, "a%d: &a%d [*a%d, *a%d, *a%d, *a%d]\n", i, i, i - 1, i - 1, i - 1, i - 1);
	refuse(t.s, t.n, "t.yaml:2:10: expected the value itself, found an alias\n");
	text_free(&t);
}

static void good_values_come_through(void **state)
{
	static const char document[] =
		"men: -5\nsteady: yes\nname: 13th New York\ncolour: grey\ntime: \"29:30\"\nat: [-7, 15200]\nrest: [a, {b: c}]\n";
	struct arena *a = arena_new();
	struct faults f = {0};
	struct sample s = {0};

	(void)state;
	assert_true(read_sample(a, document, strlen(document), &s, &f));
	assert_int_equal(s.men, -5);
	assert_true(s.steady);
	assert_string_equal(s.name, "13th New York");
	assert_int_equal(s.colour, 1);
	assert_int_equal(s.time, 29 * 60 + 30);
	assert_int_equal(s.at[0], -7);
	assert_int_equal(s.at[1], 15200);
	assert_int_equal(node_count(s.rest), 2);
	assert_string_equal(node_scalar(node_find(node_at(s.rest, 1), "b")), "c");
	assert_false(node_is_map(node_find(node_at(s.rest, 1), "d")));
	assert_int_equal(node_mark(node_at(s.rest, 1)).column, 11);
	arena_free(a);
}

static void absent_fields_keep_what_was_there(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	struct sample s = {.time = 42, .name = "before"};

	(void)state;
	assert_true(read_sample(a, "men: 0", 6, &s, &f));
	assert_int_equal(s.time, 42);
	assert_string_equal(s.name, "before");
	arena_free(a);
}

static void all_faults_are_told_in_the_order_of_the_file(void **state)
{
	static const char document[] = "steady: 1\ntime: noon\nfoo: 1\nat: 7";
	struct arena *a = arena_new();
	struct faults f = {0};
	struct sample s = {0};
	char *all;

	(void)state;
	assert_false(read_sample(a, document, strlen(document), &s, &f));
	all = told(&f);
	assert_string_equal(all,
		"t.yaml:1:1: expected the key \"men\", which is missing\n"
		"t.yaml:1:9: expected yes or no, found \"1\"\n"
		"t.yaml:2:7: expected a time \"hh:mm\", found \"noon\"\n"
		"t.yaml:3:1: expected one of the keys men, steady, name, colour, time, at, rest, found \"foo\"\n"
		"t.yaml:4:5: expected a point [x, y], found \"7\"\n");
	free(all);
	faults_free(&f);
	arena_free(a);
}

static void a_stream_gives_each_of_its_documents(void **state)
{
	static const char stream[] = "a: 1\n---\na: 2\n---\n- 3\n";
	struct arena *a = arena_new();
	struct faults f = {0};
	int n;
	struct yaml **all = yaml_parse_all(a, "s.yaml", stream, strlen(stream), &n, &f);

	(void)state;
	assert_non_null(all);
	assert_int_equal(n, 3);
	assert_string_equal(node_scalar(node_find(yaml_root(all[1]), "a")), "2");
	assert_int_equal(node_mark(yaml_root(all[2])).line, 5);
	arena_free(a);
}

static void a_file_that_cannot_be_read_is_a_fault(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	char *all;

	(void)state;
	assert_null(yaml_load(a, "/nowhere/x.yaml", &f));
	assert_null(yaml_load(a, "/tmp", &f));
	all = told(&f);
	assert_string_equal(all, "/nowhere/x.yaml: expected a readable file: No such file or directory\n"
							 "/tmp: expected a readable file: Is a directory\n");
	free(all);
	faults_free(&f);
	arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bad_documents_are_refused_at_their_place),
		cmocka_unit_test(a_nul_byte_does_not_end_a_document),
		cmocka_unit_test(deep_and_huge_documents_are_refused_quickly),
		cmocka_unit_test(an_alias_bomb_is_refused_at_its_first_alias),
		cmocka_unit_test(good_values_come_through),
		cmocka_unit_test(absent_fields_keep_what_was_there),
		cmocka_unit_test(all_faults_are_told_in_the_order_of_the_file),
		cmocka_unit_test(a_stream_gives_each_of_its_documents),
		cmocka_unit_test(a_file_that_cannot_be_read_is_a_fault),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
