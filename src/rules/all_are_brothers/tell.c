/* Words: orders as a player would say them, events as a sentence each. */
#include <stdio.h>

#include "rules/all_are_brothers/all_are_brothers.h"

static const char *who(const struct muster *m, int piece) { return piece >= 0 && piece < m->pieces ? m->piece[piece].name : "A unit of a stack"; }
static const char *hex(const struct muster *m, int place) { return place >= 0 && place < m->map->count ? m->map->number[place] : "off the map"; }
static const char *name_at(const struct muster *m, int place) { return place >= 0 && place < m->map->count ? m->map->name[place] : NULL; }
static const char *of(const struct muster *m, int side) { return side >= 0 ? m->battle->side[side].title : "Nobody"; }
static const char *posture(int n) { return n ? "Defensive" : "Aggressive"; }

/* --- orders ------------------------------------------------------------------------------------------------------------------------------- */

/* %u the unit, %p place a, %q place b, %n number a, %P posture a, %c card a, %w place in the stack b, %o order of losses, %r what
   is rallied, %h hexes. */
struct phrase { const char *pattern; const char *rule; uint8_t role; };

static const struct phrase phrases[VERBS] = {
	[V_DONE] = {"That is all", "5.0b", ROLE_DONE},
	[V_POSTURE] = {"%P posture", "7.1a", ROLE_CHOICE},
	[V_PLOT] = {"%u: %P", "17.3a", ROLE_CHOICE},
	[V_CHANGE] = {"Try to change the posture", "17.3b", ROLE_CHOICE},
	[V_KEEP] = {"Leave it so", "17.3b", ROLE_DONE},
	[V_ROUSE] = {"Activate the division of %u", "6.2.1a", ROLE_PICK},
	[V_FIRE] = {"%u fires at %p", "8.2a", ROLE_FIRE},
	[V_JOIN] = {"%u fires with them", "8.1.3a", ROLE_FIRE},
	[V_VOLLEY] = {"Fire", "8.2a", ROLE_DONE},
	[V_MOVE] = {"Move %u", "11.1a", ROLE_PICK},
	[V_COLUMN] = {"%u leads the column", "11.2.2a", ROLE_PICK},
	[V_WITH] = {"%u goes with them", "11.1b", ROLE_PICK},
	[V_STEP] = {"%u to %p%w", "11.2e", ROLE_MOVE},
	[V_STOP] = {"Halt here", "11.2a", ROLE_STOP},
	[V_CHARGE] = {"%u charges %p", "11.11a", ROLE_ASSAULT},
	[V_ASSAULT] = {"%u will assault %p", "11.10a", ROLE_ASSAULT},
	[V_ENTER] = {"%u enters at %p%w", "11.5.1a", ROLE_MOVE},
	[V_REORDER] = {"%u takes place %n of its stack", "4.3b", ROLE_OTHER},
	[V_RESOLVE] = {"Assault %p, led from %q", "12.1b", ROLE_ASSAULT},
	[V_CALL_OFF] = {"%u does not assault after all", "12.0b", ROLE_STOP},
	[V_WITHDRAW] = {"%u withdraws %n hexes", "12.2.1a", ROLE_MOVE},
	[V_ABANDON] = {"Abandon the position", "12.2.2a", ROLE_CHOICE},
	[V_STAND] = {"Stand", "12.1c", ROLE_DONE},
	[V_REROLL] = {"Roll again", "6.2.2a", ROLE_CHOICE},
	[V_LOSE] = {"%n Loss Points as retreats%o", "12.4.1a", ROLE_CHOICE},
	[V_RETREAT] = {"%u retreats to %p%w", "12.5a", ROLE_MOVE},
	[V_ALONG] = {"%u goes along", "10.1d", ROLE_MOVE},
	[V_TAKE] = {"%u", "8.4d", ROLE_PICK},
	[V_ADVANCE] = {"%u advances to %p", "12.6a", ROLE_MOVE},
	[V_RALLY] = {"Rally %u%r", "13.1.3a", ROLE_RALLY},
	[V_PLAY] = {"Play %c", "6.3e", ROLE_CHOICE},
	[V_PLAY_ON] = {"Play %c: %u%h", "6.3e", ROLE_CHOICE},
	[V_PASS] = {"Play nothing", "6.3e", ROLE_DONE},
};

static void place_words(const struct muster *m, int place, struct text *t)
{
	text_add(t, hex(m, place));
	if (name_at(m, place)) text_addf(t, " (%s)", name_at(m, place));
}

