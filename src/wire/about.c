/* See about.h. */
#include "wire/about.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "engine/words.h"
#include "wire/fields.h"
#include "wire/walk.h"

#define ODDS_MOST 8 /* orders whose odds one answer has */

/* --- reading -------------------------------------------------------------------------------------------- */

static bool expected(char *error, size_t room, const char *what)
{
	snprintf(error, room, "%s was expected.", what);
	return false;
}

static bool overlays_read(const struct muster *m, const char *names, struct about *a)
{
	while (names && *names) {
		size_t n = strcspn(names, ",");
		int which = 0;
		while (which < m->rules->overlays && (strlen(m->rules->overlay[which].name) != n ||
												 strncmp(m->rules->overlay[which].name, names, n)))
			which++;
		if (which == m->rules->overlays || a->overlays == ABOUT_OVERLAYS) return false;
		if (m->rules->overlay[which].needs_unit && a->piece == NO_UNIT) return false;
		a->overlay[a->overlays++] = which;
		names += n + (names[n] == ',');
	}
	return true;
}

static bool piece_read(const struct muster *m, const char *id, int *piece)
{
	*piece = id ? piece_find(m, id) : NO_UNIT;
	return !id || *piece != NO_UNIT;
}

static bool facing_read(const char *text, int *facing)
{
	char *end;
	long n = text ? strtol(text, &end, 10) : -1;
	*facing = (int)n;
	return !text || (end != text && !*end && n >= 0 && n < 360);
}

bool about_read(const struct muster *m, const struct about_words *w, struct about *a, char *error,
	size_t room)
{
	char said[200];
	a->place = PLACE_NONE;
	a->choice = w->choice;
	a->threats = w->threats && strcmp(w->threats, "1") == 0;
	a->odds = w->odds && strcmp(w->odds, "1") == 0;
	a->stack = w->by && strcmp(w->by, "stack") == 0;
	a->taken = w->by && !a->stack, a->ordered = w->order;
	if (!w->piece && !w->place && !w->order && !w->overlays)
		return expected(error, room, "piece, place, order, overlays: one of them");
	if (!piece_read(m, w->piece, &a->piece)) return expected(error, room, "piece: one of this battle");
	if (!piece_read(m, w->whom, &a->whom)) return expected(error, room, "whom: a piece of this battle");
	if (w->place && (!place_find(m, w->place, &a->place) || a->place == PLACE_NONE))
		return expected(error, room, "place: one of this board");
	if (a->taken && !order_read(m, w->by, &a->by, said, sizeof said))
		return expected(error, room, "by: one of the piece's manners");
	if (w->order && !order_read(m, w->order, &a->order, said, sizeof said))
		return snprintf(error, room, "order: %s", said), false;
	if (!facing_read(w->facing, &a->facing)) return expected(error, room, "facing: 0 to 359 degrees");
	if (!overlays_read(m, w->overlays, a))
		return expected(error, room,
			"overlays: up to four of the board's, with a piece where one is needed,");
	return true;
}

/* --- what is asked about -------------------------------------------------------------------------------- */

struct telling {
	const struct about *a;
	struct asking q;
	struct view *view;
	struct orders *legal;
	struct saying *say; /* of each */
	struct walk walk;
	bool asked, walks; /* it is the viewer's move; the piece can go somewhere */
	bool stack, taken; /* it goes with others; or it is taken up by an order that was named */
};

static int32_t stands_at(const struct muster *m, const struct view *v, int piece)
{
	for (int i = 0; i < v->pieces; i++) {
		const struct view_piece *p = &v->piece[i];
		if (p->id != piece || !p->places) continue;
		return p->place[0] == PLACE_NONE && !m->map ? PLACE_XY(p->x, p->y) : p->place[0];
	}
	return PLACE_NONE;
}

/* Where an order leads: its own place, or that of whom it is aimed at. */
static int32_t leads_to(const struct telling *t, const struct saying *say)
{
	if (say->place != PLACE_NONE) return say->place;
	return say->target >= 0 ? stands_at(t->q.m, t->view, say->target) : PLACE_NONE;
}

