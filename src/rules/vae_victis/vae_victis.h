/* Vae Victis (Solferino 1859, Vae Victis 55; Luc Olivier and Riccardo Rinaldi): brigades, corps artillery,
   headquarters and commanders in chief on hexes of 600 m, an hour a turn. Private state, charts and steps;
   nobody outside this folder includes it. Files follow the book; every function that enforces a rule cites
   the statement of data/rules/vae_victis/rules.md.

   WHAT MUSTER READS (for whoever writes the data). A number may stand bare or as {value: 3, source: fact,
   rule: CSa}.

   tables.yaml   turn_minutes: 60; hex: 600; level: 30; levels: 4 (the highest);
                 check: 6 (0.4a);
                 allowance: {infantry: 4, cavalry: 6, artillery: 4, headquarters: 6, chief: 8, city: 2}   MP;
   city: added command range
                 heat: {infantry: 1, cavalry: 2}                                                MP lost
   (13.1b)
                 costs, in HALF points: {clear: 2, level: 2, crest: 2, woods_infantry: 2, woods_cavalry: 4,
   woods_artillery: 4,
                   marsh: 2, water: 2 (stream, canal, ford), trees: 2, minor_road: 2, major_road: 1, railroad:
   2}
                 protection: {clear: [1, 1, 1, 2, 2] (by level), woods: 2, village: 2, city: 3}
                 combat: a list of nine strings, column 0 to 8, six results each for die 1 to 6: "- - - - - T"
   … (-, T, D, D+1)
                 shifts: {step_lost: -1, flank: 2, uphill: -1, downhill: 1, crest: -1, water: -1}
                 die: {excess: 1, adjacent_artillery: 1, heavy: 1}
                 morale: {protection: 1, leader: 1, flank: -1, step_lost: -1, out_of_command: -1, heat: -1,
   demoralised: -1,
                   leader_adjacent: 1, enemy_artillery: -1}
                 weather: a list of {from: "12:00", heat: 6, storm: 7}: from that hour on the lowest die of
   heat and of storm
                   (7 or more: never, unless a modifier brings it there); after_heat: 1 (WXh)
                 victory: {major: 6, minor: 3, formations: 2 (demoralised ones for a point)}
                 replacement: {bonus: 0, command: -1, least: 1} (A66)
   traits.yaml   nations.<nation of armies.yaml>, all keys optional; nations.others holds for the rest:
                   infantry, cavalry: men for a combat point; guns: guns for a point; most: 8 (the highest
   combat value)
                   ties: yes       wins ties of initiative and goes first in phase B (4C-a, A15)
                   weather: yes    rolls for the weather (4A-a)
                   absent: -1, absent_until: "10:00"   activation checks before that hour (8.6c, 8.6e), not
   entry checks (7.4b)
                   chief_holds_until: "08:00"          its chief does not move before (8.5b)
                   chief_entry: 10                     MP of its chief on his turn of entry (8.6d)
                   chief_killed: ends | level | nothing  (14.3i, 14.3j); usual: ends
                 steps.<infantry|cavalry|artillery>.<quality>: 1..3
                 range.<words of armament>: hexes; range.others
                 leaders.<ability>: {bonus, command, initiative, inertia}
                 unit_traits.<word>: {steps: 3, combat: 1 (added), heavy: yes, detached: yes (into the
   formation without HQ)} <battle>.yaml grade, why, grid, corrections (docs/grids.md; levels 0..4, `hilltop` =
   crest, `town` = city, `settlement` = village,
                   edge `trees` = line of trees, `slope_up`/`slope_down` = steep);
                 turns: 14; starts is the scenario's; weather: yes | no (usual: yes if the scenario has
   weather at all)
                 edges: {allies: west, austria: east}   own map edge of a side (usual: the side of the board
   it stands on)
                 counters: {<unit or leader id>: {combat, steps, allowance, range, heavy: yes, name, bonus,
   command, initiative,
                   inertia, holds_until: "08:00", entry: 10, killed: level, at: "2719", arrives: "07:00" |
   start | never,
                   facing: E, formation: <formation or group id>}}                     all optional
                 formations: {<formation id>: {name, threshold: 8, chief: <leader id>}}
                 groups: {<new id>: {name, side: <id>, chief: <leader id>, units: [unit ids]}}   formations
   without an HQ
                 chiefs: {<leader id>: [formation ids at the top that he commands]}   (usual: the leader of
   the top formation)
                 scenarios: {<scenario id>: {counters, victory, turns, weather, edges, groups …}}   the same
   keys, for one scenario;
                   counters are overridden value by value
                 leave_out: [ids of units and leaders without a counter]
                 victory: {major, minor, cities: [{name: Medole, hexes: ["3117"], held: austria, value: 1}]}
                   (usual: the scenario's objectives, one point each; a settlement is held as a whole)

   HOW FORMATIONS ARE MADE where the battle file says nothing. The top formation's leader is a chief if he
   leads an army or if leaders stand below him. A unit belongs to the topmost formation above it that is no
   army and not the chief's own; its leader is the HQ. Units with no such formation, or whose formation's
   leader is not in the scenario, form one formation without HQ for each chief. `activate`, `out_of_command`,
   `demoralised` and the like name a formation by its marker piece: the HQ, or where there is none the
   formation's first unit. */
