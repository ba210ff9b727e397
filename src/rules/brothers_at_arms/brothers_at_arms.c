/* Brothers at Arms (Martin Brierley, Wargame Shop): brigades, divisional commanders and their chiefs on
   half-mile hexes, an hour a bound. This file is the exported symbol and its tables; the book's sequence of
   play is in sequence.c, and every other file is one section of the book. */
#include "rules/brothers_at_arms/brothers_at_arms.h"
#include "engine/rules_mind.h"
#include "engine/rules_words.h"
#include "engine/rules_proof.h"

static const char *const ways_round[] = {"flank", "rear", NULL};

static const struct verb verbs[VERBS] = {
	[V_DONE] = {"done", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_LEAVE] = {"leave", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_ASSIGN] = {"assign", true, ARG_UNIT, ARG_NONE, ARG_NONE, NULL},
	[V_MOVE] = {"move", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_STEP] = {"step", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_STOP] = {"stop", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_EXIT] = {"exit", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_FIRE] = {"fire", true, ARG_UNIT, ARG_NONE, ARG_NONE, NULL},
	[V_JOIN] = {"join", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_VOLLEY] = {"volley", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_SNIPE] = {"snipe", true, ARG_UNIT, ARG_NONE, ARG_NONE, NULL},
	[V_BREACH] = {"breach", true, ARG_PLACE, ARG_DIRECTION, ARG_NONE, NULL},
	[V_MELEE] = {"melee", true, ARG_UNIT, ARG_NONE, ARG_NONE, NULL},
	[V_FLINCH] = {"flinch", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_ENTER] = {"enter", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_RIDE] = {"ride", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_FIGHT_ON] = {"fight_on", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_HALT] = {"halt", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_WITHDRAW] = {"withdraw", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_REPOSITION] = {"reposition", true, ARG_UNIT, ARG_NONE, ARG_NONE, NULL},
	[V_MARCH] = {"march", true, ARG_UNIT, ARG_CHOICE, ARG_NONE, ways_round},
	[V_PLACE] = {"place", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
};

static const struct question questions[QUESTIONS] = {
	[Q_LEAVE] = {"leave", "Which units are left to a control counter this round?", "control.8", 0, 0,
		baa_list_leave},
	[Q_ASSIGN] = {"assign", "Who commands the unassigned units this bound?", "unassigned.1", QUESTION_MINOR,
		STANDING_ASSIGN + 1, baa_list_assign, baa_usual_assign},
	[Q_UNITS] = {"units", "Which unit moves next?", "round.8", 0, 0, baa_list_movers},
	[Q_COMMANDS] = {"commands", "Which command counter moves next?", "round.9", 0, 0, baa_list_movers},
	[Q_CONTROLS] = {"controls", "Which control counter moves next?", "round.10", 0, 0, baa_list_movers},
	[Q_STEP] = {"step", "Where to?", "move.1", 0, 0, baa_list_steps},
	[Q_FIRE] = {"fire", "Which unit fires, and at what?", "round.11", 0, 0, baa_list_fire},
	[Q_GROUP] = {"group", "Who joins this fire?", "fire.group.2", 0, 0, baa_list_group},
	[Q_MELEE] = {"melee", "Which unit fights next, and whom?", "round.12", 0, 0, baa_list_melees},
	[Q_FLINCH] = {"flinch", "Which way does it flinch?", "flinch.2", QUESTION_MINOR, STANDING_FLINCH + 1,
		baa_list_flinches, baa_usual_flinch},
	[Q_ENTER] = {"enter", "Which reserves come on, and where?", "reserve.3", 0, 0, baa_list_reserves},
	[Q_FIGHT_ON] = {"fight_on", "Night falls. Fight on, or halt?", "readdress.1", 0, 0, baa_list_fight_on},
	[Q_WITHDRAW] = {"withdraw", "Who draws back from the enemy?", "readdress.2", QUESTION_MINOR,
		STANDING_WITHDRAW + 1, baa_list_withdrawals, baa_usual_withdraw},
	[Q_NIGHT] = {"night", "What does this commander try in the night?", "readdress.5", 0, 0, baa_list_night},
	[Q_PLACE] = {"place", "Where does it stand tomorrow?", "readdress.5", 0, 0, baa_list_places},
};

static const struct option options[OPTIONS] = {
	[O_RANGE_PENALTY] = {"range_penalty", "Units outside their commander's range attack at +1", "orders.13",
		0, 1, 0},
	[O_DIRECT_CONTROL] = {"direct_control", "Units may be left to a control counter", "control.8", 0, 1, 0},
	[O_WITHDRAW] = {"withdraw", "Withdrawing from melee costs a hex and avoids every enemy zone",
		"withdraw.5", 0, 1, 1},
	[O_OVERWHELMING] = {"overwhelming", "Overwhelming fire", "flinch.11", 0, 1, 0},
	[O_CONTINUED] = {"continued",
		"Result of the battle before (1 to 3: the first side won, -1 to -3: the second)", "win.9", -3, 3, 0},
	[O_ROLL_EACH] = {"roll_each", "One command roll for each unit out of range", "orders.6", 0, 1, 0},
	[O_PINNED_FIGHT] = {"pinned_fight", "Pinned units fight their melee", "pin.2", 0, 1, 1},
	[O_OCCUPIED] = {"occupied", "Objectives count only if occupied at the end", "win.5", 0, 1, 0},
	[O_FIGHT_ON] = {"fight_on", "At dusk both sides are asked whether to fight on into the night",
		"readdress.1", 0, 1, 0},
	[O_NIGHT_INITIATIVE] = {"night_initiative", "A natural 1 is initiative at night too", "night.3", 0, 1, 0},
	[O_MELEE_FIRE] = {"melee_fire", "Units that touch an enemy fire in the Fire phase, and fight afterwards",
		"fire.6", 0, 1, 0},
};

static const char *const flinch_choices[] = {"ask", "best cover", "farthest from the enemy", NULL};
static const char *const assign_choices[] = {"ask", "as proposed", NULL};
static const char *const withdraw_choices[] = {"ask", "the shortest way", NULL};
static const struct standing standings[STANDINGS] = {
	[STANDING_FLINCH] = {"flinch", "Where units flinch to", flinch_choices, 0},
	[STANDING_ASSIGN] = {"assign", "Unassigned units", assign_choices, 0},
	[STANDING_WITHDRAW] = {"withdraw", "Drawing back at nightfall", withdraw_choices, 0},
};

static const char *const fates[] = {"here", "absent", "reserve", "marching", "dispersed", "surrendered",
	"disabled", "captured", "removed", "withdrawn", NULL};

#define PIECE_AT(member) \
	offsetof(struct state, counter) + offsetof(struct counter, member), sizeof(struct counter)
#define PIECE_BIT(name, member, mask) \
	{name, FIELD_PIECE, FIELD_BIT, PIECE_AT(member), mask, VALUE_BOOL, NULL, false}
#define BREACH_BIT(name, dir) \
	{name, FIELD_PLACE, FIELD_BIT, offsetof(struct state, breach), 1, 1u << (dir), VALUE_BOOL, NULL, false}
static const struct field fields[] = {
	{"bound", FIELD_GAME, FIELD_I16, offsetof(struct state, bound), 0, 0, VALUE_NUMBER, NULL, false},
	{"turn", FIELD_GAME, FIELD_I16, offsetof(struct state, g) + offsetof(struct game, turn), 0, 0,
		VALUE_NUMBER, NULL, false},
	{"fighting_on", FIELD_GAME, FIELD_U8, offsetof(struct state, fighting_on), 0, 0, VALUE_BOOL, NULL, false},
	{"withdrawn", FIELD_SIDE, FIELD_U8, offsetof(struct state, withdrawn), 1, 0, VALUE_NUMBER, NULL, false},
	{"at", FIELD_PIECE, FIELD_I16, PIECE_AT(at), 0, VALUE_PLACE, NULL, false},
	{"fate", FIELD_PIECE, FIELD_U8, PIECE_AT(fate), 0, VALUE_CHOICE, fates, false},
	{"commander", FIELD_PIECE, FIELD_I16, PIECE_AT(boss), 0, VALUE_UNIT, NULL, false},
	{"rest", FIELD_PIECE, FIELD_U8, PIECE_AT(rest), 0, VALUE_NUMBER, NULL, false},
	PIECE_BIT("pinned", state, IS_PINNED),
	PIECE_BIT("nic", state, IS_NIC),
	PIECE_BIT("fatigued", state, IS_FATIGUED),
	PIECE_BIT("aboard", state, IS_ABOARD),
	PIECE_BIT("out_of_range", state, IS_FAR),
	PIECE_BIT("left", state, IS_LEFT),
	PIECE_BIT("flinched", state, IS_FLINCHED),
	PIECE_BIT("called", state, IS_CALLED),
	PIECE_BIT("moved", deeds, HAS_MOVED),
	PIECE_BIT("attacked", deeds, HAS_FIRED),
	PIECE_BIT("stirred", deeds, HAS_STIRRED),
	PIECE_BIT("fought_at_night", deeds, HAS_FOUGHT),
	PIECE_BIT("slept", deeds, HAS_SLEPT),
	PIECE_BIT("chosen", deeds, HAS_CHOSEN),
	PIECE_BIT("tried", deeds, HAS_TRIED),
	PIECE_BIT("by_rear", deeds, BY_REAR),
	{"clashed", FIELD_PIECE, FIELD_BIT, offsetof(struct state, counter) + offsetof(struct counter, deeds) + 1,
		sizeof(struct counter), HAS_CLASHED >> 8, VALUE_BOOL, NULL, false},
	{"sniped", FIELD_PIECE, FIELD_BIT, offsetof(struct state, counter) + offsetof(struct counter, deeds) + 1,
		sizeof(struct counter), HAS_SNIPED >> 8, VALUE_BOOL, NULL, false},
	{"owner", FIELD_PLACE, FIELD_I8, offsetof(struct state, owner), 1, 0, VALUE_SIDE, NULL, false},
	{"watch", FIELD_PLACE, FIELD_I8, offsetof(struct state, watch), 1, 0, VALUE_SIDE, NULL, false},
	BREACH_BIT("breached_0", 0),
	BREACH_BIT("breached_1", 1),
	BREACH_BIT("breached_2", 2),
	BREACH_BIT("breached_3", 3),
	BREACH_BIT("breached_4", 4),
	BREACH_BIT("breached_5", 5),
};

static const struct overlay overlays[] = {
	{"reach", "How far it can move", true},
	{"sight", "What it can see", true},
	{"fire", "Where it can fire", true},
	{"zones", "Enemy zones of control", false},
	{"command", "Command range", false},
	{"threat", "Enemy fire", false},
};

static const char *const phases[PHASES] = {
	[PHASE_BOUND] = "bound",
	[PHASE_ORDERS] = "orders",
	[PHASE_ASSIGN] = "assign",
	[PHASE_RANGE] = "range",
	[PHASE_UNITS] = "units",
	[PHASE_COMMANDS] = "commands",
	[PHASE_CONTROLS] = "controls",
	[PHASE_FIRE] = "fire",
	[PHASE_MELEE] = "melee",
	[PHASE_REMOVAL] = "removal",
	[PHASE_END] = "end",
	[PHASE_DUSK] = "dusk",
	[PHASE_READDRESS] = "readdress",
	[PHASE_NIGHT] = "night",
};

static const struct event_kind events[] = {BAA_EVENTS(EVENT_KIND){NULL}};

/* --- who answers which question ------------------------------------------------------------------------- */

static const struct answer answers[] = {
	{Q_LEAVE, V_LEAVE, baa_may_leave, baa_do_leave},
	{Q_LEAVE, V_DONE, NULL, baa_do_settled},
	{Q_ASSIGN, V_ASSIGN, baa_may_assign, baa_do_assign},
	{Q_ASSIGN, V_DONE, NULL, baa_do_assigned},
	{Q_UNITS, V_MOVE, baa_may_move, baa_do_move},
	{Q_UNITS, V_DONE, NULL, baa_do_moved},
	{Q_COMMANDS, V_MOVE, baa_may_move, baa_do_move},
	{Q_COMMANDS, V_DONE, NULL, baa_do_moved},
	{Q_CONTROLS, V_MOVE, baa_may_move, baa_do_move},
	{Q_CONTROLS, V_DONE, NULL, baa_do_moved},
	{Q_STEP, V_STEP, baa_may_step, baa_do_step},
	{Q_STEP, V_STOP, baa_may_stop, baa_do_stop},
	{Q_STEP, V_EXIT, baa_may_exit, baa_do_exit},
	{Q_FIRE, V_FIRE, baa_may_fire, baa_do_fire},
	{Q_FIRE, V_SNIPE, baa_may_snipe, baa_do_snipe},
	{Q_FIRE, V_BREACH, baa_may_breach, baa_do_breach},
	{Q_FIRE, V_DONE, NULL, baa_do_settled},
	{Q_GROUP, V_JOIN, baa_may_join, baa_do_join},
	{Q_GROUP, V_VOLLEY, NULL, baa_do_volley},
	{Q_MELEE, V_MELEE, baa_may_melee, baa_do_melee},
	{Q_MELEE, V_DONE, baa_may_end_melees, baa_do_settled},
	{Q_FLINCH, V_FLINCH, baa_may_flinch, baa_do_flinch},
	{Q_ENTER, V_ENTER, baa_may_enter, baa_do_enter},
	{Q_ENTER, V_RIDE, baa_may_ride, baa_do_ride},
	{Q_ENTER, V_DONE, NULL, baa_do_entered},
	{Q_FIGHT_ON, V_FIGHT_ON, NULL, baa_do_fight_on},
	{Q_FIGHT_ON, V_HALT, NULL, baa_do_halt},
	{Q_WITHDRAW, V_WITHDRAW, baa_may_withdraw, baa_do_withdraw},
	{Q_WITHDRAW, V_DONE, baa_may_stay, baa_do_stay},
	{Q_NIGHT, V_REPOSITION, baa_may_reposition, baa_do_reposition},
	{Q_NIGHT, V_MARCH, baa_may_march, baa_do_march},
	{Q_NIGHT, V_DONE, NULL, baa_do_sleep},
	{Q_PLACE, V_PLACE, baa_may_place, baa_do_place},
};

static const struct step_kind steps[STEP_KINDS] = {
	[STEP_BOUND] = {baa_bound_step},
	[STEP_ROUND] = {baa_round_step},
	[STEP_MARCH] = {baa_march_step},
	[STEP_VOLLEY] = {baa_volley_step},
	[STEP_FLINCH] = {baa_flinch_step},
	[STEP_EVADE] = {baa_evade_step},
	[STEP_PLACE] = {baa_place_step},
};

extern const struct rules brothers_at_arms_rules;
static const struct rules_mind mind = {.features = baa_features,
	.lost = baa_lost,
	.score = baa_score,
	.worth = baa_worth,
	.goals = baa_goals};
static const struct rules_words words = {.view = baa_view,
	.say = baa_say,
	.tell = baa_tell,
	.show = baa_show,
	.sight = baa_sight,
	.threats = baa_threats};
static const struct rules_proof proof = {.sound = baa_sound, .stage = baa_stage, .settle = baa_settle};

const struct rules brothers_at_arms_rules = {
	.id = "brothers_at_arms",
	.title = "Brothers at Arms",
	.subtitle = "Brigades of the American Civil War",
	.text =
		"Orders run from the army's chief to his divisions and from them to their brigades; whoever is out of reach waits for "
		"a die. Brigades then march, fire in groups and close to melee, and six objectives decide the day.",
	.version = 2,
	.difficulty = 2,
	.turn_name = "bound",
	SYSTEM_TABLES,
	.umpire = &baa_umpire,
	.signs = &baa_signs,
	.muster = baa_muster,
	.begin = baa_begin,
	.mind = &mind,
	.words = &words,
	.proof = &proof,
};
