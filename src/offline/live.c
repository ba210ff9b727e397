/* Live connections of the page: the frames of table/live.c, without sockets. A connection is a number that
   the page has chosen. What is said leaves the worker when the store is safe, since everything does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offline/offline.h"
#include "table/handlers.h"

struct link {
	struct link *next;
	int id;
	struct sitting *s;
	unsigned held;
	int told;
};
struct said {
	struct said *next;
	int64_t game;
	bool seats_only;
	char text[];
};
struct live {
	struct link *links;
	struct said *held; /* of the transaction, last first */
	int n;
};

struct live *live_new(struct table *t)
{
	struct live *l = calloc(1, sizeof *l);
	(void)t;
	if (!l) abort();
	return l;
}

int live_count(struct table *t) { return t->live->n; }
int presence_nodes(struct table *t) { return (void)t, 0; }

static void tell(struct link *k)
{
	char text[64];
	int n = atomic_load(&k->s->shown[k->held]);
	if (n == k->told) return;
	k->told = n;
	int length = snprintf(text, sizeof text, "{\"type\":\"entries\",\"n\":%d}", n);
	page_say(k->id, text, (size_t)length);
}

static void presence(struct table *t, const struct sitting *s)
{
	struct text out = {0};
	struct json j = {.out = &out};
	const struct battle *b = table_battle(t, s->battle);
	int seats[SIDES] = {0}, others = 0;
	for (const struct link *k = t->live->links; k; k = k->next) {
		if (k->s != s) continue;
		for (int side = 0; side < SIDES; side++) seats[side] += k->held >> side & 1;
		others += !k->held;
	}
	json_open(&j, NULL, '{');
	json_str(&j, "type", "presence");
	json_open(&j, "sides", '{');
	for (int side = 0; b && side < SIDES; side++) json_bool(&j, b->side[side].id, seats[side] > 0);
	json_close(&j, '}');
	json_int(&j, "spectators", others);
	json_close(&j, '}');
	for (const struct link *k = t->live->links; k; k = k->next)
		if (k->s == s) page_say(k->id, text_str(&out), out.n);
	text_free(&out);
}

static void present(const struct link *k, int by)
{
	for (int side = 0; side < SIDES; side++)
		if (k->held >> side & 1) atomic_fetch_add(&k->s->present[side], by);
}

void live_hang_up(struct table *t, int id)
{
	struct link **at = &t->live->links, *k;
	while (*at && (*at)->id != id) at = &(*at)->next;
	if (!(k = *at)) return;
	*at = k->next, t->live->n--;
	present(k, -1);
	presence(t, k->s);
	sitting_watch(t, k->s, -1);
	free(k);
}

enum handled handle_live(struct request *q)
{
	struct link *k = calloc(1, sizeof *k);
	int since = -1;
	if (!k) abort();
	if (!request_number(q, "since", 0, 1 << 30, &since))
		return free(k), answer_error(q, 400, "since: a number was expected.");
	*k = (struct link){.next = q->t->live->links,
		.id = connection_id(q->connection),
		.s = q->game,
		.held = q->held,
		.told = since};
	q->t->live->links = k, q->t->live->n++;
	sitting_watch(q->t, k->s, 1);
	present(k, 1);
	struct json j = answer_begin(q);
	answer_end(q, &j);
	presence(q->t, k->s);
	tell(k);
	return ANSWERED;
}

void live_moved(struct table *t, struct sitting *s)
{
	for (unsigned held = 0; held < 4; held++) atomic_store(&s->shown[held], sitting_seen(s, held));
	for (struct link *k = t->live->links; k; k = k->next)
		if (k->s == s) tell(k);
}

void live_say(struct table *t, int64_t game, const char *json, bool seats_only)
{
	struct said *m = malloc(sizeof *m + strlen(json) + 1);
	if (!m) abort();
	*m = (struct said){t->live->held, game, seats_only};
	strcpy(m->text, json);
	t->live->held = m;
}

void live_settle(struct table *t, bool kept)
{
	struct said *m, *said = NULL;
	while ((m = t->live->held)) t->live->held = m->next, m->next = said, said = m;
	while ((m = said)) {
		said = m->next;
		for (const struct link *k = t->live->links; kept && k; k = k->next)
			if (k->s->number == m->game && (!m->seats_only || k->held))
				page_say(k->id, m->text, strlen(m->text));
		free(m);
	}
}

/* There is one session here, and it does not end. */
void live_end(struct table *t, int64_t who, const uint8_t token[32]) { (void)t, (void)who, (void)token; }
