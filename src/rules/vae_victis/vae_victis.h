/* Vae Victis (Solferino 1859, Vae Victis 55; Luc Olivier and Riccardo Rinaldi): brigades, corps artillery, headquarters and
   commanders in chief on hexes of 600 m, an hour a turn. Private state, charts and steps; nobody outside this folder
   includes it. Files follow the book; every function that enforces a rule cites the statement of data/rules/vae_victis/rules.md.

   WHAT MUSTER READS (for whoever writes the data). A number may stand bare or as {value: 3, source: fact, rule: CSa}.

   tables.yaml   turn_minutes: 60; hex: 600; level: 30; levels: 4 (the highest);
                 check: 6 (0.4a); casualty: 12 (9.3c);
                 allowance: {infantry: 4, cavalry: 6, artillery: 4, headquarters: 6, chief: 8, city: 2}   MP; city: added command range
                 heat: {infantry: 1, cavalry: 2}                                                MP lost (13.1b)
                 costs, in HALF points: {clear: 2, level: 2, crest: 2, woods_infantry: 2, woods_cavalry: 4, woods_artillery: 4,
                   marsh: 2, water: 2 (stream, canal, ford), trees: 2, minor_road: 2, major_road: 1, railroad: 2}
                 protection: {clear: [1, 1, 1, 2, 2] (by level), woods: 2, village: 2, city: 3}
                 combat: a list of nine strings, column 0 to 8, six results each for die 1 to 6: "- - - - - T" … (-, T, D, D+1)
                 shifts: {step_lost: -1, flank: 2, uphill: -1, downhill: 1, crest: -1, water: -1}
                 die: {excess: 1, adjacent_artillery: 1, heavy: 1}
                 morale: {protection: 1, leader: 1, flank: -1, step_lost: -1, out_of_command: -1, heat: -1, demoralised: -1,
                   leader_adjacent: 1, enemy_artillery: -1}
                 weather: a list of {from: "12:00", heat: 6, storm: 7}: from that hour on the lowest die of heat and of storm
                   (7 or more: never, unless a modifier brings it there); after_heat: 1 (WXh)
                 victory: {major: 6, minor: 3, formations: 2 (demoralised ones for a point)}
                 replacement: {bonus: 0, command: -1, least: 1} (A66)
   traits.yaml   nations.<nation of armies.yaml>, all keys optional; nations.others holds for the rest:
                   infantry, cavalry: men for a combat point; guns: guns for a point; most: 8 (the highest combat value)
                   ties: yes       wins ties of initiative and goes first in phase B (4C-a, A15)
                   weather: yes    rolls for the weather (4A-a)
                   absent: -1, absent_until: "10:00"   activation checks before that hour (8.6c, 8.6e), not entry checks (7.4b)
                   chief_holds_until: "08:00"          its chief does not move before (8.5b)
                   chief_entry: 10                     MP of its chief on his turn of entry (8.6d)
                   chief_killed: ends | level | nothing  (14.3i, 14.3j); usual: ends
                 steps.<infantry|cavalry|artillery>.<quality>: 1..3
                 range.<words of armament>: hexes; range.others
                 leaders.<ability>: {bonus, command, initiative, inertia}
                 unit_traits.<word>: {steps: 3, combat: 1 (added), heavy: yes, detached: yes (into the formation without HQ)}
   <battle>.yaml grade, why, grid, corrections (docs/grids.md; levels 0..4, `hilltop` = crest, `town` = city, `settlement` = village,
                   edge `trees` = line of trees, `slope_up`/`slope_down` = steep);
                 turns: 14; starts is the scenario's; weather: yes | no (usual: yes if the scenario has weather at all)
                 edges: {allies: west, austria: east}   own map edge of a side (usual: the side of the board it stands on)
                 counters: {<unit or leader id>: {combat, steps, allowance, range, heavy: yes, name, bonus, command, initiative,
                   inertia, holds_until: "08:00", entry: 10, killed: level, at: "2719", arrives: "07:00" | start | never,
                   facing: E, formation: <formation or group id>}}                     all optional
                 formations: {<formation id>: {name, threshold: 8, chief: <leader id>}}
                 groups: {<new id>: {name, side: <id>, chief: <leader id>, units: [unit ids]}}   formations without an HQ
                 chiefs: {<leader id>: [formation ids at the top that he commands]}   (usual: the leader of the top formation)
                 leave_out: [ids of units and leaders without a counter]
                 victory: {major, minor, cities: [{name: Medole, hexes: ["3117"], held: austria, value: 1}]}
                   (usual: the scenario's objectives, one point each; a settlement is held as a whole)

   HOW FORMATIONS ARE MADE where the battle file says nothing. The top formation's leader is a chief if he leads an army or if
   leaders stand below him. A unit belongs to the topmost formation above it that is no army and not the chief's own; its
   leader is the HQ. Units with no such formation, or whose formation's leader is not in the scenario, form one formation
   without HQ for each chief. `activate`, `out_of_command`, `demoralised` and the like name a formation by its marker piece:
   the HQ, or where there is none the formation's first unit. */
