/* Brothers at Arms: private state, charts and steps of the rule system. Nobody outside this folder includes it.

   WHAT MUSTER READS (for whoever writes the data)

   tables.yaml   every leaf is a map with one number and its `source` and `rule`: movement.<arm|commander>.rate,
                 roads.<turnpike|road|track>.bonus, costs.*.extra, difficult.<feature> (difficult: no takes it out),
                 cover.<soft|hard|fortification>.{value, of: [hex features and hexside features]}, unformed.{dice, least},
                 flinch.{dice_open, dice_cover, surrounded_by}, works.strength, commanders.{shot_on, initiative_on},
                 attack.{least, most}, height.range, night.{sight, movement, command}, fatigue.{attack, rest}, range_penalty,
                 reserves.{flank_on, rear_on, rested_on, shift}, readdress.{clear_hexes, march_roll, group},
                 victory.{tactical, decisive, complete}.from, victory.objectives.value,
                 sight.<woods|settlement|orchard|…>  features that block a line (default woods, settlement, town),
                 continued.{tactical, decisive, complete}.units  units of the beaten side that start fatigued (default 2, 4, 6).
   traits.yaml   strength.<arm>: bands {to, strength} by men (guns for artillery and boats); attack.<quality>; range.<arm> and
                 range.armament.<words>; leadership.<ability>; levels.<level>: control | command | none;
                 unit_traits.<word>: {ability: sharpshooters | indomitable, state: fatigued | aboard, identity: star,
                   attack: -1, least: 3, strength: 1, entry: roll, rule, source}; also read for a posting's traits;
                 leader_traits.<word>: {ability: exceptional, leadership: 1, rule, source};
                 first: [ids of sides or nations whose round is first if the scenario does not say].
   <battle>.yaml grade, why, grid, corrections;
                 counters: {evans: {range, attack, strength, leadership, identity: star | direct | <leader id>, ability: […],
                   state: […], exceptional: yes, controls: [ids of formations], at: "0708"}}      (all optional);
                 leave_out: [ids of leaders and units that get no counter];
                 rear: {union: NE …}    the board edge N E S W behind a side (default: by where the armies stand);
                 objectives: {most: 6}; task: {margin: 2};
                 special: a list of {rule: battle.1, kind: …, and whom: pieces: […], arms: […], formations: […], traits: [words of
                   a posting or unit]; several kinds of whom must all agree; none = everybody; text: why} with the kinds
                   closed       {hexes: [...] and/or columns: [0, 10] and/or rows: [..]; until_bound: 16}  may not enter these
                   hold         {hexes: [...], until_bound: 8, or_enemy_within: 3}                   may not leave these
                   first_order  the first order of the game needs a roll even in range
                   entry_roll   needs a command roll before it may enter (reserve.2)
                   get_off      {hexes: [...]}  by rail may get off only there
   Bounds in data and in the field `bound` are hours of the clock: 7 is 07:00 on the first day, 30 is 06:00 on the second. */
#ifndef BROTHERS_AT_ARMS_H
#define BROTHERS_AT_ARMS_H

#include "engine/rules.h"

#define BAA_PIECES 128
#define BAA_HEXES 1024
#define BAA_GROUP 32       /* members of one group */
#define BAA_OBJECTIVES 16
#define BAA_SPECIALS 16

enum verb_id {
	V_DONE, V_LEAVE, V_ASSIGN, V_MOVE, V_STEP, V_STOP, V_EXIT, V_FIRE, V_JOIN, V_VOLLEY, V_SNIPE, V_BREACH, V_MELEE,
	V_FLINCH, V_ENTER, V_RIDE, V_FIGHT_ON, V_HALT, V_WITHDRAW, V_REPOSITION, V_MARCH, V_PLACE, VERBS
};
enum question_id {
	Q_LEAVE, Q_ASSIGN, Q_UNITS, Q_COMMANDS, Q_CONTROLS, Q_STEP, Q_FIRE, Q_GROUP, Q_MELEE, Q_FLINCH, Q_ENTER,
	Q_FIGHT_ON, Q_WITHDRAW, Q_NIGHT, Q_PLACE, QUESTIONS
};
enum option_id {
	O_RANGE_PENALTY, O_DIRECT_CONTROL, O_WITHDRAW, O_OVERWHELMING, O_CONTINUED, O_ROLL_EACH, O_PINNED_FIGHT, O_OCCUPIED,
	O_FIGHT_ON, OPTIONS
};
enum standing_id { STANDING_FLINCH, STANDING_ASSIGN, STANDING_WITHDRAW, STANDINGS };

/* Phases a case may stage; those from PHASE_ORDERS to PHASE_REMOVAL are the stages of a round. */
enum phase_id {
	PHASE_BOUND,     /* the bound begins: tactical reserves roll, reserves enter (both sides, first side first) */
	PHASE_ORDERS,    /* phases 1-3: units left to a control counter, control range, command roll, NIC */
	PHASE_ASSIGN,    /* phase 4: unassigned units */
	PHASE_RANGE,     /* phases 4-6: command range, command roll, NIC */
	PHASE_UNITS, PHASE_COMMANDS, PHASE_CONTROLS, PHASE_FIRE, PHASE_MELEE,
	PHASE_REMOVAL,   /* phase 12; objectives are claimed just before it */
	PHASE_END,       /* both rounds are over: rest, the hour, the end of the battle */
	PHASE_DUSK,      /* fight on or halt */
	PHASE_READDRESS, /* both sides withdraw, one hex in turn */
	PHASE_NIGHT,     /* reposition, tactical march */
	PHASES
};

