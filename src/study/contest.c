/* One game of a study: two players, and a clerk who writes down what a study wants to know. The game is a
   match like any other, so its log can be replayed, and is. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/judge.h"
#include "engine/optional.h"
#include "engine/trial.h"
#include "study/study.h"

#define PLAYERS_STREAM 0x706c6179657273ull /* the players' luck comes from another stream than the dice */

static void *need(void *memory)
{
	if (!memory) abort();
	return memory;
}

struct contest {
	const struct muster *m;
	struct record *r;
	struct match *match;
	struct seat seat[SIDES];
	struct rng luck;
	struct game *before, *again; /* the state before the last order, and one to throw its dice anew on */
	struct orders *legal;
	struct view *view;
	int flags, fight_room, row_room;
	int told;            /* events already counted */
	int leader;          /* who was last in front, NOBODY */
	int64_t first;       /* the system's number of the first turn: 1, or what the hour makes it */
	int64_t turn, clock; /* the turn being played, and the time of day it began */
};

/* --- the clerk ------------------------------------------------------------------------------------------ */

static struct play quiet(const struct contest *c) { return (struct play){c->m, NULL, NULL}; }

static int judged(const struct contest *c, const struct game *g)
{
	struct play p = quiet(c);
	return judge(&p, g, 0, NULL);
}

static void count_lost(const struct contest *c, int64_t lost[SIDES], int64_t *formation)
{
	struct play p = quiet(c);
	lost[0] = lost[1] = 0;
	for (int i = 0; i < c->m->pieces && mind_hooks(c->m)->lost; i++) {
		const struct piece *piece = &c->m->piece[i];
		if (piece->side < 0) continue;
		int men = play_lost(&p, c->match->g, i);
		lost[piece->side] += men;
		if (formation && piece->formation >= 0) formation[piece->formation] += men;
	}
}

static void count_score(const struct contest *c, int64_t score[SIDES])
{
	struct play p = quiet(c);
	for (int side = 0; side < SIDES && mind_hooks(c->m)->score; side++)
		score[side] = play_score(&p, c->match->g, side);
}

static int64_t time_of_day(const struct contest *c)
{
	struct play p = quiet(c);
	memset(c->view, 0, sizeof *c->view);
	c->view->clock = -1;
	play_view(&p, c->match->g, NOBODY, c->view);
	return c->view->clock;
}

static void end_turn(struct contest *c)
{
	struct record *r = c->r;
	struct turn_row row = {.turn = c->turn, .clock = c->clock, .judge = judged(c, c->match->g)};
	count_lost(c, row.lost, NULL);
	count_score(c, row.score);
	if (r->rows == c->row_room) {
		c->row_room = c->row_room ? 2 * c->row_room : 32;
		r->row = need(realloc(r->row, sizeof *r->row * (size_t)c->row_room));
	}
	r->row[r->rows++] = row;
}

/* The turn in which a game ends is closed by sum_up, whatever the system counts on to. */
static void watch_turn(struct contest *c)
{
	int64_t turn = c->match->g->turn - c->first + 1;
	if (c->match->g->over || turn == c->turn) return;
	end_turn(c);
	c->turn = turn, c->clock = time_of_day(c);
}

/* The lead is looked at when the other side comes to decide: within an activation half a fight would
   count. */
static void watch_lead(struct contest *c)
{
	int judge = judged(c, c->match->g);
	int leader = judge >= LEAD ? 0 : judge <= -LEAD ? 1 : c->leader;
	if (c->leader != NOBODY && leader != c->leader) c->r->leads++;
	c->leader = leader;
}

static void count_fight(struct contest *c, int64_t place)
{
	struct record *r = c->r;
	for (int i = r->fights - 1; i >= 0 && r->fight[i].turn == c->turn; i--)
		if (r->fight[i].place == place) {
			r->fight[i].n++;
			return;
		}
	if (r->fights == c->fight_room) {
		c->fight_room = c->fight_room ? 2 * c->fight_room : 64;
		r->fight = need(realloc(r->fight, sizeof *r->fight * (size_t)c->fight_room));
	}
	r->fight[r->fights++] = (struct fight){c->turn, place, 1};
}

static void count_dice(struct record *r, const struct event *e)
{
	if (e->side < 0 || e->side >= SIDES) return;
	for (int i = 0; i < e->dice; i++) {
		r->pips[e->side] += 2 * e->face[i] - (e->sides + 1);
		r->scatter[e->side] += (int64_t)e->sides * e->sides - 1;
	}
}

/* What dice led to, where it happened, is a fight. */
static void count_events(struct contest *c, bool rolled)
{
	for (const struct sink *s = &c->match->events; c->told < s->n; c->told++) {
		const struct event *e = &s->list[c->told];
		if (e->kind == EVENT_ROLL) count_dice(c->r, e);
		if (e->kind < EVENT_SYSTEM || !c->m->rules->event[e->kind - EVENT_SYSTEM].effect) continue;
		c->r->effect[e->kind - EVENT_SYSTEM]++;
		if (rolled && e->where >= 0) count_fight(c, e->where);
	}
}

/* The same order on other dice: what they gave is the judgement now, less what it was on the mean of other
   throws. */
