/* What a state is judged by, for the opponent and for studies. */
#include "engine/rules_mind.h"
#include "rules/vae_victis/vae_victis.h"

struct troops {
	int worth, waiting, disorder, exposed, covered;
	int64_t led;
};

/* How near it is to whoever leads it: all if surely in his range, nothing if far out of it. Leaders move once
   a turn, so what lies between counts. */
static int led(const struct vv_book *b, const struct state *d, int leader, int at, int sure, int out)
{
	int far = leader == NO_UNIT || d->at[leader] < 0 || at < 0 ? out : hex_range(b->map, d->at[leader], at);
	return far <= sure ? out - sure : far >= out ? 0 : out - far;
}

/* hexes (9.1a, 8.2a); ALONE: what an HQ without its chief is worth, of 28 (8.3a) */
enum { NEAR_HQ = 3, FAR_FROM_HQ = 9, NEAR_CHIEF = 5, FAR_FROM_CHIEF = 16, ALONE = 17 };

static int led_by_chief(const struct vv_book *b, const struct state *d, const struct vv_formation *f)
{
	return f->hq == NO_UNIT ? 0 : ALONE + led(b, d, f->chief, d->at[f->hq], NEAR_CHIEF, FAR_FROM_CHIEF);
}

/* Enemies whose zones it stands in, against its own strength and ground; a third more for whoever faces none
   of them, and so can attack none (2a, 11a). */
static int exposed(const struct vv_book *b, const struct state *d, int u, int strength)
{
	int at = d->at[u], side = b->unit[u].side, against = 0;
	unsigned around = 0;
	if (!in_ezoc(d, at, side)) return 0;
	for (int dir = 0; dir < 6; dir++) {
		int n = hex_next(b->map, at, dir), e = n < 0 ? NO_UNIT : first_on(d, n);
		if (e == NO_UNIT || b->unit[e].side == side) continue;
		around |= 1u << dir, against += b->unit[e].combat * (b->unit[e].steps - d->lost[e]);
	}
	int turned = around & vv_front(b, d, u) ? 0 : strength / 3;
	strength = strength * (3 + b->protection[at]) / 3;
	return turned + (against > strength ? strength * (against - strength) / (against + strength + 1) : 0);
}

static void measure_unit(const struct vv_book *b, const struct state *d, int u, const int64_t *chief,
	struct troops *t)
{
	const struct vv_unit *v = &b->unit[u];
	int worth = (v->steps - d->lost[u]) * v->combat, hq = form_of(b, u)->hq;
	t->worth += worth;
	if (!worth) return;
	if (d->at[u] < 0) {
		t->waiting += worth;
		return;
	}
	t->disorder += is_disorganised(d, u) ? worth : 0;
	t->covered += b->protection[d->at[u]] ? worth : 0;
	t->exposed += exposed(b, d, u, worth);
	t->led += worth * chief[v->formation] * led(b, d, hq, d->at[u], NEAR_HQ, FAR_FROM_HQ);
}

static void measure_troops(const struct vv_book *b, const struct state *d, struct features *f)
{
	struct troops t[SIDES] = {{0}};
	int64_t chief[VV_FORMATIONS];
	int whole = 1;
	for (int i = 0; i < b->formations; i++) chief[i] = led_by_chief(b, d, &b->formation[i]);
	for (int u = 0; u < b->units; u++)
		whole += b->unit[u].steps * b->unit[u].combat, measure_unit(b, d, u, chief, &t[b->unit[u].side]);
	for (int side = 0; side < SIDES; side++) {
		int32_t *of = f->of[side];
		of[FEATURE_STRENGTH] = share(t[side].worth, whole);
		of[FEATURE_RESERVE] = share(t[side].waiting, whole);
		of[FEATURE_ORDER] = -share(t[side].disorder, whole);
		of[FEATURE_EXPOSURE] = -share(t[side].exposed, whole);
		of[FEATURE_COVER] = share(t[side].covered, whole);
		of[FEATURE_COMMAND] = share(t[side].led,
			(int64_t)whole * (FAR_FROM_HQ - NEAR_HQ) * (ALONE + FAR_FROM_CHIEF - NEAR_CHIEF));
	}
}

/* Each city: whose strength bears on it, how near a side is to it or has it, and how near all of an army is
   to the next that it has not. */
