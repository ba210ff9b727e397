/* Event chits (6.3): a table of what may be played where, and the windows in which it is asked. A window is
   opened for a side whenever it holds a chit that, as far as the other side can know, might be playable
   there; so the asking betrays nothing. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* A play that is considered: the window step, who plays, on which unit (NO_UNIT) and with what number. */
struct chance {
	const struct step *w;
	int side, nation, unit, n;
};

struct card {
	const char *title;
	uint32_t windows; /* 1 << enum window */
	bool on_unit;
	uint8_t scope;  /* hexes around what the window is about in which its unit can stand; 0 = anywhere */
	uint8_t number; /* n runs from 1 to this */
	uint8_t needs;  /* its unit must have one of these states */
	bool (*may)(const struct play *p, const struct state *b, const struct chance *x, struct refusal *r);
	void (*play)(const struct play *p, struct state *b, const struct chance *x);
};

static bool of_nation(const struct aab_book *b, int piece, const struct chance *x)
{
	return piece != NO_UNIT && b->piece[piece].nation == x->nation && b->piece[piece].side == x->side;
}

/* --- Opportunity Fire (11.9) ---------------------------------------------------------------------------- */

/* The enemy hex that a window is about; HEX_NONE. */
static int target_of(const struct aab_book *b, const struct state *d, const struct chance *x)
{
	bool enemy_acts = x->w->side != x->side;
	int hex = HEX_NONE;
	if (enemy_acts) hex = x->w->unit != NO_UNIT ? d->counter[x->w->unit].at : HEX_NONE;
	else if (x->w->stage == W_SHOT || x->w->stage == W_SHOT_DONE) hex = load_see(x->w)->window.hex;
	return is_hex(hex) && held_by(b, d, !x->side, hex) ? hex : HEX_NONE;
}

/* 11.9d, 16b. A newcomer cannot be fired at before it has moved: its entry is one event, the hex that it
   enters. */
static bool window_free(const struct state *d, const struct chance *x, struct refusal *r)
{
	bool entered = x->w->stage == W_START && d->march.steps,
		 hex = x->w->stage == W_HEX || x->w->stage == W_DECLARED;
	if (d->g.turn == d->storm) return refuse(r, "16b", "no combat in the thunderstorm");
	if (entered || (hex && d->march.flags & MARCH_OPPORTUNITY))
		return refuse(r, "11.9d", "one Opportunity Fire chit for each hex entered");
	return true;
}

static bool jaeger_beside(const struct aab_book *b, const struct state *d, const struct chance *x, int hex)
{
	for (int dir = 0; dir < 6; dir++) {
		int next = b->side[hex * 6 + dir].next;
		if (next == HEX_NONE || !held_by(b, d, x->side, next)) continue;
		for STACK (u, d, next)
			if (is_flag(b, u, KIND_JAEGER) && b->piece[u].nation == x->nation && aab_front_sp(b, d, u))
				return true;
	}
	return false;
}

/* A unit of the arm that a chit is for, and not Out of Command (7.5b). */
static bool shooter_may(const struct play *p, const struct state *d, const struct chance *x, int arm,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (x->unit == NO_UNIT || !is_unit(b, x->unit) || !of_nation(b, x->unit, x) || !on_map(d, x->unit) ||
		b->piece[x->unit].arm != arm)
		return refuse(r, "11.9a",
			arm == ARM_INFANTRY ? "one of your infantry fires" : "one of your batteries fires");
	return !(d->counter[x->unit].state & IS_OUT) ||
	       refuse(r, "7.5b", "%s is Out of Command", p->m->piece[x->unit].name);
}

static bool jaeger_fires(const struct play *p, const struct state *d, const struct chance *x, int hex,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (!shooter_may(p, d, x, ARM_INFANTRY, r)) return false;
	int t = b->terrain[d->counter[x->unit].at];
	if (!aab_fire_reaches(p, d, x->unit, hex, r)) return false;
	if (is_flag(b, x->unit, KIND_JAEGER)) return true;
	if (t != T_WOODS && t != T_VILLAGE && t != T_TOWN)
		return refuse(r, "11.9a", "a Jaeger, or infantry in cover");
	return !jaeger_beside(b, d, x, hex) || refuse(r, "11.9a", "the Jaeger beside it fire");
}