/* Is this order what was asked about? */
static bool meant(const struct telling *t, const struct saying *say)
{
	const struct about *a = t->a;
	if (a->piece != NO_UNIT && say->piece != a->piece) return false;
	if (a->whom != NO_UNIT && say->target != a->whom && (say->target >= 0 || a->place == PLACE_NONE))
		return false;
	return a->place == PLACE_NONE || leads_to(t, say) == a->place;
}

/* The first order that takes the piece up, after number `from`; -1. */
static int pick_of(const struct telling *t, int piece, int from)
{
	for (int i = from + 1; i < t->legal->n; i++)
		if (t->say[i].piece == piece && t->say[i].role == ROLE_PICK && t->say[i].place < 0) return i;
	return -1;
}

static bool moves(const struct telling *t, int piece)
{
	for (int i = 0; i < t->legal->n; i++)
		if (t->say[i].piece == piece && (t->say[i].role == ROLE_PICK || t->say[i].role == ROLE_MOVE))
			return true;
	return false;
}

/* --- the stack ------------------------------------------------------------------------------------------ */

/* Who stands with the piece and can be taken up by the same verb, itself first. */
static int stack_of(const struct telling *t, int list[ABOUT_TOGETHER])
{
	const struct asking *q = &t->q;
	int first = pick_of(t, q->piece, -1), n = 0;
	list[n++] = q->piece;
	if (first < 0 || q->stands < 0 || !q->m->map || q->stands >= q->m->map->count) return n;
	for (int i = 0; i < t->view->pieces && n < ABOUT_TOGETHER; i++) {
		int other = t->view->piece[i].id;
		if (other == q->piece || stands_at(q->m, t->view, other) != q->stands) continue;
		for (int k = pick_of(t, other, -1); k >= 0; k = pick_of(t, other, k))
			if (t->legal->list[k].verb == t->legal->list[first].verb) {
				list[n++] = other;
				break;
			}
	}
	return n;
}

/* How the piece can set out. by: as it is asked about; NULL: alone. */
#define MANNER(F, IF) \
	F(by, TEXT_OR_NULL(by)) \
	F(text, TEXT(text)) \
	F(pieces, LIST("PieceId", EACH(n, json_str(j, NULL, wire_piece(m, list[i])))))

static void manner_json(const struct muster *m, const char *by, const char *text, const int *list, int n,
	struct json *j)
{
	WRITE_OBJECT(MANNER);
}

/* Alone, with its stack, or by another order that takes it up, such as one for a column. */
static void manners(const struct telling *t, struct json *j)
{
	const struct muster *m = t->q.m;
	int list[ABOUT_TOGETHER], n = stack_of(t, list), first = pick_of(t, t->q.piece, -1);
	struct text words = {0};
	char stack[40];
	if (first >= 0) manner_json(m, NULL, "Alone", list, 1, j);
	snprintf(stack, sizeof stack, "The whole stack (%d)", n);
	if (n > 1) manner_json(m, "stack", stack, list, n, j);
	for (int k = first < 0 ? -1 : pick_of(t, t->q.piece, first); k >= 0; k = pick_of(t, t->q.piece, k)) {
		text_clear(&words);
		order_write(m, &t->legal->list[k], &words);
		manner_json(m, text_str(&words), t->say[k].text, list, 1, j);
	}
	text_free(&words);
}

/* --- where it can go ------------------------------------------------------------------------------------ */

/* Whoever leads others makes them follow by halting: the order that ends the march, a plain one if there is
   one. False: there is none. */
static bool stop_of(const struct telling *t, const struct game *g, struct orders *room, struct order *stop)
{
	struct play p = {t->q.m, NULL, NULL};
	bool found = false;
	room->n = 0;
	if (g) play_legal(&p, g, t->q.side, room);
	for (int i = 0; i < room->n; i++) {
		struct saying say;
		order_say(t->q.m, g, t->q.side, &room->list[i], &say);
		if (say.role != ROLE_STOP || (say.piece >= 0 && say.piece != t->q.piece)) continue;
		if (!found || t->q.m->rules->verb[room->list[i].verb].a == ARG_NONE) *stop = room->list[i];
		found = true;
	}
	return found;
}

