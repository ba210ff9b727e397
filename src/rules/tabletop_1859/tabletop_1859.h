/* 1859 on the table: stands instead of counters, inches instead of hexes. The rules in our words are
   data/rules/tabletop_1859/rules.md; all arithmetic of the reference card is in card.h, all geometry in
   ground/tabletop.h.

   A piece is a brigade of infantry, a regiment or brigade of cavalry, a group of batteries, or a commander. A
   unit has one place (its centre, tenths of an inch), one facing (compass degrees, 0 = north, 90 = east), one
   formation and so many stands; where each stand is follows from these. Every commander has a *command*: the
   units that stand directly under his formation, which together have one order chit ("division" in the rules,
   whatever its level), or none if he only commands commanders.

   Only the files of this folder include this header. Our functions begin with tt_. */
#ifndef TABLETOP_1859_H
#define TABLETOP_1859_H

#include <stdlib.h>

#include "engine/rules.h"
#include "rules/tabletop_1859/log.h"
#include "engine/rules_mind.h"
#include "ground/tabletop.h"
#include "rules/tabletop_1859/card.h"

#define TT_PIECES 256
#define TT_OBJECTIVES 16

/* --- the words of orders, fields and cases -------------------------------------------------------------- */

/* Formations. Infantry: line, column (attack column, two stands wide), march (one wide), skirmish (line with
   intervals). Cavalry: line, column, march. Artillery: line = unlimbered, march = limbered. */
enum tt_formation { FORM_LINE, FORM_COLUMN, FORM_MARCH, FORM_SKIRMISH, TT_FORMATIONS };
/* Field `order` of a unit: how well it is in hand. */
enum tt_order { ORDER_GOOD, ORDER_DISARRAYED, ORDER_DISORGANISED, ORDER_ROUTED, TT_ORDERS };
/* Field `chit` of a commander (comp.4a). */
enum tt_chit { CHIT_ADVANCE, CHIT_ASSAULT, CHIT_HOLD, CHIT_MARCH, CHIT_REFORM, CHIT_WITHDRAW, TT_CHITS };
extern const char *const tt_formation_names[]; /* line column march skirmish */
extern const char *const tt_order_names[];     /* good disarrayed disorganised routed */
extern const char *const tt_chit_names[];      /* advance assault hold march reform withdraw */

/* Fields a case may set or expect.
   game:  turn, dim (rain: sight 15")
   side:  none yet but what the engine has
   piece: at (x,y in tenths; none; or box march), facing, formation, stands, order, used (tenths of the move
   spent),
          target (unit it charges), from (nearest firer of pending results), chit (secret), wanted (secret),
   bonus (tenths; of a unit),
          bits: acted, fired, charging, under_fire, next_under_fire, tied (melee waits, charge.34), rallied,
   killed (commander),
          shown (chit seen by the enemy), moved_in (cavalry that moved this turn is `used` > 0), taken (gun
   stands taken by the enemy) */
enum tt_flag {
	UNIT_ACTED = 1,      /* moved, stood or charged this turn; a commander: rode */
	UNIT_FIRED = 2,      /* fired or held its fire this turn */
	UNIT_CHARGING = 4,   /* has declared a charge on `target` */
	UNIT_UNDER_FIRE = 8, /* guns stopped in the last turn (fcrt.33) */
	UNIT_STOPPED = 16,   /* stopped in this fire phase: its charge is off; guns are under fire next turn */
	UNIT_TIED = 32,      /* in a melee that goes on next turn with `target` (charge.34) */
	UNIT_RALLIED = 64,   /* in good order next turn (rally.4) */
	UNIT_GOING_ON = 128, /* has gone on after an overrun this phase (charge.31) */
};
/* `charge` of a unit. ROLLED: its D10 is thrown */
enum tt_spur { SPUR_SURPRISE = 1, SPUR_FURIA = 2, SPUR_FLANK = 4, SPUR_SUPPORTED = 8, SPUR_ROLLED = 16 };
enum tt_mark { /* flags of a commander, in the same byte */
	CHIEF_RODE = 1,
	CHIEF_DONE = 2,  /* his command has moved this turn */
	CHIEF_SHOWN = 4, /* his chit has been seen this turn */
	CHIEF_KILLED = 8,
	CHIEF_MISSED = 16, /* killed; MISSED: only this turn, so replaced from the next on (rally.5) */
};

