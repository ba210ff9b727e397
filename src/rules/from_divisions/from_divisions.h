/* FROM: divisions, fatigue and stragglers (a Napoleonic divisional system after Hampton Newsome's At All
   Hazards; played at Raab 1809). Hexes of 1 km, 3.5 hours a turn. Private state, charts and steps; nobody
   outside this folder includes it. Files follow the book; every function that enforces a rule cites the
   statement of data/rules/from_divisions/rules.md.

   WHAT MUSTER READS (for whoever writes the data). A number may stand bare or as {value: 3, source: fact,
   rule: 6.3a}.

   tables.yaml   turn_minutes: 210; hex: 1000; level: 30; levels: 1; steep: 60 (metres that make a slope side
   steep)
                 allowance: {infantry: 8, cavalry: 13, leader: 13}                                        MP
                 costs: {road: 1, clear: 2, clear_leader: 1, forest: 3, forest_leader: 2, village: 2,
   village_cavalry: 3,
                   village_leader: 1, swamp: 4, swamp_cavalry: 6, swamp_leader: 4, creek: 1, creek_leader: 0,
   stream: 2,
                   stream_cavalry: 4, stream_leader: 1, slope: 1, steep: 2, steep_cavalry: 3, leave_zone: 2,
   face: 1, attack: 2,
                   resume: 3 (7.6g)}
                 strength: in QUARTERS (4 = unchanged): {rear: 8, disorganised: 2, tired: 2, cavalry: 2 (7.6a,
   7.13f), light: 2,
                   square: 2 (7.13b), charge: 8 (7.13c), countercharge: 8, bridge: 2, slope: 3, steep: 2,
   creek: 3, stream: 2, forest: 3,
                   village: 3, town: 2, chateau: 3 (with a division), chateau_detachment: 2, swamp: 2, work:
   2}
                 stacking: 10; stragglers: 2; morale_cap: 3; artillery_cap: 3; odds_cap: 5; three_hexes: 1;
   square_die: 1; enfilade: 1
                 results: eleven strings, modified die -1 or less to 9 or more: "E 0 +2 -2 D": E or R, hexes
   of retreat and advance,
                   the defender's and the attacker's die modifier on the effects table, initiative to D, A or
   -
                 effects: {engaged, advance, retreat}: nine strings each, die -1 or less to 7 or more: "D 1s
   ic 2F", "D4L 1s 2F",
                   "-" for none; words D, D#, D#L, #c, ic, #s, is, #F
                 fatigue: {infantry: [5, 3], cavalry: [4, 3], militia: [4, 2]}       white and grey boxes
                 wear: {march: 1 (more than half the allowance), double: 1, cavalry: 1, driven: 1, smashed: 1,
   rest: 1}
                 command: {leader: 3, chief: 5}     hexes; limit: 2 (7.0i without a leader)
                 evade: 4; smashed_retreat: 2
                 hold: {village: 1, town: 2}        hexes by which a stack may cut its retreat (7.7.2d)
                 battery: {most: 10, range: 2, target: 10}                 grand batteries (16.5)
                 initiative: {end: 2}               boxes from the middle to each end (16.1)
                 army: {start: 10, shaken: 3, division: 1 (Smashed), eliminated: 2, cavalry: 1}    army morale
   (TABLES 9.5)
                 victory: {casualty: 2, straggler: 1 (half points), decisive: 10, plain: 6, slight: 3}
   casualties in half points traits.yaml   men: {infantry: 2000, cavalry: 1000}   men for a step; guns: 6
   guns for a battery
                 nations.<nation>: {morale: -1 (added), guns: 8 …}; nations.others
                 morale.<quality>: 1..6; leaders.<ability>: {rating, bonus}
                 unit_traits.<word>: {morale: 1 (added), militia: yes, heavy: yes (no light cavalry), light:
   yes, horse: yes (horse artillery)}
                   weight: heavy of armies.yaml is not light either
   <battle>.yaml grade, why, grid, corrections (docs/grids.md; levels 0..n = contours, `settlement` = village,
   `town`, `building` =
                   château, `marsh` = swamp, edge `stream` = creek, `canal` or a stream beside a marsh =
   stream with marshy
                   banks, `river`, `slope_up`, `work`/`fort` = trench);
                 turns: 4; first_turn: "06:30" (usual: the scenario's start)
                 edges: {french: south, austria: east}   own map edge of a side (usual: the side of the board
   it stands on)
                 divisions: {<id>: {units: [unit ids], name, formation: <id>}}     which units are gathered
   into one counter
                   (usual: all foot and guns of a formation of level division, or a brigade's own if it has
   none above it; cavalry
                   of a division is organic if it is at most a third of its men, otherwise a counter of its
   own; guns posted
                   with no infantry or cavalry of their division go to the largest counter of the formation)
                 counters: {<unit or division or leader id>: {steps, morale, allowance, guns, horse: yes,
   organic, white, grey,
                   light: yes, militia: yes, name, rating, bonus, at: "0806", facing: SW, arrives: "13:30" |
   start | never,
                   holds: yes (may not leave its hex), formation: <id>, detachment: <division> (begins as its
   detachment; the
                   division's steps count it in)}}           all optional; may also say fatigue, stragglers
                 formations: {<id>: {name, leader: <leader id>, detach: yes (10.3a), units: [counter ids]}}
   (usual: the formation above
                   a division, or the topmost below an army, with its leader)
                 chiefs: {<side id>: <leader id>}   army commander (usual: the leader of the side's top
   formation)
                 asks: [hold_towns]                 optional rules that are on in this battle, whatever the
   players choose
                 detach: all | none (usual: all)    which corps may detach where formations say nothing
                 grand_battery: [side ids]          (usual: both, if the option is on)
                 initiative: {marker: 1, side: french}   where the marker starts (usual: the middle)
                 army: {<side id>: 10}              army morale at the start
                 entry: {<counter id>: "0211"}; exits: {<side id>: {hexes: ["1502"], from: "13:30"}}
   counters may leave there (out of
                   play, not lost); refuge: {<side id>: ["0702"]}   hexes only that side may enter, and there
   it is shut in
                 mountains: ["0101"]                impassable hexes
                 victory: {decisive, plain, slight, handicap: 4 (points the first side must win by more),
   places: [{name, hexes: ["0806"], held: austria, value: 3}]}
                   (usual: the scenario's objectives)
                 scenarios: {<scenario id>: {the same keys}}; leave_out: [ids]

   `activate`, lite fatigue and chits name a formation by its marker piece: its leader, or where there is none
   its first unit. A detachment's slot is <formation id>_detachment, that of cavalry in a corps with infantry
   <formation id>_horse_detachment, a grand battery's <side id>_battery_1 … 3. */
