/* Games by mail (docs/by-mail.md): what the correspondence of web/offline/mail.ts needs of the program. Moves
   of the other side are tried on a copy before anything is carried out, so a mail is taken whole or not at
   all. Hashes, secrets and sealing are libsodium's. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "offline/offline.h"

#define LINE_MOST 300

/* --- secrets -------------------------------------------------------------------------------------------- */

void EXPORT(mail_random)(uint8_t *out, size_t n) { randombytes_buf(out, n); }

void EXPORT(mail_hash)(const uint8_t *in, size_t n, uint8_t *out)
{
	static const unsigned char purpose[] = "fratelli by mail";
	crypto_generichash(out, 32, in, n, purpose, sizeof purpose - 1);
}

/* 32 bytes that everybody may know, then 32 that nobody else may. */
void EXPORT(mail_keys)(uint8_t *pair) { crypto_box_keypair(pair, pair + crypto_box_PUBLICKEYBYTES); }

int EXPORT(mail_seal_room)(void) { return crypto_box_NONCEBYTES + crypto_box_MACBYTES; }

void EXPORT(mail_seal)(const uint8_t *in, size_t n, const uint8_t *theirs, const uint8_t *own, uint8_t *out)
{
	randombytes_buf(out, crypto_box_NONCEBYTES);
	if (crypto_box_easy(out + crypto_box_NONCEBYTES, in, n, out, theirs, own)) abort();
}

/* 0: it was not sealed by them for us, or it was changed since. */
int EXPORT(mail_unseal)(const uint8_t *in, size_t n, const uint8_t *theirs, const uint8_t *own, uint8_t *out)
{
	if (n < crypto_box_NONCEBYTES + crypto_box_MACBYTES) return 0;
	return crypto_box_open_easy(out, in + crypto_box_NONCEBYTES, n - crypto_box_NONCEBYTES, in, theirs,
			   own) == 0;
}

/* --- steps: lines "seed HEX", "order SIDE WORDS", "standing SIDE WHICH CHOICE", "hash HEX" -------------- */

struct step_line {
	char kind[10], rest[LINE_MOST];
	int side, which, choice;
	struct order order;
	uint8_t seed[32];
	uint64_t hash;
};

static bool step_read(const struct muster *m, const char *line, struct step_line *s, char *why, size_t room)
{
	int used = 0;
	*s = (struct step_line){0};
	if (sscanf(line, "%9s %n", s->kind, &used) != 1 || !used)
		return snprintf(why, room, "a move has no words"), false;
	const char *rest = line + used;
	if (strcmp(s->kind, "seed") == 0)
		return seed_read(rest, s->seed) || (snprintf(why, room, "that is no seed"), false);
	if (strcmp(s->kind, "hash") == 0) return sscanf(rest, "%" SCNx64, &s->hash) == 1;
	if (sscanf(rest, "%d %n", &s->side, &used) != 1 || s->side < 0 || s->side >= SIDES)
		return snprintf(why, room, "a move has no side"), false;
	rest += used;
	if (strcmp(s->kind, "order") == 0) return order_read(m, rest, &s->order, why, room);
	if (strcmp(s->kind, "standing") == 0 && sscanf(rest, "%d %d", &s->which, &s->choice) == 2 &&
		s->which >= 0 && s->which < m->rules->standings)
		return true;
	return snprintf(why, room, "that is no move: %.80s", line), false;
}

/* One step on a state that is not the game's own: as match.c does it, without the log. */
static bool step_try(const struct muster *m, struct game *g, struct orders *legal, const struct step_line *s,
	char *why, size_t room)
{
	struct play p = {m, NULL, NULL};
	struct refusal r = {0};
	uint32_t rolls = g->dice.rolls;
	if (strcmp(s->kind, "hash") == 0)
		return play_hash(m, g) == s->hash ||
		       (snprintf(why, room, "it comes to another position than theirs"), false);
	if (strcmp(s->kind, "seed") == 0) dice_seed(g, s->seed), g->dice.rolls = rolls;
	else if (strcmp(s->kind, "standing") == 0) g->standing[s->side][s->which] = (uint8_t)s->choice;
	else if (!play_check(&p, g, s->side, &s->order, &r) || !play_order(&p, g, s->side, &s->order, &r))
		return snprintf(why, room, "%s", r.text), false;
	play_next(&p, g, legal);
	return true;
}

