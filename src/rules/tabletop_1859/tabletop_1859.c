/* The exported symbol, what the system declares, and its sequence of play (comp.3): orders, movement, fire
   and its effects, charges, rally. A player's answer goes through three tables: which question lists what,
   which verb answers which question, and who carries it out. Everything else is in the file named after its
   chapter. */
#include "rules/tabletop_1859/tabletop_1859.h"
#include "engine/rules_odds.h"
#include "engine/rules_mind.h"
#include "engine/rules_words.h"
#include "engine/rules_proof.h"

/* --- declarations --------------------------------------------------------------------------------------- */

static const struct verb verbs[TT_VERBS] = {
	[VERB_CHIT] = {.name = "chit", .takes_unit = true, .a = ARG_CHOICE, .choice = tt_chit_names},
	[VERB_ACTIVATE] = {.name = "activate", .takes_unit = true},
	[VERB_MOVE] = {.name = "move",
		.takes_unit = true,
		.a = ARG_PLACE,
		.b = ARG_DIRECTION,
		.c = ARG_CHOICE,
		.choice = tt_formation_names},
	[VERB_STAND] = {.name = "stand", .takes_unit = true},
	[VERB_CHARGE] = {.name = "charge", .takes_unit = true, .a = ARG_UNIT},
	[VERB_RIDE] = {.name = "ride", .takes_unit = true, .a = ARG_PLACE},
	[VERB_DONE] = {.name = "done"},
	[VERB_FIRE] = {.name = "fire", .takes_unit = true, .a = ARG_UNIT},
	[VERB_HOLD] = {.name = "hold", .takes_unit = true},
	[VERB_CHOOSE] = {.name = "choose", .takes_unit = true, .a = ARG_CHOICE, .choice = tt_choice_names},
	[VERB_COUNTER] = {.name = "counter", .takes_unit = true, .a = ARG_UNIT},
	[VERB_SETTLE] = {.name = "settle", .a = ARG_UNIT},
};

static const struct question questions[TT_QUESTIONS] = {
	/* ALWAYS: both are asked at once, and a quick answer would tell something. */
	[ASK_CHIT] = {"chit", "Which order for this command?", "comp.4a", QUESTION_ALWAYS, 0, tt_list_chits},
	[ASK_COMMAND] = {"command", "Whose command moves next?", "comp.5b", 0, 0, tt_list_commands},
	[ASK_MOVE] = {"move", "Who of the command moves, and where to?", "comp.5c", QUESTION_OPEN, 0,
		tt_list_moves},
	[ASK_FIRE] = {"fire", "At whom does it fire?", "comp.12", QUESTION_OPEN, 0, tt_list_fire},
	[ASK_TOWN] = {"town", "Thrown back in a town or works: fall back, lose order, or lose a stand?",
		"fcrt.30", QUESTION_MINOR, STANDING_TOWN + 1, tt_list_town, tt_usual_town},
	[ASK_COUNTER] = {"counter", "Does cavalry counter-charge?", "charge.4", QUESTION_MINOR,
		STANDING_COUNTER + 1, tt_list_counter, tt_usual_counter},
	/* ALWAYS: the odds of a charge are looked at here, before it rides home. */
	[ASK_SETTLE] = {"settle", "Which charge is fought out next?", "charge.5", QUESTION_ALWAYS, 0,
		tt_list_settle},
	[ASK_GO_ON] = {"go_on", "The enemy is overrun: does it charge on?", "charge.31", 0, 0, tt_list_go_on},
};

static const struct standing standings[TT_STANDINGS] = {
	[STANDING_TOWN] = {"town", "Thrown back in towns and works",
		(const char *const[]){"ask", "fall_back", "disorganise", "lose", NULL}, 0},
	[STANDING_COUNTER] = {"counter", "Counter-charges", (const char *const[]){"ask", "never", NULL}, 0},
};

static const struct option options[TT_OPTIONS] = {
	[OPTION_HALF_SCALE] = {"half_scale", "Half scale: twice the stands", "comp.15a", 0, 1, 0},
	[OPTION_FIRST_RANK] = {"first_rank", "Only the first rank fights in a melee", "AMB-24", 0, 1, 0},
	[OPTION_GARRISON_SPARED] = {"garrison_spared", "A garrison that stays suffers nothing but what it chose",
		"AMB-10", 0, 1, 0}};

