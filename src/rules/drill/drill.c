/* The exported symbol, what drill declares, and its sequence of play (3). A player's answer goes through three tables:
   which question lists what, which verb answers which question, and who carries it out. Everything else is in the
   file named after its chapter. */
#include "drill.h"
#include "engine/rules_mind.h"
#include "engine/rules_words.h"
#include "engine/rules_proof.h"

/* --- declarations ----------------------------------------------------------------------------------------------- */

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
	/* ALWAYS: a side with one unit has one answer, but answering for it at once would tell the other side that. */
	[ASK_GUARD] = {"guard", "Which unit is your guard?", "2.1", QUESTION_ALWAYS, 0},
	[ASK_MARCH] = {"march", "Which unit marches?", "3.2", 0, 0},
	[ASK_STEP] = {"step", "Where does it step?", "4.1", 0, 0},
	[ASK_OPPOSE] = {"oppose", "Who fires at the unit that came near?", "4.5", QUESTION_MINOR, 1},
	[ASK_FIRE] = {"fire", "Who fires at whom?", "5.1", 0, 0},
	[ASK_FALL_BACK] = {"fall_back", "Where does it fall back to?", "5.6", QUESTION_MINOR, 2},
};

static const struct standing standings[] = {
	{"defence", "Defensive fire", (const char *const[]){"ask", "fire", "hold", NULL}, 1},
	{"retreat", "Falling back", (const char *const[]){"ask", "shelter", NULL}, 0},
};

static const struct option options[] = {{"secret_guard", "Guards stay secret until they stand", "2.3", 0, 1, 1}};

static const struct overlay overlays[DRILL_OVERLAYS] = {
	[SHOW_REACH] = {"reach", "Where it can march", true},
	[SHOW_FIRE] = {"fire", "Where it can fire", true},
	[SHOW_ZONES] = {"zones", "Hexes beside an enemy", false},
};

static const char *const phases[DRILL_PHASES] = {[PHASE_DEPLOY] = "deploy", [PHASE_MOVE] = "move", [PHASE_FIRE] = "fire"};

#define PIECE(name, type, member, ...) {name, FIELD_PIECE, type, offsetof(struct drill, member), sizeof(((struct drill *)0)->member[0]), __VA_ARGS__}
#define SIDE(name, type, member, ...) {name, FIELD_SIDE, type, offsetof(struct drill, member), sizeof(((struct drill *)0)->member[0]), __VA_ARGS__}
static const struct field fields[] = {
	{"turn", FIELD_GAME, FIELD_I16, offsetof(struct drill, game.turn), 0, .value = VALUE_NUMBER},
	PIECE("at", FIELD_I16, at, .value = VALUE_PLACE),
	PIECE("strength", FIELD_U8, strength, .value = VALUE_NUMBER),
	PIECE("moved", FIELD_BIT, flags, .bit = UNIT_MOVED, .value = VALUE_BOOL),
	PIECE("fired", FIELD_BIT, flags, .bit = UNIT_FIRED, .value = VALUE_BOOL),
	SIDE("guard", FIELD_I16, guard, .value = VALUE_UNIT, .secret = true),
	SIDE("guard_shown", FIELD_U8, guard_shown, .value = VALUE_BOOL),
	SIDE("gone", FIELD_U8, gone, .value = VALUE_NUMBER),
	SIDE("broken", FIELD_U8, broken, .value = VALUE_BOOL),
	{"held", FIELD_PLACE, FIELD_I8, offsetof(struct drill, spot) + offsetof(struct drill_spot, held), sizeof(struct drill_spot),
	 .value = VALUE_SIDE},
};

static const struct sign slots[] = {{"strength", "Strength: a die each, and the hits it can take", "1.2", "S"}, {NULL, NULL, NULL, NULL}};
static const struct sign badges[] = {
	{"guard", "The guard: does not fall back", "2.2", "G"}, {"moved", "Has marched", "3.2", "m"}, {"fired", "Has fired", "3.2", "f"}, {NULL, NULL, NULL, NULL}};
static const struct sign marks[] = {{"objective", "Objective", "7.1", "*"}, {NULL, NULL, NULL, NULL}};
static const struct signs signs = {slots, badges, marks};