#ifndef FROM_DIVISIONS_H
#define FROM_DIVISIONS_H

#include <stddef.h>

#include "engine/mustering.h"
#include "engine/reach.h"
#include "rules/from_divisions/log.h"

#define FD_UNITS 96   /* divisions, cavalry, detachments, grand batteries */
#define FD_PIECES 144 /* with leaders */
#define FD_FORMATIONS 48
#define FD_PLACES 24
#define FD_FAR 12 /* hexes from which on a place is out of reach, for the judge */
#define FD_HEXES \
	550                /* a map is cut so that it has no more, unless its battle says otherwise; twice as many
	                      are possible */
#define FD_USUAL 540   /* the state of a map so large is 8 KB */
#define FD_BATTERIES 3 /* slots of grand batteries a side */
#define FD_TARGETS 4   /* hexes one combat may be about */
#define FD_ATTACKERS 12
#define FD_ALL (FD_HEXES * 2)           /* hexes of the largest map */
#define FD_WORDS (FD_ALL / 64 + 1)      /* 64-bit words with a bit for each */
#define FD_SIDES_OF (FD_ATTACKERS * 12) /* hexsides of all attackers, of lines too */
#define FD_FROM (FD_ATTACKERS * 2)      /* hexes of all attackers */
#define FD_STACK 16                     /* units in a hex */
#define FD_NEAR (8 * 6)                 /* hexes of the ring in which newcomers find room */
#define FD_MASS (1 + FD_BATTERIES * 7)  /* hexes where guns may be massed */
#define FD_GUNS 99                      /* more batteries than any unit has */
#define FD_SHIFT 40                     /* no die is modified by more, for the words */

/* --- vocabulary ----------------------------------------------------------------------------------------- */

enum verb_id {
	V_DONE,      /* done                     ends acting, attacks, bombardments, joining (begin) */
	V_ACTIVATE,  /* activate <marker piece>  a chit chosen with the initiative */
	V_FIRST,     /* first                    moves first this turn (16.3c) */
	V_SECOND,    /* second */
	V_MOVE,      /* move <piece>             begins a move (Mobile) */
	V_TURN,      /* turn <unit> <direction>  Stationary */
	V_RECOVER,   /* recover <unit> stationary|rest */
	V_REST,      /* rest <unit> */
	V_HOLD_BACK, /* hold_back <unit>         Lite (11.2g) */
	V_MASS,      /* mass <unit> <place> <direction>  its batteries join a grand battery there */
	V_DISSOLVE,  /* dissolve <battery>       its batteries go back (16.5m) */
	V_DOUBLE,    /* double <unit>            double time, before its first step */
	V_STEP,      /* step <piece> <place> */
	V_FACE,      /* face <unit> <direction>  ends a move (1 MP if it changes), a retreat or an advance
	                (free) */
	V_STOP,      /* stop <piece>             ends a move, an optional retreat, an advance */
	V_THREATEN,  /* threaten <unit> <place>  an infantry mover means to attack the cavalry there (7.6d) */
	V_DETACH,    /* detach <division> <steps> */
	V_REJOIN,    /* rejoin <detachment> */
	V_EXTEND,    /* extend <division> <place> */
	V_SHIFT,     /* shift <division> <direction>     an extended line moves by one hex */
	V_WHEEL,     /* wheel <division> <new place> <pivot place> */
	V_CLOSE,     /* close <division> <place>         leaves extended line into that hex */
	V_EXIT,      /* exit <unit>              leaves the map where the battle allows it */
	V_EVADE,     /* evade <cavalry>          retreats before combat */
	V_STAND,     /* stand <unit>             does not (evade, hold a town, turn retreat into losses: no) */
	V_ATTACK,    /* attack <unit> <place>    opens a combat */
	V_JOIN,      /* join <unit>              joins it */
	V_ADD,       /* add <place>              adds a defending hex */
	V_FIGHT,     /* fight */
	V_LOSE,      /* lose <unit>              which unit of the stack loses the step */
	V_CUT,       /* cut <hexes>              holds the town: cuts the retreat, or turns retreat hexes into
	                losses (16.5j) */
	V_PAY,       /* pay <unit>               attacking stack that pays for a town held */
	V_RETREAT,   /* retreat <unit> <place> */
	V_ADVANCE,   /* advance <unit> <place> */
	V_PURSUE,    /* pursue <unit>            its organic cavalry charges what retreats */
	V_BOMBARD,   /* bombard <battery> <place> */
	VERBS
};
enum question_id {
	Q_CHITS,
	Q_FIRST,
	Q_ACT,
	Q_STEP,
	Q_EVADE,
	Q_ATTACK,
	Q_JOIN,
	Q_LOSE,
	Q_CUT,
	Q_PAY,
	Q_RETREAT,
	Q_ADVANCE,
	Q_FACE,
	Q_PURSUE,
	Q_BOMBARD,
	QUESTIONS
};
enum option_id {
	O_INITIATIVE,
	O_MAIL,
	O_BATTERY,
	O_EXTENDED,
	O_LITE_FATIGUE,
	O_LITE_STRAGGLERS,
	O_FRONT_ZONES,
	O_COMMAND,
	O_ARMY_MORALE,
	O_HOLD_TOWNS,
	O_ATTACK_AGAIN,
	O_FEWER_GUNS,
	OPTIONS
};
enum standing_id { S_EVADE, S_LOSSES, S_HOLD, S_RETREAT, S_FACE, S_PURSUE, STANDINGS };
enum phase_id { PHASE_REINFORCE, PHASE_CUP, PHASE_ACTION, PHASE_ATTACK, PHASE_END, PHASES };
enum overlay_id { SHOW_REACH, SHOW_ZONES, SHOW_FIRE, SHOW_COMMAND, OVERLAYS };

