/* Event chits that are played inside their owner's own questions rather than in a window: assaults out of a
   Defensive posture, the Bersaglieri's volley, walls that hold, the second hex; and the second unit where a
   chit helps two. */
#include "rules/all_are_brothers/all_are_brothers.h"

static bool is_sortie(int card)
{
	return card == CARD_COUNTERSTROKE || card == CARD_COLD_STEEL || card == CARD_FORWARD_SAVOY;
}

/* 11.10b: an In Command unit of a Defensive corps, engaged since the step began, may declare an assault. */
static bool sortie_unit(const struct play *p, const struct state *d, int side, int nation, int unit,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	const struct counter *k = &d->counter[unit];
	if (!is_unit(b, unit) || b->piece[unit].side != side || b->piece[unit].nation != nation ||
		b->piece[unit].arm == ARM_ARTILLERY || !mask_has(d->act.units, unit) || !placed(k))
		return refuse(r, "6.3b", "one of your active infantry or cavalry");
	if (d->act.posture != POSTURE_DEFENSIVE || d->act.flags & ACT_FAILED || k->state & IS_OUT)
		return refuse(r, "6.3g", "In Command, in Defensive posture");
	if (k->deeds & HAS_MOVED || k->marks & (MAY_DECLARE | IS_DECLARED))
		return refuse(r, "6.3g", "%s has ended its move or may assault already", p->m->piece[unit].name);
	return (k->marks & BEGAN_ENGAGED && aab_engaged(b, d, unit)) ||
	       refuse(r, "6.3g", "%s was not engaged when the step began", p->m->piece[unit].name);
}

bool aab_sortie_may(const struct play *p, const struct state *d, int side, int card, int unit,
	struct refusal *r)
{
	if (!is_sortie(card)) return refuse(r, "6.3g", "that is not played here");
	if (!aab_card_held(aab_book(p), d, side, card))
		return refuse(r, "6.3e", "you do not hold %s", aab_card_title(card));
	return sortie_unit(p, d, side, aab_card_nation(aab_book(p), card), unit, r);
}

void aab_sortie_list(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int card = 0; card < CARDS; card++) {
		if (!is_sortie(card) || !aab_card_held(aab_book(p), d, side, card)) continue;
		for EACH (u, d->act.units)
			if (aab_sortie_may(p, d, side, card, u, NULL))
				order_list(o, .verb = V_PLAY_ON, .unit = u, .a = card);
	}
}

/* Might the side, for all the other knows, let somebody declare by a chit? */
bool aab_sortie_might(const struct play *p, const struct state *d, int side)
{
	if (d->act.posture != POSTURE_DEFENSIVE || d->act.flags & ACT_FAILED) return false;
	for (int card = 0; card < CARDS; card++) {
		if (!is_sortie(card) || !aab_card_might(aab_book(p), d, side, card)) continue;
		for EACH (u, d->act.units)
			if (sortie_unit(p, d, side, aab_card_nation(aab_book(p), card), u, NULL)) return true;
	}
	return false;
}

void aab_sortie(const struct play *p, struct state *d, int side, int card, int unit)
{
	aab_card_spend(p, d, side, card);
	d->counter[unit].marks |= MAY_DECLARE;
	chit_push(d, STEP_ALSO, side, unit, HEX_NONE, card, aab_card_nation(aab_book(p), card));
}

/* Hold the Walls: a Loss Point of a D result less, in woods, village or town. */
bool aab_walls_may(const struct play *p, const struct state *d, int side, int card, struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	int t = b->terrain[d->fight.target], u = d->top[d->fight.target] - 1;
	if (card != CARD_HOLD_THE_WALLS || !aab_card_held(b, d, side, card))
		return refuse(r, "6.3e", "you do not hold it");
	if (side == d->g.active || d->fight.loser != side || d->fight.result < A_D1A1 || !d->fight.points)
		return refuse(r, "6.3g", "only against a D result");
	if (t != T_WOODS && t != T_VILLAGE && t != T_TOWN)
		return refuse(r, "6.3g", "only in woods, village or town");
	return b->piece[u].nation == aab_card_nation(b, card) || refuse(r, "6.3b", "only for its own nation");
}

