/* Extended line (16.6): a division across two hexes. `facing` is the direction of one of its two front sides, chosen so that the
   other follows from where the line lies (fd_front). */
#include "rules/from_divisions/from_divisions.h"

static bool is_empty(const struct fd_book *b, const struct fd *d, int unit, int hex)
{
	return hex >= 0 && !(b->ground[hex] & GROUND_CLOSED) && !(b->only[hex] >> b->unit[unit].side & 1) && (!d->spot[hex].on || (unit_at(first_on(d, hex)) == unit && !d->under[first_on(d, hex)]));
}

static bool on_the_march(const struct play *p, const struct fd *d, const struct order *o, struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	if (!on(p, O_EXTENDED)) return refuse(r, "16.6a", "only with the optional rule");
	if (o->unit != s->unit || s->flags & MARCH_LEADER) return refuse(r, "16.6a", "only the unit on the march");
	if (b->unit[s->unit].type != DIVISION || b->unit[s->unit].kind != FOOT) return refuse(r, "16.6a", "only an infantry division forms an extended line");
	return !(s->flags & MARCH_STOPPED) || refuse(r, "6.2g", "it has come into a zone of control");
}

static int paid_for(const struct play *p, const struct fd *d, int unit, int hex, int from)
{
	const struct fd_book *b = fd_book(p);
	int dir = hexmap_direction(b->map, from, hex);
	(void)d, (void)unit;
	return dir >= 0 ? b->cost[FOOT][from * 6 + dir] : 0;
}

/* 16.6c */
bool fd_may_extend(const struct play *p, const struct fd *d, int side, const struct order *o, struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	(void)side;
	if (!on_the_march(p, d, o, r)) return false;
	int from = d->at[o->unit], left = agenda_see(&d->g)->a;
	if (is_extended(d, o->unit) || d->steps[o->unit] < 2) return refuse(r, "16.6a", "it cannot extend further");
	if (fd_friend_there(d, o->unit, from) || !is_empty(b, d, o->unit, o->a)) return refuse(r, "16.6c", "the line needs both hexes for itself");
	int cost = paid_for(p, d, o->unit, o->a, from);
	if (!cost) return refuse(r, "16.6c", "it cannot enter %s", number_of(b, o->a));
	if (fd_zone(b, d, o->unit, from) || fd_zone(b, d, o->unit, o->a)) return refuse(r, "16.6c", "not in an enemy zone of control");
	return cost <= left || refuse(r, "16.6c", "that costs %d, and %d are left", cost, left);
}

/* The line fronts the side of it towards which the division faced. */
static int front_for(const struct fd_book *b, int from, int to, int facing)
{
	int along = hexmap_direction(b->map, from, to), turn = (facing - along + 6) % 6;
	return turn >= 3 ? (along + 5) % 6 : (along + 1) % 6;
}

void fd_do_extend(const struct play *p, struct fd *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	s->a -= paid_for(p, d, o->unit, o->a, d->at[o->unit]);
	s->flags |= MARCH_STEPPED;
	d->did[o->unit] |= DID_MOVE;
	d->facing[o->unit] = (uint8_t)front_for(b, d->at[o->unit], o->a, s->other >= 0 ? s->other : d->facing[o->unit]);
	fd_put_also(p, d, o->unit, o->a);
	fd_refresh(p, d, d->at[o->unit]);
	emit(p, .kind = E_EXTENDED, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .to = o->a, .rule = "16.6c");
}

static int higher(int a, int b) { return !a || !b ? 0 : a > b ? a : b; }

/* 16.6d: forward, back (the higher cost of the two) and sideways (the new hex). */
static int shift_cost(const struct play *p, const struct fd *d, int unit, int dir, int *first, int *second)
{
	const struct fd_book *b = fd_book(p);
	int a = d->at[unit], c = also_at(d, unit);
	*first = hex_next(b->map, a, dir), *second = hex_next(b->map, c, dir);
	if (*first == HEX_NONE || *second == HEX_NONE || !is_empty(b, d, unit, *first) || !is_empty(b, d, unit, *second)) return 0;
	if (*first == c) return b->cost[FOOT][c * 6 + dir];
	if (*second == a) return b->cost[FOOT][a * 6 + dir];
	return higher(b->cost[FOOT][a * 6 + dir], b->cost[FOOT][c * 6 + dir]);
}

