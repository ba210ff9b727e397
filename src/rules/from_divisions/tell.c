/* Orders and events in words. Nothing here decides anything. */
#include <stdio.h>

#include "rules/from_divisions/from_divisions.h"

#define OFF "off the map" /* what is no hex */

/* --- charts --------------------------------------------------------------------------------------------- */

static void say_part(struct text *t, bool *first, int n, const char *one, const char *many)
{
	if (!n) return;
	text_add(t, *first ? "" : ", ");
	say_count(t, n, one, many);
	*first = false;
}

/* 7.3: "everybody is disorganised, 1 straggler step, 2 levels of fatigue" */
static const char *effect_words(struct arena *a, const struct fd_effect *e)
{
	struct text t = {0};
	bool first = !e->disorder;
	if (e->disorder == 7) text_add(&t, "everybody is disorganised");
	else if (e->disorder) text_addf(&t, "morale %d or less is disorganised", e->disorder);
	if (e->check) text_add(&t, ", the rest of the stack loses 1 casualty step");
	say_part(&t, &first, e->casualties, "casualty step", "casualty steps");
	say_part(&t, &first, e->inferior_casualties, "casualty step if the enemy has the higher morale", "");
	say_part(&t, &first, e->stragglers, "straggler step", "straggler steps");
	say_part(&t, &first, e->inferior_stragglers, "straggler step if the enemy has the higher morale", "");
	say_part(&t, &first, e->fatigue, "level of fatigue", "levels of fatigue");
	const char *words = arena_printf(a, "%s", first && !e->disorder ? "nothing" : text_str(&t));
	text_free(&t);
	return words;
}

void fd_word_charts(struct fd_book *b, struct arena *a)
{
	static const char *const columns[COLUMNS] =
		{[ENGAGED] = "Engaged", [ADVANCE] = "Advance", [RETREAT] = "Retreat"};
	for (int n = -FD_SHIFT; n <= FD_SHIFT; n++) {
		b->results_at[n + FD_SHIFT] = arena_printf(a, "the combat results table at %+d", n);
		for (int k = 0; k < COLUMNS; k++)
			b->effects_at[k][n + FD_SHIFT] =
				arena_printf(a, "the %s column of the effects table at %+d", columns[k], n);
	}
	for (int k = 0; k < COLUMNS * 9; k++)
		b->effect[k / 9][k % 9] = effect_words(a, &b->chart.effect[k / 9][k % 9]);
}

/* --- orders --------------------------------------------------------------------------------------------- */

/* @ the piece, # number with {one|many}, > place, ^ direction, ~ the kind of recovery */
static const struct {
	const char *text, *rule;
	uint8_t role;
} phrase[VERBS] = {
	[V_DONE] = {"Done", "3.0e", ROLE_DONE},
	[V_ACTIVATE] = {"Activate the formation of @", "16.1c", ROLE_PICK},
	[V_FIRST] = {"Move first", "16.3c", ROLE_CHOICE},
	[V_SECOND] = {"Move second", "16.3c", ROLE_CHOICE},
	[V_MOVE] = {"@ moves", "4.1b", ROLE_PICK},
	[V_TURN] = {"@ turns to the ^", "6.7d", ROLE_CHOICE},
	[V_RECOVER] = {"@ gathers stragglers (~)", "10.1a", ROLE_RALLY},
	[V_REST] = {"@ rests", "4.1d", ROLE_RALLY},
	[V_HOLD_BACK] = {"@ is held back", "11.2g", ROLE_CHOICE},
	[V_MASS] = {"@ gives its batteries to >", "16.5b", ROLE_CHOICE},
	[V_DISSOLVE] = {"@ gives its guns back", "16.5m", ROLE_CHOICE},
	[V_DOUBLE] = {"@ goes at double time", "6.12a", ROLE_CHOICE},
	[V_STEP] = {"@ goes to >", "6.0b", ROLE_MOVE},
	[V_FACE] = {"@ faces ^", "6.8c", ROLE_STOP},
	[V_STOP] = {"@ stops", "6.8b", ROLE_STOP},
	[V_THREATEN] = {"@ means to attack the cavalry in >", "7.6d", ROLE_ASSAULT},
	[V_DETACH] = {"@ detaches # {step|steps}", "10.3b", ROLE_CHOICE},
	[V_REJOIN] = {"@ rejoins its division", "10.3f", ROLE_STOP},
	[V_EXTEND] = {"@ extends its line into >", "16.6c", ROLE_MOVE},
	[V_SHIFT] = {"@ moves its line to the ^", "16.6d", ROLE_MOVE},
	[V_WHEEL] = {"@ wheels into >", "16.6d", ROLE_MOVE},
	[V_CLOSE] = {"@ closes up in >", "16.6e", ROLE_MOVE},
	[V_EXIT] = {"@ leaves the field", "2.1d", ROLE_STOP},
	[V_EVADE] = {"@ retreats before combat", "7.6c", ROLE_MOVE},
	[V_STAND] = {"@ stands", "7.6c", ROLE_CHOICE},
	[V_ATTACK] = {"@ attacks >", "7.0d", ROLE_ASSAULT},
	[V_JOIN] = {"@ joins the attack", "7.0h", ROLE_ASSAULT},
	[V_ADD] = {"The attack takes in >", "7.0e", ROLE_ASSAULT},
	[V_FIGHT] = {"Fight", "7.1o", ROLE_DONE},
	[V_LOSE] = {"@ loses the step", "7.3a", ROLE_CHOICE},
	[V_CUT] = {"Hold on: # {hex|hexes} of retreat less", "7.7.2d", ROLE_CHOICE},
	[V_PAY] = {"The stack of @ pays", "7.7.2d", ROLE_CHOICE},
	[V_RETREAT] = {"@ retreats to >", "7.2b", ROLE_MOVE},
	[V_ADVANCE] = {"@ advances to >", "7.2n", ROLE_MOVE},
	[V_PURSUE] = {"The cavalry of @ pursues", "7.14b", ROLE_ASSAULT},
	[V_BOMBARD] = {"@ bombards >", "16.5f", ROLE_FIRE},
};

