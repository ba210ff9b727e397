/* What people look at: the board, the view, the log. A view is written once for each state and kind of viewer
   and then given to everybody who asks. */
#include <stdlib.h>

#include "table/handlers.h"
#include "table/told.h"

#define LOG_AT_ONCE 64 /* entries, before others get their turn */

static int viewer(const struct request *q) { return q->held == HELD_BOTH ? 3 + q->as : (int)q->held; }

static bool view_kept(struct request *q)
{
	struct sitting *s = q->game;
	int i = viewer(q);
	if (!s->view[i].page || s->view[i].version != s->version_shown) return false;
	answer_page(q, s->view[i].page);
	return true;
}

static enum handled view_now(struct request *q)
{
	struct sitting *s = q->game;
	struct text out = {0};
	struct json j = {.out = &out};
	int i = viewer(q);
	view_write(s, s->match->g, s->match->n, q->held, q->as, NULL, &j);
	page_drop(s->view[i].page);
	s->view[i].page = page_make(text_str(&out), out.n, "application/json");
	page_header(s->view[i].page, "Cache-Control", "no-store");
	s->view[i].version = s->version_shown;
	text_free(&out);
	return answer_page(q, s->view[i].page);
}

static enum handled view_at(struct request *q, int at)
{
	struct sitting *s = q->game;
	struct json j = {.out = &q->out};
	if (at > sitting_seen(s, q->held)) return answer_error(q, 404, "The game has not come so far.");
	struct game *g = game_new(s->match->m);
	match_state_at(s->match, sitting_entry(s, q->held, at), g);
	view_write(s, g, at, q->held, q->as, NULL, &j);
	free(g);
	q->status = 200;
	return ANSWERED;
}

/* For who holds both sides: the one that decides now, unless they say otherwise. When the battle is over it
   is the first. */
static void look_again(struct request *q)
{
	if (q->held == HELD_BOTH && !request_query(q, "as")) q->as = q->game->match->turn == 1;
}

enum handled handle_view(struct request *q)
{
	enum handled h;
	int at = -1;
	if (!request_number(q, "at", 0, 1 << 30, &at)) return answer_error(q, 400, "at: a number was expected.");
	if (at < 0 && !(q->held == HELD_BOTH && !request_query(q, "as")) && sitting_lock(q)) {
		bool kept = q->game->match && view_kept(q); /* what is on the disk may be shown while more is being
		                                               written */
		pthread_mutex_unlock(&q->game->lock);
		if (kept) return ANSWERED;
	}
	if (!sitting_enter(q, &h)) return h;
	look_again(q);
	h = at >= 0 && at != sitting_seen(q->game, q->held) ? view_at(q, at)
	  : view_kept(q)                                    ? ANSWERED
	                                                    : view_now(q);
	sitting_leave(q);
	return h;
}

enum handled handle_board(struct request *q)
{
	enum handled h;
	struct json j = {.out = &q->out};
	if (!sitting_enter(q, &h)) return h;
	board_write(q->t, q->game, q->held, q->known ? q->who.id : 0, &j);
	sitting_leave(q);
	q->status = 200;
	return ANSWERED;
}

struct beyond {
	struct request *q;
	struct json *j;
	int from;
};

/* An entry that the present rules do not carry out: its words are all there is of it, for who gave it. A line
   is "order SIDE WORDS". */
static void beyond_row(void *to, const struct row *r)
{
	struct beyond *b = to;
	const struct battle *battle = b->q->game->match->m->battle;
	const char *line = row_text(r, 1), *words = strchr(line, ' ');
	size_t n = words ? strcspn(++words, " \n") : 0;
	int side = 0;
	while (side < SIDES && (strlen(battle->side[side].id) != n || strncmp(battle->side[side].id, words, n)))
		side++;
	struct text kind = {0}, order = {0};
	text_addn(&kind, line, strcspn(line, " \n"));
	if (words && (b->q->held == HELD_BOTH || side == b->q->as))
		text_addn(&order, words + n + (words[n] == ' '), strcspn(words + n + (words[n] == ' '), "\n"));
	if (row_int(r, 0) >= b->from) {
		wire_beyond((int)row_int(r, 0), side < SIDES ? battle->side[side].id : NULL, text_str(&kind),
			order.n ? text_str(&order) : NULL, b->j);
	}
	text_free(&kind), text_free(&order);
}

static void log_beyond(struct request *q, int from, struct json *j)
{
	struct beyond b = {q, j, from};
	store_get(q->t->store, Q_ENTRIES_FROM, beyond_row, &b, "ii", q->game->number, (int64_t)q->game->stuck_at);
}

/* --- after an order ------------------------------------------------------------------------------------- */

/* The view, and part of the log if it is not much: whoever has read it so far need not ask for it. With the
   lock held. */
#define NEWS(F, IF) \
	IF(true, view, PART("View", view_write(s, s->match->g, s->match->n, q->held, q->as, "view", j))) \
	IF(some, from, NUMBER(q->news_from)) \
	IF(some, log, LIST("Entry", log_write(s, q->news_from, end, q->as, everything, j)))

static void news(struct request *q, struct json *j)
{
	const struct sitting *s = q->game;
	bool everything = q->held == HELD_BOTH || s->match->g->over;
	int end = log_end(s, q->as, everything);
	bool some = !s->stuck[0] && end - q->news_from <= LOG_AT_ONCE;
	WRITE_FIELDS(NEWS)
}

const struct wire_type table_show_types[] = {
	TYPE("News", "How the game stands after an order, and the log from the entry `from` on.", NEWS),
	{0},
};

/* With the lock held, which is given back. */
static enum handled write_news(struct request *q)
{
	struct json j = {.out = &q->out, .comma = true};
	if (q->game->match) {
		look_again(q);
		news(q, &j);
	}
	sitting_leave(q);
	return answer_end(q, &j);
}

static enum handled without_news(struct request *q)
{
	struct json j = {.out = &q->out, .comma = true};
	return answer_end(q, &j);
}

static enum handled show_news_patiently(struct request *q)
{
	return sitting_wait(q->t, q->game) ? write_news(q) : without_news(q);
}

/* The order is on the disk. What follows is a courtesy: where it cannot be had soon, the client asks for it
   in the ordinary way. */
enum handled show_news(struct request *q)
{
	if (!sitting_lock(q)) {
		if (!request_lend(q, show_news_patiently)) without_news(q), request_finish(q);
		return LATER;
	}
	if (q->game->dirty) return sitting_queue(q, show_news);
	return write_news(q);
}

enum handled handle_log(struct request *q)
{
	enum handled h;
	struct json j = {.out = &q->out};
	int from = 0;
	if (!request_number(q, "from", -1, 1 << 30, &from))
		return answer_error(q, 400, "from: a number was expected.");
	if (!sitting_enter(q, &h)) return h;
	look_again(q);
	bool everything = q->held == HELD_BOTH || q->game->match->g->over, fine = true;
	int end = log_end(q->game, q->as, everything), to;
	json_open(&j, NULL, '[');
	for (;; from = to) {
		to = from + LOG_AT_ONCE < end ? from + LOG_AT_ONCE : end;
		log_write(q->game, from, to, q->as, everything, &j);
		if (to == end || !(fine = sitting_pause(q->t, q->game))) break;
	}
	if (fine && q->game->stuck[0]) log_beyond(q, from, &j);
	json_close(&j, ']');
	if (!fine) return answer_error(q, 500, "This game cannot be replayed: %s", q->game->damaged);
	sitting_leave(q);
	q->status = 200;
	return ANSWERED;
}
