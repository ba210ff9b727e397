/* One shot: may this unit fire at that one, with how many stands at what range, and what of the card applies
   (art, rifle, comp.10)? What the card makes of it is card.c's. */
#include "rules/tabletop_1859/tabletop_1859.h"

struct aim { /* a shot while it is looked at */
	const struct tt_book *b;
	const struct state *d;
	int unit, target, range;
	struct block from, to;
	int at[2], end[2]; /* the near points of the two */
};

static struct aim aim_at(const struct tt_book *b, const struct state *d, int unit, int target)
{
	return (struct aim){.b = b,
		.d = d,
		.unit = unit,
		.target = target,
		.from = tt_block(b, d, unit),
		.to = tt_block(b, d, target)};
}

int tt_range_of(const struct tt_book *b, int unit)
{
	const struct tt_piece *v = &b->piece[unit];
	if (v->weapon == TT_UNARMED) return 0; /* no mutants: who does not shoot is asked nothing further */
	int range = b->card.limit[v->weapon], rifles = v->longs  ? b->card.limit[WEAPON_JAEGER]
	                                             : v->rifles ? b->card.limit[WEAPON_RIFLE]
	                                                         : 0;
	return range > rifles ? range : rifles;
}

static int centre_way(const struct state *d, int from, int to)
{
	return heading(PLACE_X(d->unit[to].at) - PLACE_X(d->unit[from].at),
		PLACE_Y(d->unit[to].at) - PLACE_Y(d->unit[from].at));
}

/* comp.10f: the middle of the target, or its nearest point, ahead. */
bool tt_in_arc(const struct tt_book *b, const struct state *d, int unit, int target)
{
	int facing = d->unit[unit].facing, at[2], end[2];
	if (turn_between(centre_way(d, unit, target), facing) <= b->n.arc) return true;
	struct block from = tt_block(b, d, unit), to = tt_block(b, d, target);
	block_nearest(&from, &to, at, end);
	if (at[0] == end[0] && at[1] == end[1]) return block_ahead(&from, end[0], end[1]) >= 0;
	return turn_between(heading(end[0] - at[0], end[1] - at[1]), facing) <= b->n.arc;
}

/* --- whether -------------------------------------------------------------------------------------------- */

static bool able(const struct tt_book *b, const struct state *d, int unit, struct refusal *r)
{
	const struct tt_unit *u = &d->unit[unit];
	if (b->piece[unit].weapon == TT_UNARMED) return refuse(r, "rifle.1", "it does not shoot");
	if (u->order == ORDER_ROUTED) return refuse(r, "rally.1", "it is routed");
	if (u->flags & (UNIT_CHARGING | UNIT_TIED))
		return refuse(r, "charge.1", "units that charge do not shoot");
	if (u->flags & UNIT_FIRED) return refuse(r, "comp.12", "it has fired");
	if (b->piece[unit].arm == CARD_ARTILLERY && u->formation != FORM_LINE)
		return refuse(r, "comp.6h", "limbered guns do not fire");
	return true;
}

/* comp.10e: from a height a contour above both, with so much clear on each side. */
static bool over_heads(const struct aim *a, int between)
{
	const struct tt_book *b = a->b;
	int own = tabletop_height(b->table, PLACE_X(a->d->unit[a->unit].at), PLACE_Y(a->d->unit[a->unit].at)) -
	          b->n.contour * 10;
	struct block k = tt_block(b, a->d, between);
	if (b->piece[a->unit].arm != CARD_ARTILLERY) return false;
	if (own < tabletop_height(b->table, PLACE_X(a->d->unit[between].at), PLACE_Y(a->d->unit[between].at)))
		return false;
	if (own < tabletop_height(b->table, PLACE_X(a->d->unit[a->target].at), PLACE_Y(a->d->unit[a->target].at)))
		return false;
	return block_gap(&a->from, &k) >= b->n.clear && block_gap(&a->to, &k) >= b->n.clear;
}

static bool lane_clear(const struct aim *a, struct refusal *r)
{
	const struct tt_book *b = a->b;
	int side = tt_side(b, a->unit);
	for (int u = 0; u < b->units; u++) {
		if (u == a->unit || u == a->target || !tt_on(a->d, u)) continue;
		if (tt_off_way(a->d->unit[u].at, a->at, a->end, 0)) continue;
		struct block k = tt_block(b, a->d, u);
		if (block_meets(&k, a->at[0], a->at[1], a->end[0], a->end[1]) && !over_heads(a, u))
			return refuse(r, "comp.10e", "%s in the line of fire at %d,%d",
				tt_side(b, u) == side ? "friends stand" : "another enemy stands", PLACE_X(a->d->unit[u].at),
				PLACE_Y(a->d->unit[u].at));
	}
	return true;
}

