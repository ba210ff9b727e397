/* A game being played: its state and its log. The log is the truth; the state, the events and the snapshots
   follow from it. */
#include <stdlib.h>

#include "engine/match.h"

static void *need(void *memory)
{
	if (!memory) abort();
	return memory;
}

/* --- snapshots
   ----------------------------------------------------------------------------------------------------- Every
   so many entries the state is kept, so that going back is quick. When somebody does go back, the states
   between the last such snapshot and there are kept too: who takes back ten orders one by one, or gives one
   and takes it back a thousand times, makes us replay each of them once. These do not stay: they go when the
   next snapshot of the first kind is made. */

static void snapshot_take(struct match *t, int valid, const struct game *g, bool stays)
{
	if (t->snapshots && t->snapshot[t->snapshots - 1].valid == valid) return;
	if (t->snapshots == t->snapshot_room) {
		t->snapshot_room = t->snapshot_room ? t->snapshot_room * 2 : 8;
		t->snapshot = need(realloc(t->snapshot, sizeof *t->snapshot * (size_t)t->snapshot_room));
	}
	struct snapshot *s = &t->snapshot[t->snapshots++];
	*s = (struct snapshot){valid, stays, game_new(t->m)};
	game_copy(t->m, s->g, g);
}

static void snapshots_forget(struct match *t, int beyond)
{
	while (t->snapshots > 1 && t->snapshot[t->snapshots - 1].valid > beyond)
		free(t->snapshot[--t->snapshots].g);
}

/* Before an entry is added to the state `g`. */
static void snapshot_now_and_then(struct match *t, const struct game *g)
{
	int last = t->snapshots - 1;
	while (!t->snapshot[last].stays) last--;
	if (t->valid - t->snapshot[last].valid < MATCH_SNAPSHOT) return;
	while (t->snapshots - 1 > last) free(t->snapshot[--t->snapshots].g);
	snapshot_take(t, t->valid, g, true);
}

/* --- one entry ------------------------------------------------------------------------------------------ */

/* Carries out one entry of the log on a state that has been run to its question. False if the rules refuse
   it. */
static bool entry_apply(const struct play *p, struct game *g, struct orders *legal, const struct entry *e,
	int *turn, struct refusal *r)
{
	switch (e->kind) {
	case ENTRY_ORDER:
		if (!play_order(p, g, e->side, &e->order, r)) return false;
		break;
	case ENTRY_STANDING: g->standing[e->side][e->order.a] = (uint8_t)e->order.b; break;
	case ENTRY_OVERRIDE:
		return play_override(p, g, &p->m->rules->field[e->order.a], e->order.unit, e->order.b, legal, turn,
			r);
	case ENTRY_RESEED: {
		uint8_t seed[32];
		uint32_t rolls = g->dice.rolls;
		if (!e->reason || !seed_read(e->reason, seed)) return refuse(r, "", "that is no seed");
		dice_seed(g, seed);
		g->dice.rolls = rolls;
		break;
	}
	default: assert(!"an undo is no step of the game");
	}
	*turn = play_next(p, g, legal);
	return true;
}

static struct play listen(struct match *t, struct feed *feed)
{
	return (struct play){t->m, feed, &t->events};
}

static struct entry *entry_add(struct match *t, struct entry e)
{
	if (t->n == t->room) {
		t->room = t->room ? t->room * 2 : 128;
		t->entry = need(realloc(t->entry, sizeof *t->entry * (size_t)t->room));
	}
	if (t->valid == t->valid_room) {
		t->valid_room = t->valid_room ? t->valid_room * 2 : 128;
		t->valids = need(realloc(t->valids, sizeof *t->valids * (size_t)t->valid_room));
	}
	t->valids[t->valid++] = t->n;
	t->entry[t->n] = e;
	return &t->entry[t->n++];
}

/* Tries an entry on the present state; keeps it if the rules allow it and, with typed-in dice, if they
   suffice. */
static bool record(struct match *t, struct entry e, struct feed *feed, struct refusal *r)
{
	struct play p = listen(t, feed);
	struct game *before = game_new(t->m);
	int events = t->events.n, turn = t->turn;
	game_copy(t->m, before, t->g);
	bool fine = entry_apply(&p, t->g, &t->legal, &e, &turn, r) &&
	            !(feed && (feed->short_of || feed->wrong[0] || feed->next < feed->faces));
	if (fine) {
		snapshot_now_and_then(t, before);
		e.barrier =
			t->g->dice.rolls != before->dice.rolls || t->g->revealed != before->revealed || turn != t->turn;
		e.events_at = events, e.hash = play_hash(t->m, t->g);
		t->turn = turn;
		entry_add(t, e);
	} else {
		struct play quiet = {t->m, NULL, NULL};
		t->events.n = events;
		game_copy(t->m, t->g, before);
		t->turn = play_next(&quiet, t->g, &t->legal);
	}
	free(before);
	return fine;
}

