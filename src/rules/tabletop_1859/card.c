/* The reference card as arithmetic: see card.h. */
#include "rules/tabletop_1859/card.h"

#define AT(member) (offsetof(struct card, member) / sizeof(int32_t))
#define MOD(which) (AT(modifier) + (which))

const struct card_chart card_chart[] = {
	{"artillery_range", "point_blank", AT(artillery_to[0]), 1},
	{"artillery_range", "close", AT(artillery_to[1]), 1},
	{"artillery_range", "medium", AT(artillery_to[2]), 1},
	{"artillery_range", "long", AT(artillery_to[3]), 1},
	{"artillery", "point_blank", AT(artillery[0]), 4},
	{"artillery", "close", AT(artillery[1]), 4},
	{"artillery", "medium", AT(artillery[2]), 4},
	{"artillery", "long", AT(artillery[3]), 4},
	{"rifle_range", "close", AT(rifle_to[0]), 1},
	{"rifle_range", "medium", AT(rifle_to[1]), 1},
	{"rifle_range", "long", AT(rifle_to[2]), 1},
	{"rifle", "close", AT(rifle[0]), 4},
	{"rifle", "medium", AT(rifle[1]), 4},
	{"rifle", "long", AT(rifle[2]), 4},
	{"limit", "rifled", AT(limit[WEAPON_RIFLED]), 1},
	{"limit", "smoothbore", AT(limit[WEAPON_SMOOTHBORE]), 1},
	{"limit", "rockets", AT(limit[WEAPON_ROCKETS]), 1},
	{"limit", "rifle", AT(limit[WEAPON_RIFLE]), 1},
	{"limit", "jaeger", AT(limit[WEAPON_JAEGER]), 1},
	{"limit", "italian", AT(limit[WEAPON_ITALIAN]), 1},
	{"fire", "smoothbore_sure", AT(smoothbore_sure), 1},
	{"fire", "doubled", AT(doubled), 1},
	{"fire", "enfilade", AT(enfilade), 1},
	{"results", "lowest_morale", AT(result_morale), 1},
	{"results", "morale_6", AT(result[0]), 6},
	{"results", "morale_7", AT(result[1]), 6},
	{"results", "morale_8", AT(result[2]), 6},
	{"results", "morale_9", AT(result[3]), 6},
	{"back", "rout", AT(back[RESULT_ROUT]), 1},
	{"back", "loss", AT(back[RESULT_BACK_LOSS]), 1},
	{"back", "disorganised", AT(back[RESULT_BACK_DISORGANISED]), 1},
	{"back", "back", AT(back[RESULT_BACK]), 1},
	{"back", "stop", AT(back[RESULT_STOP]), 1},
	{"back", "cavalry", AT(cavalry_back), 1},
	{"artillery_die", "cover", MOD(MOD_ART_COVER), 1},
	{"artillery_die", "smoothbore", MOD(MOD_ART_SMOOTHBORE), 1},
	{"artillery_die", "partial", MOD(MOD_ART_PARTIAL), 1},
	{"artillery_die", "moving_cavalry", MOD(MOD_ART_CAVALRY), 1},
	{"artillery_die", "under_fire", MOD(MOD_ART_UNDER_FIRE), 1},
	{"artillery_die", "enfilade", MOD(MOD_ART_ENFILADE), 1},
	{"artillery_die", "column", MOD(MOD_ART_COLUMN), 1},
	{"rifle_die", "cover", MOD(MOD_RIFLE_COVER), 1},
	{"rifle_die", "partial", MOD(MOD_RIFLE_PARTIAL), 1},
	{"rifle_die", "italian", MOD(MOD_RIFLE_ITALIAN), 1},
	{"rifle_die", "works", MOD(MOD_RIFLE_WORKS), 1},
	{"rifle_die", "enfilade", MOD(MOD_RIFLE_ENFILADE), 1},
	{"result_die", "commander", MOD(MOD_HIT_COMMANDER), 1},
	{"result_die", "disorganised", MOD(MOD_HIT_DISORGANISED), 1},
	{"result_die", "flank", MOD(MOD_HIT_FLANK), 1},
	{"melee_score", "commander", MOD(MOD_MELEE_COMMANDER), 1},
	{"melee_score", "support", MOD(MOD_MELEE_SUPPORT), 1},
	{"melee_score", "morale", MOD(MOD_MELEE_MORALE), 1},
	{"melee_score", "formed", MOD(MOD_MELEE_FORMED), 1},
	{"melee_score", "french", MOD(MOD_MELEE_FRENCH), 1},
	{"melee_score", "italian", MOD(MOD_MELEE_ITALIAN), 1},
	{"melee_score", "flank", MOD(MOD_MELEE_FLANK), 1},
	{"melee_points", "ordered", AT(points[0]), 1},
	{"melee_points", "against_cavalry", AT(points[1]), 1},
	{"melee_points", "disorganised", AT(points[2]), 1},
	{"melee", "margin", AT(margin), 3},
	{"melee", "back", AT(melee_back), 1},
	{"melee", "rout", AT(melee_rout), 1},
	{"melee", "gap", AT(gap), 1},
	{"charge", "bonus", AT(bonus), 1},
	{"charge", "surprise", AT(surprise), 1},
	{"charge", "furia_french", AT(furia[0]), 1},
	{"charge", "furia", AT(furia[1]), 1},
	{"commander", "near", AT(near), 1},
	{"commander", "fire", AT(fire_kills), 1},
	{"commander", "melee", AT(melee_kills), 1},
	{"commander", "replace", AT(replace), 1},
	{"rally", "lost", AT(rally[0]), 1},
	{"rally", "lost_half_scale", AT(rally[1]), 1},
	{NULL, NULL, 0, 0}
};

