/* How well it goes, for the opponent and for studies. */
#include "rules/from_divisions/from_divisions.h"

struct balance { int steps, whole, disorder, wear; };

static struct balance balance_of(const struct play *p, const struct fd *d, int side)
{
	const struct fd_book *b = fd_book(p);
	struct balance s = {0};
	for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++) {
		const struct fd_unit *c = &b->unit[u];
		s.whole += c->steps;
		if (d->at[u] == PLACE_NONE || c->type == BATTERY) continue;
		s.steps += is_smashed(d, u) ? 0 : d->steps[u] * 2 + d->stragglers[u];
		s.disorder += is_shaken(d, u) ? d->steps[u] : 0;
		int level = fd_level(p, d, u);
		s.wear += level == SPENT ? 2 * d->steps[u] : level == TIRED ? d->steps[u] : 0;
	}
	return s;
}

/* How near the troops are to places they do not hold: 0 … 100. */
static int reach_of(const struct fd_book *b, const struct fd *d, int side)
{
	int sum = 0, n = 0;
	for (int i = 0; i < b->places; i++) {
		int best = 255, hex = b->place[i].hex[0];
		for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++)
			if (d->at[u] >= 0 && hex_range(b->map, hex, d->at[u]) < best) best = hex_range(b->map, hex, d->at[u]);
		sum += best > 12 ? 0 : 100 - best * 8, n++;
	}
	return n ? sum / n : 0;
}

/* Points decide; then whole divisions, order, breath, ground within reach and the army's spirit. */
int fd_judge(const struct play *p, const struct game *g, int side)
{
	const struct fd_book *b = fd_book(p);
	const struct fd *d = fd_see(g);
	if (g->over) return g->winner == RESULT_DRAW ? 0 : (g->winner == side ? 1 : -1) * (700 + 100 * g->margin);
	struct balance ours = balance_of(p, d, side), theirs = balance_of(p, d, !side);
	int lead = fd_vp(p, d, side) - fd_vp(p, d, !side) + (side ? 2 : -2) * b->chart.handicap;
	int sum = lead * 350 / (2 * b->chart.v_decisive) + 150 * ours.steps / (ours.whole * 2 + 1) - 150 * theirs.steps / (theirs.whole * 2 + 1);
	sum += 80 * theirs.disorder / (theirs.whole + 1) - 80 * ours.disorder / (ours.whole + 1) + 60 * theirs.wear / (theirs.whole + 1) - 60 * ours.wear / (ours.whole + 1);
	sum += reach_of(b, d, side) - reach_of(b, d, !side);
	if (on(p, O_ARMY_MORALE)) sum += 200 * d->army[side] / (b->army[side] + 1) - 200 * d->army[!side] / (b->army[!side] + 1);
	return sum > 950 ? 950 : sum < -950 ? -950 : sum;
}

/* A casualty step is its share of the men; stragglers come back. */
int fd_lost_men(const struct play *p, const struct game *g, int piece)
{
	const struct fd_book *b = fd_book(p);
	if (is_leader(b, piece) || !b->unit[piece].steps) return 0;
	return b->unit[piece].men * fd_see(g)->dead[piece] / b->unit[piece].steps;
}
