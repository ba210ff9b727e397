/* Commanders under fire: shot at, caught between the lines, captured, and what follows for those they led. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* cmdr.4: a disabled commander is removed; AMB-38: captured is disabled. */
void baa_disable(const struct play *p, struct state *d, int chief, enum fate fate, const char *rule)
{
	const struct baa_book *b = baa_book(p);
	int hex = d->counter[chief].at;
	baa_board_lift(b, d, chief, fate);
	emit(p, .kind = fate == FATE_CAPTURED ? E_CAPTURED : E_DISABLED, .side = (int8_t)b->piece[chief].side,
		.who = (int16_t)chief, .where = hex, .rule = rule);
}

/* One die against a commander; why says what is tried. */
static bool shot(const struct play *p, struct state *d, int unit, int chief, int mark, const char *rule,
	const char *why, const struct roll_words *words)
{
	struct throw t =
		{.n = 1, .mark = mark, .why = why, .rule = rule, .words = words, .who = unit, .whom = chief};
	return baa_roll_dice(p, d, &t);
}

/* cmdr.2, AMB-34: one die for each own commander whose hex the line crosses inside. */
void baa_friendly_fire(const struct play *p, struct state *d, int unit, int to)
{
	const struct baa_book *b = baa_book(p);
	int side = b->piece[unit].side, from = d->counter[unit].at, all = hex_distance(b, from, to), n = -1;
	struct sight_cross x[SIGHT_MOST];
	for EACH (k, d->chiefs[side]) {
		int at = d->counter[k].at;
		if (at == from || at == to || hex_distance(b, from, at) + hex_distance(b, at, to) != all) continue;
		if (n < 0) n = sight_line(p->m->map, from, to, x);
		for (int i = 0; i < n; i++)
			if (x[i].a == at && x[i].b == HEX_NONE &&
				shot(p, d, unit, k, b->n.shot_on, "cmdr.2", "the fire through its own commander",
					&baa_shot_words)) {
				baa_disable(p, d, k, FATE_DISABLED, "cmdr.2");
				break;
			}
	}
}

static bool any_in_melee(const struct baa_book *b, const struct state *d, int hex)
{
	int u = board_first(d, hex);
	return u != NO_UNIT && baa_board_contact(b, d, u);
}

/* cmdr.3, cmdr.5; stackfire.7: with a unit of its own side it is the unit that is shot at, AMB-35: except by
   sharpshooters. melee.6: nobody fires into a melee from a distance, at a commander either. */
bool baa_snipe_may(const struct play *p, const struct state *d, int unit, int chief, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	const char *name = p->m->piece[chief].name;
	int to = d->counter[chief].at;
	if (is_unit(b, chief) || b->piece[chief].side == b->piece[unit].side || !is_hex(to))
		return refuse(r, "cmdr.3", "%s is no enemy commander on the board", name);
	if (baa_board_enemy_in(b, d, b->piece[unit].side, to) && !(b->piece[unit].able & ABLE_SHARPSHOOTERS))
		return refuse(r, "stackfire.7", "%s stands with a unit, which must be the target", name);
	int from = d->counter[unit].at, distance = hex_distance(b, from, to),
		range = baa_fire_range(b, d, unit, to);
	if (distance > range)
		return refuse(r, "fire.1", "%s is %d hexes away, out of range %d", name, distance, range);
	if (any_in_melee(b, d, to) && (distance > 1 || !baa_board_contact(b, d, unit)))
		return refuse(r, "melee.6", "%s stands in a melee, and %s is not in it", name,
			p->m->piece[unit].name);
	return distance == 0 || baa_sight_clear(p, d, from, to, r);
}

/* cmdr.3: one die, a 6, and no other attack in this round; cmdr.5: sharpshooters at their attack number. */
void baa_snipe_roll(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	int unit = d->volley.member[0], chief = d->volley.target, side = b->piece[unit].side;
	bool marksmen = b->piece[unit].able & ABLE_SHARPSHOOTERS;
	const char *rule = marksmen ? "cmdr.5" : "cmdr.3";
	baa_note_attack(p, d, unit, HAS_FIRED | HAS_SNIPED);
	emit(p, .kind = E_SNIPED, .side = (int8_t)side, .who = (int16_t)unit, .whom = (int16_t)chief,
		.where = d->counter[unit].at, .to = d->volley.hex, .rule = rule);
	int mark = marksmen ? baa_attack_number(p, d, unit, p->sink) : b->n.shot_on;
	bool hit = shot(p, d, unit, chief, mark, rule, "the shot at the commander", &baa_shot_words);
	baa_friendly_fire(p, d, unit, d->volley.hex);
	if (hit) baa_disable(p, d, chief, FATE_DISABLED, rule);
}

/* An attempt in the course of a march is settled with that march, any other by itself. */
void baa_capture_over(struct state *d)
{
	int next = agenda_see(&d->g)->kind;
	/* no mutants: where undo and odds stop, which no case sees */
	if (next != STEP_MARCH && next != STEP_EVADE) settled(&d->g);
}

/* capture.1, capture.2, AMB-38: one die at the attack number; missed, the commander slips one hex away. The
   unit may go on, and may fire and fight afterwards: the book takes its other attacks only from whoever
   shoots at a commander (cmdr.3). */
void baa_capture_try(const struct play *p, struct state *d, int unit, int hex)
{
	const struct baa_book *b = baa_book(p);
	int side = b->piece[unit].side;
	if (first_chief(b, d, !side, hex) == NO_UNIT) return;
	int number = baa_attack_number(p, d, unit, p->sink);
	baa_note_attack(p, d, unit, NO_DEED);
	for (int k = first_chief(b, d, !side, hex); k != NO_UNIT; k = baa_board_chief(b, d, !side, hex, k)) {
		if (shot(p, d, unit, k, number, "capture.1", "the capture of the commander", &baa_capture_words))
			baa_disable(p, d, k, FATE_CAPTURED, "capture.1");
		else
			agenda_push(&d->g, (struct step){.kind = STEP_EVADE,
								   .side = (uint8_t)!side,
								   .unit = (int16_t)k,
								   .other = (int16_t)unit});
	}
}

int baa_evade_hexes(const struct play *p, const struct state *d, int chief, int from, int16_t hex[6])
{
	const struct baa_book *b = baa_book(p);
	int n = 0;
	for (int dir = 0; dir < 6; dir++) {
		const struct hexside *s = side_at(b, from, dir);
		if (!is_hex(s->next) || s->flags & SIDE_IS_CLOSED || !baa_may_stand(b, d, chief, s->next)) continue;
		if (!baa_board_enemy_in(b, d, b->piece[chief].side, s->next)) hex[n++] = s->next;
	}
	return n;
}

/* AMB-38: with nowhere to go it is captured. */
void baa_evade_step(const struct play *p, struct state *d)
{
	if (baa_ended(p, d)) return;
	struct step s = *agenda_see(&d->g);
	int16_t hex[6];
	if (baa_evade_hexes(p, d, s.unit, d->counter[s.unit].at, hex)) {
		ask(&d->g, s.side, Q_FLINCH);
		return;
	}
	agenda_done(&d->g);
	baa_disable(p, d, s.unit, FATE_CAPTURED, "capture.2");
	baa_capture_over(d);
}
