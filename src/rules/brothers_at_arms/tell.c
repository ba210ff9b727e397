/* Words: orders as a player would say them, events as a sentence each. */
#include <stdio.h>

#include "rules/brothers_at_arms/brothers_at_arms.h"

static const char *who(const struct muster *m, int piece) { return piece >= 0 && piece < m->pieces ? m->piece[piece].name : "somebody"; }

static const char *hex(const struct muster *m, int place) { return place >= 0 && place < m->map->count ? m->map->number[place] : "off the board"; }

static const char *name_at(const struct muster *m, int place) { return place >= 0 && place < m->map->count ? m->map->name[place] : NULL; }

static const char *of(const struct muster *m, int side) { return side >= 0 ? m->battle->side[side].title : "Nobody"; }

static const char *side_word(const struct muster *m, int dir)
{
	static const char *const pointy[] = {"north-eastern", "eastern", "south-eastern", "south-western", "western", "north-western"};
	static const char *const flat[] = {"northern", "north-eastern", "south-eastern", "southern", "south-western", "north-western"};
	return dir >= 0 && dir < 6 ? (m->map->grid.flat ? flat : pointy)[dir] : "";
}

/* --- orders --------------------------------------------------------------------------------------------------------------- */

struct phrase { const char *pattern; const char *rule; uint8_t role; }; /* %u the unit, %a the piece a, %p the place a, %d the side b */

static const struct phrase phrases[VERBS] = {
	[V_DONE] = {"That is all", "round.1", ROLE_DONE},
	[V_LEAVE] = {"Leave %u to a control counter", "control.8", ROLE_CHOICE},
	[V_ASSIGN] = {"%a takes command of %u", "unassigned.1", ROLE_CHOICE},
	[V_MOVE] = {"Move %u", "move.1", ROLE_PICK},
	[V_STEP] = {"%u to %p", "move.1", ROLE_MOVE},
	[V_STOP] = {"%u halts here", "move.1", ROLE_STOP},
	[V_EXIT] = {"%u leaves the board", "win.8", ROLE_MOVE},
	[V_FIRE] = {"%u fires at %a", "fire.1", ROLE_FIRE},
	[V_JOIN] = {"%u joins the fire", "fire.group.1", ROLE_FIRE},
	[V_VOLLEY] = {"Fire", "fire.group.2", ROLE_DONE},
	[V_SNIPE] = {"%u fires at the commander %a", "cmdr.3", ROLE_FIRE},
	[V_BREACH] = {"%u bombards the %d side of %p", "fort.2", ROLE_FIRE},
	[V_MELEE] = {"%u fights %a", "melee.3", ROLE_ASSAULT},
	[V_FLINCH] = {"%u falls back to %p", "flinch.2", ROLE_MOVE},
	[V_ENTER] = {"%u comes on at %p", "reserve.3", ROLE_MOVE},
	[V_RIDE] = {"%u rides the train to %p", "rail.1", ROLE_MOVE},
	[V_FIGHT_ON] = {"Fight on into the night", "readdress.1", ROLE_CHOICE},
	[V_HALT] = {"Halt for the night", "readdress.1", ROLE_CHOICE},
	[V_WITHDRAW] = {"%u draws back to %p", "readdress.4", ROLE_MOVE},
	[V_REPOSITION] = {"%u shifts %a behind the lines", "readdress.5", ROLE_CHOICE},
	[V_MARCH] = {"%u sends %a round the enemy's %w", "readdress.6", ROLE_CHOICE},
	[V_PLACE] = {"%u stands at %p", "readdress.5", ROLE_MOVE},
};

static void phrase_write(const struct muster *m, const struct phrase *f, const struct order *o, struct text *t)
{
	for (const char *s = f->pattern; *s; s++) {
		if (*s != '%') text_char(t, *s);
		else switch (*++s) {
			case 'u': text_add(t, who(m, o->unit)); break;
			case 'a': text_add(t, who(m, o->a)); break;
			case 'p':
				text_add(t, hex(m, o->a));
				if (name_at(m, o->a)) text_addf(t, " (%s)", name_at(m, o->a));
				break;
			case 'd': text_add(t, side_word(m, o->b)); break;
			case 'w': text_add(t, o->b ? "rear" : "flank"); break;
		}
	}
}

