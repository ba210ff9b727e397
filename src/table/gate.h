/* The gate: save files that people bring. A file may hold anything, so it is replayed in a process of its
   own, with limits of time and memory; the worst it can do is to end that process. What comes out is the rows
   of a game, which the writer puts into the store a slice at a time. For this room only. */
#ifndef TABLE_GATE_H
#define TABLE_GATE_H

#include "table/table.h"

/* Forks the gatekeeper, who forks a process for each file. Before any thread is started. */
struct gate *gate_new(const char *data);
void gate_free(struct gate *g); /* the gatekeeper leaves */

/* After the end of the log a file may have lines "seat SIDE WHO". Reads the next one from *at, which is NULL
   after the last. False: there is none, or it is broken. */
#define SEAT_LETTERS 63
bool seat_in_file(const char **at, char side[SEAT_LETTERS + 1], char who[SEAT_LETTERS + 1]);

struct admitted { /* a game as the store keeps it */
	char system[64], battle[64], scenario[64];
	int version, after_first, after; /* after: see after_of */
	uint8_t seed[32];
	struct text options; /* "name value" lines */
	struct text words;   /* the entries' lines, each with its NUL */
	int n, room;
	struct admitted_row {
		size_t line;
		int64_t hash;
	} *row;
};
/* Replays a save file of at most so many entries. False: `why` says why not. May take as long as the limits
   allow. */
bool gate_admit(struct gate *g, const char *bytes, size_t n, int entries, struct admitted *out,
	struct text *why);
void admitted_free(struct admitted *a);

#endif