struct match *match_new(const struct muster *m, const uint8_t seed[32])
{
	struct match *t = need(calloc(1, sizeof *t));
	struct play p = {m, NULL, &t->events};
	t->m = m, t->g = game_new(m);
	memcpy(t->seed, seed, 32);
	play_begin(&p, t->g, seed);
	t->turn = play_next(&p, t->g, &t->legal);
	snapshot_take(t, 0, t->g, true);
	return t;
}

void match_free(struct match *t)
{
	if (!t) return;
	for (int i = 0; i < t->snapshots; i++) free(t->snapshot[i].g);
	for (int i = 0; i < t->n; i++) free(t->entry[i].reason), free(t->entry[i].face);
	sink_free(&t->events);
	free(t->snapshot), free(t->valids), free(t->entry), free(t->g), free(t);
}

/* --- what players do ------------------------------------------------------------------------------------ */

bool match_order(struct match *t, int side, const struct order *o, struct refusal *r)
{
	struct play p = listen(t, NULL);
	if (!play_check(&p, t->g, side, o, r)) return false; /* refused cheaply, without copying the state */
	return record(t, (struct entry){.kind = ENTRY_ORDER, .side = (uint8_t)side, .order = *o}, NULL, r);
}

bool match_order_dictated(struct match *t, int side, const struct order *o, const int *face, int faces,
	struct throw *wanted, struct refusal *r)
{
	struct feed feed = {.kind = FEED_DICTATED, .face = face, .faces = faces};
	struct entry e = {.kind = ENTRY_ORDER, .side = (uint8_t)side, .order = *o, .faces = faces};
	*wanted = (struct throw){0};
	if (faces) {
		e.face = need(malloc(sizeof *face * (size_t)faces));
		memcpy(e.face, face, sizeof *face * (size_t)faces);
	}
	if (r) *r = (struct refusal){0};
	if (record(t, e, &feed, r)) return true;
	free(e.face);
	if (feed.wrong[0]) return refuse(r, "", "%s", feed.wrong);
	if (feed.short_of) *wanted = feed.wanted;
	else if (r && !r->text[0]) refusal_set(r, "", "more dice were given than the rules ask for");
	return false;
}

struct bookmark {
	int n, valid, events, turn;
	struct orders legal;
	struct game *g;
};

struct bookmark *match_bookmark(const struct match *t)
{
	struct bookmark *b = need(malloc(sizeof *b));
	*b = (struct bookmark){t->n, t->valid, t->events.n, t->turn, t->legal, game_new(t->m)};
	game_copy(t->m, b->g, t->g);
	return b;
}

void match_reopen(struct match *t, const struct bookmark *b)
{
	while (t->n > b->n) t->n--, free(t->entry[t->n].reason), free(t->entry[t->n].face);
	snapshots_forget(t, b->valid);
	t->valid = b->valid, t->events.n = b->events, t->turn = b->turn, t->legal = b->legal;
	game_copy(t->m, t->g, b->g);
}

void bookmark_free(struct bookmark *b)
{
	if (b) free(b->g);
	free(b);
}

bool match_standing(struct match *t, int side, int which, int choice, struct refusal *r)
{
	const struct rules *rules = t->m->rules;
	int choices = 0;
	if (side < 0 || side >= SIDES || which < 0 || which >= rules->standings)
		return refuse(r, "", "there is no such standing order");
	while (rules->standing[which].choice[choices]) choices++;
	if (choice < 0 || choice >= choices)
		return refuse(r, "", "'%s' has no such choice", rules->standing[which].name);
	return record(t,
		(struct entry){.kind = ENTRY_STANDING,
			.side = (uint8_t)side,
			.order = {.unit = NO_UNIT, .a = which, .b = choice}},
		NULL, r);
}

bool match_override(struct match *t, int side, const struct field *f, int index, int32_t value,
	const char *reason, struct refusal *r)
{
	struct entry e = {.kind = ENTRY_OVERRIDE,
		.side = (uint8_t)side,
		.order = {.unit = (int16_t)index, .a = (int32_t)(f - t->m->rules->field), .b = value}};
	/* it would not fit the entry */
	if (index < 0 || index > HEX_MOST) return refuse(r, "", "'%s' has no element %d", f->name, index);
	e.reason = need(strdup(reason ? reason : ""));
	for (char *c = e.reason; *c; c++)
		if (*c == '\n' || *c == '\r') *c = ' ';
	if (record(t, e, NULL, r)) return true;
	free(e.reason);
	return false;
}

/* --- going back ----------------------------------------------------------------------------------------- */

/* How many of the entries that are not undone come before entry n. */
static int valid_before(const struct match *t, int n)
{
	int low = 0, high = t->valid;
	while (low < high) {
		int middle = (low + high) / 2;
		if (t->valids[middle] < n) low = middle + 1;
		else high = middle;
	}
	return low;
}

