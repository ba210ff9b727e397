/* All Are Brothers: Solferino 1859 (Bryan Armor, Legion Wargames): brigades on hexes of 500 m, an hour a
   turn, chits from one cup. This file is the exported symbol and its tables; the book's sequence of play is
   in sequence.c, and every other file is one section of the book. */
#include "rules/all_are_brothers/all_are_brothers.h"
#include "engine/rules_odds.h"
#include "engine/rules_mind.h"
#include "engine/rules_words.h"
#include "engine/rules_proof.h"

static const char *const postures[] = {"aggressive", "defensive", NULL};
static const char *const orders_of_loss[] = {"hits_first", "retreat_first", NULL};
static const char *const plots[] = {"none", "aggressive", "defensive", NULL};
static const char *const rallies[] = {"morale", "ammunition", NULL};
const char *const aab_card_names[CARDS + 1] = {"jaeger_sharpshooters", "counterstroke", "hold_the_walls",
	"staff_rider", "dust_and_heat", "crossed_orders", "ammunition_wagons", "regimental_colours",
	"hussar_screen", "napoleons_guns", "cold_steel", "follow_up", "march_to_the_guns",
	"the_guard_is_behind_you", "reserve_caissons", "hesitation", "forward_savoy", "bersaglieri",
	"for_the_king", "second_attempt", "escort", NULL};

