/* What a move costs and whether it may be made (comp.6 to comp.8, comp.11): one calculation for the list, the
   check and the carrying out. A move is a straight way to a place, with the facing and the formation the unit
   has there; a bent way is several moves. All in tenths of an inch. */
#include <stdio.h>

#include "rules/tabletop_1859/tabletop_1859.h"

/* --- words ---------------------------------------------------------------------------------------------- */

const char *tt_inches(int tenths, char out[16])
{
	return snprintf(out, 16, "%d.%d", tenths / 10, tenths % 10), out;
}

/* --- how far -------------------------------------------------------------------------------------------- */

static const char *const allowance_rule[] = {[FORM_LINE] = "comp.6a",
	[FORM_COLUMN] = "comp.6b",
	[FORM_MARCH] = "comp.6c",
	[FORM_SKIRMISH] = "comp.6d"};

/* comp.6: off the road a march column goes as an attack column does. */
int tt_pace(const struct tt_book *b, int unit, int formation, bool on_road)
{
	const struct tt_numbers *n = &b->n;
	switch (b->piece[unit].arm) {
	case TT_CHIEF: return n->commander;
	case CARD_CAVALRY: return n->cavalry;
	case CARD_ARTILLERY: return b->piece[unit].horse ? n->horse_guns : n->foot_guns;
	}
	return formation == FORM_LINE             ? n->line
	     : formation == FORM_SKIRMISH         ? n->skirmish
	     : formation == FORM_MARCH && on_road ? n->march
	                                          : n->column;
}

static const char *move_rule(const struct tt_book *b, int unit, int formation)
{
	if (b->piece[unit].arm == CARD_CAVALRY) return "comp.6e";
	if (b->piece[unit].arm == CARD_ARTILLERY) return b->piece[unit].horse ? "comp.6g" : "comp.6f";
	return allowance_rule[formation];
}

struct leg { /* a move while it is weighed */
	int from, to, facing, turn, formation, was;
	bool moves, changes, on_road;
};

static struct leg leg_of(const struct tt_unit *u, const struct order *o)
{
	struct leg l = {.from = u->at, .to = o->a, .facing = o->b, .formation = o->c, .was = u->formation};
	l.turn = turn_between(u->facing, o->b);
	l.moves = l.to != l.from;
	/* comp.8c: it reforms */
	l.changes = l.formation != l.was || (!l.moves && !l.turn && u->order == ORDER_DISARRAYED);
	return l;
}

/* comp.6j: more than 45 degrees off the front, before and after, every inch counts twice. */
static bool sideways(const struct tt_book *b, const struct tt_unit *u, const struct leg *l)
{
	int way = heading(PLACE_X(l->to) - PLACE_X(l->from), PLACE_Y(l->to) - PLACE_Y(l->from));
	return turn_between(way, u->facing) > b->n.arc && turn_between(way, l->facing) > b->n.arc;
}

/* comp.6j: the way of the outer end; facing about costs as a change of formation, and the rest is wheeled. */
static int wheel_cost(const struct tt_book *b, const struct state *d, int unit, const struct leg *l,
	int third)
{
	if (!l->turn) return 0;
	int was = tt_shape(b, unit, l->was, d->unit[unit].stands)->w,
		now = tt_shape(b, unit, l->formation, d->unit[unit].stands)->w;
	int w = was < now ? was : now, straight = wheel_length(w, l->turn),
		about = third + wheel_length(w, 180 - l->turn);
	return straight < about ? straight : about;
}

static void weigh(const struct tt_book *b, const struct state *d, int unit, struct leg *l, struct tt_cost *c)
{
	const struct tt_unit *u = &d->unit[unit];
	const struct tabletop *t = b->table;
	int x = PLACE_X(l->from), y = PLACE_Y(l->from);
	c->way = l->moves ? tabletop_walk(t, x, y, PLACE_X(l->to), PLACE_Y(l->to), TT_SLOW, TT_LINES)
	                  : (struct tabletop_way){0};
	/* comp.7e */
	l->on_road = l->was == FORM_MARCH && l->formation == FORM_MARCH && l->moves && !c->way.off_road &&
	             tabletop_at(t, x, y) & TABLETOP_ROAD;
	int one = tt_pace(b, unit, l->was, l->on_road), other = tt_pace(b, unit, l->formation, l->on_road);
	c->allowance = one > other ? one : other;
	int third = c->allowance / b->n.change;
	c->tenths = c->way.length;
	/* comp.7a, comp.7b */
	if (!l->on_road) c->tenths += c->way.slow * (b->n.slow - 1) + c->way.crossed * b->n.extra;
	if (l->moves && sideways(b, u, l)) c->tenths += c->way.length;
	if (l->changes) c->tenths += third; /* comp.8a, comp.6h */
	c->tenths += wheel_cost(b, d, unit, l, third);
}

