/* Orders (comp.4) and command (comp.9): a chit for each command, given in secret by both sides at once; what
   a unit may do by it; and what the other side may suppose. */
#include "rules/tabletop_1859/tabletop_1859.h"

const char *const tt_chit_names[] = {"advance", "assault", "hold", "march", "reform", "withdraw", NULL};

/* --- who is in reach ------------------------------------------------------------------------------------ */

static bool chief_alive(const struct state *d, int chief)
{
	return tt_on(d, chief) && !(d->unit[chief].flags & CHIEF_KILLED);
}

/* comp.9c. A corps commander who has not come yet is missed by nobody. */
static bool corps_reaches(const struct tt_book *b, const struct state *d, int chief)
{
	int corps = b->piece[chief].corps;
	if (corps == NO_UNIT || d->unit[corps].at == BOX_MARCH) return true;
	return chief_alive(d, corps) && tt_apart_within(d->unit[chief].at, d->unit[corps].at, b->n.division);
}

/* comp.9b */
static bool chief_reaches(const struct tt_book *b, const struct state *d, int unit)
{
	int chief = b->piece[unit].chief;
	return chief_alive(d, chief) && tt_near_place(b, d, unit, d->unit[chief].at, b->n.brigade);
}

bool tt_corps_broken(const struct tt_book *b, const struct state *d, int chief)
{
	int side = tt_side(b, chief), whole = 0, left = 0;
	for (int u = b->from[side]; u < b->from[side + 1]; u++)
		if (b->piece[u].group == b->piece[chief].group)
			whole += b->piece[u].stands, left += d->unit[u].stands;
	return (whole - left) * b->n.corps_broken >= whole; /* comp.13b */
}

bool tt_out_of_command(const struct tt_book *b, const struct state *d, int unit)
{
	return !chief_reaches(b, d, unit) || !corps_reaches(b, d, b->piece[unit].chief);
}

/* The chit a unit acts by; comp.9d: whoever is out of reach holds. */
int tt_obeys(const struct tt_book *b, const struct state *d, int unit)
{
	int chief = b->piece[unit].chief, chit = d->unit[chief].chit;
	if (tt_out_of_command(b, d, unit)) return CHIT_HOLD;
	if (chit != CHIT_HOLD && chit != CHIT_WITHDRAW && tt_corps_broken(b, d, chief)) return CHIT_HOLD;
	return chit;
}

bool tt_commanded(const struct tt_book *b, const struct state *d, int chief)
{
	if (!b->piece[chief].units || !chief_alive(d, chief)) return false;
	for (int u = b->from[tt_side(b, chief)]; u < b->from[tt_side(b, chief) + 1]; u++)
		if (b->piece[u].chief == chief && tt_on(d, u)) return true;
	return false;
}

/* comp.4c */
int tt_rating(const struct tt_book *b, const struct state *d, int chief)
{
	int above = b->piece[chief].superior;
	return tt_card_command(&b->card, b->piece[chief].rating,
		above != NO_UNIT && chief_alive(d, above) &&
			tt_apart_within(d->unit[chief].at, d->unit[above].at, b->n.superior));
}

/* --- phase A -------------------------------------------------------------------------------------------- */

static int next_chief(const struct tt_book *b, const struct state *d, int side, int from)
{
	for (int c = from; c < b->chief_from[side + 1]; c++)
		if (tt_commanded(b, d, c)) return c;
	return NO_UNIT;
}

int tt_chief_asked(const struct state *d, int side)
{
	return load_see(agenda_see(&d->g))->orders.chief[side];
}

static void ask_from(const struct play *p, struct state *d, int side, int from)
{
	int chief = next_chief(tt_book(p), d, side, from);
	load_of(agenda_top(&d->g))->orders.chief[side] = chief;
	if (chief != NO_UNIT) ask(&d->g, side, ASK_CHIT);
}

/* comp.4b to 4d: what was wanted is rolled for when both sides have finished; only its own side hears of
   it. */