/* --- the const part: made by muster.c (muster.own) ------------------------------------------------------ */

enum { FOOT, HORSE, LEADER, MOVERS };        /* who moves */
enum { DIVISION, DETACHMENT, BATTERY };      /* struct fd_unit.type */
enum { ENGAGED, ADVANCE, RETREAT, COLUMNS }; /* effects table */
enum {
	RESTED,
	ACTIVE,
	NEAR_TIRED,
	TIRED,
	SPENT
}; /* Lite levels; of a unit only RESTED, TIRED, SPENT matter */
extern const char *const fd_levels[];
#define BOX_OFF PLACE_BOX(0) /* reinforcements to come */
#define BOX_OUT PLACE_BOX(1) /* left the map unhurt */

struct fd_unit { /* a counter's printed values */
	uint8_t side, formation, kind /* FOOT, HORSE */, type, steps, morale, allowance, guns, horse_guns,
		organic, white, boxes /* white + grey */;
	uint8_t light, militia, holds, fatigue, stragglers;
	uint8_t detached; /* steps: of a division that are with its detachment at the start, of a detachment that
	                     it starts with */
	int8_t arrives;   /* turn; 0 = on the map at the start */
	int8_t late;      /* minutes into that turn at which it arrives, in twelfths of the turn */
	int8_t facing;
	int16_t at;
	int32_t men;
};

struct fd_leader {
	uint8_t side, formation, rating, allowance;
	int8_t bonus, arrives, chief;
	int16_t at;
};

struct fd_formation {
	const char *name;
	int16_t leader, rep, detachment[2], parent; /* pieces, NO_UNIT; detachment: of FOOT, of HORSE; parent: of
	                                               a detachment at the start */
	uint8_t side, first, last, battery;         /* units first … last - 1; battery: a grand battery's */
};

struct fd_effect {
	uint8_t disorder /* 0, 1..6 morale, 7 all */, check /* D#L */, casualties, inferior_casualties,
		stragglers, inferior_stragglers, fatigue, pad;
};
struct fd_result {
	uint8_t retreats, hexes;
	int8_t defender, attacker, initiative /* side: 1 attacker, -1 defender */;
};

struct fd_charts {
	int32_t turn_minutes, hex, level, levels, steep, allowance[MOVERS];
	int32_t road, clear[MOVERS], forest[MOVERS], village[MOVERS], swamp[MOVERS], creek[MOVERS],
		stream[MOVERS], slope[MOVERS], steep_up[MOVERS];
	int32_t leave_zone, face, attack, resume;
	int32_t s_rear, s_disorganised, s_tired, s_cavalry, s_light, s_square, s_charge, s_countercharge,
		s_bridge, s_slope, s_steep, s_creek,
		/* quarters */
		s_stream, s_forest, s_village, s_town, s_chateau, s_chateau_detachment, s_swamp, s_work;
	int32_t stacking, stragglers, morale_cap, artillery_cap, odds_cap, three_hexes, square_die, enfilade;
	int32_t white[3], grey[3];
	int32_t w_march, w_double, w_cavalry, w_driven, w_smashed, w_rest;
	int32_t range_leader, range_chief, limit, evade, smashed_retreat, hold_village, hold_town;
	int32_t b_most, b_range, b_target, track;
	int32_t army_start, army_shaken, army_division, army_eliminated, army_cavalry;
	int32_t v_casualty, v_straggler, v_decisive, v_plain, v_slight, handicap;
	struct fd_result result[11];
	struct fd_effect effect[COLUMNS][9];
	int32_t worst; /* steps that one roll for effects can cost at most */
};

enum {
	GROUND_FOREST = 1,
	GROUND_VILLAGE = 2,
	GROUND_TOWN = 4,
	GROUND_CHATEAU = 8,
	GROUND_SWAMP = 16,
	GROUND_CLOSED = 32,
	GROUND_EDGE = 64
};
#define GROUND_ROUND (GROUND_VILLAGE | GROUND_TOWN)
/* A08 */
#define GROUND_COVERED (GROUND_FOREST | GROUND_VILLAGE | GROUND_TOWN | GROUND_CHATEAU | GROUND_SWAMP)
/* seen from the hex it leaves */
enum {
	SIDE_ROAD = 1,
	SIDE_CREEK = 2,
	SIDE_STREAM = 4,
	SIDE_RIVER = 8,
	SIDE_BRIDGE = 16,
	SIDE_SLOPE = 32,
	SIDE_STEEP = 64,
	SIDE_WORK = 128
};

