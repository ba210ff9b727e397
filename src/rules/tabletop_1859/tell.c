/* Everything that is said in words: orders for lists and buttons, events for the log. */
#include <stdio.h>

#include "rules/tabletop_1859/tabletop_1859.h"

static const struct {
	const char *rule;
	uint8_t role;
} manner[TT_VERBS] = {
	[VERB_CHIT] = {"comp.4a", ROLE_CHOICE},
	[VERB_ACTIVATE] = {"comp.5b", ROLE_PICK},
	[VERB_MOVE] = {"comp.5c", ROLE_MOVE},
	[VERB_STAND] = {"comp.5c", ROLE_STOP},
	[VERB_CHARGE] = {"comp.4e", ROLE_ASSAULT},
	[VERB_RIDE] = {"comp.6i", ROLE_MOVE},
	[VERB_DONE] = {"comp.5b", ROLE_DONE},
	[VERB_FIRE] = {"comp.12", ROLE_FIRE},
	[VERB_HOLD] = {"comp.12", ROLE_STOP},
	[VERB_CHOOSE] = {"fcrt.30", ROLE_CHOICE},
	[VERB_COUNTER] = {"charge.4", ROLE_ASSAULT},
	[VERB_SETTLE] = {"charge.5", ROLE_ASSAULT},
};

/* --- orders --------------------------------------------------------------------------------------------- */

static void say_move(const struct play *p, const struct state *d, const struct order *o, struct saying *s)
{
	const struct tt_book *b = tt_book(p);
	const struct tt_unit *u = &d->unit[o->unit];
	struct tt_cost c;
	char inches[16], left[16];
	const char *name = p->m->piece[o->unit].name;
	if (u->at < 0) {
		snprintf(s->text, sizeof s->text, "%s moves", name);
		return;
	}
	tt_weigh_move(b, d, o, &c, NULL);
	tt_inches(c.tenths, inches);
	tt_inches(c.allowance - u->used - c.tenths > 0 ? c.allowance - u->used - c.tenths : 0, left);
	const char *end = name_is_plural(name) ? "" : "s";
	if (u->at == o->a)
		snprintf(s->text, sizeof s->text, "%s turn%s to %d\u00b0 in %s (%s\", %s\" left)", name, end, o->b,
			tt_formation_names[o->c], inches, left);
	else
		snprintf(s->text, sizeof s->text,
			"%s move%s to %d.%d,%d.%d, facing %d\u00b0, in %s (%s\", %s\" left)", name, end,
			PLACE_X(o->a) / 10, PLACE_X(o->a) % 10, PLACE_Y(o->a) / 10, PLACE_Y(o->a) % 10, o->b,
			tt_formation_names[o->c], inches, left);
}

/* With the range and the number of every group: "(4.2": 7, 5; 5.6": 4 or less)". */
static void say_fire(const struct play *p, const struct state *d, const struct order *o, struct saying *s)
{
	struct tt_volley v;
	struct card_hit hit;
	char inches[16], numbers[96] = "";
	size_t n = 0;
	bool can = tt_on(d, o->unit) && tt_on(d, o->a) && tt_shot(tt_book(p), d, o->unit, o->a, &v, &hit, NULL);
	for (int i = 0; can && i < v.parts; i++) {
		n += (size_t)snprintf(numbers + n, sizeof numbers - n, "%s%s\":", i ? "; " : " (",
			tt_inches(v.range[i], inches));
		for (int k = 0; k < v.shot[i].groups; k++)
			n += (size_t)snprintf(numbers + n, sizeof numbers - n, k ? ", %d" : " %d", v.shot[i].need[k]);
	}
	snprintf(s->text, sizeof s->text, "%s fires at %s%s%s", p->m->piece[o->unit].name, p->m->piece[o->a].name,
		numbers, can ? " or less)" : "");
}

