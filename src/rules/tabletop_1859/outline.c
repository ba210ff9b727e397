/* Shapes for the page: how far a unit can move, where it can fire, whom a commander reaches, where each stand
   is; and lines of sight and threats. */
#include "rules/tabletop_1859/tabletop_1859.h"

static void add_point(struct shape *s, int x, int y)
{
	if (s->n == SHAPE_POINTS) return;
	s->x[s->n] = x, s->y[s->n++] = y;
}

static void add_ray(struct shape *s, int at, int way, int tenths)
{
	add_point(s, PLACE_X(at) + tenths * sine(way) / SINE_ONE, PLACE_Y(at) - tenths * cosine(way) / SINE_ONE);
}

static void circle(struct shape *s, int kind, int at, int tenths)
{
	*s = (struct shape){.kind = (uint8_t)kind};
	for (int i = 0; i < SHAPE_POINTS; i++) add_ray(s, at, i * 360 / SHAPE_POINTS, tenths);
}

/* How far the move carries it that way, over this ground, without minding anybody. */
static int reach_along(const struct tt_book *b, const struct state *d, int unit, int way, int left)
{
	const struct tt_unit *u = &d->unit[unit];
	for (int tenths = left; tenths > 0; tenths -= 2) {
		int x = PLACE_X(u->at) + tenths * sine(way) / SINE_ONE,
			y = PLACE_Y(u->at) - tenths * cosine(way) / SINE_ONE;
		if (!tabletop_has(b->table, x, y)) continue;
		struct tabletop_way met =
			tabletop_walk(b->table, PLACE_X(u->at), PLACE_Y(u->at), x, y, TT_SLOW, TT_LINES);
		if (!(met.met & TABLETOP_WATER) &&
			met.length + met.slow * (b->n.slow - 1) + met.crossed * b->n.extra <= left)
			return tenths;
	}
	return 0;
}

static int outline_reach(const struct tt_book *b, const struct state *d, int unit, struct shape *out)
{
	int at = d->unit[unit].at, left = tt_allowance(b, d, unit) - d->unit[unit].used;
	*out = (struct shape){.kind = SHOW_REACH};
	if (tt_is_chief(b, unit)) return circle(out, SHOW_REACH, at, left), 1;
	for (int i = 0; i < SHAPE_POINTS; i++)
		add_ray(out, at, i * 360 / SHAPE_POINTS, reach_along(b, d, unit, i * 360 / SHAPE_POINTS, left));
	return 1;
}

/* From the two ends of the front, so far as it shoots, and around. */
static int outline_arc(const struct tt_book *b, const struct state *d, int unit, struct shape *out)
{
	const struct tt_unit *u = &d->unit[unit];
	const struct tt_shape *s = tt_shape(b, unit, u->formation, u->stands);
	int range = tt_range_of(b, unit), w = s->w, h = s->h, arc = b->n.arc;
	if (!range) return 0;
	*out = (struct shape){.kind = SHOW_ARC};
	for (int end = -1; end <= 1; end += 2) {
		int side = degrees_of(u->facing + 90 * end), x = PLACE_X(u->at) + w / 2 * sine(side) / SINE_ONE,
			y = PLACE_Y(u->at) - w / 2 * cosine(side) / SINE_ONE;
		int front_x = x + h / 2 * sine(u->facing) / SINE_ONE,
			front_y = y - h / 2 * cosine(u->facing) / SINE_ONE;
		if (end < 0) add_point(out, front_x, front_y);
		for (int i = 0; i <= 6; i++) {
			int way = degrees_of(u->facing + (end < 0 ? -arc + arc * i / 6 : arc * i / 6));
			add_point(out, front_x + range * sine(way) / SINE_ONE, front_y - range * cosine(way) / SINE_ONE);
		}
		if (end > 0) add_point(out, front_x, front_y);
	}
	return 1;
}

