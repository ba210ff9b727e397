/* Games to learn chances from. In five games of eight captains play each other; in the others somebody weaker
   has one side: a recruit, one who only passes, one who does anything, or a commander by habit. Half of the
   games begin with a time in which one order in eight is given at random, so that positions differ; positions
   are kept from where it ends. So every position kept was played to its end as its players play. */
#include "study/learn.h"

#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "study/own.h"

#define WANDER 8
#define KEPT 1 /* of so many changes of side one is kept */
#define DECISIONS_MOST 100000
#define CAPTAINS 5
#define IN 8 /* games */

struct learning_run {
	const struct learning *l;
	struct positions *of; /* by game */
	struct progress progress;
};

/* Which of LEARN_PLAYERS sit down to the game: 0 two captains, otherwise 1 + 4 * side + kind of the
   weaker. */
static int players_of(const struct learning *l, int number)
{
	int k = number / l->grounds, weak = k / IN * (IN - CAPTAINS) + k % IN - CAPTAINS;
	return l->captains || k % IN < CAPTAINS ? 0 : 1 + 4 * (weak % 2) + weak / 2 % 4;
}

static void seats_open(const struct learning *l, const struct muster *m, int players, struct rng *rng,
	struct seat seat[SIDES])
{
	static const struct player weak[] = {{.level = MIND_RECRUIT}, {.level = PLAYER_PASS},
		{.level = MIND_RANDOM}, {.level = MIND_DOCTRINE}};
	static const int weak_nodes[] = {0, 0, 0, 1000};
	for (int side = 0; side < SIDES; side++) {
		struct player p = {.level = MIND_CAPTAIN, .nodes = l->nodes};
		int kind = (players - 1) % 4;
		if (players && (players - 1) / 4 == side) p = weak[kind], p.nodes = (uint64_t)weak_nodes[kind];
		struct player *kept = study_need(malloc(sizeof *kept));
		*kept = p;
		seat_open(&seat[side], kept, m, rng_next(rng));
	}
}

static void seats_close(struct seat seat[SIDES])
{
	for (int side = 0; side < SIDES; side++) {
		seat_close(&seat[side]);
		free((void *)seat[side].player);
	}
}

static void keep(struct positions *out, int *room, const struct position *p)
{
	if (out->n == *room)
		out->list =
			study_need(realloc(out->list, sizeof *out->list * (size_t)(*room = *room ? 2 * *room : 64)));
	out->list[out->n++] = *p;
}

static void play_game(const struct learning *l, int number, struct positions *out)
{
	int room = 0, asked = NOBODY, turns = 0;
	struct position now = {.game = (int32_t)l->seed + number,
		.ground = number % l->grounds,
		.players = players_of(l, number)};
	const struct muster *m = l->ground[now.ground];
	struct play p = {m, NULL, NULL};
	struct game *g = game_new(m);
	struct orders *o = study_need(malloc(sizeof *o));
	struct rng rng = {(l->seed + (uint64_t)number) * 0x9e3779b97f4a7c15ull};
	struct seat seat[SIDES];
	uint8_t dice[32];
	int steady = l->captains || rng_below(&rng, 2) ? 1001 : 200 + (int)rng_below(&rng, 800);
	seats_open(l, m, now.players, &rng, seat);
	seed_from_number(l->seed + (uint64_t)number, dice);
	play_begin(&p, g, dice);
	for (int i = 0, side; i < DECISIONS_MOST && (side = play_next(&p, g, o)) != NOBODY; i++) {
		if (side != asked) {
			asked = side, now.f = (struct features){0};
			play_features(&p, g, &now.f);
			if (now.f.left < steady) steady = 1001;
			if (steady > 1000 && turns++ % KEPT == 0) keep(out, &room, &now);
		}
		bool wanders = steady <= 1000 && !rng_below(&rng, WANDER);
		struct order order =
			wanders ? o->list[rng_below(&rng, (uint32_t)o->n)] : seat_choose(&seat[side], g, side, o);
		play_trusted(&p, g, side, &order);
	}
	for (int i = 0; i < out->n; i++)
		out->list[i].result = g->winner == RESULT_DRAW ? RESULT_DRAWN
		                    : g->winner == 0           ? RESULT_WON
		                                               : RESULT_LOST;
	seats_close(seat);
	free(g), free(o);
}

static void play_one(void *all, int64_t number, struct text *result)
{
	const struct learning_run *r = all;
	struct positions made = {0};
	play_game(r->l, (int)number, &made);
	if (made.n) text_addn(result, (const char *)made.list, sizeof *made.list * (size_t)made.n);
	free(made.list);
}

static bool take_one(void *all, int64_t number, const char *result, size_t n)
{
	struct learning_run *r = all;
	struct positions *s = &r->of[number];
	s->n = (int)(n / sizeof *s->list);
	s->list = study_need(malloc(n + 1));
	memcpy(s->list, result, n);
	progress_step(&r->progress);
	return true;
}

void learn_play(const struct learning *l, const struct study_how *how, struct positions *out)
{
	struct learning_run r = {.l = l};
	int n = 0;
	r.of = study_need(calloc((size_t)l->games, sizeof *r.of));
	progress_open(&r.progress, how->title, 0, l->games, how->ranks);
	work_run(how->ranks, how->jobs,
		&(struct work){.n = l->games, .everywhere = false, .play = play_one, .take = take_one, .all = &r});
	progress_close(&r.progress);
	for (int i = 0; i < l->games; i++) n += r.of[i].n;
	*out = (struct positions){0, study_need(malloc(sizeof *out->list * (size_t)(n + 1)))};
	for (int i = 0; i < l->games; i++) {
		if (r.of[i].n) memcpy(&out->list[out->n], r.of[i].list, sizeof *out->list * (size_t)r.of[i].n);
		out->n += r.of[i].n;
		free(r.of[i].list);
	}
	free(r.of);
}

/* --- is it so when it says so? -------------------------------------------------------------------------- */

static void count(struct reliability *r, int kind, int32_t chance, bool came, bool new_game)
{
	int at = (int)((int64_t)chance * RELIABILITY / (WHOLE_SHARE + 1));
	r->said[kind][at]++, r->games[kind][at] += new_game;
	r->chance[kind][at] += (double)chance / WHOLE_SHARE, r->came[kind][at] += came;
}

void learn_check(const struct positions *p, const struct chances *const chances[CHANCE_GROUNDS], int tenth,
	struct reliability *r)
{
	int game[CHANCE_KINDS][RELIABILITY]; /* that fell last into each: positions come game by game */
	memset(game, -1, sizeof game);
	for (int i = 0; i < p->n; i++) {
		const struct position *one = &p->list[i];
		if (one->players || !chances[one->ground] || (tenth >= 0 && one->game % TENTHS != tenth)) continue;
		struct outlook o = chances_of(chances[one->ground], &one->f, 0);
		const int32_t said[] = {[RESULT_WON] = o.win, [RESULT_DRAWN] = o.draw, [RESULT_LOST] = o.loss};
		r->positions++;
		for (int k = 0; k < 3; k++) {
			int kind = k == RESULT_DRAWN ? CHANCE_DRAW : CHANCE_VICTORY;
			int *last = &game[kind][(int64_t)said[k] * RELIABILITY / (WHOLE_SHARE + 1)];
			count(r, kind, said[k], one->result == k, *last != one->game);
			*last = one->game;
		}
	}
}
