/* Brothers at Arms: private state, charts and steps of the rule system. Nobody outside this folder includes
   it.

   WHAT MUSTER READS (for whoever writes the data)

   tables.yaml   every leaf is a map with one number and its `source` and `rule`:
   movement.<arm|commander>.rate,
                 roads.<turnpike|road|track>.bonus, costs.*.extra, difficult.<feature> (difficult: no takes it
   out),
                 cover.<soft|hard|fortification>.{value, of: [hex features and hexside features]},
   unformed.{dice, least},
                 flinch.{dice_open, dice_cover, surrounded_by}, works.strength, commanders.{shot_on,
   initiative_on},
                 attack.{least, most}, height.range, night.{sight, movement, command}, fatigue.{attack, rest},
   range_penalty,
                 reserves.{flank_on, rear_on, rested_on, shift}, readdress.{clear_hexes, march_roll, group},
                 victory.{tactical, decisive, complete}.from, victory.objectives.value,
                 sight.<woods|settlement|orchard|…>.blocks  features that block a line (default woods,
   settlement, town),
                 continued.{tactical, decisive, complete}.units  units of the beaten side that start fatigued
   (default 2, 4, 6). traits.yaml   strength.<arm>: bands {to, strength} by men (guns for artillery and
   boats); attack.<quality>; range.<arm> and
                 range.armament.<words>; leadership.<ability>; levels.<level>: control | command | none;
                 unit_traits.<word>: {ability: sharpshooters | indomitable, state: fatigued | aboard,
   identity: star,
                   attack: -1, least: 3, strength: 1, entry: roll, rule, source}; also read for a posting's
   traits;
                 leader_traits.<word>: {ability: exceptional, leadership: 1, rule, source};
                 first: [ids of sides or nations whose round is first if the scenario does not say].
   <battle>.yaml grade, why, grid, corrections;
                 counters: {evans: {range, attack, strength, leadership, identity: star | direct | <leader
   id>, ability: […],
                   state: […], controls: [ids of formations], at: "0708"}}      (all optional);
                 leave_out: [ids of leaders and units that get no counter];
                 rear: {union: NE …}    the board edge N E S W behind a side (default: by where the armies
   stand);
                 objectives: {most: 6}, or a list of {name, hex, held: union} in the battle's stead;
                 tasks: [{levels: {tactical: 1, decisive: 2, complete: 3}, undone: tactical}]   how each task
   of the scenario is graded, in
                   their order: how many make which level, and the other side's level if none is reached
   (default: the task's
                   count is decisive, undone tactical; `undone: draw` gives nothing);
                 scenarios: {<scenario>: {objectives: […], tasks: […]}}   for one scenario only;
                 special: a list of {rule: battle.1, kind: …, and whom: pieces: […], arms: […], formations:
   […], traits: [words of
                   a posting or unit]; several kinds of whom must all agree; none = everybody; text: why} with
   the kinds
                   closed       {hexes: [...] and/or columns: [0, 10] and/or rows: [..]; until_bound: 16}  may
   not enter these
                   hold         {hexes: [...], until_bound: 8, or_enemy_within: 3}                   may not
   leave these
                   first_order  the first order of the game needs a roll even in range
                   entry_roll   needs a command roll before it may enter (reserve.2)
                   get_off      {hexes: [...]}  by rail may get off only there
   Bounds in data and in the field `bound` are hours of the clock: 7 is 07:00 on the first day, 30 is 06:00 on
   the second. */
#ifndef BROTHERS_AT_ARMS_H
#define BROTHERS_AT_ARMS_H

#include "engine/reach.h"
#include "engine/rules.h"
#include "rules/brothers_at_arms/log.h"

#define BAA_PIECES 192
#define BAA_UNITS 126          /* pieces below this may be units: top[] keeps 7 bits for one */
#define MASK (BAA_PIECES / 64) /* words of a mask of pieces */
#define BAA_HEXES 1024
#define BAA_GROUP 32 /* members of one group */
#define BAA_OBJECTIVES 16
#define BAA_SPECIALS 16
#define BAA_TASKS 8
#define BAA_WORKS 256

