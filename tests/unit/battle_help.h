/* What the tests of the battles share: a battle, cut into the hexes of some grids, and what holds for every
   one of them. For tests/unit only. */
#ifndef TESTS_BATTLE_HELP_H
#define TESTS_BATTLE_HELP_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battle/battle.h"
#include "ground/hexmap.h"

#define CUTS_MOST 3

struct field {
	struct arena *a;
	struct faults f;
	const struct battle *b;
	int cuts;
	const struct hexmap *map[CUTS_MOST];
	uint16_t bars;  /* covers in which nobody stands */
	int open_ranks; /* objectives up to this rank are nobody's at first only where nobody stands */
};

static inline struct field *field_open(void **state, const char *battle)
{
	struct field *x = *state = calloc(1, sizeof *x);

	x->a = arena_new();
	x->b = battle_load(x->a, battle, &x->f);
	return x;
}

static inline void field_cut(struct field *x, struct yaml *y)
{
	struct hexmap_recipe r = {0};
	const struct hexmap *m = NULL;

	if (x->b && y && hexmap_recipe_read(node_find(yaml_root(y), "grid"), x->b->ground, &r, &x->f))
		m = hexmap_make(x->a, x->b->ground, &r, (struct node){0}, &x->f);
	if (m) x->map[x->cuts++] = m;
}

/* For the end of a setup: is everything there? */
static inline int field_ready(const struct field *x, int cuts)
{
	faults_print(&x->f, stderr);
	return x->b && x->cuts == cuts ? 0 : -1;
}

static inline int close_field(void **state)
{
	struct field *x = *state;

	arena_free(x->a);
	faults_free(&x->f);
	free(x);
	return 0;
}

static inline struct point place(const struct field *x, const char *name)
{
	int i = ground_find_place(x->b->ground, name);

	assert_true(i >= 0);
	return x->b->ground->place[i].at;
}

static inline int hex_of(const struct hexmap *m, const char *number)
{
	int hex = hexmap_find(m, number);

	assert_true(hex != HEX_NONE);
	return hex;
}

static inline void everybody_stands_on_every_map_and_on_dry_land(void **state)
{
	const struct field *x = *state;

	for (int c = 0; c < x->cuts; c++)
		for (int i = 0; i < x->b->scenarios; i++)
			for (int k = 0; k < x->b->scenario[i].postings; k++) {
				int hex = hexmap_at(x->map[c], x->b->scenario[i].posting[k].at);
				assert_true(hex != HEX_NONE);
				assert_false(x->map[c]->cover[hex] & x->bars);
			}
}

/* What each side holds at the start is worth the same, and nobody is posted on what is open. */
static inline void an_army_that_does_nothing_does_not_lead(void **state)
{
	const struct field *x = *state;

	for (int i = 0; i < x->b->scenarios; i++) {
		const struct scenario *s = &x->b->scenario[i];
		int worth[SIDES] = {0}, among_six[SIDES] = {0};
		assert_true(s->objectives >= 6);
		for (int k = 0; k < s->objectives; k++) {
			const struct objective *o = &s->objective[k];
			if (o->held != NOBODY) worth[o->held] += o->value, among_six[o->held] += o->rank <= 6;
			for (int p = 0; p < s->postings && o->held == NOBODY && o->rank <= x->open_ranks; p++)
				if (s->posting[p].kind == POSTING_UNIT && s->posting[p].arrives < 0)
					for (int c = 0; c < x->cuts; c++)
						assert_true(hexmap_at(x->map[c], s->posting[p].at) != hexmap_at(x->map[c], o->at));
		}
		assert_int_equal(worth[0], worth[1]);
		assert_int_equal(among_six[0], among_six[1]);
	}
}

static inline void battalions_add_up_to_their_brigade(void **state)
{
	const struct field *x = *state;

	for (int i = 0; i < x->b->units; i++) {
		const struct unit *u = &x->b->unit[i];
		int men = 0, guns = 0;
		for (int k = 0; k < u->battalions; k++) men += u->battalion[k].men, guns += u->battalion[k].guns;
		if (u->battalions > 0) {
			assert_int_equal(men, u->men);
			assert_int_equal(guns, u->guns);
		}
	}
}

#endif
