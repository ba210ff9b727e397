/* The games in use: found by id, brought back from their log, and forgotten again when there are too many in
   memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/aside.h"
#include "table/sitting.h"

#define BUCKETS 1024

struct games {
	pthread_mutex_t lock;
	struct sitting *bucket[BUCKETS];
	int sittings;
	atomic_int loaded;
};

struct games *games_new(void)
{
	struct games *g = calloc(1, sizeof *g);
	if (!g) abort();
	pthread_mutex_init(&g->lock, NULL);
	return g;
}

static unsigned bucket_of(const char *id)
{
	unsigned h = 5381;
	while (*id) h = h * 33 + (unsigned char)*id++;
	return h % BUCKETS;
}

/* --- reading a game's row ------------------------------------------------------------------------------- */

static void copy_text(char *to, size_t room, const char *from) { snprintf(to, room, "%s", from ? from : ""); }

/* "name value" lines; what this version of the system does not know is left out. */
static void read_options(struct sitting *s, const char *lines)
{
	const struct rules *r = rules_find(s->system);
	char name[64];
	int value, used;
	for (int i = 0; r && i < r->options; i++) s->option[i] = (int8_t)r->option[i].standard;
	for (; r && sscanf(lines, "%63s %d%n", name, &value, &used) == 2; lines += used)
		for (int i = 0; i < r->options; i++)
			if (strcmp(r->option[i].name, name) == 0) s->option[i] = (int8_t)value;
}

static void game_row(void *to, const struct row *r)
{
	struct sitting *s = to;
	size_t n;
	s->number = row_int(r, 0);
	copy_text(s->id, sizeof s->id, row_text(r, 1));
	copy_text(s->battle, sizeof s->battle, row_text(r, 2));
	copy_text(s->system, sizeof s->system, row_text(r, 3));
	copy_text(s->scenario, sizeof s->scenario, row_text(r, 4));
	s->version = (int)row_int(r, 5);
	read_options(s, row_text(r, 6) ? row_text(r, 6) : "");
	const void *seed = row_bytes(r, 7, &n);
	if (n == sizeof s->seed) memcpy(s->seed, seed, n);
	s->parent = row_int(r, 8), s->parent_n = (int)row_int(r, 9), s->parent_side = (int)row_int(r, 10);
	s->own_dice = row_int(r, 11), s->owner = row_int(r, 12);
}

static void seat_row(void *to, const struct row *r)
{
	struct sitting *s = to;
	int64_t side = row_int(r, 0);
	size_t n;
	if (side < 0 || side >= SIDES) return;
	struct seat *seat = &s->seat[side];
	*seat = (struct seat){.kind = (enum seat_kind)row_int(r, 1), .person = row_int(r, 2)};
	const void *secret = row_bytes(r, 3, &n);
	if (n == sizeof seat->secret) memcpy(seat->secret, secret, n);
	if (seat->kind == SEAT_COMPUTER && row_text(r, 4) && level_find(row_text(r, 4)) > 0)
		seat->level = (enum mind_level)level_find(row_text(r, 4));
	copy_text(seat->who, sizeof seat->who, row_text(r, 5));
	copy_text(seat->hook, sizeof seat->hook, row_text(r, 6));
	seat->invited = (int)row_int(r, 7);
	seat->resigned = row_int(r, 8) != 0;
}

void sitting_reload_seats(struct table *t, struct sitting *s)
{
	store_get(t->store, Q_SEATS, seat_row, s, "i", s->number);
}

void seats_newest(struct table *t, struct sitting *s)
{
	if (store_many(t->store) && !s->dirty) sitting_reload_seats(t, s);
}

static struct sitting *sitting_new(void)
{
	struct sitting *s = calloc(1, sizeof *s);
	if (!s) abort();
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->clean, NULL);
	s->version_shown = 1;
	return s;
}

static void sitting_free(struct table *t, struct sitting *s)
{
	heads_free(t, s);
	sitting_unload(t, s);
	pthread_cond_destroy(&s->clean), pthread_mutex_destroy(&s->lock);
	free(s);
}

static struct sitting *sitting_read(struct table *t, const char *id)
{
	struct sitting *s = sitting_new();
	if (strlen(id) < ID_MOST && store_get(t->store, Q_GAME, game_row, s, "t", id) && s->number) {
		sitting_reload_seats(t, s);
		return s;
	}
	sitting_free(t, s);
	return NULL;
}

