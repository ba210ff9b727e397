/* All Are Brothers: private state, charts and steps of the rule system. Nobody outside this folder includes
   it.

   WHAT MUSTER READS (for whoever writes the data). Every leaf of tables.yaml is a map {value, source, rule};
   MP are whole.

   tables.yaml   fire: list of 11 {value: "ten words"} for 2d6 = 2…12, columns Cadre 1…9+; words - M M+1 M+2
   M+3 CH CH+M 2CH
                 fire_shifts.<high_quality|canister|flanking|extended|obscured|low_ammo|repeated|woods|village|town|up_slope|bersaglieri>
                 assault: list of 11 {value: "ten words"}; words A3 A2* A2 A1 A1(D1) TF D1(A1) D1 D2 D2* D3 (*
   = yellow)
                 assault_upper: {value: [nine numbers]}  highest differential of each column but the last
                 assault_shifts.<mr|mr_by_3|flank|woods|village|town|up_slope|stream|canal|cold_steel>  mr…
   are for the higher MR's side
                 odds: {value: [seven shifts]} for 1:4 or worse, 1:3, 1:2, 1:1, 2:1, 3:1, 4:1 or better
                 terrain.<clear|cultivated|woods|village|town>: {value: [infantry, cavalry, artillery]} MP; -1
   = prohibited
                 hexsides.<up_slope|down_slope|stream|canal|river>: the same, added
                 ranges.<infantry|artillery|artillery_extended|medium|medium_extended>,
   stacking.<limit|front>,
                 charge.<light|medium|heavy>, check.engaged (7.6.1b, -2), check.hesitation (+3), dust (MP
   lost), storm_from (17.2: 8),
                 thunderstorm: {value: {8: 1, 9: 1, …}} by turn, vp.<broken|demoralized> in half points,
                 victory: {value: [4, 12]} least differences of the levels,
                 events.<name as in enum event_card>: {value: count, pool: austrian|french|sardinian}
   traits.yaml   points.<infantry|cavalry>: men a SP; points.guns: tenths of guns a SP (35); points.most: SP
   above which a unit is
                 split; worn.percent (of SP, rounded up), worn.mr (taken off)
                 morale.<quality>, morale.<arm>.<quality> first if given;
   movement.<infantry|light|medium|heavy|artillery|horse|hq>
                 kinds.<battalion kind>: {mr, high_quality: yes, jaeger: yes} makes battalions of that kind
   counters of their own;
                 batteries: yes does so for guns inside brigades
                 armaments.<words>: {medium: yes, high_quality: yes, mr: 7, nations: [france]}
                 unit_traits.<word>: {mr: +1, mp: +1, weight: light|medium|heavy, guard: yes, medium: no,
   high_quality: no}
                 command.<ability>: [aggressive, defensive]; chief_range.<ability>
                 leader_traits.<word>: {chief: yes}   makes its bearer a commander in chief
                 nations.<nation>: {checks: yes, pool: …, power: activates|rerolls|assures, corps_morale: 4};
   nations.others
                 corps_most: 14
   <battle>.yaml grade, why, grid, corrections; turn_one: "05:00" (hour of turn 1; default: the scenario's
   start)
                 storm: {turn: 11, until: 14} (default: from the scenario's weather; none = no storm)
                 chits: {<scenario>|default: {austrian: 4, …}}; victory: {<scenario>|default: {centre: 0,
   levels: [4, 12]}} (centre is
                 taken off side 0's lead, half points); objectives: {<scenario>|default: {<name>: value}}
   instead of battle.yaml's values
                 held: {<scenario>|default: {<name>: austrian}} who has an objective at the start, if not whom
   battle.yaml says
                 formations: {<id>: {morale, checks: no, rating: [a, d], vp: half points, span: 8, mr: +1}}
                 counters: {<id>: {sp, worn, mr, mp, weight, high_quality, medium, guard, at: "2312", rating:
   [a, d]}}
                 attach: {<unit>: <formation>}; leave_out: [ids]; spans: {<unit id>: 8}; or_at: {<piece id>:
   "0118"}, a second arrival
                 hex of which its owner chooses (11.5a)

   Verbs, questions, fields, phases, events, standing orders: the tables of all_are_brothers.c. Fields
   corps_morale, demoralized, plotted, in_cup are those of HQs; `order` of a stack counts from the top.

   Piece ids: the unit's id; split off: <unit>_<kind> (dieu_chasseurs), <unit>_battery, <unit>_2 …; HQs and
   chiefs: the leader's id. */
#ifndef ALL_ARE_BROTHERS_H
#define ALL_ARE_BROTHERS_H

#include <limits.h>

#include "engine/reach.h"
#include "engine/rules.h"
#include "rules/all_are_brothers/log.h"

#define AAB_PIECES 255
#define MASK 4 /* words of a mask of pieces */
#define AAB_HEXES 1600
#define AAB_CORPS 28
#define AAB_VP 16
#define AAB_CHIEFS 4
#define POOLS 3
#define LINE_MOST 5     /* longest range of a gun */
#define BOTTOM 99       /* a place in a stack below everybody */
#define PROHIBITED (-1) /* no cost at all: a unit may not go there */
#define NO_HEXES {0}    /* an empty mask of hexes */
#define D10 10
#define NO_SIDE (-1)                      /* no hexside lies between two hexes */
#define FRONT_MOST 6                      /* units in a front line */
#define CHARGES_MOST 12                   /* charges of one activation whose order is remembered */
#define QUEUES_MOST 20                    /* hexes by which reinforcements enter in one activation */
#define HEX_WORDS ((AAB_HEXES + 63) / 64) /* words of a mask of hexes */

