/* What a side sees of the table. Nothing here decides anything. */
#include <stdio.h>

#include "rules/tabletop_1859/tabletop_1859.h"

#define CHIEF_SIZE 6 /* tenths */

static bool knows_chit(const struct tt_book *b, const struct state *d, int viewer, int chief)
{
	return viewer == tt_side(b, chief) || d->unit[chief].flags & CHIEF_SHOWN;
}

static uint32_t badges_of(const struct tt_book *b, const struct state *d, int unit)
{
	const struct tt_unit *u = &d->unit[unit];
	uint32_t badges = 0;
	if (u->flags & UNIT_ACTED) badges |= BADGE_ACTED;
	if (u->flags & UNIT_CHARGING) badges |= BADGE_CHARGING;
	if (u->order == ORDER_DISARRAYED) badges |= BADGE_DISARRAYED;
	if (u->order == ORDER_DISORGANISED) badges |= BADGE_DISORGANISED;
	if (u->order == ORDER_ROUTED) badges |= BADGE_ROUTED;
	if (u->flags & UNIT_UNDER_FIRE) badges |= BADGE_UNDER_FIRE;
	if (u->flags & UNIT_TIED) badges |= BADGE_TIED;
	if (u->flags & UNIT_FIRED) badges |= BADGE_FIRED;
	if (tt_on(d, unit) && tt_out_of_command(b, d, unit)) badges |= BADGE_OUT;
	return badges;
}

static void inches(char slot[8], int tenths)
{
	snprintf(slot, 8, tenths % 10 ? "%u.%u" : "%u", (unsigned)tenths / 10 % 100, (unsigned)tenths % 10);
}

static void view_unit(const struct play *p, const struct state *d, int viewer, int unit, struct view_piece *v)
{
	const struct tt_book *b = tt_book(p);
	const struct tt_unit *u = &d->unit[unit];
	const struct tt_shape *s = tt_shape(b, unit, u->formation, u->stands);
	int chief = b->piece[unit].chief, left = tt_on(d, unit) ? tt_allowance(b, d, unit) - u->used : 0;
	v->w = (int16_t)s->w, v->h = (int16_t)s->h, v->badges = badges_of(b, d, unit);
	snprintf(v->slot[0], sizeof v->slot[0], "%u/%u", u->stands, b->piece[unit].stands);
	snprintf(v->slot[1], sizeof v->slot[1], "%u", b->piece[unit].morale);
	if (knows_chit(b, d, viewer, chief))
		snprintf(v->slot[2], sizeof v->slot[2], "%s", tt_chit_names[d->unit[chief].chit]);
	snprintf(v->slot[3], sizeof v->slot[3], "%s", tt_formation_names[u->formation]);
	inches(v->slot[4], left > 0 ? left : 0);
	if (tt_range_of(b, unit)) inches(v->slot[5], tt_range_of(b, unit));
}

static void view_chief(const struct play *p, const struct state *d, int viewer, int chief,
	struct view_piece *v)
{
	const struct tt_book *b = tt_book(p);
	v->w = v->h = CHIEF_SIZE;
	v->facing = -1;
	if (d->unit[chief].flags & CHIEF_RODE) v->badges |= BADGE_ACTED;
	snprintf(v->slot[1], sizeof v->slot[1], "%u", b->piece[chief].rating);
	if (b->piece[chief].units && knows_chit(b, d, viewer, chief))
		snprintf(v->slot[2], sizeof v->slot[2], "%s", tt_chit_names[d->unit[chief].chit]);
}

static void view_piece(const struct play *p, const struct state *d, int viewer, int i, struct view_piece *v)
{
	const struct tt_unit *u = &d->unit[i];
	*v = (struct view_piece){.id = (int16_t)i,
		.side = p->m->piece[i].side,
		.symbol = p->m->piece[i].symbol,
		.places = 1,
		.place = {u->at, PLACE_NONE},
		.facing = u->facing};
	if (u->at >= 0) v->x = PLACE_X(u->at), v->y = PLACE_Y(u->at);
	if (tt_is_chief(tt_book(p), i)) view_chief(p, d, viewer, i, v);
	else view_unit(p, d, viewer, i, v);
}

