/* The reference card as arithmetic: see card.h. */
#include "rules/tabletop_1859/card.h"

#define AT(member) (offsetof(struct card, member) / sizeof(int32_t))

const struct card_chart tt_card_chart[] = {{"artillery.0.to", AT(artillery_to[0]), 1, 10},
	{"artillery.0.hits", AT(artillery[0]), 4, 1}, {"artillery.1.to", AT(artillery_to[1]), 1, 10},
	{"artillery.1.hits", AT(artillery[1]), 4, 1}, {"artillery.2.to", AT(artillery_to[2]), 1, 10},
	{"artillery.2.hits", AT(artillery[2]), 4, 1}, {"artillery.3.to", AT(artillery_to[3]), 1, 10},
	{"artillery.3.hits", AT(artillery[3]), 4, 1}, {"rifle.0.to", AT(rifle_to[0]), 1, 10},
	{"rifle.0.hits", AT(rifle[0]), 4, 1}, {"rifle.1.to", AT(rifle_to[1]), 1, 10},
	{"rifle.1.hits", AT(rifle[1]), 4, 1}, {"rifle.2.to", AT(rifle_to[2]), 1, 10},
	{"rifle.2.hits", AT(rifle[2]), 4, 1}, {"fire.group.value", AT(group), 1, 1},
	{"artillery.3.to", AT(limit[WEAPON_RIFLED]), 1, 10},
	{"artillery_limits.smoothbore.value", AT(limit[WEAPON_SMOOTHBORE]), 1, 10},
	{"artillery_limits.rockets.value", AT(limit[WEAPON_ROCKETS]), 1, 10},
	{"rifle_limits.rifles.value", AT(limit[WEAPON_RIFLE]), 1, 10},
	{"rifle_limits.jaeger.value", AT(limit[WEAPON_JAEGER]), 1, 10},
	{"rifle_limits.italian_line.value", AT(limit[WEAPON_ITALIAN]), 1, 10},
	{"artillery_modifiers.smoothbore.beyond", AT(smoothbore_sure), 1, 10},
	{"rifle_limits.doubled.value", AT(doubled), 1, 10},
	{"rifle_limits.disorganised.value", AT(disordered_fire), 1, 1},
	{"fire.enfilade.value", AT(enfilade), 1, 1},
	{"artillery_modifiers.cover.value", AT(modifier[MOD_ART_COVER]), 1, 1},
	{"artillery_modifiers.smoothbore.value", AT(modifier[MOD_ART_SMOOTHBORE]), 1, 1},
	{"artillery_modifiers.partial.value", AT(modifier[MOD_ART_PARTIAL]), 1, 1},
	{"artillery_modifiers.moving_cavalry.value", AT(modifier[MOD_ART_CAVALRY]), 1, 1},
	{"artillery_modifiers.under_fire.value", AT(modifier[MOD_ART_UNDER_FIRE]), 1, 1},
	{"artillery_modifiers.enfilade.value", AT(modifier[MOD_ART_ENFILADE]), 1, 1},
	{"artillery_modifiers.column.value", AT(modifier[MOD_ART_COLUMN]), 1, 1},
	{"rifle_modifiers.cover.value", AT(modifier[MOD_RIFLE_COVER]), 1, 1},
	{"rifle_modifiers.partial.value", AT(modifier[MOD_RIFLE_PARTIAL]), 1, 1},
	{"rifle_modifiers.italian_line.value", AT(modifier[MOD_RIFLE_ITALIAN]), 1, 1},
	{"rifle_modifiers.buildings.value", AT(modifier[MOD_RIFLE_WORKS]), 1, 1},
	{"rifle_modifiers.enfilade.value", AT(modifier[MOD_RIFLE_ENFILADE]), 1, 1},
	{"rifle_modifiers.column.value", AT(modifier[MOD_RIFLE_COLUMN]), 1, 1},
	{"result_modifiers.commander.value", AT(modifier[MOD_HIT_COMMANDER]), 1, 1},
	{"result_modifiers.disorganised.value", AT(modifier[MOD_HIT_DISORGANISED]), 1, 1},
	{"result_modifiers.flank.value", AT(modifier[MOD_HIT_FLANK]), 1, 1},
	{"melee_modifiers.commander.value", AT(modifier[MOD_MELEE_COMMANDER]), 1, 1},
	{"melee_modifiers.supported.value", AT(modifier[MOD_MELEE_SUPPORT]), 1, 1},
	{"melee_modifiers.morale.value", AT(modifier[MOD_MELEE_MORALE]), 1, 1},
	{"melee_modifiers.stationary.value", AT(modifier[MOD_MELEE_FORMED]), 1, 1},
	{"melee_modifiers.french.value", AT(modifier[MOD_MELEE_FRENCH]), 1, 1},
	{"melee_modifiers.italian.value", AT(modifier[MOD_MELEE_ITALIAN]), 1, 1},
	{"melee_modifiers.flank.value", AT(modifier[MOD_MELEE_FLANK]), 1, 1},
	{"morale.0.rating", AT(morale[0]), 1, 1}, {"morale.0.to", AT(result_to[0]), 6, 1},
	{"morale.1.rating", AT(morale[1]), 1, 1}, {"morale.1.to", AT(result_to[1]), 6, 1},
	{"morale.2.rating", AT(morale[2]), 1, 1}, {"morale.2.to", AT(result_to[2]), 6, 1},
	{"morale.3.rating", AT(morale[3]), 1, 1}, {"morale.3.to", AT(result_to[3]), 6, 1},
	{"results.0.move", AT(result_back[0]), 1, 10},
	{"results.0.disorganised", AT(result_disorganises[0]), 1, 1},
	{"results.0.stands", AT(result_stands[0]), 1, 1}, {"results.1.move", AT(result_back[1]), 1, 10},
	{"results.1.disorganised", AT(result_disorganises[1]), 1, 1},
	{"results.1.stands", AT(result_stands[1]), 1, 1}, {"results.2.move", AT(result_back[2]), 1, 10},
	{"results.2.disorganised", AT(result_disorganises[2]), 1, 1},
	{"results.2.stands", AT(result_stands[2]), 1, 1}, {"results.3.move", AT(result_back[3]), 1, 10},
	{"results.3.disorganised", AT(result_disorganises[3]), 1, 1},
	{"results.3.stands", AT(result_stands[3]), 1, 1}, {"results.4.move", AT(result_back[4]), 1, 10},
	{"results.4.disorganised", AT(result_disorganises[4]), 1, 1},
	{"results.4.stands", AT(result_stands[4]), 1, 1}, {"results.5.move", AT(result_back[5]), 1, 10},
	{"results.5.disorganised", AT(result_disorganises[5]), 1, 1},
	{"results.5.stands", AT(result_stands[5]), 1, 1}, {"cavalry_back.value", AT(cavalry_back), 1, 10},
	{"points.good_order.value", AT(points[0]), 1, 1}, {"points.charged.value", AT(points[1]), 1, 1},
	{"points.disorganised.value", AT(points[2]), 1, 1}, {"melee.0.from", AT(margin_from[0]), 1, 1},
	{"melee.0.loser_stands", AT(margin_loser[0]), 1, 1},
	{"melee.0.winner_stands", AT(margin_winner[0]), 1, 1}, {"melee.0.back", AT(margin_back[0]), 1, 10},
	{"melee.0.rout", AT(margin_routs[0]), 1, 1}, {"melee.1.from", AT(margin_from[1]), 1, 1},
	{"melee.1.loser_stands", AT(margin_loser[1]), 1, 1},
	{"melee.1.winner_stands", AT(margin_winner[1]), 1, 1}, {"melee.1.back", AT(margin_back[1]), 1, 10},
	{"melee.1.rout", AT(margin_routs[1]), 1, 1}, {"melee.2.from", AT(margin_from[2]), 1, 1},
	{"melee.2.loser_stands", AT(margin_loser[2]), 1, 1},
	{"melee.2.winner_stands", AT(margin_winner[2]), 1, 1}, {"melee.2.back", AT(margin_back[2]), 1, 10},
	{"melee.2.rout", AT(margin_routs[2]), 1, 1}, {"melee.3.from", AT(margin_from[3]), 1, 1},
	{"melee.3.loser_stands", AT(margin_loser[3]), 1, 1},
	{"melee.3.winner_stands", AT(margin_winner[3]), 1, 1}, {"melee.3.back", AT(margin_back[3]), 1, 10},
	{"melee.3.rout", AT(margin_routs[3]), 1, 1}, {"surrender.value", AT(gap), 1, 10},
	{"charge.bonus.value", AT(bonus), 1, 1}, {"charge.surprise.value", AT(surprise), 1, 1},
	{"charge.furia_french.value", AT(furia[0]), 1, 1}, {"charge.furia_others.value", AT(furia[1]), 1, 1},
	{"rally.commander.value", AT(near), 1, 10}, {"killed_on.value", AT(fire_kills), 1, 1},
	{"melee_killed_on.value", AT(melee_kills), 1, 1}, {"rally.stand.value", AT(rally[0]), 1, 1},
	{"rally.half_stand.value", AT(rally[1]), 1, 1}, {"rally.replace.value", AT(replace), 1, 1},
	{"losses.core.value", AT(core), 1, 1}, {"command.lends.value", AT(lends), 1, 1}, {NULL, 0, 0, 0}};