static bool guns_fire(const struct play *p, const struct state *d, const struct chance *x, int hex,
	struct refusal *r)
{
	return shooter_may(p, d, x, ARM_ARTILLERY, r) && aab_fire_reaches(p, d, x->unit, hex, r);
}

static bool jaeger_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	int hex = target_of(aab_book(p), d, x);
	if (hex == HEX_NONE) return refuse(r, "11.9b", "there is nobody to fire at");
	return window_free(d, x, r) && jaeger_fires(p, d, x, hex, r);
}

static bool guns_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	int hex = target_of(aab_book(p), d, x);
	if (hex == HEX_NONE) return refuse(r, "11.9b", "there is nobody to fire at");
	return window_free(d, x, r) && guns_fire(p, d, x, hex, r);
}

/* announced now, fired when nobody announces any more; the last first. */
static void announce(const struct play *p, struct state *d, const struct chance *x, int card)
{
	struct step w = *x->w;
	int hex = target_of(aab_book(p), d, x);
	/* 11.9d */
	if (d->march.steps && (w.stage == W_HEX || w.stage == W_DECLARED)) d->march.flags |= MARCH_OPPORTUNITY;
	chit_push(d, STEP_PLAY, x->side, x->unit, hex, card, 0);
	w.flags = 0;
	agenda_push(&d->g, w);
}

static void jaeger_play(const struct play *p, struct state *d, const struct chance *x)
{
	announce(p, d, x, CARD_JAEGER_SHARPSHOOTERS);
}
static void guns_play(const struct play *p, struct state *d, const struct chance *x)
{
	announce(p, d, x, CARD_NAPOLEONS_GUNS);
}

/* STEP_PLAY: the chit's turn has come; R-33: if the target is gone it returns to its holder. */
void aab_play_step(const struct play *p, struct state *d)
{
	struct step s = *agenda_top(&d->g);
	agenda_done(&d->g);
	if (on_map(d, s.unit) && aab_fire_reaches(p, d, s.unit, load_see(&s)->chit.hex, NULL)) {
		aab_shot_push(d, SHOT_CHIT, s.side, s.unit, load_see(&s)->chit.hex);
		if (load_see(&s)->chit.card == CARD_JAEGER_SHARPSHOOTERS &&
			!is_flag(aab_book(p), s.unit, KIND_JAEGER))
			load_of(agenda_top(&d->g))->shot.weak = true;
		return;
	}
	aab_card_return(p, d, s.side, load_see(&s)->chit.card);
}

/* --- orders and checks ---------------------------------------------------------------------------------- */

static bool rider_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	return of_nation(aab_book(p), d->act.hq, x) || refuse(r, "6.3g", "no failed check of yours to try again");
}

static void rider_play(const struct play *p, struct state *d, const struct chance *x)
{
	d->act.flags &= (uint8_t)~(ACT_FAILED | ACT_ROLLED);
	for (int i = 0; i < d->g.depth; i++)
		if (d->g.agenda[i].kind == STEP_ACTIVATION) d->g.agenda[i].stage = ACT_CHECK;
}

static bool crossed_may(const struct play *p, const struct state *d, const struct chance *x,
	struct refusal *r)
{
	return (x->w->side != x->side && !d->act.penalty) ||
	       refuse(r, "6.3g", "no enemy HQ has just taken its posture");
}

static void crossed_play(const struct play *p, struct state *d, const struct chance *x)
{
	d->act.penalty = 1;
}

static bool march_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	return (of_nation(aab_book(p), d->act.hq, x) && d->act.posture == POSTURE_AGGRESSIVE &&
			   !(d->act.flags & ACT_MARCH)) ||
	       refuse(r, "6.3g", "no aggressive corps of yours is being ordered");
}

static void march_play(const struct play *p, struct state *d, const struct chance *x)
{
	d->act.flags |= ACT_MARCH;
}

static bool hesitation_may(const struct play *p, const struct state *d, const struct chance *x,
	struct refusal *r)
{
	return (x->w->side != x->side && !(d->act.flags & ACT_HESITATES)) ||
	       refuse(r, "6.3g", "no enemy activation is being checked");
}

static void hesitation_play(const struct play *p, struct state *d, const struct chance *x)
{
	d->act.flags |= ACT_HESITATES;
}

/* --- against a move ------------------------------------------------------------------------------------- */

