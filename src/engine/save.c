/* Save files: lines of words that a person can read and a program replays. Described in
   docs/save-files.md. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/match.h"

#define SAVE_FORMAT 1
#define SAVE_MOST (64u << 20)
#define LINE_MOST 1024

/* --- writing -------------------------------------------------------------------------------------------- */

void match_entry_write(const struct match *t, int i, struct text *out)
{
	const struct muster *m = t->m;
	const struct entry *e = &t->entry[i];
	const char *side = m->battle->side[e->side].id;
	for (int k = 0; k < e->faces; k++) text_addf(out, k ? " %d" : "dice %d", e->face[k]);
	if (e->faces) text_char(out, '\n');
	switch (e->kind) {
	case ENTRY_ORDER:
		text_addf(out, "order %s ", side);
		order_write(m, &e->order, out);
		break;
	case ENTRY_UNDO: text_addf(out, "undo %s %d", side, e->order.a); break;
	case ENTRY_STANDING: {
		const struct standing *s = &m->rules->standing[e->order.a];
		text_addf(out, "standing %s %s %d", side, s->name, e->order.b);
		break;
	}
	case ENTRY_OVERRIDE:
		text_addf(out, "override %s %s %d %d %s", side, m->rules->field[e->order.a].name, e->order.unit,
			e->order.b, e->reason);
		break;
	case ENTRY_RESEED: text_addf(out, "reseed %s %s", side, e->reason); break;
	}
	text_char(out, '\n');
}

void match_save(const struct match *t, struct text *out)
{
	char seed[65];
	const struct muster *m = t->m;
	seed_write(t->seed, seed);
	text_addf(out, "fratelli %d\nsystem %s %d\nbattle %s %s\ndata %016llx\n", SAVE_FORMAT, m->rules->id,
		m->rules->version, m->battle->id, m->scenario->id, (unsigned long long)m->hash);
	for (int i = 0; i < m->rules->options; i++)
		text_addf(out, "option %s %d\n", m->rules->option[i].name, m->option[i]);
	text_addf(out, "seed %s\n", seed);
	for (int i = 0; i < t->n; i++) {
		match_entry_write(t, i, out);
		if (i % MATCH_HASH_EVERY == MATCH_HASH_EVERY - 1 || i == t->n - 1)
			text_addf(out, "hash %d %016llx\n", i + 1, (unsigned long long)t->entry[i].hash);
	}
	text_addf(out, "end %d\n", t->n);
}

/* --- reading -------------------------------------------------------------------------------------------- */

struct reader {
	const char *name, *at, *end;
	int line;
	char text[LINE_MOST]; /* the line in hand */
	char *rest;           /* what of it is not read yet */
	struct faults *f;
};

static bool wrong(struct reader *r, const char *at, const char *expected)
{
	fault_add(r->f, (struct mark){r->name, r->line, (int)(at - r->text) + 1}, "%s, not '%.60s'", expected,
		at);
	return false;
}

/* The next line that is not blank; false at the end or if the line is too long. */
static bool next_line(struct reader *r)
{
	while (r->at < r->end) {
		const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
		size_t n = (size_t)((stop ? stop : r->end) - r->at);
		const char *start = r->at;
		r->at = stop ? stop + 1 : r->end;
		r->line++;
		if (n && start[n - 1] == '\r') n--;
		if (n >= LINE_MOST || memchr(start, 0, n)) {
			fault_add(r->f, (struct mark){r->name, r->line, 1},
				"a line of at most %d characters was expected", LINE_MOST - 1);
			return false;
		}
		memcpy(r->text, start, n);
		r->text[n] = 0;
		r->rest = r->text;
		if (n) return true;
	}
	return false;
}

/* The next word of the line, "" if there is none. */
static char *word(struct reader *r)
{
	while (*r->rest == ' ') r->rest++;
	char *w = r->rest;
	while (*r->rest && *r->rest != ' ') r->rest++;
	if (*r->rest) *r->rest++ = 0;
	return w;
}

static bool number(struct reader *r, long min, long max, int32_t *out)
{
	char *w = word(r), *end, what[80];
	long n = strtol(w, &end, 10);
	if (end != w && !*end && n >= min && n <= max) return *out = (int32_t)n, true;
	snprintf(what, sizeof what, "a number from %ld to %ld was expected", min, max);
	return wrong(r, w, what);
}

static bool hex64(struct reader *r, uint64_t *out)
{
	char *w = word(r), *end;
	*out = strtoull(w, &end, 16);
	return (strlen(w) == 16 && !*end && isxdigit((unsigned char)*w)) ||
	       wrong(r, w, "sixteen hexadecimal digits were expected");
}

static bool expect(struct reader *r, const char *what)
{
	char room[80];
	snprintf(room, sizeof room, "a line '%s …' was expected", what);
	if (!next_line(r))
		return fault_add(r->f, (struct mark){r->name, r->line + 1, 1}, "%s, not the end of the file", room),
		       false;
	char *w = word(r);
	return strcmp(w, what) == 0 || wrong(r, w, room);
}

