/* What players take away: forks, save files, and the proof that the dice were fixed before the game began. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/handlers.h"
#include "table/told.h"

/* {"against": LEVEL}: the other side is led by the computer. Who holds both sides leads the one they look
   as. */
static bool fork_against(struct request *q, struct founding *f)
{
	const char *level = body_text(q, "against", 20);
	int mine = q->held == HELD_BOTH ? (q->as == 1) : (int)q->held - 1;
	if (!json_object_get(q->json, "against")) return true;
	if (!level || level_find(level) < 0 || mine < 0) return false;
	f->seat[!mine] = (struct seat){.kind = SEAT_COMPUTER, .level = (enum mind_level)level_find(level)};
	return true;
}

#define FORK_SLICE 128 /* entries, before whoever else wants the game has it */

/* The log up to an entry, with dice of its own from there. The game's lock is held, and given up in between;
   NULL, and not held, if the game has changed meanwhile. */
static struct match *fork_log(struct table *t, struct sitting *s, const struct muster *m, int to)
{
	struct match *f = match_new(m, s->seed);
	uint8_t seed[32];
	int n = s->match->n;
	for (int from = 0; from < to; from += FORK_SLICE) {
		match_fork_on(f, s->match, from, from + FORK_SLICE < to ? from + FORK_SLICE : to);
		bool there = sitting_pause(t, s);
		if (there && s->match->n == n) continue;
		if (there) pthread_mutex_unlock(&s->lock);
		match_free(f);
		return NULL;
	}
	seed_random(seed);
	match_reseed(f, seed);
	return f;
}

/* A game whose log its owner may have (alone, or over) is copied with it. Of any other only what the side may
   know goes on. */
enum handled handle_fork(struct request *q)
{
	struct sitting *s = q->game;
	struct text why = {0};
	int64_t at;
	if (!body_int(q, "at", 0, INT32_MAX, &at))
		return answer_error(q, 400, "at: the entry to fork before was expected.");
	if (fork_depth(q->t, s) >= FORK_DEPTH)
		return answer_error(q, 422,
			"This game is a fork of a fork, %d deep: no more can be made of it. Fork the game it came from.",
			FORK_DEPTH);
	if (!may_found(q)) return ANSWERED;
	struct founding *f = founding_new(q);
	for (int side = 0; side < SIDES; side++)
		f->seat[side] = (struct seat){.kind = SEAT_PERSON, .person = q->who.id};
	if (!fork_against(q, f)) return answer_error(q, 400, "against: a level of the computer was expected.");
	if (!sitting_wait(q->t, s)) return answer_error(q, 500, "This game cannot be replayed.");
	bool there = at <= sitting_seen(s, q->held),
		 whole = (sitting_alone(s, q->who.id) || s->match->g->over) && !s->parent;
	f->mustered = there ? muster_take(q->t, s->battle, s->system, s->scenario, s->option, &why) : NULL;
	text_free(&why);
	if (f->mustered && whole) {
		struct match *log = fork_log(q->t, s, f->mustered->m, (int)at);
		if (!log) return answer_error(q, 409, "The game has moved on meanwhile; try again.");
		pthread_mutex_unlock(&s->lock);
		return found_with_log(q, log);
	}
	if (f->mustered) { /* while both are asked at once it begins before that: who is still asked in it would
	                      tell who has answered */
		int settled = sitting_settled(s, q->held);
		f->parent = s->number, f->parent_n = at < settled ? (int)at : settled,
		f->parent_side = sitting_alone(s, q->who.id) ? NOBODY : q->as;
	}
	pthread_mutex_unlock(&s->lock);
	return f->mustered ? found_game(q) : answer_error(q, 404, "The game has not come so far.");
}

/* After the end of the log, for the table that takes the game on: who sat where, if a computer did. "me" is
   who saves it. */
static void seats_write(const struct sitting *s, int64_t me, struct text *out)
{
	if (s->seat[0].kind != SEAT_COMPUTER && s->seat[1].kind != SEAT_COMPUTER) return;
	for (int side = 0; side < SIDES; side++) {
		const struct seat *seat = &s->seat[side];
		text_addf(out, "seat %s ", s->match->m->battle->side[side].id);
		if (seat->kind == SEAT_COMPUTER) text_addf(out, "computer:%s\n", mind_names[seat->level]);
		else text_addf(out, "%s\n", seat->kind == SEAT_PERSON && seat->person == me ? "me" : "friend");
	}
}

enum handled handle_save(struct request *q)
{
	enum handled h;
	if (!sitting_enter(q, &h)) return h;
	const struct sitting *s = q->game;
	if (!sitting_own(s, q->who.id) && !s->match->g->over && sitting_resigned(s) == NOBODY) {
		answer_error(q, 403,
			"A save file holds the seed of the dice: it can be had when the game is over, or if nobody else plays.");
	} else if (s->parent) {
		answer_error(q, 403, "A fork of a game that went on has no save file.");
	} else {
		match_save(s->match, &q->out);
		seats_write(s, q->who.id, &q->out);
		q->status = 200, q->type = "text/plain; charset=utf-8";
	}
	sitting_leave(q);
	return ANSWERED;
}

static const char *hex_of(const uint8_t seed[32], char hex[65])
{
	seed_write(seed, hex);
	return hex;
}

/* The seed is told when nothing is thrown any more. */
#define PROOF(F, IF) \
	F(commitment, PART("string", wire_commitment(s->seed, j))) \
	IF(over, seed, TEXT(hex_of(s->seed, hex)))

static void proof_fields(const struct sitting *s, struct json *j)
{
	char hex[65];
	bool over = s->match->g->over || sitting_resigned(s) != NOBODY;
	WRITE_FIELDS(PROOF)
}

const struct wire_type table_proof_types[] = {TYPE("Proof", NULL, PROOF), {0}};

enum handled handle_proof(struct request *q)
{
	enum handled h;
	if (!sitting_enter(q, &h)) return h;
	struct json j = answer_begin(q);
	proof_fields(q->game, &j);
	sitting_leave(q);
	return answer_end(q, &j);
}