static bool dust_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	return (x->w->side != x->side && is_unit(aab_book(p), x->w->unit) && !d->march.dust) ||
	       refuse(r, "6.3g", "no enemy unit is about to move");
}

static void dust_play(const struct play *p, struct state *d, const struct chance *x)
{
	d->march.dust = (uint8_t)aab_book(p)->n.dust;
}

static bool screen_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	int foe = x->w->unit;
	if (x->w->side == x->side || !is_unit(b, foe) || b->piece[foe].arm != ARM_INFANTRY || !on_map(d, foe))
		return refuse(r, "6.3g", "no enemy infantry has come up");
	if (!of_nation(b, x->unit, x) || !on_map(d, x->unit) || b->piece[x->unit].arm != ARM_CAVALRY)
		return refuse(r, "6.3g", "your cavalry only");
	return hex_distance(b, d->counter[x->unit].at, d->counter[foe].at) == 1 ||
	       refuse(r, "6.3g", "%s is not next to them", p->m->piece[x->unit].name);
}

static void screen_play(const struct play *p, struct state *d, const struct chance *x)
{
	int away = d->counter[x->w->unit].at;
	d->counter[x->unit].flee = (uint8_t)x->n;
	retreat_push(d, x->side, x->unit, away, FLEE_FREE);
}

static bool second_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	const struct counter *k = &d->counter[x->unit];
	return (of_nation(aab_book(p), x->unit, x) && k->deeds & IS_MOVING && k->deeds & IS_HALTED &&
			   k->spent != 255) ||
	       refuse(r, "6.3g", "no unit of yours was halted by a Morale Hit");
}

static void second_play(const struct play *p, struct state *d, const struct chance *x)
{
	d->counter[x->unit].deeds &= (uint8_t)~IS_HALTED;
}

/* --- assaults and dice ---------------------------------------------------------------------------------- */

static bool steel_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	for STACK (u, d, d->fight.lead)
		if (of_nation(b, u, x) && d->counter[u].deeds & IS_FIGHTING) return true;
	return refuse(r, "6.3g", "your troops do not lead this assault");
}

static void steel_play(const struct play *p, struct state *d, const struct chance *x) { d->fight.bonus++; }

static bool guard_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	int unit = x->w->unit;
	if (!of_nation(b, unit, x)) return refuse(r, "6.3g", "no die of your troops");
	for (int i = b->hqs; i < b->pieces; i++)
		if (of_nation(b, i, x) && on_map(d, i) && hex_distance(b, d->counter[i].at, d->counter[unit].at) <= 3)
			return true;
	for EACH (u, d->units[x->side])
		if (is_flag(b, u, KIND_GUARD) && of_nation(b, u, x) &&
			hex_distance(b, d->counter[u].at, d->counter[unit].at) <= 3)
			return true;
	return refuse(r, "6.3g", "neither the Emperor nor the Guard is near");
}

static void guard_play(const struct play *p, struct state *d, const struct chance *x)
{
	if (x->w->stage == W_TOUGH) {
		aab_tough_roll(p, d, x->side);
		return;
	}
	for (int i = d->g.depth - 1; i >= 0; i--)
		if (d->g.agenda[i].kind == STEP_BREAK) {
			d->g.agenda[i].stage = 0;
			return;
		}
}

static bool escort_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	bool ours = of_nation(aab_book(p), x->w->unit, x);
	if (ours && x->w->stage == W_OVERRUN) ours = d->counter[x->w->unit].state & IS_OVERRUN;
	return ours || refuse(r, "6.3g", "no HQ of yours is in danger");
}

static void escort_play(const struct play *p, struct state *d, const struct chance *x)
{
	if (x->w->stage == W_OVERRUN) {
		d->counter[x->w->unit].state &= (uint8_t)~IS_OVERRUN;
		return;
	}
	for (int i = d->g.depth - 1; i >= 0; i--)
		if (d->g.agenda[i].kind == STEP_LEADER) {
			d->g.agenda[i].stage = 2;
			return;
		}
}

/* --- at any time ---------------------------------------------------------------------------------------- */

static bool wagons_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	return (x->unit != NO_UNIT && is_unit(aab_book(p), x->unit) && of_nation(aab_book(p), x->unit, x) &&
			   on_map(d, x->unit) && d->counter[x->unit].state & IS_LOW) ||
	       refuse(r, "6.3g", "a unit of yours that is low on ammunition");
}

