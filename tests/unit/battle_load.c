/* The tiny battle loads as it is written; every single thing spoilt in it is refused at its place. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "battle/battle.h"

#define CROSSROADS "tests/battles/crossroads"

static const char *const files[] = {"ground.yaml", "armies.yaml", "battle.yaml"};

struct fixture {
	struct arena *a;
	struct faults f;
	const struct battle *b;
};

static int load_crossroads(void **state)
{
	struct fixture *x = calloc(1, sizeof *x);

	x->a = arena_new();
	x->b = battle_load(x->a, CROSSROADS, &x->f);
	faults_print(&x->f, stderr);
	*state = x;
	return x->b ? 0 : -1;
}

static int drop_crossroads(void **state)
{
	struct fixture *x = *state;

	arena_free(x->a);
	faults_free(&x->f);
	free(x);
	return 0;
}

static const struct battle *crossroads(void **state) { return ((struct fixture *)*state)->b; }

static void the_battle_has_its_titles_and_sides(void **state)
{
	const struct battle *b = crossroads(state);

	assert_string_equal(b->id, "crossroads");
	assert_string_equal(b->title, "The Crossroads");
	assert_string_equal(b->side[0].id, "west");
	assert_string_equal(b->side[1].colour, "white");
	assert_int_equal(b->nations, 2);
	assert_string_equal(b->nation[1], "eastland");
	assert_int_equal(b->ground->width, 8000);
	assert_true(b->hash != 0);
}

static void formations_pass_side_and_nation_down(void **state)
{
	const struct battle *b = crossroads(state);
	const struct formation *f = &b->formation[battle_find_formation(b, "east_second")];

	assert_int_equal(f->side, 1);
	assert_int_equal(f->nation, 1);
	assert_int_equal(f->level, LEVEL_DIVISION);
	assert_string_equal(b->formation[f->parent].id, "east_corps");
	assert_int_equal(b->formation[f->parent].parent, NOBODY);
	assert_int_equal(b->formation[f->parent].losses, 2300);
	assert_string_equal(b->leader[f->leader].name, "Kessler");
	assert_int_equal(battle_find_formation(b, "none"), -1);
}

static void leaders_know_what_they_lead(void **state)
{
	const struct battle *b = crossroads(state);
	const struct leader *orban = &b->leader[battle_find_leader(b, "orban")];

	assert_int_equal(orban->side, 1);
	assert_int_equal(orban->ability, ABILITY_GIFTED);
	assert_int_equal(orban->traits, 1);
	assert_string_equal(orban->trait[0], "exceptional");
	assert_string_equal(b->formation[orban->formation].id, "east_first");
	assert_int_equal(battle_find_leader(b, "arnaud"), -1);
}

static void units_are_as_written(void **state)
{
	const struct battle *b = crossroads(state);
	const struct unit *adler = &b->unit[battle_find_unit(b, "adler")];
	const struct unit *hussars = &b->unit[battle_find_unit(b, "west_hussars")];

	assert_int_equal(b->units, 12);
	assert_int_equal(adler->side, 1);
	assert_int_equal(adler->nation, 1);
	assert_int_equal(adler->men, 3800);
	assert_string_equal(adler->armament, "lorenz");
	assert_int_equal(adler->battalions, 3);
	assert_string_equal(adler->battalion[0].kind, "jaeger");
	assert_int_equal(adler->battalion[1].arm, ARM_INFANTRY);
	assert_int_equal(adler->battalion[2].arm, ARM_ARTILLERY);
	assert_int_equal(adler->battalion[2].guns, 8);
	assert_int_equal(hussars->weight, WEIGHT_LIGHT);
	assert_true(b->unit[battle_find_unit(b, "dumas")].uncertain);
	assert_int_equal(adler->at.line, 39);
}

static void postings_stand_or_arrive(void **state)
{
	const struct battle *b = crossroads(state);
	const struct scenario *s = &b->scenario[battle_find_scenario(b, "meeting")];
	const struct posting *arnaud = &s->posting[2], *carre = &s->posting[6];

	assert_int_equal(s->postings, 18);
	assert_int_equal(arnaud->who, battle_find_unit(b, "arnaud"));
	assert_string_equal(arnaud->place, "Ponte Vecchio");
	assert_int_equal(arnaud->at.x, 2500);
	assert_int_equal(arnaud->facing, 90);
	assert_int_equal(arnaud->arrives, -1);
	assert_int_equal(carre->arrives, 480);
	assert_string_equal(carre->by, "road");
	assert_string_equal(carre->trait[0], "fatigued");
	assert_int_equal(carre->facing, -1);
	assert_int_equal(s->posting[0].kind, POSTING_LEADER);
	assert_null(s->posting[0].place);
}

static void a_scenario_has_clock_objectives_weather_and_tasks(void **state)
{
	const struct battle *b = crossroads(state);
	const struct scenario *s = &b->scenario[0];

	assert_int_equal(s->starts, 360);
	assert_int_equal(s->ends, 1080);
	assert_int_equal(s->dusk, 1200);
	assert_int_equal(s->first, 1);
	assert_int_equal(s->to.x, 8000);
	assert_int_equal(s->objectives, 4);
	assert_int_equal(s->objective[0].held, NOBODY);
	assert_int_equal(s->objective[1].held, 0);
	assert_int_equal(s->objective[1].at.x, 2500);
	assert_int_equal(s->weather[0].percent, 50);
	assert_string_equal(s->task[0].kind, "disperse");
}

static void like_hands_on_what_is_not_said_again(void **state)
{
	const struct battle *b = crossroads(state);
	const struct scenario *s = &b->scenario[battle_find_scenario(b, "afternoon")];

	assert_string_equal(s->title, "The afternoon");
	assert_int_equal(s->starts, 780);
	assert_int_equal(s->ends, 1080);
	assert_int_equal(s->first, 0);
	assert_int_equal(s->from.x, 1500);
	assert_int_equal(s->objectives, 3);
	assert_int_equal(s->weathers, 1);
	assert_ptr_equal(s->task, b->scenario[0].task);
	assert_int_equal(battle_find_scenario(b, "night"), -1);
}

/* --- spoilt copies -------------------------------------------------------------------------------------- */

