/* A drive: a plan made without looking ahead. Everybody goes the shortest way at one place, guns fire,
   whoever can attacks, and last the leaders join the foremost of their formation. It knows what orders are
   for by their roles (view.h) and where pieces stand by the field `at`, so it serves every book on hexes. It
   costs as many nodes as it has orders, a tenth of what the simple hand takes for the same: so many more
   plans can race, and among them those that need several steps together, each of which looks worthless
   alone. */
#include <limits.h>
#include <stdlib.h>

#include "engine/mustering.h"
#include "engine/optional.h"
#include "opponent/mind.h"

#define NO_WAY UINT16_MAX
#define GUNS_STAY 2    /* hexes from the place, where guns stop */
#define LEADERS_STAY 2 /* hexes behind the foremost, as long as they attack nobody */
#define OBJECTIVES 4   /* aims at most that are places to take; the others are enemies */

/* --- where things are ----------------------------------------------------------------------------------- */

bool drive_possible(const struct mind *x) { return x->m->map && x->at_field && !x->frozen; }

int drive_at(const struct mind *x, const struct game *g, int piece)
{
	return piece < 0 ? PLACE_NONE : field_get(x->m, g, x->at_field, piece);
}

static bool belongs(const struct battle *b, int formation, int to)
{
	while (formation != NOBODY && formation != to) formation = b->formation[formation].parent;
	return formation != NOBODY && formation == to;
}

/* Is one of them in the other's formation, or are both in divisions of one corps? */
static bool together(const struct muster *m, int one, int other)
{
	int f = m->piece[one].formation, k = m->piece[other].formation;
	if (f == NOBODY || k == NOBODY || m->piece[one].side != m->piece[other].side) return false;
	int corps = m->battle->formation[f].parent;
	if (corps != NOBODY && m->battle->formation[corps].level != LEVEL_ARMY && belongs(m->battle, k, corps))
		return true;
	return belongs(m->battle, f, k) || belongs(m->battle, k, f);
}

static bool is_leader(const struct mind *x, int piece) { return x->m->piece[piece].symbol >= SYMBOL_LEADER; }

/* What it costs to go from there in that direction; 0: there is no way. */
int drive_cost(const struct muster *m, int hex, int dir)
{
	int (*march)(const struct muster *m, int hex, int dir) = mind_hooks(m)->march;
	return hex_next(m->map, hex, dir) < 0 ? 0 : march ? march(m, hex, dir) : 1;
}

/* From everywhere to that place: a queue of hexes whose way has become shorter. */
static void find_way(const struct muster *m, int place, uint16_t *far)
{
	int count = m->map->count, head = 0, waiting = 1;
	int16_t *queue = malloc(sizeof *queue * (size_t)count);
	uint8_t *queued = calloc((size_t)count, 1);
	if (!queue || !queued) abort();
	for (int i = 0; i < count; i++) far[i] = NO_WAY;
	far[place] = 0, queue[0] = (int16_t)place;
	while (waiting) {
		int hex = queue[head];
		head = (head + 1) % count, waiting--, queued[hex] = 0;
		for (int dir = 0; dir < 6; dir++) {
			int from = hex_next(m->map, hex, dir), cost = from < 0 ? 0 : drive_cost(m, from, (dir + 3) % 6);
			if (!cost || far[hex] + cost >= far[from]) continue;
			far[from] = (uint16_t)(far[hex] + cost);
			if (!queued[from]) queue[(head + waiting++) % count] = (int16_t)from, queued[from] = 1;
		}
	}
	free(queue), free(queued);
}

static const uint16_t *find_kept(const struct mind *x, int place)
{
	for (int i = 0; i < x->ways_kept; i++)
		if (x->kept[i].place == place) return x->kept[i].far;
	return NULL;
}

const uint16_t *drive_keep(struct mind *x, int place)
{
	const uint16_t *known = find_kept(x, place);
	if (known || x->ways_kept == GOALS_MOST) return known ? known : drive_way(x, place);
	struct way_to *w = &x->kept[x->ways_kept++];
	w->place = place, w->far = malloc(sizeof *w->far * (size_t)x->m->map->count);
	if (!w->far) abort();
	find_way(x->m, place, w->far);
	return w->far;
}

