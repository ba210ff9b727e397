/* The battle report: how losses and points went, sampled over the whole game. Only when it is over, or for
   who plays alone, since losses may be hidden while it lasts. */
#include <stdlib.h>

#include "engine/optional.h"
#include "table/handlers.h"
#include "table/told.h"

#define SAMPLES 160

#define PIECE_LOST(F, IF) \
	F(id, PIECE(i)) \
	F(lost, NUMBER(play_lost(p, g, i)))

static void lost_json(const struct play *p, const struct game *g, int i, struct json *j)
{
	const struct muster *m = p->m;
	WRITE_OBJECT(PIECE_LOST);
}

#define POINT(F, IF) \
	F(n, NUMBER(n)) \
	F(turn, NUMBER(g->turn))

static void point_json(const struct play *p, const struct game *g, int n, struct json *j)
{
	write_object(j, NULL, WRITE_FIELDS(POINT) wire_lost(p, g, j));
}

/* With the lock held, which others get in between: for each sample some orders are carried out again. False:
   damaged meanwhile, not locked. */
static bool points(struct request *q, struct game *g, struct json *j)
{
	struct sitting *s = q->game;
	struct play p = {q->mustered->m, NULL, NULL};
	int end = s->match->n, step = end / SAMPLES + 1;
	for (int n = 0; n <= end; n = n < end && n + step > end ? end : n + step) {
		if (n && !sitting_pause(q->t, s)) return false;
		match_state_at(s->match, n, g);
		point_json(&p, g, n, j);
	}
	return true;
}

#define REPORT(F, IF) \
	F(points, LIST("ReportPoint", fine = points(q, g, j))) \
	F(pieces, LIST("PieceLost", EACH(fine ? p.m->pieces : 0, lost_json(&p, g, i, j))))

static bool report_write(struct request *q, struct game *g, struct json *j)
{
	struct play p = {q->mustered->m, NULL, NULL};
	bool fine;
	WRITE_FIELDS(REPORT)
	return fine;
}

const struct wire_type table_report_types[] = {
	ADDS("ReportPoint", "Losses", NULL, POINT),
	TYPE("PieceLost", NULL, PIECE_LOST),
	TYPE("Report", "How losses and points went, over the whole game.", REPORT),
	{0},
};

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