struct tt_unit { /* a piece in the state */
	int32_t at;  /* PLACE_XY, PLACE_NONE = gone or not yet there, BOX_MARCH = to come */
	int16_t facing, used;
	int16_t target, from; /* NO_UNIT */
	uint8_t formation, stands, order, flags;
	union {
		struct {
			uint8_t chit, wanted;
		}; /* of a commander */
		struct {
			uint8_t charge, bonus;
		}; /* of a unit: enum tt_spur, what its charge brings along; tenths that its D10 added to its move in
		      this turn (charge.6) */
	};
	uint8_t result, back, losses, shaken; /* owed by the fire phase: the worst result (card.h), tenths,
	                                         stands, disorganised */
	uint8_t taken;                        /* gun stands lost to the enemy */
	uint8_t sighted; /* of cavalry: 1 more than the last enemy unit that moved into its sight in this turn
	                    (charge.4); 0: none */
};
#define BOX_MARCH PLACE_BOX(0)

struct state {
	struct game g; /* always first */
	struct tt_unit unit[TT_PIECES];
	int8_t held[TT_OBJECTIVES];
	uint8_t dim; /* comp.10b */
	uint8_t pad[7];
};

/* --- what lies on the agenda ---------------------------------------------------------------------------- */

enum tt_step {
	STEP_TURN,     /* stage: the phase that comes next */
	STEP_ORDERS,   /* load.orders */
	STEP_MOVEMENT, /* side: who is next; stage 0: initiative not yet rolled */
	STEP_COMMAND,  /* unit: the commander whose command moves */
	STEP_FIRE,     /* side: who fires; stage: how many sides have fired; unit: who is asked */
	STEP_EFFECTS,  /* load.effects */
	STEP_TOWN,     /* unit: foot in a town or works that may choose (fcrt.30) */
	STEP_COUNTER,  /* side: who may counter-charge (charge.4); stage: how many sides have */
	STEP_CHARGES,  /* side: who settles a charge next */
	STEP_MELEE,    /* unit: the target; other: the leading charger */
	STEP_GO_ON,    /* load.go_on: a charger overran somebody (charge.31) */
	STEP_RALLY,
	TT_STEPS
};

/* What a step carries, by its kind; the others name a piece or two. */
union load {
	/* next commander to be given a chit */
	struct {
		int16_t none[2];
		int32_t chief[SIDES];
	} orders;
	/* the next one whose owed results are applied */
	struct {
		int16_t none[2];
		int32_t piece, unused;
	} effects;
	/* where the beaten stood, and the way of the charge */
	struct {
		int16_t unit, beaten;
		int32_t place, facing;
	} go_on;
} STEP_OVERLAY;
STEP_PAYLOAD(union load)
enum { MELEE_RIDES, MELEE_FIGHTS };                  /* stages of STEP_MELEE */
enum { ORDERS_ASKED, ORDERS_CHOSEN, ORDERS_ROLLED }; /* of STEP_ORDERS */
enum { MOVEMENT_ROLLS, MOVEMENT_GOES };              /* of STEP_MOVEMENT */
enum tt_question {
	ASK_CHIT,
	ASK_COMMAND,
	ASK_MOVE,
	ASK_FIRE,
	ASK_TOWN,
	ASK_COUNTER,
	ASK_SETTLE,
	ASK_GO_ON,
	TT_QUESTIONS
};
/* names: chit command move fire town counter settle go_on */

/* Orders as they are written:
     chit COMMANDER assault          phase A, both sides at once, commander by commander
     activate COMMANDER              phase B: his command moves next
     move UNIT 412,233 90 column     its centre, facing and formation afterwards (open question: any is
   checked)
     stand UNIT                      stays as it is
     charge UNIT TARGET              declared in B, ridden and fought in D; also the answer to go_on
     ride COMMANDER 400,230
     done                            the command has moved; nothing more to counter-charge; does not go on
     fire UNIT TARGET                phase C, rolled at once, carried out when all have fired (open question)
     hold UNIT                       does not fire
     choose UNIT fall_back|disorganise|lose     fcrt.30
     counter UNIT TARGET             cavalry rides against a charging enemy (charge.4)
     settle TARGET                   the charges on this unit are fought out next (charge.5) */
