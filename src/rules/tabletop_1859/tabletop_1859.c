/* The exported symbol, what the system declares, and its sequence of play (comp.3): orders, movement, fire and its effects,
   charges, rally. A player's answer goes through three tables: which question lists what, which verb answers which question,
   and who carries it out. Everything else is in the file named after its chapter. */
#include "rules/tabletop_1859/tabletop_1859.h"

/* --- declarations ----------------------------------------------------------------------------------------------------------- */

static const struct verb verbs[TT_VERBS] = {
	[VERB_CHIT] = {.name = "chit", .takes_unit = true, .a = ARG_CHOICE, .choice = tt_chit_names},
	[VERB_ACTIVATE] = {.name = "activate", .takes_unit = true},
	[VERB_MOVE] = {.name = "move", .takes_unit = true, .a = ARG_PLACE, .b = ARG_DIRECTION, .c = ARG_CHOICE, .choice = tt_formation_names},
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
	[ASK_CHIT] = {"chit", "Which order for this command?", "comp.4a", QUESTION_ALWAYS, 0},
	[ASK_COMMAND] = {"command", "Whose command moves next?", "comp.5b", 0, 0},
	[ASK_MOVE] = {"move", "Where do its brigades go?", "comp.5c", QUESTION_OPEN, 0},
	[ASK_FIRE] = {"fire", "At whom does it fire?", "comp.12", QUESTION_OPEN, 0},
	[ASK_TOWN] = {"town", "Thrown back in a town or works: fall back, lose order, or lose a stand?", "fcrt.30", QUESTION_MINOR, STANDING_TOWN + 1},
	[ASK_COUNTER] = {"counter", "Does cavalry counter-charge?", "charge.4", QUESTION_MINOR, STANDING_COUNTER + 1},
	/* ALWAYS: the odds of a charge are looked at here, before it rides home. */
	[ASK_SETTLE] = {"settle", "Which charge is fought out next?", "charge.5", QUESTION_ALWAYS, 0},
	[ASK_GO_ON] = {"go_on", "The enemy is overrun: does it charge on?", "charge.31", 0, 0},
};

static const struct standing standings[TT_STANDINGS] = {
	[STANDING_TOWN] = {"town", "Thrown back in towns and works", (const char *const[]){"ask", "fall_back", "disorganise", "lose", NULL}, 0},
	[STANDING_COUNTER] = {"counter", "Counter-charges", (const char *const[]){"ask", "never", NULL}, 0},
};

static const struct option options[TT_OPTIONS] = {[OPTION_HALF_SCALE] = {"half_scale", "Half scale: twice the stands", "comp.15a", 0, 1, 0}};

static const struct overlay overlays[TT_OVERLAYS] = {
	[SHOW_REACH] = {"reach", "How far it can move", true}, [SHOW_ARC] = {"arc", "Where it can fire", true},
	[SHOW_COMMAND] = {"command", "Whom a commander reaches", true}, [SHOW_STANDS] = {"stands", "Its stands", true}};

static const char *const phases[TT_PHASES] = {
	[PHASE_ORDERS] = "orders", [PHASE_MOVEMENT] = "movement", [PHASE_FIRE] = "fire", [PHASE_CHARGES] = "charges", [PHASE_RALLY] = "rally"};

const char *const tt_order_names[] = {"good", "disarrayed", "disorganised", "routed", NULL};