/* --- whether -------------------------------------------------------------------------------------------- */

static bool suits(const struct tt_book *b, int unit, const struct leg *l, struct refusal *r)
{
	int arm = b->piece[unit].arm;
	if (arm == CARD_ARTILLERY && l->formation != FORM_LINE && l->formation != FORM_MARCH)
		return refuse(r, "comp.6h", "guns are limbered (march) or unlimbered (line)");
	if (arm == CARD_ARTILLERY && l->moves && l->was == FORM_LINE && l->formation == FORM_LINE)
		return refuse(r, "comp.6h", "unlimbered guns do not move");
	if (arm == CARD_CAVALRY && l->formation == FORM_SKIRMISH)
		return refuse(r, "comp.6d", "cavalry does not skirmish");
	return true;
}

/* comp.7c, comp.7d: ground that cannot be gone over like this. */
static bool passable(const struct tt_book *b, const struct leg *l, const struct tt_cost *c, struct refusal *r)
{
	unsigned end = tabletop_at(b->table, PLACE_X(l->to), PLACE_Y(l->to));
	if (c->way.met & TABLETOP_WATER)
		return refuse(r, "comp.7d", "water lies across the way, and no bridge or ford");
	if (l->moves && l->formation == FORM_LINE &&
		((end & TABLETOP_TOWN) || ((c->way.met & TABLETOP_TOWN) && l->was == FORM_LINE)))
		return refuse(r, "comp.7c", "a town is entered only in column or as skirmishers");
	return true;
}

#define MARCH_CLEAR 80 /* comp.4h: a march does not end that near to an enemy in sight */

static bool march_clear(const struct tt_book *b, const struct state *d, int unit, const struct leg *l,
	struct refusal *r)
{
	int side = tt_side(b, unit);
	struct block k = tt_block_as(b, unit, l->to, l->facing, l->formation, d->unit[unit].stands);
	for (int e = b->from[!side]; e < b->from[!side + 1]; e++) {
		if (!tt_on(d, e)) continue;
		if (!tt_apart_within(l->to, d->unit[e].at, MARCH_CLEAR + k.reach + TT_CORNER)) continue;
		struct block foe = tt_block(b, d, e);
		if (block_within(&k, &foe, MARCH_CLEAR) && tt_sees_place(b, d, PLACE_X(l->to), PLACE_Y(l->to),
													   PLACE_X(d->unit[e].at), PLACE_Y(d->unit[e].at), NULL))
			return refuse(r, "comp.4h", "a march does not end within 8\" of an enemy in sight");
	}
	return true;
}

/* comp.4g, comp.4h: what the order of its division allows. */
static bool ordered(const struct tt_book *b, const struct state *d, int unit, int chit, const struct leg *l,
	struct refusal *r)
{
	int before, after;
	if (!l->moves) return true;
	switch (chit) {
	case CHIT_HOLD:
		if (tt_out_of_command(b, d, unit))
			return refuse(r, "comp.9d", "it is out of reach of its commander and can only hold");
		if (d->unit[b->piece[unit].chief].chit != CHIT_HOLD)
			return refuse(r, "comp.13b",
				"its corps has lost a third of its stands: it can only hold or withdraw");
		/* fall through */
	case CHIT_REFORM:
		return refuse(r, "comp.4g", "under %s units do not leave their place", tt_chit_names[chit]);
	case CHIT_WITHDRAW:
		tt_nearest_enemy(b, d, tt_side(b, unit), l->from, &before),
			tt_nearest_enemy(b, d, tt_side(b, unit), l->to, &after);
		return after >= before ? true
		                       : refuse(r, "comp.4h", "under withdraw nobody ends nearer to the enemy");
	case CHIT_MARCH: return march_clear(b, d, unit, l, r);
	}
	return true;
}

static int between(int from, int to, int i, int n) { return from + (to - from) * i / n; }

#define STRIDE 5 /* tenths between two looks at what is beside the way */

