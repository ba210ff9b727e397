/* Computer players. One thinks on a thinker's thread, on a copy of the state, and then gives its order like
   anybody else; it leaves off when the game moves on without it. What its mind remembers between two orders
   is its plan. It is kept in the store with the plan's first order, beside what the mind says of it after the
   battle, and read again for every choice. So the choice follows from what is in the store alone, unless the
   clock ends the thinking: after a restart, or on another node, it is the same. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "engine/words.h"
#include "table/handlers.h"
#include "table/marks.h"
#include "table/told.h"

#define THINKING_MS 4000

const char *computer_title(enum mind_level level)
{
	static const char *const titles[MIND_LEVELS] = {"Computer: random", "Computer: recruit",
		"Computer: captain", "Computer: marshal", "Computer: tree search"};
	return titles[level];
}

const char *computer_text(enum mind_level level)
{
	static const char *const texts[MIND_LEVELS] = {
		"Gives any order that is allowed. For learning the rules in peace.",
		"Sees what an order leads to at once, and no further.",
		"Weighs every order over many throws of the dice, down to the end of what it begins. A fair opponent, and quick.",
		"Plans its whole activation, tries the plan against your reply, and keeps to it. Takes a few seconds where much is at stake.",
		"Plain tree search.",
	};
	return texts[level];
}

int level_find(const char *name)
{
	for (int i = 0; i <= MIND_TREE; i++) /* whoever is kept for measuring sits at no table */
		if (strcmp(mind_names[i], name) == 0) return i;
	return -1;
}

struct thought {
	struct deed deed; /* first */
	struct job job;
	struct sitting *s;
	int side, n, from; /* from: a guided mind has yet to think about the entries from there on */
	const struct muster *m;
	struct order order;
	struct orders legal;
	struct text plan;   /* what it says of a plan that begins here; "" */
	struct text memory; /* that plan, as it is remembered */
};

static bool put_thought(struct table *t, struct deed *d)
{
	struct thought *h = (struct thought *)d;
	struct sitting *s = h->s;
	bool fine = true;
	pthread_mutex_lock(&s->lock);
	s->thinking = false;
	if (s->match && s->match->n == h->n && !s->gone) {
		uint8_t waiting = s->match->g->waiting;
		int events = s->match->events.n;
		if (match_order(s->match, h->side, &h->order, NULL)) {
			sitting_noted(s, waiting, events);
			deed_touch(t, s);
			fine =
				entries_put(t, s, h->n, 0, NULL) &&
				(!h->plan.n || store_put(t->store, Q_ADD_PLAN, "iiitt", s->number, (int64_t)h->n,
								   (int64_t)h->side, text_str(&h->plan), text_str(&h->memory)) != PUT_FAILED);
			count(COUNT_ORDERS);
		}
	} else if (s->match) {
		computer_wake(t, s); /* the game has moved on while we thought */
	}
	pthread_mutex_unlock(&s->lock);
	return fine;
}

static void thought_done(struct table *t, struct deed *d, bool kept)
{
	struct thought *h = (struct thought *)d;
	(void)kept;
	sitting_drop(t, h->s);
	text_free(&h->plan), text_free(&h->memory), free(h);
}

static void head_empty(struct table *t, struct head *head)
{
	if (!head->mind) return;
	mind_free(head->mind);
	muster_drop(t, head->mustered);
	*head = (struct head){0};
}

void heads_free(struct table *t, struct sitting *s)
{
	for (int side = 0; side < SIDES; side++) head_empty(t, &s->head[side]);
}

/* A mind's luck at the choice after n entries follows from the game's secret; never 0. It says nothing of the
   dice. */
static uint64_t mind_luck(const struct sitting *s, int side, int n)
{
	uint64_t hash[2];
	char purpose[60];
	snprintf(purpose, sizeof purpose, "fratelli mind %d %d", side, n);
	crypto_generichash((unsigned char *)hash, sizeof hash, s->seed, sizeof s->seed,
		(const unsigned char *)purpose, strlen(purpose));
	return hash[0] ? hash[0] : 1;
}

static void memory_row(void *to, const struct row *r) { text_add(to, row_text(r, 0)); }

/* Without the lock: no other thread has this mind. */
static void recall(struct table *t, const struct thought *h, struct mind *mind, const struct game *g)
{
	struct text memory = {0};
	store_get(t->store, Q_MEMORY, memory_row, &memory, "iii", h->s->number, (int64_t)h->side, (int64_t)h->n);
	mind_recall(mind, g, text_str(&memory));
	text_free(&memory);
}

/* With the game's lock held: a copy to think on, and a mind that belongs to this muster. NULL if this side is
   not asked. */