void tt_odds_of_charge(const struct tt_book *b, const struct state *d, int unit, int target, int *wins,
	int *ties)
{
	bool horse = b->piece[unit].arm == CARD_CAVALRY, wet;
	int flank = tt_at_flank(b, d, unit, target) ? SPUR_FLANK : 0,
		way = tt_charge_way(b, d, unit, target, &wet), reach = tt_charge_reach(b, d, unit);
	*wins = *ties = 0;
	for (int ten = 1; ten <= 10; ten++) {
		bool luck =
			horse ? tt_card_surprises(&b->card, ten) : tt_card_furious(&b->card, b->piece[unit].french, ten);
		struct card_melee m;
		/* it falls short */
		if (way > reach + (horse && !d->unit[unit].bonus ? tt_card_charge_bonus(&b->card, ten) : 0)) continue;
		tt_melee_of(b, d, target, unit, flank | (luck ? horse ? SPUR_SURPRISE : SPUR_FURIA : 0), false, &m);
		for (int dice = 0; dice < 36; dice++) {
			struct card_outcome o;
			tt_card_outcome(&b->card, &m, dice / 6 + 1, dice % 6 + 1, &o);
			*wins += o.winner == 0, *ties += o.winner < 0;
		}
	}
}

static void say_charge(const struct play *p, const struct state *d, const struct order *o, struct saying *s)
{
	int wins = 0, ties = 0;
	char inches[16];
	const char *verb = o->verb == VERB_COUNTER ? "counter-charges" : "charges";
	if (!tt_on(d, o->unit) || !tt_on(d, o->a)) {
		snprintf(s->text, sizeof s->text, "%s %s %s", p->m->piece[o->unit].name, verb,
			p->m->piece[o->a].name);
		return;
	}
	tt_odds_of_charge(tt_book(p), d, o->unit, o->a, &wins, &ties);
	snprintf(s->text, sizeof s->text, "%s %s %s, %s\" away (as things stand wins %d, ties %d of 360 throws)",
		p->m->piece[o->unit].name, verb, p->m->piece[o->a].name,
		tt_inches(tt_gap(tt_book(p), d, o->unit, o->a), inches), wins, ties);
}

static void say_chit(const struct play *p, const struct state *d, const struct order *o, struct saying *s)
{
	const char *who = p->m->piece[o->unit].name;
	if (d->unit[o->unit].chit == o->a)
		snprintf(s->text, sizeof s->text, "%s keeps the order to %s", who, tt_chit_names[o->a]);
	else
		snprintf(s->text, sizeof s->text, "%s: new order to %s, obeyed on %d or less", who,
			tt_chit_names[o->a], tt_rating(tt_book(p), d, o->unit));
}

void tt_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	const struct verb *verb = &p->m->rules->verb[o->verb];
	const struct state *d = tt_see(g);
	const char *who = verb->takes_unit ? p->m->piece[o->unit].name : "";
	*s = (struct saying){.rule = manner[o->verb].rule,
		.role = manner[o->verb].role,
		.piece = o->unit,
		.target = NO_UNIT,
		.place = PLACE_NONE};
	if (verb->a == ARG_PLACE) s->place = o->a;
	if (verb->a == ARG_UNIT) s->target = (int16_t)o->a;
	switch (o->verb) {
	case VERB_CHIT: say_chit(p, d, o, s); break;
	case VERB_ACTIVATE: snprintf(s->text, sizeof s->text, "The command of %s moves", who); break;
	case VERB_MOVE: say_move(p, d, o, s); break;
	case VERB_STAND:
		snprintf(s->text, sizeof s->text, name_is_plural(who) ? "%s stay as they are" : "%s stays as it is",
			who);
		break;
	case VERB_RIDE:
		snprintf(s->text, sizeof s->text,
			d->unit[o->unit].at == o->a ? "%s stays where he is" : "%s rides to %d.%d,%d.%d", who,
			PLACE_X(o->a) / 10, PLACE_X(o->a) % 10, PLACE_Y(o->a) / 10, PLACE_Y(o->a) % 10);
		break;
	case VERB_DONE:
		snprintf(s->text, sizeof s->text,
			g->question[side < 0 ? 0 : side] == ASK_MOVE ? "The command has moved" : "No");
		break;
	case VERB_FIRE: say_fire(p, d, o, s); break;
	case VERB_HOLD: snprintf(s->text, sizeof s->text, "%s holds its fire", who); break;
	case VERB_CHOOSE:
		snprintf(s->text, sizeof s->text,
			o->a == CHOICE_FALL_BACK     ? "%s falls back"
			: o->a == CHOICE_DISORGANISE ? "%s stays, disorganised"
										 : "%s stays and loses a stand",
			who);
		break;
	case VERB_SETTLE: snprintf(s->text, sizeof s->text, "The charge on %s", p->m->piece[o->a].name); break;
	default: say_charge(p, d, o, s);
	}
}

