/* What a side sees (2.5): all counters with their strength and markers; its own force chart as tracks; of the
   enemy's chart only whether infantry exerts a zone of control. */
#include <stdio.h>
#include <stdlib.h>

#include "rules/from_divisions/from_divisions.h"

enum {
	BADGE_DISORGANISED = 1,
	BADGE_SMASHED = 2,
	BADGE_HELD = 4,
	BADGE_CATCHING = 8,
	BADGE_OUT = 16,
	BADGE_GUNS = 32,
	BADGE_LIGHT = 64,
	BADGE_DONE = 128,
	BADGE_CHIT = 256,
	BADGE_TIRED = 512,
	BADGE_SPENT = 1024,
	BADGE_LINE = 2048
};
enum { SLOT_STRENGTH, SLOT_MORALE, SLOT_ALLOWANCE, SLOT_GUNS, SLOT_FATIGUE, SLOT_STRAGGLERS };

static void number(struct view_piece *v, int slot, int n)
{
	snprintf(v->slot[slot], sizeof v->slot[slot], "%d", n);
}

static void view_unit(const struct play *p, const struct state *d, int u, bool own, struct view_piece *v)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_unit *c = &b->unit[u];
	v->facing = d->facing[u];
	number(v, SLOT_STRENGTH, c->type == BATTERY ? d->guns[u] : d->steps[u] * 2),
		number(v, SLOT_MORALE, fd_morale(p, d, u)), number(v, SLOT_ALLOWANCE, c->allowance);
	if (own && d->guns[u]) number(v, SLOT_GUNS, d->guns[u]);
	if (own && d->fatigue[u]) snprintf(v->slot[SLOT_FATIGUE], sizeof v->slot[0], "%dF", d->fatigue[u]);
	if ((own || on(p, O_LITE_STRAGGLERS)) && d->stragglers[u])
		snprintf(v->slot[SLOT_STRAGGLERS], sizeof v->slot[0], "%ds", d->stragglers[u]);
	int level = own || on(p, O_LITE_FATIGUE) ? fd_level(p, d, u) : RESTED;
	v->badges =
		(is_disorganised(d, u) ? BADGE_DISORGANISED : 0) | (is_smashed(d, u) ? BADGE_SMASHED : 0) |
		(d->flags[u] & IS_HELD_BACK ? BADGE_HELD : 0) | (d->flags[u] & IS_CATCHING_UP ? BADGE_CATCHING : 0) |
		(d->flags[u] & IS_OUT && acts_now(b, d, u) ? BADGE_OUT : 0) | (d->guns[u] ? BADGE_GUNS : 0) |
		(fd_card(b, d, u)->light ? BADGE_LIGHT : 0) |
		(d->more[u] & MORE_DONE && acts_now(b, d, u) ? BADGE_DONE : 0) | (level == TIRED ? BADGE_TIRED : 0) |
		(level == SPENT ? BADGE_SPENT : 0) | (is_extended(d, u) ? BADGE_LINE : 0);
}

static int stack_order(const struct fd_book *b, const struct state *d, int piece)
{
	int order = 0;
	for (int l = b->units; l < (is_leader(b, piece) ? piece : b->pieces); l++)
		order += d->at[l] == d->at[piece];
	for (int n = is_leader(b, piece) ? -1 : first_on(d, d->at[piece]); n >= 0 && unit_at(n) != piece;
		n = next_on(d, n))
		order++;
	return order;
}

static void view_piece(const struct play *p, const struct state *d, int i, int side, struct view_piece *v)
{
	const struct fd_book *b = fd_book(p);
	*v = (struct view_piece){.id = (int16_t)i,
		.side = p->m->piece[i].side,
		.symbol = p->m->piece[i].symbol,
		.places = 1,
		.place = {d->at[i], PLACE_NONE},
		.facing = -1};
	if (is_leader(b, i)) {
		number(v, SLOT_MORALE, leader_of(b, i)->rating),
			number(v, SLOT_ALLOWANCE, leader_of(b, i)->allowance);
		if (leader_of(b, i)->bonus)
			snprintf(v->slot[SLOT_STRENGTH], sizeof v->slot[0], "+%d", leader_of(b, i)->bonus);
	} else {
		view_unit(p, d, i, side == v->side, v);
		if (is_extended(d, i)) v->places = 2, v->place[1] = also_at(d, i);
	}
	for (int f = 0; f < b->formations; f++)
		if (b->formation[f].rep == i && d->cup >> f & 1) v->badges |= BADGE_CHIT;
	if (d->at[i] >= 0) v->order = (uint8_t)stack_order(b, d, i);
}