/* --- taking and dropping -------------------------------------------------------------------------------- */

/* Of what nobody uses, the match used longest ago goes; and its sitting too if nobody watches. */
static void make_room(struct table *t)
{
	struct games *g = t->games;
	while (g->loaded > t->with.cache || g->sittings > 4 * t->with.cache) {
		struct sitting **oldest = NULL;
		for (int b = 0; b < BUCKETS; b++)
			for (struct sitting **at = &g->bucket[b]; *at; at = &(*at)->next)
				if ((*at)->users == 0 && ((*at)->match || !(*at)->watchers) &&
					(!oldest || (*at)->used < (*oldest)->used))
					oldest = at;
		if (!oldest) return;
		struct sitting *s = *oldest;
		if (s->match) count(COUNT_DROPPED);
		if (s->watchers) {
			heads_free(t, s);
			sitting_unload(t, s);
			continue;
		}
		*oldest = s->next;
		g->sittings--;
		sitting_free(t, s);
	}
}

static struct sitting *find(struct games *g, const char *id)
{
	for (struct sitting *s = g->bucket[bucket_of(id)]; s; s = s->next)
		if (!s->gone && strcmp(s->id, id) == 0) return s;
	return NULL;
}

struct sitting *sitting_take(struct table *t, const char *id)
{
	struct games *g = t->games;
	pthread_mutex_lock(&g->lock);
	struct sitting *s = find(g, id);
	bool fresh = !s && (s = sitting_read(t, id));
	if (fresh) {
		struct sitting **head = &g->bucket[bucket_of(id)];
		s->next = *head, *head = s;
		g->sittings++;
	}
	if (s) s->users++, s->used = now_us();
	if (fresh) make_room(t); /* only now: a sitting without a user would be the first to go */
	pthread_mutex_unlock(&g->lock);
	return s;
}

void sitting_keep(struct table *t, struct sitting *s)
{
	pthread_mutex_lock(&t->games->lock);
	s->users++;
	pthread_mutex_unlock(&t->games->lock);
}

void sitting_drop(struct table *t, struct sitting *s)
{
	pthread_mutex_lock(&t->games->lock);
	s->users--;
	if (t->games->loaded > t->with.cache) make_room(t);
	pthread_mutex_unlock(&t->games->lock);
}

void sitting_watch(struct table *t, struct sitting *s, int by)
{
	pthread_mutex_lock(&t->games->lock);
	s->watchers += by;
	pthread_mutex_unlock(&t->games->lock);
}

void games_distract(struct table *t)
{
	pthread_mutex_lock(&t->games->lock);
	for (int b = 0; b < BUCKETS; b++)
		for (struct sitting *s = t->games->bucket[b]; s; s = s->next) computer_distract(s);
	pthread_mutex_unlock(&t->games->lock);
}

/* With a reference; NULL if it is not in memory. */
static struct sitting *sitting_numbered(struct table *t, int64_t number)
{
	struct sitting *found = NULL;
	pthread_mutex_lock(&t->games->lock);
	for (int b = 0; b < BUCKETS && !found; b++)
		for (struct sitting *s = t->games->bucket[b]; s && !found; s = s->next)
			if (s->number == number && !s->gone) found = s, s->users++;
	pthread_mutex_unlock(&t->games->lock);
	return found;
}

void games_gone(struct table *t, int64_t number)
{
	struct sitting *s = sitting_numbered(t, number);
	if (!s) return;
	computer_distract(s);
	atomic_store(&s->gone, true);
	sitting_drop(t, s);
}

void games_forget(struct table *t, int64_t number, int64_t person)
{
	struct sitting *s = sitting_numbered(t, number);
	if (!s) return;
	pthread_mutex_lock(&s->lock);
	deed_touch(t, s); /* if this is not kept the seats are read again */
	for (int side = 0; side < SIDES; side++)
		if (s->seat[side].kind == SEAT_PERSON && s->seat[side].person == person)
			s->seat[side].who[0] = s->seat[side].hook[0] = 0;
	pthread_mutex_unlock(&s->lock);
	sitting_drop(t, s);
}

int games_loaded(struct table *t) { return atomic_load(&t->games->loaded); }

