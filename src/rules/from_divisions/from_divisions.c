/* The exported symbol of FROM and everything it declares: verbs, questions, options, fields, signs, events.
   The sequence of play (3) is in sequence.c; every other file is one section of the book. */
#include "rules/from_divisions/from_divisions.h"
#include "engine/rules_odds.h"
#include "engine/rules_mind.h"
#include "engine/rules_words.h"
#include "engine/rules_proof.h"

static const char *const categories[] = {"stationary", "rest", NULL};

#define NONE ARG_NONE, ARG_NONE, ARG_NONE, NULL
#define PLACED ARG_PLACE, ARG_NONE, ARG_NONE, NULL
#define TURNED ARG_DIRECTION, ARG_NONE, ARG_NONE, NULL
static const struct verb verbs[VERBS] = {
	[V_DONE] = {"done", false, NONE},
	[V_ACTIVATE] = {"activate", true, NONE},
	[V_FIRST] = {"first", false, NONE},
	[V_SECOND] = {"second", false, NONE},
	[V_MOVE] = {"move", true, NONE},
	[V_TURN] = {"turn", true, TURNED},
	[V_RECOVER] = {"recover", true, ARG_CHOICE, ARG_NONE, ARG_NONE, categories},
	[V_REST] = {"rest", true, NONE},
	[V_HOLD_BACK] = {"hold_back", true, NONE},
	[V_MASS] = {"mass", true, ARG_PLACE, ARG_DIRECTION, ARG_NONE, NULL},
	[V_DISSOLVE] = {"dissolve", true, NONE},
	[V_DOUBLE] = {"double", true, NONE},
	[V_STEP] = {"step", true, PLACED},
	[V_FACE] = {"face", true, TURNED},
	[V_STOP] = {"stop", true, NONE},
	[V_THREATEN] = {"threaten", true, PLACED},
	[V_DETACH] = {"detach", true, ARG_NUMBER, ARG_NONE, ARG_NONE, NULL},
	[V_REJOIN] = {"rejoin", true, NONE},
	[V_EXTEND] = {"extend", true, PLACED},
	[V_SHIFT] = {"shift", true, TURNED},
	[V_WHEEL] = {"wheel", true, ARG_PLACE, ARG_PLACE, ARG_NONE, NULL},
	[V_CLOSE] = {"close", true, PLACED},
	[V_EXIT] = {"exit", true, NONE},
	[V_EVADE] = {"evade", true, NONE},
	[V_STAND] = {"stand", true, NONE},
	[V_ATTACK] = {"attack", true, PLACED},
	[V_JOIN] = {"join", true, NONE},
	[V_ADD] = {"add", false, PLACED},
	[V_FIGHT] = {"fight", false, NONE},
	[V_LOSE] = {"lose", true, NONE},
	[V_CUT] = {"cut", false, ARG_NUMBER, ARG_NONE, ARG_NONE, NULL},
	[V_PAY] = {"pay", true, NONE},
	[V_RETREAT] = {"retreat", true, PLACED},
	[V_ADVANCE] = {"advance", true, PLACED},
	[V_PURSUE] = {"pursue", true, NONE},
	[V_BOMBARD] = {"bombard", true, PLACED},
};