const struct card_words tt_card_words[] = {
	[MOD_ART_COVER] = {"art.20", "to the die: target under cover"},
	[MOD_ART_SMOOTHBORE] = {"art.21", "to the die: smoothbore beyond 5\""},
	[MOD_ART_PARTIAL] = {"art.22", "to the die: partial fire or disorganised"},
	[MOD_ART_CAVALRY] = {"art.23", "to the die: moving cavalry"},
	[MOD_ART_UNDER_FIRE] = {"art.24", "to the die: firer under fire"},
	[MOD_ART_ENFILADE] = {"art.25", "to the die: enfilade"},
	[MOD_ART_COLUMN] = {"art.26", "to the die: target in column"},
	[MOD_RIFLE_COVER] = {"rifle.14", "to the die: target under cover"},
	[MOD_RIFLE_PARTIAL] = {"rifle.15", "to the die: partial fire or disorganised"},
	[MOD_RIFLE_ITALIAN] = {"rifle.17", "to the die: Italian line"},
	[MOD_RIFLE_WORKS] = {"rifle.19", "to the die: firer in buildings or works"},
	[MOD_RIFLE_ENFILADE] = {"rifle.20", "to the die: enfilade"},
	[MOD_RIFLE_COLUMN] = {"rifle.20", "to the die: target in column"},
	[MOD_HIT_COMMANDER] = {"fcrt.26", "to the die: commander within 1\""},
	[MOD_HIT_DISORGANISED] = {"fcrt.27", "to the die: disorganised or routed"},
	[MOD_HIT_FLANK] = {"fcrt.28", "to the die: from flank or rear"},
	[MOD_MELEE_COMMANDER] = {"charge.16", "commander within 1\""},
	[MOD_MELEE_SUPPORT] = {"charge.17", "supported"},
	[MOD_MELEE_MORALE] = {"charge.18", "superior morale"},
	[MOD_MELEE_FORMED] = {"charge.19", "formed and stationary"},
	[MOD_MELEE_FRENCH] = {"charge.20", "French infantry"},
	[MOD_MELEE_ITALIAN] = {"charge.21", "Italian infantry"},
	[MOD_MELEE_FLANK] = {"charge.22", "flank or rear, surprise or furia"},
	[NOTE_ONE_STAND] = {"rifle.16", "disorganised: one stand fires"},
	[NOTE_DOUBLED] = {"rifle.24", "every stand counts twice"},
	[NOTE_AGAINST_CAVALRY] = {"charge.12", "charged by cavalry: two points a stand"},
	[NOTE_HALF_POINTS] = {"charge.13", "disorganised: half a point a stand"},
};