enum verb_id {
	V_DONE,
	V_LEAVE,
	V_ASSIGN,
	V_MOVE,
	V_STEP,
	V_STOP,
	V_EXIT,
	V_FIRE,
	V_JOIN,
	V_VOLLEY,
	V_SNIPE,
	V_BREACH,
	V_MELEE,
	V_FLINCH,
	V_ENTER,
	V_RIDE,
	V_FIGHT_ON,
	V_HALT,
	V_WITHDRAW,
	V_REPOSITION,
	V_MARCH,
	V_PLACE,
	VERBS
};
enum question_id {
	Q_LEAVE,
	Q_ASSIGN,
	Q_UNITS,
	Q_COMMANDS,
	Q_CONTROLS,
	Q_STEP,
	Q_FIRE,
	Q_GROUP,
	Q_MELEE,
	Q_FLINCH,
	Q_ENTER,
	Q_FIGHT_ON,
	Q_WITHDRAW,
	Q_NIGHT,
	Q_PLACE,
	QUESTIONS
};
enum option_id {
	O_RANGE_PENALTY,
	O_DIRECT_CONTROL,
	O_WITHDRAW,
	O_OVERWHELMING,
	O_CONTINUED,
	O_ROLL_EACH,
	O_PINNED_FIGHT,
	O_OCCUPIED,
	O_FIGHT_ON,
	O_NIGHT_INITIATIVE,
	O_MELEE_FIRE,
	OPTIONS
};
enum standing_id { STANDING_FLINCH, STANDING_ASSIGN, STANDING_WITHDRAW, STANDINGS };
enum { FLINCH_ASK, FLINCH_COVER, FLINCH_FAR }; /* of STANDING_FLINCH */

/* Phases a case may stage; those from PHASE_ORDERS to PHASE_REMOVAL are the stages of a round. */
enum phase_id {
	PHASE_BOUND,  /* the bound begins: tactical reserves roll, reserves enter (both sides, first side
	                 first) */
	PHASE_ORDERS, /* phases 1-3: units left to a control counter, control range, command roll, NIC */
	PHASE_ASSIGN, /* phase 4: unassigned units */
	PHASE_RANGE,  /* phases 4-6: command range, command roll, NIC */
	PHASE_UNITS,
	PHASE_COMMANDS,
	PHASE_CONTROLS,
	PHASE_FIRE,
	PHASE_MELEE,
	PHASE_REMOVAL,   /* phase 12; objectives are claimed just before it */
	PHASE_END,       /* both rounds are over: rest, the hour, the end of the battle */
	PHASE_DUSK,      /* fight on or halt */
	PHASE_READDRESS, /* both sides withdraw, one hex in turn */
	PHASE_NIGHT,     /* reposition, tactical march */
	PHASES
};

enum fate {
	FATE_HERE,
	FATE_ABSENT,
	FATE_RESERVE,
	FATE_MARCHING,
	FATE_DISPERSED,
	FATE_SURRENDERED,
	FATE_DISABLED,
	FATE_CAPTURED,
	FATE_REMOVED,
	FATE_WITHDRAWN
};
enum { BOX_RESERVE, BOX_MARCH, BOXES };

/* A counter's changing part. */
enum { /* state */
	IS_PINNED = 1,
	IS_NIC = 2,
	IS_FATIGUED = 4,
	IS_ABOARD = 8,
	IS_FAR = 16,      /* was outside its commander's range in phase 4 (orders.13) */
	IS_LEFT = 32,     /* left to a control counter this round (control.8) */
	IS_FLINCHED = 64, /* has flinched this round (flinch.7) */
	IS_CALLED = 128,  /* has had its first order of the game */
};
enum { /* deeds */
	NO_DEED = 0,
	HAS_MOVED = 1,
	HAS_FIRED = 2,     /* this round, in the Fire phase */
	HAS_STIRRED = 4,   /* this bound: moved, attacked or was attacked (fatigue.4) */
	HAS_FOUGHT = 8,    /* attacked in this night (night.4) */
	HAS_SLEPT = 16,    /* rested four bounds in this night */
	HAS_CHOSEN = 32,   /* its commander was named in this phase */
	HAS_TRIED = 64,    /* a control counter has made its night's attempt; a reserve its roll of this bound */
	BY_REAR = 128,     /* marching round to the rear, otherwise to a flank */
	HAS_CLASHED = 256, /* this round, in the Melee phase */
	HAS_SNIPED = 512,  /* this round, at a commander: it has given up its other attacks (cmdr.3) */
};
struct counter {
	int16_t at; /* hex, PLACE_NONE, PLACE_BOX(…) */
	uint8_t state;
	uint8_t under; /* next unit in the same hex + 1, 0 = none */
	uint16_t deeds;
	uint8_t fate;
	uint8_t rest; /* consecutive bounds of rest */
	int16_t boss; /* unassigned units: the command counter that took it; otherwise as mustered; NO_UNIT = a
	                 control counter */
};

