/* For odds: while the stacks of a combat roll for their effects one after the other, most of what has
   befallen a stack can make no difference any more. It is blanked, so that stacks multiply neither paths nor
   time. What may still matter is kept: who is smashed or gone, where everybody stands, whether a hex is
   crowded; of defenders who will retreat, what they have left. */
#include "rules/from_divisions/from_divisions.h"

static bool stands_among(const struct state *d, int unit, const int16_t *hex, int n)
{
	for (int i = 0; i < n; i++)
		if (stands_in(d, unit, hex[i])) return true;
	return false;
}

/* 7.1p: its stack has not rolled yet; the first `done` have. */
static bool is_waiting(const struct state *d, int unit, int done)
{
	return stands_among(d, unit, d->combat.stack + done, d->combat.stacks - done);
}

static bool will_retreat(const struct state *d, int unit)
{
	return d->combat.hexes && stands_among(d, unit, d->combat.hex, d->combat.targets);
}

/* 16.6h: whoever did not attack may still follow a line that collapses, unless he is Spent. */
static bool may_follow(const struct fd_book *b, const struct state *d, int unit)
{
	const struct fd_combat *c = &d->combat;
	for (int i = 0; i < c->targets; i++)
		for each_node(n, d, c->hex[i])
			if (is_extended(d, unit_at(n))) return acts_now(b, d, unit) && !(d->did[unit] & DID_ATTACK);
	return false;
}

/* A chart tells no more than who may still pursue or follow. */
static void forget_chart(const struct play *p, struct state *d, int u)
{
	const struct fd_unit *c = &fd_book(p)->unit[u];
	bool asked = d->combat.hexes && (d->organic[u] || may_follow(fd_book(p), d, u));
	int level = asked ? fd_level(p, d, u) : RESTED;
	d->fatigue[u] = level == SPENT ? c->boxes : level == TIRED ? c->white : 0;
	d->low[u] = d->high[u] = d->least[u] = d->most[u] = d->dead[u] = d->note[u].lost = d->note[u].fresh = 0;
	d->more[u] &= (uint8_t)~MORE_TIRED;
}

/* Disorder only shows once, when it comes. Those who were in order before this combat may be so again: nobody
   attacks in disorder (9.0c), and the combat knows which targets were shaken. */
static void forget_disorder(struct state *d)
{
	const struct fd_combat *c = &d->combat;
	for (int i = 0; i < c->n; i++) d->flags[c->attacker[i]] &= (uint8_t)~IS_DISORGANISED;
	for (int i = 0; i < c->targets; i++)
		for each_node(n, d, c->hex[i])
			if (!(c->shaken >> i & 1)) d->flags[unit_at(n)] &= (uint8_t)~IS_DISORGANISED;
}

/* Those who may yet be smashed and come running (10.2c), in points of stacking. */
static int may_come(const struct fd_book *b, const struct state *d, int side, int done)
{
	int sum = 0;
	for (int i = done; i < d->combat.stacks; i++)
		for each_node(n, d, d->combat.stack[i])
			if (b->unit[unit_at(n)].side == side && d->steps[unit_at(n)] <= b->chart.worst) sum += 2;
	return sum;
}

/* 6.1f, A23: how strong it is only matters if somebody finds the hex full. Alone it may be as strong as it
   likes. */
static bool may_be_full(const struct fd_book *b, const struct state *d, int hex, int come)
{
	int sum = come, units = 0;
	for each_node(n, d, hex) sum += b->unit[unit_at(n)].type == BATTERY ? 0 : fd_points(d, n), units++;
	return (units > 1 || come) && sum > b->chart.stacking;
}

/* Nobody strikes it again. */
static void forget_losses(const struct fd_book *b, struct state *d, int hex, int done)
{
	int side = d->spot[hex].on ? b->unit[unit_at(first_on(d, hex))].side : 0;
	bool full = may_be_full(b, d, hex, may_come(b, d, side, done));
	for each_node(n, d, hex) {
		int u = unit_at(n);
		if (is_waiting(d, u, done) || will_retreat(d, u)) continue;
		d->more[u] &= (uint8_t)~MORE_SPARED;
		if (!full && !is_extended(d, u)) d->steps[u] = 1;
	}
}

/* 7.12a: of a die, whether the stack will leave guns behind: what all of it or none does, it does by any such
   die. */
static int forget_die(const struct fd_book *b, const struct state *d, int hex, int die)
{
	int units = 0, leave = 0;
	for each_node(n, d, hex) {
		int u = unit_at(n);
		if (!d->guns[u] || b->unit[u].type == BATTERY) continue;
		units++, leave += fd_abandons(b, d, u, die, d->combat.hexes);
	}
	return leave == 0 ? 6 : leave == units ? 1 : die;
}

/* After the last of them, of the result only how far the defenders retreat. */
static void forget_dice(const struct fd_book *b, struct state *d, int done)
{
	struct fd_combat *c = &d->combat;
	for (int i = 0; i < done; i++)
		c->die[i] = (uint8_t)(i < c->targets && c->hexes ? forget_die(b, d, c->hex[i], c->die[i]) : 0);
	if (done < c->stacks) return;
	c->column[0] = c->column[1] = c->morale[0] = c->morale[1] = 0;
	c->shift[0] = c->shift[1] = 0;
}

bool fd_forget(const struct play *p, struct game *g)
{
	const struct fd_book *b = fd_book(p);
	struct state *d = fd_of(g);
	const struct step *s = g->depth ? agenda_see(g) : NULL;
	if (!s || g->waiting || s->kind != STEP_COMBAT || s->stage != COMBAT_EFFECTS ||
		d->combat.flags & FIGHT_BOMBARDMENT)
		return false;
	int done = load_see(s)->loop.next;
	for (int u = 0; u < b->units; u++) {
		if (is_waiting(d, u, done)) continue;
		forget_chart(p, d, u);
		if (!will_retreat(d, u)) d->stragglers[u] = 0;
	}
	for (int i = 0; i < done; i++) forget_losses(b, d, d->combat.stack[i], done);
	forget_disorder(d);
	forget_dice(b, d, done);
	return true;
}
