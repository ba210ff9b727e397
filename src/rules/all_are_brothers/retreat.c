/* Retreats (12.5): by hexes, by priorities, under fire. How many hexes a unit owes is kept on the unit. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* 12.5b, 12.5f, R-60: a hex it can go to at all. */
static bool passable(const struct aab_book *b, const struct state *d, int piece, int from, int dir)
{
	const struct hexside *s = &b->side[from * 6 + dir];
	int side = b->piece[piece].side, arm = is_unit(b, piece) ? b->piece[piece].arm : ARM_INFANTRY;
	if (s->next == HEX_NONE || (s->cost[arm] == PROHIBITED && !(s->flags & SIDE_ROAD))) return false;
	return !held_by(b, d, !side, s->next) && aab_board_hq(b, d, !side, s->next, NO_UNIT) == NO_UNIT;
}

static bool would_overstack(const struct aab_book *b, const struct state *d, int piece, int hex)
{
	return is_unit(b, piece) && aab_board_sp(d, hex) + d->counter[piece].sp > b->n.limit;
}

/* Keeps those of the list with the best grade. */
static int sieve(int16_t *hex, const int *grade, int n)
{
	int best = INT_MIN, kept = 0;
	for (int i = 0; i < n; i++)
		if (grade[i] > best) best = grade[i];
	for (int i = 0; i < n; i++)
		if (grade[i] == best) hex[kept++] = hex[i];
	return kept;
}

/* 12.5c: hexes of enemies who have won the assault that this retreat pays for. */
static int victors(const struct state *d, int side, int16_t hex[AAB_PIECES])
{
	int n = 0;
	for EACH (u, d->units[!side]) {
		if (!(d->counter[u].deeds & IS_FIGHTING)) continue;
		int k = 0;
		while (k < n && hex[k] != d->counter[u].at) k++;
		if (k == n) hex[n++] = d->counter[u].at;
	}
	return n;
}

/* 12.5c: how well a step from `at` to `to` obeys the first priority. After an assault: from how many
   victorious hexes it goes away, less those it comes nearer to. Else: does it go away from the hex that fired
   (10.1c), or from the nearest enemy, who is `away` hexes from `at`? */
static int escape(const struct aab_book *b, const struct state *d, const struct step *s, int at, int to,
	int away)
{
	int side = b->piece[s->unit].side, sum = 0;
	if (load_see(s)->flight.why & FLEE_ASSAULT) {
		int16_t foe[AAB_PIECES];
		for (int i = victors(d, side, foe) - 1; i >= 0; i--) {
			int was = hex_distance(b, foe[i], at), now = hex_distance(b, foe[i], to);
			sum += (now > was) - (now < was);
		}
		return sum;
	}
	int from = load_see(s)->flight.away;
	int now = from != HEX_NONE ? hex_distance(b, from, to) : aab_nearest_enemy(b, d, side, to, away - 1);
	return (now > away) - (now < away);
}

/* How far it stands from what it flees, if not from an assault. */
static int threat(const struct aab_book *b, const struct state *d, const struct step *s, int at)
{
	int from = load_see(s)->flight.away;
	if (load_see(s)->flight.why & FLEE_ASSAULT) return 0;
	return from != HEX_NONE ? hex_distance(b, from, at)
	                        : aab_nearest_enemy(b, d, b->piece[s->unit].side, at, 1);
}

/* 12.5c-e: where the priorities let it go, each as far as possible. */
int aab_retreat_hexes(const struct play *p, const struct state *d, const struct step *s, int16_t hex[6])
{
	const struct aab_book *b = aab_book(p);
	int at = d->counter[s->unit].at, n = 0, grade[6];
	int corps = b->piece[s->unit].corps, hq = corps == NOBODY ? NO_UNIT : b->formation[corps].hq;
	for (int dir = 0; dir < 6; dir++)
		if (passable(b, d, s->unit, at, dir)) hex[n++] = b->side[at * 6 + dir].next;
	int away = threat(b, d, s, at);
	for (int i = 0; i < n; i++) grade[i] = escape(b, d, s, at, hex[i], away);
	n = sieve(hex, grade, n);
	for (int i = 0; i < n; i++) grade[i] = !would_overstack(b, d, s->unit, hex[i]);
	n = sieve(hex, grade, n);
	for (int i = 0; i < n; i++)
		grade[i] = hq != NO_UNIT && hq != s->unit && on_map(d, hq) &&
		           hex_distance(b, hex[i], d->counter[hq].at) < hex_distance(b, at, d->counter[hq].at);
	return sieve(hex, grade, n);
}

/* A unit that flees is no longer marching, charging or assaulting. */
static void flight_begins(const struct aab_book *b, struct state *d, int unit)
{
	struct counter *k = &d->counter[unit];
	k->marks = (uint8_t)((k->marks & ~IS_DECLARED) | IS_FLEEING);
	k->deeds &= (uint8_t)~IS_TESTING;
	if (is_unit(b, unit)) k->target = HEX_NONE;
}

#define RETREAT_MOST 24 /* hexes in a row before we call it a rout */

