/* What can happen, a line each: the kind, its name in cases and studies, whether odds count it (EFFECT_…),
   and its sentence in the notation of engine/grammar.h. NULL: tell.c puts it into words by itself.
   The enum and the table are both made of this list (engine/event.h). */
#ifndef ALL_ARE_BROTHERS_LOG_H
#define ALL_ARE_BROTHERS_LOG_H

#include "engine/event.h"

#define AAB_EVENTS(EVENT) \
	EVENT(E_TURN, "turn", NONE, NULL) \
	EVENT(E_STORM, "storm", NONE, "A thunderstorm breaks: no engagement and no combat this turn.") \
	EVENT(E_CHIT, "chit", NONE, NULL) \
	EVENT(E_EVENT_CHIT, "event_chit", NONE, NULL) \
	EVENT(E_PLAYED, "played", NONE, "! [plays|play] ?.") \
	EVENT(E_RETURNED, "returned", NONE, "? comes too late and returns to its holder.") \
	EVENT(E_POSTURE, "posture", NONE, NULL) \
	EVENT(E_PLOTTED, "plotted", NONE, NULL) \
	EVENT(E_ACTIVATED, "activated", OUTCOME, "@ activate[s|].") \
	EVENT(E_FAILED, "failed", OUTCOME, "@ fail[s|] to activate.") \
	EVENT(E_OUT_OF_COMMAND, "out_of_command", NONE, "@ [is|are] Out of Command.") \
	EVENT(E_ROUSED, "roused", NONE, "@ [is|are] activated.") \
	EVENT(E_FIRED, "fired", NONE, NULL) \
	EVENT(E_RESULT, "result", NONE, NULL) \
	EVENT(E_CASUALTY, "casualty", NONE, "@ take[s|] a Casualty Hit.") \
	EVENT(E_SHAKEN, "shaken", OUTCOME, "@ [is|are] Shaken.") \
	EVENT(E_DISRUPTED, "disrupted", OUTCOME, "@ [is|are] Disrupted.") \
	EVENT(E_WORN, "battleworn", OUTCOME, "@ [is|are] Battleworn.") \
	EVENT(E_BREAK_TEST, "break_test", NONE, NULL) \
	EVENT(E_STOOD, "stood", NONE, "@ stand[s|] fast.") \
	EVENT(E_BROKEN, "broken", OUTCOME, "@ [is|are] Broken.") \
	EVENT(E_RESTORED, "restored", NONE, "@ [is|are] put in order again.") \
	EVENT(E_LOW_AMMO, "low_ammo", OUTCOME, "@ [is|are] low on ammunition.") \
	EVENT(E_LEADER, "leader_casualty", OUTCOME, "@ [is|are] a Leader Casualty: one off the Command Rating.") \
	EVENT(E_CHIEF_LOST, "chief_lost", OUTCOME, "@ [is|are] hit and leave[s|] the field.") \
	EVENT(E_MOVED, "moved", NONE, "@ move[s|] to >.") \
	EVENT(E_REORDERED, "reordered", NONE, "@ change[s|] places in the stack at <.") \
	EVENT(E_HALTED, "halted", OUTCOME, "@ [is|are] halted by fire.") \
	EVENT(E_BACKTRACKED, "backtracked", NONE, "@ go[es|] back to >.") \
	EVENT(E_WOODS, "woods", NONE, "The woods at < disorder @.") \
	EVENT(E_DISENGAGED, "disengaged", NONE, "@ disengage[s|].") \
	EVENT(E_ENTERED, "entered", NONE, "@ enter[s|] at <.") \
	EVENT(E_DELAYED, "delayed", NONE, "@ do[es|] not come this turn.") \
	EVENT(E_OVERRUN, "overrun", OUTCOME, "@ [is|are] overrun at <.") \
	EVENT(E_DECLARED, "declared", NONE, "@ will assault >.") \
	EVENT(E_CHARGE, "charge", NONE, "@ charge[s|] >.") \
	EVENT(E_CALLED_OFF, "called_off", NONE, "@ call[s|] the assault off.") \
	EVENT(E_ASSAULT, "assault", NONE, "! [assaults|assault] > from <.") \
	EVENT(E_ABANDONED, "abandoned", NONE, NULL) \
	EVENT(E_LOSS, "loss", OUTCOME, NULL) \
	EVENT(E_TOUGH_FIGHT, "tough_fight", NONE, NULL) \
	EVENT(E_RETREATED, "retreated", OUTCOME, "@ retreat[s|] to >.") \
	EVENT(E_ADVANCED, "advanced", NONE, "@ advance[s|] to >.") \
	EVENT(E_RALLIED, "rallied", NONE, \
		"@ rall[ies|y] from Disrupted to Shaken.|@ rall[ies|y] and [is|are] no longer Shaken.") \
	EVENT(E_RESUPPLIED, "resupplied", NONE, "@ [has|have] ammunition again.") \
	EVENT(E_OVERSTACKED, "overstacked", NONE, "@ [is|are] disordered in the crowd at <.") \
	EVENT(E_CORPS_MORALE, "corps_morale", OUTCOME, \
		"Corps Morale under @ falls to #.|Corps Morale under @ is gone.") \
	EVENT(E_DEMORALIZED, "demoralized", OUTCOME, "The formation of @ is Demoralized.") \
	EVENT(E_CONTROL, "control", OUTCOME, "! [takes|take] ?.") \
	EVENT(E_REMOVED, "removed", OUTCOME, "@ [has|have] nobody left to command.") \
	EVENT(E_VICTORY, "victory", OUTCOME, NULL) \
	EVENT(E_STEP, "step", NONE, NULL) /* n: enum act_step */ \
	EVENT(E_MORALE, "morale", NONE, NULL) \
	EVENT(E_CHECK, "check", NONE, "@ must roll below the Command Rating of # and the turn, %.") \
	EVENT(E_STRENGTH, "strength", NONE, \
		"# {strength point|strength points} in the Lead Assault Hex against %.") \
	EVENT(E_RATINGS, "ratings", NONE, "The largest unit: Morale Rating # against %.") \
	EVENT(E_ODDS, "odds", NONE, "In all assaulting hexes # {strength point|strength points} against %.")

enum event_id { EVENT_BEFORE_OURS = EVENT_SYSTEM - 1, AAB_EVENTS(EVENT_ID) E_LAST };

#endif