struct march { /* the move in hand: the same steps counted on the road and off it (move.4) */
	uint8_t rate, spent, road_spent;
	uint8_t bonus; /* of the worst road so far */
	uint8_t flags; /* enum march_flag */
	uint8_t steps;
	int16_t start;
};
enum march_flag { MARCH_ROAD = 1, MARCH_WOODS = 2, MARCH_STREAM = 4, MARCH_LOCKED = 8, MARCH_DONE = 16 };

enum volley_kind { VOLLEY_FIRE, VOLLEY_SNIPE, VOLLEY_BREACH, VOLLEY_MELEE };
struct volley { /* the attack in hand */
	uint8_t kind, n, dir, cover;
	int16_t target, hex; /* the primary target (or commander); where it stands, or the fortified hex */
	uint8_t member[BAA_GROUP];
};

enum { COUNT_NOW = -1 };
struct state {
	struct game g;
	int16_t bound;  /* hour of the clock */
	int8_t decided; /* winner + 1 once all of a side is gone; COUNT_NOW: a task is done, or nobody is left to
	                   fight */
	uint8_t withdrawn[SIDES]; /* units that left the board on purpose */
	uint8_t fighting_on;      /* this night */
	struct march march;
	struct volley volley;
	uint64_t units[SIDES][MASK];  /* units on the board; derived */
	uint64_t chiefs[SIDES][MASK]; /* commanders on the board; derived */
	uint64_t todo[MASK];          /* pieces that may still act in this phase */
	struct counter counter[BAA_PIECES];
	uint8_t top[BAA_HEXES];    /* derived: first unit in the hex + 1; bit 7: a commander stands there */
	uint8_t breach[BAA_HEXES]; /* bit a direction */
	int8_t owner[BAA_HEXES];   /* of objectives */
	int8_t watch[BAA_HEXES];   /* of objectives: side whose unit has stood here through at least one whole
	                              round */
	uint64_t stood[BAA_HEXES / 64]; /* bit an objective: whoever stands there has done so since the present
	                                   round began */
};
static_assert(sizeof(struct state) <= 8192, "a state is at most 8 KB");

/* --- the const part ------------------------------------------------------------------------------------- */

enum kind { KIND_UNIT, KIND_COMMAND, KIND_CONTROL };
enum { ABLE_SHARPSHOOTERS = 1, ABLE_INDOMITABLE = 2, ABLE_EXCEPTIONAL = 4 };
enum { IDENTITY_DIRECT, IDENTITY_STAR, IDENTITY_NUMBER };

struct profile { /* what is printed on a counter, and what the battle says of it */
	uint8_t side, kind, arm, rate;
	uint8_t range, attack, strength, leadership;
	uint8_t able, identity, number; /* number: the division's, from 1 */
	uint8_t state;                  /* it starts with */
	int16_t boss;                   /* command counter, NO_UNIT */
	int16_t start;                  /* hex where it stands or enters */
	int16_t arrives;                /* bound, -1 = there at the start */
	bool by_rail;
	uint8_t pad;
	uint16_t bans, stations; /* specials that limit where it goes, where it gets off a train; bit each */
	const char *first_order, *entry_roll; /* rule of the battle, or NULL */
	uint64_t controls[MASK];              /* control counters that may order it */
	int men;
};

static inline bool comes_later(const struct profile *f) { return f->arrives >= 0; }