static void wagons_play(const struct play *p, struct state *d, const struct chance *x)
{
	aab_resupply(p, d, x->unit, "6.3g");
	chit_push(d, STEP_ALSO, x->side, x->unit, HEX_NONE, CARD_AMMUNITION_WAGONS, x->nation);
}

static bool disordered(const struct aab_book *b, const struct state *d, const struct chance *x)
{
	return x->unit != NO_UNIT && is_unit(b, x->unit) && of_nation(b, x->unit, x) && on_map(d, x->unit) &&
	       d->counter[x->unit].state & (IS_SHAKEN | IS_DISRUPTED);
}

static bool colours_may(const struct play *p, const struct state *d, const struct chance *x,
	struct refusal *r)
{
	return (disordered(aab_book(p), d, x) && !aab_engaged(aab_book(p), d, x->unit)) ||
	       refuse(r, "6.3g", "a unit in disorder that is not engaged");
}

static bool king_may(const struct play *p, const struct state *d, const struct chance *x, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	for (int i = b->hqs; i < b->pieces && disordered(b, d, x); i++)
		if (of_nation(b, i, x) && aab_in_range(b, d, i, aab_chief_range(b, d, i), d->counter[x->unit].at))
			return true;
	return refuse(r, "6.3g", "a unit in disorder in the King's range");
}

static void colours_play(const struct play *p, struct state *d, const struct chance *x)
{
	aab_hearten(p, d, x->unit, "6.3g");
}

#define AT(w) (1u << (w))
#define OPPORTUNITY (AT(W_SHOT) | AT(W_SHOT_DONE) | AT(W_START) | AT(W_HEX) | AT(W_DECLARED))
#define ANYTIME (AT(W_ANY) | AT(W_STEP) | AT(W_TURN))
static const struct card cards[CARDS] = {
	[CARD_JAEGER_SHARPSHOOTERS] = {"Jaeger Sharpshooters", OPPORTUNITY, true, 1, 0, 0, jaeger_may,
		jaeger_play},
	[CARD_COUNTERSTROKE] = {"Counterstroke", 0, true, 0, 0, 0, NULL, NULL},
	[CARD_HOLD_THE_WALLS] = {"Hold the Walls", 0, false, 0, 0, 0, NULL, NULL},
	[CARD_STAFF_RIDER] = {"Staff Rider", AT(W_FAILED), false, 0, 0, 0, rider_may, rider_play},
	[CARD_DUST_AND_HEAT] = {"Dust and Heat", AT(W_START), false, 0, 0, 0, dust_may, dust_play},
	[CARD_CROSSED_ORDERS] = {"Crossed Orders", AT(W_ORDERS), false, 0, 0, 0, crossed_may, crossed_play},
	[CARD_AMMUNITION_WAGONS] = {"Ammunition Wagons", ANYTIME, true, 0, 0, IS_LOW, wagons_may, wagons_play},
	[CARD_REGIMENTAL_COLOURS] = {"Regimental Colours", ANYTIME, true, 0, 0, IS_SHAKEN | IS_DISRUPTED,
		colours_may, colours_play},
	[CARD_HUSSAR_SCREEN] = {"Hussar Screen", AT(W_HEX), true, 1, 2, 0, screen_may, screen_play},
	[CARD_NAPOLEONS_GUNS] = {"Napoleon's Guns", OPPORTUNITY, true, LINE_MOST, 0, 0, guns_may, guns_play},
	[CARD_COLD_STEEL] = {"Cold Steel", AT(W_ASSAULT), false, 0, 0, 0, steel_may, steel_play},
	[CARD_FOLLOW_UP] = {"Follow Up", 0, false, 0, 0, 0, NULL, NULL},
	[CARD_MARCH_TO_THE_GUNS] = {"March to the Guns", AT(W_ORDERS), false, 0, 0, 0, march_may, march_play},
	[CARD_THE_GUARD_IS_BEHIND_YOU] = {"The Guard Is Behind You", AT(W_BREAK) | AT(W_TOUGH), false, 0, 0, 0,
		guard_may, guard_play},
	[CARD_RESERVE_CAISSONS] = {"Reserve Caissons", ANYTIME, true, 0, 0, IS_LOW, wagons_may, wagons_play},
	[CARD_HESITATION] = {"Hesitation", AT(W_CHECK), false, 0, 0, 0, hesitation_may, hesitation_play},
	[CARD_FORWARD_SAVOY] = {"Forward, Savoy", AT(W_ASSAULT), false, 0, 0, 0, steel_may, steel_play},
	[CARD_BERSAGLIERI] = {"Bersaglieri", 0, false, 0, 0, 0, NULL, NULL},
	[CARD_FOR_THE_KING] = {"For the King", ANYTIME, true, 0, 0, IS_SHAKEN | IS_DISRUPTED, king_may,
		colours_play},
	[CARD_SECOND_ATTEMPT] = {"Second Attempt", AT(W_HALT), true, 0, 0, 0, second_may, second_play},
	[CARD_ESCORT] = {"Escort", AT(W_LEADER) | AT(W_OVERRUN), false, 0, 0, 0, escort_may, escort_play},
};

