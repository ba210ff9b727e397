/* Holding a town (7.7.2d, A31): a stack may cut its retreat, and both sides pay; and retreat from bombardment
   turned into losses (16.5j). */
#include "rules/from_divisions/from_divisions.h"

/* How many hexes the stack may cut; 0 = none. */
int fd_cut_most(const struct play *p, const struct state *d, int hex)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_combat *c = &d->combat;
	int most = b->ground[hex] & GROUND_TOWN                       ? b->chart.hold_town
	         : b->ground[hex] & (GROUND_VILLAGE | GROUND_CHATEAU) ? b->chart.hold_village
	                                                              : 0;
	bool firm = false;
	if (c->flags & FIGHT_BOMBARDMENT) return c->hexes; /* 16.5j */
	if (!on(p, O_HOLD_TOWNS)) return 0;
	/* not Smashed before the fight */
	for each_node(n, d, hex) firm |= !is_smashed(d, unit_at(n)) || d->more[unit_at(n)] & MORE_SPARED;
	return firm ? fd_lower(most, c->hexes) : 0;
}

static int hex_in_hand(const struct state *d) { return d->combat.hex[load_now(&d->g)->loop.next]; }

bool fd_may_cut(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return (o->a >= 1 && o->a <= fd_cut_most(p, d, hex_in_hand(d))) ||
	       refuse(r, "7.7.2d", "it can hold for at most %d", fd_cut_most(p, d, hex_in_hand(d)));
}

bool fd_may_not_cut(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return o->unit == unit_at(first_on(d, hex_in_hand(d))) ||
	       refuse(r, "7.7.2d", "%s is not asked", name_of_piece(p, o->unit));
}

void fd_do_cut(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct fd_combat *c = &d->combat;
	struct step *s = agenda_top(&d->g);
	int target = load_of(s)->loop.next++;
	c->cut |= (uint8_t)(o->a << target * 2);
	emit(p, .kind = E_HELD, .side = (int8_t)side, .who = (int16_t)unit_at(first_on(d, c->hex[target])),
		.where = c->hex[target], .n = o->a, .rule = "7.7.2d");
	if (c->flags & FIGHT_BOMBARDMENT) fd_owe(d, BY_GUNS, c->hex[target], side, o->a, 0, LOSS_GUNS);
}

void fd_do_not_cut(const struct play *p, struct state *d, int side, const struct order *o)
{
	load_top(&d->g)->loop.next++;
}

void fd_list_cut(const struct play *p, const struct state *d, int side, struct orders *o)
{
	offer(o, V_STAND, unit_at(first_on(d, hex_in_hand(d))));
	for (int n = 1; n <= fd_cut_most(p, d, hex_in_hand(d)); n++) offer_at(o, V_CUT, NO_UNIT, n);
}