enum fate { FATE_HERE, FATE_ABSENT, FATE_RESERVE, FATE_MARCHING, FATE_DISPERSED, FATE_SURRENDERED, FATE_DISABLED, FATE_CAPTURED,
            FATE_REMOVED, FATE_WITHDRAWN };
enum { BOX_RESERVE, BOX_MARCH, BOXES };

enum event_id {
	E_BOUND = EVENT_SYSTEM, E_ROUND, E_ORDERED, E_NIC, E_ASSIGNED, E_LEFT, E_MOVED, E_LOCKED, E_STACKED, E_CAPTURED, E_EVADED,
	E_FIRED, E_MELEE, E_SNIPED, E_BOMBARDED, E_HITS, E_DISPERSED, E_FLINCHED, E_PINNED, E_STOOD, E_SURRENDERED, E_LEFT_BOARD, E_DISABLED,
	E_REMOVED, E_BREACHED, E_UNPINNED, E_CLAIMED, E_FATIGUED, E_RESTED, E_ARRIVED, E_DELAYED, E_RODE, E_DETRAINED, E_NIGHT, E_DAWN,
	E_FIGHTS_ON, E_READDRESS, E_WITHDREW, E_REPOSITIONED, E_MARCHED, E_RETURNED, E_FAILED, E_EXITED, E_TASK, E_VICTORY, E_LAST
};

/* A counter's changing part. */
enum { /* state */
	IS_PINNED = 1, IS_NIC = 2, IS_FATIGUED = 4, IS_ABOARD = 8,
	IS_FAR = 16,      /* was outside its commander's range in phase 4 (orders.13) */
	IS_LEFT = 32,     /* left to a control counter this round (control.8) */
	IS_FLINCHED = 64, /* has flinched this round (flinch.7) */
	IS_CALLED = 128,  /* has had its first order of the game */
};
enum { /* deeds */
	HAS_MOVED = 1, HAS_ATTACKED = 2,
	HAS_STIRRED = 4,  /* this bound: moved, attacked or was attacked (fatigue.4) */
	HAS_FOUGHT = 8,   /* attacked in this night (night.4) */
	HAS_SLEPT = 16,   /* rested four bounds in this night */
	HAS_CHOSEN = 32,  /* its commander was named in this phase */
	HAS_TRIED = 64,   /* a control counter has made its night's attempt; a reserve its roll of this bound */
	BY_REAR = 128,    /* marching round to the rear, otherwise to a flank */
};
struct counter {
	int16_t at;       /* hex, PLACE_NONE, PLACE_BOX(…) */
	uint8_t state, deeds;
	uint8_t under;    /* next unit in the same hex + 1, 0 = none */
	uint8_t fate;
	uint8_t rest;     /* consecutive bounds of rest */
	uint8_t pad;
	int16_t boss;     /* unassigned units: the command counter that took it; otherwise as mustered; NO_UNIT = a control counter */
};

struct march { /* the move in hand: the same steps counted on the road and off it (move.4) */
	uint8_t rate, spent, road_spent;
	uint8_t bonus;    /* of the worst road so far */
	uint8_t flags;    /* enum march_flag */
	uint8_t steps;
	int16_t start;
};
enum march_flag { MARCH_ROAD = 1, MARCH_WOODS = 2, MARCH_STREAM = 4, MARCH_LOCKED = 8, MARCH_ENTRY = 16, MARCH_DONE = 32 };

enum volley_kind { VOLLEY_FIRE, VOLLEY_SNIPE, VOLLEY_BREACH, VOLLEY_MELEE };
struct volley { /* the attack in hand */
	uint8_t kind, n, dir, cover;
	int16_t target, hex; /* the primary target (or commander); where it stands, or the fortified hex */
	uint8_t member[BAA_GROUP];
};

struct baa {
	struct game g;
	int16_t bound;       /* hour of the clock */
	int8_t decided;      /* winner + 1 once all of a side is gone or a task is done (margin beside it) */
	int8_t decided_margin;
	uint8_t withdrawn[SIDES]; /* units that left the board on purpose */
	uint8_t fighting_on; /* this night */
	uint8_t volunteers;  /* bit a side: it wants to fight on */
	struct march march;
	struct volley volley;
	uint64_t units[SIDES][2];  /* units on the board; derived */
	uint64_t chiefs[SIDES][2]; /* commanders on the board; derived */
	uint64_t todo[2];    /* pieces that may still act in this phase */
	struct counter counter[BAA_PIECES];
	uint8_t top[BAA_HEXES];   /* derived: first unit in the hex + 1; bit 7: a commander stands there */
	uint8_t breach[BAA_HEXES]; /* bit a direction */
	int8_t owner[BAA_HEXES];  /* of objectives */
	int8_t watch[BAA_HEXES];  /* side whose unit has stood here since the end of its last Attack sequence */
};
static_assert(sizeof(struct baa) <= 8192, "a state is at most 8 KB");

#endif