static void words_json(const struct muster *m, const struct order *o, struct json *j)
{
	write_told(j, NULL, order_write(m, o, j->out));
}

#define WAY_LONGEST 63

/* The hexes to an end, in their order. */
static int way_to(const struct walk *w, int32_t end, int32_t way[WAY_LONGEST])
{
	int n = 0;
	for (int32_t at = end; at != PLACE_NONE && n < WAY_LONGEST; at = w->stop[at].from) way[n++] = at;
	for (int i = 0; i < n / 2; i++) {
		int32_t other = way[i];
		way[i] = way[n - 1 - i], way[n - 1 - i] = other;
	}
	return n;
}

/* The orders that lead to an end, and the one that ends the march if others go with the piece. */
static void steps_to(const struct telling *t, int32_t end, const int32_t *way, int n, struct orders *room,
	struct json *j)
{
	const struct walk *w = &t->walk;
	struct order stop;
	if (w->picked) words_json(t->q.m, &w->pick, j);
	for (int i = 0; i < n; i++) words_json(t->q.m, &w->stop[way[i]].order, j);
	if (t->taken && stop_of(t, w->stop[end].g, room, &stop)) words_json(t->q.m, &stop, j);
}

#define END(F, IF) \
	F(cost, NUMBER(cost)) \
	F(way, LIST("Place", EACH(n, json_str(j, NULL, m->map->number[way[i]])))) \
	IF(!t->stack, orders, LIST("string", steps_to(t, end, way, n, room, j)))

static void end_json(const struct telling *t, int32_t end, int32_t cost, struct orders *room, struct json *j)
{
	const struct muster *m = t->q.m;
	int32_t way[WAY_LONGEST];
	int n = way_to(&t->walk, end, way);
	write_object(j, m->map->number[end], WRITE_FIELDS(END));
}

/* What it costs all of the stack to get to each hex: the dearest of them; -1 where one cannot go. */
static void stack_costs(const struct telling *t, int32_t *cost)
{
	int list[ABOUT_TOGETHER], n = t->stack ? stack_of(t, list) : 1;
	const struct muster *m = t->q.m;
	for (int i = 0; i < m->map->count; i++)
		cost[i] = t->walk.stop[i].reached && i != t->q.stands ? t->walk.stop[i].cost : -1;
	for (int k = 1; k < n; k++) {
		struct walk w;
		walk_find(&w, m, t->q.g, t->q.side, list[k], NULL);
		for (int i = 0; i < m->map->count; i++)
			if (!w.stop[i].reached) cost[i] = -1;
			else if (cost[i] >= 0 && w.stop[i].cost > cost[i]) cost[i] = w.stop[i].cost;
		walk_free(&w);
	}
}

static void reach(const struct telling *t, struct json *j)
{
	const struct muster *m = t->q.m;
	int32_t *cost = malloc(sizeof *cost * (size_t)m->map->count);
	struct orders *room = malloc(sizeof *room);
	if (!cost || !room) abort();
	stack_costs(t, cost);
	for (int32_t i = 0; i < m->map->count; i++)
		if (cost[i] >= 0 && (t->a->place == PLACE_NONE || t->a->place == i)) end_json(t, i, cost[i], room, j);
	free(cost), free(room);
}

/* --- may this be done? ---------------------------------------------------------------------------------- */

#define THEN(F, IF) \
	F(x, NUMBER(k->x)) \
	F(y, NUMBER(k->y)) \
	F(w, NUMBER(k->w)) \
	F(h, NUMBER(k->h)) \
	F(facing, NUMBER(k->facing))

/* On a board of stands: where the piece that acts would stand then, and how large, for a page to draw. */
static void then_json(const struct muster *m, const struct game *known, int side, const struct order *o,
	struct json *j)
{
	struct play p = {m, NULL, NULL};
	if (m->map || !m->rules->verb[o->verb].takes_unit) return;
	struct view *v = calloc(1, sizeof *v);
	struct game *g = game_new(m);
	if (!v) abort();
	game_copy(m, g, known);
	play_trusted(&p, g, side, o);
	play_view(&p, g, side, v);
	for (int i = 0; i < v->pieces; i++) {
		const struct view_piece *k = &v->piece[i];
		if (k->id == o->unit) write_object(j, "then", WRITE_FIELDS(THEN));
	}
	free(v), free(g);
}

