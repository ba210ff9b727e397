/* The stated defaults of minor questions, and what standing orders answer. Odds cross these questions by the same answers. */
#include "rules/from_divisions/from_divisions.h"

static void first_of(fd_list *list, const struct play *p, const struct fd *d, int side, int last, struct order *o)
{
	struct orders all;
	all.n = 0;
	list(p, d, side, &all);
	*o = all.list[last ? all.n - 1 : 0];
}

/* The unit with the most steps loses one; of equals the one with fewer stragglers out. */
static void strongest(const struct play *p, const struct fd *d, int side, struct order *o)
{
	struct orders all;
	int best = 0;
	all.n = 0;
	fd_list_lose(p, d, side, &all);
	for (int i = 1; i < all.n; i++)
		if (d->steps[all.list[i].unit] > d->steps[all.list[best].unit]) best = i;
	*o = all.list[best];
}

/* Choice 0 is the stated default: cavalry stands, the strongest loses, towns are given up, the first hex towards the own side, the
   attacker keeps his facing, organic cavalry pursues. */
bool fd_usual(const struct play *p, const struct game *g, int side, int choice, struct order *o)
{
	const struct fd *d = fd_see(g);
	switch (g->question[side]) {
	case Q_EVADE: first_of(fd_list_evade, p, d, side, choice == 2, o); return true;
	case Q_LOSE: strongest(p, d, side, o); return true;
	case Q_CUT: first_of(fd_list_cut, p, d, side, choice == 2, o); return true;
	case Q_PAY: first_of(fd_list_pay, p, d, side, 0, o); return true;
	case Q_RETREAT: first_of(fd_list_retreats, p, d, side, 0, o); return true;
	case Q_FACE: first_of(fd_list_faces, p, d, side, 0, o); return true;
	case Q_PURSUE: first_of(fd_list_pursue, p, d, side, choice == 2, o); return true;
	default: return false;
	}
}
