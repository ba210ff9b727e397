/* What players may change by hand if they agree to. Only between two steps of an activation: while a shot, a
   march, an assault or a retreat is under way the agenda names units and hexes as they are. */
#include <string.h>

#include "rules/all_are_brothers/all_are_brothers.h"

static const struct by_hand by_hand[] = {{"turn", 1, 99}, {"storm", 0, 3}, {"storm_until", 0, 99},
	{"at", 0, 0}, {"order", 0, 20}, {"battleworn", 0, 0}, {"shaken", 0, 0}, {"disrupted", 0, 0},
	{"low_ammo", 0, 0}, {"out_of_command", 0, 0}, {"leader_casualty", 0, 0}, {"fired", 0, 0},
	{"artillery_fired", 0, 0}, {"moved", 0, 0}, {"halted", 0, 0}, {"charged", 0, 0}, {"spent", 0, 60},
	{"corps_morale", 0, 99}, {"in_cup", 0, 0}, {"control", 0, 0}, {NULL, 0, 0}};

/* 17.3a: while postures are plotted the HQ that is asked stays where it is. */
static bool plotting(const struct game *g, const struct field *f)
{
	if (strcmp(f->name, "at")) return false;
	for (int side = 0; side < SIDES; side++)
		if (g->waiting >> side & 1 && g->question[side] == Q_PLOT) return true;
	return false;
}

/* 3.1.3: only who is on the map is worn, Shaken or Disrupted; a unit that waits must come with the strength
   that is printed on it. */
static bool lets(const struct play *p, const struct game *g, const struct field *f, int element,
	int32_t value, struct refusal *r)
{
	if (plotting(g, f)) return refuse(r, "17.3a", "postures are being plotted; finish that first");
	/* no mutants: the same */
	bool state = f->type == FIELD_BIT && f->bit & (IS_WORN | IS_SHAKEN | IS_DISRUPTED) &&
	             f->offset == offsetof(struct state, counter) + offsetof(struct counter, state);
	/* no mutants: by hand, no order of a case */
	if (!state || !value || aab_see(g)->counter[element].at >= 0) return true;
	return refuse(r, "3.1.3", "%s is not on the map", p->m->piece[element].name);
}

const struct umpire aab_umpire = {by_hand, 1u << STEP_TURN | 1u << STEP_ACTIVATION, lets};
