/* All Are Brothers: Solferino 1859 (Bryan Armor, Legion Wargames): brigades on hexes of 500 m, an hour a turn, chits from one cup.
   This file is the exported symbol and its tables; the book's sequence of play is in sequence.c, and every other file is
   one section of the book. */
#include "rules/all_are_brothers/all_are_brothers.h"
#include "engine/rules_odds.h"
#include "engine/rules_mind.h"
#include "engine/rules_words.h"
#include "engine/rules_proof.h"

static const char *const postures[] = {"aggressive", "defensive", NULL};
static const char *const orders_of_loss[] = {"hits_first", "retreat_first", NULL};
static const char *const plots[] = {"none", "aggressive", "defensive", NULL};
static const char *const rallies[] = {"morale", "ammunition", NULL};
const char *const aab_card_names[CARDS + 1] = {
	"jaeger_sharpshooters", "counterstroke", "hold_the_walls", "staff_rider", "dust_and_heat", "crossed_orders", "ammunition_wagons",
	"regimental_colours", "hussar_screen", "napoleons_guns", "cold_steel", "follow_up", "march_to_the_guns", "the_guard_is_behind_you",
	"reserve_caissons", "hesitation", "forward_savoy", "bersaglieri", "for_the_king", "second_attempt", "escort", NULL};

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
	[Q_PLOT] = {"plot", "Which posture is plotted for this HQ?", "17.3a", QUESTION_ALWAYS, 0},
	[Q_POSTURE] = {"posture", "Aggressive or Defensive?", "7.1a", 0, 0},
	[Q_CHANGE] = {"change", "Keep the plotted posture, or try to change it?", "17.3b", 0, 0},
	[Q_ROUSE] = {"rouse", "Whom does the commander in chief activate?", "6.2.1a", 0, 0},
	[Q_FIRE] = {"fire", "Who fires, and at what?", "8.1a", QUESTION_CHOSEN, 0},
	[Q_GROUP] = {"group", "Who fires with them?", "8.1.3a", QUESTION_MINOR | QUESTION_CHOSEN, 0},
	[Q_DEFEND] = {"defend", "Who gives Defensive Fire?", "11.8a", QUESTION_MINOR, STANDING_DEFENCE + 1},
	[Q_DEFEND_GROUP] = {"defend_group", "Who fires with them?", "8.1.3a", QUESTION_MINOR, STANDING_DEFENCE + 1},
	[Q_MOVE] = {"move", "Who moves or declares an assault?", "11.1a", QUESTION_CHOSEN, 0},
	[Q_STEP] = {"step", "Where to?", "11.2e", QUESTION_CHOSEN, 0},
	[Q_ASSAULT] = {"assault", "Which assault is fought, from which Lead Assault Hex?", "12.1a", 0, 0},
	[Q_WITHDRAW] = {"withdraw", "Does the cavalry withdraw before combat?", "12.2.1a", QUESTION_MINOR, STANDING_LOSSES + 1},
	[Q_ABANDON] = {"abandon", "Abandon the position, or stand?", "12.2.2a", QUESTION_MINOR, STANDING_LOSSES + 1},
	[Q_LEAVE] = {"leave", "Does an HQ leave before combat?", "12.2.2bis-a", QUESTION_MINOR, STANDING_LOSSES + 1},
	[Q_REROLL] = {"reroll", "Reroll the assault?", "6.2.2a", QUESTION_MINOR, 0},
	[Q_LOSS] = {"loss", "How are the Loss Points taken?", "12.4.1a", QUESTION_MINOR, 0},
	[Q_RETREAT] = {"retreat", "Where does it retreat to?", "12.5a", QUESTION_MINOR, STANDING_RETREATS + 1},
	[Q_ALONG] = {"along", "Who goes along?", "10.1d", QUESTION_MINOR, STANDING_LOSSES + 1},
	[Q_TIE] = {"tie", "Which of them?", "8.4d", QUESTION_MINOR, STANDING_LOSSES + 1},
	[Q_OVERSTACK] = {"overstack", "Who is thrown into disorder by the crowd?", "4.1d", QUESTION_MINOR, STANDING_LOSSES + 1},
	[Q_OVERRUN] = {"overrun", "To which unit does the HQ escape?", "11.6b", QUESTION_MINOR, STANDING_LOSSES + 1},
	[Q_ADVANCE] = {"advance", "Who advances?", "12.6a", 0, 0},
	[Q_RALLY] = {"rally", "Who is rallied?", "13.1a", 0, 0},
	[Q_EVENT] = {"event", "Play an Event chit?", "6.3e", HIDING, STANDING_EVENTS + 1},
	[Q_OPPORTUNITY] = {"opportunity", "Play an Event chit against this?", "11.9b", HIDING, STANDING_OPPORTUNITY + 1},
	[Q_ALSO] = {"also", "Who else?", "6.3e", 0, 0},
	[Q_AIM] = {"aim", "At what does it fire?", "11.9b", QUESTION_CHOSEN, 0},
	[Q_GROUP_CHIT] = {"group_chit", "Who fires with them?", "8.1.3a", HIDING | QUESTION_CHOSEN, 0},
	[Q_DEFEND_CHIT] = {"defend_chit", "Who fires with them?", "8.1.3a", HIDING, STANDING_DEFENCE + 1},
	[Q_MOVE_CHIT] = {"move_chit", "Who moves or declares an assault?", "11.1a", QUESTION_ALWAYS | QUESTION_CHOSEN, 0},
	[Q_ADVANCE_CHIT] = {"advance_chit", "Who advances?", "12.6a", QUESTION_ALWAYS, 0},
};

