/* Names that look alike are one name; signs that are not seen are in none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "table/names.h"

static void good_names(void **state)
{
	static const char *const good[] = {"Cavour", "O'Reilly", "Jean-Luc", "a1", "José María", "Straße",
		"Łukasz", "Гарибальди", "Ελένη", "山田太郎", "やまだ太郎", "홍길동", "المهلب", "Ünal", "x_x",
		"Nguyễn"};
	(void)state;
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		if (!name_good(good[i])) fail_msg("%s is a good name", good[i]);
}

static void bad_names(void **state)
{
	static const char *const bad[] = {"", "a", " a", "a ", "a  b", "<b>", "a\nb", "a\tb", "Cav\u200bour",
		"\u202eruovaC", "Cav\u00adour", "Cav\u2060our", "Cav\ufeffour", "Cavou\u0301r", "a\u0301\u0301\u0301",
		"Cav\ufe0four", "Cаvour" /* one letter is Cyrillic */, "Ｃavour" /* one is wide */, "𝐂avour",
		"Cavour\U000e0041", "a\u3164b", "a\u115fb", "\xff\xfe", "\xc0\xaf", "\xed\xa0\x80", "--", "..",
		"Guest", "GUEST", "gu3st\u200b", "Admin", "Аdmin", "Operator", "0perator", "Server",
		"123456789012345678901234567890123456789012"};
	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (name_good(bad[i])) fail_msg("%s is no good name", bad[i]);
}

static void names_that_look_alike(void **state)
{
	static const char *const pairs[][2] = {{"Cavour", "cAVOUR"}, {"Cavour", "Cav0ur"}, {"Cavour", "Ca-vo_ur"},
		{"Cavour", "Cavoür"}, {"Ilia", "llia"}, {"Ilia", "1lia"}, {"mario", "rnario"}, {"Pacco", "Рассо"},
		{"Anna", "ΑΝΝΑ"}, {"Жуков", "жуков"}, {"Ђорђе", "ђорђе"}, {"Ґанок", "ґанок"}, {"Արամ", "արամ"},
		{"Σωκράτης", "ΣωκράτηΣ"}, {"Sam", "5am"}, {"wanda", "vvanda"}, {"José", "jose"}, {"Țepeș", "tepes"},
		{"Νίκος", "ΝΙΚΟΣ"}, {"Ελένη", "ΕΛΕΝΗ"}, {"Μαρία", "ΜΑΡΙΑ"}, {"Υψηλάντης", "υψηλαντης"},
		{"Γιώργος", "ΓΙΩΡΓΟΣ"}, {"ΝΙΝΑ", "Nina"}, {"νονα", "vova"}, {"ΚΑΤΗΥ", "Kathy"}, {"Weiß", "Weiss"},
		{"Weiß", "WEISS"}, {"ßob", "Bob"}, {"Straße", "STRASSE"}, {"Æneas", "Aeneas"}, {"Œdipe", "oedipe"},
		{"Ĳssel", "ijssel"}};
	static const char *const others[][2] = {{"Cavour", "Cavur"}, {"Anna", "Hanna"}, {"Жуков", "Гуков"},
		{"Bob", "Rob"}, {"山田", "山口"}, {"Nina", "Vina"}, {"Νίκος", "Νίκη"}, {"Weiss", "Weib"},
		{"Hanna", "Nanna"}};
	(void)state;
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		if (!names_alike(pairs[i][0], pairs[i][1]))
			fail_msg("%s and %s look alike", pairs[i][0], pairs[i][1]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (names_alike(others[i][0], others[i][1]))
			fail_msg("%s and %s do not look alike", others[i][0], others[i][1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(good_names), cmocka_unit_test(bad_names),
		cmocka_unit_test(names_that_look_alike)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
