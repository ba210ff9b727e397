/* Running a game through its rule system: the loop of steps and questions, and the gate through which every
   order from outside must pass. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <xxhash.h>

#include "engine/play.h"

#include "engine/optional.h"

struct game *game_new(const struct muster *m) { return memory_at_line(m->state_bytes); }

#define STEPS_WITHOUT_A_QUESTION 1000000
#define STEPS_AFTER_AN_OVERRIDE 20000
#define ANSWERS_WITHOUT_A_CHOICE 100000

bool refusal_set(struct refusal *r, const char *rule, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	r->rule = rule;
	vsnprintf(r->text, sizeof r->text, fmt, ap);
	va_end(ap);
	return false;
}

static const struct question *question_of(const struct play *p, const struct game *g, int side)
{
	assert(g->question[side] < p->m->rules->questions);
	return &p->m->rules->question[g->question[side]];
}

/* --- to the system: the tables of struct rules, and who answers ----------------------------------------- */

static struct state *state_of(struct game *g) { return (struct state *)g; }
static const struct state *state_see(const struct game *g) { return (const struct state *)g; }

void play_step(const struct play *p, struct game *g)
{
	const struct rules *rules = p->m->rules;
	assert(agenda_see(g)->kind < rules->steps);
	rules->step[agenda_see(g)->kind].work(p, state_of(g));
}

void play_cleanup(const struct play *p, struct game *g, const struct step *s)
{
	const struct rules *rules = p->m->rules;
	if (s->kind < rules->steps && rules->step[s->kind].cleanup)
		rules->step[s->kind].cleanup(p, state_of(g), s);
}

void play_legal(const struct play *p, const struct game *g, int side, struct orders *o)
{
	question_of(p, g, side)->list(p, state_see(g), side, o);
}

/* The row by which a verb answers what the side has been asked; NULL: it does not. */
static const struct answer *answer_of(const struct play *p, const struct game *g, int side, int verb)
{
	const struct rules *rules = p->m->rules;
	int row = p->m->answer[g->question[side] * rules->verbs + verb];
	return row ? &rules->answer[row - 1] : NULL;
}

static bool may_answer(const struct play *p, const struct game *g, int side, const struct order *o,
	struct refusal *r)
{
	const struct question *q = question_of(p, g, side);
	const struct answer *a = answer_of(p, g, side, o->verb);
	if (!a) return refuse(r, q->rule, "\"%s\" does not answer: %s", p->m->rules->verb[o->verb].name, q->text);
	return !a->may || a->may(p, state_see(g), side, o, r);
}

static void answer(const struct play *p, struct game *g, int side, const struct order *o)
{
	g->waiting &= (uint8_t)~(1u << side);
	g->orders++;
	answer_of(p, g, side, o->verb)->carry(p, state_of(g), side, o);
}

static bool usual(const struct play *p, const struct game *g, int side, int choice, struct order *o)
{
	const struct question *q = question_of(p, g, side);
	return q->usual && q->usual(p, state_see(g), side, choice, o);
}

static bool usual_listed(const struct play *p, const struct state *d, int side, bool last, struct order *o)
{
	struct orders all;
	all.n = 0;
	play_legal(p, (const struct game *)d, side, &all);
	*o = all.list[last ? all.n - 1 : 0];
	return true;
}

bool usual_first(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	(void)choice;
	return usual_listed(p, d, side, false, o);
}

bool usual_first_or_last(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	return usual_listed(p, d, side, choice == 2, o);
}

/* --- the loop ------------------------------------------------------------------------------------------- */

static void standing_usual(const struct play *p, struct game *g, int side)
{
	for (int k = 0; k < p->m->rules->standings; k++)
		g->standing[side][k] = (uint8_t)p->m->rules->standing[k].usual;
}

void play_begin(const struct play *p, struct game *g, const uint8_t seed[32])
{
	memset(g, 0, p->m->state_bytes);
	dice_seed(g, seed);
	g->winner = RESULT_NONE;
	for (int side = 0; side < SIDES; side++) standing_usual(p, g, side);
	p->m->rules->begin(p, g);
}

/* Dictated dice that have run out, or cannot be, or a path of classes that is too long to be counted:
   whatever follows will be thrown away, and may roll the same tie for ever. */
static bool starved(const struct play *p)
{
	return p->feed && (p->feed->short_of || p->feed->wrong[0] || p->feed->overflow);
}

