/* The log in sentences, for one pair of eyes: events by their audience, an order's words only for the side that gave it (what it did
   is told by its events) or for everybody once the game is over. */
#include "engine/words.h"
#include "table/sitting.h"

static const char *piece_id(const struct muster *m, int piece) { return piece >= 0 && piece < m->pieces ? m->piece[piece].id : NULL; }

static void event_json(const struct muster *m, const struct event *e, struct json *j)
{
	struct text t = {0};
	event_tell(m, e, &t);
	json_open(j, NULL, '{');
	json_str(j, "kind", event_name(m, e->kind)), json_str(j, "text", text_str(&t)), json_str(j, "rule", e->rule);
	json_str(j, "side", e->side >= 0 && e->side < SIDES ? m->battle->side[e->side].id : NULL);
	json_str(j, "who", piece_id(m, e->who)), json_str(j, "whom", piece_id(m, e->whom));
	place_json(m, "where", e->where, j), place_json(m, "to", e->to, j);
	json_int(j, "n", e->n);
	if (e->kind == EVENT_ROLL) {
		json_open(j, "dice", '[');
		for (int i = 0; i < e->dice && i < FACES_MOST; i++) json_int(j, NULL, e->face[i]);
		json_close(j, ']');
		json_int(j, "sides", e->sides);
	}
	json_close(j, '}');
	text_free(&t);
}

static void events_json(const struct match *t, int from, int to, int as, struct json *j)
{
	json_open(j, "events", '[');
	for (int i = from; i < to; i++)
		if (event_seen(&t->events.list[i], as)) event_json(t->m, &t->events.list[i], j);
	json_close(j, ']');
}

/* Where the events of entry i end: where those of the next one that still counts begin. */
static int events_end(const struct match *t, int i)
{
	for (int k = i + 1; k < t->n; k++)
		if (!t->entry[k].undone) return t->entry[k].events_at;
	return t->events.n;
}

static void entry_words(const struct match *t, const struct entry *e, struct text *w)
{
	const struct rules *r = t->m->rules;
	switch (e->kind) {
	case ENTRY_ORDER: order_write(t->m, &e->order, w); break;
	case ENTRY_UNDO: text_addf(w, "undo %d", e->order.a); break;
	case ENTRY_STANDING: text_addf(w, "standing %s %s", r->standing[e->order.a].name, r->standing[e->order.a].choice[e->order.b]); break;
	case ENTRY_OVERRIDE: text_addf(w, "override %s: %s", r->field[e->order.a].name, e->reason); break;
	default: text_add(w, "new dice from here on");
	}
}

static void entry_json(const struct sitting *s, int i, int as, bool everything, struct json *j)
{
	const struct match *t = s->match;
	const struct key_mark *k = key_of(s, i);
	static const char *const kinds[] = {"order", "undo", "standing", "override", "reseed"};
	const struct entry *e = &t->entry[i];
	unsigned held = everything || as < 0 ? 3 : 1u << as;
	bool told = everything || e->side == as || e->kind == ENTRY_UNDO || e->kind == ENTRY_OVERRIDE || e->kind == ENTRY_RESEED;
	struct text w = {0};
	if (told) entry_words(t, e, &w);
	json_open(j, NULL, '{');
	json_int(j, "n", sitting_number(s, held, i)), json_str(j, "side", t->m->battle->side[e->side].id), json_str(j, "entry", kinds[e->kind]);
	json_str(j, "order", told ? text_str(&w) : NULL);
	json_bool(j, "undone", e->undone);
	if (k && k->to - k->from > 1) json_int(j, "first", sitting_number(s, held, k->from)); /* of those that were ordered together */
	if (e->faces) json_bool(j, "typed", true);                   /* its dice */
	int from = e->undone ? 0 : e->events_at, to = e->undone ? 0 : events_end(t, i);
	events_json(t, from, to, as, j);
	json_close(j, '}');
	text_free(&w);
}

int log_end(const struct sitting *s, int as, bool everything) { return everything || as < 0 ? sitting_seen(s, everything ? 3 : 0) : sitting_seen(s, 1u << as); }

void log_write(const struct sitting *s, int from, int to, int as, bool everything, struct json *j)
{
	const struct match *t = s->match;
	int first = t->n ? t->entry[0].events_at : t->events.n;
	if (from <= 0 && first > 0) { /* what happened before the first order */
		json_open(j, NULL, '{');
		json_int(j, "n", -1), json_none(j, "side"), json_none(j, "order"), json_bool(j, "undone", false);
		events_json(t, 0, first, as, j);
		json_close(j, '}');
	}
	unsigned held = everything || as < 0 ? 3 : 1u << as;
	for (int i = from < 0 ? 0 : from; i < to; i++) entry_json(s, sitting_entry(s, held, i), as, everything, j);
}

/* --- odds ------------------------------------------------------------------------------------------------------------------------ */

static void outcome_json(const struct muster *m, const struct odds *o, const struct outcome *c, struct json *j)
{
	char fraction[88];
	struct text t = {0};
	odds_fraction(c->num, o->den, fraction);
	outcome_tell(m, c, &t);
	json_open(j, NULL, '{');
	json_str(j, "text", text_str(&t));
	json_open(j, "effects", '[');
	for (int i = 0; i < c->effects; i++) event_json(m, &c->effect[i], j);
	json_close(j, ']');
	json_str(j, "fraction", o->exact ? fraction : NULL);
	json_double(j, "chance", c->chance);
	json_close(j, '}');
	text_free(&t);
}

void odds_write(const struct muster *m, const struct odds *o, struct json *j)
{
	json_bool(j, "exact", o->exact);
	json_open(j, "outcomes", '[');
	for (int i = 0; i < o->outcomes; i++) outcome_json(m, o, &o->outcome[i], j);
	json_close(j, ']');
	json_open(j, "besides", '[');
	for (int i = 0; i < o->besides; i++) outcome_json(m, o, &o->beside[i], j);
	json_close(j, ']');
	json_open(j, "modifiers", '[');
	for (int i = 0; i < o->modifiers.n; i++) {
		const struct event *e = &o->modifiers.list[i];
		json_open(j, NULL, '{');
		struct text much = {0};
		modifier_tell(e, &much);
		json_str(j, "text", e->note), json_int(j, "value", e->n), json_str(j, "much", text_str(&much)), json_str(j, "rule", e->rule);
		json_str(j, "of", e->who >= 0 ? m->piece[e->who].name : NULL);
		json_close(j, '}');
		text_free(&much);
	}
	json_close(j, ']');
}
