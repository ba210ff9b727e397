/* The log in sentences, for one pair of eyes: events by their audience, an order's words only for the side
   that gave it (what it did is told by its events) or for everybody once the game is over. */
#include "engine/words.h"
#include "wire/event.h"
#include "wire/fields.h"

#define EVENT(F, IF) \
	F(kind, TEXT(event_name(m, e->kind))) \
	F(text, TOLD(event_tell(m, e, j->out))) \
	F(rule, TEXT_OR_NULL(e->rule)) \
	F(side, SIDE_OR_NULL(e->side)) \
	F(who, PIECE_OR_NULL(e->who)) \
	F(whom, PIECE_OR_NULL(e->whom)) \
	F(where, PLACE_OR_NULL(e->where)) \
	F(to, PLACE_OR_NULL(e->to)) \
	F(n, NUMBER(e->n)) \
	IF(rolled, dice, \
		LIST("number", EACH(e->dice < FACES_MOST ? e->dice : FACES_MOST, json_int(j, NULL, e->face[i])))) \
	IF(rolled, sides, NUMBER(e->sides))

void wire_event(const struct muster *m, const struct event *e, struct json *j)
{
	bool rolled = e->kind == EVENT_ROLL;
	WRITE_OBJECT(EVENT);
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

/* What is said of an entry. Those that are not of the match, and what happened before the first order, have
   no `who` and `match`. */
struct said {
	const struct match *match;
	const struct entry *who;
	const char *side, *kind, *words;
	int n, first, from, to; /* its events: from … to - 1 */
	bool undone, beyond;
	const struct entry_look *look;
};

static void event_at(const struct said *e, int i, struct json *j)
{
	const struct event *happened = &e->match->events.list[e->from + i];
	if (e->look->secrets || event_seen(happened, e->look->as)) wire_event(e->match->m, happened, j);
}

#define ENTRY(F, IF) \
	F(n, NUMBER(e->n)) \
	F(side, WORD("Side | null", e->side)) \
	IF(e->kind, entry, TEXT(e->kind)) \
	F(order, TEXT_OR_NULL(e->words)) \
	F(undone, TRUTH(e->undone)) \
	IF(e->who && e->who->kind == ENTRY_UNDO, to, NUMBER(e->who->order.a)) \
	IF(e->first >= 0, first, NUMBER(e->first)) \
	IF(e->who && e->who->faces, typed, TRUTH(true)) /* its dice */ \
	IF(e->beyond, beyond, TRUTH(true)) \
	F(events, LIST("Event", EACH(e->to - e->from, event_at(e, i, j))))

static void said_json(const struct said *e, struct json *j) { WRITE_OBJECT(ENTRY); }

void wire_entry(const struct match *t, int i, const struct entry_look *l, struct json *j)
{
	static const char *const kinds[] = {"order", "undo", "standing", "override", "reseed"};
	const struct entry *e = &t->entry[i];
	struct text w = {0};
	if (told(e, l)) entry_words(t, e, &w);
	said_json(&(struct said){.match = t,
				  .who = e,
				  .side = wire_side(t->m, e->side),
				  .kind = kinds[e->kind],
				  .words = told(e, l) ? text_str(&w) : NULL,
				  .n = l->n,
				  .first = l->first,
				  .from = e->undone ? 0 : e->events_at,
				  .to = e->undone ? 0 : entry_events_end(t, i),
				  .undone = e->undone,
				  .look = l},
		j);
	text_free(&w);
}

void wire_before(const struct match *t, const struct entry_look *l, struct json *j)
{
	int first = t->n ? t->entry[0].events_at : t->events.n;
	if (first) said_json(&(struct said){.match = t, .n = -1, .first = -1, .to = first, .look = l}, j);
}

void wire_beyond(int n, const char *side, const char *kind, const char *order, struct json *j)
{
	said_json(&(struct said){.side = side, .kind = kind, .words = order, .n = n, .first = -1, .beyond = true},
		j);
}

const struct wire_type wire_log_types[] = {
	TYPE("Event", NULL, EVENT),
	TYPE("Entry", NULL, ENTRY),
	{0},
};