/* Whole tenths count. */
static bool goes_away(const struct leg *l, int enemy_at)
{
	int to = tt_apart2(l->to, enemy_at), from = tt_apart2(l->from, enemy_at);
	if (to <= from) return false;
	int whole = isqrt64(to);
	return whole * whole > from;
}

/* comp.11b: somewhere on the way, short of its end, too near to an enemy? One it is leaving does not stop
   it. */
static bool passes(const struct tt_book *b, const struct state *d, int unit, const struct leg *l, int length,
	int enemy, struct refusal *r)
{
	const struct tt_unit *e = &d->unit[enemy];
	struct block foe = tt_block(b, d, enemy),
				 k = tt_block_as(b, unit, l->to, l->facing, l->formation, d->unit[unit].stands);
	bool formed = tt_formed(d, enemy);
	if (goes_away(l, e->at)) {
		struct block start = tt_block(b, d, unit);
		if (block_within(&start, &foe, b->n.stop)) return true;
	}
	for (int i = 1, n = length / STRIDE + 1; i < n; i++) {
		int x = between(PLACE_X(l->from), PLACE_X(l->to), i, n),
			y = between(PLACE_Y(l->from), PLACE_Y(l->to), i, n);
		k.x = x * BLOCK_FINE, k.y = y * BLOCK_FINE;
		if (formed ? block_within(&k, &foe, b->n.stop) : block_overlaps(&k, &foe))
			return refuse(r, "comp.11b", "it comes within 1\" of an enemy at %d,%d and stops there", x, y);
	}
	return true;
}

static bool unhindered(const struct tt_book *b, const struct state *d, int unit, const struct leg *l,
	int length, struct refusal *r)
{
	int side = tt_side(b, unit);
	struct block end = tt_block_as(b, unit, l->to, l->facing, l->formation, d->unit[unit].stands);
	int from[2] = {PLACE_X(l->from), PLACE_Y(l->from)}, to[2] = {PLACE_X(l->to), PLACE_Y(l->to)};
	for (int e = b->from[!side]; l->moves && e < b->from[!side + 1]; e++) {
		if (!tt_on(d, e) || tt_off_way(d->unit[e].at, from, to, end.reach + b->n.stop)) continue;
		if (!passes(b, d, unit, l, length, e, r)) return false;
	}
	int other = tt_overlapping(b, d, unit, &end);
	return other == NO_UNIT ? true
	                        : refuse(r, "comp.11c", "it would stand upon another unit at %d,%d",
								  PLACE_X(d->unit[other].at), PLACE_Y(d->unit[other].at));
}

enum tt_verdict tt_weigh_move(const struct tt_book *b, const struct state *d, const struct order *o,
	struct tt_cost *c, struct refusal *r)
{
	return tt_weigh_under(b, d, o, tt_obeys(b, d, o->unit), c, r);
}

enum tt_verdict tt_weigh_under(const struct tt_book *b, const struct state *d, const struct order *o,
	int chit, struct tt_cost *c, struct refusal *r)
{
	const struct tt_unit *u = &d->unit[o->unit];
	struct leg l = leg_of(u, o);
	char spent[16], most[16];
	*c = (struct tt_cost){0}; /* no mutants: of a move that is not made only the words read it */
	if (!suits(b, o->unit, &l, r)) return MOVE_NOT;
	if (!ordered(b, d, o->unit, chit, &l, r)) return chit == CHIT_MARCH ? MOVE_HINDERED : MOVE_NOT;
	weigh(b, d, o->unit, &l, c);
	if (!passable(b, &l, c, r)) return MOVE_HINDERED;
	if (!l.moves && !l.turn && !l.changes)
		return refuse(r, "comp.5c", "that is where and how it stands"), MOVE_NOT;
	if (u->used + c->tenths > c->allowance) {
		refuse(r, move_rule(b, o->unit, l.was), "that takes %s inches, and it may move %s",
			tt_inches(u->used + c->tenths, spent), tt_inches(c->allowance, most));
		return MOVE_FAR;
	}
	return unhindered(b, d, o->unit, &l, c->way.length, r) ? MOVE_FINE : MOVE_HINDERED;
}

int tt_allowance(const struct tt_book *b, const struct state *d, int unit)
{
	const struct tt_unit *u = &d->unit[unit];
	bool road = tt_on(d, unit) && tt_lies(b, d, unit) & TABLETOP_ROAD;
	return tt_pace(b, unit, u->formation, road);
}
