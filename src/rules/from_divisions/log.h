/* What can happen, a line each: the kind, its name in cases and studies, whether odds count it (EFFECT_…),
   and its sentence in the notation of engine/grammar.h. NULL: tell.c puts it into words by itself.
   The enum and the table are both made of this list (engine/event.h). */
#ifndef FROM_DIVISIONS_LOG_H
#define FROM_DIVISIONS_LOG_H

#include "engine/event.h"

#define FD_EVENTS(EVENT) \
	EVENT(E_TURN, "turn", NONE, NULL) \
	EVENT(E_INITIATIVE, "initiative", NONE, "The initiative leans to !.|The initiative is open.") \
	EVENT(E_ACTIVATED, "activated", NONE, "Activation: ?, of !.") \
	EVENT(E_ENTERED, "entered", NONE, "@ come[s|] onto the field at <.") \
	EVENT(E_STEPPED, "stepped", NONE, NULL) \
	EVENT(E_HALTED, "halted", NONE, NULL) \
	EVENT(E_DOUBLE, "double", NONE, "@ go[es|] at double time: # more {point|points}.") \
	EVENT(E_TURNED, "turned", NONE, "@ turn[s|] to the ^.") \
	EVENT(E_CHECKED, "checked", NONE, "@ pass[es|] ?.|@ fail[s|] ?.") \
	EVENT(E_RECOVERED, "recovered", OUTCOME, "@ gather[s|] a straggler step.|@ gather[s|] no stragglers.") \
	EVENT(E_RESTED, "rested", NONE, "@ [is|are] no longer disorganised.") \
	EVENT(E_DETACHED, "detached", NONE, "@ detach[es|] # {step|steps} at <: &.") \
	EVENT(E_REJOINED, "rejoined", NONE, "@ rejoin[s|] & with # {step|steps}.") \
	EVENT(E_EXTENDED, "extended", NONE, "@ extend[s|] into a line from < into >.") \
	EVENT(E_CLOSED, "closed", NONE, "@ close[s|] up in <.") \
	EVENT(E_EXITED, "exited", NONE, "@ leave[s|] the field at <.") \
	EVENT(E_THREATENED, "threatened", NONE, "@ mean[s|] to attack the cavalry in >.") \
	EVENT(E_EVADED, "evaded", NONE, "@ retreat[s|] before combat.") \
	EVENT(E_ATTACKED, "attacked", NONE, NULL) \
	EVENT(E_JOINED, "joined", NONE, "@ join[s|] the attack on >.") \
	EVENT(E_STRENGTH, "strength", NONE, NULL) \
	EVENT(E_RESULT, "result", OUTCOME, \
		"Modified to %: the defenders of > retreat # {hex|hexes}.|" \
		"Modified to %: Engaged, the defenders of > stand.") \
	EVENT(E_EFFECT, "effect", NONE, "Effects on the stack in <: ?.") \
	EVENT(E_DISORGANISED, "disorganised", BESIDE, "@ [is|are] disorganised.") \
	EVENT(E_STEP_LOST, "step_lost", NONE, \
		"@ lose[s|] a step and ha[s|ve] # left.|@ lose[s|] the last step.") \
	EVENT(E_CASUALTY, "casualty", BESIDE, "The step of @ is lost for good: casualties.") \
	EVENT(E_STRAGGLER, "straggler", BESIDE, "The step of @ has gone astray: stragglers.") \
	EVENT(E_FATIGUE, "fatigue", BESIDE, NULL) \
	EVENT(E_SMASHED, "smashed", BESIDE, "@ [is|are] Smashed at <.") \
	EVENT(E_ELIMINATED, "eliminated", BESIDE, "@ [is|are] eliminated.") \
	EVENT(E_BATTERY_LOST, "battery_lost", BESIDE, \
		"@ lose[s|] a battery and ha[s|ve] # left.|@ lose[s|] the last battery.") \
	EVENT(E_ORGANIC_LOST, "organic_lost", BESIDE, \
		"The organic cavalry of @ loses, and has # {point|points} left.|" \
		"The organic cavalry of @ is lost.") \
	EVENT(E_RETREATED, "retreated", NONE, "@ retreat[s|] from < to >.") \
	EVENT(E_CORNERED, "cornered", BESIDE, "@ cannot retreat from <.") \
	EVENT(E_HELD, "held", NONE, "@ hold[s|] on in <: # {hex|hexes} of retreat less.") \
	EVENT(E_ADVANCED, "advanced", NONE, "@ advance[s|] from < to >, facing ^.") \
	EVENT(E_PURSUED, "pursued", NONE, NULL) \
	EVENT(E_DRIVEN, "driven", BESIDE, "@ must leave the field of fire at <.") \
	EVENT(E_BOMBARDED, "bombarded", NONE, "@ bombard[s|] > with # {battery|batteries}.") \
	EVENT(E_MASSED, "massed", NONE, "@ send[s|] its batteries to the grand battery at <, which now has #.") \
	EVENT(E_DISSOLVED, "dissolved", NONE, \
		"@ give[s|] guns back; # {battery|batteries} stay.|" \
		"@ [is|are] dissolved, the guns go back.") \
	EVENT(E_RALLIED, "rallied", OUTCOME, "@ recover[s|]: no longer Smashed, and a straggler step is back.") \
	EVENT(E_LEVEL, "level", BESIDE, NULL) \
	EVENT(E_HELD_BACK, "held_back", NONE, "@ [is|are] held back.|@ [is|are] catching up.") \
	EVENT(E_ARMY, "army", NONE, "The army morale of ! falls to #.|The army of ! breaks.") \
	EVENT(E_CAPTURED, "captured", BESIDE, "! take[s|] ?.") \
	EVENT(E_DISPLACED, "displaced", NONE, "@ ride[s|] from < to >.") \
	EVENT(E_POINTS, "points", NONE, "@ in <: # strength {point|points}.") \
	EVENT(E_MORALES, "morales", NONE, "The largest units: @ with morale # against & with %.") \
	EVENT(E_GUNS, "guns", NONE, \
		"Artillery: # {battery|batteries} against %.|Artillery: no batteries against %.") \
	EVENT(E_ENDED, "ended", OUTCOME, "The battle is over: ? of !.|The battle is over: ?.")

enum event_id { EVENT_BEFORE_OURS = EVENT_SYSTEM - 1, FD_EVENTS(EVENT_ID) E_LAST };

#endif
