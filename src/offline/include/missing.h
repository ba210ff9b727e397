/* What the rest of the program takes for granted and WASI lacks; included before every file of the module
   (tools/wasm). */
#ifndef OFFLINE_MISSING_H
#define OFFLINE_MISSING_H

#include <stddef.h>

static inline int malloc_trim(size_t keep) { return (void)keep, 0; }
char *realpath(const char *path, char *out); /* a copy: there are no links in our folders */

enum { F_GETLK = 5, F_SETLK = 6, F_WRLCK = 1 }; /* nobody else has our files */

struct winsize {
	unsigned short ws_row, ws_col;
};
#define TIOCGWINSZ 0x5413

typedef struct {
	int bits;
} cpu_set_t;
#define CPU_COUNT(set) ((void)(set), 1)
static inline int sched_getaffinity(int who, size_t n, cpu_set_t *out)
{
	return (void)who, (void)n, out->bits = 1, 0;
}

#endif
