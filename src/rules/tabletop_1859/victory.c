/* The turn's beginning and end: who arrives, the weather, what is held, who wins (comp.10b, comp.14), and the
   counts for studies. */
#include <string.h>

#include "rules/tabletop_1859/tabletop_1859.h"

/* --- the beginning of a turn ---------------------------------------------------------------------------- */

static void arrive(const struct play *p, struct state *d, int piece)
{
	const struct tt_book *b = tt_book(p);
	const struct tt_piece *v = &b->piece[piece];
	struct tt_unit *u = &d->unit[piece];
	if (u->at != BOX_MARCH || v->arrives > d->g.turn) return;
	int at = tt_is_chief(b, piece) ? v->entry : tt_free_place(b, d, piece, v->entry, u->facing, u->formation);
	if (at == PLACE_NONE) return; /* no room: it waits */
	u->at = at;
	emit(p, .kind = EVENT_ARRIVED, .side = (int8_t)v->side, .who = (int16_t)piece, .where = at,
		.rule = "comp.1b");
}

static bool is_dim(const char *kind)
{
	static const char *const words[] = {"storm", "rain", "fog", "mist", "snow", "dust"};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (strcmp(kind, words[i]) == 0) return true;
	return false;
}

/* comp.10b: its chance in tenths on a D10, and what is left in hundredths on a second if the first shows just
   one more. */
static bool comes(const struct play *p, struct state *d, int percent)
{
	int die = roll_die(p, &d->g, NOBODY, D10, "comp.10b", "the weather");
	if (die <= percent / 10) return true;
	return die == percent / 10 + 1 && percent % 10 &&
	       roll_at_most(p, &d->g, NOBODY, D10, percent % 10, "comp.10b", "the weather, in hundredths");
}

/* Weather that may come is rolled for each turn. */
static void look_at_sky(const struct play *p, struct state *d)
{
	const struct tt_book *b = tt_book(p);
	int now = b->starts + (d->g.turn - 1) * b->n.minutes;
	bool dim = false;
	for (int i = 0; i < b->weathers && !dim; i++) {
		const struct weather *w = &b->weather[i];
		if (now < w->from || now >= w->to || !is_dim(w->kind) || w->percent <= 0) continue;
		dim = w->percent >= 100 || comes(p, d, w->percent);
	}
	if (dim == d->dim) return;
	d->dim = dim;
	emit(p, .kind = EVENT_DIM, .n = dim, .rule = "comp.10b");
}

static void refresh(struct tt_unit *u, int arm)
{
	u->used = 0;
	if (arm == TT_CHIEF) {
		u->flags &= (uint8_t)~CHIEF_MISSED; /* rally.5 */
		return;
	}
	u->bonus = u->charge = u->sighted = 0;
	if (u->flags & UNIT_RALLIED) u->order = ORDER_GOOD; /* rally.4 */
	/* fcrt.33 */
	u->flags = (uint8_t)((u->flags & UNIT_TIED) |
						 (arm == CARD_ARTILLERY && u->flags & UNIT_STOPPED ? UNIT_UNDER_FIRE : 0));
}

void tt_begin_turn(const struct play *p, struct state *d)
{
	const struct tt_book *b = tt_book(p);
	emit(p, .kind = EVENT_TURN, .n = d->g.turn, .rule = "comp.3");
	for (int i = 0; i < p->m->pieces; i++) refresh(&d->unit[i], b->piece[i].arm);
	for (int i = 0; i < p->m->pieces; i++) arrive(p, d, i);
	look_at_sky(p, d);
}

/* --- its end -------------------------------------------------------------------------------------------- */

#define HOLDS 30 /* tenths: a unit that near to an objective stands there */

