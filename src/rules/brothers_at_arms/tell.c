/* Words: orders as a player would say them, events as a sentence each. */
#include <stdio.h>

#include "rules/brothers_at_arms/brothers_at_arms.h"

static const char *who(const struct muster *m, int piece)
{
	return piece >= 0 && piece < m->pieces ? m->piece[piece].name : "somebody";
}

static const char *hex(const struct muster *m, int place)
{
	return place >= 0 && place < m->map->count ? m->map->number[place] : "off the board";
}

static const char *name_at(const struct muster *m, int place)
{
	return place >= 0 && place < m->map->count ? m->map->name[place] : NULL;
}

static const char *side_word(const struct muster *m, int dir)
{
	static const char *const pointy[] = {"north-eastern", "eastern", "south-eastern", "south-western",
		"western", "north-western"};
	static const char *const flat[] = {"northern", "north-eastern", "south-eastern", "southern",
		"south-western", "north-western"};
	return dir >= 0 && dir < 6 ? (m->map->grid.flat ? flat : pointy)[dir] : "";
}

/* --- orders --------------------------------------------------------------------------------------------- */

/* %u the unit, %a the piece a, %p the place a, %d the side b */
struct phrase {
	const char *pattern;
	const char *rule;
	uint8_t role;
};

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

static void phrase_write(const struct muster *m, const struct phrase *f, const struct order *o,
	struct text *t)
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
	case Q_COMMANDS:
	case Q_CONTROLS: return "No more commanders move";
	case Q_FIRE: return "No more fire";
	case Q_ENTER: return "The others wait";
	case Q_WITHDRAW: return "The others stay";
	default: return "Nothing";
	}
}

/* Is the march on a road so far? Who has only just come on has no road behind him: the bonus of the worst
   road is then still the 255 it began with. */
static bool by_road(const struct march *m) { return m->flags & MARCH_ROAD && m->steps && m->bonus != 255; }

/* Hexes that a march has left: on the road with its bonus, or off it without, whichever is more (move.4). */
int baa_hexes_left(const struct march *m)
{
	int off = m->rate - m->spent, on = by_road(m) ? m->rate + m->bonus - m->road_spent : off;
	int left = on > off ? on : off;
	return left > 0 && !(m->flags & MARCH_DONE) ? left : 0;
}

/* What the next hex costs, and what is left then. */
static void say_cost(const struct play *p, const struct state *d, const struct order *o, struct text *t)
{
	int dir = baa_board_direction(baa_book(p), d->counter[o->unit].at, o->a);
	if (dir < 0) return;
	struct march m = baa_march_after(p, d, o->unit, dir);
	bool road = by_road(&m) && m.rate + m.bonus - m.road_spent > m.rate - m.spent;
	text_addf(t, ", cost %d, ", road ? m.road_spent - d->march.road_spent : m.spent - d->march.spent);
	say_count(t, baa_hexes_left(&m), "hex left", "hexes left");
}

void baa_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	const struct muster *m = p->m;
	const struct phrase *f = &phrases[o->verb];
	struct text t = {0};
	enum arg a = m->rules->verb[o->verb].a;
	*s = (struct saying){.rule = f->rule,
		.piece = o->unit,
		.target = NO_UNIT,
		.place = PLACE_NONE,
		.role = f->role};
	if (a == ARG_UNIT) s->target = (int16_t)o->a, s->place = baa_see(g)->counter[o->a].at;
	else if (a == ARG_PLACE) s->place = o->a;
	if (o->verb == V_DONE) text_add(&t, done_word(g->question[side]));
	else phrase_write(m, f, o, &t);
	if (o->verb == V_STEP) say_cost(p, baa_see(g), o, &t);
	snprintf(s->text, sizeof s->text, "%s", text_str(&t));
	text_free(&t);
}

/* --- events --------------------------------------------------------------------------------------------- */

#define OFF "off the board"

/* The headings of a round, by phase. */
static const char *const headings[PHASES] = {
	[PHASE_UNITS] = "Units move.",
	[PHASE_COMMANDS] = "Command counters move.",
	[PHASE_CONTROLS] = "Control counters move.",
	[PHASE_FIRE] = "Fire.",
	[PHASE_MELEE] = "Melee.",
};

const char *baa_phase_rule(int phase)
{
	static const char *const rules[PHASES] = {[PHASE_UNITS] = "round.8",
		[PHASE_COMMANDS] = "round.9",
		[PHASE_CONTROLS] = "round.10",
		[PHASE_FIRE] = "round.11",
		[PHASE_MELEE] = "round.12"};
	return rules[phase];
}

bool baa_any_attack(const struct play *p, const struct state *d, const struct step *s)
{
	struct orders list = {.n = 0};
	(s->stage == PHASE_FIRE ? baa_list_fire : baa_list_melees)(p, d, s->side, &list);
	return list.n > 1 || list.list[0].verb != V_DONE;
}

static void tell_hits(const struct muster *m, const struct event *e, struct text *t)
{
	if (e->who < 0) text_addf(t, "The works at %s take ", hex(m, e->where));
	else text_addf(t, "%s %s ", who(m, e->who), name_is_plural(who(m, e->who)) ? "take" : "takes");
	say_count(t, e->n, "hit", "hits");
	if (e->n) text_addf(t, " against strength %d", e->m);
	text_char(t, '.');
}

static void tell_victory(const struct muster *m, const struct event *e, struct text *t)
{
	static const char *const levels[] = {"", "tactical", "decisive", "complete"};
	if (e->side < 0) text_add(t, "The battle ends in a draw.");
	else text_addf(t, "A %s %s victory", levels[e->n & 3], side_named(m->battle, e->side, SIDE_ADJECTIVE));
	if (e->side >= 0 && e->m) text_addf(t, ", by %d %s more", e->m, e->m == 1 ? "objective" : "objectives");
	if (e->side >= 0) text_char(t, '.');
}

void baa_tell(const struct muster *m, const struct event *e, struct text *t)
{
	switch (e->kind) {
	case E_BOUND: text_addf(t, "Bound %d, %02d:00%s.", e->n, e->n % 24, e->m ? ", night" : ""); return;
	case E_PHASE: text_addf(t, "%s: %s", side_named(m->battle, e->side, SIDE_TITLE), headings[e->n]); return;
	case E_HITS: tell_hits(m, e, t); return;
	case E_VICTORY: tell_victory(m, e, t); return;
	}
	tell_sentence(m, e, event_sentence(m, e), OFF, t);
}

/* --- rolls ---------------------------------------------------------------------------------------------- */

const struct roll_words baa_order_words = {.good = "the order arrives", .bad = "no order arrives"};
const struct roll_words baa_initiative_words = {.good = "they act by themselves",
	.bad = "they wait for orders"};
const struct roll_words baa_hit_words = {.one = "hit", .many = "hits", .good = "a hit", .bad = "no hit"};
const struct roll_words baa_cover_words = {.one = "hit that stays",
	.many = "hits that stay",
	.good = "the hit stays",
	.bad = "the cover stops it"};
const struct roll_words baa_flinch_words = {.good = "it flinches", .bad = "it holds", .all = true};
const struct roll_words baa_shot_words = {.good = "he is hit", .bad = "he is missed"};
const struct roll_words baa_capture_words = {.good = "he is captured", .bad = "he escapes"};
const struct roll_words baa_return_words = {.good = "they come", .bad = "they are still on their way"};
const struct roll_words baa_rest_words = {.good = "they have rested", .bad = "they are tired"};