enum verb_id {
	V_DONE,
	V_POSTURE,
	V_PLOT,
	V_CHANGE,
	V_KEEP,
	V_ROUSE,
	V_FIRE,
	V_JOIN,
	V_VOLLEY,
	V_MOVE,
	V_COLUMN,
	V_WITH,
	V_STEP,
	V_STOP,
	V_CHARGE,
	V_ASSAULT,
	V_ENTER,
	V_REORDER,
	V_RESOLVE,
	V_CALL_OFF,
	V_WITHDRAW,
	V_ABANDON,
	V_STAND,
	V_REROLL,
	V_LOSE,
	V_RETREAT,
	V_ALONG,
	V_TAKE,
	V_ADVANCE,
	V_RALLY,
	V_PLAY,
	V_PLAY_ON,
	V_PASS,
	VERBS
};
enum question_id {
	Q_PLOT,
	Q_POSTURE,
	Q_CHANGE,
	Q_ROUSE,
	Q_FIRE,
	Q_GROUP,
	Q_DEFEND,
	Q_DEFEND_GROUP,
	Q_MOVE,
	Q_STEP,
	Q_ASSAULT,
	Q_WITHDRAW,
	Q_ABANDON,
	Q_LEAVE,
	Q_REROLL,
	Q_LOSS,
	Q_RETREAT,
	Q_ALONG,
	Q_TIE,
	Q_OVERSTACK,
	Q_OVERRUN,
	Q_ADVANCE,
	Q_RALLY,
	Q_EVENT,
	Q_OPPORTUNITY,
	Q_ALSO,
	Q_AIM,
	Q_GROUP_CHIT,
	Q_DEFEND_CHIT,
	Q_MOVE_CHIT,
	Q_ADVANCE_CHIT, /* the same where a chit might be played: always asked */
	QUESTIONS
};
enum option_id { O_CHIEF_DEATH, O_STORM, O_PLOT, O_FOG, OPTIONS };
enum standing_id {
	STANDING_DEFENCE,
	STANDING_EVENTS,
	STANDING_OPPORTUNITY,
	STANDING_LOSSES,
	STANDING_RETREATS,
	STANDINGS
};
/* of STANDING_DEFENCE: from column 2 … 5 between the last two */
enum { DEFENCE_ASK, DEFENCE_ALWAYS, DEFENCE_FROM_2, DEFENCE_NEVER = 6 };
enum { EVENTS_ASK, EVENTS_HOLD, EVENTS_AT_END };              /* of STANDING_EVENTS */
enum { OPPORTUNITY_ASK, OPPORTUNITY_HOLD, OPPORTUNITY_NEAR }; /* of STANDING_OPPORTUNITY */
enum { POSTURE_AGGRESSIVE, POSTURE_DEFENSIVE };

/* Phases a case may stage. From command on they are steps of an activation: the field `formation` of the game
   (an HQ or a commander in chief) says whose; without it the side's first HQ on the map. */
enum phase_id {
	PHASE_PLANNING,
	PHASE_DRAW,
	PHASE_COMMAND,
	PHASE_FIRE,
	PHASE_MOVEMENT,
	PHASE_ASSAULT,
	PHASE_RALLY,
	PHASE_END,
	PHASES
};

enum { BOX_WAITING, BOX_BROKEN, BOX_REMOVED, BOXES };

enum event_card { /* 6.3g; Austrian, French, Sardinian */
	CARD_JAEGER_SHARPSHOOTERS,
	CARD_COUNTERSTROKE,
	CARD_HOLD_THE_WALLS,
	CARD_STAFF_RIDER,
	CARD_DUST_AND_HEAT,
	CARD_CROSSED_ORDERS,
	CARD_AMMUNITION_WAGONS,
	CARD_REGIMENTAL_COLOURS,
	CARD_HUSSAR_SCREEN,
	CARD_NAPOLEONS_GUNS,
	CARD_COLD_STEEL,
	CARD_FOLLOW_UP,
	CARD_MARCH_TO_THE_GUNS,
	CARD_THE_GUARD_IS_BEHIND_YOU,
	CARD_RESERVE_CAISSONS,
	CARD_HESITATION,
	CARD_FORWARD_SAVOY,
	CARD_BERSAGLIERI,
	CARD_FOR_THE_KING,
	CARD_SECOND_ATTEMPT,
	CARD_ESCORT,
	CARDS
};
enum window { /* where a chit may be played; W_NONE: only inside its owner's own questions */
	W_NONE,
	W_ORDERS /* posture is chosen */,
	W_CHECK /* before an activation check */,
	W_FAILED /* after it */,
	W_SHOT,
	W_SHOT_DONE,
	W_START /* a stack is about to move */,
	W_HEX /* it has entered a hex */,
	W_DECLARED /* an assault is declared */,
	W_HALT /* fire has halted a unit */,
	W_ASSAULT /* before the roll */,
	W_BREAK,
	W_TOUGH /* after such a die */,
	W_LEADER,
	W_OVERRUN,
	W_ANY /* end of an action */,
	W_STEP /* end of a step */,
	W_TURN /* end of a turn */,
	WINDOWS
};

/* --- a counter's changing part -------------------------------------------------------------------------- */

enum { /* state */
	IS_WORN = 1,
	IS_SHAKEN = 2,
	IS_DISRUPTED = 4,
	IS_LOW = 8 /* ammunition */,
	IS_OUT = 16 /* of command */,
	/* its entry span failed this turn */
	IS_HIT = 32 /* an HQ with a Leader Casualty */,
	IS_OVERRUN = 64,
	IS_BARRED = 128,
};
enum { /* deeds: within a step or an activation */
	HAS_FIRED = 1,
	HAS_SHELLED = 2 /* Artillery Fired */,
	HAS_MOVED = 4,
	IS_MOVING = 8,
	IS_HALTED = 16,
	HAS_CHARGED = 32,
	IS_FIGHTING = 64 /* takes part in the assault in hand */,
	IS_TESTING = 128,
};
enum { /* marks */
	IN_COLUMN = 1,
	MAY_DECLARE = 2 /* by an Event chit */,
	IS_CHARGED = 4 /* largest unit of a charged hex */,
	BEGAN_ENGAGED = 8,
	IS_FLEEING = 16 /* in retreat */,
	HAS_ENTERED = 32,
	IS_DECLARED = 64 /* assault on `target` */,
	HAS_ADVANCED = 128 /* in the assault in hand, by Breakthrough Movement */,
};
struct counter {
	int16_t at;    /* hex, PLACE_NONE, PLACE_BOX(…) */
	uint8_t under; /* the unit beneath it in the hex + 1, 0 = none */
	uint8_t order; /* its place in the stack, 0 on top */
	uint8_t state, deeds, marks;
	uint8_t cause;            /* depth of the STEP_SUFFER that works its hits off */
	uint8_t casualties, hits; /* owed Casualty and Morale Hits */
	uint8_t flee;             /* hexes of retreat owed */
	uint8_t spent;            /* half MP; off the map: turns of delay */
	int16_t target;           /* declared assault; off the map: arrival hex */
	uint8_t shots;            /* Defensive Fires in this step */
	uint8_t sp;               /* derived: modified SP */
};

