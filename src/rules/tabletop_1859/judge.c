/* What a position is judged by, for the opponent and studies (engine/feature.h). What the fire phase has left
   owed counts as suffered, and a declared charge as far as its points promise, since both are only carried
   out when the other side has answered. Below it what else the opponent asks of the rules: where a plan ends,
   what can be left out of it, and what is answered without thinking. */
#include <limits.h>
#include <stdlib.h>

#include "rules/tabletop_1859/tabletop_1859.h"

#define FAR 300       /* tenths: from farther off nobody bears on a place, though all the way to it is felt */
#define FARTHEST 1000 /* there is nobody to go there */

/* So many of a unit's stands weigh: each by the morale rating above 4, guns for half as much again. */
static int stands_weigh(const struct tt_book *b, int unit, int stands)
{
	return stands * (b->piece[unit].morale - 4) * (b->piece[unit].arm == CARD_ARTILLERY ? 3 : 2);
}

static int weight(const struct tt_book *b, const struct state *d, int unit)
{
	const struct tt_unit *u = &d->unit[unit];
	return stands_weigh(b, unit, u->stands > u->losses ? u->stands - u->losses : 0);
}

static int order_of(const struct state *d, int unit)
{
	const struct tt_unit *u = &d->unit[unit];
	if (u->order == ORDER_ROUTED || u->result == RESULT_ROUT) return ORDER_ROUTED;
	return u->shaken && u->order < ORDER_DISORGANISED ? ORDER_DISORGANISED : u->order;
}

struct stakes { /* of each objective: who has it if the turn ends now, what bears on it, where it lies */
	int8_t holder[TT_OBJECTIVES];
	int64_t force[SIDES][TT_OBJECTIVES];
	int near[SIDES][TT_OBJECTIVES]; /* how far the nearest of a side is who can still fight */
	int x[TT_OBJECTIVES], y[TT_OBJECTIVES];
};

static void open_stakes(const struct tt_book *b, const struct state *d, struct stakes *s)
{
	tt_would_hold(b, d, s->holder);
	for (int i = 0; i < b->objectives; i++) {
		int at = b->objective[i].at;
		s->x[i] = PLACE_X(at), s->y[i] = PLACE_Y(at);
		s->near[0][i] = s->near[1][i] = FARTHEST;
	}
}

/* The longer way along the table's edges and half the shorter. */
static int way(int from, int x, int y)
{
	int dx = abs(PLACE_X(from) - x), dy = abs(PLACE_Y(from) - y);
	return (dx + dy + (dx > dy ? dx : dy)) >> 1;
}

/* To all at once, whether there are so many or not: that is done four by four. */
static void distances(const struct stakes *s, int at, int far[TT_OBJECTIVES])
{
	for (int i = 0; i < TT_OBJECTIVES; i++) far[i] = way(at, s->x[i], s->y[i]);
}

/* How near it is to the next objective that is not its side's (below 0: far away), if there is one; and it
   bears on all of them. */
static int nearness(const struct tt_book *b, const struct state *d, int side, int unit, int own,
	struct stakes *stakes)
{
	int best = -1, distance[TT_OBJECTIVES];
	distances(stakes, d->unit[unit].at, distance);
	for (int i = 0; i < b->objectives; i++) {
		int far = distance[i];
		if (own && far < stakes->near[side][i]) stakes->near[side][i] = far;
		if (far < FAR) stakes->force[side][i] += own * (FAR - far) * (FAR - far) / FAR;
		if (stakes->holder[i] != side && (best < 0 || far < best)) best = far;
	}
	return best < 0 ? FAR : FAR - best;
}

static int beyond(const struct state *d, int a, int b, int reach)
{
	int far = way(d->unit[a].at, PLACE_X(d->unit[b].at), PLACE_Y(d->unit[b].at));
	return far > reach ? far - reach : 0;
}

/* How far out of command it is, in tenths of an inch: it from its commander, and he from his (comp.9b,
   comp.9c). */
static int astray(const struct tt_book *b, const struct state *d, int unit)
{
	int chief = b->piece[unit].chief, corps = b->piece[chief].corps;
	if (!tt_on(d, chief)) return FAR;
	int far = beyond(d, unit, chief, b->n.brigade) +
	          (corps != NO_UNIT && tt_on(d, corps) ? beyond(d, chief, corps, b->n.division) : 0);
	return far < FAR ? far : FAR;
}