static int note(struct card_list *l, enum card_modifier which, int value)
{
	if (l) {
		l->which[l->n] = which;
		l->value[l->n++] = value;
	}
	return value;
}

static int add(const struct card *c, struct card_list *l, enum card_modifier which, bool applies)
{
	return applies ? note(l, which, c->modifier[which]) : 0;
}

/* --- fire ----------------------------------------------------------------------------------------------- */

static bool is_gun(int weapon) { return weapon <= WEAPON_ROCKETS; }

/* art.17-19, rifle.13, rifle.18: what forbids a shot farther than the weapon carries. */
static const char *const beyond[] = {"art.13", "art.18", "art.17", "rifle.13", "rifle.9", "rifle.18"};

/* AMB-21: a band ends with its last tenth. */
static int band(const int32_t *to, int bands, int range)
{
	int b = 0;

	while (b < bands - 1 && range > to[b]) b++;
	return b;
}

/* art.20-27. AMB-04: partial fire and disorder are one line. */
static int artillery_die(const struct card *c, const struct card_fire *f, struct card_list *l)
{
	int die = add(c, l, MOD_ART_COVER, f->is & IS_COVERED);

	die += add(c, l, MOD_ART_SMOOTHBORE, f->weapon == WEAPON_SMOOTHBORE && f->range > c->smoothbore_sure);
	die += add(c, l, MOD_ART_PARTIAL, f->is & (IS_PARTIAL | IS_DISORGANISED));
	die += add(c, l, MOD_ART_CAVALRY, f->is & IS_MOVING_CAVALRY);
	die += add(c, l, MOD_ART_UNDER_FIRE, f->is & IS_UNDER_FIRE);
	if (f->is & IS_ENFILADED) return die + add(c, l, MOD_ART_ENFILADE, true); /* art.27: never both */
	return die + add(c, l, MOD_ART_COLUMN, f->is & IS_COLUMN);
}

