/* Leaders in danger (8.4, 9.3, A32): alone beside the enemy they join the nearest unit; they die with their
   last unit or by a bad throw after a combat; an HQ is replaced, a chief never. */
#include "rules/vae_victis/vae_victis.h"

/* --- displaced ------------------------------------------------------------------------------------------ */

static int nearest_unit(const struct vv_book *b, const struct state *d, int from, int first, int last)
{
	int best = NO_UNIT;
	for (int u = first; u < last; u++)
		if (is_hex(d->at[u]) &&
			(best == NO_UNIT || hex_range(b->map, from, d->at[u]) < hex_range(b->map, from, d->at[best])))
			best = u;
	return best;
}

/* 8.4c, A32: a chief joins the closest friendly unit, an HQ the closest of its formation; with nobody left he
   leaves the field. */
void vv_displace(const struct play *p, struct state *d, int leader)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_leader *l = leader_of(b, leader);
	int from = d->at[leader], unit = NO_UNIT;
	if (!l->chief)
		unit = nearest_unit(b, d, from, b->formation[l->formation].first, b->formation[l->formation].last);
	if (unit == NO_UNIT) unit = nearest_unit(b, d, from, b->unit_from[l->side], b->unit_from[l->side + 1]);
	vv_put(b, d, leader, unit == NO_UNIT ? PLACE_NONE : d->at[unit]);
	emit(p, .kind = E_DISPLACED, .side = (int8_t)l->side, .who = (int16_t)leader, .where = from,
		.to = d->at[leader], .rule = "8.4c");
}

static void displace_from(const struct play *p, struct state *d, int hex, int side)
{
	const struct vv_book *b = vv_book(p);
	for (int l = b->units; l < b->pieces; l++)
		if (leads_at(b, d, l, hex, side)) vv_displace(p, d, l);
}

void vv_displace_near(const struct play *p, struct state *d, int hex, int side)
{
	const struct vv_book *b = vv_book(p);
	const int16_t *next = &b->map->next[hex * 6];
	if (leaders_on(d, hex, side)) displace_from(p, d, hex, side);
	for (int dir = 0; dir < 6; dir++)
		if (is_hex(next[dir]) && leaders_on(d, next[dir], side) && !holds(b, d, next[dir], side))
			displace_from(p, d, next[dir], side);
}

void vv_displace_all(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	for (int l = b->units; l < b->pieces; l++) {
		int hex = d->at[l], side = leader_of(b, l)->side;
		if (is_hex(hex) && !holds(b, d, hex, side) && vv_beside_enemy(b, d, hex, side)) vv_displace(p, d, l);
	}
}

/* --- killed --------------------------------------------------------------------------------------------- */

/* 9.3f, 9.3g: the replacement takes post with a unit of the formation; with none left there is nobody to
   command. */
void vv_kill_hq(const struct play *p, struct state *d, int hq)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_formation *f = &b->formation[leader_of(b, hq)->formation];
	emit(p, .kind = E_LEADER_KILLED, .side = (int8_t)f->side, .who = (int16_t)hq, .where = d->at[hq],
		.rule = "9.3f");
	d->flags[hq] |= IS_REPLACEMENT;
	/* 9.3b: his successor took no part */
	if (d->combat.leads[f->side] == hq) d->combat.leads[f->side] = NO_UNIT;
	int from = d->at[hq];
	vv_put(b, d, hq, PLACE_NONE);
	push_load(&d->g, STEP_REPLACE, f->side, replace, .hq = (int16_t)hq, .fell_at = from);
}

/* 8.4a, 9.3a: the last unit beside them was destroyed. */
void vv_leaders_of_lost(const struct play *p, struct state *d, int hex, int side)
{
	const struct vv_book *b = vv_book(p);
	if (!leaders_on(d, hex, side)) return;
	for (int l = b->units; l < b->pieces && !d->g.over; l++) {
		if (!leads_at(b, d, l, hex, side)) continue;
		if (leader_of(b, l)->chief) vv_chief_killed(p, d, l);
		else vv_kill_hq(p, d, l);
	}
}

/* 9.3b … 9.3e, A3 */
void vv_casualty(const struct play *p, struct state *d, int hq)
{
	const struct vv_book *b = vv_book(p);
	static const struct roll_words words = {.one = "six", .many = "sixes"};
	struct throw t = {.kind = THROW_AT_LEAST,
		.n = 2,
		.sides = D6,
		.mark = D6,
		.why = "casualty check, in which two sixes kill",
		.words = &words,
		.rule = "9.3c",
		.side = leader_of(b, hq)->side,
		.who = hq,
		.whom = NO_UNIT};
	if (roll(p, &d->g, &t) == 2) vv_kill_hq(p, d, hq); /* 9.3c: a 12 */
}

/* --- the new HQ: load.replace -------------------------------------------- */

void vv_replace(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	const struct step *s = agenda_see(&d->g);
	const struct vv_formation *f = &b->formation[leader_of(b, s->unit)->formation];
	if (nearest_unit(b, d, load_see(s)->replace.fell_at, f->first, f->last) != NO_UNIT)
		ask(&d->g, s->side, Q_PLACE);
	else agenda_done(&d->g);
}

bool vv_may_place(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit)
		return refuse(r, "9.3f", "%s takes command, not %s", name_of_piece(p, s->unit),
			name_of_piece(p, o->unit));
	if (is_leader(b, o->a) || b->unit[o->a].formation != leader_of(b, s->unit)->formation)
		return refuse(r, "9.3f", "%s is no unit of the formation", name_of_piece(p, o->a));
	return is_hex(d->at[o->a]) || refuse(r, "9.3f", "%s is not on the map", name_of_piece(p, o->a));
}

void vv_list_places(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct vv_book *b = vv_book(p);
	int hq = agenda_see(&d->g)->unit;
	const struct vv_formation *f = &b->formation[leader_of(b, hq)->formation];
	for (int u = f->first; u < f->last; u++)
		if (is_hex(d->at[u])) offer_at(o, V_PLACE, hq, u);
}

void vv_do_place(const struct play *p, struct state *d, int side, const struct order *o)
{
	vv_put(vv_book(p), d, o->unit, d->at[o->a]);
	emit(p, .kind = E_REPLACED, .side = (int8_t)side, .who = o->unit, .whom = (int16_t)o->a,
		.where = d->at[o->unit], .rule = "9.3f");
	agenda_done(&d->g);
}