struct spoilt {
	const char *file, *old, *new; /* the first `old` in the file becomes `new` */
	const char *told;             /* how the first fault begins, without the folder */
};

static void write_file(const char *path, const char *bytes, size_t n)
{
	FILE *out = fopen(path, "wb");

	assert_non_null(out);
	assert_int_equal(fwrite(bytes, 1, n, out), n);
	assert_int_equal(fclose(out), 0);
}

static void copy_file(const char *dir, const char *file, const struct spoilt *spoilt)
{
	struct text from = {0}, to = {0};
	char path[256];
	const char *old = NULL;

	snprintf(path, sizeof path, CROSSROADS "/%s", file);
	assert_true(text_read_file(&from, path, 1 << 20));
	if (strcmp(file, spoilt->file) == 0) {
		old = strstr(from.s, spoilt->old);
		if (!old) fail_msg("%s has no %s", file, spoilt->old);
		text_addn(&to, from.s, (size_t)(old - from.s));
		text_add(&to, spoilt->new);
		text_add(&to, old + strlen(spoilt->old));
	} else {
		text_add(&to, from.s);
	}
	snprintf(path, sizeof path, "%s/%s", dir, file);
	write_file(path, to.s, to.n);
	text_free(&from);
	text_free(&to);
}

static void remove_copies(const char *dir)
{
	char path[256];

	for (int i = 0; i < 3; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, files[i]);
		unlink(path);
	}
	rmdir(dir);
}

/* Loads a spoilt copy; gives the faults as they are told, or NULL if it loaded after all. */
static char *load_spoilt(const char *dir, const struct spoilt *spoilt)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	char *told = NULL;
	size_t n;

	for (int i = 0; i < 3; i++) copy_file(dir, files[i], spoilt);
	if (!battle_load(a, dir, &f)) {
		FILE *out = open_memstream(&told, &n);

		faults_print(&f, out);
		fclose(out);
	}
	faults_free(&f);
	arena_free(a);
	return told;
}

static void refuse(const struct spoilt *spoilt)
{
	char dir[] = "/tmp/battle_load.XXXXXX";
	char *told;

	assert_non_null(mkdtemp(dir));
	told = load_spoilt(dir, spoilt);
	remove_copies(dir);
	if (!told) fail_msg("loaded in spite of %s", spoilt->new);
	if (strlen(told) <= strlen(dir) ||
		strncmp(told + strlen(dir) + 1, spoilt->told, strlen(spoilt->told)) != 0)
		fail_msg("%s\n  expected %s\n  told     %s", spoilt->new, spoilt->told, told);
	free(told);
}

#define ARMIES "armies.yaml"
#define BATTLE "battle.yaml"

