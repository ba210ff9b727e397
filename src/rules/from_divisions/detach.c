/* Detachments (10.3): one or two steps of a division that act on their own until they rejoin. */
#include "rules/from_divisions/from_divisions.h"

/* 10.3a: of foot or of horse, one at a time. */
static bool has_detachment(const struct fd_book *b, const struct state *d, int f)
{
	for (int kind = FOOT; kind <= HORSE; kind++) {
		int slot = b->formation[f].detachment[kind];
		if (slot != NO_UNIT && d->at[slot] != PLACE_NONE) return true;
	}
	return false;
}

/* 10.3a, 10.3b, 10.3c */
bool fd_may_detach(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit || s->flags & MARCH_LEADER)
		return refuse(r, "10.3b", "only the division on the march");
	int f = b->unit[o->unit].formation;
	if (b->unit[o->unit].type != DIVISION) return refuse(r, "10.3b", "only a division detaches");
	if (b->formation[f].detachment[b->unit[o->unit].kind] == NO_UNIT)
		return refuse(r, "10.3a", "this corps may not detach");
	if (has_detachment(b, d, f)) return refuse(r, "10.3a", "its corps has a detachment already");
	if (o->a < 1 || o->a > 2) return refuse(r, "10.3b", "one or two steps");
	if (is_extended(d, o->unit)) return refuse(r, "16.6e", "a line closes before it detaches");
	if (!fd_has_room(b, d, o->unit, d->at[o->unit])) return refuse(r, "6.1a", "there is no room here");
	return d->steps[o->unit] - o->a >= o->a || refuse(r, "10.3c", "the division must keep as many steps");
}

/* 10.3e: its march is its division's so far. What is left of it, it may go on with, unless a zone has stopped
   it; and it may attack. */
static void split_on_the_march(const struct play *p, struct state *d, const struct step *s, int slot)
{
	const struct fd_book *b = fd_book(p);
	int spent = s->stage - load_see(s)->march.points;
	bool doubled = s->flags & MARCH_DOUBLE;
	d->more[slot] = MORE_STIRRED;
	if (!(s->flags & MARCH_STOPPED)) d->did[slot] |= MARCHES_ON;
	if (load_see(s)->march.points >= b->chart.attack) d->did[slot] |= MAY_ATTACK;
	if (spent * 2 > b->unit[slot].allowance) d->did[slot] |= DID_MARCH;
	d->left[b->unit[slot].formation] = (uint8_t)load_see(s)->march.points;
	if (doubled) fd_pay_for_double(p, d, slot);
}

/* 10.3b, 10.3d, 10.3e: the new unit is foot or horse as its division is; it begins its own move, if it wants
   one. A44: batteries stay. */
void fd_do_detach(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	struct step s = *agenda_see(&d->g);
	int u = o->unit, f = b->unit[u].formation, slot = b->formation[f].detachment[b->unit[u].kind];
	d->steps[u] = (uint8_t)(d->steps[u] - o->a), d->steps[slot] = (uint8_t)o->a;
	d->fatigue[slot] = d->fatigue[u], d->low[slot] = d->low[u], d->high[slot] = d->high[u];
	d->flags[slot] = d->flags[u] & (IS_DISORGANISED | IS_OUT | IS_HELD_BACK | WAS_HELD_BACK);
	d->did[slot] = d->did[u] & (BEGAN_DISORGANISED | WAS_IN_ZONE | BEGAN_ADJACENT | DID_MOVE | NEW_ZONE);
	d->more[slot] = 0, d->note[slot] = (struct fd_note){0}, d->struck[slot] = (struct fd_struck){0};
	memset(d->hit[slot], 0, sizeof d->hit[slot]);
	d->facing[slot] = load_see(&s)->march.came >= 0 ? (uint8_t)load_see(&s)->march.came : d->facing[u],
	d->parent[f] = (int8_t)u;
	for each_node(n, d, d->at[u])
		/* 6.1d */
		if (unit_at(n) != u && !is_extended(d, unit_at(n))) d->facing[slot] = d->facing[unit_at(n)];
	fd_put(p, d, slot, d->at[u]);
	emit(p, .kind = E_DETACHED, .side = (int8_t)side, .who = (int16_t)u, .whom = (int16_t)slot,
		.where = d->at[u], .n = o->a, .rule = "10.3b");
	if (d->did[u] & DID_MOVE) split_on_the_march(p, d, &s, slot);
}

