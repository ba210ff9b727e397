/* Orders and events in words. Nothing here decides anything. */
#include <stdio.h>

#include "rules/vae_victis/vae_victis.h"

#define OFF "the rear" /* what is no hex */

const char *vv_halves(int halves)
{
	static const char *const said[] = {"no", "½", "1", "1½", "2", "2½", "3", "3½", "4", "4½", "5", "5½", "6",
		"6½", "7", "7½", "8", "8½", "9", "9½", "10"};
	return halves < 0 ? said[0] : halves > 20 ? "more than 10" : said[halves];
}

/* --- an order ------------------------------------------------------------------------------------------- */

/* @ the piece, # number, & target, > place, ^ direction */
static const struct {
	const char *text, *rule;
	uint8_t role;
} phrase[VERBS] = {
	[V_DONE] = {"Done", "4C-e", ROLE_DONE},
	[V_ACTIVATE] = {"Activate the formation of @", "4C-b", ROLE_PICK},
	[V_DIRECT] = {"@ is commanded directly", "8.2d", ROLE_PICK},
	[V_BATTERY] = {"@ opens fire", "10.1c", ROLE_PICK},
	[V_BARRAGE] = {"@ fires at & facing ^", "10.1e", ROLE_FIRE},
	[V_MOVE] = {"@ moves", "7.1d", ROLE_PICK},
	[V_STEP] = {"@ goes to >", "7.1b", ROLE_MOVE},
	[V_FACE] = {"@ faces ^", "7.3a", ROLE_STOP},
	[V_STOP] = {"@ stops", "7.1a", ROLE_STOP},
	[V_ATTACK] = {"@ attacks >", "11c", ROLE_ASSAULT},
	[V_ALLOT] = {"@ puts # against >", "11b", ROLE_CHOICE},
	[V_COORDINATE] = {"@ coordinates the attack on >", "11.1d", ROLE_CHOICE},
	[V_SEPARATE] = {"@ lets them attack > one by one", "11.2k", ROLE_CHOICE},
	[V_ASSAULT] = {"@ fights for >", "11.1b", ROLE_ASSAULT},
	[V_LEAD] = {"@ takes part", "9.3d", ROLE_CHOICE},
	[V_SPARE] = {"@ keeps out of it", "9.3e", ROLE_CHOICE},
	[V_RETIRE] = {"@ retires to >", "11.4a", ROLE_MOVE},
	[V_STAND] = {"@ stands", "11.2a", ROLE_CHOICE},
	[V_SUPPORT] = {"@ fires in the defence", "10.1l", ROLE_FIRE},
	[V_ASSIGN] = {"# against @", "11.2e", ROLE_CHOICE},
	[V_SUFFER] = {"@ suffers", "11.3c", ROLE_CHOICE},
	[V_RETREAT] = {"@ retreats to >", "11.3q", ROLE_MOVE},
	[V_ADVANCE] = {"@ advances", "11.2n", ROLE_MOVE},
	[V_DECLINE] = {"Nobody advances", "11.4g", ROLE_STOP},
	[V_FOLLOW] = {"@ follows", "11.2n", ROLE_MOVE},
	[V_REMAIN] = {"@ remains", "11.2n", ROLE_STOP},
	[V_PLACE] = {"@ takes post with &", "9.3f", ROLE_PICK},
};

/* What the next hex costs a piece on the march, and what is left then. */
static void say_cost(const struct play *p, const struct game *g, const struct order *o, struct text *t)
{
	const struct vv_book *b = vv_book(p);
	const struct state *d = vv_see(g);
	const struct step *s = g->depth ? agenda_see(g) : NULL;
	int cost, dir = s && s->kind == STEP_MARCH && s->unit == o->unit && is_hex(o->a)
	                  ? hexmap_direction(b->map, d->at[o->unit], o->a)
	                  : -1;
	if (dir < 0 || !vv_step_costs(b, d, s, d->at[o->unit], dir, &cost)) return;
	text_addf(t, " for %s MP, ", vv_halves(cost));
	int left = load_see(s)->march.points;
	text_addf(t, "%s left", left > cost ? vv_halves(left - cost) : "none");
}

/* A move's first word: how many points the piece has for it. */
static void say_points(const struct play *p, const struct game *g, const struct order *o, struct text *t)
{
	const struct state *d = vv_see(g);
	if (d->at[o->unit] >= 0) text_addf(t, " (%s MP)", vv_halves(vv_march_allowance(vv_book(p), d, o->unit)));
	else text_add(t, ", coming onto the field");
}

void vv_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	const struct verb *v = &p->m->rules->verb[o->verb];
	int number = o->verb == V_ALLOT ? o->b : o->a, facing = o->verb == V_BARRAGE ? o->b : o->a;
	struct text t = {0};
	*s = (struct saying){.rule = phrase[o->verb].rule,
		.role = phrase[o->verb].role,
		.piece = o->unit,
		.target = NO_UNIT,
		.place = PLACE_NONE};
	if (v->a == ARG_PLACE) s->place = o->a;
	if (v->a == ARG_UNIT) s->target = (int16_t)o->a;
	for (const char *c = phrase[o->verb].text; *c; c++) switch (*c) {
		case '@': text_add(&t, p->m->piece[o->unit].name); break;
		case '#': say_count(&t, number, "point", "points"); break;
		case '&': text_add(&t, p->m->piece[o->a].name); break;
		case '>': tell_hex(p->m, o->a, OFF, &t); break;
		case '^': text_add(&t, tell_direction(p->m, facing)); break;
		default: text_char(&t, *c);
		}
	if (o->verb == V_STEP) say_cost(p, g, o, &t);
	if (o->verb == V_MOVE) say_points(p, g, o, &t);
	snprintf(s->text, sizeof s->text, "%s", text_str(&t));
	text_free(&t);
}