/* The same verb may answer another question by another rule. */
static void say_otherwise(int question, int verb, struct saying *s)
{
	if (verb == V_STAND && question == Q_CUT)
		s->rule = "7.7.2d", snprintf(s->text, sizeof s->text, "The stack retreats");
	if (verb == V_STAND && question == Q_PURSUE)
		s->rule = "7.14b", snprintf(s->text, sizeof s->text, "Nobody pursues");
	if (verb == V_DONE && question == Q_CHITS)
		s->rule = "16.1c", snprintf(s->text, sizeof s->text, "Leave it to the cup");
	if (verb == V_DONE && question == Q_ACT) snprintf(s->text, sizeof s->text, "Done: on to the attacks");
	if (verb == V_DONE && question == Q_ATTACK)
		s->rule = "7.0c", snprintf(s->text, sizeof s->text, "Done: no more attacks");
	if (verb == V_DONE && question == Q_ADVANCE)
		s->rule = "7.2n", snprintf(s->text, sizeof s->text, "Done: nobody else advances");
	if (verb == V_DONE && question == Q_BOMBARD)
		s->rule = "16.5f", snprintf(s->text, sizeof s->text, "Done: no bombardment");
	if (verb == V_STOP && question == Q_RETREAT) s->rule = "7.6c";
	if (verb == V_STOP && question == Q_ADVANCE) s->rule = "7.2n";
	if (verb == V_FACE && question == Q_FACE) s->rule = "7.2d";
}

static int cost_of(const struct play *p, const struct state *d, const struct step *s, const struct order *o)
{
	const struct fd_book *b = fd_book(p);
	if (s->kind != STEP_MARCH || s->unit != o->unit) return 0;
	if (o->verb == V_FACE) return b->chart.face;
	int dir = o->verb == V_STEP ? hexmap_direction(b->map, d->at[o->unit], o->a) : -1;
	return dir < 0 ? 0 : fd_price(p, d, s, dir, o->a);
}

/* What it costs, and what is then left of the march (6.0b); of a move, what there is to spend. */
static void say_points(const struct play *p, const struct state *d, const struct order *o, struct text *t)
{
	const struct fd_book *b = fd_book(p);
	const struct step *s = d->g.depth ? agenda_see(&d->g) : NULL;
	int cost = s ? cost_of(p, d, s, o) : 0;
	if (o->verb == V_MOVE)
		text_add(t, ": "),
			say_count(t,
				is_leader(b, o->unit) ? leader_of(b, o->unit)->allowance : fd_points_left(p, d, o->unit),
				"point", "points");
	else if (cost)
		text_add(t, " for "), say_count(t, cost, "point", "points"),
			text_addf(t, ", %d left", load_see(s)->march.points - cost);
	else if (o->verb == V_STOP && s && s->kind == STEP_MARCH && s->flags & MARCH_STEPPED &&
			 !(s->flags & MARCH_LEADER))
		text_add(t,
			load_see(s)->march.points >= b->chart.attack ? ", and may attack; " : ", too late to attack; "),
			say_count(t, load_see(s)->march.points, "point", "points"), text_add(t, " left");
}