/* rifle.14-20; AMB-06: Italian line, not Bersaglieri. */
static int rifle_die(const struct card *c, const struct card_fire *f, struct card_list *l)
{
	int die = add(c, l, MOD_RIFLE_COVER, f->is & IS_COVERED);

	die += add(c, l, MOD_RIFLE_PARTIAL, f->is & (IS_PARTIAL | IS_DISORGANISED));
	die += add(c, l, MOD_RIFLE_ITALIAN, f->weapon == WEAPON_ITALIAN);
	die += add(c, l, MOD_RIFLE_WORKS, f->is & IS_IN_WORKS);
	/* one line of the card: never both */
	if (f->is & IS_ENFILADED) return die + add(c, l, MOD_RIFLE_ENFILADE, true);
	return die + add(c, l, MOD_RIFLE_COLUMN, f->is & IS_COLUMN);
}

/* rifle.16: a disorganised unit fires with one stand. rifle.24, AMB-07: near guns or cavalry each counts
   twice. */
static int fire_points(const struct card *c, const struct card_fire *f, struct card_list *l)
{
	int points = card_clamp(f->firing, 0, CARD_FIRING_MOST);

	if (is_gun(f->weapon)) return points;
	if (f->is & IS_DISORGANISED)
		points = card_clamp(points, 0, c->disordered_fire) + note(l, NOTE_ONE_STAND, 0);
	if (!(f->is & IS_GUNS_OR_CAVALRY) || f->range > c->doubled) return points;
	note(l, NOTE_DOUBLED, 0);
	return points * 2;
}

/* AMB-02: more than four form further groups. A number needed below 1 never hits, one above 10 always does
   (AMB-01). */
