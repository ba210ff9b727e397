/* Orders, undos and standing orders: the only ways a player changes a game. Each carries the number of
   entries it answers and a key of its own, so that a double click, a retry or a second tab cannot act
   twice. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "table/handlers.h"
#include "table/told.h"

#define CHAIN_MOST 64
#define DICE_MOST 64
#define KEY_MOST 80
#define WORDS_LONGEST 200

/* --- keys ----------------------------------------------------------------------------------------------- */

/* Of the person and the key they chose; never 0, which marks what no request made. */
static uint64_t key_hash(int64_t person, const char *key)
{
	uint64_t hash[2];
	crypto_generichash_state st;
	crypto_generichash_init(&st, NULL, 0, sizeof hash);
	crypto_generichash_update(&st, (const unsigned char *)&person, sizeof person);
	crypto_generichash_update(&st, (const unsigned char *)key, strlen(key));
	crypto_generichash_final(&st, (unsigned char *)hash, sizeof hash);
	return hash[0] ? hash[0] : 1;
}

bool key_known(struct sitting *s, uint64_t key, const struct key_mark **found)
{
	for (int i = s->keys - 1; i >= 0; i--)
		if (s->key[i].key == key) return *found = &s->key[i], true;
	return false;
}

void key_add(struct sitting *s, uint64_t key, int from, int to, const char *answer)
{
	if (!key) return;
	struct key_mark *last = s->keys ? &s->key[s->keys - 1] : NULL;
	if (!last || last->key != key) {
		if (s->keys == s->key_room) {
			s->key_room = s->key_room ? 2 * s->key_room : 64;
			s->key = realloc(s->key, sizeof *s->key * (size_t)s->key_room);
			if (!s->key) abort();
		}
		last = &s->key[s->keys++];
		*last = (struct key_mark){.key = key, .from = from};
	}
	last->to = to;
	if (answer && !last->answer) last->answer = strdup(answer);
}

const struct key_mark *key_of(const struct sitting *s, int entry)
{
	int low = 0, high = s->keys; /* they are in the order of their entries */
	while (low < high) {
		int middle = (low + high) / 2;
		if (s->key[middle].to > entry) high = middle;
		else low = middle + 1;
	}
	return low < s->keys && s->key[low].from <= entry ? &s->key[low] : NULL;
}

/* --- writing down --------------------------------------------------------------------------------------- */

bool entries_put(struct table *t, struct sitting *s, int from, uint64_t key, const char *answer)
{
	struct text line = {0};
	bool fine = true;
	struct new_entry e = {.game = s->number,
		.after = sitting_after(s),
		.key = (int64_t)key,
		.answer = answer,
		.made = now_s()};
	for (int i = from; i < s->match->n && fine; i++) {
		text_clear(&line);
		match_entry_write(s->match, i, &line);
		e.n = i, e.line = text_str(&line), e.hash = (int64_t)s->match->entry[i].hash;
		fine = store_enter(t->store, &e);
	}
	text_free(&line);
	deed_entered(t), s->entered = true;
	key_add(s, key, from, s->match->n, answer);
	return fine;
}

/* --- what all of them share ----------------------------------------------------------------------------- */

struct act { /* one request at the writer */
	struct request *q;
	struct sitting *s;
	struct match *m;
	int side, from, done;
	int told; /* the first entry that the client must hear of, by its own count */
	uint64_t key;
	struct refusal why;
	struct throw wanted;
	int status; /* if it is not simply refused or done */
	bool again; /* it was carried out before */
	char said[400];
};

/* A throw as somebody at a real table must make it: so many dice of so many sides. A chit out of a cup is one
   die with a side for each. */
#define WANTED(F, IF) \
	F(dice, NUMBER(pick ? 1 : w->n)) \
	F(sides, NUMBER(sides)) \
	F(pick, TRUTH(pick)) \
	F(why, TEXT_OR_NULL(w->why)) \
	F(rule, TEXT_OR_NULL(w->rule)) \
	F(side, SIDE_OR_NULL(w->side))

static void wanted_fields(const struct muster *m, const struct throw *w, struct json *j)
{
	bool pick = w->kind == THROW_PICK || w->kind == THROW_WEIGHED;
	int sides = pick ? w->n : w->sides;
	if (w->kind == THROW_WEIGHED)
		for (int i = sides = 0; i < w->n; i++) sides += w->weight[i];
	WRITE_FIELDS(WANTED)
}

/* What the orders stopped at, if they did. */
#define STOPPED(F, IF) \
	IF(a->why.text[0] && !a->wanted.why, refused, PART("Refusal", wire_refusal(&a->why, "refused", j))) \
	IF(a->wanted.why, wanted, OBJECT("Wanted", wanted_fields(a->m->m, &a->wanted, j)))