const uint16_t *drive_way(struct mind *x, int place)
{
	const uint16_t *known = find_kept(x, place);
	if (known) return known;
	for (int i = 0; i < WAYS; i++)
		if (x->way[i].far && x->way[i].place == place) return x->way[i].far;
	struct way_to *w = &x->way[x->next_way];
	x->next_way = (x->next_way + 1) % WAYS;
	if (!w->far && !(w->far = malloc(sizeof *w->far * (size_t)x->m->map->count))) abort();
	w->place = place;
	find_way(x->m, place, w->far);
	return w->far;
}

/* --- what orders are for -------------------------------------------------------------------------------- */

enum role drive_role(struct mind *x, const struct game *g, int side, const struct order *o)
{
	struct play p = {x->m, NULL, NULL};
	struct saying s = {0};
	if (o->verb >= VERBS_KNOWN) return ROLE_OTHER;
	if (x->role[o->verb]) return (enum role)(x->role[o->verb] - 1);
	play_say(&p, g, side, o, &s);
	x->role[o->verb] = (uint8_t)(s.role + 1); /* a verb has one role in all its orders */
	return (enum role)s.role;
}

/* The hex that an order is about: where it leads, or where whom it names stands. */
int drive_place(const struct mind *x, const struct game *g, const struct order *o)
{
	const struct verb *v = &x->m->rules->verb[o->verb];
	int at = drive_at(x, g, o->unit);
	if (v->a == ARG_PLACE) return o->a;
	if (v->a == ARG_UNIT) return drive_at(x, g, o->a);
	if (v->a == ARG_DIRECTION) return at < 0 ? PLACE_NONE : hex_next(x->m->map, at, o->a);
	return v->b == ARG_PLACE ? o->b : PLACE_NONE;
}

/* --- aims ----------------------------------------------------------------------------------------------- */

/* The pieces that a plan is probably about: whoever is named by the orders, and their formations. */
static void find_actors(const struct mind *x, int side, const struct orders *legal, bool actor[PIECES_MOST])
{
	const struct muster *m = x->m;
	bool some = false;
	for (int i = 0; i < legal->n; i++) {
		int u = legal->list[i].unit;
		if (u < 0 || m->piece[u].side != side || actor[u]) continue;
		for (int k = 0; k < m->pieces; k++)
			if (k == u || together(m, k, u)) actor[k] = some = true;
	}
	for (int k = 0; k < m->pieces && !some; k++) actor[k] = m->piece[k].side == side;
}

static int nearest_of(const struct mind *x, const struct game *g, const bool actor[PIECES_MOST], int place)
{
	int least = INT_MAX;
	for (int k = 0; k < x->m->pieces; k++) {
		int at = actor[k] ? drive_at(x, g, k) : PLACE_NONE;
		if (at >= 0 && hex_range(x->m->map, at, place) < least) least = hex_range(x->m->map, at, place);
	}
	return least;
}

/* Keeps the nearest `most` from `from` on, each place once. */
static void put_aim(struct aims *a, int far[AIMS], int from, int most, int place, int distance)
{
	for (int i = 0; i < a->n; i++)
		if (a->place[i] == place) return;
	int at = a->n;
	while (at > from && far[at - 1] > distance) at--;
	if (at - from >= most) return;
	int last = a->n - from < most ? a->n++ : a->n - 1;
	for (int i = last; i > at; i--) a->place[i] = a->place[i - 1], far[i] = far[i - 1];
	a->place[at] = place, far[at] = distance;
}

static int holder_of(const struct mind *x, const struct game *g, int place)
{
	for (int k = 0; k < x->m->pieces; k++)
		if (!is_leader(x, k) && drive_at(x, g, k) == place) return x->m->piece[k].side;
	return NOBODY;
}

int drive_goals(const struct mind *x, const struct game *g, struct goal out[GOALS_MOST])
{
	struct play p = {x->m, NULL, NULL};
	const struct scenario *s = x->m->scenario;
	int n = 0;
	if (mind_hooks(x->m)->goals) return mind_hooks(x->m)->goals(&p, g, out, GOALS_MOST);
	for (int i = 0; i < s->objectives && n < GOALS_MOST; i++) {
		int place = muster_hex_at(x->m, x->m->map, s->objective[i].at);
		if (place >= 0)
			out[n++] = (struct goal){place, (int8_t)holder_of(x, g, place), (int16_t)s->objective[i].value};
	}
	return n;
}

