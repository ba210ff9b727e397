/* What the battle's neutral words mean on the table: stands, morale rating, weapon, command rating; and why
   (comp.1, comp.2). The numbers are traits.yaml's. */
#include <string.h>

#include "rules/tabletop_1859/mustering.h"

static struct node trait(const struct tt_making *k, const char *chart, const char *word)
{
	struct node all = node_find(k->with->traits, chart), own = word ? node_find(all, word) : (struct node){0};
	return own.doc ? own : node_find(all, "others");
}

#define LEAST (-9)
#define MOST 10

/* 0 if the chart does not have it. */
static int number(const struct tt_making *k, struct node n)
{
	int64_t value = 0;
	if (n.doc) node_int(n, LEAST, MOST, &value, k->with->faults);
	return (int)value;
}

static bool says(const struct tt_making *k, struct node map, const char *key)
{
	bool yes = false;
	struct node n = node_find(map, key);
	if (n.doc) node_bool(n, &yes, k->with->faults);
	return yes;
}

static const char *const weapon_names[] = {[WEAPON_RIFLED] = "rifled",
	[WEAPON_SMOOTHBORE] = "smoothbore",
	[WEAPON_ROCKETS] = "rockets",
	[WEAPON_RIFLE] = "rifles",
	[WEAPON_JAEGER] = "jaeger",
	[WEAPON_ITALIAN] = "muskets",
	"none",
	NULL};

static uint8_t weapon_of(const struct tt_making *k, const char *armament)
{
	int kind;
	if (!node_name(node_find(trait(k, "armaments", armament), "kind"), weapon_names, &kind, k->with->faults))
		return TT_UNARMED;
	return (uint8_t)(kind > WEAPON_ITALIAN ? TT_UNARMED : kind);
}

static void nation_values(const struct tt_making *k, const struct unit *u, struct tt_piece *v)
{
	struct node nation = trait(k, "nations", k->m->battle->nation[u->nation]);
	v->melee = (int8_t)number(k, node_find(nation, "melee"));
	v->french = v->melee > 0, v->italian = v->melee < 0;
}

/* comp.2d: by quality, and at least what one of its traits gives; landwehr and levies have what theirs
   says. */
static int morale_of(const struct tt_making *k, const struct unit *u, const char **why)
{
	int morale = number(k, node_find(node_find(k->with->traits, "morale"), quality_names[u->quality]));
	*why = quality_names[u->quality];
	for (int i = 0; i < u->traits; i++) {
		struct node kind = node_find(node_find(k->with->traits, "kinds"), u->trait[i]);
		bool whole = kind.doc && !says(k, kind, "rifles"); /* who has rifles of his own is a part of a
		                                                      brigade */
		int own = whole ? number(k, node_find(kind, "morale")) : 0;
		if (own > morale)
			morale = own, *why = u->trait[i]; /* no mutants: an equal one would change the words of the reason
			                                     alone */
	}
	return morale;
}

static int rounded_up(int a, int by) { return (a + by - 1) / by; }

/* Battalions of foot that shoot better than the rest of their brigade. */
static void count_battalions(const struct tt_making *k, const struct unit *u, struct tt_piece *v, int *stands)
{
	int rifles = 0, longs = 0;
	for (int i = 0; i < u->battalions; i++) {
		const struct battalion *t = &u->battalion[i];
		struct node kind =
			t->kind ? node_find(node_find(k->with->traits, "kinds"), t->kind) : (struct node){0};
		if (t->arm != u->arm) continue;
		++*stands;
		rifles += kind.doc && says(k, kind, "rifles");
		/* rifle.13 */
		longs += kind.doc && says(k, kind, "long") && strcmp(k->m->battle->nation[u->nation], "austria") == 0;
	}
	v->rifles = (uint8_t)rifles, v->longs = (uint8_t)longs;
}

#define STANDS_MOST 120 /* half scale doubles them, and they are counted in a byte */
static int at_least_one(int n) { return tt_more(1, tt_less(n, STANDS_MOST)); }

static int stands_of(const struct tt_making *k, const struct unit *u, struct tt_piece *v)
{
	const struct tt_numbers *n = &k->b->n;
	int stands = 0;
	count_battalions(k, u, v, &stands);
	if (u->arm == ARM_CAVALRY) return at_least_one((u->men + n->horse / 2) / n->horse);        /* comp.1d */
	if (u->arm == ARM_ARTILLERY && !stands) return at_least_one(rounded_up(u->guns, n->guns)); /* comp.1e */
	return at_least_one(stands ? stands : (u->men + n->men / 2) / n->men);                     /* comp.1c */
}

