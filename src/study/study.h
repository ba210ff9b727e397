/* Studies: many games between computer players, counted, drawn and compared. For src/cli and the tests.

   A study is a battle under a rule system, a player for each side, a seed and a number of games. Game number
   k has the dice of seed + k, and each player's own luck follows from the same number, so what a game gives
   does not depend on how many run at once. A finished game is one line of DIR/journal.jsonl; the tables and
   the report are made from those lines alone. */
#ifndef STUDY_STUDY_H
#define STUDY_STUDY_H

#include "engine/match.h"
#include "opponent/opponent.h"
#include "study/ranks.h"

/* --- players (players.c) -------------------------------------------------------------------------------- */

#define PLAYER_PASS MIND_LEVELS /* gives the last order of every list: done, stop, hold */
#define PLAYER_LEVELS (MIND_LEVELS + 1)

struct player {
	int level;                     /* enum mind_level or PLAYER_PASS */
	uint64_t nodes;                /* a decision; 0 = the level's usual number */
	const struct weights *weights; /* that it judges by; NULL: the system's own */
	const char *name;              /* in tables; NULL: the level's */
};
const char *player_name(int level);
int player_level(const char *name); /* -1 */

struct pace {                        /* how long a player took, on its own core */
	uint64_t decisions, activations; /* an activation: its decisions until the other side is asked */
	int64_t nanoseconds, slowest;    /* the slowest activation */
};
void pace_add(struct pace *to, const struct pace *more);

struct seat {
	const struct player *player;
	struct mind *mind;
	struct pace pace;
	int64_t running;
};
void seat_open(struct seat *s, const struct player *p, const struct muster *m, uint64_t seed);
struct order seat_choose(struct seat *s, const struct game *g, int side, const struct orders *legal);
void seat_rest(struct seat *s); /* the other side is asked: an activation is over */
void seat_close(struct seat *s);

/* --- one game (contest.c, record.c) --------------------------------------------------------------------- */

struct turn_row {
	int64_t turn, clock /* when it began */, score[SIDES], lost[SIDES], judge;
}; /* when the turn ended; the first one played is 1, and 0 is the start; judge for side 0 */
struct fight {
	int64_t turn, place, n;
}; /* so many outcomes of dice there in that turn */

struct record { /* all that a study keeps of a game */
	int64_t game, seed, winner, margin, turns;
	int64_t decisions;        /* orders carried out, those that answered themselves included */
	int64_t questions[SIDES]; /* put to each player */
	int64_t score[SIDES], lost[SIDES];
	int64_t leads;             /* how often the lead changed hands */
	int64_t listed, list_most; /* orders offered, over all questions; the longest list */
	int64_t rolls;
	int64_t luck[SIDES]; /* what the dice that fell under its orders gave it, in 16,000ths of a won game */
	int64_t pips[SIDES], scatter[SIDES]; /* of its dice: sum of 2 * face - (sides + 1); sum of sides^2 - 1 */
	uint64_t hash;                       /* of the last state */
	int rows, fights;
	struct turn_row *row;
	struct fight *fight;
	int64_t *fallen; /* by formation of the battle: men lost */
	int64_t *effect; /* by the system's kind of event: how often, effects only */
	char wrong[200]; /* endless, or its log does not replay to the same states; otherwise empty */
};
#define LUCK_TRIES 16 /* other throws that a throw is measured against */
#define LEAD 100      /* thousandths: who is judged so far in front leads */
#define DECIDED 500   /* and so far, as good as won */

enum {
	CONTEST_LUCK = 1,
	CONTEST_SAVE = 2
}; /* measure luck too: every order with dice is tried anew; keep every log, not only of what went wrong */
/* The log is replayed at the end; if that goes wrong the record says so. `save` (may be NULL) gets such a
   game, or any with CONTEST_SAVE. */
void contest_play(const struct muster *m, const struct player player[SIDES], uint64_t seed, int64_t game,
	int flags, struct record *out, struct pace pace[SIDES], struct text *save);
void record_free(struct record *r);
/* one line of JSON, with its end */
void record_write(const struct muster *m, const struct record *r, struct text *line);
/* false: it is no whole record */
bool record_read(const struct muster *m, const char *line, size_t n, struct record *out);
int record_decided(const struct record *r); /* the turn from whose end on the winner was always judged half a
                                               won game ahead; 0 for a draw */
double record_dice(const struct record *r, int side); /* how far its dice ran high, in deviations */

/* --- a study (journal.c, run.c) ------------------------------------------------------------------------- */

struct study {
	const struct muster *m;
	struct player player[SIDES];
	uint64_t seed;
	int64_t games; /* wanted */
	int n, room;   /* finished, in the order of their number once the study has run */
	struct record *record;
};

struct study_how {
	const char *dir;     /* NULL: nothing is kept */
	int jobs, flags;     /* CONTEST_… */
	int part, parts;     /* only the games whose number leaves `part` when divided by `parts`; 0 parts: all */
	const char *title;   /* of the progress bar; NULL: none is shown */
	struct ranks *ranks; /* NULL: one process */
	void (*note)(const char *words); /* told what is about to be played, by the thread that plays; may be
	                                    NULL */
};

/* Plays what is not yet in the journal. False if it cannot: `wrong` says why (another study lies there, a
   full disk). */
/* the games are the chief's, if there are several ranks */
bool study_run(struct study *s, const struct study_how *how, struct text *wrong);
void study_free(struct study *s);
int study_differences(const struct study *s); /* games with a `wrong` */

/* The journal's first line says what is studied. */
struct card {
	char battle[128], scenario[128], system[128];
	int options;
	char option[OPTIONS_MOST][96];
};
bool card_read(const char *dir, struct card *out, struct text *wrong);
/* Reads a journal's games into s, whose muster is set; players and seed are taken from the card. *changed:
   the battle, its data or the rules are not what they were. */
bool study_load(const char *dir, struct study *s, bool *changed, struct text *wrong);

/* --- what comes of it (tables.c, report.c, compare.c) --------------------------------------------------- */

/* games.csv, turns.csv, fights.csv, losses.csv, summary.json and report.html. False and errno if one cannot
   be written. */
bool study_write(const struct study *s, const char *dir);
bool compare_write(const struct study *studies, int n, const char *dir); /* comparison.json and report.html */
void study_summary(const struct study *s, struct text *json);

struct balance { /* wins, by side and drawn; what a player feels */
	int games, wins[SIDES], draws;
	double share[SIDES], low[SIDES], high[SIDES]; /* of the points, a draw half a win; Wilson, 95 % */
	double decided; /* share of the game's turns until it was as good as won, the mean of games with a
	                   winner */
	double leads, questions, turns, list;
};
struct balance study_balance(const struct study *s);

/* --- tournaments (tournament.c) ------------------------------------------------------------------------- */

#define ENTRANTS_MOST 8
/* from a's point of view */
struct meeting {
	int a, b, games, wins, draws, losses;
	double score, low, high;
};
struct tournament {
	const struct muster *m;
	int entrants;
	struct player entrant[ENTRANTS_MOST];
	int games; /* of each pairing; sides are swapped after each, on the same dice */
	uint64_t seed;
	int meetings, differences;
	struct meeting meeting[ENTRANTS_MOST * ENTRANTS_MOST / 2];
	struct pace pace[ENTRANTS_MOST];
	double elo[ENTRANTS_MOST], error[ENTRANTS_MOST];
};
void tournament_run(struct tournament *t, const struct study_how *how);

#endif
