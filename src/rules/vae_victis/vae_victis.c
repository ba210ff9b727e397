/* The exported symbol of Vae Victis and everything it declares: verbs, questions, options, fields, signs, events. The
   sequence of play (4) is in sequence.c; every other file is one section of the book. */
#include "rules/vae_victis/vae_victis.h"

static const struct verb verbs[VERBS] = {
	[V_DONE] = {"done", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},                /* ends direct, barrage, move, attack, support */
	[V_ACTIVATE] = {"activate", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},         /* a formation's marker piece */
	[V_DIRECT] = {"direct", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},             /* a unit its chief commands */
	[V_BATTERY] = {"battery", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},           /* which artillery fires next */
	[V_BARRAGE] = {"barrage", true, ARG_UNIT, ARG_DIRECTION, ARG_NONE, NULL},      /* target, facing while it fires and after */
	[V_MOVE] = {"move", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},                 /* begins a move */
	[V_STEP] = {"step", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_FACE] = {"face", true, ARG_DIRECTION, ARG_NONE, ARG_NONE, NULL},            /* ends a unit's move, or a turn that is granted */
	[V_STOP] = {"stop", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},                 /* ends a leader's move, or a second hex of retiring */
	[V_ATTACK] = {"attack", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},            /* announces unit against hex */
	[V_ALLOT] = {"allot", true, ARG_PLACE, ARG_NUMBER, ARG_NONE, NULL},            /* attacker's points against that hex */
	[V_COORDINATE] = {"coordinate", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},    /* HQ, hex attacked */
	[V_SEPARATE] = {"separate", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},        /* HQ, hex attacked: one after another */
	[V_ASSAULT] = {"assault", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},          /* the next combat: attacker (the HQ if coordinated), hex */
	[V_LEAD] = {"lead", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},                 /* HQ takes part */
	[V_SPARE] = {"spare", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},               /* HQ does not */
	[V_RETIRE] = {"retire", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},            /* before combat */
	[V_STAND] = {"stand", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_SUPPORT] = {"support", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},           /* artillery fires in the defence */
	[V_ASSIGN] = {"assign", true, ARG_NUMBER, ARG_NONE, ARG_NONE, NULL},           /* attacker, defender's points against it */
	[V_SUFFER] = {"suffer", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_RETREAT] = {"retreat", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_ADVANCE] = {"advance", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_DECLINE] = {"decline", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_FOLLOW] = {"follow", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},             /* HQ goes with the advance */
	[V_REMAIN] = {"remain", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_PLACE] = {"place", true, ARG_UNIT, ARG_NONE, ARG_NONE, NULL},               /* replacement HQ, unit */
};

static const struct question questions[QUESTIONS] = {
	[Q_INITIATIVE] = {"initiative", "Which formation acts first?", "4C-b", 0, 0},
	[Q_DIRECT] = {"direct", "Which units does the commander in chief command himself?", "8.2d", QUESTION_MINOR, S_DIRECT + 1},
	[Q_BARRAGE] = {"barrage", "Which artillery fires?", "10.1c", 0, 0},
	[Q_AIM] = {"aim", "At whom, and facing where?", "10.1e", 0, 0},
	[Q_MOVE] = {"move", "Who moves?", "7.1d", 0, 0},
	[Q_STEP] = {"step", "Where to?", "7.1b", 0, 0},
	[Q_ATTACK] = {"attack", "Who attacks whom?", "11c", 0, 0},
	[Q_ALLOT] = {"allot", "How much of its strength goes there?", "11b", 0, 0},
	[Q_COORDINATE] = {"coordinate", "One coordinated attack, or one after another?", "11.2k", 0, 0},
	[Q_ASSAULT] = {"assault", "Which combat comes next?", "11.1b", 0, 0},
	[Q_LEAD] = {"lead", "Does the HQ take part?", "9.3d", QUESTION_MINOR, S_LEAD + 1},
	[Q_DEFEND] = {"defend", "Stand, or retire before combat?", "11.4a", QUESTION_MINOR, S_RETIRE + 1},
	[Q_RETIRE] = {"retire", "Does it retire a second hex?", "11.4e", QUESTION_MINOR, S_RETIRE + 1},
	[Q_SUPPORT] = {"support", "Which artillery fires in the defence?", "10.1l", QUESTION_MINOR, S_SUPPORT + 1},
	[Q_ASSIGN] = {"assign", "How much of the defence goes against this attacker?", "11.2e", QUESTION_MINOR, S_SPLIT + 1},
	[Q_SUFFER] = {"suffer", "Which unit suffers?", "11.3c", QUESTION_MINOR, S_LOSSES + 1},
	[Q_RETREAT] = {"retreat", "Where does it retreat to?", "11.3q", QUESTION_MINOR, S_RETREAT + 1},
	[Q_ADVANCE] = {"advance", "Who advances?", "11.2n", QUESTION_MINOR, S_AFTER + 1},
	[Q_FOLLOW] = {"follow", "Does the HQ follow?", "11.2n", QUESTION_MINOR, S_AFTER + 1},
	[Q_TURN] = {"turn", "Does it turn by one hexside?", "7.3c", QUESTION_MINOR, S_AFTER + 1},
	[Q_PLACE] = {"place", "With which unit does the new commander stand?", "9.3f", QUESTION_MINOR, S_AFTER + 1},
};