/* comp.14a: who has each objective if the turn ends like this. */
void tt_would_hold(const struct tt_book *b, const struct state *d, int8_t holder[TT_OBJECTIVES])
{
	unsigned there[SIDES] = {0}; /* a bit for each objective */
	for (int side = 0; side < SIDES; side++)
		for (int u = b->from[side]; u < b->from[side + 1]; u++) {
			if (!tt_on(d, u) || d->unit[u].order == ORDER_ROUTED) continue;
			for (int i = 0; i < b->objectives; i++)
				if (!(there[side] >> i & 1) && tt_near_place(b, d, u, b->objective[i].at, HOLDS))
					there[side] |= 1u << i;
		}
	for (int i = 0; i < b->objectives; i++) {
		bool one = there[0] >> i & 1, other = there[1] >> i & 1;
		holder[i] = one == other ? d->held[i] : (int8_t)other;
	}
}

void tt_take_objectives(const struct play *p, struct state *d)
{
	const struct tt_book *b = tt_book(p);
	int8_t holder[TT_OBJECTIVES];
	tt_would_hold(b, d, holder);
	for (int i = 0; i < b->objectives; i++) {
		const struct tt_objective *o = &b->objective[i];
		int side = holder[i];
		if (side == d->held[i]) continue;
		d->held[i] = (int8_t)side;
		emit(p, .kind = EVENT_TAKEN, .side = (int8_t)side, .where = o->at, .n = o->value, .rule = "comp.14a",
			.note = o->name);
	}
}

static bool has_troops(const struct tt_book *b, const struct state *d, int side)
{
	for (int u = b->from[side]; u < b->from[side + 1]; u++)
		if (tt_on(d, u) || d->unit[u].at == BOX_MARCH) return true;
	return false;
}

/* comp.14d */
void tt_end_turn(const struct play *p, struct state *d)
{
	const struct tt_book *b = tt_book(p);
	tt_take_objectives(p, d);
	bool left[SIDES] = {has_troops(b, d, 0), has_troops(b, d, 1)};
	if (d->g.turn < b->turns && left[0] && left[1]) {
		d->g.turn++;
		agenda_top(&d->g)->stage = 0;
		return;
	}
	int west = tt_score(p, &d->g, 0), east = tt_score(p, &d->g, 1);
	int winner = west > east ? 0 : east > west ? 1 : RESULT_DRAW;
	if (left[0] != left[1]) winner = left[0] ? 0 : 1;
	int margin = winner == RESULT_DRAW ? 0 : left[0] != left[1] ? 2 : 1;
	int told = winner == RESULT_DRAW ? NOBODY : winner; /* no mutants: whose name the words have */
	emit(p, .kind = EVENT_ENDED, .side = (int8_t)told, .n = margin, .m = abs(west - east),
		.rule = "comp.14d");
	game_end(&d->g, winner, margin);
}

/* --- how it goes ---------------------------------------------------------------------------------------- */

/* comp.14: objectives, a point for each stand the other side has lost, two for guns taken. */
int tt_score(const struct play *p, const struct game *g, int side)
{
	const struct tt_book *b = tt_book(p);
	const struct state *d = tt_see(g);
	int score = 0;
	for (int i = 0; i < b->objectives; i++)
		if (d->held[i] == side) score += b->objective[i].value;
	for (int u = b->from[!side]; u < b->from[!side + 1]; u++) {
		int lost = b->piece[u].stands - d->unit[u].stands,
			taken = d->unit[u].taken < lost ? d->unit[u].taken : lost;
		score += (lost - taken) * b->n.stand_points + taken * b->n.gun_points;
	}
	return score;
}

int tt_lost(const struct play *p, const struct game *g, int piece)
{
	const struct tt_book *b = tt_book(p);
	int unit = p->m->piece[piece].unit, whole = b->piece[piece].stands;
	if (tt_is_chief(b, piece) || unit < 0) return 0;
	const struct unit *u = &p->m->battle->unit[unit];
	/* its gunners are the brigade's men */
	bool battery = b->piece[piece].arm == CARD_ARTILLERY && u->arm != ARM_ARTILLERY;
	return battery ? 0 : u->men * (whole - tt_see(g)->unit[piece].stands) / whole;
}

int tt_worth(const struct muster *m, int piece)
{
	const struct tt_book *b = m->own;
	return tt_is_chief(b, piece) ? 0 : b->piece[piece].stands;
}
