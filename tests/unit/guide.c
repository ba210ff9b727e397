/* Every guided battle there is: each word of it is known to its rules, its battle and its rule book; and a
   guide with mistakes says where they are. */
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

#include "table/guide.h"

static const struct battle *find(void *with, const char *id)
{
	struct faults faults = {0};
	char dir[200];
	snprintf(dir, sizeof dir, "data/battles/%s", id);
	const struct battle *b = access(dir, R_OK) == 0 ? battle_load(with, dir, &faults) : NULL;
	faults_free(&faults);
	return b;
}

static void every_guide_is_right(void **state)
{
	int found = 0;
	(void)state;
	for (const struct rules *const *r = all_rules; *r; r++) {
		struct arena *a = arena_new();
		struct faults faults = {0};
		const struct guide *g = guide_load(a, *r, "data", find, a, &faults);
		faults_print(&faults, stderr);
		assert_int_equal(faults.n, 0);
		if (g) {
			found++;
			assert_true(g->steps >= 8 && g->steps <= 14);
			for (int i = 0; i < g->steps; i++) assert_true(g->step[i].wait == GUIDE_NEXT || g->step[i].hint);
		}
		faults_free(&faults), arena_free(a);
	}
	assert_true(found > 0);
}

/* The orders the template's guide asks for, given against its opponent: what it tells must still be so
   whenever the opponent has learnt something. Empty words: that opponent and these dice allow the story. */
static const char *story(const struct muster *m, const struct guide *g, int32_t number)
{
	static const char *const orders[] = {"guard burnside", "march burnside", "step burnside 0405", "halt",
		"march schenck", "step schenck 0707", "halt", "done", "fire carlisle rogers_latham", "done"};
	uint8_t seed[32];
	seed_from_number((uint64_t)number, seed);
	struct match *t = match_new(m, seed);
	struct mind *x = mind_new(m, g->level, (uint64_t)number);
	const char *wrong = "";
	for (size_t i = 0; i < sizeof orders / sizeof *orders && !*wrong;) {
		struct order o;
		char error[200];
		if (t->turn == NOBODY) break;
		if (t->turn != g->side) {
			o = mind_choose(x, t->g, t->turn, &t->legal, (struct mind_budget){0});
			assert_true(match_order(t, t->turn, &o, NULL));
		} else if (!order_read(m, orders[i], &o, error, sizeof error) || !match_order(t, t->turn, &o, NULL))
			wrong = orders[i];
		else i++;
	}
	mind_free(x), match_free(t);
	return wrong;
}

static void the_template_s_guide_can_be_followed(void **state)
{
	struct arena *a = arena_new();
	struct faults faults = {0};
	const struct guide *g = guide_load(a, rules_find("drill"), "data", find, a, &faults);
	(void)state;
	assert_non_null(g);
	const struct muster *m = muster_make(a, g->rules, "data", find(a, g->battle), g->scenario, NULL, &faults);
	assert_string_equal(story(m, g, g->number), "");
	faults_free(&faults), arena_free(a);
}

/* A folder of data with one guide, whose steps are given; the rest of it is the real one. */
static int faults_of(const struct rules *r, const struct guide *like, const char *steps, int *line)
{
	char dir[] = "/tmp/fratelli-guide-XXXXXX", command[400], path[300];
	struct faults faults = {0};
	struct arena *a = arena_new();
	assert_non_null(mkdtemp(dir));
	snprintf(command, sizeof command, "mkdir %s/rules && cp -r data/rules/%s %s/rules/", dir, r->id, dir);
	assert_int_equal(system(command), 0);
	snprintf(path, sizeof path, "%s/rules/%s/guide.yaml", dir, r->id);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f,
		"title: t\nintro: i\nclosing: c\nbattle: %s\nscenario: %s\nside: %s\nseed: 1\nopponent: random\nsteps:\n%s",
		like->battle, like->scenario, find(a, like->battle)->side[like->side].id, steps);
	fclose(f);
	assert_true((guide_load(a, r, dir, find, a, &faults) == NULL) == (faults.n > 0));
	int n = faults.n;
	*line = n ? faults.list[0].at.line : 0;
	faults_free(&faults), arena_free(a);
	snprintf(command, sizeof command, "rm -r %s", dir);
	assert_int_equal(system(command), 0);
	return n;
}

static void mistakes_are_told(void **state)
{
	const struct rules *const *r = all_rules;
	struct arena *a = arena_new();
	struct faults faults = {0};
	const struct guide *g = NULL;
	int line;
	(void)state;
	while (*r && !(g = guide_load(a, *r, "data", find, a, &faults))) r++;
	assert_non_null(g);
	assert_int_equal(faults_of(*r, g, "  - {say: a, expect: next}\n", &line), 0);
	assert_int_equal(faults_of(*r, g, "  - {say: a, expect: next}\n  - {say: a, expect: dance}\n", &line), 1);
	assert_int_equal(line, 11);
	assert_int_equal(faults_of(*r, g, "  - {say: a, expect: asked nosuch}\n", &line), 1);
	assert_int_equal(faults_of(*r, g, "  - {say: a, expect: picked nobody}\n", &line), 1);
	assert_int_equal(faults_of(*r, g, "  - {say: a, expect: next, point: [nowhere]}\n", &line), 1);
	assert_int_equal(faults_of(*r, g, "  - {say: a, expect: next, rule: 99.99}\n", &line), 1);
	assert_int_equal(faults_of(*r, g, "  - {say: a, expect: next, colour: red}\n", &line), 1);
	assert_int_equal(faults_of(*r, g, "  - {expect: next}\n", &line), 1);
	assert_int_equal(faults_of(*r, g, "  []\n", &line), 1);
	faults_free(&faults), arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(every_guide_is_right),
		cmocka_unit_test(the_template_s_guide_can_be_followed), cmocka_unit_test(mistakes_are_told)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