/* False: after so many steps nobody has been asked anything. */
static bool run(const struct play *p, struct game *g, int most)
{
	for (int steps = 0; !g->over && !g->waiting && !starved(p); steps++) {
		if (steps == most || !g->depth) return false;
		play_step(p, g);
	}
	return true;
}

/* Does a standing order answer this question? */
static bool answered_by_standing(const struct play *p, struct game *g, int side, const struct question *q)
{
	struct order o;
	int choice = g->standing[side][q->standing - 1];
	if (choice == 0 || !usual(p, g, side, choice, &o)) return false;
	answer(p, g, side, &o);
	return true;
}

/* Lists a waiting side's orders. Where there is nothing to decide, the question answers itself. LOST: there
   is no answer at all. */
enum asked { DECIDES, ANSWERED_ITSELF, LOST };
static enum asked must_decide(const struct play *p, struct game *g, int side, struct orders *o)
{
	const struct question *q = question_of(p, g, side);
	if (q->standing && answered_by_standing(p, g, side, q)) return ANSWERED_ITSELF;
	o->n = 0;
	play_legal(p, g, side, o);
	if (o->n == 0) return LOST;
	if (o->n > 1 || (q->flags & (QUESTION_ALWAYS | QUESTION_OPEN))) return DECIDES;
	answer(p, g, side, &o->list[0]);
	return ANSWERED_ITSELF;
}

/* False: the game has lost its way, and there is no next question. */
static bool find_next(const struct play *p, struct game *g, struct orders *o, int steps_most, int *turn)
{
	for (int answers = 0; answers < ANSWERS_WITHOUT_A_CHOICE; answers++) {
		if (!run(p, g, steps_most)) return false;
		*turn = NOBODY;
		if (g->over || !g->waiting) return true;
		/* Both at once: the other side first, so that o holds the lowest one's orders. */
		*turn = g->waiting >> 1;
		enum asked asked = must_decide(p, g, *turn, o);
		if (asked == DECIDES && g->waiting == 3) asked = must_decide(p, g, *turn = 0, o);
		if (asked != ANSWERED_ITSELF) return asked == DECIDES;
	}
	return false;
}

int play_next(const struct play *p, struct game *g, struct orders *o)
{
	int turn;
	bool found = find_next(p, g, o, STEPS_WITHOUT_A_QUESTION, &turn);
	assert(found);
	return found ? turn : NOBODY;
}

int play_asked(const struct play *p, struct game *g)
{
	bool found = run(p, g, STEPS_WITHOUT_A_QUESTION);
	assert(found);
	(void)found;
	return g->over || !g->waiting ? NOBODY : g->waiting & 1 ? 0 : 1;
}

/* --- the gate ------------------------------------------------------------------------------------------- */

static bool argument_fits(const struct muster *m, const struct verb *v, enum arg kind, int32_t value)
{
	int choices = 0;
	switch (kind) {
	case ARG_NONE: return value == 0;
	case ARG_UNIT: return value >= 0 && value < m->pieces;
	case ARG_PLACE:
		return (value < 0 && value > -2 - m->boxes && value != PLACE_NONE) ||
		       (value >= 0 && (m->map ? value < m->map->count
									  : PLACE_X(value) <= m->tabletop_w && PLACE_Y(value) <= m->tabletop_h));
	case ARG_NUMBER: return value >= -100000 && value <= 100000;
	case ARG_CHOICE:
		while (v->choice[choices]) choices++;
		return value >= 0 && value < choices;
	case ARG_SIDE: return value >= 0 && value < SIDES;
	case ARG_DIRECTION: return value >= 0 && value < (m->map ? 6 : 360);
	}
	return false;
}

bool play_check(const struct play *p, const struct game *g, int side, const struct order *o,
	struct refusal *r)
{
	const struct rules *rules = p->m->rules;
	if (g->over) return refuse(r, "", "the game is over");
	if (side < 0 || side >= SIDES) return refuse(r, "", "only a side of the battle gives orders");
	if (!(g->waiting >> side & 1))
		return refuse(r, "", "it is not now for %s to decide", p->m->battle->side[side].title);
	if (o->verb >= rules->verbs) return refuse(r, "", "there is no such order");
	const struct verb *v = &rules->verb[o->verb];
	if (v->takes_unit ? o->unit < 0 || o->unit >= p->m->pieces : o->unit != NO_UNIT)
		return refuse(r, "", "the order '%s' %s", v->name,
			v->takes_unit ? "needs a piece of this battle" : "names no piece");
	if (!argument_fits(p->m, v, v->a, o->a) || !argument_fits(p->m, v, v->b, o->b) ||
		!argument_fits(p->m, v, v->c, o->c))
		return refuse(r, "", "the order '%s' names something that is not in this battle", v->name);
	return may_answer(p, g, side, o, r);
}