/* A word that may be part of a path: no slashes, no dots. */
static bool plain_name(const char *w)
{
	for (const char *c = w; *c; c++)
		if (!isalnum((unsigned char)*c) && *c != '_' && *c != '-') return false;
	return *w != 0;
}

static bool read_system(struct reader *r, struct save_head *h)
{
	int32_t version;
	if (!expect(r, "fratelli") || !number(r, SAVE_FORMAT, SAVE_FORMAT, &version) || !expect(r, "system"))
		return false;
	char *id = word(r);
	h->rules = rules_find(id);
	if (!h->rules) return wrong(r, id, "a rule system was expected");
	return number(r, h->rules->version, h->rules->version, &version);
}

static bool read_battle(struct reader *r, struct save_head *h)
{
	if (!expect(r, "battle")) return false;
	char *battle = word(r), *scenario = word(r);
	if (!plain_name(battle) || strlen(battle) >= sizeof h->battle)
		return wrong(r, battle, "a battle was expected");
	if (!plain_name(scenario) || strlen(scenario) >= sizeof h->scenario)
		return wrong(r, scenario, "a scenario was expected");
	strcpy(h->battle, battle), strcpy(h->scenario, scenario);
	return expect(r, "data") && hex64(r, &h->data);
}

static bool read_options(struct reader *r, struct save_head *h)
{
	for (int i = 0; i < h->rules->options; i++) {
		const struct option *o = &h->rules->option[i];
		int32_t value;
		if (!expect(r, "option")) return false;
		char *name = word(r);
		if (strcmp(name, o->name)) return wrong(r, name, "the options in their order were expected");
		if (!number(r, o->min, o->max, &value)) return false;
		h->option[i] = (int8_t)value;
	}
	if (!expect(r, "seed")) return false;
	char *seed = word(r);
	return seed_read(seed, h->seed) || wrong(r, seed, "a seed of 64 hexadecimal digits was expected");
}

static bool read_side(struct reader *r, const struct match *t, int *side)
{
	char *w = word(r);
	for (*side = 0; *side < SIDES; ++*side)
		if (strcmp(w, t->m->battle->side[*side].id) == 0) return true;
	return wrong(r, w, "a side was expected");
}

#define DICE_MOST 256
struct reading {
	struct reader *r;
	struct match *t;
	int face[DICE_MOST], faces;
};

static bool refused(struct reader *r, const char *at, const struct refusal *why)
{
	char what[320];
	snprintf(what, sizeof what, "entry refused (%s%s%s)", why->rule ? why->rule : "",
		why->rule && *why->rule ? ": " : "", why->text);
	return wrong(r, at, what);
}

static bool read_order(struct reading *x, int side)
{
	struct order o;
	struct refusal why = {0};
	struct throw wanted;
	char error[160], *words = x->r->rest;
	if (!order_read(x->t->m, words, &o, error, sizeof error)) return wrong(x->r, words, error);
	bool fine = x->faces ? match_order_dictated(x->t, side, &o, x->face, x->faces, &wanted, &why)
	                     : match_order(x->t, side, &o, &why);
	x->faces = 0;
	return fine || refused(x->r, words, &why);
}

static bool read_undo(struct reading *x, int side)
{
	struct refusal why = {0};
	int32_t to;
	char *at = x->r->rest;
	return number(x->r, 0, x->t->n, &to) &&
	       (match_undo(x->t, side, to, true, &why) || refused(x->r, at, &why));
}

static bool read_standing(struct reading *x, int side)
{
	const struct rules *rules = x->t->m->rules;
	struct refusal why = {0};
	char *name = word(x->r);
	int32_t choice;
	for (int i = 0; i < rules->standings; i++)
		if (strcmp(rules->standing[i].name, name) == 0)
			return number(x->r, 0, 255, &choice) &&
			       (match_standing(x->t, side, i, choice, &why) || refused(x->r, name, &why));
	return wrong(x->r, name, "a standing order was expected");
}

static bool read_override(struct reading *x, int side)
{
	struct refusal why = {0};
	char *name = word(x->r);
	const struct field *field = field_find(x->t->m->rules, name);
	int32_t index, value;
	if (!field) return wrong(x->r, name, "a field of the rule system was expected");
	if (!number(x->r, 0, HEX_MOST, &index) || !number(x->r, INT32_MIN, INT32_MAX, &value)) return false;
	return match_override(x->t, side, field, index, value, x->r->rest, &why) || refused(x->r, name, &why);
}

static bool read_reseed(struct reading *x, int side)
{
	(void)side;
	uint8_t seed[32];
	char *w = word(x->r);
	return (seed_read(w, seed) && match_reseed(x->t, seed)) ||
	       wrong(x->r, w, "a seed of 64 hexadecimal digits was expected");
}

static bool read_dice(struct reading *x)
{
	x->faces = 0;
	while (*x->r->rest) {
		if (x->faces == DICE_MOST) return wrong(x->r, x->r->rest, "fewer dice were expected");
		if (!number(x->r, 1, 65535, &x->face[x->faces])) return false;
		x->faces++;
	}
	return true;
}