static void stopped_fields(const struct act *a, struct json *j) { WRITE_FIELDS(STOPPED) }

#define COUNTED(F, IF) \
	F(n, NUMBER(n)) \
	F(done, NUMBER(done))
#define DONE(F, IF) \
	COUNTED(F, IF) \
	STOPPED(F, IF)

/* The answer to what was done. The view and the log follow once it is on the disk and the writer has gone on
   (show_news), unless the client says `short`. */
static void answer_done(struct request *q, int n, int done, int news_from, const char *rest)
{
	struct json answer = answer_begin(q), *j = &answer;
	int64_t from;
	WRITE_FIELDS(COUNTED)
	if (rest) text_add(&q->out, rest);
	if (json_is_true(json_object_get(q->json, "short"))) {
		answer_end(q, j);
		return;
	}
	q->news_from = body_int(q, "from", 0, INT32_MAX, &from) && from < news_from ? (int)from : news_from;
	q->last = show_news;
}

/* After the fields of every error. */
#define FAILURE(F, IF) \
	IF(true, n, NUMBER(sitting_seen(a->s, a->q->held))) \
	IF(true, done, NUMBER(0)) \
	STOPPED(F, IF)

static void answer_nothing(const struct act *a)
{
	struct json answer = answer_begin(a->q), *j = &answer;
	count(COUNT_REFUSED);
	error_fields(a->said[0] ? a->said : a->wanted.why ? "Dice are wanted." : a->why.text, a->why.rule, j);
	WRITE_FIELDS(FAILURE)
	answer_end(a->q, j);
	bool mild = json_is_true(json_object_get(a->q->json, "maybe")); /* the page asks so: a refusal by the
	                                                                   rules is no failure of the request */
	a->q->status = a->wanted.why ? 200 : a->status ? a->status : mild ? 200 : 422;
}

static void noted(struct act *a, uint8_t waiting, int events)
{
	sitting_noted(a->s, waiting, events);
	a->done++;
}

/* Which side acts: the one it says and holds, or the one it holds, or of both the one that decides now. */
static bool side_of(struct act *a)
{
	const char *said = body_text(a->q, "side", 80);
	const struct battle *b = a->m->m->battle;
	a->side = a->q->held == HELD_BOTH ? (a->m->turn >= 0 ? a->m->turn : 0) : (int)a->q->held - 1;
	if (!said) return true;
	for (int side = 0; side < SIDES; side++)
		if (strcmp(b->side[side].id, said) == 0) return a->side = side, a->q->held >> side & 1;
	return false;
}

static bool fail(struct act *a, int status, const char *text)
{
	a->status = status;
	snprintf(a->said, sizeof a->said, "%s", text);
	return false;
}

/* The same request once more: what was said before. */
static void answer_again(const struct act *a, const struct key_mark *k)
{
	unsigned held = a->q->held;
	answer_done(a->q, sitting_number(a->s, held, k->to), k->to - k->from, sitting_number(a->s, held, k->from),
		k->answer);
}

/* With the lock held: the game is there, the number is the present one. False: answered. */
static bool may_act(struct act *a)
{
	const struct key_mark *before;
	int64_t n;
	if (a->s->gone) return answer_error(a->q, 404, "There is no such game any more."), false;
	if (!sitting_load(a->q->t, a->s))
		return answer_error(a->q, 500, "This game cannot be replayed: %s", a->s->damaged), false;
	a->m = a->s->match, a->from = a->m->n;
	/* they know more than this node */
	if (body_int(a->q, "n", 0, INT32_MAX, &n) && n > sitting_seen(a->s, a->q->held) &&
		store_many(a->q->t->store)) {
		sitting_follow(a->q->t, a->s);
		if (!sitting_load(a->q->t, a->s))
			return answer_error(a->q, 500, "This game cannot be replayed: %s", a->s->damaged), false;
		a->m = a->s->match, a->from = a->m->n;
	}
	if (key_known(a->s, a->key, &before)) return answer_again(a, before), a->again = true, false;
	if (!body_int(a->q, "n", 0, INT32_MAX, &n))
		return answer_error(a->q, 400, "n: the number of entries this answers was expected."), false;
	if (a->s->stuck[0]) fail(a, 409, a->s->stuck);
	else if (sitting_resigned(a->s) != NOBODY) fail(a, 409, "This battle was given up; it is over.");
	else if (n != sitting_seen(a->s, a->q->held)) fail(a, 409, "The game has moved on; look again.");
	else if (!side_of(a)) fail(a, 403, "You do not hold that side.");
	else if (a->m->n >= a->q->t->with.entries)
		fail(a, 422, "This game has as many entries as one may have here; fork it to go on.");
	a->told = (int)n;
	if (!a->status) return true;
	answer_nothing(a);
	return false;
}