static bool pays(const struct play *p, const struct fd *d, int unit, int cost, struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	if (!(s->flags & MARCH_STEPPED) && (fd_zone(fd_book(p), d, unit, d->at[unit]) || fd_zone(fd_book(p), d, unit, also_at(d, unit)))) cost += fd_book(p)->chart.leave_zone;
	return cost <= s->a || refuse(r, "16.6d", "that costs %d, and %d are left", cost, s->a);
}

bool fd_may_shift(const struct play *p, const struct fd *d, int side, const struct order *o, struct refusal *r)
{
	int first, second;
	(void)side;
	if (!on_the_march(p, d, o, r)) return false;
	if (!is_extended(d, o->unit)) return refuse(r, "16.6d", "it is not in extended line");
	int cost = shift_cost(p, d, o->unit, o->a, &first, &second);
	if (!cost) return refuse(r, "16.6d", "the line cannot move that way");
	if (agenda_see(&d->g)->flags & MARCH_SHUT && (fd_zone(fd_book(p), d, o->unit, first) || fd_zone(fd_book(p), d, o->unit, second))) return refuse(r, "9.0d", "disorganised troops do not enter a zone of control");
	return pays(p, d, o->unit, cost, r);
}

/* Puts the line down in two other hexes and looks whether it has come into a zone. */
static void relocate(const struct play *p, struct fd *d, int unit, int first, int second, int cost)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	if (!(s->flags & MARCH_STEPPED) && (fd_zone(b, d, unit, d->at[unit]) || fd_zone(b, d, unit, also_at(d, unit)))) cost += b->chart.leave_zone;
	int from = d->at[unit];
	s->a -= cost, s->flags |= MARCH_STEPPED;
	d->did[unit] |= DID_MOVE;
	fd_put_also(p, d, unit, PLACE_NONE);
	fd_put(p, d, unit, first);
	fd_put_also(p, d, unit, second);
	fd_refresh(p, d, first);
	emit(p, .kind = E_STEPPED, .side = (int8_t)s->side, .who = (int16_t)unit, .where = from, .to = first, .n = cost, .m = s->a, .rule = "16.6d");
	if (!fd_zone(b, d, unit, first) && !fd_zone(b, d, unit, second)) return;
	s->flags |= MARCH_STOPPED;
	if (d->did[unit] & BEGAN_ZONE) d->did[unit] |= NEW_ZONE;
}

void fd_do_shift(const struct play *p, struct fd *d, int side, const struct order *o)
{
	int first, second, cost = shift_cost(p, d, o->unit, o->a, &first, &second);
	(void)side;
	relocate(p, d, o->unit, first, second, cost);
}

/* 16.6d: one hex stays, the other swings by 60 degrees. */
bool fd_may_wheel(const struct play *p, const struct fd *d, int side, const struct order *o, struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	(void)side;
	if (!on_the_march(p, d, o, r)) return false;
	if (!is_extended(d, o->unit) || o->a < 0 || o->b < 0 || !stands_in(d, o->unit, o->b)) return refuse(r, "16.6d", "it wheels on one of its own hexes");
	int other = d->at[o->unit] == o->b ? also_at(d, o->unit) : d->at[o->unit];
	int was = hexmap_direction(b->map, o->b, other), is = hexmap_direction(b->map, o->b, o->a);
	if (is < 0 || ((is - was + 6) % 6 != 1 && (was - is + 6) % 6 != 1)) return refuse(r, "16.6d", "it wheels by one hexside");
	if (!is_empty(b, d, o->unit, o->a) || !b->cost[FOOT][o->b * 6 + is]) return refuse(r, "16.6d", "it cannot enter %s", number_of(b, o->a));
	if (agenda_see(&d->g)->flags & MARCH_SHUT && fd_zone(b, d, o->unit, o->a)) return refuse(r, "9.0d", "disorganised troops do not enter a zone of control");
	return pays(p, d, o->unit, b->cost[FOOT][o->b * 6 + is], r);
}

