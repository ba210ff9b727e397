/* What can happen, a line each: the kind, its name in cases and studies, whether odds count it (EFFECT_…),
   and its sentence, whose signs words.c explains. The enum and the table are both made of this list
   (engine/event.h). */
#ifndef DRILL_LOG_H
#define DRILL_LOG_H

#include "engine/event.h"

#define DRILL_EVENTS(EVENT) \
	EVENT(EVENT_TURN, "turn", NONE, "Turn # begins.") \
	EVENT(EVENT_ARRIVED, "arrived", NONE, "@ arrives at <.") \
	EVENT(EVENT_STEPPED, "stepped", NONE, "@ marches from < to >.") \
	EVENT(EVENT_HALTED, "halted", NONE, "@ ends its march.") \
	EVENT(EVENT_FIRED, "fired", NONE, "@ at < fires at & at >.") \
	EVENT(EVENT_HITS, "hits", OUTCOME, "@ loses # strength to &.") \
	EVENT(EVENT_DESTROYED, "destroyed", OUTCOME, "@ is destroyed at <.") \
	EVENT(EVENT_FELL_BACK, "fell_back", OUTCOME, "@ falls back from < to >.") \
	EVENT(EVENT_STOOD, "stood", OUTCOME, "@ is the guard, and stands at <.") \
	EVENT(EVENT_GUARD, "guard", NONE, "@ is the guard of !.") \
	EVENT(EVENT_BROKE, "broke", OUTCOME, "Broken, with # units lost: !.") \
	EVENT(EVENT_TAKEN, "taken", OUTCOME, "? (#) is taken by !.") \
	EVENT(EVENT_ENDED, "ended", OUTCOME, "The battle is over. Victory: !.")

enum drill_event { EVENT_BEFORE_OURS = EVENT_SYSTEM - 1, DRILL_EVENTS(EVENT_ID) };

#endif