enum tt_verb {
	VERB_CHIT,
	VERB_ACTIVATE,
	VERB_MOVE,
	VERB_STAND,
	VERB_CHARGE,
	VERB_RIDE,
	VERB_DONE,
	VERB_FIRE,
	VERB_HOLD,
	VERB_CHOOSE,
	VERB_COUNTER,
	VERB_SETTLE,
	TT_VERBS
};

/* orders movement fire charges rally */
enum tt_phase { PHASE_ORDERS, PHASE_MOVEMENT, PHASE_FIRE, PHASE_CHARGES, PHASE_RALLY, TT_PHASES };
/* reach arc command stands */
enum tt_overlay { SHOW_REACH, SHOW_ARC, SHOW_COMMAND, SHOW_STANDS, TT_OVERLAYS };
/* half_scale first_rank garrison_spared */
enum tt_option { OPTION_HALF_SCALE, OPTION_FIRST_RANK, OPTION_GARRISON_SPARED, TT_OPTIONS };
/* town counter */
enum tt_standing { STANDING_TOWN, STANDING_COUNTER, TT_STANDINGS };
/* badges of the view */
enum tt_badge {
	BADGE_ACTED = 1,
	BADGE_CHARGING = 2,
	BADGE_DISARRAYED = 4,
	BADGE_DISORGANISED = 8,
	BADGE_ROUTED = 16,
	BADGE_UNDER_FIRE = 32,
	BADGE_TIED = 64,
	BADGE_OUT = 128,
	/* out of command: can only hold (comp.9d) */ BADGE_FIRED = 256
};
/* slots: 0 stands "5/7", 1 MR or command rating, 2 order chit (own, or shown), 3 formation, 4 move left in
   inches, 5 weapon range in inches */

/* --- the const part: made by muster.c, shared by every clone (muster.own) ------------------------------- */

enum { TT_CHIEF = 3 }; /* `arm` of a commander, after the card's three */

struct tt_piece {
	uint8_t arm;                  /* enum card_arm, or TT_CHIEF */
	uint8_t side, weapon, morale; /* weapon: enum card_weapon, TT_UNARMED */
	uint8_t stands;               /* at full strength */
	uint8_t rifles,
		longs;      /* stands with rifles of their own in a brigade of muskets; Jaeger, who shoot to 8" */
	uint8_t rating; /* commander */
	uint8_t horse;  /* guns that move with the cavalry */
	int8_t melee;   /* what its nation adds */
	uint8_t french, italian;
	int16_t chief;           /* of a unit: its commander */
	int16_t corps, superior; /* of a commander: his corps commander (comp.9c), the next above him (comp.4c);
	                            NO_UNIT */
	int16_t group;           /* the corps' formation, whose losses count together (comp.13b) */
	uint8_t units;           /* commander: units under him */
	uint8_t first_chit;
	int16_t arrives; /* turn, 0 = there at the start */
	int32_t entry;   /* PLACE_XY */
	int16_t facing;
	uint8_t formation;
};
#define TT_UNARMED 255
#define TT_FRONT_MOST 6 /* stands side by side in a line of foot or horse; guns stand in one */

struct tt_shape {
	int32_t w, h, reach;
}; /* of a unit's block, tenths; its corners are no farther from its centre */
struct tt_objective {
	const char *name;
	int32_t at;
	int8_t held;
	uint8_t value;
};

struct tt_numbers { /* of tables.yaml beyond the card; tenths of an inch unless said */
	int32_t men, horse, guns, frontage, depth, tabletop_w, tabletop_h, metres,
		minutes; /* metres to the inch */
	int32_t arc, under_fire, support, against_one, partial;
	/* change: 1/n of the move */
	int32_t line, column, march, skirmish, cavalry, foot_guns, horse_guns, commander, change;
	int32_t slow, extra; /* woods: an inch counts as `slow`; slope, wall, ditch: tenths */
	int32_t brigade, division, superior;
	int32_t open, dim, into, contour, clear; /* contour: metres */
	int32_t stop, corps_broken, stand_points, gun_points, half_scale;
};

