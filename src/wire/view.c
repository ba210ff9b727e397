/* What one side may know, as JSON, straight from rules->view. Nothing else of the state is written, so
   nothing hidden can be. */
#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "engine/words.h"
#include "wire/about.h"
#include "wire/wire.h"

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

static void piece_json(const struct muster *m, const struct view_piece *p, struct json *j)
{
	int slots = 0;
	json_open(j, NULL, '{');
	json_str(j, "id", wire_piece(m, p->id));
	json_str(j, "side", wire_side(m, p->side));
	json_str(j, "symbol", wire_symbol(p->symbol));
	json_open(j, "place", '[');
	for (int i = 0; i < p->places && i < 2; i++)
		if (p->place[i] != PLACE_NONE) wire_place(m, NULL, p->place[i], j);
		else if (!m->map) wire_place(m, NULL, PLACE_XY(p->x, p->y), j);
	json_close(j, ']');
	if (p->facing >= 0) json_int(j, "facing", p->facing);
	if (!m->map)
		json_int(j, "x", p->x), json_int(j, "y", p->y), json_int(j, "w", p->w), json_int(j, "h", p->h);
	json_int(j, "order", p->order);
	json_open(j, "badges", '[');
	for (int i = 0; i < 32 && m->rules->signs->badge[i].name; i++)
		if (p->badges >> i & 1) json_str(j, NULL, m->rules->signs->badge[i].name);
	json_close(j, ']');
	json_bool(j, "acts", p->acts);
	json_open(j, "slot", '[');
	while (slots < VIEW_SLOTS && m->rules->signs->slot[slots].name) slots++;
	for (int i = 0; i < slots; i++) json_str(j, NULL, p->slot[i]);
	json_close(j, ']');
	json_close(j, '}');
}