#ifndef VAE_VICTIS_H
#define VAE_VICTIS_H

#include <stddef.h>
#include <string.h>

#include "engine/mustering.h"
#include "engine/reach.h"
#include "rules/vae_victis/log.h"

#define VV_PIECES 192
#define VV_FORMATIONS 32
#define VV_CHIEFS 6
#define VV_ENTRIES 32
#define VV_CITIES 24
#define VV_FAR 20     /* hexes from which on a city is out of reach, for the judge */
#define VV_ATTACKS 64 /* announced (unit, hex) pairs */
#define VV_RANGE 6    /* hexes, the longest range */
#define VV_HEXES 1152 /* the state of a map so large is 8 KB; twice as many are possible */

/* --- vocabulary ----------------------------------------------------------------------------------------- */

enum verb_id {
	V_DONE,
	V_ACTIVATE,
	V_DIRECT,
	V_BATTERY,
	V_BARRAGE,
	V_MOVE,
	V_STEP,
	V_FACE,
	V_STOP,
	V_ATTACK,
	V_ALLOT,
	V_COORDINATE,
	V_SEPARATE,
	V_ASSAULT,
	V_LEAD,
	V_SPARE,
	V_RETIRE,
	V_STAND,
	V_SUPPORT,
	V_ASSIGN,
	V_SUFFER,
	V_RETREAT,
	V_ADVANCE,
	V_DECLINE,
	V_FOLLOW,
	V_REMAIN,
	V_PLACE,
	VERBS
};
enum question_id {
	Q_INITIATIVE,
	Q_DIRECT,
	Q_BARRAGE,
	Q_AIM,
	Q_MOVE,
	Q_STEP,
	Q_ATTACK,
	Q_ALLOT,
	Q_COORDINATE,
	Q_ASSAULT,
	Q_LEAD,
	Q_DEFEND,
	Q_RETIRE,
	Q_SUPPORT,
	Q_ASSIGN,
	Q_SUFFER,
	Q_RETREAT,
	Q_ADVANCE,
	Q_FOLLOW,
	Q_TURN,
	Q_PLACE,
	QUESTIONS
};
enum option_id { O_CHECKED_COMMANDS, O_MILD_EVENING, O_INFANTRY_STANDS, O_FRONT_ONLY, O_FIRE_OVER, OPTIONS };
enum standing_id { S_DIRECT, S_LEAD, S_RETIRE, S_SUPPORT, S_SPLIT, S_LOSSES, S_RETREAT, S_AFTER, STANDINGS };
enum phase_id {
	PHASE_WEATHER,
	PHASE_COMMAND,
	PHASE_INITIATIVE,
	PHASE_ACTIVATION,
	PHASE_BARRAGE,
	PHASE_MOVEMENT,
	PHASE_COMBAT,
	PHASE_RALLY,
	PHASES
};
enum overlay_id { SHOW_REACH, SHOW_FIRE, SHOW_ZONES, SHOW_COMMAND, OVERLAYS };

/* --- the const part: made by muster.c (muster.own) ------------------------------------------------------ */

enum { FOOT, HORSE, GUNS, KINDS }; /* who moves: infantry, cavalry (and leaders, and command), artillery */
enum { NORMAL, HEAT, STORM };      /* weather */
enum result { NOTHING, TEST, DISORDER, DISORDER_LOSS };
enum { KILLED_NOTHING, KILLED_LEVEL, KILLED_ENDS };
enum { MINOR = 1, MAJOR = 2 }; /* victories, as margins */
#define BOX_OFF PLACE_BOX(0)   /* reinforcements that are not yet on the map */
#define FULL 63                /* all six directions */

struct vv_unit { /* a combat unit's printed values */
	uint8_t kind, combat, steps, allowance /* MP */, range, heavy, side, formation;
	int8_t arrives; /* turn; 0 = on the map at the start */
	int8_t facing;
	uint8_t entry; /* index in entries */
	int16_t at;    /* hex at the start */
};

struct vv_leader {                  /* HQ or chief: piece number minus book.units */
	uint8_t side, chief, formation; /* chief: 1; formation of an HQ, index in chiefs of a chief */
	int8_t bonus, command, initiative, inertia;
	uint8_t allowance, range;    /* MP */
	int8_t arrives, holds_until; /* turns */
	uint8_t entry, entry_points, killed;
	int16_t at;
};