struct tt_book {
	struct card card;
	struct tt_numbers n;
	const struct tabletop *table;
	int first, turns, starts;
	bool half_scale, first_rank, garrison_spared;
	int units;                                  /* pieces 0 … units - 1 are units, the rest commanders */
	int from[SIDES + 1], chief_from[SIDES + 1]; /* units and commanders of a side lie together */
	struct tt_piece piece[TT_PIECES];
	struct tt_shape shape[2][TT_FORMATIONS][UINT8_MAX + 1]; /* [guns][formation][stands] */
	int objectives, objective_value;
	struct tt_objective objective[TT_OBJECTIVES];
	int weathers;
	const struct weather *weather;
};

static inline struct state *tt_of(struct game *g) { return (struct state *)g; }
static inline const struct state *tt_see(const struct game *g) { return (const struct state *)g; }
static inline const struct tt_book *tt_book(const struct play *p) { return p->m->own; }

/* The dice of the card. */
#define D6 6
#define D10 10
static inline int tt_less(int a, int b) { return a < b ? a : b; }
static inline int tt_more(int a, int b) { return a > b ? a : b; }

#define TT_SLOW (TABLETOP_WOODS | TABLETOP_ORCHARD | TABLETOP_MARSH)              /* comp.7a */
#define TT_LINES (TABLETOP_DITCH | TABLETOP_WALL | TABLETOP_SLOPE)                /* comp.7b */
#define TT_COVER (TABLETOP_WOODS | TABLETOP_TOWN | TABLETOP_FARM | TABLETOP_WORK) /* rifle.21 */
#define TT_BUILT (TABLETOP_TOWN | TABLETOP_FARM | TABLETOP_WORK)                  /* buildings and works */

/* muster.c, charts.c, troops.c: see mustering.h */
bool tt_muster(struct muster *m, const struct mustering *with);

/* board.c: who stands where */
static inline bool tt_on(const struct state *d, int unit) { return d->unit[unit].at >= 0; }
static inline bool tt_is_chief(const struct tt_book *b, int piece) { return b->piece[piece].arm == TT_CHIEF; }
static inline int tt_side(const struct tt_book *b, int piece) { return b->piece[piece].side; }
/* two places, squared */
static inline int tt_apart2(int a, int b)
{
	int dx = PLACE_X(a) - PLACE_X(b), dy = PLACE_Y(a) - PLACE_Y(b);
	return dx * dx + dy * dy;
}
/* whole tenths, rounded down */
static inline bool tt_apart_within(int a, int b, int tenths)
{
	return tt_apart2(a, b) < (int64_t)(tenths + 1) * (tenths + 1);
}
static inline bool tt_off(int a, int b, int tenths) /* farther apart than that along one of the table's edges:
                                                       sorts out what is far */
{
	unsigned most = 2 * (unsigned)tenths; /* one comparison for both ways */
	return (unsigned)(PLACE_X(a) - PLACE_X(b) + tenths) > most ||
	       (unsigned)(PLACE_Y(a) - PLACE_Y(b) + tenths) > most;
}
int tt_front(const struct tt_book *b, int unit, int formation, int stands); /* stands in the first rank */
static inline const struct tt_shape *tt_shape(const struct tt_book *b, int unit, int formation, int stands)
{
	return &b->shape[b->piece[unit].arm == CARD_ARTILLERY][formation][stands];
}
/* These two only spare a closer look at units that are far off: one from a block, one from a straight way.
   They never say so of a unit that touches it, since no unit's corner is farther than TT_CORNER from its
   centre. */
