/* Everything that is said in words: orders for lists and buttons, events for the log. */
#include <stdio.h>

#include "rules/tabletop_1859/tabletop_1859.h"

static const struct { const char *rule; uint8_t role; } manner[TT_VERBS] = {
	[VERB_CHIT] = {"comp.4a", ROLE_CHOICE}, [VERB_ACTIVATE] = {"comp.5b", ROLE_PICK}, [VERB_MOVE] = {"comp.5c", ROLE_MOVE}, [VERB_STAND] = {"comp.5c", ROLE_STOP},
	[VERB_CHARGE] = {"comp.4e", ROLE_ASSAULT}, [VERB_RIDE] = {"comp.6i", ROLE_MOVE}, [VERB_DONE] = {"comp.5b", ROLE_DONE}, [VERB_FIRE] = {"comp.12", ROLE_FIRE},
	[VERB_HOLD] = {"comp.12", ROLE_STOP}, [VERB_CHOOSE] = {"fcrt.30", ROLE_CHOICE}, [VERB_COUNTER] = {"charge.4", ROLE_ASSAULT}, [VERB_SETTLE] = {"charge.5", ROLE_ASSAULT},
};

/* --- orders -------------------------------------------------------------------------------------------------------------------------------- */

static void say_move(const struct play *p, const struct tt *d, const struct order *o, struct saying *s)
{
	const struct tt_book *b = tt_book(p);
	const struct tt_unit *u = &d->unit[o->unit];
	struct tt_cost c;
	char inches[16];
	const char *name = p->m->piece[o->unit].name;
	if (u->at < 0) { snprintf(s->text, sizeof s->text, "%s moves", name); return; }
	tt_weigh_move(b, d, o, &c, NULL);
	tt_inches(c.tenths, inches);
	if (u->at == o->a) snprintf(s->text, sizeof s->text, "%s turns to %d\u00b0 in %s (%s\")", name, o->b, tt_formation_names[o->c], inches);
	else snprintf(s->text, sizeof s->text, "%s moves to %d.%d,%d.%d, facing %d\u00b0, in %s (%s\" of %d\")", name, PLACE_X(o->a) / 10, PLACE_X(o->a) % 10,
		PLACE_Y(o->a) / 10, PLACE_Y(o->a) % 10, o->b, tt_formation_names[o->c], inches, c.allowance / 10);
}

/* With the range and the number of every group: "(4.2": 7, 5; 5.6": 4 or less)". */
static void say_fire(const struct play *p, const struct tt *d, const struct order *o, struct saying *s)
{
	struct tt_volley v;
	struct card_hit hit;
	char inches[16], numbers[96] = "";
	size_t n = 0;
	bool can = tt_on(d, o->unit) && tt_on(d, o->a) && tt_shot(tt_book(p), d, o->unit, o->a, &v, &hit, NULL);
	for (int i = 0; can && i < v.parts; i++) {
		n += (size_t)snprintf(numbers + n, sizeof numbers - n, "%s%s\":", i ? "; " : " (", tt_inches(v.range[i], inches));
		for (int k = 0; k < v.shot[i].groups; k++) n += (size_t)snprintf(numbers + n, sizeof numbers - n, k ? ", %d" : " %d", v.shot[i].need[k]);
	}
	snprintf(s->text, sizeof s->text, "%s fires at %s%s%s", p->m->piece[o->unit].name, p->m->piece[o->a].name, numbers, can ? " or less)" : "");
}

void tt_odds_of_charge(const struct tt_book *b, const struct tt *d, int unit, int target, int *wins, int *ties)
{
	bool horse = b->piece[unit].arm == CARD_CAVALRY, wet;
	int flank = tt_at_flank(b, d, unit, target) ? SPUR_FLANK : 0, way = tt_charge_way(b, d, unit, target, &wet), reach = tt_charge_reach(b, d, unit);
	*wins = *ties = 0;
	for (int ten = 1; ten <= 10; ten++) {
		bool luck = horse ? card_surprises(&b->card, ten) : card_furious(&b->card, b->piece[unit].french, ten);
		struct card_melee m;
		if (way > reach + (horse && !d->unit[unit].bonus ? card_charge_bonus(&b->card, ten) : 0)) continue; /* it falls short */
		tt_melee_of(b, d, target, unit, flank | (luck ? horse ? SPUR_SURPRISE : SPUR_FURIA : 0), false, &m);
		for (int dice = 0; dice < 36; dice++) {
			struct card_outcome o;
			card_outcome(&b->card, &m, dice / 6 + 1, dice % 6 + 1, &o);
			*wins += o.winner == 0, *ties += o.winner < 0;
		}
	}
}

