/* Reinforcements (7.4, 14.2): when they are due, where they come in, and what the road column costs them. */
#include "rules/vae_victis/vae_victis.h"

/* 4C-d */
bool vv_is_due(const struct vv_book *b, const struct state *d, int piece)
{
	int turn = is_leader(b, piece) ? leader_of(b, piece)->arrives : b->unit[piece].arrives;
	return d->at[piece] == BOX_OFF && turn <= d->g.turn;
}

static bool is_free(const struct vv_book *b, const struct state *d, int hex, int side)
{
	return !(b->ground[hex] & GROUND_CLOSED) && !holds(b, d, hex, !side) && !in_ezoc(d, hex, side);
}

/* A26: the hex on the schedule, or else the nearest free one of the edge within three. */
int vv_entry_hex(const struct vv_book *b, const struct state *d, int piece)
{
	bool leader = is_leader(b, piece);
	int side = side_of(b, piece), hex = b->entry[leader ? leader_of(b, piece)->entry : b->unit[piece].entry];
	if (is_free(b, d, hex, side)) return hex;
	for (int radius = 1; radius <= 3; radius++) {
		int16_t ring[18];
		int n = hex_ring(b->map, hex, radius, ring);
		for (int i = 0; i < n; i++)
			if (b->ground[ring[i]] & GROUND_EDGE && is_free(b, d, ring[i], side)) return ring[i];
	}
	return HEX_NONE;
}

/* 7.4d … 7.4f, A24: the n-th unit pays n times the first hex; leaders neither pay nor count. */
int vv_entry_cost(const struct vv_book *b, const struct state *d, int piece, int hex)
{
	if (is_leader(b, piece)) return 0;
	return b->enter[b->unit[piece].kind][hex] * (d->entered[b->unit[piece].entry] + 1);
}
