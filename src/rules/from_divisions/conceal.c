/* What a side may not know (2.5b): the other's force chart. Stragglers, fatigue and batteries are drawn anew
   from what can be concluded: the counter on the map, what everybody saw, what was stated in combat. */
#include "rules/from_divisions/from_divisions.h"

static int between(struct rng *rng, int low, int high)
{
	return high <= low ? low : low + (int)rng_below(rng, (uint32_t)(high - low + 1));
}

/* 2.5a, 10.0c: casualties and stragglers together are seen; how they divide is not. */
static void draw_stragglers(const struct fd_book *b, struct state *d, int u, struct rng *rng)
{
	int missing = d->stragglers[u] + d->dead[u],
		most = missing < b->chart.stragglers ? missing : b->chart.stragglers;
	int now = d->at[u] == PLACE_NONE ? 0 : between(rng, is_smashed(d, u) ? 1 : 0, most);
	d->stragglers[u] = (uint8_t)now, d->dead[u] = (uint8_t)(missing - now);
	d->note[u].fresh = (now < d->note[u].lost ? now : d->note[u].lost) & 7;
}

void fd_conceal(const struct play *p, struct game *g, int side, struct rng *rng)
{
	const struct fd_book *b = fd_book(p);
	struct state *d = fd_of(g);
	struct fd_combat *c = &d->combat;
	for (int i = 0; i < c->stacks; i++) /* the other's die of effects */
		if (c->die[i] && (i < c->targets) == (c->side == side)) c->die[i] = (uint8_t)between(rng, 1, 6);
	for (int u = b->unit_from[!side]; u < b->unit_from[!side + 1]; u++) {
		if (b->unit[u].type == BATTERY) continue;
		if (!on(p, O_LITE_STRAGGLERS)) draw_stragglers(b, d, u, rng);
		if (!on(p, O_LITE_FATIGUE)) d->more[u] &= (uint8_t)~MORE_TIRED;
		d->fatigue[u] = (uint8_t)between(rng, d->low[u], d->high[u]);
		/* 2.5d: that it has some is known */
		if (d->guns[u]) d->guns[u] = (uint8_t)between(rng, d->least[u], d->most[u]);
	}
}

/* --- for odds ------------------------------------------------------------------------------------------- */

/* Does the unit stand where these orders, or the combat in hand, strike? */
static bool is_concerned(const struct play *p, const struct state *d, int u, const struct order *o, int n)
{
	const struct fd_combat *c = &d->combat;
	bool fights = false;
	for (int i = 0; i < d->g.depth; i++) fights |= d->g.agenda[i].kind == STEP_COMBAT;
	for (int i = 0; i < n; i++)
		if (p->m->rules->verb[o[i].verb].a == ARG_PLACE && stands_in(d, u, o[i].a)) return true;
	for (int i = 0; fights && i < c->targets; i++)
		if (stands_in(d, u, c->hex[i]) || stands_in(d, u, c->stack[i])) return true;
	return false;
}

/* Of a chart only this shows in a fight: Tired or Spent, how many batteries, whether anybody is astray. Far
   from it, nothing. */
void fd_blur(const struct play *p, struct game *g, int side, const struct order *o, int n)
{
	const struct fd_book *b = fd_book(p);
	struct state *d = fd_of(g);
	for (int u = b->unit_from[!side]; u < b->unit_from[!side + 1]; u++) {
		const struct fd_unit *c = &b->unit[u];
		if (c->type == BATTERY || d->at[u] < 0) continue;
		bool concerned = is_concerned(p, d, u, o, n);
		int missing = d->stragglers[u] + d->dead[u], level = fd_level(p, d, u);
		int least = concerned && level == SPENT ? c->boxes
		          : concerned && level == TIRED ? c->white
		                                        : 0,
			astray = concerned ? d->stragglers[u] > 0 : is_smashed(d, u);
		if (!on(p, O_LITE_FATIGUE)) d->fatigue[u] = (uint8_t)(d->low[u] > least ? d->low[u] : least);
		if (!on(p, O_LITE_STRAGGLERS))
			d->stragglers[u] = (uint8_t)astray, d->dead[u] = (uint8_t)(missing - astray),
			d->note[u].fresh = 0;
		if (!concerned && d->guns[u]) d->guns[u] = d->most[u];
	}
}