static int snapshot_before(const struct match *t, int valid)
{
	int low = 0, high = t->snapshots - 1;
	while (low < high) {
		int middle = (low + high + 1) / 2;
		if (t->snapshot[middle].valid <= valid) low = middle;
		else high = middle - 1;
	}
	return low;
}

/* The state after `valid` of the entries that are not undone, played on from the snapshot in `out`, which is
   after `from` of them. */
static void play_on(const struct match *t, int from, int valid, struct game *out, struct orders *legal)
{
	for (int i = from, turn; i < valid; i++) {
		const struct entry *e = &t->entry[t->valids[i]];
		if (e->kind == ENTRY_UNDO) continue;
		struct feed feed = {.kind = FEED_DICTATED, .face = e->face, .faces = e->faces};
		struct play p = {t->m, e->faces ? &feed : NULL, NULL};
		bool fine = entry_apply(&p, out, legal, e, &turn, NULL);
		assert(fine);
		(void)fine;
	}
}

void match_state_at(const struct match *t, int n, struct game *out)
{
	struct orders *legal = need(malloc(sizeof *legal));
	int valid = valid_before(t, n), s = snapshot_before(t, valid);
	game_copy(t->m, out, t->snapshot[s].g);
	play_on(t, t->snapshot[s].valid, valid, out, legal);
	free(legal);
}

/* The same into t->g, with a snapshot of every state on the way. */
static void go_back(struct match *t, int valid)
{
	snapshots_forget(t, valid);
	int at = t->snapshot[t->snapshots - 1].valid;
	game_copy(t->m, t->g, t->snapshot[t->snapshots - 1].g);
	for (; at < valid; at++) {
		play_on(t, at, at + 1, t->g, &t->legal);
		snapshot_take(t, at + 1, t->g, false);
	}
}

int match_undo_limit(const struct match *t, int side) { return match_undo_limit_of(t, side, t->n); }

int match_undo_limit_of(const struct match *t, int side, int n)
{
	int earliest = n;
	for (int i = t->valid - 1; i >= 0; i--) {
		const struct entry *e = &t->entry[t->valids[i]];
		if (t->valids[i] >= n || e->kind == ENTRY_UNDO) continue;
		if (e->side != side || e->barrier || e->kind == ENTRY_OVERRIDE || e->kind == ENTRY_RESEED) break;
		earliest = t->valids[i];
	}
	return earliest;
}

bool match_undo(struct match *t, int side, int to, bool solitary, struct refusal *r)
{
	struct play quiet = {t->m, NULL, NULL};
	if (to < 0 || to >= t->n || t->entry[to].undone || t->entry[to].kind == ENTRY_UNDO)
		return refuse(r, "", "there is no such order to take back");
	if (!solitary && to < match_undo_limit(t, side))
		return refuse(r, "",
			"orders cannot be taken back beyond a roll, a revelation or the other side's turn");
	int valid = valid_before(t, to);
	go_back(t, valid);
	t->events.n = t->entry[to].events_at;
	while (t->valid > valid) t->entry[t->valids[--t->valid]].undone = 1;
	t->turn = play_next(&quiet, t->g, &t->legal);
	entry_add(t, (struct entry){.kind = ENTRY_UNDO,
					 .side = (uint8_t)side,
					 .order = {.unit = NO_UNIT, .a = to},
					 .events_at = t->events.n,
					 .hash = play_hash(t->m, t->g)});
	return true;
}

bool match_reseed(struct match *t, const uint8_t seed[32])
{
	struct entry e = {.kind = ENTRY_RESEED, .order = {.unit = NO_UNIT}, .reason = need(malloc(65))};
	seed_write(seed, e.reason);
	return record(t, e, NULL, NULL);
}

void match_fork_on(struct match *f, const struct match *t, int from, int to)
{
	for (int i = from; i < to && i < t->n; i++) {
		struct entry e = t->entry[i];
		if (e.undone || e.kind == ENTRY_UNDO) continue;
		struct feed feed = {.kind = FEED_DICTATED, .face = e.face, .faces = e.faces};
		if (e.reason) e.reason = need(strdup(e.reason));
		if (e.faces) {
			e.face = need(malloc(sizeof *e.face * (size_t)e.faces));
			memcpy(e.face, t->entry[i].face, sizeof *e.face * (size_t)e.faces);
		}
		bool fine = record(f, e, e.faces ? &feed : NULL, NULL);
		assert(fine);
		(void)fine;
	}
}

struct match *match_fork(const struct match *t, int n, const uint8_t seed[32])
{
	struct match *f = match_new(t->m, t->seed);
	match_fork_on(f, t, 0, n);
	match_reseed(f, seed);
	return f;
}