struct vv_formation {
	const char *name;
	int16_t hq, rep;             /* HQ piece or NO_UNIT; the marker piece */
	uint8_t side, first, last;   /* units first … last - 1 */
	int16_t chief;               /* piece or NO_UNIT */
	int8_t absent, absent_until; /* 8.6c; turn from which it is over */
	uint8_t steps, threshold;
};

struct vv_view { /* one hex seen from another as far as the ground goes; a unit in a check blocks (both, if
                    two) */
	int16_t to;
	uint8_t range, zone;             /* zone: bit a facing whose fire zone it lies in (A11) */
	uint32_t check : 24, checks : 8; /* the first in book.check, and how many */
};

struct vv_charts {
	int32_t check, city, heat[KINDS];
	int32_t step_lost, flank, uphill, downhill, crest, water; /* column shifts */
	int32_t excess, adjacent_artillery, heavy;                /* die */
	/* morale */
	int32_t m_protection, m_leader, m_flank, m_step_lost, m_command, m_heat, m_demoralised, m_adjacent,
		m_artillery;
	int32_t after_heat, major, minor, formations;
	int32_t new_bonus, new_command, new_least;
	uint8_t table[9][6];
};

/* minutes of the clock; lowest die; the row in words */
struct vv_weather {
	int from;
	int32_t heat, storm;
	const char *row;
};

struct vv_book {
	const struct hexmap *map;
	struct vv_charts chart;
	int starts, turns, turn_minutes;
	int units, pieces, formations, chiefs;
	int unit_from[SIDES + 1], formation_from[SIDES + 1]; /* those of a side lie together */
	int16_t chief[VV_CHIEFS];                            /* pieces, first side of phase B first */
	int first, roller;                                   /* who wins ties and goes first; who rolls for the
	                                                        weather */
	struct vv_unit unit[VV_PIECES];
	struct vv_leader leader[64];
	struct vv_formation formation[VV_FORMATIONS];
	int entries, cities, weathers, city_value;
	int16_t entry[VV_ENTRIES];
	struct muster_place city[VV_CITIES];
	struct reach reach; /* of the cities */
	const struct vv_weather *weather;
	const uint8_t *cost[KINDS];  /* [hex * 6 + dir] half points to enter the neighbour; 0 = closed */
	const uint8_t *enter[KINDS]; /* [hex] half points to come onto the map there */
	const uint8_t *open;         /* [hex] directions that are not closed to units */
	const uint8_t *protection;   /* [hex] */
	const int8_t *level;         /* [hex] the map's, roads smoothed (A79) */
	const uint8_t *ground;       /* [hex] GROUND_… */
	const uint8_t *wet;          /* [hex] directions across a stream, canal or line of trees */
	const uint8_t *rough;        /* [hex] directions in which cavalry comes into woods off the road */
	const uint8_t *line;         /* [from * hexes + to] half points of a line of command without enemies; 255
	                                = out of any range */
	const int32_t *edge[SIDES];  /* [hex] distance to the side's own edge */
	const struct vv_view *view;  /* [hex * views + i], nearest first; `to` HEX_NONE ends */
	int views;
	const struct sight_cross *check;
	bool fire_over; /* option: guns fire over units on lower ground (A9) */
};
enum {
	GROUND_WOODS = 1,
	GROUND_VILLAGE = 2,
	GROUND_CITY = 4,
	GROUND_CREST = 8,
	GROUND_CLOSED = 16,
	GROUND_EDGE = 32
};
#define GROUND_ROUND (GROUND_VILLAGE | GROUND_CITY) /* 2b: front on all sides */

struct vv_tables { /* tables.yaml as muster reads it; half points for costs */
	struct vv_charts chart;
	int32_t turn_minutes, hex, level, levels, allowance[KINDS], hq, chief;
	int32_t clear, level_cost, crest_cost, woods[KINDS], marsh, water_cost, trees, minor_road, major_road,
		railroad;
	int32_t clear_protection[5], woods_protection, village_protection, city_protection;
	int weathers;
	const struct vv_weather *weather;
};

/* --- the state ------------------------------------------------------------------------------------------ */

enum { /* flags of a piece */
	IS_DISORGANISED = 1,
	IS_COMMANDED = 2,     /* in command in this activation (9.1c) */
	IS_DIRECT = 4,        /* named by its chief this turn (8.2d) */
	HAS_MOVED = 8,        /* its move in this activation is over */
	HAS_STEPPED = 16,     /* it left its hex in this activation */
	HAS_SPENT = 32,       /* more than half its allowance (11.5c) */
	HAS_FIRED = 64,       /* artillery, in this activation (10.1a) */
	IS_REPLACEMENT = 128, /* an HQ on its reverse side (9.3f) */
};
enum {               /* marks of a formation, kept with its marker piece */
	MARK_OUT = 1,    /* HQ out of command since phase B (4B-b) */
	MARK_PASSED = 2, /* passed its activation check this turn */
	MARK_FAILED = 4, /* failed it */
	MARK_DEMORALISED = 8,
	MARK_CUP = 16,  /* its marker is in the cup */
	MARK_LATE = 32, /* its reinforcements failed to come in this turn, though its HQ is in command (7.4c) */
};

