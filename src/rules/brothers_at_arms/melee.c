/* Melee: units in adjacent hexes fight, orders or not. Each unit of the active side in contact attacks one
   enemy it touches; it has no choice but whom, and in which order. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* melee.1, melee.2, round.12: NIC units too; AMB-21: stacked ones not; rail.5; AMB-24: pinned ones, unless
   switched off, and whoever has fired before the enemy came that near; cmdr.3: but not who has shot at a
   commander. */
bool baa_melee_ready(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	const struct counter *k = &d->counter[unit];
	const char *name = p->m->piece[unit].name;
	if (!is_hex(k->at)) return refuse(r, "melee.1", "%s is not on the board", name);
	if (k->deeds & HAS_CLASHED) return refuse(r, "fire.6", "%s has fought", name);
	if (k->deeds & HAS_SNIPED)
		return refuse(r, "cmdr.3", "%s shot at a commander and has no other attack", name);
	if (k->state & IS_ABOARD) return refuse(r, "rail.5", "%s is aboard a train", name);
	if (k->state & IS_PINNED && !p->m->option[O_PINNED_FIGHT])
		return refuse(r, "pin.2", "%s is pinned", name);
	if (stacked(d, unit)) return refuse(r, "stack.2", "%s shares its hex with another unit", name);
	return true;
}

/* boat.3, boat.4: only artillery and boats hurt a boat. */
static bool can_hurt(const struct baa_book *b, int unit, int target)
{
	return b->piece[target].arm != ARM_BOAT || b->piece[unit].arm >= ARM_ARTILLERY;
}

static bool melee_may(const struct play *p, const struct state *d, int unit, int target, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	if (!is_unit(b, target) || !on_board(d, target) || b->piece[target].side == b->piece[unit].side ||
		!baa_board_touch(b, d, unit, target))
		return refuse(r, "melee.1", "%s does not touch %s", p->m->piece[unit].name, p->m->piece[target].name);
	return can_hurt(b, unit, target) || refuse(r, "boat.4", "only artillery and boats hurt a river boat");
}

bool baa_melee_any(const struct baa_book *b, const struct state *d, int unit)
{
	const struct hexside *s = sides_of(b, d->counter[unit].at);
	for (int dir = 0; dir < 6; dir++) {
		if (!is_hex(s[dir].next) || s[dir].flags & SIDE_IS_CLOSED ||
			!baa_board_enemy_in(b, d, b->piece[unit].side, s[dir].next))
			continue;
		for (int t = board_first(d, s[dir].next); t != NO_UNIT; t = d->counter[t].under - 1)
			if (can_hurt(b, unit, t)) return true;
	}
	return false;
}

/* melee.3: several enemies, one choice. */
void baa_list_melees(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct baa_book *b = baa_book(p);
	for EACH (u, d->todo) {
		if (!baa_melee_any(b, d, u) || !baa_melee_ready(p, d, u, NULL)) continue;
		for (int dir = 0; dir < 6; dir++) {
			int n = side_at(b, d->counter[u].at, dir)->next;
			for (int t = is_hex(n) ? board_first(d, n) : NO_UNIT; t != NO_UNIT; t = d->counter[t].under - 1)
				if (melee_may(p, d, u, t, NULL)) list_order(o, V_MELEE, u, t);
		}
	}
	if (!o->n) list_word(o, V_DONE);
}

/* melee.2: nobody in contact may sit still. */
bool baa_may_end_melees(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	for EACH (u, d->todo)
		if (baa_melee_any(baa_book(p), d, u) && baa_melee_ready(p, d, u, NULL))
			return refuse(r, "melee.2", "units in contact must fight");
	return true;
}

bool baa_may_melee(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	if (!is_unit(b, o->unit) || b->piece[o->unit].side != side)
		return refuse(r, "melee.1", "%s is no unit of yours", p->m->piece[o->unit].name);
	return baa_melee_ready(p, d, o->unit, r) && melee_may(p, d, o->unit, o->a, r);
}

void baa_do_melee(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct volley *v = &d->volley;
	*v = (struct volley){.kind = VOLLEY_MELEE, .n = 1, .target = (int16_t)o->a, .hex = d->counter[o->a].at};
	v->member[0] = (uint8_t)o->unit;
	agenda_push(&d->g, (struct step){.kind = STEP_VOLLEY,
						   .side = (uint8_t)side,
						   .flags = BEGUN,
						   .unit = o->unit,
						   .other = v->target});
}