static bool step_do(struct sitting *s, const struct step_line *l)
{
	uint8_t waiting = s->match->g->waiting;
	int events = s->match->events.n;
	bool fine = strcmp(l->kind, "hash") == 0;
	if (fine) return true;
	if (strcmp(l->kind, "seed") == 0) fine = match_reseed(s->match, l->seed);
	else if (strcmp(l->kind, "standing") == 0)
		fine = match_standing(s->match, l->side, l->which, l->choice, NULL);
	else fine = match_order(s->match, l->side, &l->order, NULL);
	if (fine) sitting_noted(s, waiting, events);
	return fine;
}

/* Each line to `step`; false with `why` at the first that fails. */
struct walk {
	struct sitting *s;
	struct game *g;
	struct orders *legal;
	char *why;
	size_t room;
};

static bool steps_walk(struct walk *w, const char *lines)
{
	const struct muster *m = w->s->match->m;
	for (const char *at = lines; *at;) {
		char line[LINE_MOST];
		struct step_line s;
		size_t n = strcspn(at, "\n");
		snprintf(line, sizeof line, "%.*s", (int)n, at);
		at += n + (at[n] == '\n');
		if (n >= sizeof line) return snprintf(w->why, w->room, "a move is too long"), false;
		if (!step_read(m, line, &s, w->why, w->room)) return false;
		if (w->g ? !step_try(m, w->g, w->legal, &s, w->why, w->room) : !step_do(w->s, &s)) return false;
	}
	return true;
}

static bool steps_try(struct sitting *s, const char *lines, char *why, size_t room)
{
	const struct muster *m = s->match->m;
	struct walk w = {s, game_new(m), malloc(sizeof *w.legal), why, room};
	if (!w.legal) abort();
	game_copy(m, w.g, s->match->g);
	bool fine = steps_walk(&w, lines);
	free(w.g), free(w.legal);
	return fine;
}

/* --- carrying steps out --------------------------------------------------------------------------------- */

static struct table *table_of; /* set by mail_open */
void mail_open(struct table *t) { table_of = t; }

static struct sitting *take(const char *game)
{
	struct sitting *s = sitting_take(table_of, game);
	if (s && sitting_load(table_of, s) && !s->stuck[0]) return s;
	if (s) sitting_drop(table_of, s);
	return NULL;
}

static void say(int id, int status, const struct text *words)
{
	page_answer(id, status, "", 0, text_str(words), words->n);
}

static void refuse_mail(int id, const char *why)
{
	struct text out = {0};
	text_add(&out, why);
	say(id, 422, &out);
	text_free(&out);
}

/* "entries turn over hash": turn -1 when nobody is asked. */
static void state_write(const struct sitting *s, struct text *out)
{
	text_addf(out, "%d %d %d %016" PRIx64 "\n", s->match->n, s->match->turn, s->match->g->over,
		play_hash(s->match->m, s->match->g));
}

struct delivery {
	struct deed deed;
	struct sitting *s;
	int id;
	char *lines;
	bool fine;
};

static bool put_delivery(struct table *t, struct deed *d)
{
	struct delivery *v = (struct delivery *)d;
	struct walk w = {.s = v->s, .why = (char[LINE_MOST]){0}, .room = LINE_MOST};
	int from = v->s->match->n;
	deed_touch(t, v->s);
	v->fine = steps_walk(&w, v->lines);
	return v->fine && entries_put(t, v->s, from, 0, NULL);
}

static void delivery_done(struct table *t, struct deed *d, bool kept)
{
	struct delivery *v = (struct delivery *)d;
	struct text out = {0};
	if (kept) state_write(v->s, &out), say(v->id, 200, &out);
	else refuse_mail(v->id, "It could not be written down.");
	text_free(&out);
	sitting_drop(t, v->s);
	free(v->lines), free(v);
}

