/* Words: orders as a player would say them, events as a sentence each. */
#include <stdio.h>

#include "engine/grammar.h"
#include "rules/all_are_brothers/all_are_brothers.h"

static const char *who(const struct muster *m, int piece)
{
	return piece >= 0 && piece < m->pieces ? m->piece[piece].name : "A unit of a stack";
}
static const char *hex(const struct muster *m, int place)
{
	return place >= 0 && place < m->map->count ? m->map->number[place] : "off the map";
}
static const char *name_at(const struct muster *m, int place)
{
	return place >= 0 && place < m->map->count ? m->map->name[place] : NULL;
}
static const char *posture(int n) { return n ? "Defensive" : "Aggressive"; }

/* --- orders --------------------------------------------------------------------------------------------- */

/* %u the unit, %p place a, %q place b, %n number a, %P posture a, %c card a, %w place in the stack b, %o
   order of losses, %r what is rallied, %h hexes, %x so many hexes, %l so many Loss Points. */
struct phrase {
	const char *pattern;
	const char *rule;
	uint8_t role;
};

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
	[V_COLUMN] = {"%u at the head of a column", "11.2.2a", ROLE_PICK},
	[V_WITH] = {"%u goes with them", "11.1b", ROLE_PICK},
	[V_STEP] = {"%u to %p%w", "11.2e", ROLE_MOVE},
	[V_STOP] = {"Halt here", "11.2a", ROLE_STOP},
	[V_CHARGE] = {"%u charges %p", "11.11a", ROLE_ASSAULT},
	[V_ASSAULT] = {"%u will assault %p", "11.10a", ROLE_ASSAULT},
	[V_ENTER] = {"%u enters at %p%w", "11.5.1a", ROLE_MOVE},
	[V_REORDER] = {"%u to place %k of the stack", "4.3b", ROLE_OTHER},
	[V_RESOLVE] = {"Assault %p, led from %q", "12.1b", ROLE_ASSAULT},
	[V_CALL_OFF] = {"%u does not assault after all", "12.0b", ROLE_STOP},
	[V_WITHDRAW] = {"%u withdraws %x", "12.2.1a", ROLE_MOVE},
	[V_ABANDON] = {"Abandon the position", "12.2.2a", ROLE_CHOICE},
	[V_STAND] = {"Stand", "12.1c", ROLE_DONE},
	[V_REROLL] = {"Roll again", "6.2.2a", ROLE_CHOICE},
	[V_LOSE] = {"%l as retreats%o", "12.4.1a", ROLE_CHOICE},
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
			case 'k': text_addf(t, "%d", o->a + 1); break;
			case 'x': say_count(t, o->a, "hex", "hexes"); break;
			case 'l': say_count(t, o->a, "Loss Point", "Loss Points"); break;
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
	case Q_MOVE:
	case Q_MOVE_CHIT: return "No more moves";
	case Q_ASSAULT: return "No more assaults";
	case Q_ROUSE: return "Nobody";
	case Q_ALONG: return "Nobody else goes";
	case Q_ADVANCE:
	case Q_ADVANCE_CHIT: return "No further";
	case Q_RALLY: return "No more rallies";
	default: return "That is all";
	}
}

static void points_write(int halves, struct text *t)
{
	if (halves > 1 || !halves) text_addf(t, "%d", halves / 2);
	if (halves % 2) text_add(t, "½");
}

/* What a step costs, and what is left then: " (1 MP, 3 left)". */
static void cost_write(const struct play *p, const struct state *d, const struct order *o, struct text *t)
{
	const struct aab_book *b = aab_book(p);
	int from = d->counter[o->unit].at,
		dir = is_hex(from) && is_hex(o->a) ? aab_board_direction(b, from, o->a) : NO_SIDE;
	bool road = false;
	int cost = dir == NO_SIDE ? PROHIBITED : aab_step_cost(b, d, o->unit, from, dir, &road);
	if (cost == PROHIBITED) return;
	text_add(t, " ("), points_write(cost, t), text_add(t, " MP, ");
	points_write(at_least(0, aab_allowance(b, d, o->unit, road) - d->counter[o->unit].spent - cost), t),
		text_add(t, " left)");
}

void aab_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	const struct phrase *f = &phrases[o->verb];
	struct text t = {0};
	*s = (struct saying){.rule = f->rule,
		.piece = o->unit,
		.target = NO_UNIT,
		.place = PLACE_NONE,
		.role = f->role};
	if (p->m->rules->verb[o->verb].a == ARG_PLACE) s->place = o->a;
	if (s->place >= 0 && (f->role == ROLE_FIRE || f->role == ROLE_ASSAULT))
		s->target = (int16_t)(aab_see(g)->top[s->place] - 1);
	if (s->target >= 0 && aab_fogged(p, aab_see(g), side, s->target)) s->target = NO_UNIT;
	phrase_write(p->m, o->verb == V_DONE ? done_word(g->question[side]) : f->pattern, o, &t);
	if (o->verb == V_STEP) cost_write(p, aab_see(g), o, &t);
	snprintf(s->text, sizeof s->text, "%s", text_str(&t));
	text_free(&t);
}

/* --- events --------------------------------------------------------------------------------------------- */

static void tell_fired(const struct muster *m, const struct event *e, struct text *t)
{
	static const char *const kinds[] = {[SHOT_STEP] =
											"@ fire[s|] at > with # {strength point|strength points}.",
		[SHOT_DEFENCE] = "@ give[s|] Defensive Fire at > with # {strength point|strength points}.",
		[SHOT_CHIT] = "@ give[s|] Opportunity Fire at > with # {strength point|strength points}."};
	tell_sentence(m, e, kinds[e->m], "off the map", t);
}

