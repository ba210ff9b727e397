/* Railroads and river boats. Counters that come by train get off anywhere along the line and are aboard until
   their next own round. Boats are artillery on the water; what sets them apart stands with movement (boat.2),
   zones and contact (AMB-23) and fire (boat.3, boat.4). */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* zoc.2, zoc.4, AMB-22: a train may bring a unit into an enemy zone and no farther; zoc.7: with a commander
   it goes on. */
static bool track_ends(const struct baa_book *b, const struct state *d, int piece, int hex)
{
	return is_unit(b, piece) && baa_board_zone(b, d, !b->piece[piece].side, hex);
}

/* rail.1: every hex that connected track leads to from where the train comes in; rail.6: an enemy unit on the
   track stops it. */
static void tracks(const struct baa_book *b, const struct state *d, int piece,
	uint64_t reached[BAA_HEXES / 64])
{
	int16_t queue[BAA_HEXES];
	int n = 0, start = b->piece[piece].start, side = b->piece[piece].side;
	memset(reached, 0, sizeof(uint64_t) * BAA_HEXES / 64);
	if (baa_board_enemy_in(b, d, side, start)) return;
	reached[start >> 6] |= 1ull << (start & 63);
	queue[n++] = (int16_t)start;
	for (int i = 0; i < n; i++)
		for (int dir = 0; dir < 6 && !track_ends(b, d, piece, queue[i]); dir++) {
			const struct hexside *s = side_at(b, queue[i], dir);
			if (!(s->flags & SIDE_IS_RAIL) || b->hex[s->next] & HEX_IS_OFF) continue;
			if (reached[s->next >> 6] >> (s->next & 63) & 1 || baa_board_enemy_in(b, d, side, s->next))
				continue;
			reached[s->next >> 6] |= 1ull << (s->next & 63);
			queue[n++] = s->next;
		}
}

/* A battle may say where the trains stop. */
static const struct special *wrong_station(const struct baa_book *b, int piece, int hex)
{
	for (int i = 0; i < b->specials; i++) {
		const struct special *s = &b->special[i];
		if (s->kind == SPECIAL_GET_OFF && b->piece[piece].stations >> i & 1 &&
			!(s->hex[hex >> 6] >> (hex & 63) & 1))
			return s;
	}
	return NULL;
}

static bool may_get_off(const struct play *p, const struct state *d, int piece, int to,
	const uint64_t reached[BAA_HEXES / 64], struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	const struct special *s = wrong_station(b, piece, to);
	if (!(reached[to >> 6] >> (to & 63) & 1))
		return refuse(r, "rail.1", "no open track leads %s to %s", p->m->piece[piece].name,
			p->m->map->number[to]);
	if (s) return refuse(r, s->rule, "%s", s->text);
	if (is_unit(b, piece) && baa_board_units(d, to) >= 2)
		return refuse(r, "stack.1", "two units stand in %s already", p->m->map->number[to]);
	return true;
}

bool baa_rail_may_ride(const struct play *p, const struct state *d, int piece, int to, struct refusal *r)
{
	uint64_t reached[BAA_HEXES / 64];
	if (!baa_book(p)->piece[piece].by_rail)
		return refuse(r, "rail.1", "%s does not come by rail", p->m->piece[piece].name);
	if (!is_hex(to)) return refuse(r, "rail.1", "a train stops on the board");
	tracks(baa_book(p), d, piece, reached);
	return may_get_off(p, d, piece, to, reached, r);
}

void baa_rail_list(const struct play *p, const struct state *d, int piece, struct orders *o)
{
	uint64_t reached[BAA_HEXES / 64];
	tracks(baa_book(p), d, piece, reached);
	for (int h = 0; h < baa_book(p)->hexes; h++)
		if (reached[h >> 6] >> (h & 63) & 1 && may_get_off(p, d, piece, h, reached, NULL))
			list_order(o, V_RIDE, piece, h);
}

/* rail.2: it stays on the tracks, aboard, until its next own round. */
void baa_rail_ride(const struct play *p, struct state *d, int piece, int to)
{
	const struct baa_book *b = baa_book(p);
	struct counter *k = &d->counter[piece];
	baa_board_put(b, d, piece, to);
	k->state |= IS_ABOARD;
	k->deeds |= HAS_MOVED | HAS_STIRRED;
	emit(p, .kind = E_RODE, .side = (int8_t)b->piece[piece].side, .who = (int16_t)piece,
		.where = b->piece[piece].start, .to = to, .rule = "rail.1");
}