struct vv_spot {
	uint8_t on;
	uint8_t led;
	uint8_t zoc;
	int8_t held;
};
/* on: first unit there + 1 (derived); led: leaders there, a nibble a side (derived); zoc: units of each side
   whose zone of control it lies in, a nibble a side (derived); held: the side that last had a unit there, in
   cities */

struct vv_attack {
	uint8_t unit, points, flags, pad;
	int16_t hex;
};
enum {
	ATTACK_SHARED = 1,
	ATTACK_TOGETHER = 2,
	ATTACK_OVER = 4,
	ATTACK_SETTLED = 8,
	ATTACK_CHARGED = 16 /* cavalry fought it (11.5d) */
};

#define VV_ATTACKERS 6
#define VV_GUNS 12
struct vv_combat { /* the combat in hand */
	int16_t hex;
	uint8_t n, guns; /* attackers; artillery that fires in its defence */
	/* assault value; defender's points against it */
	uint8_t attacker[VV_ATTACKERS], points[VV_ATTACKERS], given[VV_ATTACKERS];
	uint8_t gun[VV_GUNS];
	uint8_t flags, left;  /* FIGHT_…; the defender's points not yet given */
	uint8_t gone;         /* bit an attacker that will not assault */
	uint8_t repelled;     /* bit an attacker that retreated or was destroyed */
	int16_t leads[SIDES]; /* HQ that takes part on each side, NO_UNIT */
	int16_t defender;     /* the unit whose front and value count; NO_UNIT once the hex is empty */
	uint8_t result;
	uint8_t fled; /* kind of the unit that retired before combat + 1 */
};
enum { FIGHT_TOGETHER = 1, FIGHT_RETIRED = 2 /* the hex was left before combat */, FIGHT_GUNS_ALONE = 4 };

struct state {
	struct game g;
	uint8_t weather, chiefs_killed, attacks, pad;
	int16_t acting;              /* marker piece of the active formation, NO_UNIT */
	uint8_t directed[VV_CHIEFS]; /* units each chief commands directly this turn */
	uint8_t entered[VV_ENTRIES]; /* units that came in this turn by each entry */
	int16_t at[VV_PIECES];
	uint8_t facing[VV_PIECES], flags[VV_PIECES], lost[VV_PIECES];
	uint8_t under[VV_PIECES];                     /* next unit in the same hex + 1 (derived) */
	uint8_t mark[VV_PIECES], failures[VV_PIECES]; /* of formations, at their marker piece */
	uint8_t losses[VV_FORMATIONS];                /* steps lost (derived) */
	struct vv_attack attack[VV_ATTACKS];
	struct vv_combat combat;
	uint64_t range[VV_HEXES * 2 / 64]; /* command range of the unit on the march, if it is out of command */
	struct vv_spot spot[];             /* as many as the map has hexes */
};
static_assert(sizeof(struct state) + VV_HEXES * sizeof(struct vv_spot) <= 8192,
	"a state is at most 8 KB on a map of usual size");

/* --- steps of the agenda -------------------------------------------------------------------------------- */

