/* Brigades, batteries and regiments into divisions (1.0a, 2.2.1): what stands together and arrives together
   becomes one counter of at most five steps; a few squadrons are its organic cavalry (7.14a), its batteries
   are attached (7.9a). */
#include <stdlib.h>

#include "rules/from_divisions/mustering.h"

#define CLOSE 2500          /* metres between brigades of one division */
#define FULL_DIVISION 11000 /* men: 2.2.1c, five steps and a half */

static int division_above(const struct battle *t, int f)
{
	for (; f != NOBODY; f = t->formation[f].parent)
		if (t->formation[f].level == LEVEL_DIVISION) return f;
	return NOBODY;
}

/* The division of the battle file that names the unit; -1. */
static int group_of(const struct fd_making *k, const char *unit)
{
	struct node divisions = muster_said(k->m, "divisions");
	for (int g = 0; g < node_count(divisions); g++) {
		struct node units = node_find(node_at(divisions, g), "units");
		for (int i = 0; i < node_count(units); i++)
			if (node_scalar(node_at(units, i)) && strcmp(node_scalar(node_at(units, i)), unit) == 0) return g;
	}
	return -1;
}

static bool is_near(struct point a, struct point b)
{
	return labs((long)a.x - b.x) <= CLOSE && labs((long)a.y - b.y) <= CLOSE;
}

static bool fits(const struct fd_body *body, const struct unit *u, int division, int group, int turn,
	struct point at)
{
	if (body->side != u->side || body->n == FD_BODY_UNITS) return false;
	if (group >= 0 || body->group >= 0)
		return body->group == group && body->cavalry == (u->arm == ARM_CAVALRY);
	if (division == NOBODY || body->formation != division || body->turn != turn || !is_near(body->at, at))
		return false;
	return body->cavalry == (u->arm == ARM_CAVALRY) && body->men + u->men <= FULL_DIVISION;
}

static bool has_word(const struct fd_making *k, const struct unit *u, const char *what)
{
	bool yes = false;
	for (int i = 0; i < u->traits && !yes; i++) {
		struct node n = node_find(node_find(node_find(k->with->traits, "unit_traits"), u->trait[i]), what);
		if (n.doc) node_bool(n, &yes, k->with->faults);
	}
	return yes;
}

static void add_unit(struct fd_making *k, struct fd_body *body, int unit)
{
	const struct unit *u = &k->m->battle->unit[unit];
	body->unit[body->n++] = unit;
	body->guns += u->guns;
	body->horse_guns |= u->guns && (u->arm == ARM_CAVALRY || has_word(k, u, "horse"));
	if (u->arm == ARM_ARTILLERY) return;
	body->men += u->men;
	body->quality += (int)u->quality * u->men;
	body->light |= u->arm == ARM_CAVALRY && u->weight != WEIGHT_HEAVY && !has_word(k, u, "heavy");
	body->militia |= has_word(k, u, "militia");
}

static struct fd_body *new_body(struct fd_making *k, const struct unit *u, int posting, int division,
	int group, int turn)
{
	struct node said = group >= 0 ? muster_said(k->m, "divisions") : (struct node){0};
	if (k->bodies == FD_UNITS) {
		/* no mutants: a bound of the reader */
		fault_add(k->with->faults, k->m->scenario->mark, "more than %d divisions", FD_UNITS);
		return &k->body[FD_UNITS - 1];
	}
	struct fd_body *body = &k->body[k->bodies++];
	*body = (struct fd_body){.id = u->id,
		.name = u->name,
		.side = u->side,
		.formation = division != NOBODY ? division : u->formation,
		.group = group,
		.posting = posting,
		.cavalry = u->arm == ARM_CAVALRY,
		.turn = turn,
		.at = k->m->scenario->posting[posting].at};
	if (group >= 0) {
		const char *name = node_scalar(node_find(node_at(said, group), "name"));
		body->id = node_scalar(node_key(said, group));
		if (name) body->name = name;
	}
	return body;
}