enum {                    /* of a hex */
	HEX_IS_DIFFICULT = 1, /* woods, settlement, marsh … (move.7) */
	HEX_IS_STREAM = 2,
	HEX_IS_CROSSING = 4,
	HEX_IS_FOOT = 8,    /* its crossing serves foot only */
	HEX_IS_CLOSED = 16, /* impassable on land */
	HEX_IS_RIVER = 32,  /* for boats */
	HEX_IS_WOODS = 64,
	HEX_IS_OBSTACLE = 128, /* blocks sight */
	HEX_IS_ROAD = 256,
	HEX_IS_EDGE = 512,
	HEX_IS_TRACK = 1024, /* a railway */
	HEX_IS_OFF = 2048,
	HEX_IS_STEEP = 4096, /* a steep rise leads up into it */
	/* whoever attacks from there is unformed */
	HEX_UNFORMS = HEX_IS_DIFFICULT | HEX_IS_STREAM | HEX_IS_CROSSING | HEX_IS_STEEP,
};
enum { /* of a side, seen from one hex */
	SIDE_IS_CLOSED = 1,
	SIDE_IS_CLIMB = 2,
	SIDE_IS_ACROSS = 4, /* leaving the road here crosses the stream (move.14) */
	SIDE_IS_WORK = 8,   /* a work that belongs to this hex */
	SIDE_IS_RAIL = 16,
	SIDE_IS_WAY = 32,
};
struct hexside {
	int16_t next;
	uint8_t flags, bonus, cover, pad;
};

#define LINE_MOST 8
struct sightline { /* what a line of sight depends on: the terrain's verdict, and the hexes where units would
                      block */
	uint8_t open, n;
	uint8_t in[2]; /* sides of the target that the line crosses (equal, or two at a corner) */
	int16_t a[LINE_MOST], b[LINE_MOST]; /* blocked if units stand in a (and in b, if there is one) */
};

enum special_kind { SPECIAL_CLOSED, SPECIAL_HOLD, SPECIAL_FIRST_ORDER, SPECIAL_ENTRY_ROLL, SPECIAL_GET_OFF };
struct special {
	enum special_kind kind;
	const char *rule, *text;
	int until_bound, or_enemy_within; /* 0 = always */
	uint64_t hex[BAA_HEXES / 64];     /* closed: may not be entered; hold and get_off: the only ones */
};

struct chart { /* tables.yaml */
	int rate[ARMS], rate_commander, road_bonus[4];
	int difficult, road_climb, road_woods, off_road, withdrawing;
	int difficult_cover, block_cover;      /* HEX_… bits */
	uint8_t cover_hex[16], cover_edge[16]; /* by bit of HEX_… and EDGE_… */
	int soft, hard, fort;
	int unformed_dice, unformed_least, flinch_open, flinch_cover, surrounded;
	int works, shot_on, initiative_on, attack_least, attack_most, height;
	int night_sight, night_move, night_command, fatigue_attack, fatigue_rest, range_penalty;
	int flank_on, rear_on, rested_on, shift, clear_hexes, march_roll, group;
	int tactical, decisive, complete, objectives;
	int continued[4];
};

struct task_grade {
	uint8_t from[4], undone;
}; /* how many make each level (0: no such level); the other side's if none is reached (win.8) */

struct baa_book { /* muster.own */
	struct chart n;
	int units; /* pieces below this number are units, the others commanders */
	int first; /* the side whose round comes first (bound.2) */
	int first_bound, last_bound;
	bool night[24], several_days, exits[SIDES]; /* exits: a task is to leave the board */
	int hexes, radius, span;                    /* lines are kept up to this distance */
	int objectives;
	int16_t objective[BAA_OBJECTIVES];
	struct reach reach; /* of the objectives */
	const char *objective_name[BAA_OBJECTIVES];
	int8_t objective_held[BAA_OBJECTIVES];
	uint8_t rear[SIDES];               /* board edge behind the side: 0 N 1 E 2 S 3 W */
	uint8_t to_rear[SIDES][BAA_HEXES]; /* hexes to that edge, where a task is to leave by it */
	int works;                         /* sides that can be breached */
	int16_t work_hex[BAA_WORKS];
	uint8_t work_dir[BAA_WORKS];
	struct task_grade task[BAA_TASKS];
	int specials;
	struct special special[BAA_SPECIALS];
	uint64_t kind_mask[3][SIDES][MASK];
	struct profile piece[BAA_PIECES];
	uint16_t hex[BAA_HEXES];
	uint8_t hex_cover[BAA_HEXES], edge_of[BAA_HEXES]; /* edge_of: bit a board edge */
	int8_t level[BAA_HEXES];
	int8_t q[BAA_HEXES], r[BAA_HEXES];
	struct hexside side[BAA_HEXES * 6];
	const uint8_t *range;
	const struct sightline *line;
};