static const struct question questions[QUESTIONS] = {
	[Q_CHITS] = {"chits", "Which formation acts first, with the initiative?", "16.1c", 0, 0, fd_list_chits},
	[Q_FIRST] = {"first", "Do you move first or second?", "16.3c", 0, 0, fd_list_first},
	[Q_ACT] = {"act", "Who does what?", "4.1a", 0, 0, fd_list_acts},
	[Q_STEP] = {"step", "Where to?", "6.0b", 0, 0, fd_list_steps},
	[Q_EVADE] = {"evade", "Does the cavalry retreat before combat?", "7.6c", QUESTION_MINOR | QUESTION_ALWAYS,
		S_EVADE + 1, fd_list_evade, usual_first_or_last},
	[Q_ATTACK] = {"attack", "Who attacks whom?", "7.0d", 0, 0, fd_list_attacks},
	[Q_JOIN] = {"join", "Who joins, and which hexes are attacked too?", "7.0h", 0, 0, fd_list_joins},
	[Q_LOSE] = {"lose", "Which unit of the stack loses a step?", "7.3a", QUESTION_MINOR, S_LOSSES + 1,
		fd_list_lose, fd_usual_lose},
	[Q_CUT] = {"cut", "Does the stack hold on?", "7.7.2d", QUESTION_MINOR, S_HOLD + 1, fd_list_cut,
		usual_first_or_last},
	[Q_PAY] = {"pay", "Which attacking stack pays for it?", "7.7.2d", QUESTION_MINOR, S_LOSSES + 1,
		fd_list_pay, usual_first},
	[Q_RETREAT] = {"retreat", "Where does it retreat to?", "7.2b", QUESTION_MINOR, S_RETREAT + 1,
		fd_list_retreats, usual_first},
	[Q_ADVANCE] = {"advance", "Who advances, and where?", "7.2n", 0, 0, fd_list_advances},
	[Q_FACE] = {"face", "Which way does it face now?", "7.2d", QUESTION_MINOR, S_FACE + 1, fd_list_faces,
		usual_first},
	[Q_PURSUE] = {"pursue", "Does organic cavalry pursue?", "7.14b", QUESTION_MINOR, S_PURSUE + 1,
		fd_list_pursue, usual_first_or_last},
	[Q_BOMBARD] = {"bombard", "Does the grand battery bombard?", "16.5f", 0, 0, fd_list_bombard},
};

static const struct option options[OPTIONS] = {
	[O_INITIATIVE] = {"initiative", "Initiative track: at its end, two chits are chosen", "16.1a", 0, 1, 0},
	[O_MAIL] = {"mail", "Play by mail: a whole side acts at once, without chits", "16.3a", 0, 1, 0},
	[O_BATTERY] = {"grand_battery", "Grand batteries (needs the initiative track)", "16.5a", 0, 1, 0},
	[O_EXTENDED] = {"extended_line", "Extended line across two hexes", "16.6a", 0, 1, 0},
	[O_LITE_FATIGUE] = {"lite_fatigue", "Lite: fatigue by formation, with reserves", "11.2a", 0, 1, 0},
	[O_LITE_STRAGGLERS] = {"lite_stragglers", "Lite: straggler markers lie open", "10.0e", 0, 1, 0},
	[O_FRONT_ZONES] = {"front_zones", "Infantry exerts zones of control to its front only", "6.2b", 0, 1, 0},
	[O_COMMAND] = {"command", "Command range of leaders", "15.0a", 0, 1, 0},
	[O_ARMY_MORALE] = {"army_morale", "Army morale", "DN.a", 0, 1, 0},
	[O_HOLD_TOWNS] = {"hold_towns", "Towns may be held at a price", "7.7.2d", 0, 1, 0},
	[O_ATTACK_AGAIN] = {"attack_again", "A unit may be attacked again in every activation", "7.0k", 0, 1, 0},
	[O_FEWER_GUNS] = {"fewer_guns", "Artillery modifies the die by 3 at most", "7.11a", 0, 1, 0},
};

static const struct standing standings[STANDINGS] = {
	[S_EVADE] = {"evade", "Cavalry before combat",
		(const char *const[]){"ask", "stands", "goes if it can", NULL}, 0},
	[S_LOSSES] = {"losses", "Who takes losses", (const char *const[]){"ask", "the strongest", NULL}, 0},
	[S_HOLD] = {"hold", "Holding towns", (const char *const[]){"ask", "never", "as long as it can", NULL}, 0},
	[S_RETREAT] = {"retreat", "Where units retreat",
		(const char *const[]){"ask", "towards the own side", NULL}, 0},
	[S_FACE] = {"face", "Facing after combat", (const char *const[]){"ask", "as it is", NULL}, 0},
	[S_PURSUE] = {"pursue", "Pursuit by organic cavalry",
		(const char *const[]){"ask", "always", "never", NULL}, 0},
};

