/* What a state is judged by, for the opponent and for studies: strength, order, objectives held and within
   reach, commanders, exposure. Whole numbers only; no look ahead. */
#include "engine/rules_mind.h"
#include "rules/brothers_at_arms/brothers_at_arms.h"

enum { FAR = 16, WATCHED = 10, STANDING = 5 }; /* hexes */

static int unit_worth(const struct baa_book *b, int u)
{
	const struct profile *k = &b->piece[u];
	return k->strength * (9 - k->attack) + (k->range > 2 ? 2 : 0);
}

/* Pinned, tired or stacked it is worth less, whatever it is. */
static int disorder(const struct state *d, int u)
{
	int state = d->counter[u].state;
	return (state & IS_PINNED ? 3 : 0) + (state & IS_FATIGUED ? 2 : 0) + (stacked(d, u) ? 2 : 0);
}

/* Units left to an enemy that outnumbers them around: those in contact count the strength on both sides. */
static int exposed(const struct baa_book *b, const struct state *d, int side, int u)
{
	int at = d->counter[u].at, against = 0, own = b->piece[u].strength * 6;
	for (int dir = 0; dir < 6; dir++) {
		int n = b->side[at * 6 + dir].next, e = n < 0 ? NO_UNIT : board_first(d, n);
		if (e != NO_UNIT && b->piece[e].side != side)
			against += b->piece[e].strength * (9 - b->piece[e].attack);
	}
	return against > own ? (against - own) / (b->hex_cover[at] ? 2 : 1) : 0;
}

/* Units whose commander will reach them next round without a roll; a command counter counts for two. */
static int commanded(const struct baa_book *b, const struct state *d, int side)
{
	int n = 0;
	for EACH (u, d->units[side]) {
		int boss = d->counter[u].boss;
		n += boss != NO_UNIT && on_board(d, boss) ? baa_in_range_of(b, d, boss, u)
		                                          : baa_best_control(b, d, u, true) != NO_UNIT;
	}
	for EACH (k, d->chiefs[side]) {
		n += b->piece[k].kind == KIND_CONTROL ? 6 : 3; /* that it is there at all */
		if (b->piece[k].kind == KIND_COMMAND)
			n += 2 * (baa_best_control(b, d, k, true) != NO_UNIT || b->piece[k].able & ABLE_EXCEPTIONAL);
	}
	return n;
}

static void measure_troops(const struct baa_book *b, const struct state *d, struct features *f)
{
	int worth[SIDES] = {0, 0}, waiting[SIDES] = {0, 0}, loose[SIDES] = {0, 0}, open[SIDES] = {0, 0},
		covered[SIDES] = {0, 0}, whole = 1, units = 1;
	for (int u = 0; u < b->units; u++) {
		const struct counter *k = &d->counter[u];
		int side = b->piece[u].side, value = unit_worth(b, u);
		whole += value, units++;
		if (k->at < 0) {
			if (alive(k) || k->fate == FATE_WITHDRAWN) worth[side] += value;
			if (alive(k)) waiting[side] += value;
			continue;
		}
		worth[side] += value, loose[side] += disorder(d, u), open[side] += exposed(b, d, side, u);
		covered[side] += b->hex_cover[k->at] ? value : 0;
	}
	for (int side = 0; side < SIDES; side++) {
		int32_t *of = f->of[side];
		of[FEATURE_STRENGTH] = share(worth[side], whole);
		of[FEATURE_RESERVE] = share(waiting[side], whole);
		of[FEATURE_ORDER] = -share(loose[side], 10 * units);
		of[FEATURE_EXPOSURE] = -share(open[side], whole);
		of[FEATURE_COVER] = share(covered[side], whole);
		of[FEATURE_COMMAND] = share(commanded(b, d, side), 3 * units);
	}
}