struct fd_book {
	const struct hexmap *map;
	struct fd_charts chart;
	int starts, turns, units, pieces, formations, noon; /* noon: the first turn that begins after it (11.2,
	                                                       A45) */
	/* those of a side lie together; first battery slot, NO_UNIT */
	int unit_from[SIDES + 1], formation_from[SIDES + 1], battery[SIDES];
	int16_t chief[SIDES]; /* army commanders, NO_UNIT */
	int32_t army[SIDES];
	int8_t marker; /* initiative at the start: > 0 side 0's, < 0 side 1's */
	int8_t first;
	struct fd_unit unit[FD_UNITS];
	struct fd_leader leader[FD_PIECES - FD_UNITS];
	struct fd_formation formation[FD_FORMATIONS];
	int places, place_value;
	struct muster_place place[FD_PLACES];
	struct reach reach;
	const uint8_t *cost[MOVERS]; /* [hex * 6 + dir] MP off the road to enter the neighbour; 0 = closed */
	const uint8_t *edge;         /* [hex * 6 + dir] SIDE_… */
	const uint8_t *ground;       /* [hex] GROUND_… */
	const uint8_t *zone[2];      /* [FOOT, HORSE][hex] directions into which a zone of control can go
	                                (6.2d–f) */
	const uint8_t *fire;         /* [hex] directions into which a field of fire can go (8.2b–d) */
	const uint8_t *only;         /* [hex] bit a side that may not enter (refuge of the other) */
	const uint8_t *leave;        /* [hex] turn from which side 0 (low nibble), side 1 may leave there; 0 =
	                                never */
	const uint8_t *level;        /* [hex] */
	const int32_t *rear[SIDES];  /* [hex] distance to the side's own edge */
	const char *results_at[2 * FD_SHIFT + 1];          /* "the combat results table at +2" */
	const char *effects_at[COLUMNS][2 * FD_SHIFT + 1]; /* "the Retreat column of the effects table at -1" */
	const char *effect[COLUMNS][9]; /* "D 1s: everybody is disorganised, 1 straggler step" */
};

/* --- the state ------------------------------------------------------------------------------------------ */

enum { /* flags of a unit: the first lie open, the rest belong to the activation */
	IS_DISORGANISED = 1,
	IS_SMASHED = 2,
	IS_HELD_BACK = 4,
	IS_CATCHING_UP = 8,
	WAS_HELD_BACK = 16,
	HAS_RECOVERED = 32, /* tried this turn (10.1c) */
	HAS_FIRED = 64,     /* a grand battery, this turn */
	IS_OUT = 128,       /* out of command since its chit came up */
};
enum { /* deeds of a unit in this activation */
	DID_MOVE = 1,
	DID_MARCH = 2 /* more than half its allowance */,
	DID_STATIONARY = 4,
	DID_REST = 8,
	DID_ATTACK = 16,
	DID_DOUBLE = 32,
	BEGAN_DISORGANISED = 64,
	BEGAN_ADJACENT = 128,
	WAS_IN_ZONE = 256,
	NEW_ZONE = 512 /* moved from zone to zone (6.2k) */,
	MAY_ATTACK = 1024,
	FAILED_CHECK = 2048,
	PASSED_CHECK = 4096,
	HAS_THREATENED = 8192 /* said so on the march (7.6d) */,
	MARCHES_ON = 16384 /* a detachment split off on the march, which may go on (10.3e) */,
	WAS_THREATENED = 32768,
};
enum {
	MORE_FOUGHT = 1 /* this turn */,
	MORE_TIRED = 2 /* F result in this activation, for Lite */,
	MORE_FLEES = 4,
	MORE_DONE = 8,
	MORE_UP = 16 /* advanced */,
	MORE_STIRRED = 32 /* a Mobile action this day */,
	MORE_SPARED = 64 /* Smashed in this combat: loses no more (10.2k) */,
	MORE_ENGAGED = 128 /* fights in the combat in hand (7.6h) */
};

struct fd_spot {
	uint8_t on;
	uint8_t led;
	uint8_t zone[SIDES][2];
	int8_t held;
};
/* on: first node there + 1 (derived); led: leaders, a nibble a side (derived); zone: directions from which
   FOOT, HORSE of a side exert a zone of control on it (derived); held: the side that last had a unit there,
   where victory asks */

/* What a unit suffered this turn: steps it lost, which everybody saw; how many of them are stragglers, which
   come back on later turns only (10.1a). bolts: it was Smashed while its stack had to retreat anyway, and may
   then go on (10.2c). */
struct fd_note {
	uint8_t lost : 4, fresh : 3, bolts : 1;
};
/* An attack on a unit. */
struct fd_hit {
	uint8_t by : 6 /* 0: none; by mail 1 + its formation, otherwise 1 */, charge : 1,
		second : 1 /* on the second hex of a line (16.6f) */;
};
#define FD_HITS 3 /* attacks that a unit can suffer in one turn */
/* From where a unit was attacked in this activation: 1 + hex, STRUCK_TWICE from several; and which of its
   hexes. */
struct fd_struck {
	uint16_t from : 12, first : 1, second : 1;
};

struct fd_combat {  /* the combat in hand */
	uint64_t fresh; /* bit a formation that takes part with units other than Held Back (11.2j) */
	int16_t hex[FD_TARGETS];
	uint8_t targets, n, flags, hexes; /* hexes: of retreat or advance */
	uint8_t attacker[FD_ATTACKERS];
	int16_t from[FD_ATTACKERS]; /* where each stood */
	uint8_t column[2];
	int8_t shift[2];                          /* 0 defenders, 1 attackers: effects table */
	uint8_t morale[2];                        /* of the largest unit of each (7.1h) */
	uint8_t cut, shaken;                      /* shaken: bit a target with disorganised or Smashed troops
	                                             before (7.13d) */
	uint8_t countercharge;                    /* of the defending cavalry in target i */
	uint8_t organic;                          /* bit a target whose organic cavalry countercharged */
	uint8_t vacated, side, stacks;            /* vacated: bit a target left empty */
	uint16_t pursued;                         /* bit an attacker whose organic cavalry has ridden (7.14b) */
	int16_t emptied;                          /* the other hex of a line that collapsed + 1 (16.6h) */
	int16_t stack[FD_TARGETS + FD_ATTACKERS]; /* hexes that roll for effects, defenders first */
	uint8_t die[FD_TARGETS + FD_ATTACKERS];
};
enum { FIGHT_CHARGE = 1, FIGHT_SQUARE = 2, FIGHT_BOMBARDMENT = 8, FIGHT_FOOT = 16, FIGHT_ENTERED = 32 };

