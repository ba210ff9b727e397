/* Brothers at Arms (Martin Brierley, Wargame Shop): brigades, divisional commanders and their chiefs on half-mile hexes, an
   hour a bound. This file is the exported symbol and its tables; the book's sequence of play is in sequence.c, and
   every other file is one section of the book. */
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
	[Q_LEAVE] = {"leave", "Which units are left to a control counter this round?", "control.8", 0, 0},
	[Q_ASSIGN] = {"assign", "Who commands the unassigned units this bound?", "unassigned.1", QUESTION_MINOR, STANDING_ASSIGN + 1},
	[Q_UNITS] = {"units", "Which unit moves next?", "round.8", 0, 0},
	[Q_COMMANDS] = {"commands", "Which command counter moves next?", "round.9", 0, 0},
	[Q_CONTROLS] = {"controls", "Which control counter moves next?", "round.10", 0, 0},
	[Q_STEP] = {"step", "Where to?", "move.1", 0, 0},
	[Q_FIRE] = {"fire", "Which unit fires, and at what?", "round.11", 0, 0},
	[Q_GROUP] = {"group", "Who joins this fire?", "fire.group.2", 0, 0},
	[Q_MELEE] = {"melee", "Which unit fights next, and whom?", "round.12", 0, 0},
	[Q_FLINCH] = {"flinch", "Which way does it flinch?", "flinch.2", QUESTION_MINOR, STANDING_FLINCH + 1},
	[Q_ENTER] = {"enter", "Which reserves come on, and where?", "reserve.3", 0, 0},
	[Q_FIGHT_ON] = {"fight_on", "Night falls. Fight on, or halt?", "readdress.1", 0, 0},
	[Q_WITHDRAW] = {"withdraw", "Who draws back from the enemy?", "readdress.2", QUESTION_MINOR, STANDING_WITHDRAW + 1},
	[Q_NIGHT] = {"night", "What does this commander try in the night?", "readdress.5", 0, 0},
	[Q_PLACE] = {"place", "Where does it stand tomorrow?", "readdress.5", 0, 0},
};

static const struct option options[OPTIONS] = {
	[O_RANGE_PENALTY] = {"range_penalty", "Units outside their commander's range attack at +1", "orders.13", 0, 1, 0},
	[O_DIRECT_CONTROL] = {"direct_control", "Units may be left to a control counter", "control.8", 0, 1, 0},
	[O_WITHDRAW] = {"withdraw", "Withdrawing from melee costs a hex and avoids every enemy zone", "withdraw.5", 0, 1, 1},
	[O_OVERWHELMING] = {"overwhelming", "Overwhelming fire", "flinch.11", 0, 1, 0},
	[O_CONTINUED] = {"continued", "Result of the battle before (1 to 3: the first side won, -1 to -3: the second)", "win.9", -3, 3, 0},
	[O_ROLL_EACH] = {"roll_each", "One command roll for each unit out of range", "orders.6", 0, 1, 0},
	[O_PINNED_FIGHT] = {"pinned_fight", "Pinned units fight their melee", "pin.2", 0, 1, 1},
	[O_OCCUPIED] = {"occupied", "Objectives count only if occupied at the end", "win.5", 0, 1, 0},
	[O_FIGHT_ON] = {"fight_on", "At dusk both sides are asked whether to fight on into the night", "readdress.1", 0, 1, 0},
	[O_NIGHT_INITIATIVE] = {"night_initiative", "A natural 1 is initiative at night too", "night.3", 0, 1, 0},
	[O_MELEE_FIRE] = {"melee_fire", "Units that touch an enemy fire in the Fire phase, and fight afterwards", "fire.6", 0, 1, 0},
};