/* How much of a unit's strength its order puts to use, in tenths. While orders are given it is the wanted one
   that counts. Who is out of command can only hold (comp.9d), and the less the farther he is, since
   commanders ride but once a turn. */
static int posture(const struct tt_book *b, const struct state *d, int unit)
{
	static const uint8_t use[TT_CHITS] = {[CHIT_ADVANCE] = 6,
		[CHIT_ASSAULT] = 9,
		[CHIT_HOLD] = 3,
		[CHIT_MARCH] = 5,
		[CHIT_REFORM] = 2,
		[CHIT_WITHDRAW] = 1};
	if (tt_out_of_command(b, d, unit)) return 3 - astray(b, d, unit) / 30;
	int chit = d->unit[b->piece[unit].chief].wanted;
	return chit == CHIT_REFORM && d->unit[unit].order == ORDER_DISORGANISED ? 14 : use[chit]; /* comp.4f */
}

/* A charge's promise: its points against the target's, as the card has them, in sixths of the weight at
   stake. */
static int promise(const struct tt_book *b, const struct state *d, int unit)
{
	struct card_melee m;
	struct card_score own, other;
	int target = d->unit[unit].target;
	tt_melee_of(b, d, target, unit, 0, false, &m);
	tt_card_score(&b->card, &m, 0, &own), tt_card_score(&b->card, &m, 1, &other);
	int by = d->unit[target].order == ORDER_ROUTED ? 6 : own.total - other.total;
	return (by > 6 ? 6 : by < -6 ? -6 : by) * (weight(b, d, unit) + weight(b, d, target)) / 2;
}

struct nearest {
	int enemy, far2;
}; /* by centres, as tt_nearest_enemy has it; NO_UNIT */

/* Of all units at once: each pair is measured once. */
static void find_nearest(const struct tt_book *b, const struct state *d, struct nearest near[TT_PIECES])
{
	for (int u = 0; u < b->units; u++) near[u] = (struct nearest){NO_UNIT, INT_MAX};
	for (int u = b->from[0]; u < b->from[1]; u++) {
		if (!tt_on(d, u)) continue;
		struct nearest own = near[u];
		for (int e = b->from[1]; e < b->from[2]; e++) {
			if (!tt_on(d, e)) continue;
			int far2 = tt_apart2(d->unit[u].at, d->unit[e].at);
			if (far2 < own.far2) own = (struct nearest){e, far2};
			if (far2 < near[e].far2) near[e] = (struct nearest){u, far2};
		}
		near[u] = own;
	}
}

/* Who stands within the enemy's fire without cover or in column bears more of it; who can fire at the next of
   them is worth more. */
static int bearing(const struct tt_book *b, const struct state *d, int unit, const struct nearest *near)
{
	const struct tt_unit *u = &d->unit[unit];
	int range = tt_range_of(b, unit);
	if (near->enemy == NO_UNIT) return 0;
	bool shoots = range && (b->piece[unit].arm != CARD_ARTILLERY || u->formation == FORM_LINE) &&
	              near->far2 < (int64_t)(range + 31) * (range + 31) && tt_in_arc(b, d, unit, near->enemy) &&
	              tt_sees(b, d, unit, near->enemy, NULL);
	bool exposed = near->far2 < 90 * 90 && (u->formation == FORM_COLUMN || u->formation == FORM_MARCH);
	return (shoots ? 2 : 0) - (exposed ? 2 : 0);
}

struct sum {
	int64_t strength, order, routed, near, cover, command, reserve, bearing;
};

static void add_unit(const struct tt_book *b, const struct state *d, int side, int unit,
	const struct nearest *near, struct stakes *stakes, struct sum *s)
{
	int64_t own = weight(b, d, unit);
	int order = order_of(d, unit);
	s->strength += own;
	s->order += order == ORDER_GOOD ? own : order == ORDER_DISARRAYED ? own / 2 : 0;
	s->routed += order == ORDER_ROUTED ? own : 0;
	s->reserve += d->unit[unit].at == BOX_MARCH ? own : 0;
	if (!tt_on(d, unit)) return;
	s->near += own * nearness(b, d, side, unit, order == ORDER_ROUTED ? 0 : (int)own, stakes);
	s->cover += tt_lies(b, d, unit) & TT_COVER ? own : 0;
	s->command += own * posture(b, d, unit);
	if (order < ORDER_DISORGANISED) s->bearing += own * bearing(b, d, unit, near);
	if (d->unit[unit].flags & UNIT_CHARGING) s->bearing += promise(b, d, unit);
}

