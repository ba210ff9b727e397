/* Questions to the rules: odds, reasons, overlays, lines of sight, threats. All are answered on a copy of the
   state in which what the asking side may not know has been replaced by something possible: so nothing hidden
   can come out, whatever a system's code looks at. On workers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "engine/words.h"
#include "table/handlers.h"

#define CHAIN_MOST 16
#define THREATS_MOST 24
#define LEAVES 60000
#define PATIENCE_US 1200000 /* a player has for odds; all threats together have as much */

struct game *imagine(struct request *q, const struct muster **m)
{
	struct sitting *s = q->game;
	struct rng rng = {1859};
	if (!sitting_wait(q->t, s)) return answer_error(q, 500, "This game cannot be replayed."), NULL;
	q->mustered = muster_keep(q->t, s->mustered);
	*m = s->match->m;
	struct game *g = game_new(*m);
	game_copy(*m, g, s->match->g);
	q->seen = sitting_seen(s, q->held);
	if (q->held == 3 && !request_query(q, "as") && s->match->turn >= 0) q->as = s->match->turn;
	pthread_mutex_unlock(&s->lock);
	struct play p = {*m, NULL, NULL};
	if (!g->over) play_imagine(&p, g, q->as, &rng);
	return g;
}

/* --- odds ----------------------------------------------------------------------------------------------- */

static int read_orders(struct request *q, const struct muster *m, struct order *o)
{
	const json_t *list = json_object_get(q->json, "orders");
	int n = (int)json_array_size(list);
	char error[200];
	if (!json_is_array(list) || n < 1 || n > CHAIN_MOST)
		return answer_error(q, 400, "orders: a list of 1 to %d orders was expected.", CHAIN_MOST), 0;
	for (int i = 0; i < n; i++) {
		const char *words = json_string_value(json_array_get(list, (size_t)i));
		if (!words || !order_read(m, words, &o[i], error, sizeof error))
			return answer_error(q, 400, "%s", words ? error : "an order was expected"), 0;
	}
	return n;
}

static bool comes_to_something(const struct odds *o)
{
	for (int i = 0; i < o->outcomes; i++)
		if (o->outcome[i].effects) return true;
	return false;
}

/* An order may only announce what another one carries out ("fire" after the batteries are named). Of the
   orders that can follow it, those that name nothing and do not end the phase are tried: the odds are of the
   first that something comes of. False: of none, and *o is as it was. */
static bool odds_carried_out(struct request *q, const struct muster *m, const struct game *g,
	struct order *chain, int n, uint64_t until, struct odds *o)
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
		fine = play_order(&p, then, q->as, &chain[i], NULL) && play_next(&p, then, next) == q->as;
	for (int i = 0; i < next->n && fine && !found; i++) {
		const struct verb *v = &m->rules->verb[next->list[i].verb];
		struct saying say;
		order_say(m, then, q->as, &next->list[i], &say);
		if (v->takes_unit || v->a != ARG_NONE || say.role == ROLE_DONE) continue;
		chain[n] = next->list[i];
		found =
			odds_until(m, g, q->as, chain, n + 1, LEAVES, until, other, NULL) && comes_to_something(other);
		if (!found) odds_free(other);
	}
	if (found) odds_free(o), *o = *other;
	free(then), free(next), free(other);
	return found;
}

enum handled handle_odds(struct request *q)
{
	const struct muster *m;
	struct order chain[CHAIN_MOST + 1];
	struct refusal why = {0};
	struct game *g = imagine(q, &m);
	uint64_t until = now_us() + PATIENCE_US;
	int n = g ? read_orders(q, m, chain) : 0;
	struct odds *o = n ? malloc(sizeof *o) : NULL;
	if (o) {
		if (odds_until(m, g, q->as, chain, n, LEAVES, until, o, &why)) {
			if (json_is_true(json_object_get(q->json, "carried")) && !comes_to_something(o))
				odds_carried_out(q, m, g, chain, n, until, o);
			struct json j = answer_begin(q);
			wire_odds(m, o, &j);
			answer_end(q, &j);
		} else {
			answer_refusal(q, 422, &why);
		}
		odds_free(o);
	}
	free(o), free(g);
	return ANSWERED;
}

/* --- why not -------------------------------------------------------------------------------------------- */

static enum handled verdict(struct request *q, const char *name, bool yes, const struct refusal *why)
{
	struct json j = answer_begin(q);
	wire_verdict(name, yes, why, &j);
	return answer_end(q, &j);
}

/* On a table: where the piece that acts would stand then, and how large, for the page to draw. The copy is
   spoilt. */
static void then_json(const struct muster *m, struct game *g, int side, const struct order *o, struct json *j)
{
	struct play p = {m, NULL, NULL};
	struct view *v = m->map || !m->rules->verb[o->verb].takes_unit ? NULL : calloc(1, sizeof *v);
	if (!v) return;
	play_trusted(&p, g, side, o);
	play_view(&p, g, side, v);
	for (int i = 0; i < v->pieces; i++) {
		const struct view_piece *k = &v->piece[i];
		if (k->id != o->unit) continue;
		json_open(j, "then", '{');
		json_int(j, "x", k->x), json_int(j, "y", k->y), json_int(j, "w", k->w), json_int(j, "h", k->h),
			json_int(j, "facing", k->facing);
		json_close(j, '}');
	}
	free(v);
}