#define TT_CORNER 90   /* tenths */
#define TT_CENTRES 180 /* tenths that the centres of two units may be farther apart than the units */
static inline bool tt_off_block(const struct block *k, int at, int tenths)
{
	unsigned far = (unsigned)(tenths * BLOCK_FINE), most = 2 * far; /* one comparison for both ways */
	return (unsigned)(PLACE_X(at) * BLOCK_FINE - k->x) + far > most ||
	       (unsigned)(PLACE_Y(at) * BLOCK_FINE - k->y) + far > most;
}
/* most are without a look at their shape */
static inline bool tt_far_from(const struct tt_book *b, const struct state *d, int unit,
	const struct block *k)
{
	const struct tt_unit *u = &d->unit[unit];
	return tt_off_block(k, u->at, k->reach + TT_CORNER + 1) ||
	       tt_off_block(k, u->at, k->reach + tt_shape(b, unit, u->formation, u->stands)->reach + 1);
}
static inline bool tt_off_way(int at, const int from[2], const int to[2], int margin)
{
	int x = PLACE_X(at), y = PLACE_Y(at), far = margin + TT_CORNER + 1;
	return x < tt_less(from[0], to[0]) - far || x > tt_more(from[0], to[0]) + far ||
	       y < tt_less(from[1], to[1]) - far || y > tt_more(from[1], to[1]) + far;
}
/* nearer to high: a search by halves ends */
static inline int tt_halfway(int low, int high) { return low + (high - low + 1) / 2; }
#define TT_ANY 1                           /* one found is enough to know that there is one */
void tt_measure_shapes(struct tt_book *b); /* at muster */
static inline struct block tt_block_as(const struct tt_book *b, int unit, int at, int facing, int formation,
	int stands)
{
	const struct tt_shape *s = tt_shape(b, unit, formation, stands);
	return (struct block){PLACE_X(at) * BLOCK_FINE, PLACE_Y(at) * BLOCK_FINE, sine(facing), cosine(facing),
		s->w * BLOCK_FINE / 2, s->h * BLOCK_FINE / 2, s->reach};
}
static inline struct block tt_block(const struct tt_book *b, const struct state *d, int unit)
{
	const struct tt_unit *u = &d->unit[unit];
	return tt_block_as(b, unit, u->at, u->facing, u->formation, u->stands);
}
int tt_gap(const struct tt_book *b, const struct state *d, int one, int other); /* tenths between two units */
bool tt_block_near(const struct tt_book *b, const struct state *d, int unit, int place, int tenths);
/* what lies under its centre */
unsigned tt_lies(const struct tt_book *b, const struct state *d, int unit);
bool tt_in_works(const struct tt_book *b, const struct state *d, int unit);
/* neither disorganised nor routed */
bool tt_formed(const struct state *d, int unit);
/* a commander of its side */
bool tt_near_chief(const struct tt_book *b, const struct state *d, int unit, int tenths, int *who);
/* a unit, NO_UNIT */
int tt_overlapping(const struct tt_book *b, const struct state *d, int but, const struct block *k);
/* nearest; PLACE_NONE */
int tt_free_place(const struct tt_book *b, const struct state *d, int unit, int at, int facing,
	int formation);
/* by centres; NO_UNIT */
int tt_nearest_enemy(const struct tt_book *b, const struct state *d, int side, int at, int *tenths);
/* Is a unit's block not farther from a place than that? The centre alone decides most, and just as
   tt_block_near would. */
static inline bool tt_near_place(const struct tt_book *b, const struct state *d, int unit, int place,
	int tenths)
{
	const struct tt_unit *u = &d->unit[unit];
	if (tt_off(u->at, place, tt_shape(b, unit, u->formation, u->stands)->reach + tenths + 2)) return false;
	return tt_apart2(u->at, place) <= (int64_t)tenths * tenths || tt_block_near(b, d, unit, place, tenths);
}
void tt_remove(const struct play *p, struct state *d, int unit);
void tt_lose(const struct play *p, struct state *d, int unit, int stands, const char *rule);
void tt_disorganise(const struct play *p, struct state *d, int unit, const char *rule);

/* sight.c: comp.10 */
bool tt_sees(const struct tt_book *b, const struct state *d, int unit, int target, struct refusal *r);
/* near points */
bool tt_clear_between(const struct tt_book *b, const struct state *d, int tenths, const int at[2],
	const int end[2], struct refusal *r);
bool tt_sees_place(const struct tt_book *b, const struct state *d, int x0, int y0, int x1, int y1,
	struct refusal *r);

