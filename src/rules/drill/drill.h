/* Drill: the smallest legal rule system, and the one to copy. Two sides of brigades march, fire, fall back
   and break on hexes of a kilometre. It is a poor game on purpose; but every part of engine/rules.h is used
   once, in the plainest way we know. Its rules are in data/rules/drill/rules.md, and each function that
   enforces one cites its number.

   Only the files of this folder include this header. */
#ifndef DRILL_H
#define DRILL_H

#include "engine/rules.h"
#include "log.h"

#define UNITS_MOST 200

/* --- the const part: made by muster.c, shared by every clone (muster.own) ------------------------------- */

/* arrives: turn, 0 = there at the start */
struct drill_unit {
	uint8_t arm, strength, allowance, range;
	int16_t arrives, entry;
};

#define RANGE_MOST 3
#define FIELD_MOST 36 /* hexes within RANGE_MOST */
/* hexes seen; the first n[r] are within r */
struct drill_field {
	uint8_t n[RANGE_MOST + 1];
	int16_t hex[FIELD_MOST];
};

struct drill_objective {
	const char *name;
	int16_t hex;
	int8_t held;
	uint8_t value;
};

struct drill_book {
	const struct hexmap *map;
	int from[SIDES + 1]; /* the units of a side are from[side] … from[side + 1] - 1 */
	int first;           /* the side that begins a turn */
	int turns, starts, turn_minutes;
	int hit_on, cover; /* 5.3, 5.4 */
	struct drill_unit unit[UNITS_MOST];
	const bool *open;                /* [hex] land, within the scenario's area */
	const uint8_t *cost;             /* [hex * 6 + direction] to enter the neighbour; 0 = closed (4.2, 4.3) */
	const bool *shelter;             /* [hex] gives cover (5.4) */
	const struct drill_field *field; /* [hex] of fire (5.1, 5.2) */
	int objectives, objective_value;
	const struct drill_objective *objective;
};

/* --- the state: everything that undo would restore ------------------------------------------------------ */

enum {
	UNIT_MOVED = 1,
	UNIT_FIRED = 2,
	UNIT_PLAIN = 4
}; /* PLAIN: seen to be no guard, by falling back or dying */
#define BOX_MARCH PLACE_BOX(0)

struct drill_spot {
	uint8_t on;
	int8_t held;
}; /* on: the unit there + 1, derived from `at`; held: an objective's side */

struct state {
	struct game g; /* always first */
	int16_t at[UNITS_MOST];
	uint8_t strength[UNITS_MOST], flags[UNITS_MOST];
	int16_t guard[SIDES];
	uint8_t guard_shown[SIDES], gone[SIDES], broken[SIDES]; /* gone: units destroyed, derived from
	                                                           `strength` */
	uint8_t pad[6];
	struct drill_spot spot[]; /* as many as the map has hexes: muster.state_bytes says how long the state
	                             is */
};

static inline struct state *drill_of(struct game *g) { return (struct state *)g; }
static inline const struct state *drill_see(const struct game *g) { return (const struct state *)g; }
static inline const struct drill_book *drill_book(const struct play *p) { return p->m->own; }
static inline int drill_side(const struct drill_book *b, int unit) { return unit >= b->from[1]; }
static inline int drill_on(const struct state *d, int hex) { return d->spot[hex].on - 1; } /* NO_UNIT */

/* What lies on the agenda. From the bottom: TURN, a phase, and what happens in it. */
enum drill_step {
	STEP_DEPLOY,
	STEP_TURN,
	STEP_MOVE,
	STEP_FIRE,
	STEP_MARCH,
	STEP_OPPOSE,
	STEP_SHOT,
	STEP_FALL_BACK,
	STEP_BREAK,
	DRILL_STEPS
};
/* What a step carries, by its kind. */
union load {
	struct {
		int16_t unit, none;
		int32_t points, unused;
	} march; /* who marches, and the points it has left */
	struct {
		int16_t none, target;
		int32_t unused[2];
	} oppose; /* who came near */
	struct {
		int16_t unit, target;
		int32_t unused[2];
	} shot;
	struct {
		int16_t unit, from;
		int32_t unused[2];
	} fall_back; /* who falls back, away from whom */
} STEP_OVERLAY;
STEP_PAYLOAD(union load)