/* o NULL: its words are none; `why` says what is wrong with them. */
#define MAY(F, IF) \
	F(allowed, TRUTH(allowed)) \
	F(rule, TEXT(rule ? rule : "")) \
	F(text, TEXT(allowed ? "" : why->text)) \
	IF(allowed, say, TEXT(say.text)) \
	IF(allowed, then, PART("Then", then_json(m, known, side, o, j)))

void wire_may(const struct muster *m, const struct game *known, int side, const struct order *o,
	struct refusal *why, struct json *j)
{
	struct play p = {m, NULL, NULL};
	struct saying say = {0};
	bool allowed = o && play_check(&p, known, side, o, why);
	if (allowed) order_say(m, known, side, o, &say);
	const char *rule = allowed ? say.rule : why->rule;
	WRITE_FIELDS(MAY)
}

/* The order as it is to be sent, whether it is allowed, and what it would mean or why not. */
#define THERE(F, IF) F(words, TOLD(order_write(t->q.m, o, j->out)))

static void there(const struct telling *t, const struct order *o, struct json *j)
{
	struct refusal why = {.rule = ""};
	WRITE_FIELDS(THERE)
	wire_may(t->q.m, t->q.g, t->q.side, o, &why, j);
}

/* An argument of the order that puts a piece somewhere. False: there is no such choice. */
static bool put_argument(const struct telling *t, const struct verb *v, enum arg kind, int usual,
	int32_t *value)
{
	const struct about *a = t->a;
	*value = 0;
	if (kind == ARG_PLACE) *value = a->place;
	if (kind == ARG_DIRECTION && a->facing >= 0) *value = a->facing;
	for (int i = 0; kind == ARG_DIRECTION && a->facing < 0 && i < t->view->pieces; i++)
		if (t->view->piece[i].id == a->piece && t->view->piece[i].facing > 0)
			*value = t->view->piece[i].facing;
	if (kind != ARG_CHOICE) return true;
	for (*value = 0; a->choice && v->choice[*value]; ++*value)
		if (strcmp(v->choice[*value], a->choice) == 0) return true;
	if (!a->choice) *value = usual < 0 ? 0 : usual;
	return !a->choice;
}

/* Where a piece can be put anywhere: the order that puts it there. False: it cannot, or not so. */
static bool put_there(const struct telling *t, struct order *o)
{
	const struct rules *r = t->q.m->rules;
	const struct question *q = &r->question[t->q.g->question[t->q.side]];
	int usual;
	if (!t->asked || t->a->ordered || t->a->place == PLACE_NONE || t->a->whom != NO_UNIT) return false;
	const struct verb *v =
		q->flags & QUESTION_OPEN ? verb_to_put(t->q.m, t->q.g, t->legal, t->a->piece, &usual) : NULL;
	if (!v) return false;
	*o = (struct order){.verb = (uint16_t)(v - r->verb), .unit = (int16_t)t->a->piece};
	return put_argument(t, v, v->a, usual, &o->a) && put_argument(t, v, v->b, usual, &o->b) &&
	       put_argument(t, v, v->c, usual, &o->c);
}

static bool fillable(enum arg kind)
{
	return kind == ARG_NONE || kind == ARG_PLACE || kind == ARG_DIRECTION || kind == ARG_CHOICE;
}

static int choice_in(const struct verb *v, const struct order *o)
{
	return v->a == ARG_CHOICE ? o->a : v->b == ARG_CHOICE ? o->b : v->c == ARG_CHOICE ? o->c : -1;
}

/* What the piece has now of a verb's choices: its field of state that has the very list of words that the
   verb has. -1: the book has no such field. */
