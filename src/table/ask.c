/* Questions to the rules: about a piece or a place, odds of orders, lines of sight. All are answered on a
   copy of the state in which what the asking side may not know has been replaced by something possible: so
   nothing hidden can come out, whatever a system's code looks at. On workers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "engine/words.h"
#include "table/handlers.h"
#include "wire/about.h"

#define CHAIN_MOST 16
#define PATIENCE_US 1200000 /* a player has for odds; all threats of one answer together have as much */

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
	if (q->held == HELD_BOTH && !request_query(q, "as") && s->match->turn >= 0) q->as = s->match->turn;
	pthread_mutex_unlock(&s->lock);
	struct play p = {*m, NULL, NULL};
	if (!g->over) play_imagine(&p, g, q->as, &rng);
	return g;
}

/* --- odds ----------------------------------------------------------------------------------------------- */

enum handled handle_odds(struct request *q)
{
	const struct muster *m;
	struct order chain[CHAIN_MOST + 1];
	struct refusal why = {0};
	struct game *g = imagine(q, &m);
	uint64_t until = now_us() + PATIENCE_US;
	char error[200];
	int n = g ? body_orders(q, m, chain, CHAIN_MOST, error, sizeof error) : 0;
	if (g && !n) answer_error(q, 400, "%s", error);
	struct odds *o = n ? malloc(sizeof *o) : NULL;
	if (o) {
		bool carried = json_is_true(json_object_get(q->json, "carried"));
		if (odds_told(m, g, q->as, chain, n, carried, until, o, &why)) {
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

/* --- about a piece or a place --------------------------------------------------------------------------- */

static enum handled answer_about(struct request *q)
{
	const struct muster *m;
	const struct about_words w = {.piece = request_query(q, "piece"),
		.place = request_query(q, "place"),
		.whom = request_query(q, "whom"),
		.by = request_query(q, "by"),
		.facing = request_query(q, "facing"),
		.choice = request_query(q, "choice"),
		.order = request_query(q, "order"),
		.overlays = request_query(q, "overlays"),
		.threats = request_query(q, "threats"),
		.odds = request_query(q, "odds")};
	char error[300];
	struct about a = {.now = now_us(), .patience = PATIENCE_US};
	struct game *g = imagine(q, &m);
	if (!g) return ANSWERED;
	if (about_read(m, &w, &a, error, sizeof error)) {
		a.as = q->as, a.n = q->seen;
		struct json j = answer_begin(q);
		wire_about(m, g, &a, &j);
		answer_end(q, &j);
	} else {
		answer_error(q, 400, "%s", error);
	}
	free(g);
	return ANSWERED;
}

/* What takes long is for the analysts. */
enum handled handle_about(struct request *q)
{
	bool heavy = request_query(q, "threats") || request_query(q, "odds");
	return heavy ? request_to_analyst(q, answer_about) : answer_about(q);
}

/* --- parts of it: the interface of the first version, for scripts -------------------------------------- */

enum handled handle_why(struct request *q)
{
	const struct muster *m;
	struct order o;
	struct refusal why = {.rule = ""};
	const char *words = body_text(q, "order", 200);
	if (!words) return answer_error(q, 400, "order: its words were expected.");
	struct game *g = imagine(q, &m);
	if (!g) return ANSWERED;
	struct json j = answer_begin(q);
	if (order_read(m, words, &o, why.text, sizeof why.text)) wire_may(m, g, q->as, &o, &j);
	else wire_verdict("allowed", false, &why, &j);
	free(g);
	return answer_end(q, &j);
}

/* The question to About that this one is part of. False: it was answered with what was expected. */
static bool read_part(struct request *q, const struct muster *m, const struct about_words *w, struct about *a)
{
	char error[300];
	if (!about_read(m, w, a, error, sizeof error)) return answer_error(q, 400, "%s", error), false;
	a->as = q->as;
	return true;
}

enum handled handle_overlay(struct request *q)
{
	const struct muster *m;
	const struct about_words w = {.piece = request_query(q, "piece"), .overlays = request_query(q, "name")};
	struct about a = {0};
	struct game *g = imagine(q, &m);
	if (!g) return ANSWERED;
	if (read_part(q, m, &w, &a) && a.overlays != 1) {
		answer_error(q, 400, "name: one overlay was expected.");
	} else if (a.overlays == 1) {
		struct json j = answer_begin(q);
		wire_overlay(m, g, q->as, a.overlay[0], a.piece, &j);
		answer_end(q, &j);
	}
	free(g);
	return ANSWERED;
}

enum handled handle_threats(struct request *q)
{
	const struct muster *m;
	const struct about_words w = {.place = request_query(q, "place"), .threats = "1"};
	struct about a = {.now = now_us(), .patience = PATIENCE_US};
	struct game *g = imagine(q, &m);
	if (!g) return ANSWERED;
	if (read_part(q, m, &w, &a)) {
		struct json j = {.out = &q->out};
		wire_threats(m, g, &a, NULL, a.place, &j);
		q->status = 200;
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
	else {
		bool clear = words_hooks(m)->sight(&p, g, unit, a, b, &why);
		struct json j = answer_begin(q);
		wire_verdict("clear", clear, &why, &j);
		answer_end(q, &j);
	}
	free(g);
	return ANSWERED;
}
