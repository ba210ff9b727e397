/* Orders and events in words. Nothing here decides anything. */
#include <stdio.h>

#include "rules/from_divisions/from_divisions.h"

#define OFF "off the map" /* what is no hex */

/* @ the piece, # number, > place, ^ direction, ~ the kind of recovery */
static const struct { const char *text, *rule; uint8_t role; } phrase[VERBS] = {
	[V_DONE] = {"Done", "3.0e", ROLE_DONE}, [V_ACTIVATE] = {"Activate the formation of @", "16.1c", ROLE_PICK},
	[V_FIRST] = {"Move first", "16.3c", ROLE_CHOICE}, [V_SECOND] = {"Move second", "16.3c", ROLE_CHOICE},
	[V_MOVE] = {"@ moves", "4.1b", ROLE_PICK}, [V_TURN] = {"@ turns to the ^", "6.7d", ROLE_CHOICE},
	[V_RECOVER] = {"@ gathers stragglers (~)", "10.1a", ROLE_RALLY}, [V_REST] = {"@ rests", "4.1d", ROLE_RALLY},
	[V_HOLD_BACK] = {"@ is held back", "11.2g", ROLE_CHOICE}, [V_MASS] = {"@ gives its batteries to >", "16.5b", ROLE_CHOICE},
	[V_DISSOLVE] = {"@ gives its guns back", "16.5m", ROLE_CHOICE}, [V_DOUBLE] = {"@ goes at double time", "6.12a", ROLE_CHOICE},
	[V_STEP] = {"@ goes to >", "6.0b", ROLE_MOVE}, [V_FACE] = {"@ faces ^", "6.8c", ROLE_STOP}, [V_STOP] = {"@ stops", "6.8b", ROLE_STOP},
	[V_THREATEN] = {"@ means to attack the cavalry in >", "7.6d", ROLE_ASSAULT}, [V_DETACH] = {"@ detaches # steps", "10.3b", ROLE_CHOICE},
	[V_REJOIN] = {"@ rejoins its division", "10.3f", ROLE_STOP}, [V_EXTEND] = {"@ extends its line into >", "16.6c", ROLE_MOVE},
	[V_SHIFT] = {"@ moves its line to the ^", "16.6d", ROLE_MOVE}, [V_WHEEL] = {"@ wheels into >", "16.6d", ROLE_MOVE},
	[V_CLOSE] = {"@ closes up in >", "16.6e", ROLE_MOVE}, [V_EXIT] = {"@ leaves the field", "2.1d", ROLE_STOP},
	[V_EVADE] = {"@ retreats before combat", "7.6c", ROLE_MOVE}, [V_STAND] = {"@ stands", "7.6c", ROLE_CHOICE},
	[V_ATTACK] = {"@ attacks >", "7.0d", ROLE_ASSAULT}, [V_JOIN] = {"@ joins the attack", "7.0h", ROLE_ASSAULT},
	[V_ADD] = {"The attack takes in >", "7.0e", ROLE_ASSAULT}, [V_FIGHT] = {"Fight", "7.1o", ROLE_DONE},
	[V_LOSE] = {"@ loses the step", "7.3a", ROLE_CHOICE}, [V_CUT] = {"Hold on: # hexes of retreat less", "7.7.2d", ROLE_CHOICE},
	[V_PAY] = {"The stack of @ pays", "7.7.2d", ROLE_CHOICE}, [V_RETREAT] = {"@ retreats to >", "7.2b", ROLE_MOVE},
	[V_ADVANCE] = {"@ advances to >", "7.2n", ROLE_MOVE}, [V_PURSUE] = {"The cavalry of @ pursues", "7.14b", ROLE_ASSAULT},
	[V_BOMBARD] = {"@ bombards >", "16.5f", ROLE_FIRE},
};

void fd_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	const struct verb *v = &p->m->rules->verb[o->verb];
	struct text t = {0};
	(void)g, (void)side;
	*s = (struct saying){.rule = phrase[o->verb].rule, .role = phrase[o->verb].role, .piece = o->unit, .target = NO_UNIT, .place = PLACE_NONE};
	if (v->a == ARG_PLACE) s->place = o->a;
	for (const char *c = phrase[o->verb].text; *c; c++) switch (*c) {
		case '@': text_add(&t, o->unit < 0 ? "somebody" : p->m->piece[o->unit].name); break;
		case '#': text_addf(&t, "%d", o->a); break;
		case '>': tell_hex(p->m, o->a, OFF, &t); break;
		case '^': text_add(&t, tell_direction(p->m, o->a)); break;
		case '~': text_add(&t, o->a ? "rest" : "stationary"); break;
		default: text_char(&t, *c);
	}
	snprintf(s->text, sizeof s->text, "%s", text_str(&t));
	text_free(&t);
}

