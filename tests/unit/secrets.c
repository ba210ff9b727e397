/* What a side may not know, over whole games of every rule system that hides something: beside each state
   stands one that differs only in what the side cannot see. It must find the same view, orders, refusals,
   odds and threats in both, imagine the same states, and be told and asked the same after an order that no
   die and no modifier decides. (Drill shows its guards without dice; engine_hidden.c is about it.)
   SECRETS_GAMES=n plays more, SECRETS_SYSTEM=id only that one. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/match.h"
#include "engine/odds.h"
#include "engine/optional.h"
#include "engine/view.h"

struct twins {
	const struct muster *m;
	struct game *real, *other, *a, *b; /* the game; what side 0 or 1 cannot tell from it; memory */
	struct view view[2];
	struct orders legal, list[2];
	struct odds odds[2];
	struct rng rng;
	int positions, different, asked, told;
};

static struct play quiet(const struct twins *t) { return (struct play){t->m, NULL, NULL}; }

static void assert_same_view(struct twins *t, int side)
{
	struct play p = quiet(t);
	memset(t->view, 0, sizeof t->view);
	play_view(&p, t->real, side, &t->view[0]);
	play_view(&p, t->other, side, &t->view[1]);
	assert_memory_equal(&t->view[0], &t->view[1], sizeof t->view[0]);
}

static void assert_same_orders(struct twins *t, int side)
{
	struct play p = quiet(t);
	if (!(t->real->waiting >> side & 1)) return;
	t->list[0].n = t->list[1].n = 0;
	play_legal(&p, t->real, side, &t->list[0]);
	play_legal(&p, t->other, side, &t->list[1]);
	assert_int_equal(t->list[0].n, t->list[1].n);
	assert_memory_equal(t->list[0].list, t->list[1].list, sizeof(struct order) * (size_t)t->list[0].n);
}

/* Whatever the side asks for is refused in the same words, or allowed in both. */
static void assert_same_refusals(struct twins *t, int side)
{
	struct play p = quiet(t);
	if (!(t->real->waiting >> side & 1)) return;
	for (int i = 0; i < 12; i++) {
		struct order o = {.verb = (uint16_t)rng_below(&t->rng, (uint32_t)t->m->rules->verbs),
			.unit = (int16_t)rng_below(&t->rng, (uint32_t)t->m->pieces),
			.a = (int32_t)rng_below(&t->rng, t->m->map ? (uint32_t)t->m->map->count : 1000),
			.b = (int32_t)rng_below(&t->rng, 6)};
		struct refusal r[2] = {{0}};
		assert_int_equal(play_check(&p, t->real, side, &o, &r[0]), play_check(&p, t->other, side, &o, &r[1]));
		assert_string_equal(r[0].text, r[1].text);
	}
}

static void assert_same_thoughts(struct twins *t, int side)
{
	struct play p = quiet(t);
	struct rng x = {t->rng.s}, y = x;
	game_copy(t->m, t->a, t->real), game_copy(t->m, t->b, t->other);
	play_imagine(&p, t->a, side, &x), play_imagine(&p, t->b, side, &y);
	assert_memory_equal(t->a, t->b, t->m->state_bytes);
}

static void assert_same_odds(struct twins *t, int side)
{
	if (!(t->real->waiting >> side & 1) || rng_below(&t->rng, 16)) return;
	const struct order *o = &t->list[0].list[rng_below(&t->rng, (uint32_t)t->list[0].n)];
	assert_true(odds_of(t->m, t->real, side, o, 1, 2000, &t->odds[0], NULL));
	assert_true(odds_of(t->m, t->other, side, o, 1, 2000, &t->odds[1], NULL));
	assert_int_equal(t->odds[0].outcomes, t->odds[1].outcomes);
	for (int i = 0; i < t->odds[0].outcomes; i++)
		assert_true(
			t->odds[0].outcome[i].num == t->odds[1].outcome[i].num && t->odds[0].den == t->odds[1].den);
	odds_free(&t->odds[0]), odds_free(&t->odds[1]);
	t->asked++;
}

/* --- what follows --------------------------------------------------------------------------------------- */

static bool decides(const struct sink *s)
{
	for (int i = 0; i < s->n; i++)
		if (s->list[i].kind == EVENT_ROLL || s->list[i].kind == EVENT_MODIFIER) return true;
	return false;
}

static int next_seen(const struct sink *s, int i, int side)
{
	while (i < s->n && !(s->list[i].audience >> side & 1)) i++;
	return i;
}

static void assert_same_events(const struct sink *x, const struct sink *y, int side)
{
	int i = next_seen(x, 0, side), k = next_seen(y, 0, side);
	for (; i < x->n && k < y->n; i = next_seen(x, i + 1, side), k = next_seen(y, k + 1, side)) {
		const struct event *e = &x->list[i], *f = &y->list[k];
		assert_true(e->kind == f->kind && e->who == f->who && e->whom == f->whom && e->where == f->where &&
					e->to == f->to && e->n == f->n && e->m == f->m);
	}
	assert_true(i == x->n && k == y->n);
}