struct state {
	struct game g;
	uint64_t acting, cup;             /* bit a formation */
	uint64_t rode;                    /* bit a leader that moved this turn */
	int8_t marker, initiative;        /* track (16.1); who moves first (16.3) */
	uint8_t fought, pending;          /* was there combat this turn; chits still to be chosen */
	int16_t army[SIDES];              /* army morale */
	int16_t at[FD_PIECES + FD_UNITS]; /* pieces; from FD_PIECES on the second hex of an extended line */
	uint8_t under[FD_UNITS * 2];      /* next node in the same hex + 1 (derived) */
	uint8_t facing[FD_UNITS], flags[FD_UNITS], more[FD_UNITS];
	uint16_t did[FD_UNITS];
	/* dead: casualty steps */
	uint8_t steps[FD_UNITS], stragglers[FD_UNITS], fatigue[FD_UNITS], guns[FD_UNITS], organic[FD_UNITS],
		lent[FD_UNITS], dead[FD_UNITS];
	/* what the enemy can conclude: fatigue and batteries between (2.5) */
	uint8_t low[FD_UNITS], high[FD_UNITS], least[FD_UNITS], most[FD_UNITS];
	struct fd_note note[FD_UNITS];
	struct fd_hit hit[FD_UNITS][FD_HITS]; /* by whom it was attacked in this phase (7.0k) */
	struct fd_struck struck[FD_UNITS];    /* 7.0f */
	int8_t parent[FD_FORMATIONS];         /* of the corps' detachment, NO_UNIT */
	uint8_t left[FD_FORMATIONS]; /* points that its division had left when the detachment split off on the
	                                march (10.3e) */
	uint8_t wear[FD_PIECES];     /* a formation's Lite level, kept at its marker piece */
	struct fd_combat combat;
	struct fd_spot spot[]; /* as many as the map has hexes */
};
#define STRUCK_TWICE 4095
static_assert(sizeof(struct state) + FD_USUAL * sizeof(struct fd_spot) <= 8192,
	"a state is at most 8 KB on a map of usual size");

/* --- steps of the agenda -------------------------------------------------------------------------------- */

enum step_id {
	STEP_TURN,    /* a turn (3) */
	STEP_ACT,     /* an activation: the formations of state.acting */
	STEP_MARCH,   /* a move (6); stage = all its points, flags MARCH_… */
	STEP_COMBAT,  /* a combat (7): state.combat */
	STEP_LOSS,    /* losses of a stack (7.3a): stage = enum loss_cause, flags LOSS_… */
	STEP_FLEE,    /* a retreat of units marked MORE_FLEES; stage - 1 = hexes gone, flags FLEE_… */
	STEP_EVADE,   /* asks cavalry whether it goes; stage 1: also who has stood before (EVADE_ALL) */
	STEP_ADVANCE, /* after combat (7.2n) */
	STEP_FACE,    /* a free turn: unit (its whole stack) */
	STEPS
};

/* What a step carries, by its kind. The piece in hand comes first: it is also `unit` of the step. */
union load {
	struct {
		int16_t none[2];
		int32_t next, unused; /* the next unit, side, target, stack or attacker of the stage in hand */
	} loop;                   /* of a turn, an activation and a combat */
	struct {
		int16_t unit, came;         /* the direction of its last step; -1: none yet */
		int32_t points, threatened; /* points left; bit a direction: it has threatened that hex from here */
	} march;
	struct {
		int16_t unit, began; /* who leads; the first hex */
		int32_t hex, left;   /* where they are; hexes still to go */
	} flee;
	struct {
		int16_t unit, none; /* who is asked */
		int32_t hex, attacker_at;
	} evade;
	struct {
		int16_t unit, none;
		int32_t left, unused; /* hexes */
	} advance;
	struct {
		int16_t none, above; /* LOSS_FIRM: those whose morale is above this */
		int32_t hex;
		uint8_t casualties, stragglers; /* steps still to be lost */
		uint8_t unused[2];
	} loss;
} STEP_OVERLAY;
STEP_PAYLOAD(union load)
enum { EVADE_NEW, EVADE_ALL };
enum turn_stage { TURN_REINFORCE, TURN_INITIATIVE, TURN_CUP, TURN_END };
enum act_stage {
	ACT_BEGIN,
	ACT_RALLY,
	ACT_ACT,
	ACT_ATTACK,
	ACT_DRIVEN,
	ACT_HEIGHTS,
	ACT_WEAR,
	ACT_BOMBARD,
	ACT_END
};
enum combat_stage {
	COMBAT_JOIN,
	COMBAT_EVADE,
	COMBAT_CHECKS,
	COMBAT_ROLL,
	COMBAT_EFFECTS,
	COMBAT_CUT,
	COMBAT_PAY,
	COMBAT_RETREAT,
	COMBAT_PURSUE,
	COMBAT_ADVANCE,
	COMBAT_FACE,
	COMBAT_OVER
};
enum {
	MARCH_STEPPED = 1,
	MARCH_STOPPED = 2,
	MARCH_SHUT = 4 /* began disorganised: no zone */,
	MARCH_LEADER = 8,
	MARCH_DOUBLE = 16,
	MARCH_RESUMES = 32,
	MARCH_HELD = 64 /* a line that closed where it began: if a zone is there, it has still to leave it */
};
enum {
	FLEE_MUST = 0,
	FLEE_COMBAT = 1,
	FLEE_OPTIONAL = 2,
	FLEE_EVADES = 4,
	FLEE_DRIVEN = 8,
	FLEE_BEYOND = 16 /* on to the first open space (7.2e) */
};
#define FLEE_MOST 12 /* hexes of a retreat that finds no open space */
enum {
	LOSS_PLAIN = 0,
	LOSS_CHARGE = 1,
	LOSS_RETREAT = 2 /* only those that retreat */,
	LOSS_LEAVES = 4 /* they will retreat anyway */,
	LOSS_GUNS = 8 /* bombardment */,
	/* only infantry: cavalry passes its zones (6.2i) */
	LOSS_FIRM = 16 /* only morale above `other` (7.3e) */,
	LOSS_FOOT = 32
};

