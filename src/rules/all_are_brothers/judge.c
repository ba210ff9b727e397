/* What a state is judged by, for the opponent and for studies: strength and what may still win or lose Victory Points. */
#include "rules/all_are_brothers/all_are_brothers.h"

enum { FAR = 24 };

static int worth_of(const struct profile *k, int sp, bool is_worn) { return 3 * sp + (is_worn ? 0 : 4) + k->mr[is_worn] / 2; }

/* Contact with more than it can stand: strength of the enemy's hexes around against its own. */
static int exposed(const struct charts *c, const struct aab *b, int side, int u)
{
	int at = b->counter[u].at, against = 0, own = 0;
	if (!enemy_near(b, side, at)) return 0;
	for (int d = 0; d < 6; d++) {
		int n = c->side[at * 6 + d].next;
		if (n >= 0 && held_by(c, b, !side, n)) against += aab_board_sp(b, n);
	}
	own = aab_board_sp(b, at) * (c->terrain[at] == T_VILLAGE || c->terrain[at] == T_TOWN ? 2 : 1);
	return against > own ? b->counter[u].sp * (against - own) / (against + own) : 0;
}

struct troops { int worth, waiting, disorder, exposed, covered, led, near; };

static void measure_unit(const struct charts *c, const struct aab *b, int u, struct troops *t)
{
	const struct counter *k = &b->counter[u];
	const struct profile *piece = &c->piece[u];
	int side = piece->side, best = FAR, hq = c->formation[piece->corps].hq;
	if (k->at == PLACE_BOX(BOX_BROKEN) || k->at == PLACE_BOX(BOX_REMOVED) || k->at == PLACE_NONE) return;
	int worth = worth_of(piece, on_map(b, u) ? k->sp : piece->sp[worn(b, u) != 0], worn(b, u) != 0);
	t->worth += worth;
	if (!on_map(b, u)) {
		t->waiting += worth;
		return;
	}
	for (int i = 0; i < c->vps; i++) {
		int d = hex_distance(c, c->vp_hex[i], k->at);
		if (b->owner[c->vp_hex[i]] != side && d < best) best = d;
	}
	int far = on_map(b, hq) ? hex_distance(c, b->counter[hq].at, k->at) : 6;
	t->near += k->sp * (FAR - best);
	t->led += k->state & IS_OUT ? 0 : worth * (far <= 3 ? 3 : far <= 5 ? 2 : far <= 8 ? 1 : 0) / 3;
	t->disorder += worth * ((k->state & IS_SHAKEN ? 2 : 0) + (k->state & IS_DISRUPTED ? 2 : 0) + (k->state & IS_LOW ? 1 : 0)) / 4;
	t->exposed += exposed(c, b, side, u);
	t->covered += c->terrain[k->at] >= T_WOODS && c->terrain[k->at] <= T_TOWN ? worth : 0;
}

static void measure_troops(const struct charts *c, const struct aab *b, struct features *f)
{
	struct troops t[SIDES] = {{0}};
	int whole = 1, sp = 1;
	for (int u = 0; u < c->units; u++) {
		whole += worth_of(&c->piece[u], c->piece[u].sp[0], false), sp += c->piece[u].sp[0];
		measure_unit(c, b, u, &t[c->piece[u].side]);
	}
	for (int side = 0; side < SIDES; side++) {
		int32_t *of = f->of[side];
		of[FEATURE_STRENGTH] = share(t[side].worth, whole);
		of[FEATURE_RESERVE] = share(t[side].waiting, whole);
		of[FEATURE_ORDER] = -share(t[side].disorder, whole);
		of[FEATURE_EXPOSURE] = -share(t[side].exposed, sp);
		of[FEATURE_COVER] = share(t[side].covered, whole);
		of[FEATURE_COMMAND] = share(t[side].led, whole);
		of[FEATURE_APPROACH] = share(t[side].near, FAR * sp);
	}
}

/* Whose strength bears on each VP hex, by the square of its distance. */
static void measure_ground(const struct charts *c, const struct aab *b, struct features *f)
{
	int all = 1;
	for (int i = 0; i < c->vps; i++) all += c->vp_value[i];
	for (int i = 0; i < c->vps; i++) {
		int force[SIDES] = {0, 0}, hex = c->vp_hex[i];
		for (int s = 0; s < SIDES; s++)
			for EACH (u, b->units[s]) {
				int d = hex_distance(c, hex, b->counter[u].at);
				force[s] += b->counter[u].sp * 4096 / (6 + d * d);
			}
		for (int s = 0; s < SIDES; s++) f->of[s][FEATURE_GRIP] += share((int64_t)force[s] * c->vp_value[i], (int64_t)(force[0] + force[1] + 1) * all);
		if (b->owner[hex] != NOBODY) f->of[b->owner[hex]][FEATURE_GROUND] += share(c->vp_value[i], all);
	}
}

/* The nearer 0, the worse: below 4 every point lost may be the last. */
static void measure_morale(const struct charts *c, const struct aab *b, struct features *f)
{
	for (int i = 0; i < c->corps; i++) {
		const struct corps *k = &c->formation[i];
		int now = b->counter[k->hq].sp, whole = k->morale ? k->morale : 1;
		int health = b->counter[k->hq].hits & CORPS_DEMORALIZED ? -WHOLE_SHARE / 2 : share(now, 2 * whole) + share(now < 4 ? now : 4, 8);
		f->of[k->side][FEATURE_MORALE] += (int32_t)((int64_t)health * k->units / (c->units + 1));
	}
}

void aab_features(const struct play *p, const struct game *g, struct features *f)
{
	const struct charts *c = CHARTS(p);
	const struct aab *b = SEE(g);
	int left = c->last_turn - g->turn;
	f->left = left < 0 ? 0 : 1000 * left / (c->last_turn - c->first_turn + 1);
	measure_troops(c, b, f);
	measure_ground(c, b, f);
	measure_morale(c, b, f);
	f->of[0][FEATURE_LEAD] = share_of_lead(aab_lead_now(c, b), 2 * c->n.level[0], 2 * c->n.level[1]), f->of[1][FEATURE_LEAD] = -f->of[0][FEATURE_LEAD];
}

/* Men a counter stands for that are no longer in the line. */
int aab_lost(const struct play *p, const struct game *g, int piece)
{
	const struct charts *c = CHARTS(p);
	const struct aab *b = SEE(g);
	if (!is_unit(c, piece)) return 0;
	int men = c->piece[piece].men, at = b->counter[piece].at;
	if (at == PLACE_BOX(BOX_BROKEN)) return men * 2 / 5;
	return b->counter[piece].state & IS_WORN ? men / 6 : 0;
}

int aab_score(const struct play *p, const struct game *g, int side)
{
	(void)p;
	return SEE(g)->vp[side];
}

int aab_worth(const struct muster *m, int piece)
{
	const struct charts *c = m->own;
	return is_unit(c, piece) ? c->piece[piece].sp[0] * (10 + 3 * (c->piece[piece].mr[0] - 6) / 2) : 0; /* a better rating, a better soldier */
}