static void obey(const struct play *p, struct state *d, int chief)
{
	const struct tt_book *b = tt_book(p);
	static const struct roll_words words = {.good = "it reaches him", .bad = "it does not reach him"};
	struct tt_unit *c = &d->unit[chief];
	int side = tt_side(b, chief), rating = tt_rating(b, d, chief);
	const struct throw t = {.kind = THROW_AT_MOST,
		.n = 1,
		.sides = D10,
		.mark = rating,
		.why = "a new order, by his command rating",
		.words = &words,
		.rule = "comp.4b",
		.side = side,
		.who = chief,
		.whom = NO_UNIT,
		.audience = (uint8_t)(1u << side)};
	if (c->wanted == c->chit) return;
	bool heard = roll(p, &d->g, &t);
	if (heard) c->chit = c->wanted;
	c->wanted = c->chit;
	emit(p, .kind = heard ? EVENT_CHIT : EVENT_KEPT, .audience = (uint8_t)(1u << side), .side = (int8_t)side,
		.who = (int16_t)chief, .n = c->chit, .rule = heard ? "comp.4b" : "comp.4d");
}

void tt_orders_step(const struct play *p, struct state *d)
{
	const struct tt_book *b = tt_book(p);
	if (agenda_see(&d->g)->stage == ORDERS_ASKED) {
		agenda_top(&d->g)->stage = ORDERS_CHOSEN;
		for (int c = b->units; c < p->m->pieces; c++) {
			d->unit[c].flags &= (uint8_t)~(CHIEF_RODE | CHIEF_DONE | CHIEF_SHOWN);
			d->unit[c].wanted = d->unit[c].chit;
		}
		for (int side = 0; side < SIDES; side++) ask_from(p, d, side, b->chief_from[side]);
		return;
	}
	if (agenda_see(&d->g)->stage == ORDERS_CHOSEN) { /* both have chosen: that stands, and odds end here,
	                                                    before the rolls; no mutants: as below */
		agenda_top(&d->g)->stage = ORDERS_ROLLED;
		reveal(&d->g), settled(&d->g); /* no mutants: where undo and odds stop, which no case sees */
		return;
	}
	for (int c = b->units; c < p->m->pieces; c++) obey(p, d, c);
	agenda_done(&d->g);
}

bool tt_may_chit(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct tt_book *b = tt_book(p);
	if (o->unit != tt_chief_asked(d, side))
		return refuse(r, "comp.4a", "%s is not the commander whose order is due", p->m->piece[o->unit].name);
	if (o->a == d->unit[o->unit].chit || o->a == CHIT_HOLD) return true;
	if (!corps_reaches(b, d, o->unit))
		return refuse(r, "comp.9d", "%s is out of reach of his corps commander and can only hold",
			p->m->piece[o->unit].name);
	if (o->a != CHIT_WITHDRAW && tt_corps_broken(b, d, o->unit))
		return refuse(r, "comp.13b", "his corps has lost a third of its stands: Hold or Withdraw");
	return true;
}

void tt_list_chits(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int chit = 0; chit < TT_CHITS; chit++) {
		struct order x = {VERB_CHIT, (int16_t)tt_chief_asked(d, side), chit, 0, 0};
		if (tt_may_chit(p, d, side, &x, NULL)) o->list[o->n++] = x;
	}
}

void tt_do_chit(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->unit[o->unit].wanted = (uint8_t)o->a;
	ask_from(p, d, side, o->unit + 1);
}

/* --- what the other side may suppose -------------------------------------------------------------------- */

/* Chits that have not been shown this turn may be anything; and how far the other has come in giving its
   orders is not known: while we are asked it is supposed to have finished, afterwards to be at its
   beginning. */
void tt_mask(const struct play *p, struct game *g, int side, struct rng *rng)
{
	const struct tt_book *b = tt_book(p);
	struct state *d = tt_of(g);
	int foe = !side;
	for (int c = b->chief_from[foe]; c < b->chief_from[foe + 1]; c++) {
		uint8_t chit = (uint8_t)rng_below(rng, TT_CHITS);
		if (d->unit[c].flags & CHIEF_SHOWN) continue;
		d->unit[c].chit = d->unit[c].wanted = chit;
	}
	if (!g->depth || agenda_see(g)->kind != STEP_ORDERS || agenda_see(g)->stage != ORDERS_CHOSEN) return;
	g->waiting &= (uint8_t)~(1u << foe);
	ask_from(p, d, foe, g->waiting ? b->chief_from[foe + 1] : b->chief_from[foe]);
}

/* An enemy's chit decides whether he counter-charges, which the stated default does not, and what he does
   later: no order's odds. */
bool tt_guesses(const struct muster *m) { return false; }
