/* The stated default of the one minor question whose answer is not simply the first of its list: cavalry
   stands, towns are given up, a retreat takes the first hex towards the own side, the attacker keeps his
   facing, and organic cavalry pursues. */
#include "rules/from_divisions/from_divisions.h"

/* The unit with the most steps loses one; of equals the one with fewer stragglers out. */
bool fd_usual_lose(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	struct orders all;
	int best = 0;
	all.n = 0;
	fd_list_lose(p, d, side, &all);
	for (int i = 1; i < all.n; i++)
		if (d->steps[all.list[i].unit] > d->steps[all.list[best].unit]) best = i;
	*o = all.list[best];
	return true;
}
