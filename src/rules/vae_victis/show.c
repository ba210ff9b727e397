/* The overlay of where a piece could move. Nothing here decides anything. */
#include "rules/vae_victis/vae_victis.h"

struct look {
	const struct vv_book *b;
	const struct state *d;
	const struct step *s;
};

static int reach_cost(const void *who, int from, int dir, int to, bool *stop)
{
	const struct look *l = who;
	int cost;
	if (!vv_step_costs(l->b, l->d, l->s, from, dir, &cost)) return -1;
	*stop = !is_leader(l->b, l->s->unit) &&
	        (in_ezoc(l->d, to, l->s->side) || cost == load_see(l->s)->march.points);
	return cost;
}

/* Before a move: what its command state leaves it. In the middle of one: what is left. */
static struct step march_to_show(const struct play *p, const struct state *d, int piece)
{
	const struct vv_book *b = vv_book(p);
	if (d->g.depth && agenda_see(&d->g)->kind == STEP_MARCH && agenda_see(&d->g)->unit == piece)
		return *agenda_see(&d->g);
	bool leader = is_leader(b, piece), out = !leader && vv_unit_out(p, d, piece);
	int points = leader ? vv_march_allowance(b, d, piece)
	           : out    ? vv_allowance(b, d, piece) / 4 * 2
	                    : vv_allowance(b, d, piece);
	struct step s = {.kind = STEP_MARCH, .side = (uint8_t)side_of(b, piece), .unit = (int16_t)piece};
	load_of(&s)->march.allowance = (int16_t)points;
	load_of(&s)->march.points = points;
	load_of(&s)->march.from = d->at[piece];
	if (leader && leader_of(b, piece)->chief) s.flags |= MARCH_CHIEF;
	if (out) s.flags |= MARCH_OUT | MARCH_LOST; /* its HQ's range is looked at when it moves */
	return s;
}

void vv_reach(const struct play *p, const struct state *d, int piece, int16_t *value)
{
	const struct vv_book *b = vv_book(p);
	if (d->at[piece] < 0) return;
	struct step s = march_to_show(p, d, piece);
	struct look l = {b, d, &s};
	int16_t from[HEX_MOST];
	hex_reach(b->map, d->at[piece], load_see(&s)->march.points, reach_cost, &l, value, from);
	for (int h = 0; h < b->map->count; h++)
		if (value[h] >= 0 && !is_leader(b, piece) && !vv_may_stack(b, d, piece, h)) value[h] = -1;
}