static const struct option options[OPTIONS] = {
	[O_CHECKED_COMMANDS] = {"checked_commands", "An HQ that passed its check commands units without an HQ", "5g", 0, 1, 0},
	[O_MILD_EVENING] = {"mild_evening", "After heat, no +1 to the weather of the last hour", "WXg", 0, 1, 0},
	[O_INFANTRY_RETIRES] = {"infantry_retires", "Infantry may retire before cavalry, disorganised", "11.4b", 0, 1, 0},
};

static const struct standing standings[STANDINGS] = {
	[S_DIRECT] = {"direct", "Direct command", (const char *const[]){"ask", "always", "never", NULL}, 0},
	[S_LEAD] = {"lead", "HQs take part in combat", (const char *const[]){"ask", "with a bonus", "never", NULL}, 0},
	[S_RETIRE] = {"retire", "Retiring before combat", (const char *const[]){"ask", "stand", "if it costs nothing", NULL}, 0},
	[S_SUPPORT] = {"support", "Defensive support", (const char *const[]){"ask", "always", "never", NULL}, 0},
	[S_SPLIT] = {"split", "Dividing the defence", (const char *const[]){"ask", "the strongest", "evenly", NULL}, 0},
	[S_LOSSES] = {"losses", "Which of two units suffers", (const char *const[]){"ask", "whoever lives", NULL}, 0},
	[S_RETREAT] = {"retreat", "Where units retreat", (const char *const[]){"ask", "the first hex", NULL}, 0},
	[S_AFTER] = {"after", "After combat: advance, turns, new leaders", (const char *const[]){"ask", "as stated", NULL}, 0},
};

static const char *const weathers[] = {"normal", "heat", "storm", NULL};
static const char *const directions[] = {"NE", "E", "SE", "SW", "W", "NW", NULL}; /* flat-topped grids: N NE SE S SW NW */

#define GAME(name, type, member, kind, names) {name, FIELD_GAME, type, offsetof(struct vv, member), 0, 0, kind, names, false}
#define PIECE(name, type, member, kind, names) {name, FIELD_PIECE, type, offsetof(struct vv, member), sizeof(((struct vv *)0)->member[0]), 0, kind, names, false}
#define BIT(name, member, mask) {name, FIELD_PIECE, FIELD_BIT, offsetof(struct vv, member), 1, mask, VALUE_BOOL, NULL, false}
static const struct field fields[] = {
	GAME("turn", FIELD_I16, g.turn, VALUE_NUMBER, NULL),
	GAME("weather", FIELD_U8, weather, VALUE_CHOICE, weathers),
	GAME("acting", FIELD_I16, acting, VALUE_UNIT, NULL), /* marker piece of the active formation: set it before staging a phase of one */
	PIECE("at", FIELD_I16, at, VALUE_PLACE, NULL),
	PIECE("facing", FIELD_U8, facing, VALUE_CHOICE, directions),
	PIECE("losses", FIELD_U8, lost, VALUE_NUMBER, NULL),
	BIT("disorganised", flags, IS_DISORGANISED),
	BIT("in_command", flags, IS_COMMANDED),
	BIT("direct", flags, IS_DIRECT),
	BIT("moved", flags, HAS_MOVED),
	BIT("stepped", flags, HAS_STEPPED),
	BIT("spent_half", flags, HAS_SPENT),
	BIT("fired", flags, HAS_FIRED),
	BIT("replacement", flags, IS_REPLACEMENT),
	BIT("out_of_command", mark, MARK_OUT), /* these of the formation, at its marker piece */
	BIT("passed", mark, MARK_PASSED),
	BIT("failed", mark, MARK_FAILED),
	BIT("demoralised", mark, MARK_DEMORALISED),
	BIT("in_cup", mark, MARK_CUP),
	PIECE("failures", FIELD_U8, failures, VALUE_NUMBER, NULL),
	{"owner", FIELD_PLACE, FIELD_I8, offsetof(struct vv, spot) + offsetof(struct vv_spot, held), sizeof(struct vv_spot), 0, VALUE_SIDE, NULL, false},
};