/* 10.3f */
bool fd_may_rejoin(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit || s->flags & MARCH_LEADER || b->unit[o->unit].type != DETACHMENT)
		return refuse(r, "10.3f", "only a detachment on the march");
	int parent = d->parent[b->unit[o->unit].formation];
	if (parent == NO_UNIT || d->at[parent] < 0 || !stands_in(d, parent, d->at[o->unit]))
		return refuse(r, "10.3f", "its division is not in this hex");
	return !is_smashed(d, parent) || refuse(r, "10.2d", "its division is Smashed");
}

static uint8_t nearer(uint8_t own, uint8_t other)
{
	return (uint8_t)(other > own ? own + 1 : other < own ? own - 1 : own);
}

/* 10.1a: what the detachment lost this turn. */
static void join_notes(struct state *d, int parent, int u)
{
	int lost = d->note[parent].lost + d->note[u].lost, fresh = d->note[parent].fresh + d->note[u].fresh;
	d->note[parent].lost = lost & 15, d->note[parent].fresh = fd_lower(fresh, d->stragglers[parent]) & 7;
}

/* 10.3g, 10.3h; 6.12b, 6.12c: whoever came at double time pays for it first, and may find himself Smashed
   instead. */
void fd_do_rejoin(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	int u = o->unit, f = b->unit[u].formation, parent = d->parent[f];
	bool doubled = agenda_see(&d->g)->flags & MARCH_DOUBLE;
	agenda_done(&d->g);
	fd_match_facing(d, u); /* 6.1d */
	if (doubled) fd_pay_for_double(p, d, u);
	if (d->at[u] < 0 || is_smashed(d, u)) return;
	int over = fd_higher(d->stragglers[parent] + d->stragglers[u] - b->chart.stragglers, 0);
	emit(p, .kind = E_REJOINED, .side = (int8_t)side, .who = (int16_t)u, .whom = (int16_t)parent,
		.where = d->at[u], .n = d->steps[u], .rule = "10.3f");
	d->fatigue[parent] = nearer(d->fatigue[parent], d->fatigue[u]);
	d->low[parent] = nearer(d->low[parent], d->low[u]), d->high[parent] = nearer(d->high[parent], d->high[u]);
	d->low[parent] = (uint8_t)fd_lower(d->low[parent], d->fatigue[parent]),
	d->high[parent] = (uint8_t)fd_higher(d->high[parent], d->fatigue[parent]);
	d->steps[parent] = (uint8_t)(d->steps[parent] + d->steps[u]);
	d->dead[parent] = (uint8_t)(d->dead[parent] + d->dead[u] + over); /* 10.0d */
	d->stragglers[parent] = (uint8_t)(d->stragglers[parent] + d->stragglers[u] - over);
	join_notes(d, parent, u);
	d->steps[u] = d->stragglers[u] = d->dead[u] = d->fatigue[u] = d->low[u] = d->high[u] = 0;
	d->flags[u] = 0, d->did[u] = 0, d->note[u] = (struct fd_note){0}, d->parent[f] = NO_UNIT;
	fd_put(p, d, u, PLACE_NONE);
}

void fd_list_detachments(const struct play *p, const struct state *d, struct orders *o)
{
	const struct step *s = agenda_see(&d->g);
	struct order try = {.unit = s->unit};
	for (try.a = 1; try.a <= 2; try.a++)
		if (fd_may_detach(p, d, s->side, &try, NULL)) offer_at(o, V_DETACH, s->unit, try.a);
	if (fd_may_rejoin(p, d, s->side, &try, NULL)) offer(o, V_REJOIN, s->unit);
}