/* flat-topped grids: N NE SE S SW NW */
static const char *const directions[] = {"NE", "E", "SE", "SW", "W", "NW", NULL};

const char *const fd_levels[] = {"rested", "active", "near tired", "tired", "spent", NULL};

#define GAME(name, type, member) \
	{name, FIELD_GAME, type, offsetof(struct state, member), 0, 0, VALUE_NUMBER, NULL, false}
#define PIECE(name, type, member, kind, names, secret) \
	{name, FIELD_PIECE, type, offsetof(struct state, member), sizeof(((struct state *)0)->member[0]), 0, \
		kind, names, secret}
#define BIT(name, member, mask) \
	{name, FIELD_PIECE, FIELD_BIT, offsetof(struct state, member), sizeof(((struct state *)0)->member[0]), \
		mask, VALUE_BOOL, NULL, false}
static const struct field fields[] = {
	GAME("turn", FIELD_I16, g.turn),
	GAME("initiative", FIELD_I8, marker),
	GAME("fought", FIELD_U8, fought),
	PIECE("at", FIELD_I16, at, VALUE_PLACE, NULL, false),
	{"also", FIELD_PIECE, FIELD_I16, offsetof(struct state, at) + FD_PIECES * sizeof(int16_t),
		sizeof(int16_t), 0, VALUE_PLACE, NULL, false},
	PIECE("facing", FIELD_U8, facing, VALUE_CHOICE, directions, false),
	PIECE("steps", FIELD_U8, steps, VALUE_NUMBER, NULL, false),
	PIECE("stragglers", FIELD_U8, stragglers, VALUE_NUMBER, NULL, true),
	PIECE("casualties", FIELD_U8, dead, VALUE_NUMBER, NULL, true),
	PIECE("fatigue", FIELD_U8, fatigue, VALUE_NUMBER, NULL, true),
	PIECE("level", FIELD_U8, wear, VALUE_CHOICE, fd_levels, false),
	PIECE("guns", FIELD_U8, guns, VALUE_NUMBER, NULL, true),
	PIECE("organic", FIELD_U8, organic, VALUE_NUMBER, NULL, true),
	PIECE("lent", FIELD_U8, lent, VALUE_NUMBER, NULL, true),
	BIT("disorganised", flags, IS_DISORGANISED),
	BIT("smashed", flags, IS_SMASHED),
	BIT("held_back", flags, IS_HELD_BACK),
	BIT("catching_up", flags, IS_CATCHING_UP),
	BIT("was_held_back", flags, WAS_HELD_BACK),
	BIT("recovered", flags, HAS_RECOVERED),
	BIT("fired", flags, HAS_FIRED),
	BIT("out_of_command", flags, IS_OUT),
	BIT("moved", did, DID_MOVE),
	BIT("marched", did, DID_MARCH),
	BIT("stationary", did, DID_STATIONARY),
	BIT("rested", did, DID_REST),
	BIT("attacked", did, DID_ATTACK),
	BIT("fought_here", more, MORE_FOUGHT),
	BIT("stirred", more, MORE_STIRRED),
	BIT("done", more, MORE_DONE),
	{"army_morale", FIELD_SIDE, FIELD_I16, offsetof(struct state, army), sizeof(int16_t), 0, VALUE_NUMBER,
		NULL, false},
	{"owner", FIELD_PLACE, FIELD_I8, offsetof(struct state, spot) + offsetof(struct fd_spot, held),
		sizeof(struct fd_spot), 0, VALUE_SIDE, NULL, false},
};

static const struct overlay overlays[OVERLAYS] = {
	[SHOW_REACH] = {"reach", "Where it can move", true},
	[SHOW_ZONES] = {"zones", "Enemy zones of control", false},
	[SHOW_FIRE] = {"fire", "Enemy fields of fire", false},
	[SHOW_COMMAND] = {"command", "Command range", true},
};
static const char *const phases[PHASES] = {[PHASE_REINFORCE] = "reinforcements",
	[PHASE_CUP] = "cup",
	[PHASE_ACTION] = "actions",
	[PHASE_ATTACK] = "attacks",
	[PHASE_END] = "end"};

