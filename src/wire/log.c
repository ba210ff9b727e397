/* The log in sentences, for one pair of eyes: events by their audience, an order's words only for the side
   that gave it (what it did is told by its events) or for everybody once the game is over. */
#include "engine/words.h"
#include "wire/event.h"
#include "wire/wire.h"

void wire_event(const struct muster *m, const struct event *e, struct json *j)
{
	json_open(j, NULL, '{');
	json_str(j, "kind", event_name(m, e->kind));
	size_t text = json_text(j, "text");
	event_tell(m, e, j->out);
	json_text_end(j, text);
	json_str(j, "rule", e->rule);
	json_str(j, "side", wire_side(m, e->side));
	json_str(j, "who", wire_piece(m, e->who)), json_str(j, "whom", wire_piece(m, e->whom));
	wire_place(m, "where", e->where, j), wire_place(m, "to", e->to, j);
	json_int(j, "n", e->n);
	if (e->kind == EVENT_ROLL) {
		json_open(j, "dice", '[');
		for (int i = 0; i < e->dice && i < FACES_MOST; i++) json_int(j, NULL, e->face[i]);
		json_close(j, ']');
		json_int(j, "sides", e->sides);
	}
	json_close(j, '}');
}

static void events_json(const struct match *t, int from, int to, const struct entry_look *l, struct json *j)
{
	json_open(j, "events", '[');
	for (int i = from; i < to; i++)
		if (l->secrets || event_seen(&t->events.list[i], l->as)) wire_event(t->m, &t->events.list[i], j);
	json_close(j, ']');
}

/* Where the events of entry i end: where those of the next one that still counts begin. */
int entry_events_end(const struct match *t, int i)
{
	for (int k = i + 1; k < t->n; k++)
		if (!t->entry[k].undone) return t->entry[k].events_at;
	return t->events.n;
}

void entry_words(const struct match *t, const struct entry *e, struct text *out)
{
	const struct rules *r = t->m->rules;
	switch (e->kind) {
	case ENTRY_ORDER: order_write(t->m, &e->order, out); break;
	case ENTRY_UNDO: text_addf(out, "undo %d", e->order.a); break;
	case ENTRY_STANDING:
		text_addf(out, "standing %s %s", r->standing[e->order.a].name,
			r->standing[e->order.a].choice[e->order.b]);
		break;
	case ENTRY_OVERRIDE: text_addf(out, "override %s: %s", r->field[e->order.a].name, e->reason); break;
	default: text_add(out, "new dice from here on");
	}
}

/* An order's words are for the side that gave it; what has no secret is for all. */
static bool told(const struct entry *e, const struct entry_look *l)
{
	return l->all || e->side == l->as || e->kind == ENTRY_UNDO || e->kind == ENTRY_OVERRIDE ||
	       e->kind == ENTRY_RESEED;
}

void wire_entry(const struct match *t, int i, const struct entry_look *l, struct json *j)
{
	static const char *const kinds[] = {"order", "undo", "standing", "override", "reseed"};
	const struct entry *e = &t->entry[i];
	struct text w = {0};
	if (told(e, l)) entry_words(t, e, &w);
	json_open(j, NULL, '{');
	json_int(j, "n", l->n), json_str(j, "side", wire_side(t->m, e->side)),
		json_str(j, "entry", kinds[e->kind]);
	json_str(j, "order", told(e, l) ? text_str(&w) : NULL);
	json_bool(j, "undone", e->undone);
	if (e->kind == ENTRY_UNDO) json_int(j, "to", e->order.a);
	if (l->first >= 0) json_int(j, "first", l->first);
	if (e->faces) json_bool(j, "typed", true); /* its dice */
	events_json(t, e->undone ? 0 : e->events_at, e->undone ? 0 : entry_events_end(t, i), l, j);
	json_close(j, '}');
	text_free(&w);
}

void wire_before(const struct match *t, const struct entry_look *l, struct json *j)
{
	int first = t->n ? t->entry[0].events_at : t->events.n;
	if (!first) return;
	json_open(j, NULL, '{');
	json_int(j, "n", -1), json_none(j, "side"), json_none(j, "order"), json_bool(j, "undone", false);
	events_json(t, 0, first, l, j);
	json_close(j, '}');
}

void wire_beyond(int n, const char *side, const char *kind, const char *order, struct json *j)
{
	json_open(j, NULL, '{');
	json_int(j, "n", n), json_str(j, "side", side), json_str(j, "entry", kind), json_str(j, "order", order);
	json_bool(j, "undone", false), json_bool(j, "beyond", true);
	json_open(j, "events", '['), json_close(j, ']');
	json_close(j, '}');
}
