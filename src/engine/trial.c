/* Random play that trusts nothing: after every order the invariants are derived again, garbage is refused
   without a trace, and at the end the log replays to the same hashes and undoes to the first state. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/trial.h"

#include "engine/optional.h"

#define PLAYER_STREAM 0x9e3779b97f4a7c15ull /* the player's choices come from another stream than the dice */

static bool same_order(const struct order *a, const struct order *b)
{
	return a->verb == b->verb && a->unit == b->unit && a->a == b->a && a->b == b->b && a->c == b->c;
}

static bool listed(const struct orders *o, const struct order *one)
{
	for (int i = 0; i < o->n; i++)
		if (same_order(&o->list[i], one)) return true;
	return false;
}

static void complain(struct trial *t, const struct muster *m, const char *what, const struct order *o)
{
	struct text words = {0};
	if (o && o->verb < m->rules->verbs) order_write(m, o, &words);
	snprintf(t->wrong, sizeof t->wrong, "decision %llu: %s%s%s", (unsigned long long)t->decisions, what,
		words.n ? ": " : "", text_str(&words));
	text_free(&words);
}

static void check_sound(const struct play *p, const struct game *g, struct trial *t)
{
	struct text wrong = {0};
	play_sound(p, g, &wrong);
	if (wrong.n) complain(t, p->m, wrong.s, NULL);
	text_free(&wrong);
}

static int32_t garbage_argument(struct rng *rng, const struct muster *m)
{
	switch (rng_below(rng, 5)) {
	case 0: return (int32_t)rng_below(rng, 8);
	case 1: return (int32_t)rng_below(rng, (uint32_t)m->pieces + 1);
	case 2: return (int32_t)rng_below(rng, m->map ? (uint32_t)m->map->count + 1 : 1u << 20);
	case 3: return 0;
	default: return (int32_t)rng_next(rng);
	}
}

static struct order garbage_order(struct rng *rng, const struct muster *m, const struct orders *o)
{
	struct order x = o->list[rng_below(rng, (uint32_t)o->n)]; /* half the time close to something legal */
	uint32_t what = rng_below(rng, 8);
	if (what & 1) x.unit = (int16_t)(rng_below(rng, (uint32_t)m->pieces + 2) - 1);
	if (what & 2) x.a = garbage_argument(rng, m);
	if (what & 4) x.b = garbage_argument(rng, m);
	if (what == 0)
		x.verb = (uint16_t)rng_below(rng, (uint32_t)m->rules->verbs + 1), x.c = garbage_argument(rng, m);
	return x;
}

/* Legal and check must agree; what is refused changes nothing and has a reason; the other side may not
   answer. */
static void check_garbage(const struct play *p, struct game *g, struct game *copy, int side,
	const struct orders *o, struct rng *rng, struct trial *t)
{
	struct refusal r = {0};
	bool open = p->m->rules->question[g->question[side]].flags & QUESTION_OPEN;
	for (int i = 0; i < o->n && !t->wrong[0]; i++)
		if (!play_check(p, g, side, &o->list[i], &r)) complain(t, p->m, r.text, &o->list[i]);
	game_copy(p->m, copy, g);
	for (int i = 0; i < 8 && !t->wrong[0]; i++) {
		struct order x = garbage_order(rng, p->m, o);
		bool other = !(g->waiting >> !side & 1) && rng_below(rng, 4) == 0;
		if (!other && (listed(o, &x) || open)) continue;
		if (other && rng_below(rng, 2)) x = o->list[rng_below(rng, (uint32_t)o->n)];
		r = (struct refusal){0};
		if (play_order(p, g, other ? !side : side, &x, &r))
			complain(t, p->m,
				other ? "the other side's order was carried out"
					  : "an order that was never offered was carried out",
				&x);
		else if (!r.text[0]) complain(t, p->m, "refused without a reason", &x);
		else if (memcmp(g, copy, p->m->state_bytes))
			complain(t, p->m, "a refused order changed the state", &x);
	}
}

static void check_replay(const struct muster *m, const struct match *played, struct trial *t)
{
	struct match *again = match_new(m, played->seed);
	struct game *first = calloc(1, m->state_bytes);
	struct refusal r;
	if (!first) abort();
	game_copy(m, first, again->g);
	for (int i = 0; i < played->n && !t->wrong[0]; i++) {
		if (!match_order(again, played->entry[i].side, &played->entry[i].order, &r))
			complain(t, m, "refused in the replay", &played->entry[i].order);
		else if (again->entry[i].hash != played->entry[i].hash)
			complain(t, m, "the replay comes to another state", &played->entry[i].order);
	}
	if (!t->wrong[0] && again->n) {
		if (!match_undo(again, 0, again->n / 2, true, &r)) complain(t, m, r.text, NULL);
		else if (again->n > 1 && !again->entry[0].undone && !match_undo(again, 0, 0, true, &r))
			complain(t, m, r.text, NULL);
		else if (memcmp(again->g, first, m->state_bytes))
			complain(t, m, "undo to the start does not restore the first state", NULL);
	}
	free(first);
	match_free(again);
}

/* --- players -------------------------------------------------------------------------------------------- */

static int nearest_enemy(const struct muster *m, const struct game *g, const struct field *at, int side,
	int place)
{
	int best = 1000;
	for (int i = 0; i < m->pieces; i++) {
		int32_t where = m->piece[i].side == side ? -1 : field_get(m, g, at, i);
		if (where >= 0 && hex_range(m->map, place, where) < best) best = hex_range(m->map, place, where);
	}
	return best;
}