const char *tt_card_fire(const struct card *c, const struct card_fire *f, struct card_shot *s)
{
	bool gun = is_gun(f->weapon);
	int points, die;

	*s = (struct card_shot){.band = CARD_NO_BAND};
	if (f->firing < 1) return gun ? "art.1" : "rifle.1";
	if (f->range > c->limit[f->weapon]) return beyond[f->weapon];
	s->band =
		gun ? band(c->artillery_to, CARD_GUN_BANDS, f->range) : band(c->rifle_to, CARD_RIFLE_BANDS, f->range);
	points = fire_points(c, f, &s->because);
	die = gun ? artillery_die(c, f, &s->because) : rifle_die(c, f, &s->because);
	for (; points > 0; points -= c->group) {
		int column = card_clamp(points, 1, c->group);
		int number = gun ? c->artillery[s->band][column - 1] : c->rifle[s->band][column - 1];

		s->points[s->groups] = column;
		s->need[s->groups++] = card_clamp(number - die, CARD_NEVER, CARD_ALWAYS);
	}
	return NULL;
}

const char *tt_card_cell(bool guns, int band, int points)
{
	static const char *const artillery[4][4] = {{"art.1", "art.2", "art.3", "art.4"},
		{"art.5", "art.6", "art.7", "art.8"}, {"art.9", "art.10", "art.11", "art.12"},
		{"art.13", "art.14", "art.15", "art.16"}};
	static const char *const rifle[3][4] = {{"rifle.1", "rifle.2", "rifle.3", "rifle.4"},
		{"rifle.5", "rifle.6", "rifle.7", "rifle.8"}, {"rifle.9", "rifle.10", "rifle.11", "rifle.12"}};
	return guns ? artillery[band][points - 1] : rifle[band][points - 1];
}

/* --- what a hit does ------------------------------------------------------------------------------------ */

/* fcrt.26-28; AMB-08: the two -2 add up. */
int tt_card_hit_modifier(const struct card *c, const struct card_hit *h, struct card_list *because)
{
	int die = add(c, because, MOD_HIT_COMMANDER, h->is & IS_LED);

	die += add(c, because, MOD_HIT_DISORGANISED, h->is & (IS_DISORGANISED | IS_ROUTED));
	return die + add(c, because, MOD_HIT_FLANK, h->is & IS_FLANKED);
}

/* A rating off the table reads its nearest row. */
static int morale_row(const struct card *c, int morale)
{
	return card_clamp(morale - c->morale[0], 0, CARD_LAST_ROW);
}

const char *tt_card_row(const struct card *c, int morale, int result)
{
	static const char *const cell[4][6] = {{"fcrt.1", "fcrt.2", "fcrt.3", "fcrt.4", "fcrt.5", "fcrt.6"},
		{"fcrt.7", "fcrt.8", "fcrt.9", "fcrt.10", "fcrt.11", "fcrt.12"},
		{"fcrt.13", "fcrt.14", "fcrt.15", "fcrt.16", "fcrt.17", "fcrt.18"},
		{"fcrt.19", "fcrt.20", "fcrt.21", "fcrt.22", "fcrt.23", "fcrt.24"}};
	return cell[morale_row(c, morale)][result];
}

/* AMB-10: foot that should go back, and does not rout. */
bool tt_card_chooses(int arm, bool in_works, int back, bool routs)
{
	return arm == CARD_INFANTRY && in_works && back && !routs;
}

/* fcrt.1-33 */
void tt_card_effect(const struct card *c, const struct card_hit *h, int white, struct card_effect *e)
{
	const int32_t *to = c->result_to[morale_row(c, h->morale)];
	int die = card_clamp(white + tt_card_hit_modifier(c, h, NULL), 1, 10); /* AMB-01 */
	int result = RESULT_ROUT;
	bool horse = h->arm == CARD_CAVALRY;

	while (result < RESULT_NO_EFFECT && die > to[result]) result++;
	*e = (struct card_effect){.result = result,
		.back = c->result_back[result],
		.routs = result == RESULT_ROUT,
		.disorganised = c->result_disorganises[result],
		.losses = c->result_stands[result]};
	if (horse && !e->routs && result != RESULT_NO_EFFECT) e->back = c->cavalry_back; /* fcrt.31-32 */
	e->stopped = result == RESULT_STOP && !horse;
	e->under_fire = e->stopped && h->arm == CARD_ARTILLERY; /* no mutants: the moderator alone reads it, and
	                                                           unit_card tests it */
	/* no mutants: the moderator alone reads it, and unit_card tests it */
	e->chooses = tt_card_chooses(h->arm, h->is & IS_IN_WORKS, e->back, e->routs);
}