void drive_aims(struct mind *x, const struct game *g, int side, const struct orders *legal, struct aims *a)
{
	const struct muster *m = x->m;
	bool actor[PIECES_MOST] = {false};
	int far[AIMS];
	a->n = 0;
	find_actors(x, side, legal, actor);
	struct goal goal[GOALS_MOST];
	int goals = drive_goals(x, g, goal);
	for (int i = 0; i < goals; i++)
		if (goal[i].holder != side)
			put_aim(a, far, 0, OBJECTIVES, goal[i].place, nearest_of(x, g, actor, goal[i].place));
	int from = a->n;
	for (int k = 0; k < m->pieces; k++) {
		int place = m->piece[k].side == !side && !is_leader(x, k) ? drive_at(x, g, k) : PLACE_NONE;
		if (place >= 0) put_aim(a, far, from, AIMS - OBJECTIVES, place, nearest_of(x, g, actor, place));
	}
}

/* --- orders --------------------------------------------------------------------------------------------- */

static bool counts(const struct mind *x, const struct game *g, int place)
{
	struct goal goal[GOALS_MOST];
	for (int i = 0, n = drive_goals(x, g, goal); i < n; i++)
		if (goal[i].place == place) return true;
	return false;
}

/* Where a unit is to go. Where each has an aim of his own, it may be to stay. */
static int aim_of(const struct mind *x, const struct hand *h, const struct game *g, int unit, int at)
{
	if (h->stays && counts(x, g, at)) return at;
	if (h->mix == MIX_TASKS) return unit < 0 ? h->aim : commander_task(x, unit);
	if (!h->mix || unit < 0 || !h->aims->n) return h->aim;
	struct rng lot = {h->mix + (uint64_t)unit * 0x9e3779b97f4a7c15ull};
	int pick = (int)rng_below(&lot, (uint32_t)h->aims->n + 1);
	return pick < h->aims->n ? h->aims->place[pick] : at;
}

static int aim_of_leader(const struct mind *x, const struct hand *h, int leader)
{
	int task = h->mix == MIX_TASKS ? commander_task(x, leader) : PLACE_NONE;
	return task < 0 ? h->aim : task;
}

/* A leader goes to the foremost unit of his formation. */
static int post_of(struct mind *x, const struct hand *h, const struct game *g, int leader)
{
	const struct piece *p = &x->m->piece[leader];
	const uint16_t *far = drive_way(x, aim_of_leader(x, h, leader));
	int best = PLACE_NONE;
	for (int k = 0; k < x->m->pieces; k++) {
		const struct piece *q = &x->m->piece[k];
		if (q->side != p->side || is_leader(x, k) || q->symbol == ARM_ARTILLERY ||
			!belongs(x->m->battle, q->formation, p->formation))
			continue;
		int at = drive_at(x, g, k);
		if (at >= 0 && (best < 0 || far[at] < far[best])) best = at;
	}
	return best;
}

/* How far from where it belongs a piece would be there: the less, the better. */
static int distance(struct mind *x, const struct hand *h, const struct game *g, int unit, int place)
{
	int at = drive_at(x, g, unit);
	if (place < 0) return INT_MAX;
	if (unit >= 0 && is_leader(x, unit)) {
		int post = post_of(x, h, g, unit);
		int away = post < 0 ? 0 : hex_range(x->m->map, post, place);
		bool attacks = post >= 0 && hex_range(x->m->map, post, aim_of_leader(x, h, unit)) <= 1;
		return attacks || away > LEADERS_STAY ? away : LEADERS_STAY;
	}
	int aim = aim_of(x, h, g, unit, at), away = aim < 0 ? 0 : drive_way(x, aim)[place];
	bool guns = unit >= 0 && x->m->piece[unit].symbol == ARM_ARTILLERY;
	return guns && aim >= 0 && hex_range(x->m->map, aim, place) <= GUNS_STAY ? 0 : away;
}

/* How far from what a unit is to attack. */
static int from_aim(struct mind *x, const struct hand *h, int unit, int place)
{
	int aim = unit < 0 ? h->aim : aim_of_leader(x, h, unit);
	return place < 0 ? NO_WAY : drive_way(x, aim)[place];
}

/* Has this march come through there already? */
static bool was_there(const struct mind *x, const struct hand *h, const struct game *g, const struct order *o)
{
	int place = drive_place(x, g, o);
	for (int i = 0; i < h->chain.n; i++)
		if (h->chain.order[i].unit == o->unit && drive_place(x, g, &h->chain.order[i]) == place) return true;
	return false;
}