static void say_charge(const struct play *p, const struct tt *d, const struct order *o, struct saying *s)
{
	int wins = 0, ties = 0;
	const char *verb = o->verb == VERB_COUNTER ? "counter-charges" : "charges";
	if (!tt_on(d, o->unit) || !tt_on(d, o->a)) { snprintf(s->text, sizeof s->text, "%s %s %s", p->m->piece[o->unit].name, verb, p->m->piece[o->a].name); return; }
	tt_odds_of_charge(tt_book(p), d, o->unit, o->a, &wins, &ties);
	snprintf(s->text, sizeof s->text, "%s %s %s (as things stand wins %d/360, ties %d/360)", p->m->piece[o->unit].name, verb, p->m->piece[o->a].name, wins, ties);
}

void tt_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	const struct verb *verb = &p->m->rules->verb[o->verb];
	const struct tt *d = tt_see(g);
	const char *who = verb->takes_unit ? p->m->piece[o->unit].name : "";
	*s = (struct saying){.rule = manner[o->verb].rule, .role = manner[o->verb].role, .piece = o->unit, .target = NO_UNIT, .place = PLACE_NONE};
	(void)side;
	if (verb->a == ARG_PLACE) s->place = o->a;
	if (verb->a == ARG_UNIT) s->target = (int16_t)o->a;
	switch (o->verb) {
	case VERB_CHIT: snprintf(s->text, sizeof s->text, "%s: %s", who, tt_chit_names[o->a]); break;
	case VERB_ACTIVATE: snprintf(s->text, sizeof s->text, "The command of %s moves", who); break;
	case VERB_MOVE: say_move(p, d, o, s); break;
	case VERB_STAND: snprintf(s->text, sizeof s->text, "%s stays as it is", who); break;
	case VERB_RIDE: snprintf(s->text, sizeof s->text, d->unit[o->unit].at == o->a ? "%s stays where he is" : "%s rides to %d.%d,%d.%d", who,
		PLACE_X(o->a) / 10, PLACE_X(o->a) % 10, PLACE_Y(o->a) / 10, PLACE_Y(o->a) % 10); break;
	case VERB_DONE: snprintf(s->text, sizeof s->text, g->question[side < 0 ? 0 : side] == ASK_MOVE ? "The command has moved" : "No"); break;
	case VERB_FIRE: say_fire(p, d, o, s); break;
	case VERB_HOLD: snprintf(s->text, sizeof s->text, "%s holds its fire", who); break;
	case VERB_CHOOSE: snprintf(s->text, sizeof s->text, o->a == CHOICE_FALL_BACK ? "%s falls back" : o->a == CHOICE_DISORGANISE ? "%s stays, disorganised" : "%s stays and loses a stand", who); break;
	case VERB_SETTLE: snprintf(s->text, sizeof s->text, "The charge on %s", p->m->piece[o->a].name); break;
	default: say_charge(p, d, o, s);
	}
}

/* --- events -------------------------------------------------------------------------------------------------------------------------------- */