/* --- with what ------------------------------------------------------------------------------------------ */

struct stand {
	int weapon, gap;
};

/* AMB-23: the first rank, the nearest stand first, each with its own distance. */
static int first_rank(const struct aim *a, struct stand s[TT_FIRING])
{
	const struct tt_unit *u = &a->d->unit[a->unit];
	int n = tt_front(a->b, a->unit, u->formation, u->stands);
	for (int i = 0; i < n; i++) {
		struct block k = block_part(&a->from, i, n, a->b->n.depth);
		struct stand one = {a->b->piece[a->unit].weapon, block_gap(&k, &a->to)};
		int at = i;
		for (; at > 0 && s[at - 1].gap > one.gap; at--) s[at] = s[at - 1];
		s[at] = one;
	}
	return n;
}

/* rifle.13, rifle.18, AMB-06: in a mixed brigade the better rifles are those who reach where the others do
   not; what is left of them stands among the nearest. Who does not reach at all has TT_UNARMED. */
static void hand_out_rifles(const struct aim *a, struct stand s[TT_FIRING], int n)
{
	const struct tt_piece *v = &a->b->piece[a->unit];
	const int32_t *limit = a->b->card.limit;
	int rifles = v->rifles, longs = v->longs;
	for (int i = n - 1; i >= 0 && s[i].gap > limit[v->weapon]; i--) {
		bool far = s[i].gap > limit[WEAPON_RIFLE];
		s[i].weapon = s[i].gap > limit[WEAPON_JAEGER] || (far ? !longs : !rifles) ? TT_UNARMED
		            : far                                                         ? WEAPON_JAEGER
		                                                                          : WEAPON_RIFLE;
		if (s[i].weapon != TT_UNARMED) rifles--, longs -= far;
	}
	for (int i = 0; i < n && v->weapon == WEAPON_ITALIAN && s[i].gap <= limit[WEAPON_ITALIAN] && rifles > 0;
		i++)
		s[i].weapon = WEAPON_RIFLE, rifles--;
}

/* Two stands with the same row of the card fire together. */
static int row_of(const struct card *c, const struct stand *s)
{
	bool gun = s->weapon <= WEAPON_ROCKETS;
	const int32_t *to = gun ? c->artillery_to : c->rifle_to;
	int row = s->gap >
	          (gun ? s->weapon == WEAPON_SMOOTHBORE ? c->smoothbore_sure : c->artillery_to[0] : c->doubled);
	for (int i = 0; i < (gun ? 4 : 3); i++) row += s->gap > to[i];
	return s->weapon * 8 + row;
}

/* The stands that fire, put together by rows. rifle.16: of disorganised foot the nearest; guns have no such
   rule. */
static int fire_parts(const struct aim *a, struct card_fire f[TT_PARTS])
{
	struct stand s[TT_FIRING];
	int n = first_rank(a, s), parts = 0, row[TT_PARTS];
	hand_out_rifles(a, s, n);
	for (int i = 0; i < n; i++) {
		int k = 0, own = row_of(&a->b->card, &s[i]);
		if (s[i].weapon == TT_UNARMED || s[i].gap > a->b->card.limit[s[i].weapon]) continue;
		while (k < parts && row[k] != own) k++;
		if (k == parts)
			f[parts++] = (struct card_fire){.weapon = s[i].weapon, .range = s[i].gap}, row[k] = own;
		f[k].firing++;
	}
	bool guns = a->b->piece[a->unit].arm == CARD_ARTILLERY;
	return !guns && a->d->unit[a->unit].order >= ORDER_DISORGANISED ? tt_less(parts, 1) : parts;
}

/* AMB-05: guns that were stopped, or near foot that could shoot at it: not if that charges or does not see
   it. */
static bool under_fire(const struct aim *a)
{
	const struct tt_book *b = a->b;
	int side = tt_side(b, a->unit);
	if (a->d->unit[a->unit].flags & UNIT_UNDER_FIRE) return true;
	for (int e = b->from[!side]; e < b->from[!side + 1]; e++) {
		const struct tt_unit *foe = &a->d->unit[e];
		if (!tt_on(a->d, e) || b->piece[e].arm != CARD_INFANTRY || foe->order == ORDER_ROUTED ||
			foe->flags & (UNIT_CHARGING | UNIT_TIED))
			continue;
		if (tt_off(foe->at, a->d->unit[a->unit].at, b->n.under_fire + TT_CENTRES)) continue;
		int gap = tt_gap(b, a->d, a->unit, e);
		if (gap <= b->n.under_fire && gap <= tt_range_of(b, e) && tt_in_arc(b, a->d, e, a->unit) &&
			tt_sees(b, a->d, e, a->unit, NULL))
			return true;
	}
	return false;
}

