/* Why: a plan in sentences. The plan's orders are carried out once more on a clone; marches of a unit become
   one clause with its goal, and before every order that lets dice fall the odds are counted by the rules' own
   code. Nothing here is known to the mind that its side may not know: the clone is imagined like any
   other. */
#include <stdlib.h>

#include "engine/optional.h"
#include "engine/view.h"
#include "engine/words.h"
#include "opponent/mind.h"

#define CLAUSES_MOST 14
#define ODDS_LEAVES 4000

static const char *const intention[] = {"acts", "advances", "attacks", "holds",
	"waits", [STANCE_DRIVE] = "advances"};

static bool belongs(const struct battle *b, int formation, int to)
{
	while (formation != NOBODY && formation != to) formation = b->formation[formation].parent;
	return formation == to;
}

static int depth_of(const struct battle *b, int formation)
{
	int n = 0;
	for (; formation != NOBODY; formation = b->formation[formation].parent) n++;
	return n;
}

/* The lowest formation that three in four of the plan's orders are for; NOBODY. */
static int formation_of(const struct mind *x, const struct plan *p)
{
	const struct battle *b = x->m->battle;
	int best = NOBODY, all = 0;
	for (int i = 0; i < p->n; i++) all += p->order[i].unit >= 0;
	for (int f = 0; f < b->formations; f++) {
		int n = 0;
		for (int i = 0; i < p->n; i++)
			n += p->order[i].unit >= 0 && belongs(b, x->m->piece[p->order[i].unit].formation, f);
		if (n && 4 * n >= 3 * all && depth_of(b, f) > depth_of(b, best)) best = f;
	}
	return best;
}

/* " (72 % to tell; most likely Stadion falls back)"; without chances only what is most likely */
static void odds_clause(const struct mind *x, const struct game *g, int side, const struct order *o,
	bool chances, struct text *out)
{
	struct odds *odds = calloc(1, sizeof *odds);
	const struct event *likely = NULL;
	double chance = 0;
	if (!odds) abort();
	if (odds_of(x->m, g, side, o, 1, ODDS_LEAVES, odds, NULL)) {
		for (int i = 0; i < odds->outcomes; i++) {
			const struct event *hit = NULL;
			for (int k = 0; k < odds->outcome[i].effects && !hit; k++) {
				const struct event *e = &odds->outcome[i].effect[k];
				if (e->who >= 0 && x->m->piece[e->who].side == !side) hit = e;
			}
			if (hit) chance += odds->outcome[i].chance;
			if (hit && !likely) likely = hit; /* the most likely outcome comes first */
		}
		for (int i = 0; i < odds->besides && !likely; i++) {
			const struct event *e = &odds->beside[i].effect[0];
			if (e->who >= 0 && x->m->piece[e->who].side == !side) likely = e, chance = odds->beside[i].chance;
		}
		if (likely) {
			struct text what = {0};
			play_tell(x->m, likely, &what);
			size_t n = what.n && what.s[what.n - 1] == '.' ? what.n - 1 : what.n;
			text_add(out, " (");
			if (chances) text_addf(out, "%s%.0f %% to tell; ", odds->exact ? "" : "about ", 100 * chance);
			text_addf(out, "most likely %.*s)", (int)n, text_str(&what));
			text_free(&what);
		}
	}
	odds_free(odds), free(odds);
}

/* Would dice fall at once? Looked up on a clone of the clone. */
static bool rolls(struct mind *x, const struct game *g, int side, const struct order *o)
{
	struct game *clone = mind_state(x);
	struct orders *list = mind_list(x);
	game_copy(x->m, clone, g);
	mind_try(x, clone, side, o);
	mind_settle(x, clone, list);
	bool fell = clone->dice.rolls != g->dice.rolls;
	mind_give_back(x);
	return fell;
}

