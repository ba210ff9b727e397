/* The exported symbol, what drill declares, and its sequence of play (3). A player's answer goes through two
   tables: each question has its list and its usual answer, and each row of `answers` says which verb answers
   which question, whether it may and who carries it out. Everything else is in the file named after its
   chapter. */
#include "drill.h"
#include "engine/rules_mind.h"
#include "engine/rules_words.h"
#include "engine/rules_proof.h"

/* --- declarations --------------------------------------------------------------------------------------- */

static const struct verb verbs[DRILL_VERBS] = {
	[VERB_GUARD] = {.name = "guard", .takes_unit = true},
	[VERB_MARCH] = {.name = "march", .takes_unit = true},
	[VERB_STEP] = {.name = "step", .takes_unit = true, .a = ARG_PLACE},
	[VERB_HALT] = {.name = "halt"},
	[VERB_FIRE] = {.name = "fire", .takes_unit = true, .a = ARG_UNIT},
	[VERB_HOLD] = {.name = "hold"},
	[VERB_FALL_BACK] = {.name = "fall_back", .takes_unit = true, .a = ARG_PLACE},
	[VERB_DONE] = {.name = "done"},
};

static const struct question questions[DRILL_QUESTIONS] = {
	/* ALWAYS: a side with one unit has one answer, but answering for it at once would tell the other side
	   that. */
	[ASK_GUARD] = {"guard", "Which unit is your guard?", "2.1", QUESTION_ALWAYS, 0, drill_list_guards},
	[ASK_MARCH] = {"march", "Which unit marches?", "3.2", 0, 0, drill_list_marches},
	[ASK_STEP] = {"step", "Where does it step?", "4.1", 0, 0, drill_list_steps},
	[ASK_OPPOSE] = {"oppose", "Who fires at the unit that came near?", "4.5", QUESTION_MINOR, 1,
		drill_list_opposers, drill_usual_opposer},
	[ASK_FIRE] = {"fire", "Who fires at whom?", "5.1", 0, 0, drill_list_fire},
	[ASK_FALL_BACK] = {"fall_back", "Where does it fall back to?", "5.6", QUESTION_MINOR, 2,
		drill_list_fall_backs, drill_usual_fall_back},
};

static const struct answer answers[] = {
	{ASK_GUARD, VERB_GUARD, drill_may_guard, drill_do_guard},
	{ASK_MARCH, VERB_MARCH, drill_may_march, drill_do_march},
	{ASK_MARCH, VERB_DONE, NULL, drill_do_done},
	{ASK_STEP, VERB_STEP, drill_may_step, drill_do_step},
	{ASK_STEP, VERB_HALT, NULL, drill_do_halt},
	{ASK_OPPOSE, VERB_FIRE, drill_may_fire, drill_do_fire},
	{ASK_OPPOSE, VERB_HOLD, NULL, drill_do_done},
	{ASK_FIRE, VERB_FIRE, drill_may_fire, drill_do_fire},
	{ASK_FIRE, VERB_DONE, NULL, drill_do_done},
	{ASK_FALL_BACK, VERB_FALL_BACK, drill_may_fall_back, drill_do_fall_back},
};

static const struct step_kind steps[DRILL_STEPS] = {
	[STEP_DEPLOY] = {drill_deploy},
	[STEP_TURN] = {drill_turn},
	[STEP_MOVE] = {drill_move},
	[STEP_FIRE] = {drill_fire},
	[STEP_MARCH] = {drill_march, drill_end_march}, /* a march that a breaking side cuts short (6.2) is over
	                                                  like any other */
	[STEP_OPPOSE] = {drill_oppose},
	[STEP_SHOT] = {drill_shot},
	[STEP_FALL_BACK] = {drill_fall_back},
	[STEP_BREAK] = {drill_break},
};

static const struct standing standings[] = {
	{"defence", "Defensive fire", (const char *const[]){"ask", "fire", "hold", NULL}, 1},
	{"retreat", "Falling back", (const char *const[]){"ask", "shelter", NULL}, 0},
};

static const struct option options[] = {
	{"secret_guard", "Guards stay secret until they stand", "2.3", 0, 1, 1}};

static const struct overlay overlays[DRILL_OVERLAYS] = {
	[SHOW_REACH] = {"reach", "Where it can march", true},
	[SHOW_FIRE] = {"fire", "Where it can fire", true},
	[SHOW_ZONES] = {"zones", "Hexes beside an enemy", false},
};

static const char *const phases[DRILL_PHASES] =
	{[PHASE_DEPLOY] = "deploy", [PHASE_MOVE] = "move", [PHASE_FIRE] = "fire"};

#define PIECE(name, type, member, ...) \
	{name, FIELD_PIECE, type, offsetof(struct state, member), sizeof(((struct state *)0)->member[0]), \
		__VA_ARGS__}
#define SIDE(name, type, member, ...) \
	{name, FIELD_SIDE, type, offsetof(struct state, member), sizeof(((struct state *)0)->member[0]), \
		__VA_ARGS__}
