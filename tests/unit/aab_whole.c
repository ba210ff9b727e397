/* All Are Brothers: what whole games must show and no single case can: a hand that is only imagined otherwise changes nothing that the
   other side sees, games of attackers stay sound however deep their routs go, and questions stay within their budget. AAB_SCENARIO
   and AAB_GAMES=n play other days, and longer. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

#include "battle/load.h"
#include "engine/match.h"
#include "engine/play.h"
#include "rules/all_are_brothers/all_are_brothers.h"

struct table { struct arena *a; struct faults f; const struct muster *m; struct orders list[2]; struct view view[2]; };

static int open_table(void **state)
{
	struct table *t = calloc(1, sizeof *t);
	if (!t) return -1;
	t->a = arena_new();
	const char *scenario = getenv("AAB_SCENARIO");
	const struct battle *b = battle_load(t->a, "data/battles/solferino", &t->f);
	t->m = b ? muster_make(t->a, rules_find("all_are_brothers"), "data", b, scenario ? scenario : "san_martino", NULL, &t->f) : NULL;
	faults_print(&t->f, stderr);
	*state = t;
	return t->m ? 0 : -1;
}

static int close_table(void **state)
{
	struct table *t = *state;
	faults_free(&t->f);
	arena_free(t->a);
	free(t);
	return 0;
}

static int games(int usual) { return getenv("AAB_GAMES") ? atoi(getenv("AAB_GAMES")) : usual; }

static struct game *new_game(const struct table *t, int seed)
{
	struct play p = {t->m, NULL, NULL};
	struct game *g = calloc(1, t->m->state_bytes);
	uint8_t key[32] = {(uint8_t)seed, (uint8_t)(seed >> 8), 59};
	assert_non_null(g);
	play_begin(&p, g, key);
	return g;
}

/* --- a player who attacks ------------------------------------------------------------------------------------------------- */

static int eagerness(const struct charts *c, const struct aab *b, int side, const struct order *o)
{
	switch (o->verb) {
	case V_FIRE: case V_CHARGE: case V_RESOLVE: return 60;
	case V_ADVANCE: return 50;
	case V_ASSAULT: case V_PLAY: case V_PLAY_ON: return 40;
	case V_POSTURE: return o->a == POSTURE_AGGRESSIVE ? 25 : 0;
	case V_DONE: case V_PASS: return -15;
	case V_STOP: case V_REORDER: return -25;
	case V_STEP: return 12 * (aab_nearest_enemy(c, b, side, b->counter[o->unit].at) - aab_nearest_enemy(c, b, side, o->a));
	default: return 0;
	}
}

static const struct order *choose(const struct table *t, const struct game *g, int side, const struct orders *o, struct rng *rng)
{
	const struct order *best = &o->list[rng_below(rng, (uint32_t)o->n)];
	int most = -1000;
	for (int i = 0; i < o->n && rng_below(rng, 8); i++) {
		int value = eagerness(t->m->own, SEE(g), side, &o->list[i]) + (int)rng_below(rng, 30);
		if (value > most) most = value, best = &o->list[i];
	}
	return best;
}

static void attackers_stay_sound(void **state)
{
	struct table *t = *state;
	struct play p = {t->m, NULL, NULL};
	for (int seed = 1; seed <= games(12); seed++) {
		struct game *g = new_game(t, seed);
		struct rng rng = {(uint64_t)seed};
		int side;
		while ((side = play_next(&p, g, &t->list[0])) != NOBODY) {
			struct text wrong = {0};
			play_trusted(&p, g, side, choose(t, g, side, &t->list[0], &rng));
			t->m->rules->sound(&p, g, &wrong);
			if (wrong.n) print_error("seed %d: %s\n", seed, wrong.s);
			assert_int_equal(wrong.n, 0);
			text_free(&wrong);
		}
		free(g);
	}
}

/* --- hidden hands (R-68) ------------------------------------------------------------------------------------------------------ */

/* Another hand of the same size from the same chits: nobody but its owner can know. Only pools of `side`, or of both (NOBODY). */
static void deal_again(const struct charts *c, struct aab *b, int side, struct rng *rng)
{
	for (int pool = 0; pool < POOLS; pool++) {
		int chit[64], n = 0;
		if (c->pool_nation[pool] < 0 || (side != NOBODY && c->pool_side[pool] != side)) continue;
		for (int k = 0; k < CARDS; k++) {
			if (c->n.card_pool[k] != pool) continue;
			for (int i = 0; i < b->hand[k] + b->left[k]; i++) chit[n++] = k;
			b->left[k] = (uint8_t)(b->left[k] + b->hand[k]), b->hand[k] = 0;
		}
		for (int i = 0; i < b->held[pool]; i++) {
			int other = i + (int)rng_below(rng, (uint32_t)(n - i)), k = chit[other];
			chit[other] = chit[i], chit[i] = k;
			b->hand[k]++, b->left[k]--;
		}
	}
}

