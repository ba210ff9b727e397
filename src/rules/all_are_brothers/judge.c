/* What a state is judged by, for the opponent and for studies: strength and what may still win or lose
   Victory Points. */
#include "engine/rules_mind.h"
#include "rules/all_are_brothers/all_are_brothers.h"

enum { FAR = 24 };

static int worth_of(const struct profile *k, int sp, bool is_worn)
{
	return 3 * sp + (is_worn ? 0 : 4) + k->mr[is_worn] / 2;
}

/* Contact with more than it can stand: strength of the enemy's hexes around against its own. */
static int exposed(const struct aab_book *b, const struct state *d, int side, int u)
{
	int at = d->counter[u].at, against = 0, own = 0;
	if (!enemy_near(d, side, at)) return 0;
	for (int dir = 0; dir < 6; dir++) {
		int n = b->side[at * 6 + dir].next;
		if (n >= 0 && held_by(b, d, !side, n)) against += aab_board_sp(d, n);
	}
	own = aab_board_sp(d, at) * (b->terrain[at] == T_VILLAGE || b->terrain[at] == T_TOWN ? 2 : 1);
	return against > own ? d->counter[u].sp * (against - own) / (against + own) : 0;
}

struct troops {
	int worth, waiting, disorder, exposed, covered, led, near;
};

/* `closed`: the VP hexes that its side has (255). `force`: how it bears on each. */
static void measure_unit(const struct aab_book *b, const struct state *d, int u,
	const uint8_t closed[REACH_PLACES], struct troops *t, int32_t force[REACH_PLACES])
{
	const struct counter *k = &d->counter[u];
	const struct profile *piece = &b->piece[u];
	int side = piece->side, hq = b->formation[piece->corps].hq;
	if (k->at == PLACE_BOX(BOX_BROKEN) || k->at == PLACE_BOX(BOX_REMOVED) || k->at == PLACE_NONE) return;
	int worth = worth_of(piece, on_map(d, u) ? k->sp : piece->sp[worn(d, u) != 0], worn(d, u) != 0);
	t->worth += worth;
	if (!on_map(d, u)) {
		t->waiting += worth;
		return;
	}
	int best = reach_next(&b->reach, k->at, closed);
	reach_bear(&b->reach, k->at, k->sp, force);
	int far = on_map(d, hq) ? hex_distance(b, d->counter[hq].at, k->at) : 6;
	t->near += k->sp * (FAR - (best < FAR ? best : FAR));
	t->led += k->state & IS_OUT ? 0 : worth * (far <= 3 ? 3 : far <= 5 ? 2 : far <= 8 ? 1 : 0) / 3;
	t->disorder +=
		worth *
		((k->state & IS_SHAKEN ? 2 : 0) + (k->state & IS_DISRUPTED ? 2 : 0) + (k->state & IS_LOW ? 1 : 0)) /
		4;
	t->exposed += exposed(b, d, side, u);
	t->covered += b->terrain[k->at] >= T_WOODS && b->terrain[k->at] <= T_TOWN ? worth : 0;
}