void games_free(struct table *t)
{
	for (int b = 0; b < BUCKETS; b++)
		for (struct sitting *s = t->games->bucket[b], *next; s; s = next) {
			next = s->next;
			sitting_free(t, s);
		}
	pthread_mutex_destroy(&t->games->lock);
	free(t->games);
}

static void keys_free(struct sitting *s)
{
	for (int i = 0; i < s->keys; i++) free(s->key[i].answer);
	free(s->key);
	s->key = NULL, s->keys = s->key_room = 0;
}

/* --- from the log --------------------------------------------------------------------------------------- */

/* Rows are copied out first: replaying takes long, and the store is read by one at a time. */
/* line and answer: where in `words`; answer 0: none */
struct log_row {
	size_t line, answer;
	int64_t n, hash;
	uint64_t key;
};
struct log_rows {
	struct text words;
	struct log_row *list;
	int n, room;
};

static void entry_row(void *to, const struct row *r)
{
	struct log_rows *l = to;
	if (l->n == l->room) {
		l->room = l->room ? 2 * l->room : 256;
		l->list = realloc(l->list, sizeof *l->list * (size_t)l->room);
		if (!l->list) abort();
	}
	struct log_row *e = &l->list[l->n++];
	*e = (struct log_row){.line = l->words.n,
		.n = row_int(r, 0),
		.hash = row_int(r, 2),
		.key = (uint64_t)row_int(r, 3)};
	text_addn(&l->words, row_text(r, 1), strlen(row_text(r, 1)) + 1);
	if (!row_text(r, 4)) return;
	e->answer = l->words.n;
	text_addn(&l->words, row_text(r, 4), strlen(row_text(r, 4)) + 1);
}

/* One entry of the log on the match; the sitting is told if the match is its own (and not that of a fork's
   parent). */
static bool replay_row(struct sitting *s, struct match *m, const struct log_rows *l, const struct log_row *e,
	struct faults *f)
{
	uint8_t waiting = m->g->waiting;
	int events = m->events.n;
	const char *line = l->words.s + e->line;
	if (e->n != m->n || !match_entries_read(m, s->id, line, strlen(line), f) || m->n != e->n + 1 ||
		(int64_t)m->entry[m->n - 1].hash != e->hash)
		return false;
	if (s->match != m) return true;
	sitting_noted(s, waiting, events);
	key_add(s, e->key, m->n - 1, m->n, e->answer ? l->words.s + e->answer : NULL);
	return true;
}

static void rows_free(struct log_rows *l)
{
	text_free(&l->words), free(l->list);
	*l = (struct log_rows){0};
}

/* The rules have changed since this entry was given. The game is not lost: it can be looked at so far, and
   forked there. */
static void get_stuck(struct sitting *s, const struct match *m, int entry, const char *why)
{
	int now = m->m->rules->version;
	char begun[100] = "These rules have changed since it was played";
	if (s->version != now)
		snprintf(begun, sizeof begun, "It was begun under version %d of these rules, and this is version %d",
			s->version, now);
	s->stuck_at = entry;
	snprintf(s->stuck, sizeof s->stuck,
		"This game cannot go on. %s: entry %d is now played differently (%.120s). It can be looked at up to there, its log to the end, and a fork of it can go on.",
		begun, entry, why);
	note("game number %lld is stuck at entry %d: %s", (long long)s->number, entry, why);
}

static void depth_row(void *to, const struct row *r) { *(int *)to = (int)row_int(r, 0); }

int fork_depth(struct table *t, const struct sitting *s)
{
	int depth = 0;
	if (s->parent) store_get(t->store, Q_FORK_DEPTH, depth_row, &depth, "i", s->number);
	return depth;
}

/* --- loading, a slice at a time: a game of 50,000 entries must not keep a worker from everybody else
   -----------------------------------

   A fork of what one side knew begins with the state of its parent before an entry, so that is replayed
   first; the parent may be a fork itself. */

struct loading {
	struct sitting *line[FORK_DEPTH + 1]; /* the game itself, its parent, the parent's … */
	int at_line;                          /* which of them is being replayed; it has `match` and `rows` */
	struct log_rows rows;
	struct match *match;
	int at;
};

static void line_free(struct table *t, struct loading *l)
{
	for (; l->at_line > 0; l->at_line--) sitting_free(t, l->line[l->at_line]);
}

static void loading_free(struct table *t, struct sitting *s)
{
	if (!s->loading) return;
	line_free(t, s->loading);
	rows_free(&s->loading->rows);
	free(s->loading);
	s->loading = NULL;
}