static const struct event_kind events[] = { /* in the order of enum drill_event; true: an outcome that odds count */
	{"turn", false}, {"arrived", false}, {"stepped", false}, {"halted", false}, {"fired", false}, {"hits", true}, {"destroyed", true},
	{"fell_back", true}, {"stood", true}, {"guard", false}, {"broke", true}, {"taken", true}, {"ended", true}, {NULL, false}};

/* --- the sequence of play --------------------------------------------------------------------------------------- */

static void drill_begin(const struct play *p, struct game *g)
{
	struct drill *d = drill_of(g);
	const struct drill_book *b = drill_book(p);
	for (int side = 0; side < SIDES; side++)
		d->guard[side] = NO_UNIT;
	for (int hex = 0; hex < b->map->count; hex++)
		d->spot[hex].held = NOBODY;
	for (int i = 0; i < b->objectives; i++)
		d->spot[b->objective[i].hex].held = b->objective[i].held;
	for (int u = 0; u < UNITS_MOST; u++)
		d->at[u] = PLACE_NONE;
	for (int u = 0; u < p->m->pieces; u++) {
		d->strength[u] = b->unit[u].strength;
		drill_put(d, u, b->unit[u].arrives ? BOX_MARCH : drill_nearest_free(p, d, b->unit[u].entry, NOBODY)); /* 1.3, 1.4 */
	}
	g->turn = 1;
	agenda_push(g, (struct step){.kind = STEP_TURN});
	agenda_push(g, (struct step){.kind = STEP_DEPLOY});
}

/* 3.1: the first side moves and fires, then the other. The stage is moved on before the phase is pushed, so that
   whoever unwinds to this step (6.2) finds the next phase here. */
static void drill_turn(const struct play *p, struct game *g)
{
	struct step *s = agenda_top(g);
	if (s->stage == 4) {
		drill_end_turn(p, g);
		return;
	}
	int side = (drill_book(p)->first + s->stage / 2) % SIDES;
	uint8_t kind = s->stage % 2 ? STEP_FIRE : STEP_MOVE;
	g->active = (uint8_t)side;
	s->stage++;
	agenda_push(g, (struct step){.kind = kind, .side = (uint8_t)side});
}

static drill_work *const work[DRILL_STEPS] = {
	[STEP_DEPLOY] = drill_deploy, [STEP_TURN] = drill_turn, [STEP_MOVE] = drill_move, [STEP_FIRE] = drill_fire,
	[STEP_MARCH] = drill_march, [STEP_OPPOSE] = drill_oppose, [STEP_SHOT] = drill_shot, [STEP_FALL_BACK] = drill_fall_back,
	[STEP_BREAK] = drill_break,
};

static void drill_step(const struct play *p, struct game *g) { work[agenda_see(g)->kind](p, g); }

/* A march that a breaking side cuts short (6.2) is over like any other. */
static void drill_cleanup(const struct play *p, struct game *g, const struct step *s)
{
	if (s->kind == STEP_MARCH)
		drill_end_march(p, drill_of(g), s);
}

/* --- answers ------------------------------------------------------------------------------------------------------ */

static drill_list *const list[DRILL_QUESTIONS] = {
	[ASK_GUARD] = drill_list_guards, [ASK_MARCH] = drill_list_marches, [ASK_STEP] = drill_list_steps,
	[ASK_OPPOSE] = drill_list_opposers, [ASK_FIRE] = drill_list_fire, [ASK_FALL_BACK] = drill_list_fall_backs,
};

static bool always(const struct play *p, const struct game *g, int side, const struct order *o, struct refusal *r)
{
	(void)p, (void)g, (void)side, (void)o, (void)r;
	return true;
}

/* `done` ends a phase: its step is on top whenever it is asked. */
static void do_done(const struct play *p, struct game *g, int side, const struct order *o)
{
	(void)p, (void)side, (void)o;
	agenda_done(g);
}

