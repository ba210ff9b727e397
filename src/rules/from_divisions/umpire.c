/* What players may change by hand if they agree to. Only between two moves and combats: while one is under
   way the agenda names units and hexes as they are. */
#include "rules/from_divisions/from_divisions.h"

static const struct by_hand by_hand[] = {{"turn", 1, 99}, {"initiative", -20, 20}, {"at", 0, 0},
	{"facing", 0, 0}, {"steps", 0, 99}, {"stragglers", 0, 99}, {"casualties", 0, 99}, {"fatigue", 0, 99},
	{"level", 0, 0}, {"guns", 0, 99}, {"disorganised", 0, 0}, {"held_back", 0, 0}, {"recovered", 0, 0},
	{"fired", 0, 0}, {"out_of_command", 0, 0}, {"moved", 0, 0}, {"marched", 0, 0}, {"stationary", 0, 0},
	{"rested", 0, 0}, {"attacked", 0, 0}, {"army_morale", 0, 999}, {"owner", 0, 0}, {NULL, 0, 0}};

const struct umpire fd_umpire = {by_hand, 1u << STEP_TURN | 1u << STEP_ACT, NULL};