/* @ who, & whom, < where, > to, # n, % m, ! side, ? note, ^ direction n, $ hundredths n to m; after | what is said if n is 0 */
static const char *const sentence[] = {
	[E_TURN - EVENT_SYSTEM] = "Turn # begins.", [E_INITIATIVE - EVENT_SYSTEM] = "The initiative leans to !.|The initiative is open.",
	[E_ACTIVATED - EVENT_SYSTEM] = "? acts.", [E_ENTERED - EVENT_SYSTEM] = "@ comes onto the field at <.",
	[E_STEPPED - EVENT_SYSTEM] = "@ goes from < to >.", [E_HALTED - EVENT_SYSTEM] = "@ halts in <.", [E_DOUBLE - EVENT_SYSTEM] = "@ goes at double time.",
	[E_TURNED - EVENT_SYSTEM] = "@ turns to the ^.", [E_CHECKED - EVENT_SYSTEM] = "@ passes a morale check: ?.|@ fails a morale check: ?.",
	[E_RECOVERED - EVENT_SYSTEM] = "@ gathers its stragglers.|@ finds no stragglers.", [E_RESTED - EVENT_SYSTEM] = "@ is in order again.",
	[E_DETACHED - EVENT_SYSTEM] = "@ detaches # steps at <.", [E_REJOINED - EVENT_SYSTEM] = "@ rejoins &.", [E_EXTENDED - EVENT_SYSTEM] = "@ extends its line into >.",
	[E_CLOSED - EVENT_SYSTEM] = "@ closes up in <.", [E_EXITED - EVENT_SYSTEM] = "@ leaves the field at <.",
	[E_THREATENED - EVENT_SYSTEM] = "@ moves against the cavalry in >.", [E_EVADED - EVENT_SYSTEM] = "@ retreats before combat.",
	[E_ATTACKED - EVENT_SYSTEM] = "@ attacks >.", [E_JOINED - EVENT_SYSTEM] = "@ joins the attack on >.", [E_STRENGTH - EVENT_SYSTEM] = "The strengths at >: $.",
	[E_RESULT - EVENT_SYSTEM] = "%: the defenders of > retreat # hexes.|%: both sides are engaged at >.", [E_EFFECT - EVENT_SYSTEM] = "Effects on the stack in <: #.",
	[E_DISORGANISED - EVENT_SYSTEM] = "@ is disorganised.", [E_STEP_LOST - EVENT_SYSTEM] = "@ loses a step.", [E_CASUALTY - EVENT_SYSTEM] = "@: casualties.",
	[E_STRAGGLER - EVENT_SYSTEM] = "@: stragglers.", [E_FATIGUE - EVENT_SYSTEM] = "@: fatigue %.", [E_SMASHED - EVENT_SYSTEM] = "@ is smashed at <.",
	[E_ELIMINATED - EVENT_SYSTEM] = "@ is no more.", [E_BATTERY_LOST - EVENT_SYSTEM] = "@ loses a battery.", [E_ORGANIC_LOST - EVENT_SYSTEM] = "The cavalry of @ loses.",
	[E_RETREATED - EVENT_SYSTEM] = "@ retreats from < to >.", [E_CORNERED - EVENT_SYSTEM] = "@ cannot retreat from <.",
	[E_HELD - EVENT_SYSTEM] = "@ holds on in <.", [E_ADVANCED - EVENT_SYSTEM] = "@ advances to >.", [E_PURSUED - EVENT_SYSTEM] = "The cavalry of @ pursues &.",
	[E_DRIVEN - EVENT_SYSTEM] = "@ is driven out of the field of fire at <.", [E_BOMBARDED - EVENT_SYSTEM] = "@ bombards > with # batteries.",
	[E_MASSED - EVENT_SYSTEM] = "@ sends its batteries to the grand battery at <.",
	[E_DISSOLVED - EVENT_SYSTEM] = "@ gives guns back; # batteries stay.|@ is dissolved, its guns go back.", [E_RALLIED - EVENT_SYSTEM] = "@ is no longer smashed.",
	[E_LEVEL - EVENT_SYSTEM] = "? has reached level # of fatigue.|? is rested.",
	[E_HELD_BACK - EVENT_SYSTEM] = "@ is held back.|@ is catching up.", [E_ARMY - EVENT_SYSTEM] = "Army morale of !: #.", [E_CAPTURED - EVENT_SYSTEM] = "? is taken: !.",
	[E_DISPLACED - EVENT_SYSTEM] = "@ rides from < to >.", [E_ENDED - EVENT_SYSTEM] = "The battle is over: ?, !.",
};

void fd_tell(const struct muster *m, const struct event *e, struct text *t)
{
	const char *c = sentence[e->kind - EVENT_SYSTEM], *bar = strchr(c, '|');
	if (bar && !e->n) c = bar + 1;
	for (; *c && *c != '|'; c++) switch (*c) {
		case '$': text_addf(t, "%d.%02d to %d.%02d", e->n / 100, e->n % 100, e->m / 100, e->m % 100); break;
		default: tell_letter(m, e, *c, OFF, t);
	}
}