#define UNIT(name, type, member, ...) {name, FIELD_PIECE, type, offsetof(struct tt, unit) + offsetof(struct tt_unit, member), sizeof(struct tt_unit), __VA_ARGS__}
#define BIT(name, mask) UNIT(name, FIELD_BIT, flags, .bit = (mask), .value = VALUE_BOOL)
static const struct field fields[] = {
	{"turn", FIELD_GAME, FIELD_I16, offsetof(struct tt, game.turn), 0, .value = VALUE_NUMBER},
	{"dim", FIELD_GAME, FIELD_U8, offsetof(struct tt, dim), 0, .value = VALUE_BOOL},
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
	BIT("acted", UNIT_ACTED), BIT("fired", UNIT_FIRED), BIT("charging", UNIT_CHARGING), BIT("under_fire", UNIT_UNDER_FIRE),
	BIT("stopped", UNIT_STOPPED), BIT("tied", UNIT_TIED), BIT("rallied", UNIT_RALLIED),
	BIT("rode", CHIEF_RODE), BIT("done", CHIEF_DONE), BIT("shown", CHIEF_SHOWN), BIT("killed", CHIEF_KILLED), BIT("missed", CHIEF_MISSED),
};

static const struct sign slots[] = {
	{"stands", "Stands left, of how many", "comp.1c", "S"}, {"rating", "Morale rating; a commander's command rating", "comp.2d", "MR"},
	{"chit", "The order of its division, if it is known", "comp.4a", "O"}, {"formation", "Formation", "comp.8a", "F"},
	{"move", "Inches of its move left", "comp.6a", "M"}, {"range", "How far it can fire, inches", "art.1", "R"}, {NULL, NULL, NULL, NULL}};
static const struct sign badges[] = { /* in the order of enum tt_badge */
	{"acted", "Has had its order", "comp.5c", "m"}, {"charging", "Has declared a charge", "comp.4e", "C"},
	{"disarrayed", "Disarrayed by woods: reforms as by a change of formation", "comp.8b", "d"},
	{"disorganised", "Disorganised: one stand fires, half points in melee, no charge", "charge.13", "D"},
	{"routed", "Routed: eliminated if charged", "rally.1", "R"}, {"under_fire", "Guns under fire", "fcrt.33", "u"},
	{"tied", "In a melee that goes on next turn", "charge.34", "="}, {"out", "Out of command: can only hold", "comp.9d", "o"},
	{"fired", "Has fired", "comp.12", "f"}, {NULL, NULL, NULL, NULL}};
static const struct sign marks[] = {{"objective", "To be held", "comp.14a", "*"}, {NULL, NULL, NULL, NULL}};
static const struct signs signs = {slots, badges, marks};

static const struct event_kind events[] = { /* in the order of enum tt_event; true: an outcome that odds count */
	{"turn", false}, {"dim", false}, {"arrived", false}, {"chit", false}, {"kept", false}, {"initiative", false}, {"activated", false},
	{"moved", false}, {"stood", false}, {"formed", false}, {"disarrayed", true}, {"rode", false}, {"charges", false}, {"fired", false},
	{"missed", true}, {"hit", true}, {"killed", true}, {"stopped", true}, {"back", true}, {"routed", true}, {"disorganised", true},
	{"lost", true}, {"destroyed", true}, {"surrendered", true}, {"left", true}, {"chose", false}, {"counter", false}, {"short", true},
	{"contact", false}, {"surprise", false}, {"furia", false}, {"score", false}, {"won", true}, {"tie", true}, {"waits", true}, {"guns", true},
	{"goes_on", false}, {"rallied", true}, {"failed", true}, {"reformed", true}, {"reconstituted", true}, {"replaced", true}, {"taken", true},
	{"ended", true}, {NULL, false}};

/* --- the sequence of play ----------------------------------------------------------------------------------------------------- */

static void tt_begin(const struct play *p, struct game *g)
{
	const struct tt_book *b = tt_book(p);
	struct tt *d = tt_of(g);
	for (int i = 0; i < TT_PIECES; i++) d->unit[i] = (struct tt_unit){.at = PLACE_NONE, .target = NO_UNIT, .from = NO_UNIT, .result = RESULT_NO_EFFECT};
	for (int i = 0; i < TT_OBJECTIVES; i++) d->held[i] = i < b->objectives ? b->objective[i].held : NOBODY;
	for (int i = 0; i < p->m->pieces; i++) {
		const struct tt_piece *v = &b->piece[i];
		struct tt_unit *u = &d->unit[i];
		u->stands = v->stands, u->facing = v->facing, u->formation = v->formation, u->chit = u->wanted = v->first_chit;
		u->at = v->arrives ? BOX_MARCH : tt_is_chief(b, i) ? v->entry : tt_free_place(b, d, i, v->entry, v->facing, v->formation);
		if (u->at == PLACE_NONE) u->at = BOX_MARCH; /* no room yet */
	}
	g->turn = 1, g->active = (uint8_t)b->first;
	agenda_push(g, (struct step){.kind = STEP_TURN});
}

