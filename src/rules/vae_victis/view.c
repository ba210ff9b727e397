/* What a side sees: everything, for nothing is hidden in this book; and the overlays. */
#include <stdio.h>

#include "rules/vae_victis/vae_victis.h"

enum {
	BADGE_DISORGANISED = 1,
	BADGE_LOSS_1 = 2,
	BADGE_LOSS_2 = 4,
	BADGE_OUT = 8,
	BADGE_DEMORALISED = 16,
	BADGE_HEAVY = 32,
	BADGE_MOVED = 64,
	BADGE_FIRED = 128,
	BADGE_DIRECT = 256,
	BADGE_REPLACEMENT = 512,
	BADGE_MARKER = 1024
};
enum { SLOT_COMBAT, SLOT_STEPS, SLOT_ALLOWANCE, SLOT_RANGE, SLOT_BONUS, SLOT_COMMAND };

static void number(struct view_piece *v, int slot, int n)
{
	snprintf(v->slot[slot], sizeof v->slot[slot], "%d", n);
}

static void view_unit(const struct play *p, const struct state *d, int u, struct view_piece *v)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_unit *c = &b->unit[u];
	v->facing = d->facing[u];
	number(v, SLOT_COMBAT, c->combat), number(v, SLOT_STEPS, c->steps - d->lost[u]),
		number(v, SLOT_ALLOWANCE, c->allowance);
	if (c->range) number(v, SLOT_RANGE, c->range);
	if (is_disorganised(d, u)) v->badges |= BADGE_DISORGANISED;
	if (d->lost[u] == 1) v->badges |= BADGE_LOSS_1;
	if (d->lost[u] >= 2) v->badges |= BADGE_LOSS_2;
	if (d->at[u] >= 0 && vv_unit_out(p, d, u)) v->badges |= BADGE_OUT;
	if (is_demoralised(b, d, u)) v->badges |= BADGE_DEMORALISED;
	if (c->heavy) v->badges |= BADGE_HEAVY;
	if (d->flags[u] & HAS_MOVED) v->badges |= BADGE_MOVED;
	if (d->flags[u] & HAS_FIRED) v->badges |= BADGE_FIRED;
	if (d->flags[u] & IS_DIRECT) v->badges |= BADGE_DIRECT;
}

static void view_leader(const struct vv_book *b, const struct state *d, int l, struct view_piece *v)
{
	const struct vv_leader *c = leader_of(b, l);
	v->facing = -1;
	number(v, SLOT_ALLOWANCE, c->allowance), number(v, SLOT_RANGE, c->range);
	number(v, SLOT_BONUS, c->chief ? c->initiative : vv_bonus(b, d, l));
	number(v, SLOT_COMMAND, c->chief ? c->inertia : vv_command_rating(b, d, l));
	if (d->flags[l] & IS_REPLACEMENT) v->badges |= BADGE_REPLACEMENT;
	if (!c->chief && mark_of(b, d, c->formation) & MARK_OUT) v->badges |= BADGE_OUT;
	if (!c->chief && mark_of(b, d, c->formation) & MARK_DEMORALISED) v->badges |= BADGE_DEMORALISED;
}

static int stack_order(const struct vv_book *b, const struct state *d, int piece)
{
	int order = 0;
	if (is_leader(b, piece)) {
		for (int l = b->units; l < piece; l++) order += d->at[l] == d->at[piece];
		return order;
	}
	for (int l = b->units; l < b->pieces; l++) order += d->at[l] == d->at[piece];
	for (int u = first_on(d, d->at[piece]); u >= 0 && u != piece; u = next_on(d, u)) order++;
	return order;
}

static void view_piece(const struct play *p, const struct state *d, int i, struct view_piece *v)
{
	const struct vv_book *b = vv_book(p);
	*v = (struct view_piece){.id = (int16_t)i,
		.side = p->m->piece[i].side,
		.symbol = p->m->piece[i].symbol,
		.places = 1,
		.place = {d->at[i], PLACE_NONE}};
	if (is_leader(b, i)) view_leader(b, d, i, v);
	else view_unit(p, d, i, v);
	if (d->mark[i] & MARK_CUP) v->badges |= BADGE_MARKER;
	if (d->at[i] >= 0) v->order = (uint8_t)stack_order(b, d, i);
}

static void view_cities(const struct vv_book *b, const struct state *d, struct view *v)
{
	for (int i = 0; i < b->cities; i++)
		for (int k = 0; k < b->city[i].n && v->marks < VIEW_MARKS; k++) {
			struct view_mark *m = &v->mark[v->marks++];
			*m = (struct view_mark){.place = b->city[i].hex[k],
				.mark = 0,
				.side = (int8_t)vv_city_holder(b, d, &b->city[i]),
				.dir = -1};
			snprintf(m->label, sizeof m->label, "%d", b->city[i].value);
		}
}