/* One pass gathers infantry and cavalry, the next the batteries, which join whoever is nearest to being
   theirs. */
static void gather_posting(struct fd_making *k, int i)
{
	const struct posting *p = &k->m->scenario->posting[i];
	const struct unit *u = &k->m->battle->unit[p->who];
	int division = division_above(k->m->battle, u->formation), group = group_of(k, u->id),
		turn = fd_turn_at(k->b, p->arrives);
	for (int n = 0; n < k->bodies; n++)
		if (fits(&k->body[n], u, division, group, turn, p->at)) {
			add_unit(k, &k->body[n], p->who);
			return;
		}
	add_unit(k, new_body(k, u, i, division, group, turn), p->who);
}

static int kinship(const struct battle *t, int a, int b)
{
	int steps = 0;
	for (int x = a; x != NOBODY; x = t->formation[x].parent, steps++)
		for (int y = b; y != NOBODY; y = t->formation[y].parent)
			if (x == y) return steps;
	return 99;
}

/* 7.9a: guns belong to the nearest kin that stands nearest; guns alone on their side would be nobody's. */
static void attach_guns(struct fd_making *k, int i)
{
	const struct posting *p = &k->m->scenario->posting[i];
	const struct unit *u = &k->m->battle->unit[p->who];
	int best = -1, group = group_of(k, u->id);
	int64_t least = INT64_MAX;
	for (int n = 0; n < k->bodies; n++) {
		const struct fd_body *body = &k->body[n];
		if (body->side != u->side || body->n == FD_BODY_UNITS) continue;
		int64_t far = labs((long)body->at.x - p->at.x) + labs((long)body->at.y - p->at.y);
		int64_t cost = far + (int64_t)kinship(k->m->battle, u->formation, body->formation) * 3000 +
		               (body->cavalry ? 4000 : 0) +
		               (int64_t)abs(body->turn - fd_turn_at(k->b, p->arrives)) * 5000;
		if (group >= 0 && body->group == group) cost = -1;
		if (cost < least) least = cost, best = n;
	}
	if (best >= 0) add_unit(k, &k->body[best], p->who);
	else gather_posting(k, i);
}

/* 7.14a: cavalry that is at most a third of its division is organic. */
static void make_organic(struct fd_making *k)
{
	for (int i = 0; i < k->bodies; i++) {
		struct fd_body *horse = &k->body[i];
		for (int n = 0; horse->cavalry && horse->group < 0 && n < k->bodies; n++) {
			struct fd_body *foot = &k->body[n];
			if (foot->cavalry || foot->group >= 0 || foot->formation != horse->formation ||
				foot->turn != horse->turn || foot->side != horse->side)
				continue;
			if (k->m->battle->formation[foot->formation].level != LEVEL_DIVISION ||
				horse->men * 2 > foot->men || !is_near(foot->at, horse->at))
				continue;
			foot->horse_men += horse->men, foot->guns += horse->guns, foot->horse_guns |= horse->horse_guns;
			k->body[i--] = k->body[--k->bodies];
			break;
		}
	}
}

/* A counter of several units bears its division's name. */
static void name_bodies(struct fd_making *k)
{
	for (int i = 0; i < k->bodies; i++) {
		struct fd_body *body = &k->body[i];
		const struct formation *f = &k->m->battle->formation[body->formation];
		int same = 0, line = 0;
		for (int n = 0; n < k->bodies; n++)
			same += k->body[n].formation == body->formation && k->body[n].cavalry == body->cavalry;
		for (int n = 0; n < body->n; n++) line += k->m->battle->unit[body->unit[n]].arm != ARM_ARTILLERY;
		if (body->group < 0 && same == 1 && line > 1 && f->level == LEVEL_DIVISION && !body->cavalry)
			body->id = f->id, body->name = f->name;
	}
}

/* --- corps ---------------------------------------------------------------------------------------------- */

static bool is_chief(const struct fd_making *k, int leader)
{
	for (int side = 0; side < SIDES; side++)
		if (leader != NOBODY && k->b->chief[side] == leader) return true;
	return false;
}