static int choice_now(const struct muster *m, const struct game *g, int piece, const struct verb *v)
{
	for (const struct field *f = m->rules->field; f < m->rules->field + m->rules->fields; f++)
		if (f->scope == FIELD_PIECE && f->value == VALUE_CHOICE && f->choice == v->choice)
			return field_get(m, g, f, piece);
	return -1;
}

const struct verb *verb_to_put(const struct muster *m, const struct game *g, const struct orders *legal,
	int piece, int *choice)
{
	if (m->map) return NULL; /* every hex has its order */
	for (int i = 0; i < legal->n; i++) {
		const struct verb *v = &m->rules->verb[legal->list[i].verb];
		if (legal->list[i].unit != piece || !v->takes_unit) continue;
		if (v->a != ARG_PLACE && v->b != ARG_PLACE && v->c != ARG_PLACE) continue;
		if (!fillable(v->a) || !fillable(v->b) || !fillable(v->c)) continue;
		*choice = choice_in(v, &legal->list[i]);
		int now = *choice >= 0 ? choice_now(m, g, piece, v) : -1;
		if (now >= 0) *choice = now;
		return v;
	}
	return NULL;
}

/* --- the answer ----------------------------------------------------------------------------------------- */

static void order_at(const struct telling *t, int i, struct json *j)
{
	if (meant(t, &t->say[i])) wire_order(t->q.m, t->q.g, t->q.side, &t->legal->list[i], j);
}

/* Why nothing can be done. null: something can. put: the order that would put the piece there; NULL. */
static void why_json(struct telling *t, const struct order *put, struct json *j)
{
	struct play p = {t->q.m, NULL, NULL};
	int32_t place = t->a->place;
	bool fine = put ? play_check(&p, t->q.g, t->q.side, put, &t->q.why)
	                : (t->walks && place >= 0 && place < t->q.m->map->count && place != t->q.stands &&
						  t->walk.stop[place].reached);
	for (int i = 0; i < t->legal->n && !fine; i++) fine = meant(t, &t->say[i]);
	if (fine) {
		json_none(j, "why");
		return;
	}
	if (t->asked && !put) reason_find(&t->q);
	else if (!t->asked)
		refusal_set(&t->q.why, "", t->q.g->over ? "the battle is over" : "it is not your move");
	wire_refusal(&t->q.why, "why", j);
}

static void overlay_json(const struct telling *t, int which, struct json *j)
{
	write_object(j, t->q.m->rules->overlay[which].name,
		wire_overlay(t->q.m, t->q.g, t->q.side, which, t->a->piece, j));
}

static bool rolls(const struct saying *say)
{
	return say->role == ROLE_FIRE || say->role == ROLE_ASSAULT || say->role == ROLE_RALLY;
}

/* Of the orders that were meant and that roll dice, the first few. */
static void odds(const struct telling *t, struct json *j)
{
	const struct about *a = t->a;
	int which[ODDS_MOST], n = 0;
	struct odds *o = malloc(sizeof *o);
	if (!o) abort();
	for (int i = 0; i < t->legal->n && n < ODDS_MOST; i++)
		if (rolls(&t->say[i]) && meant(t, &t->say[i])) which[n++] = i;
	for (int i = 0; i < n; i++) {
		struct order chain[2] = {t->legal->list[which[i]]};
		struct text words = {0};
		uint64_t until = a->now + a->patience * ((uint64_t)i + 1) / (uint64_t)n;
		order_write(t->q.m, &chain[0], &words);
		if (odds_told(t->q.m, t->q.g, t->q.side, chain, 1, true, until, o, NULL))
			write_object(j, text_str(&words), wire_odds(t->q.m, o, j));
		odds_free(o);
		text_free(&words);
	}
	free(o);
}

/* In the manner that was asked for. One that the piece does not have now is as good as none. */
static void set_out(struct telling *t)
{
	int list[ABOUT_TOGETHER], piece = t->a->piece;
	t->stack = t->a->stack && stack_of(t, list) > 1;
	for (int k = pick_of(t, piece, -1); t->a->taken && k >= 0; k = pick_of(t, piece, k))
		t->taken |= memcmp(&t->legal->list[k], &t->a->by, sizeof t->a->by) == 0;
}