static void view_places(const struct fd_book *b, const struct state *d, struct view *v)
{
	for (int i = 0; i < b->places; i++)
		for (int k = 0; k < b->place[i].n && v->marks < VIEW_MARKS; k++) {
			struct view_mark *m = &v->mark[v->marks++];
			*m = (struct view_mark){.place = b->place[i].hex[k],
				.mark = 0,
				.side = d->spot[b->place[i].hex[k]].held,
				.dir = -1};
			snprintf(m->label, sizeof m->label, "%d", b->place[i].value);
		}
}

/* 1.0d, 2.5b: the force chart of the side that looks. */
static void view_chart(const struct play *p, const struct state *d, int side, struct view *v)
{
	const struct fd_book *b = fd_book(p);
	for (int u = side < 0 ? 0 : b->unit_from[side];
		side >= 0 && u < b->unit_from[side + 1] && v->tracks < VIEW_TRACKS; u++) {
		const struct fd_unit *c = &b->unit[u];
		if (d->at[u] == PLACE_NONE || c->type == BATTERY) continue;
		struct view_track *t = view_track(v, p->m->piece[u].name, "11.0a", side, d->fatigue[u], c->boxes);
		snprintf(t->text, sizeof t->text, "%d step%s, %d astray, fatigue %d (%d/%d), %dG%s", d->steps[u],
			d->steps[u] == 1 ? "" : "s", d->stragglers[u], d->fatigue[u], c->white, c->boxes, d->guns[u],
			d->organic[u] ? ", cavalry" : "");
	}
}

/* 10.2i: what counts, and by how much one must be ahead. The score itself stays hidden with the losses on the
   other side's chart. */
static void view_goal(const struct play *p, struct view *v)
{
	const struct fd_charts *c = &fd_book(p)->chart;
	static const char *const halves[] = {"nothing", "½", "1", "1½", "2"};
	const char *astray = halves[fd_lower(c->v_straggler, 4)];
	struct view_track *t = view_track(v, "Points for a victory", "10.2i", NOBODY, c->v_slight, c->v_decisive);
	snprintf(t->text, sizeof t->text, "%d more: slight, %d: plain, %d: decisive", c->v_slight, c->v_plain,
		c->v_decisive);
	t = view_track(v, "Points for losses", "10.2i", NOBODY, c->v_casualty / 2, c->v_casualty / 2);
	snprintf(t->text, sizeof t->text, "an enemy step lost %d, one astray at the end %.7s", c->v_casualty / 2,
		astray);
	if (!c->handicap) return;
	t = view_track(v, "Points given", "10.2i", c->handicap < 0, abs(c->handicap), abs(c->handicap));
	snprintf(t->text, sizeof t->text, "%d, before the points are compared", abs(c->handicap));
}

