/* What a state is judged by, for the opponent and for studies. */
#include "engine/rules_mind.h"
#include "rules/from_divisions/from_divisions.h"

struct troops {
	int steps, waiting, disorder, wear, exposed, covered, led;
};

/* Steps of the enemy around it against its own and its ground. */
static int exposed(const struct fd_book *b, const struct state *d, int u)
{
	int at = d->at[u], side = b->unit[u].side, against = 0, own = 0;
	for (int dir = 0; dir < 6; dir++) {
		int n = hex_next(b->map, at, dir), e = n < 0 || !d->spot[n].on ? NO_UNIT : unit_at(first_on(d, n));
		if (e != NO_UNIT && b->unit[e].side != side) against += d->steps[e] * b->unit[e].morale;
	}
	if (!against) return 0;
	own = d->steps[u] * b->unit[u].morale * (b->ground[at] & GROUND_COVERED ? 3 : 2) / 2;
	return against > own ? 2 * d->steps[u] * (against - own) / (against + own + 1) : 0;
}

static void measure_unit(const struct play *p, const struct state *d, int u, struct troops *t)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_unit *c = &b->unit[u];
	if (d->at[u] == PLACE_NONE || c->type == BATTERY) return;
	int worth = is_smashed(d, u) ? 0 : 2 * d->steps[u] + d->stragglers[u],
		leader = b->formation[c->formation].leader, level = fd_level(p, d, u);
	t->steps += worth;
	if (d->at[u] < 0) {
		t->waiting += worth;
		return;
	}
	t->disorder += is_shaken(d, u) ? 2 * d->steps[u] : 0;
	t->wear += level == SPENT ? 2 * d->steps[u] : level == TIRED ? d->steps[u] : 0;
	t->exposed += exposed(b, d, u);
	t->covered += b->ground[d->at[u]] & GROUND_COVERED ? worth : 0;
	t->led += leader != NO_UNIT && d->at[leader] >= 0 &&
	                  hex_range(b->map, d->at[leader], d->at[u]) <= b->chart.range_leader
	            ? worth
	            : 0;
}

static void measure_troops(const struct play *p, const struct state *d, struct features *f)
{
	const struct fd_book *b = fd_book(p);
	struct troops t[SIDES] = {{0}};
	int whole = 1;
	for (int u = 0; u < b->units; u++)
		whole += 2 * b->unit[u].steps, measure_unit(p, d, u, &t[b->unit[u].side]);
	for (int side = 0; side < SIDES; side++) {
		int32_t *of = f->of[side];
		of[FEATURE_STRENGTH] = share(t[side].steps, whole);
		of[FEATURE_RESERVE] = share(t[side].waiting, whole);
		of[FEATURE_ORDER] = -share(2 * t[side].disorder + t[side].wear, 2 * whole);
		of[FEATURE_EXPOSURE] = -share(t[side].exposed, whole);
		of[FEATURE_COVER] = share(t[side].covered, whole);
		of[FEATURE_COMMAND] = share(t[side].led, whole);
		if (on(p, O_ARMY_MORALE)) of[FEATURE_MORALE] = share(d->army[side], b->army[side] + 1);
	}
}

/* Each place: whose steps bear on it, how near whoever does not hold it is, and how near all of his army is
   to the next of them. */
