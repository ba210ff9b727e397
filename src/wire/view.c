/* What one side may know, as JSON, straight from rules->view. Nothing else of the state is written, so
   nothing hidden can be. */
#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "engine/words.h"
#include "wire/about.h"
#include "wire/fields.h"

static const char *const roles[] = {
	[ROLE_OTHER] = "other",
	[ROLE_PICK] = "pick",
	[ROLE_MOVE] = "move",
	[ROLE_FIRE] = "fire",
	[ROLE_ASSAULT] = "assault",
	[ROLE_RALLY] = "rally",
	[ROLE_CHOICE] = "choice",
	[ROLE_STOP] = "stop",
	[ROLE_DONE] = "done",
	NULL,
};

const char *wire_side(const struct muster *m, int side)
{
	return side >= 0 && side < SIDES ? m->battle->side[side].id : NULL;
}
const char *wire_piece(const struct muster *m, int piece)
{
	return piece >= 0 && piece < m->pieces ? m->piece[piece].id : NULL;
}

void wire_place(const struct muster *m, const char *key, int32_t place, struct json *j)
{
	if (place == PLACE_NONE) {
		json_none(j, key);
		return;
	}
	size_t from = json_text(j, key);
	place_write(m, place, j->out);
	json_text_end(j, from);
}

static void place_at(const struct muster *m, const struct view_piece *p, int i, struct json *j)
{
	if (p->place[i] != PLACE_NONE) wire_place(m, NULL, p->place[i], j);
	else if (!m->map) wire_place(m, NULL, PLACE_XY(p->x, p->y), j);
}

static void badge_at(const struct muster *m, const struct view_piece *p, int i, struct json *j)
{
	if (p->badges >> i & 1) json_str(j, NULL, m->rules->signs->badge[i].name);
}

static int badges_of(const struct muster *m)
{
	int n = 0;
	while (n < 32 && m->rules->signs->badge[n].name) n++;
	return n;
}

static int slots_of(const struct muster *m)
{
	int n = 0;
	while (n < VIEW_SLOTS && m->rules->signs->slot[n].name) n++;
	return n;
}

#define VIEW_PIECE(F, IF) \
	F(id, PIECE(p->id)) \
	F(side, SIDE(p->side)) \
	F(symbol, TEXT(wire_symbol(p->symbol))) \
	F(place, LIST("Place", EACH(p->places < 2 ? p->places : 2, place_at(m, p, i, j)))) \
	IF(p->facing >= 0, facing, NUMBER(p->facing)) \
	IF(!m->map, x, NUMBER(p->x)) \
	IF(!m->map, y, NUMBER(p->y)) \
	IF(!m->map, w, NUMBER(p->w)) \
	IF(!m->map, h, NUMBER(p->h)) \
	F(order, NUMBER(p->order)) \
	F(badges, LIST("string", EACH(badges_of(m), badge_at(m, p, i, j)))) \
	F(acts, TRUTH(p->acts)) \
	F(slot, LIST("string", EACH(slots_of(m), json_str(j, NULL, p->slot[i]))))

static void piece_json(const struct muster *m, const struct view_piece *p, struct json *j)
{
	WRITE_OBJECT(VIEW_PIECE);
}

#define MARK(F, IF) \
	F(place, PLACE(k->place)) \
	F(mark, TEXT(m->rules->signs->mark[k->mark].name)) \
	F(side, SIDE_OR_NULL(k->side)) \
	F(dir, NUMBER(k->dir)) \
	F(label, TEXT(k->label)) \
	IF(k->name, name, TEXT(k->name))

static void mark_json(const struct muster *m, const struct view_mark *k, struct json *j)
{
	WRITE_OBJECT(MARK);
}

#define TRACK(F, IF) \
	F(name, TEXT(k->name)) \
	F(rule, TEXT_OR_NULL(k->rule)) \
	F(value, NUMBER(k->value)) \
	F(min, NUMBER(k->min)) \
	F(max, NUMBER(k->max)) \
	F(text, TEXT(k->text)) \
	F(side, SIDE_OR_NULL(k->side))

