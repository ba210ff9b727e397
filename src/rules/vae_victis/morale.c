/* Morale (0.5), what combat results do to a unit (11.3), demoralisation (9.4) and rally (12). */
#include "rules/vae_victis/vae_victis.h"

/* --- checks --------------------------------------------------------------------------------------------- */

/* 0.5f */
static bool enemy_on_flank(const struct vv_book *b, const struct state *d, int unit)
{
	const int16_t *next = &b->map->next[d->at[unit] * 6];
	for (unsigned dirs = FULL & ~vv_front(b, d, unit); dirs; dirs &= dirs - 1) {
		int to = next[__builtin_ctz(dirs)];
		if (is_hex(to) && holds(b, d, to, !b->unit[unit].side)) return true;
	}
	return false;
}

static bool is_within(const struct vv_book *b, const struct state *d, int leader, int hex, int hexes)
{
	return is_there(d, leader) && hex_range(b->map, hex, d->at[leader]) <= hexes;
}

/* 0.5e, 0.5k, A61: its own HQ or its own chief, within so many hexes. */
static bool leader_within(const struct vv_book *b, const struct state *d, int unit, int hexes)
{
	const struct vv_formation *f = form_of(b, unit);
	return is_within(b, d, f->hq, d->at[unit], hexes) || is_within(b, d, f->chief, d->at[unit], hexes);
}

/* 0.5l, A60: in range and sight, whichever way the guns face. */
static bool under_guns(const struct vv_book *b, const struct state *d, int unit)
{
	int side = !b->unit[unit].side;
	for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++) {
		/* nobody else has a range */
		if (!is_hex(d->at[u]) || hex_range(b->map, d->at[u], d->at[unit]) > b->unit[u].range) continue;
		const struct vv_view *v = vv_view_of(b, d->at[u], d->at[unit]);
		if (v && vv_view_clear(b, d, v)) return true;
	}
	return false;
}

/* 0.5a … 0.5m, 13.1c, MMa; in defensive combat the ground does not help (A42). */
static int rating_of(const struct play *p, const struct state *d, int unit, bool rally, bool repulse)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_charts *c = &b->chart;
	int rating = 0;
	vv_shift(p, &rating, b->unit[unit].steps, unit, NO_UNIT, "0.5a", "morale rating");
	if (!repulse && b->protection[d->at[unit]] >= 2)
		vv_shift(p, &rating, c->m_protection, unit, NO_UNIT, "0.5d", "the ground protects it");
	if (leader_within(b, d, unit, 0))
		vv_shift(p, &rating, c->m_leader, unit, NO_UNIT, "0.5e", "a leader is with it");
	else if (rally && leader_within(b, d, unit, 1))
		vv_shift(p, &rating, c->m_adjacent, unit, NO_UNIT, "0.5k", "a leader is next to it");
	if (enemy_on_flank(b, d, unit))
		vv_shift(p, &rating, c->m_flank, unit, NO_UNIT, "0.5f", "enemy on its flank");
	vv_shift(p, &rating, c->m_step_lost * d->lost[unit], unit, NO_UNIT, "0.5g", "steps lost");
	if (vv_unit_out(p, d, unit)) vv_shift(p, &rating, c->m_command, unit, NO_UNIT, "0.5h", "out of command");
	if (d->weather == HEAT) vv_shift(p, &rating, c->m_heat, unit, NO_UNIT, "0.5i", "heat");
	if (is_demoralised(b, d, unit))
		vv_shift(p, &rating, c->m_demoralised, unit, NO_UNIT, "0.5j", "demoralised");
	if (rally && under_guns(b, d, unit))
		vv_shift(p, &rating, c->m_artillery, unit, NO_UNIT, "0.5l", "under the enemy's guns");
	return rating;
}

/* 0.4a, 0.4b: nothing succeeds or fails by itself. */
bool vv_morale(const struct play *p, struct state *d, int unit, bool rally, bool repulse)
{
	const struct vv_book *b = vv_book(p);
	const char *rule = rally ? "12c" : "0.5a";
	emit(p, .kind = E_CHECKS, .side = (int8_t)b->unit[unit].side, .who = (int16_t)unit, .n = b->chart.check,
		.rule = rule, .note = rally ? "Rally" : "Morale check");
	return vv_check_roll(p, d, b->unit[unit].side, unit, rating_of(p, d, unit, rally, repulse), NULL,
		rally ? "rally" : "morale check", rule);
}

