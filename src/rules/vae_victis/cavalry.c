/* Charges (11.5), the advance after combat (11.2n, 11.4g, A54), and cavalry in woods (TEC14). */
#include "rules/vae_victis/vae_victis.h"

/* 11.5c, 11.5h */
bool vv_may_charge(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	if (vv_book(p)->unit[unit].kind != HORSE) return true;
	if (is_disorganised(d, unit))
		return refuse(r, "11.5h", "%s is disorganised and cannot charge", name_of_piece(p, unit));
	if (d->flags[unit] & HAS_SPENT)
		return refuse(r, "11.5c", "%s has spent more than half its allowance", name_of_piece(p, unit));
	return true;
}

/* 11.5i, DMd: once, if one of the chargers left is heavy. */
bool vv_heavy_attack(const struct vv_book *b, const struct state *d)
{
	for (int i = 0; i < d->combat.n; i++)
		if (is_live(d, i) && b->unit[d->combat.attacker[i]].heavy) return true;
	return false;
}

/* 11.5d, 11.5f, A57: notes who has charged in the combat that ends; a charge on cavalry that retired is
   none. */
void vv_note_charges(const struct vv_book *b, struct state *d)
{
	const struct vv_combat *c = &d->combat;
	if (c->flags & FIGHT_RETIRED && c->fled == HORSE + 1) return;
	for (int i = 0; i < d->attacks; i++)
		for (int k = 0; k < c->n; k++)
			if (d->attack[i].unit == c->attacker[k] && d->attack[i].hex == c->hex &&
				b->unit[c->attacker[k]].kind == HORSE)
				d->attack[i].flags |= ATTACK_CHARGED;
}

static bool has_more_attacks(const struct state *d, int unit)
{
	for (int i = 0; i < d->attacks; i++)
		if (d->attack[i].unit == unit && !(d->attack[i].flags & ATTACK_OVER)) return true;
	return false;
}

/* 11.5d … 11.5g: whoever has charged is disorganised once none of its attacks is left, be it fought or
   lapsed. */
void vv_end_charges(const struct play *p, struct state *d)
{
	for (int i = 0; i < d->attacks; i++) {
		int unit = d->attack[i].unit;
		if (d->attack[i].flags & ATTACK_CHARGED && is_hex(d->at[unit]) && !has_more_attacks(d, unit))
			vv_disorganise(p, d, unit, "11.5d");
	}
}

/* TEC14, A58, A67: by whatever way it comes into woods, unless along a road. */
void vv_enter_woods(const struct play *p, struct state *d, int unit, int from, int to)
{
	const struct vv_book *b = vv_book(p);
	if (b->unit[unit].kind != HORSE || !(b->ground[to] & GROUND_WOODS)) return;
	/* by road both pay the same */
	bool rough = is_hex(from) ? b->rough[from] >> hexmap_direction(b->map, from, to) & 1
	                          : b->enter[HORSE][to] != b->enter[FOOT][to];
	if (rough) vv_disorganise(p, d, unit, "TEC14");
}

/* --- advance -------------------------------------------------------------------------------------------- */

/* 11.2n, 11.2r: cavalry if any took part. */
static bool cavalry_must(const struct vv_book *b, const struct state *d)
{
	for (int i = 0; i < d->combat.n; i++)
		if (is_live(d, i) && b->unit[d->combat.attacker[i]].kind == HORSE) return true;
	return false;
}

bool vv_may_advance(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	for (int i = 0; i < d->combat.n; i++) {
		if (d->combat.attacker[i] != o->unit || !is_live(d, i)) continue;
		return !cavalry_must(b, d) || b->unit[o->unit].kind == HORSE ||
		       refuse(r, "11.2n", "cavalry took part and must advance");
	}
	return refuse(r, "11.2n", "%s is not an attacker that could advance", name_of_piece(p, o->unit));
}

/* 11.4g */
bool vv_may_decline(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return d->combat.flags & FIGHT_RETIRED || refuse(r, "11.2n", "a unit must advance");
}

void vv_list_advances(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct vv_book *b = vv_book(p);
	bool horse = cavalry_must(b, d);
	for (int i = 0; i < d->combat.n; i++)
		if (is_live(d, i) && (!horse || b->unit[d->combat.attacker[i]].kind == HORSE))
			offer(o, V_ADVANCE, d->combat.attacker[i]);
	if (d->combat.flags & FIGHT_RETIRED) offer(o, V_DECLINE, NO_UNIT);
}

/* 11.2o, A54 */
void vv_do_advance(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct vv_book *b = vv_book(p);
	int unit = o->unit, from = d->at[unit], hex = d->combat.hex, hq = form_of(b, unit)->hq;
	emit(p, .kind = E_ADVANCED, .side = (int8_t)side, .who = (int16_t)unit, .where = from, .to = hex,
		.rule = "11.2n");
	vv_tell_capture(p, d, hex, side);
	vv_put(b, d, unit, hex);
	vv_enter_woods(p, d, unit, from, hex);
	vv_displace_near(p, d, hex, !side);
	agenda_push(&d->g, (struct step){.kind = STEP_FACE, .side = (uint8_t)side, .unit = (int16_t)unit});
	if (hq != NO_UNIT && d->at[hq] == from)
		push_load(&d->g, STEP_FOLLOW, side, follow, .hq = (int16_t)hq, .hex = hex);
}

void vv_do_decline(const struct play *p, struct state *d, int side, const struct order *o) {}

void vv_follow(const struct play *p, struct state *d) { ask(&d->g, agenda_see(&d->g)->side, Q_FOLLOW); }

bool vv_may_follow(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	int hq = agenda_see(&d->g)->unit;
	return o->unit == hq || refuse(r, "11.2n", "the question is whether %s follows", name_of_piece(p, hq));
}

void vv_list_follow(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int hq = agenda_see(&d->g)->unit;
	offer(o, V_FOLLOW, hq);
	offer(o, V_REMAIN, hq);
}

void vv_do_follow(const struct play *p, struct state *d, int side, const struct order *o)
{
	int hex = load_now(&d->g)->follow.hex;
	emit(p, .kind = E_STEPPED, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .to = hex,
		.rule = "11.2n");
	vv_put(vv_book(p), d, o->unit, hex);
	agenda_done(&d->g);
}

void vv_do_remain(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_done(&d->g);
}
