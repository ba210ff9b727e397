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

/* Everything about a piece or a place, or a part of it: all go through this. `part` writes what was asked
   for. */
typedef void part(struct request *q, const struct muster *m, const struct game *g, const struct about *a);

static part may_part;

static enum handled answer_part(struct request *q, const struct about_words *w, part *tell)
{
	const struct muster *m;
	struct refusal why = {.rule = ""};
	struct about a = {.now = now_us(), .patience = PATIENCE_US};
	struct game *g = imagine(q, &m);
	if (!g) return ANSWERED;
	if (about_read(m, w, &a, why.text, sizeof why.text)) {
		a.as = q->as, a.n = q->seen;
		tell(q, m, g, &a);
	} else if (tell == may_part) { /* words that nobody understands are not allowed */
		struct json j = answer_begin(q);
		wire_may(m, g, q->as, NULL, &why, &j);
		answer_end(q, &j);
	} else {
		answer_error(q, 400, "%s", why.text);
	}
	free(g);
	return ANSWERED;
}

static void whole(struct request *q, const struct muster *m, const struct game *g, const struct about *a)
{
	struct json j = answer_begin(q);
	wire_about(m, g, a, &j);
	answer_end(q, &j);
}

static enum handled answer_about(struct request *q)
{
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
	return answer_part(q, &w, whole);
}

/* What takes long is for the analysts. */
enum handled handle_about(struct request *q)
{
	bool heavy = request_query(q, "threats") || request_query(q, "odds");
	return heavy ? request_to_analyst(q, answer_about) : answer_about(q);
}

/* --- parts of it: the interface of the first version, for scripts -------------------------------------- */

static void may_part(struct request *q, const struct muster *m, const struct game *g, const struct about *a)
{
	struct refusal why = {.rule = ""};
	struct json j = answer_begin(q);
	wire_may(m, g, a->as, &a->order, &why, &j);
	answer_end(q, &j);
}

enum handled handle_why(struct request *q)
{
	const struct about_words w = {.order = body_text(q, "order", 200)};
	return w.order ? answer_part(q, &w, may_part) : answer_error(q, 400, "order: its words were expected.");
}

static void overlay_part(struct request *q, const struct muster *m, const struct game *g,
	const struct about *a)
{
	if (a->overlays != 1) {
		answer_error(q, 400, "name: one overlay was expected.");
		return;
	}
	struct json j = answer_begin(q);
	wire_overlay(m, g, a->as, a->overlay[0], a->piece, &j);
	answer_end(q, &j);
}

enum handled handle_overlay(struct request *q)
{
	const struct about_words w = {.piece = request_query(q, "piece"), .overlays = request_query(q, "name")};
	return answer_part(q, &w, overlay_part);
}

static void threats_part(struct request *q, const struct muster *m, const struct game *g,
	const struct about *a)
{
	struct json j = {.out = &q->out};
	wire_threats(m, g, a, NULL, a->place, &j);
	q->status = 200;
}

enum handled handle_threats(struct request *q)
{
	const struct about_words w = {.place = request_query(q, "place"), .threats = "1"};
	return answer_part(q, &w, threats_part);
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
		wire_sight(clear, &why, &j);
		answer_end(q, &j);
	}
	free(g);
	return ANSWERED;
}