const char *aab_card_title(int card)
{
	return card >= 0 && card < CARDS ? cards[card].title : "an Event chit";
}

static bool is_opportunity(int card)
{
	return card == CARD_JAEGER_SHARPSHOOTERS || card == CARD_NAPOLEONS_GUNS;
}

/* Which chits of this battle may be played in which window; who fires by them. */
void aab_cards_sort(struct aab_book *b)
{
	for (int k = 0; k < CARDS; k++)
		for (int u = 0; u < b->units && is_opportunity(k) && b->n.card_pool[k] >= 0; u++)
			if (b->piece[u].nation == aab_card_nation(b, k) &&
				b->piece[u].arm == (k == CARD_NAPOLEONS_GUNS ? ARM_ARTILLERY : ARM_INFANTRY))
				mask_add(b->of_card[k], u);
	for (int w = 0; w < WINDOWS; w++)
		for (int k = 0; k < CARDS; k++)
			if (cards[k].windows >> w & 1 && b->n.card[k]) b->window_cards[w] |= 1u << k;
}

/* --- holding and spending ------------------------------------------------------------------------------- */

static int owner_of(const struct aab_book *b, int card)
{
	int pool = b->n.card_pool[card];
	return pool < 0 || b->pool_nation[pool] == NOBODY ? NOBODY : b->pool_side[pool];
}

int aab_card_nation(const struct aab_book *b, int card) { return b->pool_nation[b->n.card_pool[card]]; }

bool aab_card_held(const struct aab_book *b, const struct state *d, int side, int card)
{
	return card >= 0 && card < CARDS && d->hand[card] && owner_of(b, card) == side;
}

/* 6.3d: it lies face down for the rest of the turn. */
void aab_card_spend(const struct play *p, struct state *d, int side, int card)
{
	d->hand[card]--, d->held[aab_book(p)->n.card_pool[card]]--;
	reveal(&d->g); /* no mutants: for undo alone */
	emit(p, .kind = E_PLAYED, .side = (int8_t)side, .n = card, .rule = "6.3e", .note = cards[card].title);
}

void aab_card_return(const struct play *p, struct state *d, int side, int card)
{
	d->hand[card]++, d->held[aab_book(p)->n.card_pool[card]]++;
	emit(p, .kind = E_RETURNED, .side = (int8_t)side, .n = card, .rule = "6.3e", .note = cards[card].title);
}

/* --- windows -------------------------------------------------------------------------------------------- */

void aab_window_open(const struct play *p, struct state *d, enum window w, int side, int unit, int hex)
{
	if (!d->held[0] && !d->held[1] && !d->held[2]) return;
	push_load(&d->g, STEP_WINDOW, side, window, .unit = (int16_t)unit, .hex = (int16_t)hex)->stage =
		(uint8_t)w;
}

static struct chance chance_of(const struct aab_book *b, const struct step *w, int side, int card, int unit,
	int n)
{
	return (struct chance){w, side, aab_card_nation(b, card), unit, n};
}

static bool card_fits(const struct play *p, const struct state *d, const struct step *w, int side, int card,
	int unit, int n, struct refusal *r)
{
	const struct card *k = &cards[card];
	struct chance x = chance_of(aab_book(p), w, side, card, unit, n);
	if (!(k->windows >> w->stage & 1)) return refuse(r, "6.3g", "%s is not played here", k->title);
	if (n < (k->number ? 1 : 0) || n > k->number) return refuse(r, "6.3g", "%d is no number for it", n);
	return k->may(p, d, &x, r);
}