#define Q(question) (1u << (question))
static const struct { unsigned questions; drill_may *may; drill_do *carry; } answer[DRILL_VERBS] = {
	[VERB_GUARD] = {Q(ASK_GUARD), drill_may_guard, drill_do_guard},
	[VERB_MARCH] = {Q(ASK_MARCH), drill_may_march, drill_do_march},
	[VERB_STEP] = {Q(ASK_STEP), drill_may_step, drill_do_step},
	[VERB_HALT] = {Q(ASK_STEP), always, drill_do_halt},
	[VERB_FIRE] = {Q(ASK_FIRE) | Q(ASK_OPPOSE), drill_may_fire, drill_do_fire},
	[VERB_HOLD] = {Q(ASK_OPPOSE), always, do_done},
	[VERB_FALL_BACK] = {Q(ASK_FALL_BACK), drill_may_fall_back, drill_do_fall_back},
	[VERB_DONE] = {Q(ASK_MARCH) | Q(ASK_FIRE), always, do_done},
};

static void drill_legal(const struct play *p, const struct game *g, int side, struct orders *o) { list[g->question[side]](p, g, side, o); }

static bool drill_check(const struct play *p, const struct game *g, int side, const struct order *o, struct refusal *r)
{
	int asked = g->question[side];
	if (!(answer[o->verb].questions & Q(asked)))
		return refuse(r, questions[asked].rule, "\"%s\" does not answer: %s", verbs[o->verb].name, questions[asked].text);
	return answer[o->verb].may(p, g, side, o, r);
}

static void drill_apply(const struct play *p, struct game *g, int side, const struct order *o) { answer[o->verb].carry(p, g, side, o); }

/* 4.5, 5.6: the strongest unit fires; a unit falls back to shelter. Odds cross these questions by the same answers. */
static bool drill_usual(const struct play *p, const struct game *g, int side, int choice, struct order *o)
{
	const struct drill *d = drill_see(g);
	const struct step *s = agenda_see(g);
	if (g->question[side] == ASK_FALL_BACK) {
		*o = (struct order){VERB_FALL_BACK, s->unit, drill_usual_fall_back(p, d, s), 0, 0};
		return true;
	}
	struct orders can = {0};
	drill_list_opposers(p, g, side, &can);
	int best = can.n - 1; /* the last is to hold */
	for (int i = 0; i < can.n - 1 && choice != 2; i++)
		if (best == can.n - 1 || d->strength[can.list[i].unit] > d->strength[can.list[best].unit])
			best = i;
	*o = can.list[best];
	return true;
}

static bool drill_sight(const struct play *p, const struct game *g, int unit, int from, int to, struct refusal *r)
{
	(void)g, (void)unit;
	return drill_sees(drill_book(p)->map, drill_book(p)->shelter, from, to, r);
}

#define COUNT(list) ((int)(sizeof(list) / sizeof((list)[0])))
extern const struct rules drill_rules;
static const struct rules_mind mind = {.features = drill_features, .lost = drill_lost, .score = drill_score, .worth = drill_worth};
static const struct rules_words words = {.view = drill_view, .say = drill_say, .tell = drill_tell, .show = drill_show, .sight = drill_sight, .threats = drill_threats};
static const struct rules_proof proof = {.sound = drill_sound, .stage = drill_stage, .settle = drill_settle};

const struct rules drill_rules = {
	.id = "drill", .title = "Drill", .subtitle = "The template",
	.text = "The smallest rule system there is: march, fire, fall back, break. It plays any battle in a few minutes and shows "
	        "how a rule system is written.",
	.version = 1, .difficulty = 1, .turn_name = "turn",
	.verbs = DRILL_VERBS, .verb = verbs,
	.questions = DRILL_QUESTIONS, .question = questions,
	.options = COUNT(options), .option = options,
	.standings = COUNT(standings), .standing = standings,
	.fields = COUNT(fields), .field = fields, .umpire = &drill_umpire,
	.overlays = DRILL_OVERLAYS, .overlay = overlays,
	.phases = DRILL_PHASES, .phase = phases,
	.signs = &signs, .event = events,
	.muster = drill_muster, .begin = drill_begin, .step = drill_step,
	.legal = drill_legal, .check = drill_check, .apply = drill_apply, .usual = drill_usual,
	.cleanup = drill_cleanup, .mask = drill_mask,
	.mind = &mind, .words = &words, .proof = &proof,
};
