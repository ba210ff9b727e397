/* Reserves: who is due, the roll some of them need, where they come on, and the divisions that went round the
   enemy by night. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* reserve.1: on a fixed bound; a marching division when its die has fallen (it then waits in the march box as
   a reserve). */
bool baa_reserve_waits(const struct baa_book *b, const struct state *d, int piece)
{
	const struct counter *k = &d->counter[piece];
	if (k->fate != FATE_RESERVE || k->deeds & HAS_TRIED) return false;
	return k->at == PLACE_BOX(BOX_MARCH) || b->piece[piece].arrives <= d->bound;
}

static bool marched(const struct state *d, int piece) { return d->counter[piece].at == PLACE_BOX(BOX_MARCH); }

static int division_of(const struct baa_book *b, int piece)
{
	return is_unit(b, piece) && b->piece[piece].boss != NO_UNIT ? b->piece[piece].boss : piece;
}

static bool must_roll(const struct baa_book *b, const struct state *d, int piece)
{
	return b->piece[piece].entry_roll && !marched(d, piece) && baa_reserve_waits(b, d, piece);
}

/* reserve.2: one command roll a division; whoever fails waits for the next bound. */
void baa_reserves_roll(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	uint64_t rolled[MASK] = {0};
	for (int i = 0; i < p->m->pieces; i++)
		if (d->counter[i].fate == FATE_RESERVE) d->counter[i].deeds &= (uint16_t)~HAS_TRIED;
	for (int i = 0; i < p->m->pieces; i++) {
		if (mask_has(rolled, i) || !must_roll(b, d, i)) continue;
		int side = b->piece[i].side, division = division_of(b, i);
		bool come = baa_command_roll(p, d, side, baa_best_control(b, d, i, false), i, true, 0,
			b->piece[i].entry_roll, "reserve");
		for (int k = i; k < p->m->pieces; k++) {
			if (division_of(b, k) != division || !must_roll(b, d, k)) continue;
			mask_add(rolled, k);
			if (come) continue;
			d->counter[k].deeds |= HAS_TRIED;
			emit(p, .kind = E_DELAYED, .side = (int8_t)side, .who = (int16_t)k, .rule = "reserve.2");
		}
	}
}

/* --- where they come on --------------------------------------------------------------------------------- */

static bool room_at(const struct play *p, const struct state *d, int piece, int hex)
{
	const struct baa_book *b = baa_book(p);
	if (!baa_may_stand(b, d, piece, hex) || baa_board_enemy_in(b, d, b->piece[piece].side, hex)) return false;
	return !is_unit(b, piece) || baa_board_units(d, hex) < 2;
}

/* reserve.5: the edge behind the enemy, or the two beside it. */
static bool edge_fits(const struct baa_book *b, const struct state *d, int piece, int hex)
{
	int rear = b->rear[!b->piece[piece].side];
	unsigned want =
		d->counter[piece].deeds & BY_REAR ? 1u << rear : (1u << (rear + 1) % 4) | (1u << (rear + 3) % 4);
	return b->edge_of[hex] & want;
}

/* AMB-41: at its place; if that is blocked, up to 3 hexes along the edge. */
static bool may_come_on(const struct play *p, const struct state *d, int piece, int hex, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	int start = b->piece[piece].start;
	if (!is_hex(hex)) return refuse(r, "reserve.1", "reserves enter on the board");
	if (!room_at(p, d, piece, hex)) return refuse(r, "reserve.1", "%s is blocked", p->m->map->number[hex]);
	if (marched(d, piece))
		return edge_fits(b, d, piece, hex) ||
		       refuse(r, "reserve.5", "%s is not on the edge it marched to", p->m->map->number[hex]);
	if (hex == start) return true;
	if (room_at(p, d, piece, start))
		return refuse(r, "reserve.1", "%s enters at %s", p->m->piece[piece].name, p->m->map->number[start]);
	bool along = b->hex[start] & HEX_IS_EDGE ? b->hex[hex] & HEX_IS_EDGE : true;
	if (along && hex_distance(b, start, hex) <= b->n.shift) return true;
	return refuse(r, "reserve.1", "%s is too far from %s", p->m->map->number[hex], p->m->map->number[start]);
}

static void come_on_list(const struct play *p, const struct state *d, int piece, struct orders *o)
{
	const struct baa_book *b = baa_book(p);
	if (b->piece[piece].by_rail && !marched(d, piece)) {
		baa_rail_list(p, d, piece, o);
		return;
	}
	int start = b->piece[piece].start;
	for (int h = 0; h < b->hexes; h++) {
		/* no mutants: spares a closer look at what is too far in any case */
		if (!marched(d, piece) && is_hex(start) && hex_distance(b, start, h) > b->n.shift) continue;
		if (may_come_on(p, d, piece, h, NULL)) list_order(o, V_ENTER, piece, h);
	}
}

