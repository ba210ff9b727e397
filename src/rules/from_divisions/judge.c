/* What a state is judged by, for the opponent and for studies. */
#include "rules/from_divisions/from_divisions.h"

enum { FAR = 12 };

struct troops { int steps, waiting, disorder, wear, exposed, covered, led; };

/* Steps of the enemy around it against its own and its ground. */
static int exposed(const struct fd_book *b, const struct fd *d, int u)
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

static void measure_unit(const struct play *p, const struct fd *d, int u, struct troops *t)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_unit *c = &b->unit[u];
	if (d->at[u] == PLACE_NONE || c->type == BATTERY) return;
	int worth = is_smashed(d, u) ? 0 : 2 * d->steps[u] + d->stragglers[u], leader = b->formation[c->formation].leader, level = fd_level(p, d, u);
	t->steps += worth;
	if (d->at[u] < 0) {
		t->waiting += worth;
		return;
	}
	t->disorder += is_shaken(d, u) ? 2 * d->steps[u] : 0;
	t->wear += level == SPENT ? 2 * d->steps[u] : level == TIRED ? d->steps[u] : 0;
	t->exposed += exposed(b, d, u);
	t->covered += b->ground[d->at[u]] & GROUND_COVERED ? worth : 0;
	t->led += leader != NO_UNIT && d->at[leader] >= 0 && hex_range(b->map, d->at[leader], d->at[u]) <= b->chart.range_leader ? worth : 0;
}

static void measure_troops(const struct play *p, const struct fd *d, struct features *f)
{
	const struct fd_book *b = fd_book(p);
	struct troops t[SIDES] = {{0}};
	int whole = 1;
	for (int u = 0; u < b->units; u++) whole += 2 * b->unit[u].steps, measure_unit(p, d, u, &t[b->unit[u].side]);
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

/* Each place: whose steps bear on it, how near whoever does not hold it is, and how near all of his army is to the next of them. */
static void measure_ground(const struct fd_book *b, const struct fd *d, struct features *f)
{
	int all = 1, whole = 1, mass[SIDES] = {0, 0};
	uint8_t nearest[FD_UNITS];
	memset(nearest, FAR, sizeof nearest);
	for (int i = 0; i < b->places; i++) all += b->place[i].value;
	for (int i = 0; i < b->places; i++) {
		const struct muster_place *place = &b->place[i];
		int force[SIDES] = {0, 0}, near[SIDES] = {FAR, FAR}, mine[SIDES] = {0, 0};
		for (int k = 0; k < place->n; k++)
			for (int side = 0; side < SIDES; side++) mine[side] += d->spot[place->hex[k]].held == side;
		for (int u = 0; u < b->units; u++) {
			int far = d->at[u] < 0 || b->unit[u].type == BATTERY ? FAR : hex_range(b->map, place->hex[0], d->at[u]), side = b->unit[u].side;
			if (far >= FAR) continue;
			force[side] += d->steps[u] * 256 / (2 + far * far);
			if (far < near[side]) near[side] = far;
			if (mine[side] < place->n && far < nearest[u]) nearest[u] = (uint8_t)far;
		}
		for (int side = 0; side < SIDES; side++) {
			f->of[side][FEATURE_GRIP] += share((int64_t)force[side] * place->value, (int64_t)(force[0] + force[1] + 1) * all);
			f->of[side][FEATURE_GROUND] += share(mine[side] * place->value, place->n * all);
			if (mine[side] < place->n) f->of[side][FEATURE_APPROACH] += share((FAR - near[side]) * place->value, FAR * all);
		}
	}
	for (int u = 0; u < b->units; u++) whole += b->unit[u].steps, mass[b->unit[u].side] += d->steps[u] * (FAR - nearest[u]);
	for (int side = 0; side < SIDES; side++) f->of[side][FEATURE_APPROACH] += share(2 * mass[side], FAR * whole);
}

void fd_features(const struct play *p, const struct game *g, struct features *f)
{
	const struct fd_book *b = fd_book(p);
	const struct fd *d = fd_see(g);
	int lead = fd_vp(p, d, 0) - fd_vp(p, d, 1) - 2 * b->chart.handicap;
	f->left = 1000 * (b->turns - g->turn) / b->turns;
	measure_troops(p, d, f);
	measure_ground(b, d, f);
	f->of[0][FEATURE_LEAD] = share_of_lead(lead, 2 * b->chart.v_slight, 2 * b->chart.v_decisive), f->of[1][FEATURE_LEAD] = -f->of[0][FEATURE_LEAD];
}

/* A casualty step is its share of the men; stragglers come back. */
int fd_lost_men(const struct play *p, const struct game *g, int piece)
{
	const struct fd_book *b = fd_book(p);
	const struct fd *d = fd_see(g);
	if (is_leader(b, piece) || !d->dead[piece]) return 0;
	const struct fd_unit *c = &b->unit[b->unit[piece].type == DETACHMENT ? d->parent[b->unit[piece].formation] : piece];
	return c->men * d->dead[piece] / c->steps;
}

/* Strength points in hundredths, a trained man's morale of 4 being 100; cavalry's as they count against infantry (7.6a). */
int fd_worth(const struct muster *m, int piece)
{
	const struct fd_book *b = m->own;
	if (is_leader(b, piece)) return 0;
	const struct fd_unit *c = &b->unit[piece];
	return c->steps * 2 * (40 + 15 * c->morale) * (c->kind == HORSE ? b->chart.s_cavalry : 4) / 4;
}
