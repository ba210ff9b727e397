/* Fatigue (11): boxes of each unit, or in the Lite rules one level of each formation with reserves held back;
   and what the enemy can conclude of it (2.5): low … high. */
#include "rules/from_divisions/from_divisions.h"

/* 11.1a, 11.1b, 11.2a, 11.2g */
int fd_level(const struct play *p, const struct state *d, int unit)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_unit *c = &b->unit[unit];
	if (on(p, O_LITE_FATIGUE)) {
		int level = wear_of(b, d, c->formation) - (d->flags[unit] & IS_HELD_BACK ? 1 : 0);
		return level >= SPENT ? SPENT : level >= TIRED ? TIRED : RESTED;
	}
	return d->fatigue[unit] >= c->boxes ? SPENT : d->fatigue[unit] >= c->white ? TIRED : RESTED;
}

static uint8_t more(const struct fd_unit *c, int n, int plus)
{
	return (uint8_t)fd_higher(fd_lower(n + plus, c->boxes), 0);
}

static void tire(const struct play *p, struct state *d, int unit, int n, int low, int high, const char *rule)
{
	const struct fd_unit *c = &fd_book(p)->unit[unit];
	if (on(p, O_LITE_FATIGUE) || c->type == BATTERY) return; /* 11.2b */
	d->fatigue[unit] = more(c, d->fatigue[unit], n);
	d->low[unit] = more(c, d->low[unit], low), d->high[unit] = more(c, d->high[unit], high);
	if (n)
		emit(p, .kind = E_FATIGUE, .audience = (uint8_t)(1u << c->side), .side = (int8_t)c->side,
			.who = (int16_t)unit, .where = d->at[unit], .n = n, .m = d->fatigue[unit], .rule = rule);
}

/* 11.0b: everybody can see why. */
void fd_tire(const struct play *p, struct state *d, int unit, int n, const char *rule)
{
	tire(p, d, unit, n, n, n, rule);
}

/* 7.3k, 11.2d, 11.2j: a combat that only Held Back units of the formation fought does not tire it. */
void fd_tire_unseen(const struct play *p, struct state *d, int unit, int n, int most)
{
	if (n && d->combat.fresh >> fd_book(p)->unit[unit].formation & 1) d->more[unit] |= MORE_TIRED;
	tire(p, d, unit, n, 0, most, "7.3k");
}

void fd_rest(const struct play *p, struct state *d, int unit, const char *rule)
{
	int n = -fd_book(p)->chart.w_rest;
	if (!d->fatigue[unit] && !d->high[unit]) return;
	tire(p, d, unit, d->fatigue[unit] ? n : 0, n, n, rule);
	d->low[unit] = (uint8_t)fd_lower(d->low[unit], d->fatigue[unit]),
	d->high[unit] = (uint8_t)fd_higher(d->high[unit], d->fatigue[unit]);
}

/* 2.5c: strength tells whether it is Tired or Spent; the modifier tells its batteries. */
void fd_stated(const struct play *p, struct state *d, int unit)
{
	const struct fd_unit *c = &fd_book(p)->unit[unit];
	int level = fd_level(p, d, unit),
		low = level == SPENT ? c->boxes
	        : level == TIRED ? c->white
	                         : 0,
		high = level == SPENT ? c->boxes
	         : level == TIRED ? c->boxes - 1
	                          : c->white - 1;
	d->least[unit] = d->most[unit] = d->guns[unit];
	if (on(p, O_LITE_FATIGUE)) return;
	d->low[unit] = (uint8_t)fd_higher(d->low[unit], low),
	d->high[unit] = (uint8_t)fd_lower(d->high[unit], high);
}

/* --- Lite ----------------------------------------------------------------------------------------------- */

static void set_level(const struct play *p, struct state *d, int formation, int level, const char *rule)
{
	const struct fd_formation *f = &fd_book(p)->formation[formation];
	level = fd_higher(fd_lower(level, SPENT), RESTED);
	if (level == d->wear[f->rep]) return;
	d->wear[f->rep] = (uint8_t)level;
	emit(p, .kind = E_LEVEL, .side = (int8_t)f->side, .who = f->rep, .n = level, .rule = rule,
		.note = f->name);
}