/* What belongs to a whole formation is kept on its HQ's counter, in fields that only combat units use
   otherwise: sp is its Corps Morale, hits these flags, casualties its place in the queue of those falling,
   shots its plotted posture + 1. */
enum { CORPS_DEMORALIZED = 1, CORPS_FALLING = 2 };
enum { IN_CUP = IS_WORN }; /* state of an HQ or chief: its Activation chit is in the cup */

enum {
	ACT_FAILED = 1,
	ACT_MARCH = 2 /* March to the Guns */,
	ACT_REROLLED = 4,
	ACT_CHIEF = 8 /* by a chief's chit */,
	ACT_ROLLED = 16,
	ACT_HESITATES = 32 /* Hesitation */,
	ACT_ENDED = 64 /* its corps has collapsed */
};
struct activation {
	int16_t hq;   /* the HQ or chief; NO_UNIT if none */
	int8_t corps; /* of the activated units, -1 */
	uint8_t posture, flags;
	uint8_t penalty; /* on the Command Rating: Crossed Orders */
	uint8_t rallies;
	uint8_t entries; /* entry hexes in use */
	int16_t entry_hex[QUEUES_MOST];
	uint8_t entry_sp[QUEUES_MOST], entry_rank[QUEUES_MOST]; /* 11.5.1: SP of the stack now entering there, its
	                                                           place in the queue */
	uint8_t charges;                                        /* 11.11.1k: how many charges have come home */
	struct {
		int16_t target, from;
	} charge[CHARGES_MOST]; /* in the order of their coming */
	uint64_t units[MASK];   /* activated: on the map or due */
};

enum march_flag {
	MARCH_ROAD = 1,
	MARCH_CHARGE = 2,
	MARCH_COLUMN = 4,
	MARCH_FOLLOWS = 8,
	MARCH_OPPORTUNITY = 32,
	/* a chit was used on this hex */ MARCH_SINGLE = 64,
	MARCH_OVER = 128,
	MARCH_QUICK = 256 /* has used Road March by March to the Guns */,
	MARCH_HALTED = 512 /* fire has halted somebody */,
	MARCH_DECLARED = 1024 /* it has ended its move and declared an assault */
};
struct march {
	int16_t lead, to, target, legal;
	uint16_t flags;
	uint8_t steps, pos, dust, pad;
};

enum fight_stage {
	FIGHT_WITHDRAW,
	FIGHT_ABANDON,
	FIGHT_LEAVE,
	FIGHT_WINDOW,
	FIGHT_ROLL,
	FIGHT_REROLL,
	FIGHT_RESULT,
	FIGHT_TOUGH,
	FIGHT_TOUGH_SECOND,
	FIGHT_TOUGH_HITS,
	FIGHT_LOSS,
	FIGHT_HITS,
	FIGHT_FLIGHT,
	FIGHT_WINNER,
	FIGHT_ADVANCE,
	FIGHT_OVER
};
struct assault { /* the one in hand */
	int16_t target, lead;
	int16_t largest; /* of the defenders when the dice fell */
	uint8_t stage, result;
	uint8_t bonus;                              /* chits for the attacker */
	uint8_t charged;                            /* a charge leads */
	uint8_t loser, points, yellow, winner_owes; /* whose Loss Points are in hand, and how many; 12.4.2 */
	uint8_t retreats, hits, flee_first, follow; /* as its owner chose; follow: Follow Up was played */
	uint8_t die[SIDES];                         /* Tough Fight */
	uint8_t pad[2];
	uint64_t losers[MASK]; /* 12.4.1: whom the Loss Points in hand concern, wherever they are by now */
};

struct who { /* pieces of a kind, so that nobody need look for them */
	uint64_t low[MASK] /* on ammunition */, shaken[MASK] /* or Disrupted */, shot[MASK] /* Defensive Fires */;
	uint64_t moving[MASK], crowd[MASK] /* on top of others */;
};

struct state {
	struct game g;
	int16_t vp[SIDES];   /* half points; derived from control, broken units, demoralized corps */
	uint8_t storm;       /* the turn it came or comes, 0 = not yet */
	uint8_t storm_until; /* last turn of its aftereffects */
	uint8_t falling;     /* corps waiting to collapse */
	uint8_t pad;
	struct activation act;
	struct march march;
	struct assault fight;
	uint8_t hand[CARDS], left[CARDS]; /* held; not drawn this turn. What neither holds was played */
	uint8_t cup[POOLS];               /* event chits in the cup */
	uint8_t held[POOLS];              /* chits in hand of each pool; derived */
	uint64_t struck[MASK];            /* derived: units that owe hits */
	uint64_t units[SIDES][MASK];      /* derived: combat units on the map */
	uint64_t staff[HEX_WORDS];        /* derived: hexes with an HQ or a chief */
	struct counter counter[AAB_PIECES + 1];
	uint8_t top[AAB_HEXES];  /* derived: top unit of the hex + 1 */
	int8_t owner[AAB_HEXES]; /* of VP hexes (3.5.3); NOBODY elsewhere */
	uint8_t near[AAB_HEXES]; /* derived: adjacent hexes with combat units, side 0 in the low half, side 1 in
	                            the high half */
	struct who who;          /* derived, not hashed */
};
static_assert(sizeof(struct state) <= 12288, "a state is at most 12 KB");

/* --- the const part ------------------------------------------------------------------------------------- */

enum { /* flags of a profile */
	KIND_DETACHMENT = 1,
	KIND_FINE = 2 /* High Quality */,
	KIND_MEDIUM = 4 /* French Medium Artillery */,
	KIND_JAEGER = 8,
	KIND_GUARD = 16,
	KIND_HQ = 32,
	KIND_CHIEF = 64,
};
struct profile {                      /* what is printed on a counter, and what the battle says of it */
	uint8_t side, arm, flags, weight; /* weight: 0 none, 1 light, 2 medium, 3 heavy */
	uint8_t sp[2], mp, nation;        /* sp: fresh, worn */
	int8_t mr[2], corps;
	uint8_t division;    /* 0 = corps troops */
	uint8_t rating[2];   /* HQ: aggressive, defensive; chief: both his range */
	int16_t start, turn; /* hex; turn of arrival, 0 = there */
	int16_t other_start; /* 11.5a: a second arrival hex to choose, HEX_NONE */
	uint8_t span;        /* 0 = none */
	int men;
};