static void count_luck(struct contest *c, int side, const struct order *o)
{
	struct play p = quiet(c);
	int64_t given = (int64_t)LUCK_TRIES * judged(c, c->match->g);
	for (int i = 0; i < LUCK_TRIES; i++) {
		uint64_t seed[4];
		for (int k = 0; k < 4; k++) seed[k] = rng_next(&c->luck);
		game_copy(c->m, c->again, c->before);
		dice_seed(c->again, (const uint8_t *)seed);
		play_trusted(&p, c->again, side, o);
		play_next(&p, c->again, c->legal);
		given -= judged(c, c->again);
	}
	c->r->luck[side] += side == 0 ? given : -given;
}

/* --- the game ------------------------------------------------------------------------------------------- */

static void decide(struct contest *c)
{
	struct match *t = c->match;
	struct record *r = c->r;
	struct refusal why = {0};
	int side = t->turn;
	uint32_t rolls = t->g->dice.rolls;
	r->questions[side]++, r->listed += t->legal.n;
	if (t->legal.n > r->list_most) r->list_most = t->legal.n;
	struct order o = seat_choose(&c->seat[side], t->g, side, &t->legal);
	if (c->flags & CONTEST_LUCK) game_copy(c->m, c->before, t->g);
	if (!match_order(t, side, &o, &why)) {
		snprintf(r->wrong, sizeof r->wrong, "order %d, which was offered, is refused: %.150s", t->n,
			why.text);
		return;
	}
	bool rolled = t->g->dice.rolls != rolls;
	count_events(c, rolled);
	if (rolled && c->flags & CONTEST_LUCK) count_luck(c, side, &o);
	watch_turn(c);
	if (t->turn == side) return;
	seat_rest(&c->seat[side]);
	watch_lead(c);
}

static void replay(const struct muster *m, const struct match *played, struct record *r)
{
	struct match *again = match_new(m, played->seed);
	for (int i = 0; i < played->n && !r->wrong[0]; i++) {
		const struct entry *e = &played->entry[i];
		if (!match_order(again, e->side, &e->order, NULL))
			snprintf(r->wrong, sizeof r->wrong, "order %d is refused when the game is replayed", i);
		else if (again->entry[i].hash != e->hash)
			snprintf(r->wrong, sizeof r->wrong, "after order %d the replay comes to another state", i);
	}
	match_free(again);
}

static void sum_up(struct contest *c)
{
	const struct game *g = c->match->g;
	struct record *r = c->r;
	end_turn(c);
	r->winner = g->over ? g->winner : RESULT_DRAW, r->margin = g->margin, r->turns = c->turn;
	r->decisions = g->orders, r->rolls = g->dice.rolls, r->hash = play_hash(c->m, g);
	count_score(c, r->score);
	count_lost(c, r->lost, r->fallen);
	if (!r->wrong[0] && !g->over)
		snprintf(r->wrong, sizeof r->wrong, "endless: no end after %d questions", c->match->n);
}

static int effects_of(const struct rules *r)
{
	int n = 0;
	while (r->event && r->event[n].name) n++;
	return n;
}

static void contest_open(struct contest *c, const struct player player[SIDES], uint64_t seed, int64_t game)
{
	struct rng players = {(seed + (uint64_t)game) ^ PLAYERS_STREAM};
	uint8_t dice[32];
	*c->r = (struct record){.game = game, .seed = (int64_t)(seed + (uint64_t)game)};
	c->r->fallen = need(calloc((size_t)c->m->battle->formations + 1, sizeof *c->r->fallen));
	c->r->effect = need(calloc((size_t)effects_of(c->m->rules) + 1, sizeof *c->r->effect));
	for (int side = 0; side < SIDES; side++)
		seat_open(&c->seat[side], &player[side], c->m, rng_next(&players));
	c->luck.s = rng_next(&players);
	seed_from_number((uint64_t)c->r->seed, dice);
	c->match = match_new(c->m, dice);
	c->before = need(calloc(1, c->m->state_bytes)), c->again = need(calloc(1, c->m->state_bytes));
	c->legal = need(malloc(sizeof *c->legal)), c->view = need(malloc(sizeof *c->view));
	c->clock = time_of_day(c);
	end_turn(c); /* turn 0: as it stands before anybody has moved */
	c->first = c->match->g->turn, c->turn = 1;
}

static void contest_close(struct contest *c)
{
	for (int side = 0; side < SIDES; side++) seat_close(&c->seat[side]);
	match_free(c->match);
	free(c->before), free(c->again), free(c->legal), free(c->view);
}

void contest_play(const struct muster *m, const struct player player[SIDES], uint64_t seed, int64_t game,
	int flags, struct record *out, struct pace pace[SIDES], struct text *save)
{
	struct contest c = {.m = m, .r = out, .flags = flags, .leader = NOBODY};
	contest_open(&c, player, seed, game);
	count_events(&c, false);
	while (c.match->turn != NOBODY && c.match->n < TRIAL_DECISIONS_MOST && !out->wrong[0]) decide(&c);
	sum_up(&c);
	if (!out->wrong[0]) replay(m, c.match, out);
	if (save && (out->wrong[0] || flags & CONTEST_SAVE)) match_save(c.match, save);
	for (int side = 0; side < SIDES && pace; side++) pace_add(&pace[side], &c.seat[side].pace);
	contest_close(&c);
}