static const struct overlay overlays[OVERLAYS] = {
	[SHOW_REACH] = {"reach", "Where it can move", true},
	[SHOW_FIRE] = {"fire", "Where it can fire", true},
	[SHOW_ZONES] = {"zones", "Enemy zones of control", false},
	[SHOW_COMMAND] = {"command", "Command range", true},
};

static const char *const phases[PHASES] = {
	[PHASE_WEATHER] = "weather", [PHASE_COMMAND] = "command", [PHASE_INITIATIVE] = "initiative", [PHASE_ACTIVATION] = "activation",
	[PHASE_BARRAGE] = "barrage", [PHASE_MOVEMENT] = "movement", [PHASE_COMBAT] = "combat", [PHASE_RALLY] = "rally",
};

static const struct sign slots[] = {
	{"combat", "Combat value, or fire value of artillery", "0.3c", "C"}, {"steps", "Steps left, which is also its morale", "0.5a", "S"},
	{"allowance", "Movement allowance", "7.1a", "M"}, {"range", "Range of artillery, command range of leaders", "10e", "R"},
	{"bonus", "A leader's combat or initiative bonus", "0.3a", "+"}, {"command", "A leader's command rating or inertia", "0.3b", "!"},
	{NULL, NULL, NULL, NULL}};
static const struct sign badges[] = {
	{"disorganised", "Disorganised", "1c", "D"}, {"loss_1", "One step lost", "1d", "-1"}, {"loss_2", "Two steps lost", "1d", "-2"},
	{"out_of_command", "Out of command", "9.2a", "?"}, {"demoralised", "Its formation is demoralised", "9.4a", "W"},
	{"heavy", "Heavy cavalry", "0.3d", "L"}, {"moved", "Has moved", "5c", "m"}, {"fired", "Has fired", "10.1a", "f"},
	{"direct", "Commanded by its chief", "8.2d", "*"}, {"replacement", "Replacement leader", "9.3f", "R"},
	{"marker", "Its activation marker is in the cup", "4C-c", "o"}, {NULL, NULL, NULL, NULL}};
static const struct sign marks[] = {{"city", "Worth a point of victory", "14.3a", "*"}, {NULL, NULL, NULL, NULL}};
static const struct signs signs = {slots, badges, marks};

static const struct event_kind events[] = { /* as enum event_id; true: an outcome that odds count */
	{"turn", false}, {"weather", true}, {"inertia", true}, {"command", false}, {"demoralised", true}, {"initiative", false},
	{"activated", false}, {"checked", true}, {"directed", false}, {"barrage", false}, {"entered", false}, {"stepped", false},
	{"halted", false}, {"displaced", true}, {"announced", false}, {"coordinated", true}, {"combat", false}, {"leads", false},
	{"supports", false}, {"defence", false}, {"assault", false}, {"result", false}, {"morale", false}, {"disorganised", true},
	{"step_lost", true}, {"eliminated", true}, {"retreated", true}, {"cornered", true}, {"retired", true}, {"repulsed", false},
	{"advanced", true}, {"turned", false}, {"leader_killed", true}, {"replaced", false}, {"rallied", true}, {"shaken", false},
	{"captured", true}, {"ended", true}, {NULL, false}};
static_assert(sizeof events / sizeof *events == E_LAST - EVENT_SYSTEM + 1, "one name an event");

extern const struct rules vae_victis_rules;
const struct rules vae_victis_rules = {
	.id = "vae_victis", .title = "Vae Victis", .subtitle = "Solferino 1859",
	.text = "Corps act as their markers come out of a cup. Guns open, brigades march, and whoever attacks must first stand the defender's "
	        "own blow. Front and flank, leaders at the right place, and steps that never come back.",
	.version = 1, .difficulty = 3, .turn_name = "turn",
	.verbs = VERBS, .verb = verbs,
	.questions = QUESTIONS, .question = questions,
	.options = OPTIONS, .option = options,
	.standings = STANDINGS, .standing = standings,
	.fields = sizeof fields / sizeof *fields, .field = fields,
	.overlays = OVERLAYS, .overlay = overlays,
	.phases = PHASES, .phase = phases,
	.signs = &signs, .event = events,
};