/* comp.3. The stage is moved on before the phase is pushed. A phase that is over is settled: odds look no further. */
static void tt_turn(const struct play *p, struct game *g)
{
	static const uint8_t phase[] = {STEP_ORDERS, STEP_MOVEMENT, STEP_FIRE, STEP_EFFECTS, STEP_COUNTER, STEP_CHARGES, STEP_RALLY};
	struct step *s = agenda_top(g);
	settled(g);
	if (s->stage == sizeof phase) {
		tt_end_turn(p, g);
		return;
	}
	uint8_t kind = phase[s->stage++];
	if (kind == STEP_ORDERS) tt_begin_turn(p, g);
	agenda_push(g, (struct step){.kind = kind, .side = (uint8_t)(kind == STEP_COUNTER ? !g->active : g->active)});
}

static tt_work *const work[TT_STEPS] = {
	[STEP_TURN] = tt_turn, [STEP_ORDERS] = tt_orders_step, [STEP_MOVEMENT] = tt_movement_step, [STEP_COMMAND] = tt_command_step,
	[STEP_FIRE] = tt_fire_step, [STEP_EFFECTS] = tt_effects_step, [STEP_TOWN] = tt_town_step, [STEP_COUNTER] = tt_counter_step,
	[STEP_CHARGES] = tt_charges_step, [STEP_MELEE] = tt_melee_step, [STEP_GO_ON] = tt_go_on_step, [STEP_RALLY] = tt_rally_step,
};

static void tt_step(const struct play *p, struct game *g) { work[agenda_see(g)->kind](p, g); }

/* --- answers -------------------------------------------------------------------------------------------------------------------- */

static tt_list *const list[TT_QUESTIONS] = {
	[ASK_CHIT] = tt_list_chits, [ASK_COMMAND] = tt_list_commands, [ASK_MOVE] = tt_list_moves, [ASK_FIRE] = tt_list_fire, [ASK_TOWN] = tt_list_town,
	[ASK_COUNTER] = tt_list_counter, [ASK_SETTLE] = tt_list_settle, [ASK_GO_ON] = tt_list_go_on,
};

bool tt_may_done(const struct play *p, const struct game *g, int side, const struct order *o, struct refusal *r)
{
	(void)p, (void)g, (void)side, (void)o, (void)r;
	return true;
}

/* Ends a command's move, a side's counter-charges, or an overrun. */
void tt_do_done(const struct play *p, struct game *g, int side, const struct order *o)
{
	struct step *s = agenda_top(g);
	(void)p, (void)side, (void)o;
	if (s->kind == STEP_COUNTER) {
		s->stage++, s->side = !s->side;
		return;
	}
	if (s->kind == STEP_COMMAND) tt_of(g)->unit[s->unit].flags |= CHIEF_DONE;
	agenda_done(g);
}