static inline const struct baa_book *baa_book(const struct play *p) { return p->m->own; }
static inline struct state *baa_of(struct game *g) { return (struct state *)g; }
static inline const struct state *baa_see(const struct game *g) { return (const struct state *)g; }

static inline bool mask_has(const uint64_t m[MASK], int i) { return m[i >> 6] >> (i & 63) & 1; }
static inline void mask_add(uint64_t m[MASK], int i) { m[i >> 6] |= 1ull << (i & 63); }
static inline void mask_drop(uint64_t m[MASK], int i) { m[i >> 6] &= ~(1ull << (i & 63)); }
static inline bool mask_any(const uint64_t m[MASK]) { return (m[0] | m[1] | m[2]) != 0; }
static inline int mask_count(const uint64_t m[MASK])
{
	return __builtin_popcountll(m[0]) + __builtin_popcountll(m[1]) + __builtin_popcountll(m[2]);
}
static inline int mask_next(const uint64_t m[MASK], int i) /* the next after i, -1 if none */
{
	i++;
	for (int w = i >> 6; w < MASK; w++, i = w << 6) {
		uint64_t left = m[w] >> (i & 63);
		if (left) return i + __builtin_ctzll(left);
	}
	return -1;
}
static_assert(MASK == 3, "mask_any and mask_count know the number of words");
#define EACH(i, mask) (int i = mask_next(mask, -1); i >= 0; i = mask_next(mask, i))

/* the six of a hex */
static inline const struct hexside *sides_of(const struct baa_book *b, int hex) { return &b->side[hex * 6]; }
static inline const struct hexside *side_at(const struct baa_book *b, int hex, int dir)
{
	return &b->side[hex * 6 + dir];
}
static inline int hex_distance(const struct baa_book *b, int from, int to)
{
	return b->range[from * b->hexes + to];
}
static inline bool is_night(const struct baa_book *b, const struct state *d)
{
	return b->night[d->bound % 24];
}
static inline bool is_hex(int place) { return place >= 0; } /* and not a box, nowhere, or beyond the edge */
static inline bool on_board(const struct state *d, int i) { return is_hex(d->counter[i].at); }
static inline bool alive(const struct counter *k)
{
	return k->at >= 0 || k->fate == FATE_RESERVE || k->fate == FATE_MARCHING;
}
static inline bool is_unit(const struct baa_book *b, int i) { return i < b->units; }
static inline bool is_boat(const struct baa_book *b, int i)
{
	return is_unit(b, i) && b->piece[i].arm == ARM_BOAT;
}

/* What a list of orders is made of: a word alone, a word and a unit, a word and a unit and one thing more, or
   anything. */
static inline void list_word(struct orders *o, int verb) { orders_add(o, verb, NO_UNIT, 0, 0, 0); }
static inline void list_unit(struct orders *o, int verb, int unit) { orders_add(o, verb, unit, 0, 0, 0); }
static inline void list_order(struct orders *o, int verb, int unit, int a)
{
	orders_add(o, verb, unit, a, 0, 0);
}
static inline void list_all(struct orders *o, const struct order *x)
{
	orders_add(o, x->verb, x->unit, x->a, x->b, x->c);
}

