/* Events, outcomes and orders in words. Sentences are the rule system's; the engine's own events are put into
   words here. */
#include "engine/words.h"

#include <ctype.h>

#include "engine/grammar.h"
#include "engine/optional.h"

bool event_seen(const struct event *e, int side)
{
	return side == NOBODY ? e->audience == AUDIENCE_ALL : (e->audience >> side & 1) != 0;
}

/* --- a roll --------------------------------------------------------------------------------------------- */

static const struct roll_words usual_words = {"success", "successes", "it succeeds", "it fails", false};

static const char *word(const char *own, const char *usual) { return own ? own : usual; }

static bool thrown_at_mark(const struct event *e)
{
	return e->thrown == THROW_AT_LEAST || e->thrown == THROW_AT_MOST;
}

/* "4 or more needed on a d6" for one die, "each 5 or more is a hit on 3d6" for several */
static void needed_tell(const struct event *e, const struct roll_words *w, struct text *t)
{
	const char *way = e->thrown == THROW_AT_LEAST ? "more" : "less";
	bool single = e->m == (e->thrown == THROW_AT_LEAST ? e->sides : 1);
	if (e->dice == 1 && single) text_addf(t, "%d needed on a d%d", e->m, e->sides);
	else if (e->dice == 1) text_addf(t, "%d or %s needed on a d%d", e->m, way, e->sides);
	else if (w->all && single) text_addf(t, "%d needed on each of %dd%d", e->m, e->dice, e->sides);
	else if (w->all) text_addf(t, "%d or %s needed on each of %dd%d", e->m, way, e->dice, e->sides);
	else if (single)
		text_addf(t, "each %d is a %s on %dd%d", e->m, word(w->one, usual_words.one), e->dice, e->sides);
	else
		text_addf(t, "each %d or %s is a %s on %dd%d", e->m, way, word(w->one, usual_words.one), e->dice,
			e->sides);
	text_add(t, ", rolls ");
}

static void faces_tell(const struct event *e, struct text *t)
{
	bool sum = e->thrown == THROW_SUM && e->dice > 1;
	for (int i = 0; i < e->dice && i < FACES_MOST; i++)
		text_addf(t, "%s%d", !i ? "" : sum ? " + " : " ", e->face[i]);
	if (sum) text_addf(t, " = %d", e->n);
}

static void came_of_it(const struct event *e, const struct roll_words *w, struct text *t)
{
	text_add(t, ": ");
	if (e->dice > 1 && !w->all)
		say_count(t, e->n, word(w->one, usual_words.one), word(w->many, usual_words.many));
	else if (e->n == e->dice) text_add(t, word(w->good, usual_words.good));
	else text_add(t, word(w->bad, usual_words.bad));
}

/* "Stahl, inertia: 4 or more needed on a d6, rolls 5: it succeeds." "Adler, the assault: on the 3:2 column
   rolls 3 + 5 = 8." A pick is told as it stands. */
static void roll_tell(const struct muster *m, const struct event *e, struct text *t)
{
	const struct roll_words *w = e->words ? e->words : &usual_words;
	size_t from = t->n;
	if (e->dice) {
		text_add(t, e->who >= 0 ? m->piece[e->who].name : side_named(m->battle, e->side, SIDE_PLURAL));
		text_addf(t, ", %s: ", e->note ? e->note : "a roll");
		if (e->column) text_addf(t, "on %s ", e->column);
		if (thrown_at_mark(e)) needed_tell(e, w, t);
		else text_add(t, "rolls ");
		faces_tell(e, t);
		if (thrown_at_mark(e)) came_of_it(e, w, t);
		else if (!e->column)
			text_addf(t, " on %s%d", e->dice > 1 ? "" : "a d", e->dice > 1 ? e->dice : e->sides);
		if (!thrown_at_mark(e) && !e->column && e->dice > 1) text_addf(t, "d%d", e->sides);
	} else text_add(t, e->note ? e->note : "something is drawn");
	text_char(t, '.');
	if (t->n > from) t->s[from] = (char)toupper((unsigned char)t->s[from]);
}

/* "+1", "×1/2", "×2" */
void modifier_tell(const struct event *e, struct text *t)
{
	int n = e->n, m = e->m;
	while (m && n % 2 == 0 && m % 2 == 0) n /= 2, m /= 2;
	text_addf(t, m ? "×%d" : "%+d", n);
	if (m > 1) text_addf(t, "/%d", m);
}

void event_tell(const struct muster *m, const struct event *e, struct text *t)
{
	switch (e->kind) {
	case EVENT_ROLL: roll_tell(m, e, t); break;
	case EVENT_MODIFIER: /* a note that adds nothing is said without its nought */
		if (e->n || e->m) modifier_tell(e, t), text_char(t, ' ');
		text_add(t, e->note ? e->note : "");
		break;
	case EVENT_OVERRIDE: text_addf(t, "By agreement: %s", e->note ? e->note : "a change"); break;
	default:
		if (e->kind >= EVENT_SYSTEM) play_tell(m, e, t);
	}
}

void outcome_tell(const struct muster *m, const struct outcome *o, struct text *t)
{
	if (o->effects == 0) text_add(t, "nothing comes of it");
	for (int i = 0; i < o->effects; i++) {
		if (i) text_char(t, ' ');
		event_tell(m, &o->effect[i], t);
	}
}

void order_say(const struct muster *m, const struct game *g, int side, const struct order *o,
	struct saying *s)
{
	struct play p = {m, NULL, NULL};
	*s = (struct saying){.piece = NO_UNIT, .target = NO_UNIT, .place = PLACE_NONE};
	play_say(&p, g, side, o, s);
	if (o->unit >= 0 && o->unit < m->pieces) verb_agree(m->piece[o->unit].name, s->text);
}

const char *event_name(const struct muster *m, int kind)
{
	static const char *const own[] = {[EVENT_NONE] = "none",
		[EVENT_ROLL] = "roll",
		[EVENT_MODIFIER] = "modifier",
		[EVENT_OVERRIDE] = "override"};
	return kind >= EVENT_SYSTEM   ? m->rules->event[kind - EVENT_SYSTEM].name
	     : kind <= EVENT_OVERRIDE ? own[kind]
	                              : "?";
}