const struct card_words card_words[] = {
	[MOD_ART_COVER] = {"art.20", "target under cover"},
	[MOD_ART_SMOOTHBORE] = {"art.21", "smoothbore beyond 5\""},
	[MOD_ART_PARTIAL] = {"art.22", "partial fire or disorganised"},
	[MOD_ART_CAVALRY] = {"art.23", "moving cavalry"},
	[MOD_ART_UNDER_FIRE] = {"art.24", "firer under fire"},
	[MOD_ART_ENFILADE] = {"art.25", "enfilade"},
	[MOD_ART_COLUMN] = {"art.26", "target in column"},
	[MOD_RIFLE_COVER] = {"rifle.14", "target under cover"},
	[MOD_RIFLE_PARTIAL] = {"rifle.15", "partial fire or disorganised"},
	[MOD_RIFLE_ITALIAN] = {"rifle.17", "Italian line"},
	[MOD_RIFLE_WORKS] = {"rifle.19", "firer in buildings or works"},
	[MOD_RIFLE_ENFILADE] = {"rifle.20", "enfilade or column"},
	[MOD_HIT_COMMANDER] = {"fcrt.26", "commander within 1\""},
	[MOD_HIT_DISORGANISED] = {"fcrt.27", "disorganised or routed"},
	[MOD_HIT_FLANK] = {"fcrt.28", "from flank or rear"},
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

static int clamp(int n, int least, int most)
{
	return n < least ? least : n > most ? most : n;
}

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

/* --- fire ---------------------------------------------------------------------------------------------------- */

static bool is_gun(int weapon)
{
	return weapon <= WEAPON_ROCKETS;
}

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
	return die + add(c, l, MOD_RIFLE_ENFILADE, f->is & (IS_ENFILADED | IS_COLUMN));
}

/* rifle.16: a disorganised unit fires with one stand. rifle.24, AMB-07: near guns or cavalry each counts twice. */
static int fire_points(const struct card *c, const struct card_fire *f, struct card_list *l)
{
	int points = clamp(f->firing, 0, CARD_FIRING_MOST);

	if (is_gun(f->weapon)) return points;
	if (f->is & IS_DISORGANISED && points > 1) points = 1, note(l, NOTE_ONE_STAND, 0);
	if (!(f->is & IS_GUNS_OR_CAVALRY) || f->range > c->doubled) return points;
	note(l, NOTE_DOUBLED, 0);
	return points * 2;
}