static void measure_troops(const struct aab_book *b, const struct state *d,
	int32_t force[SIDES][REACH_PLACES], struct features *f)
{
	uint8_t closed[SIDES][REACH_PLACES];
	struct troops t[SIDES] = {{0}};
	int whole = 1, sp = 1;
	memset(closed, 255, sizeof closed);
	for (int i = 0; i < b->vps; i++)
		for (int side = 0; side < SIDES; side++) closed[side][i] = d->owner[b->vp_hex[i]] == side ? 255 : 0;
	for (int u = 0; u < b->units; u++) {
		whole += worth_of(&b->piece[u], b->piece[u].sp[0], false), sp += b->piece[u].sp[0];
		measure_unit(b, d, u, closed[b->piece[u].side], &t[b->piece[u].side], force[b->piece[u].side]);
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
static void measure_ground(const struct aab_book *b, const struct state *d,
	int32_t force[SIDES][REACH_PLACES], struct features *f)
{
	int all = 1, held[SIDES] = {0, 0};
	int64_t grip = 0, promise[SIDES] = {0, 0};
	for (int i = 0; i < b->vps; i++) {
		int value = b->vp_value[i], owner = d->owner[b->vp_hex[i]];
		all += value, grip += (int64_t)reach_share(force[0][i], force[1][i]) * value;
		if (owner != NOBODY) held[owner] += value;
		for (int side = 0; side < SIDES; side++)
			if (owner != side)
				promise[side] += (int64_t)reach_promise(force[side][i], force[!side][i]) * value;
	}
	f->of[0][FEATURE_GRIP] = (int32_t)(grip / all),
	f->of[1][FEATURE_GRIP] = WHOLE_SHARE - f->of[0][FEATURE_GRIP];
	for (int side = 0; side < SIDES; side++)
		f->of[side][FEATURE_GROUND] = share(held[side], all),
		f->of[side][FEATURE_PROMISE] = (int32_t)(promise[side] / all);
}

/* The nearer 0, the worse: below 4 every point lost may be the last. */
static void measure_morale(const struct aab_book *b, const struct state *d, struct features *f)
{
	for (int i = 0; i < b->corps; i++) {
		const struct corps *k = &b->formation[i];
		int now = d->counter[k->hq].sp, whole = k->morale ? k->morale : 1;
		int health = d->counter[k->hq].hits & CORPS_DEMORALIZED
		               ? -WHOLE_SHARE / 2
		               : share(now, 2 * whole) + share(now < 4 ? now : 4, 8);
		f->of[k->side][FEATURE_MORALE] += (int32_t)((int64_t)health * k->units / (b->units + 1));
	}
}

void aab_features(const struct play *p, const struct game *g, struct features *f)
{
	const struct aab_book *b = aab_book(p);
	const struct state *d = aab_see(g);
	int32_t force[SIDES][REACH_PLACES] = {{0}};
	int left = b->last_turn - g->turn;
	f->left = left < 0 ? 0 : 1000 * left / (b->last_turn - b->first_turn + 1);
	measure_troops(b, d, force, f);
	measure_ground(b, d, force, f);
	measure_morale(b, d, f);
	features_lead(f, aab_lead_now(b, d), 2 * b->n.level[0], 2 * b->n.level[1]);
}

int aab_goals(const struct play *p, const struct game *g, struct goal *out, int most)
{
	const struct aab_book *b = aab_book(p);
	int n = 0;
	for (int i = 0; i < b->vps && n < most; i++)
		out[n++] = (struct goal){b->vp_hex[i], aab_see(g)->owner[b->vp_hex[i]], (int16_t)b->vp_value[i]};
	return n;
}

int aab_march_cost(const struct muster *m, int hex, int dir)
{
	const struct hexside *side = &((const struct aab_book *)m->own)->side[hex * 6 + dir];
	return side->flags & SIDE_ROAD ? 1 : side->cost[0] < 0 ? 0 : side->cost[0];
}

/* Men a counter stands for that are no longer in the line. */
int aab_lost(const struct play *p, const struct game *g, int piece)
{
	const struct aab_book *b = aab_book(p);
	const struct state *d = aab_see(g);
	if (!is_unit(b, piece)) return 0;
	int men = b->piece[piece].men, at = d->counter[piece].at;
	if (at == PLACE_BOX(BOX_BROKEN)) return men * 2 / 5;
	return d->counter[piece].state & IS_WORN ? men / 6 : 0;
}

int aab_score(const struct play *p, const struct game *g, int side) { return aab_see(g)->vp[side]; }

int aab_worth(const struct muster *m, int piece)
{
	const struct aab_book *b = m->own;
	/* a better rating, a better soldier */
	return is_unit(b, piece) ? b->piece[piece].sp[0] * (10 + 3 * (b->piece[piece].mr[0] - 6) / 2) : 0;
}
