/* Orders and events in words. Nothing here decides anything. */
#include <stdio.h>

#include "rules/vae_victis/vae_victis.h"

#define OFF "the rear" /* what is no hex */

const char *vv_halves(int halves)
{
	static const char *const said[] = {"no", "½", "1", "1½", "2", "2½", "3", "3½", "4", "4½", "5", "5½", "6", "6½", "7", "7½", "8", "8½", "9", "9½", "10"};
	return halves < 0 ? said[0] : halves > 20 ? "more than 10" : said[halves];
}

/* --- an order ------------------------------------------------------------------------------------------------------------------ */

/* @ the piece, # number, & target, > place, ^ direction */
static const struct { const char *text, *rule; uint8_t role; } phrase[VERBS] = {
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
	[V_ASSIGN] = {"# points against @", "11.2e", ROLE_CHOICE},
	[V_SUFFER] = {"@ suffers", "11.3c", ROLE_CHOICE},
	[V_RETREAT] = {"@ retreats to >", "11.3q", ROLE_MOVE},
	[V_ADVANCE] = {"@ advances", "11.2n", ROLE_MOVE},
	[V_DECLINE] = {"Nobody advances", "11.4g", ROLE_STOP},
	[V_FOLLOW] = {"@ follows", "11.2n", ROLE_MOVE},
	[V_REMAIN] = {"@ remains", "11.2n", ROLE_STOP},
	[V_PLACE] = {"@ takes post with &", "9.3f", ROLE_PICK},
};

void vv_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	const struct verb *v = &p->m->rules->verb[o->verb];
	int number = o->verb == V_ALLOT ? o->b : o->a, facing = o->verb == V_BARRAGE ? o->b : o->a;
	struct text t = {0};
	(void)g, (void)side;
	*s = (struct saying){.rule = phrase[o->verb].rule, .role = phrase[o->verb].role, .piece = o->unit, .target = NO_UNIT, .place = PLACE_NONE};
	if (v->a == ARG_PLACE) s->place = o->a;
	if (v->a == ARG_UNIT) s->target = (int16_t)o->a;
	for (const char *c = phrase[o->verb].text; *c; c++) switch (*c) {
		case '@': text_add(&t, p->m->piece[o->unit].name); break;
		case '#': text_addf(&t, "%d", number); break;
		case '&': text_add(&t, p->m->piece[o->a].name); break;
		case '>': tell_hex(p->m, o->a, OFF, &t); break;
		case '^': text_add(&t, tell_direction(p->m, facing)); break;
		default: text_char(&t, *c);
	}
	snprintf(s->text, sizeof s->text, "%s", text_str(&t));
	text_free(&t);
}

/* --- an event ------------------------------------------------------------------------------------------------------------------- */

/* @ who, & whom, < where, > to, # n, % m, ! side, ? note, ^ direction n; after | what is said if n is 0 */
static const char *const sentence[] = {
	[E_TURN - EVENT_SYSTEM] = "Turn # begins.",
	[E_WEATHER - EVENT_SYSTEM] = "The weather: ?.",
	[E_INERTIA - EVENT_SYSTEM] = "@ stirs and may move.|@ stays where he is.",
	[E_COMMAND - EVENT_SYSTEM] = "@ is out of command.",
	[E_DEMORALISED - EVENT_SYSTEM] = "? has lost # steps and is demoralised.",
	[E_INITIATIVE - EVENT_SYSTEM] = "Initiative: !, # to %.",
	[E_ACTIVATED - EVENT_SYSTEM] = "? acts.",
	[E_CHECKED - EVENT_SYSTEM] = "@ passes the activation check.|@ fails the activation check.",
	[E_DIRECTED - EVENT_SYSTEM] = "& commands @ directly.",
	[E_BARRAGE - EVENT_SYSTEM] = "@ fires at & in > with #.",
	[E_ENTERED - EVENT_SYSTEM] = "@ comes onto the field at <.",
	[E_STEPPED - EVENT_SYSTEM] = "@ goes from < to >.",
	[E_HALTED - EVENT_SYSTEM] = "@ ends its move in <.",
	[E_DISPLACED - EVENT_SYSTEM] = "@ leaves < in haste and joins the troops in >.",
	[E_ANNOUNCED - EVENT_SYSTEM] = "@ will attack >.",
	[E_COORDINATED - EVENT_SYSTEM] = "@ coordinates the attack on >.|@ fails to coordinate the attack on >.",
	[E_COMBAT - EVENT_SYSTEM] = "The fight for > begins.",
	[E_LEADS - EVENT_SYSTEM] = "@ takes part.",
	[E_SUPPORTS - EVENT_SYSTEM] = "@ fires in the defence of > with #.",
	[E_DEFENCE - EVENT_SYSTEM] = "@ strikes at & with #.",
	[E_ASSAULT - EVENT_SYSTEM] = "@ assaults & in > with #.",
	[E_RESULT - EVENT_SYSTEM] = "Column %: ~ for @.",
	[E_MORALE - EVENT_SYSTEM] = "@ holds.|@ wavers.",
	[E_DISORGANISED - EVENT_SYSTEM] = "@ is disorganised.",
	[E_STEP_LOST - EVENT_SYSTEM] = "@ loses a step.",
	[E_ELIMINATED - EVENT_SYSTEM] = "@ is destroyed at <.",
	[E_RETREATED - EVENT_SYSTEM] = "@ retreats from < to >.",
	[E_CORNERED - EVENT_SYSTEM] = "@ has nowhere to retreat from <.",
	[E_RETIRED - EVENT_SYSTEM] = "@ retires from < to > before combat.",
	[E_REPULSED - EVENT_SYSTEM] = "The attack on < is repulsed.",
	[E_ADVANCED - EVENT_SYSTEM] = "@ advances to >.",
	[E_TURNED - EVENT_SYSTEM] = "@ turns to the ^.",
	[E_LEADER_KILLED - EVENT_SYSTEM] = "@ falls at <.",
	[E_REPLACED - EVENT_SYSTEM] = "An aide takes the place of @ beside &.",
	[E_RALLIED - EVENT_SYSTEM] = "@ rallies.",
	[E_SHAKEN - EVENT_SYSTEM] = "@ stays disorganised.",
	[E_CAPTURED - EVENT_SYSTEM] = "? is taken: !.",
	[E_ENDED - EVENT_SYSTEM] = "The battle is over: ?, !.",
};

void vv_tell(const struct muster *m, const struct event *e, struct text *t)
{
	static const char *const results[] = {"no effect", "morale check", "disorganised", "disorganised and a step lost"};
	const char *c = sentence[e->kind - EVENT_SYSTEM], *bar = strchr(c, '|');
	if (bar && !e->n) c = bar + 1;
	for (; *c && *c != '|'; c++) switch (*c) {
		case '~': text_add(t, results[e->n & 3]); break;
		default: tell_letter(m, e, *c, OFF, t);
	}
}
