/* All Are Brothers: odds out of whole games. The chances of a shot and of an assault are fractions that sum
   to one, the dice agree with them. AAB_ROLLS=1000000 rolls so often for each order that is compared. */
#include "aab_help.h"

#include <math.h>

#include "engine/odds.h"

enum { SHOT, ASSAULT, KINDS };

static int kind_of(const struct order *o)
{
	return o->verb == V_FIRE ? SHOT : o->verb == V_RESOLVE ? ASSAULT : -1;
}

/* A shot or an assault among the orders, or NULL. */
static const struct order *attack_in(const struct orders *o, int kind, struct rng *rng)
{
	const struct order *found = NULL;
	int seen = 0;
	for (int i = 0; i < o->n; i++)
		if (kind_of(&o->list[i]) == kind && rng_below(rng, (uint32_t)++seen) == 0) found = &o->list[i];
	return found;
}

static void sums_to_one(const struct odds *o)
{
	wide sum = 0;
	for (int i = 0; i < o->outcomes; i++) sum += o->outcome[i].num;
	assert_true(sum == o->den);
}

/* --- the same by dice ----------------------------------------------------------------------------------- */

static bool minor(const struct muster *m, const struct game *g, int side)
{
	return m->rules->question[g->question[side]].flags & QUESTION_MINOR;
}

/* One attack, carried out with real dice to the end of the affair; minor questions take their default. */
static void attack_once(struct table *t, struct game *g, int side, const struct order *o, struct sink *sink)
{
	struct play p = {t->m, NULL, sink};
	uint8_t settled = g->settled;
	play_trusted(&p, g, side, o);
	for (;;) {
		struct order usual;
		while (!g->over && !g->waiting && g->settled == settled) play_step(&p, g);
		if (g->over || g->settled != settled) return;
		int asked = g->waiting & 1 ? 0 : 1;
		t->list[1].n = 0;
		play_legal(&p, g, asked, &t->list[1]);
		usual = t->list[1].list[0];
		bool forced =
			t->list[1].n == 1 && !(t->m->rules->question[g->question[asked]].flags & QUESTION_ALWAYS);
		if (!forced && (!minor(t->m, g, asked) || !play_usual(&p, g, asked, &usual))) return;
		play_trusted(&p, g, asked, &usual);
	}
}

static int outcome_of(const struct muster *m, const struct odds *o, const struct sink *s, int side)
{
	const struct event *effect[ODDS_EFFECTS];
	int n = 0;
	for (int i = 0; i < s->n && n < ODDS_EFFECTS; i++)
		if (s->list[i].kind >= EVENT_SYSTEM && m->rules->event[s->list[i].kind - EVENT_SYSTEM].effect &&
			s->list[i].audience >> side & 1)
			effect[n++] = &s->list[i];
	for (int i = 0; i < o->outcomes; i++) {
		const struct outcome *c = &o->outcome[i];
		int k = 0;
		while (c->effects == n && k < n && c->effect[k].kind == effect[k]->kind &&
			   c->effect[k].who == effect[k]->who && c->effect[k].n == effect[k]->n)
			k++;
		if (c->effects == n && k == n) return i;
	}
	fail_msg("the dice come to something that the odds do not know");
	return -1;
}

static void dice_agree(struct table *t, const struct game *g, int side, const struct order *o,
	const struct odds *odds, int rolls, uint64_t seed)
{
	struct play p = {t->m, NULL, NULL};
	struct rng rng = {seed};
	struct sink sink = {0};
	struct game *clone = calloc(1, t->m->state_bytes);
	int count[ODDS_OUTCOMES] = {0};
	assert_non_null(clone);
	for (int i = 0; i < rolls; i++) {
		game_copy(t->m, clone, g);
		play_imagine(&p, clone, side, &rng);
		sink_clear(&sink);
		attack_once(t, clone, side, o, &sink);
		count[outcome_of(t->m, odds, &sink, side)]++;
	}
	for (int i = 0; i < odds->outcomes; i++) {
		double chance = odds->outcome[i].chance, spread = sqrt(chance * (1 - chance) / rolls);
		assert_true(fabs((double)count[i] / rolls - chance) < 5.5 * spread + 2.0 / rolls);
	}
	sink_free(&sink);
	free(clone);
}

static void dice_agree_with_the_odds(void **state)
{
	struct table *t = *state;
	struct play p = {t->m, NULL, NULL};
	struct odds *odds = malloc(sizeof *odds);
	int rolls = getenv("AAB_ROLLS") ? atoi(getenv("AAB_ROLLS")) : 2000, met[KINDS] = {0},
		compared[KINDS] = {0}, exact = 0;
	assert_non_null(odds);
	for (int seed = 1; seed <= games(3); seed++) {
		struct game *g = new_game(t->m, seed);
		struct rng rng = {(uint64_t)seed};
		int side;
		while ((side = play_next(&p, g, &t->list[0])) != NOBODY) {
			for (int kind = 0; kind < KINDS; kind++) {
				const struct order *o = attack_in(&t->list[0], kind, &rng);
				if (!o) continue;
				assert_true(odds_of(t->m, g, side, o, 1, 0, odds, NULL));
				met[kind]++;
				exact += odds->exact;
				if (odds->exact) sums_to_one(odds);
				if (odds->exact && met[kind] % (kind == SHOT ? 50 : 10) == 1) {
					dice_agree(t, g, side, o, odds, rolls, (uint64_t)met[kind]);
					compared[kind]++;
				}
				odds_free(odds);
			}
			play_trusted(&p, g, side, choose(t->m, g, side, &t->list[0], &rng));
		}
		free(g);
	}
	print_message("%d shots and %d assaults, %d of them exact; %d and %d compared with %d rolls each\n",
		met[SHOT], met[ASSAULT], exact, compared[SHOT], compared[ASSAULT], rolls);
	assert_true(compared[SHOT] > 0 && compared[ASSAULT] > 0 && exact == met[SHOT] + met[ASSAULT]);
	free(odds);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(dice_agree_with_the_odds),
	};
	return cmocka_run_group_tests_name("All Are Brothers: odds", tests, open_table, close_table);
}
