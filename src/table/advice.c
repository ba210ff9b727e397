/* The adviser: the orders that a marshal would give in our place, as far ahead as they can be told, and why.
   He thinks once and then keeps to his plan on a clone of what the side may know, until dice fall, somebody
   else is asked, or the activation is over. */
#include <stdlib.h>
#include <string.h>

#include "engine/judge.h"
#include "engine/optional.h"
#include "engine/words.h"
#include "table/handlers.h"
#include "table/told.h"

#define HINT_MS 2500
#define STEP_MS 250 /* for each further order: the plan is there already */
#define PLAN_MOST 24

struct plan {
	const struct muster *m;
	int side, orders;
	struct mind *mind;
	struct text why, first; /* first: the words of its first order */
	struct saying says;     /* and what it means */
	bool known;             /* how it stands before it: */
	struct outlook outlook;
};

static enum role role_of(const struct plan *p, const struct game *g, const struct order *o)
{
	struct saying say;
	order_say(p->m, g, p->side, o, &say);
	return say.role;
}

/* Carries the order out on the clone. True: the plan goes on, and `legal` has what may follow. */
static bool goes_on(struct plan *p, struct game *g, const struct order *o, struct orders *legal)
{
	struct play play = {p->m, NULL, NULL};
	int (*acting)(const struct game *) = mind_hooks(p->m)->acting;
	uint64_t rolls = g->dice.rolls;
	int before = acting ? acting(g) : 0;
	enum role role = role_of(p, g, o);
	play_trusted(&play, g, p->side, o);
	bool asked = play_next(&play, g, legal) == p->side;
	if (!asked || g->over || g->dice.rolls != rolls || role == ROLE_STOP || role == ROLE_DONE) return false;
	return !acting || before == NO_UNIT || acting(g) == before;
}

/* What the first order means, and why: what the plan is, without chances. */
static void explain(struct plan *p, const struct game *g, const struct order *o)
{
	order_write(p->m, o, &p->first);
	order_say(p->m, g, p->side, o, &p->says);
	mind_explain(p->mind, g, p->side, TELL_FIGHTS, &p->why);
}

/* His orders one after the other, as a list. The first is thought about. */
static void plan_json(struct request *q, struct plan *p, struct game *g, struct orders *legal, struct json *j)
{
	struct mind_budget budget = {.milliseconds = HINT_MS,
		.cancel = &q->game->hint_off,
		.threads = workers_cores(q->t->thinkers)};
	for (bool more = true; more && p->orders < PLAN_MOST && !atomic_load(&q->game->hint_off); p->orders++) {
		struct order o = mind_choose(p->mind, g, p->side, legal, budget);
		if (!p->orders) explain(p, g, &o);
		wire_order(p->m, g, p->side, &o, j);
		more = goes_on(p, g, &o, legal);
		budget.milliseconds = STEP_MS;
	}
}

/* What a position came to in games between captains, in thousandths. */
#define OUTLOOK(F, IF) \
	F(win, DECIMAL(o->win / 1000.0)) \
	F(draw, DECIMAL(o->draw / 1000.0)) \
	F(loss, DECIMAL(o->loss / 1000.0))

static void outlook_json(const struct outlook *o, struct json *j) { WRITE_FIELDS(OUTLOOK) }

/* The plan comes first: what is said of it is found on the way. */
#define ADVICE(F, IF) \
	F(n, NUMBER(q->seen)) \
	F(plan, LIST("Order", plan_json(q, p, g, legal, j))) \
	F(words, TEXT(text_str(&p->first))) \
	F(text, TEXT(p->says.text)) \
	F(rule, TEXT_OR_NULL(p->says.rule)) \
	F(why, TEXT_OR_NULL(text_str(&p->why))) \
	IF(p->known, outlook, OBJECT("Outlook", outlook_json(&p->outlook, j)))

static void advice_json(struct request *q, struct plan *p, struct game *g, struct orders *legal,
	struct json *j)
{
	WRITE_FIELDS(ADVICE)
}

const struct wire_type table_advice_types[] = {
	TYPE("Outlook", "What a position of mine came to in games between captains. Together 1.", OUTLOOK),
	TYPE("Advice", "What a marshal would do, as far ahead as it can be told, and why.", ADVICE),
	{0},
};

/* On a thinker, on what the side may know. One at a time in a game; he leaves off when the game moves on. */
void advise(struct request *q)
{
	const struct muster *m;
	atomic_store(&q->game->hint_off, false);
	struct game *g = imagine(q, &m);
	if (!g) return;
	if (g->waiting >> q->as & 1) {
		struct play play = {m, NULL, NULL};
		struct plan p = {.m = m, .side = q->as, .mind = mind_new(m, MIND_MARSHAL, 1859)};
		struct orders *legal = calloc(1, sizeof *legal);
		if (!legal) abort();
		play_legal(&play, g, q->as, legal);
		struct json j = answer_begin(q);
		p.known = judge_outlook(&play, g, q->as, &p.outlook);
		advice_json(q, &p, g, legal, &j);
		answer_end(q, &j);
		free(legal), mind_free(p.mind), text_free(&p.why), text_free(&p.first);
	} else {
		answer_error(q, 409, "It is not your move.");
	}
	free(g);
}