static const char *done_word(int question)
{
	switch (question) {
	case Q_LEAVE: return "No more units are left to a control counter";
	case Q_ASSIGN: return "The others as proposed";
	case Q_UNITS: return "No more units move";
	case Q_COMMANDS: case Q_CONTROLS: return "No more commanders move";
	case Q_FIRE: return "No more fire";
	case Q_ENTER: return "The others wait";
	case Q_WITHDRAW: return "The others stay";
	default: return "Nothing";
	}
}

void baa_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	const struct muster *m = p->m;
	const struct phrase *f = &phrases[o->verb];
	struct text t = {0};
	enum arg a = m->rules->verb[o->verb].a;
	*s = (struct saying){.rule = f->rule, .piece = o->unit, .target = NO_UNIT, .place = PLACE_NONE, .role = f->role};
	if (a == ARG_UNIT) s->target = (int16_t)o->a, s->place = SEE(g)->counter[o->a].at;
	else if (a == ARG_PLACE) s->place = o->a;
	if (o->verb == V_DONE) text_add(&t, done_word(g->question[side]));
	else phrase_write(m, f, o, &t);
	snprintf(s->text, sizeof s->text, "%s", text_str(&t));
	text_free(&t);
}

/* --- events ----------------------------------------------------------------------------------------------------------------- */

static void tell_roll(const struct muster *m, const struct event *e, struct text *t)
{
	text_addf(t, "%s roll", of(m, e->side));
	for (int i = 0; i < e->dice; i++) text_addf(t, "%s%d", i ? ", " : " ", e->face[i]);
	text_addf(t, " for %s", e->note);
	if (e->who >= 0) text_addf(t, " (%s)", who(m, e->who));
	text_char(t, '.');
}

/* One sentence each: %u who, %v whom, %p where, %q to, %n the number, %S the side, %t the note. */
static const char *const sentences[E_LAST - EVENT_SYSTEM] = {
	[E_ROUND - EVENT_SYSTEM] = "The %S round begins.",
	[E_ORDERED - EVENT_SYSTEM] = "%u has orders.",
	[E_NIC - EVENT_SYSTEM] = "%u is not in command.",
	[E_ASSIGNED - EVENT_SYSTEM] = "%v takes command of %u.",
	[E_LEFT - EVENT_SYSTEM] = "%u is left to a control counter.",
	[E_MOVED - EVENT_SYSTEM] = "%u moves to %q.",
	[E_LOCKED - EVENT_SYSTEM] = "%u is locked in an enemy zone of control at %p.",
	[E_STACKED - EVENT_SYSTEM] = "%u shares %p with another unit and is unformed.",
	[E_CAPTURED - EVENT_SYSTEM] = "%u is captured at %p.",
	[E_EVADED - EVENT_SYSTEM] = "%u slips away to %q.",
	[E_FIRED - EVENT_SYSTEM] = "%u fires at %v.",
	[E_MELEE - EVENT_SYSTEM] = "%u fights %v hand to hand.",
	[E_SNIPED - EVENT_SYSTEM] = "%u fires at the commander %v.",
	[E_BOMBARDED - EVENT_SYSTEM] = "%u bombards the works at %q.",
	[E_DISPERSED - EVENT_SYSTEM] = "%u is dispersed.",
	[E_FLINCHED - EVENT_SYSTEM] = "%u flinches to %q.",
	[E_PINNED - EVENT_SYSTEM] = "%u is pinned.",
	[E_STOOD - EVENT_SYSTEM] = "%u stands.",
	[E_SURRENDERED - EVENT_SYSTEM] = "%u surrenders.",
	[E_LEFT_BOARD - EVENT_SYSTEM] = "%u is driven off the board.",
	[E_DISABLED - EVENT_SYSTEM] = "%u is hit and out of the battle.",
	[E_REMOVED - EVENT_SYSTEM] = "%u has nobody left to command and leaves the field.",
	[E_UNPINNED - EVENT_SYSTEM] = "%u rallies.",
	[E_CLAIMED - EVENT_SYSTEM] = "%S troops claim %t.",
	[E_FATIGUED - EVENT_SYSTEM] = "%u is worn out.",
	[E_RESTED - EVENT_SYSTEM] = "%u has rested.",
	[E_ARRIVED - EVENT_SYSTEM] = "%u comes on at %p.",
	[E_DELAYED - EVENT_SYSTEM] = "%u does not come yet.",
	[E_RODE - EVENT_SYSTEM] = "%u comes by train to %q.",
	[E_DETRAINED - EVENT_SYSTEM] = "%u leaves the train at %p.",
	[E_NIGHT - EVENT_SYSTEM] = "Night falls.",
	[E_DAWN - EVENT_SYSTEM] = "Day breaks.",
	[E_FIGHTS_ON - EVENT_SYSTEM] = "Both armies fight on in the dark.",
	[E_READDRESS - EVENT_SYSTEM] = "The firing dies down; both armies readdress their lines.",
	[E_WITHDREW - EVENT_SYSTEM] = "%u draws back to %q.",
	[E_REPOSITIONED - EVENT_SYSTEM] = "%u shifts %v behind the lines.",
	[E_MARCHED - EVENT_SYSTEM] = "%u marches off into the night.",
	[E_RETURNED - EVENT_SYSTEM] = "%u appears on the edge of the field.",
	[E_FAILED - EVENT_SYSTEM] = "%u's orders come to nothing.",
	[E_EXITED - EVENT_SYSTEM] = "%u leaves the field at %p.",
	[E_TASK - EVENT_SYSTEM] = "The %S task is done: %t",
};

