/* What each may know of a game's log while it goes on.

   Two things are kept quiet. When both sides are asked at once, neither learns whether the other has
   answered, nor do spectators, who might tell. Such a secret lasts from the entry with which both were asked
   until something comes of it. As long as it lasts a side counts its own entries only, and nobody takes
   anything back; spectators count none of them. And while one side alone is asked, the other's standing
   orders, of which nobody is told, are not counted for it until it has acted.

   So the numbers that a side is told are not those of the log. `sitting_entry` and `sitting_number` lead from
   one to the other. */
#include "engine/words.h"
#include "table/sitting.h"

static bool told_anything(const struct match *m, int from, int side)
{
	for (int i = from; i < m->events.n; i++)
		if (event_seen(&m->events.list[i], side)) return true;
	return false;
}

static bool rolled(const struct match *m, int from)
{
	for (int i = from; i < m->events.n; i++)
		if (m->events.list[i].kind == EVENT_ROLL) return true;
	return false;
}

/* Nothing has come of the last entry yet: nobody but who gave it was told anything, and the same questions
   are open. */
static bool secret_lasts(const struct sitting *s, int events_before)
{
	const struct match *m = s->match;
	const struct entry *e = &m->entry[m->n - 1];
	const struct game *g = m->g;
	if (e->kind != ENTRY_ORDER && e->kind != ENTRY_STANDING) return false;
	if (g->over || !g->waiting || rolled(m, events_before)) return false;
	if (told_anything(m, events_before, NOBODY) || told_anything(m, events_before, !e->side)) return false;
	for (int side = 0; side < SIDES; side++)
		if (g->waiting >> side & 1 && g->question[side] != s->quiet.question[side]) return false;
	return true;
}

static void note_secret(struct sitting *s, int events_before)
{
	const struct match *m = s->match;
	if (s->quiet.secret_from < 0 || !secret_lasts(s, events_before))
		s->quiet.secret_from = m->g->waiting == 3 ? m->n : -1;
	for (int side = 0; side < SIDES; side++) s->quiet.question[side] = m->g->question[side];
}

/* The other side's standing orders, and what it takes back of them, while this side is asked. */
static void note_quiet(struct sitting *s, uint8_t waiting_before, int events_before)
{
	const struct match *m = s->match;
	const struct entry *e = &m->entry[m->n - 1];
	for (int side = 0; side < SIDES; side++) {
		bool asked = waiting_before >> side & 1 && m->g->waiting >> side & 1;
		bool quiet =
			e->kind != ENTRY_OVERRIDE && e->kind != ENTRY_RESEED && !told_anything(m, events_before, side);
		s->quiet.hidden[side] =
			s->quiet.secret_from < 0 && e->side != side && asked && quiet ? s->quiet.hidden[side] + 1 : 0;
	}
}

void sitting_begun(struct sitting *s)
{
	s->quiet.hidden[0] = s->quiet.hidden[1] = 0;
	s->quiet.secret_from = s->match->g->waiting == 3 ? s->match->n : -1;
	for (int side = 0; side < SIDES; side++) s->quiet.question[side] = s->match->g->question[side];
	s->quiet.waiting_shown = s->match->g->waiting;
}

void sitting_noted(struct sitting *s, uint8_t waiting_before, int events_before)
{
	note_secret(s, events_before);
	note_quiet(s, waiting_before, events_before);
	if (sitting_seen(s, 0) == s->match->n) s->quiet.waiting_shown = s->match->g->waiting;
}

static bool counts_own(const struct sitting *s, unsigned held)
{
	return s->match && s->quiet.secret_from >= 0 && held && held != HELD_BOTH;
}

/* How many entries of its own a side has in the log from one entry up to another. */
static int own_entries(const struct sitting *s, unsigned held, int from, int to)
{
	int own = 0;
	for (int i = from; i < to; i++) own += s->match->entry[i].side == held - 1;
	return own;
}

int sitting_number(const struct sitting *s, unsigned held, int entry)
{
	if (!counts_own(s, held) || entry <= s->quiet.secret_from) return entry;
	return s->quiet.secret_from + own_entries(s, held, s->quiet.secret_from, entry);
}

int sitting_entry(const struct sitting *s, unsigned held, int number)
{
	if (!counts_own(s, held) || number < s->quiet.secret_from) return number;
	int entry = s->quiet.secret_from;
	for (int own = s->quiet.secret_from; entry < s->match->n; entry++)
		if (s->match->entry[entry].side == held - 1 && own++ == number) break;
	return entry;
}

int sitting_seen(const struct sitting *s, unsigned held)
{
	int n = s->match ? s->match->n : s->n;
	if (held == HELD_BOTH) return n;
	if (counts_own(s, held)) return sitting_number(s, held, n);
	if (held == 0)
		return s->match && s->quiet.secret_from >= 0 ? s->quiet.secret_from
		                                             : n - s->quiet.hidden[0] - s->quiet.hidden[1];
	return n - s->quiet.hidden[held - 1];
}

int sitting_settled(const struct sitting *s, unsigned held)
{
	return counts_own(s, held) ? s->quiet.secret_from : sitting_seen(s, held);
}

unsigned sitting_asked(const struct sitting *s, const struct game *g, unsigned held)
{
	if (held == 0) return g == s->match->g ? s->quiet.waiting_shown : g->waiting;
	return held != HELD_BOTH && (g->waiting & held) ? held : g->waiting;
}

int sitting_undo_limit(const struct sitting *s, unsigned held, int as)
{
	const struct match *m = s->match;
	int n = sitting_seen(s, held);
	if (held == HELD_BOTH) return 0;
	if (!held || s->quiet.secret_from >= 0) return n;
	int limit = match_undo_limit_of(m, as, m->n - s->quiet.hidden[as]);
	return limit < n ? limit : n;
}

/* --- in the store --------------------------------------------------------------------------------------- */

#define WINNER_AT 3 /* the bits of entries.after: see sitting.h */
#define SHOWN_AT 5
#define LESS_AT(held) (9 + 16 * (held))

int after_of(const struct match *t)
{
	return t->g->waiting | (t->g->over ? AFTER_OVER | t->g->winner << WINNER_AT : 0);
}

int after_winner(int64_t after) { return (int)(after >> WINNER_AT & 3); }

#define MOST 0xffff

int64_t sitting_after(const struct sitting *s)
{
	int64_t after = after_of(s->match) | AFTER_TELLS | (s->quiet.secret_from >= 0 ? AFTER_SECRET : 0) |
	                (int64_t)s->quiet.waiting_shown << SHOWN_AT;
	for (unsigned held = 0; held < HELD_BOTH; held++) {
		int less = s->match->n - sitting_seen(s, held);
		after |= (int64_t)(less < MOST ? less : MOST) << LESS_AT(held);
	}
	return after;
}

int after_hidden(int64_t after, unsigned held)
{
	return after & AFTER_TELLS && held < HELD_BOTH ? (int)(after >> LESS_AT(held) & MOST) : 0;
}

unsigned after_asked(int64_t after, unsigned held)
{
	unsigned waiting = (unsigned)after & HELD_BOTH;
	if (held == 0) return after & AFTER_TELLS ? (unsigned)(after >> SHOWN_AT) & HELD_BOTH : waiting;
	return held != HELD_BOTH && (waiting & held) ? held : waiting;
}