/* --- results -------------------------------------------------------------------------------------------- */

void vv_disorganise(const struct play *p, struct state *d, int unit, const char *rule)
{
	if (is_disorganised(d, unit)) return;
	d->flags[unit] |= IS_DISORGANISED;
	emit(p, .kind = E_DISORGANISED, .side = (int8_t)vv_book(p)->unit[unit].side, .who = (int16_t)unit,
		.where = d->at[unit], .rule = rule);
}

void vv_eliminate(const struct play *p, struct state *d, int unit, const char *rule)
{
	const struct vv_book *b = vv_book(p);
	int hex = d->at[unit], side = b->unit[unit].side, left = b->unit[unit].steps - d->lost[unit];
	d->lost[unit] = b->unit[unit].steps;
	d->losses[b->unit[unit].formation] = (uint8_t)(d->losses[b->unit[unit].formation] + left);
	emit(p, .kind = E_ELIMINATED, .side = (int8_t)side, .who = (int16_t)unit, .where = hex, .rule = rule);
	vv_put(b, d, unit, PLACE_NONE);
	/* 9.3a: in combat, not under fire from afar */
	if (!d->spot[hex].on && agenda_find(&d->g, STEP_COMBAT)) vv_leaders_of_lost(p, d, hex, side);
}

/* 11.3f */
bool vv_lose_step(const struct play *p, struct state *d, int unit, const char *rule)
{
	const struct vv_book *b = vv_book(p);
	emit(p, .kind = E_STEP_LOST, .side = (int8_t)b->unit[unit].side, .who = (int16_t)unit,
		.where = d->at[unit], .n = 1, .rule = rule);
	d->lost[unit]++;
	d->losses[b->unit[unit].formation]++;
	if (d->lost[unit] < b->unit[unit].steps) return true;
	vv_eliminate(p, d, unit, "11.3f");
	return false;
}

/* 11.3d … 11.3l, 0.5b, 0.5c */
bool vv_suffer(const struct play *p, struct state *d, int unit, enum result result, bool retreats,
	bool repulse)
{
	if (result == NOTHING) return false;
	if (result == TEST) {
		bool held = vv_morale(p, d, unit, false, repulse);
		emit(p, .kind = E_MORALE, .side = (int8_t)vv_book(p)->unit[unit].side, .who = (int16_t)unit,
			.n = held, .rule = held ? "11.3i" : "11.3j");
		if (held) return false;
	}
	if (result == DISORDER_LOSS && !vv_lose_step(p, d, unit, "11.3k")) return true;
	if (!is_disorganised(d, unit)) vv_disorganise(p, d, unit, "11.3e");
	else if (!vv_lose_step(p, d, unit, "11.3e")) return true;
	if (retreats)
		agenda_push(&d->g,
			(struct step){.kind = STEP_RETREAT, .side = vv_book(p)->unit[unit].side, .unit = (int16_t)unit});
	return true;
}

/* --- demoralisation and rally --------------------------------------------------------------------------- */

/* 4B-c, 9.4a … 9.4c, A63: permanent. */
void vv_demoralise(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	for (int i = 0; i < b->formations; i++) {
		const struct vv_formation *f = &b->formation[i];
		if (d->losses[i] < f->threshold || d->mark[f->rep] & MARK_DEMORALISED) continue;
		d->mark[f->rep] |= MARK_DEMORALISED;
		emit(p, .kind = E_DEMORALISED, .side = (int8_t)f->side, .who = f->rep, .n = d->losses[i],
			.rule = "9.4a", .note = f->name);
	}
}

/* 12a … 12f, A59 */
void vv_rally(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	for (int i = 0; i < SIDES; i++) {
		int side = i ? !b->first : b->first;
		for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++) {
			if (!is_disorganised(d, u) || !is_hex(d->at[u]) || vv_beside_enemy(b, d, d->at[u], side))
				continue;
			bool rallied = vv_morale(p, d, u, true, false);
			if (rallied) d->flags[u] &= (uint8_t)~IS_DISORGANISED;
			if (rallied)
				emit(p, .kind = E_RALLIED, .side = (int8_t)side, .who = (int16_t)u, .where = d->at[u],
					.rule = "12d");
			else
				emit(p, .kind = E_SHAKEN, .side = (int8_t)side, .who = (int16_t)u, .where = d->at[u],
					.rule = "12f");
		}
	}
}