static bool orphaned(struct sitting *s)
{
	return snprintf(s->damaged, sizeof s->damaged, "the game it was forked from cannot be replayed"), false;
}

/* Whoever it came from, up to the first that is no fork. */
static bool read_line(struct table *t, struct sitting *s, struct loading *l)
{
	l->line[0] = s;
	while (l->line[l->at_line]->parent) {
		int64_t parent = l->line[l->at_line]->parent;
		if (l->at_line == FORK_DEPTH) return orphaned(s);
		struct sitting *up = l->line[++l->at_line] = sitting_new();
		if (!store_get(t->store, Q_GAME_NUMBERED, game_row, up, "i", parent) || !up->number)
			return orphaned(s);
	}
	return true;
}

/* Begins with the entries of the one whose turn it is, as far as they are needed. */
static bool read_rows(struct table *t, struct sitting *s)
{
	struct loading *l = s->loading;
	int64_t to = l->at_line ? l->line[l->at_line - 1]->parent_n : s->stuck[0] ? s->stuck_at : INT32_MAX;
	rows_free(&l->rows);
	l->at = 0;
	if (!l->at_line) s->match = l->match, sitting_begun(s), s->match = NULL;
	if (store_get(t->store, Q_ENTRIES, entry_row, &l->rows, "ii", l->line[l->at_line]->number, to))
		return true;
	snprintf(s->damaged, sizeof s->damaged, "the store cannot be read");
	return false;
}

static bool load_begin(struct table *t, struct sitting *s)
{
	struct text why = {0};
	if (!s->mustered) s->mustered = muster_take(t, s->battle, s->system, s->scenario, s->option, &why);
	if (!s->mustered) snprintf(s->damaged, sizeof s->damaged, "%.190s", text_str(&why));
	text_free(&why);
	if (!s->mustered) return false;
	struct loading *l = s->loading = calloc(1, sizeof *l);
	if (!l) abort();
	if (!read_line(t, s, l)) return false;
	l->match = match_new(s->mustered->m, l->line[l->at_line]->seed);
	return read_rows(t, s);
}

/* The rules have changed since: from the start again, up to the entry before which it got stuck. */
static bool load_stuck(struct table *t, struct sitting *s)
{
	keys_free(s);
	match_free(s->loading->match);
	loading_free(t, s);
	return load_begin(t, s);
}

/* The one that was replayed has come to where the next was forked: what that side could know goes on, with
   dice of its own. */
static bool load_child(struct table *t, struct sitting *s)
{
	struct loading *l = s->loading;
	struct sitting *child = l->line[l->at_line - 1];
	struct match *own = match_new(s->mustered->m, child->seed);
	struct play p = {own->m, NULL, NULL};
	struct rng rng = {0};
	memcpy(&rng.s, child->seed, sizeof rng.s);
	game_copy(own->m, own->g, l->match->g);
	if (child->parent_side >= 0) play_imagine(&p, own->g, child->parent_side, &rng);
	dice_seed(own->g, child->seed);
	sink_clear(&own->events);
	own->turn = play_next(&p, own->g, &own->legal);
	game_copy(own->m, own->snapshot[0].g, own->g);
	match_free(l->match);
	sitting_free(t, l->line[l->at_line--]);
	l->match = own;
	return read_rows(t, s);
}

/* What is left when a row of the log was not carried out. */
static bool load_fails(struct table *t, struct sitting *s, const struct faults *f)
{
	struct loading *l = s->loading;
	if (l->at_line) return orphaned(s);
	if (s->stuck[0])
		return snprintf(s->damaged, sizeof s->damaged, "it comes to another state each time it is replayed"),
		       false;
	get_stuck(s, l->match, l->at - 1, f->n ? f->list[0].what : "it comes to another state");
	return load_stuck(t, s);
}

/* Goes on with the rows until they are done or it is time; the sitting has its match only while we are here,
   or when all is done. */