static const char *const flinch_choices[] = {"ask", "best cover", "farthest from the enemy", NULL};
static const char *const assign_choices[] = {"ask", "as proposed", NULL};
static const char *const withdraw_choices[] = {"ask", "the shortest way", NULL};
static const struct standing standings[STANDINGS] = {
	[STANDING_FLINCH] = {"flinch", "Where units flinch to", flinch_choices, 0},
	[STANDING_ASSIGN] = {"assign", "Unassigned units", assign_choices, 0},
	[STANDING_WITHDRAW] = {"withdraw", "Drawing back at nightfall", withdraw_choices, 0},
};

static const char *const fates[] = {"here", "absent", "reserve", "marching", "dispersed", "surrendered", "disabled", "captured",
                                    "removed", "withdrawn", NULL};

#define PIECE_AT(member) offsetof(struct baa, counter) + offsetof(struct counter, member), sizeof(struct counter)
#define PIECE_BIT(name, member, mask) {name, FIELD_PIECE, FIELD_BIT, PIECE_AT(member), mask, VALUE_BOOL, NULL, false}
#define BREACH_BIT(name, dir) {name, FIELD_PLACE, FIELD_BIT, offsetof(struct baa, breach), 1, 1u << (dir), VALUE_BOOL, NULL, false}
static const struct field fields[] = {
	{"bound", FIELD_GAME, FIELD_I16, offsetof(struct baa, bound), 0, 0, VALUE_NUMBER, NULL, false},
	{"turn", FIELD_GAME, FIELD_I16, offsetof(struct baa, g) + offsetof(struct game, turn), 0, 0, VALUE_NUMBER, NULL, false},
	{"fighting_on", FIELD_GAME, FIELD_U8, offsetof(struct baa, fighting_on), 0, 0, VALUE_BOOL, NULL, false},
	{"withdrawn", FIELD_SIDE, FIELD_U8, offsetof(struct baa, withdrawn), 1, 0, VALUE_NUMBER, NULL, false},
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
	{"clashed", FIELD_PIECE, FIELD_BIT, offsetof(struct baa, counter) + offsetof(struct counter, deeds) + 1, sizeof(struct counter),
	 HAS_CLASHED >> 8, VALUE_BOOL, NULL, false},
	{"sniped", FIELD_PIECE, FIELD_BIT, offsetof(struct baa, counter) + offsetof(struct counter, deeds) + 1, sizeof(struct counter),
	 HAS_SNIPED >> 8, VALUE_BOOL, NULL, false},
	{"owner", FIELD_PLACE, FIELD_I8, offsetof(struct baa, owner), 1, 0, VALUE_SIDE, NULL, false},
	{"watch", FIELD_PLACE, FIELD_I8, offsetof(struct baa, watch), 1, 0, VALUE_SIDE, NULL, false},
	BREACH_BIT("breached_0", 0), BREACH_BIT("breached_1", 1), BREACH_BIT("breached_2", 2),
	BREACH_BIT("breached_3", 3), BREACH_BIT("breached_4", 4), BREACH_BIT("breached_5", 5),
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
	[PHASE_BOUND] = "bound", [PHASE_ORDERS] = "orders", [PHASE_ASSIGN] = "assign", [PHASE_RANGE] = "range",
	[PHASE_UNITS] = "units", [PHASE_COMMANDS] = "commands", [PHASE_CONTROLS] = "controls", [PHASE_FIRE] = "fire",
	[PHASE_MELEE] = "melee", [PHASE_REMOVAL] = "removal", [PHASE_END] = "end", [PHASE_DUSK] = "dusk",
	[PHASE_READDRESS] = "readdress", [PHASE_NIGHT] = "night",
};