/* Each objective: whose strength bears on it, and how near the next unit of whoever does not own it is. */
static void measure_ground(const struct play *p, const struct state *d, struct features *f)
{
	const struct baa_book *b = baa_book(p);
	int n = b->objectives ? b->objectives : 1, approach[SIDES] = {0, 0};
	int64_t grip = 0;
	int32_t force[SIDES][REACH_PLACES] = {{0}};
	uint8_t near[SIDES][REACH_PLACES];
	memset(near, FAR, sizeof near);
	for (int side = 0; side < SIDES; side++)
		for EACH (u, d->units[side]) {
			reach_bear(&b->reach, d->counter[u].at, b->piece[u].strength, force[side]);
			reach_near(&b->reach, d->counter[u].at, near[side]);
		}
	for (int i = 0; i < b->objectives; i++) {
		int hex = b->objective[i];
		grip += reach_share(force[0][i], force[1][i]);
		for (int side = 0; side < SIDES; side++)
			if (d->owner[hex] != side)
				approach[side] += FAR - near[side][i] + (near[side][i] == 0 ? STANDING : 0) +
				                  (d->watch[hex] == side ? WATCHED : 0),
					f->of[side][FEATURE_PROMISE] += reach_promise(force[side][i], force[!side][i]) / n;
	}
	if (b->objectives)
		f->of[0][FEATURE_GRIP] = (int32_t)(grip / n),
		f->of[1][FEATURE_GRIP] = WHOLE_SHARE - f->of[0][FEATURE_GRIP];
	int held[SIDES] = {baa_objectives_held(b, p->m, d, 0), baa_objectives_held(b, p->m, d, 1)};
	for (int side = 0; side < SIDES; side++) {
		int lead = held[side] - held[!side], win = b->n.tactical ? b->n.tactical : 1;
		f->of[side][FEATURE_GROUND] = share(held[side], n),
		f->of[side][FEATURE_APPROACH] = share(approach[side], FAR * n);
		f->of[side][FEATURE_LEAD] = share(lead >= b->n.decisive ? 5 : lead >= win ? 4 : lead > 0 ? 1 : 0, 10);
		f->of[side][FEATURE_VICTORY] = lead >= win ? WHOLE_SHARE : 0;
	}
}

/* Where tasks stand in place of objectives: how far this side's own have got. */
static void measure_tasks(const struct play *p, const struct state *d, struct features *f)
{
	const struct baa_book *b = baa_book(p);
	const struct scenario *s = p->m->scenario;
	for (int side = 0; side < SIDES; side++) {
		int home = 0, units = 1;
		for EACH (u, b->kind_mask[KIND_UNIT][side]) units++;
		for EACH (u, d->units[side]) {
			int left = b->exits[side] ? b->to_rear[side][d->counter[u].at] : FAR;
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
				share(leave ? d->withdrawn[side] : baa_units_gone(b, d, !side), 2 * s->task[i].count);
	}
}

void baa_features(const struct play *p, const struct game *g, struct features *f)
{
	const struct baa_book *b = baa_book(p);
	const struct state *d = baa_see(g);
	int left = b->last_bound - d->bound;
	f->left = left < 0 ? 0 : 1000 * left / (b->last_bound - b->first_bound + 1);
	measure_troops(b, d, f);
	measure_ground(p, d, f);
	if (p->m->scenario->tasks) measure_tasks(p, d, f);
}

/* Men lost: a dispersed brigade is lost whole; nothing else leaves a mark in these rules (hits.3). */
int baa_lost(const struct play *p, const struct game *g, int piece)
{
	const struct counter *k = &baa_see(g)->counter[piece];
	return k->fate == FATE_DISPERSED || k->fate == FATE_SURRENDERED ? baa_book(p)->piece[piece].men : 0;
}

int baa_goals(const struct play *p, const struct game *g, struct goal *out, int most)
{
	const struct baa_book *b = baa_book(p);
	int n = 0;
	for (int i = 0; i < b->objectives && n < most; i++)
		out[n++] = (struct goal){b->objective[i], baa_see(g)->owner[b->objective[i]], 1};
	return n;
}

int baa_score(const struct play *p, const struct game *g, int side)
{
	return baa_objectives_held(baa_book(p), p->m, baa_see(g), side);
}

int baa_worth(const struct muster *m, int piece)
{
	const struct baa_book *b = m->own;
	return is_unit(b, piece) ? b->piece[piece].strength : 0;
}