/* Orders that play no chit; these are what both games may choose from. */
static int plain(struct orders *o)
{
	int n = 0;
	for (int i = 0; i < o->n; i++)
		if (o->list[i].verb != V_PLAY && o->list[i].verb != V_PLAY_ON) o->list[n++] = o->list[i];
	return o->n = n;
}

static void same_to_the_other(struct table *t, const struct game *g, int side, uint64_t seed)
{
	struct play p = {t->m, NULL, NULL};
	struct game *x = calloc(1, t->m->state_bytes), *y = calloc(1, t->m->state_bytes);
	struct rng deal = {seed}, a = {seed}, b = {seed};
	assert_non_null(x), assert_non_null(y);
	game_copy(t->m, x, g), game_copy(t->m, y, g);
	deal_again(t->m->own, STATE(y), !side, &deal);
	memset(t->view, 0, sizeof t->view);
	t->m->rules->view(&p, x, side, &t->view[0]), t->m->rules->view(&p, y, side, &t->view[1]);
	assert_memory_equal(&t->view[0], &t->view[1], sizeof t->view[0]);
	t->m->rules->mask(&p, x, side, &a), t->m->rules->mask(&p, y, side, &b);
	assert_memory_equal(x, y, t->m->state_bytes);
	free(x), free(y);
}

static void hands_betray_nothing(void **state)
{
	struct table *t = *state;
	struct play p = {t->m, NULL, NULL};
	for (int seed = 1; seed <= games(6); seed++) {
		struct game *g[2] = {new_game(t, seed), new_game(t, seed)};
		struct rng rng = {(uint64_t)seed};
		for (int i = 0; i < 4; i++) memset(g[i & 1]->standing[i >> 1], 0, STANDING_MOST); /* ask everything */
		for (long asked = 0;; asked++) {
			int side = play_next(&p, g[0], &t->list[0]);
			assert_int_equal(side, play_next(&p, g[1], &t->list[1]));
			if (side == NOBODY) break;
			assert_int_equal(g[0]->waiting, g[1]->waiting);
			assert_int_equal(g[0]->question[side], g[1]->question[side]);
			assert_int_equal(plain(&t->list[0]), plain(&t->list[1]));
			assert_memory_equal(t->list[0].list, t->list[1].list, sizeof(struct order) * (size_t)t->list[0].n);
			if (asked % 40 == 0) same_to_the_other(t, g[0], 0, (uint64_t)asked), same_to_the_other(t, g[0], 1, (uint64_t)asked);
			struct order o = *choose(t, g[0], side, &t->list[0], &rng);
			play_trusted(&p, g[0], side, &o), play_trusted(&p, g[1], side, &o);
			deal_again(t->m->own, STATE(g[1]), NOBODY, &rng);
		}
		free(g[0]), free(g[1]);
	}
}

/* --- how often players are asked -------------------------------------------------------------------------------------------------- */

static bool is_his_own_doing(int question)
{
	return question == Q_MOVE || question == Q_MOVE_CHIT || question == Q_STEP || question == Q_FIRE || question == Q_GROUP || question == Q_GROUP_CHIT;
}

static int median(const int *count, int most)
{
	int all = 0, n = 0;
	for (int i = 0; i < most; i++) all += count[i];
	for (int i = 0; i < most; i++)
		if (2 * (n += count[i]) >= all) return i;
	return most;
}

/* The owner of an activation at most 20 beyond his moves and shots, the other with standing orders at most one, in the median. */
static void questions_keep_their_budget(void **state)
{
	struct table *t = *state;
	struct play p = {t->m, NULL, NULL};
	int own[200] = {0}, other[200] = {0};
	for (int seed = 1; seed <= games(6); seed++) {
		struct game *g = new_game(t, seed);
		struct rng rng = {(uint64_t)seed};
		int side, asked[2] = {0, 0}, hq = NO_UNIT;
		for (int i = 0; i < SIDES; i++) memset(g->standing[i], 1, STANDINGS); /* always, hold, hold, as proposed */
		while ((side = play_next(&p, g, &t->list[0])) != NOBODY) {
			if (SEE(g)->act.hq != hq) {
				if (hq != NO_UNIT) own[asked[0] > 199 ? 199 : asked[0]]++, other[asked[1] > 199 ? 199 : asked[1]]++;
				hq = SEE(g)->act.hq, asked[0] = asked[1] = 0;
			}
			if (side != g->active) asked[1]++;
			else if (!is_his_own_doing(g->question[side])) asked[0]++;
			play_trusted(&p, g, side, choose(t, g, side, &t->list[0], &rng));
		}
		free(g);
	}
	assert_in_range(median(own, 200), 0, 20);
	assert_in_range(median(other, 200), 0, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(attackers_stay_sound),
		cmocka_unit_test(hands_betray_nothing),
		cmocka_unit_test(questions_keep_their_budget),
	};
	return cmocka_run_group_tests_name("All Are Brothers: whole games", tests, open_table, close_table);
}
