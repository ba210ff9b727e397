/* Why does that click lead to nothing? The rules are asked about orders that the player could have meant:
   those of the verbs on offer, put to the piece and the place that were clicked, and for a march the step
   that fails first. So the answer is the reason of the rules, with its number. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/grammar.h"
#include "engine/words.h"
#include "wire/about.h"
#include "wire/walk.h"

static const struct verb *verb_of(const struct asking *a, const struct order *o)
{
	return &a->m->rules->verb[o->verb];
}

static enum role role_of(const struct asking *a, const struct game *g, const struct order *o)
{
	struct saying say;
	order_say(a->m, g, a->side, o, &say);
	return say.role;
}

/* Would the rules refuse it? Then the reason is kept. */
static bool refused(struct asking *a, const struct game *g, const struct order *o)
{
	struct play p = {a->m, NULL, NULL};
	struct refusal r = {.rule = ""};
	if (play_check(&p, g, a->side, o, &r) || !r.text[0]) return false;
	a->why = r;
	return true;
}

/* The first verb of that role on offer, put to our piece and what it was aimed at, that the rules refuse. */
static bool refused_like(struct asking *a, const struct game *g, enum role role)
{
	for (int i = 0; i < a->legal->n; i++) {
		struct order o = a->legal->list[i];
		const struct verb *v = verb_of(a, &o);
		if (!v->takes_unit || role_of(a, g, &o) != role) continue;
		o.unit = (int16_t)a->piece;
		if (v->a == ARG_UNIT && a->whom != NO_UNIT) o.a = a->whom;
		else if (v->a == ARG_PLACE && a->place >= 0) o.a = a->place;
		else if (a->place >= 0) continue; /* it leads nowhere, so it was not meant */
		if (refused(a, g, &o)) return true;
	}
	return false;
}

static bool acts(const struct asking *a)
{
	for (int i = 0; i < a->legal->n; i++)
		if (verb_of(a, &a->legal->list[i])->takes_unit && a->legal->list[i].unit == a->piece) return true;
	return false;
}

/* The piece has no order now: what the rules say if it is given one that another has. */
static void why_idle(struct asking *a)
{
	static const enum role first[] = {ROLE_PICK, ROLE_MOVE, ROLE_FIRE, ROLE_ASSAULT, ROLE_RALLY, ROLE_CHOICE,
		ROLE_OTHER};
	a->place = PLACE_NONE;
	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		if (refused_like(a, a->g, first[i])) return;
}

/* The reached place nearest to where it was to go, the cheapest of several. PLACE_NONE: it stands where it
   is. */
static int32_t nearest(const struct walk *w, int32_t to, int start)
{
	int32_t best = PLACE_NONE;
	for (int32_t i = 0; i < w->m->map->count; i++) {
		const struct stop *s = &w->stop[i];
		if (!s->reached) continue;
		int far = hex_range(w->m->map, i, to),
			least = best == PLACE_NONE ? start : hex_range(w->m->map, best, to);
		if (far < least || (best != PLACE_NONE && far == least && s->cost < w->stop[best].cost)) best = i;
	}
	return best;
}

/* Does the step from `at` to a hex that leads nearer to the goal fail? The reason is that of the hex nearest
   to it. */
static bool step_fails(struct asking *a, const struct walk *w, int32_t at, const struct game *g,
	struct order like)
{
	const struct hexmap *map = w->m->map;
	bool failed = false;
	int best = 0;
	for (int d = 0; d < 6; d++) {
		int to = map->next[at * 6 + d];
		struct refusal kept = a->why;
		if (to < 0 || w->stop[to].reached) continue;
		int far = hex_range(map, to, a->place);
		if (far >= hex_range(map, at, a->place) || (failed && far >= best)) continue;
		like.a = to;
		if (refused(a, g, &like)) failed = true, best = far;
		else a->why = kept;
	}
	return failed;
}

/* A step of this piece, to be asked about with other places. Its unit is NO_UNIT if the piece can take
   none. */
static struct order step_like(const struct walk *w)
{
	for (int i = 0; i < w->m->map->count; i++)
		if (w->stop[i].reached) return w->stop[i].order;
	return (struct order){.unit = NO_UNIT};
}

static const char *get_or_gets(const char *name) { return name_is_plural(name) ? "get" : "gets"; }

/* The march ends there, so there is no further step to ask about. */
static void tell_end(struct asking *a, const struct walk *w, int32_t at, int far)
{
	const struct stop *s = &w->stop[at];
	const struct game *before = s->from == PLACE_NONE ? w->start : w->stop[s->from].g;
	struct saying say;
	order_say(a->m, before, a->side, &s->order, &say);
	const char *name = a->m->piece[a->piece].name;
	refusal_set(&a->why, say.rule ? say.rule : "",
		"too far: %s %s as far as %s, %d %s short, and the march ends there", name, get_or_gets(name),
		a->m->map->number[at], far, far == 1 ? "hex" : "hexes");
}

