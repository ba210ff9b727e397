/* What can happen, a line each: the kind, its name in cases and studies, whether odds count it (EFFECT_…),
   and its sentence in the notation of engine/grammar.h. NULL: tell.c puts it into words by itself.
   The enum and the table are both made of this list (engine/event.h). */
#ifndef BROTHERS_AT_ARMS_LOG_H
#define BROTHERS_AT_ARMS_LOG_H

#include "engine/event.h"

#define BAA_EVENTS(EVENT) \
	EVENT(E_BOUND, "bound", NONE, NULL) \
	EVENT(E_ROUND, "round", NONE, "The $ round begins.") \
	EVENT(E_ORDERED, "ordered", OUTCOME, "@ [has|have] orders.") \
	EVENT(E_NIC, "nic", OUTCOME, "@ [is|are] not in command.") \
	EVENT(E_ASSIGNED, "assigned", NONE, "& take[s|] command of @.") \
	EVENT(E_LEFT, "left", NONE, "@ [is|are] left to a control counter.") \
	EVENT(E_MOVED, "moved", NONE, "@ move[s|] to >.") \
	EVENT(E_LOCKED, "locked", NONE, "@ [is|are] locked in an enemy zone of control at <.") \
	EVENT(E_STACKED, "stacked", NONE, "@ share[s|] < with another unit and [is|are] unformed.") \
	EVENT(E_CAPTURED, "captured", OUTCOME, "@ [is|are] captured at <.") \
	EVENT(E_EVADED, "evaded", OUTCOME, "@ slip[s|] away to >.") \
	EVENT(E_FIRED, "fired", NONE, "@ fire[s|] at &: strength #, hitting on % or more.") \
	EVENT(E_MELEE, "melee", NONE, "@ fight[s|] &: strength #, hitting on % or more.") \
	EVENT(E_SNIPED, "sniped", NONE, "@ fire[s|] at the commander &.") \
	EVENT(E_BOMBARDED, "bombarded", NONE, "@ bombard[s|] the works at >: strength #, hitting on % or more.") \
	EVENT(E_HITS, "hits", NONE, NULL) \
	EVENT(E_DISPERSED, "dispersed", OUTCOME, "@ [is|are] dispersed.") \
	EVENT(E_FLINCHED, "flinched", OUTCOME, "@ flinch[es|] to >.") \
	EVENT(E_PINNED, "pinned", NONE, "@ [is|are] pinned.") \
	EVENT(E_STOOD, "stood", NONE, "@ stand[s|].") \
	EVENT(E_SURRENDERED, "surrendered", OUTCOME, "@ surrender[s|].") \
	EVENT(E_LEFT_BOARD, "left_board", OUTCOME, "@ [is|are] driven off the board.") \
	EVENT(E_DISABLED, "disabled", OUTCOME, "@ [is|are] hit and out of the battle.") \
	EVENT(E_REMOVED, "removed", OUTCOME, "@ [has|have] nobody left to command and leave[s|] the field.") \
	EVENT(E_BREACHED, "breached", OUTCOME, "The ^ side of < is breached.") \
	EVENT(E_UNPINNED, "unpinned", NONE, "@ [is|are] no longer pinned.") \
	EVENT(E_CLAIMED, "claimed", OUTCOME, "! claim ?.") \
	EVENT(E_FATIGUED, "fatigued", NONE, "@ fought through the night without rest and [is|are] fatigued.") \
	EVENT(E_RESTED, "rested", NONE, "@ [has|have] rested and [is|are] no longer fatigued.") \
	EVENT(E_ARRIVED, "arrived", NONE, "@ come[s|] on at <.") \
	EVENT(E_DELAYED, "delayed", NONE, "@ [does|do] not come yet.") \
	EVENT(E_RODE, "rode", NONE, "@ come[s|] by train to >.") \
	EVENT(E_DETRAINED, "detrained", NONE, "@ leave[s|] the train at <.") \
	EVENT(E_NIGHT, "night", NONE, "Night falls.") \
	EVENT(E_DAWN, "dawn", NONE, "Day breaks.") \
	EVENT(E_FIGHTS_ON, "fights_on", NONE, "Both armies fight on in the dark.") \
	EVENT(E_READDRESS, "readdress", NONE, "The firing dies down; both armies readdress their lines.") \
	EVENT(E_WITHDREW, "withdrew", NONE, "@ draw[s|] back to >.") \
	EVENT(E_REPOSITIONED, "repositioned", OUTCOME, "@ shift[s|] & behind the lines.") \
	EVENT(E_MARCHED, "marched", OUTCOME, \
		"@ march[es|] off into the night, round to the enemy's rear.|" \
		"@ march[es|] off into the night, round the enemy's flank.") \
	EVENT(E_RETURNED, "returned", OUTCOME, \
		"@ appear[s|] at the edge of the field, rested.|" \
		"@ appear[s|] at the edge of the field, fatigued by the march.") \
	EVENT(E_FAILED, "failed", OUTCOME, "The orders of @ come to nothing.") \
	EVENT(E_EXITED, "exited", OUTCOME, "@ leave[s|] the field at <.") \
	EVENT(E_TASK, "task", OUTCOME, "The $ task is done: ?") \
	EVENT(E_VICTORY, "victory", OUTCOME, NULL) \
	EVENT(E_PHASE, "phase", NONE, NULL) /* a heading: n is the phase that begins */

enum event_id { EVENT_BEFORE_OURS = EVENT_SYSTEM - 1, BAA_EVENTS(EVENT_ID) E_LAST };

#endif
