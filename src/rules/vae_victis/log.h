/* What can happen, a line each: the kind, its name in cases and studies, whether odds count it (EFFECT_…),
   and its sentence in the notation of engine/grammar.h. NULL: tell.c puts it into words by itself.
   The enum and the table are both made of this list (engine/event.h). */
#ifndef VAE_VICTIS_LOG_H
#define VAE_VICTIS_LOG_H

#include "engine/event.h"

#define VV_EVENTS(EVENT) \
	EVENT(E_TURN, "turn", NONE, NULL) \
	EVENT(E_WEATHER, "weather", OUTCOME, "The weather of this hour: ?.") \
	EVENT(E_INERTIA, "inertia", OUTCOME, "@ may move.|@ does not move this turn.") \
	EVENT(E_COMMAND, "command", NONE, \
		"@ has no line of command to the commander in chief: out of command this turn.") \
	EVENT(E_DEMORALISED, "demoralised", OUTCOME, NULL) \
	EVENT(E_INITIATIVE, "initiative", NONE, "! [has|have] the initiative, # to %.") \
	EVENT(E_ACTIVATED, "activated", NONE, NULL) \
	EVENT(E_CHECKED, "checked", OUTCOME, NULL) \
	EVENT(E_DIRECTED, "directed", NONE, "& command[s|] @ directly.") \
	EVENT(E_BARRAGE, "barrage", NONE, "@ fire[s|] at & in > with # {point|points}.") \
	EVENT(E_ENTERED, "entered", NONE, \
		"@ come[s|] onto the field at < for ~ MP.|@ come[s|] onto the field at <.") \
	EVENT(E_STEPPED, "stepped", NONE, "@ go[es|] from < to > for ~ MP.|@ go[es|] from < to >.") \
	EVENT(E_HALTED, "halted", NONE, NULL) \
	EVENT(E_DISPLACED, "displaced", OUTCOME, "@ leave[s|] < in haste and join[s|] the troops in >.") \
	EVENT(E_ANNOUNCED, "announced", NONE, "@ will attack >.") \
	EVENT(E_COORDINATED, "coordinated", OUTCOME, \
		"@ coordinate[s|] the attack on >.|" \
		"@ fail[s|] to coordinate the attack on >: each attacks alone.") \
	EVENT(E_COMBAT, "combat", NONE, NULL) \
	EVENT(E_LEADS, "leads", NONE, "@ take[s|] part: # to the die.|@ take[s|] part.") \
	EVENT(E_SUPPORTS, "supports", NONE, "@ fire[s|] in the defence of > with # {point|points}.") \
	EVENT(E_DEFENCE, "defence", NONE, "@ strike[s|] at & in > with % {point|points}.") \
	EVENT(E_ASSAULT, "assault", NONE, NULL) \
	EVENT(E_RESULT, "result", NONE, NULL) \
	EVENT(E_MORALE, "morale", NONE, "@ hold[s|].|@ waver[s|].") \
	EVENT(E_DISORGANISED, "disorganised", OUTCOME, "@ [is|are] disorganised.") \
	EVENT(E_STEP_LOST, "step_lost", OUTCOME, "@ lose[s|] a step.") \
	EVENT(E_ELIMINATED, "eliminated", OUTCOME, "@ [is|are] destroyed at <.") \
	EVENT(E_RETREATED, "retreated", OUTCOME, "@ retreat[s|] from < to >.") \
	EVENT(E_CORNERED, "cornered", OUTCOME, "@ cannot retreat from < towards [its|their] own edge.") \
	EVENT(E_RETIRED, "retired", OUTCOME, "@ retire[s|] from < to > before combat.") \
	EVENT(E_REPULSED, "repulsed", NONE, "The attack on < is repulsed.") \
	EVENT(E_ADVANCED, "advanced", OUTCOME, "@ advance[s|] to >.") \
	EVENT(E_TURNED, "turned", NONE, NULL) \
	EVENT(E_LEADER_KILLED, "leader_killed", OUTCOME, "@ falls at <.") \
	EVENT(E_REPLACED, "replaced", NONE, "An aide takes the place of @ beside &.") \
	EVENT(E_RALLIED, "rallied", OUTCOME, "@ rall[ies|y] from disorder and [is|are] in good order again.") \
	EVENT(E_SHAKEN, "shaken", NONE, "@ stay[s|] disorganised.") \
	EVENT(E_CAPTURED, "captured", OUTCOME, "! take[s|] ?.") \
	EVENT(E_ENDED, "ended", OUTCOME, NULL) \
	EVENT(E_PHASE, "phase", NONE, "— ? —") \
	EVENT(E_CHECKS, "checks", NONE, "? of @: # needed in all.")

enum event_id { EVENT_BEFORE_OURS = EVENT_SYSTEM - 1, VV_EVENTS(EVENT_ID) E_LAST };

#endif