static void phrase_write(const struct muster *m, const char *s, const struct order *o, struct text *t)
{
	for (; *s; s++) {
		if (*s != '%') text_char(t, *s);
		else switch (*++s) {
			case 'u': text_add(t, who(m, o->unit)); break;
			case 'p': place_words(m, o->a, t); break;
			case 'q': place_words(m, o->b, t); break;
			case 'n': text_addf(t, "%d", o->a); break;
			case 'P': text_add(t, posture(o->a)); break;
			case 'c': text_add(t, aab_card_title(o->a)); break;
			case 'w':
				if (o->b) text_addf(t, ", place %d in the stack", o->b + 1);
				break;
			case 'o':
				if (o->b) text_add(t, ", before the Morale Hits");
				break;
			case 'r':
				if (o->a) text_add(t, " with ammunition");
				break;
			case 'h':
				if (o->b) text_addf(t, ", %d hex%s", o->b, o->b == 1 ? "" : "es");
				break;
		}
	}
}

static const char *done_word(int question)
{
	switch (question) {
	case Q_FIRE: return "No more fire";
	case Q_DEFEND: return "Hold fire";
	case Q_MOVE: case Q_MOVE_CHIT: return "No more moves";
	case Q_ASSAULT: return "No more assaults";
	case Q_ROUSE: return "Nobody";
	case Q_ALONG: return "Nobody else goes";
	case Q_ADVANCE: case Q_ADVANCE_CHIT: return "No further";
	case Q_RALLY: return "No more rallies";
	default: return "That is all";
	}
}

void aab_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	const struct phrase *f = &phrases[o->verb];
	struct text t = {0};
	*s = (struct saying){.rule = f->rule, .piece = o->unit, .target = NO_UNIT, .place = PLACE_NONE, .role = f->role};
	if (p->m->rules->verb[o->verb].a == ARG_PLACE) s->place = o->a;
	if (s->place >= 0 && (f->role == ROLE_FIRE || f->role == ROLE_ASSAULT)) s->target = (int16_t)(SEE(g)->top[s->place] - 1);
	if (s->target >= 0 && aab_fogged(p, SEE(g), side, s->target)) s->target = NO_UNIT;
	phrase_write(p->m, o->verb == V_DONE ? done_word(g->question[side]) : f->pattern, o, &t);
	snprintf(s->text, sizeof s->text, "%s", text_str(&t));
	text_free(&t);
}

/* --- events --------------------------------------------------------------------------------------------------------------------------------- */

/* %u who, %p where, %q to, %n the number, %m the other, %h half points, %S the side, %t the note, %P posture, %c card. */
static const char *const sentences[E_LAST - EVENT_SYSTEM] = {
#define E(id) [id - EVENT_SYSTEM]
	E(E_STORM) = "A thunderstorm breaks: no engagement and no combat this turn.",
	E(E_EVENT_CHIT) = "You drew %c.",
	E(E_PLAYED) = "The %S play %t.",
	E(E_RETURNED) = "%t comes too late and returns to its holder.",
	E(E_POSTURE) = "%u: %P posture.",
	E(E_PLOTTED) = "%u is plotted %P.",
	E(E_ACTIVATED) = "%u activates.",
	E(E_FAILED) = "%u fails to activate.",
	E(E_OUT_OF_COMMAND) = "%u is Out of Command.",
	E(E_ROUSED) = "%u is activated.",
	E(E_FIRED) = "%u fires at %q.",
	E(E_CASUALTY) = "%u takes a Casualty Hit.",
	E(E_SHAKEN) = "%u is Shaken.",
	E(E_DISRUPTED) = "%u is Disrupted.",
	E(E_WORN) = "%u is Battleworn.",
	E(E_BREAK_TEST) = "%u takes a Break Test: %n against %m.",
	E(E_STOOD) = "%u stands.",
	E(E_BROKEN) = "%u is Broken.",
	E(E_RESTORED) = "%u pulls itself together.",
	E(E_LOW_AMMO) = "%u is low on ammunition.",
	E(E_LEADER) = "%u is a Leader Casualty.",
	E(E_CHIEF_LOST) = "%u is hit and leaves the field.",
	E(E_MOVED) = "%u moves to %q.",
	E(E_REORDERED) = "%u changes its place in the stack at %p.",
	E(E_HALTED) = "%u is halted by fire.",
	E(E_BACKTRACKED) = "%u goes back to %q.",
	E(E_WOODS) = "The woods at %p disorder %u.",
	E(E_DISENGAGED) = "%u disengages.",
	E(E_ENTERED) = "%u enters at %p.",
	E(E_DELAYED) = "%u does not come yet.",
	E(E_OVERRUN) = "%u is overrun at %p.",
	E(E_DECLARED) = "%u will assault %q.",
	E(E_CHARGE) = "%u charges %q.",
	E(E_CALLED_OFF) = "%u calls its assault off.",
	E(E_ASSAULT) = "The %S assault %q from %p.",
	E(E_ABANDONED) = "The position at %p is abandoned.",
	E(E_TOUGH_FIGHT) = "Tough Fight: %u, %n against %m.",
	E(E_RETREATED) = "%u retreats to %q.",
	E(E_ADVANCED) = "%u advances to %q.",
	E(E_RALLIED) = "%u rallies.",
	E(E_RESUPPLIED) = "%u has ammunition again.",
	E(E_OVERSTACKED) = "%u is disordered in the crowd at %p.",
	E(E_CORPS_MORALE) = "Corps Morale under %u is %n.",
	E(E_DEMORALIZED) = "The formation of %u is Demoralized.",
	E(E_CONTROL) = "The %S take %t.",
	E(E_REMOVED) = "%u has nobody left to command.",
#undef E
};