void tt_features(const struct play *p, const struct game *g, struct features *f)
{
	const struct tt_book *b = tt_book(p);
	const struct state *d = tt_see(g);
	struct stakes stakes = {0};
	struct nearest near[TT_PIECES];
	int64_t whole = 1, grip = 0;
	int score[SIDES];
	f->left = 1000 * (b->turns - g->turn) / b->turns;
	find_nearest(b, d, near);
	for (int u = 0; u < b->units; u++) whole += stands_weigh(b, u, b->piece[u].stands);
	open_stakes(b, d, &stakes);
	for (int side = 0; side < SIDES; side++) {
		score[side] = tt_score(p, g, side);
		for (int i = 0; i < b->objectives; i++)
			score[side] += ((stakes.holder[i] == side) - (d->held[i] == side)) * b->objective[i].value;
		for (int u = b->from[!side]; u < b->from[!side + 1]; u++)
			score[side] += d->unit[u].losses < d->unit[u].stands ? d->unit[u].losses : d->unit[u].stands;
	}
	for (int side = 0; side < SIDES; side++) {
		struct sum s = {0};
		int32_t *of = f->of[side], held = 0, wanted = 0;
		for (int u = b->from[side]; u < b->from[side + 1]; u++)
			add_unit(b, d, side, u, &near[u], &stakes, &s);
		for (int i = 0; i < b->objectives; i++) {
			if (stakes.holder[i] == side) held += b->objective[i].value;
			else wanted += (FAR - stakes.near[side][i]) * b->objective[i].value;
		}
		of[FEATURE_STRENGTH] = share(s.strength, whole), of[FEATURE_ORDER] = share(s.order, whole),
		of[FEATURE_MORALE] = -share(s.routed, whole);
		/* all of them to the next; somebody to each */
		of[FEATURE_APPROACH] =
			share(s.near, whole * FAR) + (b->objective_value ? share(wanted, FAR * b->objective_value) : 0);
		of[FEATURE_COVER] = share(s.cover, whole), of[FEATURE_COMMAND] = share(s.command, whole * 10);
		of[FEATURE_RESERVE] = share(s.reserve, whole), of[FEATURE_EXPOSURE] = share(s.bearing, whole * 6);
		of[FEATURE_GROUND] = b->objective_value ? share(held, b->objective_value) : 0;
		of[FEATURE_LEAD] = share_of_lead(score[side] - score[!side], 1, 10);
		of[FEATURE_VICTORY] = score[side] > score[!side] ? WHOLE_SHARE : 0;
	}
	for (int i = 0; i < b->objectives; i++)
		grip +=
			share(stakes.force[0][i] * b->objective[i].value, stakes.force[0][i] + stakes.force[1][i] + 1);
	f->of[0][FEATURE_GRIP] = (int32_t)(grip / (b->objective_value + 1)),
	f->of[1][FEATURE_GRIP] = WHOLE_SHARE - f->of[0][FEATURE_GRIP];
}

/* --- for the opponent ----------------------------------------------------------------------------------- */

static bool has_moved(const struct state *d, int chief) { return d->unit[chief].flags & CHIEF_DONE; }

/* How many of its commands have moved. */
static int moved(const struct tt_book *b, const struct state *d, int side)
{
	int n = 0;
	for (int c = b->chief_from[side]; c < b->chief_from[side + 1]; c++) n += has_moved(d, c);
	return n;
}

static bool is_moving(const struct state *d)
{
	return agenda_see(&d->g)->kind == STEP_MOVEMENT || agenda_see(&d->g)->kind == STEP_COMMAND;
}

/* How many marks pieces have of having moved or fired: another number in each activation. */
int tt_acting(const struct game *g)
{
	int n = 0;
	for (int i = 0; i < TT_PIECES; i++) n += (tt_see(g)->unit[i].flags & CHIEF_DONE) != 0;
	return is_moving(tt_see(g)) ? n : NO_UNIT;
}

/* A command's order and its move, or one command's move, or all that comes after the moves; judged when the
   turn is over. */
enum scope tt_scope(const struct muster *m, const struct game *root, const struct game *now, int side,
	int asked)
{
	if (now->turn != root->turn) return SCOPE_OVER;
	if (asked != side) return SCOPE_REST;
	int due = tt_chief_asked(tt_see(root), side), question = now->question[side];
	if (root->question[side] == ASK_CHIT)
		return (question == ASK_CHIT && tt_chief_asked(tt_see(now), side) == due) ||
		               (question == ASK_MOVE && agenda_see(now)->unit == due)
		         ? SCOPE_PLAN
		         : SCOPE_REST;
	return !is_moving(tt_see(root)) || (is_moving(tt_see(now)) && moved(m->own, tt_see(now), side) ==
																	  moved(m->own, tt_see(root), side))
	         ? SCOPE_PLAN
	         : SCOPE_REST;
}