/* fcrt.30: a garrison that is disorganised already has no order left to give for its place. */
bool tt_card_may_choose(enum card_choice choice, bool disorganised)
{
	return choice != CHOICE_DISORGANISE || !disorganised;
}

/* AMB-10: the choice stands for going back, and for nothing else that the result says. */
void tt_card_choose(struct card_effect *e, enum card_choice choice)
{
	e->chooses = 0; /* no mutants: the moderator alone reads it, and unit_card tests it */
	if (choice == CHOICE_FALL_BACK) return;
	e->back = 0;
	e->disorganised |= choice == CHOICE_DISORGANISE;
	e->losses += choice == CHOICE_LOSE;
}

void tt_card_together(struct card_effect *all, const struct card_effect *also)
{
	all->result = card_clamp(also->result, RESULT_ROUT, all->result);
	all->back = card_clamp(all->back, also->back, INT32_MAX);
	all->routs |= also->routs;
	all->disorganised |= also->disorganised;
	all->losses += also->losses;
	all->stopped |= also->stopped;
	all->under_fire |= also->under_fire; /* no mutants: the moderator alone reads it, and unit_card tests
	                                        it */
	all->chooses = (all->chooses || also->chooses) && !all->routs; /* no mutants: the moderator alone reads
	                                                                  it, and unit_card tests it */
}

/* --- charge and melee ----------------------------------------------------------------------------------- */

/* charge.12: how many of a side's ordered stands have charging cavalry against them that does not
   surprise. */
static int against_horse(const struct card_side *own, const struct card_side *other)
{
	if ((own->is | other->is) & IS_MIXED) return own->against_horse;
	return own->arm != CARD_CAVALRY && other->arm == CARD_CAVALRY && !(other->is & IS_SURPRISING)
	         ? own->ordered
	         : 0;
}

/* charge.11-13, AMB-17: half points add up, and the total is rounded down. */
static int melee_points(const struct card *c, const struct card_side *own, const struct card_side *other,
	bool charged, struct card_list *l)
{
	int twice = charged ? against_horse(own, other) : 0;

	if (twice) note(l, NOTE_AGAINST_CAVALRY, 0);
	if (own->disorganised) note(l, NOTE_HALF_POINTS, 0);
	return ((own->ordered - twice) * c->points[0] + twice * c->points[1] + own->disorganised * c->points[2]) /
	       2;
}

/* charge.15-22; charge.34: in the second turn in a town only morale counts besides the stands in order and
   out of it. AMB-12: the +2 once. FLANKED on a side is the other side's advantage. */
void tt_card_score(const struct card *c, const struct card_melee *m, int side, struct card_score *s)
{
	const struct card_side *own = &m->side[side], *other = &m->side[!side];
	bool all = !(m->is & IS_CONTINUED), foot = own->arm == CARD_INFANTRY,
		 charged = side == 1 || other->is & IS_CHARGING;
	struct card_list *l = &s->because;

	*s = (struct card_score){0};
	s->points = melee_points(c, own, other, all && charged, l);
	s->total = s->points + add(c, l, MOD_MELEE_MORALE, own->morale > other->morale); /* AMB-19 */
	s->total += add(c, l, MOD_MELEE_COMMANDER, all && foot && own->is & IS_LED);
	s->total += add(c, l, MOD_MELEE_SUPPORT, all && own->is & IS_SUPPORTED);
	s->total += add(c, l, MOD_MELEE_FORMED,
		all && own->arm != CARD_CAVALRY && other->arm == CARD_INFANTRY && own->is & IS_FORMED);
	s->total += add(c, l, MOD_MELEE_FRENCH, all && foot && own->is & IS_FRENCH_FOOT);
	s->total += add(c, l, MOD_MELEE_ITALIAN, all && foot && own->is & IS_ITALIAN_FOOT);
	s->total +=
		add(c, l, MOD_MELEE_FLANK, all && (other->is & IS_FLANKED || own->is & (IS_SURPRISING | IS_FURIOUS)));
}