/* The nearest to its aim of the orders with that role; -1: none. */
static int nearest_order(struct mind *x, const struct hand *h, const struct game *g, int side,
	const struct orders *o, enum role role, int *how_near)
{
	int best = -1;
	*how_near = INT_MAX;
	for (int i = 0; i < o->n; i++) {
		const struct order *one = &o->list[i];
		if (drive_role(x, g, side, one) != role || (role == ROLE_MOVE && was_there(x, h, g, one))) continue;
		int place = drive_place(x, g, one), away = place < 0         ? 0
		                                         : role == ROLE_MOVE ? distance(x, h, g, one->unit, place)
		                                                             : from_aim(x, h, one->unit, place);
		if (best < 0 || away < *how_near) best = i, *how_near = away;
	}
	return best;
}

/* The next unit to be taken up, the foremost first and leaders last; each once. */
static int next_unit(struct mind *x, struct hand *h, const struct game *g, int side, const struct orders *o,
	enum role role)
{
	uint64_t *taken = h->taken[g->question[side] % QUESTIONS_MOST];
	int best = -1, least = INT_MAX;
	for (int i = 0; i < o->n; i++) {
		int u = o->list[i].unit, at = drive_at(x, g, u);
		if (drive_role(x, g, side, &o->list[i]) != role || (u >= 0 && taken[u / 64] >> u % 64 & 1)) continue;
		int away = (at < 0 ? NO_WAY : from_aim(x, h, u, at)) + (u >= 0 && is_leader(x, u) ? 2 * NO_WAY : 0);
		if (away < least) best = i, least = away;
	}
	h->chain.n = 0;
	if (best >= 0 && o->list[best].unit >= 0)
		taken[o->list[best].unit / 64] |= 1ull << o->list[best].unit % 64;
	return best;
}

/* Ends a move, looking at the aim where a direction is to be chosen. */
static int halt(struct mind *x, const struct hand *h, const struct game *g, int side, const struct orders *o)
{
	int away, best = nearest_order(x, h, g, side, o, ROLE_STOP, &away);
	return best >= 0 && x->m->rules->verb[o->list[best].verb].a == ARG_DIRECTION ? best : o->n - 1;
}

/* A number is large where it goes at the aim, and small elsewhere; otherwise the first choice is the bold
   one. */
static int choose_one(struct mind *x, const struct hand *h, const struct game *g, int side,
	const struct orders *o)
{
	int first = -1, last = -1;
	for (int i = 0; i < o->n; i++) {
		enum role role = drive_role(x, g, side, &o->list[i]);
		if (role == ROLE_CHOICE || role == ROLE_OTHER) first = first < 0 ? i : first, last = i;
	}
	if (first < 0) return -1;
	const struct verb *v = &x->m->rules->verb[o->list[first].verb];
	return v->b == ARG_NUMBER && from_aim(x, h, o->list[first].unit, drive_place(x, g, &o->list[first])) == 0
	         ? last
	         : first;
}

struct order drive_order(struct mind *x, struct hand *h, const struct game *g, int side,
	const struct orders *o)
{
	int away, best = nearest_order(x, h, g, side, o, ROLE_FIRE, &away);
	if (best >= 0) return o->list[best];
	enum role last = drive_role(x, g, side, &o->list[o->n - 1]);
	bool closes = last == ROLE_DONE || last == ROLE_STOP;
	best = nearest_order(x, h, g, side, o, ROLE_ASSAULT, &away);
	if (best >= 0 && (!away || h->bold || !closes)) return o->list[best];
	best = nearest_order(x, h, g, side, o, ROLE_MOVE, &away);
	if (best >= 0) {
		int unit = o->list[best].unit, at = drive_at(x, g, unit);
		if (closes && away >= (at < 0 ? INT_MAX : distance(x, h, g, unit, at)))
			return o->list[halt(x, h, g, side, o)];
		if (h->chain.n && h->chain.order[0].unit != unit) h->chain.n = 0;
		if (h->chain.n < HAND_CHAIN) h->chain.order[h->chain.n++] = o->list[best];
		return o->list[best];
	}
	if ((best = next_unit(x, h, g, side, o, ROLE_PICK)) >= 0) return o->list[best];
	if ((best = next_unit(x, h, g, side, o, ROLE_RALLY)) >= 0) return o->list[best];
	if (!closes && (best = choose_one(x, h, g, side, o)) >= 0) return o->list[best];
	return o->list[halt(x, h, g, side, o)];
}
