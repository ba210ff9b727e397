/* Melee: units in adjacent hexes fight, orders or not. Each unit of the active side in contact attacks one
   enemy it touches; it has no choice but whom, and in which order. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* melee.1, melee.2, round.12: NIC units too; AMB-21: stacked ones not; rail.5; AMB-24: pinned ones, unless
   switched off, and whoever has fired before the enemy came that near; cmdr.3: but not who has shot at a
   commander. */
bool melee_ready(const struct play *p, const struct state *b, int unit, struct refusal *r)
{
	const struct counter *k = &b->counter[unit];
	const char *name = p->m->piece[unit].name;
	if (!is_hex(k->at)) return refuse(r, "melee.1", "%s is not on the board", name);
	if (k->deeds & HAS_CLASHED) return refuse(r, "fire.6", "%s has fought", name);
	if (k->deeds & HAS_SNIPED)
		return refuse(r, "cmdr.3", "%s shot at a commander and has no other attack", name);
	if (k->state & IS_ABOARD) return refuse(r, "rail.5", "%s is aboard a train", name);
	if (k->state & IS_PINNED && !p->m->option[O_PINNED_FIGHT])
		return refuse(r, "pin.2", "%s is pinned", name);
	if (stacked(b, unit)) return refuse(r, "stack.2", "%s shares its hex with another unit", name);
	return true;
}

/* boat.3, boat.4: only artillery and boats hurt a boat. */
static bool can_hurt(const struct charts *c, int unit, int target)
{
	return c->piece[target].arm != ARM_BOAT || c->piece[unit].arm >= ARM_ARTILLERY;
}

static bool melee_may(const struct play *p, const struct state *b, int unit, int target, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	if (!is_unit(c, target) || !on_board(b, target) || c->piece[target].side == c->piece[unit].side ||
		!board_touch(c, b, unit, target))
		return refuse(r, "melee.1", "%s does not touch %s", p->m->piece[unit].name, p->m->piece[target].name);
	return can_hurt(c, unit, target) || refuse(r, "boat.4", "only artillery and boats hurt a river boat");
}

bool melee_any(const struct charts *c, const struct state *b, int unit)
{
	const struct hexside *s = sides_of(c, b->counter[unit].at);
	for (int d = 0; d < 6; d++) {
		if (!is_hex(s[d].next) || s[d].flags & SIDE_IS_CLOSED ||
			!board_enemy_in(c, b, c->piece[unit].side, s[d].next))
			continue;
		for (int t = board_first(b, s[d].next); t != NO_UNIT; t = b->counter[t].under - 1)
			if (can_hurt(c, unit, t)) return true;
	}
	return false;
}

/* melee.2: nobody in contact may sit still. */
static bool melee_pending(const struct play *p, const struct state *b)
{
	for EACH (u, b->todo)
		if (melee_any(CHARTS(p), b, u) && melee_ready(p, b, u, NULL)) return true;
	return false;
}

/* melee.3: several enemies, one choice. */
void baa_list_melees(const struct play *p, const struct state *b, int side, struct orders *o)
{
	const struct charts *c = CHARTS(p);
	for EACH (u, b->todo) {
		if (!melee_any(c, b, u) || !melee_ready(p, b, u, NULL)) continue;
		for (int d = 0; d < 6; d++) {
			int n = side_at(c, b->counter[u].at, d)->next;
			for (int t = is_hex(n) ? board_first(b, n) : NO_UNIT; t != NO_UNIT; t = b->counter[t].under - 1)
				if (melee_may(p, b, u, t, NULL)) list_order(o, V_MELEE, u, t);
		}
	}
	if (!o->n) list_word(o, V_DONE);
}

bool baa_may_end_melees(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	return !melee_pending(p, b) || refuse(r, "melee.2", "units in contact must fight");
}

bool baa_may_melee(const struct play *p, const struct state *b, int side, const struct order *o,
	struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	if (!is_unit(c, o->unit) || c->piece[o->unit].side != side)
		return refuse(r, "melee.1", "%s is no unit of yours", p->m->piece[o->unit].name);
	return melee_ready(p, b, o->unit, r) && melee_may(p, b, o->unit, o->a, r);
}

void baa_do_melee(const struct play *p, struct state *b, int side, const struct order *o)
{
	struct volley *v = &b->volley;
	*v = (struct volley){.kind = VOLLEY_MELEE, .n = 1, .target = (int16_t)o->a, .hex = b->counter[o->a].at};
	v->member[0] = (uint8_t)o->unit;
	agenda_push(&b->g, (struct step){.kind = STEP_VOLLEY,
						   .side = (uint8_t)side,
						   .flags = BEGUN,
						   .unit = o->unit,
						   .other = v->target});
}