/* --- an event ------------------------------------------------------------------------------------------- */

static bool is_rule(const struct event *e, const char *rule) { return strcmp(e->rule, rule) == 0; }

/* 8.3a; 7.4a: an HQ on the map brings in reinforcements, or comes with its corps. */
static const char *tell_checked(const struct event *e)
{
	if (is_rule(e, "7.4a"))
		return "The reinforcements under @ may come in.|The reinforcements under @ wait, and try again next turn with 1 more.";
	return "@ is activated, and those in range act in command.|@ is not activated: the units act as out of command.";
}

/* A heading: who attacks where; of a coordinated attack the HQ and how many. */
static const char *tell_combat(const struct muster *m, const struct event *e)
{
	const struct vv_book *b = m->own;
	return is_leader(b, e->who) ? "— @ leads # units against > —" : "— @ attack[s|] > —";
}

static const char *tell_result(const struct event *e)
{
	static const char *const said[] = {[NOTHING] = "A # in column %: nothing happens to @.",
		[TEST] = "A # in column %: @ must pass a morale check (T).",
		[DISORDER] = "A # in column %: @ [is|are] beaten (D).",
		[DISORDER_LOSS] = "A # in column %: @ [is|are] beaten and lose[s|] a step (D+1)."};
	return said[e->n & 3];
}

static void tell_end(const struct muster *m, const struct event *e, struct text *t)
{
	static const char *const said[] = {"The battle is over: a draw.",
		"The battle is over: a minor victory for !.", "The battle is over: a major victory for !."};
	tell_sentence(m, e, said[e->n], OFF, t);
	lead_tell(m, e->m, t);
}

static const char *tell_halted(const struct muster *m, const struct event *e)
{
	const struct vv_book *b = m->own;
	return is_leader(b, e->who) ? "@ ends the move in <." : "@ end[s|] [its|their] move in <, facing ^.";
}

/* The sentences that depend on more than whether n is 0. */
static const char *sentence_of(const struct muster *m, const struct event *e)
{
	switch (e->kind) {
	case E_ACTIVATED: return name_is_plural(e->note) ? "— ? act —" : "— ? acts —";
	case E_DEMORALISED:
		return name_is_plural(e->note) ? "? have lost # {step|steps} and are demoralised."
		                               : "? has lost # {step|steps} and is demoralised.";
	case E_CHECKED: return tell_checked(e);
	case E_COMBAT: return tell_combat(m, e);
	case E_RESULT: return tell_result(e);
	case E_HALTED: return tell_halted(m, e);
	case E_TURNED: return "@ turn[s|] to the ^.";
	case E_ASSAULT:
		return !e->m     ? "@ assault[s|] & in > with # {point|points}."
		     : e->m == 1 ? "@ and another unit assault & in > with # {point|points}."
		                 : "@ and % others assault & in > with # {point|points}.";
	default: return event_sentence(m, e);
	}
}

static void tell_turn(const struct muster *m, const struct event *e, struct text *t)
{
	const struct vv_book *b = m->own;
	int clock = b->starts + (e->n - 1) * b->turn_minutes;
	text_addf(t, "— Turn %d of %d, %d:%02d —", e->n, b->turns, clock / 60 % 24, clock % 60);
}

/* A cost is told by itself; everything around it is a sentence of the grammar. */
static void tell_with_cost(const struct muster *m, const struct event *e, const char *said, struct text *t)
{
	struct text whole = {0};
	tell_sentence(m, e, said, OFF, &whole);
	const char *c = text_str(&whole), *cost = strchr(c, '~');
	if (cost) text_addf(t, "%.*s%s%s", (int)(cost - c), c, vv_halves(e->n), cost + 1);
	else text_add(t, c);
	text_free(&whole);
}

void vv_tell(const struct muster *m, const struct event *e, struct text *t)
{
	if (e->kind == E_TURN) tell_turn(m, e, t);
	else if (e->kind == E_ENDED) tell_end(m, e, t);
	else if (e->kind == E_STEPPED || e->kind == E_ENTERED) tell_with_cost(m, e, sentence_of(m, e), t);
	else if (e->kind == E_RESULT) {
		struct event read = *e;
		read.n = e->dice; /* the die as it was read on the table */
		tell_sentence(m, &read, tell_result(e), OFF, t);
	} else tell_sentence(m, e, sentence_of(m, e), OFF, t);
}

/* --- headings of the log -------------------------------------------------------------------------------- */

void vv_heading(const struct play *p, const char *what, const char *rule)
{
	emit(p, .kind = E_PHASE, .rule = rule, .note = what);
}

/* The steps of an activation have one each, if something can be done in them. */
void vv_tell_step(const struct play *p, const struct state *d, const struct step *s, answer_list *list)
{
	static const struct {
		const char *what, *rule;
	} said[] = {[ACT_BARRAGE] = {"Barrage", "10.1c"},
		[ACT_MOVE] = {"Movement", "7.1a"},
		[ACT_ATTACK] = {"Combat", "11c"}};
	struct orders o;
	no_orders(&o);
	list(p, d, s->side, &o);
	if (o.n > 1) vv_heading(p, said[s->stage].what, said[s->stage].rule);
}