static const char *say_plural(const char *open, int n, struct text *t)
{
	const char *bar = strchr(open, '|'), *close = strchr(open, '}');
	if (n == 1) text_addn(t, open + 1, (size_t)(bar - open - 1));
	else text_addn(t, bar + 1, (size_t)(close - bar - 1));
	return close;
}

void fd_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	const struct verb *v = &p->m->rules->verb[o->verb];
	struct text t = {0};
	*s = (struct saying){.rule = phrase[o->verb].rule,
		.role = phrase[o->verb].role,
		.piece = o->unit,
		.target = NO_UNIT,
		.place = PLACE_NONE};
	if (v->a == ARG_PLACE) s->place = o->a;
	for (const char *c = phrase[o->verb].text; *c; c++) switch (*c) {
		case '@': text_add(&t, o->unit < 0 ? "somebody" : p->m->piece[o->unit].name); break;
		case '#': text_addf(&t, "%d", o->a); break;
		case '{': c = say_plural(c, o->a, &t); break;
		case '>': tell_hex(p->m, o->a, OFF, &t); break;
		case '^': text_add(&t, tell_direction(p->m, o->a)); break;
		case '~': text_add(&t, o->a ? "rest" : "stationary"); break;
		default: text_char(&t, *c);
		}
	if (o->unit >= 0) say_points(p, fd_see(g), o, &t);
	snprintf(s->text, sizeof s->text, "%s", text_str(&t));
	text_free(&t);
	if (g->waiting >> side & 1) say_otherwise(g->question[side], o->verb, s);
}

/* --- events --------------------------------------------------------------------------------------------- */

/* 2.5c: hundredths of a strength point, and the odds they make. */
static void tell_strengths(const struct fd_book *b, const struct muster *m, const struct event *e,
	struct text *t)
{
	int odds = fd_odds(&b->chart, e->n, e->m), size = odds < 0 ? -odds : odds;
	text_add(t, "Strengths at "), tell_hex(m, e->to, OFF, t);
	text_addf(t, ": %d.%02d against %d.%02d, ", e->n / 100, e->n % 100, e->m / 100, e->m % 100);
	if (!odds) text_add(t, "even.");
	else if (size == 1) text_add(t, odds > 0 ? "a little more." : "a little less.");
	else
		text_addf(t, "odds of %d to %d%s.", odds > 0 ? size : 1, odds > 0 ? 1 : size,
			size == b->chart.odds_cap ? " or more" : "");
}

static void tell_fatigue(const struct fd_book *b, const struct muster *m, const struct event *e,
	struct text *t)
{
	const struct fd_unit *c = &b->unit[e->who];
	text_addf(t, "%s: fatigue %s %d to %d of %d boxes", m->piece[e->who].name,
		e->n < 0 ? "falls by" : "rises by", e->n < 0 ? -e->n : e->n, e->m, c->boxes);
	text_add(t, e->m >= c->boxes ? ", Spent." : e->m >= c->white ? ", Tired." : ".");
}

static void tell_march(const struct muster *m, const struct event *e, struct text *t)
{
	bool halts = e->kind == E_HALTED;
	tell_sentence(m, e, halts ? "@ halt[s|] in <" : "@ go[es|] from < to >", OFF, t);
	if (e->note) text_addf(t, " and %s", e->note); /* the second hex of a line */
	if (!halts) text_add(t, " for ");
	if (halts) text_addf(t, ", facing %s", tell_direction(m, e->m));
	else say_count(t, e->n, "point", "points");
	text_addf(t, "; %d left.", halts ? e->n : e->m);
}

void fd_tell(const struct muster *m, const struct event *e, struct text *t)
{
	const struct fd_book *b = m->own;
	int clock = b->starts + (e->n - 1) * b->chart.turn_minutes;
	switch (e->kind) {
	case E_TURN:
		text_addf(t, "Turn %d of %d begins, at %02d:%02d.", e->n, b->turns, clock / 60 % 24, clock % 60);
		break;
	case E_STRENGTH: tell_strengths(b, m, e, t); break;
	case E_FATIGUE: tell_fatigue(b, m, e, t); break;
	case E_STEPPED:
	case E_HALTED: tell_march(m, e, t); break;
	case E_ATTACKED:
		tell_sentence(m, e, e->where < 0 ? "The attack takes in >." : "Attack: @ against >.", OFF, t);
		break;
	case E_LEVEL: text_addf(t, "%s is now %s.", e->note, fd_levels[e->n]); break;
	case E_PURSUED:
		tell_sentence(m, e,
			"Modified to #: the cavalry of @ pursues &.|Modified to 0: the cavalry of @ pursues &.", OFF, t);
		break;
	default: tell_sentence(m, e, event_sentence(m, e), OFF, t);
	}
	if (e->kind == E_ENDED) lead_tell(m, e->m, t);
}