void fd_do_wheel(const struct play *p, struct fd *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	int u = o->unit;
	int is = hexmap_direction(b->map, o->b, o->a), along = hexmap_direction(b->map, d->at[u], also_at(d, u));
	bool left = (d->facing[u] + 1) % 6 == along, pivot_first = d->at[u] == o->b;
	(void)side;
	int new_along = pivot_first ? is : (is + 3) % 6;
	d->facing[u] = (uint8_t)(left ? (new_along + 5) % 6 : (new_along + 1) % 6);
	relocate(p, d, u, pivot_first ? o->b : o->a, pivot_first ? o->a : o->b, b->cost[FOOT][o->b * 6 + is]);
}

/* 16.6e: what the hex costs those who come out of the other. */
static int cost_of_closing(const struct fd_book *b, const struct fd *d, int unit, int hex)
{
	int other = d->at[unit] == hex ? also_at(d, unit) : d->at[unit];
	return b->cost[FOOT][other * 6 + hexmap_direction(b->map, other, hex)];
}

bool fd_may_close(const struct play *p, const struct fd *d, int side, const struct order *o, struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	(void)side;
	if (!on_the_march(p, d, o, r)) return false;
	if (!is_extended(d, o->unit) || o->a < 0 || !stands_in(d, o->unit, o->a)) return refuse(r, "16.6e", "it closes into one of its own hexes");
	if (!fd_has_room(b, d, o->unit, o->a)) return refuse(r, "6.1a", "there is no room in %s", number_of(b, o->a));
	return pays(p, d, o->unit, cost_of_closing(b, d, o->unit, o->a), r);
}

void fd_do_close(const struct play *p, struct fd *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	s->a -= cost_of_closing(fd_book(p), d, o->unit, o->a);
	s->flags |= MARCH_STEPPED;
	d->did[o->unit] |= DID_MOVE;
	fd_collapse(p, d, o->unit, o->a);
	s->other = d->facing[o->unit];
	emit(p, .kind = E_CLOSED, .side = (int8_t)side, .who = o->unit, .where = o->a, .rule = "16.6e");
}

/* 16.6g */
void fd_collapse(const struct play *p, struct fd *d, int unit, int hex)
{
	if (!is_extended(d, unit)) return;
	fd_put_also(p, d, unit, PLACE_NONE);
	if (d->at[unit] != hex) fd_put(p, d, unit, hex);
	fd_match_facing(p, d, unit);
	fd_refresh(p, d, hex);
}

void fd_list_lines(const struct play *p, const struct fd *d, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	struct order try = {.unit = s->unit};
	for (int dir = 0; dir < 6; dir++) {
		try.a = hex_next(b->map, d->at[s->unit], dir);
		if (try.a != HEX_NONE && fd_may_extend(p, d, s->side, &try, NULL)) offer_at(o, V_EXTEND, s->unit, try.a);
	}
	if (!is_extended(d, s->unit)) return;
	for (try.a = 0; try.a < 6; try.a++)
		if (fd_may_shift(p, d, s->side, &try, NULL)) offer_at(o, V_SHIFT, s->unit, try.a);
	int own[2] = {d->at[s->unit], also_at(d, s->unit)};
	for (int i = 0; i < 2; i++) {
		for (int dir = 0; dir < 6; dir++) {
			try.a = hex_next(b->map, own[i], dir), try.b = own[i];
			if (try.a != HEX_NONE && fd_may_wheel(p, d, s->side, &try, NULL)) offer_both(o, V_WHEEL, s->unit, try.a, try.b);
		}
		try.a = own[i];
		if (fd_may_close(p, d, s->side, &try, NULL)) offer_at(o, V_CLOSE, s->unit, try.a);
	}
}