static int outline_command(const struct tt_book *b, const struct state *d, int unit, struct shape *out,
	int most)
{
	int n = 0, chief = tt_is_chief(b, unit) ? unit : b->piece[unit].chief;
	if (!tt_on(d, chief)) return 0;
	if (n < most) circle(&out[n++], SHOW_COMMAND, d->unit[chief].at, b->card.near);
	if (n < most && b->piece[chief].units) circle(&out[n++], SHOW_COMMAND, d->unit[chief].at, b->n.brigade);
	for (int c = b->units; c < b->chief_from[SIDES] && n < most; c++)
		if (b->piece[c].corps == chief)
			return circle(&out[n++], SHOW_COMMAND, d->unit[chief].at, b->n.division), n;
	return n;
}

/* Each stand's rectangle, rank by rank; the last rank stands in the middle. */
static int outline_stands(const struct tt_book *b, const struct state *d, int unit, struct shape *out,
	int most)
{
	const struct tt_unit *u = &d->unit[unit];
	const struct tt_shape *whole = tt_shape(b, unit, u->formation, u->stands);
	int front = tt_front(b, unit, u->formation, u->stands), h = whole->h, n = 0,
		each = whole->w / (front ? front : 1);
	for (int i = 0; i < u->stands && n < most; i++) {
		int rank = i / front, in_rank = u->stands - rank * front < front ? u->stands - rank * front : front;
		int right = (2 * (i % front) + 1 - in_rank) * each / 2,
			ahead = h / 2 - rank * b->n.depth - b->n.depth / 2;
		struct shape *s = &out[n++];
		*s = (struct shape){.kind = SHOW_STANDS};
		for (int k = 0; k < 4; k++) {
			int r = right + (k == 1 || k == 2 ? b->n.frontage : -b->n.frontage) / 2,
				a = ahead + (k < 2 ? b->n.depth : -b->n.depth) / 2;
			add_point(s, PLACE_X(u->at) + (r * cosine(u->facing) + a * sine(u->facing)) / SINE_ONE,
				PLACE_Y(u->at) + (r * sine(u->facing) - a * cosine(u->facing)) / SINE_ONE);
		}
	}
	return n;
}

int tt_outline(const struct play *p, const struct game *g, int side, int overlay, int unit, struct shape *out,
	int most)
{
	const struct tt_book *b = tt_book(p);
	const struct state *d = tt_see(g);
	if (unit == NO_UNIT || !tt_on(d, unit) || most < 1) return 0;
	switch (overlay) {
	case SHOW_REACH: return outline_reach(b, d, unit, out);
	case SHOW_ARC: return outline_arc(b, d, unit, out);
	case SHOW_COMMAND: return outline_command(b, d, unit, out, most);
	case SHOW_STANDS: return tt_is_chief(b, unit) ? 0 : outline_stands(b, d, unit, out, most);
	}
	return 0;
}

bool tt_sight(const struct play *p, const struct game *g, int unit, int from, int to, struct refusal *r)
{
	if (from < 0 || to < 0) return refuse(r, "comp.10a", "two places on the table were expected");
	return tt_sees_place(tt_book(p), tt_see(g), PLACE_X(from), PLACE_Y(from), PLACE_X(to), PLACE_Y(to), r);
}

/* What the attacker's fire could do now to whoever stands at a place. */
void tt_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o)
{
	const struct tt_book *b = tt_book(p);
	struct state *d = tt_of(clone);
	clone->depth = clone->deferred = clone->waiting = 0;
	tt_stage(p, clone, attacker, PHASE_FIRE);
	for (int u = b->from[attacker]; u < b->from[attacker + 1]; u++)
		d->unit[u].flags &= (uint8_t)~(UNIT_FIRED | UNIT_CHARGING | UNIT_TIED), d->unit[u].target = NO_UNIT;
	ask(clone, attacker, ASK_FIRE);
	for (int t = b->from[!attacker]; t < b->from[!attacker + 1]; t++) {
		if (!tt_on(d, t) || place < 0) continue;
		struct block k = tt_block(b, d, t);
		if (!block_holds(&k, PLACE_X(place), PLACE_Y(place))) continue;
		for (int u = b->from[attacker]; u < b->from[attacker + 1]; u++) {
			struct order x = {VERB_FIRE, (int16_t)u, t, 0, 0};
			if (tt_on(d, u) && tt_may_fire(p, d, attacker, &x, NULL)) orders_add(o, VERB_FIRE, u, t, 0, 0);
		}
	}
}