/* @ who, & whom, < where, > to, # n, % m, ~ n in inches, ^ m in inches, ! side, ? note, $ chit n, * formation n, = result n */
static const char *const sentence[] = {
	[EVENT_TURN - EVENT_SYSTEM] = "Turn # begins.",
	[EVENT_DIM - EVENT_SYSTEM] = "The sky changes.",
	[EVENT_ARRIVED - EVENT_SYSTEM] = "@ arrives at <.",
	[EVENT_CHIT - EVENT_SYSTEM] = "@ has the order to $.",
	[EVENT_KEPT - EVENT_SYSTEM] = "@ does not get the order: his old one, $, stands.",
	[EVENT_INITIATIVE - EVENT_SYSTEM] = "First: !, with # against %.",
	[EVENT_ACTIVATED - EVENT_SYSTEM] = "The command of @ moves: $.",
	[EVENT_MOVED - EVENT_SYSTEM] = "@ moves from < to > (~\" of ^\").",
	[EVENT_STOOD - EVENT_SYSTEM] = "@ stays.",
	[EVENT_FORMED - EVENT_SYSTEM] = "@ forms *.",
	[EVENT_DISARRAYED - EVENT_SYSTEM] = "@ is disarrayed in the woods.",
	[EVENT_RODE - EVENT_SYSTEM] = "@ rides from < to >.",
	[EVENT_CHARGES - EVENT_SYSTEM] = "@ will charge &, ~\" away.",
	[EVENT_FIRED - EVENT_SYSTEM] = "@ fires at & at ~\": % or less hits.",
	[EVENT_MISSED - EVENT_SYSTEM] = "@ misses &.",
	[EVENT_HIT - EVENT_SYSTEM] = "@ is hit by &: =.",
	[EVENT_KILLED - EVENT_SYSTEM] = "@ is killed.",
	[EVENT_STOPPED - EVENT_SYSTEM] = "@ is stopped.",
	[EVENT_BACK - EVENT_SYSTEM] = "@ falls back ~\" from < to >.",
	[EVENT_ROUTED - EVENT_SYSTEM] = "@ routs ~\" from < to >.",
	[EVENT_DISORGANISED - EVENT_SYSTEM] = "@ is disorganised.",
	[EVENT_LOST - EVENT_SYSTEM] = "@ loses stands: #.",
	[EVENT_DESTROYED - EVENT_SYSTEM] = "@ is destroyed.",
	[EVENT_SURRENDERED - EVENT_SYSTEM] = "@ is surrounded and surrenders.",
	[EVENT_LEFT - EVENT_SYSTEM] = "@ leaves the table.",
	[EVENT_CHOSE - EVENT_SYSTEM] = "@ is told what to lose.",
	[EVENT_COUNTER - EVENT_SYSTEM] = "@ counter-charges &.",
	[EVENT_SHORT - EVENT_SYSTEM] = "@ does not reach &: ~\" are missing.",
	[EVENT_CONTACT - EVENT_SYSTEM] = "@ meets &: # stands against %.",
	[EVENT_SURPRISE - EVENT_SYSTEM] = "@ comes as a surprise.",
	[EVENT_FURIA - EVENT_SYSTEM] = "@ charges with furia.",
	[EVENT_SCORE - EVENT_SYSTEM] = "@ scores # with a %.",
	[EVENT_WON - EVENT_SYSTEM] = "@ beats &.",
	[EVENT_TIE - EVENT_SYSTEM] = "@ and & are level, and fight on.",
	[EVENT_WAITS - EVENT_SYSTEM] = "@ and & are level among the houses: it goes on next turn.",
	[EVENT_GUNS - EVENT_SYSTEM] = "@ loses its guns: # to &.",
	[EVENT_GOES_ON - EVENT_SYSTEM] = "@ goes on against &.",
	[EVENT_RALLIED - EVENT_SYSTEM] = "@ rallies.",
	[EVENT_FAILED - EVENT_SYSTEM] = "@ does not rally: # or less was needed.",
	[EVENT_REFORMED - EVENT_SYSTEM] = "@ is in good order again.",
	[EVENT_RECONSTITUTED - EVENT_SYSTEM] = "@ gets a stand back.",
	[EVENT_REPLACED - EVENT_SYSTEM] = "A new commander takes the place of @.",
	[EVENT_TAKEN - EVENT_SYSTEM] = "? (#) is taken by !.",
	[EVENT_ENDED - EVENT_SYSTEM] = "The battle is over. Victory: !.",
};

static void tell_place(int place, struct text *t)
{
	if (place < 0) text_add(t, "the table's edge");
	else text_addf(t, "%d.%d,%d.%d", PLACE_X(place) / 10, PLACE_X(place) % 10, PLACE_Y(place) / 10, PLACE_Y(place) % 10);
}

static const char *name_in(const char *const *names, int many, int n) { return n >= 0 && n < many ? names[n] : "?"; }

void tt_tell(const struct muster *m, const struct event *e, struct text *t)
{
	static const char *const result[] = {"rout", "back 8 inches, disorganised, a stand lost", "back 5 inches, disorganised", "back 3 inches", "stop; cavalry back", "no effect"};
	for (const char *c = sentence[e->kind - EVENT_SYSTEM]; *c; c++) switch (*c) {
		case '@': text_add(t, e->who < 0 ? "somebody" : m->piece[e->who].name); break;
		case '&': text_add(t, e->whom < 0 ? "somebody" : m->piece[e->whom].name); break;
		case '<': tell_place(e->where, t); break;
		case '>': tell_place(e->to, t); break;
		case '#': text_addf(t, "%d", e->n); break;
		case '%': text_addf(t, "%d", e->m); break;
		case '~': text_addf(t, "%d.%d", e->n / 10, e->n % 10); break;
		case '^': text_addf(t, "%d.%d", e->m / 10, e->m % 10); break;
		case '!': text_add(t, e->side < 0 ? "nobody" : m->battle->side[e->side].title); break;
		case '?': text_add(t, e->note ? e->note : "it"); break;
		case '$': text_add(t, name_in(tt_chit_names, TT_CHITS, e->n)); break;
		case '*': text_add(t, name_in(tt_formation_names, TT_FORMATIONS, e->n)); break;
		case '=': text_add(t, name_in(result, 6, e->n)); break;
		default: text_char(t, *c);
	}
}
