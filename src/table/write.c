/* The service's part of boards, views and logs: who sits where, what is on the disk, and what each may know
   of it. The JSON itself is written in src/wire. Locks held. */
#include <sodium.h>
#include <stdlib.h>

#include "table/sitting.h"
#include "table/told.h"

/* --- the board ------------------------------------------------------------------------------------------ */

void you_at(const struct battle *b, unsigned held, int side, struct json *j)
{
	if (held >> side & 1) json_str(j, NULL, b->side[side].id);
}

static const char *seat_name(const struct seat *seat)
{
	return seat->kind == SEAT_COMPUTER ? computer_title(seat->level)
	     : seat->kind == SEAT_OPEN     ? NULL
	     : seat->who[0]                ? seat->who
	                                   : "Guest";
}

static const char *const seat_kinds[] =
	{[SEAT_OPEN] = "open", [SEAT_PERSON] = "person", [SEAT_COMPUTER] = "computer", NULL};

#define SEAT_FIELDS(F, IF) \
	F(who, TEXT_OR_NULL(seat_name(seat))) \
	F(kind, WORD("SeatKind", seat_kinds[seat->kind])) \
	IF(seat->resigned, resigned, TRUTH(true))

static void seat_json(const struct seat *seat, const char *side, struct json *j)
{
	write_object(j, side, WRITE_FIELDS(SEAT_FIELDS));
}

/* For who sits here, and for who made the game. One that was made before invitations could be told again is
   left out. */
static void invites(const struct sitting *s, struct json *j)
{
	for (int side = 0; side < SIDES; side++) {
		char secret[SECRET_LETTERS + 1];
		uint8_t hash[32];
		if (s->seat[side].kind != SEAT_OPEN) continue;
		invitation(s->seed, s->id, side, s->seat[side].invited, secret);
		secret_hash(secret, hash);
		if (sodium_memcmp(hash, s->seat[side].secret, sizeof hash) == 0)
			json_str(j, s->match->m->battle->side[side].id, secret);
	}
}

#define STUCK(F, IF) \
	F(n, NUMBER(s->stuck_at)) \
	F(text, TEXT(s->stuck))

static void stuck_fields(const struct sitting *s, struct json *j) { WRITE_FIELDS(STUCK) }

#define BOARD(F, IF) \
	F(id, TEXT(s->id)) \
	F(you, LIST("Side", EACH(SIDES, you_at(b, held, i, j)))) \
	F(seats, OBJECT("Record<Side, Seat>", EACH(SIDES, seat_json(&s->seat[i], b->side[i].id, j)))) \
	IF(invited, invites, OBJECT("Record<Side, string>", invites(s, j))) \
	F(dice, WORD("'sealed' | 'ours'", s->own_dice ? "ours" : "sealed")) \
	F(commitment, PART("string", wire_commitment(s->seed, j))) \
	IF(true, guide, PART("Guide", guide_json(t, s, j))) \
	IF(s->stuck[0], stuck, OBJECT("Stuck", stuck_fields(s, j)))

void board_write(struct table *t, const struct sitting *s, unsigned held, int64_t person, struct json *j)
{
	const struct battle *b = s->match->m->battle;
	bool invited = (held || person == s->owner) && !s->match->g->over;
	write_object(j, NULL, wire_board(s->match->m, j); WRITE_FIELDS(BOARD));
}

/* --- the view ------------------------------------------------------------------------------------------- */

/* Where one press of "undo" leads: before the first order of the last request that may be taken back. */
static int undo_step(const struct sitting *s, int n, int limit)
{
	for (int i = n - 1; i >= limit; i--) {
		const struct entry *e = &s->match->entry[i];
		const struct key_mark *k = key_of(s, i);
		if (e->undone || e->kind == ENTRY_UNDO) continue;
		return k && k->from > limit ? k->from : k ? limit : i;
	}
	return n;
}

void view_write(const struct sitting *s, const struct game *g, int at, unsigned held, int as, const char *key,
	struct json *j)
{
	bool now = g == s->match->g;
	struct seeing l = {.as = as, .waiting = sitting_asked(s, g, held), .n = now ? sitting_seen(s, held) : at};
	int turn = seeing_turn(&l);
	if (now && s->match->turn >= 0) l.asked[s->match->turn] = &s->match->legal;
	l.mine = now && !s->stuck[0] && turn >= 0 && (held >> turn & 1) && turn == as;
	l.settled = now ? sitting_settled(s, held) : at;
	l.undo = now ? sitting_undo_limit(s, held, as) : l.n;
	l.undo_step = undo_step(s, l.n, l.undo);
	wire_view(s->match->m, g, &l, key, j);
}

/* --- the log -------------------------------------------------------------------------------------------- */

int log_end(const struct sitting *s, int as, bool everything)
{
	return everything || as < 0 ? sitting_seen(s, everything ? HELD_BOTH : 0) : sitting_seen(s, 1u << as);
}

void log_write(const struct sitting *s, int from, int to, int as, bool everything, struct json *j)
{
	unsigned held = everything || as < 0 ? HELD_BOTH : 1u << as;
	if (from <= 0) wire_before(s->match, &(struct entry_look){.as = as}, j);
	for (int n = from < 0 ? 0 : from; n < to; n++) {
		int i = sitting_entry(s, held, n);
		const struct key_mark *k = key_of(s, i);
		const struct entry_look l = {.as = as,
			.all = everything,
			.n = sitting_number(s, held, i),
			.first = k && k->to - k->from > 1 ? sitting_number(s, held, k->from) : -1};
		wire_entry(s->match, i, &l, j);
	}
}

const struct wire_type table_board_types[] = {
	ONE_OF("SeatKind", NULL, seat_kinds),
	TYPE("Seat", NULL, SEAT_FIELDS),
	TYPE("Stuck",
		"A game that the present rules play differently since an entry: it can be looked at, and not go on.",
		STUCK),
	ADDS("Board", "Setting", NULL, BOARD),
	{0},
};
