/* Overrides: players agree to change something by hand (a piece misplaced, a house rule). Alone it is done at
   once; between two it is a proposal until the other seat accepts it. Either way it is an entry of the log,
   with its reason. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/handlers.h"
#include "table/told.h"

#define PROPOSALS_MOST 20 /* of a side that wait; a few more may come in one transaction */

struct proposal {
	int64_t id;
	int side, element, value;
	char field[80], reason[400];
	bool found;
};

static bool read_element(struct request *q, const struct muster *m, const struct field *f, int *out)
{
	const char *name = body_text(q, "element", 80);
	int64_t n = 0;
	int32_t place;
	*out = 0;
	if (f->scope == FIELD_GAME) return true;
	if (!name) return body_int(q, "element", 0, HEX_MOST, &n) && (*out = (int)n, true);
	if (f->scope == FIELD_PIECE) return (*out = piece_find(m, name)) >= 0;
	if (f->scope == FIELD_PLACE) return place_find(m, name, &place) && (*out = place) >= 0;
	for (int side = 0; side < SIDES; side++)
		if (strcmp(m->battle->side[side].id, name) == 0) return *out = side, true;
	return false;
}

static bool read_value(struct request *q, const struct muster *m, const struct field *f, int *out)
{
	const char *text = body_text(q, "value", 80);
	const json_t *v = json_object_get(q->json, "value");
	int64_t n;
	int32_t value;
	if (json_is_boolean(v)) return *out = json_is_true(v), true;
	if (text) return field_read(m, f, text, &value) && (*out = value, true);
	return body_int(q, "value", INT32_MIN, INT32_MAX, &n) && (*out = (int)n, true);
}

/* With the lock held. False: answered. */
static bool read_proposal(struct request *q, struct proposal *p)
{
	const struct muster *m = q->game->match->m;
	const char *name = body_text(q, "field", 60), *reason = body_text(q, "reason", 300);
	const struct field *f = name ? field_find(m->rules, name) : NULL;
	if (!f) return answer_error(q, 400, "field: one of this rule system was expected."), false;
	if (!reason || strlen(reason) < 3)
		return answer_error(q, 400, "reason: say why, in up to 300 characters."), false;
	if (!read_element(q, m, f, &p->element))
		return answer_error(q, 400, "element: what the field belongs to was expected."), false;
	if (!read_value(q, m, f, &p->value))
		return answer_error(q, 400, "value: one that the field can take was expected."), false;
	const struct by_hand *h = field_by_hand(m->rules, f); /* what can never be is not proposed; what cannot be
	                                                         now is found out when it is done */
	if (!h) return answer_error(q, 422, "'%s' cannot be changed by hand.", name), false;
	if (f->value == VALUE_NUMBER && (p->value < h->min || p->value > h->max))
		return answer_error(q, 422, "'%s' goes from %d to %d.", name, h->min, h->max), false;
	p->side = q->as >= 0 ? q->as : 0;
	snprintf(p->field, sizeof p->field, "%s", name), snprintf(p->reason, sizeof p->reason, "%s", reason);
	return true;
}

/* Makes the change. False: the store failed. */
static bool carry_out(struct table *t, struct request *q, const struct proposal *p)
{
	struct sitting *s = q->game;
	struct refusal why = {0};
	int from = s->match->n, events = s->match->events.n;
	uint8_t waiting = s->match->g->waiting;
	const struct field *f = field_find(s->match->m->rules, p->field);
	if (from >= t->with.entries) {
		answer_error(q, 422, "This game has as many entries as one may have here.");
		return true;
	}
	if (!f || !match_override(s->match, p->side, f, p->element, p->value, p->reason, &why)) {
		answer_refusal(q, 422, &why);
		return true;
	}
	sitting_noted(s, waiting, events);
	deed_touch(t, s), computer_distract(s);
	bool fine = entries_put(t, s, from, 0, NULL);
	struct json j = answer_begin(q);
	json_int(&j, "n", sitting_seen(s, q->held));
	answer_end(q, &j);
	return fine;
}

#define PROPOSAL(F, IF) \
	IF(type, type, TEXT(type)) \
	F(proposal, NUMBER(p->id)) \
	F(side, WORD("Side", b->side[p->side].id)) \
	F(field, TEXT(p->field)) \
	F(element, NUMBER(p->element)) \
	F(value, NUMBER(p->value)) \
	F(reason, TEXT(p->reason))

/* type: of a message on live connections; NULL in a list. */
static void proposal_json(const struct battle *b, const struct proposal *p, const char *type, struct json *j)
{
	WRITE_OBJECT(PROPOSAL);
}

const struct wire_type table_override_types[] = {
	TYPE("Proposal", "A change by hand that waits for the other side.", PROPOSAL),
	{0},
};

static void proposal_say(struct table *t, const struct sitting *s, const struct proposal *p)
{
	struct text out = {0};
	proposal_json(s->match->m->battle, p, "override", &(struct json){.out = &out});
	live_say(t, s->number, text_str(&out), true);
	text_free(&out);
}

