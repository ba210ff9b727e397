/* Extended line (16.6): a division across two hexes. `facing` is the direction of one of its two front sides,
   chosen so that the other follows from where the line lies (fd_front). */
#include "rules/from_divisions/from_divisions.h"

static int cost_into(const struct fd_book *b, int unit, int from, int dir)
{
	return b->cost[b->unit[unit].kind][from * 6 + dir];
}

static bool on_the_march(const struct play *p, const struct state *d, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	if (!on(p, O_EXTENDED)) return refuse(r, "16.6a", "only with the optional rule");
	if (o->unit != s->unit || s->flags & MARCH_LEADER)
		return refuse(r, "16.6a", "only the unit on the march");
	if (b->unit[s->unit].type != DIVISION)
		return refuse(r, "16.6a", "only a division forms an extended line");
	return !(s->flags & MARCH_STOPPED) || refuse(r, "6.2g", "it has come into a zone of control");
}

/* 6.1a, 6.1c, 6.1d: may the line stand in that hex, with the friends who are there? It counts half there, and
   they look to its front. */
static bool fits(const struct fd_book *b, const struct state *d, int unit, int hex, int front,
	struct refusal *r)
{
	int sum = d->steps[unit];
	if (b->ground[hex] & GROUND_CLOSED || b->only[hex] >> b->unit[unit].side & 1 ||
		holds(b, d, hex, !b->unit[unit].side))
		return refuse(r, "16.6d", "it cannot enter %s", number_of(b, hex));
	for each_node(n, d, hex) {
		int u = unit_at(n);
		if (u == unit) continue;
		sum += b->unit[u].type == BATTERY ? 0 : fd_points(d, n);
		if (!(front >> d->facing[u] & 1))
			return refuse(r, "6.1d", "the troops in %s face otherwise", number_of(b, hex));
	}
	return sum <= b->chart.stacking || refuse(r, "6.1a", "there is no room in %s", number_of(b, hex));
}

/* 16.6b: the two directions before a line that lies along `along` and fronts that side. */
static int front_of(int along, bool left)
{
	return left ? 1 << (along + 5) % 6 | 1 << (along + 4) % 6 : 1 << (along + 1) % 6 | 1 << (along + 2) % 6;
}

static bool fronts_left(const struct fd_book *b, const struct state *d, int unit)
{
	return (d->facing[unit] + 1) % 6 == hexmap_direction(b->map, d->at[unit], also_at(d, unit));
}

/* The line fronts the side of it towards which the division faced. */
static bool goes_left(const struct state *d, int unit, int along)
{
	int with = fd_stack_facing(d, unit), last = load_now(&d->g)->march.came,
		facing = with >= 0 ? with
	           : last >= 0 ? last
	                       : d->facing[unit];
	return (facing - along + 6) % 6 >= 3;
}

/* 16.6c: only the second hex must be empty. */
bool fd_may_extend(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	if (!on_the_march(p, d, o, r)) return false;
	int from = d->at[o->unit], left = load_now(&d->g)->march.points,
		along = o->a < 0 ? -1 : hexmap_direction(b->map, from, o->a);
	if (is_extended(d, o->unit) || d->steps[o->unit] < 2)
		return refuse(r, "16.6a", "it cannot extend further");
	int cost = along < 0 ? 0 : cost_into(b, o->unit, from, along),
		front = front_of(along, goes_left(d, o->unit, along));
	if (!cost || b->only[o->a] >> b->unit[o->unit].side & 1)
		return refuse(r, "16.6c", "it cannot enter %s", number_of(b, o->a));
	if (d->spot[o->a].on) return refuse(r, "16.6c", "%s is not empty", number_of(b, o->a));
	if (fd_zone(b, d, o->unit, from) || fd_zone(b, d, o->unit, o->a))
		return refuse(r, "16.6c", "not in an enemy zone of control");
	if (cost > left) return refuse(r, "16.6c", "that costs %d, and %d are left", cost, left);
	return fits(b, d, o->unit, from, front, r);
}

void fd_do_extend(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	int along = hexmap_direction(b->map, d->at[o->unit], o->a);
	load_of(s)->march.points -= cost_into(b, o->unit, d->at[o->unit], along);
	s->flags |= MARCH_STEPPED;
	d->did[o->unit] |= DID_MOVE;
	d->facing[o->unit] = (uint8_t)((goes_left(d, o->unit, along) ? along + 5 : along + 1) % 6);
	fd_put_also(p, d, o->unit, o->a);
	fd_refresh(p, d, d->at[o->unit]);
	emit(p, .kind = E_EXTENDED, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .to = o->a,
		.rule = "16.6c");
}

static void put_line(const struct play *p, struct state *d, int unit, int first, int second)
{
	fd_put_also(p, d, unit, PLACE_NONE);
	fd_put(p, d, unit, first);
	fd_put_also(p, d, unit, second);
	fd_refresh(p, d, first), fd_refresh(p, d, second);
}

static int higher(int a, int b) { return !a || !b ? 0 : a > b ? a : b; }