static bool is_horse(const struct tt_making *k, const struct unit *u)
{
	struct node list = node_find(k->with->traits, "horse");
	for (int i = 0; i < node_count(list); i++)
		for (int t = 0; t < u->traits; t++)
			if (node_scalar(node_at(list, i)) && strcmp(node_scalar(node_at(list, i)), u->trait[t]) == 0)
				return true;
	return false;
}

static void at_scale(const struct tt_making *k, struct tt_piece *v)
{
	int times = k->b->half_scale ? k->b->n.half_scale : 1; /* comp.15a */
	v->stands = (uint8_t)(v->stands * times), v->rifles = (uint8_t)(v->rifles * times),
	v->longs = (uint8_t)(v->longs * times);
}

void tt_unit_values(const struct tt_making *k, const struct unit *u, struct tt_piece *v, const char **derived)
{
	static const uint8_t arms[] =
		{[ARM_INFANTRY] = CARD_INFANTRY, [ARM_CAVALRY] = CARD_CAVALRY, [ARM_ARTILLERY] = CARD_ARTILLERY};
	const char *why;
	v->side = (uint8_t)u->side, v->arm = arms[u->arm];
	nation_values(k, u, v);
	v->morale = (uint8_t)morale_of(k, u, &why);
	v->weapon = v->arm == CARD_CAVALRY ? TT_UNARMED : weapon_of(k, u->armament);
	v->stands = (uint8_t)stands_of(k, u, v);
	if (v->arm != CARD_INFANTRY) v->rifles = v->longs = 0;
	if (v->longs == v->stands && v->weapon == WEAPON_RIFLE) v->weapon = WEAPON_JAEGER;
	v->horse = v->arm == CARD_ARTILLERY && is_horse(k, u);
	at_scale(k, v);
	*derived = arena_printf(k->with->arena,
		"%d stands of %d men and %d guns in %d battalions (comp.1); MR %d: %s (comp.2d); %s: %s%s", v->stands,
		u->men, u->guns, u->battalions, v->morale, why, u->armament ? u->armament : "no armament",
		v->weapon == TT_UNARMED ? "does not shoot" : weapon_names[v->weapon], /* no mutants: words */
		v->arm != CARD_INFANTRY ? ""
		: v->french             ? "; French in melee (charge.20)"
		: v->italian            ? "; Italian in melee (charge.21)"
								: "");
}

/* comp.1e: guns that the battle counts to a brigade. */
bool tt_has_battery(const struct unit *u) { return u->arm == ARM_INFANTRY && u->guns > 0; }

void tt_battery_values(const struct tt_making *k, const struct unit *u, struct tt_piece *v,
	const char **derived)
{
	const char *why;
	v->side = (uint8_t)u->side, v->arm = CARD_ARTILLERY;
	nation_values(k, u, v);
	v->morale = (uint8_t)morale_of(k, u, &why);
	v->weapon = WEAPON_SMOOTHBORE;
	v->stands = (uint8_t)at_least_one(rounded_up(u->guns, k->b->n.guns));
	at_scale(k, v);
	*derived = arena_printf(k->with->arena,
		"%d stands: the %d guns of the brigade (comp.1e); MR %d: %s (comp.2d); smoothbores", v->stands,
		u->guns, v->morale, why);
}

void tt_leader_values(const struct tt_making *k, const struct leader *l, struct tt_piece *v,
	const char **derived)
{
	int ability = l ? (int)l->ability : ABILITY_ORDINARY;
	v->arm = TT_CHIEF, v->weapon = TT_UNARMED, v->stands = 1; /* no mutants: nobody counts a commander's
	                                                             stands */
	v->rating = (uint8_t)number(k, node_find(node_find(k->with->traits, "leaders"), ability_names[ability]));
	*derived = arena_printf(k->with->arena, "command rating %d: %s (comp.2e)", v->rating,
		l ? ability_names[ability] : "the battle names nobody; ordinary");
}

int tt_posted_chit(const struct tt_making *k, const struct posting *p)
{
	struct node words = node_find(k->with->traits, "postings");
	for (int i = 0; i < p->traits; i++) {
		struct node said = node_find(words, p->trait[i]);
		int chit;
		if (said.doc && node_name(said, tt_chit_names, &chit, k->with->faults)) return chit;
	}
	return NO_CHIT;
}