/* command.c: comp.4, comp.9, comp.13 */
step_work tt_orders_step;
int tt_chief_asked(const struct state *d, int side); /* whose order is due */
answer_list tt_list_chits;
answer_may tt_may_chit;
answer_carry tt_do_chit;
/* does his command get orders at all */
bool tt_commanded(const struct tt_book *b, const struct state *d, int chief);
bool tt_corps_broken(const struct tt_book *b, const struct state *d, int chief); /* comp.13b */
/* the chit a unit acts by: Hold if out of reach */
int tt_obeys(const struct tt_book *b, const struct state *d, int unit);
bool tt_out_of_command(const struct tt_book *b, const struct state *d, int unit);
int tt_rating(const struct tt_book *b, const struct state *d, int chief);
void tt_mask(const struct play *p, struct game *g, int side, struct rng *rng);
bool tt_guesses(const struct muster *m);

/* movement.c: comp.5 to comp.8, comp.11 */
step_work tt_movement_step, tt_command_step;
answer_list tt_list_commands, tt_list_moves;
answer_may tt_may_activate, tt_may_move, tt_may_stand, tt_may_ride;
answer_carry tt_do_activate, tt_do_move, tt_do_stand, tt_do_ride, tt_do_done;
struct tt_cost {
	int tenths, allowance;
	struct tabletop_way way;
};
int tt_pace(const struct tt_book *b, int unit, int formation, bool on_road); /* inches a turn, in tenths */
int tt_allowance(const struct tt_book *b, const struct state *d, int unit);  /* as it stands now */
enum tt_verdict {
	MOVE_FINE,
	MOVE_FAR,
	MOVE_HINDERED,
	MOVE_NOT
}; /* too far; somebody or something in the way; never like that */
/* measure.c */
enum tt_verdict tt_weigh_move(const struct tt_book *b, const struct state *d, const struct order *o,
	struct tt_cost *c, struct refusal *r);
/* the same for a unit that is known to act by that chit */
enum tt_verdict tt_weigh_under(const struct tt_book *b, const struct state *d, const struct order *o,
	int chit, struct tt_cost *c, struct refusal *r);
const char *tt_inches(int tenths, char out[16]); /* "8.4" */
/* can be given an order in movement at all */
bool tt_may_act(const struct tt_book *b, const struct state *d, int unit);
/* a unit that has not acted, or the commander; NO_UNIT */
int tt_next_mover(const struct tt_book *b, const struct state *d, int chief);
/* candidates.c */
void tt_candidates(const struct play *p, const struct state *d, int unit, struct orders *o);

/* fire.c, shot.c: art, rifle, comp.12 */
step_work tt_fire_step;
answer_list tt_list_fire;
answer_may tt_may_fire, tt_may_hold;
answer_carry tt_do_fire, tt_do_hold;
#define TT_FIRING 12 /* stands in a first rank, at most: guns */
#define TT_PARTS 6   /* of a volley: stands at different ranges, or with different weapons (AMB-23) */
struct tt_volley {
	int parts, range[TT_PARTS];
	struct card_shot shot[TT_PARTS];
}; /* the nearest first */
/* h NULL: only whether */
bool tt_shot(const struct tt_book *b, const struct state *d, int unit, int target, struct tt_volley *v,
	struct card_hit *h, struct refusal *r);
int tt_range_of(const struct tt_book *b, int unit);
bool tt_in_arc(const struct tt_book *b, const struct state *d, int unit, int target); /* comp.10f */
/* a die that a piece rolls */
int tt_roll_for(const struct play *p, struct state *d, int who, int sides, const char *rule, const char *why);
void tt_tell_list(const struct play *p, const struct card_list *l, int side, int who);

/* effects.c, retreat.c: fcrt */
step_work tt_effects_step, tt_town_step;
answer_list tt_list_town;
answer_may tt_may_choose;
answer_carry tt_do_choose;
extern const char *const tt_choice_names[];
void tt_tell_killed(const struct play *p, const struct state *d, int chief, const char *rule);
void tt_remove_chief(struct state *d, int chief);
/* a commander goes with a unit */
void tt_take_along(const struct tt_book *b, struct state *d, int chief, int from, int to);
void tt_fall_back(const struct play *p, struct state *d, int unit, int from, int tenths, bool rout,
	const char *rule);
answer_usual tt_usual_town, tt_usual_counter;

