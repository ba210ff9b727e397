/* Figures of balance: those of the present rules are told, those of others are not, and a mistake in the file
   says where it is. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "engine/play.h"
#include "table/balance.h"

/* A folder of data with one such file for Drill. What is told of a scenario of `wests` and `easts` is added
   to `out`. */
static int told(const char *file, const char *scenario, struct text *out)
{
	char folder[] = "/tmp/fratelli-balance-XXXXXX", path[200];
	struct arena *a = arena_new();
	struct faults faults = {0};
	static const struct side sides[SIDES] = {{.id = "west"}, {.id = "east"}};
	struct battle battle = {.id = "crossroads"};
	memcpy(battle.side, sides, sizeof sides);
	assert_non_null(mkdtemp(folder));
	snprintf(path, sizeof path, "%s/rules", folder), mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/rules/drill", folder), mkdir(path, 0700);
	snprintf(path, sizeof path, "%s/rules/drill/balance.yaml", folder);
	FILE *f = fopen(path, "w");
	fputs(file, f), fclose(f);
	const struct balance *b = balance_load(a, rules_find("drill"), folder, &faults);
	struct json j = {.out = out};
	json_open(&j, NULL, '{'), balance_write(b, &battle, scenario, &j), json_close(&j, '}');
	int line = faults.n ? faults.list[0].at.line : 0;
	unlink(path), snprintf(path, sizeof path, "%s/rules/drill", folder), rmdir(path),
		snprintf(path, sizeof path, "%s/rules", folder), rmdir(path), rmdir(folder);
	faults_free(&faults), arena_free(a);
	return line;
}

static void check(int version, const char *won, const char *scenario, int line, const char *expected)
{
	char file[400];
	struct text out = {0};
	snprintf(file, sizeof file,
		"version: %d\ndate: 2026-11-18\nlevel: captain\nscenarios:\n  - {battle: crossroads, scenario: meeting, won: %s, drawn: 100}\n",
		version, won);
	assert_int_equal(told(file, scenario, &out), line);
	assert_string_equal(text_str(&out), expected);
	text_free(&out);
}

static void figures_of_the_present_rules_are_told(void **state)
{
	(void)state;
	int version = rules_find("drill")->version;
	check(version, "[240, 160]", "meeting", 0,
		"{\"balance\":{\"won\":{\"west\":240,\"east\":160},\"drawn\":100,\"games\":500,\"level\":\"captain\",\"date\":\"2026-11-18\"}}");
	check(version, "[240, 160]", "afternoon", 0, "{}");
	check(version + 1, "[240, 160]", "meeting", 0, "{}");
	check(version, "[240]", "meeting", 5, "{}");
	check(version, "[240, many]", "meeting", 5, "{}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(figures_of_the_present_rules_are_told)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
