/* Work on many cores, and on many machines. A piece of work is a number of games; `play` plays one on any
   thread of any process and writes down what came of it; `take` gets that where it is needed, one at a time.
   Which thread or process plays a game changes nothing in it.

   Under mpirun or srun the program runs in several processes, the ranks. All of them go through the same
   study in the same order. Rank 0, the chief, hands out the games and plays too; it alone reads and writes
   files and speaks. For src/study and src/cli. */
#ifndef STUDY_RANKS_H
#define STUDY_RANKS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct ranks; /* NULL: one process alone */

/* NULL with `wrong` empty: no launcher, one process. NULL with words: a launcher is there, but no MPI. */
struct ranks *ranks_open(const char *program, struct text *wrong);
void ranks_close(struct ranks *r);
bool ranks_chief(const struct ranks *r);
int ranks_jobs(const struct ranks *r, int cores); /* threads for this process if nobody says: its share of the
                                                     machine's cores */
bool ranks_agree(struct ranks *r, bool fine);     /* what the chief says, in every process */

struct work {
	int64_t n;             /* how many games */
	const int64_t *number; /* their numbers; the chief alone needs them. NULL: 0 to n - 1 */
	bool everywhere;       /* every process takes every result, not only the chief */
	void (*play)(void *all, int64_t number, struct text *result);
	/* false: stop, as soon as what is begun is done */
	bool (*take)(void *all, int64_t number, const char *result, size_t n);
	void *all;
};
void work_run(struct ranks *r, int jobs, const struct work *w);
void ranks_share(const struct ranks *r,
	struct text *out); /* the last work: "games by rank: 25 24 26 25"; nothing for one process */

/* --- how processes speak (src/mpi/ranks_mpi.c), loaded only under a launcher ---------------------------- */

struct carrier {
	bool (*open)(int *rank, int *size, int *beside);     /* beside: how many of them are on this machine */
	void (*send)(int to, const void *bytes, size_t n);   /* may return before it has arrived */
	bool (*receive)(int *from, char **bytes, size_t *n); /* false: nothing is there; never waits. The caller
	                                                        frees the bytes */
	void (*close)(void);
};

#endif