static enum load load_on(struct table *t, struct sitting *s, uint64_t until)
{
	struct loading *l = s->loading;
	struct faults faults = {0};
	struct sitting *whose = l->line[l->at_line];
	bool fine = true;
	count(COUNT_SLICES);
	if (whose == s) s->match = l->match;
	int most = l->at + LOAD_SLICE_ENTRIES;
	while (fine && l->at < l->rows.n && l->at < most && (l->at % 8 || now_us() < until)) {
		fine = replay_row(whose, l->match, &l->rows, &l->rows.list[l->at], &faults);
		l->at++;
	}
	bool all = fine && l->at == l->rows.n, done = all && whose == s;
	if (!done) s->match = NULL;
	if (all && !done) fine = load_child(t, s);
	if (!all && !fine) fine = load_fails(t, s, &faults);
	faults_free(&faults);
	return done ? LOAD_DONE : fine ? LOAD_MORE : LOAD_FAILED;
}

static void load_end(struct table *t, struct sitting *s)
{
	s->n = s->match->n, s->asked = s->match->g->waiting;
	s->version_shown++;
	for (unsigned held = 0; held < 4; held++) s->shown[held] = sitting_seen(s, held);
	count(COUNT_LOADED);
	s->counted = true;
	atomic_fetch_add(&t->games->loaded, 1);
	computer_wake(t, s);
}

/* Entries that another table, or node, has written since: they go on where the match stands, if its last
   entry is the log's too. What cannot go on is brought back when it is asked for. */
static void catch_up(struct table *t, struct sitting *s)
{
	struct log_rows rows = {0};
	struct faults faults = {0};
	int from = s->match->n > 0 ? s->match->n - 1 : 0, known = s->match->n - from;
	bool fine = store_get(t->store, Q_ENTRIES_SINCE, entry_row, &rows, "ii", s->number, (int64_t)from) &&
	            rows.n >= known;
	if (fine && known)
		fine = rows.list[0].n == from && rows.list[0].hash == (int64_t)s->match->entry[from].hash;
	for (int i = known; fine && i < rows.n; i++)
		fine = replay_row(s, s->match, &rows, &rows.list[i], &faults), count(COUNT_FOLLOWED);
	if (fine) s->n = s->match->n, s->version_shown++;
	else sitting_unload(t, s);
	faults_free(&faults);
	rows_free(&rows);
}

enum load sitting_load_some(struct table *t, struct sitting *s, uint64_t us)
{
	sitting_newest(t, s);
	if (s->match) return LOAD_DONE;
	s->damaged[0] = 0;
	if (aside_why(t->aside, s->number, s->damaged, sizeof s->damaged)) return LOAD_FAILED;
	if (!s->loading) s->stuck[0] = 0;
	enum load how =
		s->loading || load_begin(t, s) ? load_on(t, s, us ? now_us() + us : UINT64_MAX) : LOAD_FAILED;
	if (how == LOAD_FAILED) sitting_unload(t, s);
	if (how != LOAD_DONE) return how;
	loading_free(t, s);
	load_end(t, s);
	if (s->behind) s->behind = false, catch_up(t, s);
	return s->match ? LOAD_DONE : LOAD_MORE;
}

bool sitting_load(struct table *t, struct sitting *s)
{
	enum load how;
	while ((how = sitting_load_some(t, s, 0)) == LOAD_MORE) continue; /* a second time, if it got stuck */
	return how == LOAD_DONE;
}

static void number_row(void *to, const struct row *r) { *(int64_t *)to = row_int(r, 0); }

void sitting_follow(struct table *t, struct sitting *s)
{
	int64_t number = 0;
	int before = s->match ? s->match->n : -1;
	s->behind = s->dirty || s->loading, s->lag = 0; /* its rows may have been read before */
	if (s->dirty) return;
	if (!store_get(t->store, Q_GAME, number_row, &number, "t", s->id)) return;
	if (!number) atomic_store(&s->gone, true);
	sitting_reload_seats(t, s);
	if (s->match && !s->stuck[0]) catch_up(t, s);
	if (!s->match) return;
	s->asked = s->match->g->waiting;
	/* who has added to the log has the duty */
	if (s->match->n != before) atomic_store(&s->duty, false), computer_distract(s);
	live_moved(t, s);
	computer_wake(t, s);
}

void sitting_newest(struct table *t, struct sitting *s)
{
	if (s->behind && !s->dirty && !s->loading) sitting_follow(t, s);
}

/* Somebody watches a game that is not in memory: it is brought back, so that they can be told how far it
   is. */
struct bringing {
	struct job job;
	struct sitting *s;
};