static bool unit_plays(const struct play *p, const struct state *d, const struct step *w, int side, int card,
	int unit, struct orders *o)
{
	const struct card *k = &cards[card];
	bool any = false;
	for (int n = k->number ? 1 : 0; n <= k->number; n++) {
		if (!card_fits(p, d, w, side, card, unit, n, NULL)) continue;
		if (o) order_list(o, .verb = V_PLAY_ON, .unit = unit, .a = card, .b = n);
		any = true;
	}
	return any;
}

/* Units of the side on the map that the chit is for. */
static void card_shooters(const struct aab_book *b, const struct state *d, int side, int card,
	uint64_t out[MASK])
{
	for (int w = 0; w < MASK; w++) out[w] = d->units[side][w] & b->of_card[card][w];
}

/* Does any unit that the chit is for, as near as it must be, play it? */
static bool shooter_plays(const struct play *p, const struct state *d, const struct step *w, int side,
	int card, int hex)
{
	const struct aab_book *b = aab_book(p);
	uint64_t shooters[MASK];
	card_shooters(b, d, side, card, shooters);
	for EACH (u, shooters)
		if (hex_distance(b, d->counter[u].at, hex) <= cards[card].scope &&
			unit_plays(p, d, w, side, card, u, NULL))
			return true;
	return false;
}

/* Only units near what the window is about. */
static bool scoped_plays(const struct play *p, const struct state *d, const struct step *w, int side,
	int card, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	struct chance x = chance_of(b, w, side, card, NO_UNIT, 0);
	int hex = card == CARD_HUSSAR_SCREEN ? (w->unit != NO_UNIT ? d->counter[w->unit].at : HEX_NONE)
	                                     : target_of(b, d, &x);
	bool any = false;
	if (!is_hex(hex)) return false;
	if (!o && is_opportunity(card)) return shooter_plays(p, d, w, side, card, hex);
	for (int i = b->disc[hex]; i < b->disc_radius[hex][cards[card].scope + 1]; i++) {
		if (!held_by(b, d, side, b->disc_hex[i])) continue;
		for STACK (u, d, b->disc_hex[i]) any |= unit_plays(p, d, w, side, card, u, o);
	}
	return any;
}

/* All plays of one chit here; without a list, whether there is one. */
static bool card_plays(const struct play *p, const struct state *d, const struct step *w, int side, int card,
	struct orders *o)
{
	const struct card *k = &cards[card];
	bool any = false;
	if (!(k->windows >> w->stage & 1)) return false;
	if (!k->on_unit) {
		any = card_fits(p, d, w, side, card, NO_UNIT, 0, NULL);
		if (any && o) order_list(o, .verb = V_PLAY, .a = card);
		return any;
	}
	if (k->scope) return scoped_plays(p, d, w, side, card, o);
	for EACH (u, d->units[side]) {
		if (!k->needs || d->counter[u].state & k->needs) any |= unit_plays(p, d, w, side, card, u, o);
		if (any && !o) return true;
	}
	return any;
}

#define UNKNOWN (-1)
/* What any unit of a side suffers from: most chits for any time need not look further. */
static int troubles(const struct state *d, int side)
{
	uint64_t low = 0, shaken = 0;
	for (int w = 0; w < MASK; w++)
		low |= d->units[side][w] & d->who.low[w], shaken |= d->units[side][w] & d->who.shaken[w];
	return (low ? IS_LOW : 0) | (shaken ? IS_SHAKEN | IS_DISRUPTED : 0);
}

/* Chits because of which a side is asked here. The standing order "next to us" waits with Opportunity Fire
   until the enemy has come or fires. */
static uint32_t worth_asking(const struct aab_book *b, const struct state *d, const struct step *w, int side)
{
	bool announced = w->stage == W_START || w->stage == W_DECLARED;
	uint32_t cards_here = b->window_cards[w->stage];
	if (announced && d->g.standing[side][STANDING_OPPORTUNITY] == 2)
		cards_here &= ~(1u << CARD_JAEGER_SHARPSHOOTERS | 1u << CARD_NAPOLEONS_GUNS);
	return cards_here;
}

/* As far as the other side can know: does it hold anything at all, and is any chit that it might hold
   playable? */