/* The steps of the agenda. */
enum step_id {
	STEP_BOUND = 1, /* stage: enum bound_stage; side: whose turn within it; load.bound */
	STEP_ROUND,     /* stage: PHASE_ORDERS … PHASE_REMOVAL; flags: the phase has begun */
	STEP_MARCH,     /* unit moves */
	STEP_VOLLEY,    /* flags: declared, roll now */
	STEP_FLINCH,    /* unit flinches, other goes along; side chooses */
	STEP_EVADE,     /* commander `unit` slips away from `other` */
	STEP_PLACE,     /* pieces of todo are put down again (readdress.5) */
	STEP_KINDS
};
/* What a step carries, by its kind; the others name a piece or two. */
union load {
	struct {
		int16_t control, none; /* the commander who decides in the night */
		uint32_t stay;         /* bit a side: it draws back no farther */
		int32_t drawn_back;    /* times that a side was asked to */
	} bound;
} STEP_OVERLAY;
STEP_PAYLOAD(union load)
enum { BEGUN = 1, SETTLED = 2 }; /* flags of a phase, and of a volley that is declared */
enum bound_stage {
	STAGE_OPEN,
	STAGE_ENTER_FIRST,
	STAGE_ENTER_SECOND,
	STAGE_FIRST,
	STAGE_SECOND,
	STAGE_CLOSE,
	STAGE_DUSK_FIRST,
	STAGE_DUSK_SECOND,
	STAGE_DUSK,
	STAGE_READDRESS,
	STAGE_NIGHT,
	STAGE_DAWN
};

/* The functions that the tables of brothers_at_arms.c name: lists of answers, whether one is allowed, who
   carries it out. */
answer_list baa_list_leave, baa_list_assign, baa_list_movers, baa_list_steps, baa_list_fire, baa_list_group,
	baa_list_melees, baa_list_flinches, baa_list_reserves, baa_list_fight_on, baa_list_withdrawals,
	baa_list_night, baa_list_places;
answer_usual baa_usual_assign, baa_usual_flinch, baa_usual_withdraw;
answer_may baa_may_leave, baa_may_assign, baa_may_move, baa_may_step, baa_may_stop, baa_may_exit,
	baa_may_fire, baa_may_snipe, baa_may_breach, baa_may_join, baa_may_melee, baa_may_end_melees,
	baa_may_flinch, baa_may_enter, baa_may_ride, baa_may_stay, baa_may_withdraw, baa_may_reposition,
	baa_may_march, baa_may_place;
answer_carry baa_do_leave, baa_do_assign, baa_do_assigned, baa_do_move, baa_do_moved, baa_do_step,
	baa_do_stop, baa_do_exit, baa_do_fire, baa_do_snipe, baa_do_breach, baa_do_join, baa_do_volley,
	baa_do_melee, baa_do_flinch, baa_do_enter, baa_do_ride, baa_do_entered, baa_do_fight_on, baa_do_halt,
	baa_do_stay, baa_do_withdraw, baa_do_reposition, baa_do_march, baa_do_sleep, baa_do_place, baa_do_settled;
step_work baa_bound_step, baa_round_step, baa_march_step, baa_volley_step, baa_flinch_step, baa_evade_step,
	baa_place_step;

/* muster.c, charts.c, counters.c, special.c, sight.c */
bool baa_muster(struct muster *m, const struct mustering *with);
bool baa_charts_read(struct chart *n, const struct mustering *with);
bool baa_counters_make(struct muster *m, const struct mustering *with, struct baa_book *b);
/* where they stand; after the special rules */
bool baa_counters_post(struct muster *m, const struct mustering *with, struct baa_book *b);
bool baa_specials_read(struct muster *m, const struct mustering *with, struct baa_book *b);
void baa_ground_make(const struct muster *m, struct baa_book *b);
void baa_lines_make(const struct muster *m, struct arena *a, struct baa_book *b);