static void spoilt_armies_are_refused(void **state)
{
	static const struct spoilt rows[] = {
		{ARMIES, "- {id: east, title: Eastern, colour: white}\n", "",
			"armies.yaml:3:1: expected a list of two sides\n"},
		{ARMIES, "id: east,", "id: west,",
			"armies.yaml:4:8: expected an id of its own, found \"west\", which another side has\n"},
		{ARMIES, "nations: [westland, eastland]", "nations: []",
			"armies.yaml:5:10: expected a list of 1 to 1000, found 0\n"},
		{ARMIES, "nation: westland", "nation: westlan",
			"armies.yaml:7:61: expected a nation, found \"westlan\"; did you mean westland?\n"},
		{ARMIES, "side: west,", "side: wets,",
			"armies.yaml:7:47: expected a side, found \"wets\"; did you mean west?\n"},
		{ARMIES, "parent: west_corps", "parent: west_second",
			"armies.yaml:8:56: expected a formation written before this one, found \"west_second\"\n"},
		{ARMIES, "parent: west_corps, level: division", "parent: west_corps, level: army",
			"armies.yaml:8:3: expected a level below the parent's, which is corps, found army\n"},
		{ARMIES, "parent: west_corps,", "parent: west_corps, side: east,",
			"armies.yaml:8:74: expected the parent's side, found the other one\n"},
		{ARMIES, "parent: west_corps,", "",
			"armies.yaml:8:3: expected the key \"side\" or \"parent\", which are missing\n"},
		{ARMIES, "id: west_second", "id: west_first",
			"armies.yaml:9:8: expected an id of its own, found \"west_first\", which another formation has\n"},
		{ARMIES, "id: valois", "id: Valois",
			"armies.yaml:14:8: expected an id of lower-case letters, digits and _, found \"Valois\"\n"},
		{ARMIES, "leads: west_first", "leads: west_corps",
			"armies.yaml:15:35: expected a formation without a leader, found west_corps, which valois leads\n"},
		{ARMIES, "leads: west_first", "leads: west_fist",
			"armies.yaml:15:35: expected a formation, found \"west_fist\"; did you mean west_first?\n"},
		{ARMIES, "ability: able", "ability: good",
			"armies.yaml:14:58: expected one of poor, hesitant, ordinary, able, gifted, found \"good\"; did you mean poor?\n"},
		{ARMIES, "id: morel", "id: valois",
			"armies.yaml:15:8: expected an id of its own, found \"valois\", which another leader has\n"},
		{ARMIES, "men: 3400", "men: 60001",
			"armies.yaml:25:8: expected a whole number from 0 to 60000, found \"60001\"\n"},
		{ARMIES, "men: 3400", "guns: 0", "armies.yaml:21:3: expected men or guns, found neither\n"},
		{ARMIES, "men: 3400", "men: 600",
			"armies.yaml:21:3: expected losses of at most all 600 men, found 610\n"},
		{ARMIES, "guns: 8, armament: rifled guns", "guns: 401",
			"armies.yaml:37:96: expected a whole number from 0 to 400, found \"401\"\n"},
		{ARMIES, "guns: 8, armament: rifled guns", "guns: 0",
			"armies.yaml:37:3: expected an artillery unit to have guns, found none\n"},
		{ARMIES, "quality: veteran\n  traits", "quality: veteran\n  weight: heavy\n  traits",
			"armies.yaml:21:3: expected a weight for cavalry only, found one for infantry\n"},
		{ARMIES, "traits: [steady]", "traits: steady",
			"armies.yaml:28:11: expected a list, found something else\n"},
		{ARMIES, "name: 20th Line, men: 1400", "name: 20th Line",
			"armies.yaml:32:5: expected men or guns, found neither\n"},
		{ARMIES, "formation: west_first", "formation: west",
			"armies.yaml:23:14: expected a formation, found \"west\"\n"},
		{ARMIES, "id: blanc", "id: arnaud",
			"armies.yaml:34:8: expected an id of its own, found \"arnaud\", which another unit has\n"},
		{ARMIES, "units:", "unit:", "armies.yaml:2:1: expected the key \"units\", which is missing\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) refuse(&rows[i]);
}

static void spoilt_scenarios_are_refused(void **state)
{
	static const struct spoilt rows[] = {
		{BATTLE, "title: The Crossroads\n", "",
			"battle.yaml:1:1: expected the key \"title\", which is missing\n"},
		{BATTLE, "starts: \"06:00\"\n", "dawns: 3\n",
			"battle.yaml:8:3: expected the key \"starts\", which is missing\n"},
		{BATTLE, "ends: \"18:00\"", "ends: \"06:00\"",
			"battle.yaml:8:3: scenario meeting: expected it to start before it ends"},
		{BATTLE, "dawn: \"05:00\"", "dawn: \"20:00\"",
			"battle.yaml:8:3: scenario meeting: expected dawn before dusk"},
		{BATTLE, "dusk: \"20:00\"", "dusk: \"25:00\"",
			"battle.yaml:8:3: scenario meeting: expected dusk by 24:00"},
		{BATTLE, "first: east", "first: easy",
			"battle.yaml:15:10: expected a side, found \"easy\"; did you mean east?\n"},
		{BATTLE, "{leader: valois,", "{leader: valoise,",
			"battle.yaml:17:14: expected a leader, found \"valoise\"; did you mean valois?\n"},
		{BATTLE, "{unit: arnaud,", "{unit: armaud,",
			"battle.yaml:19:12: expected a unit, found \"armaud\"; did you mean arnaud?\n"},
		{BATTLE, "{unit: arnaud,", "{unit: arnaud, leader: morel,",
			"battle.yaml:19:5: expected either the key \"unit\" or \"leader\", found both\n"},
		{BATTLE, "{unit: arnaud,", "{",
			"battle.yaml:19:5: expected either the key \"unit\" or \"leader\", found neither\n"},
		{BATTLE, "at: Ponte Vecchio, facing", "at: Ponte Vecchi, facing",
			"battle.yaml:19:24: expected a place of ground.yaml or a point [x, y], found \"Ponte Vecchi\"; did you mean Ponte Vecchio?\n"},
		{BATTLE, "[2000, 1200]", "[2000, 6001]",
			"battle.yaml:21:30: expected a point on the ground, [0, 0] to [8000, 6000], found [2000, 6001]\n"},
		{BATTLE, "facing: 90", "facing: 360",
			"battle.yaml:19:47: expected a whole number from 0 to 359, found \"360\"\n"},
		{BATTLE, "unit: blanc", "unit: arnaud",
			"battle.yaml:20:5: scenario meeting: expected arnaud posted once, found it again\n"},
		{BATTLE, "leader: morel", "leader: valois",
			"battle.yaml:18:5: scenario meeting: expected valois posted once, found it again\n"},
		{BATTLE, "arrives: \"08:00\"", "arrives: \"05:59\"",
			"battle.yaml:22:5: scenario meeting: expected bruyere to arrive from 06:00 to before 18:00, found 05:59\n"},
		{BATTLE, "arrives: \"08:00\"", "arrives: \"18:00\"",
			"battle.yaml:22:5: scenario meeting: expected bruyere to arrive from 06:00 to before 18:00, found 18:00\n"},
		{BATTLE, "at: [0, 3000], arrives", "at: [3000, 2400], arrives",
			"battle.yaml:22:5: scenario meeting: expected bruyere to arrive within 1500 m of the area's edge or on the way it comes by, found it at [3000, 2400]\n"},
		{BATTLE, "at: [0, 3000], arrives: \"08:00\", by: road",
			"at: [3000, 3000], arrives: \"08:00\", by: railway",
			"battle.yaml:22:5: scenario meeting: expected bruyere to arrive within"},
		{BATTLE, "by: road", "by: rode",
			"battle.yaml:22:60: expected one of road, turnpike, track, railway, river, canal, found \"rode\"; did you mean road?\n"},
		{BATTLE, "arrives: \"08:00\", by", "by",
			"battle.yaml:22:5: expected \"arrives\" where \"by\" is said, found none\n"},
		{BATTLE, "value: 3, rank: 1", "rank: 1",
			"battle.yaml:36:5: expected the key \"value\", which is missing\n"},
		{BATTLE, "name: Colle Rosso", "name: Quadrivio",
			"battle.yaml:38:5: expected each objective once, found \"Quadrivio\" again\n"},
		{BATTLE, "held: west", "held: nobody", "battle.yaml:37:71: expected a side, found \"nobody\"\n"},
		{BATTLE, "to: \"16:00\"", "to: \"14:00\"", "battle.yaml:41:5: expected \"from\" before \"to\""},
		{BATTLE, "percent: 50", "percent: 101",
			"battle.yaml:41:56: expected a whole number from 0 to 100, found \"101\"\n"},
		{BATTLE, "{side: west, kind", "{side: south, kind",
			"battle.yaml:43:12: expected a side, found \"south\"\n"},
		{BATTLE, "id: afternoon", "id: meeting",
			"battle.yaml:44:7: expected an id of its own, found \"meeting\", which another scenario has\n"},
		{BATTLE, "like: meeting", "like: afternoon",
			"battle.yaml:46:9: expected a scenario written before this one, found \"afternoon\"\n"},
		{BATTLE, "[7000, 5500]", "[8001, 5500]",
			"battle.yaml:50:9: expected the north-west and the south-east corner, within [0, 0] to [8000, 6000]\n"},
		{BATTLE, "[7000, 5500]", "[1500, 5500]",
			"battle.yaml:50:9: expected the north-west and the south-east corner"},
		{BATTLE, "[1500, 1000]", "[2000, 1000]",
			"battle.yaml:52:5: scenario afternoon: expected valois in the area [2000, 1000] to [7000, 5500], found it at [1800, 3000]\n"},
		{BATTLE, "at: [4200, 5800]", "at: [4200, 58000]",
			"battle.yaml:39:30: expected a point on the ground"},
		{BATTLE, "objectives:\n", "objectives: []\n- id: x\n  like: meeting\n  objectives:\n",
			"battle.yaml:35:15: expected a list of 1 to 1000, found 0\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) refuse(&rows[i]);
}

/* Afternoon's own postings gone, it has those of the morning, and they do not fit it. */
static void what_is_handed_on_must_fit_too(void **state)
{
	static const struct spoilt early = {BATTLE, "  area: [[1500, 1000], [7000, 5500]]\n  postings:\n",
		"  tasks: []\n- id: night\n  like: meeting\n  postings:\n",
		"battle.yaml:22:5: scenario afternoon: expected bruyere to arrive from 13:00 to before 18:00, found 08:00\n"};

	(void)state;
	refuse(&early);
}

static void a_scenario_needs_both_sides(void **state)
{
	static const struct spoilt alone = {BATTLE, "scenarios:\n",
		"scenarios:\n- {id: drill, title: x, text: x, starts: 06:00, ends: 07:00, dawn: 05:00, dusk: 20:00,"
		" postings: [{unit: arnaud, at: [1, 1]}, {leader: stahl, at: [1, 1]}], objectives: [{name: x, at: [1, 1], value: 1}]}\n",
		"battle.yaml:8:3: scenario drill: expected a unit of each side, found none of east\n"};

	(void)state;
	refuse(&alone);
}

static void arrivals_may_get_off_along_their_way(void **state)
{
	static const struct spoilt halt = {BATTLE, "at: [0, 3000], arrives", "at: [3000, 3000], arrives", ""};
	char dir[] = "/tmp/battle_load.XXXXXX";
	char *told;

	(void)state;
	assert_non_null(mkdtemp(dir));
	told = load_spoilt(dir, &halt);
	remove_copies(dir);
	assert_null(told);
}

static void a_missing_folder_tells_of_all_three_files(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};

	(void)state;
	assert_null(battle_load(a, "/nowhere", &f));
	assert_int_equal(f.n, 3);
	faults_free(&f);
	arena_free(a);
}

static void the_hash_follows_every_byte(void **state)
{
	static const struct spoilt comment = {ARMIES, "# Two", "# two", ""};
	char dir[] = "/tmp/battle_load.XXXXXX";
	struct arena *a = arena_new();
	struct faults f = {0};
	const struct battle *b;

	assert_non_null(mkdtemp(dir));
	assert_null(load_spoilt(dir, &comment));
	b = battle_load(a, dir, &f);
	remove_copies(dir);
	assert_non_null(b);
	assert_true(b->hash != crossroads(state)->hash);
	arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_battle_has_its_titles_and_sides),
		cmocka_unit_test(formations_pass_side_and_nation_down),
		cmocka_unit_test(leaders_know_what_they_lead),
		cmocka_unit_test(units_are_as_written),
		cmocka_unit_test(postings_stand_or_arrive),
		cmocka_unit_test(a_scenario_has_clock_objectives_weather_and_tasks),
		cmocka_unit_test(like_hands_on_what_is_not_said_again),
		cmocka_unit_test(spoilt_armies_are_refused),
		cmocka_unit_test(spoilt_scenarios_are_refused),
		cmocka_unit_test(what_is_handed_on_must_fit_too),
		cmocka_unit_test(a_scenario_needs_both_sides),
		cmocka_unit_test(arrivals_may_get_off_along_their_way),
		cmocka_unit_test(a_missing_folder_tells_of_all_three_files),
		cmocka_unit_test(the_hash_follows_every_byte),
	};

	return cmocka_run_group_tests(tests, load_crossroads, drop_crossroads);
}