static bool might_play(const struct play *p, const struct state *d, const struct step *w, int side)
{
	const struct aab_book *b = aab_book(p);
	int state = UNKNOWN;
	for (uint32_t left = worth_asking(b, d, w, side); left; left &= left - 1) {
		int k = __builtin_ctz(left), pool = b->n.card_pool[k];
		if (!d->held[pool] || b->pool_side[pool] != side || !(d->hand[k] + d->left[k])) continue;
		if (cards[k].needs && w->stage < W_ANY) continue;
		if (cards[k].needs && state == UNKNOWN) state = troubles(d, side);
		if (cards[k].needs && !(state & cards[k].needs)) continue;
		if (card_plays(p, d, w, side, k, NULL)) return true;
	}
	return false;
}

int aab_held_by_side(const struct aab_book *b, const struct state *d, int side)
{
	int n = 0;
	for (int pool = 0; pool < POOLS; pool++)
		n += b->pool_nation[pool] != NOBODY && b->pool_side[pool] == side ? d->held[pool] : 0;
	return n;
}

static bool is_interruption(int w)
{
	return w == W_SHOT || w == W_SHOT_DONE || w == W_START || w == W_HEX || w == W_DECLARED;
}

/* Is what the window in hand is about next to a unit of that side? */
bool aab_next_to_us(const struct state *d, int side)
{
	const struct step *s = agenda_see(&d->g);
	int hex = s->unit != NO_UNIT ? d->counter[s->unit].at : load_see(s)->window.hex;
	return is_hex(hex) && enemy_near(d, !side, hex);
}

/* What the standing order answers anyway, from what everybody can see, need not be asked. */
static bool standing_passes(const struct state *d, const struct step *s, int side)
{
	int choice = d->g.standing[side][is_interruption(s->stage) ? STANDING_OPPORTUNITY : STANDING_EVENTS];
	return choice == 1 ||
	       (choice == 2 && (is_interruption(s->stage) ? !aab_next_to_us(d, side) : s->stage == W_ANY));
}

/* first the one who does not act, then the one who does. */
void aab_window_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	for (; s->flags < 2; s->flags++) {
		int side = s->flags ? s->side : !s->side;
		if (standing_passes(d, s, side) || !might_play(p, d, s, side)) continue;
		ask(&d->g, side, is_interruption(s->stage) ? Q_OPPORTUNITY : Q_EVENT);
		return;
	}
	agenda_done(&d->g);
}

static bool event_may(const struct play *p, const struct state *d, int side, const struct order *o, int unit,
	int number, struct refusal *r)
{
	if (!aab_card_held(aab_book(p), d, side, o->a))
		return refuse(r, "6.3e", "you do not hold %s", cards[o->a].title);
	if (cards[o->a].on_unit != (unit != NO_UNIT))
		return refuse(r, "6.3g",
			cards[o->a].on_unit ? "%s is played on a unit" : "%s is not played on a unit", cards[o->a].title);
	return card_fits(p, d, agenda_see(&d->g), side, o->a, unit, number, r);
}

bool aab_may_play(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return event_may(p, d, side, o, NO_UNIT, 0, r);
}

bool aab_may_play_on(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return event_may(p, d, side, o, o->unit, o->b, r);
}

void aab_list_events(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct step *s = agenda_see(&d->g);
	for (int k = 0; k < CARDS; k++)
		if (aab_card_held(aab_book(p), d, side, k)) card_plays(p, d, s, side, k, o);
	order_list(o, .verb = V_PASS);
}

void aab_do_pass(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_top(&d->g)->flags++;
}

/* On a unit, or on none: o->unit is NO_UNIT then. */
void aab_do_play(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct chance x = chance_of(aab_book(p), agenda_top(&d->g), side, o->a, o->unit, o->b);
	aab_card_spend(p, d, side, o->a);
	cards[o->a].play(p, d, &x);
}

/* --- Opportunity Fire in one's own Fire Combat or Movement Step (11.9b) --------------------------------- */

/* Does the side want to be asked about every chance of Opportunity Fire? */
bool aab_asks_always(const struct state *d, int side)
{
	return d->g.standing[side][STANDING_OPPORTUNITY] == 0;
}

static bool aims_at(const struct play *p, const struct state *d, int side, int card, int unit, int hex,
	struct refusal *r)
{
	struct chance x = {.side = side, .nation = aab_card_nation(aab_book(p), card), .unit = unit};
	return card == CARD_NAPOLEONS_GUNS ? guns_fire(p, d, &x, hex, r) : jaeger_fires(p, d, &x, hex, r);
}