/* How much a bold player likes an order. */
static uint32_t boldness(const struct play *p, const struct game *g, const struct field *at, int side,
	const struct order *o)
{
	struct saying s;
	play_say(p, g, side, o, &s);
	if (s.role == ROLE_FIRE || s.role == ROLE_ASSAULT) return 6;
	if (s.role != ROLE_MOVE || !at || !p->m->map || s.piece < 0 || s.place < 0)
		return s.role == ROLE_PICK ? 2 : 1;
	int32_t from = field_get(p->m, g, at, s.piece);
	return from >= 0 && nearest_enemy(p->m, g, at, side, s.place) < nearest_enemy(p->m, g, at, side, from)
	         ? 4
	         : 1;
}

static struct order choose(const struct play *p, const struct game *g, int side, const struct orders *o,
	int flags, struct rng *rng)
{
	uint32_t sum = 0;
	struct order chosen = o->list[0];
	if (!(flags & TRIAL_BOLD)) return o->list[rng_below(rng, (uint32_t)o->n)];
	const struct field *at = field_find(p->m->rules, "at");
	for (int i = 0; i < o->n; i++) {
		uint32_t likes = boldness(p, g, at, side, &o->list[i]);
		sum += likes;
		if (rng_below(rng, sum) < likes) chosen = o->list[i];
	}
	return chosen;
}

static void count_events(const struct match *t, struct trial *out)
{
	for (int i = 0; i < t->events.n; i++) {
		int kind = t->events.list[i].kind - EVENT_SYSTEM;
		if (kind >= 0 && kind < TRIAL_EVENTS) out->event[kind]++;
	}
}

/* --- games ---------------------------------------------------------------------------------------------- */

static void finish(struct trial *out, const struct muster *m, const struct game *g)
{
	out->turns = g->turn, out->winner = g->winner, out->margin = g->margin, out->rolls = g->dice.rolls;
	out->hash = play_hash(m, g);
	if (!out->wrong[0] && !g->over) complain(out, m, "endless: no end after so many decisions", NULL);
}

/* The plain loop, as fast as the rules allow: what `bench` measures. */
static void run_plain(const struct muster *m, struct trial *out)
{
	struct play p = {m, NULL, NULL};
	struct game *g = game_new(m);
	struct orders *o = malloc(sizeof *o);
	struct rng rng = {out->seed ^ PLAYER_STREAM};
	uint8_t seed[32];
	int side;
	if (!o) abort();
	seed_from_number(out->seed, seed);
	play_begin(&p, g, seed);
	while (out->decisions < TRIAL_DECISIONS_MOST && (side = play_next(&p, g, o)) != NOBODY) {
		out->decisions++, out->orders_listed += (uint64_t)o->n;
		if (o->n > out->orders_max) out->orders_max = o->n;
		play_trusted(&p, g, side, &o->list[rng_below(&rng, (uint32_t)o->n)]);
	}
	finish(out, m, g);
	free(o), free(g);
}

static void run_checked(const struct muster *m, int flags, struct trial *out)
{
	struct rng rng = {out->seed ^ PLAYER_STREAM}, trash = {out->seed};
	struct play p = {m, NULL, NULL};
	struct game *copy = calloc(1, m->state_bytes);
	struct refusal r;
	uint8_t seed[32];
	if (!copy) abort();
	seed_from_number(out->seed, seed);
	struct match *t = match_new(m, seed);
	while (!out->wrong[0] && t->turn != NOBODY && out->decisions < TRIAL_DECISIONS_MOST) {
		out->decisions++, out->orders_listed += (uint64_t)t->legal.n;
		if (t->legal.n > out->orders_max) out->orders_max = t->legal.n;
		if (flags & TRIAL_SOUND) check_sound(&p, t->g, out);
		if (flags & TRIAL_GARBAGE) check_garbage(&p, t->g, copy, t->turn, &t->legal, &trash, out);
		struct order o = choose(&p, t->g, t->turn, &t->legal, flags, &rng);
		if (!match_order(t, t->turn, &o, &r)) complain(out, m, r.text, &o);
	}
	count_events(t, out);
	if (!out->wrong[0] && (flags & TRIAL_SOUND)) check_sound(&p, t->g, out);
	if (!out->wrong[0] && (flags & TRIAL_REPLAY)) check_replay(m, t, out);
	finish(out, m, t->g);
	match_free(t), free(copy);
}

void trial_run(const struct muster *m, uint64_t seed, int flags, struct trial *out)
{
	*out = (struct trial){.seed = seed, .winner = RESULT_NONE};
	if (flags) run_checked(m, flags, out);
	else run_plain(m, out);
}

uint64_t perft(const struct muster *m, const struct game *g, int depth)
{
	struct play p = {m, NULL, NULL};
	struct game *next = game_new(m);
	struct orders *o = malloc(sizeof *o);
	uint64_t leaves = 0;
	if (!o) abort();
	game_copy(m, next, g);
	int side = play_next(&p, next, o);
	struct game *base = game_new(m);
	game_copy(m, base, next);
	if (side == NOBODY || depth == 0) leaves = 1;
	else if (depth == 1) leaves = (uint64_t)o->n;
	else
		for (int i = 0; i < o->n; i++) {
			game_copy(m, next, base);
			play_trusted(&p, next, side, &o->list[i]);
			leaves += perft(m, next, depth - 1);
		}
	free(base), free(next), free(o);
	return leaves;
}

uint64_t signature(const struct muster *m, uint64_t first_seed, int games)
{
	uint64_t sum = 0;
	for (int i = 0; i < games; i++) {
		struct trial t;
		trial_run(m, first_seed + (uint64_t)i, 0, &t);
		sum = (sum << 7 | sum >> 57) ^ t.hash ^ t.decisions;
	}
	return sum;
}