#ifndef VAE_VICTIS_H
#define VAE_VICTIS_H

#include <stddef.h>

#include "engine/rules.h"

#define VV_PIECES 192
#define VV_FORMATIONS 32
#define VV_CHIEFS 6
#define VV_ENTRIES 32
#define VV_CITIES 24
#define VV_CITY_HEXES 8
#define VV_ATTACKS 64     /* announced (unit, hex) pairs */
#define VV_RANGE 6        /* hexes, the longest range */
#define VV_HEXES 1152     /* the state of a map so large is 8 KB; twice as many are possible */

/* --- vocabulary -------------------------------------------------------------------------------------------------------- */

enum verb_id {
	V_DONE, V_ACTIVATE, V_DIRECT, V_BATTERY, V_BARRAGE, V_MOVE, V_STEP, V_FACE, V_STOP, V_ATTACK, V_ALLOT, V_COORDINATE, V_SEPARATE,
	V_ASSAULT, V_LEAD, V_SPARE, V_RETIRE, V_STAND, V_SUPPORT, V_ASSIGN, V_SUFFER, V_RETREAT, V_ADVANCE, V_DECLINE, V_FOLLOW, V_REMAIN,
	V_PLACE, VERBS
};
enum question_id {
	Q_INITIATIVE, Q_DIRECT, Q_BARRAGE, Q_AIM, Q_MOVE, Q_STEP, Q_ATTACK, Q_ALLOT, Q_COORDINATE, Q_ASSAULT, Q_LEAD, Q_DEFEND, Q_RETIRE,
	Q_SUPPORT, Q_ASSIGN, Q_SUFFER, Q_RETREAT, Q_ADVANCE, Q_FOLLOW, Q_TURN, Q_PLACE, QUESTIONS
};
enum option_id { O_CHECKED_COMMANDS, O_MILD_EVENING, O_INFANTRY_RETIRES, OPTIONS };
enum standing_id { S_DIRECT, S_LEAD, S_RETIRE, S_SUPPORT, S_SPLIT, S_LOSSES, S_RETREAT, S_AFTER, STANDINGS };
enum phase_id { PHASE_WEATHER, PHASE_COMMAND, PHASE_INITIATIVE, PHASE_ACTIVATION, PHASE_BARRAGE, PHASE_MOVEMENT, PHASE_COMBAT, PHASE_RALLY, PHASES };
enum overlay_id { SHOW_REACH, SHOW_FIRE, SHOW_ZONES, SHOW_COMMAND, OVERLAYS };

enum event_id {
	E_TURN = EVENT_SYSTEM, E_WEATHER, E_INERTIA, E_COMMAND, E_DEMORALISED, E_INITIATIVE, E_ACTIVATED, E_CHECKED, E_DIRECTED,
	E_BARRAGE, E_ENTERED, E_STEPPED, E_HALTED, E_DISPLACED, E_ANNOUNCED, E_COORDINATED, E_COMBAT, E_LEADS, E_SUPPORTS, E_DEFENCE,
	E_ASSAULT, E_RESULT, E_MORALE, E_DISORGANISED, E_STEP_LOST, E_ELIMINATED, E_RETREATED, E_CORNERED, E_RETIRED, E_REPULSED,
	E_ADVANCED, E_TURNED, E_LEADER_KILLED, E_REPLACED, E_RALLIED, E_SHAKEN, E_CAPTURED, E_ENDED, E_LAST
};

/* --- the const part: made by muster.c (muster.own) ---------------------------------------------------------------------- */