/* Allowed: what it would mean, in words. */
static enum handled answer_allowed(struct request *q, const struct muster *m, struct game *g,
	const struct order *o)
{
	struct saying say;
	struct json j = answer_begin(q);
	order_say(m, g, q->as, o, &say);
	json_bool(&j, "allowed", true);
	json_str(&j, "rule", say.rule ? say.rule : ""), json_str(&j, "text", ""), json_str(&j, "say", say.text);
	then_json(m, g, q->as, o, &j);
	return answer_end(q, &j);
}

enum handled handle_why(struct request *q)
{
	const struct muster *m;
	struct order o;
	struct refusal why = {.rule = ""};
	const char *words = body_text(q, "order", 200);
	if (!words) return answer_error(q, 400, "order: its words were expected.");
	struct game *g = imagine(q, &m);
	if (!g) return ANSWERED;
	struct play p = {m, NULL, NULL};
	bool yes = order_read(m, words, &o, why.text, sizeof why.text) && play_check(&p, g, q->as, &o, &why);
	if (yes) answer_allowed(q, m, g, &o);
	else verdict(q, "allowed", false, &why);
	free(g);
	return ANSWERED;
}

/* --- overlays ------------------------------------------------------------------------------------------- */

enum handled handle_overlay(struct request *q)
{
	const struct muster *m;
	const char *name = request_query(q, "name"), *piece = request_query(q, "piece");
	struct game *g = imagine(q, &m);
	if (!g) return ANSWERED;
	int which = 0, unit = piece ? piece_find(m, piece) : NO_UNIT;
	while (which < m->rules->overlays && (!name || strcmp(m->rules->overlay[which].name, name))) which++;
	if (which == m->rules->overlays) {
		answer_error(q, 404, "There is no such overlay.");
	} else if (m->rules->overlay[which].needs_unit ? unit == NO_UNIT : piece && unit == NO_UNIT) {
		answer_error(q, 400, "piece: one of this battle was expected.");
	} else {
		struct json j = answer_begin(q);
		wire_overlay(m, g, q->as, which, unit, &j);
		answer_end(q, &j);
	}
	free(g);
	return ANSWERED;
}

/* --- sight ---------------------------------------------------------------------------------------------- */

enum handled handle_sight(struct request *q)
{
	const struct muster *m;
	const char *piece = request_query(q, "piece"), *from = request_query(q, "from"),
			   *to = request_query(q, "to");
	struct refusal why = {.rule = ""};
	int32_t a = PLACE_NONE, b = PLACE_NONE;
	struct game *g = imagine(q, &m);
	if (!g) return ANSWERED;
	struct play p = {m, NULL, NULL};
	int unit = piece ? piece_find(m, piece) : NO_UNIT;
	if (!words_hooks(m)->sight) answer_error(q, 404, "These rules have no lines of sight.");
	else if (!from || !to || !place_find(m, from, &a) || !place_find(m, to, &b) || a < 0 || b < 0 ||
			 (piece && unit == NO_UNIT))
		answer_error(q, 400, "from, to: places of this board were expected.");
	else verdict(q, "clear", words_hooks(m)->sight(&p, g, unit, a, b, &why), &why);
	free(g);
	return ANSWERED;
}

/* --- threats -------------------------------------------------------------------------------------------- */

/* One attack: the odds are run for the attacker, on what we may know. */
static void threat_json(const struct muster *m, const struct game *g, int attacker, const struct order *o,
	uint64_t until, struct odds *odds, struct json *j)
{
	struct saying say;
	if (!odds_until(m, g, attacker, o, 1, LEAVES / 4, until, odds, NULL)) {
		odds_free(odds);
		return;
	}
	order_say(m, g, attacker, o, &say);
	wire_threat(m, &say, odds, j);
	odds_free(odds);
}

enum handled handle_threats(struct request *q)
{
	const struct muster *m;
	const char *where = request_query(q, "place");
	int32_t place = PLACE_NONE;
	struct game *g = imagine(q, &m);
	if (!g) return ANSWERED;
	struct play p = {m, NULL, NULL};
	struct json j = {.out = &q->out};
	if (!where || !place_find(m, where, &place) || place < 0) {
		answer_error(q, 400, "place: one of this board was expected.");
	} else {
		struct orders *o = calloc(1, sizeof *o);
		struct odds *odds = malloc(sizeof *odds);
		if (!o || !odds) abort();
		if (words_hooks(m)->threats && !g->over) words_hooks(m)->threats(&p, g, !q->as, place, o);
		json_open(&j, NULL, '[');
		int n = o->n < THREATS_MOST ? o->n : THREATS_MOST;
		uint64_t begun = now_us();
		for (int i = 0; i < n; i++)
			threat_json(m, g, !q->as, &o->list[i], begun + PATIENCE_US * ((uint64_t)i + 1) / (uint64_t)n,
				odds, &j);
		json_close(&j, ']');
		free(odds), free(o);
		q->status = 200;
	}
	free(g);
	return ANSWERED;
}
