/* All Are Brothers: what whole games must show and no single case can: a hand or a stack that is only
   imagined otherwise changes nothing that the other side sees, games of attackers stay sound however deep
   their routs go, chance meets what is hard, and questions stay within their budget. AAB_SCENARIO and
   AAB_GAMES=n play other days, and longer. */
#include "aab_help.h"

#include "engine/odds.h"
#include "engine/optional.h"

static void attackers_stay_sound(void **state)
{
	struct table *t = *state;
	struct play p = {t->m, NULL, NULL};
	for (int seed = 1; seed <= games(12); seed++) {
		struct game *g = new_game(t->m, seed);
		struct rng rng = {(uint64_t)seed};
		int side;
		while ((side = play_next(&p, g, &t->list[0])) != NOBODY) {
			struct text wrong = {0};
			play_trusted(&p, g, side, choose(t->m, g, side, &t->list[0], &rng));
			play_sound(&p, g, &wrong);
			if (wrong.n) print_error("seed %d: %s\n", seed, wrong.s);
			assert_int_equal(wrong.n, 0);
			text_free(&wrong);
		}
		free(g);
	}
}

/* --- what is hard --------------------------------------------------------------------------------------- */

enum { CROWDS, HALTS, BACKTRACKS, RETREATS, NESTED, COLLAPSES, IN_A_RETREAT, HARD };

static int steps_of(const struct game *g, int kind)
{
	int n = 0;
	for (int i = 0; i < g->depth; i++) n += g->agenda[i].kind == kind;
	return n;
}

static void count_hard(const struct game *g, const struct sink *events, int count[HARD])
{
	static const int of[HARD] = {[CROWDS] = E_OVERSTACKED,
		[HALTS] = E_HALTED,
		[BACKTRACKS] = E_BACKTRACKED,
		[RETREATS] = E_RETREATED,
		[COLLAPSES] = E_DEMORALIZED};
	for (int i = 0; i < events->n; i++)
		for (int k = 0; k < HARD; k++) count[k] += events->list[i].kind == of[k];
	if (g->over) return;
	count[NESTED] += steps_of(g, STEP_RETREAT) > 1;
	count[IN_A_RETREAT] += aab_see(g)->falling && steps_of(g, STEP_RETREAT) > 0;
}

/* Chance alone comes to crowds, halts on the march, retreats out of retreats, and corps that fall while one
   of theirs still flees. */
static void random_play_meets_the_hard_cases(void **state)
{
	struct table *t = *state;
	struct sink events = {0};
	struct play p = {t->m, NULL, &events};
	int count[HARD] = {0}, played = games(30);
	for (int seed = 1; seed <= played; seed++) {
		struct game *g = new_game(t->m, seed);
		struct rng rng = {(uint64_t)seed};
		int side;
		while ((side = play_next(&p, g, &t->list[0])) != NOBODY) {
			count_hard(g, &events, count);
			sink_clear(&events);
			play_trusted(&p, g, side, choose(t->m, g, side, &t->list[0], &rng));
		}
		free(g);
	}
	print_message(
		"in %d random games: %d crowds, %d halts by fire, %d of them back a hex, %d retreats, %d questions in a retreat out of a retreat, "
		"%d collapses, %d questions in a retreat while a corps is falling\n",
		played, count[CROWDS], count[HALTS], count[BACKTRACKS], count[RETREATS], count[NESTED],
		count[COLLAPSES], count[IN_A_RETREAT]);
	for (int k = 0; k < HARD; k++) assert_true(count[k] > 0);
	sink_free(&events);
}

/* --- hidden hands (R-68) -------------------------------------------------------------------------------- */

/* Another hand of the same size from the same chits: nobody but its owner can know. Only pools of `side`, or
   of both (NOBODY). */