static void count_row(void *to, const struct row *r) { *(int64_t *)to = row_int(r, 0); }

static bool propose(struct table *t, struct request *q, struct proposal *p)
{
	int64_t open = 0;
	store_get(t->store, Q_COUNT_PROPOSALS, count_row, &open, "ii", q->game->number, (int64_t)p->side);
	if (open >= PROPOSALS_MOST)
		return answer_error(q, 409,
				   "%d of your proposals wait for the other side; that is as many as may wait.",
				   PROPOSALS_MOST),
		       true;
	enum put put = store_add(t->store, Q_ADD_PROPOSAL, &p->id, "iitiit", q->game->number, (int64_t)p->side,
		p->field, (int64_t)p->element, (int64_t)p->value, p->reason);
	if (put == PUT_TAKEN) return answer_error(q, 404, "There is no such game any more."), true;
	if (put != PUT_DONE) return false;
	struct json j = answer_begin(q);
	json_int(&j, "proposal", p->id);
	answer_end(q, &j);
	proposal_say(t, q->game, p);
	return true;
}

/* With the lock held. False: answered. */
static bool goes_on(struct table *t, struct request *q)
{
	struct sitting *s = q->game;
	if (s->gone) answer_error(q, 404, "There is no such game any more.");
	else if (!sitting_load(t, s)) answer_error(q, 500, "This game cannot be replayed: %s", s->damaged);
	else if (s->stuck[0]) answer_error(q, 409, "%s", s->stuck);
	else if (sitting_resigned(s) != NOBODY) answer_error(q, 409, "This battle was given up; it is over.");
	else return true;
	return false;
}

static bool put_override(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	struct sitting *s = q->game;
	struct proposal p = {0};
	bool fine = true;
	pthread_mutex_lock(&s->lock);
	if (goes_on(t, q) && read_proposal(q, &p))
		fine = sitting_alone(s, q->who.id) ? carry_out(t, q, &p) : propose(t, q, &p);
	pthread_mutex_unlock(&s->lock);
	return fine;
}

enum handled handle_override(struct request *q)
{
	bool slow =
		limit_request(q, LIMIT_SAY) && limit_pass(q->t->limits, LIMIT_SAY, &q->who.id, sizeof q->who.id);
	return slow ? request_to_writer(q, put_override) : answer_error(q, 429, "Not so fast; wait a moment.");
}

static void proposal_row(void *to, const struct row *r)
{
	struct proposal *p = to;
	p->side = (int)row_int(r, 0), p->element = (int)row_int(r, 2), p->value = (int)row_int(r, 3),
	p->found = true;
	snprintf(p->field, sizeof p->field, "%s", row_text(r, 1)),
		snprintf(p->reason, sizeof p->reason, "%s", row_text(r, 4));
}

static bool put_accept(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	struct sitting *s = q->game;
	struct proposal p = {0};
	bool fine = true;
	body_int(q, "proposal", 1, INT64_MAX, &p.id);
	store_get(t->store, Q_PROPOSAL, proposal_row, &p, "ii", p.id, s->number);
	pthread_mutex_lock(&s->lock);
	if (!goes_on(t, q)) fine = true;
	else if (!p.found) answer_error(q, 404, "There is no such proposal, or it is done.");
	else if (!(q->held >> !p.side & 1)) answer_error(q, 403, "The other side must accept it.");
	/* it would show who has */
	else if (s->quiet.secret_from >= 0)
		answer_error(q, 409, "Both sides are asked at once: accept it when both have answered.");
	else if (store_put(t->store, Q_END_PROPOSAL, "ii", p.id, s->number) != PUT_DONE) fine = false;
	/* by another in this very transaction */
	else if (!store_changed(t->store)) answer_error(q, 404, "There is no such proposal, or it is done.");
	else fine = carry_out(t, q, &p);
	pthread_mutex_unlock(&s->lock);
	return fine;
}

enum handled handle_override_accept(struct request *q)
{
	int64_t id;
	return body_int(q, "proposal", 1, INT64_MAX, &id)
	         ? request_to_writer(q, put_accept)
	         : answer_error(q, 400, "proposal: its number was expected.");
}

struct open_list {
	struct json j;
	const struct battle *b;
};

static void open_row(void *to, const struct row *r)
{
	struct open_list *l = to;
	struct proposal p = {.id = row_int(r, 0),
		.side = row_int(r, 1) == 1,
		.element = (int)row_int(r, 3),
		.value = (int)row_int(r, 4)};
	snprintf(p.field, sizeof p.field, "%s", row_text(r, 2)),
		snprintf(p.reason, sizeof p.reason, "%s", row_text(r, 5));
	proposal_json(l->b, &p, NULL, &l->j);
}

enum handled handle_overrides(struct request *q)
{
	struct open_list l = {{.out = &q->out}, table_battle(q->t, q->game->battle)};
	json_open(&l.j, NULL, '[');
	if (l.b) store_get(q->t->store, Q_PROPOSALS, open_row, &l, "i", q->game->number);
	json_close(&l.j, ']');
	q->status = 200;
	return ANSWERED;
}