#define CONCERNED 300 /* tenths: how much nearer two units may come in a turn, with room for their blocks */

static bool meets_any(const struct tt_book *b, const struct state *d, int foe,
	const uint64_t units[TT_PIECES / 64])
{
	for (int u = b->from[!tt_side(b, foe)]; u < b->from[!tt_side(b, foe) + 1]; u++)
		if (units[u / 64] >> u % 64 & 1 && tt_on(d, u) &&
			!tt_off(d->unit[foe].at, d->unit[u].at, tt_range_of(b, foe) + CONCERNED))
			return true;
	return false;
}

/* While a command is planned nobody else moves, and nobody fires but its units (or all that have not moved,
   if it is to be chosen) and who could reach them. */
void tt_spare(const struct muster *m, struct game *g, int side)
{
	const struct tt_book *b = m->own;
	struct state *d = tt_of(g);
	uint64_t ours[TT_PIECES / 64] = {0};
	int due = g->question[side] == ASK_CHIT ? tt_chief_asked(tt_see(g), side) : NO_UNIT;
	if (due == NO_UNIT && !is_moving(tt_see(g))) return;
	for (int u = b->from[side]; u < b->from[side + 1]; u++) {
		int chief = b->piece[u].chief;
		if (due == NO_UNIT ? !has_moved(d, chief) : chief == due) ours[u / 64] |= 1ull << u % 64;
		else d->unit[u].flags |= UNIT_FIRED;
	}
	for (int e = b->from[!side]; e < b->from[!side + 1]; e++)
		if (tt_on(d, e) && !meets_any(b, d, e, ours)) d->unit[e].flags |= UNIT_FIRED;
	for (int c = b->units; c < m->pieces; c++)
		if (tt_side(b, c) != side || (due != NO_UNIT && c != due)) d->unit[c].flags |= CHIEF_DONE;
}

#define CENTRES 180 /* tenths that the centres of two blocks may be farther apart than the blocks */

static bool shot_at(const struct tt_book *b, const struct state *d, int unit, int target, struct tt_volley *v,
	struct card_hit *h)
{
	return tt_on(d, target) &&
	       !tt_off(d->unit[unit].at, d->unit[target].at, tt_range_of(b, unit) + CENTRES) &&
	       tt_shot(b, d, unit, target, v, h, NULL);
}

/* Where it hits most, by what all its dice need. */
static bool best_shot(const struct tt_book *b, const struct state *d, int unit, struct order *o)
{
	int foe = !tt_side(b, unit), most = 0;
	struct tt_volley v;
	struct card_hit h;
	for (int e = b->from[foe]; e < b->from[foe + 1]; e++) {
		int need = 0;
		if (!shot_at(b, d, unit, e, &v, &h)) continue;
		for (int i = 0; i < v.parts; i++)
			for (int k = 0; k < v.shot[i].groups; k++) need += v.shot[i].need[k];
		if (need > most) most = need, *o = (struct order){VERB_FIRE, (int16_t)unit, e, 0, 0};
	}
	return most > 0;
}

/* Orders stay as they are, nobody moves, and whoever can fires where he hits most. */
bool tt_offhand(const struct play *p, const struct game *g, int side, struct order *o)
{
	const struct tt_book *b = tt_book(p);
	const struct state *d = tt_see(g);
	int unit = agenda_see(g)->unit, chief = b->chief_from[side];
	switch (g->question[side]) {
	case ASK_CHIT:
		return chief = tt_chief_asked(tt_see(g), side),
		       *o = (struct order){VERB_CHIT, (int16_t)chief, d->unit[chief].chit, 0, 0}, true;
	case ASK_COMMAND:
		for (*o = (struct order){.verb = VERB_ACTIVATE};
			o->unit = (int16_t)chief, !tt_may_activate(p, tt_see(g), side, o, NULL);)
			chief++;
		return true;
	case ASK_MOVE: return *o = (struct order){VERB_DONE, NO_UNIT, 0, 0, 0}, true;
	case ASK_FIRE:
		if (!best_shot(b, d, unit, o)) *o = (struct order){VERB_HOLD, (int16_t)unit, 0, 0, 0};
		return true;
	default: return false;
	}
}