/* Lists what the unit may fire at by the chit, or says whether there is anything. */
static bool aims(const struct play *p, const struct state *d, int side, int card, int unit, struct orders *o)
{
	const struct aab_book *b = aab_book(p);
	int from = d->counter[unit].at, range = aab_range_of_fire(b, unit);
	bool any = false;
	if (!is_hex(from) || (range < 2 && !enemy_near(d, side, from))) return false;
	for (int i = b->disc[from]; i < b->disc_radius[from][range + 1]; i++) {
		if (!held_by(b, d, !side, b->disc_hex[i]) || !aims_at(p, d, side, card, unit, b->disc_hex[i], NULL))
			continue;
		any = true;
		if (!o) return true;
		order_list(o, .verb = V_FIRE, .unit = unit, .a = b->disc_hex[i]);
	}
	return any;
}

bool aab_opportunity_may(const struct play *p, const struct state *d, int side, int card, int unit,
	struct refusal *r)
{
	struct chance x = {.side = side, .nation = aab_card_nation(aab_book(p), card), .unit = unit};
	if (!aab_card_held(aab_book(p), d, side, card))
		return refuse(r, "6.3e", "you do not hold %s", cards[card].title);
	if (d->g.turn == d->storm) return refuse(r, "16b", "no combat in the thunderstorm");
	if (!shooter_may(p, d, &x, card == CARD_NAPOLEONS_GUNS ? ARM_ARTILLERY : ARM_INFANTRY, r)) return false;
	return aims(p, d, side, card, unit, NULL) ||
	       refuse(r, "11.9b", "%s has nobody to fire at", p->m->piece[unit].name);
}

void aab_opportunity_list(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int card = 0; card < CARDS && d->g.turn != d->storm; card++) {
		if (!is_opportunity(card) || !aab_card_held(aab_book(p), d, side, card)) continue;
		uint64_t shooters[MASK];
		card_shooters(aab_book(p), d, side, card, shooters);
		for EACH (u, shooters)
			if (aims(p, d, side, card, u, NULL)) order_list(o, .verb = V_PLAY_ON, .unit = u, .a = card);
	}
}

/* Might the side, for all the other knows, play such a chit now? */
bool aab_opportunity_might(const struct play *p, const struct state *d, int side)
{
	for (int card = 0; card < CARDS && d->g.turn != d->storm; card++) {
		if (!is_opportunity(card) || !aab_card_might(aab_book(p), d, side, card)) continue;
		uint64_t shooters[MASK];
		card_shooters(aab_book(p), d, side, card, shooters);
		for EACH (u, shooters)
			if (aims(p, d, side, card, u, NULL)) return true;
	}
	return false;
}

void aab_opportunity(const struct play *p, struct state *d, int side, int card, int unit)
{
	aab_card_spend(p, d, side, card);
	chit_push(d, STEP_AIM, side, unit, HEX_NONE, card, 0);
}

/* STEP_AIM: once the target is named the enemy may answer with a chit of his own, which is resolved first
   (6.3f). */
void aab_aim_step(const struct play *p, struct state *d)
{
	struct step s = *agenda_top(&d->g);
	int hex = load_see(&s)->chit.hex;
	if (hex == HEX_NONE) {
		ask(&d->g, s.side, Q_AIM);
		return;
	}
	agenda_done(&d->g);
	chit_push(d, STEP_PLAY, s.side, s.unit, hex, load_see(&s)->chit.card, 0);
	aab_window_open(p, d, W_SHOT, s.side, s.unit, hex);
}

bool aab_may_aim(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct step *s = agenda_see(&d->g);
	if (o->unit != s->unit || !is_hex(o->a))
		return refuse(r, "11.9b", "%s fires: at what?", p->m->piece[s->unit].name);
	return aims_at(p, d, side, load_see(s)->chit.card, s->unit, o->a, r);
}

void aab_list_aims(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct step *s = agenda_see(&d->g);
	aims(p, d, side, load_see(s)->chit.card, s->unit, o);
}

void aab_do_aim(const struct play *p, struct state *d, int side, const struct order *o)
{
	load_of(agenda_top(&d->g))->chit.hex = (int16_t)o->a;
}
