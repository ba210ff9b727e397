/* Marches of many: a stack, or a formation in column down a road, goes along a way with one drag. Which
   orders that takes is found by trying them on a copy of what the player may know; they are then sent like
   any list. Rule systems are asked only for their orders: one that takes a piece up, one that moves it to the
   next place of its way, one that ends its march. */
#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "engine/words.h"
#include "table/handlers.h"
#include "table/told.h"

#define TOGETHER_MOST 16
#define WAY_MOST 32
#define ORDERS_AT_ONCE 64 /* as many as a list may have */

/* hexes: of its way; far: those it gets; along: with one before it */
struct leg {
	int piece, hexes, far;
	bool along;
	struct refusal why;
};

struct march {
	struct match *t; /* to try on */
	int side, pieces, hexes;
	struct leg leg[TOGETHER_MOST];
	int32_t way[WAY_MOST];
	bool column, surprised;
	int orders;
	struct order order[ORDERS_AT_ONCE];
};

/* --- trying --------------------------------------------------------------------------------------------- */

static struct match *sandbox(const struct muster *m, const struct game *g)
{
	static const uint8_t seed[32];
	struct match *t = match_new(m, seed);
	struct play p = {m, NULL, NULL};
	game_copy(m, t->g, g);
	game_copy(m, t->snapshot[0].g, g);
	sink_clear(&t->events);
	t->turn = play_next(&p, t->g, &t->legal);
	return t;
}

/* An order of that role for that piece, to that place if it is one; NULL. A plain end of a march is better
   than one that also turns. */
static const struct order *find(const struct march *h, enum role role, int piece, int32_t place)
{
	const struct order *found = NULL;
	for (int i = 0; i < h->t->legal.n; i++) {
		const struct order *o = &h->t->legal.list[i];
		struct saying say;
		order_say(h->t->m, h->t->g, h->side, o, &say);
		if (say.role != role || (piece != NO_UNIT && say.piece >= 0 && say.piece != piece) ||
			(role != ROLE_STOP && say.piece != piece))
			continue;
		if (role == ROLE_MOVE && place != PLACE_NONE && say.place != place) continue;
		if (!found || (role == ROLE_STOP && h->t->m->rules->verb[o->verb].a == ARG_NONE)) found = o;
		if (role != ROLE_STOP) break;
	}
	return found;
}

static bool give(struct march *h, const struct order *o)
{
	struct order copy = *o;
	if (h->orders == ORDERS_AT_ONCE || h->surprised || h->t->turn != h->side ||
		!match_order(h->t, h->side, &copy, NULL))
		return false;
	h->order[h->orders++] = copy;
	h->surprised = h->t->entry[h->t->n - 1].barrier;
	return true;
}

/* Takes the piece up, after whoever marches now has halted. */
static bool take_up(struct march *h, int piece)
{
	const struct order *o;
	if (find(h, ROLE_MOVE, piece, PLACE_NONE)) return true;
	if (!(o = find(h, ROLE_PICK, piece, PLACE_NONE))) {
		if (!(o = find(h, ROLE_STOP, NO_UNIT, PLACE_NONE)) || !give(h, o)) return false;
		if (find(h, ROLE_MOVE, piece, PLACE_NONE)) return true;
		if (!(o = find(h, ROLE_PICK, piece, PLACE_NONE))) return false;
	}
	return give(h, o) && find(h, ROLE_MOVE, piece, PLACE_NONE);
}

/* Those who may go along with it, where the rules have that. */
static void take_along(struct march *h, int from)
{
	for (int k = from + 1; k < h->pieces; k++) {
		const struct order *o =
			h->leg[k].far || h->leg[k].along ? NULL : find(h, ROLE_PICK, h->leg[k].piece, PLACE_NONE);
		if (!o || !find(h, ROLE_MOVE, h->leg[from].piece, PLACE_NONE)) continue;
		h->leg[k].along = give(h, o);
	}
}

/* Why it goes no further: what the rules say to the order that would be next. */
static void ask_why(struct march *h, struct leg *l, struct order like, int32_t place)
{
	struct play p = {h->t->m, NULL, NULL};
	bool named = h->t->m->rules->verb[like.verb].a == ARG_PLACE;
	if (named) like.a = place;
	if (h->surprised) refusal_set(&l->why, "", "what happens there must be seen first");
	else if (!named) refusal_set(&l->why, "", "it cannot go there");
	else if (play_check(&p, h->t->g, h->side, &like, &l->why))
		refusal_set(&l->why, "", "that is as many orders as can be given at once");
}

static void go(struct march *h, int k, const int32_t *way)
{
	struct leg *l = &h->leg[k];
	const struct order *o;
	struct order like = {0};
	if (!take_up(h, l->piece)) {
		refusal_set(&l->why, "", "it cannot be moved now");
		return;
	}
	take_along(h, k);
	like = *find(h, ROLE_MOVE, l->piece, PLACE_NONE);
	while (l->far < l->hexes && (o = find(h, ROLE_MOVE, l->piece, way[l->far])) && give(h, o)) l->far++;
	if (l->far < l->hexes) ask_why(h, l, like, way[l->far]);
	for (int j = k + 1; j < h->pieces; j++)
		if (h->leg[j].along && !h->leg[j].hexes) h->leg[j].hexes = l->hexes, h->leg[j].far = l->far;
}