/* Runs `work` and writes down what it added. The transaction fails only if the store does. */
static bool act(struct table *t, struct request *q, void (*work)(struct act *a))
{
	struct act a = {.q = q, .s = q->game, .key = key_hash(q->who.id, body_text(q, "key", KEY_MOST))};
	struct text rest = {0};
	bool fine = true;
	q->last = NULL; /* it may be tried again */
	pthread_mutex_lock(&a.s->lock);
	if (may_act(&a)) {
		work(&a);
		if (a.done == 0) {
			answer_nothing(&a);
		} else {
			struct json j = {.out = &rest, .comma = true};
			stopped_fields(&a, &j);
			deed_touch(t, a.s), computer_distract(a.s);
			fine = entries_put(t, a.s, a.from, a.key, rest.n ? text_str(&rest) : NULL);
			answer_done(q, sitting_seen(a.s, q->held), a.done, a.told, rest.n ? text_str(&rest) : NULL);
			for (int i = 0; i < a.done; i++) count(COUNT_ORDERS);
		}
	}
	/* What we read may not have come to the standby yet: a commit of our own comes after it. */
	if (a.again && store_many(t->store)) fine = store_put(t->store, Q_SETTLE, "") == PUT_DONE;
	pthread_mutex_unlock(&a.s->lock);
	text_free(&rest);
	return fine;
}

static bool has_key(struct request *q)
{
	const char *key = body_text(q, "key", KEY_MOST);
	if (key && *key) return true;
	answer_error(q, 400, "key: 1 to %d characters of your own choice were expected.", KEY_MOST);
	return false;
}

/* --- orders --------------------------------------------------------------------------------------------- */

int body_orders(const struct request *q, const struct muster *m, struct order *o, int most, char *error,
	size_t room)
{
	const json_t *list = json_object_get(q->json, "orders");
	int n = (int)json_array_size(list);
	if (!json_is_array(list) || n < 1 || n > most)
		return snprintf(error, room, "orders: a list of 1 to %d orders was expected.", most), 0;
	for (int i = 0; i < n; i++) {
		const char *words = json_string_value(json_array_get(list, (size_t)i));
		if (!words || strlen(words) > WORDS_LONGEST)
			return snprintf(error, room, "orders: each is a text like those in the view."), 0;
		if (!order_read(m, words, &o[i], error, room)) return 0;
	}
	return n;
}

static int read_chain(struct act *a, struct order *chain)
{
	char error[200];
	int n = body_orders(a->q, a->m->m, chain, CHAIN_MOST, error, sizeof error);
	if (!n) fail(a, 400, error);
	return n;
}

static int read_dice(struct act *a, int *face)
{
	const json_t *list = json_object_get(a->q->json, "dice");
	if (!list || json_is_null(list)) return -1;
	int n = (int)json_array_size(list);
	if (!json_is_array(list) || n > DICE_MOST)
		return fail(a, 400, "dice: a list of at most 64 faces was expected."), -2;
	for (int i = 0; i < n; i++) {
		json_int_t f = json_integer_value(json_array_get(list, (size_t)i));
		if (f < 1 || f > 65535) return fail(a, 400, "dice: faces are numbers from 1."), -2;
		face[i] = (int)f;
	}
	return n;
}

/* All or nothing: if an order is refused, those before it are as if they had not been given. Up to there was
   no surprise: the list ends with one. */
struct whole {
	struct bookmark *match;
	struct quiet quiet;
};

static struct whole whole_begin(const struct act *a, int n)
{
	if (n == 1 || !json_is_true(json_object_get(a->q->json, "whole"))) return (struct whole){0};
	return (struct whole){match_bookmark(a->m), a->s->quiet};
}

static void whole_end(struct act *a, struct whole *w)
{
	if (w->match && a->why.text[0] && !a->wanted.why) {
		match_reopen(a->m, w->match);
		a->s->quiet = w->quiet;
		a->done = 0;
	}
	bookmark_free(w->match);
}

/* Where the players roll their own dice, an order that needs some waits until they are typed in. */
static bool order_one(struct act *a, const struct order *o, const int *face, int faces)
{
	if (faces < 0 && !a->s->own_dice) return match_order(a->m, a->side, o, &a->why);
	return match_order_dictated(a->m, a->side, o, face, faces < 0 ? 0 : faces, &a->wanted, &a->why);
}

/* One after the other, up to the first surprise. */
static void give_orders(struct act *a, const struct order *chain, int n, const int *face, int faces)
{
	for (int i = 0; i < n; i++) {
		uint8_t waiting = a->m->g->waiting;
		int events = a->m->events.n;
		if (!order_one(a, &chain[i], face, i == 0 ? faces : -1)) return;
		noted(a, waiting, events);
		if (a->m->entry[a->m->n - 1].barrier || faces >= 0) return;
	}
}