/* 16.6d: what it costs to go forward or back (the higher cost of the two) and sideways (the new hex); 0 if
   there is no way. */
static int shift_cost(const struct fd_book *b, const struct state *d, int unit, int dir, int *first,
	int *second)
{
	int a = d->at[unit], c = also_at(d, unit);
	*first = hex_next(b->map, a, dir), *second = hex_next(b->map, c, dir);
	if (*first == c) return cost_into(b, unit, c, dir);
	if (*second == a) return cost_into(b, unit, a, dir);
	return higher(cost_into(b, unit, a, dir), cost_into(b, unit, c, dir));
}

/* 6.2j: does it leave the zone in which its march began? */
static int leaving(const struct fd_book *b, const struct state *d, int unit)
{
	if (agenda_see(&d->g)->flags & MARCH_STEPPED) return 0;
	return fd_zone(b, d, unit, d->at[unit]) || fd_zone(b, d, unit, also_at(d, unit)) ? b->chart.leave_zone
	                                                                                 : 0;
}

static bool pays(const struct state *d, int cost, const char *rule, struct refusal *r)
{
	int left = load_now(&d->g)->march.points;
	return cost <= left || refuse(r, rule, "that costs %d, and %d are left", cost, left);
}

/* 9.0d */
static bool is_shut(const struct fd_book *b, const struct state *d, int unit, int hex, struct refusal *r)
{
	return agenda_see(&d->g)->flags & MARCH_SHUT && fd_zone(b, d, unit, hex) &&
	       !refuse(r, "9.0d", "disorganised troops do not enter a zone of control");
}

/* May the line stand in these two hexes? */
static bool fits_both(const struct fd_book *b, const struct state *d, int unit, int first, int second,
	struct refusal *r)
{
	int front = front_of(hexmap_direction(b->map, first, second), fronts_left(b, d, unit));
	return fits(b, d, unit, first, front, r) && fits(b, d, unit, second, front, r);
}

bool fd_may_shift(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	int first, second, u = o->unit;
	if (!on_the_march(p, d, o, r)) return false;
	if (!is_extended(d, u)) return refuse(r, "16.6d", "it is not in extended line");
	int cost = shift_cost(b, d, u, o->a, &first, &second);
	if (!cost) return refuse(r, "16.6d", "the line cannot move that way");
	if (!fits_both(b, d, u, first, second, r) || is_shut(b, d, u, first, r) || is_shut(b, d, u, second, r))
		return false;
	return pays(d, cost + leaving(b, d, u), "16.6d", r);
}

/* 7.2n, 7.2o, 7.2p, 16.6d: a line advances as a line: forward, and into a hex that was left. */
bool fd_may_shift_up(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	int first, second, u = o->unit;
	if (!fd_may_go_up(p, d, u, r)) return false;
	if (!is_extended(d, u)) return refuse(r, "16.6d", "it is not in extended line");
	if (!shift_cost(b, d, u, o->a, &first, &second) || !(fd_front(b, d, u, d->at[u]) >> o->a & 1))
		return refuse(r, "16.6d", "the line cannot advance that way");
	if (agenda_see(&d->g)->kind == STEP_COMBAT && !(d->combat.flags & FIGHT_ENTERED) &&
		!fd_is_vacated(d, first) && !fd_is_vacated(d, second))
		return refuse(r, "7.2o", "the first to advance enters a hex that was left");
	return fits_both(b, d, u, first, second, r);
}

void fd_do_shift_up(const struct play *p, struct state *d, int side, const struct order *o)
{
	int first, second, from = d->at[o->unit], also = also_at(d, o->unit);
	shift_cost(fd_book(p), d, o->unit, o->a, &first, &second);
	put_line(p, d, o->unit, first, second);
	fd_went_up(p, d, side, o->unit, from, also);
}

/* On the march: puts the line down in two other hexes and looks whether it has come into a zone. */
static void relocate(const struct play *p, struct state *d, int unit, int first, int second, int cost)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	int from = d->at[unit];
	load_of(s)->march.points -= cost, s->flags |= MARCH_STEPPED;
	d->did[unit] |= DID_MOVE;
	put_line(p, d, unit, first, second);
	emit(p, .kind = E_STEPPED, .side = (int8_t)s->side, .who = (int16_t)unit, .where = from, .to = first,
		.n = cost, .m = load_see(s)->march.points, .rule = "16.6d", .note = number_of(b, second));
	if (fd_zone(b, d, unit, first) || fd_zone(b, d, unit, second)) fd_come_into_zone(d, s);
}

void fd_do_shift(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	int first, second, cost = shift_cost(b, d, o->unit, o->a, &first, &second) + leaving(b, d, o->unit);
	relocate(p, d, o->unit, first, second, cost);
}

/* 16.6d: one hex stays, the other swings by 60 degrees. The first and the second hex of the line after it. */
static void wheeled(const struct state *d, const struct order *o, int *first, int *second)
{
	bool on_first = d->at[o->unit] == o->b;
	*first = on_first ? o->b : o->a, *second = on_first ? o->a : o->b;
}