enum step_id {
	STEP_TURN,    /* a turn (4) */
	STEP_ACT,     /* an activation (5) */
	STEP_MARCH,   /* a move (7); flags MARCH_… */
	STEP_COMBAT,  /* a combat (11): state.combat */
	STEP_RETREAT, /* after combat (11.3m) */
	STEP_RETIRE,  /* a second hex before combat (11.4e) */
	STEP_FACE,    /* a turn by one hexside (7.3c): unit */
	STEP_FOLLOW,  /* an HQ may follow an advance (A54) */
	STEP_REPLACE, /* a new HQ takes post (9.3f) */
	STEPS
};
/* What a step carries, by its kind. The piece in hand comes first: it is also `unit` of the step. */
union load {
	struct {
		int16_t none[2];
		int32_t chief, unused; /* the commander-in-chief in hand */
	} turn;
	struct {
		int16_t marker, formation;
		union {
			int32_t attack; /* the announcement in hand; for coordination, any one against the hex in hand */
			int32_t gun;    /* the battery that aims */
		};
		int32_t told; /* the stage that the log was told of last */
	} act;
	struct {
		int16_t piece, allowance;
		int32_t points, from; /* half points left; where it began */
	} march;
	struct {
		int16_t none[2];
		int32_t attacker, unused; /* which of state.combat.attacker is in hand */
	} combat;
	struct {
		int16_t unit, none;
		int32_t gone, unused; /* hexes so far */
	} retreat;
	struct {
		int16_t unit, none;
		int32_t unused, from; /* the hex that it left first */
	} retire;
	struct {
		int16_t hq, none;
		int32_t hex, unused;
	} follow;
	struct {
		int16_t hq, none;
		int32_t fell_at, unused; /* where its predecessor fell */
	} replace;
} STEP_OVERLAY;
STEP_PAYLOAD(union load)
enum turn_stage { TURN_WEATHER, TURN_CHIEFS, TURN_COMMAND, TURN_INITIATIVE, TURN_CUP, TURN_RALLY, TURN_END };
enum act_stage {
	ACT_BEGIN,
	ACT_DIRECT,
	ACT_BARRAGE,
	ACT_AIM,
	ACT_MOVE,
	ACT_MOVED,
	ACT_ATTACK,
	ACT_ALLOT,
	ACT_COORDINATE,
	ACT_ASSAULT,
	ACT_END
};
enum combat_stage {
	COMBAT_BEGIN,
	COMBAT_LEAD,
	COMBAT_DEFEND,
	COMBAT_LEAD_DEFENCE,
	COMBAT_SUPPORT,
	COMBAT_ASSIGN,
	COMBAT_DEFENCE,
	COMBAT_ASSAULT,
	COMBAT_SUFFER,
	COMBAT_ADVANCE,
	COMBAT_REPULSE,
	COMBAT_CASUALTIES,
	COMBAT_OVER
};
enum { RETREAT_BEGUN = 1 }; /* stage of a retreat: the artillery was left */
enum {
	MARCH_STEPPED = 1,
	MARCH_STOPPED = 2,
	MARCH_ONE = 4 /* an HQ that failed: one hex */,
	MARCH_EDGE = 8 /* towards its edge */,
	MARCH_CHIEF = 16,
	MARCH_ROUT = 32 /* demoralised */,
	MARCH_OUT = 64 /* out of command */,
	MARCH_LOST = 128 /* began beyond its command range */
};

/* --- shorthands ----------------------------------------------------------------------------------------- */

#define D6 6
static inline bool is_hex(int place) { return place >= 0; } /* neither off the map nor in a box */
/* Is one of eight neighbouring bytes n (below 128) or less? */
static inline bool any_up_to(const uint8_t *eight, int n)
{
	const uint64_t ones = UINT64_MAX / 255;
	uint64_t x;
	memcpy(&x, eight, sizeof x);
	return (x - ones * (uint64_t)(n + 1)) & ~x & ones * 128;
}
static inline int no_less_than_0(int n) { return n < 0 ? 0 : n; }
static inline int sign_of(int side) { return side ? -1 : 1; } /* of the lead that is counted for side 0 */
static inline int within(int n, int least, int most) { return n < least ? least : n > most ? most : n; }
static inline void no_orders(struct orders *o) { o->n = 0; }
static inline void offer(struct orders *o, int verb, int unit) { orders_add(o, verb, unit, 0, 0, 0); }
static inline void offer_at(struct orders *o, int verb, int unit, int at)
{
	orders_add(o, verb, unit, at, 0, 0);
}
static inline void offer_with(struct orders *o, int verb, int unit, int a, int b)
{
	orders_add(o, verb, unit, a, b, 0);
}