static void track_json(const struct muster *m, const struct view_track *k, struct json *j)
{
	WRITE_OBJECT(TRACK);
}

#define ORDER(F, IF) \
	F(words, TOLD(order_write(m, o, j->out))) \
	F(text, TEXT(say.text)) \
	F(rule, TEXT_OR_NULL(say.rule)) \
	F(piece, PIECE_OR_NULL(say.piece)) \
	F(target, PIECE_OR_NULL(say.target)) \
	F(place, PLACE_OR_NULL(say.place)) \
	F(role, WORD("Role", roles[say.role])) \
	F(verb, TEXT(v->name)) \
	IF(turns, turn, NUMBER(o->a))

void wire_order(const struct muster *m, const struct game *g, int side, const struct order *o, struct json *j)
{
	const struct verb *v = &m->rules->verb[o->verb];
	bool turns = m->map && v->takes_unit && v->a == ARG_DIRECTION && !v->b && !v->c;
	struct saying say;
	order_say(m, g, side, o, &say);
	WRITE_OBJECT(ORDER);
}

/* Where the answers are without number: which pieces can be put anywhere, and what is to be said with it. */
#define PUT(F, IF) \
	F(turns, TRUTH(by->a == ARG_DIRECTION || by->b == ARG_DIRECTION || by->c == ARG_DIRECTION)) \
	IF(choice >= 0, choices, NAMES(by->choice)) \
	IF(choice >= 0, choice, TEXT(by->choice[choice]))

static void puts_json(const struct muster *m, const struct game *g, const struct orders *legal,
	struct json *j)
{
	bool *seen = calloc((size_t)m->pieces, sizeof *seen);
	int choice;
	if (!seen) abort();
	for (int i = 0; i < legal->n; i++) {
		int piece = legal->list[i].unit;
		if (piece == NO_UNIT || seen[piece]) continue;
		const struct verb *by = verb_to_put(m, g, legal, piece, &choice);
		seen[piece] = true;
		if (by) write_object(j, wire_piece(m, piece), WRITE_FIELDS(PUT));
	}
	free(seen);
}

#define QUESTION(F, IF) \
	F(name, TEXT(q->name)) \
	F(text, TEXT(q->text)) \
	F(rule, TEXT_OR_NULL(q->rule)) \
	F(minor, TRUTH(q->flags &QUESTION_MINOR)) \
	F(open, TRUTH(q->flags &QUESTION_OPEN))

static void question_json(const struct question *q, const char *key, struct json *j)
{
	if (q) write_object(j, key, WRITE_FIELDS(QUESTION));
	else json_none(j, key);
}

/* The number of the answer that would usually be given; -1: none of them. */
static int usual_of(const struct muster *m, const struct game *g, int side, const struct orders *legal)
{
	struct play p = {m, NULL, NULL};
	struct order usual;
	if (!play_usual_of(&p, g, side, legal, &usual)) return -1;
	for (int i = legal->n - 1; i >= 0; i--)
		if (memcmp(&legal->list[i], &usual, sizeof usual) == 0) return i;
	return -1;
}

#define ASKING(F, IF) \
	F(question, PART("Question | null", question_json(q, "question", j))) \
	F(orders, LIST("Order", EACH(q ? legal->n : 0, wire_order(m, g, side, &legal->list[i], j)))) \
	F(usual, INDEX_OR_NULL(q ? usual_of(m, g, side, legal) : -1)) \
	IF(puts, put, OBJECT("Record<PieceId, Put>", puts_json(m, g, legal, j)))

/* q NULL: nothing is asked of who looks. */
static void asking_json(const struct muster *m, const struct game *g, int side, const struct question *q,
	const struct orders *legal, struct json *j)
{
	bool puts = q && q->flags & QUESTION_OPEN && !m->map;
	WRITE_FIELDS(ASKING)
}

/* The question a side has to answer, and its answers. */
void wire_question(const struct muster *m, const struct game *g, int side, const struct orders *legal,
	struct json *j)
{
	asking_json(m, g, side, &m->rules->question[g->question[side]], legal, j);
}

