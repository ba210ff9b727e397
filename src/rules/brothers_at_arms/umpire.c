/* What players may change by hand if they agree to. Only between two moves, shots and flinches: while one is
   under way the agenda names units and hexes as they are. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

static const struct by_hand by_hand[] = {{"bound", 1, 999}, {"withdrawn", 0, 99}, {"at", 0, 0},
	{"fate", 0, 0}, {"commander", 0, 0}, {"rest", 0, 99}, {"pinned", 0, 0}, {"nic", 0, 0}, {"fatigued", 0, 0},
	{"aboard", 0, 0}, {"moved", 0, 0}, {"attacked", 0, 0}, {"stirred", 0, 0}, {"owner", 0, 0},
	{"breached_0", 0, 0}, {"breached_1", 0, 0}, {"breached_2", 0, 0}, {"breached_3", 0, 0},
	{"breached_4", 0, 0}, {"breached_5", 0, 0}, {NULL, 0, 0}};

const struct umpire baa_umpire = {by_hand, 1u << STEP_BOUND | 1u << STEP_ROUND, NULL};