static struct game *prepare(struct table *t, struct thought *h)
{
	struct sitting *s = h->s;
	struct head *head = &s->head[h->side];
	const struct muster *m = s->match->m;
	struct play p = {m, NULL, NULL};
	uint64_t seed;
	h->m = m, h->from = s->match->n;
	atomic_store(&s->leave_off, false);
	if (!(s->match->g->waiting >> h->side & 1) || atomic_load(&t->stopping)) return NULL;
	if (head->mustered != s->mustered) {
		head_empty(t, head);
		head->guided = guide_seed(t, s, &seed);
		head->mustered = muster_keep(t, s->mustered);
		head->mind = mind_new(m, s->seat[h->side].level, head->guided ? seed : 0);
		h->from = 0;
	}
	struct game *g = game_new(m);
	game_copy(m, g, s->match->g);
	h->n = s->match->n, h->legal.n = 0;
	play_legal(&p, g, h->side, &h->legal);
	return g;
}

/* The state before entry `at`, if the side was asked there and gave an order. */
static bool stood(struct table *t, struct thought *h, int at, struct game *out)
{
	if (!sitting_wait(t, h->s)) return false;
	const struct match *match = h->s->match;
	bool chose = at < match->n && match->entry[at].kind == ENTRY_ORDER && match->entry[at].side == h->side;
	if (chose) match_state_at(match, at, out);
	pthread_mutex_unlock(&h->s->lock);
	return chose;
}

/* A guided battle's mind that is begun anew thinks once more about every choice it made, so that its luck
   stands where it stood. */
static void relive(struct table *t, struct thought *h, struct mind *mind)
{
	struct play p = {h->m, NULL, NULL};
	struct orders *legal = malloc(sizeof *legal);
	struct game *then = game_new(h->m);
	if (!legal) abort();
	for (int at = h->from; at < h->n && !atomic_load(&h->s->leave_off); at++) {
		if (!stood(t, h, at, then)) continue;
		legal->n = 0, play_legal(&p, then, h->side, legal);
		if (legal->n)
			mind_choose(mind, then, h->side, legal, (struct mind_budget){.cancel = &h->s->leave_off});
	}
	free(then), free(legal);
}

/* Makes the choice: order, plan and the number of entries it answers. A guided battle is written for the mind
   that goes on from its first order, so that is what it gets. A choice that was cut short counts for nothing:
   whoever thinks next, here or elsewhere, makes the one that belongs here. */
static void think_over(struct table *t, struct thought *h, const struct game *g)
{
	struct head *head = &h->s->head[h->side];
	struct mind_budget budget = {.milliseconds = t->with.thinking ? t->with.thinking : THINKING_MS,
		.cancel = &h->s->leave_off,
		.threads = h->s->seat[h->side].level == MIND_CAPTAIN ? 1 : workers_cores(t->thinkers),
		.luck = head->guided ? 0 : mind_luck(h->s, h->side, h->n)};
	if (head->guided) relive(t, h, head->mind);
	else recall(t, h, head->mind, g);
	h->order = mind_choose(head->mind, g, h->side, &h->legal, budget);
	if (atomic_load(&h->s->leave_off)) h->n = -1;
	if (h->n < 0 && head->guided) head_empty(t, head); /* its luck is no longer where it belongs */
	else if (h->n >= 0 && mind_explain(head->mind, g, h->side, TELL_CHANCES, &h->plan))
		mind_remember(head->mind, &h->memory);
}

static void choose(struct table *t, struct thought *h)
{
	struct game *g = NULL;
	h->n = -1; /* fits no game: nothing is ordered */
	struct busy before = mark_turn(h->s->number, MARK_THOUGHT);
	if (sitting_wait(t, h->s)) {
		g = prepare(t, h);
		pthread_mutex_unlock(&h->s->lock);
	}
	if (g) think_over(t, h, g);
	free(g);
	mark_back(before);
}

static void give(struct table *t, struct thought *h)
{
	h->deed.apply = put_thought, h->deed.done = thought_done, h->deed.game = h->s->number;
	deed_submit(t, &h->deed);
}

static void think(struct table *t, struct job *j)
{
	struct thought *h = (struct thought *)((char *)j - offsetof(struct thought, job));
	choose(t, h);
	give(t, h);
}

static struct thought *thought_new(struct table *t, struct sitting *s, int side)
{
	struct thought *h = calloc(1, sizeof *h);
	if (!h) abort();
	h->s = s, h->side = side, h->job.run = think, h->job.who = (uint64_t)s->owner;
	sitting_keep(t, s);
	return h;
}