static void measure_ground(const struct vv_book *b, const struct state *d, struct features *f)
{
	int all = 1, whole = 1, mass[SIDES] = {0, 0}, held[SIDES] = {0, 0}, approach[SIDES] = {0, 0};
	int64_t grip = 0, promise[SIDES] = {0, 0};
	int32_t force[SIDES][REACH_PLACES] = {{0}};
	uint8_t near[SIDES][REACH_PLACES], closed[SIDES][REACH_PLACES];
	memset(near, VV_FAR, sizeof near), memset(closed, 255, sizeof closed);
	for (int i = 0; i < b->cities; i++) {
		int holder = vv_city_holder(b, d, &b->city[i]);
		all += b->city[i].value;
		for (int side = 0; side < SIDES; side++) closed[side][i] = holder == side ? 255 : 0;
	}
	for (int u = 0; u < b->units; u++) {
		const struct vv_unit *v = &b->unit[u];
		int strength = v->combat * (v->steps - d->lost[u]);
		whole += v->combat * v->steps;
		if (d->at[u] < 0 || v->kind == GUNS) continue;
		reach_bear(&b->reach, d->at[u], strength, force[v->side]);
		reach_near(&b->reach, d->at[u], near[v->side]);
		int next = reach_next(&b->reach, d->at[u], closed[v->side]);
		mass[v->side] += next < VV_FAR ? strength * (VV_FAR - next) : 0;
	}
	for (int i = 0; i < b->cities; i++) {
		const struct muster_place *city = &b->city[i];
		grip += (int64_t)reach_share(force[0][i], force[1][i]) * city->value;
		for (int side = 0; side < SIDES; side++) {
			if (closed[side][i]) held[side] += city->value;
			else promise[side] += (int64_t)reach_promise(force[side][i], force[!side][i]) * city->value;
			/* who has taken it has gone all the way */
			approach[side] += (VV_FAR - (closed[side][i] ? 0 : near[side][i])) * city->value;
		}
	}
	f->of[0][FEATURE_GRIP] = (int32_t)(grip / all),
	f->of[1][FEATURE_GRIP] = WHOLE_SHARE - f->of[0][FEATURE_GRIP];
	for (int side = 0; side < SIDES; side++) {
		f->of[side][FEATURE_GROUND] = share(held[side], all);
		f->of[side][FEATURE_PROMISE] = (int32_t)(promise[side] / all);
		f->of[side][FEATURE_APPROACH] =
			share(approach[side], VV_FAR * all) + share(2 * mass[side], VV_FAR * whole);
	}
}

/* How far its formations are from being demoralised. */
static void measure_morale(const struct vv_book *b, const struct state *d, struct features *f)
{
	for (int i = 0; i < b->formations; i++) {
		const struct vv_formation *k = &b->formation[i];
		int worn = share(d->losses[i], k->threshold ? k->threshold : 1);
		f->of[k->side][FEATURE_MORALE] -= (worn > WHOLE_SHARE ? WHOLE_SHARE : worn) / b->formations;
	}
}

void vv_features(const struct play *p, const struct game *g, struct features *f)
{
	const struct vv_book *b = vv_book(p);
	const struct state *d = vv_see(g);
	f->left = 1000 * (b->turns - g->turn) / b->turns;
	measure_troops(b, d, f);
	measure_ground(b, d, f);
	measure_morale(b, d, f);
	features_lead(f, vv_points(b, d, 0) - vv_points(b, d, 1), b->chart.minor, b->chart.major);
}

/* A step is its share of the men; whoever is destroyed has lost all. */
int vv_lost_men(const struct play *p, const struct game *g, int piece)
{
	const struct vv_book *b = vv_book(p);
	if (is_leader(b, piece)) return 0;
	return p->m->battle->unit[p->m->piece[piece].unit].men * vv_see(g)->lost[piece] / b->unit[piece].steps;
}

int vv_goals(const struct play *p, const struct game *g, struct goal *out, int most)
{
	const struct vv_book *b = vv_book(p);
	int n = 0;
	for (int i = 0; i < b->cities; i++)
		for (int k = 0; k < b->city[i].n && n < most; k++)
			out[n++] = (struct goal){b->city[i].hex[k], (int8_t)vv_city_holder(b, vv_see(g), &b->city[i]),
				(int16_t)b->city[i].value};
	return n;
}

int vv_march_cost(const struct muster *m, int hex, int dir)
{
	return ((const struct vv_book *)m->own)->cost[FOOT][hex * 6 + dir];
}

int vv_worth(const struct muster *m, int piece)
{
	const struct vv_book *b = m->own;
	return is_leader(b, piece) ? 0 : b->unit[piece].combat;
}