/* Who has something to do in the question now asked: whoever the orders name, and in open questions whoever
   could be named. */
static bool may_be_named(const struct tt_book *b, const struct state *d, int side, int piece)
{
	if (tt_is_chief(b, piece) || tt_side(b, piece) != side) return false;
	return d->g.question[side] == ASK_MOVE && b->piece[piece].chief == agenda_see(&d->g)->unit &&
	       tt_may_act(b, d, piece) && !(d->unit[piece].flags & UNIT_ACTED);
}

static void view_movers(const struct tt_book *b, const struct state *d, struct view *v)
{
	bool asked = v->side >= 0 && d->g.waiting >> v->side & 1;
	for (int k = 0; asked && k < v->pieces; k++)
		v->piece[k].acts |= may_be_named(b, d, v->side, v->piece[k].id);
}

static void track(struct view *v, const char *name, const char *rule, int side, int value, int most,
	const char *unit)
{
	struct view_track *t = &v->track[v->tracks++];
	*t = (struct view_track){.name = name, .rule = rule, .value = value, .max = most, .side = (int8_t)side};
	snprintf(t->text, sizeof t->text, "%d %s %d", value, unit, most);
}

static void view_tracks(const struct play *p, const struct state *d, struct view *v)
{
	const struct tt_book *b = tt_book(p);
	track(v, "Turn", "comp.1b", NOBODY, d->g.turn, b->turns, "of");
	for (int s = 0; s < SIDES; s++) {
		int lost = 0, whole = 0;
		for (int u = b->from[s]; u < b->from[s + 1]; u++)
			whole += b->piece[u].stands, lost += b->piece[u].stands - d->unit[u].stands;
		track(v, "Points", "comp.14d", s, tt_score(p, &d->g, s), tt_score(p, &d->g, !s), "to");
		track(v, "Stands lost", "comp.14b", s, lost, whole, "of");
	}
}

static const char *doing(const struct state *d)
{
	static const char *const name[TT_STEPS] = {[STEP_ORDERS] = "orders",
		[STEP_MOVEMENT] = "movement",
		[STEP_FIRE] = "fire",
		[STEP_EFFECTS] = "the effects of fire",
		[STEP_COUNTER] = "charges",
		[STEP_CHARGES] = "charges",
		[STEP_RALLY] = "rally"};
	for (int i = d->g.depth - 1; i >= 0; i--)
		if (name[d->g.agenda[i].kind]) return name[d->g.agenda[i].kind];
	return d->g.over ? "the end" : "a new turn";
}

void tt_view(const struct play *p, const struct game *g, int side, struct view *v)
{
	const struct tt_book *b = tt_book(p);
	const struct state *d = tt_see(g);
	v->side = side, v->pieces = v->marks = v->tracks = 0;
	v->clock = b->starts + (g->turn - 1) * b->n.minutes;
	for (int i = 0; i < p->m->pieces; i++)
		if (d->unit[i].at != PLACE_NONE) view_piece(p, d, side, i, &v->piece[v->pieces++]);
	view_actors(p, g, v);
	view_movers(b, d, v);
	for (int i = 0; i < b->objectives; i++) {
		struct view_mark *m = &v->mark[v->marks++];
		*m = (struct view_mark){.place = b->objective[i].at,
			.mark = 0,
			.side = d->held[i],
			.dir = -1,
			.name = b->objective[i].name};
		snprintf(m->label, sizeof m->label, "%d", b->objective[i].value);
	}
	view_tracks(p, d, v);
	snprintf(v->headline, sizeof v->headline, "Turn %d of %d (%02d:%02d%s): %s", g->turn, b->turns,
		v->clock / 60 % 24, v->clock % 60, d->dim ? ", rain" : "", doing(d));
}
