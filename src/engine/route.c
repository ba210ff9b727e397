/* A march to a named hex, found breadth first over clones: see route.h. */
#include "engine/route.h"

#include <stdlib.h>

#include "engine/words.h"

#define NODES 4096

struct node_of_route {
	int parent, depth;
	struct order order;
	int32_t place;
	uint64_t hash;
};

struct search {
	const struct muster *m;
	int side, piece, n;
	int32_t target;
	struct node_of_route node[NODES];
	uint8_t *state; /* node i at i * stride: it is made when the node is opened, from its parent's */
	size_t stride;
	struct orders list;
};

static struct game *state_of(const struct search *s, int i)
{
	return (struct game *)(void *)(s->state + (size_t)i * s->stride);
}

static bool seen_before(const struct search *s, uint64_t hash)
{
	for (int i = 0; i < s->n; i++)
		if (s->node[i].hash == hash) return true;
	return false;
}

/* Is it a step of this piece, or (first) the order that takes it up? */
static bool belongs(const struct search *s, const struct game *g, const struct order *o, bool first,
	struct saying *say)
{
	order_say(s->m, g, s->side, o, say);
	if (say->piece != s->piece) return false;
	return say->role == ROLE_MOVE ? say->place >= 0 : first && say->role == ROLE_PICK && say->place < 0;
}

/* Tries an order from node `at`. True: it leads to the target. */
static bool try_order(struct search *s, int at, struct order o, const struct saying *say)
{
	struct play p = {s->m, NULL, NULL};
	struct game *g = state_of(s, s->n);
	struct orders next;
	if (s->n == NODES) return false;
	game_copy(s->m, g, state_of(s, at));
	uint64_t rolls = g->dice.rolls;
	play_trusted(&p, g, s->side, &o);
	bool asked = play_next(&p, g, &next) == s->side, surprise = g->dice.rolls != rolls || !asked;
	bool there = say->role == ROLE_MOVE && say->place == s->target;
	uint64_t hash = play_hash(s->m, g);
	if (!there && (surprise || seen_before(s, hash))) return false;
	s->node[s->n++] = (struct node_of_route){.parent = at,
		.depth = s->node[at].depth + 1,
		.order = o,
		.place = say->role == ROLE_MOVE ? say->place : PLACE_NONE,
		.hash = hash};
	return there;
}

/* Opens a node: every order of the piece from there. True: the last node made is the target. */
static bool open_node(struct search *s, int at)
{
	struct play p = {s->m, NULL, NULL};
	const struct game *g = state_of(s, at);
	struct orders *o = &s->list;
	o->n = 0;
	play_legal(&p, g, s->side, o);
	for (int i = 0; i < o->n; i++) {
		struct saying say;
		if (belongs(s, g, &o->list[i], s->node[at].place == PLACE_NONE, &say) &&
			try_order(s, at, o->list[i], &say))
			return true;
	}
	return false;
}

static void write_route(const struct search *s, struct route *out)
{
	*out = (struct route){.n = s->node[s->n - 1].depth};
	for (int i = s->n - 1, k = out->n - 1; i > 0; i = s->node[i].parent, k--)
		out->order[k] = s->node[i].order;
	for (int i = s->n - 1; i > 0; i = s->node[i].parent)
		if (s->node[i].place >= 0) out->hexes++;
	for (int i = s->n - 1, k = out->hexes; i > 0; i = s->node[i].parent)
		if (s->node[i].place >= 0) out->way[--k] = s->node[i].place;
}

/* What the rules say to a step that would lead there from the nearest hex that was reached; or that there is
   no such hex. */
static bool refuse_route(const struct search *s, struct refusal *why)
{
	struct play p = {s->m, NULL, NULL};
	int near = -1;
	for (int i = 1; i < s->n; i++)
		if (s->node[i].place >= 0 && (near < 0 || hex_range(s->m->map, s->node[i].place, s->target) <
													  hex_range(s->m->map, s->node[near].place, s->target)))
			near = i;
	if (s->n == 1) return refuse(why, "", "%s cannot be moved now", s->m->piece[s->piece].name);
	if (near < 0) return refuse(why, "", "%s cannot leave its hex now", s->m->piece[s->piece].name);
	struct order on = s->node[near].order;
	const struct game *g = state_of(s, near);
	on.a = s->target;
	if (hex_range(s->m->map, s->node[near].place, s->target) == 1 &&
		s->m->rules->verb[on.verb].a == ARG_PLACE && (g->waiting >> s->side & 1) &&
		!play_check(&p, g, s->side, &on, why))
		return false;
	return refuse(why, "", "%s comes no nearer than %s", s->m->piece[s->piece].name,
		s->m->map->number[s->node[near].place]);
}

bool route_find(const struct muster *m, const struct game *known, int side, int piece, int32_t place,
	struct route *out, struct refusal *why)
{
	struct search *s = calloc(1, sizeof *s);
	bool found = false;
	if (!s) abort();
	*s = (struct search){.m = m,
		.side = side,
		.piece = piece,
		.n = 1,
		.target = place,
		.stride = (m->state_bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE};
	s->state = memory_at_line(s->stride * (NODES + 1));
	s->node[0] = (struct node_of_route){.parent = -1, .place = PLACE_NONE, .hash = play_hash(m, known)};
	game_copy(m, state_of(s, 0), known);
	for (int at = 0; at < s->n && !found; at++)
		if (s->node[at].depth < ROUTE_MOST) found = open_node(s, at);
	if (found) write_route(s, out);
	else refuse_route(s, why);
	free(s->state), free(s);
	return found;
}
