/* Command of the minigames (TABLES 9): who is in command when the chit comes up, how many may attack together
   (7.0i), leaders who find themselves alone. */
#include "rules/from_divisions/from_divisions.h"

/* TABLES 9.1: hexes a leader reaches, traced through hexes without enemy units. */
static void trace(const struct fd_book *b, const struct state *d, int leader, int range, struct fd_set *set)
{
	int16_t queue[FD_ALL] = {d->at[leader]};
	int n = 1, side = side_of(b, leader), start = d->at[leader];
	uint64_t seen[FD_WORDS] = {0};
	seen[start / 64] |= 1ull << start % 64;
	for (int i = 0; i < n; i++) {
		int hex = queue[i];
		set->bit[hex / 64] |= 1ull << hex % 64;
		for (int dir = 0; dir < 6; dir++) {
			int to = hex_next(b->map, hex, dir);
			if (to == HEX_NONE || seen[to / 64] >> to % 64 & 1 || hex_range(b->map, start, to) > range ||
				holds(b, d, to, !side))
				continue;
			seen[to / 64] |= 1ull << to % 64;
			queue[n++] = (int16_t)to;
		}
	}
}

/* TABLES 9.1; a formation with neither leader nor army commander on the map acts on its own. */
void fd_command_range(const struct play *p, const struct state *d, int formation, struct fd_set *set)
{
	const struct fd_book *b = fd_book(p);
	int leader = b->formation[formation].leader, chief = b->chief[b->formation[formation].side];
	bool led = leader != NO_UNIT && d->at[leader] >= 0, chiefs = chief != NO_UNIT && d->at[chief] >= 0;
	memset(set, on(p, O_COMMAND) && (led || chiefs) && !b->formation[formation].battery ? 0 : 255,
		sizeof *set);
	if (!on(p, O_COMMAND)) return;
	if (led) trace(b, d, leader, b->chart.range_leader, set);
	if (chiefs) trace(b, d, chief, b->chart.range_chief, set);
}

/* 7.0i, A16 */
int fd_limit(const struct play *p, const struct state *d, int formation, const uint8_t *who, int n)
{
	const struct fd_book *b = fd_book(p);
	int leader = b->formation[formation].leader, chief = b->chief[b->formation[formation].side];
	int limit = leader != NO_UNIT && d->at[leader] >= 0 ? leader_of(b, leader)->rating : b->chart.limit;
	for (int i = 0; chief != NO_UNIT && d->at[chief] >= 0 && i < n; i++)
		if (stands_in(d, who[i], d->at[chief]) && leader_of(b, chief)->rating > limit)
			limit = leader_of(b, chief)->rating;
	return limit;
}

/* TABLES 9.4: a leader alone where the enemy comes rides to the nearest friends. */
void fd_displace_leaders(const struct play *p, struct state *d)
{
	const struct fd_book *b = fd_book(p);
	for (int l = b->units; l < b->pieces; l++) {
		int side = side_of(b, l), best = HEX_NONE;
		if (d->at[l] < 0 || !(holds(b, d, d->at[l], !side) || b->ground[d->at[l]] & GROUND_CLOSED)) continue;
		for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++)
			if (d->at[u] >= 0 && (best == HEX_NONE || hex_range(b->map, d->at[l], d->at[u]) <
														  hex_range(b->map, d->at[l], best)))
				best = d->at[u];
		emit(p, .kind = E_DISPLACED, .side = (int8_t)side, .who = (int16_t)l, .where = d->at[l], .to = best,
			.rule = "2.2.4a");
		fd_put(p, d, l, best == HEX_NONE ? BOX_OUT : best);
	}
}