static void catch_up(const struct play *p, struct state *d, int unit, const char *rule)
{
	d->flags[unit] = (uint8_t)((d->flags[unit] | IS_CATCHING_UP) & ~IS_HELD_BACK);
	emit(p, .kind = E_HELD_BACK, .side = (int8_t)fd_book(p)->unit[unit].side, .who = (int16_t)unit,
		.where = d->at[unit], .n = 0, .rule = rule);
}

/* 11.2h */
void fd_fights(const struct play *p, struct state *d, int unit)
{
	if (on(p, O_LITE_FATIGUE) && d->flags[unit] & IS_HELD_BACK) catch_up(p, d, unit, "11.2h");
}

/* 11.2m */
void fd_arrives(const struct play *p, struct state *d, int unit)
{
	const struct fd_book *b = fd_book(p);
	int f = b->unit[unit].formation, level = d->g.turn < b->noon ? ACTIVE : NEAR_TIRED,
		was = wear_of(b, d, f);
	if (!on(p, O_LITE_FATIGUE)) return;
	if (level < was) d->flags[unit] |= IS_HELD_BACK | WAS_HELD_BACK;
	if (level <= was) return;
	for (int u = b->formation[f].first; u < b->formation[f].last; u++)
		if (u != unit && d->at[u] >= 0) d->flags[u] |= IS_HELD_BACK | WAS_HELD_BACK;
	set_level(p, d, f, level, "11.2m");
}

static bool rested(const struct state *d, int u)
{
	return !(d->did[u] & (DID_MOVE | DID_STATIONARY | DID_ATTACK)) && !is_smashed(d, u);
}

/* 11.2d … 11.2f, 11.2k */
static void wear_formation(const struct play *p, struct state *d, int formation, bool active)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_formation *f = &b->formation[formation];
	bool hit = false, doubled = false, rests = active, any = false;
	for (int u = f->first; u < f->last; u++) {
		if (d->at[u] < 0) continue;
		any = true;
		hit |= (d->more[u] & MORE_TIRED) != 0;
		doubled |= (d->did[u] & DID_DOUBLE) != 0;
		if (!(d->flags[u] & IS_HELD_BACK) && (!rested(d, u) || d->more[u] & MORE_FOUGHT)) rests = false;
	}
	if (!any) return;
	for (int u = f->first; rests && u < f->last; u++)
		if (d->at[u] >= 0 && d->flags[u] & IS_HELD_BACK && !rested(d, u)) catch_up(p, d, u, "11.2k");
	if (hit) set_level(p, d, formation, wear_of(b, d, formation) + 1, "11.2d");
	if (doubled) set_level(p, d, formation, wear_of(b, d, formation) + 1, "11.2e");
	if (rests && !hit) set_level(p, d, formation, wear_of(b, d, formation) - 1, "11.2f");
}

/* --- the end of an activation --------------------------------------------------------------------------- */

/* 6.1f, A06 */
void fd_overstacked(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	for (int u = 0; u < b->units; u++) {
		int sum = 0, h = d->at[u];
		if (h < 0 || !d->under[u]) continue; /* each stack by those that have somebody below them */
		for each_node(n, d, h) sum += b->unit[unit_at(n)].type == BATTERY ? 0 : fd_points(d, n);
		if (sum <= b->chart.stacking) continue;
		for each_node(n, d, h) fd_disorganise(p, d, unit_at(n), "6.1f");
	}
}

/* 4.1g, 9.0f, A41, 11.0b, TABLES 8 */
static void wear_unit(const struct play *p, struct state *d, int u)
{
	const struct fd_book *b = fd_book(p);
	if (d->did[u] & DID_MARCH) fd_tire(p, d, u, b->chart.w_march, "11.0b");
	if (rested(d, u) && !(d->more[u] & MORE_FOUGHT)) fd_rest(p, d, u, "4.1d");
	if (d->did[u] & BEGAN_DISORGANISED && is_disorganised(d, u)) {
		d->flags[u] &= (uint8_t)~IS_DISORGANISED;
		emit(p, .kind = E_RESTED, .side = (int8_t)b->unit[u].side, .who = (int16_t)u, .where = d->at[u],
			.rule = "9.0f");
	}
}

void fd_wear_out(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	for (int u = 0; u < b->units; u++)
		if (d->at[u] >= 0 && acts_now(b, d, u)) wear_unit(p, d, u);
	for (int f = 0; on(p, O_LITE_FATIGUE) && f < b->formations; f++)
		wear_formation(p, d, f, d->acting >> f & 1);
	fd_overstacked(p, d);
}