#define Q(question) (1u << (question))
static const struct { unsigned questions; tt_may *may; tt_do *carry; } answer[TT_VERBS] = {
	[VERB_CHIT] = {Q(ASK_CHIT), tt_may_chit, tt_do_chit},
	[VERB_ACTIVATE] = {Q(ASK_COMMAND), tt_may_activate, tt_do_activate},
	[VERB_MOVE] = {Q(ASK_MOVE), tt_may_move, tt_do_move},
	[VERB_STAND] = {Q(ASK_MOVE), tt_may_stand, tt_do_stand},
	[VERB_CHARGE] = {Q(ASK_MOVE) | Q(ASK_GO_ON), tt_may_charge, tt_do_charge},
	[VERB_RIDE] = {Q(ASK_MOVE), tt_may_ride, tt_do_ride},
	[VERB_DONE] = {Q(ASK_MOVE) | Q(ASK_COUNTER) | Q(ASK_GO_ON), tt_may_done, tt_do_done},
	[VERB_FIRE] = {Q(ASK_FIRE), tt_may_fire, tt_do_fire},
	[VERB_HOLD] = {Q(ASK_FIRE), tt_may_hold, tt_do_hold},
	[VERB_CHOOSE] = {Q(ASK_TOWN), tt_may_choose, tt_do_choose},
	[VERB_COUNTER] = {Q(ASK_COUNTER), tt_may_counter, tt_do_counter},
	[VERB_SETTLE] = {Q(ASK_SETTLE), tt_may_settle, tt_do_settle},
};

static void tt_legal(const struct play *p, const struct game *g, int side, struct orders *o) { list[g->question[side]](p, g, side, o); }

static bool tt_check(const struct play *p, const struct game *g, int side, const struct order *o, struct refusal *r)
{
	const struct question *q = &questions[g->question[side]];
	if (!(answer[o->verb].questions & Q(g->question[side]))) return refuse(r, q->rule, "'%s' does not answer: %s", verbs[o->verb].name, q->text);
	return answer[o->verb].may(p, g, side, o, r);
}

static void tt_apply(const struct play *p, struct game *g, int side, const struct order *o) { answer[o->verb].carry(p, g, side, o); }

/* --- for the opponent --------------------------------------------------------------------------------------------------------------- */

static bool has_moved(const struct tt *d, int chief) { return d->unit[chief].flags & CHIEF_DONE; }

/* How many of its commands have moved. */
static int moved(const struct tt_book *b, const struct game *g, int side)
{
	int n = 0;
	for (int c = b->chief_from[side]; c < b->chief_from[side + 1]; c++) n += has_moved(tt_see(g), c);
	return n;
}

static bool is_moving(const struct game *g) { return agenda_see(g)->kind == STEP_MOVEMENT || agenda_see(g)->kind == STEP_COMMAND; }

/* How many marks pieces have of having moved or fired: another number in each activation. */
static int acting(const struct game *g)
{
	int n = 0;
	for (int i = 0; i < TT_PIECES; i++) n += (tt_see(g)->unit[i].flags & CHIEF_DONE) != 0;
	return is_moving(g) ? n : NO_UNIT;
}

/* A command's order and its move, or one command's move, or all that comes after the moves; judged when the turn is over. */
static enum scope scope(const struct muster *m, const struct game *root, const struct game *now, int side, int asked)
{
	if (now->turn != root->turn) return SCOPE_OVER;
	if (asked != side) return SCOPE_REST;
	int due = tt_chief_asked(root, side), question = now->question[side];
	if (root->question[side] == ASK_CHIT)
		return (question == ASK_CHIT && tt_chief_asked(now, side) == due) || (question == ASK_MOVE && agenda_see(now)->unit == due) ? SCOPE_PLAN : SCOPE_REST;
	return !is_moving(root) || (is_moving(now) && moved(m->own, now, side) == moved(m->own, root, side)) ? SCOPE_PLAN : SCOPE_REST;
}

#define CONCERNED 300 /* tenths: how much nearer two units may come in a turn, with room for their blocks */

static bool meets_any(const struct tt_book *b, const struct tt *d, int foe, const uint64_t units[TT_PIECES / 64])
{
	for (int u = b->from[!tt_side(b, foe)]; u < b->from[!tt_side(b, foe) + 1]; u++)
		if (units[u / 64] >> u % 64 & 1 && tt_on(d, u) && !tt_off(d->unit[foe].at, d->unit[u].at, tt_range_of(b, foe) + CONCERNED)) return true;
	return false;
}

