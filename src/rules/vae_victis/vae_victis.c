/* The exported symbol of Vae Victis and everything it declares: verbs, questions, options, fields, signs,
   events. The sequence of play (4) is in sequence.c; every other file is one section of the book. */
#include "rules/vae_victis/vae_victis.h"
#include "engine/rules_odds.h"
#include "engine/rules_mind.h"
#include "engine/rules_words.h"
#include "engine/rules_proof.h"

static const struct verb verbs[VERBS] = {
	/* ends direct, barrage, move, attack, support */
	[V_DONE] = {"done", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	/* a formation's marker piece */
	[V_ACTIVATE] = {"activate", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	/* a unit its chief commands */
	[V_DIRECT] = {"direct", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	/* which artillery fires next */
	[V_BATTERY] = {"battery", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	/* target, facing while it fires and after */
	[V_BARRAGE] = {"barrage", true, ARG_UNIT, ARG_DIRECTION, ARG_NONE, NULL},
	[V_MOVE] = {"move", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL}, /* begins a move */
	[V_STEP] = {"step", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	/* ends a unit's move, or a turn that is granted */
	[V_FACE] = {"face", true, ARG_DIRECTION, ARG_NONE, ARG_NONE, NULL},
	/* ends a leader's move, or a second hex of retiring */
	[V_STOP] = {"stop", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	/* announces unit against hex */
	[V_ATTACK] = {"attack", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	/* attacker's points against that hex */
	[V_ALLOT] = {"allot", true, ARG_PLACE, ARG_NUMBER, ARG_NONE, NULL},
	[V_COORDINATE] = {"coordinate", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL}, /* HQ, hex attacked */
	/* HQ, hex attacked: one after another */
	[V_SEPARATE] = {"separate", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	/* the next combat: attacker (the HQ if coordinated), hex */
	[V_ASSAULT] = {"assault", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_LEAD] = {"lead", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},      /* HQ takes part */
	[V_SPARE] = {"spare", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},    /* HQ does not */
	[V_RETIRE] = {"retire", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL}, /* before combat */
	[V_STAND] = {"stand", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	/* artillery fires in the defence */
	[V_SUPPORT] = {"support", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	/* attacker, defender's points against it */
	[V_ASSIGN] = {"assign", true, ARG_NUMBER, ARG_NONE, ARG_NONE, NULL},
	[V_SUFFER] = {"suffer", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_RETREAT] = {"retreat", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_ADVANCE] = {"advance", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_DECLINE] = {"decline", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	/* HQ goes with the advance */
	[V_FOLLOW] = {"follow", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_REMAIN] = {"remain", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_PLACE] = {"place", true, ARG_UNIT, ARG_NONE, ARG_NONE, NULL}, /* replacement HQ, unit */
};

static const struct question questions[QUESTIONS] = {
	[Q_INITIATIVE] = {"initiative", "Which formation acts first?", "4C-b", 0, 0, vv_list_formations},
	[Q_DIRECT] = {"direct", "Which units does the commander in chief command himself?", "8.2d",
		QUESTION_MINOR, S_DIRECT + 1, vv_list_direct, usual_first_or_last},
	[Q_BARRAGE] = {"barrage", "Which artillery fires?", "10.1c", 0, 0, vv_list_batteries},
	[Q_AIM] = {"aim", "At whom, and facing where?", "10.1e", 0, 0, vv_list_targets},
	[Q_MOVE] = {"move", "Who moves?", "7.1d", 0, 0, vv_list_moves},
	[Q_STEP] = {"step", "Where to?", "7.1b", 0, 0, vv_list_steps},
	[Q_ATTACK] = {"attack", "Who attacks whom?", "11c", 0, 0, vv_list_attacks},
	[Q_ALLOT] = {"allot", "How much of its strength goes there?", "11b", 0, 0, vv_list_allotments},
	[Q_COORDINATE] = {"coordinate", "One coordinated attack, or one after another?", "11.2k", 0, 0,
		vv_list_coordination},
	[Q_ASSAULT] = {"assault", "Which combat comes next?", "11.1b", 0, 0, vv_list_assaults},
	[Q_LEAD] = {"lead", "Does the HQ take part?", "9.3d", QUESTION_MINOR, S_LEAD + 1, vv_list_lead,
		vv_usual_lead},
	[Q_DEFEND] = {"defend", "Stand, or retire before combat?", "11.4a", QUESTION_MINOR, S_RETIRE + 1,
		vv_list_defend, vv_usual_defend},
	[Q_RETIRE] = {"retire", "Does it retire a second hex?", "11.4e", QUESTION_MINOR, S_RETIRE + 1,
		vv_list_second, usual_first},
	[Q_SUPPORT] = {"support", "Which artillery fires in the defence?", "10.1l", QUESTION_MINOR, S_SUPPORT + 1,
		vv_list_support, usual_first_or_last},
	[Q_ASSIGN] = {"assign", "How much of the defence goes against this attacker?", "11.2e", QUESTION_MINOR,
		S_SPLIT + 1, vv_list_assign, vv_usual_assign},
	[Q_SUFFER] = {"suffer", "Which unit suffers?", "11.3c", QUESTION_MINOR, S_LOSSES + 1, vv_list_suffer,
		vv_usual_suffer},
	[Q_RETREAT] = {"retreat", "Where does it retreat to?", "11.3q", QUESTION_MINOR, S_RETREAT + 1,
		vv_list_retreats, usual_first},
	[Q_ADVANCE] = {"advance", "Who advances?", "11.2n", QUESTION_MINOR, S_AFTER + 1, vv_list_advances,
		usual_first},
	[Q_FOLLOW] = {"follow", "Does the HQ follow?", "11.2n", QUESTION_MINOR, S_AFTER + 1, vv_list_follow,
		vv_usual_follow},
	[Q_TURN] = {"turn", "Does it turn by one hexside?", "7.3c", QUESTION_MINOR, S_AFTER + 1, vv_list_turns,
		vv_usual_turn},
	[Q_PLACE] = {"place", "With which unit does the new commander stand?", "9.3f", QUESTION_MINOR,
		S_AFTER + 1, vv_list_places, vv_usual_place},
};

static const struct option options[OPTIONS] = {
	[O_CHECKED_COMMANDS] = {"checked_commands", "An HQ that passed its check commands units without an HQ",
		"5g", 0, 1, 0},
	[O_MILD_EVENING] = {"mild_evening", "After heat, no +1 to the weather of the last hour", "WXg", 0, 1, 0},
	[O_INFANTRY_STANDS] = {"infantry_stands", "Infantry does not retire before cavalry", "11.4b", 0, 1, 0},
	[O_FRONT_ONLY] = {"front_only", "Units attack only into their front hexes", "11b", 0, 1, 0},
	[O_FIRE_OVER] = {"fire_over",
		"Artillery fires over units on lower ground, unless they stand next to the target", "10.2d", 0, 1, 0},
};

static const struct standing standings[STANDINGS] = {
	[S_DIRECT] = {"direct", "Direct command", (const char *const[]){"ask", "always", "never", NULL}, 0},
	[S_LEAD] = {"lead", "HQs take part in combat",
		(const char *const[]){"ask", "with a bonus", "never", NULL}, 0},
	[S_RETIRE] = {"retire", "Retiring before combat",
		(const char *const[]){"ask", "stand", "if it costs nothing", NULL}, 0},
	[S_SUPPORT] = {"support", "Defensive support", (const char *const[]){"ask", "always", "never", NULL}, 0},
	[S_SPLIT] = {"split", "Dividing the defence",
		(const char *const[]){"ask", "the strongest", "evenly", NULL}, 0},
	[S_LOSSES] = {"losses", "Which of two units suffers", (const char *const[]){"ask", "whoever lives", NULL},
		0},
	[S_RETREAT] = {"retreat", "Where units retreat", (const char *const[]){"ask", "the first hex", NULL}, 0},
	[S_AFTER] = {"after", "After combat: advance, turns, new leaders",
		(const char *const[]){"ask", "as stated", NULL}, 0},
};

static const char *const weathers[] = {"normal", "heat", "storm", NULL};
/* flat-topped grids: N NE SE S SW NW */
static const char *const directions[] = {"NE", "E", "SE", "SW", "W", "NW", NULL};

#define GAME(name, type, member, kind, names) \
	{name, FIELD_GAME, type, offsetof(struct state, member), 0, 0, kind, names, false}
#define PIECE(name, type, member, kind, names) \
	{name, FIELD_PIECE, type, offsetof(struct state, member), sizeof(((struct state *)0)->member[0]), 0, \
		kind, names, false}
#define BIT(name, member, mask) \
	{name, FIELD_PIECE, FIELD_BIT, offsetof(struct state, member), 1, mask, VALUE_BOOL, NULL, false}
static const struct field fields[] = {
	GAME("turn", FIELD_I16, g.turn, VALUE_NUMBER, NULL),
	GAME("weather", FIELD_U8, weather, VALUE_CHOICE, weathers),
	GAME("acting", FIELD_I16, acting, VALUE_UNIT, NULL), /* marker piece of the active formation: set it
	                                                        before staging a phase of one */
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
	BIT("late", mark, MARK_LATE),
	PIECE("failures", FIELD_U8, failures, VALUE_NUMBER, NULL),
	{"owner", FIELD_PLACE, FIELD_I8, offsetof(struct state, spot) + offsetof(struct vv_spot, held),
		sizeof(struct vv_spot), 0, VALUE_SIDE, NULL, false},
};

static const struct overlay overlays[OVERLAYS] = {
	[SHOW_REACH] = {"reach", "Where it can move", true},
	[SHOW_FIRE] = {"fire", "Where it can fire", true},
	[SHOW_ZONES] = {"zones", "Enemy zones of control", false},
	[SHOW_COMMAND] = {"command", "Command range", true},
};

static const char *const phases[PHASES] = {
	[PHASE_WEATHER] = "weather",
	[PHASE_COMMAND] = "command",
	[PHASE_INITIATIVE] = "initiative",
	[PHASE_ACTIVATION] = "activation",
	[PHASE_BARRAGE] = "barrage",
	[PHASE_MOVEMENT] = "movement",
	[PHASE_COMBAT] = "combat",
	[PHASE_RALLY] = "rally",
};

static const struct sign slots[] = {{"combat", "Combat value, or fire value of artillery", "0.3c", "C"},
	{"steps", "Steps left, which is also its morale", "0.5a", "S"},
	{"allowance", "Movement allowance", "7.1a", "M"},
	{"range", "Range of artillery, command range of leaders", "10e", "R"},
	{"bonus", "A leader's combat or initiative bonus", "0.3a", "+"},
	{"command", "A leader's command rating or inertia", "0.3b", "!"}, {NULL, NULL, NULL, NULL}};
static const struct sign badges[] = {{"disorganised", "Disorganised", "1c", "D"},
	{"loss_1", "One step lost", "1d", "-1"}, {"loss_2", "Two steps lost", "1d", "-2"},
	{"out_of_command", "Out of command", "9.2a", "?"},
	{"demoralised", "Its formation is demoralised", "9.4a", "W"}, {"heavy", "Heavy cavalry", "0.3d", "L"},
	{"moved", "Has moved", "5c", "m"}, {"fired", "Has fired", "10.1a", "f"},
	{"direct", "Commanded by its chief", "8.2d", "*"}, {"replacement", "Replacement leader", "9.3f", "R"},
	{"marker", "Its activation marker is in the cup", "4C-c", "o"}, {NULL, NULL, NULL, NULL}};
static const struct sign marks[] = {{"city", "Worth a point of victory", "14.3a", "*"},
	{NULL, NULL, NULL, NULL}};
static const struct signs signs = {slots, badges, marks};

static const struct event_kind events[] = {VV_EVENTS(EVENT_KIND){NULL}};

/* --- the steps of the agenda, and which verb answers which question ------------------------------------- */

static const struct step_kind steps[STEPS] = {
	[STEP_TURN] = {vv_turn},
	[STEP_ACT] = {vv_act},
	[STEP_MARCH] = {vv_march},
	[STEP_COMBAT] = {vv_combat},
	[STEP_RETREAT] = {vv_retreat},
	[STEP_RETIRE] = {vv_retire},
	[STEP_FACE] = {vv_face},
	[STEP_FOLLOW] = {vv_follow},
	[STEP_REPLACE] = {vv_replace},
};

static const struct answer answers[] = {
	{Q_INITIATIVE, V_ACTIVATE, vv_may_activate, vv_do_activate},
	{Q_DIRECT, V_DONE, NULL, vv_do_done},
	{Q_DIRECT, V_DIRECT, vv_may_direct, vv_do_direct},
	{Q_BARRAGE, V_DONE, NULL, vv_do_done},
	{Q_BARRAGE, V_BATTERY, vv_may_battery, vv_do_battery},
	{Q_AIM, V_BARRAGE, vv_may_barrage, vv_do_barrage},
	{Q_MOVE, V_MOVE, vv_may_move, vv_do_move},
	{Q_MOVE, V_DONE, vv_may_end_moves, vv_do_done},
	{Q_STEP, V_STEP, vv_may_step, vv_do_step},
	{Q_STEP, V_FACE, vv_may_face, vv_do_face},
	{Q_STEP, V_STOP, vv_may_stop, vv_do_stop},
	{Q_ATTACK, V_ATTACK, vv_may_attack, vv_do_attack},
	{Q_ATTACK, V_DONE, vv_may_announced, vv_do_done},
	{Q_ALLOT, V_ALLOT, vv_may_allot, vv_do_allot},
	{Q_COORDINATE, V_COORDINATE, vv_may_coordinate, vv_do_coordinate},
	{Q_COORDINATE, V_SEPARATE, vv_may_separate, vv_do_separate},
	{Q_ASSAULT, V_ASSAULT, vv_may_assault, vv_do_assault},
	{Q_LEAD, V_LEAD, vv_may_lead, vv_do_lead},
	{Q_LEAD, V_SPARE, vv_may_lead, vv_do_spare},
	{Q_DEFEND, V_RETIRE, vv_may_retire, vv_do_retire},
	{Q_DEFEND, V_STAND, vv_may_stand, vv_do_stand},
	{Q_RETIRE, V_RETIRE, vv_may_retire, vv_do_retire},
	{Q_RETIRE, V_STOP, vv_may_stop_retiring, vv_do_stop_retiring},
	{Q_SUPPORT, V_SUPPORT, vv_may_support, vv_do_support},
	{Q_SUPPORT, V_DONE, NULL, vv_do_supported},
	{Q_ASSIGN, V_ASSIGN, vv_may_assign, vv_do_assign},
	{Q_SUFFER, V_SUFFER, vv_may_suffer, vv_do_suffer},
	{Q_RETREAT, V_RETREAT, vv_may_retreat, vv_do_retreat},
	{Q_ADVANCE, V_ADVANCE, vv_may_advance, vv_do_advance},
	{Q_ADVANCE, V_DECLINE, vv_may_decline, vv_do_decline},
	{Q_FOLLOW, V_FOLLOW, vv_may_follow, vv_do_follow},
	{Q_FOLLOW, V_REMAIN, vv_may_follow, vv_do_remain},
	{Q_TURN, V_FACE, vv_may_turn, vv_do_turn},
	{Q_PLACE, V_PLACE, vv_may_place, vv_do_place},
};

static bool vv_sight(const struct play *p, const struct game *g, int unit, int from, int to,
	struct refusal *r)
{
	return vv_sees(p, vv_see(g), from, to, r);
}

static int acting(const struct game *g) { return vv_see(g)->acting; }

extern const struct rules vae_victis_rules;
static const struct rules_odds odds = {.foretell = vv_foretell};
static const struct rules_mind mind = {.features = vv_features,
	.lost = vv_lost_men,
	.score = vv_score,
	.worth = vv_worth,
	.acting = acting,
	.goals = vv_goals,
	.march = vv_march_cost};
static const struct rules_words words = {.view = vv_view,
	.say = vv_say,
	.tell = vv_tell,
	.show = vv_show,
	.sight = vv_sight,
	.threats = vv_threats};
static const struct rules_proof proof = {.sound = vv_sound, .stage = vv_stage, .settle = vv_settle};

const struct rules vae_victis_rules = {
	.id = "vae_victis",
	.title = "Vae Victis",
	.subtitle = "Solferino 1859",
	.text =
		"Corps act as their markers come out of a cup. Guns open, brigades march, and whoever attacks must first stand the defender's "
		"own blow. Front and flank, leaders at the right place, and steps that never come back.",
	.version = 2,
	.difficulty = 3,
	.turn_name = "turn",
	SYSTEM_TABLES,
	.umpire = &vv_umpire,
	.signs = &signs,
	.muster = vv_muster,
	.begin = vv_begin,
	.odds = &odds,
	.mind = &mind,
	.words = &words,
	.proof = &proof,
};