enum { FOOT, HORSE, GUNS, KINDS };        /* who moves: infantry, cavalry (and leaders, and command), artillery */
enum { NORMAL, HEAT, STORM };             /* weather */
enum result { NOTHING, TEST, DISORDER, DISORDER_LOSS };
enum { KILLED_NOTHING, KILLED_LEVEL, KILLED_ENDS };
#define BOX_OFF PLACE_BOX(0)              /* reinforcements that are not yet on the map */
#define FULL 63                           /* all six directions */

struct vv_unit { /* a combat unit's printed values */
	uint8_t kind, combat, steps, allowance /* MP */, range, heavy, side, formation;
	int8_t arrives;   /* turn; 0 = on the map at the start */
	int8_t facing;
	uint8_t entry;    /* index in entries */
	int16_t at;       /* hex at the start */
};

struct vv_leader { /* HQ or chief: piece number minus book.units */
	uint8_t side, chief, formation; /* chief: 1; formation of an HQ, index in chiefs of a chief */
	int8_t bonus, command, initiative, inertia;
	uint8_t allowance, range;       /* MP */
	int8_t arrives, holds_until;    /* turns */
	uint8_t entry, entry_points, killed;
	int16_t at;
};

struct vv_formation {
	const char *name;
	int16_t hq, rep;    /* HQ piece or NO_UNIT; the marker piece */
	uint8_t side, first, last; /* units first … last - 1 */
	int8_t chief;       /* leader piece minus book.units, or -1 */
	int8_t absent, absent_until; /* 8.6c; turn from which it is over */
	uint8_t steps, threshold;
};

struct vv_city { const char *name; uint8_t n, value; int8_t held; int16_t hex[VV_CITY_HEXES]; };

struct vv_view { /* one hex seen from another as far as the ground goes; a unit in a check blocks (both, if two) */
	int16_t to;
	uint8_t range, zone; /* zone: bit a facing whose fire zone it lies in (A11) */
	uint16_t check;      /* first of `checks` in book.check */
	uint8_t checks;
	bool open;           /* the ground does not block */
};

struct vv_charts {
	int32_t check, casualty, city, heat[KINDS];
	int32_t step_lost, flank, uphill, downhill, crest, water;       /* column shifts */
	int32_t excess, adjacent_artillery, heavy;                      /* die */
	int32_t m_protection, m_leader, m_flank, m_step_lost, m_command, m_heat, m_demoralised, m_adjacent, m_artillery; /* morale */
	int32_t after_heat, major, minor, formations;
	int32_t new_bonus, new_command, new_least;
	uint8_t table[9][6];
};

struct vv_weather { int from; int32_t heat, storm; }; /* minutes of the clock; lowest die */

struct vv_book {
	const struct hexmap *map;
	struct vv_charts chart;
	int starts, turns, turn_minutes;
	int units, pieces, formations, chiefs;
	int unit_from[SIDES + 1], formation_from[SIDES + 1]; /* those of a side lie together */
	int16_t chief[VV_CHIEFS];                            /* pieces, first side of phase B first */
	int first, roller;                                   /* who wins ties and goes first; who rolls for the weather */
	struct vv_unit unit[VV_PIECES];
	struct vv_leader leader[64];
	struct vv_formation formation[VV_FORMATIONS];
	int entries, cities, weathers, city_value;
	int16_t entry[VV_ENTRIES];
	struct vv_city city[VV_CITIES];
	const struct vv_weather *weather;
	const uint8_t *cost[KINDS];       /* [hex * 6 + dir] half points to enter the neighbour; 0 = closed */
	const uint8_t *enter[KINDS];      /* [hex] half points to come onto the map there */
	const uint8_t *open;              /* [hex] directions that are not closed to units */
	const uint8_t *protection, *level;/* [hex] */
	const uint8_t *ground;            /* [hex] GROUND_… */
	const uint8_t *wet;               /* [hex] directions across a stream, canal or line of trees */
	const uint8_t *rough;             /* [hex] directions in which cavalry comes into woods off the road */
	const int32_t *edge[SIDES];       /* [hex] distance to the side's own edge */
	const struct vv_view *view;       /* [hex * views + i], nearest first */
	int views;
	const struct sight_cross *check;
	uint8_t seen[VV_RANGE + 1];       /* views within a range */
};
enum { GROUND_WOODS = 1, GROUND_VILLAGE = 2, GROUND_CITY = 4, GROUND_CREST = 8, GROUND_CLOSED = 16, GROUND_EDGE = 32 };
#define GROUND_ROUND (GROUND_VILLAGE | GROUND_CITY) /* 2b: front on all sides */