/* How far it gets, before the reason that is there already. */
static void tell_how_far(struct asking *a, int32_t at, int far)
{
	struct refusal further = a->why;
	const char *name = a->m->piece[a->piece].name;
	refusal_set(&a->why, further.rule, "%s %s as far as %s, %d %s short. From there: %.150s", name,
		get_or_gets(name), a->m->map->number[at], far, far == 1 ? "hex" : "hexes", further.text);
}

/* No single step is refused, and yet no chain of them leads there. */
static void tell_no_way(struct asking *a, int32_t at, int far)
{
	const char *name = a->m->piece[a->piece].name,
			   *rule = a->m->rules->question[a->g->question[a->side]].rule;
	if (at == PLACE_NONE) refusal_set(&a->why, rule, "no way leads %s there now", name);
	else
		refusal_set(&a->why, rule, "%s %s as far as %s, %d %s short", name, get_or_gets(name),
			a->m->map->number[at], far, far == 1 ? "hex" : "hexes");
}

/* Too far, or something is in the way: how far it gets, and what keeps it there. */
static bool why_no_further(struct asking *a, const struct walk *w)
{
	int32_t at = nearest(w, a->place, hex_range(a->m->map, a->stands, a->place));
	const struct game *g = at == PLACE_NONE ? w->start : w->stop[at].g;
	struct order like = step_like(w);
	int far = at == PLACE_NONE ? 0 : hex_range(a->m->map, at, a->place);
	bool told = false;
	if (!g) {
		tell_end(a, w, at, far);
		told = true;
	} else if (like.unit == a->piece && a->m->rules->verb[like.verb].a == ARG_PLACE) {
		told = step_fails(a, w, at == PLACE_NONE ? a->stands : at, g, like);
		if (told && at != PLACE_NONE) tell_how_far(a, at, far);
	}
	if (!told && a->place != a->stands) {
		tell_no_way(a, at, far);
		told = true;
	}
	return told;
}

/* Does the piece have an order that leads to a place or at somebody? */
static bool leads_anywhere(const struct asking *a)
{
	for (int i = 0; i < a->legal->n; i++) {
		const struct verb *v = verb_of(a, &a->legal->list[i]);
		if (v->takes_unit && a->legal->list[i].unit == a->piece && (v->a == ARG_PLACE || v->a == ARG_UNIT))
			return true;
	}
	return false;
}

/* Only orders that lead nowhere are left, such as facings: the click on a place cannot have meant one of
   them. */
static void why_nowhere(struct asking *a)
{
	struct text whose = {0};
	say_possessive(&whose, a->m->piece[a->piece].name);
	refusal_set(&a->why, a->m->rules->question[a->g->question[a->side]].rule,
		"none of %s orders leads to a place now", text_str(&whose));
	text_free(&whose);
}

/* The piece can act, but not there. */
static void why_not_there(struct asking *a)
{
	static const enum role aimed[] = {ROLE_FIRE, ROLE_ASSAULT, ROLE_CHOICE, ROLE_OTHER, ROLE_RALLY};
	bool hexes = a->walk && a->place >= 0 && a->stands >= 0;
	for (size_t i = 0; i < sizeof aimed / sizeof *aimed && a->whom != NO_UNIT; i++)
		if (refused_like(a, a->g, aimed[i])) return;
	if (hexes && why_no_further(a, a->walk)) return;
	if (refused_like(a, a->g, ROLE_MOVE)) return;
	for (size_t i = 0; i < sizeof aimed / sizeof *aimed; i++)
		if (refused_like(a, a->g, aimed[i])) return;
	if (!leads_anywhere(a)) why_nowhere(a);
}

/* The one piece that the question is about. NO_UNIT: it is about several, or about none. */
static int asked_of(const struct asking *a)
{
	int one = NO_UNIT;
	for (int i = 0; i < a->legal->n; i++) {
		const struct order *o = &a->legal->list[i];
		if (!verb_of(a, o)->takes_unit || o->unit == one) continue;
		if (one != NO_UNIT) return NO_UNIT;
		one = o->unit;
	}
	return one;
}

/* Nothing that is asked now could have been meant: then it is said what is asked, and of whom. */
static void say_question(struct asking *a)
{
	const struct rules *r = a->m->rules;
	int asked = a->g->question[a->side], who = asked_of(a);
	if (asked >= r->questions) return;
	if (who != NO_UNIT && who != a->piece) {
		refusal_set(&a->why, r->question[asked].rule, "%s must act first: %s", a->m->piece[who].name,
			r->question[asked].text);
		return;
	}
	refusal_set(&a->why, r->question[asked].rule, "first answer the question: %s", r->question[asked].text);
}

void reason_find(struct asking *a)
{
	const struct piece *piece = &a->m->piece[a->piece];
	if (piece->side != a->side) refusal_set(&a->why, "", "%s is not yours to order", piece->name);
	else if (!acts(a)) why_idle(a);
	else if (a->place != PLACE_NONE) why_not_there(a);
	if (!a->why.text[0]) say_question(a);
}