/* charge.c: charge.1 to charge.8; contact.c: charge.9; melee.c: the rest */
step_work tt_counter_step, tt_charges_step, tt_melee_step, tt_go_on_step;
answer_list tt_list_counter, tt_list_settle, tt_list_go_on;
answer_may tt_may_charge, tt_may_counter, tt_may_settle;
answer_carry tt_do_charge, tt_do_counter, tt_do_settle;
/* hopes: for all of its charge bonus */
bool tt_can_charge(const struct tt_book *b, const struct state *d, int unit, int target, bool hopes,
	struct refusal *r);
/* what the way to it costs */
int tt_charge_way(const struct tt_book *b, const struct state *d, int unit, int target, bool *wet);
void tt_break_off(struct state *d, int unit); /* forgets its charge, but for the bonus it rolled */
bool tt_foretell(const struct play *p, struct game *clone, int side, const struct order *o,
	struct order *then);
/* the first that charges it; NO_UNIT */
int tt_charger_of(const struct tt_book *b, const struct state *d, int target);
/* no enemy is in the way */
bool tt_way_open(const struct tt_book *b, const struct state *d, int unit, int target, int reach,
	struct refusal *r);
/* into contact; false: it falls short */
bool tt_ride_home(const struct play *p, struct state *d, int unit, int target, int reach);
/* so far at most, without contact */
void tt_ride_towards(const struct play *p, struct state *d, int unit, int target, int far, int reach);
/* with the bonus it has rolled */
int tt_charge_reach(const struct tt_book *b, const struct state *d, int unit);
/* how far a charger comes until that cavalry can meet it; -1: it cannot */
int tt_way_to_meet(const struct tt_book *b, const struct state *d, int unit, int charger);
bool tt_supported(const struct tt_book *b, const struct state *d, int unit);
/* it would charge its flank or rear */
bool tt_at_flank(const struct tt_book *b, const struct state *d, int unit, int target);
bool tt_rides_at(const struct state *d, int unit, int target); /* charges it, or goes on fighting it */
#define MELEE_CONTINUED 1                                      /* flag of a step */
/* The fight as the card wants it; `spur`: what the lead is supposed to bring along besides (enum tt_spur). */
void tt_melee_of(const struct tt_book *b, const struct state *d, int target, int lead, int spur,
	bool continued, struct card_melee *m);

/* rally.c, victory.c, judge.c */
step_work tt_rally_step;
bool tt_is_core(const struct tt_book *b, const struct state *d, int unit); /* a Core Morale Unit */
void tt_begin_turn(const struct play *p, struct state *d);
void tt_end_turn(const struct play *p, struct state *d);
void tt_take_objectives(const struct play *p, struct state *d);
int tt_acting(const struct game *g);
enum scope tt_scope(const struct muster *m, const struct game *root, const struct game *now, int side,
	int asked);
void tt_spare(const struct muster *m, struct game *g, int side);
bool tt_offhand(const struct play *p, const struct game *g, int side, struct order *o);
void tt_features(const struct play *p, const struct game *g, struct features *f);
int tt_score(const struct play *p, const struct game *g, int side);
void tt_would_hold(const struct tt_book *b, const struct state *d, int8_t holder[TT_OBJECTIVES]);
int tt_lost(const struct play *p, const struct game *g, int piece);
int tt_worth(const struct muster *m, int piece);

/* sound.c */
void tt_sound(const struct play *p, const struct game *g, struct text *wrong);
bool tt_stage(const struct play *p, struct game *g, int side, int phase);
void tt_settle(const struct play *p, struct game *g);
extern const struct umpire tt_umpire; /* umpire.c: what players may change by hand */

/* view.c, tell.c, outline.c */
void tt_view(const struct play *p, const struct game *g, int side, struct view *v);
void tt_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s);
const char *tt_cell_words(bool guns, int band, int points); /* "2 stands at close range" */
const char *tt_row_words(int morale);                       /* "the row of MR 7" */
void tt_tell(const struct muster *m, const struct event *e, struct text *t);
/* Of 360 throws (charge bonus and surprise, or furia; and two D6) how many the charger wins and how many are
   ties, as things stand now. */
void tt_odds_of_charge(const struct tt_book *b, const struct state *d, int unit, int target, int *wins,
	int *ties);
int tt_outline(const struct play *p, const struct game *g, int side, int overlay, int unit, struct shape *out,
	int most);
bool tt_sight(const struct play *p, const struct game *g, int unit, int from, int to, struct refusal *r);
void tt_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o);

#endif
