/* Effects of hits: dispersal, flinching, pinning, surrender; stacks; and where a unit flinches to. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* counter.6; rail.4, AMB-22: aboard a train one less, never below 1. */
int baa_strength_of(const struct baa_book *b, const struct state *d, int unit)
{
	int n = b->piece[unit].strength;
	return d->counter[unit].state & IS_ABOARD && n > 1 ? n - 1 : n;
}

/* --- dispersal ------------------------------------------------------------------------------------------ */

/* command.5, AMB-08, AMB-37: without any unit left of its own, a command counter goes too, also one that is
   still on its way. */
static void check_command(const struct play *p, struct state *d, int command)
{
	const struct baa_book *b = baa_book(p);
	if (command == NO_UNIT || !alive(&d->counter[command])) return;
	for EACH (u, b->kind_mask[KIND_UNIT][b->piece[command].side])
		if (b->piece[u].boss == command && alive(&d->counter[u])) return;
	int hex = d->counter[command].at;
	if (is_hex(hex)) baa_board_lift(b, d, command, FATE_REMOVED);
	else d->counter[command].at = PLACE_NONE, d->counter[command].fate = FATE_REMOVED;
	emit(p, .kind = E_REMOVED, .side = (int8_t)b->piece[command].side, .who = (int16_t)command, .where = hex,
		.rule = "command.5");
}

/* hits.1: out of the game. */
void baa_disperse(const struct play *p, struct state *d, int unit, enum fate fate, const char *rule)
{
	const struct baa_book *b = baa_book(p);
	int hex = d->counter[unit].at;
	baa_board_lift(b, d, unit, fate);
	d->counter[unit].state &= IS_CALLED;
	emit(p, .kind = fate == FATE_SURRENDERED ? E_SURRENDERED : E_DISPERSED,
		.side = (int8_t)b->piece[unit].side, .who = (int16_t)unit, .where = hex, .rule = rule);
	check_command(p, d, b->piece[unit].boss);
	baa_decide_now(p, d);
}

/* stackfire.8: each commander with a dispersed unit, on a 6. */
static void chiefs_at_risk(const struct play *p, struct state *d, int side, int hex)
{
	const struct baa_book *b = baa_book(p);
	for (int k = first_chief(b, d, side, hex); k != NO_UNIT; k = baa_board_chief(b, d, side, hex, k)) {
		struct throw t = {.n = 1,
			.mark = b->n.shot_on,
			.why = "the commander with the unit",
			.rule = "stackfire.8",
			.who = d->volley.member[0],
			.whom = k,
			.words = &baa_shot_words};
		if (baa_roll_dice(p, d, &t)) baa_disable(p, d, k, FATE_DISABLED, "stackfire.8");
	}
}

/* --- flinch test ---------------------------------------------------------------------------------------- */

static bool stands(const struct play *p, int unit, const char *rule)
{
	emit(p, .kind = E_STOOD, .side = (int8_t)baa_book(p)->piece[unit].side, .who = (int16_t)unit,
		.rule = rule);
	return false;
}

/* hits.2: D6 at or below the hits; cover.6: from cover two dice, both; cover.7, flinch.13: never;
   flinch.11, flinch.12: overwhelming fire, one hit short of dispersal. */
static bool flinches(const struct play *p, struct state *d, int unit, int hits, int cover)
{
	const struct baa_book *b = baa_book(p);
	if (b->piece[unit].able & ABLE_INDOMITABLE) return stands(p, unit, "flinch.13");
	if (cover >= b->n.fort) return stands(p, unit, "cover.7");
	bool overwhelmed = p->m->option[O_OVERWHELMING] && hits == baa_strength_of(b, d, unit) - 1;
	if (overwhelmed && !cover) {
		emit(p, .kind = EVENT_MODIFIER, .who = (int16_t)unit, .n = hits, .rule = "flinch.11",
			.note = "hits, one short of dispersal: overwhelming fire");
		return true;
	}
	int dice = cover && !overwhelmed ? b->n.flinch_cover : b->n.flinch_open;
	/* no mutants: words */
	struct throw t = {.kind = THROW_AT_MOST,
		.n = dice,
		.sides = 6,
		.mark = hits,
		.why = cover ? "flinching in cover" : "flinching",
		.side = b->piece[unit].side,
		.who = unit,
		.whom = NO_UNIT,
		.words = &baa_flinch_words,
		.rule = !cover      ? "hits.2"
	          : overwhelmed ? "flinch.12"
	                        : "cover.6"};
	return roll(p, &d->g, &t) == dice || stands(p, unit, "hits.3");
}

