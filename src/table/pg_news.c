/* What the nodes of a PostgreSQL store tell each other (NOTIFY), and which of them thinks for which computer.
   See store.h. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/pg_store.h"

#define NEWS_MOST 7900 /* bytes of one notification */
#define CHANNEL "fratelli"

/* --- in the writer's transaction ------------------------------------------------------------------------ */

void pg_duty(struct store *of, int64_t game, bool ours)
{
	struct pg *s = own(of);
	s->duty[ours] = realloc(s->duty[ours], sizeof *s->duty[ours] * (size_t)(s->duties[ours] + 1));
	if (!s->duty[ours]) abort();
	s->duty[ours][s->duties[ours]++] = game;
}

/* As many notifications as the lines need; nearly always one. Each begins with who we are. A line that does
   not fit one is left out. */
void pg_queue_news(struct pg *s, struct pg_link *l, const char *line)
{
	while (*line) {
		struct text part = {0};
		struct pg_params p = {0};
		text_addf(&part, "%s\n", s->node);
		while (*line && part.n + strcspn(line, "\n") < NEWS_MOST) {
			size_t n = strcspn(line, "\n") + 1;
			text_addn(&part, line, n);
			line += n;
		}
		if (part.n == strlen(s->node) + 1) line += strcspn(line, "\n") + 1;
		params_text(&p, text_str(&part));
		if (l->queued < PG_ANSWERS - 1) link_queue(l, OWN_NOTIFY, "SELECT pg_notify('" CHANNEL "', $1)", &p);
		text_free(&part);
	}
}

#define CLOCK "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
#define UNTIL CLOCK " + 3000" /* DUTY_MS */

static int by_number(const void *a, const void *b)
{
	return (*(const int64_t *)a > *(const int64_t *)b) - (*(const int64_t *)a < *(const int64_t *)b);
}

static void games_array(struct text *t, const int64_t *game, int n)
{
	array_begin(t, PG_INT8);
	for (int i = 0; i < n; i++) array_int(t, game[i]);
	array_end(t, n);
}

/* In the order of the games, as everything that waits for others. */
void pg_queue_duties(struct pg *s)
{
	struct text games[2] = {0};
	for (int ours = 0; ours < 2; ours++) {
		struct pg_params p = {0};
		if (!s->duties[ours]) continue;
		qsort(s->duty[ours], (size_t)s->duties[ours], sizeof *s->duty[ours], by_number);
		games_array(&games[ours], s->duty[ours], s->duties[ours]);
		params_array(&p, &games[ours], PG_INT8_ARRAY);
		pg_queue_begin(s);
		if (ours) params_text(&p, s->node);
		if (ours)
			link_queue(&s->writes, OWN_TAKE,
				"INSERT INTO duties SELECT g, $2, " UNTIL
				" FROM unnest($1) g ON CONFLICT (game) DO UPDATE SET node = excluded.node, until = excluded.until",
				&p);
		else link_queue(&s->writes, OWN_END, "DELETE FROM duties WHERE game = ANY($1)", &p);
		text_free(&games[ours]);
	}
}

/* --- on the connection that hears ----------------------------------------------------------------------- */

void pg_tell(struct store *of, const char *line) { text_addf(&own(of)->news, "%s\n", line); }

static void hand_over(const struct pg *s, char *payload, store_heard *heard, void *to)
{
	char *rest, *node = strtok_r(payload, "\n", &rest);
	if (!node || strcmp(node, s->node) == 0) return; /* our own */
	for (char *line; (line = strtok_r(NULL, "\n", &rest));) heard(to, node, line);
}

bool pg_hear(struct store *of, int milliseconds, store_heard *heard, void *to)
{
	struct pg *s = own(of);
	struct pg_link *l = &s->hears;
	if (!l->c) s->listening = false;
	if (!link_ready(l) || (!s->listening && !link_plain(l, "LISTEN " CHANNEL)))
		return usleep((useconds_t)milliseconds * 1000), false;
	s->listening = true;
	struct pollfd p = {.fd = PQsocket(l->c), .events = POLLIN};
	if (poll(&p, 1, milliseconds) > 0 && !PQconsumeInput(l->c)) return link_drop(l), false;
	for (PGnotify *n; (n = PQnotifies(l->c)); PQfreemem(n)) hand_over(s, n->extra, heard, to);
	return true;
}

/* On the connection that hears, as are duties: it has nothing else to do, and one thread uses it. */
bool pg_spread(struct store *of, const char *lines)
{
	struct pg_link *l = &own(of)->hears;
	if (!l->c) return false;
	pg_queue_news(own(of), l, lines);
	return link_run(l);
}

void pg_duties(struct store *of, const int64_t *keep, int kept, const int64_t *want, int wanted,
	void (*taken)(void *to, int64_t game), void *to)
{
	struct pg *s = own(of);
	struct pg_link *l = &s->hears;
	struct text games = {0};
	struct pg_params p = {0};
	int at[2] = {-1, -1};
	if (!l->c) return;
	params_text(&p, s->node);
	games_array(&games, keep, kept), params_array(&p, &games, PG_INT8_ARRAY);
	if (kept)
		link_queue(l, OWN_KEEP, "UPDATE duties SET until = " UNTIL " WHERE node = $1 AND game = ANY($2)", &p);
	games_array(&games, want, wanted), p.n = 1, params_array(&p, &games, PG_INT8_ARRAY);
	if (wanted)
		at[0] = link_queue(l, OWN_WANT,
			"INSERT INTO duties SELECT g, $1, " UNTIL " FROM unnest($2) g ON CONFLICT (game) DO UPDATE "
			"SET node = excluded.node, until = excluded.until WHERE duties.until < " CLOCK " RETURNING game",
			&p);
	p.n = 1;
	at[1] = link_queue(l, OWN_ORPHANS,
		"UPDATE duties SET node = $1, until = " UNTIL
		" WHERE game IN (SELECT game FROM duties WHERE until < " CLOCK
		" ORDER BY until LIMIT 16 FOR UPDATE SKIP LOCKED) RETURNING game",
		&p);
	link_run(l);
	for (int i = 0; i < 2; i++)
		for (int row = 0;
			at[i] >= 0 && at[i] < l->answers && l->answer[at[i]] && row < PQntuples(l->answer[at[i]]); row++)
			taken(to, result_int(l->answer[at[i]], row, 0));
	text_free(&games);
}