enum drill_question { ASK_GUARD, ASK_MARCH, ASK_STEP, ASK_OPPOSE, ASK_FIRE, ASK_FALL_BACK, DRILL_QUESTIONS };
enum drill_verb {
	VERB_GUARD,
	VERB_MARCH,
	VERB_STEP,
	VERB_HALT,
	VERB_FIRE,
	VERB_HOLD,
	VERB_FALL_BACK,
	VERB_DONE,
	DRILL_VERBS
};
enum { DEFENCE_ASK, DEFENCE_FIRE, DEFENCE_HOLD }; /* the standing order "defence" */
enum drill_phase { PHASE_DEPLOY, PHASE_MOVE, PHASE_FIRE, DRILL_PHASES };
enum drill_overlay { SHOW_REACH, SHOW_FIRE, SHOW_ZONES, DRILL_OVERLAYS };
enum drill_badge { BADGE_GUARD = 1, BADGE_MOVED = 2, BADGE_FIRED = 4 };

/* drill.c: 3 */
step_work drill_turn;
answer_carry drill_do_done;

/* muster.c */
bool drill_muster(struct muster *m, const struct mustering *with);
int drill_nearest_free(const struct play *p, const struct state *d, int hex, int side); /* HEX_NONE */

/* guard.c: 2 */
step_work drill_deploy;
answer_may drill_may_guard;
answer_carry drill_do_guard;
answer_list drill_list_guards;
void drill_show_guard(const struct play *p, struct state *d, int side);
void drill_mask(const struct play *p, struct game *g, int side, struct rng *rng);

/* move.c: 1.4, 4 */
void drill_put(struct state *d, int unit, int place);
bool drill_beside_enemy(const struct drill_book *b, const struct state *d, int hex, int side);
step_work drill_move, drill_march, drill_oppose;
answer_may drill_may_march, drill_may_step;
answer_carry drill_do_march, drill_do_step, drill_do_halt;
answer_list drill_list_marches, drill_list_steps, drill_list_opposers;
answer_usual drill_usual_opposer;
step_cleanup drill_end_march;
void drill_reach(const struct play *p, const struct state *d, int unit, int16_t *value);

/* fire.c: 5 */
bool drill_sees(const struct hexmap *map, const bool *shelter, int from, int to, struct refusal *r);
step_work drill_fire, drill_shot, drill_fall_back;
answer_may drill_may_fire, drill_may_fall_back;
answer_carry drill_do_fire, drill_do_fall_back;
answer_list drill_list_fire, drill_list_fall_backs;
answer_usual drill_usual_fall_back;
void drill_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o);

/* victory.c: 3.3, 6, 7 */
step_work drill_break, drill_end_turn;
void drill_destroyed(const struct play *p, struct state *d, int side);
void drill_features(const struct play *p, const struct game *g, struct features *f);
int drill_score(const struct play *p, const struct game *g, int side);
int drill_lost(const struct play *p, const struct game *g, int piece);
int drill_worth(const struct muster *m, int piece);

/* sound.c: for cases and tests */
void drill_sound(const struct play *p, const struct game *g, struct text *wrong);
bool drill_stage(const struct play *p, struct game *g, int side, int phase);
void drill_settle(const struct play *p, struct game *g);
extern const struct umpire drill_umpire; /* umpire.c: what players may change by hand */

/* words.c */
void drill_view(const struct play *p, const struct game *g, int side, struct view *v);
void drill_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s);
void drill_tell(const struct muster *m, const struct event *e, struct text *t);
void drill_show(const struct play *p, const struct game *g, int side, int overlay, int unit, int16_t *value);

#endif