/* --- ways ----------------------------------------------------------------------------------------------- */

static int32_t place_of(const struct march *h, int piece)
{
	struct play p = {h->t->m, NULL, NULL};
	struct view *v = malloc(sizeof *v);
	int32_t at = PLACE_NONE;
	if (!v) abort();
	play_view(&p, h->t->g, h->side, v);
	for (int i = 0; i < v->pieces; i++)
		if (v->piece[i].id == piece && v->piece[i].places) at = v->piece[i].place[0];
	free(v);
	return at;
}

/* Each goes the way of the first. Who stands behind it comes up through the places of those before; in column
   each ends a place behind the one before it. */
static void march_all(struct march *h)
{
	int32_t stood[TOGETHER_MOST], way[TOGETHER_MOST + WAY_MOST];
	for (int k = 0; k < h->pieces; k++) stood[k] = place_of(h, h->leg[k].piece);
	for (int k = 0; k < h->pieces && !h->surprised; k++) {
		int n = 0, back = 0;
		if (h->leg[k].along) continue;
		for (int j = k - 1; j >= 0; j--)
			if (stood[j] != (n ? way[n - 1] : stood[k])) way[n++] = stood[j];
		for (int i = 0; i < h->hexes; i++) way[n++] = h->way[i];
		for (int j = 1; h->column && j <= k; j++) back += !h->leg[j].along;
		h->leg[k].hexes = n > back ? n - back : 0;
		if (h->leg[k].hexes) go(h, k, way);
	}
}

/* --- the request ---------------------------------------------------------------------------------------- */

static bool read_march(struct request *q, struct march *h)
{
	const json_t *pieces = json_object_get(q->json, "pieces"), *path = json_object_get(q->json, "path");
	h->pieces = (int)json_array_size(pieces), h->hexes = (int)json_array_size(path);
	h->column = json_is_true(json_object_get(q->json, "column"));
	if (h->pieces < 1 || h->pieces > TOGETHER_MOST || h->hexes < 1 || h->hexes > WAY_MOST)
		return answer_error(q, 400, "pieces, path: 1 to %d pieces and 1 to %d places were expected.",
				   TOGETHER_MOST, WAY_MOST),
		       false;
	for (int k = 0; k < h->pieces; k++) {
		const char *id = json_string_value(json_array_get(pieces, (size_t)k));
		h->leg[k].piece = id ? piece_find(h->t->m, id) : NO_UNIT;
		if (h->leg[k].piece == NO_UNIT)
			return answer_error(q, 400, "pieces: one of this battle was expected."), false;
	}
	for (int i = 0; i < h->hexes; i++) {
		const char *name = json_string_value(json_array_get(path, (size_t)i));
		if (!name || !place_find(h->t->m, name, &h->way[i]))
			return answer_error(q, 400, "path: places of this board were expected."), false;
	}
	return true;
}

#define LEG(F, IF) \
	F(piece, PIECE(l->piece)) \
	F(at, PLACE_OR_NULL(place_of(h, l->piece))) \
	F(arrives, TRUTH(l->far == l->hexes)) \
	IF(l->why.text[0], rule, TEXT(l->why.rule ? l->why.rule : "")) \
	IF(l->why.text[0], text, TEXT(l->why.text))

static void leg_json(const struct march *h, const struct leg *l, struct json *j)
{
	const struct muster *m = h->t->m;
	WRITE_OBJECT(LEG);
}

#define MARCH_PLAN(F, IF) \
	F(n, NUMBER(q->seen)) \
	F(orders, \
		LIST("string", EACH(h->orders, write_told(j, NULL, order_write(h->t->m, &h->order[i], j->out))))) \
	F(legs, LIST("Leg", EACH(h->pieces, leg_json(h, &h->leg[i], j))))

static void march_json(struct request *q, const struct march *h)
{
	struct json answer = answer_begin(q), *j = &answer;
	WRITE_FIELDS(MARCH_PLAN)
	answer_end(q, j);
}

const struct wire_type table_march_types[] = {
	TYPE("Leg", "How far a piece comes; why not farther.", LEG),
	TYPE("MarchPlan", NULL, MARCH_PLAN),
	{0},
};

enum handled handle_march(struct request *q)
{
	const struct muster *m;
	struct game *g = imagine(q, &m);
	if (!g) return ANSWERED;
	struct march *h = calloc(1, sizeof *h);
	if (!h) abort();
	if (!(g->waiting >> q->as & 1)) {
		answer_error(q, 409, "It is not your move.");
	} else {
		h->side = q->as, h->t = sandbox(m, g);
		if (read_march(q, h)) march_all(h), march_json(q, h);
		match_free(h->t);
	}
	free(h), free(g);
	return ANSWERED;
}