static const struct event_kind events[] = { /* from EVENT_SYSTEM on, as enum event_id; effect: what odds count */
	{"bound", false}, {"round", false}, {"ordered", true}, {"nic", true}, {"assigned", false}, {"left", false}, {"moved", false},
	{"locked", false}, {"stacked", false}, {"captured", true}, {"evaded", true}, {"fired", false}, {"melee", false},
	{"sniped", false}, {"bombarded", false}, {"hits", false}, {"dispersed", true}, {"flinched", true}, {"pinned", false},
	{"stood", false}, {"surrendered", true}, {"left_board", true}, {"disabled", true}, {"removed", true}, {"breached", true},
	{"unpinned", false}, {"claimed", true}, {"fatigued", false}, {"rested", false}, {"arrived", false}, {"delayed", false},
	{"rode", false}, {"detrained", false}, {"night", false}, {"dawn", false}, {"fights_on", false}, {"readdress", false},
	{"withdrew", false}, {"repositioned", true}, {"marched", true}, {"returned", true}, {"failed", true}, {"exited", true},
	{"task", true}, {"victory", true}, {"phase", false}, {NULL, false},
};
static_assert(sizeof events / sizeof *events == E_LAST - EVENT_SYSTEM + 1, "one name an event");

/* --- questions and their answers ------------------------------------------------------------------------------- */

static const struct old_answer *const answers[QUESTIONS] = {
	[Q_LEAVE] = &baa_answer_leave, [Q_ASSIGN] = &answer_assign, [Q_UNITS] = &answer_movers, [Q_COMMANDS] = &answer_movers,
	[Q_CONTROLS] = &answer_movers, [Q_STEP] = &baa_answer_step, [Q_FIRE] = &baa_answer_fire, [Q_GROUP] = &baa_answer_group, [Q_MELEE] = &answer_melee,
	[Q_FLINCH] = &answer_flinch, [Q_ENTER] = &answer_enter, [Q_FIGHT_ON] = &answer_fight_on, [Q_WITHDRAW] = &baa_answer_withdraw,
	[Q_NIGHT] = &answer_night, [Q_PLACE] = &answer_place,
};

static void baa_legal(const struct play *p, const struct game *g, int side, struct orders *o)
{
	answers[g->question[side]]->list(p, SEE(g), side, o);
}

static bool baa_check(const struct play *p, const struct game *g, int side, const struct order *o, struct refusal *r)
{
	return answers[g->question[side]]->check(p, SEE(g), side, o, r);
}

static void baa_apply(const struct play *p, struct game *g, int side, const struct order *o)
{
	answers[g->question[side]]->apply(p, STATE(g), side, o);
}

extern const struct rules brothers_at_arms_rules;
static const struct rules_mind mind = {.features = baa_features, .lost = baa_lost, .score = baa_score, .worth = baa_worth};
static const struct rules_words words = {.view = baa_view, .say = baa_say, .tell = baa_tell, .show = baa_show, .sight = baa_sight, .threats = baa_threats};
static const struct rules_proof proof = {.sound = baa_sound, .stage = baa_stage, .settle = baa_settle};

const struct rules brothers_at_arms_rules = {
	.id = "brothers_at_arms",
	.title = "Brothers at Arms",
	.subtitle = "Brigades of the American Civil War",
	.text = "Orders run from the army's chief to his divisions and from them to their brigades; whoever is out of reach waits for "
	        "a die. Brigades then march, fire in groups and close to melee, and six objectives decide the day.",
	.version = 2,
	.difficulty = 2,
	.turn_name = "bound",
	.verbs = VERBS, .verb = verbs,
	.questions = QUESTIONS, .question = questions,
	.options = OPTIONS, .option = options,
	.standings = STANDINGS, .standing = standings,
	.fields = sizeof fields / sizeof *fields, .field = fields, .umpire = &baa_umpire,
	.overlays = sizeof overlays / sizeof *overlays, .overlay = overlays,
	.phases = PHASES, .phase = phases,
	.signs = &baa_signs,
	.event = events,
	.muster = baa_muster, .begin = baa_begin, .old_step = baa_step,
	.old_legal = baa_legal, .old_check = baa_check, .old_apply = baa_apply, .old_usual = baa_usual,
	.mind = &mind, .words = &words, .proof = &proof,
};
