/* Vae Victis: what whole games must show and no single case can: the combat table's one formula, fire zones
   of 2n+1 hexes, lines of command by brute force, and announcements that can always be completed.
   VV_BATTLE=folder, VV_SCENARIO and VV_GAMES=n play other fields, and longer. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

#include "engine/match.h"
#include "engine/optional.h"
#include "engine/play.h"
#include "rules/vae_victis/vae_victis.h"

struct table {
	struct arena *a;
	struct faults f;
	const struct muster *m;
};

static int open_table(void **state)
{
	static struct table t;
	t.a = arena_new();
	const char *folder = getenv("VV_BATTLE");
	const struct battle *b = battle_load(t.a, folder ? folder : "tests/battles/field_of_mars", &t.f);
	t.m = b ? muster_make(t.a, rules_find("vae_victis"), "data", b, getenv("VV_SCENARIO"), NULL, &t.f) : NULL;
	faults_print(&t.f, stderr);
	*state = &t;
	return t.m ? 0 : -1;
}

static int close_table(void **state)
{
	struct table *t = *state;
	faults_free(&t->f);
	arena_free(t->a);
	return 0;
}

/* CTb: k = die + column: up to 5 nothing, 6 to 8 a test, 9 to 11 disorder, from 12 a step as well. */
static void table_is_one_formula(void **state)
{
	const struct vv_book *b = ((struct table *)*state)->m->own;
	for (int column = 0; column <= 8; column++)
		for (int die = 1; die <= 6; die++) {
			int k = die + column;
			assert_int_equal(b->chart.table[column][die - 1], k <= 5    ? NOTHING
															  : k <= 8  ? TEST
															  : k <= 11 ? DISORDER
																		: DISORDER_LOSS);
		}
}

/* A11: in the open plain every facing has 2n+1 hexes at distance n. */
static void fire_zones_are_wedges(void **state)
{
	const struct vv_book *b = ((struct table *)*state)->m->own;
	int hex = hexmap_find(b->map, "1412"), seen[6][VV_RANGE + 1] = {{0}};
	if (getenv("VV_BATTLE")) skip(); /* another field has no such plain */
	for (const struct vv_view *v = &b->view[hex * b->views]; v->to != HEX_NONE && v->range <= 3; v++)
		for (int f = 0; f < 6; f++) seen[f][v->range] += v->zone >> f & 1;
	for (int f = 0; f < 6; f++)
		for (int n = 1; n <= 3; n++) assert_int_equal(seen[f][n], 2 * n + 1);
}

/* 8.2a, 8.2b by relaxing every side until nothing changes. */
static void slow_range(const struct vv_book *b, const struct state *d, int leader, int limit, uint8_t *cost)
{
	int side = leader_of(b, leader)->side;
	memset(cost, 255, (size_t)b->map->count);
	cost[d->at[leader]] = 0;
	for (bool more = true; more;) {
		more = false;
		for (int i = 0; i < b->map->count * 6; i++) {
			int from = i / 6, to = b->map->next[i], step = b->cost[HORSE][i];
			if (!step || cost[from] + step > limit || cost[from] + step >= cost[to] || holds(b, d, to, !side))
				continue;
			if (in_ezoc(d, to, side) && !holds(b, d, to, side)) continue;
			cost[to] = (uint8_t)(cost[from] + step), more = true;
		}
	}
}

static void compare_lines(const struct vv_book *b, const struct state *d)
{
	uint8_t cost[VV_HEXES * 2];
	for (int l = b->units; l < b->pieces; l++) {
		uint64_t reached[VV_HEXES * 2 / 64] = {0};
		if (d->at[l] < 0) continue;
		int limit = 2 * (leader_of(b, l)->range + (b->ground[d->at[l]] & GROUND_CITY ? b->chart.city : 0));
		slow_range(b, d, l, limit, cost);
		vv_range(b, d, l, reached);
		for (int h = 0; h < b->map->count; h++)
			assert_int_equal(reached[h / 64] >> h % 64 & 1, cost[h] <= limit);
		for (int u = 0; u < b->units; u++)
			if (d->at[u] >= 0) assert_int_equal(vv_trace(b, d, l, d->at[u]), cost[d->at[u]] <= limit);
	}
}

