/* How well it goes, for the opponent and for studies. */
#include "rules/vae_victis/vae_victis.h"

struct balance { int steps, whole, value, good; };

static struct balance balance_of(const struct vv_book *b, const struct vv *d, int side)
{
	struct balance s = {0};
	for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++) {
		const struct vv_unit *v = &b->unit[u];
		int left = v->steps - d->lost[u];
		s.whole += v->steps * v->combat;
		s.steps += left * v->combat;
		s.good += left && is_disorganised(d, u) ? v->combat : 0;
	}
	return s;
}

/* How near the brigades are to cities they do not hold: 0 … 100. */
static int reach_of(const struct vv_book *b, const struct vv *d, int side)
{
	int sum = 0, n = 0;
	for (int i = 0; i < b->cities; i++) {
		int best = 255, hex = b->city[i].hex[0];
		for (int u = b->unit_from[side]; u < b->unit_from[side + 1]; u++)
			if (d->at[u] >= 0 && b->unit[u].kind != GUNS && hex_range(b->map, hex, d->at[u]) < best) best = hex_range(b->map, hex, d->at[u]);
		sum += best > 20 ? 0 : 100 - best * 5, n++;
	}
	return n ? sum / n : 0;
}

/* A point short of a minor victory is worth most; then steps, order, ground, formations about to break. */
int vv_judge(const struct play *p, const struct game *g, int side)
{
	const struct vv_book *b = vv_book(p);
	const struct vv *d = vv_see(g);
	if (g->over) return g->winner == RESULT_DRAW ? 0 : (g->winner == side ? 1 : -1) * (g->margin >= 2 ? 1000 : 800);
	struct balance ours = balance_of(b, d, side), theirs = balance_of(b, d, !side);
	int lead = vv_points(b, d, side) - vv_points(b, d, !side);
	int points = lead * 500 / (b->chart.major > 0 ? b->chart.major : 1);
	int blood = 400 * ours.steps / (ours.whole + 1) - 400 * theirs.steps / (theirs.whole + 1);
	int order = 80 * theirs.good / (theirs.whole + 1) - 80 * ours.good / (ours.whole + 1);
	int broken = 0;
	for (int i = 0; i < b->formations; i++) {
		int share = 30 * d->losses[i] / b->formation[i].threshold;
		broken += (b->formation[i].side == side ? -1 : 1) * (share > 30 ? 30 : share);
	}
	int sum = points + blood + order + broken + (reach_of(b, d, side) - reach_of(b, d, !side)) * 2;
	return sum > 950 ? 950 : sum < -950 ? -950 : sum;
}

/* A step is its share of the men; whoever is destroyed has lost all. */
int vv_lost_men(const struct play *p, const struct game *g, int piece)
{
	const struct vv_book *b = vv_book(p);
	if (is_leader(b, piece)) return 0;
	return p->m->battle->unit[p->m->piece[piece].unit].men * vv_see(g)->lost[piece] / b->unit[piece].steps;
}

int vv_worth(const struct muster *m, int piece)
{
	const struct vv_book *b = m->own;
	return is_leader(b, piece) ? 0 : b->unit[piece].combat;
}