/* flinch.7: the second time in a round the attacker places it. */
static void flinch_push(const struct play *p, struct state *d, int unit, int along)
{
	int owner = baa_book(p)->piece[unit].side;
	bool again = d->counter[unit].state & IS_FLINCHED;
	agenda_push(&d->g, (struct step){.kind = STEP_FLINCH,
						   .side = (uint8_t)(again ? !owner : owner),
						   .unit = (int16_t)unit,
						   .other = (int16_t)along});
}

/* The other unit in a stack. In a stack of three, the lowest number of the others. */
static int partner_of(const struct state *d, int unit)
{
	int u = board_first(d, d->counter[unit].at);
	return u != unit ? u : d->counter[unit].under - 1;
}

static void attacked(struct state *d, int hex)
{
	for (int u = board_first(d, hex); u != NO_UNIT; u = d->counter[u].under - 1)
		d->counter[u].deeds |= HAS_STIRRED; /* fatigue.4 */
}

/* hits.1, hits.2, hits.3, cover.5: by the hits that are left; stack.4, stackfire.2: the primary first;
   stackfire.3: the excess on the other; stackfire.4, stackfire.5, stackfire.6, stackfire.8; AMB-33. */
void baa_take_hits(const struct play *p, struct state *d, int hits, int cover)
{
	const struct baa_book *b = baa_book(p);
	int unit = d->volley.target, hex = d->volley.hex, side = b->piece[unit].side;
	int other = partner_of(d, unit), strength = baa_strength_of(b, d, unit);
	attacked(d, hex);
	if (!hits) return;
	if (hits < strength) {
		bool along = other != NO_UNIT && !(b->piece[other].able & ABLE_INDOMITABLE); /* stackfire.5 */
		if (flinches(p, d, unit, hits, cover)) flinch_push(p, d, unit, along ? other : NO_UNIT);
		return;
	}
	baa_disperse(p, d, unit, FATE_DISPERSED, "hits.1");
	int excess = hits - strength;
	if (other != NO_UNIT && excess >= baa_strength_of(b, d, other))
		baa_disperse(p, d, other, FATE_DISPERSED, "stackfire.4");
	/* stackfire.6 */
	else if (other != NO_UNIT && excess && flinches(p, d, other, excess, cover))
		flinch_push(p, d, other, NO_UNIT);
	chiefs_at_risk(p, d, side, hex);
}

/* --- where to ------------------------------------------------------------------------------------------- */

struct way_out {
	int16_t hex;
	uint8_t away, open, off, clean, crowd;
};

static int enemies_around(const struct baa_book *b, const struct state *d, int side, int hex)
{
	int n = 0;
	for (int dir = 0; dir < 6; dir++) {
		int next = side_at(b, hex, dir)->next;
		if (is_hex(next) && baa_board_enemy_in(b, d, side, next)) n += baa_board_units(d, next);
	}
	return n;
}

/* flinch.6, AMB-26: not next to any enemy between whom the unit is caught, that is who touches it where it
   stands. */
static bool gets_clear(const struct baa_book *b, const struct state *d, int side, int from, int to)
{
	for (int dir = 0; dir < 6; dir++) {
		int next = side_at(b, from, dir)->next;
		if (is_hex(next) && baa_board_enemy_in(b, d, side, next) && hex_distance(b, next, to) <= 1)
			return false;
	}
	return true;
}

/* flinch.2, flinch.5, AMB-26: not next to a unit that fired, nor nearer to any. */
static bool leads_away(const struct baa_book *b, const struct state *d, int from, int dir)
{
	int to = side_at(b, from, dir)->next;
	if (!is_hex(to)) return true; /* off the board is away from everybody */
	for (int i = 0; i < d->volley.n; i++) {
		int at = d->counter[d->volley.member[i]].at;
		if (!is_hex(at)) continue;
		if (hex_distance(b, to, at) < hex_distance(b, from, at) || hex_distance(b, to, at) == 1) return false;
	}
	return true;
}

