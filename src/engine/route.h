/* A march to a named hex: which orders take a piece there. The rules are asked only for their orders, on
   clones of what the side may know, so every order of a route is one that they allow. A route ends where dice
   fall or somebody else is asked. */
#ifndef ENGINE_ROUTE_H
#define ENGINE_ROUTE_H

#include "engine/play.h"

#define ROUTE_MOST 32

struct route {
	int n; /* orders: one that takes the piece up, if the rules have that, and its steps */
	struct order order[ROUTE_MOST];
	int hexes;               /* the steps among them */
	int32_t way[ROUTE_MOST]; /* where each step leads */
};

/* The route with the fewest hexes. False: *why says what keeps the piece from it, as far as it is known. */
bool route_find(const struct muster *m, const struct game *known, int side, int piece, int32_t place,
	struct route *out, struct refusal *why);

#endif