void aab_retreat_step(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	struct step *s = agenda_top(&d->g);
	struct counter *k = &d->counter[s->unit];
	int16_t hex[6];
	/* 4.1f */
	if (placed(k) && !k->flee && s->stage && is_unit(b, s->unit) && aab_board_sp(d, k->at) > b->n.limit)
		k->flee = 1;
	if (!placed(k) || !k->flee) {
		k->flee = 0, k->marks &= (uint8_t)~IS_FLEEING;
		agenda_done(&d->g);
		return;
	}
	flight_begins(b, d, s->unit);
	bool rout = s->stage >= RETREAT_MOST; /* no mutants: how long a rout may be */
	if (!rout && aab_retreat_hexes(p, d, s, hex)) {
		ask(&d->g, b->piece[s->unit].side, Q_RETREAT);
		return;
	}
	int unit = s->unit;
	if (is_unit(b, unit)) aab_break_unit(p, d, unit, "12.5f");
	else k->flee = 0, overrun_push(d, b->piece[unit].side, unit, false);
}

bool aab_may_retreat(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	const struct step *s = agenda_see(&d->g);
	int16_t hex[6];
	if (o->unit != s->unit) return refuse(r, "12.5a", "%s must retreat", p->m->piece[s->unit].name);
	int n = aab_retreat_hexes(p, d, s, hex), i = 0;
	while (i < n && hex[i] != o->a) i++;
	if (i == n) return refuse(r, "12.5c", "the priorities of retreat do not lead there");
	int places = is_unit(b, s->unit) ? aab_board_count(d, o->a) : 0;
	return (o->b >= 0 && o->b <= places) || refuse(r, "4.3e", "there is no such place in that stack");
}

void aab_list_retreats(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	const struct step *s = agenda_see(&d->g);
	int16_t hex[6];
	for (int i = 0, n = aab_retreat_hexes(p, d, s, hex); i < n; i++)
		for (int pos = 0; pos <= (is_unit(b, s->unit) ? aab_board_count(d, hex[i]) : 0); pos++)
			order_list(o, .verb = V_RETREAT, .unit = s->unit, .a = hex[i], .b = pos);
}

void aab_do_retreat(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct aab_book *b = aab_book(p);
	struct step *s = agenda_top(&d->g);
	struct counter *k = &d->counter[o->unit];
	int from = k->at;
	bool over = would_overstack(b, d, o->unit, o->a);
	k->flee--, s->stage++;
	aab_board_lift(b, d, o->unit, PLACE_NONE);
	aab_board_put(b, d, o->unit, o->a, over ? 0 : o->b); /* 11.8.2a, R-70 */
	emit(p, .kind = E_RETREATED, .side = (int8_t)side, .who = o->unit, .where = from, .to = o->a,
		.rule = "12.5a");
	if (!is_unit(b, o->unit)) return;
	aab_take_control(p, d, o->unit, o->a);
	if (aab_engaged(b, d, o->unit)) aab_defence_open(d, o->a, o->unit); /* 12.5i */
}

/* --- who goes along (10.1d, 12.5h) ---------------------------------------------------------------------- */

/* Other units of the hex after a Break Test; HQs with anybody who retreats. a: the hex they leave, unit: who
   left it. */
static bool along_may(const struct aab_book *b, const struct state *d, const struct step *s, int i)
{
	const struct counter *k = &d->counter[i];
	if (k->at != load_see(s)->along.hex || b->piece[i].side != s->side || k->flee) return false;
	return !is_unit(b, i) || !(s->flags & FLEE_ASSAULT);
}

static bool along_any(const struct aab_book *b, const struct state *d, const struct step *s)
{
	for STACK (u, d, load_see(s)->along.hex)
		if (along_may(b, d, s, u)) return true;
	for (int i = aab_board_hq(b, d, s->side, load_see(s)->along.hex, NO_UNIT); i != NO_UNIT;
		i = aab_board_hq(b, d, s->side, load_see(s)->along.hex, i))
		if (along_may(b, d, s, i)) return true;
	return false;
}

void aab_along_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	int to = d->counter[s->unit].at;
	if (s->stage || to == load_see(s)->along.hex || !is_hex(to) || !along_any(aab_book(p), d, s)) {
		agenda_done(&d->g);
		return;
	}
	ask(&d->g, s->side, Q_ALONG);
}

bool aab_may_along(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	return along_may(aab_book(p), d, s, o->unit) ||
	       refuse(r, "10.1d", "%s is not there to go along", p->m->piece[o->unit].name);
}

void aab_list_along(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	const struct step *s = agenda_see(&d->g);
	for STACK (u, d, load_see(s)->along.hex)
		if (along_may(b, d, s, u)) order_list(o, .verb = V_ALONG, .unit = u);
	for (int i = aab_board_hq(b, d, side, load_see(s)->along.hex, NO_UNIT); i != NO_UNIT;
		i = aab_board_hq(b, d, side, load_see(s)->along.hex, i))
		if (along_may(b, d, s, i)) order_list(o, .verb = V_ALONG, .unit = i);
	order_list(o, .verb = V_DONE);
}

void aab_do_along(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct aab_book *b = aab_book(p);
	struct step *s = agenda_top(&d->g);
	if (is_unit(b, o->unit)) {
		int hex = load_see(s)->along.hex, away = load_see(s)->along.away;
		d->counter[o->unit].flee = 1;
		along_push(d, side, o->unit, hex, HEX_NONE)->flags = FLEE_ASSAULT; /* 12.5h */
		retreat_push(d, side, o->unit, away, FLEE_FIRE);
		return;
	}
	int to = d->counter[s->unit].at; /* an HQ just follows */
	aab_board_lift(b, d, o->unit, PLACE_NONE);
	aab_board_put(b, d, o->unit, to, 0);
	emit(p, .kind = E_RETREATED, .side = (int8_t)side, .who = o->unit, .where = load_see(s)->along.hex,
		.to = to, .rule = "12.5h");
}