/* What lies that way for a unit and whoever goes along with it. */
static struct way_out look(const struct baa_book *b, const struct state *d, int unit, int along, int dir)
{
	int from = d->counter[unit].at, side = b->piece[unit].side;
	const struct hexside *s = side_at(b, from, dir);
	struct way_out w = {.hex = s->next, .away = leads_away(b, d, from, dir)};
	w.off = !is_hex(s->next) || b->hex[s->next] & HEX_IS_OFF;
	w.open = !w.off && !(s->flags & SIDE_IS_CLOSED) && baa_may_stand(b, d, unit, s->next) &&
	         !baa_board_enemy_in(b, d, side, s->next);
	if (along != NO_UNIT && w.open) w.open = baa_may_stand(b, d, along, s->next);
	if (!w.open) return w;
	w.clean = gets_clear(b, d, side, from, s->next);
	w.crowd = baa_board_units(d, s->next) + (along != NO_UNIT) >= 2;
	return w;
}

/* Keeps those that pass; AMB-20: hexes that would hold three units only if there is no other. */
static int choose(const struct way_out w[6], bool away, bool clean, int16_t hex[6])
{
	for (int crowd = 0; crowd < 2; crowd++) {
		int n = 0;
		for (int dir = 0; dir < 6; dir++)
			if (w[dir].open && (!away || w[dir].away) && (!clean || w[dir].clean) && w[dir].crowd <= crowd)
				hex[n++] = w[dir].hex;
		if (n) return n;
	}
	return 0;
}

/* The hexes a unit may flinch to, alone or with another of its stack (stackfire.5). None: *gone says how it
   leaves the game (flinch.9, flinch.10, AMB-27). */
int baa_flinch_hexes(const struct play *p, const struct state *d, int unit, int along, int16_t hex[6],
	enum fate *gone)
{
	const struct baa_book *b = baa_book(p);
	struct way_out w[6];
	bool any_away = false, off = false;
	for (int dir = 0; dir < 6; dir++) {
		w[dir] = look(b, d, unit, along, dir);
		any_away |= w[dir].away;
		off |= w[dir].away && w[dir].off;
	}
	int n = choose(w, true, true, hex);
	if (n) return n;
	*gone = FATE_SURRENDERED;
	if (enemies_around(b, d, b->piece[unit].side, d->counter[unit].at) >= b->n.surrounded) return 0;
	n = choose(w, any_away, false, hex);
	if (n) return n;
	if (off) *gone = FATE_DISPERSED;
	return 0;
}

/* --- the flinch itself ---------------------------------------------------------------------------------- */

static void gone_from(const struct play *p, struct state *d, int unit, enum fate fate)
{
	int hex = d->counter[unit].at,
		enemies = enemies_around(baa_book(p), d, baa_book(p)->piece[unit].side, hex);
	const char *rule =
		fate == FATE_SURRENDERED && enemies >= baa_book(p)->n.surrounded ? "flinch.10" : "flinch.9";
	if (fate == FATE_DISPERSED)
		emit(p, .kind = E_LEFT_BOARD, .side = (int8_t)baa_book(p)->piece[unit].side, .who = (int16_t)unit,
			.where = hex, .rule = rule);
	baa_disperse(p, d, unit, fate, rule);
}

void baa_flinch_step(const struct play *p, struct state *d)
{
	if (baa_ended(p, d)) return;
	struct step s = *agenda_see(&d->g);
	int16_t hex[6];
	enum fate gone;
	if (baa_flinch_hexes(p, d, s.unit, s.other, hex, &gone)) {
		ask(&d->g, s.side, Q_FLINCH);
		return;
	}
	agenda_done(&d->g);
	gone_from(p, d, s.unit, gone);
	if (s.other != NO_UNIT) gone_from(p, d, s.other, gone);
	settled(&d->g); /* no mutants: where undo and odds stop, which no case sees */
}

