/* A battle as history tells it: ground, armies, clock, weather, objectives, scenarios. Metres, men, guns,
   hours; no rule system's terms. battle_load reads data/battles/X/{ground,armies,battle}.yaml and checks
   everything: every name resolved, every place on the ground, strengths and times sane, arrivals
   reachable. */
#ifndef BATTLE_BATTLE_H
#define BATTLE_BATTLE_H

#include "ground/ground.h"

#define SIDES 2
#define NOBODY (-1)

enum arm { ARM_INFANTRY, ARM_CAVALRY, ARM_ARTILLERY, ARM_BOAT, ARMS };
enum quality { QUALITY_RAW, QUALITY_GREEN, QUALITY_TRAINED, QUALITY_VETERAN, QUALITY_ELITE, QUALITIES };
enum ability { ABILITY_POOR, ABILITY_HESITANT, ABILITY_ORDINARY, ABILITY_ABLE, ABILITY_GIFTED, ABILITIES };
enum weight { WEIGHT_NONE, WEIGHT_LIGHT, WEIGHT_HEAVY };
enum level { LEVEL_ARMY, LEVEL_CORPS, LEVEL_DIVISION, LEVEL_BRIGADE, LEVELS };

extern const char *const arm_names[], *const quality_names[], *const ability_names[],
																  *const weight_names[], *const level_names[];

struct battalion {
	const char *name;
	enum arm arm;
	int men, guns;
	const char *kind; /* jaeger, chasseurs, … or NULL */
};

struct unit { /* a brigade, a battery or group of batteries, a regiment of cavalry that acted alone */
	const char *id, *name;
	int side, nation, formation; /* formation it belongs to */
	enum arm arm;
	int men, guns;
	const char *armament; /* rifled muskets, smoothbore, lorenz … free words that a system's traits.yaml knows
	                         or not */
	enum quality quality;
	enum weight weight;
	int traits;
	const char *const *trait; /* sharpshooters, steady, … free words too */
	int battalions;
	const struct battalion *battalion;
	int losses; /* historical, 0 = unknown */
	bool uncertain;
	struct mark at; /* where the file says so */
};

struct leader {
	const char *id, *name;
	int side, formation; /* the formation led */
	enum ability ability;
	int traits;
	const char *const *trait; /* exceptional, emperor, … */
	struct mark at;
};

struct formation {
	const char *id, *name;
	int side, nation, parent; /* NOBODY at the top */
	enum level level;
	int leader; /* NOBODY */
	int losses; /* historical */
	struct mark at;
};

enum posting_kind { POSTING_UNIT, POSTING_LEADER };
struct posting { /* where somebody stands when a scenario begins, or arrives */
	enum posting_kind kind;
	int who;
	struct point at;
	const char *place; /* name of the place, or NULL if given as a point */
	int facing;        /* compass degrees 0..359, -1 = not said */
	int arrives;       /* minutes of the clock; -1 = there at the start */
	const char *by;    /* road, rail, … the way it arrives; NULL */
	int traits;
	const char *const *trait; /* fatigued, aboard, … for this scenario */
	struct mark mark;
};

struct objective {
	const char *name;
	struct point at;
	int value;
	int rank;
	int held; /* side or NOBODY */
	struct mark mark;
};
struct weather {
	int from, to;
	const char *kind;
	int percent; /* chance that it comes */
};
struct task {
	int side;
	const char *kind;
	int count;
	const char *text;
}; /* disperse, withdraw … win.8 */

struct scenario {
	const char *id, *title, *text;
	int starts, ends; /* minutes of the clock; may run past 24:00 into later days */
	int dawn, dusk;
	struct point from, to; /* the part of the ground in play */
	int first;             /* side that had the initiative, or NOBODY */
	int postings;
	const struct posting *posting;
	int objectives;
	const struct objective *objective;
	int weathers;
	const struct weather *weather;
	int tasks;
	const struct task *task;
	struct mark mark;
};

struct side {
	const char *id, *title;
	const char *adjective, *plural,
		*possessive;    /* "Austrian", "the Austrians", "the Austrians'": in sentences (engine/grammar.h) */
	const char *colour; /* blue, grey, white … the army's, for counters */
};

struct battle {
	const char *id, *title, *date, *where, *text;
	const char *dir;
	const struct ground *ground;
	struct side side[SIDES];
	int nations;
	const char *const *nation;
	int formations, leaders, units, scenarios;
	const struct formation *formation;
	const struct leader *leader;
	const struct unit *unit;
	const struct scenario *scenario;
	uint64_t hash; /* of the three files */
};

/* Where a battle lies: in data/battles or, if there is such a folder, among those that only tests use. NULL
   if the name is no name or there is no such battle. */
const char *battle_folder(struct arena *a, const char *data, const char *test_battles, const char *id);
/* NULL if anything is wrong */
const struct battle *battle_load(struct arena *a, const char *dir, struct faults *f);
int battle_find_scenario(const struct battle *b, const char *id); /* -1 */
int battle_find_unit(const struct battle *b, const char *id);
int battle_find_leader(const struct battle *b, const char *id);
int battle_find_formation(const struct battle *b, const char *id);

#endif
