/* Where a piece can go now, step by step, as the rules themselves say it: every place of a walk was reached
   on a clone by orders that they allow. walk.c finds it; reason.c asks from its ends why a piece comes no
   further. For this room only. */
#ifndef WIRE_WALK_H
#define WIRE_WALK_H

#include "engine/play.h"

struct stop {
	bool reached;
	int32_t from;       /* the place before it; PLACE_NONE: where the piece stands */
	int32_t cost;       /* by the system's overlay `reach`; otherwise in hexes */
	struct order order; /* the step that leads there */
	struct game *g;     /* after that step; NULL if dice fell there, or if the piece can go no further */
};

struct walk {
	const struct muster *m;
	int side, piece;
	bool picked; /* an order takes it up first: */
	struct order pick;
	struct game *start; /* when it has been taken up */
	struct stop *stop;  /* one for each hex */
};

/* `by` is the order that takes the piece up; NULL is the first there is. False: there is no board of
   hexes. */
bool walk_find(struct walk *w, const struct muster *m, const struct game *known, int side, int piece,
	const struct order *by);
void walk_free(struct walk *w);

#endif
