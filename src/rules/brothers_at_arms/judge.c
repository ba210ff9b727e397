/* What a state is judged by, for the opponent and for studies: strength, order, objectives held and within
   reach, commanders, exposure. Whole numbers only; no look ahead. */
#include "engine/rules_mind.h"
#include "rules/brothers_at_arms/brothers_at_arms.h"

enum { FAR = 16, WATCHED = 10, STANDING = 5 }; /* hexes */

static int unit_worth(const struct charts *c, int u)
{
	const struct profile *k = &c->piece[u];
	return k->strength * (9 - k->attack) + (k->range > 2 ? 2 : 0);
}

/* Pinned, tired or stacked it is worth less, whatever it is. */
static int disorder(const struct state *b, int u)
{
	int state = b->counter[u].state;
	return (state & IS_PINNED ? 3 : 0) + (state & IS_FATIGUED ? 2 : 0) + (stacked(b, u) ? 2 : 0);
}

/* Units left to an enemy that outnumbers them around: those in contact count the strength on both sides. */
static int exposed(const struct charts *c, const struct state *b, int side, int u)
{
	int at = b->counter[u].at, against = 0, own = c->piece[u].strength * 6;
	for (int d = 0; d < 6; d++) {
		int n = c->side[at * 6 + d].next, e = n < 0 ? NO_UNIT : board_first(b, n);
		if (e != NO_UNIT && c->piece[e].side != side)
			against += c->piece[e].strength * (9 - c->piece[e].attack);
	}
	return against > own ? (against - own) / (c->hex_cover[at] ? 2 : 1) : 0;
}

/* Units whose commander will reach them next round without a roll; a command counter counts for two. */
static int commanded(const struct charts *c, const struct state *b, int side)
{
	int n = 0;
	for EACH (u, b->units[side]) {
		int boss = b->counter[u].boss;
		n += boss != NO_UNIT && on_board(b, boss) ? in_range_of(c, b, boss, u)
		                                          : best_control(c, b, u, true) != NO_UNIT;
	}
	for EACH (k, b->chiefs[side]) {
		n += c->piece[k].kind == KIND_CONTROL ? 6 : 3; /* that it is there at all */
		if (c->piece[k].kind == KIND_COMMAND)
			n += 2 * (best_control(c, b, k, true) != NO_UNIT || c->piece[k].able & ABLE_EXCEPTIONAL);
	}
	return n;
}

static void measure_troops(const struct charts *c, const struct state *b, struct features *f)
{
	int worth[SIDES] = {0, 0}, waiting[SIDES] = {0, 0}, loose[SIDES] = {0, 0}, open[SIDES] = {0, 0},
		covered[SIDES] = {0, 0}, whole = 1, units = 1;
	for (int u = 0; u < c->units; u++) {
		const struct counter *k = &b->counter[u];
		int side = c->piece[u].side, value = unit_worth(c, u);
		whole += value, units++;
		if (k->at < 0) {
			if (alive(k) || k->fate == FATE_WITHDRAWN) worth[side] += value;
			if (alive(k)) waiting[side] += value;
			continue;
		}
		worth[side] += value, loose[side] += disorder(b, u), open[side] += exposed(c, b, side, u);
		covered[side] += c->hex_cover[k->at] ? value : 0;
	}
	for (int side = 0; side < SIDES; side++) {
		int32_t *of = f->of[side];
		of[FEATURE_STRENGTH] = share(worth[side], whole);
		of[FEATURE_RESERVE] = share(waiting[side], whole);
		of[FEATURE_ORDER] = -share(loose[side], 10 * units);
		of[FEATURE_EXPOSURE] = -share(open[side], whole);
		of[FEATURE_COVER] = share(covered[side], whole);
		of[FEATURE_COMMAND] = share(commanded(c, b, side), 3 * units);
	}
}