/* --- words for tables ----------------------------------------------------------------------------------- */

#define FOUR(what, where) {"1 " what where, "2 " what "s" where, "3 " what "s" where, "4 " what "s" where}
#define GUNS(where) {"1 battery" where, "2 batteries" where, "3 batteries" where, "4 batteries" where}

const char *tt_cell_words(bool guns, int band, int points)
{
	static const char *const artillery[4][4] = {GUNS(" at point blank"), GUNS(" at close range"),
		GUNS(" at medium range"), GUNS(" at long range")};
	static const char *const rifle[3][4] = {FOUR("stand", " at close range"),
		FOUR("stand", " at medium range"), FOUR("stand", " at long range")};
	return guns ? artillery[band][points - 1] : rifle[band][points - 1];
}

const char *tt_row_words(int morale)
{
	static const char *const row[] = {"the row of MR 6", "the row of MR 7", "the row of MR 8",
		"the row of MR 9"};
	return row[morale < 6 ? 0 : morale > 9 ? 3 : morale - 6];
}

/* --- events --------------------------------------------------------------------------------------------- */

/* comp.11d: who goes back may end farther off, beyond friends, or nearer, where there is no room. */
static const char *went(const struct event *e)
{
	int gone = e->to < 0 ? e->n : isqrt64(tt_apart2(e->where, e->to));
	bool rout = e->kind == EVENT_ROUTED;
	if (gone > e->n + 4)
		return rout ? "@ rout[s|] " INCHES "\" and on past friends, from < to >."
		            : "@ fall[s|] back " INCHES "\" and on past friends, from < to >.";
	if (gone < e->n - 4)
		return rout ? "@ rout[s|] " INCHES "\", or as far as there is room, from < to >."
		            : "@ fall[s|] back " INCHES "\", or as far as there is room, from < to >.";
	return rout ? "@ rout[s|] " INCHES "\" from < to >." : "@ fall[s|] back " INCHES "\" from < to >.";
}

/* Sentences that depend on more than a name or a number. */
static const char *sentence_of(const struct muster *m, const struct event *e)
{
	static const char *const chose[] = {"@ choose[s|] to fall back.",
		"@ stay[s|], and [pays|pay] with disorder.", "@ stay[s|], and [pays|pay] with a stand."};
	if (e->kind == EVENT_MOVED && e->where == e->to)
		return "@ stay[s|] at <, and spend[s|] " INCHES "\" of " OF_INCHES "\".";
	if (e->kind == EVENT_MOVED) return "@ move[s|] from < to > (" INCHES "\" of " OF_INCHES "\").";
	if (e->kind == EVENT_ACTIVATED)
		return e->m ? "The command of @ moves; its commander is dead, and it can only hold."
		            : "The command of @ moves, under the order to " CHIT ".";
	if (e->kind == EVENT_CHOSE) return chose[e->n];
	if (e->kind == EVENT_BACK || e->kind == EVENT_ROUTED) return went(e);
	if (e->kind == EVENT_SHORT)
		return e->m ? "@ [does|do] not reach &: others are in the way, and " INCHES "\" are missing."
		            : "@ [does|do] not reach &: " INCHES "\" are missing.";
	if (e->kind == EVENT_WON) return e->m ? "@ beat[s|] & by %." : "@ ride[s|] down the routed &.";
	if (e->kind == EVENT_FAILED)
		return e->m ? "@ get[s|] no stand back: # or less was needed."
		            : "@ [does|do] not rally: # or less was needed.";
	if (e->kind == EVENT_ENDED && e->side < 0)
		return "The battle is over, and drawn: both have the same points.";
	if (e->kind == EVENT_ENDED)
		return e->n > 1 ? "The battle is over: ! win[s|], since the enemy has no troops left."
		                : "The battle is over: ! win[s|] by % {point|points}.";
	return event_sentence(m, e);
}