enum power { POWER_NONE, POWER_ACTIVATES, POWER_REROLLS, POWER_ASSURES };
struct corps { /* one HQ and its units */
	const char *id, *name;
	int16_t hq; /* piece */
	int8_t side, nation;
	uint8_t morale, vp, checks, units; /* units: combat units in all */
	uint64_t piece[MASK];              /* its combat units */
};

enum terrain { T_CLEAR, T_CULTIVATED, T_WOODS, T_VILLAGE, T_TOWN, T_CLOSED, TERRAINS };
enum { /* of a hexside, seen from one hex */
	SIDE_ROAD = 1,
	SIDE_MAJOR = 2,
	SIDE_UP = 4,
	SIDE_DOWN = 8,
	SIDE_STREAM = 16,
	SIDE_CANAL = 32,
	SIDE_RIVER = 64,
};
#define SIDE_NO_CHARGE (SIDE_UP | SIDE_DOWN | SIDE_STREAM | SIDE_CANAL | SIDE_RIVER)
struct hexside {
	int16_t next;
	uint8_t flags;
	int8_t cost[3];
}; /* half MP off the road by arm, hex included; -1 = prohibited */

enum { SEEN, OBSCURED, BLOCKED };
struct sightline { /* what a line of sight depends on: the hexes that it crosses */
	uint8_t n;
	uint8_t entry; /* position at the target in half sides, 0…11 */
	/* verdicts without and with units there */
	struct {
		int16_t a, b;
		uint8_t bare_a, bare_b, full_a, full_b;
	} cross[LINE_MOST];
};

enum result { R_NONE, R_M, R_M1, R_M2, R_M3, R_CH, R_CHM, R_2CH };
enum assault_result { A_A3, A_A2Y, A_A2, A_A1, A_A1D1, A_TF, A_D1A1, A_D1, A_D2, A_D2Y, A_D3 };

struct chart { /* tables.yaml and the battle's numbers */
	uint8_t fire[11][10], assault[11][10];
	int high_quality, canister, flanking, extended, obscured, low_ammo, repeated, woods, village, town,
		up_slope, bersaglieri;
	int upper[9];
	int mr, mr_by_3, flank, a_woods, a_village, a_town, a_up_slope, a_stream, a_canal, cold_steel;
	int odds[7];
	int terrain[5][3], edge[5][3];
	int infantry_range, gun_range, gun_extended, medium_range, medium_extended;
	int limit, front, charge[4], engaged, hesitation, dust, storm_from;
	int thunder[64];
	int vp_broken, vp_demoralized;
	int level[2], centre;
	int card[CARDS], card_pool[CARDS]; /* how many; its pool, -1 */
};

struct aab_book { /* muster.own */
	struct chart n;
	int units, hqs; /* pieces below `units` are combat units, below `hqs` HQs, the rest chiefs */
	int pieces, corps, chiefs;
	int first_turn, last_turn, hour_one; /* hour_one: minutes of the clock at which turn 1 begins */
	int storm_turn, storm_until;
	int first; /* side that acts first in windows at the end of a turn */
	int pool_nation[POOLS], pool_side[POOLS], pool_draw[POOLS]; /* nation -1: nobody has it */
	uint32_t window_cards[WINDOWS];                             /* cards playable in a window, bit each */
	uint8_t power[AAB_CHIEFS];
	struct corps formation[AAB_CORPS];
	int vps;
	int16_t vp_hex[AAB_VP];
	uint8_t vp_value[AAB_VP]; /* half points */
	int8_t vp_held[AAB_VP];
	const char *vp_name[AAB_VP];
	int hexes;
	const uint8_t *range;
	struct reach reach; /* of the VP hexes */
	struct profile piece[AAB_PIECES + 1];
	uint8_t terrain[AAB_HEXES];
	int8_t level[AAB_HEXES];
	int8_t vp_at[AAB_HEXES]; /* index, -1 */
	uint8_t edge[AAB_HEXES]; /* on the rim of the map in play */
	struct hexside side[AAB_HEXES * 6];
	uint8_t roads[AAB_HEXES];                  /* of a hex, to hexes that can be entered: how many, */
	uint8_t road[AAB_HEXES][6];                /* and their directions */
	uint64_t of_card[CARDS][MASK];             /* Opportunity Fire: units of its arm and nation */
	int disc[AAB_HEXES + 1];                   /* first of its lines in line[] */
	int disc_radius[AAB_HEXES][LINE_MOST + 2]; /* where distance d begins in disc_hex */
	const int16_t *disc_hex;                   /* hexes within LINE_MOST, nearest first */
	const struct sightline *line;              /* beside each */
	const char *assault_column[10];            /* in words, for the log */
};

static inline const struct aab_book *aab_book(const struct play *p) { return p->m->own; }
static inline struct state *aab_of(struct game *g) { return (struct state *)g; }
static inline const struct state *aab_see(const struct game *g) { return (const struct state *)g; }

