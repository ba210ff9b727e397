/* Victory (14.3): cities, demoralised formations, and the fate of the monarchs. */
#include <stdlib.h>

#include "rules/vae_victis/vae_victis.h"

/* 14.3b, 14.3c, A29 */
static int hex_holder(const struct vv_book *b, const struct state *d, int hex)
{
	if (d->spot[hex].on) return b->unit[first_on(d, hex)].side;
	int side = d->spot[hex].held;
	return side != NOBODY && in_ezoc(d, hex, side) ? NOBODY : side;
}

/* 14.3d */
int vv_city_holder(const struct vv_book *b, const struct state *d, const struct muster_place *c)
{
	int side = hex_holder(b, d, c->hex[0]);
	for (int i = 1; i < c->n; i++)
		if (hex_holder(b, d, c->hex[i]) != side) return NOBODY;
	return side;
}

/* 14.3b: tells that a city changes hands; call before the unit is put there. */
void vv_tell_capture(const struct play *p, const struct state *d, int hex, int side)
{
	const struct vv_book *b = vv_book(p);
	for (int i = 0; p->sink && d->spot[hex].held != side && i < b->cities; i++)
		for (int k = 0; k < b->city[i].n; k++)
			if (b->city[i].hex[k] == hex)
				emit(p, .kind = E_CAPTURED, .side = (int8_t)side, .where = hex, .n = b->city[i].value,
					.rule = "14.3b", .note = b->city[i].name);
}

/* 14.3a, 14.3e, A77 */
int vv_points(const struct vv_book *b, const struct state *d, int side)
{
	int points = 0, broken = 0;
	for (int i = 0; i < b->cities; i++)
		if (vv_city_holder(b, d, &b->city[i]) == side) points += b->city[i].value;
	for (int i = b->formation_from[!side]; i < b->formation_from[!side + 1]; i++)
		broken += (mark_of(b, d, i) & MARK_DEMORALISED) != 0;
	return points + broken / b->chart.formations;
}

int vv_score(const struct play *p, const struct game *g, int side)
{
	return vv_points(vv_book(p), vv_see(g), side);
}

static void end(const struct play *p, struct state *d, int winner, int margin, const char *rule)
{
	int lead = vv_points(vv_book(p), d, 0) - vv_points(vv_book(p), d, 1);
	emit(p, .kind = E_ENDED, .side = (int8_t)(winner == RESULT_DRAW ? NOBODY : winner), .n = margin,
		.m = 2 * lead, .rule = rule);
	game_end(&d->g, winner, margin);
}

/* 14.3j, A30: each chief whose death costs a level moves the result one step down the ladder. */
static int ladder(const struct vv_book *b, const struct state *d, int step)
{
	for (int i = 0; i < b->chiefs; i++) {
		const struct vv_leader *l = leader_of(b, b->chief[i]);
		if (d->chiefs_killed >> i & 1 && l->killed == KILLED_LEVEL) step -= sign_of(l->side);
	}
	return within(step, -MAJOR, MAJOR);
}

/* 14.3f … 14.3h; levels above 0 are victories of side 0, below 0 of side 1. */
void vv_finish(const struct play *p, struct state *d, const char *rule)
{
	const struct vv_book *b = vv_book(p);
	int lead = vv_points(b, d, 0) - vv_points(b, d, 1), major = b->chart.major, minor = b->chart.minor;
	int level = lead >= major  ? MAJOR
	          : lead >= minor  ? MINOR
	          : lead <= -major ? -MAJOR
	          : lead <= -minor ? -MINOR
	                           : 0;
	int step = ladder(b, d, level);
	end(p, d, step > 0 ? 0 : step < 0 ? 1 : RESULT_DRAW, abs(step), rule);
}

/* 8.4a, 8.4e, 14.3i */
void vv_chief_killed(const struct play *p, struct state *d, int chief)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_leader *l = leader_of(b, chief);
	emit(p, .kind = E_LEADER_KILLED, .side = (int8_t)l->side, .who = (int16_t)chief, .where = d->at[chief],
		.rule = "8.4a");
	vv_put(b, d, chief, PLACE_NONE);
	d->chiefs_killed |= (uint8_t)(1u << l->formation);
	if (l->killed == KILLED_ENDS) end(p, d, !l->side, MAJOR, "14.3i");
}
