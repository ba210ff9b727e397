/* What players may change by hand if they agree to: where a unit stands, its strength, what it has done, who
   holds a place. Not while somebody marches or fires: then the agenda names pieces and hexes as they are. */
#include "drill.h"

static const struct by_hand by_hand[] = {{"turn", 1, 99}, {"at", 0, 0}, {"strength", 0, 99}, {"moved", 0, 0},
	{"fired", 0, 0}, {"guard", 0, 0}, {"guard_shown", 0, 0}, {"broken", 0, 0}, {"held", 0, 0}, {NULL, 0, 0}};

const struct umpire drill_umpire = {by_hand,
	1u << STEP_TURN | 1u << STEP_DEPLOY | 1u << STEP_MOVE | 1u << STEP_FIRE, NULL};
