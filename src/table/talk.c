/* Chat between those who sit at a game. Spectators do not read it: plans are spoken of there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/handlers.h"
#include "table/told.h"

#define CHAT_MOST 1000
#define KEPT_MOST 1000 /* lines of a game; older ones go */

#define CHAT_LINE(F, IF) \
	IF(type, type, TEXT(type)) \
	F(id, NUMBER(id)) \
	F(side, WORD("Side | null", side)) \
	F(text, TEXT(text)) \
	F(at, NUMBER(made))

/* type: of a message on live connections; NULL in a list. */
static void line_json(struct json *j, const char *type, int64_t id, const char *side, const char *text,
	int64_t made)
{
	WRITE_OBJECT(CHAT_LINE);
}

const struct wire_type table_talk_types[] = {TYPE("ChatLine", NULL, CHAT_LINE), {0}};

struct lines {
	struct json j;
	const struct battle *b;
};

static void line_row(void *to, const struct row *r)
{
	struct lines *l = to;
	line_json(&l->j, NULL, row_int(r, 0), l->b->side[row_int(r, 1) == 1].id, row_text(r, 2), row_int(r, 3));
}

enum handled handle_chat(struct request *q)
{
	struct lines l = {{.out = &q->out}, table_battle(q->t, q->game->battle)};
	json_open(&l.j, NULL, '[');
	if (l.b) store_get(q->t->store, Q_CHAT, line_row, &l, "i", q->game->number);
	json_close(&l.j, ']');
	q->status = 200;
	return ANSWERED;
}

static bool put_chat(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	const struct battle *b = table_battle(t, q->game->battle);
	const char *text = body_text(q, "text", CHAT_MOST);
	struct text out = {0};
	struct json j = {.out = &out};
	if (q->game->gone) return answer_error(q, 404, "There is no such game any more."), true;
	int64_t id;
	enum put put =
		store_add(t->store, Q_ADD_CHAT, &id, "iiti", q->game->number, (int64_t)q->as, text, now_s());
	if (put == PUT_TAKEN) return answer_error(q, 404, "There is no such game any more."), true;
	if (put != PUT_DONE) return false;
	if (id % 64 == 0 &&
		store_put(t->store, Q_TRIM_CHAT, "ii", q->game->number, (int64_t)KEPT_MOST) != PUT_DONE)
		return false;
	line_json(&j, "chat", id, b ? b->side[q->as].id : NULL, text, now_s());
	live_say(t, q->game->number, text_str(&out), true);
	text_free(&out);
	j = answer_begin(q);
	json_int(&j, "id", id);
	answer_end(q, &j);
	return true;
}

enum handled handle_say(struct request *q)
{
	const char *text = body_text(q, "text", CHAT_MOST);
	if (!text || !*text) return answer_error(q, 400, "text: 1 to %d characters were expected.", CHAT_MOST);
	if (!limit_pass(q->t->limits, LIMIT_SAY, &q->who.id, sizeof q->who.id))
		return answer_error(q, 429, "Not so fast; wait a moment.");
	return request_to_writer(q, put_chat);
}