static const struct option options[OPTIONS] = {
	[O_CHIEF_DEATH] = {"chief_death", "A commander in chief who is hit loses the game", "17.1a", 0, 1, 0},
	[O_STORM] = {"variable_storm", "The thunderstorm comes when it will", "17.2a", 0, 1, 0},
	[O_PLOT] = {"plotted_orders", "Postures are plotted before chits are drawn", "17.3a", 0, 1, 0},
	[O_FOG] = {"fog_of_war", "Of an enemy stack only the arms are seen", "4.4b", 0, 1, 0},
};

static const char *const defence_choices[] = {"ask", "always", "from column 2", "from column 3", "from column 4", "from column 5", "never", NULL};
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

#define PIECE_AT(member) offsetof(struct aab, counter) + offsetof(struct counter, member), sizeof(struct counter)
#define PIECE_BIT(name, member, mask) {name, FIELD_PIECE, FIELD_BIT, PIECE_AT(member), mask, VALUE_BOOL, NULL, false}
#define ACT_BIT(name, mask) {name, FIELD_GAME, FIELD_BIT, offsetof(struct aab, act.flags), 0, mask, VALUE_BOOL, NULL, false}
static const struct field fields[] = {
	{"turn", FIELD_GAME, FIELD_I16, offsetof(struct aab, g.turn), 0, 0, VALUE_NUMBER, NULL, false},
	{"storm", FIELD_GAME, FIELD_U8, offsetof(struct aab, storm), 0, 0, VALUE_NUMBER, NULL, false},
	{"storm_until", FIELD_GAME, FIELD_U8, offsetof(struct aab, storm_until), 0, 0, VALUE_NUMBER, NULL, false},
	{"formation", FIELD_GAME, FIELD_I16, offsetof(struct aab, act.hq), 0, 0, VALUE_UNIT, NULL, false},
	{"posture", FIELD_GAME, FIELD_U8, offsetof(struct aab, act.posture), 0, 0, VALUE_CHOICE, postures, false},
	{"crossed_orders", FIELD_GAME, FIELD_U8, offsetof(struct aab, act.penalty), 0, 0, VALUE_NUMBER, NULL, false},
	ACT_BIT("failed", ACT_FAILED),
	ACT_BIT("march_to_the_guns", ACT_MARCH),
	ACT_BIT("rerolled", ACT_REROLLED),
	{"rallies", FIELD_GAME, FIELD_U8, offsetof(struct aab, act.rallies), 0, 0, VALUE_NUMBER, NULL, false},
	{"vp", FIELD_SIDE, FIELD_I16, offsetof(struct aab, vp), sizeof(int16_t), 0, VALUE_NUMBER, NULL, false}, /* half points; derived */
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
	{"target", FIELD_PIECE, FIELD_I16, PIECE_AT(target), 0, VALUE_PLACE, NULL, false}, /* of a declared assault; off the map: arrival hex */
	{"spent", FIELD_PIECE, FIELD_U8, PIECE_AT(spent), 0, VALUE_NUMBER, NULL, false},   /* half MP; off the map: turns of delay */
	{"shots", FIELD_PIECE, FIELD_U8, PIECE_AT(shots), 0, VALUE_NUMBER, NULL, false},
	/* of HQs */
	{"corps_morale", FIELD_PIECE, FIELD_U8, PIECE_AT(sp), 0, VALUE_NUMBER, NULL, false},
	PIECE_BIT("demoralized", hits, CORPS_DEMORALIZED),
	{"plotted", FIELD_PIECE, FIELD_U8, PIECE_AT(shots), 0, VALUE_CHOICE, plots, true},
	PIECE_BIT("in_cup", state, IN_CUP),
	{"control", FIELD_PLACE, FIELD_I8, offsetof(struct aab, owner), 1, 0, VALUE_SIDE, NULL, false},
	{"cup_austrian", FIELD_GAME, FIELD_U8, offsetof(struct aab, cup), 0, 0, VALUE_NUMBER, NULL, false},
	{"cup_french", FIELD_GAME, FIELD_U8, offsetof(struct aab, cup) + 1, 0, 0, VALUE_NUMBER, NULL, false},
	{"cup_sardinian", FIELD_GAME, FIELD_U8, offsetof(struct aab, cup) + 2, 0, 0, VALUE_NUMBER, NULL, false},
#define CARD_FIELDS(name, card) \
	{"hand_" name, FIELD_GAME, FIELD_U8, offsetof(struct aab, hand) + card, 0, 0, VALUE_NUMBER, NULL, true}, \
	{"left_" name, FIELD_GAME, FIELD_U8, offsetof(struct aab, left) + card, 0, 0, VALUE_NUMBER, NULL, true}
	CARD_FIELDS("jaeger_sharpshooters", CARD_JAEGER_SHARPSHOOTERS), CARD_FIELDS("counterstroke", CARD_COUNTERSTROKE),
	CARD_FIELDS("hold_the_walls", CARD_HOLD_THE_WALLS), CARD_FIELDS("staff_rider", CARD_STAFF_RIDER),
	CARD_FIELDS("dust_and_heat", CARD_DUST_AND_HEAT), CARD_FIELDS("crossed_orders", CARD_CROSSED_ORDERS),
	CARD_FIELDS("ammunition_wagons", CARD_AMMUNITION_WAGONS), CARD_FIELDS("regimental_colours", CARD_REGIMENTAL_COLOURS),
	CARD_FIELDS("hussar_screen", CARD_HUSSAR_SCREEN), CARD_FIELDS("napoleons_guns", CARD_NAPOLEONS_GUNS),
	CARD_FIELDS("cold_steel", CARD_COLD_STEEL), CARD_FIELDS("follow_up", CARD_FOLLOW_UP),
	CARD_FIELDS("march_to_the_guns", CARD_MARCH_TO_THE_GUNS), CARD_FIELDS("the_guard_is_behind_you", CARD_THE_GUARD_IS_BEHIND_YOU),
	CARD_FIELDS("reserve_caissons", CARD_RESERVE_CAISSONS), CARD_FIELDS("hesitation", CARD_HESITATION),
	CARD_FIELDS("forward_savoy", CARD_FORWARD_SAVOY), CARD_FIELDS("bersaglieri", CARD_BERSAGLIERI), CARD_FIELDS("for_the_king", CARD_FOR_THE_KING),
	CARD_FIELDS("second_attempt", CARD_SECOND_ATTEMPT), CARD_FIELDS("escort", CARD_ESCORT),
};