static const struct overlay overlays[TT_OVERLAYS] = {[SHOW_REACH] = {"reach", "How far it can move", true},
	[SHOW_ARC] = {"arc", "Where it can fire", true},
	[SHOW_COMMAND] = {"command", "Whom a commander reaches", true},
	[SHOW_STANDS] = {"stands", "Its stands", true}};

static const char *const phases[TT_PHASES] = {[PHASE_ORDERS] = "orders",
	[PHASE_MOVEMENT] = "movement",
	[PHASE_FIRE] = "fire",
	[PHASE_CHARGES] = "charges",
	[PHASE_RALLY] = "rally"};

const char *const tt_order_names[] = {"good", "disarrayed", "disorganised", "routed", NULL};

#define UNIT(name, type, member, ...) \
	{name, FIELD_PIECE, type, offsetof(struct state, unit) + offsetof(struct tt_unit, member), \
		sizeof(struct tt_unit), __VA_ARGS__}
#define BIT(name, mask) UNIT(name, FIELD_BIT, flags, .bit = (mask), .value = VALUE_BOOL)
static const struct field fields[] = {
	{"turn", FIELD_GAME, FIELD_I16, offsetof(struct state, g.turn), 0, .value = VALUE_NUMBER},
	{"dim", FIELD_GAME, FIELD_U8, offsetof(struct state, dim), 0, .value = VALUE_BOOL},
	UNIT("at", FIELD_I32, at, .value = VALUE_PLACE),
	UNIT("facing", FIELD_I16, facing, .value = VALUE_NUMBER),
	UNIT("formation", FIELD_U8, formation, .value = VALUE_CHOICE, .choice = tt_formation_names),
	UNIT("stands", FIELD_U8, stands, .value = VALUE_NUMBER),
	UNIT("order", FIELD_U8, order, .value = VALUE_CHOICE, .choice = tt_order_names),
	UNIT("used", FIELD_I16, used, .value = VALUE_NUMBER),
	UNIT("target", FIELD_I16, target, .value = VALUE_UNIT),
	UNIT("from", FIELD_I16, from, .value = VALUE_UNIT),
	UNIT("chit", FIELD_U8, chit, .value = VALUE_CHOICE, .choice = tt_chit_names, .secret = true),
	UNIT("wanted", FIELD_U8, wanted, .value = VALUE_CHOICE, .choice = tt_chit_names, .secret = true),
	UNIT("taken", FIELD_U8, taken, .value = VALUE_NUMBER),
	UNIT("bonus", FIELD_U8, bonus, .value = VALUE_NUMBER),
	BIT("acted", UNIT_ACTED),
	BIT("fired", UNIT_FIRED),
	BIT("charging", UNIT_CHARGING),
	BIT("under_fire", UNIT_UNDER_FIRE),
	BIT("stopped", UNIT_STOPPED),
	BIT("tied", UNIT_TIED),
	BIT("rallied", UNIT_RALLIED),
	BIT("rode", CHIEF_RODE),
	BIT("done", CHIEF_DONE),
	BIT("shown", CHIEF_SHOWN),
	BIT("killed", CHIEF_KILLED),
	BIT("missed", CHIEF_MISSED),
};

static const struct sign slots[] = {{"stands", "Stands left, of how many", "comp.1c", "S"},
	{"rating", "Morale rating; a commander's command rating", "comp.2d", "MR"},
	{"chit", "The order of its division, if it is known", "comp.4a", "O"},
	{"formation", "Formation", "comp.8a", "F"}, {"move", "Inches of its move left", "comp.6a", "M"},
	{"range", "How far it can fire, inches", "AMB-23", "R"}, {NULL, NULL, NULL, NULL}};
