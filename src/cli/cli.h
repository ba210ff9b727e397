/* The `fratelli` command: what its verbs share. For src/cli and main.c only.
   A verb is a function with argc and argv of its own (argv[0] is the verb) that returns the exit code:
   0 well, 1 a thing failed, 2 bad input or usage. No rule system is named in this room. */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"
#include "base/rulebook.h"
#include "engine/cases.h"
#include "engine/trial.h"
#include "engine/words.h"
#include "study/ranks.h"
#include "wire/about.h"

enum { EXIT_WELL = 0, EXIT_FAILED = 1, EXIT_MISUSE = 2 };

int cli_main(int argc, char **argv);

/* --- verbs (one file each, or one a group) -------------------------------------------------------------- */
int verb_list(int argc, char **argv);
int verb_play(int argc, char **argv);
int verb_serve(int argc, char **argv);
int verb_admin(int argc, char **argv);
int verb_store(int argc, char **argv);
int verb_random(int argc, char **argv);
int verb_bench(int argc, char **argv);
int verb_perft(int argc, char **argv);
int verb_signature(int argc, char **argv);
int verb_case(int argc, char **argv);
int verb_odds(int argc, char **argv);
int verb_legal(int argc, char **argv);
int verb_about(int argc, char **argv);
int verb_replay(int argc, char **argv);
int verb_map(int argc, char **argv);
int verb_muster(int argc, char **argv);
int verb_rules(int argc, char **argv);
int verb_coverage(int argc, char **argv);
int verb_verify(int argc, char **argv);
int verb_study(int argc, char **argv);
int verb_tournament(int argc, char **argv);
int verb_tune(int argc, char **argv);
int verb_learn(int argc, char **argv);
int verb_pairings(int argc, char **argv);

/* --- arguments (args.c) --------------------------------------------------------------------------------- */
struct words { /* up to `room`; the words live in argv */
	int n, room;
	const char **word;
};

enum flag_kind { FLAG_YES, FLAG_NUMBER, FLAG_TEXT, FLAG_LIST };
struct flag {
	const char *name;  /* "games" is --games; a single letter "o" is -o */
	const char *value; /* what follows it, for the help; NULL for FLAG_YES */
	enum flag_kind kind;
	void *into; /* bool, int64_t, const char *, struct words */
	const char *text;
	int64_t min, max; /* FLAG_NUMBER */
};

struct usage {
	const char *verb, *words; /* "BATTLE SYSTEM" */
	int least, most;          /* how many words; most -1 = any number */
	const char *text;
	const struct flag *flags; /* NULL name ends */
	struct words *others; /* takes "NAME", "VALUE" of flags that are not known here; NULL: they are refused */
};

/* Reads what follows the verb. Returns -1 and the words to go on, or the exit code to leave with
   (--help was printed, or something was wrong and said). */
#define ARGS_GO_ON (-1)
int args_read(const struct usage *u, int argc, char **argv, struct words *words);
bool number_read(const char *s, int64_t min, int64_t max, int64_t *out); /* plain decimal, nothing after it */

/* "fratelli: …" on stderr; returns EXIT_MISUSE or EXIT_FAILED. */
int misuse(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int failed(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* misuse("there is no WHAT `NAME`"), with the nearest of the names there are, or all of them. */
int unknown(const char *what, const char *name, const char *const *names, int n);

/* --- data (data.c) -------------------------------------------------------------------------------------- */
struct home { /* where the data is, and the tests beside it (which need not exist) */
	char data[PATH_MAX], tests[PATH_MAX], test_battles[PATH_MAX + 16];
};
bool home_find(struct home *h); /* false: said so */

struct names { /* sorted; free with names_free */
	int n, room;
	char **name;
};
void names_add(struct names *l, const char *name);
void names_of_folder(struct names *l, const char *dir,
	const char *ending); /* entries that end so; "/" = folders */
void names_free(struct names *l);
/* of data/battles, and of tests/battles if asked */
void battles_known(const struct home *h, bool tests, struct names *l);
void systems_known(struct names *l);

bool rulebook_read(const struct home *h, const char *system, struct rulebook *b); /* false: said why */
/* The statement with its heading, and the rulings it names. */
void statement_words(const struct rulebook *b, const struct statement *s, struct text *out);

/* --- cases and proofs (coverage.c) ---------------------------------------------------------------------- */
/* Runs every case of a system and hands each to `each`. False if a file is broken (said). */
struct case_walk {
	void (*each)(void *of, const struct case_result *c);
	void *of;
};
bool cases_walk(const struct home *h, const char *system, const struct case_walk *w);

struct proofs {
	struct text lines;
}; /* tests/mutants/SYSTEM.proofs: "statement | case"; empty if there is no such file; free `lines` */
void proofs_read(const struct home *h, const char *system, struct proofs *p);
/* was that case seen to prove it? */
bool proofs_have(const struct proofs *p, const char *statement, const char *title);

/* A battle and a system that meet. Each function says what is wrong and returns the exit code. */
struct engagement {
	struct arena *arena;
	const struct battle *battle;
	struct muster *muster;
};
int battle_open(const struct home *h, struct arena *a, const char *name, const struct battle **out);
int system_open(const char *name, const struct rules **out);
int engagement_open(const struct home *h, const char *battle, const char *system, const char *scenario,
	const struct words *options, struct engagement *e);
void engagement_close(struct engagement *e);
/* The scenarios of a battle that are not the one named; -1 and said so if unknown. NULL is the first. */
int scenario_open(const struct battle *b, const char *name, int *out);
int side_find(const struct battle *b, const char *name); /* by id or title; NOBODY */
bool seed_word(const char *word, uint8_t seed[32]);      /* a number, 64 hex digits, or "random" */

/* Computer players of studies and tournaments (study.c): "captain", and "marshal=20000" for what a level may
   try. */
int level_read(const char *name, int *level);
int nodes_read(const struct words *words, uint64_t *nodes); /* PLAYER_LEVELS of them */
struct weights;
int weights_open(const char *path, struct weights *w); /* weights.yaml (tune.c) */

/* Writes the whole file or leaves what was there: a temporary file, fsync, rename. False and errno. */
bool file_write(const char *path, const char *bytes, size_t n);

/* --- words (words.c) ------------------------------------------------------------------------------------ */
const char *symbol_name(int symbol); /* "infantry", "leader" */
char symbol_letter(int symbol);      /* i c a b L C m ? */
/* Runs a verb whose games may be played in several processes (ranks.c). */
int ranks_run(int argc, char **argv, int (*verb)(int argc, char **argv, struct ranks *ranks));
int ranks_cores(const struct ranks *r);                      /* NULL: this process is alone */
const char *side_title(const struct battle *b, int side);    /* "nobody" for NOBODY */
const char *result_word(const struct battle *b, int winner); /* side id or "draw" */
void clock_write(int minutes, struct text *t);
void event_words(const struct muster *m, const struct event *e, struct text *t); /* a sentence and [rule] */
void question_words(const struct muster *m, const struct game *g, int side, struct text *t); /* with [rule] */
void odds_words(const struct muster *m, const struct odds *o, struct text *t);
void print_json(struct text *t); /* the text and a line end on stdout; the text is freed */

/* --- what is said if an assertion of ours fails (cli.c) ------------------------------------------------- */
/* Each thread has its own note; it is printed on abort, so that a broken game can be found again. */
void crash_note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