static void work_orders(struct act *a)
{
	struct order chain[CHAIN_MOST];
	int face[DICE_MOST], n = read_chain(a, chain), faces = n ? read_dice(a, face) : -2;
	if (!n || faces == -2) return;
	if (faces >= 0 && !a->s->own_dice && !sitting_alone(a->s, a->q->who.id)) {
		fail(a, 403, "Dice of your own are for games that were begun with them, or that you play alone.");
		return;
	}
	struct whole whole = whole_begin(a, n);
	give_orders(a, chain, n, face, faces);
	whole_end(a, &whole);
}

static bool put_orders(struct table *t, struct deed *d) { return act(t, (struct request *)d, work_orders); }

enum handled handle_orders(struct request *q)
{
	return has_key(q) ? request_to_writer(q, put_orders) : ANSWERED;
}

/* --- undo ----------------------------------------------------------------------------------------------- */

/* Standing orders that the other side gave meanwhile, without anybody being told, stay when what came before
   them is taken back. */
static void stand_again(struct act *a, const uint8_t *choice)
{
	int other = !a->side;
	for (int i = 0; i < a->m->m->rules->standings; i++) {
		uint8_t waiting = a->m->g->waiting;
		int events = a->m->events.n;
		if (a->m->g->standing[other][i] == choice[i]) continue;
		if (match_standing(a->m, other, i, choice[i], NULL)) sitting_noted(a->s, waiting, events);
	}
}

static void work_undo(struct act *a)
{
	int64_t to;
	uint8_t waiting = a->m->g->waiting;
	bool hidden = a->q->held != HELD_BOTH && a->s->quiet.hidden[a->side];
	uint8_t choice[sizeof a->m->g->standing[0]];
	memcpy(choice, a->m->g->standing[!a->side], sizeof choice);
	if (!body_int(a->q, "to", 0, INT32_MAX, &to)) {
		fail(a, 400, "to: the entry to go back before was expected.");
		return;
	}
	/* nor one it may not know of */
	if (to >= sitting_seen(a->s, a->q->held)) refusal_set(&a->why, "", "there is no such order to take back");
	else if (a->q->held != HELD_BOTH && a->s->quiet.secret_from >= 0)
		refusal_set(&a->why, "", "what both sides are asked at once cannot be taken back");
	else if (to < sitting_undo_limit(a->s, a->q->held, a->side))
		refusal_set(&a->why, "",
			"orders cannot be taken back beyond a roll, a revelation or the other side's turn");
	else if (match_undo(a->m, a->side, (int)to, true, &a->why)) {
		noted(a, waiting, a->m->events.n);
		a->told = a->told < (int)to ? a->told : (int)to; /* what was taken back is told again, as undone */
		if (hidden) stand_again(a, choice);
	}
}

static bool put_undo(struct table *t, struct deed *d) { return act(t, (struct request *)d, work_undo); }
enum handled handle_undo(struct request *q) { return has_key(q) ? request_to_writer(q, put_undo) : ANSWERED; }

/* --- standing orders ------------------------------------------------------------------------------------ */

static int named(const char *const *names, const char *name)
{
	for (int i = 0; name && names[i]; i++)
		if (strcmp(names[i], name) == 0) return i;
	return -1;
}

/* A question that is asked of both at once hides that the other has answered; an entry of one's own in
   between would show it. */
static bool asked_in_secret(const struct act *a)
{
	const struct game *g = a->m->g;
	return a->q->held != HELD_BOTH && g->waiting >> a->side & 1 &&
	       a->m->m->rules->question[g->question[a->side]].flags & QUESTION_ALWAYS;
}

static void work_standing(struct act *a)
{
	const struct rules *r = a->m->m->rules;
	const char *name = body_text(a->q, "name", 80);
	uint8_t waiting = a->m->g->waiting;
	int which = 0, events = a->m->events.n;
	while (which < r->standings && (!name || strcmp(r->standing[which].name, name))) which++;
	int choice = which < r->standings ? named(r->standing[which].choice, body_text(a->q, "choice", 80)) : -1;
	if (choice < 0) fail(a, 400, "name and choice: a standing order of this rule system was expected.");
	else if (asked_in_secret(a)) fail(a, 422, "Answer the question first.");
	else if (match_standing(a->m, a->side, which, choice, &a->why)) noted(a, waiting, events);
}

static bool put_standing(struct table *t, struct deed *d)
{
	return act(t, (struct request *)d, work_standing);
}
enum handled handle_standing(struct request *q)
{
	return has_key(q) ? request_to_writer(q, put_standing) : ANSWERED;
}

const struct wire_type table_orders_types[] = {
	TYPE("Wanted", "A throw that is wanted of a real table.", WANTED),
	ADDS("Done", "News", NULL, DONE),
	ADDS("Failure", "Fault", NULL, FAILURE),
	{0},
};