static void tell_result(const struct event *e, struct text *t)
{
	static const char *const fire[] = {"no effect", "a Morale Test (M)",
		"a Morale Test with 1 added to the die (M+1)", "a Morale Test with 2 added to the die (M+2)",
		"a Morale Test with 3 added to the die (M+3)", "a Casualty Hit (CH)",
		"a Casualty Hit and a Morale Test (CH+M)", "two Casualty Hits (2CH)"};
	static const char *const assault[] = {"A3: the attacker takes three Loss Points",
		"A2: the attacker takes two Loss Points, one at least as a Morale Hit",
		"A2: the attacker takes two Loss Points", "A1: the attacker takes a Loss Point",
		"A1(D1): the attacker takes a Loss Point, and so does the defender unless the attacker retreats",
		"a Tough Fight (TF)",
		"D1(A1): the defender takes a Loss Point, and so does the attacker unless the defender retreats",
		"D1: the defender takes a Loss Point", "D2: the defender takes two Loss Points",
		"D2: the defender takes two Loss Points, one at least as a Morale Hit",
		"D3: the defender takes three Loss Points"};
	text_addf(t, "The result is %s.", e->note ? assault[e->n % 11] : fire[e->n & 7]);
}

/* 9.1, 10.1, 12.4.2: a die against a Morale Rating, and what follows from it. */
static void tell_test(const struct muster *m, const struct event *e, struct text *t)
{
	const char *what = e->kind == E_MORALE     ? "Morale Test"
	                 : e->kind == E_BREAK_TEST ? "Break Test"
	                                           : "Tough Fight",
			   *follows;
	int over = e->n - e->m;
	if (e->kind == E_MORALE) follows = over < 0 ? "no effect" : over < 4 ? "a Morale Hit" : "two Morale Hits";
	else if (e->kind == E_BREAK_TEST)
		follows = over > 0 ? "Broken" : over < -2 ? "no effect" : "back one hex";
	else follows = over < 0 ? "passed: a Morale Hit for the enemy" : "failed: a Morale Hit for one's own";
	if (e->who >= 0) tell_sentence(m, e, "@", "", t);
	else text_add(t, who(m, e->who));
	text_addf(t, ", %s: %d against a Morale Rating of %d: %s.", what, e->n, e->m, follows);
}

static void tell_loss(const struct muster *m, const struct event *e, struct text *t)
{
	tell_sentence(m, e, "! [takes|take] # {Loss Point|Loss Points}: ", "", t);
	if (e->m) say_count(t, e->m, "hex of retreat", "hexes of retreat");
	if (e->m && e->n > e->m) text_add(t, " and ");
	if (e->n > e->m) say_count(t, e->n - e->m, "Morale Hit each", "Morale Hits each");
	text_char(t, '.');
}

static void tell_chit(const struct muster *m, const struct event *e, struct text *t)
{
	static const char *const pools[] = {"Austrian", "French", "Sardinian"};
	if (e->who >= 0) text_add(t, "It is the Activation chit of "), text_addf(t, "%s.", who(m, e->who));
	else
		text_addf(t, "It is %s %s Event chit, which its owner keeps in hand.", e->n % 3 ? "a" : "an",
			pools[e->n % 3]);
}

static void tell_victory(const struct muster *m, const struct event *e, struct text *t)
{
	if (e->side < 0) text_add(t, "The battle is drawn.");
	else
		text_addf(t, "%s %s victory.",
			e->n > 1                                                          ? "A decisive"
			: strchr("AEIO", *side_named(m->battle, e->side, SIDE_ADJECTIVE)) ? "An"
																			  : "A",
			side_named(m->battle, e->side, SIDE_ADJECTIVE));
	lead_tell(m, e->m, t);
	text_add(t, " Points are counted from what would be a drawn game.");
}

void aab_tell(const struct muster *m, const struct event *e, struct text *t)
{
	static const char *const steps[] = {[IN_FIRE] = "Fire Combat Step",
		[IN_MOVEMENT] = "Movement Step",
		[IN_ASSAULT] = "Assault Combat Step",
		[IN_RALLY] = "Rally Step"};
	switch (e->kind) {
	case E_TURN: text_addf(t, "Turn %d, %02d:%02d.", e->n, e->m / 60 % 24, e->m % 60); return;
	case E_STEP: text_addf(t, "%s of %s.", steps[e->n & 3], who(m, e->who)); return;
	case E_CHIT: tell_chit(m, e, t); return;
	case E_EVENT_CHIT: text_addf(t, "The chit is %s.", aab_card_title(e->n)); return;
	case E_POSTURE: text_addf(t, "%s takes the %s posture.", who(m, e->who), posture(e->n)); return;
	case E_PLOTTED: text_addf(t, "%s: the %s posture is plotted.", who(m, e->who), posture(e->n)); return;
	case E_FIRED: tell_fired(m, e, t); return;
	case E_RESULT: tell_result(e, t); return;
	case E_MORALE:
	case E_BREAK_TEST:
	case E_TOUGH_FIGHT: tell_test(m, e, t); return;
	case E_LOSS: tell_loss(m, e, t); return;
	case E_VICTORY: tell_victory(m, e, t); return;
	case E_ABANDONED:
		tell_sentence(m, e,
			e->who >= 0 ? "@ withdraw[s|] from < before combat." : "The position at < is abandoned.",
			"off the map", t);
		return;
	}
	const char *said = event_sentence(m, e);
	if (e->who < 0 && strchr(said, '@'))
		text_addf(t, "A unit of a stack: %s.", m->rules->event[e->kind - EVENT_SYSTEM].name);
	else tell_sentence(m, e, said, "off the map", t);
}