static const struct sign slots[] = {{"strength", "Strength points; a leader's bonus", "2.2.1b", "S"},
	{"morale", "Morale rating; a leader's rating", "2.2.1e", "M"},
	{"allowance", "Movement allowance", "6.0a", "A"}, {"guns", "Attached batteries", "7.9a", "G"},
	{"fatigue", "Fatigue boxes marked", "11.0a", "F"},
	{"stragglers", "Straggler steps missing", "10.0b", "s"}, {NULL, NULL, NULL, NULL}};
static const struct sign badges[] = {{"disorganised", "Disorganised", "9.0a", "D"},
	{"smashed", "Smashed", "10.2a", "X"}, {"held_back", "Held back", "11.2g", "H"},
	{"catching_up", "Catching up", "11.2h", "C"}, {"out_of_command", "Out of command", "15.0a", "?"},
	{"zone", "Has artillery", "2.5d", "G"}, {"light", "Light cavalry", "7.6b", "l"},
	{"done", "Has acted", "4.1a", "m"}, {"chit", "Its chit is in the cup", "2.3b", "o"},
	{"tired", "Tired", "11.1a", "T"}, {"spent", "Spent", "11.1b", "S"},
	{"line", "In extended line", "16.6a", "="}, {NULL, NULL, NULL, NULL}};
static const struct sign marks[] = {{"place", "Counts for victory", "3.0h", "*"}, {NULL, NULL, NULL, NULL}};
static const struct signs signs = {slots, badges, marks};

static const struct event_kind events[] = {FD_EVENTS(EVENT_KIND){NULL}};

/* --- the steps of the agenda, and which verb answers which question ------------------------------------- */

static const struct step_kind steps[STEPS] = {
	[STEP_TURN] = {fd_turn},
	[STEP_ACT] = {fd_act},
	[STEP_MARCH] = {fd_march},
	[STEP_COMBAT] = {fd_combat},
	[STEP_LOSS] = {fd_loss},
	[STEP_FLEE] = {fd_flee},
	[STEP_EVADE] = {fd_evade},
	[STEP_ADVANCE] = {fd_advance},
	[STEP_FACE] = {fd_face_step},
};