int computer_choice(struct table *t, struct sitting *s, int side, struct text *order, struct text *plan)
{
	struct thought *h = thought_new(t, s, side);
	choose(t, h);
	int n = h->n;
	if (n >= 0) order_write(s->match->m, &h->order, order);
	if (n >= 0 && h->plan.n) text_addf(plan, "%s\n%s", text_str(&h->memory), text_str(&h->plan));
	thought_done(t, &h->deed, true);
	return n;
}

void computer_thought(struct table *t, struct sitting *s, int side, int n, const char *order,
	const char *plan)
{
	char error[200];
	struct thought *h = thought_new(t, s, side);
	h->n = s->match && order_read(s->match->m, order, &h->order, error, sizeof error) ? n : -1;
	const char *said = strchr(plan, '\n');
	if (said) text_addn(&h->memory, plan, (size_t)(said - plan)), text_add(&h->plan, said + 1);
	give(t, h);
}

bool computer_asked(const struct sitting *s)
{
	bool asked = false;
	if (s->stuck[0] || sitting_resigned(s) != NOBODY) return false;
	for (int side = 0; side < SIDES; side++)
		asked |= s->seat[side].kind == SEAT_COMPUTER && s->match->g->waiting >> side & 1;
	return asked;
}

void computer_wake(struct table *t, struct sitting *s)
{
	if (s->thinking || !s->match || s->stuck[0] || atomic_load(&t->stopping)) return;
	if (t->nodes && !atomic_load(&s->duty)) { /* one node thinks for it */
		if (computer_asked(s)) nodes_want(t->nodes, s->number);
		return;
	}
	for (int side = 0; side < SIDES; side++) {
		if (sitting_resigned(s) != NOBODY || s->seat[side].kind != SEAT_COMPUTER ||
			!(s->match->g->waiting >> side & 1))
			continue;
		if (t->think_elsewhere) {
			s->thinking = true;
			t->think_elsewhere(t, s, side);
			return;
		}
		struct thought *h = thought_new(t, s, side);
		s->thinking = job_submit(t->thinkers, &h->job);
		if (s->thinking) return;
		thought_done(t, &h->deed, false);
	}
}

void computer_distract(struct sitting *s)
{
	atomic_store(&s->leave_off, true);
	atomic_store(&s->hint_off, true);
}

/* --- advice --------------------------------------------------------------------------------------------- */

static enum handled hint_end(struct request *q)
{
	advise(q);
	atomic_store(&q->game->hinting, false);
	return ANSWERED;
}

enum handled handle_hint(struct request *q)
{
	struct sitting *s = q->game;
	pthread_mutex_lock(&s->lock);
	bool may = sitting_own(s, q->who.id), over = s->match && s->match->g->over;
	pthread_mutex_unlock(&s->lock);
	if (!may) return answer_error(q, 403, "Advice is for who plays alone or against the computer.");
	if (over) return answer_error(q, 409, "The battle is over.");
	if (!limit_pass(q->t->limits, LIMIT_HINT, &q->who.id, sizeof q->who.id))
		return answer_error(q, 429, "The adviser needs a rest; wait a moment.");
	if (atomic_exchange(&s->hinting, true)) return answer_error(q, 429, "The adviser is thinking already.");
	enum handled h = request_to_thinker(q, hint_end);
	if (h == ANSWERED) atomic_store(&s->hinting, false);
	return h;
}

/* --- plans, after the battle ---------------------------------------------------------------------------- */

struct plans {
	struct json j;
	const struct battle *b;
};

#define PLAN(F, IF) \
	F(n, NUMBER(row_int(r, 0))) \
	F(side, WORD("Side", l->b->side[row_int(r, 1) == 1].id)) \
	F(text, TEXT(row_text(r, 2)))

static void plan_row(void *to, const struct row *r)
{
	struct plans *l = to;
	struct json *j = &l->j;
	WRITE_OBJECT(PLAN);
}

const struct wire_type table_plan_types[] = {TYPE("Plan", "What a computer had in mind.", PLAN), {0}};

enum handled handle_plans(struct request *q)
{
	struct plans l = {{.out = &q->out}, table_battle(q->t, q->game->battle)};
	pthread_mutex_lock(&q->game->lock);
	bool over = q->game->match && q->game->match->g->over && !q->game->dirty;
	pthread_mutex_unlock(&q->game->lock);
	if (!over || !l.b) return answer_error(q, 403, "Plans are told when the battle is over.");
	json_open(&l.j, NULL, '[');
	store_get(q->t->store, Q_PLANS, plan_row, &l, "i", q->game->number);
	json_close(&l.j, ']');
	q->status = 200;
	return ANSWERED;
}