/* 11b: whatever has been announced, going on with what is offered comes to an end at which `done` is
   allowed. */
static void check_announcement(const struct play *p, const struct game *g, int side, struct rng *rng)
{
	struct game *on = malloc(p->m->state_bytes);
	struct orders *o = malloc(sizeof *o);
	assert_true(on && o);
	game_copy(p->m, on, g);
	for (int steps = 0; steps < 100; steps++) {
		o->n = 0;
		play_legal(p, on, side, o);
		assert_true(o->n > 0);
		int attacks = o->n - (o->list[o->n - 1].verb == V_DONE);
		if (!attacks) break;
		vv_do_attack(p, vv_of(on), side, &o->list[rng_below(rng, (uint32_t)attacks)]);
	}
	assert_int_equal(o->list[o->n - 1].verb, V_DONE);
	free(on), free(o);
}

/* A player who seeks the enemy: random play alone seldom comes to blows. */
static int distance_to_enemy(const struct vv_book *b, const struct state *d, int hex, int side)
{
	int best = 255;
	for (int u = b->unit_from[!side]; u < b->unit_from[!side + 1]; u++)
		if (d->at[u] >= 0 && hex_range(b->map, hex, d->at[u]) < best) best = hex_range(b->map, hex, d->at[u]);
	return best;
}

static int eager_choice(const struct muster *m, const struct state *d, int side, const struct orders *o,
	struct rng *rng)
{
	const struct vv_book *b = m->own;
	int pick = (int)rng_below(rng, (uint32_t)o->n), best = 255;
	if (o->list[pick].verb == V_DONE && rng_below(rng, 8)) pick = (int)rng_below(rng, (uint32_t)o->n);
	if (d->g.question[side] != Q_STEP || rng_below(rng, 5) == 0) return pick;
	for (int i = 0; i < o->n; i++) {
		const struct order *x = &o->list[i];
		int hex = x->verb == V_STEP ? x->a
		        : x->verb == V_FACE ? hex_next(b->map, d->at[x->unit], x->a)
		                            : HEX_NONE;
		int far = hex < 0 ? 254 : distance_to_enemy(b, d, hex, side) + (x->verb == V_FACE);
		if (far < best) best = far, pick = i;
	}
	return pick;
}

static void check_sound(const struct play *p, const struct game *g)
{
	struct text wrong = {0};
	play_sound(p, g, &wrong);
	if (wrong.n) fail_msg("%s", text_str(&wrong));
	text_free(&wrong);
}

static void check_lists(const struct play *p, const struct game *g, int side, const struct orders *o)
{
	struct refusal r;
	for (int i = 0; i < o->n; i++)
		if (!play_check(p, g, side, &o->list[i], &r)) fail_msg("offered and refused: %s: %s", r.rule, r.text);
}

static void whole_games_hold(void **state)
{
	const struct muster *m = ((struct table *)*state)->m;
	const char *many = getenv("VV_GAMES");
	struct play p = {m, NULL, NULL};
	struct rng rng = {1859};
	struct game *g = malloc(m->state_bytes);
	struct orders *o = malloc(sizeof *o);
	int asked[QUESTIONS] = {0};
	assert_true(g && o);
	for (int n = 0; n < (many ? atoi(many) : 40); n++) {
		uint8_t seed[32] = {(uint8_t)n, (uint8_t)(n >> 8), 7};
		play_begin(&p, g, seed);
		for (int side, k = 0; (side = play_next(&p, g, o)) != NOBODY; k++) {
			asked[g->question[side]]++;
			check_sound(&p, g);
			check_lists(&p, g, side, o);
			if (k % 97 == 0) compare_lines(m->own, vv_see(g));
			if (g->question[side] == Q_ATTACK) check_announcement(&p, g, side, &rng);
			play_trusted(&p, g, side, &o->list[eager_choice(m, vv_see(g), side, o, &rng)]);
		}
	}
	for (int q = 0; q < QUESTIONS; q++)
		if (!asked[q] && !getenv("VV_BATTLE"))
			fail_msg("nobody was ever asked '%s'", m->rules->question[q].name);
	free(g), free(o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(table_is_one_formula),
		cmocka_unit_test(fire_zones_are_wedges), cmocka_unit_test(whole_games_hold)};
	return cmocka_run_group_tests(tests, open_table, close_table);
}