/* The same order in both states, whoever gives it. */
static void assert_same_course(struct twins *t, int side, int giver, const struct order *o)
{
	struct sink sink[2] = {{0}};
	struct game *g[2] = {t->a, t->b};
	struct play p[2] = {{t->m, NULL, &sink[0]}, {t->m, NULL, &sink[1]}};
	game_copy(t->m, t->a, t->real), game_copy(t->m, t->b, t->other);
	if (play_order(&p[1], g[1], giver, o, NULL)) {
		play_trusted(&p[0], g[0], giver, o);
		for (int k = 0; k < 2; k++)
			while (!g[k]->over && !g[k]->waiting && !decides(&sink[k])) play_step(&p[k], g[k]);
		bool shown = t->a->revealed != t->real->revealed; /* the order itself lays something open */
		if (!shown && !decides(&sink[0]) && !decides(&sink[1])) {
			assert_same_events(&sink[0], &sink[1], side);
			for (int k = 0; k < SIDES; k++) {
				/* whether it is still asked, nobody knows */
				if (k != side && t->m->rules->question[t->real->question[k]].flags & QUESTION_ALWAYS)
					continue;
				assert_int_equal(t->a->waiting >> k & 1, t->b->waiting >> k & 1);
				if (t->a->waiting >> k & 1) assert_int_equal(t->a->question[k], t->b->question[k]);
			}
			t->told++;
		}
	}
	sink_free(&sink[0]), sink_free(&sink[1]);
}

/* --- games ---------------------------------------------------------------------------------------------- */

static void compare(struct twins *t, int giver, const struct order *next)
{
	struct play p = quiet(t);
	for (int side = 0; side < SIDES; side++) {
		game_copy(t->m, t->other, t->real);
		t->m->rules->mask(&p, t->other, side, &t->rng);
		t->positions++, t->different += memcmp(t->other, t->real, t->m->state_bytes) != 0;
		assert_same_view(t, side);
		assert_same_orders(t, side);
		assert_same_refusals(t, side);
		assert_same_thoughts(t, side);
		assert_same_odds(t, side);
		assert_same_course(t, side, giver, next);
	}
}

/* Chance that seeks the enemy: of three orders one that fires or assaults, if there is one. */
static const struct order *choose(struct twins *t, int side)
{
	struct play p = quiet(t);
	const struct order *o = NULL;
	struct saying s;
	for (int i = 0; i < 3; i++) {
		o = &t->legal.list[rng_below(&t->rng, (uint32_t)t->legal.n)];
		play_say(&p, t->real, side, o, &s);
		if (s.role == ROLE_FIRE || s.role == ROLE_ASSAULT) break;
	}
	return o;
}

static void play_game(struct twins *t, uint64_t number)
{
	struct play p = quiet(t);
	uint8_t seed[32];
	int side;
	seed_from_number(number, seed);
	t->rng = (struct rng){number};
	play_begin(&p, t->real, seed);
	for (int n = 0; n < 400 && (side = play_next(&p, t->real, &t->legal)) != NOBODY; n++) {
		struct order o = *choose(t, side);
		compare(t, side, &o);
		play_trusted(&p, t->real, side, &o);
	}
}

static void play_games(const struct rules *r, const char *folder, int games)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	const struct battle *b = battle_load(a, folder, &f);
	for (int i = 0; b && i < b->scenarios; i++) {
		struct twins *t = calloc(1, sizeof *t);
		t->m = muster_make(a, r, "data", b, b->scenario[i].id, NULL, &f);
		assert_non_null(t->m);
		struct game **of[] = {&t->real, &t->other, &t->a, &t->b};
		for (int k = 0; k < 4; k++) *of[k] = game_new(t->m), memset(*of[k], 0, t->m->state_bytes);
		for (int k = 0; k < games; k++) play_game(t, (uint64_t)k + 1);
		print_message(
			"%s, %s: %d positions, %d of them with something to hide; %d odds, %d orders followed\n", r->id,
			b->scenario[i].id, t->positions, t->different, t->asked, t->told);
		for (int k = 0; k < 4; k++) free(*of[k]);
		free(t);
	}
	assert_int_equal(f.n, 0);
	faults_free(&f), arena_free(a);
}

static void nothing_hidden_shows(void **state)
{
	int games = getenv("SECRETS_GAMES") ? atoi(getenv("SECRETS_GAMES")) : 1;
	const char *only = getenv("SECRETS_SYSTEM");
	(void)state;
	for (const struct rules *const *r = all_rules; *r; r++)
		if ((*r)->mask && (only ? strcmp(only, (*r)->id) == 0 : strcmp("drill", (*r)->id) != 0))
			play_games(*r, "data/battles/raab", games);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_hidden_shows)};
	return cmocka_run_group_tests_name("Secrets", tests, NULL, NULL);
}