static void marks_json(const struct muster *m, const struct view *v, struct json *j)
{
	json_open(j, "marks", '[');
	for (int i = 0; i < v->marks; i++) {
		const struct view_mark *k = &v->mark[i];
		json_open(j, NULL, '{');
		wire_place(m, "place", k->place, j);
		json_str(j, "mark", m->rules->signs->mark[k->mark].name);
		json_str(j, "side", wire_side(m, k->side));
		json_int(j, "dir", k->dir);
		json_str(j, "label", k->label);
		if (k->name) json_str(j, "name", k->name);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void tracks_json(const struct muster *m, const struct view *v, struct json *j)
{
	json_open(j, "tracks", '[');
	for (int i = 0; i < v->tracks; i++) {
		const struct view_track *k = &v->track[i];
		json_open(j, NULL, '{');
		json_str(j, "name", k->name), json_str(j, "rule", k->rule);
		json_int(j, "value", k->value), json_int(j, "min", k->min), json_int(j, "max", k->max);
		json_str(j, "text", k->text), json_str(j, "side", wire_side(m, k->side));
		json_close(j, '}');
	}
	json_close(j, ']');
}

void wire_order(const struct muster *m, const struct game *g, int side, const struct order *o, struct json *j)
{
	const struct verb *v = &m->rules->verb[o->verb];
	struct saying say;
	order_say(m, g, side, o, &say);
	json_open(j, NULL, '{');
	size_t words = json_text(j, "words");
	order_write(m, o, j->out);
	json_text_end(j, words);
	json_str(j, "text", say.text), json_str(j, "rule", say.rule);
	json_str(j, "piece", wire_piece(m, say.piece)), json_str(j, "target", wire_piece(m, say.target));
	wire_place(m, "place", say.place, j);
	json_str(j, "role", roles[say.role]), json_str(j, "verb", v->name);
	if (m->map && v->takes_unit && v->a == ARG_DIRECTION && !v->b && !v->c) json_int(j, "turn", o->a);
	json_close(j, '}');
}

/* Where the answers are without number: which pieces can be put anywhere, and what is to be said with it. */
static void put_json(const struct muster *m, const struct view *v, const struct orders *legal, struct json *j)
{
	bool *seen = calloc((size_t)m->pieces, sizeof *seen);
	int choice;
	if (!seen) abort();
	json_open(j, "put", '{');
	for (int i = 0; i < legal->n; i++) {
		int piece = legal->list[i].unit;
		if (piece == NO_UNIT || seen[piece]) continue;
		const struct verb *by = verb_to_put(m, v, legal, piece, &choice);
		seen[piece] = true;
		if (!by) continue;
		json_open(j, wire_piece(m, piece), '{');
		json_bool(j, "turns", by->a == ARG_DIRECTION || by->b == ARG_DIRECTION || by->c == ARG_DIRECTION);
		if (choice >= 0) wire_names(j, "choices", by->choice), json_str(j, "choice", by->choice[choice]);
		json_close(j, '}');
	}
	json_close(j, '}');
	free(seen);
}

/* The question a side has to answer, and its answers. */
void wire_question(const struct muster *m, const struct game *g, int side, const struct view *v,
	const struct orders *legal, struct json *j)
{
	struct play p = {m, NULL, NULL};
	const struct question *q = &m->rules->question[g->question[side]];
	struct order usual;
	bool has = play_usual_of(&p, g, side, legal, &usual);
	int which = -1;
	json_open(j, "question", '{');
	json_str(j, "name", q->name), json_str(j, "text", q->text), json_str(j, "rule", q->rule);
	json_bool(j, "minor", q->flags & QUESTION_MINOR), json_bool(j, "open", q->flags & QUESTION_OPEN);
	json_close(j, '}');
	json_open(j, "orders", '[');
	for (int i = 0; i < legal->n; i++) {
		wire_order(m, g, side, &legal->list[i], j);
		if (has && memcmp(&legal->list[i], &usual, sizeof usual) == 0) which = i;
	}
	json_close(j, ']');
	if (which >= 0) json_int(j, "usual", which);
	else json_none(j, "usual");
	if (q->flags & QUESTION_OPEN && !m->map) put_json(m, v, legal, j);
}

static void standing_json(const struct muster *m, const struct game *g, int as, struct json *j)
{
	json_open(j, "standing", '{');
	for (int i = 0; as >= 0 && i < m->rules->standings; i++)
		json_str(j, m->rules->standing[i].name, m->rules->standing[i].choice[g->standing[as][i]]);
	json_close(j, '}');
}

static void result_json(const struct muster *m, const struct game *g, struct json *j)
{
	json_bool(j, "over", g->over);
	if (g->over)
		json_str(j, "winner", g->winner == RESULT_DRAW ? "draw" : wire_side(m, g->winner)),
			json_int(j, "margin", g->margin);
}

int seeing_turn(const struct seeing *l)
{
	if (!l->waiting) return NOBODY;
	return l->as >= 0 && (l->waiting >> l->as & 1) ? l->as : l->waiting & 1 ? 0 : 1;
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

	json_open(j, key, '{');
	json_int(j, "n", l->n);
	json_str(j, "as", wire_side(m, l->as));
	json_str(j, "turn", wire_side(m, seeing_turn(l)));
	result_json(m, g, j);
	json_bool(j, "mine", l->mine);
	json_int(j, "clock", v->clock), json_str(j, "headline", v->headline);
	json_open(j, "pieces", '[');
	for (int i = 0; i < v->pieces; i++) piece_json(m, &v->piece[i], j);
	json_close(j, ']');
	marks_json(m, v, j);
	tracks_json(m, v, j);
	if (l->mine) wire_question(m, g, seeing_turn(l), v, v->asked[seeing_turn(l)], j);
	else json_none(j, "question"), json_open(j, "orders", '['), json_close(j, ']'), json_none(j, "usual");
	json_int(j, "settled", l->settled), json_int(j, "undo", l->undo), json_int(j, "undo_step", l->undo_step);
	standing_json(m, g, l->as, j);
	json_open(j, "waiting", '[');
	for (int side = 0; side < SIDES; side++)
		if (l->waiting >> side & 1) json_str(j, NULL, wire_side(m, side));
	json_close(j, ']');
	json_close(j, '}');
	free(d);
}
