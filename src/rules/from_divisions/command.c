/* Command of the minigames (TABLES 9): who is in command when the chit comes up, how many may attack together (7.0i), leaders who
   find themselves alone. */
#include "rules/from_divisions/from_divisions.h"

struct traced { const struct fd_book *b; const struct fd *d; int side; };

/* TABLES 9.1: traced through hexes without enemy units. */
static int line_cost(const void *who, int from, int dir, int to, bool *stop)
{
	const struct traced *t = who;
	(void)from, (void)dir, (void)stop;
	return holds(t->b, t->d, to, !t->side) ? -1 : 1;
}

static bool reaches(const struct fd_book *b, const struct fd *d, int leader, int range, int hex)
{
	int16_t cost[FD_HEXES * 2], from[FD_HEXES * 2];
	if (leader == NO_UNIT || d->at[leader] < 0 || hex_range(b->map, d->at[leader], hex) > range) return false;
	struct traced t = {b, d, side_of(b, leader)};
	hex_reach(b->map, d->at[leader], range, line_cost, &t, cost, from);
	return cost[hex] >= 0;
}

/* TABLES 9.1; whoever has neither leader nor army commander on the map acts on his own. */
bool fd_commanded(const struct play *p, const struct fd *d, int unit)
{
	const struct fd_book *b = fd_book(p);
	int leader = b->formation[b->unit[unit].formation].leader, chief = b->chief[b->unit[unit].side];
	bool led = (leader != NO_UNIT && d->at[leader] >= 0) || (chief != NO_UNIT && d->at[chief] >= 0);
	if (!on(p, O_COMMAND) || !led || b->unit[unit].type == BATTERY) return true;
	return reaches(b, d, leader, b->chart.range_leader, d->at[unit]) || reaches(b, d, chief, b->chart.range_chief, d->at[unit]);
}

/* 7.0i, A16 */
int fd_limit(const struct play *p, const struct fd *d, int formation, const uint8_t *who, int n)
{
	const struct fd_book *b = fd_book(p);
	int leader = b->formation[formation].leader, chief = b->chief[b->formation[formation].side];
	int limit = leader != NO_UNIT && d->at[leader] >= 0 ? leader_of(b, leader)->rating : b->chart.limit;
	for (int i = 0; chief != NO_UNIT && i < n; i++)
		if (stands_in(d, who[i], d->at[chief]) && leader_of(b, chief)->rating > limit) limit = leader_of(b, chief)->rating;
	return limit;
}

/* TABLES 9.4: a leader alone where the enemy comes rides to the nearest friends. */
void fd_displace_leaders(const struct play *p, struct fd *d)
{
	const struct fd_book *b = fd_book(p);
	for (int l = b->units; l < b->pieces; l++) {
		int side = side_of(b, l), best = HEX_NONE;
		if (d->at[l] < 0 || !(holds(b, d, d->at[l], !side) || b->ground[d->at[l]] & GROUND_CLOSED)) continue;
		for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++)
			if (d->at[u] >= 0 && (best == HEX_NONE || hex_range(b->map, d->at[l], d->at[u]) < hex_range(b->map, d->at[l], best))) best = d->at[u];
		emit(p, .kind = E_DISPLACED, .side = (int8_t)side, .who = (int16_t)l, .where = d->at[l], .to = best, .rule = "2.2.4a");
		fd_put(p, d, l, best == HEX_NONE ? BOX_OUT : best);
	}
}