static int margin(const struct card *c, int by)
{
	int m = MARGIN_TIE;

	while (m < MARGIN_7 && by >= c->margin_from[m + 1]) m++;
	return m;
}

/* charge.23-33; AMB-13: at 7 and more the winner stays in order. */
static void beaten(const struct card *c, const struct card_melee *m, struct card_outcome *o)
{
	int loser = !o->winner;
	bool overrun = o->margin == MARGIN_7,
		 horse = m->side[o->winner].arm == CARD_CAVALRY || m->side[o->winner].is & IS_MIXED;

	o->back = c->margin_back[o->margin];
	o->routs = c->margin_routs[o->margin];
	o->guns_lost = m->side[loser].arm == CARD_ARTILLERY; /* charge.26 */
	o->disorganised[loser] = true;
	o->disorganised[o->winner] = !overrun;
	o->losses[loser] = c->margin_loser[o->margin];
	o->losses[o->winner] = c->margin_winner[o->margin];
	if (overrun && horse) o->losses[loser] = 1;                              /* charge.32 */
	if (overrun) o->goes_on = o->winner == 0 || m->side[1].is & IS_CHARGING; /* charge.31 */
}

void tt_card_outcome(const struct card *c, const struct card_melee *m, int attacker_d6, int defender_d6,
	struct card_outcome *o)
{
	struct card_score attacker, defender;
	int by;

	*o = (struct card_outcome){.margin = MARGIN_TIE, .winner = -1};
	if (m->side[1].is & IS_ROUTED) { /* charge.14 */
		o->winner = 0;
		o->eliminated = true;
		return;
	}
	tt_card_score(c, m, 0, &attacker);
	tt_card_score(c, m, 1, &defender);
	by = attacker.total + attacker_d6 - defender.total - defender_d6;
	o->by = by < 0 ? -by : by;
	o->margin = margin(c, o->by);
	if (by == 0) { /* charge.33-34 */
		o->waits = !!(m->is & IS_IN_TOWN);
		o->again = !o->waits;
		return;
	}
	o->winner = by != o->by;
	beaten(c, m, o);
}

int tt_card_charge_bonus(const struct card *c, int d10) /* charge.6 */ { return c->bonus * d10; }

bool tt_card_surprises(const struct card *c, int d10) /* charge.7, AMB-11: the same die as the bonus */
{
	return d10 >= c->surprise;
}

bool tt_card_furious(const struct card *c, bool french, int d10) /* charge.8 */
{
	return d10 >= c->furia[!french];
}

/* --- commanders and rallying ---------------------------------------------------------------------------- */

bool tt_card_endangers(const struct card *c, bool melee, int natural) /* fcrt.29, charge.27 */
{
	return natural == (melee ? c->melee_kills : c->fire_kills);
}

bool tt_card_kills(int second) /* AMB-09 */ { return second % 2 == 0; }

int tt_card_rally(const struct card *c, int morale, int lost, bool half_scale) /* rally.1-3, AMB-15, AMB-16 */
{
	return card_clamp(morale - c->rally[half_scale] * lost, 0, morale);
}

int tt_card_replace(const struct card *c, int rating) /* rally.5 */ { return rating - c->replace; }

/* comp.13a, AMB-15: brigades and regiments; guns are neither */
bool tt_card_core(const struct card *c, int arm, int stands, int full)
{
	return arm != CARD_ARTILLERY && stands * c->core >= full;
}

int tt_card_command(const struct card *c, int rating, bool superior) /* comp.4b, comp.4c */
{
	return rating + (superior ? c->lends : 0);
}
