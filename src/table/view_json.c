/* What one side may know, as JSON, straight from rules->view. Nothing else of the state is written, so nothing hidden can be. */
#include <stdlib.h>
#include <string.h>

#include "engine/words.h"
#include "table/sitting.h"

static const char *const roles[] = {
	[ROLE_OTHER] = "other", [ROLE_PICK] = "pick", [ROLE_MOVE] = "move", [ROLE_FIRE] = "fire", [ROLE_ASSAULT] = "assault",
	[ROLE_RALLY] = "rally", [ROLE_CHOICE] = "choice", [ROLE_STOP] = "stop", [ROLE_DONE] = "done",
};

static const char *side_id(const struct muster *m, int side) { return side >= 0 && side < SIDES ? m->battle->side[side].id : NULL; }
static const char *piece_id(const struct muster *m, int piece) { return piece >= 0 && piece < m->pieces ? m->piece[piece].id : NULL; }

void place_json(const struct muster *m, const char *key, int32_t place, struct json *j)
{
	struct text t = {0};
	if (place == PLACE_NONE) {
		json_none(j, key);
		return;
	}
	place_write(m, place, &t);
	json_str(j, key, text_str(&t));
	text_free(&t);
}

static void piece_json(const struct muster *m, const struct view_piece *p, struct json *j)
{
	int slots = 0;
	json_open(j, NULL, '{');
	json_str(j, "id", piece_id(m, p->id));
	json_str(j, "side", side_id(m, p->side));
	json_str(j, "symbol", p->symbol < 20 ? symbol_names[p->symbol] : NULL);
	json_open(j, "place", '[');
	for (int i = 0; i < p->places && i < 2; i++)
		if (p->place[i] != PLACE_NONE) place_json(m, NULL, p->place[i], j);
		else if (!m->map) place_json(m, NULL, PLACE_XY(p->x, p->y), j);
	json_close(j, ']');
	if (p->facing >= 0) json_int(j, "facing", p->facing);
	if (!m->map) json_int(j, "x", p->x), json_int(j, "y", p->y), json_int(j, "w", p->w), json_int(j, "h", p->h);
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
		place_json(m, "place", k->place, j);
		json_str(j, "mark", m->rules->signs->mark[k->mark].name);
		json_str(j, "side", side_id(m, k->side));
		json_int(j, "dir", k->dir);
		json_str(j, "label", k->label);
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
		json_str(j, "text", k->text), json_str(j, "side", side_id(m, k->side));
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void order_json(const struct muster *m, const struct game *g, int side, const struct order *o, struct text *words, struct json *j)
{
	struct saying say;
	order_say(m, g, side, o, &say);
	text_clear(words);
	order_write(m, o, words);
	json_open(j, NULL, '{');
	json_str(j, "words", text_str(words)), json_str(j, "text", say.text), json_str(j, "rule", say.rule);
	json_str(j, "piece", piece_id(m, say.piece)), json_str(j, "target", piece_id(m, say.target));
	place_json(m, "place", say.place, j);
	json_str(j, "role", roles[say.role]);
	json_close(j, '}');
}

/* The question a side has to answer, and its answers. */
static void question_json(const struct muster *m, const struct game *g, int side, struct orders *legal, struct json *j)
{
	struct play p = {m, NULL, NULL};
	const struct question *q = &m->rules->question[g->question[side]];
	struct text words = {0};
	struct order usual;
	bool has = play_usual(&p, g, side, &usual);
	int which = -1;
	json_open(j, "question", '{');
	json_str(j, "name", q->name), json_str(j, "text", q->text), json_str(j, "rule", q->rule);
	json_bool(j, "minor", q->flags & QUESTION_MINOR), json_bool(j, "open", q->flags & QUESTION_OPEN);
	json_close(j, '}');
	legal->n = 0;
	m->rules->legal(&p, g, side, legal);
	json_open(j, "orders", '[');
	for (int i = 0; i < legal->n; i++) {
		order_json(m, g, side, &legal->list[i], &words, j);
		if (has && memcmp(&legal->list[i], &usual, sizeof usual) == 0) which = i;
	}
	json_close(j, ']');
	if (which >= 0) json_int(j, "usual", which);
	else json_none(j, "usual");
	text_free(&words);
}

static void standing_json(const struct muster *m, const struct game *g, int as, struct json *j)
{
	json_open(j, "standing", '{');
	for (int i = 0; as >= 0 && i < m->rules->standings; i++) json_str(j, m->rules->standing[i].name, m->rules->standing[i].choice[g->standing[as][i]]);
	json_close(j, '}');
}

static void result_json(const struct muster *m, const struct game *g, struct json *j)
{
	json_bool(j, "over", g->over);
	if (g->over) json_str(j, "winner", g->winner == RESULT_DRAW ? "draw" : side_id(m, g->winner)), json_int(j, "margin", g->margin);
}

/* Where one press of "undo" leads: before the first order of the last request that may be taken back. */
static int undo_step(const struct sitting *s, int n, int limit)
{
	for (int i = n - 1; i >= limit; i--) {
		const struct entry *e = &s->match->entry[i];
		const struct key_mark *k = key_of(s, i);
		if (e->undone || e->kind == ENTRY_UNDO) continue;
		return k && k->from > limit ? k->from : k ? limit : i;
	}
	return n;
}

struct drawing { struct view view; struct orders legal; };

void view_write(const struct sitting *s, const struct game *g, int at, unsigned held, int as, struct json *j)
{
	const struct muster *m = s->match->m;
	struct play p = {m, NULL, NULL};
	bool now = g == s->match->g;
	unsigned waiting = sitting_asked(s, g, held);
	int turn = waiting == 0 ? NOBODY : as >= 0 && (waiting >> as & 1) ? as : waiting & 1 ? 0 : 1;
	bool mine = now && turn >= 0 && (held >> turn & 1) && turn == as;
	struct drawing *d = malloc(sizeof *d);
	if (!d) abort();
	struct view *v = &d->view;
	v->headline[0] = 0, v->clock = -1;
	m->rules->view(&p, g, as, v);

	json_open(j, NULL, '{');
	json_int(j, "n", now ? sitting_seen(s, held) : at);
	json_str(j, "as", side_id(m, as));
	json_str(j, "turn", side_id(m, turn));
	result_json(m, g, j);
	json_bool(j, "mine", mine);
	json_int(j, "clock", v->clock), json_str(j, "headline", v->headline);
	json_open(j, "pieces", '[');
	for (int i = 0; i < v->pieces; i++) piece_json(m, &v->piece[i], j);
	json_close(j, ']');
	marks_json(m, v, j);
	tracks_json(m, v, j);
	if (mine) question_json(m, g, turn, &d->legal, j);
	else json_none(j, "question"), json_open(j, "orders", '['), json_close(j, ']'), json_none(j, "usual");
	int n = now ? sitting_seen(s, held) : at, limit = now ? sitting_undo_limit(s, held, as) : n;
	json_int(j, "settled", now ? sitting_settled(s, held) : at), json_int(j, "undo", limit), json_int(j, "undo_step", undo_step(s, n, limit));
	standing_json(m, g, as, j);
	json_open(j, "waiting", '[');
	for (int side = 0; side < SIDES; side++)
		if (waiting >> side & 1) json_str(j, NULL, side_id(m, side));
	json_close(j, ']');
	json_close(j, '}');
	free(d);
}