static const struct answer answers[] = {
	{Q_CHITS, V_DONE, fd_may_decline, fd_do_decline},
	{Q_CHITS, V_ACTIVATE, fd_may_activate, fd_do_activate},
	{Q_FIRST, V_FIRST, fd_may_first, fd_do_first},
	{Q_FIRST, V_SECOND, fd_may_first, fd_do_first},
	{Q_ACT, V_DONE, NULL, fd_do_done},
	{Q_ACT, V_MOVE, fd_may_move, fd_do_move},
	{Q_ACT, V_TURN, fd_may_turn, fd_do_turn},
	{Q_ACT, V_RECOVER, fd_may_recover, fd_do_recover},
	{Q_ACT, V_REST, fd_may_rest, fd_do_rest},
	{Q_ACT, V_HOLD_BACK, fd_may_hold_back, fd_do_hold_back},
	{Q_ACT, V_MASS, fd_may_mass, fd_do_mass},
	{Q_ACT, V_DISSOLVE, fd_may_dissolve, fd_do_dissolve},
	{Q_STEP, V_DOUBLE, fd_may_double, fd_do_double},
	{Q_STEP, V_STEP, fd_may_step, fd_do_step},
	{Q_STEP, V_FACE, fd_may_face, fd_do_face},
	{Q_STEP, V_STOP, fd_may_stop, fd_do_stop},
	{Q_STEP, V_THREATEN, fd_may_threaten, fd_do_threaten},
	{Q_STEP, V_DETACH, fd_may_detach, fd_do_detach},
	{Q_STEP, V_REJOIN, fd_may_rejoin, fd_do_rejoin},
	{Q_STEP, V_EXTEND, fd_may_extend, fd_do_extend},
	{Q_STEP, V_SHIFT, fd_may_shift, fd_do_shift},
	{Q_STEP, V_WHEEL, fd_may_wheel, fd_do_wheel},
	{Q_STEP, V_CLOSE, fd_may_close, fd_do_close},
	{Q_STEP, V_EXIT, fd_may_exit, fd_do_exit},
	{Q_EVADE, V_EVADE, fd_may_evade, fd_do_evade},
	{Q_EVADE, V_STAND, fd_may_stand, fd_do_stand},
	{Q_ATTACK, V_DONE, NULL, fd_do_done},
	{Q_ATTACK, V_ATTACK, fd_may_attack, fd_do_attack},
	{Q_JOIN, V_JOIN, fd_may_join, fd_do_join},
	{Q_JOIN, V_ADD, fd_may_add, fd_do_add},
	{Q_JOIN, V_FIGHT, fd_may_fight, fd_do_fight},
	{Q_LOSE, V_LOSE, fd_may_lose, fd_do_lose},
	{Q_CUT, V_STAND, fd_may_not_cut, fd_do_not_cut},
	{Q_CUT, V_CUT, fd_may_cut, fd_do_cut},
	{Q_PAY, V_PAY, fd_may_pay, fd_do_pay},
	{Q_RETREAT, V_STOP, fd_may_stop_fleeing, fd_do_stop_fleeing},
	{Q_RETREAT, V_RETREAT, fd_may_retreat, fd_do_retreat},
	{Q_ADVANCE, V_DONE, fd_may_stop_advance, fd_do_stop_advance},
	{Q_ADVANCE, V_STOP, fd_may_stop_advance, fd_do_stop_advance},
	{Q_ADVANCE, V_SHIFT, fd_may_shift_up, fd_do_shift_up},
	{Q_ADVANCE, V_ADVANCE, fd_may_advance, fd_do_advance},
	{Q_FACE, V_FACE, fd_may_face_free, fd_do_face_free},
	{Q_PURSUE, V_STAND, fd_may_not_pursue, fd_do_not_pursue},
	{Q_PURSUE, V_PURSUE, fd_may_pursue, fd_do_pursue},
	{Q_BOMBARD, V_DONE, NULL, fd_do_done},
	{Q_BOMBARD, V_BOMBARD, fd_may_bombard, fd_do_bombard},
};

/* The first of the formations that act. */
static int acting(const struct game *g)
{
	uint64_t all = fd_see(g)->acting;
	return all ? __builtin_ctzll(all) : NO_UNIT;
}

extern const struct rules from_divisions_rules;
static const struct rules_odds odds = {.blur = fd_blur, .forget = fd_forget};
static const struct rules_mind mind = {.features = fd_features,
	.lost = fd_lost_men,
	.score = fd_score,
	.worth = fd_worth,
	.acting = acting,
	.goals = fd_goals,
	.march = fd_march_cost};
static const struct rules_words words = {.view = fd_view,
	.say = fd_say,
	.tell = fd_tell,
	.show = fd_show,
	.threats = fd_threats};
static const struct rules_proof proof = {.sound = fd_sound, .stage = fd_stage, .settle = fd_settle};

const struct rules from_divisions_rules = {
	.id = "from_divisions",
	.title = "FROM Divisions",
	.subtitle = "Raab 1809",
	.text =
		"Whole divisions march, fight and wear out. A chit brings up a corps; what it does tires it, and beaten troops run away before they "
		"die. Guns decide from high ground, cavalry rides down what is disordered, and only you know how tired your men are.",
	.version = 2,
	.difficulty = 4,
	.turn_name = "turn",
	SYSTEM_TABLES,
	.umpire = &fd_umpire,
	.signs = &signs,
	.muster = fd_muster,
	.begin = fd_begin,
	.mask = fd_conceal,
	.odds = &odds,
	.mind = &mind,
	.words = &words,
	.proof = &proof,
};