/* --- shorthands ----------------------------------------------------------------------------------------- */

static inline struct state *fd_of(struct game *g) { return (struct state *)g; }
static inline const struct state *fd_see(const struct game *g) { return (const struct state *)g; }
static inline const struct fd_book *fd_book(const struct play *p) { return p->m->own; }
static inline bool on(const struct play *p, int option) { return p->m->option[option]; }
static inline bool is_leader(const struct fd_book *b, int piece) { return piece >= b->units; }
static inline const struct fd_leader *leader_of(const struct fd_book *b, int piece)
{
	return &b->leader[piece - b->units];
}
static inline int side_of(const struct fd_book *b, int piece)
{
	return is_leader(b, piece) ? leader_of(b, piece)->side : b->unit[piece].side;
}
/* A node is a unit in one of its hexes: 0 … FD_UNITS - 1 the first, from FD_UNITS on the second of an
   extended line. */
static inline int unit_at(int node) { return node % FD_UNITS; }
static inline int first_on(const struct state *d, int hex) { return d->spot[hex].on - 1; }
static inline int next_on(const struct state *d, int node) { return d->under[node] - 1; }
static inline int also_at(const struct state *d, int unit) { return d->at[FD_PIECES + unit]; }
static inline bool is_extended(const struct state *d, int unit)
{
	return d->at[FD_PIECES + unit] != PLACE_NONE;
}
static inline bool stands_in(const struct state *d, int unit, int hex)
{
	return d->at[unit] == hex || also_at(d, unit) == hex;
}
static inline bool holds(const struct fd_book *b, const struct state *d, int hex, int side)
{
	return d->spot[hex].on && b->unit[unit_at(first_on(d, hex))].side == side;
}
static inline bool is_disorganised(const struct state *d, int unit)
{
	return d->flags[unit] & IS_DISORGANISED;
}
static inline bool is_smashed(const struct state *d, int unit) { return d->flags[unit] & IS_SMASHED; }
static inline bool is_shaken(const struct state *d, int unit)
{
	return d->flags[unit] & (IS_DISORGANISED | IS_SMASHED);
}
static inline bool acts_now(const struct fd_book *b, const struct state *d, int unit)
{
	return d->acting >> b->unit[unit].formation & 1;
}
static inline int wear_of(const struct fd_book *b, const struct state *d, int formation)
{
	return d->wear[b->formation[formation].rep];
}
static inline const char *name_of_piece(const struct play *p, int piece) { return p->m->piece[piece].name; }
static inline const char *number_of(const struct fd_book *b, int hex)
{
	return hex < 0 ? "off the map" : b->map->number[hex];
}
/* The units of the formations that act now. */
#define each_active(u, b, d) \
	(int f_ = 0; f_ < (b)->formations; \
		f_++) if ((d)->acting >> f_ & 1) for (int u = (b)->formation[f_].first; u < (b)->formation[f_].last; \
		u++)
static inline int fd_higher(int a, int b) { return a > b ? a : b; }
static inline int fd_lower(int a, int b) { return a < b ? a : b; }
#define each_node(n, d, hex) (int n = first_on(d, hex); n >= 0; n = next_on(d, n))

/* The next stage of a step, with its count at the beginning. */
static inline void next_stage(struct step *s, int stage)
{
	s->stage = (uint8_t)stage, load_of(s)->loop.next = 0;
}

/* An order for the list: of a unit, with a place or number, with two. */
static inline void offer(struct orders *o, int verb, int unit) { orders_add(o, verb, unit, 0, 0, 0); }
static inline void offer_at(struct orders *o, int verb, int unit, int a)
{
	orders_add(o, verb, unit, a, 0, 0);
}
static inline void offer_both(struct orders *o, int verb, int unit, int a, int b)
{
	orders_add(o, verb, unit, a, b, 0);
}

/* Does the list have an order of that unit? */
static inline bool fd_names(answer_list *list, const struct play *p, const struct state *d, int side,
	int unit)
{
	struct orders o;
	o.n = 0;
	list(p, d, side, &o);
	for (int i = 0; i < o.n; i++)
		if (o.list[i].unit == unit) return true;
	return false;
}

/* How many answers a question has; one thing left to say is no question. */
static inline int fd_count(answer_list *list, const struct play *p, const struct state *d, int side)
{
	struct orders o;
	o.n = 0;
	list(p, d, side, &o);
	return o.n;
}

/* charts.c, board.c, muster.c */
bool fd_read_tables(const struct mustering *with, struct fd_charts *c);
bool fd_study_board(struct fd_book *b, const struct muster *m, const struct mustering *with);
bool fd_muster(struct muster *m, const struct mustering *with);

/* sequence.c: 3, 4 */
void fd_begin(const struct play *p, struct game *g);
step_work fd_turn, fd_act;
answer_may fd_may_activate, fd_may_decline, fd_may_first;
answer_carry fd_do_activate, fd_do_decline, fd_do_first, fd_do_done;
answer_list fd_list_chits, fd_list_first;
void fd_start_act(const struct play *p, struct state *d, uint64_t formations, int side);
void fd_begin_act(const struct play *p, struct state *d);
bool fd_on_time(const struct fd_book *b, const struct state *d, int piece);

/* actions.c: 4 */
answer_may fd_may_move, fd_may_turn, fd_may_recover, fd_may_rest, fd_may_hold_back;
answer_carry fd_do_move, fd_do_turn, fd_do_recover, fd_do_rest, fd_do_hold_back;
answer_list fd_list_acts;
bool fd_may_act(const struct play *p, const struct state *d, int unit, struct refusal *r);