static inline struct state *vv_of(struct game *g) { return (struct state *)g; }
static inline const struct state *vv_see(const struct game *g) { return (const struct state *)g; }
static inline const struct vv_book *vv_book(const struct play *p) { return p->m->own; }
static inline bool is_leader(const struct vv_book *b, int piece) { return piece >= b->units; }
static inline const struct vv_leader *leader_of(const struct vv_book *b, int piece)
{
	return &b->leader[piece - b->units];
}
static inline int side_of(const struct vv_book *b, int piece)
{
	return is_leader(b, piece) ? leader_of(b, piece)->side : b->unit[piece].side;
}
static inline int first_on(const struct state *d, int hex) { return d->spot[hex].on - 1; }
static inline int next_on(const struct state *d, int unit) { return d->under[unit] - 1; }
/* Does a unit of that side, or of the other, stand there? */
static inline bool holds(const struct vv_book *b, const struct state *d, int hex, int side)
{
	return d->spot[hex].on && b->unit[d->spot[hex].on - 1].side == side;
}
/* 6: is the hex in a zone of control of the other side? */
static inline bool in_ezoc(const struct state *d, int hex, int side)
{
	return side ? d->spot[hex].zoc & 15 : d->spot[hex].zoc >> 4;
}
/* 11.2: will that attacker of the combat in hand still assault? Whoever was beaten or destroyed will not. */
static inline bool is_live(const struct state *d, int attacker) { return !(d->combat.gone >> attacker & 1); }
#define NO_DIR -1
/* The direction of a neighbouring place; NO_DIR if it is none. */
static inline int dir_to(const struct vv_book *b, int hex, int place)
{
	return is_hex(place) ? hexmap_direction(b->map, hex, place) : NO_DIR;
}
/* Is there such a piece, and on the map? */
static inline bool is_there(const struct state *d, int piece)
{
	return piece != NO_UNIT && is_hex(d->at[piece]);
}
/* Does that leader of the side stand there? */
static inline bool leads_at(const struct vv_book *b, const struct state *d, int leader, int hex, int side)
{
	return d->at[leader] == hex && leader_of(b, leader)->side == side;
}
static inline int leaders_on(const struct state *d, int hex, int side)
{
	return side ? d->spot[hex].led >> 4 : d->spot[hex].led & 15;
}
static inline int formation_of(const struct vv_book *b, int piece)
{
	return is_leader(b, piece) ? leader_of(b, piece)->formation : b->unit[piece].formation;
}
static inline const struct vv_formation *form_of(const struct vv_book *b, int unit)
{
	return &b->formation[b->unit[unit].formation];
}
static inline uint8_t mark_of(const struct vv_book *b, const struct state *d, int formation)
{
	return d->mark[b->formation[formation].rep];
}
/* in its own activation */
static inline bool is_out(const struct state *d, int unit) { return !(d->flags[unit] & IS_COMMANDED); }
static inline bool is_beyond(const struct vv_book *b, int from, int hex, int hexes)
{
	return hex_range(b->map, from, hex) > hexes;
}
static inline bool is_disorganised(const struct state *d, int unit)
{
	return d->flags[unit] & IS_DISORGANISED;
}
static inline bool is_demoralised(const struct vv_book *b, const struct state *d, int unit)
{
	return mark_of(b, d, b->unit[unit].formation) & MARK_DEMORALISED;
}
static inline const char *name_of_piece(const struct play *p, int piece) { return p->m->piece[piece].name; }
static inline const char *number_of(const struct vv_book *b, int hex)
{
	return hex < 0 ? "off the map" : b->map->number[hex];
}

/* Attacks, the combat in hand and the range of a march, once they are over. */
static inline void vv_forget(struct state *d)
{
	memset(d->attack, 0, sizeof d->attack);
	memset(d->range, 0, sizeof d->range);
	memset(&d->combat, 0, sizeof d->combat);
	d->combat.leads[0] = d->combat.leads[1] = d->combat.defender = NO_UNIT;
	d->attacks = 0;
}

/* The shapes of our functions: a step's work, an order's check and its carrying out, a question's list. */

/* charts.c, board.c, muster.c */
bool vv_read_tables(const struct mustering *with, struct vv_tables *t);
bool vv_study_board(struct vv_book *b, const struct muster *m, const struct mustering *with,
	const struct vv_tables *t);
void vv_study_sides_of_battle(struct vv_book *b, struct arena *a, const int edge[SIDES], int range);
bool vv_muster(struct muster *m, const struct mustering *with);
int vv_turn_at(const struct vv_book *b, int minutes);

/* sequence.c: 4, 5 */
void vv_begin(const struct play *p, struct game *g);
step_work vv_turn, vv_act;
answer_may vv_may_activate;
answer_carry vv_do_activate, vv_do_done;
answer_list vv_list_formations;
void vv_start_act(const struct play *p, struct state *d, int formation);
bool vv_available(const struct vv_book *b, const struct state *d, int formation);

void vv_clear_activation(const struct vv_book *b, struct state *d, int formation);

/* facing.c: 2, 3, 7.3 */
uint8_t vv_front(const struct vv_book *b, const struct state *d, int unit); /* directions it faces */
/* is that neighbour a flank hex of the unit? */
bool vv_on_flank(const struct vv_book *b, const struct state *d, int unit, int hex);
void vv_put(const struct vv_book *b, struct state *d, int piece, int place);
void vv_turn_to(const struct vv_book *b, struct state *d, int unit, int facing);
/* 3: may it end there? */
bool vv_may_stack(const struct vv_book *b, const struct state *d, int unit, int hex);
int vv_nearest_legal(const struct vv_book *b, const struct state *d, int unit, int hex);
bool vv_beside_enemy(const struct vv_book *b, const struct state *d, int hex, int side);
step_work vv_face;
answer_may vv_may_turn;
answer_carry vv_do_turn;
answer_list vv_list_turns;

/* weather.c: 13 */
void vv_weather_roll(const struct play *p, struct state *d);

/* command.c: 8, 9.1, 9.2 */
const uint8_t *vv_study_lines(const struct vv_book *b, struct arena *a);
bool vv_trace(const struct vv_book *b, const struct state *d, int leader, int target);
void vv_range(const struct vv_book *b, const struct state *d, int leader, uint64_t *reached);
void vv_command_check(const struct play *p, struct state *d);
void vv_activation_check(const struct play *p, struct state *d, int formation);
void vv_find_commanded(const struct play *p, struct state *d, int formation);
bool vv_unit_out(const struct play *p, const struct state *d, int unit); /* A14 */
/* the leader a unit out of command keeps to, NO_UNIT */
int vv_guide(const struct vv_book *b, const struct state *d, int unit, int from);
bool vv_check_roll(const struct play *p, struct state *d, int side, int who, int rating, const char *named,
	const char *why, const char *rule);