/* Each objective: whose strength bears on it, and how near the next unit of whoever does not own it is. */
static void measure_ground(const struct play *p, const struct state *b, struct features *f)
{
	const struct charts *c = CHARTS(p);
	int n = c->objectives ? c->objectives : 1, approach[SIDES] = {0, 0};
	int64_t grip = 0;
	int32_t force[SIDES][REACH_PLACES] = {{0}};
	uint8_t near[SIDES][REACH_PLACES];
	memset(near, FAR, sizeof near);
	for (int side = 0; side < SIDES; side++)
		for EACH (u, b->units[side]) {
			reach_bear(&c->reach, b->counter[u].at, c->piece[u].strength, force[side]);
			reach_near(&c->reach, b->counter[u].at, near[side]);
		}
	for (int i = 0; i < c->objectives; i++) {
		int hex = c->objective[i];
		grip += reach_share(force[0][i], force[1][i]);
		for (int side = 0; side < SIDES; side++)
			if (b->owner[hex] != side)
				approach[side] += FAR - near[side][i] + (near[side][i] == 0 ? STANDING : 0) +
				                  (b->watch[hex] == side ? WATCHED : 0);
	}
	if (c->objectives)
		f->of[0][FEATURE_GRIP] = (int32_t)(grip / n),
		f->of[1][FEATURE_GRIP] = WHOLE_SHARE - f->of[0][FEATURE_GRIP];
	int held[SIDES] = {objectives_held(c, p->m, b, 0), objectives_held(c, p->m, b, 1)};
	for (int side = 0; side < SIDES; side++) {
		int lead = held[side] - held[!side], win = c->n.tactical ? c->n.tactical : 1;
		f->of[side][FEATURE_GROUND] = share(held[side], n),
		f->of[side][FEATURE_APPROACH] = share(approach[side], FAR * n);
		f->of[side][FEATURE_LEAD] = share(lead >= c->n.decisive ? 5 : lead >= win ? 4 : lead > 0 ? 1 : 0, 10);
	}
}

/* Where tasks stand in place of objectives: how far this side's own have got. */
static void measure_tasks(const struct play *p, const struct state *b, struct features *f)
{
	const struct charts *c = CHARTS(p);
	const struct scenario *s = p->m->scenario;
	for (int side = 0; side < SIDES; side++) {
		int home = 0, units = 1;
		for EACH (u, c->kind_mask[KIND_UNIT][side]) units++;
		for EACH (u, b->units[side]) {
			int left = c->exits[side] ? c->to_rear[side][b->counter[u].at] : FAR;
			home += left < FAR ? FAR - left : 0;
		}
		f->of[side][FEATURE_APPROACH] = share(home, FAR * units);
		f->of[side][FEATURE_LEAD] = 0;
	}
	for (int i = 0; i < s->tasks; i++) {
		int side = s->task[i].side;
		bool leave = strcmp(s->task[i].kind, "withdraw") == 0;
		if (s->task[i].count)
			f->of[side][FEATURE_LEAD] +=
				share(leave ? b->withdrawn[side] : units_gone(c, b, !side), 2 * s->task[i].count);
	}
}

void baa_features(const struct play *p, const struct game *g, struct features *f)
{
	const struct charts *c = CHARTS(p);
	const struct state *b = SEE(g);
	int left = c->last_bound - b->bound;
	f->left = left < 0 ? 0 : 1000 * left / (c->last_bound - c->first_bound + 1);
	measure_troops(c, b, f);
	measure_ground(p, b, f);
	if (p->m->scenario->tasks) measure_tasks(p, b, f);
}

/* Men lost: a dispersed brigade is lost whole; nothing else leaves a mark in these rules (hits.3). */
int baa_lost(const struct play *p, const struct game *g, int piece)
{
	const struct counter *k = &SEE(g)->counter[piece];
	return k->fate == FATE_DISPERSED || k->fate == FATE_SURRENDERED ? CHARTS(p)->piece[piece].men : 0;
}

int baa_goals(const struct play *p, const struct game *g, struct goal *out, int most)
{
	const struct charts *c = CHARTS(p);
	int n = 0;
	for (int i = 0; i < c->objectives && n < most; i++)
		out[n++] = (struct goal){c->objective[i], SEE(g)->owner[c->objective[i]]};
	return n;
}

int baa_score(const struct play *p, const struct game *g, int side)
{
	return objectives_held(CHARTS(p), p->m, SEE(g), side);
}

int baa_worth(const struct muster *m, int piece)
{
	const struct charts *c = m->own;
	return is_unit(c, piece) ? c->piece[piece].strength : 0;
}