/* places.c: 6.1, 6.2, 6.7, 8.2 */
uint8_t fd_front(const struct fd_book *b, const struct state *d, int unit, int hex);
int fd_points(const struct state *d, int node); /* SP that stacking counts */
bool fd_has_room(const struct fd_book *b, const struct state *d, int unit, int hex);
/* is the hex in an EZOC for that unit? */
bool fd_zone(const struct fd_book *b, const struct state *d, int unit, int hex);
bool fd_friend_there(const struct state *d, int unit, int hex); /* another unit of its side */
bool fd_beside_enemy(const struct fd_book *b, const struct state *d, int unit, int hex);
/* an enemy unit whose field of fire it is, NO_UNIT */
int fd_under_fire(const struct fd_book *b, const struct state *d, int hex, int side);
/* does what stands there project one that way? */
bool fd_fires_into(const struct fd_book *b, const struct state *d, int from, int dir);
void fd_put(const struct play *p, struct state *d, int piece, int place);
void fd_put_also(const struct play *p, struct state *d, int unit, int place);
void fd_refresh(const struct play *p, struct state *d, int hex);
void fd_face(const struct play *p, struct state *d, int unit, int facing);
void fd_match_facing(struct state *d, int unit); /* of a unit on the map; whoever calls it refreshes the
                                                    hex */
void fd_settle(const struct play *p, struct game *g);
extern const struct umpire fd_umpire; /* umpire.c: what players may change by hand */

/* command.c: TABLES 9.1, 9.2 */
struct fd_set {
	uint64_t bit[FD_WORDS];
};
/* hexes in command */
void fd_command_range(const struct play *p, const struct state *d, int formation, struct fd_set *set);
/* 7.0i */
int fd_limit(const struct play *p, const struct state *d, int formation, const uint8_t *who, int n);
void fd_displace_leaders(const struct play *p, struct state *d);

/* movement.c: 6 */
step_work fd_march;
answer_may fd_may_step, fd_may_face, fd_may_stop, fd_may_double, fd_may_threaten, fd_may_exit;
answer_carry fd_do_step, fd_do_face, fd_do_stop, fd_do_double, fd_do_threaten, fd_do_exit;
answer_list fd_list_steps;
int fd_allowance(const struct play *p, const struct state *d, int unit);
int fd_points_left(const struct play *p, const struct state *d, int unit);
bool fd_goes_beyond(const struct play *p, const struct state *d, const struct step *s, int hex, int left);
void fd_come_into_zone(struct state *d, struct step *s);
int fd_stack_facing(const struct state *d, int unit); /* of those it stands with; -1 = of nobody */
void fd_pay_for_double(const struct play *p, struct state *d, int unit);
void fd_reach(const struct play *p, const struct state *d, int piece, int16_t *value);

/* extended.c: 16.6; detach.c: 10.3 */
answer_may fd_may_extend, fd_may_shift, fd_may_shift_up, fd_may_wheel, fd_may_close, fd_may_detach,
	fd_may_rejoin;
answer_carry fd_do_extend, fd_do_shift, fd_do_shift_up, fd_do_wheel, fd_do_close, fd_do_detach, fd_do_rejoin;
void fd_list_lines(const struct play *p, const struct state *d, struct orders *o);
void fd_list_detachments(const struct play *p, const struct state *d, struct orders *o);
void fd_collapse(const struct play *p, struct state *d, int unit, int hex);

/* announce.c: 7.0 */
answer_may fd_may_attack, fd_may_join, fd_may_add, fd_may_fight;
answer_carry fd_do_attack, fd_do_join, fd_do_add, fd_do_fight;
answer_list fd_list_attacks, fd_list_joins;
void fd_mark_hit(const struct play *p, struct state *d, int node, int attacker, bool charge); /* 7.0k */
/* ready to, and fronting that hex */
bool fd_would_attack(const struct play *p, const struct state *d, int unit, int hex);

/* strength.c: 7.1, 7.6, 7.11, 7.13 */
#define WHOLE 65536 /* one strength point: eight factors in quarters stay exact */
/* of the combat in hand; tells its modifiers */
int64_t fd_strength(const struct play *p, const struct state *d, int side);
int fd_odds(const struct fd_charts *c, int64_t attack, int64_t defence);
int fd_modifier(const struct play *p, struct state *d); /* 7.1d … 7.1m, all of it */
bool fd_rides_into(const struct fd_book *b, const struct state *d, int unit, int hex); /* a charge */
bool fd_through_rear(const struct fd_book *b, const struct state *d, int from, int hex);
/* does that hex of an attacker front a target? */
bool fd_hex_engages(const struct fd_book *b, const struct state *d, int unit, int half);
int fd_hexes_engaged(const struct fd_book *b, const struct state *d, int unit);
/* 16.5g: quarters, told as modifiers */
int fd_terrain(const struct play *p, const struct state *d, int unit, int hex, const int *edge, int edges);

/* combat.c: 7.1, 7.2, 7.3 */
step_work fd_combat;
answer_may fd_may_pay;
answer_carry fd_do_pay;
answer_list fd_list_pay;
void fd_abandon_guns(const struct play *p, struct state *d, int hex); /* 7.12a: of those who flee out of it */
/* does it leave a battery in that retreat? */
bool fd_abandons(const struct fd_book *b, const struct state *d, int unit, int die, int length);
const struct fd_result *fd_roll_result(const struct play *p, struct state *d, int shift, const char *rule,
	const char *why, int who, int whom, int *sum);
int fd_roll_casualties(const struct play *p, struct state *d, int column, int shift, int unit);
enum check_id {
	CHECK_RECOVERY,
	CHECK_RALLY,
	CHECK_DOUBLE,
	CHECK_ATTACK,
	CHECK_FIRM,
	CHECK_COUNTERCHARGE,
	CHECK_ORGANIC
};
/* 5.0 */
bool fd_check(const struct play *p, struct state *d, int unit, int bonus, const char *rule,
	enum check_id check);