static void measure_ground(const struct fd_book *b, const struct state *d, struct features *f)
{
	int64_t grip = 0, promise[SIDES] = {0, 0};
	int all = 1, whole = 1, mass[SIDES] = {0, 0}, approach[SIDES] = {0, 0}, mine[SIDES][FD_PLACES] = {{0}};
	int32_t force[SIDES][REACH_PLACES] = {{0}};
	uint8_t near[SIDES][REACH_PLACES], closed[SIDES][REACH_PLACES];
	memset(near, FD_FAR, sizeof near), memset(closed, 255, sizeof closed);
	for (int i = 0; i < b->places; i++) {
		const struct muster_place *place = &b->place[i];
		all += place->value;
		for (int side = 0; side < SIDES; side++) {
			for (int k = 0; k < place->n; k++) mine[side][i] += d->spot[place->hex[k]].held == side;
			closed[side][i] = mine[side][i] < place->n ? 0 : 255;
		}
	}
	for (int u = 0; u < b->units; u++) {
		int side = b->unit[u].side;
		whole += b->unit[u].steps;
		if (d->at[u] < 0 || b->unit[u].type == BATTERY) continue;
		reach_bear(&b->reach, d->at[u], d->steps[u], force[side]);
		reach_near(&b->reach, d->at[u], near[side]);
		int next = reach_next(&b->reach, d->at[u], closed[side]);
		mass[side] += next < FD_FAR ? d->steps[u] * (FD_FAR - next) : 0;
	}
	for (int i = 0; i < b->places; i++) {
		const struct muster_place *place = &b->place[i];
		grip += (int64_t)reach_share(force[0][i], force[1][i]) * place->value;
		for (int side = 0; side < SIDES; side++) {
			f->of[side][FEATURE_GROUND] += share(mine[side][i] * place->value, place->n * all);
			if (closed[side][i]) continue;
			approach[side] += (FD_FAR - near[side][i]) * place->value;
			promise[side] += (int64_t)reach_promise(force[side][i], force[!side][i]) * place->value;
		}
	}
	f->of[0][FEATURE_GRIP] = (int32_t)(grip / all),
	f->of[1][FEATURE_GRIP] = WHOLE_SHARE - f->of[0][FEATURE_GRIP];
	for (int side = 0; side < SIDES; side++)
		f->of[side][FEATURE_PROMISE] = (int32_t)(promise[side] / all),
		f->of[side][FEATURE_APPROACH] =
			share(approach[side], FD_FAR * all) + share(2 * mass[side], FD_FAR * whole);
}

void fd_features(const struct play *p, const struct game *g, struct features *f)
{
	const struct fd_book *b = fd_book(p);
	const struct state *d = fd_see(g);
	int lead = fd_vp(p, d, 0) - fd_vp(p, d, 1) - 2 * b->chart.handicap;
	f->left = 1000 * (b->turns - g->turn) / b->turns;
	measure_troops(p, d, f);
	measure_ground(b, d, f);
	features_lead(f, lead, 2 * b->chart.v_slight, 2 * b->chart.v_decisive);
}

int fd_goals(const struct play *p, const struct game *g, struct goal *out, int most)
{
	const struct fd_book *b = fd_book(p);
	int n = 0;
	for (int i = 0; i < b->places; i++)
		for (int k = 0; k < b->place[i].n && n < most; k++)
			out[n++] = (struct goal){b->place[i].hex[k], fd_see(g)->spot[b->place[i].hex[k]].held,
				(int16_t)b->place[i].value};
	return n;
}

int fd_march_cost(const struct muster *m, int hex, int dir)
{
	return ((const struct fd_book *)m->own)->cost[FOOT][hex * 6 + dir];
}

/* A casualty step is its share of the men; stragglers come back. */
int fd_lost_men(const struct play *p, const struct game *g, int piece)
{
	const struct fd_book *b = fd_book(p);
	const struct state *d = fd_see(g);
	if (is_leader(b, piece) || !d->dead[piece]) return 0;
	const struct fd_unit *c = fd_card(b, d, piece);
	return c->men * d->dead[piece] / c->steps;
}

/* Strength points in hundredths, a trained man's morale of 4 being 100; cavalry's as they count against
   infantry (7.6a). */
int fd_worth(const struct muster *m, int piece)
{
	const struct fd_book *b = m->own;
	if (is_leader(b, piece)) return 0;
	const struct fd_unit *c = &b->unit[piece];
	return c->steps * 2 * (40 + 15 * c->morale) * (c->kind == HORSE ? b->chart.s_cavalry : 4) / 4;
}
