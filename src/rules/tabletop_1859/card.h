/* The reference card: every number and every table of it, and what they make of a shot, a hit, a charge and a
   roll. Pure calculation on what is passed in, without a library, because it is compiled twice: into the
   game, and to WebAssembly for the moderator's page, so that both say the same. Dice are passed in as faces;
   a D10's 0 is 10. Distances are tenths of an inch.

   The numbers come from tables.yaml: whoever fills a `struct card` walks tt_card_chart[], which says where
   each belongs. Everything is 32 bits wide so that the page can write and read it as one array of
   integers. */
#ifndef TABLETOP_1859_CARD_H
#define TABLETOP_1859_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CARD_COLUMNS = 4, CARD_GROUPS = 8, CARD_MODIFIERS = 12, CARD_FIRING_MOST = 16 };
/* rows of the tables */
enum { CARD_GUN_BANDS = 4, CARD_RIFLE_BANDS = 3, CARD_NO_BAND = -1, CARD_LAST_ROW = 3 };
/* faces of a D10 that hit */
enum { CARD_NEVER = 0, CARD_ALWAYS = 10 };

static inline int card_clamp(int n, int least, int most) { return n < least ? least : n > most ? most : n; }

struct card {
	int32_t artillery_to[4], artillery[4][CARD_COLUMNS]; /* point blank, close, medium, long: how far; hits
	                                                        with 1 to 4 batteries */
	int32_t rifle_to[3], rifle[3][CARD_COLUMNS];         /* close, medium, long: the same with 1 to 4
	                                                        stands */
	int32_t group;                                       /* batteries or stands in one roll */
	int32_t limit[6];                                    /* by enum card_weapon: how far it can fire at all */
	int32_t smoothbore_sure, doubled, disordered_fire;   /* +1 beyond this; points double up to this; stands
	                                                        that fire */
	int32_t enfilade;                                    /* degrees either side of the target's long axis */
	int32_t modifier[23];                                /* on a die or a score, by enum card_modifier */
	int32_t morale[4], result_to[4][6];                  /* ratings; for each the last face of each result */
	int32_t result_back[6], result_disorganises[6], result_stands[6], cavalry_back;
	int32_t points[3]; /* in half points: good order, charged by cavalry, disorganised */
	/* 1, 2-4, 5-6, 7 and more */
	int32_t margin_from[4], margin_loser[4], margin_winner[4], margin_back[4], margin_routs[4];
	int32_t gap;                       /* lets a surrounded unit out */
	int32_t bonus, surprise, furia[2]; /* a pip of the charge bonus; least faces: cavalry, French foot,
	                                      others */
	int32_t near;                      /* how close a commander has to be */
	int32_t fire_kills, melee_kills;   /* the face that endangers him */
	int32_t rally[2], replace;         /* per stand lost at full and half scale; off the command rating */
	int32_t core, lends;               /* 1/core of the stands left is enough; what a superior lends a
	                                      commander (comp.13a, comp.4c) */
};

/* Where a number of tables.yaml belongs: the keys and list indices that lead to it, its offset in int32s, how
   many there are (a list if more than one), and what it is multiplied by (inches become tenths). `yes` and
   `no` are 1 and 0. */
struct card_chart {
	const char *path;
	int32_t offset, count, times;
};
extern const struct card_chart tt_card_chart[]; /* ends with a NULL path */

enum card_weapon {
	WEAPON_RIFLED,
	WEAPON_SMOOTHBORE,
	WEAPON_ROCKETS,
	WEAPON_RIFLE,
	WEAPON_JAEGER,
	WEAPON_ITALIAN
};
enum card_arm { CARD_INFANTRY, CARD_CAVALRY, CARD_ARTILLERY };

/* What is so. One set of flags for fire, hits and melee; each looks at its own. */
enum card_flag {
	/* fire, of the target */
	/* deployed guns */
	IS_COVERED = 1,
	IS_MOVING_CAVALRY = 2,
	IS_ENFILADED = 4,
	IS_COLUMN = 8,
	IS_GUNS_OR_CAVALRY = 16,
	/* fire, of the firer */
	IS_PARTIAL = 32,
	IS_DISORGANISED = 64,
	IS_UNDER_FIRE = 128,
	IS_IN_WORKS = 256, /* buildings or works */
	/* a hit, of the target, besides DISORGANISED and IN_WORKS (towns or works) */
	IS_ROUTED = 512,
	IS_LED = 1024,
	IS_FLANKED = 2048, /* commander within 1"; from flank or rear */
	/* melee, of a side, besides LED, FLANKED (by the other side), ROUTED */
	IS_SUPPORTED = 4096,
	IS_FORMED = 8192,
	IS_FRENCH_FOOT = 16384,
	IS_ITALIAN_FOOT = 32768,
	IS_SURPRISING = 65536,
	IS_FURIOUS = 131072,
	/* melee, of the fight */
	IS_IN_TOWN = 262144,
	IS_CONTINUED = 524288, /* the turn after a tie in a town */
	/* melee, of a side, again */
	IS_CHARGING = 1048576, /* the defender charges as well: the attacker always does */
	IS_MIXED = 2097152,    /* some of its stands are cavalry that charges without surprise, the others are
	                          not */
};