static const struct overlay overlays[] = {
	{"reach", "How far it can move", true},
	{"sight", "What it can see", true},
	{"fire", "Where it can fire", true},
	{"command", "Command Range", false},
	{"engaged", "Hexes next to the enemy", false},
};

static const char *const phases[PHASES] = {
	[PHASE_PLANNING] = "planning", [PHASE_DRAW] = "draw", [PHASE_COMMAND] = "command", [PHASE_FIRE] = "fire", [PHASE_MOVEMENT] = "movement",
	[PHASE_ASSAULT] = "assault", [PHASE_RALLY] = "rally", [PHASE_END] = "end",
};

static const struct event_kind events[] = { /* from EVENT_SYSTEM on, as enum event_id; effect: what odds count */
	{"turn", false}, {"storm", false}, {"chit", false}, {"event_chit", false}, {"played", false}, {"returned", false}, {"posture", false},
	{"plotted", false}, {"activated", true}, {"failed", true}, {"out_of_command", false}, {"roused", false}, {"fired", false}, {"result", false},
	{"casualty", false}, {"shaken", true}, {"disrupted", true}, {"battleworn", true}, {"break_test", false}, {"stood", false}, {"broken", true},
	{"restored", false}, {"low_ammo", true}, {"leader_casualty", true}, {"chief_lost", true}, {"moved", false}, {"reordered", false}, {"halted", true},
	{"backtracked", false}, {"woods", false}, {"disengaged", false}, {"entered", false}, {"delayed", false}, {"overrun", true}, {"declared", false},
	{"charge", false}, {"called_off", false}, {"assault", false}, {"abandoned", false}, {"loss", true}, {"tough_fight", false}, {"retreated", true},
	{"advanced", false}, {"rallied", false}, {"resupplied", false}, {"overstacked", false},
		{"corps_morale", true}, {"demoralized", true}, {"control", true},
	{"removed", true}, {"victory", true}, {"step", false}, {"morale", false}, {"check", false}, {"strength", false}, {NULL, false},
};
static_assert(sizeof events / sizeof *events == E_LAST - EVENT_SYSTEM + 1, "one name an event");

