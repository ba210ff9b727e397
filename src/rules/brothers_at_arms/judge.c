/* How good a state is, for the opponent and for studies: men, objectives held and within reach, commanders, markers, and how
   much time is left to change it. Whole numbers only; no look ahead. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

enum {
	PER_STRENGTH = 12, PER_OBJECTIVE = 95, PER_COMMANDER = 18, PER_CONTROL = 30, PER_PIN = 6, PER_FATIGUE = 4, PER_STACK = 5,
	PER_WATCH = 30, PER_HEX = 3, PER_COMMANDED = 3, PER_TASK = 400,
	FAR = 16,
};

static int unit_worth(const struct charts *c, int u)
{
	const struct profile *k = &c->piece[u];
	return PER_STRENGTH * k->strength * (9 - k->attack) / 5 + (k->range > 2 ? 4 : 0);
}

/* A unit's worth now: pinned, tired and stacked ones less; in contact or in cover by what that is worth. */
static int unit_now(const struct charts *c, const struct baa *b, int u)
{
	const struct counter *k = &b->counter[u];
	int worth = unit_worth(c, u);
	if (k->at < 0) return worth * 3 / 4; /* a reserve */
	if (k->state & IS_PINNED) worth -= PER_PIN;
	if (k->state & IS_FATIGUED) worth -= PER_FATIGUE;
	if (stacked(b, u)) worth -= PER_STACK;
	return worth + (c->hex_cover[k->at] ? 2 : 0);
}

/* The pull of objectives: what the nearest unit is worth for being near one its side does not own; a guard on one it owns
   counts as far as an enemy threatens it. */
static int pull(const struct charts *c, const struct baa *b, int side)
{
	int sum = 0;
	for (int i = 0; i < c->objectives; i++) {
		int hex = c->objective[i], near = FAR, enemy = FAR;
		bool own = b->owner[hex] == side;
		const uint8_t *range = &c->range[hex * c->hexes];
		for EACH (u, b->units[side])
			if (range[b->counter[u].at] < near) near = range[b->counter[u].at];
		for EACH (u, b->units[!side])
			if (range[b->counter[u].at] < enemy) enemy = range[b->counter[u].at];
		if (!own) sum += (FAR - near) * PER_HEX + (near == 0 ? PER_WATCH / 2 : 0);
		else if (enemy < 6 && near < enemy) sum += (6 - enemy) * PER_HEX;
		if (b->watch[hex] == side && !own) sum += PER_WATCH;
	}
	return sum;
}

/* Units whose commander will reach them next round without a roll. */
static int commanded(const struct charts *c, const struct baa *b, int side)
{
	int n = 0;
	for EACH (u, b->units[side]) {
		int boss = b->counter[u].boss;
		n += boss != NO_UNIT && on_board(b, boss) ? in_range_of(c, b, boss, u) : best_control(c, b, u, true) != NO_UNIT;
	}
	for EACH (k, c->kind_mask[KIND_COMMAND][side])
		if (on_board(b, k)) n += 2 * (best_control(c, b, k, true) != NO_UNIT || c->piece[k].able & ABLE_EXCEPTIONAL);
	return n * PER_COMMANDED;
}

/* Units left to an enemy that outnumbers them around: those in contact count the strength on both sides. */
static int exposure(const struct charts *c, const struct baa *b, int side)
{
	int sum = 0;
	for EACH (u, b->units[side]) {
		int at = b->counter[u].at, against = 0;
		for (int d = 0; d < 6; d++) {
			int n = c->side[at * 6 + d].next, e = n < 0 ? NO_UNIT : board_first(b, n);
			if (e != NO_UNIT && c->piece[e].side != side) against += c->piece[e].strength * (9 - c->piece[e].attack);
		}
		if (against > c->piece[u].strength * 6) sum += (against - c->piece[u].strength * 6) / (c->hex_cover[at] ? 4 : 2);
	}
	return sum;
}

/* How near the army is to the edge it must leave by. */
static int way_home(const struct charts *c, const struct baa *b, int side)
{
	int sum = 0;
	for EACH (u, b->units[side]) {
		int left = c->to_rear[side][b->counter[u].at];
		sum += left < FAR ? (FAR - left) * PER_HEX : 0;
	}
	return sum;
}

/* Where tasks stand in place of objectives: how far this side's own have got. */
static int tasks(const struct play *p, const struct baa *b, int side)
{
	const struct charts *c = CHARTS(p);
	const struct scenario *s = p->m->scenario;
	int sum = c->exits[side] ? way_home(c, b, side) : 0;
	for (int i = 0; i < s->tasks; i++) {
		if (s->task[i].side != side || !s->task[i].count) continue;
		bool leave = strcmp(s->task[i].kind, "withdraw") == 0;
		sum += PER_TASK * (leave ? b->withdrawn[side] : units_gone(c, b, !side)) / s->task[i].count;
	}
	return sum;
}

static int side_worth(const struct play *p, const struct baa *b, int side)
{
	const struct charts *c = CHARTS(p);
	int sum = 0;
	for EACH (u, c->kind_mask[KIND_UNIT][side])
		if (alive(&b->counter[u]) || b->counter[u].fate == FATE_WITHDRAWN) sum += unit_now(c, b, u);
	for EACH (k, b->chiefs[side]) sum += c->piece[k].kind == KIND_CONTROL ? PER_CONTROL : PER_COMMANDER;
	sum += commanded(c, b, side) - exposure(c, b, side);
	if (p->m->scenario->tasks) return sum + tasks(p, b, side);
	/* the nearer the end, the more a marker weighs against men */
	int total = c->last_bound - c->first_bound + 1, gone = b->bound - c->first_bound;
	return sum + objectives_held(c, p->m, b, side) * PER_OBJECTIVE * (total + gone) / total + pull(c, b, side);
}

int baa_judge(const struct play *p, const struct game *g, int side)
{
	const struct baa *b = SEE(g);
	if (g->over) return g->winner == RESULT_DRAW ? 0 : (g->winner == side ? 1 : -1) * (700 + 100 * g->margin);
	int lead = side_worth(p, b, side) - side_worth(p, b, !side), size = lead < 0 ? -lead : lead;
	int value = 1000 * size / (size + 600); /* never quite a won game */
	return lead < 0 ? -value : value;
}

/* Men lost: a dispersed brigade is lost whole; nothing else leaves a mark in these rules (hits.3). */
int baa_lost(const struct play *p, const struct game *g, int piece)
{
	const struct counter *k = &SEE(g)->counter[piece];
	return k->fate == FATE_DISPERSED || k->fate == FATE_SURRENDERED ? CHARTS(p)->piece[piece].men : 0;
}

int baa_score(const struct play *p, const struct game *g, int side) { return objectives_held(CHARTS(p), p->m, SEE(g), side); }

int baa_worth(const struct muster *m, int piece)
{
	const struct charts *c = m->own;
	return is_unit(c, piece) ? c->piece[piece].strength : 0;
}