static bool read_hash(struct reading *x, uint64_t data)
{
	int32_t n;
	uint64_t hash;
	char *at = x->r->rest, what[160];
	if (!number(x->r, x->t->n, x->t->n, &n) || !hex64(x->r, &hash)) return false;
	if (hash == play_hash(x->t->m, x->t->g)) return true;
	snprintf(what, sizeof what, "after %d entries the replay has come to another state than the game did%s",
		n, data != x->t->m->hash ? " (the battle's or the rule system's data have changed since)" : "");
	return wrong(x->r, at, what);
}

static const struct {
	const char *name;
	bool (*read)(struct reading *, int side);
} kinds[] = {
	{"order", read_order},
	{"undo", read_undo},
	{"standing", read_standing},
	{"override", read_override},
	{"reseed", read_reseed},
};

/* One line of the log. *done at `end`. */
static bool read_entry(struct reading *x, uint64_t data, bool *done)
{
	int side;
	int32_t n;
	char *w = word(x->r);
	if (strcmp(w, "dice") == 0) return read_dice(x);
	if (strcmp(w, "hash") == 0) return read_hash(x, data);
	if (strcmp(w, "end") == 0) return *done = true, number(x->r, x->t->n, x->t->n, &n);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(w, kinds[i].name) == 0) return read_side(x->r, x->t, &side) && kinds[i].read(x, side);
	return wrong(x->r, w, "order, undo, standing, override, reseed, dice, hash or end was expected");
}

static bool read_log(struct reader *r, struct match *t, uint64_t data, int to)
{
	struct reading *x = malloc(sizeof *x);
	bool done = false, fine = true;
	if (!x) abort();
	x->r = r, x->t = t, x->faces = 0;
	while (fine && !done && (to < 0 || t->n < to) && next_line(r)) fine = read_entry(x, data, &done);
	if (fine && !done && (to < 0 || t->n < to)) {
		fault_add(r->f, (struct mark){r->name, r->line + 1, 1},
			"a line 'end …' was expected, not the end of the file");
		fine = false;
	}
	free(x);
	return fine;
}

bool match_entries_read(struct match *t, const char *name, const char *bytes, size_t n, struct faults *f)
{
	struct reader r = {.name = name, .at = bytes, .end = bytes + n, .f = f};
	struct reading x = {.r = &r, .t = t};
	bool done = false, fine = true;
	while (fine && !done && next_line(&r)) fine = read_entry(&x, t->m->hash, &done);
	return fine && f->n == 0;
}

struct match *match_load_on(muster_finder *find, void *own, const char *name, const char *bytes, size_t n,
	int to, struct faults *f)
{
	struct save_head h = {0};
	struct reader r = {.name = name, .at = bytes, .end = bytes + n, .f = f};
	if (!read_system(&r, &h) || !read_battle(&r, &h) || !read_options(&r, &h)) return NULL;
	const struct muster *m = find(own, &h, f);
	struct match *t = m ? match_new(m, h.seed) : NULL;
	if (t && read_log(&r, t, h.data, to)) return t;
	match_free(t); /* nothing half-loaded */
	return NULL;
}

struct finding {
	const char *data_dir, *name;
	struct loaded *out;
};

static const struct muster *load_and_muster(void *own, const struct save_head *h, struct faults *f)
{
	struct finding *x = own;
	struct loaded *l = x->out;
	const char *tests = arena_printf(l->arena, "%s/../tests/battles", x->data_dir);
	const char *dir = battle_folder(l->arena, x->data_dir, tests, h->battle);
	if (!dir) return fault_add(f, (struct mark){x->name, 0, 0}, "there is no battle '%s'", h->battle), NULL;
	l->battle = battle_load(l->arena, dir, f);
	if (l->battle)
		l->muster = muster_make(l->arena, h->rules, x->data_dir, l->battle, h->scenario, h->option, f);
	return l->muster;
}

bool match_load_text(const char *data_dir, const char *name, const char *bytes, size_t n, int to,
	struct loaded *out, struct faults *f)
{
	struct finding x = {data_dir, name, out};
	*out = (struct loaded){.arena = arena_new()};
	out->match =
		match_load_on(load_and_muster, &x, arena_copy(out->arena, name, strlen(name)), bytes, n, to, f);
	if (out->match) return true;
	loaded_free(out);
	return false;
}

bool match_load(const char *data_dir, const char *path, int to, struct loaded *out, struct faults *f)
{
	struct text bytes = {0};
	if (!text_read_file(&bytes, path, SAVE_MOST)) {
		*out = (struct loaded){0};
		fault_add(f, (struct mark){path, 0, 0}, "cannot be read");
		text_free(&bytes);
		return false;
	}
	bool fine = match_load_text(data_dir, path, text_str(&bytes), bytes.n, to, out, f);
	text_free(&bytes);
	return fine;
}

void loaded_free(struct loaded *l)
{
	match_free(l->match);
	if (l->arena) arena_free(l->arena);
	*l = (struct loaded){0};
}