bool play_order(const struct play *p, struct game *g, int side, const struct order *o, struct refusal *r)
{
	if (!play_check(p, g, side, o, r)) return false;
	answer(p, g, side, o);
	return true;
}

void play_trusted(const struct play *p, struct game *g, int side, const struct order *o)
{
	answer(p, g, side, o);
}

bool play_usual(const struct play *p, const struct game *g, int side, struct order *o)
{
	if (g->over || !(g->waiting >> side & 1)) return false;
	return (question_of(p, g, side)->flags & QUESTION_MINOR) && usual(p, g, side, 0, o);
}

bool play_usual_of(const struct play *p, const struct game *g, int side, const struct orders *listed,
	struct order *o)
{
	const struct question *q = question_of(p, g, side);
	/* the last is for standing orders */
	bool first = q->usual == usual_first || q->usual == usual_first_or_last;
	if (!first || !listed->n || g->over || !(q->flags & QUESTION_MINOR)) return play_usual(p, g, side, o);
	*o = listed->list[0];
	return true;
}

/* --- by hand -------------------------------------------------------------------------------------------- */

const struct by_hand *field_by_hand(const struct rules *r, const struct field *f)
{
	for (const struct by_hand *h = r->umpire ? r->umpire->field : NULL; h && h->field; h++)
		if (strcmp(h->field, f->name) == 0) return h;
	return NULL;
}

/* Nothing is changed in the midst of a march or a combat: what is pending there names pieces and places as
   they are. */
static bool is_calm(const struct rules *r, const struct game *g)
{
	for (int i = 0; i < g->depth; i++)
		if (g->agenda[i].kind >= 32 || !(r->umpire->calm >> g->agenda[i].kind & 1)) return false;
	return g->deferred == 0;
}

static bool may_override(const struct play *p, const struct game *g, const struct field *f, int element,
	int32_t value, struct refusal *r)
{
	const struct rules *rules = p->m->rules;
	const struct by_hand *h = field_by_hand(rules, f);
	if (g->over) return refuse(r, "", "the game is over");
	if (!h) return refuse(r, "", "'%s' cannot be changed by hand", f->name);
	if (element < 0 || element >= field_elements(p->m, f))
		return refuse(r, "", "'%s' has no element %d", f->name, element);
	if (f->value == VALUE_NUMBER && (value < h->min || value > h->max))
		return refuse(r, "", "'%s' goes from %d to %d", f->name, h->min, h->max);
	if (!is_calm(rules, g))
		return refuse(r, "", "something is under way; finish it or take it back, then change things by hand");
	return !rules->umpire->lets || rules->umpire->lets(p, g, f, element, value, r);
}

static bool is_sound(const struct play *p, const struct game *g, struct refusal *r)
{
	struct text wrong = {0};
	play_sound(p, g, &wrong);
	bool fine =
		wrong.n == 0 || refuse(r, "", "the game could not go on from there: %.150s", text_str(&wrong));
	text_free(&wrong);
	return fine;
}

bool play_override(const struct play *p, struct game *g, const struct field *f, int element, int32_t value,
	struct orders *o, int *turn, struct refusal *r)
{
	if (!may_override(p, g, f, element, value, r)) return false;
	if (!field_set(p->m, g, f, element, value)) return refuse(r, "", "'%s' cannot take that value", f->name);
	play_settle(p, g);
	if (!is_sound(p, g, r)) return false;
	if (!find_next(p, g, o, STEPS_AFTER_AN_OVERRIDE, turn))
		return refuse(r, "", "the game could not go on from there: nobody would have anything to decide");
	return is_sound(p, g, r);
}

uint64_t play_hash(const struct muster *m, const struct game *g)
{
	return XXH3_64bits(g, m->hashed_bytes ? m->hashed_bytes : m->state_bytes);
}

void play_imagine(const struct play *p, struct game *g, int side, struct rng *rng)
{
	uint64_t seed[4];
	uint32_t rolls = g->dice.rolls;
	for (int i = 0; i < 4; i++) seed[i] = rng_next(rng);
	dice_seed(g, (const uint8_t *)seed);
	g->dice.rolls = rolls;
	standing_usual(p, g, !side); /* what the other side has settled beforehand is its own affair */
	if (p->m->rules->mask) p->m->rules->mask(p, g, side, rng);
}