static void sentence_write(const struct muster *m, const struct event *e, const char *s, struct text *t)
{
	for (; *s; s++) {
		if (*s != '%') text_char(t, *s);
		else switch (*++s) {
			case 'u': text_add(t, who(m, e->who)); break;
			case 'p': text_add(t, hex(m, e->where)); break;
			case 'q': text_add(t, hex(m, e->to)); break;
			case 'n': text_addf(t, "%d", e->n); break;
			case 'm': text_addf(t, "%d", e->m); break;
			case 'S': text_add(t, of(m, e->side)); break;
			case 't': text_add(t, e->note ? e->note : ""); break;
			case 'P': text_add(t, posture(e->n)); break;
			case 'c': text_add(t, aab_card_title(e->n)); break;
		}
	}
}

static void tell_roll(const struct muster *m, const struct event *e, struct text *t)
{
	text_addf(t, "%s roll", of(m, e->side));
	for (int i = 0; i < e->dice; i++) text_addf(t, "%s%d", i ? ", " : " ", e->face[i]);
	text_addf(t, " for %s", e->note);
	if (e->who >= 0) text_addf(t, " (%s)", who(m, e->who));
	text_char(t, '.');
}

static void tell_result(const struct event *e, struct text *t)
{
	static const char *const fire[] = {"no effect", "Morale Test", "Morale Test +1", "Morale Test +2",
		"Morale Test +3", "Casualty Hit", "Casualty Hit and Morale Test", "two Casualty Hits"};
	static const char *const assault[] = {"A3", "A2 (one as a Morale Hit)", "A2", "A1",
		"A1(D1)", "Tough Fight", "D1(A1)", "D1", "D2", "D2 (one as a Morale Hit)", "D3"};
	static const char *const columns[] = {"Cadre", "1", "2", "3", "4", "5", "6", "7", "8", "9+"};
	if (e->note) text_addf(t, "Result: %s.", assault[e->n % 11]);
	else text_addf(t, "On column %s: %s.", columns[e->m % 10], fire[e->n & 7]);
}

static void tell_victory(const struct muster *m, const struct event *e, struct text *t)
{
	if (e->side < 0) text_add(t, "The battle ends in a draw.");
	else text_addf(t, "A %svictory of the %s.", e->n > 1 ? "decisive " : "", of(m, e->side));
}

void aab_tell(const struct muster *m, const struct event *e, struct text *t)
{
	static const char *const pools[] = {"Austrian", "French", "Sardinian"};
	switch (e->kind) {
	case EVENT_ROLL: tell_roll(m, e, t); return;
	case EVENT_MODIFIER:
		if (e->who >= 0) text_addf(t, "%s, ", who(m, e->who));
		text_addf(t, "%s: %+d.", e->note ? e->note : "modifier", e->n);
		return;
	case EVENT_OVERRIDE: text_addf(t, "By agreement: %s.", e->note ? e->note : "a change"); return;
	case E_TURN: text_addf(t, "Turn %d, %02d:%02d.", e->n, e->m / 60 % 24, e->m % 60); return;
	case E_CHIT:
		if (e->who >= 0) text_addf(t, "The chit of %s is drawn.", who(m, e->who));
		else text_addf(t, "A chit of the %s pool is drawn.", pools[e->n % 3]);
		return;
	case E_RESULT: tell_result(e, t); return;
	case E_LOSS: text_addf(t, "The %s take %d Loss Point%s, %d of them by retreat.", of(m, e->side), e->n, e->n == 1 ? "" : "s", e->m); return;
	case E_VICTORY: tell_victory(m, e, t); return;
	}
	if (e->kind >= EVENT_SYSTEM && e->kind < E_LAST && sentences[e->kind - EVENT_SYSTEM]) sentence_write(m, e, sentences[e->kind - EVENT_SYSTEM], t);
}