/* board.c: who stands where */
void baa_board_put(const struct baa_book *b, struct state *d, int piece, int hex);
void baa_board_lift(const struct baa_book *b, struct state *d, int piece, enum fate fate);
void baa_board_rebuild(const struct baa_book *b, struct state *d);
int baa_board_units(const struct state *d, int hex); /* how many units stand there */
static inline int board_first(const struct state *d, int hex) { return (d->top[hex] & 127) - 1; }
/* next commander there, NO_UNIT */
int baa_board_chief(const struct baa_book *b, const struct state *d, int side, int hex, int after);
static inline int first_chief(const struct baa_book *b, const struct state *d, int side, int hex)
{
	return baa_board_chief(b, d, side, hex, -1);
}
bool baa_board_enemy_in(const struct baa_book *b, const struct state *d, int side, int hex);
/* in a zone of that side */
bool baa_board_zone(const struct baa_book *b, const struct state *d, int side, int hex);
/* the unit touches an enemy unit */
bool baa_board_contact(const struct baa_book *b, const struct state *d, int unit);
bool baa_board_touch(const struct baa_book *b, const struct state *d, int a, int other); /* these two touch */
int baa_board_direction(const struct baa_book *b, int from, int to);
/* stack.5, AMB-32: units only; a commander in the hex makes no stack. */
static inline bool stacked(const struct state *d, int unit)
{
	return d->counter[unit].under || board_first(d, d->counter[unit].at) != unit;
}

/* sequence.c */
void baa_begin(const struct play *p, struct game *g);
void baa_phase_todo(const struct play *p, struct state *d, int side, int phase, uint64_t todo[MASK]);

const char *baa_phase_rule(int phase);
/* in the phase that begins */
bool baa_any_attack(const struct play *p, const struct state *d, const struct step *s);

/* command.c */
void baa_get_off(const struct play *p, struct state *d, int piece);
void baa_command_controls(const struct play *p, struct state *d, int side);
void baa_command_propose(const struct baa_book *b, struct state *d, int side);
void baa_command_units(const struct play *p, struct state *d, int side);
bool baa_in_range_of(const struct baa_book *b, const struct state *d, int chief, int piece);
int baa_best_control(const struct baa_book *b, const struct state *d, int piece, bool in_range);
bool baa_command_roll(const struct play *p, struct state *d, int side, int chief, int who, bool night,
	int worse, const char *rule, const char *why);

/* movement.c */
bool baa_march_can_start(const struct play *p, const struct state *d, int piece, struct refusal *r);
void baa_march_begin(const struct play *p, struct state *d, int piece, bool enters);
void baa_march_enter(const struct play *p, struct state *d, int piece);
bool baa_march_may_step(const struct play *p, const struct state *d, int piece, int dir, struct refusal *r);
struct march baa_march_after(const struct play *p, const struct state *d, int piece, int dir);
bool baa_may_go_in(const struct play *p, const struct state *d, int piece, int hex, struct refusal *r);
/* ground and standing bans only */
bool baa_may_stand(const struct baa_book *b, const struct state *d, int piece, int hex);
void baa_march_arrive(const struct play *p, struct state *d, int piece, int from, int to);

/* rail.c, reserve.c */
void baa_reserves_roll(const struct play *p, struct state *d);
bool baa_reserve_waits(const struct baa_book *b, const struct state *d, int piece);
bool baa_rail_may_ride(const struct play *p, const struct state *d, int piece, int to, struct refusal *r);
void baa_rail_list(const struct play *p, const struct state *d, int piece, struct orders *o);
void baa_rail_ride(const struct play *p, struct state *d, int piece, int to);

/* sight.c */
/* NULL beyond the radius */
const struct sightline *baa_sight_between(const struct baa_book *b, int from, int to);
bool baa_sight_clear(const struct play *p, const struct state *d, int from, int to, struct refusal *r);
bool baa_sight(const struct play *p, const struct game *g, int unit, int from, int to, struct refusal *r);
bool baa_line_judge(const struct muster *m, const struct baa_book *b, int from, int to, struct sightline *out,
	struct refusal *r);

/* fire.c, fort.c, commanders.c, melee.c */
int baa_fire_range(const struct baa_book *b, const struct state *d, int unit, int to);
int baa_attack_number(const struct play *p, const struct state *d, int unit, bool tell);
int baa_attack_dice(const struct play *p, const struct state *d, int unit, bool tell);
int baa_cover_against(const struct baa_book *b, const struct state *d, int from, int to);
bool baa_fire_ready(const struct play *p, const struct state *d, int unit, struct refusal *r);
bool baa_fire_may(const struct play *p, const struct state *d, int unit, int target, struct refusal *r);
bool baa_snipe_may(const struct play *p, const struct state *d, int unit, int chief, struct refusal *r);
bool baa_breach_may(const struct play *p, const struct state *d, int unit, int hex, int dir,
	struct refusal *r);
