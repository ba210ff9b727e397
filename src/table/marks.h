/* Marks: which game each thread is busy with, in a small file beside the store that outlives the process. If
   a thread dies in the rules (an assert, a bad address), the game it was marked with is the culprit: at the
   next start that game is set aside (aside.h) and not loaded again, so that no game can stop the service
   twice. Setting a mark costs two stores to memory; nothing is synced, since the file must survive only the
   process, not the machine. For this room, and for who watches over the service. */
#ifndef TABLE_MARKS_H
#define TABLE_MARKS_H

#include <stdbool.h>
#include <stdint.h>

enum marked {
	MARK_NONE,
	MARK_ASKED /* a request about it is answered */,
	MARK_CHANGED /* an order or another change is carried out */,
	MARK_THOUGHT /* a computer thinks about it */,
	MARKS
};
extern const char *const marked_words[MARKS];

struct busy {
	int64_t game;
	int32_t what;
	int32_t thread;
};
#define MARK_SLOTS 64
struct marks { /* the file STORE.marks */
	char magic[8];
	struct busy culprit; /* game 0: nobody died while marked */
	int32_t signal, pad;
	struct busy slot[MARK_SLOTS]; /* a thread each */
};

/* Maps the file and begins anew; *before is what the last run left there (all 0 if there was none). False: it
   cannot be made, and nothing will be marked. Also listens for the signals of a process that fails. */
bool marks_open(const char *store, struct marks *before);
void marks_close(void);
bool marks_read(const char *store, struct marks *out); /* for other processes */

/* This thread turns to a game (0: to none). Returns what it was at, to go back to. */
struct busy mark_turn(int64_t game, enum marked what);
void mark_back(struct busy before);

#endif
