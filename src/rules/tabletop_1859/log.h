/* What can happen, a line each: the kind, its name in cases and studies, whether odds count it (EFFECT_…),
   and its sentence in the notation of engine/grammar.h. NULL: tell.c puts it into words by itself.
   Comments say whom and what it names, and [n, m]. The enum and the table are both made of this list
   (engine/event.h). */
#ifndef TABLETOP_1859_LOG_H
#define TABLETOP_1859_LOG_H

#include "engine/event.h"

/* Our own letters in a sentence, besides those of tell_sentence (engine/grammar.h): inches n and m, and names
   by number. */
#define INCHES "\1"
#define OF_INCHES "\2"
#define CHIT "\3"
#define COMPASS "\a"
#define PHASE "\b"
#define ORDER "\t"

#define TT_EVENTS(EVENT) \
	EVENT(EVENT_TURN, "turn", NONE, "Turn # begins.") /* [turn] */ \
	/* [1 rain or dusk, 0 clear again] */ \
	EVENT(EVENT_DIM, "dim", NONE, "The weather dims the sight.|It clears up.") \
	EVENT(EVENT_ARRIVED, "arrived", NONE, "@ arrive[s|] at <.") /* who, where */ \
	/* who [chit]: a new order obeyed; only his side is told */ \
	EVENT(EVENT_CHIT, "chit", NONE, "@ [has|have] the order to " CHIT ".") \
	/* who [chit]: the roll failed, the old order stands (comp.4d); only his side is told */ \
	EVENT(EVENT_KEPT, "kept", NONE, "The old order stands for @: to " CHIT ".") \
	/* side [its die, the other's] */ \
	EVENT(EVENT_INITIATIVE, "initiative", NONE, "! move[s|] first, with # against %.") \
	EVENT(EVENT_ACTIVATED, "activated", NONE, NULL)  /* who [chit, not 0: he is dead] */ \
	EVENT(EVENT_MOVED, "moved", NONE, NULL)          /* who, where, to [tenths spent so far, of how many] */ \
	EVENT(EVENT_STOOD, "stood", NONE, "@ stay[s|].") /* who */ \
	EVENT(EVENT_FORMED, "formed", NONE, NULL)        /* who [formation] */ \
	/* who (comp.8b) */ \
	EVENT(EVENT_DISARRAYED, "disarrayed", OUTCOME, "@ [is|are] disarrayed in the woods.") \
	EVENT(EVENT_RODE, "rode", NONE, "@ rides from < to >.") /* who, where, to */ \
	/* who, whom [tenths between them] */ \
	EVENT(EVENT_CHARGES, "charges", NONE, "@ will charge &, " INCHES "\" away.") \
	/* who, whom [range in tenths, the table's number], note = how many at which range */ \
	EVENT(EVENT_FIRED, "fired", NONE, "@ fire[s|] at & at " INCHES "\": ?, % or less by the table.") \
	EVENT(EVENT_MISSED, "missed", OUTCOME, "@ miss[es|] &.") /* who, whom */ \
	/* who = the target, whom = the firer [result: 0 rout .. 5 none, the die as modified] */ \
	EVENT(EVENT_HIT, "hit", OUTCOME, "@ [is|are] hit by &: the die counts %, ") \
	EVENT(EVENT_KILLED, "killed", OUTCOME, "@ is killed.") /* who = the commander */ \
	/* who [1 guns: under fire next turn (fcrt.33)] */ \
	EVENT(EVENT_STOPPED, "stopped", OUTCOME, \
		"@ [is|are] stopped, and under fire next turn.|@ [is|are] stopped.") \
	EVENT(EVENT_BACK, "back", OUTCOME, NULL)     /* who, where, to [tenths] */ \
	EVENT(EVENT_ROUTED, "routed", OUTCOME, NULL) /* who, where, to [tenths] */ \
	EVENT(EVENT_DISORGANISED, "disorganised", OUTCOME, "@ [is|are] disorganised.") /* who */ \
	EVENT(EVENT_BURST, "burst", NONE, "@ rout[s|] through &.")            /* who, whom: a friend (AMB-20) */ \
	EVENT(EVENT_LOST, "lost", OUTCOME, "@ lose[s|] # {stand|stands}.")    /* who [stands] */ \
	EVENT(EVENT_DESTROYED, "destroyed", OUTCOME, "@ [is|are] destroyed.") /* who */ \
	/* who (charge.35) */ \
	EVENT(EVENT_SURRENDERED, "surrendered", OUTCOME, "@ [is|are] surrounded and surrender[s|].") \
	EVENT(EVENT_LEFT, "left", OUTCOME, "@ leave[s|] the table.") /* who: off the table */ \
	EVENT(EVENT_CHOSE, "chose", NONE, NULL) /* who [0 fall back, 1 disorganise, 2 lose a stand] */ \
	EVENT(EVENT_COUNTER, "counter", NONE, "@ counter-charge[s|] &.") /* who, whom */ \
	/* who, whom: the charge does not reach [tenths missing, 1: not for want of move] */ \
	EVENT(EVENT_SHORT, "short", OUTCOME, NULL) \
	/* who, whom [stands engaged, against] */ \
	EVENT(EVENT_CONTACT, "contact", NONE, "@ meet[s|] &: # {stand|stands} against %.") \
	EVENT(EVENT_SURPRISE, "surprise", NONE, "@ come[s|] as a surprise.") \
	EVENT(EVENT_FURIA, "furia", NONE, "@ charge[s|] with furia.") /* who [die] */ \
	/* who [score with die, die] */ \
	EVENT(EVENT_SCORE, "score", NONE, "@ score[s|] # with the % of the die.") \
	EVENT(EVENT_WON, "won", OUTCOME, NULL) /* who, whom [enum card_margin, points] */ \
	/* who, whom: roll again (charge.33) */ \
	EVENT(EVENT_TIE, "tie", OUTCOME, "@ and & are level, and roll again.") \
	/* who, whom: a tie in a town (charge.34) */ \
	EVENT(EVENT_WAITS, "waits", OUTCOME, "@ and & are level among the houses: it goes on next turn.") \
	/* who [gun stands taken] */ \
	EVENT(EVENT_GUNS, "guns", OUTCOME, "@ lose[s|] the guns of # {battery|batteries} to &.") \
	EVENT(EVENT_GOES_ON, "goes_on", NONE, "@ go[es|] on against &.") /* who, whom */ \
	/* who */ \
	EVENT(EVENT_RALLIED, "rallied", OUTCOME, \
		"@ rall[ies|y] from the rout, and will be in good order next turn.") \
	EVENT(EVENT_FAILED, "failed", OUTCOME, NULL) /* who [number needed, 1: to get a stand back] */ \
	/* who [its order before: disarrayed or disorganised] */ \
	EVENT(EVENT_REFORMED, "reformed", OUTCOME, "@ [is|are] in good order again, and no longer " ORDER ".") \
	/* who [stands] */ \
	EVENT(EVENT_RECONSTITUTED, "reconstituted", OUTCOME, \
		"@ get[s|] a stand back, and will be in good order next turn.") \
	/* who: a new commander, at `where` */ \
	EVENT(EVENT_REPLACED, "replaced", OUTCOME, "A new commander takes the place of @ at <.") \
	/* side, where [points], note = name */ \
	EVENT(EVENT_TAKEN, "taken", OUTCOME, "! take[s|] ?, worth # {point|points}.") \
	EVENT(EVENT_ENDED, "ended", OUTCOME, NULL) /* side [margin, points between the two] */ \
	EVENT(EVENT_PHASE, "phase", NONE, PHASE)   /* [enum tt_phase] */ \
	/* : what the fire did is carried out now */ \
	EVENT(EVENT_RESULTS, "results", NONE, "All have fired. What it did:") \
	/* who [degrees, formation]: how it stands after its move */ \
	EVENT(EVENT_FACED, "faced", NONE, "@ now face[s|] #\u00b0, " COMPASS ", ") \
	/* who = the charger that is named first, whom = the target: a charge is settled */ \
	EVENT(EVENT_MELEE, "melee", NONE, "The charge of @ on & is settled.") \
	/* who [points of its engaged stands] */ \
	EVENT(EVENT_POINTS, "points", NONE, "@ [has|have] # {point|points} in stands.") \
	EVENT(EVENT_SPARED, "spared", NONE, "@ is unhurt.")               /* who: a commander in danger lives */ \
	EVENT(EVENT_AGAIN, "again", NONE, "Equal dice: both roll again.") /* : equal dice, both roll again */

enum tt_event { EVENT_BEFORE_OURS = EVENT_SYSTEM - 1, TT_EVENTS(EVENT_ID) };

#endif
