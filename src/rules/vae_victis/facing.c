/* Facing (2, 7.3), stacking (3) and zones of control (6): where a piece is, which way it looks, and
   everything that follows from that and is kept up to date with it: who stands in a hex, and in whose zone of
   control it lies. */
#include "rules/vae_victis/vae_victis.h"

/* 2a, A10: the faced hex and its two neighbours; 2b, A12: all six in a village or city. */
static const uint8_t front_of[6] = {0x23, 0x07, 0x0e, 0x1c, 0x38, 0x31};

/* 2a, 2b, A12 */
uint8_t vv_front(const struct vv_book *b, const struct state *d, int unit)
{
	return b->ground[d->at[unit]] & GROUND_ROUND ? FULL : front_of[d->facing[unit]];
}

bool vv_on_flank(const struct vv_book *b, const struct state *d, int unit, int hex)
{
	return !(vv_front(b, d, unit) >> hexmap_direction(b->map, d->at[unit], hex) & 1);
}

/* 6a, 6b, 6.2a, 6.2b: a unit, disorganised or not (6c), has a zone in its front hexes, but not across a side
   that it cannot cross. */
static void zone(const struct vv_book *b, struct state *d, int unit, int by)
{
	int hex = d->at[unit];
	const int16_t *next = &b->map->next[hex * 6];
	unsigned dirs = vv_front(b, d, unit) & b->open[hex];
	uint8_t one = (uint8_t)(b->unit[unit].side ? by * 16 : by);
	for (; dirs; dirs &= dirs - 1) {
		struct vv_spot *s = &d->spot[next[__builtin_ctz(dirs)]];
		s->zoc = (uint8_t)(s->zoc + one);
	}
}

static void lift(const struct vv_book *b, struct state *d, int unit)
{
	uint8_t *link = &d->spot[d->at[unit]].on;
	zone(b, d, unit, -1);
	while (*link != unit + 1) link = &d->under[*link - 1];
	*link = d->under[unit];
	d->under[unit] = 0;
}

static void set_down(const struct vv_book *b, struct state *d, int unit)
{
	struct vv_spot *s = &d->spot[d->at[unit]];
	d->under[unit] = s->on;
	s->on = (uint8_t)(unit + 1);
	s->held = (int8_t)b->unit[unit].side; /* 14.3b */
	zone(b, d, unit, 1);
}

/* Moves a piece between places and keeps spots in step. */
void vv_put(const struct vv_book *b, struct state *d, int piece, int place)
{
	bool leader = is_leader(b, piece);
	int8_t one = leader && leader_of(b, piece)->side ? 16 : 1;
	if (is_hex(d->at[piece])) {
		if (leader) d->spot[d->at[piece]].led = (uint8_t)(d->spot[d->at[piece]].led - one);
		else lift(b, d, piece);
	}
	d->at[piece] = (int16_t)place;
	if (!is_hex(place)) return;
	if (leader) d->spot[place].led = (uint8_t)(d->spot[place].led + one);
	else set_down(b, d, piece);
}

void vv_turn_to(const struct vv_book *b, struct state *d, int unit, int facing)
{
	if (d->facing[unit] == facing) return;
	zone(b, d, unit, -1);
	d->facing[unit] = (uint8_t)facing;
	zone(b, d, unit, 1);
}

/* 3a … 3c, 3f: one infantry or cavalry unit and one artillery, or two artillery. */
bool vv_may_stack(const struct vv_book *b, const struct state *d, int unit, int hex)
{
	int others = 0, line = b->unit[unit].kind != GUNS;
	for (int u = first_on(d, hex); u >= 0; u = next_on(d, u)) {
		if (u == unit) continue;
		others++, line += b->unit[u].kind != GUNS;
	}
	return others == 0 || (others == 1 && line <= 1);
}

/* For set-up and cases: the nearest hex where it may stand among friends, clockwise. */
int vv_nearest_legal(const struct vv_book *b, const struct state *d, int unit, int hex)
{
	int16_t ring[6 * 100];
	for (int radius = 0; radius < 100; radius++) {
		int n = hex_ring(b->map, hex, radius, ring);
		for (int i = 0; i < n; i++)
			if (!(b->ground[ring[i]] & GROUND_CLOSED) && !holds(b, d, ring[i], !b->unit[unit].side) &&
				vv_may_stack(b, d, unit, ring[i]))
				return ring[i];
	}
	return HEX_NONE;
}

bool vv_beside_enemy(const struct vv_book *b, const struct state *d, int hex, int side)
{
	const int16_t *next = &b->map->next[hex * 6];
	for (int dir = 0; dir < 6; dir++)
		if (is_hex(next[dir]) && holds(b, d, next[dir], !side)) return true;
	return false;
}

/* --- a turn by one hexside: step.unit (7.3c: 11.2o, 11.2q, 11.4i, A78) ---------------------------------- */

void vv_face(const struct play *p, struct state *d) { ask(&d->g, agenda_see(&d->g)->side, Q_TURN); }

bool vv_may_turn(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit)
		return refuse(r, "7.3c", "%s may turn, not %s", name_of_piece(p, s->unit), name_of_piece(p, o->unit));
	int by = (o->a - d->facing[s->unit] + 6) % 6;
	if (by != 0 && by != 1 && by != 5) return refuse(r, "7.3c", "it may turn by one hexside");
	return true;
}

void vv_list_turns(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int unit = agenda_see(&d->g)->unit, now = d->facing[unit];
	offer_at(o, V_FACE, unit, now);
	offer_at(o, V_FACE, unit, (now + 1) % 6);
	offer_at(o, V_FACE, unit, (now + 5) % 6);
}

void vv_do_turn(const struct play *p, struct state *d, int side, const struct order *o)
{
	if (d->facing[o->unit] != o->a) {
		vv_turn_to(vv_book(p), d, o->unit, o->a);
		emit(p, .kind = E_TURNED, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .n = o->a,
			.rule = "7.3c");
	}
	agenda_done(&d->g);
}