/* AMB-02: more than four form further groups. A number needed below 1 never hits, one above 10 always does (AMB-01). */
const char *card_fire(const struct card *c, const struct card_fire *f, struct card_shot *s)
{
	bool gun = is_gun(f->weapon);
	int points, die;

	*s = (struct card_shot){.band = -1};
	if (f->firing < 1) return gun ? "art.1" : "rifle.1";
	if (f->range > c->limit[f->weapon]) return beyond[f->weapon];
	s->band = gun ? band(c->artillery_to, 4, f->range) : band(c->rifle_to, 3, f->range);
	points = fire_points(c, f, &s->because);
	die = gun ? artillery_die(c, f, &s->because) : rifle_die(c, f, &s->because);
	for (; points > 0; points -= CARD_SIDE_BY_SIDE) {
		int column = clamp(points, 1, CARD_SIDE_BY_SIDE);
		int number = gun ? c->artillery[s->band][column - 1] : c->rifle[s->band][column - 1];

		s->points[s->groups] = column;
		s->need[s->groups++] = clamp(number - die, 0, 10);
	}
	return NULL;
}

/* --- what a hit does ------------------------------------------------------------------------------------------ */

/* fcrt.26-28; AMB-08: the two -2 add up. */
int card_hit_modifier(const struct card *c, const struct card_hit *h, struct card_list *because)
{
	int die = add(c, because, MOD_HIT_COMMANDER, h->is & IS_LED);

	die += add(c, because, MOD_HIT_DISORGANISED, h->is & (IS_DISORGANISED | IS_ROUTED));
	return die + add(c, because, MOD_HIT_FLANK, h->is & IS_FLANKED);
}

/* fcrt.1-33. A rating off the table reads its nearest row. */
void card_effect(const struct card *c, const struct card_hit *h, int white, struct card_effect *e)
{
	const int32_t *row = c->result[clamp(h->morale - c->result_morale, 0, 3)];
	int die = clamp(white + card_hit_modifier(c, h, NULL), 1, 10); /* AMB-01 */
	int result = RESULT_ROUT;

	while (result < RESULT_NONE && die > row[result]) result++;
	*e = (struct card_effect){.result = result};
	if (result == RESULT_NONE) return;
	e->back = c->back[result];
	e->routs = result == RESULT_ROUT;
	e->disorganised = result <= RESULT_BACK_DISORGANISED;
	e->losses = result <= RESULT_BACK_LOSS;
	if (h->arm == CARD_CAVALRY) {
		if (!e->routs) e->back = c->cavalry_back; /* fcrt.31-32 */
		return;
	}
	e->stopped = result == RESULT_STOP;
	e->under_fire = e->stopped && h->arm == CARD_ARTILLERY;
	e->chooses = h->arm == CARD_INFANTRY && h->is & IS_IN_WORKS && e->back && !e->routs; /* AMB-10 */
}

/* AMB-10: staying replaces the whole result. */
void card_choose(struct card_effect *e, enum card_choice choice)
{
	e->chooses = 0;
	if (choice == CHOICE_FALL_BACK) return;
	e->back = 0;
	e->disorganised = choice == CHOICE_DISORGANISE;
	e->losses = choice == CHOICE_LOSE;
}

void card_together(struct card_effect *all, const struct card_effect *also)
{
	if (also->result < all->result) all->result = also->result;
	if (also->back > all->back) all->back = also->back;
	all->routs |= also->routs;
	all->disorganised |= also->disorganised;
	all->losses += also->losses;
	all->stopped |= also->stopped;
	all->under_fire |= also->under_fire;
	all->chooses |= also->chooses;
	if (all->routs) all->chooses = 0;
}

/* --- charge and melee ----------------------------------------------------------------------------------------- */

/* charge.11-13, AMB-17: half points add up, and the total is rounded down. */
static int melee_points(const struct card *c, const struct card_side *own, const struct card_side *other, bool charged, struct card_list *l)
{
	bool square = charged && own->arm != CARD_CAVALRY && other->arm == CARD_CAVALRY && !(other->is & IS_SURPRISING);

	if (square && own->ordered) note(l, NOTE_AGAINST_CAVALRY, 0);
	if (own->disorganised) note(l, NOTE_HALF_POINTS, 0);
	return (own->ordered * c->points[square] + own->disorganised * c->points[2]) / 2;
}

/* charge.15-22; charge.34: in the second turn in a town only morale counts besides the points. AMB-12: the +2 once.
   FLANKED on a side is the other side's advantage. */
