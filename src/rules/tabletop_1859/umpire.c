/* What players may change by hand if they agree to. Only between fire, charges and melees: while one is under
   way the agenda names units as they are. */
#include "rules/tabletop_1859/tabletop_1859.h"

static const struct by_hand by_hand[] = {{"turn", 1, 99}, {"dim", 0, 0}, {"at", 0, 0}, {"facing", 0, 359},
	{"formation", 0, 0}, {"stands", 0, 99}, {"order", 0, 0}, {"used", 0, 999}, {"chit", 0, 0},
	{"wanted", 0, 0}, {"acted", 0, 0}, {"fired", 0, 0}, {"under_fire", 0, 0}, {"rallied", 0, 0},
	{"rode", 0, 0}, {"done", 0, 0}, {"shown", 0, 0}, {"killed", 0, 0}, {NULL, 0, 0}};

const struct umpire tt_umpire = {by_hand,
	1u << STEP_TURN | 1u << STEP_ORDERS | 1u << STEP_MOVEMENT | 1u << STEP_COMMAND | 1u << STEP_RALLY, NULL};