static void view_tracks(const struct vv_book *b, const struct state *d, struct view *v)
{
	static const char *const weather[] = {"fair", "heat", "thunderstorm"};
	int cup = 0;
	view_track(v, "Turn", "4b", NOBODY, d->g.turn, b->turns);
	struct view_track *sky = view_track(v, "Weather", "13.1a", NOBODY, d->weather, STORM);
	snprintf(sky->text, sizeof sky->text, "%s", weather[d->weather]);
	for (int s = 0; s < SIDES; s++)
		view_track(v, "Victory points", "14.3a", s, vv_points(b, d, s), b->city_value);
	for (int i = 0; i < b->formations; i++) cup += (mark_of(b, d, i) & MARK_CUP) != 0;
	view_track(v, "Markers in the cup", "4C-c", NOBODY, cup, b->formations);
	for (int i = 0; i < b->formations; i++) {
		const struct vv_formation *f = &b->formation[i];
		struct view_track *t = view_track(v, f->name, "9.4a", f->side, d->losses[i], f->threshold);
		snprintf(t->text, sizeof t->text, "%d of %d steps lost%s", d->losses[i], f->threshold,
			d->mark[f->rep] & MARK_DEMORALISED ? ", demoralised" : "");
	}
}

static const char *doing(const struct game *g)
{
	static const char *const act[] = {[ACT_BEGIN] = "activation",
		[ACT_DIRECT] = "direct command",
		[ACT_BARRAGE] = "barrage",
		[ACT_AIM] = "barrage",
		[ACT_MOVE] = "movement",
		[ACT_MOVED] = "movement",
		[ACT_ATTACK] = "attacks",
		[ACT_ALLOT] = "attacks",
		[ACT_COORDINATE] = "attacks",
		[ACT_ASSAULT] = "combat",
		[ACT_END] = "combat"};
	static const char *const turn[] = {"weather", "commanders in chief", "command", "initiative", "the cup",
		"rally", "the end of the turn"};
	for (int i = g->depth - 1; i >= 0; i--)
		if (g->agenda[i].kind == STEP_ACT) return act[g->agenda[i].stage];
	return g->depth ? turn[g->agenda[0].stage] : "the end";
}

void vv_view(const struct play *p, const struct game *g, int side, struct view *v)
{
	const struct vv_book *b = vv_book(p);
	const struct state *d = vv_see(g);
	const char *who = "";
	v->side = side, v->pieces = v->marks = v->tracks = 0;
	v->clock = b->starts + (g->turn - 1) * b->turn_minutes;
	for (int i = 0; i < b->pieces; i++)
		if (d->at[i] != PLACE_NONE) view_piece(p, d, i, &v->piece[v->pieces++]);
	view_actors(p, g, v);
	view_cities(b, d, v);
	view_tracks(b, d, v);
	for (int i = 0; i < b->formations && d->acting != NO_UNIT; i++)
		if (b->formation[i].rep == d->acting) who = b->formation[i].name;
	int n = snprintf(v->headline, sizeof v->headline, "Turn %d of %d (%02d:%02d): %s%s%s", g->turn, b->turns,
		v->clock / 60 % 24, v->clock % 60, who, *who ? ", " : "", doing(g));
	const struct step *s = g->depth ? agenda_see(g) : NULL;
	if (s && s->kind == STEP_MARCH && n < (int)sizeof v->headline)
		snprintf(v->headline + n, sizeof v->headline - (size_t)n, ", %s has %s MP left",
			name_of_piece(p, s->unit), vv_halves(load_see(s)->march.points));
}

/* --- overlays ------------------------------------------------------------------------------------------- */

static void show_fire(const struct vv_book *b, const struct state *d, int unit, int16_t *value)
{
	bool round = b->ground[d->at[unit]] & GROUND_ROUND;
	for (const struct vv_view *v = &b->view[d->at[unit] * b->views];
		v->to != HEX_NONE && v->range <= b->unit[unit].range; v++)
		if ((round || v->zone >> d->facing[unit] & 1) && vv_view_clear(b, d, v)) value[v->to] = v->range;
}

static void show_command(const struct vv_book *b, const struct state *d, int leader, int16_t *value)
{
	uint64_t reached[VV_HEXES * 2 / 64] = {0};
	vv_range(b, d, leader, reached);
	for (int h = 0; h < b->map->count; h++)
		if (reached[h / 64] >> h % 64 & 1) value[h] = 1;
}

void vv_show(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value)
{
	const struct vv_book *b = vv_book(p);
	const struct state *d = vv_see(g);
	for (int h = 0; h < b->map->count; h++) value[h] = -1;
	bool there = unit != NO_UNIT && d->at[unit] >= 0;
	if (overlay == SHOW_REACH && there) vv_reach(p, d, unit, value);
	if (overlay == SHOW_FIRE && there && !is_leader(b, unit) && b->unit[unit].kind == GUNS)
		show_fire(b, d, unit, value);
	if (overlay == SHOW_COMMAND && there && is_leader(b, unit)) show_command(b, d, unit, value);
	for (int h = 0; overlay == SHOW_ZONES && h < b->map->count; h++)
		if (side == NOBODY ? d->spot[h].zoc : in_ezoc(d, h, side)) value[h] = 1;
}