/* A clause an order; of several steps of one unit only the last is told. `how` says which are told. */
static void clauses(struct mind *x, struct game *g, int side, const struct plan *p, enum mind_telling how,
	struct text *out)
{
	struct orders *o = x->list[x->depth++];
	int told = 0;
	for (int i = 0; i < p->n && told < CLAUSES_MOST && mind_settle(x, g, o) == side; i++) {
		const struct order *now = &p->order[i], *next = i + 1 < p->n ? &p->order[i + 1] : NULL;
		struct saying s, then = {0};
		if (order_listed(o, now) < 0) break;
		order_say(x->m, g, side, now, &s);
		if (next && next->verb == now->verb && next->unit == now->unit && now->unit >= 0)
			then.role = ROLE_MOVE;
		bool quiet = s.role == ROLE_PICK || s.role == ROLE_STOP || s.role == ROLE_DONE ||
		             (s.role == ROLE_MOVE && then.role == ROLE_MOVE);
		bool dice = (s.role == ROLE_FIRE || s.role == ROLE_ASSAULT || s.role == ROLE_OTHER ||
						s.role == ROLE_CHOICE) &&
		            rolls(x, g, side, now);
		if (dice || (!quiet && how != TELL_FIGHTS)) {
			text_addf(out, "%s%s", told++ ? "; " : ": ", s.text);
			if (dice) odds_clause(x, g, side, now, how == TELL_CHANCES, out);
		}
		mind_try(x, g, side, now);
	}
	if (!told && how != TELL_FIGHTS) text_add(out, ": nobody stirs");
	mind_give_back(x);
}

/* What such a position came to in games between captains; nothing where that is not known. */
static void outlook_clause(const struct mind *x, const struct game *g, int side, struct text *out)
{
	struct play p = {x->m, NULL, NULL};
	struct outlook o;
	if (!judge_outlook(&p, g, side, &o)) return;
	int win = (o.win + 5) / 10, loss = win + (o.loss + 5) / 10 > 100 ? 100 - win : (o.loss + 5) / 10;
	text_addf(out, " As it stands now: victory %d %%, draw %d %%, defeat %d %%.", win, 100 - win - loss,
		loss);
}

bool mind_explain(struct mind *x, const struct game *g, int side, enum mind_telling how, struct text *out)
{
	const struct plan *p = &x->plan;
	if (x->told || !p->n || x->at != 1) return false;
	struct game *clone = mind_state(x);
	mind_list(x);
	int formation = formation_of(x, p);
	uint64_t nodes = x->nodes;
	struct text outlook = {0};
	/* words are no part of the budget */
	x->stop_at = UINT64_MAX, x->deadline = 0, x->cancel = NULL, x->stopped = false;
	text_addf(out, "%s %s",
		formation == NOBODY ? x->m->battle->side[side].title : x->m->battle->formation[formation].name,
		intention[p->stance]);
	if (p->stance == STANCE_DRIVE) {
		bool own = p->mix && (p->mix != MIX_TASKS || formation == NOBODY);
		int unit = p->order[0].unit,
			aim = p->mix == MIX_TASKS && unit >= 0 ? commander_task(x, unit) : p->aim;
		if (!own && aim >= 0) text_add(out, " on "), tell_hex(x->m, aim, "", out);
	}
	mind_imagine(x, clone, g, side, (struct rng){p->dice});
	if (how == TELL_CHANCES) outlook_clause(x, clone, side, &outlook);
	clauses(x, clone, side, p, how, out);
	text_addf(out, ".%s", text_str(&outlook));
	text_free(&outlook);
	mind_give_back(x);
	x->nodes = nodes, x->told = true;
	return true;
}

void mind_advise(const struct muster *m, const struct game *g, int side, const struct orders *legal,
	struct mind_budget budget, struct order *o, struct text *out)
{
	struct mind *x = mind_new(m, MIND_MARSHAL, 1859);
	struct saying s;
	struct text plan = {0};
	*o = mind_choose(x, g, side, legal, budget);
	order_say(m, g, side, o, &s);
	text_addf(out, "%s.", s.text);
	if (mind_explain(x, g, side, TELL_ORDERS, &plan)) text_addf(out, " %s", text_str(&plan));
	text_free(&plan);
	mind_free(x);
}