static void sentence_write(const struct muster *m, const struct event *e, const char *s, struct text *t)
{
	for (; *s; s++) {
		if (*s != '%') text_char(t, *s);
		else switch (*++s) {
			case 'u': text_add(t, who(m, e->who)); break;
			case 'v': text_add(t, who(m, e->whom)); break;
			case 'p': text_add(t, hex(m, e->where)); break;
			case 'q': text_add(t, hex(m, e->to)); break;
			case 'n': text_addf(t, "%d", e->n); break;
			case 'S': text_add(t, of(m, e->side)); break;
			case 't': text_add(t, e->note ? e->note : ""); break;
		}
	}
}

static void tell_hits(const struct muster *m, const struct event *e, struct text *t)
{
	if (e->who < 0) text_addf(t, "The works at %s take", hex(m, e->where));
	else text_addf(t, "%s takes", who(m, e->who));
	if (e->n) text_addf(t, " %d hit%s.", e->n, e->n == 1 ? "" : "s");
	else text_add(t, " no hits.");
}

static void tell_victory(const struct muster *m, const struct event *e, struct text *t)
{
	static const char *const levels[] = {"", "tactical", "decisive", "complete"};
	if (e->side < 0) text_add(t, "The battle ends in a draw.");
	else text_addf(t, "A %s %s victory.", levels[e->n & 3], of(m, e->side));
}

void baa_tell(const struct muster *m, const struct event *e, struct text *t)
{
	switch (e->kind) {
	case EVENT_ROLL: tell_roll(m, e, t); return;
	case EVENT_MODIFIER:
		if (e->who >= 0) text_addf(t, "%s, ", who(m, e->who));
		text_addf(t, "%s: %+d.", e->note ? e->note : "modifier", e->n);
		return;
	case EVENT_OVERRIDE: text_addf(t, "By agreement: %s.", e->note ? e->note : "a change"); return;
	case E_BOUND: text_addf(t, "Bound %d, %02d:00%s.", e->n, e->n % 24, e->m ? ", night" : ""); return;
	case E_HITS: tell_hits(m, e, t); return;
	case E_BREACHED: text_addf(t, "The %s side of %s is breached.", side_word(m, e->n), hex(m, e->where)); return;
	case E_VICTORY: tell_victory(m, e, t); return;
	}
	if (e->kind > EVENT_SYSTEM && e->kind < E_LAST && sentences[e->kind - EVENT_SYSTEM])
		sentence_write(m, e, sentences[e->kind - EVENT_SYSTEM], t);
}