bool fd_may_wheel(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	int first, second, u = o->unit;
	if (!on_the_march(p, d, o, r)) return false;
	if (!is_extended(d, u) || o->a < 0 || o->b < 0 || !stands_in(d, u, o->b))
		return refuse(r, "16.6d", "it wheels on one of its own hexes");
	int other = d->at[u] == o->b ? also_at(d, u) : d->at[u];
	int was = hexmap_direction(b->map, o->b, other), is = hexmap_direction(b->map, o->b, o->a);
	if (is < 0 || ((is - was + 6) % 6 != 1 && (was - is + 6) % 6 != 1))
		return refuse(r, "16.6d", "it wheels by one hexside");
	if (!cost_into(b, u, o->b, is)) return refuse(r, "16.6d", "it cannot enter %s", number_of(b, o->a));
	wheeled(d, o, &first, &second);
	if (!fits_both(b, d, u, first, second, r) || is_shut(b, d, u, o->a, r)) return false;
	return pays(d, cost_into(b, u, o->b, is) + leaving(b, d, u), "16.6d", r);
}

void fd_do_wheel(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	int first, second, u = o->unit,
					   cost = cost_into(b, u, o->b, hexmap_direction(b->map, o->b, o->a)) + leaving(b, d, u);
	wheeled(d, o, &first, &second);
	int along = hexmap_direction(b->map, first, second);
	d->facing[u] = (uint8_t)((fronts_left(b, d, u) ? along + 5 : along + 1) % 6);
	relocate(p, d, u, first, second, cost);
}

/* 16.6e: what the hex costs those who come out of the other. 6.2j: whoever leaves a zone by it pays for that
   too. */
static int cost_of_closing(const struct fd_book *b, const struct state *d, int unit, int hex)
{
	int other = d->at[unit] == hex ? also_at(d, unit) : d->at[unit];
	return cost_into(b, unit, other, hexmap_direction(b->map, other, hex)) +
	       (fd_zone(b, d, unit, hex) ? 0 : leaving(b, d, unit));
}

/* 6.1a, 6.1b: a full hex will do if the march can go on out of it. */
bool fd_may_close(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	if (!on_the_march(p, d, o, r)) return false;
	if (!is_extended(d, o->unit) || o->a < 0 || !stands_in(d, o->unit, o->a))
		return refuse(r, "16.6e", "it closes into one of its own hexes");
	int cost = cost_of_closing(b, d, o->unit, o->a);
	if (!pays(d, cost, "16.6e", r)) return false;
	return fd_has_room(b, d, o->unit, o->a) ||
	       fd_goes_beyond(p, d, agenda_see(&d->g), o->a, load_now(&d->g)->march.points - cost) ||
	       refuse(r, "6.1a", "there is no room in %s", number_of(b, o->a));
}

void fd_do_close(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	struct step *s = agenda_top(&d->g);
	load_of(s)->march.points -= cost_of_closing(b, d, o->unit, o->a);
	if (!(s->flags & MARCH_STEPPED)) s->flags |= MARCH_HELD;
	s->flags |= MARCH_STEPPED;
	d->did[o->unit] |= DID_MOVE;
	fd_collapse(p, d, o->unit, o->a);
	load_of(s)->march.came = d->facing[o->unit];
	emit(p, .kind = E_CLOSED, .side = (int8_t)side, .who = o->unit, .where = o->a,
		.n = load_see(s)->march.points, .rule = "16.6e");
}

/* 16.6g */
void fd_collapse(const struct play *p, struct state *d, int unit, int hex)
{
	if (!is_extended(d, unit)) return;
	fd_put_also(p, d, unit, PLACE_NONE);
	if (d->at[unit] != hex) fd_put(p, d, unit, hex);
	fd_match_facing(d, unit);
	fd_refresh(p, d, hex);
}

void fd_list_lines(const struct play *p, const struct state *d, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = agenda_see(&d->g);
	struct order try = {.unit = s->unit};
	for (int dir = 0; dir < 6; dir++) {
		try.a = hex_next(b->map, d->at[s->unit], dir);
		if (try.a != HEX_NONE && fd_may_extend(p, d, s->side, &try, NULL))
			offer_at(o, V_EXTEND, s->unit, try.a);
	}
	if (!is_extended(d, s->unit)) return;
	for (try.a = 0; try.a < 6; try.a++)
		if (fd_may_shift(p, d, s->side, &try, NULL)) offer_at(o, V_SHIFT, s->unit, try.a);
	int own[2] = {d->at[s->unit], also_at(d, s->unit)};
	for (int i = 0; i < 2; i++) {
		for (int dir = 0; dir < 6; dir++) {
			try.a = hex_next(b->map, own[i], dir), try.b = own[i];
			if (try.a != HEX_NONE && fd_may_wheel(p, d, s->side, &try, NULL))
				offer_both(o, V_WHEEL, s->unit, try.a, try.b);
		}
		try.a = own[i];
		if (fd_may_close(p, d, s->side, &try, NULL)) offer_at(o, V_CLOSE, s->unit, try.a);
	}
}
