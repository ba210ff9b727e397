/* The stated defaults of minor questions, and what standing orders answer. Odds cross these questions by the same answers. */
#include "rules/vae_victis/vae_victis.h"

static void take(struct order *o, int verb, int unit, int a) { *o = (struct order){(uint16_t)verb, (int16_t)unit, a, 0, 0}; }

/* A42 … 11.2e: all against the strongest attacker in front; or evenly, the earlier ones getting what is over. */
static int share_of(const struct vv_book *b, const struct vv *d, int i, bool evenly)
{
	const struct vv_combat *c = &d->combat;
	int best = i, left = c->n - i;
	if (evenly) return (c->left + left - 1) / left;
	for (int k = 0; k < c->n; k++) {
		bool flank = vv_on_flank(b, d, c->defender, d->at[c->attacker[k]]), best_flank = vv_on_flank(b, d, c->defender, d->at[c->attacker[best]]);
		if (flank < best_flank || (flank == best_flank && (c->points[k] > c->points[best] || (c->points[k] == c->points[best] && k < best)))) best = k;
	}
	return best == i ? c->left : 0;
}

/* The artillery, unless that destroys it and not the other. */
static int who_suffers(const struct vv_book *b, const struct vv *d)
{
	int cost = d->combat.result == DISORDER_LOSS, gun = NO_UNIT, line = NO_UNIT;
	for (int u = first_on(d, d->combat.hex); u >= 0; u = next_on(d, u)) *(b->unit[u].kind == GUNS ? &gun : &line) = u;
	if (gun == NO_UNIT || line == NO_UNIT) return first_on(d, d->combat.hex);
	bool gun_dies = d->lost[gun] + cost + is_disorganised(d, gun) >= b->unit[gun].steps, line_dies = d->lost[line] + cost + is_disorganised(d, line) >= b->unit[line].steps;
	return gun_dies && !line_dies ? line : gun;
}

static bool retiring(const struct play *p, const struct vv *d, int side, int choice, struct order *o)
{
	const struct vv_book *b = vv_book(p);
	struct orders list;
	list.n = 0;
	if (d->g.question[side] == Q_RETIRE) {
		vv_list_second(p, d, side, &list);
		*o = list.list[0];
		return true;
	}
	take(o, V_STAND, d->combat.defender, 0);
	if (choice != 2 || !vv_retires_free(b, d, d->combat.defender)) return true;
	vv_add_retirements(p, d, d->combat.defender, &list);
	*o = list.list[0];
	return true;
}

static void first_listed(vv_list *f, const struct play *p, const struct vv *d, int side, bool last, struct order *o)
{
	struct orders list;
	list.n = 0;
	f(p, d, side, &list);
	*o = list.list[last ? list.n - 1 : 0];
}

static int nearest_place(const struct play *p, const struct vv *d)
{
	const struct vv_book *b = vv_book(p);
	const struct step *s = agenda_see(&d->g);
	const struct vv_formation *f = &b->formation[leader_of(b, s->unit)->formation];
	int best = NO_UNIT;
	for (int u = f->first; u < f->last; u++)
		if (d->at[u] >= 0 && (best == NO_UNIT || hex_range(b->map, s->a, d->at[u]) < hex_range(b->map, s->a, d->at[best]))) best = u;
	return best;
}

/* choice 0 is the stated default: direct command, support and leaders with a bonus always; stand; the strongest; the first hex. */
bool vv_usual(const struct play *p, const struct game *g, int side, int choice, struct order *o)
{
	const struct vv_book *b = vv_book(p);
	const struct vv *d = vv_see(g);
	const struct step *s = agenda_see(g);
	struct orders list;
	list.n = 0;
	switch (g->question[side]) {
	case Q_DIRECT: first_listed(vv_list_direct, p, d, side, choice == 2, o); return true;
	case Q_LEAD:
		vv_list_lead(p, d, side, &list);
		*o = list.list[choice == 2 || vv_bonus(b, d, list.list[0].unit) <= 0];
		return true;
	case Q_DEFEND: case Q_RETIRE: return retiring(p, d, side, choice, o);
	case Q_SUPPORT: first_listed(vv_list_support, p, d, side, choice == 2, o); return true;
	case Q_ASSIGN: take(o, V_ASSIGN, d->combat.attacker[s->a], share_of(b, d, s->a, choice == 2)); return true;
	case Q_SUFFER: take(o, V_SUFFER, who_suffers(b, d), 0); return true;
	case Q_RETREAT: first_listed(vv_list_retreats, p, d, side, false, o); return true;
	case Q_ADVANCE: first_listed(vv_list_advances, p, d, side, false, o); return true;
	case Q_FOLLOW: take(o, V_FOLLOW, s->unit, 0); return true;
	case Q_TURN: take(o, V_FACE, s->unit, d->facing[s->unit]); return true;
	case Q_PLACE: take(o, V_PLACE, s->unit, nearest_place(p, d)); return true;
	default: return false;
	}
}
