/* Line of sight (8.1.5): the ground's verdict is kept for every pair of hexes within the longest range; units
   on the way are looked up. Charges may need longer lines (11.11.1c); those are drawn when they are asked
   for. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* The kept line between two hexes within LINE_MOST; NULL beyond. */
const struct sightline *aab_sight_between(const struct aab_book *b, int from, int to)
{
	int far = hex_distance(b, from, to);
	if (far < 1 || far > LINE_MOST) return NULL;
	for (int i = b->disc_radius[from][far]; i < b->disc_radius[from][far + 1]; i++)
		if (b->disc_hex[i] == to) return &b->line[i];
	return NULL;
}

/* 8.1.5f-l with units: any unit of either side stands in the way, an HQ too. */
int aab_line_verdict(const struct state *d, const struct sightline *l, int16_t *where)
{
	int worst = SEEN;
	for (int i = 0; i < l->n; i++) {
		int va = anybody_at(d, l->cross[i].a) ? l->cross[i].full_a : l->cross[i].bare_a, v = va;
		if (l->cross[i].b != HEX_NONE)
			v = aab_cross_join(va, anybody_at(d, l->cross[i].b) ? l->cross[i].full_b : l->cross[i].bare_b);
		if (v <= worst) continue;
		worst = v;
		if (where) *where = l->cross[i].a;
	}
	return worst;
}

static int far_verdict(const struct muster *m, const struct aab_book *b, const struct state *d, int from,
	int to, int16_t *where)
{
	struct sight_cross x[SIGHT_MOST];
	int n = sight_line(m->map, from, to, x), lo = b->level[from], hi = b->level[to], worst = SEEN;
	if (lo > hi) lo = b->level[to], hi = b->level[from];
	for (int i = 0; i < n; i++) {
		int h[2] = {x[i].a, x[i].b}, v[2];
		for (int k = 0; k < 2; k++) {
			if (h[k] == HEX_NONE) {
				v[k] = v[0];
				continue;
			}
			v[k] = aab_cross_verdict(b, h[k], lo, hi, anybody_at(d, h[k]), aab_in_fields(b, x, n, i, h[k]));
		}
		int joined = h[1] == HEX_NONE ? v[0] : aab_cross_join(v[0], v[1]);
		if (joined > worst) worst = joined, *where = x[i].a;
	}
	return worst;
}

/* SEEN, OBSCURED or BLOCKED; `where` is the hex that spoils it. */
int aab_sight_verdict(const struct play *p, const struct state *d, int from, int to, int16_t *where)
{
	const struct aab_book *b = aab_book(p);
	const struct sightline *l = aab_sight_between(b, from, to);
	*where = HEX_NONE;
	return l ? aab_line_verdict(d, l, where) : far_verdict(p->m, b, d, from, to, where);
}