static void deal_again(const struct aab_book *b, struct state *d, int side, struct rng *rng)
{
	for (int pool = 0; pool < POOLS; pool++) {
		int chit[64], n = 0;
		if (b->pool_nation[pool] < 0 || (side != NOBODY && b->pool_side[pool] != side)) continue;
		for (int k = 0; k < CARDS; k++) {
			if (b->n.card_pool[k] != pool) continue;
			for (int i = 0; i < d->hand[k] + d->left[k]; i++) chit[n++] = k;
			d->left[k] = (uint8_t)(d->left[k] + d->hand[k]), d->hand[k] = 0;
		}
		for (int i = 0; i < d->held[pool]; i++) {
			int other = i + (int)rng_below(rng, (uint32_t)(n - i)), k = chit[other];
			chit[other] = chit[i], chit[i] = k;
			d->hand[k]++, d->left[k]--;
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

/* Refusals too: garbage is refused in the same words. */
static void same_refusals(const struct muster *m, const struct game *x, const struct game *y, int side,
	struct rng *rng)
{
	struct play p = {m, NULL, NULL};
	for (int i = 0; i < 12; i++) {
		struct order o = {(uint16_t)rng_below(rng, VERBS),
			(int16_t)((int)rng_below(rng, (uint32_t)m->pieces + 1) - 1),
			(int)rng_below(rng, (uint32_t)m->map->count), (int)rng_below(rng, 3), 0};
		struct refusal one = {0}, other = {0};
		if (o.verb == V_PLAY || o.verb == V_PLAY_ON) continue;
		assert_int_equal(play_check(&p, x, side, &o, &one), play_check(&p, y, side, &o, &other));
		assert_string_equal(one.text, other.text);
	}
}

static void same_odds(const struct muster *m, const struct game *x, const struct game *y, int side,
	const struct orders *o, struct rng *rng)
{
	struct odds *odds = malloc(2 * sizeof *odds);
	const struct order *attack = &o->list[rng_below(rng, (uint32_t)o->n)];
	assert_non_null(odds);
	assert_int_equal(odds_of(m, x, side, attack, 1, 0, &odds[0], NULL),
		odds_of(m, y, side, attack, 1, 0, &odds[1], NULL));
	assert_int_equal(odds[0].outcomes, odds[1].outcomes);
	assert_true(odds[0].den == odds[1].den);
	for (int i = 0; i < odds[0].outcomes; i++) assert_true(odds[0].outcome[i].num == odds[1].outcome[i].num);
	odds_free(&odds[0]), odds_free(&odds[1]);
	free(odds);
}

/* Two games that differ only in what a side may not know: the other's hand, and who is behind which Force
   marker. It sees, may do, is refused, reckons and imagines the same in both. */
static void same_to_the_other(struct table *t, const struct muster *m, const struct game *g, int side,
	uint64_t seed)
{
	struct play p = {m, NULL, NULL};
	struct game *x = calloc(1, m->state_bytes), *y = calloc(1, m->state_bytes);
	struct rng deal = {seed}, a = {seed}, b = {seed};
	assert_non_null(x), assert_non_null(y);
	game_copy(m, x, g), game_copy(m, y, g);
	deal_again(m->own, aab_of(y), !side, &deal);
	aab_fog_shuffle(&p, aab_of(y), side, &deal);
	memset(t->view, 0, sizeof t->view);
	play_view(&p, x, side, &t->view[0]), play_view(&p, y, side, &t->view[1]);
	assert_memory_equal(&t->view[0], &t->view[1], sizeof t->view[0]);
	if (g->waiting >> side & 1) {
		t->spare[0].n = t->spare[1].n = 0;
		play_legal(&p, x, side, &t->spare[0]), play_legal(&p, y, side, &t->spare[1]);
		assert_int_equal(t->spare[0].n, t->spare[1].n);
		assert_memory_equal(t->spare[0].list, t->spare[1].list, sizeof(struct order) * (size_t)t->spare[0].n);
		same_refusals(m, x, y, side, &deal);
		same_odds(m, x, y, side, &t->spare[0], &deal);
	}
	m->rules->mask(&p, x, side, &a), m->rules->mask(&p, y, side, &b);
	assert_memory_equal(x, y, m->state_bytes);
	free(x), free(y);
}

/* Fog: nothing that is done behind a Force marker is told by name. */
static void hears_no_name(const struct muster *m, const struct game *before, const struct game *after,
	const struct sink *heard)
{
	struct play p = {m, NULL, NULL};
	for (int i = 0; i < heard->n; i++) {
		const struct event *e = &heard->list[i];
		bool quiet = e->kind == E_OUT_OF_COMMAND || e->kind == E_RALLIED || e->kind == E_RESUPPLIED ||
		             e->kind == E_OVERSTACKED || e->kind == E_ROUSED;
		if (!quiet || e->who < 0) continue;
		int enemy = !((const struct aab_book *)m->own)->piece[e->who].side;
		if (e->audience >> enemy & 1)
			assert_false(aab_fogged(&p, aab_see(before), enemy, e->who) &&
						 aab_fogged(&p, aab_see(after), enemy, e->who));
	}
}

static void force_markers_betray_nothing(void **state)
{
	struct table *t = *state;
	struct sink heard = {0};
	struct play p = {t->fog, NULL, &heard};
	struct game *before = calloc(1, t->fog->state_bytes);
	int hidden = 0;
	assert_non_null(before);
	for (int seed = 1; seed <= games(3); seed++) {
		struct game *g = new_game(t->fog, seed);
		struct rng rng = {(uint64_t)seed};
		for (int asked = 0, side; (side = play_next(&p, g, &t->list[0])) != NOBODY; asked++) {
			hears_no_name(t->fog, before, g, &heard);
			sink_clear(&heard);
			if (asked % 20 == 0)
				same_to_the_other(t, t->fog, g, 0, (uint64_t)asked),
					same_to_the_other(t, t->fog, g, 1, (uint64_t)asked);
			for (int u = 0; asked % 20 == 0 && u < ((const struct aab_book *)t->fog->own)->units; u++)
				hidden += aab_fogged(&p, aab_see(g), 0, u);
			game_copy(t->fog, before, g);
			play_trusted(&p, g, side, choose(t->fog, g, side, &t->list[0], &rng));
		}
		sink_clear(&heard);
		free(g);
	}
	assert_true(hidden > 0);
	sink_free(&heard);
	free(before);
}

static void hands_betray_nothing(void **state)
{
	struct table *t = *state;
	struct play p = {t->m, NULL, NULL};
	for (int seed = 1; seed <= games(6); seed++) {
		struct game *g[2] = {new_game(t->m, seed), new_game(t->m, seed)};
		struct rng rng = {(uint64_t)seed};
		for (int i = 0; i < 4; i++) memset(g[i & 1]->standing[i >> 1], 0, STANDING_MOST); /* ask everything */
		for (long asked = 0;; asked++) {
			int side = play_next(&p, g[0], &t->list[0]);
			assert_int_equal(side, play_next(&p, g[1], &t->list[1]));
			if (side == NOBODY) break;
			assert_int_equal(g[0]->waiting, g[1]->waiting);
			assert_int_equal(g[0]->question[side], g[1]->question[side]);
			assert_int_equal(plain(&t->list[0]), plain(&t->list[1]));
			assert_memory_equal(t->list[0].list, t->list[1].list,
				sizeof(struct order) * (size_t)t->list[0].n);
			if (asked % 40 == 0)
				same_to_the_other(t, t->m, g[0], 0, (uint64_t)asked),
					same_to_the_other(t, t->m, g[0], 1, (uint64_t)asked);
			struct order o = *choose(t->m, g[0], side, &t->list[0], &rng);
			play_trusted(&p, g[0], side, &o), play_trusted(&p, g[1], side, &o);
			deal_again(t->m->own, aab_of(g[1]), NOBODY, &rng);
		}
		free(g[0]), free(g[1]);
	}
}

/* --- plotted postures (17.3) ---------------------------------------------------------------------------- */

/* Whoever is asked in an imagined state has an answer, and the game goes on from there. */
static void can_be_played_on(struct table *t, struct game *g)
{
	struct play p = {t->fog, NULL, NULL};
	int side, n = 0;
	for (int k = 0; k < SIDES; k++) {
		if (!(g->waiting >> k & 1)) continue;
		t->spare[0].n = 0;
		play_legal(&p, g, k, &t->spare[0]);
		assert_true(t->spare[0].n > 0);
	}
	while (n++ < 20 && (side = play_next(&p, g, &t->spare[0])) != NOBODY)
		play_trusted(&p, g, side, &t->spare[0].list[0]);
}

/* Gives `orders` plots of a side, as many as it has; how many it gave. */
static int plot(struct table *t, struct game *g, int side, int orders)
{
	struct play p = {t->fog, NULL, NULL};
	int n = 0;
	for (; n < orders && g->waiting >> side & 1; n++) {
		t->list[0].n = 0;
		play_legal(&p, g, side, &t->list[0]);
		play_trusted(&p, g, side, &t->list[0].list[n % t->list[0].n]);
	}
	return n;
}

/* What a side that is still asked imagines of the other is the same, however far the other is. What a side
   imagines that has plotted everything may be played on as well: once it was not, and the counter before the
   first was read. */
static void plots_betray_nothing(void **state)
{
	struct table *t = *state;
	const struct muster *m = t->fog;
	struct play p = {m, NULL, NULL};
	struct game *start = new_game(m, 1), *g = calloc(1, m->state_bytes), *x = calloc(1, m->state_bytes);
	assert_non_null(g), assert_non_null(x);
	while (play_next(&p, start, &t->list[0]) != NOBODY && start->question[0] != Q_PLOT)
		play_trusted(&p, start, start->waiting & 1 ? 0 : 1, &t->list[0].list[0]);
	assert_int_equal(start->waiting, 3);
	for (int side = 0; side < SIDES; side++)
		for (int mine = 0, all = 0; !all; mine++) {
			uint64_t first = 0;
			for (int his = 0, done = 0; !done; his++) {
				struct rng rng = {59};
				game_copy(m, g, start);
				all = plot(t, g, side, mine) < mine || !(g->waiting >> side & 1);
				done = plot(t, g, !side, his) < his || !(g->waiting >> !side & 1);
				if (!g->waiting) break;
				game_copy(m, x, g), x->orders = 0; /* how many were given is shown to nobody */
				play_imagine(&p, x, side, &rng);
				if (his == 0) first = play_hash(m, x);
				assert_true(play_hash(m, x) == first);
				can_be_played_on(t, x);
			}
		}
	free(start), free(g), free(x);
}

/* --- how often players are asked ------------------------------------------------------------------------ */

static bool is_his_own_doing(int question)
{
	return question == Q_MOVE || question == Q_MOVE_CHIT || question == Q_STEP || question == Q_FIRE ||
	       question == Q_GROUP || question == Q_GROUP_CHIT;
}

static int median(const int *count, int most)
{
	int all = 0, n = 0;
	for (int i = 0; i < most; i++) all += count[i];
	for (int i = 0; i < most; i++)
		if (2 * (n += count[i]) >= all) return i;
	return most;
}

/* The owner of an activation at most 20 beyond his moves and shots, the other with standing orders at most
   one, in the median. */
static void questions_keep_their_budget(void **state)
{
	struct table *t = *state;
	struct play p = {t->m, NULL, NULL};
	int own[200] = {0}, other[200] = {0};
	for (int seed = 1; seed <= games(6); seed++) {
		struct game *g = new_game(t->m, seed);
		struct rng rng = {(uint64_t)seed};
		int side, asked[2] = {0, 0}, hq = NO_UNIT;
		/* always, hold, hold, as proposed */
		for (int i = 0; i < SIDES; i++) memset(g->standing[i], 1, STANDINGS);
		while ((side = play_next(&p, g, &t->list[0])) != NOBODY) {
			if (aab_see(g)->act.hq != hq) {
				if (hq != NO_UNIT)
					own[asked[0] > 199 ? 199 : asked[0]]++, other[asked[1] > 199 ? 199 : asked[1]]++;
				hq = aab_see(g)->act.hq, asked[0] = asked[1] = 0;
			}
			if (side != g->active) asked[1]++;
			else if (!is_his_own_doing(g->question[side])) asked[0]++;
			play_trusted(&p, g, side, choose(t->m, g, side, &t->list[0], &rng));
		}
		free(g);
	}
	assert_in_range(median(own, 200), 0, 20);
	assert_in_range(median(other, 200), 0, 1);
}

/* --- where victory lies (15.2a) ------------------------------------------------------------------------- */

/* What the Allies did not hold at the end of the day, and whose corps were routed. */
static const struct {
	const char *scenario, *lost[3], *routed[3];
} days[] = {
	{"whole_day", {"Guidizzolo", "Pozzolengo"}, {"austrian_v", "austrian_i"}},
	{"san_martino", {"Pozzolengo"}, {NULL}},
	{"heights", {"Madonna della Scoperta"}, {"austrian_v", "austrian_i"}},
	{"medole", {"Guidizzolo"}, {NULL}},
};

static bool among(const char *const *list, const char *name)
{
	for (; *list; list++)
		if (!strcmp(*list, name)) return true;
	return false;
}

static int level_of(const struct aab_book *b, int lead)
{
	return lead >= 2 * b->n.level[1] ? 2 : lead >= 2 * b->n.level[0] ? 1 : 0;
}

/* Who sits still with the attacker has lost; what was taken on the day is a victory, with the routs or
   without, and never a decisive one. */
static void history_is_a_victory_and_no_more(void **state)
{
	struct table *t = *state;
	for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
		const struct muster *m =
			muster_make(t->a, t->m->rules, "data", t->m->battle, days[i].scenario, NULL, &t->f);
		assert_non_null(m);
		const struct aab_book *b = m->own;
		struct game *g = new_game(m, 1);
		struct state *d = aab_of(g);
		assert_true(level_of(b, -aab_lead_now(b, d)) >= 1);
		for (int v = 0; v < b->vps; v++)
			d->owner[b->vp_hex[v]] = among(days[i].lost, b->vp_name[v]) ? b->vp_held[v] : 0;
		aab_vp_derive(b, d, d->vp);
		assert_int_equal(level_of(b, aab_lead_now(b, d)), 1);
		for (int k = 0; k < b->corps; k++)
			if (among(days[i].routed, b->formation[k].id))
				d->counter[b->formation[k].hq].hits = CORPS_DEMORALIZED;
		aab_vp_derive(b, d, d->vp);
		assert_int_equal(level_of(b, aab_lead_now(b, d)), 1);
		free(g);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(attackers_stay_sound),
		cmocka_unit_test(random_play_meets_the_hard_cases),
		cmocka_unit_test(hands_betray_nothing),
		cmocka_unit_test(force_markers_betray_nothing),
		cmocka_unit_test(plots_betray_nothing),
		cmocka_unit_test(questions_keep_their_budget),
		cmocka_unit_test(history_is_a_victory_and_no_more),
	};
	return cmocka_run_group_tests_name("All Are Brothers: whole games", tests, open_table, close_table);
}