/* --- the question --------------------------------------------------------------------------------------- */

void baa_list_reserves(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int i = 0; i < p->m->pieces; i++)
		if (baa_book(p)->piece[i].side == side && baa_reserve_waits(baa_book(p), d, i))
			come_on_list(p, d, i, o);
	list_word(o, V_DONE);
}

static bool reserve_may(const struct play *p, const struct state *d, int side, const struct order *o,
	bool ride, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	const char *name = p->m->piece[o->unit].name;
	if (b->piece[o->unit].side != side) return refuse(r, "reserve.1", "%s is not yours", name);
	if (d->counter[o->unit].fate == FATE_RESERVE && d->counter[o->unit].deeds & HAS_TRIED)
		return refuse(r, "reserve.2", "%s has no order to come on", name);
	if (!baa_reserve_waits(b, d, o->unit)) return refuse(r, "reserve.1", "%s is not due", name);
	bool rail = b->piece[o->unit].by_rail && !marched(d, o->unit);
	return rail == ride || refuse(r, "rail.1", rail ? "%s comes by rail" : "%s does not come by rail", name);
}

bool baa_may_ride(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return reserve_may(p, d, side, o, true, r) && baa_rail_may_ride(p, d, o->unit, o->a, r);
}

bool baa_may_enter(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return reserve_may(p, d, side, o, false, r) && may_come_on(p, d, o->unit, o->a, r);
}

/* reserve.3: a free full move, of which the hex of entry is the first; reserve.4: afterwards it is a counter
   like any other. */
void baa_do_entered(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->stage++;
}

void baa_do_ride(const struct play *p, struct state *d, int side, const struct order *o)
{
	baa_rail_ride(p, d, o->unit, o->a);
}

void baa_do_enter(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->counter[o->unit].deeds &= (uint16_t)~BY_REAR;
	baa_board_put(baa_book(p), d, o->unit, o->a);
	emit(p, .kind = E_ARRIVED, .side = (int8_t)side, .who = o->unit, .where = o->a, .rule = "reserve.3");
	baa_march_enter(p, d, o->unit);
}

/* --- back from a tactical march ------------------------------------------------------------------------- */

static bool same_march(const struct baa_book *b, const struct state *d, int i, int k)
{
	if (d->counter[k].fate != FATE_MARCHING || b->piece[i].side != b->piece[k].side) return false;
	bool alone = is_unit(b, i) && b->piece[i].boss == NO_UNIT; /* brigades without a division march
	                                                              together */
	return alone ? is_unit(b, k) && b->piece[k].boss == NO_UNIT : division_of(b, i) == division_of(b, k);
}

/* reserve.7: rested on 5-6, also those who marched off tired; otherwise fatigued. */
static void march_returns(const struct play *p, struct state *d, int first, const uint64_t division[MASK])
{
	const struct baa_book *b = baa_book(p);
	int side = b->piece[first].side;
	bool rested = baa_roll_dice(p, d,
		&(struct throw){.n = 1,
			.mark = b->n.rested_on,
			.who = first,
			.whom = NO_UNIT,
			.rule = "reserve.7",
			.why = "rest on the march",
			.words = &baa_rest_words});
	for EACH (k, division) {
		d->counter[k].fate = FATE_RESERVE;
		if (rested) d->counter[k].state &= (uint8_t)~IS_FATIGUED;
		else if (is_unit(b, k)) d->counter[k].state |= IS_FATIGUED;
		emit(p, .kind = E_RETURNED, .side = (int8_t)side, .who = (int16_t)k, .n = rested,
			.rule = "reserve.7");
	}
}

/* reserve.6: each bound from dawn on, 5-6 for a flank, 6 for the rear; one roll a division. */
void baa_tactical_return(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	uint64_t rolled[MASK] = {0};
	if (is_night(b, d)) return;
	for (int i = 0; i < p->m->pieces; i++) {
		uint64_t division[MASK] = {0};
		if (d->counter[i].fate != FATE_MARCHING || mask_has(rolled, i)) continue;
		for (int k = i; k < p->m->pieces; k++)
			if (same_march(b, d, i, k)) mask_add(division, k), mask_add(rolled, k);
		int on = d->counter[i].deeds & BY_REAR ? b->n.rear_on : b->n.flank_on;
		struct throw t = {.n = 1,
			.mark = on,
			.who = i,
			.whom = NO_UNIT,
			.rule = "reserve.6",
			.why = "back from the tactical march",
			.words = &baa_return_words};
		if (baa_roll_dice(p, d, &t)) march_returns(p, d, i, division);
	}
}