static const struct sign badges[] = {/* in the order of enum tt_badge */
	{"acted", "Has had its order", "comp.5c", "m"}, {"charging", "Has declared a charge", "comp.4e", "C"},
	{"disarrayed", "Disarrayed by woods: reforms as by a change of formation", "comp.8b", "d"},
	{"disorganised", "Disorganised: one stand fires, half points in melee, no charge", "charge.13", "D"},
	{"routed", "Routed: eliminated if charged", "rally.1", "R"},
	{"under_fire", "Guns under fire", "fcrt.33", "u"},
	{"tied", "In a melee that goes on next turn", "charge.34", "="},
	{"out", "Out of command: can only hold", "comp.9d", "o"}, {"fired", "Has fired", "comp.12", "f"},
	{NULL, NULL, NULL, NULL}};
static const struct sign marks[] = {{"objective", "To be held", "comp.14a", "*"}, {NULL, NULL, NULL, NULL}};
static const struct signs signs = {slots, badges, marks};

static const struct event_kind events[] = {TT_EVENTS(EVENT_KIND){NULL}};

/* --- the sequence of play ------------------------------------------------------------------------------- */

static void tt_begin(const struct play *p, struct game *g)
{
	const struct tt_book *b = tt_book(p);
	struct state *d = tt_of(g);
	for (int i = 0; i < TT_PIECES; i++)
		d->unit[i] = (struct tt_unit){.at = PLACE_NONE,
			.target = NO_UNIT,
			.from = NO_UNIT,
			.result = RESULT_NO_EFFECT};
	for (int i = 0; i < TT_OBJECTIVES; i++) d->held[i] = i < b->objectives ? b->objective[i].held : NOBODY;
	for (int i = 0; i < p->m->pieces; i++) {
		const struct tt_piece *v = &b->piece[i];
		struct tt_unit *u = &d->unit[i];
		u->stands = v->stands, u->facing = v->facing, u->formation = v->formation;
		if (tt_is_chief(b, i)) u->chit = u->wanted = v->first_chit;
		u->at = v->arrives        ? BOX_MARCH
		      : tt_is_chief(b, i) ? v->entry
		                          : tt_free_place(b, d, i, v->entry, v->facing, v->formation);
		if (u->at == PLACE_NONE) u->at = BOX_MARCH; /* no room yet */
	}
	g->turn = 1, g->active = (uint8_t)b->first;
	agenda_push(g, (struct step){.kind = STEP_TURN});
}

static bool any_owed(const struct tt_book *b, const struct state *d)
{
	for (int u = 0; u < b->units; u++)
		if (d->unit[u].result != RESULT_NO_EFFECT) return true;
	return false;
}

/* Headings for the log. */
static void tell_phase(const struct play *p, const struct state *d, int kind)
{
	static const int8_t phase_of[TT_STEPS] = {[STEP_ORDERS] = PHASE_ORDERS,
		[STEP_MOVEMENT] = PHASE_MOVEMENT,
		[STEP_FIRE] = PHASE_FIRE,
		[STEP_COUNTER] = PHASE_CHARGES,
		[STEP_RALLY] = PHASE_RALLY};
	if (kind == STEP_CHARGES) return;
	if (kind != STEP_EFFECTS) emit(p, .kind = EVENT_PHASE, .n = phase_of[kind], .rule = "comp.3");
	else if (any_owed(tt_book(p), d)) emit(p, .kind = EVENT_RESULTS, .rule = "comp.12");
}

/* comp.3. The stage is moved on before the phase is pushed. A phase that is over is settled: odds look no
   further. */
static void tt_turn(const struct play *p, struct state *d)
{
	static const uint8_t phase[] = {STEP_ORDERS, STEP_MOVEMENT, STEP_FIRE, STEP_EFFECTS, STEP_COUNTER,
		STEP_CHARGES, STEP_RALLY};
	struct step *s = agenda_top(&d->g);
	settled(&d->g); /* no mutants: where undo and odds stop, which no case sees */
	if (s->stage == sizeof phase) {
		tt_end_turn(p, d);
		return;
	}
	uint8_t kind = phase[s->stage++];
	if (kind == STEP_ORDERS) tt_begin_turn(p, d);
	tell_phase(p, d, kind);
	agenda_push(&d->g,
		(struct step){.kind = kind, .side = (uint8_t)(kind == STEP_COUNTER ? !d->g.active : d->g.active)});
}

