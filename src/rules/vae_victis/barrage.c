/* Artillery (10.1): barrage at the start of an activation. Which battery, then at whom and facing where; a
   battery that could hit nobody is not offered. */
#include "rules/vae_victis/vae_victis.h"

/* 10.2a, 10.2b, 10e, A12: range, fire zone and line of sight. */
bool vv_fires_at(const struct play *p, const struct state *d, int gun, int hex, int facing, struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	int from = d->at[gun], range = hex_range(b->map, from, hex);
	if (range > b->unit[gun].range)
		return refuse(r, "10e", "%s is %d hexes away, and its range is %d", number_of(b, hex), range,
			b->unit[gun].range);
	const struct vv_view *v = vv_view_of(b, from, hex);
	if (!v) return vv_sees(p, d, from, hex, r);
	if (!(v->zone >> facing & 1) && !(b->ground[from] & GROUND_ROUND))
		return refuse(r, "10.2b", "%s is not in its fire zone", number_of(b, hex));
	return vv_view_clear(b, d, v) || vv_sees(p, d, from, hex, r);
}

/* 10.1d */
static bool within_a_turn(int facing, int now)
{
	return facing == now || facing == (now + 1) % 6 || facing == (now + 5) % 6;
}
static uint8_t turns_from(int now)
{
	return (uint8_t)(1u << now | 1u << (now + 1) % 6 | 1u << (now + 5) % 6);
}

static bool has_target(const struct vv_book *b, const struct state *d, int gun)
{
	int side = b->unit[gun].side, most = b->unit[gun].range;
	uint8_t zone = b->ground[d->at[gun]] & GROUND_ROUND ? FULL : turns_from(d->facing[gun]);
	for (const struct vv_view *v = &b->view[d->at[gun] * b->views]; v->to != HEX_NONE && v->range <= most;
		v++)
		if (holds(b, d, v->to, !side) && v->zone & zone && vv_view_clear(b, d, v)) return true;
	return false;
}

static bool can_fire(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	if (is_leader(b, unit) || b->unit[unit].kind != GUNS)
		return refuse(r, "10b", "%s is no artillery", name_of_piece(p, unit));
	if (b->unit[unit].formation != load_now(&d->g)->act.formation)
		return refuse(r, "10.1b", "%s is not of the active formation", name_of_piece(p, unit));
	if (!is_hex(d->at[unit])) return refuse(r, "10.1b", "%s is not on the map", name_of_piece(p, unit));
	if (d->flags[unit] & HAS_FIRED) return refuse(r, "10.1a", "%s has fired already", name_of_piece(p, unit));
	return has_target(b, d, unit) ||
	       refuse(r, "10.1e", "%s has no enemy in range, fire zone and sight", name_of_piece(p, unit));
}

bool vv_may_battery(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return can_fire(p, d, o->unit, r);
}

void vv_list_batteries(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_formation *f = &b->formation[load_now(&d->g)->act.formation];
	for (int u = f->first; u < f->last; u++)
		if (b->unit[u].kind == GUNS && can_fire(p, d, u, NULL)) offer(o, V_BATTERY, u);
	offer(o, V_DONE, NO_UNIT);
}

void vv_do_battery(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	s->stage = ACT_AIM, load_of(s)->act.gun = o->unit;
}

bool vv_may_barrage(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	int gun = load_now(&d->g)->act.gun;
	if (o->unit != gun)
		return refuse(r, "10.1h", "%s fires now, not %s", name_of_piece(p, gun), name_of_piece(p, o->unit));
	if (is_leader(b, o->a) || b->unit[o->a].side == side || !is_hex(d->at[o->a]))
		return refuse(r, "10.1e", "%s is no enemy unit on the map", name_of_piece(p, o->a));
	if (!within_a_turn(o->b, d->facing[gun]))
		return refuse(r, "10.1d", "it may turn by one hexside before it fires");
	return vv_fires_at(p, d, gun, d->at[o->a], o->b, r);
}

void vv_list_targets(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct vv_book *b = vv_book(p);
	int gun = load_now(&d->g)->act.gun, now = d->facing[gun], most = b->unit[gun].range;
	bool round = b->ground[d->at[gun]] & GROUND_ROUND;
	for (const struct vv_view *v = &b->view[d->at[gun] * b->views]; v->to != HEX_NONE && v->range <= most;
		v++) {
		if (!holds(b, d, v->to, !side) || !vv_view_clear(b, d, v)) continue;
		for (int target = first_on(d, v->to); target >= 0; target = next_on(d, target)) /* 10.1g */
			for (int turn = 0; turn < 3; turn++) {
				int facing = (now + (turn == 2 ? 5 : turn)) % 6;
				if (round || v->zone >> facing & 1) offer_with(o, V_BARRAGE, gun, target, facing);
			}
	}
}

/* 10.1e, 10.1f, A44, DMc: the column is the fire value, shifted by own losses, height and crest; no retreat
   follows. */
void vv_do_barrage(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct vv_book *b = vv_book(p);
	int gun = o->unit, target = o->a, hex = d->at[target];
	struct vv_sum s = {.value = b->unit[gun].combat};
	agenda_top(&d->g)->stage = ACT_BARRAGE;
	vv_turn_to(b, d, gun, o->b);
	d->flags[gun] |= HAS_FIRED;
	emit(p, .kind = E_BARRAGE, .side = (int8_t)side, .who = (int16_t)gun, .whom = (int16_t)target,
		.where = d->at[gun], .to = hex, .n = s.value, .rule = "10.1e");
	vv_protect(p, &s, b->protection[hex], gun, target);
	vv_shift(p, &s.shift, b->chart.step_lost * d->lost[gun], gun, target, "CSa", "to the column: steps lost");
	vv_height(p, d, &s, d->at[gun], hex, gun, target);
	if (b->ground[hex] & GROUND_CREST)
		vv_shift(p, &s.shift, b->chart.crest, gun, target, "CSe", "to the column: the enemy is on a crest");
	if (hex_range(b->map, d->at[gun], hex) == 1)
		vv_shift(p, &s.die, b->chart.adjacent_artillery, gun, target, "DMc", "to the die: close range");
	enum result result = vv_resolve(p, d, s, side, gun, target, "10.1e", "barrage");
	vv_suffer(p, d, target, result, false, false);
}