static int corps_find(struct fd_making *k, const char *id, const char *name, int formation, int side)
{
	for (int i = 0; i < k->corps_n; i++)
		if (strcmp(k->corps[i].id, id) == 0 && k->corps[i].side == side) return i;
	if (k->corps_n == FD_FORMATIONS - SIDES) {
		/* no mutants: a bound of the reader */
		fault_add(k->with->faults, k->m->scenario->mark, "more than %d formations", FD_FORMATIONS - SIDES);
		return 0;
	}
	struct node said = node_find(muster_said(k->m, "formations"), id);
	const char *named = node_scalar(node_find(said, "name")), *led = node_scalar(node_find(said, "leader"));
	int leader = formation != NOBODY ? k->m->battle->formation[formation].leader : NOBODY;
	if (led && (leader = battle_find_leader(k->m->battle, led)) < 0)
		fault_add(k->with->faults, node_mark(said), "there is no such leader");
	if (leader != NOBODY && (fd_leader_posting(k, leader) < 0 || is_chief(k, leader))) leader = NOBODY;
	k->corps[k->corps_n] = (struct fd_corps){.id = id,
		.name = named ? named : name,
		.formation = formation,
		.side = side,
		.leader = leader,
		.said = said};
	return k->corps_n++;
}

/* The formation of the battle file that lists the counter. */
static const char *listed_in(const struct fd_making *k, const char *counter)
{
	struct node formations = muster_said(k->m, "formations");
	const char *said = node_scalar(fd_value(k, counter, "formation"));
	for (int f = 0; !said && f < node_count(formations); f++) {
		struct node units = node_find(node_at(formations, f), "units");
		for (int i = 0; i < node_count(units); i++)
			if (node_scalar(node_at(units, i)) && strcmp(node_scalar(node_at(units, i)), counter) == 0)
				said = node_scalar(node_key(formations, f));
	}
	return said;
}

/* 2.3a: the topmost formation above the counter that is no army; without one, its army's own troops. */
static int corps_of(struct fd_making *k, const struct fd_body *body)
{
	const struct battle *t = k->m->battle;
	const char *said = listed_in(k, body->id);
	if (said) {
		int f = battle_find_formation(t, said);
		return corps_find(k, said, f >= 0 ? t->formation[f].name : said, f >= 0 ? f : NOBODY, body->side);
	}
	int best = body->formation;
	for (int f = body->formation; f != NOBODY; f = t->formation[f].parent)
		if (t->formation[f].level != LEVEL_ARMY) best = f;
	return corps_find(k, t->formation[best].id, t->formation[best].name, best, body->side);
}

static void find_chiefs(struct fd_making *k)
{
	const struct battle *t = k->m->battle;
	for (int side = 0; side < SIDES; side++) {
		const char *said = node_scalar(node_find(muster_said(k->m, "chiefs"), t->side[side].id));
		k->b->chief[side] = NOBODY;
		for (int f = t->formations - 1; f >= 0; f--) /* the first of those at the top that is there */
			if (t->formation[f].side == side && t->formation[f].parent == NOBODY &&
				fd_leader_posting(k, t->formation[f].leader) >= 0)
				k->b->chief[side] = (int16_t)t->formation[f].leader;
		if (said) k->b->chief[side] = (int16_t)battle_find_leader(t, said);
	}
}

void fd_gather(struct fd_making *k)
{
	const struct scenario *s = k->m->scenario;
	find_chiefs(k);
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < s->postings; i++) {
			if (s->posting[i].kind != POSTING_UNIT || !fd_takes_part(k, &s->posting[i])) continue;
			bool guns = k->m->battle->unit[s->posting[i].who].arm == ARM_ARTILLERY;
			if (pass == 0 && !guns) gather_posting(k, i);
			if (pass == 1 && guns) attach_guns(k, i);
		}
	make_organic(k);
	name_bodies(k);
	for (int i = 0; i < k->bodies; i++) k->corps_of[i] = corps_of(k, &k->body[i]);
}