/* Ends a command's move, a side's counter-charges, or an overrun. */
void tt_do_done(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	if (s->kind == STEP_COUNTER) {
		s->stage++, s->side = !s->side;
		return;
	}
	if (s->kind == STEP_COMMAND) d->unit[s->unit].flags |= CHIEF_DONE;
	agenda_done(&d->g);
}

/* --- the steps of the agenda, and which verb answers which question ------------------------------------- */

static const struct step_kind steps[TT_STEPS] = {
	[STEP_TURN] = {tt_turn},
	[STEP_ORDERS] = {tt_orders_step},
	[STEP_MOVEMENT] = {tt_movement_step},
	[STEP_COMMAND] = {tt_command_step},
	[STEP_FIRE] = {tt_fire_step},
	[STEP_EFFECTS] = {tt_effects_step},
	[STEP_TOWN] = {tt_town_step},
	[STEP_COUNTER] = {tt_counter_step},
	[STEP_CHARGES] = {tt_charges_step},
	[STEP_MELEE] = {tt_melee_step},
	[STEP_GO_ON] = {tt_go_on_step},
	[STEP_RALLY] = {tt_rally_step},
};

static const struct answer answers[] = {
	{ASK_CHIT, VERB_CHIT, tt_may_chit, tt_do_chit},
	{ASK_COMMAND, VERB_ACTIVATE, tt_may_activate, tt_do_activate},
	{ASK_MOVE, VERB_MOVE, tt_may_move, tt_do_move},
	{ASK_MOVE, VERB_STAND, tt_may_stand, tt_do_stand},
	{ASK_MOVE, VERB_CHARGE, tt_may_charge, tt_do_charge},
	{ASK_MOVE, VERB_RIDE, tt_may_ride, tt_do_ride},
	{ASK_MOVE, VERB_DONE, NULL, tt_do_done},
	{ASK_FIRE, VERB_FIRE, tt_may_fire, tt_do_fire},
	{ASK_FIRE, VERB_HOLD, tt_may_hold, tt_do_hold},
	{ASK_TOWN, VERB_CHOOSE, tt_may_choose, tt_do_choose},
	{ASK_COUNTER, VERB_DONE, NULL, tt_do_done},
	{ASK_COUNTER, VERB_COUNTER, tt_may_counter, tt_do_counter},
	{ASK_SETTLE, VERB_SETTLE, tt_may_settle, tt_do_settle},
	{ASK_GO_ON, VERB_CHARGE, tt_may_charge, tt_do_charge},
	{ASK_GO_ON, VERB_DONE, NULL, tt_do_done},
};

static const struct rules_odds odds = {.guesses = tt_guesses, .foretell = tt_foretell};
static const struct rules_mind mind = {.features = tt_features,
	.lost = tt_lost,
	.score = tt_score,
	.worth = tt_worth,
	.single_orders = true,
	.node_cost = 3,
	.acting = tt_acting,
	.scope = tt_scope,
	.spare = tt_spare,
	.offhand = tt_offhand};
static const struct rules_words words = {.view = tt_view,
	.say = tt_say,
	.tell = tt_tell,
	.outline = tt_outline,
	.sight = tt_sight,
	.threats = tt_threats};
static const struct rules_proof proof = {.sound = tt_sound, .stage = tt_stage, .settle = tt_settle};

const struct rules tabletop_1859_rules = {
	.id = "tabletop_1859",
	.title = "1859 on the Table",
	.subtitle = "Stands instead of counters, an inch to a hundred metres",
	.text =
		"A miniatures game of brigades, batteries and cavalry regiments on a table without hexes. Divisions get order chits in secret and move in "
		"turn; fire and melee go by one reference card with ten-sided dice. Places and facings are free, measured to the tenth of an inch.",
	.version = 2,
	.difficulty = 3,
	.turn_name = "turn",
	SYSTEM_TABLES,
	.umpire = &tt_umpire,
	.signs = &signs,
	.muster = tt_muster,
	.begin = tt_begin,
	.mask = tt_mask,
	.odds = &odds,
	.mind = &mind,
	.words = &words,
	.proof = &proof,
};