/* All of them or none. Answered with the state afterwards, or with 422 and why not. */
void EXPORT(mail_apply)(int id, const char *game, const char *lines)
{
	struct delivery *v = calloc(1, sizeof *v);
	char why[LINE_MOST] = "";
	if (!v) abort();
	*v = (struct delivery){.deed = {.apply = put_delivery, .done = delivery_done},
		.id = id,
		.s = take(game),
		.lines = strdup(lines)};
	if (!v->s || !steps_try(v->s, lines, why, sizeof why)) {
		refuse_mail(id, v->s ? why : "This game cannot be opened.");
		if (v->s) sitting_drop(table_of, v->s);
		free(v->lines), free(v);
		return;
	}
	v->deed.game = v->s->number;
	deed_submit(table_of, &v->deed);
}

/* Would this order throw dice? 1: it would; 0: not; -1: it is not allowed, or there is no such game. */
int EXPORT(mail_rolls)(const char *game, int side, const char *words)
{
	struct sitting *s = take(game);
	char why[LINE_MOST];
	struct step_line line = {.kind = "order", .side = side};
	int rolls = -1;
	if (!s) return -1;
	const struct muster *m = s->match->m;
	struct game *g = game_new(m);
	struct orders *legal = malloc(sizeof *legal);
	if (!legal) abort();
	game_copy(m, g, s->match->g);
	uint32_t before = g->dice.rolls;
	if (order_read(m, words, &line.order, why, sizeof why) && step_try(m, g, legal, &line, why, sizeof why))
		rolls = g->dice.rolls != before;
	free(g), free(legal);
	sitting_drop(table_of, s);
	return rolls;
}

/* The state, then a line a move that this side made from entry `from` on and did not take back, as steps.
   404: no such game. */
void EXPORT(mail_moves)(int id, const char *game, int from, int side)
{
	struct text out = {0};
	struct sitting *s = take(game);
	if (!s) {
		refuse_mail(id, "This game cannot be opened.");
		return;
	}
	state_write(s, &out);
	for (int i = 0; i < s->match->valid; i++) {
		const struct entry *e = &s->match->entry[s->match->valids[i]];
		if (s->match->valids[i] < from || e->side != side) continue;
		if (e->kind == ENTRY_STANDING) text_addf(&out, "standing %d %d %d\n", side, e->order.a, e->order.b);
		if (e->kind != ENTRY_ORDER) continue;
		text_addf(&out, "order %d ", side);
		order_write(s->match->m, &e->order, &out);
		text_char(&out, '\n');
	}
	sitting_drop(table_of, s);
	say(id, 200, &out);
	text_free(&out);
}

/* The whole game as a save file, without seats. */
void EXPORT(mail_save)(int id, const char *game)
{
	struct text out = {0};
	struct sitting *s = take(game);
	if (!s) {
		refuse_mail(id, "This game cannot be opened.");
		return;
	}
	match_save(s->match, &out);
	sitting_drop(table_of, s);
	say(id, 200, &out);
	text_free(&out);
}

/* A game that nobody has played yet, as a save file. options: "name value" lines. */
void EXPORT(mail_blank)(int id, const char *battle, const char *system, const char *scenario,
	const char *options, const char *seed)
{
	const struct rules *r = rules_find(system);
	struct text out = {0}, why = {0};
	int8_t option[OPTIONS_MOST] = {0};
	uint8_t bytes[32];
	char name[64];
	int value, used;
	for (int i = 0; r && i < r->options; i++) option[i] = (int8_t)r->option[i].standard;
	for (; r && sscanf(options, "%63s %d%n", name, &value, &used) == 2; options += used)
		for (int i = 0; i < r->options; i++)
			if (strcmp(r->option[i].name, name) == 0 && value >= r->option[i].min &&
				value <= r->option[i].max)
				option[i] = (int8_t)value;
	struct mustered *m =
		r && seed_read(seed, bytes) ? muster_take(table_of, battle, system, scenario, option, &why) : NULL;
	if (m) {
		struct match *t = match_new(m->m, bytes);
		match_save(t, &out);
		match_free(t);
		muster_drop(table_of, m);
		say(id, 200, &out);
	} else {
		refuse_mail(id, "This battle is not to be had here.");
	}
	text_free(&out), text_free(&why);
}