void vv_chief_may_move(const struct play *p, struct state *d, int chief);
bool vv_has_chief(const struct vv_book *b, const struct state *d, int formation);
answer_may vv_may_direct;
answer_carry vv_do_direct;
answer_list vv_list_direct;
int vv_command_rating(const struct vv_book *b, const struct state *d, int hq);
int vv_bonus(const struct vv_book *b, const struct state *d, int hq);

/* movement.c: 6.1, 7 */
step_work vv_march;
answer_may vv_may_move, vv_may_step, vv_may_face, vv_may_stop, vv_may_end_moves;
answer_carry vv_do_move, vv_do_step, vv_do_face, vv_do_stop;
answer_list vv_list_moves, vv_list_steps;
void vv_push_chief(const struct play *p, struct state *d, int chief, int points);
/* false: it may not enter there */
bool vv_step_costs(const struct vv_book *b, const struct state *d, const struct step *s, int from, int dir,
	int *cost);
/* half points, as its command state leaves them */
int vv_march_allowance(const struct vv_book *b, const struct state *d, int piece);
/* half points this turn, in command */
int vv_allowance(const struct vv_book *b, const struct state *d, int unit);

/* reinforce.c: 7.4 */
bool vv_is_due(const struct vv_book *b, const struct state *d, int piece);
int vv_entry_hex(const struct vv_book *b, const struct state *d, int piece); /* HEX_NONE */
int vv_entry_cost(const struct vv_book *b, const struct state *d, int piece, int hex);

/* sight.c: 10.2 */
#define VV_BLOCKED -1
/* VV_BLOCKED: by the ground */
int vv_ground_view(const struct vv_book *b, int from, int to, struct sight_cross *check, struct refusal *r);
bool vv_view_clear(const struct vv_book *b, const struct state *d, const struct vv_view *v);
bool vv_sees(const struct play *p, const struct state *d, int from, int to, struct refusal *r);
const struct vv_view *vv_view_of(const struct vv_book *b, int from, int to); /* NULL */

/* barrage.c: 10.1 */
answer_may vv_may_battery, vv_may_barrage;
answer_carry vv_do_battery, vv_do_barrage;
answer_list vv_list_batteries, vv_list_targets;
bool vv_fires_at(const struct play *p, const struct state *d, int gun, int hex, int facing,
	struct refusal *r);

/* announce.c: 11, 11.1 */
answer_may vv_may_attack, vv_may_announced, vv_may_allot, vv_may_coordinate, vv_may_separate, vv_may_assault;
answer_carry vv_do_attack, vv_do_allot, vv_do_coordinate, vv_do_separate, vv_do_assault;
answer_list vv_list_attacks, vv_list_allotments, vv_list_coordination, vv_list_assaults;
bool vv_next_allotment(const struct vv_book *b, struct state *d); /* finds an attacker whose value is still to
                                                                     be divided */
bool vv_next_coordination(const struct vv_book *b, struct state *d);
bool vv_next_assault(const struct play *p, struct state *d); /* drops attacks that can no longer take place */
bool vv_foretell(const struct play *p, struct game *clone, int side, const struct order *o,
	struct order *then);
void vv_cancel_attacks(struct state *d, int unit);
/* the infantry or cavalry unit beside it, NO_UNIT */
int vv_led_unit(const struct vv_book *b, const struct state *d, int hq);

/* combat.c: 11.2, 11.3 */
step_work vv_combat;
answer_may vv_may_lead, vv_may_stand, vv_may_support, vv_may_assign, vv_may_suffer;
answer_carry vv_do_lead, vv_do_spare, vv_do_stand, vv_do_support, vv_do_assign, vv_do_suffer, vv_do_supported;
answer_list vv_list_lead, vv_list_defend, vv_list_support, vv_list_assign, vv_list_suffer;
struct vv_sum {
	int value, shift, die;
};
void vv_protect(const struct play *p, struct vv_sum *s, int protection, int who, int whom);
enum result vv_resolve(const struct play *p, struct state *d, struct vv_sum s, int side, int who, int whom,
	const char *rule, const char *why);
void vv_shift(const struct play *p, int *sum, int n, int who, int whom, const char *rule, const char *note);
void vv_height(const struct play *p, const struct state *d, struct vv_sum *s, int from, int to, int who,
	int whom);
int vv_defence_value(const struct vv_book *b, const struct state *d);