static const struct field fields[] = {
	{"turn", FIELD_GAME, FIELD_I16, offsetof(struct state, g.turn), 0, .value = VALUE_NUMBER},
	PIECE("at", FIELD_I16, at, .value = VALUE_PLACE),
	PIECE("strength", FIELD_U8, strength, .value = VALUE_NUMBER),
	PIECE("moved", FIELD_BIT, flags, .bit = UNIT_MOVED, .value = VALUE_BOOL),
	PIECE("fired", FIELD_BIT, flags, .bit = UNIT_FIRED, .value = VALUE_BOOL),
	SIDE("guard", FIELD_I16, guard, .value = VALUE_UNIT, .secret = true),
	SIDE("guard_shown", FIELD_U8, guard_shown, .value = VALUE_BOOL),
	SIDE("gone", FIELD_U8, gone, .value = VALUE_NUMBER),
	SIDE("broken", FIELD_U8, broken, .value = VALUE_BOOL),
	{"held", FIELD_PLACE, FIELD_I8, offsetof(struct state, spot) + offsetof(struct drill_spot, held),
		sizeof(struct drill_spot), .value = VALUE_SIDE},
};

static const struct sign slots[] = {
	{"strength", "Strength: a die each, and the hits it can take", "1.2", "S"}, {NULL, NULL, NULL, NULL}};
static const struct sign badges[] = {{"guard", "The guard: does not fall back", "2.2", "G"},
	{"moved", "Has marched", "3.2", "m"}, {"fired", "Has fired", "3.2", "f"}, {NULL, NULL, NULL, NULL}};
static const struct sign marks[] = {{"objective", "Objective", "7.1", "*"}, {NULL, NULL, NULL, NULL}};
static const struct signs signs = {slots, badges, marks};

static const struct event_kind events[] = {DRILL_EVENTS(EVENT_KIND){NULL}};

/* --- the sequence of play ------------------------------------------------------------------------------- */

static void drill_begin(const struct play *p, struct game *g)
{
	struct state *d = drill_of(g);
	const struct drill_book *b = drill_book(p);
	for (int side = 0; side < SIDES; side++) d->guard[side] = NO_UNIT;
	for (int hex = 0; hex < b->map->count; hex++) d->spot[hex].held = NOBODY;
	for (int i = 0; i < b->objectives; i++) d->spot[b->objective[i].hex].held = b->objective[i].held;
	for (int u = 0; u < UNITS_MOST; u++) d->at[u] = PLACE_NONE;
	for (int u = 0; u < p->m->pieces; u++) {
		d->strength[u] = b->unit[u].strength;
		/* 1.3, 1.4 */
		drill_put(d, u, b->unit[u].arrives ? BOX_MARCH : drill_nearest_free(p, d, b->unit[u].entry, NOBODY));
	}
	g->turn = 1;
	agenda_push(g, (struct step){.kind = STEP_TURN});
	agenda_push(g, (struct step){.kind = STEP_DEPLOY});
}

/* 3.1: the first side moves and fires, then the other. The stage is moved on before the phase is pushed, so
   that whoever unwinds to this step (6.2) finds the next phase here. */
void drill_turn(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	if (s->stage == 4) {
		drill_end_turn(p, d);
		return;
	}
	int side = (drill_book(p)->first + s->stage / 2) % SIDES;
	uint8_t kind = s->stage % 2 ? STEP_FIRE : STEP_MOVE;
	d->g.active = (uint8_t)side;
	s->stage++;
	agenda_push(&d->g, (struct step){.kind = kind, .side = (uint8_t)side});
}

/* `done` ends a phase, `hold` an opposing fire: its step is on top whenever it is asked. */
void drill_do_done(const struct play *p, struct state *d, int side, const struct order *o)
{
	agenda_done(&d->g);
}

static bool drill_sight(const struct play *p, const struct game *g, int unit, int from, int to,
	struct refusal *r)
{
	return drill_sees(drill_book(p)->map, drill_book(p)->shelter, from, to, r);
}

extern const struct rules drill_rules;
static const struct rules_mind mind = {.features = drill_features,
	.lost = drill_lost,
	.score = drill_score,
	.worth = drill_worth};
static const struct rules_words words = {.view = drill_view,
	.say = drill_say,
	.tell = drill_tell,
	.show = drill_show,
	.sight = drill_sight,
	.threats = drill_threats};
static const struct rules_proof proof = {.sound = drill_sound, .stage = drill_stage, .settle = drill_settle};

const struct rules drill_rules = {
	.id = "drill",
	.title = "Drill",
	.subtitle = "The template",
	.text =
		"The smallest rule system there is: march, fire, fall back, break. It plays any battle in a few minutes and shows "
		"how a rule system is written.",
	.version = 1,
	.difficulty = 1,
	.turn_name = "turn",
	SYSTEM_TABLES,
	.umpire = &drill_umpire,
	.signs = &signs,
	.muster = drill_muster,
	.begin = drill_begin,
	.mask = drill_mask,
	.mind = &mind,
	.words = &words,
	.proof = &proof,
};