static inline bool mask_has(const uint64_t m[MASK], int i) { return m[i >> 6] >> (i & 63) & 1; }
static inline void mask_add(uint64_t m[MASK], int i) { m[i >> 6] |= 1ull << (i & 63); }
static inline void mask_drop(uint64_t m[MASK], int i) { m[i >> 6] &= ~(1ull << (i & 63)); }
static inline void mask_set(uint64_t m[MASK], int i, bool in) { (in ? mask_add : mask_drop)(m, i); }
static inline bool mask_any(const uint64_t m[MASK]) { return (m[0] | m[1] | m[2] | m[3]) != 0; }
static inline int mask_next(const uint64_t m[MASK], int i) /* the next after i, -1 if none */
{
	i++;
	for (int w = i >> 6; w < MASK; w++, i = w << 6) {
		uint64_t left = m[w] >> (i & 63);
		if (left) return i + __builtin_ctzll(left);
	}
	return -1;
}
static_assert(MASK == 4, "mask_any knows the number of words");
#define EACH_ROAD(dir, b, hex) \
	(int dir##_n = 0, dir; dir##_n < (b)->roads[hex] && (dir = (b)->road[hex][dir##_n], true); dir##_n++)
#define EACH(i, mask) (int i = mask_next(mask, -1); i >= 0; i = mask_next(mask, i))
#define STACK(u, d, hex) (int u = (d)->top[hex] - 1; u >= 0; u = (d)->counter[u].under - 1)

static inline int hex_distance(const struct aab_book *b, int from, int to)
{
	return b->range[from * b->hexes + to];
}
static inline bool is_unit(const struct aab_book *b, int i) { return i < b->units; }
static inline bool on_map(const struct state *d, int i) { return d->counter[i].at >= 0; }
static inline bool is_hex(int place) { return place >= 0; } /* not off the map, not in a box */
static inline int at_least(int least, int n) { return n < least ? least : n; }
static inline int at_most(int most, int n) { return n > most ? most : n; }
static inline bool placed(const struct counter *k) { return k->at >= 0; }
static inline bool is_flag(const struct aab_book *b, int i, int flag) { return b->piece[i].flags & flag; }
static inline bool enemy_near(const struct state *d, int side, int hex)
{
	return d->near[hex] >> (side ? 0 : 4) & 15;
}
static inline bool held_by(const struct aab_book *b, const struct state *d, int side, int hex)
{
	return d->top[hex] && b->piece[d->top[hex] - 1].side == side;
}
/* The six neighbours of a hex, and for d = 6 the hex itself. */
static inline int around(const struct aab_book *b, int hex, int dir)
{
	return dir < 6 ? b->side[hex * 6 + dir].next : hex;
}
static inline bool hex_in(const uint64_t *hexes, int hex) { return hexes[hex >> 6] >> (hex & 63) & 1; }
static inline bool anybody_at(const struct state *d, int hex) { return d->top[hex] || hex_in(d->staff, hex); }
static inline int worn(const struct state *d, int i) { return d->counter[i].state & IS_WORN; }

#include "rules/all_are_brothers/stacks.h"

/* The steps of the agenda. */
enum step_id {
	STEP_TURN = 1,   /* stage: enum turn_stage */
	STEP_PLOT,       /* both sides plot postures (17.3) */
	STEP_ACTIVATION, /* stage: enum act_stage; unit: the HQ or chief */
	STEP_SHOT,       /* load.shot */
	STEP_SUFFER,     /* load.suffer: works off owed hits of units whose `cause` is its depth */
	STEP_BREAK,      /* load.test */
	STEP_RETREAT,    /* load.flight: of a unit */
	STEP_ALONG,      /* load.along: other units of a hex may go along with a retreat */
	STEP_DEFENCE,    /* load.defence: Defensive Fire at a hex */
	STEP_MARCH,      /* unit leads; stage: enum march_stage */
	STEP_COLUMN,     /* followers of unit */
	STEP_ASSAULT,    /* stage in d->fight */
	STEP_COLLAPSE,   /* of the corps marked CORPS_FALLING */
	STEP_WINDOW,     /* load.window; stage: enum window; side: who is asked; flags: both passed */
	STEP_PLAY,       /* load.chit: an announced Opportunity Fire */
	STEP_ALSO,       /* load.chit: up to two units profit from it */
	STEP_OVERSTACK,  /* load.crowd: end of a step: hexes over the limit */
	STEP_OVERRUN,    /* HQ unit seeks refuge */
	STEP_LEADER,     /* HQ or chief `unit` is hit; stage */
	STEP_FLIGHT,     /* load.flight: units of a side with owed retreats */
	STEP_AIM,        /* load.chit: 11.9b: in its owner's own step a chit lets a unit fire: at what? */
	STEP_KINDS,
};
enum { OVER = 1 }; /* stage of a step that only asks: it has been answered */
enum turn_stage { TURN_OPEN, TURN_PLOT, TURN_CUP, TURN_DRAW, TURN_WINDOW, TURN_CLOSE };
enum act_stage {
	ACT_OPEN,
	ACT_POSTURE,
	ACT_ORDERS,
	ACT_CHECK,
	ACT_JUDGED,
	ACT_CHANGE,
	ACT_FIRE,
	ACT_FIRE_END,
	ACT_MOVE,
	ACT_MOVE_END,
	ACT_ASSAULT,
	ACT_ASSAULT_END,
	ACT_DISORDER,
	ACT_RALLY,
	ACT_RALLY_END,
	ACT_CLOSE
};
enum act_step { IN_FIRE, IN_MOVEMENT, IN_ASSAULT, IN_RALLY }; /* headings of an activation */
enum shot_kind { SHOT_STEP, SHOT_DEFENCE, SHOT_CHIT };
/* What a step carries, by its kind. The others name no more than a piece: unit. */
union load {
	struct {
		int16_t none[2];
		int32_t away, unused; /* the hex they flee from */
	} suffer;
	struct {
		int16_t unit, hex; /* what it is about; NO_UNIT, HEX_NONE */
		int32_t unused[2];
	} window;
	struct {
		int16_t unit, hex; /* the first to fire; the target */
		uint8_t more[5];   /* those who fire with it, number + 1 each; 0 = nobody */
		uint8_t sum : 4;   /* of the two dice */
		uint8_t ten : 4;   /* the ten-sided die */
		uint8_t kind : 2;  /* enum shot_kind */
		uint8_t bersaglieri : 1;
		uint8_t weak : 1;   /* at most two SP, no High Quality */
		uint8_t result : 4; /* enum result */
		uint8_t staff;      /* 8.7.1: the HQ that is hit, counted from 1; 0 = none */
	} shot;
	struct {
		int16_t hex, fleeing; /* what is fired at; the unit in retreat, or NO_UNIT */
		uint32_t offered[2];  /* who was offered to fire: engage.c counts the bits */
	} defence;
	struct {
		int16_t unit, die;
		int32_t away;   /* the hex to flee from */
		int32_t clears; /* its marker goes if it survives (8.4d) */
	} test;
	struct {
		int16_t unit, none;
		int32_t away; /* the hex to flee from; HEX_NONE: the nearest enemy */
		int32_t why;  /* enum retreat_flag */
	} flight;
	struct {
		int16_t unit, none; /* who retreats */
		int32_t hex, away;  /* where the others stand; the hex to flee from */
	} along;
	struct {
		int16_t hex, none;
		int32_t unused[2];
	} crowd;
	/* told: bit a heading of the log */
	struct {
		int16_t hq, none;
		uint32_t told;
		int32_t unused;
	} activation;
	/* start: where its first unit stood */
	struct {
		int16_t unit, none;
		int32_t start, unused;
	} column;
	/* window: a chit may be played afterwards */
	struct {
		int16_t hq, none;
		int32_t hex, window;
	} overrun;
	struct {
		int16_t unit, hex; /* who fires or profits; the target once it is named */
		int32_t card, nation;
	} chit;
} STEP_OVERLAY;
STEP_PAYLOAD(union load)

enum retreat_flag {
	FLEE_FIRE = 1,
	FLEE_ASSAULT = 2,
	FLEE_COLLAPSE = 4,
	FLEE_FREE = 8 /* before combat, by a chit */
};

/* One more step on the agenda, and one more order in a list: what is not named is NO_UNIT or 0. */
#define step_push(d, ...) agenda_push(&(d)->g, (struct step){.unit = NO_UNIT, .other = NO_UNIT, __VA_ARGS__})
#define order_list(o, ...) \
	do { \
		struct order order_listed = {.unit = NO_UNIT, __VA_ARGS__}; \
		orders_add((o), order_listed.verb, order_listed.unit, order_listed.a, order_listed.b, \
			order_listed.c); \
	} while (0)

/* The functions that the tables of all_are_brothers.c name: lists of answers, whether one is allowed, who
   carries it out. */
answer_list aab_list_assaults, aab_list_withdrawals, aab_list_abandon, aab_list_leaving, aab_list_reroll,
	aab_list_also, aab_list_postures, aab_list_plots, aab_list_change, aab_list_rouse, aab_list_defenders,
	aab_list_events, aab_list_aims, aab_list_fire, aab_list_group, aab_list_tie, aab_list_losses,
	aab_list_advances, aab_list_steps, aab_list_moves, aab_list_rallies, aab_list_overstack, aab_list_overrun,
	aab_list_retreats, aab_list_along;
answer_usual aab_usual_defend, aab_usual_defenders, aab_usual_volley, aab_usual_keep, aab_usual_stand,
	aab_usual_loss, aab_usual_retreat, aab_usual_along, aab_usual_event, aab_usual_opportunity;
answer_may aab_may_resolve, aab_may_end_assaults, aab_may_call_off, aab_may_withdraw, aab_may_abandon,
	aab_may_leave, aab_may_reroll, aab_may_also, aab_may_posture, aab_may_plot, aab_may_change, aab_may_rouse,
	aab_may_defend, aab_may_play, aab_may_play_on, aab_may_aim, aab_may_fire_by_chit, aab_may_fire,
	aab_may_bersaglieri, aab_may_join, aab_may_tie, aab_may_hold_walls, aab_may_lose, aab_may_end_advance,
	aab_may_follow_up, aab_may_advance, aab_may_stop, aab_may_with, aab_may_step, aab_may_end_in_assault,
	aab_may_move, aab_may_column, aab_may_charge, aab_may_declare, aab_may_enter, aab_may_reorder,
	aab_may_move_by_chit, aab_may_rally, aab_may_overstack, aab_may_overrun, aab_may_retreat, aab_may_along;
answer_carry aab_do_resolve, aab_do_call_off, aab_do_go_on, aab_do_withdraw, aab_do_abandon, aab_do_leave,
	aab_do_reroll, aab_do_also, aab_do_posture, aab_do_plot, aab_do_change, aab_do_rouse, aab_do_defend,
	aab_do_pass, aab_do_play, aab_do_aim, aab_do_fire_by_chit, aab_do_fire, aab_do_volley, aab_do_join,
	aab_do_bersaglieri, aab_do_tie, aab_do_hold_walls, aab_do_lose, aab_do_end_advance, aab_do_follow_up,
	aab_do_advance, aab_do_step, aab_do_with, aab_do_end_in_assault, aab_do_stop, aab_do_move, aab_do_column,
	aab_do_charge, aab_do_declare, aab_do_enter, aab_do_reorder, aab_do_move_by_chit, aab_do_rally,
	aab_do_overstack, aab_do_overrun, aab_do_retreat, aab_do_along, aab_do_end_fire, aab_do_end_moves,
	aab_do_end_assaults, aab_do_end_rallies, aab_do_rouse_nobody, aab_do_keep_posture, aab_do_over;
step_work aab_turn_step, aab_plot_step, aab_activation_step, aab_shot_step, aab_suffer_step, aab_break_step,
	aab_retreat_step, aab_along_step, aab_defence_step, aab_march_step, aab_column_step, aab_assault_step,
	aab_collapse_step, aab_window_step, aab_play_step, aab_also_step, aab_overstack_step, aab_overrun_step,
	aab_leader_step, aab_flight_step, aab_aim_step,
	aab_losses_step; /* of STEP_ASSAULT, once the dice have fallen */
step_cleanup aab_march_end, aab_assault_over, aab_play_cancelled, aab_column_cancelled;

/* A retreat, for whom, from where and why; whoever may go along; all of a side who owe one; a Break Test. */
static inline void retreat_push(struct state *d, int side, int unit, int away, int why)
{
	struct step *s = step_push(d, .kind = STEP_RETREAT, .side = (uint8_t)side, .unit = (int16_t)unit);
	load_of(s)->flight.away = away, load_of(s)->flight.why = why;
}
static inline struct step *along_push(struct state *d, int side, int unit, int hex, int away)
{
	struct step *s = step_push(d, .kind = STEP_ALONG, .side = (uint8_t)side, .unit = (int16_t)unit);
	load_of(s)->along.hex = hex, load_of(s)->along.away = away;
	return s;
}
static inline void flight_push(struct state *d, int side, int why)
{
	struct step *s = step_push(d, .kind = STEP_FLIGHT, .side = (uint8_t)side);
	load_of(s)->flight.away = HEX_NONE, load_of(s)->flight.why = why;
}
static inline void overrun_push(struct state *d, int side, int hq, bool window)
{
	struct step *s = step_push(d, .kind = STEP_OVERRUN, .side = (uint8_t)side, .unit = (int16_t)hq);
	load_of(s)->overrun.hex = d->counter[hq].at, load_of(s)->overrun.window = window;
}
static inline void chit_push(struct state *d, int kind, int side, int unit, int hex, int card, int nation)
{
	push_load(&d->g, (uint8_t)kind, side, chit, .unit = (int16_t)unit, .hex = (int16_t)hex, .card = card,
		.nation = nation);
}

/* What happened is told through fog.c, wherever the state is called d. */
void aab_emit(const struct play *p, const struct state *d, const struct event *e);
#undef emit
#define emit(p, ...) \
	do { \
		if ((p)->sink) \
			aab_emit((p), d, \
				&(struct event){.audience = AUDIENCE_ALL, \
					.side = -1, \
					.who = -1, \
					.whom = -1, \
					.where = -1, \
					.to = -1, \
					__VA_ARGS__}); \
	} while (0)

extern const char *const aab_card_names[];
extern const struct signs aab_signs;

/* charts.c */
struct node aab_find2(struct node n, const char *a, const char *b);
void aab_columns_name(struct arena *a, struct aab_book *b);
bool aab_charts_read(struct chart *n, const struct mustering *with);

/* ground.c */
int aab_cross_verdict(const struct aab_book *b, int hex, int lo, int hi, bool unit, bool second);
int aab_cross_join(int a, int b);
bool aab_in_fields(const struct aab_book *b, const struct sight_cross *x, int n, int i, int hex);
void aab_line_make(const struct muster *m, const struct aab_book *b, int from, int to, struct sightline *out);
void aab_ground_make(const struct muster *m, struct arena *a, struct aab_book *b);

/* muster.c */
bool aab_muster(struct muster *m, const struct mustering *with);

/* board.c */
void aab_board_strength(const struct aab_book *b, struct state *d, int unit);
void aab_board_put(const struct aab_book *b, struct state *d, int piece, int hex, int pos);
void aab_board_lift(const struct aab_book *b, struct state *d, int piece, int to);
void aab_board_rebuild(const struct aab_book *b, struct state *d);
int aab_nearest_enemy(const struct aab_book *b, const struct state *d, int side, int hex, int least);
int aab_morale_rating(const struct aab_book *b, const struct state *d, int unit);

/* sight.c */
const struct sightline *aab_sight_between(const struct aab_book *b, int from, int to);
int aab_line_verdict(const struct state *d, const struct sightline *l, int16_t *where);
int aab_sight_verdict(const struct play *p, const struct state *d, int from, int to, int16_t *where);
bool aab_sight(const struct play *p, const struct game *g, int unit, int from, int to, struct refusal *r);

/* sequence.c */
void aab_act_clear(struct state *d);
void aab_begin(const struct play *p, struct game *g);

/* planning.c */
void aab_chits_collect(const struct aab_book *b, struct state *d);
void aab_cup_fill(const struct aab_book *b, struct state *d);
bool aab_cup_empty(const struct aab_book *b, const struct state *d);
void aab_cup_draw(const struct play *p, struct state *d);

/* events.c */
const char *aab_card_title(int card);
void aab_cards_sort(struct aab_book *b);
int aab_card_nation(const struct aab_book *b, int card);
bool aab_card_held(const struct aab_book *b, const struct state *d, int side, int card);
void aab_card_spend(const struct play *p, struct state *d, int side, int card);
void aab_card_return(const struct play *p, struct state *d, int side, int card);
void aab_window_open(const struct play *p, struct state *d, enum window w, int side, int unit, int hex);
int aab_held_by_side(const struct aab_book *b, const struct state *d, int side);
bool aab_asks_always(const struct state *d, int side);
bool aab_next_to_us(const struct state *d, int side);
bool aab_opportunity_may(const struct play *p, const struct state *d, int side, int card, int unit,
	struct refusal *r);
bool aab_opportunity_might(const struct play *p, const struct state *d, int side);
void aab_opportunity_list(const struct play *p, const struct state *d, int side, struct orders *o);
void aab_opportunity(const struct play *p, struct state *d, int side, int card, int unit);

/* chits.c */
bool aab_sortie_may(const struct play *p, const struct state *d, int side, int card, int unit,
	struct refusal *r);
void aab_sortie_list(const struct play *p, const struct state *d, int side, struct orders *o);
void aab_sortie(const struct play *p, struct state *d, int side, int card, int unit);
bool aab_walls_may(const struct play *p, const struct state *d, int side, int card, struct refusal *r);
bool aab_follow_may(const struct play *p, const struct state *d, int side, int card, struct refusal *r);
bool aab_card_might(const struct aab_book *b, const struct state *d, int side, int card);
bool aab_bersaglieri_fits(const struct aab_book *b, int unit);
bool aab_follow_fits(const struct aab_book *b, const struct state *d, int side);
bool aab_sortie_might(const struct play *p, const struct state *d, int side);
bool aab_bersaglieri_may(const struct play *p, const struct state *d, int side, int unit, bool played,
	struct refusal *r);
bool aab_chit_may(const struct play *p, const struct state *d, int side, int card, int unit,
	struct refusal *r);
void aab_chit_play(const struct play *p, struct state *d, int side, int card, int unit);

/* command.c */
int aab_command_rating(const struct aab_book *b, const struct state *d, int hq, int posture);
void aab_command_area(const struct aab_book *b, const struct state *d, int side, int hex, int range,
	uint64_t *area);
int aab_chief_range(const struct aab_book *b, const struct state *d, int chief);
bool aab_in_range(const struct aab_book *b, const struct state *d, int hq, int range, int hex);
void aab_command_judge(const struct play *p, struct state *d);
void aab_posture_take(const struct play *p, struct state *d, int posture);
bool aab_check_due(const struct aab_book *b, const struct state *d);
bool aab_check_roll(const struct play *p, struct state *d);

/* fire.c */
bool aab_shot_has(const struct step *s, int unit);
int aab_range_of_fire(const struct aab_book *b, int unit);
bool aab_fire_reaches(const struct play *p, const struct state *d, int unit, int hex, struct refusal *r);
bool aab_fire_any(const struct play *p, const struct state *d);
bool aab_fire_targets(const struct play *p, const struct state *d, int unit, struct orders *o);
int aab_shot_column(const struct play *p, const struct state *d, const struct step *s, bool tell);
void aab_shot_push(struct state *d, int kind, int side, int unit, int hex);

/* engage.c */
void aab_defend_offered(const struct play *p, struct state *d, struct step *s, int unit);
bool aab_defend_may(const struct play *p, const struct state *d, const struct step *s, int unit,
	struct refusal *r);
void aab_defence_open(struct state *d, int hex, int fleeing);
void aab_defend_usual(const struct play *p, const struct state *d, int column, struct order *o);
bool aab_must_disengage(const struct aab_book *b, const struct state *d, int unit);
bool aab_disengage(const struct play *p, struct state *d, int unit);

/* morale.c */
void aab_owe(struct state *d, int unit, int casualties, int hits);
void aab_suffer(struct state *d, int away);
void aab_break_unit(const struct play *p, struct state *d, int unit, const char *rule);
void aab_ease(const struct aab_book *b, struct state *d, int unit);

/* retreat.c */
int aab_retreat_hexes(const struct play *p, const struct state *d, const struct step *s, int16_t hex[6]);

/* roads.c */
bool aab_may_road_march(const struct state *d, int unit);
bool aab_by_road(const struct aab_book *b, const struct state *d, int side, const struct hexside *s);
int aab_step_cost(const struct aab_book *b, const struct state *d, int piece, int from, int dir, bool *road);
int aab_allowance(const struct aab_book *b, const struct state *d, int piece, bool road);

/* movement.c */
bool aab_may_engage(const struct aab_book *b, const struct state *d, int unit, struct refusal *r);
bool aab_shift_ready(const struct play *p, const struct state *d, int piece, struct refusal *r);
bool aab_move_ready(const struct play *p, const struct state *d, int piece, struct refusal *r);
bool aab_way_in(const struct aab_book *b, const struct state *d, int unit, int hex, int cost);
bool aab_march_may_step(const struct play *p, const struct state *d, int dir, int pos, struct refusal *r);
void aab_march_begin(const struct play *p, struct state *d, int piece, int flags);
void aab_woods_hit(const struct play *p, struct state *d, int unit);
void aab_march_arrive(const struct play *p, struct state *d, const int16_t *unit, int n, bool along_road);
void aab_march_leave(const struct play *p, struct state *d, int to, int pos);

/* moves.c */
void aab_column_form(const struct play *p, struct state *d);
void aab_column_steer(const struct play *p, struct state *d);

/* charge.c */
bool aab_charge_ready(const struct play *p, const struct state *d, int unit, struct refusal *r);
bool aab_charge_may(const struct play *p, const struct state *d, int unit, int target, struct refusal *r);
void aab_charge_list(const struct play *p, const struct state *d, int unit, struct orders *o);
void aab_charge_begin(const struct play *p, struct state *d, int unit, int target);
bool aab_charge_spoilt(const struct play *p, const struct state *d);
bool aab_charge_may_step(const struct play *p, const struct state *d, int dir, struct refusal *r);
bool aab_charge_may_stop(const struct play *p, const struct state *d, struct refusal *r);
void aab_charge_home(const struct play *p, struct state *d);
int aab_charge_bonus(const struct aab_book *b, const struct state *d, int unit);

/* reinforce.c */
bool aab_due(const struct aab_book *b, const struct state *d, int piece);
bool aab_enter_may(const struct play *p, const struct state *d, int piece, int hex, int pos,
	struct refusal *r);
void aab_enter_list(const struct play *p, const struct state *d, int piece, struct orders *o);
void aab_enter(const struct play *p, struct state *d, int piece, int hex, int pos, int flags);
bool aab_enter_with_may(const struct play *p, const struct state *d, int piece, struct refusal *r);
void aab_enter_with(const struct play *p, struct state *d, int piece, int place);
void aab_spans_roll(const struct play *p, struct state *d, int corps);
void aab_overrun(const struct play *p, struct state *d, int hq);

/* assault.c */
bool aab_declare_may(const struct play *p, const struct state *d, int unit, int hex, struct refusal *r);
void aab_declare(const struct play *p, struct state *d, int unit, int hex);
bool aab_assault_any(const struct play *p, const struct state *d);
bool aab_withdraw_may(const struct play *p, const struct state *d, int unit, int hexes, struct refusal *r);
int aab_champion(const struct aab_book *b, const struct state *d, int hex, int side, int16_t *who);
int aab_assault_column(const struct play *p, const struct state *d);
void aab_assault_roll(const struct play *p, struct state *d);

/* losses.c */
void aab_tough_roll(const struct play *p, struct state *d, int side);

/* corps.c */
void aab_corps_lose(const struct play *p, struct state *d, int corps, const char *rule);

/* rally.c */
int aab_rally_actions(const struct aab_book *b, const struct state *d);
bool aab_rally_any(const struct play *p, const struct state *d);
void aab_hearten(const struct play *p, struct state *d, int unit, const char *rule);
void aab_resupply(const struct play *p, struct state *d, int unit, const char *rule);

/* weather.c */
void aab_storm_begin(const struct play *p, struct state *d);
void aab_storm_roll(const struct play *p, struct state *d);

/* victory.c */
void aab_take_control(const struct play *p, struct state *d, int unit, int hex);
void aab_vp_derive(const struct aab_book *b, const struct state *d, int16_t vp[SIDES]);
int aab_lead_now(const struct aab_book *b, const struct state *d);
int aab_margin(const struct aab_book *b, int lead);
void aab_decide(const struct play *p, struct state *d);

/* stage.c */
bool aab_stage(const struct play *p, struct game *g, int side, int phase);
void aab_settle(const struct play *p, struct game *g);
extern const struct umpire aab_umpire; /* umpire.c: what players may change by hand */
void aab_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o);

/* sound.c */
void aab_sound(const struct play *p, const struct game *g, struct text *wrong);

/* judge.c */
void aab_features(const struct play *p, const struct game *g, struct features *f);
int aab_lost(const struct play *p, const struct game *g, int piece);
struct goal;
int aab_goals(const struct play *p, const struct game *g, struct goal *out, int most);
int aab_march_cost(const struct muster *m, int hex, int dir); /* half points of foot; 0: closed */
int aab_worth(const struct muster *m, int piece);
int aab_score(const struct play *p, const struct game *g, int side);

/* tell.c */
void aab_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s);
void aab_tell(const struct muster *m, const struct event *e, struct text *t);

/* fog.c */
bool aab_fogged(const struct play *p, const struct state *d, int side, int unit);
void aab_mask(const struct play *p, struct game *g, int side, struct rng *rng);
void aab_fog_shuffle(const struct play *p, struct state *d, int side, struct rng *rng);
void aab_fog_view(const struct play *p, const struct state *d, int side, struct view *v);

/* view.c */
void aab_view(const struct play *p, const struct game *g, int side, struct view *v);

/* show.c */
void aab_show(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value);

#endif