const struct fd_unit *fd_card(const struct fd_book *b, const struct state *d, int unit);
int fd_morale(const struct play *p, const struct state *d, int unit);

/* hold.c: 7.7.2d */
answer_may fd_may_cut, fd_may_not_cut;
answer_carry fd_do_cut, fd_do_not_cut;
answer_list fd_list_cut;
int fd_cut_most(const struct play *p, const struct state *d, int hex);

/* losses.c: 7.3, 10 */
step_work fd_loss;
answer_may fd_may_lose;
answer_carry fd_do_lose;
answer_list fd_list_lose;
enum loss_cause { BY_EFFECTS, BY_ZONE, BY_CREEK, BY_RIVER, BY_CORNER, BY_TOWN, BY_PURSUIT, BY_GUNS };
void fd_owe(struct state *d, enum loss_cause cause, int hex, int side, int casualties, int stragglers,
	int flags);
void fd_owe_firm(struct state *d, int hex, int side, int above, int flags); /* 7.3e */
void fd_lose_step(const struct play *p, struct state *d, int unit, bool straggler, int flags,
	const char *rule);
void fd_eliminate(const struct play *p, struct state *d, int unit, const char *rule);
void fd_disorganise(const struct play *p, struct state *d, int unit, const char *rule);
void fd_lose_battery(const struct play *p, struct state *d, int unit, const char *rule);

/* fatigue.c: 11 */
int fd_level(const struct play *p, const struct state *d, int unit); /* RESTED, TIRED, SPENT */
void fd_tire(const struct play *p, struct state *d, int unit, int n, const char *rule);
/* 7.3k: the enemy knows only that it may be */
void fd_tire_unseen(const struct play *p, struct state *d, int unit, int n, int most);
void fd_rest(const struct play *p, struct state *d, int unit, const char *rule);
void fd_overstacked(const struct play *p, struct state *d);       /* 6.1f */
void fd_wear_out(const struct play *p, struct state *d);          /* the end of an activation */
void fd_fights(const struct play *p, struct state *d, int unit);  /* 11.2h */
void fd_arrives(const struct play *p, struct state *d, int unit); /* 11.2m */
void fd_stated(const struct play *p, struct state *d, int unit);  /* 2.5c: what combat tells the enemy */

/* retreat.c: 7.2, 7.6, 8.2 */
step_work fd_flee, fd_evade, fd_face_step;
answer_may fd_may_retreat, fd_may_stop_fleeing, fd_may_evade, fd_may_stand, fd_may_face_free;
answer_carry fd_do_retreat, fd_do_stop_fleeing, fd_do_evade, fd_do_stand, fd_do_face_free;
answer_list fd_list_retreats, fd_list_evade, fd_list_faces;
/* the unit, or with FLEE_COMBAT its stack */
void fd_start_flee(const struct play *p, struct state *d, int unit, int hexes, int flags);
void fd_bolt(const struct play *p, struct state *d, int side); /* 10.2c, for those that had to wait with it */
bool fd_may_still_evade(const struct play *p, const struct state *d, int unit);

/* advance.c: 7.2n, 7.14b */
step_work fd_advance;
answer_may fd_may_advance, fd_may_stop_advance, fd_may_pursue, fd_may_not_pursue;
answer_carry fd_do_advance, fd_do_stop_advance, fd_do_pursue, fd_do_not_pursue;
answer_list fd_list_advances, fd_list_pursue;
bool fd_is_vacated(const struct state *d, int hex);
bool fd_may_go_up(const struct play *p, const struct state *d, int unit, struct refusal *r);
void fd_went_up(const struct play *p, struct state *d, int side, int unit, int from, int also);

/* battery.c: 16.5 */
answer_may fd_may_mass, fd_may_bombard, fd_may_dissolve;
answer_carry fd_do_mass, fd_do_bombard, fd_do_dissolve;
answer_list fd_list_bombard;
void fd_list_mass(const struct play *p, const struct state *d, int side, struct orders *o);
bool fd_any_bombard(const struct play *p, const struct state *d, int side);

/* victory.c, judge.c, sound.c, usual.c, mask.c, tell.c, view.c */
int fd_vp(const struct play *p, const struct state *d, int side); /* half points */
void fd_army_shift(const struct play *p, struct state *d, int unit, bool eliminated);
void fd_finish(const struct play *p, struct state *d, const char *rule);
void fd_tell_capture(const struct play *p, const struct state *d, int hex, int side);
int fd_score(const struct play *p, const struct game *g, int side);
void fd_features(const struct play *p, const struct game *g, struct features *f);
struct goal;
int fd_goals(const struct play *p, const struct game *g, struct goal *out, int most);
int fd_march_cost(const struct muster *m, int hex, int dir); /* off the road; 0: closed */
int fd_worth(const struct muster *m, int piece);
int fd_lost_men(const struct play *p, const struct game *g, int piece);
void fd_sound(const struct play *p, const struct game *g, struct text *wrong);
bool fd_stage(const struct play *p, struct game *g, int side, int phase);
answer_usual fd_usual_lose;
void fd_blur(const struct play *p, struct game *g, int side, const struct order *o, int n);
bool fd_forget(const struct play *p, struct game *g);
void fd_conceal(const struct play *p, struct game *g, int side, struct rng *rng);
void fd_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o);
void fd_view(const struct play *p, const struct game *g, int side, struct view *v);
void fd_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s);
void fd_tell(const struct muster *m, const struct event *e, struct text *t);
void fd_word_charts(struct fd_book *b, struct arena *a);
/* points that a step on the march costs */
int fd_price(const struct play *p, const struct state *d, const struct step *s, int dir, int to);
void fd_show(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value);

#endif
