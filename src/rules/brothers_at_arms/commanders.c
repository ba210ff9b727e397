/* Commanders under fire: shot at, caught between the lines, captured, and what follows for those they led. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* cmdr.4: a disabled commander is removed; AMB-38: captured is disabled. */
void disable(const struct play *p, struct state *b, int chief, enum fate fate, const char *rule)
{
	const struct charts *c = CHARTS(p);
	int hex = b->counter[chief].at;
	baa_board_lift(c, b, chief, fate);
	emit(p, .kind = fate == FATE_CAPTURED ? E_CAPTURED : E_DISABLED, .side = (int8_t)c->piece[chief].side,
		.who = (int16_t)chief, .where = hex, .rule = rule);
}

/* One die against a commander; why says what is tried. */
static bool shot(const struct play *p, struct state *b, int unit, int chief, int mark, const char *rule,
	const char *why, const struct roll_words *words)
{
	struct throw t =
		{.n = 1, .mark = mark, .why = why, .rule = rule, .words = words, .who = unit, .whom = chief};
	return roll_dice(p, b, &t);
}

/* cmdr.2, AMB-34: one die for each own commander whose hex the line crosses inside. */
void friendly_fire(const struct play *p, struct state *b, int unit, int to)
{
	const struct charts *c = CHARTS(p);
	int side = c->piece[unit].side, from = b->counter[unit].at, all = hex_distance(c, from, to), n = -1;
	struct sight_cross x[SIGHT_MOST];
	for EACH (k, b->chiefs[side]) {
		int at = b->counter[k].at;
		if (at == from || at == to || hex_distance(c, from, at) + hex_distance(c, at, to) != all) continue;
		if (n < 0) n = sight_line(p->m->map, from, to, x);
		for (int i = 0; i < n; i++)
			if (x[i].a == at && x[i].b == HEX_NONE &&
				shot(p, b, unit, k, c->n.shot_on, "cmdr.2", "the fire through its own commander",
					&baa_shot_words)) {
				disable(p, b, k, FATE_DISABLED, "cmdr.2");
				break;
			}
	}
}

static bool any_in_melee(const struct charts *c, const struct state *b, int hex)
{
	int u = board_first(b, hex);
	return u != NO_UNIT && board_contact(c, b, u);
}

/* cmdr.3, cmdr.5; stackfire.7: with a unit of its own side it is the unit that is shot at, AMB-35: except by
   sharpshooters. melee.6: nobody fires into a melee from a distance, at a commander either. */
bool snipe_may(const struct play *p, const struct state *b, int unit, int chief, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	const char *name = p->m->piece[chief].name;
	int to = b->counter[chief].at;
	if (is_unit(c, chief) || c->piece[chief].side == c->piece[unit].side || !is_hex(to))
		return refuse(r, "cmdr.3", "%s is no enemy commander on the board", name);
	if (board_enemy_in(c, b, c->piece[unit].side, to) && !(c->piece[unit].able & ABLE_SHARPSHOOTERS))
		return refuse(r, "stackfire.7", "%s stands with a unit, which must be the target", name);
	int from = b->counter[unit].at, distance = hex_distance(c, from, to),
		range = baa_fire_range(c, b, unit, to);
	if (distance > range)
		return refuse(r, "fire.1", "%s is %d hexes away, out of range %d", name, distance, range);
	if (any_in_melee(c, b, to) && (distance > 1 || !board_contact(c, b, unit)))
		return refuse(r, "melee.6", "%s stands in a melee, and %s is not in it", name,
			p->m->piece[unit].name);
	return distance == 0 || sight_clear(p, b, from, to, r);
}

/* cmdr.3: one die, a 6, and no other attack in this round; cmdr.5: sharpshooters at their attack number. */
void snipe_roll(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	int unit = b->volley.member[0], chief = b->volley.target, side = c->piece[unit].side;
	bool marksmen = c->piece[unit].able & ABLE_SHARPSHOOTERS;
	const char *rule = marksmen ? "cmdr.5" : "cmdr.3";
	note_attack(p, b, unit, HAS_FIRED | HAS_SNIPED);
	emit(p, .kind = E_SNIPED, .side = (int8_t)side, .who = (int16_t)unit, .whom = (int16_t)chief,
		.where = b->counter[unit].at, .to = b->volley.hex, .rule = rule);
	int mark = marksmen ? attack_number(p, b, unit, p->sink) : c->n.shot_on;
	bool hit = shot(p, b, unit, chief, mark, rule, "the shot at the commander", &baa_shot_words);
	friendly_fire(p, b, unit, b->volley.hex);
	if (hit) disable(p, b, chief, FATE_DISABLED, rule);
}

/* An attempt in the course of a march is settled with that march, any other by itself. */
void capture_over(struct state *b)
{
	int next = agenda_see(&b->g)->kind;
	if (next != STEP_MARCH && next != STEP_EVADE) settled(&b->g);
}

/* capture.1, capture.2, AMB-38: one die at the attack number; missed, the commander slips one hex away. The
   unit may go on, and may fire and fight afterwards: the book takes its other attacks only from whoever
   shoots at a commander (cmdr.3). */
void capture_try(const struct play *p, struct state *b, int unit, int hex)
{
	const struct charts *c = CHARTS(p);
	int side = c->piece[unit].side;
	if (first_chief(c, b, !side, hex) == NO_UNIT) return;
	int number = attack_number(p, b, unit, p->sink);
	note_attack(p, b, unit, NO_DEED);
	for (int k = first_chief(c, b, !side, hex); k != NO_UNIT; k = board_chief(c, b, !side, hex, k)) {
		if (shot(p, b, unit, k, number, "capture.1", "the capture of the commander", &baa_capture_words))
			disable(p, b, k, FATE_CAPTURED, "capture.1");
		else
			agenda_push(&b->g, (struct step){.kind = STEP_EVADE,
								   .side = (uint8_t)!side,
								   .unit = (int16_t)k,
								   .other = (int16_t)unit});
	}
}

int evade_hexes(const struct play *p, const struct state *b, int chief, int from, int16_t hex[6])
{
	const struct charts *c = CHARTS(p);
	int n = 0;
	for (int d = 0; d < 6; d++) {
		const struct hexside *s = side_at(c, from, d);
		if (!is_hex(s->next) || s->flags & SIDE_IS_CLOSED || !may_stand(c, b, chief, s->next)) continue;
		if (!board_enemy_in(c, b, c->piece[chief].side, s->next)) hex[n++] = s->next;
	}
	return n;
}

/* AMB-38: with nowhere to go it is captured. */
void baa_evade_step(const struct play *p, struct state *b)
{
	if (baa_ended(p, b)) return;
	struct step s = *agenda_see(&b->g);
	int16_t hex[6];
	if (evade_hexes(p, b, s.unit, b->counter[s.unit].at, hex)) {
		ask(&b->g, s.side, Q_FLINCH);
		return;
	}
	agenda_done(&b->g);
	disable(p, b, s.unit, FATE_CAPTURED, "capture.2");
	capture_over(b);
}