/* The list, its words and the view are made once, for all that is asked. */
static void begin(struct telling *t)
{
	struct play p = {t->q.m, NULL, NULL};
	t->legal = malloc(sizeof *t->legal);
	t->view = malloc(sizeof *t->view);
	if (!t->legal || !t->view) abort();
	t->legal->n = 0;
	if (t->asked) play_legal(&p, t->q.g, t->q.side, t->legal);
	t->say = malloc(sizeof *t->say * (size_t)(t->legal->n + 1));
	if (!t->say) abort();
	for (int i = 0; i < t->legal->n; i++)
		order_say(t->q.m, t->q.g, t->q.side, &t->legal->list[i], &t->say[i]);
	t->view->headline[0] = 0, t->view->clock = -1;
	for (int side = 0; side < SIDES; side++) t->view->asked[side] = NULL;
	if (t->asked) t->view->asked[t->q.side] = t->legal;
	play_view_asked(&p, t->q.g, t->q.side, t->view);
	t->q.legal = t->legal;
	if (t->a->piece == NO_UNIT) return;
	t->q.stands = stands_at(t->q.m, t->view, t->a->piece);
	set_out(t);
	t->walks = t->q.m->map && moves(t, t->a->piece) &&
	           walk_find(&t->walk, t->q.m, t->q.g, t->q.side, t->a->piece, t->taken ? &t->a->by : NULL);
	if (t->walks) t->q.walk = &t->walk;
}

static void end(struct telling *t)
{
	if (t->walks) walk_free(&t->walk);
	free(t->say), free(t->legal), free(t->view);
}

#define ABOUT(F, IF) \
	F(n, NUMBER(a->n)) \
	F(as, SIDE_OR_NULL(a->as)) \
	IF(piece || a->place != PLACE_NONE, orders, LIST("Order", EACH(t->legal->n, order_at(t, i, j)))) \
	IF(piece, why, PART("Refusal | null", why_json(t, puts ? &put : NULL, j))) \
	IF(t->walks, manners, LIST("Manner", manners(t, j))) \
	IF(t->walks, reach, OBJECT("Record<Place, End>", reach(t, j))) \
	IF(puts || a->ordered, there, OBJECT("There", there(t, puts ? &put : &a->order, j))) \
	IF(a->overlays, overlays, \
		OBJECT("Record<string, OverlayValues>", EACH(a->overlays, overlay_json(t, a->overlay[i], j)))) \
	IF(a->threats &&threatened >= 0, threats, \
		PART("Threat[]", wire_threats(m, known, a, "threats", threatened, j))) \
	IF(a->odds, odds, OBJECT("Record<string, Odds>", odds(t, j)))

void wire_about(const struct muster *m, const struct game *known, const struct about *a, struct json *j)
{
	struct telling whole = {.a = a, .asked = !known->over && (known->waiting >> a->as & 1)}, *t = &whole;
	struct order put;
	bool piece = a->piece != NO_UNIT;
	t->q = (struct asking){.m = m,
		.g = known,
		.side = a->as,
		.piece = a->piece,
		.whom = a->whom,
		.place = a->place,
		.stands = PLACE_NONE,
		.why = {.rule = ""}};
	begin(t);
	bool puts = piece && put_there(t, &put);
	int32_t threatened = a->place != PLACE_NONE ? a->place : t->q.stands;
	WRITE_FIELDS(ABOUT)
	end(t);
}

const struct wire_type wire_about_types[] = {
	TYPE("Then", "On a board of stands: where the piece would stand, and how large.", THEN),
	TYPE("May", "Whether an order is allowed. If it is: what it means in words. If not: why.", MAY),
	ADDS("There", "May", "The order as it is to be sent.", THERE),
	TYPE("Manner",
		"How a piece can set out: null alone, 'stack' with those beside it, otherwise an order that takes it "
		"up.",
		MANNER),
	TYPE("End",
		"A place where it can go. `orders` lead there, to be sent together and whole; a stack's are found by "
		"`march`.",
		END),
	TYPE("About",
		"Everything about a piece or a place. why: why nothing can be done there; null if something can.",
		ABOUT),
	{0},
};
