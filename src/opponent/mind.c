/* A mind: its budget, its scratch memory, and the door through which every level chooses. */
#include "opponent/mind.h"

#include <stdlib.h>
#include <time.h>

#include "engine/optional.h"

const char *const mind_names[] = {"random", "recruit", "captain", "marshal", "tree", "captain0", "marshal0",
	"doctrine", NULL};

/* Nodes a decision by level: a captain thinks 10 to 30 ms over an activation, a marshal about a second. */
static const uint64_t usual_nodes[MIND_LEVELS] = {0, 200, 20000, 500000, 500000, [MIND_DOCTRINE] = 50000};

#define NODES_THEN 5000 /* a captain's on 2026-11-18 */

static uint64_t usual_nodes_of(const struct mind *x)
{
	return x->frozen && x->level == MIND_CAPTAIN ? NODES_THEN : usual_nodes[x->level];
}

static void *need(void *memory)
{
	if (!memory) abort();
	return memory;
}

struct mind *mind_new(const struct muster *m, enum mind_level level, uint64_t seed)
{
	struct mind *x = need(calloc(1, sizeof *x));
	x->frozen = level == MIND_CAPTAIN0 || level == MIND_MARSHAL0;
	if (x->frozen) level = level == MIND_CAPTAIN0 ? MIND_CAPTAIN : MIND_MARSHAL, x->weights = &m->frozen;
	x->at_field = field_find(m->rules, "at");
	x->m = m, x->level = level, x->rng.s = seed * 0x9e3779b97f4a7c15ull + (uint64_t)level;
	for (int i = 0; i < LEVELS_DEEP; i++) {
		x->state[i] = game_new(m);
		x->list[i] = need(malloc(sizeof *x->list[i]));
	}
	return x;
}

void mind_free(struct mind *x)
{
	if (!x) return;
	for (int i = 0; i < LEVELS_DEEP; i++) free(x->state[i]), free(x->list[i]);
	for (int i = 0; i < WAYS; i++) free(x->way[i].far);
	for (int i = 0; i < x->ways_kept; i++) free(x->kept[i].far);
	for (int i = 0; i < AIDES_MOST; i++) mind_free(x->aide[i]);
	free(x);
}

void mind_weigh(struct mind *x, const struct weights *w) { x->weights = w; }
uint64_t mind_nodes(const struct mind *x) { return x->nodes; }

struct game *mind_state(struct mind *x)
{
	assert(x->depth < LEVELS_DEEP);
	return x->state[x->depth];
}
struct orders *mind_list(struct mind *x)
{
	assert(x->depth < LEVELS_DEEP);
	return x->list[x->depth++];
}
void mind_give_back(struct mind *x)
{
	assert(x->depth > 0);
	x->depth--;
}

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

bool mind_tired(struct mind *x)
{
	if (x->stopped) return true;
	if (x->nodes >= x->stop_at) x->stopped = true;
	else if (x->cancel && atomic_load_explicit(x->cancel, memory_order_relaxed)) x->stopped = true;
	else if (x->deadline && now() >= x->deadline) x->stopped = true;
	return x->stopped;
}

void mind_try(struct mind *x, struct game *g, int side, const struct order *o)
{
	struct play p = {x->m, NULL, NULL};
	x->nodes++;
	play_trusted(&p, g, side, o);
}

int mind_judge(const struct mind *x, const struct game *g, int side, const struct weights *w)
{
	struct play p = {x->m, NULL, NULL};
	struct features f = {0};
	if (g->over)
		return g->winner == RESULT_DRAW ? 0
		                                : (g->winner == side ? 1 : -1) * (WHOLE_SHARE + 10000 * g->margin);
	play_features(&p, g, &f);
	f.left = x->left;
	return judge_mixed(&f, side, w ? w : x->weights ? x->weights : &x->m->weights, x->m->chances);
}

void mind_imagine(struct mind *x, struct game *to, const struct game *from, int side, struct rng dice)
{
	struct play p = {x->m, NULL, NULL};
	game_copy(x->m, to, from);
	play_imagine(&p, to, side, &dice);
	if (x->level != MIND_RECRUIT) dice_imagine(to); /* he does not compare so closely */
}

void mind_reseed(struct mind *x, struct game *g, uint64_t seed)
{
	uint64_t dice[4];
	x->rng.s = seed;
	for (int i = 0; i < 4; i++) dice[i] = rng_next(&x->rng);
	dice_seed(g, (const uint8_t *)dice);
	dice_imagine(g);
}

int mind_settle(struct mind *x, struct game *g, struct orders *o)
{
	struct play p = {x->m, NULL, NULL};
	struct order usual;
	for (;;) {
		int side = play_next(&p, g, o);
		if (side == NOBODY) return side;
		const struct question *q = &x->m->rules->question[g->question[side]];
		if (!(q->flags & QUESTION_MINOR) || !play_usual(&p, g, side, &usual)) return side;
		x->nodes++;
		play_trusted(&p, g, side, &usual);
		if (mind_tired(x)) return NOBODY;
	}
}

bool order_same(const struct order *a, const struct order *b)
{
	return a->verb == b->verb && a->unit == b->unit && a->a == b->a && a->b == b->b && a->c == b->c;
}

int order_listed(const struct orders *o, const struct order *one)
{
	for (int i = 0; i < o->n; i++)
		if (order_same(&o->list[i], one)) return i;
	return -1;
}

struct order mind_choose(struct mind *x, const struct game *g, int side, const struct orders *legal,
	struct mind_budget budget)
{
	struct play p = {x->m, NULL, NULL};
	struct features f = {0};
	assert(legal->n > 0);
	if (budget.luck) x->rng.s = budget.luck;
	if (legal->n == 1) return legal->list[0];
	int cost = mind_hooks(x->m)->node_cost ? mind_hooks(x->m)->node_cost : 1;
	x->stop_at = x->nodes + (budget.nodes ? budget.nodes : usual_nodes_of(x) / (uint64_t)cost);
	x->deadline = budget.milliseconds ? now() + (int64_t)budget.milliseconds * 1000000 : 0;
	x->cancel = budget.cancel, x->stopped = false;
	x->aides = 0;
	for (; x->aides < AIDES_MOST && x->aides < budget.threads - 1; x->aides++)
		if (!x->aide[x->aides]) x->aide[x->aides] = mind_new(x->m, x->level, 0);
	play_features(&p, g, &f), x->left = f.left;
	switch (x->level) {
	case MIND_RECRUIT: return recruit_choose(x, g, side, legal);
	case MIND_CAPTAIN: return captain_choose(x, g, side, legal);
	case MIND_MARSHAL: return marshal_choose(x, g, side, legal);
	case MIND_DOCTRINE: return doctrine_choose(x, g, side, legal);
	case MIND_TREE: return tree_choose(x, g, side, legal);
	default: return legal->list[rng_below(&x->rng, (uint32_t)legal->n)];
	}
}