static void view_tracks(const struct play *p, const struct state *d, struct view *v)
{
	const struct fd_book *b = fd_book(p);
	int cup = 0;
	view_track(v, "Turn", "3.0h", NOBODY, d->g.turn, b->turns);
	for (int f = 0; f < b->formations; f++) cup += d->cup >> f & 1;
	view_track(v, "Chits in the cup", "2.3b", NOBODY, cup, b->formations);
	for (int s = 0; on(p, O_ARMY_MORALE) && s < SIDES; s++)
		view_track(v, "Army morale", "DN.a", s, d->army[s], b->army[s]);
	if (on(p, O_INITIATIVE) || on(p, O_MAIL)) {
		struct view_track *t = view_track(v, "Initiative", "16.1a",
			d->marker > 0   ? 0
			: d->marker < 0 ? 1
							: NOBODY,
			d->marker, b->chart.track);
		t->min = -b->chart.track;
	}
	for (int f = 0; on(p, O_LITE_FATIGUE) && f < b->formations; f++) {
		struct view_track *t =
			view_track(v, b->formation[f].name, "11.2a", b->formation[f].side, wear_of(b, d, f), SPENT);
		snprintf(t->text, sizeof t->text, "%s", fd_levels[wear_of(b, d, f)]);
	}
	view_goal(p, v);
	view_chart(p, d, v->side, v);
}

/* 6.0a: who is on the march, and with how many points; false if nobody is. */
static bool marching(const struct play *p, const struct game *g, struct text *t)
{
	const struct step *s = g->depth ? &g->agenda[g->depth - 1] : NULL;
	if (!s || s->kind != STEP_MARCH) return false;
	text_addf(t, "%s on the march, ", name_of_piece(p, s->unit)),
		say_count(t, load_see(s)->march.points, "point", "points"), text_add(t, " left");
	return true;
}

static const char *doing(const struct game *g)
{
	static const char *const act[] = {"activation", "recovery", "actions", "attacks", "fields of fire",
		"high ground", "fatigue", "bombardment", "the end of the activation"};
	for (int i = g->depth - 1; i >= 0; i--) {
		if (g->agenda[i].kind == STEP_COMBAT) return "combat";
		if (g->agenda[i].kind == STEP_ACT) return act[g->agenda[i].stage];
	}
	return g->depth ? "the cup" : "the end";
}

void fd_view(const struct play *p, const struct game *g, int side, struct view *v)
{
	const struct fd_book *b = fd_book(p);
	const struct state *d = fd_see(g);
	const char *who = "";
	v->side = side, v->pieces = v->marks = v->tracks = 0;
	v->clock = b->starts + (g->turn - 1) * b->chart.turn_minutes;
	for (int i = 0; i < b->pieces; i++)
		if (d->at[i] != PLACE_NONE) view_piece(p, d, i, side, &v->piece[v->pieces++]);
	view_actors(p, g, v);
	view_places(b, d, v);
	view_tracks(p, d, v);
	for (int f = b->formations - 1; f >= 0; f--)
		if (d->acting >> f & 1) who = b->formation[f].name;
	struct text now = {0};
	if (!marching(p, g, &now)) text_add(&now, doing(g));
	snprintf(v->headline, sizeof v->headline, "Turn %d of %d (%02d:%02d): %.40s%s%.60s", g->turn, b->turns,
		v->clock / 60 % 24, v->clock % 60, who, *who ? ", " : "", text_str(&now));
	text_free(&now);
}

/* --- overlays ------------------------------------------------------------------------------------------- */

void fd_show(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value)
{
	const struct fd_book *b = fd_book(p);
	const struct state *d = fd_see(g);
	bool there = unit != NO_UNIT && d->at[unit] >= 0;
	for (int h = 0; h < b->map->count; h++) value[h] = -1;
	if (overlay == SHOW_REACH && there) fd_reach(p, d, unit, value);
	for (int h = 0; h < b->map->count; h++) {
		const struct fd_spot *s = &d->spot[h];
		bool theirs = side != 1 && (s->zone[1][FOOT] | s->zone[1][HORSE]),
			 ours = side != 0 && (s->zone[0][FOOT] | s->zone[0][HORSE]);
		if (overlay == SHOW_ZONES && (theirs || ours)) value[h] = 1;
		if (overlay == SHOW_FIRE && side >= 0 && fd_under_fire(b, d, h, side) != NO_UNIT) value[h] = 1;
		if (overlay == SHOW_COMMAND && there && is_leader(b, unit) &&
			hex_range(b->map, d->at[unit], h) <=
				(leader_of(b, unit)->chief ? b->chart.range_chief : b->chart.range_leader))
			value[h] = 1;
	}
}