/* While a command is planned nobody else moves, and nobody fires but its units (or all that have not moved, if it is to be chosen) and who could reach them. */
static void spare(const struct muster *m, struct game *g, int side)
{
	const struct tt_book *b = m->own;
	struct tt *d = tt_of(g);
	uint64_t ours[TT_PIECES / 64] = {0};
	int due = g->question[side] == ASK_CHIT ? tt_chief_asked(g, side) : NO_UNIT;
	if (due == NO_UNIT && !is_moving(g)) return;
	for (int u = b->from[side]; u < b->from[side + 1]; u++) {
		int chief = b->piece[u].chief;
		if (due == NO_UNIT ? !has_moved(d, chief) : chief == due) ours[u / 64] |= 1ull << u % 64;
		else d->unit[u].flags |= UNIT_FIRED;
	}
	for (int e = b->from[!side]; e < b->from[!side + 1]; e++)
		if (tt_on(d, e) && !meets_any(b, d, e, ours)) d->unit[e].flags |= UNIT_FIRED;
	for (int c = b->units; c < m->pieces; c++)
		if (tt_side(b, c) != side || (due != NO_UNIT && c != due)) d->unit[c].flags |= CHIEF_DONE;
}

/* Orders stay as they are, nobody moves, and whoever can fires where he hits most. */
static bool offhand(const struct play *p, const struct game *g, int side, struct order *o)
{
	const struct tt_book *b = tt_book(p);
	const struct tt *d = tt_see(g);
	int unit = agenda_see(g)->unit, chief = b->chief_from[side];
	switch (g->question[side]) {
	case ASK_CHIT: return chief = tt_chief_asked(g, side), *o = (struct order){VERB_CHIT, (int16_t)chief, d->unit[chief].chit, 0, 0}, true;
	case ASK_COMMAND:
		for (*o = (struct order){.verb = VERB_ACTIVATE}; o->unit = (int16_t)chief, !tt_may_activate(p, g, side, o, NULL);) chief++;
		return true;
	case ASK_MOVE: return *o = (struct order){VERB_DONE, NO_UNIT, 0, 0, 0}, true;
	case ASK_FIRE:
		if (!tt_best_shot(b, d, unit, o)) *o = (struct order){VERB_HOLD, (int16_t)unit, 0, 0, 0};
		return true;
	default: return false;
	}
}

const struct rules tabletop_1859_rules = {
	.id = "tabletop_1859", .title = "1859 on the Table", .subtitle = "Stands instead of counters, an inch to a hundred metres",
	.text = "A miniatures game of brigades, batteries and cavalry regiments on a table without hexes. Divisions get order chits in secret and move in "
		"turn; fire and melee go by one reference card with ten-sided dice. Places and facings are free, measured to the tenth of an inch.",
	.version = 1, .difficulty = 3, .turn_name = "turn",
	.verbs = TT_VERBS, .questions = TT_QUESTIONS, .options = TT_OPTIONS, .standings = TT_STANDINGS, .fields = sizeof fields / sizeof *fields,
	.overlays = TT_OVERLAYS, .phases = TT_PHASES,
	.verb = verbs, .question = questions, .option = options, .standing = standings, .field = fields, .umpire = &tt_umpire, .overlay = overlays, .phase = phases,
	.signs = &signs, .event = events,
	.muster = tt_muster, .begin = tt_begin, .step = tt_step, .legal = tt_legal, .check = tt_check, .apply = tt_apply, .usual = tt_usual,
	.mask = tt_mask, .guesses = tt_guesses, .foretell = tt_foretell, .features = tt_features, .lost = tt_lost, .score = tt_score, .worth = tt_worth, .single_orders = true, .node_cost = 3,
	.acting = acting, .scope = scope, .spare = spare, .offhand = offhand,
	.sound = tt_sound, .stage = tt_stage, .settle = tt_settle, .view = tt_view, .say = tt_say, .tell = tt_tell,
	.outline = tt_outline, .sight = tt_sight, .threats = tt_threats,
};