/* retreat.c: 11.3m, 11.4 */
step_work vv_retreat, vv_retire;
answer_may vv_may_retreat, vv_may_retire, vv_may_stop_retiring;
answer_carry vv_do_retreat, vv_do_retire, vv_do_stop_retiring;
answer_list vv_list_retreats, vv_list_second;
bool vv_can_retire(const struct play *p, const struct state *d, int unit);
void vv_add_retirements(const struct play *p, const struct state *d, int unit, struct orders *o);
bool vv_retires_free(const struct vv_book *b, const struct state *d, int unit);
void vv_move_with_leaders(const struct play *p, struct state *d, int unit, int hex);

/* cavalry.c: 11.2n, 11.5 */
bool vv_may_charge(const struct play *p, const struct state *d, int unit, struct refusal *r);
bool vv_heavy_attack(const struct vv_book *b, const struct state *d);
void vv_note_charges(const struct vv_book *b, struct state *d);
void vv_end_charges(const struct play *p, struct state *d);
void vv_enter_woods(const struct play *p, struct state *d, int unit, int from, int to);
step_work vv_follow;
answer_may vv_may_advance, vv_may_decline, vv_may_follow;
answer_carry vv_do_advance, vv_do_decline, vv_do_follow, vv_do_remain;
answer_list vv_list_advances, vv_list_follow;

/* morale.c: 0.5, 9.4, 11.3, 12 */
bool vv_morale(const struct play *p, struct state *d, int unit, bool rally, bool repulse);
void vv_disorganise(const struct play *p, struct state *d, int unit, const char *rule);
bool vv_lose_step(const struct play *p, struct state *d, int unit, const char *rule); /* false: eliminated */
void vv_eliminate(const struct play *p, struct state *d, int unit, const char *rule);
/* true: D or worse */
bool vv_suffer(const struct play *p, struct state *d, int unit, enum result result, bool retreats,
	bool repulse);
void vv_demoralise(const struct play *p, struct state *d);
void vv_rally(const struct play *p, struct state *d);

/* leaders.c: 8.4, 9.3 */
void vv_displace(const struct play *p, struct state *d, int leader);
/* leaders of `side` alone there or beside it: an enemy came */
void vv_displace_near(const struct play *p, struct state *d, int hex, int side);
void vv_displace_all(const struct play *p, struct state *d);
void vv_leaders_of_lost(const struct play *p, struct state *d, int hex, int side);
void vv_kill_hq(const struct play *p, struct state *d, int hq);
void vv_casualty(const struct play *p, struct state *d, int hq);
step_work vv_replace;
answer_may vv_may_place;
answer_carry vv_do_place;
answer_list vv_list_places;

/* victory.c: 14 */
void vv_finish(const struct play *p, struct state *d, const char *rule);
void vv_chief_killed(const struct play *p, struct state *d, int chief);
int vv_points(const struct vv_book *b, const struct state *d, int side);
int vv_city_holder(const struct vv_book *b, const struct state *d, const struct muster_place *c);
void vv_tell_capture(const struct play *p, const struct state *d, int hex, int side);
int vv_score(const struct play *p, const struct game *g, int side);

/* judge.c, sound.c, usual.c */
void vv_features(const struct play *p, const struct game *g, struct features *f);
int vv_lost_men(const struct play *p, const struct game *g, int piece);
int vv_worth(const struct muster *m, int piece);
struct goal;
int vv_goals(const struct play *p, const struct game *g, struct goal *out, int most);
int vv_march_cost(const struct muster *m, int hex, int dir); /* half points of foot; 0: closed */
void vv_sound(const struct play *p, const struct game *g, struct text *wrong);
bool vv_stage(const struct play *p, struct game *g, int side, int phase);
void vv_settle(const struct play *p, struct game *g);
extern const struct umpire vv_umpire; /* umpire.c: what players may change by hand */
answer_usual vv_usual_lead, vv_usual_defend, vv_usual_assign, vv_usual_suffer, vv_usual_follow, vv_usual_turn,
	vv_usual_place;
void vv_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o);

/* show.c */
void vv_reach(const struct play *p, const struct state *d, int piece, int16_t *value);

/* tell.c, view.c */
void vv_heading(const struct play *p, const char *what, const char *rule);
void vv_tell_step(const struct play *p, const struct state *d, const struct step *s, answer_list *list);
/* Heads a step of an activation once; step.b is the stage last told. Most games have nobody to tell. */
static inline void vv_step_heading(const struct play *p, const struct state *d, struct step *s,
	answer_list *list)
{
	bool told = load_see(s)->act.told == s->stage;
	load_of(s)->act.told = s->stage;
	if (p->sink && !told) vv_tell_step(p, d, s, list);
}
const char *vv_halves(int halves); /* "½", "1", "1½" … */
void vv_view(const struct play *p, const struct game *g, int side, struct view *v);
void vv_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s);
void vv_tell(const struct muster *m, const struct event *e, struct text *t);
void vv_show(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value);

#endif
