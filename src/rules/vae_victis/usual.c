/* The stated defaults of minor questions, and what standing orders answer. Odds cross these questions by the
   same answers. */
#include "rules/vae_victis/vae_victis.h"

static void take(struct order *o, int verb, int unit, int a)
{
	*o = (struct order){(uint16_t)verb, (int16_t)unit, a, 0, 0};
}

/* A42 … 11.2e: all against the strongest attacker in front; or evenly, the earlier ones getting what is
   over. */
static int share_of(const struct vv_book *b, const struct state *d, int i, bool evenly)
{
	const struct vv_combat *c = &d->combat;
	int best = i, left = c->n - i;
	if (evenly) return (c->left + left - 1) / left;
	for (int k = 0; k < c->n; k++) {
		bool flank = vv_on_flank(b, d, c->defender, d->at[c->attacker[k]]),
			 best_flank = vv_on_flank(b, d, c->defender, d->at[c->attacker[best]]);
		if (flank < best_flank || (flank == best_flank && (c->points[k] > c->points[best] ||
															  (c->points[k] == c->points[best] && k < best))))
			best = k;
	}
	return best == i ? c->left : 0;
}

/* The artillery, unless that destroys it and not the other. */
static int who_suffers(const struct vv_book *b, const struct state *d)
{
	int cost = d->combat.result == DISORDER_LOSS, gun = NO_UNIT, line = NO_UNIT;
	for (int u = first_on(d, d->combat.hex); u >= 0; u = next_on(d, u))
		*(b->unit[u].kind == GUNS ? &gun : &line) = u;
	if (gun == NO_UNIT || line == NO_UNIT) return first_on(d, d->combat.hex);
	bool gun_dies = d->lost[gun] + cost + is_disorganised(d, gun) >= b->unit[gun].steps,
		 line_dies = d->lost[line] + cost + is_disorganised(d, line) >= b->unit[line].steps;
	return gun_dies && !line_dies ? line : gun;
}

/* --- choice 0 is the stated default: leaders with a bonus always; stand; the strongest; the first hex --- */

bool vv_usual_lead(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	struct orders list;
	list.n = 0;
	vv_list_lead(p, d, side, &list);
	*o = list.list[choice == 2 || vv_bonus(vv_book(p), d, list.list[0].unit) <= 0];
	return true;
}

/* Stand; choice 2: retire if that costs nothing. */
bool vv_usual_defend(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	struct orders list;
	list.n = 0;
	take(o, V_STAND, d->combat.defender, 0);
	if (choice != 2 || !vv_retires_free(vv_book(p), d, d->combat.defender)) return true;
	vv_add_retirements(p, d, d->combat.defender, &list);
	*o = list.list[0];
	return true;
}

bool vv_usual_assign(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	int i = load_now(&d->g)->act.attack;
	take(o, V_ASSIGN, d->combat.attacker[i], share_of(vv_book(p), d, i, choice == 2));
	return true;
}

bool vv_usual_suffer(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	take(o, V_SUFFER, who_suffers(vv_book(p), d), 0);
	return true;
}

bool vv_usual_follow(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	take(o, V_FOLLOW, agenda_see(&d->g)->unit, 0);
	return true;
}

/* It goes on facing as it does. */
bool vv_usual_turn(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	int unit = agenda_see(&d->g)->unit;
	take(o, V_FACE, unit, d->facing[unit]);
	return true;
}

static int nearest_place(const struct play *p, const struct state *d)
{
	const struct vv_book *b = vv_book(p);
	const struct step *s = agenda_see(&d->g);
	const struct vv_formation *f = &b->formation[leader_of(b, s->unit)->formation];
	int best = NO_UNIT;
	for (int u = f->first; u < f->last; u++)
		if (d->at[u] >= 0 &&
			(best == NO_UNIT || hex_range(b->map, load_see(s)->replace.fell_at, d->at[u]) <
									hex_range(b->map, load_see(s)->replace.fell_at, d->at[best])))
			best = u;
	return best;
}

bool vv_usual_place(const struct play *p, const struct state *d, int side, int choice, struct order *o)
{
	take(o, V_PLACE, agenda_see(&d->g)->unit, nearest_place(p, d));
	return true;
}