static void bring_back(struct table *t, struct job *j)
{
	struct bringing *b = (struct bringing *)j;
	if (sitting_wait(t, b->s)) {
		live_moved(t, b->s);
		pthread_mutex_unlock(&b->s->lock);
	}
	sitting_drop(t, b->s);
	free(b);
}

int games_on_duty(struct table *t, int64_t *list, int most)
{
	int n = 0;
	pthread_mutex_lock(&t->games->lock);
	for (int b = 0; b < BUCKETS; b++)
		for (struct sitting *s = t->games->bucket[b]; s && n < most; s = s->next)
			if (atomic_load(&s->duty)) list[n++] = s->number;
	pthread_mutex_unlock(&t->games->lock);
	return n;
}

static void id_row(void *to, const struct row *r) { copy_text(to, ID_MOST, row_text(r, 1)); }

static void take_duty(struct table *t, struct job *j)
{
	struct bringing *b = (struct bringing *)j;
	atomic_store(&b->s->duty, true);
	if (sitting_wait(t, b->s)) {
		if (!computer_asked(b->s)) atomic_store(&b->s->duty, false);
		computer_wake(t, b->s);
		pthread_mutex_unlock(&b->s->lock);
	}
	sitting_drop(t, b->s);
	free(b);
}

void games_take_duty(struct table *t, int64_t number)
{
	char id[ID_MOST] = "";
	store_get(t->store, Q_GAME_NUMBERED, id_row, id, "i", number);
	struct sitting *s = id[0] ? sitting_take(t, id) : NULL;
	struct bringing *b = calloc(1, sizeof *b);
	if (!b) abort();
	*b = (struct bringing){.job = {.run = take_duty}, .s = s};
	if (s && job_submit(t->workers, &b->job)) return;
	if (s) sitting_drop(t, s); /* when the time is over it is offered again */
	free(b);
}

/* A game that nobody here looks at is followed when somebody does. If it has moved on far meanwhile, it is
   brought back from its log then. */
#define LAG_MOST 64

static void follow_one(struct table *t, struct sitting *s)
{
	pthread_mutex_lock(&s->lock);
	bool watched = atomic_load(&s->watchers), busy = s->dirty || s->loading;
	if (watched || busy) sitting_follow(t, s);
	else s->behind = true, s->lag++;
	if (s->lag > LAG_MOST && s->match) sitting_unload(t, s);
	bool absent = !s->match && !s->dirty && atomic_load(&s->watchers) && !s->gone;
	pthread_mutex_unlock(&s->lock);
	if (!absent) return;
	struct bringing *b = calloc(1, sizeof *b);
	if (!b) abort();
	*b = (struct bringing){.job = {.run = bring_back}, .s = s};
	sitting_keep(t, s);
	if (!job_submit(t->workers, &b->job)) sitting_drop(t, s), free(b);
}

void games_follow(struct table *t, int64_t number)
{
	struct sitting *one = number ? sitting_numbered(t, number) : NULL, **all = NULL;
	int n = 0;
	if (one) follow_one(t, one), sitting_drop(t, one);
	if (number) return;
	pthread_mutex_lock(&t->games->lock);
	all = calloc((size_t)t->games->sittings + 1, sizeof *all);
	if (!all) abort();
	for (int b = 0; b < BUCKETS; b++)
		for (struct sitting *s = t->games->bucket[b]; s; s = s->next) s->users++, all[n++] = s;
	pthread_mutex_unlock(&t->games->lock);
	for (int i = 0; i < n; i++) follow_one(t, all[i]), sitting_drop(t, all[i]);
	free(all);
}

void games_catch_up(struct table *t)
{
	for (int b = 0; b < BUCKETS; b++)
		for (struct sitting *s = t->games->bucket[b]; s; s = s->next) {
			sitting_reload_seats(t, s);
			if (s->match) catch_up(t, s);
		}
}

void sitting_unload(struct table *t, struct sitting *s)
{
	for (int i = 0; i < VIEWERS; i++) {
		page_drop(s->view[i].page);
		s->view[i].page = NULL, s->view[i].version = 0;
	}
	keys_free(s);
	match_free(s->match ? s->match : s->loading ? s->loading->match : NULL);
	s->match = NULL;
	loading_free(t, s);
	if (s->counted) atomic_fetch_sub(&t->games->loaded, 1);
	s->counted = false;
	if (s->mustered) muster_drop(t, s->mustered);
	s->mustered = NULL;
}