/* rifle.23: along the target's long axis, which for a line lies across its front. */
static bool enfilades(const struct aim *a)
{
	const struct tt_unit *t = &a->d->unit[a->target];
	if (t->formation == FORM_COLUMN || t->formation == FORM_MARCH || a->to.half_w <= a->to.half_h)
		return false;
	int off = turn_between(centre_way(a->d, a->target, a->unit), degrees_of(t->facing + 90));
	return off <= a->b->card.enfilade || off >= 180 - a->b->card.enfilade;
}

static int fire_flags(const struct aim *a)
{
	const struct tt_unit *u = &a->d->unit[a->unit], *t = &a->d->unit[a->target];
	int arm = a->b->piece[a->target].arm, is = 0;
	if (tt_lies(a->b, a->d, a->target) & TT_COVER) is |= IS_COVERED;
	if (arm == CARD_CAVALRY && (t->used > 0 || t->flags & UNIT_CHARGING)) is |= IS_MOVING_CAVALRY;
	if (enfilades(a)) is |= IS_ENFILADED;
	if (t->formation == FORM_COLUMN || t->formation == FORM_MARCH) is |= IS_COLUMN;
	if (arm == CARD_CAVALRY || (arm == CARD_ARTILLERY && t->formation == FORM_LINE)) is |= IS_GUNS_OR_CAVALRY;
	if (u->used * a->b->n.partial > tt_allowance(a->b, a->d, a->unit)) is |= IS_PARTIAL;
	if (u->order >= ORDER_DISORGANISED) is |= IS_DISORGANISED;
	if (tt_in_works(a->b, a->d, a->unit)) is |= IS_IN_WORKS;
	return a->b->piece[a->unit].arm == CARD_ARTILLERY && under_fire(a) ? is | IS_UNDER_FIRE : is;
}

/* fcrt.26 to 28. Whoever is not in front of the target's front line fires at its flank or rear. */
static void look_at_target(const struct aim *a, struct card_hit *h)
{
	const struct tt_unit *t = &a->d->unit[a->target], *u = &a->d->unit[a->unit];
	int chief;
	*h = (struct card_hit){.morale = a->b->piece[a->target].morale, .arm = a->b->piece[a->target].arm};
	if (t->order == ORDER_DISORGANISED) h->is |= IS_DISORGANISED;
	if (t->order == ORDER_ROUTED) h->is |= IS_ROUTED;
	if (tt_near_chief(a->b, a->d, a->target, a->b->card.near, &chief)) h->is |= IS_LED;
	if (block_ahead(&a->to, PLACE_X(u->at), PLACE_Y(u->at)) < 0) h->is |= IS_FLANKED;
	if (tt_in_works(a->b, a->d, a->target)) h->is |= IS_IN_WORKS;
}

bool tt_shot(const struct tt_book *b, const struct state *d, int unit, int target, struct tt_volley *v,
	struct card_hit *h, struct refusal *r)
{
	struct card_fire f[TT_PARTS];
	char far[16];
	if (!able(b, d, unit, r)) return false;
	struct aim a = aim_at(b, d, unit, target);
	/* if nobody asks why, the cheap tests come first */
	if (!r && !block_within(&a.from, &a.to, tt_range_of(b, unit))) return false;
	a.range = block_gap(&a.from, &a.to), block_nearest(&a.from, &a.to, a.at, a.end);
	if (!r && !(tt_in_arc(b, d, unit, target) && lane_clear(&a, NULL))) return false;
	v->parts = a.range <= tt_range_of(b, unit) ? fire_parts(&a, f) : 0;
	if (!v->parts) { /* the card says by which statement */
		f[0] = (struct card_fire){.weapon = b->piece[unit].weapon, .firing = TT_ANY, .range = a.range};
		const char *no = tt_card_fire(&b->card, &f[0], &v->shot[0]);
		return refuse(r, no ? no : "AMB-23", "%s inches is too far", tt_inches(a.range, far));
	}
	if (r && !tt_in_arc(b, d, unit, target))
		return refuse(r, "comp.10f", "it is not within %d degrees of straight ahead", b->n.arc);
	if (!tt_clear_between(b, d, a.range, a.at, a.end, r) || (r && !lane_clear(&a, r))) return false;
	if (!h) return true;
	int is = fire_flags(&a);
	for (int i = 0; i < v->parts; i++) {
		f[i].is = is, v->range[i] = f[i].range;
		tt_card_fire(&b->card, &f[i], &v->shot[i]);
	}
	look_at_target(&a, h);
	return true;
}