enum card_modifier {
	MOD_ART_COVER,
	MOD_ART_SMOOTHBORE,
	MOD_ART_PARTIAL,
	MOD_ART_CAVALRY,
	MOD_ART_UNDER_FIRE,
	MOD_ART_ENFILADE,
	MOD_ART_COLUMN,
	MOD_RIFLE_COVER,
	MOD_RIFLE_PARTIAL,
	MOD_RIFLE_ITALIAN,
	MOD_RIFLE_WORKS,
	MOD_RIFLE_ENFILADE,
	MOD_RIFLE_COLUMN,
	MOD_HIT_COMMANDER,
	MOD_HIT_DISORGANISED,
	MOD_HIT_FLANK,
	MOD_MELEE_COMMANDER,
	MOD_MELEE_SUPPORT,
	MOD_MELEE_MORALE,
	MOD_MELEE_FORMED,
	MOD_MELEE_FRENCH,
	MOD_MELEE_ITALIAN,
	MOD_MELEE_FLANK,
	CARD_NUMBERS,
	/* not numbers, but said with them */
	NOTE_ONE_STAND = CARD_NUMBERS,
	NOTE_DOUBLED,
	NOTE_AGAINST_CAVALRY,
	NOTE_HALF_POINTS
};
struct card_words {
	const char *rule, *text;
};
extern const struct card_words tt_card_words[]; /* by enum card_modifier */

struct card_list {
	int32_t n, which[CARD_MODIFIERS], value[CARD_MODIFIERS];
};

/* --- fire ----------------------------------------------------------------------------------------------- */

struct card_fire {
	int32_t weapon, firing, range, is;
}; /* firing: batteries or stands, at most CARD_FIRING_MOST */
struct card_shot {
	int32_t band;                /* row of the table, -1 if it cannot fire */
	int32_t groups;              /* each rolls one D10 (die.4) */
	int32_t points[CARD_GROUPS]; /* 1..4, the column */
	int32_t need[CARD_GROUPS];   /* the unmodified face that still hits, 0..10 */
	struct card_list because;    /* what was added to the die: + is worse for the firer */
};

/* NULL, or the statement that forbids it. */
const char *tt_card_fire(const struct card *c, const struct card_fire *f, struct card_shot *s);
const char *tt_card_cell(bool guns, int band, int points); /* the statement of that cell of the table */
/* the statement of that cell of the result table */
const char *tt_card_row(const struct card *c, int morale, int result);

/* --- what a hit does ------------------------------------------------------------------------------------ */

enum card_result {
	RESULT_ROUT,
	RESULT_BACK_LOSS,
	RESULT_BACK_DISORGANISED,
	RESULT_BACK,
	RESULT_STOP,
	RESULT_NO_EFFECT
};
enum card_choice { CHOICE_FALL_BACK, CHOICE_DISORGANISE, CHOICE_LOSE }; /* fcrt.30 */

struct card_hit {
	int32_t morale, arm, is;
};
struct card_effect {
	int32_t result;                      /* enum card_result as the table has it */
	int32_t back;                        /* tenths, 0 = stays */
	int32_t routs, disorganised, losses; /* losses: stands */
	int32_t stopped, under_fire;         /* under_fire: guns, next turn (fcrt.33) */
	int32_t chooses;                     /* foot in towns or works may choose (fcrt.30) */
};

/* because may be NULL */
int tt_card_hit_modifier(const struct card *c, const struct card_hit *h, struct card_list *because);
void tt_card_effect(const struct card *c, const struct card_hit *h, int white, struct card_effect *e);
bool tt_card_chooses(int arm, bool in_works, int back, bool routs);  /* fcrt.30 */
bool tt_card_may_choose(enum card_choice choice, bool disorganised); /* disorganised: it was so before the
                                                                        fire */
void tt_card_choose(struct card_effect *e, enum card_choice choice);
/* AMB-02: the worst movement, every loss */
void tt_card_together(struct card_effect *all, const struct card_effect *also);

/* --- charge and melee ----------------------------------------------------------------------------------- */

/* Stands engaged, in good order and not. arm: infantry if there is any among them. against_horse: how many of
   the ordered stands have charging cavalry against them that does not surprise; it is read only if one of the
   two sides is IS_MIXED. */
struct card_side {
	int32_t ordered, disorganised, arm, morale, is, against_horse;
};
/* attacker, defender; the fight's own flags */
struct card_melee {
	struct card_side side[2];
	int32_t is;
};
struct card_score {
	int32_t points, total;
	struct card_list because;
}; /* total: without the die */

enum card_margin { MARGIN_TIE = -1, MARGIN_1, MARGIN_2, MARGIN_5, MARGIN_7 };
struct card_outcome {
	int32_t margin;                             /* enum card_margin */
	int32_t winner;                             /* 0 attacker, 1 defender, -1 nobody */
	int32_t back, routs, guns_lost, eliminated; /* of the loser */
	int32_t losses[2], disorganised[2];         /* of attacker and defender */
	int32_t again, waits, goes_on;              /* roll again; next turn (town); the winner, who charged, may
	                                               charge once more */
	int32_t by;                                 /* points between the two scores */
};

void tt_card_score(const struct card *c, const struct card_melee *m, int side, struct card_score *s);
void tt_card_outcome(const struct card *c, const struct card_melee *m, int attacker_d6, int defender_d6,
	struct card_outcome *o);
int tt_card_charge_bonus(const struct card *c, int d10);
bool tt_card_surprises(const struct card *c, int d10);
bool tt_card_furious(const struct card *c, bool french, int d10);

/* --- commanders and rallying ---------------------------------------------------------------------------- */

bool tt_card_endangers(const struct card *c, bool melee, int natural); /* then a second die: */
bool tt_card_kills(int second);
/* this or less, 0..10; also reconstitution */
int tt_card_rally(const struct card *c, int morale, int lost, bool half_scale);
int tt_card_replace(const struct card *c, int rating);
bool tt_card_core(const struct card *c, int arm, int stands, int full); /* a Core Morale Unit still? */
/* a new order is given on this or less */
int tt_card_command(const struct card *c, int rating, bool superior);

#endif
