/* The battle report: how losses and points went, sampled over the whole game. Only when it is over, or for
   who plays alone, since losses may be hidden while it lasts. */
#include <stdlib.h>

#include "engine/optional.h"
#include "table/handlers.h"

#define SAMPLES 160

static void pieces_json(const struct play *p, const struct game *g, struct json *j)
{
	json_open(j, "pieces", '[');
	for (int i = 0; i < p->m->pieces; i++) {
		json_open(j, NULL, '{');
		json_str(j, "id", p->m->piece[i].id), json_int(j, "lost", play_lost(p, g, i));
		json_close(j, '}');
	}
	json_close(j, ']');
}

/* With the lock held, which others get in between: for each sample some orders are carried out again. False:
   damaged meanwhile, not locked. */
static bool report_write(struct request *q, struct game *g, struct json *j)
{
	struct sitting *s = q->game;
	struct play p = {q->mustered->m, NULL, NULL};
	int end = s->match->n, step = end / SAMPLES + 1;
	json_open(j, "points", '[');
	for (int n = 0; n <= end; n = n < end && n + step > end ? end : n + step) {
		if (n && !sitting_pause(q->t, s)) return false;
		match_state_at(s->match, n, g);
		json_open(j, NULL, '{');
		json_int(j, "n", n), json_int(j, "turn", g->turn);
		wire_lost(&p, g, j);
		json_close(j, '}');
	}
	json_close(j, ']');
	pieces_json(&p, g, j);
	return true;
}

enum handled handle_report(struct request *q)
{
	struct sitting *s = q->game;
	if (!sitting_wait(q->t, s)) return answer_error(q, 500, "This game cannot be replayed.");
	if (!s->match->g->over && !sitting_alone(s, q->who.id)) {
		pthread_mutex_unlock(&s->lock);
		return answer_error(q, 403, "The report is written when the battle is over.");
	}
	q->mustered = muster_keep(q->t, s->mustered);
	struct game *g = game_new(q->mustered->m);
	struct json j = answer_begin(q);
	bool fine = report_write(q, g, &j);
	free(g);
	if (!fine) return answer_error(q, 500, "This game cannot be replayed.");
	pthread_mutex_unlock(&s->lock);
	return answer_end(q, &j);
}