/* --- the state ------------------------------------------------------------------------------------------------------------ */

enum { /* flags of a piece */
	IS_DISORGANISED = 1,
	IS_COMMANDED = 2, /* in command in this activation (9.1c) */
	IS_DIRECT = 4,    /* named by its chief this turn (8.2d) */
	HAS_MOVED = 8,    /* its move in this activation is over */
	HAS_STEPPED = 16, /* it left its hex in this activation */
	HAS_SPENT = 32,   /* more than half its allowance (11.5c) */
	HAS_FIRED = 64,   /* artillery, in this activation (10.1a) */
	IS_REPLACEMENT = 128, /* an HQ on its reverse side (9.3f) */
};
enum { /* marks of a formation, kept with its marker piece */
	MARK_OUT = 1,     /* HQ out of command since phase B (4B-b) */
	MARK_PASSED = 2,  /* passed its activation check this turn */
	MARK_FAILED = 4,  /* failed it */
	MARK_DEMORALISED = 8,
	MARK_CUP = 16,    /* its marker is in the cup */
};

struct vv_spot { uint8_t on; uint8_t led; uint8_t zoc; int8_t held; };
/* on: first unit there + 1 (derived); led: leaders there, a nibble a side (derived); zoc: units of each side whose zone of
   control it lies in, a nibble a side (derived); held: the side that last had a unit there, in cities */

struct vv_attack { uint8_t unit, points, flags, pad; int16_t hex; };
enum { ATTACK_SHARED = 1, ATTACK_TOGETHER = 2, ATTACK_OVER = 4, ATTACK_SETTLED = 8 };

#define VV_ATTACKERS 6
#define VV_GUNS 12
struct vv_combat { /* the combat in hand */
	int16_t hex;
	uint8_t n, guns;                 /* attackers; artillery that fires in its defence */
	uint8_t attacker[VV_ATTACKERS], points[VV_ATTACKERS], given[VV_ATTACKERS]; /* assault value; defender's points against it */
	uint8_t gun[VV_GUNS];
	uint8_t flags, left;             /* COMBAT_…; the defender's points not yet given */
	uint8_t gone;                    /* bit an attacker that will not assault */
	uint8_t repelled;                /* bit an attacker that retreated or was destroyed */
	int16_t leads[SIDES];            /* HQ that takes part on each side, NO_UNIT */
	int16_t defender;                /* the unit whose front and value count; NO_UNIT once the hex is empty */
	uint8_t result, die;
	uint8_t fled;                    /* kind of the unit that retired before combat + 1 */
	uint8_t pad;
};
enum { COMBAT_TOGETHER = 1, COMBAT_HORSE = 2, COMBAT_RETIRED = 4, COMBAT_ALONE = 8, COMBAT_WON = 16 };

struct vv {
	struct game g;
	uint8_t weather, chiefs_killed, attacks, entered_turn;
	int16_t acting;                  /* marker piece of the active formation, NO_UNIT */
	uint8_t directed[VV_CHIEFS];     /* units each chief commands directly this turn */
	uint8_t entered[VV_ENTRIES];     /* units that came in this turn by each entry */
	int16_t at[VV_PIECES];
	uint8_t facing[VV_PIECES], flags[VV_PIECES], lost[VV_PIECES];
	uint8_t under[VV_PIECES];        /* next unit in the same hex + 1 (derived) */
	uint8_t mark[VV_PIECES], failures[VV_PIECES]; /* of formations, at their marker piece */
	uint8_t losses[VV_FORMATIONS];   /* steps lost (derived) */
	struct vv_attack attack[VV_ATTACKS];
	struct vv_combat combat;
	uint64_t range[VV_HEXES * 2 / 64]; /* command range of the unit on the march, if it is out of command */
	struct vv_spot spot[];           /* as many as the map has hexes */
};
static_assert(sizeof(struct vv) + VV_HEXES * sizeof(struct vv_spot) <= 8192, "a state is at most 8 KB on a map of usual size");

#endif
