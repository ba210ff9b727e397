/* Leaving a game: giving the battle up, and putting a game away, so that one is not told of it any more.
   Neither is an order: the log of a game that was given up ends where it stood, and a game that was put away
   is still there for the other side. */
#include "table/handlers.h"

int sitting_resigned(const struct sitting *s)
{
	for (int side = 0; side < SIDES; side++)
		if (s->seat[side].resigned) return side;
	return NOBODY;
}

/* The side that who holds both gives up: the one that is asked, unless they say. */
static int side_given_up(const struct request *q)
{
	if (q->held != HELD_BOTH) return (int)q->held - 1;
	return q->as >= 0 && q->as < SIDES ? q->as : 0;
}

static bool put_resignation(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	struct sitting *s = q->game;
	int side = side_given_up(q);
	enum put put = PUT_DONE;
	pthread_mutex_lock(&s->lock);
	seats_newest(t, s);
	if (sitting_resigned(s) != NOBODY || (s->match && s->match->g->over)) {
		answer_error(q, 409, "This battle is over.");
	} else {
		put = store_put(t->store, Q_RESIGN, "iii", s->number, (int64_t)side, q->who.id);
		deed_touch(t, s);
		s->seat[side].resigned = true;
		struct json j = answer_begin(q);
		json_bool(&j, "resigned", true);
		answer_end(q, &j);
		live_say(t, s->number, "{\"type\":\"seats\"}", false);
	}
	pthread_mutex_unlock(&s->lock);
	return put == PUT_DONE;
}

enum handled handle_resign(struct request *q) { return request_to_writer(q, put_resignation); }

static bool put_game_away(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	enum put put = store_put(t->store, Q_PUT_AWAY, "ii", q->game->number, q->who.id);
	struct json j = answer_begin(q);
	json_bool(&j, "away", true);
	answer_end(q, &j);
	return put == PUT_DONE;
}

enum handled handle_put_away(struct request *q) { return request_to_writer(q, put_game_away); }