static const char *name_in(const char *const *names, int many, int n)
{
	return n >= 0 && n < many ? names[n] : "?";
}

static void spell_inches(int tenths, struct text *t) { text_addf(t, "%d.%d", tenths / 10, tenths % 10); }

static void spell_place(int place, struct text *t)
{
	if (place < 0) text_add(t, "the table's edge");
	else
		text_addf(t, "%d.%d,%d.%d", PLACE_X(place) / 10, PLACE_X(place) % 10, PLACE_Y(place) / 10,
			PLACE_Y(place) % 10);
}

/* Our own letters, and places, which here are no hexes; everything else is left to the grammar. */
static void spell(const struct event *e, char letter, struct text *t)
{
	static const char *const compass[] = {"north", "north-east", "east", "south-east", "south", "south-west",
		"west", "north-west"};
	static const char *const phases[] = {"Phase A: orders.", "Phase B: movement and charges declared.",
		"Phase C: fire.", "Phase D: charges.", "Phase E: rally."};
	switch (letter) {
	case '\1': spell_inches(e->n, t); break;
	case '\2': spell_inches(e->m, t); break;
	case '\3': text_add(t, name_in(tt_chit_names, TT_CHITS, e->n)); break;
	case '\a': text_add(t, compass[(e->n + 22) / 45 % 8]); break;
	case '\b': text_add(t, name_in(phases, TT_PHASES, e->n)); break;
	case '\t': text_add(t, name_in(tt_order_names, TT_ORDERS, e->n)); break;
	case '<': spell_place(e->where, t); break;
	case '>': spell_place(e->to, t); break;
	default: text_char(t, letter);
	}
}

/* What an arm calls a formation, and what a result is to it. */
static void spell_by_arm(const struct muster *m, const struct event *e, struct text *t)
{
	static const char *const stands[2][TT_FORMATIONS] = {
		{"in line.", "in attack column.", "in march column.", "in skirmish order."},
		{"unlimbered.", "", "limbered.", ""}};
	static const char *const forms[2][TT_FORMATIONS] = {
		{"form[s|] line.", "form[s|] attack column.", "form[s|] march column.", "form[s|] skirmish order."},
		{"unlimber[s|].", "", "limber[s|].", ""}};
	static const char *const result[2][6] = {
		{"rout, and a stand lost.", "back 8\", disorganised, and a stand lost.", "back 5\", disorganised.",
			"back 3\".", "stop.", "no effect."},
		{"rout, and a stand lost.", "back 10\", disorganised, and a stand lost.", "back 10\", disorganised.",
			"back 10\".", "back 10\".", "no effect."}};
	int arm = e->who < 0 ? CARD_INFANTRY : ((const struct tt_book *)m->own)->piece[e->who].arm;
	bool guns = arm == CARD_ARTILLERY;
	if (e->kind == EVENT_FACED) text_add(t, stands[guns][e->m]);
	if (e->kind == EVENT_FORMED) text_addf(t, "@ %s", forms[guns][e->n]);
	if (e->kind == EVENT_HIT) text_add(t, result[arm == CARD_CAVALRY][e->n]);
}

void tt_tell(const struct muster *m, const struct event *e, struct text *t)
{
	struct text spelt = {0};
	const char *said = sentence_of(m, e);
	for (const char *c = said ? said : ""; *c; c++) spell(e, *c, &spelt);
	spell_by_arm(m, e, &spelt);
	tell_sentence(m, e, text_str(&spelt), "", t);
	text_free(&spelt);
}