void card_score(const struct card *c, const struct card_melee *m, int side, struct card_score *s)
{
	const struct card_side *own = &m->side[side], *other = &m->side[!side];
	bool all = !(m->is & IS_CONTINUED), foot = own->arm == CARD_INFANTRY;
	struct card_list *l = &s->because;

	*s = (struct card_score){0};
	s->points = melee_points(c, own, other, side == 1, l);
	s->total = s->points + add(c, l, MOD_MELEE_MORALE, own->morale > other->morale); /* AMB-19 */
	s->total += add(c, l, MOD_MELEE_COMMANDER, all && foot && own->is & IS_LED);
	s->total += add(c, l, MOD_MELEE_SUPPORT, all && own->is & IS_SUPPORTED);
	s->total += add(c, l, MOD_MELEE_FORMED, all && own->arm != CARD_CAVALRY && other->arm == CARD_INFANTRY && own->is & IS_FORMED);
	s->total += add(c, l, MOD_MELEE_FRENCH, all && foot && own->is & IS_FRENCH_FOOT);
	s->total += add(c, l, MOD_MELEE_ITALIAN, all && foot && own->is & IS_ITALIAN_FOOT);
	s->total += add(c, l, MOD_MELEE_FLANK, all && (other->is & IS_FLANKED || own->is & (IS_SURPRISING | IS_FURIOUS)));
}

static enum card_margin margin(const struct card *c, int by)
{
	int m = MARGIN_TIE;

	if (by == 0) return MARGIN_TIE;
	while (m < 3 && by > c->margin[m]) m++;
	return (enum card_margin)(m + 1);
}

/* charge.23-33; AMB-13: at 7 and more the winner stays in order. */
static void beaten(const struct card *c, const struct card_melee *m, struct card_outcome *o)
{
	const struct card_side *loser = &m->side[!o->winner], *winner = &m->side[o->winner];
	bool overrun = o->margin == MARGIN_7;

	o->routs = o->margin >= MARGIN_5;
	o->back = o->routs ? c->melee_rout : c->melee_back;
	o->guns_lost = loser->arm == CARD_ARTILLERY; /* charge.26 */
	o->disorganised[!o->winner] = 1;
	o->disorganised[o->winner] = !overrun;
	o->losses[!o->winner] = overrun ? winner->arm == CARD_CAVALRY : 1; /* charge.32 */
	o->losses[o->winner] = o->margin == MARGIN_1;                      /* charge.28 */
	o->goes_on = overrun && o->winner == 0;
}

void card_outcome(const struct card *c, const struct card_melee *m, int attacker_d6, int defender_d6, struct card_outcome *o)
{
	struct card_score attacker, defender;
	int by;

	*o = (struct card_outcome){.winner = -1};
	if (m->side[1].is & IS_ROUTED) { /* charge.14 */
		o->winner = 0;
		o->eliminated = 1;
		return;
	}
	card_score(c, m, 0, &attacker);
	card_score(c, m, 1, &defender);
	by = attacker.total + attacker_d6 - defender.total - defender_d6;
	o->margin = margin(c, by < 0 ? -by : by);
	if (by == 0) { /* charge.33-34 */
		o->waits = !!(m->is & IS_IN_TOWN);
		o->again = !o->waits;
		return;
	}
	o->winner = by < 0;
	beaten(c, m, o);
}

int card_charge_bonus(const struct card *c, int d10) /* charge.6 */
{
	return c->bonus * d10;
}

bool card_surprises(const struct card *c, int d10) /* charge.7, AMB-11: the same die as the bonus */
{
	return d10 >= c->surprise;
}

bool card_furious(const struct card *c, bool french, int d10) /* charge.8 */
{
	return d10 >= c->furia[!french];
}

/* --- commanders and rallying ---------------------------------------------------------------------------------- */

bool card_endangers(const struct card *c, bool melee, int natural) /* fcrt.29, charge.27 */
{
	return natural == (melee ? c->melee_kills : c->fire_kills);
}

bool card_kills(int second) /* AMB-09 */
{
	return second % 2 == 0;
}

int card_rally(const struct card *c, int morale, int lost, bool half_scale) /* rally.1-3, AMB-15, AMB-16 */
{
	return clamp(morale - c->rally[half_scale] * lost, 0, 10);
}

int card_replace(const struct card *c, int rating) /* rally.5 */
{
	return clamp(rating - c->replace, 0, 10);
}