void baa_breach_list(const struct play *p, const struct state *d, int unit, struct orders *o);
void baa_breach_roll(const struct play *p, struct state *d);
void baa_snipe_roll(const struct play *p, struct state *d);
/* t says all but kind, sides and side: d6, at least the mark, by who's side */
int baa_roll_dice(const struct play *p, struct state *d, const struct throw *t);
void baa_friendly_fire(const struct play *p, struct state *d, int unit, int to);
void baa_note_attack(const struct play *p, struct state *d, int unit, int deed);
bool baa_melee_ready(const struct play *p, const struct state *d, int unit, struct refusal *r);
/* touches an enemy that it can hurt */
bool baa_melee_any(const struct baa_book *b, const struct state *d, int unit);
void baa_disable(const struct play *p, struct state *d, int chief, enum fate fate, const char *rule);
void baa_capture_try(const struct play *p, struct state *d, int unit, int hex);
void baa_capture_over(struct state *d);

/* flinch.c */
int baa_strength_of(const struct baa_book *b, const struct state *d, int unit);
void baa_take_hits(const struct play *p, struct state *d, int hits, int cover);
void baa_disperse(const struct play *p, struct state *d, int unit, enum fate fate, const char *rule);
int baa_flinch_hexes(const struct play *p, const struct state *d, int unit, int along, int16_t hex[6],
	enum fate *gone);
int baa_evade_hexes(const struct play *p, const struct state *d, int chief, int from, int16_t hex[6]);

/* night.c, readdress.c, victory.c */
void baa_rest_all(const struct play *p, struct state *d);
void baa_dawn_breaks(const struct play *p, struct state *d);
enum duty { DUTY_NONE, DUTY_MAY, DUTY_MUST }; /* to draw back at nightfall */
enum duty baa_withdraw_duty_of(const struct baa_book *b, const struct state *d, int piece);
enum duty baa_withdraw_duty(const struct play *p, const struct state *d, int side);
bool baa_night_attempt(const struct play *p, struct state *d, struct step *s);
void baa_night_over(const struct play *p, struct state *d);
void baa_tactical_return(const struct play *p, struct state *d);
void baa_objectives_watch(const struct baa_book *b, struct state *d);
void baa_objectives_claim(const struct play *p, struct state *d);
void baa_decide(const struct play *p, struct state *d);
bool baa_ended(const struct play *p, struct state *d);
void baa_decide_now(const struct play *p, struct state *d);
int baa_units_gone(const struct baa_book *b, const struct state *d, int side);
int baa_objectives_held(const struct baa_book *b, const struct muster *m, const struct state *d, int side);

/* judge.c, tell.c, view.c, show.c, stage.c, sound.c */
void baa_features(const struct play *p, const struct game *g, struct features *f);
int baa_lost(const struct play *p, const struct game *g, int piece);
struct goal;
int baa_goals(const struct play *p, const struct game *g, struct goal *out, int most);
int baa_worth(const struct muster *m, int piece);
int baa_score(const struct play *p, const struct game *g, int side);
void baa_sound(const struct play *p, const struct game *g, struct text *wrong);
bool baa_stage(const struct play *p, struct game *g, int side, int phase);
void baa_settle(const struct play *p, struct game *g);
extern const struct umpire baa_umpire; /* umpire.c: what players may change by hand */
void baa_view(const struct play *p, const struct game *g, int side, struct view *v);
void baa_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s);
int baa_hexes_left(const struct march *m);
void baa_tell(const struct muster *m, const struct event *e, struct text *t);
void baa_show(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value);
void baa_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o);
extern const struct signs baa_signs;
extern const struct roll_words baa_order_words, baa_initiative_words, baa_hit_words, baa_cover_words,
	baa_flinch_words, baa_shot_words, baa_capture_words, baa_return_words, baa_rest_words;

#endif
