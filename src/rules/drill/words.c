/* What a side sees, and everything that is said in words. Nothing here decides anything. */
#include <stdio.h>
#include <stdlib.h>

#include "drill.h"

/* --- the view ------------------------------------------------------------------------------------------- */

static bool knows_guard(const struct state *d, int viewer, int side)
{
	return d->guard_shown[side] || viewer == side;
}

static void view_piece(const struct play *p, const struct state *d, int viewer, int unit,
	struct view_piece *v)
{
	const struct piece *piece = &p->m->piece[unit];
	*v = (struct view_piece){.id = (int16_t)unit,
		.side = piece->side,
		.symbol = piece->symbol,
		.places = 1,
		.place = {d->at[unit], PLACE_NONE},
		.facing = -1};
	snprintf(v->slot[0], sizeof v->slot[0], "%d", d->strength[unit]);
	if (unit == d->guard[piece->side] && knows_guard(d, viewer, piece->side)) v->badges |= BADGE_GUARD;
	if (d->flags[unit] & UNIT_MOVED) v->badges |= BADGE_MOVED;
	if (d->flags[unit] & UNIT_FIRED) v->badges |= BADGE_FIRED;
}

static const char *doing(const struct game *g)
{
	static const char *const name[DRILL_STEPS] =
		{[STEP_DEPLOY] = "the guards are named", [STEP_MOVE] = "movement", [STEP_FIRE] = "fire"};
	for (int i = g->depth - 1; i >= 0; i--)
		if (name[g->agenda[i].kind]) return name[g->agenda[i].kind];
	return "the end";
}

void drill_view(const struct play *p, const struct game *g, int side, struct view *v)
{
	const struct drill_book *b = drill_book(p);
	const struct state *d = drill_see(g);
	v->side = side, v->pieces = v->marks = v->tracks = 0;
	v->clock = b->starts + (g->turn - 1) * b->turn_minutes;
	for (int u = 0; u < p->m->pieces; u++)
		if (d->at[u] != PLACE_NONE) view_piece(p, d, side, u, &v->piece[v->pieces++]);
	view_actors(p, g, v);
	for (int i = 0; i < b->objectives && v->marks < VIEW_MARKS; i++) {
		struct view_mark *m = &v->mark[v->marks++];
		*m = (struct view_mark){.place = b->objective[i].hex,
			.mark = 0,
			.side = d->spot[b->objective[i].hex].held,
			.dir = -1};
		snprintf(m->label, sizeof m->label, "%d", b->objective[i].value);
	}
	view_track(v, "Turn", "3.3", NOBODY, g->turn, b->turns);
	for (int s = 0; s < SIDES; s++) {
		view_track(v, "Objectives", "7.2", s, drill_score(p, g, s), b->objective_value);
		view_track(v, "Units lost", "6.1", s, d->gone[s], b->from[s + 1] - b->from[s]);
	}
	bool deploying = g->depth && agenda_see(g)->kind == STEP_DEPLOY;
	snprintf(v->headline, sizeof v->headline, "Turn %d of %d (%02d:%02d): %s%s%s", g->turn, b->turns,
		v->clock / 60 % 24, v->clock % 60, deploying || g->over ? "" : p->m->battle->side[g->active].title,
		deploying || g->over ? "" : " ", doing(g));
}

/* --- an order in words ---------------------------------------------------------------------------------- */

static const struct {
	const char *format, *rule;
	uint8_t role;
} phrase[DRILL_VERBS] = {
	[VERB_GUARD] = {"%s is our guard", "2.1", ROLE_CHOICE},
	[VERB_MARCH] = {"%s marches", "3.2", ROLE_PICK},
	[VERB_STEP] = {"%s steps to %s", "4.1", ROLE_MOVE},
	[VERB_HALT] = {"Halt", "4.1", ROLE_STOP},
	[VERB_FIRE] = {"%s fires at %s", "5.1", ROLE_FIRE},
	[VERB_HOLD] = {"Hold your fire", "4.5", ROLE_STOP},
	[VERB_FALL_BACK] = {"%s falls back to %s", "5.6", ROLE_MOVE},
	[VERB_DONE] = {"End the phase", "3.1", ROLE_DONE},
};

void drill_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	const struct verb *verb = &p->m->rules->verb[o->verb];
	const char *who = verb->takes_unit ? p->m->piece[o->unit].name : "", *what = "";
	*s = (struct saying){.rule = phrase[o->verb].rule,
		.role = phrase[o->verb].role,
		.piece = o->unit,
		.target = NO_UNIT,
		.place = PLACE_NONE};
	if (verb->a == ARG_PLACE) s->place = o->a, what = p->m->map->number[o->a];
	if (verb->a == ARG_UNIT) s->target = (int16_t)o->a, what = p->m->piece[o->a].name;
	struct text t = {0};
	for (const char *c = phrase[o->verb].format, *word = who; *c; c++) {
		if (*c != '%') text_char(&t, *c);
		else text_add(&t, word), word = what, c++;
	}
	snprintf(s->text, sizeof s->text, "%s", text_str(&t));
	text_free(&t);
}

/* --- an event in words ---------------------------------------------------------------------------------- */

void drill_tell(const struct muster *m, const struct event *e, struct text *t)
{
	for (const char *c = event_sentence(m, e); *c; c++) switch (*c) {
		case '@': text_add(t, e->who < 0 ? "somebody" : m->piece[e->who].name); break;
		case '&': text_add(t, e->whom < 0 ? "somebody" : m->piece[e->whom].name); break;
		case '<': text_add(t, e->where < 0 ? "the field" : m->map->number[e->where]); break;
		case '>': text_add(t, e->to < 0 ? "the field" : m->map->number[e->to]); break;
		case '#': text_addf(t, "%d", e->n); break;
		case '!': text_add(t, e->side < 0 ? "nobody" : m->battle->side[e->side].title); break;
		case '?': text_add(t, e->note ? e->note : "it"); break;
		default: text_char(t, *c);
		}
}

/* --- overlays ------------------------------------------------------------------------------------------- */

static void show_fire(const struct drill_book *b, const struct state *d, int unit, int16_t *value)
{
	if (d->at[unit] < 0) return;
	const struct drill_field *f = &b->field[d->at[unit]];
	for (int i = 0; i < f->n[b->unit[unit].range]; i++)
		value[f->hex[i]] = (int16_t)hex_range(b->map, d->at[unit], f->hex[i]);
}

void drill_show(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value)
{
	const struct drill_book *b = drill_book(p);
	const struct state *d = drill_see(g);
	for (int hex = 0; hex < b->map->count; hex++) value[hex] = -1;
	if (overlay == SHOW_REACH && unit != NO_UNIT) drill_reach(p, d, unit, value);
	if (overlay == SHOW_FIRE && unit != NO_UNIT) show_fire(b, d, unit, value);
	for (int hex = 0; overlay == SHOW_ZONES && side != NOBODY && hex < b->map->count; hex++)
		if (drill_beside_enemy(b, d, hex, side)) value[hex] = 1;
}
