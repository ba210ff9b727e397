/* Where a piece can go: see walk.h. Hexes are taken in the order of what it costs to get there, as the
   system's overlay `reach` counts it. Each is entered from the cheapest of its neighbours from which the
   rules allow the step, so one step is tried for most hexes. */
#include "wire/walk.h"

#include <stdlib.h>
#include <string.h>

#include "engine/optional.h"
#include "engine/words.h"

#define FAR INT32_MAX

/* --- what it costs -------------------------------------------------------------------------------------- */

/* The overlay's value of each hex. Without such an overlay every value is FAR, and hexes are counted. */
static void costs(const struct walk *w, const struct game *g, int32_t *cost)
{
	struct play p = {w->m, NULL, NULL};
	const struct rules *r = w->m->rules;
	int n = w->m->map->count, which = 0;
	int16_t *value = malloc(sizeof *value * (size_t)n);
	if (!value) abort();
	while (which < r->overlays && strcmp(r->overlay[which].name, "reach")) which++;
	for (int i = 0; i < n; i++) value[i] = -1;
	if (words_hooks(w->m)->show && which < r->overlays)
		words_hooks(w->m)->show(&p, g, w->side, which, w->piece, value);
	for (int i = 0; i < n; i++) cost[i] = value[i] >= 0 ? value[i] : FAR;
	free(value);
}

/* --- steps ---------------------------------------------------------------------------------------------- */

struct
try {
	int32_t from;
	struct order order;
};
struct tries {
	int n;
	struct try list[8];
};

/* The steps that the piece may take from a state. */
static int steps(const struct walk *w, const struct game *g, int32_t at, struct orders *o, struct tries *into)
{
	struct play p = {w->m, NULL, NULL};
	int found = 0;
	o->n = 0;
	play_legal(&p, g, w->side, o);
	for (int i = 0; i < o->n; i++) {
		struct saying say;
		order_say(w->m, g, w->side, &o->list[i], &say);
		if (say.piece != w->piece || say.role != ROLE_MOVE || say.place < 0) continue;
		struct tries *t = &into[say.place];
		if (t->n < 8) t->list[t->n++] = (struct try){at, o->list[i]};
		found++;
	}
	return found;
}

/* Carries a step out on a clone. What comes after dice or of another's answer is nobody's to know: the walk
   ends there. */
static struct game *after(const struct walk *w, const struct game *g, const struct order *o)
{
	struct play p = {w->m, NULL, NULL};
	struct orders *next = malloc(sizeof *next);
	struct game *then = game_new(w->m);
	if (!next) abort();
	game_copy(w->m, then, g);
	uint64_t rolls = then->dice.rolls;
	play_trusted(&p, then, w->side, o);
	bool goes_on = play_next(&p, then, next) == w->side && then->dice.rolls == rolls;
	free(next);
	if (goes_on) return then;
	free(then);
	return NULL;
}

/* The state before the step: that of the place before, or of the start. */
static const struct game *before(const struct walk *w, int32_t from)
{
	return from == PLACE_NONE ? w->start : w->stop[from].g;
}

static int32_t cost_of_try(const struct walk *w, const struct try *t)
{
	return t->from == PLACE_NONE ? 0 : w->stop[t->from].cost;
}

/* Enters a hex by the cheapest of the steps that lead there. */
static void enter(struct walk *w, int32_t place, int32_t cost, const struct tries *t, struct orders *o,
	struct tries *into)
{
	const struct try *best = &t->list[0];
	struct stop *s = &w->stop[place];
	for (int i = 1; i < t->n; i++)
		if (cost_of_try(w, &t->list[i]) < cost_of_try(w, best)) best = &t->list[i];
	*s = (struct stop){.reached = true,
		.from = best->from,
		.order = best->order,
		.cost = cost < FAR ? cost : cost_of_try(w, best) + 1};
	s->g = after(w, before(w, best->from), &best->order);
	if (!s->g || steps(w, s->g, place, o, into)) return;
	/* only facings are left, or the like */
	if (s->g->question[w->side] == before(w, best->from)->question[w->side]) return;
	free(s->g), s->g = NULL; /* something else is asked: its march is over */
}

/* The hex that is to be entered next: the cheapest that a step leads to. */
static int32_t cheapest(const struct walk *w, const int32_t *cost, const struct tries *t)
{
	int32_t best = PLACE_NONE, least = FAR;
	for (int32_t i = 0; i < w->m->map->count; i++) {
		if (!t[i].n || w->stop[i].reached) continue;
		if (best == PLACE_NONE || cost[i] < least) best = i, least = cost[i];
	}
	return best;
}

/* --- the walk ------------------------------------------------------------------------------------------- */

/* Takes the piece up, if the rules have an order for that. */
static void take_up(struct walk *w, const struct game *known, const struct order *by, struct orders *o)
{
	struct play p = {w->m, NULL, NULL};
	struct game *then = NULL;
	o->n = 0;
	play_legal(&p, known, w->side, o);
	for (int i = 0; i < o->n && !then; i++) {
		struct saying say;
		order_say(w->m, known, w->side, &o->list[i], &say);
		if (say.piece != w->piece || say.role != ROLE_PICK || say.place >= 0) continue;
		if (by && memcmp(by, &o->list[i], sizeof *by)) continue;
		then = after(w, known, &o->list[i]);
		if (then) w->pick = o->list[i], w->picked = true;
	}
	w->start = then ? then : game_new(w->m);
	if (!then) game_copy(w->m, w->start, known);
}

bool walk_find(struct walk *w, const struct muster *m, const struct game *known, int side, int piece,
	const struct order *by)
{
	*w = (struct walk){.m = m, .side = side, .piece = piece};
	if (!m->map) return false;
	struct orders *o = malloc(sizeof *o);
	struct tries *t = calloc((size_t)m->map->count, sizeof *t);
	int32_t *cost = malloc(sizeof *cost * (size_t)m->map->count);
	w->stop = calloc((size_t)m->map->count, sizeof *w->stop);
	if (!o || !t || !cost || !w->stop) abort();
	costs(w, known, cost);
	take_up(w, known, by, o);
	steps(w, w->start, PLACE_NONE, o, t);
	for (int32_t at; (at = cheapest(w, cost, t)) != PLACE_NONE;) enter(w, at, cost[at], &t[at], o, t);
	free(o), free(t), free(cost);
	return true;
}

void walk_free(struct walk *w)
{
	for (int i = 0; w->stop && i < w->m->map->count; i++) free(w->stop[i].g);
	free(w->stop), free(w->start);
	*w = (struct walk){0};
}