/* --- questions and their answers ----------------------------------------------------------------------------------------- */

static const struct answer *const answers[QUESTIONS] = {
	[Q_PLOT] = &aab_answer_plot, [Q_POSTURE] = &aab_answer_posture, [Q_CHANGE] = &aab_answer_change,
		[Q_ROUSE] = &aab_answer_rouse, [Q_FIRE] = &aab_answer_fire,
	[Q_GROUP] = &aab_answer_group, [Q_DEFEND] = &aab_answer_defend, [Q_DEFEND_GROUP] = &aab_answer_group,
		[Q_MOVE] = &aab_answer_move, [Q_STEP] = &aab_answer_step,
	[Q_ASSAULT] = &aab_answer_assault, [Q_WITHDRAW] = &aab_answer_withdraw, [Q_ABANDON] = &aab_answer_abandon, [Q_LEAVE] = &aab_answer_leave,
	[Q_REROLL] = &aab_answer_reroll, [Q_LOSS] = &aab_answer_loss, [Q_RETREAT] = &aab_answer_retreat,
		[Q_ALONG] = &aab_answer_along, [Q_TIE] = &aab_answer_tie,
	[Q_OVERSTACK] = &aab_answer_overstack, [Q_OVERRUN] = &aab_answer_overrun, [Q_ADVANCE] = &aab_answer_advance, [Q_RALLY] = &aab_answer_rally,
	[Q_EVENT] = &aab_answer_event, [Q_OPPORTUNITY] = &aab_answer_event, [Q_ALSO] = &aab_answer_also, [Q_AIM] = &aab_answer_aim,
	[Q_GROUP_CHIT] = &aab_answer_group, [Q_DEFEND_CHIT] = &aab_answer_group, [Q_MOVE_CHIT] = &aab_answer_move, [Q_ADVANCE_CHIT] = &aab_answer_advance,
};

void aab_legal(const struct play *p, const struct game *g, int side, struct orders *o)
{
	answers[g->question[side]]->list(p, SEE(g), side, o);
}

static bool aab_check(const struct play *p, const struct game *g, int side, const struct order *o, struct refusal *r)
{
	return answers[g->question[side]]->check(p, SEE(g), side, o, r);
}

static void aab_apply(const struct play *p, struct game *g, int side, const struct order *o)
{
	answers[g->question[side]]->apply(p, STATE(g), side, o);
}

/* What a hand could do is asked in minor questions, whose default plays nothing; only a Force marker hides what is hit. */
static bool aab_guesses(const struct muster *m) { return m->option[O_FOG]; }
static int aab_acting(const struct game *g) { return SEE(g)->act.hq; }

extern const struct rules all_are_brothers_rules;
static const struct rules_odds odds = {.guesses = aab_guesses};
static const struct rules_mind mind = {.features = aab_features, .lost = aab_lost, .score = aab_score, .worth = aab_worth, .single_orders = true, .acting = aab_acting,
	.goals = aab_goals, .march = aab_march_cost};
static const struct rules_words words = {.view = aab_view, .say = aab_say, .tell = aab_tell, .show = aab_show, .sight = aab_sight, .threats = aab_threats};
static const struct rules_proof proof = {.sound = aab_sound, .stage = aab_stage, .settle = aab_settle};

const struct rules all_are_brothers_rules = {
	.id = "all_are_brothers",
	.title = "All Are Brothers",
	.subtitle = "Solferino, 1859",
	.text = "Chits from one cup say whose corps acts; its HQ takes an aggressive or a defensive posture and its brigades fire, march, "
	        "assault and rally. Every step next to the enemy draws fire, and a corps that has lost its morale takes others with it.",
	.version = 2,
	.difficulty = 4,
	.turn_name = "turn",
	.verbs = VERBS, .verb = verbs,
	.questions = QUESTIONS, .question = questions,
	.options = OPTIONS, .option = options,
	.standings = STANDINGS, .standing = standings,
	.fields = sizeof fields / sizeof *fields, .field = fields, .umpire = &aab_umpire,
	.overlays = sizeof overlays / sizeof *overlays, .overlay = overlays,
	.phases = PHASES, .phase = phases,
	.signs = &aab_signs,
	.event = events,
	.muster = aab_muster, .begin = aab_begin, .step = aab_step,
	.legal = aab_legal, .check = aab_check, .apply = aab_apply, .usual = aab_usual, .cleanup = aab_cleanup, .mask = aab_mask,
	.odds = &odds, .mind = &mind, .words = &words, .proof = &proof,
};