/* flinch.3; flinch.8: one marker, however often it flinches. */
static void pin(const struct play *p, struct state *d, int unit, const char *rule)
{
	struct counter *k = &d->counter[unit];
	bool fresh = !(k->state & IS_PINNED);
	k->state |= IS_PINNED;
	if (!fresh) return;
	emit(p, .kind = E_PINNED, .side = (int8_t)baa_book(p)->piece[unit].side, .who = (int16_t)unit,
		.where = k->at, .rule = rule);
}

static void flinch_to(const struct play *p, struct state *d, int unit, int to, const char *rule)
{
	const struct baa_book *b = baa_book(p);
	int from = d->counter[unit].at;
	baa_board_lift(b, d, unit, FATE_HERE);
	baa_board_put(b, d, unit, to);
	d->counter[unit].state &= (uint8_t)~IS_ABOARD; /* whoever runs from a train is no longer in it */
	emit(p, .kind = E_FLINCHED, .side = (int8_t)b->piece[unit].side, .who = (int16_t)unit, .where = from,
		.to = to, .rule = rule);
}

/* flinch.3, flinch.4; AMB-33: a commander goes along and is not pinned. */
static void flinch_all(const struct play *p, struct state *d, const struct step *s, int to)
{
	const struct baa_book *b = baa_book(p);
	int side = b->piece[s->unit].side, from = d->counter[s->unit].at;
	flinch_to(p, d, s->unit, to, "flinch.1");
	d->counter[s->unit].state |= IS_FLINCHED;
	if (s->other != NO_UNIT) {
		flinch_to(p, d, s->other, to, "stackfire.5");
		d->counter[s->other].state |= IS_FLINCHED;
	}
	for (int k = first_chief(b, d, side, from); k != NO_UNIT; k = baa_board_chief(b, d, side, from, k)) {
		if (!baa_may_stand(b, d, k, to)) continue;
		baa_board_lift(b, d, k, FATE_HERE);
		baa_board_put(b, d, k, to);
	}
	for (int u = board_first(d, to); u != NO_UNIT; u = d->counter[u].under - 1)
		pin(p, d, u, u == s->unit || u == s->other ? "flinch.3" : "flinch.4");
	baa_capture_try(p, d, s->unit, to); /* capture.1: it has moved on to whatever commander stands there */
}

/* --- the question --------------------------------------------------------------------------------------- */

static int open_hexes(const struct play *p, const struct state *d, int16_t hex[6])
{
	const struct step *s = agenda_see(&d->g);
	enum fate gone;
	return s->kind == STEP_EVADE ? baa_evade_hexes(p, d, s->unit, d->counter[s->unit].at, hex)
	                             : baa_flinch_hexes(p, d, s->unit, s->other, hex, &gone);
}

void baa_list_flinches(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int16_t hex[6];
	int n = open_hexes(p, d, hex);
	for (int i = 0; i < n; i++) list_order(o, V_FLINCH, agenda_see(&d->g)->unit, hex[i]);
}

bool baa_may_flinch(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	int16_t hex[6];
	if (o->unit != s->unit) return refuse(r, "flinch.1", "%s must flinch", p->m->piece[s->unit].name);
	int n = open_hexes(p, d, hex);
	for (int i = 0; i < n; i++)
		if (hex[i] == o->a) return true;
	return refuse(r, "flinch.2", "%s may not flinch there", p->m->piece[s->unit].name);
}

void baa_do_flinch(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct baa_book *b = baa_book(p);
	struct step s = *agenda_see(&d->g);
	agenda_done(&d->g);
	if (s.kind == STEP_FLINCH) {
		flinch_all(p, d, &s, o->a);
		baa_capture_over(d);
		return;
	}
	int from = d->counter[s.unit].at; /* capture.3: a commander is not pinned */
	baa_board_lift(b, d, s.unit, FATE_HERE);
	baa_board_put(b, d, s.unit, o->a);
	emit(p, .kind = E_EVADED, .side = (int8_t)b->piece[s.unit].side, .who = s.unit, .where = from, .to = o->a,
		.rule = "capture.2");
	baa_capture_over(d);
}
