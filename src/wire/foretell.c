/* Odds for somebody who waits for them: of an order and of what carries it out, and of the attacks that an
   enemy could make. */
#include <stdlib.h>

#include "engine/optional.h"
#include "engine/words.h"
#include "wire/about.h"

#define THREATS_MOST 24

static bool comes_to_something(const struct odds *o)
{
	for (int i = 0; i < o->outcomes; i++)
		if (o->outcome[i].effects) return true;
	return false;
}

/* An order may only announce what another one carries out ("fire" after the batteries are named). Of the
   orders that can follow it, those that name nothing and do not end the phase are tried: the odds are of the
   first that something comes of. If nothing comes of any, *o stays as it was. */
static void carry_out(const struct muster *m, const struct game *g, int side, struct order *chain, int n,
	uint64_t until, struct odds *o)
{
	struct play p = {m, NULL, NULL};
	struct game *then = game_new(m);
	struct orders *next = malloc(sizeof *next);
	struct odds *other = malloc(sizeof *other);
	bool found = false, fine = true;
	if (!next || !other) abort();
	game_copy(m, then, g);
	next->n = 0;
	for (int i = 0; i < n && fine; i++)
		fine = play_order(&p, then, side, &chain[i], NULL) && play_next(&p, then, next) == side;
	for (int i = 0; i < next->n && fine && !found; i++) {
		const struct verb *v = &m->rules->verb[next->list[i].verb];
		struct saying say;
		order_say(m, then, side, &next->list[i], &say);
		if (v->takes_unit || v->a != ARG_NONE || say.role == ROLE_DONE) continue;
		chain[n] = next->list[i];
		found = odds_until(m, g, side, chain, n + 1, ODDS_LEAVES, until, other, NULL) &&
		        comes_to_something(other);
		if (!found) odds_free(other);
	}
	if (found) odds_free(o), *o = *other;
	free(then), free(next), free(other);
}

bool odds_told(const struct muster *m, const struct game *g, int side, struct order *chain, int n,
	bool carried, uint64_t until, struct odds *o, struct refusal *why)
{
	if (!odds_until(m, g, side, chain, n, ODDS_LEAVES, until, o, why)) return false;
	if (carried && !comes_to_something(o)) carry_out(m, g, side, chain, n, until, o);
	return true;
}

/* One attack: the odds are run for the attacker, on what we may know. */
static void threat_json(const struct muster *m, const struct game *g, int attacker, const struct order *o,
	uint64_t until, struct odds *odds, struct json *j)
{
	struct saying say;
	if (odds_until(m, g, attacker, o, 1, ODDS_LEAVES / 4, until, odds, NULL)) {
		order_say(m, g, attacker, o, &say);
		wire_threat(m, &say, odds, j);
	}
	odds_free(odds);
}

void wire_threats(const struct muster *m, const struct game *g, const struct about *a, const char *key,
	int32_t place, struct json *j)
{
	struct play p = {m, NULL, NULL};
	struct game *clone = game_new(m);
	struct orders *o = calloc(1, sizeof *o);
	struct odds *odds = malloc(sizeof *odds);
	if (!o || !odds) abort();
	game_copy(m, clone, g);
	if (words_hooks(m)->threats && !g->over && place >= 0) /* nobody is attacked in a box beside the board */
		words_hooks(m)->threats(&p, clone, !a->as, place, o);
	int n = o->n < THREATS_MOST ? o->n : THREATS_MOST;
	json_open(j, key, '[');
	for (int i = 0; i < n; i++)
		threat_json(m, clone, !a->as, &o->list[i], a->now + a->patience * ((uint64_t)i + 1) / (uint64_t)n,
			odds, j);
	json_close(j, ']');
	free(odds), free(o), free(clone);
}