static const char *winner_of(const struct muster *m, const struct game *g)
{
	return g->winner == RESULT_DRAW ? "draw" : wire_side(m, g->winner);
}

int seeing_turn(const struct seeing *l)
{
	if (!l->waiting) return NOBODY;
	return l->as >= 0 && (l->waiting >> l->as & 1) ? l->as : l->waiting & 1 ? 0 : 1;
}

static void standing_at(const struct muster *m, const struct game *g, int as, int i, struct json *j)
{
	json_str(j, m->rules->standing[i].name, m->rules->standing[i].choice[g->standing[as][i]]);
}

static void waiting_at(const struct muster *m, const struct seeing *l, int side, struct json *j)
{
	if (l->waiting >> side & 1) json_str(j, NULL, wire_side(m, side));
}

struct drawing {
	struct view view;
	struct orders room;
};

/* The list of a side that is asked is made once, for the view and for the question. */
static void list_orders(const struct play *p, const struct game *g, const struct seeing *l, struct drawing *d)
{
	for (int side = 0; side < SIDES; side++)
		d->view.asked[side] = g->waiting >> side & 1 ? l->asked[side] : NULL;
	if (l->mine) d->view.asked[seeing_turn(l)] = view_orders(p, g, &d->view, seeing_turn(l), &d->room);
}

#define VIEW(F, IF) \
	F(n, NUMBER(l->n)) \
	F(as, SIDE_OR_NULL(l->as)) \
	F(turn, SIDE_OR_NULL(turn)) \
	F(over, TRUTH(g->over)) \
	IF(g->over, winner, TEXT_OR_NULL(winner_of(m, g))) \
	IF(g->over, margin, NUMBER(g->margin)) \
	F(mine, TRUTH(l->mine)) \
	F(clock, NUMBER(v->clock)) \
	F(headline, TEXT(v->headline)) \
	F(pieces, LIST("ViewPiece", EACH(v->pieces, piece_json(m, &v->piece[i], j)))) \
	F(marks, LIST("Mark", EACH(v->marks, mark_json(m, &v->mark[i], j)))) \
	F(tracks, LIST("Track", EACH(v->tracks, track_json(m, &v->track[i], j)))) \
	F(settled, NUMBER(l->settled)) \
	F(undo, NUMBER(l->undo)) \
	F(undo_step, NUMBER(l->undo_step)) \
	F(standing, OBJECT("Record<string, string>", \
					EACH(l->as < 0 ? 0 : m->rules->standings, standing_at(m, g, l->as, i, j)))) \
	F(waiting, LIST("Side", EACH(SIDES, waiting_at(m, l, i, j))))

void wire_view(const struct muster *m, const struct game *g, const struct seeing *l, const char *key,
	struct json *j)
{
	struct play p = {m, NULL, NULL};
	struct drawing *d = malloc(sizeof *d);
	if (!d) abort();
	struct view *v = &d->view;
	v->headline[0] = 0, v->clock = -1;
	list_orders(&p, g, l, d);
	play_view_asked(&p, g, l->as, v);
	int turn = seeing_turn(l);
	const struct question *q = l->mine ? &m->rules->question[g->question[turn]] : NULL;
	write_object(j, key, WRITE_FIELDS(VIEW) asking_json(m, g, turn, q, v->asked[l->mine ? turn : 0], j));
	free(d);
}

const struct wire_type wire_view_types[] = {
	TYPE("ViewPiece", NULL, VIEW_PIECE),
	TYPE("Mark", NULL, MARK),
	TYPE("Track", NULL, TRACK),
	TYPE("Question", NULL, QUESTION),
	ONE_OF("Role", NULL, roles),
	TYPE("Order",
		"`words` are what is sent; the rest is for the page. turn: the piece is turned to that side of its "
		"hex, 0 to 5.",
		ORDER),
	TYPE("Put",
		"A piece that can be put anywhere: whether it can be turned with it, and in what order it stands then.",
		PUT),
	TYPE("Asking", "What is asked of who looks. usual: the number of the order that would usually be given.",
		ASKING),
	ADDS("View", "Asking", "How the game stands, for one pair of eyes.", VIEW),
	{0},
};