/* Follow Up: after non-charging units have advanced. */
bool aab_follow_fits(const struct aab_book *b, const struct state *d, int side)
{
	for STACK (u, d, d->fight.target)
		if (!d->fight.follow && b->piece[u].side == side &&
			b->piece[u].nation == aab_card_nation(b, CARD_FOLLOW_UP) && d->counter[u].marks & HAS_ADVANCED &&
			!(d->counter[u].deeds & HAS_CHARGED))
			return true;
	return false;
}

bool aab_follow_may(const struct play *p, const struct state *d, int side, int card, struct refusal *r)
{
	if (card != CARD_FOLLOW_UP || !aab_card_held(aab_book(p), d, side, card))
		return refuse(r, "6.3e", "you do not hold it");
	return aab_follow_fits(aab_book(p), d, side) ||
	       refuse(r, "6.3g", "after a Breakthrough without a charge");
}

/* As far as the other side can know, may this chit be in the side's hand? Where it might be played in a
   question of its owner, the question is asked even if there is nothing else to answer. */
bool aab_card_might(const struct aab_book *b, const struct state *d, int side, int card)
{
	int pool = b->n.card_pool[card];
	return pool >= 0 && b->pool_nation[pool] != NOBODY && b->pool_side[pool] == side && d->held[pool] &&
	       d->hand[card] + d->left[card];
}

bool aab_bersaglieri_fits(const struct aab_book *b, int unit)
{
	return b->piece[unit].arm == ARM_INFANTRY &&
	       b->piece[unit].nation == aab_card_nation(b, CARD_BERSAGLIERI);
}

bool aab_bersaglieri_may(const struct play *p, const struct state *d, int side, int unit, bool played,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (played || !aab_card_held(b, d, side, CARD_BERSAGLIERI))
		return refuse(r, "6.3e", "you do not hold it");
	return aab_bersaglieri_fits(b, unit) || refuse(r, "6.3b", "only for infantry of its own nation");
}

/* --- the second unit (STEP_ALSO: a is the card, b its nation) ------------------------------------------- */

static bool also_may(const struct play *p, const struct state *d, const struct step *s, int unit,
	struct refusal *r)
{
	const struct aab_book *b = aab_book(p);
	if (is_sortie(load_see(s)->chit.card))
		return sortie_unit(p, d, s->side, load_see(s)->chit.nation, unit, r);
	return (is_unit(b, unit) && b->piece[unit].side == s->side &&
			   b->piece[unit].nation == load_see(s)->chit.nation && on_map(d, unit) &&
			   d->counter[unit].state & IS_LOW) ||
	       refuse(r, "6.3g", "a unit of yours that is low on ammunition");
}

void aab_also_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	if (!s->stage)
		for EACH (u, d->units[s->side])
			if (also_may(p, d, s, u, NULL)) {
				ask(&d->g, s->side, Q_ALSO);
				return;
			}
	agenda_done(&d->g);
}

bool aab_may_also(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return also_may(p, d, agenda_see(&d->g), o->unit, r);
}

void aab_list_also(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for EACH (u, d->units[side])
		if (also_may(p, d, agenda_see(&d->g), u, NULL)) order_list(o, .verb = V_TAKE, .unit = u);
	order_list(o, .verb = V_DONE);
}

void aab_do_also(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	s->stage = OVER;
	if (is_sortie(load_see(s)->chit.card)) d->counter[o->unit].marks |= MAY_DECLARE;
	else aab_resupply(p, d, o->unit, "6.3g");
}

/* --- chits in the questions of their owner's own Fire Combat and Movement Steps ------------------------- */

bool aab_chit_may(const struct play *p, const struct state *d, int side, int card, int unit,
	struct refusal *r)
{
	if (card == CARD_JAEGER_SHARPSHOOTERS || card == CARD_NAPOLEONS_GUNS)
		return aab_opportunity_may(p, d, side, card, unit, r);
	return aab_sortie_may(p, d, side, card, unit, r);
}

void aab_chit_play(const struct play *p, struct state *d, int side, int card, int unit)
{
	if (card == CARD_JAEGER_SHARPSHOOTERS || card == CARD_NAPOLEONS_GUNS)
		aab_opportunity(p, d, side, card, unit);
	else aab_sortie(p, d, side, card, unit);
}