static const struct verb verbs[VERBS] = {
	[V_DONE] = {"done", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_POSTURE] = {"posture", false, ARG_CHOICE, ARG_NONE, ARG_NONE, postures},
	[V_PLOT] = {"plot", true, ARG_CHOICE, ARG_NONE, ARG_NONE, postures},
	[V_CHANGE] = {"change", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_KEEP] = {"keep", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_ROUSE] = {"rouse", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_FIRE] = {"fire", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_JOIN] = {"join", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_VOLLEY] = {"volley", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_MOVE] = {"move", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_COLUMN] = {"column", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_WITH] = {"with", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_STEP] = {"step", true, ARG_PLACE, ARG_NUMBER, ARG_NONE, NULL},
	[V_STOP] = {"stop", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_CHARGE] = {"charge", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_ASSAULT] = {"assault", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_ENTER] = {"enter", true, ARG_PLACE, ARG_NUMBER, ARG_NONE, NULL},
	[V_REORDER] = {"reorder", true, ARG_NUMBER, ARG_NONE, ARG_NONE, NULL},
	[V_RESOLVE] = {"resolve", false, ARG_PLACE, ARG_PLACE, ARG_NONE, NULL},
	[V_CALL_OFF] = {"call_off", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_WITHDRAW] = {"withdraw", true, ARG_NUMBER, ARG_NONE, ARG_NONE, NULL},
	[V_ABANDON] = {"abandon", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_STAND] = {"stand", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_REROLL] = {"reroll", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_LOSE] = {"lose", false, ARG_NUMBER, ARG_CHOICE, ARG_NONE, orders_of_loss},
	[V_RETREAT] = {"retreat", true, ARG_PLACE, ARG_NUMBER, ARG_NONE, NULL},
	[V_ALONG] = {"along", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_TAKE] = {"take", true, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
	[V_ADVANCE] = {"advance", true, ARG_PLACE, ARG_NONE, ARG_NONE, NULL},
	[V_RALLY] = {"rally", true, ARG_CHOICE, ARG_NONE, ARG_NONE, rallies},
	[V_PLAY] = {"play", false, ARG_CHOICE, ARG_NONE, ARG_NONE, aab_card_names},
	[V_PLAY_ON] = {"play_on", true, ARG_CHOICE, ARG_NUMBER, ARG_NONE, aab_card_names},
	[V_PASS] = {"pass", false, ARG_NONE, ARG_NONE, ARG_NONE, NULL},
};

#define HIDING (QUESTION_MINOR | QUESTION_ALWAYS)
static const struct question questions[QUESTIONS] = {
	[Q_PLOT] = {"plot", "Which posture is plotted for this HQ?", "17.3a", QUESTION_ALWAYS, 0, aab_list_plots},
	[Q_POSTURE] = {"posture", "Aggressive or Defensive?", "7.1a", 0, 0, aab_list_postures},
	[Q_CHANGE] = {"change", "Keep the plotted posture, or try to change it?", "17.3b", 0, 0, aab_list_change},
	[Q_ROUSE] = {"rouse", "Whom does the commander in chief activate?", "6.2.1a", 0, 0, aab_list_rouse},
	[Q_FIRE] = {"fire", "Who fires, and at what?", "8.1a", QUESTION_CHOSEN, 0, aab_list_fire},
	[Q_GROUP] = {"group", "Who fires with them?", "8.1.3a", QUESTION_MINOR | QUESTION_CHOSEN, 0,
		aab_list_group, aab_usual_volley},
	[Q_DEFEND] = {"defend", "Who gives Defensive Fire?", "11.8a", QUESTION_MINOR, STANDING_DEFENCE + 1,
		aab_list_defenders, aab_usual_defend},
	[Q_DEFEND_GROUP] = {"defend_group", "Who fires with them?", "8.1.3a", QUESTION_MINOR,
		STANDING_DEFENCE + 1, aab_list_group, aab_usual_defenders},
	[Q_MOVE] = {"move", "Who moves or declares an assault?", "11.1a", QUESTION_CHOSEN, 0, aab_list_moves},
	[Q_STEP] = {"step", "Where to?", "11.2e", QUESTION_CHOSEN, 0, aab_list_steps},
	[Q_ASSAULT] = {"assault", "Which assault is fought, from which Lead Assault Hex?", "12.1a", 0, 0,
		aab_list_assaults},
	[Q_WITHDRAW] = {"withdraw", "Does the cavalry withdraw before combat?", "12.2.1a", QUESTION_MINOR,
		STANDING_LOSSES + 1, aab_list_withdrawals, aab_usual_stand},
	[Q_ABANDON] = {"abandon", "Abandon the position, or stand?", "12.2.2a", QUESTION_MINOR,
		STANDING_LOSSES + 1, aab_list_abandon, aab_usual_stand},
	[Q_LEAVE] = {"leave", "Does an HQ leave before combat?", "12.2.2bis-a", QUESTION_MINOR,
		STANDING_LOSSES + 1, aab_list_leaving, aab_usual_stand},
	[Q_REROLL] = {"reroll", "Reroll the assault?", "6.2.2a", QUESTION_MINOR, 0, aab_list_reroll,
		aab_usual_keep},
	[Q_LOSS] = {"loss", "How are the Loss Points taken?", "12.4.1a", QUESTION_MINOR, 0, aab_list_losses,
		aab_usual_loss},
	[Q_RETREAT] = {"retreat", "Where does it retreat to?", "12.5a", QUESTION_MINOR, STANDING_RETREATS + 1,
		aab_list_retreats, aab_usual_retreat},
	[Q_ALONG] = {"along", "Who goes along?", "10.1d", QUESTION_MINOR, STANDING_LOSSES + 1, aab_list_along,
		aab_usual_along},
	[Q_TIE] = {"tie", "Which of them?", "8.4d", QUESTION_MINOR, STANDING_LOSSES + 1, aab_list_tie,
		usual_first},
	[Q_OVERSTACK] = {"overstack", "Who is thrown into disorder by the crowd?", "4.1d", QUESTION_MINOR,
		STANDING_LOSSES + 1, aab_list_overstack, usual_first},
	[Q_OVERRUN] = {"overrun", "To which unit does the HQ escape?", "11.6b", QUESTION_MINOR,
		STANDING_LOSSES + 1, aab_list_overrun, usual_first},
	[Q_ADVANCE] = {"advance", "Who advances?", "12.6a", 0, 0, aab_list_advances},
	[Q_RALLY] = {"rally", "Who is rallied?", "13.1a", 0, 0, aab_list_rallies},
	[Q_EVENT] = {"event", "Play an Event chit?", "6.3e", HIDING, STANDING_EVENTS + 1, aab_list_events,
		aab_usual_event},
	[Q_OPPORTUNITY] = {"opportunity", "Play an Event chit against this?", "11.9b", HIDING,
		STANDING_OPPORTUNITY + 1, aab_list_events, aab_usual_opportunity},
	[Q_ALSO] = {"also", "Who else?", "6.3e", 0, 0, aab_list_also},
	[Q_AIM] = {"aim", "At what does it fire?", "11.9b", QUESTION_CHOSEN, 0, aab_list_aims},
	[Q_GROUP_CHIT] = {"group_chit", "Who fires with them?", "8.1.3a", HIDING | QUESTION_CHOSEN, 0,
		aab_list_group, aab_usual_volley},
	[Q_DEFEND_CHIT] = {"defend_chit", "Who fires with them?", "8.1.3a", HIDING, STANDING_DEFENCE + 1,
		aab_list_group, aab_usual_defenders},
	[Q_MOVE_CHIT] = {"move_chit", "Who moves or declares an assault?", "11.1a",
		QUESTION_ALWAYS | QUESTION_CHOSEN, 0, aab_list_moves},
	[Q_ADVANCE_CHIT] = {"advance_chit", "Who advances?", "12.6a", QUESTION_ALWAYS, 0, aab_list_advances},
};

static const struct option options[OPTIONS] = {
	[O_CHIEF_DEATH] = {"chief_death", "A commander in chief who is hit loses the game", "17.1a", 0, 1, 0},
	[O_STORM] = {"variable_storm", "The thunderstorm comes when it will", "17.2a", 0, 1, 0},
	[O_PLOT] = {"plotted_orders", "Postures are plotted before chits are drawn", "17.3a", 0, 1, 0},
	[O_FOG] = {"fog_of_war", "Of an enemy stack only the arms are seen", "4.4b", 0, 1, 0},
};

static const char *const defence_choices[] = {"ask", "always", "from column 2", "from column 3",
	"from column 4", "from column 5", "never", NULL};
static const char *const event_choices[] = {"ask", "hold", "at the end of steps", NULL};
static const char *const opportunity_choices[] = {"ask", "hold", "next to us", NULL};
static const char *const stated[] = {"ask", "as proposed", NULL};
static const struct standing standings[STANDINGS] = {
	[STANDING_DEFENCE] = {"defence", "Defensive Fire", defence_choices, 1},
	[STANDING_EVENTS] = {"events", "Event chits that may be played at any time", event_choices, 2},
	[STANDING_OPPORTUNITY] = {"opportunity", "Event chits against a move or a shot", opportunity_choices, 2},
	[STANDING_LOSSES] = {"losses", "Ties, crowds, standing before an assault, who goes along", stated, 0},
	[STANDING_RETREATS] = {"retreats", "Where units retreat to", stated, 0},
};

#define PIECE_AT(member) \
	offsetof(struct state, counter) + offsetof(struct counter, member), sizeof(struct counter)
#define PIECE_BIT(name, member, mask) \
	{name, FIELD_PIECE, FIELD_BIT, PIECE_AT(member), mask, VALUE_BOOL, NULL, false}
#define ACT_BIT(name, mask) \
	{name, FIELD_GAME, FIELD_BIT, offsetof(struct state, act.flags), 0, mask, VALUE_BOOL, NULL, false}
static const struct field fields[] = {
	{"turn", FIELD_GAME, FIELD_I16, offsetof(struct state, g.turn), 0, 0, VALUE_NUMBER, NULL, false},
	{"storm", FIELD_GAME, FIELD_U8, offsetof(struct state, storm), 0, 0, VALUE_NUMBER, NULL, false},
	{"storm_until", FIELD_GAME, FIELD_U8, offsetof(struct state, storm_until), 0, 0, VALUE_NUMBER, NULL,
		false},
	{"formation", FIELD_GAME, FIELD_I16, offsetof(struct state, act.hq), 0, 0, VALUE_UNIT, NULL, false},
	{"posture", FIELD_GAME, FIELD_U8, offsetof(struct state, act.posture), 0, 0, VALUE_CHOICE, postures,
		false},
	{"crossed_orders", FIELD_GAME, FIELD_U8, offsetof(struct state, act.penalty), 0, 0, VALUE_NUMBER, NULL,
		false},
	ACT_BIT("failed", ACT_FAILED),
	ACT_BIT("march_to_the_guns", ACT_MARCH),
	ACT_BIT("rerolled", ACT_REROLLED),
	{"rallies", FIELD_GAME, FIELD_U8, offsetof(struct state, act.rallies), 0, 0, VALUE_NUMBER, NULL, false},
	/* half points; derived */
	{"vp", FIELD_SIDE, FIELD_I16, offsetof(struct state, vp), sizeof(int16_t), 0, VALUE_NUMBER, NULL, false},
	{"at", FIELD_PIECE, FIELD_I16, PIECE_AT(at), 0, VALUE_PLACE, NULL, false},
	{"order", FIELD_PIECE, FIELD_U8, PIECE_AT(order), 0, VALUE_NUMBER, NULL, false}, /* 0 on top */
	{"sp", FIELD_PIECE, FIELD_U8, PIECE_AT(sp), 0, VALUE_NUMBER, NULL, false},       /* derived */
	PIECE_BIT("battleworn", state, IS_WORN),
	PIECE_BIT("shaken", state, IS_SHAKEN),
	PIECE_BIT("disrupted", state, IS_DISRUPTED),
	PIECE_BIT("low_ammo", state, IS_LOW),
	PIECE_BIT("out_of_command", state, IS_OUT),
	PIECE_BIT("leader_casualty", state, IS_HIT),
	PIECE_BIT("overrun", state, IS_OVERRUN),
	PIECE_BIT("barred", state, IS_BARRED),
	PIECE_BIT("fired", deeds, HAS_FIRED),
	PIECE_BIT("artillery_fired", deeds, HAS_SHELLED),
	PIECE_BIT("moved", deeds, HAS_MOVED),
	PIECE_BIT("halted", deeds, IS_HALTED),
	PIECE_BIT("charged", deeds, HAS_CHARGED),
	PIECE_BIT("declared", marks, IS_DECLARED),
	PIECE_BIT("may_declare", marks, MAY_DECLARE),
	PIECE_BIT("began_engaged", marks, BEGAN_ENGAGED),
	PIECE_BIT("entered", marks, HAS_ENTERED),
	/* of a declared assault; off the map: arrival hex */
	{"target", FIELD_PIECE, FIELD_I16, PIECE_AT(target), 0, VALUE_PLACE, NULL, false},
	/* half MP; off the map: turns of delay */
	{"spent", FIELD_PIECE, FIELD_U8, PIECE_AT(spent), 0, VALUE_NUMBER, NULL, false},
	{"shots", FIELD_PIECE, FIELD_U8, PIECE_AT(shots), 0, VALUE_NUMBER, NULL, false},
	/* of HQs */
	{"corps_morale", FIELD_PIECE, FIELD_U8, PIECE_AT(sp), 0, VALUE_NUMBER, NULL, false},
	PIECE_BIT("demoralized", hits, CORPS_DEMORALIZED),
	{"plotted", FIELD_PIECE, FIELD_U8, PIECE_AT(shots), 0, VALUE_CHOICE, plots, true},
	PIECE_BIT("in_cup", state, IN_CUP),
	{"control", FIELD_PLACE, FIELD_I8, offsetof(struct state, owner), 1, 0, VALUE_SIDE, NULL, false},
	{"cup_austrian", FIELD_GAME, FIELD_U8, offsetof(struct state, cup), 0, 0, VALUE_NUMBER, NULL, false},
	{"cup_french", FIELD_GAME, FIELD_U8, offsetof(struct state, cup) + 1, 0, 0, VALUE_NUMBER, NULL, false},
	{"cup_sardinian", FIELD_GAME, FIELD_U8, offsetof(struct state, cup) + 2, 0, 0, VALUE_NUMBER, NULL, false},
#define CARD_FIELDS(name, card) \
	{"hand_" name, FIELD_GAME, FIELD_U8, offsetof(struct state, hand) + card, 0, 0, VALUE_NUMBER, NULL, \
		true}, \
	{ \
		"left_" name, FIELD_GAME, FIELD_U8, offsetof(struct state, left) + card, 0, 0, VALUE_NUMBER, NULL, \
			true \
	}
	CARD_FIELDS("jaeger_sharpshooters", CARD_JAEGER_SHARPSHOOTERS),
	CARD_FIELDS("counterstroke", CARD_COUNTERSTROKE),
	CARD_FIELDS("hold_the_walls", CARD_HOLD_THE_WALLS),
	CARD_FIELDS("staff_rider", CARD_STAFF_RIDER),
	CARD_FIELDS("dust_and_heat", CARD_DUST_AND_HEAT),
	CARD_FIELDS("crossed_orders", CARD_CROSSED_ORDERS),
	CARD_FIELDS("ammunition_wagons", CARD_AMMUNITION_WAGONS),
	CARD_FIELDS("regimental_colours", CARD_REGIMENTAL_COLOURS),
	CARD_FIELDS("hussar_screen", CARD_HUSSAR_SCREEN),
	CARD_FIELDS("napoleons_guns", CARD_NAPOLEONS_GUNS),
	CARD_FIELDS("cold_steel", CARD_COLD_STEEL),
	CARD_FIELDS("follow_up", CARD_FOLLOW_UP),
	CARD_FIELDS("march_to_the_guns", CARD_MARCH_TO_THE_GUNS),
	CARD_FIELDS("the_guard_is_behind_you", CARD_THE_GUARD_IS_BEHIND_YOU),
	CARD_FIELDS("reserve_caissons", CARD_RESERVE_CAISSONS),
	CARD_FIELDS("hesitation", CARD_HESITATION),
	CARD_FIELDS("forward_savoy", CARD_FORWARD_SAVOY),
	CARD_FIELDS("bersaglieri", CARD_BERSAGLIERI),
	CARD_FIELDS("for_the_king", CARD_FOR_THE_KING),
	CARD_FIELDS("second_attempt", CARD_SECOND_ATTEMPT),
	CARD_FIELDS("escort", CARD_ESCORT),
};

static const struct overlay overlays[] = {
	{"reach", "How far it can move", true},
	{"sight", "What it can see", true},
	{"fire", "Where it can fire", true},
	{"command", "Command Range", false},
	{"engaged", "Hexes next to the enemy", false},
};

static const char *const phases[PHASES] = {
	[PHASE_PLANNING] = "planning",
	[PHASE_DRAW] = "draw",
	[PHASE_COMMAND] = "command",
	[PHASE_FIRE] = "fire",
	[PHASE_MOVEMENT] = "movement",
	[PHASE_ASSAULT] = "assault",
	[PHASE_RALLY] = "rally",
	[PHASE_END] = "end",
};

static const struct event_kind events[] = {AAB_EVENTS(EVENT_KIND){NULL}};

/* --- who answers which question ------------------------------------------------------------------------- */

/* Questions that differ in nothing but whether they are always asked, or in who is asked. */
#define GROUP_ANSWERS(question) \
	{question, V_JOIN, aab_may_join, aab_do_join}, \
		{question, V_PLAY, aab_may_bersaglieri, aab_do_bersaglieri}, \
	{ \
		question, V_VOLLEY, NULL, aab_do_volley \
	}
#define MOVE_ANSWERS(question) \
	{question, V_MOVE, aab_may_move, aab_do_move}, {question, V_COLUMN, aab_may_column, aab_do_column}, \
		{question, V_CHARGE, aab_may_charge, aab_do_charge}, \
		{question, V_ASSAULT, aab_may_declare, aab_do_declare}, \
		{question, V_ENTER, aab_may_enter, aab_do_enter}, \
		{question, V_REORDER, aab_may_reorder, aab_do_reorder}, \
		{question, V_PLAY_ON, aab_may_move_by_chit, aab_do_move_by_chit}, \
	{ \
		question, V_DONE, NULL, aab_do_end_moves \
	}
#define ADVANCE_ANSWERS(question) \
	{question, V_ADVANCE, aab_may_advance, aab_do_advance}, \
		{question, V_PLAY, aab_may_follow_up, aab_do_follow_up}, \
	{ \
		question, V_DONE, aab_may_end_advance, aab_do_end_advance \
	}
#define EVENT_ANSWERS(question) \
	{question, V_PLAY, aab_may_play, aab_do_play}, {question, V_PLAY_ON, aab_may_play_on, aab_do_play}, \
	{ \
		question, V_PASS, NULL, aab_do_pass \
	}

static const struct answer answers[] = {
	{Q_PLOT, V_PLOT, aab_may_plot, aab_do_plot},
	{Q_POSTURE, V_POSTURE, aab_may_posture, aab_do_posture},
	{Q_CHANGE, V_CHANGE, aab_may_change, aab_do_change},
	{Q_CHANGE, V_KEEP, NULL, aab_do_keep_posture},
	{Q_ROUSE, V_ROUSE, aab_may_rouse, aab_do_rouse},
	{Q_ROUSE, V_DONE, NULL, aab_do_rouse_nobody},
	{Q_FIRE, V_FIRE, aab_may_fire, aab_do_fire},
	{Q_FIRE, V_PLAY_ON, aab_may_fire_by_chit, aab_do_fire_by_chit},
	{Q_FIRE, V_DONE, NULL, aab_do_end_fire},
	GROUP_ANSWERS(Q_GROUP),
	GROUP_ANSWERS(Q_GROUP_CHIT),
	GROUP_ANSWERS(Q_DEFEND_GROUP),
	GROUP_ANSWERS(Q_DEFEND_CHIT),
	{Q_DEFEND, V_FIRE, aab_may_defend, aab_do_defend},
	{Q_DEFEND, V_DONE, NULL, aab_do_over},
	MOVE_ANSWERS(Q_MOVE),
	MOVE_ANSWERS(Q_MOVE_CHIT),
	{Q_STEP, V_STEP, aab_may_step, aab_do_step},
	{Q_STEP, V_WITH, aab_may_with, aab_do_with},
	{Q_STEP, V_ASSAULT, aab_may_end_in_assault, aab_do_end_in_assault},
	{Q_STEP, V_STOP, aab_may_stop, aab_do_stop},
	{Q_ASSAULT, V_RESOLVE, aab_may_resolve, aab_do_resolve},
	{Q_ASSAULT, V_CALL_OFF, aab_may_call_off, aab_do_call_off},
	{Q_ASSAULT, V_DONE, aab_may_end_assaults, aab_do_end_assaults},
	{Q_WITHDRAW, V_WITHDRAW, aab_may_withdraw, aab_do_withdraw},
	{Q_WITHDRAW, V_STAND, NULL, aab_do_go_on},
	{Q_ABANDON, V_ABANDON, aab_may_abandon, aab_do_abandon},
	{Q_ABANDON, V_STAND, NULL, aab_do_go_on},
	{Q_LEAVE, V_ALONG, aab_may_leave, aab_do_leave},
	{Q_LEAVE, V_STAND, NULL, aab_do_go_on},
	{Q_REROLL, V_REROLL, aab_may_reroll, aab_do_reroll},
	{Q_REROLL, V_KEEP, NULL, aab_do_go_on},
	{Q_LOSS, V_LOSE, aab_may_lose, aab_do_lose},
	{Q_LOSS, V_PLAY, aab_may_hold_walls, aab_do_hold_walls},
	{Q_RETREAT, V_RETREAT, aab_may_retreat, aab_do_retreat},
	{Q_ALONG, V_ALONG, aab_may_along, aab_do_along},
	{Q_ALONG, V_DONE, NULL, aab_do_over},
	{Q_TIE, V_TAKE, aab_may_tie, aab_do_tie},
	{Q_OVERSTACK, V_TAKE, aab_may_overstack, aab_do_overstack},
	{Q_OVERRUN, V_TAKE, aab_may_overrun, aab_do_overrun},
	ADVANCE_ANSWERS(Q_ADVANCE),
	ADVANCE_ANSWERS(Q_ADVANCE_CHIT),
	{Q_RALLY, V_RALLY, aab_may_rally, aab_do_rally},
	{Q_RALLY, V_DONE, NULL, aab_do_end_rallies},
	EVENT_ANSWERS(Q_EVENT),
	EVENT_ANSWERS(Q_OPPORTUNITY),
	{Q_ALSO, V_TAKE, aab_may_also, aab_do_also},
	{Q_ALSO, V_DONE, NULL, aab_do_over},
	{Q_AIM, V_FIRE, aab_may_aim, aab_do_aim},
};

static const struct step_kind steps[STEP_KINDS] = {
	[STEP_TURN] = {aab_turn_step},
	[STEP_PLOT] = {aab_plot_step},
	[STEP_ACTIVATION] = {aab_activation_step},
	[STEP_SHOT] = {aab_shot_step},
	[STEP_SUFFER] = {aab_suffer_step},
	[STEP_BREAK] = {aab_break_step},
	[STEP_RETREAT] = {aab_retreat_step},
	[STEP_ALONG] = {aab_along_step},
	[STEP_DEFENCE] = {aab_defence_step},
	[STEP_MARCH] = {aab_march_step, aab_march_end},
	[STEP_COLUMN] = {aab_column_step, aab_column_cancelled},
	[STEP_ASSAULT] = {aab_assault_step, aab_assault_over},
	[STEP_COLLAPSE] = {aab_collapse_step},
	[STEP_WINDOW] = {aab_window_step},
	[STEP_PLAY] = {aab_play_step, aab_play_cancelled},
	[STEP_ALSO] = {aab_also_step},
	[STEP_OVERSTACK] = {aab_overstack_step},
	[STEP_OVERRUN] = {aab_overrun_step},
	[STEP_LEADER] = {aab_leader_step},
	[STEP_FLIGHT] = {aab_flight_step},
	[STEP_AIM] = {aab_aim_step},
};

/* What a hand could do is asked in minor questions, whose default plays nothing; only a Force marker hides
   what is hit. */
static bool aab_guesses(const struct muster *m) { return m->option[O_FOG]; }
static int aab_acting(const struct game *g) { return aab_see(g)->act.hq; }

extern const struct rules all_are_brothers_rules;
static const struct rules_odds odds = {.guesses = aab_guesses};
static const struct rules_mind mind = {.features = aab_features,
	.lost = aab_lost,
	.score = aab_score,
	.worth = aab_worth,
	.single_orders = true,
	.acting = aab_acting,
	.goals = aab_goals,
	.march = aab_march_cost};
static const struct rules_words words = {.view = aab_view,
	.say = aab_say,
	.tell = aab_tell,
	.show = aab_show,
	.sight = aab_sight,
	.threats = aab_threats};
static const struct rules_proof proof = {.sound = aab_sound, .stage = aab_stage, .settle = aab_settle};

const struct rules all_are_brothers_rules = {
	.id = "all_are_brothers",
	.title = "All Are Brothers",
	.subtitle = "Solferino, 1859",
	.text =
		"Chits from one cup say whose corps acts; its HQ takes an aggressive or a defensive posture and its brigades fire, march, "
		"assault and rally. Every step next to the enemy draws fire, and a corps that has lost its morale takes others with it.",
	.version = 2,
	.difficulty = 4,
	.turn_name = "turn",
	SYSTEM_TABLES,
	.umpire = &aab_umpire,
	.signs = &aab_signs,
	.muster = aab_muster,
	.begin = aab_begin,
	.mask = aab_mask,
	.odds = &odds,
	.mind = &mind,
	.words = &words,
	.proof = &proof,
};
